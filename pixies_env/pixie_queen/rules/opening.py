"""Section 1: set-up, turn order, permanent skills."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import outcome
from pixies_env.core.kit.zones import draws_at, options_at
from pixies_env.pixie_queen.names import (
    FOODS,
    IN_BOX,
    NOBODY,
    ON_BOARD,
    VIRTUAL,
    ChanceKind,
    Cube,
    Decision,
    Draft,
    Good,
    Phase,
    Question,
    SetupStep,
    Skill,
)
from pixies_env.pixie_queen.state import enter, has_virtual, to_player


@rule
def setup(state: Any, board: Any, players: Any) -> Any:
    """From zero bytes to the drawing of the turn order."""
    state.players = players
    state.phase = Phase.SETUP
    state.small_order[:] = NOBODY
    state.big_order[:] = NOBODY
    state.hands[:] = NOBODY
    state.servant_space = NOBODY
    state.priority = NOBODY
    state.demand = NOBODY
    state.skill_at[:] = IN_BOX
    state.one_use_at[:] = ON_BOARD
    _lay_goods(state, board, players)
    for player in range(players):
        state.mine[player] = int(board.pixies[players])
        state.discs[player] = int(board.discs)
        for good in range(len(Good)):
            if good != Good.HONEY:
                to_player(state, player, good, int(board.start_goods[good]))
    if has_virtual(players):
        state.mine[VIRTUAL] = int(board.virtual_pixies)
    for food in range(FOODS):
        state.demand_left[food] = int(board.demand_tokens[food])
    state.pile_size = int(board.pile_size[players])
    for place in range(int(state.pile_size)):
        state.pile[place] = int(board.pile[players, place])
    await_chance(state, NOBODY, ChanceKind.START_ORDER)
    return 0


@rule
def _lay_goods(state: Any, board: Any, players: Any) -> None:
    """Fill the bag and the special-offering track; the rest is the stock."""
    for cube in range(len(Cube)):
        state.bag[cube] = int(board.bag[players, cube])
    state.reserve_stones = int(board.stones) - int(state.bag[Cube.STONE])
    for good in range(len(Good)):
        state.special_track[good] = int(board.special_track[good])
        left = int(board.supply[good]) - int(board.special_track[good])
        if good >= FOODS:
            left -= int(state.bag[good - FOODS])
        state.stock[good] = left


@rule
def list_orders(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """Turn orders: all of them, or the given one."""
    count = 0
    players = int(state.players)
    for index in range(int(board.first_order[players]), int(board.first_order[players + 1])):
        fits = True
        for place in range(players):
            if board.given_order[place] != NOBODY:
                fits = fits and board.orders[index, place] == board.given_order[place]
        if fits:
            count = outcome(board, ChanceKind.START_ORDER, index, 1, outcomes, weights, count)
    return count


@rule
def set_order(state: Any, board: Any, owner: Any, order: Any) -> None:
    """Lay small and big cubes; everyone but the favourite gets honey as printed."""
    for place in range(int(state.players)):
        player = int(board.orders[order, place])
        state.small_order[place] = player
        state.big_order[place] = player
        honey = int(board.honey_of_favourite) if place == 0 else int(board.start_goods[Good.HONEY])
        to_player(state, player, Good.HONEY, honey)
    state.step = SetupStep.DRAW_SKILLS
    await_chance(state, NOBODY, ChanceKind.SKILLS)


@rule
def list_skill_sets(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """Sets of skills to lay out: all of them, or those with the given skills."""
    needed = 0
    if board.draft == Draft.GIVEN:
        for player in range(int(state.players)):
            needed |= 1 << int(board.given_skills[player])
    count = 0
    for index in range(int(board.skill_set_count)):
        if int(board.skill_sets[index]) & needed == needed:
            count = outcome(board, ChanceKind.SKILLS, index, 1, outcomes, weights, count)
    return count


@rule
def lay_out_skills(state: Any, board: Any, owner: Any, index: Any) -> None:
    """Lay a set of skills out; the draft goes in reverse turn order."""
    chosen = int(board.skill_sets[index])
    for skill in range(len(Skill)):
        if has_bit(chosen, skill):
            state.skill_at[skill] = ON_BOARD
    state.step = SetupStep.GIVE_SKILLS
    state.cursor = int(state.players) - 1


@rule
def run_setup(state: Any, board: Any) -> None:
    """Let the next player draft, deal to that player, or begin the first round."""
    if state.cursor < 0:
        enter(state, Phase.STEAL)
        return
    player = int(state.big_order[state.cursor])
    if board.draft == Draft.DRAFTED:
        ask(state, player, Question.DRAFT)
    elif board.draft == Draft.GIVEN:
        take_skill(state, board, player, int(board.given_skills[player]))
    else:
        await_chance(state, player, ChanceKind.DEAL)


@rule
def list_skills(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The skills that lie on the board."""
    return options_at(board, Decision.DRAFT, state.skill_at, ON_BOARD, ids, 0)


@rule
def list_deals(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The skills that lie on the board, one as likely as another."""
    return draws_at(board, ChanceKind.DEAL, state.skill_at, ON_BOARD, outcomes, weights)


@rule
def take_skill(state: Any, board: Any, player: Any, skill: Any) -> None:
    """Give a player a permanent skill and go on to the one before in turn order."""
    state.skill_at[skill] = player
    state.cursor = int(state.cursor) - 1


RULES = rulebook.Phase(
    Phase.SETUP,
    run_setup,
    questions=(rulebook.Question(Question.DRAFT, list_skills, {Decision.DRAFT: take_skill}),),
    chances=(
        rulebook.Chance(ChanceKind.START_ORDER, list_orders, set_order),
        rulebook.Chance(ChanceKind.SKILLS, list_skill_sets, lay_out_skills),
        rulebook.Chance(ChanceKind.DEAL, list_deals, take_skill),
    ),
)
