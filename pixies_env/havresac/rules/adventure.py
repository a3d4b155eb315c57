"""Section 2.II: adventure: one Guardian after another is drawn and played."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask, await_chance
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import draws, put, take
from pixies_env.havresac.names import (
    FIRST_CREATURE,
    ChanceKind,
    Decision,
    Direction,
    Face,
    Guardian,
    Phase,
    Question,
    Thing,
)
from pixies_env.havresac.places import add as add_place
from pixies_env.havresac.places import has
from pixies_env.havresac.rules import glory, powers
from pixies_env.havresac.rules.lists import add_all_cells
from pixies_env.havresac.rules.movement import destinations
from pixies_env.havresac.state import (
    end_game,
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
            await_chance(state, player, ChanceKind.DRAW)
            return
        state.turn = int(state.turn) + 1
    glory.count_glory(state, board)
    state.turn = 0
    if int(state.round_number) == int(board.rounds):
        end_game(state)
    else:
        state.phase = Phase.RECRUITMENT


# Draw


@rule
def tokens_to_draw(state: Any, board: Any, player: Any, outcomes: Any, weights: Any) -> Any:
    """The kinds of tokens in the bag, with their numbers."""
    return draws(board, ChanceKind.DRAW, state.bag[player], outcomes, weights)


@rule
def draw(state: Any, board: Any, player: Any, guardian: Any) -> None:
    """A token is drawn; it must be played."""
    take(state.bag[player], guardian, 1)
    state.guardian = guardian
    state.powers = powers.uses_of_power(state, board, guardian)
    ask(state, player, Question.MOVE)


# Before the move, and the move


@rule
def may_recall_instead(state: Any, guardian: Any) -> Any:
    """Whether the Guardian may recall instead of moving: the Day Priestess without objects."""
    return (
        guardian == Guardian.PRIESTESS
        and state.faces[Guardian.PRIESTESS] == Face.DAY
        and state.boots == 0
        and state.feather == 0
        and state.sword == 0
    )


@rule
def can_use(state: Any, player: Any, guardian: Any, thing: Any) -> Any:
    """Whether a movement object is at hand and can help the Guardian at all."""
    if state.objects[player, thing] == 0:
        return False
    if thing == Thing.BOOTS:
        return guardian != Guardian.THIEF or state.faces[Guardian.THIEF] == Face.DAY
    if thing == Thing.FEATHER:
        return state.feather == 0 and (
            guardian != Guardian.DRUID or state.faces[Guardian.DRUID] == Face.NIGHT
        )
    return state.sword == 0 and (
        guardian != Guardian.WARRIOR or state.faces[Guardian.WARRIOR] == Face.NIGHT
    )


@rule
def ways_to_move(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Moves, recalls instead, movement objects; ``idle`` without a move or recall."""
    guardian = int(state.guardian)
    cells = destinations(state, board, player, guardian)
    count = add_all_cells(board, cells, Decision.MOVE, ids, 0)
    if may_recall_instead(state, guardian):
        count = powers.list_recalls(state, board, player, ids, count)
    ways = count
    for thing in (Thing.BOOTS, Thing.FEATHER, Thing.SWORD):
        if can_use(state, player, guardian, thing):
            count = option(board, Decision.USE, thing, ids, count)
    if ways == 0:
        count = option(board, Decision.IDLE, 0, ids, count)
    return count


@rule
def use(state: Any, board: Any, player: Any, thing: Any) -> None:
    """Use a movement object; it is spent."""
    spend(state, player, thing)
    if thing == Thing.BOOTS:
        state.boots = int(state.boots) + 1
    elif thing == Thing.FEATHER:
        state.feather = 1
    else:
        state.sword = 1
    ask(state, player, Question.MOVE)


@rule
def spend(state: Any, player: Any, thing: Any) -> None:
    """An object is used once in the game."""
    take(state.objects[player], thing, 1)


@rule
def set_aside(state: Any, board: Any, player: Any, value: Any) -> None:
    """A Guardian that can neither move nor recall stays off the board."""
    guardian = int(state.guardian)
    put(state.idle[player], guardian, 1)
    no_guardian(state)


@rule
def recall_instead(state: Any, board: Any, player: Any, cell: Any) -> None:
    """The Day Priestess takes the place of a Guardian; nothing happens on arrival."""
    place = int(board.places[cell])
    powers.recall(state, player, place)
    put_guardian(state, player, place, Guardian.PRIESTESS)
    state.place = place
    ask(state, player, Question.AFTER_MOVE)


# Arrival


