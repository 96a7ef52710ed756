"""Routes for tables: open, sit down, start, play, look, export."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response

from baumeister.play import Refusal
from baumeister.play.records import to_text
from baumeister.server.api.dependencies import (
    Caller,
    Language,
    Service,
    TableId,
    Token,
    answer,
    error_body,
    problems,
    while_connected,
)
from baumeister.server.api.middleware import may_compute, may_open_table
from baumeister.server.api.models import (
    Acknowledged,
    AnswerUndoCommand,
    ChangeTableCommand,
    CloneTableCommand,
    FilledSeat,
    FillSeatCommand,
    HandSeatCommand,
    JoinCommand,
    Joined,
    MoveCommand,
    NameSeatCommand,
    OpenedSeat,
    OpenedTable,
    OpenTableCommand,
    PlayerCommand,
    RefusedJoin,
    RefusedMove,
    RefusedOpening,
    RefusedStart,
    SeatNumber,
    Snapshot,
    StartCommand,
    SwapSeatsCommand,
    WatchLink,
)
from baumeister.server.api.replays import TheReplays
from baumeister.server.tables import commands
from baumeister.server.tables.errors import Invalid, NotFound, Rejected
from baumeister.server.tables.replays import one_game
from baumeister.server.tables.seats import Role, hashed, new_token
from baumeister.server.tables.service import TableService
from baumeister.server.tables.snapshots import Snapshots, bot_name
from baumeister.server.tables.state import TableState
from baumeister.server.tables.table_setup import TableSetup, known_bot

router = APIRouter(prefix="/api", tags=["tables"], responses=problems(422, 429, 503))
TABLE = "/tables/{table}"
LONGEST_WAIT = 30.0
CHANGING = problems(403, 404, 409)
PLAYING = {**problems(403, 404), 409: {"model": RefusedMove}}


def link(table: str, kind: str, token: str) -> str:
    """A link with a token in the fragment, which browsers do not send to any server."""
    return f"/t/{table}#{kind}={token}"


def invite_link(table: str, invite: str | None) -> str | None:
    """The link of an invite, if there is one."""
    return None if invite is None else link(table, "invite", invite)


# --- opening ----------------------------------------------------------------------------------
@router.post(
    "/tables",
    status_code=201,
    operation_id="openTable",
    responses={**problems(403, 404), 409: {"model": RefusedOpening}},
)
async def open_table(
    request: Request,
    body: OpenTableCommand,
    service: Service,
    replays: TheReplays,
    token: Token,
    language: Language,
    caller: Caller,
) -> OpenedTable:
    """Open a table, from the beginning or from a record. The caller becomes its host."""
    opening = TableSetup(language, body.seats, name=body.name, public=body.public)
    if body.follows is not None:
        opening.follows = body.follows
        opening.welcome = await service.company(body.follows, token, body.instead)
    may_open_table(request.scope)
    if body.clock is not None:
        opening.clock = (body.clock.per_move * 1000, body.clock.reserve * 1000)
    if "stand_in" in body.model_fields_set:
        opening.stand_in = None if body.stand_in is None else known_bot(body.stand_in)
    if body.record is None:
        if body.game is None:
            raise Invalid("error.server.no_game")
        opening.from_options(body.game, body.options)
    else:
        may_compute(request.scope)
        game = await while_connected(request, replays.thread.run(caller, one_game, body.record))
        opening.from_table("record", game, body.at)
    return await _opened(service, opening, caller, body.start, token, body.instead)


async def _opened(
    service: TableService,
    opening: TableSetup,
    caller: str,
    start: bool,
    token: str | None = None,
    instead: str | None = None,
) -> OpenedTable:
    body = opening.body()
    if start and any(seat.kind == "open" for seat in opening.seats):
        raise Rejected("error.server.start_open")
    table = await service.open(body, start, token, instead, caller)
    seats = [
        OpenedSeat(
            seat=number,
            kind="person" if seat.kind == "me" else seat.kind,
            token=opening.tokens.get(number),
            invite=opening.invites.get(number),
            link=invite_link(table, opening.invites.get(number)),
        )
        for number, seat in enumerate(opening.seats)
    ]
    return OpenedTable(
        table=table,
        host=opening.host,
        watch=opening.watch,
        watch_link=link(table, "watch", opening.watch),
        commitment=opening.commitment,
        seats=seats,
    )


@router.post(TABLE + "/clone", status_code=201, operation_id="cloneTable", responses=CHANGING)
async def clone_table(
    request: Request,
    table: TableId,
    body: CloneTableCommand,
    service: Service,
    token: Token,
    language: Language,
    caller: Caller,
) -> OpenedTable:
    """Try another line of a finished game at a new table. A running game cannot be cloned: the
    clone would reveal its seed."""
    may_open_table(request.scope)

    def source(state: TableState, role: Role, snapshots: Snapshots) -> None:
        game = commands.played(state)
        if not game.over:
            raise Rejected("error.server.clone_secrets")
        opening.from_table("table", game, body.at)

    opening = TableSetup(language, body.seats, name=body.name, public=body.public)
    await service.look(table, token, source)
    return await _opened(service, opening, caller, body.start)


@router.get("/lobby", operation_id="getLobby")
async def lobby(
    service: Service,
    after: Annotated[
        str | None,
        Query(
            pattern=r"^(open|running)\.[0-9]{1,15}\.[A-Za-z0-9_-]{1,64}$",
            description="For the next page: `mark` of the last table of this one.",
        ),
    ] = None,
    most: Annotated[int, Query(ge=1, le=100)] = 50,
) -> list[dict[str, Any]]:
    """Public tables: those with open seats first, then those that are being played; in each group
    those first at which people were seen last."""
    return await service.lobby(after, most)


# --- looking ----------------------------------------------------------------------------------
@router.get(TABLE, operation_id="getTable", response_model=Snapshot, responses=problems(403, 404))
async def get_table(
    request: Request,
    table: TableId,
    service: Service,
    token: Token,
    language: Language,
    after: Annotated[
        int,
        Query(
            ge=0,
            le=2**53,
            description="The last `seq` that the caller has seen; events start there.",
        ),
    ] = 0,
    wait: Annotated[
        float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for something newer.")
    ] = 0.0,
) -> Response:
    """The table as the caller may see it; with `wait` as soon as something happens."""
    if wait:
        await service.look(table, token, _nothing)
        await while_connected(request, service.wait(table, after, wait))
    return answer(await service.look(table, token, _snapshot(language, after), after))


def _nothing(state: TableState, role: Role, snapshots: Snapshots) -> None:
    """Only check that the caller may look."""


def _snapshot(language: str, after: int) -> Any:
    def look(state: TableState, role: Role, snapshots: Snapshots) -> dict[str, Any]:
        known = after <= state.seq  # a greater one was counted by another store
        return snapshots.snapshot(role, language, after if known else 0)

    return look


@router.get(
    TABLE + "/record",
    operation_id="getRecord",
    responses={
        200: {"content": {"application/json": {}, "text/plain": {}}},
        **problems(403, 404, 409),
    },
    response_class=Response,
)
async def get_record(
    table: TableId, service: Service, token: Token, form: Literal["json", "text"] = "json"
) -> Response:
    """The game record: complete once the game is over; until then what the caller may know."""
    kept = await service.store.record(table)

    def export(state: TableState, role: Role, snapshots: Snapshots) -> Response:
        if state.is_kept and kept is not None and form == "json":
            return answer(kept)
        game = commands.played(state)
        if form == "json":
            return answer(game.record(role.seat))
        if not game.over:
            raise Rejected("error.server.text_record")
        return Response(to_text(game), media_type="text/plain; charset=utf-8")

    return await service.look(table, token, export)


@router.get(TABLE + "/hint", operation_id="getHint", responses=CHANGING)
async def get_hint(
    request: Request,
    table: TableId,
    service: Service,
    token: Token,
    language: Language,
    caller: Caller,
) -> list[str]:
    """What a strong player would do in the caller's position, and why, in sentences. Each seat has
    one hint at a time: a request for another one ends it."""
    may_begin = partial(may_compute, request.scope)
    return await while_connected(request, service.hint(table, token, language, caller, may_begin))


# --- before the start -------------------------------------------------------------------------
async def _acknowledged(
    service: TableService, table: str, token: str | None, command: commands.Command
) -> Acknowledged:
    accepted = await service.submit(table, token, command)
    return Acknowledged(seq=accepted.seq)


@router.post(
    TABLE + "/join",
    operation_id="join",
    responses={**problems(403, 404), 409: {"model": RefusedJoin}},
)
async def join(table: TableId, body: JoinCommand, service: Service, caller: Caller) -> Joined:
    """Sit down with an invite, which works once, or on a free seat of a public table."""
    token = new_token()
    accepted = await service.join(
        table,
        body.invite,
        body.claim,
        body.name,
        token,
        caller,
        chance=body.chance,
        accept_known_deal=body.accept_known_deal,
    )
    role = await service.role_of(table, token)
    if role is None or role.seat is None:  # the host has freed the seat again
        raise NotFound("error.server.invite")
    return Joined(seat=role.seat, token=token, seq=accepted.seq)


@router.put(TABLE + "/seats/{seat}", operation_id="fillSeat", responses=CHANGING)
async def fill_seat(
    table: TableId,
    seat: SeatNumber,
    body: FillSeatCommand,
    service: Service,
    token: Token,
    language: Language,
) -> FilledSeat:
    """Host: put a bot on a seat, or free the seat and get a new invite link."""
    if body.bot is not None:
        bot = known_bot(body.bot)
        accepted = await service.submit(
            table, token, commands.fill_seat(seat, bot, bot_name(bot, language))
        )
        return FilledSeat(seq=accepted.seq, seat=seat)
    invite = new_token()
    accepted = await service.submit(table, token, commands.free_seat(seat, invite))
    links = {"invite": invite, "link": invite_link(table, invite)}
    return FilledSeat(seq=accepted.seq, seat=seat, **links)


@router.post(TABLE + "/seats", status_code=201, operation_id="addSeat", responses=CHANGING)
async def add_seat(table: TableId, service: Service, token: Token) -> FilledSeat:
    """Host: one more seat, with an invite link."""
    invite = new_token()
    accepted = await service.submit(table, token, commands.add_seat(invite))

    def added(state: TableState, role: Role, snapshots: Snapshots) -> int:
        invites = [seat.invite for seat in state.seats]
        return invites.index(hashed(invite)) if hashed(invite) in invites else len(invites) - 1

    seat = await service.look(table, token, added)
    links = {"invite": invite, "link": invite_link(table, invite)}
    return FilledSeat(seq=accepted.seq, seat=seat, **links)


@router.delete(TABLE + "/seats/{seat}", operation_id="removeSeat", responses=CHANGING)
async def remove_seat(
    table: TableId, seat: SeatNumber, service: Service, token: Token
) -> Acknowledged:
    """Host: one seat less; later seats move up."""
    return await _acknowledged(service, table, token, commands.remove_seat(seat))


@router.post(TABLE + "/seats/swap", operation_id="swapSeats", responses=CHANGING)
async def swap_seats(
    table: TableId, body: SwapSeatsCommand, service: Service, token: Token
) -> Acknowledged:
    """Host: two seats change places."""
    return await _acknowledged(service, table, token, commands.swap_seats(*body.seats))


@router.put(TABLE + "/name", operation_id="nameSeat", responses=CHANGING)
async def name_seat(
    table: TableId, body: NameSeatCommand, service: Service, token: Token
) -> Acknowledged:
    """Change one's own name, until the start."""
    return await _acknowledged(service, table, token, commands.rename_seat(body.name))


