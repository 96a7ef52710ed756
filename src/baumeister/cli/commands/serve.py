"""`baumeister serve`: the game server (server/)."""

from __future__ import annotations

import argparse

from baumeister.cli.arguments import Parser
from baumeister.cli.screens.words import as_started
from baumeister.kernel.glossary import say
from baumeister.server.run import serve
from baumeister.server.settings import OPTIONS, Settings, read_settings


def add_arguments(parser: Parser) -> None:
    """The options of `baumeister serve`: all settings of a server."""
    language = parser.language
    for option in OPTIONS:
        default = Settings().shown(option.name)
        note = f" ({say('serve.default', language)}: {default})" if default else ""
        parser.add(option.flag, metavar=option.metavar, help=option.help(language) + note)
        if option.former:
            parser.add_argument(f"--{option.former}", dest=option.name, help=argparse.SUPPRESS)
    parser.add("--open", action="store_true")
    parser.add("--accept-lost-moves", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister serve`."""
    flags = {option.name: getattr(args, option.name) for option in OPTIONS}

    def tell(text: str) -> None:
        print(as_started(text), flush=True)

    return serve(read_settings(flags), args.lang, args.open, args.accept_lost_moves, tell)
