"""`baumeister backup`: copies all tables of a server, even while it runs."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from baumeister.cli.arguments import Parser
from baumeister.kernel.glossary import say
from baumeister.server.settings import default_store
from baumeister.server.store.backup import Content, back_up

STORE = "BAUMEISTER_STORE"


def add_arguments(parser: Parser) -> None:
    """The options of `baumeister backup`."""
    place = say("backup.option.store", parser.language, place=default_store())
    parser.add("file", metavar="FILE", type=Path)
    parser.add("--store", metavar="PLACE", help=place)


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister backup`."""
    content = back_up(chosen_store(args.store), args.file)
    values = {"tables": content.tables, "entries": content.entries}
    print(say("backup.done", args.lang, file=args.file, **values))
    return report_damage(content, args.lang)


def report_damage(content: Content, language: str) -> int:
    """Name the tables whose log is not what was written; the exit code."""
    if content.damaged:
        tables = " ".join(content.damaged)
        print(say("backup.damaged", language, tables=tables), file=sys.stderr)
    return 1 if content.damaged else 0


def chosen_store(given: str | None) -> str:
    """The place that was given, or the one that the server uses."""
    return given or os.environ.get(STORE) or default_store()
