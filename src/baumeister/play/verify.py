"""An independent check that a game was dealt from its seed, without the rules of any game.

The seed was fixed before the deal, because its SHA-256 was published then. On a server it consists
of the server's share, whose SHA-256 was published first, and of what people added to it. All chance
comes from the seed's tape: SHAKE-256 of the seed, as little-endian 32-bit words. Before a shuffle,
things are in the order of the components. The order in which a game draws is in the module
`fairness` of its package, which does not use the rules either.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

Below = Callable[[int], int]  # draws a number from 0 to n - 1
EVENT = "event {number} ({type}): "


class Unfair(ValueError):
    """The record does not follow from its seed; the glossary has the sentence in all languages."""

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.sentence, self.values = sentence, values


class Incomplete(Unfair):
    """Parts of the record are missing, so that it cannot be checked."""


def verify(record: Mapping[str, Any]) -> list[str]:
    """Check a structured record; return what was checked, in sentences. Raises Unfair."""
    try:
        return _verify(record)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise Incomplete("this is not a complete record ({error!r})", error=error) from None


def _verify(record: Mapping[str, Any]) -> list[str]:
    seed = record["seed"]
    if hashlib.sha256(seed.encode()).hexdigest() != record["commitment"]:
        raise Unfair("the commitment is not the SHA-256 of the seed")
    checked = ["The commitment is the SHA-256 of the seed."]
    if "contributions" in record:
        _check_contributions(seed, record["contributions"], len(record["seats"]))
        checked.append("The seed is the server's share, published before, and everybody's part.")
    check = _check_of(record["game"])
    if check is None:
        raise Unfair("no fairness check is known for the game {game!r}", game=record["game"])
    return [*checked, *check(record, _below(_words(seed)))]


def _check_contributions(seed: str, given: Mapping[str, Any], seats: int) -> None:
    """The seed is `SHARE.SEAT0.SEAT1.….HOST`, and the SHA-256 of SHARE was published first."""
    share, *parts = seed.split(".")
    if parts != [*given["seats"], given["host"]] or len(parts) != seats + 1:
        raise Unfair("the seed does not consist of the server's share and the contributions")
    if hashlib.sha256(share.encode()).hexdigest() != given["commitment"]:
        raise Unfair("the server's share of the seed is not the one whose SHA-256 was published")


def _check_of(game: object) -> Callable[[Mapping[str, Any], Below], list[str]] | None:
    """The check of a game, from its package; the game's rules are not imported."""
    if not isinstance(game, str) or not game.isidentifier():
        return None
    installed = entry_points(group="baumeister.games", name=game)
    packages = [entry.module.rpartition(".")[0] for entry in installed]
    plain = ["baumeister.games.plain"] if packages else []
    for package in (f"baumeister.games.{game}", *packages, *plain):
        try:
            check: Callable[..., list[str]] = import_module(f"{package}.fairness").check
        except ModuleNotFoundError:
            continue
        return check
    return None


def _words(seed: str) -> Iterator[int]:
    position, data = 0, b""
    while True:
        if position == len(data):
            data = hashlib.shake_256(seed.encode()).digest(max(4096, 2 * len(data)))
        yield int.from_bytes(data[position : position + 4], "little")
        position += 4


def _below(words: Iterator[int]) -> Below:
    """Draws from 0 to n - 1: the high half of word x n, skipping words that would cause a bias."""

    def below(n: int) -> int:
        while True:
            product = next(words) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    return below


def shuffled(items: Sequence[Any], below: Below) -> list[Any]:
    """The items shuffled with the next draws."""
    cards = list(items)
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards
