"""`verify`: whether a game was dealt from its seed."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from baumeister.play import records, verify
from baumeister.play.verify import Unfair
from baumeister.rules.kernel.chance import commitment
from tests.games.playing import PLAYERS, POLICIES, finished

Record = dict[str, Any]


@cache
def _record(players: int) -> Record:
    return records.to_json(finished(players, 6 + 5 * players, POLICIES[3], f"fair {players}"))


def fair_record(players: int = 3) -> Record:
    return copy.deepcopy(_record(players))


def first(record: Record, kind: str, number: int = 0) -> Record:
    found: Record = [event for event in record["events"] if event["type"] == kind][number]
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_a_fair_game_is_accepted(players: int) -> None:
    assert any("shuffles" in sentence for sentence in verify.verify(fair_record(players)))


def test_a_running_game_is_accepted() -> None:
    record = fair_record()
    record["events"] = record["events"][:20]
    verify.verify(record)


def other_seed(record: Record) -> None:
    record["seed"] = "another"


def other_seed_and_commitment(record: Record) -> None:
    record["seed"] = "another"
    record["commitment"] = commitment("another")


def other_commitment(record: Record) -> None:
    record["commitment"] = commitment("another")


def other_first_player(record: Record) -> None:
    record["events"][0]["first_player"] = (record["events"][0]["first_player"] + 1) % 3


def other_objective(record: Record) -> None:
    objectives = record["events"][0]["secret_objectives"]
    objectives[0], objectives[1] = objectives[1], objectives[0]


def other_buildings(record: Record) -> None:
    order = record["events"][1]["order"]
    order[0], order[1] = order[1], order[0]


def other_characters(record: Record) -> None:
    order = record["events"][2]["order"]
    order[-1], order[-2] = order[-2], order[-1]


def other_reshuffle(record: Record) -> None:
    first(record, "shuffle", -1)["order"].reverse()


def other_hand(record: Record) -> None:
    hands = first(record, "deal")["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def other_hand_in_stage_four(record: Record) -> None:
    first(record, "deal", 3)["hands"][2].reverse()


def other_draw(record: Record) -> None:
    first(record, "draw")["drawn"].reverse()


def other_display(record: Record) -> None:
    first(record, "display")["drawn"].reverse()


def shuffle_left_out(record: Record) -> None:
    record["events"].remove(first(record, "shuffle", -1))


def no_such_game(record: Record) -> None:
    record["game"] = "chess"


CHANGES: list[Callable[[Record], None]] = [
    other_seed,
    other_seed_and_commitment,
    other_commitment,
    other_first_player,
    other_objective,
    other_buildings,
    other_characters,
    other_reshuffle,
    other_hand,
    other_hand_in_stage_four,
    other_draw,
    other_display,
    shuffle_left_out,
    no_such_game,
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("players", [3, 6])
def test_an_unfair_game_is_refused(players: int, change: Callable[[Record], None]) -> None:
    record = fair_record(players)
    change(record)
    assert record != fair_record(players)
    with pytest.raises(Unfair):
        verify.verify(record)


def test_a_refusal_names_the_event() -> None:
    record = fair_record()
    other_hand(record)
    with pytest.raises(Unfair, match=r"event \d+ \(deal\)"):
        verify.verify(record)


# What is not a record at all is told apart by reading it; here it only must not pass.
NOT_A_RECORD = (Unfair, KeyError, IndexError, TypeError, ValueError, AttributeError)


@pytest.mark.parametrize("key", ["seed", "commitment", "game", "events", "components"])
@pytest.mark.parametrize("rubbish", [None, 7, "x", [], {}, [None], [{}], [[]]])
def test_rubbish_does_not_pass(key: str, rubbish: object) -> None:
    record = fair_record() | {key: rubbish}
    with pytest.raises(NOT_A_RECORD):
        verify.verify(record)


@pytest.mark.parametrize("key", ["seed", "commitment", "game", "events", "components"])
def test_a_record_that_lacks_something_does_not_pass(key: str) -> None:
    record = fair_record()
    del record[key]
    with pytest.raises(NOT_A_RECORD):
        verify.verify(record)


def test_the_check_is_short_and_knows_no_rules() -> None:
    source = Path(verify.__file__).read_text(encoding="utf-8")
    assert len(source.splitlines()) < 150
    modules = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(str(node.module).split(".")[0])
    assert modules <= {"__future__", "hashlib", "collections", "typing"}
