"""Longer texts for people, in files beside the rules of each game, by key and language."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def texts_of(game: str, name: str) -> dict[str, Any]:
    """A text file of a game."""
    path = Path(__file__).parents[1] / "games" / game / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def help_topics(game: str) -> list[str]:
    """The words that can be explained."""
    return list(texts_of(game, "help"))


def help_text(game: str, topic: str, language: str) -> tuple[str, str]:
    """The clause and the explanation of a word; KeyError if there is none."""
    entry = texts_of(game, "help")[topic]
    return entry["clause"], entry[language]
