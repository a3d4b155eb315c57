"""Slow, plain reference implementation of the Havresac rules, used only to check the fast one.

The flow of the game is written as generators, as in :mod:`tests.reference`: each ``yield`` asks one
question. Section numbers in the docstrings are those of the rules page.
"""

from .table import ReferenceGame

__all__ = ["ReferenceGame"]
