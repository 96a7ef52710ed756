"""Chance from a seed: SHAKE-256 of the seed text, read as 4-byte little-endian words."""

from __future__ import annotations

import hashlib
from typing import TypeVar

Item = TypeVar("Item")

WORD_BYTES = 4
WORD_RANGE = 2**32


class Tape:
    """An endless tape of words. Every random event of a game reads on from where it stands."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode("utf-8")
        self._digest = hashlib.shake_256(self._seed).digest(2048)
        self._position = 0

    def word(self) -> int:
        """The next word of the tape, 0 to 2**32 - 1."""
        end = self._position + WORD_BYTES
        if end > len(self._digest):
            self._digest = hashlib.shake_256(self._seed).digest(2 * len(self._digest))
        word = int.from_bytes(self._digest[self._position : end], "little")
        self._position = end
        return word

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each equally likely."""
        while True:
            product = self.word() * n
            if product % WORD_RANGE >= WORD_RANGE % n:
                return product // WORD_RANGE

    def shuffle(self, items: list[Item]) -> None:
        """Shuffle in place. The caller first puts the items into component order."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def copy(self) -> Tape:
        """The same tape at the same place; reading one does not move the other."""
        twin = Tape.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin
