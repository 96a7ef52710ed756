"""Tybor's cards and headings in short, for texts and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from baumeister.envs.render.shown import Shown
from baumeister.games.tybor.components import COLOUR_KEYS, COLOUR_LETTERS, Building, Character
from baumeister.games.tybor.texts import ROMAN
from baumeister.kernel.glossary import say

LETTER = dict(zip(COLOUR_KEYS, COLOUR_LETTERS, strict=True))
SIDES = {"little": "▵", "great": "▲"}


class Cards:
    """Finds what is printed on cards by their codes, and says where the game is."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown
        components = shown.game.components
        self._components = components
        self._characters: dict[str, Character] = {c.code: c for c in components.characters}
        self._buildings: dict[str, Building] = {b.code: b for b in components.buildings}

    def character(self, code: str) -> Character:
        """The character with this code."""
        return self._characters[code]

    def building(self, code: str) -> Building:
        """The building with this code."""
        return self._buildings[code]

    def points(self, building: Building, great: bool) -> int:
        """T6.1 What a side of a building is worth."""
        return building.points + (self._components.box.great_bonus if great else 0)

    def bonus(self, building: Building) -> str:
        """A building's sign in one word."""
        kind, _, profession = building.bonus.partition(" ")
        if profession:
            return "+" + say(f"tybor.profession.{profession}", self.shown.language)
        return say(f"tybor.bonus.{kind}", self.shown.language) if kind else ""

    def display(self) -> Sequence[Mapping[str, Any]]:
        """The buildings on display, by colour."""
        rows: list[Mapping[str, Any]] = self.shown.view["display"]
        return sorted(rows, key=lambda row: COLOUR_KEYS.index(row["colour"]))

    def story(self) -> str:
        """Scenario and chapter."""
        options, components = self.shown.view["options"], self._components
        scenario = next(card for card in components.scenarios if card.key == options["scenario"])
        chapter = components.chapters[options["chapter"] - 1]
        number = ROMAN[options["chapter"] - 1]
        word = self.shown.say("chapter")
        return f"{self.shown.name(scenario)} · {word} {number} {self.shown.name(chapter)}"

    def moment(self) -> str:
        """Stage and round."""
        view, shown = self.shown.view, self.shown
        if view["phase"] == "over":
            return shown.table_say("over")
        turn = shown.table_say("round_of", round=view["round"], rounds=view["rounds"])
        return f"{shown.say('stage')} {ROMAN[view['stage'] - 1]} · {turn}"

    def piles(self) -> str:
        """First player, direction of play, and how many cards lie where."""
        view, shown = self.shown.view, self.shown
        first = view["seats"][view["first_player"]]["name"]
        direction = say(f"tybor.{view['direction'].replace('-', '_')}", shown.language)
        count = {"pile": view["pile"], "discard": len(view["discard"])}
        piles = shown.table_say("piles", **count, buildings=view["building_pile"])
        return f"{shown.say('first_player')} {first}, {direction} · {piles}"

    def costs(self) -> str:
        """T4.6 What buildings cost in this stage, before discounts."""
        return self.shown.table_say("display_open", **self.shown.view["cost"])