@router.patch(TABLE, operation_id="changeTable", responses=CHANGING)
async def change_table(
    table: TableId, body: ChangeTableCommand, service: Service, token: Token, caller: Caller
) -> Acknowledged:
    """Host: rename the table, list it in the lobby or not, archive or restore it."""
    if body.name is not None or body.public is not None or body.archived is None:
        changed = await service.change(table, token, body.name, body.public, caller)
    if body.archived is not None:
        changed = await service.archive(table, token, body.archived, caller)
    return Acknowledged(seq=changed.seq)


@router.post(TABLE + "/watch-link", operation_id="newWatchLink", responses=CHANGING)
async def new_watch_link(table: TableId, service: Service, token: Token) -> WatchLink:
    """Host: a new link for spectators; the old one is no longer valid."""
    watch = new_token()
    await service.submit(table, token, commands.new_watch_link(watch))
    return WatchLink(watch=watch, link=link(table, "watch", watch))


@router.post(
    TABLE + "/start",
    operation_id="startTable",
    responses={**problems(403, 404), 409: {"model": RefusedStart}},
)
async def start_table(
    table: TableId, service: Service, token: Token, body: StartCommand | None = None
) -> Acknowledged:
    """Host: deal."""
    chance = "" if body is None else body.chance or ""
    return await _acknowledged(service, table, token, commands.start(chance))


