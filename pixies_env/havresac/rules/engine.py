"""Puts the phases together: what is legal, what an answer does, what comes next."""

from typing import Any

from pixies_env.core.compile import rule
from pixies_env.havresac.names import (
    ADVENTURE,
    ASK_AFTER_MOVE,
    ASK_MOVE,
    CARD,
    CHEST,
    DRAW,
    FACE,
    FACES,
    NOBODY,
    RECRUITMENT,
    SCOUT,
    SETUP,
)
from pixies_env.havresac.rules import adventure, opening, recruitment, scout
from pixies_env.havresac.state import RUNNING, no_guardian


@rule
def legal(state: Any, board: Any, ids: Any) -> Any:
    """Ids of the legal decisions, rising; returns their number, 0 if no decision is due."""
    if state.waiting != 0:
        return 0
    player = int(state.player)
    if state.question == ASK_MOVE:
        return adventure.list_before_move(state, board, player, ids)
    if state.question == ASK_AFTER_MOVE:
        return adventure.list_after_move(state, board, player, ids)
    return recruitment.list_purchases(state, board, player, ids)


@rule
def _place(board: Any, cell: Any) -> Any:
    return int(board.places[cell])


@rule
def _answer(state: Any, board: Any, player: Any, question: Any, action: Any) -> None:
    if question == ASK_MOVE:
        if action < int(board.id_recall):
            adventure.move(state, board, player, _place(board, action - int(board.id_move)))
        elif action < int(board.id_use):
            adventure.recall_instead(state, player, _place(board, action - int(board.id_recall)))
        elif action < int(board.id_power):
            adventure.use(state, player, action - int(board.id_use))
        else:
            adventure.set_aside(state, player)
    elif question == ASK_AFTER_MOVE:
        if action == int(board.id_done):
            no_guardian(state)
        elif action < int(board.id_use):
            adventure.recall_in_line(state, player, _place(board, action - int(board.id_recall)))
        elif action < int(board.id_aim):
            adventure.use_power(state, board, player, action - int(board.id_power))
        else:
            adventure.aim(state, board, player, action - int(board.id_aim))
    elif action == int(board.id_end):
        recruitment.stop(state, player)
    else:
        recruitment.buy(state, board, player, action - int(board.id_buy))


@rule
def _run(state: Any, board: Any) -> None:
    """Carry the game on until it waits."""
    while state.waiting == RUNNING:
        if state.phase == ADVENTURE:
            adventure.run_adventure(state, board)
        elif state.phase == RECRUITMENT:
            recruitment.run_recruitment(state, board)
        elif state.phase == SCOUT:
            scout.run_scout(state, board)
        elif state.phase == SETUP:
            opening.run_setup(state, board)


@rule
def _resume(state: Any) -> Any:
    """Leave the event that was waited for; returns its player and question."""
    player, question = int(state.player), int(state.question)
    state.waiting = RUNNING
    state.player = NOBODY
    state.question = 0
    return player, question


@rule
def apply(state: Any, board: Any, action: Any) -> Any:
    """Carry out a legal decision and go on to the next event."""
    player, question = _resume(state)
    _answer(state, board, player, question, action)
    _run(state, board)
    return 0


@rule
def chances(state: Any, board: Any, outcomes: Any, weights: Any) -> Any:
    """Possible outcomes with their weights; returns their number."""
    if state.waiting != 1:
        return 0
    kind, player = int(state.question), int(state.player)
    if kind == DRAW:
        return adventure.list_draws(state, board, player, outcomes, weights)
    if kind == CARD:
        return scout.list_cards(state, board, outcomes, weights)
    if kind == CHEST:
        return adventure.list_chest(state, board, player, outcomes, weights)
    return opening.list_faces(state, board, outcomes, weights)


@rule
def apply_chance(state: Any, board: Any, outcome: Any) -> Any:
    """Carry out a possible outcome and go on to the next event."""
    player, kind = _resume(state)
    if kind == DRAW:
        adventure.draw(state, board, player, outcome - int(board.outcome_draw))
    elif kind == CARD:
        scout.turn_card(state, board, outcome - int(board.outcome_card))
    elif kind == CHEST:
        adventure.open_chest(state, player, outcome - int(board.outcome_chest))
    elif kind == FACE:
        opening.set_face(state, (outcome - int(board.outcome_face)) % len(FACES))
    _run(state, board)
    return 0
