"""Section 1: set-up, turn order, permanent skills."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.pixie_queen.names import (
    ASK_DRAFT,
    DEAL,
    DRAFTED,
    FOODS,
    GIVEN,
    GOODS,
    HONEY,
    IN_BOX,
    NOBODY,
    ON_BOARD,
    SETUP,
    SKILL_SET,
    SKILLS,
    START_ORDER,
    STEAL,
    VIRTUAL,
)
from pixies_env.pixie_queen.rules.lists import add
from pixies_env.pixie_queen.state import ask, await_chance, to_player

DRAW_SKILLS, GIVE_SKILLS = 1, 2
"""Steps of the phase."""


@rule
def setup(state: Any, board: Any, players: Any) -> Any:
    """From zero bytes to the drawing of the turn order."""
    state.players = players
    state.phase = SETUP
    state.small_order[:] = NOBODY
    state.big_order[:] = NOBODY
    state.hands[:] = NOBODY
    state.servant_space = NOBODY
    state.priority = NOBODY
    state.demand = NOBODY
    state.skill_at[:] = IN_BOX
    state.one_use_at[:] = ON_BOARD
    for cube in range(3):
        state.bag[cube] = int(board.bag[players, cube])
    state.reserve_stones = int(board.stones) - int(state.bag[2])
    for good in range(len(GOODS)):
        state.special_track[good] = int(board.special_track[good])
        state.stock[good] = int(board.supply[good]) - int(board.special_track[good])
    for cube in range(2):
        good = FOODS + cube
        state.stock[good] = int(state.stock[good]) - int(state.bag[cube])
    for player in range(players):
        state.mine[player] = int(board.pixies[players])
        state.discs[player] = int(board.discs)
        for good in range(len(GOODS)):
            if good != HONEY:
                to_player(state, player, good, int(board.start_goods[good]))
    if players == 2:
        state.mine[VIRTUAL] = int(board.virtual_pixies)
    for food in range(FOODS):
        state.demand_left[food] = int(board.demand_tokens[food])
    state.pile_size = int(board.pile_size[players])
    for place in range(int(state.pile_size)):
        state.pile[place] = int(board.pile[players, place])
    await_chance(state, NOBODY, START_ORDER)
    return 0


@rule
def list_orders(state: Any, board: Any, outcomes: Any, weights: Any) -> Any:
    """Turn orders: all of them, or the given one."""
    count = 0
    players = int(state.players)
    for index in range(int(board.first_order[players]), int(board.first_order[players + 1])):
        fits = True
        for place in range(players):
            if board.given_order[place] != NOBODY:
                fits = fits and board.orders[index, place] == board.given_order[place]
        if fits:
            weights[count] = 1
            count = add(outcomes, count, int(board.outcome_start_order) + index)
    return count


@rule
def set_order(state: Any, board: Any, outcome: Any) -> None:
    """Lay small and big cubes; everyone but the favourite gets honey as printed."""
    index = outcome - int(board.outcome_start_order)
    for place in range(int(state.players)):
        player = int(board.orders[index, place])
        state.small_order[place] = player
        state.big_order[place] = player
        honey = int(board.honey_of_favourite) if place == 0 else int(board.start_goods[HONEY])
        to_player(state, player, HONEY, honey)
    state.step = DRAW_SKILLS
    await_chance(state, NOBODY, SKILL_SET)


@rule
def list_skill_sets(state: Any, board: Any, outcomes: Any, weights: Any) -> Any:
    """Sets of skills to lay out: all of them, or those with the given skills."""
    needed = 0
    if board.draft == GIVEN:
        for player in range(int(state.players)):
            needed |= 1 << int(board.given_skills[player])
    count = 0
    for index in range(int(board.skill_set_count)):
        if int(board.skill_sets[index]) & needed == needed:
            weights[count] = 1
            count = add(outcomes, count, int(board.outcome_skills) + index)
    return count


@rule
def lay_out_skills(state: Any, board: Any, outcome: Any) -> None:
    """Lay a set of skills out; the draft goes in reverse turn order."""
    chosen = int(board.skill_sets[outcome - int(board.outcome_skills)])
    for skill in range(len(SKILLS)):
        if (chosen >> skill) & 1:
            state.skill_at[skill] = ON_BOARD
    state.step = GIVE_SKILLS
    state.cursor = int(state.players) - 1


@rule
def run_setup(state: Any, board: Any) -> None:
    """Let the next player draft, deal to that player, or begin the first round."""
    if state.cursor < 0:
        state.phase = STEAL
        state.step = 0
        state.cursor = 0
        return
    player = int(state.big_order[state.cursor])
    if board.draft == DRAFTED:
        ask(state, player, ASK_DRAFT)
    elif board.draft == GIVEN:
        take_skill(state, player, int(board.given_skills[player]))
    else:
        await_chance(state, player, DEAL)


@rule
def list_skills(state: Any, first: Any, ids: Any) -> Any:
    """The skills that lie on the board, as ids that begin with ``first``."""
    count = 0
    for skill in range(len(SKILLS)):
        if state.skill_at[skill] == ON_BOARD:
            count = add(ids, count, first + skill)
    return count


@rule
def take_skill(state: Any, player: Any, skill: Any) -> None:
    """Give a player a permanent skill and go on to the one before in turn order."""
    state.skill_at[skill] = player
    state.cursor = int(state.cursor) - 1
