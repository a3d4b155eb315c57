"""Checks of the reference implementation itself: random games and the awkward rules by hand."""

import random
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.reference import ReferenceGame

BOARD_FILE = Path(__file__).resolve().parents[1] / "pixies_env" / "pixie_queen" / "board.toml"
BOARD = tomllib.loads(BOARD_FILE.read_text(encoding="utf-8"))
GOODS = ["apple", "honey", "bread", "silver", "gold"]
OTHER_BOARD = {
    **BOARD,
    "setup": {**BOARD["setup"], "chainable_places": 3, "stones_per_place": 1},
    "tracks": {
        "punishment": [3, 3, 2, 2, 1, 0, 0],
        "silver_per_gold": [4, 3, 3, 2, 2, 1, 1],
        "gold_per_ring": [4, 3, 3, 2, 2, 1, 1],
        "last_space_reward": 1,
    },
}
PLAIN_SKILLS = ["cheap_gold", "servant_bonus", "ring_bonus", "slave_mercy", "free_chains"]


# Random games


def check_conservation(picture: dict[str, Any]) -> None:
    """Nothing is lost or made: goods, stones, pixies; at most one pixie per hand by its form."""
    players = picture["players"]
    for good in GOODS:
        total = picture["stock"][good] + picture["special_offering_track"][good]
        total += sum(seat["goods"][good] for seat in picture["seats"])
        total += picture["bag"].get(good, 0)
        assert total == BOARD["supply"][good]
        assert min(seat["goods"][good] for seat in picture["seats"]) >= 0
    stones = picture["bag"]["stone"] + picture["reserve_stones"]
    stones += sum(sum(seat["stones"]) for seat in picture["seats"])
    assert stones == BOARD["supply"]["stones"]
    pixies = BOARD["setup"]["pixies"][BOARD["setup"]["players"].index(players)]
    standing = list(picture["hands"].values())
    for number, seat in enumerate(picture["seats"]):
        if seat["out"] is None:
            own = seat["mine"] + seat["servants"] + standing.count(number)
            assert own + (picture["servant_space"] == number) == pixies
            assert sum(1 for stones in seat["stones"] if stones) <= seat["mine"]
        else:
            assert standing.count(number) == 0
    virtual = picture["virtual_mine"] + standing.count("virtual")
    assert virtual == (BOARD["setup"]["virtual_pixies"] if players == 2 else 0)
    check_tiles(picture)


def check_tiles(picture: dict[str, Any]) -> None:
    """Every one-use tile and every food tile is somewhere, unless its owner went out with it."""
    one_use = list(picture["one_use_on_board"]) + [
        seat["one_use_tile"] for seat in picture["seats"] if seat["one_use_tile"]
    ]
    food = list(picture["food_pile"]) + [
        seat["food_tile"] for seat in picture["seats"] if seat["food_tile"]
    ]
    if isinstance(picture["extra_slot_tile"], str):
        one_use.append(picture["extra_slot_tile"])
    if isinstance(picture["extra_slot_tile"], int):
        food.append(picture["extra_slot_tile"])
    assert sorted(one_use) == ["double_offering", "look_in_the_bag", "mercy"]
    if all(seat["out"] is None for seat in picture["seats"]):
        column = BOARD["setup"]["players"].index(picture["players"])
        assert sorted(food) == sorted(BOARD["setup"]["food_tiles"][column])


def play_at_random(
    table: ReferenceGame, generator: random.Random, *, careful: bool
) -> set[str | None]:
    """Play to the end; the kinds of question that occurred. Careful players avoid points."""
    seen: set[str | None] = set()
    steps = 0
    while table.waiting != "nothing":
        steps += 1
        assert steps < 5000
        seen.add(table.question)
        if table.waiting == "decision":
            names = table.options()
            assert names and len(set(names)) == len(names)
            assert not any(" " in name for name in names)
            better = [name for name in names if name not in ("pass", "refuse", "stop")]
            if careful and better:
                names = better
            table.apply(generator.choice(names))
        else:
            chances = table.chances()
            assert sum(chances.values()) == 1 and min(chances.values()) > 0
            table.apply(generator.choices(list(chances), list(map(float, chances.values())))[0])
        check_conservation(table.as_dict())
    return seen


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end(players: int) -> None:
    generator = random.Random(players)
    seen: set[str | None] = set()
    reasons = set()
    for number in range(16):
        draft = ["drafted", "dealt"][number % 2]
        board = OTHER_BOARD if number % 4 == 1 else BOARD
        table = ReferenceGame(board, players, draft=draft)
        seen |= play_at_random(table, generator, careful=number % 4 != 3)
        picture = table.as_dict()
        assert picture["phase"] == "over"
        assert picture["waiting"] == {"for": "nothing", "player": None, "question": None}
        reasons.add(table.reason())
        for score, rank, seat in zip(table.scores(), table.ranks(), picture["seats"], strict=True):
            assert (score is None) == (seat["out"] is not None)
            assert 1 <= rank <= players
    assert {"turn", "promotion", "offer", "final", "cube", "chain", "copy", "demote"} <= seen
    assert "rounds" in reasons
    assert ("lift" in seen) == (players == 2)


# Scenarios


