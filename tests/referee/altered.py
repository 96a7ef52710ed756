"""Records of either game, altered: broken in ways that both referees see, or with other names."""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]


def final_seat_missing(record: Record) -> None:
    record["final"]["seats"].pop()


def score_missing(record: Record) -> None:
    record["scores"].pop()


def wrong_commitment(record: Record) -> None:
    record["seed"] += "!"


def wrong_format(record: Record) -> None:
    record["format"] = "baumeister-game/2"


def wrong_rules_version(record: Record) -> None:
    record["rules_version"] = 2


def seat_missing(record: Record) -> None:
    record["seats"].pop()


def rename(thing: Any, new: dict[str, str]) -> Any:
    """Every ID replaced, as a key too, but not the names that people read."""
    if isinstance(thing, dict):
        return {
            new.get(key, key): value if key == "name" else rename(value, new)
            for key, value in thing.items()
        }
    if isinstance(thing, list):
        return [rename(value, new) for value in thing]
    return new.get(thing, thing) if isinstance(thing, str) else thing
