"""What can be wrong with a position."""

from pixies_env.core.kit.invariants import Violation


class Wrong(Violation):
    """Number, words, and the keys of a position's dictionary that it is about."""

    FINE = 0, "fine", "the whole"
    WAITING = (1, "it waits for what cannot come in this phase, step or turn", "waiting")
    ASKED = (2, "this player is not the one who is asked or draws", "waiting.player")
    ROUND = (3, "the phase cannot be in this round", "phase, round")
    STEP = (
        4,
        "the step, the place in it or the icon do not fit the phase and what comes next",
        "step, cursor, icon",
    )
    FIRST_PLAYER = (5, "the first player of the round does not fit the phase", "first_player")
    TURNS_OVER = (6, "so many turns cannot be over in this phase", "turns_over")
    EFFECTS = (7, "what is interrupted does not fit what comes next", "effects")
    SOURCE = (
        8,
        "the effect that asks is none that can ask this here, or nothing has brought it",
        "effect",
    )
    SUBJECT = (
        9,
        "the die or minion that it is about cannot be it, or nothing is rolled",
        "subject, roll",
    )
    TURN = (
        10,
        "what the player to move has done in this turn does not fit together",
        "turn",
    )
    ACTIVE = (11, "the active minion has no die, or there must be one", "turn.active")
    VISITED = (
        12,
        "the locations visited in this turn are not in play, not occupied or at the dragon",
        "turn.visited, spaces_used",
    )
    COOKING = (
        13,
        "the recipe being cooked, what is still to be paid and the cubes do not fit together",
        "unpaid, effects, seats.*.items, seats.*.items_used",
    )
    HUNT = (
        14,
        "the hunt does not fit the dragon, the dice, the forge and the active minion",
        "hunt",
    )
    DICE = (
        15,
        "the dice of a player are not five, or not so many have been placed as turns are over",
        "seats.*.dice, turns_over, turn.main_action_done",
    )
    DICE_PLACED = (
        16,
        "a die lies where it cannot lie",
        "bank, blank_value, seats.*.minions.*.die, seats.*.energy_die, seats.*.cooking_dice, "
        "seats.*.lost_dice",
    )
    LOCATIONS = (17, "the locations on the sites are not as they can be", "locations")
    SPACES = (
        18,
        "more activation spaces are used than there are, or some at the dragon",
        "spaces_used",
    )
    TOKENS = (19, "the tokens on the map are not those that there are", "tokens")
    DUNGEON = (20, "the tokens of the dungeon do not fit the search", "dungeon_left")
    FORGE = (
        21,
        "the tokens of the forge are not those that there are",
        "forge_left, seats.*.forge",
    )
    ITEMS = (
        22,
        "the items are not those that there are, or more were sold than the goblin had",
        "items_left, seats.*.items, seats.*.items_used",
    )
    GOBLIN = (23, "the goblin and its stack do not fit the round", "goblin_zone, goblin_stack")
    HEROES = (
        24,
        "a hero is in two places or none, or the row has not the heroes that it must have",
        "hero_row, heroes_left, seats.*.heroes",
    )
    HEROES_USED = (
        25,
        "a hero that nobody has is exhausted or has given its bonus",
        "exhausted, bonus_used",
    )
    RECIPES = (
        26,
        "a recipe is in two places",
        "recipe_row, recipes_left, seats.*.cooked",
    )
    RECIPES_COME = (
        27,
        "more or fewer recipes have come than rounds and cooking have brought",
        "recipes_left",
    )
    RECIPE_ROW = (
        28,
        "the recipes in the row are not where and not so many as they must be",
        "recipe_row",
    )
    MISSIONS = (
        29,
        "the missions are not dealt as they must be, or a mission is in two places or none",
        "common_mission, missions_left, seats.*.missions",
    )
    EVENTS = (
        30,
        "the events left and the one being resolved do not fit the rounds over",
        "events_left, event",
    )
    ENCOUNTERS = (31, "the encounters left are not some of those in play", "encounters_left")
    DRAGONS = (
        32,
        "the dragons left and the one that is there do not fit the rounds over",
        "dragons_left, dragon",
    )
    MARKS = (
        33,
        "marks lie where the dragon's board has no space, or it is beaten and still there",
        "marks",
    )
    TROPHIES = (
        34,
        "the trophies are not those that there are, or more were won than dragons have left",
        "trophies_left, seats.*.trophies",
    )
    PURSE = (
        35,
        "a player has less than nothing, more than the limit, or something before the start",
        "seats.*.gold, seats.*.energy, seats.*.runes, seats.*.prestige, seats.*.reserve",
    )
    MINIONS = (
        36,
        "a minion stands in no zone, or not in the City before the start",
        "seats.*.minions",
    )
    POCKETS = (
        37,
        "a minion has more ingredients and wounds than pockets",
        "seats.*.minions.*.carried, seats.*.minions.*.wounds",
    )
    TAVERNS = (38, "the tavern boards are not taken as they must be", "seats.*.tavern")
    MARKER = (39, "a marker is not on its track", "seats.*.marker")
    SEATS = (40, "a seat that is not in the game has something", "seats")
