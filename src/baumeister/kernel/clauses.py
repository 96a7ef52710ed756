"""The clauses of the rules, read from docs/rules: what the book says, by number."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_CLAUSE = re.compile(r"^- ([TS]\d+\.\d+) (.*)$")
_SECTION = re.compile(r"^## ([TS]\d+) (.*)$")


def _folder() -> Path:
    """Inside an installed package, or in the repository."""
    packaged = Path(__file__).resolve().parents[1] / "clauses"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[3] / "docs" / "rules"


@cache
def clauses(game: str, language: str = "en") -> dict[str, str]:
    """The clauses of a game, and its sections (T4), in the order of the book.

    A language that the rules are not written in falls back to English.
    """
    suffix = "" if language == "en" else f".{language}"
    path = _folder() / f"{game}{suffix}.md"
    if not path.exists():
        path = _folder() / f"{game}.md"
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        match = _CLAUSE.match(line) or _SECTION.match(line)
        if match:
            found[match[1]] = match[2]
    return found
