"""What runs in the process of a custom bot: it makes the bot and asks it.

Requests come as pickles, one after the other, and each is answered with one line of JSON. The
process knows only what they hold (bot_process.py) and ends when there are no more.
"""

from __future__ import annotations

import json
import operator
import os
import pickle
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, NamedTuple

from baumeister.bots import Bot, BotError, bot_class, new_bot
from baumeister.games import GAMES
from baumeister.kernel.glossary import LANGUAGES
from baumeister.kernel.struct import Struct
from baumeister.lab.tracebacks import what
from baumeister.play import Game, SeatView

OUT_OF_MEMORY = 77  # exit code
SHOWN = 80  # characters of an answer that is no action
LONGEST_TEXT = 500  # characters of an exception


class Load(NamedTuple):
    """Import a bot, which may look for modules on this path and use so much memory."""

    bot: str  # module:Class
    path: list[str]
    megabytes: int


class New(NamedTuple):
    """Make the bot."""

    seed: str


class SeatSetting(NamedTuple):
    """What stays the same in all views of a seat."""

    game: str
    components: Any
    seat: int
    names: tuple[str, ...]
    options: dict[str, Any]


class Decide(NamedTuple):
    """Ask the bot about what its seat sees."""

    setting: SeatSetting | None  # None if it is the same as before
    state: Struct  # all that is hidden from the seat is 0
    legal: tuple[int, ...]


Request = Load | New | Decide


def main() -> None:
    """The main function of the process."""
    requests, answers = _pipes()
    inbox: SimpleQueue[Request] = SimpleQueue()
    Thread(target=_read, args=(requests, inbox), daemon=True).start()
    host = BotHost()
    with suppress(OSError):  # nobody listens any more
        while True:
            answers.write(_answered(host, inbox.get()) + b"\n")
            answers.flush()
    os._exit(0)


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """The input and the output of this process, which the bot does not get: what it prints goes to
    the error output, and it has nothing to read."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers


def _read(requests: BinaryIO, inbox: SimpleQueue[Request]) -> None:
    """Read requests while the bot thinks; exit as soon as there will be no more, because the other
    process has ended or does not need this one."""
    with suppress(EOFError, OSError):
        while True:
            inbox.put(pickle.load(requests))
    os._exit(0)


def _answered(host: BotHost, request: Request) -> bytes:
    try:
        return json.dumps(host.answer(request)).encode()
    except MemoryError:
        os._exit(OUT_OF_MEMORY)  # the process may be damaged
    except (Exception, SystemExit) as error:
        return json.dumps(_problem(error)).encode()


def _problem(error: BaseException) -> dict[str, Any]:
    """An exception in every language, and whether it says that there is no such bot."""
    if isinstance(error, BotError):
        return {"no_bot": {language: error.text(language) for language in LANGUAGES}}
    return {"problem": {language: what(error, language)[:LONGEST_TEXT] for language in LANGUAGES}}


class BotHost:
    """Has the bot, and makes the views that it is asked about."""

    def __init__(self) -> None:
        self._name = ""
        self._bot: Bot | None = None
        self._setting: SeatSetting | None = None
        self._game: Game | None = None

    def answer(self, request: Request) -> dict[str, Any]:
        """Carry a request out."""
        if isinstance(request, Load):
            return self._load(request)
        if isinstance(request, New):
            self._bot = new_bot(self._name, request.seed)
            return {"memoryless": bool(getattr(self._bot, "memoryless", False))}
        return self._decide(request)

    def _load(self, request: Load) -> dict[str, Any]:
        limit_memory(request.megabytes)
        sys.path[:] = request.path
        bot_class(request.bot)
        self._name = request.bot
        return {}

    def _decide(self, request: Decide) -> dict[str, Any]:
        assert self._bot is not None
        answer: Any = self._bot.decide(self._view(request))
        if not isinstance(answer, bool):
            with suppress(TypeError):
                return {"action": operator.index(answer)}
        return {"no_action": " ".join(repr(answer).split())[:SHOWN]}

    def _view(self, request: Decide) -> SeatView:
        """The view that was sent."""
        if request.setting is not None:
            self._setting = request.setting
            self._game = Game(GAMES[request.setting.game], request.setting.components)
        setting, game = self._setting, self._game
        assert setting is not None
        assert game is not None
        seat, names, options = setting.seat, setting.names, dict(setting.options)
        return SeatView(game, seat, names, options, request.state, request.legal)


def limit_memory(megabytes: int) -> None:
    """Let this process allocate so much memory and no more, where the system can limit it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    most = megabytes * 1_000_000
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
