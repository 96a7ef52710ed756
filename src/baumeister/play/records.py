"""Game records: a text that people read and type, and a structured form (docs/records.md).

Both hold the seed, so a record replays to the same end on any machine. Reading a record means
replaying it: if the rules or the seed contradict it, it is refused with line and reason.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from baumeister.kernel.chance import commitment
from baumeister.kernel.errors import EnglishOnly, Message, UserError, syntax_problem
from baumeister.kernel.notation import NotationError
from baumeister.kernel.options import OptionError
from baumeister.kernel.refusal import Refusal
from baumeister.play import provenance
from baumeister.play.data_files import former_file
from baumeister.play.files import text_of
from baumeister.play.game import Game, game
from baumeister.play.table import Move, Table, checked_seed

FORMAT = "baumeister-game/1"
FIRST_LINE = "# Baumeister game record 1 - baumeister replay FILE shows it"
FINISHED, RUNNING = "finished", "running"
HEADER_KEYS = ("game", "rules", "data", "players", "seed", "commitment", "status", "moves")
RESULT_KEYS = ("scores", "winners", "end")
YES_NO = ("yes", "no")
MAX_BYTES = 4_000_000  # a record of eight players is about 200 kB in its structured form


class RecordError(UserError, ValueError):
    """A record that cannot be used; the message says where and why."""


# --- the structured form ----------------------------------------------------------------------
def to_json(table: Table) -> dict[str, Any]:
    """The complete structured form of a game, with its seed. Not for seats of a running game."""
    table = table.canonical()
    return {
        **_head(table),
        "seed": table.seed,
        "components": table.game.record_components(table.options),
        "events": [dict(event.full) for event in table.events if event.recorded],
        "final": table.final(),
        "scores": table.scores(),
        "winners": table.winners,
        **table.ending,
        **_unrecorded(table),
    }


def _unrecorded(table: Table) -> dict[str, Any]:
    """Moves of a running game that have no event yet, such as half a payment."""
    moves: list[Move] = []
    for item in table.log:
        if isinstance(item, Move):
            moves.append(item)
        elif item.recorded:
            moves = []
    made = [move for move in moves if not move.forced]
    if table.over or not made:
        return {}
    return {"unrecorded": [{"seat": m.seat, "move": table.game.notation(m.action)} for m in made]}


def to_json_for(table: Table, seat: int | None) -> dict[str, Any]:
    """The structured form for a seat, or a spectator (None); complete once the game is over."""
    if table.over:
        return to_json(table)
    return {
        **_head(table),
        "components": table.game.record_components(table.options),
        "events": [dict(event.seen_by(seat)) for event in table.events if event.recorded],
    }


def _head(table: Table) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": table.rules.name,
        "rules_version": table.rules.rules_version,
        "data_version": table.game.data_version,
        "options": dict(table.options),
        "commitment": table.commitment,
        **table.provenance,
        "seats": [{"name": name} for name in table.names],
    }


# --- the text form ----------------------------------------------------------------------------
def to_text(table: Table) -> str:
    """The text form: a header, then a line per move, with what chance brought."""
    table = table.canonical()
    return "\n".join(line for line in _text_lines(table)) + "\n"


def _text_lines(table: Table) -> Iterator[str]:
    yield FIRST_LINE
    yield from (f"{key}: {value}" for key, value in _header(table).items())
    yield ""
    for item in table.log:
        if isinstance(item, Move):
            forced = "  (forced)" if item.forced else ""
            yield f"{table.names[item.seat]}: {table.game.notation(item.action)}{forced}"
        else:
            for line in table.rules.chance_lines(item.full, table.names):
                yield f"* {line}".rstrip()


def _header(table: Table) -> dict[str, Any]:
    header: dict[str, Any] = {
        "game": table.rules.name,
        "rules": table.rules.rules_version,
        "data": table.game.data_version,
        "players": " | ".join(table.names),
    }
    options = {key: value for key, value in table.options.items() if key != "players"}
    header |= {key: _write_option(value) for key, value in options.items()}
    header |= {
        "seed": table.seed,
        "commitment": table.commitment,
        **provenance.to_header(table.provenance),
        "status": FINISHED if table.over else RUNNING,
        "moves": len(table.moves),
    }
    if table.over:
        scores = [
            f"{name} {score['total']} ({score['tiebreak']})"
            for name, score in zip(table.names, table.scores(), strict=True)
        ]
        header["scores"] = " | ".join(scores)
        header["winners"] = " | ".join(table.names[seat] for seat in table.winners)
        header |= table.ending
    return header


# --- reading ----------------------------------------------------------------------------------
def read_file(path: Path, data: Path | None = None, only: int | None = None) -> list[Table]:
    """The games of a file: a text record, a structured one, or one structured record per line.
    `only` is the number of one of several, counting from 1; the others are not read."""
    text = text_of(path, MAX_BYTES * 1000, Message("error.record.too_large"), RecordError)
    try:
        return read(text, data, only)
    except RecordError as error:
        raise RecordError("error.file.at", path=path, problem=error) from None


def read(text: str, data: Path | None = None, only: int | None = None) -> list[Table]:
    """The games in a text, replayed from the start; or `only` one, counting from 1."""
    if not text.strip():
        raise RecordError("error.record.empty", where=_line(1))
    lines = _numbered(text)
    several = text.lstrip().startswith(("{", "[")) and len(lines) > 1 and lines[1][1][0] == "{"
    if only is not None and only > (n := len(lines) if several else 1):
        raise RecordError("error.record.no_such", n=n)
    if not text.lstrip().startswith(("{", "[")):
        return [_read_text(text, data)]
    if several:
        wanted = lines if only is None else lines[only - 1 : only]
        return [_read_json(_loads(line, _line(k)), _line(k), data) for k, line in wanted]
    where = Message("error.record.record")
    return [_read_json(_loads(text, where), where, data)]


def _line(number: int) -> Message:
    return Message("error.record.line", n=number)


def _loads(text: str, where: Message) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        problem = syntax_problem(error)
        raise RecordError("error.record.not_json", where=where, problem=problem) from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, deep nesting
        problem = syntax_problem(error)
        raise RecordError("error.record.not_usable", where=where, problem=problem) from None


def _numbered(text: str) -> list[tuple[int, str]]:
    return [(k, line) for k, line in enumerate(text.splitlines(), 1) if line.strip()]


def _open_game(name: object, rules: object, data_version: object, data: Path | None) -> Game:
    """The game of a record, in the same version of rules and data. Former data that come with the
    program are used automatically."""
    if not isinstance(name, str):
        raise RecordError("error.record.game")
    try:
        found = game(name, data)
    except OptionError as error:
        raise RecordError("error.record.at", where="game", problem=error) from None
    if str(rules) != str(found.rules.rules_version):
        ours = found.rules.rules_version
        raise RecordError("error.record.rules_version", theirs=rules, ours=ours)
    own_data = found.data_version
    if data_version == own_data:
        return found
    if data is None and former_file(name, str(data_version)) is not None:
        return _former_game(name, str(data_version))
    raise RecordError("error.record.data_version", theirs=data_version, ours=own_data)


@cache
def _former_game(name: str, version: str) -> Game:
    """A game with a former version of its data."""
    return game(name, former_file(name, version))


def about_data(table: Table) -> Message | None:
    """A note for a game that was played with former data; None for current data."""
    version = table.game.data_version
    file = former_file(table.rules.name, version)
    return None if file is None else Message("record.former_data", version=version, file=file.name)


def _read_text(text: str, data: Path | None) -> Table:
    lines = [(k, line.strip()) for k, line in _numbered(text)]
    if lines[0][1] != FIRST_LINE:
        raise RecordError("error.record.begins_with", where=_line(1), line=FIRST_LINE)
    header: dict[str, tuple[int, str]] = {}
    body: list[tuple[int, str]] = []
    for number, line in lines[1:]:
        key, colon, value = line.partition(":")
        if not body and "moves" not in header and colon and not line.startswith("*"):
            if key in header:
                raise RecordError("error.record.twice", where=_line(number), key=key)
            header[key] = (number, value.strip())
        elif not body and key in RESULT_KEYS and colon:
            header[key] = (number, value.strip())
        elif not line.startswith("#"):
            body.append((number, line))
    table = _table_of_header(header, data)
    moves = sum(not line.startswith("*") for _, line in body)
    if str(moves) != header["moves"][1]:
        promised = header["moves"][1]
        values = {"where": _line(lines[-1][0]), "moves": moves, "promised": promised}
        few = moves < _number(promised)
        raise RecordError("error.record.too_few" if few else "error.record.too_many", **values)
    _play_lines(table, body)
    _compare_text(table, lines)
    return table


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _table_of_header(header: Mapping[str, tuple[int, str]], data: Path | None) -> Table:
    for key in HEADER_KEYS:
        if key not in header:
            raise RecordError("error.record.lacks", where=_line(1), key=key)
    values = {key: value for key, (_, value) in header.items()}
    found = _open_game(values["game"], values["rules"], values["data"], data)
    names = [name.strip() for name in values["players"].split("|")]
    known = {*HEADER_KEYS, *RESULT_KEYS, *provenance.HEADER_KEYS}
    options = {key: _read_option(value) for key, value in values.items() if key not in known}
    where = Message("error.record.header")
    table = _new_table(found, names, values["seed"], values["commitment"], options, where)
    table.provenance = _provenance(provenance.of_header, values, where)
    return table


def _provenance(
    read: Callable[[Any], dict[str, Any]], record: Mapping[str, Any], where: Message
) -> dict[str, Any]:
    try:
        return read(record)
    except ValueError:
        raise RecordError("error.record.provenance", where=where) from None


def _write_option(value: object) -> str:
    return YES_NO[not value] if isinstance(value, bool) else str(value)


def _read_option(text: str) -> Any:
    if text in YES_NO:
        return text == YES_NO[0]
    return _number(text) if text.isdecimal() else text


def _new_table(
    found: Game, names: Sequence[str], seed: str, promised: str, options: Any, where: Message
) -> Table:
    try:
        if commitment(checked_seed(seed)) != promised:
            raise RecordError("error.record.commitment", where=where)
        options = {key: value for key, value in options.items() if key != "players"}
        return found.new(len(names), seed, names, **options)
    except OptionError as error:
        raise RecordError("error.record.at", where=where, problem=error) from None
    except TypeError as error:
        problem = EnglishOnly(str(error), Message("error.record.options"))
        raise RecordError("error.record.at", where=where, problem=problem) from None


def _play_lines(table: Table, body: Sequence[tuple[int, str]]) -> None:
    """Make the moves of the text; forced ones have already been made when their line comes."""
    made = 0
    for number, line in body:
        if line.startswith("*"):
            continue
        name, colon, rest = line.partition(":")
        if not colon or name not in table.names:
            raise RecordError("error.record.no_name", where=_line(number))
        notation = rest.replace("(forced)", "").strip()
        try:
            action = table.game.action(notation)
        except NotationError as error:
            raise RecordError("error.record.at", where=_line(number), problem=error) from None
        _make(table, made, table.names.index(name), action, _line(number))
        made += 1


def _make(table: Table, made: int, seat: int, action: int, where: Message) -> None:
    if made < len(table.moves):
        forced = table.moves[made]
        if (forced.seat, forced.action) != (seat, action):
            line = f"{table.names[forced.seat]}: {table.game.notation(forced.action)}"
            raise RecordError("error.record.forced", where=where, line=line)
        return
    _play(table, seat, action, where)


def _play(table: Table, seat: int, action: int, where: Message) -> None:
    try:
        table.play(seat, action)
    except Refusal as refusal:
        values = {"where": where, "clause": refusal.clause, "reason": refusal.reason}
        raise RecordError("error.record.not_allowed", **values) from None


def _compare_text(table: Table, lines: Sequence[tuple[int, str]]) -> None:
    """RecordError unless every line is what the replayed game writes."""
    written = [line for line in _text_lines(table) if line and not line.startswith("#")]
    given = [(number, line) for number, line in lines if not line.startswith("#")]
    for (number, line), ours in zip(given, written, strict=False):
        if line != ours:
            values = {"where": _line(number), "given": _short(line), "ours": _short(ours)}
            raise RecordError("error.record.other_line", **values)
    if len(given) != len(written):
        early, where = len(given) < len(written), _line(given[-1][0] + 1)
        raise RecordError("error.record.ends" if early else "error.record.goes_on", where=where)


def _short(text: object, most: int = 80) -> str:
    line = str(text)
    return repr(line if len(line) <= most else line[: most - 1] + "…")


def _read_json(record: Any, where: Message, data: Path | None) -> Table:
    if not isinstance(record, dict):
        raise RecordError("error.record.object", where=where)
    if record.get("format") != FORMAT:
        values = {"where": where, "given": record.get("format"), "ours": FORMAT}
        raise RecordError("error.record.format", **values)
    found = _open_game(
        record.get("game"), record.get("rules_version"), record.get("data_version"), data
    )
    names = _names_of(record, where)
    seed, promised, options = (record.get(key) for key in ("seed", "commitment", "options"))
    if not isinstance(seed, str) or not isinstance(promised, str) or not isinstance(options, dict):
        raise RecordError("error.record.head", where=where)
    table = _new_table(found, names, seed, promised, options, where)
    table.provenance = _provenance(provenance.of_record, record, where)
    events = record.get("events")
    if not isinstance(events, list):
        raise RecordError("error.record.events", where=where)
    _play_events(table, events, where)
    _play_unrecorded(table, record.get("unrecorded", []), where)
    _compare_json(record, to_json(table), where)
    return table


def _names_of(record: Mapping[str, Any], where: Message) -> list[str]:
    seats = record.get("seats")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        raise RecordError("error.record.seats", where=where)
    names = [seat.get("name") for seat in seats]
    if not all(isinstance(name, str) for name in names):
        raise RecordError("error.record.seat_names", where=where)
    return [str(name) for name in names]


def _play_events(table: Table, events: Sequence[Any], where: Message) -> None:
    """Make the decisions of the events; forced ones have already been made."""
    forced = list(table.moves)
    for number, event in enumerate(events):
        at = Message("error.record.event", where=where, n=number)
        try:
            made = any(move.seat == event.get("seat") for move in forced)
            decisions = table.actions_of(event, made)
        except (KeyError, ValueError, TypeError, AttributeError, IndexError) as error:
            raise RecordError("error.record.no_event", where=at, problem=_cause(error)) from None
        for seat, action in decisions:
            if type(seat) is not int:
                raise RecordError("error.record.seat", where=at, seat=seat)
            mine = next((k for k, move in enumerate(forced) if move.seat == seat), None)
            if mine is not None:
                del forced[mine]  # compared later
            else:
                before = len(table.moves)
                _play(table, seat, action, at)
                forced += table.moves[before + 1 :]


def _cause(error: Exception) -> object:
    """What is wrong with an event or a move of a structured record."""
    if isinstance(error, UserError):
        return error
    words = repr(error)
    return words if type(error) is KeyError else EnglishOnly(words, type(error).__name__)


def _play_unrecorded(table: Table, moves: Any, record: Message) -> None:
    where = Message("error.record.unrecorded", where=record)
    try:
        made = [(move["seat"], move["move"]) for move in moves]
        actions = [(seat, table.game.action(move)) for seat, move in made]
    except (KeyError, TypeError, AttributeError, NotationError) as error:
        raise RecordError("error.record.no_moves", where=where, problem=_cause(error)) from None
    for seat, action in actions:
        if type(seat) is not int:
            raise RecordError("error.record.seat", where=where, seat=seat)
        _play(table, seat, action, where)


def _compare_json(given: Mapping[str, Any], ours: Mapping[str, Any], where: Message) -> None:
    """RecordError unless everything that we would write is there; further keys are allowed."""
    for key, value in ours.items():
        if key not in given:
            raise RecordError("error.record.missing", where=where, key=key)
        if key == "events":
            _compare_events(given[key], value, where)
        elif given[key] != value:
            raise RecordError("error.record.other_end", where=where, key=key)


def _compare_events(given: Sequence[Any], ours: Sequence[Any], where: Message) -> None:
    for number, (theirs, event) in enumerate(zip(given, ours, strict=False)):
        kept = {key: theirs.get(key) for key in event}
        if kept != event:
            wrong = ", ".join(key for key in event if theirs.get(key) != event[key])
            at = Message("error.record.event", where=where, n=number)
            raise RecordError("error.record.other_event", where=at, type=event["type"], keys=wrong)
    if len(given) != len(ours):
        early = len(given) < len(ours)
        at = Message("error.record.event", where=where, n=min(len(given), len(ours)))
        raise RecordError("error.record.ends" if early else "error.record.goes_on", where=at)
