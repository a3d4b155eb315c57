"""Section 1: the set-up: starting bags, faces of the tiles, the first creatures."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import await_chance
from pixies_env.core.kit.numbering import outcome
from pixies_env.core.kit.zones import NO_CARD, first_at
from pixies_env.havresac.names import (
    NOBODY,
    UNKNOWN,
    ChanceKind,
    Face,
    Guardian,
    Phase,
    Thing,
)
from pixies_env.havresac.rules import scout
from pixies_env.havresac.state import no_guardian


@rule
def setup(state: Any, board: Any, players: Any) -> Any:
    """From zero bytes to the first chance event."""
    state.players = players
    state.phase = Phase.SETUP
    state.buying_order[:] = NOBODY
    state.cards_left = board.all_cards
    no_guardian(state)
    for guardian in range(len(Guardian)):
        state.faces[guardian] = int(board.given_faces[guardian])
        bag = int(board.starting_bag[guardian])
        state.reserve[guardian] = int(board.tokens[guardian]) - players * bag
        for player in range(players):
            state.bag[player, guardian] = bag
    for player in range(players):
        state.villages_left[player] = int(board.village_tokens)
        for thing in range(len(Thing)):
            state.closed[player, thing] = int(board.chest_tokens[thing])
    run_setup(state, board)
    return 0


@rule
def face_to_draw(state: Any) -> Any:
    """The first Guardian whose face is still to be drawn, NO_CARD if there is none."""
    return first_at(state.faces, UNKNOWN)


@rule
def run_setup(state: Any, board: Any) -> None:
    """Go on to the next face or card; after the last card the first round begins."""
    if face_to_draw(state) != NO_CARD:
        await_chance(state, NOBODY, ChanceKind.FACE)
    elif int(state.turned) < int(board.setup_cards):
        await_chance(state, NOBODY, ChanceKind.CARD)
    else:
        scout.begin_round(state)


@rule
def faces_to_draw(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """Both faces of the tile that is drawn; values count Guardians, then faces."""
    count = 0
    first = len(Face) * face_to_draw(state)
    for face in range(len(Face)):
        count = outcome(board, ChanceKind.FACE, first + face, 1, outcomes, weights, count)
    return count


@rule
def set_face(state: Any, board: Any, owner: Any, value: Any) -> None:
    """The face of the tile that is drawn."""
    state.faces[value // len(Face)] = value % len(Face)


SETUP = rulebook.Phase(
    Phase.SETUP, run_setup, chances=(rulebook.Chance(ChanceKind.FACE, faces_to_draw, set_face),)
)
