"""`baumeister replay`: shows a record, move by move or in one go."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from baumeister.cli.arguments import Parser, add_data, add_which_game
from baumeister.cli.errors import EndOfInputError, UsageError
from baumeister.cli.prompt import command_of
from baumeister.cli.screens.registry import screen_of
from baumeister.cli.screens.terminal import Terminal
from baumeister.cli.screens.words import word
from baumeister.cli.session import show_result
from baumeister.play import Event, Table, records
from baumeister.play.replay import Replay


def add_arguments(parser: Parser) -> None:
    """The arguments of `replay`."""
    parser.add("file", metavar="FILE", type=Path)
    add_which_game(parser)
    parser.add("--seat", metavar="NAME|NUMBER")
    parser.add("--json", action="store_true")
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    """Show the games of a file."""
    tables = records.read_file(args.file, args.data, args.game)
    if args.json:
        for table in tables:
            seat = seat_of(table, args.seat)
            # Without a seat a save is written in its other form, whole, so that it can be resumed.
            form = records.to_json(table) if seat is None else table.record(seat)
            print(json.dumps(form, ensure_ascii=False))
        return 0
    for number, table in enumerate(tables, 1):
        seat = seat_of(table, args.seat)
        replay = ReplayScreen(table, seat, args.lang)
        if len(tables) > 1:
            replay.terminal.tell("game_of", style="bold", number=number, n=len(tables))
        if not replay.show():
            break
    return 0


def seat_of(table: Table, given: str | None) -> int | None:
    """The seat that is asked for, by name or number."""
    if given is None:
        return None
    names = [name.casefold() for name in table.names]
    if given.casefold() in names:
        return names.index(given.casefold())
    if given.isdecimal() and int(given[:4]) < len(names):
        return int(given)
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(table.names))
    raise UsageError("cli.error.seat", name=given, seats=seats)


class ReplayScreen:
    """Shows a recorded game after each decision.

    Without a seat a finished game is shown with everything open, and a running one as spectators
    may see it.
    """

    def __init__(self, table: Table, seat: int | None, language: str) -> None:
        self.replay = Replay(table)
        self.seat = seat
        self.open = seat is None and table.over
        self.last = len(self.replay) - 1
        self.position = self.replay[0]
        self.terminal = Terminal(language)
        note = records.about_data(table)
        self.about_data = [] if note is None else [note.text(language)]
        self.screen = screen_of(table.game, language)
        self.narrator = self.screen.narrator(self.replay.table)

    def _tell(self, event: Event) -> str:
        return self.narrator.tell(event.full if self.open else event.seen_by(self.seat))

    def show(self) -> bool:
        """Step through the game, or print it in one go if nobody can press keys; False to stop."""
        if self.terminal.interactive:
            return self._step_through()
        terminal, table = self.terminal, self.replay.table
        terminal.line(f"{table.game.title(terminal.language)} · " + ", ".join(table.names))
        for line in self.about_data:
            terminal.line(line)
        terminal.show(*self.screen.opening(self.position.view(None)))
        for event in table.events:
            terminal.line(self._tell(event))
        self._result()
        return True

    def _result(self) -> None:
        table = self.replay.table
        if table.over:
            show_result(table, self.screen, self.terminal)
        else:
            self.terminal.line(table.question(None, self.terminal.language), "bold")

    # --- step by step -----------------------------------------------------------------------
    def _step_through(self) -> bool:
        """Enter for the next move, b for back, a number, e for the end, q to quit."""
        note = self.about_data
        while True:
            self._draw()
            for line in note:
                self.terminal.line(line, "yellow")
            note = []
            try:
                answer = self.terminal.ask(word("replay_keys", self.terminal.language))
            except EndOfInputError:
                return False
            if self._is(answer, "quit"):
                return False
            if not answer and self.position.made == self.last:
                return True
            target = self._target(answer)
            if target is None:
                note = self._note(answer)
            else:
                self.position = self.replay[target]

    def _is(self, answer: str, key: str) -> bool:
        return answer.casefold() in word(f"replay_{key}", self.terminal.language).split()

    def _note(self, answer: str) -> list[str]:
        """What can be typed, after a line about an answer that is not understood."""
        language = self.terminal.language
        known = answer.startswith("?") or command_of(answer, language) == "help"
        unknown = [] if known else [word("replay_unknown", language, text=answer[:40])]
        return [*unknown, word("replay_help", language)]

    def _target(self, answer: str) -> int | None:
        """The move to go to; None if the answer names none."""
        if not answer:
            return min(self.position.made + 1, self.last)
        if self._is(answer, "back"):
            return max(self.position.made - 1, 0)
        if self._is(answer, "end"):
            return self.last
        return min(int(answer[:6]), self.last) if answer.isdecimal() else None

    def _draw(self) -> None:
        terminal, screen, table = self.terminal, self.screen, self.position
        terminal.clear()
        if self.open:
            views = [table.view(seat) for seat in range(len(table.names))]
            opened = screen.opened(views)
            terminal.show(*screen.table(table.view(None), terminal.width, opened))
        else:
            view = table.view(self.seat)
            terminal.show(*screen.table(view, terminal.width))
            if self.seat is not None:
                terminal.show(*screen.own(view, memory=False))
        terminal.tell("move_of", style="bold", number=table.made, n=self.last)
        for event in table.events:
            terminal.item(self._tell(event))
        if table.made == self.last:
            self._result()
