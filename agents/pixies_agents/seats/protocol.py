"""The messages of the protocol of external programs; ``docs/external_agents.md`` describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pixies_agents.seats.program import MOST_SHOWN, Program, ProgramError
from pixies_env.core.errors import shown
from pixies_env.core.game import Game
from pixies_env.core.states.state import State
from pixies_env.core.words import action_words, question_words, rules_page

PROTOCOL = 1


def greet(program: Program, game: Game, seconds: float) -> None:
    """Say hello to a program that was started; ProgramError unless it is ready in time."""
    program.tell(hello(game))
    answer = program.answer(seconds)
    if answer.get("type") != "ready":
        said = shown(answer, MOST_SHOWN)
        raise ProgramError(f"answered {said} to the hello, not {{'type': 'ready'}}")


def hello(game: Game) -> dict[str, Any]:
    """What a program is told first."""
    numbers: dict[str, dict[str, Any]] = {}
    for number in game.printed:
        numbers.setdefault(number.table, {})[number.key] = number.value
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "game": game.name,
        "version": game.version,
        "board_digest": game.board_digest,
        "rules": rules_page(game),
        "numbers": numbers,
        "actions": list(game.actions.roles),
    }


def decide(number: int, state: State, game: int | None, bits: int) -> dict[str, Any]:
    """A question; ``state`` is without what its seat does not know."""
    legal = [int(action) for action in state.legal_actions()]
    return {
        "type": "decide",
        "id": number,
        "game": game,
        "seat": state.player,
        "question": state.question,
        "asked": question_words(state.game, state.array),
        "legal": state.legal_names(),
        "options": [action_words(state.game, state.array, action) for action in legal],
        "actions": legal,
        "position": state.as_dict(),
        "random": f"{bits:016x}",
    }


def chosen(answer: Mapping[str, Any], number: int) -> str:
    """The name in the answer to a question; ProgramError if it is not of the form."""
    action, told = answer.get("action"), answer.get("id")
    # True equals 1.
    if isinstance(told, bool) or told != number or not isinstance(action, str):
        said = shown(dict(answer), MOST_SHOWN)
        raise ProgramError(f"answered {said}, not of the form {{'id': {number}, 'action': NAME}}")
    return action
