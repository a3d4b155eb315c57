"""What holds in every game, on the printed numbers and on random boards with random options."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.game import Game
from pixies_env.core.states.records import Record
from pixies_env.core.states.state import State
from pixies_env.havresac.names import GUARDIANS
from pixies_env.registry import make_game
from pixies_env.testing import check_altered_positions, check_game
from tests.havresac.boards import random_board

GAME = make_game("havresac")
SEEDS = st.integers(0, 2**32 - 1)
PLAYERS = st.integers(1, 4)

few = settings(max_examples=10, suppress_health_check=list(HealthCheck))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """The game on a random board, or the shipped one, with random options."""
    board = draw(st.one_of(st.none(), SEEDS.map(lambda seed: random_board(random.Random(seed)))))
    face = st.sampled_from(["day", "night"])
    return make_game(
        "havresac",
        board=board,
        season=draw(st.sampled_from(["summer", "winter"])),
        faces=draw(
            st.one_of(
                st.sampled_from(["day", "night", "random"]),
                st.lists(face, min_size=6, max_size=6),
            )
        ),
        night_druid_repairs=draw(st.sampled_from([None, 1, 4])),
    )


def busy_choice(state: State, rng: np.random.Generator) -> int:
    """A random decision that rarely stops early: such games use more powers and objects."""
    ids, names = state.legal_actions(), state.legal_names()
    weights = np.array([0.2 if name in ("done", "end") else 1.0 for name in names])
    return int(rng.choice(ids, p=weights / weights.sum()))


def test_the_game_conforms_to_the_seam() -> None:
    check_game(GAME, games=1, close_looks=0.03)


def test_the_game_conforms_with_other_options() -> None:
    game = make_game("havresac", season="winter", faces="random", night_druid_repairs=4)
    check_game(game, games=1, seed=1, close_looks=0.01)


@pytest.mark.parametrize("number", range(4))
def test_altered_positions_on_random_boards_are_refused_or_played_to_the_end(number: int) -> None:
    game = make_game(
        "havresac",
        board=random_board(random.Random(number)),
        season=("summer", "winter")[number % 2],
        faces=("day", "night", "random", "random")[number],
        night_druid_repairs=4,
    )
    check_altered_positions(game, count=15, seed=number, games=1, players=[1 + number])


@few
@given(game=games(), players=PLAYERS, seed=SEEDS)
def test_tokens_villages_and_creatures_are_conserved(game: Game, players: int, seed: int) -> None:
    state, rng = State(game, players, seed), np.random.default_rng(seed)
    printed = {(number.table, number.key): number.value for number in game.printed}
    while True:
        position = state.as_dict()
        check_tokens(position, printed)
        for own in position["seats"]:
            assert (
                len(own["repaired"]) + own["villages_left"] == printed["supply", "village_tokens"]
            )
            opened = printed["supply", "chest_tokens"] - sum(own["closed"].values())
            assert len(own["opened"]) == opened
            both = set(own["guardians"]) & set(own["creatures"])
            assert not both, "a cell holds a Guardian and a creature"
        if state.is_over:
            break
        assert len(state.legal_actions()) > 0
        state.apply(busy_choice(state, rng))
    check_end(state.as_dict(), printed)


def check_tokens(position: dict[str, Any], printed: dict[Any, Any]) -> None:
    for guardian in GUARDIANS:
        total = position["reserve"][guardian]
        for own in position["seats"]:
            total += own["bag"][guardian] + own["idle"][guardian]
            total += list(own["guardians"].values()).count(guardian)
        played = position["played"]
        total += played is not None and played["cell"] is None and played["guardian"] == guardian
        assert total == printed["guardians", guardian]["total"]


def check_end(position: dict[str, Any], printed: dict[Any, Any]) -> None:
    """In the end each board has received all creatures."""
    assert position["cards_left"] == []
    for own in position["seats"]:
        for monster in ("fox", "crocodile", "pig"):
            there = list(own["creatures"].values()).count(monster) + own["hunted"][monster]
            assert there == len(printed["cards", monster])
        fairies = list(own["creatures"].values()).count("fairy") + own["fairies"]
        assert fairies <= len(printed["cards", "fairy"])


def test_all_monsters_together_are_33_glory() -> None:
    printed = {(number.table, number.key): number.value for number in GAME.printed}
    glory = printed["glory", "monster"]
    assert sum(len(printed["cards", monster]) * glory[monster] for monster in glory) == 33


@few
@given(game=games(), players=PLAYERS, seed=SEEDS)
def test_draws_of_a_round_are_bounded_by_tokens_and_priestesses(
    game: Game, players: int, seed: int
) -> None:
    state, rng = State(game, players, seed, chance="manual"), np.random.default_rng(seed)
    draws: dict[tuple[int, int], int] = {}
    most: dict[tuple[int, int], int] = {}
    while not state.is_over:
        if state.question == "draw":
            position = state.as_dict()
            key = position["round"], state.player
            if key not in most:
                bag = position["seats"][state.player]["bag"]
                most[key] = sum(bag.values()) + bag["priestess"]
            draws[key] = draws.get(key, 0) + 1
        if state.waiting == "chance":
            state.draw()
        else:
            state.apply(busy_choice(state, rng))
    assert all(draws[key] <= most[key] for key in draws)


@few
@given(game=games(), players=PLAYERS, seed=SEEDS)
def test_chance_and_decisions_alone_fix_the_game(game: Game, players: int, seed: int) -> None:
    state, rng = State(game, players, seed), np.random.default_rng(seed)
    for _ in range(60):
        if not state.is_over:
            state.apply(busy_choice(state, rng))
    record = Record.from_state(state)
    record.verify()
    again = State(game, players, seed + 1, chance="manual")
    for event in record.events:
        if again.waiting == "chance":
            again.apply_chance(event.name)
        else:
            again.apply(event.name)
    assert again == state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_player_alone_plays_the_same_board_as_in_company(players: int) -> None:
    """In phases I to III nobody can touch what is another's."""
    one, many = State(GAME, 1, 3), State(GAME, players, 3)
    while many.as_dict()["phase"] == "adventure" and many.player == 0:
        assert one.legal_names() == many.legal_names()
        action = int(many.legal_actions()[0])
        one.apply(action)
        many.apply(action)
    while many.as_dict()["phase"] == "adventure":
        many.apply(int(many.legal_actions()[0]))
    assert one.as_dict()["seats"][0]["guardians"] == many.as_dict()["seats"][0]["guardians"]
    assert one.as_dict()["seats"][0]["vp"] == many.as_dict()["seats"][0]["vp"]


