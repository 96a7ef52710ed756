"""A plain game in the API of the server. It adds only names for the keys of its view, which the
page's plain table shows."""

from __future__ import annotations

from typing import Any

from baumeister.games.plain.game import PlainGame
from baumeister.games.plain.tables import text_of
from baumeister.kernel.glossary import say

KEYS = ("phase", "waiting_for", "seat", "seats", "options", "players", "over")  # of every view


def full(components: Any) -> dict[str, Any]:
    """No fields beyond those of every game."""
    return {}


def part_of(rules: PlainGame) -> dict[str, Any]:
    """The module `api` of a game."""
    seats = rules.public_fields_of_seats()
    fields = [*rules.public_fields(), *seats, *rules.own_fields()]
    phases = [question.key for question in rules.questions.values()]

    def words(components: Any, language: str) -> dict[str, Any]:
        """What `GameWords` has of the game."""
        names = {key: say(f"plain.field.{key}", language) for key in KEYS}
        names |= {phase: text_of(rules.name, "phase", phase, language) for phase in phases}
        names |= {field: text_of(rules.name, "field", field, language) for field in fields}
        return {"names": names}

    return {"EXTRAS": {}, "full": full, "words": words}
