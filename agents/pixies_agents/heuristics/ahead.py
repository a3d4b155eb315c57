"""A heuristic that looks ahead before it decides: truncated rollouts in a few worlds.

Each decision is carried out in the same ``worlds``, in which what is hidden and what chance brings
is drawn; the heuristic itself plays on for all seats until its evaluation judges the position. What
it expects there on average, times ``trust``, is added to what the decision is worth. This is policy
improvement by rollouts (Tesauro and Galperin 1996), cut off where a value is known, as a compiled
rule: it can play, be the prior of a policy and help searches.

It draws nothing: the worlds follow from what the player knows, so the same position is always
judged alike. A decision that no look ahead could make the best one is not played out, unless it may
be drawn, and counts as if the least were to be expected of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from pixies_agents.addresses import noted, table_of
from pixies_agents.advice import (
    CompiledRule,
    evaluation_address,
    evaluation_job,
    preferences_address,
    preferences_job,
    take_logarithms,
)
from pixies_agents.heuristics.scratch import record_view
from pixies_agents.heuristics.softmax import noise
from pixies_agents.heuristics.weighted import WeightedAgent
from pixies_agents.words import Seen, hash_words, with_words
from pixies_agents.worlds import ANSWERS, World, draw_chance_of, enter
from pixies_env.core import seam
from pixies_env.core.agents import CompiledAgent
from pixies_env.core.compilation.compile import address_table, kernel, record_dtype, rule
from pixies_env.core.compilation.in_code import call
from pixies_env.core.compilation.record_types import BoardRecord, StateRecord
from pixies_env.core.compilation.streams import keyed, mix, stream_dtype
from pixies_env.core.compilation.together import compile_together
from pixies_env.core.game import Game
from pixies_env.core.seam import ADDRESSES, DECISION, IDS, UTILITY, WEIGHTS, Reward

if TYPE_CHECKING:
    from pixies_agents.heuristics.explained import Explained
    from pixies_env.core.states.state import State

MOST_WORLDS = 64
TRUST = 8.0
"""Points that an expected utility of 1 is worth if nothing else is said."""
WIDEST = 4096
"""Most decisions and outcomes that a game may have."""
LEAST = 1e-300
"""Preference that a decision has at least, against the greatest."""
TERM = "ahead"
"""Name of what a look ahead adds, among the terms of a worth."""

CHOOSE, EVALUATE, PREFER = range(3)
"""Places of the rules of the heuristic in ``HEADER``."""

HEADER = record_dtype(
    [
        ("functions", np.uint64, (ADDRESSES,)),
        ("rules", np.uint64, (3,)),
        ("worlds", np.int64),
        ("trust", np.float64),
        ("lowest", np.float64),
        ("highest", np.float64),
        ("temperature", np.float64),
    ]
)
"""What stands in front of the numbers of the heuristic. ``trust`` and ``temperature`` are in
logarithms of preferences, ``lowest`` and ``highest`` bound the reward of several players."""
_START = HEADER.itemsize // 8
_RANK = int(Reward.RANK)
_ALONE = 100.0
"""Points that count as a reward of 1 where a single player is paid in points."""


class Scratch(World, Protocol):
    """What a look ahead works with, a record of :func:`scratch_dtype`."""

    root: Seen
    """What the player knows."""
    seen: StateRecord
    """What the player to move there knows."""
    ids: np.ndarray
    values: np.ndarray
    gains: np.ndarray


def scratch_dtype(state: np.dtype[Any], chance_kinds: int, players: int) -> np.dtype[Any]:
    """The record that the rules of a game are handed, on its stack."""
    return record_dtype(
        [
            ("root", with_words(state)),
            ("now", state),
            ("seen", state),
            ("stream", stream_dtype(chance_kinds, players)),
            ("values", UTILITY, (players,)),
            ("gains", np.float64, (WIDEST,)),
            ("weights", WEIGHTS, (WIDEST,)),
            ("outcomes", IDS, (WIDEST,)),
            ("ids", IDS, (WIDEST,)),
        ]
    )


@rule
def _expected(
    board: BoardRecord, player: Any, action: Any, key: Any, data: Any, scratch: Scratch
) -> Any:
    """Utility that a player may expect of a decision in the world of a key."""
    header, numbers = record_view(data, HEADER), data[_START:]
    table, rules = table_of(header.functions), table_of(header.rules)
    now, ids, values = scratch.now, scratch.ids, scratch.values
    enter(scratch, table, board, scratch.root.state, player, key)
    seam.apply(table, now, board, action)
    draw_chance_of(scratch, table, board)
    taken = 0
    while now.waiting == DECISION:
        if call(rules[EVALUATE], now, board, numbers, values) != 0:
            return values[player]
        count = np.int64(seam.legal(table, now, board, ids))
        chosen = np.int64(ids[0])
        if count > 1:
            mover = np.int64(now.player)
            scratch.seen = scratch.now
            seam.hide(table, scratch.seen, board, mover)
            bits = np.uint64(keyed(key, ANSWERS, mover, taken))
            chosen = call(rules[CHOOSE], scratch.seen, board, mover, ids, count, numbers, bits)
            taken += 1
        seam.apply(table, now, board, chosen)
        draw_chance_of(scratch, table, board)
    seam.returns(table, now, board, _RANK, values)
    return values[player]


@rule
def _foresee(
    state: StateRecord,
    board: BoardRecord,
    player: Any,
    ids: Any,
    count: Any,
    data: Any,
    scratch: Scratch,
) -> None:
    """Write to ``scratch.gains`` the logarithm of how likely each decision is to be a good one."""
    header, gains = record_view(data, HEADER), scratch.gains
    rules = table_of(header.rules)
    call(rules[PREFER], state, board, player, ids, count, data[_START:], gains)
    take_logarithms(gains, count, LEAST)
    trust = header.trust if state.players > 1 else header.trust / _ALONE
    reach = -np.inf
    if header.temperature == 0.0 and state.players > 1:
        # The best has 0: what is further behind than a look ahead reaches cannot become the best.
        reach = -trust * (header.highest - header.lowest)
    near = 0
    for index in range(count):
        near += 1 if gains[index] >= reach else 0
    if near < 2:
        return
    scratch.root.state = state
    key = hash_words(scratch.root.words)
    for index in range(count):
        if gains[index] < reach:
            gains[index] += trust * header.lowest
            continue
        expected = 0.0
        for world in range(header.worlds):
            # The same worlds for all: what differs is not the luck.
            bits = mix(key + np.uint64(world))
            expected += _expected(board, player, np.int64(ids[index]), bits, data, scratch)
        gains[index] += trust * expected / header.worlds


@rule
def prefer(
    state: StateRecord,
    board: BoardRecord,
    player: Any,
    ids: Any,
    count: Any,
    data: Any,
    out: Any,
    scratch: Scratch,
) -> Any:
    """The ``preferences`` of a heuristic that looks ahead, see :mod:`pixies_agents.advice`."""
    _foresee(state, board, player, ids, count, data, scratch)
    greatest = -np.inf
    for index in range(count):
        greatest = max(greatest, scratch.gains[index])
    for index in range(count):
        out[index] = np.exp(scratch.gains[index] - greatest)
    return 0


@rule
def choose(
    state: StateRecord,
    board: BoardRecord,
    player: Any,
    ids: Any,
    count: Any,
    data: Any,
    bits: Any,
    scratch: Scratch,
) -> Any:
    """The decision that is worth most; with a temperature, a draw by softmax."""
    if count == 1:
        return int(ids[0])
    _foresee(state, board, player, ids, count, data, scratch)
    temperature = record_view(data, HEADER).temperature
    chosen, highest = 0, -np.inf
    for index in range(count):
        worth = scratch.gains[index]
        if temperature > 0.0:
            worth += temperature * noise(bits, index)
        if worth > highest:
            chosen, highest = index, worth
    return int(ids[chosen])


@kernel
def _ask(
    rules: Any, states: Any, board: Any, player: Any, ids: Any, data: Any, weights: Any
) -> Any:
    """What a ``preferences`` rule says of a one-element array of states."""
    return call(rules[0], states[0], board[0], player, ids, np.int64(ids.shape[0]), data, weights)


class AheadAgent(CompiledAgent):
    """A heuristic that looks ahead, see the module.

    Args:
        base: the heuristic, which plays in the worlds and judges what comes.
        worlds: 1 to :data:`MOST_WORLDS`, into which each decision is carried.
        trust: points that an expected reward of 1 is worth, or 100 expected points of one who plays
            alone.

    ``evaluation`` and ``potential`` are those of the heuristic.

    Raises:
        ValueError: its game has no rules for that, or more decisions or outcomes than
            :data:`WIDEST`.
    """

    def __init__(self, base: WeightedAgent, worlds: int, trust: float) -> None:
        game, formulas = base.game, base.formulas
        if formulas.choose_ahead is None or formulas.preferences_ahead is None:
            raise ValueError(f"worlds: the heuristics of {game.name} do not look ahead")
        if max(len(game.actions), len(game.outcomes)) > WIDEST:
            raise ValueError(f"a game with over {WIDEST} decisions or outcomes is not looked at")
        self.base, self.worlds, self.trust = base, worlds, trust
        self._point = 1.0 / base.weights.numbers[formulas.table.names.index("preference")]
        super().__init__(game, base.name, formulas.choose_ahead, self._packed())
        self.evaluation, self.potential = base.evaluation, base.potential
        self.preferences = CompiledRule(formulas.preferences_ahead, self.data)

    @property
    def numbers(self) -> np.ndarray:
        """Those of the heuristic, worlds and trust."""
        return np.append(self.base.numbers, [self.worlds, self.trust])

    def _packed(self) -> np.ndarray:
        """The header, then the numbers of the heuristic, which draws nothing itself."""
        game, formulas, base = self.base.game, self.base.formulas, self.base
        calm = type(base)(game, base.name, base.weights)
        compile_together(
            [
                *calm.rule_jobs(),
                evaluation_job(formulas.evaluate, game),
                preferences_job(formulas.preferences, game),
            ]
        )
        rules = address_table(
            [
                calm.address,
                evaluation_address(formulas.evaluate, game),
                preferences_address(formulas.preferences, game),
            ]
        )
        header = np.zeros(1, HEADER)
        header["functions"], header["rules"] = noted(game.table), noted(rules)
        header["worlds"], header["trust"] = self.worlds, self.trust * self._point
        header["lowest"], header["highest"] = game.utility_range
        header["temperature"] = base.temperature * self._point
        return np.concatenate([header.view(np.float64), calm.data])

    def on_board(self, game: Game) -> AheadAgent:
        """The agent for the same game on another board, with the same weights."""
        return type(self)(self.base.on_board(game), self.worlds, self.trust)

    def __reduce__(self) -> tuple[Any, ...]:
        # The numbers hold addresses of this process.
        return type(self), (self.base, self.worlds, self.trust)

    def explain(self, state: State) -> list[Explained]:
        """Every legal decision of the player to move with its named terms, best first.

        What a look ahead says is the term ``ahead``, 0 for the decision of which it expects most.
        ValueError if no decision is due.
        """
        rows = self.base.explain(state)
        ids = np.array([row.action for row in rows], IDS)
        order = np.argsort(ids)
        near, far = (preferences_of(agent, state, ids[order]) for agent in (self.base, self))
        # Of what is hopeless before or after, nothing more is known.
        known = (near > LEAST) & (far > LEAST)
        added = np.log(far[known] / near[known]) / self._point
        terms = np.full(len(ids), added.min() - added.max())
        terms[order[known]] = added - added.max()
        told = [
            row._replace(worth=row.worth + float(term), terms=row.terms | {TERM: float(term)})
            for row, term in zip(rows, terms, strict=True)
        ]
        return sorted(told, key=lambda row: -row.worth)


def preferences_of(agent: WeightedAgent | AheadAgent, state: State, ids: np.ndarray) -> np.ndarray:
    """The preferences of an agent among rising ids, float64."""
    weights, advice = np.zeros(len(ids)), agent.preferences
    rules = address_table([preferences_address(advice.rule, agent.game)])
    hidden = state.hidden_from(state.player).array.copy()
    _ask(rules, hidden, agent.game.board, state.player, ids, advice.data, weights)
    return weights
