"""Phase, round and step, and whether what the state waits for can come there."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.continuations import has_overflowed
from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from pixies_env.taverns.invariants.progress import icon_due, resolving_seat, seat_in_turn
from pixies_env.taverns.invariants.violations import Wrong
from pixies_env.taverns.limits import DICE, MAX_ICONS, MAX_PLAYERS, MIN_PLAYERS, SITES
from pixies_env.taverns.names import (
    NOBODY,
    ChanceKind,
    Icon,
    Phase,
    Question,
    RoundEnd,
    RoundStart,
    SetupStep,
)
from pixies_env.taverns.rules.round_start import GOBLIN_DICE
from pixies_env.taverns.state import HAND


@rule
def check_flow(state: Any, board: Any) -> Any:
    """What is waited for fits phase, round, step and place, and so does who is asked."""
    waiting, players = int(state.waiting), int(state.players)
    if players < MIN_PLAYERS or players > MAX_PLAYERS:
        return Wrong.SEATS
    if has_overflowed(state):
        return Wrong.EFFECTS
    if waiting != DECISION and waiting != CHANCE and waiting != NOTHING:
        return Wrong.WAITING
    kinds = len(Question) if waiting == DECISION else len(ChanceKind)
    if state.question < 0 or state.question >= kinds:
        return Wrong.WAITING
    if state.player < NOBODY or state.player >= players:
        return Wrong.ASKED
    phase, number = int(state.phase), int(state.round_number)
    if phase < Phase.SETUP or phase > Phase.OVER:
        return Wrong.ROUND
    if (waiting == NOTHING) != (phase == Phase.OVER):
        return Wrong.WAITING
    if number < 0 or number > int(board.rounds) or (number == 0) != (phase == Phase.SETUP):
        return Wrong.ROUND
    if phase == Phase.OVER and number != int(board.rounds):
        return Wrong.ROUND
    if phase == Phase.ROUND_END and number == int(board.rounds):
        return Wrong.ROUND
    wrong = _check_first(state, phase, number)
    if wrong == Wrong.FINE:
        wrong = _check_place(state, board, phase)
    return wrong


@rule
def _check_first(state: Any, phase: Any, number: Any) -> Any:
    """The first player is known from the first turn on; turns are over within a round only."""
    first = int(state.first_player)
    if first < NOBODY or first >= state.players:
        return Wrong.FIRST_PLAYER
    unknown = phase == Phase.SETUP or (phase == Phase.ROUND_START and number == 1)
    if (first == NOBODY) != unknown:
        return Wrong.FIRST_PLAYER
    turns = DICE * int(state.players) if phase == Phase.TURNS else 1
    return Wrong.FINE if 0 <= state.turn < turns else Wrong.TURNS_OVER


@rule
def _check_place(state: Any, board: Any, phase: Any) -> Any:
    if phase == Phase.SETUP:
        return _check_setup(state, board)
    if phase == Phase.ROUND_START:
        return _check_round_start(state, board)
    if phase == Phase.ROUND_END:
        return _check_round_end(state, board)
    if state.step != 0 or state.cursor != 0 or state.icon != 0:
        return Wrong.STEP
    if phase == Phase.TURNS:
        return _check_turn(state)
    return Wrong.FINE if state.player == NOBODY and state.question == 0 else Wrong.WAITING


@rule
def _expect(state: Any, waiting: Any, question: Any, player: Any) -> Any:
    if state.waiting != waiting or state.question != question:
        return Wrong.WAITING
    return Wrong.FINE if state.player == player else Wrong.ASKED


@rule
def _check_setup(state: Any, board: Any) -> Any:
    step, cursor, players = int(state.step), int(state.cursor), int(state.players)
    missions = board.missions_on != 0
    if state.icon != 0 or cursor < 0:
        return Wrong.STEP
    waiting, question, player, number = CHANCE, int(ChanceKind.LAY), NOBODY, SITES
    if step == SetupStep.TOKENS:
        question, number = int(ChanceKind.TOKEN), int(board.token_spaces)
    elif step == SetupStep.HEROES:
        # The hero that comes is counted already.
        question, number = int(ChanceKind.HERO), int(board.heroes_in_row) + 1
        if cursor == 0:
            return Wrong.STEP
    elif step == SetupStep.RECIPES:
        question, number = int(ChanceKind.RECIPE), int(board.initial_recipes)
    elif step == SetupStep.TAVERNS:
        waiting, question, player = DECISION, int(Question.TAVERN), cursor
        number = players if board.asymmetric_on != 0 else 0
    elif step == SetupStep.COMMON_MISSION:
        question, number = int(ChanceKind.MISSION), 1 if missions else 0
    elif step == SetupStep.MISSIONS:
        question, player = int(ChanceKind.MISSION), cursor // HAND
        number = HAND * players if missions else 0
    elif step == SetupStep.KEEP:
        waiting, question, player = DECISION, int(Question.KEEP), cursor
        number = players if missions else 0
    elif step != SetupStep.LOCATIONS:
        return Wrong.STEP
    return _expect(state, waiting, question, player) if cursor < number else Wrong.STEP


@rule
def _check_round_start(state: Any, board: Any) -> Any:
    step, cursor, players = int(state.step), int(state.cursor), int(state.players)
    if state.icon != 0 or cursor < 0:
        return Wrong.STEP
    if step == RoundStart.GOBLIN:
        comes = board.goblin_on != 0 and state.round_number % 2 == 1
        if not comes or cursor >= GOBLIN_DICE:
            return Wrong.STEP
        return _expect(state, CHANCE, ChanceKind.DIE, NOBODY)
    if step == RoundStart.DICE:
        if cursor >= DICE * players:
            return Wrong.STEP
        return _expect(state, CHANCE, ChanceKind.DIE, cursor // DICE)
    if step != RoundStart.FIRST or cursor != DICE * players or state.round_number != 1:
        return Wrong.STEP
    return _expect(state, CHANCE, ChanceKind.FIRST, NOBODY)


@rule
def _check_turn(state: Any) -> Any:
    """Any question but those of the set-up; heroes and recipes come to nobody in particular."""
    player, question = seat_in_turn(state), int(state.question)
    if state.waiting == DECISION:
        if question == Question.TAVERN or question == Question.KEEP:
            return Wrong.WAITING
    else:
        if question == ChanceKind.HERO or question == ChanceKind.RECIPE:
            player = NOBODY
        elif not (
            question == ChanceKind.TROPHY or ChanceKind.ENCOUNTER <= question <= ChanceKind.HUNT_DIE
        ):
            return Wrong.WAITING
    return Wrong.FINE if state.player == player else Wrong.ASKED


@rule
def _check_round_end(state: Any, board: Any) -> Any:
    """A recipe comes first; then each icon brings a card, tokens, or effects for everybody."""
    step, cursor, icon = int(state.step), int(state.cursor), int(state.icon)
    if icon < 0 or icon >= MAX_ICONS or cursor < 0:
        return Wrong.STEP
    due = icon_due(state, board)
    if step == RoundEnd.TOKENS:
        if due != Icon.RESET or cursor >= int(board.token_spaces):
            return Wrong.STEP
        return _expect(state, CHANCE, ChanceKind.TOKEN, NOBODY)
    is_event = due == Icon.EVENT_GOOD or due == Icon.EVENT_BAD
    if step == RoundEnd.EVERYBODY:
        if not (is_event or due == Icon.DRAGON) or not 1 <= cursor <= state.players:
            return Wrong.STEP
        if state.waiting != DECISION or not _asks_everybody(int(state.question)):
            return Wrong.WAITING
        return Wrong.FINE if state.player == resolving_seat(state) else Wrong.ASKED
    if step != RoundEnd.ICON or cursor != 0:
        return Wrong.STEP
    if icon == 0 and state.question == ChanceKind.RECIPE:
        return _expect(state, CHANCE, ChanceKind.RECIPE, NOBODY)
    if due == Icon.DRAGON:
        return _expect(state, CHANCE, ChanceKind.DRAGON, NOBODY)
    if is_event and board.events_on != 0:
        return _expect(state, CHANCE, ChanceKind.EVENT, NOBODY)
    return Wrong.STEP


@rule
def _asks_everybody(question: Any) -> Any:
    """Whether an effect can ask this outside turns: without active minion, dice and hunt."""
    return (
        question == Question.DROP
        or question == Question.UNLOAD
        or (Question.READY <= question <= Question.DISCARD)
        or question == Question.TRADE
    )
