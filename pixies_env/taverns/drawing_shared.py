"""The round track, the bank and the energy source."""

from collections.abc import Iterator

from pixies_env.core.drawing.marks import box, circle, group, move, text
from pixies_env.core.drawing.scene import WIDTH, Scene
from pixies_env.taverns.drawing_icons import die, icon, row_of
from pixies_env.taverns.names import BANK_SLOTS, ICONS, BankSlot, Phase

ROUNDS = 42.0
"""Height of the round track."""
BANK = 48.0
"""Height of the bank and the energy source."""
_SLOT = 47.0


def rounds(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """The round track: after which rounds what is passed; the marker on the round being played."""
    board, now = scene.board, scene.now
    width = WIDTH / board.rounds
    content = []
    for turn in range(1, board.rounds + 1):
        x = width * (turn - 1)
        here = now.round_number == turn and now.phase != Phase.OVER
        over = now.round_number > turn or now.phase == Phase.OVER
        passed = [ICONS[sign] for sign in board.icons[turn] if sign >= 0]
        cell = [box(x + 0.5, 0.5, width - 2, ROUNDS - 8, "f-panel s-line thin", 5)]
        cell += [text(x + width / 2, 13, turn, size=11, anchor="middle", bold=here)]
        if here:
            cell.append(circle(x + width / 2, 9.3, 7.5, "none s-ink wide"))
        room = min(width - 6, 15.0 * len(passed))
        cell += row_of(passed, x + (width - room) / 2, 25.5, room, 15)
        content.append(group(cell, marks="gone" if over else ""))
        if here and now.phase == Phase.ROUND_END and passed:
            done = min(now.icon, len(passed) - 1)
            at = x + (width - room) / 2 + room / len(passed) * (done + 0.5)
            content.append(circle(at, 25.5, 8, "none s-mark wide"))
    yield "rounds", group(content, move(0, y))


def bank(scene: Scene, y: float) -> Iterator[tuple[str, str]]:
    """Parts of the bank, with the gold of each slot, and of the energy source."""
    now, board = scene.now, scene.board
    for slot, name in enumerate(BANK_SLOTS):
        seat = now.bank_seat[slot]
        value = now.blank_value if slot == BankSlot.BLANK else slot + 1
        content = [box(0, 0, _SLOT - 4, BANK - 8, "f-panel s-line edge", 6)]
        content.append(text((_SLOT - 4) / 2, 11, "any" if slot == BankSlot.BLANK else name,
                            "f-muted", 9.5, "middle"))  # fmt: skip
        content.append(icon("coin", 10, 27, 12))
        content.append(text(17, 31, board.bank_gold[slot], size=10, bold=True, room=9))
        if seat >= 0:
            content.append(die(value, seat, 33, 26.5, 15))
        else:
            content.append(box(26, 19.5, 14, 14, "f-paper s-line thin dash", 3))
        told = f"bank slot {name}: {board.bank_gold[slot]} gold"
        told += f", a die of player {seat}" if seat >= 0 else ""
        at = move(_SLOT * slot, y)
        yield f"bank-{name}", scene.view.spot(f"bank-{name}", content, told, at)
    x = _SLOT * len(BANK_SLOTS)
    content = [box(0, 0, WIDTH - x, BANK - 8, "f-panel s-line edge", 6)]
    content += [text(24, 13, "Energy source", "f-muted", 9.5), icon("energy", 12, 19, 20)]
    for seat in scene.seats:
        middle = 38 + 25.0 * seat
        value = now.energy_die[seat]
        if value:
            content.append(die(value, seat, middle, 26.5, 15))
        else:
            content.append(box(middle - 7, 19.5, 14, 14, "f-paper s-line thin dash", 3))
    yield "energy", scene.view.spot("energy", content, "the energy source", move(x, y))
