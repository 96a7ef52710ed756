"""Routes of the score pad for the real table: what lies in front of the players, who has won."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field, StringConstraints

from baumeister.play import score_pad
from baumeister.play.score_pad import (
    MOST_CITIZENS,
    MOST_LINE,
    MOST_MONTHS,
    MOST_POINTS,
    MOST_PRESTIGE,
    MOST_STRENGTH,
    MOST_TILES,
)
from baumeister.play.table import MAX_NAME
from baumeister.server.api.dependencies import Language, problems
from baumeister.server.api.models import Strict

router = APIRouter(prefix="/api/score", tags=["score pad"], responses=problems(422, 429))

PlayerName = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME)]
Points = Annotated[int, Field(ge=0, le=MOST_POINTS)]
Count = Annotated[int, Field(ge=0, le=MOST_CITIZENS)]
Profession = Literal["farmer", "merchant", "craftsman", "captain", "priest", "soldier"]
Colour = Literal["green", "yellow", "blue", "red"]
Sign = Literal[
    "", "recruit", "majority", "set", "pair",
    "symbol farmer", "symbol merchant", "symbol craftsman",
    "symbol captain", "symbol priest", "symbol soldier",
]  # fmt: skip


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


class NextWorker(Strict):
    """The worker who acts next: in how many months, and at which place of that month's line."""

    month: int = Field(ge=0, le=MOST_MONTHS)
    place: int = Field(ge=1, le=MOST_LINE)


class PadForeman(Strict):
    """What a foreman of Samara has built; `next` decides a tie (S8.2)."""

    name: PlayerName
    tiles: list[Annotated[int, Field(ge=0, le=MOST_PRESTIGE)]] = Field(max_length=MOST_TILES)
    next: NextWorker | None = None


class SamaraPad(Strict):
    """Samara's table at the end."""

    player: list[PadForeman] = Field(min_length=2, max_length=5)


class PadLine(BaseModel):
    """A line of a sheet."""

    clause: str
    what: str
    points: int


class PadSheet(BaseModel):
    """The sheet of a player; `tiebreak`: strength left, or the order of acting from 0."""

    total: int
    tiebreak: int | None
    lines: list[PadLine]


class PadResult(BaseModel):
    """The sheets in the order of the players, and who has won. `undecided`: a tie, and what decides
    it was not entered."""

    game: str
    names: list[str]
    sheets: list[PadSheet]
    winners: list[int]
    undecided: bool


def _result(game: str, pad: Strict, language: str) -> PadResult:
    entered: dict[str, Any] = pad.model_dump(exclude_none=True)
    return PadResult.model_validate(score_pad.score(game, entered, game).json(language))


@router.post("/tybor", operation_id="scoreTybor")
async def score_tybor(pad: TyborPad, language: Language) -> PadResult:
    """Score a game of Tybor that was played with real cards, by whatever is printed on them."""
    return _result("tybor", pad, language)


@router.post("/samara", operation_id="scoreSamara")
async def score_samara(pad: SamaraPad, language: Language) -> PadResult:
    """Score a game of Samara that was played on a real board."""
    return _result("samara", pad, language)
