"""Critical sections that a signal must not cut short: something half counted or half written is
worse than something missing. A signal handler asks `are_deferred` and waits if they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class _Section:
    depth = 0


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Inside, SIGTERM waits until it is asked for between games."""
    _Section.depth += 1
    try:
        yield
    finally:
        _Section.depth -= 1


def are_deferred() -> bool:
    """Whether a critical section is running."""
    return _Section.depth > 0
