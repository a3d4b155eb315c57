"""Leagues: learners, their past, exploiters and fixed agents, matched by how hard they are."""
