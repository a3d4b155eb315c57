"""What is copied or sent to another process goes on there as the original would have."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

import pytest

from pixies_env.adapters import opponents
from pixies_env.core.agents import RandomAgent
from pixies_env.core.batches.arena import AgentError
from pixies_env.core.specs import AgentKind, agent_names, make_agent, parse_spec
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.registry import game_names, make_game

pytest.importorskip("stable_baselines3")
from tests.travel import objects

Agents = dict[str, Callable[[], objects.Seat]]
ENVIRONMENTS = objects.environments()
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda original: pickle.loads(pickle.dumps(original)),
}
CASES = [
    (name, way)
    for name in ENVIRONMENTS
    for way in WAYS
    # A shallow copy of Gymnasium's own wrappers shares what they wrap.
    if way != "copy" or name not in ("by name", "many by name")
]


def go_on_alike(original: Any, twin: Any) -> None:
    """The copy plays first: what it does must not reach the original."""
    assert twin.go_on() == original.go_on()


@pytest.fixture(scope="module")
def agents() -> Agents:
    """Every agent with every game that it plays; to know which, rules are compiled."""
    return objects.agents()


def test_every_kind_of_agent_is_among_those_that_are_copied(agents: Agents) -> None:
    kinds = {name.partition("-")[2].partition(":")[0] for name in agents}
    assert kinds >= {name for name in agent_names() if objects.OPTIONS.get(name, name)}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", [*game_names(), objects.FUNCTION])
def test_a_copied_agent_goes_on_as_the_original(agents: Agents, game: str, way: str) -> None:
    made = [make for name, make in agents.items() if name.partition("-")[0] == game]
    assert made
    for make in made:
        original = make()
        agent = WAYS[way](original.agent)
        assert type(agent) is type(original.agent) and agent is not original.agent
        go_on_alike(original, objects.Seat(agent, original.state.clone()))


@pytest.mark.parametrize(("name", "way"), CASES)
def test_a_copied_environment_goes_on_as_the_original(name: str, way: str) -> None:
    original = ENVIRONMENTS[name]()
    go_on_alike(original, objects.Played(WAYS[way](original.inner), original.step))


def test_a_copy_of_a_search_keeps_the_trees_of_its_game() -> None:
    game = make_game("pixie_queen")
    seat = objects.Seat(make_agent(objects.SEARCH, game), objects.lean(game))
    seat.go_on()
    forgetful = copy.deepcopy(seat)
    forgetful.agent.forget()  # type: ignore[attr-defined]
    kept = copy.deepcopy(seat)
    assert len(kept.agent._kept) == len(seat.agent._kept) > 0  # type: ignore[attr-defined]
    assert len(forgetful.agent._kept) == 0  # type: ignore[attr-defined]


def test_a_compiled_agent_is_pickled_by_the_name_of_its_rule() -> None:
    agent = RandomAgent(make_game("pixie_queen"))
    assert pickle.loads(pickle.dumps(agent)).kernel is agent.kernel
    greedy = make_agent("greedy", agent.game)
    assert len(pickle.dumps(greedy)) < 20_000


def test_the_copy_of_an_external_agent_starts_a_program_of_its_own(tmp_path: Path) -> None:
    original = objects.external(tmp_path)
    for way in WAYS.values():
        twin = objects.Seat(way(original.agent), original.state.clone())
        assert twin.agent._program is None  # type: ignore[attr-defined]
        assert twin.go_on() == copy.deepcopy(original).go_on()
        twin.agent.close()  # type: ignore[attr-defined]
    original.agent.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("way", WAYS)
def test_specifications_and_pools_travel(way: str) -> None:
    files = {name: f":{name}.file" for name in ("onnx", "sb3", "torchscript")}
    needed = files | {"external": ":command=x", "llm": ":model=x"}
    for name in agent_names():
        kind, options = parse_spec(name + needed.get(name, ""))
        assert WAYS[way](kind) is kind and WAYS[way](options) == options
    mine = AgentKind("mine", "Of no package.", objects.make_failing)
    assert WAYS[way](mine) == mine
    pool = opponents.Pool(["random", "careful"], [1, 2], alike=True)
    assert WAYS[way](pool) == pool


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", game_names())
def test_the_notation_of_a_game_travels(name: str, way: str) -> None:
    state = State(name, 2, 1, chance=MANUAL)
    notation = WAYS[way](state.game.notation)
    assert notation.describe(state.array) == state.as_dict()
    ids = range(len(state.game.outcomes))
    named = [notation.outcome_name(state.array, outcome) for outcome in ids]
    assert named == [state.game.notation.outcome_name(state.array, outcome) for outcome in ids]


@pytest.fixture(scope="module")
def worker() -> Iterator[Pool]:
    """A process that was started anew."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        yield pool


def test_what_is_sent_to_a_spawned_process_goes_on_there(
    worker: Pool, agents: Agents, tmp_path: Path
) -> None:
    originals = {name: make() for name, make in {**agents, **ENVIRONMENTS}.items()}
    originals["external"] = objects.external(tmp_path)
    there = worker.map_async(objects.go_on, originals.values()).get(timeout=300)
    assert dict(zip(originals, there, strict=True)) == {
        name: original.go_on() for name, original in originals.items()
    }
    originals["external"].agent.close()  # type: ignore[union-attr]


def test_an_agent_that_fails_in_a_pool_of_processes_is_told_with_its_game(worker: Pool) -> None:
    with pytest.raises(AgentError, match=r"agent failing on seat 1 .*lost my notes") as caught:
        worker.apply_async(objects.fail).get(timeout=120)
    assert (caught.value.agent, caught.value.seat) == ("failing", 1)
    assert caught.value.record.final().player == 1
