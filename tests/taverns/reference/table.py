"""The flow of a whole game and the interface to it.

What `Table.position` gives, names being those of the data file (section 5):

=====================  ===========================================================================
``players``            how many
``round``              0 in the set-up, then 1 to 7
``first``              first player of the round; None before the first one is found
``over``               bool
``turn``               None between turns; else a mapping of
                       ``player``, ``main_done``, ``cooked`` (in this turn), ``visited``
                       (locations), ``met``, ``active`` (minion or None), ``may_collect``,
                       ``hunted``, ``bought`` (these three: in this activation), ``steps_left``
                       of a walk (the one that is about to be made included), and
                       ``cooking``: None or ``recipe``, ``value`` of the die, ``unpaid`` (kind ->
                       count)
``hunt``               None or ``dice`` (face -> count), ``added`` (symbol -> count), ``no_claws``,
                       ``no_wounds``, ``completed_before`` (rows)
``card``               the encounter or event that is being carried out, or None
``sites``              site -> location
``occupied``           location -> occupied activation spaces (left out: 0, as in all counts)
``tokens``             zone -> kind -> count
``dungeon_turned``     tokens turned in the search that goes on
``forge``              token -> count on the tile
``bank``               slot -> ``player``, ``value``
``hero_row``           sorted; ``hero_deck``: cards not drawn, sorted
``recipe_row``         places 1 to 4, None if empty; ``recipe_deck``, ``recipes_discarded``: sorted
``dragon``             None or ``name``, ``site``, ``marks`` (row by row: symbol -> count);
                       ``dragon_deck``: boards not drawn
``trophy_bag``         prestige of those not drawn
``common_mission``     or None; ``mission_deck``: cards not drawn
``event_deck``         cards not drawn; ``encounter_deck``: cards not drawn since it was made
``goblin``             None or ``zone``, ``stack`` (items left); ``unseen_items``: item -> count of
                       all that nobody has seen; ``items_in_box``: how many were on no stack yet
``seats``              for each: ``gold``, ``energy``, ``runes``, ``prestige``; dice: ``available``
                       (rolled in this round and not placed), ``energy_die``, ``cooking_dice``,
                       ``lost_dice``; ``minions``: name -> ``zone``, ``die``, ``wounds``,
                       ``carried`` (kind -> count); ``stored``; ``heroes``: name -> ``ready``,
                       ``bonus_used``; ``cooked``; ``trophies`` (prestige of each); ``forge`` (token
                       -> count, those in use included); ``items`` (not used), ``used_items``;
                       ``dealt_missions`` (before one is kept), ``mission``, ``put_away``;
                       ``tavern``, ``marker``
=====================  ===========================================================================
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from . import final
from .data import Data, Options, Plain
from .events import Chance, Decision, Flow
from .position import position
from .rounds import play_rounds
from .setup import set_up
from .state import State

MODULES = ("missions", "events", "asymmetric", "encounters", "goblin")


class Table:
    """A game that waits for one decision or one chance outcome after the other.

    Args:
        mapping: a data file as `tomllib` gives it.
        players: 2 to 5.
        initial_recipes: 1 or 4; like the next two None for what the file says.
        city_on_pass: may a minion store and heal while it walks through the City?
        market: ``buy`` or ``store``.
        locations: the four in play, None for four at random.
        modules: ``missions``, ``events``, ``asymmetric``, ``encounters``, ``goblin``;
            off unless True.
    """

    def __init__(
        self,
        mapping: Plain,
        players: int = 2,
        *,
        initial_recipes: int | None = None,
        city_on_pass: bool | None = None,
        market: str | None = None,
        locations: Sequence[str] | None = None,
        **modules: bool,
    ) -> None:
        unknown = set(modules) - set(MODULES)
        if unknown or players not in range(2, 6):
            raise ValueError(
                f"{players} players (2 to 5), modules {sorted(unknown)} (of {MODULES})"
            )
        switches = {
            "initial_recipes": initial_recipes,
            "city_on_pass": city_on_pass,
            "market": market,
        }
        options: dict[str, Any] = {
            **{name: modules.get(name, False) for name in MODULES},
            **{
                name: mapping["switches"][name] if value is None else value
                for name, value in switches.items()
            },
            "locations": None if locations is None else tuple(locations),
        }
        self._made_of = (mapping, players, options)
        self.state = State(Data(mapping), players, Options(**options))
        self.events: list[str] = []
        self.waiting: Decision | Chance | None = None
        self._flow = self._game()
        self._go_on(None)

    def _game(self) -> Flow:
        yield from set_up(self.state)
        yield from play_rounds(self.state)
        self.state.over = True

    def _go_on(self, answer: str | None) -> None:
        try:
            self.waiting = next(self._flow) if answer is None else self._flow.send(answer)
        except StopIteration:
            self.waiting = None

    def options(self) -> list[str]:
        """Names of the options of the decision that is due, sorted."""
        return sorted(set(self.waiting.names())) if isinstance(self.waiting, Decision) else []

    def outcomes(self) -> dict[str, Fraction]:
        """Names and probabilities of the outcomes of the chance event that is due."""
        return self.waiting.shares() if isinstance(self.waiting, Chance) else {}

    def take(self, name: str) -> None:
        """Carry out an option or an outcome and go on to the next event."""
        possible = self.options() or sorted(self.outcomes())
        if name not in possible:
            raise ValueError(f"{name} is not possible for {self.waiting}; possible: {possible}")
        self.events.append(name)
        self._go_on(name)

    def replay(self, events: Sequence[str]) -> "Table":
        """A new game with the same data and options after these events.

        ``table.replay(table.events)`` is an independent copy.
        """
        mapping, players, options = self._made_of
        table = Table(mapping, players, **options)
        for name in events:
            table.take(name)
        return table

    def seen_by(self, event: Decision | Chance | None = None) -> list[int]:
        """Seats that see what comes out of an event, by default of the one that is due."""
        event = event or self.waiting
        everybody = list(range(self.state.players))
        if isinstance(event, Decision) and event.question == "keep":
            return [event.player]
        if isinstance(event, Chance) and event.kind in ("mission", "trophy"):
            return everybody if event.owner is None else [event.owner]
        return everybody

    def position(self) -> Plain:
        """Everything that is true about the game; see above."""
        return position(self.state)

    def scores(self) -> list[int]:
        """Final prestige of each seat."""
        self._must_be_over()
        return final.scores(self.state)

    def ranks(self) -> list[int]:
        """Rank of each seat; 1 is best."""
        self._must_be_over()
        return final.ranks(self.state)

    def _must_be_over(self) -> None:
        if not self.state.over:
            raise ValueError(f"the game is not over: it waits for {self.waiting}")
