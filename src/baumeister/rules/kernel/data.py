"""Reading component data: every wrong value is refused with file, row and reason."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

SOURCES = ("rulebook", "report", "inferred", "reconstructed", "owner")  # where a value comes from


class DataError(ValueError):
    """A data file that cannot be used; the message says where and why."""


def read_text(path: Path) -> str:
    """The text of a data file."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise DataError(f"{path}: cannot be read: not a text in UTF-8") from None
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from None


def open_data(text: str, name: str, game: str) -> tuple[Row, str]:
    """The top of a data file for this game, and its version with a fingerprint of all values."""
    try:
        data = tomllib.loads(text)
        digest = hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{name}: not valid TOML: {error}") from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, deep nesting
        raise DataError(f"{name}: not usable TOML: {error}") from None
    top = Row(name, "", data)
    if top.text("game") != game:
        raise DataError(f'{name}: game = "{game}" is needed, this is for {data["game"]!r}')
    return top, f"{top.text('version')}-{digest[:12]}"


def read_source(top: Row) -> dict[str, str]:
    """The table that says where the printed values come from."""
    table = top.table("source")
    return {key: table.choice(key, SOURCES) for key in table.keys()}


def shown(value: object) -> str:
    """A value in a message, not longer than a line."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 99:
        return "a monstrous number"
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


class Row:
    """One table of a data file, read key by key; `done` refuses keys that nobody asked for."""

    def __init__(self, file: str, place: str, values: Mapping[str, Any]) -> None:
        self.file = file
        self.place = place
        self._values = values
        self._read: set[str] = set()

    def error(self, key: str, reason: str) -> DataError:
        """The error to raise for a key."""
        place = f"{self.place}, {key}" if self.place else key
        return DataError(f"{self.file}: {place}: {reason}")

    def has(self, key: str) -> bool:
        """Whether the table has the key."""
        return key in self._values

    def keys(self) -> Iterable[str]:
        """All keys of the table."""
        return self._values.keys()

    def done(self) -> None:
        """Refuse keys that were not read: a typo must not pass silently."""
        for key in self._values:
            if key not in self._read:
                raise self.error(key, "is not known here")

    def _get(self, key: str) -> Any:
        self._read.add(key)
        if key not in self._values:
            raise self.error(key, "is missing")
        return self._values[key]

    def text(self, key: str) -> str:
        """A text that is not empty."""
        value = self._get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, f"a text is needed, not {shown(value)}")
        return value

    def choice(self, key: str, allowed: Sequence[str], default: str | None = None) -> str:
        """One of the allowed texts."""
        if default is not None and not self.has(key):
            return default
        value = self._get(key)
        if not isinstance(value, str) or value not in allowed:
            words = ", ".join(repr(word) for word in allowed)
            raise self.error(key, f"{shown(value)} is not one of {words}")
        return value

    def letters(self, key: str, alphabet: str, least: int, most: int) -> str:
        """A text of so many letters of the alphabet, put into its order."""
        value = self._get(key)
        many = f"{least}" if least == most else f"{least} to {most}"
        good = isinstance(value, str) and set(value) <= set(alphabet)
        if not good or not least <= len(value) <= most:
            raise self.error(key, f"{many} letters of {alphabet} are needed, not {shown(value)}")
        return "".join(sorted(value, key=alphabet.index))

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number in a range."""
        return self._checked(key, self._get(key), low, high)

    def _checked(self, key: str, value: object, low: int, high: int) -> int:
        if type(value) is not int or not low <= value <= high:
            wanted = str(low) if low == high else f"a whole number from {low} to {high}"
            raise self.error(key, f"{wanted} is needed, not {shown(value)}")
        return value

    def numbers(
        self, key: str, length: int, low: int, high: int, default: list[int] | None = None
    ) -> list[int]:
        """A list of so many whole numbers in a range."""
        if default is not None and not self.has(key):
            return list(default)
        return [self._checked(key, value, low, high) for value in self.list_of(key, length)]

    def flags(self, key: str, length: int) -> list[int]:
        """A list of so many true or false, as 1 and 0; all false when missing."""
        if not self.has(key):
            return [0] * length
        values = self.list_of(key, length)
        if not all(isinstance(value, bool) for value in values):
            raise self.error(key, "true and false are needed")
        return [int(value) for value in values]

    def list_of(self, key: str, length: int | None = None) -> list[Any]:
        """A list, of a given length if one is asked for."""
        value = self._get(key)
        if not isinstance(value, list) or length not in (None, len(value)):
            wanted = "a list" if length is None else f"a list of {length}"
            raise self.error(key, f"{wanted} is needed")
        return value

    def table(self, key: str) -> Row:
        """A table inside this one."""
        value = self._get(key)
        if not isinstance(value, dict):
            raise self.error(key, "a table is needed")
        return Row(self.file, f"{self.place}, {key}" if self.place else key, value)

    def flag(self, key: str) -> bool:
        """True or false; false when missing."""
        if not self.has(key):
            return False
        value = self._get(key)
        if not isinstance(value, bool):
            raise self.error(key, f"true or false is needed, not {shown(value)}")
        return value

    def rows(self, key: str, length: int | None = None, clause: str = "") -> list[Row]:
        """An array of tables, so many if a number is given."""
        value = self._get(key)
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            raise self.error(key, "rows are needed")
        if length not in (None, len(value)):
            raise self.error(key, f"{length} rows are needed ({clause}), not {len(value)}")
        return [Row(self.file, f"{key}, row {i + 1}", row) for i, row in enumerate(value)]
