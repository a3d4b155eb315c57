"""Compilation of rules that only other compiled functions call: to code that these take in.

Numba makes every function ready to be called from outside: it optimises it together with all that
it calls, and makes machine code. A rule is called from inside alone, so both would be thrown away.
Its code is left as it is and becomes part of the kernels and of the functions of the seam that call
it; there it is optimised, once.
"""

from __future__ import annotations

import weakref
from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import _LowerResult
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

from pixies_env.core.compilation.indices import Compiler


class _LinkedLibrary(JITCodeLibrary):
    """Code that is linked into that of others and not run by itself."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._final_module.__library = weakref.proxy(self)
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerForLinking(NativeLowering):
    """Make code that others take in."""

    _name = "pixies_lower_for_linking"

    def run_pass(self, state: Any) -> bool:
        codegen = state.targetctx.codegen()
        state.library = library = _LinkedLibrary(codegen, state.func_id.func_qualname)
        library.enable_object_caching()
        state.flags.no_compile = True
        super().run_pass(state)
        library.finalize()
        lowered = state.cr

        # By it Numba finds the code again; nothing calls it.
        described = lowered.fndesc
        stand_in = _dynfunc.make_function(
            described.lookup_module(), described.qualname, "", 0, lowered.env, (library,)
        )
        state.targetctx.insert_user_function(stand_in, described, [library])
        state.reload_init.extend(library._reload_init)
        state.cr = _LowerResult(described, lowered.call_helper, cfunc=stand_in, env=lowered.env)
        return True


class RuleCompiler(Compiler):
    """The compiler of such rules."""

    def define_pipelines(self) -> list[Any]:
        """The passes of all compilation, without those that such rules do not need."""
        (passes,) = super().define_pipelines()
        passes.passes = [
            (_LowerForLinking if step is NativeLowering else step, told)
            for step, told in passes.passes
        ]
        return [passes]
