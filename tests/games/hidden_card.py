"""A small card game for 2 to 4 players with chance, secrets, a double move and ties.

Everybody is dealt three cards of a deck that holds each value twice. In a round each player
lays one card in secret; then all are revealed. Who laid the one highest card may hit an opponent
who has points (one point less), then stops for two points or rolls a die for its points. A tie
for the highest card wins nothing. Most points win, ties share.
"""

from __future__ import annotations

import functools
import hashlib

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import record_dtype, rule
from pixies_env.core.compilation.streams import below, mix
from pixies_env.core.game import Feature, Game
from pixies_env.core.options import Option, game_factory
from pixies_env.core.seam import (
    CHANCE,
    DECISION,
    NOBODY,
    NOTHING,
    Functions,
    Reward,
    Sight,
    header_fields,
)

PLAYERS = 4
VALUES = 6
COPIES = 2
HAND = 3
FACES = 6
SAFE_POINTS = 2

CARD, HIT, DOUBLE = range(3)
DEAL, DIE = range(2)

PLAY_ID, HIT_ID = 0, HAND
ROLL_ID = HIT_ID + PLAYERS - 1
STOP_ID = ROLL_ID + 1
FACE_ID = VALUES

RECALL = "recall"
FEATURES_PER_SEAT = 4
"""In ``table`` mode; ``recall`` has ``VALUES`` more, the cards played in all rounds."""

STATE = record_dtype(
    [
        *header_fields(),
        ("turn", np.int8),
        ("dealt", np.int8),
        ("laid", np.int8),
        ("deck", np.int8, (VALUES,)),
        ("hand", np.int8, (PLAYERS, VALUES)),
        ("choice", np.int8, (PLAYERS,)),
        ("played", np.int8, (PLAYERS, HAND)),
        ("score", np.int8, (PLAYERS,)),
    ]
)
"""``deck`` and ``hand`` count cards by value; ``choice`` and ``played`` hold values, 0 for none."""

BOARD = record_dtype([("rounds", np.int8), ("faces", np.int8), ("open_hands", np.int8)])


@rule
def setup(state, board, players):
    state.players = players
    state.turn = 0
    state.dealt = 0
    state.laid = 0
    state.deck[:] = COPIES
    state.hand[:] = 0
    state.choice[:] = 0
    state.played[:] = 0
    state.score[:] = 0
    state.waiting = CHANCE
    state.question = DEAL
    state.player = 0
    return 0


@rule
def ask(state, player, question):
    state.waiting = DECISION
    state.player = player
    state.question = question


@rule
def next_round(state, board):
    state.turn = int(state.turn) + 1
    if int(state.turn) == int(board.rounds):
        state.waiting = NOTHING
        state.player = NOBODY
        state.question = 0
    else:
        ask(state, int(state.turn) % int(state.players), CARD)


@rule
def distinct_card(state, player, place):
    """Value of the place-th distinct card on a hand, from the lowest; 0 if there is none."""
    for value in range(1, VALUES + 1):
        if int(state.hand[player, value - 1]) > 0:
            if place == 0:
                return value
            place -= 1
    return 0


@rule
def can_be_hit(state, player, step):
    if step >= int(state.players):
        return False
    return int(state.score[(player + step) % int(state.players)]) > 0


@rule
def legal(state, board, ids):
    player = int(state.player)
    count = 0
    if state.question == CARD:
        while distinct_card(state, player, count) > 0:
            ids[count] = PLAY_ID + count
            count += 1
    elif state.question == HIT:
        for step in range(1, PLAYERS):
            if can_be_hit(state, player, step):
                ids[count] = HIT_ID + step - 1
                count += 1
    else:
        ids[0] = ROLL_ID
        ids[1] = STOP_ID
        count = 2
    return count


@rule
def reveal(state, board):
    """Compare the cards; the winner goes on, or the next round begins."""
    players = int(state.players)
    best, winner = 0, NOBODY
    for player in range(players):
        value = int(state.choice[player])
        state.played[player, int(state.turn)] = value
        state.choice[player] = 0
        if value > best:
            best, winner = value, player
        elif value == best:
            winner = NOBODY
    state.laid = 0
    if winner == NOBODY:
        next_round(state, board)
        return
    ask(state, winner, DOUBLE)
    for step in range(1, players):
        if can_be_hit(state, winner, step):
            state.question = HIT


