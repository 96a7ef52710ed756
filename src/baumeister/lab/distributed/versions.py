"""What results depend on besides the parameters of a run: versions of rules, data and code.

Machines that work together must agree on them, and so must two runs that share a journal.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from sysconfig import get_path

from baumeister import __version__
from baumeister.games import GAMES
from baumeister.kernel import rule
from baumeister.play import game

PACKAGE = Path(__file__).resolve().parents[2]
PLAYING = (
    "kernel",
    "games",
    "play",
    "envs",
    "bots",
    "lab",
)  # the packages that results can depend on

SOURCE = (".py", ".toml", ".npz")  # code, data and texts, weights of networks


@cache
def versions() -> Mapping[str, str]:
    """The versions on this machine, by what they are of."""
    return {
        "baumeister": __version__,
        **{name: game_version(name) for name in GAMES},
        "code": code_digest(),
        "numba": "yes" if rule.can_compile() else "no",
    }


def game_version(name: str, data: Path | None = None) -> str:
    """The versions of a game's rules and data."""
    played = game(name, data)
    return f"rules {played.rules.rules_version}, data {played.data_version}"


@cache
def code_digest() -> str:
    """A short name for the source of everything that plays."""
    digest = hashlib.sha256()
    folders = [PACKAGE / folder for folder in PLAYING]
    folders += [rules.folder for rules in GAMES.values() if PACKAGE not in rules.folder.parents]
    for folder in folders:
        for file in sorted(folder.rglob("*")):
            if file.suffix in SOURCE:
                content = file.read_bytes()
                if file.suffix != ".npz":
                    content = content.replace(b"\r\n", b"\n")
                name = file.relative_to(folder.parent).as_posix().encode()
                digest.update(b"%s\0%d\0%s" % (name, len(content), content))
    return digest.hexdigest()[:12]


def made_with(*packages: str) -> dict[str, str | None]:
    """What a result was made with: this program, Python, and packages; None if not installed."""
    versions: dict[str, str | None] = {
        "baumeister": __version__,
        "python": platform.python_version(),
    }
    for package in packages:
        try:
            versions[package] = version(package)
        except PackageNotFoundError:
            versions[package] = None
    return versions


def is_of_python(file: Path) -> bool:
    """Whether a file, with links resolved, belongs to Python or was installed with pip."""
    platform_base = {"platbase": sys.base_exec_prefix}  # in an environment: of the Python behind it
    libraries = (get_path("stdlib"), get_path("platstdlib", vars=platform_base))
    return any(file.resolve().is_relative_to(Path(library).resolve()) for library in libraries)


def differences(ours: Mapping[str, object], theirs: Mapping[str, object]) -> list[str]:
    """The keys whose values differ."""
    return [key for key in {**ours, **theirs} if ours.get(key) != theirs.get(key)]
