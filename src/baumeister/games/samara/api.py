"""Samara in the API of the server: models that only this game has."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from baumeister.games.samara.components import Components
from baumeister.games.samara.score_pad import MOST_LINE, MOST_MONTHS, MOST_PRESTIGE, MOST_TILES
from baumeister.server.api.extras import Extra
from baumeister.server.api.models import PlayerName, Strict

# --- the score pad ----------------------------------------------------------------------------
SCORE = "Score a game of Samara that was played on a real board."


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


Pad = SamaraPad


# --- what its models have ---------------------------------------------------------------------
class GoingWorker(BaseModel):
    """Samara: a worker who goes from one month to another; null off the calendar."""

    model_config = ConfigDict(populate_by_name=True)
    seat: int
    worker: str
    from_: int | None = Field(alias="from")
    to: int | None


EXTRAS = {
    "PreviewInfo": Extra({"workers": list[GoingWorker]}),
    "ScoreInfo": Extra(text="\n(Samara, S9.1)"),
}


def full(components: Components) -> dict[str, Any]:
    """No fields beyond those of every game."""
    return {}


def words(components: Components, language: str) -> dict[str, Any]:
    """What `GameWords` has of Samara."""
    return {"names": {tile.code: getattr(tile, language) for tile in components.tiles}}
