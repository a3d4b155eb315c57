"""The map: zones in walking order as a closed path, arrows inside, what lies and stands there."""

from collections.abc import Iterator

from pixies_env.core.drawing.marks import box, circle, group, move, number, path, text
from pixies_env.core.drawing.scene import Scene
from pixies_env.taverns.drawing_icons import clipped, figure, icon
from pixies_env.taverns.drawing_ring import GAP, Place, Ring, ring_of
from pixies_env.taverns.limits import SITES
from pixies_env.taverns.names import INGREDIENTS, MINIONS, TOKENS, Ingredient
from pixies_env.taverns.words_of_cards import spoken

_HEAD, _LAID, _LAST = 17.0, 20.0, 12.0
"""Heights of a zone's name, of what lies there, and of the line about arrows."""
_TOKEN = 18.0
_FIGURES = (7.5, 7.0, 6.5, 6.0, 5.0, 4.0, 3.0)
"""Sizes of figures, the largest that has room is taken."""


def zone_names(scene: Scene) -> list[str]:
    """Names of the zones in walking order."""
    return [zone for (zone,) in scene.game.actions["path"].arguments]


def map_height(scene: Scene) -> float:
    """Height of the map, with the space below."""
    return ring_of(scene.board.zones).height + 8


def touching(scene: Scene) -> list[list[int]]:
    """Zones that touch each site."""
    return [[zone for zone in range(scene.board.zones) if scene.board.zone_sites[zone] >> site & 1]
            for site in range(SITES)]  # fmt: skip


