"""Whether what is asked in the action phase can come there: a turn, or the middle of an action."""

from collections.abc import Callable

from pixies_env.pixie_queen.names import (
    CUBES_PICKED,
    GOODS_DISCARDED,
    NOBODY,
    ON_BOARD,
    Frame,
    OneUseTile,
    Skill,
    Space,
    TurnStep,
)
from pixies_env.pixie_queen.position_seen import (
    Seen,
    need,
    need_asked,
    need_cursor,
    need_demotions,
    need_nothing_else,
    need_stack,
    need_step,
)

_DOUBLE_SPACES = {
    "food": Space.STEAL_FOOD,
    "promote": Space.PROMOTION,
    "exchange": Space.EXCHANGE,
    "convert": Space.CONVERT,
    "punishment_die": Space.PUNISHMENT_DIE,
    "assign": Space.PUNISHMENT_DIE,
    "track": Space.TRACKS,
    "casino_die": Space.CASINO,
    "rob": Space.ROB,
}
"""Actions that ask, by what they ask."""
_SINGLE_SPACES = {
    "peek": Space.MINE,
    "pick": Space.MINE,
    "cube": Space.MINE,
    "chain": Space.MINE,
    "swap": Space.EXCHANGE_TILES,
    "goods": Space.GOODS,
    "copy": Space.COPY,
    "add": Space.SPECIAL_OFFERING,
    "advance": Space.TURN_ORDER,
}


def check_actions(seen: Seen) -> None:
    """ValueError that names a key unless the question can come in the action phase."""
    need_cursor(seen, 0, len(seen.order) - 1)
    turn = seen.at_place(seen.cursor)
    if seen.asked == "turn":
        need_step(seen, TurnStep.SEARCH)
        need_stack(seen)
        need_nothing_else(seen)
        need_asked(seen, turn)
        need(seen.discs[turn] > 0, "waiting.player", f"player {turn} has no discs left for a turn")
        text = f"player {turn} has passed and has no more turns in this round"
        need(not seen.passed[turn], "waiting.player", text)
        return
    need_step(seen, TurnStep.OVER)
    text = f"player {turn}, whose turn it is, is out"
    need(seen.is_in(turn), "pending.cursor", text)
    text = f"player {turn}, whose turn it is, has placed discs on 21, after which nothing is asked"
    need(seen.priority != turn, "single_spaces.temporary_priority", text)
    if seen.asked == "demote":
        _check_demotion(seen, turn)
        return
    need_asked(seen, turn)
    need(not seen.passed[turn], "waiting.player", f"player {turn} has passed")
    text = f"player {turn} is in the middle of an action and has all discs"
    need(seen.discs[turn] < seen.board.setup.discs, f"seats.{turn}.discs", text)
    _check_space(seen, turn)
    _UNDER_WAY.get(seen.asked, _nothing_under_way)(seen, turn)


def _can_act_on(seen: Seen, seat: int, action: int) -> bool:
    """Whether a player can be carrying out a double space: placed on it, or copying."""
    copies = seen.copy_used[seat] and seen.skill_size(seat, Skill.COPY_UNUSED)
    return bool(seen.discs_on[action] or copies)


def _check_space(seen: Seen, turn: int) -> None:
    action = _DOUBLE_SPACES.get(seen.asked)
    if action is not None:
        text = f"lies nowhere on {action}, whose action asks {seen.asked!r}"
        need(_can_act_on(seen, turn, action), f"discs_on.{action}", f"a disc {text}")
        return
    space = _SINGLE_SPACES[seen.asked]
    key, used = {
        Space.MINE: ("mine", seen.mine_used[turn]),
        Space.EXCHANGE_TILES: ("exchange_tiles", seen.tiles_used[turn]),
        Space.GOODS: ("goods", seen.goods_uses),
        Space.COPY: ("copy", seen.copy_used[turn]),
        Space.SPECIAL_OFFERING: ("special_offering", seen.special_used),
        Space.TURN_ORDER: ("turn_order", seen.order_used),
    }[space]
    text = f"player {turn} has not used space {space}, whose action asks {seen.asked!r}"
    need(used, f"single_spaces.{key}", text)


def _nothing_under_way(seen: Seen, turn: int) -> None:
    need_stack(seen)
    need_nothing_else(seen)


# ---- the mine


def _cubes_due(seen: Seen, turn: int) -> int:
    """Cubes of the whole action."""
    return max(1, int(seen.mine[turn]))


def _check_peek(seen: Seen, turn: int) -> None:
    need_stack(seen, (Frame.MINE, turn, 0, 0))
    need_nothing_else(seen, "due")
    due = _cubes_due(seen, turn)
    need(seen.due == due, "pending.due", f"{due} cubes are due for {seen.mine[turn]} slaves")
    text = f"player {turn} does not hold look_in_the_bag"
    need(seen.holds(turn, OneUseTile.LOOK_IN_THE_BAG), "waiting.question", text)


