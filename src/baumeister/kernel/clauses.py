"""The clauses of the rules: what the book says, by number. The books of our games are in
docs/rules; a game of another distribution has `rules.md` and `rules.de.md` in its package."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from baumeister.kernel.texts import folder_of

_CLAUSE = re.compile(r"^- ([A-Z]\d+\.\d+) (.*)$")
_SECTION = re.compile(r"^## ([A-Z]\d+) (.*)$")


def _folder() -> Path:
    """Inside an installed package, or in the repository."""
    packaged = Path(__file__).resolve().parents[1] / "clauses"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[3] / "docs" / "rules"


@cache
def clauses(game: str, language: str = "en") -> dict[str, str]:
    """The clauses of a game, and its sections (T4), in the order of the book.

    A language that the rules are not written in falls back to English.
    """
    own = folder_of(game)
    book = _folder() / game if own is None else own / "rules"
    suffix = ".md" if language == "en" else f".{language}.md"
    path = book.with_name(f"{book.name}{suffix}")
    if not path.exists():
        path = book.with_name(f"{book.name}.md")
    found: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        match = _CLAUSE.match(line) or _SECTION.match(line)
        if match:
            found[match[1]] = match[2]
    return found
