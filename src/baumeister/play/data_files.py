"""The data files that come with a game."""

from __future__ import annotations

from pathlib import Path

from baumeister.games import GAMES
from baumeister.kernel.data import read_text

DATA = "data.toml"


def standard_data(name: str) -> str:
    """The text of the data file that comes with the program."""
    return read_text(GAMES[name].folder / DATA)


def data_files(name: str) -> dict[str, Path]:
    """The data files that come with the program, by version: the current one, then former ones."""
    rules = GAMES[name]
    today = {rules.data_version(rules.load_components(None)): DATA}
    files = {**today, **rules.former_data}
    return {version: rules.folder / file for version, file in files.items()}


def former_file(name: str, version: str) -> Path | None:
    """The file with the values of a former data version, if it comes with the program."""
    file = GAMES[name].former_data.get(version)
    return None if file is None else GAMES[name].folder / file
