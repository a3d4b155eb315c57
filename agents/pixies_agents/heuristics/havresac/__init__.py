"""Heuristics for Les Gardiens de Havresac: one evaluation of decisions, with named weights.

Every legal decision is worth the sum of a few named terms, computed from the position; the best one
is chosen. A move is worth what it takes at once, and what the tokens left in the bag can take from
where it leads (:mod:`potential`). All worths are in points of the final score.
"""
