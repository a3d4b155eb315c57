"""Records of numbers: no byte outside fields, and back from plain data."""

from __future__ import annotations

import json

import numpy as np
import pytest

from pixies_env.core.compilation.compile import record_dtype
from pixies_env.core.errors import DamagedDataError
from pixies_env.core.files.fields import dump_fields, load_fields

INNER = record_dtype([("level", np.int8), ("weight", np.float32)])
OUTER = record_dtype(
    [("flag", np.int8), ("key", np.uint64), ("parts", INNER, (2,)), ("one", INNER), ("last", "i2")]
)


def filled() -> np.ndarray:
    array = np.zeros(1, OUTER)
    array["key"], array["last"] = 2**63 + 5, -7
    array["parts"]["level"][0] = [3, 4]
    array["one"]["weight"] = 0.1
    return array


def test_every_byte_lies_in_a_field_so_that_copies_are_equal_byte_for_byte():
    for dtype in (INNER, OUTER):
        sizes = [dtype.fields[name][0].itemsize for name in dtype.names]
        assert sum(sizes) == dtype.itemsize
        assert all(dtype.fields[name][1] % dtype[name].alignment == 0 for name in dtype.names)
    raw = np.arange(OUTER.itemsize * 3, dtype=np.uint8).view(OUTER)
    assert raw.copy().tobytes() == raw.tobytes() == np.concatenate([raw]).tobytes()


def test_a_record_within_another_is_aligned():
    assert INNER.alignment == 1  # numpy has forgotten it
    assert OUTER.fields["parts"][1] % 4 == OUTER.fields["one"][1] % 4 == 0


def test_equal_records_are_the_same_object():
    assert record_dtype([("level", np.int8), ("weight", np.float32)]) is INNER


def test_records_have_attributes():
    assert filled()[0].one.weight == np.float32(0.1)
    assert filled()[0].parts[1].level == 4


@pytest.mark.parametrize("name", ["round", "all", "size", "flat"])
def test_names_that_numpy_would_shadow_are_refused(name):
    with pytest.raises(ValueError, match=name):
        record_dtype([(name, np.int8)])


def test_nested_fields_go_through_json():
    stored = json.loads(json.dumps(dump_fields(filled())))
    assert stored["fields"]["parts"][1]["level"] == 4
    assert load_fields(stored, OUTER, "it").tobytes() == filled().tobytes()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["parts"], [1]),
        (["parts"], [{"level": 1}]),
        (["one"], 3),
        (["one", "level"], 300),
        (["one", "weight"], None),
        (["key"], -1),
        (["last"], [1]),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(path, value):
    stored = dump_fields(filled())
    at = stored["fields"]
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(DamagedDataError, match=path[0]):
        load_fields(stored, OUTER, "it")
