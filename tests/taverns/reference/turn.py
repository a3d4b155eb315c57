"""A turn: open points, one after the other, and what may be chosen there (section 3)."""

from collections import Counter
from collections.abc import Callable

from tests.reference.names import make_name

from .collecting import ingredients_here, take_ingredient
from .data import MINIONS
from .effects import Effect, carry_out
from .events import Flow, ask, draw
from .free_actions import free_options, take_free_action
from .hunt import go_hunting, hunt_options
from .locations import visit, visit_options
from .main_actions import main_options, place_die
from .state import State, Turn
from .walk import heal_options, store_options, store_or_heal

MAIN_ACTIONS = {"cook", "bank", "energy", "activate", "lose"}
END = {"end_turn", "king_call"}


def take_turn(state: State, player: int) -> Flow:
    """One turn of one player."""
    state.turn = Turn(player)
    while True:
        verb, arguments = yield from ask(player, "open", lambda: _open_options(state, player))
        if verb in END:
            break
        if verb in MAIN_ACTIONS:
            yield from place_die(state, player, verb, arguments)
        elif verb in SECONDARY_ACTIONS:
            yield from SECONDARY_ACTIONS[verb](state, player, arguments)
        elif verb == "reroll":
            yield from _reroll(state, player, int(arguments[0]))
        elif verb in ("store", "heal"):
            store_or_heal(state, player, verb, arguments[0])
        else:
            yield from take_free_action(state, player, "open", verb, arguments[0])
    if verb == "king_call":
        assert state.turn.active is not None
        state.store_all(player, state.turn.active)
    state.turn = None


def _open_options(state: State, player: int) -> list[str]:
    assert state.turn is not None
    main_or_end = _end_options if state.turn.main_done else main_options
    return [
        *main_or_end(state, player),
        *_secondary_options(state, player),
        *_reroll_options(state, player),
        *[name for own in MINIONS for name in store_options(state, player, own)],
        *[name for own in MINIONS for name in heal_options(state, player, own)],
        *free_options(state, player, "open"),
    ]


def _end_options(state: State, player: int) -> list[str]:
    active = state.active(player)
    last = state.round == state.data.game["rounds"]
    if last and active is not None and active.carried_kinds():
        return ["end_turn", "king_call"]
    return ["end_turn"]


def _reroll_options(state: State, player: int) -> list[str]:
    seat = state.seats[player]
    return [make_name("reroll", v) for v in seat.available] if seat.runes > 0 else []


def _reroll(state: State, player: int, value: int) -> Flow:
    state.gain(player, "runes", -1)
    shown = int((yield from draw(player, "die", lambda: state.data.player_die)))
    state.seats[player].available.remove(value)
    state.seats[player].available.append(shown)


# Secondary actions


def _secondary_options(state: State, player: int) -> list[str]:
    if state.active(player) is None:
        return []
    return [
        *_collect_options(state, player),
        *visit_options(state, player),
        *hunt_options(state, player),
        *_meet_options(state, player),
        *_buy_options(state, player),
    ]


def _collect_options(state: State, player: int) -> list[str]:
    active = state.active(player)
    assert state.turn is not None and active is not None
    if not state.turn.may_collect or active.free == 0:
        return []
    return ingredients_here(state, player)


def _collect(state: State, player: int, verb: str, kind: str) -> Flow:
    active = state.active(player)
    assert state.turn is not None and active is not None
    state.turn.may_collect = False
    take_ingredient(state, player, verb, kind)
    active.carried[kind] += 1
    yield from ()


def _meet_options(state: State, player: int) -> list[str]:
    active = state.active(player)
    assert state.turn is not None and active is not None
    here = state.tokens[active.zone]["encounter"] > 0
    payable = state.seats[player].energy >= state.data.game["encounter_price"]
    return ["meet"] if here and payable and not state.turn.met and state.data.encounters else []


def _meet(state: State, player: int) -> Flow:
    assert state.turn is not None
    state.gain(player, "energy", -state.data.game["encounter_price"])
    state.turn.met = True
    if not state.encounter_deck:
        state.encounter_deck.extend(state.data.encounters)
    state.card = yield from draw(player, "encounter", lambda: Counter(state.encounter_deck))
    state.encounter_deck.remove(state.card)
    for effect in state.data.encounters[state.card]["effects"]:
        yield from carry_out(Effect(state, player, effect, "encounter"))
    state.card = None


def _buy_options(state: State, player: int) -> list[str]:
    active = state.active(player)
    assert state.turn is not None and active is not None
    here = state.goblin_stack > 0 and active.zone == state.goblin_zone
    payable = state.seats[player].gold >= state.data.game["item_price"]
    return ["buy"] if here and payable and not state.turn.bought else []


def _buy(state: State, player: int) -> Flow:
    assert state.turn is not None
    state.gain(player, "gold", -state.data.game["item_price"])
    state.turn.bought = True
    item = yield from draw(player, "item", lambda: state.unseen_items)
    state.unseen_items[item] -= 1
    state.goblin_stack -= 1
    state.seats[player].items.append(item)


SECONDARY_ACTIONS: dict[str, Callable[[State, int, list[str]], Flow]] = {
    "collect": lambda state, player, kinds: _collect(state, player, "collect", kinds[0]),
    "gather": lambda state, player, kinds: _collect(state, player, "gather", kinds[0]),
    "visit": lambda state, player, locations: visit(state, player, locations[0]),
    "hunt": lambda state, player, numbers: go_hunting(state, player, int(numbers[0])),
    "meet": lambda state, player, _: _meet(state, player),
    "buy": lambda state, player, _: _buy(state, player),
}
