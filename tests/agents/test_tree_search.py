"""The tree search on small games with known answers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import typeof

from pixies_agents.search.flat_agent import FlatAgent
from pixies_agents.search.helpers import make_helper_agents, make_helpers
from pixies_agents.search.options import FlatOptions, TreeOptions
from pixies_agents.search.tree_agent import TreeSearchAgent
from pixies_agents.search.workspace import make_workspaces
from pixies_env.core.compilation.compile import COMPILED
from pixies_env.core.states.state import State
from tests.agents.conftest import decisions_of
from tests.games.extensive import Chance, Choice, End, extensive_game, solve


def chosen(root: Any, players: int, seed: int = 0, **options: Any) -> str:
    """What the search takes at the first decision of a game."""
    game = extensive_game(root, players)
    agent = TreeSearchAgent(game, TreeOptions(**{"simulations": 400, **options}))
    return agent.explain(State(game, players, seed), bits=seed).chosen


def test_a_player_who_moves_twice_in_a_row_is_not_taken_for_an_opponent() -> None:
    # Seat 0 moves twice: a search that lets every other decision minimise expects the worst of
    # `slow`. Then seat 1 answers once and once more.
    root = Choice(
        0,
        {
            "slow": Choice(0, {"bad": End(-1, 1), "good": End(0.5, -0.5)}),
            "fast": End(0.1, -0.1),
            "trap": Choice(
                1, {"a": Choice(1, {"c": End(-1, 1), "d": End(1, -1)}), "b": End(1, -1)}
            ),
        },
    )
    assert solve(root) == (0.5, -0.5)
    assert chosen(root, 2) == "slow"


def test_each_of_three_players_maximises_the_own_value() -> None:
    # If the others joined against seat 0, `left` would be worth -1 and `right` better. But seat 1
    # gains by the way that is good for seat 0 as well, and seat 2 does not care about it.
    root = Choice(
        0,
        {
            "left": Choice(
                1,
                {
                    "gain": Choice(2, {"x": End(0.6, 0.4, 0.2), "y": End(-1, 0.5, -0.9)}),
                    "spite": Choice(2, {"x": End(-1, -0.5, 0.9), "y": End(-1, -0.6, 0)}),
                },
            ),
            "right": Choice(
                2,
                {"u": End(0.2, -0.4, 0.6), "v": End(0.9, 0.9, -0.9)},
            ),
        },
    )
    assert solve(root) == (0.6, 0.4, 0.2)
    assert chosen(root, 3, simulations=1500) == "left"


def test_in_a_paranoid_search_all_others_join_against_the_player() -> None:
    # Seat 1 would gain by `kind`, but `spite` is worse for seat 0, and seat 2 joins in.
    last = {"x": End(0.6, 0.4, 0.2), "y": End(-0.8, 0.3, 0.1)}
    left = Choice(1, {"kind": Choice(2, last), "spite": End(-1, -0.5, -0.5)})
    root = Choice(0, {"left": left, "right": Choice(2, {"u": End(0.1, 0, 0), "v": End(0.9, 0, 1)})})
    assert solve(root) == (0.9, 0, 1)
    assert chosen(root, 3, simulations=1000) == "right"
    game = extensive_game(root, 3)
    for others, worth in (("max_n", 0.9), ("paranoid", 0.1)):
        agent = TreeSearchAgent(game, TreeOptions(simulations=1000, opponents=others))
        told = {entry.name: entry for entry in agent.explain(State(game, 3)).candidates}
        assert told["right"].values is not None and told["left"].values is not None
        assert told["right"].values[0] == pytest.approx(worth, abs=0.1)
        assert (told["left"].values[0] < -0.5) == (others == "paranoid")


def test_the_best_of_a_gamble_is_its_expectation() -> None:
    # Neither the likeliest nor the best outcome tells: 0.8 * 0.5 - 0.2 * 1 = 0.2 against 0.3,
    # and 0.1 * 1 - 0.9 * 0.1 = 0.01.
    root = Choice(
        0,
        {
            "likely": Chance([(8, End(0.5, -0.5)), (2, End(-1, 1))]),
            "sure": End(0.3, -0.3),
            "lottery": Chance([(1, End(1, -1)), (9, End(-0.1, 0.1))]),
        },
    )
    assert chosen(root, 2, simulations=600) == "sure"


def test_the_lower_confidence_bound_prefers_what_is_surely_good() -> None:
    high, low = 1.0, -0.4
    gamble = Chance([(1, End(high, -high)), (1, End(low, -low))])
    root = Choice(0, {"gamble": gamble, "sure": End(0.25, -0.25), "poor": End(-1, 1)})
    state = State(extensive_game(root, 2), 2)
    names = ["gamble", "sure", "poor"]
    taken = set()
    for bits in range(8):
        found = {}
        for lcb in (0.0, 2.0):
            agent = TreeSearchAgent(state.game, TreeOptions(simulations=300, lcb=lcb))
            result = agent.search(decisions_of([state], bits))
            found[lcb] = names[int(result.chosen[0])]
        visits, means = result.visits[0, :3], result.values[0, :3, 0]
        # Of two outcomes the mean tells the variance.
        variances = np.array([(high - means[0]) * (means[0] - low), 0.0, 0.0])
        bounds = means - 2.0 * np.sqrt(variances / (visits - 1))
        bounds[visits < visits.max() / 10] = -np.inf
        assert found[2.0] == names[int(np.argmax(bounds))]
        assert found[0.0] == names[int(np.argmax(visits))]
        taken.add((found[0.0], found[2.0]))
    assert ("gamble", "sure") in taken
    assert (
        TreeSearchAgent(state.game, TreeOptions(simulations=1, lcb=2.0))
        .search(decisions_of([state]))
        .visits.sum()
        == 1
    )


def test_after_chance_a_player_does_what_fits_on_average() -> None:
    """Open-loop: a node holds the same decision after different chance."""
    answer = {"high": End(0.8, -0.8), "low": End(-0.8, 0.8)}
    turned = {"high": End(-0.6, 0.6), "low": End(0.6, -0.6)}
    root = Choice(
        0, {"roll": Chance([(1, Choice(0, answer)), (1, Choice(0, turned))]), "stay": End(0, 0)}
    )
    assert chosen(root, 2) == "roll"


def card_game(seen: bool) -> Chance:
    """Seat 0 may guess a card after `go`; blind, the sure thing is better."""

    def after(card: str) -> Choice:
        blind = {} if seen else {0: "guess"}
        unseen = {} if seen else {0: "start"}
        ways = {"A": End(1, -1), "B": End(-1, 1)}
        if card == "B":
            ways = {"A": End(-1, 1), "B": End(1, -1)}
        return Choice(0, {"go": Choice(0, ways, blind, 1), "safe": End(0.3, -0.3)}, unseen)

    return Chance([(1, after("A")), (1, after("B"))])


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_it_does_not_see_a_hidden_card(seed: int) -> None:
    assert chosen(card_game(seen=False), 2, seed) == "safe"
    assert chosen(card_game(seen=True), 2, seed) == "go"


def test_others_do_not_react_to_what_was_decided_in_secret() -> None:
    # If seat 1 saw the coin, every way of playing would be worth -1.
    def guess(coin: str) -> Choice:
        right, wrong = End(-1, 1), End(1, -1)
        ways = {"heads": right, "tails": wrong} if coin == "H" else {"heads": wrong, "tails": right}
        return Choice(1, ways, {1: "guess"})

    coin = Choice(0, {"H": guess("H"), "T": guess("T")}, question=1)
    root = Choice(0, {"play": coin, "safe": End(-0.5, 0.5)})
    assert chosen(root, 2, simulations=1500) == "play"


def random_tree(rng: np.random.Generator, players: int, depth: int) -> Any:
    """A tree of decisions without chance or secrets."""
    if depth == 0 or rng.random() < 0.1:
        return End(*np.round(rng.uniform(-1, 1, players), 2))
    names = [f"w{way}" for way in range(int(rng.integers(1, 4)))]
    ways = {name: random_tree(rng, players, depth - 1) for name in names}
    return Choice(int(rng.integers(players)), ways)


@pytest.mark.parametrize("seed", range(12))
def test_it_finds_the_max_n_solution_of_random_trees(seed: int) -> None:
    rng = np.random.default_rng(seed)
    players = int(rng.integers(2, 5))
    root: Any = End()
    while not isinstance(root, Choice) or len(root.ways) < 2:
        root = random_tree(rng, players, 5)
    best = chosen(root, players, simulations=3000)
    solved = {name: solve(way)[root.player] for name, way in root.ways.items()}
    assert solved[best] >= max(solved.values()) - 0.15


def test_a_forced_decision_is_not_searched_but_can_be_explained() -> None:
    root = Choice(0, {"only": Choice(1, {"a": End(1, -1), "b": End(-1, 1)})})
    game = extensive_game(root, 2)
    agent = TreeSearchAgent(game, TreeOptions(simulations=50))
    decisions = decisions_of([State(game, 2)])
    assert agent.choose(decisions).tolist() == [0]
    assert agent.probabilities(decisions)[0].tolist()[0] == 1.0
    assert agent.values(decisions)[0, :2] == pytest.approx([-1, 1], abs=0.2)


def test_all_but_one_decision_illegal_deep_in_the_tree() -> None:
    """Where one decision is left, the search goes on to where there is a choice again."""
    way: Any = Choice(0, {"a": End(1, -1), "b": End(-1, 1)})
    for _ in range(12):
        way = Choice(1, {"only": Choice(0, {"only": way})})
    assert chosen(Choice(0, {"long": way, "short": End(0.5, -0.5)}), 2, simulations=40) == "long"


def test_one_decision_of_many_is_legal_in_some_worlds_only() -> None:
    """What is rarely legal still gets its share: availability counts."""
    common = {"a": End(0.1, -0.1), "b": End(0, 0)}
    rare = Choice(1, {**common, "c": End(-1, 1)}, {0: "other"})
    root = Choice(0, {"go": Chance([(9, Choice(1, common)), (1, rare)]), "no": End(-0.4, 0.4)})
    assert chosen(root, 2, simulations=2000) == "go"


def test_widening_still_finds_the_best_of_many() -> None:
    ways: dict[str, Any] = {f"w{way}": End(way / 100, -way / 100) for way in range(30)}
    root = Choice(0, ways)
    game = extensive_game(root, 2)
    narrow = TreeSearchAgent(game, TreeOptions(simulations=100, widening=1.0))
    visits = narrow.search(decisions_of([State(game, 2)])).visits[0]
    # At the 100th visit 1.0 * 100 ** 0.5 edges are allowed.
    assert np.count_nonzero(visits) == 10
    assert chosen(root, 2, simulations=3000, widening=2.0) == "w29"


def test_a_full_tree_stops_growing_and_goes_on() -> None:
    rng = np.random.default_rng(1)
    game = extensive_game(Choice(0, {"x": random_tree(rng, 2, 6), "y": random_tree(rng, 2, 6)}), 2)
    agent = TreeSearchAgent(game, TreeOptions(simulations=500, nodes=3))
    result = agent.search(decisions_of([State(game, 2)]))
    assert result.nodes[0] <= 3 and result.visits[0].sum() == 500


def test_values_are_means_per_seat_and_visits_add_up() -> None:
    game = extensive_game(Choice(2, {"a": End(0.1, 0.2, 0.3), "b": End(-0.1, 0, -1)}), 3)
    agent = TreeSearchAgent(game, TreeOptions(simulations=64))
    result = agent.search(decisions_of([State(game, 3)]))
    assert result.visits[0].sum() == result.simulations[0] == 64
    assert result.values[0, 0, :3] == pytest.approx([0.1, 0.2, 0.3])
    assert result.values[0, 1, :3] == pytest.approx([-0.1, 0, -1])
    assert np.isnan(result.values[0, 2:]).all()


def test_temperature_draws_by_visits() -> None:
    game = extensive_game(Choice(0, {"a": End(0.1, -0.1), "b": End(0, 0)}), 2)
    agent = TreeSearchAgent(game, TreeOptions(simulations=40, temperature=1.0))
    state = State(game, 2)
    decisions = decisions_of([state] * 60, bits=list(range(60)))
    assert agent.probabilities(decisions).sum(axis=1) == pytest.approx(1.0)
    assert 5 < agent.choose(decisions).sum() < 55


def test_flat_search_tries_all_decisions_equally_often() -> None:
    root = Choice(0, {"a": End(-0.2, 0.2), "b": End(0.3, -0.3), "c": End(0.2, -0.2)})
    game = extensive_game(root, 2)
    agent = FlatAgent(game, FlatOptions(simulations=31))
    result = agent.search(decisions_of([State(game, 2)]))
    assert result.visits[0, :3].tolist() == [11, 10, 10]
    assert result.chosen.tolist() == [1]
    # Flat: what comes later is played at random, so the trap of the tree is not seen.
    assert agent.explain(State(game, 2)).chosen == "b"


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_another_number_of_simulations_compiles_nothing_anew() -> None:
    game = extensive_game(Choice(0, {"a": End(0, 0), "b": End(0, 0)}), 2)
    few, many = (
        [
            (kernel, [typeof(argument) for argument in arguments])
            for kernel, arguments in TreeSearchAgent(game, options).kernel_calls()
        ]
        for options in (TreeOptions(simulations=1), TreeOptions(simulations=500, nodes=400))
    )
    assert few == many


def test_the_words_of_a_workspace_are_the_bytes_of_what_is_seen() -> None:
    game = extensive_game(Choice(0, {"a": End(0, 0), "b": End(0, 0)}), 2)
    agents = make_helper_agents(game, "random", None)
    workspaces = make_workspaces(2, game, make_helpers(game, agents), 1)
    workspaces["seen"]["state"][1] = State(game, 2).array[0]
    assert workspaces["seen"]["words"][1].tobytes() == State(game, 2).array.tobytes()
    assert not workspaces["seen"]["words"][0].any()
