"""What decisions do and what chance brought, in plain sentences for people at the table."""

from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.seam import CHANCE, NOBODY
from pixies_env.taverns.board import Board
from pixies_env.taverns.effects import (
    ability_of,
    appearance_of,
    bad_half_of,
    bonus_of,
    encounter_of,
    good_half_of,
    track_space_of,
)
from pixies_env.taverns.names import (
    CHANCE_KINDS,
    FACES,
    INGREDIENTS,
    MINIONS,
    QUESTIONS,
    SYMBOLS,
    Effect,
    Item,
    Location,
    Market,
    Question,
    Roll,
)
from pixies_env.taverns.words_of_cards import (
    ITEM_EFFECTS,
    LOCATION_EFFECTS,
    counted,
    effect_words,
    effects_words,
    hero_words,
    ingredients,
    mission_words,
    one,
    spoken,
)

_QUESTIONS = {
    "tavern": "Which tavern board do you take?",
    "keep": "Which mission do you keep, in secret?",
    "open": "Your turn: what do you do?",
    "attack": "You hunt: what do you do before you strike?",
    "cook": "Still to be paid: {unpaid}. Does a cube replace any of it?",
    "path": "Where does the {active} minion walk?",
    "pass": "The {active} minion walks through the City: does it stop there?",
    "warp": "Where is the {active} minion moved?",
    "again": "The die of which minion do you roll again?",
    "dungeon": "Do you search the dungeon on?",
    "market": "What does the market store for you?",
    "mark": "In which row does the {symbol} hit the dragon?",
    "drop": "What does the {subject} minion give up?",
    "visit": "Which location do you visit?",
    "owl": "Which ingredient do you store?",
    "copy": "Which ingredient of the {active} minion is doubled?",
    "unload": "Which carried ingredient do you store?",
    "set_die": "Which die do you set?",
    "ready": "Which hero becomes ready?",
    "exhaust": "Which hero becomes exhausted?",
    "treat": "Which minion do you heal?",
    "hurt": "Which minion takes the wound?",
    "discard": "Which stored ingredient do you give up?",
    "symbol": "Which symbol do you add?",
    "turn": "Which hunting die do you turn?",
    "trade": "Do you trade?",
}
_CHANCES = {
    "lay": "A location is laid on site {place}",
    "token": "A token is laid on token space {place}",
    "hero": "A hero joins the row",
    "recipe": "A recipe joins the row",
    "mission": "{whose} mission is drawn",
    "dragon": "A dragon appears",
    "trophy": "The dragon is beaten: a trophy is drawn",
    "event": "An event is revealed",
    "encounter": "An encounter is drawn",
    "item": "The goblin's top item is turned",
    "dungeon": "A token of the dungeon is turned",
    "forge": "A token of the forge is drawn",
    "die": "{rolled}",
    "hunt_die": "A hunting die is rolled{again}",
    "first": "The first player is drawn by lot",
}


def rules_page() -> str:
    """The rules in short."""
    return (Path(__file__).parent / "rules_page.md").read_text(encoding="utf-8")


