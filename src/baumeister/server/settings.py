"""The settings of a server: flags override the environment, which overrides the defaults."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path

from baumeister.kernel.errors import Message, UserError
from baumeister.kernel.glossary import say
from baumeister.server.store.database import POSTGRES, without_password

PREFIX = "BAUMEISTER_"
LOG_FORMATS = ("auto", "plain", "json")
LOG_LEVELS = ("debug", "info", "warning", "error")
METRICS = ("loopback", "open", "off")
ALWAYS_SHOWN = ("host", "port", "store", "public", "bot_workers")
METAVARS = {"number": "N", "size": "BYTES", "choice": "WORD", "store": "PLACE", "origin": "URL"}
METAVARS |= {"origins": "URL,…", "proxies": "IP,…"}
KIB, MIB = 1024, 1024 * 1024


PAGE = Path(__file__).resolve().parent / "page"


class SettingError(UserError):
    """An invalid setting; the message says where it was given and what would be right."""


def default_store() -> str:
    """The file for tables in the folder where this system keeps a user's data."""
    former = Path.home() / "Library" / "Application Support" / "baumeister" / "tables.sqlite"
    if sys.platform == "darwin" and former.exists():  # whatever $XDG_DATA_HOME says
        return str(former)
    return str(user_data_path("baumeister", appauthor=False) / "tables.sqlite")


def default_bot_workers() -> int:
    """All cores but one, which is for the server itself."""
    return max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True)
class Settings:
    """All settings; `OPTIONS` says how each is given."""

    host: str = "127.0.0.1"
    port: int = 8010
    store: str = field(default_factory=default_store)
    public: str = ""
    origins: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    bot_workers: int = field(default_factory=default_bot_workers)
    requests_per_second: int = 50
    requests_at_once: int = 200
    requests_running: int = 500
    costly_per_minute: int = 60
    tables_per_hour: int = 60
    listed_tables: int = 10
    listed_seats: int = 10
    lobby_hours: int = 24
    messages_per_second: int = 20
    commands_per_second: int = 20
    body_limit: int = 64 * KIB
    record_limit: int = 2 * MIB
    frame_limit: int = 32 * KIB
    connections: int = 4000
    connections_per_address: int = 200
    tables_in_memory: int = 2000
    log_format: str = "auto"
    log_level: str = "info"
    metrics: str = "loopback"
    page: str = ""
    given: Mapping[str, str] = field(default_factory=dict, compare=False)  # by flag or variable

    @property
    def secure(self) -> bool:
        """Whether people reach the server by https: then cookies are for https only."""
        return self.public.startswith("https://")

    @property
    def postgres(self) -> bool:
        """Whether the store is a PostgreSQL database rather than a file."""
        return self.store.startswith(POSTGRES)

    @property
    def page_folder(self) -> Path:
        """Where the page for the browser is, if it was built."""
        return Path(self.page) if self.page else PAGE

    @property
    def has_page(self) -> bool:
        """Whether the page for the browser was built."""
        return (self.page_folder / "index.html").is_file()

    def shown(self, name: str) -> str:
        """A setting as text, without the password of the store."""
        value = getattr(self, name)
        return OPTION[name].write(without_password(value) if name == "store" else value)

    def summary(self, language: str) -> str:
        """The important settings and those that differ from the default, a line each."""
        default = Settings()
        names = [
            name
            for name in OPTION
            if name in ALWAYS_SHOWN or getattr(self, name) != getattr(default, name)
        ]
        width = max(map(len, names))
        lines = []
        for name in names:
            origin = f"  ({self.given[name]})" if name in self.given else ""
            value = self.shown(name) or say("serve.not_set", language)
            lines.append(f"  {name.replace('_', '-'):<{width}}  {value}{origin}")
        return "\n".join([say("serve.settings", language), *lines])


# --- how values are written and read ----------------------------------------------------------
@dataclass(frozen=True)
class SettingOption:
    """How one setting is given: `--port 8010`, or BAUMEISTER_PORT=8010."""

    name: str
    kind: str  # what would be right: error.server.settings.wanted
    read: Callable[[str], Any]  # ValueError if it is invalid
    write: Callable[[Any], str] = str
    low: int | str = ""
    high: int | str = ""
    former: str = ""  # the name that it had once, which still works

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return PREFIX + self.name.upper()

    @property
    def metavar(self) -> str:
        """The placeholder of its value in the help."""
        return METAVARS.get(self.kind, self.kind.upper())

    @property
    def wanted(self) -> Message:
        """What a valid value is, in words."""
        return Message(f"error.server.settings.wanted.{self.kind}", low=self.low, high=self.high)

    def help(self, language: str) -> str:
        """What it is for."""
        return say(f"serve.option.{self.name}", language)

    def default(self) -> str:
        """Its default as it would be written; "" for none."""
        if self.name == "store":
            return ".../baumeister/tables.sqlite"
        if self.name == "bot_workers":
            return "cores - 1"
        return self.write(Settings.__dataclass_fields__[self.name].default)


