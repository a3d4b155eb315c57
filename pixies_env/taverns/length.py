"""Upper bounds: the number of decisions in a game, for arrays that hold whole games; the scores.

Each bound adds up the best of everything, whoever pays for it.
"""

from collections.abc import Iterable

from pixies_env.taverns import limits
from pixies_env.taverns.board import Board
from pixies_env.taverns.board_cards import Dragon
from pixies_env.taverns.board_parts import EffectWords, dungeon_token
from pixies_env.taverns.names import MINIONS, DungeonToken, Effect
from pixies_env.taverns.occasions import Occasions, Worth

_COLLECTED = 2
"""Decisions about an ingredient that a minion collects: to take it, to store it."""
_WOUNDED = 2
"""Decisions about a wound: what it drives out of its pocket, to heal it."""
_DECISIONS = {
    Effect.READY: 1,
    Effect.EXHAUST: 1,
    Effect.HEAL: 1,
    Effect.WOUND: 1 + _WOUNDED,
    Effect.WOUND_ACTIVE: _WOUNDED,
    Effect.WOUND_ADJACENT: len(MINIONS) * _WOUNDED,
    Effect.STORE_ONE: 1,
    Effect.DISCARD_RESERVE: 1,
    Effect.LOSE_CARRIED: 1,
    Effect.CARRY: 1,
    Effect.TRADE: 1,
    Effect.SET_DIE: 1,
    Effect.OWL: 1,
    Effect.DUPLICATE: 2,
    Effect.COLLECT_AGAIN: _COLLECTED,
    Effect.ANY_SYMBOL: 1,
    Effect.FACE: 1,
}
"""Decisions to which an effect leads, at once or later. Runes and steps depend on the board."""


def longest_game(board: Board) -> int:
    """No game has more decisions, whatever the players do and whatever options it has.

    All is limited by what a turn cannot renew: dice, spaces of locations, heroes, items, spaces of
    dragons. Runes count as the rolls for which they are paid.
    """
    counts = range(limits.MIN_PLAYERS, limits.MAX_PLAYERS + 1)
    return max(_decisions(Occasions(board, players, players)) for players in counts)


def _decisions(game: Occasions) -> int:
    board, dragons = game.board, game.board.dragons.boards

    def led_to(effect: EffectWords) -> int:
        if effect.number == Effect.RUNE:
            return min(effect.n or 0, board.game.max_runes)
        return _walk(board, 1) if effect.number == Effect.STEP else _DECISIONS.get(effect.number, 0)

    minions = board.minions.each(MINIONS)
    steps = limits.VALUES + max(minion.extra_steps for minion in minions)
    # Of a seat: its tavern, its mission. Of a turn: the die, `pay` where it cooks, the end.
    total = game.seats * (2 + board.game.start_runes) + 3 * game.turns
    total += game.activations * (_walk(board, steps) + _COLLECTED)
    # Of a hunt: `hunt`, `strike` and what its claws do.
    total += game.hunts * (2 + limits.MOST_HUNT_DICE * _WOUNDED)
    total += sum(_highest(game.dragons, map(_of_dragon, dragons)))
    total += game.visits * sum(_highest(limits.SITES, _of_visits(board)))
    total += len(board.heroes.cards) + game.of_effects(led_to, each=1)
    # An item is bought and used, and all but the cube ask something.
    asks = {"cube": 0, "hourglass": game.worth_of_hourglass(led_to, each=1)}
    return total + sum(_highest(game.items_sold, (2 + asks.get(item, 1) for item in game.items)))


def _of_dragon(dragon: Dragon) -> int:
    """Decisions about a dragon besides hunts: to mark its spaces, to store its meat."""
    return sum(map(len, dragon.rows)) + sum(reward.meat > 0 for reward in dragon.rewards)


def _of_visits(board: Board) -> list[int]:
    """Decisions of one visit of each location, but for activations by the campfire."""
    tiles = board.locations
    found = [dungeon_token(token)[0] for token in board.dungeon_tokens]
    asked = {
        "portal": 1,
        "market": 1,
        "runes": 0 if tiles.runes is None else min(tiles.runes.gives_runes, board.game.max_runes),
        "dungeon": sum(token != DungeonToken.WOUND for token in found) + _WOUNDED,
    }
    return [1 + asked.get(location, 0) for location in board.location_names]


def _walk(board: Board, steps: int) -> int:
    """The most decisions of a walk of so many steps: ways to go, and rolls for the runes on it."""
    zones = board.zone_names
    arrows = [(zones.index(start), zones.index(end)) for start, end in board.map.shortcuts]
    city, maple = zones.index(board.map.city), zones.index(board.map.maple)
    rune = min(1, board.game.max_runes)
    most = [0] * len(zones)  # on the steps that are left, by zone
    for left in range(steps):
        from_here = []
        for zone in range(len(zones)):
            ends = [end for start, end in arrows if start == zone]
            ways = [(zone + 1) % len(zones), *ends]
            entered = [
                most[way] + rune * (way == maple) + (way == city and left > 0) for way in ways
            ]
            from_here.append((len(ends) > 0) + max(entered))
        most = from_here
    return max(most)


def highest_score(board: Board) -> int:
    """No player scores more, as far as sums of the best of everything can tell."""
    return _points(Occasions(board, limits.MAX_PLAYERS, seats=1))


def _points(game: Occasions) -> int:
    board, dragons = game.board, game.board.dragons.boards

    def points(effect: EffectWords) -> int:
        return effect.n or 0 if effect.number in (Effect.PRESTIGE, Effect.COOKED) else 0

    cooked = _highest(game.turns, board.recipes.points().values())
    total = sum(cooked) + limits.VALUES * len(cooked)
    tokens = [dungeon_token(token) for token in board.dungeon_tokens]
    total += game.visits * sum(amount for token, amount in tokens if token == DungeonToken.PRESTIGE)
    rewards = [sum(reward.prestige for reward in dragon.rewards) for dragon in dragons]
    total += sum(_highest(game.dragons, rewards))
    total += _with_hourglasses(game, points)
    total += sum(hero.prestige for hero in board.heroes.cards)
    total += sum(_highest(game.dragons, board.trophies.prestige))
    # The common mission and an own one.
    total += sum(_highest(2, (mission.prestige for mission in board.missions.cards)))
    return total + board.game.left_over * _ingredients(game)


_GIVES_INGREDIENT = (
    Effect.RESERVE,
    Effect.CARRY,
    Effect.TRADE,
    Effect.OWL,
    Effect.DUPLICATE,
    Effect.COLLECT_AGAIN,
)


def _ingredients(game: Occasions) -> int:
    """The most ingredients that a player can have got: on the map, of dragons, by effects."""
    dragons = game.board.dragons.boards
    meat = [sum(reward.meat for reward in dragon.rewards) for dragon in dragons]
    bought = 0 if game.board.locations.market is None else game.visits
    given = _with_hourglasses(game, lambda effect: effect.number in _GIVES_INGREDIENT)
    return game.activations + bought + sum(_highest(game.dragons, meat)) + given


def _with_hourglasses(game: Occasions, worth: Worth) -> int:
    """The most that all effects can be worth, those of hourglasses too."""
    hourglasses = min(game.board.goblin.items.hourglass, game.items_sold)
    return game.of_effects(worth) + hourglasses * game.worth_of_hourglass(worth)


def _highest(count: int, numbers: Iterable[int]) -> list[int]:
    return sorted(numbers, reverse=True)[:count]
