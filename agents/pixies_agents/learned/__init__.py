"""Agents that learned to play: networks as plain arrays, played without torch."""