def _text(text: str) -> str:
    if not text or any(ord(letter) < 32 for letter in text):
        raise ValueError(text)
    return text


def _host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:_%-]+", text):
        raise ValueError(text)
    return text


def _store(text: str) -> str:
    if _text(text).startswith(POSTGRES):
        return text
    if "://" in text:
        raise ValueError(text)
    return str(Path(text).expanduser())


def _origin(text: str) -> str:
    """An address without a path: https://games.example.org."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise ValueError(text)
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise ValueError(text)
    port = parts.port  # ValueError if it is none
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    standard = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, standard) else "")


def _listed(read: Callable[[str], str]) -> Callable[[str], tuple[str, ...]]:
    return lambda text: tuple(read(part.strip()) for part in text.split(",") if part.strip())


def _network(text: str) -> str:
    return text if text == "*" else str(ip_network(text) if "/" in text else ip_address(text))


def _folder(text: str) -> str:
    path = Path(_text(text)).expanduser()
    if not path.is_dir():
        raise ValueError(text)
    return str(path)


def _size(text: str) -> int:
    found = re.fullmatch(r"([0-9]{1,12})([kM]?)", text)
    if found is None:
        raise ValueError(text)
    return int(found[1]) * {"": 1, "k": KIB, "M": MIB}[found[2]]


def _size_text(size: int) -> str:
    for unit, letter in ((MIB, "M"), (KIB, "k")):
        if size and size % unit == 0:
            return f"{size // unit}{letter}"
    return str(size)


def _choice(name: str, words: tuple[str, ...]) -> SettingOption:
    def read(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return SettingOption(name, "choice", read, low=", ".join(words[:-1]), high=words[-1])


def _whole(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,12}", text):
        raise ValueError(text)
    return int(text)


def _between(read: Callable[[str], int], low: int, high: int) -> Callable[[str], int]:
    def checked(text: str) -> int:
        if not low <= (value := read(text)) <= high:
            raise ValueError(text)
        return value

    return checked


def _number(name: str, low: int, high: int, former: str = "") -> SettingOption:
    read = _between(_whole, low, high)
    return SettingOption(name, "number", read, low=low, high=high, former=former)


def _bytes(name: str, low: int, high: int) -> SettingOption:
    read = _between(_size, low, high)
    return SettingOption(name, "size", read, _size_text, _size_text(low), _size_text(high))


OPTIONS = (
    SettingOption("host", "host", _host),
    _number("port", 0, 65535),
    SettingOption("store", "store", _store),
    SettingOption("public", "origin", _origin),
    SettingOption("origins", "origins", _listed(_origin), ",".join),
    SettingOption("proxies", "proxies", _listed(_network), ",".join),
    _number("bot_workers", 1, 256, "thinkers"),
    _number("requests_per_second", 0, 1_000_000),
    _number("requests_at_once", 1, 1_000_000),
    _number("requests_running", 1, 1_000_000),
    _number("costly_per_minute", 0, 1_000_000),
    _number("tables_per_hour", 0, 1_000_000),
    _number("listed_tables", 0, 1_000_000),
    _number("listed_seats", 0, 1_000_000),
    _number("lobby_hours", 0, 1_000_000),
    _number("messages_per_second", 0, 1_000_000),
    _number("commands_per_second", 0, 1_000_000),
    _bytes("body_limit", KIB, 64 * MIB),
    _bytes("record_limit", KIB, 64 * MIB),
    _bytes("frame_limit", KIB, 16 * MIB),
    _number("connections", 1, 1_000_000),
    _number("connections_per_address", 0, 1_000_000),
    _number("tables_in_memory", 1, 1_000_000, "rooms"),
    _choice("log_format", LOG_FORMATS),
    _choice("log_level", LOG_LEVELS),
    _choice("metrics", METRICS),
    SettingOption("page", "folder", _folder),
)
OPTION = {option.name: option for option in OPTIONS}


def read_settings(
    flags: Mapping[str, str | None], environment: Mapping[str, str] | None = None
) -> Settings:
    """The settings by flags (by name, None if not given) and environment; SettingError."""
    environment = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    given: dict[str, str] = {}
    for option in OPTIONS:
        text = flags.get(option.name)
        place = option.flag
        if text is None:
            place = option.variable
            if option.former and not environment.get(place):
                place = PREFIX + option.former.upper()
            text = environment.get(place)
            if not text:  # an empty variable counts as not set
                continue
        try:
            values[option.name] = option.read(text)
        except ValueError as error:
            shown = without_password(text)
            raise SettingError(
                "error.server.settings.wrong", name=place, text=shown, wanted=option.wanted
            ) from error
        given[option.name] = place
    return Settings(**values, given=given)
