"""Section 2, start of a round: the goblin, the dice, the first player, the compensation."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import await_chance
from pixies_env.core.kit.numbering import outcome
from pixies_env.core.kit.zones import number_in, put
from pixies_env.taverns.limits import DICE, VALUES
from pixies_env.taverns.names import NOBODY, NONE, ChanceKind, Phase, Roll, RoundStart
from pixies_env.taverns.rules.free_actions import die_values, set_available_die
from pixies_env.taverns.rules.movement import set_minion_die
from pixies_env.taverns.rules.purse import gain_gold

GOBLIN_DICE = 2


@rule
def begin_round(state: Any, board: Any) -> None:
    """The next round."""
    state.round_number = int(state.round_number) + 1
    state.phase = Phase.ROUND_START
    state.cursor = 0
    state.turn = 0
    state.goblin_zone = NONE
    state.stack = 0
    comes = board.goblin_on != 0 and int(state.round_number) % 2 == 1
    state.step = RoundStart.GOBLIN if comes else RoundStart.DICE


@rule
def run_round_start(state: Any, board: Any) -> None:
    """Roll the next die; after the last one the first player is known, or drawn by lot."""
    players, cursor = int(state.players), int(state.cursor)
    if state.step == RoundStart.GOBLIN:
        await_chance(state, NOBODY, ChanceKind.DIE)
    elif state.step == RoundStart.DICE and cursor < DICE * players:
        await_chance(state, cursor // DICE, ChanceKind.DIE)
    elif state.first_player == NOBODY and number_of_lowest(state) > 1:
        state.step = RoundStart.FIRST
        await_chance(state, NOBODY, ChanceKind.FIRST)
    else:
        begin_turns(state, board, _lowest_from(state, max(int(state.first_player), 0)))


@rule
def show_die(state: Any, board: Any, owner: Any, place: Any) -> None:
    """A die shows a value: one of those rolled at the start of a round, or again later on."""
    value = place + 1
    if state.roll == Roll.MINION:
        set_minion_die(state, board, owner, value)
    elif state.roll == Roll.AVAILABLE:
        set_available_die(state, board, owner, place)
    elif state.step == RoundStart.GOBLIN:
        _show_goblin_die(state, board, value)
    else:
        put(state.dice[owner], place, 1)
        state.cursor = int(state.cursor) + 1


@rule
def _show_goblin_die(state: Any, board: Any, value: Any) -> None:
    """The first die is kept in mind; both together tell the zone."""
    state.cursor = int(state.cursor) + 1
    if int(state.cursor) < GOBLIN_DICE:
        state.subject = value
        return
    state.goblin_zone = int(board.goblin_zone[int(state.subject) + value])
    state.subject = NONE
    state.stack = items_for(state, board)
    state.step = RoundStart.DICE
    state.cursor = 0


@rule
def items_for(state: Any, board: Any) -> Any:
    """One item per player, as long as the pile lasts."""
    laid = int(state.players) * (int(state.round_number) // 2)
    return max(min(int(state.players), number_in(board.items) - laid), 0)


@rule
def sum_of_dice(state: Any, player: Any) -> Any:
    """Sum of the available dice of a player."""
    total = 0
    for value in range(VALUES):
        total += (value + 1) * int(state.dice[player, value])
    return total


@rule
def lowest_sum(state: Any) -> Any:
    """The lowest sum of all players."""
    lowest = sum_of_dice(state, 0)
    for player in range(1, int(state.players)):
        lowest = min(lowest, sum_of_dice(state, player))
    return lowest


@rule
def number_of_lowest(state: Any) -> Any:
    """How many players have the lowest sum."""
    number, lowest = 0, lowest_sum(state)
    for player in range(int(state.players)):
        if sum_of_dice(state, player) == lowest:
            number += 1
    return number


@rule
def _lowest_from(state: Any, former: Any) -> Any:
    """The first clockwise from the former first player, who counts first, with the lowest sum."""
    player, lowest = former, lowest_sum(state)
    while sum_of_dice(state, player) != lowest:
        player = (player + 1) % int(state.players)
    return player


@rule
def tied_players(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The players with the lowest sum, evenly."""
    count, lowest = 0, lowest_sum(state)
    for player in range(int(state.players)):
        if sum_of_dice(state, player) == lowest:
            count = outcome(board, ChanceKind.FIRST, player, 1, outcomes, weights, count)
    return count


@rule
def become_first(state: Any, board: Any, owner: Any, player: Any) -> None:
    """The lot decides."""
    begin_turns(state, board, player)


@rule
def begin_turns(state: Any, board: Any, first: Any) -> None:
    """Low sums are compensated; then the first player has the turn."""
    for player in range(int(state.players)):
        if sum_of_dice(state, player) < int(board.compensation_below):
            gain_gold(state, player, int(board.compensation_gold))
    state.first_player = first
    state.phase = Phase.TURNS
    state.step = 0
    state.cursor = 0


ROUND_START = rulebook.Phase(
    Phase.ROUND_START,
    run_round_start,
    chances=(
        rulebook.Chance(ChanceKind.DIE, die_values, show_die),
        rulebook.Chance(ChanceKind.FIRST, tied_players, become_first),
    ),
)
