"""The pyramid with its hands, the single spaces, the demands and the turn order."""

from collections.abc import Iterator

from pixies_env.core.drawing.marks import box, circle, group, move, text, token
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.core.words import reason_words
from pixies_env.pixie_queen.drawing_icons import disc, figure, icon, pixie
from pixies_env.pixie_queen.limits import ACTIONS, LEVELS
from pixies_env.pixie_queen.names import (
    FIRST_SINGLE,
    FOODS,
    GOODS,
    NOBODY,
    PHASES,
    SPACES,
    VIRTUAL,
    Phase,
    Space,
)

ACTION_LABELS = {
    Space.STEAL_FOOD: "steal food",
    Space.STEAL_SILVER: "steal silver",
    Space.PROMOTION: "promotion",
    Space.EXCHANGE: "exchange",
    Space.CONVERT: "to gold",
    Space.FOOD_TILE: "food tile",
    Space.DOUBLE_OFFERING: "two offers",
    Space.LOOK_IN_THE_BAG: "bag tile",
    Space.MERCY: "mercy",
    Space.PUNISHMENT_DIE: "punish die",
    Space.TRACKS: "tracks",
    Space.CASINO: "casino die",
    Space.GOLD_RING: "forge ring",
    Space.ROB: "rob",
    Space.MINE: "mine",
    Space.EXCHANGE_TILES: "swap tile",
    Space.GOODS: "goods",
    Space.COPY: "copy",
    Space.SPECIAL_OFFERING: "special",
    Space.TURN_ORDER: "order",
    Space.PRIORITY: "priority",
}
"""Of the spaces, short enough for their places."""

_GAP = 4.0
_CELL, _CELL_HEIGHT = 76.0, 64.0
TOP = 66.0
"""Height of the row with demands, servant space and turn order."""
SINGLES = 52.0
"""Height of the row of single spaces."""
PYRAMID = LEVELS * (_CELL_HEIGHT + _GAP)
"""Height of the four levels."""


def headline(scene: Scene) -> tuple[str, str]:
    """Where the game stands, and whom it waits for."""
    now = scene.now
    rounds = f"Round {now.round_number} of {scene.board.rounds}"
    phase = "action phase" if now.phase == Phase.ACTIONS else PHASES[now.phase]
    if now.phase == Phase.OVER:
        return f"Game over after round {now.round_number}", reason_words(scene.game, scene.state)
    return f"{rounds}: {phase}", ""