def _check_drawing(seen: Seen, turn: int) -> None:
    """A cube is picked or drawn; those before are out of the bag."""
    need_stack(seen, (Frame.MINE, turn, 0, 0))
    need_nothing_else(seen, "due", "picks", "stones_drawn")
    due = _cubes_due(seen, turn)
    text = f"is 1 to {due} for {seen.mine[turn]} slaves, not {seen.due}"
    need(1 <= seen.due <= due, "pending.due", text)
    taken = due - seen.due
    text = f"of {taken} cubes that are out so many cannot be stones"
    need(seen.stones_drawn <= taken, "pending.stones_drawn", text)
    if seen.asked == "cube":
        need(seen.picks == 0, "pending.picks", "are over when a cube is drawn")
        return
    most = min(CUBES_PICKED, due, sum(seen.bag) + taken) - taken
    text = f"{most} cubes are left to be picked, not {seen.picks}"
    need(seen.picks == most and most > 0, "pending.picks", text)
    text = "the used tile look_in_the_bag is back on its space"
    need(seen.one_use_at[OneUseTile.LOOK_IN_THE_BAG] == ON_BOARD, "pending.picks", text)


def _check_chain(seen: Seen, turn: int) -> None:
    need_stack(seen, (Frame.MINE, turn, 0, 0))
    need_nothing_else(seen, "stones_drawn")
    due = _cubes_due(seen, turn)
    text = f"player {turn} has drawn {due} cubes at most, and 1 stone at least"
    need(1 <= seen.stones_drawn <= due, "pending.stones_drawn", text)


# ---- goods, dice, copies


def _check_goods(seen: Seen, turn: int) -> None:
    need_stack(seen)
    need_nothing_else(seen, "due")
    text = f"is less than {GOODS_DISCARDED} between two goods, not {seen.due}"
    need(seen.due < GOODS_DISCARDED, "pending.due", text)
    text = f"player {turn} does not own {seen.due} goods"
    need(sum(seen.goods[turn]) >= seen.due, "pending.due", text)


def _check_assign(seen: Seen, turn: int) -> None:
    need_stack(seen, (Frame.ASSIGN, turn, 0, 0))
    need_nothing_else(seen, "points_left", "assigned")
    need(seen.points_left > 0, "pending.points_left", "are left when a point is assigned")
    _check_assigned(seen, turn)
    rolled = seen.points_left + sum(seen.assigned)
    faces = sorted(set(seen.board.dice.punishment))
    text = f"the die shows {', '.join(map(str, faces))}, not {rolled} in all"
    need(rolled in faces, "pending.points_left, pending.assigned", text)


def _check_assigned(seen: Seen, turn: int) -> None:
    for seat, points in enumerate(seen.assigned):
        can = seat < seen.players and seat != turn and seen.is_in(seat)
        text = f"player {seat} is no opponent still in of player {turn}, who rolled"
        need(can or points == 0, "pending.assigned", text)


def _check_demotion(seen: Seen, turn: int) -> None:
    penalties = seen.board.penalties
    kind = seen.stack[0][0] if seen.stack else 0
    if kind == Frame.SHARE:
        _check_shared(seen, turn)
    elif kind == Frame.COPY:
        need_nothing_else(seen)
        need_asked(seen, turn)
        need(seen.copy_used[turn], "single_spaces.copy", f"player {turn} has not copied")
        need(not seen.passed[turn], "waiting.player", f"player {turn} has passed")
        need_demotions(seen, penalties.copy_[seen.copies - 1], (Frame.COPY, turn, 0, 0))
    else:
        need_nothing_else(seen)
        need_asked(seen, turn)
        text = f"player {turn} demotes for a pass, but has not passed"
        need(seen.passed[turn], f"seats.{turn}.passed", text)
        need_demotions(seen, penalties.pass_)


def _check_shared(seen: Seen, turn: int) -> None:
    """The points of the die are marked in big-cube order; those of the later ones are to come."""
    need_nothing_else(seen, "assigned")
    text = f"a disc lies nowhere on {Space.PUNISHMENT_DIE}, whose points are marked"
    need(_can_act_on(seen, turn, Space.PUNISHMENT_DIE), f"discs_on.{Space.PUNISHMENT_DIE}", text)
    need(not seen.passed[turn], "pending.cursor", f"player {turn}, who rolled, has passed")
    need(seen.player != turn, "waiting.player", f"player {turn} rolled and gets no points")
    _check_assigned(seen, turn)
    for seat in [*seen.before(seen.order.index(seen.player)), seen.player]:
        text = f"the points of player {seat} are marked by now"
        need(seen.assigned[seat] == 0, "pending.assigned", text)
    most = max(seen.board.dice.punishment) - sum(seen.assigned)
    text = f"the die has no face for {sum(seen.assigned)} points more than those marked"
    need(most > 0, "pending.assigned", text)
    need_demotions(seen, most, (Frame.SHARE, NOBODY, 0, 0))


_UNDER_WAY: dict[str, Callable[[Seen, int], None]] = {
    "peek": _check_peek,
    "pick": _check_drawing,
    "cube": _check_drawing,
    "chain": _check_chain,
    "goods": _check_goods,
    "assign": _check_assign,
}
"""Checks of questions that leave something for later; all others have nothing under way."""
