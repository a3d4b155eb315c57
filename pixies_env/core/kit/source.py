"""Rules from source text, with other rules under the names that the text uses.

Numba finds a compiled function in its disk cache by its name and source, but never one
that was handed over as an argument or closed over: what composes rules writes source.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Mapping
from typing import Any

from pixies_env.core.compilation.compile import rule


def compose_rules(
    module: str, text: str, names: Mapping[str, Any]
) -> dict[str, Callable[..., Any]]:
    """Compile the functions of a text as rules of ``module``, by name.

    ``module`` must import everything that ``names`` holds: its digest is that of the cache.
    Uncompiled, a traceback shows the lines of the text.
    """
    tree = ast.parse(text)
    functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    file = f"<{', '.join(functions)} of {module}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope: dict[str, Any] = {"__name__": module, **names}
    exec(compile(tree, file, "exec"), scope)
    for name in functions:
        scope[name] = rule(scope[name])
    return {name: scope[name] for name in functions}
