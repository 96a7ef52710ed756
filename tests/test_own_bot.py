"""docs/own-bot.md keeps its word: its bots run, its commands find them, and Clever is clever."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import baumeister
from baumeister.bots import Bot, new_bot
from baumeister.kernel.rule import can_compile
from tests.soaking import times

ROOT = Path(__file__).resolve().parents[1]
GUIDE = (ROOT / "docs" / "own-bot.md").read_text(encoding="utf-8")
CLEVER, BOLD = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
COMMANDS = re.findall(r"^baumeister (.*)$", GUIDE, re.MULTILINE)


def bot_of(example: str, name: str, seed: str) -> Bot:
    """A bot as the guide writes it."""
    names: dict[str, Any] = {"__name__": "mybot"}
    exec(example, names)
    bot: Bot = names[name](seed)
    return bot


def wins(bots: list[Bot], game: str, seed: str) -> float:
    """The share of the win of the first bot."""
    table = baumeister.game(game).new(len(bots), seed)
    while not table.over:
        seat = table.waiting_for[0]
        view = table.seat_view(seat)
        action = bots[seat].decide(view)
        assert action in view.legal
        table.play(seat, action)
    return (0 in table.winners) / len(table.winners)


@pytest.mark.parametrize(("game", "games"), [("tybor", times(4, 10)), ("samara", times(4, 6))])
def test_clever_beats_random(game: str, games: int) -> None:
    won = 0.0
    for k in range(games):
        clever = bot_of(CLEVER, "Clever", f"clever {k}")
        won += wins([clever, new_bot("random", f"random {k}")], game, f"own bot {k}")
    assert won >= 0.75 * games


@pytest.mark.skipif(not can_compile(), reason="numba is not installed: no search")
@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_bold_beats_clever_and_random(game: str) -> None:
    bots = [bot_of(BOLD, "Bold", "bold"), bot_of(CLEVER, "Clever", "clever")]
    assert wins([*bots, new_bot("random", "random")], game, "own bots") == 1.0


def test_clever_has_some_20_lines() -> None:
    body = CLEVER.partition("class Clever:")[2].splitlines()
    assert len([line for line in body if line.strip() and '"""' not in line]) <= 25


def test_the_guide_shows_each_command() -> None:
    assert {command.split()[0] for command in COMMANDS} == {"simulate", "tournament", "play"}


@pytest.mark.parametrize("command", [c for c in COMMANDS if not c.startswith("play")])
def test_a_command_of_the_guide_finds_the_bot(command: str, tmp_path: Path) -> None:
    """Started like an installed program, which does not have the current folder on its path; two
    games are enough for that."""
    (tmp_path / "mybot.py").write_text(CLEVER, encoding="utf-8")
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, "-P", "-m", "baumeister.cli", *shlex.split(command), "--games", "2"],
        env={**os.environ, "PYTHONPATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "mybot:Clever" in run.stdout


def test_one_can_play_against_it(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(CLEVER, encoding="utf-8")
    (command,) = [command for command in COMMANDS if command.startswith("play")]
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, "-P", "-m", "baumeister.cli", *shlex.split(command), "--lang", "en"],
        env={**os.environ, "PYTHONPATH": path},
        cwd=tmp_path,
        input="quit\n\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "not saved" in run.stdout
