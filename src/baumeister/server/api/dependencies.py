"""What all routes share: the caller's token and language, and how errors are answered."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, Literal, TypeVar

import orjson
from fastapi import Depends, FastAPI, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from baumeister.kernel.glossary import say
from baumeister.play import Refusal, UserError
from baumeister.server.api import middleware
from baumeister.server.api.errors import sendable, validation_message
from baumeister.server.api.models import EXAMPLE_TABLE, Problem
from baumeister.server.store.database import StoreUnavailable
from baumeister.server.tables.errors import Rejected, Unavailable
from baumeister.server.tables.service import TableService


def from_state(name: str) -> Any:
    """A dependency on something that the application keeps in its state."""

    async def get(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(get)


def language_of(request: Request) -> str:
    """The language of texts: `?lang=de`, or what the browser prefers."""
    return middleware.language_of(request.scope)


async def the_language(
    request: Request,
    lang: Annotated[Literal["en", "de"] | None, Query(description="The language of texts.")] = None,
) -> str:
    """The language of texts."""
    return lang or language_of(request)


async def the_token(
    bearer: Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))],
) -> str | None:
    """The token of the caller's role; spectators of public tables need none."""
    return None if bearer is None else bearer.credentials


async def the_caller(request: Request) -> str:
    """The address that the request comes from, for limits."""
    return middleware.caller_of(request.scope)


Service = Annotated[TableService, from_state("service")]
Language = Annotated[str, Depends(the_language)]
Token = Annotated[str | None, Depends(the_token)]
Caller = Annotated[str, Depends(the_caller)]
TABLE_ID = r"^[A-Za-z0-9_-]{1,64}$"
TableId = Annotated[str, Path(pattern=TABLE_ID, description="The table.", examples=[EXAMPLE_TABLE])]


T = TypeVar("T")


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """The result of work that takes long. It is cancelled when the caller is gone, and
    ClientDisconnect raised."""
    working = asyncio.create_task(work)
    leaving = asyncio.create_task(_until_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The other responses of a route, for OpenAPI."""
    return {status: {"model": Problem} for status in statuses}


def answer(data: Any, status: int = 200) -> Response:
    """A JSON response."""
    return Response(orjson.dumps(data), status, media_type="application/json")


def problem(error: str, message: str, status: int, **more: Any) -> Response:
    """A response that says what was wrong."""
    return answer({"error": error, "message": message, **more}, status)


def error_body(error: UserError | Refusal, language: str) -> tuple[int, dict[str, Any]]:
    """The status and the body of an error."""
    if isinstance(error, Refusal):
        body = {"error": "refused", "clause": error.clause, "message": error.text(language)}
        return 409, body
    status = error.status if isinstance(error, Rejected | Unavailable) else 422
    name = error.name if isinstance(error, Rejected | Unavailable) else "wrong"
    more = error.more if isinstance(error, Rejected) else {}
    return status, {"error": name, "message": sendable(error.text(language)), **more}


def add_error_handlers(app: FastAPI) -> None:
    """Answer every error in the same shape."""

    @app.exception_handler(UserError)
    @app.exception_handler(Refusal)
    async def on_user_error(request: Request, error: UserError | Refusal) -> Response:
        status, body = error_body(error, language_of(request))
        return answer(body, status)

    @app.exception_handler(StoreUnavailable)
    async def on_unavailable(request: Request, error: StoreUnavailable) -> Response:
        language = language_of(request)
        return problem("unavailable", say("error.server.unavailable_now", language), 503)

    @app.exception_handler(ClientDisconnect)
    async def on_gone(request: Request, error: ClientDisconnect) -> Response:
        return Response(status_code=middleware.GONE)

    @app.exception_handler(RequestValidationError)
    async def on_invalid(request: Request, error: RequestValidationError) -> Response:
        return problem("wrong", validation_message(error.errors(), language_of(request)), 422)

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        language = language_of(request)
        if error.status_code == 400:  # a body that cannot be read at all
            return problem("wrong", say("error.server.frame", language), 422)
        key = {404: "no_route", 405: "no_method"}.get(error.status_code)
        message = str(error.detail) if key is None else say(f"error.server.{key}", language)
        response = problem(key or "http", message, error.status_code)
        response.headers.update(error.headers or {})
        return response
