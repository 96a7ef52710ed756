"""How often tests repeat something: as often as it takes to show it in every run, and many more
times in the soak (`python3 run.py soak tests`)."""

from __future__ import annotations

import os

SOAKING = "BAUMEISTER_SOAK" in os.environ

# The environment of processes that play in compiled code. In every run they play the code that
# everybody uses, which is compiled once for all tests; in the soak the same with bounds checks, for
# which all of it has to be compiled again.
BOUNDS_CHECKS = {"NUMBA_BOUNDSCHECK": "1"} if SOAKING else {}


def times(always: int, soaking: int) -> int:
    """How many times, in every run and in the soak."""
    return soaking if SOAKING else always
