"""Starts worker processes, for the lab and for the bots of the server.

A worker serves one connection and ends when the other side closes it. It ignores Ctrl-C, which a
terminal sends to all processes of a command and only the parent handles, and it never outlives its
parent. docs/decisions/0018-process-pools.md says what the pools share and what they do not.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

Serve = Callable[["Connection[Any, Any]"], None]


def start_worker(serve: Serve) -> tuple[BaseProcess, Connection[Any, Any]]:
    """Start a process that runs `serve(connection)`; the process, and the other end of the
    connection. Any thread may call this."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    try:
        process = context.Process(target=_run, args=(serve, theirs), daemon=True)
        with _sigint_blocked():
            process.start()
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
    return process, ours


@contextmanager
def _sigint_blocked() -> Iterator[None]:
    """Processes that are started inside have SIGINT blocked from their first moment on; here it is
    handled afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # started later, it would unblock the signal again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(serve: Serve, connection: Connection[Any, Any]) -> None:
    """The main function of a worker process. Compiling prints nothing here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["BAUMEISTER_QUIET"] = "1"
    Thread(target=_exit_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):  # the other end is closed
        serve(connection)


def _exit_with_parent() -> None:
    """Exit as soon as the parent has ended, even in the middle of a task."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
