"""The terminal: output, and the answers of people."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import monotonic

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from baumeister.cli.errors import EndOfInputError
from baumeister.cli.screens.words import word

CLEAR = "\x1b[H\x1b[2J"
CLEAR_ALL = CLEAR + "\x1b[3J"  # the scrollback, too
CLEAR_LINE_ABOVE = "\x1b[1A\x1b[2K"
A_MOMENT = 0.3  # seconds before a message says what is going on


def item(text: str) -> RenderableType:
    """An indented text."""
    return Padding(Text(text), (0, 0, 0, 2))


class Terminal:
    """Prints and asks. Without a person at the keyboard it never clears the screen."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.console = Console(highlight=False, markup=False, emoji=False)
        self._put_back: list[str] = []
        self._waiting_since: float | None = None  # since the first `thinking` after a question

    @property
    def width(self) -> int:
        """Columns of the screen."""
        return self.console.width

    def show(self, *things: RenderableType) -> None:
        """Print tables and texts, one below the other."""
        for thing in things:
            self.console.print(thing)

    def line(self, text: str | Text, style: str = "") -> None:
        """Print a line; in a file or pipe it is not wrapped."""
        self.console.print(text, style=style, soft_wrap=not self.console.is_terminal)

    def item(self, text: str) -> None:
        """Print an indented line; its continuation lines are indented, too."""
        if self.console.is_terminal:
            self.show(item(text))
        else:
            self.line(f"  {text}")

    def tell(self, key: str, style: str = "", **values: object) -> None:
        """Print a text of the glossary."""
        self.line(word(key, self.language, **values), style)

    def height_of(self, *things: RenderableType) -> int:
        """How many lines of the screen these take."""
        return sum(len(self.console.render_lines(thing)) for thing in things)

    def room_for(self, *things: RenderableType) -> int:
        """How many lines of the screen are left after these and the prompt."""
        if not self.interactive:
            return 1000
        return self.console.height - self.height_of(*things) - 1

    def clear(self, everything: bool = False) -> None:
        """Clear the screen, with `everything` also the scrollback."""
        if self.interactive and not self.console.is_dumb_terminal:
            sys.stdout.write(CLEAR_ALL if everything else CLEAR)
            sys.stdout.flush()

    @contextmanager
    def thinking(self, text: str) -> Iterator[None]:
        """Show a message if this takes longer than a moment, and remove it afterwards.

        The moment begins with the first call after a question, so that a person who has waited for
        several bots sees the message at once.
        """
        if not self.interactive or self.console.is_dumb_terminal:
            yield
            return
        told: list[str] = []

        def tell() -> None:
            told.append(text)
            self.line(text, "dim")

        now = monotonic()
        if self._waiting_since is None:
            self._waiting_since = now
        timer = Timer(max(0.0, self._waiting_since + A_MOMENT - now), tell)
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            if told:
                sys.stdout.write(CLEAR_LINE_ABOVE)
                sys.stdout.flush()

    def ask(self, prompt: str) -> str:
        """A line that a person types; EndOfInputError at the end of the input."""
        self._waiting_since = None
        if self.interactive:
            try:
                return input(prompt).strip()
            except EOFError:
                print()
                raise EndOfInputError from None
        sys.stdout.write(prompt)
        if self._put_back:
            answer = self._put_back.pop()
        else:
            given = sys.stdin.readline()
            if not given:
                print()
                raise EndOfInputError
            answer = "".join(letter for letter in given if letter.isprintable()).strip()
        print(answer)
        return answer

    def wait(self, prompt: str) -> str:
        """Wait for Enter, and return what was typed before it.

        A script need not send an empty line: its answer is kept for the next question.
        """
        answer = self.ask(prompt)
        if answer and not self.interactive:
            self._put_back.append(answer)
        return answer

    def forget_answer(self) -> None:
        """Do not keep the answer to `wait` for the next question."""
        self._put_back.clear()
