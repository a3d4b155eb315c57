"""The silver and the gold track, and the track of the punishment points."""

from collections.abc import Iterator

from pixies_env.core.drawing.letters import width_of
from pixies_env.core.drawing.marks import box, group, line, move, text, token
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.pixie_queen.drawing_icons import icon

TRACK = 50.0
"""Height of one of the two tracks."""
_LABEL = 44.0
_PICTURES = 29.0
"""Width of the pictures behind a price."""
_SMALLEST = 0.7
"""Prices that would have to be smaller are left out of a track."""
_AXIS, _LANE = 34.0, 16.0
_STEP = 10
"""Points between two numbers on the score track."""
_MOST_NUMBERS = 8


def tracks(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of both tracks: punishment in phase V, price, who stands there."""
    board, now = scene.board, scene.now
    prices = (("silver", board.silver_per_gold, now.silver_space, "gold"),
              ("gold", board.gold_per_ring, now.gold_space, "gold_ring"))  # fmt: skip
    for row, (good, costs, spaces, bought) in enumerate(prices):
        content = [box(0, 0, WIDTH, TRACK - 4, "f-panel s-line edge", 6)]
        content += [text(7, 18, good, size=11, bold=True), icon(good, 14, 32, 16)]
        content += _cells(scene, costs, good, bought)
        at = move(0, y + row * TRACK)
        yield f"track-{good}", scene.view.spot(f"track-{good}", content, f"{good} track", at)
        yield f"markers-{good}", group(_markers(scene, spaces), at, "quiet")


def _in_game(scene: Scene) -> list[int]:
    return [seat for seat in scene.seats if not scene.now.out[seat]]


def _width(scene: Scene) -> float:
    return (WIDTH - _LABEL - 4) / scene.board.track_length


def _cells(scene: Scene, costs: list[int], good: str, bought: str) -> Iterator[str]:
    board = scene.board
    length = board.track_length
    width = _width(scene)
    printed = [f"\N{MINUS SIGN}{points}" if points else "0" for points in board.track_punishment]
    printed[length - 1] = f"+{board.last_space_reward}"
    scale = min(
        (width - 6 - 10.5 * width_of(printed[space], bold=True))
        / (10 * width_of(str(costs[space])) + _PICTURES)
        for space in range(length)
    )
    for space in range(length):
        x = _LABEL + space * width
        ink = "f-gain" if space == length - 1 else "f-loss"
        yield box(x, 3, width - 2, TRACK - 10, "f-paper s-line thin", 4)
        yield text(x + 4, 14, printed[space], ink, 10.5, bold=True, room=width - 8)
        if scale >= _SMALLEST:
            # What one unit of what can be bought costs here.
            price = [text(-_PICTURES, 14, costs[space], "f-muted", 10, "end")]
            price += [icon(good, -22, 10.5, 9), icon(bought, -10, 10.5, 11)]
            yield group(price, move(x + width, 14 - 14 * min(scale, 1), min(scale, 1)))


def _markers(scene: Scene, spaces: list[int]) -> Iterator[str]:
    width = _width(scene)
    for space in range(scene.board.track_length):
        here = [seat for seat in _in_game(scene) if spaces[seat] == space]
        step = min(12.0, (width - 14) / max(len(here) - 1, 1))
        # Tokens that would hide each other stand in two rows by turns.
        rows, r = ((29.0,), 6.0) if step >= 8 else ((25.0, 37.0), 5.5)
        for place, seat in enumerate(here):
            x = _LABEL + space * width + 8 + step * place
            yield token(seat, x, rows[place % len(rows)], r)


def score_height(scene: Scene) -> float:
    """Height of the score track: one lane for each player."""
    return _AXIS + _LANE * scene.now.players + 4


def score(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the score track: mine symbols, the end, a lane for each player."""
    board = scene.board
    out_at = board.out_at
    height = score_height(scene)
    left, right = _LABEL, WIDTH - 14
    scale = (right - left) / out_at
    ground = [box(0, 0, WIDTH, height - 4, "f-panel s-line", 6)]
    ground.append(text(7, 13, "Punishment", "f-muted", 10))
    step = _STEP * max(1, -(-out_at // (_STEP * _MOST_NUMBERS)))
    free = 10 * width_of("000")
    for points in range(0, out_at, step):
        if (out_at - points) * scale < free:
            break  # it would lie on the last number
        ground.append(text(left + points * scale, 29, points, "f-muted", 10, "middle"))
    ground.append(text(right, 29, out_at, "f-loss", 10, "middle", bold=True))
    ground.append(line(right, _AXIS - 2, right, height - 8, "s-loss wide"))
    symbols = _mine_symbols(board.symbols_up_to, out_at)
    if not symbols or (out_at - symbols[-1]) * scale > 20:
        ground.append(text(right + 10, 14, "out", "f-loss", 10, "end"))
    for points in symbols:
        x = left + points * scale
        ground.append(icon("pick", x, 11, 15))
        ground.append(line(x, _AXIS - 2, x, height - 8, "s-loss thin dash"))
    yield "score", group(ground, move(0, y))
    for seat in scene.seats:
        yield f"score-{seat}", group(_lane(scene, seat, left, scale), move(0, y + _AXIS))


def _mine_symbols(symbols_up_to: list[int], out_at: int) -> list[int]:
    return [
        points
        for points in range(1, out_at + 1)
        if symbols_up_to[points] > symbols_up_to[points - 1]
    ]


def _lane(scene: Scene, seat: int, left: float, scale: float) -> Iterator[str]:
    points = scene.now.punishment[seat]
    y = _LANE * seat + _LANE / 2
    end = left + min(points, scene.board.out_at) * scale
    yield line(left, y, WIDTH - 14, y, "s-line thin")
    yield line(left, y, end, y, f"s-seat{seat} bar")
    yield token(seat, end, y, 7)
    yield text(26, y + 4, points, "f-ink", 11, "end", bold=True, room=24)
