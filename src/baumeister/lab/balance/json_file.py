"""The balance report for programs. docs/lab.md describes every key."""

from __future__ import annotations

from typing import Any

from baumeister.lab.balance.estimates import Estimate
from baumeister.lab.balance.results import (
    Comparison,
    Contribution,
    Difference,
    ItemDifference,
    ItemResult,
    ObjectiveDifference,
    Section,
    SettingResult,
    Standing,
    Trust,
)

FORMAT, VERSION = "baumeister-balance", 1


def section_json(section: Section) -> dict[str, Any]:
    """One of `sections`."""
    endings = zip(section.catalogue.endings, section.ended, strict=False)
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


def _setting(result: SettingResult) -> dict[str, Any]:
    return {
        "setting": result.setting.key,
        "value": result.value,
        "names": result.setting.names_of(result.value),
        "games": result.games,
        "points": result.points.json(),
        "points_beside_all": result.points_beside.json(),
        "margin": result.margin.json(),
        "gap": result.gap.json(),
        "decisions": result.decisions.json(),
        "shared_wins": result.shared.json(),
        "first_place_wins": result.first.json(),
        "clear": result.clear,
        "objective": result.objective or None,
        "fulfilled": _maybe(result.fulfilled),
    }


def _maybe(value: Estimate | Contribution | Trust | None) -> dict[str, Any] | None:
    return None if value is None else value.json()


def _item(result: ItemResult) -> dict[str, Any]:
    return {
        "group": result.item.group,
        "key": result.item.key,
        "names": result.item.names,
        "printed": result.item.printed,
        "there": result.there,
        "taken": result.taken,
        "takers": result.takers,
        "per_game": result.each_game.json(),
        "rate": _maybe(result.rate),
        "when": _maybe(result.when),
        "points_of_takers": _maybe(result.points),
        "with_it": _maybe(result.plain),
        "adjusted": _maybe(result.adjusted),
        "trust": _maybe(result.trust),
        "copies": result.item.copies,
    }


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """One of `comparisons`."""
    return {
        "players": comparison.before.players,
        "games": comparison.before.games,
        "changes": [change.json() for change in comparison.changes],
        "numbers": {d.key: _difference(d) for d in comparison.numbers},
        "places": [_difference(d) for d in comparison.places],
        "objectives": [_objective_difference(one) for one in comparison.objectives],
        "items": [_item_difference(item, comparison.is_changed(item)) for item in comparison.items],
        "after": section_json(comparison.after),
    }


def _difference(difference: Difference | None) -> dict[str, Any] | None:
    if difference is None:
        return None
    ends = Estimate(difference.before).json(), Estimate(difference.after).json()
    return {
        "before": ends[0]["value"],
        "after": ends[1]["value"],
        "difference": difference.change.json(),
        "p": difference.change.short_p,
        "clear": difference.clear,
    }


def _objective_difference(objective: ObjectiveDifference) -> dict[str, Any]:
    return {
        "setting": objective.setting.key,
        "value": objective.value,
        "names": objective.setting.names_of(objective.value),
        "fulfilled": _difference(objective.fulfilled),
    }


def _item_difference(item: ItemDifference, is_changed: bool) -> dict[str, Any]:
    return {
        "group": item.item.group,
        "key": item.item.key,
        "names": item.item.names,
        "changed": is_changed,
        "became": None if item.after.key == item.item.key else item.after.key,
        "per_game": _difference(item.each_game),
        "rate": _difference(item.rate),
        "when": _difference(item.when),
        "with_it": _difference(item.plain),
        "adjusted": _difference(item.adjusted),
    }
