"""Studies, made of what calls and commands are handed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pixies_env.core.game import Game
from pixies_experiments.agents import default_search, open_agent
from pixies_experiments.api.asked import Agents, checked_agents
from pixies_experiments.api.running import Make
from pixies_experiments.review import searching
from pixies_experiments.studies.balance.board_study import BoardStudy
from pixies_experiments.studies.balance.dealing import is_asked
from pixies_experiments.studies.balance.facts import factor_of, is_place
from pixies_experiments.studies.balance.plan import (
    CHOSEN,
    DEALT,
    DESIGNS,
    EXCHANGED,
    PLAYED,
    Plan,
)
from pixies_experiments.studies.balance.separation import SeparationStudy
from pixies_experiments.studies.balance.size_study import SizeStudy
from pixies_experiments.studies.balance.study import BalanceStudy
from pixies_experiments.studies.meta_game import library_of_alpha_rank
from pixies_experiments.studies.style.study import StyleStudy
from pixies_experiments.studies.thinking_time import with_time
from pixies_experiments.studies.tournament import Tournament

_SIMULATIONS = 400
"""Of the search that reviews where nobody names one."""


def tournament_of(
    game: Game,
    agents: Agents,
    players: Sequence[int],
    games: int,
    until_width: float | None,
    seed: int,
    table: bool,
    seconds: float | None = None,
) -> Make[Tournament]:
    """What makes a tournament, with what its folder settles.

    ImportError if it is one with a table and what that needs is missing: not after all games.
    """
    if table:
        library_of_alpha_rank()
    entries = checked_agents(agents, game)
    if seconds is not None:
        entries = with_time(entries, seconds)

    def make(settled: Mapping[str, Any]) -> Tournament:
        return Tournament(
            game,
            tuple(entries),
            tuple(players),
            games,
            seed,
            until_width,
            table=table,
            **{key: tuple(value) for key, value in settled.items()},
        )

    return make


def style_of(
    game: Game,
    agents: Agents,
    players: Sequence[int],
    numbers: tuple[int, int, int],
    review: str | None,
    judge: str | None,
) -> StyleStudy:
    """A study of styles; ``numbers`` are games, reviews and the seed."""
    games, reviews, seed = numbers
    entries = checked_agents(agents, game)
    judging = default_search(game, _SIMULATIONS) if judge is None else judge
    searching(open_agent(judging, game))
    reviewed = entries[-1] if review is None and entries else review or ""
    return StyleStudy(game, tuple(entries), tuple(players), games, reviews, reviewed, judging, seed)


def first_factor(game: Game, by_chance: bool) -> str:
    """The first place that chance alone gives, or the first of what it does not.

    ValueError if there is none of the latter; the seat is a place.
    """
    for factor in game.factors:
        if is_place(factor) if by_chance else not factor.by_chance:
            return factor.name
    if not by_chance:
        raise ValueError(f"{game.name} has nothing that its players choose or are dealt")
    return "seat"


def designs_of(game: Game, name: str) -> tuple[str, ...]:
    """The designs in which a factor is studied unless others are named."""
    factor = factor_of(game, name)
    if factor.option:
        return DEALT, CHOSEN, EXCHANGED
    return (DEALT, CHOSEN) if is_asked(game, factor) else (PLAYED,)


def balance_of(
    game: Game,
    factor: str,
    agents: Agents,
    players: Sequence[int],
    designs: Sequence[str],
    numbers: tuple[int | tuple[int, ...], int, int],
    precision: float,
) -> BalanceStudy:
    """The study of a factor; ``numbers`` of games and of those of a piece, and the seed.

    Several numbers of games are those with each number of players.
    """
    specs = tuple(dict.fromkeys(checked_agents(agents, game)))
    for design in designs:
        if design not in DESIGNS:
            raise ValueError(f"there is no design {design!r}; there are {', '.join(DESIGNS)}")
    plan = Plan(specs, tuple(players), tuple(designs), *numbers)
    return BalanceStudy(game, factor, plan, precision)


def over_boards_of(
    game: Game,
    factor: str | None,
    agents: Agents,
    players: Sequence[int],
    numbers: tuple[int, int, int],
) -> BoardStudy:
    """The study over many boards, of all factors or one; ``numbers`` of boards, games, the seed."""
    specs = checked_agents(agents, game)
    names = [each.name for each in game.factors] or ["seat"] if factor is None else [factor]
    return BoardStudy(game, tuple(names), tuple(specs), tuple(players), *numbers)


def separation_of(game: Game, agents: Agents, numbers: tuple[int, int, int]) -> SeparationStudy:
    """The study of how well scores tell agents; ``numbers`` of boards, games, the seed."""
    return SeparationStudy(game, tuple(checked_agents(agents, game)), *numbers)


def sizes_of(
    game: Game, agents: Agents, players: Sequence[int], games: int, seed: int
) -> SizeStudy:
    """The study of the sizes of the levels that have any."""
    specs = tuple(checked_agents(agents, game))
    return SizeStudy(game, (game.sized,), specs, tuple(players), 0, games, seed)
