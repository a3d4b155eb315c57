"""Where the effect that asks comes from: hero, item, track, card or dragon."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.zones import NO_CARD, has_card, place_in_row
from pixies_env.core.seam import DECISION
from pixies_env.taverns.effects import (
    APPEARANCES,
    BONUSES,
    GOOD_HALVES,
    SLOTS,
    SPECIALS,
    TRACKS,
    appearance_of,
    bad_half_of,
    good_half_of,
    special_of,
)
from pixies_env.taverns.invariants.progress import asks, icon_due
from pixies_env.taverns.invariants.stack import is_card_resolved, kind_at, top
from pixies_env.taverns.invariants.violations import Wrong
from pixies_env.taverns.limits import MAX_EFFECTS, MAX_TRACK
from pixies_env.taverns.names import (
    NONE,
    Continuation,
    Effect,
    Face,
    Hunt,
    Icon,
    Ingredient,
    Item,
    Location,
    Minion,
    Phase,
    Question,
    RoundEnd,
)
from pixies_env.taverns.rules.locations import touches_dragon
from pixies_env.taverns.rules.pockets import (
    can_be_wounded,
    free_pockets,
    is_full_of_wounds,
)

_QUESTION_OF = {
    Effect.READY: Question.READY,
    Effect.EXHAUST: Question.EXHAUST,
    Effect.HEAL: Question.TREAT,
    Effect.WOUND: Question.HURT,
    Effect.STORE_ONE: Question.UNLOAD,
    Effect.DISCARD_RESERVE: Question.DISCARD,
    Effect.LOSE_CARRIED: Question.DROP,
    Effect.TRADE: Question.TRADE,
    Effect.SET_DIE: Question.SET_DIE,
    Effect.VISIT_ANY: Question.VISIT,
    Effect.VISIT_FREE: Question.VISIT,
    Effect.OWL: Question.OWL,
    Effect.DUPLICATE: Question.COPY,
    Effect.ANY_SYMBOL: Question.SYMBOL,
    Effect.FACE: Question.TURN,
}
"""What each effect asks that asks anything."""
_ASKED = tuple(int(_QUESTION_OF.get(effect, NONE)) for effect in Effect)


@rule
def check_source(state: Any, board: Any) -> Any:
    """A question of an effect has its slot, and something has brought the effect."""
    slot, question = int(state.effect), int(state.question)
    if state.waiting != DECISION or question < Question.DROP:
        return Wrong.FINE if slot == NONE else Wrong.SOURCE
    if slot == NONE:
        if question == Question.DROP:
            return _check_wound(state, board)
        return Wrong.FINE if _is_of_item(state, question) else Wrong.SOURCE
    if slot < 0 or slot >= SLOTS or _ASKED[int(board.effect[slot])] != question:
        return Wrong.SOURCE
    if not _is_possible(state, board, slot, question):
        return Wrong.SUBJECT
    if slot < APPEARANCES:
        brought = _is_free_action(state, slot, question)
    elif slot < GOOD_HALVES:
        brought = _is_of_dragon(state, board, slot)
    else:
        brought = is_card_resolved(state, board, slot) and _is_next_of_card(state, slot)
    return Wrong.FINE if brought else Wrong.SOURCE


@rule
def _is_possible(state: Any, board: Any, slot: Any, question: Any) -> Any:
    """Whether what the options do not show themselves allows the effect."""
    player = int(state.player)
    if question == Question.DROP:
        return state.subject == state.active
    if question == Question.TRADE:
        return int(state.gold[player]) >= int(board.effect_gold[slot])
    if question == Question.COPY:
        return free_pockets(state, board, player, int(state.active)) > 0
    return True


@rule
def _is_of_item(state: Any, question: Any) -> Any:
    """Whether a potion, an hourglass or a glaive was used for this."""
    if state.phase != Phase.TURNS or state.frame_count != 0 or state.hunting == Hunt.STRUCK:
        return False
    used = state.items_used[int(state.player)]
    if question == Question.TREAT:
        return used[Item.POTION] > 0
    if question == Question.READY:
        return used[Item.HOURGLASS] > 0
    return question == Question.SYMBOL and used[Item.GLAIVE] > 0


@rule
def _is_free_action(state: Any, slot: Any, question: Any) -> Any:
    """Whether a hero was exhausted or paid for this, or it is a space of the own track."""
    if state.phase != Phase.TURNS or state.hunting == Hunt.STRUCK:
        return False
    if question == Question.DROP or question == Question.TRADE:
        return False
    if question == Question.HURT or question == Question.DISCARD:
        return False
    player, count = int(state.player), int(state.frame_count)
    if slot < BONUSES:
        return count == 0 and has_card(state.heroes[player] & state.exhausted, slot)
    if slot < TRACKS:
        return count == 0 and has_card(state.heroes[player] & state.bonus_used, slot - BONUSES)
    place = slot - TRACKS - int(state.tavern[player]) * MAX_TRACK
    on_track = state.tavern[player] != NONE and 0 <= place < state.marker[player]
    return on_track and count == 1 and kind_at(state, 0) == Continuation.MARKER_BACK


@rule
def _is_of_dragon(state: Any, board: Any, slot: Any) -> Any:
    """Whether the dragon that is there does this, when it appears or strikes back."""
    if state.dragon == NONE:
        return False
    if slot < SPECIALS:
        appears = state.phase == Phase.ROUND_END and state.step == RoundEnd.EVERYBODY
        appears = appears and icon_due(state, board) == Icon.DRAGON
        return appears and slot == appearance_of(int(state.dragon)) and state.frame_count == 0
    strikes = state.hunting == Hunt.STRUCK and state.hunt_dice[Face.FLAME] > 0
    return strikes and slot == special_of(int(state.dragon)) and state.frame_count == 1


@rule
def _is_next_of_card(state: Any, slot: Any) -> Any:
    """Whether what is left of a card begins behind a slot; the last has nothing behind it."""
    if state.hunting != Hunt.NONE:
        return False
    if (slot - GOOD_HALVES) % MAX_EFFECTS == MAX_EFFECTS - 1:
        return state.frame_count == 0
    is_rest = kind_at(state, 0) == Continuation.EFFECTS and state.frames[0, 2] == slot + 1
    return is_rest and state.frame_count == 1


# Wounds


@rule
def _check_wound(state: Any, board: Any) -> Any:
    """The minion has no free pocket, but one without a wound; something wounds it."""
    player, minion = int(state.player), int(state.subject)
    full = free_pockets(state, board, player, minion) == 0
    if not full or is_full_of_wounds(state, board, player, minion):
        return Wrong.SUBJECT
    if not can_be_wounded(state):
        return Wrong.HUNT
    touches = touches_dragon(state, board, int(state.zone[player, minion]))
    is_next = top(state) == Continuation.WOUND_ADJACENT
    if is_next and not touches:
        return Wrong.SUBJECT
    if state.phase != Phase.TURNS:
        wounds = _effect_at_end(state, board)
        # Behind the last minion at the dragon nothing is left to be done.
        last = touches and minion == len(Minion) - 1
        if wounds == Effect.WOUND_ADJACENT:
            return Wrong.FINE if is_next or last else Wrong.SUBJECT
        return Wrong.FINE if wounds == Effect.WOUND and not is_next else Wrong.SOURCE
    if is_next:
        return Wrong.FINE
    if top(state) == Continuation.DUNGEON_OVER:
        if not has_bit(int(state.visited), Location.DUNGEON):
            return Wrong.VISITED
        return Wrong.FINE if minion == state.active else Wrong.SUBJECT
    if state.hunting == Hunt.NONE:
        return Wrong.FINE if state.met != 0 else Wrong.SOURCE
    if state.hunting == Hunt.STRUCK and state.hunt_dice[Face.FLAME] == 0:
        return Wrong.FINE if minion == state.active else Wrong.SUBJECT
    return Wrong.FINE if state.hunting != Hunt.ATTACK else Wrong.HUNT


@rule
def _effect_at_end(state: Any, board: Any) -> Any:
    """The effect that is carried out at the end of a round."""
    icon = icon_due(state, board)
    if icon == Icon.DRAGON:
        return int(board.effect[appearance_of(int(state.dragon))])
    if kind_at(state, 0) == Continuation.EFFECTS:
        return int(board.effect[int(state.frames[0, 2]) - 1])
    first = good_half_of(int(state.event))
    if icon == Icon.EVENT_BAD:
        first = bad_half_of(int(state.event))
    return int(board.effect[first + MAX_EFFECTS - 1])


# Cooking


@rule
def check_cooking(state: Any, board: Any) -> Any:
    """The recipe lies in the row; what is not to be paid any more, cubes have replaced."""
    if not asks(state, Question.COOK):
        for kind in range(len(Ingredient)):
            if state.unpaid[kind] != 0:
                return Wrong.COOKING
        return Wrong.FINE
    player, recipe = int(state.player), int(state.frames[0, 2])
    if place_in_row(state.recipe_row, recipe) == NO_CARD:
        return Wrong.COOKING
    if state.main_done == 0 or state.cooked_now != 0:
        return Wrong.TURN
    replaced = 0
    for kind in range(len(Ingredient)):
        unpaid, needs = int(state.unpaid[kind]), int(board.recipe_needs[recipe, kind])
        if unpaid < 0 or unpaid > needs:
            return Wrong.COOKING
        replaced += needs - unpaid
    used = replaced <= state.items_used[player, Item.CUBE]
    return Wrong.FINE if used and state.items[player, Item.CUBE] > 0 else Wrong.COOKING
