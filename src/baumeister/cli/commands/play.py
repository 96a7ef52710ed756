"""`baumeister play`: a game at the terminal, alone with bots or with friends on one screen."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import RenderableType
from rich.text import Text

import baumeister
from baumeister.bots import Bot
from baumeister.cli.arguments import (
    GAME_NAMES,
    Parser,
    add_data,
    add_options,
    given_options,
    name_list,
    not_of_game,
    number,
    option_arguments,
    typed,
)
from baumeister.cli.bot_limits import add_bot_limits, chosen_limits
from baumeister.cli.errors import EndOfInputError, Quit, UsageError
from baumeister.cli.prompt import save_record
from baumeister.cli.saving import may_write
from baumeister.cli.screens.registry import SCREENS, screen_of
from baumeister.cli.screens.terminal import Terminal
from baumeister.cli.screens.words import with_data, word
from baumeister.cli.seats import Seats, caught_up, new_seats, seats_of
from baumeister.cli.session import Session
from baumeister.cli.story_mode import StoryMode
from baumeister.games import GAMES
from baumeister.kernel.errors import Message
from baumeister.kernel.rule import can_compile
from baumeister.lab.background_compiler import BackgroundCompiler, missing
from baumeister.lab.series import BotFailure
from baumeister.play import Game, Table, records
from baumeister.play.files import replace_file

WRONG, INTERRUPTED = 2, 130


def add_arguments(parser: Parser) -> None:
    """The arguments of `play`."""
    least = min(rules.least_players for rules in GAMES.values())
    most = max(rules.most_players for rules in GAMES.values())
    parser.add("game", nargs="?", metavar=GAME_NAMES)
    parser.add("--players", metavar="N", type=number(least, most, parser.language))
    parser.add("--humans", metavar="NAME,…", type=name_list)
    parser.add("--bots", metavar="BOT,…", type=name_list)
    add_options(parser, many=False)
    parser.add("--seed", metavar="SEED")
    parser.add("--save", metavar="FILE", type=Path)
    parser.add("--resume", metavar="FILE", type=Path)
    parser.add("--story", metavar="FILE", type=Path)
    parser.add("--memory", action="store_true")
    add_bot_limits(parser)
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    """Play."""
    return PlayCommand(args).run()


class PlayCommand:
    """Sets the table up as the arguments say, plays, and saves the record."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args = args
        self.language: str = args.lang
        self.save: Path | None = args.save
        self.limits = chosen_limits(args)
        self.data = with_data(args.data)  # for hints
        self._check()
        self.terminal = Terminal(self.language)
        self._compiler: BackgroundCompiler | None = None  # ends with this process

    def _check(self) -> None:
        """UsageError for arguments that contradict each other."""
        args = self.args
        names = ("players", "seed", *option_arguments())
        fixed = [name for name in names if _given(args, name)]
        if args.resume and fixed:
            raise UsageError("cli.error.resume_fixes", name=typed(fixed[0]))
        if args.resume and args.story:
            raise UsageError("cli.error.resume_or_story")
        if args.story and args.chapter:
            raise UsageError("cli.error.story_fixes_chapter")
        playable = ", ".join(SCREENS)
        if args.game is None and not args.resume:
            raise UsageError("cli.error.which_game", names=playable)
        if args.game is not None and args.game not in SCREENS:
            raise UsageError("cli.error.not_a_game", game=args.game, names=playable)
        if args.game is not None:
            self._check_for(args.game)

    def _check_for(self, game: str) -> None:
        """UsageError for an option that this game does not have, or a wrong number of players."""
        rules, n = GAMES[game], self.args.players
        given_options(self.args, game, many=False)
        for name, has_it in (("story", rules.has_story), ("memory", rules.has_memory)):
            if _given(self.args, name) and not has_it:
                raise not_of_game(name, game)
        if n is not None and not rules.least_players <= n <= rules.most_players:
            bounds = {"low": rules.least_players, "high": rules.most_players}
            title = Message(f"{game}.name")
            raise UsageError("cli.error.players", game=title, n=n, **bounds)

    def run(self) -> int:
        """Play the game, the rest of it, or a story."""
        if self.args.story:
            return self._until_quit(StoryMode(self))
        return self._until_quit(self._resumed() if self.args.resume else self._new())

    # --- setting up -----------------------------------------------------------------------
    def game(self) -> Game:
        """The game with its data."""
        return baumeister.game(self.args.game, self.args.data)

    def _new(self) -> SingleGame:
        args = self.args
        game = self.game()
        seats = new_seats(args.players, args.humans, args.bots, self.language)
        seed = seats.seed(args.seed)
        table = game.new(len(seats.names), seed, seats.names, **self._options())
        self.check_own(args.save, game.name, table.commitment)
        return SingleGame(self, table, seats, seats.new_bots(table.seed, self.limits))

    def _options(self) -> dict[str, Any]:
        """The options of the game; some follow today's date if they were not given."""
        options, today = GAMES[self.args.game].options, date.today()
        by_day = {option.name: option.today(today) for option in options if option.today}
        return {**by_day, **given_options(self.args, self.args.game, many=False)}

    def _resumed(self) -> SingleGame:
        path: Path = self.args.resume
        tables = records.read_file(path, self.args.data)
        if len(tables) != 1:
            raise UsageError("cli.error.one_record", path=path, n=len(tables))
        [table] = tables
        if self.args.game not in (None, table.rules.name):
            raise UsageError("cli.error.other_game", path=path, game=table.rules.name)
        self._check_for(table.rules.name)
        if table.over:
            raise UsageError("cli.error.over", path=path, data=self.data)
        self.check_own(self.save, table.rules.name, table.commitment)
        if self.save is None and path.read_text(encoding="utf-8").startswith("#"):
            self.save = path
        seats = seats_of(table.names, self.args.humans, self.args.bots)
        return SingleGame(self, table, seats, caught_up(table, seats, self.limits))

    def check_own(self, path: Path | None, game: str, commitment: str) -> None:
        """UsageError for a file that exists and is not a record of this game."""
        if path is not None and not may_write(path, game, commitment):
            problem = "--save: " + word("foreign", self.language, path=path)
            raise UsageError("error.quote", problem=problem)

    # --- playing --------------------------------------------------------------------------
    def session(
        self,
        table: Table,
        seats: Seats,
        bots: dict[int, Bot],
        keep: Callable[[Table], None],
        begun: bool = False,
    ) -> Session:
        """A game at this terminal, after its opening has been shown; without the stories if the
        game has begun already."""
        self._use_line_editing(seats)
        game = table.game
        parts = screen_of(game, self.language).opening(table.view(None), brief=begun)
        if not begun and not self.args.bots and seats.bots and not can_compile():
            parts.append(Text(word("without_numba", self.language), "yellow"))
        if self._compiles(game.name, len(table.names)) and seats.bots:
            parts.append(Text(word("compiling", self.language), "dim"))
        if (note := records.about_data(table)) is not None:
            parts.append(Text(note.text(self.language)))
        self._open(f"{game.title(self.language)} · " + ", ".join(table.names), parts, game)
        memory, data = self.args.memory, self.args.data
        return Session(table, seats, bots, self.terminal, keep, memory, data)

    def _compiles(self, game: str, players: int) -> bool:
        """Start to compile the search for this table in the background; False if it is there."""
        sizes = [size for size in missing() if size[0] == game and players in size[1]]
        if sizes and self._compiler is None:
            self._compiler = BackgroundCompiler(sizes)
        return bool(sizes)

    def _open(self, title: str, parts: list[RenderableType], game: Game) -> None:
        """The opening; part by part if the screen is too low for all of it."""
        terminal = self.terminal
        hints = [Text(word("help_hint", self.language))]
        if "reconstructed" in game.rules.sources(game.components).values():
            note = word("reconstructed", self.language, game=game.name, data=self.data)
            hints.insert(0, Text(note, "dim"))
        high = terminal.room_for(Text(title), *parts, *hints) < 0
        terminal.clear()
        terminal.line(title, "bold")
        for k, part in enumerate(parts):
            if k and high:
                terminal.wait(word("press_enter", self.language))
                terminal.clear()
            terminal.show(part)
        for hint in hints:
            terminal.line(hint)
        if terminal.interactive:
            terminal.wait(word("press_enter", self.language))

    def _use_line_editing(self, seats: Seats) -> None:
        """Arrow keys and history; not on a shared screen, where the history would show moves."""
        if self.terminal.interactive and len(seats.humans) == 1:
            with contextlib.suppress(ImportError):  # Windows has no readline
                import readline  # noqa: F401

    def keep(self, table: Table) -> None:
        """Write the record, if it is to be kept."""
        if self.save is not None:
            replace_file(self.save, records.to_text(table))

    def _until_quit(self, playing: SingleGame | StoryMode) -> int:
        """Play; after a quit, the end of the input or a failed bot, say what was saved and how to
        go on."""
        try:
            playing.play()
        except Quit:
            playing.quit(offer=True)
        except EndOfInputError:
            self.terminal.tell("end_of_input")
            playing.quit(offer=False)
        except KeyboardInterrupt:
            self.terminal.line("")
            playing.quit(offer=False)
            return INTERRUPTED
        except BotFailure as failure:
            sys.stdout.flush()
            print(f"baumeister: {failure.text(self.language)}", file=sys.stderr)
            playing.quit(offer=self.terminal.interactive)
            if self.save is not None or self.args.story:
                self.terminal.tell("other_bot")
            return WRONG
        return 0


