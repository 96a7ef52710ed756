"""Compiles entry points, or reads them from the cache."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from types import CodeType, FunctionType
from typing import Any, ParamSpec, TypeVar

import numba
from numba.core import config
from numba.core.caching import FunctionCache
from numba.extending import register_jitable

from baumeister.kernel.backend.cache import cache_at, cache_folder, tidy_cache
from baumeister.kernel.backend.primitives import enable_primitives
from baumeister.kernel.backend.progress import print_progress
from baumeister.kernel.backend.rule_compiler import RuleCompiler
from baumeister.kernel.rule import waiting

P = ParamSpec("P")
R = TypeVar("R")


def compile_entry(function: Callable[P, R]) -> Callable[P, R]:
    """The compiled form of an entry point; numba compiles it at the first call."""
    folder = cache_folder()
    if not folder.exists():
        tidy_cache(folder.parent)
    with suppress(OSError):
        os.utime(folder)  # for tidy_cache: it is in use
    print_progress()
    _enable_rules()
    compiled = numba.njit(error_model="numpy", nogil=True)(function)
    with cache_at(folder):
        compiled._cache = EntryCache(function)
    found: Callable[P, R] = compiled
    return found


class EntryCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, with a key that is the same in every process. Numba's own key has the pickled
    variables of closures, and their bytes depend on whether modules were loaded from bytecode."""

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        return (sig, codegen.magic_tuple(), identity(self._py_func))


def identity(value: Any) -> Any:
    """What distinguishes a function and its variables from others, as plain text and numbers. The
    contents of the files are part of the folder's name."""
    if not isinstance(value, FunctionType):
        return value.__qualname__ if isinstance(value, type) else repr(value)
    code = value.__code__
    variables = [identity(cell.cell_contents) for cell in value.__closure__ or ()]
    return (
        value.__module__,
        value.__qualname__,
        code.co_firstlineno,
        code.co_code.hex(),
        code.co_names,
        tuple(repr(one) for one in code.co_consts if not isinstance(one, CodeType)),
        *variables,
    )


def _enable_rules() -> None:
    """Register the rules that were defined since the last time with numba.

    `forceinline`: rules are many small functions, and LLVM by default inlines few of them. With
    bounds checks LLVM decides, because compiling would take longer than the games.
    """
    enable_primitives()
    register = register_jitable(
        error_model="numpy",
        nogil=True,
        forceinline=not config.BOUNDSCHECK,
        pipeline_class=RuleCompiler,
    )
    while waiting:
        register(waiting.pop())
