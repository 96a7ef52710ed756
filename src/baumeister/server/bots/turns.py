"""Whose question is next when there are more questions than workers.

Questions that people wait for come first. Then everybody who owns tables gets the same share of the
workers' time, however many tables they own, and the tables of an owner take turns.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import count
from typing import Protocol, TypeVar

from baumeister.server.tables.asker import Asker

STARVING = 10.0  # seconds after which a question that nobody waits for comes first, one at a time
LEAST = 0.1  # seconds that every question counts at least


class QueuedQuestion(Protocol):
    """A question that waits for a worker."""

    @property
    def asker(self) -> Asker:
        """For whom it is."""

    @property
    def number(self) -> int:
        """The first question has the lowest."""

    @property
    def arrived(self) -> float:
        """When it came."""


Q = TypeVar("Q", bound=QueuedQuestion)


class BotTurns:
    """The shares of all owners since the last time when nothing waited."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}  # seconds of the workers' time, by owner
        self._least = 0.0  # what the owner served last had used: where newcomers begin
        self._served: dict[str, int] = {}  # by table: when it was served last
        self._steps = count(1)
        self._unawaited = 0.0  # when a question was begun that nobody waited for

    def ordered(self, waiting: Collection[Q], now: float) -> list[Q]:
        """Questions in the order in which they should be begun."""
        awaited = {question.number: question.asker.is_awaited() for question in waiting}
        starving = any(
            now - max(question.arrived, self._unawaited) >= STARVING
            for question in waiting
            if not awaited[question.number]
        )

        def turn(question: Q) -> tuple[bool, float, int, int]:
            late = self._served.get(question.asker.table or "", 0)
            used = self._share(_owner(question))
            return awaited[question.number] == starving, used, late, question.number

        return sorted(waiting, key=turn)

    def begin(self, question: QueuedQuestion, now: float) -> None:
        """A worker has taken a question."""
        owner = _owner(question)
        self._least = self._share(owner)
        self._used[owner] = self._least + LEAST
        if question.asker.table is not None:
            self._served[question.asker.table] = next(self._steps)
        if not question.asker.is_awaited():
            self._unawaited = now

    def end(self, question: QueuedQuestion, seconds: float) -> None:
        """A question was answered or given up after so many seconds."""
        if (owner := _owner(question)) in self._used:
            self._used[owner] += max(0.0, seconds - LEAST)

    def forget(self) -> None:
        """Nothing waits: everybody begins anew."""
        self._used.clear()
        self._served.clear()
        self._least = 0.0

    def _share(self, owner: str) -> float:
        return max(self._least, self._used.get(owner, 0.0))


def _owner(question: QueuedQuestion) -> str:
    """Who has to share: an address; a table whose owner is not known stands for itself."""
    asker = question.asker
    return asker.owner or f"table {asker.table or question.number}"
