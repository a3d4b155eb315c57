"""A warm start: learn to decide as a teacher does, and what its games bring."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from pixies_agents.learned.seat_values import centred
from pixies_env.adapters.seat_order import from_own_seat
from pixies_env.core.agents import Agent
from pixies_env.core.batches.arena import Observed, play_games
from pixies_env.core.boards import Boards
from pixies_env.core.specs import make_agent
from pixies_experiments.training.config import Imitation, PpoConfig
from pixies_experiments.training.prior_columns import PriorColumns

_DEALS = 1_000_000_000
"""Added to the seed: the teacher is dealt other games than the learner."""


class Lessons(NamedTuple):
    """Decisions of a teacher, one row each, shuffled."""

    observations: np.ndarray
    """float32 ``(n, features)``, with the columns of a prior behind them."""
    masks: np.ndarray
    """bool ``(n, actions)``."""
    actions: np.ndarray
    """int64 ``(n,)``."""
    returns: np.ndarray
    """float32 ``(n, seats)``: what the game brought each seat, the one that decided first."""
    players: np.ndarray
    """int64 ``(n,)``: seats in the game; further returns are 0."""


class _Listener:
    """Gathers what one agent decided where it had a choice.

    ``columns`` are those of the prior that the policy corrects, if any.
    """

    def __init__(self, teacher: Agent, boards: int, columns: PriorColumns | None) -> None:
        self.teacher, self._boards, self._columns = teacher, boards, columns
        self.parts: list[tuple[np.ndarray, ...]] = []

    def __call__(self, observed: Observed) -> None:
        decisions = observed.decisions
        if observed.agent is not self.teacher:
            return
        rows = np.flatnonzero(decisions.action_masks.sum(axis=1) > 1)
        assert decisions.observations is not None
        games, seats, masks = observed.games[rows], decisions.seats[rows], decisions.action_masks
        observations, masks = decisions.observations[rows], masks[rows]
        if self._columns is not None:
            board_of = games % self._boards
            columns = self._columns.of(decisions.states[rows], board_of, masks, seats)
            observations = np.concatenate([observations, columns], axis=1)
        players = decisions.states["players"][rows].astype(np.int64)
        self.parts.append((games, seats, players, observations, masks, observed.actions[rows]))


def lessons(
    boards: Boards,
    config: PpoConfig,
    plan: Imitation,
    observation_mode: str,
    first_game: int,
    games: int,
    columns: PriorColumns | None,
) -> Lessons:
    """What a teacher decides in some games, numbered from ``first_game`` on."""
    game = boards.first
    teacher = make_agent(plan.teacher, game)
    others = [teacher, *(make_agent(spec, game) for spec in plan.line_up)]
    draw = np.random.default_rng([config.seed, first_game])
    line_ups = []
    for number in range(games):
        players = config.players[(first_game + number) % len(config.players)]
        line_up = [others[draw.integers(len(others))] for _ in range(players)]
        line_up[int(draw.integers(players))] = teacher
        line_ups.append(line_up)
    # Game g is played by line-up g % games.
    shift = first_game % games
    line_ups = line_ups[-shift:] + line_ups[:-shift] if shift else line_ups
    listener = _Listener(teacher, len(boards), columns)
    blocks = list(
        play_games(
            boards,
            line_ups,
            games=games,
            board_of_game=np.arange(first_game, first_game + games) % len(boards),
            seed=config.seed + _DEALS,
            first_game=first_game,
            reward=config.reward,
            observation_mode=observation_mode,
            observer=listener,
            block=games,
        )
    )
    numbers, seats, players_of, observations, masks, actions = map(
        np.concatenate, zip(*listener.parts, strict=True)
    )
    returns = from_own_seat(blocks[0].returns[numbers - first_game], seats, players_of)
    returns = returns.astype(np.float32)
    found = Lessons(observations, masks, actions.astype(np.int64), returns, players_of)
    order = draw.permutation(len(actions))
    return Lessons(*(array[order] for array in found))


class LessonsAhead:
    """Blocks of lessons; the next one is played while one is learned."""

    def __init__(
        self,
        boards: Boards,
        config: PpoConfig,
        observation_mode: str,
        columns: PriorColumns | None = None,
    ) -> None:
        self._boards, self._config, self._observation_mode = boards, config, observation_mode
        self._columns = columns
        self._ahead: tuple[int, Future[Lessons]] | None = None

    def block(self, first_game: int, learned: int) -> Lessons:
        """The games from ``first_game`` on, after so many decisions that were learned."""
        plan = self._config.imitation
        assert plan is not None
        if self._ahead is None or self._ahead[0] != first_game:
            self._ahead = self._begin(first_game, plan)
        found = self._ahead[1].result()
        self._ahead = None
        if learned + len(found.actions) < plan.decisions:
            self._ahead = self._begin(first_game + plan.block, plan)
        return found

    def _begin(self, first: int, plan: Imitation) -> tuple[int, Future[Lessons]]:
        arguments = (self._boards, self._config, plan, self._observation_mode, first, plan.block)
        return first, _teacher.submit(lessons, *arguments, self._columns)


_teacher = ThreadPoolExecutor(1, "pixies-teacher")


def learn(
    policy: MaskableActorCriticPolicy,
    optimiser: torch.optim.Optimizer,
    found: Lessons,
    plan: Imitation,
    before: int,
    zero_sum: bool,
) -> Iterator[dict[str, float]]:
    """One pass over lessons in batches, ``before`` so many rows; yields what each batch showed.

    ``zero_sum`` tells whether returns sum to zero: values are centred then.
    """
    device = policy.device
    for start in range(0, len(found.actions), plan.batch_size):
        left = max(0.0, 1.0 - (before + start) / plan.decisions)
        for group in optimiser.param_groups:
            group["lr"] = plan.learning_rate * left
        rows = slice(start, start + plan.batch_size)
        observations = torch.from_numpy(found.observations[rows]).to(device)
        masks = torch.from_numpy(found.masks[rows]).to(device)
        actions = torch.from_numpy(found.actions[rows]).to(device)
        returns = torch.from_numpy(found.returns[rows]).to(device)
        features = policy.extract_features(observations, policy.features_extractor)
        assert isinstance(features, torch.Tensor)
        logits = policy.action_net(policy.mlp_extractor.forward_actor(features))
        outputs = policy.value_net(policy.mlp_extractor.forward_critic(features))
        players = torch.from_numpy(found.players[rows]).to(device)
        playing = torch.arange(outputs.shape[1], device=device) < players[:, None]
        values = centred(outputs, playing, zero_sum)
        logits = torch.where(masks, logits, torch.tensor(-torch.inf, device=device))
        loss_policy = torch.nn.functional.cross_entropy(logits, actions)
        loss_value = torch.nn.functional.mse_loss(values[playing], returns[playing])
        optimiser.zero_grad()
        loss: torch.Tensor = loss_policy + plan.vf_coef * loss_value
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimiser.step()
        agreement = (logits.argmax(dim=1) == actions).float().mean()
        yield {
            "policy_loss": loss_policy.item(),
            "value_loss": loss_value.item(),
            "agreement": agreement.item(),
        }


def input_scale(
    boards: Boards, config: PpoConfig, observation_mode: str
) -> tuple[np.ndarray, np.ndarray]:
    """Shift and scale of each entry of an observation, float32 each.

    From games of the teacher, or at random without one. Entries that are rarely anything but
    zero are not blown up.
    """
    seen: list[np.ndarray] = []

    def keep(observed: Observed) -> None:
        assert observed.decisions.observations is not None
        seen.append(observed.decisions.observations.copy())

    teacher = config.imitation.teacher if config.imitation else "random"
    agent = make_agent(teacher, boards.first)
    games = max(_SCALE_GAMES, len(boards))
    for players in sorted(set(config.players)):
        for _ in play_games(
            boards,
            [agent] * players,
            games=games,
            seed=config.seed + _DEALS,
            observation_mode=observation_mode,
            observer=keep,
        ):
            pass
    observations = np.concatenate(seen)
    width = observations.max(axis=0) - observations.min(axis=0)
    spread = np.maximum(observations.std(axis=0), _LEAST_SPREAD * width)
    spread[width == 0.0] = 1.0
    return observations.mean(axis=0).astype(np.float32), (1.0 / spread).astype(np.float32)


_SCALE_GAMES = 50
"""For each number of players; as many as there are boards if these are more."""
_LEAST_SPREAD = 0.2
"""Standard deviation that an entry counts with at least, as a share of its range."""
