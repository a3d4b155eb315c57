"""The players' screens: goods, tiles, skill, mine, discs, points and what they offer."""

from collections.abc import Iterator

from pixies_env.core.drawing.marks import box, group, move, path, text, token
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.core.seam import DECISION
from pixies_env.pixie_queen.drawing_icons import counted, disc, icon, pixie, words
from pixies_env.pixie_queen.names import (
    GOODS,
    NOBODY,
    ON_EXTRA_SLOT,
    ONE_USE_TILES,
    REWARD_SERIES,
    SKILLS,
    VIRTUAL,
    Good,
    OfferingStep,
    Phase,
    Skill,
)
from pixies_env.pixie_queen.state import has_virtual

SCREEN = 88.0
"""Height of one screen."""
VIRTUAL_MINE = 26.0
"""Height of the mine of the virtual pixies."""
_GOOD, _MINE = 46.0, 246.0
"""Width of a good, left side of the mine."""
_PILE, _CHAINED = 6.0, 20.0
"""Width of a stone in a pile, and of a slave with a stone and a number."""
_ORDINALS = ("first", "second", "third", "fourth", "fifth")


def screens_height(scene: Scene) -> float:
    """Height of all screens, with the virtual pixies' mine."""
    return SCREEN * scene.now.players + (VIRTUAL_MINE if has_virtual(scene.now.players) else 0)


