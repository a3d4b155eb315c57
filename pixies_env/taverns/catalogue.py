"""The catalogues of decisions and of chance outcomes, for the cards of one board file."""

from pixies_env.core.catalogue import Catalogue
from pixies_env.taverns import limits
from pixies_env.taverns.board import Board
from pixies_env.taverns.names import (
    FACES,
    FORGE_TOKENS,
    INGREDIENTS,
    ITEMS,
    LOCATIONS,
    MINIONS,
    SYMBOLS,
    TOKENS,
    ChanceKind,
    Decision,
    Ingredient,
)

MARKET_GOODS = len(Ingredient) - 1
"""The market sells all ingredients but meat."""

MOST_ACTIONS = (
    limits.MAX_RECIPES * limits.VALUES
    + 5 * limits.MAX_HEROES
    + 2 * limits.MAX_ZONES
    + limits.MAX_TRACK
    + len(SYMBOLS) * limits.MAX_ROWS
    + limits.MAX_TAVERNS
    + limits.MAX_MISSIONS
    + 160
)
"""Room for the decisions of the largest file; 160 is above the number that no file changes."""


def decisions(board: Board) -> Catalogue:
    """Every decision of section 5 of the rules."""
    values = [str(value) for value in range(1, limits.VALUES + 1)]
    recipes, heroes, zones = board.recipe_names, board.hero_names, board.zone_names
    one_value = [(value,) for value in values]
    one_kind = [(kind,) for kind in INGREDIENTS]
    one_minion = [(minion,) for minion in MINIONS]
    one_hero = [(hero,) for hero in heroes]
    one_zone = [(zone,) for zone in zones]
    one_face = [(face,) for face in FACES]
    nothing: list[tuple[str, ...]] = [()]
    return Catalogue.build(
        [
            (
                Decision.COOK,
                [(value, recipe) for recipe in recipes for value in values],
                "place a die of this value to cook this recipe",
            ),
            (
                Decision.BANK,
                [(value, slot) for value in values for slot in (value, "blank")],
                "place a die of this value on this slot of the bank",
            ),
            (Decision.ENERGY, one_value, "place a die of this value on the energy source"),
            (
                Decision.ACTIVATE,
                [(value, minion) for value in values for minion in MINIONS],
                "place a die of this value to activate this minion",
            ),
            (Decision.LOSE, one_value, "lose a die of this value, which has no place"),
            (Decision.COLLECT, one_kind, "collect a token of this kind"),
            (Decision.GATHER, one_kind, "gather an ingredient of this kind that is printed"),
            (Decision.VISIT, [(location,) for location in LOCATIONS], "visit this location"),
            (
                Decision.HUNT,
                [(str(dice),) for dice in range(1, limits.MOST_HUNT_DICE + 1)],
                "hunt the dragon for so much energy, with so many dice",
            ),
            (Decision.MEET, nothing, "draw an encounter"),
            (Decision.BUY, nothing, "buy the top item of the goblin"),
            (Decision.REROLL, one_value, "roll an available die of this value again for a rune"),
            (Decision.RETHROW, one_face, "roll a hunting die with this face again for a rune"),
            (Decision.HIRE, one_hero, "hire this hero"),
            (Decision.ABILITY, one_hero, "exhaust this hero for its ability"),
            (Decision.BONUS, one_hero, "pay for the bonus of this hero"),
            (Decision.STORE, one_minion, "store all that this minion in the City carries"),
            (Decision.HEAL, one_minion, "remove all wounds of this minion in the City"),
            (Decision.USE, [(item,) for item in ITEMS], "use this item"),
            (
                Decision.TRACK,
                [(str(space),) for space in range(1, board.longest_track + 1)],
                "take the bonus of this space of the track",
            ),
            (Decision.END_TURN, nothing, "end the turn"),
            (
                Decision.KING_CALL,
                nothing,
                "store all that the active minion carries and end the turn",
            ),
            (Decision.STRIKE, nothing, "strike: the attack is over"),
            (Decision.SUBSTITUTE, one_kind, "a cube replaces this ingredient of the recipe"),
            (Decision.PAY, nothing, "pay the rest of the recipe out of the reserve"),
            (Decision.PATH, one_zone, "walk on into this zone"),
            (Decision.WALK_ON, nothing, "walk on out of the City"),
            (Decision.WARP, one_zone, "the active minion is moved to this zone"),
            (Decision.AGAIN, one_minion, "roll the die of this minion and activate it again"),
            (Decision.SEARCH, nothing, "turn another token of the dungeon"),
            (Decision.LEAVE, nothing, "leave the dungeon"),
            (
                Decision.MARKET,
                [(kind,) for kind in INGREDIENTS[:MARKET_GOODS]],
                "store an ingredient of this kind for gold",
            ),
            (
                Decision.MARK,
                [(symbol, str(row)) for symbol in SYMBOLS for row in range(1, board.most_rows + 1)],
                "mark a space with this symbol in this row of the dragon's board",
            ),
            (Decision.DROP, one_kind, "give up a carried ingredient of this kind"),
            (Decision.COPY, one_kind, "double a carried ingredient of this kind"),
            (
                Decision.UNLOAD,
                [(minion, kind) for minion in MINIONS for kind in INGREDIENTS],
                "store an ingredient of this kind that this minion carries",
            ),
            (
                Decision.SET_DIE,
                [(old, new) for old in values for new in values if new != old],
                "set an available die to another value",
            ),
            (Decision.READY, one_hero, "this exhausted hero becomes ready"),
            (Decision.EXHAUST, one_hero, "this ready hero becomes exhausted"),
            (Decision.TREAT, one_minion, "remove all wounds of this minion"),
            (Decision.HURT, one_minion, "this minion takes the wound"),
            (Decision.DISCARD, one_kind, "give up a stored ingredient of this kind"),
            (Decision.SYMBOL, [(symbol,) for symbol in SYMBOLS], "add this symbol to the hunt"),
            (Decision.TURN, one_face, "turn a hunting die with this face"),
            (Decision.ACCEPT, nothing, "pay and store the ingredient"),
            (Decision.DECLINE, nothing, "decline the trade"),
            (
                Decision.TAVERN,
                [(tavern,) for tavern in board.tavern_names],
                "play with this tavern board",
            ),
            (
                Decision.KEEP,
                [(mission,) for mission in board.mission_names],
                "keep this mission in secret",
            ),
        ]
    )


