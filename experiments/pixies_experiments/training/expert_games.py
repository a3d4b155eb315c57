"""Games of expert iteration: played by a search, written down as what to learn from them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pixies_agents.search.base import SearchAgent
from pixies_env.adapters.seat_order import from_own_seat
from pixies_env.core.agents import Agent, Decisions, forget_games
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.errors import ForeignGameError
from pixies_env.core.files.arrays import Form, opened_arrays, write_arrays
from pixies_env.core.game import Game
from pixies_experiments.agents import rows_of
from pixies_experiments.training.expert_targets import improved_policies

_DRAW, _DEPTH = 2, 3
"""Words that keep apart what is drawn from the bits of a decision."""
Logits = Callable[[Decisions], np.ndarray]
"""What a policy said of decisions before they were searched, float32 ``(n, actions)``."""


class Rows(NamedTuple):
    """Decisions to learn from, one row each."""

    observations: np.ndarray
    """float32 ``(n, features)``."""
    masks: np.ndarray
    """bool ``(n, actions)``."""
    policies: np.ndarray
    """float32 ``(n, actions)``: how likely the network should take each decision; sums to 1."""
    columns: np.ndarray
    """float32 ``(n, actions)``: what a prior adds to the logits; ``(n, 0)`` if there is none."""
    values: np.ndarray
    """float32 ``(n, seats)``: what the search expects, of the seat that decides first."""
    returns: np.ndarray
    """float32 ``(n, seats)``: what the game came to, of the seat that decides first."""
    players: np.ndarray
    """int64 ``(n,)``: seats in the game; further entries of values and returns are 0."""


class Expert:
    """Searches decisions and keeps what it found of the last ones, of its own or those of others.

    Args:
        game: what it plays.
        full: searches the decisions that are learned from. An agent that does not search is
            learned from as well: what it chooses, or the probabilities that it tells.
        fast: searches the others, or None if there are none.
        full_share: share of decisions that ``full`` searches.
        temperature: decisions are drawn by ``visits ** (1 / temperature)``.
        drawn: decisions of a game that are drawn; later ones take the most visited.
        value_weight: what the policy learns is improved by the values that ``full`` found, with
            this weight, see :func:`improved_policies`; None: it is how often decisions were taken.
        logits: of the policy that is improved; None: it has no preference.
        prior: what a prior adds to the logits of decisions; None: there is none.
    """

    name = "expert"
    needs_observations = False

    def __init__(
        self,
        game: Game,
        full: Agent,
        fast: SearchAgent | None = None,
        full_share: float = 1.0,
        temperature: float = 0.0,
        drawn: int = 0,
        *,
        value_weight: float | None = None,
        logits: Logits | None = None,
        prior: Logits | None = None,
    ) -> None:
        self.game = game
        self.full, self.fast, self.full_share = full, fast, full_share
        self.temperature, self.drawn = temperature, drawn
        self.value_weight, self.logits, self.prior = value_weight, logits, prior
        self.needs_observations = logits is not None
        self._taken: dict[int, int] = {}
        self._begin(np.zeros((0, len(game.actions)), np.bool_))

    def _begin(self, masks: np.ndarray) -> None:
        """Nothing is found yet of these decisions."""
        actions = len(self.game.actions)
        self.learned = np.zeros(len(masks), np.bool_)
        """bool ``(n,)``: whether to learn from each of the last decisions."""
        self.policies = np.zeros((len(masks), actions), np.float32)
        self.columns = np.zeros((len(masks), actions if self.prior else 0), np.float32)
        self.values = np.zeros((len(masks), self.game.max_players), np.float32)
        """What was found for them; values by seat."""

    def forget(self) -> None:
        """New games begin."""
        self._taken.clear()
        forget_games(self.full)

    def choose(self, decisions: Decisions) -> np.ndarray:
        """One legal id per decision; int64 ``(n,)``."""
        masks = decisions.action_masks
        self._begin(masks)
        chosen: np.ndarray = np.argmax(masks, axis=1).astype(np.int64)
        free = masks.sum(axis=1) > 1
        deep = free if self.fast is None else self._picked(decisions)
        for agent, wanted in ((self.full, deep), (self.fast, free & ~deep)):
            rows = np.flatnonzero(wanted)
            if rows.size and agent is not None:
                those = rows_of(decisions, rows)
                chosen[rows], shares = self._look(agent, those, rows)
                self._draw(those, shares, chosen, rows)
        self.learned = deep
        return chosen

    def judge(self, decisions: Decisions) -> None:
        """Search the share of decisions that others take; keeps what it found as of its own."""
        self._begin(decisions.action_masks)
        self.learned = self._picked(decisions)
        rows = np.flatnonzero(self.learned)
        if rows.size:
            # Their games go on otherwise than it would: no tree is kept.
            self._look(self.full, rows_of(decisions, rows)._replace(games=None), rows)

    def _picked(self, decisions: Decisions) -> np.ndarray:
        """The decisions that are learned from, of those that are free."""
        draws = np.array([_draw(bits, _DEPTH) for bits in decisions.bits])
        picked: np.ndarray = (decisions.action_masks.sum(axis=1) > 1) & (draws < self.full_share)
        return picked

    def _look(
        self, agent: Agent, decisions: Decisions, rows: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Choices for some rows and how likely each was; writes what was found of them."""
        columns = None
        if self.prior is not None:
            columns = self.columns[rows] = self.prior(decisions)
        if not isinstance(agent, SearchAgent):
            chosen = np.asarray(agent.choose(decisions)).astype(np.int64)
            if hasattr(agent, "probabilities"):
                shares = np.asarray(agent.probabilities(decisions), np.float64)
            else:
                shares = np.zeros(decisions.action_masks.shape)
                shares[np.arange(len(chosen)), chosen] = 1.0
            self.policies[rows] = shares
            return chosen, shares
        result = agent.search(decisions)
        shares = result.visits / result.visits.sum(axis=1, keepdims=True)
        expected = shares[:, :, None] * np.nan_to_num(result.values)
        self.values[rows] = expected.sum(axis=1)
        self.policies[rows] = shares
        if self.value_weight is not None:
            logits = columns if self.logits is None else self.logits(decisions)
            self.policies[rows] = improved_policies(
                np.zeros(shares.shape) if logits is None else logits,
                decisions.action_masks,
                result.values[np.arange(len(rows)), :, decisions.seats],
                self.value_weight,
            )
        return result.chosen.copy(), shares

    def _draw(
        self, decisions: Decisions, shares: np.ndarray, chosen: np.ndarray, rows: np.ndarray
    ) -> None:
        """Draw the choices of some rows, as long as they are to be drawn."""
        assert decisions.games is not None
        for place, game in enumerate(decisions.games.tolist()):
            taken = self._taken.get(game, 0)
            self._taken[game] = taken + 1
            if self.temperature > 0.0 and taken < self.drawn:
                weights = (shares[place] / shares[place].max()) ** (1.0 / self.temperature)
                sums = np.cumsum(weights)
                at = _draw(decisions.bits[place], _DRAW) * sums[-1]
                chosen[rows[place]] = np.searchsorted(sums, at, side="right")


