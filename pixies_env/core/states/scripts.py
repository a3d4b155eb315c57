"""Scripted chance: outcomes laid down beforehand, for studies, scenarios and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from pixies_env.core.errors import ImpossibleScriptError, did_you_mean, listed
from pixies_env.core.game import Game
from pixies_env.core.inputs import whole_number
from pixies_env.core.seam import CHANCE, IDS

Script = Mapping[str, Sequence[str | int | None]]
"""For each kind of chance the outcomes of its first events, whoever owns them, in their order.

An outcome is a role name of ``game.outcomes``, an id, or None to let it be drawn; so are all
events after the last one listed. A family of outcomes that has the name of a kind of chance holds
outcomes of that kind only.
"""

AUTO, MANUAL = "auto", "manual"
"""Chance events happen as soon as they are due, or when they are told to."""


def check_chance(chance: str) -> str:
    """The argument ``chance`` of a state; ValueError if it is neither of the two."""
    if chance not in (AUTO, MANUAL):
        raise ValueError(f"chance must be {AUTO!r} or {MANUAL!r}, not {chance!r}")
    return chance


def compile_script(game: Game, script: Script | None) -> np.ndarray:
    """Array ``(kinds of chance, events)`` of outcome ids, -1 to draw; TypeError or ValueError."""
    script = {} if script is None else script
    if not isinstance(script, Mapping):
        raise TypeError(f"a script names outcomes for kinds of chance, it is not {script!r}")
    for kind, outcomes in script.items():
        if not isinstance(kind, str):
            raise TypeError(f"a kind of chance in the script is a name, not {kind!r}")
        if kind not in game.chance_kinds:
            raise ValueError(
                f"the script has outcomes for {kind!r}{did_you_mean(kind, game.chance_kinds)}; "
                f"{game.name} has the kinds of chance {listed(game.chance_kinds)}"
            )
        if isinstance(outcomes, str) or not isinstance(outcomes, Sequence | np.ndarray):
            raise TypeError(
                f"the script has {outcomes!r} for {kind!r}, but needs a list of outcomes"
            )
    width = max((len(outcomes) for outcomes in script.values()), default=0)
    table = np.full((len(game.chance_kinds), width), -1, IDS)
    ids = {role: entry for entry, role in enumerate(game.outcomes.roles)} if script else {}
    for kind, outcomes in script.items():
        for index, outcome in enumerate(outcomes):
            if outcome is not None:
                place = f"event {index} of {kind!r} in the script"
                entry = _outcome_id(outcome, ids, place)
                verb = game.outcomes.family(entry).verb
                if verb != kind and verb in game.chance_kinds:
                    raise ValueError(f"{place}: {outcome!r} is an outcome of {verb!r}")
                table[game.chance_kinds.index(kind), index] = entry
    return table


def compile_scripts(games: Sequence[Game], script: Script | None) -> np.ndarray:
    """:func:`compile_script` for the same game on several boards.

    ValueError if an outcome of the script has not the same id on all of them.
    """
    table = compile_script(games[0], script)
    for number, game in enumerate(games[1:], 1):
        if script and not np.array_equal(compile_script(game, script), table):
            raise ValueError(
                f"the script means other outcomes on board {number} ({game.board_digest[:8]}) "
                f"than on board 0 ({games[0].board_digest[:8]}): their chance catalogues differ"
            )
    return table


def _outcome_id(outcome: str | int, ids: Mapping[str, int], place: str) -> int:
    if isinstance(outcome, str):
        name = "".join(outcome.split())
        if name not in ids:
            hint = did_you_mean(name, [*ids])
            raise ValueError(f"{place}: there is no outcome {outcome!r}{hint}")
        return ids[name]
    entry = whole_number(outcome)
    if entry is None:
        raise TypeError(f"{place}: {outcome!r} is neither a name, an id nor None")
    if not 0 <= entry < len(ids):
        raise ValueError(f"{place}: {entry} is not an outcome id of 0 to {len(ids) - 1}")
    return entry


def impossible_script(
    game: Game, state: np.ndarray, stream: np.ndarray, script: np.ndarray, place: str
) -> ImpossibleScriptError:
    """The error for a state that waits for a chance event whose scripted outcome cannot be."""
    from pixies_env.core.single import possible_outcomes

    assert state["waiting"][0] == CHANCE
    kind = int(state["question"][0])
    event = int(stream["counts"][0, kind].sum())
    outcome = game.outcomes.role(int(script[kind, event]))
    ids, _ = possible_outcomes(game, state)
    possible = listed(game.notation.outcome_name(state, int(entry)) for entry in ids)
    return ImpossibleScriptError(
        f"{place}: event {event} of {game.chance_kinds[kind]!r} is scripted as {outcome}, "
        f"but only these are possible: {possible}"
    )
