"""The seven rounds with their start and their end (section 2)."""

from collections import Counter
from collections.abc import Callable, Generator

from .effects import Effect, carry_out
from .events import Chance, Decision, Flow, draw
from .setup import close_gap, lay_tokens
from .state import Dragon, State
from .turn import take_turn


def play_rounds(state: State) -> Flow:
    """All rounds; the last one has no end of its own."""
    last = state.data.game["rounds"]
    while state.round < last:
        state.round += 1
        yield from _start(state)
        for _ in range(state.data.game["dice"]):
            for player in state.clockwise():
                yield from take_turn(state, player)
        if state.round < last:
            yield from _end(state)


def _roll(state: State, owner: int | None) -> Generator[Decision | Chance, str, int]:
    return int((yield from draw(owner, "die", lambda: state.data.player_die)))


# The start


def _start(state: State) -> Flow:
    if state.options.goblin:
        yield from _place_goblin(state)
    for player, seat in enumerate(state.seats):
        for _ in range(state.data.game["dice"]):
            seat.available.append((yield from _roll(state, player)))
    sums = [sum(seat.available) for seat in state.seats]
    yield from _find_first(state, [p for p in range(state.players) if sums[p] == min(sums)])
    for player, total in enumerate(sums):
        if total < state.data.game["compensation_below"]:
            state.gain(player, "gold", state.data.game["compensation_gold"])


def _place_goblin(state: State) -> Flow:
    """The stack of the round before has left the game; only odd rounds have a new one."""
    state.goblin_zone, state.goblin_stack = None, 0
    if state.round % 2 == 0:
        return
    first = yield from _roll(state, None)
    second = yield from _roll(state, None)
    state.goblin_zone = state.data.goblin_zone(first + second)
    state.goblin_stack = min(state.players, state.items_in_box)
    state.items_in_box -= state.goblin_stack


def _find_first(state: State, tied: list[int]) -> Flow:
    if state.first is not None:
        state.first = next(player for player in state.clockwise() if player in tied)
    elif len(tied) == 1:
        (state.first,) = tied
    else:
        state.first = int((yield from draw(None, "first", lambda: Counter(tied))))


# The end


def _end(state: State) -> Flow:
    _dice_come_back(state)
    state.occupied.clear()
    leaving = state.recipe_row[-1]
    if leaving is not None:
        state.recipes_discarded.append(leaving)
    yield from close_gap(state, len(state.recipe_row) - 1)
    for icon in state.data.round_track.get(str(state.round), []):
        yield from ICONS[icon](state)


def _dice_come_back(state: State) -> None:
    state.bank.clear()
    for seat in state.seats:
        seat.available.clear()
        seat.cooking_dice.clear()
        seat.lost_dice.clear()
        seat.energy_die = None
        for minion in seat.minions.values():
            minion.die = None


def _heroes(state: State) -> Flow:
    for seat in state.seats:
        for hero in seat.heroes.values():
            hero.ready = True
    yield from ()


def _dragon(state: State) -> Flow:
    state.dragon = None
    name = yield from draw(None, "dragon", lambda: Counter(state.dragon_deck))
    state.dragon_deck.remove(name)
    state.dragon = Dragon(name, [Counter() for _ in state.data.rows(name)])
    appears = state.data.dragons[name]["appears"]
    for player in state.clockwise():
        yield from carry_out(Effect(state, player, appears, "dragon appears"))


def _reset(state: State) -> Flow:
    for tokens in state.tokens.values():
        tokens.clear()
    yield from lay_tokens(state)


def _event(state: State, half: str) -> Flow:
    if not state.event_deck:
        return
    state.card = yield from draw(None, "event", lambda: Counter(state.event_deck))
    state.event_deck.remove(state.card)
    for player in state.clockwise():
        for effect in state.data.events[state.card][half]:
            yield from carry_out(Effect(state, player, effect, "event"))
    state.card = None


ICONS: dict[str, Callable[[State], Flow]] = {
    "heroes": _heroes,
    "dragon": _dragon,
    "reset": _reset,
    "event_good": lambda state: _event(state, "good"),
    "event_bad": lambda state: _event(state, "bad"),
}
