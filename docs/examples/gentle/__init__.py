"""Pixie Queen, gentler: refusing costs nothing, and passing ends only one's own turn."""

from pixies_env.core.compilation.compile import rule
from pixies_env.core.variants import variant
from pixies_env.pixie_queen import make as pixie_queen
from pixies_env.pixie_queen.names import TurnStep
from pixies_env.pixie_queen.rules import offerings, turn
from pixies_env.pixie_queen.rules.points import punish


@rule
def punish_refusal(state, board, player):
    """Refusing costs nothing."""


@rule
def pass_turn(state, board, player, value):
    """A disc is put aside, and only this turn is over."""
    state.discs[player] = int(state.discs[player]) - 1
    state.step = TurnStep.OVER
    punish(state, board, player, int(board.pass_penalty))


make = variant(
    __name__,
    "gentle",
    of=pixie_queen,
    replaced={offerings.punish_refusal: punish_refusal, turn.pass_turn: pass_turn},
    title="Pixie Queen, gentler",
    told="Refusing costs nothing. Who passes puts a disc aside and takes part in the next turns.",
)
