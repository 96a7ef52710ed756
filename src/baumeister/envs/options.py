"""What callers give to environments: options, numbers and seeds."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from baumeister.play.table import checked_seed


def plain(value: Any) -> Any:
    """A whole number or truth value of NumPy as Python has it; everything else as it is."""
    import numpy as np

    if isinstance(value, bool | np.bool_):
        return bool(value)
    try:
        return operator.index(value)
    except TypeError:
        return value


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options without those that are left to chance, which are None."""
    return {name: plain(value) for name, value in options.items() if value is not None}


@dataclass(frozen=True)
class Seeds:
    """The seeds of games that are dealt one after the other: a first one, then first/1, first/2 …
    until another one is given. It never changes, so a deal that fails uses none up."""

    first: str | None = None  # None: 256 random bits
    dealt: int = 0  # games

    def deal(self, seed: int | str | None = None) -> tuple[str, Seeds]:
        """The seed of the next game, and the seeds from then on; OptionError if it is none."""
        first, dealt = self.first, self.dealt
        if seed is not None:
            first, dealt = checked_seed(seed), 0
        elif first is None:
            first = secrets.token_hex(32)
        return f"{first}/{dealt}" if dealt else first, Seeds(first, dealt + 1)
