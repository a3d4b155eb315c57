"""The drawing of a table of Taverns & Dragons: what all share, then what each player has.

Spots, see :mod:`pixies_env.core.drawing`: ``zone-NAME``, ``location-NAME``, ``tokens-ZONE-KIND``
and ``printed-ZONE-KIND`` with the number of the zone, ``encounter``, ``goblin``, ``dragon``,
``row-ROW`` of its board, ``face-FACE`` of the hunting dice, ``tavern-NAME`` of a board to choose,
``recipe-NAME``, ``bank-SLOT``, ``energy``, ``mission-common``, ``deck-NAME``, ``hero-NAME``
wherever the hero is, and for each seat ``screen-SEAT``, ``die-SEAT-VALUE``, ``reserve-SEAT-KIND``,
``minion-SEAT-MINION``, ``carried-SEAT-MINION-KIND``, ``track-SEAT-SPACE``, ``item-SEAT-ITEM``,
``forge-SEAT-TOKEN``, ``trophies-SEAT`` and ``mission-SEAT-NAME``.
"""

from collections.abc import Callable
from functools import partial

import numpy as np

from pixies_env.core.drawing import Artist, Picture, View
from pixies_env.core.drawing.headline import HEIGHT, headline
from pixies_env.core.drawing.scene import Parts, Scene, lay_out, stacked
from pixies_env.core.game import Game
from pixies_env.core.words import reason_words
from pixies_env.taverns import (
    drawing_cards,
    drawing_dragon,
    drawing_map,
    drawing_players,
    drawing_shared,
    drawing_sites,
)
from pixies_env.taverns.drawing_icons import COLOURS, icon
from pixies_env.taverns.drawing_places import PLACES
from pixies_env.taverns.drawing_spots import spots
from pixies_env.taverns.limits import DICE
from pixies_env.taverns.names import PHASES, Phase


def draw(game: Game, state: np.ndarray, view: View) -> Picture:
    """Draw a position as it lies before a viewer."""
    scene = lay_out(game, state, view)
    height = drawing_players.player_height(scene)
    blocks: list[tuple[Callable[[float], Parts], float]] = [
        (partial(_headline, scene), HEIGHT),
        (partial(drawing_shared.rounds, scene), drawing_shared.ROUNDS),
        (partial(_map, scene), drawing_map.map_height(scene)),
        (partial(drawing_dragon.dragon, scene), drawing_dragon.dragon_height(scene)),
        (partial(drawing_shared.bank, scene), drawing_shared.BANK),
        (partial(drawing_cards.recipes, scene), drawing_cards.RECIPES),
        (partial(drawing_cards.heroes, scene), drawing_cards.heroes_height(scene)),
        (partial(drawing_cards.decks, scene), drawing_cards.DECKS),
        *((partial(drawing_players.player, scene, seat), height) for seat in scene.seats),
    ]
    heights = [height for _, height in blocks]
    # Both columns are as high as each other, as nearly as whole blocks allow.
    split = min(range(1, len(blocks)), key=lambda at: max(sum(heights[:at]), sum(heights[at:])))
    return scene.picture(_where(scene), stacked(blocks[:split]), stacked(blocks[split:]))


def _headline(scene: Scene, y: float) -> Parts:
    why = reason_words(scene.game, scene.state)
    return headline(scene, _where(scene), why, icon("mug", 16, 14, 18))


def _map(scene: Scene, y: float) -> Parts:
    yield from drawing_map.zones(scene, y)
    yield from drawing_sites.sites(scene, y)


def _where(scene: Scene) -> str:
    now = scene.now
    if now.phase == Phase.OVER:
        return "Game over"
    if now.phase == Phase.SETUP:
        return "Set-up"
    said = f"Round {now.round_number} of {scene.board.rounds}"
    if now.phase == Phase.TURNS:
        turn = min(now.turn // now.players + 1, DICE)
        return f"{said}, turn {turn} of {DICE} of player {drawing_map.whose_turn(scene)}"
    return f"{said}: {PHASES[now.phase].replace('_', ' ')}"


ARTIST = Artist(draw, spots, COLOURS, PLACES)
