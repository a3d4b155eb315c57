"""The observation: features of what a player knows, own seat first, scaled to about [-1, 1].

:func:`features` names the entries in the order in which :func:`observe` writes them. Seats and
colours are counted from the observer: ``me``, ``left1`` (the next seat), ``left2`` ...
"""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.core.game import Feature
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.hidden import offers_are_secret
from pixies_env.pixie_queen.limits import ACTIONS, MAX_PLAYERS, REWARD_TILES
from pixies_env.pixie_queen.names import (
    ACTION_PHASE,
    CUBES,
    FOODS,
    GOODS,
    GOODS_SPACES,
    NOBODY,
    ON_BOARD,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    OVER,
    PHASES,
    QUESTIONS,
    REWARD_SERIES,
    SKILLS,
    VIRTUAL,
)
from pixies_env.pixie_queen.rules.offerings import KINDS
from pixies_env.pixie_queen.rules.single_spaces import FRAME_COPY, cubes_in_bag
from pixies_env.pixie_queen.state import reward_points, servants_of

RECALL, SCREENS = "recall", "screens"
HIDDEN_MODES = (RECALL, SCREENS)
"""Perfect recall of everything that was public once; only what lies open on the table."""
_SCREENS = HIDDEN_MODES.index(SCREENS)

GOODS_SCALE = 20.0
POINTS_SCALE = 30.0
SMALL_SCALE = 5.0
TILE_SCALE = 4.0

SEATS = ("me", *(f"left{step}" for step in range(1, MAX_PLAYERS)))
COLOUR_NAMES = (*SEATS, "virtual")


def features(board: Board) -> tuple[Feature, ...]:
    """Names of all entries."""
    return (*_table_features(board), *_pyramid_features(), *_seat_features(board))


def _table_features(board: Board) -> list[Feature]:
    open_only, recalled = (SCREENS,), (RECALL,)
    entries = [
        Feature("players", f"number of players / {MAX_PLAYERS}"),
        Feature("round", f"round / {board.setup.rounds}"),
    ]
    entries += [Feature(f"phase_{phase}", "1 in this phase") for phase in PHASES[:OVER]]
    entries += [Feature(f"asked_{question}", "1 if this is asked") for question in QUESTIONS]
    entries += [Feature(f"mover_{seat}", "1 for who decides") for seat in SEATS]
    entries += [Feature(f"turn_{seat}", "1 for whose turn it is") for seat in SEATS]
    small = f"/ {SMALL_SCALE:g}"
    entries += [
        Feature("due", f"cubes, discards or foods of tiles still to come {small}"),
        Feature("picks", f"of these cubes, to be picked freely {small}"),
        Feature("stones_drawn", f"stones to be laid {small}"),
        Feature("points_left", f"points of the punishment die to be assigned {small}"),
        Feature("promotions", f"promotions left to the mover {small}"),
        Feature("copy_paid", "1 if the choice of a copy follows"),
    ]
    entries += [Feature(f"stock_{good}", "share of the supply") for good in GOODS]
    entries += [
        Feature(f"bag_{cube}", f"cubes / {GOODS_SCALE:g}", recalled) for cube in CUBES
    ]
    entries += [
        Feature("bag", f"cubes of all kinds / {2 * GOODS_SCALE:g}", open_only),
        Feature("reserve_stones", f"stones / {GOODS_SCALE:g}"),
    ]
    entries += [Feature(f"special_track_{good}", f"units {small}") for good in GOODS]
    for place in range(_pile_places(board)):
        entries.append(Feature(f"pile_{place + 1}", f"food tile, top first / {TILE_SCALE:g}"))
    entries.append(Feature("virtual_mine", f"virtual slaves {small}"))
    entries += [
        Feature(f"taken_{series}", f"reward tiles taken / {REWARD_TILES}")
        for series in REWARD_SERIES
    ]
    entries += [Feature(f"demand_{food}", "1 if demanded now") for food in GOODS[:FOODS]]
    entries += [
        Feature(f"demand_left_{food}", "tokens not yet turned / tokens of this food")
        for food in GOODS[:FOODS]
    ]
    entries += [
        Feature("special_used", "1 if action 19 is used"),
        Feature("order_used", "1 if action 20 is used"),
        Feature("copies", f"copies this round {small}"),
        Feature("goods_uses", f"uses of action 17 / {GOODS_SPACES}"),
    ]
    entries += [Feature(f"priority_{seat}", "1 for who used action 21") for seat in SEATS]
    entries += [Feature(f"on_board_{tile}", "1 if on its space") for tile in ONE_USE_TILES]
    entries += [Feature(f"on_board_{skill}", "1 if on the board") for skill in SKILLS]
    entries.append(Feature("extra_slot_food", f"food tile on the skill tile / {TILE_SCALE:g}"))
    entries += [
        Feature(f"extra_slot_{tile}", "1 if on the skill tile extra_slot")
        for tile in ONE_USE_TILES
    ]
    return entries


