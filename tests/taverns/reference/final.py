"""The end: missions, scores and ranks (section 4)."""

from .data import Plain
from .state import Seat, State


def fulfils(state: State, seat: Seat, mission: Plain) -> bool:
    """Is the condition of a mission met?"""
    condition = mission["condition"]
    if condition == "no_wound":
        return all(minion.wounds == 0 for minion in seat.minions.values())
    if condition == "cooked_kinds":
        lists = [state.data.ingredients(recipe) for recipe in seat.cooked]
        reached = sum(needs[kind] for needs in lists for kind in mission["kinds"])
    else:
        reached = {
            "heroes": len(seat.heroes),
            "recipes": len(seat.cooked),
            "trophies": len(seat.trophies),
            "gold": seat.gold,
            "energy": seat.energy,
            "runes": seat.runes,
            "best_recipe": best_recipe(state, seat),
        }[condition]
    return bool(reached >= mission["at_least"])


def best_recipe(state: State, seat: Seat) -> int:
    """The highest printed prestige of an own cooked recipe, 0 without one."""
    return max((state.data.recipes[recipe] for recipe in seat.cooked), default=0)


def scores(state: State) -> list[int]:
    """Final prestige of each seat."""
    return [_score(state, seat) for seat in state.seats]


def _score(state: State, seat: Seat) -> int:
    data = state.data
    missions = [
        data.missions[name] for name in (state.common_mission, seat.mission) if name is not None
    ]
    score: int = (
        seat.prestige
        + sum(data.heroes[hero]["prestige"] for hero in seat.heroes)
        + sum(seat.trophies)
        + data.game["left_over"] * seat.stored.total()
        + sum(mission["prestige"] for mission in missions if fulfils(state, seat, mission))
    )
    return score


def ranks(state: State) -> list[int]:
    """1 is best; the best cooked recipe breaks ties, what is still equal shares."""
    keys = list(zip(scores(state), [best_recipe(state, s) for s in state.seats], strict=True))
    return [1 + sum(other > own for other in keys) for own in keys]
