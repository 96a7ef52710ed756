"""The commands, and their texts by key in the user's language."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from baumeister.kernel.errors import translated
from baumeister.kernel.glossary import LANGUAGES, key_for, keys, say

COMMANDS = (  # in the order of the overview; each is a module of cli.commands
    "play",
    "replay",
    "verify",
    "review",
    "rules",
    "score",
    "simulate",
    "tournament",
    "lab balance",
    "learn",
    "compile",
    "bench",
    "fingerprint",
    "serve",
    "backup",
    "restore",
)
STARTED_AS = "BAUMEISTER_COMMAND"  # set by run.py
FIRST_WORDS = "|".join(name.split()[0] for name in COMMANDS)
IN_A_HINT = re.compile(rf"\bbaumeister (?=({FIRST_WORDS}|COMMAND|BEFEHL)\b)")


def word(key: str, language: str, **values: object) -> str:
    """A text of the section `cli` of the glossary; its hints are written as in `as_started`."""
    values = {name: translated(value, language) for name, value in values.items()}
    return as_started(say(f"cli.{key}", language, **values))


def word_of_game(key: str, game: str, language: str, **values: object) -> str:
    """The same for a text that a game can have its own of."""
    return word(key_for(f"cli.{key}", game).removeprefix("cli."), language, **values)


def as_started(text: str) -> str:
    """A text in which `baumeister COMMAND` is written as the program was started."""
    started = os.environ.get(STARTED_AS, "").strip()
    return IN_A_HINT.sub(lambda _: f"{started} ", text) if started else text


def with_data(data: Path | None) -> str:
    """The end of a hint for a game that is played with a data file."""
    return "" if data is None else f" --data {data}"


def word_or(key: str, language: str, otherwise: str) -> str:
    """A text of the section `cli`, or something else if there is none."""
    return word(key, language) if f"cli.{key}" in keys() else otherwise


def default_language() -> str:
    """The language of the user's system if the program has it; otherwise English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


def language_of(arguments: Sequence[str]) -> str:
    """The language asked for anywhere among the arguments, for help and error lines."""
    for here, after in zip(arguments, [*arguments, ""][1:], strict=True):
        value = here.removeprefix("--lang=") if here.startswith("--lang=") else after
        if (here == "--lang" or here.startswith("--lang=")) and value in LANGUAGES:
            return value
    return default_language()
