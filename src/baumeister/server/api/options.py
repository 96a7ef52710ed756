"""The options of a game, as the server lists them for people who open tables."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from baumeister.kernel.glossary import say
from baumeister.kernel.options import Value
from baumeister.play import Game


class OptionValue(BaseModel):
    """A value of an option, and its text."""

    value: Value
    text: str


class GameOption(BaseModel):
    """An option of a game, and its default."""

    name: str
    kind: Literal["choice", "number", "yes_no"]
    title: str
    values: list[OptionValue]
    default: Value | None = Field(description="null: it is drawn at random.")
    default_text: str


def options_of(game: Game, language: str) -> list[GameOption]:
    """The options of a game, except the number of players."""
    return [
        GameOption(
            name=option.name,
            kind=option.kind,
            title=say(f"{game.name}.option.{option.name}.title", language),
            values=[
                OptionValue(value=value, text=option.value_text(game.components, value, language))
                for value in option.values
            ],
            default=option.default,
            default_text=say("option.by_lot", language)
            if option.default is None
            else option.value_text(game.components, option.default, language),
        )
        for option in game.rules.options
    ]
