"""Longer texts for people, in files beside the rules of each game, by key and language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from baumeister.kernel.glossary import PACKAGE, add_texts

_folders: dict[str, Path] = {}  # of games from other distributions


def add_folder(game: str, folder: Path) -> None:
    """Add the folder of a game from another distribution."""
    _folders[game] = folder
    add_texts(folder / "texts.toml")


def folder_of(game: str) -> Path | None:
    """The folder of a game from another distribution; None for our own games."""
    return _folders.get(game)


@cache
def texts_of(game: str, name: str) -> dict[str, Any]:
    """A text file of a game; empty if the game has none."""
    path = (folder_of(game) or PACKAGE / "games" / game) / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def help_topics(game: str) -> list[str]:
    """The words that can be explained."""
    return list(texts_of(game, "help"))


def help_text(game: str, topic: str, language: str) -> tuple[str, str]:
    """The clause and the explanation of a word; KeyError if there is none."""
    entry = texts_of(game, "help")[topic]
    return entry["clause"], entry[language]
