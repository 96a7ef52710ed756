"""`? WORD`: looks a word up in both languages and explains it in one; the same for every game."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from difflib import get_close_matches
from typing import NamedTuple

from baumeister.cli.screens.words import word, word_of_game
from baumeister.games import GAMES
from baumeister.kernel.clauses import clauses
from baumeister.kernel.glossary import LANGUAGES, keys
from baumeister.kernel.texts import help_text, help_topics

GAME_OF = {rules.clause_letter: name for name, rules in GAMES.items()}
CLAUSE = re.compile(rf"[{''.join(GAME_OF)}]\d+(\.\d+)?", re.IGNORECASE)
TOPIC, MORE, HOW = "topic", "more", "how"


class Explained(NamedTuple):
    """A title, and what it means, paragraph by paragraph."""

    title: str
    lines: list[str]


class Explainer(ABC):
    """Explains the words of one game: its help texts, and the words that the game adds."""

    def __init__(self, game: str, language: str) -> None:
        self.game = game
        self.language = language
        self._known = {plain(name): meant for name, meant in self._words()}

    def _words(self) -> Iterator[tuple[str, tuple[str, str]]]:
        for name in how_words():
            yield name, (HOW, self.game)
        yield from self._more()
        yield from self._topics()
        yield from self._own_words()

    def explain(self, text: str) -> Explained | None:
        """The explanation of a word; None if it is not known."""
        if CLAUSE.fullmatch(text):
            return explain_clause(text.upper(), self.language)
        wanted = plain(text)
        for candidate in (wanted, wanted.removesuffix("s"), wanted.removesuffix("en")):
            if candidate in self._known:
                kind, key = self._known[candidate]
                return self._meaning(kind, key)
        return None

    def close_to(self, text: str) -> list[str]:
        """Known words that are spelt similarly."""
        close = get_close_matches(plain(text), list(self._known), n=3)
        return list(dict.fromkeys(self._title(*self._known[word]) for word in close))

    def _meaning(self, kind: str, key: str) -> Explained:
        if kind == TOPIC:
            return self._topic(key)
        title = upper(self._title(kind, key))
        if kind == MORE:
            return Explained(title, [word(f"more.{self.game}.{key}", self.language)])
        if kind == HOW:
            return Explained(title, word_of_game("how", key, self.language).strip().splitlines())
        return self._explain(kind, key)

    def help(self, topic: str) -> str:
        """A help text with its clause."""
        clause, told = help_text(self.game, topic, self.language)
        return f"{told} [{clause}]"

    def _topics(self) -> Iterator[tuple[str, tuple[str, str]]]:
        for topic in help_topics(self.game):
            yield topic, (TOPIC, topic)
            for language in LANGUAGES:
                yield word(f"topic.{self.game}.{topic}", language), (TOPIC, topic)

    def _more(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Words that the help texts of the game do not have."""
        start = f"cli.more.{self.game}."
        for key in (key.removeprefix(start) for key in keys() if key.startswith(start)):
            for language in LANGUAGES:
                for name in word(f"more_names.{key}", language).split(","):
                    yield name, (MORE, key)

    def _topic(self, topic: str) -> Explained:
        return Explained(upper(self._title(TOPIC, topic)), [self.help(topic)])

    def _title(self, kind: str, key: str) -> str:
        if kind == TOPIC:
            return word(f"topic.{self.game}.{key}", self.language)
        if kind == HOW:
            return word("how.title", self.language)
        if kind == MORE:
            return word(f"more_names.{key}", self.language).partition(",")[0]
        return self._name(kind, key)

    # --- what a game adds -------------------------------------------------------------------
    @abstractmethod
    def _own_words(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Names besides those of the help texts, each with a kind and a key."""

    @abstractmethod
    def _name(self, kind: str, key: str) -> str:
        """What such a thing is called."""

    @abstractmethod
    def _explain(self, kind: str, key: str) -> Explained:
        """What such a thing means."""


def how_words() -> list[str]:
    """The words that ask for the short rules."""
    return [name for language in LANGUAGES for name in word("how.words", language).split(",")]


def is_how(text: str) -> bool:
    """Whether a text without a ? asks for the short rules."""
    return plain(text) in map(plain, how_words())


def explain_clause(clause: str, language: str) -> Explained | None:
    """A clause (T4.5) or a whole section (T4) as the book has it."""
    book = clauses(GAME_OF[clause[0]], language)
    if clause not in book:
        return None
    if "." in clause:
        return Explained(clause, [plain_text(book[clause])])
    inside = [f"{key} {plain_text(text)}" for key, text in book.items() if _in(key, clause)]
    return Explained(f"{clause} {book[clause]}", inside)


def plain_text(text: str) -> str:
    """A clause without the stars of its emphasis."""
    return text.replace("*", "")


def _in(clause: str, section: str) -> bool:
    return clause.startswith(f"{section}.")


def plain(text: str) -> str:
    """A word as it is looked up: only lower-case letters and digits."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def upper(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]
