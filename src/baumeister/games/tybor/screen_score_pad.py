"""`baumeister score tybor`: asks for what lies on a real table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from baumeister.cli.screens.score_pad import Entry, PadPrompt, number, numbers
from baumeister.games.tybor.components import (
    COLOUR_KEYS,
    COLOUR_LETTERS,
    COLOUR_SYMBOLS,
    PROFESSIONS,
    SCENARIOS,
    standard,
)
from baumeister.games.tybor.score_pad import MOST_CITIZENS, MOST_POINTS, MOST_STRENGTH
from baumeister.kernel.data import DataError
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.play.score_pad import Result, score

PRINTED = re.compile(rf"([{COLOUR_LETTERS}])(\d{{1,2}})")


class TyborPadPrompt(PadPrompt):
    """Asks for buildings, citizens, strength and objectives."""

    game = "tybor"

    def result(self) -> Result:
        """Ask for everything, and score it."""
        names = self.names()
        entered: Entry = self._story_cards()
        played = self._objectives(entered)
        entered["player"] = [self._player(name, COLOUR_SYMBOLS in played) for name in names]
        return score(self.game, entered, self.game)

    def _story_cards(self) -> Entry:
        cards = standard()
        for n, card in enumerate(cards.scenarios, 1):
            self.terminal.item(f"{n}  {getattr(card, self.language)}")
        scenario = self.ask("scenario", number(0, len(cards.scenarios), 0))
        chapter = self.ask("chapter", number(0, len(cards.chapters), 0))
        entered: Entry = {}
        if scenario:
            entered["scenario"] = cards.scenarios[scenario - 1].key
        if chapter:
            entered["chapter"] = chapter
        return entered

    def _objectives(self, entered: Entry) -> list[int]:
        """The lines of the public objectives that are played."""
        cards, box = standard(), standard().box
        keys = [card.key for card in cards.scenarios]
        played = [box.objective[keys.index(entered["scenario"])]] if "scenario" in entered else []
        if "chapter" in entered:
            played.append(box.objective[SCENARIOS + entered["chapter"] - 1])
        return played

    def _player(self, name: str, with_colours: bool) -> Entry:
        self.heading(name)
        player: Entry = {"name": name, "building": self._buildings()}
        counts = self.ask("citizens", numbers(len(PROFESSIONS), 0, MOST_CITIZENS))
        player["citizens"] = dict(zip(PROFESSIONS, counts, strict=True))
        if with_colours:
            symbols = self.ask("colours", numbers(len(COLOUR_KEYS), 0, MOST_CITIZENS))
            player["colours"] = dict(zip(COLOUR_KEYS, symbols, strict=True))
        player["strength"] = self.ask("strength", number(0, MOST_STRENGTH, 0))
        if objective := self.ask("objective", _objective):
            player["objective"] = objective
        return player

    def _buildings(self) -> list[Entry]:
        found: list[Entry] = []
        while building := self.ask(
            "building" if found else "first_building", read_building, n=len(found) + 1
        ):
            found.append(building)
        return found


def _objective(text: str) -> str:
    """Three different colours; none if it is not known."""
    letters = text.upper().replace(" ", "").replace(",", "")
    if letters and (len(letters) != 3 or len(set(letters) & set(COLOUR_LETTERS)) != 3):
        raise DataError("error.score.objective", text=text[:40], letters=COLOUR_LETTERS)
    return letters


def _plain(name: str) -> str:
    return name.casefold().replace(" ", "").replace("-", "")


def _meanings() -> dict[str, tuple[str, str]]:
    """What a word says of a building, in every language: its side, bonus or symbol."""
    found = {"gross": ("side", "great")}
    keys = [("side", side, f"tybor.{side}") for side in ("little", "great")]
    keys += [("bonus", b, f"tybor.bonus.{b}") for b in ("recruit", "majority", "set", "pair")]
    keys += [("bonus", f"symbol {p}", f"tybor.profession.{p}") for p in PROFESSIONS]
    for what, value, key in keys:
        for language in LANGUAGES:
            found[_plain(say(key, language))] = (what, value)
    return found


def read_building(text: str) -> Entry:
    """A building as people write it: `G5 pair great`, or a name as in this program's data;
    nothing for an empty line."""
    meanings = _meanings()
    words = text.split()
    building: Entry = {}
    rest = []
    for written in words:
        printed = PRINTED.fullmatch(written.upper())
        if printed is not None:
            building["colour"] = COLOUR_KEYS[COLOUR_LETTERS.index(printed[1])]
            building["points"] = min(int(printed[2]), MOST_POINTS)
        elif _plain(written) in meanings:
            what, value = meanings[_plain(written)]
            building[what] = value
        else:
            rest.append(written)
    if rest:
        building = {**_named(rest, text), **building}
    if words and "points" not in building:
        raise DataError("error.score.building", text=text[:60])
    return building


def _named(words: Sequence[str], text: str) -> Entry:
    """The printed values of a building that is known by its name."""
    name = _plain("".join(words))
    for known in standard().buildings:
        if name in (_plain(known.en), _plain(known.de)):
            return {"points": known.points, "colour": known.colour, "bonus": known.bonus}
    raise DataError("error.score.building", text=text[:60])


PAD = TyborPadPrompt
