"""A network as plain arrays, and its file.

A network is three stacks of dense layers: a *trunk* that reads the observation, and on top of it
a *policy* with one logit per action and a *value* with the utility that it expects. Between all
layers is the rectifier; the last layers of policy and value have none. A stack may be empty
(trunk) or long, so policy and value share as much as one likes.

The value has one output, the utility of the player who observes, or one per seat
(``max_players``): of the player who observes first, then of those to the left, in turn. A network
that is *zero-sum* is centred over the seats that play, see
:mod:`pixies_agents.learned.seat_values`.

The file is an ``.npz`` without pickles: ``trunk0_weight``, ``trunk0_bias``, ``policy0_weight`` and
so on, float32, weights of shape ``(inputs, outputs)``, and ``metadata``, a JSON text with the game,
the digests of its action catalogue and of its observation, how the network was trained, and its
prior, if it has one: a heuristic by name, the weight of its preferences and whether the policy
reads them, see :mod:`pixies_agents.learned.prior`. If it does, its first layer has an input more
for each action, behind the others.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pixies_agents.learned.prior import Prior
from pixies_env.core.errors import ForeignGameError
from pixies_env.core.files.arrays import ArrayFile, Form, opened_arrays, write_arrays
from pixies_env.core.game import Game

FORMAT = "pixies-network"
VERSION = 1
STACKS = ("trunk", "policy", "value")
_FLOAT = np.dtype(np.float32)
_PRIOR = {part.name for part in fields(Prior)}


class Dense(NamedTuple):
    """One layer: ``inputs @ weight + bias``."""

    weight: np.ndarray
    """float32 ``(inputs, outputs)``."""
    bias: np.ndarray
    """float32 ``(outputs,)``."""


@dataclass(frozen=True)
class Network:
    """Layers of one policy and its value; see the module.

    Raises:
        ValueError: layers that do not fit together, or numbers that are not real or not finite.
    """

    trunk: tuple[Dense, ...]
    policy: tuple[Dense, ...]
    value: tuple[Dense, ...]
    observation_mode: str
    """Observation mode that it reads."""
    training: Mapping[str, Any] = field(default_factory=dict)
    """How it was trained, in plain data."""
    prior: Prior | None = None
    """The heuristic whose preferences its logits are added to, if any."""
    zero_sum: bool = False
    """What it values sums to zero over the seats that play."""

    def __post_init__(self) -> None:
        if not self.policy or not self.value:
            raise ValueError("a network needs at least one layer of policy and one of value")
        for name in STACKS:
            layers = tuple(Dense(*map(_float32, layer)) for layer in getattr(self, name))
            object.__setattr__(self, name, layers)
            for number, (weight, bias) in enumerate(layers):
                if (weight.ndim, bias.ndim) != (2, 1) or not weight.size:
                    raise ValueError(
                        f"layer {number} of {name} has weights of shape {weight.shape} and biases "
                        f"of shape {bias.shape}, not (inputs, outputs) and (outputs,)"
                    )
        shown = self.actions if self.prior_shown else 0
        for name, more in (("policy", shown), ("value", 0)):
            size = self.features
            for number, layer in enumerate((*self.trunk, *getattr(self, name))):
                size += more if number == len(self.trunk) else 0
                if layer.weight.shape != (size, len(layer.bias)):
                    raise ValueError(
                        f"layer {number} on the way to the {name} has weights of shape "
                        f"{layer.weight.shape} and {len(layer.bias)} biases, for {size} inputs"
                    )
                size = len(layer.bias)
                if not (np.isfinite(layer.weight).all() and np.isfinite(layer.bias).all()):
                    raise ValueError(f"layer {number} on the way to the {name} is not finite")

    @property
    def features(self) -> int:
        """Entries of an observation."""
        return len((self.trunk + self.value)[0].weight)

    @property
    def actions(self) -> int:
        """Logits of the policy."""
        return len(self.policy[-1].bias)

    @property
    def prior_shown(self) -> bool:
        """The policy reads what a prior says."""
        return self.prior is not None and self.prior.shown

    @property
    def values(self) -> int:
        """Outputs of the value: 1, or one per seat."""
        return len(self.value[-1].bias)

    @property
    def widest(self) -> int:
        """Entries of the widest layer, input and outputs included."""
        layers = (*self.trunk, *self.policy, *self.value)
        return max(max(layer.weight.shape) for layer in layers)

    @property
    def multiplications(self) -> int:
        """Of one pass from the observation to all logits, as if nothing were zero."""
        return sum(layer.weight.size for layer in (*self.trunk, *self.policy))

    def forward(
        self, observations: np.ndarray, close: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """Logits ``(n, actions)`` and values ``(n, values)``, float32, in plain numpy.

        What a prior adds is not among them: it reads the position, not the observation. What a
        policy reads of one that is shown is ``close``, float32 ``(n, actions)``; ValueError without
        it, or with it for another policy. Values are as the last layer gives them, not centred.
        """
        if (close is not None) != self.prior_shown:
            raise ValueError(
                "close: what the prior makes of the decisions is needed, the policy reads it"
                if close is None
                else "close: the policy does not read what a prior makes of the decisions"
            )
        hidden = self._hidden(observations)
        read = hidden if close is None else np.concatenate([hidden, close], axis=1)
        return _stack(read, self.policy), _stack(hidden, self.value)

    def values_of(self, observations: np.ndarray) -> np.ndarray:
        """The values of :meth:`forward` alone."""
        return _stack(self._hidden(observations), self.value)

    def _hidden(self, observations: np.ndarray) -> np.ndarray:
        hidden = np.asarray(observations, np.float32)
        for layer in self.trunk:
            hidden = np.maximum(hidden @ layer.weight + layer.bias, np.float32(0))
        return hidden

    def check(self, game: Game, place: str = "network") -> None:
        """ValueError unless its shapes fit a game."""
        features, actions = game.observation_size(self.observation_mode), len(game.actions)
        if (self.features, self.actions) != (features, actions):
            raise ValueError(
                f"{place}: {self.features} features and {self.actions} actions, but {game.name} "
                f"has {features} and {actions}"
            )
        if self.values not in (1, game.max_players):
            raise ValueError(f"{place}: {self.values} values, not 1 or {game.max_players}")
        if self.prior is not None:
            try:
                self.prior.rule(game)
            except ValueError as error:
                raise ValueError(f"{place}: prior: {error}") from error


def _stack(hidden: np.ndarray, layers: Sequence[Dense]) -> np.ndarray:
    for layer in layers[:-1]:
        hidden = np.maximum(hidden @ layer.weight + layer.bias, np.float32(0))
    last: np.ndarray = hidden @ layers[-1].weight + layers[-1].bias
    return last


def _float32(array: Any) -> np.ndarray:
    given = np.asarray(array)
    if given.dtype.kind != "f":
        # numpy would drop imaginary parts and read texts.
        raise ValueError(f"weights and biases are floats, not {given.dtype}")
    return np.asarray(given, np.float32, order="C")


def observation_digest(game: Game, observation_mode: str) -> str:
    """Hash of the names of all entries of an observation, in their order."""
    names = json.dumps(_names(game, observation_mode), separators=(",", ":"))
    return hashlib.sha256(names.encode()).hexdigest()


def _names(game: Game, observation_mode: str) -> list[str]:
    return [feature.name for feature in game.features_of(observation_mode)]


def save_network(path: str | os.PathLike[str], network: Network, game: Game) -> None:
    """Write a network of a game; the file is there whole or not at all."""
    network.check(game, str(path))
    metadata = {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "game_version": game.version,
        "catalogue": game.actions.digest,
        "observation": observation_digest(game, network.observation_mode),
        "observation_mode": network.observation_mode,
        "training": dict(network.training),
        "zero_sum": network.zero_sum,
    }
    if network.prior is not None:
        metadata["prior"] = asdict(network.prior)
    write_arrays(path, metadata, arrays_of(network))


def arrays_of(network: Network) -> dict[str, np.ndarray]:
    """All layers, by the names that they have in a file."""
    return {
        f"{name}{number}_{part}": array
        for name in STACKS
        for number, layer in enumerate(getattr(network, name))
        for part, array in layer._asdict().items()
    }


def load_network(path: str | os.PathLike[str], game: Game) -> Network:
    """Read a network and check that it is of this game.

    On a board where more can be seen than on the shipped one, for which the network was made, it
    does not see the rest.

    Raises:
        FileNotFoundError: there is no such file.
        DamagedDataError: not a whole file of a network.
        ForeignGameError: made for another game, catalogue or observation, or by another version.
    """
    with opened_arrays(path, "a file of a network", FORMAT, VERSION) as stored:
        told = stored.metadata
        made_for = _made_for(told, game)
        observation_mode = _checked_mode(told, made_for, stored.place)
        training = told.get("training", {})
        stored.require(isinstance(training, dict), "training is no JSON object")
        given = told.get("prior")
        # Files of earlier versions, whose policies read no prior, do not say that.
        told_of = given is None or (isinstance(given, dict) and given.keys() | {"shown"} == _PRIOR)
        stored.require(told_of, "prior must have an agent and a weight")
        # Files of earlier versions, which centred nothing, do not say it.
        zero_sum = told.get("zero_sum", False)
        stored.require(isinstance(zero_sum, bool), "zero_sum is neither true nor false")
        with stored.checking():
            prior = None if given is None else Prior(**given)
        shown = prior is not None and prior.shown
        arrays = stored.read(_expected(stored, made_for, observation_mode, shown))
        with stored.checking():
            network = network_of(arrays, observation_mode, training, prior, zero_sum)
            network.check(made_for, stored.place)
    if made_for is game:
        return network
    return _spread(network, *(_names(each, observation_mode) for each in (made_for, game)))


def with_seat_values(network: Network, seats: int, zero_sum: bool) -> Network:
    """The same policy with a value for every seat.

    Of a network with one value it is the observer's; the others share what it lacks to a sum of
    zero, or have 0 where there is no such sum.
    """
    if network.values == 1 and seats > 1:
        *inner, last = network.value
        share = np.full(seats, -1.0 / (seats - 1) if zero_sum else 0.0, np.float32)
        share[0] = 1.0
        network = replace(network, value=(*inner, Dense(last.weight * share, last.bias * share)))
    return replace(network, zero_sum=zero_sum)


def with_prior(network: Network, prior: Prior) -> Network:
    """The same network where its heuristic looks ahead otherwise, or is shown; else as it is.

    What it was not shown has weights of 0: it decides by it as before, until it learns.
    """
    if network.prior is None or not network.prior.is_kin(prior):
        return network
    if prior.shown == network.prior.shown:
        return replace(network, prior=prior)
    if network.prior.shown:
        return network
    first, *others = network.policy
    more = np.zeros((network.actions, len(first.bias)), np.float32)
    read = Dense(np.concatenate([first.weight, more]), first.bias)
    return replace(network, policy=(read, *others), prior=prior)


def seeing(network: Network, game: Game, observation_mode: str) -> Network:
    """The same network where observations have more entries, such as the printed numbers.

    What it does not know yet has weights of 0: it plays as before, until it learns.

    Raises:
        ValueError: the game has no such mode, or its observation lacks what the network reads.
    """
    has, wanted = (_names(game, mode) for mode in (network.observation_mode, observation_mode))
    lacking = [name for name in has if name not in wanted]
    if lacking:
        raise ValueError(
            f"the network reads {network.observation_mode!r}, and {observation_mode!r} lacks "
            f"{len(lacking)} of its entries, such as {lacking[0]!r}; a run with it has "
            f'observation_mode = "{network.observation_mode}"'
        )
    return _spread(replace(network, observation_mode=observation_mode), has, wanted)


def _spread(network: Network, has: list[str], wanted: list[str]) -> Network:
    """The same network where there are more entries; weights of those it does not know are 0."""
    places = [wanted.index(name) for name in has]

    def spread(layers: tuple[Dense, ...]) -> tuple[Dense, ...]:
        known, behind = np.split(layers[0].weight, [len(has)])
        weight = np.zeros((len(wanted), known.shape[1]), np.float32)
        weight[places] = known
        # Behind the entries of an observation a policy reads its prior.
        return (Dense(np.concatenate([weight, behind]), layers[0].bias), *layers[1:])

    if network.trunk:
        return replace(network, trunk=spread(network.trunk))
    return replace(network, policy=spread(network.policy), value=spread(network.value))


def network_of(
    arrays: Mapping[str, np.ndarray],
    observation_mode: str,
    training: Mapping[str, Any],
    prior: Prior | None,
    zero_sum: bool,
) -> Network:
    """The network that :func:`arrays_of` takes apart; ValueError if the layers do not fit."""
    stacks = {
        name: tuple(
            Dense(arrays[f"{name}{number}_weight"], arrays[f"{name}{number}_bias"])
            for number in range(_layers(name, arrays))
        )
        for name in STACKS
    }
    return Network(
        **stacks,
        observation_mode=observation_mode,
        training=training,
        prior=prior,
        zero_sum=zero_sum,
    )


def _made_for(told: Mapping[str, Any], game: Game) -> Game:
    """The game, or that of the shipped board if a file is of that and the game shows more."""
    mode, observed = told.get("observation_mode"), told.get("observation")
    if mode not in game.observation_modes or observed == observation_digest(game, mode):
        return game
    board = {option.name: option.default for option in game.options if option.name == "board"}
    if not board:
        return game
    shipped = game.with_options(**board)
    if observed != observation_digest(shipped, mode):
        return game
    return shipped if set(_names(shipped, mode)) < set(_names(game, mode)) else game


def _checked_mode(told: Mapping[str, Any], game: Game, place: str) -> str:
    """The observation mode; ForeignGameError unless a file is of this game."""
    if told.get("game") != game.name:
        raise ForeignGameError(
            f"{place}: it is of another game, {told.get('game')!r:.100}, not of {game.name}"
        )
    observation_mode = told.get("observation_mode")
    if not isinstance(observation_mode, str) or observation_mode not in game.observation_modes:
        raise ForeignGameError(
            f"{place}: {game.name} has no observation mode {observation_mode!r:.100}"
        )
    expected = {
        "game_version": ("version of the rules", game.version),
        "catalogue": ("digest of the action catalogue", game.actions.digest),
        "observation": ("digest of the observation", observation_digest(game, observation_mode)),
    }
    for key, (meaning, own) in expected.items():
        if told.get(key) != own:
            raise ForeignGameError(
                f"{place}: the {meaning} is {told.get(key)!r:.100}, but the game at hand "
                f"({game.name}) has {own!r}"
            )
    return observation_mode


def _expected(stored: ArrayFile, game: Game, observation_mode: str, shown: bool) -> dict[str, Form]:
    """The arrays that a file must hold: widths between layers are as it says, all else is known."""
    declared, expected = stored.forms, {}

    def widths(name: str, inputs: int, outputs: tuple[int, ...]) -> int:
        count = _layers(name, declared)
        stored.require(count > 0 or not outputs, f"there is no layer of {name}")
        for number in range(count):
            start = f"{name}{number}"
            shape = declared[f"{start}_weight"].shape
            width = shape[1] if len(shape) == 2 else 0
            last = outputs and number == count - 1
            stored.require(
                width in outputs if last else width > 0,
                f"{start}_weight has the shape {shape}, for {inputs} inputs and "
                f"{' or '.join(map(str, outputs)) if last else 'at least 1'} outputs",
            )
            expected[f"{start}_weight"] = Form(_FLOAT, (inputs, width))
            expected[f"{start}_bias"] = Form(_FLOAT, (width,))
            inputs = width
        return inputs

    top = widths("trunk", game.observation_size(observation_mode), ())
    actions = len(game.actions)
    widths("policy", top + (actions if shown else 0), (actions,))
    widths("value", top, (1, game.max_players))
    return expected


def _layers(name: str, arrays: Mapping[str, Any]) -> int:
    count = 0
    while f"{name}{count}_weight" in arrays:
        count += 1
    return count


POLICIES = Path(__file__).parent / "policies"
"""A folder for each game, with networks and the configurations of the runs that made them."""


def shipped_policies(game: str) -> dict[str, Path]:
    """Names and files of the networks of a game that come with the package."""
    return {path.stem: path for path in sorted((POLICIES / game).glob("*.npz"))}
