"""How an agent plays: what it chooses, when things happen, how the points come about."""
