"""`baumeister verify`: was a game dealt from its seed, and played by the rules?"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from baumeister.cli.arguments import Parser, add_data, add_which_game
from baumeister.cli.screens.words import word
from baumeister.games import GAMES
from baumeister.kernel.errors import UTF_8, Message, UserError
from baumeister.kernel.glossary import key_of
from baumeister.play import records
from baumeister.play.provenance import CONTRIBUTIONS, ORIGIN
from baumeister.play.records import RecordError
from baumeister.play.verify import Incomplete, Unfair, verify

UNFAIR = 1


class NotFairError(UserError):
    """The game was not dealt from its seed; the text says where."""


def add_arguments(parser: Parser) -> None:
    """The arguments of `verify`."""
    parser.add("file", metavar="FILE", type=Path)
    add_which_game(parser)
    add_data(parser)


def run(args: argparse.Namespace) -> int:
    """Say what was checked; exit code 1 if a game is not fair, 2 if it cannot be read."""
    try:
        checked = list(_check(args.file, args.data, args.game))
    except NotFairError as error:
        reason = word("unfair", args.lang, path=args.file, reason=error.text(args.lang))
        print(f"baumeister: {reason}", file=sys.stderr)
        return UNFAIR
    for number, record in enumerate(checked, 1):
        if len(checked) > 1:
            print(word("game_of", args.lang, number=number, n=len(checked)))
        if record["about_data"] is not None:
            print(record["about_data"].text(args.lang))
        for sentence in _chance_sentences(record, args.lang):
            print(f"✓ {sentence}")
        print("✓ " + word("verified.moves", args.lang))
        if ORIGIN in record:
            origin = record[ORIGIN]
            source = word(f"verified.{origin['kind']}", args.lang)
            print(word("verified.origin", args.lang, source=source, moves=origin["moves"]))
        if record["finished"]:
            print("✓ " + word("verified.finished", args.lang))
        else:
            print(word("verified.running", args.lang))
    return 0


def _chance_sentences(record: dict[str, Any], language: str) -> list[str]:
    """What was checked about chance, in the user's language; the check itself is in English."""
    shuffles = sum(event["type"] == "shuffle" for event in record["events"])
    contributions = [CONTRIBUTIONS] if CONTRIBUTIONS in record else []
    keys = ("commitment", *contributions, *GAMES[record["game"]].part("fairness").CHECKED)
    return [word(f"verified.{key}", language, n=shuffles) for key in keys]


def _check(path: Path, data: Path | None, only: int | None) -> Iterator[dict[str, Any]]:
    """The structured records of a file, or one of them, each checked for chance and for the rules.

    Chance is checked first, so that manipulated cards are reported as such, and not only as a
    record that cannot be replayed.
    """
    for line, raw in _structured(path, only):
        try:
            verify(raw)
        except Incomplete:
            pass  # reading it says why
        except Unfair as unfair:
            raise _not_fair(unfair, line) from None
    try:
        tables = records.read_file(path, data, only)
    except RecordError as error:
        _blame_chance(path, error)
        raise
    for table in tables:
        record = records.to_json(table)
        try:
            verify(record)
        except Unfair as unfair:
            raise _not_fair(unfair, None) from None
        yield {**record, "finished": table.over, "about_data": records.about_data(table)}


def _not_fair(unfair: Unfair, line: int | None) -> NotFairError:
    """The finding of the check, which is in English, as an error in all languages."""
    problem = Message(key_of("error.verify", unfair.sentence), **unfair.values)
    if line is None:
        return NotFairError("error.quote", problem=problem)
    return NotFairError("error.verify_line", line=line, problem=problem)


def _structured(path: Path, only: int | None) -> Iterator[tuple[int | None, Any]]:
    """The JSON objects of a file, with their line numbers if there are several; or one of them."""
    try:
        text = path.read_text(encoding=UTF_8)
    except (OSError, UnicodeDecodeError):
        return
    if not text.lstrip().startswith("{"):
        return
    try:
        yield None, json.loads(text)
        return
    except (ValueError, RecursionError):
        pass
    lines = [(k, line) for k, line in enumerate(text.splitlines(), 1) if line.strip()]
    for number, line in lines if only is None else lines[only - 1 : only]:
        try:
            yield number, json.loads(line)
        except (ValueError, RecursionError):
            continue


def _blame_chance(path: Path, error: RecordError) -> None:
    """Raise NotFairError if the wrong line of a text record is one about chance."""
    wrong = error.values.get("problem")
    if not isinstance(wrong, RecordError):
        return
    where = wrong.values.get("where")
    if wrong.key == "error.record.commitment":
        raise NotFairError("error.quote", problem=wrong) from None
    if isinstance(where, Message) and where.key == "error.record.line":
        number = int(str(where.values["n"]))
        lines = path.read_text(encoding=UTF_8).splitlines()
        if number <= len(lines) and lines[number - 1].strip().startswith("* "):
            raise NotFairError("error.quote", problem=wrong) from None
