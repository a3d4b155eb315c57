"""Section 2.V: punishment."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.pixie_queen.names import NOBODY, OTHER, SLAVE_MERCY
from pixies_env.pixie_queen.rules.ending import after_round
from pixies_env.pixie_queen.rules.points import punish
from pixies_env.pixie_queen.state import earn, has_skill

SLAVES, SILVER_TRACK, GOLD_TRACK = range(3)
"""Steps of the phase: what all players in turn are punished for."""


@rule
def run_punishment(state: Any, board: Any) -> None:
    """Punish the player at the cursor, with the demotions at once."""
    player = NOBODY
    if state.cursor < state.players:
        player = int(state.big_order[state.cursor])
    if player == NOBODY:
        state.cursor = 0
        if state.step == GOLD_TRACK:
            after_round(state, board)
        else:
            state.step = int(state.step) + 1
        return
    state.cursor = int(state.cursor) + 1
    if state.out[player] != 0:
        return
    if state.step == SLAVES:
        points = int(board.slave_penalty[min(int(state.mine[player]), 2)])
        if has_skill(state, player, SLAVE_MERCY):
            points = min(points, 1)
    else:
        space = int(state.gold_space[player])
        if state.step == SILVER_TRACK:
            space = int(state.silver_space[player])
        points = int(board.track_punishment[space])
        if space == int(board.track_length) - 1:
            points = 0
            earn(state, player, OTHER, int(board.last_space_reward))
    if points > 0:
        punish(state, board, player, points)