def _draw(bits: Any, word: int) -> float:
    return float(np.random.default_rng([int(bits), word]).random())


class _Listener:
    """Gathers what the expert found; of decisions that others take it is asked."""

    def __init__(self, expert: Expert) -> None:
        self.expert = expert
        self.parts: list[tuple[np.ndarray, ...]] = []

    def __call__(self, observed: Observed) -> None:
        expert, decisions = self.expert, observed.decisions
        assert decisions.observations is not None
        if observed.agent is not expert:
            expert.judge(decisions)
        rows = np.flatnonzero(expert.learned)
        self.parts.append(
            (
                observed.games[rows],
                observed.steps[rows],
                decisions.seats[rows],
                decisions.states["players"][rows].astype(np.int64),
                decisions.observations[rows],
                decisions.action_masks[rows],
                expert.policies[rows],
                expert.columns[rows],
                expert.values[rows],
            )
        )


def play(
    game: Game,
    expert: Expert,
    *,
    players: tuple[int, ...],
    observation_mode: str,
    seed: int,
    first_game: int,
    games: int,
    threads: int | None,
    line_up: Sequence[Agent] = (),
) -> Rows:
    """What an expert finds in the games ``first_game ..``, in the order of games and decisions.

    It plays all seats itself, or is only asked about the decisions of a ``line_up`` that the seats
    are drawn from.
    """
    playing = line_up or [expert]
    line_ups = []
    for number in range(first_game, first_game + games):
        draw = np.random.default_rng([seed, number])
        seats = draw.integers(len(playing), size=players[number % len(players)])
        line_ups.append([playing[place] for place in seats])
    # Game g is played by line-up g % games.
    shift = first_game % games
    line_ups = line_ups[-shift:] + line_ups[:-shift] if shift else line_ups
    listener = _Listener(expert)
    (block,) = play_games(
        game,
        line_ups,
        games=games,
        seed=seed,
        first_game=first_game,
        observation_mode=observation_mode,
        observer=listener,
        block=games,
        threads=threads,
    )
    columns = [np.concatenate(parts) for parts in zip(*listener.parts, strict=True)]
    order = np.lexsort((columns[1], columns[0]))
    numbers, _, seats, counts, observations, masks, policies, added, values = (
        column[order] for column in columns
    )
    returns = block.returns[numbers - first_game]
    return Rows(
        observations,
        masks,
        policies,
        added,
        from_own_seat(values, seats, counts).astype(np.float32),
        from_own_seat(returns, seats, counts).astype(np.float32),
        counts,
    )


