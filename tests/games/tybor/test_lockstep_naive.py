"""In lockstep with the slow second reading of the rulebook: same questions, answers and scores."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

import pytest

from baumeister.games.tybor.components import SCENARIO_KEYS
from baumeister.play import Table, records
from tests.games.tybor.playing import POLICIES, TYBOR, casts, new_table
from tests.referee.naive_tybor import NaiveTybor, load_data

DATA = load_data()
Event = dict[str, Any]


def naive_twin(table: Table) -> NaiveTybor:
    options = table.options
    scenario = SCENARIO_KEYS.index(options["scenario"])
    return NaiveTybor(DATA, options["players"], scenario, options["chapter"], table.seed)


def notations(table: Table, seat: int) -> set[str]:
    return {TYBOR.notation(action) for action in table.legal(seat)}


def follow(naive: NaiveTybor, table: Table, made: int) -> int:
    """Make the table's new moves in the naive game; forced ones must be the only answer.

    T4.8 A single card that could be drawn is kept without a question in the naive game."""
    for move in table.moves[made:]:
        notation = TYBOR.notation(move.action)
        if move.forced and notation.startswith("keep") and notation not in naive.legal(move.seat):
            assert single_card_kept(naive, move.seat, notation)
            continue
        if move.forced:
            assert naive.legal(move.seat) == {notation}
        naive.play(move.seat, notation)
    return len(table.moves)


def single_card_kept(naive: NaiveTybor, seat: int, notation: str) -> bool:
    return any(
        event["type"] == "draw"
        and event["seat"] == seat
        and len(event["drawn"]) == 1
        and notation == f"keep {event['kept'][0].partition('/')[0]}"
        for event in naive.events[-2 * len(naive.players) :]
    )


@pytest.mark.parametrize(("players", "story"), casts(2))
def test_lockstep_with_the_naive_game(players: int, story: int) -> None:
    policy = POLICIES[(players + story + 2) % len(POLICIES)]
    seed = f"lockstep {players} {story}"
    rng = random.Random(seed)
    table = new_table(players, story, seed)
    naive = naive_twin(table)
    made = 0
    while not table.over:
        made = follow(naive, table, made)
        assert table.waiting_for == naive.waiting()
        for seat in range(players):
            assert notations(table, seat) == naive.legal(seat)
        seat = rng.choice(table.waiting_for)
        table.play(seat, policy(rng, table.legal(seat)))
    follow(naive, table, made)
    assert naive.over
    assert naive.waiting() == []
    compare_ends(records.to_json(table), naive.record())


def compare_ends(ours: Event, theirs: Event) -> None:
    assert normal(ours["events"]) == normal(theirs["events"])
    assert without_copies(ours["final"]) == without_copies(theirs["final"])
    assert [sheet(score) for score in ours["scores"]] == [sheet(s) for s in theirs["scores"]]
    assert ours["winners"] == theirs["winners"]
    assert ours["components"]["characters"] == theirs["components"]["characters"]
    assert ours["components"]["buildings"] == theirs["components"]["buildings"]


def normal(events: list[Event]) -> list[Event]:
    """Events without what is free: which copy of a card, and the order of choosing at once."""
    result: list[Event] = []
    for choosing, group in groupby(events, key=lambda event: event["type"] == "choose"):
        run = [without_copies(event) for event in group]
        result += sorted(run, key=lambda event: int(event["seat"])) if choosing else run
    return result


def without_copies(thing: Any) -> Any:
    """Cards without their copy's number; buildings and removed cards in a fixed order."""
    if isinstance(thing, dict):
        plain = {key: without_copies(value) for key, value in thing.items()}
        for key in ("removed", "citizens", "workers", "buildings"):
            if key in plain:
                plain[key] = sorted(plain[key], key=str)
        return plain
    if isinstance(thing, list):
        return [without_copies(item) for item in thing]
    return thing.partition("/")[0] if isinstance(thing, str) else thing


def sheet(score: Event) -> tuple[int, int, dict[str, int]]:
    lines = {line["clause"]: line["points"] for line in score["lines"] if line["points"]}
    return score["total"], score["tiebreak"], lines
