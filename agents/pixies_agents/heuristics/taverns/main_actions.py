"""What placing a die is worth: for cooking, in the bank, for energy, on a minion."""

from __future__ import annotations

from typing import Any

from pixies_agents.heuristics.taverns.larder import larder_without, larder_worth
from pixies_agents.heuristics.taverns.outlook import UNKNOWN, Term, add, clear, total
from pixies_agents.heuristics.taverns.prices import (
    cooking_for_missions,
    energy_gain,
    gold_gain,
    rune_gain,
)
from pixies_agents.heuristics.taverns.walks import walk_worth
from pixies_env.core.compilation.bits import has_bit
from pixies_env.core.compilation.compile import rule
from pixies_env.core.kit.zones import place_in_row
from pixies_env.taverns.effects import track_space_of
from pixies_env.taverns.limits import RECIPE_ROW, VALUES
from pixies_env.taverns.names import NOBODY, BankSlot, Minion
from pixies_env.taverns.rules.cooking import cookable


@rule
def marker_worth(state: Any, board: Any, weights: Any, outlook: Any, space: Any) -> Any:
    """Worth of having the marker on a space of the track: its best bonus, or one ahead."""
    player = int(outlook.player)
    tavern = int(state.tavern[player])
    if tavern < 0 or space < 0:
        return 0.0
    best, ahead = 0.0, 1.0
    for other in range(1, int(board.track_length[tavern]) + 1):
        if other > space:
            ahead *= weights.track * outlook.share
        worth = ahead * weights.slot[track_space_of(tavern, other)]
        best = max(best, worth)
    return best


@rule
def weigh_die(state: Any, board: Any, weights: Any, outlook: Any, value: Any) -> None:
    """A die of a value is placed: it is gone, and a 1 moves the marker on."""
    add(outlook, Term.DICE, -weights.pip * value)
    if value == 1 and board.asymmetric_on != 0:
        player = int(outlook.player)
        space, last = int(state.marker[player]), int(board.track_length[state.tavern[player]])
        then = marker_worth(state, board, weights, outlook, min(space + 1, last))
        add(outlook, Term.DICE, then - marker_worth(state, board, weights, outlook, space))


@rule
def weigh_cook(state: Any, board: Any, weights: Any, outlook: Any, recipe: Any, value: Any) -> None:
    """The prestige, and what is left in the larder."""
    player = int(outlook.player)
    place = place_in_row(state.recipe_row, recipe)
    add(outlook, Term.PRESTIGE, int(board.recipe_prestige[recipe]) + value)
    after = larder_without(state, board, weights, outlook, recipe, place)
    before = larder_worth(board, state, weights, outlook)
    add(outlook, Term.LARDER, after - before + weights.fresh * outlook.share)
    add(outlook, Term.MISSIONS, cooking_for_missions(state, board, weights, player, recipe))


@rule
def weigh_bank(state: Any, board: Any, outlook: Any, slot: Any) -> None:
    """The gold of a slot."""
    add(outlook, Term.GOODS, gold_gain(state, outlook, int(board.bank_gold[slot])))


@rule
def weigh_energy(state: Any, board: Any, outlook: Any, value: Any) -> None:
    """So much energy."""
    add(outlook, Term.GOODS, energy_gain(state, board, outlook, value))


@rule
def weigh_activation(
    state: Any, board: Any, weights: Any, outlook: Any, minion: Any, value: Any
) -> None:
    """The best walk, against staying where the minion is."""
    zone = int(state.zone[outlook.player, minion])
    steps = value + int(board.extra_steps[minion])
    weigh_walk(state, board, weights, outlook, minion, zone, steps)
    add(outlook, Term.WAY, -outlook.stay[minion])


@rule
def weigh_walk(
    state: Any, board: Any, weights: Any, outlook: Any, place: Any, zone: Any, steps: Any
) -> None:
    """The best walk of so many steps from a zone."""
    _, end, runes = walk_worth(state, board, weights, outlook, place, zone, steps)
    weigh_stop(outlook, place, end)
    add(outlook, Term.GOODS, rune_gain(state, board, outlook, runes))


@rule
def weigh_stop(outlook: Any, place: Any, zone: Any) -> None:
    """Ending in a zone, whose worth is known."""
    for term in range(len(Term)):
        outlook.terms[term] += outlook.stop_terms[place, zone, term]


@rule
def best_main_action(state: Any, board: Any, weights: Any, outlook: Any, value: Any) -> Any:
    """Worth of the best main action with a die of a value, whether there is one or not."""
    if outlook.best[value] > UNKNOWN:
        return outlook.best[value]
    player, best = int(outlook.player), UNKNOWN
    banked = False
    for slot in range(len(BankSlot)):
        if state.bank_seat[slot] == player:
            banked = True
    recipes = cookable(state, board, player)
    # One loop over all, because what is called in several places is compiled several times.
    for option in range(len(Minion) + RECIPE_ROW + 3):
        clear(outlook)
        row = option - len(Minion)
        if option < len(Minion):
            if state.minion_die[player, option] != 0:
                continue
            weigh_activation(state, board, weights, outlook, option, value)
        elif row < RECIPE_ROW:
            recipe = int(state.recipe_row[row])
            if recipe < 0 or not has_bit(recipes, recipe):
                continue
            weigh_cook(state, board, weights, outlook, recipe, value)
        elif row == RECIPE_ROW:
            if state.energy_die[player] != 0:
                continue
            weigh_energy(state, board, outlook, value)
        else:
            slot = value - 1 if row == RECIPE_ROW + 1 else BankSlot.BLANK
            if banked or state.bank_seat[slot] != NOBODY:
                continue
            weigh_bank(state, board, outlook, slot)
        weigh_die(state, board, weights, outlook, value)
        best = max(best, total(outlook))
    clear(outlook)
    outlook.best[value] = max(best, -weights.pip * value)
    return outlook.best[value]


@rule
def best_of_dice(state: Any, board: Any, weights: Any, outlook: Any, without: Any) -> Any:
    """The best main action with the dice that are there, but for one of a value (0: none)."""
    best = UNKNOWN
    for value in range(1, VALUES + 1):
        number = int(state.dice[outlook.player, value - 1])
        if value == without:
            number -= 1
        if number > 0:
            best = max(best, best_main_action(state, board, weights, outlook, value))
    return best


@rule
def die_changed(state: Any, board: Any, weights: Any, outlook: Any, value: Any, new: Any) -> Any:
    """What it is worth that a die of a value shows another one.

    Before the main action what can be done with it, else its pips.
    """
    pips = weights.pip * (new - value)
    if state.main_done != 0:
        return pips
    now = best_of_dice(state, board, weights, outlook, 0)
    then = max(
        best_of_dice(state, board, weights, outlook, value),
        best_main_action(state, board, weights, outlook, new),
    )
    return then - now + pips
