"""The words of both games in English and German, from glossary.toml; always by key."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "de")


@cache
def _entries() -> dict[str, dict[str, str]]:
    text = (Path(__file__).parent / "glossary.toml").read_text(encoding="utf-8")
    entries: dict[str, dict[str, str]] = {}
    _flatten("", tomllib.loads(text), entries)
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
