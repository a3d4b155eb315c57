"""The game Pixie Queen: printed numbers, rules, observation and notation."""

from pixies_env.pixie_queen.game import make

__all__ = ["make"]
