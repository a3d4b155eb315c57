"""The dragon's board with the hunt; in its place during the set-up boards of taverns."""

from collections.abc import Iterator

from pixies_env.core.drawing.marks import box, group, move, text
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.taverns import effects
from pixies_env.taverns.drawing_effects import Short, effect_at
from pixies_env.taverns.drawing_icons import clipped, counted, icon
from pixies_env.taverns.names import FACES, SYMBOLS, Phase, SetupStep, Symbol
from pixies_env.taverns.words_of_cards import spoken

_HEAD, _ROW = 42.0, 22.0
_SPACES = 116.0
"""Width of the spaces of a row."""
_HUNT = 272.0
"""Left side of the hunt."""


def dragon_height(scene: Scene) -> float:
    """Height of the largest dragon's board, with the space below."""
    board = scene.board
    dragons = range(board.all_dragons.bit_length())
    return _HEAD + _ROW * max(3, *(board.dragon_rows[dragon] for dragon in dragons)) + 8


def dragon(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the dragon's board and of the hunt."""
    now = scene.now
    height = dragon_height(scene) - 6
    choosing = now.phase == Phase.SETUP and now.step <= SetupStep.TAVERNS
    if choosing and scene.board.asymmetric_on:
        yield from _taverns(scene, y, height)
        return
    ground = [box(0, 0, WIDTH, height, "f-panel s-line edge", 6)]
    if now.dragon < 0:
        left = now.dragons_left.bit_count()
        ground.append(icon("dragon", 18, 17, 20))
        ground.append(text(34, 21, f"No dragon; {left} to come", "f-muted", 11))
        yield "dragon", scene.view.spot("dragon", ground, "no dragon", move(0, y))
        return
    name = dragon_name(scene)
    ground += _printed(scene, name)
    yield "dragon", scene.view.spot("dragon", ground, f"the dragon {name}", move(0, y))
    for row in range(scene.board.dragon_rows[now.dragon]):
        yield f"row-{row + 1}", _row(scene, row, move(6, y + _HEAD + _ROW * row))
    yield from _hunt(scene, y)


def dragon_name(scene: Scene) -> str:
    """Name of the dragon on the map."""
    return scene.game.outcomes["dragon"].arguments[scene.now.dragon][0]


def _printed(scene: Scene, name: str) -> Iterator[str]:
    """Name, site, and what happens when it appears and when it strikes back with a flame."""
    board, now = scene.board, scene.now
    yield icon("dragon", 16, 15, 20)
    yield clipped(30, 17, spoken(name), 150, size=12, bold=True)
    yield text(WIDTH - 8, 17, f"site {board.dragon_site[now.dragon] + 1}", "f-muted", 10.5, "end")
    said = [
        ("appears:", effect_at(scene, effects.appearance_of(now.dragon)), 8.0),
        ("flame:", effect_at(scene, effects.special_of(now.dragon)), 164.0),
    ]
    for label, effect, x in said:
        if effect is not None:
            yield text(x, 34, label, "f-muted", 9.5)
            yield _short(effect, x + 6 + 5 * len(label), 30, 106)


def _short(effect: Short, x: float, y: float, room: float) -> str:
    """An effect as a picture and its words."""
    return icon(effect.icon, x + 6, y, 12) + clipped(
        x + 15, y + 3.5, effect.said, room - 15, size=9.5
    )


def _row(scene: Scene, row: int, at: str) -> str:
    """Spaces of a row, swords first, a cross on those that are marked, and the reward."""
    board, now = scene.board, scene.now
    printed, marked = board.row_spaces[now.dragon][row], now.marks[row]
    complete = list(printed) == list(marked)
    content = [
        box(
            0,
            0,
            _HUNT - 12,
            _ROW - 2,
            f"{'f-raised' if complete else 'f-paper'} s-line thin edge",
            4,
        )
    ]
    pitch = min(20.0, _SPACES / sum(printed))
    x = 4.0
    for symbol in Symbol:
        for space in range(printed[symbol]):
            done = space < marked[symbol]
            size = min(17.0, pitch - 1)
            content.append(box(x, 10 - size / 2, size, size, "f-panel s-ink thin", 2))
            drawn = icon(SYMBOLS[symbol], x + size / 2, 10, size * 0.75)
            content.append(group([drawn], marks="gone") if done else drawn)
            if done:
                content.append(icon("wound", x + size / 2, 10, size * 0.8))
            x += pitch
    rewards = [
        ("coin", board.row_gold[now.dragon][row]),
        ("energy", board.row_energy[now.dragon][row]),
        ("meat", board.row_meat[now.dragon][row]),
        ("prestige", board.row_prestige[now.dragon][row]),
    ]
    x = _SPACES + 8
    for kind, amount in rewards:
        if amount:
            content.append(counted(kind, amount, x, 10, 33, 13))
        x += 34
    told = f"row {row + 1}: {marked[0]} of {printed[0]} swords, {marked[1]} of {printed[1]} bows"
    return scene.view.spot(f"row-{row + 1}", content, told, at)


def _hunt(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Hunting dice by face, symbols added, and what protects the hunter."""
    now = scene.now
    width = (WIDTH - _HUNT - 6) / 2
    if not now.hunting:
        return
    for face, name in enumerate(FACES):
        thrown = now.hunt_dice[face]
        added = now.added[face] if face < len(SYMBOLS) else 0
        content = [box(0, 0, width - 3, _ROW - 2, "f-paper s-ink thin edge", 4)]
        number = f"{thrown}+{added}" if added else thrown
        content.append(counted(name, number, 4, 10, width - 9, 14))
        told = f"{thrown} hunting dice show {name}" + (f", {added} added" if added else "")
        at = move(_HUNT + width * (face % 2), y + _HEAD + _ROW * (face // 2))
        yield f"face-{name}", scene.view.spot(f"face-{name}", content, told, at)
    if now.no_wounds or now.no_claws:
        said = "no wounds" if now.no_wounds else "no claws"
        yield "shield", text(_HUNT, y + _HEAD + 2 * _ROW + 13, said, "f-gain", 10, bold=True)


def _taverns(scene: Scene, y: float, height: float) -> Iterator[tuple[str, str]]:
    """Tavern boards that nobody has taken yet, each with its track."""
    board, now = scene.board, scene.now
    ground = [box(0, 0, WIDTH, height, "f-panel s-line", 6)]
    ground.append(text(8, 15, "Tavern boards to choose from", "f-muted", 10.5))
    yield "taverns", group(ground, move(0, y))
    names = [name for (name,) in scene.game.actions["tavern"].arguments]
    taken = now.tavern[: now.players]
    rows = (len(names) + 1) // 2
    width, tall = (WIDTH - 12) / 2, (height - 24) / rows
    for tavern, name in enumerate(names):
        content = [box(0, 0, width - 4, tall - 3, "f-paper s-line thin edge", 4)]
        content.append(clipped(5, tall / 2 + 2.5, spoken(name), 56, size=10, bold=True))
        length = board.track_length[tavern]
        pitch = min(33.0, (width - 68) / length)
        for space in range(1, length + 1):
            effect = effect_at(scene, effects.track_space_of(tavern, space))
            if effect is not None:
                x, middle = 62 + pitch * (space - 1), tall / 2 - 1.5
                content.append(icon(effect.icon, x + 6, middle, min(12, pitch)))
                if effect.number:
                    amount = text(x + 13, middle + 3.5, effect.number, size=9, room=pitch - 13)
                    content.append(amount)
        drawn = [group(content, marks="gone")] if tavern in taken else content
        at = move(6 + width * (tavern % 2), y + 21 + tall * (tavern // 2))
        yield f"tavern-{name}", scene.view.spot(f"tavern-{name}", drawn, spoken(name), at)
