"""The documentation page of a game's versioned module, in the form of PettingZoo's pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.game import Feature, Game
from pixies_env.core.options import Option

_LONG_RUN = 60
"""Entries with one meaning, above which a table gives only the first and the last of them."""


def page(game: Game, module: str, aec_id: str, default_players: int) -> str:
    """Markdown: what the game is, its spaces, rewards, arguments and versions."""
    agents = ", ".join(f"'player_{seat}'" for seat in range(default_players))
    counts = f"{game.players[0]} to {game.players[-1]}"
    facts = [
        ("Import", f"`from pixies_env import {module}`"),
        ("Creation", f'`make("aec", "{aec_id}")`'),
        ("Actions", "Discrete"),
        ("Parallel API", "Yes, turn-based"),
        ("Manual Control", "No"),
        ("Agents", f"`agents= [{agents}]`"),
        ("Agents", f"{counts}, {default_players} by default"),
        ("Action Shape", "()"),
        ("Action Values", f"Discrete({len(game.actions)})"),
        ("Observation Shape", f"({game.observation_size(game.observation_modes[0])},)"),
        ("Observation Values", "about [-1, 1]"),
    ]
    sections = [
        f"# {game.title}",
        _table(["", ""], facts),
        game.description,
        "## Observation Space",
        "A dictionary: `observation` holds what the player knows, its own seat first, float32; "
        "`action_mask` is 1 for each legal action, int8, and all zero for a player who is not to "
        "move. The mask also lies in `info['action_mask']`. "
        f"Observation modes (`observation_mode=`): {_modes(game)}; the first is the default.",
        _features(game.features),
        "## Action Space",
        f"Ids 0 to {len(game.actions) - 1}, relative to the player to move.",
        _families(game.actions),
        "## Rewards",
        "Everybody is paid at the end of the game, 0 before. `reward='rank'` (default): "
        f"from {game.utility_range[1]:+g} for the first to {game.utility_range[0]:+g} for the "
        f"last, ties share, the sum is 0{_alone(game)}. `'win'`: 1 shared among the winners. "
        "`'score'`: the "
        "final score. In `env()` an illegal action ends the game: its player gets "
        "`illegal_reward`, the others 0. In `raw_env()` it raises `IllegalActionError` and "
        "changes nothing.",
        "A player who is out of the game early stays among the agents, is not asked any more and "
        "is terminated with the others.",
        "## Arguments",
        _table(["argument", "meaning"], _ARGUMENTS if game.options else _ARGUMENTS[:-1]),
        *_options(game.options),
        "## Version History",
        "\n".join(f"* {entry}" for entry in game.history or (f"v{game.version}: first version",)),
    ]
    return "\n\n".join(section for section in sections if section) + "\n"


_ARGUMENTS = [
    ("`num_players`", "players of the game"),
    ("`board`", "file of printed numbers, or None for the one that comes along"),
    ("`reward`", "`rank`, `win` or `score`"),
    ("`observation_mode`", "observation mode"),
    ("`skip_forced`", "True: decisions with one option are not asked"),
    ("`script`", "outcomes of chance events laid down beforehand"),
    ("`render_mode`", "`human` shows a window, `rgb_array` returns a picture, `ansi` returns text"),
    ("`illegal_reward`", "`env()` and `parallel_env()` only; by default no legal game pays less"),
    ("any other", "options of the game, see below"),
]


def _options(options: Sequence[Option]) -> list[str]:
    """The section on the options that the game declares, those that are arguments aside."""
    arguments = {name.strip("`") for name, _ in _ARGUMENTS}
    rows = [
        (f"`{option.name}`", option.allowed, f"`{option.default!r}`", option.meaning)
        for option in options
        if option.name not in arguments
    ]
    return ["## Options", _table(["option", "values", "default", "meaning"], rows)] if rows else []


def _alone(game: Game) -> str:
    return "; who plays alone is paid the score" if game.players[0] == 1 else ""


def _modes(game: Game) -> str:
    return ", ".join(
        f"`{mode}` ({game.observation_size(mode)} entries)" for mode in game.observation_modes
    )


def _features(features: tuple[Feature, ...]) -> str:
    """One row per entry, or per long run of entries with one meaning."""
    rows = []
    for (meaning, modes), group in groupby(features, lambda f: (f.meaning, f.modes)):
        names = [f"`{feature.name}`" for feature in group]
        if len(names) > _LONG_RUN:
            names = [f"{names[0]} .. {names[-1]} ({len(names)})"]
        rows += [(name, meaning, ", ".join(modes) or "all") for name in names]
    return _table(["entry", "meaning", "modes"], rows)


def _families(actions: Catalogue) -> str:
    rows = []
    for family in actions.families:
        first, last = family.start, family.start + len(family) - 1
        ids = str(first) if first == last else f"{first} .. {last}"
        names = f"`{actions.role(first)}`"
        if first != last:
            names += f" .. `{actions.role(last)}`"
        rows.append((ids, names, family.meaning))
    return _table(["ids", "names", "meaning"], rows)


def _table(head: list[str], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    cells = ((cell.replace("|", "\\|") for cell in line) for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)
