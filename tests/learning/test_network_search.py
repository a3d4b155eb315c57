"""The tree search with a network."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pixies_agents.learned.network import save_network
from pixies_agents.search import network as network_search
from pixies_agents.search.base import SearchResult
from pixies_agents.search.evaluator import NetworkEvaluator
from pixies_agents.search.network import NetworkSearchAgent
from pixies_agents.search.options import TreeOptions
from pixies_env.core.batches.arena import play_games
from pixies_env.core.game import Game
from pixies_env.core.single import observation_of
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.core.states.state import State
from tests.agents.conftest import decisions_of
from tests.agents.test_no_peeking import alike, assert_equal_choices
from tests.agents.test_tree_search import card_game, random_tree
from tests.games import hidden_card
from tests.games.extensive import Chance, Choice, End, extensive_game, solve
from tests.learning.networks import untrained

CARDS = hidden_card.game()


class Told:
    """An evaluator that says what it is told to, and counts."""

    observation_mode = "recall"

    def __init__(self, game: Game, values: Callable[[np.ndarray], Any], width: int) -> None:
        self.values_per_row, self.zero_sum = width, False
        self.actions, self.values = len(game.actions), values
        self.rows: list[np.ndarray] = []
        self.calls: list[int] = []

    def __call__(
        self, observations: np.ndarray, masks: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        self.rows += list(observations.copy())
        self.calls.append(len(observations))
        values = np.array([self.values(row) for row in observations])
        logits = np.zeros((len(observations), self.actions), np.float32)
        return logits, values.reshape(len(observations), self.values_per_row)


def guided(game: Game, *, values: int | None = None, scale: float = 0.0, **options: Any) -> Any:
    network = untrained(game, values=values, scale=scale)
    given = TreeOptions(**{"simulations": 400, "network": "untrained", **options})
    return NetworkSearchAgent(game, given, NetworkEvaluator(network, game, given.threads))


def chosen(root: Any, players: int, seed: int = 0, **options: Any) -> str:
    """What a search with a network that knows nothing takes at the first decision."""
    game = extensive_game(root, players)
    return str(guided(game, **options).explain(State(game, players, seed), bits=seed).chosen)


def positions(games: int = 7, players: int = 3) -> list[State]:
    rng = np.random.default_rng(5)
    states = []
    for lane in range(games):
        state = State(CARDS, players, 1, lane=lane)
        for _ in range(lane):
            state.apply(int(rng.choice(state.legal_actions())))
        states.append(state.skip_forced())
    return [state for state in states if not state.is_over]


def assert_equal(one: SearchResult, other: SearchResult) -> None:
    for mine, yours in zip(one, other, strict=True):
        assert np.array_equal(mine, yours, equal_nan=True)


# ---- known answers


def test_a_player_who_moves_twice_in_a_row_is_not_taken_for_an_opponent() -> None:
    ways = {"bad": End(-1, 1), "good": End(0.5, -0.5)}
    trap = Choice(1, {"a": Choice(1, {"c": End(-1, 1), "d": End(1, -1)}), "b": End(1, -1)})
    root = Choice(0, {"slow": Choice(0, ways), "fast": End(0.1, -0.1), "trap": trap})
    assert chosen(root, 2) == "slow"


def test_a_network_searches_the_best_response_to_a_fixed_agent() -> None:
    trap = Choice(1, {"refute": End(-1, 1), **dict.fromkeys("xyz", End(1, -1))})
    root = Choice(0, {"trap": trap, "safe": End(0.2, -0.2)})
    assert chosen(root, 2, opponents="random") == "trap"
    assert chosen(root, 2) == "safe"


@pytest.mark.parametrize("values", [1, None])
@pytest.mark.parametrize("seed", range(4))
def test_it_finds_the_max_n_solution_of_random_trees(seed: int, values: int | None) -> None:
    rng = np.random.default_rng(seed)
    players = int(rng.integers(2, 5))
    root: Any = End()
    while not isinstance(root, Choice) or len(root.ways) < 2:
        root = random_tree(rng, players, 5)
    best = chosen(root, players, simulations=3000, values=values)
    solved = {name: solve(way)[root.player] for name, way in root.ways.items()}
    assert solved[best] >= max(solved.values()) - 0.15


def test_the_best_of_a_gamble_is_its_expectation() -> None:
    likely = Chance([(8, End(0.5, -0.5)), (2, End(-1, 1))])
    root = Choice(0, {"likely": likely, "sure": End(0.3, -0.3)})
    assert chosen(root, 2, simulations=600) == "sure"


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_it_does_not_see_a_hidden_card(seed: int) -> None:
    assert chosen(card_game(seen=False), 2, seed) == "safe"
    assert chosen(card_game(seen=True), 2, seed) == "go"


def test_others_do_not_react_to_what_was_decided_in_secret() -> None:
    def guess(coin: str) -> Choice:
        right, wrong = End(-1, 1), End(1, -1)
        ways = {"heads": right, "tails": wrong} if coin == "H" else {"heads": wrong, "tails": right}
        return Choice(1, ways, {1: "guess"})

    coin = Choice(0, {"H": guess("H"), "T": guess("T")}, question=1)
    root = Choice(0, {"play": coin, "safe": End(-0.5, 0.5)})
    # Priors that are exactly equal would let both seats take turns in step with each other.
    assert chosen(root, 2, simulations=1500, scale=1.0) == "play"


def test_positions_that_a_player_cannot_tell_apart_are_searched_alike() -> None:
    state = State(CARDS, 3, 4)
    state.apply(int(state.legal_actions()[0]))
    for values in (1, None):
        agent = guided(CARDS, values=values, scale=1.0, simulations=24)
        assert_equal_choices(agent, alike(CARDS, state))


# ---- equal seeds, equal moves


@pytest.mark.parametrize("values", [1, None])
@pytest.mark.parametrize(("batch", "threads"), [(3, 1), (64, 1), (64, 3), (2, 2)])
def test_equal_seeds_give_equal_moves_whatever_the_batch_and_the_threads(
    values: int | None, batch: int, threads: int
) -> None:
    options = {"values": values, "scale": 1.0, "simulations": 40, "root_noise": 0.25}
    states = positions()
    decisions = decisions_of(states, bits=range(len(states)))
    alone = guided(CARDS, **options, batch=1, threads=1).search(decisions)
    together = guided(CARDS, **options, batch=batch, threads=threads).search(decisions)
    assert_equal(alone, together)
    assert (alone.simulations == 40).all() and (alone.visits.sum(axis=1) == 40).all()


def test_whole_games_are_the_same_whatever_the_batch_and_the_threads() -> None:
    def final_states(block: int, **options: Any) -> bytes:
        agent = guided(CARDS, scale=1.0, simulations=20, **options)
        blocks = play_games(CARDS, [agent, agent, "random"], games=6, seed=3, block=block)
        return b"".join(found.states.tobytes() for found in blocks)

    first = final_states(6, batch=64, threads=1)
    assert final_states(6, batch=1, threads=3) == first
    assert final_states(4, batch=4, threads=2) == first


@pytest.mark.parametrize("values", [1, None])
def test_an_evaluator_of_ones_own_is_asked_for_what_compiled_code_looks_at(
    values: int | None,
) -> None:
    network = untrained(CARDS, values=values)
    compiled = NetworkEvaluator(network, CARDS)

    class Own:
        """Is no network of plain arrays for the search."""

        observation_mode = network.observation_mode
        values_per_row, zero_sum = network.values, network.zero_sum

        def __call__(
            self, observations: np.ndarray, masks: np.ndarray
        ) -> tuple[np.ndarray, np.ndarray]:
            return compiled(observations, masks)

    given = TreeOptions(simulations=60, network="untrained", leaves=3, threads=1)
    asked, looked = (NetworkSearchAgent(CARDS, given, by) for by in (Own(), compiled))
    for place, state in enumerate(positions()):
        one, other = (agent.explain(state, bits=place) for agent in (asked, looked))
        assert one == other


def test_a_search_with_little_time_looks_at_the_clock_between_passes() -> None:
    state = positions()[-1]
    done = guided(CARDS, simulations=10**6, leaves=1, seconds=1e-9).explain(state).simulations
    assert 1 <= done <= 4


def test_a_search_can_be_interrupted_between_calls_of_compiled_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state, interrupted = positions()[-1], False
    calls: list[Any] = []
    whole = guided(CARDS, simulations=60, leaves=1).explain(state)
    compiled = network_search.search_lane

    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        if interrupted and len(calls) == 3:
            raise KeyboardInterrupt
        return compiled(*arguments)

    monkeypatch.setattr(network_search, "search_lane", counted)
    monkeypatch.setattr(network_search, "_AT_ONCE", 3)
    assert guided(CARDS, simulations=60, leaves=1).explain(state) == whole
    # What ends with the game needs no pass.
    assert 3 < len(calls) <= 21
    calls.clear()
    interrupted = True
    with pytest.raises(KeyboardInterrupt):
        guided(CARDS, simulations=10**6, leaves=1).explain(state)


def test_leaves_looked_at_together_are_seen_as_alone() -> None:
    for values in (1, None):
        network = untrained(CARDS, values=values)
        evaluator = NetworkEvaluator(network, CARDS)
        draw = np.random.default_rng(1)
        observations = draw.random((50, network.features)).astype(np.float32)
        masks = draw.random((50, network.actions)) < 0.5
        masks[::7] = False
        logits, found = evaluator(observations, masks)
        expected = network.forward(observations)
        assert np.abs(logits - expected[0])[masks].max() < 1e-5
        assert np.abs(found - expected[1]).max() < 1e-5
        for row in range(50):
            one = slice(row, row + 1)
            logits_of_one, found_of_one = evaluator(observations[one], masks[one])
            assert np.array_equal(logits_of_one[0][masks[row]], logits[row][masks[row]])
            assert np.array_equal(found_of_one[0], found[row])


# ---- what the network says


def test_the_priors_are_the_softmax_over_what_is_legal() -> None:
    game = extensive_game(Choice(0, {"a": End(0, 0), "b": End(0, 0), "c": End(0, 0)}), 2)
    network = untrained(game)
    agent = NetworkSearchAgent(
        game,
        TreeOptions(simulations=4, network="x", prior_noise=0.0),
        NetworkEvaluator(network, game),
    )
    state = State(game, 2)
    told = {entry.name: entry.prior for entry in agent.explain(state).candidates}
    logits, _ = network.forward(observation_of(game, state.array, 0, "recall")[None])
    weights = np.exp(logits[0, :3])
    for name, weight in zip("abc", weights / weights.sum(), strict=True):
        assert told[name] == pytest.approx(weight, abs=1e-5)


def test_noise_at_the_root_is_drawn_from_the_bits_of_the_decision() -> None:
    game = extensive_game(Choice(0, {name: End(0, 0) for name in "abcdef"}), 2)
    agent = guided(game, simulations=6, root_noise=0.5, prior_noise=0.0)

    def priors(bits: int) -> list[float]:
        told = agent.explain(State(game, 2), bits=bits)
        return [entry.prior for entry in sorted(told.candidates, key=lambda entry: entry.action)]

    assert priors(1) == priors(1) != priors(2)
    assert sum(priors(1)) == pytest.approx(1.0) and min(priors(1)) >= 0.5 / 6


def two_deep() -> Game:
    """Seat 2 decides, then seat 1: leaves where the mover is not the first seat."""
    last = {"x": End(0, 0, 0), "y": End(0, 0, 0)}
    return extensive_game(Choice(2, {"a": Choice(1, last), "b": End(0, 0, 0)}), 3)


def test_values_of_a_leaf_go_to_the_seats_as_they_sit_from_the_mover() -> None:
    game = two_deep()
    told = Told(game, lambda row: [0.1, 0.2, -0.3, 9.0], 4)
    agent = NetworkSearchAgent(game, TreeOptions(simulations=2, network="x"), told)
    values = agent.search(decisions_of([State(game, 3)])).values[0, 0]
    # Seat 1 is to move there: 0.1 is its value, 0.2 that of seat 2, -0.3 that of seat 0.
    assert values.tolist() == pytest.approx([-0.3, 0.1, 0.2, 0.0], abs=1e-6)


def test_a_network_of_one_value_is_asked_for_every_seat() -> None:
    game = two_deep()
    told = Told(game, lambda row: [row[0] * 100], 1)
    agent = NetworkSearchAgent(game, TreeOptions(simulations=2, network="x"), told)
    values = agent.search(decisions_of([State(game, 3)])).values[0, 0]
    # Everybody sees node 1 of 800.
    assert values.tolist() == pytest.approx([0.125, 0.125, 0.125, 0.0], abs=1e-6)
    assert len(told.rows) == 6  # the root and one leaf, three seats each


def test_values_beyond_the_range_of_the_game_are_cut() -> None:
    game = two_deep()
    told = Told(game, lambda row: [7.0, -7.0, 0.0, 0.0], 4)
    agent = NetworkSearchAgent(game, TreeOptions(simulations=2, network="x"), told)
    values = agent.search(decisions_of([State(game, 3)])).values[0, 0]
    assert values.tolist() == [0.0, 1.0, -1.0, 0.0]


def test_a_share_of_the_value_of_a_leaf_is_that_of_a_rollout() -> None:
    last = {"x": End(-1, 1), "y": End(-1, 1)}
    game = extensive_game(Choice(0, {"a": Choice(1, last), "b": End(0, 0)}), 2)
    told = Told(game, lambda row: [0.0, 0.5, 0.0, 0.0], 4)
    options = TreeOptions(simulations=2, network="x", value_share=0.75)
    values = NetworkSearchAgent(game, options, told).search(decisions_of([State(game, 2)])).values
    assert values[0, 0, :2].tolist() == pytest.approx([0.75 * 0.5 - 0.25, 0.25])


def test_a_position_is_looked_at_once() -> None:
    """One pass for the root and one per simulation that does not end its game, at new nodes."""
    game = extensive_game(Choice(0, {"a": Choice(0, {"x": End(0, 0), "y": End(0, 0)})}), 2)
    told = Told(game, lambda row: [0.0] * 4, 4)
    NetworkSearchAgent(game, TreeOptions(simulations=50, network="x", leaves=1), told).search(
        decisions_of([State(game, 2)])
    )
    assert len(told.rows) == 2


def test_a_kept_tree_keeps_what_the_network_said() -> None:
    ways = {"a": End(0.1, -0.1), "b": End(0.4, -0.4), "c": End(-0.3, 0.3)}
    root = Choice(0, {"go": Choice(0, ways, question=1), "stop": End(-1, 1)})
    game = extensive_game(root, 2)
    told = Told(game, lambda row: [0.0] * 4, 4)
    agent = NetworkSearchAgent(game, TreeOptions(simulations=60, network="x", leaves=1), told)
    state = State(game, 2)
    agent.choose(decisions_of([state], games=[3]))
    assert len(told.rows) == 2
    state.apply("go")
    agent.choose(decisions_of([state], games=[3]))
    assert len(told.rows) == 2
    assert agent._last is not None and agent._last[1].visits.sum() > 60


def test_leaves_of_one_game_are_gathered_and_all_count() -> None:
    """Virtual losses send simulations that are gathered to different leaves."""
    ways = {f"w{way}": Choice(1, {"x": End(0, 0), "y": End(0, 0)}) for way in range(8)}
    game = extensive_game(Choice(0, ways), 2)
    decisions = decisions_of([State(game, 2)] * 2, bits=[1, 2])
    told = Told(game, lambda row: [0.2, 0.0, 0.0, 0.0], 4)
    options = TreeOptions(simulations=31, network="x", batch=1, leaves=8)
    agent = NetworkSearchAgent(game, options, told)
    found = agent.search(decisions)
    # Alone: the root. Then all eight leaves at once; the rest ends its games.
    assert told.calls == [1, 8, 1, 8]
    assert len(np.unique(told.rows[1:9], axis=0)) == 8
    assert (found.visits.sum(axis=1) == 31).all() and (found.simulations == 31).all()
    search = agent._searches[0]
    assert not search.tree.edges["pending"].any() and not search.tree.nodes["waits"].any()


def test_a_simulation_that_comes_to_a_leaf_where_another_waits_waits_there_too() -> None:
    game = extensive_game(Choice(0, {"a": Choice(0, {"x": End(0, 0), "y": End(0, 0)})}), 2)
    told = Told(game, lambda row: [0.4, 0.0, 0.0, 0.0], 4)
    options = TreeOptions(simulations=9, network="x", leaves=3)
    result = NetworkSearchAgent(game, options, told).search(decisions_of([State(game, 2)]))
    # Three meet at the node below the root; the others find its priors there and end their games.
    assert told.calls == [1, 3]
    assert result.visits[0, 0] == 9 and result.nodes[0] == 2
    assert result.values[0, 0, 0] == pytest.approx(3 * 0.4 / 9)


def test_a_full_tree_stops_growing_and_goes_on() -> None:
    rng = np.random.default_rng(1)
    game = extensive_game(Choice(0, {"x": random_tree(rng, 2, 6), "y": random_tree(rng, 2, 6)}), 2)
    agent = guided(game, simulations=300, nodes=3)
    result = agent.search(decisions_of([State(game, 2)]))
    assert result.nodes[0] <= 3 and result.visits[0].sum() == 300


def test_time_is_a_budget() -> None:
    agent = guided(CARDS, simulations=10**6, nodes=1000, seconds=0.05)
    result = agent.search(decisions_of(positions()[:3]))
    assert ((result.simulations >= 1) & (result.simulations < 10**6)).all()


# ---- specifications


def test_a_specification_names_a_file(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    save_network(path, untrained(CARDS), CARDS)
    agent = make_agent(f"mcts:simulations=30,network={path}", CARDS)
    assert isinstance(agent, NetworkSearchAgent)
    decisions = decisions_of(positions())
    assert agent.probabilities(decisions).sum(axis=1) == pytest.approx(1.0)
    assert agent.name == f"mcts:simulations=30,network={path}"
    assert agent.values(decisions).shape == (len(decisions.seats), CARDS.max_players)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("mcts:network=nobody.npz", "'nobody.npz' is no file"),
        ("mcts:network=x,priors=random", "not from both"),
        ("mcts:value_share=0.5", "value_share needs a network"),
        ("mcts:root_noise=0.5", "root_noise needs a network or priors"),
        ("mcts:priors=random,root_noise=2", "root_noise must be 0 to 1"),
        ("mcts:priors=random,root_concentration=0", "root_concentration must be more than 0"),
        ("mcts:batch=0", "batch must be at least 1"),
    ],
)
def test_a_bad_specification_says_what_is_possible(spec: str, words: str) -> None:
    with pytest.raises(AgentSpecError) as caught:
        make_agent(spec, CARDS)
    assert words in str(caught.value)


def test_a_network_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    save_network(path, untrained(CARDS), CARDS)
    with pytest.raises(ValueError, match="extensive"):
        make_agent(f"mcts:network={path}", two_deep())


def test_a_network_with_a_wrong_number_of_values_is_refused() -> None:
    with pytest.raises(ValueError, match="1 value or one for each of 4 seats, not 2"):
        NetworkSearchAgent(two_deep(), TreeOptions(network="x"), Told(two_deep(), lambda row: 0, 2))


@pytest.mark.parametrize("value", [np.nan, np.inf, 1e300])
def test_an_evaluator_that_gives_no_numbers_is_refused(value: float) -> None:
    game = two_deep()
    told = Told(game, lambda row: [value, 0.0, 0.0, 0.0], 4)
    agent = NetworkSearchAgent(game, TreeOptions(simulations=2, network="x"), told)
    with pytest.raises(ValueError, match="must give numbers"):
        agent.search(decisions_of([State(game, 3)]))


@pytest.mark.parametrize("given", [None, ("a", "b"), (np.zeros(3),), np.zeros((2, 3), complex)])
def test_an_evaluator_that_gives_other_things_than_two_arrays_is_refused(given: Any) -> None:
    class Wrong(Told):
        def __call__(self, observations: np.ndarray, masks: np.ndarray) -> Any:
            return given

    game = two_deep()
    wrong = Wrong(game, lambda row: 0.0, 4)
    agent = NetworkSearchAgent(game, TreeOptions(simulations=2, network="x"), wrong)
    with pytest.raises(ValueError, match="must give two arrays of floats, logits and values"):
        agent.search(decisions_of([State(game, 3)]))


def test_an_evaluator_that_gives_too_few_numbers_is_refused() -> None:
    game = two_deep()
    told = Told(game, lambda row: [0.0] * 4, 4)
    told.actions = 1
    agent = NetworkSearchAgent(game, TreeOptions(simulations=2, network="x"), told)
    with pytest.raises(ValueError, match=r"logits of shape \(1, \d+\), not \(1, 1\)"):
        agent.search(decisions_of([State(game, 3)]))
