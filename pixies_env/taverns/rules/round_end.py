"""Section 2, end of a round: dice and rows, then what the round marker passes."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.events import await_chance
from pixies_env.core.kit.zones import close_gap, draws_of_set, without_card
from pixies_env.taverns.effects import appearance_of, bad_half_of, good_half_of
from pixies_env.taverns.limits import (
    MAX_EFFECTS,
    MAX_ICONS,
    MAX_TOKEN_SPACES,
    RECIPE_ROW,
    SITES,
    VALUES,
)
from pixies_env.taverns.names import (
    NOBODY,
    NONE,
    BankSlot,
    ChanceKind,
    Continuation,
    Icon,
    Minion,
    Phase,
    RoundEnd,
)
from pixies_env.taverns.rules.cooking import draw_recipe
from pixies_env.taverns.rules.ending import end_game
from pixies_env.taverns.rules.hunting import dragon_leaves
from pixies_env.taverns.rules.round_start import begin_round


@rule
def begin_round_end(state: Any, board: Any) -> None:
    """After the last round the game ends; else dice and energy come back, recipes move down."""
    if state.round_number == board.rounds:
        end_game(state)
        return
    state.phase = Phase.ROUND_END
    state.step = RoundEnd.ICON
    state.icon = 0
    state.cursor = 0
    state.turn = 0
    _take_dice_back(state)
    for site in range(SITES):
        state.spaces_used[site] = 0
    close_gap(state.recipe_row, RECIPE_ROW - 1)
    draw_recipe(state)


@rule
def _take_dice_back(state: Any) -> None:
    for player in range(int(state.players)):
        for value in range(VALUES):
            state.dice[player, value] = 0
        for minion in range(len(Minion)):
            state.minion_die[player, minion] = 0
        state.energy_die[player] = 0
        state.cooking_dice[player] = 0
        state.lost_dice[player] = 0
    for slot in range(len(BankSlot)):
        state.bank_seat[slot] = NOBODY
    state.blank_value = 0


@rule
def run_round_end(state: Any, board: Any) -> None:
    """Resolve the icons from left to right; then the next round begins."""
    if state.step == RoundEnd.EVERYBODY:
        _let_next_player_resolve(state, board)
    elif state.step == RoundEnd.TOKENS:
        if int(state.cursor) < int(board.token_spaces):
            await_chance(state, NOBODY, ChanceKind.TOKEN)
        else:
            _next_icon(state)
    else:
        _begin_icon(state, board, icon_due(state, board))


@rule
def icon_due(state: Any, board: Any) -> Any:
    """The icon being resolved, NONE if there is none any more."""
    if state.icon == MAX_ICONS:
        return NONE
    return int(board.icons[state.round_number, state.icon])


@rule
def _next_icon(state: Any) -> None:
    state.icon = int(state.icon) + 1
    state.step = RoundEnd.ICON
    state.cursor = 0


@rule
def _begin_icon(state: Any, board: Any, icon: Any) -> None:
    if icon == NONE:
        state.icon = 0
        begin_round(state, board)
    elif icon == Icon.HEROES:
        state.exhausted = 0
        _next_icon(state)
    elif icon == Icon.DRAGON:
        dragon_leaves(state)
        await_chance(state, NOBODY, ChanceKind.DRAGON)
    elif icon == Icon.RESET:
        for space in range(MAX_TOKEN_SPACES):
            state.token_at[space] = NONE
        state.step = RoundEnd.TOKENS
    elif board.events_on != 0 and state.events_left != 0:
        await_chance(state, NOBODY, ChanceKind.EVENT)
    else:
        _next_icon(state)


@rule
def _let_next_player_resolve(state: Any, board: Any) -> None:
    """From the first player of the ended round clockwise, one after the other."""
    players, place = int(state.players), int(state.cursor)
    if place == players:
        state.event = NONE
        _next_icon(state)
        return
    player = (int(state.first_player) + place) % players
    state.cursor = place + 1
    icon, slot, number = icon_due(state, board), 0, MAX_EFFECTS
    if icon == Icon.DRAGON:
        slot, number = appearance_of(int(state.dragon)), 1
    elif icon == Icon.EVENT_GOOD:
        slot = good_half_of(int(state.event))
    else:
        slot = bad_half_of(int(state.event))
    push(state, Continuation.EFFECTS, player, slot, number)


@rule
def dragons(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The boards not used before."""
    return draws_of_set(board, ChanceKind.DRAGON, state.dragons_left, outcomes, weights)


@rule
def dragon_appears(state: Any, board: Any, owner: Any, dragon: Any) -> None:
    """The dragon stands at its site; its appearance happens to every player."""
    state.dragons_left = without_card(state.dragons_left, dragon)
    state.dragon = dragon
    state.step = RoundEnd.EVERYBODY


@rule
def events(state: Any, board: Any, owner: Any, outcomes: Any, weights: Any) -> Any:
    """The cards of the deck."""
    return draws_of_set(board, ChanceKind.EVENT, state.events_left, outcomes, weights)


@rule
def reveal_event(state: Any, board: Any, owner: Any, event: Any) -> None:
    """Every player resolves a half of the card."""
    state.events_left = without_card(state.events_left, event)
    state.event = event
    state.step = RoundEnd.EVERYBODY


ROUND_END = rulebook.Phase(
    Phase.ROUND_END,
    run_round_end,
    chances=(
        rulebook.Chance(ChanceKind.DRAGON, dragons, dragon_appears),
        rulebook.Chance(ChanceKind.EVENT, events, reveal_event),
    ),
)
