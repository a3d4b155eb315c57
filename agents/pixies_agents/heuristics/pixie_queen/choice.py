"""One worth for each legal decision, and the choice of the best."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.pixie_queen.offering import (
    add_later_hands,
    weigh_announcement,
    weigh_offer,
)
from pixies_agents.heuristics.pixie_queen.outlook import (
    ON_GOODS,
    ON_NEXT,
    ON_PIXIES,
    ON_TILES,
    OUTLOOK,
    clear,
    total,
)
from pixies_agents.heuristics.pixie_queen.parameters import (
    add_income,
    weigh_assignment,
    weigh_chain,
    weigh_peek,
    weigh_pick,
    weigh_promotion,
)
from pixies_agents.heuristics.pixie_queen.placing import (
    weigh_action,
    weigh_parameter,
    weigh_placing,
)
from pixies_agents.heuristics.pixie_queen.prepare import prepare
from pixies_agents.heuristics.pixie_queen.weights import NUMBERS
from pixies_agents.heuristics.pixie_queen.worth import (
    add_punishment,
    goods_change,
    mine_change,
    one_use_worth,
    place_worth,
    skill_worth,
    unchain_worth,
)
from pixies_agents.heuristics.scratch import record_view, scratch_record
from pixies_agents.heuristics.softmax import noise
from pixies_env.core.compilation.apart import apart
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.numbering import decision_of
from pixies_env.pixie_queen.names import (
    MINE,
    Answer,
    Decision,
    Good,
    Kind,
    OneUseTile,
    Question,
    Skill,
)
from pixies_env.pixie_queen.printed import BOARD
from pixies_env.pixie_queen.state import STATE, skill_size


@rule
def _weigh_stone_in_turn(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, place: Any, best: Any
) -> None:
    if best == -np.inf:
        # Without a space to place on, only the pass can follow.
        _weigh_pass(state, board, player, weights, outlook)
        best = total(outlook)
    _weigh_unchain(state, board, player, weights, outlook, place, best)


@rule
def _weigh_pass(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    clear(outlook)
    add_punishment(state, board, player, weights, outlook, int(board.pass_penalty))


@rule
def _weigh_unchain(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, place: Any, best: Any
) -> None:
    """A stone less; the same question comes again, so the best answer to it still follows."""
    clear(outlook)
    outlook.terms[ON_PIXIES] += unchain_worth(state, board, player, place, weights, outlook)
    if skill_size(state, board, player, Skill.FREE_CHAINS) == 0:
        outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, Good.BREAD, -1)
    outlook.terms[ON_NEXT] += best


@rule
def _weigh_offering(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, kind: Any, number: Any
) -> None:
    weigh_offer(state, board, player, weights, outlook, int(state.demand), kind, number)
    add_later_hands(state, board, player, weights, outlook, kind)


@rule
def _weigh_demotion(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, hand: Any
) -> None:
    lost = place_worth(outlook, board, hand)
    outlook.terms[ON_PIXIES] += mine_change(state, board, player, weights, outlook, 1) - lost


@rule
def _weigh_lift(state: Any, board: Any, player: Any, outlook: Any, step: Any) -> None:
    """A virtual pixie stands in the way of those below, and frees what it leaves."""
    source, target = int(board.step_from[step]), int(board.step_to[step])
    outlook.terms[ON_PIXIES] -= _wish(state, board, player, outlook, target)
    if source != MINE:
        outlook.terms[ON_PIXIES] += _wish(state, board, player, outlook, source)


@rule
def _wish(state: Any, board: Any, player: Any, outlook: Any, place: Any) -> Any:
    """How much more the own pixies than the rival's would like to enter a hand."""
    level = int(board.level_of[place])
    own, others = 0, 0
    if level == 1:
        own = int(state.mine[player])
        others = int(state.mine[1 - player])
    else:
        for index in range(int(board.hand_count[level - 1])):
            colour = int(state.hands[board.hands_of_level[level - 1, index]])
            if colour == player:
                own += 1
            elif colour == 1 - player:
                others += 1
    return (own - others) * place_worth(outlook, board, place)


