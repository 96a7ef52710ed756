"""Methods that are neither thread-safe nor re-entrant, and say so."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from baumeister.envs.errors import OutOfOrder

P = ParamSpec("P")
R = TypeVar("R")


def exclusive(method: Callable[Concatenate[Any, P], R]) -> Callable[Concatenate[Any, P], R]:
    """Raise OutOfOrder if an exclusive method of the same object is running, in this thread or
    another one. A call does not wait for its turn, because it was meant for the state before.

    The object has a list `_running`. Its first item is the call that runs; others are rejected.
    Ctrl-C can interrupt at any line and leaves no call in it.
    """

    @wraps(method)
    def called(self: Any, /, *args: P.args, **options: P.kwargs) -> R:
        running, this = self._running, object()
        try:
            running.append(this)
            if running[0] is not this:
                raise OutOfOrder("error.batch.busy")
            return method(self, *args, **options)
        finally:
            running.remove(this)

    return called
