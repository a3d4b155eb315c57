"""Records of numbers as plain lists and dictionaries, and back, checked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from pixies_env.core.errors import DamagedDataError, listed


def plain(value: Any) -> Any:
    """``default`` for :func:`json.dumps`: numpy numbers and arrays as plain ones."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    raise TypeError(f"{value!r} of type {type(value).__name__} cannot be written as JSON")


def dump_fields(array: np.ndarray) -> dict[str, Any]:
    """Fields of an array of one record by name, and a digest of its bytes."""
    names = array.dtype.names or ()
    fields = {name: _dump(array[name][0]) for name in names}
    return {"fields": fields, "sha256": hashlib.sha256(array.tobytes()).hexdigest()}


def _dump(value: Any) -> Any:
    if value.dtype.names is None:
        return value.tolist()
    if value.shape:
        return [_dump(part) for part in value]
    return {name: _dump(value[name]) for name in value.dtype.names}


def load_fields(stored: Any, dtype: np.dtype[Any], place: str) -> np.ndarray:
    """Array of one record from what :func:`dump_fields` gave; DamagedDataError otherwise."""
    if not isinstance(stored, Mapping) or not {"fields", "sha256"} <= stored.keys():
        raise DamagedDataError(f"{place} must have 'fields' and 'sha256'")
    array = np.zeros(1, dtype)
    _load(stored["fields"], array, place)
    if hashlib.sha256(array.tobytes()).hexdigest() != stored["sha256"]:
        raise DamagedDataError(
            f"{place} does not have the digest written with it: it was changed or damaged "
            f"(positions made by hand go through State.from_dict)"
        )
    return array


def _load(stored: Any, array: np.ndarray, place: str) -> None:
    """Fill an array of one record."""
    names = array.dtype.names or ()
    if not isinstance(stored, Mapping) or set(stored) != set(names):
        given = listed(stored) if isinstance(stored, Mapping) else repr(stored)
        raise DamagedDataError(f"{place} must have the fields {listed(names)}, not {given}")
    for name in names:
        base = array.dtype[name].base
        field = array[name]
        where = f"{place}, field {name}"
        if base.names is None:
            _load_numbers(stored[name], field, where)
        else:
            flat = field.reshape(-1)
            parts = stored[name] if array.dtype[name].subdtype else [stored[name]]
            if not isinstance(parts, list) or len(parts) != len(flat):
                raise DamagedDataError(f"{where} must be a list of {len(flat)} records")
            for index, part in enumerate(parts):
                _load(part, flat[index : index + 1], f"{where}[{index}]")


def _load_numbers(stored: Any, field: np.ndarray, place: str) -> None:
    try:
        values = np.asarray(stored)
    except ValueError:
        values = np.empty(0, object)
    expected = field.dtype
    if values.shape != field.shape[1:] or values.dtype.kind not in "biuf":
        raise DamagedDataError(f"{place} must be numbers of shape {field.shape[1:]}")
    with np.errstate(all="ignore"):
        converted = values.astype(expected)
    if not np.array_equal(converted, values, equal_nan=expected.kind == "f"):
        raise DamagedDataError(f"{place} does not fit into {expected}")
    field[0] = converted
