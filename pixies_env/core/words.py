"""Decisions, chance, questions and ends in plain sentences, for every game.

A game says them in its :class:`pixies_env.core.game.Notation`; where it does not, the name and the
meaning of its family in the catalogue stand in. ``state`` is a one-element array.
"""

from __future__ import annotations

import json

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.game import Game
from pixies_env.core.seam import CHANCE, DECISION


def action_words(game: Game, state: np.ndarray, action: int) -> str:
    """What a decision does, such as ``Mine: draw a cube for each of your slaves``."""
    if game.notation.action_words is not None:
        return game.notation.action_words(state, action)
    return _named(game.notation.action_name(state, action), game.actions, action)


def outcome_words(game: Game, state: np.ndarray, outcome: int) -> str:
    """What chance brought, such as ``The Queen demands honey``."""
    if game.notation.outcome_words is not None:
        return game.notation.outcome_words(state, outcome)
    return _named(game.notation.outcome_name(state, outcome), game.outcomes, outcome)


def question_words(game: Game, state: np.ndarray) -> str:
    """What is asked, such as ``Which food do you offer?``; empty when the game is over."""
    if state["waiting"][0] not in (DECISION, CHANCE):
        return ""
    if game.notation.question_words is not None:
        return game.notation.question_words(state)
    kinds = game.questions if state["waiting"][0] == DECISION else game.chance_kinds
    return kinds[int(state["question"][0])].replace("_", " ")


def reason_words(game: Game, state: np.ndarray) -> str:
    """Why a finished game ended, such as ``all rounds have been played``; empty if not told."""
    if state["waiting"][0] in (DECISION, CHANCE):
        return ""
    if game.notation.reason_words is not None:
        return game.notation.reason_words(state)
    reason = game.notation.result(state).get("reason")
    return "" if reason is None else str(reason).replace("_", " ")


def count_players(number: int) -> str:
    """Such as ``1 player`` or ``3 players``."""
    return "1 player" if number == 1 else f"{number} players"


def count_seats(number: int) -> str:
    """Such as ``1 seat`` or ``2,000 seats``."""
    return "1 seat" if number == 1 else f"{number:,} seats"


def count_deals(number: int) -> str:
    """Such as ``1 independent deal`` or ``2,000 independent deals``."""
    return "1 independent deal" if number == 1 else f"{number:,} independent deals"


def count_games(number: int) -> str:
    """Such as ``1 game`` or ``2,000 games``."""
    return "1 game" if number == 1 else f"{number:,} games"


def rules_page(game: Game) -> str:
    """The rules in short, Markdown."""
    if game.notation.rules_page is not None:
        return game.notation.rules_page()
    parts = [f"# {game.title}", game.description, "## Decisions"]
    parts += [
        f"* `{family.verb}`{': ' + family.meaning if family.meaning else ''}"
        for family in game.actions.families
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def brief(game: Game) -> str:
    """The rules and the printed numbers that matter, as short as they go, for a language model.

    Of a game that has no such text it is the rules page with all numbers of the board file.
    """
    if game.notation.brief is not None:
        return game.notation.brief()
    return "\n\n".join(part for part in (rules_page(game).strip(), printed_numbers(game)) if part)


def printed_numbers(game: Game) -> str:
    """The numbers of the board file, one a line, such as ``score.out_at = 60``."""
    return "\n".join(
        f"{number.table}.{number.key} = {json.dumps(number.value, ensure_ascii=False)}"
        for number in game.printed
    )


def situation(game: Game, state: np.ndarray, seat: int) -> str:
    """A position in words as a seat sees it; ``state`` is without what the seat does not know."""
    if game.notation.situation is not None:
        return game.notation.situation(state, seat)
    return game.notation.text(state)


def _named(name: str, catalogue: Catalogue, entry: int) -> str:
    meaning = catalogue.family(entry).meaning
    return f"{name}: {meaning}" if meaning else name
