"""`baumeister serve`: how it begins, what it says, and how it ends."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from baumeister.server import run as run_module
from baumeister.server.run import ServeError, addresses, check_installed, listen, network_addresses
from baumeister.server.settings import OPTIONS, Settings
from baumeister.server.uvicorn_server import config_of
from tests.cli.conftest import Baumeister, baumeister

__all__ = ["baumeister"]  # a fixture

ROOT = Path(__file__).resolve().parents[2]
needs_signals = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
PATIENCE = 120.0  # seconds; only a server that hangs takes so long

# An application with a socket that echoes and a request that takes its time.
STUB = """
import asyncio, sys, types
from contextlib import asynccontextmanager
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from baumeister.kernel.errors import UserError

def create_app(settings):
    @asynccontextmanager
    async def lifespan(app):
        if "unusable" in settings.store:
            raise UserError("error.server.run.busy", host="the store", port=7)
        if "stubborn" in settings.store:
            try:
                yield
            finally:
                await asyncio.sleep(3600)
        yield
        print("store closed", flush=True)

    app = FastAPI(lifespan=lifespan)

    @app.get("/slow")
    async def slow() -> str:
        print("slow began", flush=True)
        await asyncio.sleep(0.7)
        return "done"

    @app.get("/client")
    async def client(request: __import__("fastapi").Request) -> str:
        return request.client.host

    @app.websocket("/ws")
    async def socket(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                await socket.send_text(await socket.receive_text())
        except WebSocketDisconnect:
            pass

    return app

module = types.ModuleType("baumeister.server.app")
module.create_app = create_app
sys.modules["baumeister.server.app"] = module
"""
# Two kinds of a full disk: a new store does not fit, or an old one can be opened and not written.
NO_FILE_GROWS = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
NO_WRITE_SUCCEEDS = """
from baumeister.server.store import database, sqlite

async def write(*given):
    raise database.StoreUnavailable("database or disk is full")

sqlite.SQLiteDatabase.write = write
"""
MAIN = "import sys\nfrom baumeister.cli.main import main\nsys.exit(main(sys.argv[1:]))"


class Started:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said: list[str] = []

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Read on until a line says this."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line)
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"it ended without {pattern}: {self.said}")

    def address(self) -> str:
        return self.wait_for(r"is ready: (http://127\.0\.0\.1:\d+)/")[1]

    def end(self) -> tuple[int, str]:
        """Its exit code, and the rest of what it says."""
        out, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, "".join(self.said) + out


@contextmanager
def started(code: str, *arguments: object, **more: str) -> Iterator[Started]:
    settings = {option.variable for option in OPTIONS}
    environment = {name: value for name, value in os.environ.items() if name not in settings}
    environment |= {"PYTHONPATH": str(ROOT / "src"), "LANG": "C.UTF-8", **more}
    process = subprocess.Popen(
        [sys.executable, "-c", code + MAIN, "serve", "--port", "0", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        text=True,
    )
    guard = threading.Timer(PATIENCE, process.kill)
    guard.start()
    try:
        yield Started(process)
    finally:
        guard.cancel()
        process.kill()
        process.communicate()


def get(address: str, **headers: str) -> Any:
    with urlopen(Request(address, headers=headers), timeout=PATIENCE) as answer:
        return json.load(answer)


# --- the real thing ---------------------------------------------------------------------------
@needs_signals
def test_a_server_begins_answers_and_ends_with_0(tmp_path: Path) -> None:
    store = tmp_path / "tables.sqlite"
    with started("", "--store", store, "--log-format", "json", "--log-level", "debug") as server:
        address = server.address()
        assert get(f"{address}/health")["status"] == "ok"
        server.process.send_signal(signal.SIGTERM)
        code, said = server.end()
    assert code == 0
    assert str(store) in said
    assert store.exists()
    assert '"route": "/health"' in said
    assert said.rstrip().endswith("Stopped.")
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "(no page: programs only)"), ("de", "(ohne Seite: nur für Programme)")],
)
def test_a_server_without_a_page_says_so(tmp_path: Path, lang: str, told: str) -> None:
    no_page = ("--page", tmp_path, "--lang", lang)
    with started(STUB, *no_page) as server:
        server.wait_for(rf"http://127\.0\.0\.1:\d+/ {re.escape(told)}$")


def test_a_store_that_cannot_be_used_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("this is no folder")
    with started("", "--store", tmp_path / "file" / "tables.sqlite") as server:
        code, said = server.end()
    assert code == 2
    assert said.splitlines()[-1].startswith("baumeister: ")
    assert "Traceback" not in said
    assert "is ready" not in said


# --- with a small application -----------------------------------------------------------------
def test_why_the_application_cannot_begin_is_one_line() -> None:
    with started(STUB, "--store", "unusable") as server:
        code, said = server.end()
    assert code == 2
    assert said.splitlines()[-1].startswith("baumeister: port 7 of the store is taken")
    assert "startup" not in said
    assert "Traceback" not in said


@needs_signals
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_sockets_with_1012_and_finishes_what_was_begun(number: int) -> None:
    with started(STUB) as server:
        address = server.address()
        answers: list[Any] = []
        slow = threading.Thread(target=lambda: answers.append(get(f"{address}/slow")))
        with connect(f"{address.replace('http', 'ws')}/ws", open_timeout=PATIENCE) as socket:
            socket.send("hello")
            assert socket.recv(timeout=PATIENCE) == "hello"
            slow.start()
            server.wait_for("slow began")
            server.process.send_signal(number)
            with pytest.raises(ConnectionClosed) as caught:
                socket.recv(timeout=PATIENCE)
        slow.join(PATIENCE)
        code, said = server.end()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1012
    assert answers == ["done"]
    assert code == 0
    assert said.splitlines()[-2:] == ["store closed", "Stopped."]


@needs_signals
def test_the_second_interrupt_leaves_at_once() -> None:
    with started(STUB, "--store", "stubborn") as server:
        server.address()
        server.process.send_signal(signal.SIGINT)
        server.wait_for("Ctrl-C again to stop at once")
        server.process.send_signal(signal.SIGINT)
        code, _ = server.end()
    assert code == 130


def test_sockets_have_a_limit_and_no_compression() -> None:
    with started(STUB, "--frame-limit", "1k") as server:
        address = server.address().replace("http", "ws")
        with connect(f"{address}/ws", open_timeout=PATIENCE) as socket:
            assert socket.protocol.extensions == []
            socket.send("x" * 1025)
            with pytest.raises(ConnectionClosed) as caught:
                socket.recv(timeout=PATIENCE)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1009


def test_only_a_trusted_proxy_is_believed_for_whom_it_asks() -> None:
    asked = {"X-Forwarded-For": "203.0.113.7, 198.51.100.2"}
    with started(STUB) as server:
        assert get(f"{server.address()}/client", **asked) == "127.0.0.1"
    with started(STUB, BAUMEISTER_PROXIES="127.0.0.1") as server:
        assert get(f"{server.address()}/client", **asked) == "198.51.100.2"


def test_the_summary_and_the_ready_line_come_in_german() -> None:
    with started(STUB, "--lang", "de", "--public", "https://spiele.example.org") as server:
        server.wait_for(r"Baumeister ist bereit: http://127\.0\.0\.1:\d+/")
        server.wait_for(r"Öffentliche Adresse: https://spiele\.example\.org/")
    assert any("https://spiele.example.org  (--public)" in line for line in server.said)


# --- before it begins -------------------------------------------------------------------------
def test_a_port_that_is_taken_is_told(baumeister: Baumeister, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        said = baumeister(f"serve --port {port} --store", tmp_path / "tables.sqlite")
    assert said.code == 2
    assert f"port {port} of 127.0.0.1 is taken" in said.err
    assert not (tmp_path / "tables.sqlite").exists()


def test_an_address_that_is_not_ours_is_told() -> None:
    with pytest.raises(ServeError, match=r"cannot listen at 192\.0\.2\.1, port 0"):
        listen("192.0.2.1", 0)
    with pytest.raises(ServeError, match="cannot listen at"):
        listen("no.such.name.invalid", 0)


def test_missing_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = {"fastapi", "prometheus_client", "asyncpg"}
    monkeypatch.setattr(run_module, "find_spec", lambda name: None if name in missing else name)
    with pytest.raises(ServeError, match="needs fastapi prometheus-client: pip install"):
        check_installed(Settings())
    with pytest.raises(ServeError, match="needs fastapi prometheus-client asyncpg: "):
        check_installed(Settings(store="postgresql://db/games"))


def test_a_wrong_setting_is_one_line(baumeister: Baumeister) -> None:
    said = baumeister("serve --port many --lang de")
    assert said.code == 2
    assert said.err == (
        "baumeister: --port: 'many' ist ungültig; nötig ist eine ganze Zahl von 0 bis 65535\n"
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_help_names_every_setting(baumeister: Baumeister, language: str) -> None:
    said = baumeister(f"serve --help --lang {language}")
    assert said.code == 0
    assert "--requests-per-second N" in said.out
    assert "BAUMEISTER_PORT" in said.out
    assert said.out.count("  baumeister serve") >= 2


@needs_signals
@pytest.mark.parametrize("full", [NO_FILE_GROWS, NO_WRITE_SUCCEEDS])
def test_a_full_disk_is_one_line(tmp_path: Path, full: str) -> None:
    with started(full, "--store", tmp_path / "tables.sqlite", "--log-level", "error") as server:
        code, said = server.end()
    assert code == 2
    assert "Traceback" not in said
    last = said.splitlines()[-1]
    assert re.search(r"tables\.sqlite cannot be (used as a store|written to)", last)


# --- where it is found ------------------------------------------------------------------------
def test_at_home_the_addresses_of_the_network_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_module, "network_addresses", lambda: ["192.168.1.5", "2001:db8::5"])
    lines = addresses(Settings(host="0.0.0.0", port=8010), "en")
    assert lines == [
        "Baumeister is ready: http://127.0.0.1:8010/",
        "For others in your network: http://192.168.1.5:8010/",
        "For others in your network: http://[2001:db8::5]:8010/",
    ]


def test_on_loopback_it_is_told_how_others_can_come() -> None:
    assert "--host 0.0.0.0" in addresses(Settings(), "en")[1]
    assert addresses(Settings(host="::1"), "en")[0].endswith("http://[::1]:8010/")


def test_the_addresses_of_this_machine_are_addresses() -> None:
    for address in network_addresses():
        socket.getaddrinfo(address, 80, flags=socket.AI_NUMERICHOST)


def test_uvicorn_writes_no_access_log_and_does_not_say_what_it_is() -> None:
    config = config_of(lambda *_: None, Settings())  # type: ignore[arg-type]
    assert not config.access_log
    assert not config.server_header
    assert not config.proxy_headers
    assert not config.ws_per_message_deflate
    assert config.ws_ping_interval == 20


# --- in a container ---------------------------------------------------------------------------
def test_the_container_is_made_of_files_that_exist_and_are_let_in() -> None:
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    copied = [line.split()[1:-1] for line in lines if re.match(r"COPY (?!--from)", line)]
    sources = [source for words in copied for source in words]
    assert "requirements.lock" in sources
    assert [source for source in sources if not (ROOT / source).exists()] == []
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert [source for source in sources if f"!{source}" not in ignored] == []


def test_the_variables_of_the_container_are_settings() -> None:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(BAUMEISTER_[A-Z_]+)=", text)) - {"BAUMEISTER_CACHE"}
    assert named
    assert named <= {option.variable for option in OPTIONS}


# --- bytecode ---------------------------------------------------------------------------------
PRINT_BYTECODE = """
import os, sys
from importlib.machinery import ModuleSpec
from baumeister.server.run import keep_bytecode
spec = ModuleSpec("library", None, origin=sys.argv[1] + "/library.py")
spec.has_location = True
keep_bytecode(spec)
print(sys.pycache_prefix, sys.dont_write_bytecode, os.environ.get("PYTHONPYCACHEPREFIX"))
"""


def bytecode(folder: Path, **environment: str) -> list[str]:
    """Where a server keeps the bytecode of a library in a folder; whether it does not; and where
    its workers do."""
    variables = {**os.environ, "BAUMEISTER_CACHE": str(folder / "cache"), **environment}
    variables.pop("PYTHONPYCACHEPREFIX", None)
    command = [sys.executable, "-c", PRINT_BYTECODE, str(folder)]
    return subprocess.check_output(command, env=variables, text=True).split()


def test_bytecode_is_kept_in_the_cache_if_it_may_not_be_next_to_the_source(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache" / "bytecode")
    assert bytecode(tmp_path, PYTHONDONTWRITEBYTECODE="1") == [cache, "False", cache]
    assert bytecode(tmp_path, PYTHONDONTWRITEBYTECODE="") == ["None", "False", "None"]


def test_bytecode_that_is_there_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "pycache_prefix", None)  # of the tests themselves
    there = Path(cache_from_source(str(tmp_path / "library.py")))
    there.parent.mkdir()
    there.touch()
    assert bytecode(tmp_path, PYTHONDONTWRITEBYTECODE="1") == ["None", "True", "None"]
