"""Routes for looking ahead without deciding: what an action would lead to, why an action is not
allowed, and the live score sheet. They use only what the caller sees."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, Field

from baumeister.play import NotationError, Table
from baumeister.play.score_sheet import preview, sheets, worth
from baumeister.server.api.dependencies import Language, Service, TableId, Token, answer, problems
from baumeister.server.api.extras import described, extended
from baumeister.server.api.models import ActionNumber, Notation, Problem, Strict
from baumeister.server.api.views import View
from baumeister.server.tables import commands
from baumeister.server.tables.errors import Forbidden, Invalid
from baumeister.server.tables.seats import Role
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState

router = APIRouter(prefix="/api/tables/{table}", tags=["tables"], responses=problems(422, 429, 503))
MOST_ACTIONS = 12  # a building and its payment


class PreviewRequest(Strict):
    """Actions in order, by number or in notation; none for the position as it is."""

    actions: list[ActionNumber | Notation] = Field(max_length=MOST_ACTIONS)


class RefusedAction(Problem):
    """An action that the rules do not allow, and the clause that forbids it."""

    clause: str | None = None


class BeforeAfter(BaseModel):
    """Points before and after."""

    before: int
    after: int


class ChangedLine(BeforeAfter):
    """A line of the score sheet that would change."""

    clause: str
    what: str


@extended(after="question")
class PreviewInfo(BaseModel):
    """What would happen, as far as the caller can know it: null or empty where chance or a secret
    decides.{games}"""

    view: View | None
    question: str | None
    total: BeforeAfter | None
    lines: list[ChangedLine]


class WhyNot(BaseModel):
    """The clause that forbids an action, and the reason; both null if it is allowed."""

    clause: str | None
    message: str | None


class MoreInfo(BaseModel):
    """What a line could still score: the next points, and what is missing for them."""

    points: int
    text: str


class SheetLine(BaseModel):
    """A line of the score sheet; `more` is null if nothing is left to score, or no number fits."""

    clause: str
    what: str
    points: int
    more: MoreInfo | None


class SheetInfo(BaseModel):
    """A score sheet; `complete` is false if a secret objective is missing from it."""

    seat: int
    complete: bool
    total: int
    tiebreak: int
    lines: list[SheetLine]


@extended(after="seats")
class ScoreInfo(BaseModel):
    """The score sheets as the caller may know them, by seat; null where the score is kept hidden\
{games}."""

    seats: list[SheetInfo | None]


def _seat(role: Role) -> int:
    if role.seat is None:
        raise Forbidden("error.server.only_seats")
    return role.seat


def _number(table: Table, action: int | str) -> int:
    """An action by its number or its notation."""
    if isinstance(action, str):
        try:
            return table.rules.read_action(table.components, action)
        except NotationError as error:
            raise Invalid("error.server.notation", problem=error) from None
    if action >= table.rules.actions:
        raise Invalid("error.server.action", action=action, most=table.rules.actions - 1)
    return action


@router.post(
    "/preview",
    operation_id="preview",
    response_model=PreviewInfo,
    responses={**problems(403, 404), 409: {"model": RefusedAction}},
)
async def get_preview(
    table: TableId, body: PreviewRequest, service: Service, token: Token, language: Language
) -> Response:
    """What these actions of the caller would lead to; nothing is decided. An action that is not
    allowed is refused with its clause, as a move would be."""

    def look(state: TableState, role: Role, snapshots: Snapshots) -> Response:
        seat, game = _seat(role), commands.played(state)
        actions = [_number(game, action) for action in body.actions]
        return answer(preview(game, seat, actions, language))

    return await service.look(table, token, look)


@router.get("/why-not", operation_id="whyNot", responses=problems(403, 404, 409))
async def why_not(
    table: TableId,
    service: Service,
    token: Token,
    language: Language,
    action: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    move: Annotated[str | None, Query(min_length=1, max_length=200)] = None,
) -> WhyNot:
    """Why the caller may not do something now: an action by number, or a move in notation."""

    def look(state: TableState, role: Role, snapshots: Snapshots) -> WhyNot:
        seat, game = _seat(role), commands.played(state)
        wanted = action if action is not None else move
        if wanted is None or (action is not None and move is not None):
            raise Invalid("error.server.action_or_move")
        view, number = game.seat_view(seat), _number(game, wanted)
        reason = game.rules.why_not(game.components, view.state, seat, number, game.names)
        if reason is None:
            return WhyNot(clause=None, message=None)
        return WhyNot(clause=reason.clause, message=reason.text(language))

    return await service.look(table, token, look)


@router.get(
    "/score",
    operation_id="getScore",
    response_model=ScoreInfo,
    responses=problems(403, 404, 409),
    description=described(
        "getScore",
        "The score sheets line by line, with what each line could still bring{games}.",
    ),
)
async def get_score(table: TableId, service: Service, token: Token, language: Language) -> Response:
    """The score sheets."""

    def look(state: TableState, role: Role, snapshots: Snapshots) -> Response:
        game = commands.played(state)
        view = game.seat_view(
            None if game.over else role.seat
        )  # after the end nothing is left to score
        return answer({"seats": sheets(game, role.seat, language), **worth(view)})

    return await service.look(table, token, look)
