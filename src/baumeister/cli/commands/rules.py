"""`baumeister rules`: the rules by clause, section or word, and where printed values come from."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from rich.box import SIMPLE
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from baumeister.cli.arguments import Parser, add_data, one_of
from baumeister.cli.errors import UsageError
from baumeister.cli.output_files import check_outputs, write_output
from baumeister.cli.prompt import show_explained
from baumeister.cli.screens.explain import CLAUSE, GAME_OF, explain_clause, plain_text
from baumeister.cli.screens.registry import screen_of
from baumeister.cli.screens.terminal import Terminal
from baumeister.cli.screens.words import word, word_or
from baumeister.games import GAMES
from baumeister.kernel.clauses import clauses
from baumeister.kernel.data import read_text
from baumeister.kernel.glossary import LANGUAGES
from baumeister.play import game as open_game
from baumeister.play.data_files import data_files, standard_data

NAMES = tuple(GAMES)


def add_arguments(parser: Parser) -> None:
    """The arguments of `rules`."""
    parser.add("what", nargs="*", metavar="WHAT")
    parser.add("--game", metavar="|".join(NAMES), type=one_of(NAMES, parser.language))
    parser.add("--of", metavar="VERSION")
    parser.add("--out", metavar="FILE", type=Path)
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    """Show what was asked for."""
    terminal = Terminal(args.lang)
    what = " ".join(args.what)
    if not what and args.of is None and args.out is None:
        _whole_book(terminal, args.game or NAMES[0])
    elif (name := _whose_data(args)) is not None:
        _data(name, args)
    elif args.of is not None or args.out is not None:
        raise UsageError("cli.error.only_data")
    elif what.casefold() in ("sources", word("sources", "de").casefold()):
        _sources(terminal, args)
    else:
        _look_up(terminal, what, args)
    return 0


def _data(name: str, args: argparse.Namespace) -> None:
    """The data file of a game, printed or written."""
    text = standard_data(name) if args.of is None else _former_data(name, args.of)
    if args.out is None:
        sys.stdout.write(text)
        return
    check_outputs(args, ("out",), ("data",))
    write_output(args.out, text)
    print(word("data_written", args.lang, path=args.out))


def _former_data(name: str, version: str) -> str:
    """The values of a data version, such as 1, or as in records, 1-fa94f4afb859."""
    files = data_files(name)
    for known, path in files.items():
        if version in (known, known.partition("-")[0]):
            return read_text(path)
    versions = ", ".join(sorted(files))
    raise UsageError("cli.error.data_version", version=version, versions=versions)


def _whose_data(args: argparse.Namespace) -> str | None:
    """The game of `rules data GAME`; None if something else is asked for."""
    first, *more = (text.casefold() for text in args.what or [""])
    if first not in (word("data_file", language).casefold() for language in LANGUAGES):
        return None
    if len(more) > 1 or (more and more[0] not in NAMES):
        return None
    return more[0] if more else args.game or NAMES[0]


def _whole_book(terminal: Terminal, game: str) -> None:
    """All clauses; in a pager at a terminal."""
    book = clauses(game, terminal.language)
    if terminal.interactive and terminal.console.height < len(book):
        with terminal.console.pager():
            _clauses(terminal, book.items())
    else:
        _clauses(terminal, book.items())


def _clauses(terminal: Terminal, found: Iterable[tuple[str, str]]) -> None:
    for k, (clause, text) in enumerate(found):
        if "." not in clause:
            if k:
                terminal.line("")
            terminal.line(Text(f"{clause} {text}", "bold"))
        elif terminal.console.is_terminal:
            shown = Text(f"{clause} ", "bold").append(plain_text(text), "not bold")
            terminal.show(Padding(shown, (0, 0, 0, 2)))
        else:
            terminal.line(f"  {clause} {plain_text(text)}")


def _look_up(terminal: Terminal, what: str, args: argparse.Namespace) -> None:
    """A clause, a section, or the explanation of a word and the clauses that contain it."""
    language = terminal.language
    if CLAUSE.fullmatch(what):
        explained = explain_clause(what.upper(), language)
        if explained is None:
            book = clauses(GAME_OF[what[0].upper()], language)
            sections = [key for key in book if "." not in key]
            raise UsageError("cli.error.clause", clause=what.upper(), sections=", ".join(sections))
        show_explained(terminal, explained)
        return
    close: list[str] = []
    games = NAMES[:1] if args.data else NAMES  # a data file belongs to one game
    for name in [args.game] if args.game else games:
        game = open_game(name, args.data)
        explainer = screen_of(game, language).explainer()
        explained = explainer.explain(what)
        found = _clauses_with(what, name, language)
        if explained is not None:
            show_explained(terminal, explained)
        if found:
            terminal.tell("found_in", style="bold", what=what)
            _clauses(terminal, found)
        if explained is not None or found:
            return
        close += explainer.close_to(what)
    hint = word("error.did_you_mean", language, close=", ".join(close)) if close else ""
    problem = word("error.rules_word", language, what=what) + hint
    raise UsageError("error.quote", problem=problem)


def _clauses_with(what: str, game: str, language: str) -> list[tuple[str, str]]:
    """The clauses that contain a word."""
    wanted, book = what.casefold(), clauses(game, language)
    return [(key, text) for key, text in book.items() if wanted in text.casefold() and "." in key]


def _sources(terminal: Terminal, args: argparse.Namespace) -> None:
    """Which printed values are known, and which are reconstructed."""
    game = open_game(args.game or NAMES[0], args.data)
    language = terminal.language
    grid = Grid(box=SIMPLE, header_style="bold", title=None)
    grid.add_column(word("source_what", language))
    grid.add_column(word("source_from", language))
    for key, kind in game.rules.sources(game.components).items():
        name = word_or(f"source.{key}", language, key.replace("_", " "))
        style = "yellow" if kind == "reconstructed" else ""
        mark = "≈ " if kind == "reconstructed" else "= "
        grid.add_row(name, mark + word(f"source_kind.{kind}", language), style=style)
    version = game.data_version
    terminal.tell("sources_intro", version=version)
    terminal.show(grid)
