"""Boards with other numbers are drawn as well, nothing beyond the edge."""

from __future__ import annotations

import random
from xml.etree import ElementTree

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from pixies_env.core.drawing import draw, picture
from pixies_env.core.game import Game
from pixies_env.havresac.game import make as make_havresac
from pixies_env.pixie_queen.game import make as make_pixie_queen
from tests.drawing.conftest import random_game
from tests.drawing.svg_reading import SVG, spots, texts
from tests.havresac.boards import random_board
from tests.pixie_queen.board_strategies import boards

STEPS = 80
# A board that cannot be drawn is told as it is: making it smaller takes minutes.
FEW = {"deadline": None, "phases": (Phase.explicit, Phase.reuse, Phase.generate)}


def check(game: Game, players: int, seed: int) -> None:
    for number, (state, event) in enumerate(random_game(game, players, seed)):
        if number > STEPS:
            return
        if number % 20:
            continue
        drawn = draw(game, state.array, event=event, actions=state.legal_names())
        assert spots(ElementTree.fromstring(drawn))
        for column in picture(game, state.array).columns:
            body = "".join(column.parts.values())
            root = ElementTree.fromstring(f'<svg xmlns="{SVG[1:-1]}">{body}</svg>')
            for text in texts(root):
                assert text.left >= -1 and text.right <= column.width + 1, text
                assert text.top >= -1 and text.bottom <= column.height + 1, text


@settings(max_examples=8, **FEW)
@given(board=boards(), seed=st.integers(0, 99))
def test_any_pixie_queen_board_can_be_drawn(board: dict[str, object], seed: int) -> None:
    game = make_pixie_queen(board)
    check(game, game.players[seed % len(game.players)], seed)


@settings(max_examples=5, **FEW)
@given(seed=st.integers(0, 10_000))
def test_any_havresac_board_can_be_drawn(seed: int) -> None:
    draws = random.Random(seed)
    game = make_havresac(random_board(draws), season=draws.choice(["summer", "winter"]),
                         faces="random")  # fmt: skip
    check(game, 1 + seed % 3, seed)