def begin(
    players: int, skills: list[str] | None = None, board: dict[str, Any] = BOARD
) -> ReferenceGame:
    """A game waiting for the first turn of seat 0; the seats are in turn order."""
    table = ReferenceGame(
        board,
        players,
        draft="given",
        skills=skills or PLAIN_SKILLS[:players],
        order=list(range(players)),
    )
    table.apply(next(iter(table.chances())))
    table.apply(next(iter(table.chances())))
    assert (table.question, table.player) == ("turn", 0)
    return table


def stand(table: ReferenceGame, **hands: int | str) -> None:
    """Put pixies out of their mines on hands: `stand(table, h3=1)`."""
    for key, colour in hands.items():
        hand = int(key[1:])
        assert table.state.hands[hand] is None
        table.state.hands[hand] = colour
        if isinstance(colour, str):  # virtual
            table.state.virtual_mine -= 1
        else:
            table.state.seats[colour].mine -= 1


def give(table: ReferenceGame, player: int, **goods: int) -> None:
    """Set what a player owns of some goods, at the cost of the stock."""
    for good, amount in goods.items():
        table.state.stock[good] -= amount - table.state.seats[player].goods[good]
        table.state.seats[player].goods[good] = amount


def take_tile(table: ReferenceGame, player: int, name: str) -> None:
    """Give a one-use tile of the board to a player."""
    table.state.one_use_on_board.remove(name)
    table.state.seats[player].one_use_tile = name


def end_actions(table: ReferenceGame) -> None:
    """End the action phase at the turn of seat 0, the favourite, without any points."""
    for player in range(1, table.state.players):
        table.state.seats[player].discs = 0
    table.apply("place(21)")


def no_track_points(table: ReferenceGame) -> None:
    """Put all markers on the last but one space, which punishes nobody."""
    for seat in table.state.seats:
        seat.silver_space = seat.gold_space = 5


def offer(table: ReferenceGame, demand: str, *offers: str) -> None:
    """Turn a demand and make the offers in turn order."""
    table.apply(f"demand({demand})")
    for name in offers:
        assert table.question == "offer"
        table.apply(name)


def words(table: ReferenceGame) -> set[str]:
    """The words of the options, without arguments."""
    return {name.partition("(")[0] for name in table.options()}


def placeable(table: ReferenceGame, space: int) -> bool:
    return f"place({space})" in table.options()


def test_set_up() -> None:
    table = ReferenceGame(BOARD, 4)
    assert len(table.chances()) == 24
    waiting = {"for": "chance", "player": None, "question": "start_order"}
    assert table.as_dict()["waiting"] == waiting
    table.apply("start_order(2,0,3,1)")
    chances = table.chances()
    assert len(chances) == 210 and set(chances.values()) == {Fraction(1, 210)}
    laid_out = ["cheap_gold", "servant_bonus", "ring_bonus", "extra_slot", "copy_unused"]
    table.apply("skills(" + ",".join([*laid_out, "slave_mercy"]) + ")")
    assert table.as_dict()["skills_on_board"] == [*laid_out, "slave_mercy"]
    for player in (1, 3, 0, 2):
        assert (table.question, table.player) == ("draft", player)
        table.apply(table.options()[0])
    picture = table.as_dict()
    assert picture["skills_on_board"] == ["copy_unused", "slave_mercy"]
    assert [seat["goods"]["honey"] for seat in picture["seats"]] == [2, 2, 0, 2]
    assert picture["stock"] == {"apple": 31, "honey": 33, "bread": 31, "silver": 21, "gold": 12}
    assert picture["bag"] == {"silver": 30, "gold": 10, "stone": 20}
    assert picture["reserve_stones"] == 0 and picture["food_pile"] == [2, 3, 3, 4, 4]
    assert (picture["round"], picture["phase"], table.player) == (1, "actions", 2)


def test_given_and_dealt_skills() -> None:
    table = ReferenceGame(BOARD, 2, draft="given", skills=["extra_slot", "silver_income"])
    table.apply("start_order(1,0)")
    assert set(table.chances().values()) == {Fraction(1, 70)}
    table.apply(next(iter(table.chances())))
    seats = table.as_dict()["seats"]
    assert [seat["skill"] for seat in seats] == ["extra_slot", "silver_income"]
    assert [seat["goods"]["silver"] for seat in seats] == [2, 3]  # income in round 1 too
    table = ReferenceGame(BOARD, 2, draft="dealt")
    table.apply("start_order(1,0)")
    table.apply(next(iter(table.chances())))
    assert (table.waiting, table.question, table.player) == ("chance", "deal", 0)
    assert set(table.chances().values()) == {Fraction(1, 6)}
    with pytest.raises(ValueError, match="not possible"):
        table.apply("deal(nothing)")


def test_discs_and_helping_pixies() -> None:
    table = begin(3)
    stand(table, h2=1)
    table.state.seats[0].discs = 1
    assert placeable(table, 2) and not placeable(table, 1)
    table.state.seats[0].discs = 4
    table.apply("place(2)")
    assert table.as_dict()["discs_on"]["2"] == 1
    table.state.hands[2] = None  # the helper leaves: used all the same, but the hand is free
    table.state.seats[1].mine += 1
    assert not placeable(table, 2)
    table.apply("place(3)")
    assert "promote(mine,2)" in table.options()
    table.apply("promote(mine,2)")
    assert table.as_dict()["seats"][1]["discs"] == 2