def screens(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of all screens, by seat, and of the virtual pixies' mine with two players."""
    results = scene.game.notation.result(scene.state) if scene.now.phase == Phase.OVER else None
    for seat in scene.seats:
        at = move(0, y)
        yield f"screen-{seat}", scene.view.spot(f"screen-{seat}", _ground(scene, seat), at=at)
        for part, content in _head(scene, seat):
            yield f"{part}-{seat}", group(content, at)
        if not scene.now.out[seat]:
            yield from _goods(scene, seat, y + 23)
            yield f"mine-{seat}", _mine(scene, seat, move(_MINE, y + 24))
            yield f"slots-{seat}", group(_slots(scene, seat), move(0, y + 46))
        said = _status(scene, seat, results)
        yield f"status-{seat}", text(12, y + 79, said, "f-muted", 10.5, room=WIDTH - 20)
        y += SCREEN
    if has_virtual(scene.now.players):
        content = [box(0, 0, WIDTH, VIRTUAL_MINE - 4, "f-panel s-line", 6)]
        content.append(text(8, 15, "virtual pixies in the mine", "f-muted", 10.5))
        slaves = scene.now.mine[VIRTUAL]
        content += [pixie(VIRTUAL, 160 + 22 * place, 11, 6) for place in range(slaves)]
        yield "mine-virtual", group(content, move(0, y))


def _ground(scene: Scene, seat: int) -> list[str]:
    bottom = SCREEN - 4
    stripe = f"M6 0H3Q0 0 0 4V{bottom - 4:g}Q0 {bottom:g} 3 {bottom:g}H6Z"
    return [scene.screen(seat, bottom), path(stripe, f"f-seat{seat}")]


def _head(scene: Scene, seat: int) -> Iterator[tuple[str, list[str]]]:
    """Name, favourite, discs, what was won, points; apart, since they change apart."""
    now = scene.now
    name = [token(seat, 19, 12, 8), text(33, 16, f"Player {seat}", size=12, bold=True)]
    yield "name", [*name, icon("crown", 101, 11, 14)] if seat == favourite_of(scene) else name
    yield "discs", [disc(118 + 12 * place, 12, 4.6) for place in range(now.discs[seat])]
    won = zip(REWARD_SERIES, now.tiles_won[seat], strict=True)
    yield "won", [counted(series, number, 216 + 36 * row, 12, 13)
                  for row, (series, number) in enumerate(won)]  # fmt: skip
    lost, gained = f"\N{MINUS SIGN}{now.punishment[seat]}", f"+{sum(now.points_from[seat])}"
    yield "points", [text(348, 16, lost, "f-loss", 13, "end", bold=True, room=38),
                     text(392, 16, gained, "f-gain", 13, "end", bold=True, room=38)]  # fmt: skip


def favourite_of(scene: Scene) -> int:
    """The first of those still in, NOBODY before there is an order."""
    now = scene.now
    still_in = (seat for seat in now.big_order if seat != NOBODY and not now.out[seat])
    return next(still_in, NOBODY)


def _goods(scene: Scene, seat: int, y: float) -> Iterator[tuple[str, str]]:
    now = scene.now
    for place, (good, number) in enumerate(zip(GOODS, now.goods[seat], strict=True)):
        ink = "f-ink" if number else "f-muted"
        content = [
            box(0, 0, _GOOD - 4, 20, "f-paper s-line thin edge", 5),
            icon(good, 11, 10, 14),
            text(_GOOD - 10, 14.5, number, ink, 12.5, "end", bold=number > 0, room=17),
        ]
        told = f"player {seat}: {number} {good}"
        name = f"good-{seat}-{good}"
        yield name, scene.view.spot(name, content, told, move(10 + _GOOD * place, y))


def _mine(scene: Scene, seat: int, at: str) -> str:
    """Slaves in the mine, stones on the chained ones."""
    now = scene.now
    slaves, stones = now.mine[seat], now.stones[seat][: scene.board.places]
    content = [box(0, 0, WIDTH - _MINE - 7, 20, "f-raised s-line thin edge", 5)]
    content.append(icon("pick", 9, 10, 12))
    # A lone slave may stand on the second place.
    lone = slaves == 1 and len(stones) > 1 and stones[1]
    piles = stones[1:2] if lone else [*stones[:slaves], *[0] * (slaves - len(stones))]
    step = min(25.0, 112 / max(slaves, 1))
    if any(_PILE * pile > step for pile in piles):
        # What is chained needs room for a stone and a number, the others share what is left.
        chained = sum(pile > 0 for pile in piles)
        step = min(25.0, (112 - _CHAINED * chained) / max(slaves - chained, 1))
    x = 27.0
    for pile in piles:
        content.append(pixie(seat, x, 10, 5))
        content += _pile(pile, x - 5, max(step, _CHAINED))
        x += max(step, _CHAINED) if pile else step
    told = f"mine of player {seat}: {slaves} slaves, stones {'+'.join(map(str, stones)) or 0}"
    return scene.view.spot(f"mine-{seat}", content, told, at)


def _pile(stones: int, x: float, room: float) -> list[str]:
    """Stones on a chained slave, the first with its centre at x; a number where they are many."""
    if _PILE * stones <= room:
        return [icon("stone", x + _PILE * place, 16, 8) for place in range(stones)]
    return [icon("stone", x, 16, 8), text(x + 5, 19, stones, size=8, bold=True, room=room - 9)]


def _slots(scene: Scene, seat: int) -> Iterator[str]:
    """Skill, food tile, one-use tile, and what lies on the skill *extra slot*."""
    now = scene.now
    skills = [skill for skill, place in enumerate(now.skill_at) if place == seat]
    one_use = [words(ONE_USE_TILES[tile]) for tile, place in enumerate(now.one_use_at)
               if place == seat]  # fmt: skip
    food = now.food_tile[seat]
    slots = [
        ("skill", 110, words(SKILLS[skills[0]]) if skills else ""),
        ("food", 66, f"food {food}" if food else ""),
        ("one_use", 106, one_use[0] if one_use else ""),
    ]
    if Skill.EXTRA_SLOT in skills:
        slots.append(("extra", 98, _on_extra_slot(scene)))
    x = 10.0
    for kind, width, label in slots:
        chip = [box(0, 0, width - 4, 19, f"f-paper s-line edge{'' if label else ' dash'}", 5)]
        ink = "f-ink" if label else "f-muted"
        chip.append(text((width - 4) / 2, 13.5, label or words(kind), ink, 10, "middle"))
        drawn = chip if label else [group(chip, marks="gone")]
        told = f"player {seat}, {words(kind)}: {label or 'none'}"
        yield scene.view.spot(f"slot-{seat}-{kind}", drawn, told, move(x, 0))
        x += width


def _on_extra_slot(scene: Scene) -> str:
    now = scene.now
    if now.extra_food:
        return f"food {now.extra_food}"
    tiles = [words(tile) for tile, place in zip(ONE_USE_TILES, now.one_use_at, strict=True)
             if place == ON_EXTRA_SLOT]  # fmt: skip
    return tiles[0] if tiles else ""


def _status(scene: Scene, seat: int, results: dict[str, list[int]] | None) -> str:
    """What else is to be said of a player now."""
    now = scene.now
    if now.out[seat]:
        place = _ORDINALS[now.out[seat] - 1]
        return f"out, {place} to go, at {now.punishment[seat]} punishment points"
    if results is not None:
        rank, score = results["ranks"][seat], results["scores"][seat]
        return f"rank {rank}, final score {score}".replace("-", "\N{MINUS SIGN}")
    said = ["to decide"] if now.player == seat and now.waiting == DECISION else []
    if now.passed[seat]:
        said.append("passed")
    if now.priority == seat:
        said.append("temporary priority")
    if now.announced[seat]:
        said.append("double offering")
    return ", ".join([*said, *_offer(scene, seat)])


def _offer(scene: Scene, seat: int) -> list[str]:
    now = scene.now
    if now.phase != Phase.OFFERINGS or now.demand == NOBODY:
        return []
    if now.refused[seat]:
        return ["offers nothing"]
    kinds = (GOODS[now.demand], GOODS[Good.SILVER], GOODS[Good.GOLD])
    offered = [f"{number} {kind}" for number, kind in zip(now.offers[seat], kinds, strict=True)
               if number]  # fmt: skip
    if offered:
        return ["offers " + " and ".join(offered)]
    answered = now.big_order[: now.cursor] if now.step == OfferingStep.OFFER else []
    return ["has chosen in secret"] if seat in answered else []
