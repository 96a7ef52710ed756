"""`baumeister score`: a score pad for a game with real cards, from answers or from a file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from baumeister.cli.arguments import GAME_NAMES, Parser, one_of
from baumeister.cli.screens.registry import screen_of
from baumeister.cli.screens.score_pad import PadPrompt
from baumeister.cli.screens.score_sheet import score_sheets
from baumeister.cli.screens.terminal import Terminal
from baumeister.games import GAMES
from baumeister.kernel.glossary import join, say
from baumeister.play import game
from baumeister.play.score_pad import Result, has_score_pad, read_file, score


def add_arguments(parser: Parser) -> None:
    """The arguments of `score`."""
    names = one_of(tuple(filter(has_score_pad, GAMES)), parser.language)
    parser.add("game", metavar=GAME_NAMES, type=names)
    parser.add("file", metavar="FILE", type=Path, nargs="?")
    parser.add("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Score one game."""
    terminal = Terminal(args.lang)
    if args.file is not None:
        result = score(args.game, read_file(args.file), str(args.file))
    else:
        pad: PadPrompt = GAMES[args.game].part("screen_score_pad").PAD(terminal)
        result = pad.result()
    if args.json:
        print(json.dumps(result.json(args.lang), ensure_ascii=False))
    else:
        show(result, terminal)
    return 0


def show(result: Result, terminal: Terminal) -> None:
    """The sheets, and who has won."""
    language = terminal.language
    told, screen = result.json(language), screen_of(game(result.game), language)
    sheets = [
        {**sheet, "tiebreak": "–" if sheet["tiebreak"] is None else sheet["tiebreak"]}
        for sheet in told["sheets"]
    ]
    winners = () if result.undecided else result.winners
    terminal.show(score_sheets(screen, result.names, sheets, winners, terminal.width))
    names = join([result.names[seat] for seat in result.winners], language)
    key = "undecided" if result.undecided else "winner" if len(winners) == 1 else "winners"
    terminal.line(say(f"score.{key}", language, names=names), "bold")
