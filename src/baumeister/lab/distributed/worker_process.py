"""Starts worker processes, for the lab and for the bots of the server.

A worker serves one connection and ends when the other side closes it. It ignores Ctrl-C, which a
terminal sends to all processes of a command and only the parent handles, and it never outlives its
parent. docs/decisions/0018-process-pools.md says what the pools share and what they do not.

`start_worker` is for our own code. `start_isolated` is for code that may know only what it is sent
(docs/decisions/0019-custom-bots.md).
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

Serve = Callable[["Connection[Any, Any]"], None]

# What an isolated process gets of the environment: where programs, libraries, caches and temporary
# files are, the language, settings of Python and of numerical libraries. The rest may be secret.
KEPT = re.compile(
    r"""
    PATH | HOME | LANG | LANGUAGE | LC_\w+ | TZ | TMPDIR | TEMP | TMP | VIRTUAL_ENV
    | XDG_(CACHE|CONFIG|DATA)_HOME | LD_LIBRARY_PATH | DYLD_(FALLBACK_)?LIBRARY_PATH
    | SYSTEMROOT | WINDIR | COMSPEC | PATHEXT | USERPROFILE | LOCALAPPDATA | APPDATA
    | PYTHON(HOME|HASHSEED|UTF8|IOENCODING|DONTWRITEBYTECODE|PYCACHEPREFIX)
    | (NUMBA|OMP|MKL|OPENBLAS|CUDA)_\w+ | BAUMEISTER_(CACHE|LANG|QUIET)
    """,
    re.VERBOSE | re.IGNORECASE,
)


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


def start_isolated(code: str) -> subprocess.Popen[bytes]:
    """Start a fresh interpreter that runs this code, with pipes as its input and output.

    It inherits no memory, no arguments, no open files and of the environment only what is `KEPT`.
    It leads a process group of its own, so Ctrl-C does not reach it and `end_isolated` ends what it
    has started. It must end when its input does.
    """
    kept = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name)}
    return subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**kept, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


def end_isolated(process: subprocess.Popen[bytes]) -> None:
    """End an isolated process and its group, by force."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()


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
