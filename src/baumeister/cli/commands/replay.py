"""`baumeister replay`: a record told again, move by move or in one go."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from baumeister.cli.arguments import Parser, add_data, add_language, add_which_game
from baumeister.cli.errors import EndOfInputError, UsageError
from baumeister.cli.prompt import command_of
from baumeister.cli.screens.registry import screen_of
from baumeister.cli.screens.terminal import Terminal
from baumeister.cli.screens.words import word
from baumeister.cli.session import show_result
from baumeister.play import Event, Move, Table, records


def add_arguments(parser: Parser) -> None:
    """The arguments of `replay`."""
    language = parser.language
    parser.add_argument("file", metavar="FILE", type=Path, help=word("option.record", language))
    add_which_game(parser)
    parser.add_argument("--seat", metavar="NAME|NUMBER", help=word("option.seat", language))
    parser.add_argument("--json", action="store_true", help=word("option.json", language))
    add_data(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Show the games of a file."""
    tables = records.read_file(args.file, args.data, args.game)
    if args.json:
        for table in tables:
            seat = seat_of(table, args.seat, args.lang)
            # Without a seat a save is written in its other form, whole, so that it can be resumed.
            form = records.to_json(table) if seat is None else table.record(seat)
            print(json.dumps(form, ensure_ascii=False))
        return 0
    for number, table in enumerate(tables, 1):
        seat = seat_of(table, args.seat, args.lang)
        replay = Replay(table, seat, args.lang)
        if len(tables) > 1:
            replay.terminal.tell("game_of", style="bold", number=number, n=len(tables))
        if not replay.show():
            break
    return 0


def seat_of(table: Table, given: str | None, language: str) -> int | None:
    """The seat that is asked for, by name or number."""
    if given is None:
        return None
    names = [name.casefold() for name in table.names]
    if given.casefold() in names:
        return names.index(given.casefold())
    if given.isdecimal() and int(given[:4]) < len(names):
        return int(given)
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(table.names))
    raise UsageError(word("error.seat", language, name=given, seats=seats))


class Replay:
    """A game that can be looked at after each decision.

    Without a seat a finished game is open to everybody; of one that is still going on only what
    spectators may see is shown.
    """

    def __init__(self, table: Table, seat: int | None, language: str) -> None:
        self.whole = table.canonical()
        self.seat = seat
        self.open = seat is None and table.over
        self.decisions = [move for move in self.whole.moves if not move.forced]
        self.terminal = Terminal(language)
        self.game = table.game
        told = records.about_data(table)
        self.about_data = [] if told is None else [told.text(language)]
        self.screen = screen_of(self.game, language)
        self.narrator = self.screen.narrator(self.whole)
        self._rewind()

    def _rewind(self) -> None:
        """The table before the first decision."""
        whole = self.whole
        self.table = Table(whole.game, whole.options, whole.seed, whole.names)
        self.made = 0
        self.latest: list[Event] = list(self.table.events)

    def _go_to(self, target: int) -> None:
        """The table after so many decisions."""
        if target < self.made:
            self._rewind()
        while self.made < target:
            move: Move = self.decisions[self.made]
            self.latest = self.table.play(move.seat, move.action)
            self.made += 1

    def _tell(self, event: Event) -> str:
        return self.narrator.tell(event.full if self.open else event.seen_by(self.seat))

    def show(self) -> bool:
        """Step through, or tell everything if nobody is there to press keys; False to stop."""
        if self.terminal.interactive:
            return self._step_through()
        terminal = self.terminal
        terminal.line(f"{self.game.title(terminal.language)} · " + ", ".join(self.table.names))
        for line in self.about_data:
            terminal.line(line)
        terminal.show(*self.screen.opening(self.table.view(None)))
        for event in self.whole.events:
            terminal.line(self._tell(event))
        self._go_to(len(self.decisions))
        self._result()
        return True

    def _result(self) -> None:
        if self.table.over:
            show_result(self.table, self.screen, self.terminal)
        else:
            self.terminal.line(self.table.question(None, self.terminal.language), "bold")

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
            if not answer and self.made == len(self.decisions):
                return True
            target = self._target(answer)
            if target is None:
                note = self._note(answer)
            else:
                self._go_to(target)

    def _is(self, answer: str, key: str) -> bool:
        return answer.casefold() in word(f"replay_{key}", self.terminal.language).split()

    def _note(self, answer: str) -> list[str]:
        """What can be typed; before that, that something else was."""
        language = self.terminal.language
        known = answer.startswith("?") or command_of(answer, language) == "help"
        unknown = [] if known else [word("replay_unknown", language, text=answer[:40])]
        return [*unknown, word("replay_help", language)]

    def _target(self, answer: str) -> int | None:
        """The move to go to; None if the answer names none."""
        last = len(self.decisions)
        if not answer:
            return min(self.made + 1, last)
        if self._is(answer, "back"):
            return max(self.made - 1, 0)
        if self._is(answer, "end"):
            return last
        return min(int(answer[:6]), last) if answer.isdecimal() else None

    def _draw(self) -> None:
        terminal, screen, table = self.terminal, self.screen, self.table
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
        terminal.tell("move_of", style="bold", number=self.made, n=len(self.decisions))
        for event in self.latest:
            terminal.item(self._tell(event))
        if self.made == len(self.decisions):
            self._result()
