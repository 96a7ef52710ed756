"""`baumeister serve`: from settings to a server that runs, and to its orderly end."""

from __future__ import annotations

import errno
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

from baumeister import __version__
from baumeister.kernel.errors import UserError, system_reason
from baumeister.kernel.glossary import say
from baumeister.server.settings import Settings
from baumeister.server.store.database import file_of

NEEDED = {  # modules and the packages that bring them
    "fastapi": "fastapi",
    "httptools": "httptools",
    "uvicorn": "uvicorn",
    "websockets": "websockets",
    "orjson": "orjson",
    "prometheus_client": "prometheus-client",
}
FOR_POSTGRES = {"asyncpg": "asyncpg"}
EVERYWHERE = ("0.0.0.0", "::")
OTHER_FILES = 200  # of the store, the workers and libraries, in addition to connections
SOMEWHERE = {  # addresses kept for documentation: nothing is ever sent there
    socket.AF_INET: "192.0.2.1",
    socket.AF_INET6: "2001:db8::1",
}


class ServeError(UserError):
    """The server cannot start; the message says what would help."""


def _print(text: str) -> None:
    print(text, flush=True)


def serve(
    settings: Settings,
    language: str,
    open_page: bool = False,
    accept_lost_moves: bool = False,
    tell: Callable[[str], None] = _print,
) -> int:
    """Serve until a signal comes; the exit code. ServeError or StoreError if the server cannot
    start. `accept_lost_moves`: go on with a file that has lost its WAL."""
    check_installed(settings)
    if accept_lost_moves and not settings.postgres and Path(settings.store).exists():
        from baumeister.server.store.sqlite import accept_incomplete

        accept_incomplete(file_of(settings.store))
    gc.disable()  # nothing of this is garbage
    try:
        from baumeister.server import logs
        from baumeister.server.app import create_app
        from baumeister.server.uvicorn_server import run
    finally:
        gc.enable()

    listener = listen(settings.host, settings.port)
    possible, warning = possible_connections(settings.connections, language)
    settings = replace(settings, port=listener.getsockname()[1], connections=possible)
    tell("\n".join([f"Baumeister {__version__}", settings.summary(language), *warning]))
    written = logs.set_up(settings.log_format, settings.log_level)

    def ready() -> None:
        first, *more = addresses(settings, language)
        if not settings.has_page:
            first += f" {say('serve.programs_only', language)}"
        tell("\n".join([first, *more, say("serve.end", language)]))
        if open_page:
            page = settings.public or local_address(settings)
            threading.Thread(target=webbrowser.open, args=(page,), daemon=True).start()

    def stopping() -> None:
        tell(say("serve.stopping", language))

    app = create_app(settings)
    try:
        run(app, settings, app.state.metrics, listener, ready, stopping)
    finally:
        listener.close()
        written.stop()
    tell(say("serve.stopped", language))
    return 0


def check_installed(settings: Settings) -> None:
    """ServeError names the packages that are missing."""
    needed = NEEDED | (FOR_POSTGRES if settings.postgres else {})
    missing = [package for module, package in needed.items() if find_spec(module) is None]
    if missing:
        raise ServeError("error.server.run.missing", names=" ".join(missing))


# --- where it listens -------------------------------------------------------------------------
def listen(host: str, port: int) -> socket.socket:
    """A listening socket; ServeError if the address is taken or cannot be used."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, place = found[0]
        both = host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server(
            (str(place[0]), port), family=family, backlog=2048, dualstack_ipv6=both
        )
    except (OSError, UnicodeError) as error:
        number = getattr(error, "errno", None)
        if number == errno.EADDRINUSE:
            raise ServeError("error.server.run.busy", host=host, port=port) from error
        reason = system_reason(error) if isinstance(error, OSError) else str(error)
        raise ServeError("error.server.run.address", host=host, port=port, reason=reason) from error


def local_address(settings: Settings) -> str:
    """The page's address on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return _url(host, settings.port)


def addresses(settings: Settings, language: str) -> list[str]:
    """Lines with the addresses of the server; the first says that it is ready."""
    lines = [say("serve.ready", language, address=local_address(settings))]
    if settings.public:
        lines.append(say("serve.public", language, address=f"{settings.public}/"))
    elif settings.host in EVERYWHERE:
        for address in network_addresses():
            lines.append(say("serve.network", language, address=_url(address, settings.port)))
    elif settings.host in ("127.0.0.1", "localhost", "::1"):
        lines.append(say("serve.only_here", language))
    return lines


def network_addresses() -> list[str]:
    """The addresses of this machine in its networks."""
    found = []
    for family, elsewhere in SOMEWHERE.items():
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((elsewhere, 9))
            except OSError:
                continue
            found.append(str(probe.getsockname()[0]))
    return found


def _url(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/"


# --- the system -------------------------------------------------------------------------------
def possible_connections(wanted: int, language: str) -> tuple[int, list[str]]:
    """Raise the limit of open files to what the connections need; how many are possible, and a
    warning if these are fewer. Without a file for it nobody's connection could be accepted."""
    if sys.platform == "win32" or os.name != "posix":
        return wanted, []
    import resource

    files = wanted + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= files:
        return wanted, []
    allowed = files if hard == resource.RLIM_INFINITY else min(files, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed == files:
        return wanted, []
    possible = max(allowed - OTHER_FILES, allowed // 2)
    told = {"files": allowed, "possible": possible, "connections": wanted}
    return possible, [say("serve.few_files", language, **told)]
