"""The public conformance test: what every game behind the seam has to hold.

::

    from pixies_env import make_game
    from pixies_env.testing import check_game

    check_game(make_game("pixie_queen"))

It plays random games of every number of players, and on from positions that are slightly altered,
and raises :class:`ConformanceError`, which says what does not hold and in which game and position.
"""

from pixies_env.testing.claims import ConformanceError
from pixies_env.testing.conformance import check_game
from pixies_env.testing.positions import check_altered_positions

__all__ = ["ConformanceError", "check_altered_positions", "check_game"]
