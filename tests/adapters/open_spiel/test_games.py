"""The games as OpenSpiel knows them."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed: extra `openspiel`")

from pixies_env.adapters import open_spiel
from pixies_env.adapters.open_spiel.parameters import as_parameter, from_parameter
from pixies_env.core.errors import IllegalActionError
from pixies_env.core.game import Game
from pixies_env.core.options import Option
from pixies_env.core.registered import Registered, _by_call
from pixies_env.core.seam import Reward
from pixies_env.core.states.state import State
from pixies_env.registry import game_names, make_game
from tests.adapters.conftest import SEATINGS, TOY, find_game
from tests.adapters.test_registration import fresh
from tests.games import hidden_card

REWARDS = [reward.name.lower() for reward in Reward]


@pytest.fixture(scope="module", autouse=True)
def _toy_is_registered() -> Iterator[None]:
    """The small game is loaded by name, too, though it came after the import."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(_by_call, TOY, Registered("tests.games.hidden_card:game", 1))
        open_spiel.register_games()
        yield


def load(name: str, **parameters: Any) -> Any:
    version = {TOY: 1}.get(name) or make_game(name).version
    return pyspiel.load_game(f"{name}_v{version}", parameters)


def walk(game: Any, seed: int, moves: int = 10**6) -> Iterator[Any]:
    """The states of a random game, one and the same object; chance outcomes are equally likely."""
    draws = random.Random(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal() and moves:
        state.apply_action(draws.choice(state.legal_actions()))
        moves -= 1
        yield state


def after(game: Any, seed: int, moves: int) -> Any:
    *_, state = walk(game, seed, moves)
    return state


def known(state: Any) -> list[Any]:
    """All that a state tells of what its seats know."""
    return [
        (
            state.information_state_string(seat),
            state.observation_string(seat),
            state.information_state_tensor(seat),
            state.observation_tensor(seat),
        )
        for seat in range(state.num_players())
    ]


# It takes the square of a game's length, as it reads the game so far again after each event.
@pytest.mark.slow
@pytest.mark.parametrize("name", [TOY, *game_names()])
def test_the_game_passes_the_conformance_test_of_openspiel(name: str) -> None:
    players = find_game(name).players[0]
    game = load(name, players=players)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("seating", SEATINGS, ids=lambda seating: f"{seating[0]}-{seating[1]}")
def test_a_game_has_the_players_asked_for(seating: tuple[str, int]) -> None:
    name, players = seating
    game = load(name, players=players)
    assert game.num_players() == players
    *_, state = walk(game, seed=7)
    assert state.is_terminal() and len(state.returns()) == players


@pytest.mark.parametrize("name", [TOY, *game_names()])
def test_a_game_goes_as_it_does_here(name: str) -> None:
    game = load(name)
    ours = State(game.game, game.num_players(), chance="manual")
    draws = random.Random(5)
    state = game.new_initial_state()
    while not ours.is_over:
        for seat in range(ours.num_players):
            assert np.array_equal(state.observation_tensor(seat), ours.observation(seat))
        if ours.waiting == "chance":
            assert state.current_player() == pyspiel.PlayerId.CHANCE
            outcomes = ours.chance_outcomes()
            exact = {outcome.id: outcome.probability for outcome in outcomes}
            told = state.chance_outcomes()
            assert {i: Fraction(p).limit_denominator(10**6) for i, p in told} == exact
            assert [i for i, _ in told] == sorted(exact)
            assert [state.action_to_string(outcome.id) for outcome in outcomes] == [
                outcome.name for outcome in outcomes
            ]
            ours.apply_chance(entry := draws.choice(list(exact)))
        else:
            assert state.current_player() == ours.player
            assert state.legal_actions() == ours.legal_actions().tolist()
            assert [state.action_to_string(a) for a in state.legal_actions()] == ours.legal_names()
            ours.apply(entry := int(draws.choice(ours.legal_actions())))
        assert state.rewards() == [0.0] * ours.num_players
        state.apply_action(entry)
    assert state.is_terminal() and state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.returns() == state.rewards() == ours.returns().tolist()


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", game_names())
def test_utilities_are_those_of_the_reward(name: str, reward: str) -> None:
    game = load(name, players=2, reward=reward)
    *_, state = walk(game, 3)
    assert state.returns() == State.returns(state._position, reward).tolist()
    kinds = pyspiel.GameType.Utility
    kind = {"rank": kinds.ZERO_SUM, "win": kinds.CONSTANT_SUM, "score": kinds.GENERAL_SUM}[reward]
    assert game.get_type().utility == kind
    assert game.utility_sum() == {"rank": 0.0, "win": 1.0, "score": None}[reward]
    assert game.min_utility() <= min(state.returns())
    assert max(state.returns()) <= game.max_utility()


def test_a_game_without_secrets_has_perfect_information() -> None:
    kinds = pyspiel.GameType.Information
    for name in [TOY, *game_names()]:
        game = load(name)
        secret = game.game.has_secrets
        wanted = kinds.IMPERFECT_INFORMATION if secret else kinds.PERFECT_INFORMATION
        assert game.get_type().information == wanted


# ---- parameters


def values_of(game: Game) -> list[tuple[Option, Any]]:
    found = []
    for option in game.options:
        values = [*option.values, *option.examples]
        found += [(option, value) for value in (values[:1] + values[-1:])]
    return found


@pytest.mark.parametrize("name", [TOY, *game_names()])
def test_every_option_is_a_parameter(name: str) -> None:
    shipped = load(name).game
    for option, value in values_of(shipped):
        ours = shipped.with_options(**{option.name: value})
        players = ours.players[0]
        game = load(name, players=players, **{option.name: as_parameter(option, value)})
        assert game.game.specification == ours.specification
        assert game.game.board_digest == ours.board_digest
        again = pyspiel.load_game(str(game))
        assert again == game and again.game.specification == ours.specification


@pytest.mark.parametrize("name", game_names())
def test_a_board_is_a_parameter_as_file_and_as_mapping(name: str, tmp_path: Any) -> None:
    game = make_game(name)
    board = copy.deepcopy(make_game(name, board=_shipped(game)).specification["board"])
    loaded = pyspiel.load_game(str(open_spiel.SpielGame(make_game(name, board=board), 2)))
    assert loaded.game.board_digest == game.board_digest
    file = tmp_path / "a board, (1=1).toml"
    file.write_bytes(_shipped(game).read_bytes())
    option = next(option for option in game.options if option.name == "board")
    text = f"{name}_v{game.version}(board={as_parameter(option, str(file))})"
    assert pyspiel.load_game(text).game.board_digest == game.board_digest


def _shipped(game: Game) -> Any:
    from importlib.resources import files

    return files(game.factory.__module__.rpartition(".")[0]) / "board.toml"


@pytest.mark.parametrize(
    "value",
    [
        *(None, "word", "1", "null", "a,b", "x(y)=z", "two;three", "True", "50%", ""),
        *(1, -20, 0.5, 1e30, True, False),
        *(["a", "b"], [1, 0], ["a"], [1], [], ["", None], {"key": [1, "b;c"]}),
    ],
)
def test_any_value_survives_the_text_of_a_game(value: Any) -> None:
    option = Option("thing", ("word", None), "word", "anything", "anything else")
    text = f"game(before=2,thing={as_parameter(option, value)},then=3)"
    read = pyspiel.game_parameters_from_string(text)
    assert read["before"] == 2 and read["then"] == 3
    again = from_parameter(option, read["thing"])
    assert (type(again), again) == (type(value), value)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ((False, True), bool),
        (range(1, 4), int),
        ((None, 1, 4), int),
        ((0.5, 1.5), float),
        ((None, True, False), str),
        (("all", 1, 2), str),
        ((1, 0.5), str),
    ],
)
def test_the_values_of_an_option_are_parameters_of_one_type(values: Any, kind: type) -> None:
    option = Option("thing", values, values[0], "one of these")
    for value in values:
        parameter = as_parameter(option, value)
        text = pyspiel.game_parameters_to_string({"name": "game", "thing": parameter})
        read = pyspiel.game_parameters_from_string(text)["thing"]
        assert type(parameter) is type(read) is kind
        again = from_parameter(option, read)
        assert (type(again), again) == (type(value), value)


