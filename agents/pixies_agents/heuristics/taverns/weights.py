"""The named weights of the evaluation, and how rules see them."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from pixies_agents.heuristics.weights import Weight, WeightTable
from pixies_env.taverns.names import CONDITIONS, INGREDIENTS, ITEMS

_LARDER = (
    *(Weight(kind, 0, 7, f"a stored {kind}, early in the game") for kind in INGREDIENTS),
    Weight("late", 0.05, 4, "rounds before the end at which ingredients lose half of that"),
    Weight("pace", 0.1, 0.95, "chance not to find a missing ingredient in a round"),
    Weight("patience", 0.3, 1, "of a recipe that can be cooked now: to cook it later"),
    Weight("threat", 0, 0.9, "chance that a rival who could cook a recipe takes it first"),
    Weight("second", 0, 1, "the second best recipe, against the best"),
    Weight("fresh", -1, 3, "a recipe cooked: a new card comes"),
)
_GOODS = (
    Weight("gold", 0, 4, "1 gold"),
    Weight("demand", 0.2, 10, "gold that is of use, in shares of the cost of all heroes left"),
    Weight("energy", 0, 2.5, "the first energy"),
    Weight("rune", 0, 3, "the first rune"),
    Weight("fade", 0.5, 1, "each further energy or rune, against the one before"),
    Weight("spend", 0.05, 3, "rounds before the end at which they lose half of that"),
    Weight("pip", 0, 1.5, "each pip of a die: what is lost by placing it"),
    Weight("track", 0, 1.5, "bonuses of the track yet to be reached, for each step less"),
)
_WAY = (
    Weight("home", 0.5, 1, "what is still worth after another activation on the way home"),
    Weight("choice", 0.2, 0.95, "chance that a die of a value is there for a minion"),
    Weight("tokens", 0, 1, "share of the token spaces that have a token in later rounds"),
    Weight("roam", 0, 1.5, "what a minion can collect later on"),
    Weight("wound", 0, 4, "a pocket that a wound takes"),
)
_HUNT = (
    Weight("progress", 0, 1.2, "marks in a row that is not complete, against its reward"),
    Weight("trophy", 0, 2, "prestige of a trophy"),
    Weight("forge", 0, 4, "a token of the forge"),
)
_HEROES = (
    Weight("hero", -3, 4, "a hero, besides prestige and ability"),
    Weight("use", 0, 1.5, "each use of an ability, against its worth"),
    Weight("keep", 0, 1.2, "an ability or bonus that can still be used, against its worth"),
    Weight("item_keep", 0, 1.2, "the same of an item"),
    Weight("dice", 0, 4, "abilities that raise or set dice"),
    Weight("visits", 0, 4, "those that visit"),
    Weight("fetch", 0, 5, "those that collect, double or store ingredients"),
    Weight("steps", 0, 4, "that which walks on"),
    Weight("attack", 0, 4, "those that help in a hunt"),
    Weight("cure", 0, 3, "those that heal"),
    Weight("ready", 0, 4, "those that make a hero ready"),
    *(Weight(f"item_{item}", 0, 5, f"having the item {item}") for item in ITEMS),
    Weight("encounter", 0, 2, "an encounter, against the mean worth of its cards"),
)
_MISSIONS = (
    Weight("mission", 0, 2, "a step towards a mission"),
    *(
        Weight(f"mission_{name}", 0, 1, f"chance to fulfil a mission that asks for {name}")
        for name in CONDITIONS
    ),
)
_JUDGEMENT = (
    Weight("tempo", 0, 6, "a die to come; for evaluations", True),
    Weight("sharpness", 0.01, 1, "how sure a lead of a point is at the end", True),
    Weight("doubt", 0, 2, "how much less sure per round to come", True),
    Weight(
        "preference", 0.1, 5, "points that make a decision e times as likely; for searches", True
    ),
)

WEIGHTS = (*_LARDER, *_GOODS, *_WAY, *_HUNT, *_HEROES, *_MISSIONS, *_JUDGEMENT)

TABLE = WeightTable(WEIGHTS, Path(str(files(__package__))) / "weights")

RUNS = {
    INGREDIENTS[0]: ("kind", len(INGREDIENTS)),
    f"item_{ITEMS[0]}": ("thing", len(ITEMS)),
    f"mission_{CONDITIONS[0]}": ("fulfilled", len(CONDITIONS)),
}
"""Weights that lie side by side and that rules count through, by the first of them."""