# --- playing ----------------------------------------------------------------------------------
async def _submit(
    service: TableService,
    table: str,
    token: str | None,
    command: commands.Command,
    key: str,
    language: str,
) -> Response:
    """Submit a player's command; the answer to a rejected one has the reason and a snapshot."""
    try:
        accepted = await service.submit(table, token, command, key)
    except (Refusal, Rejected) as error:
        status, body = error_body(error, language)
        body.setdefault("clause", None)
        if status in (409, 422):
            body["now"] = await service.look(table, token, _snapshot(language, 0))
        return answer(body, status)
    return answer({"seq": accepted.seq, "again": accepted.again})


@router.post(TABLE + "/moves", operation_id="move", response_model=Acknowledged, responses=PLAYING)
async def move(
    table: TableId, body: MoveCommand, service: Service, token: Token, language: Language
) -> Response:
    """Make a decision for one's own seat."""
    made = commands.move(body.decision, body.seen)
    return await _submit(service, table, token, made, body.id, language)


@router.post(
    TABLE + "/take-back", operation_id="takeBack", response_model=Acknowledged, responses=PLAYING
)
async def take_back(
    table: TableId, body: PlayerCommand, service: Service, token: Token, language: Language
) -> Response:
    """Change a choice that nobody has seen yet."""
    return await _submit(service, table, token, commands.take_back(), body.id, language)


