"""`baumeister compile`: compiles everything beforehand."""

from __future__ import annotations

import argparse
import os
from time import perf_counter

from baumeister.cli.arguments import GAME_NAMES, Parser
from baumeister.games import GAMES
from baumeister.kernel.backend.cache import cache_folder
from baumeister.kernel.glossary import say
from baumeister.lab.compiling import Piece, compile_all, pieces
from baumeister.lab.tables import say_number
from baumeister.play import game


def add_arguments(parser: Parser) -> None:
    """The arguments of `baumeister compile`."""
    parser.add("game", nargs="?", metavar=GAME_NAMES)


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister compile`: a line for each piece."""
    games = list(GAMES) if args.game is None else [game(args.game).name]
    begin = perf_counter()
    for piece, taken in compile_all(pieces(games), os.cpu_count() or 1):
        seconds = say("compile.seconds", args.lang, seconds=say_number(taken, 1, args.lang))
        print(_named(piece, args.lang) + seconds, flush=True)
    seconds = say_number(perf_counter() - begin, 0, args.lang)
    print(say("compile.done", args.lang, seconds=seconds, folder=cache_folder()))
    return 0


def _named(piece: Piece, language: str) -> str:
    """A piece in words."""
    values = {
        "game": say(f"{piece.game}.name", language),
        "first": piece.players.start,
        "last": piece.players.stop - 1,
        "part": say(f"compile.part.{piece.part}", language),
    }
    return say("compile.piece", language, **values)
