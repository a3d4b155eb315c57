"""Section 1: components and set-up."""

from collections import Counter
from fractions import Fraction

import pytest

from pixies_env.core.states.state import State
from pixies_env.havresac.names import GUARDIANS
from pixies_env.registry import make_game
from tests.havresac.rules.table import BOARD, GAME, LABELS, cards, probabilities, seat, there


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_reserve_is_what_the_starting_bags_leave(players: int) -> None:
    position = State(GAME, players, chance="manual").as_dict()
    for given in position["seats"]:
        assert there(given["bag"]) == {"guide": 1, "warrior": 2, "thief": 1, "priestess": 1}
        assert given["vp"] == given["gold"] == 0
        assert given["villages_left"] == 10 and sum(given["closed"].values()) == 10
    assert sum(position["reserve"].values()) == 88 - 5 * players
    assert position["reserve"]["druid"] == position["reserve"]["huntress"] == 10


def test_players_are_one_to_four() -> None:
    assert GAME.players == (1, 2, 3, 4)
    with pytest.raises(ValueError, match="1, 2, 3, 4 players, not 5"):
        State(GAME, 5)


def test_all_tiles_show_the_face_that_is_said() -> None:
    for face in ("day", "night"):
        game = make_game("havresac", faces=face)
        assert set(State(game, 1).as_dict()["faces"].values()) == {face}


def test_faces_are_drawn_unless_said_otherwise() -> None:
    faces = [State(make_game("havresac"), 1, seed).as_dict()["faces"] for seed in range(20)]
    for guardian in GUARDIANS:
        assert {drawn[guardian] for drawn in faces} == {"day", "night"}


def test_random_faces_are_six_events_in_order_with_one_half_each() -> None:
    state = State(make_game("havresac", faces="random"), 2, chance="manual")
    for number, guardian in enumerate(GUARDIANS):
        assert state.question == "face" and state.player == -1
        half = Fraction(1, 2)
        assert probabilities(state) == {
            f"face({guardian},day)": half,
            f"face({guardian},night)": half,
        }
        state.apply_chance(f"face({guardian},{'night' if number % 2 else 'day'})")
    assert list(state.as_dict()["faces"].values()) == ["day", "night"] * 3
    assert state.question == "card"


@pytest.mark.parametrize("as_mapping", [False, True])
def test_six_faces_can_be_given(as_mapping: bool) -> None:
    given = ["night", "day", "day", "night", "day", "night"]
    faces = dict(zip(GUARDIANS, given, strict=True)) if as_mapping else given
    state = State(make_game("havresac", faces=faces), 1, chance="manual")
    assert list(state.as_dict()["faces"].values()) == given
    assert state.question == "card"


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"season": "spring"}, ValueError, "season must be 'summer' or 'winter'"),
        ({"faces": "dusk"}, ValueError, "faces must be 'day', 'night', 'random'"),
        ({"faces": ["day"] * 5}, ValueError, "6 faces, not 5"),
        ({"faces": ["dawn"] * 6}, ValueError, "a face is 'day' or 'night', not 'dawn'"),
        ({"faces": {"guide": "day"}}, ValueError, "warrior is missing"),
        ({"faces": {"wizard": "day"}}, ValueError, "there is no 'wizard'"),
        ({"faces": 6}, TypeError, "a list of one face per Guardian"),
        ({"night_druid_repairs": 2}, ValueError, "None, 1 or 4, not 2"),
        ({"night_druid_repairs": True}, TypeError, "not True"),
    ],
)
def test_other_options_are_refused(options: dict, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        make_game("havresac", **options)


def test_the_first_three_creatures_lie_on_the_setup_spaces_whatever_cell_they_name() -> None:
    state = State(GAME, 2, chance="manual")
    assert set(probabilities(state).values()) == {Fraction(1, 28)}
    cards(state, ["E", "1", "A"])
    for number in (0, 1):
        assert seat(state, number)["creatures"] == {"r3c4": "pig", "r3c6": "fairy", "r6c5": "fox"}
    # The cells named, r0c1, r0c4 and r0c3, got nothing; the first round has begun.
    assert state.as_dict()["round"] == 1
    assert set(probabilities(state).values()) == {Fraction(1, 25)}


def test_all_cards_are_used_five_a_round() -> None:
    state = State(GAME, 1, 4, chance="manual")
    turned: Counter[int] = Counter()
    while not state.is_over:
        if state.question == "card":
            turned[state.as_dict()["round"]] += 1
        if state.waiting == "chance":
            state.draw()
        else:
            state.apply(int(state.legal_actions()[-1]))
    assert turned == {0: 3, 1: 5, 2: 5, 3: 5, 4: 5, 5: 5}
    assert state.as_dict()["cards_left"] == []


@pytest.mark.parametrize("season", ["summer", "winter"])
def test_the_season_is_the_face_of_the_board(season: str) -> None:
    game = make_game("havresac", season=season, faces="day")
    state = cards(State(game, 1, chance="manual"), ["1", "2", "3", "A", "B", "C", "F", "G"])
    rows = [row.split() for row in BOARD["maps"][season]]
    for label in "ABCFG":
        (cell,) = [
            f"r{row}c{column}"
            for row, line in enumerate(rows)
            for column, sign in enumerate(line)
            if sign == label
        ]
        assert seat(state)["creatures"][cell] == "fox"


def test_the_deck_has_7_fairies_and_21_monsters() -> None:
    kinds = {kind: len(BOARD["cards"][kind]) for kind in ("fairy", "fox", "crocodile", "pig")}
    assert kinds == {"fairy": 7, "fox": 13, "crocodile": 4, "pig": 4}
    assert len(set(LABELS)) == 28
