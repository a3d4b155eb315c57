"""Section 2.IV: recruitment: Gold buys Guardians, one token after the other."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.events import ask
from pixies_env.core.kit.numbering import option
from pixies_env.core.kit.zones import transfer
from pixies_env.havresac.limits import MAX_PLAYERS
from pixies_env.havresac.names import (
    NOBODY,
    Decision,
    Guardian,
    Phase,
    Question,
)
from pixies_env.havresac.rules import round_end, scout
from pixies_env.havresac.state import seat_in_turn


@rule
def _set_order(state: Any) -> None:
    """Fewest victory points first, ties in round order; fixed for the phase."""
    players = int(state.players)
    for turn in range(players):
        player = seat_in_turn(state, turn)
        place = 0
        for other in range(players):
            rival = seat_in_turn(state, other)
            if state.vp[rival] < state.vp[player]:
                place += 1
            elif other < turn and state.vp[rival] == state.vp[player]:
                place += 1
        state.buying_order[place] = player
        state.stopped[player] = 0


@rule
def run_recruitment(state: Any, board: Any) -> None:
    """Ask the next who has not stopped; when all have, the round ends."""
    players = int(state.players)
    if state.buying_order[0] == NOBODY:
        _set_order(state)
    for _ in range(players):
        player = int(state.buying_order[state.turn])
        if state.stopped[player] == 0:
            ask(state, player, Question.RECRUIT)
            return
        state.turn = (int(state.turn) + 1) % players
    for place in range(MAX_PLAYERS):
        state.buying_order[place] = NOBODY
        state.stopped[place] = 0
    state.turn = 0
    round_end.end_round(state)
    scout.begin_round(state)


@rule
def cost_of(state: Any, board: Any, guardian: Any) -> Any:
    """Price of a Guardian on the face in play."""
    return int(board.costs[int(state.faces[guardian]), guardian])


@rule
def purchases(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """Tokens that the reserve has and the Gold pays, and always ``end``."""
    gold, count = int(state.gold[player]), 0
    for guardian in range(len(Guardian)):
        if state.reserve[guardian] > 0 and cost_of(state, board, guardian) <= gold:
            count = option(board, Decision.BUY, guardian, ids, count)
    return option(board, Decision.END, 0, ids, count)


@rule
def buy(state: Any, board: Any, player: Any, guardian: Any) -> None:
    """A token goes from the reserve into the bag; then it is the next one's turn."""
    state.gold[player] = int(state.gold[player]) - cost_of(state, board, guardian)
    transfer(state.reserve, state.bag[player], guardian, 1)
    pass_on(state)


@rule
def stop(state: Any, board: Any, player: Any, value: Any) -> None:
    """Buy nothing more in this phase."""
    state.stopped[player] = 1
    pass_on(state)


@rule
def pass_on(state: Any) -> None:
    """The turn goes to the next in order."""
    state.turn = (int(state.turn) + 1) % int(state.players)


RECRUITMENT = rulebook.Phase(
    Phase.RECRUITMENT,
    run_recruitment,
    questions=(
        rulebook.Question(Question.RECRUIT, purchases, {Decision.BUY: buy, Decision.END: stop}),
    ),
)
