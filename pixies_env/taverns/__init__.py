"""Taverns & Dragons: minions, heroes, recipes and a dragon, for 2 to 5 players."""
