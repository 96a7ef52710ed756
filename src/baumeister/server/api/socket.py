"""The socket of a table: the client says hello, then sends commands and receives updates.

A client that reconnects says which entry it has seen, and gets what is new. Every update names the
entry that it follows (`after`), so the client notices a gap. The answer to a command comes before
the update that it leads to. A client that reads slowly gets fewer, newer updates.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any, NamedTuple

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from baumeister.kernel.glossary import say
from baumeister.play import Refusal, UserError
from baumeister.server.api.dependencies import TABLE_ID, error_body
from baumeister.server.api.errors import validation_message
from baumeister.server.api.middleware import caller_of, language_of
from baumeister.server.api.models import (
    AnswerUndoMessage,
    AskUndoMessage,
    ClientMessage,
    HandMessage,
    Hello,
    MoveMessage,
    Ping,
    TakeBackMessage,
)
from baumeister.server.tables import commands
from baumeister.server.tables.commands import Command
from baumeister.server.tables.errors import Forbidden, NotFound, Unavailable
from baumeister.server.tables.seats import Role
from baumeister.server.tables.service import TableService
from baumeister.server.tables.snapshots import Snapshots
from baumeister.server.tables.state import TableState
from baumeister.server.tables.subscribers import Subscriber
from baumeister.server.tables.table_setup import known_bot

router = APIRouter()
MESSAGE: TypeAdapter[Any] = TypeAdapter(ClientMessage)
MOST_ID = 64  # letters of an id that are sent back
HELLO_SECONDS = 10.0  # within which the hello has to arrive
BAD_HELLO, NO_TABLE, NOT_VALID, TOO_SLOW = 4400, 4404, 4403, 4408
RESTART, TRY_LATER = 1012, 1013
CODES = {"damaged": NO_TABLE, "not_valid": NOT_VALID, "too_slow": TOO_SLOW, "restart": RESTART}


@router.websocket("/api/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str) -> None:
    """A connection to a table."""
    await websocket.accept()
    connection = Connection(websocket, table)
    with suppress(WebSocketDisconnect):
        await connection.serve()


class _InvalidMessage(NamedTuple):
    """A message that is not valid: why, and the fields that could be read."""

    text: str
    kind: Any = None
    id: Any = None


class Connection:
    """One socket: reads commands, and sends the messages of its subscriber."""

    def __init__(self, websocket: WebSocket, table: str) -> None:
        self._websocket = websocket
        self._table = table
        self._service: TableService = websocket.app.state.service
        self._language = language_of(websocket.scope)  # until the hello says which
        self._token: str | None = None

    async def serve(self) -> None:
        """Serve the socket from the hello to the end."""
        hello = await self._hello()
        if hello is None:
            return
        self._language, self._token = hello.lang, hello.token
        caller = caller_of(self._websocket.scope)
        subscriber = Subscriber(hello.token, hello.lang, hello.have, caller)
        try:
            if not re.fullmatch(TABLE_ID, self._table):
                raise NotFound("error.server.no_table")
            await self._service.subscribe(self._table, subscriber)
        except UserError as error:
            _, body = error_body(error, self._language)
            await self._end(body, TRY_LATER if isinstance(error, Unavailable) else NO_TABLE)
            return
        sender = asyncio.create_task(self._send(subscriber))
        try:
            await self._read(subscriber)
        finally:
            self._service.unsubscribe(self._table, subscriber)
            subscriber.close("gone")
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def _hello(self) -> Hello | None:
        try:
            message = await asyncio.wait_for(self._receive(), HELLO_SECONDS)
        except TimeoutError:
            message = b""
        request = self._parsed(message)
        if isinstance(request, Hello):
            return request
        if not isinstance(request, _InvalidMessage) or request.kind != "hello":
            request = _InvalidMessage(say("error.server.hello", self._language))
        await self._end({"error": "hello", "message": request.text}, BAD_HELLO)
        return None

    async def _end(self, body: dict[str, Any], code: int) -> None:
        await self._websocket.send_text(orjson.dumps({"type": "error", **body}).decode())
        await self._websocket.close(code)

    def _parsed(self, message: bytes | str) -> Any:
        """A message as its model; _InvalidMessage if it is not valid."""
        try:
            sent = orjson.loads(message)
        except orjson.JSONDecodeError:
            return _InvalidMessage(say("error.server.frame", self._language))
        try:
            return MESSAGE.validate_python(sent)
        except ValidationError as error:
            text = validation_message(
                error.errors(include_url=False, include_input=False), self._language
            )
            sent = sent if isinstance(sent, dict) else {}
            return _InvalidMessage(text, sent.get("type"), sent.get("id"))

    async def _receive(self) -> bytes | str:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        return message.get("bytes") or b"" if text is None else text

    # --- sending ----------------------------------------------------------------------------
    async def _send(self, subscriber: Subscriber) -> None:
        websocket = self._websocket
        try:
            while messages := await subscriber.take():
                for message in messages:
                    await websocket.send({"type": "websocket.send", "text": message.decode()})
            if subscriber.closed in CODES:
                await websocket.close(CODES[subscriber.closed])
        except (WebSocketDisconnect, RuntimeError):
            subscriber.close("gone")  # the connection is gone; the reader notices, too

    # --- receiving --------------------------------------------------------------------------
    async def _read(self, subscriber: Subscriber) -> None:
        while subscriber.closed is None:
            request = self._parsed(await self._receive())
            if isinstance(request, Hello):
                request = _InvalidMessage(say("error.server.hello", self._language))
            if isinstance(request, _InvalidMessage):
                trouble = {"type": "error", "error": "wrong", "message": request.text}
                if isinstance(request.id, str):
                    trouble["id"] = request.id[:MOST_ID]
                subscriber.note(orjson.dumps(trouble))
            else:
                await self._submit(request, subscriber)

    async def _submit(self, request: Any, subscriber: Subscriber) -> None:
        if isinstance(request, Ping):
            subscriber.note(orjson.dumps({"type": "pong", "n": request.n}))
            return
        try:
            accepted = await self._service.submit(
                self._table, self._token, self._command(request, subscriber), request.id
            )
        except (Refusal, UserError) as error:
            _, body = error_body(error, self._language)
            now = await self._now()
            refused = {"type": "refused", "id": request.id, "clause": None, **body, "now": now}
            subscriber.note(orjson.dumps(refused))
            return
        ack = {"type": "ack", "id": request.id, "seq": accepted.seq, "again": accepted.again}
        subscriber.note(orjson.dumps(ack))

    async def _now(self) -> dict[str, Any] | None:
        def snapshot(state: TableState, role: Role, snapshots: Snapshots) -> dict[str, Any]:
            return snapshots.snapshot(role, self._language, 0)

        try:
            return await self._service.look(self._table, self._token, snapshot)
        except UserError:
            return None

    def _command(self, request: Any, subscriber: Subscriber) -> Command:
        match request:
            case MoveMessage():
                return commands.move(request.decision, request.seen)
            case TakeBackMessage():
                return commands.take_back()
            case AskUndoMessage():
                return commands.ask_undo()
            case AnswerUndoMessage():
                return commands.answer_undo(request.agree)
            case HandMessage():
                role = subscriber.role
                if role is None or role.seat is None:
                    raise Forbidden("error.server.only_seats")
                return commands.hand(
                    role.seat, None if request.bot is None else known_bot(request.bot)
                )
        raise AssertionError(request)
