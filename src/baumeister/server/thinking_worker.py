"""What a worker process does: it takes questions one by one, thinks, and answers.

A worker gets what a seat sees and nothing else. It ends with the server, however that ends.
"""

from __future__ import annotations

import json
import operator
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any, NamedTuple, cast

from baumeister.bots import looks_ahead, new_bot
from baumeister.bots.hints import hint
from baumeister.bots.search import Budget
from baumeister.bots.search_bot import SearchBot
from baumeister.play import SeatView
from baumeister.play.games import RULES
from baumeister.rules.kernel import rule

READY, BEGUN, ANSWER, PROBLEM = "ready", "begun", "answer", "problem"  # what a worker says
HINT = Budget(iterations=12_000)  # about a second; the same hint on every machine
NICENESS = 10  # thinking comes after the tables


class Task(NamedTuple):
    """What to think about: a bot's move, or a hint in a language."""

    bot: str | None
    language: str
    seed: str

    @property
    def looks_ahead(self) -> bool:
        """Whether compiled code is needed; a hint does without it if it has to."""
        return self.bot is None or looks_ahead(self.bot)

    def think(self, view: SeatView) -> int | list[str]:
        """The action, or the sentences of the hint."""
        if self.bot is None:
            return list(hint(view, HINT, self.seed).sentences(self.language))
        return operator.index(new_bot(self.bot, self.seed).decide(view))


def packed(task: Task, view: SeatView) -> bytes:
    """A question on its way to a worker; the rules go by their name."""
    return pickle.dumps((task, replace(view, rules=cast(Any, view.rules.name))))


def unpacked(message: bytes) -> tuple[Task, SeatView]:
    """A question as the worker gets it."""
    task, view = pickle.loads(message)
    return task, replace(view, rules=RULES[view.rules])


def layout_of(view: SeatView) -> tuple[str, int]:
    """What code is compiled for: the game and the number of players."""
    return view.rules.name, len(view.names)


def serve(connection: Connection[bytes, bytes]) -> None:
    """The life of a worker."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    Thread(target=_end_with_the_server, daemon=True).start()
    os.environ["BAUMEISTER_QUIET"] = "1"
    if hasattr(os, "nice"):
        os.nice(NICENESS)

    def say(word: str, value: object = None) -> None:
        connection.send_bytes(json.dumps([word, value]).encode())

    with suppress(EOFError, OSError), redirect_stdout(sys.stderr):
        warm: set[tuple[str, int]] = set()
        say(READY)
        while True:
            _answer(connection.recv_bytes(), warm, say)


def _answer(message: bytes, warm: set[tuple[str, int]], say: Callable[..., None]) -> None:
    """Think about one question. Errors are told by their kind only: their words may hold what
    the seat sees."""
    try:
        task, view = unpacked(message)
        if task.looks_ahead and rule.can_compile() and layout_of(view) not in warm:
            SearchBot("warm-up", Budget(iterations=1)).decide(view)
            warm.add(layout_of(view))
        say(BEGUN)
        answer = task.think(view)
    except MemoryError:
        os._exit(1)  # nobody knows what is left of this process
    except (Exception, SystemExit) as problem:
        say(PROBLEM, type(problem).__name__)
    else:
        say(ANSWER, answer)


def _end_with_the_server() -> None:
    """Wait until the server is gone, and go too, in the middle of a thought if need be."""
    server = parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(1)
