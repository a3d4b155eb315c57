"""Positions that cannot be: each thing that can be wrong is found, and refused with its key."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from pixies_env.core.single import broken_invariant
from pixies_env.core.states.state import State
from pixies_env.taverns.board import load_board
from pixies_env.taverns.effects import ability_of
from pixies_env.taverns.invariants import Wrong
from pixies_env.taverns.names import (
    ChanceKind,
    Continuation,
    Ingredient,
    Item,
    Question,
    RoundEnd,
    Token,
)
from pixies_env.taverns.state import STATE
from tests.taverns.situations import (
    GAME,
    acting,
    at,
    at_dragon,
    attacking,
    cooking,
    in_dungeon,
    play,
    resolving_event,
    trading,
    walking,
)

Record = Any
Change = Callable[[Record], None]
HEROES = load_board().hero_names


def put(field: str, value: Any, *index: int) -> Change:
    """Give a field of the record, or an entry of it, another value."""

    def change(record: Record) -> None:
        if index:
            record[field][index] = value
        else:
            record[field] = value

    return change


def several(*changes: Change) -> Change:
    def change(record: Record) -> None:
        for each in changes:
            each(record)

    return change


def struck() -> State:
    """Asked where a sword marks the dragon's board, with a claw and a flame to come."""
    return play(attacking("sword", "claw", "flame"), "strike")


def clawed() -> State:
    """A wound by the first of two claws, with full pockets."""
    own = {"plain": {"carried": {"egg": 1, "plant": 1}}}
    return play(attacking("claw", "claw", "flame", own=own), "strike")


def wounded_in_dungeon() -> State:
    """A wound has ended the search of who has full pockets."""
    own = {"energy": 5, "plain": {"carried": {"egg": 1, "meat": 1}}}
    locations = ["dungeon", "campfire", "portal", "forge"]
    return play(acting("wild_a", own, locations=locations), "visit(dungeon)", "dungeon(wound)")


def setting_a_die() -> State:
    """The illusionist asks which die is set."""
    return play(at(seats=[{"heroes": ["illusionist"]}, {}, {}]), "ability(illusionist)")


def copying() -> State:
    """The summoner asks what is doubled; one pocket is free."""
    own = {"heroes": ["summoner"], "plain": {"carried": {"egg": 1}}}
    return play(acting("wild_b", own), "ability(summoner)")


def rerolling() -> State:
    return play(at(seats=[{"runes": 1}, {}, {}]), "reroll(1)")


def choosing_taverns() -> State:
    """The last seat chooses its tavern board, the missions are to come."""
    setup = {"phase": "setup", "step": 4, "cursor": 2}
    waiting = {"for": "decision", "question": "tavern", "player": 2}
    laid: dict[str, Any] = {
        "locations": ["dungeon", "runes", "library", "caravan"],
        "tokens": [*["plant"] * 3, *["mushroom"] * 3, "spice", "spice", "egg", "encounter"],
        "hero_row": ["champion", "runesmith", "illusionist", "forager"],
        "recipe_row": ["PMV", None, None, None],
    }
    seats = [{"tavern": "tavern_5"}, {"tavern": "tavern_3"}, {}]
    return at(**setup, **laid, waiting=waiting, seats=seats)


class Fault(NamedTuple):
    """A position that can be, what is altered in its record, and what is wrong then."""

    state: Callable[[], State]
    change: Change
    wrong: Wrong


BARD = HEROES.index("bard")

