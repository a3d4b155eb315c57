"""Phase and round, what is waited for, the faces, the buying order, the Guardian being played."""

from typing import Any

from pixies_env.core.bits import count_bits
from pixies_env.core.compile import rule
from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from pixies_env.havresac.invariants.codes import (
    CARDS_WRONG,
    FACES_WRONG,
    FINE,
    NOTHING_TO_DRAW,
    OBJECTS_WRONG,
    ORDER_WRONG,
    PLAYED_WRONG,
    ROUND_WRONG,
    WAITING_WRONG,
)
from pixies_env.havresac.limits import GUARDIANS, MAX_PLAYERS
from pixies_env.havresac.names import (
    ADVENTURE,
    ASK_AFTER_MOVE,
    ASK_MOVE,
    ASK_RECRUIT,
    BOOTS,
    CARD,
    CHEST,
    CUP,
    DAY,
    DRAW,
    DRUID,
    FACE,
    FEATHER,
    FIRST_GUARDIAN,
    NIGHT,
    NOBODY,
    NOTHING_DRAWN,
    NOWHERE,
    OVER,
    RECRUITMENT,
    SCOUT,
    SETUP,
    SWORD,
    THIEF,
    UNKNOWN,
    WARRIOR,
)
from pixies_env.havresac.places import PLACES, has
from pixies_env.havresac.rules.powers import uses_of_power
from pixies_env.havresac.state import occupant_at, seat_in_turn, tokens_in_bag


@rule
def _phase_asks(phase: Any, waiting: Any, question: Any) -> Any:
    """Whether a phase waits for this kind of event."""
    if waiting == DECISION:
        if question == ASK_RECRUIT:
            return phase == RECRUITMENT
        return phase == ADVENTURE and question in (ASK_MOVE, ASK_AFTER_MOVE)
    if waiting == CHANCE:
        if question == FACE:
            return phase == SETUP
        if question == CARD:
            return phase in (SETUP, SCOUT)
        return phase == ADVENTURE and question in (DRAW, CHEST)
    return waiting == NOTHING and phase == OVER and question == 0


@rule
def check_flow(state: Any, board: Any) -> Any:
    """What is waited for fits the phase, the phase the round, the cards turned both."""
    waiting, phase, question = int(state.waiting), int(state.phase), int(state.question)
    number, rounds, turn = int(state.round_number), int(board.rounds), int(state.turn)
    if not _phase_asks(phase, waiting, question):
        return WAITING_WRONG
    if (number == 0) != (phase == SETUP) or number < 0 or number > rounds:
        return ROUND_WRONG
    if (phase == OVER and number != rounds) or (phase == RECRUITMENT and number == rounds):
        return ROUND_WRONG
    if turn < 0 or turn >= int(state.players):
        return WAITING_WRONG
    player = NOBODY
    if phase == ADVENTURE:
        player = seat_in_turn(state, turn)
        if waiting == CHANCE and question == DRAW and tokens_in_bag(state, player) == 0:
            return NOTHING_TO_DRAW
    elif phase == RECRUITMENT:
        player = int(state.buying_order[turn])
    elif turn != 0:
        return WAITING_WRONG
    if int(state.player) != player:
        return ORDER_WRONG if phase == RECRUITMENT else WAITING_WRONG
    return _check_cards(state, board)


@rule
def _check_cards(state: Any, board: Any) -> Any:
    """A card is turned while one is due; those left fit the round."""
    turned, due, wanted = int(state.turned), 0, 0
    if state.phase == SETUP:
        due = int(board.setup_cards) if state.question == CARD else 1
    else:
        done = int(state.round_number) - (1 if state.phase == SCOUT else 0)
        due = int(board.cards_per_round) if state.phase == SCOUT else 1
        wanted = int(board.setup_cards) + int(board.cards_per_round) * done
    if turned < 0 or turned >= due or state.cards_left & ~board.all_cards != 0:
        return CARDS_WRONG
    left = count_bits(state.cards_left)
    return FINE if int(board.cards) - left == wanted + turned else CARDS_WRONG


@rule
def check_faces(state: Any, board: Any) -> Any:
    """The faces are those given, or drawn one after the other in the set-up."""
    drawing = state.phase == SETUP and state.question == FACE
    unknown = False
    for guardian in range(GUARDIANS):
        face, given = int(state.faces[guardian]), int(board.given_faces[guardian])
        if face < UNKNOWN or face > NIGHT or (given != UNKNOWN and face != given):
            return FACES_WRONG
        if unknown and face != UNKNOWN and given == UNKNOWN:
            return FACES_WRONG
        unknown = unknown or face == UNKNOWN
    return FINE if unknown == drawing else FACES_WRONG


