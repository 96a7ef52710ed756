"""Where the deal of a game comes from, as further keys of its record (docs/fairness.md).

`contributions`: the seed is a share of the server, whose commitment was published first, and what
people added to it. `origin`: the game goes on from another one, whose deal it has.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

CONTRIBUTIONS, ORIGIN = "contributions", "origin"
SHARE = "share"  # the line of a text record with the commitment to the server's share
HEADER_KEYS = (SHARE, ORIGIN)
KINDS = ("record", "table")  # what a game may go on from

Provenance = Mapping[str, Any]


class Contributions(TypedDict):
    """What people add to the server's share of the seed: by seat, and the host; empty: nothing."""

    seats: list[str]
    host: str


def seed_of(share: str, contributions: Contributions) -> str:
    """The seed of a game: the share of the server and everybody's contributions."""
    return ".".join([share, *contributions["seats"], contributions["host"]])


def to_header(provenance: Provenance) -> dict[str, str]:
    """The lines of a text record. The contributions themselves are in the seed."""
    lines = {}
    if CONTRIBUTIONS in provenance:
        lines[SHARE] = provenance[CONTRIBUTIONS]["commitment"]
    if ORIGIN in provenance:
        lines[ORIGIN] = "{kind} {moves}".format_map(provenance[ORIGIN])
    return lines


def of_header(header: Mapping[str, str]) -> dict[str, Any]:
    """The opposite; ValueError if the lines make no sense."""
    found: dict[str, Any] = {}
    if SHARE in header:
        _, *seats, host = header["seed"].split(".")
        found[CONTRIBUTIONS] = {"commitment": header[SHARE], "seats": seats, "host": host}
    if ORIGIN in header:
        kind, moves = header[ORIGIN].split()
        found[ORIGIN] = {"kind": kind, "moves": int(moves)}
    return of_record(found)


def of_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """What a structured record says; ValueError if it makes no sense."""
    found = {key: record[key] for key in (CONTRIBUTIONS, ORIGIN) if key in record}
    if not all(_CHECKS[key](value) for key, value in found.items()):
        raise ValueError("contributions and origin")
    return found


def _is_contributions(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("seats"), list):
        return False
    texts = [value.get("commitment"), value.get("host"), *value["seats"]]
    return all(isinstance(text, str) for text in texts)


def _is_origin(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return value.get("kind") in KINDS and type(value.get("moves")) is int


_CHECKS = {CONTRIBUTIONS: _is_contributions, ORIGIN: _is_origin}
