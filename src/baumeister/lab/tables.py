"""Tables of the lab in words, and numbers as the language writes them.

One form for the terminal (cli/screens/tables.py) and for pages (plots.py).
"""

from __future__ import annotations

from dataclasses import dataclass

from baumeister.kernel.glossary import say

NOTHING = "–"


@dataclass(frozen=True)
class Grid:
    """A table in words; the first `words` columns and the last `remarks` are texts, the others
    numbers."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    words: int = 1
    spare: tuple[str, ...] = ()  # headings of columns that a narrow terminal leaves out first
    remarks: int = 0
    key: str = ""  # of its contents, so that a page can add pictures of the same

    def is_text(self, column: int) -> bool:
        """Whether a column has texts in it."""
        return column < self.words or column >= len(self.columns) - self.remarks


def say_number(value: float | None, digits: int, language: str) -> str:
    """A number with so many digits behind the point, or the comma in German."""
    if value is None:
        return NOTHING
    text = f"{round(value, digits) + 0.0:.{digits}f}"
    return text.replace(".", ",") if language == "de" else text


def count(what: str, n: int, language: str) -> str:
    """So many games or deals, in words: 1 deal, 2 deals."""
    return say(f"lab.{'one' if n == 1 else 'many'}.{what}", language, n=n)


def percent(value: float | None, language: str) -> str:
    """A share in per cent; the heading says so."""
    return say_number(None if value is None else 100 * value, 1, language)


def duration(seconds: float | None, language: str) -> str:
    """A time in a unit that fits."""
    if seconds is None:
        return NOTHING
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{say_number(seconds / size, 1 if seconds < 10 * size else 0, language)} {unit}"
    return f"{say_number(seconds / 1e-6, 0, language)} µs"
