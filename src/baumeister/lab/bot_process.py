"""Custom bots (`module:Class`), each seat's in a process of its own.

Such a process gets the view of its seat, the components and the legal actions, and nothing else; it
answers in JSON, which is checked. It has limits of time and memory. So a custom bot plays with what
its seat may know, whatever it does in its process. docs/decisions/0019-custom-bots.md gives the
reasons and says what this does not prevent.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from subprocess import Popen, TimeoutExpired
from threading import Thread
from typing import Any
from weakref import finalize

from baumeister.bots import BOTS, Bot
from baumeister.kernel.errors import Message, Translatable
from baumeister.kernel.glossary import LANGUAGES
from baumeister.lab.bot_process_main import (
    LONGEST_TEXT,
    OUT_OF_MEMORY,
    Decide,
    Load,
    New,
    Request,
    SeatSetting,
)
from baumeister.lab.distributed.task_files import path_of_bots
from baumeister.lab.distributed.worker_process import end_isolated, start_isolated
from baumeister.play import Game, SeatView

MAIN = "from baumeister.lab.bot_process_main import main; main()"
START = 60.0  # more seconds for the first answer: Python starts, and the bot's module is imported
PATIENCE = 5.0  # seconds to wait for the exit code of a process that closed its output
LONGEST = 10_000  # bytes of an answer


@dataclass(frozen=True)
class BotLimits:
    """What a custom bot may use."""

    seconds: float = 60.0  # for each decision
    megabytes: int = 4000  # of memory, where the system can limit it


DEFAULT_LIMITS = BotLimits()


class BotText(Translatable):
    """A text of another process, in every language."""

    def __init__(self, texts: Mapping[str, Any]) -> None:
        self._texts = {language: _printable(str(texts[language])) for language in LANGUAGES}

    def text(self, language: str = "en") -> str:
        """In this language."""
        return self._texts[language]


class BotProcessError(Translatable, Exception):
    """A custom bot that raised an exception, broke a limit, died, or did not answer."""

    def __init__(self, why: Translatable) -> None:
        super().__init__(why)
        self.why = why

    def text(self, language: str = "en") -> str:
        """The reason."""
        return self.why.text(language)

    def __str__(self) -> str:
        return self.text()


class NoSuchBot(BotProcessError):
    """There is no such bot."""


def is_custom(name: str) -> bool:
    """Whether a bot is not one of ours."""
    return name not in BOTS


def open_bot(name: str, seed: str, limits: BotLimits) -> Bot:
    """A new bot; a custom one is a `BotProcess`, which starts while others are opened."""
    return BotProcess(name, seed, limits) if is_custom(name) else BOTS[name](seed)


def close_bot(bot: Bot) -> None:
    """End the process of a custom bot."""
    if isinstance(bot, BotProcess):
        bot.close()


def check_bot(name: str) -> None:
    """NoSuchBot, or another BotProcessError, if a custom bot cannot be imported."""
    bot = BotProcess(name, None, DEFAULT_LIMITS)
    try:
        bot.start()
    finally:
        bot.close()


class BotProcess:
    """A custom bot, with the interface of a bot. Not thread-safe."""

    def __init__(self, name: str, seed: str | None, limits: BotLimits) -> None:
        """Begin to start it; without a seed it is only imported."""
        self.name = name
        self.memoryless = False
        self._limits = limits
        self._process = start_isolated(MAIN)
        self._pipes = _Pipes(self._process)
        self.close = finalize(self, _end, self._process, self._pipes)
        self._starting: list[Request] = [Load(name, path_of_bots(), limits.megabytes)]
        if seed is not None:
            self._starting.append(New(seed))
        for request in self._starting:
            self._pipes.send(request)
        self._game: Game | None = None  # the one that was sent last

    def start(self) -> None:
        """Wait until the bot is there; BotProcessError if it cannot be made."""
        while self._starting:
            self._starting.pop()
            answer = self._answer(START + self._limits.seconds)
            self.memoryless = answer.get("memoryless") is True

    def decide(self, view: SeatView) -> int:
        """The action, which may be illegal; BotProcessError if there is none."""
        self.start()
        self._pipes.send(self._question(view))
        answer = self._answer(self._limits.seconds)
        action = answer.get("action")
        if type(action) is int:
            return action
        shown = _printable(str(answer.get("no_action")))
        raise BotProcessError(Message("lab.no_action", answer=shown))

    def _question(self, view: SeatView) -> Decide:
        """What is sent of a view: all of it, but what stays the same only once."""
        setting = None
        if view.game is not self._game:
            self._game = view.game
            assert view.seat is not None
            options = dict(view.options)
            setting = SeatSetting(view.rules.name, view.components, view.seat, view.names, options)
        return Decide(setting, view.state, view.legal)

    def _answer(self, seconds: float) -> dict[str, Any]:
        """The next answer; BotProcessError for anything else, and then the process is ended."""
        if not self.close.alive:
            raise BotProcessError(self._how_it_died())
        try:
            return self._checked(self._pipes.receive(seconds))
        except Empty:
            self.close()
            values = {"seconds": f"{seconds:g}", "more": f"{2 * self._limits.seconds:g}"}
            raise BotProcessError(Message("lab.bot_limit.seconds", **values)) from None
        except BotProcessError:
            self.close()
            raise

    def _checked(self, line: bytes) -> dict[str, Any]:
        if not line:
            raise BotProcessError(self._how_it_died())
        try:
            answer = json.loads(line)
            if isinstance(answer, dict):
                if "no_bot" in answer:
                    raise NoSuchBot(BotText(answer["no_bot"]))
                if "problem" in answer:
                    raise BotProcessError(BotText(answer["problem"]))
                return answer
        except (ValueError, RecursionError, KeyError, TypeError):
            pass
        shown = _printable(line.decode(errors="replace"))
        raise BotProcessError(Message("lab.no_action", answer=shown))

    def _how_it_died(self) -> Message:
        with suppress(TimeoutExpired):
            self._process.wait(PATIENCE)
        code = self._process.returncode
        if code is None:
            return Message("lab.died.silent")
        if code == OUT_OF_MEMORY:
            megabytes = self._limits.megabytes
            return Message("lab.bot_limit.megabytes", megabytes=megabytes, more=2 * megabytes)
        return exit_message(code)


def exit_message(code: int) -> Message:
    """How a process ended."""
    return Message("lab.died.signal" if code < 0 else "lab.died.exit_code", code=abs(code))


class _Pipes:
    """Talks to a process in a thread: whatever the process does, the caller waits no longer than it
    wants to."""

    def __init__(self, process: Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._requests, self._answers = process.stdin, process.stdout
        self._outbox: SimpleQueue[Request | None] = SimpleQueue()
        self._inbox: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=self._talk, daemon=True).start()

    def send(self, request: Request) -> None:
        """Send a request, after those before have been answered."""
        self._outbox.put(request)

    def receive(self, seconds: float) -> bytes:
        """The answer to the first request that has none; empty if the process has none. Empty is
        raised if it takes longer."""
        return self._inbox.get(timeout=seconds)

    def close(self) -> None:
        """End the conversation."""
        self._outbox.put(None)

    def _talk(self) -> None:
        with self._answers, suppress(OSError), self._requests:
            while (request := self._outbox.get()) is not None:
                self._inbox.put(self._exchanged(request))

    def _exchanged(self, request: Request) -> bytes:
        try:
            self._requests.write(pickle.dumps(request))
            self._requests.flush()
            return self._answers.readline(LONGEST)
        except OSError:  # the process is gone
            return b""


def _end(process: Popen[bytes], pipes: _Pipes) -> None:
    end_isolated(process)
    pipes.close()


def _printable(text: str) -> str:
    """A text of another process, as it may be shown in a terminal."""
    line = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(line.split())[:LONGEST_TEXT]
