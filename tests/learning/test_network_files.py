"""Files of networks: what is written is read again, and what is damaged is refused."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from learning.conftest import random_network

from pixies_agents.learned.network import Network, load_network, save_network
from pixies_env.core.errors import DamagedDataError, ForeignGameError
from pixies_env.core.game import Game
from pixies_env.core.specs import AgentSpecError, make_agent
from pixies_env.registry import make_game
from tests.games.hidden_card import game as hidden_card


class Stored:
    """A file of a network, whose arrays can be changed."""

    def __init__(self, path: Path, game: Game) -> None:
        self.path, self.game = path, game
        save_network(path, random_network(game), game)
        with np.load(path) as stored:
            self.arrays: dict[str, Any] = dict(stored)
        self._told = json.loads(str(self.arrays["metadata"]))

    def metadata(self, key: str, value: Any) -> str:
        """The JSON text with another value."""
        return json.dumps(self._told | {key: value})

    def load(self) -> Network:
        return load_network(self.path, self.game)

    def refused(self, words: str) -> None:
        """The file with the arrays as they are now is refused, in one line that names it."""
        np.savez(self.path, **self.arrays)
        with pytest.raises(DamagedDataError, match=words) as error:
            self.load()
        assert str(error.value).startswith(f"{self.path}: ")
        assert "\n" not in str(error.value)


@pytest.fixture
def stored(tmp_path: Path, pixie_queen: Game) -> Stored:
    return Stored(tmp_path / "one.npz", pixie_queen)


def test_files_round_trip(pixie_queen: Game, tmp_path: Path) -> None:
    network = dataclasses.replace(random_network(pixie_queen, shared=True), training={"seed": 3})
    save_network(tmp_path / "one.npz", network, pixie_queen)
    again = load_network(tmp_path / "one.npz", pixie_queen)
    assert again.training == {"seed": 3}
    for name in ("trunk", "policy", "value"):
        for mine, kept in zip(getattr(network, name), getattr(again, name), strict=True):
            assert (mine.weight == kept.weight).all() and (mine.bias == kept.bias).all()


@pytest.mark.parametrize(
    ("key", "word"),
    [
        ("catalogue", "action catalogue"),
        ("observation", "digest of the observation"),
        ("game", "it is of another game, 'other', not of pixie_queen"),
        ("game_version", "version of the rules"),
        ("version", "version"),
    ],
)
def test_files_of_another_game_are_refused(
    pixie_queen: Game, tmp_path: Path, key: str, word: str
) -> None:
    path = tmp_path / "one.npz"
    save_network(path, random_network(pixie_queen), pixie_queen)
    with np.load(path) as stored:
        arrays = dict(stored)
    metadata = json.loads(str(arrays["metadata"]))
    metadata[key] = "other"
    arrays["metadata"] = np.array(json.dumps(metadata))
    np.savez(path, **arrays)
    with pytest.raises(ForeignGameError, match=word):
        load_network(path, pixie_queen)


def test_a_policy_of_another_game_is_told_before_what_else_differs(tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    made = hidden_card()
    save_network(path, random_network(made), made)
    with pytest.raises(ForeignGameError, match="it is of another game, 'hidden_card', not of havr"):
        load_network(path, make_game("havresac"))


def test_damaged_files_are_refused(pixie_queen: Game, tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    save_network(path, random_network(pixie_queen), pixie_queen)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(DamagedDataError, match="not a file of a network"):
        load_network(path, pixie_queen)
    with pytest.raises(AgentSpecError, match="not a file of a network"):
        make_agent(f"ppo:file={path}", pixie_queen)
    with pytest.raises(FileNotFoundError):
        load_network(tmp_path / "nothing.npz", pixie_queen)


def test_a_file_without_a_name_is_not_the_shipped_network(pixie_queen: Game) -> None:
    with pytest.raises(AgentSpecError, match=r"ppo:file=' for pixie_queen: .*No such file"):
        make_agent("ppo:file=", pixie_queen)


@pytest.mark.parametrize("kind", [np.complex64, np.bool_, np.int64, np.float64, "<U8"])
def test_weights_of_another_type_are_refused(pixie_queen: Game, stored: Stored, kind: type) -> None:
    stored.arrays["value0_weight"] = stored.arrays["value0_weight"].astype(kind)
    stored.refused(f"value0_weight is {np.dtype(kind)} of shape .*, not float32")


def test_biases_of_another_shape_are_refused(stored: Stored) -> None:
    stored.arrays["policy0_bias"] = stored.arrays["policy0_bias"][:, None]
    stored.refused(r"policy0_bias is float32 of shape \(48, 1\), not float32 of shape \(48,\)")


def test_layers_that_do_not_lead_from_observation_to_actions_are_refused(stored: Stored) -> None:
    actions = len(stored.game.actions)
    stored.arrays["policy2_weight"] = np.zeros((32, actions - 1), np.float32)
    stored.refused(rf"policy2_weight has the shape \(32, {actions - 1}\), .* {actions} outputs")


def test_missing_and_unknown_arrays_are_refused(stored: Stored) -> None:
    stored.arrays["policy7_weight"] = np.zeros((4, 4), np.float32)
    stored.refused("unknown: policy7_weight")
    del stored.arrays["policy7_weight"], stored.arrays["value1_bias"]
    stored.refused("missing: value1_bias")
    del stored.arrays["value0_weight"]
    stored.refused("there is no layer of value")


def test_weights_that_are_not_finite_are_refused(stored: Stored) -> None:
    stored.arrays["value1_bias"][0] = np.nan
    stored.refused("value1_bias is not finite")


def test_metadata_that_are_no_object_of_ours_are_refused(stored: Stored) -> None:
    for text, words in (
        ("[1]", "metadata is no JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 500 + "1" + "}" * 500, "nested too deeply"),
        ("{", "not JSON"),
        ('{"format": "other"}', "not a file of a network"),
        (stored.metadata("training", [1]), "training is no JSON object"),
    ):
        stored.arrays["metadata"] = np.array(text)
        stored.refused(words)
    for mode in ([1], "none"):
        stored.arrays["metadata"] = np.array(stored.metadata("observation_mode", mode))
        np.savez(stored.path, **stored.arrays)
        with pytest.raises(ForeignGameError, match="no observation mode"):
            stored.load()


def test_a_file_is_never_unpacked_beyond_its_own_size(stored: Stored) -> None:
    """A few kilobytes of deflated zeros are gigabytes of weights."""
    np.savez_compressed(stored.path, **stored.arrays)
    with pytest.raises(DamagedDataError, match="is compressed"):
        stored.load()


@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_what_is_no_regular_file_is_refused(tmp_path: Path, pixie_queen: Game, kind: str) -> None:
    """Without waiting for somebody to write into the pipe."""
    path = tmp_path / "one.npz"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path = Path("/dev/zero")
    with pytest.raises(DamagedDataError, match=f"{path}: not a file of a network: this is a "):
        load_network(path, pixie_queen)
