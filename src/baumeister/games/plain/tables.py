"""A view in words: what lies on the table as facts, the seats as rows, what is the seat's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from baumeister.kernel.glossary import keys, say

View = Mapping[str, Any]
NOTHING = "–"
ELSEWHERE = ("game", "options", "phase", "waiting_for", "seats", "seat", "legal")


def text_of(game: str, section: str, key: str, language: str) -> str:
    """What something is called: `<game>.<section>.<key>` in the glossary, or the key itself."""
    own = f"{game}.{section}.{key}"
    return say(own, language) if own in keys() else key.replace("_", " ")


def label(game: str, key: str, language: str) -> str:
    """What a field is called, with a capital."""
    text = text_of(game, "field", key, language)
    return text[:1].upper() + text[1:]


def value_text(value: Any) -> str:
    """A value in one line; a table has a row after the other."""
    if value is None or value == []:
        return NOTHING
    if isinstance(value, list) and isinstance(value[0], list):
        return " / ".join(map(value_text, value))
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def facts(view: View, own: list[str], language: str) -> list[tuple[str, str]]:
    """What everybody sees of the table: labels and values."""
    names = [key for key in view if key not in (*ELSEWHERE, *own)]
    return [(label(view["game"], key, language), value_text(view[key])) for key in names]


def own_facts(view: View, own: list[str], language: str) -> list[tuple[str, str]]:
    """What only the seat sees; nothing for a spectator."""
    if view["seat"] is None:
        return []
    return [(label(view["game"], key, language), value_text(view[key])) for key in own]


def seat_rows(view: View, language: str) -> tuple[list[str], list[list[str]]]:
    """The seats: labels of the columns after the name, and a row for each."""
    columns = [key for key in view["seats"][0] if key != "name"]
    rows = [[value_text(seat[key]) for key in columns] for seat in view["seats"]]
    return [label(view["game"], key, language) for key in columns], rows
