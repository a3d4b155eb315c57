"""Effects of cards in short: a picture and a few words, as they stand on the small cards."""

from typing import NamedTuple

from pixies_env.core.drawing.scene import Scene
from pixies_env.taverns.drawing_icons import signed
from pixies_env.taverns.names import CONDITIONS, FACES, INGREDIENTS, SYMBOLS, Condition, Effect


class Short(NamedTuple):
    """An effect in short."""

    icon: str
    said: str
    """Words beside the picture, which may count on it."""
    number: str = ""
    """In the place of the words where there is room for a number only."""


_NUMBERS = {
    Effect.GOLD: "coin",
    Effect.PRESTIGE: "prestige",
    Effect.ENERGY: "energy",
    Effect.RUNE: "rune",
}
_PLAIN = {
    Effect.ENERGY_PER_HERO: Short("energy", "per own hero", "n"),
    Effect.READY: Short("ready", "ready a hero"),
    Effect.EXHAUST: Short("exhaust", "exhaust a hero"),
    Effect.HEAL: Short("heal", "heal a minion"),
    Effect.HEAL_ACTIVE: Short("heal", "heal the active"),
    Effect.WOUND: Short("wound", "to a minion"),
    Effect.WOUND_ACTIVE: Short("wound", "to the active"),
    Effect.STORE_ONE: Short("store", "store one"),
    Effect.DISCARD_RESERVE: Short("store", "lose one stored"),
    Effect.LOSE_CARRIED: Short("pocket", "lose one carried"),
    Effect.RAISE_DICE: Short("die", "all dice +1"),
    Effect.SET_DIE: Short("die", "set one die"),
    Effect.VISIT_ANY: Short("portal", "visit anywhere"),
    Effect.VISIT_FREE: Short("energy", "visit for none"),
    Effect.OWL: Short("store", "pick and store"),
    Effect.DUPLICATE: Short("pocket", "double one"),
    Effect.STEP: Short("step", "one more step"),
    Effect.COLLECT_AGAIN: Short("pocket", "collect again"),
    Effect.ANY_SYMBOL: Short("bow", "or sword added"),
    Effect.EXTRA_DIE: Short("dragon", "one more die"),
    Effect.NO_WOUNDS: Short("no_claws", "no wounds"),
    Effect.WOUND_ADJACENT: Short("wound", "to all near it"),
    Effect.CLEAR_ADJACENT: Short("reset", "tokens near it go"),
}

_ONES = {
    Condition.HEROES: "hero",
    Condition.RECIPES: "recipe",
    Condition.TROPHIES: "trophy",
    Condition.RUNES: "rune",
}
"""Words of conditions that count things, for one of them."""


def effect_at(scene: Scene, slot: int) -> Short | None:
    """What lies in a slot of the board record, None where there is nothing."""
    board = scene.board
    effect, amount = Effect(board.effect[slot]), board.effect_amount[slot]
    argument = board.effect_argument[slot]
    if effect == Effect.NONE:
        return None
    if effect in _NUMBERS:
        return Short(_NUMBERS[effect], signed(amount), signed(amount))
    if effect == Effect.COOKED:
        return Short("pan", f"{signed(amount)} prestige", signed(amount))
    if effect == Effect.RESERVE:
        return Short(INGREDIENTS[argument], "stored")
    if effect == Effect.CARRY:
        return Short(INGREDIENTS[argument], "carried")
    if effect == Effect.TRADE:
        return Short(INGREDIENTS[argument], f"for {board.effect_gold[slot]} gold")
    if effect == Effect.SYMBOL:
        return Short(SYMBOLS[argument], "added")
    if effect == Effect.FACE:
        return Short(FACES[argument], "on a die")
    return _PLAIN[effect]


def mission_in_short(scene: Scene, mission: int) -> str:
    """What a mission asks for."""
    board = scene.board
    condition, least = Condition(board.mission_condition[mission]), board.mission_at_least[mission]
    if condition == Condition.NO_WOUND:
        return "no wound"
    if condition == Condition.BEST_RECIPE:
        return f"a dish of {least} or more"
    if condition == Condition.COOKED_KINDS:
        kinds = [kind for place, kind in enumerate(INGREDIENTS)
                 if board.mission_kinds[mission] >> place & 1]  # fmt: skip
        return f"{least} {' or '.join(kinds)} in dishes"
    if condition in (Condition.GOLD, Condition.ENERGY):
        return f"{least} {CONDITIONS[condition]}"
    return f"{least} {_ONES[condition]}" if least == 1 else f"{least} {CONDITIONS[condition]}"
