"""What a language model is told: the rules in brief, and a position as a seat sees it."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.kit.remade import Remade
from pixies_env.taverns.board import Board
from pixies_env.taverns.describe import Describer
from pixies_env.taverns.limits import DICE
from pixies_env.taverns.names import MINIONS, MODULES, NONE, Icon
from pixies_env.taverns.prompt_players import Players
from pixies_env.taverns.prompt_table import Table, counts, listed
from pixies_env.taverns.words_of_cards import effect_words, spoken

Told = Mapping[str, Any]

_EVENTS = (Icon.EVENT_GOOD, Icon.EVENT_BAD)
_ICON_WORDS = {
    Icon.HEROES: "heroes ready",
    Icon.DRAGON: "dragon",
    Icon.RESET: "new tokens",
    Icon.EVENT_GOOD: "good event",
    Icon.EVENT_BAD: "bad event",
}


def brief(board: Board, printed: np.ndarray) -> str:
    """The rules with the numbers of a board; the text is in ``brief.txt``.

    A line that begins with a module in square brackets is for games with this module.

    Args:
        board: the board.
        printed: one-element array of the board record, for what is played with.
    """
    record, game = printed[0], board.game
    text = (Path(__file__).parent / "brief.txt").read_text(encoding="utf-8")
    for module in MODULES:
        line = "" if record[f"{module}_on"] else ".*\n"
        text = re.sub(rf"^\[{module}\]{line}", "", text, flags=re.MULTILINE)
    minions = dict(zip(MINIONS, board.minions.each(MINIONS), strict=True))
    extra = [
        f"{name} {minion.extra_steps} more"
        for name, minion in minions.items()
        if minion.extra_steps
    ]
    return text.format(
        rounds=game.rounds,
        dice=DICE,
        player_die=_numbers(board.dice.player),
        below=game.compensation_below,
        compensation=game.compensation_gold,
        bank=_numbers(board.bank.in_order()[:-1]),
        blank=board.bank.blank,
        extra=f" ({', '.join(extra)})" if extra else "",
        maple=spoken(board.map.maple),
        pockets=", ".join(f"{name} {minion.pockets}" for name, minion in minions.items()),
        city=spoken(board.map.city),
        on_pass=", walking through too," if record.city_on_pass else "",
        bonus=game.bonus_price,
        max_energy=game.max_energy,
        max_runes=game.max_runes,
        hunting_die=", ".join(f"{n} {face}" for face, n in Counter(board.dice.hunting).items()),
        trophies=_numbers(board.trophy_kinds),
        encounter=game.encounter_price,
        item=game.item_price,
        left_over=game.left_over,
    )


class Situation(Remade):
    """Callable that tells a position of a game.

    Args:
        board: the board.
        printed: one-element array of the board record, for what is played with.
        describe: the position as a dictionary.
    """

    def __init__(self, board: Board, printed: np.ndarray, describe: Describer) -> None:
        self._record, self._describe = printed[0], describe
        self._rounds = board.game.rounds
        self._passed = {
            after: [_ICON_WORDS[icon] for icon in _icons(self._record, after)]
            for after in range(1, board.game.rounds)
        }
        self._table = Table(board, self._record)
        self._players = Players(board, self._record, self._table)

    def __call__(self, state: np.ndarray, seat: int) -> str:
        """The position in words; ``state`` is without what the seat does not know."""
        position = self._describe(state)
        others = [player for player in range(position["players"]) if player != seat]
        lines = [
            self._round(position, seat),
            *self._track(position["round"]),
            *self._players.own(position, seat),
            *(self._players.other(position, player) for player in others),
            *self._table(position, seat),
            *_turn(position),
            *_under_way(position),
        ]
        slot = int(state[0].effect)
        if slot != NONE:
            lines.append(f"Effect: {effect_words(self._record, slot)}.")
        return "\n".join(lines)

    def _round(self, position: Told, seat: int) -> str:
        if position["phase"] == "setup":
            return "Set-up."
        begun = f"Round {position['round']} of {self._rounds}"
        if position["phase"] != "turns":
            return f"{begun}, {position['phase'].replace('_', ' ')}."
        turn = position["turns_over"] // position["players"] + 1
        first = position["first_player"]
        return f"{begun}, turn {turn} of {DICE}, {_who(first, seat)} first."

    def _track(self, begun: int) -> Iterator[str]:
        """What the rounds to come, and this one, end with."""
        ends = [
            f"after {after} {', '.join(words)}"
            for after, words in self._passed.items()
            if after >= begun and words
        ]
        if ends:
            yield f"Round track: {'; '.join(ends)}."


def _icons(record: Any, after: int) -> Iterator[Icon]:
    """What the marker passes after a round, as far as it is played with."""
    icons = (Icon(number) for number in record.icons[after] if number != NONE)
    return (icon for icon in icons if record.events_on or icon not in _EVENTS)


def _who(player: int, seat: int) -> str:
    return "you are" if player == seat else f"player {player} is"


def _turn(position: Told) -> Iterator[str]:
    """What the player to move has done in this turn."""
    turn = position["turn"]
    done = ["main action done"] if turn["main_action_done"] else []
    if turn["active"]:
        done.append(f"{turn['active']} minion active")
        done += ["may collect"] if turn["may_collect"] else []
    done += [word for word in ("hunted", "bought", "met") if turn[f"has_{word}"]]
    done += [f"visited {listed(turn['visited'])}"] if turn["visited"] else []
    done += ["cooked"] if turn["cooked"] else []
    if done:
        yield f"This turn: {'; '.join(done)}."


def _under_way(position: Told) -> Iterator[str]:
    """What is interrupted: a hunt, a walk, wounds, cooking."""
    hunt, frames = position["hunt"], {frame["kind"]: frame for frame in position["effects"]}
    if hunt["part"]:
        symbols = "symbols left to mark" if hunt["part"] == "struck" else "added"
        parts = [f"dice {counts(hunt['dice'])}"]
        if any(hunt["symbols"].values()):
            parts.append(f"{symbols} {counts(hunt['symbols'])}")
        parts += [f"no {word}" for word in ("claws", "wounds") if hunt[f"no_{word}"]]
        yield f"Hunt: {'; '.join(parts)}."
    if "walk" in frames:
        # Where a path is asked for, the step to come is taken off already.
        steps = frames["walk"]["steps"] + (position["waiting"]["question"] == "path")
        yield f"Steps left: {steps}."
    if "claws" in frames:
        yield f"Wounds still to come: {frames['claws']['number']}."
    if "finish_cooking" in frames:
        cooking = frames["finish_cooking"]
        yield (
            f"Cooking {cooking['recipe']} with a die of {cooking['value']}, "
            f"unpaid {counts(position['unpaid'])}."
        )


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))
