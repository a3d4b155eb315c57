"""One player: points, board, bag, objects, creatures taken, columns."""

from collections.abc import Iterator, Sequence

from pixies_env.core.drawing.marks import box, group, move, text, token
from pixies_env.core.drawing.scene import Scene
from pixies_env.havresac.drawing_icons import counted, guardian_token, icon
from pixies_env.havresac.drawing_map import board_of, map_height
from pixies_env.havresac.names import (
    CREATURES,
    GUARDIANS,
    MONSTERS,
    MOVEMENT_OBJECTS,
    OBJECTS,
    Phase,
    Thing,
)

_HEAD, _ROW = 26.0, 24.0
_ROWS = 5
_LABEL = 62.0
_MOST_ASIDE = 3
_MOST_PLACES = 11
"""Of a column that are shown at a time."""


def player_height(scene: Scene) -> float:
    """Height of what one player has, with the space below."""
    return _HEAD + map_height(scene) + _ROWS * _ROW + 16


def player(scene: Scene, seat: int, y: float) -> Iterator[tuple[str, str]]:
    """Parts of what one player has."""
    asked = scene.now.player == seat
    ground = [scene.screen(seat, player_height(scene) - 8)]
    yield f"screen-{seat}", scene.view.spot(f"screen-{seat}", ground, at=move(0, y))
    yield f"head-{seat}", group(_head(scene, seat), move(0, y))
    yield f"status-{seat}", text(104, y + 17, _status(scene, seat), "f-muted", 10.5)
    if asked and scene.now.guardian >= 0:
        yield f"used-{seat}", group(_used(scene), move(0, y))
    yield from board_of(scene, seat, y + _HEAD)
    y += _HEAD + map_height(scene) + 4
    yield from _bag(scene, seat, y)
    y += _ROW
    for names, row in (("objects", _objects), ("creatures", _creatures)):
        yield f"{names}-{seat}", group(row(scene, seat), move(0, y))
        y += _ROW
    yield f"village-{seat}", group(_village_column(scene, seat), move(0, y))
    yield f"fairy-{seat}", group(_fairy_column(scene, seat), move(0, y + _ROW))


def _head(scene: Scene, seat: int) -> Iterator[str]:
    now = scene.now
    yield token(seat, 18, 13, 8)
    yield text(31, 17, f"Player {seat}", size=12, bold=True)
    yield text(340, 17, f"{now.vp[seat]} VP", "f-gain", 13, "end", bold=True)
    yield icon("coin", 362, 13, 14)
    yield text(373, 17, now.gold[seat], size=12, bold=True, room=23)


def _status(scene: Scene, seat: int) -> str:
    """What is being played, or how it ended."""
    now = scene.now
    if now.phase == Phase.OVER:
        result = scene.game.notation.result(scene.state)
        return f"rank {result['ranks'][seat]}, final score {result['scores'][seat]}"
    if now.player != seat:
        return ""
    if now.guardian < 0:
        return "to decide" if now.waiting == 0 else "draws"
    return f"plays {GUARDIANS[now.guardian]}"


def _used(scene: Scene) -> list[str]:
    """Movement objects that help the Guardian being played; of boots there can be several."""
    content = []
    for place, thing in enumerate(MOVEMENT_OBJECTS):
        number = getattr(scene.now, thing)
        if number:
            content.append(icon(thing, 206 + 26 * place, 13, 14))
        if number > 1:
            content.append(text(215 + 26 * place, 17, number, "f-muted", 10.5, room=9))
    return content


def _bag(scene: Scene, seat: int, y: float) -> Iterator[tuple[str, str]]:
    """Tokens in the bag, a part for each kind, then those set aside in this round."""
    now = scene.now
    yield f"bag-{seat}", text(8, y + 15, "Bag", "f-muted", 10.5)
    for kind, guardian in enumerate(GUARDIANS):
        picture = guardian_token(guardian, -9, 0, 15)
        cell = [box(-18, -10, 42, 20, "f-paper s-line thin edge", 5)]
        cell.append(counted(picture, now.bag[seat][kind], 0, 0, 21))
        told = f"player {seat}: {now.bag[seat][kind]} {guardian} in the bag"
        at = move(_LABEL + 20 + 45 * kind, y + 11)
        name = f"bag-{seat}-{guardian}"
        yield name, scene.view.spot(name, cell, told, at)
    if any(now.idle[seat]):
        yield f"aside-{seat}", group(_aside(now.idle[seat]), move(0, y))


