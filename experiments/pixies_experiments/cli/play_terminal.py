"""The table of `pixies play` in the terminal: the same tables, kept in the same files."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table as Grid

from pixies_env.core.drawing.picture import OBSERVER
from pixies_env.core.errors import IllegalActionError, did_you_mean
from pixies_env.core.states import record_files
from pixies_env.core.states.state import State
from pixies_env.core.words import (
    action_words,
    count_players,
    outcome_words,
    question_words,
    reason_words,
    rules_page,
)
from pixies_experiments.cli.naming import meant
from pixies_experiments.cli.tables import print_table
from pixies_experiments.games import numbers_note
from pixies_experiments.leaves import leaves
from pixies_experiments.web.model import ANALYSIS, GAME, Table, TableError
from pixies_experiments.web.opening import is_private, record_of
from pixies_experiments.web.seats import HUMAN, Guest
from pixies_experiments.web.store import Store, default_folder
from pixies_experiments.web.thinking import Thinker, advisers
from pixies_experiments.web.views import Eyes, known_state, people, sees

HELP = """\
A number of the list, or a name or its beginning. Besides:
  ?, help  list the choices    view  show the table    rules  the rules in short
  ask [AGENT]  what an agent thinks of the decision
  save FILE  write the record: JSON lines, or plain text if it ends in .txt
  stop  end for now; pixies play --terminal --resume goes on"""
ANALYSIS_HELP = """\
In an analysis also:
  undo  back a decision   redo  on a decision      go N  to the position after N events
  seat N WHO  give a seat to an agent, or to "human"
  line  back to the line as it was played"""
MOST_LISTED = 40


class StopError(Exception):
    """The person at the terminal ends for now."""


class Terminal:
    """One table, played by whoever sits at the terminal."""

    def __init__(self, table: Table, store: Store, wanted: Sequence[str], console: Console) -> None:
        self.table = table
        self.store = store
        self.console = console
        self.advisers = advisers(table.game, wanted, table.seats)
        self._thinker, self._adviser = Thinker(table.game), Thinker(table.game)
        self._told = 0
        self._looks: int | None = None

    def run(self) -> None:
        """Play until the game is over or the person stops; every decision is kept at once."""
        table = self.table
        self._say(f"{table.game.title}, {count_players(table.players)}; kept as table {table.id}")
        self._say(HELP + ("\n" + ANALYSIS_HELP if table.kind == ANALYSIS else ""))
        if table.kind == ANALYSIS:
            self._say(f"At step {table.cursor} of {len(table.timeline.entries)}.")
        self.store.save(table)
        self._told = max(0, table.cursor - 1)
        try:
            while not (table.state.is_over and (table.kind == GAME or self._ends())):
                self._tell_events()
                if table.agent_due is not None:
                    self._let_agent_move(table.agent_due)
                else:
                    self._ask_person()
        except (StopError, EOFError):
            self._say(f"Stopped; {self._goes_on()} goes on.")
            return
        self._tell_events()
        self._say_end()

    def _goes_on(self) -> str:
        """The command that takes up this table."""
        words = ["pixies", "play", "--terminal", "--table", self.table.id]
        if self.store.folder != default_folder():
            words += ["--folder", str(self.store.folder)]
        return shlex.join(words)

    def _ends(self) -> bool:
        """At the end of an analysis: whether that is all."""
        self._tell_events()
        self._say_end()
        try:
            self._obey(self._input("undo, go N or stop: "), [])
        except (TableError, ValueError) as error:
            self._say(str(error))
        return False

    # ---- moves

    def _let_agent_move(self, spec: str) -> None:
        table = self.table
        with self.console.status(f"player {table.state.player} ({spec}) is thinking ..."):
            stream, number = table.timeline.stream, table.cursor
            action = self._thinker.choose(spec, table.state, stream, number)
        self._keep(lambda: table.decide(action))

    def _keep(self, act: Callable[[], None]) -> None:
        act()
        self.store.save(self.table)

    def _ask_person(self) -> None:
        state = self.table.state
        self._hand_over(state)
        names = possible(state)
        whose = "" if state.player < 0 else f"player {state.player}: "
        self._say(f"\n{whose}{question_words(state.game, state.array)}", style="bold")
        if len(names) <= MOST_LISTED:
            self._list(names)
        else:
            self._say(f"{len(names)} choices; ? lists them, a beginning such as {names[0]} will do")
        while self._obey(self._input("> "), names):
            pass

    def _hand_over(self, state: State) -> None:
        """Wait for the other person where there is something that only one may see."""
        if self.table.kind == ANALYSIS or len(people(self.table)) < 2:
            return
        if self._looks not in (None, state.player) and is_private(state, state.player):
            self.console.clear()
            self._input(f"Player {state.player}, press Enter when nobody else looks: ")
        self._looks = state.player

    def _obey(self, answer: str, names: list[str]) -> bool:
        """Do what was typed; False if the table has changed."""
        words = answer.split()
        if not words:
            return True
        command = self._commands().get(words[0])
        try:
            if command is not None and words[0] not in names:
                return bool(command(words[1:]))
            found = meant("".join(words), names, False)
            if len(found) == 1:
                self._keep(lambda: self._take(found[0]))
                return False
            if found:
                self._list(found)
            else:
                self._say(f"{answer} is not possible here{did_you_mean(answer, names)}; ? lists")
        except (TableError, IllegalActionError, ValueError, IndexError) as error:
            self._say(str(error))
        return True

    def _take(self, name: str) -> None:
        if self.table.state.waiting == "chance":
            self.table.let_happen(name)
        else:
            self.table.decide(name)

    # ---- commands; each says whether the same question stays

    def _commands(self) -> dict[str, Callable[[list[str]], bool]]:
        return {
            "?": self._help,
            "help": self._help,
            "save": self._save,
            "view": self._view,
            "rules": self._rules,
            "ask": self._ask,
            "stop": self._stop,
            "undo": lambda _: self._step(-1),
            "redo": lambda _: self._step(1),
            "go": lambda words: self._go(int(words[0])),
            "seat": lambda words: self._seat(int(words[0]), words[1]),
            "line": self._line,
        }

    def _help(self, _: list[str]) -> bool:
        self._list(possible(self.table.state))
        self._say(HELP)
        return True

    def _view(self, _: list[str]) -> bool:
        self.console.print(str(known_state(self.table.state, self._eyes())), highlight=False)
        return True

    def _save(self, words: list[str]) -> bool:
        if len(words) != 1:
            raise TableError("say into which file, such as: save game.jsonl")
        path, table, eyes = Path(words[0]), self.table, self._eyes()
        seat = eyes if isinstance(eyes, int) else None
        record = record_of(table, Guest(frozenset(people(table))), seat)
        try:
            record_files.write(path, record)
        except OSError as error:
            raise TableError(f"{path}: {error.strerror or error}") from error
        part = "" if record.viewer is None else f", what player {record.viewer} saw of it"
        self._say(f"Saved{part}: {path}")
        if part:
            self._say("The whole record can be saved when the game is over.")
        return True

    def _rules(self, _: list[str]) -> bool:
        self.console.print(Markdown(rules_page(self.table.game)))
        return True

    def _stop(self, _: list[str]) -> bool:
        raise StopError

    def _ask(self, words: list[str]) -> bool:
        table = self.table
        if table.kind == GAME and not table.advice:
            raise TableError("at this table nobody is asked for advice")
        if table.state.waiting != "decision":
            raise TableError("only a decision can be judged, and none is due")
        spec = words[0] if words else self.advisers[0]
        with self.console.status(f"{spec} is thinking ..."):
            stream, number = table.timeline.stream, table.cursor
            told = self._adviser.opinion(spec, table.state, stream, number)
        print_table(self.console, opinion_grid(told))
        return True

    def _step(self, direction: int) -> bool:
        table = self.table
        decisions = [
            number
            for number, entry in enumerate(table.timeline.entries)
            if entry.event.kind == "decision"
        ]
        if direction < 0:
            target = max((place for place in decisions if place < table.cursor), default=0)
        else:
            last = len(table.timeline.entries)
            target = min((place for place in decisions if place > table.cursor), default=last)
        return self._go(target)

    def _go(self, cursor: int) -> bool:
        self._keep(lambda: self.table.go_to(cursor))
        self._told = max(0, self.table.cursor - 1)
        return False

    def _seat(self, seat: int, who: str) -> bool:
        if who != HUMAN:
            self._thinker.agent(who)
        self._keep(lambda: self.table.hand_over(seat, who))
        return False

    def _line(self, _: list[str]) -> bool:
        self._keep(self.table.restore)
        self._told = max(0, self.table.cursor - 1)
        return False

    # ---- telling

    def _eyes(self) -> Eyes:
        table = self.table
        if table.kind == ANALYSIS:
            return None
        own = people(table)
        if not own:
            return OBSERVER
        return table.state.player if table.state.player in own else own[0]

    def _tell_events(self) -> None:
        """The events since the last time that everybody at the terminal may see."""
        table = self.table
        own = people(table)
        eyes: Eyes = None if table.kind == ANALYSIS else own[0] if len(own) == 1 else OBSERVER
        for entry in table.timeline.entries[self._told : table.cursor]:
            if sees(eyes, entry.event, table.players):
                whose = "" if entry.event.player < 0 else f"player {entry.event.player}: "
                self._say(f"  {whose}{entry.words}", style="dim")
        self._told = table.cursor

    def _say_end(self) -> None:
        why = reason_words(self.table.game, self.table.state.array)
        self._say(f"The game is over: {why}." if why else "The game is over.", style="bold")
        for path, value in leaves(self.table.state.result()).items():
            self._say(f"  {path}: {value}")
        self._say(numbers_note(self.table.game))

    def _list(self, names: list[str]) -> None:
        state = self.table.state
        numbers = {name: number for number, name in enumerate(possible(state), 1)}
        words = in_words(state)
        grid = Grid.grid(padding=(0, 2))
        for name in names:
            grid.add_row(f"{numbers[name]:3d})", words[name], name)
        self.console.print(grid, highlight=False)

    def _say(self, text: str, style: str | None = None) -> None:
        self.console.print(text, style=style, highlight=False, markup=False)

    def _input(self, prompt: str) -> str:
        return self.console.input(prompt, markup=False)


def possible(state: State) -> list[str]:
    """Names of what can happen at a position."""
    if state.waiting == "decision":
        return state.legal_names()
    return [outcome.name for outcome in state.chance_outcomes()]


def in_words(state: State) -> dict[str, str]:
    """The same in words, by name."""
    game, array = state.game, state.array
    if state.waiting == "decision":
        ids = map(int, state.legal_actions())
        return {state.action_name(entry): action_words(game, array, entry) for entry in ids}
    return {each.name: outcome_words(game, array, each.id) for each in state.chance_outcomes()}


def opinion_grid(told: dict[str, Any]) -> Grid:
    """An opinion, see :meth:`pixies_experiments.web.thinking.Thinker.opinion`, as a table."""
    title = f"{told['agent']} would choose: {told['chosen']['words']}"
    grid = Grid(title=title, title_justify="left")
    grid.add_column("decision")
    shares = any(candidate["share"] is not None for candidate in told["candidates"])
    if shares:
        grid.add_column("share", justify="right")
    seats = len(told["values"] or ())
    for seat in range(seats):
        grid.add_column(f"player {seat}", justify="right")
    if seats:
        grid.add_column("expected line")
    for candidate in told["candidates"]:
        share = [f"{candidate['share']:.0%}"] if shares else []
        tried = candidate["values"]
        values = ["-"] * seats if tried is None else [f"{value:+.2f}" for value in tried]
        line = "; ".join(f"player {step['player']}: {step['words']}" for step in candidate["line"])
        grid.add_row(candidate["words"], *share, *values, *([line] if seats else []))
    return grid


def play_in_terminal(table: Table, store: Store, wanted: Sequence[str]) -> None:
    """Play at a table until the game is over or the person stops."""
    Terminal(table, store, wanted, Console()).run()
