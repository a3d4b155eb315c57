"""The game Les Gardiens de Havresac: printed numbers, rules, observation and notation."""

from pixies_env.havresac.game import make

__all__ = ["make"]
