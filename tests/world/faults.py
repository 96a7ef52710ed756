"""Faults that happen by chance, and are counted."""

from __future__ import annotations

from collections.abc import Callable
from random import Random


class Faulty:
    """A part of the world that can fail."""

    def __init__(self, chance: Random, injected: Callable[[str], None]) -> None:
        self.chance = chance
        self._injected = injected

    def fault(self, what: str, probability: float) -> bool:
        """Whether a fault happens now."""
        if probability > 0 and self.chance.random() < probability:
            self._injected(what)
            return True
        return False
