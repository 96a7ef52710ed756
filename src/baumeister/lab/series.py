"""Series of games between bots: who sits where, how a game of them is played, how it ends.

Game k of a series is the same whatever the number of games and processes, compiled or at a table.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from sysconfig import get_path
from time import perf_counter
from typing import Any

from baumeister.bots import Bot, BotError, bot_class, bot_seed, new_bot
from baumeister.bots.policies import POLICIES
from baumeister.lab.fast_games import FastGames, GameResult
from baumeister.play import Game, OptionError, Table, game
from baumeister.rules.glossary import LANGUAGES, say
from baumeister.rules.kernel import rule
from baumeister.rules.kernel.errors import Told, told

PACKAGE = Path(__file__).resolve().parents[1]
MAX_BOT_NAME = 36  # a name at the table has 40 characters at most, a seat and a space included


@dataclass(frozen=True)
class Series:
    """A series of games: game k of it is the same whatever the number of games and processes."""

    game: str
    players: int
    bots: tuple[str, ...]
    seed: str
    options: Mapping[str, Any] = field(default_factory=dict)
    data: Path | None = None
    compiled: bool = True

    def game_seed(self, k: int) -> str:
        """The seed of game k."""
        return f"{self.seed}/{k}"

    def names(self) -> list[str]:
        """Names for the bots: greedy 1, random 2, mybots.Clever 3 …"""
        names = [bot.replace(":", ".")[-MAX_BOT_NAME:] for bot in self.bots]
        return [f"{name} {seat + 1}" for seat, name in enumerate(names)]

    @property
    def is_fast(self) -> bool:
        """Whether its games can be played in compiled code."""
        return self.compiled and rule.can_compile() and set(self.bots) <= set(POLICIES)


class BotFailure(Told, Exception):
    """A bot that did not answer, or not with a legal action; says where, in both languages."""

    def __init__(self, bot: str, seed: str, seat: int, move: int, why: Mapping[str, str]) -> None:
        super().__init__(bot, seed, seat, move, why)
        self.bot = bot
        self.seed = seed
        self.seat = seat
        self.move = move  # moves made before, forced ones included, and this one
        self.why = why  # by language

    def text(self, language: str = "en") -> str:
        """Where and why, in one line."""
        where = {"bot": self.bot, "seat": self.seat, "move": self.move, "seed": self.seed}
        return say("lab.bot_failed", language, **where, why=self.why[language])

    def __str__(self) -> str:
        return self.text()


# --- the bots ---------------------------------------------------------------------------------
def check_bots(names: Iterable[str]) -> None:
    """OptionError for a name that is not a bot; modules in the current directory are found, by
    processes that are started later as well."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    for name in names:
        try:
            bot_class(name)
        except Exception as error:
            if isinstance(error, BotError):
                raise OptionError("error.quote", problem=error) from error
            raise OptionError("error.bot.broken", name=name, problem=what(error)) from error


def series_bots(text: str, players: int) -> tuple[str, ...]:
    """`--bots`: one bot for all seats, or one for each; OptionError says what would be right."""
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise OptionError("error.bot.number", n=len(names), players=players)
    check_bots(names)
    return tuple(names)


def chosen_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options of the game that the command line gives."""
    chosen = {
        "scenario": args.scenario,
        "chapter": args.chapter,
        "start_month": args.start_month,
        "specials": False if args.no_specials else None,
    }
    return {key: value for key, value in chosen.items() if value is not None}


# --- playing ----------------------------------------------------------------------------------
class Watch:
    """Somebody who looks on: how long each seat has thought, and about how many questions."""

    def __init__(self, players: int, asked: Callable[[int, int], None] | None = None) -> None:
        self.seconds = [0.0] * players
        self.answers = [0] * players
        self._asked = asked

    def asked(self, seat: int, move: int) -> None:
        """A seat begins to think."""
        if self._asked is not None:
            self._asked(seat, move)

    def answered(self, seat: int, seconds: float) -> None:
        """A seat has decided."""
        self.seconds[seat] += seconds
        self.answers[seat] += 1


def play_game(series: Series, played: Game, k: int, watch: Watch | None = None) -> Table:
    """Game k at a table, with all its events; BotFailure if a bot does not play by the rules."""
    table = played.new(series.players, series.game_seed(k), series.names(), **series.options)
    watch = watch or Watch(series.players)
    bots: list[Bot] = []
    for seat, name in enumerate(series.bots):
        with _failing(series, table, seat):
            bots.append(new_bot(name, bot_seed(table.seed, seat)))
    while not table.over:
        seat = table.waiting_for[0]
        view = table.seat_view(seat)
        watch.asked(seat, len(table.moves) + 1)
        begin = perf_counter()
        with _failing(series, table, seat):
            action = bots[seat].decide(view)
        watch.answered(seat, perf_counter() - begin)
        if action not in view.legal:
            raise _failure(series, table, seat, _not_legal(table, seat, action))
        table.play(seat, action)
    return table


@contextmanager
def _failing(series: Series, table: Table, seat: int) -> Iterator[None]:
    """Whatever a bot raises is a BotFailure."""
    try:
        yield
    except (Exception, SystemExit) as error:
        why = {language: what(error, language) for language in LANGUAGES}
        raise _failure(series, table, seat, why) from error


def _failure(series: Series, table: Table, seat: int, why: Mapping[str, str]) -> BotFailure:
    return BotFailure(series.bots[seat], table.seed, seat, len(table.moves) + 1, why)


def _not_legal(table: Table, seat: int, action: Any) -> dict[str, str]:
    """What is wrong with an answer, in both languages."""
    if not hasattr(action, "__index__") or not 0 <= action < table.rules.actions:
        answer = repr(action)[:80]
        return {language: say("lab.no_action", language, answer=answer) for language in LANGUAGES}
    reason = table.why_not(seat, int(action))
    move = table.rules.write_action(table.components, int(action))
    return {
        language: say(
            "lab.not_legal",
            language,
            move=move,
            clause="" if reason is None else reason.clause,
            reason="" if reason is None else reason.text(language),
        )
        for language in LANGUAGES
    }


def what(error: BaseException, language: str = "en") -> str:
    """An exception in one line, with the last line of the author's code that it went through."""
    lines = traceback.extract_tb(error.__traceback__)
    own = [(Path(line.filename), line.lineno) for line in lines if _is_own(Path(line.filename))]
    place = f" ({own[-1][0].name}:{own[-1][1]})" if own else ""
    text = " ".join(str(told(error, language)).split())
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"


def _is_own(file: Path) -> bool:
    """Whether a file is neither ours nor Python's."""
    installed = "site-packages" in file.parts
    ours = file.is_relative_to(PACKAGE) or str(file).startswith("<")
    return not ours and (installed or not file.is_relative_to(get_path("stdlib")))


@cache
def game_of(name: str, data: Path | None) -> Game:
    """A game with its components, read once in a process."""
    return game(name, data)


def how_they_end(series: Series, ks: Sequence[int]) -> list[GameResult]:
    """How these games end: compiled if possible, otherwise at tables."""
    played = game_of(series.game, series.data)
    if series.is_fast:
        fast = FastGames(played, series.players, series.bots)
        return fast.play([series.game_seed(k) for k in ks], series.options)
    return [result_of(play_game(series, played, k)) for k in ks]


def result_of(table: Table) -> GameResult:
    """How a game ended."""
    winners = table.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(table.names))]
    scores = [score["total"] for score in table.scores()]
    return GameResult(table.seed, tuple(scores), tuple(shares), len(table.moves))
