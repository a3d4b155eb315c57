"""A player's board: terrain, labels, what stands on the cells."""

from collections.abc import Iterator
from functools import lru_cache

from pixies_env.core.drawing.marks import box, circle, group, move, text
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.core.game import Game
from pixies_env.havresac.board import load_board
from pixies_env.havresac.describe import name_of_place, occupants_of, places_in
from pixies_env.havresac.drawing_icons import guardian_token, icon
from pixies_env.havresac.drawing_shared import labels_of
from pixies_env.havresac.names import CREATURES, FIRST_CREATURE, FIRST_GUARDIAN, GUARDIANS
from pixies_env.havresac.places import STRIDE
from pixies_env.havresac.printed import BOARD

_CELL = 36.0
"""Side of a cell before the whole is scaled to fit."""
_MARGIN = 15.0
"""Left and above, for the numbers of rows and columns."""
_EDGE = 6.0
"""Right."""
_GROUNDS = {"forests": "forest", "lakes": "lake"}


def scale_of(scene: Scene) -> float:
    """By how much the boards are made smaller to fit."""
    columns: int = scene.board.columns
    return _scale(columns)


def _scale(columns: int) -> float:
    return min(1.0, (WIDTH - _MARGIN - _EDGE) / (_CELL * columns))


def map_height(scene: Scene) -> float:
    """Height of one board."""
    rows: int = scene.board.rows
    return _MARGIN + _CELL * rows * scale_of(scene)


def board_of(scene: Scene, seat: int, y: float) -> Iterator[tuple[str, str]]:
    """Parts of a player's board; cells on which something changes are parts of their own."""
    scale = scale_of(scene)
    yield f"map-{seat}", group([_terrain(scene.game)], move(0, y))
    record = scene.state[0]
    occupants = occupants_of(record, seat)
    tents = set(places_in(record.tents[seat]))
    done = dict.fromkeys(places_in(record.repaired[seat]), "village")
    done |= dict.fromkeys(places_in(record.opened[seat]), "opened")
    here = scene.now.place if seat == scene.now.player else -1
    chosen = {
        place
        for place in _places(scene.game)
        if (name := f"cell-{seat}-{name_of_place(place)}") in scene.view.targets
        or name in scene.view.last
    }
    for place in sorted({*occupants, *tents, *done, *chosen, *([here] if here >= 0 else [])}):
        name = f"cell-{seat}-{name_of_place(place)}"
        content, told = _cell(scene.game, place, occupants.get(place, 0), done.get(place))
        if place in tents:
            content.append(icon("tent", 28, 28, 11))
            told += ", a tent"
        if place == here:
            content.append(box(3, 3, _CELL - 6, _CELL - 6, "none s-ink wide", 4))
        said = f"{name_of_place(place)} of player {seat}: {told}"
        row, column = divmod(place, STRIDE)
        at = move(_MARGIN + column * _CELL * scale, y + _MARGIN + row * _CELL * scale, scale)
        yield name, scene.view.spot(name, content, said, at)


def _cell(game: Game, place: int, occupant: int, done: str | None) -> tuple[list[str], str]:
    """A cell whose look differs from the printed one, and what is on it in words."""
    ground, sign, label = _printed(game)[place]
    sign = done or sign
    content = [_ground(ground)]
    told = [sign or ground]
    if occupant:
        # The occupant hides most of the cell, so its sign goes into a corner.
        content += [icon(sign, 28, 8, 11)] if sign in ("village", "opened", "chest", "ruin") else []
        if occupant >= FIRST_CREATURE:
            standing = CREATURES[occupant - FIRST_CREATURE]
            content.append(icon(standing, 17, 20, 22))
        else:
            standing = GUARDIANS[occupant - FIRST_GUARDIAN]
            content.append(guardian_token(standing, 17, 18, 23))
        told.append(standing)
    elif sign:
        content.append(icon(sign, 18, 18, 20))
    if label:
        content.append(_label(label))
    return content, " with ".join(told)


def _ground(ground: str) -> str:
    return box(1, 1, _CELL - 2, _CELL - 2, f"f-{ground} s-line thin edge", 3)


def _label(label: str) -> str:
    size = 9.5 if len(label) == 1 else 8
    return circle(7, 8, 6, "f-paper s-ink thin") + text(7, 11.5, label, size=size, anchor="middle",
                                                         bold=True)  # fmt: skip


@lru_cache(maxsize=16)
def _places(game: Game) -> tuple[int, ...]:
    return tuple(int(place) for place in game.board["places"][0] if place >= 0)


@lru_cache(maxsize=16)
def _printed(game: Game) -> dict[int, tuple[str, str, str]]:
    """Ground, sign and label of each cell by place."""
    record = game.board[0]
    assert game.board.dtype == BOARD
    sets = {kind: set(places_in(record[kind])) for kind in
            ("forests", "lakes", "villages", "chests", "castles")}  # fmt: skip
    labels = dict(zip((int(place) for place in record.card_place), labels_of(game), strict=False))
    setup = {int(place): str(space) for space, place in enumerate(record.setup_places, 1)}
    signs = {"forests": "forest", "lakes": "lake", "villages": "ruin", "chests": "chest",
             "castles": "castle"}  # fmt: skip
    cells = {}
    for place in _places(game):
        kind = next((kind for kind in sets if place in sets[kind]), "")
        label = labels.get(place, "")
        sign = signs.get(kind, "")
        if label.isdecimal():
            sign = "grove"
        elif place in setup:
            label = f"*{setup[place]}"
        cells[place] = (_GROUNDS.get(kind, "plain"), sign, label)
    return cells


@lru_cache(maxsize=16)
def _terrain(game: Game) -> str:
    """The printed board: grounds, signs, labels, numbers of rows and columns, quarters."""
    record = game.board[0]
    rows, columns = int(record.rows), int(record.columns)
    scale = _scale(columns)
    content = []
    for place, (ground, sign, label) in _printed(game).items():
        row, column = divmod(place, STRIDE)
        cell = [_ground(ground)]
        cell += [icon(sign, 18, 19, 20)] if sign else []
        cell += [_label(label)] if label else []
        content.append(group(cell, move(column * _CELL, row * _CELL)))
    content += _quarters(game)
    board = group(content, move(_MARGIN, _MARGIN, scale))
    step = _CELL * scale
    numbers = [text(_MARGIN + (column + 0.5) * step, 10, column, "f-muted", 9, "middle")
               for column in range(columns)]  # fmt: skip
    numbers += [text(_MARGIN - 3, _MARGIN + (row + 0.5) * step + 3, row, "f-muted", 9, "end")
                for row in range(rows)]  # fmt: skip
    return board + "".join(numbers)


def _quarters(game: Game) -> Iterator[str]:
    """The borders of the coloured quarters, as far as they lie on the board."""
    board = load_board(game.specification["board"])
    for colour in ("red", "blue", "green", "yellow"):
        quarter = getattr(board.quarters, colour)
        top, height = _span(quarter.rows, board.maps.rows)
        left, width = _span(quarter.columns, board.maps.columns)
        if height > 0 and width > 0:
            yield box(left + 0.5, top + 0.5, width - 1, height - 1, f"none s-{colour} wide", 4)


def _span(first_and_last: tuple[int, ...], there: int) -> tuple[float, float]:
    """Where a range of rows or columns begins, and how far it goes."""
    first, last = sorted(first_and_last)
    return first * _CELL, (min(last, there - 1) - first + 1) * _CELL