@rule
def move(state: Any, board: Any, player: Any, cell: Any) -> None:
    """Go to a cell: a creature there is taken, a ruin repaired, a thief opens a chest."""
    guardian, place = int(state.guardian), int(board.places[cell])
    if occupant_at(state, player, place) >= FIRST_CREATURE:
        powers.gain(state, player, place)
    put_guardian(state, player, place, guardian)
    state.place = place
    if powers.can_be_repaired(state, board, player, place):
        powers.repair(state, player, place)
    if (
        guardian == Guardian.THIEF
        and has(board.chests, place)
        and not has(state.opened[player], place)
    ):
        await_chance(state, player, ChanceKind.CHEST)
    else:
        ask(state, player, Question.AFTER_MOVE)


@rule
def objects_in_chests(state: Any, board: Any, player: Any, outcomes: Any, weights: Any) -> Any:
    """The objects that may be in the chest, with their numbers in the closed chests."""
    return draws(board, ChanceKind.CHEST, state.closed[player], outcomes, weights)


@rule
def open_chest(state: Any, board: Any, player: Any, thing: Any) -> None:
    """The object is usable from the next Guardian on; a Cup counts in this round."""
    take(state.closed[player], thing, 1)
    add_place(state.opened[player], int(state.place))
    if thing == Thing.CUP:
        state.cups[player] = int(state.cups[player]) + 1
    else:
        put(state.objects[player], thing, 1)
        state.found = thing
    ask(state, player, Question.AFTER_MOVE)


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
    if thing == Thing.BOW:
        return powers.shot_at(state, board, player, place, direction) >= 0
    if thing == Thing.HAMMER:
        return powers.village_at(state, board, player, place, direction) >= 0
    return powers.fairy_at(state, board, player, place, direction) >= 0


@rule
def aim_at(thing: Any, direction: Any) -> Any:
    """Value of the decision to use a ranged object in a direction."""
    return (thing - Thing.BOW) * len(Direction) + direction


@rule
def aim_of(value: Any) -> Any:
    """``(thing, direction)`` of a decision to use a ranged object."""
    return Thing.BOW + value // len(Direction), value % len(Direction)


@rule
def uses_after_move(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The own power, ranged objects, and always ``done``."""
    count = 0
    if state.powers > 0:
        if state.guardian == Guardian.PRIESTESS:
            count = powers.list_recalls_in_line(state, board, player, ids, count)
        else:
            count = powers.list_powers(state, board, player, ids, count)
    for thing in (Thing.BOW, Thing.HAMMER, Thing.NET):
        if at_hand(state, player, thing):
            for direction in range(len(Direction)):
                if aim_hits(state, board, player, thing, direction):
                    count = option(board, Decision.AIM, aim_at(thing, direction), ids, count)
    return option(board, Decision.DONE, 0, ids, count)


@rule
def leave(state: Any, board: Any, player: Any, value: Any) -> None:
    """Leave the Guardian where it stands."""
    no_guardian(state)


@rule
def use_power(state: Any, board: Any, player: Any, direction: Any) -> None:
    """The power in a direction."""
    powers.use_power(state, board, player, direction)
    ask(state, player, Question.AFTER_MOVE)


@rule
def recall_in_line(state: Any, board: Any, player: Any, cell: Any) -> None:
    """The Night Priestess recalls a Guardian and stays."""
    state.powers = int(state.powers) - 1
    powers.recall(state, player, int(board.places[cell]))
    ask(state, player, Question.AFTER_MOVE)


@rule
def aim(state: Any, board: Any, player: Any, value: Any) -> None:
    """Use a ranged object."""
    thing, direction = aim_of(value)
    spend(state, player, thing)
    place = int(state.place)
    if thing == Thing.BOW:
        powers.shoot(state, board, player, direction)
    elif thing == Thing.HAMMER:
        powers.repair(state, player, powers.village_at(state, board, player, place, direction))
    else:
        powers.gain(state, player, powers.fairy_at(state, board, player, place, direction))
    ask(state, player, Question.AFTER_MOVE)


ADVENTURE = rulebook.Phase(
    Phase.ADVENTURE,
    run_adventure,
    questions=(
        rulebook.Question(
            Question.MOVE,
            ways_to_move,
            {
                Decision.MOVE: move,
                Decision.RECALL: recall_instead,
                Decision.USE: use,
                Decision.IDLE: set_aside,
            },
        ),
        rulebook.Question(
            Question.AFTER_MOVE,
            uses_after_move,
            {
                Decision.RECALL: recall_in_line,
                Decision.POWER: use_power,
                Decision.AIM: aim,
                Decision.DONE: leave,
            },
        ),
    ),
    chances=(
        rulebook.Chance(ChanceKind.DRAW, tokens_to_draw, draw),
        rulebook.Chance(ChanceKind.CHEST, objects_in_chests, open_chest),
    ),
)
