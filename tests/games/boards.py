"""Games on several boards, and the comparison of lanes with batches of one board each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pixies_env.core.batches.batch import BatchEnv
from pixies_env.core.game import Game
from tests.games.hidden_card import game as hidden_card


def hidden_cards() -> list[Game]:
    """Games of one to three rounds with dice of two to six faces."""
    return [hidden_card(rounds=3, faces=3), hidden_card(rounds=1, faces=6), hidden_card(2, 2)]


def shown(env: BatchEnv) -> list[np.ndarray]:
    """All that a batch shows, its states included; one row per lane in each array."""
    return [env.states, env.streams, *(part for part in env.shown if part is not None)]


def random_actions(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal id per row."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def check_lanes(games: Sequence[Game], board_of: np.ndarray, seed: int = 3, **options) -> None:
    """Lanes on several boards play, step by step, as in batches with one board each."""
    lanes = len(board_of)
    players = np.resize(np.array(list(games[0].players)), lanes)
    options = {"seed": seed, "autoreset": True, "observations": True, **options}
    mixed = BatchEnv(games, lanes, players, board_of_lane=board_of, **options)
    alone = [BatchEnv(game, lanes, players, **options) for game in games]
    rng = np.random.default_rng(seed)
    for env in (mixed, *alone):
        env.reset()
    for _ in range(40):
        for number, env in enumerate(alone):
            rows = np.flatnonzero(board_of == number)
            for one, other in zip(shown(mixed), shown(env), strict=True):
                assert one[rows].tobytes() == other[rows].tobytes()
        actions = random_actions(mixed.shown.action_masks, rng)
        for number, env in enumerate(alone):
            others = random_actions(env.shown.action_masks, rng)
            env.step(np.where(board_of == number, actions, others))
        mixed.step(actions)
