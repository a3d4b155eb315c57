"""Section 2.II: adventure: one Guardian after another is drawn and played."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.havresac.limits import GUARDIANS
from pixies_env.havresac.names import (
    ASK_AFTER_MOVE,
    ASK_MOVE,
    BOOTS,
    BOW,
    CHEST,
    CUP,
    DAY,
    DIRECTIONS,
    DRAW,
    DRUID,
    FEATHER,
    FIRST_CREATURE,
    HAMMER,
    NET,
    NIGHT,
    OBJECTS,
    PRIESTESS,
    RECRUITMENT,
    SWORD,
    THIEF,
    WARRIOR,
)
from pixies_env.havresac.places import add as add_place
from pixies_env.havresac.places import has
from pixies_env.havresac.rules import glory, powers
from pixies_env.havresac.rules.lists import add, add_cells
from pixies_env.havresac.rules.movement import destinations
from pixies_env.havresac.state import (
    ask,
    await_chance,
    finish,
    no_guardian,
    occupant_at,
    put_guardian,
    seat_in_turn,
    tokens_in_bag,
)


@rule
def run_adventure(state: Any, board: Any) -> None:
    """Go on to the next draw; when all bags are empty, to Glory and recruitment or the end."""
    players = int(state.players)
    while int(state.turn) < players:
        player = seat_in_turn(state, int(state.turn))
        if tokens_in_bag(state, player) > 0:
            await_chance(state, player, DRAW)
            return
        state.turn = int(state.turn) + 1
    glory.count_glory(state, board)
    state.turn = 0
    if int(state.round_number) == int(board.rounds):
        finish(state)
    else:
        state.phase = RECRUITMENT


# Draw


@rule
def list_draws(state: Any, board: Any, player: Any, outcomes: Any, weights: Any) -> Any:
    """The kinds of tokens in the bag, with their numbers."""
    count = 0
    for guardian in range(GUARDIANS):
        tokens = int(state.bag[player, guardian])
        if tokens > 0:
            weights[count] = tokens
            count = add(outcomes, count, int(board.outcome_draw) + guardian)
    return count


@rule
def draw(state: Any, board: Any, player: Any, guardian: Any) -> None:
    """A token is drawn; it must be played."""
    state.bag[player, guardian] = int(state.bag[player, guardian]) - 1
    state.guardian = guardian
    state.powers = powers.uses_of_power(state, board, guardian)
    ask(state, player, ASK_MOVE)


# Before the move, and the move


@rule
def may_recall_instead(state: Any, guardian: Any) -> Any:
    """Whether the Guardian may recall instead of moving: the Day Priestess without objects."""
    return (
        guardian == PRIESTESS
        and state.faces[PRIESTESS] == DAY
        and state.boots == 0
        and state.feather == 0
        and state.sword == 0
    )


@rule
def can_use(state: Any, player: Any, guardian: Any, thing: Any) -> Any:
    """Whether a movement object is at hand and can help the Guardian at all."""
    if state.objects[player, thing] == 0:
        return False
    if thing == BOOTS:
        return guardian != THIEF or state.faces[THIEF] == DAY
    if thing == FEATHER:
        return state.feather == 0 and (guardian != DRUID or state.faces[DRUID] == NIGHT)
    return state.sword == 0 and (guardian != WARRIOR or state.faces[WARRIOR] == NIGHT)


@rule
def list_before_move(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Moves, recalls instead, movement objects; ``idle`` without a move or recall."""
    guardian = int(state.guardian)
    first = int(board.id_move)
    a, b, c, d = destinations(state, board, player, guardian)
    count = add_cells(board, a, 0, first, ids, 0)
    count = add_cells(board, b, 1, first, ids, count)
    count = add_cells(board, c, 2, first, ids, count)
    count = add_cells(board, d, 3, first, ids, count)
    if may_recall_instead(state, guardian):
        count = powers.list_recalls(state, board, player, ids, count)
    ways = count
    for thing in (BOOTS, FEATHER, SWORD):
        if can_use(state, player, guardian, thing):
            count = add(ids, count, int(board.id_use) + thing)
    if ways == 0:
        count = add(ids, count, int(board.id_idle))
    return count


@rule
def use(state: Any, player: Any, thing: Any) -> None:
    """Use a movement object; it is spent."""
    spend(state, player, thing)
    if thing == BOOTS:
        state.boots = int(state.boots) + 1
    elif thing == FEATHER:
        state.feather = 1
    else:
        state.sword = 1
    ask(state, player, ASK_MOVE)


@rule
def spend(state: Any, player: Any, thing: Any) -> None:
    """An object is used once in the game."""
    state.objects[player, thing] = int(state.objects[player, thing]) - 1


