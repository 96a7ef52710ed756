"""A course: lessons of self-play, training and measuring, in a folder from which it can resume.

A lesson depends only on the settings, its number and the previous network. Finished work is on disk
(`write`), so a course that is interrupted, even by force, resumes with the same games and produces
the same weights; only unfinished chunks of games, or a training, are repeated.

    course.json          settings, versions, and what each lesson brought
    networks/0003.npz    the network after lesson 3, exact
    games/0003/*.npz     its games of self-play, in chunks
    weights.npz          the network of the last lesson, as it is shipped
    card.json            how it was made and how strong it is
    curves.json, .png    how the course went
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter
from typing import Any

from baumeister.bots.network import Fit, Network, from_bytes, load
from baumeister.lab.distributed.scheduler import Scheduler
from baumeister.lab.distributed.versions import code_digest, differences, game_version, made_with
from baumeister.lab.learning.curves import draw, points
from baumeister.lab.learning.measuring import Measured, measure
from baumeister.lab.learning.self_play import Chunk, play_chunk, warm_up
from baumeister.lab.learning.training import Progress, SelfPlayGames, empty, train
from baumeister.lab.series import game_of
from baumeister.play import OptionError

COURSE, WEIGHTS, CARD = "course.json", "weights.npz", "card.json"
GAMES = "games"  # the folder
PACKAGES = ("numpy", "numba", "torch")  # that affect the weights
FINAL_PLAYERS = (2, 3, 4)


@dataclass(frozen=True)
class CourseSettings:
    """What a course depends on."""

    game: str
    seed: str = "0"
    games: int = 400  # of self-play in a lesson
    walks: int = 100  # iterations of the search for each decision
    chunk: int = 10  # games in one task
    window: int = 8  # lessons whose games are learned from
    passes: int = 5  # over these games; the best counts
    first: int = 128  # the size of the hidden layers
    second: int = 128
    residual: bool = True  # start from the greedy bot's judgement
    deals: int = 200  # to measure a lesson with
    players: tuple[int, ...] = ()  # the numbers of players of self-play; empty: all


@dataclass(frozen=True)
class Lesson:
    """What a lesson brought."""

    number: int
    decisions: int  # in its games of self-play
    progress: tuple[Progress, ...]  # by pass
    share: tuple[float, float, float]  # of the win against the greedy bot, with its interval
    seconds: float


class Watcher:
    """Receives the progress of a course. This one ignores it."""

    def began(self, lesson: int) -> None:
        """A lesson has begun."""

    def played(self, games: int, planned: int) -> None:
        """So many games of self-play are there."""

    def trained(self, passes: int, planned: int, progress: Progress) -> None:
        """So many passes over the games have been made."""

    def ended(self, lesson: Lesson) -> None:
        """A lesson has ended."""


class Course:
    """A course in its folder, new or resumed."""

    def __init__(self, folder: Path, settings: CourseSettings, resume: bool) -> None:
        self.folder, self.settings = folder, settings
        self.lessons: list[Lesson] = []
        self._begun_with = made_with(*PACKAGES)
        self.fit = Fit.of(settings.game)
        kept = self.folder / COURSE
        self.is_new = not kept.exists()
        if not self.is_new:
            if not resume:
                raise OptionError("learn.error.exists", folder=folder)
            self._read(kept)
        else:
            if any((folder / GAMES).rglob("*.npz")):  # of another course
                raise OptionError("learn.error.no_course", folder=folder, name=COURSE)
            folder.mkdir(parents=True, exist_ok=True)
            seed = int.from_bytes(settings.seed.encode()) % 2**32
            start = empty(self.fit, (settings.first, settings.second), seed, settings.residual)
            write(self._network_file(0), start.to_bytes(exact=True))
            self._keep()

    @property
    def other_versions(self) -> list[str]:
        """Packages whose versions differ from those at the start, so that weights may differ."""
        was, here = self._begun_with, made_with(*PACKAGES)
        return [f"{name} {was.get(name)} → {here.get(name)}" for name in differences(was, here)]

    @property
    def seconds(self) -> float:
        """What the finished lessons took."""
        return sum(lesson.seconds for lesson in self.lessons)

    @property
    def network(self) -> Network:
        """The network after the last finished lesson."""
        return self._load(len(self.lessons))

    # --- the lessons ----------------------------------------------------------------------
    def run(self, scheduler: Scheduler, watcher: Watcher, more: Callable[[], bool]) -> None:
        """Lesson after lesson as long as there should be more."""
        warm_up(next(self._chunks(self.network.to_bytes(), 1)))
        while more():
            self._lesson(scheduler, watcher)

    def _lesson(self, scheduler: Scheduler, watcher: Watcher) -> None:
        settings, number, begin = self.settings, len(self.lessons) + 1, perf_counter()
        watcher.began(number)
        before = self.network
        self._self_play(scheduler, before.to_bytes(), number, watcher)
        files = [
            file
            for lesson in range(max(1, number - settings.window + 1), number + 1)
            for file in sorted(self._games_folder(lesson).glob("*.npz"))
        ]
        games = SelfPlayGames(files)
        done = iter(range(1, settings.passes + 1))
        learned, progress = train(
            before,
            games,
            settings.passes,
            number,
            lambda one: watcher.trained(next(done), settings.passes, one),
        )
        write(self._network_file(number), learned.to_bytes(exact=True))
        share = measure(self.rounded(number), 2, settings.deals, "measured").share
        lesson = Lesson(
            number,
            int((games.arrays["games"] >= (number - 1) * settings.games).sum()),
            tuple(progress),
            (share.value, share.low, share.high),
            perf_counter() - begin,
        )
        self.lessons.append(lesson)
        self._keep()
        write(self.folder / WEIGHTS, learned.to_bytes())
        self._draw()
        watcher.ended(lesson)

    def rounded(self, lesson: int) -> Network:
        """The network after a lesson, rounded as in the shipped file."""
        return from_bytes(self._load(lesson).to_bytes())

    def _self_play(
        self, scheduler: Scheduler, network: bytes, number: int, watcher: Watcher
    ) -> None:
        """The games of a lesson that are not there yet."""
        settings, folder = self.settings, self._games_folder(number)
        folder.mkdir(parents=True, exist_ok=True)
        chunks = list(self._chunks(network, number))
        missing = [chunk for chunk in chunks if not (folder / chunk.name).exists()]
        games = settings.games - sum(chunk.end - chunk.first for chunk in missing)
        watcher.played(games, settings.games)
        for outcome in scheduler.run(play_chunk, missing):
            if outcome.result is not None:
                write(folder / outcome.task.name, outcome.result)
                games += outcome.task.end - outcome.task.first
                watcher.played(games, settings.games)
            elif outcome.problem is not None and not outcome.again:
                raise outcome.problem

    def _chunks(self, network: bytes, number: int) -> Iterator[Chunk]:
        settings = self.settings
        first, end = (number - 1) * settings.games, number * settings.games
        for k in range(first, end, settings.chunk):
            last = min(end, k + settings.chunk)
            yield Chunk(
                settings.game, settings.seed, k, last, settings.walks, network, settings.players
            )

    # --- the end --------------------------------------------------------------------------
    def graduate(self, command: str) -> list[Measured]:
        """Measure the last network with several numbers of players and write its card."""
        network, played = self.rounded(len(self.lessons)), game_of(self.settings.game, None)
        measured = [measure(network, n, self.settings.deals, "final") for n in FINAL_PLAYERS]
        write(self.folder / WEIGHTS, network.to_bytes())
        self._draw()  # in case the course was stopped just before
        card = {
            "what": "policy and value network for Baumeister; docs/learning.md",
            **asdict(self.fit),
            "rules_version": played.rules.rules_version,
            "data_version": played.data_version,
            "command": command,
            "settings": asdict(self.settings),
            "lessons": len(self.lessons),
            "games": len(self.lessons) * self.settings.games,
            "decisions": sum(lesson.decisions for lesson in self.lessons),
            "minutes": round(self.seconds / 60, 1),
            "made_with": made_with(*PACKAGES),
            "against_greedy": [
                {
                    "players": one.players,
                    "games": one.games,
                    "share_of_the_win": [
                        round(number, 4)
                        for number in (one.share.value, one.share.low, one.share.high)
                    ],
                }
                for one in measured
            ],
        }
        write(self.folder / CARD, (json.dumps(card, indent=1) + "\n").encode())
        return measured

    def _draw(self) -> None:
        data = points(self.lessons)
        write(self.folder / "curves.json", (json.dumps(data, indent=1) + "\n").encode())
        picture = draw(data, self.settings.game)
        if picture is not None:
            write(self.folder / "curves.png", picture)

    # --- files ----------------------------------------------------------------------------
    @property
    def _program(self) -> dict[str, str]:
        """The rules and data of the game, and all code: a course needs the same throughout."""
        return {"version": game_version(self.settings.game), "code": code_digest()}

    def _network_file(self, lesson: int) -> Path:
        return self.folder / "networks" / f"{lesson:04d}.npz"

    def _load(self, lesson: int) -> Network:
        return load(self._network_file(lesson))

    def _games_folder(self, lesson: int) -> Path:
        return self.folder / GAMES / f"{lesson:04d}"

    def _keep(self) -> None:
        kept = {
            "settings": asdict(self.settings),
            "fit": asdict(self.fit),
            **self._program,
            "made_with": self._begun_with,
            "lessons": [asdict(lesson) for lesson in self.lessons],
        }
        write(self.folder / COURSE, (json.dumps(kept, indent=1) + "\n").encode())

    def _read(self, path: Path) -> None:
        """Resume from the folder; OptionError if it holds another course, or is damaged."""
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            settings, fit = dict(kept["settings"]), Fit(**kept["fit"])
            begun_with = dict(kept["made_with"])
            lessons = [_lesson(row) for row in kept["lessons"]]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise OptionError("learn.error.damaged", path=path) from error
        ours = json.loads(json.dumps(asdict(self.settings)))
        for name in differences(ours, settings):
            values = {"name": name, "theirs": settings.get(name), "ours": ours.get(name)}
            raise OptionError("learn.error.settings", folder=self.folder, **values)
        for name, own in self._program.items():
            if kept.get(name) != own:
                values = {"name": name, "theirs": kept.get(name), "ours": own}
                raise OptionError("learn.error.program", folder=self.folder, **values)
        replace(self._load(0), fit=fit).check(self.fit)
        self._begun_with, self.lessons = begun_with, lessons


def _lesson(row: Mapping[str, Any]) -> Lesson:
    """A lesson from the file."""
    progress = tuple(Progress(**one) for one in row["progress"])
    value, low, high = row["share"]
    return Lesson(**{**row, "progress": progress, "share": (value, low, high)})


def write(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
