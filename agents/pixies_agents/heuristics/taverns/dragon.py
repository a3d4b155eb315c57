"""What symbols do to a dragon, and what its answer costs."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_agents.heuristics.taverns.prices import energy_gain, gold_gain, step_to_mission
from pixies_env.core.compilation.bits import lowest_bit, without_lowest
from pixies_env.core.compilation.compile import rule
from pixies_env.taverns.effects import ability_of, special_of
from pixies_env.taverns.limits import MOST_HUNT_DICE
from pixies_env.taverns.names import (
    NONE,
    Condition,
    Effect,
    Face,
    ForgeToken,
    Hunt,
    Ingredient,
    Symbol,
)

_NO_HEROES = np.uint64(0)


@rule
def find_dragon(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Free spaces, rewards and, outside a hunt, what a hunt with so many dice brings."""
    dragon = int(state.dragon)
    outlook.dragon = dragon
    if dragon == NONE:
        return
    for row in range(int(board.dragon_rows[dragon])):
        size = 0
        for symbol in range(len(Symbol)):
            spaces = int(board.row_spaces[dragon, row, symbol])
            outlook.spaces[row, symbol] = spaces - int(state.marks[row, symbol])
            size += spaces
        outlook.wide[row] = size
        outlook.reward[row] = (
            gold_gain(state, outlook, int(board.row_gold[dragon, row]))
            + energy_gain(state, board, outlook, int(board.row_energy[dragon, row]))
            + int(board.row_prestige[dragon, row])
            + int(board.row_meat[dragon, row]) * outlook.more[Ingredient.MEAT]
        )
    trophies, prestige = 0, 0
    for kind in range(board.trophies.shape[0]):
        trophies += int(board.trophies[kind])
        prestige += int(board.trophies[kind]) * int(board.trophy_prestige[kind])
    outlook.trophy = weights.trophy * prestige / max(trophies, 1)
    outlook.trophy += step_to_mission(state, board, weights, player, Condition.TROPHIES, 1.0)
    if state.hunting == Hunt.NONE and state.energy[player] > 0:
        _find_hunts(state, board, player, weights, outlook)


@rule
def _find_hunts(state: Any, board: Any, player: Any, weights: Any, outlook: Any) -> None:
    """Mean of what so many dice, the forge and ready heroes do, before wounds."""
    swords = int(state.forge[player, ForgeToken.SWORD])
    bows = int(state.forge[player, ForgeToken.BOW])
    heroes = state.heroes[player] & ~state.exhausted
    while heroes != _NO_HEROES:
        slot = ability_of(lowest_bit(heroes))
        heroes = without_lowest(heroes)
        if board.effect[slot] == Effect.SYMBOL:
            if board.effect_argument[slot] == Symbol.SWORD:
                swords += 1
            else:
                bows += 1
    most = min(MOST_HUNT_DICE, int(state.energy[player]))
    for sword in range(most + 1):
        for bow in range(most + 1 - sword):
            outlook.dealt[sword, bow] = marks(
                state, board, weights, outlook, swords + sword, bows + bow
            )
    faces = 0
    for face in range(len(Face)):
        faces += int(board.hunt_die_faces[face])
    sword_share = int(board.hunt_die_faces[Face.SWORD]) / faces
    bow_share = int(board.hunt_die_faces[Face.BOW]) / faces
    claw_share = int(board.hunt_die_faces[Face.CLAW]) / faces
    flame_share = int(board.hunt_die_faces[Face.FLAME]) / faces
    other_share = 1.0 - sword_share - bow_share
    no_claws = state.forge[player, ForgeToken.NO_CLAWS] > 0
    special = special_cost(state, board, weights, outlook)
    for dice in range(1, most + 1):
        worth = 0.0
        for sword in range(dice + 1):
            for bow in range(dice + 1 - sword):
                other = dice - sword - bow
                chance = (
                    _ways(dice, sword, bow)
                    * sword_share**sword
                    * bow_share**bow
                    * other_share**other
                )
                worth += chance * outlook.dealt[sword, bow]
        if not no_claws:
            worth -= dice * claw_share * wound_price(weights, outlook)
        worth -= (1.0 - (1.0 - flame_share) ** dice) * special
        outlook.hunt[dice] = worth


