"""Each entry of an observation tells what its name says, of the right seat, on any board."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pixies_env.core.boards import draw_boards
from pixies_env.core.seam import DECISION
from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from pixies_env.taverns.board import load_board
from pixies_env.taverns.names import (
    BANK_SLOTS,
    CONDITIONS,
    EFFECTS,
    FACES,
    FORGE_TOKENS,
    ICONS,
    INGREDIENTS,
    ITEMS,
    LOCATIONS,
    MINIONS,
    MODULES,
    PHASES,
    QUESTIONS,
    SYMBOLS,
    TOKENS,
    Continuation,
)

GAME = make_game("taverns")
BOARD = load_board()
SEATS = ("me", "left1", "left2", "left3", "left4")
PLAIN, WITH_NUMBERS = GAME.observation_modes


def played(seed: int, players: int, events: int, options: dict[str, Any]) -> State:
    """A game that random players have played so far, or to its end."""
    draw = np.random.default_rng(seed)
    state = State(GAME.with_options(**options), players, seed, chance="manual")
    for _ in range(events):
        if state.is_over:
            break
        if state.waiting == "chance":
            state.draw()
        else:
            state.apply(int(draw.choice(state.legal_actions())))
    return state


OPTIONS = (
    {},
    {"market": "store", "goblin": False, "missions": False},
    {"city_on_pass": True, "asymmetric": False, "encounters": False, "initial_recipes": 4},
    {"events": False, "locations": "first_game"},
)
positions = st.builds(
    played,
    st.integers(0, 9),
    st.integers(2, 5),
    st.integers(0, 1000),
    st.sampled_from(OPTIONS),
)


def members(word: Any, names: tuple[str, ...]) -> set[str]:
    """The members of a set of cards."""
    return {name for place, name in enumerate(names) if int(word) >> place & 1}


def flags(prefix: str, names: tuple[str, ...], those: set[str]) -> dict[str, float]:
    """1 for some names."""
    return {f"{prefix}{name}": float(name in those) for name in names}


def named(number: int, names: tuple[str, ...]) -> set[str]:
    """The name of a number, none below 0."""
    return {names[number]} if number >= 0 else set()


def counts(prefix: str, names: tuple[str, ...], numbers: Any, per: float) -> dict[str, float]:
    """Numbers by name, divided."""
    listed = zip(names, np.asarray(numbers)[: len(names)], strict=True)
    return {f"{prefix}{name}": float(number) / per for name, number in listed}


def wanted_of_turn(state: State, me: int) -> dict[str, float]:
    """What the entries of the turn and of what is asked must be."""
    record, board = state.array[0], state.game.board[0]
    asks = record.waiting == DECISION
    asked = QUESTIONS[record.question] if asks else ""
    frames = record.frames[: record.frame_count]
    of_kind = {kind: [f for f in frames if f[0] == kind] for kind in Continuation}
    trades, visits = asked == "trade", asked == "visit"
    told: dict[str, float] = {
        "players": record.players / 5,
        "round": record.round_number / board.rounds,
        "turns": record.turn / 25,
        **flags("phase_", PHASES[:-1], named(record.phase, PHASES)),
        **flags("asked_", QUESTIONS, {asked}),
        **flags("active_", MINIONS, named(record.active, MINIONS)),
        **{f"with_{name}": float(board[f"{name}_on"]) for name in MODULES},
        "city_on_pass": float(board.city_on_pass),
        "market_stores": float(state.game.specification["market"] == "store"),
        **flags("visited_", LOCATIONS, members(record.visited, LOCATIONS)),
        **flags("about_", MINIONS, named(record.subject, MINIONS) if asked == "drop" else set()),
        "visit_is_free": 0.0,
        "trade_gold": 0.0,
        **flags("offered_", INGREDIENTS, set()),
        "special_attack": float(bool(of_kind[Continuation.SPECIAL_ATTACK])),
        "steps_left": sum(frame[2] for frame in of_kind[Continuation.WALK]) / 5,
        "claws_left": sum(frame[2] for frame in of_kind[Continuation.CLAWS]) / 3,
        "cooked_now": record.cooked_now / 3,
        **counts("hunt_die_", FACES, record.hunt_dice, 3),
        **counts("added_", SYMBOLS, record.added, 3),
        **counts("unpaid_", INGREDIENTS, record.unpaid, 5),
    }
    for name in ("main_done", "may_collect", "has_collected", "hunted", "bought", "met"):
        told[name] = float(record[name])
    told |= {name: float(record[name]) for name in ("no_claws", "no_wounds")}
    told["hunting"] = float(record.hunting > 0)
    for row in range(5):
        told[f"row{row + 1}_before"] = float(record.rows_before >> row & 1)
    for step, seat in enumerate(SEATS):
        there = (me + step) % record.players if step < record.players else None
        told[f"turn_{seat}"] = float(there is not None and record.player == there)
        told[f"first_{seat}"] = float(there is not None and record.first_player == there)
    if trades:
        told[f"offered_{INGREDIENTS[board.effect_argument[record.effect]]}"] = 1.0
        told["trade_gold"] = board.effect_gold[record.effect] / 10
    if visits:
        told["visit_is_free"] = float(EFFECTS[board.effect[record.effect]] == "visit_free")
    return told


def wanted_of_table(state: State, me: int) -> dict[str, float]:
    """What the entries of map and cards must be."""
    record, board = state.array[0], state.game.board[0]
    spaces, told = board.activation_spaces[record.players], dict[str, float]()
    for site in range(4):
        location = record.location_at[site]
        told |= flags(f"site{site + 1}_", LOCATIONS, named(location, LOCATIONS))
        left = spaces - record.spaces_used[site] if location >= 0 else 0
        told[f"site{site + 1}_spaces"] = left / 2
        dragon = record.dragon >= 0 and board.dragon_site[record.dragon] == site
        told[f"site{site + 1}_dragon"] = float(dragon)
    for space in range(10):
        told |= flags(f"space{space + 1}_", TOKENS, named(record.token_at[space], TOKENS))
    for place in range(4):
        recipe = named(record.recipe_row[place], BOARD.recipe_names)
        told |= flags(f"place{place + 1}_", BOARD.recipe_names, recipe)
    for row in range(5):
        for symbol, name in enumerate(SYMBOLS):
            free = 0
            if record.dragon >= 0:
                free = board.row_spaces[record.dragon, row, symbol] - record.marks[row, symbol]
            told[f"row{row + 1}_{name}"] = free / 3
    for slot, name in enumerate(BANK_SLOTS):
        for step, seat in enumerate(SEATS):
            there = step < record.players
            owner = record.bank_seat[slot] == (me + step) % record.players
            told[f"bank_{name}_{seat}"] = float(there and owner)
    own = record.trophies[me, : len(BOARD.trophy_kinds)]
    kept, put_away = (named(mission, BOARD.mission_names) for mission in record.missions[me])
    return told | {
        **counts("dungeon_", BOARD.dungeon_kinds, record.dungeon_left, 5),
        **counts("forge_", FORGE_TOKENS, record.forge_left, 5),
        **flags("goblin_", BOARD.zone_names, named(record.goblin_zone, BOARD.zone_names)),
        "stack": record.stack / 5,
        **flags("row_", BOARD.hero_names, members(record.hero_row, BOARD.hero_names)),
        **flags("exhausted_", BOARD.hero_names, members(record.exhausted, BOARD.hero_names)),
        **flags("bonus_used_", BOARD.hero_names, members(record.bonus_used, BOARD.hero_names)),
        **flags("deck_", BOARD.recipe_names, members(record.recipes_left, BOARD.recipe_names)),
        **flags("common_", BOARD.mission_names, named(record.common_mission, BOARD.mission_names)),
        **flags("kept_", BOARD.mission_names, kept),
        **flags("put_away_", BOARD.mission_names, put_away),
        **flags("event_", BOARD.event_names, members(record.events_left, BOARD.event_names)),
        **flags(
            "encounter_",
            BOARD.encounter_names,
            members(record.encounters_left, BOARD.encounter_names),
        ),
        **flags("to_come_", BOARD.dragon_names, members(record.dragons_left, BOARD.dragon_names)),
        **flags("dragon_", BOARD.dragon_names, named(record.dragon, BOARD.dragon_names)),
        **counts("unseen_", ITEMS, record.items_left, 5),
        "my_trophy_prestige": float(own @ np.array(BOARD.trophy_kinds)) / 10,
    }


def wanted_of_seat(state: State, seat: int) -> dict[str, float]:
    """What the entries of a seat in the game must be."""
    record = state.array[0]
    told: dict[str, float] = {}
    for minion, name in enumerate(MINIONS):
        zone = {BOARD.zone_names[record.zone[seat, minion]]}
        told |= flags(f"{name}_at_", BOARD.zone_names, zone)
        told |= counts(f"{name}_carries_", INGREDIENTS, record.carried[seat, minion], 3)
    return told | {
        **flags("has_", BOARD.hero_names, members(record.heroes[seat], BOARD.hero_names)),
        **flags("cooked_", BOARD.recipe_names, members(record.cooked[seat], BOARD.recipe_names)),
        **flags("plays_", BOARD.tavern_names, named(record.tavern[seat], BOARD.tavern_names)),
        **counts("die_", ("1", "2", "3", "4"), record.dice[seat], 5),
        **counts("die_place_", MINIONS, record.minion_die[seat], 4),
        **counts("wounds_", MINIONS, record.wounds[seat], 3),
        **counts("held_", FORGE_TOKENS, record.forge[seat], 5),
        **counts("item_", ITEMS, record["items"][seat], 5),
        **counts("stored_", INGREDIENTS, record.reserve[seat], 5),
        "energy_die": record.energy_die[seat] / 4,
        "cooking_dice": record.cooking_dice[seat] / 5,
        "lost_dice": record.lost_dice[seat] / 5,
        "gold": record.gold[seat] / 10,
        "energy": record.energy[seat] / 5,
        "runes": record.runes[seat] / 3,
        "prestige": record.prestige[seat] / 50,
        "trophies": record.trophies[seat].sum() / 3,
        "marker": record.marker[seat] / 4,
    }


def wanted_of(state: State, me: int) -> dict[str, float]:
    """All entries, told without the rules that write them."""
    told = wanted_of_turn(state, me) | wanted_of_table(state, me)
    players = state.num_players
    for step, name in enumerate(SEATS):
        own = wanted_of_seat(state, (me + step) % players)
        for entry, value in own.items():
            told[f"{name}_{entry}"] = value if step < players else 0.0
    return told


def shown(state: State, seat: int, mode: str = PLAIN) -> dict[str, float]:
    """An observation by the names of its entries."""
    names = [entry.name for entry in state.game.features_of(mode)]
    return dict(zip(names, map(float, state.observation(seat, mode)), strict=True))


@given(positions)
def test_each_entry_tells_what_its_name_says(state: State) -> None:
    for seat in range(state.num_players):
        told, wanted = shown(state, seat), wanted_of(state, seat)
        assert told.keys() == wanted.keys()
        wrong = {
            name: (told[name], value)
            for name, value in wanted.items()
            if abs(told[name] - value) > 1e-6
        }
        assert not wrong


def test_what_is_asked_is_in_the_entries() -> None:
    """Random games come to nearly all questions, of an event, a visit or a trade as well."""
    found: set[str] = set()
    for seed in range(12):
        draw = np.random.default_rng(seed)
        state = State(GAME.with_options(city_on_pass=True), 4, seed, chance="manual")
        while not state.is_over:
            if state.waiting == "decision" and state.question not in ("open", "path"):
                found.add(state.question)
                wanted = wanted_of_turn(state, state.player)
                told = shown(state, state.player)
                assert {name: told[name] for name in wanted} == pytest.approx(wanted)
            if state.waiting == "chance":
                state.draw()
            else:
                state.apply(int(draw.choice(state.legal_actions())))
    assert {"drop", "visit", "trade", "mark", "attack", "pass", "cook", "keep", "warp"} <= found


@pytest.mark.parametrize("options", OPTIONS)
def test_options_change_no_entry(options: dict[str, Any]) -> None:
    assert GAME.with_options(**options).features == GAME.features


@given(positions, st.integers(0, 2**64 - 1))
@settings(max_examples=20)
def test_nothing_hidden_is_shown(state: State, bits: int) -> None:
    for seat in range(state.num_players):
        told = state.observation(seat, WITH_NUMBERS).tobytes()
        assert state.hidden_from(seat).observation(seat, WITH_NUMBERS).tobytes() == told
        assert state.resampled(seat, bits).observation(seat, WITH_NUMBERS).tobytes() == told


# ---- printed numbers


def effect_entries(name: str, effect: dict[str, Any] | None) -> dict[str, float]:
    """Entries of an effect as the board file writes it."""
    effect = effect or {"effect": "none"}
    argument = 0
    if "kind" in effect:
        argument = 1 + INGREDIENTS.index(effect["kind"])
    if "symbol" in effect:
        argument = 1 + SYMBOLS.index(effect["symbol"])
    return {
        f"{name}_effect": EFFECTS.index(effect["effect"]) / (len(EFFECTS) - 1),
        f"{name}_amount": effect.get("n", 0) / 5,
        f"{name}_kind": argument / 5,
        f"{name}_gold": effect.get("gold", 0) / 10,
    }


def slots(name: str, effects: list[dict[str, Any]]) -> dict[str, float]:
    """Entries of a list of effects."""
    told: dict[str, float] = {}
    for place in range(4):
        own = effects[place] if place < len(effects) else None
        told |= effect_entries(f"{name}{place + 1}", own)
    return told


def printed_of_map(tables: dict[str, Any]) -> dict[str, float]:
    """Entries of the map, the dice, the bank and the round track."""
    world, told = tables["map"], dict[str, float]()
    names = tuple(zone["name"] for zone in world["zones"])
    for zone in world["zones"]:
        name = zone["name"]
        ends = {end for start, end in world["shortcuts"] if start == name}
        dice = sorted(set(tables["dice"]["player"]))
        sums = {one + other for one in dice for other in dice}
        told |= {
            f"{name}_city": float(name == world["city"]),
            f"{name}_maple": float(name == world["maple"]),
            f"{name}_goblin": zone["goblin"] / 8 if zone["goblin"] in sums else 0.0,
            f"{name}_spaces": zone["token_spaces"] / 5,
            **flags(f"{name}_site", ("1", "2", "3", "4"), set(map(str, zone["sites"]))),
            **flags(f"{name}_", INGREDIENTS, set(zone["printed"])),
            **flags(f"{name}_to_", names, ends),
        }
    for prefix, faces, kinds in (
        ("die_", tables["dice"]["player"], (1, 2, 3, 4)),
        ("hunt_die_", tables["dice"]["hunting"], FACES),
    ):
        told |= {f"{prefix}{kind}": list(faces).count(kind) / len(faces) for kind in kinds}
    told |= {f"bank_{slot}": tables["bank"][slot] / 5 for slot in BANK_SLOTS}
    for after in range(1, 13):
        icons = list(tables["round_track"].get(str(after), ()))
        for icon in ICONS:
            place = 1 / (1 + icons.index(icon)) if icon in icons else 0.0
            told[f"round{after}_{icon}"] = place
    return told


def printed_of_tiles(tables: dict[str, Any]) -> dict[str, float]:
    """Entries of locations, tokens, items, trophies and tracks."""
    tiles = tables["locations"]
    dungeon, forge = list(tiles["dungeon"]["tokens"]), list(tiles["forge"]["tokens"])
    trophies = list(tables["trophies"]["prestige"])
    told = {
        **{f"cost_{name}": tiles[name]["cost"] / 5 for name in LOCATIONS},
        "gives_runes": tiles["runes"]["gives_runes"] / 5,
        "gives_gold": tiles["library"]["gives_gold"] / 5,
        **{f"market_{kind}": tiles["market"]["price"][kind] / 10 for kind in INGREDIENTS[:4]},
        **{f"dungeon_{token}": dungeon.count(token) / 5 for token in dungeon},
        **{f"forge_{token}": forge.count(token) / 5 for token in FORGE_TOKENS},
        **{f"item_{item}": tables["goblin"]["items"][item] / 5 for item in ITEMS},
        **{f"trophy_{worth}": trophies.count(worth) / 5 for worth in trophies},
    }
    tracks = {name: track for name, track in tables["asymmetric"].items() if name != "standing"}
    for name, track in tracks.items():
        told[f"{name}_spaces"] = len(track) / 8
        for space in range(max(map(len, tracks.values()))):
            own = track[space] if space < len(track) else None
            told |= effect_entries(f"{name}_{space + 1}", own)
    return told


def printed_of_cards(tables: dict[str, Any]) -> dict[str, float]:
    """Entries of recipes, heroes, dragons, missions, events and encounters."""
    told = {
        f"recipe_{name}": prestige / 20 for name, prestige in tables["recipes"]["prestige"].items()
    }
    for hero in tables["heroes"]["cards"]:
        name = f"hero_{hero['name']}"
        told |= {f"{name}_cost": hero["cost"] / 10, f"{name}_prestige": hero["prestige"] / 20}
        for part in ("ability", "bonus"):
            told |= effect_entries(f"{name}_{part}", hero[part])
    for dragon in tables["dragons"]["boards"]:
        name = f"dragon_{dragon['name']}"
        told |= flags(f"{name}_site", ("1", "2", "3", "4"), {str(dragon["site"])})
        for row in range(5):
            has = row < len(dragon["rows"])
            spaces, reward = (dragon["rows"][row], dragon["rewards"][row]) if has else ("", {})
            told |= {
                f"{name}_row{row + 1}_{symbol}": spaces.count(symbol[0].upper()) / 5
                for symbol in SYMBOLS
            }
            for kind in ("gold", "energy", "meat", "prestige"):
                told[f"{name}_row{row + 1}_{kind}"] = reward.get(kind, 0) / 5
        for part in ("appears", "special"):
            told |= effect_entries(f"{name}_{part}", dragon[part])
    for mission in tables["missions"]["cards"]:
        name = f"mission_{mission['name']}"
        told |= flags(f"{name}_", CONDITIONS, {mission["condition"]})
        told |= flags(f"{name}_counts_", INGREDIENTS, set(mission.get("kinds") or ()))
        told[f"{name}_prestige"] = mission["prestige"] / 20
        # A mission without a number asks for 1.
        told[f"{name}_at_least"] = (mission.get("at_least") or 1) / 10
    for event in tables["events"]["cards"]:
        for half in ("good", "bad"):
            told |= slots(f"event_{event['name']}_{half}", event[half])
    for card in tables["encounters"]["cards"]:
        told |= slots(f"encounter_{card['name']}_", card["effects"])
    return told


def printed(tables: dict[str, Any]) -> dict[str, float]:
    """What the entries of the printed numbers must be, told from the tables of a board file."""
    told = printed_of_map(tables) | printed_of_tiles(tables) | printed_of_cards(tables)
    return {f"printed_{name}": value for name, value in told.items()}


@pytest.mark.parametrize("seed", range(3))
def test_the_entries_of_printed_numbers_are_those_of_the_board(seed: int) -> None:
    """On boards that differ in all unknown numbers; the entries are called alike on all."""
    (game,) = draw_boards(GAME, 1, seed)
    assert game.features == GAME.features
    entries = shown(State(game, 3, 1), 0, WITH_NUMBERS)
    told = {name: value for name, value in entries.items() if name.startswith("printed_")}
    wanted = printed(game.specification["board"])
    assert told.keys() == wanted.keys()
    assert told == pytest.approx(wanted, abs=1e-6)


@settings(max_examples=10)
@given(positions)
def test_everything_else_is_as_without_printed_numbers(state: State) -> None:
    plain = len(GAME.features_of(PLAIN))
    for seat in range(state.num_players):
        with_numbers = state.observation(seat, WITH_NUMBERS)
        assert with_numbers[:plain].tobytes() == state.observation(seat, PLAIN).tobytes()
