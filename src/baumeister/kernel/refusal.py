"""A refusal is an answer: which clause an action breaks, and why, in the player's language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from baumeister.kernel.errors import Translatable
from baumeister.kernel.glossary import LANGUAGES, say


@dataclass(frozen=True)
class Reason(Translatable):
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


class Refuser(ABC):
    """Answers why a seat may not do something in a state."""

    game: str  # whose texts in the glossary are used

    def __init__(self, components: Any, state: Any, names: Sequence[str]) -> None:
        self._components = components
        self._box = components.box
        self._state = state
        self._names = names

    @abstractmethod
    def why_not(self, seat: int, action: int) -> Reason | None:
        """None if the action is legal, otherwise clause and reason."""

    def _refuse(
        self, clause: str, key: str, values: Mapping[str, object], **named: Callable[[str], str]
    ) -> Reason:
        """The reason; the `named` values have a name in each language."""
        texts = {
            language: {word: name(language) for word, name in named.items()}
            for language in LANGUAGES
        }
        return Reason(clause, f"{self.game}.refusal.{key}", values, texts)
