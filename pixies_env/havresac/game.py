"""Les Gardiens de Havresac as a game behind the seam."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from pixies_env.core.game import Game, Notation
from pixies_env.core.kit.invariants import messages
from pixies_env.core.kit.secrets import hide_nothing, resample_nothing
from pixies_env.core.options import BOARD, Option, game_factory
from pixies_env.core.seam import Functions
from pixies_env.havresac import catalogue, describe, observed_numbers, result
from pixies_env.havresac.board import BoardSource, load_board
from pixies_env.havresac.factors import FACTORS, factors
from pixies_env.havresac.invariants import Wrong, check
from pixies_env.havresac.length import highest_score, longest_game
from pixies_env.havresac.limits import MAX_PLAYERS, MIN_PLAYERS
from pixies_env.havresac.names import (
    CHANCE_KINDS,
    FACE_OPTIONS,
    FACES,
    GUARDIANS,
    QUESTIONS,
    SEASONS,
    UNKNOWN,
)
from pixies_env.havresac.printed import print_board
from pixies_env.havresac.prompt import Situation, brief
from pixies_env.havresac.restore import Restorer
from pixies_env.havresac.rules.ending import STANDINGS
from pixies_env.havresac.rules.engine import apply, apply_chance, chances, legal
from pixies_env.havresac.rules.opening import setup
from pixies_env.havresac.setting import Setting
from pixies_env.havresac.state import STATE
from pixies_env.havresac.text import Printer
from pixies_env.havresac.unknowns import open_questions, vary
from pixies_env.havresac.words import Words, rules_page

NAME = "havresac"
VERSION = 0
HISTORY = ("v0: first version",)

BENCH_TARGETS = {
    "core_mask": (2e6, 5e6),
    "core_observe": (7e5, 2e6),
    "observe_ratio": (0.4, 0.55),
    "mcts_sims": (1.5e4, 4e4),
}
"""What figures must reach and aim at on two cores."""

BELOW_ALL_SCORES = -1.0
"""Nobody scores less than 0. What an illegal action costs is this bound: worse than any game."""

DESCRIPTION = """\
One to four players lead expeditions of Guardians, each on a board of their own. In five rounds
scout cards bring foxes, crocodiles, pigs and fairies, the same for all. Everybody draws the
Guardians out of a bag one by one and moves each from the castle, another Guardian or a tent, to
kill monsters, capture fairies, repair villages and open chests, whose objects help later on. The
Glory of a round gives victory points and Gold, and Gold buys Guardians for the bag out of a
reserve that all share. The most victory points win.

