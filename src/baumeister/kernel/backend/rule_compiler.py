"""How numba compiles a rule: only as far as its callers need it.

By default numba optimizes every function together with all that it calls, and generates machine
code for it. The machine code of a rule is never called, and its callers are optimized again as a
whole. So the result for a rule is LLVM code, inlined and hardly optimized: compiling takes a third
less time, and games run equally fast (docs/speed.md). Imported by compiling.py.
"""

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a rule with all that it calls, for linking into what calls the rule."""

    def finalize(self) -> None:
        """Link in what the rule calls, inline it and stop there."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        passes, builder = self._codegen._module_pass_manager(
            opt=0, loop_vectorize=False, slp_vectorize=False, cost="cheap"
        )
        passes.run(self._final_module, builder)
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(NativeLowering):  # type: ignore[misc]
    """From numba's own code to LLVM's, without machine code."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower a rule, and register it for its callers under a function without an address."""
        codegen, flags = state.targetctx.codegen(), state.flags
        state.library = RuleLibrary(codegen, state.func_id.func_qualname)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        changed: bool = super().run_pass(state)
        state.library.finalize()
        lowered = state["cr"]
        described = lowered.fndesc
        no_address = 0
        function = _dynfunc.make_function(
            described.lookup_module(),
            described.qualname.split(".")[-1],
            f"the rule {described.qualname}",
            no_address,
            lowered.env,
            (state.library,),
        )
        state.targetctx.insert_user_function(function, described, [state.library])
        state.reload_init.extend(state.library._reload_init)
        state["cr"] = lowered._replace(cfunc=function)
        return changed


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's usual pipeline, with `RuleLowering` as its last step."""

    def define_pipelines(self) -> list[Any]:
        """Replace the step that generates machine code."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [
            (RuleLowering if step is NativeLowering else step, what)
            for step, what in pipeline.passes
        ]
        pipeline.finalize()
        return [pipeline]
