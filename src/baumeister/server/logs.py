"""The log of the server: one line for each event, JSON or plain, and no secrets.

    log = logging.getLogger(__name__)
    log.info("table opened", extra={"table": "k3v9", "players": 3})

Lines go through a queue to a thread, so that a terminal that blocks does not stop the server.
"""

from __future__ import annotations

import json
import logging
import queue
import re
import sys
from contextlib import suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import lru_cache
from logging.handlers import QueueHandler, QueueListener
from typing import Any, TextIO

ROOT = "baumeister.server"
HIDDEN = "[hidden]"
QUIET = (
    "uvicorn",
    "uvicorn.error",
    "websockets",
    "asyncio",
)  # below the level of a warning they log contents
WAITING = 10_000  # lines; more are dropped until the writer catches up

USUAL = {*vars(logging.makeLogRecord({})), "message", "asctime", "color_message"}  # of any record

request_id: ContextVar[str] = ContextVar("request_id", default="")

# --- nothing that looks like a secret gets out ------------------------------------------------
SECRET_NAMES = "authorization|(?:set-)?cookie|token|secret|password|passwd"
SECRET_FIELD = re.compile(SECRET_NAMES, re.IGNORECASE)
SECRETS = (
    # Authorization: Bearer …, Cookie: … to the end of the line or of the quoted text
    (
        re.compile(
            r"(?i)\b(authorization|(?:set-)?cookie)\b(['\"\\]*\s*[:=,]\s*)b?['\"]?[^'\"\n]+"
        ),
        rf"\1\2{HIDDEN}",
    ),
    (re.compile(r"(?i)\b(bearer)\s+[^\s'\",;)]+"), rf"\1 {HIDDEN}"),
    (
        re.compile(r"(?i)(token|secret|password|passwd)(['\"\\]*\s*[:=]\s*)['\"]?[^\s'\"&,;)}]+"),
        rf"\1\2{HIDDEN}",
    ),
    (re.compile(r"(://[^/@\s:]*):[^/@\s]*@"), rf"\1:{HIDDEN}@"),  # a password in an address
)
SUSPICIOUS = re.compile(rf"(?i:{SECRET_NAMES}|bearer|://)|[A-Za-z0-9_-]{{28}}")
LONG_WORD = re.compile(r"[A-Za-z0-9_-]{28,}")  # 168 bits in the letters of our tokens


def hide(text: str) -> str:
    """The text without what looks like a token, a cookie or a password."""
    if SUSPICIOUS.search(text) is None:
        return text
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return LONG_WORD.sub(_hide_token, text)


def _hide_token(found: re.Match[str]) -> str:
    """Mixed case in one long word: probably a token."""
    word = found[0]
    return word if word.lower() == word or word.upper() == word else HIDDEN


def _safe(value: Any) -> Any:
    """A value of a field as JSON knows it, without secrets."""
    if isinstance(value, str):
        return hide(value)
    if value is None or isinstance(value, int | float):
        return value
    if isinstance(value, dict):
        return safe_fields(value)
    if isinstance(value, list | tuple | set):
        return [_safe(part) for part in value]
    return hide(str(value))


def safe_fields(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields without secrets; a field whose name sounds like a secret is always hidden."""
    return {
        str(name): HIDDEN if _names_a_secret(str(name)) else _safe(value)
        for name, value in fields.items()
    }


@lru_cache(1000)
def _names_a_secret(name: str) -> bool:
    return SECRET_FIELD.search(name) is not None


# --- writing ----------------------------------------------------------------------------------
def add_request_id(record: logging.LogRecord) -> bool:
    """Name the request that a line belongs to; a filter of handlers."""
    if number := request_id.get():
        record.request = number
    return True


class Lines(logging.Formatter):
    """The parts of a line, without secrets."""

    def parts(self, record: logging.LogRecord) -> tuple[str, str, dict[str, Any], str]:
        """Time, event, fields and traceback."""
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = safe_fields({k: v for k, v in vars(record).items() if k not in USUAL})
        if not record.name.startswith(ROOT):
            fields["from"] = record.name
        trace = hide(self.formatException(record.exc_info)) if record.exc_info else ""
        return time.replace("+00:00", "Z"), hide(record.getMessage()).strip(), fields, trace


class JsonLines(Lines):
    """{"time": …, "level": "info", "event": "request", …}"""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        time, event, fields, trace = self.parts(record)
        line = {"time": time, "level": record.levelname.lower(), "event": event, **fields}
        if trace:
            line["trace"] = trace
        return json.dumps(line, ensure_ascii=False)


class PlainLines(Lines):
    """14:02:11 request method=GET …"""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line, and the traceback below it."""
        _, event, fields, trace = self.parts(record)
        time = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        level = "" if record.levelno == logging.INFO else f" {record.levelname}"
        text = "".join(f" {name}={_plain(value)}" for name, value in fields.items())
        return f"{time}{level} {event}{text}" + (f"\n{trace}" if trace else "")


def _plain(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return json.dumps(text, ensure_ascii=False) if re.search(r"[\s=\"]", text) else text


class Queued(QueueHandler):
    """Hands records to the thread that writes them; a full queue drops them."""

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """The record as it is: the writer is in this process."""
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        """Without waiting."""
        with suppress(queue.Full):
            self.queue.put_nowait(record)


def set_up(log_format: str, level: str, stream: TextIO | None = None) -> QueueListener:
    """Send everything that is logged in this process to the stream; `stop()` writes the rest."""
    stream = sys.stderr if stream is None else stream
    plain = log_format == "plain" or (log_format == "auto" and stream.isatty())
    writer = logging.StreamHandler(stream)
    writer.setFormatter(PlainLines() if plain else JsonLines())
    waiting: queue.Queue[logging.LogRecord] = queue.Queue(WAITING)
    queued = Queued(waiting)
    queued.addFilter(add_request_id)
    root = logging.getLogger()
    root.handlers[:] = [queued]
    root.setLevel(logging.WARNING)
    logging.getLogger(ROOT).setLevel(level.upper())
    for name in QUIET:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
    listener = QueueListener(waiting, writer)
    listener.start()
    return listener
