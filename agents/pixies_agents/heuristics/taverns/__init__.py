"""Heuristics for Taverns & Dragons: one evaluation of decisions, with named weights.

Every legal decision is worth the sum of a few named terms, computed from the position; the best one
is chosen. A die is worth what it brings where it is placed, a walk what the minion finds at its end
and what it can still bring home from there (:mod:`tables`), ingredients what recipes make of them
(:mod:`larder`). All worths are in points of the final score.
"""
