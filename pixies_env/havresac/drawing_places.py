"""Where the printed numbers that are ours are found on a copy of Les Gardiens de Havresac."""

from pixies_env.core.drawing import Place

_MAP = ("map-0", "cell-0-*")
_TILES = tuple(
    f"tile-{guardian}"
    for guardian in ("guide", "warrior", "thief", "priestess", "druid", "huntress")
)

PLACES = (
    Place(
        ("maps.summer",),
        "on the summer face of the player boards: every cell, row by row from the top left, with "
        "the signs of [legend]; the letter of a hut, the number of a grove",
        _MAP,
    ),
    Place(
        ("maps.winter",),
        "on the winter face of the player boards, which lies under the summer face here: every "
        "cell, row by row from the top left",
        _MAP,
    ),
    Place(
        ("quarters.*",),
        "on the player boards: first and last row, first and last column of each coloured "
        "quarter, counted from 0",
        _MAP,
    ),
    Place(
        ("cards.*",),
        "on the scout cards: the letters of the huts where each kind of monster appears",
        ("cards", "card-*"),
    ),
    Place(
        ("day.*",),
        "on the Day face of the Guardian tiles: steps, and price in Gold",
        _TILES,
    ),
    Place(
        ("night.*",),
        "on the Night face of the Guardian tiles, their other side: steps, and price in Gold",
        _TILES,
    ),
    Place(("chests.*",), "on the chest tokens of one player: how many show each object"),
    Place(
        ("glory.village_column",),
        "on the player board: the Glory for 0, 1, 2 ... repaired villages",
        ("village-0",),
    ),
    Place(
        ("glory.fairy_column",),
        "on the player board: the Glory of each captured fairy, from the top",
        ("fairy-0",),
    ),
    Place(
        ("gains.*",),
        "on the table of gains: Gold and victory points for 0, 1, 2 ... Glory of the round",
        ("gains",),
    ),
    Place(
        ("final.monster",),
        "in the final score: victory points of each killed fox, crocodile and pig",
        ("creatures-0",),
    ),
    Place(("supply.gold",), "in the box: how much Gold there is in all"),
)