@pytest.mark.parametrize(
    ("parameters", "error", "said"),
    [
        ({"players": 9}, ValueError, "is for 2, 3, 4 players, not 9"),
        ({"rounds": 7}, ValueError, "rounds must be 1 to 3, not 7"),
        ({"reward": "gold"}, ValueError, "reward must be one of rank, win, score"),
        ({"observation_mode": "x"}, ValueError, "observation_mode must be one of"),
        ({"faces": "many"}, pyspiel.SpielError, "Wrong type for parameter faces"),
        ({"face": 3}, pyspiel.SpielError, "Unknown parameter 'face'"),
    ],
)
def test_parameters_that_cannot_be_are_refused(
    parameters: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        load(TOY, **parameters)


def test_an_illegal_action_changes_nothing() -> None:
    state = after(load(TOY), 1, 14)
    before = str(state), state.information_state_string(0), state.history()
    with pytest.raises(IllegalActionError, match="is not legal for player"):
        state.apply_action(8)
    assert (str(state), state.information_state_string(0), state.history()) == before


# ---- what a seat knows


def stopped_or_rolled(perfect_recall: bool) -> tuple[Any, Any]:
    """The same position, reached by stopping for two points and by a roll that brought them."""
    for seed in range(100):
        for state in walk(load(TOY, players=2, perfect_recall=perfect_recall), seed):
            if not state.is_chance_node() and "stop" in map(
                state.action_to_string, state.legal_actions()
            ):
                one, other = state.child(state.string_to_action("stop")), state.clone()
                other.apply_action(other.string_to_action("roll"))
                other.apply_action(other.string_to_action("die(2)"))
                return one, other
    raise AssertionError("nobody won a round")


def test_an_information_state_remembers_how_the_position_came_about() -> None:
    one, other = stopped_or_rolled(perfect_recall=True)
    for seat in range(2):
        assert one.observation_string(seat) == other.observation_string(seat)
        assert one.information_state_string(seat) != other.information_state_string(seat)


def test_without_perfect_recall_it_is_the_position_alone() -> None:
    one, other = stopped_or_rolled(perfect_recall=False)
    for seat in range(2):
        assert one.information_state_string(seat) == other.information_state_string(seat)
    assert len({one.information_state_string(seat) for seat in range(2)}) == 2


def test_what_is_secret_is_remembered_when_it_comes_to_light() -> None:
    game = load(TOY, players=2)
    state = after(game, 4, 6)
    card = state.action_to_string(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0).endswith(f"0:{card}")
    assert state.information_state_string(1).endswith("0:?")
    answer = state.action_to_string(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(1).endswith(f"0:? 1:{answer} (0:{card})")


@pytest.mark.parametrize("name", [TOY, *game_names()])
def test_an_imagined_world_looks_the_same_to_its_seat_and_has_no_history(name: str) -> None:
    draws = random.Random(2)
    game = load(name)
    for moves, state in enumerate(walk(game, 7)):
        if moves % 20:
            continue
        for seat in range(state.num_players()):
            world = state.resample_from_infostate(seat, draws.random)
            assert known(world)[seat] == known(state)[seat]
            assert world.current_player() == state.current_player()
            assert world.history() == []


def test_an_imagined_world_tells_nothing_of_what_the_others_saw_or_did_in_secret() -> None:
    game = load(TOY, players=2)
    state = after(game, 4, 6)
    worlds = []
    for card in state.legal_actions()[:2]:
        laid = state.child(card)
        laid._position = laid._position.resampled(1, 5)  # So that only memories can differ.
        worlds.append(laid.resample_from_infostate(1, lambda: 0.25))
    for world in worlds:
        world.apply_action(world.legal_actions()[0])
    assert known(worlds[0]) == known(worlds[1])


def test_observers_tell_the_same_as_the_state() -> None:
    from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

    state = after(load(TOY), 3, 20)
    game = state.get_game()
    recalled, seen = make_observation(game, INFO_STATE_OBS_TYPE), make_observation(game)
    for seat in range(state.num_players()):
        info, text, info_tensor, tensor = known(state)[seat]
        for observer in (recalled, seen):
            observer.set_from(state, seat)
        assert (recalled.string_from(state, seat), seen.string_from(state, seat)) == (info, text)
        assert np.array_equal(recalled.tensor, info_tensor)
        assert np.array_equal(seen.dict["observation"], tensor)
    public = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    with pytest.raises(ValueError, match="an observation is what one seat knows"):
        make_observation(game, public)


def test_the_observation_mode_is_that_of_the_tensors() -> None:
    for mode in hidden_card.game().observation_modes:
        state = after(load(TOY, observation_mode=mode), 3, 20)
        ours = state._position.observation(1, mode)
        assert np.array_equal(state.observation_tensor(1), ours)
        assert state.get_game().observation_tensor_shape() == [len(ours)]


# ---- copies


@pytest.mark.parametrize("name", [TOY, *game_names()])
def test_a_copy_in_the_middle_of_a_game_goes_on_like_the_original(name: str) -> None:
    ways = [
        lambda state: state.clone(),
        copy.deepcopy,
        lambda state: pickle.loads(pickle.dumps(state)),
        lambda state: state.get_game().deserialize_state(state.serialize()),
    ]
    for way in ways:
        state = after(load(name), 8, 16)
        twin = way(state)
        for _ in range(6):
            assert known(twin) == known(state)
            assert (str(twin), twin.history()) == (str(state), state.history())
            action = state.legal_actions()[-1]
            twin.apply_action(action)
            assert twin.history() != state.history()
            state.apply_action(action)


def test_a_game_of_no_registry_is_copied_with_its_options() -> None:
    game = open_spiel.SpielGame(hidden_card.game(rounds=2), 3, "win", "table", False)
    for twin in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert twin == game
        assert twin.game.specification == game.game.specification


@pytest.mark.slow
def test_a_new_process_loads_the_games_and_ends_in_peace() -> None:
    program = """
        import pickle, pyspiel
        import pixies_env.adapters.open_spiel
        from pixies_env import game_names, make_game
        for name in game_names():
            game = pyspiel.load_game(f"{name}_v{make_game(name).version}")
            assert pickle.loads(pickle.dumps(game.get_type())) == game.get_type()
        print("loaded")
    """
    assert fresh(program) == "loaded"


@pytest.mark.slow
def test_a_pickled_state_brings_its_game_to_another_process() -> None:
    first = game_names()[0]
    data = pickle.dumps(after(load(first), 1, 5))
    told = fresh(f"import pickle; print(len(pickle.loads({data!r}).history()))")
    assert told == "5"


@pytest.mark.slow
def test_without_openspiel_the_extra_is_named() -> None:
    program = """
        import sys
        sys.modules["pyspiel"] = None
        from pixies_env import game_names
        from pixies_env.core.specs import AgentSpecError, make_agent
        try:
            import pixies_env.adapters.open_spiel
        except ImportError as error:
            assert "pip install 'pixies-env[openspiel]'" in str(error), error
        try:
            make_agent("openspiel:simulations=3", game_names()[0])
        except AgentSpecError as error:
            assert "pip install 'pixies-env[openspiel]'" in str(error), error
            print("told")
    """
    assert fresh(program) == "told"


def test_true_and_false_are_words_where_none_is_possible_too():
    option = Option("choice", (None, False, True), None, "")
    for value, text in ((None, ""), (False, "no"), (True, "yes")):
        assert as_parameter(option, value) == text
        assert from_parameter(option, text) is value
