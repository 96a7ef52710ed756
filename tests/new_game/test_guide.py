"""docs/new-game.md keeps its word: its excerpts stand in the files, its code and commands run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from baumeister.games import GAMES
from tests.cli.conftest import Baumeister

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(?:toml|python)\n(.*?)```", GUIDE, re.DOTALL)
EXCERPTS = [block for block in BLOCKS if block.startswith("# ")]
COMMANDS = re.findall(r"^baumeister (.*)$", GUIDE, re.MULTILINE)


@pytest.mark.parametrize("block", EXCERPTS, ids=lambda block: block.partition("\n")[0])
def test_excerpts_are_what_the_files_say(block: str) -> None:
    first, _, text = block.partition("\n")
    file = (ROOT / "examples" / "cairn" / first.removeprefix("# ")).read_text(encoding="utf-8")
    for part in text.split("# …\n"):
        assert part.strip() in file


def test_the_code_runs() -> None:
    [code] = [block for block in BLOCKS if not block.startswith("# ")]
    names: dict[str, object] = {}
    exec(code, names)
    assert names["table"].over  # type: ignore[attr-defined]
    names["batch"].close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(baumeister: Baumeister, command: str) -> None:
    said = baumeister(command, typed=["1"] * 100)
    assert (said.code, said.out != "") == (0, True), said


def test_every_default_is_in_the_table() -> None:
    plain = ROOT / "src" / "baumeister" / "games" / "plain"
    defaults = {
        file.stem for file in plain.glob("*.py") if "def part_of" in file.read_text("utf-8")
    }
    named = set(re.findall(r"`(\w+)`", GUIDE.partition("| module |")[2].partition("\n\n")[0]))
    assert named == defaults


def test_the_example_is_what_is_installed() -> None:
    source = ROOT / "examples" / "cairn" / "cairn"
    files = sorted(file.name for file in source.iterdir() if file.is_file())
    for name in files:
        assert (GAMES["cairn"].folder / name).read_bytes() == (source / name).read_bytes()
