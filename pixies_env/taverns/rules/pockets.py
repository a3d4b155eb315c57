"""The pockets of minions: carried ingredients and wounds."""

from typing import Any

from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.events import ask
from pixies_env.core.kit.zones import number_in, options_in, put, take, transfer, transfer_all
from pixies_env.taverns.names import NONE, Decision, Hunt, Minion, Question


@rule
def carries(state: Any, player: Any, minion: Any) -> Any:
    """Whether a minion carries anything."""
    return number_in(state.carried[player, minion]) > 0


@rule
def free_pockets(state: Any, board: Any, player: Any, minion: Any) -> Any:
    """Pockets of a minion without an ingredient or a wound."""
    full = number_in(state.carried[player, minion]) + int(state.wounds[player, minion])
    return int(board.pockets[minion]) - full


@rule
def load(state: Any, board: Any, player: Any, minion: Any, kind: Any) -> None:
    """An ingredient goes into a free pocket; without one it is lost."""
    if free_pockets(state, board, player, minion) > 0:
        put(state.carried[player, minion], kind, 1)


@rule
def store_all(state: Any, player: Any, minion: Any) -> None:
    """All that a minion carries is stored; wounds stay."""
    transfer_all(state.carried[player, minion], state.reserve[player])


@rule
def store_one(state: Any, player: Any, minion: Any, kind: Any) -> None:
    """One ingredient that a minion carries is stored."""
    transfer(state.carried[player, minion], state.reserve[player], kind, 1)


@rule
def is_full_of_wounds(state: Any, board: Any, player: Any, minion: Any) -> Any:
    """Whether all pockets of a minion hold wounds."""
    return int(state.wounds[player, minion]) >= int(board.pockets[minion])


@rule
def can_be_wounded(state: Any) -> Any:
    """Whether no hunt is on in which there are no wounds."""
    return state.hunting == Hunt.NONE or state.no_wounds == 0


@rule
def wound(state: Any, board: Any, player: Any, minion: Any) -> None:
    """A wound takes a free pocket, or that of an ingredient of the owner's choice."""
    if not can_be_wounded(state) or is_full_of_wounds(state, board, player, minion):
        return
    if free_pockets(state, board, player, minion) > 0:
        add_wound(state, player, minion)
    else:
        ask_drop(state, player, minion, NONE)


@rule
def add_wound(state: Any, player: Any, minion: Any) -> None:
    """A wound lies in a pocket."""
    put(state.wounds[player], minion, 1)


@rule
def ask_drop(state: Any, player: Any, minion: Any, slot: Any) -> None:
    """Ask which carried ingredient goes, for an effect or, without one, for a wound."""
    state.subject = minion
    state.effect = slot
    ask(state, player, Question.DROP)


@rule
def drops(state: Any, board: Any, player: Any, ids: Any) -> Any:
    """The kinds that the minion carries."""
    return options_in(board, Decision.DROP, state.carried[player, state.subject], ids, 0)


@rule
def drop(state: Any, board: Any, player: Any, kind: Any) -> None:
    """The ingredient goes to the supply; a wound takes its pocket."""
    minion = int(state.subject)
    take(state.carried[player, minion], kind, 1)
    if state.effect == NONE:
        add_wound(state, player, minion)
    no_question(state)


@rule
def no_question(state: Any) -> None:
    """Nothing is asked about a minion, a die or an effect any more."""
    state.subject = NONE
    state.effect = NONE


@rule
def has_wound(state: Any, player: Any) -> Any:
    """Whether any own minion has a wound."""
    for minion in range(len(Minion)):
        if state.wounds[player, minion] > 0:
            return True
    return False


@rule
def carries_anything(state: Any, player: Any) -> Any:
    """Whether any own minion carries anything."""
    for minion in range(len(Minion)):
        if carries(state, player, minion):
            return True
    return False
