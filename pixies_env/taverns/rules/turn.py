"""Section 3: turns as chains of open points; attack points while hunting."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask
from pixies_env.core.kit.numbering import option
from pixies_env.taverns.limits import DICE
from pixies_env.taverns.names import (
    NONE,
    Decision,
    Hunt,
    Phase,
    Question,
)
from pixies_env.taverns.rules import free_actions, gathering, hunting, movement, placing, round_end
from pixies_env.taverns.rules.locations import adjacent_sites, list_visits, to_visit, visit
from pixies_env.taverns.rules.pockets import carries, store_all


@rule
def run_turns(state: Any, board: Any) -> None:
    """The next open point or attack point; when all dice are used the round ends."""
    players = int(state.players)
    if state.turn == DICE * players:
        round_end.begin_round_end(state, board)
        return
    player = (int(state.first_player) + int(state.turn)) % players
    ask(state, player, Question.ATTACK if state.hunting == Hunt.ATTACK else Question.OPEN)


@rule
def open_point(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The main action, secondary actions of the active minion, free actions, the end."""
    count = 0
    if state.main_done == 0:
        count = placing.list_main_actions(state, board, player, ids, count)
    if state.active != NONE:
        count = _list_secondary_actions(state, board, player, ids, count)
    count = free_actions.list_rerolls(state, board, player, ids, count)
    count = free_actions.list_heroes(state, board, player, ids, count)
    count = free_actions.list_stops_in_city(state, board, player, ids, count)
    count = free_actions.list_items(state, board, player, True, ids, count)
    count = free_actions.list_track(state, board, player, ids, count)
    if state.main_done != 0:
        count = option(board, Decision.END_TURN, 0, ids, count)
        if king_calls(state, board, player):
            count = option(board, Decision.KING_CALL, 0, ids, count)
    return count


@rule
def _list_secondary_actions(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    if gathering.may_collect(state, board, player):
        count = gathering.list_ingredients(state, board, player, ids, count)
    sites, energy = adjacent_sites(state, board, player), int(state.energy[player])
    if sites != 0:
        count = list_visits(board, to_visit(state, board, player, sites, energy, False), ids, count)
    if hunting.can_hunt(state, board, player):
        count = hunting.list_hunts(state, board, player, ids, count)
    if gathering.can_meet(state, board, player):
        count = option(board, Decision.MEET, 0, ids, count)
    if gathering.can_buy_item(state, board, player):
        count = option(board, Decision.BUY, 0, ids, count)
    return count


@rule
def visit_adjacent(state: Any, board: Any, player: Any, location: Any) -> None:
    """Visit an adjacent location at its cost."""
    visit(state, board, player, location, False)


@rule
def attack_point(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """What helps the hunt, and the strike."""
    count = hunting.list_rethrows(state, board, player, ids, 0)
    count = free_actions.list_heroes(state, board, player, ids, count)
    count = free_actions.list_items(state, board, player, False, ids, count)
    count = free_actions.list_track(state, board, player, ids, count)
    return option(board, Decision.STRIKE, 0, ids, count)


@rule
def king_calls(state: Any, board: Any, player: Any) -> Any:
    """In the last round, whether the active minion carries something."""
    if state.round_number != board.rounds or state.active == NONE:
        return False
    return carries(state, player, int(state.active))


@rule
def king_call(state: Any, board: Any, player: Any, value: Any) -> None:
    """All that the active minion carries is stored, wherever it stands; the turn ends."""
    store_all(state, player, int(state.active))
    end_turn(state, board, player, value)


@rule
def end_turn(state: Any, board: Any, player: Any, value: Any) -> None:
    """Nothing of the turn is left; the next player clockwise has the turn."""
    state.turn = int(state.turn) + 1
    state.main_done = 0
    state.active = NONE
    state.may_collect = 0
    state.has_collected = 0
    state.hunted = 0
    state.bought = 0
    state.met = 0
    state.cooked_now = 0
    state.visited = 0


TURNS = rulebook.Phase(
    Phase.TURNS,
    run_turns,
    questions=(
        rulebook.Question(
            Question.OPEN,
            open_point,
            {
                Decision.COOK: placing.cook,
                Decision.BANK: placing.bank,
                Decision.ENERGY: placing.energy,
                Decision.ACTIVATE: placing.activate,
                Decision.LOSE: placing.lose,
                Decision.COLLECT: gathering.collect,
                Decision.GATHER: gathering.gather,
                Decision.VISIT: visit_adjacent,
                Decision.HUNT: hunting.hunt,
                Decision.MEET: gathering.meet,
                Decision.BUY: gathering.buy,
                Decision.REROLL: free_actions.reroll,
                Decision.HIRE: free_actions.hire,
                Decision.ABILITY: free_actions.use_ability,
                Decision.BONUS: free_actions.use_bonus,
                Decision.STORE: movement.store,
                Decision.HEAL: movement.heal,
                Decision.USE: free_actions.use,
                Decision.TRACK: free_actions.take_bonus,
                Decision.END_TURN: end_turn,
                Decision.KING_CALL: king_call,
            },
        ),
        rulebook.Question(
            Question.ATTACK,
            attack_point,
            {
                Decision.RETHROW: hunting.rethrow,
                Decision.HIRE: free_actions.hire,
                Decision.ABILITY: free_actions.use_ability,
                Decision.BONUS: free_actions.use_bonus,
                Decision.USE: free_actions.use,
                Decision.TRACK: free_actions.take_bonus,
                Decision.STRIKE: hunting.strike,
            },
        ),
    ),
)
