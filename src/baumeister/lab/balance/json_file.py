"""The balance report for programs. docs/lab.md describes every key."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from baumeister.lab.balance.results import (
    Comparison,
    ItemDifference,
    ItemResult,
    ObjectiveDifference,
    Section,
    SettingResult,
    Standing,
)

FORMAT, VERSION = "baumeister-balance", 1


def section_json(section: Section) -> dict[str, Any]:
    """One of `sections`."""
    endings = zip(section.catalogue.balance.endings, section.ended, strict=False)
    return {
        "players": section.players,
        "games": section.games,
        "blocks": section.blocks,
        "places": [_standing(k, standing) for k, standing in enumerate(section.places)],
        "seats": [
            {**_standing(k, standing), "bot": section.series.bots[k]}
            for k, standing in enumerate(section.seats)
        ],
        "numbers": {name: spread.json() for name, spread in section.spreads.items()},
        "shared_wins": section.shared.json(),
        "level_points": section.level.json(),
        "endings": {clause: share.json() for clause, share in endings if clause},
        "settings": [_setting(result) for result in section.settings],
        "items": [_item(result) for result in section.items],
    }


def _standing(number: int, standing: Standing) -> dict[str, Any]:
    return {
        "number": number,
        "win_share": standing.share.json(),
        "points": standing.points.json(),
        "clear": standing.clear,
    }


def told(result: Any, *left_out: str) -> dict[str, Any]:
    """The fields of a result by their names, which are the keys of the file."""
    names = [field.name for field in fields(result) if field.name not in left_out]
    return {name: _told(getattr(result, name)) for name in names}


def _told(value: Any) -> Any:
    if hasattr(value, "json"):
        return value.json()
    return told(value) if is_dataclass(value) else value


def _setting(result: SettingResult | ObjectiveDifference) -> dict[str, Any]:
    return {
        "setting": result.setting.key,
        "value": result.value,
        "names": result.setting.names_of(result.value),
        **told(result, "setting", "value"),
    }


def _item(result: ItemResult) -> dict[str, Any]:
    return {
        "group": result.item.group,
        "key": result.item.key,
        "names": result.item.names,
        "printed": result.item.printed,
        **told(result, "item", "relative_to_group"),
        "copies": result.item.copies,
    }


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """One of `comparisons`."""
    return {
        "players": comparison.before.players,
        "games": comparison.before.games,
        "changes": [told(change) for change in comparison.changes],
        "numbers": {d.key: d.json() for d in comparison.numbers},
        "places": [d.json() for d in comparison.places],
        "objectives": [_setting(one) for one in comparison.objectives],
        "items": [_item_difference(item, comparison.is_changed(item)) for item in comparison.items],
        "after": section_json(comparison.after),
    }


def _item_difference(item: ItemDifference, is_changed: bool) -> dict[str, Any]:
    return {
        "group": item.item.group,
        "key": item.item.key,
        "names": item.item.names,
        "changed": is_changed,
        "became": None if item.after.key == item.item.key else item.after.key,
        **told(item, "item", "after"),
    }