@apart(STATE, BOARD, np.int64, NUMBERS, OUTLOOK, np.int64, np.int64)
def _weigh_space(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> Any:
    """A space to place on or to copy, or what is done there."""
    if family == Decision.PLACE:
        weigh_placing(state, board, player, weights, outlook, value)
    elif family == Decision.COPY:
        weigh_action(state, board, player, weights, outlook, value)
    else:
        weigh_parameter(state, board, player, weights, outlook, family, value)
    return 0


@rule
def _weigh_turn(
    state: Any,
    board: Any,
    player: Any,
    weights: Any,
    outlook: Any,
    family: Any,
    value: Any,
    best: Any,
) -> None:
    """A space to place on, or none; a stone for bread, which other moments ask for, too."""
    if family == Decision.PLACE:
        _weigh_space(state, board, player, weights, outlook, family, value)
    elif family == Decision.PASS:
        _weigh_pass(state, board, player, weights, outlook)
    elif state.question == Question.TURN:
        _weigh_stone_in_turn(state, board, player, weights, outlook, value, best)
    else:
        _weigh_unchain(state, board, player, weights, outlook, value, max(best, 0.0))


@apart(STATE, BOARD, np.int64, NUMBERS, OUTLOOK, np.int64, np.int64)
def _weigh_demand(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> Any:
    """What the Queen is offered, refused, and told beforehand."""
    if family == Decision.OFFER_DEMANDED:
        _weigh_offering(state, board, player, weights, outlook, Kind.DEMANDED, value)
    elif family == Decision.OFFER_SILVER:
        _weigh_offering(state, board, player, weights, outlook, Kind.SILVER, value)
    elif family == Decision.OFFER_GOLD:
        _weigh_offering(state, board, player, weights, outlook, Kind.GOLD, value)
    elif family == Decision.REFUSE:
        add_punishment(state, board, player, weights, outlook, int(board.refuse_penalty))
    elif value == Answer.YES:
        weigh_announcement(state, board, player, weights, outlook)
    return 0


@rule
def _weigh_pixies(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    """Pixies that go up or down."""
    if family == Decision.PROMOTE:
        left = 0
        if state.question == Question.PROMOTION:
            left = int(state.promotions) - 1
        weigh_promotion(state, board, player, weights, outlook, value, left)
    elif family == Decision.DEMOTE:
        _weigh_demotion(state, board, player, weights, outlook, value)
    else:
        _weigh_lift(state, board, player, outlook, value)


@rule
def _weigh_cubes(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    """Cubes of the bag: looked at, taken, put in, and stones that chain."""
    if family == Decision.PEEK:
        if value == Answer.YES:
            weigh_peek(state, board, player, weights, outlook)
    elif family == Decision.PICK:
        weigh_pick(state, board, player, weights, outlook, value)
    elif family == Decision.CHAIN:
        weigh_chain(state, board, player, weights, outlook, value)
    else:
        outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, value, -1)


@rule
def _weigh_tiles(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    """Tiles that are drafted or used."""
    if family == Decision.DRAFT:
        outlook.terms[ON_TILES] += skill_worth(board, weights, outlook, value)
    elif family == Decision.TILE_FOOD:
        add_income(state, player, weights, outlook, value, 1)
    else:
        outlook.terms[ON_TILES] -= one_use_worth(weights, outlook, OneUseTile.MERCY)


# Which decisions are of one kind.
_OF_TURN = (Decision.PLACE, Decision.PASS, Decision.UNCHAIN)
_OF_DEMAND = (
    Decision.OFFER_DEMANDED,
    Decision.OFFER_SILVER,
    Decision.OFFER_GOLD,
    Decision.REFUSE,
    Decision.ANNOUNCE,
)
_OF_PIXIES = (Decision.PROMOTE, Decision.DEMOTE, Decision.LIFT)
_OF_CUBES = (Decision.PEEK, Decision.PICK, Decision.CHAIN, Decision.ADD)
_OF_TILES = (Decision.DRAFT, Decision.TILE_FOOD, Decision.MERCY)
_NOTHING_MORE = (Decision.STOP, Decision.DONE)


@apart(STATE, BOARD, np.int64, NUMBERS, OUTLOOK, np.int64, np.int64)
def _weigh_pieces(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> Any:
    if family in _OF_PIXIES:
        _weigh_pixies(state, board, player, weights, outlook, family, value)
    elif family in _OF_CUBES:
        _weigh_cubes(state, board, player, weights, outlook, family, value)
    else:
        _weigh_tiles(state, board, player, weights, outlook, family, value)
    return 0


@rule
def weigh(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any, best: Any
) -> None:
    """Write the terms of a legal decision; ``best`` is the worth of the best one before it."""
    clear(outlook)
    family, value = decision_of(board, action)
    if family in _OF_TURN:
        _weigh_turn(state, board, player, weights, outlook, family, value, best)
    elif family in _OF_DEMAND:
        _weigh_demand(state, board, player, weights, outlook, family, value)
    elif family in _OF_PIXIES or family in _OF_CUBES or family in _OF_TILES:
        _weigh_pieces(state, board, player, weights, outlook, family, value)
    elif family == Decision.ASSIGN:
        weigh_assignment(state, board, player, weights, outlook, value)
    elif family not in _NOTHING_MORE:
        _weigh_space(state, board, player, weights, outlook, family, value)


@rule
def choose(state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, bits: Any) -> Any:
    """The decision that is worth most; with a temperature, a draw by softmax."""
    if count == 1:
        return int(ids[0])
    weights = record_view(data, NUMBERS)
    outlook = scratch_record(OUTLOOK)
    prepare(state, board, player, weights, outlook)
    temperature = weights.temperature
    chosen, highest = int(ids[0]), -np.inf
    best = -np.inf
    for index in range(count):
        action = int(ids[index])
        weigh(state, board, player, weights, outlook, action, best)
        worth = total(outlook)
        best = max(best, worth)
        if temperature > 0.0:
            worth += temperature * noise(bits, index)
        if worth > highest:
            chosen, highest = action, worth
    return chosen


@rule
def preferences(
    state: Any, board: Any, player: Any, ids: Any, count: Any, data: Any, out: Any
) -> Any:
    """Weights for a search: e to the worth, in units of the weight ``preference``."""
    weights = record_view(data, NUMBERS)
    outlook = scratch_record(OUTLOOK)
    prepare(state, board, player, weights, outlook)
    best = -np.inf
    for index in range(count):
        weigh(state, board, player, weights, outlook, int(ids[index]), best)
        out[index] = total(outlook)
        best = max(best, out[index])
    for index in range(count):
        out[index] = np.exp((out[index] - best) / weights.preference)
    return 0
