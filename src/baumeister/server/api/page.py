"""The page for the browser: its files as they were built, and index.html at all its addresses.

Names of assets change with their content, so browsers may cache them for ever; index.html is
revalidated each time. Files that were compressed at build time are sent as they are.
"""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse

from baumeister import __version__
from baumeister.kernel.glossary import say
from baumeister.server.api.dependencies import language_of

# As in web/src/lib/router.svelte.ts.
ADDRESSES = (
    *("/", "/t/{table}", "/replay/{table}", "/lobby", "/me"),
    *("/rules/{game}", "/score/{game}", "/learn/{game}"),
)
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
FILE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
OPENAPI = "/api/openapi.json"
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the smaller first


def add_page(app: FastAPI, folder: Path) -> None:
    """Serve the page that was built into a folder, or say that there is none."""
    index = folder / "index.html"

    async def page(request: Request) -> Response:
        if not index.is_file():
            return _no_page(language_of(request))
        return _file(request, index, ASK_AGAIN)

    async def asset(request: Request, name: str) -> Response:
        return _file(request, _named(folder / "assets", name), FOR_EVER)

    methods = ["GET", "HEAD"]
    for address in ADDRESSES:
        app.add_api_route(address, page, methods=methods, include_in_schema=False)
    app.add_api_route("/assets/{name}", asset, methods=methods, include_in_schema=False)

    otherwise: Any = app.exception_handlers[HTTPException]

    @app.exception_handler(404)
    async def nowhere(request: Request, error: HTTPException) -> Response:
        """In a browser, let the page say that there is nothing at this address."""
        if _is_for_people(request) and index.is_file():
            return _file(request, index, ASK_AGAIN, status=404)
        answer: Response = await otherwise(request, error)
        return answer


def _is_for_people(request: Request) -> bool:
    """Whether a browser opens a page, rather than a program calling the API."""
    asks = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return asks and not request.url.path.startswith(("/api/", "/assets/"))


def _named(folder: Path, name: str) -> Path:
    file = folder / name
    if not FILE_NAME.fullmatch(name) or not file.is_file():
        raise HTTPException(404)
    return file


def _file(request: Request, file: Path, cache: str, status: int = 200) -> Response:
    media_type = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
    headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
    accepted = request.headers.get("accept-encoding", "").replace(" ", "").split(",")
    for encoding, suffix in ENCODINGS.items():
        smaller = file.with_name(file.name + suffix)
        if encoding in accepted and smaller.is_file():
            headers["Content-Encoding"] = encoding
            file = smaller
            break
    return FileResponse(file, status, headers=headers, media_type=media_type)


def _no_page(language: str) -> Response:
    title = f"Baumeister {__version__}"
    return HTMLResponse(
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        f"<title>{title}</title><h1>{title}</h1><p>{say('serve.no_page', language)}</p>"
        f'<p>{say("serve.programs", language)} <a href="{OPENAPI}">{OPENAPI}</a></p></html>'
    )
