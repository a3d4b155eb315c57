"""`pixies games`."""

from __future__ import annotations

import pytest

from pixies_env import game_names, make_game

CARDS = "tests.games.hidden_card:game"


def test_every_installed_game_is_listed_with_its_options(pixies):
    told = {game["game"]: game for game in pixies.json("games", game="")["games"]}
    assert list(told) == game_names()
    for name, game in told.items():
        assert [option["name"] for option in game["options"]] == [
            option.name for option in make_game(name).options
        ]
        assert game["num_players"] == list(make_game(name).players)


def test_an_option_is_told_with_what_it_can_be(pixies):
    (game,) = pixies.json("games", CARDS, game="")["games"]
    assert game["options"][1] == {
        "name": "faces",
        "values": [2, 3, 4, 5, 6],
        "others": "",
        "default": 3,
        "meaning": "faces of the die",
    }
    printed = " ".join(pixies("games", CARDS, game="").stdout.split())
    assert f"{CARDS}: Hidden Card v1, for 2, 3, 4 players" in printed
    assert "faces │ 2 to 6 │ 3 │ faces of the die" in printed


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pixies_env.core.game:Game", "cannot be called without"),
        ("pixies_env.core.boards:Board", "has no 'Board'"),
        ("pixies_env.core.options:Option", "is a class, not a function that makes a game"),
        ("./pig:make", "is not of the form module:factory"),
        (".pig:make", "is not of the form module:factory"),
        (":", "':' is not of the form module:factory"),
        ("pig:", "is not of the form module:factory"),
        ("no_such_pig.game:make", "No module named 'no_such_pig'"),
    ],
)
def test_what_names_no_game_is_told_with_what_would(pixies, name, said):
    told = pixies.refused("games", name, game="")
    assert told.startswith(f"pixies: {name!r} names no game: ") and said in told
    assert told.endswith("--game takes a registered name or module:factory")


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("faces=7", "faces must be 2 to 6, not 7"),
        (
            "face=2",
            "hidden_card has no option 'face' (did you mean faces?); its options are",
        ),
    ],
)
def test_the_command_line_refuses_what_is_not_declared(pixies, option, said):
    assert said in pixies.refused("simulate", "--option", option, game=CARDS)