class Words:
    """The sentences of one game.

    Args:
        board: what is printed.
        record: one-element array of the same for the rules.
        actions: the decisions.
        outcomes: what chance can bring.
    """

    def __init__(
        self, board: Board, record: np.ndarray, actions: Catalogue, outcomes: Catalogue
    ) -> None:
        self._printed = record[0]
        self._actions, self._outcomes = actions, outcomes
        self._recipes = {name: place for place, name in enumerate(board.recipe_names)}
        self._heroes = {name: place for place, name in enumerate(board.hero_names)}
        self._missions = {name: place for place, name in enumerate(board.mission_names)}
        self._dragons = {name: place for place, name in enumerate(board.dragon_names)}
        self._events = {name: place for place, name in enumerate(board.event_names)}
        self._encounters = {name: place for place, name in enumerate(board.encounter_names)}
        self._taverns = {name: place for place, name in enumerate(board.tavern_names)}
        self._dragon_names = board.dragon_names

    def action(self, state: np.ndarray, action: int) -> str:
        """What a decision does at this position."""
        verb = self._actions.family(action).verb
        said: str = getattr(self, f"_{verb}")(state[0], *self._actions.arguments(action))
        return said

    def outcome(self, state: np.ndarray, outcome: int) -> str:
        """What a chance outcome says."""
        verb = self._outcomes.family(outcome).verb
        said: str = getattr(self, f"_turned_{verb}")(state[0], *self._outcomes.arguments(outcome))
        return said

    def question(self, state: np.ndarray) -> str:
        """What the position waits for."""
        record = state[0]
        if record.waiting == CHANCE:
            return _CHANCES[CHANCE_KINDS[record.question]].format(
                place=int(record.cursor) + 1,
                whose="The common" if record.player == NOBODY else f"Player {record.player}'s",
                rolled=_rolled(record),
                again=" again" if record.roll == Roll.RETHROW else "",
            )
        return _QUESTIONS[QUESTIONS[record.question]].format(
            active=_minion(record.active),
            subject=_minion(record.subject),
            symbol=SYMBOLS[0 if record.added[0] > 0 else 1],
            unpaid=ingredients(record.unpaid),
        )

    def reason(self, state: np.ndarray) -> str:
        """Why the game ended."""
        return "all rounds have been played"

    # ---- set-up

    def _tavern(self, record: Any, tavern: str) -> str:
        place = self._taverns[tavern]
        spaces = range(1, int(self._printed.track_length[place]) + 1)
        told = [effect_words(self._printed, track_space_of(place, space)) for space in spaces]
        return f"Take {spoken(tavern)}: {'; '.join(told)}"

    def _keep(self, record: Any, mission: str) -> str:
        return f"Keep the mission: {mission_words(self._printed, self._missions[mission])}"

    # ---- main actions

    def _cook(self, record: Any, value: str, recipe: str) -> str:
        place = self._recipes[recipe]
        prestige = int(self._printed.recipe_prestige[place]) + int(value)
        needs = ingredients(self._printed.recipe_needs[place])
        return f"Cook {recipe} ({needs}) with a die of {value}: {prestige} prestige"

    def _bank(self, record: Any, value: str, slot: str) -> str:
        place = len(self._printed.bank_gold) - 1 if slot == "blank" else int(slot) - 1
        where = "the blank slot" if slot == "blank" else f"slot {slot}"
        return f"Bank: a die of {value} on {where}, {self._printed.bank_gold[place]} gold"

    def _energy(self, record: Any, value: str) -> str:
        return f"Energy source: a die of {value}, {value} energy"

    def _activate(self, record: Any, value: str, minion: str) -> str:
        steps = int(value) + int(self._printed.extra_steps[MINIONS.index(minion)])
        walks = f"the {minion} minion walks {counted(steps, 'zone')}"
        return f"Activate with a die of {value}: {walks}"

    def _lose(self, record: Any, value: str) -> str:
        return f"Lose a die of {value}, which has no place"

    # ---- secondary actions

    def _collect(self, record: Any, kind: str) -> str:
        if record.question == Question.OWL:
            return f"Store {one(kind)}, a token of this zone"
        return f"Collect {one(kind)}, a token of this zone"

    def _gather(self, record: Any, kind: str) -> str:
        if record.question == Question.OWL:
            return f"Store {one(kind)} that is printed here"
        return f"Gather {one(kind)} that is printed here"

    def _visit(self, record: Any, location: str) -> str:
        place = Location[location.upper()]
        cost = int(self._printed.location_cost[place])
        free = (
            record.question == Question.VISIT
            and self._printed.effect[record.effect] == Effect.VISIT_FREE
        )
        price = "free" if free or cost == 0 else f"{cost} energy"
        return f"Visit the {location} ({price}): {LOCATION_EFFECTS[place]}"

    def _hunt(self, record: Any, dice: str) -> str:
        dragon = spoken(self._dragon_names[record.dragon])
        return f"Hunt the dragon {dragon} with {dice} energy and as many dice"

    def _meet(self, record: Any) -> str:
        return f"Draw an encounter for {self._printed.encounter_price} energy"

    def _buy(self, record: Any) -> str:
        return f"Buy the goblin's top item for {self._printed.item_price} gold"

    # ---- free actions, some also in a hunt

    def _reroll(self, record: Any, value: str) -> str:
        return f"Roll a die of {value} again for a rune"

    def _hire(self, record: Any, hero: str) -> str:
        place = self._heroes[hero]
        cost = self._printed.hero_cost[place]
        return f"Hire the {spoken(hero)} for {cost} gold: {hero_words(self._printed, place)}"

    def _ability(self, record: Any, hero: str) -> str:
        ability = effect_words(self._printed, ability_of(self._heroes[hero]))
        return f"Exhaust the {spoken(hero)}: {ability}"

    def _bonus(self, record: Any, hero: str) -> str:
        bonus = effect_words(self._printed, bonus_of(self._heroes[hero]))
        price = self._printed.bonus_price
        return f"Bonus of the {spoken(hero)}, once, for {price} energy: {bonus}"

    def _store(self, record: Any, minion: str) -> str:
        return f"Store all that the {minion} minion carries"

    def _heal(self, record: Any, minion: str) -> str:
        return f"Remove all wounds of the {minion} minion"

    def _use(self, record: Any, item: str) -> str:
        return f"Use the {item}: {ITEM_EFFECTS[Item[item.upper()]]}"

    def _track(self, record: Any, space: str) -> str:
        slot = track_space_of(int(record.tavern[record.player]), int(space))
        return f"Track, space {space}: {effect_words(self._printed, slot)}; the marker goes back"

    def _end_turn(self, record: Any) -> str:
        return "End the turn"

    def _king_call(self, record: Any) -> str:
        return "The king calls: store all that the active minion carries, and end the turn"

    # ---- the hunt

    def _rethrow(self, record: Any, face: str) -> str:
        return f"Roll a hunting die that shows {one(face)} again for a rune"

    def _strike(self, record: Any) -> str:
        return "Strike: mark the damage, then the dragon strikes back"

    def _mark(self, record: Any, symbol: str, row: str) -> str:
        return f"Mark {one(symbol)} in row {row}"

    # ---- answers to questions

    def _substitute(self, record: Any, kind: str) -> str:
        return f"A cube replaces {one(kind)}"

    def _pay(self, record: Any) -> str:
        return "Pay all of it out of the reserve"

    def _path(self, record: Any, zone: str) -> str:
        return f"Walk on into {spoken(zone)}"

    def _walk_on(self, record: Any) -> str:
        return "Walk on"

    def _warp(self, record: Any, zone: str) -> str:
        return f"Move to {spoken(zone)}"

    def _again(self, record: Any, minion: str) -> str:
        return f"Roll the die of the {minion} minion again and activate it"

    def _search(self, record: Any) -> str:
        return "Turn another token"

    def _leave(self, record: Any) -> str:
        return "Leave the dungeon"

    def _market(self, record: Any, kind: str) -> str:
        price = self._printed.market_price[INGREDIENTS.index(kind)]
        if self._printed.market == Market.STORE:
            return f"Pay {price} gold to store {one(kind)} that the active minion carries"
        return f"Buy {one(kind)} for {price} gold"

    def _drop(self, record: Any, kind: str) -> str:
        return f"Give up {one(kind)}"

    def _copy(self, record: Any, kind: str) -> str:
        return f"Double {one(kind)}"

    def _unload(self, record: Any, minion: str, kind: str) -> str:
        return f"Store {one(kind)} of the {minion} minion"

    def _set_die(self, record: Any, old: str, new: str) -> str:
        return f"Set a die of {old} to {new}"

    def _ready(self, record: Any, hero: str) -> str:
        return f"The {spoken(hero)} becomes ready"

    def _exhaust(self, record: Any, hero: str) -> str:
        return f"The {spoken(hero)} becomes exhausted"

    def _treat(self, record: Any, minion: str) -> str:
        return f"Remove all wounds of the {minion} minion"

    def _hurt(self, record: Any, minion: str) -> str:
        return f"The {minion} minion takes the wound"

    def _discard(self, record: Any, kind: str) -> str:
        return f"Give up {one(kind)} out of the reserve"

    def _symbol(self, record: Any, symbol: str) -> str:
        return f"Add {one(symbol)}"

    def _turn(self, record: Any, face: str) -> str:
        wanted = FACES[self._printed.effect_argument[record.effect]]
        return f"Turn a die that shows {one(face)} to {one(wanted)}"

    def _accept(self, record: Any) -> str:
        kind = INGREDIENTS[self._printed.effect_argument[record.effect]]
        return f"Pay {self._printed.effect_gold[record.effect]} gold and store {one(kind)}"

    def _decline(self, record: Any) -> str:
        return "Decline"

    # ---- chance

    def _turned_lay(self, record: Any, location: str) -> str:
        return f"Site {record.cursor + 1}: the {location}"

    def _turned_token(self, record: Any, token: str) -> str:
        return f"Token space {record.cursor + 1}: {one(token)}"

    def _turned_hero(self, record: Any, hero: str) -> str:
        told = hero_words(self._printed, self._heroes[hero])
        return f"The {spoken(hero)} joins the row: {told}"

    def _turned_recipe(self, record: Any, recipe: str) -> str:
        place = self._recipes[recipe]
        needs = ingredients(self._printed.recipe_needs[place])
        prestige = self._printed.recipe_prestige[place]
        return f"The recipe {recipe} joins the row: {needs}, for {prestige} prestige"

    def _turned_mission(self, record: Any, mission: str) -> str:
        whose = "Common mission" if record.player == NOBODY else "Mission"
        return f"{whose}: {mission_words(self._printed, self._missions[mission])}"

    def _turned_dragon(self, record: Any, dragon: str) -> str:
        place = self._dragons[dragon]
        appears = effect_words(self._printed, appearance_of(place))
        site = self._printed.dragon_site[place] + 1
        return f"The dragon {spoken(dragon)} appears on site {site}: {appears}"

    def _turned_trophy(self, record: Any, prestige: str) -> str:
        return f"The trophy is worth {prestige} prestige"

    def _turned_event(self, record: Any, event: str) -> str:
        place = self._events[event]
        good = effects_words(self._printed, good_half_of(place))
        bad = effects_words(self._printed, bad_half_of(place))
        return f"The event {spoken(event)}. Good: {good}. Bad: {bad}"

    def _turned_encounter(self, record: Any, encounter: str) -> str:
        told = effects_words(self._printed, encounter_of(self._encounters[encounter]))
        return f"The encounter {spoken(encounter)}: {told}"

    def _turned_item(self, record: Any, item: str) -> str:
        return f"The {item}: {ITEM_EFFECTS[Item[item.upper()]]}"

    def _turned_dungeon(self, record: Any, token: str) -> str:
        return f"The token of the dungeon: {spoken(token)}"

    def _turned_forge(self, record: Any, token: str) -> str:
        return f"The token of the forge: {spoken(token)}"

    def _turned_die(self, record: Any, value: str) -> str:
        return f"The die shows {value}"

    def _turned_hunt_die(self, record: Any, face: str) -> str:
        return f"The hunting die shows {one(face)}"

    def _turned_first(self, record: Any, seat: str) -> str:
        return f"Player {seat} is first player"


def _minion(number: int) -> str:
    """The minion that a question is about; of other questions the number is none."""
    return MINIONS[number] if 0 <= number < len(MINIONS) else ""


def _rolled(record: Any) -> str:
    """Whose die is rolled, and what for."""
    if record.roll == Roll.MINION:
        return f"The die of the {_minion(record.subject)} minion is rolled again"
    if record.roll == Roll.AVAILABLE:
        return "A die is rolled again"
    if record.player == NOBODY:
        return "The goblin's dice are rolled"
    return f"The dice of player {record.player} are rolled"
