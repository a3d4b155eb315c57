"""`pixies record`: type in a game played at a real table."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pixies_experiments.cli.console import command, print_json, tell, user_input
from pixies_experiments.cli.naming import MOST_LISTED, hint, meant, shortened
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST_PLAYERS,
    BoardFile,
    GameName,
    GameOptions,
    Json,
    Seed,
    read_game_options,
)

if TYPE_CHECKING:
    from pixies_env.core.game import Game
    from pixies_env.core.states.records import Record
    from pixies_env.core.states.state import State

HELP = """\
A name, its beginning if that is enough, or its number in the list. Besides:
  ?, help list what is possible        view    show the table
  undo    take the last event back     draw    let the computer draw a chance event
  stop    end for now; the same command goes on later"""


@command
def record(
    file: Annotated[
        Path, typer.Argument(help="Record to write: JSON lines, or plain text if it ends in .txt.")
    ],
    players: Annotated[
        int | None,
        typer.Option("--players", min=1, max=MOST_PLAYERS, help="Number of players of a new game."),
    ] = None,
    game: GameName = DEFAULT_GAME,
    board: BoardFile = None,
    option: GameOptions = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Type in a game from a real table, one decision or chance outcome after the other.

    The file is written after each event. A file whose last game is not over is taken up again,
    with its board and options.
    """
    from pixies_env.core.words import count_players
    from pixies_experiments.cli.outputs import try_files
    from pixies_experiments.games import open_game

    with user_input():
        options = read_game_options(option)
        handed = open_game(game, board, options)
        foreign = ":" in game
        session = _open(file, handed, players, foreign, board is not None or bool(options))
        try_files(file)
    say: Callable[[str], None] = tell if as_json else print
    say(f"{session.state.game.title}, {count_players(session.state.num_players)}, into {file}")
    if session.names:
        say(f"Going on after {_events(session)}, the last one {session.names[-1]}.")
    say(HELP)
    session.save()
    _complete_with(session)
    try:
        _ask_until_over(session, seed, say, "" if as_json else "> ")
    except KeyboardInterrupt:
        say(f"\nStopped after {_events(session)}; {file} holds them.")
        raise
    finished = session.record()
    if as_json:
        print_json(
            {
                "file": str(file),
                "game": finished.game.name,
                "players": finished.players,
                "events": len(finished.events),
                "finished": finished.finished,
                "end": finished.end,
            }
        )
    elif finished.end is not None:
        from pixies_experiments.leaves import leaves

        say("The game is over:")
        for path, value in leaves(finished.end).items():
            say(f"  {path}: {value}")
    else:
        say(f"Stopped after {_events(session)}; the same command goes on with {file}.")


def _events(session: RecordSession) -> str:
    count = len(session.names)
    return f"{count} event{'' if count == 1 else 's'}"


@dataclass
class RecordSession:
    """A game being typed in: the file, the games before it in the file, and the events so far."""

    file: Path
    before: list[Record]
    start: State
    state: State
    names: list[str]

    def possible(self) -> list[str]:
        """Names of what can happen now."""
        if self.state.waiting == "decision":
            return self.state.legal_names()
        return [outcome.name for outcome in self.state.chance_outcomes()]

    def take(self, name: str) -> None:
        """Let something happen, and write the file."""
        if self.state.waiting == "chance":
            self.state.apply_chance(name)
        else:
            self.state.apply(name)
        self.names.append(name)
        self.save()

    def undo(self) -> str:
        """Take the last event back, and write the file; returns its name."""
        undone = self.names.pop()
        names, self.names, self.state = self.names, [], self.start.clone()
        for name in names:
            if self.state.waiting == "chance":
                self.state.apply_chance(name)
            else:
                self.state.apply(name)
        self.names = names
        self.save()
        return undone

    def record(self) -> Record:
        """The game so far."""
        from pixies_env.core.states.records import Record

        return Record.from_state(self.state)

    def save(self) -> None:
        """Write the whole file."""
        from pixies_env.core.states import record_files

        record_files.write(self.file, [*self.before, self.record()])


