"""Story mode: the chapters in order with the same players, remembering who won (T2.2)."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from baumeister.kernel.errors import EnglishOnly, Message, UserError
from baumeister.kernel.options import OptionError
from baumeister.play import records
from baumeister.play.files import replace_file, text_of
from baumeister.play.game import Game
from baumeister.play.table import Table, checked_names, checked_seed

FORMAT, VERSION = "baumeister-story", 1
CHAPTERS = 8  # T1.3
MAX_BYTES = 4_000_000  # eight results and one running game are far less


class StoryError(UserError, ValueError):
    """A story that cannot be used; the message says where and why."""


@dataclass(frozen=True)
class ChapterResult:
    """How a chapter ended: total points by seat, and the seats that won."""

    chapter: int
    scenario: str
    seed: str
    scores: list[int]
    winners: list[int]


@dataclass
class Story:
    """A story from chapter I to VIII."""

    game: str
    rules_version: int
    data_version: str
    names: list[str]
    seed: str
    scenario: str | None = None  # the same in all chapters, or drawn for each
    chapters: list[ChapterResult] = field(default_factory=list)
    running: str | None = None  # the text record of a chapter that has begun

    @classmethod
    def new(
        cls,
        game: Game,
        names: Sequence[str],
        seed: int | str | None = None,
        scenario: str | None = None,
    ) -> Story:
        """A story that has not begun."""
        return cls(
            game.name,
            game.rules.rules_version,
            game.data_version,
            list(checked_names(names, len(names))),
            secrets.token_hex(32) if seed is None else checked_seed(seed),
            scenario,
        )

    @property
    def over(self) -> bool:
        """Whether chapter VIII has been played."""
        return len(self.chapters) == CHAPTERS

    @property
    def next_chapter(self) -> int:
        """The chapter to be played now."""
        return len(self.chapters) + 1

    def chapter_seed(self, chapter: int) -> str:
        """The seed of a chapter; it is published at the end and does not reveal the next one."""
        return hashlib.sha256(f"{self.seed}/chapter/{chapter}".encode()).hexdigest()

    def open(self, game: Game, data: Path | None = None) -> Table:
        """The table of the next chapter, as far as it has been played."""
        self._check_game(game)
        if self.running is None:
            chapter = self.next_chapter
            return game.new(
                len(self.names),
                self.chapter_seed(chapter),
                self.names,
                scenario=self.scenario,
                chapter=chapter,
            )
        try:
            [table] = records.read(self.running, data)
        except records.RecordError as error:
            raise StoryError("error.story.running", problem=error) from None
        if list(table.names) != self.names or table.options.get("chapter") != self.next_chapter:
            raise StoryError("error.story.other_chapter", chapter=self.next_chapter)
        return table

    def _check_game(self, game: Game) -> None:
        ours = game.data_version
        if self.rules_version != game.rules.rules_version:
            versions = {"theirs": self.rules_version, "ours": game.rules.rules_version}
            raise StoryError("error.story.rules_version", **versions)
        if self.data_version != ours:
            raise StoryError("error.story.data_version", theirs=self.data_version, ours=ours)

    def keep(self, table: Table) -> None:
        """Remember the state of the present chapter, or the result of a finished one."""
        if not table.over:
            self.running = records.to_text(table)
            return
        self.running = None
        result = ChapterResult(
            self.next_chapter,
            table.options["scenario"],
            table.seed,
            [score["total"] for score in table.scores()],
            table.winners,
        )
        self.chapters.append(result)

    def wins(self) -> list[int]:
        """How many chapters each seat has won; a shared win counts for all who share it."""
        return [
            sum(seat in result.winners for result in self.chapters)
            for seat in range(len(self.names))
        ]

    def leaders(self) -> list[int]:
        """The seats that have won most chapters; all that are tied."""
        wins = self.wins()
        return [seat for seat, won in enumerate(wins) if won == max(wins)]

    # --- the file -------------------------------------------------------------------------
    def save(self, path: Path) -> None:
        """Write the story; the file is the old one or the new one, never half of it."""
        text = json.dumps(
            {"format": FORMAT, "version": VERSION, **asdict(self)}, indent=1, ensure_ascii=False
        )
        replace_file(path, text + "\n")

    @classmethod
    def load(cls, path: Path) -> Story:
        """Read a story; StoryError names the file, the place and the reason."""
        text = text_of(path, MAX_BYTES, Message("error.story.too_large"), StoryError)
        try:
            return cls.parse(text)
        except StoryError as error:
            raise StoryError("error.file.at", path=path, problem=error) from None

    @classmethod
    def parse(cls, text: str) -> Story:
        """The story that is written in a text."""
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            problem = EnglishOnly(error.msg, Message("error.story.column", column=error.colno))
            raise StoryError("error.story.not_json", line=error.lineno, problem=problem) from None
        except RecursionError:
            raise StoryError("error.story.too_deep") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise StoryError("error.story.no_story", format=FORMAT)
        if data.get("version") != VERSION:
            versions = {"theirs": data.get("version"), "ours": VERSION}
            raise StoryError("error.story.version", **versions)
        names = _names(data)
        chapters = data.get("chapters")
        if not isinstance(chapters, list) or len(chapters) > CHAPTERS:
            raise StoryError("error.story.chapters", most=CHAPTERS)
        results = [_result(row, k + 1, len(names)) for k, row in enumerate(chapters)]
        if len(results) == CHAPTERS and data.get("running") is not None:
            raise StoryError("error.story.over")
        return cls(
            _typed(data, "game", str),
            _typed(data, "rules_version", int),
            _typed(data, "data_version", str),
            names,
            _typed(data, "seed", str),
            _typed(data, "scenario", str, optional=True),
            results,
            _typed(data, "running", str, optional=True),
        )


def _names(data: Mapping[str, Any]) -> list[str]:
    names = data.get("names")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise StoryError("error.story.names")
    try:
        return list(checked_names(names, len(names)))
    except OptionError as error:
        raise StoryError("error.story.bad_names", problem=error) from None


def _typed(row: Mapping[str, Any], key: str, kind: type, optional: bool = False) -> Any:
    value = row.get(key)
    if optional and value is None:
        return None
    if type(value) is not kind:
        values = {"key": key, "value": value}
        raise StoryError("error.story.text" if kind is str else "error.story.number", **values)
    return value


def _result(row: object, chapter: int, players: int) -> ChapterResult:
    """One row of `chapters`, checked."""
    if not isinstance(row, dict):
        raise StoryError("error.story.object", row=chapter)
    try:
        if _typed(row, "chapter", int) != chapter:
            raise StoryError("error.story.chapter", chapter=chapter, given=row["chapter"])
        scores, winners = row.get("scores"), row.get("winners")
        if not isinstance(scores, list) or [type(score) for score in scores] != [int] * players:
            raise StoryError("error.story.scores", n=players)
        good = isinstance(winners, list) and all(type(seat) is int for seat in winners)
        if not good or not winners or sorted(set(winners) & set(range(players))) != winners:
            raise StoryError("error.story.winners", last=players - 1)
        if any(scores[seat] != max(scores) for seat in winners):
            raise StoryError("error.story.most_points")
        return ChapterResult(
            chapter, _typed(row, "scenario", str), _typed(row, "seed", str), scores, winners
        )
    except StoryError as error:
        raise StoryError("error.story.in_chapters", row=chapter, problem=error) from None
