"""Logs: one line for each event, and nothing that looks like a secret."""

from __future__ import annotations

import io
import json
import logging
import secrets
from collections.abc import Iterator

import pytest

from baumeister.server import logs

TOKEN = "Zk3-xUq9_pB7LmN2vT8sYwR4dF6gHjKa"  # as secrets.token_urlsafe(24) makes them


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Leave the logging of the tests as it was."""
    names = [None, logs.ROOT, *logs.QUIET]
    before = [(logging.getLogger(name), logging.getLogger(name).level) for name in names]
    handlers = logging.getLogger().handlers[:]
    yield
    logging.getLogger().handlers[:] = handlers
    for logger, level in before:
        logger.setLevel(level)


def written(log_format: str = "json", level: str = "info") -> tuple[io.StringIO, logging.Logger]:
    """Where lines go, and a log; `finish` before reading."""
    stream = Terminal() if log_format == "terminal" else io.StringIO()
    subscriber = logs.set_up("auto" if log_format == "terminal" else log_format, level, stream)
    log = logging.getLogger(f"{logs.ROOT}.test")
    log.finish = subscriber.stop  # type: ignore[attr-defined]
    return stream, log


def finish(log: logging.Logger) -> None:
    log.finish()  # type: ignore[attr-defined]


def test_a_line_is_an_object_with_time_level_event_and_fields() -> None:
    stream, log = written()
    log.info("table opened", extra={"table": "k3v9", "seats": 4})
    finish(log)
    line = json.loads(stream.getvalue())
    assert line.pop("time").endswith("Z")
    assert line == {"level": "info", "event": "table opened", "table": "k3v9", "seats": 4}


def test_at_a_terminal_lines_are_for_people() -> None:
    stream, log = written("terminal")
    log.warning("disk nearly full", extra={"free": "2 GB", "store": "tables.sqlite"})
    finish(log)
    told = 'WARNING disk nearly full free="2 GB" store=tables.sqlite\n'
    assert stream.getvalue().split(" ", 1)[1] == told


def test_what_is_below_the_level_is_not_written() -> None:
    stream, log = written(level="warning")
    log.info("move")
    log.debug("move")
    finish(log)
    assert stream.getvalue() == ""


def test_the_request_is_named_in_every_line_that_belongs_to_it() -> None:
    stream, log = written()
    was = logs.request_id.set("abc")
    log.info("move")
    logs.request_id.reset(was)
    finish(log)
    assert json.loads(stream.getvalue())["request"] == "abc"


def test_an_error_comes_with_the_way_to_it_and_without_the_secret_in_it() -> None:
    stream, log = written()
    try:
        raise ValueError(f"cannot read {TOKEN}")
    except ValueError as error:
        log.error("failed", exc_info=error)
    finish(log)
    line = json.loads(stream.getvalue())
    assert "test_logs.py" in line["trace"]
    assert "ValueError: cannot read [hidden]" in line["trace"]


def test_other_libraries_go_through_the_same_lines() -> None:
    stream, log = written()
    logging.getLogger("uvicorn.error").warning("Invalid request with token=%s", "abc")
    logging.getLogger("uvicorn.error").info("127.0.0.1 - WebSocket /ws?token=abc [accepted]")
    logging.getLogger("baumeister.server.tables.service").warning("odd", extra={"table": "k3v9"})
    finish(log)
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert first["event"] == "Invalid request with token=[hidden]"
    assert first["from"] == "uvicorn.error"
    assert second["table"] == "k3v9"


@pytest.mark.parametrize("log_format", ["json", "plain"])
@pytest.mark.parametrize(
    "secret",
    [
        "GET /ws?token={}&x=1",
        "Authorization: Bearer {}",
        "{{'authorization': 'Bearer {}'}}",
        "[(b'cookie', b'baumeister_me={}; other=1')]",
        "Set-Cookie: me={}; HttpOnly",
        "bearer {}",
        "password='{}'",
        "postgresql://games:{}@db/games",
        "https://games.example.org/t/k3v9#{}",
        "/api/tables/{}/view",
        "{}",
    ],
)
def test_nothing_that_looks_like_a_secret_gets_out(secret: str, log_format: str) -> None:
    stream, log = written(log_format)
    text = secret.format(TOKEN)
    log.info(text)
    log.info("as a field", extra={"found": text, "within": {"list": [text]}})
    log.error("as an error", exc_info=RuntimeError(text))
    finish(log)
    assert "as a field" in stream.getvalue()
    assert TOKEN not in stream.getvalue()
    assert TOKEN[:12] not in stream.getvalue()


def test_short_secrets_are_known_by_their_names() -> None:
    fields = {"token": "abc", "Authorization": "abc", "new_password": "abc", "table": "abc"}
    assert [n for n, v in logs.safe_fields(fields).items() if v == "abc"] == ["table"]


def test_every_token_of_ours_looks_like_one() -> None:
    tokens = [secrets.token_urlsafe(24) for _ in range(2000)]
    assert [token for token in tokens if token in logs.hide(f"at {token}.")] == []


def test_what_is_no_secret_stays() -> None:
    text = "table k3v9xQ2mZ 3fa85f64-5717-4562-b3fc-2c963f66afa6 2026-01-01T00:00:00Z cookies"
    assert logs.hide(text) == text


def test_a_screen_that_stands_still_does_not_stop_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logs, "WAITING", 5)
    stream, log = written()
    finish(log)  # nobody reads any more
    for _ in range(100):
        log.info("move")
    assert stream.getvalue() == ""
