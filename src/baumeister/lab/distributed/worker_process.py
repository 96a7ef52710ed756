"""Starts worker processes, for the lab and for the bots of the server.

A worker serves one connection and ends when the other side closes it. It ignores Ctrl-C, which a
terminal sends to all processes of a command and only the parent handles, and it never outlives its
parent. docs/decisions/0018-process-pools.md says what the pools share and what they do not.

`start_worker` is for our own code. `start_isolated` is for code that may know only what it is sent
(docs/decisions/0019-custom-bots.md).
"""

from __future__ import annotations

import os
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

# The environment of an isolated process: where programs, libraries, caches and temporary files are,
# the language, and settings of Python and numerical libraries. Everything else may be a secret.
KEPT = frozenset(
    """
    PATH HOME LANG LANGUAGE TZ TMPDIR TEMP TMP XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME
    VIRTUAL_ENV LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FALLBACK_LIBRARY_PATH
    SYSTEMROOT WINDIR COMSPEC PATHEXT USERPROFILE LOCALAPPDATA APPDATA
    PYTHONHOME PYTHONHASHSEED PYTHONUTF8 PYTHONIOENCODING PYTHONDONTWRITEBYTECODE
    PYTHONPYCACHEPREFIX BAUMEISTER_CACHE BAUMEISTER_LANG BAUMEISTER_QUIET
    """.split()
)
KEPT_KINDS = ("LC_", "NUMBA_", "OMP_", "MKL_", "OPENBLAS_", "CUDA_")  # names that begin so


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
    return subprocess.Popen(
        [sys.executable, "-P", "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**_kept_environment(), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


def _kept_environment() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if name.upper() in KEPT or name.upper().startswith(KEPT_KINDS)
    }


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
