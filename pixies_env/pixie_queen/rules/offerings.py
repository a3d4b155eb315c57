"""Section 2.III: offerings."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import draws, take
from pixies_env.pixie_queen.names import (
    NOBODY,
    OFFERS_OF_MORE,
    OFFERS_OF_TWO,
    Answer,
    ChanceKind,
    Decision,
    Frame,
    Good,
    Kind,
    OfferingStep,
    OneUseTile,
    Phase,
    Question,
)
from pixies_env.pixie_queen.rules.lists import list_answers
from pixies_env.pixie_queen.rules.points import punish
from pixies_env.pixie_queen.rules.pyramid import has_active_pixie
from pixies_env.pixie_queen.rules.tiles import holds_one_use, return_one_use
from pixies_env.pixie_queen.state import (
    advance_cursor,
    at_cursor,
    begin_step,
    enter,
    favourite,
    has_virtual,
    to_stock,
)


@rule
def run_offerings(state: Any, board: Any) -> None:
    """Go on with the phase."""
    if state.step == OfferingStep.REVEAL:
        _reveal(state)
    elif state.step == OfferingStep.FURY:
        _run_fury(state)
    elif state.step == OfferingStep.FURY_ASKED:
        begin_punishment(state)
    else:
        player = at_cursor(state)
        if player == NOBODY:
            _end_step(state)
        elif state.out[player] != 0:
            advance_cursor(state)
        else:
            _run_player(state, board, player)


@rule
def _run_player(state: Any, board: Any, player: Any) -> None:
    """The step that the phase has come to, for the player at the cursor."""
    if state.step == OfferingStep.OFFER:
        ask(state, player, Question.OFFER)
        return
    advance_cursor(state)
    if state.step == OfferingStep.ANNOUNCE:
        if holds_one_use(state, player, OneUseTile.DOUBLE_OFFERING):
            ask(state, player, Question.ANNOUNCE)
    elif state.refused[player] != 0:
        punish_refusal(state, board, player)


@rule
def punish_refusal(state: Any, board: Any, player: Any) -> None:
    """What it costs to have refused."""
    punish(state, board, player, int(board.refuse_penalty))


@rule
def _end_step(state: Any) -> None:
    """All players have had their turn in a step."""
    state.cursor = 0
    if state.step == OfferingStep.ANNOUNCE:
        await_chance(state, NOBODY, ChanceKind.DEMAND)
    elif state.step == OfferingStep.OFFER:
        state.step = OfferingStep.REVEAL
    elif anybody_offered(state, Kind.DEMANDED):
        enter(state, Phase.REWARDS)
    else:
        state.step = OfferingStep.FURY
        state.cursor = int(state.players) - 1


# ---- double offering, before the demand is turned


@rule
def list_announcements(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Whether the tile is used this round."""
    return list_answers(board, Decision.ANNOUNCE, ids)


@rule
def announce(state: Any, board: Any, player: Any, answer: Any) -> None:
    """The tile double offering is used this round, or not."""
    if answer == Answer.YES:
        state.announced[player] = 1


# ---- the demand


