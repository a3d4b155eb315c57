"""The hunt (section 3)."""

from collections import Counter
from functools import partial

from tests.reference.names import make_name

from .data import SYMBOLS
from .effects import Effect, carry_out
from .events import Flow, ask, choose, draw
from .free_actions import free_options, take_free_action
from .state import Hunt, State
from .walk import wound


def hunt_options(state: State, player: int) -> list[str]:
    """How much energy may be paid, if the active minion may hunt here."""
    assert state.turn is not None
    active = state.active(player)
    if active is None or state.turn.hunted or active.zone not in state.dragon_zones():
        return []
    least, most = state.data.game["hunt_dice"]
    return [make_name("hunt", n) for n in range(least, most + 1) if n <= state.seats[player].energy]


def go_hunting(state: State, player: int, n: int) -> Flow:
    """Pay and take the six steps one after the other."""
    assert state.turn is not None
    seat = state.seats[player]
    state.gain(player, "energy", -n)
    state.turn.hunted = True
    state.hunt = Hunt(completed_before=state.completed_rows())
    for token in seat.forge:
        if token == "no_claws":
            state.hunt.no_claws = True
        else:
            state.hunt.added[token] += 1
    for _ in range(n):
        yield from _roll(state, player)
    yield from _attack(state, player)
    yield from _damage(state, player)
    yield from _counter_attack(state, player)
    _rewards(state, player)
    if _is_dead(state):
        yield from _trophy(state, player)
    state.forge.extend(seat.forge)
    seat.forge.clear()
    state.hunt = None


def _roll(state: State, player: int) -> Flow:
    assert state.hunt is not None
    face = yield from draw(player, "hunt_die", lambda: state.data.hunting_die)
    state.hunt.dice.append(face)


def _attack_options(state: State, player: int) -> list[str]:
    assert state.hunt is not None
    rethrow = [make_name("rethrow", face) for face in state.hunt.dice]
    return [
        *(rethrow if state.seats[player].runes > 0 else []),
        *free_options(state, player, "attack"),
        "strike",
    ]


def _attack(state: State, player: int) -> Flow:
    assert state.hunt is not None
    while True:
        verb, arguments = yield from ask(player, "attack", lambda: _attack_options(state, player))
        if verb == "strike":
            return
        if verb == "rethrow":
            state.gain(player, "runes", -1)
            face = yield from draw(player, "hunt_die", lambda: state.data.hunting_die)
            state.hunt.dice.remove(arguments[0])
            state.hunt.dice.append(face)
        else:
            yield from take_free_action(state, player, "attack", verb, arguments[0])


def _damage(state: State, player: int) -> Flow:
    assert state.hunt is not None and state.dragon is not None
    hits = Counter(state.hunt.dice) + state.hunt.added
    for symbol in SYMBOLS:
        for _ in range(hits[symbol]):
            verb, arguments = yield from choose(
                player, "mark", partial(_mark_options, state, symbol)
            )
            if verb:
                state.dragon.marks[int(arguments[1]) - 1][symbol] += 1


def _mark_options(state: State, symbol: str) -> list[str]:
    assert state.dragon is not None
    return [
        make_name("mark", symbol, row)
        for row in state.data.rows(state.dragon.name)
        if state.free_spaces(row, symbol) > 0
    ]


def _counter_attack(state: State, player: int) -> Flow:
    assert state.hunt is not None and state.dragon is not None
    assert state.turn is not None and state.turn.active is not None
    if not state.hunt.no_claws:
        for _ in range(state.hunt.dice.count("claw")):
            yield from wound(state, player, state.turn.active)
    if "flame" in state.hunt.dice:
        special = state.data.dragons[state.dragon.name]["special"]
        yield from carry_out(Effect(state, player, special, "special attack"))


def _rewards(state: State, player: int) -> None:
    assert state.hunt is not None and state.dragon is not None
    active = state.active(player)
    assert active is not None
    rewards = state.data.dragons[state.dragon.name]["rewards"]
    for row in sorted(state.completed_rows() - state.hunt.completed_before):
        reward = rewards[row - 1]
        for what in ("gold", "energy", "prestige"):
            state.gain(player, what, reward.get(what, 0))
        meat = min(reward.get("meat", 0), active.free)
        if meat > 0:
            active.carried["meat"] += meat


def _is_dead(state: State) -> bool:
    assert state.dragon is not None
    return len(state.completed_rows()) == len(state.data.rows(state.dragon.name))


def _trophy(state: State, player: int) -> Flow:
    prestige = int((yield from draw(player, "trophy", lambda: Counter(state.trophy_bag))))
    state.trophy_bag.remove(prestige)
    state.seats[player].trophies.append(prestige)
    state.dragon = None