def pyramid(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the double spaces, level 4 on top."""
    board = scene.board
    for level in range(LEVELS, 0, -1):
        hands = board.hands_of_level[level][: board.hand_count[level]]
        # Other boards may have more hands on a level than fit at full size.
        scale = min(1.0, (WIDTH / len(hands) - _GAP) / _CELL)
        step = _CELL * scale + _GAP
        x = (WIDTH - step * len(hands) + _GAP) / 2
        for hand in hands:
            yield f"space-{hand}", _double_space(scene, hand, move(x, y, scale))
            x += step
        y += _CELL_HEIGHT + _GAP


def _double_space(scene: Scene, hand: int, at: str) -> str:
    now = scene.now
    discs, colour = now.discs_on[hand], now.hands[hand]
    label = ACTION_LABELS[Space(hand)]
    content = [
        box(0, 0, _CELL, _CELL_HEIGHT, f"{'f-raised' if discs else 'f-panel'} s-line edge", 6),
        text(5, 14, hand, size=13, bold=True),
        text(5, 26, label, "f-muted", 10),
        circle(20, 45, 15, "f-paper s-line dash"),
    ]
    content += [disc(_CELL - 9 - 13 * place, 10) for place in range(discs)]
    foods = [food for food in range(FOODS) for _ in range(scene.board.icons[hand][food])]
    for place, food in enumerate(foods):
        content.append(icon(GOODS[food], 46 + 18 * (place % 2), 38 + 16 * (place // 2), 14))
    if colour != NOBODY:
        content.append(pixie(colour, 20, 46, 9))
    told = f"action {hand}, {label}: {_who(colour)}, {discs} discs"
    return scene.view.spot(f"space-{hand}", content, told, at)


def _who(colour: int) -> str:
    if colour == NOBODY:
        return "no pixie"
    return "a virtual pixie" if colour == VIRTUAL else f"pixie of player {colour}"


def top_row(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Demands, the servant space and the turn order."""
    yield "demands", group(_demands(scene), move(0, y))
    x = (WIDTH - _CELL) / 2
    colour = scene.now.servant_space
    servant = [
        box(0, 0, _CELL, TOP - _GAP, "f-panel s-line edge", 6),
        text(_CELL / 2, 13, "servant", "f-muted", 10, "middle"),
        icon("faithful_servant", _CELL / 2, 38, 34),
    ]
    if colour != NOBODY:
        servant.append(pixie(colour, _CELL / 2, 39, 9))
    told = f"servant space: {_who(colour)}"
    yield "servant", scene.view.spot("servant", servant, told, move(x, y))
    yield "order", group(_order(scene), move(x + _CELL + 8, y))


def _demands(scene: Scene) -> Iterator[str]:
    now = scene.now
    yield text(0, 12, "The Queen demands", "f-muted", 10)
    for food in range(FOODS):
        left, turned = now.demand_left[food], now.demand == food
        content = [box(0, 0, 44, 42, f"{'f-raised' if turned else 'f-panel'} s-line edge", 6)]
        content += [icon(GOODS[food], 22, 16, 26 if turned else 18)]
        content.append(text(22, 38, f"{left} left", "f-muted", 10, "middle"))
        if turned:
            content.append(box(-1, -1, 46, 44, "none s-ink wide", 7))
        told = f"{GOODS[food]}: {'demanded now, ' if turned else ''}{left} tokens left"
        yield scene.view.spot(f"demand-{GOODS[food]}", content, told, move(1 + 48 * food, 18))


def _order(scene: Scene) -> Iterator[str]:
    now = scene.now
    yield text(0, 12, "Turn order", "f-muted", 10)
    yield text(0, 33, "now", size=10)
    in_game = [seat for seat in now.big_order if seat != NOBODY and not now.out[seat]]
    for place, seat in enumerate(in_game):
        yield token(seat, 38 + 23 * place, 30, 8.5)
        if place == 0:
            yield icon("crown", 38, 18, 11)
    coming = [token(seat, 38 + 23 * place, 51, 7) for place, seat in enumerate(now.small_order)
              if seat != NOBODY]  # fmt: skip
    ground = box(-3, 41, 156, 20, "f-panel s-line edge thin", 6)
    label = text(0, 55, "next", size=10)
    yield scene.view.spot("order-small", [ground, label, *coming], "order of the next round")


def single_spaces(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the spaces 15 to 21, with who has used them."""
    number_of_spaces = SPACES - ACTIONS
    width = (WIDTH + _GAP) / number_of_spaces - _GAP
    used = _used(scene)
    for place, space in enumerate(list(Space)[FIRST_SINGLE - 1 :]):
        marks = used[space]
        ground = "f-raised" if marks else "f-panel"
        content = [
            box(0, 0, width, SINGLES - _GAP, f"{ground} s-line edge", 6),
            text(4, 13, int(space), size=12, bold=True),
            text(4, 25, ACTION_LABELS[space], "f-muted", 10),
            *marks,
        ]
        told = f"action {int(space)}, {ACTION_LABELS[space]}"
        at = move(place * (width + _GAP), y)
        name = f"space-{int(space)}"
        yield name, scene.view.spot(name, content, told, at)


def _used(scene: Scene) -> dict[int, list[str]]:
    """Marks on each single space: tokens where each player has a place, discs elsewhere."""
    now = scene.now

    def tokens(seats: list[int]) -> list[str]:
        return [figure(seat, 8 + 9.5 * place, 36, 5) for place, seat in enumerate(seats)]

    def by(flags: list[int]) -> list[str]:
        return tokens([seat for seat in scene.seats if flags[seat]])

    return {
        Space.MINE: by(now.mine_used),
        Space.EXCHANGE_TILES: by(now.tiles_used),
        Space.COPY: by(now.copy_used),
        Space.GOODS: [disc(10 + 13 * place, 36) for place in range(now.goods_uses)],
        Space.SPECIAL_OFFERING: [disc(10, 36)] if now.special_used else [],
        Space.TURN_ORDER: [disc(10, 36)] if now.order_used else [],
        Space.PRIORITY: tokens([now.priority] if now.priority != NOBODY else []),
    }
