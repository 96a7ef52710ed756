"""Routes of the score pad: enter what lies in front of the players of a physical game, and get the
score sheets and the winners."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel

from baumeister.games import GAMES
from baumeister.play import score_pad
from baumeister.server.api.dependencies import Language, problems
from baumeister.server.api.extras import api_of
from baumeister.server.api.models import Strict

router = APIRouter(prefix="/api/score", tags=["score pad"], responses=problems(422, 429))


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


def add_score_pad(game: str, model: type[Strict], description: str) -> None:
    """The route of a game's score pad, which takes the model."""

    async def score(pad: Strict, language: str) -> PadResult:
        entered: dict[str, Any] = pad.model_dump(exclude_none=True)
        return PadResult.model_validate(score_pad.score(game, entered, game).json(language))

    score.__name__ = f"score_{game}"
    score.__annotations__ = {"pad": model, "language": Language, "return": PadResult}
    router.add_api_route(
        f"/{game}",
        score,
        methods=["POST"],
        operation_id=f"score{game.capitalize()}",
        description=description,
    )


for name in GAMES:
    api = api_of(name)
    if api is not None and score_pad.has_score_pad(name):
        add_score_pad(name, api.Pad, api.SCORE)
