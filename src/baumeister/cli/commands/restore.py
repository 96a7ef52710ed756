"""`baumeister restore`: loads a backup into a new store."""

from __future__ import annotations

import argparse
from pathlib import Path

from baumeister.cli.arguments import Parser
from baumeister.cli.commands.backup import chosen_store, report_damage
from baumeister.kernel.glossary import say
from baumeister.server.settings import default_store
from baumeister.server.store.backup import restore
from baumeister.server.store.database import without_password


def add_arguments(parser: Parser) -> None:
    """The options of `baumeister restore`."""
    place = say("restore.option.store", parser.language, place=default_store())
    parser.add("file", metavar="FILE", type=Path)
    parser.add("--store", metavar="PLACE", help=place)


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister restore`."""
    place = chosen_store(args.store)
    content = restore(args.file, place)
    values = {"tables": content.tables, "entries": content.entries}
    print(say("backup.restored", args.lang, place=without_password(place), **values))
    return report_damage(content, args.lang)
