"""What a card, a building, a profession, a scenario or a chapter of Tybor means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from baumeister.cli.screens.explain import TOPIC, Explained, Explainer, upper
from baumeister.cli.screens.words import word
from baumeister.games.tybor import texts
from baumeister.games.tybor.components import PROFESSION_CODES, PROFESSIONS, Components
from baumeister.games.tybor.labels import CardLabels
from baumeister.kernel.glossary import LANGUAGES, join, say


class TyborExplainer(Explainer):
    """Explains the words of Tybor."""

    def __init__(
        self, components: Components, language: str, options: Mapping[str, Any] | None = None
    ) -> None:
        """`options` are those of the game that is played now."""
        self.options = options or {}
        self.components = components
        self.cards = CardLabels(components, language)
        super().__init__("tybor", language)

    def _own_words(self) -> Iterator[tuple[str, tuple[str, str]]]:
        for short, profession in zip(PROFESSION_CODES, PROFESSIONS, strict=True):
            yield short, (TOPIC, profession)
        for kind, cards in (
            ("scenario", self.components.scenarios),
            ("chapter", self.components.chapters),
        ):
            for card in cards:
                for name in (card.key, card.en, card.de):
                    yield name, (kind, card.key)
        for kind in ("scenario", "chapter"):
            for language in LANGUAGES:
                if kind in self.options:
                    yield say(f"tybor.{kind}", language), (kind, str(self.options[kind]))
        for language in LANGUAGES:
            for name in word("more_names.objective", language).split(","):
                yield name, (TOPIC, "secret_objective")
        for number, roman in enumerate(texts.ROMAN, 1):
            for language in LANGUAGES:
                title = say("tybor.chapter", language)
                yield f"{title} {number}", ("chapter", str(number))
                yield f"{title} {roman}", ("chapter", str(number))
        for building in self.components.buildings:
            for name in (building.code, building.en, building.de):
                yield name, ("building", building.code)
        for character in self.components.characters:
            yield character.code, ("character", character.code)

    def _name(self, kind: str, key: str) -> str:
        if kind == "building":
            return self.cards.name(self.cards.building(key))
        if kind == "character":
            return key
        cards = self.components.scenarios + self.components.chapters
        return str(getattr(next(card for card in cards if card.key == key), self.language))

    def _explain(self, kind: str, key: str) -> Explained:
        if kind == "building":
            return self._building(key)
        if kind == "character":
            return self._character(key)
        told = texts.story(kind, key, self.language)
        title = f"{say(f'tybor.{kind}', self.language).capitalize()}: {self._name(kind, key)}"
        return Explained(title, [told["effect"].strip()])

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
        lines += [self.help(topic) for topic in (kind, profession) if topic]
        lines.append(word("explain.building_typed", self.language, code=code))
        return Explained(self.cards.name(building), lines)

    def _character(self, code: str) -> Explained:
        character = self.cards.character(code)
        index = self.components.characters.index(character)
        colours = [say(f"tybor.colour.{colour}", self.language) for colour in character.colours]
        as_citizen = self.help(character.profession)
        if colours:
            named = join(colours, self.language)
            as_citizen += " " + word("explain.discount", self.language, colours=named)
        name = texts.character_text(self.components, index, self.language)
        return Explained(
            f"{code}: {name}",
            [
                f"{upper(say('tybor.citizen', self.language))}: {as_citizen}",
                word("explain.as_worker", self.language, strength=character.strength),
                word("explain.as_builder", self.language),
            ],
        )
