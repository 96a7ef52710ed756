"""What goes on alone: while a call of an object is going on, no other one may begin.

    class Batch(Alone):
        @alone
        def step(self) -> None: ...

Whoever comes in between, another thread or something that the call itself has led to, is refused
and does not wait: what it is about to do is meant for the games as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from baumeister.envs.errors import OutOfOrder

Its = TypeVar("Its", bound="Alone")
Given = ParamSpec("Given")
Got = TypeVar("Got")


class Alone:
    """Something whose calls do not bear each other's company."""

    def __init__(self) -> None:
        self._calls_inside: list[object] = []  # the first of them goes on, the others are refused


def alone(call: Callable[Concatenate[Its, Given], Got]) -> Callable[Concatenate[Its, Given], Got]:
    """OutOfOrder while such a call of the same object is going on. Wherever Ctrl-C comes, a call is
    among those inside exactly as long as it lasts."""

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