@rule
def _ways(dice: Any, first: Any, second: Any) -> Any:
    """Ways in which so many dice show one face and another one so often."""
    return _factorial(dice) / (
        _factorial(first) * _factorial(second) * _factorial(dice - first - second)
    )


@rule
def _factorial(number: Any) -> Any:
    result = 1
    for factor in range(2, number + 1):
        result *= factor
    return result


@rule
def wound_price(weights: Any, outlook: Any) -> Any:
    """What a wound in a free pocket costs."""
    return weights.wound * min(outlook.time, 1.0)


@rule
def wound_cost(state: Any, board: Any, weights: Any, outlook: Any, minion: Any) -> Any:
    """What a wound costs a minion: a pocket, and its cheapest ingredient if none is free."""
    player = int(outlook.player)
    if state.wounds[player, minion] >= board.pockets[minion]:
        return 0.0
    cost = wound_price(weights, outlook)
    if outlook.full[minion] >= board.pockets[minion]:
        cost += cheapest(state, outlook, minion)
    return cost


@rule
def cheapest(state: Any, outlook: Any, minion: Any) -> Any:
    """Worth of the cheapest ingredient that a minion carries."""
    lowest = np.inf
    for kind in range(len(Ingredient)):
        if state.carried[outlook.player, minion, kind] > 0:
            lowest = min(lowest, outlook.more[kind])
    return 0.0 if lowest == np.inf else lowest


@rule
def special_cost(state: Any, board: Any, weights: Any, outlook: Any) -> Any:
    """What the special attack of the dragon costs, about."""
    slot = special_of(int(state.dragon))
    effect, amount = int(board.effect[slot]), int(board.effect_amount[slot])
    if effect == Effect.GOLD:
        return -gold_gain(state, outlook, amount)
    if effect == Effect.ENERGY:
        return -energy_gain(state, board, outlook, amount)
    if effect == Effect.LOSE_CARRIED:
        if state.active != NONE:
            return cheapest(state, outlook, int(state.active))
        return outlook.price[Ingredient.PLANT]
    if effect == Effect.NONE:
        return 0.0
    return wound_price(weights, outlook)


@rule
def marks(state: Any, board: Any, weights: Any, outlook: Any, swords: Any, bows: Any) -> Any:
    """Worth of so many swords and bows: rows completed, the dragon beaten, progress."""
    rows = int(board.dragon_rows[outlook.dragon])
    for row in range(rows):
        for symbol in range(len(Symbol)):
            outlook.left[row, symbol] = outlook.spaces[row, symbol]
    return marks_left(board, weights, outlook, swords, bows)


@rule
def marks_left(board: Any, weights: Any, outlook: Any, swords: Any, bows: Any) -> Any:
    """The same on the free spaces of a trial."""
    rows, worth = int(board.dragon_rows[outlook.dragon]), 0.0
    # Rows that can be completed, the dearest first.
    while True:
        best, chosen = -1.0, -1
        for row in range(rows):
            need_swords = int(outlook.left[row, Symbol.SWORD])
            need_bows = int(outlook.left[row, Symbol.BOW])
            if need_swords + need_bows > 0 and need_swords <= swords and need_bows <= bows:
                if outlook.reward[row] > best:
                    best, chosen = outlook.reward[row], row
        if chosen < 0:
            break
        worth += best
        swords -= int(outlook.left[chosen, Symbol.SWORD])
        bows -= int(outlook.left[chosen, Symbol.BOW])
        outlook.left[chosen, Symbol.SWORD] = 0
        outlook.left[chosen, Symbol.BOW] = 0
    free, size = 0, 0
    for row in range(rows):
        size += int(outlook.wide[row])
        for symbol in range(len(Symbol)):
            free += int(outlook.left[row, symbol])
    if free == 0:
        return worth + outlook.trophy
    for row in range(rows):
        used = min(swords, int(outlook.left[row, Symbol.SWORD]))
        shot = min(bows, int(outlook.left[row, Symbol.BOW]))
        swords -= used
        bows -= shot
        each = outlook.reward[row] / outlook.wide[row] + outlook.trophy / size
        worth += weights.progress * (used + shot) * each
    return worth


