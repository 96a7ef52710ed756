"""Tybor in the API of the server: models that only this game has."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from baumeister.games.tybor.components import Components
from baumeister.games.tybor.score_pad import MOST_CITIZENS, MOST_POINTS, MOST_STRENGTH
from baumeister.games.tybor.texts import story
from baumeister.server.api.extras import Extra
from baumeister.server.api.models import PlayerName, Strict

# --- the score pad ----------------------------------------------------------------------------
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Count = Annotated[int, Field(ge=0, le=MOST_CITIZENS)]
Profession = Literal["farmer", "merchant", "craftsman", "captain", "priest", "soldier"]
Colour = Literal["green", "yellow", "blue", "red"]
Sign = Literal[
    "", "recruit", "majority", "set", "pair",
    "symbol farmer", "symbol merchant", "symbol craftsman",
    "symbol captain", "symbol priest", "symbol soldier",
]  # fmt: skip
SCORE = "Score a game of Tybor that was played with real cards, by whatever is printed on them."


class PadBuilding(Strict):
    """A building as it is printed, and which side is up."""

    points: Points
    colour: Colour
    bonus: Sign = ""
    side: Literal["little", "great"] = "little"


class PadPlayer(Strict):
    """What lies in front of a player of Tybor."""

    name: PlayerName
    strength: int = Field(default=0, ge=0, le=MOST_STRENGTH, description="Left on workers.")
    citizens: dict[Profession, Count] = Field(default_factory=dict)
    colours: dict[Colour, Annotated[int, Field(ge=0, le=4 * MOST_CITIZENS)]] = Field(
        default_factory=dict, description="Colour symbols on the citizens."
    )
    objective: Annotated[str, StringConstraints(pattern=r"^[GYBR]{3}$")] | None = Field(
        default=None, description="The three colours of the secret objective.", examples=["GYB"]
    )
    building: list[PadBuilding] = Field(default_factory=list, max_length=40)


class TyborPad(Strict):
    """Tybor's table at the end. What is not given is as in this program's data; without a scenario
    or chapter no objective of one scores. `shown`: the symbols of T6.13."""

    scenario: (
        Literal["escape-from-the-city", "size-matters", "a-colourful-crowd", "the-town-grows"]
        | None
    ) = None
    chapter: int | None = Field(default=None, ge=1, le=8)
    shown: list[Profession] | None = Field(default=None, max_length=6)
    great_bonus: Points | None = None
    captains: list[Points] | None = Field(default=None, min_length=6, max_length=6)
    captain_beyond: Points | None = None
    player: list[PadPlayer] = Field(min_length=2, max_length=8)


Pad = TyborPad


# --- what its models have ---------------------------------------------------------------------
class StoryText(BaseModel):
    """Tybor: a scenario (by its key) or a chapter (by its number): title, tale and what it does."""

    kind: Literal["scenario", "chapter"]
    key: str
    title: str
    story: str
    effect: str


class DisplayWorth(BaseModel):
    """Tybor: what a building of the display would change in the caller's total now, by side."""

    card: str
    little: int
    great: int


EXTRAS = {
    "GameFull": Extra(
        {"great_bonus": int | None},
        " `great_bonus`: Tybor, how much more\na great side is worth (T1.1).",
    ),
    "GameWords": Extra({"stories": list[StoryText]}),
    "PreviewInfo": Extra(
        {"cost": int | None, "payment": list[str], "strength": int | None},
        " `cost`, `payment`, `strength`: Tybor, what a building costs, the workers that pay for\n"
        "it with the least loss, and the strength that is left then.",
    ),
    "ScoreInfo": Extra({"display": list[DisplayWorth]}),
    "getScore": Extra(
        text="; at Tybor also what each\nbuilding of the display would bring the caller"
    ),
}


def full(components: Components) -> dict[str, Any]:
    """What `GameFull` has of Tybor."""
    return {"great_bonus": components.box.great_bonus}


def words(components: Components, language: str) -> dict[str, Any]:
    """What `GameWords` has of Tybor."""
    return {
        "names": {building.code: getattr(building, language) for building in components.buildings},
        "stories": _stories(components, language),
    }


def _stories(components: Components, language: str) -> list[StoryText]:
    cards = [("scenario", card) for card in components.scenarios]
    cards += [("chapter", card) for card in components.chapters]
    return [
        StoryText.model_validate(
            {
                **story(kind, card.key, language),
                "kind": kind,
                "key": card.key,
                "title": getattr(card, language),
            }
        )
        for kind, card in cards
    ]