@rule
def list_demands(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The tokens not yet turned."""
    return draws(board, ChanceKind.DEMAND, state.demand_left, outcomes, weights)


@rule
def turn_demand(state: Any, board: Any, owner: Any, food: Any) -> None:
    """Turn a demand token; the offers follow."""
    take(state.demand_left, food, 1)
    state.demand = food
    begin_step(state, OfferingStep.OFFER)


# ---- offers, in secret


@rule
def good_of_kind(state: Any, kind: Any) -> Any:
    """Good that a kind of offer consists of."""
    return int(state.demand) if kind == Kind.DEMANDED else metal_of(kind)


@rule
def metal_of(kind: Any) -> Any:
    """Good of the later kinds, silver and gold."""
    return kind - Kind.SILVER + Good.SILVER


@rule
def hands_of(state: Any, player: Any) -> Any:
    """Number of offers that a player may make."""
    offers = OFFERS_OF_TWO if has_virtual(int(state.players)) else OFFERS_OF_MORE
    return offers + int(state.announced[player])


@rule
def hands_filled(state: Any, player: Any) -> Any:
    """Number of offers that a player has made."""
    filled = 0
    for kind in range(len(Kind)):
        if state.offers[player, kind] > 0:
            filled += 1
    return filled


@rule
def list_offers(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Offers of kinds later than those made, then ``done`` or at first ``refuse``."""
    first_kind = 0
    for kind in range(len(Kind)):
        if state.offers[player, kind] > 0:
            first_kind = kind + 1
    count = 0
    for kind in range(first_kind, len(Kind)):
        for number in range(1, int(state.goods[player, good_of_kind(state, kind)]) + 1):
            count = option(board, Decision.OFFER_DEMANDED + kind, number, ids, count)
    if first_kind > 0:
        return option(board, Decision.DONE, 0, ids, count)
    return option(board, Decision.REFUSE, 0, ids, count)


@rule
def offer_demanded(state: Any, board: Any, player: Any, number: Any) -> None:
    """Fill a hand with the demanded food."""
    _offer(state, player, Kind.DEMANDED, number)


@rule
def offer_silver(state: Any, board: Any, player: Any, number: Any) -> None:
    """Fill a hand with silver."""
    _offer(state, player, Kind.SILVER, number)


@rule
def offer_gold(state: Any, board: Any, player: Any, number: Any) -> None:
    """Fill a hand with gold."""
    _offer(state, player, Kind.GOLD, number)


@rule
def _offer(state: Any, player: Any, kind: Any, number: Any) -> None:
    state.offers[player, kind] = number
    if hands_filled(state, player) == hands_of(state, player):
        advance_cursor(state)


@rule
def leave_hands_empty(state: Any, board: Any, player: Any, value: Any) -> None:
    """Offer nothing more."""
    advance_cursor(state)


@rule
def refuse(state: Any, board: Any, player: Any, value: Any) -> None:
    """Offer nothing at all."""
    state.refused[player] = 1
    advance_cursor(state)


# ---- the reveal and what follows from it


@rule
def anybody_offered(state: Any, kind: Any) -> Any:
    """Whether anybody offered something of a kind."""
    for player in range(int(state.players)):
        if state.offers[player, kind] > 0:
            return True
    return False


@rule
def _reveal(state: Any) -> None:
    """What is offered goes to the stock, a used double offering to its space."""
    for player in range(int(state.players)):
        if state.announced[player] != 0:
            return_one_use(state, OneUseTile.DOUBLE_OFFERING)
        for kind in range(len(Kind)):
            to_stock(state, player, good_of_kind(state, kind), int(state.offers[player, kind]))
    begin_step(state, OfferingStep.REFUSALS)


@rule
def _run_fury(state: Any) -> None:
    """Nobody offered the demanded food: the last in order must demote, else the one before."""
    while state.cursor >= 0:
        player = int(state.big_order[state.cursor])
        if player != NOBODY and state.out[player] == 0:
            if player == favourite(state):
                break
            if has_active_pixie(state, player):
                state.step = OfferingStep.FURY_ASKED
                ask(state, player, Question.DEMOTE)
                return
        state.cursor = int(state.cursor) - 1
    begin_punishment(state)


@rule
def spare(state: Any, board: Any, player: Any, _first: Any, _second: Any) -> None:
    """Who was to demote has handed back mercy: the one before in order must."""
    if state.phase == Phase.OFFERINGS and state.step == OfferingStep.FURY_ASKED:
        state.step = OfferingStep.FURY
        state.cursor = int(state.cursor) - 1


@rule
def begin_punishment(state: Any) -> None:
    """Clear the offers and go to the punishment phase."""
    state.announced[:] = 0
    state.refused[:] = 0
    state.offers[:] = 0
    enter(state, Phase.PUNISHMENT)


RULES = rulebook.Phase(
    Phase.OFFERINGS,
    run_offerings,
    questions=(
        rulebook.Question(Question.ANNOUNCE, list_announcements, {Decision.ANNOUNCE: announce}),
        rulebook.Question(
            Question.OFFER,
            list_offers,
            {
                Decision.OFFER_DEMANDED: offer_demanded,
                Decision.OFFER_SILVER: offer_silver,
                Decision.OFFER_GOLD: offer_gold,
                Decision.DONE: leave_hands_empty,
                Decision.REFUSE: refuse,
            },
        ),
    ),
    chances=(rulebook.Chance(ChanceKind.DEMAND, list_demands, turn_demand),),
    continuations=(rulebook.Continuation(Frame.SPARED, spare),),
)
