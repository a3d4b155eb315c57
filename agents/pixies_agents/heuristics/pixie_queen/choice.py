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
from pixies_env.core.compile import rule
from pixies_env.pixie_queen.names import (
    ASK_ADD,
    ASK_ADVANCE,
    ASK_ANNOUNCE,
    ASK_ASSIGN,
    ASK_CHAIN,
    ASK_CONVERT,
    ASK_COPY,
    ASK_DEMOTE,
    ASK_DRAFT,
    ASK_EXCHANGE,
    ASK_FINAL,
    ASK_FOOD,
    ASK_GOODS,
    ASK_LIFT,
    ASK_OFFER,
    ASK_PEEK,
    ASK_PICK,
    ASK_PROMOTE,
    ASK_PROMOTION,
    ASK_ROB,
    ASK_SWAP,
    ASK_TILE_FOOD,
    ASK_TRACK,
    ASK_TURN,
    BREAD,
    FREE_CHAINS,
    MERCY,
    MINE,
    SINGLE_GOODS,
    SINGLE_ORDER,
    SINGLE_TILES,
)
from pixies_env.pixie_queen.state import has_skill


@rule
def _weigh_turn(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any, best: Any
) -> None:
    if action == int(board.id_pass):
        _weigh_pass(state, board, player, weights, outlook)
    elif action >= int(board.id_unchain):
        if best == -np.inf:
            # Without a space to place on, only the pass can follow.
            _weigh_pass(state, board, player, weights, outlook)
            best = total(outlook)
        _weigh_unchain(state, board, player, weights, outlook, action, best)
    else:
        weigh_placing(state, board, player, weights, outlook, action - int(board.id_place) + 1)


@rule
def _weigh_pass(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    clear(outlook)
    add_punishment(state, board, player, weights, outlook, int(board.pass_penalty))


@rule
def _weigh_unchain(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any, best: Any
) -> None:
    """A stone less; the same question comes again, so the best answer to it still follows."""
    clear(outlook)
    place = action - int(board.id_unchain)
    outlook.terms[ON_PIXIES] += unchain_worth(state, board, player, place, weights, outlook)
    if not has_skill(state, player, FREE_CHAINS):
        outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, BREAD, -1)
    outlook.terms[ON_NEXT] += best


@rule
def _weigh_offering(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any
) -> None:
    clear(outlook)
    if action == int(board.id_refuse):
        add_punishment(state, board, player, weights, outlook, int(board.refuse_penalty))
    elif action != int(board.id_done):
        kind, first = 0, int(board.id_offer)
        if action >= int(board.id_offer_gold):
            kind, first = 2, int(board.id_offer_gold)
        elif action >= int(board.id_offer_silver):
            kind, first = 1, int(board.id_offer_silver)
        food, number = int(state.demand), action - first + 1
        weigh_offer(state, board, player, weights, outlook, food, kind, number)
        add_later_hands(state, board, player, weights, outlook, kind)


@rule
def _weigh_demotion(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any
) -> None:
    if action == int(board.id_mercy):
        outlook.terms[ON_TILES] -= one_use_worth(weights, outlook, MERCY)
    else:
        hand = action - int(board.id_demote)
        lost = place_worth(outlook, board, hand + 1)
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
    level = int(board.level_of[place - 1])
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


@rule
def weigh(
    state: Any, board: Any, player: Any, weights: Any, outlook: Any, action: Any, best: Any
) -> None:
    """Write the terms of a legal decision; ``best`` is the worth of the best one before it."""
    question = int(state.question)
    if question == ASK_TURN:
        _weigh_turn(state, board, player, weights, outlook, action, best)
        return
    if question == ASK_OFFER:
        _weigh_offering(state, board, player, weights, outlook, action)
        return
    if question == ASK_COPY:
        weigh_action(state, board, player, weights, outlook, action - int(board.id_copy) + 1)
        return
    if question in (ASK_PROMOTION, ASK_FINAL) and int(board.id_unchain) <= action < int(
        board.id_pass
    ):
        _weigh_unchain(state, board, player, weights, outlook, action, max(best, 0.0))
        return
    clear(outlook)
    if action == int(board.id_stop):
        return
    if question == ASK_PROMOTION:
        left = int(state.promotions) - 1
        step = action - int(board.id_promote)
        weigh_promotion(state, board, player, weights, outlook, step, left)
    elif question == ASK_TILE_FOOD:
        add_income(state, player, weights, outlook, action - int(board.id_tile_food), 1)
    elif question == ASK_DEMOTE:
        _weigh_demotion(state, board, player, weights, outlook, action)
    elif question == ASK_DRAFT:
        skill = action - int(board.id_draft)
        outlook.terms[ON_TILES] += skill_worth(board, weights, outlook, skill)
    elif question == ASK_FOOD:
        weigh_parameter(state, board, player, weights, outlook, 1, action)
    elif question == ASK_PROMOTE:
        weigh_parameter(state, board, player, weights, outlook, 3, action)
    elif question == ASK_EXCHANGE:
        weigh_parameter(state, board, player, weights, outlook, 4, action)
    elif question == ASK_CONVERT:
        weigh_parameter(state, board, player, weights, outlook, 5, action)
    elif question == ASK_TRACK:
        weigh_parameter(state, board, player, weights, outlook, 11, action)
    elif question == ASK_ROB:
        weigh_parameter(state, board, player, weights, outlook, 14, action)
    elif question == ASK_SWAP:
        weigh_parameter(state, board, player, weights, outlook, SINGLE_TILES, action)
    elif question == ASK_GOODS:
        weigh_parameter(state, board, player, weights, outlook, SINGLE_GOODS, action)
    elif question == ASK_ADVANCE:
        weigh_parameter(state, board, player, weights, outlook, SINGLE_ORDER, action)
    elif question == ASK_ASSIGN:
        step = action - int(board.id_assign) + 1
        weigh_assignment(state, board, player, weights, outlook, step)
    elif question == ASK_PEEK:
        if action == int(board.id_peek):
            weigh_peek(state, board, player, weights, outlook)
    elif question == ASK_PICK:
        weigh_pick(state, board, player, weights, outlook, action - int(board.id_pick))
    elif question == ASK_CHAIN:
        weigh_chain(state, board, player, weights, outlook, action - int(board.id_chain))
    elif question == ASK_ADD:
        good = action - int(board.id_add)
        outlook.terms[ON_GOODS] += goods_change(state, player, weights, outlook, good, -1)
    elif question == ASK_ANNOUNCE:
        if action == int(board.id_announce):
            weigh_announcement(state, board, player, weights, outlook)
    elif question == ASK_LIFT:
        _weigh_lift(state, board, player, outlook, action - int(board.id_lift))


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
