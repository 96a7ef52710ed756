"""Sets of cards as bit masks, for one or two copies of the game.

A card is a number, its row in the printed order of the data file. Its bit in `one` is set
when at least one copy is in the set, in `two` when both are. So the two copies of a card
are alike, as they are on a real table: nobody can tell which of them was passed on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Annotated

from baumeister.kernel.rule import lowest, rule
from baumeister.kernel.struct import AsHolder, One, Struct, i64, struct


@struct
class CardSet(Struct):
    """A set of cards, each in up to two copies."""

    one: AsHolder[i64]
    two: AsHolder[i64]


Cards = Annotated[CardSet, One(CardSet)]  # the type of a field that holds a set of cards


@rule
def has(cards: CardSet, card: int) -> bool:
    """Whether at least one copy of the card is in the set."""
    return (cards.one >> card) & 1 != 0


@rule
def count(cards: CardSet, card: int) -> int:
    """How many copies of the card are in the set."""
    return ((cards.one >> card) & 1) + ((cards.two >> card) & 1)


@rule
def add(cards: CardSet, card: int) -> None:
    """Put one copy of the card into the set."""
    bit = 1 << card
    cards.two |= cards.one & bit
    cards.one |= bit


@rule
def remove(cards: CardSet, card: int) -> None:
    """Take one copy of the card out of the set."""
    bit = 1 << card
    cards.one &= ~bit | cards.two
    cards.two &= ~bit


@rule
def clear(cards: CardSet) -> None:
    """Empty the set."""
    cards.one = 0
    cards.two = 0


@rule
def assign(target: CardSet, source: CardSet) -> None:
    """Make `target` hold what `source` holds."""
    target.one = source.one
    target.two = source.two


@rule
def merge(target: CardSet, source: CardSet) -> None:
    """Add all cards of `source` to `target`; there are never more than two of a kind."""
    target.two |= source.two | (target.one & source.one)
    target.one |= source.one


@rule
def subtract(target: CardSet, source: CardSet) -> None:
    """Take all cards of `source` out of `target`, which holds them."""
    one = target.one
    target.one = (target.two & ~source.two) | (one & ~source.one)
    target.two &= ~source.one


@rule
def kinds(cards: CardSet) -> Iterator[int]:
    """The different cards in the set, ascending; two copies of one card come once."""
    mask = cards.one
    while mask != 0:
        yield lowest(mask)
        mask &= mask - 1


@rule
def write_all(cards: CardSet, out: list[int], start: int) -> int:
    """Write every card, copies included, ascending, into `out` from `start`; the new end."""
    n = start
    for card in kinds(cards):
        out[n] = card
        n += 1
        if (cards.two >> card) & 1:
            out[n] = card
            n += 1
    return n


@rule
def size(cards: CardSet) -> int:
    """How many cards are in the set, copies included."""
    n = 0
    mask = cards.one
    while mask != 0:
        n += 1
        mask &= mask - 1
    mask = cards.two
    while mask != 0:
        n += 1
        mask &= mask - 1
    return n


def listed(cards: CardSet) -> list[int]:
    """Every card in the set, copies included, ascending. For people, not for rules."""
    return list(_listed(cards.one, cards.two))


@lru_cache(maxsize=1 << 14)
def _listed(one: int, two: int) -> tuple[int, ...]:
    cards = CardSet()
    cards.one, cards.two = one, two
    out = [0] * size(cards)
    write_all(cards, out, 0)
    return tuple(out)
