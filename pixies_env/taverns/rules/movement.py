"""Section 3, the walk: step by step along the path, or by arrows; activation; moved minions."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import pop, push
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import options_of_set, with_card
from pixies_env.taverns.names import (
    ChanceKind,
    Continuation,
    Decision,
    Minion,
    Question,
    Roll,
)
from pixies_env.taverns.rules.pockets import carries, no_question, store_all
from pixies_env.taverns.rules.purse import gain_runes


@rule
def activate(state: Any, board: Any, player: Any, minion: Any) -> None:
    """A minion becomes active and walks as its die says; what is once per activation is new."""
    state.active = minion
    state.may_collect = 1
    state.has_collected = 0
    state.hunted = 0
    state.bought = 0
    steps = int(state.minion_die[player, minion]) + int(board.extra_steps[minion])
    push(state, Continuation.WALK, player, steps, 0)


@rule
def next_zone(board: Any, zone: Any) -> Any:
    """The zone after another one, clockwise."""
    return (zone + 1) % int(board.zones)


@rule
def enter(state: Any, board: Any, player: Any, zone: Any) -> None:
    """The active minion steps into a zone; the Maple gives a rune."""
    state.zone[player, state.active] = zone
    if zone == board.maple:
        gain_runes(state, board, player, 1)


@rule
def passes_city(state: Any, board: Any, player: Any) -> Any:
    """Whether the active minion, on its way, has something to store or heal where it is."""
    minion = int(state.active)
    if board.city_on_pass == 0 or state.zone[player, minion] != board.city:
        return False
    return state.wounds[player, minion] > 0 or carries(state, player, minion)


@rule
def walk(state: Any, board: Any, player: Any, steps: Any, entered: Any) -> None:
    """Walk so many zones; ``entered``: whether the last step ended where the minion is."""
    while steps > 0:
        if entered != 0 and passes_city(state, board, player):
            push(state, Continuation.WALK, player, steps, 1)
            ask(state, player, Question.PASS)
            return
        zone = int(state.zone[player, state.active])
        if board.arrows[zone] != 0:
            push(state, Continuation.WALK, player, steps - 1, 1)
            ask(state, player, Question.PATH)
            return
        enter(state, board, player, next_zone(board, zone))
        steps -= 1
        entered = 1


@rule
def paths(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The next zone and the ends of the arrows that start here."""
    zone = int(state.zone[player, state.active])
    ends = with_card(board.arrows[zone], next_zone(board, zone))
    return options_of_set(board, Decision.PATH, ends, ids, 0)


@rule
def step_into(state: Any, board: Any, player: Any, zone: Any) -> None:
    """One step of the walk, which goes on."""
    enter(state, board, player, zone)


@rule
def stops_in_city(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """What the minion that walks through the City can do there."""
    minion, count = int(state.active), 0
    if carries(state, player, minion):
        count = option(board, Decision.STORE, minion, ids, count)
    if state.wounds[player, minion] > 0:
        count = option(board, Decision.HEAL, minion, ids, count)
    return option(board, Decision.WALK_ON, 0, ids, count)


@rule
def store(state: Any, board: Any, player: Any, minion: Any) -> None:
    """All that a minion in the City carries is stored."""
    store_all(state, player, minion)


@rule
def heal(state: Any, board: Any, player: Any, minion: Any) -> None:
    """All wounds of a minion are removed."""
    state.wounds[player, minion] = 0


@rule
def walk_on(state: Any, board: Any, player: Any, value: Any) -> None:
    """Leave the City without doing more there."""
    _, _, steps, _ = pop(state)
    push(state, Continuation.WALK, player, steps, 0)


# Moved minions: portal and boots


@rule
def can_be_moved(board: Any) -> Any:
    """Whether there is another zone to be moved to."""
    return board.zones > 1


@rule
def ask_warp(state: Any, player: Any) -> None:
    """Ask where the active minion is moved."""
    ask(state, player, Question.WARP)


@rule
def warps(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Every zone but that of the active minion."""
    count, here = 0, int(state.zone[player, state.active])
    for zone in range(int(board.zones)):
        if zone != here:
            count = option(board, Decision.WARP, zone, ids, count)
    return count


@rule
def warp(state: Any, board: Any, player: Any, zone: Any) -> None:
    """The active minion is moved: no entry, so no rune at the Maple."""
    state.zone[player, state.active] = zone


# Second activations: campfire and talisman


@rule
def roll_again(state: Any, player: Any, minion: Any) -> None:
    """The die of a minion is rolled again; then it is activated again."""
    state.roll = Roll.MINION
    state.subject = minion
    await_chance(state, player, ChanceKind.DIE)


@rule
def set_minion_die(state: Any, board: Any, player: Any, value: Any) -> None:
    """The die of the minion that is rolled for shows a value: the minion is active again."""
    minion = int(state.subject)
    state.minion_die[player, minion] = value
    state.roll = Roll.NONE
    no_question(state)
    activate(state, board, player, minion)


@rule
def has_placed_minion(state: Any, player: Any) -> Any:
    """Whether any own minion has a die on its place."""
    for minion in range(len(Minion)):
        if state.minion_die[player, minion] > 0:
            return True
    return False


@rule
def minions_with_die(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Own minions with a die on their place."""
    count = 0
    for minion in range(len(Minion)):
        if state.minion_die[player, minion] > 0:
            count = option(board, Decision.AGAIN, minion, ids, count)
    return count


@rule
def again(state: Any, board: Any, player: Any, minion: Any) -> None:
    """The talisman is for this minion."""
    roll_again(state, player, minion)


MOVEMENT = rulebook.Phase(
    questions=(
        rulebook.Question(Question.PATH, paths, {Decision.PATH: step_into}),
        rulebook.Question(
            Question.PASS,
            stops_in_city,
            {Decision.STORE: store, Decision.HEAL: heal, Decision.WALK_ON: walk_on},
        ),
        rulebook.Question(Question.WARP, warps, {Decision.WARP: warp}),
        rulebook.Question(Question.AGAIN, minions_with_die, {Decision.AGAIN: again}),
    ),
    continuations=(rulebook.Continuation(Continuation.WALK, walk),),
)
