"""Arguments of commands: help with examples, and errors that are one clear line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from baumeister.cli.errors import UsageError
from baumeister.cli.screens.words import as_started, word
from baumeister.games import GAMES
from baumeister.kernel.errors import Message
from baumeister.kernel.glossary import LANGUAGES, keys, say
from baumeister.kernel.options import Option

FROM_ARGPARSE = {  # argparse's own error messages, and our texts for them
    "expected one argument": "error.needs_value",
    "the following arguments are required: (?P<names>.+)": "error.required",
    "invalid int value: (?P<text>.+)": "error.not_whole",
    "ignored explicit argument (?P<text>.+)": "error.takes_no_value",
}
GAME_NAMES = "|".join(GAMES)  # as help and errors name them


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help in the user's language."""

    def __init__(self, prog: str, language: str) -> None:
        super().__init__(prog)
        self._language = language

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: Any = None) -> None:
        super().add_usage(usage, actions, groups, f"{word('usage', self._language)} ")


class Parser(argparse.ArgumentParser):
    """The arguments of one command, explained in the user's language."""

    def __init__(self, command: str, language: str) -> None:
        self.language = language
        self._texts = f"{command.rpartition(' ')[2]}.option"
        super().__init__(
            prog=as_started(f"baumeister {command}"),
            description=word(f"about.{command}", language),
            epilog=f"{word('examples', language)}\n{word(f'examples_of.{command}', language)}",
            formatter_class=partial(_Help, language=language),
            allow_abbrev=False,
            add_help=False,
        )
        self._positionals.title = word("positionals", language)
        self._optionals.title = word("options", language)
        self.add_argument("-h", "--help", action="help", help=word("option.help", language))

    def add(self, name: str, **settings: Any) -> None:
        """Add an argument; its help is the text `COMMAND.option.NAME` or `cli.option.NAME`."""
        key = name.lstrip("-").replace("-", "_")
        if "help" not in settings:
            own = f"{self._texts}.{key}"
            shared = own not in keys()
            settings["help"] = (
                word(f"option.{key}", self.language) if shared else say(own, self.language)
            )
        self.add_argument(name, **settings)

    def error(self, message: str) -> NoReturn:
        """Raise UsageError: one line, without the usage."""
        hint = word("error.see_help", self.language, command=self.prog)
        problem = f"{self._translated(message.removeprefix('argument '))}; {hint}"
        raise UsageError("error.quote", problem=problem)

    def _translated(self, message: str) -> str:
        """A message of argparse in the user's language."""
        for pattern, key in FROM_ARGPARSE.items():
            if found := re.search(f"{pattern}$", message, re.DOTALL):
                return message[: found.start()] + word(key, self.language, **found.groupdict())
        return message

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The arguments; UsageError names what is not known and what was probably meant."""
        if not {"-h", "--help"} & set(arguments):  # a misspelt option before a missing argument
            for name in arguments:
                if name.startswith("--") and len(name) > 2:
                    self._check_option(name.partition("=")[0])
        known, unknown = self.parse_known_args(arguments)
        if unknown:
            name = unknown[0].partition("=")[0]
            self._check_option(name)
            self.error(word("error.unknown_argument", self.language, name=name))
        return known

    def _check_option(self, name: str) -> None:
        """UsageError for an option that does not exist but looks like one that does."""
        options = list(self._option_string_actions)
        close = [] if name in options else get_close_matches(name, options, n=1)
        if close:
            raise UsageError("cli.error.unknown_option", name=name, close=close[0])


def add_language(parser: Parser) -> None:
    """`--lang en|de`, which every command has."""
    names = "|".join(LANGUAGES)
    read = one_of(LANGUAGES, parser.language)
    parser.add("--lang", metavar=names, type=read, default=parser.language)


def add_data(parser: Parser) -> None:
    """`--data FILE`."""
    parser.add("--data", metavar="FILE", type=Path)


def add_which_game(parser: Parser) -> None:
    """`--game K`, for files with several games."""
    read, text = number(1, 10**6, parser.language), word("option.which", parser.language)
    parser.add("--game", metavar="K", type=read, help=text)


def add_game(parser: Parser) -> None:
    """The name of a game."""
    parser.add("game", metavar=GAME_NAMES)


def add_options(parser: Parser, many: bool) -> None:
    """The options of all games. Commands that play many games have only those that change how a
    game runs, and the rules check the numbers."""
    language = parser.language
    kind = "many" if many else "play"
    for argument, declared in _by_argument(many).items():
        option = declared[0][1]
        settings: dict[str, Any] = {}
        if option.kind == "yes_no":
            settings = {"action": "store_true", "default": None}
        elif option.kind == "number" and many:
            settings = {"type": int}
        elif option.kind == "number":
            numbers = [int(value) for _, option in declared for value in option.values]
            low, high = min(numbers), max(numbers)
            settings = {"metavar": f"{low}-{high}", "type": number(low, high, language)}
        elif not many:
            settings = {"metavar": "KEY"}
        helps = [say(f"{game}.option.{option.name}.{kind}", language) for game, option in declared]
        parser.add(f"--{typed(argument)}", help="; ".join(helps), **settings)


def _by_argument(many: bool) -> dict[str, list[tuple[str, Option]]]:
    """The options of all games by the names of their arguments."""
    found: dict[str, list[tuple[str, Option]]] = {}
    for name in GAMES:
        for option in options_of(name, many):
            found.setdefault(option.argument, []).append((name, option))
    return found


def options_of(game: str, many: bool) -> tuple[Option, ...]:
    """The options of a game that a command has."""
    options = GAMES[game].options
    return options.in_start if many else tuple(options)


def option_arguments() -> list[str]:
    """The names of the arguments for options of games."""
    return list(_by_argument(many=False))


def typed(argument: str) -> str:
    """An argument as it is typed, without the dashes before it."""
    return argument.replace("_", "-")


def chosen_options(args: argparse.Namespace) -> dict[str, Any]:
    """The options that were given to a command that plays many games."""
    return given_options(args, args.game, many=True)


def given_options(args: argparse.Namespace, game: str, many: bool) -> dict[str, Any]:
    """The options of the game that were given; UsageError for one of another game."""
    own = {option.argument: option for option in options_of(game, many)}
    chosen: dict[str, Any] = {}
    for argument in _by_argument(many):
        if (value := getattr(args, argument)) is None:
            continue
        if argument not in own:
            raise not_of_game(argument, game)
        option = own[argument]
        chosen[option.name] = not option.default if option.kind == "yes_no" else value
    return chosen


def not_of_game(argument: str, game: str) -> UsageError:
    """The error for an argument that other games have."""
    title = Message(f"{game}.name")
    return UsageError("cli.error.not_of_game", name=typed(argument), game=title)


def one_of(allowed: Sequence[str], language: str) -> Callable[[str], str]:
    """A type that takes one of these words."""

    def read(text: str) -> str:
        if text not in allowed:
            raise argparse.ArgumentTypeError(
                word("error.one_of", language, text=text, allowed=", ".join(allowed))
            )
        return text

    return read


def number(low: int, high: int, language: str) -> Callable[[str], int]:
    """A type that takes a whole number in a range."""

    def read(text: str) -> int:
        found = whole_number(text, high)
        if found is None or found < low:
            raise argparse.ArgumentTypeError(
                word("error.number", language, text=text, low=low, high=high)
            )
        return found

    return read


def whole_number(text: str, most: int) -> int | None:
    """A whole number from 0 to `most`, also with leading zeros; None if the text is not one."""
    digits = text.lstrip("0") or text[-1:]
    if not digits.isdecimal() or len(digits) > len(str(most)):
        return None
    found = int(digits)
    return found if found <= most else None


def name_list(text: str) -> list[str]:
    """A type that takes names with commas between them."""
    return [name.strip() for name in text.split(",")]
