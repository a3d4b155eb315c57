"""The game Taverns & Dragons: printed numbers, rules, observation and notation."""

from pixies_env.taverns.game import make

__all__ = ["make"]
