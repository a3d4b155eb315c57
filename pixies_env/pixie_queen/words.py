"""What decisions do and what chance brought, in plain sentences for people at the table."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.seam import CHANCE
from pixies_env.pixie_queen.board import Board
from pixies_env.pixie_queen.describe import action_name
from pixies_env.pixie_queen.limits import ACTIONS
from pixies_env.pixie_queen.names import (
    GOODS,
    NOBODY,
    SKILLS,
    VIRTUAL,
    Answer,
    ChanceKind,
    Question,
    Reason,
    Skill,
    Space,
)

_EFFECTS = {
    Skill.CHEAP_GOLD: "converting into gold costs {size} silver less",
    Skill.SERVANT_BONUS: "{size} point{s} more for each faithful servant made",
    Skill.RING_BONUS: "{size} point{s} more for each gold ring forged",
    Skill.SILVER_INCOME: "{size} silver in every steal phase",
    Skill.FREE_PROMOTION: "{size} more promotion{s} in every reward phase",
    Skill.FREE_DEMOTION: "swapping a pixie down costs no apple",
    Skill.FREE_CHAINS: "removing a stone costs no bread",
    Skill.EXTRA_SLOT: "a place for one more food tile or one-use tile",
    Skill.COPY_UNUSED: "a copy may also be of a space that nobody has used",
    Skill.SLAVE_MERCY: "at most {size} punishment point{s} for slaves",
}
_NUMBERS = ("no", "one", "two", "three", "four", "five")
SPACE_EFFECTS = {
    Space.STEAL_FOOD: "Steal food: two of one food",
    Space.STEAL_SILVER: "Steal silver: two silver",
    Space.PROMOTION: "Promotion: a pixie goes one level up",
    Space.EXCHANGE: "Exchange: up to seven of one good for as many of another",
    Space.CONVERT: "Convert: turn silver into gold",
    Space.FOOD_TILE: "Take the top food tile",
    Space.DOUBLE_OFFERING: "Take the tile double offering",
    Space.LOOK_IN_THE_BAG: "Take the tile look in the bag",
    Space.MERCY: "Take the tile mercy",
    Space.PUNISHMENT_DIE: "Punishment die: roll it and share out its points among the others",
    Space.TRACKS: "Tracks: pay a silver or a gold for a step on its track",
    Space.CASINO: "Casino: roll the die and take what it shows",
    Space.GOLD_RING: "Forge a gold ring",
    Space.ROB: "Rob a pixie: its owner hands over what its hand shows",
    Space.MINE: "Mine: draw cubes from the bag, one for each own slave, but at least one",
    Space.EXCHANGE_TILES: "Exchange a tile for another of its kind",
    Space.GOODS: "Goods: take one food, or put three goods back",
    Space.COPY: "Copy a double space, for punishment points",
    Space.SPECIAL_OFFERING: "Special offering: pay what lies on its track and add a good",
    Space.TURN_ORDER: "Turn order: pay honey to be earlier in the next round",
    Space.PRIORITY: "Temporary priority: first in the order once this phase is over",
}
_SHORT = {
    Space.STEAL_FOOD: "steal food",
    Space.STEAL_SILVER: "steal silver",
    Space.PROMOTION: "promotion",
    Space.EXCHANGE: "exchange",
    Space.CONVERT: "convert",
    Space.FOOD_TILE: "food tile",
    Space.DOUBLE_OFFERING: "double offering",
    Space.LOOK_IN_THE_BAG: "look in the bag",
    Space.MERCY: "mercy",
    Space.PUNISHMENT_DIE: "punishment die",
    Space.TRACKS: "tracks",
    Space.CASINO: "casino",
    Space.GOLD_RING: "forge a ring",
    Space.ROB: "rob a pixie",
}
_DRAWS = {
    Answer.YES: "Use look in the bag: pick two cubes",
    Answer.NO: "Keep look in the bag and draw",
}
_ANNOUNCES = {
    Answer.YES: "Use double offering: one more hand this round",
    Answer.NO: "Keep double offering for later",
}
_PLAIN = {
    "done": "Leave the other hands empty",
    "refuse": "Offer nothing, for punishment points",
    "mercy": "Hand back the tile mercy, and nobody goes to the mine",
    "pass": "Pass: no more actions this round, for punishment points",
    "stop": "Stop: no more of this",
}
_QUESTIONS = {
    Question.DRAFT: "Which skill do you take?",
    Question.TILE_FOOD: "Which food does your food tile bring?",
    Question.TURN: "Your turn: where do your discs go?",
    Question.FOOD: "Which food do you steal?",
    Question.PROMOTE: "Which pixie goes up?",
    Question.EXCHANGE: "What do you exchange?",
    Question.CONVERT: "How much gold do you buy?",
    Question.TRACK: "On which track do you move?",
    Question.ASSIGN: "Who gets the next punishment point?",
    Question.ROB: "Which pixie do you rob?",
    Question.PEEK: "Do you use look in the bag?",
    Question.PICK: "Which cube do you pick?",
    Question.CHAIN: "On whose slave do you lay the stone?",
    Question.SWAP: "Which tile do you exchange?",
    Question.GOODS: "What do you take or put back?",
    Question.COPY: "Which double space do you copy?",
    Question.ADD: "Which good do you add to the offering track?",
    Question.ADVANCE: "How far forward do you move?",
    Question.ANNOUNCE: "Do you use double offering this round?",
    Question.OFFER: "What do you offer, in secret?",
    Question.PROMOTION: "Your promotion: which pixie goes up?",
    Question.DEMOTE: "Which of your pixies goes to the mine?",
    Question.LIFT: "Which virtual pixie goes up?",
    Question.FINAL: "Before the final score: do you remove a stone?",
}
_CHANCES = {
    ChanceKind.START_ORDER: "The turn order is drawn",
    ChanceKind.SKILLS: "Skills are laid out",
    ChanceKind.DEAL: "A skill is dealt",
    ChanceKind.DEMAND: "The Queen's demand is turned",
    ChanceKind.CUBE: "A cube is drawn from the bag",
    ChanceKind.PUNISHMENT_DIE: "The punishment die rolls",
    ChanceKind.CASINO_DIE: "The casino die rolls",
}
_REASONS = {
    Reason.ROUNDS: "all rounds have been played",
    Reason.GOLD_NUMBERS: "all gold-numbered reward tiles are taken",
    Reason.LAST_PLAYER: "only one player is left",
}


def skill_effects(board: Board) -> dict[str, str]:
    """What each skill does on a board, by its name."""
    return {SKILLS[skill]: _effect(skill, board.skill_size(SKILLS[skill])) for skill in Skill}


def _effect(skill: Skill, size: int) -> str:
    if size == 0 and skill != Skill.SLAVE_MERCY:
        return "nothing on this board"
    told = _NUMBERS[size] if size < len(_NUMBERS) else str(size)
    return _EFFECTS[skill].format(size=told, s="" if size == 1 else "s")


def action_words(
    actions: Catalogue, effects: Mapping[str, str], state: np.ndarray, action: int
) -> str:
    """What a decision does at this position; ``effects`` are those of the skills."""
    verb, _, rest = action_name(actions, state, action).partition("(")
    arguments = rest.removesuffix(")").split(",") if rest else []
    if verb in _PLAIN:
        return _PLAIN[verb]
    if verb == "draft":
        (skill,) = arguments
        return f"Take {_skill(skill)}: {effects[skill]}"
    return _WORDS[verb](state[0], *arguments)


def outcome_words(outcomes: Catalogue, state: np.ndarray, outcome: int) -> str:
    """What a chance outcome says."""
    family = outcomes.family(outcome)
    return _OUTCOMES[family.verb](*outcomes.arguments(outcome))


def question_words(state: np.ndarray) -> str:
    """What the position waits for."""
    record = state[0]
    if record.waiting == CHANCE:
        return _CHANCES[ChanceKind(record.question)]
    return _QUESTIONS[Question(record.question)]


def reason_words(state: np.ndarray) -> str:
    """Why the game ended."""
    return _REASONS[Reason(state[0].reason)]


def rules_page() -> str:
    """The rules in short."""
    return (Path(__file__).parent / "rules_page.md").read_text(encoding="utf-8")


def _skill(name: str) -> str:
    return name.replace("_", " ")


def _place(record: Any, number: str) -> str:
    space = int(number)
    effect = SPACE_EFFECTS[Space(space)]
    if space == Space.PRIORITY:
        discs = "all discs left"
    elif space > ACTIONS or record.hands[space] != NOBODY:
        discs = "1 disc"
    else:
        discs = "2 discs"
    return f"{space}. {effect} ({discs})"


def _at(place: str) -> str:
    """A place of the pyramid as a promotion names it."""
    if place == "mine":
        return "the mine"
    return "the servant space" if place == "servant" else f"hand {place}"


def _standing(record: Any, place: str) -> int:
    """Colour on a hand, or nobody."""
    return int(record.hands[int(place)]) if place.isdecimal() else NOBODY


def _colour(colour: int) -> str:
    return "a virtual pixie" if colour == VIRTUAL else f"player {colour}'s pixie"


def _promote(record: Any, source: str, target: str) -> str:
    move = f"Move a pixie from {_at(source)} to {_at(target)}"
    other = _standing(record, target)
    return move if other == NOBODY else f"{move}, swapping places with {_colour(other)}"


def _lift(record: Any, source: str, target: str) -> str:
    return f"Move a virtual pixie from {_at(source)} to {_at(target)}"


def _rob(record: Any, hand: str) -> str:
    return f"Rob {_colour(_standing(record, hand))} on hand {hand}"


def _whose(record: Any, seat: str) -> str:
    return "an own" if int(seat) == int(record.player) else f"player {seat}'s"


def _chain(record: Any, seat: str, slot: str) -> str:
    return f"Lay the stone on {_whose(record, seat)} slave in place {int(slot) + 1}"


def _swap(record: Any, kind: str, own: str, *other: str) -> str:
    if kind == "food":
        where = "the top one of the board" if other[0] == "board" else f"player {other[0]}'s"
        value = f" of value {other[1]}" if len(other) > 1 else ""
        return f"Exchange the food tile of value {own} for {where}{value}"
    what = "tile" if kind == "one_use" else "skill"
    return f"Exchange the {what} {_skill(own)} for {_skill(other[0])}"


def _offer(record: Any, kind: str, number: str) -> str:
    return f"Offer {number} {kind}"


_WORDS: dict[str, Callable[..., str]] = {
    "tile_food": lambda _, food: f"The food tile brings one {food}",
    "place": _place,
    "food": lambda _, food: f"Steal {food}",
    "promote": _promote,
    "exchange": lambda _, give, get, number: f"Exchange {give} for {get}: {number} of each",
    "convert": lambda _, gold: f"Turn silver into {gold} gold",
    "track": lambda _, kind: f"Pay a {kind} and move a step on the {kind} track",
    "assign": lambda _, seat: f"One punishment point to player {seat}",
    "rob": _rob,
    "peek": lambda _, answer: _DRAWS[Answer[answer.upper()]],
    "pick": lambda _, cube: f"Pick {cube}",
    "chain": _chain,
    "swap": _swap,
    "discard": lambda _, good: f"Put one {good} back",
    "take": lambda _, food: f"Take one {food}",
    "copy": lambda _, hand: f"Copy {hand}. {_SHORT[Space(int(hand))]}",
    "add": lambda _, good: f"Add one {good} to the offering track",
    "advance": lambda _, places: f"Pay {places} honey and move {places} forward in the order",
    "announce": lambda _, answer: _ANNOUNCES[Answer[answer.upper()]],
    "offer": _offer,
    "demote": lambda _, hand: f"Send the pixie on hand {hand} to the mine",
    "lift": _lift,
    "unchain": lambda _, slot: f"Remove a stone from the slave in place {int(slot) + 1}",
}


def _order(*seats: str) -> str:
    return f"Turn order: {', '.join(f'player {seat}' for seat in seats)}"


def _casino(*goods: str) -> str:
    counted = [f"{goods.count(good)} {good}" for good in GOODS if good in goods]
    return f"The casino die shows {', '.join(counted)}"


_OUTCOMES: dict[str, Callable[..., str]] = {
    "start_order": _order,
    "skills": lambda *skills: f"Skills laid out: {', '.join(map(_skill, skills))}",
    "deal": lambda skill: f"The skill {_skill(skill)} is dealt",
    "demand": lambda food: f"The Queen demands {food}",
    "cube": lambda cube: f"A cube from the bag: {cube}",
    "punishment_die": lambda points: f"The punishment die shows {points}",
    "casino_die": _casino,
}
