"""Phase and round, what is waited for, the faces, the buying order, the Guardian being played."""

from typing import Any

from pixies_env.core.compilation.bits import count_bits
from pixies_env.core.compilation.compile import rule
from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from pixies_env.havresac.invariants.violations import Wrong
from pixies_env.havresac.limits import GUARDIANS, MAX_PLAYERS
from pixies_env.havresac.names import (
    FIRST_GUARDIAN,
    NOBODY,
    NOTHING_DRAWN,
    NOWHERE,
    UNKNOWN,
    ChanceKind,
    Face,
    Guardian,
    Phase,
    Question,
    Thing,
)
from pixies_env.havresac.places import PLACES, has
from pixies_env.havresac.rules.powers import uses_of_power
from pixies_env.havresac.state import occupant_at, seat_in_turn, tokens_in_bag


@rule
def _phase_asks(phase: Any, waiting: Any, question: Any) -> Any:
    """Whether a phase waits for this kind of event."""
    if waiting == DECISION:
        if question == Question.RECRUIT:
            return phase == Phase.RECRUITMENT
        return phase == Phase.ADVENTURE and question in (Question.MOVE, Question.AFTER_MOVE)
    if waiting == CHANCE:
        if question == ChanceKind.FACE:
            return phase == Phase.SETUP
        if question == ChanceKind.CARD:
            return phase in (Phase.SETUP, Phase.SCOUT)
        return phase == Phase.ADVENTURE and question in (ChanceKind.DRAW, ChanceKind.CHEST)
    return waiting == NOTHING and phase == Phase.OVER and question == 0


@rule
def check_flow(state: Any, board: Any) -> Any:
    """What is waited for fits the phase, the phase the round, the cards turned both."""
    waiting, phase, question = int(state.waiting), int(state.phase), int(state.question)
    number, rounds, turn = int(state.round_number), int(board.rounds), int(state.turn)
    if not _phase_asks(phase, waiting, question):
        return Wrong.WAITING
    if (number == 0) != (phase == Phase.SETUP) or number < 0 or number > rounds:
        return Wrong.ROUND
    if (phase == Phase.OVER and number != rounds) or (
        phase == Phase.RECRUITMENT and number == rounds
    ):
        return Wrong.ROUND
    if turn < 0 or turn >= int(state.players):
        return Wrong.WAITING
    player = NOBODY
    if phase == Phase.ADVENTURE:
        player = seat_in_turn(state, turn)
        if waiting == CHANCE and question == ChanceKind.DRAW and tokens_in_bag(state, player) == 0:
            return Wrong.NOTHING_TO_DRAW
    elif phase == Phase.RECRUITMENT:
        player = int(state.buying_order[turn])
    elif turn != 0:
        return Wrong.WAITING
    if int(state.player) != player:
        return Wrong.ORDER if phase == Phase.RECRUITMENT else Wrong.WAITING
    return _check_cards(state, board)


@rule
def _check_cards(state: Any, board: Any) -> Any:
    """A card is turned while one is due; those left fit the round."""
    turned, due, wanted = int(state.turned), 0, 0
    if state.phase == Phase.SETUP:
        due = int(board.setup_cards) if state.question == ChanceKind.CARD else 1
    else:
        done = int(state.round_number) - (1 if state.phase == Phase.SCOUT else 0)
        due = int(board.cards_per_round) if state.phase == Phase.SCOUT else 1
        wanted = int(board.setup_cards) + int(board.cards_per_round) * done
    if turned < 0 or turned >= due or state.cards_left & ~board.all_cards != 0:
        return Wrong.CARDS
    left = count_bits(state.cards_left)
    return Wrong.FINE if int(board.cards) - left == wanted + turned else Wrong.CARDS


@rule
def check_faces(state: Any, board: Any) -> Any:
    """The faces are those given, or drawn one after the other in the set-up."""
    drawing = state.phase == Phase.SETUP and state.question == ChanceKind.FACE
    unknown = False
    for guardian in range(GUARDIANS):
        face, given = int(state.faces[guardian]), int(board.given_faces[guardian])
        if face < UNKNOWN or face > Face.NIGHT or (given != UNKNOWN and face != given):
            return Wrong.FACES
        if unknown and face != UNKNOWN and given == UNKNOWN:
            return Wrong.FACES
        unknown = unknown or face == UNKNOWN
    return Wrong.FINE if unknown == drawing else Wrong.FACES


@rule
def _goes_before(state: Any, player: Any, other: Any) -> Any:
    """Whether one player buys before another: fewer victory points, then round order."""
    if state.vp[player] != state.vp[other]:
        return state.vp[player] < state.vp[other]
    starter = int(state.round_number) - 1
    players = int(state.players)
    return (player - starter) % players < (other - starter) % players


