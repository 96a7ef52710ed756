"""Series of games between bots: their seats, how a game is played, and its result.

Game k of a series is the same whatever the number of games and processes, compiled or at a table.
"""

from __future__ import annotations

import operator
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

from baumeister.bots import BOTS, Bot, Titles, bot_named, bot_seed, looks_ahead
from baumeister.bots.policies import POLICIES
from baumeister.bots.search import Budget
from baumeister.bots.search_bot import SearchBot
from baumeister.kernel import rule
from baumeister.kernel.errors import Message, Translatable
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.lab.bot_process import (
    DEFAULT_LIMITS,
    BotLimits,
    BotProcess,
    BotProcessError,
    NoSuchBot,
    check_bot,
    close_bot,
    exit_message,
    is_custom,
    open_bot,
)
from baumeister.lab.distributed.scheduler import WorkerDied
from baumeister.lab.distributed.task_files import own_modules
from baumeister.lab.fast_games import FastGames, GameResult
from baumeister.lab.tracebacks import what
from baumeister.play import Game, OptionError, Table, game

MAX_BOT_NAME = 36  # a name at the table has 40 characters at most, a seat and a space included
KEY = re.compile(r"\+[0-9a-f]{32}")  # of a seed that nobody can guess: 128 random bits


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
    limits: BotLimits = DEFAULT_LIMITS  # of custom bots

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


class BotFailure(Translatable, Exception):
    """A bot that did not answer, or not with a legal action; says where, in both languages."""

    def __init__(self, bot: str, seed: str, seat: int, move: int, why: Mapping[str, str]) -> None:
        super().__init__(bot, seed, seat, move, why)
        self.bot = bot
        self.seed = seed  # of the game; empty while it is secret
        self.seat = seat
        self.move = move  # moves made before, forced ones included, and this one
        self.why = why  # by language

    def text(self, language: str = "en") -> str:
        """Where and why, in one line."""
        where = {"bot": self.bot, "seat": self.seat, "move": self.move, "seed": self.seed}
        key = "lab.bot_failed" if self.seed else "lab.bot_failed_here"
        return say(key, language, **where, why=self.why[language])

    def __str__(self) -> str:
        return self.text()


# --- the seed ---------------------------------------------------------------------------------
def keyed_seed(seed: str, bots: Iterable[str]) -> str:
    """The seed of a run with these bots: `SEED+KEY` with a new random key if one is custom.

    Such a bot could try out short seeds until one gives the cards that it sees, and would know all
    cards. A seed that has a key already stays as it is, so a run can be repeated.
    """
    if has_key(seed) or not any(map(is_custom, bots)):
        return seed
    return f"{seed}+{secrets.token_hex(16)}"


def has_key(seed: str) -> bool:
    """Whether a seed ends with a key."""
    return KEY.fullmatch(seed[-33:]) is not None


def without_key(seed: str) -> str:
    """The seed that somebody has chosen."""
    return seed[:-33] if has_key(seed) else seed


# --- the bots ---------------------------------------------------------------------------------
def known_bots(names: Iterable[str]) -> tuple[str, ...]:
    """The bots that these names mean; OptionError for one that does not exist or cannot play."""
    known: dict[str, str] = {}
    return tuple(known.get(name) or known.setdefault(name, _known(name)) for name in names)


def _known(name: str) -> str:
    kind = bot_named(name)
    if kind is None:
        raise OptionError("error.bot.unknown", name=name, names=Titles(BOTS))
    if is_custom(kind):
        _check_custom(kind)
    elif looks_ahead(kind) and not rule.can_compile():
        others = Titles(bot for bot in BOTS if not looks_ahead(bot))
        raise OptionError("error.bot.needs_numba", name=name, names=others)
    return kind


def _check_custom(name: str) -> None:
    """OptionError if this is not a bot. Modules in the current directory are found."""
    try:
        check_bot(name)
    except NoSuchBot as error:
        raise OptionError("error.quote", problem=error) from error
    except BotProcessError as error:
        raise OptionError("error.bot.broken", name=name, problem=error) from error


def series_bots(text: str, players: int) -> tuple[str, ...]:
    """`--bots`: one bot for all seats, or one for each; OptionError says what would be right."""
    names = [name.strip() for name in text.split(",")]
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise OptionError("error.bot.number", n=len(names), players=players)
    return known_bots(names)


# --- playing ----------------------------------------------------------------------------------
class Watch:
    """Measures how long each seat has thought, and about how many questions."""

    def __init__(self, players: int) -> None:
        self.seconds = [0.0] * players
        self.answers = [0] * players

    def answered(self, seat: int, seconds: float) -> None:
        """A seat has decided."""
        self.seconds[seat] += seconds
        self.answers[seat] += 1