class SingleGame:
    """One game, new or resumed."""

    def __init__(
        self, command: PlayCommand, table: Table, seats: Seats, bots: dict[int, Bot]
    ) -> None:
        self.command, self.table, self.seats, self.bots = command, table, seats, bots
        self.session: Session | None = None

    def play(self) -> None:
        """Play to the end, and offer the record."""
        command = self.command
        command.keep(self.table)
        begun = command.args.resume is not None
        self.session = command.session(self.table, self.seats, self.bots, command.keep, begun)
        self.session.run()
        self.session.finish()
        if command.save is not None:
            command.terminal.tell("saved", path=command.save, data=command.data)
        else:
            offer_record(self.session)

    def quit(self, offer: bool) -> None:
        """Say what was saved, and how to go on."""
        command = self.command
        if command.save is not None:
            name, data = self.table.rules.name, command.data
            command.terminal.tell("saved_running", path=command.save, game=name, data=data)
        elif self.session is None or not offer or not ask_for_file(self.session):
            command.terminal.tell("not_kept")


def offer_record(session: Session) -> None:
    """After the end: ask for a file for the record, if there is somebody to ask."""
    if not session.terminal.interactive or not ask_for_file(session):
        session.terminal.tell("record_not_kept")


def ask_for_file(session: Session) -> bool:
    """Ask for a file name until the record is written; False after an empty answer."""
    terminal = session.terminal
    while True:
        try:
            name = terminal.ask(word("save_question", terminal.language))
        except (EndOfInputError, KeyboardInterrupt):
            return False
        if not name:
            return False
        if save_record(session, Path(name)):
            return True


def _given(args: argparse.Namespace, name: str) -> bool:
    return getattr(args, name) not in (None, False)
