"""The position in a dictionary with descriptive keys."""

from typing import Annotated, Any

import numpy as np
from pydantic import Field

from pixies_env.core.kit.positions import Keys, tell_waiting
from pixies_env.core.kit.readings import (
    Reading,
    amounts,
    by_name,
    each,
    first_of,
    flag,
    member,
    members,
    number_or_none,
    row,
    seat_or_none,
    whole,
)
from pixies_env.core.kit.remade import Remade
from pixies_env.core.seam import DECISION
from pixies_env.taverns import limits
from pixies_env.taverns.board import Board
from pixies_env.taverns.describe_effects import effect_or_none, effect_words, interrupted
from pixies_env.taverns.names import (
    BANK_SLOTS,
    CHANCE_KINDS,
    FACES,
    FORGE_TOKENS,
    INGREDIENTS,
    LOCATIONS,
    MINIONS,
    NONE,
    QUESTIONS,
    Face,
    Hunt,
    Item,
    Minion,
    Phase,
    Question,
    Roll,
    Symbol,
    Token,
)
from pixies_env.taverns.state import HAND

_COUNT = whole()
_MOST = 2**31 - 1
"""What a field of 32 bits holds: gold and prestige have no limit."""
_MOST_STORED = 2**15 - 1
"""What a field of 16 bits holds: stored ingredients have no limit either."""
_INGREDIENTS = amounts(INGREDIENTS)
_VALUES = tuple(str(value) for value in range(1, limits.VALUES + 1))
_DIE = number_or_none(0, 1, limits.VALUES)
_ITEMS = amounts(Item)
_FORGE = amounts(FORGE_TOKENS)
_ROWS = Reading(
    list[Annotated[int, Field(ge=1, le=limits.MAX_ROWS)]],
    lambda rows: [place + 1 for place in range(limits.MAX_ROWS) if (int(rows) >> place) & 1],
    lambda given: sum(1 << (place - 1) for place in set(given)),
)
"""Numbers of the rows in a set, from 1."""


def _with_hidden(length: int, reading: Reading, used: int) -> Reading:
    """Numbers of so many kinds, and in the last place of all how many lie face down."""

    def lay(given: Any) -> list[Any]:
        *known, hidden = reading.lay(given)
        return [*known, *[0] * (length - used - 1), hidden]

    return Reading(
        reading.form, lambda values: reading.tell([*values[:used], values[length - 1]]), lay
    )


SUBJECTS: dict[str, int] = {
    word: number for names in (MINIONS, FACES) for number, word in enumerate(names)
}
"""Minions and faces by their words, which differ; a die is told by its value."""


def _subject(record: Any) -> int | str | None:
    """The minion that is wounded or whose die is rolled, or the die, by value or face."""
    number = int(record.subject)
    if number == NONE:
        return None
    dropping = record.waiting == DECISION and record.question == Question.DROP
    if dropping or record.roll == Roll.MINION:
        return MINIONS[number]
    return FACES[number] if record.roll == Roll.RETHROW else number


TURN = Keys(
    {
        "main_action_done": ("main_done", flag()),
        "active": ("active", member(Minion, NONE)),
        "may_collect": ("may_collect", flag()),
        "has_collected": ("has_collected", flag()),
        "has_hunted": ("hunted", flag()),
        "has_bought": ("bought", flag()),
        "has_met": ("met", flag()),
        "cooked": ("cooked_now", _COUNT),
        "visited": ("visited", members(LOCATIONS)),
    }
)
"""What the player to move has done in this turn."""

HUNT = Keys(
    {
        "part": ("hunting", member(Hunt, Hunt.NONE)),
        "dice": ("hunt_dice", amounts(Face)),
        "symbols": ("added", amounts(Symbol)),
        "no_claws": ("no_claws", flag()),
        "no_wounds": ("no_wounds", flag()),
        "rows_before": ("rows_before", _ROWS),
    }
)
"""The hunt that is under way: symbols are those added, from the strike on all left to mark."""


