"""What is rendered, and the texts for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from baumeister.kernel.glossary import join, key_for, say
from baumeister.play import Game


@dataclass(frozen=True)
class Shown:
    """A view of a table with its texts."""

    game: Game
    view: Mapping[str, Any]  # docs/views.md
    question: str  # what is asked, or who is waited for
    totals: Sequence[int] | None  # everybody's points, at the end
    winners: Sequence[int]  # seats, at the end
    language: str

    def say(self, key: str) -> str:
        """A word of the game, with a capital."""
        word = say(f"{self.game.name}.{key}", self.language)
        return word[0].upper() + word[1:]

    def table_say(self, key: str, **values: object) -> str:
        """A text that the table of the terminal uses, too."""
        return say(f"cli.{key}", self.language, **values)

    def mean(self, key: str, **values: object) -> str:
        """What a mark in a picture of this game means."""
        return say(f"picture.{self.game.name}.{key}", self.language, **values)

    def name(self, named: Any) -> str:
        """The name of a card, tile or chapter."""
        text: str = getattr(named, self.language)
        return text

    @property
    def points(self) -> str:
        """The points of everybody, if the game is over."""
        if self.totals is None:
            return ""
        rows = zip(self.view["seats"], self.totals, strict=True)
        return " · ".join(f"{row['name']} {total}" for row, total in rows)

    @property
    def ending(self) -> str:
        """Who wins, ties broken, if the game is over."""
        if self.totals is None:
            return ""
        names = [self.view["seats"][seat]["name"] for seat in self.winners]
        return self.table_say(
            "winner" if len(names) == 1 else "winners",
            names=join(names, self.language),
            points=self.totals[self.winners[0]],
            unit=say(key_for("cli.unit", self.game.name), self.language),
        )

    def last_lines(self) -> list[str]:
        """What is asked; at the end also the points of everybody and who wins."""
        return [self.question, self.points, self.ending] if self.ending else [self.question]

    def asked(self, seat: int) -> bool:
        """Whether a seat has to decide."""
        return seat in self.view["waiting_for"]
