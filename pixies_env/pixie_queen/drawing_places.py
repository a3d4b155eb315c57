"""Where the printed numbers that are ours are found on a copy of Pixie Queen."""

from pixies_env.core.drawing import Place

PLACES = (
    Place(
        ("pyramid.icons",),
        "on the pyramid: the foods that each of the 14 hands shows",
        tuple(f"space-{action}" for action in range(1, 15)),
    ),
    Place(
        ("tracks.punishment",),
        "under both tracks, from the start on: the punishment points of each space, 0 for none",
        ("track-silver", "track-gold"),
    ),
    Place(
        ("tracks.silver_per_gold",),
        "on the silver track, from the start on: how much silver a gold costs at each space",
        ("track-silver",),
    ),
    Place(
        ("tracks.gold_per_ring",),
        "on the gold track, from the start on: how much gold a ring costs at each space",
        ("track-gold",),
    ),
    Place(
        ("score.mine_symbols",),
        "on the track of the punishment points: the numbers at which a pick stands",
        ("score",),
    ),
    Place(
        ("rewards.special_offering",),
        "on the reward tiles of the special offering, from the one that is taken first on",
        ("reward-special_offering",),
    ),
    Place(
        ("rewards.faithful_servant",),
        "on the reward tiles of the faithful servants, from the one that is taken first on",
        ("reward-faithful_servant",),
    ),
    Place(
        ("rewards.gold_ring",),
        "on the reward tiles of the gold rings, from the one that is taken first on",
        ("reward-gold_ring",),
    ),
    Place(("dice.punishment",), "on the six faces of the die of punishment points"),
)
