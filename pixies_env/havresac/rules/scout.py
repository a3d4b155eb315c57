"""Section 2.I: scout: cards are turned one by one, their creatures come to every board."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import await_chance
from pixies_env.core.kit.zones import draws_of_set, put, without_card
from pixies_env.havresac.names import (
    NOBODY,
    ChanceKind,
    Phase,
)
from pixies_env.havresac.places import has
from pixies_env.havresac.state import put_creature


@rule
def begin_round(state: Any) -> None:
    """The next round begins with its scout phase."""
    state.round_number = int(state.round_number) + 1
    state.phase = Phase.SCOUT
    state.turned = 0


@rule
def run_scout(state: Any, board: Any) -> None:
    """Go on to the next card, or to the adventure phase."""
    if int(state.turned) < int(board.cards_per_round):
        await_chance(state, NOBODY, ChanceKind.CARD)
    else:
        state.phase = Phase.ADVENTURE
        state.turned = 0
        state.turn = 0


@rule
def cards_to_turn(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The cards that are not yet turned."""
    return draws_of_set(board, ChanceKind.CARD, state.cards_left, outcomes, weights)


@rule
def turn_card(state: Any, board: Any, owner: Any, card: Any) -> None:
    """Put the creature of a card on every board: on its cell, in the set-up on the next space.

    Where a Tent lies it goes into the gains zone instead.
    """
    place, creature = int(board.card_place[card]), int(board.card_creature[card])
    if state.phase == Phase.SETUP:
        place = int(board.setup_places[state.turned])
    state.turned = int(state.turned) + 1
    state.cards_left = without_card(state.cards_left, card)
    for player in range(int(state.players)):
        if has(state.tents[player], place):
            put(state.gains[player], creature, 1)
        else:
            put_creature(state, player, place, creature)


SCOUT = rulebook.Phase(
    Phase.SCOUT,
    run_scout,
    chances=(rulebook.Chance(ChanceKind.CARD, cards_to_turn, turn_card),),
)
