"""Drawings of a game's table as SVG, made from the state.

A game brings its own drawing as an :class:`Artist`, named in :attr:`Game.drawing` and imported
when something is drawn; the text of a game without one is drawn instead. A drawing is a
:class:`Picture`: columns of a fixed width, side by side in the layout ``wide``, one below the
other in ``narrow``. Columns are made of parts with keys that stay the same through a game, so an
animation holds only the parts that change.

What can be pointed at is a spot, ``<g class="spot" data-spot="space-3">``. With ``actions`` a spot
that some of them mean is a button and lists them: ``data-actions="place(3)"``.
"""

from pixies_env.core.drawing.draw import draw, draw_html, picture
from pixies_env.core.drawing.picture import (
    OBSERVER,
    Artist,
    Column,
    Observer,
    Picture,
    Place,
    View,
)
from pixies_env.core.drawing.style import THEMES

__all__ = [
    "OBSERVER",
    "THEMES",
    "Artist",
    "Column",
    "Observer",
    "Picture",
    "Place",
    "View",
    "draw",
    "draw_html",
    "picture",
]
