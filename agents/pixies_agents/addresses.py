"""Tables of addresses among the numbers of a compiled agent; good in this process only."""

from __future__ import annotations

from typing import Any

import numpy as np

from pixies_env.core.compilation.compile import COMPILED, rule

if COMPILED:

    def noted(table: np.ndarray) -> np.ndarray:
        """What a field of uint64 holds of a table of addresses."""
        return table

    @rule
    def table_of(field: Any) -> Any:
        """The table of addresses that a field holds."""
        return field

else:
    _TABLES: list[list[Any]] = []

    def noted(table: np.ndarray) -> np.ndarray:
        """Uncompiled, functions have no address that a number could hold: the table's place."""
        functions = list(table)
        if functions not in _TABLES:
            _TABLES.append(functions)
        return np.full(len(table), _TABLES.index(functions), np.uint64)

    def table_of(field: Any) -> Any:
        """The table of addresses that a field holds."""
        return _TABLES[int(field[0])]
