"""Sealed Bids, a card game for 2 to 4 players with hidden hands, a deck and bids made at once.

Each player holds cards of a deck that has three of each value. A prize is turned; everybody lays a
card face down, then all are revealed. The one highest card takes the prize; a tie for the highest
takes it out of the game. Cards laid stay open. Everybody draws a card while the deck has one. When
all prizes are gone the most points win; ties share.

All of it is made of the kit: zones of four kinds, secrets, continuations, standings, violations and
positions that are derived from the state.
"""

from __future__ import annotations

import functools
import hashlib
from enum import IntEnum
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import record_dtype, rule
from pixies_env.core.game import Feature, Game, Notation
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import continuation_fields, has_overflowed, push
from pixies_env.core.kit.enums import words
from pixies_env.core.kit.events import ask, await_chance, finish
from pixies_env.core.kit.invariants import Violation, check_in_order, messages
from pixies_env.core.kit.judge import Judge
from pixies_env.core.kit.numbering import number, numbering_fields
from pixies_env.core.kit.positions import Positions
from pixies_env.core.kit.readings import places, row
from pixies_env.core.kit.secrets import (
    FACE_DOWN,
    deal,
    deal_row,
    leave_out,
    leave_out_row,
    open_deck,
    turn_down,
)
from pixies_env.core.kit.standings import standings
from pixies_env.core.kit.zones import (
    EMPTY,
    NO_CARD,
    draws,
    draws_at,
    first_at,
    number_at,
    number_in,
    options_in,
    place_in_row,
    put,
    take,
)
from pixies_env.core.options import Option, game_factory
from pixies_env.core.seam import (
    CHANCE,
    DECISION,
    NOBODY,
    NOTHING,
    Functions,
    Sight,
    header_fields,
)

PLAYERS, HAND, COPIES = 4, 3, 3


class Card(IntEnum):
    ONE = 0
    TWO = 1
    THREE = 2
    FOUR = 3
    FIVE = 4


class Prize(IntEnum):
    COPPER = 0
    SILVER = 1
    GOLD = 2


class Phase(IntEnum):
    DEALING = 0
    AUCTION = 1


class Question(IntEnum):
    BID = 0


class Decision(IntEnum):
    BID = 0


class ChanceKind(IntEnum):
    CARD = 0
    PRIZE = 1


class Frame(IntEnum):
    REFILL = 1


FACE_DOWN_PRIZES, ON_TABLE, GONE = -1, -2, -3
"""Places of a prize besides in front of a seat."""

STATE = record_dtype(
    [
        *header_fields(),
        ("phase", np.int8),
        *continuation_fields(PLAYERS),
        ("prize_at", np.int8, (len(Prize),)),
        ("deck", np.int8, (len(Card) + 1,)),
        ("hand", np.int8, (PLAYERS, len(Card) + 1)),
        ("bids", np.int8, (PLAYERS,)),
        ("open_cards", np.int8, (len(Card),)),
    ]
)
BOARD = record_dtype(
    [
        ("copies", np.int8, (len(Card),)),
        *numbering_fields(Decision, ChanceKind, most_actions=len(Card)),
    ]
)


# ---- dealing


@rule
def setup(state, board, players):
    state.players = players
    state.prize_at[:] = FACE_DOWN_PRIZES
    state.bids[:] = EMPTY
    open_deck(state.deck, board.copies)
    run_dealing(state, board)
    return 0


@rule
def run_dealing(state, board):
    for player in range(int(state.players)):
        if number_in(state.hand[player]) < HAND:
            await_chance(state, player, ChanceKind.CARD)
            return
    state.phase = Phase.AUCTION


@rule
def cards(state, board, owner, outcomes, weights):
    return draws(board, ChanceKind.CARD, state.deck, outcomes, weights)


@rule
def draw_card(state, board, owner, card):
    take(state.deck, card, 1)
    put(state.hand[owner], card, 1)


DEALING = rulebook.Phase(
    Phase.DEALING, run_dealing, chances=(rulebook.Chance(ChanceKind.CARD, cards, draw_card),)
)

# ---- the auction


@rule
def next_bidder(state):
    """The first player who has a card and has laid none; NOBODY if all have bid."""
    for player in range(int(state.players)):
        if state.bids[player] == EMPTY and number_in(state.hand[player]) > 0:
            return player
    return NOBODY


