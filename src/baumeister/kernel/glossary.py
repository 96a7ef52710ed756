"""All texts in English and German, by key: `texts.toml` of the layer or game that uses them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de")


PACKAGE = Path(__file__).parents[1]
_others: list[Path] = []  # of games from other distributions


def text_files() -> list[Path]:
    """The texts of every layer and of every game: `texts.toml` in its folder."""
    ours = [*PACKAGE.glob("*/texts.toml"), *PACKAGE.glob("games/*/texts.toml")]
    return [*sorted(ours), *_others]


def add_texts(file: Path) -> None:
    """Add the texts of a game from another distribution."""
    if file not in _others and file.is_file():
        _others.append(file)
        _entries.cache_clear()


@cache
def _entries() -> dict[str, dict[str, str]]:
    entries: dict[str, dict[str, str]] = {}
    for file in text_files():
        _flatten("", tomllib.loads(file.read_text(encoding="utf-8")), entries)
    return entries


def _flatten(prefix: str, table: dict[str, Any], entries: dict[str, dict[str, str]]) -> None:
    for key, value in table.items():
        name = f"{prefix}.{key}" if prefix else key
        if set(value) == set(LANGUAGES):
            entries[name] = value
        else:
            _flatten(name, value, entries)


def keys() -> list[str]:
    """All keys."""
    return list(_entries())


def say(key: str, language: str, /, **values: object) -> str:
    """The text of a key, filled in; KeyError for a key or language that does not exist."""
    return _entries()[key][language].format(**values)


def key_for(key: str, game: str) -> str:
    """The key of a text that games may replace: `<key>.<game>` if it exists, or `<key>.plain`."""
    own = f"{key}.{game}"
    return own if own in _entries() else f"{key}.plain"


def key_of(section: str, english: str) -> str:
    """The key, in a section, of an English text as it stands there; KeyError if there is none."""
    for key, entry in _entries().items():
        if key.startswith(f"{section}.") and entry["en"] == english:
            return key
    raise KeyError(english)


def join(parts: list[str], language: str) -> str:
    """A list in a sentence: a, b and c."""
    if len(parts) <= 1:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {say('word.and', language)} {parts[-1]}"


def check_language(language: str) -> str:
    """The language, or ValueError naming those there are."""
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r} is not known: {' or '.join(LANGUAGES)}")
    return language
