"""What one thread of a program does at a time.

    class Batch(Alone):
        @alone
        def step(self) -> None: ...

A thread that comes while another one is in is refused, and does not wait: what it is about to do is
meant for the games as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from threading import get_ident
from typing import Concatenate, ParamSpec, TypeVar

from baumeister.envs.errors import OutOfOrder

Its = TypeVar("Its", bound="Alone")
Given = ParamSpec("Given")
Got = TypeVar("Got")


class Alone:
    """Something whose calls do not bear each other's company."""

    def __init__(self) -> None:
        self._inside: dict[str, int] = {}  # which thread; a dict looks and writes in one go


def alone(call: Callable[Concatenate[Its, Given], Got]) -> Callable[Concatenate[Its, Given], Got]:
    """OutOfOrder if another thread is in such a call of the same object."""

    @wraps(call)
    def called(self: Its, /, *args: Given.args, **options: Given.kwargs) -> Got:
        inside, thread = self._inside, get_ident()
        if inside.setdefault("thread", thread) != thread:
            raise OutOfOrder("error.batch.busy")
        try:
            return call(self, *args, **options)
        finally:
            inside.clear()

    return called
