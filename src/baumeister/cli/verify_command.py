"""`baumeister verify`: was a game dealt from its seed, and played by the rules?"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from baumeister.cli.arguments import Parser, add_data, add_language
from baumeister.cli.words import word
from baumeister.play import records
from baumeister.play.records import RecordError
from baumeister.play.verify import Incomplete, Unfair, verify

UNFAIR = 1
CHECKED = {"tybor": ("shuffles", "piles"), "samara": ("layout",)}  # what chance brought
WRONG_LINE = re.compile(r"line (\d+): ")


def add_arguments(parser: Parser) -> None:
    """The arguments of `verify`."""
    parser.add_argument(
        "file", metavar="FILE", type=Path, help=word("option.record", parser.language)
    )
    add_data(parser)
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    """Say what was checked; exit code 1 if a game is not fair, 2 if it cannot be read."""
    try:
        checked = list(_check(args.file, args.data))
    except Unfair as unfair:
        reason = word("unfair", args.lang, path=args.file, reason=unfair)
        print(f"baumeister: {reason}", file=sys.stderr)
        return UNFAIR
    for number, record in enumerate(checked, 1):
        if len(checked) > 1:
            print(word("game_of", args.lang, number=number, n=len(checked)))
        for sentence in _chance_sentences(record, args.lang):
            print(f"✓ {sentence}")
        print("✓ " + word("verified.moves", args.lang))
        if record["finished"]:
            print("✓ " + word("verified.finished", args.lang))
        else:
            print(word("verified.running", args.lang))
    return 0


def _chance_sentences(record: dict[str, Any], language: str) -> list[str]:
    """What was checked about chance; the check itself knows no language but English."""
    shuffles = sum(event["type"] == "shuffle" for event in record["events"])
    keys = ("commitment", *CHECKED[record["game"]])
    return [word(f"verified.{key}", language, n=shuffles) for key in keys]


def _check(path: Path, data: Path | None) -> Iterator[dict[str, Any]]:
    """The structured records of a file, each checked for chance and for the rules.

    What chance brought is looked at first, so that somebody who stacked the cards is told so,
    and not only that the record cannot be played again.
    """
    for where, raw in _structured(path):
        try:
            verify(raw)
        except Incomplete:
            pass  # reading it says why
        except Unfair as unfair:
            raise Unfair(f"{where}{unfair}") from None
    try:
        tables = records.read_file(path, data)
    except RecordError as error:
        _blame_chance(path, error)
        raise
    for table in tables:
        record = records.to_json(table)
        verify(record)
        yield {**record, "finished": table.over}


def _structured(path: Path) -> Iterator[tuple[str, Any]]:
    """The JSON objects of a file, as they stand in it."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return
    if not text.lstrip().startswith("{"):
        return
    try:
        yield "", json.loads(text)
        return
    except (json.JSONDecodeError, RecursionError):
        pass
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield f"line {number}: ", json.loads(line)
        except (json.JSONDecodeError, RecursionError):
            continue


def _blame_chance(path: Path, error: RecordError) -> None:
    """Unfair, if what is wrong with a text record is what chance is said to have brought."""
    message = str(error).removeprefix(f"{path}: ")
    if "the commitment is not that of the seed" in message:
        raise Unfair(message) from None
    found = WRONG_LINE.match(message)
    if found:
        lines = path.read_text(encoding="utf-8").splitlines()
        number = int(found[1])
        if number <= len(lines) and lines[number - 1].strip().startswith("* "):
            raise Unfair(message) from None
