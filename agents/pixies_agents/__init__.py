"""Agents that play the games of pixies-env."""
