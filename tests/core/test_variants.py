"""A game with house rules is a game of its own, known by its name and the digest of its rules."""

from __future__ import annotations

import dataclasses
import importlib
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from pixies_env.core.batches.arena import play_games
from pixies_env.core.compilation.compile import named, rule
from pixies_env.core.errors import ForeignGameError
from pixies_env.core.states import record_files
from pixies_env.core.states.identity import check_identity, identity
from pixies_env.core.states.state import State
from pixies_env.core.variants import variant
from pixies_env.testing import check_game
from tests.games import hidden_card, mild_card

ROOT = Path(__file__).parents[2]
SHIPPED, MILD = hidden_card.game(), mild_card.make()


def test_a_variant_conforms() -> None:
    check_game(mild_card.make(rounds=2), games=2)


def test_house_rules_are_played_and_all_other_rules_stay() -> None:
    reaches: dict[str, set[int]] = {}
    for game in (SHIPPED, MILD):
        (block,) = play_games(game, ["random"], games=20, players=4, seed=3, records=True)
        hits = [e for record in block.records for e in record.events if e.name.startswith("hit")]
        reaches[game.name] = {(int(e.name[4:-1]) - e.player) % 4 for e in hits}
    assert reaches == {"hidden_card": {1, 2, 3}, "mild_card": {1}}
    same = {
        field.name
        for field in dataclasses.fields(SHIPPED.functions)
        if getattr(SHIPPED.functions, field.name) is getattr(MILD.functions, field.name)
    }
    # What reaches no replaced rule has its machine code already.
    assert {"observe", "hide", "returns", "setup"} <= same and not {"legal", "apply"} & same
    assert MILD.actions.digest == SHIPPED.actions.digest


def test_a_variant_tells_its_rules_to_people_and_language_models() -> None:
    assert MILD.title == "Hidden Card: mild_card"
    assert "Only the neighbour on the left can be hit." in State(MILD, 2, seed=1).prompt()
    assert MILD.description.startswith("Only the neighbour")
    assert mild_card.make.__doc__ == "Only the neighbour on the left can be hit."


def test_other_processes_find_a_variant_and_its_rules_by_their_names() -> None:
    again = pickle.loads(pickle.dumps(mild_card.make(rounds=2)))
    assert again.specification == {**MILD.specification, "rounds": 2}
    for name in ("legal", "apply"):
        found = named((mild_card.__name__, f"make.rules.{name}"))
        assert found is getattr(MILD.functions, name) is getattr(again.functions, name)


def test_records_of_a_variant_replay_with_it_alone(tmp_path: Path) -> None:
    (block,) = play_games(MILD, ["random"], games=3, players=3, seed=1, records=True)
    path = tmp_path / "mild.jsonl"
    record_files.write(path, block.records)
    assert len(list(record_files.read(path, MILD))) == 3
    with pytest.raises(
        ForeignGameError,
        match=r"the game is 'mild_card' with the house rules '.*, but the game at hand",
    ):
        list(record_files.read(path, SHIPPED))
    with pytest.raises(ForeignGameError, match=r"'mild_card', a variant .*--game module:make"):
        list(record_files.read(path))


@rule
def nobody_can_be_hit(state, player, step):
    return False


def _variant(replaced, name="mild_card", **given):
    return variant(__name__, name, of=hidden_card.game, replaced=replaced, told="None.", **given)


def test_what_was_stored_with_other_house_rules_is_refused() -> None:
    harmless = _variant({hidden_card.can_be_hit: nobody_can_be_hit})()
    digests = {game.specification["house_rules"] for game in (MILD, harmless)}
    assert len(digests) == 2
    with pytest.raises(ForeignGameError, match=r"file: the options are not .*: house_rules is"):
        check_identity(identity(MILD), harmless, "file")
    with pytest.raises(ValueError, match=r"house_rules must be "):
        harmless.with_options(house_rules=MILD.specification["house_rules"])


RULES = """
from pixies_env.core.compilation.compile import rule
{constant}
@rule
def reach(state, player, step):
    {comment}
    return step <= REACH
"""


def test_rules_are_known_by_what_they_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    digests = []
    for place, (constant, comment) in enumerate(
        [("REACH = 1", '"""Words."""'), ("REACH = 1", '"""Other words."""  # and a comment'),
         ("REACH = 2", "pass")]
    ):  # fmt: skip
        text = RULES.format(constant=constant, comment=comment)
        (tmp_path / f"reach_{place}.py").write_text(text, encoding="utf-8")
        module = importlib.import_module(f"reach_{place}")
        made = _variant({hidden_card.can_be_hit: module.reach})()
        digests.append(made.specification["house_rules"])
    assert digests[0] == digests[1] != digests[2]


def test_a_variant_does_not_take_the_name_of_a_shipped_game() -> None:
    with pytest.raises(ValueError, match=r"'havresac' is a shipped game, .* needs another name"):
        _variant({hidden_card.can_be_hit: nobody_can_be_hit}, name="havresac")


@rule
def of_two(state, player):
    return False


@rule
def paid(state, board, kind, out):
    return 0


@pytest.mark.parametrize(
    ("replaced", "kind", "said"),
    [
        ({}, ValueError, "has no house rules"),
        ({hidden_card.can_be_hit: "nothing"}, TypeError, "'nothing' is no rule"),
        ({hidden_card.can_be_hit: of_two}, TypeError, r"takes 2 arguments.* 3"),
        ({paid: hidden_card.returns}, ValueError, r"paid is not called there"),
        ({hidden_card.returns: paid}, ValueError, r"returns decides about scores and ranks"),
    ],
)
def test_a_variant_that_cannot_be_is_refused(replaced, kind, said) -> None:
    with pytest.raises(kind, match=said):
        _variant(replaced)()


PROGRAM = """
from gentle import make
from pixies_env.core.batches.arena import play_games
from pixies_env.core.states.state import State
from pixies_env.pixie_queen.board import load_board

state = State(make(), 2, seed=1)
while state.question != "turn":
    state.apply(state.legal_names()[0])
state.apply("pass")
seats = state.as_dict()["seats"]
print(sorted(seat["discs"] for seat in seats), sorted(seat["punishment"] for seat in seats))
numbers = load_board().to_mapping()
numbers["setup"]["rounds"] = 1
short = make(board=numbers)
(block,) = play_games(short, ["greedy", "random"], games=1, players=2, records=True)
print(block.records[0].game.name, block.records[0].finished)
state = State(make(), 3, seed=2)
while state.question != "offer":
    state.apply("pass" if state.question == "turn" else state.legal_names()[0])
before = [seat["punishment"] for seat in state.as_dict()["seats"]]
state.apply("refuse")
while state.question == "offer":
    state.apply(state.legal_names()[0])
print(before == [seat["punishment"] for seat in state.as_dict()["seats"]])
"""


def test_the_example_of_the_page_is_played_by_agents_of_the_shipped_game() -> None:
    folders = [ROOT, ROOT / "agents", ROOT / "docs" / "examples"]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={
            **os.environ,
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONPATH": os.pathsep.join(map(str, folders)),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["[3, 4] [0, 5]", "gentle True", "True"], done.stderr
