"""Records: they come back as they were; what is wrong is refused, with place and reason."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from baumeister.kernel.chance import commitment
from baumeister.play import OptionError, records
from baumeister.play.records import RecordError
from tests.games.tybor.playing import PLAYERS, POLICIES, TYBOR, finished, new_table, step
from tests.soaking import times

Record = dict[str, Any]


@cache
def text_record(players: int = 2, policy: int = 3) -> str:
    return records.to_text(finished(players, 6, POLICIES[policy], f"records {players}"))


@cache
def running_text(players: int = 3) -> str:
    table = new_table(players, 9, "running")
    rng = random.Random(players)
    for _ in range(20):
        step(table, POLICIES[0], rng)
    return records.to_text(table)


@cache
def _json_record(players: int) -> Record:
    return records.to_json(finished(players, 6, POLICIES[3], f"records {players}"))


def json_record(players: int = 2) -> Record:
    return copy.deepcopy(_json_record(players))


def refused(text: str) -> str:
    """The reason for which a record is refused."""
    with pytest.raises(RecordError) as error:
        records.read(text)
    reason = str(error.value)
    assert reason
    assert "\n" not in reason
    return reason


def refused_json(record: object) -> str:
    return refused(json.dumps(record))


# --- there and back ---------------------------------------------------------------------------
@pytest.mark.parametrize("policy", range(len(POLICIES)))
@pytest.mark.parametrize("players", PLAYERS)
def test_a_text_record_comes_back_as_it_was(players: int, policy: int) -> None:
    table = finished(players, 3 * policy + players, POLICIES[policy], f"text {players} {policy}")
    text = records.to_text(table)
    (again,) = records.read(text)
    assert records.to_text(again) == text
    assert again.snapshot() == table.snapshot()
    assert again.scores() == table.scores()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_structured_record_comes_back_as_it_was(players: int) -> None:
    record = json_record(players)
    (again,) = records.read(json.dumps(record))
    assert records.to_json(again) == record
    (indented,) = records.read(json.dumps(record, indent=2))
    assert records.to_json(indented) == record


def test_both_forms_are_of_the_same_game() -> None:
    (table,) = records.read(text_record(4))
    assert json.loads(json.dumps(records.to_json(table))) == json_record(4)


def test_many_structured_records_one_a_line() -> None:
    lines = "\n".join(json.dumps(json_record(players)) for players in (2, 3, 5))
    tables = records.read(lines + "\n\n")
    assert [len(table.names) for table in tables] == [2, 3, 5]


def test_further_keys_may_be_added() -> None:
    record = json_record() | {"comment": "a fine game"}
    record["events"][5]["comment"] = {"good": True}
    assert len(records.read(json.dumps(record))) == 1


def test_comments_and_blank_lines_may_be_added() -> None:
    lines = text_record().splitlines()
    lines[20:20] = ["", "# what a move!", "   "]
    (table,) = records.read("\n".join(lines))
    assert records.to_text(table) == text_record()


def test_line_ends_of_other_systems_are_read() -> None:
    (table,) = records.read(text_record().replace("\n", "\r\n"))
    assert records.to_text(table) == text_record()


@given(names=st.lists(st.text(min_size=1, max_size=40), min_size=2, max_size=3), seed=st.text())
@example(names=["scores", "winners"], seed="moves")
@example(names=["(forced)", "choose Fa5"], seed="{}")
@example(names=["Anna (forced)", "yes"], seed="[1, 2]")
@settings(max_examples=times(25, 60))
def test_any_names_and_seeds_come_back(names: list[str], seed: str) -> None:
    try:
        table = TYBOR.new(len(names), seed, names)
    except OptionError:
        return
    rng = random.Random(1)
    for _ in range(12):
        step(table, POLICIES[0], rng)
    (again,) = records.read(records.to_text(table))
    assert again.names == table.names
    assert again.snapshot() == table.snapshot()


# --- broken text records ----------------------------------------------------------------------
@pytest.fixture(params=["finished", "running"])
def text(request: pytest.FixtureRequest) -> str:
    """A record, of a game that is over or of one that goes on."""
    return text_record(5) if request.param == "finished" else running_text()


def matters(line: str) -> bool:
    return bool(line.strip())


def some_lines(text: str, number: int) -> Iterator[tuple[list[str], int]]:
    """A record's lines and the index of one that matters: all of the header, some of the rest."""
    lines = text.splitlines()
    indices = [k for k, line in enumerate(lines) if matters(line)]
    rest = random.Random(number).sample(indices[14:], number)
    for k in indices[:14] + sorted(rest) + indices[-2:]:
        yield list(lines), k