def outcomes(board: Board) -> Catalogue:
    """Every chance outcome of section 5 of the rules."""
    return Catalogue.build(
        [
            (ChanceKind.LAY, [(name,) for name in LOCATIONS], "the location laid on the next site"),
            (ChanceKind.TOKEN, [(kind,) for kind in TOKENS], "the token on the next token space"),
            (ChanceKind.HERO, [(name,) for name in board.hero_names], "the hero that comes"),
            (ChanceKind.RECIPE, [(name,) for name in board.recipe_names], "the recipe that comes"),
            (ChanceKind.MISSION, [(name,) for name in board.mission_names], "the mission drawn"),
            (ChanceKind.DRAGON, [(name,) for name in board.dragon_names], "the dragon that comes"),
            (
                ChanceKind.TROPHY,
                [(str(prestige),) for prestige in board.trophy_kinds],
                "the prestige of the trophy drawn",
            ),
            (ChanceKind.EVENT, [(name,) for name in board.event_names], "the event revealed"),
            (
                ChanceKind.ENCOUNTER,
                [(name,) for name in board.encounter_names],
                "the encounter drawn",
            ),
            (ChanceKind.ITEM, [(item,) for item in ITEMS], "the item bought"),
            (
                ChanceKind.DUNGEON,
                [(token,) for token in board.dungeon_kinds],
                "the token of the dungeon turned",
            ),
            (
                ChanceKind.FORGE,
                [(token,) for token in FORGE_TOKENS],
                "the token of the forge drawn",
            ),
            (
                ChanceKind.DIE,
                [(str(value),) for value in range(1, limits.VALUES + 1)],
                "the value of a player's die",
            ),
            (ChanceKind.HUNT_DIE, [(face,) for face in FACES], "the face of a hunting die"),
            (
                ChanceKind.FIRST,
                [(str(player),) for player in range(limits.MAX_PLAYERS)],
                "who is first player in round 1",
            ),
        ]
    )
