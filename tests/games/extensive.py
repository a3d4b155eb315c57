"""Any small game in extensive form, written as a Python tree, behind the seam.

::

    Choice(0, {"safe": End(0.3, -0.3), "go": Chance([(1, ...), (1, ...)])})

The tree is data of the board, so all these games share their compiled code. A position is a node.
``unseen={1: "cards"}`` on several nodes says that player 1 cannot tell them apart.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pixies_env.core.catalogue import Catalogue
from pixies_env.core.compilation.compile import record_dtype, rule
from pixies_env.core.compilation.streams import below, mix
from pixies_env.core.game import Feature, Game, Notation
from pixies_env.core.seam import CHANCE, DECISION, NOBODY, NOTHING, Functions, Sight, header_fields

PLAYERS = 4
NODES = 800
ACTIONS = 40
OUTCOMES = 40
SHOWN = 63
"""Nodes that an observation tells apart one by one, for networks."""

STATE = record_dtype([*header_fields(), ("node", np.int16)])

BOARD = record_dtype(
    [
        ("players", np.int8),
        ("waiting", np.int8, (NODES,)),
        ("owner", np.int8, (NODES,)),
        ("question", np.int8, (NODES,)),
        ("first", np.int16, (NODES,)),
        ("children", np.int16, (NODES,)),
        ("action", np.int16, (NODES,)),
        ("weight", np.int16, (NODES,)),
        ("alike", np.int16, (NODES, PLAYERS)),
        ("count_alike", np.int16, (NODES, PLAYERS)),
        ("sight", np.int8, (NODES, PLAYERS)),
        ("pay", np.float64, (NODES, PLAYERS)),
    ]
)
"""Children lie side by side from ``first``; ``action`` and ``weight`` lead to a node from above.
``alike`` is the first of the nodes that a player cannot tell from this one, and ``count_alike`` at
that node says how many there are."""


@dataclass(frozen=True)
class End:
    """A finished game and what it pays each player."""

    pay: tuple[float, ...]

    def __init__(self, *pay: float) -> None:
        object.__setattr__(self, "pay", pay)


@dataclass(frozen=True)
class Choice:
    """A decision of a player; ``question`` tells kinds of decisions apart."""

    player: int
    ways: Mapping[str, Any]
    unseen: Mapping[int, str] = field(default_factory=dict)
    question: int = 0


@dataclass(frozen=True)
class Chance:
    """A chance event: pairs of an integer weight and what follows."""

    ways: Sequence[tuple[int, Any]]
    unseen: Mapping[int, str] = field(default_factory=dict)


@rule
def arrive(state, board, node):
    state.node = node
    state.waiting = board.waiting[node]
    state.player = board.owner[node]
    state.question = board.question[node]
    return 0


@rule
def setup(state, board, players):
    state.players = players
    return arrive(state, board, 0)


@rule
def legal(state, board, ids):
    node = int(state.node)
    first, count = int(board.first[node]), int(board.children[node])
    for child in range(count):
        ids[child] = board.action[first + child]
    return count


@rule
def apply(state, board, action):
    node = int(state.node)
    first = int(board.first[node])
    for child in range(first, first + int(board.children[node])):
        if int(board.action[child]) == action:
            return arrive(state, board, child)
    return -1


@rule
def chances(state, board, outcomes, weights):
    node = int(state.node)
    first, count = int(board.first[node]), int(board.children[node])
    for child in range(count):
        outcomes[child] = child
        weights[child] = board.weight[first + child]
    return count


@rule
def apply_chance(state, board, outcome):
    return arrive(state, board, int(board.first[state.node]) + outcome)


@rule
def observe(state, board, player, mode, out):
    out[:] = 0.0
    node = int(board.alike[state.node, player])
    out[0] = node / NODES
    if node < SHOWN:
        out[1 + node] = 1.0
    return 0


@rule
def hide(state, board, player):
    return arrive(state, board, int(board.alike[state.node, player]))


@rule
def resample(state, board, player, bits):
    alike = int(board.alike[state.node, player])
    left = below(mix(bits), int(board.count_alike[alike, player]))
    node = alike
    while left > 0:
        node += 1
        if int(board.alike[node, player]) == alike:
            left -= 1
    return arrive(state, board, node)


@rule
def sees(state, board, player):
    return board.sight[state.node, player]


@rule
def revealed(state, board, player):
    return 1 if board.count_alike[board.alike[state.node, player], player] == 1 else 0


@rule
def returns(state, board, kind, out):
    out[:] = 0.0
    for seat in range(int(state.players)):
        out[seat] = board.pay[state.node, seat]
    return 0


def group_of(entry: Any, player: int) -> str | None:
    """Name of the positions that a player cannot tell from this one."""
    return None if isinstance(entry, End) else entry.unseen.get(player)


class _Writer:
    """Lays a tree out in the board, breadth first."""

    def __init__(self, root: Any, players: int, names: list[str]) -> None:
        self.board = np.zeros(1, BOARD)
        record = self.record = self.board[0]
        record.players = players
        self.names = names
        groups: dict[tuple[int, str], int] = {}
        nodes = [root]
        for node, entry in enumerate(nodes):
            record.owner[node] = NOBODY
            record.first[node] = len(nodes)
            record.alike[node] = node
            for player in range(players):
                group = group_of(entry, player)
                if group:
                    record.alike[node, player] = groups.setdefault((player, group), node)
                record.count_alike[record.alike[node, player], player] += 1
            if isinstance(entry, End):
                record.waiting[node] = NOTHING
                record.pay[node, : len(entry.pay)] = entry.pay
                continue
            if isinstance(entry, Choice):
                record.waiting[node], record.owner[node] = DECISION, entry.player
                record.question[node] = entry.question
                # Legal ids must rise.
                for name in sorted(entry.ways, key=names.index):
                    record.action[len(nodes)] = names.index(name)
                    nodes.append(entry.ways[name])
            else:
                record.waiting[node] = CHANCE
                for weight, way in entry.ways:
                    record.weight[len(nodes)] = weight
                    nodes.append(way)
            record.children[node] = len(nodes) - int(record.first[node])
            for player in range(players):
                groups_below = [group_of(way, player) for way in _ways(entry)]
                known = [group for group in groups_below if group]
                if len(known) > len(set(known)):
                    record.sight[node, player] = Sight.LATER


def _names(entry: Any, found: dict[str, None]) -> dict[str, None]:
    if isinstance(entry, Choice):
        found.update(dict.fromkeys(entry.ways))
    for way in () if isinstance(entry, End) else _ways(entry):
        _names(way, found)
    return found


def _ways(entry: Choice | Chance) -> list[Any]:
    return list(entry.ways.values() if isinstance(entry, Choice) else (w for _, w in entry.ways))


def extensive_game(root: Any, players: int) -> Game:
    """The game of a tree; payments lie between -1 and 1."""
    names = list(_names(root, {}))
    board = _Writer(root, players, names).board
    padded = names + [f"unused{number}" for number in range(ACTIONS - len(names))]

    def describe(state: np.ndarray) -> dict[str, Any]:
        return {"players": int(state["players"][0]), "node": int(state["node"][0])}

    def restore(mapping: Mapping[str, Any]) -> np.ndarray:
        nodes = int(board["count_alike"][0, :, 0].sum())
        node = mapping.get("node")
        if dict(mapping) != {"players": players, "node": node} or type(node) is not int:
            raise ValueError(f"a position has {players} players and the number of a node")
        if not 0 <= node < nodes:
            raise ValueError(f"node: there are {nodes}, not one of number {node}")
        state = np.zeros(1, STATE)
        state[0].players = players
        arrive(state[0], board[0], node)
        return state

    return Game(
        name="extensive",
        title="A game in extensive form",
        version=0,
        players=(players,),
        seats=PLAYERS,
        factory=extensive_game,
        specification={"root": root, "players": players},
        state_dtype=STATE,
        board=board,
        board_digest=hashlib.sha256(board.tobytes()).hexdigest(),
        actions=Catalogue.build([(name, [[]], "") for name in padded]),
        outcomes=Catalogue.build([("way", [[str(way)] for way in range(OUTCOMES)], "")]),
        questions=tuple(f"question{number}" for number in range(4)),
        chance_kinds=("chance",),
        features=(
            Feature("node", "number of the node"),
            *(Feature(f"node_{node}", "1 at this node") for node in range(SHOWN)),
        ),
        observation_modes=("recall",),
        utility_range=(-1.0, 1.0),
        max_decisions=64,
        functions=Functions(
            setup,
            legal,
            apply,
            chances,
            apply_chance,
            observe,
            hide,
            resample,
            returns,
            sees,
            revealed,
        ),
        notation=Notation(
            action_name=lambda state, action: padded[action],
            outcome_name=lambda state, outcome: f"way({outcome})",
            describe=describe,
            restore=restore,
            text=lambda state: str(describe(state)),
            result=describe,
            statistics=lambda states: {"node": states["node"][:, None] * np.ones(PLAYERS)},
        ),
    )


def solve(entry: Any) -> tuple[float, ...]:
    """The max^n value of a tree without secrets, by backward induction."""
    if isinstance(entry, End):
        return entry.pay
    if isinstance(entry, Choice):
        return max((solve(way) for way in entry.ways.values()), key=lambda pay: pay[entry.player])
    total = sum(weight for weight, _ in entry.ways)
    solved = [(weight / total, solve(way)) for weight, way in entry.ways]
    return tuple(
        sum(share * pay[seat] for share, pay in solved) for seat in range(len(solved[0][1]))
    )