def _aside(numbers: Sequence[int]) -> Iterator[str]:
    """Tokens set aside: each where there is room, else one of each kind above its number."""
    tokens = [guardian for kind, guardian in enumerate(GUARDIANS) for _ in range(numbers[kind])]
    if len(tokens) <= _MOST_ASIDE:
        yield text(338, 15, "aside", "f-muted", 10.5)
        for place, guardian in enumerate(tokens):
            yield guardian_token(guardian, 374 + 9 * place, 11, 12)
        return
    kinds = [(guardian, numbers[kind]) for kind, guardian in enumerate(GUARDIANS) if numbers[kind]]
    for place, (guardian, number) in enumerate(kinds):
        x = 341 + 10.5 * place
        yield guardian_token(guardian, x, 7, 10)
        yield text(x, 21, number, "f-muted", 8, "middle", room=8.5)


def _objects(scene: Scene, seat: int) -> Iterator[str]:
    """Objects at hand, and behind a stroke those in closed chests; of cups those of this round."""
    now = scene.now
    yield text(8, 15, "Objects", "f-muted", 10.5)
    for kind, thing in enumerate(OBJECTS):
        at_hand = now.cups[seat] if kind == Thing.CUP else now.objects[seat][kind]
        closed = now.closed[seat][kind]
        cell = [box(-18, -10, 45, 20, "f-paper s-line thin edge", 5), icon(thing, -9, 0, 14)]
        ink = "f-ink" if at_hand else "f-muted"
        cell.append(text(1, 4, at_hand, ink, 11, bold=at_hand > 0, room=11))
        cell.append(text(24, 4, f"/{closed}", "f-muted", 10, "end", room=12))
        told = f"player {seat}: {at_hand} {thing}, {closed} in closed chests"
        at = move(_LABEL + 20 + 47.5 * kind, 11)
        yield scene.view.spot(f"object-{seat}-{thing}", cell, told, at)


def _creatures(scene: Scene, seat: int) -> Iterator[str]:
    """Creatures of the gains zone and of the hunting board."""
    now = scene.now
    yield text(8, 15, "Gains", "f-muted", 10.5)
    for kind, creature in enumerate(CREATURES):
        picture = icon(creature, -9, 0, 15)
        yield group(
            [counted(picture, now.gains[seat][kind], 0, 0, 20)], move(_LABEL + 20 + 40 * kind, 11)
        )
    yield text(240, 15, "Hunted", "f-muted", 10.5)
    for kind, monster in enumerate(MONSTERS):
        picture = icon(monster, -9, 0, 15)
        yield group([counted(picture, now.hunted[seat][kind], 0, 0, 16)], move(304 + 38 * kind, 11))


def _village_column(scene: Scene, seat: int) -> Iterator[str]:
    """Glory by repaired villages; the number that counts now is framed."""
    board = scene.board
    repaired = board.village_tokens - scene.now.villages_left[seat]
    yield text(8, 15, "Villages", "f-muted", 10.5)
    yield icon("village", _LABEL + 11, 11, 14)
    numbers = board.village_column[: board.village_tokens + 1]
    yield from _column_of(numbers, repaired, filled=repaired + 1)


def _fairy_column(scene: Scene, seat: int) -> Iterator[str]:
    """Glory of each place of the Fairy column; the next free one is framed."""
    board = scene.board
    taken = scene.now.fairies[seat]
    yield text(8, 15, "Fairies", "f-muted", 10.5)
    yield icon("fairy", _LABEL + 11, 11, 14)
    yield from _column_of(board.fairy_column[: board.fairy_places], taken, filled=taken)


def _column_of(numbers: Sequence[int], at: int, filled: int) -> Iterator[str]:
    first = max(0, min(at - _MOST_PLACES // 2, len(numbers) - _MOST_PLACES))
    for place in range(first, min(first + _MOST_PLACES, len(numbers))):
        x = _LABEL + 24 + 28 * (place - first)
        marks = "f-raised" if place < filled else "f-paper"
        yield box(x, 2, 25, 18, f"{marks} s-line thin", 4)
        if place == at:
            yield box(x, 2, 25, 18, "none s-ink wide", 4)
        yield text(x + 12.5, 15, f"+{numbers[place]}", "f-ink", 10.5, "middle", bold=place == at)
