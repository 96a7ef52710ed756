"""Whether a game of Samara was dealt from its seed. It uses no rules of the game (play/verify.py).

Random numbers are drawn in this order: the tiles, all tools, the start order.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baumeister.play.verify import Below, Unfair, shuffled

CHECKED = ("layout",)  # what chance brought, as keys of `cli.verified` in the glossary


def check(record: Mapping[str, Any], below: Below) -> list[str]:
    """Compare a record with what its seed gives; return what was checked, in sentences."""
    components, setup, players = record["components"], record["events"][0], len(record["seats"])
    tiles = shuffled(list(components["tiles"]), below)
    sets = (("saw", 2), ("trowel_compass", 1), ("trowel_square", 1), ("glass_a", 1), ("glass_b", 1))
    tools = shuffled([tool for tool, n in sets for _ in range(n * players)], below)
    order = shuffled(range(players), below)
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
