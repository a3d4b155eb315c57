"""Situations worked out by hand, to judge the plain implementation before it judges another one."""

from __future__ import annotations

import copy
import random
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.taverns.reference import Chance, Decision, Table
from tests.taverns.reference.random_board import random_board
from tests.taverns.reference.random_play import (
    Figures,
    all_options,
    curious,
    play,
    random_options,
    uniform,
)
from tests.taverns.reference.state import Dragon, Hero, Seat

BOARD: dict[str, Any] = tomllib.loads(
    (Path(__file__).parent / "reference" / "board.toml").read_text(encoding="utf-8")
)


def take(table: Table, *names: str) -> None:
    for name in names:
        table.take(name)


def opened(mapping: dict[str, Any] = BOARD, players: int = 2, **options: Any) -> tuple[Table, Seat]:
    """The first open point, with dice of all values and 1 gold, and the seat to move."""
    table = Table(mapping, players, **options)
    while not (isinstance(table.waiting, Decision) and table.waiting.question == "open"):
        table.take((table.options() or list(table.outcomes()))[0])
    seat = table.state.seats[table.waiting.player]
    seat.available[:] = [1, 2, 2, 3, 4]
    seat.gold = 1
    return table, seat


def hunting(symbols: str, *marks: str) -> tuple[Table, Seat]:
    """An active plain minion beside the dragon `ember`, its marks row by row; dice as given."""
    table, seat = opened()
    take(table, "activate(2,plain)")
    seat.minions["plain"].zone = "wild_b"
    faces = {"S": "sword", "B": "bow", "C": "claw", "F": "flame"}
    table.state.dragon = Dragon("ember", [Counter(faces[sign] for sign in row) for row in marks])
    seat.energy = 5
    take(table, f"hunt({len(symbols)})", *[f"hunt_die({faces[sign]})" for sign in symbols])
    return table, seat


def test_tied_players_of_round_1_draw_lots_and_small_sums_earn_gold() -> None:
    table = Table(BOARD, 3)
    while table.waiting != Chance(0, "die", dict):
        table.take(next(iter(table.outcomes())))
    for value in [1, 1, 2, 2, 3, 4, 4, 4, 4, 4, 2, 2, 2, 2, 1]:
        table.take(f"die({value})")
    assert table.outcomes() == {"first(0)": Fraction(1, 2), "first(2)": Fraction(1, 2)}
    table.take("first(2)")
    assert table.waiting == Decision(2, "open", list)
    assert [seat.gold for seat in table.state.seats] == [2, 1, 2]


@pytest.mark.parametrize(("values", "first"), [((2, 2, 2), 2), ((3, 3, 4), 0), ((4, 1, 1), 2)])
def test_former_first_player_wins_a_tie_then_the_next_one_clockwise(
    values: tuple[int, ...], first: int
) -> None:
    table, _ = opened(players=3)
    while table.state.round < 2 or table.waiting != Chance(0, "die", dict):
        table.take((table.options() or list(table.outcomes()))[0])
    table.state.first = 2
    take(table, *[f"die({value})" for value in values for _ in range(5)])
    assert table.waiting == Decision(first, "open", list)


def test_cubes_replace_ingredients_one_by_one_and_the_card_above_moves_down() -> None:
    table, seat = opened(goblin=True)
    table.state.recipe_row[:] = ["PPS", "PMM", "PP", None]
    table.state.recipe_deck[:] = ["MM"]
    seat.stored, seat.items = Counter(plant=1, spice=1), ["cube", "cube", "cube"]
    assert "cook(4,PMM)" in table.options()
    take(table, "cook(4,PP)")
    assert table.options() == ["substitute(plant)"]
    take(table, "substitute(plant)")
    assert table.options() == ["pay", "substitute(plant)"]
    take(table, "substitute(plant)")
    assert table.options() == ["pay"]
    assert seat.prestige == 0 and table.state.recipe_row[2] == "PP"
    take(table, "pay")
    assert seat.prestige == 3 + 4
    assert seat.stored == Counter(plant=1, spice=1) and seat.items == ["cube"]
    assert table.state.recipe_row == [None, "PPS", "PMM", None]
    take(table, "recipe(MM)")
    assert table.state.recipe_row == ["MM", "PPS", "PMM", None]


def test_booted_minion_walks_one_more_zone_and_entering_the_maple_gives_a_rune() -> None:
    table, seat = opened()
    take(table, "activate(4,booted)")
    assert table.options() == ["path(wild_c)", "path(wild_d)"] and seat.runes == 0
    take(table, "path(wild_c)")
    assert seat.minions["booted"].zone == "wild_d" and seat.runes == 1


