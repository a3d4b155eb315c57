"""A factor of a study of balance may have any number of levels."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow as arrow
import pytest

from pixies_env.core.game import Factor, FactorValues
from pixies_experiments.studies.balance.facts import columns, read_seats


@pytest.mark.parametrize("levels", [1, 10, 63, 64, 65, 126, 127, 300])
def test_what_was_offered_is_read_again_with_any_number_of_levels(levels: int) -> None:
    draw = np.random.default_rng(levels)
    games, seats = 5, 3
    values = FactorValues(
        draw.integers(-1, levels, (games, seats)),
        draw.random((games, levels)) < 0.5,
        np.tile(np.arange(1, seats + 1), (games, 1)),
    )
    game: Any = SimpleNamespace(
        factors=(Factor("card", tuple(map(str, range(levels))), "a card"),),
        max_players=seats,
        notation=SimpleNamespace(factors=lambda openings: {"card": values}),
    )
    block: Any = SimpleNamespace(openings=np.zeros(games), players=np.full(games, seats))
    told = columns(game, block)
    deals, places = np.divmod(np.arange(games * seats), seats)
    table = arrow.table(
        {
            "deal": deals,
            "seat": places,
            "agent": ["random"] * len(deals),
            "win": np.zeros(len(deals)),
            "score": np.zeros(len(deals)),
            "rank": np.ones(len(deals)),
            **{name: column.reshape(-1) for name, column in told.items()},
        }
    )
    again = read_seats(table, game, seats, range(games), ["random"])
    np.testing.assert_array_equal(again.levels["card"], values.levels)
    np.testing.assert_array_equal(again.offered["card"], values.offered)
