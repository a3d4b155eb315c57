"""What effects, cards, tiles and items do, in plain sentences for people at the table."""

from collections.abc import Callable, Iterable
from typing import Any

from pixies_env.taverns import limits
from pixies_env.taverns.effects import ability_of, bonus_of
from pixies_env.taverns.names import (
    FACES,
    INGREDIENTS,
    Condition,
    Effect,
    Item,
    Location,
)

ITEM_EFFECTS = {
    Item.CUBE: "while cooking it replaces one ingredient",
    Item.POTION: "heals all wounds of one of your minions",
    Item.TALISMAN: "the die of a minion is rolled again and the minion activated again",
    Item.BOOTS: "the active minion is moved to any other zone",
    Item.HOURGLASS: "one of your exhausted heroes becomes ready",
    Item.GLAIVE: "adds a sword or a bow to this hunt",
}
LOCATION_EFFECTS = {
    Location.CAMPFIRE: "the die of the active minion is rolled again and the minion walks again",
    Location.PORTAL: "the active minion is moved to any other zone",
    Location.RUNES: "gain runes",
    Location.CARAVAN: "all that the active minion carries is stored",
    Location.DUNGEON: "turn tokens until you leave or are wounded",
    Location.FORGE: "draw a token for your next hunt",
    Location.LIBRARY: "a carried spice for gold",
    Location.MARKET: "an ingredient for gold",
}


def spoken(name: str) -> str:
    """A name of the board file in words."""
    return name.replace("_", " ")


def one(name: str) -> str:
    """One of something, such as ``an egg``."""
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def counted(number: int, word: str) -> str:
    """So many of something, such as ``2 plants``; there is no word for several meats."""
    return f"{number} {word}" if number == 1 or word == "meat" else f"{number} {word}s"


def ingredients(counts: Iterable[int]) -> str:
    """Ingredients by kind, such as ``2 plants, 1 egg``; "nothing" if there are none."""
    listed = zip(INGREDIENTS, counts, strict=True)
    return ", ".join(counted(int(n), kind) for kind, n in listed if n) or "nothing"


def _gain(n: int, what: str) -> str:
    return f"{'lose' if n < 0 else 'gain'} {what}"


_OF_NUMBER: dict[Effect, Callable[[int], str]] = {
    Effect.GOLD: lambda n: _gain(n, f"{abs(n)} gold"),
    Effect.PRESTIGE: lambda n: _gain(n, f"{abs(n)} prestige"),
    Effect.ENERGY: lambda n: _gain(n, f"{abs(n)} energy"),
    Effect.RUNE: lambda n: _gain(n, counted(abs(n), "rune")),
    Effect.COOKED: lambda n: f"gain {n} prestige if you have cooked in this turn",
}
_OF_INGREDIENT: dict[Effect, Callable[[str], str]] = {
    Effect.RESERVE: lambda kind: f"store {one(kind)}",
    Effect.CARRY: lambda kind: f"the active minion gets {one(kind)}",
}
_OF_SYMBOL: dict[Effect, Callable[[str], str]] = {
    Effect.SYMBOL: lambda symbol: f"add {one(symbol)} to this hunt",
    Effect.FACE: lambda symbol: f"turn a hunting die to {one(symbol)}",
}
_PLAIN = {
    Effect.ENERGY_PER_HERO: "gain 1 energy for each of your heroes",
    Effect.READY: "one of your exhausted heroes becomes ready",
    Effect.EXHAUST: "one of your ready heroes becomes exhausted",
    Effect.HEAL: "remove all wounds of one of your minions",
    Effect.HEAL_ACTIVE: "remove all wounds of the active minion",
    Effect.WOUND: "one of your minions is wounded",
    Effect.WOUND_ACTIVE: "the active minion is wounded",
    Effect.STORE_ONE: "store an ingredient that one of your minions carries",
    Effect.DISCARD_RESERVE: "give up a stored ingredient",
    Effect.LOSE_CARRIED: "the active minion gives up an ingredient",
    Effect.RAISE_DICE: "your available dice below 4 rise by 1",
    Effect.SET_DIE: "set one of your available dice to another value",
    Effect.VISIT_ANY: "visit any location at its cost",
    Effect.VISIT_FREE: "visit a location beside the active minion without energy",
    Effect.OWL: "store an ingredient of the active minion's zone",
    Effect.DUPLICATE: "double an ingredient that the active minion carries",
    Effect.STEP: "the active minion walks one more zone",
    Effect.COLLECT_AGAIN: "the active minion may collect once more",
    Effect.ANY_SYMBOL: "add a sword or a bow to this hunt",
    Effect.EXTRA_DIE: "roll one more hunting die",
    Effect.NO_WOUNDS: "this hunt wounds nobody",
    Effect.WOUND_ADJACENT: "each minion beside the dragon is wounded",
    Effect.CLEAR_ADJACENT: "the ingredient tokens beside the dragon leave",
}


def effect_words(printed: Any, slot: int) -> str:
    """What the effect in a slot of a board record does; "" where there is none."""
    effect, argument = Effect(printed.effect[slot]), int(printed.effect_argument[slot])
    if effect == Effect.NONE:
        return ""
    if effect in _PLAIN:
        return _PLAIN[effect]
    if effect in _OF_NUMBER:
        return _OF_NUMBER[effect](int(printed.effect_amount[slot]))
    if effect in _OF_INGREDIENT:
        return _OF_INGREDIENT[effect](INGREDIENTS[argument])
    if effect in _OF_SYMBOL:
        return _OF_SYMBOL[effect](FACES[argument])
    return f"{one(INGREDIENTS[argument])} for {printed.effect_gold[slot]} gold if you like"


def effects_words(printed: Any, first: int) -> str:
    """What the effects of one half of an event, or of an encounter, do."""
    slots = range(first, first + limits.MAX_EFFECTS)
    return "; ".join(filter(None, (effect_words(printed, slot) for slot in slots))) or "nothing"


def hero_words(printed: Any, hero: int) -> str:
    """What a hero is worth and can do."""
    ability = effect_words(printed, ability_of(hero))
    bonus = effect_words(printed, bonus_of(hero))
    return f"{printed.hero_prestige[hero]} prestige. Ability: {ability}. Bonus: {bonus}"


_CONDITIONS: dict[Condition, Callable[[int, str], str]] = {
    Condition.HEROES: lambda n, _: f"have at least {n} {'hero' if n == 1 else 'heroes'}",
    Condition.RECIPES: lambda n, _: f"have cooked at least {counted(n, 'recipe')}",
    Condition.BEST_RECIPE: lambda n, _: f"have cooked a recipe of at least {n} prestige",
    Condition.TROPHIES: lambda n, _: f"have at least {n} {'trophy' if n == 1 else 'trophies'}",
    Condition.NO_WOUND: lambda n, _: "have no wound",
    Condition.GOLD: lambda n, _: f"have at least {n} gold",
    Condition.ENERGY: lambda n, _: f"have at least {n} energy",
    Condition.RUNES: lambda n, _: f"have at least {counted(n, 'rune')}",
    Condition.COOKED_KINDS: lambda n, kinds: f"have cooked {n} or more of {kinds}",
}


def mission_words(printed: Any, mission: int) -> str:
    """What a mission asks for at the end, and gives."""
    bits = int(printed.mission_kinds[mission])
    kinds = [kind for place, kind in enumerate(INGREDIENTS) if bits >> place & 1]
    condition = Condition(printed.mission_condition[mission])
    asked = _CONDITIONS[condition](int(printed.mission_at_least[mission]), " and ".join(kinds))
    return f"{asked} at the end, for {printed.mission_prestige[mission]} prestige"
