"""What games declare of how they go on agrees with what they say at their end."""

from __future__ import annotations

import numpy as np
import pytest

from pixies_env import make_game
from pixies_env.core.course import course_of
from pixies_env.core.game import Game
from pixies_experiments.agents import open_agent
from pixies_experiments.studies.style.counting import count, play

GAMES = 12
SEED = 3


def counted(game: Game, spec: str, players: int):
    """Games of an agent with itself, and what was counted in them."""
    options = {"players": players, "seed": SEED, "on_error": "stop", "failures": []}
    (games,) = play(game, open_agent(spec, game), spec, range(GAMES), **options)
    return games, count(game, games, players, SEED)


def amounts(game: Game, counts) -> dict[str, np.ndarray]:
    """Of each tally, int64 ``(games, rounds, seats)``."""
    names = [tally.name for tally in course_of(game).tallies]
    return dict(zip(names, np.moveaxis(counts.amounts, 3, 0), strict=True))


@pytest.mark.parametrize(
    ("name", "players"), [("pixie_queen", 2), ("pixie_queen", 5), ("havresac", 1), ("taverns", 3)]
)
def test_scored_tallies_of_a_seat_are_its_score(name, players):
    game = make_game(name)
    games, counts = counted(game, "random", players)
    scored = [tally.scored for tally in course_of(game).tallies]
    points = counts.amounts.sum(axis=1)[:, :players, scored].sum(axis=2)
    assert points.tolist() == games.block.statistics["score"][:, :players].tolist()
    if name == "pixie_queen":
        assert games.block.statistics["out"].any()


@pytest.mark.parametrize(("spec", "players"), [("random", 3), ("greedy", 4)])
def test_what_punishment_is_for_is_what_the_board_prints_for_it(spec, players):
    game = make_game("pixie_queen")
    games, counts = counted(game, spec, players)
    found, printed = amounts(game, counts), game.board[0]
    assert all((found[name] <= 0).all() for name in ("punishment_die", "slaves", "going_out"))
    tracks = {0, *printed["track_punishment"].tolist()}
    for name in ("silver_track", "gold_track"):
        assert {-int(amount) for amount in np.unique(found[name])} <= tracks
    assert {-int(a) for a in np.unique(found["slaves"])} <= {0, 1, *printed["slave_penalty"]}
    assert set(np.unique(found["refusing"])) <= {0, -int(printed["refuse_penalty"])}
    verbs = [family.verb for family in game.actions.families]
    passed = counts.verbs_chosen[:, :, verbs.index("pass")]
    assert (found["passing"].sum(axis=2) == -int(printed["pass_penalty"]) * passed).all()
    refused = counts.verbs_chosen[:, :, verbs.index("refuse")]
    # Who has refused is punished, but where the last opponent goes out before.
    whole = games.block.statistics["out"].sum(axis=1) < players - 1
    told = found["refusing"].sum(axis=2)[whole]
    assert (told == -int(printed["refuse_penalty"]) * refused[whole]).all()
    if spec == "random":
        assert refused.any() and passed.any()
