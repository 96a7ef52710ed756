"""`baumeister score`: a score pad for a game with real cards, asked for or read from a file."""

from __future__ import annotations

import argparse
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from baumeister.cli.arguments import GAME_NAMES, Parser, add_language, name_list, one_of
from baumeister.cli.screens.registry import screen_of
from baumeister.cli.screens.score_sheet import score_sheets
from baumeister.cli.screens.terminal import Terminal
from baumeister.cli.screens.words import word
from baumeister.games import GAMES
from baumeister.games.tybor.components import (
    COLOUR_KEYS,
    COLOUR_LETTERS,
    OBJECTIVES,
    PROFESSIONS,
    SCENARIOS,
    standard,
)
from baumeister.kernel.data import DataError
from baumeister.kernel.glossary import LANGUAGES, join, say
from baumeister.play import ToldError, game
from baumeister.play.score_pad import (
    MOST_CITIZENS,
    MOST_LINE,
    MOST_MONTHS,
    MOST_POINTS,
    MOST_PRESTIGE,
    MOST_STRENGTH,
    Result,
    read_file,
    score,
)
from baumeister.play.table import checked_names

T = TypeVar("T")
Entry = dict[str, Any]
COLOUR_SYMBOLS = OBJECTIVES["four_equal_colour_symbols"]
PRINTED = re.compile(rf"([{COLOUR_LETTERS}])(\d{{1,2}})")


def add_arguments(parser: Parser) -> None:
    """The arguments of `score`."""
    language = parser.language
    names = one_of(tuple(GAMES), language)
    parser.add_argument("game", metavar=GAME_NAMES, type=names, help=word("option.game", language))
    parser.add_argument(
        "file", metavar="FILE", type=Path, nargs="?", help=say("score.option.file", language)
    )
    parser.add_argument("--json", action="store_true", help=say("score.option.json", language))
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Score one game."""
    terminal = Terminal(args.lang)
    if args.file is not None:
        result = score(args.game, read_file(args.file), str(args.file))
    else:
        pad = {"tybor": TyborPad, "samara": SamaraPad}[args.game](terminal)
        result = pad.result()
    if args.json:
        print(json.dumps(result.json(args.lang), ensure_ascii=False))
    else:
        show(result, terminal)
    return 0


def show(result: Result, terminal: Terminal) -> None:
    """The sheets, and who has won."""
    language = terminal.language
    told, screen = result.json(language), screen_of(game(result.game), language)
    sheets = [
        {**sheet, "tiebreak": "–" if sheet["tiebreak"] is None else sheet["tiebreak"]}
        for sheet in told["sheets"]
    ]
    winners = () if result.undecided else result.winners
    terminal.show(
        score_sheets(
            result.names,
            sheets,
            screen.score_name,
            screen.tiebreak(),
            language,
            winners,
            terminal.width,
        )
    )
    names = join([result.names[seat] for seat in result.winners], language)
    key = "undecided" if result.undecided else "winner" if len(winners) == 1 else "winners"
    terminal.line(say(f"score.{key}", language, names=names), "bold")


class Pad(ABC):
    """Asks for what lies on the table, one thing at a time; what is wrong is asked again."""

    game: str

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.language = terminal.language

    @abstractmethod
    def result(self) -> Result:
        """Ask for everything, and score it."""

    def ask(self, key: str, read: Callable[[str], T], **values: object) -> T:
        """An answer that can be used."""
        while True:
            text = self.terminal.ask(f"{say(f'score.ask.{key}', self.language, **values)} ")
            try:
                return read(text)
            except ToldError as error:
                self.terminal.line(error.text(self.language), "yellow")

    def names(self) -> list[str]:
        """Who plays."""
        rules = GAMES[self.game]

        def read(text: str) -> list[str]:
            names = [name for name in name_list(text) if name]
            if not rules.least_players <= len(names) <= rules.most_players:
                values = {"least": rules.least_players, "most": rules.most_players}
                raise DataError("error.score.players", given=len(names), **values)
            return list(checked_names(names, len(names)))

        return self.ask("names", read)

    def heading(self, name: str) -> None:
        """Whose turn it is to be counted."""
        self.terminal.line("")
        self.terminal.line(name, "bold")


def number(low: int, high: int, default: int | None = None) -> Callable[[str], int]:
    """A reader of one whole number."""

    def read(text: str) -> int:
        if default is not None and not text:
            return default
        return numbers(1, low, high)(text)[0]

    return read


def numbers(length: int | None, low: int, high: int) -> Callable[[str], list[int]]:
    """A reader of so many whole numbers, with spaces or commas between them; none is all 0."""

    def read(text: str) -> list[int]:
        words = text.replace(",", " ").split()
        if not words and length != 1:
            return [0] * (length or 0)
        good = all(w.isdecimal() and low <= int(w[:6]) <= high for w in words)
        if not good or length not in (None, len(words)):
            raise DataError("error.score.numbers", n=length or "1 …", low=low, high=high)
        return [int(w) for w in words]

    return read


# --- Tybor ------------------------------------------------------------------------------------
class TyborPad(Pad):
    """Buildings, citizens, strength, objectives."""

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


# --- Samara -----------------------------------------------------------------------------------
class SamaraPad(Pad):
    """Prestige; the calendar only if that is a tie."""

    game = "samara"

    def result(self) -> Result:
        """Ask for everything, and score it."""
        names = self.names()
        players: list[Entry] = []
        for name in names:
            tiles = self.ask("tiles", numbers(None, 0, MOST_PRESTIGE), name=name)
            players.append({"name": name, "tiles": tiles})
        while True:
            try:
                result = score(self.game, {"player": players}, self.game)
            except DataError as error:
                self.terminal.line(error.text(self.language), "yellow")
            else:
                if not result.undecided:
                    return result
            best = max(sum(player["tiles"]) for player in players)
            for player in players:
                if sum(player["tiles"]) == best:
                    name = player["name"]
                    month = self.ask("month", number(0, MOST_MONTHS), name=name)
                    place = self.ask("place", number(1, MOST_LINE), name=name)
                    player["next"] = {"month": month, "place": place}
