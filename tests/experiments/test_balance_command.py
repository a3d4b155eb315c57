"""`pixies balance` and `pixies exploit` from the words to the page."""

from __future__ import annotations

import json
import re

import pytest

PLANTED = "tests.games.planted:planted_game"
SIMPLE, TRAINED, EXPLOITER = (
    f"tests.games.planted:{name}" for name in ("simple", "trained", "exploiter")
)


@pytest.fixture
def played(pixies, tmp_path):
    """Runs a command in this process, in a folder of its own."""

    def run(*words, folder="study"):
        return pixies.json(*words, "--folder", tmp_path / folder, "--workers", 1, game=PLANTED)

    return run


def pictures(folder):
    return sorted(path.name for path in (folder / "figures").glob("*.png"))


def test_skills_are_told_on_a_page(played, pixies, tmp_path):
    words = (
        *("balance", "skills", "--agents", f"{SIMPLE},{TRAINED}", "--players", 2),
        *("--games", 900, "--option", "worth=5,0,0,0,0,0"),
    )
    told = played(*words)
    assert told["kind"] == "balance" and told["factor"] == "gift"
    assert told["designs"] == ["dealt", "chosen", "exchanged"]
    drafts = {"choices", "choice_effect", "exchanged"}
    finer = {"by_seat", "by_agent", "pairs", "interactions"}
    assert set(told["results"]) == drafts | finer | {"effects", "games"}
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert "Planted: what is each gift worth?" in page
    assert "better than the mean of all is amber +" in page
    assert re.search(
        r"Beyond doubt above the mean of all, and nowhere below: amber \(\d of 3", page
    )
    assert "not caused by the choice" in page
    assert "ours and not the publisher" in page
    assert pictures(tmp_path / "study") == sorted(
        f"{name}.png"
        for name in (
            *("overview", "worth-2", "choice-effect-2", "exchanged-2"),
            *("by-seat-2", "by-agent-2", "pairs-2"),
        )
    )
    # Again, with nothing left to do, for people.
    printed = pixies(*words, "--folder", tmp_path / "study", "--workers", 1, game=PLANTED)
    assert printed.exit_code == 0 and "report.html" in printed.stdout
    # The worth of each gift, as the page has it, its interval whole in a line.
    table = printed.stdout[printed.stdout.index(f"2 players, {SIMPLE} on all seats;") :]
    for gift in ("amber", "brass", "copper", "dust", "ember", "flint"):
        assert re.search(rf"\n {gift} +[+\N{{MINUS SIGN}}][\d.]+ pp ", table)
    assert re.search(r" [+\N{MINUS SIGN}][\d.]+ to [+\N{MINUS SIGN}][\d.]+ ", table)


def test_owning_is_told_beside_starting_with_it(played, tmp_path):
    traded = ("--option", "worth=6,0,0,0,0,0", "--option", "traded=true")
    words = ("--agents", SIMPLE, "--players", 2, "--games", 900, "--designs", "dealt,owned")
    told = played("balance", "skills", *words, *traded)
    assert {"effects", "owning_effect"} <= set(told["results"])
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert "What it is worth to own each gift" in page
    assert "No gift can be told from the mean of all with so many games." in page
    assert re.search(r"<td>amber</td>\s*<td>2 players, .*on all seats</td>\s*<td>\+", page)
    assert {"worth-2.png", "owned-2.png"} <= set(pictures(tmp_path / "study"))


def test_what_each_of_several_things_adds_is_told_on_a_page(pixies, tmp_path):
    words = ("balance", "skills", "--agents", SIMPLE, "--players", 2, "--games", 400)
    words += ("--folder", tmp_path / "study", "--workers", 1)
    game = "tests.games.planted:coloured_game"
    assert "several of colour" in pixies.refused(*words, game=game)
    pixies.json(*words, "--designs", "dealt,chosen", "--option", "worth=5,0,5,0,5,0", game=game)
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert "better than the mean of all is red +" in page
    assert page.count("green") == page.count("to say anything") == 1
    assert "What each colour adds" in page and "against not having it" in page
    assert "added-2.png" in pictures(tmp_path / "study")


def test_seats_are_told_on_a_page(played, tmp_path):
    told = played(
        *("balance", "seats", "--agents", SIMPLE, "--players", 3, "--games", 600),
        *("--option", "bonus=5,0,0,0"),
    )
    assert told["factor"] == "seat" and told["designs"] == ["played"]
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert "better than the mean of all is seat 0 +" in page
    assert "choice" not in page


def test_a_study_too_small_for_any_estimate_says_so(played, tmp_path):
    words = ("balance", "skills", "--agents", f"{SIMPLE},{TRAINED}", "--players", 4)
    told = played(*words, "--games", 2)
    assert told["results"]["pairs"] == [] and told["results"]["effects"] == []
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert "with 4 players" in page and "too few games for an estimate" in page
    assert pictures(tmp_path / "study") == []


