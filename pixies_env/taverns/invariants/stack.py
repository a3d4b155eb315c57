"""What is interrupted: which effects can wait below what is due.

From the bottom: the rest of the effects of a card or the way back of a marker, then a walk, the
end of a search or the wounds of the minions at the dragon; or what is left of a hunt; or the end of
cooking.
"""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.zones import has_card
from pixies_env.core.seam import DECISION
from pixies_env.taverns.effects import (
    BAD_HALVES,
    ENCOUNTERS,
    GOOD_HALVES,
    SLOTS,
)
from pixies_env.taverns.invariants.progress import (
    asks,
    draws_now,
    icon_due,
    resolving_seat,
    seat_in_turn,
)
from pixies_env.taverns.invariants.violations import Wrong
from pixies_env.taverns.limits import MAX_EFFECTS, MOST_HUNT_DICE, VALUES
from pixies_env.taverns.names import (
    NOBODY,
    NONE,
    ChanceKind,
    Continuation,
    Face,
    Hunt,
    Icon,
    Minion,
    Phase,
    Question,
    Roll,
    RoundEnd,
)
from pixies_env.taverns.state import FRAMES


@rule
def kind_at(state: Any, place: Any) -> Any:
    """Kind of the frame at a place from the bottom, NONE where there is none."""
    return int(state.frames[place, 0]) if place < int(state.frame_count) else NONE


@rule
def top(state: Any) -> Any:
    """Kind of the topmost frame, NONE if there is none."""
    return kind_at(state, max(int(state.frame_count) - 1, 0))


@rule
def check_stack(state: Any, board: Any) -> Any:
    """Which frames there are, whose, and with what numbers."""
    count, player = int(state.frame_count), NOBODY
    if state.phase == Phase.TURNS:
        player = seat_in_turn(state)
    elif state.phase == Phase.ROUND_END and state.step == RoundEnd.EVERYBODY:
        player = resolving_seat(state)
    for place in range(FRAMES):
        if place >= count:
            for column in range(4):
                if state.frames[place, column] != 0:
                    return Wrong.EFFECTS
        elif player == NOBODY or state.frames[place, 1] != player:
            return Wrong.EFFECTS
        elif not _numbers_fit(state, board, place):
            return Wrong.EFFECTS
    return Wrong.FINE if _order_fits(state) else Wrong.EFFECTS


@rule
def _numbers_fit(state: Any, board: Any, place: Any) -> Any:
    """Whether the two numbers of a frame are such as its kind has."""
    kind = int(state.frames[place, 0])
    first, second = int(state.frames[place, 2]), int(state.frames[place, 3])
    if kind == Continuation.FINISH_COOKING:
        return 0 <= first < board.recipe_prestige.shape[0] and 1 <= second <= VALUES
    if kind == Continuation.WALK:
        most = VALUES + int(board.extra_steps[max(int(state.active), 0)])
        return second == 1 and 0 <= first <= most
    if kind == Continuation.EFFECTS:
        return _is_rest_of_card(state, board, first, second)
    if kind == Continuation.WOUND_ADJACENT:
        return 1 <= first < len(Minion) and second == 0
    if kind == Continuation.HUNT_DICE:
        return 1 <= first < MOST_HUNT_DICE and second == 0
    if kind == Continuation.CLAWS:
        return 1 <= first <= int(state.hunt_dice[Face.CLAW]) and second == 0
    return 0 <= kind < len(Continuation) and first == 0 and second == 0


@rule
def _is_rest_of_card(state: Any, board: Any, slot: Any, number: Any) -> Any:
    """Whether so many effects from a slot on are what is left of the card being resolved."""
    if not 1 <= number < MAX_EFFECTS or not GOOD_HALVES < slot < SLOTS:
        return False
    place = (slot - GOOD_HALVES) % MAX_EFFECTS
    return place + number == MAX_EFFECTS and is_card_resolved(state, board, slot)


