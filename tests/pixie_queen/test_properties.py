"""What holds in every game of Pixie Queen, on the printed numbers and on others."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.states.state import State
from pixies_env.pixie_queen.names import GOODS
from pixies_env.registry import make_game
from pixies_env.testing import check_game
from tests.pixie_queen.board_strategies import boards

GAME = make_game("pixie_queen")
SEEDS = st.integers(0, 2**32 - 1)
PLAYERS = st.integers(2, 5)

few = settings(max_examples=12, suppress_health_check=list(HealthCheck))


def shy_choice(state: State, rng: np.random.Generator) -> int:
    """A random decision that rarely ends a phase early: such games are longer and richer."""
    ids, names = state.legal_actions(), state.legal_names()
    weights = np.array([0.03 if name in ("pass", "refuse", "stop") else 1.0 for name in names])
    return int(rng.choice(ids, p=weights / weights.sum()))


def test_the_game_conforms_to_the_seam() -> None:
    check_game(GAME, games=1)


@few
@given(board=boards(), seed=SEEDS)
def test_the_game_conforms_on_altered_boards(board: dict, seed: int) -> None:
    check_game(
        make_game("pixie_queen", board=board), games=1, seed=seed, close_looks=0.02, alterations=4
    )


@few
@given(board=boards(), players=PLAYERS, seed=SEEDS)
def test_every_good_stone_and_pixie_is_conserved(board: dict, players: int, seed: int) -> None:
    game = make_game("pixie_queen", board=board)
    if players not in game.players:
        players = game.players[0]
    state, rng = State(game, players, seed), np.random.default_rng(seed)
    supply = board["supply"]
    while True:
        position = state.as_dict()
        for good in GOODS:
            total = position["stock"][good] + position["special_offering_track"][good]
            total += position["bag"].get(good, 0)
            total += sum(seat["goods"][good] for seat in position["seats"])
            assert total == supply[good]
        stones = position["bag"]["stone"] + position["reserve_stones"]
        assert stones + sum(sum(seat["stones"]) for seat in position["seats"]) == supply["stones"]
        pixies = board["setup"]["pixies"][board["setup"]["players"].index(players)]
        standing = [*position["hands"].values(), position["servant_space"]]
        for number, seat in enumerate(position["seats"]):
            own = standing.count(number) + seat["mine"] + seat["servants"]
            assert own == pixies or seat["out"]
        if state.is_over:
            break
        state.apply(shy_choice(state, rng))


@few
@given(players=PLAYERS, shift=st.integers(1, 4), seed=SEEDS)
def test_seats_are_mirrored(players: int, shift: int, seed: int) -> None:
    """Turned around the table, the same roles are played and the same is seen and paid."""
    order = [int(seat) for seat in np.random.default_rng(seed).permutation(players)]
    turned = [(seat + shift) % players for seat in order]
    one = State(make_game("pixie_queen", order=order), players, seed, chance="manual")
    other = State(make_game("pixie_queen", order=turned), players, seed, chance="manual")
    rng = np.random.default_rng(seed)
    while not one.is_over:
        if one.waiting == "chance":
            if one.question == "start_order":
                one.draw()
                other.draw()
            else:
                name = rng.choice([outcome.name for outcome in one.chance_outcomes()])
                one.apply_chance(str(name))
                other.apply_chance(str(name))
            continue
        assert other.player == (one.player + shift) % players
        assert list(one.legal_actions()) == list(other.legal_actions())
        seat = int(rng.integers(players))
        assert np.array_equal(one.observation(seat), other.observation((seat + shift) % players))
        action = shy_choice(one, rng)
        one.apply(action)
        other.apply(action)
    assert np.array_equal(np.roll(one.returns(), shift), other.returns())
    assert np.array_equal(np.roll(one.returns("score"), shift), other.returns("score"))


def states_with_a_secret(players: int, seed: int) -> list[State]:
    """Positions of one game in which somebody has offered in secret and the next is asked."""
    state, rng, found = State(GAME, players, seed), np.random.default_rng(seed), []
    while not state.is_over:
        state.apply(shy_choice(state, rng))
        if not state.is_over and state.question == "offer":
            found.append(state.clone())
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_secret_offers_change_nothing_that_others_see(players: int) -> None:
    """The worlds that resampling makes differ in the offers and look alike to their observer."""
    rng = np.random.default_rng(players)
    worlds_seen = set()
    for state in states_with_a_secret(players, seed=7 + players):
        for observer in range(players):
            observation_mode = state.hidden_from(observer)
            for _ in range(4):
                world = state.resampled(observer, rng)
                assert np.array_equal(world.observation(observer), state.observation(observer))
                assert world.hidden_from(observer) == observation_mode
                assert world.player == state.player
                own = state.as_dict()["offers"][observer]
                assert world.as_dict()["offers"][observer] == own
                worlds_seen.add(str(world.as_dict()["offers"]))
    assert len(worlds_seen) > 20


def test_a_resampled_offer_is_uniform_over_what_its_player_may_have_answered() -> None:
    position = {
        "players": 3,
        "phase": "offerings",
        "demand": "apple",
        "demands_left": {"apple": 2, "honey": 3, "bread": 3},
        "refused": [0],
        "waiting": {"for": "decision", "player": 1, "question": "offer"},
        "seats": [
            {"goods": {"apple": 1, "silver": 2}},
            {"goods": {"apple": 3}},
            {"goods": {"gold": 3}},
        ],
    }
    state = State.from_dict(GAME, position)
    counts: dict[str, int] = {}
    for bits in range(4000):
        world = state.resampled(2, bits).as_dict()
        answer = "refuse" if 0 in world["refused"] else str(world["offers"][0])
        counts[answer] = counts.get(answer, 0) + 1
    assert set(counts) == {"refuse", "[1, 0, 0]", "[0, 1, 0]", "[0, 2, 0]"}
    assert all(850 < count < 1150 for count in counts.values())


def test_no_entry_of_the_observation_is_constant_over_many_games() -> None:
    # Printed numbers are the same in all games on one board.
    for mode in (mode for mode in GAME.observation_modes if not mode.endswith("+numbers")):
        names = [feature.name for feature in GAME.features_of(mode)]
        lowest = np.full(len(names), np.inf)
        highest = np.full(len(names), -np.inf)
        rng = np.random.default_rng(1)
        env = BatchEnv(
            GAME, 1024, np.arange(1024) % 4 + 2, seed=1, autoreset=True, observation_mode=mode
        )
        rare = np.ones(len(GAME.actions))
        for verb in ("pass", "refuse", "stop"):
            rare[GAME.actions[verb].start] = 0.3
        step = env.reset()
        for _ in range(900):
            lowest = np.minimum(lowest, step.observations.min(axis=0))
            highest = np.maximum(highest, step.observations.max(axis=0))
            if (lowest < highest).all():
                break
            weights = rng.random(step.action_masks.shape) * step.action_masks * rare
            step = env.step(weights.argmax(axis=1))
        constant = [
            name for name, low, high in zip(names, lowest, highest, strict=True) if low == high
        ]
        assert constant == []
        assert lowest.min() >= -1 and highest.max() < 3


def test_the_screens_mode_leaves_out_what_lies_behind_screens() -> None:
    names = {feature.name for feature in GAME.features_of("screens")}
    assert "me_gold" in names and "me_reward_points" in names
    assert not any(f"left{step}_{good}" in names for step in range(1, 5) for good in GOODS)
    assert not any(f"left{step}_reward_points" in names for step in range(1, 5))
    assert not any(name.startswith("bag_") for name in names)
