"""What can be wrong with a position."""

from pixies_env.core.kit.invariants import Violation


class Wrong(Violation):
    """Number, words, and the keys of a position's dictionary that it is about."""

    FINE = (0, "fine", "the whole")
    WAITING = (
        1,
        "the state waits for nothing known, not in its phase, or asks another player",
        "waiting, turn",
    )
    NOTHING_TO_DRAW = (2, "a token is to be drawn from an empty bag", "seats.*.bag, turn")
    ROUND = (3, "this phase cannot be in this round", "round")
    CARDS = (4, "the cards turned do not fit the round", "cards_left, turned, round")
    FACES = (5, "the faces of the tiles are not as they can be", "faces")
    ORDER = (
        6,
        "the buying order does not fit the phase and the points, or what was bought does not "
        "fit the order",
        "buying_order, stopped, seats.*.bag",
    )
    PLAYED = (7, "the Guardian being played does not fit what is asked", "played")
    OBJECTS = (
        8,
        "an object has been used that was not found or never helps the Guardian being played",
        "played, seats.*.objects, seats.*.closed",
    )
    SEATS = (9, "a seat that is not in the game has something", "seats")
    CELLS = (
        10,
        "a cell holds what it cannot hold",
        "seats.*.guardians, seats.*.creatures",
    )
    TOO_EARLY = (
        11,
        "no Guardian stands on a board before it is its player's turn",
        "seats.*.guardians",
    )
    LAKES = (
        12,
        "more Guardians and Tents are on lakes than Feathers were used",
        "seats.*.guardians, seats.*.tents",
    )
    TENTS = (
        13,
        "there are Tents without Day Guides that left them in the round before, or under creatures",
        "seats.*.tents",
    )
    TOKENS_LOST = (
        14,
        "a token of a Guardian is not conserved or negative",
        "reserve, seats.*.bag, seats.*.idle",
    )
    TOKENS = (
        15,
        "a player has fewer tokens than at the start, or has them where they cannot be in "
        "this phase",
        "seats.*.bag, seats.*.idle",
    )
    GOLD = (
        16,
        "Gold and the price of the tokens bought are not what the Glory phases can have given",
        "seats.*.gold",
    )
    POINTS = (
        17,
        "the victory points are not what the Glory phases can have given",
        "seats.*.vp",
    )
    VILLAGES = (
        18,
        "the Village tokens do not fit the repaired villages, or a Guardian or Tent is on a "
        "ruin that it would have repaired",
        "seats.*.villages_left, seats.*.repaired",
    )
    CHESTS = (
        19,
        "the chest tokens do not fit the opened chests, or a Thief is on a chest that it "
        "would have opened",
        "seats.*.closed, seats.*.objects, seats.*.cups, seats.*.opened",
    )
    CREATURES_STRAY = (
        20,
        "a creature is where neither the set-up nor a card turned has put it",
        "seats.*.creatures, cards_left",
    )
    CREATURES_LOST = (
        21,
        "a monster is not conserved, or there are more Fairies than cards turned",
        "seats.*.creatures, seats.*.gains, seats.*.hunted, cards_left",
    )
    CARDS_DIFFER = (
        22,
        "the players have not met the same cards",
        "seats.*.creatures, seats.*.gains, seats.*.fairies",
    )
    TAKEN = (
        23,
        "a player has taken what could not yet be taken, or keeps what Glory has counted",
        "seats.*.gains, seats.*.hunted, seats.*.fairies, seats.*.cups",
    )
