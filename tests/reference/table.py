"""The table: the flow of a whole game and the interface to it."""

from fractions import Fraction

from . import phase_final
from .names import Plain
from .phase_actions import action_phase
from .phase_final import final_scoring, gold_numbers_gone
from .phase_offerings import demand_was_met, forget_offers, offering_phase
from .phase_punishment import punishment_phase
from .phase_rewards import reward_phase
from .phase_setup import set_up
from .phase_steal import steal
from .questions import Chance, Decision, Flow, LastPlayerLeftError
from .state import State


class ReferenceGame:
    """A game that waits for one decision or chance outcome after the other.

    `state` is open: tests may change it while the game waits; options and chances are computed
    from it whenever they are read.
    """

    def __init__(
        self,
        board: Plain,
        players: int,
        *,
        draft: str = "drafted",
        skills: list[str] | None = None,
        order: list[int] | None = None,
    ) -> None:
        if draft not in ("drafted", "dealt", "given"):
            raise ValueError(f"unknown draft: {draft}")
        if (draft == "given") != (skills is not None):
            raise ValueError("skills belong to the draft 'given'")
        if skills is not None and (len(skills) != players or len(set(skills)) != players):
            raise ValueError("one skill for each seat, all different")
        if order is not None and sorted(order) != list(range(players)):
            raise ValueError("the order names every seat once")
        self.state = State(board, players)
        self._reason: str | None = None
        self._flow = self._game(draft, skills, order)
        self._pending: Decision | Chance | None = None
        self._continue(None)

    # The flow

    def _game(self, draft: str, skills: list[str] | None, order: list[int] | None) -> Flow:
        """A whole game: set-up, rounds of five phases, final scoring."""
        state = self.state
        try:
            yield from set_up(state, draft, skills, order)
            while self._reason is None:
                yield from self._round()
            yield from final_scoring(state)
        except LastPlayerLeftError:
            self._reason = "last_player"
        state.phase = "over"

    def _round(self) -> Flow:
        """One round (section 2) and the question whether it was the last one (section 4)."""
        state = self.state
        state.round += 1
        yield from steal(state)
        yield from action_phase(state)
        yield from offering_phase(state)
        if demand_was_met(state):
            yield from reward_phase(state)
        forget_offers(state)
        yield from punishment_phase(state)
        state.demand = None
        if state.round == state.board["setup"]["rounds"]:
            self._reason = "rounds"
        elif gold_numbers_gone(state):
            self._reason = "gold_numbers"

    def _continue(self, answer: str | None) -> None:
        """Hand an answer to the flow and fetch its next question."""
        try:
            self._pending = next(self._flow) if answer is None else self._flow.send(answer)
        except StopIteration:
            self._pending = None

    # The interface

    @property
    def waiting(self) -> str:
        """`decision`, `chance` or `nothing` (the game is over)."""
        if self._pending is None:
            return "nothing"
        return "decision" if isinstance(self._pending, Decision) else "chance"

    @property
    def player(self) -> int | None:
        """Who decides, or who owns the chance event."""
        if isinstance(self._pending, Decision):
            return self._pending.player
        return self._pending.owner if self._pending is not None else None

    @property
    def question(self) -> str | None:
        """The kind of question or of chance (section 5)."""
        return self._pending.kind if self._pending is not None else None

    def options(self) -> list[str]:
        """Names of the legal options of a decision."""
        return self._pending.options() if isinstance(self._pending, Decision) else []

    def chances(self) -> dict[str, Fraction]:
        """Names and probabilities of the outcomes of a chance event."""
        return self._pending.outcomes() if isinstance(self._pending, Chance) else {}

    def apply(self, name: str) -> None:
        """Go on with an option or an outcome."""
        if name not in self.options() and name not in self.chances():
            raise ValueError(f"{name} is not possible: {self.waiting} {self.question}")
        self._continue(name)

    def as_dict(self) -> Plain:
        """The full state in plain types."""
        result = self.state.as_dict()
        result["waiting"] = {
            "for": self.waiting,
            "player": self.player,
            "question": self.question,
        }
        return result

    def scores(self) -> list[int | None]:
        """Final scores, None for those who are out."""
        return [phase_final.score(self.state, player) for player in range(self.state.players)]

    def ranks(self) -> list[int]:
        """1 is best; shared ranks are equal."""
        return phase_final.ranks(self.state)

    def reason(self) -> str:
        """Why the game ended: `rounds`, `gold_numbers` or `last_player`."""
        if self.waiting != "nothing" or self._reason is None:
            raise ValueError("the game is not over")
        return self._reason
