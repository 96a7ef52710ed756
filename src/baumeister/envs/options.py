"""Arguments of environments: options, numbers and seeds."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from baumeister.play.table import checked_seed


def plain(value: Any) -> Any:
    """A NumPy integer or bool as Python's own; any other value unchanged."""
    import numpy as np

    if isinstance(value, bool | np.bool_):
        return bool(value)
    try:
        return operator.index(value)
    except TypeError:
        return value


def given(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that have a value; None leaves an option to chance."""
    return {name: plain(value) for name, value in options.items() if value is not None}


@dataclass(frozen=True)
class Seeds:
    """The seeds of consecutive games: first, first/1, first/2 … until another seed is given.
    It is immutable, so a deal that fails uses up no seed."""

    first: str | None = None  # None: 256 random bits
    dealt: int = 0  # games

    def deal(self, seed: int | str | None = None) -> tuple[str, Seeds]:
        """The seed of the next game, and the seeds after it; OptionError for an invalid seed."""
        first, dealt = self.first, self.dealt
        if seed is not None:
            first, dealt = checked_seed(seed), 0
        elif first is None:
            first = secrets.token_hex(32)
        return f"{first}/{dealt}" if dealt else first, Seeds(first, dealt + 1)
