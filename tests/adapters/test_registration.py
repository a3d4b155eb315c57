"""Versioned modules and ids of the games, each in a fresh process."""

from __future__ import annotations

import inspect
import pickle
import re
import subprocess
import sys
import textwrap
from itertools import groupby

import gymnasium
import pytest

import pixies_env
from pixies_env.adapters.names import aec_id, gymnasium_id, module_name
from pixies_env.registry import game_versions, make_game

pytestmark = pytest.mark.slow

VERSIONS = list(game_versions().items())


def fresh(program: str) -> str:
    """What a program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_ids() -> None:
    assert module_name("pixie_queen", 0) == "pixie_queen_v0"
    assert aec_id("pixie_queen", 0) == "pixies/pixie_queen-v0"
    assert gymnasium_id("pixie_queen", 0) == "pixies/PixieQueen-v0"


def test_importing_the_package_imports_no_library_of_numbers_or_environments_or_learners() -> None:
    libraries = {"pettingzoo", "gymnasium", "torch", "stable_baselines3", "numba", "numpy"}
    assert fresh(f"import sys, pixies_env; print({libraries} & set(sys.modules))") == "set()"


@pytest.mark.parametrize(
    "imports",
    [
        "from pixies_env import pixie_queen_v0 as module",
        "import pixies_env.pixie_queen_v0 as module",
        "import pixies_env; module = pixies_env.pixie_queen_v0",
        "import importlib; module = importlib.import_module('pixies_env.pixie_queen_v0')",
    ],
)
def test_the_versioned_module_can_be_imported(imports: str) -> None:
    program = f"""
        {imports}
        assert module.__name__ == "pixies_env.pixie_queen_v0"
        env = module.env(num_players=3)
        env.reset(seed=1)
        print(env, env.num_agents)
    """
    assert fresh(program) == "pixie_queen_v0 3"


@pytest.mark.parametrize("name", ["pixie_queen_v99", "no_such_game_v0", "pixie_queen_vx"])
def test_other_names_are_no_modules(name: str) -> None:
    with pytest.raises(ImportError):
        exec(f"from pixies_env import {name}")
    with pytest.raises(ModuleNotFoundError):
        exec(f"import pixies_env.{name}")
    assert not hasattr(pixies_env, name)


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_what_a_versioned_module_holds(name: str, version: int) -> None:
    module = getattr(pixies_env, module_name(name, version))
    assert sorted(module.__all__) == ["env", "parallel_env", "raw_env"]
    for players in make_game(name).players:
        assert module.raw_env(num_players=players).max_num_agents == players
    assert str(module.env()) == f"{name}_v{version}"
    assert module.parallel_env().metadata["name"] == f"{name}_v{version}"
    for function in (module.env, module.raw_env, module.parallel_env):
        assert pickle.loads(pickle.dumps(function)) is function
        assert function.__doc__
        assert "num_players" in inspect.signature(function).parameters
        with pytest.raises(TypeError, match="no option 'no_such_option'; its options are board"):
            function(no_such_option=1)
    with pytest.raises(TypeError, match="no option 'no_such_option'; its options are board"):
        gymnasium.make(gymnasium_id(name, version), no_such_option=1)


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_the_page_of_a_game_tells_the_options_that_it_declares(name: str, version: int) -> None:
    page = getattr(pixies_env, module_name(name, version)).__doc__
    (section,) = re.findall(r"## Options\n\n(.*?)\n\n", page, re.DOTALL)
    told = [[cell.strip() for cell in row.strip("|").split("|")] for row in section.splitlines()]
    declared = [option for option in make_game(name).options if option.name != "board"]
    assert told[2:] == [
        [f"`{option.name}`", option.allowed, f"`{option.default!r}`", option.meaning]
        for option in declared
    ]


@pytest.mark.parametrize("reward", ["rank", "win", "score"])
@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_every_reward_has_a_price_for_illegal_actions(name: str, version: int, reward: str) -> None:
    env = getattr(pixies_env, module_name(name, version)).env(reward=reward)
    env.reset(seed=1)
    guilty = env.agent_selection
    env.step(int(env.observe(guilty)["action_mask"].argmin()))
    assert env.rewards[guilty] < 0


@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_the_docstring_is_the_documentation_page(name: str, version: int) -> None:
    game = make_game(name)
    page = getattr(pixies_env, module_name(name, version)).__doc__
    assert page.startswith(f"# {game.title}\n")
    for part in ("Observation Space", "Action Space", "Rewards", "Arguments", "Version History"):
        assert f"## {part}" in page
    assert f"Discrete({len(game.actions)})" in page
    for meaning, group in groupby(game.features, lambda feature: feature.meaning):
        names = [feature.name for feature in group]
        # Of the many cells of a board the first and the last are named.
        for name in names if len(names) < 60 else (names[0], names[-1]):
            assert f"`{name}`" in page
        assert meaning in page
    for family in game.actions.families:
        assert f"`{game.actions.role(family.start)}`" in page


@pytest.mark.parametrize(
    "imports",
    ["import pettingzoo, pixies_env", "import pixies_env, pettingzoo", "import pixies_env"],
)
def test_pettingzoo_makes_the_games(imports: str) -> None:
    program = f"""
        {imports}
        import pettingzoo
        env = pettingzoo.make("aec", "pixies/pixie_queen-v0", num_players=3)
        parallel = pettingzoo.make("parallel", "pixies/pixie_queen-v0", num_players=2)
        latest = pettingzoo.make("aec", "pixies/pixie_queen")
        env.reset(seed=1)
        print(env, env.num_agents, len(parallel.reset(seed=1)[0]), latest.max_num_agents)
    """
    assert fresh(program) == "pixie_queen_v0 3 2 4"


@pytest.mark.parametrize(
    "imports",
    ["import gymnasium, pixies_env", "import pixies_env, gymnasium", "import pixies_env"],
)
def test_gymnasium_makes_the_games(imports: str) -> None:
    program = f"""
        {imports}
        import gymnasium
        env = gymnasium.make("pixies/PixieQueen-v0", num_players=3, opponents="random", seat=1)
        _, info = env.reset(seed=1)
        print(info["seat"], env.unwrapped.game.name, env.spec.id)
    """
    assert fresh(program) == "1 pixie_queen pixies/PixieQueen-v0"


def test_gymnasium_imports_the_package_that_an_id_names() -> None:
    program = """
        import gymnasium
        env = gymnasium.make("pixies_env:pixies/PixieQueen-v0")
        envs = gymnasium.make_vec("pixies_env:pixies/PixieQueen-v0", num_envs=2)
        print(env.spec.id, envs.spec.id)
    """
    assert fresh(program) == "pixies/PixieQueen-v0 pixies/PixieQueen-v0"


def test_gymnasium_makes_the_native_vector_environment() -> None:
    program = """
        import gymnasium, pixies_env
        envs = gymnasium.make_vec("pixies/PixieQueen-v0", num_envs=8, num_players=3)
        _, infos = envs.reset(seed=1)
        _, rewards, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        print(type(envs).__name__, envs.num_envs, rewards.shape, envs.metadata["autoreset_mode"])
    """
    assert fresh(program) == "SeatVectorEnv 8 (8,) AutoresetMode.NEXT_STEP"


def test_gymnasium_wraps_single_environments_into_its_own_vectors() -> None:
    program = """
        import gymnasium, pixies_env
        make = gymnasium.make_vec
        envs = make("pixies/PixieQueen-v0", num_envs=2, vectorization_mode="sync", num_players=2)
        _, infos = envs.reset(seed=1)
        print(type(envs).__name__, infos["action_mask"].shape[0])
    """
    assert fresh(program) == "SyncVectorEnv 2"


def test_registering_leaves_no_trace_on_the_libraries() -> None:
    program = """
        import sys, pixies_env
        import gymnasium, pettingzoo
        for library in (gymnasium, pettingzoo):
            print(type(library.__loader__).__name__, type(library.__spec__.loader).__name__)
    """
    assert set(fresh(program).split()) == {"SourceFileLoader"}


def test_the_libraries_are_registered_with_once() -> None:
    program = """
        import warnings
        warnings.simplefilter("error")
        import gymnasium, pettingzoo, pixies_env
        from pixies_env import registration
        registration.install()
        registration.install()
    """
    fresh(program)
