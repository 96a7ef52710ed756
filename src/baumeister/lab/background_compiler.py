"""Compiles the search in the background, so that nobody at a table waits for the compiler.

    compiler = BackgroundCompiler(missing())
    compiler.want(game, 4)                     # this is needed first
    bot.plain = not is_compiled(game, 4)       # lab/compiling.py

Until the code is ready, bots search interpreted. The compiler runs in a process of its own with low
priority.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from baumeister.games import GAMES
from baumeister.kernel import rule
from baumeister.lab.compiling import (
    LOOKING_AHEAD,
    Piece,
    compile_piece,
    is_compiled,
    mark_complete,
    same_size,
)
from baumeister.lab.distributed.worker_process import start_worker

LOWEST_PRIORITY = 19
Size = tuple[str, range]  # a game, and numbers of players whose states have one size


class BackgroundCompiler:
    """Compiles the search for games and sizes of tables, in this order."""

    def __init__(self, sizes: Sequence[Size]) -> None:
        self._connection: Connection[Any, Any] | None = None
        if sizes:
            self._process, self._connection = start_worker(partial(_compile, sizes))

    def want(self, game: str, players: int) -> None:
        """Compile for this table next."""
        if self._connection is not None:
            with suppress(OSError):  # it is done, or it failed: bots go on interpreted
                self._connection.send((game, players))

    def close(self) -> None:
        """Stop, also in the middle of something."""
        if self._connection is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
            self._connection = None


def missing() -> list[Size]:
    """What is not in the cache yet; small tables come first. Nothing without numba."""
    if not rule.can_compile():
        return []
    sizes = [(game, size) for game in GAMES for size in same_size(game)]
    found = [(game, size) for game, size in sizes if not is_compiled(game, size.start)]
    return sorted(found, key=lambda one: one[1].start)


def _compile(sizes: Sequence[Size], wanted: Connection[Any, Any]) -> None:
    """What the process does: compile everything, what is wanted first."""
    if hasattr(os, "nice"):
        os.nice(LOWEST_PRIORITY)
    waiting = list(sizes)
    while waiting:
        while wanted.poll():
            game, number = wanted.recv()
            waiting.sort(key=lambda one: not (one[0] == game and number in one[1]))
        game, players = waiting.pop(0)
        pieces = [Piece(part, game, players) for part in LOOKING_AHEAD]
        for piece in pieces:
            compile_piece(piece)
        mark_complete(pieces)
