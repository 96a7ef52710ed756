"""The options of the games, for those who open tables.

What is possible is judged by the rules (`complete_options`); a test holds this list to them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, Field

from baumeister.games.tybor import components as tybor
from baumeister.kernel.glossary import say
from baumeister.play import Game

Value = bool | int | str


class OptionValue(BaseModel):
    """A value that an option can have, and what it is called."""

    value: Value
    text: str


class GameOption(BaseModel):
    """An option of a game, and what it is if it is left out."""

    name: str
    kind: Literal["choice", "number", "yes_no"]
    title: str
    values: list[OptionValue]
    default: Value | None = Field(description="null: it is drawn by lot.")
    default_text: str


def options_of(game: Game, language: str) -> list[GameOption]:
    """What can be chosen in a game, besides how many play."""
    if isinstance(game.components, tybor.Components):
        scenarios = [(card.key, getattr(card, language)) for card in game.components.scenarios]
        chapters = [(int(card.key), getattr(card, language)) for card in game.components.chapters]
        return [
            _by_lot("scenario", "choice", scenarios, language),
            _by_lot("chapter", "number", chapters, language),
        ]
    months = [(month, say(f"samara.month.{month}", language)) for month in range(1, 13)]
    return [
        _by_lot("start_month", "number", months, language),
        _yes_no("specials", True, language),
        _yes_no("open_scores", False, language),
    ]


def _by_lot(
    name: str,
    kind: Literal["choice", "number"],
    values: Iterable[tuple[Value, str]],
    language: str,
) -> GameOption:
    return GameOption(
        name=name,
        kind=kind,
        title=say(f"server.option.{name}", language),
        values=[OptionValue(value=value, text=text) for value, text in values],
        default=None,
        default_text=say("server.option.by_lot", language),
    )


def _yes_no(name: str, default: bool, language: str) -> GameOption:
    yes, no = say("server.option.yes", language), say("server.option.no", language)
    return GameOption(
        name=name,
        kind="yes_no",
        title=say(f"server.option.{name}", language),
        values=[OptionValue(value=True, text=yes), OptionValue(value=False, text=no)],
        default=default,
        default_text=yes if default else no,
    )
