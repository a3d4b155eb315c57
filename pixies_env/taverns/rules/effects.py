"""Section 3, effects: the whole vocabulary put together, and lists of effects of a card."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit import rulebook
from pixies_env.core.kit.continuations import push
from pixies_env.core.kit.dispatch import rule_of_each
from pixies_env.taverns.names import Continuation, Effect
from pixies_env.taverns.rules.effects_choice import CHOICES
from pixies_env.taverns.rules.effects_gain import GAINS, wound_next

_RULES = GAINS | CHOICES

_would_change = rule_of_each(
    __name__,
    "would_change",
    "state, board, player, slot, energy, spent",
    {effect: condition for effect, (condition, _) in _RULES.items()},
    "Whether an effect would change anything as a free action.",
)
_do = rule_of_each(
    __name__,
    "do",
    "state, board, player, slot",
    {effect: deed for effect, (_, deed) in _RULES.items()},
    "Carry an effect out, as far as that is possible.",
)


@rule
def would_change(state: Any, board: Any, player: Any, slot: Any, energy: Any, spent: Any) -> Any:
    """Whether the effect in a slot is possible as a free action and would change anything.

    ``energy`` is what is left after paying, ``spent`` the hero exhausted for it, or NONE.
    """
    effect = int(board.effect[slot])
    return _would_change(effect, state, board, player, slot, energy, spent)


@rule
def carry_out(state: Any, board: Any, player: Any, slot: Any) -> None:
    """Carry out the effect in a slot, or ask how."""
    _do(int(board.effect[slot]), state, board, player, slot)


@rule
def carry_out_next(state: Any, board: Any, player: Any, slot: Any, left: Any) -> None:
    """Carry out the effects of a card one after the other: ``left`` slots from one on."""
    if board.effect[slot] != Effect.NONE:
        if left > 1:
            push(state, Continuation.EFFECTS, player, slot + 1, left - 1)
        carry_out(state, board, player, slot)


EFFECTS = rulebook.Phase(
    continuations=(
        rulebook.Continuation(Continuation.EFFECTS, carry_out_next),
        rulebook.Continuation(Continuation.WOUND_ADJACENT, wound_next),
    ),
)
