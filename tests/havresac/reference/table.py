"""The table: the flow of a whole game and the interface to it (sections 2 and 4)."""

from fractions import Fraction
from typing import Any

from tests.reference.names import make_name
from tests.reference.questions import Chance, Decision, Flow, ask, draw, shares

from .adventure import adventure
from .grid import CREATURES, GUARDIANS, MONSTERS, Cell, Plain, cell_name
from .state import Seat, State


class ReferenceGame:
    """A game that waits for one decision or chance outcome after the other.

    ``faces`` is ``day``, ``random`` or the face of each Guardian.
    """

    def __init__(
        self, board: Plain, players: int, season: str = "summer", faces: Any = "day"
    ) -> None:
        self.state = State(board, players, season)
        self._flow = self._game(faces)
        self._pending: Decision | Chance | None = None
        self._continue(None)

    # The flow

    def _game(self, faces: Any) -> Flow:
        state = self.state
        yield from self._choose_faces(faces)
        for place in state.grid.cells("setup"):
            creature, _ = yield from self._turn_card()
            for seat in state.seats:
                seat.creatures[place] = creature
        rounds = state.board["supply"]["rounds"]
        while state.round < rounds:
            state.round += 1
            yield from self._scout()
            yield from adventure(state)
            state.phase = "glory"
            for seat in state.seats:
                self._glory(seat)
            if state.round < rounds:
                yield from self._recruit()
                self._end_round()
        state.phase = "over"

    def _choose_faces(self, faces: Any) -> Flow:
        if faces != "random":
            given = dict.fromkeys(GUARDIANS, faces) if faces == "day" else faces
            self.state.faces = dict(given)
            return
        for guardian in GUARDIANS:
            names = {make_name("face", guardian, face): 1 for face in ("day", "night")}
            _, (_, face) = yield from draw(None, "face", lambda names=names: shares(names))
            self.state.faces[guardian] = face

    def _turn_card(self) -> Any:
        """A card of those not yet turned: its creature and its label."""
        cards = self.state.cards
        _, (label,) = yield from draw(
            None, "card", lambda: shares({make_name("card", label): 1 for label in cards})
        )
        return cards.pop(label), label

    def _scout(self) -> Flow:
        """Phase I."""
        state = self.state
        state.phase = "scout"
        for _ in range(state.board["cards"]["per_round"]):
            creature, label = yield from self._turn_card()
            cell = state.grid.label[label]
            for seat in state.seats:
                if cell in seat.tents:
                    seat.gains.append(creature)
                else:
                    seat.creatures[cell] = creature

    def _glory(self, seat: Seat) -> None:
        """Phase III."""
        board = self.state.board
        column = board["glory"]["fairy_column"]
        glory = seat.cups * board["effects"]["cup_glory"]
        glory += board["glory"]["village_column"][len(seat.repaired)]
        for creature in seat.gains:
            if creature == "fairy":
                glory += column[min(seat.column, len(column) - 1)]
                seat.column += 1
            else:
                glory += board["glory"]["monster"][creature]
                seat.hunted.append(creature)
        seat.gains.clear()
        seat.cups = 0
        last = len(board["gains"]["vp"]) - 1
        seat.points += board["gains"]["vp"][min(glory, last)]
        seat.points += max(glory - last, 0) * board["gains"]["vp_per_glory_above"]
        seat.gold += board["gains"]["gold"][min(glory, last)]

    def _recruit(self) -> Flow:
        """Phase IV."""
        state = self.state
        state.phase = "recruitment"
        order = sorted(state.round_order(), key=lambda player: state.seats[player].points)
        while order:
            for player in list(order):
                verb, arguments = yield from ask(
                    player, "recruit", lambda player=player: self._offers(state.seats[player])
                )
                if verb == "end":
                    order.remove(player)
                    continue
                kind = arguments[0]
                state.seats[player].gold -= self._price(kind)
                state.seats[player].bag[kind] += 1
                state.reserve[kind] -= 1

    def _price(self, kind: str) -> int:
        return int(self.state.board[self.state.faces[kind]][kind]["cost"])

    def _offers(self, seat: Seat) -> list[str]:
        affordable = [
            make_name("buy", kind)
            for kind in GUARDIANS
            if self.state.reserve[kind] > 0 and self._price(kind) <= seat.gold
        ]
        return [*affordable, "end"]

    def _end_round(self) -> None:
        """Phase V."""
        state = self.state
        for seat in state.seats:
            seat.tents.clear()
            for cell, kind in seat.guardians.items():
                if kind == "guide" and not state.is_night("guide"):
                    seat.tents.add(cell)
            for kind in [*seat.guardians.values(), *seat.idle]:
                seat.bag[kind] += 1
            seat.guardians.clear()
            seat.idle.clear()
            seat.creatures = {
                cell: creature for cell, creature in seat.creatures.items() if creature in MONSTERS
            }

    def _continue(self, answer: str | None) -> None:
        """Hand an answer to the flow and fetch its next question."""
        try:
            self._pending = next(self._flow) if answer is None else self._flow.send(answer)
        except StopIteration:
            self._pending = None

    # The interface

    @property
    def waiting(self) -> str:
        """``decision``, ``chance`` or ``nothing`` (the game is over)."""
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
        """The kind of decision or of chance (section 5)."""
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
            raise ValueError(f"{name} is not possible here")
        self._continue(name)

    def as_dict(self) -> Plain:
        """The full state in plain types."""
        state = self.state
        return {
            "players": state.players,
            "season": state.season,
            "round": state.round,
            "phase": state.phase,
            "waiting": {"for": self.waiting, "player": self.player, "question": self.question},
            "faces": {kind: state.faces.get(kind) for kind in GUARDIANS},
            "reserve": state.reserve,
            "cards_left": list(state.cards),
            "played": self._played(),
            "seats": [_seat(state, seat) for seat in state.seats],
        }

    def _played(self) -> Plain | None:
        for seat in self.state.seats:
            if seat.draw is not None:
                used = seat.draw.used
                return {
                    "guardian": seat.draw.guardian,
                    "cell": seat.draw.cell and cell_name(seat.draw.cell),
                    "boots": used.count("boots"),
                    "feather": "feather" in used,
                    "sword": "sword" in used,
                    "found": seat.draw.fresh,
                }
        return None

    def scores(self) -> list[int]:
        """Final scores (section 4)."""
        final = self.state.board["final"]
        return [
            seat.points
            + final["opened_chest"] * seat.opened
            + sum(final["monster"][creature] for creature in seat.hunted)
            for seat in self.state.seats
        ]

    def ranks(self) -> list[int]:
        """1 is best; ties are broken by Gold, else shared."""
        keys = [
            (score, seat.gold) for score, seat in zip(self.scores(), self.state.seats, strict=True)
        ]
        return [1 + sum(other > own for other in keys) for own in keys]

    def returns(self) -> list[float]:
        """Utility of each seat."""
        if self.state.players == 1:
            return [float(self.scores()[0])]
        ranks = self.ranks()
        worth = [1 - 2 * place / (len(ranks) - 1) for place in range(len(ranks))]
        return [
            sum(worth[rank - 1 : rank - 1 + ranks.count(rank)]) / ranks.count(rank)
            for rank in ranks
        ]


def _seat(state: State, seat: Seat) -> Plain:
    opened = set(state.grid.cells("chest")) - seat.closed
    return {
        "vp": seat.points,
        "gold": seat.gold,
        "bag": seat.bag,
        "idle": {kind: seat.idle.count(kind) for kind in GUARDIANS},
        "guardians": {cell_name(cell): kind for cell, kind in seat.guardians.items()},
        "creatures": {cell_name(cell): kind for cell, kind in seat.creatures.items()},
        "tents": _names(seat.tents),
        "repaired": _names(seat.repaired),
        "opened": _names(opened),
        "gains": {kind: seat.gains.count(kind) for kind in CREATURES},
        "hunted": {kind: seat.hunted.count(kind) for kind in MONSTERS},
        "fairies": seat.column,
        "villages_left": seat.tokens,
        "objects": seat.objects,
        "closed": seat.unseen,
        "cups": seat.cups,
    }


def _names(cells: set[Cell]) -> list[str]:
    return [cell_name(cell) for cell in sorted(cells)]