@router.post(
    TABLE + "/undo", operation_id="askUndo", response_model=Acknowledged, responses=PLAYING
)
async def ask_undo(
    table: TableId, body: PlayerCommand, service: Service, token: Token, language: Language
) -> Response:
    """Take back one's last decision: at once while nobody has seen it, or if there are no other
    people; otherwise all other people are asked."""
    return await _submit(service, table, token, commands.ask_undo(), body.id, language)


@router.post(
    TABLE + "/undo/answer",
    operation_id="answerUndo",
    response_model=Acknowledged,
    responses=PLAYING,
)
async def answer_undo(
    table: TableId, body: AnswerUndoCommand, service: Service, token: Token, language: Language
) -> Response:
    """Agree to an undo or not; the player who asked withdraws it with agree = false."""
    return await _submit(service, table, token, commands.answer_undo(body.agree), body.id, language)


@router.post(
    TABLE + "/seats/{seat}/hand",
    operation_id="handSeat",
    response_model=Acknowledged,
    responses=PLAYING,
)
async def hand_seat(
    table: TableId,
    seat: SeatNumber,
    body: HandSeatCommand,
    service: Service,
    token: Token,
    language: Language,
) -> Response:
    """Let a bot play for one's seat, or take the seat back (bot = null). The host may let the bot
    `stand_in` of the table play for somebody who has been away for a minute, or whose time is
    up."""
    bot = None if body.bot is None else known_bot(body.bot)
    command = commands.hand(seat, bot, service.away(table, seat))
    return await _submit(service, table, token, command, body.id, language)