def test_a_record_without_one_of_its_lines_is_refused(text: str) -> None:
    for lines, k in some_lines(text, times(12, 30)):
        del lines[k]
        assert "line" in refused("\n".join(lines)) or k < 14


def test_a_record_with_one_of_its_lines_twice_is_refused(text: str) -> None:
    for lines, k in some_lines(text, times(12, 30)):
        lines.insert(k, lines[k])
        if not lines[k].startswith("#"):
            assert "line" in refused("\n".join(lines))


def test_a_record_with_two_lines_swapped_is_refused(text: str) -> None:
    for lines, k in some_lines(text, times(12, 30)):
        one, two = lines[k], lines[k + 1] if k + 1 < len(lines) else ""
        # T4.1: choices stand in any order. T4.7: workers pay in any order, which is another game.
        free = any(word in one and word in two for word in (": choose", ": pay"))
        if matters(two) and one != two and not free:
            lines[k : k + 2] = [two, one]
            assert "line" in refused("\n".join(lines))


def test_T4_1_choices_may_stand_in_any_order() -> None:
    lines = running_text().splitlines()
    k = next(k for k, line in enumerate(lines) if ": choose" in line)
    lines[k], lines[k + 1] = lines[k + 1], lines[k]
    (table,) = records.read("\n".join(lines))
    assert records.to_text(table) == running_text()


def test_a_truncated_record_is_refused(text: str) -> None:
    lines = text.splitlines()
    for n in [*range(15), *random.Random(1).sample(range(15, len(lines)), times(10, 25))]:
        refused("\n".join(lines[:n]))
    for n in random.Random(2).sample(range(len(text.rstrip())), times(25, 60)):
        refused(text[:n])


CHARACTERS = "aZ09 *#:|()/-\t\0\x0b\u2028é🌳"


def test_a_record_with_one_character_changed_is_refused(text: str) -> None:
    rng = random.Random(3)
    for _ in range(times(100, 250)):
        k, new = rng.randrange(len(text)), rng.choice(CHARACTERS)
        if text[k] not in ("\n", new):
            refused(text[:k] + new + text[k + 1 :])


def test_a_record_with_one_character_gone_is_refused(text: str) -> None:
    rng = random.Random(4)
    for _ in range(times(60, 150)):
        k = rng.randrange(len(text.rstrip()))
        if text[k] != "\n":
            refused(text[:k] + text[k + 1 :])


def header(key: str, value: str) -> str:
    """A record whose header says something else."""
    lines = text_record().splitlines()
    k = next(k for k, line in enumerate(lines) if line.startswith(f"{key}:"))
    lines[k] = f"{key}: {value}"
    return "\n".join(lines)


def test_another_game_is_refused() -> None:
    assert "chess" in refused(header("game", "chess"))


@pytest.mark.parametrize("version", ["2", "0", "", "1.0", "9" * 5000])
def test_other_rules_are_refused(version: str) -> None:
    assert "rules version" in refused(header("rules", version))


def test_other_data_is_refused_and_says_what_to_do() -> None:
    assert "--data" in refused(header("data", "mine-1"))


def test_another_seed_is_refused() -> None:
    assert "commitment" in refused(header("seed", "another"))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("commitment", "0" * 64),
        ("status", "running"),
        ("moves", "3"),
        ("moves", "9" * 5000),
        ("scenario", "size-matters"),
        ("scenario", "nowhere"),
        ("chapter", "9"),
        ("chapter", "9" * 5000),
        ("chapter", "-1"),
        ("players", "Anna"),
        ("players", "Anna | Anna"),
        ("players", ""),
        ("players", " | ".join(["x"] * 500)),
        ("scores", "Player 1 99 (9) | Player 2 0 (0)"),
        ("winners", "Nobody"),
    ],
)
def test_another_header_is_refused(key: str, value: str) -> None:
    refused(header(key, value))


@pytest.mark.parametrize(
    "line", ["names: a", "seed2: 7", "self: 1", "data_version: x", "components: 1", "rules_: 1"]
)
def test_an_unknown_line_in_the_header_is_refused(line: str) -> None:
    lines = text_record().splitlines()
    lines.insert(2, line)
    refused("\n".join(lines))


def test_a_move_that_is_not_allowed_is_refused_with_line_clause_and_reason() -> None:
    lines = running_text().splitlines()
    k = next(k for k, line in enumerate(lines) if ": choose" in line)
    name, _, _ = lines[k].partition(":")
    lines[k] = f"{name}: citizen"
    assert refused("\n".join(lines)).startswith(f"line {k + 1}: not allowed (T4.1")


