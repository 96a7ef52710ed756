"""Cards, colours and buildings of Tybor in a terminal; colours always have a letter as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from baumeister.cli.screens.tokens import NOTHING, Tokens
from baumeister.games.tybor.components import (
    COLOUR_KEYS,
    COLOUR_LETTERS,
    PROFESSION_CODES,
    PROFESSIONS,
    Building,
    Character,
    Components,
)
from baumeister.kernel.glossary import say

STYLES = {"green": "green", "yellow": "yellow", "blue": "bright_blue", "red": "red"}
LETTER = dict(zip(COLOUR_KEYS, COLOUR_LETTERS, strict=True))
SIDE = {"little": "▵", "great": "▲"}


class Cards:
    """Finds cards by their codes and draws them."""

    def __init__(self, components: Components, language: str) -> None:
        self.components = components
        self.language = language
        self.characters = {c.code: c for c in components.characters}
        self.buildings = {b.code: b for b in components.buildings}

    def character(self, code: str) -> Character:
        """The character with this code; copies are alike."""
        return self.characters[code.partition("/")[0]]

    def building(self, code: str) -> Building:
        """The building with this code; copies are alike."""
        return self.buildings[code.partition("/")[0]]

    def name(self, building: Building) -> str:
        """The name of a building."""
        return building.de if self.language == "de" else building.en

    def bonus(self, building: Building) -> str:
        """A building's sign in one word."""
        kind, _, profession = building.bonus.partition(" ")
        if profession:
            return "+" + say(f"tybor.profession.{profession}", self.language)
        return say(f"tybor.bonus.{kind}", self.language) if kind else NOTHING

    def code(self, code: str) -> Text:
        """A character's code with its colours in colour: Fa3GB."""
        text = Text()
        for letter in code.partition("/")[0]:
            if letter in COLOUR_LETTERS and len(text) > 2:
                text.append(letter, STYLES[COLOUR_KEYS[COLOUR_LETTERS.index(letter)]])
            else:
                text.append(letter, "bold")
        return text

    def codes(self, codes: Iterable[str]) -> Text:
        """Several codes."""
        return Text("  ").join(self.code(code) for code in codes) or Text(NOTHING)

    def colours(self, colours: Iterable[str]) -> Text:
        """Colours as words in colour."""
        return Text(" ").join(
            Text(f"{say(f'tybor.colour.{colour}', self.language)} ({LETTER[colour]})", colour_style)
            for colour, colour_style in ((colour, STYLES[colour]) for colour in colours)
        )

    def letters(self, counts: Mapping[str, int]) -> Text:
        """Colour symbols as letters, one for each: GGB."""
        text = Text()
        for colour in COLOUR_KEYS:
            text.append(LETTER[colour] * counts.get(colour, 0), STYLES[colour])
        return text

    def citizens(self, codes: Sequence[str], symbols: Mapping[str, int], words: bool) -> Tokens:
        """T4.3 Citizens by profession with their colour symbols, and symbols of buildings."""
        tokens: list[Text] = []
        for profession, short in zip(PROFESSIONS, PROFESSION_CODES, strict=True):
            mine = [c for c in map(self.character, codes) if c.profession == profession]
            extra = symbols[profession] - len(mine)
            count = (str(len(mine)) if mine else "") + (f"+{extra}" if extra else "")
            if not count:
                continue
            title = say(f"tybor.profession.{profession}", self.language) + " " if words else short
            token = Text(title + count, "bold")
            letters = self.letters(Counter(colour for c in mine for colour in c.colours))
            tokens.append(Text(" ").join([token, letters]) if letters else token)
        return Tokens(tokens, gap=2)

    def symbols(self, codes: Sequence[str], symbols: Mapping[str, int]) -> Text:
        """Citizens by profession without their colours, and symbols of buildings: Fa2+1 Me1."""
        counts = Counter(self.character(code).profession for code in codes)
        parts = []
        for profession, short in zip(PROFESSIONS, PROFESSION_CODES, strict=True):
            mine, extra = counts[profession], symbols[profession] - counts[profession]
            if mine or extra:
                parts.append(f"{short}{mine or ''}{f'+{extra}' if extra else ''}")
        return Text(" ".join(parts) or NOTHING)

    def workers(self, codes: Sequence[str], strength: int) -> Tokens:
        """T4.4 Workers: only their strength counts."""
        each = sorted((self.character(code).strength for code in codes), reverse=True)
        tokens = [Text(str(strength), "bold")] if codes else []
        if len(each) > 1:
            tokens.append(Text(f" = {each[0]}", "dim"))
            tokens += [Text(f"+{one}", "dim") for one in each[1:]]
        return Tokens(tokens, gap=0)

    def built(self, buildings: Sequence[Mapping[str, Any]]) -> Tokens:
        """Buildings by colour, with their side; the first of a colour has its letter."""
        tokens: list[Text] = []
        for colour in COLOUR_KEYS:
            rows = [row for row in buildings if self.building(row["card"]).colour == colour]
            for k, row in enumerate(rows):
                name = self.name(self.building(row["card"])) + SIDE[row["side"]]
                token = Text(f"{LETTER[colour]} " if k == 0 else "", f"bold {STYLES[colour]}")
                tokens.append(token.append(name, f"not bold {STYLES[colour]}"))
        return Tokens(tokens)