def test_action_3_covers_its_own_hand() -> None:
    table = begin(3)
    table.state.seats[0].mine = 5
    for hand in (1, 2, 4, 5):
        stand(table, **{f"h{hand}": 1 if hand < 4 else 2})
    give(table, 0, apple=0)
    assert not placeable(table, 3)  # only hand 3 would be free, and two discs cover it
    stand(table, h3=2)
    give(table, 0, apple=1)
    assert placeable(table, 3)
    table.apply("place(3)")
    assert "promote(mine,3)" in table.options()
    table.apply("promote(mine,3)")
    picture = table.as_dict()
    assert picture["hands"]["3"] == 0 and picture["seats"][2]["mine"] == 3
    assert picture["seats"][0]["goods"]["apple"] == 0


def test_swap_falls_one_level_and_asks_nobody() -> None:
    table = begin(3, ["free_demotion", "cheap_gold", "ring_bonus"])
    take_tile(table, 1, "mercy")
    stand(table, h4=0, h6=1, h7=0)
    table.apply("place(3)")
    assert "promote(4,7)" not in table.options()
    table.apply("promote(4,6)")
    picture = table.as_dict()
    assert picture["hands"]["6"] == 0 and picture["hands"]["4"] == 1
    assert picture["seats"][0]["goods"]["apple"] == 2
    assert (table.question, table.player) == ("turn", 1)


def test_servant_space_not_by_action_3() -> None:
    table = begin(3)
    stand(table, h13=0)
    table.apply("place(3)")
    assert not any(name.endswith("servant)") for name in table.options())


def test_slots_and_chains() -> None:
    table = begin(2, ["free_chains", "cheap_gold"])
    seat = table.state.seats[0]
    assert seat.occupied_slots() == [0, 1]
    seat.mine, seat.stones = 1, [0, 2]
    assert seat.occupied_slots() == [1] and not seat.can_leave_mine()
    seat.stones = [0, 0]
    assert seat.occupied_slots() == [0] and seat.can_leave_mine()
    seat.mine, seat.stones = 2, [0, 2]
    assert seat.occupied_slots() == [0, 1] and seat.can_leave_mine()
    assert "unchain(1)" in table.options()
    give(table, 0, bread=0)
    table.apply("unchain(1)")
    assert (table.question, table.player) == ("turn", 0)
    assert seat.stones == [0, 1] and table.state.reserve_stones == 11
    table.apply("pass")
    table.state.seats[1].stones = [1, 0]
    assert "unchain(0)" in table.options()
    give(table, 1, bread=0)
    assert "unchain(0)" not in table.options()


def test_more_chainable_places() -> None:
    board = {**BOARD, "setup": {**BOARD["setup"], "chainable_places": 3}}
    seat = begin(2, board=board).state.seats[0]
    assert seat.stones == [0, 0, 0]
    seat.mine, seat.stones = 2, [0, 0, 1]
    assert seat.occupied_slots() == [0, 2]


def test_mine_lays_stones_last_and_the_rest_leaves() -> None:
    table = begin(3)
    table.state.seats[1].mine, table.state.seats[1].servants = 0, 5
    table.state.seats[2].mine, table.state.seats[2].servants = 1, 4
    table.state.seats[0].stones, table.state.seats[2].stones = [3, 2], [0, 2]
    table.state.bag["stone"] -= 7
    table.apply("place(15)")
    for cube in ("stone", "silver", "stone", "stone", "gold"):
        assert (table.waiting, table.question, table.player) == ("chance", "cube", 0)
        table.apply(f"cube({cube})")
    picture = table.as_dict()
    assert picture["seats"][0]["goods"]["silver"] == 3
    assert picture["reserve_stones"] == 8
    assert table.options() == ["chain(0,1)", "chain(2,1)"]
    table.apply("chain(2,1)")
    assert table.options() == ["chain(0,1)"]
    table.apply("chain(0,1)")
    assert (table.question, table.player) == ("turn", 1)
    assert table.as_dict()["reserve_stones"] == 6


def test_look_in_the_bag() -> None:
    table = begin(3)
    take_tile(table, 0, "look_in_the_bag")
    table.state.bag = {"silver": 1, "gold": 0, "stone": 2}
    table.apply("place(15)")
    assert table.options() == ["peek(yes)", "peek(no)"]
    table.apply("peek(yes)")
    assert "look_in_the_bag" in table.as_dict()["one_use_on_board"]
    assert table.options() == ["pick(silver)", "pick(stone)"]
    table.apply("pick(stone)")
    table.apply("pick(silver)")
    assert table.chances() == {"cube(stone)": Fraction(1)}
    table.apply("cube(stone)")
    table.apply("chain(1,0)")
    table.apply("chain(1,0)")
    assert (table.question, table.player) == ("turn", 1)
    assert not placeable(table, 15)


def test_no_slave_draws_one_cube() -> None:
    table = begin(3)
    table.state.seats[0].mine, table.state.seats[0].servants = 0, 5
    table.apply("place(15)")
    table.apply("cube(gold)")
    assert (table.question, table.player) == ("turn", 1)
    assert table.state.single_spaces.mine == {0}


