"""What the player to move has done in this turn."""

from typing import Any

from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.zones import number_in
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
    Roll,
    Token,
)
from pixies_env.taverns.rules.gathering import tokens_in
from pixies_env.taverns.rules.locations import dragon_sites
from pixies_env.taverns.rules.movement import passes_city


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
    if draws_now(state, ChanceKind.RECIPE) and state.cooked_now == 0:
        return Wrong.TURN
    if asks(state, Question.AGAIN) and state.items_used[player, Item.TALISMAN] == 0:
        return Wrong.WAITING
    if state.active == NONE:
        if _has_acted(state):
            return Wrong.TURN
        if not _is_moved(state, player):
            return Wrong.WAITING
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
    zone = int(state.zone[player, state.active])
    if not (_has_met(state, board, zone) and _has_bought(state, player, zone)):
        return Wrong.TURN
    if not (_can_walk(state, board, player, zone) and _is_moved(state, player)):
        return Wrong.WAITING
    return _check_visited(state, board)


@rule
def _has_met(state: Any, board: Any, zone: Any) -> Any:
    """Whether the deck lacks a card after an encounter; it is drawn where the token lies."""
    if draws_now(state, ChanceKind.ENCOUNTER):
        return state.met != 0 and has_bit(tokens_in(state, board, zone), Token.ENCOUNTER)
    drawn = board.encounters_on != 0 and state.encounters_left != board.all_encounters
    return state.met == 0 or drawn


@rule
def _has_bought(state: Any, player: Any, zone: Any) -> Any:
    """Whether a player who has bought an item has one; it is drawn at the goblin."""
    if draws_now(state, ChanceKind.ITEM):
        return state.bought != 0 and zone == state.goblin_zone
    items = number_in(state.items[player]) + number_in(state.items_used[player])
    return state.bought == 0 or (items > 0 and state.goblin_zone != NONE)


@rule
def _can_walk(state: Any, board: Any, player: Any, zone: Any) -> Any:
    """Whether there is something to ask on a walk: an arrow, or what the City is good for."""
    if asks(state, Question.PATH):
        return board.arrows[zone] != 0
    if asks(state, Question.PASS):
        steps = int(state.frames[max(int(state.frame_count) - 1, 0), 2])
        return steps > 0 and passes_city(state, board, player)
    return True


@rule
def _is_moved(state: Any, player: Any) -> Any:
    """Whether a portal or boots, a campfire or a talisman have brought a move or a roll."""
    if asks(state, Question.WARP):
        location, item = int(Location.PORTAL), int(Item.BOOTS)
        lit = True
    elif draws_now(state, ChanceKind.DIE) and state.roll == Roll.MINION:
        location, item = int(Location.CAMPFIRE), int(Item.TALISMAN)
        lit = state.subject == state.active
    else:
        return True
    used = state.items_used[player, item] > 0 and state.frame_count == 0
    return used or (lit and has_bit(int(state.visited), location))


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