def test_a_minion_may_store_while_it_passes_the_city_only_with_the_switch() -> None:
    for on_pass in (False, True):
        table, seat = opened(city_on_pass=on_pass)
        seat.minions["plain"].zone = "wild_g"
        seat.minions["plain"].carried["egg"] = 1
        take(table, "activate(2,plain)")
        assert (table.options() == ["store(plain)", "walk_on"]) == on_pass
        if on_pass:
            take(table, "store(plain)")
            assert seat.stored == Counter(egg=1)
        assert seat.minions["plain"].zone == "wild_a"


def test_campfire_renews_collecting_but_no_visit() -> None:
    table, seat = opened(players=3, locations=["campfire", "portal", "runes", "library"])
    table.state.sites = {1: "campfire", 2: "portal", 3: "runes", 4: "library"}
    seat.energy = 5
    take(table, "activate(1,plain)", "gather(plant)")
    assert not any(name.startswith(("gather", "collect")) for name in table.options())
    take(table, "visit(campfire)", "die(1)")
    table.state.tokens["wild_b"] = Counter(egg=1, encounter=1)
    assert seat.minions["plain"].zone == "wild_b" and seat.energy == 3
    assert "collect(egg)" in table.options()
    assert not any(name.startswith("visit") for name in table.options())


def test_dungeon_ends_with_a_wound_or_after_its_last_token() -> None:
    mapping = copy.deepcopy(BOARD)
    mapping["locations"]["dungeon"]["tokens"] = ["gold_1", "prestige_2"]
    table, seat = opened(mapping, locations=["dungeon", "portal", "runes", "library"])
    table.state.sites[1] = "dungeon"
    take(table, "activate(1,plain)", "visit(dungeon)", "dungeon(gold_1)")
    assert table.options() == ["leave", "search"]
    take(table, "search")
    assert table.outcomes() == {"dungeon(prestige_2)": 1}
    take(table, "dungeon(prestige_2)")
    assert table.options() == ["leave"] and (seat.gold, seat.prestige) == (2, 2)


def test_market_stores_a_carried_ingredient_with_the_switch() -> None:
    for switch in ("buy", "store"):
        table, seat = opened(market=switch, locations=["market", "portal", "runes", "library"])
        table.state.sites[1] = "market"
        seat.gold = 2
        take(table, "activate(1,plain)")
        seat.minions["plain"].carried = Counter(spice=1, meat=1)
        take(table, "visit(market)")
        all_kinds = [f"market({kind})" for kind in ("egg", "mushroom", "plant", "spice")]
        assert table.options() == (all_kinds if switch == "buy" else ["market(spice)"])
        take(table, "market(spice)")
        assert seat.gold == 0 and seat.stored == Counter(spice=1)
        assert seat.minions["plain"].carried["spice"] == (1 if switch == "buy" else 0)


def test_claws_wound_one_after_the_other_then_the_special_attack_then_meat() -> None:
    table, seat = hunting("SCF", "", "BB", "")
    seat.minions["plain"].carried = Counter(plant=1, egg=1)
    take(table, "strike")
    assert table.options() == ["mark(sword,1)", "mark(sword,2)", "mark(sword,3)"]
    take(table, "mark(sword,2)")
    assert table.options() == ["drop(egg)", "drop(plant)"]
    take(table, "drop(plant)")
    assert table.options() == ["drop(egg)"]
    take(table, "drop(egg)")
    assert seat.minions["plain"].wounds == 2 and not seat.minions["plain"].carried_kinds()
    assert seat.prestige == 1 and "end_turn" in table.options()


def test_a_dying_dragon_strikes_back_and_leaves_a_hidden_trophy() -> None:
    table, seat = hunting("BCC", "SSB", "SBB", "SB")
    take(table, "strike", "mark(bow,3)")
    assert seat.minions["plain"].wounds == 2 and seat.prestige == 3
    assert table.outcomes() == {f"trophy({n})": Fraction(1, 3) for n in (3, 4, 5)}
    player = table.state.seats.index(seat)
    assert table.waiting == Chance(player, "trophy", dict) and table.seen_by() == [player]
    take(table, "trophy(5)")
    assert seat.trophies == [5] and table.state.dragon is None


