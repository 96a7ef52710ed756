"""Places that are left only when all is done: what is half counted or half kept is worse than what
is not. Whoever hears that the work is to stop asks `is_now` and waits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class _Place:
    depth = 0


@contextmanager
def undisturbed() -> Iterator[None]:
    """Inside, SIGTERM waits until somebody asks for it between games."""
    _Place.depth += 1
    try:
        yield
    finally:
        _Place.depth -= 1


def is_now() -> bool:
    """Whether this is such a place."""
    return _Place.depth > 0