@rule
def run_auction(state, board):
    """Turn a prize, ask for a bid, or reveal the bids."""
    if number_at(state.prize_at, ON_TABLE) == 0:
        if number_at(state.prize_at, FACE_DOWN_PRIZES) > 0:
            await_chance(state, NOBODY, ChanceKind.PRIZE)
        else:
            finish(state)
        return
    player = next_bidder(state)
    if player == NOBODY:
        reveal(state)
    else:
        ask(state, player, Question.BID)


@rule
def reveal(state):
    prize, best, winner = first_at(state.prize_at, ON_TABLE), NO_CARD, GONE
    for player in range(int(state.players)):
        card = int(state.bids[player])
        if card == EMPTY:
            continue
        if card > best:
            best, winner = card, player
        elif card == best:
            winner = GONE
        put(state.open_cards, card, 1)
        state.bids[player] = EMPTY
    state.prize_at[prize] = winner
    for player in range(int(state.players) - 1, -1, -1):
        push(state, Frame.REFILL, player, 0, 0)


@rule
def prizes(state, board, owner, outcomes, weights):
    return draws_at(board, ChanceKind.PRIZE, state.prize_at, FACE_DOWN_PRIZES, outcomes, weights)


@rule
def turn_prize(state, board, owner, prize):
    state.prize_at[prize] = ON_TABLE


@rule
def bids(state, board, player, ids):
    return options_in(board, Decision.BID, state.hand[player], ids, 0)


@rule
def bid(state, board, player, card):
    take(state.hand[player], card, 1)
    state.bids[player] = card


@rule
def refill(state, board, player, _first, _second):
    if number_in(state.deck) > 0:
        await_chance(state, player, ChanceKind.CARD)


AUCTION = rulebook.Phase(
    Phase.AUCTION,
    run_auction,
    questions=(rulebook.Question(Question.BID, bids, {Decision.BID: bid}),),
    chances=(rulebook.Chance(ChanceKind.PRIZE, prizes, turn_prize),),
    continuations=(rulebook.Continuation(Frame.REFILL, refill),),
)
legal, apply, chances, apply_chance = rulebook.compose(__name__, [AUCTION, DEALING])

# ---- what players know


@rule
def sees(state, board, player):
    if state.waiting == CHANCE and state.question == ChanceKind.CARD:
        return Sight.AT_ONCE if player == state.player else Sight.NEVER
    if state.waiting == DECISION and player != state.player:
        return Sight.LATER
    return Sight.AT_ONCE


@rule
def revealed(state, board, player):
    for other in range(int(state.players)):
        if state.bids[other] != EMPTY:
            return 0
    return 1


@rule
def hide(state, board, player):
    turn_down(state.deck)
    for other in range(int(state.players)):
        if other != player:
            turn_down(state.hand[other])
            if state.bids[other] != EMPTY:
                state.bids[other] = FACE_DOWN
    return 0


@rule
def resample(state, board, player, bits):
    hide(state, board, player)
    open_deck(state.deck, board.copies)
    leave_out(state.deck, state.hand[player])
    leave_out(state.deck, state.open_cards)
    leave_out_row(state.deck, state.bids)
    for other in range(int(state.players)):
        bits = deal(state.deck, state.hand[other], bits)
    deal_row(state.deck, state.bids, bits)
    return 0


@rule
def observe(state, board, player, mode, out):
    out[:] = 0.0
    players = int(state.players)
    for card in range(len(Card)):
        out[card] = int(state.hand[player, card]) / COPIES
        out[len(Card) + card] = int(state.open_cards[card]) / COPIES
    out[2 * len(Card)] = number_in(state.deck) / (len(Card) * COPIES)
    at = 2 * len(Card) + 1
    for prize in range(len(Prize)):
        place = int(state.prize_at[prize])
        if place == ON_TABLE:
            out[at + prize] = 1.0
        elif place >= 0:
            out[at + len(Prize) * (1 + (place - player + players) % players) + prize] = 1.0
    return 0


FEATURES = (
    *(Feature(f"own_{card}", "cards on the hand / 3") for card in words(Card)),
    *(Feature(f"open_{card}", "cards that lie open / 3") for card in words(Card)),
    Feature("deck", "cards in the deck / 15"),
    *(Feature(f"table_{prize}", "1: is auctioned") for prize in words(Prize)),
    *(
        Feature(f"seat_{step}_{prize}", "1: lies before the player so many seats on")
        for step in range(PLAYERS)
        for prize in words(Prize)
    ),
)

