"""A refusal is an answer: which clause an action breaks, and why, in the player's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from baumeister.rules.glossary import say


@dataclass(frozen=True)
class Reason:
    """Why an action is not allowed: a clause and a text of the glossary."""

    clause: str
    key: str
    values: Mapping[str, object] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, object]] = field(default_factory=dict)  # by language

    def text(self, language: str = "en") -> str:
        """The reason in one sentence."""
        values = {**self.values, **self.texts.get(language, {})}
        return say(self.key, language, **values)


class Refusal(Exception):
    """An action that the rules do not allow; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.clause}: {reason.text()}")
        self.reason = reason
        self.clause = reason.clause

    def text(self, language: str = "en") -> str:
        """The reason in one sentence."""
        return self.reason.text(language)
