"""What all decisions but the main action are worth."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.taverns.dragon import (
    added_worth,
    mark_worth,
    rethrown,
    strike_worth,
    turned,
    wound_cost,
)
from pixies_agents.heuristics.taverns.main_actions import (
    die_changed,
    weigh_stop,
    weigh_walk,
)
from pixies_agents.heuristics.taverns.outlook import MOVED, Term, add
from pixies_agents.heuristics.taverns.places import (
    buying_worth,
    find_stop,
    hunt_worth,
    item_worth,
    market_worth,
    meeting_worth,
    search_worth,
)
from pixies_agents.heuristics.taverns.powers import (
    again_worth,
    cure_worth,
    loading,
    unload_worth,
    visit_now,
    weigh_ability,
    weigh_bonus,
    weigh_hire,
    weigh_track,
    weigh_use,
)
from pixies_agents.heuristics.taverns.prices import gold_gain, rune_gain
from pixies_env.core.compilation.compile import rule
from pixies_env.taverns.effects import ability_of, track_space_of
from pixies_env.taverns.limits import VALUES
from pixies_env.taverns.names import (
    Decision,
    Effect,
    Ingredient,
    Item,
    Question,
)

_RATHER = 1e-3
"""The king's call, against ending the turn without it; anything else of worth comes before."""


