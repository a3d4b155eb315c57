"""What the player to move has done in this turn."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.seam import DECISION
from pixies_env.taverns.invariants.progress import asks, draws_now, seat_in_turn
from pixies_env.taverns.invariants.violations import Wrong
from pixies_env.taverns.limits import SITES
from pixies_env.taverns.names import (
    NONE,
    ChanceKind,
    Item,
    Location,
    Minion,
    Phase,
    Question,
)
from pixies_env.taverns.rules.locations import dragon_sites


@rule
def _is_flag(value: Any) -> Any:
    return value == 0 or value == 1


@rule
def check_turn(state: Any, board: Any) -> Any:
    """Flags are set by what has been done; all are blank outside a turn and at its start."""
    if not (_is_flag(state.main_done) and _is_flag(state.may_collect)):
        return Wrong.TURN
    if not (_is_flag(state.has_collected) and _is_flag(state.hunted)):
        return Wrong.TURN
    if not (_is_flag(state.bought) and _is_flag(state.met) and _is_flag(state.cooked_now)):
        return Wrong.TURN
    if state.active < NONE or state.active >= len(Minion):
        return Wrong.ACTIVE
    if state.visited < 0 or state.visited >= 1 << len(Location):
        return Wrong.VISITED
    if state.phase != Phase.TURNS:
        done = state.main_done != 0 or state.cooked_now != 0 or state.active != NONE
        return Wrong.TURN if done or _has_acted(state) else Wrong.FINE
    player = seat_in_turn(state)
    if state.cooked_now != 0:
        if state.main_done == 0 or state.cooking_dice[player] == 0 or state.cooked[player] == 0:
            return Wrong.TURN
    if state.active == NONE:
        if _has_acted(state):
            return Wrong.TURN
        return Wrong.ACTIVE if _needs_active(state) else Wrong.FINE
    return _check_active(state, board, player)


@rule
def _has_acted(state: Any) -> Any:
    """Whether an active minion has done anything or may collect."""
    return (
        state.may_collect != 0
        or state.has_collected != 0
        or state.hunted != 0
        or state.bought != 0
        or state.met != 0
        or state.visited != 0
    )


@rule
def _needs_active(state: Any) -> Any:
    """Whether what is due comes of an active minion only."""
    question = int(state.question)
    if state.waiting == DECISION:
        return (
            Question.PATH <= question <= Question.WARP
            or question == Question.DUNGEON
            or question == Question.MARKET
            or Question.VISIT <= question <= Question.COPY
            or question == Question.DROP
        )
    return (
        ChanceKind.ENCOUNTER <= question <= ChanceKind.FORGE
        or question == ChanceKind.HUNT_DIE
        or question == ChanceKind.TROPHY
    )


@rule
def _check_active(state: Any, board: Any, player: Any) -> Any:
    if state.minion_die[player, state.active] == 0:
        return Wrong.ACTIVE
    # Before the main action a minion becomes active by the talisman alone.
    if state.main_done == 0 and state.items_used[player, Item.TALISMAN] == 0:
        return Wrong.ACTIVE
    if state.may_collect == 0 and state.has_collected == 0:
        return Wrong.TURN
    if state.met != 0 and board.encounters_on == 0:
        return Wrong.TURN
    if state.bought != 0 and state.goblin_zone == NONE:
        return Wrong.TURN
    if draws_now(state, ChanceKind.ENCOUNTER) and state.met == 0:
        return Wrong.TURN
    if draws_now(state, ChanceKind.ITEM) and state.bought == 0:
        return Wrong.TURN
    return _check_visited(state, board)


@rule
def _check_visited(state: Any, board: Any) -> Any:
    """Those visited are in play, each on a space, and not at the dragon."""
    left = int(state.visited)
    for site in range(SITES):
        location = int(state.location_at[site])
        if not has_bit(left, location):
            continue
        if state.spaces_used[site] == 0 or has_bit(dragon_sites(state, board), site):
            return Wrong.VISITED
        left &= ~(1 << location)
    if left != 0:
        return Wrong.VISITED
    location = NONE
    if asks(state, Question.DUNGEON) or draws_now(state, ChanceKind.DUNGEON):
        location = int(Location.DUNGEON)
    elif asks(state, Question.MARKET):
        location = int(Location.MARKET)
    elif draws_now(state, ChanceKind.FORGE):
        location = int(Location.FORGE)
    if location != NONE and not has_bit(int(state.visited), location):
        return Wrong.VISITED
    return Wrong.FINE
