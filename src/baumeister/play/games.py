"""The games there are, by name."""

from __future__ import annotations

from pathlib import Path

from baumeister import rules as _rules
from baumeister.rules.kernel.data import read_text
from baumeister.rules.kernel.game import GameRules
from baumeister.rules.samara.game import Samara
from baumeister.rules.tybor.game import Tybor

RULES: dict[str, GameRules] = {rules.name: rules for rules in (Tybor(), Samara())}


def standard_data(name: str) -> str:
    """The data file that comes with the program, as it stands there."""
    return read_text(_folder(name) / "data.toml")


def former_file(name: str, version: str) -> Path | None:
    """The file with the values of a former data version, if it comes with the program."""
    file = RULES[name].former_data.get(version)
    return None if file is None else _folder(name) / file


def _folder(name: str) -> Path:
    return Path(_rules.__path__[0]) / name
