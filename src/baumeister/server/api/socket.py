"""The socket of a table: first a hello, then wishes up and updates down.

Whoever comes back says which entry they have seen, and gets what is new. Every update names the
entry that it follows (`after`), so a gap shows. Answers to wishes come before the update that they
lead to. Somebody who reads slowly gets fewer, newer updates.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from baumeister.play import Refusal, ToldError
from baumeister.rules.glossary import say
from baumeister.server import wishes
from baumeister.server.api.asking import TABLE_ID, told, wrongs
from baumeister.server.api.models import (
    AnswerUndo,
    AskUndo,
    Hand,
    Hello,
    Move,
    Ping,
    SocketWish,
    TakeBack,
)
from baumeister.server.guard import language_of
from baumeister.server.hub import Hub, Listener, Unavailable
from baumeister.server.opening import known_bot
from baumeister.server.room import Room
from baumeister.server.seats import Role
from baumeister.server.shown import Pictures
from baumeister.server.wishes import NotYours, Wish

router = APIRouter()
WISH: TypeAdapter[Any] = TypeAdapter(SocketWish)
PATIENCE = 10.0  # seconds until the hello has to be there
BAD_HELLO, NO_TABLE, NOT_VALID, TOO_SLOW = 4400, 4404, 4403, 4408
RESTART, TRY_LATER = 1012, 1013
CODES = {"not_valid": NOT_VALID, "too_slow": TOO_SLOW, "restart": RESTART}


@router.websocket("/api/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str) -> None:
    """A connection to a table."""
    await websocket.accept()
    connection = Connection(websocket, table)
    with suppress(WebSocketDisconnect):
        await connection.talk()


class Connection:
    """One socket: reads wishes, and sends what its listener gets."""

    def __init__(self, websocket: WebSocket, table: str) -> None:
        self._websocket = websocket
        self._table = table
        self._hub: Hub = websocket.app.state.hub
        self._language = language_of(websocket.scope)  # until the hello says which
        self._token: str | None = None

    async def talk(self) -> None:
        """From the hello to the end."""
        hello = await self._hello()
        if hello is None:
            return
        self._language, self._token = hello.lang, hello.token
        listener = Listener(hello.token, hello.lang, hello.have)
        try:
            if not re.fullmatch(TABLE_ID, self._table):
                raise wishes.NotFound("error.server.no_table")
            await self._hub.listen(self._table, listener)
        except ToldError as error:
            await self._end(error, TRY_LATER if isinstance(error, Unavailable) else NO_TABLE)
            return
        sender = asyncio.create_task(self._send(listener))
        try:
            await self._read(listener)
        finally:
            self._hub.leave(self._table, listener)
            listener.close("gone")
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def _hello(self) -> Hello | None:
        try:
            message = await asyncio.wait_for(self._receive(), PATIENCE)
        except TimeoutError:
            message = b""
        try:
            wish = WISH.validate_python(orjson.loads(message))
        except (orjson.JSONDecodeError, ValidationError):
            wish = None
        if isinstance(wish, Hello):
            return wish
        await self._end(wishes.Wrong("error.server.hello"), BAD_HELLO)
        return None

    async def _end(self, error: ToldError, code: int) -> None:
        _, body = told(error, self._language)
        await self._websocket.send_text(orjson.dumps({"type": "error", **body}).decode())
        await self._websocket.close(code)

    async def _receive(self) -> bytes | str:
        message = await self._websocket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text: str | None = message.get("text")
        return message.get("bytes") or b"" if text is None else text

    # --- down -------------------------------------------------------------------------------
    async def _send(self, listener: Listener) -> None:
        websocket = self._websocket
        try:
            while messages := await listener.take():
                for message in messages:
                    await websocket.send({"type": "websocket.send", "text": message.decode()})
            if listener.closed in CODES:
                await websocket.close(CODES[listener.closed])
        except (WebSocketDisconnect, RuntimeError):
            listener.close("gone")  # nobody is there any more; the reader finds out, too

    # --- up ---------------------------------------------------------------------------------
    async def _read(self, listener: Listener) -> None:
        while listener.closed is None:
            message = await self._receive()
            try:
                wish = WISH.validate_python(orjson.loads(message))
            except orjson.JSONDecodeError:
                problem = {"error": "wrong", "message": say("error.server.frame", self._language)}
                listener.note(orjson.dumps({"type": "error", **problem}))
            except ValidationError as error:
                message_text = wrongs(_brief(error), self._language)
                problem = {"error": "wrong", "message": message_text}
                listener.note(orjson.dumps({"type": "error", **problem}))
            else:
                await self._grant(wish, listener)

    async def _grant(self, wish: Any, listener: Listener) -> None:
        if isinstance(wish, Ping):
            listener.note(orjson.dumps({"type": "pong", "n": wish.n}))
            return
        if isinstance(wish, Hello):
            problem = {"error": "wrong", "message": say("error.server.hello", self._language)}
            listener.note(orjson.dumps({"type": "error", **problem}))
            return
        try:
            granted = await self._hub.submit(
                self._table, self._token, self._asked(wish, listener), wish.id
            )
        except (Refusal, ToldError) as error:
            _, body = told(error, self._language)
            now = await self._now()
            refused = {"type": "refused", "id": wish.id, **body, "now": now}
            listener.note(orjson.dumps(refused))
            return
        ack = {"type": "ack", "id": wish.id, "seq": granted.seq, "again": granted.again}
        listener.note(orjson.dumps(ack))

    async def _now(self) -> dict[str, Any] | None:
        def picture(room: Room, role: Role, pictures: Pictures) -> dict[str, Any]:
            return pictures.picture(role, self._language, 0)

        try:
            return await self._hub.look(self._table, self._token, picture)
        except ToldError:
            return None

    def _asked(self, wish: Any, listener: Listener) -> Wish:
        match wish:
            case Move():
                return wishes.move(wish.decision, wish.seen)
            case TakeBack():
                return wishes.take_back()
            case AskUndo():
                return wishes.ask_undo()
            case AnswerUndo():
                return wishes.answer_undo(wish.agree)
            case Hand():
                role = listener.role
                if role is None or role.seat is None:
                    raise NotYours("error.server.only_seats")
                return wishes.hand(role.seat, None if wish.bot is None else known_bot(wish.bot))
        raise AssertionError(wish)


def _brief(error: ValidationError) -> Any:
    return error.errors(include_url=False, include_input=False, include_context=False)