def test_copy_price_and_choice() -> None:
    table = begin(3)
    assert not placeable(table, 18)
    table.apply("place(2)")
    for player, price in ((1, 1), (2, 2)):
        table.apply("place(18)")
        assert (table.question, table.player) == ("copy", player)
        assert table.state.seats[player].punishment == price
        assert table.options() == ["copy(2)"]
        table.apply("copy(2)")
        assert table.state.seats[player].goods["silver"] == 4
    assert table.as_dict()["copies"] == 2 and table.state.discs_on[2] == 2
    table.apply("place(18)")
    assert table.state.seats[0].punishment == 2


def test_copy_unused() -> None:
    table = begin(3, ["copy_unused", "cheap_gold", "ring_bonus"])
    table.apply("place(18)")
    assert "copy(10)" in table.options() and "copy(14)" not in table.options()
    table.apply("copy(12)")
    chances = table.chances()
    assert chances["casino_die(silver,silver)"] == Fraction(1, 3)
    table.apply("casino_die(apple,honey,bread)")
    assert table.as_dict()["seats"][0]["goods"]["honey"] == 1


def test_copy_can_be_lost_by_its_own_demotion() -> None:
    table = begin(4, ["cheap_gold", "servant_bonus", "ring_bonus", "slave_mercy"])
    state = table.state
    stand(table, h1=1, h2=2, h3=2, h4=2, h5=3)
    state.seats[1].mine, state.seats[1].servants = 0, 3
    give(table, 1, apple=0)
    state.seats[1].punishment = 9
    table.apply("place(3)")  # one disc: another's pixie helps
    table.apply("promote(mine,1)")
    # the pixie of seat 1 was swapped down; put it back up for the scenario
    state.hands[6], state.seats[1].mine = 1, 0
    assert placeable(table, 18)
    table.apply("place(18)")
    assert table.options() == ["demote(6)"]
    table.apply("demote(6)")  # now it can only enter level 1, which is full
    assert (table.question, table.player) == ("turn", 2)
    assert state.copies == 1


def test_mercy_handed_back_can_be_copied() -> None:
    table = begin(3)
    table.apply("place(9)")
    take_tile_from(table, 0, 1)
    stand(table, h6=1)
    table.state.seats[1].punishment = 9
    assert not placeable(table, 18)
    table.state.discs_on[10] = 2
    table.apply("place(18)")
    assert table.options() == ["demote(6)", "mercy"]
    table.apply("mercy")
    assert table.options() == ["copy(9)", "copy(10)"]
    table.apply("copy(9)")
    assert table.state.seats[1].one_use_tile == "mercy"


def take_tile_from(table: ReferenceGame, giver: int, taker: int) -> None:
    """Hand a one-use tile over."""
    seats = table.state.seats
    seats[taker].one_use_tile, seats[giver].one_use_tile = seats[giver].one_use_tile, None


def test_copy_can_put_its_player_out() -> None:
    table = begin(3)
    stand(table, h6=1)
    table.apply("place(2)")
    table.state.seats[1].punishment = 59
    table.state.seats[1].stones = [1, 0]
    table.state.reserve_stones -= 1
    table.apply("place(18)")
    picture = table.as_dict()
    assert (table.question, table.player) == ("turn", 2)  # no demotion, no copied action
    seat = picture["seats"][1]
    assert (seat["out"], seat["punishment"], seat["mine"], seat["skill"]) == (1, 60, 0, None)
    assert sum(seat["goods"].values()) == 0 and seat["stones"] == [0, 0]
    assert picture["hands"]["6"] is None and picture["big_order"] == [0, 2]
    assert picture["single_spaces"]["copy"] == [1] and picture["copies"] == 1
    check_conservation(picture)
    table.apply("place(18)")
    assert table.state.seats[2].punishment == 2


def test_punishment_die() -> None:
    table = begin(3)
    stand(table, h6=0, h7=1, h8=2)
    table.state.seats[1].punishment = table.state.seats[2].punishment = 9
    table.apply("place(10)")
    assert table.chances()["punishment_die(2)"] == Fraction(1, 3) and table.player == 0
    table.apply("punishment_die(4)")
    for other in (2, 1, 2, 1):
        assert table.options() == ["assign(1)", "assign(2)"]
        assert table.state.seats[other].punishment == 9
        table.apply(f"assign({other})")
    assert (table.player, table.options()) == (1, ["demote(7)"])
    assert table.state.seats[2].punishment == 9
    table.apply("demote(7)")
    assert (table.player, table.options()) == (2, ["demote(8)"])
    table.apply("demote(8)")
    assert (table.question, table.player) == ("turn", 1)


def test_favourite_goes_out_and_the_next_is_spared() -> None:
    table = begin(4, ["cheap_gold", "servant_bonus", "ring_bonus", "slave_mercy"])
    stand(table, h7=1, h8=2)
    table.apply("place(2)")
    table.apply("place(1)")
    table.apply("food(apple)")
    table.state.seats[0].punishment = 59
    table.state.seats[1].punishment = 19
    table.apply("place(10)")
    assert table.player == 2
    table.apply("punishment_die(2)")
    table.apply("assign(0)")
    table.apply("assign(1)")
    picture = table.as_dict()
    assert picture["seats"][0]["out"] == 1 and picture["big_order"] == [1, 2, 3]
    assert picture["seats"][1]["punishment"] == 20 and picture["hands"]["7"] == 1
    assert picture["discs_on"]["2"] == 2  # stays covered until the discs come back
    assert (table.question, table.player) == ("turn", 3)
    table.apply("pass")
    assert (table.question, table.player) == ("turn", 1)


