"""Hints at the terminal: in sentences, or as a table of the best moves."""

from __future__ import annotations

from rich.box import SIMPLE
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from baumeister.bots.hints import Hint, Judged, percent
from baumeister.bots.search import Budget
from baumeister.cli.screens.explain import upper
from baumeister.cli.screens.terminal import Terminal
from baumeister.cli.screens.words import word
from baumeister.kernel.glossary import key_for, say

THOUGHT = Budget(iterations=12_000)  # about a second; the same hint on every machine
SEED = "hint"
MOST_MOVES = 8


def moves_wanted(text: str, language: str) -> int | None:
    """How many moves to show in a table, 0 for a hint in sentences; None if it is neither."""
    if not text:
        return 0
    if text.casefold() in word("hint_all", language).split():
        return MOST_MOVES
    if text.isdecimal() and int(text[:9]) > 0:
        return min(int(text[:9]), MOST_MOVES)
    return None


def show_hint(terminal: Terminal, found: Hint) -> None:
    """What to do, with its number in the list of choices, how good it is, and why."""
    language = terminal.language
    number = found.view.legal.index(found.action) + 1
    line = Text(f"{word('hint_title', language)} ", "bold")
    line.append(f"{number} ", "bold cyan").append(upper(found.name(found.action, language)), "bold")
    terminal.line(line.append(f"  {found.notation(found.action)}", "dim not bold"))
    _, *why = found.sentences(language)
    for sentence in why:
        terminal.item(sentence)


def ranked(found: Hint, most: int, language: str) -> list[RenderableType]:
    """The best moves with their numbers, chances of winning and expected points."""
    grid = Grid(box=SIMPLE, padding=(0, 1, 0, 0), header_style="bold")
    grid.add_column("", justify="right", style="bold cyan")
    grid.add_column(word("hint_move", language))
    shown = found.alternatives[:most]
    if not found.looked_ahead:
        for judged in shown:
            grid.add_row(*_move(found, judged, language))
        return [grid, Text(found.verdict.text(language), "dim")]
    unit = say(key_for("hint.unit", found.view.rules.name), language)
    grid.add_column(word("hint_chance", language), justify="right")
    grid.add_column(upper(unit), justify="right")
    for judged in shown:
        grid.add_row(*_move(found, judged, language), *_expected(judged, language))
    notes = ["hint_against"]
    if not all(judged.is_certain for judged in shown):
        notes.append("hint_rarely")
    return [grid, *(Text(word(note, language), "dim") for note in notes)]


def _move(found: Hint, judged: Judged, language: str) -> tuple[str, Text]:
    number = found.view.legal.index(judged.action) + 1
    return str(number), Text(upper(found.name(judged.action, language)))


def _expected(judged: Judged, language: str) -> tuple[Text, Text]:
    if judged.win is None or judged.points is None or judged.tried == 0:
        return Text("–", "dim"), Text("–", "dim")
    style, about = ("", "") if judged.is_certain else ("dim", "~")
    chance = f"{about}{percent(judged.win).of[language]}"
    return Text(chance, style), Text(f"{about}{judged.points:.0f}", style)
