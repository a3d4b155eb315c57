"""Food tiles and one-use tiles on their slots; exchanging tiles (section 3, 16 and Slots)."""

from .names import ONE_USE_TILES, SKILLS, make_name
from .state import State

OWN = "own slot"
EXTRA = "extra slot"


def food_tiles(state: State, player: int) -> list[tuple[str, int]]:
    """The player's food tiles as (where it lies, value); the own slot comes first."""
    tiles = []
    seat = state.seats[player]
    if seat.food_tile is not None:
        tiles.append((OWN, seat.food_tile))
    if seat.skill == "extra_slot" and isinstance(state.extra_slot_tile, int):
        tiles.append((EXTRA, state.extra_slot_tile))
    return tiles


def one_use_tiles(state: State, player: int) -> list[tuple[str, str]]:
    """The player's one-use tiles as (where it lies, name)."""
    tiles = []
    seat = state.seats[player]
    if seat.one_use_tile is not None:
        tiles.append((OWN, seat.one_use_tile))
    if seat.skill == "extra_slot" and isinstance(state.extra_slot_tile, str):
        tiles.append((EXTRA, state.extra_slot_tile))
    return tiles


def holds_one_use(state: State, player: int, name: str) -> bool:
    """Does the player hold this one-use tile, on whichever slot?"""
    return any(held == name for _, held in one_use_tiles(state, player))


def has_room_for_food(state: State, player: int) -> bool:
    """Is the own food slot or the extra slot free?"""
    return state.seats[player].food_tile is None or has_free_extra_slot(state, player)


def has_room_for_one_use(state: State, player: int) -> bool:
    """Is the own one-use slot or the extra slot free?"""
    return state.seats[player].one_use_tile is None or has_free_extra_slot(state, player)


def has_free_extra_slot(state: State, player: int) -> bool:
    """Does the player hold the extra slot skill with nothing on it?"""
    return state.skill_size(player, "extra_slot") > 0 and state.extra_slot_tile is None


def put_food(state: State, player: int, where: str, value: int | None) -> None:
    """Lay a food tile on a slot (None clears it)."""
    if where == OWN:
        state.seats[player].food_tile = value
    else:
        state.extra_slot_tile = value


def put_one_use(state: State, player: int, where: str, name: str | None) -> None:
    """Lay a one-use tile on a slot (None clears it)."""
    if where == OWN:
        state.seats[player].one_use_tile = name
    else:
        state.extra_slot_tile = name


def take_food_tile(state: State, player: int) -> None:
    """Action 6: the top tile of the pile, on the own slot if that is free."""
    where = OWN if state.seats[player].food_tile is None else EXTRA
    put_food(state, player, where, state.food_pile.pop(0))


def take_one_use_tile(state: State, player: int, name: str) -> None:
    """Actions 7 to 9: a one-use tile from its space, on the own slot if that is free."""
    where = OWN if state.seats[player].one_use_tile is None else EXTRA
    state.one_use_on_board.remove(name)
    put_one_use(state, player, where, name)


def return_one_use_tile(state: State, player: int, name: str) -> None:
    """A used one-use tile goes back to its space."""
    where = next(place for place, held in one_use_tiles(state, player) if held == name)
    put_one_use(state, player, where, None)
    state.one_use_on_board.add(name)


def swap_options(state: State, player: int) -> list[str]:
    """All exchanges of action 16 that are possible now; equal options are one."""
    options: list[str] = []
    opponents = state.opponents_in(player)
    for _, own_value in food_tiles(state, player):
        if state.food_pile:
            options.append(make_name("swap", "food", own_value, "board"))
        for other in opponents:
            for _, value in food_tiles(state, other):
                options.append(make_name("swap", "food", own_value, other, value))
    for _, own_name in one_use_tiles(state, player):
        wanted = set(state.one_use_on_board)
        for other in opponents:
            wanted |= {name for _, name in one_use_tiles(state, other)}
        for name in ONE_USE_TILES:
            if name in wanted:
                options.append(make_name("swap", "one_use", own_name, name))
    own_skill = state.seats[player].skill
    if own_skill is not None:
        skills = set(state.skills_on_board) | {state.seats[other].skill for other in opponents}
        for skill in SKILLS:
            if skill in skills:
                options.append(make_name("swap", "skill", own_skill, skill))
    return list(dict.fromkeys(options))


def swap_food_with_board(state: State, player: int, own_value: int) -> None:
    """Take the top tile of the pile, then lay the old tile on top of the pile."""
    where = slot_of_food(state, player, own_value)
    top = state.food_pile.pop(0)
    state.food_pile.insert(0, own_value)
    put_food(state, player, where, top)


def swap_food_with_player(
    state: State, player: int, own_value: int, other: int, value: int
) -> None:
    """Each tile takes the other's place."""
    own_place = slot_of_food(state, player, own_value)
    other_place = slot_of_food(state, other, value)
    put_food(state, player, own_place, value)
    put_food(state, other, other_place, own_value)


def slot_of_food(state: State, player: int, value: int) -> str:
    """Where the tile of this value lies; of two equal ones the one on the own slot is meant."""
    return next(where for where, held in food_tiles(state, player) if held == value)


def swap_one_use(state: State, player: int, own_name: str, wanted: str) -> None:
    """A one-use tile of the board or of an opponent; the old one goes to its space or over."""
    own_place = next(where for where, held in one_use_tiles(state, player) if held == own_name)
    if wanted in state.one_use_on_board:
        state.one_use_on_board.remove(wanted)
        state.one_use_on_board.add(own_name)
        put_one_use(state, player, own_place, wanted)
        return
    for other in state.opponents_in(player):
        for where, held in one_use_tiles(state, other):
            if held == wanted:
                put_one_use(state, player, own_place, wanted)
                put_one_use(state, other, where, own_name)
                return
    raise ValueError(wanted)


def swap_skill(state: State, player: int, own_skill: str, wanted: str) -> None:
    """A skill of the board or of an opponent; what lies on the extra slot goes along with it."""
    if wanted in state.skills_on_board:
        state.skills_on_board.remove(wanted)
        state.skills_on_board.add(own_skill)
    else:
        other = next(seat for seat in state.opponents_in(player) if state.has_skill(seat, wanted))
        state.seats[other].skill = own_skill
    state.seats[player].skill = wanted
