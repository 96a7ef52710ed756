"""docs/http-bot.md keeps its word: its player plays both games at a real server."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.live_server import Server, free_port

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "http-bot.md"
RESULT = re.compile(r"\[-?\d+, -?\d+\] winners: \[[01](, 1)?\]\n")
LOW = ("--requests-per-second", "1", "--requests-at-once", "30")
PATIENCE = 300.0  # seconds; the machine may be busy


def program(folder: Path) -> str:
    """The player of the guide, written down."""
    code = re.search(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    file = folder / "httpbot.py"
    file.write_text(code[1], encoding="utf-8")
    return str(file)


def started(server: Server, folder: Path, game: str) -> subprocess.Popen[str]:
    """The player at a server."""
    command = [sys.executable, program(folder), server.url, game]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def until(done: Callable[[], bool]) -> None:
    began = time.monotonic()
    while not done():
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.02)


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_the_player_of_the_guide_plays_to_the_end(
    server: Server, tmp_path: Path, game: str
) -> None:
    player = started(server, tmp_path, game)
    said, complaints = player.communicate(timeout=PATIENCE)
    assert (player.returncode, complaints) == (0, "")
    assert RESULT.fullmatch(said)


def test_the_player_waits_for_a_busy_server_and_for_one_that_starts_again(tmp_path: Path) -> None:
    place, port = tmp_path / "tables.sqlite", free_port()
    with Server(place, limits=LOW, port=port) as server:
        player = started(server, tmp_path, "tybor")
        until(lambda: b'"status":429' in server.output.replace(b" ", b""))
        server.kill()
    with Server(place, port=port):
        said, complaints = player.communicate(timeout=PATIENCE)
    assert (player.returncode, complaints) == (0, "")
    assert RESULT.fullmatch(said)


def test_the_player_stops_when_the_table_is_put_away(server: Server, tmp_path: Path) -> None:
    scope: dict[str, object] = {"__name__": "httpbot"}
    exec(Path(program(tmp_path)).read_text(encoding="utf-8"), scope)
    ask, play, table_of = scope["ask"], scope["play"], scope["Table"]
    assert callable(ask)
    assert callable(play)
    assert callable(table_of)
    seats = [{"kind": "me"}, {"kind": "me"}]
    command = {"game": "tybor", "seats": seats, "start": True}
    _, opened = ask("POST", f"{server.url}/api/tables", command)
    url = f"{server.url}/api/tables/{opened['table']}"
    assert ask("PATCH", url, {"archived": True}, opened["host"])[0] == 200
    mine = table_of(server.url, opened["table"], opened["seats"][0]["token"])
    assert play(mine, None)["status"] == "archived"


def test_the_commands_of_the_guide_name_its_file() -> None:
    commands = re.findall(r"^python3 (\S+) \S+ (\w+)$", GUIDE.read_text("utf-8"), re.MULTILINE)
    assert commands == [("httpbot.py", "tybor"), ("httpbot.py", "samara")]
