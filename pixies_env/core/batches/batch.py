"""Many games at once: arrays in, arrays out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pixies_env.core import loops
from pixies_env.core.batches.copies import CopiedWhole
from pixies_env.core.batches.decision_log import DecisionLog
from pixies_env.core.batches.stored_lanes import check_arrays, dump_lanes, load_lanes
from pixies_env.core.boards import Boards, several_boards
from pixies_env.core.compilation.together import Call, compile_kernels
from pixies_env.core.errors import DamagedDataError, IllegalActionError, listed
from pixies_env.core.game import Game, reward_kind
from pixies_env.core.inputs import (
    LANES,
    check_count,
    check_flag,
    check_seed,
    one_seed_per_game,
    player_counts,
)
from pixies_env.core.lanes import LaneGame, LaneOptions, Lanes, Shown, make_scratch, unnamed
from pixies_env.core.options import takes_game_options
from pixies_env.core.seam import CHANCE, DECISION, NOBODY, NOTHING, OBSERVATION
from pixies_env.core.single import begin_stream, legal_ids, observation_of
from pixies_env.core.states.scripts import Script, compile_scripts, impossible_script
from pixies_env.core.team import LEADER, WELL, Team
from pixies_env.core.threads import chunk_count, thread_count

if TYPE_CHECKING:
    from pixies_env.core.states.records import Record
    from pixies_env.core.states.state import State


class BatchStep(NamedTuple):
    """What a batch shows after ``reset`` and ``step``, one row per game.

    Read-only views, overwritten by the next ``step`` or ``reset`` unless the batch was made with
    ``copy=True``.
    """

    observations: np.ndarray | None
    """float32 ``(games, features)``, of the player to move; None with ``observations=False``."""
    action_masks: np.ndarray
    """bool ``(games, actions)``: what is legal; all true in a finished game."""
    players: np.ndarray
    """int8 ``(games,)``: the player to move, -1 in a finished game."""
    rewards: np.ndarray
    """float64 ``(games, max_players)``: paid to each seat in this step."""
    terminated: np.ndarray
    """bool ``(games,)``: the game is over."""


class BatchEnv(CopiedWhole):
    """A batch of games of the same kind, stepped together by compiled code on several cores.

    Chance is drawn by the batch. What is drawn in a game depends on the seed, the number of its
    lane and of its episode, and on nothing else: not on the size of the batch, the order of the
    lanes or the number of threads.

    Lanes may have different boards. A lane keeps its board when it is reset, unless boards are
    drawn for each game.

    Args:
        game: a :class:`Game`, or the name of one; then further keywords are its options. A list
            of games is the same game on several boards, see :mod:`pixies_env.core.boards`.
        num_envs: number of lanes.
        num_players: players in every game, or an integer array ``(num_envs,)``.
        seed: 0 to 2**64 - 1.
        autoreset: a game that ends begins its next episode in the same step. ``rewards`` and
            ``terminated`` tell of the game that ended, all else shows the first decision of the
            new one. Without it a finished game stays: its mask is all true, its player is -1, any
            action id is taken and ignored, nothing is paid again and ``terminated`` stays true.
        skip_forced: decisions with one option are carried out at once and never shown.
        reward: ``rank``, ``win`` or ``score``, paid to all seats when a game ends.
        observation_mode: observation mode, one of ``game.observation_modes``; the first by default.
        observations: False saves the time to write them.
        threads: at most so many work at once; None means all cores. Small batches are serial.
        script: outcomes of chance events, the same in every game, see :data:`Script`.
        copy: hand out arrays that belong to the caller, instead of views.
        record: keep the decisions of each game, so that :meth:`record` can tell it.
        first_lane: number of the first lane; parts of a study number theirs apart.
        board_of_lane: integers ``(num_games,)``, the place in the list of each lane's board. None:
            each game of a lane is on a board drawn from its stream, all equally likely.

    Raises:
        TypeError, ValueError: an argument is not as described, or two boards cannot lie side by
            side; nothing is half made.
        ImpossibleScriptError: a scripted outcome cannot be; the batch is as before the call.
    """

    @takes_game_options
    def __init__(
        self,
        game: Game | str | Sequence[Game] | Boards,
        num_envs: int,
        num_players: int | np.ndarray,
        seed: int = 0,
        *,
        autoreset: bool = False,
        skip_forced: bool = False,
        reward: str = "rank",
        observation_mode: str | None = None,
        observations: bool = True,
        threads: int | None = None,
        script: Script | None = None,
        copy: bool = False,
        record: bool = False,
        first_lane: int = 0,
        board_of_lane: np.ndarray | None = None,
        **game_options: Any,
    ) -> None:
        self._boards = several_boards(game, game_options)
        self.game = self._boards.first
        self.num_envs = check_count("num_envs", num_envs)
        self.num_players = player_counts(self.game, num_players, self.num_envs)
        self.autoreset = check_flag("autoreset", autoreset)
        self.skip_forced = check_flag("skip_forced", skip_forced)
        self.observation_mode = self.game.check_observation_mode(observation_mode)
        self.reward = reward
        self.threads = thread_count(threads)
        self.copy = check_flag("copy", copy)
        self.first_lane = check_count("first_lane", first_lane, 0, LANES - self.num_envs)
        self._mode = self.game.observation_mode_index(self.observation_mode)
        self._reward_kind = int(reward_kind(reward))
        self._script = compile_scripts(self.games, script)
        self._started = False
        self._with_observations = check_flag("observations", observations)
        if self._with_observations:
            self._boards.check_observations(self.observation_mode)

        lanes = self.num_envs
        self.states = np.zeros(lanes, self.game.state_dtype)
        """The records of all games; write to them at your own risk."""
        self.streams = np.zeros(lanes, self.game.stream_dtype)
        """The random stream of each lane."""
        self.streams["seed"] = check_seed(seed)
        self.streams["lane"] = self.first_lane + np.arange(lanes)
        self._board_of, self._board_drawn = self._boards.of_lanes(board_of_lane, lanes)
        self.decisions = np.zeros(lanes, np.int64)
        """Decisions taken in each lane's present game, forced ones included."""
        features = self.game.observation_size(self.observation_mode) if observations else 0
        self._observations = np.zeros((lanes, features), OBSERVATION)
        self._masks = np.zeros((lanes, len(self.game.actions)), np.bool_)
        self._players = np.full(lanes, -1, np.int8)
        self._rewards = loops.utilities(self.game, lanes)
        self._terminated = np.zeros(lanes, np.bool_)
        self._log = DecisionLog(lanes) if check_flag("record", record) else None
        self._prepare()

    def _prepare(self) -> None:
        """Buffers of threads and views of arrays: what a copy or pickle makes anew."""
        self._team = Team(chunk_count(self.num_envs, self.threads), self.threads)
        self._scratch = [unnamed(make_scratch(*self.games)) for _ in range(self._team.workers)]
        self._starting = np.zeros(1, np.bool_)
        self._actions = np.zeros(self.num_envs, np.int64)
        self._shown = BatchStep(
            _read_only(self._observations) if self._with_observations else None,
            _read_only(self._masks),
            _read_only(self._players),
            _read_only(self._rewards),
            _read_only(self._terminated),
        )

    def __getstate__(self) -> dict[str, Any]:
        made_anew = ("_team", "_scratch", "_starting", "_actions", "_shown", "_handed")
        return {name: value for name, value in self.__dict__.items() if name not in made_anew}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._prepare()

    @property
    def games(self) -> tuple[Game, ...]:
        """The game on each of the boards, one or more; :attr:`game` is the first."""
        return self._boards.games

    @property
    def board_of_lane(self) -> np.ndarray:
        """int64 ``(games,)``: the place in :attr:`games` of the board that each lane has now."""
        return self._board_of.copy()

    def game_of(self, lane: int) -> Game:
        """The game on the board of a lane."""
        return self.games[int(self._board_of[self._lane(lane)])]

    @property
    def seeds(self) -> np.ndarray:
        """uint64 ``(games,)``: the seed of each lane."""
        return self.streams["seed"].copy()

    @property
    def shown(self) -> BatchStep:
        """What the last ``reset`` or ``step`` showed, as read-only views."""
        return self._shown

    def reset(
        self, where: np.ndarray | None = None, seed: int | np.ndarray | None = None
    ) -> BatchStep:
        """Begin games, in all lanes or where a bool array ``(games,)`` is true.

        The first reset begins episode 0 of every lane; every later one the next episode of the
        lanes named, or their episode 0 under a new ``seed`` (one, or one per game).
        """
        chosen = self._lanes_to_reset(where)
        if not self._started:
            compile_kernels(self.kernel_calls())
        before = self._snapshot()
        if seed is not None:
            self.streams["seed"][chosen] = _seeds(seed, self.num_envs)[chosen]
            self.streams["episode"][chosen] = 0
        elif self._started:
            self.streams["episode"][chosen] += np.uint32(1)

        self._advance(True, chosen, before)
        self._started = True
        if self._log is not None:
            self._log.clear(chosen)
        return self._step_shown()

    def step(self, actions: np.ndarray) -> BatchStep:
        """Carry out one decision in every game and go on to the next one.

        Args:
            actions: integers ``(games,)``, a legal id per game; any id in a finished game.

        Raises:
            IllegalActionError: an id is not legal; names action, lane, player and what is legal.
                Nothing is changed in any lane.
            TypeError, ValueError: wrong type or shape; nothing is changed.
            RuntimeError: the batch was never reset.
        """
        if not self._started:
            raise RuntimeError("call reset() before the first step()")
        ids = self._action_ids(actions)
        lane = loops.first_illegal(self._players, ids, self._masks)
        if lane != loops.FINE:
            raise self._illegal(int(lane), np.asarray(actions)[lane])
        before = self._snapshot()
        if self._log is not None:
            moving = self._players >= 0

        self._advance(False, ids, before)
        if self._log is not None:
            self._log.add(moving, ids)
            if self.autoreset:
                self._log.turn_over(self._terminated)
        return self._step_shown()

    def names(self, lane: int) -> dict[int, str]:
        """Legal decisions of one game, id to name; empty when it is over."""
        game, state = self.game_of(lane), self.states[self._lane(lane)][None]
        if state["waiting"][0] == NOTHING:
            return {}
        ids = legal_ids(game, state)
        return {int(entry): game.notation.action_name(state, int(entry)) for entry in ids}

    def state(self, lane: int) -> State:
        """The game of one lane as a :class:`State` of its own, random stream included.

        Its history begins here, unless the batch records its games.
        """
        from pixies_env.core.states.state import State

        lane = self._lane(lane)
        if self._log is not None and self._started:
            return self._replayed(lane, self._log.decisions(lane), 0)
        one = slice(lane, lane + 1)
        return State.from_arrays(
            self.game_of(lane), self.states[one], self.streams[one], self._script
        )

    def record(self, lane: int, episodes_ago: int = 0) -> Record:
        """The game of one lane so far; with ``autoreset`` also the one before (1 episode ago).

        RuntimeError if the batch was not made with ``record=True``, ValueError if there is no
        such game.
        """
        from pixies_env.core.states.records import Record

        lane = self._lane(lane)
        if self._log is None or not self._started:
            raise RuntimeError("records need BatchEnv(..., record=True) and a first reset()")
        if episodes_ago == 0:
            return Record.from_state(self._replayed(lane, self._log.decisions(lane), 0))
        before = self._log.decisions_before(lane) if episodes_ago == 1 else None
        if before is None:
            raise ValueError(f"no game of lane {lane} {episodes_ago} episodes ago is kept")
        return Record.from_state(self._replayed(lane, before, 1))

    def arrays(self) -> dict[str, np.ndarray]:
        """Everything that changes while games go on, by name: copies, for a checkpoint.

        RuntimeError if the batch records its games, for their decisions are not among them.
        """
        if self._log is not None:
            raise RuntimeError("a batch that records its games has more to keep than arrays")
        return {
            **dump_lanes(self.states, self.streams),
            "boards": self._boards.digests[self._board_of],
            "decisions": self.decisions.copy(),
            "rewards": self._rewards.copy(),
            "terminated": self._terminated.copy(),
            "started": np.array(self._started),
        }

    def restore(self, arrays: Mapping[str, np.ndarray]) -> BatchStep:
        """Go on where :meth:`arrays` was called, in a batch made with the same arguments.

        DamagedDataError if they are of another one or cannot be; nothing has changed then.
        """
        check_arrays(arrays, self.arrays())
        states, streams, board_of = load_lanes(
            arrays, self._boards, self.num_players, None if self._board_drawn else self._board_of
        )
        over = states["waiting"] == NOTHING
        for sound, what in (
            (arrays["started"], "the games were never begun"),
            (over | (states["waiting"] == DECISION), "a game waits for chance"),
            (self.autoreset or arrays["terminated"] == over, "a game is over and goes on"),
            (arrays["decisions"] >= 0, "a number of decisions is negative"),
        ):
            if not np.all(sound):
                raise DamagedDataError(what)
        legal = [
            None if over[lane] else legal_ids(self.games[board_of[lane]], states[lane : lane + 1])
            for lane in range(self.num_envs)
        ]
        if self.skip_forced and any(ids is not None and len(ids) == 1 for ids in legal):
            raise DamagedDataError("a player is asked where there is one option only")
        self.states[...], self.streams[...] = states, streams
        self._board_of[...] = board_of
        self.decisions[...], self._rewards[...] = arrays["decisions"], arrays["rewards"]
        self._terminated[...] = arrays["terminated"]
        self._players[...] = np.where(over, NOBODY, states["player"])
        for lane, ids in enumerate(legal):
            self._masks[lane] = ids is None
            if ids is not None:
                self._masks[lane, ids] = True
            if self._with_observations:
                one, player = states[lane : lane + 1], max(0, int(self._players[lane]))
                game = self.games[board_of[lane]]
                self._observations[lane] = observation_of(game, one, player, self.observation_mode)
        self._started = True
        return self._step_shown()

    def _replayed(self, lane: int, decisions: np.ndarray, episodes_ago: int) -> State:
        from pixies_env.core.states.state import State

        stream = self.streams[lane : lane + 1].copy()
        episode = int(stream["episode"][0]) - episodes_ago
        begin_stream(stream, int(stream["seed"][0]), int(stream["lane"][0]), episode)
        board_of = self._board_of[lane : lane + 1].copy()
        if self._board_drawn:
            loops.write_drawn_boards(stream, len(self._boards), board_of)
        game = self.games[int(board_of[0])]
        state = State.begun(game, int(self.num_players[lane]), stream, self._script)
        for action in decisions:
            if self.skip_forced:
                state.skip_forced()
            state.apply(int(action))
        if self.skip_forced:
            state.skip_forced()
        return state

    @cached_property
    def _handed(self) -> tuple[LaneGame, Lanes, LaneOptions, Shown, np.ndarray, np.ndarray]:
        """What kernels take of the batch; the first use compiles the game's rules."""
        return (
            unnamed(LaneGame(self.game.table, self._boards.records, self._script)),
            unnamed(Lanes(self.states, self.streams, self._board_of, self.num_players)),
            unnamed(
                LaneOptions(
                    board_drawn=self._board_drawn,
                    skip_forced=self.skip_forced,
                    autoreset=self.autoreset,
                    reward_kind=self._reward_kind,
                    mode=self._mode,
                    with_observations=self._with_observations,
                )
            ),
            unnamed(
                Shown(
                    self._masks,
                    self._observations,
                    self._players,
                    self._rewards,
                    self._terminated,
                    self.decisions,
                )
            ),
            self._starting,
            self._actions,
        )

    def kernel_calls(self) -> list[Call]:
        """Kernels as the batch calls them, the longest to compile first."""
        arguments = (*self._handed, self._scratch[LEADER], self._team.words, LEADER)
        return [
            (loops.advance_lanes, arguments),
            (loops.first_illegal, (self._players, self._actions, self._masks)),
            *self._team.kernel_calls(),
        ]

    def _advance(
        self, starting: bool, actions: np.ndarray, before: list[np.ndarray] | None
    ) -> None:
        """Begin games or go on with them; if that is impossible everything is as it was before."""
        handed, scratch, words = self._handed, self._scratch, self._team.words
        self._starting[0], self._actions[:] = starting, actions

        def advance(worker: int) -> None:
            loops.advance_lanes(*handed, scratch[worker], words, worker)

        try:
            lane = self._team.run(advance)
            if lane != WELL:
                raise self._impossible(lane)
        except BaseException:
            if before is not None:
                for array, content in zip(self._arrays(), before, strict=True):
                    array[...] = content
            raise

    def _arrays(self) -> tuple[np.ndarray, ...]:
        return (
            self.states,
            self._board_of,
            self.streams,
            self.decisions,
            self._observations,
            self._masks,
            self._players,
            self._rewards,
            self._terminated,
        )

    def _snapshot(self) -> list[np.ndarray] | None:
        """Only a script can fail in the middle of a step."""
        return [array.copy() for array in self._arrays()] if self._script.size else None

    def _step_shown(self) -> BatchStep:
        if not self.copy:
            return self._shown
        observations, masks, players, rewards, terminated = self._shown
        return BatchStep(
            None if observations is None else observations.copy(),
            masks.copy(),
            players.copy(),
            rewards.copy(),
            terminated.copy(),
        )

    def _lanes_to_reset(self, where: np.ndarray | None) -> np.ndarray:
        if where is None:
            return np.ones(self.num_envs, np.bool_)
        chosen = np.asarray(where)
        if chosen.dtype != np.bool_:
            raise TypeError(f"where must be a bool array, not {chosen.dtype}")
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"where must have shape ({self.num_envs},), not {chosen.shape}")
        if not self._started:
            raise RuntimeError("the first reset() begins all lanes: call it without where")
        return chosen

    def _action_ids(self, actions: np.ndarray) -> np.ndarray:
        ids = np.asarray(actions)
        if ids.dtype.kind not in "iu":
            playing = np.flatnonzero(self._players >= 0)
            lane = int(playing[0]) if playing.size else 0
            legal = (f"{entry} {name}" for entry, name in self.names(lane).items())
            raise TypeError(
                f"actions must be integers, ids of decisions, not {ids.dtype}: {actions!r:.200}; "
                f"legal for player {self._players[lane]} in lane {lane} are {listed(legal)}"
            )
        if ids.shape != (self.num_envs,):
            raise ValueError(f"actions must have shape ({self.num_envs},), not {ids.shape}")
        if ids.dtype == np.uint64:
            ids = np.minimum(ids, np.uint64(len(self.game.actions)))
        return np.ascontiguousarray(ids, np.int64)

    def _illegal(self, lane: int, action: Any) -> IllegalActionError:
        known = 0 <= action < len(self.game.actions)
        role = f" {self.game.actions.role(int(action))}" if known else ""
        legal = (f"{entry} {name}" for entry, name in self.names(lane).items())
        player = int(self._players[lane])
        return IllegalActionError(
            f"action {action}{role} in lane {lane} is not legal for player {player}; "
            f"legal are {listed(legal)}"
        )

    def _impossible(self, lane: int) -> Exception:
        one = slice(lane, lane + 1)
        # A game that has just ended is looked up before its next one is set up.
        assert self.states["waiting"][lane] == CHANCE
        return impossible_script(
            self.game_of(lane), self.states[one], self.streams[one], self._script, f"lane {lane}"
        )

    def _lane(self, lane: int) -> int:
        return check_count("lane", lane, 0, self.num_envs - 1)

    def __repr__(self) -> str:
        players = np.unique(self.num_players)
        boards = f" on {len(self.games)} boards" if len(self.games) > 1 else ""
        return (
            f"BatchEnv({self.game.name}, {self.num_envs} games of "
            f"{listed(players)} players{boards}, reward {self.reward})"
        )


def _read_only(array: np.ndarray) -> np.ndarray:
    view = array.view()
    view.flags.writeable = False
    return view


def _seeds(seed: Any, games: int) -> np.ndarray:
    return np.array([check_seed(value) for value in one_seed_per_game(seed, games)], np.uint64)
