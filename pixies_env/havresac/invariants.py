"""What is always true: checked in compiled code after each event of a soak."""

from typing import Any

from pixies_env.core.bits import count_bits
from pixies_env.core.compile import rule
from pixies_env.core.seam import CHANCE, DECISION, NOTHING
from pixies_env.havresac.limits import GUARDIANS, MAX_PLAYERS
from pixies_env.havresac.names import (
    FIRST_GUARDIAN,
    MONSTERS,
    NOBODY,
    OBJECTS,
    UNKNOWN,
    ChanceKind,
    Creature,
    Face,
    Phase,
    Question,
)
from pixies_env.havresac.places import WORDS
from pixies_env.havresac.rules.ending import opened_chests
from pixies_env.havresac.state import (
    fairies_in,
    guardians_of_kind_in,
    monsters_in,
    occupant_at,
    pigs_in,
    seat_in_turn,
)

MESSAGES = (
    "fine",
    "a token of a Guardian is not conserved or negative",
    "the Village tokens do not fit the repaired villages",
    "the chest tokens do not fit the opened chests",
    "a monster is not conserved, or there are more Fairies than cards turned",
    "a cell holds what it cannot hold",
    "the cards turned do not fit the round",
    "Gold or victory points are negative",
    "the Guardian being played does not fit what is asked",
    "the state waits for nothing known, or not in its phase",
    "the faces of the tiles are not as they can be",
    "the buying order does not fit the phase",
)
(
    FINE,
    TOKENS_LOST,
    VILLAGES_WRONG,
    CHESTS_WRONG,
    CREATURES_LOST,
    CELLS_WRONG,
    CARDS_WRONG,
    PURSE_WRONG,
    PLAYED_WRONG,
    WAITING_WRONG,
    FACES_WRONG,
    ORDER_WRONG,
) = range(12)


@rule
def check(state: Any, board: Any) -> Any:
    """0 if everything holds, else an index into ``MESSAGES``."""
    code = _check_flow(state, board)
    if code == FINE:
        code = _check_faces(state, board)
    if code == FINE:
        code = _check_order(state)
    if code == FINE:
        code = _check_cells(state, board)
    if code == FINE:
        code = _check_played(state)
    if code == FINE:
        code = _check_tokens(state, board)
    for player in range(int(state.players)):
        if code == FINE:
            code = _check_villages(state, board, player)
        if code == FINE:
            code = _check_chests(state, board, player)
        if code == FINE:
            code = _check_creatures(state, board, player)
        if code == FINE and (state.gold[player] < 0 or state.vp[player] < 0):
            code = PURSE_WRONG
    return code


@rule
def _check_flow(state: Any, board: Any) -> Any:
    """What is waited for fits the phase, the cards turned fit the round."""
    waiting, phase, question = int(state.waiting), int(state.phase), int(state.question)
    if waiting == DECISION:
        fits = phase == (Phase.RECRUITMENT if question == Question.RECRUIT else Phase.ADVENTURE)
    elif waiting == CHANCE:
        if question in (ChanceKind.DRAW, ChanceKind.CHEST):
            fits = phase == Phase.ADVENTURE
        else:
            fits = phase == Phase.SETUP or (phase == Phase.SCOUT and question != ChanceKind.FACE)
    else:
        fits = waiting == NOTHING and phase == Phase.OVER
    owned = waiting == DECISION or (waiting == CHANCE and phase == Phase.ADVENTURE)
    if not fits or owned != (state.player != NOBODY):
        return WAITING_WRONG
    if state.turn < 0 or int(state.turn) >= int(state.players):
        return WAITING_WRONG
    if phase == Phase.ADVENTURE and int(state.player) != seat_in_turn(state, int(state.turn)):
        return WAITING_WRONG
    turned = int(board.cards) - count_bits(state.cards_left)
    wanted = int(state.turned)
    if phase != Phase.SETUP:
        done = int(state.round_number) - (1 if phase == Phase.SCOUT else 0)
        wanted += int(board.setup_cards) + int(board.cards_per_round) * done
    if turned != wanted or state.cards_left & ~board.all_cards != 0:
        return CARDS_WRONG
    if (state.round_number == 0) != (phase == Phase.SETUP) or state.round_number > board.rounds:
        return CARDS_WRONG
    return FINE


@rule
def _check_faces(state: Any, board: Any) -> Any:
    drawing = (
        state.phase == Phase.SETUP and state.waiting == CHANCE and state.question == ChanceKind.FACE
    )
    unknown = False
    for guardian in range(GUARDIANS):
        face, given = int(state.faces[guardian]), int(board.given_faces[guardian])
        if face < UNKNOWN or face > Face.NIGHT or (given != UNKNOWN and face != given):
            return FACES_WRONG
        if unknown and face != UNKNOWN and given == UNKNOWN:
            return FACES_WRONG
        unknown = unknown or face == UNKNOWN
    return FINE if unknown == drawing else FACES_WRONG


