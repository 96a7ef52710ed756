"""The dealer shuffles and draws at random, and receives the announcements of the rules.

A real game has a `TapeDealer`: its chance is read from a tape, SHAKE-256 of the seed. The cards
seen so far do not help to compute the next one, and with the seed all of them can be checked. A
playout has a `FastDealer`. Both are the same inside compiled code: a `DealerRecord`.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from typing import Annotated, Protocol

from baumeister.kernel.rule import rule
from baumeister.kernel.struct import Array, Hidden, Struct, i64, struct

MASK = 0xFFFFFFFF


@struct
class DealerRecord(Struct):
    """A dealer inside compiled code: the words of its tape, and a quick generator after them."""

    a: Hidden[i64]
    b: Hidden[i64]
    c: Hidden[i64]
    counter: Hidden[i64]
    position: Hidden[i64]  # words drawn so far
    length: Hidden[i64]  # words on the tape
    tape: Hidden[Annotated[list[int], Array(64, "tape")]]


FAST = {"tape": 1}  # the layout of a dealer without a tape
WHOLE_GAME = 1280  # words on the tape of a compiled game; no game draws more (tests/envs)


class Dealer(Protocol):
    """What rules need of a dealer."""

    def word(self) -> int:
        """The next 32 random bits."""

    def announce(self, event: int, seat: int, value: int) -> None:
        """Receive what has just happened."""


def word(dealer: Dealer) -> int:
    """The next 32 random bits."""
    return dealer.word()


def announce(dealer: Dealer, event: int, seat: int, value: int = 0) -> None:
    """Tell the dealer what has just happened; in compiled code this does nothing."""
    dealer.announce(event, seat, value)


@rule
def below(dealer: Dealer, n: int) -> int:
    """A random whole number from 0 to n - 1, all equally likely (Lemire's method)."""
    product = word(dealer) * n
    low = product & MASK
    if low < n:
        uneven = (MASK + 1) % n
        while low < uneven:
            product = word(dealer) * n
            low = product & MASK
    return product >> 32


@rule
def shuffle(dealer: Dealer, items: list[int], n: int) -> None:
    """Shuffle the first n items (Fisher and Yates, from the end)."""
    for i in range(n - 1, 0, -1):
        j = below(dealer, i + 1)
        item = items[i]
        items[i] = items[j]
        items[j] = item


class FastDealer:
    """A quick generator (sfc32) for playouts and bots; not for games that must be secret."""

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, seed: str) -> None:
        digest = hashlib.sha256(seed.encode()).digest()
        self.a, self.b, self.c = (int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8))
        self.counter = 1

    def word(self) -> int:
        """The next 32 random bits."""
        a, b, c = self.a, self.b, self.c
        t = (a + b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & MASK
        self.c = (((c << 21) & MASK | (c >> 11)) + t) & MASK
        return t

    def announce(self, event: int, seat: int, value: int) -> None:
        """Ignore it."""

    def copy(self) -> FastDealer:
        """An independent dealer that will deal the same."""
        copied = FastDealer.__new__(FastDealer)
        copied.a, copied.b, copied.c, copied.counter = self.a, self.b, self.c, self.counter
        return copied

    def record(self) -> DealerRecord:
        """This dealer for compiled rules."""
        record = DealerRecord(**FAST)
        record.a, record.b, record.c, record.counter = self.a, self.b, self.c, self.counter
        return record


class TapeDealer:
    """Reads chance from the tape of a seed: SHAKE-256 as little-endian 32-bit words."""

    __slots__ = ("_words", "position", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.position = 0
        self._words: array[int] = array("I")

    def word(self) -> int:
        """The next 32 random bits."""
        if self.position == len(self._words):
            self._words = tape(self.seed, max(512, 2 * self.position))
        self.position += 1
        return self._words[self.position - 1]

    def announce(self, event: int, seat: int, value: int) -> None:
        """Ignore it."""


def tape(seed: str, words: int) -> array[int]:
    """The first words of a seed's tape. A longer tape begins with the shorter one."""
    result = array("I", hashlib.shake_256(seed.encode()).digest(4 * words))
    if sys.byteorder == "big":
        result.byteswap()
    return result


def commitment(seed: str) -> str:
    """What a table publishes before the deal: SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()
