"""Routes for looking back: every position of a game as any seat saw it, records, reviews."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field

from baumeister.play import Table
from baumeister.play.records import MAX_BYTES, about_data
from baumeister.play.replay import Replay, ReplayPosition
from baumeister.server.api.dependencies import (
    Caller,
    Language,
    Service,
    TableId,
    Token,
    answer,
    from_state,
    problems,
    while_connected,
)
from baumeister.server.api.middleware import may_compute
from baumeister.server.api.models import Strict
from baumeister.server.api.views import View
from baumeister.server.bots.reviews import Pending, Reviews
from baumeister.server.tables import commands
from baumeister.server.tables.errors import Forbidden, NotFound, Rejected
from baumeister.server.tables.replays import Replays, one_game
from baumeister.server.tables.seats import Role
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState

router = APIRouter(prefix="/api", tags=["looking back"], responses=problems(422, 429, 503))
TABLE = "/tables/{table}"
OPEN: Literal["open"] = "open"
WATCH: Literal["watch"] = "watch"
REPLAY, REPLAY_SO_FAR, REVIEW = 0.5, 0.1, 5.0  # what they cost compared with a hint

EyesName = Literal["0", "1", "2", "3", "4", "5", "6", "7", "watch", "open"]
Wanted = Annotated[
    EyesName | None,
    Query(
        description="View as a seat, as a spectator (`watch`), or with everything open (`open`);"
        " by default as the caller. Other seats and `open` only once the game is over."
    ),
]


# --- what is answered -------------------------------------------------------------------------
class Eyes(BaseModel):
    """Whose view it is; `open` shows everything."""

    kind: Literal["seat", "watch", "open"]
    seat: int | None


class DecisionInfo(BaseModel):
    """Who decided, and what; null for a choice that was still hidden from this view."""

    seat: int
    name: str
    action: int | None
    move: str | None
    text: str | None


class PositionShort(BaseModel):
    """The position after `at` decisions. `events`: what the last of them led to."""

    at: int
    decision: DecisionInfo | None
    events: list[dict[str, Any]]
    question: str
    waiting_for: list[int]


class PositionFull(PositionShort):
    """A position of a table. `own`: in an open view, the keys that differ for each seat."""

    of: int = Field(description="How many decisions there are in all.")
    eyes: Eyes
    view: View
    own: list[dict[str, Any]] | None


class PositionChange(PositionShort):
    """A position of a record. `view` and `own` have only the keys that differ from the position
    before; the first position has all of them."""

    view: dict[str, Any]
    own: list[dict[str, Any]] | None


class ReplayRequest(Strict):
    """A game record in either form. `seat`: whose view, as in `getPosition`; by default open if the
    game is over, otherwise a spectator's."""

    record: str = Field(max_length=MAX_BYTES)
    seat: EyesName | None = None


class FormerData(BaseModel):
    """Values that were printed on the components of a former data version."""

    text: str  # a note for people
    components: dict[str, Any]  # instead of those of `GET /api/games/{game}`


class Replayed(BaseModel):
    """A record, position by position."""

    game: str
    names: list[str]
    options: dict[str, Any]
    commitment: str
    over: bool
    of: int
    eyes: Eyes
    scores: list[dict[str, Any]] | None
    winners: list[int]
    former: FormerData | None = Field(
        description="What was printed then, for a game with former data; otherwise null."
    )
    positions: list[PositionChange]


class ReviewPending(BaseModel):
    """A review that is being made: how many decisions are done; 0 of 0 while it is queued."""

    done: int
    total: int


class ReviewInfo(BaseModel):
    """The review of a finished game (docs/review.md). Moves are counted as positions are: move n
    leads to position n. Chances are between 0 and 1."""

    game: str
    names: list[str]
    winners: list[int]
    points: list[int]
    result: str
    counted: str
    scales: str
    about: list[str]
    parts: list[dict[str, Any]]
    curve: list[dict[str, Any]]
    decisions: list[dict[str, Any]]
    chance: list[dict[str, Any]]
    turning_points: list[dict[str, Any]]
    seats: list[dict[str, Any]]
    effort: dict[str, Any]


# --- positions --------------------------------------------------------------------------------
TheReplays = Annotated[Replays, from_state("replays")]
TheReviews = Annotated[Reviews, from_state("reviews")]


def eyes_of(wanted: str | None, role: Role, table: Table) -> Eyes:
    """The view that the caller may have: while the game runs, only one's own or a spectator's."""
    own = role.seat
    if wanted is None:
        return Eyes(kind=WATCH if own is None else "seat", seat=own)
    if wanted == WATCH:
        return Eyes(kind=WATCH, seat=None)
    if wanted != OPEN and int(wanted) >= len(table.names):
        most = len(table.names) - 1
        raise NotFound("error.server.no_seat", seat=wanted, most=most)
    if not table.over and wanted != str(own):
        raise Forbidden("error.server.eyes")
    if wanted == OPEN:
        return Eyes(kind=OPEN, seat=None)
    return Eyes(kind="seat", seat=int(wanted))


def short(position: ReplayPosition, eyes: Eyes, language: str) -> dict[str, Any]:
    """What a position has in addition to its view."""
    narrator = position.table.narrator(language)
    seen = [
        event.full if eyes.kind == OPEN else event.seen_by(eyes.seat) for event in position.events
    ]
    return {
        "at": position.made,
        "decision": _decision(position, eyes, language),
        "events": [{**event, "text": narrator.tell(event)} for event in seen],
        "question": position.question(eyes.seat, language),
        "waiting_for": position.waiting_for,
    }


