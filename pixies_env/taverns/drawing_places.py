"""Where the printed numbers that are ours are found on a copy of Taverns & Dragons."""

from pixies_env.core.drawing import Place

PLACES = (
    Place(
        ("switches.*",),
        "printed nowhere: how your table reads the rulebook where its words fit both values",
    ),
    Place(
        ("map.zones",),
        "on the map, clockwise from the City: the number for the goblin (0: none), token spaces, "
        "printed ingredients and the sites that each zone touches",
        ("path", "zone-*", "laid-*"),
    ),
    Place(
        ("map.shortcuts",),
        "on the map: the arrows, from the zone where each starts to the one where it ends",
        ("path", "zone-*"),
    ),
    Place(("dice.player",), "on the faces of a player die", ("die-0-*",)),
    Place(("dice.hunting",), "on the faces of a hunting die"),
    Place(("bank.*",), "at the bank: the gold of each slot", ("bank-*",)),
    Place(
        ("round_track.*",),
        "on the round track: the icons that the marker passes after each round, from the left",
        ("rounds",),
    ),
    Place(
        ("locations.*",),
        "on the location tiles: the energy that an activation costs, and what a tile gives, sells "
        "or holds",
        ("site-*",),
    ),
    Place(
        ("recipes.prestige",),
        "on the recipe cards: the prestige of each list of ingredients",
        ("recipes", "place-*"),
    ),
    Place(
        ("heroes.cards",),
        "on the hero cards: cost, prestige, ability and bonus",
        ("heroes", "row-hero-*"),
    ),
    Place(
        ("dragons.boards",),
        "on the dragon boards: site, effects, rows of spaces from the top, the reward of each row",
        ("decks", "piles"),
    ),
    Place(("trophies.prestige",), "on the trophies: the prestige of each", ("decks", "piles")),
    Place(
        ("missions.cards",),
        "on the mission cards: what they ask for, and their prestige",
        ("common",),
    ),
    Place(
        ("events.cards",),
        "on the event cards: the good and the bad half of each",
        ("decks", "piles"),
    ),
    Place(
        ("asymmetric.*",),
        "on the tavern boards: the bonuses of the track, from space 1 on",
        ("taverns", "tavern-*"),
    ),
    Place(("encounters.cards",), "on the encounter cards: their effects", ("decks", "piles")),
    Place(
        ("goblin.items",),
        "among the items of the goblin: how many there are of each",
        ("decks", "piles"),
    ),
)
