"""`--bot-seconds` and `--bot-memory`: what custom bots may use."""

from __future__ import annotations

import argparse

from baumeister.cli.arguments import Parser, number
from baumeister.lab.bot_process import DEFAULT_LIMITS, BotLimits

MOST = 1_000_000


def add_bot_limits(parser: Parser) -> None:
    """`--bot-seconds N` and `--bot-memory MB`."""
    read, usual = number(1, MOST, parser.language), DEFAULT_LIMITS
    parser.add("--bot-seconds", metavar="N", type=read, default=int(usual.seconds))
    parser.add("--bot-memory", metavar="MB", type=read, default=usual.megabytes)


def chosen_limits(args: argparse.Namespace) -> BotLimits:
    """The limits that were given."""
    return BotLimits(args.bot_seconds, args.bot_memory)
