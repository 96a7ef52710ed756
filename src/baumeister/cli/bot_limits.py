"""`--bot-seconds` and `--bot-memory`: what custom bots may use."""

from __future__ import annotations

import argparse

from baumeister.cli.arguments import Parser, number
from baumeister.lab.bot_process import BotLimits

MOST = 1_000_000


def add_bot_limits(parser: Parser) -> None:
    """`--bot-seconds N` and `--bot-memory MB`."""
    limits, read = BotLimits(), number(1, MOST, parser.language)
    parser.add("--bot-seconds", metavar="N", type=read, default=int(limits.seconds))
    parser.add("--bot-memory", metavar="MB", type=read, default=limits.megabytes)


def chosen_limits(args: argparse.Namespace) -> BotLimits:
    """The limits that were given."""
    return BotLimits(args.bot_seconds, args.bot_memory)