def test_a_move_that_is_no_notation_is_refused_with_its_line() -> None:
    lines = running_text().splitlines()
    k = next(k for k, line in enumerate(lines) if ": choose" in line)
    name, _, _ = lines[k].partition(":")
    lines[k] = f"{name}: dance"
    assert refused("\n".join(lines)).startswith(f"line {k + 1}: ")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\n ",
        "\0",
        "\0" * 1000,
        "\ufeff" + "# Baumeister game record 1",
        "# Baumeister game record 2 - from the future\n",
        records.FIRST_LINE,
        records.FIRST_LINE + "\n" + "x" * 100_000,
        records.FIRST_LINE + "\n" + ":\n" * 1000,
        records.FIRST_LINE + "\n" + "*\n" * 1000,
        "{",
        "[",
        "{}",
        "[]",
        "[{}]",
        "null",
        '{"a": 1}\n{"b": 2}',
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"format": ' + "[" * 100_000,
        '{"format": ' + "9" * 10_000 + "}",
        '{"format": NaN}',
        '{"format": "baumeister-game/1"}',
        '{"format": "baumeister-game/1", "game": "tybor", "rules_version": ' + "9" * 10_000 + "}",
        '{"format": "baumeister-game/1", "game": "tybor", "rules_version": 1e999}',
    ],
    ids=lambda text: repr(text[:40]),
)
def test_what_is_no_record_is_refused(text: str) -> None:
    refused(text)


# --- broken structured records ----------------------------------------------------------------
@pytest.mark.parametrize("rubbish", [None, 7, -1, 10**400, 1.5, "x", [], {}, [None], [[]], True])
def test_a_structured_record_with_rubbish_is_refused(rubbish: object) -> None:
    for key in json_record():
        if json_record()[key] != rubbish:
            refused_json(json_record() | {key: rubbish})


def test_a_structured_record_that_lacks_something_is_refused() -> None:
    for key in json_record():
        record = json_record()
        del record[key]
        refused_json(record)


def event_places(record: Record) -> Iterator[tuple[int, str]]:
    """Events of every type with each of their keys; a few of each."""
    seen: dict[tuple[str, str], int] = {}
    for number, event in enumerate(record["events"]):
        for key in event:
            kind = (event["type"] + event.get("as", ""), key)
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] <= times(1, 2):
                yield number, key


RUBBISH: list[object] = [None, -1, 99, 10**30, "x", [], {}, [None], ["x"], 1.5]


@pytest.mark.parametrize("players", [2, 5])
def test_an_event_with_rubbish_is_refused_with_its_number(players: int) -> None:
    original = json_record(players)
    for k, (number, key) in enumerate(event_places(original)):
        for rubbish in (RUBBISH[k % len(RUBBISH)], RUBBISH[(k + 3) % len(RUBBISH)]):
            record = json_record(players)
            if record["events"][number][key] != rubbish:
                record["events"][number][key] = rubbish
                assert "event" in refused_json(record)


@pytest.mark.parametrize("players", [2, 5])
def test_an_event_that_lacks_something_is_refused_with_its_number(players: int) -> None:
    for number, key in event_places(json_record(players)):
        record = json_record(players)
        del record["events"][number][key]
        assert "event" in refused_json(record)


@pytest.mark.parametrize("rubbish", [None, 7, "x", [], {}, True, {"type": []}, {"type": "dance"}])
def test_what_is_no_event_is_refused(rubbish: object) -> None:
    for number in (0, 3, 6, 40):
        record = json_record()
        record["events"][number] = rubbish
        assert "event" in refused_json(record)


def without(events: list[Any], k: int) -> list[Any]:
    return events[:k] + events[k + 1 :]


def twice(events: list[Any], k: int) -> list[Any]:
    return [*events[:k], events[k], *events[k:]]


def swapped(events: list[Any], k: int) -> list[Any]:
    return [*events[:k], events[k + 1], events[k], *events[k + 2 :]]


def cut(events: list[Any], k: int) -> list[Any]:
    return events[:k]


@pytest.mark.parametrize("change", [without, twice, swapped, cut])
def test_events_that_are_missing_or_misplaced_are_refused(
    change: Callable[[list[Any], int], list[Any]],
) -> None:
    rng = random.Random(change.__name__)
    for _ in range(times(15, 40)):
        record = json_record(3)
        k = rng.randrange(len(record["events"]) - 1)
        record["events"] = change(record["events"], k)
        refused_json(record)


