"""One player: what is counted, the dice, the reserve, the minions on the tavern board."""

from collections.abc import Iterator

from pixies_env.core.drawing.marks import box, circle, group, move, text, token
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.taverns import drawing_belongings
from pixies_env.taverns.drawing_icons import clipped, counted, die, figure, icon
from pixies_env.taverns.drawing_map import whose_turn, zone_names
from pixies_env.taverns.limits import VALUES
from pixies_env.taverns.names import INGREDIENTS, MINIONS, Phase
from pixies_env.taverns.words_of_cards import spoken

_HEAD, _ROW, _MINIONS = 25.0, 25.0, 45.0
_DIE, _KIND = 43.0, 36.0
"""Widths of a value of dice and of a kind of ingredient."""


def player_height(scene: Scene) -> float:
    """Height of what one player has, with the space below."""
    return _HEAD + _ROW + _MINIONS + drawing_belongings.height(scene) + 12


def player(scene: Scene, seat: int, y: float) -> Iterator[tuple[str, str]]:
    """Parts of what one player has."""
    ground = [scene.screen(seat, player_height(scene) - 6)]
    yield f"screen-{seat}", scene.view.spot(f"screen-{seat}", ground, at=move(0, y))
    yield f"head-{seat}", group(_head(scene, seat), move(0, y))
    y += _HEAD
    yield from _dice(scene, seat, y)
    yield from _reserve(scene, seat, y)
    y += _ROW
    for minion in range(len(MINIONS)):
        yield f"minion-{seat}-{MINIONS[minion]}", _minion(scene, seat, minion, y)
    yield from drawing_belongings.belongings(scene, seat, y + _MINIONS)


def _head(scene: Scene, seat: int) -> Iterator[str]:
    """Name, whether first player, how it ended, and what is counted."""
    now = scene.now
    yield token(seat, 16, 13, 8)
    if now.phase == Phase.OVER:
        result = scene.game.notation.result(scene.state)
        said = f"rank {result['ranks'][seat]}, {result['scores'][seat]} in all"
        yield clipped(29, 17, said, 128, size=11.5, bold=True)
    else:
        yield text(29, 17, f"Player {seat}", size=11.5, bold=True)
        if seat == now.first_player:
            yield icon("mug", 92, 12, 15)
            yield text(103, 16.5, "first", "f-muted", 9.5)
    for place, (kind, number) in enumerate(
        (("coin", now.gold[seat]), ("energy", now.energy[seat]), ("rune", now.runes[seat]))
    ):
        yield counted(kind, number, 162 + 48 * place, 12.5, 46, 14)
    yield icon("prestige", 330, 12.5, 16)
    yield text(341, 17, now.prestige[seat], "f-gain", 13.5, bold=True, room=WIDTH - 348)


def _dice(scene: Scene, seat: int, y: float) -> Iterator[tuple[str, str]]:
    """Available dice by value, then those on recipes and those lost in this round."""
    now = scene.now
    for value in range(1, VALUES + 1):
        number = now.dice[seat][value - 1]
        content = [box(0, 0, _DIE - 4, 20, "f-paper s-line thin edge", 5)]
        content.append(die(value, seat, 10, 10, 14))
        ink = "f-ink" if number else "f-muted"
        content.append(text(_DIE - 7.5, 14, f"\N{MULTIPLICATION SIGN}{number}", ink, 10.5, "end",
                            bold=number > 0))  # fmt: skip
        drawn = content if number else [content[0], group(content[1:], marks="gone")]
        told = f"player {seat}: {number} available dice of value {value}"
        name = f"die-{seat}-{value}"
        yield name, scene.view.spot(name, drawn, told, move(7 + _DIE * (value - 1), y))
    used = [("pan", now.cooking_dice[seat]), ("exhaust", now.lost_dice[seat])]
    shown = [(kind, number) for kind, number in used if number]
    content = []
    for place, (kind, number) in enumerate(shown):
        x = 182 + 19 * place
        content.append(icon(kind, x, 6, 11))
        content.append(text(x, 20, number, "f-muted", 9, "middle"))
    yield f"used-{seat}", group(content, move(0, y))


def _reserve(scene: Scene, seat: int, y: float) -> Iterator[tuple[str, str]]:
    for place, kind in enumerate(INGREDIENTS):
        number = scene.now.reserve[seat][place]
        content = [box(0, 0, _KIND - 3, 20, "f-paper s-line thin edge", 5)]
        content.append(counted(kind, number, 3, 10, _KIND - 7, 14))
        told = f"player {seat}: {number} {kind} in the reserve"
        name = f"reserve-{seat}-{kind}"
        yield name, scene.view.spot(name, content, told, move(214 + _KIND * place, y))


def _minion(scene: Scene, seat: int, minion: int, y: float) -> str:
    """The place of a minion: its die, its pockets with ingredients and wounds, where it stands."""
    now = scene.now
    kind = MINIONS[minion]
    width = (WIDTH - 14) / len(MINIONS)
    active = minion == now.active and seat == whose_turn(scene)
    value = now.minion_die[seat][minion]
    ground = [box(0, 0, width - 4, _MINIONS - 4, "f-paper s-line edge", 6)]
    if active:
        ground.append(circle(13, 13, 10, "none s-mark wide"))
    ground.append(figure(seat, minion, 13, 13, 7.5))
    where = spoken(zone_names(scene)[now.zone[seat][minion]])
    ground.append(clipped(6, 36, f"{kind}, {where}", width - 16, "f-muted", 9.5))
    if value:
        ground.append(die(value, seat, 36, 13, 17))
    else:
        ground.append(box(28, 5, 16, 16, "f-panel s-line thin dash", 3))
    carried, wounds = now.carried[seat][minion], now.wounds[seat][minion]
    told = f"player {seat}, {kind} minion in {where}, " + (f"die {value}" if value else "no die")
    name = f"{seat}-{kind}"
    parts = [scene.view.spot(f"minion-{name}", ground, told)]
    pockets = scene.board.pockets[minion]
    pitch = min(23.0, (width - 56) / max(pockets, 1))
    x = 50.0
    for ingredient, number in zip(INGREDIENTS, carried, strict=True):
        if number:
            drawn = [box(0.5, 0, pitch * number - 1.5, 20, "f-raised s-ink thin edge", 5)]
            drawn += [icon(ingredient, pitch * (turn + 0.5), 10, min(15, pitch - 2))
                      for turn in range(number)]  # fmt: skip
            label = f"player {seat}, {kind} minion: {number} {ingredient} carried"
            parts.append(scene.view.spot(f"carried-{name}-{ingredient}", drawn, label, move(x, 3)))
            x += pitch * number
    for pocket in range(pockets - sum(carried)):
        parts.append(box(x + 0.5, 3, pitch - 1.5, 20, "f-panel s-line thin dash", 5))
        if pocket < wounds:
            parts.append(icon("wound", x + pitch / 2, 13, min(14, pitch - 2)))
        x += pitch
    return group(parts, move(7 + width * minion, y))