def _open(
    file: Path, game: Game, players: int | None, foreign: bool, special: bool
) -> RecordSession:
    """Take up the unfinished game at the end of a file, or begin a new one.

    ``foreign``: the game is not registered, so a file does not find it by its name. ``special``:
    the user asked for a board or options, which an unfinished game has to have.
    """
    from pixies_env.core.states import record_files
    from pixies_env.core.states.identity import check_options
    from pixies_env.core.states.state import State

    before = list(record_files.read(file, game if foreign else None)) if file.exists() else []
    if before and not before[-1].finished:
        unfinished = before.pop()
        if unfinished.game.name != game.name:
            raise ValueError(f"the unfinished game in {file} is {unfinished.game.name!r}")
        if special:
            check_options(unfinished.game.specification, game, f"the unfinished game in {file}")
        if players is not None and players != unfinished.players:
            raise ValueError(
                f"the unfinished game in {file} has {unfinished.players} players, not {players}"
            )
        names = [str(event.name) for event in unfinished.events]
        return RecordSession(file, before, unfinished.start(), unfinished.final(), names)
    if players is None:
        raise ValueError("say how many play, such as --players 4")
    start = State(game, players, chance="manual")
    return RecordSession(file, before, start, start.clone(), [])


def _ask_until_over(
    session: RecordSession, seed: int, say: Callable[[str], None], prompt: str
) -> None:
    listed_for = -1
    while not session.state.is_over:
        possible = session.possible()
        if listed_for != len(session.names):
            listed_for = len(session.names)
            say(_question(session.state))
            long = len(possible) > MOST_LISTED
            say("\n".join(shortened(possible)) if long else _listing(possible))
        try:
            answer = "".join(input(prompt).split())
        except EOFError:
            return
        if answer == "stop":
            return
        if answer == "":
            continue
        if answer in ("?", "help"):
            say(_listing(possible))
            say(HELP)
        elif answer == "view":
            say(str(session.state))
        elif answer == "undo":
            say(f"Taken back: {session.undo()}" if session.names else "There is nothing to undo.")
        elif answer == "draw" and "draw" not in possible:
            say(_draw(session, seed))
        else:
            say(_take(session, possible, answer))


def _question(state: State) -> str:
    whose = "" if state.player < 0 else f"player {state.player}, "
    return f"\n{whose}{state.question}{' (chance)' if state.waiting == 'chance' else ''}:"


def _listing(names: list[str]) -> str:
    """Numbered names in columns that fit the terminal."""
    from shutil import get_terminal_size

    cells = [f"{number:3d} {name}" for number, name in enumerate(names, 1)]
    width = max((len(cell) for cell in cells), default=0) + 2
    columns = max(1, (get_terminal_size().columns - 2) // width)
    rows = -(-len(cells) // columns)
    return "\n".join(
        "  " + "".join(cell.ljust(width) for cell in cells[row::rows]).rstrip()
        for row in range(rows)
    )


def _draw(session: RecordSession, seed: int) -> str:
    """Draw the chance event that is due; other seeds draw others."""
    import numpy as np

    outcomes = session.state.chance_outcomes()
    if not outcomes:
        return "A player decides here; draw is for chance."
    draws = np.random.default_rng((seed, len(session.names)))
    weights = [float(outcome.probability) for outcome in outcomes]
    drawn = outcomes[int(draws.choice(len(outcomes), p=weights))].name
    session.take(drawn)
    return f"Drawn: {drawn}"


def _take(session: RecordSession, possible: list[str], answer: str) -> str:
    """Let what the user meant happen, or say why it cannot."""
    # The order of what chance brings has no meaning unless all orders are possible.
    any_order = session.state.waiting == "chance"
    found = meant(answer, possible, any_order)
    if len(found) == 1:
        session.take(found[0])
        return f"  {found[0]}"
    if len(found) > MOST_LISTED:
        return f"{answer} can be any of {len(found)}; ? lists them."
    if found:
        return f"{answer} can be any of {', '.join(found)}."
    return f"{answer} is not possible here{hint(answer, possible, any_order)}; ? lists what is."


def _complete_with(session: RecordSession) -> None:
    """Let the Tab key complete names where the terminal can."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(text: str, index: int) -> str | None:
        words = [*session.possible(), "help", "view", "undo", "draw", "stop"]
        found = [word for word in words if word.startswith(text)]
        return found[index] if index < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
