"""The board record: the printed numbers, what numbers its ids, and the options.

Kernels read it and never write it, so other numbers need no compilation.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.kit.entries import LANES, halves_of
from pixies_env.core.kit.numbering import number, numbering_fields
from pixies_env.core.seam import record_dtype
from pixies_env.pixie_queen import catalogue, limits
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.features import crosses_several_symbols, seat_scales
from pixies_env.pixie_queen.names import (
    EXCHANGEABLE,
    FOODS,
    GOODS,
    HANDS,
    LOWEST,
    NOBODY,
    PLACES,
    SERIES,
    SERVANT_SPACE,
    SKILLS,
    ChanceKind,
    Cube,
    Decision,
    Draft,
    Good,
    Source,
)
from pixies_env.pixie_queen.state import NO_SKILL

_COUNTS = limits.MAX_PLAYERS + 1
MAX_STEPS = 64
"""Promotions (from, to): at most 50 for any way to lay 14 hands in four levels."""
MAX_EXCHANGES = 84
MAX_SKILL_SETS = 252
MAX_ORDERS = 152
MAX_DECISIONS = 1024
"""Decisions in the catalogue: about 930 with as much of each good as a board can have."""

BOARD = record_dtype(
    [
        # pyramid; places from the mine over the hands to the servant space
        ("level_of", np.int8, (PLACES,)),  # 0: the mine
        ("icons", np.int8, (PLACES, FOODS)),
        ("hands_of_level", np.int8, (limits.LEVELS + 1, limits.ACTIONS)),
        ("hand_count", np.int8, (limits.LEVELS + 1,)),
        # tracks; spaces from 0
        ("track_length", np.int8),
        ("track_punishment", np.int8, (limits.MAX_TRACK,)),
        ("silver_per_gold", np.int8, (limits.MAX_TRACK,)),
        ("gold_per_ring", np.int8, (limits.MAX_TRACK,)),
        ("last_space_reward", np.int8),
        # score track
        ("out_at", np.int16),
        ("symbols_up_to", np.int8, (limits.MAX_OUT_AT + 1,)),  # by points
        ("to_symbol", np.int16, (limits.MAX_OUT_AT + 1,)),  # from so many points; 0: none
        # rewards by series, then in the order in which they are taken
        ("reward_values", np.int8, (SERIES, limits.REWARD_TILES)),
        ("gold_numbers", np.int8),
        ("skill_size", np.int8, (limits.SKILLS,)),
        # dice: different results and on how many faces
        ("casino_results", np.int8, (limits.MAX_FACES, len(Good))),
        ("casino_weights", np.int8, (limits.MAX_FACES,)),
        ("casino_count", np.int8),
        ("punishment_results", np.int8, (limits.MAX_FACES,)),
        ("punishment_weights", np.int8, (limits.MAX_FACES,)),
        ("punishment_count", np.int8),
        # supply and demands
        ("supply", np.int8, (len(Good),)),
        ("stones", np.int8),
        ("demand_tokens", np.int8, (FOODS,)),
        # penalties
        ("pass_penalty", np.int8),
        ("refuse_penalty", np.int8),
        ("copy_penalty", np.int8, (5,)),
        ("slave_penalty", np.int8, (3,)),
        ("most_of_a_good", np.int8),
        ("stone_left", np.int8),
        # set-up; by number of players where it depends on it
        ("pixies", np.int8, (_COUNTS,)),
        ("pile", np.int8, (_COUNTS, limits.MAX_PILE)),  # top one last
        ("pile_size", np.int8, (_COUNTS,)),
        ("pile_places", np.int8),  # of the highest pile
        ("bag", np.int8, (_COUNTS, len(Cube))),
        ("discs", np.int8),
        ("start_goods", np.int8, (len(Good),)),
        ("honey_of_favourite", np.int8),
        ("special_track", np.int8, (len(Good),)),
        ("virtual_pixies", np.int8),
        ("rounds", np.int8),
        ("places", np.int8),
        ("stones_per_place", np.int8),
        # lists behind ids
        ("food_values", np.int8, (limits.MAX_FOOD_VALUES,)),
        ("food_value_count", np.int8),
        ("step_from", np.int8, (MAX_STEPS,)),
        ("step_to", np.int8, (MAX_STEPS,)),
        ("step_index", np.int8, (PLACES, PLACES)),
        ("exchange_give", np.int8, (MAX_EXCHANGES,)),
        ("exchange_get", np.int8, (MAX_EXCHANGES,)),
        ("exchange_number", np.int8, (MAX_EXCHANGES,)),
        ("first_exchange", np.int8, (EXCHANGEABLE, EXCHANGEABLE)),  # of one unit
        ("skill_sets", np.int16, (MAX_SKILL_SETS,)),  # bit k: skill k
        ("skill_set_count", np.int16),
        ("orders", np.int8, (MAX_ORDERS, limits.MAX_PLAYERS)),
        ("first_order", np.int16, (_COUNTS + 1,)),
        *numbering_fields(Decision, ChanceKind, MAX_DECISIONS),
        # scales of the observation
        ("per_round", np.float32),
        ("per_supply", np.float32, (len(Good),)),
        ("per_token", np.float32, (FOODS,)),
        ("per_point", np.float32),
        ("per_seat_number", np.float32, (2, LANES)),  # halves, in the order of observation.py
        ("demotions_entry", np.int8),  # whether demotions owed are an entry
        # options
        ("draft", np.int8),
        ("given_skills", np.int8, (limits.MAX_PLAYERS,)),  # NO_SKILL: none
        ("given_order", np.int8, (limits.MAX_PLAYERS,)),  # -1: drawn
        ("skill_exchange", np.int8),
    ]
)


def print_board(
    board: Board,
    actions: Catalogue,
    outcomes: Catalogue,
    draft: Draft,
    skills: Sequence[int],
    order: Sequence[int],
    skill_exchange: bool,
) -> np.ndarray:
    """One-element array of the board record. ``skills`` and ``order`` are () if not given."""
    printed = np.zeros(1, BOARD)
    record = printed[0]
    _print_tables(record, board)
    _print_setup(record, board)
    _print_lists(record, board)
    _print_scales(record, board)
    number(record, Decision, actions, outcomes, LOWEST)
    record.draft = draft
    record.given_skills[:] = NO_SKILL
    record.given_skills[: len(skills)] = skills
    record.given_order[:] = NOBODY
    record.given_order[: len(order)] = order
    record.skill_exchange = skill_exchange
    printed.setflags(write=False)
    return printed


def _print_tables(record: Any, board: Board) -> None:
    for level, hands in enumerate(board.pyramid.levels, start=1):
        record.hand_count[level] = len(hands)
        record.hands_of_level[level, : len(hands)] = hands
        record.level_of[list(hands)] = level
    record.level_of[SERVANT_SPACE] = limits.LEVELS + 1
    for hand in HANDS:
        foods = board.pyramid.hand(hand)
        record.icons[hand] = [foods.count(food) for food in GOODS[:FOODS]]
    tracks = board.tracks
    length = record.track_length = len(tracks.punishment)
    record.track_punishment[:length] = tracks.punishment
    record.silver_per_gold[:length] = tracks.silver_per_gold
    record.gold_per_ring[:length] = tracks.gold_per_ring
    record.last_space_reward = tracks.last_space_reward
    record.out_at = board.score.out_at
    symbols = board.score.mine_symbols
    for points in range(limits.MAX_OUT_AT + 1):
        above = [symbol - points for symbol in symbols if symbol > points]
        record.symbols_up_to[points] = len(symbols) - len(above)
        record.to_symbol[points] = min(above, default=0)
    rewards = board.rewards
    record.reward_values[Source.SPECIAL_OFFERING] = rewards.special_offering
    record.reward_values[Source.FAITHFUL_SERVANT] = rewards.faithful_servant
    record.reward_values[Source.GOLD_RING] = rewards.gold_ring
    record.gold_numbers = rewards.gold_numbers
    record.skill_size[:] = [board.skill_size(skill) for skill in SKILLS]
    casino = catalogue.casino_results(board)
    record.casino_count = len(casino)
    for index, result in enumerate(casino):
        record.casino_results[index] = result
        record.casino_weights[index] = sum(
            tuple(face.count(good) for good in GOODS) == result for face in board.dice.casino
        )
    punished = catalogue.punishment_results(board)
    record.punishment_count = len(punished)
    record.punishment_results[: len(punished)] = punished
    record.punishment_weights[: len(punished)] = [board.dice.punishment.count(p) for p in punished]
    record.supply[:] = board.supply.each(GOODS)
    record.stones = board.supply.stones
    record.demand_tokens[:] = board.demands.tokens.each(GOODS[:FOODS])
    penalties = board.penalties
    record.pass_penalty = penalties.pass_
    record.refuse_penalty = penalties.refuse
    record.copy_penalty[:] = penalties.copy_
    record.slave_penalty[:] = penalties.slaves
    record.most_of_a_good = penalties.most_of_a_good
    record.stone_left = penalties.stone_left


def _print_scales(record: Any, board: Board) -> None:
    """Factors instead of divisors: a kernel multiplies faster than it divides."""
    record.per_round = 1 / board.setup.rounds
    record.per_supply[:] = [1 / max(units, 1) for units in board.supply.each(GOODS)]
    record.per_token[:] = [
        1 / max(tokens, 1) for tokens in board.demands.tokens.each(GOODS[:FOODS])
    ]
    record.per_point = 1 / board.score.out_at
    scales = seat_scales(board)
    record.per_seat_number[:, : len(scales)] = halves_of(scales)
    record.demotions_entry = crosses_several_symbols(board)


def _print_setup(record: Any, board: Board) -> None:
    setup = board.setup
    for row, players in enumerate(setup.players):
        record.pixies[players] = setup.pixies[row]
        tiles = setup.food_tiles[row]
        record.pile_size[players] = len(tiles)
        record.pile[players, : len(tiles)] = tiles[::-1]
        record.bag[players] = (setup.silver_in_bag, setup.gold_in_bag, setup.stones_in_bag[row])
    record.pile_places = max(len(tiles) for tiles in setup.food_tiles)
    record.discs = setup.discs
    record.start_goods[:] = setup.goods.each(GOODS)
    record.honey_of_favourite = setup.honey_of_favourite
    record.special_track[:] = setup.special_offering_track.each(GOODS)
    record.virtual_pixies = setup.virtual_pixies
    record.rounds = setup.rounds
    record.places = setup.chainable_places
    record.stones_per_place = setup.stones_per_place


def _print_lists(record: Any, board: Board) -> None:
    values = catalogue.food_values(board)
    record.food_value_count = len(values)
    record.food_values[: len(values)] = values
    record.step_index[:] = -1
    for index, (source, target) in enumerate(catalogue.steps_up(board)):
        record.step_from[index] = source
        record.step_to[index] = target
        record.step_index[source, target] = index
    for index, (give, get, units) in enumerate(catalogue.exchanges()):
        record.exchange_give[index] = give
        record.exchange_get[index] = get
        record.exchange_number[index] = units
        if units == 1:
            record.first_exchange[give, get] = index
    sets = catalogue.skill_sets(board)
    record.skill_set_count = len(sets)
    record.skill_sets[: len(sets)] = [sum(1 << skill for skill in chosen) for chosen in sets]
    orders = catalogue.turn_orders()
    record.orders[:] = -1
    for index, order in enumerate(orders):
        record.orders[index, : len(order)] = order
    record.first_order[:] = [
        sum(len(order) < players for order in orders) for players in range(_COUNTS + 1)
    ]
