"""Positions from dictionaries: exact round trips, minimal ones, refusals that name the key."""

import copy
import json
import random
from typing import Any

import pytest

from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.pixie_queen.test_against_reference import BOARDS, SHY

GAME = make_game("pixie_queen")

Mapping = dict[str, Any]


# Round trips


def same_again(state: State) -> None:
    described = state.as_dict()
    text = json.dumps(described)
    again = State.from_dict(state.game, json.loads(text), chance="manual")
    assert again.position_bytes == state.position_bytes, text
    assert again.as_dict() == described
    assert again.legal_names() == state.legal_names()
    assert again.chance_outcomes() == state.chance_outcomes()


def step(state: State, draws: random.Random) -> None:
    if state.waiting == "chance":
        state.draw()
    else:
        names = state.legal_names()
        state.apply(draws.choices(names, [SHY.get(name, 1.0) for name in names])[0])


def test_random_positions_of_every_question_come_back_exactly() -> None:
    seen: dict[str, int] = {}
    draws = random.Random(5)
    for number in range(16):
        board = list(BOARDS.values())[number // 4]
        game = make_game("pixie_queen", board=board, skills=["drafted", "dealt"][number // 8])
        state = State(game, 2 + number % 4, number, chance="manual")
        while not state.is_over:
            kind = state.question
            if seen.get(kind, 0) < 10 or draws.random() < 0.005:
                same_again(state)
                seen[kind] = seen.get(kind, 0) + 1
            step(state, draws)
        same_again(state)
    assert set(seen) == {*GAME.questions, *GAME.chance_kinds}
    assert min(seen.values()) >= 3, seen


def test_a_position_in_the_middle_of_an_action_goes_on_as_the_game_does() -> None:
    draws = random.Random(8)
    state = State(GAME, 4, 3, chance="manual")
    for _ in range(12):
        for _ in range(draws.randrange(10, 30)):
            if not state.is_over:
                step(state, draws)
        again = State.from_dict(GAME, state.as_dict(), chance="manual")
        for _ in range(25):
            if state.is_over:
                return
            following = draws.choice(
                state.legal_names() or [outcome.name for outcome in state.chance_outcomes()]
            )
            for each in (state, again):
                (each.apply if each.waiting == "decision" else each.apply_chance)(following)
            assert again == state


# Positions by hand


def built(**position: Any) -> State:
    return State.from_dict(GAME, {"players": 3, **position}, chance="manual")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_only_the_number_of_players_is_needed(players: int) -> None:
    state = State.from_dict(GAME, {"players": players}, chance="manual")
    assert (state.player, state.question) == (0, "turn")
    begun = State(GAME, players, chance="manual")
    begun.apply_chance(f"start_order({','.join(map(str, range(players)))})")
    known, start = state.as_dict(), begun.as_dict()
    for key in ("stock", "bag", "reserve_stones", "food_pile", "special_offering_track"):
        assert known[key] == start[key]
    assert [seat["goods"] for seat in known["seats"]] == [seat["goods"] for seat in start["seats"]]
    assert known["small_order"] == known["big_order"] == list(range(players))


def test_what_is_left_out_lies_where_it_must() -> None:
    state = built(
        hands={"1": 0, "6": 0, "2": 1},
        seats=[
            {"goods": {"apple": 3}, "stones": [1], "food_tile": 2},
            {"servants": 1, "first_servant": 1, "one_use_tile": "mercy"},
            {"goods": {}, "skill": "extra_slot"},
        ],
        extra_slot_tile=4,
        bag={"silver": 10},
    )
    position = state.as_dict()
    assert [seat["mine"] for seat in position["seats"]] == [3, 3, 5]
    assert position["stock"]["apple"] == 40 - 1 - 3 - 2
    assert position["stock"]["silver"] == 60 - 1 - 2 - 10
    assert position["reserve_stones"] == 20 - 15 - 1
    assert position["food_pile"] == [3, 4]
    assert position["one_use_on_board"] == ["double_offering", "look_in_the_bag"]
    assert position["rewards_taken"]["faithful_servant"] == 1


def test_goods_given_for_a_seat_are_all_its_goods() -> None:
    goods = built(seats=[{"goods": {"gold": 1}}, {}, {}]).as_dict()["seats"]
    assert goods[0]["goods"] == {"apple": 0, "honey": 0, "bread": 0, "silver": 0, "gold": 1}
    assert goods[1]["goods"] == {"apple": 2, "honey": 2, "bread": 2, "silver": 2, "gold": 2}


@pytest.mark.parametrize(
    ("position", "asked"),
    [
        ({}, (0, "turn")),
        ({"waiting": {"player": 2}}, (2, "turn")),
        ({"small_order": [2, 1, 0]}, (2, "turn")),
        ({"phase": "offerings", "demand": "honey"}, (0, "offer")),
        (
            {"phase": "offerings", "waiting": {"for": "chance", "question": "demand"}},
            (-1, "demand"),
        ),
        (
            {
                "phase": "rewards",
                "demand": "honey",
                "offers": [[0, 0, 0], [2, 0, 0], [0, 1, 0]],
                "refused": [0],
                "seats": [{}, {}, {"silver_space": 3}],
                "waiting": {"player": 1},
            },
            (1, "promotion"),
        ),
        (
            {
                "phase": "final",
                "round": 7,
                "demands_left": {"apple": 1, "honey": 1, "bread": 0},
                "waiting": {"player": 2},
            },
            (2, "final"),
        ),
        (
            {
                "phase": "setup",
                "round": 0,
                "small_order": [],
                "waiting": {"for": "chance", "question": "start_order"},
            },
            (-1, "start_order"),
        ),
    ],
)
def test_the_questions_that_need_nothing_pending(position: Mapping, asked: tuple) -> None:
    state = built(**position)
    assert (state.player, state.question) == asked


def test_a_finished_game_can_be_written_down() -> None:
    state = built(
        phase="over",
        round=7,
        reason="rounds",
        demands_left={"apple": 1, "honey": 1},
        waiting={"for": "nothing"},
        seats=[{"reward_points": 5}, {"punishment": 8}, {"out": 1, "punishment": 61}],
    )
    assert state.is_over and state.result()["ranks"] == [1, 2, 3]


def test_a_position_is_played_on_by_names_and_drawn_chance() -> None:
    state = State.from_dict("pixie_queen", {"players": 2})
    while not state.is_over:
        state.apply(int(state.legal_actions()[0]))
    assert state.result()["reason"] in ("rounds", "last_player", "gold_numbers")


# Refusals

REFUSED: dict[str, tuple[Mapping, str]] = {
    # what is wrong: the position, and the key that the message names first
    "no such key": ({"bananas": 1}, "bananas"),
    "a number as a text": ({"round": "1"}, "round"),
    "a truth value as a number": ({"round": True}, "round"),
    "players": ({"players": 6}, "players"),
    "no such phase": ({"phase": "dinner"}, "phase"),
    "no such good": ({"stock": {"iron": 1}}, "stock.iron"),
    "no such skill": ({"seats": [{"skill": "luck"}, {}, {}]}, "seats.0.skill"),
    "no such tile": ({"extra_slot_tile": "luck"}, "extra_slot_tile"),
    "no such hand": ({"hands": {"15": 0}}, "hands"),
    "no such colour": ({"hands": {"1": "green"}}, "hands"),
    "three discs on a space": ({"discs_on": {"1": 3}}, "discs_on.1"),
    "too few seats": ({"seats": [{}, {}]}, "seats"),
    "too few offers": ({"phase": "offerings", "demand": "apple", "offers": [[1, 0, 0]]}, "offers"),
    "a seat that is not there on a hand": ({"hands": {"1": 3}}, "hands"),
    "a seat that is not there asked": ({"waiting": {"player": 3}}, "waiting.player"),
    "a seat that is not there has used a space": (
        {"single_spaces": {"mine": [4]}},
        "single_spaces.mine",
    ),
    "a seat twice": ({"single_spaces": {"copy": [1, 1]}}, "single_spaces.copy"),
    "an order without a seat": ({"small_order": [0, 1]}, "small_order"),
    "an order with a seat twice": ({"big_order": [0, 1, 1]}, "big_order"),
    "an order with a player who is out": (
        {"seats": [{}, {}, {"out": 1, "punishment": 60}], "small_order": [0, 1, 2]},
        "small_order",
    ),
    "out second without a first": (
        {"seats": [{}, {}, {"out": 2, "punishment": 60}]},
        "seats.*.out",
    ),
    "too many goods": ({"seats": [{"goods": {"apple": 41}}, {}, {}]}, "stock.apple"),
    "a stock that does not fit": ({"stock": {"gold": 1}}, "stock.gold"),
    "too many stones": ({"bag": {"stone": 19}, "seats": [{"stones": [2]}, {}, {}]}, "reserve"),
    "a reserve that does not fit": ({"reserve_stones": 4}, "reserve_stones"),
    "too many pixies": ({"hands": {str(hand): 0 for hand in range(1, 7)}}, "seats.0.mine"),
    "a mine that does not fit": ({"seats": [{"mine": 4}, {}, {}]}, "seats.0.mine"),
    "virtual pixies with three players": ({"hands": {"1": "virtual"}}, "virtual_mine"),
    "more chained than slaves": (
        {"hands": {str(hand): 0 for hand in range(1, 5)}, "seats": [{"stones": [1, 1]}, {}, {}]},
        "seats.*.stones",
    ),
    "four stones on a place": ({"seats": [{"stones": [4]}, {}, {}]}, "seats.*.stones"),
    "four places": ({"seats": [{"stones": [1, 1, 0, 0]}, {}, {}]}, "seats.0.stones"),
    "a skill twice": (
        {"seats": [{"skill": "extra_slot"}, {"skill": "extra_slot"}, {}]},
        "seats.1.skill",
    ),
    "a skill held and on the board": (
        {"seats": [{"skill": "cheap_gold"}, {}, {}], "skills_on_board": ["cheap_gold"]},
        "skills_on_board",
    ),
    "a one-use tile twice": (
        {"seats": [{"one_use_tile": "mercy"}, {"one_use_tile": "mercy"}, {}]},
        "seats.1.one_use_tile",
    ),
    "a one-use tile held and on the board": (
        {"seats": [{"one_use_tile": "mercy"}, {}, {}], "one_use_on_board": ["mercy"]},
        "one_use_on_board",
    ),
    "a one-use tile nowhere": ({"one_use_on_board": ["mercy"]}, "one_use_on_board"),
    "an extra slot of nobody": ({"extra_slot_tile": 2}, "extra_slot_tile"),
    "a food tile too many": (
        {"seats": [{"food_tile": 2}, {"food_tile": 2}, {}]},
        "seats.1.food_tile",
    ),
    "a pile with a held tile": (
        {"seats": [{"food_tile": 2}, {}, {}], "food_pile": [2, 3, 4, 4]},
        "food_pile",
    ),
    "a pile without a tile": ({"food_pile": [2, 3]}, "food_pile"),
    "tiles of who is out": (
        {"seats": [{}, {}, {"out": 1, "punishment": 60, "skill": "cheap_gold"}]},
        "seats.2.out",
    ),
    "goods of who is out": (
        {"seats": [{}, {}, {"out": 1, "punishment": 60, "goods": {"gold": 1}}]},
        "seats.*.out",
    ),
    "out with few points": ({"seats": [{}, {}, {"out": 1}]}, "seats.*.punishment"),
    "in with many points": ({"seats": [{"punishment": 60}, {}, {}]}, "seats.*.punishment"),
    "who is out is asked": (
        {"seats": [{}, {}, {"out": 1, "punishment": 60}], "waiting": {"player": 2}},
        "waiting.player",
    ),
    "a marker off its track": ({"seats": [{"gold_space": 7}, {}, {}]}, "seats.*.silver_space"),
    "too many discs": ({"discs_on": {"1": 2}}, "seats.*.discs"),
    "five discs": ({"seats": [{"discs": 5}, {"discs": 0}, {}]}, "seats.*.discs"),
    "copies that do not fit": ({"copies": 1}, "copies"),
    "discs outside the action phase": (
        {
            "phase": "offerings",
            "demand": "apple",
            "discs_on": {"1": 1},
        },
        "discs_on",
    ),
    "offers in the action phase": ({"offers": [[1, 0, 0], [0, 0, 0], [0, 0, 0]]}, "offers"),
    "a servant space in the action phase": ({"servant_space": 1}, "servant_space"),
    "no demand where it has been turned": ({"phase": "offerings"}, "demand"),
    "tokens that do not fit the round": (
        {"round": 3, "demands_left": {"apple": 3, "honey": 3}},
        "demands_left",
    ),
    "tokens left out after round 1": ({"round": 3}, "demands_left"),
    "too many tokens of a food": (
        {"round": 3, "demands_left": {"apple": 4, "honey": 3}},
        "demands_left",
    ),
    "offers before the demand is turned": (
        {
            "phase": "offerings",
            "offers": [[3, 0, 0], [0, 0, 0], [0, 0, 0]],
            "waiting": {"for": "chance", "question": "demand"},
        },
        "offers",
    ),
    "a refusal before the demand is turned": (
        {
            "phase": "offerings",
            "refused": [1],
            "waiting": {"for": "chance", "question": "demand"},
        },
        "refused",
    ),
    "a demand before it is turned": (
        {
            "phase": "offerings",
            "demand": "apple",
            "waiting": {"for": "chance", "question": "demand"},
        },
        "demand",
    ),
    "an offer of more than is owned": (
        {
            "phase": "offerings",
            "demand": "apple",
            "offers": [[3, 0, 0], [0, 0, 0], [0, 0, 0]],
            "waiting": {"player": 1},
        },
        "offers.0",
    ),
    "points that do not add up": (
        {"seats": [{"reward_points": 3, "points_from": {"other": 2}}, {}, {}]},
        "seats.0.reward_points",
    ),
    "taken tiles that do not add up": ({"rewards_taken": {"gold_ring": 1}}, "rewards_taken.gold_"),
    "eight tiles of a series": (
        {"seats": [{"tiles_won": {"gold_ring": 8}}, {}, {}]},
        "seats.*.tiles_won",
    ),
    "servants that do not fit": (
        {"seats": [{"servants": 2, "tiles_won": {"faithful_servant": 1}}, {}, {}]},
        "seats.0.servants",
    ),
    "servants without a first": ({"seats": [{"servants": 2}, {}, {}]}, "seats.0.first_servant"),
    "a first servant too late": (
        {"seats": [{"servants": 2, "first_servant": 3}, {}, {}]},
        "seats.*.first_servant",
    ),
    "over without a reason": ({"phase": "over", "waiting": {"for": "nothing"}}, "waiting"),
    "a reason before the end": ({"reason": "rounds"}, "waiting"),
    "waiting for nothing before the end": ({"waiting": {"for": "nothing"}}, "waiting"),
    "a chance event as a question": ({"waiting": {"question": "cube"}}, "waiting.question"),
    "a question of another phase": ({"waiting": {"question": "offer"}}, "waiting.question"),
    "an action's question in the final": (
        {
            "phase": "final",
            "round": 7,
            "demands_left": {"apple": 2},
            "waiting": {"question": "copy"},
        },
        "waiting.question",
    ),
    "no question in a phase with several": ({"phase": "punishment", "demand": "apple"}, "waiting"),
    "a question that needs pending": ({"waiting": {"question": "assign"}}, "pending"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_position_that_cannot_be_is_refused_naming_the_key(name: str) -> None:
    position, key = REFUSED[name]
    with pytest.raises(ValueError, match=": ") as refused:
        State.from_dict(GAME, {"players": 3, **position})
    first, *others = str(refused.value).splitlines()
    line = others[0].strip() if first == "this is no position:" else first
    assert line.startswith(key), str(refused.value)


def assigning() -> Mapping:
    state = State.from_dict(GAME, {"players": 3, "hands": {"10": 0}}, chance="manual")
    state.apply("place(10)").apply_chance("punishment_die(3)").apply("assign(1)")
    return state.as_dict()


PENDING: dict[str, tuple[Mapping, str]] = {
    "step": ({"step": 9}, "pending.step"),
    "cursor": ({"cursor": 4}, "pending.cursor"),
    "cursor of a turn": ({"cursor": 3}, "pending.cursor"),
    "promotions": (
        {"promotions": 1},
        "offers, refused, announced, servant_space, pending.promotions",
    ),
    "order": ({"order_of_round": [0, 2, 1]}, "pending.order_of_round"),
    "a seat twice": ({"order_of_round": [0, 1, 1, 2]}, "pending.order_of_round"),
    "assigned": ({"assigned": [0, 0, 0, 0]}, "pending.assigned"),
    "kind of effect": ({"effects": [[7, 0, 0, 0]]}, "pending.effects.0"),
    "seat of effect": ({"effects": [[2, 3, 0, 0]]}, "pending.effects.0"),
    "nobody's effect": ({"effects": [[1, -1, 1, 0]]}, "pending.effects.0"),
    "length of effect": ({"effects": [[1, 1]]}, "pending.effects.0"),
    "too many effects": ({"effects": [[2, 0, 0, 0]] * 7}, "pending.effects"),
    "stones": ({"stones_drawn": 9}, "bag, reserve_stones, pending.stones_drawn"),
}


@pytest.mark.parametrize("name", PENDING)
def test_what_is_pending_is_checked(name: str) -> None:
    change, key = PENDING[name]
    position = copy.deepcopy(assigning())
    position["pending"] |= change
    with pytest.raises(ValueError, match=": ") as refused:
        State.from_dict(GAME, position)
    *_, line = str(refused.value).splitlines()
    assert line.strip().startswith(key), str(refused.value)


def test_a_question_without_an_answer_is_refused() -> None:
    position = assigning()
    position["pending"] |= {"effects": [], "points_left": 0, "assigned": []}
    position["waiting"] = {"for": "decision", "player": 0, "question": "rob"}
    position["discs_on"]["14"], position["seats"][2]["discs"] = 2, 2
    with pytest.raises(
        ValueError, match=r"waiting.question: nothing is possible .*'rob'.*player 0"
    ):
        State.from_dict(GAME, position)
    position["waiting"] = {"for": "chance", "player": 0, "question": "cube"}
    position["single_spaces"]["mine"], position["discs_on"]["14"] = [0], 0
    position["pending"] |= {"effects": [[4, 0, 0, 0]], "due": 4}
    position |= {"bag": {"silver": 0, "gold": 0, "stone": 0}, "reserve_stones": 20}
    position["stock"] |= {"silver": 53, "gold": 24}
    with pytest.raises(ValueError, match=r"waiting.question: nothing is possible .*'cube'"):
        State.from_dict(GAME, position)


def test_all_wrong_entries_are_named_at_once() -> None:
    position = {"players": 3, "round": -1, "seats": [{"mine": "five"}, {"luck": 1}, {}]}
    with pytest.raises(ValueError, match=r"(?s)round.*seats\.0\.mine.*seats\.1\.luck"):
        State.from_dict(GAME, position)


@pytest.mark.parametrize("wrong", [None, [], 3, "players"])
def test_what_is_no_dictionary_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="no position"):
        State.from_dict(GAME, wrong)


def test_a_question_to_a_player_whose_turn_it_is_not_is_refused():
    state = State(GAME, 3, 4)
    while state.question != "exchange":
        names = state.legal_names()
        state.apply("place(4)" if "place(4)" in names else names[0])
    position = state.as_dict()
    position["waiting"]["player"] = (state.player + 1) % 3
    with pytest.raises(ValueError, match=r"waiting.player: 'exchange' is asked of the player"):
        State.from_dict(GAME, position)
