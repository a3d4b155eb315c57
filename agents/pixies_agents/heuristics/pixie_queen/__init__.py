"""Heuristics for Pixie Queen: one evaluation of decisions, several sets of weights.

Every legal decision is worth the sum of a few named terms, computed by direct formulas from the
position (:mod:`worth` and the modules named after the kinds of decisions); the best one is chosen.
What the formulas think of things is in weights with names (:mod:`weights`), one file per agent.
All worths are in points of the final score.
"""