def _pyramid_features() -> list[Feature]:
    entries = []
    for hand in range(1, ACTIONS + 1):
        entries += [
            Feature(f"hand{hand}_{colour}", "1 if such a pixie stands there")
            for colour in COLOUR_NAMES
        ]
        entries.append(Feature(f"discs{hand}", "discs on the space / 2"))
    entries += [
        Feature(f"servant_space_{seat}", "1 if such a pixie stands there") for seat in SEATS
    ]
    return entries


def _seat_features(board: Board) -> list[Feature]:
    small = f"/ {SMALL_SCALE:g}"
    last = len(board.tracks.punishment) - 1
    entries = []
    for step, seat in enumerate(SEATS):
        secret = () if step == 0 else (RECALL,)
        mine: list[tuple[str, str, tuple[str, ...]]] = []
        if step > 1:
            mine.append(("present", "1 if there is such a player", ()))
        mine.append(("out", "1 if out", ()))
        mine += [(good, f"units owned / {GOODS_SCALE:g}", secret) for good in GOODS]
        mine += [
            ("reward_points", f"points / {POINTS_SCALE:g}", secret),
            ("punishment", f"points / {board.score.out_at}", ()),
            ("to_symbol", "points to the next mine symbol / 10, 0 without one", ()),
            ("silver_space", f"space from the start / {last}", ()),
            ("gold_space", f"space from the start / {last}", ()),
            ("slaves", f"slaves {small}", ()),
        ]
        mine += [
            (f"stones{place}", f"stones on this place {small}", ())
            for place in range(board.setup.chainable_places)
        ]
        mine += [
            ("servants", f"faithful servants {small}", ()),
            ("first_servant", f"order of the first servant / {REWARD_TILES}, 0: none", ()),
        ]
        mine += [(skill, "1 if this is the skill", ()) for skill in SKILLS]
        mine.append(("food_tile", f"value on the own slot / {TILE_SCALE:g}", ()))
        mine += [(tile, "1 if on the own slot", ()) for tile in ONE_USE_TILES]
        mine += [
            ("discs", f"discs left / {board.setup.discs}", ()),
            ("passed", "1 if passed", ()),
            ("big_place", "place of the big cube, 1 first, falling by 0.2, 0: out", ()),
            ("small_place", "place of the small cube, likewise", ()),
            ("mine_used", "1 if action 15 is used", ()),
            ("tiles_used", "1 if action 16 is used", ()),
            ("copy_used", "1 if action 18 is used", ()),
            ("assigned", f"points assigned and not yet marked {small}", ()),
            ("announced", "1 if double offering is used", ()),
            ("refused", "1 if refused, own or revealed", ()),
        ]
        mine += [
            (f"offer_{kind}", f"units / {GOODS_SCALE:g}, own or revealed", ())
            for kind in ("demanded", "silver", "gold")
        ]
        entries += [Feature(f"{seat}_{name}", text, modes) for name, text, modes in mine]
    return entries


def _pile_places(board: Board) -> int:
    return max(len(pile) for pile in board.setup.food_tiles)


@rule
def observe(state: Any, board: Any, player: Any, mode: Any, out: Any) -> Any:
    """Write the observation of a player; returns the number of entries."""
    out[:] = 0.0
    at = _write_table(state, board, player, mode, out)
    at = _write_pyramid(state, player, out, at)
    players = int(state.players)
    secret = offers_are_secret(state)
    for step in range(MAX_PLAYERS):
        seat = (player + step) % players if step < players else NOBODY
        at = _write_seat(state, board, seat, step, mode, secret, out, at)
    return at