@rule
def apply(state, board, action):
    player, players = int(state.player), int(state.players)
    if state.question == CARD:
        value = distinct_card(state, player, action - PLAY_ID)
        state.hand[player, value - 1] = int(state.hand[player, value - 1]) - 1
        state.choice[player] = value
        state.laid = int(state.laid) + 1
        if int(state.laid) == players:
            reveal(state, board)
        else:
            state.player = (player + 1) % players
    elif state.question == HIT:
        target = (player + 1 + action - HIT_ID) % players
        state.score[target] = int(state.score[target]) - 1
        state.question = DOUBLE
    elif action == ROLL_ID:
        state.waiting = CHANCE
        state.question = DIE
    else:
        state.score[player] = int(state.score[player]) + SAFE_POINTS
        next_round(state, board)
    return 0


@rule
def chances(state, board, outcomes, weights):
    count = 0
    if state.question == DEAL:
        for value in range(VALUES):
            if int(state.deck[value]) > 0:
                outcomes[count] = value
                weights[count] = int(state.deck[value])
                count += 1
    else:
        for face in range(int(board.faces)):
            outcomes[face] = FACE_ID + face
            weights[face] = 1
        count = int(board.faces)
    return count


@rule
def apply_chance(state, board, outcome):
    player = int(state.player)
    if state.question == DEAL:
        state.deck[outcome] = int(state.deck[outcome]) - 1
        state.hand[player, outcome] = int(state.hand[player, outcome]) + 1
        state.dealt = int(state.dealt) + 1
        if int(state.dealt) == HAND * int(state.players):
            ask(state, 0, CARD)
        else:
            state.player = int(state.dealt) % int(state.players)
    else:
        state.score[player] = int(state.score[player]) + outcome - FACE_ID + 1
        next_round(state, board)
    return 0


@rule
def observe(state, board, player, mode, out):
    players = int(state.players)
    out[:] = 0.0
    out[0] = players / PLAYERS
    out[1] = int(state.turn) / HAND
    out[2] = int(state.choice[player]) / VALUES
    at = 3
    for value in range(VALUES):
        out[at + value] = int(state.hand[player, value]) / COPIES
    at += VALUES
    for kind in range(3):
        if state.waiting == DECISION and state.question == kind:
            out[at + kind] = 1.0
    at += 3
    for step in range(players):
        seat = (player + step) % players
        out[at] = 1.0
        out[at + 1] = int(state.score[seat]) / (HAND * FACES)
        if int(state.player) == seat:
            out[at + 2] = 1.0
        if int(state.turn) > 0:
            out[at + 3] = int(state.played[seat, int(state.turn) - 1]) / VALUES
        if mode == 0:
            for past in range(HAND):
                value = int(state.played[seat, past])
                if value > 0:
                    out[at + 3 + value] += 1.0 / COPIES
            at += VALUES
        at += FEATURES_PER_SEAT
    return 0


@rule
def hide(state, board, player):
    if board.open_hands:
        return 0
    for seat in range(PLAYERS):
        if seat != player:
            state.hand[seat, :] = 0
            state.choice[seat] = 0
    state.deck[:] = 0
    return 0


@rule
def sees(state, board, player):
    """Cards dealt are for their owner only, cards laid are revealed at the end of the round."""
    if player == state.player or board.open_hands:
        return Sight.AT_ONCE
    if state.waiting == CHANCE:
        return Sight.NEVER if state.question == DEAL else Sight.AT_ONCE
    return Sight.LATER if state.question == CARD else Sight.AT_ONCE


@rule
def revealed(state, board, player):
    return 1 if state.laid == 0 else 0


@rule
def cards_on_hand(state, seat):
    """Cards that a player holds, the one laid in secret included."""
    players, dealt = int(state.players), int(state.dealt)
    count = dealt // players
    if seat < dealt % players:
        count += 1
    for past in range(HAND):
        if int(state.played[seat, past]) > 0:
            count -= 1
    return count


@rule
def has_laid(state, seat):
    players = int(state.players)
    first = int(state.turn) % players
    return (seat - first + players) % players < int(state.laid)