def test_two_symbols_at_once_and_mercy() -> None:
    board = {**BOARD, "score": {**BOARD["score"], "mine_symbols": [10, 12, 14]}}
    table = begin(3, board=board)
    stand(table, h6=1, h7=1)
    take_tile(table, 1, "mercy")
    table.state.seats[1].punishment = 9
    table.apply("place(2)")
    table.apply("pass")
    assert table.state.seats[1].passed
    assert table.options() == ["demote(6)", "demote(7)", "mercy"]
    table.apply("demote(7)")
    assert table.options() == ["demote(6)", "mercy"]
    table.apply("mercy")
    assert table.options() == ["demote(6)"]
    table.apply("demote(6)")
    assert (table.question, table.player) == ("turn", 2)
    assert table.state.seats[1].mine == 5


def test_last_player() -> None:
    table = begin(2)
    table.apply("place(2)")
    table.state.seats[1].punishment = 55
    table.state.seats[0].stones = [2, 0]
    table.apply("pass")
    assert table.waiting == "nothing" and table.reason() == "last_player"
    # 2 stones, and the most of apples, bread, silver and gold
    assert table.scores() == [-2 - 12, None] and table.ranks() == [1, 2]
    with pytest.raises(ValueError, match="not possible"):
        table.apply("pass")


def test_temporary_priority() -> None:
    table = begin(3)
    table.apply("place(2)")
    table.apply("place(21)")
    assert table.state.seats[1].discs == 0 and not placeable(table, 21)
    assert table.as_dict()["big_order"] == [0, 1, 2]
    table.state.seats[0].discs = 0
    table.state.seats[2].discs = 1
    table.apply("place(17)")
    table.apply("take(honey)")
    picture = table.as_dict()
    assert (picture["big_order"], picture["small_order"]) == ([1, 0, 2], [0, 1, 2])
    assert picture["single_spaces"]["temporary_priority"] is None
    assert [seat["discs"] for seat in picture["seats"]] == [4, 4, 4]
    assert (table.question, picture["phase"]) == ("demand", "offerings")


def test_temporary_priority_of_a_player_who_went_out() -> None:
    table = begin(3)
    table.apply("place(2)")
    table.apply("place(21)")
    table.state.seats[1].punishment = 58
    table.apply("place(10)")
    table.apply("punishment_die(2)")
    table.apply("assign(1)")
    table.apply("assign(1)")
    assert table.as_dict()["single_spaces"]["temporary_priority"] == 1
    assert not placeable(table, 21)
    table.state.seats[2].discs = 0
    table.state.seats[0].discs = 1
    table.apply("place(17)")
    table.apply("take(honey)")
    assert table.as_dict()["big_order"] == [0, 2] and table.state.seats[1].discs == 0


def test_offers_of_two_players() -> None:
    table = begin(2)
    end_actions(table)
    table.apply("demand(bread)")
    first = ["offer(bread,1)", "offer(bread,2)", "offer(silver,1)", "offer(silver,2)"]
    assert table.options() == [*first, "offer(gold,1)", "offer(gold,2)", "refuse"]
    table.apply("offer(silver,2)")
    assert table.options() == ["offer(gold,1)", "offer(gold,2)", "done"]
    assert table.as_dict()["offers"] == [[0, 2, 0], [0, 0, 0]]
    table.apply("done")
    table.apply("offer(gold,1)")
    assert (table.player, table.options()) == (1, ["done"])
    assert table.state.seats[0].goods["silver"] == 2  # nothing moves before the reveal
    table.apply("done")
    # nobody gave bread: phase IV is skipped, nobody has an active pixie
    picture = table.as_dict()
    assert picture["seats"][0]["goods"]["silver"] == 0
    assert picture["seats"][0]["silver_space"] == 1
    assert (picture["round"], picture["phase"]) == (2, "actions")
    assert picture["offers"] == [[0, 0, 0], [0, 0, 0]] and picture["demand"] is None


def test_double_offering() -> None:
    table = begin(3)
    take_tile(table, 1, "double_offering")
    end_actions(table)
    assert (table.question, table.player) == ("announce", 1)
    table.apply("announce(yes)")
    assert table.as_dict()["announced"] == [1]
    offer(table, "apple", "offer(apple,2)", "offer(apple,1)")
    assert table.state.seats[1].one_use_tile == "double_offering"
    table.apply("offer(gold,2)")
    table.apply("refuse")
    picture = table.as_dict()
    assert picture["one_use_on_board"][0] == "double_offering"
    assert picture["offers"] == [[2, 0, 0], [1, 0, 2], [0, 0, 0]] and picture["refused"] == [2]
    assert picture["seats"][2]["punishment"] == 5
    assert picture["seats"][1]["gold_space"] == 3
    assert (table.question, table.player, picture["phase"]) == ("promotion", 0, "rewards")


