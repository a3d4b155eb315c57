"""The games of this package, a line for each.

What the functions give back are these and the games of other distributions, see
:mod:`pixies_env.core.registered`.
"""

from pixies_env.core.registered import game_names, game_versions, make_game, register_game

__all__ = ["GAMES", "game_names", "game_versions", "make_game"]

GAMES = {
    "havresac_v0": "pixies_env.havresac:make",
    "pixie_queen_v0": "pixies_env.pixie_queen:make",
    "taverns_v0": "pixies_env.taverns:make",
}

for _name, _factory in GAMES.items():
    register_game(_name, _factory)
