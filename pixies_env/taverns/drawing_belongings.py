"""What a player has besides: heroes, track, items, trophies, forge tokens, mission, dishes."""

from collections.abc import Iterator

from pixies_env.core.drawing.marks import box, group, line, move, text
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.core.kit.secrets import FACE_DOWN
from pixies_env.taverns import effects
from pixies_env.taverns.drawing_cards import hero_name, hero_told, members, recipe_names
from pixies_env.taverns.drawing_effects import effect_at, mission_in_short
from pixies_env.taverns.drawing_icons import clipped, counted, icon
from pixies_env.taverns.names import FORGE_TOKENS, ITEMS, Phase, SetupStep
from pixies_env.taverns.words_of_cards import effect_words, mission_words, spoken

_HEROES, _ROW = 44.0, 25.0
_HERO = 20.0
_FEW = 4
"""Heroes that have room for words."""
_LEFT = 7.0
_ROOM = WIDTH - 2 * _LEFT
_ITEM = 33.0


def height(scene: Scene) -> float:
    """Height of all rows that the modules of the game need."""
    board = scene.board
    return _HEROES + _ROW * (2 + bool(board.asymmetric_on or board.goblin_on))


def belongings(scene: Scene, seat: int, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the rows below the minions."""
    board = scene.board
    yield from _heroes(scene, seat, y)
    y += _HEROES
    if board.asymmetric_on or board.goblin_on:
        if board.asymmetric_on:
            yield f"track-{seat}", group(_track(scene, seat), move(0, y))
        if board.goblin_on:
            yield f"items-{seat}", group(_items(scene, seat), move(0, y))
        y += _ROW
    yield f"won-{seat}", group(_won(scene, seat), move(0, y))
    if board.missions_on:
        yield f"missions-{seat}", group(_missions(scene, seat), move(0, y))
    y += _ROW
    yield f"dishes-{seat}", group(_dishes(scene, seat), move(0, y))


def _heroes(scene: Scene, seat: int, y: float) -> Iterator[tuple[str, str]]:
    """The heroes: a few with what they can do, more of them as chips in two rows."""
    own = members(scene.now.heroes[seat])
    if not own:
        yield f"heroes-{seat}", text(_LEFT + 3, y + 14, "no heroes yet", "f-muted", 9.5)
        return
    large = len(own) <= _FEW
    across = _FEW if large else -(-len(own) // 2)
    width = (_ROOM + 3) / across - 3
    for place, hero in enumerate(own):
        at = move(_LEFT + (width + 3) * (place % across), y + 21.5 * (place // across))
        yield f"hero-{seat}-{place}", _chip(scene, hero, width, at, large)


def _chip(scene: Scene, hero: int, width: float, at: str, large: bool) -> str:
    """A hero: what it can do, its name, and its bonus, crossed out once it has been used.

    An exhausted one has no firm edge and no bold name; in a large chip the ability is in words.
    """
    now = scene.now
    exhausted, spent = bool(now.exhausted >> hero & 1), bool(now.bonus_used >> hero & 1)
    ability = effect_at(scene, effects.ability_of(hero))
    bonus = effect_at(scene, effects.bonus_of(hero))
    marks = "f-raised s-line dash edge" if exhausted else "f-paper s-ink edge"
    content = [box(0, 0, width, 2 * _HERO if large else _HERO, marks, 5)]
    left, right = 3.0, width - 3
    ink = "f-muted" if exhausted else "f-ink"
    if ability is not None and large:
        content.append(icon(ability.icon, 10, 29, 13))
        content.append(clipped(18, 32.5, ability.said, width - 21, ink, 9.5))
    elif ability is not None and width >= 30:
        content.append(icon(ability.icon, left + 6.5, 10, 12))
        left += 15
    if bonus is not None and width >= 60:
        right -= 13
        drawn = icon(bonus.icon, right + 6.5, 10, 10)
        content.append(group([drawn], marks="gone") if spent else drawn)
        if spent:
            content.append(line(right + 1, 16, right + 12, 4, "s-ink"))
    name = spoken(hero_name(scene, hero))
    content.append(clipped(left + 1, 13.5, name, right - left - 2, ink, 10, bold=not exhausted))
    told = hero_told(scene, hero) + (", exhausted" if exhausted else ", ready")
    told += ", bonus used" if spent else ""
    return scene.view.spot(f"hero-{hero_name(scene, hero)}", content, told, at)


def _track(scene: Scene, seat: int) -> Iterator[str]:
    """Spaces of the track of the tavern's board, from the empty one, with the marker."""
    board, now = scene.board, scene.now
    tavern = now.tavern[seat]
    if tavern < 0:
        yield text(_LEFT + 3, 14, "no tavern board yet", "f-muted", 9.5)
        return
    length = board.track_length[tavern]
    room = _ROOM - (_ITEM * len(ITEMS) + 4 if board.goblin_on else 0)
    pitch = min(38.0, (room - 20) / length)
    marked = now.marker[seat]
    for space in range(length + 1):
        x = _LEFT if space == 0 else _LEFT + 20 + pitch * (space - 1)
        width = 17.0 if space == 0 else pitch - 3
        ground = "f-raised" if 0 < space <= marked else "f-paper"
        content = [box(0, 0, width, 20, f"{ground} s-line thin edge", 4)]
        effect = effect_at(scene, effects.track_space_of(tavern, space)) if space else None
        told = f"player {seat}: space {space} of the track"
        if effect is not None:
            content.append(icon(effect.icon, min(9, width / 2), 10, min(13, width - 2)))
            if effect.number:
                content.append(text(16, 13.5, effect.number, size=9.5, room=width - 17))
            slot = effects.track_space_of(tavern, space)
            told += f", {effect_words(scene.game.board[0], slot)}"
        if space == marked:
            content.append(box(1.5, 1.5, width - 3, 17, f"none s-seat{seat} wide", 3))
        name = f"track-{seat}-{space}"
        yield (
            scene.view.spot(name, content, told, move(x, 0))
            if space
            else group(content, move(x, 0))
        )


def _items(scene: Scene, seat: int) -> Iterator[str]:
    now = scene.now
    left = WIDTH - _LEFT - _ITEM * len(ITEMS) + 3
    for place, item in enumerate(ITEMS):
        number, used = now.items[seat][place], now.items_used[seat][place]
        content = [box(0, 0, _ITEM - 3, 20, "f-paper s-line thin edge", 4)]
        content.append(counted(item, number, 3, 10, _ITEM - 7, 13))
        told = f"player {seat}: {number} {item} to use, {used} used"
        name = f"item-{seat}-{item}"
        yield scene.view.spot(name, content, told, move(left + _ITEM * place, 0))


def _won(scene: Scene, seat: int) -> Iterator[str]:
    """Trophies, with the prestige that the viewer knows, and tokens of the forge."""
    board, now = scene.board, scene.now
    trophies = now.trophies[seat]
    known = [board.trophy_prestige[kind] for kind, number in enumerate(trophies[:-1])
             for _ in range(number)]  # fmt: skip
    number = sum(trophies)
    content = [box(0, 0, 76, 20, "f-paper s-line thin edge", 4)]
    content.append(counted("trophy", number, 3, 10, 33, 13))
    if known:
        content.append(clipped(33, 14, f"({'+'.join(map(str, known))})", 41, "f-muted", 9.5))
    told = f"player {seat}: {number} trophies"
    yield scene.view.spot(f"trophies-{seat}", content, told, move(_LEFT, 0))
    for place, kind in enumerate(FORGE_TOKENS):
        held = now.forge[seat][place]
        content = [box(0, 0, 30, 20, "f-paper s-line thin edge", 4)]
        content.append(counted(kind, held, 3, 10, 26, 13))
        told = f"player {seat}: {held} tokens {spoken(kind)} of the forge"
        name = f"forge-{seat}-{kind}"
        yield scene.view.spot(name, content, told, move(_LEFT + 80 + 33 * place, 0))


def _missions(scene: Scene, seat: int) -> Iterator[str]:
    """The missions dealt, of which one is kept; those of others lie face down."""
    now = scene.now
    choosing = now.phase == Phase.SETUP and now.step <= SetupStep.KEEP
    shown = [mission for mission in now.missions[seat][: 2 if choosing else 1] if mission != -1]
    x, room = 190.0, WIDTH - _LEFT - 190
    width = (room + 3) / max(len(shown), 1) - 3
    for place, mission in enumerate(shown):
        at = move(x + (width + 3) * place, 0)
        content = [box(0, 0, width, 20, "f-paper s-line thin edge", 4)]
        if mission == FACE_DOWN:
            content.append(icon("hidden", 10, 10, 14))
            content.append(clipped(20, 14, "mission", width - 24, "f-muted", 9.5))
            yield group(content, at)
            continue
        said = mission_in_short(scene, mission)
        prestige = scene.board.mission_prestige[mission]
        content.append(icon("mission", 10, 10, 13))
        content.append(clipped(19, 13.5, said, width - 50, size=9.5))
        content.append(counted("prestige", prestige, width - 30, 10, 28, 12))
        (name,) = scene.game.outcomes["mission"].arguments[mission]
        told = f"player {seat}: {mission_words(scene.game.board[0], mission)}"
        yield scene.view.spot(f"mission-{seat}-{name}", content, told, at)


def _dishes(scene: Scene, seat: int) -> Iterator[str]:
    """Recipes cooked, the most prestigious first."""
    own = members(scene.now.cooked[seat])
    prestige, names = scene.board.recipe_prestige, recipe_names(scene)
    yield icon("pan", _LEFT + 10, 10, 16)
    ordered = sorted(own, key=lambda recipe: -prestige[recipe])
    said = ", ".join(f"{names[recipe]} {prestige[recipe]}" for recipe in ordered)
    inked = "f-ink" if own else "f-muted"
    counted_as = f"{len(own)}: {said}" if own else "nothing cooked yet"
    yield clipped(_LEFT + 22, 14, counted_as, _ROOM - 24, inked, 9.5)
