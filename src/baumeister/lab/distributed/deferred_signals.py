"""Critical sections that a signal must not interrupt: half a result is worse than none. Signal
handlers ask `are_deferred` and wait if they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class _Section:
    depth = 0


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Inside, SIGTERM is deferred until the program checks for it between games."""
    _Section.depth += 1
    try:
        yield
    finally:
        _Section.depth -= 1


def are_deferred() -> bool:
    """Whether a critical section is running."""
    return _Section.depth > 0