def test_a_study_of_few_games_shows_what_it_can(played, tmp_path):
    """Enough games for each level, not for each pair of levels."""
    words = ("balance", "skills", "--agents", SIMPLE, "--players", 2)
    told = played(*words, "--games", 105, "--piece", 35)
    assert told["results"]["effects"] and not told["results"]["pairs"]
    shown = pictures(tmp_path / "study")
    assert "worth-2.png" in shown and "pairs-2.png" not in shown


def test_balance_goes_on_without_an_agent_that_never_plays_to_the_end(played):
    hopeless = "tests.experiments.studies.agents:Hopeless"
    words = ("balance", "skills", "--agents", f"{hopeless},{SIMPLE}", "--players", 2)
    told = played(*words, "--games", 100, "--piece", 50, "--on-error", "continue")
    assert told["failures"] > 0
    assert {row["table"] for row in told["results"]["effects"]} == {SIMPLE}


def test_boards_on_which_no_game_ended_are_told(pixies, tmp_path):
    hopeless = "tests.experiments.studies.agents:Hopeless"
    words = ("balance", "board", "--agents", f"{hopeless},{SIMPLE}", "--players", 2)
    words = (*words, "--games", 2, "--boards", 0, "--workers", 1, "--on-error", "continue")
    result = pixies(*words, "--folder", tmp_path / "study", "--json", game=PLANTED)
    assert result.exit_code == 1
    assert f"no game of {hopeless} in" in json.loads(result.stdout)["error"]


def test_an_exploit_goes_on_without_a_response_that_never_plays_to_the_end(played):
    hopeless = "tests.experiments.studies.agents:Hopeless"
    words = ("exploit", "--target", SIMPLE, "--players", 2, "--generations", 0, "--games", 100)
    words = (*words, "--choosing-games", 40, "--on-error", "continue")
    told = played(*words, "--responses", f"{hopeless},{TRAINED}")
    assert {row["response"] for row in told["results"]["gain"]} == {TRAINED}
    assert {row["response"] for row in told["results"]["responses"]} == {TRAINED}


def test_seats_of_one_player_are_refused(pixies):
    words = ("balance", "seats", "--agents", "random", "--players", 1)
    assert "one player has one seat" in pixies.refused(*words, game="havresac")


def test_boards_are_told_on_a_page(played, tmp_path):
    told = played(
        *("balance", "board", "--agents", SIMPLE, "--players", 2, "--games", 200, "--boards", 16),
        *("--option", "worth=0,5,0,0,0,0"),
    )
    assert told["factors"] == ["gift"] and told["boards"] == 16
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    told = f"On nearly all boards: with 2 players, {SIMPLE} on all seats, brass is better than"
    assert told in page
    assert "On what the gift depends" in page
    names = ("boards-gift-2-0", "one-gift-2-0", "overview", "slopes-gift-2-0", "variance-gift")
    assert pictures(tmp_path / "study") == [f"{name}.png" for name in names]


def test_an_exploit_is_told_on_a_page(played, tmp_path):
    told = played(
        *("exploit", "--target", SIMPLE, "--players", 3, "--generations", 0),
        *("--responses", f"{TRAINED},{EXPLOITER}", "--games", 300),
    )
    assert told["target"] == [SIMPLE] and told["players"] == [3]
    assert {row["response"] for row in told["results"]["gain"]} == {EXPLOITER}
    page = (tmp_path / "study" / "report.html").read_text(encoding="utf-8")
    assert "So the target can be exploited." in page
    assert pictures(tmp_path / "study") == ["overview.png", "responses-3.png"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("balance", "skills", "--agents", "randon"), "did you mean random?"),
        (("balance", "skills", "--agents", SIMPLE, "--designs", "deal"), "no design 'deal'"),
        (("balance", "skills", "--agents", SIMPLE, "--factor", ""), "no factor ''"),
        (("balance", "seats", "--agents", SIMPLE, "--factor", ""), "no factor ''"),
        (("balance", "skills", "--agents", SIMPLE, "--players", 9), "2, 3, 4 players"),
        (("balance", "board", "--agents", SIMPLE, "--factor", "luck"), "no factor 'luck'"),
        (("balance", "board", "--agents", SIMPLE, "--factor", ""), "no factor ''"),
        (("exploit", "--target", f"{SIMPLE},{SIMPLE}"), "--target names 2 agents; 4 players"),
        (("exploit", "--target", SIMPLE, "--responses", SIMPLE), "it has no heuristics"),
    ],
)
def test_wrong_input_is_refused(pixies, words, said):
    assert said in pixies.refused(*words, game=PLANTED)


def test_a_game_without_choice_is_refused(pixies):
    assert "has nothing that its players choose" in pixies.refused(
        "balance", "skills", "--agents", "random"
    )
    assert "does not say how its numbers could be otherwise" in pixies.refused(
        "balance", "board", "--agents", "random"
    )


def test_a_folder_of_another_study_is_refused(played, pixies, tmp_path):
    words = ("balance", "seats", "--agents", SIMPLE, "--players", 2, "--games", 60)
    played(*words)
    said = pixies.refused(*words, "--seed", 5, "--folder", tmp_path / "study", game=PLANTED)
    assert "holds another study: its seed is 0, not 5" in said
