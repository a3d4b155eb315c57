"""Section 1: the set-up: starting bags, faces of the tiles, the first creatures."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.havresac.limits import GUARDIANS
from pixies_env.havresac.names import CARD, FACE, FACES, NOBODY, OBJECTS, SETUP, UNKNOWN
from pixies_env.havresac.rules import scout
from pixies_env.havresac.rules.lists import add
from pixies_env.havresac.state import await_chance, no_guardian


@rule
def setup(state: Any, board: Any, players: Any) -> Any:
    """From zero bytes to the first chance event."""
    state.players = players
    state.phase = SETUP
    state.buying_order[:] = NOBODY
    state.cards_left = board.all_cards
    no_guardian(state)
    for guardian in range(GUARDIANS):
        state.faces[guardian] = int(board.given_faces[guardian])
        bag = int(board.starting_bag[guardian])
        state.reserve[guardian] = int(board.tokens[guardian]) - players * bag
        for player in range(players):
            state.bag[player, guardian] = bag
    for player in range(players):
        state.villages_left[player] = int(board.village_tokens)
        for thing in range(len(OBJECTS)):
            state.closed[player, thing] = int(board.chest_tokens[thing])
    run_setup(state, board)
    return 0


@rule
def face_to_draw(state: Any) -> Any:
    """The first Guardian whose face is still to be drawn, -1 if there is none."""
    for guardian in range(GUARDIANS):
        if state.faces[guardian] == UNKNOWN:
            return guardian
    return -1


@rule
def run_setup(state: Any, board: Any) -> None:
    """Go on to the next face or card; after the last card the first round begins."""
    if face_to_draw(state) >= 0:
        await_chance(state, NOBODY, FACE)
    elif int(state.turned) < int(board.setup_cards):
        await_chance(state, NOBODY, CARD)
    else:
        scout.begin_round(state)


@rule
def list_faces(state: Any, board: Any, outcomes: Any, weights: Any) -> Any:
    """Both faces of the tile that is drawn."""
    first = int(board.outcome_face) + len(FACES) * face_to_draw(state)
    count = 0
    for face in range(len(FACES)):
        weights[count] = 1
        count = add(outcomes, count, first + face)
    return count


@rule
def set_face(state: Any, face: Any) -> None:
    """The face of the tile that is drawn."""
    state.faces[face_to_draw(state)] = face
