"""Golden transcripts and `pixies transcript`."""

from __future__ import annotations

from pixies_experiments.transcripts import WIDTH, file_name, prompts, prompts_name, transcript
from tests.experiments import games
from tests.games import hidden_card


def test_same_seed_gives_the_same_transcript():
    assert transcript(games.card_game(), 3, 7) == transcript(games.card_game(), 3, 7)
    assert transcript(games.card_game(), 3, 7) != transcript(games.card_game(), 3, 8)


def test_every_value_is_printed():
    text = transcript(games.card_game(), 2)
    assert "Hidden Card, 2 players, seed 0" in text
    assert f"board {games.card_game().board_digest}" in text
    assert "possible: card(1) 1/6, card(2) 1/6" in text
    assert "legal: play(" in text
    assert "knows: players=0.5" in text
    assert "waiting: chance -> decision" in text
    assert "reason: all rounds played" in text
    assert "returns by score:" in text
    assert max(len(line) for line in text.splitlines()) <= WIDTH


def test_prompts_are_those_of_the_first_decision_of_each_kind():
    text = prompts(games.card_game(), 2)
    assert text.count("RULES\n") == 1 and text.startswith("You are player ")
    assert text.count("POSITION\n") == text.count("DECISION\n") == 3
    assert text == prompts(games.card_game(), 2) != prompts(games.card_game(), 2, 1)


def test_transcripts_are_written_and_then_agree(pixies, tmp_path):
    folder = tmp_path / "golden"
    names = [
        name(games.card_game(), players)
        for players in (2, 3, 4)
        for name in (file_name, prompts_name)
    ]
    told = pixies.json("transcript", "--folder", folder)
    assert told["written"] == names
    assert sorted(path.name for path in folder.iterdir()) == names
    assert pixies.json("transcript", "--folder", folder)["written"] == []
    assert pixies.json("transcript", "--folder", folder, "--check")["differing"] == []
    printed = pixies("transcript", "--folder", folder, "--check").stdout
    assert "games, as the rules play them" in printed


def test_difference_is_shown_and_left_alone(pixies, tmp_path):
    folder = tmp_path / "golden"
    pixies("transcript", "--folder", folder)
    path = folder / "hidden_card_2p.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("Hidden", "Open", 1), "utf-8")
    before = path.read_bytes()
    result = pixies("transcript", "--folder", folder, "--check")
    assert result.exit_code == 1
    assert "-Open Card, 2 players, seed 0" in result.stdout
    assert "+Hidden Card, 2 players, seed 0" in result.stdout
    assert path.read_bytes() == before
    assert pixies.json("transcript", "--folder", folder)["written"] == [path.name]


def test_missing_transcripts_differ(pixies, tmp_path):
    assert pixies("transcript", "--folder", tmp_path / "golden", "--check").exit_code == 1
    assert not (tmp_path / "golden").exists()


def test_folder_must_have_a_place(pixies, tmp_path):
    said = pixies.refused("transcript", "--folder", tmp_path / "no" / "golden")
    assert "there is no folder" in said


def test_a_game_with_options_has_transcripts_too(pixies, tmp_path):
    folder = tmp_path / "golden"
    words = ("transcript", "--folder", folder, "--option", "rounds=1")
    assert pixies(*words, game="tests.games.hidden_card:game").exit_code == 0
    game = hidden_card.game(rounds=1)
    golden = (folder / file_name(game, 2)).read_text(encoding="utf-8")
    assert golden == transcript(game, 2) != transcript(hidden_card.game(), 2)
