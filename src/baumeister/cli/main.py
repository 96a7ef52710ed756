"""The command `baumeister`: runs a subcommand, and turns every error into one line.

Subcommands are modules of `cli.commands` with `add_arguments(parser)` and `run(args)`. Only the one
that is called is imported, so that help appears at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from io import TextIOWrapper

from baumeister import __version__
from baumeister.cli.arguments import Parser, add_language
from baumeister.cli.errors import EndOfInputError, UsageError
from baumeister.cli.screens.words import COMMANDS, as_started, language_of, word
from baumeister.cli.stopping import EXIT_CODES, Terminated
from baumeister.kernel.backend.progress import LANGUAGE
from baumeister.kernel.errors import Translatable, system_reason, translated
from baumeister.kernel.glossary import LANGUAGES
from baumeister.play import Refusal

WRONG, BROKEN_PIPE = 2, 141  # exit codes; a shell reports SIGPIPE as 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code; 2 stands for an error that the user can correct."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = language_of(given)
    os.environ[LANGUAGE] = language
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows a ?
    try:
        return _run(given, language)
    except BrokenPipeError:
        return _reader_gone()
    except SystemExit as done:
        if not isinstance(done.__context__, BrokenPipeError):
            raise
        return _reader_gone()  # rich has turned it into this


def _run(given: list[str], language: str) -> int:
    """Run a command; print errors as one line."""
    try:
        code = _dispatch(given, language)
        sys.stdout.flush()
        return code
    except Refusal as refusal:
        return _complain(f"{refusal.clause}: {refusal.text(language)}")
    except EndOfInputError:
        return _complain(word("error.end_of_input", language))
    except OSError as error:
        if isinstance(error, BrokenPipeError) and error.filename is None:
            raise
        place = f"{error.filename}: " if error.filename else ""
        return _complain(f"{place}{translated(system_reason(error), language)}")
    except Terminated:
        _complain(word("error.terminated", language))
        return EXIT_CODES["terminated"]
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return EXIT_CODES["interrupted"]
    except Exception as error:
        if not isinstance(error, Translatable):
            raise
        return _complain(error.text(language))


def _reader_gone() -> int:
    """The reader of the output, such as `head`, has exited: end silently, as other tools do."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(nowhere, stream.fileno())  # Python flushes once more at its end
    return BROKEN_PIPE


def _complain(message: str) -> int:
    print(f"baumeister: {as_started(' '.join(message.split()))}", file=sys.stderr)
    return WRONG


def _dispatch(given: list[str], language: str) -> int:
    given = _without_language(given, language)
    if given and given[0] in ("help", "-h", "--help"):
        given = [*given[1:], "--help"] if len(given) > 1 else []
    if not given:
        print(overview(language))
        return 0
    if len(given) > 1 and given[1] in ("-h", "--help") and (found := _group(given[0])):
        print("\n".join(f"  {name:<11} {word(f'brief.{name}', language)}" for name in found))
        return 0
    name, rest = _command_of(given)
    if name in ("--version", "-V"):
        print(f"baumeister {__version__}")
        return 0
    if name not in COMMANDS:
        close = get_close_matches(name, COMMANDS, n=1)
        hint = word("error.did_you_mean", language, close=close[0]) if close else ""
        names = ", ".join(COMMANDS)
        problem = word("error.command", language, name=name, names=names) + hint
        raise UsageError("error.quote", problem=problem)
    command = import_module(f"baumeister.cli.commands.{name.replace(' ', '_')}")
    parser = Parser(name, language)
    command.add_arguments(parser)
    add_language(parser)
    try:
        args = parser.read(rest)
    except SystemExit as done:  # --help
        return int(done.code or 0)
    code: int = command.run(args)
    return code


def _group(name: str) -> list[str]:
    """The commands of two words that begin with this one."""
    return [command for command in COMMANDS if command.startswith(f"{name} ")]


def _command_of(given: list[str]) -> tuple[str, list[str]]:
    """The command and its arguments; a command of a group has two words, such as lab balance."""
    name, rest = given[0], given[1:]
    of_group = _group(name)
    if not of_group:
        return name, rest
    if rest and f"{name} {rest[0]}" in of_group:
        return f"{name} {rest[0]}", rest[1:]
    names = ", ".join(command.partition(" ")[2] for command in of_group)
    if not rest or rest[0].startswith("-"):
        raise UsageError("cli.error.group_needs", group=name, names=names)
    raise UsageError("cli.error.group_unknown", group=name, name=rest[0], names=names)


def _without_language(given: list[str], language: str) -> list[str]:
    """The arguments after a `--lang` that stands before the command."""
    if not given or given[0].partition("=")[0] != "--lang":
        return given
    _, equals, value = given[0].partition("=")
    rest = given[1:] if equals else given[2:]
    value = value if equals else "".join(given[1:2])
    if value not in LANGUAGES:
        problem = word("error.one_of", language, text=value, allowed=", ".join(LANGUAGES))
        raise UsageError("error.quote", problem=f"--lang: {problem}")
    return rest


def overview(language: str) -> str:
    """What `baumeister` prints without arguments: all commands, and how to begin."""
    lines = [f"  {name:<11} {word(f'brief.{name}', language)}" for name in COMMANDS]
    return "\n".join(
        [
            word("overview.title", language, version=__version__),
            "",
            word("overview.commands", language),
            *lines,
            "",
            word("overview.start", language),
        ]
    )
