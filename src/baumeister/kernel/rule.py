"""`@rule` marks a function that reads and changes plain ints and lists, and can be compiled.

The function itself stays plain Python: breakpoints, coverage and stack traces work.
`@compiled` marks the few functions through which Python calls into compiled rules: the first call
imports numba (kernel/backend).
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable, MutableSequence, Sequence
from functools import lru_cache
from math import ldexp
from typing import Any, Generic, ParamSpec, TypeVar

from baumeister.kernel.errors import UserError

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

_compiling = threading.RLock()
waiting: list[Callable[..., Any]] = []  # rules that are not registered with numba yet


class NotCompiled(UserError, RuntimeError):
    """Compiled rules were asked for, but numba is not installed."""


def rule(function: F) -> F:
    """Mark a function that may be called from compiled code. Returns it unchanged."""
    waiting.append(function)
    return function


def can_compile() -> bool:
    """Whether numba and numpy are installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("numba", "numpy"))


class CompiledFunction(Generic[P, R]):
    """An entry point from Python into compiled rules: compiled at the first call, or read from the
    cache."""

    def __init__(self, function: Callable[P, R]) -> None:
        self.plain = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self._compiled: Callable[P, R] | None = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self._compiled is None:
            with _compiling:  # one thread at a time
                if self._compiled is None:
                    self._compiled = self._compile()
        return self._compiled(*args, **kwargs)

    def _compile(self) -> Callable[P, R]:
        if not can_compile():
            raise NotCompiled("error.rule.needs_numba")
        from baumeister.kernel.backend.compiling import compile_entry

        return compile_entry(self.plain)


def compiled(function: Callable[P, R]) -> CompiledFunction[P, R]:
    """Mark an entry point. `function.plain` is the same code interpreted."""
    return CompiledFunction(function)


# --- primitives -------------------------------------------------------------------------------
# In plain Python each is a line or two; compiled they become what the processor does best
# (backend/primitives.py).
def lowest(mask: int) -> int:
    """Index of the lowest set bit."""
    return (mask & -mask).bit_length() - 1


@lru_cache(maxsize=4096)
def members(mask: int) -> tuple[int, ...]:
    """Index of every set bit, ascending."""
    found = []
    while mask != 0:
        bit = mask & -mask
        found.append(bit.bit_length() - 1)
        mask ^= bit
    return tuple(found)


def index(number: int) -> int:
    """Mark an index as never negative. Compiled loops over arrays of records then skip the check
    of its sign, and keep no pointer to every field that they may need."""
    return number


def contains(numbers: Sequence[int], n: int, number: int) -> bool:
    """Whether a number is among the first n of an array: compiled code compares 32 at once if the
    array has room for so many."""
    return number in numbers[:n]


def write_bits(mask: int, n: int, out: MutableSequence[int], start: int) -> None:
    """Write the lowest n bits of a mask as numbers 0 and 1; n must be a constant, at most 64."""
    for k in range(n):
        out[start + k] = (mask >> k) & 1


def n_members(mask: int) -> int:
    """How many bits are set; the mask must not be negative."""
    return mask.bit_count()


def power_of_2(exponent: int) -> float:
    """2 to the power of a whole number from -1022 to 1023."""
    return ldexp(1.0, exponent)


def copy_numbers(source: Sequence[int], n: int, out: MutableSequence[int], start: int) -> None:
    """Copy the first n numbers of `source` into `out` from `start`; n must be a constant."""
    out[start : start + n] = source[:n]


def copy_table(
    source: Sequence[Sequence[int]], rows: int, n: int, out: MutableSequence[int], start: int
) -> None:
    """Copy a table of `rows` times n numbers, row by row, into `out` from `start`."""
    for row in range(rows):
        out[start + n * row : start + n * (row + 1)] = source[row]