@rule
def is_card_resolved(state: Any, board: Any, slot: Any) -> Any:
    """Whether a slot of an event or encounter is one of the card that is being resolved."""
    if slot >= ENCOUNTERS:
        card = (slot - ENCOUNTERS) // MAX_EFFECTS
        there = has_card(board.all_encounters & ~state.encounters_left, card)
        return state.phase == Phase.TURNS and state.met != 0 and there
    if state.phase != Phase.ROUND_END or state.step != RoundEnd.EVERYBODY:
        return False
    if slot >= BAD_HALVES:
        card, icon = (slot - BAD_HALVES) // MAX_EFFECTS, Icon.EVENT_BAD
    else:
        card, icon = (slot - GOOD_HALVES) // MAX_EFFECTS, Icon.EVENT_GOOD
    return card == int(state.event) and icon_due(state, board) == icon


@rule
def _order_fits(state: Any) -> Any:
    """Whether the frames can lie on each other below what is due."""
    count = int(state.frame_count)
    if state.hunting == Hunt.STRUCK:
        return _order_fits_struck(state, count)
    if kind_at(state, 0) == Continuation.FINISH_COOKING or asks(state, Question.COOK):
        return (
            count == 1 and asks(state, Question.COOK) and top(state) == Continuation.FINISH_COOKING
        )
    if kind_at(state, 0) == Continuation.HUNT_DICE:
        return count == 1 and draws_now(state, ChanceKind.HUNT_DIE) and state.roll == Roll.HUNT
    place = 0
    if kind_at(state, 0) == Continuation.EFFECTS or kind_at(state, 0) == Continuation.MARKER_BACK:
        place = 1
        if not _leaves_rest(state):
            return False
    last = top(state)
    if (last == Continuation.WALK) != (asks(state, Question.PATH) or asks(state, Question.PASS)):
        return False
    if last == Continuation.WALK:
        return count == place + 1
    if last == Continuation.WOUND_ADJACENT:
        return count == place + 1 and _wounds_next(state)
    if last == Continuation.DUNGEON_OVER:
        return count == place + 1 and asks(state, Question.DROP) and state.effect == NONE
    return count == place


@rule
def _leaves_rest(state: Any) -> Any:
    """Whether what is due can come of an effect of a card or of a track."""
    question = int(state.question)
    if state.waiting == DECISION:
        if question == Question.OPEN or question == Question.ATTACK or question == Question.AGAIN:
            return False
        if kind_at(state, 0) == Continuation.EFFECTS:
            return state.hunting == Hunt.NONE
        return state.marker[state.player] > 0
    if question == ChanceKind.HUNT_DIE:
        return state.roll == Roll.HUNT and kind_at(state, 0) == Continuation.MARKER_BACK
    if question == ChanceKind.DIE:
        return state.roll == Roll.MINION
    return question == ChanceKind.DUNGEON or question == ChanceKind.FORGE


@rule
def _wounds_next(state: Any) -> Any:
    """Whether the wound that is due is one of those of the minions at the dragon."""
    first = int(state.frames[int(state.frame_count) - 1, 2])
    return asks(state, Question.DROP) and state.effect == NONE and state.subject == first - 1


@rule
def _order_fits_struck(state: Any, count: Any) -> Any:
    """Below what is due lies what the strike has brought and is still to come."""
    if draws_now(state, ChanceKind.TROPHY):
        return count == 0
    if kind_at(state, 0) != Continuation.REWARDS:
        return False
    flames, claws = state.hunt_dice[Face.FLAME] > 0, int(state.hunt_dice[Face.CLAW])
    if state.no_claws != 0:
        claws = 0
    place = 1
    if kind_at(state, place) == Continuation.WOUND_ADJACENT:
        return count == 2 and flames and _wounds_next(state)
    special = kind_at(state, place) == Continuation.SPECIAL_ATTACK
    place += 1 if special else 0
    to_come = 0
    if kind_at(state, place) == Continuation.CLAWS:
        to_come = int(state.frames[place, 2])
        place += 1
    if kind_at(state, place) == Continuation.DAMAGE:
        whole = special == flames and to_come == claws
        return whole and place + 1 == count and asks(state, Question.MARK)
    if place != count or state.waiting != DECISION or asks(state, Question.MARK):
        return False
    by_claw = asks(state, Question.DROP) and state.effect == NONE and claws > 0
    by_claw = by_claw and special == flames and to_come < claws
    return by_claw or (flames and count == 1)
