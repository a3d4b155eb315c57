"""Hidden Card with printed numbers and invariants, whole and broken, for the command's tests."""

from __future__ import annotations

import dataclasses
import tomllib
from pathlib import Path

import numpy as np

from pixies_env.core.agents import Decisions
from pixies_env.core.compilation.compile import rule
from pixies_env.core.game import Game, PrintedNumber
from pixies_env.core.specs import AgentKind
from tests.games import hidden_card

CARD_LOST, THIRD_ROUND = 1, 2


class BoardError(ValueError):
    """Says all that is wrong at once, as the boards of real games do."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__("the board cannot be used: " + "; ".join(problems))


@rule
def cards_are_conserved(state, board):
    cards = 0
    for value in range(hidden_card.VALUES):
        cards += int(state.deck[value])
    for seat in range(int(state.players)):
        if int(state.choice[seat]) > 0:
            cards += 1
        for value in range(hidden_card.VALUES):
            cards += int(state.hand[seat, value])
        for turn in range(hidden_card.HAND):
            if int(state.played[seat, turn]) > 0:
                cards += 1
    return 0 if cards == hidden_card.VALUES * hidden_card.COPIES else CARD_LOST


@rule
def third_round_is_forbidden(state, board):
    return THIRD_ROUND if int(state.turn) == 2 else 0


def card_game(board: str | None = None) -> Game:
    """The game with a board file of two numbers, and a check that holds."""
    numbers = {"rounds": 3, "faces": 3}
    if board is not None:
        numbers |= tomllib.loads(Path(board).read_text(encoding="utf-8"))
    problems = []
    if not 1 <= numbers["rounds"] <= 3:
        problems.append(f"[game] rounds must be 1 to 3, not {numbers['rounds']}")
    if not 2 <= numbers["faces"] <= 6:
        problems.append(f"[die] faces must be 2 to 6, not {numbers['faces']}")
    if problems:
        raise BoardError(problems)
    plain = hidden_card.game(**numbers)
    return dataclasses.replace(
        plain,
        printed=(
            PrintedNumber("game", "rounds", numbers["rounds"], "rulebook", False),
            PrintedNumber("die", "faces", numbers["faces"], "default", True),
            PrintedNumber("die", "pairs", [[1, 2], [3, 4]], "review [of one]", False),
        ),
        invariants=cards_are_conserved,
        invariant_messages={CARD_LOST: "a card is lost"},
    )


def broken_game() -> Game:
    """The game with a check that does not hold."""
    return dataclasses.replace(
        hidden_card.game(),
        invariants=third_round_is_forbidden,
        invariant_messages={THIRD_ROUND: "the third round has begun"},
    )


@rule
def no_setup(state, board, players):
    if players > 0:
        raise ValueError("there is no set-up")
    return 0


def broken_on_setup() -> Game:
    """A game that cannot be begun."""
    plain = hidden_card.game()
    return dataclasses.replace(
        plain, functions=dataclasses.replace(plain.functions, setup=no_setup)
    )


@rule
def setup_with_a_typo(state, board, players):
    return state.no_such_field


def faulty_game() -> Game:
    """A game with a rule that cannot be compiled."""
    plain = hidden_card.game()
    functions = dataclasses.replace(plain.functions, setup=setup_with_a_typo)
    return dataclasses.replace(plain, functions=functions)


class Last:
    """Takes the highest legal id."""

    needs_observations = False

    def __init__(self, game: Game, name: str = "last") -> None:
        self.name = name

    def choose(self, decisions: Decisions) -> np.ndarray:
        return (
            decisions.action_masks.shape[1] - 1 - np.argmax(decisions.action_masks[:, ::-1], axis=1)
        )


@dataclasses.dataclass(frozen=True)
class LastOptions:
    name: str = "last"


LAST = AgentKind(
    "last", "The highest id.", lambda game, options: Last(game, options.name), LastOptions
)


def make_last(game: Game) -> Last:
    return Last(game)


def type_of(game: Game) -> str:
    return type(game).__name__


def needs_nothing() -> Last:
    return Last(card_game())
