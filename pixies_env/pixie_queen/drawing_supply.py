"""Reward rows, stock, offering track and bag, and the tiles that lie on the board."""

from collections.abc import Iterator

from pixies_env.core.drawing.marks import box, group, line, move, text
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.pixie_queen.drawing_icons import icon, words
from pixies_env.pixie_queen.limits import REWARD_TILES
from pixies_env.pixie_queen.names import (
    CUBES,
    GOODS,
    ON_BOARD,
    ONE_USE_TILES,
    REWARD_SERIES,
    SKILLS,
)

_LABEL = 76.0
_ROW = 30.0
REWARDS = _ROW * len(REWARD_SERIES)
"""Height of the reward rows."""
_LINE = 22.0
SUPPLY = 20 + 3 * _LINE + 6
"""Height of the table of goods."""
_CHIP = 20.0
_MOST_SHOWN = 6
"""Food tiles of the pile."""
_CHIPS = 4
"""Skills in a row."""

_SERIES = {"special_offering": "specials", "faithful_servant": "servants", "gold_ring": "rings"}


def rewards(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the three reward rows: taken tiles are crossed out, the next has a thick edge."""
    board, now = scene.board, scene.now
    width = (WIDTH - _LABEL) / REWARD_TILES
    for row, series in enumerate(REWARD_SERIES):
        taken = now.rewards_taken[row]
        content = [
            box(0, 0, WIDTH, _ROW - 4, "f-panel s-line edge", 6),
            icon(series, 13, 13, 16),
            text(25, 17, _SERIES[series], size=10.5),
        ]
        for place in range(REWARD_TILES):
            tile = _tile(board.reward_values[row][place], width, place < board.gold_numbers)
            if place < taken:
                tile = [group([*tile, line(4, 4, width - 8, _ROW - 12)], marks="gone")]
            elif place == taken:
                tile = [*tile, box(0, 0, width - 4, _ROW - 8, "none s-ink wide", 4)]
            content.append(group(tile, move(_LABEL + place * width, 2)))
        told = f"{_SERIES[series]}: {taken} of {REWARD_TILES} taken"
        yield f"reward-{series}", scene.view.spot(f"reward-{series}", content, told, move(0, y))
        y += _ROW


def _tile(value: int, width: float, gold: bool) -> list[str]:
    """A reward tile; gold numbers stand on gold and have a dot."""
    tile = [box(0, 0, width - 4, _ROW - 8, f"{'f-gold' if gold else 'f-paper'} s-line", 4)]
    ink = "f-dark" if gold else "f-ink"
    tile.append(text(width / 2 - 2, 15.5, f"+{value}", ink, 12, "middle", bold=True))
    return tile


def supply(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the table of goods: stock, special-offering track, bag."""
    now = scene.now
    kinds = (*GOODS, "stone")
    width = (WIDTH - _LABEL) / len(kinds)
    ground = [box(0, 0, WIDTH, SUPPLY - 4, "f-panel s-line", 6)]
    ground += [icon(kind, _LABEL + (place + 0.5) * width, 12, 15) for place, kind in
               enumerate(kinds)]  # fmt: skip
    yield "supply", group(ground, move(0, y))
    bag = dict(zip(CUBES, now.bag, strict=True))
    rows = (
        ("stock", "stock", [*now.stock, now.reserve_stones + now.stones_drawn]),
        ("special", "offering", [*now.special_track, None]),
        ("bag", "bag", [bag.get(kind) for kind in kinds]),
    )
    for row, (name, label, numbers) in enumerate(rows):
        top = y + 22 + row * _LINE
        yield f"supply-{name}", text(8, top + 15, label, size=11)
        for place, (kind, number) in enumerate(zip(kinds, numbers, strict=True)):
            if number is None:
                continue
            ink = "f-ink" if number else "f-muted"
            cell = [
                box(0, 0, width - 6, _LINE - 4, "f-paper s-line thin edge", 4),
                text(width / 2 - 3, 13.5, number, ink, 12, "middle", bold=number > 0),
            ]
            at = move(_LABEL + place * width + 3, top + 1)
            spot = f"{name}-{kind}"
            yield spot, scene.view.spot(spot, cell, f"{label}: {number} {kind}", at)


def tiles_height(scene: Scene) -> float:
    """Height of the tiles on the board, the same through a game."""
    return 3 * 2 + _CHIP * (1 + _skill_rows(scene)) + 8


def _skill_rows(scene: Scene) -> int:
    board = scene.board
    laid_out = max(bin(chosen).count("1") for chosen in board.skill_sets[: board.skill_set_count])
    return -(-max(laid_out, len(board.given_skills)) // _CHIPS)


def tiles(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the tiles that can be taken: the food pile, one-use tiles, skills."""
    now = scene.now
    ground = box(0, 0, WIDTH, tiles_height(scene) - 4, "f-panel s-line", 6)
    yield "tiles", group([ground], move(0, y))
    pile = now.pile[: now.pile_size][::-1]
    seen = pile if len(pile) <= _MOST_SHOWN else [*pile[: _MOST_SHOWN - 2], "+"]
    shown = "food " + (" ".join(map(str, seen)) or "\N{EN DASH}")
    width = (WIDTH - 6) / _CHIPS
    told = f"food tiles from the top: {', '.join(map(str, pile)) or 'none'}"
    content = [scene.view.spot("tile-food", _chip(shown, width - 4, not pile), told, move(5, 4))]
    for place, tile in enumerate(ONE_USE_TILES, 1):
        there = now.one_use_at[place - 1] == ON_BOARD
        told = f"{words(tile)}: {'on the board' if there else 'taken'}"
        drawn = _chip(words(tile), width - 4, not there)
        at = move(5 + width * place, 4)
        content.append(scene.view.spot(f"one-use-{tile}", drawn, told, at))
    yield "one-use", group(content, move(0, y))
    on_board = [skill for skill, at in zip(SKILLS, now.skill_at, strict=True) if at == ON_BOARD]
    content = []
    for place, skill in enumerate(on_board):
        row, column = divmod(place, _CHIPS)
        at = move(5 + width * column, 4 + (_CHIP + 2) * (row + 1))
        told = f"skill on the board: {words(skill)}"
        content.append(scene.view.spot(f"skill-{skill}", _chip(words(skill), width - 4), told, at))
    yield "skills", group(content, move(0, y))


def _chip(label: str, width: float, gone: bool = False) -> list[str]:
    chip = [
        box(0, 0, width, _CHIP - 2, "f-paper s-line edge", 5),
        text(width / 2, 13, label, "f-muted" if gone else "f-ink", 10, "middle"),
    ]
    return [group(chip, marks="gone")] if gone else chip
