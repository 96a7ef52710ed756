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


def data_files(name: str) -> dict[str, Path]:
    """The data files that come with the program, by version: today's first, then former ones."""
    rules = RULES[name]
    today = {rules.data_version(rules.load_components(None)): "data.toml"}
    files = {**today, **rules.former_data}
    return {version: _folder(name) / file for version, file in files.items()}


def former_file(name: str, version: str) -> Path | None:
    """The file with the values of a former data version, if it comes with the program."""
    file = RULES[name].former_data.get(version)
    return None if file is None else _folder(name) / file


def _folder(name: str) -> Path:
    return Path(_rules.__path__[0]) / name
