"""An independent check that a game was dealt from its seed: it knows no rules of any game.

The seed was fixed before the deal, because its SHA-256 was published then. All chance is read
off the seed's tape: SHAKE-256 of the seed, as little-endian 32-bit words, in this order: the
secret objectives, the building pile, the first player, the character pile, and every later
shuffle as it happens (Tybor); the tiles, all tools, the start order (Samara). What is shuffled
lies in the order of the components beforehand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

COLOURS = ("green", "yellow", "blue", "red")
EVENT = "event {number} ({type}): "


class Unfair(ValueError):
    """The record is not what its seed gives; the sentence is in the glossary, too."""

    def __init__(self, sentence: str, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.sentence, self.values = sentence, values


class Incomplete(Unfair):
    """Parts of the record are missing, so nothing can be said about its seed."""


def verify(record: Mapping[str, Any]) -> list[str]:
    """Check a structured record; what was checked, in sentences. Raises Unfair."""
    try:
        return _verify(record)
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise Incomplete("this is not a complete record ({error!r})", error=error) from None


def _verify(record: Mapping[str, Any]) -> list[str]:
    seed = record["seed"]
    if hashlib.sha256(seed.encode()).hexdigest() != record["commitment"]:
        raise Unfair("the commitment is not the SHA-256 of the seed")
    check = {"tybor": _verify_tybor, "samara": _verify_samara}.get(record["game"])
    if check is None:
        raise Unfair("no fairness check is known for the game {game!r}", game=record["game"])
    return ["The commitment is the SHA-256 of the seed.", *check(record, _below(_words(seed)))]


def _words(seed: str) -> Iterator[int]:
    position, data = 0, b""
    while True:
        if position == len(data):
            data = hashlib.shake_256(seed.encode()).digest(max(4096, 2 * len(data)))
        yield int.from_bytes(data[position : position + 4], "little")
        position += 4


def _below(words: Iterator[int]) -> Callable[[int], int]:
    """A lot from 0 to n - 1: the high half of word x n, skipping words that would favour some."""

    def below(n: int) -> int:
        while True:
            product = next(words) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    return below


def _shuffled(items: Sequence[Any], below: Callable[[int], int]) -> list[Any]:
    cards = list(items)
    for i in range(len(cards) - 1, 0, -1):
        j = below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def _verify_samara(record: Mapping[str, Any], below: Callable[[int], int]) -> list[str]:
    components, setup, players = record["components"], record["events"][0], len(record["seats"])
    tiles = _shuffled(list(components["tiles"]), below)
    sets = (("saw", 2), ("trowel_compass", 1), ("trowel_square", 1), ("glass_a", 1), ("glass_b", 1))
    tools = _shuffled([tool for tool, n in sets for _ in range(n * players)], below)
    order = _shuffled(range(players), below)
    laid: dict[tuple[int, int], list[str]] = {}
    for row, column, *counts in components["tool_spaces"]:
        laid[row, column] = sorted(tools[: counts[players - 2]])
        del tools[: counts[players - 2]]
    for space, tile in zip(setup["spaces"], tiles, strict=False):
        row, column = space["row"], space["column"]
        if space["tile"] != tile or sorted(space["tools"]) != laid.get((row, column), []):
            raise Unfair("event 0: what lies at {at} is not that of the seed", at=f"{row},{column}")
    if sorted(setup["unused"]) != sorted(tiles[len(setup["spaces"]) :]):
        raise Unfair("event 0: the unused tiles are not those of the seed")
    if setup["order"] != order:
        raise Unfair("event 0: the start order is not that of the seed")
    return ["Tiles, tools and start order are those of the seed; nothing else is left to chance."]


def _verify_tybor(record: Mapping[str, Any], below: Callable[[int], int]) -> list[str]:
    components, events, players = record["components"], record["events"], len(record["seats"])
    copies = 1 if players <= 4 else 2
    objectives = [colours for colours in components["secret_objectives"] for _ in range(copies)]
    dealt = _shuffled(objectives, below)[:players]
    piles: dict[str, list[str]] = {"buildings": [], "characters": []}
    expected = {"buildings": _shuffled(list(components["buildings"]), below)}
    first = below(players)
    expected["characters"] = _shuffled(list(components["characters"]), below)
    if events[0]["first_player"] != first:
        raise Unfair("event 0: the first player drawn by the seed is seat {first}", first=first)
    if events[0]["secret_objectives"] != dealt:
        raise Unfair("event 0: the secret objectives are not those of the seed")
    shuffles = 0
    for number, event in enumerate(events):
        at = {"number": number, "type": event["type"]}
        if event["type"] == "shuffle":
            kind, table = event["pile"], components[event["pile"]]
            ids = sorted(event["order"], key=list(table).index)
            wanted = expected.pop(kind, None) or _shuffled(ids, below)
            if [table[card] for card in wanted] != [table[card] for card in event["order"]]:
                raise Unfair(EVENT + "the order is not that of the seed", **at)
            if kind == "buildings" and piles[kind] and sorted(ids) != sorted(piles[kind]):
                raise Unfair(EVENT + "other cards were shuffled than were in the pile", **at)
            piles[kind] = [*(piles[kind] if kind == "characters" else []), *event["order"]]
            shuffles += 1
        elif event["type"] == "deal":
            for hand in event["hands"]:
                _take(piles["characters"], hand, at)
        elif event["type"] == "draw":
            _take(piles["characters"], event["drawn"], at)
        elif event["type"] == "display":
            pile = piles["buildings"]
            _take(pile, event["drawn"], at, from_bottom=True)
            colour = {card: row["colour"] for card, row in components["buildings"].items()}
            seen = {colour[card] for card in event["drawn"]} if players <= 3 else set(COLOURS)
            tops = {c: [card for card in pile if colour[card] == c][:1] for c in COLOURS}
            added = [card for c in COLOURS if c not in seen for card in tops[c]]
            if event["added"] != added:
                raise Unfair(EVENT + "for missing colours the pile gives {pile}", **at, pile=added)
            piles["buildings"] = [card for card in pile if card not in added]
    shuffled = f"The set-up and all {shuffles} shuffles are those of the seed."
    return [shuffled, "All cards were dealt and drawn in the order of the piles."]


def _take(pile: list[str], cards: Sequence[str], at: Any, from_bottom: bool = False) -> None:
    for card in cards:
        if not pile or pile.pop(-1 if from_bottom else 0) != card:
            raise Unfair(EVENT + "{card} was not next in the pile", **at, card=card)