# ---- the end


@rule
def points_of(state, board, player):
    points = 0
    for prize in range(len(Prize)):
        if int(state.prize_at[prize]) == player:
            points += prize + 1
    return points


@rule
def rank_key(state, board, player, place):
    return points_of(state, board, player)


STANDINGS = standings(__name__, key=rank_key, number_of_keys=1, score=points_of)

# ---- what is always true, of what a seat knows as well


class Wrong(Violation):
    FINE = 0, "fine"
    CARDS = 1, "the cards are not those that there are", "deck, hand, bids, open_cards"
    PRIZES = 2, "a prize is nowhere", "prize_at"
    WAITING = 3, "it waits for what cannot be there", "waiting, phase"
    EFFECTS = 4, "players draw after an auction only, each once", "effects"


@rule
def check_cards(state, board):
    players, total = int(state.players), number_in(state.deck)
    for kind in range(len(Card) + 1):
        there = int(state.deck[kind])
        if state.deck[kind] < 0 or (kind < len(Card) and state.open_cards[kind] < 0):
            return Wrong.CARDS
        for player in range(PLAYERS):
            if state.hand[player, kind] < 0 or (player >= players and state.hand[player, kind] > 0):
                return Wrong.CARDS
            there += int(state.hand[player, kind])
            if int(state.bids[player]) == kind:
                there += 1
        if kind < len(Card):
            there += int(state.open_cards[kind])
            if there > int(board.copies[kind]):
                return Wrong.CARDS
    for player in range(PLAYERS):
        card = int(state.bids[player])
        if card < FACE_DOWN or card >= len(Card) or (player >= players and card != EMPTY):
            return Wrong.CARDS
        total += number_in(state.hand[player]) + (1 if card != EMPTY else 0)
    fits = total + number_in(state.open_cards) == number_in(board.copies)
    return Wrong.FINE if fits else Wrong.CARDS


@rule
def check_prizes(state, board):
    for prize in range(len(Prize)):
        if state.prize_at[prize] < GONE or state.prize_at[prize] >= state.players:
            return Wrong.PRIZES
    return Wrong.FINE if number_at(state.prize_at, ON_TABLE) <= 1 else Wrong.PRIZES


@rule
def check_waiting(state, board):
    players, player = int(state.players), int(state.player)
    laid = place_in_row(state.bids, FACE_DOWN) != NO_CARD
    for card in range(len(Card)):
        laid = laid or place_in_row(state.bids, card) != NO_CARD
    on_table = number_at(state.prize_at, ON_TABLE)
    face_down = number_at(state.prize_at, FACE_DOWN_PRIZES)
    if state.waiting == DECISION:
        if state.question != Question.BID or on_table != 1 or state.phase != Phase.AUCTION:
            return Wrong.WAITING
        # Those before the one who is asked have bid, those behind have not.
        for other in range(players):
            if (other >= player) != (state.bids[other] == EMPTY) and (
                other >= player or number_in(state.hand[other]) > 0
            ):
                return Wrong.WAITING
        return Wrong.FINE if player == next_bidder(state) != NOBODY else Wrong.WAITING
    if laid or on_table > 0:
        return Wrong.WAITING
    if state.waiting == NOTHING:
        over = face_down == 0 and state.phase == Phase.AUCTION and player == NOBODY
        return Wrong.FINE if over and state.question == 0 else Wrong.WAITING
    if state.waiting != CHANCE or state.question < 0 or state.question > ChanceKind.PRIZE:
        return Wrong.WAITING
    if state.question == ChanceKind.PRIZE:
        can = player == NOBODY and face_down > 0 and state.phase == Phase.AUCTION
        return Wrong.FINE if can else Wrong.WAITING
    if player < 0 or number_in(state.deck) == 0:
        return Wrong.WAITING
    if state.phase != Phase.DEALING:
        return Wrong.FINE if state.phase == Phase.AUCTION else Wrong.WAITING
    # Everybody before the one who is dealt a card has a whole hand, nobody behind has any.
    for other in range(players):
        held = number_in(state.hand[other])
        if (other < player and held != HAND) or (other > player and held != 0):
            return Wrong.WAITING
    begun = face_down == len(Prize) and number_in(state.open_cards) == 0
    return Wrong.FINE if begun and number_in(state.hand[player]) < HAND else Wrong.WAITING


