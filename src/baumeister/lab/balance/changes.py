"""What differs between two data files, by the names printed on cards and tiles."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baumeister.kernel.data import read_text
from baumeister.kernel.glossary import LANGUAGES, keys, say
from baumeister.lab.balance.items import BALANCES, Names, catalogue
from baumeister.play import Game
from baumeister.play.data_files import standard_data

NOT_PLAYED = ("game", "version", "source")  # describes the file and does not affect games


@dataclass(frozen=True)
class Change:
    """One value that differs."""

    names: dict[str, str]  # of the card or tile, or its place in the file, by language
    key: str  # of the items that it belongs to; empty if there is none
    field: str
    before: Any  # None: it was not there
    after: Any

    def text(self, language: str) -> str:
        """Hospital: prestige 4 → 2."""
        return f"{self.names[language]}: {self.values_text(language)}"

    def values_text(self, language: str) -> str:
        """Prestige 4 → 2."""
        field = _text_or(f"balance.field.{self.field}", language, self.field)
        values = f"{_shown(self.before)} → {_shown(self.after)}"
        return f"{field} {values}" if field else values


def changes(game: str, before: Path | None, after: Path | None) -> list[Change]:
    """What differs between two data files; None is the one that comes with the program."""
    if before == after:
        return []
    one, two = (
        tomllib.loads(standard_data(game) if path is None else read_text(path))
        for path in (before, after)
    )
    for whole in (one, two):
        for key in NOT_PLAYED:
            whole.pop(key, None)
    return list(_Differences(BALANCES[game].row_names).of_tables(one, two, ""))


def said(found: Sequence[Change], language: str, most: int = 8) -> str:
    """The first of them, in one line."""
    texts = [change.text(language) for change in found[:most]]
    if len(found) > most:
        texts.append(say("balance.more_changes", language, n=len(found) - most))
    return "; ".join(texts)


def options_said(
    game: Game, before: Mapping[str, Any], after: Mapping[str, Any], language: str
) -> str:
    """What differs between two sets of options, in words: Level: drawn → hard."""
    texts = []
    for setting in catalogue(game, game.rules.least_players).settings:
        names = dict(zip(setting.values, setting.names, strict=True))
        ends = [
            _option(options.get(setting.key, setting.default), names, language)
            for options in (before, after)
        ]
        if before.get(setting.key) != after.get(setting.key):
            name = say(f"balance.setting.{setting.key}", language)
            values = {"setting": name, "before": ends[0], "after": ends[1]}
            texts.append(say("balance.changed_option", language, **values))
    return "; ".join(texts)


def _option(value: object, names: Mapping[str, Mapping[str, str]], language: str) -> str:
    if value is None:
        return say("balance.drawn", language)
    return names[str(value).lower()][language]


class _Differences:
    """Finds what differs; `row_names` gives the name of a row, from the row and its place."""

    def __init__(self, row_names: Callable[[Mapping[str, Any], str], Names]) -> None:
        self._row_names = row_names

    def of_tables(
        self, one: Mapping[str, Any], two: Mapping[str, Any], place: str
    ) -> Iterator[Change]:
        """Key by key, tables inside tables too."""
        for key in {**one, **two}:
            before, after, where = one.get(key), two.get(key), f"{place}{key}"
            if before == after:
                continue
            if isinstance(before, dict) and isinstance(after, dict):
                yield from self.of_tables(before, after, f"{where}.")
            elif _is_rows(before) and _is_rows(after):
                yield from self._of_rows(before or [], after or [], where)
            else:
                yield Change(dict.fromkeys(LANGUAGES, where), "", "", before, after)

    def _of_rows(self, one: list[Any], two: list[Any], place: str) -> Iterator[Change]:
        """Pair rows with the same English name, or without names those with the same values; pair
        all others in order."""
        left = list(two)
        found: dict[int, Any] = {}
        for number, row in enumerate(one, start=1):
            same = next((k for k, other in enumerate(left) if _same(row, other)), None)
            if same is not None:
                found[number] = left.pop(same)
        rest = iter(left)
        for number, row in enumerate(one, start=1):
            other = found[number] if number in found else next(rest, {})
            yield from self._of_row(row, other, f"{place} {number}")
        for number, row in enumerate(rest, start=len(one) + 1):
            yield from self._of_row({}, row, f"{place} {number}")

    def _of_row(
        self, one: Mapping[str, Any], two: Mapping[str, Any], place: str
    ) -> Iterator[Change]:
        some = one or two
        names = self._row_names(some, place)
        code = "".join(word[:1].upper() + word[1:] for word in str(some.get("en", "")).split())
        for field in {**one, **two}:
            if one.get(field) != two.get(field):
                yield Change(names, code, field, one.get(field), two.get(field))


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def _same(one: Mapping[str, Any], two: Mapping[str, Any]) -> bool:
    """Whether it is the same card or tile."""
    return bool(one["en"] == two.get("en")) if "en" in one else one == two


def _shown(value: object) -> str:
    if value is None or value == "":
        return "–"
    return str(value)


def _text_or(key: str, language: str, otherwise: str) -> str:
    return say(key, language) if key in keys() else otherwise