def test_refusers_are_punished_in_order() -> None:
    table = begin(3)
    stand(table, h6=0, h7=1, h8=2)
    for seat in table.state.seats:
        seat.punishment = 6
    end_actions(table)
    offer(table, "apple", "refuse", "refuse", "refuse")
    assert (table.question, table.player) == ("demote", 1)
    assert [seat.punishment for seat in table.state.seats] == [11, 11, 6]
    table.apply("demote(7)")
    table.apply("demote(8)")  # for refusing
    # the angry queen finds no active pixie but the favourite's
    assert table.as_dict()["round"] == 2 and table.state.hands[6] == 0


def test_angry_queen_goes_up_the_order() -> None:
    table = begin(4, ["cheap_gold", "servant_bonus", "ring_bonus", "slave_mercy"])
    stand(table, h6=0, h7=1, h8=1, h9=2)
    take_tile(table, 2, "mercy")
    no_track_points(table)
    end_actions(table)
    offer(table, "honey", "offer(gold,1)", "offer(gold,1)", "offer(gold,1)", "offer(gold,1)")
    assert (table.player, table.options()) == (2, ["demote(9)", "mercy"])
    assert table.as_dict()["phase"] == "offerings" and table.as_dict()["demand"] == "honey"
    table.apply("mercy")
    assert (table.player, table.options()) == (1, ["demote(7)", "demote(8)"])
    table.apply("demote(8)")
    assert table.state.round == 2 and table.state.hands[9] == 2 and table.state.hands[6] == 0


def test_tracks_of_givers() -> None:
    table = begin(4, ["cheap_gold", "servant_bonus", "ring_bonus", "slave_mercy"])
    table.state.seats[2].silver_space = 5
    end_actions(table)
    offer(table, "apple", "offer(apple,1)", "offer(silver,1)", "offer(silver,2)", "offer(gold,1)")
    assert [seat.silver_space for seat in table.state.seats] == [1, 2, 6, 1]
    assert [seat.gold_space for seat in table.state.seats] == [1, 1, 1, 3]


def test_tie_for_most() -> None:
    table = begin(3)
    end_actions(table)
    offer(table, "apple", "offer(apple,1)", "offer(silver,2)", "offer(silver,2)")
    assert [seat.silver_space for seat in table.state.seats] == [1, 2, 2]


def test_promotions_then_free_promotion() -> None:
    table = begin(3, ["cheap_gold", "free_promotion", "ring_bonus"])
    table.state.seats[0].stones = [1, 0]
    end_actions(table)
    offer(table, "apple", "offer(apple,2)", "offer(silver,2)", "offer(silver,2)")
    assert words(table) == {"promote", "unchain", "stop"}
    table.apply("unchain(0)")
    table.apply("promote(mine,1)")
    table.apply("promote(1,6)")
    assert (table.question, table.player) == ("promotion", 1)  # food offered or not
    table.apply("promote(mine,1)")
    picture = table.as_dict()
    assert picture["round"] == 2 and picture["hands"]["6"] == 0 and picture["hands"]["1"] == 1


def test_free_promotion_needs_the_phase() -> None:
    table = begin(3, ["cheap_gold", "free_promotion", "ring_bonus"])
    end_actions(table)
    offer(table, "apple", "offer(gold,2)", "offer(silver,2)", "offer(silver,2)")
    assert table.state.round == 2


def test_lift_of_a_virtual_pixie() -> None:
    table = begin(2)
    stand(table, h10="virtual", h13=0, h14=1)
    no_track_points(table)
    end_actions(table)
    offer(table, "apple", "offer(apple,1)", "done", "refuse")
    table.apply("stop")
    assert (table.question, table.player) == ("lift", 0)
    assert table.options() == [f"lift(mine,{hand})" for hand in (1, 2, 3, 4, 5)]
    table.apply("lift(mine,4)")
    assert table.state.hands[4] == "virtual" and table.state.round == 2


def test_virtual_pixie_can_be_swapped_down() -> None:
    table = begin(2)
    stand(table, h4="virtual")
    table.apply("place(3)")
    table.apply("promote(mine,4)")
    assert table.state.virtual_mine == 5 and table.state.hands[4] == 0


def test_one_servant_per_round() -> None:
    table = begin(3, ["servant_bonus", "cheap_gold", "ring_bonus"])
    stand(table, h13=0, h14=1)
    no_track_points(table)
    end_actions(table)
    offer(table, "apple", "offer(apple,2)", "offer(apple,2)", "refuse")
    table.apply("promote(13,servant)")
    assert table.as_dict()["servant_space"] == 0
    table.apply("stop")
    assert not any("servant" in name for name in table.options())
    assert table.state.seats[0].servants == 0
    table.apply("stop")
    picture = table.as_dict()
    assert picture["round"] == 2 and picture["rewards_taken"]["faithful_servant"] == 1
    assert (picture["seats"][0]["servants"], picture["seats"][0]["reward_points"]) == (1, 11)
    assert picture["servant_space"] is None


def test_no_servant_without_a_tile() -> None:
    table = begin(3)
    stand(table, h13=0)
    table.state.rewards_taken["faithful_servant"] = 7
    end_actions(table)
    offer(table, "apple", "offer(apple,2)", "refuse", "refuse")
    assert not any("servant" in name for name in table.options())


