"""Puts the phases together: what is legal, what an answer does, what comes next."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.core.kit.continuations import pop
from pixies_env.pixie_queen.names import (
    ACTION_PHASE,
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
    CASINO_DIE,
    CUBE,
    DEAL,
    DEMAND,
    FINAL,
    FOODS,
    NOBODY,
    OFFERINGS,
    PUNISHMENT,
    PUNISHMENT_DIE,
    REWARDS,
    SETUP,
    SKILL_SET,
    START_ORDER,
    STEAL,
)
from pixies_env.pixie_queen.rules import (
    double_spaces,
    ending,
    offerings,
    opening,
    points,
    punishment,
    pyramid,
    rewards,
    single_spaces,
    steal,
    tiles,
    turn,
)
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.state import RUNNING, ask, to_player


@rule
def legal(state: Any, board: Any, ids: Any) -> Any:
    """Ids of the legal decisions, rising; returns their number, 0 if no decision is due."""
    if state.waiting != 0:
        return 0
    player = int(state.player)
    question = int(state.question)
    count = 0
    if question == ASK_TURN:
        count = turn.list_turn(state, board, player, ids)
    elif question == ASK_OFFER:
        count = offerings.list_offers(state, board, player, ids)
    elif question == ASK_PROMOTION:
        count = rewards.list_phase_promotions(state, board, player, ids)
    elif question == ASK_DEMOTE:
        count = points.list_demotions(state, board, player, ids)
    elif question == ASK_DRAFT:
        count = opening.list_skills(state, int(board.id_draft), ids)
    elif question == ASK_TILE_FOOD:
        count = steal.list_foods(state, int(board.id_tile_food), ids, 0)
    elif question == ASK_FOOD:
        count = steal.list_foods(state, int(board.id_food), ids, 0)
    elif question == ASK_PROMOTE:
        count = pyramid.list_promotions(state, board, player, False, ids, 0)
    elif question == ASK_EXCHANGE:
        count = double_spaces.list_exchanges(state, board, player, ids)
    elif question == ASK_CONVERT:
        count = double_spaces.list_conversions(state, board, player, ids)
    elif question == ASK_TRACK:
        count = double_spaces.list_tracks(state, board, player, ids)
    elif question == ASK_ASSIGN:
        count = double_spaces.list_assignments(state, board, player, ids)
    elif question == ASK_ROB:
        count = double_spaces.list_robberies(state, board, player, ids)
    elif question == ASK_PEEK:
        count = add(ids, add(ids, 0, int(board.id_peek)), int(board.id_peek) + 1)
    elif question == ASK_PICK:
        count = single_spaces.list_cubes(state, int(board.id_pick), ids)
    elif question == ASK_CHAIN:
        count = single_spaces.list_chains(state, board, player, ids)
    elif question == ASK_SWAP:
        count = tiles.list_swaps(state, board, player, ids)
    elif question == ASK_GOODS:
        count = single_spaces.list_goods(state, board, player, ids)
    elif question == ASK_COPY:
        count = single_spaces.list_copies(state, board, player, ids)
    elif question == ASK_ADD:
        count = single_spaces.list_owned(state, player, int(board.id_add), ids)
    elif question == ASK_ADVANCE:
        count = single_spaces.list_advances(state, board, player, ids)
    elif question == ASK_ANNOUNCE:
        count = add(ids, add(ids, 0, int(board.id_announce)), int(board.id_announce) + 1)
    elif question == ASK_LIFT:
        count = pyramid.list_lifts(state, board, ids, 0)
    elif question == ASK_FINAL:
        count = ending.list_final(state, board, player, ids)
    return count


@rule
def _answer(state: Any, board: Any, player: Any, question: Any, action: Any) -> None:
    if question == ASK_TURN:
        if action == int(board.id_pass):
            turn.pass_turn(state, board, player)
        elif action >= int(board.id_unchain):
            pyramid.unchain(state, player, action - int(board.id_unchain))
        else:
            single_spaces.place(state, board, player, action - int(board.id_place) + 1)
    elif question == ASK_OFFER:
        offerings.offer(state, board, player, action)
    elif question == ASK_PROMOTION:
        rewards.use_promotion(state, board, player, action)
    elif question == ASK_DEMOTE:
        demoted = points.demote(state, board, player, action)
        if state.phase == OFFERINGS and state.step == offerings.FURY_ASKED:
            offerings.after_fury(state, demoted)
    elif question == ASK_DRAFT:
        opening.take_skill(state, player, action - int(board.id_draft))
    elif question == ASK_TILE_FOOD:
        steal.take_tile_food(state, player, action - int(board.id_tile_food))
    elif question == ASK_FOOD:
        double_spaces.steal_food(state, player, action - int(board.id_food))
    elif question == ASK_PROMOTE:
        pyramid.promote(state, board, player, action - int(board.id_promote))
    elif question == ASK_EXCHANGE:
        double_spaces.exchange(state, player, action - int(board.id_exchange))
    elif question == ASK_CONVERT:
        double_spaces.convert(state, board, player, action - int(board.id_convert) + 1)
    elif question == ASK_TRACK:
        double_spaces.move_on_track(state, player, action - int(board.id_track))
    elif question == ASK_ASSIGN:
        double_spaces.assign(state, player, action - int(board.id_assign) + 1)
    elif question == ASK_ROB:
        double_spaces.rob(state, board, player, action - int(board.id_rob))
    elif question == ASK_PEEK:
        if action == int(board.id_peek):
            single_spaces.peek(state)
    elif question == ASK_PICK:
        single_spaces.take_cube(state, player, action - int(board.id_pick))
    elif question == ASK_CHAIN:
        single_spaces.chain(state, board, player, action - int(board.id_chain))
    elif question == ASK_SWAP:
        tiles.swap(state, board, player, action)
    elif question == ASK_GOODS:
        if action >= int(board.id_take):
            to_player(state, player, action - int(board.id_take), 1)
        else:
            single_spaces.discard(state, player, action - int(board.id_discard))
    elif question == ASK_COPY:
        double_spaces.begin_action(state, board, player, action - int(board.id_copy) + 1)
    elif question == ASK_ADD:
        single_spaces.add_to_track(state, board, player, action - int(board.id_add))
    elif question == ASK_ADVANCE:
        single_spaces.advance(state, player, action - int(board.id_advance) + 1)
    elif question == ASK_ANNOUNCE:
        if action == int(board.id_announce):
            offerings.announce(state, player)
    elif question == ASK_LIFT:
        pyramid.lift(state, board, action - int(board.id_lift))
    elif question == ASK_FINAL:
        if action == int(board.id_stop):
            state.cursor = int(state.cursor) + 1
        else:
            pyramid.unchain(state, player, action - int(board.id_unchain))


@rule
def _run(state: Any, board: Any) -> None:
    """Carry the game on until it waits: interrupted effects first, then the phase."""
    while state.waiting == RUNNING:
        if state.frame_count > 0:
            kind, player, number, _ = pop(state)
            if player != NOBODY and state.out[player] != 0:
                continue
            if kind == points.FRAME_DEMOTE:
                points.run_demotion(state, player, number)
            elif kind == double_spaces.FRAME_ASSIGN:
                double_spaces.run_assign(state, player)
            elif kind == double_spaces.FRAME_SHARE:
                double_spaces.run_share(state, board)
            elif kind == single_spaces.FRAME_MINE:
                single_spaces.run_mine(state, board, player)
            elif kind == single_spaces.FRAME_COPY:
                single_spaces.run_copy(state, board, player)
            else:
                ask(state, player, ASK_GOODS)
        elif state.phase == ACTION_PHASE:
            turn.run_actions(state, board)
        elif state.phase == OFFERINGS:
            offerings.run_offerings(state, board)
        elif state.phase == REWARDS:
            rewards.run_rewards(state, board)
        elif state.phase == PUNISHMENT:
            punishment.run_punishment(state, board)
        elif state.phase == STEAL:
            steal.run_steal(state, board)
        elif state.phase == SETUP:
            opening.run_setup(state, board)
        elif state.phase == FINAL:
            ending.run_final(state, board)


@rule
def _resume(state: Any) -> Any:
    """Leave the event that was waited for; returns its player and question."""
    player, question = int(state.player), int(state.question)
    state.waiting = RUNNING
    state.player = NOBODY
    state.question = 0
    return player, question


@rule
def apply(state: Any, board: Any, action: Any) -> Any:
    """Carry out a legal decision and go on to the next event."""
    player, question = _resume(state)
    _answer(state, board, player, question, action)
    _run(state, board)
    return 0


@rule
def chances(state: Any, board: Any, outcomes: Any, weights: Any) -> Any:
    """Possible outcomes with their weights; returns their number."""
    if state.waiting != 1:
        return 0
    kind = int(state.question)
    count = 0
    if kind == CUBE:
        for cube in range(state.bag.shape[0]):
            if state.bag[cube] > 0:
                weights[count] = int(state.bag[cube])
                count = add(outcomes, count, int(board.outcome_cube) + cube)
    elif kind == DEMAND:
        for food in range(FOODS):
            if state.demand_left[food] > 0:
                weights[count] = int(state.demand_left[food])
                count = add(outcomes, count, int(board.outcome_demand) + food)
    elif kind == CASINO_DIE:
        for result in range(int(board.casino_count)):
            weights[count] = int(board.casino_weights[result])
            count = add(outcomes, count, int(board.outcome_casino_die) + result)
    elif kind == PUNISHMENT_DIE:
        for result in range(int(board.punishment_count)):
            weights[count] = int(board.punishment_weights[result])
            count = add(outcomes, count, int(board.outcome_punishment_die) + result)
    elif kind == START_ORDER:
        count = opening.list_orders(state, board, outcomes, weights)
    elif kind == SKILL_SET:
        count = opening.list_skill_sets(state, board, outcomes, weights)
    elif kind == DEAL:
        count = opening.list_skills(state, int(board.outcome_deal), outcomes)
        weights[:count] = 1
    return count


@rule
def apply_chance(state: Any, board: Any, outcome: Any) -> Any:
    """Carry out a possible outcome and go on to the next event."""
    player, kind = _resume(state)
    if kind == CUBE:
        single_spaces.take_cube(state, player, outcome - int(board.outcome_cube))
    elif kind == DEMAND:
        offerings.turn_demand(state, outcome - int(board.outcome_demand))
    elif kind == CASINO_DIE:
        result = outcome - int(board.outcome_casino_die)
        double_spaces.receive_casino(state, board, player, result)
    elif kind == PUNISHMENT_DIE:
        result = outcome - int(board.outcome_punishment_die)
        double_spaces.roll_punishment(state, player, int(board.punishment_results[result]))
    elif kind == START_ORDER:
        opening.set_order(state, board, outcome)
    elif kind == SKILL_SET:
        opening.lay_out_skills(state, board, outcome)
    elif kind == DEAL:
        opening.take_skill(state, player, outcome - int(board.outcome_deal))
    _run(state, board)
    return 0
