"""The game that is played where nobody names one; nothing is loaded for it."""

DEFAULT_GAME = "pixie_queen"
