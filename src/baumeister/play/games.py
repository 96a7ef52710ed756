"""The games there are, by name."""

from __future__ import annotations

from baumeister.rules.kernel.game import GameRules
from baumeister.rules.samara.game import Samara
from baumeister.rules.tybor.game import Tybor

RULES: dict[str, GameRules] = {rules.name: rules for rules in (Tybor(), Samara())}
