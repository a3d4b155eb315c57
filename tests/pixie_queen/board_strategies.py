"""Boards of other printings, for Hypothesis: every number varies within what a board may be."""

from typing import Any

from hypothesis import strategies as st

from pixies_env.pixie_queen import limits

FOODS = ("apple", "honey", "bread")
GOODS = (*FOODS, "silver", "gold")


@st.composite
def _pyramids(draw: st.DrawFn) -> dict[str, Any]:
    levels: list[list[int]] = [[], [], [], []]
    together = draw(st.integers(0, 3))
    levels[together] += [6, 7, 8, 9]
    others = draw(st.permutations([1, 2, 3, 4, 5, 10, 11, 12, 13, 14]))
    for position, action in enumerate(others):
        # The first four go one to each level, so that none stays empty.
        level = position if position < 4 else draw(st.integers(0, 3))
        levels[level].append(action)
    icons = {}
    for level, actions in enumerate(levels, start=1):
        for action in actions:
            hand = st.lists(st.sampled_from(FOODS), min_size=level, max_size=level)
            icons[str(action)] = draw(hand)
    return {"standing": "made up", "levels": levels, "icons": icons}


@st.composite
def _tracks(draw: st.DrawFn) -> dict[str, Any]:
    spaces = draw(st.integers(limits.MIN_TRACK, limits.MAX_TRACK))
    prices = st.lists(st.integers(1, 9), min_size=spaces, max_size=spaces)
    points = st.lists(st.integers(0, 9), min_size=spaces, max_size=spaces)
    return {
        "standing": "made up",
        "punishment": draw(points),
        "silver_per_gold": draw(prices),
        "gold_per_ring": draw(prices),
        "last_space_reward": draw(st.integers(0, limits.MAX_BONUS)),
    }


@st.composite
def _scores(draw: st.DrawFn) -> dict[str, Any]:
    out_at = draw(st.integers(1, limits.MAX_OUT_AT))
    symbols = draw(st.sets(st.integers(1, out_at), max_size=limits.MAX_SYMBOLS))
    return {"standing": "made up", "mine_symbols": sorted(symbols), "out_at": out_at}


@st.composite
def _rewards(draw: st.DrawFn) -> dict[str, Any]:
    series = st.lists(
        st.integers(0, limits.MAX_REWARD),
        min_size=limits.REWARD_TILES,
        max_size=limits.REWARD_TILES,
    )
    return {
        "standing": "made up",
        "special_offering": draw(series),
        "faithful_servant": draw(series),
        "gold_ring": draw(series),
        "gold_numbers": draw(st.integers(1, limits.REWARD_TILES)),
        "skill_bonus": draw(st.integers(0, limits.MAX_BONUS)),
    }


@st.composite
def _skills(draw: st.DrawFn) -> dict[str, Any]:
    """Sizes of some of the skills; the others are as the rulebook has them."""
    most = {
        "cheap_gold": limits.MAX_PRICE,
        "servant_bonus": limits.MAX_BONUS,
        "ring_bonus": limits.MAX_BONUS,
        "silver_income": limits.MAX_INCOME,
        "free_promotion": limits.MAX_FREE_PROMOTIONS,
        "slave_mercy": limits.MAX_PENALTY,
        **dict.fromkeys(("free_demotion", "free_chains", "extra_slot", "copy_unused"), 1),
    }
    told = {name: draw(st.integers(0, most[name])) for name in most if draw(st.booleans())}
    # What is as the rulebook has it is left out when a board is written.
    unlike = {name: n for name, n in told.items() if n != 1 or name.endswith("_bonus")}
    return {"standing": "made up", **unlike}


@st.composite
def _dice(draw: st.DrawFn) -> dict[str, Any]:
    face = st.lists(st.sampled_from(GOODS), min_size=1, max_size=limits.MAX_GOODS_PER_FACE)
    points = st.integers(1, limits.MAX_POINTS_PER_FACE)
    return {
        "standing": "made up",
        "casino": draw(st.lists(face, min_size=1, max_size=limits.MAX_FACES)),
        "punishment": draw(st.lists(points, min_size=1, max_size=limits.MAX_FACES)),
    }


@st.composite
def _penalties(draw: st.DrawFn) -> dict[str, Any]:
    points = st.integers(0, limits.MAX_PENALTY)
    return {
        "standing": "made up",
        "pass": draw(points),
        "refuse": draw(points),
        "copy": draw(st.lists(points, min_size=5, max_size=5)),
        "slaves": draw(st.lists(points, min_size=3, max_size=3)),
        "most_of_a_good": draw(points),
        "stone_left": draw(points),
    }


@st.composite
def _setups(draw: st.DrawFn) -> dict[str, Any]:
    players = sorted(draw(st.sets(st.integers(2, limits.MAX_PLAYERS), min_size=1)))
    entries = len(players)
    values = draw(st.sets(st.integers(1, 9), min_size=1, max_size=limits.MAX_FOOD_VALUES))
    pile = st.lists(st.sampled_from(sorted(values)), min_size=1, max_size=limits.MAX_PILE)
    few = st.integers(0, 6)

    def per_count(entry: st.SearchStrategy[Any]) -> list[Any]:
        return draw(st.lists(entry, min_size=entries, max_size=entries))

    return {
        "standing": "made up",
        "players": players,
        "pixies": per_count(st.integers(1, limits.MAX_PIXIES)),
        "food_tiles": per_count(pile),
        "stones_in_bag": per_count(st.integers(0, 30)),
        "silver_in_bag": draw(st.integers(0, 40)),
        "gold_in_bag": draw(st.integers(0, 40)),
        "discs": draw(st.integers(1, limits.MAX_DISCS)),
        "goods": {good: draw(few) for good in GOODS},
        "honey_of_favourite": draw(few),
        "special_offering_track": {good: draw(few) for good in GOODS},
        "virtual_pixies": draw(st.integers(0, limits.MAX_PIXIES)),
        "skills_laid_out": draw(st.integers(max(players), limits.SKILLS)),
        "rounds": draw(st.integers(1, limits.MAX_ROUNDS)),
        "chainable_places": draw(st.integers(0, limits.MAX_PLACES)),
        "stones_per_place": draw(st.integers(0, limits.MAX_STONES_PER_PLACE)),
    }


@st.composite
def boards(draw: st.DrawFn) -> dict[str, Any]:
    """The structure of a board file that `load_board` must take."""
    setup = draw(_setups())
    tokens = {food: draw(st.integers(4, limits.MAX_TOKENS)) for food in FOODS}
    supply: dict[str, Any] = {"standing": "made up"}
    for good in GOODS:
        needed = setup["goods"][good] * max(setup["players"])
        needed += setup["special_offering_track"][good] + setup.get(f"{good}_in_bag", 0)
        if good == "honey":
            needed += setup["honey_of_favourite"]
        supply[good] = draw(st.integers(needed, limits.MAX_GOOD))
    supply["stones"] = draw(st.integers(max(setup["stones_in_bag"]), limits.MAX_STONES))
    return {
        "pyramid": draw(_pyramids()),
        "tracks": draw(_tracks()),
        "score": draw(_scores()),
        "rewards": draw(_rewards()),
        "skills": draw(_skills()),
        "dice": draw(_dice()),
        "demands": {
            "standing": "made up",
            "tokens": tokens,
            "used": draw(st.integers(setup["rounds"], sum(tokens.values()))),
        },
        "supply": supply,
        "penalties": draw(_penalties()),
        "setup": setup,
    }