def test_exchange_of_food_tiles() -> None:
    table = begin(3, ["extra_slot", "cheap_gold", "ring_bonus"])
    state = table.state
    state.seats[0].food_tile, state.extra_slot_tile, state.seats[1].food_tile = 4, 4, 2
    state.food_pile = [3]
    table.apply("place(16)")
    food = [name for name in table.options() if name.startswith("swap(food")]
    assert food == ["swap(food,4,board)", "swap(food,4,1,2)"]
    table.apply("swap(food,4,board)")
    assert state.food_pile == [4] and state.seats[0].food_tile == 3 and state.extra_slot_tile == 4
    table.apply("place(16)")
    table.apply("swap(food,2,0,4)")
    assert state.extra_slot_tile == 2 and state.seats[1].food_tile == 4


def test_exchange_of_the_extra_slot() -> None:
    table = begin(3, ["extra_slot", "cheap_gold", "ring_bonus"])
    state = table.state
    take_tile(table, 0, "mercy")
    take_tile(table, 1, "double_offering")
    state.one_use_on_board.remove("look_in_the_bag")
    state.extra_slot_tile = "look_in_the_bag"
    assert not any(placeable(table, space) for space in (7, 8, 9))
    table.apply("place(16)")
    table.apply(f"swap(skill,extra_slot,{sorted(state.skills_on_board)[0]})")
    assert "extra_slot" in state.skills_on_board
    assert state.extra_slot_tile == "look_in_the_bag"
    assert not placeable(table, 8)
    table.apply("place(16)")
    one_use = [name for name in table.options() if name.startswith("swap(one_use")]
    assert one_use == ["swap(one_use,double_offering,mercy)"]  # not the one on the board's skill
    table.apply("swap(skill,cheap_gold,extra_slot)")
    assert state.extra_slot_tile == "look_in_the_bag" and state.has_skill(1, "extra_slot")
    table.apply("place(16)")
    table.apply("swap(skill,ring_bonus,extra_slot)")
    assert state.has_skill(1, "ring_bonus") and state.has_skill(2, "extra_slot")


def test_one_use_tile_returns_to_its_own_space() -> None:
    table = begin(3)
    take_tile(table, 0, "mercy")
    table.apply("place(16)")
    table.apply("swap(one_use,mercy,double_offering)")
    assert table.as_dict()["one_use_on_board"] == ["look_in_the_bag", "mercy"]
    assert table.state.seats[0].one_use_tile == "double_offering"


def test_extra_slot_of_a_player_who_goes_out() -> None:
    table = begin(3, ["cheap_gold", "extra_slot", "ring_bonus"])
    table.state.extra_slot_tile, table.state.food_pile = 2, [3, 4, 4]
    take_tile(table, 1, "mercy")
    table.state.seats[1].punishment = 57
    table.apply("place(2)")
    table.apply("pass")
    picture = table.as_dict()
    assert picture["extra_slot_tile"] is None and picture["food_pile"] == [3, 4, 4]
    assert "mercy" in picture["one_use_on_board"] and picture["seats"][1]["passed"]
    assert "extra_slot" not in picture["skills_on_board"]
    assert picture["seats"][1]["punishment"] == 62


def test_goods_action() -> None:
    table = begin(3)
    give(table, 0, apple=1, bread=0, silver=1, gold=0)
    table.apply("place(17)")
    assert words(table) == {"take"}
    table.apply("take(apple)")
    table.apply("place(17)")
    table.apply("discard(honey)")
    assert words(table) == {"discard"}
    table.apply("discard(honey)")
    assert "discard(honey)" not in table.options()
    table.apply("discard(gold)")
    table.apply("place(17)")
    table.apply("take(apple)")
    assert not placeable(table, 17) and table.as_dict()["single_spaces"]["goods"] == 3


def test_special_offering() -> None:
    table = begin(3)
    assert not placeable(table, 19)  # the favourite has no honey
    give(table, 0, apple=1, honey=1, bread=1, silver=1, gold=0)
    assert not placeable(table, 19)  # nothing would be left to add
    give(table, 0, gold=1)
    table.apply("place(19)")
    assert table.options() == ["add(gold)"]
    assert table.state.seats[0].goods["apple"] == 0
    table.apply("add(gold)")
    assert table.as_dict()["special_offering_track"]["gold"] == 1
    assert table.state.seats[0].reward_points == 3 and not placeable(table, 19)


def test_turn_order() -> None:
    table = begin(4, ["cheap_gold", "servant_bonus", "ring_bonus", "slave_mercy"])
    give(table, 0, honey=2)
    assert not placeable(table, 20)  # first already
    for _ in range(3):
        table.apply("place(17)")
        table.apply("take(apple)")
    give(table, 3, honey=5)
    table.apply("place(20)")
    assert table.options() == ["advance(1)", "advance(2)", "advance(3)"]
    table.apply("advance(2)")
    picture = table.as_dict()
    assert (picture["small_order"], picture["big_order"]) == ([0, 3, 1, 2], [0, 1, 2, 3])
    assert picture["seats"][3]["goods"]["honey"] == 3


