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
    return read_text(Path(_rules.__path__[0]) / name / "data.toml")
