"""`? WORD`: what a card, a building, a profession, a word of the game or a clause means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import NamedTuple

from baumeister.cli.tybor_cards import Cards
from baumeister.cli.words import word
from baumeister.rules.glossary import LANGUAGES, join, say
from baumeister.rules.kernel.clauses import clauses
from baumeister.rules.tybor import texts
from baumeister.rules.tybor.components import PROFESSION_CODES, PROFESSIONS, Components

CLAUSE = re.compile(r"[TS]\d+(\.\d+)?", re.IGNORECASE)
GAME_OF = {"T": "tybor", "S": "samara"}


class Explained(NamedTuple):
    """A title, and what it means, paragraph by paragraph."""

    title: str
    lines: list[str]


class Explainer:
    """Looks words up in both languages and explains them in one."""

    def __init__(self, components: Components, language: str) -> None:
        self.components = components
        self.language = language
        self.cards = Cards(components, language)
        self._known = dict(self._all_words())

    def explain(self, text: str) -> Explained | None:
        """What a word means; None if it is not known."""
        if CLAUSE.fullmatch(text):
            return explain_clause(text.upper(), self.language)
        plain = _plain(text)
        for candidate in (plain, plain.removesuffix("s"), plain.removesuffix("en")):
            if candidate in self._known:
                kind, key = self._known[candidate]
                return self._explain(kind, key)
        return None

    def close_to(self, text: str) -> list[str]:
        """Words that look like this one."""
        close = get_close_matches(_plain(text), list(self._known), n=3)
        return list(dict.fromkeys(self._name(*self._known[word]) for word in close))

    def _all_words(self) -> Iterator[tuple[str, tuple[str, str]]]:
        for topic in texts.help_topics():
            yield _plain(topic), ("topic", topic)
            for language in LANGUAGES:
                yield _plain(word(f"topic.{topic}", language)), ("topic", topic)
        for short, profession in zip(PROFESSION_CODES, PROFESSIONS, strict=True):
            yield _plain(short), ("topic", profession)
        for kind, cards in (
            ("scenario", self.components.scenarios),
            ("chapter", self.components.chapters),
        ):
            for card in cards:
                for name in (card.key, card.en, card.de):
                    yield _plain(name), (kind, card.key)
        for number, roman in enumerate(texts.ROMAN, 1):
            for language in LANGUAGES:
                title = say("tybor.chapter", language)
                yield _plain(f"{title} {number}"), ("chapter", str(number))
                yield _plain(f"{title} {roman}"), ("chapter", str(number))
        for building in self.components.buildings:
            for name in (building.code, building.en, building.de):
                yield _plain(name), ("building", building.code)
        for character in self.components.characters:
            yield _plain(character.code), ("character", character.code)

    def _name(self, kind: str, key: str) -> str:
        if kind == "topic":
            return word(f"topic.{key}", self.language)
        if kind == "building":
            return self.cards.name(self.cards.building(key))
        if kind == "character":
            return key
        cards = self.components.scenarios + self.components.chapters
        return str(getattr(next(card for card in cards if card.key == key), self.language))

    def _explain(self, kind: str, key: str) -> Explained:
        if kind == "topic":
            return self._topic(key)
        if kind == "building":
            return self._building(key)
        if kind == "character":
            return self._character(key)
        told = texts.story(kind, key, self.language)
        title = f"{say(f'tybor.{kind}', self.language).capitalize()}: {self._name(kind, key)}"
        return Explained(title, [told["effect"].strip()])

    def _topic(self, topic: str) -> Explained:
        clause, told = texts.help_text(topic, self.language)
        return Explained(_upper(self._name("topic", topic)), [f"{told} [{clause}]"])

    def _building(self, code: str) -> Explained:
        building = self.cards.building(code)
        index = self.components.buildings.index(building)
        great = building.points + self.components.box.great_bonus
        lines = [
            word(
                "explain.building",
                self.language,
                colour=say(f"tybor.colour.{building.colour}", self.language),
                little=building.points,
                great=great,
                bonus=texts.bonus_text(self.components, index, self.language),
            )
        ]
        kind, _, profession = building.bonus.partition(" ")
        for topic in filter(None, (kind, profession)):
            clause, told = texts.help_text(topic, self.language)
            lines.append(f"{told} [{clause}]")
        lines.append(word("explain.building_typed", self.language, code=code))
        return Explained(self.cards.name(building), lines)

    def _character(self, code: str) -> Explained:
        character = self.cards.character(code)
        index = self.components.characters.index(character)
        clause, told = texts.help_text(character.profession, self.language)
        colours = [say(f"tybor.colour.{colour}", self.language) for colour in character.colours]
        as_citizen = f"{told} [{clause}]"
        if colours:
            named = join(colours, self.language)
            as_citizen += " " + word("explain.discount", self.language, colours=named)
        name = texts.character_text(self.components, index, self.language)
        return Explained(
            f"{code}: {name}",
            [
                f"{_upper(say('tybor.citizen', self.language))}: {as_citizen}",
                word("explain.as_worker", self.language, strength=character.strength),
                word("explain.as_builder", self.language),
            ],
        )


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


def _plain(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
