"""An entry point becomes compiled code, from the cache if it is there."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import ParamSpec, TypeVar

import numba
from numba.core import config
from numba.extending import register_jitable

from baumeister.kernel.backend.cache import cache_at, cache_folder, tidy_cache
from baumeister.kernel.backend.primitives import enable_primitives
from baumeister.kernel.backend.progress import print_progress
from baumeister.kernel.backend.rule_compiler import RuleCompiler
from baumeister.kernel.rule import waiting

P = ParamSpec("P")
R = TypeVar("R")


def compile_entry(function: Callable[P, R]) -> Callable[P, R]:
    """The compiled form of an entry point; numba compiles when it is called."""
    folder = cache_folder()
    if not folder.exists():
        tidy_cache(folder.parent)
    with suppress(OSError):
        os.utime(folder)  # it is used
    print_progress()
    _enable_rules()
    with cache_at(folder):
        compiled: Callable[P, R] = numba.njit(cache=True, error_model="numpy", nogil=True)(function)
    return compiled


def _enable_rules() -> None:
    """Tell numba about the rules defined since the last time.

    `forceinline`: rules are many small functions, and LLVM by itself leaves most calls standing.
    With bounds checks it may: nobody waits for the games then, but for the compiler.
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