@rule
def _check_order(state: Any) -> Any:
    """In recruitment the buying order is a permutation of the seats; else it is empty."""
    players, seen = int(state.players), 0
    buying = state.phase == Phase.RECRUITMENT
    for place in range(MAX_PLAYERS):
        seat = int(state.buying_order[place])
        if not buying or place >= players:
            if seat != NOBODY or state.stopped[place] != 0:
                return ORDER_WRONG
        elif seat < 0 or seat >= players or (seen >> seat) & 1 == 1:
            return ORDER_WRONG
        else:
            seen |= 1 << seat
    if buying and int(state.buying_order[state.turn]) != int(state.player):
        return ORDER_WRONG
    return FINE


@rule
def _check_cells(state: Any, board: Any) -> Any:
    for player in range(MAX_PLAYERS):
        for word in range(WORDS):
            planes = state.occupants[player]
            low = planes[0, word] & planes[1, word] & planes[2, word]
            creatures = planes[3, word]
            taken = planes[0, word] | planes[1, word] | planes[2, word] | creatures
            if low != 0 or creatures & planes[2, word] != 0:
                return CELLS_WRONG
            outside = (taken | state.tents[player, word]) & ~board.cells[word]
            if outside != 0 or (player >= state.players and taken != 0):
                return CELLS_WRONG
            if state.repaired[player, word] & ~board.villages[word] != 0:
                return VILLAGES_WRONG
            if state.opened[player, word] & ~board.chests[word] != 0:
                return CHESTS_WRONG
    return FINE


@rule
def _check_played(state: Any) -> Any:
    """There is a Guardian while one is played; it stands somewhere once it has moved."""
    playing = state.phase == Phase.ADVENTURE and (
        state.waiting == DECISION or state.question == ChanceKind.CHEST
    )
    if playing != (state.guardian >= 0) or state.guardian >= GUARDIANS:
        return PLAYED_WRONG
    if not playing:
        rest = int(state.boots) + int(state.feather) + int(state.sword) + int(state.powers)
        return FINE if rest == 0 and state.place < 0 and state.found < 0 else PLAYED_WRONG
    moved = state.waiting == CHANCE or state.question != Question.MOVE
    if moved != (state.place >= 0):
        return PLAYED_WRONG
    if moved:
        here = occupant_at(state, int(state.player), int(state.place))
        if here != FIRST_GUARDIAN + int(state.guardian):
            return PLAYED_WRONG
    return FINE


@rule
def _check_tokens(state: Any, board: Any) -> Any:
    for guardian in range(GUARDIANS):
        total = int(state.reserve[guardian])
        if total < 0:
            return TOKENS_LOST
        for player in range(MAX_PLAYERS):
            bag, idle = int(state.bag[player, guardian]), int(state.idle[player, guardian])
            if bag < 0 or idle < 0:
                return TOKENS_LOST
            total += bag + idle
            for word in range(WORDS):
                total += count_bits(guardians_of_kind_in(state, player, guardian, word))
        if int(state.guardian) == guardian and state.place < 0:
            total += 1
        if total != int(board.tokens[guardian]):
            return TOKENS_LOST
    return FINE


@rule
def _check_villages(state: Any, board: Any, player: Any) -> Any:
    total = int(state.villages_left[player])
    if total < 0:
        return VILLAGES_WRONG
    for word in range(WORDS):
        total += count_bits(state.repaired[player, word])
    return FINE if total == int(board.village_tokens) else VILLAGES_WRONG


@rule
def _check_chests(state: Any, board: Any, player: Any) -> Any:
    total, wanted = opened_chests(state, player), 0
    for thing in range(len(OBJECTS)):
        closed, found = int(state.closed[player, thing]), int(state.objects[player, thing])
        tokens = int(board.chest_tokens[thing])
        if closed < 0 or found < 0 or closed + found > tokens:
            return CHESTS_WRONG
        total += closed
        wanted += tokens
    return FINE if total == wanted else CHESTS_WRONG


@rule
def _check_creatures(state: Any, board: Any, player: Any) -> Any:
    fairies, monsters, pigs, crocodiles = 0, 0, 0, 0
    for word in range(WORDS):
        planes = state.occupants[player]
        fairies += count_bits(fairies_in(state, player, word))
        monsters += count_bits(monsters_in(state, player, word))
        pigs += count_bits(pigs_in(state, player, word))
        crocodiles += count_bits(planes[3, word] & planes[1, word] & ~planes[0, word])
    turned = board.all_cards & ~state.cards_left
    there = int(state.gains[player, Creature.FAIRY]) + int(state.fairies[player]) + fairies
    if there > count_bits(turned & board.creature_cards[Creature.FAIRY]):
        return CREATURES_LOST
    for monster in range(len(MONSTERS)):
        on_board = pigs
        if monster == 0:
            on_board = monsters - pigs - crocodiles
        elif monster == 1:
            on_board = crocodiles
        gains, hunted = int(state.gains[player, monster + 1]), int(state.hunted[player, monster])
        if gains < 0 or hunted < 0:
            return CREATURES_LOST
        if on_board + gains + hunted != count_bits(turned & board.creature_cards[monster + 1]):
            return CREATURES_LOST
    return FINE if state.gains[player, Creature.FAIRY] >= 0 else CREATURES_LOST
