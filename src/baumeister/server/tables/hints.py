"""Hints that are being computed: one for each seat."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from baumeister.play import SeatView
from baumeister.server.tables.asker import Asker
from baumeister.server.tables.bot_moves import Bots
from baumeister.server.tables.errors import Rejected


@dataclass(eq=False)
class _OpenHint:
    question: str
    language: str
    task: asyncio.Task[list[str]]
    callers: int = 0


class Hints:
    """Whoever asks again for the same gets the same hint. Another question, or another language,
    replaces the one before. A hint that nobody waits for any more is given up."""

    def __init__(self, bots: Bots) -> None:
        self._bots = bots
        self._open: dict[tuple[str, int], _OpenHint] = {}

    def is_open(self, table: str, seat: int, question: str, language: str) -> bool:
        """Whether somebody waits for this hint already."""
        hint = self._open.get((table, seat))
        return hint is not None and (hint.question, hint.language) == (question, language)

    async def ask(
        self, table: str, seat: int, question: str, language: str, view: SeatView, caller: str
    ) -> list[str]:
        """A hint in sentences; Rejected if another one was asked for meanwhile."""
        place = table, seat
        if not self.is_open(table, seat, question, language):
            if place in self._open:
                self._open[place].task.cancel()
            asker = Asker(table, caller, lambda: True)
            work = self._bots.hint(view, language, f"hint/{question}", asker)
            task = asyncio.get_running_loop().create_task(work)
            self._open[place] = _OpenHint(question, language, task)
        hint = self._open[place]
        hint.callers += 1
        try:
            return await asyncio.shield(hint.task)
        except asyncio.CancelledError:
            caller_task = asyncio.current_task()
            if caller_task is not None and caller_task.cancelling():  # this caller is gone
                raise
            raise Rejected("error.server.hint_replaced") from None
        finally:
            hint.callers -= 1
            if not hint.callers:
                hint.task.cancel()
                if self._open.get(place) is hint:
                    del self._open[place]