def test_forge_and_heroes_work_at_attack_points() -> None:
    table, seat = opened()
    seat.heroes = {name: Hero() for name in ("paladin", "archer", "knight", "swordsman", "scout")}
    seat.forge = ["no_claws", "sword"]
    table.state.forge = ["sword", "bow", "bow"]
    take(table, "activate(2,plain)")
    seat.minions["plain"].zone = "wild_b"
    table.state.dragon = Dragon("ember", [Counter(), Counter(), Counter()])
    seat.energy, seat.gold, seat.runes = 2, 0, 1
    take(table, "hunt(1)", "hunt_die(flame)")
    assert table.options() == [
        *[f"ability({name})" for name in ("archer", "knight", "paladin", "swordsman")],
        *[f"bonus({name})" for name in ("archer", "knight", "paladin", "scout", "swordsman")],
        "rethrow(flame)",
        "strike",
    ]
    take(table, "ability(knight)", "hunt_die(claw)", "ability(paladin)", "bonus(archer)")
    assert table.options() == ["turn(claw)", "turn(flame)"]
    take(table, "turn(claw)", "strike", "mark(sword,1)", "mark(bow,1)")
    assert seat.minions["plain"].wounds == 0
    assert Counter(table.state.forge) == Counter(sword=2, bow=2, no_claws=1)


def test_condition_of_a_bonus_is_checked_after_its_price() -> None:
    mapping = copy.deepcopy(BOARD)
    cards = {card["name"]: card for card in mapping["heroes"]["cards"]}
    cards["bard"]["bonus"] = {"effect": "energy", "n": 2}
    table, seat = opened(mapping)
    seat.heroes, seat.energy = {"bard": Hero()}, 5
    take(table, "bonus(bard)")
    assert seat.energy == 5 and "bonus(bard)" not in table.options()


def test_ability_ready_never_readies_its_like_but_the_hourglass_does() -> None:
    table, seat = opened(goblin=True)
    seat.heroes = {"bard": Hero(), "scout": Hero(ready=False)}
    seat.items = ["hourglass"]
    take(table, "ability(bard)")
    assert table.options() == ["ready(scout)"]
    take(table, "ready(scout)", "use(hourglass)")
    assert table.options() == ["ready(bard)"]


def test_talisman_activates_a_minion_of_an_earlier_turn_again() -> None:
    table, seat = opened(goblin=True)
    seat.available.remove(4)
    seat.minions["booted"].die = 4
    seat.items = ["talisman", "boots"]
    assert "use(boots)" not in table.options()
    take(table, "use(talisman)", "again(booted)", "die(1)")
    assert seat.minions["booted"].zone == "wild_b" and seat.minions["booted"].die == 1
    assert "use(boots)" in table.options() and "activate(1,plain)" in table.options()


def test_a_placed_1_moves_the_marker_and_a_used_track_returns_it_last() -> None:
    table, seat = opened(asymmetric=True)
    seat.tavern = "tavern_3"
    seat.marker, seat.energy = 1, 5
    seat.minions["sturdy"].carried = Counter(egg=1)
    assert "track(1)" not in table.options()
    take(table, "bank(1,blank)")
    assert seat.marker == 2 and "track(1)" not in table.options()
    take(table, "track(2)")
    assert table.options() == ["unload(sturdy,egg)"] and seat.marker == 2
    take(table, "unload(sturdy,egg)")
    assert seat.stored == Counter(egg=1) and seat.marker == 0


def test_tracker_visits_next_door_for_nothing_and_card_bearer_anywhere_at_the_price() -> None:
    table, seat = opened(players=3, locations=["caravan", "portal", "runes", "forge"])
    table.state.sites = {1: "caravan", 2: "portal", 3: "runes", 4: "forge"}
    seat.heroes = {"tracker": Hero(), "card_bearer": Hero()}
    seat.energy = 1
    assert not any(name.startswith("ability") for name in table.options())
    take(table, "activate(3,plain)", "path(wild_c)")
    assert "visit(portal)" not in table.options()
    take(table, "ability(tracker)")
    assert table.options() == ["visit(portal)"]
    take(table, "visit(portal)", "warp(wild_b)")
    assert seat.energy == 1 and table.state.occupied == Counter(portal=1)
    take(table, "ability(card_bearer)")
    assert table.options() == ["visit(forge)", "visit(runes)"]
    take(table, "visit(forge)", "forge(bow)")
    assert seat.energy == 0 and seat.forge == ["bow"]


def test_forager_gives_one_more_collection_and_the_owl_none() -> None:
    table, seat = opened()
    seat.heroes = {"forager": Hero(), "owl_master": Hero()}
    take(table, "activate(1,sturdy)", "ability(owl_master)", "gather(plant)")
    assert seat.stored == Counter(plant=1) and "ability(forager)" not in table.options()
    take(table, "gather(plant)")
    assert "gather(plant)" not in table.options()
    take(table, "ability(forager)", "gather(plant)")
    assert seat.minions["sturdy"].carried == Counter(plant=2)


