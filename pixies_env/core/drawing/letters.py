"""How wide texts are, so that they can be fitted into their places.

Measured are the letters of DejaVu Sans: pictures are made with them, and those of the reader's
machine are as wide or narrower, see :mod:`pixies_env.core.drawing.style`.
"""

from __future__ import annotations

from functools import lru_cache

_ASCII = tuple(map(chr, range(ord(" "), ord("~") + 1)))
# Thousandths of the size of the letters, in the order of `_ASCII`.
_PLAIN = """
318 401 460 838 636 950 780 275 390 390 500 838 318 361 318 337 636 636 636 636 636 636 636 636
636 636 337 337 838 838 838 531 1000 684 686 698 770 632 575 775 752 295 295 656 557 863 748 787
603 787 695 635 611 732 684 989 685 611 685 390 337 390 838 500 500 613 635 550 635 615 352 635
634 278 278 579 278 974 634 612 635 635 411 521 392 634 592 818 592 592 525 636 337 636 838
"""
_BOLD = """
348 456 521 838 696 1002 872 306 457 457 523 838 380 415 380 365 696 696 696 696 696 696 696 696
696 696 400 400 838 838 838 580 1000 774 762 734 830 683 683 821 837 372 372 775 637 995 837 850
733 850 770 720 682 812 774 1103 771 724 725 457 365 457 838 500 500 675 716 593 716 678 435 716
712 343 343 665 343 1042 712 687 716 716 493 595 478 712 652 924 645 652 582 712 365 712 838
"""
_LIKE = {
    "\N{MINUS SIGN}": "+",
    "\N{MULTIPLICATION SIGN}": "+",
    "\N{EN DASH}": "_",
    "\N{RIGHT SINGLE QUOTATION MARK}": ",",
}
"""Signs as wide as another one."""
_OTHER = 1200
"""Of a letter that is not listed; those of other Latin alphabets are narrower."""


def _widths(listed: str) -> dict[str, int]:
    widths = dict(zip(_ASCII, map(int, listed.split()), strict=True))
    return widths | {sign: widths[other] for sign, other in _LIKE.items()}


_WIDTHS = {False: _widths(_PLAIN), True: _widths(_BOLD)}


@lru_cache(maxsize=4096)
def width_of(words: str, bold: bool = False) -> float:
    """Width of a line of text in units of the size of its letters, never too small."""
    widths = _WIDTHS[bold]
    return sum(widths.get(letter, _OTHER) for letter in words) / 1000
