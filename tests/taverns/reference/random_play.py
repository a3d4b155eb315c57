"""Random games with checks that hold in every state, and figures about their size."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product

from tests.reference.names import split_name

from .data import HIGHEST_VALUE, MINIONS, SYMBOLS, Plain
from .events import Chance
from .table import MODULES, Table

RARE = {
    "substitute": 6,
    "track": 2,
    "use": 2,
    "visit": 2,
    "hunt": 4,
    "rethrow": 2,
    "buy": 6,
    "meet": 4,
    "cook": 8,
    "collect": 3,
    "gather": 3,
    "store": 3,
    "end_turn": 0.2,
    "strike": 0.7,
    "accept": 2,
}
"""How much more often than other kinds of options one is taken that leads to rare situations."""

Policy = Callable[[list[str], random.Random], str]


def uniform(options: list[str], draws: random.Random) -> str:
    """Any option."""
    return draws.choice(options)


def curious(options: list[str], draws: random.Random) -> str:
    """First a kind of option, rare ones more often, then any option of this kind."""
    kinds = sorted({split_name(name)[0] for name in options})
    kind = draws.choices(kinds, [RARE.get(kind, 1) for kind in kinds])[0]
    return draws.choice([name for name in options if split_name(name)[0] == kind])


@dataclass
class Figures:
    """What was counted in some games."""

    games: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    chances: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    chance_lengths: list[int] = field(default_factory=list)
    options: int = 0
    most_options: int = 0
    longest_turn: int = 0
    scores: list[int] = field(default_factory=list)


def play(table: Table, draws: random.Random, policy: Policy, figures: Figures) -> None:
    """One game to its end, checked after every event."""
    in_turn = decisions = chances = 0
    while table.waiting is not None:
        check(table)
        waiting = table.waiting
        turn = table.state.turn
        if isinstance(waiting, Chance):
            outcomes = table.outcomes()
            assert sum(outcomes.values()) == 1
            name = draws.choices(list(outcomes), [float(share) for share in outcomes.values()])[0]
            figures.chances.update([name])
            chances += 1
        else:
            names = table.options()
            assert names, waiting
            name = policy(names, draws)
            figures.decisions.update(names)
            figures.questions.update([waiting.question])
            figures.options += len(names)
            figures.most_options = max(figures.most_options, len(names))
            decisions += 1
            in_turn += 1
            figures.longest_turn = max(figures.longest_turn, in_turn if turn else 0)
        table.take(name)
        if table.state.turn is not turn:
            in_turn = 0
    check(table)
    figures.games += 1
    figures.lengths.append(decisions)
    figures.chance_lengths.append(chances)
    figures.scores += table.scores()
    assert 1 in table.ranks()


def random_options(mapping: Plain, draws: random.Random) -> Plain:
    """Modules and switches of a `Table` at random."""
    locations = sorted(name for name in mapping["locations"] if name != "standing")
    return {
        "initial_recipes": draws.choice([1, 4]),
        "city_on_pass": draws.choice([False, True]),
        "market": draws.choice(["buy", "store"]),
        "locations": draws.choice([None, draws.sample(locations, 4)]),
        **{name: draws.choice([False, True]) for name in MODULES},
    }


def all_options() -> Iterator[Plain]:
    """All combinations of modules and switches, with the four locations drawn in the game."""
    for modules in product([False, True], repeat=len(MODULES)):
        for initial, on_pass, market in product([1, 4], [False, True], ["buy", "store"]):
            yield {
                "initial_recipes": initial,
                "city_on_pass": on_pass,
                "market": market,
                **dict(zip(MODULES, modules, strict=True)),
            }


def check(table: Table) -> None:
    """What holds in every state."""
    state, data = table.state, table.state.data
    for player, seat in enumerate(state.seats):
        assert 0 <= seat.energy <= data.game["max_energy"]
        assert 0 <= seat.runes <= data.game["max_runes"]
        assert seat.gold >= 0 and seat.prestige >= 0
        assert all(n >= 0 for n in seat.stored.values())
        for name in MINIONS:
            minion = seat.minions[name]
            assert minion.free >= 0 and minion.wounds >= 0 and minion.zone in data.zones
            assert all(n >= 0 for n in minion.carried.values())
        _check_dice(table, player)
    _check_cards(table)
    if state.dragon is not None:
        assert all(
            state.free_spaces(row, symbol) >= 0
            for row in data.rows(state.dragon.name)
            for symbol in SYMBOLS
        )
    spaces = data.game["activation_spaces"][str(state.players)]
    assert all(n <= spaces for n in state.occupied.values())
    assert state.goblin_stack >= 0 and len(state.hero_row) <= data.game["hero_row"]


def _check_dice(table: Table, player: int) -> None:
    state, seat = table.state, table.state.seats[player]
    placed = [
        *seat.cooking_dice,
        *seat.lost_dice,
        *[value for owner, value in state.bank.values() if owner == player],
        *[minion.die for minion in seat.minions.values() if minion.die is not None],
        *([seat.energy_die] if seat.energy_die is not None else []),
    ]
    dice = [*seat.available, *placed]
    assert all(1 <= value <= HIGHEST_VALUE for value in dice)
    if state.turn is not None:
        assert len(dice) == state.data.game["dice"]


def _check_cards(table: Table) -> None:
    state, data = table.state, table.state.data
    seats = state.seats
    heroes = [*state.hero_deck, *state.hero_row, *[name for s in seats for name in s.heroes]]
    assert sorted(heroes) == sorted(data.heroes)
    recipes = [*state.recipe_deck, *state.recipes_discarded, *[n for s in seats for n in s.cooked]]
    recipes += [name for name in state.recipe_row if name is not None]
    assert sorted(recipes) == sorted(data.recipes)
    trophies = [*state.trophy_bag, *[n for s in seats for n in s.trophies]]
    assert sorted(trophies) == sorted(data.trophies)
    forge = [*state.forge, *[token for s in seats for token in s.forge]]
    assert sorted(forge) == sorted(data.tokens_on("forge"))
    items = state.unseen_items + Counter(i for s in seats for i in [*s.items, *s.used_items])
    assert items == Counter(data.items if state.options.goblin else {})
    if state.options.missions:
        missions = [n for s in seats for n in [*s.dealt_missions, s.mission, s.put_away] if n]
        missions += [*state.mission_deck, *filter(None, [state.common_mission])]
        assert sorted(missions) == sorted(data.missions)
    if state.turn is not None:
        tokens = sum((here for here in state.tokens.values()), Counter())
        laid = Counter(data.tokens)
        if state.options.encounters:
            laid += Counter(encounter=1)
            laid["plant"] -= 1
            assert tokens["encounter"] == 1
        assert all(n <= laid[kind] for kind, n in tokens.items())