@pytest.mark.parametrize(
    "seed", ["\ud800", "", " 7", "a\nb", "\0", "x" * 1_000_000], ids=lambda s: repr(s[:9])
)
def test_a_seed_that_is_none_is_refused(seed: str) -> None:
    promised = "0" * 64 if seed == "\ud800" else commitment(seed)
    refused_json(json_record() | {"seed": seed, "commitment": promised})


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "scenario": [], "chapter": 1},
        {"players": 2, "scenario": "size-matters", "chapter": "1"},
        {"players": 2, "names": ["a"]},
        {"players": 2, "seed": 1},
        {"self": 1},
        {"": 1},
    ],
)
def test_options_that_are_none_are_refused(options: Record) -> None:
    refused_json(json_record() | {"options": options})


@pytest.mark.parametrize(
    "seats", [[{}], [{"name": 1}, {"name": 2}], [{"name": ""}] * 2, [{"name": "x"}] * 500, [1, 2]]
)
def test_seats_that_are_none_are_refused(seats: list[Any]) -> None:
    refused_json(json_record() | {"seats": seats})


def test_one_bad_line_of_many_is_refused_with_its_number() -> None:
    good = json.dumps(json_record())
    assert refused(f"{good}\n\n{good[:-5]}\n{good}").startswith("line 3: ")
    record = json_record()
    record["winners"] = []
    assert refused(f"{good}\n{json.dumps(record)}").startswith("line 2: winners")


# --- hostile texts ----------------------------------------------------------------------------
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)


@given(st.text(max_size=300))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    refused_or_read(text)
    refused_or_read(records.FIRST_LINE + "\n" + text)


@given(st.integers(0, 10_000), st.text(max_size=12), st.integers(0, 40))
def test_a_record_with_anything_put_in_is_read_as_it_was_or_refused(
    place: int, text: str, gone: int
) -> None:
    original = running_text()
    k = place % len(original)
    refused_or_read(original[:k] + text + original[k + gone :])


@given(JSON, st.deferred(lambda: st.sampled_from(sorted(_json_record(2)))))
def test_any_value_in_a_structured_record_is_refused(value: Any, key: str) -> None:
    refused_or_read(json.dumps(json_record() | {key: value}))


@given(JSON, st.integers(0, 10_000), st.integers(0, 20))
@settings(max_examples=times(25, 60))
def test_any_value_in_an_event_is_refused(value: Any, number: int, key: int) -> None:
    record = json_record()
    event = record["events"][number % len(record["events"])]
    event[list(event)[key % len(event)]] = value
    refused_or_read(json.dumps(record))


def refused_or_read(text: str) -> None:
    """Nothing in between: a whole game as it was, or a RecordError."""
    try:
        tables = records.read(text)
    except RecordError:
        return
    known = {running_text(), records.to_text(records.read(json.dumps(_json_record(2)))[0])}
    assert {records.to_text(table) for table in tables} <= known


# --- files ------------------------------------------------------------------------------------
def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_bytes(text_record().encode() + b"\xff\xfe")
    with pytest.raises(RecordError, match="UTF-8"):
        records.read_file(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read"):
        records.read_file(tmp_path / "missing.txt")
    with pytest.raises(RecordError, match="cannot be read"):
        records.read_file(tmp_path)


def test_a_refusal_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text("", encoding="utf-8")
    with pytest.raises(RecordError, match=r"record\.txt: line 1"):
        records.read_file(file)


def test_a_file_comes_back_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text(text_record(8), encoding="utf-8")
    (table,) = records.read_file(file)
    assert records.to_text(table) == text_record(8)


# --- where a deal comes from --------------------------------------------------------------------
@pytest.mark.parametrize(
    "strange",
    [
        {"origin": None},
        {"origin": {"kind": "elsewhere", "moves": 7}},
        {"origin": {"kind": "record", "moves": "7"}},
        {"contributions": None},
        {"contributions": {"commitment": "c", "host": ""}},
        {"contributions": {"commitment": "c", "seats": [1, 2], "host": ""}},
    ],
)
def test_a_record_that_says_strangely_where_its_deal_is_from_is_refused(strange: Record) -> None:
    assert "contributions and origin" in refused_json({**json_record(), **strange})


@pytest.mark.parametrize(
    "line", ["share: abc", "origin: record", "origin: record x", "origin: 7 7"]
)
def test_a_text_that_says_strangely_where_its_deal_is_from_is_refused(line: str) -> None:
    assert "contributions and origin" in refused(
        text_record().replace("\nstatus:", f"\n{line}\nstatus:")
    )