def _decision(position: ReplayPosition, eyes: Eyes, language: str) -> dict[str, Any] | None:
    table, move = position.table, position.move
    if move is None:
        return None
    shown: dict[str, Any] = {"action": None, "move": None, "text": None}
    if eyes.kind == OPEN or position.shows_decision_to(eyes.seat):
        shown = {
            "action": move.action,
            "move": table.game.notation(move.action),
            "text": table.game.text(move.action, language),
        }
    return {"seat": move.seat, "name": table.names[move.seat], **shown}


def views(
    position: ReplayPosition, eyes: Eyes
) -> tuple[dict[str, Any], list[dict[str, Any]] | None]:
    """The view, and for an open one also what only each seat sees."""
    view = position.view(eyes.seat)
    if eyes.kind != OPEN:
        return view, None
    return view, [position.own_view(seat) for seat in range(len(position.table.names))]


@router.get(
    TABLE + "/positions/{at}",
    operation_id="getPosition",
    response_model=PositionFull,
    responses=problems(403, 404, 409),
)
async def get_position(
    request: Request,
    table: TableId,
    at: Annotated[int, Path(ge=0, le=10_000, description="After so many decisions.")],
    service: Service,
    token: Token,
    language: Language,
    caller: Caller,
    replays: TheReplays,
    seat: Wanted = None,
) -> Response:
    """The table after so many decisions, as it was seen then. Simultaneous choices count in play
    order; decisions that were taken back do not count."""

    def look(state: TableState, role: Role, snapshots: Snapshots) -> Response:
        game = commands.played(state)
        eyes, replay = eyes_of(seat, role, game), replays.of(state, game)
        last = len(replay) - 1
        if at > last:
            raise NotFound("error.server.at", most=last)
        view, own = views(replay[at], eyes)
        told = short(replay[at], eyes, language)
        return answer({**told, "of": last, "eyes": eyes.model_dump(), "view": view, "own": own})

    state = await service.look(table, token, lambda state, role, snapshots: state)
    if not replays.is_ready(state):
        may_compute(request.scope, REPLAY if state.is_over else REPLAY_SO_FAR)
        await while_connected(request, replays.make_ready(state, caller))
    return await service.look(table, token, look)


# --- records ----------------------------------------------------------------------------------
@router.post(
    "/replay", operation_id="replay", response_model=Replayed, responses=problems(403, 404)
)
async def replay_record(
    request: Request, body: ReplayRequest, replays: TheReplays, language: Language, caller: Caller
) -> Response:
    """All positions of a recorded game. The record is checked against the rules and its seed; it
    is not kept."""
    may_compute(request.scope)
    return await while_connected(request, replays.thread.run(caller, _replayed, body, language))


def _replayed(body: ReplayRequest, language: str) -> Response:
    replay = Replay(one_game(body.record))
    table = replay.table
    if body.seat is None:
        eyes = Eyes(kind=OPEN if table.over else WATCH, seat=None)
    else:  # the record holds the seed, so nothing in it is secret
        own = Role("seat", int(body.seat)) if body.seat.isdecimal() else Role("watch")
        eyes = eyes_of(body.seat, own, table)
    told = {
        "game": table.rules.name,
        "names": list(table.names),
        "options": dict(table.options),
        "commitment": table.commitment,
        "over": table.over,
        "of": len(replay) - 1,
        "eyes": eyes.model_dump(),
        "scores": table.scores() if table.over else None,
        "winners": table.winners,
        "former": _former(table, language),
        "positions": list(_changes(replay, eyes, language)),
    }
    return answer(told)


def _former(table: Table, language: str) -> dict[str, Any] | None:
    """The former data that the page needs to show the game; None for today's data."""
    told, game = about_data(table), table.game
    if told is None:
        return None
    options = game.complete_options({"players": game.rules.most_players}, "printed")
    return {"text": told.text(language), "components": game.record_components(options)}


def _changes(replay: Replay, eyes: Eyes, language: str) -> Sequence[orjson.Fragment]:
    """Every position, with what differs from the one before."""
    found = []
    before: dict[str, Any] = {}
    owns_before: list[dict[str, Any]] = [{} for _ in replay.table.names]
    for at in range(len(replay)):
        view, owns = views(replay[at], eyes)
        changed: dict[str, Any] = {"view": _other(before, view), "own": None}
        if owns is not None:
            changed["own"] = [_other(*both) for both in zip(owns_before, owns, strict=True)]
            owns_before = owns
        before = view
        told = {**short(replay[at], eyes, language), **changed}
        found.append(orjson.Fragment(orjson.dumps(told)))
    return found


def _other(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in now.items() if key not in before or before[key] != value}


# --- reviews ----------------------------------------------------------------------------------
@router.get(
    TABLE + "/review",
    operation_id="getReview",
    response_model=ReviewInfo,
    responses={
        202: {"model": ReviewPending, "description": "It is being made: ask again in a second."},
        **problems(403, 404, 409, 501),
    },
)
async def get_review(
    request: Request,
    table: TableId,
    service: Service,
    token: Token,
    language: Language,
    caller: Caller,
    reviews: TheReviews,
) -> Response:
    """What each decision of a finished game cost, what chance contributed, and the turning points.
    The first request starts the review, which takes up to a minute; then all get it at once."""

    def look(state: TableState, role: Role, snapshots: Snapshots) -> Table:
        game = commands.played(state)
        if not game.over:
            raise Rejected("error.server.review_running")
        return game

    game = await service.look(table, token, look)
    if reviews.is_new(table):
        may_compute(request.scope, REVIEW)
    found = reviews.ask(table, game, caller)
    if isinstance(found, Pending):
        return answer(found._asdict(), 202)
    return answer(found[language])
