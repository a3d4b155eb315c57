"""Slow, plain reference implementation of the rules of Taverns & Dragons, to check the fast one.

The flow of the game is written as generators, as in :mod:`tests.reference`: each ``yield`` asks one
question or lets chance decide once. Section numbers in the docstrings are those of the rules page.
"""

from .events import Chance, Decision
from .table import Table

__all__ = ["Chance", "Decision", "Table"]