class Describer(Remade):
    """Callable that turns a one-element array of the state into a dictionary.

    ``keys`` are those of the whole, ``seat`` those of one player, ``minion`` of one minion;
    ``interrupted`` is the reading of one interrupted effect.
    """

    def __init__(self, board: Board, printed: np.ndarray) -> None:
        heroes, recipes = members(board.hero_names), members(board.recipe_names)
        missions, zones = board.mission_names, board.zone_names
        trophies = _with_hidden(
            limits.MAX_TROPHY_KINDS + 1,
            amounts(tuple(map(str, board.trophy_kinds)), hidden=True),
            len(board.trophy_kinds),
        )
        spaces = int(printed[0].token_spaces)
        effects = effect_words(board, printed)
        self.interrupted = interrupted(effects, board.recipe_names)
        self.minion = Keys(
            {
                "zone": ("zone", member(zones)),
                "die": ("minion_die", _DIE),
                "carried": ("carried", _INGREDIENTS),
                "wounds": ("wounds", _COUNT),
            }
        )
        self.seat = Keys(
            {
                "prestige": ("prestige", whole(0, _MOST)),
                "gold": ("gold", whole(0, _MOST)),
                "energy": ("energy", _COUNT),
                "runes": ("runes", _COUNT),
                "dice": ("dice", amounts(_VALUES)),
                "energy_die": ("energy_die", _DIE),
                "cooking_dice": ("cooking_dice", _COUNT),
                "lost_dice": ("lost_dice", _COUNT),
                "reserve": ("reserve", amounts(INGREDIENTS, _MOST_STORED)),
                "minions": lambda record, seat: {
                    minion.name.lower(): self.minion.tell(record, seat, minion) for minion in Minion
                },
                "heroes": ("heroes", heroes),
                "cooked": ("cooked", recipes),
                "missions": ("missions", row(missions, HAND)),
                "trophies": ("trophies", trophies),
                "forge": ("forge", _FORGE),
                "items": ("items", _ITEMS),
                "items_used": ("items_used", _ITEMS),
                "tavern": ("tavern", member(board.tavern_names, NONE)),
                "marker": ("marker", _COUNT),
            }
        )
        self.keys = Keys(
            {
                "players": lambda record: int(record.players),
                "round": ("round_number", _COUNT),
                "phase": ("phase", member(Phase)),
                "step": ("step", _COUNT),
                "cursor": ("cursor", _COUNT),
                "waiting": lambda record: tell_waiting(record, QUESTIONS, CHANCE_KINDS),
                "first_player": ("first_player", seat_or_none()),
                "turns_over": ("turn", _COUNT),
                "turn": TURN.tell,
                "effects": lambda record: [
                    self.interrupted.tell(frame) for frame in record.frames[: record.frame_count]
                ],
                "roll": ("roll", member(Roll, Roll.NONE)),
                "subject": _subject,
                "effect": ("effect", effect_or_none(effects)),
                "icon": ("icon", _COUNT),
                "event": ("event", member(board.event_names, NONE)),
                "hunt": HUNT.tell,
                "unpaid": ("unpaid", _INGREDIENTS),
                "locations": ("location_at", row(LOCATIONS, limits.SITES)),
                "spaces_used": ("spaces_used", each(_COUNT, limits.SITES)),
                "tokens": (
                    "token_at",
                    first_of(limits.MAX_TOKEN_SPACES, row(Token, spaces), spaces, NONE),
                ),
                "dungeon_left": (
                    "dungeon_left",
                    first_of(
                        limits.MAX_DUNGEON_KINDS,
                        amounts(board.dungeon_kinds),
                        len(board.dungeon_kinds),
                    ),
                ),
                "forge_left": ("forge_left", _FORGE),
                "goblin_zone": ("goblin_zone", member(zones, NONE)),
                "goblin_stack": ("stack", _COUNT),
                "hero_row": ("hero_row", heroes),
                "heroes_left": ("heroes_left", heroes),
                "exhausted": ("exhausted", heroes),
                "bonus_used": ("bonus_used", heroes),
                "recipe_row": ("recipe_row", row(board.recipe_names, limits.RECIPE_ROW)),
                "recipes_left": ("recipes_left", recipes),
                "common_mission": ("common_mission", member(missions, NONE)),
                "missions_left": ("missions_left", members(missions)),
                "events_left": ("events_left", members(board.event_names)),
                "encounters_left": ("encounters_left", members(board.encounter_names)),
                "items_left": ("items_left", _ITEMS),
                "dragons_left": ("dragons_left", members(board.dragon_names)),
                "dragon": ("dragon", member(board.dragon_names, NONE)),
                "marks": (
                    "marks",
                    first_of(
                        limits.MAX_ROWS,
                        each(amounts(Symbol), board.most_rows),
                        board.most_rows,
                        [0] * len(Symbol),
                    ),
                ),
                "trophies_left": ("trophies_left", trophies),
                "bank": ("bank_seat", by_name(BANK_SLOTS, seat_or_none(), NONE)),
                "blank_value": ("blank_value", _DIE),
                "seats": lambda record: [
                    self.seat.tell(record, seat) for seat in range(record.players)
                ],
            }
        )

    def __call__(self, state: np.ndarray) -> dict[str, Any]:
        """Everything in a position, in plain numbers, texts, lists and dictionaries."""
        return self.keys.tell(state[0])