@rule
def check_effects(state, board):
    if has_overflowed(state):
        return Wrong.EFFECTS
    count, drawing = int(state.frame_count), state.waiting == CHANCE
    drawing = drawing and state.question == ChanceKind.CARD and state.phase == Phase.AUCTION
    if count > 0 and not drawing:
        return Wrong.EFFECTS
    for place in range(PLAYERS):
        kind, player = int(state.frames[place, 0]), int(state.frames[place, 1])
        blank = state.frames[place, 2] == 0 and state.frames[place, 3] == 0
        if place >= count:
            blank = blank and kind == 0 and player == 0
        elif kind != Frame.REFILL or player != int(state.players) - 1 - place:
            return Wrong.EFFECTS
        if not blank:
            return Wrong.EFFECTS
    if drawing and int(state.player) != int(state.players) - 1 - count:
        return Wrong.EFFECTS
    return Wrong.FINE


check = check_in_order(__name__, (check_cards, check_prizes, check_waiting, check_effects))

# ---- words

ACTIONS = Catalogue.build([(Decision.BID, [[card] for card in words(Card)], "lay a card")])
OUTCOMES = Catalogue.build(
    [
        (ChanceKind.CARD, [[card] for card in words(Card)], "card drawn"),
        (ChanceKind.PRIZE, [[prize] for prize in words(Prize)], "prize turned"),
    ]
)
PRIZE_PLACES = {FACE_DOWN_PRIZES: "deck", ON_TABLE: "table", GONE: "gone"}


def statistics(board: np.ndarray, states: np.ndarray) -> dict[str, np.ndarray]:
    ranks, scores = STANDINGS.of(states, board, PLAYERS)
    return {"score": scores, "rank": ranks}


def result(board: np.ndarray, state: np.ndarray) -> dict[str, Any]:
    ranks, scores = STANDINGS.of(state, board, PLAYERS)
    players = int(state["players"][0])
    return {
        "reason": "all prizes gone",
        "ranks": ranks[0, :players].tolist(),
        "scores": scores[0, :players].tolist(),
    }


FUNCTIONS = Functions(
    setup,
    legal,
    apply,
    chances,
    apply_chance,
    observe,
    hide,
    resample,
    STANDINGS.returns,
    sees,
    revealed,
)


@game_factory(
    "sealed_bids",
    Option("copies", range(COPIES, 3 * COPIES + 1), COPIES, "cards of each value"),
)
@functools.cache
def make(copies: int) -> Game:
    """The game with the option declared above."""
    board = np.zeros(1, BOARD)
    board[0].copies[:] = copies
    number(board[0], Decision, ACTIONS, OUTCOMES)
    judge = Judge(STATE, board, FUNCTIONS, check, Wrong, (ACTIONS, OUTCOMES))
    positions = Positions(
        STATE,
        players=range(2, PLAYERS + 1),
        start=judge.start,
        questions=Question,
        chances=ChanceKind,
        said={
            "phase": Phase,
            "frames": Frame,
            "prize_at": places(Prize, PRIZE_PLACES, PLAYERS),
            "deck": Card,
            "hand": Card,
            "bids": row(Card, PLAYERS),
            "open_cards": Card,
        },
        of_seats=("hand",),
        check=judge.require_possible,
    )
    return Game(
        name="sealed_bids",
        title="Sealed Bids",
        version=0,
        players=range(2, PLAYERS + 1),
        factory=make,
        specification={"copies": copies},
        state_dtype=STATE,
        board=board,
        board_digest=hashlib.sha256(board.tobytes()).hexdigest(),
        actions=ACTIONS,
        outcomes=OUTCOMES,
        questions=words(Question),
        chance_kinds=words(ChanceKind),
        features=FEATURES,
        observation_modes=("recall",),
        utility_range=(-1.0, 1.0),
        max_decisions=len(Prize) * PLAYERS,
        functions=FUNCTIONS,
        invariants=check,
        invariant_messages=messages(Wrong),
        notation=Notation(
            action_name=ACTIONS.name,
            outcome_name=OUTCOMES.name,
            describe=positions.describe,
            restore=positions.restore,
            text=lambda state: str(positions.describe(state)),
            result=functools.partial(result, board),
            statistics=functools.partial(statistics, board),
        ),
    )
