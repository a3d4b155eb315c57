"""Slow, plain reference implementation of the Pixie Queen rules, used only to check the fast one.

The flow of the game is written as generators: each `yield` asks one question (a decision of a
player or a chance event) and receives the answer, so that nested questions read as straight code.
Section numbers in the docstrings are those of the rules page.
"""

from .table import ReferenceGame

__all__ = ["ReferenceGame"]