FAULTS: dict[str, Fault] = {
    # phase, round, who is asked
    "a question that there is not": Fault(at, put("question", 99), Wrong.WAITING),
    "a die of nobody": Fault(
        at, several(put("waiting", 1), put("question", ChanceKind.LAY)), Wrong.WAITING
    ),
    "a mission to keep in a turn": Fault(at, put("question", Question.KEEP), Wrong.WAITING),
    "another player than the one whose turn it is": Fault(at, put("player", 1), Wrong.ASKED),
    "turns in round 0": Fault(at, put("round_number", 0), Wrong.ROUND),
    "a round too many": Fault(at, put("round_number", 8), Wrong.ROUND),
    "an end before the last round": Fault(
        lambda: at(phase="over", round=7), put("round_number", 6), Wrong.ROUND
    ),
    "an end of the last round": Fault(resolving_event, put("round_number", 7), Wrong.ROUND),
    "a place in a turn": Fault(at, put("cursor", 1), Wrong.STEP),
    "an event at another icon": Fault(resolving_event, put("icon", 0), Wrong.STEP),
    "tokens to lay without a reset": Fault(
        resolving_event, put("step", RoundEnd.TOKENS), Wrong.STEP
    ),
    "the next player at an event": Fault(resolving_event, put("cursor", 2), Wrong.ASKED),
    "a tavern chosen twice": Fault(choosing_taverns, put("cursor", 1), Wrong.ASKED),
    "no first player in a turn": Fault(at, put("first_player", -1), Wrong.FIRST_PLAYER),
    "more turns than dice": Fault(at, put("turn", 15), Wrong.TURNS_OVER),
    # what is interrupted
    "a walk below an open point": Fault(
        at,
        several(put("frame_count", 1), put("frames", (Continuation.WALK, 0, 1, 1), 0)),
        Wrong.EFFECTS,
    ),
    "a walk of nobody's": Fault(walking, put("frames", 1, 0, 1), Wrong.EFFECTS),
    "a walk that is too long": Fault(walking, put("frames", 99, 0, 2), Wrong.EFFECTS),
    "a path without a walk": Fault(
        walking, several(put("frame_count", 0), put("frames", 0, 0)), Wrong.EFFECTS
    ),
    "what is left of no frame": Fault(walking, put("frames", 1, 5, 2), Wrong.EFFECTS),
    "a frame that was lost": Fault(at, put("frames_lost", 1), Wrong.EFFECTS),
    "damage without the claws to come": Fault(
        struck, put("frames", (Continuation.CLAWS, 0, 3, 0), 2), Wrong.EFFECTS
    ),
    "rewards to come before the strike": Fault(
        lambda: attacking("sword"),
        several(put("frame_count", 1), put("frames", (Continuation.REWARDS, 0, 0, 0), 0)),
        Wrong.EFFECTS,
    ),
    "the rest of a card that nobody has drawn": Fault(
        trading, put("encounters_left", 2**10 - 2), Wrong.EFFECTS
    ),
    "more claws to come than there are": Fault(clawed, put("frames", 2, 2, 2), Wrong.EFFECTS),
    # where an effect comes from
    "an effect that asks something else": Fault(
        setting_a_die, put("effect", ability_of(BARD)), Wrong.SOURCE
    ),
    "an effect at an open point": Fault(at, put("effect", 3), Wrong.SOURCE),
    "the ability of a hero that is not exhausted": Fault(
        setting_a_die, put("exhausted", 0), Wrong.SOURCE
    ),
    "a trade that nothing offers": Fault(trading, put("effect", -1), Wrong.SOURCE),
    "a die set by no effect": Fault(setting_a_die, put("effect", -1), Wrong.SOURCE),
    "a copy without a free pocket": Fault(copying, put("wounds", 1, 0, 0), Wrong.SUBJECT),
    "a trade without the gold": Fault(trading, put("gold", 0, 0), Wrong.SUBJECT),
    # dice and minions that it is about
    "a subject of nothing": Fault(at, put("subject", 1), Wrong.SUBJECT),
    "a die that is not there rolled again": Fault(rerolling, put("roll", 0), Wrong.SUBJECT),
    "a wound of a minion with a free pocket": Fault(
        clawed, put("carried", 0, 0, 0, Ingredient.EGG), Wrong.SUBJECT
    ),
    "a wound of no minion": Fault(clawed, put("subject", 3), Wrong.SUBJECT),
    "a path where no arrow starts": Fault(walking, put("zone", 1, 0, 0), Wrong.WAITING),
    "a stop in the City that the game does not allow": Fault(
        walking, put("question", Question.PASS), Wrong.WAITING
    ),
    "a move by no portal and no boots": Fault(
        acting, put("question", Question.WARP), Wrong.WAITING
    ),
    "a second activation by no talisman": Fault(at, put("question", Question.AGAIN), Wrong.WAITING),
    # the turn
    "an action without an active minion": Fault(at, put("met", 1), Wrong.TURN),
    "an active minion that neither may collect nor has": Fault(
        acting, put("may_collect", 0), Wrong.TURN
    ),
    "an item bought without a goblin": Fault(lambda: acting(round=2), put("bought", 1), Wrong.TURN),
    "a meeting with nobody": Fault(acting, put("met", 1), Wrong.TURN),
    "a recipe cooked before the main action": Fault(at, put("cooked_now", 1), Wrong.TURN),
    "a main action done between the rounds": Fault(
        resolving_event, put("main_done", 1), Wrong.TURN
    ),
    "an active minion without a die": Fault(acting, put("active", 1), Wrong.ACTIVE),
    "an active minion before the main action": Fault(acting, put("main_done", 0), Wrong.ACTIVE),
    "a walk of no minion": Fault(
        walking, several(put("active", -1), put("may_collect", 0)), Wrong.ACTIVE
    ),
    "a visit that took no space": Fault(acting, put("visited", 1), Wrong.VISITED),
    "a search without a visit": Fault(in_dungeon, put("visited", 0), Wrong.VISITED),
    # cooking
    "something to pay at an open point": Fault(at, put("unpaid", 1, 0), Wrong.COOKING),
    "more to pay than is asked": Fault(cooking, put("unpaid", 3, 0), Wrong.COOKING),
    "a cube that was not used": Fault(cooking, put("unpaid", 1, 0), Wrong.COOKING),
    "a recipe that is not in the row": Fault(cooking, put("frames", 5, 0, 2), Wrong.COOKING),
    # the hunt
    "hunting dice at an open point": Fault(acting, put("hunt_dice", 1, 0), Wrong.HUNT),
    "an attack without dice": Fault(lambda: attacking("sword"), put("hunt_dice", 0, 0), Wrong.HUNT),
    "a hunt away from the dragon": Fault(
        lambda: attacking("sword"), put("zone", 0, 0, 0), Wrong.HUNT
    ),
    "no claws without the token": Fault(lambda: attacking("claw"), put("no_claws", 1), Wrong.HUNT),
    "an open point in a hunt": Fault(
        lambda: attacking("claw"), put("question", Question.OPEN), Wrong.HUNT
    ),
    "nothing to mark": Fault(struck, put("added", 0, 0), Wrong.HUNT),
    "rows complete before that are not": Fault(
        lambda: attacking("sword"), put("rows_before", 1), Wrong.HUNT
    ),
    "a wound where there is none": Fault(clawed, put("no_wounds", 1), Wrong.HUNT),
    # dice
    "six dice": Fault(at, put("dice", 2, 0, 3), Wrong.DICE),
    "a die placed before the turn": Fault(at, put("energy_die", 1, 0), Wrong.DICE),
    "a main action without a die": Fault(at, put("main_done", 1), Wrong.DICE),
    "two dice in the bank": Fault(
        at, several(put("bank_seat", 1, 0), put("bank_seat", 1, 1)), Wrong.DICE_PLACED
    ),
    "a value on an empty slot": Fault(at, put("blank_value", 2), Wrong.DICE_PLACED),
    "a die lost that had a place": Fault(at, put("lost_dice", 1, 0), Wrong.DICE_PLACED),
    "recipes cooked without dice": Fault(
        at,
        several(put("cooked", 2, 0), put("recipes_left", 2**20 - 8)),
        Wrong.DICE_PLACED,
    ),
    "a die on no recipe": Fault(at, put("cooking_dice", 1, 0), Wrong.DICE_PLACED),
    # the map
    "a location twice": Fault(at, put("location_at", 0, 1), Wrong.LOCATIONS),
    "a site without a location": Fault(at, put("location_at", -1, 3), Wrong.LOCATIONS),
    "more visits than spaces": Fault(at, put("spaces_used", 3, 0), Wrong.SPACES),
    "a visit at the dragon": Fault(at_dragon, put("spaces_used", 1, 0), Wrong.SPACES),
    "a token too many": Fault(at, put("token_at", Token.EGG, 0), Wrong.TOKENS),
    "no encounter token": Fault(at, put("token_at", -1, 9), Wrong.TOKENS),
    "a token beyond the spaces": Fault(at, put("token_at", 0, 10), Wrong.TOKENS),
    "a token turned outside a search": Fault(at, put("dungeon_left", 0, 0), Wrong.DUNGEON),
    "a search that has turned nothing": Fault(in_dungeon, put("dungeon_left", 1, 0), Wrong.DUNGEON),
    "a wound that ended no search": Fault(
        wounded_in_dungeon, put("dungeon_left", 2, 3), Wrong.DUNGEON
    ),
    "a token of the forge too many": Fault(at, put("forge", 1, 0, 0), Wrong.FORGE),
    # items and the goblin
    "an item too many": Fault(at, put("items", 1, 0, Item.CUBE), Wrong.ITEMS),
    "an item that the goblin has not sold": Fault(
        at,
        several(put("items", 1, 0, Item.CUBE), put("items_left", 3, Item.CUBE)),
        Wrong.ITEMS,
    ),
    "a stack of more than one for each": Fault(at, put("stack", 4), Wrong.GOBLIN),
    "no goblin in an odd round": Fault(at, put("goblin_zone", -1), Wrong.GOBLIN),
    "a goblin in the City": Fault(at, put("goblin_zone", 0), Wrong.GOBLIN),
    "a goblin in an even round": Fault(at_dragon, put("goblin_zone", 2), Wrong.GOBLIN),
    # cards
    "a hero in the row and the deck": Fault(at, put("heroes_left", 2**20 - 1), Wrong.HEROES),
    "a hero who is nowhere": Fault(at, put("hero_row", 14), Wrong.HEROES),
    "a row with a place for a hero": Fault(
        at, several(put("hero_row", 7), put("heroes_left", 2**20 - 8)), Wrong.HEROES
    ),
    "a hero of nobody exhausted": Fault(at, put("exhausted", 1), Wrong.HEROES_USED),
    "a bonus of nobody": Fault(at, put("bonus_used", 2), Wrong.HEROES_USED),
    "a recipe in the row and cooked": Fault(at_dragon, put("cooked", 1, 0), Wrong.RECIPES),
    "a recipe in the row and the deck": Fault(at, put("recipes_left", 2**20 - 1), Wrong.RECIPES),
    "a recipe that never came": Fault(at, put("recipes_left", 2**20 - 4), Wrong.RECIPES_COME),
    "a recipe below a gap": Fault(
        at, several(put("recipe_row", -1, 0), put("recipe_row", 0, 2)), Wrong.RECIPE_ROW
    ),
    "a mission dealt twice": Fault(at, put("missions", 0, 0, 0), Wrong.MISSIONS),
    "a mission that is nowhere": Fault(at, put("missions_left", 0), Wrong.MISSIONS),
    "no common mission": Fault(at, put("common_mission", -1), Wrong.MISSIONS),
    "an event too early": Fault(at, put("events_left", 2**8 - 2), Wrong.EVENTS),
    "an event in a turn": Fault(at, put("event", 0), Wrong.EVENTS),
    "an encounter that there is not": Fault(at, put("encounters_left", 2**12), Wrong.ENCOUNTERS),
    "an encounter before the first turn": Fault(
        choosing_taverns, put("encounters_left", 2**10 - 2), Wrong.ENCOUNTERS
    ),
    "a token of the forge before the first turn": Fault(
        choosing_taverns,
        several(put("forge", 1, 0, 0), put("forge_left", 1, 0)),
        Wrong.FORGE,
    ),
    # the dragon
    "a dragon too early": Fault(at, put("dragon", 0), Wrong.DRAGONS),
    "a dragon too few in the deck": Fault(at, put("dragons_left", 14), Wrong.DRAGONS),
    "a mark without a space": Fault(at_dragon, put("marks", 3, 0, 0), Wrong.MARKS),
    "a mark without a dragon": Fault(at, put("marks", 1, 0, 0), Wrong.MARKS),
    "a beaten dragon": Fault(
        at_dragon, put("marks", [[2, 1], [1, 2], [1, 2], [0, 0], [0, 0]]), Wrong.MARKS
    ),
    "a trophy too many": Fault(at, put("trophies", 1, 0, 0), Wrong.TROPHIES),
    "a trophy before a dragon has left": Fault(
        at_dragon, several(put("trophies", 1, 0, 0), put("trophies_left", 1, 0)), Wrong.TROPHIES
    ),
    # the players
    "less than nothing": Fault(at, put("gold", -1, 0), Wrong.PURSE),
    "energy beyond the limit": Fault(at, put("energy", 6, 0), Wrong.PURSE),
    "runes beyond the limit": Fault(at, put("runes", 4, 0), Wrong.PURSE),
    "prestige before the start": Fault(choosing_taverns, put("prestige", 1, 0), Wrong.PURSE),
    "a minion in no zone": Fault(at, put("zone", 9, 0, 0), Wrong.MINIONS),
    "a minion on its way before the start": Fault(
        choosing_taverns, put("zone", 1, 0, 0), Wrong.MINIONS
    ),
    "more wounds than pockets": Fault(at, put("wounds", 3, 0, 0), Wrong.POCKETS),
    "a tavern board twice": Fault(at, put("tavern", 0, 1), Wrong.TAVERNS),
    "a tavern board too early": Fault(choosing_taverns, put("tavern", 0, 2), Wrong.TAVERNS),
    "a marker beyond its track": Fault(at, put("marker", 5, 0), Wrong.MARKER),
    "gold of nobody": Fault(at, put("gold", 1, 3), Wrong.SEATS),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_cannot_be_is_found(name: str) -> None:
    fault = FAULTS[name]
    state = fault.state()
    array = state.array.copy()
    assert broken_invariant(state.game, array) == Wrong.FINE
    fault.change(array[0])
    assert Wrong(broken_invariant(state.game, array)).name == fault.wrong.name


def test_each_thing_that_can_be_wrong_is_found_somewhere() -> None:
    assert {fault.wrong for fault in FAULTS.values()} == set(Wrong) - {Wrong.FINE}


@pytest.mark.parametrize("make", [at, walking, struck, clawed, resolving_event, cooking])
def test_no_bytes_make_the_check_read_outside_the_record(make: Callable[[], State]) -> None:
    """Whatever a byte becomes, there is an answer."""
    array, draws = make().array.copy(), np.random.default_rng(1)
    for _ in range(400):
        spoilt = array.copy()
        raw = spoilt.view(np.uint8).reshape(-1)
        for place in draws.integers(0, STATE.itemsize, 3):
            raw[place] = draws.integers(0, 256)
        assert Wrong(broken_invariant(GAME, spoilt)) in Wrong


# ---- refused as a dictionary, with the key


Mapping = dict[str, Any]

REFUSED: dict[str, tuple[Mapping, str]] = {
    "no players": ({"players": None}, "players"),
    "one player": ({"players": 1}, "players: this game is for 2 to 5, not 1"),
    "an unknown key": ({"weather": "rain"}, "weather: is no key of a position"),
    "two seats": ({"seats": [{}, {}]}, "seats: one entry per seat, 3 in all, not 2"),
    "a round too many": ({"round": 8}, "round: a game has 7, not 8"),
    "an unknown phase": ({"phase": "lunch"}, "phase: must be one of setup"),
    "a phase that does not say what is due": (
        {"phase": "round_end"},
        "waiting: say what is due in phase 'round_end'",
    ),
    "an unknown hero": ({"hero_row": ["cook"]}, "hero_row.0: must be one of guardian"),
    "a hero twice in the row": (
        {"hero_row": ["archer", "archer", "bard", "knight"]},
        "hero_row: names one twice",
    ),
    "a hero in two taverns": (
        {"seats": [{"heroes": ["bard"]}, {"heroes": ["bard"]}, {}]},
        "hero_row, heroes_left, seats.*.heroes: a hero is in two places",
    ),
    "five recipes": ({"recipe_row": ["PP", "PM", "MM", "PS", "PE"]}, "recipe_row: "),
    "a dragon in round 1": ({"dragon": "ember"}, "dragons_left, dragon: "),
    "a seat that is not there in the bank": (
        {"bank": {"1": 4}},
        "bank: there is no seat 4 with 3 players",
    ),
    "a first player who is not there": (
        {"first_player": 3},
        "first_player: there is no seat 3 with 3 players",
    ),
    "a walk without its steps": (
        {"effects": [{"kind": "walk", "player": 0, "entered": True}]},
        "effects.0.steps: is missing",
    ),
    "too many interrupted effects": (
        {"effects": [{"kind": "damage", "player": 0}] * 9},
        "effects: at most 8, not 9",
    ),
    "an effect of a seat that is not there": (
        {"effects": [{"kind": "damage", "player": 3}]},
        "effects: there is no seat 3 with 3 players",
    ),
    "a mission face down": (
        {"seats": [{"missions": ["face_down", "trophy"]}, {}, {}]},
        "seats.0.missions: say which",
    ),
    "trophies face down": (
        {"round": 6, "seats": [{"trophies": {"face_down": 1}}, {}, {}]},
        "seats.0.trophies: say which",
    ),
    "more than fits into pockets": (
        {"seats": [{"minions": {"plain": {"carried": {"egg": 2, "meat": 1}}}}, {}, {}]},
        "seats.*.minions.*.carried, seats.*.minions.*.wounds: a minion has more",
    ),
    "a question of the wrong kind": (
        {"waiting": {"for": "decision", "player": 0, "question": "die"}},
        "waiting.question: 'die' is no decision",
    ),
    "somebody asked whose turn it is not": (
        {"waiting": {"for": "decision", "player": 1, "question": "open"}},
        "waiting.player: this player is not the one",
    ),
    "a decision that has no options": (
        {"waiting": {"for": "decision", "player": 0, "question": "path"}},
        "turn.active: ",
    ),
    "a subject of nothing": ({"subject": "plain"}, "subject, roll: "),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_position_that_cannot_be_is_refused_with_its_key(name: str) -> None:
    position, words = REFUSED[name]
    with pytest.raises(ValueError, match=re.escape(words)):
        State.from_dict(GAME, {"players": 3, **position})


@pytest.mark.parametrize(
    "wrong",
    [
        {"bank": [1]},
        {"bank": {1: 1}},
        {"seats": {"0": {}}},
        {"effects": [1]},
        {"effects": [{"kind": []}]},
        {None: 1},
        {"waiting": {"for": []}},
        {"round": 2**70},
        {"seats": [{"gold": float("nan")}, {}, {}]},
        {"subject": 5},
        {"marks": [{"sword": 1}]},
    ],
    ids=str,
)
def test_a_form_that_cannot_be_ends_in_a_value_error(wrong: Any) -> None:
    with pytest.raises(ValueError, match="this is no position"):
        State.from_dict(GAME, {"players": 3, **wrong})