def test_an_encounter_has_all_its_effects_and_its_card_comes_back_in_a_new_deck() -> None:
    table, seat = opened(encounters=True)
    seat.energy = 1
    take(table, "activate(2,plain)")
    table.state.tokens[seat.minions["plain"].zone] = Counter(encounter=1)
    seat.minions["plain"].carried = Counter(plant=2)
    table.state.encounter_deck[:] = []
    take(table, "meet")
    assert len(table.outcomes()) == 10
    take(table, "encounter(ambush)")
    assert table.options() == ["drop(plant)"] and seat.prestige == 0
    take(table, "drop(plant)")
    assert seat.prestige == 3 and seat.minions["plain"].wounds == 1
    assert len(table.state.encounter_deck) == 9 and "meet" not in table.options()


def test_king_calls_the_active_minion_in_the_last_round_only() -> None:
    table, seat = opened()
    take(table, "activate(1,plain)", "gather(plant)")
    assert "king_call" not in table.options()
    table.state.round = 7
    take(table, "king_call")
    assert seat.stored == Counter(plant=1)


def test_appearing_dragon_wounds_near_minions_of_all_from_the_first_player_on() -> None:
    table, _ = opened()
    table.state.first = 1
    while table.waiting.kind != "dragon" if isinstance(table.waiting, Chance) else True:
        if table.options():
            bank = [name for name in table.options() if name.startswith(("bank", "energy"))]
            table.take(
                "end_turn" if "end_turn" in table.options() else [*bank, *table.options()][0]
            )
        else:
            table.take(next(iter(table.outcomes())))
    for seat in table.state.seats:
        for minion in seat.minions.values():
            minion.zone, minion.carried = "city", Counter()
        seat.minions["sturdy"].zone = "wild_a"
        seat.minions["booted"].zone = "wild_c"
        seat.minions["booted"].carried = Counter(egg=1, spice=1)
    first = table.state.first
    take(table, "dragon(ember)")
    assert table.waiting == Decision(first, "drop", list)
    take(table, "drop(egg)")
    assert table.waiting == Decision(1 - first, "drop", list)
    take(table, "drop(spice)")
    assert [[own.wounds for own in seat.minions.values()] for seat in table.state.seats] == [
        [0, 1, 1],
        [0, 1, 1],
    ]


def test_best_recipe_breaks_a_tie_and_equal_players_share_a_rank() -> None:
    table, _ = opened(players=4, missions=True)
    state = table.state
    state.over, state.common_mission = True, "plants_4"
    for seat in state.seats:
        seat.mission, seat.prestige, seat.stored = "trophy", 20, Counter()
    state.seats[0].prestige, state.seats[0].cooked = 17, ["PP", "PM"]
    state.seats[1].prestige, state.seats[1].trophies = 13, [3]
    state.seats[2].stored, state.seats[2].prestige = Counter(meat=2), 17
    state.seats[2].heroes = {"archer": Hero()}
    assert table.scores() == [17, 20, 20, 20]
    assert table.ranks() == [4, 1, 1, 1]
    state.seats[0].cooked = ["PPMM", "PPM"]
    assert table.scores() == [20, 20, 20, 20] and table.ranks() == [1, 2, 2, 2]


def test_what_is_not_possible_is_refused_and_a_replay_is_a_copy() -> None:
    table = Table(BOARD, 2, missions=True)
    with pytest.raises(ValueError, match=r"lay\(nowhere\) is not possible"):
        table.take("lay(nowhere)")
    while table.waiting is not None and len(table.events) < 60:
        table.take((table.options() or list(table.outcomes()))[-1])
    twin = table.replay(table.events)
    assert twin.position() == table.position() and twin.waiting == table.waiting
    with pytest.raises(ValueError, match="not over"):
        table.scores()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("data", ["shipped", "random"])
def test_random_games_keep_what_must_hold_in_every_state(data: str, players: int) -> None:
    figures = Figures()
    for seed in range(4):
        draws = random.Random(f"{data} {players} {seed}")
        if data == "shipped":
            board, options = BOARD, draws.choice(list(all_options()))
        else:
            board, options = random_board(BOARD, draws), random_options(BOARD, draws)
        play(Table(board, players, **options), draws, [uniform, curious][seed % 2], figures)
    assert figures.games == 4 and set(figures.questions) > {"open", "path", "attack", "mark"}
