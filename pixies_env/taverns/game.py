"""Taverns & Dragons as a game behind the seam."""

from collections.abc import Iterable, Sequence
from functools import partial

from pixies_env.core.game import Game, Notation
from pixies_env.core.kit.invariants import messages
from pixies_env.core.options import BOARD, Option, game_factory
from pixies_env.core.seam import Functions
from pixies_env.taverns import catalogue, observed_numbers, result
from pixies_env.taverns.board import Board, BoardSource, load_board
from pixies_env.taverns.describe import Describer
from pixies_env.taverns.factors import OPENING, factors, factors_of
from pixies_env.taverns.hidden import hide, resample, revealed, sees
from pixies_env.taverns.invariants import Wrong, check
from pixies_env.taverns.length import longest_game
from pixies_env.taverns.limits import MAX_PLAYERS, MIN_PLAYERS, SITES
from pixies_env.taverns.names import CHANCE_KINDS, LOCATIONS, MARKETS, QUESTIONS
from pixies_env.taverns.printing import print_board
from pixies_env.taverns.prompt import Situation, brief
from pixies_env.taverns.restore import Restorer
from pixies_env.taverns.rules.ending import STANDINGS
from pixies_env.taverns.rules.engine import apply, apply_chance, chances, legal
from pixies_env.taverns.rules.opening import setup
from pixies_env.taverns.state import STATE
from pixies_env.taverns.text import Printer
from pixies_env.taverns.unknowns import open_questions, vary
from pixies_env.taverns.words import Words, rules_page

NAME = "taverns"
VERSION = 0
HISTORY = ("v0: first version",)

BENCH_TARGETS = {
    "core_mask": (1.5e6, 4e6),
    "observe_ratio": (0.45, 0.6),
    "mcts_sims": (5e3, 2e4),
    "state_bytes": (1024, 640),
}
"""What figures must reach and aim at on two cores."""

DESCRIPTION = """\
Two to five taverns prepare a feast for the king. In seven rounds of five turns everybody places
dice: to send a minion along the path through the forests, to cook, or to fetch gold or energy.
Minions collect ingredients, visit locations, hunt the dragon and bring home what they carry;
heroes help in many ways; recipes, trophies, heroes and missions give prestige. Five modules can
be left out: secret missions, events, taverns that differ, encounters and the goblin with its
items. The most prestige wins.

Chance: dice, and everything that is drawn, when it is drawn. Hidden: the others' missions, and
the prestige of their trophies.
"""

MODULE_OPTIONS = tuple(
    Option(name, (True, False), True, meaning)
    for name, meaning in (
        ("missions", "a common mission, and a secret one for each player"),
        ("events", "a card after some rounds that helps or harms everybody"),
        ("asymmetric", "tavern boards with tracks that differ"),
        ("encounters", "a token on the map at which cards are drawn"),
        ("goblin", "a goblin who sells items in odd rounds"),
    )
)
SWITCH_OPTIONS = (
    Option(
        "initial_recipes",
        (None, 1, 4),
        None,
        "recipes face up at the start; None: what the board says",
    ),
    Option(
        "city_on_pass",
        (None, False, True),
        None,
        "whether a minion that only walks through the City may store and heal there; "
        "None: what the board says",
    ),
    Option(
        "market",
        (None, *MARKETS),
        None,
        "whether the market sells out of the supply or stores what the minion carries; "
        "None: what the board says",
    ),
)
FIRST_GAME = "first_game"
LOCATIONS_OPTION = Option(
    "locations",
    (None, FIRST_GAME),
    None,
    f"the four locations in play, on sites at random; None: drawn; {FIRST_GAME}: those that the "
    "board advises for a first game",
    f"a list of four of {', '.join(LOCATIONS)}",
    (("caravan", "forge", "runes", "library"),),
)

FUNCTIONS = Functions(
    setup=setup,
    legal=legal,
    apply=apply,
    chances=chances,
    apply_chance=apply_chance,
    observe=observed_numbers.observe,
    hide=hide,
    resample=resample,
    returns=STANDINGS.returns,
    sees=sees,
    revealed=revealed,
)


