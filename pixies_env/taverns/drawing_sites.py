"""The four sites in the middle of the map, each with its location or the dragon that lies on it."""

from collections.abc import Iterator

from pixies_env.core.drawing.marks import box, circle, group, line, move, text
from pixies_env.core.drawing.scene import Scene
from pixies_env.taverns.drawing_icons import clipped, icon, row_of
from pixies_env.taverns.drawing_map import touching
from pixies_env.taverns.drawing_ring import Place, ring_of
from pixies_env.taverns.limits import SITES
from pixies_env.taverns.names import (
    FORGE_TOKENS,
    INGREDIENTS,
    LOCATIONS,
    DungeonToken,
    Location,
)

_TOKEN_ICONS = {
    DungeonToken.GOLD: "coin",
    DungeonToken.PRESTIGE: "prestige",
    DungeonToken.WOUND: "wound",
}
_SAID = {
    Location.CAMPFIRE: "roll and walk again",
    Location.PORTAL: "to any other zone",
    Location.CARAVAN: "store all carried",
}


def sites(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the sites."""
    places = ring_of(scene.board.zones).sites(touching(scene))
    for site in range(SITES):
        place = places[site]
        at = move(place.x, y + place.y)
        location = scene.now.location_at[site]
        if location < 0:
            content = [box(0, 0, place.width, place.height, "f-panel s-line dash edge", 6),
                       _number(site, place)]  # fmt: skip
            yield f"site-{site + 1}", group(content, at)
            continue
        name = LOCATIONS[location]
        content = list(_location(scene, site, location, place))
        told = f"{name} on site {site + 1}, {scene.board.location_cost[location]} energy"
        yield f"site-{site + 1}", scene.view.spot(f"location-{name}", content, told, at)


def dragon_at(scene: Scene) -> int:
    """The site of the dragon, -1 without one."""
    dragon = scene.now.dragon
    return -1 if dragon < 0 else int(scene.board.dragon_site[dragon])


def _number(site: int, place: Place) -> str:
    at = place.width - 11
    told = text(at, 14.5, site + 1, size=9.5, anchor="middle", bold=True)
    return circle(at, 11, 6.5, "f-paper s-ink thin") + told


def _location(scene: Scene, site: int, location: int, place: Place) -> Iterator[str]:
    board, now = scene.board, scene.now
    closed = dragon_at(scene) == site
    yield box(0, 0, place.width, place.height, "f-panel s-line edge", 6)
    yield icon(LOCATIONS[location], 12, 12, 17)
    yield clipped(23, 15, LOCATIONS[location], place.width - 42, size=10.5, bold=True)
    yield _number(site, place)
    if closed:
        yield icon("dragon", 16, 43, 24)
        yield text(32, 46, "the dragon's", "f-loss", 9.5, room=place.width - 35)
        return
    yield icon("energy", 10, 31, 12)
    yield text(18, 35, board.location_cost[location], size=10.5, bold=True)
    spaces = board.activation_spaces[now.players]
    pitch = min(17.0, (place.width - 38) / spaces)
    for space in range(spaces):
        x = 34 + pitch * space
        used = space < now.spaces_used[site]
        yield box(x, 24, min(14.0, pitch), 14, f"{'f-raised' if used else 'f-paper'} s-ink thin", 3)
        if used:
            yield line(x + 2, 36, x + min(14.0, pitch) - 2, 26, "s-ink")
    yield group(_details(scene, location, place.width - 8), move(4, 50))


def _details(scene: Scene, location: int, room: float) -> list[str]:
    """What a location gives, around the line at height 0."""
    board, now = scene.board, scene.now
    if location in _SAID:
        return [clipped(1, 3.5, _SAID[Location(location)], room, "f-muted", 9)]
    if location == Location.RUNES:
        return _priced([("rune", f"+{board.gives_runes}")], room)
    if location == Location.LIBRARY:
        return _priced([("spice", "\N{MINUS SIGN}1"), ("coin", f"+{board.gives_gold}")], room)
    if location == Location.MARKET:
        prices = enumerate(board.market_price)
        return _priced([(INGREDIENTS[kind], str(price)) for kind, price in prices], room)
    if location == Location.FORGE:
        left = enumerate(now.forge_left)
        names = [FORGE_TOKENS[token] for token, number in left for _ in range(number)]
        return row_of(names, 0, 0, room, 15)
    return _dungeon(scene, room)


def _priced(things: list[tuple[str, str]], room: float) -> list[str]:
    """Pictures with a number beside each."""
    pitch = min(32.0, room / len(things))
    drawn = []
    for place, (kind, number) in enumerate(things):
        drawn.append(icon(kind, pitch * place + 7, 0, 12))
        drawn.append(text(pitch * place + 14, 3.5, number, size=9.5, room=pitch - 14))
    return drawn


def _dungeon(scene: Scene, room: float) -> list[str]:
    """Each token by what it shows; those turned in this search are faint."""
    board, now = scene.board, scene.now
    drawn = []
    x = 0.0
    for kind in range(board.dungeon_kinds):
        token = DungeonToken(board.dungeon_token[kind])
        for copy in range(board.dungeon_tokens[kind]):
            content = [icon(_TOKEN_ICONS[token], x + 6.5, 0, 12)]
            width = 13.0
            if token != DungeonToken.WOUND:
                amount = board.dungeon_amount[kind]
                content.append(text(x + 13, 3.5, amount, size=9.5))
                width += 4 + 6.1 * len(str(amount))
            drawn.append(group(content, marks="" if copy < now.dungeon_left[kind] else "gone"))
            x += width
    return [group(drawn, move(0, 0, min(1.0, room / x)))]
