"""The questions of `baumeister score` about a real table; a game's module `screen_score_pad` has
its own ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

from baumeister.cli.arguments import name_list
from baumeister.cli.screens.terminal import Terminal
from baumeister.games import GAMES
from baumeister.kernel.data import DataError
from baumeister.kernel.glossary import say
from baumeister.play import UserError
from baumeister.play.score_pad import Result
from baumeister.play.table import checked_names

T = TypeVar("T")
Entry = dict[str, Any]


class PadPrompt(ABC):
    """Asks for what lies on the table, one thing at a time, and again after a wrong answer."""

    game: str

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.language = terminal.language

    @abstractmethod
    def result(self) -> Result:
        """Ask for everything, and score it."""

    def ask(self, key: str, read: Callable[[str], T], **values: object) -> T:
        """Ask until there is a valid answer."""
        while True:
            text = self.terminal.ask(f"{say(f'score.ask.{key}', self.language, **values)} ")
            try:
                return read(text)
            except UserError as error:
                self.terminal.line(error.text(self.language), "yellow")

    def names(self) -> list[str]:
        """The names of the players."""
        rules = GAMES[self.game]

        def read(text: str) -> list[str]:
            names = [name for name in name_list(text) if name]
            if not rules.least_players <= len(names) <= rules.most_players:
                values = {"least": rules.least_players, "most": rules.most_players}
                raise DataError("error.score.players", given=len(names), **values)
            return list(checked_names(names, len(names)))

        return self.ask("names", read)

    def heading(self, name: str) -> None:
        """The name of the player whose score is counted next."""
        self.terminal.line("")
        self.terminal.line(name, "bold")


def number(low: int, high: int, default: int | None = None) -> Callable[[str], int]:
    """A reader of one whole number."""

    def read(text: str) -> int:
        if default is not None and not text:
            return default
        return numbers(1, low, high)(text)[0]

    return read


def numbers(length: int | None, low: int, high: int) -> Callable[[str], list[int]]:
    """A reader of so many whole numbers, separated by spaces or commas; an empty line is all 0."""

    def read(text: str) -> list[int]:
        words = text.replace(",", " ").split()
        if not words and length != 1:
            return [0] * (length or 0)
        good = all(w.isdecimal() and low <= int(w[:6]) <= high for w in words)
        if not good or length not in (None, len(words)):
            if length == 1:
                raise DataError("error.score.number", low=low, high=high)
            raise DataError("error.score.numbers", n=length or "1 …", low=low, high=high)
        return [int(w) for w in words]

    return read
