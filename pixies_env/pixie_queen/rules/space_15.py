"""Section 3, action 15: the mine."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import draws, number_in, options_in, put, take
from pixies_env.pixie_queen.names import (
    CUBES_PICKED,
    FOODS,
    Answer,
    ChanceKind,
    Cube,
    Decision,
    Frame,
    OneUseTile,
    Question,
    Space,
)
from pixies_env.pixie_queen.rules.lists import list_answers
from pixies_env.pixie_queen.rules.pyramid import is_chainable
from pixies_env.pixie_queen.rules.space import Block
from pixies_env.pixie_queen.rules.tiles import holds_one_use, return_one_use

# ---- 15: draw a cube for each own slave, at least one; then lay the stones


@rule
def cubes_in_bag(state: Any) -> Any:
    """Number of cubes in the bag."""
    return number_in(state.bag)


@rule
def can_use_mine(state: Any, board: Any, player: Any, doubles: Any) -> Any:
    """Once per round and player, and not with an empty bag."""
    return state.mine_used[player] == 0 and cubes_in_bag(state) > 0


@rule
def cubes_of(state: Any, player: Any) -> Any:
    """Cubes that a player draws from a bag that has enough."""
    return max(1, int(state.mine[player]))


@rule
def begin_mine(state: Any, board: Any, player: Any) -> None:
    """With the tile look in the bag: is it used?"""
    state.mine_used[player] = 1
    state.cubes_due = cubes_of(state, player)
    push(state, Frame.MINE, player, 0, 0)
    if holds_one_use(state, player, OneUseTile.LOOK_IN_THE_BAG):
        ask(state, player, Question.PEEK)


@rule
def list_peeks(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Use the tile, or not."""
    return list_answers(board, Decision.PEEK, ids)


@rule
def peek(state: Any, board: Any, player: Any, answer: Any) -> None:
    """Use the tile: so many of the cubes that are due are picked freely."""
    if answer == Answer.YES:
        return_one_use(state, OneUseTile.LOOK_IN_THE_BAG)
        state.picks = min(CUBES_PICKED, int(state.cubes_due), cubes_in_bag(state))


@rule
def go_on_in_mine(state: Any, board: Any, player: Any, _first: Any, _second: Any) -> None:
    """Pick, then draw what is due, then lay the stones."""
    if state.cubes_due > 0 and cubes_in_bag(state) > 0:
        push(state, Frame.MINE, player, 0, 0)
        if state.picks > 0:
            ask(state, player, Question.PICK)
        else:
            await_chance(state, player, ChanceKind.CUBE)
        return
    state.cubes_due = 0
    if state.stones_drawn > 0:
        if _any_chainable(state, board):
            push(state, Frame.MINE, player, 0, 0)
            ask(state, player, Question.CHAIN)
            return
        state.reserve_stones = int(state.reserve_stones) + int(state.stones_drawn)
        state.stones_drawn = 0


@rule
def list_cubes(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The kinds of cubes in the bag."""
    return options_in(board, Decision.PICK, state.bag, ids, 0)


@rule
def list_draws(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The kinds of cubes in the bag, each as likely as there are cubes of it."""
    return draws(board, ChanceKind.CUBE, state.bag, outcomes, weights)


@rule
def take_cube(state: Any, board: Any, player: Any, cube: Any) -> None:
    """A cube picked or drawn is kept; stones are put aside until all cubes are out."""
    take(state.bag, cube, 1)
    state.cubes_due = int(state.cubes_due) - 1
    if state.picks > 0:
        state.picks = int(state.picks) - 1
    if cube == Cube.STONE:
        state.stones_drawn = int(state.stones_drawn) + 1
    else:
        put(state.goods[player], good_of_cube(cube), 1)


@rule
def good_of_cube(cube: Any) -> Any:
    """The good that a cube of silver or gold is."""
    return FOODS + cube


@rule
def _any_chainable(state: Any, board: Any) -> Any:
    for player in range(int(state.players)):
        if state.out[player] == 0:
            for place in range(int(board.places)):
                if is_chainable(state, board, player, place):
                    return True
    return False


@rule
def list_chains(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Chainable places of all players still in, counted to the left."""
    count = 0
    players = int(state.players)
    places = int(board.places)
    for step in range(players):
        other = (player + step) % players
        if state.out[other] == 0:
            for place in range(places):
                if is_chainable(state, board, other, place):
                    count = option(board, Decision.CHAIN, step * places + place, ids, count)
    return count


@rule
def chain_of(state: Any, board: Any, player: Any, value: Any) -> Any:
    """``(seat, place)`` of a decision to lay a stone."""
    places = int(board.places)
    return (player + value // places) % int(state.players), value % places


@rule
def chain(state: Any, board: Any, player: Any, value: Any) -> None:
    """Lay one stone."""
    other, place = chain_of(state, board, player, value)
    state.stones[other, place] = int(state.stones[other, place]) + 1
    state.stones_drawn = int(state.stones_drawn) - 1


MINE = Block(
    Space.MINE,
    can_use_mine,
    begin_mine,
    questions=(
        rulebook.Question(Question.PEEK, list_peeks, {Decision.PEEK: peek}),
        rulebook.Question(Question.PICK, list_cubes, {Decision.PICK: take_cube}),
        rulebook.Question(Question.CHAIN, list_chains, {Decision.CHAIN: chain}),
    ),
    chances=(rulebook.Chance(ChanceKind.CUBE, list_draws, take_cube),),
    continuations=(rulebook.Continuation(Frame.MINE, go_on_in_mine),),
)

BLOCKS = (MINE,)
