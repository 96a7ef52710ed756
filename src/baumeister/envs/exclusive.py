"""Objects whose methods are neither thread-safe nor re-entrant, and say so.

    class Batch(Exclusive):
        @exclusive
        def step(self) -> None: ...

A call that begins while another one is running, from another thread or from inside that call, is
an error and does not wait: it was meant for the state before.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from baumeister.envs.errors import OutOfOrder

Its = TypeVar("Its", bound="Exclusive")
Given = ParamSpec("Given")
Got = TypeVar("Got")


class Exclusive:
    """An object of which one exclusive call can run at a time."""

    def __init__(self) -> None:
        self._calls_inside: list[object] = []  # the first one is running, the others are rejected


def exclusive(
    call: Callable[Concatenate[Its, Given], Got],
) -> Callable[Concatenate[Its, Given], Got]:
    """Raise OutOfOrder while another exclusive call of the same object is running. Wherever Ctrl-C
    interrupts it, a call is registered exactly as long as it lasts."""

    @wraps(call)
    def called(self: Its, /, *args: Given.args, **options: Given.kwargs) -> Got:
        inside, this = self._calls_inside, object()
        try:
            inside.append(this)
            if inside[0] is not this:
                raise OutOfOrder("error.batch.busy")
            return call(self, *args, **options)
        finally:
            inside.remove(this)

    return called
