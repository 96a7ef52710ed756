"""The command `baumeister`: finds the subcommand, and turns whatever goes wrong into one line.

Subcommands are modules with `add_arguments(parser)` and `run(args)`. They are imported when
they are called, so that help appears at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper

from baumeister import __version__
from baumeister.cli.arguments import Parser
from baumeister.cli.errors import EndOfInputError, UsageError
from baumeister.cli.screens.words import as_started, language_of, word
from baumeister.cli.stopping import EXIT_CODES, Terminated
from baumeister.kernel.backend.progress import LANGUAGE
from baumeister.kernel.errors import UserError, system_reason, translated
from baumeister.kernel.glossary import LANGUAGES
from baumeister.play import Refusal

COMMANDS = {
    "play": "baumeister.cli.commands.play",
    "replay": "baumeister.cli.commands.replay",
    "verify": "baumeister.cli.commands.verify",
    "review": "baumeister.cli.commands.review",
    "rules": "baumeister.cli.commands.rules",
    "score": "baumeister.cli.commands.score",
    "simulate": "baumeister.cli.commands.simulate",
    "tournament": "baumeister.cli.commands.tournament",
    "lab balance": "baumeister.cli.commands.lab_balance",
    "learn": "baumeister.cli.commands.learn",
    "compile": "baumeister.cli.commands.compile",
    "bench": "baumeister.cli.commands.bench",
    "fingerprint": "baumeister.cli.commands.fingerprint",
    "serve": "baumeister.cli.commands.serve",
    "backup": "baumeister.cli.commands.backup",
    "restore": "baumeister.cli.commands.restore",
}
WRONG, BROKEN_PIPE = 2, 141  # 141 is what a shell says of SIGPIPE


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; its exit code. 2 means that the user can put something right."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = language_of(given)
    os.environ[LANGUAGE] = language
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows a ?
    try:
        return _told_what_is_wrong(given, language)
    except BrokenPipeError:
        return _nobody_reads()
    except SystemExit as done:
        if not isinstance(done.__context__, BrokenPipeError):
            raise
        return _nobody_reads()  # rich has noticed


def _told_what_is_wrong(given: list[str], language: str) -> int:
    """Carry out a command; whatever goes wrong is one line."""
    try:
        code = _dispatch(given, language)
        sys.stdout.flush()
        return code
    except (UserError, UsageError) as error:
        return _complain(str(translated(error, language)))
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


def _nobody_reads() -> int:
    """Whoever read the output has gone, such as `head`: end without a word, as other tools do."""
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
    name, rest = _command_of(given, language)
    if name in ("--version", "-V"):
        print(f"baumeister {__version__}")
        return 0
    if name not in available():
        close = get_close_matches(name, available(), n=1)
        hint = word("error.did_you_mean", language, close=close[0]) if close else ""
        names = ", ".join(available())
        raise UsageError(word("error.command", language, name=name, names=names) + hint)
    command = import_module(COMMANDS[name])
    parser = Parser(name, language)
    command.add_arguments(parser)
    try:
        args = parser.read(rest)
    except SystemExit as done:  # --help
        return int(done.code or 0)
    code: int = command.run(args)
    return code


def _group(name: str) -> list[str]:
    """The commands of two words that begin with this one."""
    return [command for command in available() if command.startswith(f"{name} ")]


def _command_of(given: list[str], language: str) -> tuple[str, list[str]]:
    """The command and its arguments; one of a group has two words: lab balance."""
    name, rest = given[0], given[1:]
    of_group = _group(name)
    if not of_group:
        return name, rest
    if rest and f"{name} {rest[0]}" in of_group:
        return f"{name} {rest[0]}", rest[1:]
    names = ", ".join(command.partition(" ")[2] for command in of_group)
    key = "error.group_needs" if not rest or rest[0].startswith("-") else "error.group_unknown"
    given_name = rest[0] if rest else ""
    raise UsageError(word(key, language, group=name, name=given_name, names=names))


def _without_language(given: list[str], language: str) -> list[str]:
    """The arguments after a `--lang` that stands before the command."""
    if not given or given[0].partition("=")[0] != "--lang":
        return given
    _, equals, value = given[0].partition("=")
    rest = given[1:] if equals else given[2:]
    value = value if equals else "".join(given[1:2])
    if value not in LANGUAGES:
        allowed = ", ".join(LANGUAGES)
        raise UsageError("--lang: " + word("error.one_of", language, text=value, allowed=allowed))
    return rest


def available() -> list[str]:
    """The commands that this installation has."""
    return [name for name, module in COMMANDS.items() if _exists(module)]


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def overview(language: str) -> str:
    """What there is, for somebody who types `baumeister` and nothing else."""
    lines = [f"  {name:<11} {word(f'brief.{name}', language)}" for name in available()]
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
