"""Reading component data: every wrong value is refused with file, row and reason."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from baumeister.kernel.errors import (
    UTF_8,
    EnglishOnly,
    Message,
    UserError,
    not_utf_8,
    syntax_problem,
    system_reason,
)

SOURCES = ("rulebook", "report", "inferred", "reconstructed", "owner")  # where a value comes from


class DataError(UserError, ValueError):
    """A data file that cannot be used; the message says where and why."""


def read_text(path: Path) -> str:
    """The text of a data file."""
    try:
        return path.read_text(encoding=UTF_8)
    except UnicodeDecodeError as error:
        reason: object = not_utf_8(error)
        raise DataError("error.file.unreadable", path=path, reason=reason) from None
    except OSError as error:
        reason = system_reason(error)
        raise DataError("error.file.unreadable", path=path, reason=reason) from None


def open_data(text: str, name: str, game: str) -> tuple[Row, str]:
    """The top-level table of a data file for this game, and its version: the number in the file and
    a fingerprint of all values."""
    try:
        data = tomllib.loads(text)
        digest = hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()
    except tomllib.TOMLDecodeError as error:
        problem = syntax_problem(error)
        raise DataError("error.data.not_toml", file=name, problem=problem) from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, deep nesting
        problem = syntax_problem(error)
        raise DataError("error.data.not_usable", file=name, problem=problem) from None
    top = Row(name, "", data)
    if top.text("game") != game:
        raise DataError("error.data.other_game", file=name, game=game, given=data["game"])
    return top, f"{top.text('version')}-{digest[:12]}"


def read_source(top: Row) -> dict[str, str]:
    """The table that says where the printed values come from."""
    table = top.table("source")
    return {key: table.choice(key, SOURCES) for key in table.keys()}


def shown(value: object) -> str | Message:
    """A value in a message, not longer than a line."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 99:
        return Message("error.data.monstrous")
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


class Row:
    """One table of a data file, read key by key; `done` refuses keys that were not read."""

    def __init__(self, file: str, place: str | Message, values: Mapping[str, Any]) -> None:
        self.file = file
        self.place = place
        self._values = values
        self._read: set[str] = set()

    def error(self, key: str, reason: str, /, **values: object) -> DataError:
        """The error to raise for a key; the reason is a key of the glossary."""
        problem = Message(reason, **values)
        return DataError("error.data.at", file=self.file, place=self._at(key), problem=problem)

    def _at(self, key: str) -> str | Message:
        """The place of a key in the file."""
        return Message("error.data.inside", place=self.place, key=key) if self.place else key

    def has(self, key: str) -> bool:
        """Whether the table has the key."""
        return key in self._values

    def keys(self) -> Iterable[str]:
        """All keys of the table."""
        return self._values.keys()

    def done(self) -> None:
        """Refuse keys that were not read: they are probably typos."""
        for key in self._values:
            if key not in self._read:
                raise self.error(key, "error.data.unknown")

    def _get(self, key: str) -> Any:
        self._read.add(key)
        if key not in self._values:
            raise self.error(key, "error.data.missing")
        return self._values[key]

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self._get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, "error.data.text", value=shown(value))
        return value

    def choice(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """One of the allowed texts."""
        if default is not None and not self.has(key):
            return default
        value = self._get(key)
        if not isinstance(value, str) or value not in allowed:
            words = ", ".join(repr(word) for word in allowed)
            raise self.error(key, "error.data.one_of", value=shown(value), words=words)
        return value

    def letters(self, key: str, alphabet: str, least: int, most: int) -> str:
        """A text of `least` to `most` letters of the alphabet, sorted."""
        value = self._get(key)
        good = isinstance(value, str) and set(value) <= set(alphabet)
        if not good or not least <= len(value) <= most:
            many = least if least == most else Message("error.data.range", low=least, high=most)
            values = {"many": many, "alphabet": alphabet, "value": shown(value)}
            raise self.error(key, "error.data.letters", **values)
        return "".join(sorted(value, key=alphabet.index))

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number in a range."""
        return self._checked(key, self._get(key), low, high)

    def _checked(self, key: str, value: object, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            wanted = low if low == high else Message("error.data.number", low=low, high=high)
            raise self.error(key, "error.data.needed", wanted=wanted, value=shown(value))
        return value

    def numbers(
        self, key: str, length: int, low: int, high: int, default: list[int] | None = None
    ) -> list[int]:
        """A list of `length` whole numbers in a range."""
        if default is not None and not self.has(key):
            return list(default)
        return [self._checked(key, value, low, high) for value in self.list_of(key, length)]

    def flags(self, key: str, length: int) -> list[int]:
        """A list of `length` times true or false, as 1 and 0; all false when missing."""
        if not self.has(key):
            return [0] * length
        values = self.list_of(key, length)
        if not all(isinstance(value, bool) for value in values):
            raise self.error(key, "error.data.flags")
        return [int(value) for value in values]

    def list_of(self, key: str, length: int | None = None) -> list[Any]:
        """A list, of a given length if one is asked for."""
        value = self._get(key)
        if not isinstance(value, list) or length not in (None, len(value)):
            if length is None:
                raise self.error(key, "error.data.list")
            raise self.error(key, "error.data.list_of", n=length)
        return value

    def table(self, key: str) -> Row:
        """A table inside this one."""
        value = self._get(key)
        if not isinstance(value, dict):
            raise self.error(key, "error.data.table")
        return Row(self.file, self._at(key), value)

    def flag(self, key: str) -> bool:
        """True or false; false when missing."""
        if not self.has(key):
            return False
        value = self._get(key)
        if not isinstance(value, bool):
            raise self.error(key, "error.data.flag", value=shown(value))
        return value

    def rows(self, key: str, length: int | None = None, clause: str = "") -> list[Row]:
        """An array of tables, of a given length if one is asked for."""
        value = self._get(key)
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            raise self.error(key, "error.data.rows")
        if length not in (None, len(value)):
            raise self.error(key, "error.data.rows_of", n=length, clause=clause, given=len(value))
        return [Row(self.file, _place_of(key, i + 1, row), row) for i, row in enumerate(value)]


def _place_of(key: str, number: int, row: Mapping[str, Any]) -> Message:
    """Where a row stands, with its name if it has one."""
    en = row.get("en")
    if not isinstance(en, str) or not en.strip():
        return row_place(key, number)
    de = row.get("de")
    german = shown(de if isinstance(de, str) and de.strip() else en)
    return Message(
        "error.data.named_row", key=key, n=number, name=EnglishOnly(str(shown(en)), german)
    )


def row_place(key: str, number: int) -> Message:
    """Where a row stands, counted from 1."""
    return Message("error.data.row", key=key, n=number)
