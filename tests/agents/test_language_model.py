"""A language model on a seat, asked of a server on this machine."""

from __future__ import annotations

import copy
import json
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pixies_agents.language.agent import LanguageAgent, LanguageOptions
from pixies_agents.language.answers import option_named
from pixies_agents.language.kept import CALLS, Answer, Kept, LimitReachedError, calls_by_model
from pixies_agents.language.replies import LanguageModelError
from pixies_env.core.batches.arena import AgentError, play_games
from pixies_env.core.errors import DamagedDataError
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from tests.agents.conftest import decisions_of
from tests.agents.model_server import COMPLETION_TOKENS, PROMPT_TOKENS, ModelServer, Reply
from tests.games import hidden_card

pytest.importorskip("openai")

GAME = hidden_card.game()
Serve = Callable[..., ModelServer]


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "of-this-test")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers that say what a function of the last message gives."""
    with ExitStack() as running:
        yield lambda say, **more: running.enter_context(ModelServer(say, **more).running())


def agent_of(server: ModelServer, folder: Path, **options: Any) -> LanguageAgent:
    given = {"model": "small", "base_url": server.url, "folder": str(folder), "retries": 0}
    return LanguageAgent(GAME, LanguageOptions(**{**given, **options}))


def first(_: str) -> Reply:
    return "I like it.\nOption: 1"


def last(message: str) -> Reply:
    numbers = re.findall(r"^(\d+)[)]", message, re.MULTILINE)
    return f"Option: {numbers[-1]}"


def opening(*seeds: int) -> Any:
    """The first decisions of games, with several options each."""
    return decisions_of([State(GAME, 3, seed) for seed in seeds], games=list(seeds))


def calls_in(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / CALLS).read_text("utf-8").splitlines()]


def test_whole_games_are_played_by_what_the_model_says(serve, tmp_path):
    server = serve(last)
    agent = agent_of(server, tmp_path / "kept")
    (block,) = play_games(GAME, [agent, "random", "random"], games=3, seed=1, records=True)
    for record in block.records:
        state = record.start()
        for event in record.events:
            if event.kind == "decision" and event.player == 0:
                assert event.name == state.legal_names()[-1]
            (state.apply if event.kind == "decision" else state.apply_chance)(event.name)
    assert agent.counts.chosen > 0 and agent.counts.illegal == 0


def test_the_model_is_sent_the_prompt_of_its_seat_and_the_parameters(serve, tmp_path):
    server = serve(first)
    state = State(GAME, 3, 1)
    agent = agent_of(server, tmp_path, temperature=0.5, max_tokens=77)
    agent.choose(decisions_of([state]))
    (body,) = server.asked
    assert (body["model"], body["temperature"]) == ("small", 0.5)
    assert body["max_completion_tokens"] == 77
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert body["messages"][1]["content"] == state.prompt()
    assert server.keys == ["Bearer of-this-test"]


def test_a_study_run_again_calls_nobody(serve, tmp_path):
    server = serve(last)
    returns = []
    for _ in range(2):
        agent = agent_of(server, tmp_path / "kept")
        (block,) = play_games(GAME, [agent, "random"], games=4, seed=2)
        returns.append(block.returns)
        called = len(server.asked)
    assert np.array_equal(*returns)
    assert len(server.asked) == called == len(calls_in(tmp_path / "kept"))
    again = agent_of(server, tmp_path / "kept", temperature=1.0)
    again.choose(opening(1))
    assert len(server.asked) == called + 1


def test_equal_questions_are_asked_once_and_one_option_not_at_all(serve, tmp_path):
    server = serve(first)
    agent = agent_of(server, tmp_path)
    assert agent.choose(opening(1, 1, 1)).tolist() == [0, 0, 0]
    assert len(server.asked) == 1
    state = State(GAME, 2, 1)
    while len(state.legal_actions()) > 1:
        state.apply(int(state.legal_actions()[0]))
    agent.choose(decisions_of([state]))
    assert len(server.asked) == 1 and agent.counts.forced == 1


def test_many_games_are_asked_for_at_the_same_time(serve, tmp_path):
    waiting: list[str] = []

    def say(message: str) -> Reply:
        """Answers when four ask at once."""
        waiting.append(message)
        for _ in range(2000):
            if len(waiting) >= 4 or server.released.wait(0.005):
                break
        return "Option: 1"

    server = serve(say)
    states = [State(GAME, 4, seed) for seed in range(40)]
    prompts = {state.prompt(): state for state in states}
    chosen = list(prompts.values())[:4]
    assert len(chosen) == 4
    agent_of(server, tmp_path, parallel=4).choose(decisions_of(chosen))
    assert server.most_at_once == 4


def test_an_answer_that_names_no_option_is_asked_again_once_and_then_counted(
    serve, tmp_path, caplog
):
    server = serve(lambda message: "Option: 99")
    agent = agent_of(server, tmp_path, fallback="random")
    chosen = agent.choose(opening(1))
    assert opening(1).action_masks[0, chosen[0]]
    assert len(server.asked) == 2 and agent.counts.again == agent.counts.illegal == 1
    again = server.asked[1]["messages"]
    assert [message["role"] for message in again] == ["system", "user", "assistant", "user"]
    assert again[2]["content"] == "Option: 99" and "is one of 1 to" in again[3]["content"]
    assert "seat 0 of game 1: named no option twice; random decides" in caplog.text
    assert [call["again"] for call in calls_in(tmp_path)] == [False, True]
    (told,) = calls_by_model(tmp_path).items()
    assert told[0] == "small" and (told[1].calls, told[1].again, told[1].illegal) == (2, 1, 1)


def test_a_second_answer_that_is_legal_counts(serve, tmp_path):
    server = serve(lambda message: "Option: 2" if "none of your options" in message else "what?")
    agent = agent_of(server, tmp_path)
    (chosen,) = agent.choose(opening(1))
    assert chosen == State(GAME, 3, 1).legal_actions()[1]
    assert (agent.counts.again, agent.counts.illegal, agent.counts.chosen) == (1, 0, 1)


def test_a_transcript_has_every_call(serve, tmp_path):
    server = serve(first)
    agent_of(server, tmp_path, prompt_price=2.0, completion_price=10.0).choose(opening(5))
    (call,) = calls_in(tmp_path)
    assert call["messages"] == server.asked[0]["messages"]
    assert (call["game"], call["seat"], call["model"]) == (5, 0, "small")
    assert (call["answer"], call["option"]) == ("I like it.\nOption: 1", 1)
    assert call["cost"] == pytest.approx((2 * PROMPT_TOKENS + 10 * COMPLETION_TOKENS) / 1e6)


def test_no_more_calls_are_made_than_are_allowed_whoever_makes_them(serve, tmp_path):
    server = serve(first)
    seeds = _different(6)
    with pytest.raises(LimitReachedError, match="calls=4 allows no more"):
        agent_of(server, tmp_path, calls=4).choose(opening(*seeds))
    assert len(server.asked) == 4
    with pytest.raises(LimitReachedError):
        agent_of(server, tmp_path, calls=4).choose(opening(*seeds))
    assert len(server.asked) == 4
    agent_of(server, tmp_path, calls=6).choose(opening(*seeds))
    assert len(server.asked) == 6


def test_no_call_begins_once_the_cost_is_spent(serve, tmp_path):
    server = serve(first)
    price = {"prompt_price": 1000.0, "parallel": 1}
    with pytest.raises(LimitReachedError, match=r"cost=1\.5 allows no more"):
        agent_of(server, tmp_path, cost=1.5, **price).choose(opening(*_different(4)))
    assert len(server.asked) == 2


def test_without_more_calls_the_fallback_decides_and_that_is_counted(serve, tmp_path, caplog):
    server = serve(last)
    seeds = _different(5)
    agent = agent_of(server, tmp_path, calls=2, parallel=1, on_limit="fallback")
    chosen = agent.choose(opening(*seeds))
    assert agent.counts.limited == 3 and agent.counts.chosen == 2
    assert "calls=2 allows no more" in caplog.text
    again = agent_of(server, tmp_path, calls=2, parallel=1, on_limit="fallback")
    assert np.array_equal(again.choose(opening(*seeds)), chosen)
    assert len(server.asked) == 2


def test_a_call_that_fails_is_tried_again(serve, tmp_path):
    failures = iter([429, 500])
    server = serve(lambda message: next(failures, "Option: 1"))
    assert agent_of(server, tmp_path, retries=2).choose(opening(1)).tolist() == [0]
    assert len(server.asked) == 3 and len(calls_in(tmp_path)) == 1


def test_a_call_that_fails_for_good_says_where_and_loses_no_answer(serve, tmp_path):
    seeds = _different(3)
    refused = State(GAME, 3, seeds[2]).prompt()
    server = serve(lambda message: 401 if message == refused else "Option: 1")
    agent = agent_of(server, tmp_path, parallel=1)
    with pytest.raises(LanguageModelError, match=rf"asking small at {server.url}.*status 401"):
        agent.choose(opening(*seeds))
    assert [call.get("error", "")[:19] for call in calls_in(tmp_path)] == [
        "",
        "",
        "AuthenticationError",
    ]
    server.say = first
    agent.choose(opening(*seeds))
    assert len(server.asked) == 4


def test_a_model_that_does_not_answer_in_time_is_not_waited_for(serve, tmp_path):
    server = serve(lambda message: None)
    with pytest.raises(LanguageModelError, match="timed out"):
        agent_of(server, tmp_path, seconds=0.2).choose(opening(1))


def test_a_fault_in_a_game_names_game_and_agent(serve, tmp_path):
    server = serve(lambda message: 400)
    agent = agent_of(server, tmp_path)
    with pytest.raises(AgentError, match="agent llm:small on seat 0 of game 0"):
        list(play_games(GAME, [agent, "random"], games=1))


def test_a_cost_cannot_be_held_without_tokens(serve, tmp_path):
    server = serve(first, usage=False)
    assert agent_of(server, tmp_path / "free").choose(opening(1)).tolist() == [0]
    with pytest.raises(LanguageModelError, match="cost= cannot be held; use calls="):
        agent_of(server, tmp_path, cost=1.0, prompt_price=1.0).choose(opening(1))


def completion(text: Any = "Option: 1", **more: Any) -> bytes:
    """The body of a reply; what is said of the usage is as it is given."""
    return json.dumps({"choices": [{"message": {"content": text}}], **more}).encode()


NO_REPLIES = {
    "cut off": completion()[:-3],
    "empty": b"",
    "no content": 204,
    "not UTF-8": b"\xff\xfe",
    "nested deeply": b"[" * 100_000,
    "vast number": completion(id=1)[:-2] + b"9" * 6000 + b"}",
    "no message": b'{"choices": [{}]}',
    "null message": b'{"choices": [{"message": null}]}',
    "choice of text": b'{"choices": ["x"]}',
    "no choice": b'{"choices": []}',
    "text": b'"x"',
    "nothing": b"{}",
    "content of parts": completion([{"type": "text", "text": "Option: 1"}]),
    "content a number": completion(1),
    "usage of text": completion(usage="x"),
    "negative count": completion(usage={"prompt_tokens": -1}),
    "fraction of a token": completion(usage={"prompt_tokens": 0.5}),
    "vast count": completion(usage={"completion_tokens": 10**30}),
    "count of text": completion(usage={"prompt_tokens": "7"}),
}


@pytest.mark.parametrize("sent", NO_REPLIES.values(), ids=NO_REPLIES)
def test_what_is_no_reply_fails_and_leaves_the_folder_as_good_as_it_was(serve, tmp_path, sent):
    server = serve(lambda message: sent)
    agent = agent_of(server, tmp_path)
    with pytest.raises(LanguageModelError, match=r"the reply.*; the server sent b"):
        agent.choose(opening(1))
    (call,) = calls_in(tmp_path)
    assert call["error"].startswith("LanguageModelError: the reply")
    assert calls_by_model(tmp_path)["small"].failed == 1
    server.say = first
    assert agent.choose(opening(1)).tolist() == [0]
    assert calls_by_model(tmp_path)["small"].calls == 2


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": None}])
def test_tokens_that_are_not_told_count_nothing(serve, tmp_path, usage):
    agent_of(serve(lambda message: completion(usage=usage)), tmp_path / "free").choose(opening(1))
    assert calls_by_model(tmp_path / "free")["small"].prompt_tokens == 0
    server = serve(lambda message: completion(usage=usage))
    with pytest.raises(LanguageModelError, match="cost= cannot be held"):
        agent_of(server, tmp_path, cost=1.0, prompt_price=1.0).choose(opening(1))


def test_half_a_character_is_kept_as_a_question_mark(serve, tmp_path):
    server = serve(lambda message: completion("\ud800 Option: 2"))
    chosen = [agent_of(server, tmp_path).choose(opening(1)).tolist() for _ in range(2)]
    assert chosen[0] == chosen[1] and len(server.asked) == 1
    (call,) = calls_in(tmp_path)
    assert call["answer"] == "? Option: 2" and calls_by_model(tmp_path)["small"].failed == 0


def test_an_error_with_half_a_character_and_without_end_is_written_down(serve, tmp_path):
    server = serve(lambda message: 400)
    server.complaint = "\ud800" * 100_000
    with pytest.raises(LanguageModelError, match="status 400") as caught:
        agent_of(server, tmp_path).choose(opening(1))
    # Versions of the client quote halves of characters as they are or escaped.
    assert len(str(caught.value).encode("utf-8")) < 5000
    assert calls_by_model(tmp_path)["small"].failed == 1


def test_what_is_no_reply_is_asked_for_again_as_after_an_error(serve, tmp_path, monkeypatch):
    monkeypatch.setattr("pixies_agents.language.calls._FIRST_WAIT", 0.0)
    sent = iter([b"", b"{}"])
    server = serve(lambda message: next(sent, "Option: 1"))
    assert agent_of(server, tmp_path, retries=2).choose(opening(1)).tolist() == [0]
    assert len(server.asked) == 3 and len(calls_in(tmp_path)) == 1


def test_a_last_line_that_was_cut_off_gives_way_to_the_next_call(serve, tmp_path):
    server = serve(first)
    seeds = _different(3)
    agent_of(server, tmp_path, parallel=1).choose(opening(*seeds[:2]))
    path = tmp_path / CALLS
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert calls_by_model(tmp_path)["small"].calls == 1
    agent_of(server, tmp_path).choose(opening(seeds[2]))
    assert calls_by_model(tmp_path)["small"].calls == 2
    assert path.read_bytes().startswith(whole.splitlines(keepends=True)[0])
    assert [call["game"] for call in calls_in(tmp_path)] == [seeds[0], seeds[2]]


def test_what_killed_writes_have_left_goes_with_the_next_call(serve, tmp_path):
    agent_of(serve(first), tmp_path).choose(opening(1))
    (kept,) = (tmp_path / "answers").rglob("*.json")
    left = [path.with_name(f".{path.name}-0123abcd") for path in (tmp_path / "spent.json", kept)]
    for path in left:
        path.write_text("half", "utf-8")
    kept.unlink()
    agent_of(serve(first), tmp_path).choose(opening(1))
    assert kept.is_file()
    assert not any(path.exists() for path in left)


def test_an_answer_is_paid_for_before_it_is_kept(tmp_path, monkeypatch):
    def killed(kept: Kept, digest: str) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Kept, "_path", killed)
    with pytest.raises(KeyboardInterrupt):
        Kept(tmp_path).end("0" * 64, Answer("Option: 1", 7, 2, 0.5), {})
    assert Kept(tmp_path).spent().cost == 0.5


def test_without_a_key_it_says_what_a_server_of_ones_own_wants(serve, tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(LanguageModelError, match="takes any text in OPENAI_API_KEY"):
        agent_of(serve(first), tmp_path).choose(opening(1))


@pytest.mark.parametrize("spoil", ["", "{}", '{"text": 3}', "[1"])
def test_a_damaged_answer_is_named(serve, tmp_path, spoil):
    server = serve(first)
    agent_of(server, tmp_path).choose(opening(1))
    (path,) = (tmp_path / "answers").rglob("*.json")
    path.write_text(spoil, encoding="utf-8")
    with pytest.raises(DamagedDataError, match=re.escape(str(path))):
        agent_of(server, tmp_path).choose(opening(1))


@pytest.mark.parametrize(
    "way", [copy.copy, copy.deepcopy, lambda agent: pickle.loads(pickle.dumps(agent))]
)
def test_a_copy_opens_connections_of_its_own(serve, tmp_path, monkeypatch, way):
    server = serve(last)
    monkeypatch.chdir(tmp_path)
    agent = agent_of(server, Path("kept"))
    chosen = agent.choose(opening(1))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    twin = way(agent)
    assert twin._caller is None
    assert np.array_equal(twin.choose(opening(1)), chosen)
    assert len(server.asked) == 1
    agent.close()
    twin.close()


def test_worlds_that_a_seat_cannot_tell_apart_are_one_question(serve, tmp_path):
    server = serve(first)
    state = State(GAME, 3, 4)
    state.apply(int(state.legal_actions()[0]))
    worlds = [state.resampled(state.player, bits) for bits in range(6)]
    agent_of(server, tmp_path).choose(decisions_of(worlds))
    assert len(server.asked) == 1


def test_a_specification_is_read(tmp_path):
    spec = f"llm:model=a/b:c,base_url=http://localhost:8080/v1,calls=3,fallback=random,folder={tmp_path}"
    agent = make_agent(spec, GAME)
    assert isinstance(agent, LanguageAgent) and agent.name == "llm:a/b:c"
    assert agent.options.base_url == "http://localhost:8080/v1" and agent.options.calls == 3
    assert isinstance(agent.on_board(GAME), LanguageAgent)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("llm", "model is missing"),
        ("llm:model=x,cost=1", "cost needs prompt_price or completion_price"),
        ("llm:model=x,calls=0", "calls must be at least 1"),
        ("llm:model=x,fallback=nobody", "there is no agent 'nobody'"),
        ("llm:model=x,on_limit=stop", "'raise' or 'fallback'"),
        ("llm:model=x,folder=''", "folder is empty"),
    ],
)
def test_a_bad_specification_says_what_is_possible(spec, words):
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec, GAME)
    assert words in str(caught.value)


def test_without_its_library_it_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(AgentSpecError, match=r"pip install 'pixies-env\[llm\]'"):
        make_agent("llm:model=x", GAME)


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        ("Option: 3", 3),
        ("I think.\n\n**Option: 4**", 4),
        ("**Option:** 5.", 5),
        ('{"option": 2}', 2),
        ("Option 1 is weak, option 3 is better.\nOption: 2\nI rejected option 5.", 2),
        ("Option 1 is weak, so I take option 3", 3),
        ("7", 7),
        ("[7]", 7),
        ("I take number 6.", 6),
        ("<think>Option: 1? No.</think>Option: 2", 2),
        ("<think>Option: 1", None),
        ("2 or 3", None),
        ("Option: 0", None),
        ("Option: 10", None),
        (f"Option: {'9' * 5000}", None),
        ("Option: -1", None),
        ("**Option:** \u22121", None),
        ('{"option": -1}', None),
        ("Option 2 is weak.\nOption: -1", None),
        ("-1", None),
        ("- Option: 3", 3),
        ("Option-3", 3),
        ("Option - 3", 3),
        ("\n" * 60_000 + "x", None),
        ("\n" * 60_000 + "Option: 2" + "\n" * 60_000, 2),
        ("the first", None),
        ("", None),
    ],
    ids=lambda given: f"{given:.40}" if isinstance(given, str) else None,
)
def test_the_option_is_found_in_what_a_model_says(answer, number):
    assert option_named(answer, 9) == number


def _different(number: int) -> list[int]:
    """Seeds of games that begin with different questions."""
    found: dict[str, int] = {}
    for seed in count():
        state = State(GAME, 3, seed)
        if len(found) == number:
            break
        if len(state.legal_actions()) > 1:
            found.setdefault(state.prompt(), seed)
    return list(found.values())
