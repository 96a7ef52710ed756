"""`baumeister fingerprint`: one number for all behaviour."""

from __future__ import annotations

import argparse

from baumeister.cli.arguments import GAME_NAMES, Parser, add_language
from baumeister.games import GAMES
from baumeister.kernel import rule
from baumeister.kernel.glossary import say
from baumeister.lab.fingerprint import Part, fingerprint, total
from baumeister.play import game


def add_arguments(parser: Parser) -> None:
    """The arguments of `baumeister fingerprint`."""
    language = parser.language
    parser.add_argument(
        "game", nargs="?", metavar=GAME_NAMES, help=say("fingerprint.option.game", language)
    )
    parser.add_argument(
        "--parts", action="store_true", help=say("fingerprint.option.parts", language)
    )
    parser.add_argument(
        "--plain", action="store_true", help=say("fingerprint.option.plain", language)
    )
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister fingerprint`: the number, after those of the parts if they are asked
    for. The same in both languages."""
    games = list(GAMES) if args.game is None else [game(args.game).name]
    found: list[Part] = []
    for part in fingerprint(games, plain=args.plain or not rule.can_compile()):
        found.append(part)
        if args.parts:
            print(f"{part.game} {part.name} {part.number}", flush=True)
    print(total(found))
    return 0
