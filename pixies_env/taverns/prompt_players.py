"""What a language model is told of its own tavern, and in short of the others."""

from collections.abc import Iterator, Mapping
from typing import Any

from pixies_env.core.kit.readings import HIDDEN
from pixies_env.taverns.board import Board
from pixies_env.taverns.effects import track_space_of
from pixies_env.taverns.names import INGREDIENTS, MINIONS, Item
from pixies_env.taverns.prompt_table import Table, counts, listed
from pixies_env.taverns.words_of_cards import ITEM_EFFECTS, counted, effect_words, spoken

Told = Mapping[str, Any]


class Players:
    """Tells of the players.

    Args:
        board: the board.
        record: the board record.
        table: says what cards do.
    """

    def __init__(self, board: Board, record: Any, table: Table) -> None:
        self._board, self._record, self._table = board, record, table

    def own(self, position: Told, seat: int) -> Iterator[str]:
        """Lines on all that the seat has."""
        player = position["seats"][seat]
        dice = [value for value, number in player["dice"].items() for _ in range(number)]
        used = ["energy source used"] if player["energy_die"] else []
        cooked = [f"cooked {listed(player['cooked'])}"] if player["cooked"] else []
        parts = [f"dice {' '.join(dice) or 'none'}", *used, *_purse(player), *cooked]
        parts += _belongings(player)
        yield f"You (player {seat}): {'; '.join(parts)}."
        minions = zip(player["minions"].items(), self._board.minions.each(MINIONS), strict=True)
        told = [f"{name} {_minion(own, printed.pockets)}" for (name, own), printed in minions]
        yield f"Your minions: {'; '.join(told)}."
        if player["heroes"]:
            heroes = [self._hero(name, position) for name in player["heroes"]]
            yield f"Your heroes: {'. '.join(heroes)}."
        items = [
            f"{number} {name}, {ITEM_EFFECTS[Item[name.upper()]]}"
            for name, number in player["items"].items()
            if number
        ]
        if items:
            yield f"Your items: {'. '.join(items)}."
        if player["tavern"]:
            yield f"Your track, marker on {player['marker']}: {self._track(player['tavern'])}."
        missions = [self._table.mission(name) for name in player["missions"] if name]
        if missions and position["phase"] == "setup":
            yield f"Missions dealt to you: {'; '.join(missions)}."
        elif missions:
            yield f"Your secret mission: {missions[0]}."

    def other(self, position: Told, seat: int) -> str:
        """A line on what matters most of another player."""
        player = position["seats"][seat]
        minions = player["minions"].values()
        carried = {kind: sum(own["carried"][kind] for own in minions) for kind in INGREDIENTS}
        parts = [f"{sum(player['dice'].values())} dice", *_purse(player)]
        if any(carried.values()):
            parts.append(f"carries {counts(carried)}")
        if player["heroes"]:
            parts.append(f"heroes {listed(map(spoken, player['heroes']))}")
        if player["cooked"]:
            parts.append(f"cooked {len(player['cooked'])}")
        parts += _belongings(player)
        if any(player["items"].values()):
            parts.append(f"items {counts(player['items'])}")
        kept = player["missions"][0]
        if kept not in (None, HIDDEN):
            parts.append(f"mission: {self._table.mission(kept)}")
        return f"Player {seat}: {'; '.join(parts)}."

    def _hero(self, name: str, position: Told) -> str:
        state = "exhausted" if name in position["exhausted"] else "ready"
        does = self._table.hero(name, with_bonus=name not in position["bonus_used"])
        return f"{spoken(name)}, {state}: {does}"

    def _track(self, tavern: str) -> str:
        place = self._board.tavern_names.index(tavern)
        spaces = range(1, int(self._record.track_length[place]) + 1)
        told = (effect_words(self._record, track_space_of(place, space)) for space in spaces)
        return listed(f"{space} {words}" for space, words in zip(spaces, told, strict=True))


def _purse(player: Told) -> Iterator[str]:
    owned = {key: player[key] for key in ("prestige", "gold", "energy")}
    runes = player["runes"]
    yield counts({**owned, "rune" if runes == 1 else "runes": runes})
    if any(player["reserve"].values()):
        yield f"stored {counts(player['reserve'])}"


def _belongings(player: Told) -> Iterator[str]:
    """What only some players have; face down is what the seat does not know."""
    trophies = dict(player["trophies"])
    hidden = trophies.pop(HIDDEN, 0)
    if hidden:
        yield f"trophies {hidden}"
    elif any(trophies.values()):
        worth = [kind for kind, number in trophies.items() for _ in range(number)]
        yield f"trophies of {' '.join(worth)} prestige"
    if any(player["forge"].values()):
        yield f"forge tokens {counts(player['forge'])}"


def _minion(minion: Told, pockets: int) -> str:
    """Zone, die, what its pockets hold, and whether all do."""
    die = f", die {minion['die']}" if minion["die"] else ""
    free = pockets - sum(minion["carried"].values()) - minion["wounds"]
    held = [f"{number} {kind}" for kind, number in minion["carried"].items() if number]
    held += [counted(minion["wounds"], "wound")] if minion["wounds"] else []
    held += [] if free else ["full"]
    return f"in {spoken(minion['zone'])}{die}{': ' if held else ''}{', '.join(held)}"
