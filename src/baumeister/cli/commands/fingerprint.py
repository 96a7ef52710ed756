"""`baumeister fingerprint`: one number for all behaviour."""

from __future__ import annotations

import argparse

from baumeister.cli.arguments import GAME_NAMES, Parser
from baumeister.games import GAMES
from baumeister.kernel import rule
from baumeister.lab.fingerprint import PartNumber, fingerprint, total
from baumeister.play import game


def add_arguments(parser: Parser) -> None:
    """The arguments of `baumeister fingerprint`."""
    parser.add("game", nargs="?", metavar=GAME_NAMES)
    parser.add("--parts", action="store_true")
    parser.add("--plain", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister fingerprint`: print the number, and with `--parts` those of the parts
    before it. The same in both languages."""
    games = list(GAMES) if args.game is None else [game(args.game).name]
    found: list[PartNumber] = []
    for part in fingerprint(games, plain=args.plain or not rule.can_compile()):
        found.append(part)
        if args.parts:
            print(f"{part.game} {part.name} {part.number}", flush=True)
    print(total(found))
    return 0