@rule
def resample(state, board, player, bits):
    if board.open_hands:
        return 0
    players = int(state.players)
    deck = state.deck
    deck[:] = COPIES
    for value in range(VALUES):
        deck[value] = int(deck[value]) - int(state.hand[player, value])
    if int(state.choice[player]) > 0:
        value = int(state.choice[player]) - 1
        deck[value] = int(deck[value]) - 1
    for seat in range(players):
        for past in range(HAND):
            if int(state.played[seat, past]) > 0:
                value = int(state.played[seat, past]) - 1
                deck[value] = int(deck[value]) - 1
    for seat in range(players):
        if seat == player:
            continue
        state.hand[seat, :] = 0
        state.choice[seat] = 0
        for card in range(cards_on_hand(state, seat)):
            left = 0
            for value in range(VALUES):
                left += int(deck[value])
            bits = mix(bits)
            pick = below(bits, left)
            for value in range(VALUES):
                pick -= int(deck[value])
                if pick < 0:
                    deck[value] = int(deck[value]) - 1
                    if card == 0 and has_laid(state, seat):
                        state.choice[seat] = value + 1
                    else:
                        state.hand[seat, value] = int(state.hand[seat, value]) + 1
                    break
    return 0


@rule
def returns(state, board, kind, out):
    players = int(state.players)
    out[:] = 0.0
    best, winners = -1, 0
    for seat in range(players):
        if int(state.score[seat]) > best:
            best, winners = int(state.score[seat]), 0
        if int(state.score[seat]) == best:
            winners += 1
    for seat in range(players):
        score = int(state.score[seat])
        if kind == Reward.SCORE:
            out[seat] = score
        elif kind == Reward.WIN:
            out[seat] = 1.0 / winners if score == best else 0.0
        else:
            balance = 0
            for other in range(players):
                if int(state.score[other]) < score:
                    balance += 1
                elif int(state.score[other]) > score:
                    balance -= 1
            out[seat] = balance / (players - 1)
    return 0


def features() -> tuple[Feature, ...]:
    """Schema of an observation."""
    named = [
        Feature("players", "number of players / 4"),
        Feature("round", "rounds played / 3"),
        Feature("own_choice", "card laid in secret / 6"),
    ]
    named += [Feature(f"own_hand_{v}", f"cards of value {v} / 2") for v in range(1, VALUES + 1)]
    named += [Feature(f"asked_{q}", "1 if that is asked") for q in ("card", "hit", "double")]
    for step in range(PLAYERS):
        named += [
            Feature(f"seat_{step}_present", "1 if there is such a player"),
            Feature(f"seat_{step}_score", "points / 18"),
            Feature(f"seat_{step}_to_move", "1 if it decides"),
            Feature(f"seat_{step}_last_card", "card of the last round / 6"),
        ]
        named += [
            Feature(f"seat_{step}_played_{v}", f"cards of value {v} played / 2", (RECALL,))
            for v in range(1, VALUES + 1)
        ]
    return tuple(named)


@game_factory(
    "hidden_card",
    Option("rounds", range(1, HAND + 1), HAND, "rounds, a card of the hand in each"),
    Option("faces", range(2, FACES + 1), 3, "faces of the die"),
    Option("open_hands", (False, True), False, "whether all hands are open"),
)
@functools.cache
def game(rounds: int, faces: int, open_hands: bool) -> Game:
    """The game with the options declared above."""
    from tests.games import hidden_card_notation

    board = np.zeros(1, BOARD)
    board[0].rounds, board[0].faces = rounds, faces
    board[0].open_hands = open_hands
    return Game(
        name="hidden_card",
        title="Hidden Card",
        version=1,
        players=range(2, PLAYERS + 1),
        factory=game,
        specification={"rounds": rounds, "faces": faces, "open_hands": open_hands},
        state_dtype=STATE,
        board=board,
        board_digest=hashlib.sha256(board.tobytes()).hexdigest(),
        actions=Catalogue.build(
            [
                ("play", [[place] for place in ("low", "middle", "high")], "lay a card"),
                ("hit", [[f"+{step}"] for step in range(1, PLAYERS)], "one point less"),
                ("roll", [[]], "roll for points"),
                ("stop", [[]], "two points"),
            ]
        ),
        outcomes=Catalogue.build(
            [
                ("card", [[str(value)] for value in range(1, VALUES + 1)], "card dealt"),
                ("die", [[str(face)] for face in range(1, FACES + 1)], "face of the die"),
            ]
        ),
        questions=("card", "hit", "double"),
        chance_kinds=("deal", "die"),
        features=features(),
        observation_modes=(RECALL, "table"),
        utility_range=(-1.0, 1.0),
        max_decisions=HAND * (PLAYERS + 2),
        functions=Functions(
            setup,
            legal,
            apply,
            chances,
            apply_chance,
            observe,
            hide,
            resample,
            returns,
            sees,
            revealed,
        ),
        notation=hidden_card_notation.notation(board),
    )