@rule
def roll_worth(state: Any, board: Any, weights: Any, outlook: Any, swords: Any, bows: Any) -> Any:
    """Worth of a strike with the dice in ``rolled`` and so many symbols besides."""
    worth = marks(
        state,
        board,
        weights,
        outlook,
        swords + int(outlook.rolled[Face.SWORD]),
        bows + int(outlook.rolled[Face.BOW]),
    )
    if state.no_wounds != 0:
        return worth - (_special_without_wounds(state, board, weights, outlook))
    if state.no_claws == 0:
        cost = wound_cost(state, board, weights, outlook, int(state.active))
        worth -= cost * int(outlook.rolled[Face.CLAW])
    if outlook.rolled[Face.FLAME] > 0:
        worth -= special_cost(state, board, weights, outlook)
    return worth


@rule
def _special_without_wounds(state: Any, board: Any, weights: Any, outlook: Any) -> Any:
    effect = int(board.effect[special_of(int(state.dragon))])
    if outlook.rolled[Face.FLAME] == 0 or effect in (Effect.WOUND, Effect.WOUND_ACTIVE):
        return 0.0
    return special_cost(state, board, weights, outlook)


@rule
def look_at_roll(state: Any, outlook: Any) -> None:
    """The dice as they lie."""
    for face in range(len(Face)):
        outlook.rolled[face] = int(state.hunt_dice[face])


@rule
def strike_worth(state: Any, board: Any, weights: Any, outlook: Any) -> Any:
    """Worth of the strike with the symbols as they are."""
    look_at_roll(state, outlook)
    return added_worth(state, board, weights, outlook, 0, 0)


@rule
def added_worth(state: Any, board: Any, weights: Any, outlook: Any, swords: Any, bows: Any) -> Any:
    """Worth of the trial's dice with the symbols added so far and so many more."""
    return roll_worth(
        state,
        board,
        weights,
        outlook,
        int(state.added[Symbol.SWORD]) + swords,
        int(state.added[Symbol.BOW]) + bows,
    )


@rule
def one_more_die(state: Any, board: Any, weights: Any, outlook: Any) -> Any:
    """Mean worth with one hunting die more than those of the trial."""
    worth, faces = 0.0, 0
    for face in range(len(Face)):
        number = int(board.hunt_die_faces[face])
        if number > 0:
            outlook.rolled[face] += 1
            worth += number * added_worth(state, board, weights, outlook, 0, 0)
            outlook.rolled[face] -= 1
            faces += number
    return worth / faces


@rule
def turned(state: Any, board: Any, weights: Any, outlook: Any, shown: Any, wanted: Any) -> Any:
    """Worth with a die turned from one face to another."""
    look_at_roll(state, outlook)
    outlook.rolled[shown] -= 1
    outlook.rolled[wanted] += 1
    return added_worth(state, board, weights, outlook, 0, 0)


@rule
def rethrown(state: Any, board: Any, weights: Any, outlook: Any, shown: Any) -> Any:
    """Mean worth with a die rolled again."""
    look_at_roll(state, outlook)
    outlook.rolled[shown] -= 1
    return one_more_die(state, board, weights, outlook)


@rule
def mark_worth(state: Any, board: Any, weights: Any, outlook: Any, symbol: Any, row: Any) -> Any:
    """Worth of marking a space of a row, with the best use of the symbols left after it."""
    for other in range(int(board.dragon_rows[outlook.dragon])):
        for kind in range(len(Symbol)):
            outlook.left[other, kind] = outlook.spaces[other, kind]
    outlook.left[row, symbol] -= 1
    worth = 0.0
    if outlook.left[row, Symbol.SWORD] + outlook.left[row, Symbol.BOW] == 0:
        worth += outlook.reward[row]
    else:
        # The mark counts even if the row is not completed now.
        size = 0
        for other in range(int(board.dragon_rows[outlook.dragon])):
            size += int(outlook.wide[other])
        each = outlook.reward[row] / outlook.wide[row] + outlook.trophy / size
        worth += weights.progress * each
    swords, bows = int(state.added[Symbol.SWORD]), int(state.added[Symbol.BOW])
    if symbol == Symbol.SWORD:
        swords -= 1
    else:
        bows -= 1
    return worth + marks_left(board, weights, outlook, swords, bows)
