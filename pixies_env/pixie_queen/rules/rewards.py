"""Section 2.IV: rewards."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask
from pixies_env.core.kit.numbering import option
from pixies_env.pixie_queen.names import (
    BEFORE_FIRST,
    NOBODY,
    SPACES_OF_GIVERS,
    SPACES_OF_MOST,
    Decision,
    Kind,
    Phase,
    Question,
    RewardStep,
    Skill,
    Source,
)
from pixies_env.pixie_queen.rules.offerings import begin_punishment
from pixies_env.pixie_queen.rules.pyramid import (
    can_lift,
    lift,
    list_lifts,
    list_promotions,
    list_to_servant,
    list_unchain,
    promote,
    unchain,
)
from pixies_env.pixie_queen.state import (
    advance_cursor,
    at_cursor,
    earn,
    favourite,
    has_virtual,
    skill_size,
    take_reward,
)


@rule
def run_rewards(state: Any, board: Any) -> None:
    """Go on with the phase. ``promotions`` are those left to the player at the cursor."""
    if state.step == RewardStep.TRACKS:
        _move_markers(state, board)
        _begin_promotions(state, RewardStep.EARNED)
    elif state.step == RewardStep.LIFT:
        state.step = RewardStep.SERVANT
        if has_virtual(int(state.players)) and can_lift(state, board):
            ask(state, favourite(state), Question.LIFT)
    elif state.step == RewardStep.SERVANT:
        _make_servant(state, board)
        begin_punishment(state)
    elif state.promotions > 0:
        ask(state, at_cursor(state), Question.PROMOTION)
    else:
        _next_promoter(state, board)


@rule
def _begin_promotions(state: Any, step: Any) -> None:
    """The first player comes next."""
    state.step = step
    state.cursor = BEFORE_FIRST


@rule
def _next_promoter(state: Any, board: Any) -> None:
    advance_cursor(state)
    player = at_cursor(state)
    if player == NOBODY:
        if state.step == RewardStep.EARNED:
            _begin_promotions(state, RewardStep.FREE)
        else:
            _begin_promotions(state, RewardStep.LIFT)
    elif state.out[player] == 0:
        if state.step == RewardStep.EARNED:
            state.promotions = int(state.offers[player, Kind.DEMANDED])
        else:
            state.promotions = skill_size(state, board, player, Skill.FREE_PROMOTION)


@rule
def _move_markers(state: Any, board: Any) -> None:
    """Givers of silver and of gold move one space, who gave strictly most one more."""
    last = int(board.track_length) - 1
    for kind in (Kind.SILVER, Kind.GOLD):
        most, givers = 0, 0
        for player in range(int(state.players)):
            number = int(state.offers[player, kind])
            if number > most:
                most, givers = number, 1
            elif number == most:
                givers += 1
        for player in range(int(state.players)):
            number = int(state.offers[player, kind])
            if number == 0:
                continue
            spaces = SPACES_OF_MOST if number == most and givers == 1 else SPACES_OF_GIVERS
            if kind == Kind.SILVER:
                state.silver_space[player] = min(int(state.silver_space[player]) + spaces, last)
            else:
                state.gold_space[player] = min(int(state.gold_space[player]) + spaces, last)


@rule
def list_phase_promotions(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Promotions, stones to remove, and ``stop``."""
    count = list_promotions(state, board, player, ids, 0)
    count = list_to_servant(state, board, player, ids, count)
    count = list_unchain(state, board, player, ids, count)
    return option(board, Decision.STOP, 0, ids, count)


@rule
def use_promotion(state: Any, board: Any, player: Any, step: Any) -> None:
    """Carry out one of the promotions; to remove a stone uses none up."""
    promote(state, board, player, step)
    state.promotions = int(state.promotions) - 1


@rule
def stop_promotions(state: Any, board: Any, player: Any, value: Any) -> None:
    """Give up the rest."""
    state.promotions = 0


@rule
def _make_servant(state: Any, board: Any) -> None:
    """The pixie on the servant space becomes a faithful servant for good."""
    player = int(state.servant_space)
    if player == NOBODY:
        return
    state.servant_space = NOBODY
    take_reward(state, board, player, Source.FAITHFUL_SERVANT)
    bonus = skill_size(state, board, player, Skill.SERVANT_BONUS)
    earn(state, player, Source.FAITHFUL_SERVANT, bonus)
    if state.first_servant[player] == 0:
        state.first_servant[player] = int(state.rewards_taken[Source.FAITHFUL_SERVANT])


RULES = rulebook.Phase(
    Phase.REWARDS,
    run_rewards,
    questions=(
        rulebook.Question(
            Question.PROMOTION,
            list_phase_promotions,
            {
                Decision.PROMOTE: use_promotion,
                Decision.UNCHAIN: unchain,
                Decision.STOP: stop_promotions,
            },
        ),
        rulebook.Question(Question.LIFT, list_lifts, {Decision.LIFT: lift}),
    ),
)