@rule
def _mark_seat(state: Any, player: Any, seat: Any, out: Any, at: Any) -> Any:
    """One entry per seat from the observer on, 1 for ``seat`` if it is one."""
    if seat >= 0:
        players = int(state.players)
        out[at + (seat - player + players) % players] = 1.0
    return at + MAX_PLAYERS


@rule
def _write_table(state: Any, board: Any, player: Any, mode: Any, out: Any) -> Any:
    out[0] = int(state.players) / MAX_PLAYERS
    out[1] = int(state.round_number) / int(board.rounds)
    at = 2
    if state.phase < OVER:
        out[at + int(state.phase)] = 1.0
    at += OVER
    mover = NOBODY
    if state.waiting == 0:
        out[at + int(state.question)] = 1.0
        mover = int(state.player)
    at += len(QUESTIONS)
    at = _mark_seat(state, player, mover, out, at)
    turn = NOBODY
    if state.phase == ACTION_PHASE:
        turn = int(state.big_order[state.cursor])
    at = _mark_seat(state, player, turn, out, at)
    out[at] = int(state.due) / SMALL_SCALE
    out[at + 1] = int(state.picks) / SMALL_SCALE
    out[at + 2] = int(state.stones_drawn) / SMALL_SCALE
    out[at + 3] = int(state.points_left) / SMALL_SCALE
    out[at + 4] = int(state.promotions) / SMALL_SCALE
    for frame in range(int(state.frame_count)):
        if state.frames[frame, 0] == FRAME_COPY:
            out[at + 5] = 1.0
    at += 6
    for good in range(len(GOODS)):
        if board.supply[good] > 0:
            out[at + good] = int(state.stock[good]) / int(board.supply[good])
    at += len(GOODS)
    if mode == _SCREENS:
        out[at] = cubes_in_bag(state) / (2 * GOODS_SCALE)
        at += 1
    else:
        for cube in range(len(CUBES)):
            out[at + cube] = int(state.bag[cube]) / GOODS_SCALE
        at += len(CUBES)
    out[at] = int(state.reserve_stones) / GOODS_SCALE
    at += 1
    for good in range(len(GOODS)):
        out[at + good] = int(state.special_track[good]) / SMALL_SCALE
    at += len(GOODS)
    top = int(state.pile_size) - 1
    for place in range(top + 1):
        out[at + place] = int(state.pile[top - place]) / TILE_SCALE
    at += int(board.pile_places)
    out[at] = int(state.mine[VIRTUAL]) / SMALL_SCALE
    at += 1
    for series in range(len(REWARD_SERIES)):
        out[at + series] = int(state.rewards_taken[series]) / REWARD_TILES
    at += len(REWARD_SERIES)
    if state.demand >= 0:
        out[at + int(state.demand)] = 1.0
    at += FOODS
    for food in range(FOODS):
        if board.demand_tokens[food] > 0:
            out[at + food] = int(state.demand_left[food]) / int(board.demand_tokens[food])
    at += FOODS
    out[at] = int(state.special_used)
    out[at + 1] = int(state.order_used)
    out[at + 2] = int(state.copies) / SMALL_SCALE
    out[at + 3] = int(state.goods_uses) / GOODS_SPACES
    at = _mark_seat(state, player, int(state.priority), out, at + 4)
    for tile in range(len(ONE_USE_TILES)):
        if state.one_use_at[tile] == ON_BOARD:
            out[at + tile] = 1.0
    at += len(ONE_USE_TILES)
    for skill in range(len(SKILLS)):
        if state.skill_at[skill] == ON_BOARD:
            out[at + skill] = 1.0
    at += len(SKILLS)
    out[at] = int(state.extra_food) / TILE_SCALE
    for tile in range(len(ONE_USE_TILES)):
        if state.one_use_at[tile] == ON_EXTRA_SLOT:
            out[at + 1 + tile] = 1.0
    return at + 1 + len(ONE_USE_TILES)


