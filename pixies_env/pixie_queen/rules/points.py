"""Section 2, punishment points at any time: mine symbols, demotions, going out."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import clear, push
from pixies_env.core.kit.events import ask
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import options_at, transfer_all
from pixies_env.pixie_queen.names import (
    FIRST_HAND,
    IN_BOX,
    NOBODY,
    ON_BOARD,
    SERVANT_SPACE,
    Decision,
    Frame,
    OneUseTile,
    Question,
    Reason,
    Skill,
)
from pixies_env.pixie_queen.rules.pyramid import has_active_pixie
from pixies_env.pixie_queen.rules.tiles import holds_one_use, return_one_use
from pixies_env.pixie_queen.state import end_game, favourite, has_skill, players_in


@rule
def punish(state: Any, board: Any, player: Any, points: Any) -> None:
    """Mark punishment points; each mine symbol reached or passed asks for a demotion."""
    before = int(state.punishment[player])
    after = before + points
    state.punishment[player] = after
    if after >= int(board.out_at):
        go_out(state, player)
        return
    symbols = int(board.symbols_up_to[after]) - int(board.symbols_up_to[before])
    if symbols > 0:
        push(state, Frame.DEMOTE, player, symbols, 0)


@rule
def run_demotion(state: Any, board: Any, player: Any, symbols: Any, _: Any) -> None:
    """Continue the demotions of a player; immunity is judged anew for each symbol."""
    if player == favourite(state) or not has_active_pixie(state, player):
        return
    if symbols > 1:
        push(state, Frame.DEMOTE, player, symbols - 1, 0)
    ask(state, player, Question.DEMOTE)


@rule
def list_demotions(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Each own active pixie, and the mercy tile."""
    count = options_at(board, Decision.DEMOTE, state.hands, player, ids, 0)
    if holds_one_use(state, player, OneUseTile.MERCY):
        count = option(board, Decision.MERCY, 0, ids, count)
    return count


@rule
def demote(state: Any, board: Any, player: Any, hand: Any) -> None:
    """The pixie on a hand goes to the mine."""
    state.hands[hand] = NOBODY
    state.mine[player] = int(state.mine[player]) + 1


@rule
def hand_back_mercy(state: Any, board: Any, player: Any, value: Any) -> None:
    """Nobody is demoted; who waits for that learns it."""
    return_one_use(state, OneUseTile.MERCY)
    push(state, Frame.SPARED, player, 0, 0)


@rule
def go_out(state: Any, player: Any) -> None:
    """Take a player out of the game, and end it if one player is left.

    The place in big-cube order stays, so that a phase that goes through the order goes on.
    """
    place_out = 0
    for other in range(int(state.players)):
        place_out = max(place_out, int(state.out[other]))
    state.out[player] = place_out + 1
    state.discs[player] = 0
    state.mine[player] = 0
    for hand in range(FIRST_HAND, SERVANT_SPACE):
        if int(state.hands[hand]) == player:
            state.hands[hand] = NOBODY
    if int(state.servant_space) == player:
        state.servant_space = NOBODY
    transfer_all(state.goods[player], state.stock)
    for place in range(state.stones.shape[1]):
        state.reserve_stones = int(state.reserve_stones) + int(state.stones[player, place])
        state.stones[player, place] = 0
    _clear_tiles(state, player)
    _leave_small_order(state, player)
    if players_in(state) == 1:
        clear(state)
        end_game(state, Reason.LAST_PLAYER)


@rule
def _clear_tiles(state: Any, player: Any) -> None:
    for tile in range(len(OneUseTile)):
        if holds_one_use(state, player, tile):
            state.one_use_at[tile] = ON_BOARD
    if has_skill(state, player, Skill.EXTRA_SLOT):
        state.extra_food = 0
    state.food_tile[player] = 0
    for skill in range(len(Skill)):
        if has_skill(state, player, skill):
            state.skill_at[skill] = IN_BOX


@rule
def _leave_small_order(state: Any, player: Any) -> None:
    kept = 0
    for place in range(state.small_order.shape[0]):
        other = int(state.small_order[place])
        state.small_order[place] = NOBODY
        if other != player and other != NOBODY:
            state.small_order[kept] = other
            kept += 1


RULES = rulebook.Phase(
    questions=(
        rulebook.Question(
            Question.DEMOTE,
            list_demotions,
            {Decision.DEMOTE: demote, Decision.MERCY: hand_back_mercy},
        ),
    ),
    continuations=(rulebook.Continuation(Frame.DEMOTE, run_demotion),),
)