def zones(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the path: its direction and arrows, and the zones with all that is in them."""
    ring = ring_of(scene.board.zones)
    yield "path", group([*_direction(ring), *_arrows(scene, ring)], move(0, y))
    for zone, name in enumerate(zone_names(scene)):
        place = ring.zones[zone]
        ground = scene.view.spot(f"zone-{name}", _ground(scene, zone, name, place), spoken(name))
        here = move(place.x, y + place.y)
        # Parts of their own: in an animation what stays as it is is kept once.
        yield f"zone-{name}", group([ground], here)
        yield f"laid-{name}", group(_laid(scene, zone, place), here)
        yield f"standing-{name}", group(_inhabitants(scene, zone, place), here)


def _direction(ring: Ring) -> Iterator[str]:
    """A head between each zone and the next one; without sides long lines join the rows."""
    count = len(ring.zones)
    for zone, place in enumerate(ring.zones):
        after = ring.zones[(zone + 1) % count]
        (x, y), (to_x, to_y) = place.middle, after.middle
        if place.y == after.y and abs(x - to_x) > abs(y - to_y):
            ahead = 1 if to_x > x else -1
            edge = place.x + (place.width if ahead > 0 else 0) + ahead * (GAP / 2 + 3)
            yield _head(edge, y, ahead, 0)
        elif count > 1:
            ahead = 1 if to_y > y else -1
            edge = place.y + (place.height if ahead > 0 else 0) + ahead * (GAP / 2 + 3)
            slim = place if place.width < after.width else after
            outside = 7.0 if slim.middle[0] < ring.room.middle[0] else slim.width - 7.0
            yield _head(slim.x + outside, edge, 0, ahead)


def _head(x: float, y: float, right: int, down: int, marks: str = "f-muted") -> str:
    """The head of an arrow, its tip at (x, y)."""
    ends = [(x - 6 * right + 4 * side * down, y - 6 * down + 4 * side * right) for side in (-1, 1)]
    corners = "L".join(f"{number(a)} {number(b)}" for a, b in ends)
    return path(f"M{number(x)} {number(y)}L{corners}Z", marks)


def _arrows(scene: Scene, ring: Ring) -> Iterator[str]:
    lane = 0
    for start in range(scene.board.zones):
        for end in range(scene.board.zones):
            if scene.board.arrows[start] >> end & 1:
                corners = ring.arrow(start, end, lane)
                points = "L".join(f"{number(x)} {number(y)}" for x, y in corners)
                yield path(f"M{points}", "none s-gain wide")
                (x, y), (tip_x, tip_y) = corners[-2], corners[-1]
                right, down = (tip_x > x) - (tip_x < x), (tip_y > y) - (tip_y < y)
                yield _head(tip_x, tip_y, right, down, "f-gain")
                lane += 1


def _ground(scene: Scene, zone: int, name: str, place: Place) -> Iterator[str]:
    board = scene.board
    kind = {board.city: "city", board.maple: "maple"}.get(zone, "wild")
    yield box(0, 0, place.width, place.height, f"f-{kind} s-line edge", 6)
    right = place.width - 4
    sign = {board.city: "store", board.maple: "rune"}.get(zone)
    if sign:
        yield icon(sign, right - 7, 10, 13)
        right -= 17
    goblin = [total for total, at in enumerate(board.goblin_zone) if at == zone and total > 1]
    for total in goblin:
        yield icon("goblin", right - 19, 10, 10)
        yield text(right - 1, 13.5, total, "f-ink", 9.5, "end", room=12)
        right -= 28
    yield clipped(5, 13, spoken(name), right - 5, size=10, bold=True)
    sites = [site for site in range(SITES) if board.zone_sites[zone] >> site & 1]
    for turn, site in enumerate(reversed(sites)):
        x = place.width - 10 - 14 * turn
        yield circle(x, _HEAD + 10, 6.5, "f-paper s-ink thin")
        yield text(x, _HEAD + 13.4, site + 1, size=9.5, anchor="middle", bold=True)
    ends = [other for end, other in enumerate(zone_names(scene)) if board.arrows[zone] >> end & 1]
    if ends:
        said = f"to {', '.join(map(spoken, ends))}"
        yield icon("step", 9, place.height - 7, 9)
        yield clipped(16, place.height - 4, said, place.width - 20, "f-gain", 9)


def _laid(scene: Scene, zone: int, place: Place) -> Iterator[str]:
    """Tokens by kind with the empty token spaces, then ingredients that are printed."""
    board, now = scene.board, scene.now
    spaces = [space for space in range(board.token_spaces) if board.token_zone[space] == zone]
    here = [now.token_at[space] for space in spaces]
    printed = [kind for kind in Ingredient if board.zone_printed[zone] >> kind & 1]
    sites = sum(board.zone_sites[zone] >> site & 1 for site in range(SITES))
    room = place.width - 8 - 14 * sites
    needed = _TOKEN * (len(spaces) + len(printed)) + (4 if printed else 0)
    content: list[str] = []
    x = 0.0
    for kind, token in enumerate(TOKENS):
        lying = here.count(kind)
        if lying:
            width = _TOKEN * lying
            drawn = [box(0.5, 0, width - 1, _TOKEN, "f-paper s-ink thin edge", 9)]
            drawn += [icon(token, _TOKEN * (turn + 0.5), _TOKEN / 2, 13) for turn in range(lying)]
            told = f"{zone_names(scene)[zone]}: {lying} {token}"
            # The token of the encounters is there once, wherever it lies.
            name = "encounter" if token == "encounter" else f"tokens-{zone}-{token}"
            content.append(scene.view.spot(name, drawn, told, move(x, 0)))
            x += width
    for _ in range(sum(kind < 0 for kind in here)):
        content.append(circle(x + _TOKEN / 2, _TOKEN / 2, 8, "none s-line thin dash"))
        x += _TOKEN
    x += 4
    for kind in printed:
        drawn = [box(0.5, 0, _TOKEN - 1, _TOKEN, "f-paper s-gain edge", 2)]
        drawn.append(icon(INGREDIENTS[kind], _TOKEN / 2, _TOKEN / 2, 12))
        told = f"{zone_names(scene)[zone]}: {INGREDIENTS[kind]} is printed"
        content.append(
            scene.view.spot(f"printed-{zone}-{INGREDIENTS[kind]}", drawn, told, move(x, 0))
        )
        x += _TOKEN
    if content:
        yield group(content, move(4, _HEAD + 1.5, min(1.0, room / needed)))


def _inhabitants(scene: Scene, zone: int, place: Place) -> Iterator[str]:
    """Minions of all players, the active one in a ring, and the goblin with its stack."""
    now, board = scene.now, scene.board
    top = _HEAD + (_LAID if _is_wild(scene, zone) else 0)
    bottom = place.height - 3 - (_LAST if board.arrows[zone] else 0)
    left, right = 4.0, place.width - 4
    if now.goblin_zone == zone:
        right -= 26
        drawn = [box(0, 0, 25, 29, "f-paper s-ink thin edge", 5), icon("goblin", 12.5, 9.5, 17)]
        drawn.append(text(12.5, 26.5, f"\N{MULTIPLICATION SIGN}{now.stack}", "f-ink", 9, "middle"))
        told = f"the goblin with {now.stack} items"
        yield scene.view.spot("goblin", drawn, told, move(right, bottom - 29))
    standing = [(seat, minion) for seat in scene.seats for minion in range(len(MINIONS))
                if now.zone[seat][minion] == zone]  # fmt: skip
    for r in _FIGURES:
        pitch = 2.25 * r + 1
        columns, rows = int((right - left) / pitch), int((bottom - top) / pitch)
        if columns * rows >= len(standing):
            break
    for turn, (seat, minion) in enumerate(standing):
        x = left + pitch * (turn % columns + 0.5)
        y = top + pitch * (turn // columns + 0.5)
        if minion == now.active and seat == whose_turn(scene):
            yield circle(x, y, r + 1.5, "none s-mark wide")
        yield figure(seat, minion, x, y, r)


def whose_turn(scene: Scene) -> int:
    """The seat whose turn it is; what it does may ask nobody or chance."""
    now = scene.now
    if now.first_player < 0:
        return now.player
    return int((now.first_player + now.turn) % now.players)


def _is_wild(scene: Scene, zone: int) -> bool:
    """Whether anything can lie in a zone, or a site touches it."""
    board = scene.board
    spaces = board.token_zone[: board.token_spaces]
    return bool(board.zone_printed[zone] or board.zone_sites[zone] or zone in spaces)
