"""Section 2.V: punishment."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.pixie_queen.names import NOBODY, Phase, PunishmentStep, Skill, Source
from pixies_env.pixie_queen.rules.ending import after_round
from pixies_env.pixie_queen.rules.points import punish
from pixies_env.pixie_queen.state import advance_cursor, at_cursor, begin_step, earn, has_skill


@rule
def run_punishment(state: Any, board: Any) -> None:
    """Punish the player at the cursor, with the demotions at once."""
    player = at_cursor(state)
    if player == NOBODY:
        _end_step(state, board)
        return
    advance_cursor(state)
    if state.out[player] != 0:
        return
    if state.step == PunishmentStep.SLAVES:
        points = points_for_slaves(state, board, player, int(state.mine[player]))
    elif state.step == PunishmentStep.SILVER_TRACK:
        points = _points_of_space(state, board, player, int(state.silver_space[player]))
    else:
        points = _points_of_space(state, board, player, int(state.gold_space[player]))
    if points > 0:
        punish(state, board, player, points)


@rule
def _end_step(state: Any, board: Any) -> None:
    if state.step == PunishmentStep.SLAVES:
        begin_step(state, PunishmentStep.SILVER_TRACK)
    elif state.step == PunishmentStep.SILVER_TRACK:
        begin_step(state, PunishmentStep.GOLD_TRACK)
    else:
        after_round(state, board)


@rule
def points_for_slaves(state: Any, board: Any, player: Any, slaves: Any) -> Any:
    """Punishment points of a player for so many slaves."""
    points = int(board.slave_penalty[min(slaves, board.slave_penalty.shape[0] - 1)])
    if has_skill(state, player, Skill.SLAVE_MERCY):
        points = min(points, int(board.skill_size[Skill.SLAVE_MERCY]))
    return points


@rule
def _points_of_space(state: Any, board: Any, player: Any, space: Any) -> Any:
    """Punishment points of a space of a track; the last one pays reward points instead."""
    if space == int(board.track_length) - 1:
        earn(state, player, Source.OTHER, int(board.last_space_reward))
        return 0
    return int(board.track_punishment[space])


RULES = rulebook.Phase(Phase.PUNISHMENT, run_punishment)
