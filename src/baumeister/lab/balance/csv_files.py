"""The balance report for spreadsheets: a file for each table, with the columns of the JSON file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
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
    tables = {
        **_of_sections(sections, language),
        **_of_changes(comparisons, language),
    }
    return {f"{name}.csv": _text(rows, language) for name, rows in tables.items() if rows}


def _of_sections(sections: Sequence[Section], language: str) -> dict[str, list[Row]]:
    files: dict[str, list[Row]] = {
        name: [] for name in ("summary", "places", "seats", "numbers", "settings", "items")
    }
    summary = summary_json(sections)
    for count in [] if summary is None else summary["counts"]:
        counted = {**count, "weakest_place": count["weakest_place"] + 1}
        files["summary"].append(_flat(counted, language))
    for section in sections:
        players, told = {"players": section.players}, section_json(section)
        for place in told["places"]:
            files["places"].append({**players, **_flat(_from_one(place), language)})
        if len(set(section.series.bots)) > 1:
            for seat in told["seats"]:
                files["seats"].append({**players, **_flat(seat, language)})
        for name, spread in told["numbers"].items():
            files["numbers"].append({**players, "name": name, **_flat(spread, language)})
        shares = {key: told[key] for key in ("shared_wins", "level_points")} | told["endings"]
        for name, share in shares.items():
            row = {"mean": share}
            files["numbers"].append({**players, "name": name, **_flat(row, language)})
        for name in ("settings", "items"):
            files[name] += [{**players, **_row(name, entry, language)} for entry in told[name]]
    return files


def _of_changes(comparisons: Sequence[Comparison], language: str) -> dict[str, list[Row]]:
    files: dict[str, list[Row]] = {
        name: []
        for name in (
            *("changes", "change_numbers", "change_places", "change_objectives", "change_items"),
        )
    }
    for comparison in comparisons:
        players, told = {"players": comparison.before.players}, comparison_json(comparison)
        for name, difference in told["numbers"].items():
            row = {**players, "name": name, **_flat(difference, language)}
            files["change_numbers"].append(row)
        for number, difference in enumerate(told["places"], start=1):
            row = {**players, "place": number, **_flat(difference, language)}
            files["change_places"].append(row)
        for name in ("objectives", "items"):
            table = f"change_{name}"
            files[table] += [{**players, **_row(table, entry, language)} for entry in told[name]]
    for change in comparisons[0].changes if comparisons else ():
        files["changes"].append(_flat(change.json(), language))
    return files


def _from_one(place: Mapping[str, Any]) -> dict[str, Any]:
    """A place as people count it."""
    rest = {key: value for key, value in place.items() if key != "number"}
    return {"place": place["number"] + 1, **rest}


def _row(table: str, entry: Mapping[str, Any], language: str) -> Row:
    """A row of a table, with all its columns."""
    unknown = UNKNOWN.get(table, {})
    return _flat({k: unknown.get(k) if v is None else v for k, v in entry.items()}, language)


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