def play_game(series: Series, played: Game, k: int, watch: Watch | None = None) -> Table:
    """Game k at a table, with all its events; BotFailure if a bot does not play by the rules."""
    table = played.new(series.players, series.game_seed(k), series.names(), **series.options)
    watch = watch or Watch(series.players)
    with ExitStack() as stack:
        bots: list[Bot] = []
        for seat, name in enumerate(series.bots):
            bots.append(open_bot(name, bot_seed(table.seed, seat), series.limits))
            stack.callback(close_bot, bots[-1])
        for seat, bot in enumerate(bots):
            if isinstance(bot, BotProcess):
                with _failing(table, seat, bot.name, table.seed):
                    bot.start()
        while not table.over:
            seat = table.waiting_for[0]
            begin = perf_counter()
            action = ask(bots[seat], table, seat, series.bots[seat], table.seed)
            watch.answered(seat, perf_counter() - begin)
            table.play(seat, action)
    return table


def ask(bot: Bot, table: Table, seat: int, name: str = "", seed: str = "") -> int:
    """What a bot does in this seat, as a legal action; BotFailure if it does not answer with one.

    The failure names the bot `name`, and the game by `seed` unless that is secret.
    """
    name = name or str(getattr(bot, "name", type(bot).__name__))
    view = table.seat_view(seat)
    with _failing(table, seat, name, seed):
        answer: Any = bot.decide(view)
        action = None if isinstance(answer, bool) else _index(answer)
        if action is not None and action in view.legal:
            return action
        why = _not_legal(table, seat, action, answer)
    raise BotFailure(name, seed, seat, len(table.moves) + 1, why)


@contextmanager
def _failing(table: Table, seat: int, name: str, seed: str) -> Iterator[None]:
    """Turn whatever a bot raises into a BotFailure."""
    try:
        yield
    except BotProcessError as error:
        why = {language: error.text(language) for language in LANGUAGES}
        raise BotFailure(name, seed, seat, len(table.moves) + 1, why) from None
    except Exception as error:
        why = {language: what(error, language) for language in LANGUAGES}
        raise BotFailure(name, seed, seat, len(table.moves) + 1, why) from error


def _index(answer: Any) -> int | None:
    """A whole number of any kind, numpy's too."""
    try:
        return operator.index(answer)
    except TypeError:
        return None


def _not_legal(table: Table, seat: int, action: int | None, answer: object) -> dict[str, str]:
    """What is wrong with an answer, in both languages."""
    if action is None or not 0 <= action < table.rules.actions:
        shown = " ".join(repr(answer).split())[:80]
        return {language: say("lab.no_action", language, answer=shown) for language in LANGUAGES}
    reason = table.why_not(seat, action)
    move = table.game.notation(action)
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


def how_it_died(death: WorkerDied) -> Message:
    """How a process ended."""
    code = death.exit_code
    return Message("lab.died.lost") if code is None else exit_message(code)


@cache
def game_of(name: str, data: Path | None) -> Game:
    """A game with its components, read once in a process."""
    return game(name, data)


def compile_for(series: Series) -> None:
    """Compile what these games need, unless it is compiled: before several processes would each do
    it, before time is measured, and with a message about what people are waiting for."""
    if series.is_fast:
        how_they_end(series, [0])
        return
    with suppress(Exception):  # the game itself will tell
        ahead = {bot for bot in series.bots if _may_look_ahead(bot)}
        if ahead:
            network = any(asks_network(bot) for bot in ahead)
            _look_ahead_once(series.game, series.players, series.data, network)


def _may_look_ahead(bot: str) -> bool:
    """Whether a bot searches; a custom one, which is not imported here, if it can."""
    return _mentions_bots(bot) if is_custom(bot) else looks_ahead(bot)


@cache
def _mentions_bots(bot: str) -> bool:
    """Whether the files of a custom bot import our bots."""
    return any(b"baumeister.bots" in content for content in own_modules([bot]).values())


def asks_network(bot: str) -> bool:
    """Whether a bot that looks ahead asks the network, which is compiled as well. Custom bots count
    as asking."""
    made = None if is_custom(bot) else BOTS[bot]("")
    return made.asks_network if isinstance(made, SearchBot) else True


@cache
def _look_ahead_once(name: str, players: int, data: Path | None, network: bool) -> None:
    table = game_of(name, data).new(players, "warm-up")
    bot = SearchBot("warm-up", Budget(iterations=1), network)
    bot.decide(table.seat_view(table.waiting_for[0]))


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
