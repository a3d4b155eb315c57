"""What can be wrong with a position."""

from pixies_env.core.kit.invariants import Violation


class Wrong(Violation):
    """Number, words, and the keys of a position's dictionary that it is about."""

    FINE = 0, "fine", "pending"
    GOODS_LOST = 1, "a good is not conserved or negative", "pending"
    STONES_LOST = (
        2,
        "a stone is not conserved or negative",
        "bag, reserve_stones, pending.stones_drawn",
    )
    PIXIES_LOST = 3, "a pixie is not conserved", "pending"
    CHAINS = 4, "more places with stones than slaves, or too many stones on one", "seats.*.stones"
    SKILLS = 5, "a player holds two skills, or a skill is nowhere", "seats.*.skill"
    TILES = 6, "a slot holds two tiles", "extra_slot_tile"
    DISCS = 7, "discs are not conserved", "seats.*.discs"
    ORDER = (
        8,
        "a turn order is no permutation of the players in",
        "small_order, big_order, pending.order_of_round",
    )
    TRACK = 9, "a marker is off its track", "seats.*.silver_space, seats.*.gold_space"
    REWARDS = 10, "a reward tile was taken that is not there", "seats.*.tiles_won"
    OUT = 11, "a player who is out owns something", "seats.*.out"
    POINTS = 12, "the punishment points do not fit who is out", "seats.*.punishment, seats.*.out"
    STACK = 13, "the stack of interrupted effects overflows", "pending"
    WAITING = 14, "the state waits for nothing known", "waiting"
    DEMANDS = 15, "the demand tokens do not fit the round", "demand, demands_left"
    PHASE = (
        16,
        "the phase, its step or the round cannot be so with these players",
        "phase, round, seats.*.out",
    )
    OFFERS = (
        17,
        "offers, refusals, promotions or the servant space do not fit the phase",
        "offers, refused, announced, servant_space, pending.promotions",
    )
    UNDER_WAY = 18, "numbers of an action under way do not fit the phase", "pending"
    FOOD_TILES = 19, "the food tiles are not those that there are", "food_pile, seats.*.food_tile"
    SERVANTS = 20, "the servants do not fit who made the first one", "seats.*.first_servant"