@game_factory(NAME, BOARD, *MODULE_OPTIONS, *SWITCH_OPTIONS, LOCATIONS_OPTION)
def make(
    board: BoardSource,
    locations: str | Sequence[str] | None,
    initial_recipes: int | None,
    city_on_pass: bool | None,
    market: str | None,
    **modules: bool,
) -> Game:
    """The game on a board, with the options declared above.

    Raises:
        BoardError: the board cannot be used; says every table and key that is wrong.
        TypeError, ValueError: an option is not what it can be.
    """
    printed = load_board(board)
    named = _read_locations(locations, printed)
    switches = printed.switches
    choices = {
        "initial_recipes": switches.initial_recipes if initial_recipes is None else initial_recipes,
        "city_on_pass": switches.city_on_pass if city_on_pass is None else city_on_pass,
        "market": switches.market if market is None else market,
    }
    actions, outcomes = catalogue.decisions(printed), catalogue.outcomes(printed)
    record = print_board(printed, actions, outcomes, modules, choices, named)
    words = Words(printed, record, actions, outcomes)
    describer = Describer(printed, record)
    return Game(
        name=NAME,
        title="Taverns & Dragons",
        version=VERSION,
        players=tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
        seats=MAX_PLAYERS,
        factory=make,
        specification={
            "board": None if board is None else printed.to_mapping(),
            **modules,
            "initial_recipes": initial_recipes,
            "city_on_pass": city_on_pass,
            "market": market,
            "locations": locations
            if locations is None or isinstance(locations, str)
            else [str(name) for name in locations],
        },
        state_dtype=STATE,
        board=record,
        board_digest=printed.digest,
        actions=actions,
        outcomes=outcomes,
        questions=QUESTIONS,
        chance_kinds=CHANCE_KINDS,
        features=observed_numbers.all_features(printed),
        observation_modes=observed_numbers.MODES,
        utility_range=(-1.0, 1.0),
        max_decisions=longest_game(printed),
        functions=FUNCTIONS,
        invariants=check,
        invariant_messages=messages(Wrong),
        printed=printed.printed_numbers(),
        lowest_score=-1.0,
        description=DESCRIPTION,
        history=HISTORY,
        drawing="pixies_env.taverns.drawing:ARTIST",
        heuristics="pixies_agents.heuristics.taverns.agents:FAMILY",
        course="pixies_env.taverns.course:COURSE",
        bench_targets=BENCH_TARGETS,
        opening=OPENING,
        factors=factors_of(printed),
        unknowns=open_questions(printed),
        varied=lambda point: {"board": vary(printed.to_mapping(), point)},
        notation=Notation(
            action_name=actions.name,
            outcome_name=outcomes.name,
            describe=describer,
            restore=Restorer(record, describer, FUNCTIONS, (actions, outcomes)),
            text=Printer(printed, describer),
            result=partial(result.result, printed, record),
            statistics=partial(result.statistics, record),
            action_words=words.action,
            outcome_words=words.outcome,
            question_words=words.question,
            reason_words=words.reason,
            rules_page=rules_page,
            brief=partial(brief, printed, record),
            situation=Situation(printed, record, describer),
            factors=partial(factors, printed),
        ),
    )


def _read_locations(locations: str | Sequence[str] | None, board: Board) -> tuple[int, ...]:
    """The locations that can be laid, by number."""
    if locations is None:
        return tuple(LOCATIONS.index(name) for name in board.location_names)
    if isinstance(locations, str):
        if locations != FIRST_GAME:
            raise LOCATIONS_OPTION.refusal(locations)
        given = list(board.game.first_game)
    elif isinstance(locations, Iterable):
        given = list(locations)
    else:
        raise LOCATIONS_OPTION.refusal(locations)
    unknown = [name for name in given if name not in board.location_names]
    if unknown:
        there = ", ".join(board.location_names)
        raise ValueError(f"there is no location {unknown[0]!r}; locations are {there}")
    if len(given) != SITES or len(set(given)) != SITES:
        raise ValueError(f"locations must be {SITES} different ones, not {', '.join(given)}")
    return tuple(LOCATIONS.index(name) for name in given)
