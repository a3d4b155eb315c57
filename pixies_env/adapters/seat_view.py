"""Many games, each seen from one learning seat; the other seats play inside.

The views of Gymnasium and of Stable-Baselines3 are thin layers over this one: it draws the seat,
lets the opponents move, and hands the learner its own observation, mask and reward only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from pixies_env.adapters import seat_kernels as kernels
from pixies_env.adapters.opponents import (
    RANDOM_SEAT,
    AgentSpec,
    Drawn,
    checked_seat,
    opponent_tables,
    opponents_of,
)
from pixies_env.core import loops
from pixies_env.core.agents import Agent, Decisions, WrongChoiceError, are_legal, ask
from pixies_env.core.batches.arena import AgentError
from pixies_env.core.batches.copies import CopiedWhole
from pixies_env.core.batches.stored_lanes import check_arrays, dump_lanes, load_lanes
from pixies_env.core.boards import Boards, several_boards
from pixies_env.core.errors import DamagedDataError, IllegalActionError, listed
from pixies_env.core.game import Game, reward_kind
from pixies_env.core.inputs import (
    check_count,
    check_flag,
    check_seed,
    one_seed_per_game,
    player_counts,
)
from pixies_env.core.lanes import LaneGame, make_scratch, unnamed
from pixies_env.core.seam import CHANCE, DECISION, NOTHING, OBSERVATION
from pixies_env.core.single import legal_ids
from pixies_env.core.states.records import Record
from pixies_env.core.states.scripts import Script, compile_scripts, impossible_script
from pixies_env.core.states.state import State
from pixies_env.core.threads import SMALLEST_CHUNK, chunks_of, run_chunks, thread_count

_SMALLEST_CHUNK = 32
"""Where agents think that take longer than a draw."""
_TRIES = 1000
"""Games begun one after the other until one asks the learner something."""


class SeatView(CopiedWhole):
    """A batch of games with one learner each.

    What happens in a lane depends on its seed, lane and episode, on the learner's actions and on
    the opponents, not on the number of lanes or threads.

    Args:
        game: the game, or a list of it on several boards, see :mod:`pixies_env.core.boards`.
        num_envs: lanes.
        num_players: seats of each game, or an integer array ``(games,)``.
        opponents: one agent or specification for all other seats, or one per opponent: the first
            sits to the left of the learner; or a :class:`~pixies_env.adapters.opponents.Pool` or
            :class:`~pixies_env.adapters.opponents.LineUps`, from which they are drawn.
        seat: the learner's seat, or ``"random"``: drawn anew for each episode.
        skip_forced: the learner is not asked where it has one option only.
        illegal_reward: an illegal action ends the learner's game with this reward; None makes it
            an error.
        reward, observation_mode, script, threads, board_of_lane: as in
            :class:`pixies_env.core.batches.batch.BatchEnv`.

    Raises:
        TypeError, ValueError, AgentSpecError: an argument is not as described.
    """

    observations: np.ndarray
    """float32 ``(games, features)`` of the learner: its next decision, or the end."""
    action_masks: np.ndarray
    """bool ``(games, actions)``; all true where the game is over."""
    rewards: np.ndarray
    """float64 ``(games,)``: paid to the learner in the last step."""
    terminated: np.ndarray
    """bool ``(games,)``: the game is over."""
    illegal: np.ndarray
    """bool ``(games,)``: it ended in the last step because the learner's action was illegal."""
    seats: np.ndarray
    """int64 ``(games,)``: the learner's seat."""

    def __init__(
        self,
        game: Game | Sequence[Game] | Boards,
        num_envs: int,
        num_players: int | np.ndarray,
        *,
        opponents: AgentSpec | Sequence[AgentSpec] | Drawn = "random",
        seat: int | str = RANDOM_SEAT,
        skip_forced: bool = True,
        illegal_reward: float | None = None,
        reward: str = "rank",
        observation_mode: str | None = None,
        script: Script | None = None,
        threads: int | None = None,
        board_of_lane: np.ndarray | None = None,
    ) -> None:
        self._boards = several_boards(game, {})
        self.game = game = self._boards.first
        self.num_envs = check_count("num_envs", num_envs)
        self.num_players = player_counts(game, num_players, self.num_envs)
        self.pool = opponents if isinstance(opponents, Drawn) else None
        self.opponents = opponents_of(opponents, game, self.num_players)
        self.seat = checked_seat(seat, int(self.num_players.min()))
        self.skip_forced = check_flag("skip_forced", skip_forced)
        self.illegal_reward = illegal_reward
        self.threads = thread_count(threads)
        self.observation_mode = game.check_observation_mode(observation_mode)
        self._mode = game.observation_mode_index(self.observation_mode)
        self._boards.check_observations(self.observation_mode)
        self._reward_kind = int(reward_kind(reward))
        self._script = compile_scripts(self.games, script)
        board_of, self._board_drawn = self._boards.of_lanes(board_of_lane, self.num_envs)
        lanes, seats = self.num_envs, game.max_players
        self._arrays = kernels.LaneArrays(
            states=np.zeros(lanes, game.state_dtype),
            streams=np.zeros(lanes, game.stream_dtype),
            board_of=board_of,
            players=self.num_players,
            learners=np.zeros(lanes, np.int64),
            agents=np.zeros((lanes, seats), np.int64),
            moving=np.full(lanes, -1, np.int64),
            action_masks=np.zeros((lanes, len(game.actions)), np.bool_),
            observations=np.zeros(
                (lanes, game.observation_size(self.observation_mode)), OBSERVATION
            ),
            rewards=loops.utilities(game, lanes),
        )
        self._arrays.streams["lane"] = np.arange(lanes)
        self.observations, self.action_masks = self._arrays.observations, self._arrays.action_masks
        self.seats = self._arrays.learners
        self.rewards = np.zeros(lanes)
        self.terminated = np.ones(lanes, np.bool_)
        self.illegal = np.zeros(lanes, np.bool_)
        self._every_lane = np.arange(lanes)
        self._started = False
        self._prepare()

    def _prepare(self) -> None:
        """What a pickle makes anew: buffers, and addresses known to this process only."""
        self._agents, self._deciding = opponent_tables(self.opponents, self._boards, self.pool)
        only_random = self._agents.compiled.all() and not self._agents.choosers.astype(bool).any()
        self._can_fail = bool(self._script.size) or not only_random
        self._smallest = SMALLEST_CHUNK if only_random else _SMALLEST_CHUNK
        workers = min(self.threads, len(self._chunks(self.num_envs)))
        self._scratch = [unnamed(make_scratch(*self.games)) for _ in range(workers)]
        self.__dict__.pop("_handed", None)

    @cached_property
    def _handed(
        self,
    ) -> tuple[LaneGame, kernels.LaneArrays, kernels.Opponents, kernels.SeatOptions]:
        """What kernels take of the view; the first use compiles the game's rules."""
        return (
            unnamed(LaneGame(self.game.table, self.records, self._script)),
            unnamed(self._arrays),
            unnamed(self._agents),
            unnamed(
                kernels.SeatOptions(
                    board_drawn=self._board_drawn,
                    fixed_seat=-1 if self.seat == RANDOM_SEAT else int(self.seat),
                    skip_forced=self.skip_forced,
                    mode=self._mode,
                    reward_kind=self._reward_kind,
                )
            ),
        )

    @property
    def games(self) -> tuple[Game, ...]:
        """The game on each of the boards, one or more; ``game`` is the first."""
        return self._boards.games

    @property
    def records(self) -> np.ndarray:
        """``(boards,)``: the board records, as kernels take them."""
        return self._boards.records

    @property
    def board_of_lane(self) -> np.ndarray:
        """int64 ``(games,)``: the place in :attr:`games` of the board that each lane has now."""
        return self._arrays.board_of

    @property
    def seated(self) -> np.ndarray:
        """int64 ``(games, max_players)``: the place of each seat's agent in the pool, -1: none.

        Without a pool it is the place among the different opponents.
        """
        return self._arrays.agents

    def game_of(self, lane: int) -> Game:
        """The game on the board of a lane."""
        return self.games[int(self._arrays.board_of[lane])]

    def _chunks(self, lanes: int) -> list[tuple[int, int]]:
        return chunks_of(lanes, self.threads, self._smallest)

    def __getstate__(self) -> dict[str, Any]:
        tables = ("_scratch", "_agents", "_deciding", "_handed")
        made_anew = (*tables, "_can_fail", "_smallest", *_VIEWS)
        return {name: value for name, value in self.__dict__.items() if name not in made_anew}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        # Numba looks the game's own dtype objects up fast, their unpickled twins slowly.
        self._arrays = self._arrays._replace(
            states=self._arrays.states.view(self.game.state_dtype),
            streams=self._arrays.streams.view(self.game.stream_dtype),
        )
        self.observations, self.action_masks = self._arrays.observations, self._arrays.action_masks
        self.seats = self._arrays.learners
        self._prepare()

    def set_pool(self, pool: Drawn) -> None:
        """Draw the opponents of games that begin from now on from another pool.

        Games that go on keep the places of their agents in it, so a pool may replace agents and
        grow, but not shrink. RuntimeError without a pool so far, ValueError for a smaller one.
        """
        if self.pool is None:
            raise RuntimeError("the opponents are not drawn from a pool")
        if len(pool.agents) < len(self.pool.agents):
            raise ValueError(
                f"the pool has {len(self.pool.agents)} agents; one of {len(pool.agents)} would "
                "leave some games without theirs"
            )
        self.opponents = opponents_of(pool, self.game, self.num_players)
        self.pool = pool
        self._prepare()

    def arrays(self) -> dict[str, np.ndarray]:
        """Everything that changes while games go on, by name: copies, for a checkpoint."""
        kept = dump_lanes(self._arrays.states, self._arrays.streams)
        kept["boards"] = self._boards.digests[self._arrays.board_of]
        for name in _KEPT:
            kept[name] = getattr(self._arrays, name).copy()
        for name in _OWN:
            kept[name] = getattr(self, name).copy()
        return kept | {"started": np.array(self._started)}

    def restore(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Go on where :meth:`arrays` was called, in a view made with the same arguments.

        DamagedDataError if they are of another one or cannot be; nothing has changed then.
        """
        check_arrays(arrays, self.arrays())
        if not arrays["started"]:
            raise DamagedDataError("the games were never begun")
        fixed = None if self._board_drawn else self._arrays.board_of
        states, streams, board_of = load_lanes(arrays, self._boards, self.num_players, fixed)
        self._check_seats(states, arrays)
        changing = (*self._arrays, *(getattr(self, name) for name in _OWN))
        before = [array.copy() for array in changing]
        self._arrays.states[...], self._arrays.streams[...] = states, streams
        self._arrays.board_of[...] = board_of
        for name in _KEPT:
            getattr(self._arrays, name)[...] = arrays[name]
        for name in _OWN:
            getattr(self, name)[...] = arrays[name]
        # Masks, observations and what is paid follow from the positions.
        self._advance(self._every_lane, np.full(self.num_envs, -1))
        self.action_masks[self.illegal] = True
        if self._arrays.states.tobytes() != states.tobytes():
            for array, content in zip(changing, before, strict=True):
                array[...] = content
            raise DamagedDataError("a learner is asked where there is one option only")
        self._started = True

    def _check_seats(self, states: np.ndarray, arrays: Mapping[str, np.ndarray]) -> None:
        """DamagedDataError unless learners and agents sit where they can."""
        learners, agents = arrays["learners"], arrays["agents"]
        over, illegal = arrays["terminated"], arrays["illegal"]
        seats = np.arange(agents.shape[1])
        own = seats == learners[:, None]
        others = (seats < self.num_players[:, None]) & ~own
        least = np.where(others, 0, kernels.LEARNER)
        asked = (states["waiting"] == DECISION) & (states["player"] == learners)
        for sound, what in (
            ((learners >= 0) & (learners < self.num_players), "a learner has no seat"),
            (self.seat == RANDOM_SEAT or learners == self.seat, "a learner has another seat"),
            (agents[own] == kernels.LEARNER, "an agent has the seat of the learner"),
            (
                (agents >= least) & (agents < len(self._agents.entries)),
                "there is no agent of some number",
            ),
            (over | asked, "a game goes on without asking the learner"),
            (~over | illegal | (states["waiting"] == NOTHING), "a game is over and goes on"),
            (over | ~illegal, "a game goes on after an illegal action"),
        ):
            if not np.all(sound):
                raise DamagedDataError(what)

    def reset(self, where: np.ndarray | None = None, seed: Any = None) -> None:
        """Begin games in all lanes, or where a bool array is true, up to the first decision.

        Without a ``seed`` that is the next episode of each game. One seed names a stream for each
        lane. Of several, one per lane, each begins what a view of one lane begins with it; None
        among them is no seed. Games that end before the learner is asked anything are passed over.
        """
        lanes = self._every_lane if where is None else np.flatnonzero(where)
        seeds = one_seed_per_game(seed, self.num_envs)
        seeded = np.array([lane for lane in lanes if seeds[lane] is not None], np.int64)
        checked = [check_seed(seeds[lane]) for lane in seeded]
        before = self._snapshot()
        streams = self._arrays.streams
        if self._started:
            streams["episode"][lanes] += np.uint32(1)
        streams["episode"][seeded] = 0
        streams["seed"][seeded] = checked
        streams["lane"][seeded] = seeded if np.ndim(seed) == 0 else 0
        try:
            self._begin(lanes)
        except BaseException:
            self._restore(before)
            raise
        self._started = True

    def _begin(self, lanes: np.ndarray) -> None:
        for _ in range(_TRIES):
            self._run(kernels.begin_lanes, lanes)
            self._advance(lanes, np.full(len(lanes), -1))
            self.rewards[lanes], self.terminated[lanes], self.illegal[lanes] = 0.0, False, False
            lanes = lanes[self._arrays.states["waiting"][lanes] == NOTHING]
            if not lanes.size:
                return
            self._arrays.streams["episode"][lanes] += np.uint32(1)
        raise RuntimeError(f"{_TRIES} games of {self.game.name} ended without asking the learner")

    def step(self, actions: np.ndarray, where: np.ndarray | None = None) -> None:
        """Carry out the learner's action in each game and play on to its next decision or the end.

        Args:
            actions: integers ``(games,)``: a legal id per game, any in a finished one.
            where: bool ``(games,)``: only in these games; the others stay, unpaid.

        Raises:
            IllegalActionError: an id is not in the catalogue or, without ``illegal_reward``, not
                legal; nothing is changed in any game.
            AgentError: an opponent did something wrong; all is as before the call.
            RuntimeError: never reset.
        """
        if not self._started:
            raise RuntimeError("call reset() before the first step()")
        playing = ~self.terminated if where is None else ~self.terminated & where
        ids, legal = self._checked(actions, playing)
        lanes = np.flatnonzero(playing & legal)
        before = self._snapshot()
        self.rewards[:] = 0.0
        try:
            self._advance(lanes, ids[lanes])
        except BaseException:
            self._restore(before)
            raise
        over = lanes[self._arrays.states["waiting"][lanes] == NOTHING]
        self.terminated[over] = True
        self.rewards[over] = self._arrays.rewards[over, self.seats[over]]
        self.illegal[:] = playing & ~legal
        if self.illegal.any():
            self.terminated |= self.illegal
            self.action_masks[self.illegal] = True
            self.rewards[self.illegal] = self.illegal_reward

    @property
    def returns(self) -> np.ndarray:
        """What the last finished game of each lane paid, float64 ``(games, max_players)``."""
        return self._arrays.rewards

    @property
    def states(self) -> np.ndarray:
        """The whole positions of all games, ``(games,)`` records, to be read only."""
        return self._arrays.states

    def state(self, lane: int) -> np.ndarray:
        """The whole position of a game, an array of one record of its own."""
        return self._arrays.states[lane : lane + 1].copy()

    def _advance(self, lanes: np.ndarray, actions: np.ndarray) -> None:
        """Play on in some lanes until the learner decides or the game is over."""
        if self.pool is not None:
            # Games with the same opponents one after the other: their numbers stay in the cache.
            order = np.argsort(self._arrays.agents[lanes].max(axis=1), kind="stable")
            lanes, actions = lanes[order], actions[order]
        while lanes.size:
            self._run(kernels.advance_lanes, lanes, np.ascontiguousarray(actions, np.int64))
            if self._agents.compiled.all():
                return
            moving = self._arrays.moving[lanes]
            lanes, moving = lanes[moving >= 0], moving[moving >= 0]
            agents = self._arrays.agents[lanes, moving]
            lanes, agents = lanes[agents != kernels.LEARNER], agents[agents != kernels.LEARNER]
            entries = self._agents.entries[agents, self._arrays.board_of[lanes]]
            actions = np.empty(len(lanes), np.int64)
            for entry in np.unique(entries):
                rows = np.flatnonzero(entries == entry)
                actions[rows] = self._ask(self._deciding[entry], lanes[rows])

    def _ask(self, agent: Agent, lanes: np.ndarray) -> np.ndarray:
        game, count = self.game, len(lanes)
        rows = count if agent.needs_observations else 0
        observations = np.empty((rows, self.observations.shape[1]), OBSERVATION)
        decisions = Decisions(
            states=np.empty(count, game.state_dtype),
            observations=observations if rows else None,
            action_masks=np.empty((count, len(game.actions)), np.bool_),
            seats=np.empty(count, np.int64),
            bits=np.empty(count, np.uint64),
        )
        played, arrays, _, options = self._handed
        gathered = kernels.Gathered(
            decisions.states,
            observations,
            decisions.action_masks,
            decisions.seats,
            decisions.bits,
        )
        kernels.gather_decisions(
            played, arrays, options, self._scratch[0], lanes, unnamed(gathered)
        )
        try:
            return ask(agent, decisions)
        except WrongChoiceError as wrong:
            lane, seat = lanes[wrong.row], decisions.seats[wrong.row]
            what = wrong.what
            if wrong.__cause__ is None:  # It chose; what was legal says nothing about a crash.
                what = f"{what}; legal are {self._names(lane)}"
            raise self._agent_error(agent, lane, seat, what) from wrong.__cause__

    def _agent_error(self, agent: Agent, lane: Any, seat: Any, what: str) -> AgentError:
        one = slice(int(lane), int(lane) + 1)
        state = State.from_arrays(
            self.game_of(lane), self._arrays.states[one], self._arrays.streams[one], self._script
        )
        message = f"agent {agent.name} on seat {seat} of lane {lane} {what}"
        return AgentError(message, agent.name, int(lane), int(seat), Record.from_state(state))

    def _names(self, lane: Any) -> str:
        game, state = self.game_of(lane), self._arrays.states[int(lane) : int(lane) + 1]
        naming = game.notation.action_name
        ids = legal_ids(game, state)
        return listed(f"{entry} {naming(state, int(entry))}" for entry in ids)

    def _run(self, kernel: Any, lanes: np.ndarray, *arguments: Any) -> None:
        handed = self._handed

        def work(worker: int, first: int, last: int) -> None:
            stuck = kernel(*handed, self._scratch[worker], lanes, *arguments, first, last)
            if stuck != loops.FINE:
                raise self._stuck(int(stuck))

        run_chunks(work, self._chunks(len(lanes)), self.threads)

    def _stuck(self, lane: int) -> Exception:
        one = slice(lane, lane + 1)
        state, stream = self._arrays.states[one], self._arrays.streams[one]
        if state["waiting"][0] == CHANCE:
            game = self.game_of(lane)
            return impossible_script(game, state, stream, self._script, f"lane {lane}")
        seat = int(state["player"][0])
        entry = self._agents.entries[self._arrays.agents[lane, seat], self._arrays.board_of[lane]]
        agent = self._deciding[entry]
        what = f"chose what is not legal; legal are {self._names(lane)}"
        return self._agent_error(agent, lane, seat, what)

    def _checked(self, actions: np.ndarray, playing: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The actions as int64, and which are legal or do not matter."""
        ids = np.asarray(actions)
        if ids.dtype.kind not in "iu":
            lane = int(np.argmax(playing))
            raise IllegalActionError(
                f"actions must be integers, ids of decisions, not {ids.dtype}: {actions!r:.200}; "
                f"legal for player {self.seats[lane]} in lane {lane} are {self._names(lane)}"
            )
        if ids.shape != (self.num_envs,):
            raise ValueError(f"actions must have shape ({self.num_envs},), not {ids.shape}")
        legal = ~playing | are_legal(ids, self.action_masks)
        wrong = ~legal
        if self.illegal_reward is not None:
            wrong &= (ids < 0) | (ids >= len(self.game.actions))
        if wrong.any():
            raise self._illegal(int(np.argmax(wrong)), ids)
        return ids.astype(np.int64), legal

    def _illegal(self, lane: int, ids: np.ndarray) -> IllegalActionError:
        action = int(ids[lane])
        where = f" in lane {lane}" if self.num_envs > 1 else ""
        known = 0 <= action < len(self.game.actions)
        role = f" {self.game.actions.role(action)}" if known else ""
        return IllegalActionError(
            f"action {action}{role}{where} is not legal for player {self.seats[lane]}; "
            f"legal are {self._names(lane)}"
        )

    def _snapshot(self) -> list[np.ndarray]:
        """To take a step back if an opponent or the script fails in its middle."""
        if not self._can_fail:
            return []
        return [array.copy() for array in (*self._arrays, self.rewards, self.terminated)]

    def _restore(self, before: list[np.ndarray]) -> None:
        arrays = (*self._arrays, self.rewards, self.terminated)
        for array, content in zip(arrays[: len(before)], before, strict=True):
            array[...] = content


_VIEWS = ("observations", "action_masks", "seats")
_KEPT = ("learners", "agents")
"""Of the lanes' arrays those that follow from nothing else."""
_OWN = ("rewards", "terminated", "illegal")