@rule
def set_aside(state: Any, player: Any) -> None:
    """A Guardian that can neither move nor recall stays off the board."""
    guardian = int(state.guardian)
    state.idle[player, guardian] = int(state.idle[player, guardian]) + 1
    no_guardian(state)


@rule
def recall_instead(state: Any, player: Any, place: Any) -> None:
    """The Day Priestess takes the place of a Guardian; nothing happens on arrival."""
    powers.recall(state, player, place)
    put_guardian(state, player, place, PRIESTESS)
    state.place = place
    ask(state, player, ASK_AFTER_MOVE)


# Arrival


@rule
def move(state: Any, board: Any, player: Any, place: Any) -> None:
    """Go to a cell: a creature there is taken, a ruin repaired, a thief opens a chest."""
    guardian = int(state.guardian)
    if occupant_at(state, player, place) >= FIRST_CREATURE:
        powers.gain(state, player, place)
    put_guardian(state, player, place, guardian)
    state.place = place
    if powers.can_be_repaired(state, board, player, place):
        powers.repair(state, player, place)
    if guardian == THIEF and has(board.chests, place) and not has(state.opened[player], place):
        await_chance(state, player, CHEST)
    else:
        ask(state, player, ASK_AFTER_MOVE)


@rule
def list_chest(state: Any, board: Any, player: Any, outcomes: Any, weights: Any) -> Any:
    """The objects that may be in the chest, with their numbers in the closed chests."""
    count = 0
    for thing in range(len(OBJECTS)):
        tokens = int(state.closed[player, thing])
        if tokens > 0:
            weights[count] = tokens
            count = add(outcomes, count, int(board.outcome_chest) + thing)
    return count


@rule
def open_chest(state: Any, player: Any, thing: Any) -> None:
    """The object is usable from the next Guardian on; a Cup counts in this round."""
    state.closed[player, thing] = int(state.closed[player, thing]) - 1
    add_place(state.opened[player], int(state.place))
    if thing == CUP:
        state.cups[player] = int(state.cups[player]) + 1
    else:
        state.objects[player, thing] = int(state.objects[player, thing]) + 1
        state.found = thing
    ask(state, player, ASK_AFTER_MOVE)


# After the move


@rule
def at_hand(state: Any, player: Any, thing: Any) -> Any:
    """Whether the Guardian being played can use an object: not the one it found itself."""
    objects = int(state.objects[player, thing])
    return objects > 1 or (objects == 1 and state.found != thing)


@rule
def aim_hits(state: Any, board: Any, player: Any, thing: Any, direction: Any) -> Any:
    """Whether a ranged object has a target in a direction."""
    place = int(state.place)
    if thing == BOW:
        return powers.shot_at(state, board, player, place, direction) >= 0
    if thing == HAMMER:
        return powers.village_at(state, board, player, place, direction) >= 0
    return powers.fairy_at(state, board, player, place, direction) >= 0


@rule
def list_after_move(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The own power, ranged objects, and always ``done``."""
    count = 0
    if state.powers > 0:
        if state.guardian == PRIESTESS:
            count = powers.list_recalls_in_line(state, board, player, ids, count)
        else:
            count = powers.list_powers(state, board, player, ids, count)
    for thing in (BOW, HAMMER, NET):
        if at_hand(state, player, thing):
            for direction in range(len(DIRECTIONS)):
                if aim_hits(state, board, player, thing, direction):
                    aim_id = int(board.id_aim) + (thing - BOW) * len(DIRECTIONS) + direction
                    count = add(ids, count, aim_id)
    return add(ids, count, int(board.id_done))


@rule
def use_power(state: Any, board: Any, player: Any, direction: Any) -> None:
    """The power in a direction."""
    powers.use_power(state, board, player, direction)
    ask(state, player, ASK_AFTER_MOVE)


@rule
def recall_in_line(state: Any, player: Any, place: Any) -> None:
    """The Night Priestess recalls a Guardian and stays."""
    state.powers = int(state.powers) - 1
    powers.recall(state, player, place)
    ask(state, player, ASK_AFTER_MOVE)


@rule
def aim(state: Any, board: Any, player: Any, entry: Any) -> None:
    """Use a ranged object; entries count objects, then directions."""
    thing = BOW + entry // len(DIRECTIONS)
    direction = entry % len(DIRECTIONS)
    spend(state, player, thing)
    place = int(state.place)
    if thing == BOW:
        powers.shoot(state, board, player, direction)
    elif thing == HAMMER:
        powers.repair(state, player, powers.village_at(state, board, player, place, direction))
    else:
        powers.gain(state, player, powers.fairy_at(state, board, player, place, direction))
    ask(state, player, ASK_AFTER_MOVE)
