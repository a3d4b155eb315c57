"""What all share: the Guardians' tiles with the reserve, the scout cards, the table of gains."""

from collections.abc import Iterator

from pixies_env.core.drawing.marks import box, circle, group, line, move, text, token
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.core.game import Game
from pixies_env.havresac.drawing_icons import guardian_token, icon
from pixies_env.havresac.names import (
    CREATURES,
    FACES,
    GUARDIANS,
    NOBODY,
    UNKNOWN,
    Face,
    Guardian,
    Phase,
)

TILES = 84.0
"""Height of the Guardians' tiles."""
CARDS = 58.0
"""Height of the scout cards."""
GAINS = 62.0
"""Height of the table of gains."""
ORDER = 30.0
"""Height of the turn order."""


def labels_of(game: Game) -> tuple[str, ...]:
    """Label of each card, in the order of the cards."""
    return tuple(label for (label,) in game.outcomes["card"].arguments)


def tiles(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the tiles: face in play, steps, price, tokens in the reserve."""
    now, board = scene.now, scene.board
    width = (WIDTH + 4) / len(GUARDIANS) - 4
    for kind, guardian in enumerate(GUARDIANS):
        face, left = now.faces[kind], now.reserve[kind]
        content = [box(0, 0, width, TILES - 6, "f-panel s-line edge", 6)]
        content.append(guardian_token(guardian, 14, 16, 20))
        content.append(text(4, 39, guardian, size=10))
        told = f"{guardian}: {left} in the reserve"
        if face == UNKNOWN:
            content.append(text(width - 8, 20, "?", "f-muted", 12, "end"))
        else:
            unlimited = (face, kind) == (Face.NIGHT, Guardian.THIEF)
            steps = "\N{INFINITY}" if unlimited else board.moves[face][kind]
            cost = board.costs[face][kind]
            content.append(icon(FACES[face], width - 14, 15, 15))
            content += [icon("boots", 10, 53, 11), text(18, 57, steps, size=10.5)]
            content += [icon("coin", width - 25, 53, 12), text(width - 17, 57, cost, size=10.5)]
            how_far = "any number of" if unlimited else steps
            told += f", {FACES[face]} face, {how_far} steps, costs {cost}"
        ink = "f-ink" if left else "f-loss"
        content.append(text(width / 2, 73, f"{left} left", ink, 10.5, "middle", bold=True))
        at = move(kind * (width + 4), y)
        yield f"tile-{guardian}", scene.view.spot(f"tile-{guardian}", content, told, at)


def cards(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the scout cards: those that were turned are faint."""
    now, board = scene.now, scene.board
    ground = [box(0, 0, WIDTH, CARDS - 6, "f-panel s-line", 6)]
    turned = board.cards - now.cards_left.bit_count()
    yield "cards", group(ground, move(0, y))
    yield "turned", text(8, y + 13, f"Scout cards: {turned} of {board.cards} turned", "f-muted", 10)
    width = (WIDTH - 12) / board.cards
    for card, label in enumerate(labels_of(scene.game)):
        creature = CREATURES[board.card_creature[card]]
        there = bool((now.cards_left >> card) & 1)
        content = [
            box(0, 0, width - 1.5, 31, "f-paper s-line thin edge", 2),
            text((width - 1.5) / 2, 12, label, "f-ink", 10.5, "middle", True, room=width - 2.5),
            icon(creature, (width - 1.5) / 2, 22, min(11, width - 2)),
        ]
        drawn = content if there else [group(content, marks="gone")]
        told = f"card {label}: {creature}{'' if there else ', turned'}"
        at = move(6 + card * width, y + 17)
        yield f"card-{label}", scene.view.spot(f"card-{label}", drawn, told, at)


def gains(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """The table of gains; it never changes."""
    board = scene.board
    columns = len(board.gold_gains)
    label = 44.0
    width = (WIDTH - label - 6) / columns
    content = [box(0, 0, WIDTH, GAINS - 6, "f-panel s-line", 6)]
    rows = (
        ("Glory", range(columns), "f-muted"),
        ("Gold", board.gold_gains, "f-ink"),
        ("VP", board.vp_gains, "f-gain"),
    )
    for row, (name, numbers, ink) in enumerate(rows):
        base = 15 + 16 * row
        content.append(text(8, base, name, ink, 10.5, bold=row > 0))
        for column, number in enumerate(numbers):
            x = label + (column + 0.5) * width
            content.append(text(x, base, number, ink, 10.5, "middle", bold=row > 0))
    content.append(line(6, 19.5, WIDTH - 6, 19.5, "s-line thin"))
    yield "gains", group(content, move(0, y))


def order(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """In which order players act; in the recruitment phase also who buys no more."""
    now = scene.now
    content = [box(0, 0, WIDTH, ORDER - 6, "f-panel s-line", 6)]
    if now.phase == Phase.RECRUITMENT:
        seats = [seat for seat in now.buying_order if seat != NOBODY]
        said = "Buying order"
    else:
        starter = (max(now.round_number, 1) - 1) % now.players
        seats = [(starter + turn) % now.players for turn in scene.seats]
        said = "Order of this round"
    content.append(text(8, 16, said, "f-muted", 10.5))
    for place, seat in enumerate(seats):
        x = 140.0 + 30 * place
        stopped = now.phase == Phase.RECRUITMENT and bool(now.stopped[seat])
        content.append(group([token(seat, x, 12, 8)], marks="gone" if stopped else ""))
        if stopped:
            content.append(line(x - 8, 20, x + 8, 4, "s-ink"))
        if seat == now.player:
            content.append(circle(x, 12, 11, "none s-choice wide"))
    yield "order", group(content, move(0, y))
