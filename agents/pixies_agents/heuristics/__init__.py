"""Agents that play by rules of thumb."""
