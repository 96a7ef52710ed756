"""Reviews of finished games: made once each, one after the other, in a process of their own.

A review takes from seconds to a minute; bots at other tables must not wait for it. Its process is
started on demand, and ended when no review is waiting.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any, NamedTuple

from baumeister.kernel import rule
from baumeister.kernel.glossary import LANGUAGES
from baumeister.lab.review.review import EFFORTS, Moment, Review, review
from baumeister.lab.review.review import to_json as numbers_of
from baumeister.lab.review.words import Words
from baumeister.play import Table
from baumeister.server.bots.pool import BotPool, NoReview
from baumeister.server.bots.worker import Progress
from baumeister.server.tables.errors import Rejected

log = logging.getLogger(__name__)

EFFORT = EFFORTS["quick"]
KEPT = 64  # reviews in memory, some 100 kB each
MOST_WAITING = 16
MOST_OF_ONE = 4  # that one address may have in the queue
PATIENCE = 120.0  # seconds for one decision; a second is usual
BEST = 5  # alternatives to a decision that the review lists


class Busy(Rejected):
    """Too many reviews are waiting already."""

    status = 503


class NotSupported(Rejected):
    """This server cannot make reviews."""

    status = 501


# --- in words ---------------------------------------------------------------------------------
def in_all_languages(table: Table, progress: Progress) -> dict[str, dict[str, Any]]:
    """The review of a finished game as JSON, by language."""
    reviewed = review(table, EFFORT, progress=progress)
    return {language: in_language(reviewed, language) for language in LANGUAGES}


def in_language(reviewed: Review, language: str) -> dict[str, Any]:
    """A review with numbers and sentences. Move n leads to position n."""
    words, numbers = Words(reviewed, language), numbers_of(reviewed)
    turns, sums = reviewed.turns(), reviewed.sums()
    rounded: dict[str, Any] = _rounded(
        {
            **numbers,
            "result": words.result,
            "counted": words.counted,
            "scales": words.scales,
            "about": words.about(),
            "parts": [{"move": move, "text": text} for move, text in words.parts()],
            "decisions": [
                {
                    **shown,
                    "when": words.when(decision.move),
                    "text": words.deed(decision.move),
                    "better_text": words.better(decision) or None,
                    "search": shown["search"][:BEST],
                }
                for shown, decision in zip(numbers["decisions"], reviewed.decisions, strict=True)
            ],
            "chance": [
                {**shown, "text": words.stroke(stroke), "story": words.story(stroke)}
                for shown, stroke in zip(numbers["chance"], reviewed.strokes, strict=True)
            ],
            "turning_points": [
                {**shown, "text": words.turn(turn)}
                for shown, turn in zip(numbers["turning_points"], turns, strict=True)
            ],
            "seats": [
                {
                    **shown,
                    "best": _with_text(shown["best"], total.best, words),
                    "worst": _with_text(shown["worst"], total.worst, words),
                }
                for shown, total in zip(numbers["seats"], sums, strict=True)
            ],
        }
    )
    return rounded


def _with_text(shown: Any, moment: Moment | None, words: Words) -> Any:
    return None if shown is None else {**shown, "text": words.moment(moment)}


def _rounded(value: Any) -> Any:
    """Floats with four digits: chances are not known more precisely."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    return [_rounded(part) for part in value] if isinstance(value, list) else value


# --- on the event loop ------------------------------------------------------------------------
class Pending(NamedTuple):
    """A review that is being made: how many decisions are done; 0 of 0 while it is queued."""

    done: int
    total: int


class _Job:
    """A review that somebody has asked for."""

    def __init__(self, table: Table, caller: str) -> None:
        self.table = table
        self.caller = caller
        self.pending = Pending(0, 0)

    def progress(self, done: int, total: int) -> None:
        self.pending = Pending(done, total)


class Reviews:
    """All reviews of this server, by table."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, dict[str, dict[str, Any]]] = OrderedDict()
        self._jobs: dict[str, _Job] = {}  # in order of arrival
        self._failed: OrderedDict[str, None] = OrderedDict()  # and no caller has been told yet
        self._worker: asyncio.Task[None] | None = None

    def is_new(self, table_id: str) -> bool:
        """Whether asking for this review would begin one."""
        return not (table_id in self._kept or table_id in self._jobs or table_id in self._failed)

    def ask(
        self, table_id: str, table: Table, caller: str = ""
    ) -> dict[str, dict[str, Any]] | Pending:
        """The review of a finished game by language, or its progress. If it has failed, the next
        caller gets an error, and the one after that starts it again."""
        if table_id in self._kept:
            self._kept.move_to_end(table_id)
            return self._kept[table_id]
        if not rule.can_compile():
            raise NotSupported("error.review.needs_numba")
        if table_id in self._failed:
            del self._failed[table_id]
            raise Busy("error.server.bots.no_review")
        job = self._jobs.get(table_id)
        if job is None:
            own = sum(job.caller == caller for job in self._jobs.values())
            if len(self._jobs) >= MOST_WAITING or own >= MOST_OF_ONE:
                raise Busy("error.server.bots.busy")
            job = self._jobs[table_id] = _Job(table, caller)
        # Also for a job that is not new: it may have been added while the worker was ending.
        if self._worker is None or self._worker.done():
            self._worker = asyncio.get_running_loop().create_task(self._work())
        return job.pending

    async def _work(self) -> None:
        """Make reviews, one after the other, until none is waiting; addresses take turns."""
        bot_pool = BotPool(1, PATIENCE)
        try:
            last = None
            while self._jobs:
                others = (one for one, job in self._jobs.items() if job.caller != last)
                table_id = next(others, next(iter(self._jobs)))
                job = self._jobs[table_id]
                last = job.caller
                try:
                    self._kept[table_id] = await bot_pool.review_game(job.table, job.progress)
                except NoReview:
                    self._failed[table_id] = None
                except Exception:  # a job that stayed would block all others
                    log.exception("a review failed", extra={"table": table_id})
                    self._failed[table_id] = None
                del self._jobs[table_id]
                _shorten(self._kept)
                _shorten(self._failed)
        finally:
            await bot_pool.close()

    async def close(self) -> None:
        """No more reviews."""
        if self._worker is not None:
            self._worker.cancel()
            await asyncio.gather(self._worker, return_exceptions=True)


def _shorten(kept: OrderedDict[str, Any]) -> None:
    while len(kept) > KEPT:
        kept.popitem(last=False)