def test_prices() -> None:
    table = begin(3, ["cheap_gold", "servant_bonus", "ring_bonus"])
    table.state.seats[0].silver_space = 6
    give(table, 0, silver=3, gold=5)
    table.state.stock["gold"] = 2
    table.apply("place(5)")
    assert table.options() == ["convert(1)", "convert(2)"]  # price stays 1, the stock has 2
    table.apply("convert(2)")
    table.state.stock["gold"] = 5
    assert not placeable(table, 5) and not placeable(table, 13)
    give(table, 2, gold=5)
    table.apply("place(2)")
    table.apply("place(13)")
    assert table.state.seats[2].reward_points == 11 and table.state.seats[2].goods["gold"] == 0


def test_exchange_limits() -> None:
    table = begin(3)
    give(table, 0, apple=9, bread=0, silver=0)
    table.state.stock["honey"] = 3
    table.apply("place(4)")
    options = table.options()
    assert "exchange(apple,bread,7)" in options and "exchange(apple,bread,8)" not in options
    assert "exchange(apple,honey,3)" in options and "exchange(apple,honey,4)" not in options
    assert not any("gold" in name for name in options)


def test_rob() -> None:
    table = begin(2)
    stand(table, h13=1, h6="virtual", h7=0)
    give(table, 1, bread=1, honey=0)
    table.apply("place(14)")
    assert table.options() == ["rob(13)"]
    table.apply("rob(13)")
    assert table.state.seats[0].goods == dict(zip(GOODS, (3, 0, 3, 2, 2), strict=True))
    assert table.state.seats[1].goods["bread"] == 0


def test_steal_income() -> None:
    table = begin(3, ["silver_income", "extra_slot", "ring_bonus"])
    state = table.state
    stand(table, h13=0, h1=1)
    state.seats[1].food_tile, state.extra_slot_tile, state.food_pile = 2, 3, [4, 4]
    state.small_order = [1, 0, 2]
    end_actions(table)
    offer(table, "apple", "refuse", "refuse", "refuse")
    table.apply("demote(1)")  # the angry queen; seat 2 has no active pixie
    state.stock.update(apple=1, honey=0, bread=3, silver=0)
    assert table.as_dict()["phase"] == "steal" and table.as_dict()["big_order"] == [1, 0, 2]
    assert (table.player, table.options()) == (1, ["tile_food(apple)", "tile_food(bread)"])
    table.apply("tile_food(apple)")
    for _ in range(3):
        assert table.options() == ["tile_food(bread)"]
        table.apply("tile_food(bread)")
    # the fifth unit is lost, and so is the income of seat 0
    assert (table.question, table.player) == ("turn", 1)
    assert state.seats[0].goods["silver"] == 3 and state.seats[0].goods["bread"] == 2


def test_punishment_phase() -> None:
    table = begin(3, ["cheap_gold", "slave_mercy", "ring_bonus"])
    state = table.state
    state.seats[2].mine, state.seats[2].servants = 1, 4
    state.seats[0].silver_space, state.seats[1].gold_space = 6, 5
    end_actions(table)
    offer(table, "apple", "refuse", "offer(silver,1)", "offer(silver,1)")
    assert [seat.punishment for seat in state.seats] == [5 + 2 + 4, 1 + 4, 1 + 4 + 4]
    assert [seat.reward_points for seat in state.seats] == [1, 0, 0]


def test_punishment_phase_demotes_at_once_and_can_end_the_game() -> None:
    table = begin(2)
    state = table.state
    stand(table, h1=1, h2=1, h3=1)
    state.seats[1].punishment = 48
    end_actions(table)
    offer(table, "apple", "offer(apple,1)", "done", "offer(silver,1)", "done")
    table.apply("stop")
    table.apply(table.options()[0])  # the virtual pixie
    # two slaves: 50 points, a demotion; silver space 3: 2 points; gold space 1: 4 points
    assert (table.question, table.player) == ("demote", 1) and state.phase == "punishment"
    assert state.seats[1].punishment == 50
    state.seats[1].punishment = 54
    table.apply("demote(2)")
    assert table.reason() == "last_player" and state.seats[1].punishment == 60


def test_final_scoring_and_ranks() -> None:
    table = begin(4, ["free_chains", "servant_bonus", "ring_bonus", "slave_mercy"])
    state = table.state
    state.rewards_taken.update(special_offering=5, faithful_servant=5, gold_ring=5)
    end_actions(table)
    offer(table, "apple", "refuse", "refuse", "refuse", "refuse")
    assert (table.question, table.player, state.phase) == ("final", 0, "final")
    for player in range(4):
        give(table, player, apple=0, honey=0, bread=0, silver=0, gold=0)
        state.seats[player].punishment = 10
    state.seats[0].stones = [1, 1]
    give(table, 1, apple=1)
    give(table, 2, apple=1, bread=1)
    state.seats[2].reward_points = 3
    table.apply("unchain(0)")
    assert table.options() == ["unchain(1)", "stop"]
    for _ in range(4):
        table.apply("stop")
    assert table.reason() == "gold_numbers" and state.phase == "over"
    assert table.scores() == [-11, -13, -13, -10] and table.ranks() == [2, 3, 3, 1]
    state.seats[1].servants = state.seats[2].servants = 1
    state.seats[1].first_servant_round, state.seats[2].first_servant_round = 3, 2
    assert table.ranks() == [2, 4, 3, 1]
    state.seats[1].servants = 2
    assert table.ranks() == [2, 3, 4, 1]