def write_rows(path: Path, rows: Rows, told: Mapping[str, Any]) -> None:
    """Write rows to a file that is there whole or not at all; ``told`` says whose they are."""
    packed = rows._replace(masks=np.packbits(rows.masks, axis=1))
    metadata = {"format": FORMAT, "version": VERSION, "told": dict(told)}
    write_arrays(path, metadata, packed._asdict(), compressed=True, sealed=True)


def read_rows(
    path: Path,
    game: Game,
    observation_mode: str,
    most: int,
    told: Mapping[str, Any],
    prior: bool = False,
) -> Rows:
    """What :func:`write_rows` wrote, of at most so many rows, with the columns of a ``prior``.

    Raises:
        FileNotFoundError: there is no such file.
        DamagedDataError: not whole, or no rows of this game.
        ForeignGameError: ``told`` something else, or written by another version.
    """
    with opened_arrays(path, _WHAT, FORMAT, VERSION, compressed=True, sealed=True) as stored:
        if stored.metadata.get("told") != json.loads(json.dumps(told)):
            raise ForeignGameError(f"{path}: these are games of another run or iteration")
        shape = stored.forms.get("players", _NONE).shape
        count = shape[0] if len(shape) == 1 else 0
        stored.require(0 < count <= most, f"it has {count} rows, not 1 to {most}")
        actions, seats = len(game.actions), game.max_players
        found = stored.read(
            {
                "observations": Form(_FLOAT, (count, game.observation_size(observation_mode))),
                "masks": Form(np.dtype(np.uint8), (count, -(-actions // 8))),
                "policies": Form(_FLOAT, (count, actions)),
                "columns": Form(_FLOAT, (count, actions if prior else 0)),
                "values": Form(_FLOAT, (count, seats)),
                "returns": Form(_FLOAT, (count, seats)),
                "players": Form(np.dtype(np.int64), (count,)),
            }
        )
        masks = np.unpackbits(found["masks"], axis=1, count=actions) == 1
        rows = Rows(**{**found, "masks": masks})
        shares = rows.policies.sum(axis=1)
        for sound, what in (
            (np.isin(rows.players, list(game.players)), "players"),
            (masks.any(axis=1), "masks"),
            ((rows.policies >= 0.0) & (masks | (rows.policies == 0.0)), "policies"),
            (np.abs(shares - 1.0) < _ROUNDING, "policies"),
            (rows.columns <= 0.0, "columns"),
        ):
            stored.require(bool(np.all(sound)), f"{what} hold what no game has")
    return rows


_WHAT = "a file of games"
FORMAT = "pixies-expert-games"
VERSION = 2
_FLOAT = np.dtype(np.float32)
_NONE = Form(_FLOAT, ())
_ROUNDING = 1e-3
"""Float32 shares of all actions add up to 1 but for this."""