@rule
def check_order(state: Any, board: Any) -> Any:
    """In recruitment seats buy by victory points, each one token in turn; else nobody buys."""
    players, turn = int(state.players), int(state.turn)
    if state.phase != Phase.RECRUITMENT:
        for place in range(MAX_PLAYERS):
            if state.buying_order[place] != NOBODY or state.stopped[place] != 0:
                return Wrong.ORDER
        return Wrong.FINE
    for place in range(MAX_PLAYERS):
        seat = int(state.buying_order[place])
        if state.stopped[place] not in (0, 1):
            return Wrong.ORDER
        if place >= players:
            if seat != NOBODY or state.stopped[place] != 0:
                return Wrong.ORDER
        elif seat < 0 or seat >= players:
            return Wrong.ORDER
        elif place > 0 and not _goes_before(state, int(state.buying_order[place - 1]), seat):
            return Wrong.ORDER
    asked = int(state.buying_order[turn])
    if state.stopped[asked] != 0:
        return Wrong.ORDER
    bought = tokens_in_bag(state, asked)
    for place in range(players):
        seat = int(state.buying_order[place])
        times = bought + (1 if place < turn else 0)
        tokens = tokens_in_bag(state, seat)
        # Who has stopped spent one of the turns on it.
        if state.stopped[seat] == 0 and tokens != times:
            return Wrong.ORDER
        if state.stopped[seat] != 0 and tokens >= times:
            return Wrong.ORDER
    return Wrong.FINE


@rule
def check_played(state: Any, board: Any) -> Any:
    """There is a Guardian while one is played; it stands somewhere once it has moved."""
    question, guardian, place = int(state.question), int(state.guardian), int(state.place)
    opening = state.waiting == CHANCE and question == ChanceKind.CHEST
    playing = state.phase == Phase.ADVENTURE and (state.waiting == DECISION or opening)
    if guardian < NOTHING_DRAWN or guardian >= GUARDIANS or playing != (guardian >= 0):
        return Wrong.PLAYED
    if not playing:
        rest = state.boots != 0 or state.feather != 0 or state.sword != 0 or state.powers != 0
        fits = not rest and place == NOWHERE and state.found == NOTHING_DRAWN
        return Wrong.FINE if fits else Wrong.PLAYED
    player = int(state.player)
    moved = opening or question == Question.AFTER_MOVE
    if not moved:
        if place != NOWHERE or state.powers != uses_of_power(state, board, guardian):
            return Wrong.PLAYED
    else:
        if place < 0 or place >= PLACES or not has(board.cells, place):
            return Wrong.PLAYED
        if occupant_at(state, player, place) != FIRST_GUARDIAN + guardian:
            return Wrong.PLAYED
        if state.powers < 0 or state.powers > uses_of_power(state, board, guardian):
            return Wrong.PLAYED
    if opening and (
        guardian != Guardian.THIEF
        or not has(board.chests, place)
        or has(state.opened[player], place)
    ):
        return Wrong.PLAYED
    return _check_objects_played(state, board)


@rule
def _check_objects_played(state: Any, board: Any) -> Any:
    """The objects that the Guardian being played has used or found."""
    player, guardian, found = int(state.player), int(state.guardian), int(state.found)
    if state.boots < 0 or state.feather not in (0, 1) or state.sword not in (0, 1):
        return Wrong.OBJECTS
    if state.boots > 0 and guardian == Guardian.THIEF and state.faces[Guardian.THIEF] == Face.NIGHT:
        return Wrong.OBJECTS
    if (
        state.feather != 0
        and guardian == Guardian.DRUID
        and state.faces[Guardian.DRUID] == Face.DAY
    ):
        return Wrong.OBJECTS
    if (
        state.sword != 0
        and guardian == Guardian.WARRIOR
        and state.faces[Guardian.WARRIOR] == Face.DAY
    ):
        return Wrong.OBJECTS
    for thing in (Thing.BOOTS, Thing.FEATHER, Thing.SWORD):
        used = int(state.boots)
        if thing != Thing.BOOTS:
            used = int(state.feather) if thing == Thing.FEATHER else int(state.sword)
        there = int(state.closed[player, thing]) + int(state.objects[player, thing])
        if there + used > int(board.chest_tokens[thing]):
            return Wrong.OBJECTS
    if found == NOTHING_DRAWN:
        return Wrong.FINE
    if (
        found < 0
        or found >= Thing.CUP
        or state.waiting == CHANCE
        or state.question != Question.AFTER_MOVE
    ):
        return Wrong.PLAYED
    place = int(state.place)
    if guardian != Guardian.THIEF or not has(state.opened[player], place):
        return Wrong.PLAYED
    return Wrong.FINE if state.objects[player, found] > 0 else Wrong.PLAYED