@rule
def _goes_before(state: Any, player: Any, other: Any) -> Any:
    """Whether one player buys before another: fewer victory points, then round order."""
    if state.vp[player] != state.vp[other]:
        return state.vp[player] < state.vp[other]
    starter = int(state.round_number) - 1
    players = int(state.players)
    return (player - starter) % players < (other - starter) % players


@rule
def check_order(state: Any) -> Any:
    """In recruitment seats buy by victory points, each one token in turn; else nobody buys."""
    players, turn = int(state.players), int(state.turn)
    if state.phase != RECRUITMENT:
        for place in range(MAX_PLAYERS):
            if state.buying_order[place] != NOBODY or state.stopped[place] != 0:
                return ORDER_WRONG
        return FINE
    for place in range(MAX_PLAYERS):
        seat = int(state.buying_order[place])
        if state.stopped[place] not in (0, 1):
            return ORDER_WRONG
        if place >= players:
            if seat != NOBODY or state.stopped[place] != 0:
                return ORDER_WRONG
        elif seat < 0 or seat >= players:
            return ORDER_WRONG
        elif place > 0 and not _goes_before(state, int(state.buying_order[place - 1]), seat):
            return ORDER_WRONG
    asked = int(state.buying_order[turn])
    if state.stopped[asked] != 0:
        return ORDER_WRONG
    bought = tokens_in_bag(state, asked)
    for place in range(players):
        seat = int(state.buying_order[place])
        times = bought + (1 if place < turn else 0)
        tokens = tokens_in_bag(state, seat)
        # Who has stopped spent one of the turns on it.
        if state.stopped[seat] == 0 and tokens != times:
            return ORDER_WRONG
        if state.stopped[seat] != 0 and tokens >= times:
            return ORDER_WRONG
    return FINE


@rule
def check_played(state: Any, board: Any) -> Any:
    """There is a Guardian while one is played; it stands somewhere once it has moved."""
    question, guardian, place = int(state.question), int(state.guardian), int(state.place)
    opening = state.waiting == CHANCE and question == CHEST
    playing = state.phase == ADVENTURE and (state.waiting == DECISION or opening)
    if guardian < NOTHING_DRAWN or guardian >= GUARDIANS or playing != (guardian >= 0):
        return PLAYED_WRONG
    if not playing:
        rest = state.boots != 0 or state.feather != 0 or state.sword != 0 or state.powers != 0
        fits = not rest and place == NOWHERE and state.found == NOTHING_DRAWN
        return FINE if fits else PLAYED_WRONG
    player = int(state.player)
    moved = opening or question == ASK_AFTER_MOVE
    if not moved:
        if place != NOWHERE or state.powers != uses_of_power(state, board, guardian):
            return PLAYED_WRONG
    else:
        if place < 0 or place >= PLACES or not has(board.cells, place):
            return PLAYED_WRONG
        if occupant_at(state, player, place) != FIRST_GUARDIAN + guardian:
            return PLAYED_WRONG
        if state.powers < 0 or state.powers > uses_of_power(state, board, guardian):
            return PLAYED_WRONG
    if opening and (
        guardian != THIEF or not has(board.chests, place) or has(state.opened[player], place)
    ):
        return PLAYED_WRONG
    return _check_objects_played(state, board)


@rule
def _check_objects_played(state: Any, board: Any) -> Any:
    """The objects that the Guardian being played has used or found."""
    player, guardian, found = int(state.player), int(state.guardian), int(state.found)
    if state.boots < 0 or state.feather not in (0, 1) or state.sword not in (0, 1):
        return OBJECTS_WRONG
    if state.boots > 0 and guardian == THIEF and state.faces[THIEF] == NIGHT:
        return OBJECTS_WRONG
    if state.feather != 0 and guardian == DRUID and state.faces[DRUID] == DAY:
        return OBJECTS_WRONG
    if state.sword != 0 and guardian == WARRIOR and state.faces[WARRIOR] == DAY:
        return OBJECTS_WRONG
    for thing in (BOOTS, FEATHER, SWORD):
        used = int(state.boots)
        if thing != BOOTS:
            used = int(state.feather) if thing == FEATHER else int(state.sword)
        there = int(state.closed[player, thing]) + int(state.objects[player, thing])
        if there + used > int(board.chest_tokens[thing]):
            return OBJECTS_WRONG
    if found == NOTHING_DRAWN:
        return FINE
    if found < 0 or found >= CUP or state.waiting == CHANCE or state.question != ASK_AFTER_MOVE:
        return PLAYED_WRONG
    place = int(state.place)
    if guardian != THIEF or not has(state.opened[player], place):
        return PLAYED_WRONG
    return FINE if state.objects[player, found] > 0 else PLAYED_WRONG
