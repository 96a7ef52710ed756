"""The architecture: a game is one package, everything else names no game, and names are unique."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import baumeister
from baumeister.games import GAMES

SOURCE = Path(baumeister.__file__).parent
FRAMEWORK = ("kernel", "play", "envs", "bots", "lab", "server", "cli")
NAMES = re.compile("|".join(GAMES), re.IGNORECASE)

# Public names that must be files: `import baumeister.envs.tybor_v1`, and for type checkers.
RE_EXPORTS = {"envs/tybor_v1.py", "envs/samara_v1.py"}
# Class names of which every game has its own.
OF_EACH_GAME = {"Box", "Components", "Memory", "Player", "State", "raw_env"}
# Class names that still mean several things. It is to become empty.
NOT_UNIQUE = {"Moment", "Part", "ScoreLine", "Standing", "Tally", "Task"}


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
    found = naming_games(folder)
    assert {place.partition(":")[0] for place in found} <= RE_EXPORTS, found


def test_what_is_re_exported_has_nothing_of_its_own() -> None:
    for path in RE_EXPORTS:
        lines = (SOURCE / path).read_text(encoding="utf-8").splitlines()
        assert len([line for line in lines if line.strip()]) == 5


def test_every_game_is_looked_for() -> None:
    assert len(naming_games("games")) > 40
    assert [name for name in GAMES if not NAMES.fullmatch(name)] == []


def test_a_class_name_means_one_thing() -> None:
    classes = re.compile(r"^class ([A-Za-z]\w*)", re.MULTILINE)
    files = SOURCE.rglob("*.py")
    names = Counter(name for file in files for name in classes.findall(file.read_text("utf-8")))
    assert len(names) > 300
    assert {name for name, n in names.items() if n > 1} <= OF_EACH_GAME | NOT_UNIQUE


def test_the_kernel_names_no_package_above_it() -> None:
    above = re.compile(r"baumeister\.(games\.|play|envs|bots|lab|server|cli)")
    files = (SOURCE / "kernel").rglob("*.py")
    assert [file.name for file in files if above.search(file.read_text("utf-8"))] == []