Chance: the faces of the tiles (on demand), the cards, the tokens drawn, what is in the chests.
Hidden: nothing. Alone it is played for the score.
"""


SEASON_OPTION = Option("season", SEASONS, "summer", "the face of all boards")
FACES_OPTION = Option(
    "faces",
    FACE_OPTIONS,
    "random",
    "the face of all tiles, or of each; random draws each, day is the rulebook's first game",
    f"a list of one face per Guardian ({', '.join(GUARDIANS)}), or a mapping from Guardian to face",
    (tuple(FACES[place % 2] for place in range(len(GUARDIANS))),),
)
REPAIRS_OPTION = Option(
    "night_druid_repairs",
    (None, 1, 4),
    None,
    "villages that the Night Druid may repair per draw; None: what the board says",
)


FUNCTIONS = Functions(
    setup=setup,
    legal=legal,
    apply=apply,
    chances=chances,
    apply_chance=apply_chance,
    observe=observed_numbers.observe,
    hide=hide_nothing,
    resample=resample_nothing,
    returns=STANDINGS.returns,
)


@game_factory(NAME, BOARD, SEASON_OPTION, FACES_OPTION, REPAIRS_OPTION)
def make(
    board: BoardSource,
    season: str,
    faces: str | Sequence[str] | Mapping[str, str],
    night_druid_repairs: int | None,
) -> Game:
    """The game on a board, with the options declared above.

    Raises:
        BoardError: the board cannot be used; says every table and key that is wrong.
        TypeError, ValueError: an option is not what it can be.
    """
    printed = load_board(board)
    tiles = _read_faces(faces)
    repairs = night_druid_repairs
    if repairs is None:
        repairs = printed.switches.night_druid_repairs
    actions, outcomes = catalogue.decisions(printed), catalogue.outcomes(printed)
    record = print_board(printed, actions, outcomes, season, tiles, repairs)
    setting = Setting(
        printed, season, tuple(None if face == UNKNOWN else FACES[face] for face in tiles)
    )
    words = Words(printed, record, actions, outcomes)
    describer = describe.Describer(record, tuple(label for _, label in printed.cards.in_order()))
    return Game(
        name=NAME,
        title="Les Gardiens de Havresac",
        version=VERSION,
        players=tuple(range(MIN_PLAYERS, MAX_PLAYERS + 1)),
        seats=MAX_PLAYERS,
        factory=make,
        specification={
            "board": None if board is None else printed.to_mapping(),
            "season": season,
            "faces": faces if isinstance(faces, str) else [FACES[face] for face in tiles],
            "night_druid_repairs": night_druid_repairs,
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
        solo_range=(BELOW_ALL_SCORES, float(highest_score(printed))),
        max_decisions=longest_game(printed, repairs),
        functions=FUNCTIONS,
        invariants=check,
        invariant_messages=messages(Wrong),
        printed=printed.printed_numbers(),
        lowest_score=BELOW_ALL_SCORES,
        description=DESCRIPTION,
        history=HISTORY,
        drawing="pixies_env.havresac.drawing:ARTIST",
        heuristics="pixies_agents.heuristics.havresac.agents:FAMILY",
        course="pixies_env.havresac.course:COURSE",
        bench_targets=BENCH_TARGETS,
        factors=FACTORS,
        unknowns=open_questions(printed),
        varied=lambda point: {"board": vary(printed.to_mapping(), point)},
        notation=Notation(
            action_name=actions.name,
            outcome_name=outcomes.name,
            describe=describer,
            restore=Restorer(setting, record, describer, FUNCTIONS, (actions, outcomes)),
            text=Printer(printed, season, describer),
            result=partial(result.result, record),
            statistics=partial(result.statistics, record),
            factors=partial(factors, record),
            action_words=words.action,
            outcome_words=words.outcome,
            question_words=words.question,
            reason_words=words.reason,
            rules_page=rules_page,
            brief=partial(brief, printed),
            situation=Situation(printed, season, describer),
        ),
    )


def _read_faces(faces: Any) -> tuple[int, ...]:
    if isinstance(faces, str):
        if faces not in FACE_OPTIONS:
            raise FACES_OPTION.refusal(faces)
        return (FACES.index(faces) if faces in FACES else UNKNOWN,) * len(GUARDIANS)
    if isinstance(faces, Mapping):
        strange = [guardian for guardian in faces if guardian not in GUARDIANS]
        missing = [guardian for guardian in GUARDIANS if guardian not in faces]
        if strange or missing:
            what = f"there is no {strange[0]!r}" if strange else f"{missing[0]} is missing"
            raise ValueError(f"faces must name each of {', '.join(GUARDIANS)}; {what}")
        faces = [faces[guardian] for guardian in GUARDIANS]
    if not isinstance(faces, Iterable):
        raise FACES_OPTION.refusal(faces)
    given = list(faces)
    if len(given) != len(GUARDIANS):
        raise ValueError(f"faces must be {len(GUARDIANS)} faces, not {len(given)}")
    unknown = [face for face in given if face not in FACES]
    if unknown:
        raise ValueError(f"a face is {' or '.join(map(repr, FACES))}, not {unknown[0]!r}")
    return tuple(FACES.index(face) for face in given)
