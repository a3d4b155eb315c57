"""Section 3: shots, what lies two cells away, and recalls."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import put
from pixies_env.havresac.names import (
    EMPTY,
    FIRST_CREATURE,
    FIRST_GUARDIAN,
    NOWHERE,
    Creature,
    Decision,
    Direction,
    Face,
    Guardian,
)
from pixies_env.havresac.places import WORDS, add, has, lines_through, step_from
from pixies_env.havresac.rules.lists import add_cells
from pixies_env.havresac.state import (
    clear_cell,
    guardians_in,
    guardians_of_kind_in,
    occupant_at,
)

TWO_AWAY = 2


@rule
def uses_of_power(state: Any, board: Any, guardian: Any) -> Any:
    """How often a Guardian may use its power after one move."""
    if guardian == Guardian.HUNTRESS:
        return 1
    if state.faces[guardian] == Face.DAY:
        return 0
    if guardian in (Guardian.GUIDE, Guardian.PRIESTESS):
        return 1
    return int(board.night_druid_repairs) if guardian == Guardian.DRUID else 0


@rule
def gain(state: Any, player: Any, place: Any) -> None:
    """The creature on a cell goes into the gains zone."""
    creature = occupant_at(state, player, place) - FIRST_CREATURE
    clear_cell(state, player, place)
    put(state.gains[player], creature, 1)


@rule
def repair(state: Any, player: Any, place: Any) -> None:
    """The top token of the Village column goes onto a ruined village."""
    state.villages_left[player] = int(state.villages_left[player]) - 1
    add(state.repaired[player], place)


@rule
def can_be_repaired(state: Any, board: Any, player: Any, place: Any) -> Any:
    """Whether a cell is a ruined village and a token is left for it."""
    return (
        has(board.villages, place)
        and not has(state.repaired[player], place)
        and state.villages_left[player] > 0
    )


# Shots


@rule
def shot_at(state: Any, board: Any, player: Any, place: Any, direction: Any) -> Any:
    """Place of the monster that a shot from a cell kills, NOWHERE if it kills none."""
    while True:
        place = step_from(board, place, direction, 1)
        if place < 0:
            return NOWHERE
        occupant = occupant_at(state, player, place)
        if occupant > FIRST_CREATURE + Creature.FAIRY:
            return place
        if occupant != EMPTY or has(board.villages, place) or has(board.forests, place):
            return NOWHERE


@rule
def shoot(state: Any, board: Any, player: Any, direction: Any) -> None:
    """Kill at range; the Night Huntress has victory points for it at once."""
    gain(state, player, shot_at(state, board, player, int(state.place), direction))
    if state.guardian == Guardian.HUNTRESS and state.faces[Guardian.HUNTRESS] == Face.NIGHT:
        state.vp[player] = int(state.vp[player]) + int(board.night_huntress_vp)


# Two away


@rule
def fairy_at(state: Any, board: Any, player: Any, place: Any, direction: Any) -> Any:
    """Place of the Fairy two away in a direction, NOWHERE if there is none."""
    target = step_from(board, place, direction, TWO_AWAY)
    if target >= 0 and occupant_at(state, player, target) != FIRST_CREATURE + Creature.FAIRY:
        return NOWHERE
    return target


@rule
def village_at(state: Any, board: Any, player: Any, place: Any, direction: Any) -> Any:
    """Place of the village two away that can be repaired, NOWHERE if there is none."""
    target = step_from(board, place, direction, TWO_AWAY)
    if target >= 0 and not can_be_repaired(state, board, player, target):
        return NOWHERE
    return target


# The powers in a direction


@rule
def power_hits(state: Any, board: Any, player: Any, direction: Any) -> Any:
    """Whether the power of the Guardian being played has a target in a direction."""
    guardian, place = int(state.guardian), int(state.place)
    if guardian == Guardian.HUNTRESS:
        return shot_at(state, board, player, place, direction) >= 0
    if guardian == Guardian.GUIDE:
        return fairy_at(state, board, player, place, direction) >= 0
    if guardian == Guardian.DRUID:
        return village_at(state, board, player, place, direction) >= 0
    return False


@rule
def list_powers(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Directions in which the power can be used."""
    for direction in range(len(Direction)):
        if power_hits(state, board, player, direction):
            count = option(board, Decision.POWER, direction, ids, count)
    return count


@rule
def use_power(state: Any, board: Any, player: Any, direction: Any) -> None:
    """Use the power of the Guardian being played in a direction."""
    guardian, place = int(state.guardian), int(state.place)
    state.powers = int(state.powers) - 1
    if guardian == Guardian.HUNTRESS:
        shoot(state, board, player, direction)
    elif guardian == Guardian.GUIDE:
        gain(state, player, fairy_at(state, board, player, place, direction))
    else:
        repair(state, player, village_at(state, board, player, place, direction))


# Recalls


@rule
def list_recalls(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Any Guardian on the board that is no priestess: for the Day Priestess."""
    for word in range(WORDS):
        others = guardians_in(state, player, word)
        others &= ~guardians_of_kind_in(state, player, Guardian.PRIESTESS, word)
        count = add_cells(board, others, word, Decision.RECALL, ids, count)
    return count


@rule
def list_recalls_in_line(state: Any, board: Any, player: Any, ids: Any, count: Any) -> Any:
    """Those in the row or column of the Night Priestess, whatever lies between."""
    place = int(state.place)
    for word in range(WORDS):
        others = guardians_in(state, player, word) & lines_through(place, word)
        others &= ~guardians_of_kind_in(state, player, Guardian.PRIESTESS, word)
        count = add_cells(board, others, word, Decision.RECALL, ids, count)
    return count


@rule
def recall(state: Any, player: Any, place: Any) -> None:
    """The Guardian on a cell goes back into the bag, to be drawn again in this round."""
    guardian = occupant_at(state, player, place) - FIRST_GUARDIAN
    clear_cell(state, player, place)
    put(state.bag[player], guardian, 1)
