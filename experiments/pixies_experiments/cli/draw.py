"""`pixies draw`: pictures and animations of a recorded game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pixies_experiments.cli.console import InputError, command, print_json, user_input
from pixies_experiments.cli.options import (
    DEFAULT_GAME,
    MOST,
    BoardFile,
    GameNumber,
    Json,
    UnusedSeed,
)

if TYPE_CHECKING:
    from pixies_env.core.drawing import Observer
    from pixies_env.core.states.records import Record
    from pixies_experiments.replays import Moment

_NARROW = "narrow"


@command
def draw(
    file: Annotated[Path, typer.Argument(help="Record: JSON lines or plain text.")],
    html: Annotated[
        Path | None, typer.Option("--html", help="Write the whole game as a page that plays it.")
    ] = None,
    gif: Annotated[
        Path | None, typer.Option("--gif", help="Write the whole game as an animation.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write one position as SVG.")] = None,
    png: Annotated[Path | None, typer.Option("--png", help="Write one position as PNG.")] = None,
    step: Annotated[
        int | None,
        typer.Option(
            "--step",
            min=0,
            max=MOST,
            help="Position of --svg and --png: after so many events.",
            show_default="the last",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            help="Draw only what this seat knows, or 'observer': what all know.",
            show_default="everything",
        ),
    ] = None,
    theme: Annotated[
        Literal["auto", "light", "dark"],
        typer.Option("--theme", help="Colours; auto follows the reader, PNG and GIF are light."),
    ] = "auto",
    layout: Annotated[
        Literal["wide", "narrow"],
        typer.Option("--layout", help="Wide, or narrow for a phone; the page is both."),
    ] = "wide",
    width: Annotated[
        int | None,
        typer.Option(
            "--width",
            min=100,
            max=4000,
            help="Of PNG and GIF in pixels.",
            show_default="900/390",
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.02, max=60, help="For each picture of the GIF.")
    ] = 1.0,
    pictures: Annotated[
        int,
        typer.Option(
            "--pictures",
            min=2,
            max=MOST,
            help="Of the GIF at most, evenly over the game; each takes time and room.",
        ),
    ] = 50,
    game_number: GameNumber = 1,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            help="Game, or module:factory, of the record.",
            show_default="what the record says",
        ),
    ] = None,
    board: BoardFile = None,
    seed: UnusedSeed = 0,
    as_json: Json = False,
) -> None:
    """Draw a recorded game: a page that plays it, an animation, or one position."""
    from pixies_experiments.cli.outputs import try_files
    from pixies_experiments.replays import find_game, moments

    outputs = {"html": html, "gif": gif, "svg": svg, "png": png}
    wanted = {kind: path for kind, path in outputs.items() if path is not None}
    if not wanted:
        raise InputError("say what to write: --html, --gif, --svg or --png with a path")
    if step is not None and svg is None and png is None:
        raise InputError("--step is for --svg and --png; the others hold all steps")
    try_files(*wanted.values())
    with user_input():
        record = find_game(file, game_number, game, board, DEFAULT_GAME)
        viewer = _viewer(seat, record.players)
        shown = list(moments(record, viewer))
    if step is not None and step >= len(shown):
        raise InputError(f"--step {step}: the game has {len(shown) - 1} events to be seen")
    at = shown[-1 if step is None else step]
    pixel_theme = "light" if theme == "auto" else theme
    pixel_width = width or (390 if layout == _NARROW else 900)

    def write_gif(path: Path) -> None:
        from pixies_experiments.animation import gif
        from pixies_experiments.progress import progress_bar

        taken = gif.spread(shown, pictures)
        with progress_bar("pictures", len(taken)) as bar:
            gif.write_gif(
                path,
                record.game,
                taken,
                seat=viewer,
                theme=pixel_theme,
                layout=layout,
                width=pixel_width,
                seconds=seconds,
                told=bar.advance_to,
            )

    writers: dict[str, Callable[[Path], None]] = {
        "html": lambda path: _write_text(path, _page(record, shown, viewer, theme)),
        "gif": write_gif,
        "svg": lambda path: _write_text(path, _svg(record, at, viewer, theme, layout)),
        "png": lambda path: _write_png(
            path, _svg(record, at, viewer, pixel_theme, layout), pixel_width
        ),
    }
    with user_input():
        for kind, path in wanted.items():
            writers[kind](path)
    if as_json:
        print_json(
            {
                "game": record.game.name,
                "players": record.players,
                "seat": viewer,
                "events": len(shown) - 1,
                "files": {kind: str(path) for kind, path in wanted.items()},
                "bytes": {kind: path.stat().st_size for kind, path in wanted.items()},
            }
        )
    else:
        for path in wanted.values():
            print(f"{path}: {path.stat().st_size / 1000:.0f} kB")


def _viewer(seat: str | None, players: int) -> int | Observer | None:
    if seat is None:
        return None
    if seat == "observer":
        return "observer"
    if not seat.isdecimal() or int(seat) >= players:
        raise ValueError(f"--seat must be 0 to {players - 1} or observer, not {seat!r}")
    return int(seat)


def _page(record: Record, shown: list[Moment], viewer: int | Observer | None, theme: str) -> str:
    from pixies_env.core.words import count_players
    from pixies_experiments.animation.html import animation

    title = f"{record.game.title}, {count_players(record.players)}"
    return animation(record.game, shown, viewer, theme, title)


def _svg(record: Record, at: Moment, viewer: int | Observer | None, theme: str, layout: str) -> str:
    from pixies_env.core.drawing import draw as drawn

    return drawn(
        record.game,
        at.state.array,
        seat=viewer,
        event=at.event,
        words=at.words,
        theme=theme,
        layout=layout,
    )


def _write_text(path: Path, text: str) -> None:
    from pixies_env.core.files.whole import written_whole

    with written_whole(path) as aside:
        aside.write_text(text, encoding="utf-8", newline="\n")


def _write_png(path: Path, svg: str, width: int) -> None:
    from pixies_env.adapters.raster import png
    from pixies_env.core.files.whole import written_whole

    image = png(svg, width)
    with written_whole(path) as aside:
        aside.write_bytes(image)
