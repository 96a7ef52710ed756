"""How the house is laid out: a game is one package, and everything else names no game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import baumeister
from baumeister.games import GAMES

SOURCE = Path(baumeister.__file__).parent
FRAMEWORK = ("kernel", "play", "envs", "bots", "lab", "server", "cli")
NAMES = re.compile("|".join(GAMES), re.IGNORECASE)

# Public names that must be files: `import baumeister.envs.tybor_v1`, and for type checkers.
RE_EXPORTS = {"envs/tybor_v1.py", "envs/samara_v1.py"}
# Files and folders that still name games. It is to stay empty.
NOT_YET: tuple[str, ...] = ()


def naming_games(folder: str) -> list[str]:
    """Files of a folder that name a game, with the first line that does."""
    found = []
    for file in sorted((SOURCE / folder).rglob("*.py")):
        path = file.relative_to(SOURCE).as_posix()
        lines = file.read_text(encoding="utf-8").splitlines()
        named = [k for k, line in enumerate(lines, 1) if NAMES.search(line)]
        if named or NAMES.search(path):
            found.append(f"{path}:{named[0] if named else 0}")
    return found


@pytest.mark.parametrize("folder", FRAMEWORK)
def test_the_framework_names_no_game(folder: str) -> None:
    found = [place for place in naming_games(folder) if not place.startswith(NOT_YET)]
    assert {place.partition(":")[0] for place in found} <= RE_EXPORTS, found


def test_what_is_re_exported_has_nothing_of_its_own() -> None:
    for path in RE_EXPORTS:
        lines = (SOURCE / path).read_text(encoding="utf-8").splitlines()
        assert len([line for line in lines if line.strip()]) == 5


def test_every_game_is_looked_for() -> None:
    assert len(naming_games("games")) > 40
    assert [name for name in GAMES if not NAMES.fullmatch(name)] == []
