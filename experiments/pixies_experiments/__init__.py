"""Tournaments, studies and training with pixies-env, and the command `pixies`."""
