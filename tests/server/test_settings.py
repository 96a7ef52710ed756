"""Settings: flags beat the environment, the environment beats the defaults."""

from __future__ import annotations

import dataclasses
import re
import sys
from pathlib import Path

import pytest

from baumeister.cli.arguments import Parser
from baumeister.cli.commands import serve
from baumeister.kernel.glossary import LANGUAGES
from baumeister.server.settings import (
    OPTION,
    OPTIONS,
    SettingError,
    Settings,
    default_store,
    read_settings,
)
from baumeister.server.store.database import without_password

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "server.md"


def test_every_setting_has_its_option() -> None:
    fields = [field.name for field in dataclasses.fields(Settings) if field.name != "given"]
    assert [option.name for option in OPTIONS] == fields


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_is_explained(language: str) -> None:
    assert all(option.help(language) and option.wanted.text(language) for option in OPTIONS)


def test_without_anything_given_the_server_is_for_this_machine_alone() -> None:
    settings = read_settings({}, {})
    assert (settings.host, settings.port, settings.metrics) == ("127.0.0.1", 8010, "loopback")
    assert not settings.proxies
    assert not settings.secure


def test_flags_beat_the_environment_and_the_environment_beats_the_default() -> None:
    environment = {"BAUMEISTER_PORT": "9000", "BAUMEISTER_CONNECTIONS": "7", "BAUMEISTER_HOST": ""}
    settings = read_settings({"port": "9001", "connections": None}, environment)
    assert (settings.port, settings.connections, settings.host) == (9001, 7, "127.0.0.1")
    assert settings.given == {"port": "--port", "connections": "BAUMEISTER_CONNECTIONS"}


def test_former_names_of_settings_still_work_and_the_new_ones_come_first() -> None:
    environment = {"BAUMEISTER_ROOMS": "7", "BAUMEISTER_BOT_WORKERS": "3"}
    environment["BAUMEISTER_THINKERS"] = "2"
    settings = read_settings({}, environment)
    assert (settings.tables_in_memory, settings.bot_workers) == (7, 3)
    assert settings.given["tables_in_memory"] == "BAUMEISTER_ROOMS"
    parser = Parser("serve", "en")
    serve.add_arguments(parser)
    args = parser.parse_args(["--thinkers", "5", "--rooms", "6"])
    assert (args.bot_workers, args.tables_in_memory) == ("5", "6")
    assert "--thinkers" not in parser.format_help()


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("body_limit", "64k", 65536),
        ("record_limit", "3M", 3 * 1024 * 1024),
        ("frame_limit", "5000", 5000),
        ("public", "https://Games.Example.org/", "https://games.example.org"),
        ("public", "http://[2001:db8::1]:8010", "http://[2001:db8::1]:8010"),
        ("public", "https://games.example.org:443", "https://games.example.org"),
        ("origins", "http://a.org, https://b.org:8443", ("http://a.org", "https://b.org:8443")),
        ("proxies", "127.0.0.1,10.0.0.0/8,::1", ("127.0.0.1", "10.0.0.0/8", "::1")),
        ("store", "postgresql://u:p@h/d", "postgresql://u:p@h/d"),
        ("store", "games.sqlite", "games.sqlite"),
    ],
)
def test_values_are_read(name: str, text: str, value: object) -> None:
    assert getattr(read_settings({name: text}, {}), name) == value


@pytest.mark.parametrize(
    ("name", "text", "wanted"),
    [
        ("port", "70000", "0 to 65535"),
        ("port", "-1", "0 to 65535"),
        ("port", "1_000", "0 to 65535"),
        ("port", "٣", "0 to 65535"),
        ("bot_workers", "0", "1 to 256"),
        ("body_limit", "64K", "from 1k to 64M"),
        ("body_limit", "1", "from 1k to 64M"),
        ("host", "my host", "127.0.0.1"),
        ("host", "", "127.0.0.1"),
        ("store", "mysql://h/d", "postgresql://user@host/database"),
        ("public", "games.example.org", "https://games.example.org"),
        ("public", "https://games.example.org/sub", "without a path"),
        ("public", "https://u@games.example.org", "without a path"),
        ("public", "https://games.example.org:x", "without a path"),
        ("origins", "https://a.org,b", "commas"),
        ("proxies", "proxy.example.org", "IP addresses"),
        ("log_level", "loud", "debug, info, warning and error"),
        ("metrics", "yes", "loopback, open and off"),
        ("page", "/nowhere/at/all", "folder that exists"),
    ],
)
def test_a_wrong_value_is_told_with_its_flag_and_what_would_be_right(
    name: str, text: str, wanted: str
) -> None:
    with pytest.raises(SettingError) as caught:
        read_settings({name: text}, {})
    assert str(caught.value).startswith(f"{OPTION[name].flag}: ")
    assert wanted in str(caught.value)


def test_a_wrong_variable_is_told_with_its_name() -> None:
    with pytest.raises(SettingError, match=r"^BAUMEISTER_PORT: 'no' is not valid"):
        read_settings({}, {"BAUMEISTER_PORT": "no"})


@pytest.mark.skipif(sys.platform != "linux", reason="the folders of Linux")
def test_the_default_store_is_in_the_folder_for_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_store() == str(tmp_path / "baumeister" / "tables.sqlite")
    monkeypatch.delenv("XDG_DATA_HOME")
    home = Path.home() / ".local" / "share"
    assert default_store() == str(home / "baumeister" / "tables.sqlite")


# --- the summary ------------------------------------------------------------------------------
def test_the_summary_shows_what_differs_and_where_it_comes_from() -> None:
    settings = read_settings({"port": "9001"}, {"BAUMEISTER_TABLES_PER_HOUR": "5"})
    text = settings.summary("en")
    assert re.search(r"port +9001  \(--port\)", text)
    assert re.search(r"tables-per-hour +5  \(BAUMEISTER_TABLES_PER_HOUR\)", text)
    assert re.search(r"public +\(not set\)", text)
    assert "body-limit" not in text


@pytest.mark.parametrize(
    "store",
    [
        "postgresql://games:hush@db/games",
        "postgresql://games:hu/sh@db/games",
        "postgresql://games:hu@sh@db/games",
        "postgres://db/games?user=games&password=hush",
        "postgres://db/games?password=hush&x=1",
    ],
)
def test_the_password_of_the_store_is_never_shown(store: str) -> None:
    shown = [without_password(store), Settings(store=store).summary("de")]
    with pytest.raises(SettingError) as caught:
        read_settings({"store": store.replace("postgres", "mysql", 1)}, {})
    for text in (*shown, str(caught.value)):
        assert "hu" not in text
        assert "sh@" not in text
        assert "games" in text


# --- the guide --------------------------------------------------------------------------------
def test_the_guide_lists_every_setting() -> None:
    rows = [
        f"| `{option.flag}` | `{option.variable}` | {option.default() or '–'} | "
        f"{option.help('en')} |"
        for option in OPTIONS
    ]
    table = "\n".join(rows)
    assert table in GUIDE.read_text(encoding="utf-8"), f"docs/server.md needs:\n{table}"
