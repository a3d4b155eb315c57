"""A position with all that was left out filled in, so that it fits what was said.

Tokens that are nowhere are in the bag, or set aside once their player has finished; those that
nobody has are in the reserve. Villages and chests on which Guardians came are repaired and
opened, what was found and is not there has been used, Glory phases have given their least.
"""

from pixies_env.havresac.names import GUARDIANS, MOVEMENT_OBJECTS, OBJECTS
from pixies_env.havresac.position import Position, SeatPosition, WholePosition, WholeSeat
from pixies_env.havresac.position_cards import Cards, Creatures, Deck
from pixies_env.havresac.setting import (
    Setting,
    glories,
    has_begun,
    has_finished,
    player_of,
    round_of,
)

Numbers = dict[str, int]


def filled(position: Position, setting: Setting) -> WholePosition:
    """The position with everything but what the state itself tells.

    ValueError if no cards can have been turned that explain what is there.
    """
    position = position.model_copy(
        update={
            "round": round_of(position, setting),
            "turn": position.turn or 0,
            "faces": _faces(position, setting),
        }
    )
    deck = Deck(position, setting)
    cards = deck.cards()
    seats = [_seat(deck, cards, seat) for seat in range(position.players)]
    return WholePosition.model_construct(
        **dict(position) | {"cards_left": cards.left, "seats": seats}
    )


def _faces(position: Position, setting: Setting) -> dict[str, str | None]:
    """Faces that are drawn are Day where nothing is said after the set-up."""
    drawn = None if position.phase == "setup" else "day"
    return {
        guardian: position.faces.get(guardian, face or drawn)
        for guardian, face in zip(GUARDIANS, setting.faces, strict=True)
    }


def _seat(deck: Deck, cards: Cards, seat: int) -> WholeSeat:
    position, setting, given = deck.position, deck.setting, deck.seats[seat]
    bag, idle = _tokens(position, setting, seat, given)
    played = bool(given.guardians) or any(idle.values()) or has_finished(position, setting, seat)
    creatures = Creatures(deck, cards, seat, played)
    opened, closed = _chests(position, setting, seat, given)
    repaired, left = _villages(setting, given)
    gold, vp = given.gold, given.vp
    if gold is None:
        gold = _least_gold(position, setting, [*given.guardians.values()], bag, idle)
    if vp is None:
        vp = glories(position, setting) * min(setting.board.gains.vp)
    told = {
        "vp": vp,
        "gold": gold,
        "bag": bag,
        "idle": idle,
        "creatures": creatures.creatures,
        "gains": creatures.gains,
        "hunted": creatures.hunted,
        "fairies": creatures.fairies,
        "opened": opened,
        "closed": closed,
        "repaired": repaired,
        "villages_left": left,
    }
    return WholeSeat.model_construct(**dict(given) | told)


def _tokens(
    position: Position, setting: Setting, seat: int, given: SeatPosition
) -> tuple[Numbers, Numbers]:
    """Tokens in the bag and set aside; those of the starting bag are not lost."""
    begun = has_begun(position, setting, seat)
    finished = has_finished(position, setting, seat)
    played = position.played
    missing = {}
    for guardian in GUARDIANS:
        out = list(given.guardians.values()).count(guardian)
        if played is not None and played.cell is None and played.guardian == guardian:
            out += seat == player_of(position, setting)
        # In recruitment the bag holds what was bought.
        for place in (given.idle, None if position.phase == "recruitment" else given.bag):
            out += (place or {}).get(guardian, 0)
        missing[guardian] = max(getattr(setting.board.guardians, guardian).bag - out, 0)
    bag, idle = given.bag, given.idle
    if bag is None:
        bag = {} if finished else missing
        missing = missing if finished else {}
    if idle is None:
        idle = missing if begun else {}
    return bag, idle


def _chests(
    position: Position, setting: Setting, seat: int, given: SeatPosition
) -> tuple[list[str], Numbers]:
    """Chests opened, and objects not found; where more chests are open, some were used."""
    used: dict[str, int] = {}
    due = None
    played = position.played
    if played is not None and seat == player_of(position, setting):
        used = {thing: int(getattr(played, thing)) for thing in MOVEMENT_OBJECTS}
        due = played.cell if position.waiting.for_ == "chance" else None
    chests = setting.cells("chest")
    thieves = [cell for cell in given.guardians if given.guardians[cell] == "thief"]
    came = [cell for cell in chests if cell in thieves and cell != due]
    closed = given.closed
    if closed is None:
        closed = {}
        for thing in OBJECTS:
            there = given.objects.get(thing, 0) + used.get(thing, 0)
            there += given.cups if thing == "cup" else 0
            closed[thing] = max(getattr(setting.board.chests, thing) - there, 0)
        number = len(came if given.opened is None else given.opened)
        spent = sum(closed.values()) - (len(chests) - number)
        for thing in OBJECTS:
            taken = min(max(spent, 0), closed[thing])
            closed[thing] -= taken
            spent -= taken
    opened = given.opened
    if opened is None:
        order = came + [cell for cell in chests if cell not in came]
        opened = order[: max(len(chests) - sum(closed.values()), 0)]
    return opened, closed


def _villages(setting: Setting, given: SeatPosition) -> tuple[list[str], int]:
    """Villages repaired, those to which Guardians came before others, and tokens left."""
    villages, tokens = setting.cells("village"), setting.board.supply.village_tokens
    repaired, left = given.repaired, given.villages_left
    if repaired is None:
        came = [cell for cell in villages if cell in given.guardians or cell in given.tents]
        number = len(came) if left is None else max(tokens - left, 0)
        order = came + [cell for cell in villages if cell not in came]
        repaired = order[: min(number, tokens)]
    return repaired, max(tokens - len(repaired), 0) if left is None else left


def _least_gold(
    position: Position, setting: Setting, on_board: list[str], bag: Numbers, idle: Numbers
) -> int:
    """The least that the Glory phases can have given, less what was spent."""
    board, gold = setting.board, setting.board.gains.gold
    spent = now = 0
    for guardian in GUARDIANS:
        tiles = board.night if position.faces[guardian] == "night" else board.day
        cost = getattr(tiles, guardian).cost
        owned = on_board.count(guardian) + bag.get(guardian, 0) + idle.get(guardian, 0)
        spent += cost * max(owned - getattr(board.guardians, guardian).bag, 0)
        if position.phase == "recruitment":
            now += cost * bag.get(guardian, 0)
    last = min(gold) if position.phase in ("recruitment", "over") else 0
    return max(glories(position, setting) * min(gold) - spent, last - now, 0)