@rule
def _write_pyramid(state: Any, player: Any, out: Any, at: Any) -> Any:
    players = int(state.players)
    for hand in range(ACTIONS):
        colour = int(state.hands[hand])
        if colour == VIRTUAL:
            out[at + MAX_PLAYERS] = 1.0
        elif colour != NOBODY:
            out[at + (colour - player + players) % players] = 1.0
        out[at + MAX_PLAYERS + 1] = int(state.discs_on[hand]) / 2
        at += MAX_PLAYERS + 2
    return _mark_seat(state, player, int(state.servant_space), out, at)


@rule
def _to_symbol(state: Any, board: Any, seat: Any) -> Any:
    points = int(state.punishment[seat])
    for index in range(int(board.symbol_count)):
        symbol = int(board.mine_symbols[index])
        if symbol > points:
            return symbol - points
    return 0


@rule
def _place_value(state: Any, order: Any, seat: Any) -> Any:
    """1 for the first of those still in, falling by 1 / MAX_PLAYERS; 0 for nobody."""
    before = 0
    for place in range(int(state.players)):
        other = int(order[place])
        if other == seat:
            return 1.0 - before / MAX_PLAYERS
        if other != NOBODY and state.out[other] == 0:
            before += 1
    return 0.0


@rule
def _write_seat(
    state: Any,
    board: Any,
    seat: Any,
    step: Any,
    mode: Any,
    secret: Any,
    out: Any,
    at: Any,
) -> Any:
    """Entries of one seat; a seat that is not in the game keeps zeros."""
    covered = mode == _SCREENS and step > 0
    first = at + (1 if step > 1 else 0)
    places = int(board.places)
    goods_entries = 0 if covered else len(GOODS) + 1
    end = first + 1 + goods_entries + 7 + places + len(SKILLS) + 1 + len(ONE_USE_TILES) + 13
    if seat == NOBODY:
        return end
    if step > 1:
        out[at] = 1.0
    at = first
    out[at] = 1.0 if state.out[seat] != 0 else 0.0
    at += 1
    if not covered:
        for good in range(len(GOODS)):
            out[at + good] = int(state.goods[seat, good]) / GOODS_SCALE
        out[at + len(GOODS)] = reward_points(state, seat) / POINTS_SCALE
        at += goods_entries
    last = int(board.track_length) - 1
    out[at] = int(state.punishment[seat]) / int(board.out_at)
    out[at + 1] = _to_symbol(state, board, seat) / 10
    out[at + 2] = int(state.silver_space[seat]) / last
    out[at + 3] = int(state.gold_space[seat]) / last
    out[at + 4] = int(state.mine[seat]) / SMALL_SCALE
    at += 5
    for place in range(places):
        out[at + place] = int(state.stones[seat, place]) / SMALL_SCALE
    at += places
    out[at] = servants_of(state, seat) / SMALL_SCALE
    out[at + 1] = int(state.first_servant[seat]) / REWARD_TILES
    at += 2
    for skill in range(len(SKILLS)):
        if int(state.skill_at[skill]) == seat:
            out[at + skill] = 1.0
    at += len(SKILLS)
    out[at] = int(state.food_tile[seat]) / TILE_SCALE
    at += 1
    for tile in range(len(ONE_USE_TILES)):
        if int(state.one_use_at[tile]) == seat:
            out[at + tile] = 1.0
    at += len(ONE_USE_TILES)
    out[at] = int(state.discs[seat]) / int(board.discs)
    out[at + 1] = int(state.passed[seat])
    if state.out[seat] == 0:
        out[at + 2] = _place_value(state, state.big_order, seat)
        out[at + 3] = _place_value(state, state.small_order, seat)
    out[at + 4] = int(state.mine_used[seat])
    out[at + 5] = int(state.tiles_used[seat])
    out[at + 6] = int(state.copy_used[seat])
    out[at + 7] = int(state.assigned[seat]) / SMALL_SCALE
    out[at + 8] = int(state.announced[seat])
    if step == 0 or not secret:
        out[at + 9] = int(state.refused[seat])
        for kind in range(KINDS):
            out[at + 10 + kind] = int(state.offers[seat, kind]) / GOODS_SCALE
    return end