def test_seats_are_mirrored() -> None:
    """The observation of a seat counts the others from it: the same as in a turned game."""
    state, rng = State(GAME, 3, 5), np.random.default_rng(5)
    names = [feature.name for feature in GAME.features_of("open")]
    for _ in range(100):
        state.apply(busy_choice(state, rng))
    for seat in range(3):
        seen = state.observation(seat)
        for step, who in enumerate(("me", "left1", "left2")):
            vp = state.as_dict()["seats"][(seat + step) % 3]["vp"]
            assert seen[names.index(f"{who}_vp")] == pytest.approx(vp / 50)
        assert seen[names.index("left2_present")] == 1 and seen[names.index("left3_present")] == 0
        assert (seen[names.index("left3_vp") : names.index("left3_present")] == 0).all()


def test_no_entry_of_the_observation_is_constant_over_many_games() -> None:
    count = GAME.observation_size("open")
    names = [feature.name for feature in GAME.features_of("open")]
    lowest, highest = np.full(count, np.inf), np.full(count, -np.inf)
    rng = np.random.default_rng(1)
    for season in ("summer", "winter"):
        game = make_game("havresac", season=season, faces="random")
        env = BatchEnv(game, 512, np.arange(512) % 4 + 1, seed=1, autoreset=True)
        rare = np.ones(len(game.actions))
        for verb in ("done", "end"):
            rare[game.actions[verb].start] = 0.3
        step = env.reset()
        for _ in range(1200):
            lowest = np.minimum(lowest, step.observations.min(axis=0))
            highest = np.maximum(highest, step.observations.max(axis=0))
            weights = rng.random(step.action_masks.shape) * step.action_masks * rare
            step = env.step(weights.argmax(axis=1))
    # The batch shows who decides only; the others look on.
    state = State(GAME, 4, 2)
    while not state.is_over:
        for seat in range(4):
            seen = state.observation(seat)
            lowest, highest = np.minimum(lowest, seen), np.maximum(highest, seen)
        state.apply(busy_choice(state, rng))
    constant = {name for name, low, high in zip(names, lowest, highest, strict=True) if low == high}
    # On the printed maps a Guardian is hardly ever set aside.
    constant -= {name for name in constant if "_idle_" in name}
    # Which cells have a village, a chest, a hut or a grove is printed on the maps.
    impossible = {name for name in constant if name.partition("_r")[2][:1].isdecimal()}
    assert constant == impossible
    kinds = {name.rpartition("_")[0] for name in impossible}
    assert kinds <= {"fairy", "fox", "crocodile", "pig", "tent", "ruin", "closed_chest", *GUARDIANS}
    assert lowest.min() >= 0 and highest.max() < 4
