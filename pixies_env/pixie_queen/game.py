"""Pixie Queen as a game behind the seam."""

from collections.abc import Iterable, Sequence
from functools import partial

import numpy as np

from pixies_env.core.game import Game, Notation
from pixies_env.core.kit.invariants import messages
from pixies_env.core.options import BOARD, Option, game_factory
from pixies_env.core.seam import Functions
from pixies_env.pixie_queen import (
    catalogue,
    describe,
    observed_numbers,
    prompt,
    result,
    text,
    words,
)
from pixies_env.pixie_queen.board import BoardSource, load_board
from pixies_env.pixie_queen.factors import FACTORS, OPENING, factors
from pixies_env.pixie_queen.hidden import hide, resample, revealed, sees
from pixies_env.pixie_queen.invariants import check
from pixies_env.pixie_queen.length import longest_game, lowest_score
from pixies_env.pixie_queen.limits import MAX_PLAYERS
from pixies_env.pixie_queen.names import CHANCE_KINDS, DRAFTS, QUESTIONS, SKILLS, Draft
from pixies_env.pixie_queen.printed import print_board
from pixies_env.pixie_queen.restore import Restorer
from pixies_env.pixie_queen.rules.ending import STANDINGS
from pixies_env.pixie_queen.rules.engine import apply, apply_chance, chances, legal
from pixies_env.pixie_queen.rules.opening import setup
from pixies_env.pixie_queen.sizes import resized, sizes_of
from pixies_env.pixie_queen.state import STATE
from pixies_env.pixie_queen.unknowns import open_questions, vary
from pixies_env.pixie_queen.violations import Wrong

NAME = "pixie_queen"
VERSION = 0
HISTORY = ("v0: first version",)

BENCH_TARGETS = {
    "core_mask": (4e6, 8e6),
    "core_observe": (2e6, 4e6),
    "observe_ratio": (0.55, 0.65),
    "core_scaling": (1.85, 1.97),
    "batch_step": (2.5e6, 6e6),
    "batch_ratio": (0.8, 1.1),
    "aec_raw": (1e5, 1.8e5),
    "aec_wrapped": (2.5e4, 3.3e4),
    "state_bytes": (640, 512),
    "copy_ns": (50, 20),
    "svg_ms": (10, 5),
    "first_start_s": (18, 10),
    "warm_start_s": (1, 0.6),
    "mcts_sims": (4.5e4, 6e4),
    "greedy_rate": (4e5, 1.5e6),
    "policy_rate": (1e5, 3e5),
    "collect_ratio": (0.5, 0.75),
}
"""What figures must reach and aim at on two cores."""

DESCRIPTION = """\
Two to five players lead pixies who work for a demanding queen. In up to seven rounds they place
discs on 21 actions, offer food, silver and gold in secret, promote their pixies up a pyramid of
hands and are punished for slaves in the mine and for their places on two tracks. Who collects 60
punishment points is out; of the others the highest final score wins, and most are negative.

Chance: turn order, skills laid out, demands, cubes from a bag, two dice. Hidden: the offers until
they are revealed. A two-player game has a third, virtual colour.
"""


_BY_NAME = {DRAFTS[draft]: draft for draft in (Draft.DRAFTED, Draft.DEALT)}
"""Ways to come by skills that are called by a word."""

