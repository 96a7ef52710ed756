"""Whether the deck of a game was shuffled from its seed. It knows no rules (play/verify.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baumeister.play.verify import EVENT, Below, Unfair, shuffled


def check(record: Mapping[str, Any], below: Below) -> list[str]:
    """Compare every shuffle of a record with what its seed gives; what was checked."""
    deck = record["components"].get("deck", [])
    for number, event in enumerate(record["events"]):
        if event["type"] == "shuffle" and event["deck"] != shuffled(deck, below):
            values = {"number": number, "type": event["type"]}
            raise Unfair(EVENT + "the deck is not that of the seed", **values)
    return ["Every shuffle is that of the seed."] if deck else []


def part_of(rules: Any) -> dict[str, Any]:
    """The module `fairness` of a game."""
    return {"CHECKED": ("shuffles",) if rules.deck else (), "check": check}
