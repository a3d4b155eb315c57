"""What can be wrong with a position: a number, the keys of a dictionary it is about, and words."""

_WRONG = (
    ("the whole", "fine"),
    (
        "waiting, turn",
        "the state waits for nothing known, not in its phase, or asks another player",
    ),
    ("seats.*.bag, turn", "a token is to be drawn from an empty bag"),
    ("round", "this phase cannot be in this round"),
    ("cards_left, turned, round", "the cards turned do not fit the round"),
    ("faces", "the faces of the tiles are not as they can be"),
    (
        "buying_order, stopped, seats.*.bag",
        "the buying order does not fit the phase and the points, or what was bought does not fit "
        "the order",
    ),
    ("played", "the Guardian being played does not fit what is asked"),
    (
        "played, seats.*.objects, seats.*.closed",
        "an object has been used that was not found or never helps the Guardian being played",
    ),
    ("seats", "a seat that is not in the game has something"),
    ("seats.*.guardians, seats.*.creatures", "a cell holds what it cannot hold"),
    ("seats.*.guardians", "no Guardian stands on a board before it is its player's turn"),
    (
        "seats.*.guardians, seats.*.tents",
        "more Guardians and Tents are on lakes than Feathers were used",
    ),
    (
        "seats.*.tents",
        "there are Tents without Day Guides that left them in the round before, or under creatures",
    ),
    (
        "reserve, seats.*.bag, seats.*.idle",
        "a token of a Guardian is not conserved or negative",
    ),
    (
        "seats.*.bag, seats.*.idle",
        "a player has fewer tokens than at the start, or has them where they cannot be in this "
        "phase",
    ),
    (
        "seats.*.gold",
        "Gold and the price of the tokens bought are not what the Glory phases can have given",
    ),
    ("seats.*.vp", "the victory points are not what the Glory phases can have given"),
    (
        "seats.*.villages_left, seats.*.repaired",
        "the Village tokens do not fit the repaired villages, or a Guardian or Tent is on a ruin "
        "that it would have repaired",
    ),
    (
        "seats.*.closed, seats.*.objects, seats.*.cups, seats.*.opened",
        "the chest tokens do not fit the opened chests, or a Thief is on a chest that it would "
        "have opened",
    ),
    (
        "seats.*.creatures, cards_left",
        "a creature is where neither the set-up nor a card turned has put it",
    ),
    (
        "seats.*.creatures, seats.*.gains, seats.*.hunted, cards_left",
        "a monster is not conserved, or there are more Fairies than cards turned",
    ),
    (
        "seats.*.creatures, seats.*.gains, seats.*.fairies",
        "the players have not met the same cards",
    ),
    (
        "seats.*.gains, seats.*.hunted, seats.*.fairies, seats.*.cups",
        "a player has taken what could not yet be taken, or keeps what Glory has counted",
    ),
)
(
    FINE,
    WAITING_WRONG,
    NOTHING_TO_DRAW,
    ROUND_WRONG,
    CARDS_WRONG,
    FACES_WRONG,
    ORDER_WRONG,
    PLAYED_WRONG,
    OBJECTS_WRONG,
    SEATS_WRONG,
    CELLS_WRONG,
    TOO_EARLY,
    LAKES_WRONG,
    TENTS_WRONG,
    TOKENS_LOST,
    TOKENS_WRONG,
    GOLD_WRONG,
    POINTS_WRONG,
    VILLAGES_WRONG,
    CHESTS_WRONG,
    CREATURES_STRAY,
    CREATURES_LOST,
    CARDS_DIFFER,
    TAKEN_WRONG,
) = range(len(_WRONG))

KEYS = tuple(keys for keys, _ in _WRONG)
MESSAGES = tuple(message for _, message in _WRONG)
