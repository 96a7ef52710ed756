"""Cards, colours and buildings of Tybor in letters and signs, for texts and pictures.

Colours always have a letter too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.text import Text

from baumeister.envs.render.tokens import NOTHING, Tokens
from baumeister.games.tybor.components import (
    COLOUR_KEYS,
    COLOUR_LETTERS,
    PROFESSION_CODES,
    PROFESSIONS,
    Building,
    Character,
    Components,
)
from baumeister.games.tybor.texts import ROMAN
from baumeister.kernel.glossary import say

STYLES = {"green": "green", "yellow": "yellow", "blue": "bright_blue", "red": "red"}
LETTER = dict(zip(COLOUR_KEYS, COLOUR_LETTERS, strict=True))
SIDE = {"little": "▵", "great": "▲"}
View = Mapping[str, Any]


class CardLabels:
    """Finds cards by their codes and writes them; says where the game is."""

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

    def points(self, building: Building, great: bool) -> int:
        """T6.1 What a side of a building is worth."""
        return building.points + (self.components.box.great_bonus if great else 0)

    def bonus(self, building: Building) -> str:
        """A building's sign in one word."""
        kind, _, profession = building.bonus.partition(" ")
        if profession:
            return "+" + say(f"tybor.profession.{profession}", self.language)
        return say(f"tybor.bonus.{kind}", self.language) if kind else ""

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

    def display(self, view: View) -> Sequence[Mapping[str, Any]]:
        """T3.4 The buildings on display by colour."""
        rows: list[Mapping[str, Any]] = view["display"]
        return sorted(rows, key=lambda row: COLOUR_KEYS.index(row["colour"]))

    # --- where the game is ------------------------------------------------------------------
    def title(self, key: str) -> str:
        """A word of the game with a capital."""
        word = say(f"tybor.{key}", self.language)
        return word[0].upper() + word[1:]

    def scenario(self, view: View) -> str:
        """The name of the scenario."""
        key = view["options"]["scenario"]
        card = next(card for card in self.components.scenarios if card.key == key)
        return str(getattr(card, self.language))

    def chapter(self, view: View) -> str:
        """The number and the name of the chapter."""
        number = view["options"]["chapter"]
        return f"{ROMAN[number - 1]} {getattr(self.components.chapters[number - 1], self.language)}"

    def story(self, view: View) -> str:
        """Scenario and chapter."""
        return f"{self.scenario(view)} · {self.title('chapter')} {self.chapter(view)}"

    def moment(self, view: View) -> str:
        """Stage and round, or that the game is over."""
        if view["phase"] == "over":
            return say("cli.over", self.language)
        turn = say("cli.round_of", self.language, round=view["round"], rounds=view["rounds"])
        return f"{self.title('stage')} {ROMAN[view['stage'] - 1]} · {turn}"

    def direction(self, view: View) -> str:
        """T4.2 The direction of play."""
        return say(f"tybor.{view['direction'].replace('-', '_')}", self.language)

    def piles(self, view: View) -> str:
        """How many cards lie where."""
        count = {"pile": view["pile"], "discard": len(view["discard"])}
        return say("cli.piles", self.language, **count, buildings=view["building_pile"])
