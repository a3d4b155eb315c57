"""Golden transcripts: one random game per player count with every value printed, and its prompts.

The initial position is printed whole, then after each event what changed in it; at each decision
the features that changed since that player's last decision, at first those that are not 0. A
change of the rules shows as a difference that a person can read. A second file has what a language
model is told at the first decision of each kind in the same game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from textwrap import wrap

import numpy as np

from pixies_env.core.compilation.streams import CHOICES, below, keyed
from pixies_env.core.game import Feature, Game
from pixies_env.core.seam import NOBODY, OBSERVATION, Reward
from pixies_env.core.states.prompts import POSITION
from pixies_env.core.states.scripts import MANUAL
from pixies_env.core.states.state import State
from pixies_env.core.words import count_players
from pixies_experiments.leaves import NONE, leaves

WIDTH = 100
MOST_OUTCOMES = 30
"""Of a chance event that are listed; the orders of five players would fill a page."""


def file_name(game: Game, players: int) -> str:
    """Name of the file that holds a transcript."""
    return f"{game.name}_{players}p.txt"


def prompts_name(game: Game, players: int) -> str:
    """Name of the file that holds the prompts of a transcript's game."""
    return f"{game.name}_{players}p_prompts.txt"


def transcript(game: Game, players: int, seed: int = 0) -> str:
    """Transcript of the uniformly random game of a seed; the same wherever it is made."""
    return "\n".join(_lines(game, players, seed)) + "\n"


def prompts(game: Game, players: int, seed: int = 0) -> str:
    """What a language model is told at the first decision of each kind in that game.

    The first one whole, the others without what all of them begin with.
    """
    state = State(game, players, seed)
    told: dict[str, str] = {}
    for decisions in count():
        if state.is_over:
            break
        if state.question not in told:
            prompt = state.prompt()
            told[state.question] = prompt[prompt.index(POSITION) :] if told else prompt
        state.apply(_choice(state, seed, decisions))
    return f"\n{'-' * WIDTH}\n\n".join(told.values())


def differing(folder: Path, game: Game, seed: int = 0) -> dict[Path, str]:
    """Transcripts and prompts that differ from the files of a folder or have none, by path."""
    made = {
        folder / name(game, players): write(game, players, seed)
        for players in game.players
        for name, write in ((file_name, transcript), (prompts_name, prompts))
    }
    return {path: text for path, text in made.items() if text_of(path) != text}


def text_of(path: Path) -> str | None:
    """What a file holds, in whatever encoding it is; None without a file."""
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else None


def _lines(game: Game, players: int, seed: int) -> Iterator[str]:
    state = State(game, players, seed, chance=MANUAL)
    yield f"{game.title}, {count_players(players)}, seed {seed}"
    yield f"game {game.name} version {game.version}, board {game.board_digest}"
    yield f"actions {game.actions.digest}"
    yield ""
    yield "position:"
    position = leaves(state.as_dict())
    yield from _listed(position)
    features = game.features_of(game.observation_modes[0])
    known = np.zeros((players, len(features)), OBSERVATION)
    event, decisions = 0, 0
    while not state.is_over:
        event += 1
        yield ""
        if state.waiting == "chance":
            yield f"[{event}] chance: {state.question}{_owner(state)}"
            yield from _wrapped("possible", _possible(state))
            yield f"  -> {state.draw()}"
        else:
            yield f"[{event}] player {state.player}: {state.question}"
            yield from _wrapped("knows", _news(state, features, known[state.player]))
            yield from _wrapped("legal", state.legal_names())
            chosen = _choice(state, seed, decisions)
            decisions += 1
            yield f"  -> {state.action_name(chosen)}"
            state.apply(chosen)
        before, position = position, leaves(state.as_dict())
        yield from _changes(before, position)
    yield ""
    yield "result:"
    yield from _listed(leaves(state.result()))
    for reward in Reward:
        name = reward.name.lower()
        yield f"  returns by {name}: {' '.join(f'{pay:g}' for pay in state.returns(name))}"


def _choice(state: State, seed: int, decisions: int) -> int:
    """A uniformly random decision, the same wherever the game is played."""
    legal = state.legal_actions()
    bits = keyed(np.uint64(seed), CHOICES, state.num_players, decisions)
    return int(legal[int(below(np.uint64(bits), len(legal)))])


def _owner(state: State) -> str:
    return "" if state.player == NOBODY else f" of player {state.player}"


def _possible(state: State) -> Iterator[str]:
    outcomes = state.chance_outcomes()
    for outcome in outcomes[:MOST_OUTCOMES]:
        yield f"{outcome.name} {outcome.probability}"
    if len(outcomes) > MOST_OUTCOMES:
        yield f"and {len(outcomes) - MOST_OUTCOMES} more"


def _news(state: State, features: tuple[Feature, ...], known: np.ndarray) -> Iterator[str]:
    """Features of the player to move that are not as it last saw them; takes them down."""
    seen = state.observation()
    for index in np.flatnonzero(seen != known):
        yield f"{features[index].name}={seen[index]:.6g}"
    known[:] = seen


def _changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    for path in dict.fromkeys((*before, *after)):
        old, new = before.get(path, NONE), after.get(path, NONE)
        if old != new:
            yield f"  {path}: {old} -> {new}"


def _listed(flat: Mapping[str, str]) -> Iterator[str]:
    for path, value in flat.items():
        yield f"  {path}: {value}"


def _wrapped(label: str, words: Iterable[str]) -> Iterator[str]:
    """Words after a label, wrapped between them."""
    text = f"{label}: " + (", ".join(words) or NONE)
    yield from wrap(
        text,
        WIDTH,
        initial_indent="  ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
