"""Callables and external programs on a seat."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pixies_agents.seats.ask_function import CallableAgent
from pixies_agents.seats.external import ExternalAgent, ExternalAgentError, ExternalOptions
from pixies_env.core.batches.arena import AgentError, play_games
from pixies_env.core.errors import IllegalActionError
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from pixies_env.core.words import action_words, question_words, rules_page
from pixies_env.registry import make_game
from tests.agents.conftest import decisions_of
from tests.games import hidden_card

GAME = hidden_card.game()
PAGE = Path(__file__).parents[2] / "docs" / "external_agents.md"

ANSWERING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        %s
"""


def external(tmp_path: Path, deed: str, **options: Any) -> ExternalAgent:
    """A program that does something at each decision."""
    script = tmp_path / "program.py"
    script.write_text(ANSWERING % deed, encoding="utf-8")
    command = f'"{sys.executable}" "{script}"'
    return ExternalAgent(GAME, ExternalOptions(command=command, **options))


def answer(action: str) -> str:
    return f'print(json.dumps({{"id": message["id"], "action": {action}}}), flush=True)'


@pytest.fixture
def decisions() -> Any:
    return decisions_of([State(GAME, 3, 1), State(GAME, 3, 2)], bits=[5, 6], games=[10, 11])


def test_a_function_is_asked_by_name_or_id_with_what_its_seat_knows() -> None:
    seen: list[State] = []

    def ask(state: State) -> int | str:
        seen.append(state)
        name = state.legal_names()[0]
        return name if len(seen) % 2 else int(state.legal_actions()[0])

    (block,) = play_games(GAME, [CallableAgent(GAME, ask), "random"], games=2)
    assert len(block) == 2 and len(seen) > 4
    for state in seen:
        assert state.as_dict()["hands"][1 - state.player] == []
        with pytest.raises(RuntimeError):
            state.apply(state.legal_names()[0])


def test_an_illegal_answer_of_a_function_lists_what_is_legal(decisions: Any) -> None:
    with pytest.raises(IllegalActionError, match="these are: play"):
        CallableAgent(GAME, lambda state: "jump").choose(decisions)
    with pytest.raises(TypeError):
        CallableAgent(GAME, lambda state: None).choose(decisions)  # type: ignore[arg-type, return-value]


def example_of(page: Path) -> str:
    """The program on the page of the documentation."""
    (example,) = re.findall(r"```python\n(import json.*?)```", page.read_text("utf-8"), re.DOTALL)
    return example


def test_the_example_of_the_documentation_plays(tmp_path: Path) -> None:
    script = tmp_path / "my_agent.py"
    script.write_text(example_of(PAGE), encoding="utf-8")
    spec = f'external:command=\'"{sys.executable}" "{script}"\',seconds=20'
    agent = make_agent(spec, GAME)
    assert isinstance(agent, ExternalAgent)
    with agent:
        (block,) = play_games(GAME, [agent, "random", "random"], games=3, seed=1)
        decisions = decisions_of([State(GAME, 2, 1)])
        assert agent.choose(decisions)[0] == np.flatnonzero(decisions.action_masks[0])[-1]
    assert len(block) == 3 and agent.faults == []


def test_the_program_sees_no_secrets(tmp_path: Path, decisions: Any) -> None:
    told = tmp_path / "told.txt"
    deed = f"open({str(told)!r}, 'a').write(line); " + answer('message["legal"][0]')
    with external(tmp_path, deed) as agent:
        agent.choose(decisions)
    text = told.read_text(encoding="utf-8")
    assert '"game": 10' in text and '"game": 11' in text and '"random": "0000000000000005"' in text
    assert '"hands": [[' in text and text.count("[], []]") >= 2


def test_a_program_is_told_the_rules_the_numbers_and_what_its_options_mean(
    tmp_path: Path,
) -> None:
    told = tmp_path / "told.txt"
    script = tmp_path / "greeted.py"
    script.write_text(
        ANSWERING.replace(
            'if message["type"] == "hello":',
            f"open({str(told)!r}, 'a').write(line)\n    if message['type'] == 'hello':",
        )
        % answer('message["legal"][0]'),
        encoding="utf-8",
    )
    game = make_game("pixie_queen")
    state = State(game, 3, 1)
    command = f'"{sys.executable}" "{script}"'
    with ExternalAgent(game, ExternalOptions(command=command)) as agent:
        agent.choose(decisions_of([state]))
    hello, question = (json.loads(line) for line in told.read_text("utf-8").splitlines()[:2])
    assert hello["rules"] == rules_page(game)
    assert hello["numbers"]["score"]["out_at"] == 60
    assert hello["actions"] == list(game.actions.roles)
    legal = [int(action) for action in state.legal_actions()]
    assert question["actions"] == legal
    assert question["options"] == [action_words(game, state.array, entry) for entry in legal]
    assert question["asked"] == question_words(game, state.array)


