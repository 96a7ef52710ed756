"""docs/http-bot.md keeps its word: its player plays both games at a real server."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.house import Server

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "http-bot.md"


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_the_player_of_the_guide_plays_to_the_end(tmp_path: Path, game: str) -> None:
    text = GUIDE.read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert code is not None
    (tmp_path / "httpbot.py").write_text(code[1], encoding="utf-8")
    with Server(tmp_path / "tables.sqlite") as server:
        command = [sys.executable, str(tmp_path / "httpbot.py"), server.url, game]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\[-?\d+, -?\d+\] winners: \[[01](, 1)?\]\n", done.stdout)
    assert done.stderr == ""


def test_the_commands_of_the_guide_name_its_file() -> None:
    commands = re.findall(r"^python3 (\S+) \S+ (\w+)$", GUIDE.read_text("utf-8"), re.MULTILINE)
    assert commands == [("httpbot.py", "tybor"), ("httpbot.py", "samara")]