@rule
def weigh_minor(
    state: Any, board: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    """Write the terms of a decision that places no die."""
    if family <= Decision.BUY:
        _weigh_secondary(state, board, weights, outlook, family, value)
    elif family <= Decision.TRACK:
        _weigh_free(state, board, weights, outlook, family, value)
    elif family <= Decision.LEAVE:
        _weigh_step(state, board, weights, outlook, family, value)
    else:
        _weigh_parameter(state, board, weights, outlook, family, value)


@rule
def _weigh_secondary(
    state: Any, board: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    if family == Decision.COLLECT or family == Decision.GATHER:
        if state.question == Question.OWL:
            add(outlook, Term.LARDER, outlook.more[value])
        else:
            add(outlook, Term.LARDER, loading(state, board, weights, outlook, value))
    elif family == Decision.VISIT:
        is_free = False
        if state.question == Question.VISIT:
            is_free = board.effect[int(state.effect)] == Effect.VISIT_FREE
        add(outlook, Term.PLACES, visit_now(state, board, weights, outlook, value, is_free))
    elif family == Decision.HUNT:
        add(outlook, Term.HUNT, hunt_worth(state, board, outlook, value + 1))
    elif family == Decision.MEET:
        add(outlook, Term.PLACES, meeting_worth(state, board, weights, outlook))
    else:
        add(outlook, Term.PLACES, buying_worth(state, board, weights, outlook))


@rule
def _weigh_free(
    state: Any, board: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    if family == Decision.HIRE:
        weigh_hire(state, board, weights, outlook, value)
    elif family == Decision.ABILITY:
        weigh_ability(state, board, weights, outlook, value)
    elif family == Decision.BONUS:
        weigh_bonus(state, board, weights, outlook, value)
    elif family == Decision.STORE:
        add(outlook, Term.LARDER, outlook.cargo[value])
    elif family == Decision.HEAL:
        add(outlook, Term.WAY, cure_worth(state, weights, outlook, value))
    elif family == Decision.USE:
        weigh_use(state, board, weights, outlook, value)
    elif family == Decision.TRACK:
        weigh_track(state, board, weights, outlook, value + 1)
    else:
        add(outlook, Term.GOODS, rune_gain(state, board, outlook, -1))
        if family == Decision.RETHROW:
            now = strike_worth(state, board, weights, outlook)
            add(outlook, Term.HUNT, rethrown(state, board, weights, outlook, value) - now)
        else:
            add(outlook, Term.DICE, _rerolled(state, board, weights, outlook, value + 1))


@rule
def _rerolled(state: Any, board: Any, weights: Any, outlook: Any, value: Any) -> Any:
    """Mean worth of rolling an available die again."""
    worth, faces = 0.0, 0
    for new in range(1, VALUES + 1):
        number = int(board.die_faces[new - 1])
        if number > 0:
            faces += number
            if new != value:
                worth += number * die_changed(state, board, weights, outlook, value, new)
    return worth / faces


@rule
def _weigh_step(
    state: Any, board: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    if family == Decision.PATH:
        # The rest of the walk lies on the stack.
        steps = int(state.frames[state.frame_count - 1, 2])
        weigh_walk(state, board, weights, outlook, MOVED, value, steps)
        if value == board.maple:
            add(outlook, Term.GOODS, rune_gain(state, board, outlook, 1))
    elif family == Decision.WARP:
        find_stop(state, board, weights, outlook, MOVED, value)
        weigh_stop(outlook, MOVED, value)
    elif family == Decision.AGAIN:
        add(outlook, Term.WAY, again_worth(state, board, weights, outlook, value))
    elif family == Decision.KING_CALL:
        add(outlook, Term.LARDER, _RATHER)
    elif family == Decision.SEARCH:
        minion = int(state.active)
        add(outlook, Term.PLACES, search_worth(state, board, weights, outlook, minion))
    elif family == Decision.SUBSTITUTE:
        add(outlook, Term.LARDER, outlook.more[value])
        keep = weights.item_keep * item_worth(weights, outlook, Item.CUBE)
        add(outlook, Term.POWERS, -keep)


@rule
def _weigh_parameter(
    state: Any, board: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    if family in (Decision.MARK, Decision.SYMBOL, Decision.TURN):
        _weigh_in_hunt(state, board, weights, outlook, family, value)
    elif family == Decision.MARKET:
        minion = int(state.active)
        zone = int(state.zone[outlook.player, minion])
        worth = market_worth(state, board, weights, outlook, value, minion, zone)
        add(outlook, Term.PLACES, worth)
    elif family == Decision.DROP or family == Decision.DISCARD:
        add(outlook, Term.LARDER, -outlook.more[value])
    elif family == Decision.COPY:
        add(outlook, Term.LARDER, loading(state, board, weights, outlook, value))
    elif family == Decision.UNLOAD:
        minion, kind = value // len(Ingredient), value % len(Ingredient)
        add(outlook, Term.LARDER, unload_worth(state, board, weights, outlook, minion, kind))
    elif family == Decision.SET_DIE:
        old, new = value // (VALUES - 1), value % (VALUES - 1)
        if new >= old:
            new += 1
        worth = die_changed(state, board, weights, outlook, old + 1, new + 1)
        add(outlook, Term.DICE, worth)
    elif family == Decision.TREAT:
        add(outlook, Term.WAY, cure_worth(state, weights, outlook, value))
    elif family == Decision.HURT:
        add(outlook, Term.WAY, -wound_cost(state, board, weights, outlook, value))
    elif family == Decision.ACCEPT:
        slot = int(state.effect)
        add(outlook, Term.LARDER, outlook.more[int(board.effect_argument[slot])])
        add(outlook, Term.GOODS, gold_gain(state, outlook, -int(board.effect_gold[slot])))
    else:
        _weigh_card(board, weights, outlook, family, value)


@rule
def _weigh_in_hunt(
    state: Any, board: Any, weights: Any, outlook: Any, family: Any, value: Any
) -> None:
    if family == Decision.MARK:
        symbol, row = value // int(board.most_rows), value % int(board.most_rows)
        add(outlook, Term.HUNT, mark_worth(state, board, weights, outlook, symbol, row))
        return
    then = -strike_worth(state, board, weights, outlook)
    if family == Decision.SYMBOL:
        sword = 1 - value
        then += added_worth(state, board, weights, outlook, sword, 1 - sword)
    else:
        wanted = int(board.effect_argument[int(state.effect)])
        then += turned(state, board, weights, outlook, value, wanted)
    add(outlook, Term.HUNT, then)


@rule
def _weigh_card(board: Any, weights: Any, outlook: Any, family: Any, value: Any) -> None:
    if family == Decision.READY:
        add(outlook, Term.POWERS, weights.slot[ability_of(value)])
    elif family == Decision.EXHAUST:
        add(outlook, Term.POWERS, -weights.slot[ability_of(value)])
    elif family == Decision.TAVERN:
        for space in range(1, int(board.track_length[value]) + 1):
            add(outlook, Term.DICE, weights.slot[track_space_of(value, space)])
    elif family == Decision.KEEP:
        chance = weights.fulfilled[int(board.mission_condition[value])]
        add(outlook, Term.MISSIONS, chance * int(board.mission_prestige[value]))
