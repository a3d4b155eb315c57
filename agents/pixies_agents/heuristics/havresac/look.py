"""Fills in what the evaluation sees of a position: board, Guardians, bag, objects, Glory."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.havresac.outlook import (
    AREA,
    CHEST,
    FOREST,
    KINDS,
    LAKE,
    NOTHING,
    OBJECTS,
    OPEN,
    RUIN,
    VILLAGE,
    WALL,
)
from pixies_agents.heuristics.havresac.outlook import FAIRY as A_FAIRY
from pixies_env.core.compilation.compile import rule
from pixies_env.core.seam import DECISION
from pixies_env.havresac.names import (
    CREATURES,
    FIRST_CREATURE,
    FIRST_GUARDIAN,
    MONSTERS,
    Creature,
    Face,
    Phase,
    Question,
)
from pixies_env.havresac.places import WORDS, bit, has
from pixies_env.havresac.state import occupant_at, tokens_in_bag

_OFFSET = 18
"""From row 0, column 0 of a game's places, 16 to a row, to those of the outlook, 17 to a row."""


@rule
def place_here(place: Any) -> Any:
    """Place in the outlook of a place of the game."""
    return place + (place >> 4) + _OFFSET


@rule
def look(state: Any, board: Any, player: Any, outlook: Any) -> None:
    """Fill in all that is not a worth, for a player."""
    _look_at_cells(state, board, player, outlook)
    _look_at_cards(state, board, outlook)
    _look_at_guardians(state, board, player, outlook)
    _look_at_the_drawn_one(state, player, outlook)
    outlook.rounds = int(board.rounds) - int(state.round_number)
    outlook.recruitments = outlook.rounds
    if state.phase == Phase.RECRUITMENT:
        outlook.recruitments = max(int(outlook.rounds) - 1, 0)
    outlook.villages = state.villages_left[player]
    outlook.huntress_points = float(board.night_huntress_vp)
    outlook.cup_glory = float(board.cup_glory)
    outlook.boots_steps = board.boots_steps
    for thing in range(OBJECTS):
        outlook.closed[thing] = state.closed[player, thing]
    _count_glory(state, board, player, outlook)


@rule
def _look_at_cells(state: Any, board: Any, player: Any, outlook: Any) -> None:
    for place in range(AREA):
        outlook.kind[place] = WALL
        outlook.creature[place] = NOTHING
        outlook.guardian[place] = 0
        outlook.coming[place] = NOTHING
    outlook.castle = place_here(int(board.castle))
    outlook.starts = 0
    for kind in range(KINDS):
        outlook.owned[kind] = int(state.bag[player, kind]) + int(state.idle[player, kind])
    for cell in range(int(board.rows) * int(board.columns)):
        place = int(board.places[cell])
        here = place_here(place)
        outlook.kind[here] = _kind_of(state, board, player, place)
        occupant = occupant_at(state, player, place)
        guarded = False
        if occupant >= FIRST_CREATURE:
            outlook.creature[here] = A_FAIRY + occupant - FIRST_CREATURE
        elif occupant >= FIRST_GUARDIAN:
            outlook.guardian[here] = 1 + occupant - FIRST_GUARDIAN
            outlook.owned[occupant - FIRST_GUARDIAN] += 1
            guarded = True
        if guarded or here == outlook.castle or has(state.tents[player], place):
            outlook.start_at[int(outlook.starts)] = here
            outlook.starts += 1


@rule
def _kind_of(state: Any, board: Any, player: Any, place: Any) -> Any:
    if has(board.forests, place):
        return FOREST
    if has(board.lakes, place):
        return LAKE
    if has(board.villages, place):
        return VILLAGE if has(state.repaired[player], place) else RUIN
    if has(board.chests, place) and not has(state.opened[player], place):
        return CHEST
    return OPEN


@rule
def _look_at_cards(state: Any, board: Any, outlook: Any) -> None:
    left = 0
    for card in range(int(board.cards)):
        if (state.cards_left & bit(card)) != 0:
            left += 1
            here = place_here(int(board.card_place[card]))
            outlook.coming[here] = A_FAIRY + int(board.card_creature[card])
    outlook.coming_chance = min(int(board.cards_per_round) / max(left, 1), 1.0)


@rule
def _look_at_guardians(state: Any, board: Any, player: Any, outlook: Any) -> None:
    for kind in range(KINDS):
        face = Face.NIGHT if state.faces[kind] == Face.NIGHT else Face.DAY
        outlook.night[kind] = face == Face.NIGHT
        outlook.steps[kind] = board.moves[face, kind]
        outlook.price[kind] = board.costs[face, kind]
        outlook.bag[kind] = state.bag[player, kind]
    outlook.tokens = tokens_in_bag(state, player)


@rule
def _look_at_the_drawn_one(state: Any, player: Any, outlook: Any) -> None:
    """The Guardian being played, if it is the player's, and the objects that it may use."""
    outlook.drawn = -1
    outlook.used_boots = 0
    outlook.used_feather = 0
    outlook.used_sword = 0
    outlook.standing = 0
    for thing in range(OBJECTS):
        outlook.objects[thing] = state.objects[player, thing]
    own = state.waiting == DECISION and state.player == player
    if not own or state.question == Question.RECRUIT:
        return
    outlook.drawn = state.guardian
    outlook.used_boots = state.boots
    outlook.used_feather = state.feather
    outlook.used_sword = state.sword
    if state.place >= 0:
        outlook.standing = place_here(int(state.place))
    else:
        outlook.owned[int(state.guardian)] += 1
    if state.found >= 0:
        outlook.objects[int(state.found)] -= 1


@rule
def _count_glory(state: Any, board: Any, player: Any, outlook: Any) -> None:
    """Glory of this round so far, as if it ended now."""
    repaired = 0
    for word in range(WORDS):
        cells = state.repaired[player, word]
        while cells != 0:
            cells &= cells - bit(0)
            repaired += 1
    outlook.repaired = repaired
    fairies = int(state.fairies[player])
    outlook.fairies = fairies + int(state.gains[player, Creature.FAIRY])
    if state.phase == Phase.RECRUITMENT:
        outlook.glory = 0
        return
    glory = int(state.cups[player]) * int(board.cup_glory) + int(board.village_column[repaired])
    for fairy in range(int(state.gains[player, Creature.FAIRY])):
        glory += int(board.fairy_column[min(fairies + fairy, int(board.fairy_places) - 1)])
    for monster in range(len(MONSTERS)):
        number = int(state.gains[player, len(CREATURES) - len(MONSTERS) + monster])
        glory += number * int(board.monster_glory[monster])
    outlook.glory = glory
