"""Section 2.IV: recruitment."""

from typing import Any

from pixies_env.core.states.state import State
from pixies_env.registry import make_game
from tests.havresac.rules.table import GAME, altered, options, play, seat, there


def recruiting(*seats: dict[str, Any], game=GAME, number: int = 2, **rest: Any) -> State:
    """The recruitment phase begins."""
    position = {
        "players": len(seats),
        "phase": "recruitment",
        "round": number,
        "seats": list(seats),
    }
    return State.from_dict(game, {**position, **rest}, chance="manual")


def test_gold_buys_tokens_into_the_own_bag_at_the_price_of_the_face() -> None:
    state = recruiting({"gold": 12})
    before = state.as_dict()["reserve"]["huntress"]
    play(state, "buy(huntress)")
    assert seat(state)["gold"] == 5 and seat(state)["bag"]["huntress"] == 1
    assert state.as_dict()["reserve"]["huntress"] == before - 1
    assert options(state) == [
        "buy(guide)",
        "buy(warrior)",
        "buy(thief)",
        "buy(priestess)",
        "end",
    ]


def test_the_night_face_has_its_own_price() -> None:
    night = make_game("havresac", "easy", faces="night")
    assert "buy(huntress)" in options(recruiting({"gold": 7}))
    assert "buy(huntress)" not in options(recruiting({"gold": 7}, game=night))
    assert "buy(huntress)" in options(recruiting({"gold": 8}, game=night))


def test_as_many_as_gold_and_reserve_allow_and_the_rest_is_kept() -> None:
    state = play(recruiting({"gold": 13}), "buy(guide)", "buy(guide)", "buy(guide)")
    assert options(state) == ["end"] and seat(state)["gold"] == 1
    play(state, "end")
    assert state.as_dict()["round"] == 3
    assert seat(state)["gold"] == 1 and seat(state)["bag"]["guide"] == 4


def test_end_is_asked_even_alone() -> None:
    assert options(recruiting({"gold": 3}, number=1)) == ["end"]


def test_fewest_points_first_ties_in_round_order() -> None:
    seats = [{"vp": 3}, {"vp": 1}, {"vp": 3}, {"vp": 0}]
    # In round 2 seat 1 is first, then 2, 3, 0.
    state = recruiting(*seats)
    assert state.as_dict()["buying_order"] == [3, 1, 2, 0]
    order = []
    while state.as_dict()["phase"] == "recruitment":
        order.append(state.player)
        play(state, "end")
    assert order == [3, 1, 2, 0]


def test_everybody_in_turn_buys_one_or_stops_until_all_have_stopped() -> None:
    state = recruiting({"gold": 8}, {"gold": 12, "vp": 1}, {"gold": 6, "vp": 2})
    order = []
    for choice in ("buy(guide)", "buy(guide)", "end", "end", "buy(guide)", "buy(guide)", "end"):
        order.append(state.player)
        play(state, choice)
    assert order == [0, 1, 2, 0, 1, 1, 1]
    assert state.as_dict()["phase"] == "scout"


def test_who_comes_first_has_the_last_token() -> None:
    team = {"guide": 1, "warrior": 2, "thief": 1, "priestess": 1, "druid": 9}
    state = recruiting(
        {"gold": 6},
        {"gold": 6, "vp": 1, "idle": team},
        {"gold": 6, "vp": 2},
        {"gold": 6, "vp": 3},
        game=altered(gains__gold=[3] * 15 + [60]),
    )
    assert state.as_dict()["reserve"]["druid"] == 1
    assert "buy(druid)" in options(state)
    play(state, "buy(druid)")
    assert state.player == 1
    assert "buy(druid)" not in options(state) and "buy(guide)" in options(state)


def test_the_order_is_fixed_when_the_phase_begins_after_glory() -> None:
    state = State.from_dict(
        GAME,
        {
            "players": 2,
            "round": 3,
            "turn": 1,
            "played": {"guardian": "guide", "cell": "r4c4"},
            "seats": [
                {"bag": {}, "gains": {"pig": 2}},
                {"bag": {}, "guardians": {"r4c4": "guide"}},
            ],
        },
        chance="manual",
    )
    play(state, "done")
    assert state.as_dict()["buying_order"] == [1, 0]


def test_nothing_is_bought_after_the_last_round() -> None:
    state = State.from_dict(
        GAME,
        {
            "players": 1,
            "round": 5,
            "played": {"guardian": "guide", "cell": "r4c4"},
            "seats": [{"bag": {}, "guardians": {"r4c4": "guide"}, "gains": {"pig": 2}, "gold": 12}],
        },
    )
    play(state, "done")
    assert state.is_over
    # The Glory phase of the last round has its points and its Gold.
    assert seat(state)["vp"] == 2 and seat(state)["gold"] == 12 + 6
    assert there(seat(state)["bag"]) == {}