@pytest.mark.parametrize(
    ("deed", "problem"),
    [
        ("sys.exit('out of ideas')", "out of ideas"),
        ("import time; time.sleep(60)", "took too long"),
        (answer("'jump'"), "'jump' is not legal"),
        ("print('hello', flush=True)", "no object of JSON"),
        ("print(json.dumps({'id': 0, 'action': 'play(1)'}), flush=True)", "not of the form"),
        (answer("3"), "not of the form"),
        ("print('[' * 100_000, flush=True)", "no object of JSON"),
        ("print('{\"id\": ' + '9' * 5000 + '}', flush=True)", "no object of JSON"),
        ("print(json.dumps({'id': True, 'action': 'play(1)'}), flush=True)", "not of the form"),
        (
            "[sys.stdout.write('x' * 2**16) for _ in iter(int, 1)]",
            "a line of more than 1,000,000 characters",
        ),
    ],
)
def test_a_fault_is_raised_or_replaced(
    tmp_path: Path, decisions: Any, deed: str, problem: str, caplog: pytest.LogCaptureFixture
) -> None:
    seconds = 1.0 if "sleep" in deed else 20.0
    with external(tmp_path, deed, seconds=seconds) as agent:
        with pytest.raises(ExternalAgentError, match=re.escape(problem)):
            agent.choose(decisions)
        assert agent.faults[0].game == 10 and problem in agent.faults[0].problem
    with external(tmp_path, deed, seconds=seconds, on_fault="first") as agent:
        assert agent.choose(decisions).tolist() == [0, 0]
        assert len(agent.faults) == 2 and problem in caplog.text
    with external(tmp_path, deed, seconds=seconds, on_fault="random") as agent:
        chosen = agent.choose(decisions)
        assert decisions.action_masks[np.arange(2), chosen].all()


def test_a_program_is_not_started_again_and_again(tmp_path: Path, decisions: Any) -> None:
    with external(tmp_path, "sys.exit(3)", on_fault="first", restarts=1) as agent:
        agent.choose(decisions)
        with pytest.raises(ExternalAgentError, match=r"started 2 times.*ended with code 3"):
            agent.choose(decisions)


def test_a_fault_in_a_game_names_game_and_agent(tmp_path: Path) -> None:
    with (
        external(tmp_path, answer("'jump'")) as agent,
        pytest.raises(AgentError, match="seat 0 of game 0"),
    ):
        list(play_games(GAME, [agent, "random"], games=1))


def test_what_a_program_said_last_is_told_once_and_line_by_line(tmp_path: Path) -> None:
    deed = "sys.stderr.write('first line\\nsecond line\\n'); sys.exit(2)"
    with external(tmp_path, deed) as agent, pytest.raises(AgentError) as caught:
        list(play_games(GAME, ["random", agent], games=1))
    told = str(caught.value)
    assert told.startswith(f"agent {agent.name} on seat 1 of game 0 raised ExternalAgentError: ")
    assert told.endswith("the program ended with code 2; last it said:\nfirst line\nsecond line")
    assert told.count(agent.name) == 1 and "legal are" not in told


@pytest.mark.parametrize("deed", [answer("'x' * 900_000"), "print('x' * 900_000, flush=True)"])
def test_a_fault_quotes_the_beginning_of_a_long_answer(
    tmp_path: Path, decisions: Any, deed: str
) -> None:
    with external(tmp_path, deed) as agent, pytest.raises(ExternalAgentError) as caught:
        agent.choose(decisions)
    assert "x" * 150 in str(caught.value) and len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("no-such-program-anywhere", "no-such-program-anywhere"),
        ("'unbalanced", "No closing quotation"),
        ("''", "the command names no program"),
        ("no\0such", "null byte"),
    ],
)
def test_a_program_that_cannot_be_started(decisions: Any, command: str, why: str) -> None:
    agent = ExternalAgent(GAME, ExternalOptions(command=command))
    with pytest.raises(ExternalAgentError, match=f"cannot be started: .*{why}"):
        agent.choose(decisions)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("external", "command is missing"),
        ("external:command=x,seconds=0", "seconds must be more than 0"),
        ("external:command=x,on_fault=ignore", "'raise', 'random' or 'first'"),
        ("external:command=x,restarts=-1", "restarts must not be negative"),
    ],
)
def test_a_bad_specification_says_what_is_possible(spec: str, words: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec, GAME)
    assert words in str(caught.value)
