"""The balance report for spreadsheets: a file for each table, with the columns of the JSON file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from baumeister.lab.balance.json_file import comparison_json, section_json
from baumeister.lab.balance.results import Comparison, Section
from baumeister.lab.balance.summary import summary_json

Row = dict[str, Any]
BY_LANGUAGE = {"names": "name", "printed": "printed"}  # keys of JSON whose value has languages
LEFT_OUT = ("histogram",)
ESTIMATE: Row = {"value": None, "low": None, "high": None}
CONTRIBUTION: Row = {
    "win_share": ESTIMATE,
    "points": ESTIMATE,
    **dict.fromkeys(("p", "clear", "large")),
}
DIFFERENCE: Row = {"before": None, "after": None, "difference": ESTIMATE, "p": None, "clear": None}
# By table: what stands for a key whose value is not known, so that its columns are always there.
UNKNOWN: dict[str, Row] = {
    "settings": {"fulfilled": ESTIMATE},
    "items": {
        **dict.fromkeys(("rate", "when", "points_of_takers"), ESTIMATE),
        **dict.fromkeys(("with_it", "adjusted"), CONTRIBUTION),
        "trust": {"by": None, "why": None},
    },
    "change_items": dict.fromkeys(("rate", "when", "with_it", "adjusted"), DIFFERENCE),
}
SEPARATORS = {"en": ",", "de": ";"}  # what spreadsheets expect where people write 1.5, or 1,5


def csv_files(
    sections: Sequence[Section], comparisons: Sequence[Comparison], language: str
) -> dict[str, str]:
    """The text of each file, by its name; tables without rows have none."""
    tables: dict[str, list[Row]] = {}
    for table, entry in chain(_of_sections(sections), _of_changes(comparisons)):
        unknown = UNKNOWN.get(table, {})
        whole = {key: unknown.get(key) if v is None else v for key, v in entry.items()}
        tables.setdefault(table, []).append(_flat(whole, language))
    return {f"{name}.csv": _text(rows, language) for name, rows in tables.items()}


def _of_sections(sections: Sequence[Section]) -> Iterator[tuple[str, Row]]:
    """Tables, and objects of the JSON file that become their rows."""
    summary = summary_json(sections)
    for count in [] if summary is None else summary["counts"]:
        yield "summary", {**count, "weakest_place": count["weakest_place"] + 1}
    for section in sections:
        players, found = {"players": section.players}, section_json(section)
        for place in found["places"]:  # as people count them
            yield "places", {**players, "place": place.pop("number") + 1, **place}
        if len(set(section.series.bots)) > 1:
            for seat in found["seats"]:
                yield "seats", {**players, **seat}
        shares = {key: found[key] for key in ("shared_wins", "level_points")} | found["endings"]
        numbers = found["numbers"] | {name: {"mean": share} for name, share in shares.items()}
        for name, number in numbers.items():
            yield "numbers", {**players, "name": name, **number}
        for table in ("settings", "items"):
            yield from ((table, {**players, **entry}) for entry in found[table])


def _of_changes(comparisons: Sequence[Comparison]) -> Iterator[tuple[str, Row]]:
    for comparison in comparisons:
        players, found = {"players": comparison.before.players}, comparison_json(comparison)
        for name, difference in found["numbers"].items():
            yield "change_numbers", {**players, "name": name, **difference}
        for number, difference in enumerate(found["places"], start=1):
            yield "change_places", {**players, "place": number, **difference}
        for name in ("objectives", "items"):
            yield from ((f"change_{name}", {**players, **entry}) for entry in found[name])
        if comparison is comparisons[0]:
            yield from (("changes", change) for change in found["changes"])


def _flat(entry: Mapping[str, Any], language: str) -> Row:
    """An object of the JSON file as one row: `rate` with `low` is `rate_low`."""
    return dict(_cells(entry, language, ""))


def _cells(entry: Mapping[str, Any], language: str, prefix: str) -> Iterator[tuple[str, Any]]:
    for key, value in entry.items():
        if key in BY_LANGUAGE:
            yield prefix + BY_LANGUAGE[key], None if value is None else value[language]
        elif key == "value" and prefix:  # of an estimate
            yield prefix.removesuffix("_"), value
        elif isinstance(value, Mapping):
            yield from _cells(value, language, f"{prefix}{key}_")
        elif key not in LEFT_OUT:
            yield prefix + key, value


def _text(rows: Sequence[Row], language: str) -> str:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=SEPARATORS[language])
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(column), language) for column in columns])
    return out.getvalue()


def _cell(value: Any, language: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    text = str(value)
    return text.replace(".", ",") if isinstance(value, float) and language == "de" else text