SKILLS_OPTION = Option(
    "skills",
    tuple(_BY_NAME),
    DRAFTS[Draft.DRAFTED],
    "how players come by their skills: drafted by them, dealt at random, or given",
    "a list of one skill per seat",
    (SKILLS[:2],),
)
ORDER_OPTION = Option(
    "order",
    (None,),
    None,
    "the turn order; None draws it",
    "a list of seats, first to last",
    ((1, 0),),
)
EXCHANGE_OPTION = Option(
    "skill_exchange",
    (True, False),
    True,
    "whether action 16 exchanges skills too; if not, they stay with who has them",
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


@game_factory(NAME, BOARD, SKILLS_OPTION, ORDER_OPTION, EXCHANGE_OPTION)
def make(
    board: BoardSource,
    skills: str | Sequence[str],
    order: Sequence[int] | None,
    skill_exchange: bool,
) -> Game:
    """The game on a board, with the options declared above.

    Raises:
        BoardError: the board cannot be used; says every table and key that is wrong.
        TypeError, ValueError: skills or order are not what they can be.
    """
    printed = load_board(board)
    draft, given = _read_skills(skills)
    turn_order = _read_order(order)
    counts, places = printed.setup.players, printed.setup.chainable_places
    if given and turn_order and len(given) != len(turn_order):
        raise ValueError(f"{len(given)} skills are given but an order of {len(turn_order)} seats")
    wanted = len(given) or len(turn_order)
    if wanted and wanted not in counts:
        raise ValueError(f"this board has no game for {wanted} players, only {counts}")
    actions, outcomes = catalogue.decisions(printed), catalogue.outcomes(printed)
    record = print_board(printed, actions, outcomes, draft, given, turn_order, skill_exchange)
    entries = observed_numbers.all_features(printed)
    effects = words.skill_effects(printed)
    players = (wanted,) if wanted else counts
    return Game(
        name=NAME,
        title="Pixie Queen",
        version=VERSION,
        players=players,
        seats=MAX_PLAYERS,
        factory=make,
        specification={
            "board": None if board is None else printed.to_mapping(),
            "skills": skills if isinstance(skills, str) else list(skills),
            "order": None if order is None else [int(seat) for seat in order],
            "skill_exchange": skill_exchange,
        },
        state_dtype=STATE,
        board=record,
        board_digest=printed.digest,
        actions=actions,
        outcomes=outcomes,
        questions=QUESTIONS,
        chance_kinds=CHANCE_KINDS,
        features=entries,
        observation_modes=observed_numbers.MODES,
        utility_range=(-1.0, 1.0),
        max_decisions=longest_game(printed),
        functions=FUNCTIONS,
        invariants=check,
        invariant_messages=messages(Wrong),
        printed=printed.printed_numbers(),
        lowest_score=-lowest_score(printed),
        description=DESCRIPTION,
        history=HISTORY,
        drawing="pixies_env.pixie_queen.drawing:ARTIST",
        heuristics="pixies_agents.heuristics.pixie_queen.agents:FAMILY",
        course="pixies_env.pixie_queen.course:COURSE",
        bench_targets=BENCH_TARGETS,
        opening=OPENING,
        factors=FACTORS,
        unknowns=open_questions(printed),
        sized="skill",
        sizes=sizes_of(printed),
        resized=lambda sizes: {"board": resized(printed, sizes)},
        varied=lambda point: {"board": vary(printed.to_mapping(), point)},
        notation=Notation(
            action_name=partial(describe.action_name, actions),
            outcome_name=outcomes.name,
            describe=partial(describe.describe, places),
            restore=Restorer(printed, record, FUNCTIONS, (actions, outcomes)),
            text=partial(text.text, places),
            result=partial(result.result, record),
            statistics=partial(result.statistics, record),
            action_words=partial(words.action_words, actions, effects),
            outcome_words=partial(words.outcome_words, outcomes),
            question_words=words.question_words,
            reason_words=words.reason_words,
            rules_page=words.rules_page,
            brief=partial(prompt.brief, printed),
            situation=partial(prompt.situation, places, effects),
            factors=factors,
        ),
    )


def _read_skills(skills: str | Sequence[str]) -> tuple[Draft, tuple[int, ...]]:
    if isinstance(skills, str):
        if skills not in _BY_NAME:
            raise SKILLS_OPTION.refusal(skills)
        return _BY_NAME[skills], ()
    if not isinstance(skills, Iterable):
        raise SKILLS_OPTION.refusal(skills)
    skills = list(skills)
    if not skills:
        raise ValueError("skills must name one skill per seat; none is given")
    unknown = [skill for skill in skills if skill not in SKILLS]
    if unknown:
        raise ValueError(f"there is no skill {unknown[0]!r}; skills are {', '.join(SKILLS)}")
    if len(set(skills)) != len(skills):
        raise ValueError(f"each skill is there once; given were {', '.join(skills)}")
    return Draft.GIVEN, tuple(SKILLS.index(skill) for skill in skills)


def _read_order(order: Sequence[int] | None) -> tuple[int, ...]:
    if order is None:
        return ()
    if isinstance(order, str) or not isinstance(order, Iterable):
        raise ORDER_OPTION.refusal(order)
    given = tuple(order)
    if any(isinstance(seat, bool) or not isinstance(seat, int | np.integer) for seat in given):
        raise TypeError(f"order must name seats by their numbers, not {given}")
    seats = tuple(map(int, given))
    if not seats:
        raise ValueError("order must name each seat once, first to last; none is given")
    if sorted(seats) != list(range(len(seats))):
        raise ValueError(
            f"order must name each seat 0 .. {len(seats) - 1} once, first to last, not {seats}"
        )
    return seats
