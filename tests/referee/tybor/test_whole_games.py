"""Whole games of the naive Tybor: the referee accepts them and what the format leaves open."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise, permutations

import pytest

from tests.referee.altered import rename
from tests.referee.naive_tybor import NaiveTybor
from tests.referee.referee_tybor import check, check_tape
from tests.referee.tybor.playing import (
    CROWD,
    DATA,
    ESCAPE,
    GROWS,
    HARBOUR,
    SIZE,
    Record,
    a_game,
    anything,
    cached_game,
    new_game,
    settle_first_round,
)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("scenario", range(4))
def test_games_of_every_kind_are_accepted(players: int, scenario: int) -> None:
    for chapter in range(1, 9):
        record = cached_game(players, scenario, chapter, chapter % 4, 0)
        check(record)
        check_tape(record)


def features(record: Record) -> Iterator[str]:
    """What happened in a game that does not happen in every game."""
    events = record["events"]
    for before, event in pairwise(events[3:]):
        if before["type"] == "shuffle":
            yield f"{before['pile']} shuffled for {event['type']}"
    for event in events:
        kind = event["type"]
        if kind == "deal":
            yield f"hands of {len(event['hands'][0])}"
        if kind == "draw":
            yield f"{event['why']} with {len(event['drawn'])}"
        if kind == "give_up":
            place = "buildings" if event["card"] in record["components"]["buildings"] else "cards"
            yield f"{event['why']} gives {place}"
        if kind == "decline":
            yield "decline"
        if kind == "use" and event["as"] == "builder":
            yield f"paid with {min(len(event['paid']), 3)}"
    if len(record["winners"]) > 1:
        yield "several winners"


def test_the_games_show_everything_that_can_happen() -> None:
    seen: set[str] = set()
    for players in range(2, 9):
        for scenario in range(4):
            for chapter in range(1, 9):
                seen |= set(features(cached_game(players, scenario, chapter, chapter % 4, 0)))
    for scenario in (CROWD, GROWS):
        for policy in range(4):
            record = cached_game(4, scenario, HARBOUR, policy, 1)
            check(record)
            seen |= set(features(record))
    assert seen >= {
        "characters shuffled for deal",
        "characters shuffled for draw",
        "buildings shuffled for choose",
        "hands of 0",
        "hands of 4",
        "hands of 7",
        "T4.8 with 2",
        "T5.2 with 1",
        "T5.2 with 3",
        "T5.3 with 2",
        "T5.4 with 2",
        "T5.2 gives buildings",
        "T5.2 gives cards",
        "T5.5 gives cards",
        "decline",
        "paid with 0",
        "paid with 3",
    }


def test_record_survives_json() -> None:
    record = json.loads(json.dumps(a_game(5, ESCAPE, HARBOUR)))
    check(record)
    check_tape(record)


def test_ids_may_have_any_form() -> None:
    record = a_game(6, GROWS, HARBOUR, 3)
    parts = record["components"]
    names = [*parts["characters"], *parts["buildings"]]
    new = {name: f"card {(7 * i) % len(names)}" for i, name in enumerate(names)}
    renamed = rename(record, new)
    check(renamed)
    check_tape(renamed)


def test_what_the_format_leaves_open_is_accepted() -> None:
    record = a_game(3, CROWD, HARBOUR, 3)
    events = record["events"]
    events[1], events[2] = events[2], events[1]
    for event in events:
        event["note"] = "more"
        for key in ("removed", "kept", "drawn"):
            if key in event and event["type"] != "display":
                event[key].reverse()
    for seat in record["final"]["seats"]:
        seat["citizens"].reverse()
        seat["buildings"].reverse()
        seat["secret_objective"].reverse()
    for score in record["scores"]:
        score["lines"].append({"clause": "T6.12", "points": 0, "what": "nothing"})
    record["winners"].reverse()
    check(record)
    check_tape(record)


def test_choices_of_a_round_may_come_in_any_order() -> None:
    record = a_game(4, SIZE, 1)
    choose = [i for i, event in enumerate(record["events"]) if event["type"] == "choose"][:4]
    chosen = [record["events"][i] for i in choose]
    for order in permutations(chosen):
        for i, event in zip(choose, order, strict=True):
            record["events"][i] = event
        check(record)


def test_copy_is_independent() -> None:
    rng = random.Random(1)
    game = NaiveTybor(DATA, 3, GROWS, HARBOUR, "copy")
    while not game.over:
        twin = game.copy()
        state = json.dumps(game.events), game.waiting(), len(game.draw_pile)
        for _ in range(6):
            if not twin.over:
                twin.play(twin.waiting()[0], anything(rng, sorted(twin.legal(twin.waiting()[0]))))
        assert (json.dumps(game.events), game.waiting(), len(game.draw_pile)) == state
        game.play(game.waiting()[0], anything(rng, sorted(game.legal(game.waiting()[0]))))
    check_tape(game.record())


def test_illegal_answers_are_refused() -> None:
    game = new_game()
    with pytest.raises(ValueError, match="may not"):
        game.play(0, "citizen")
    settle_first_round(game)
    waiting = game.waiting()[0]
    with pytest.raises(ValueError, match="may not"):
        game.play(1 - waiting, "citizen")
    assert game.legal(1 - waiting) == set()
    with pytest.raises(ValueError, match="not over"):
        game.record()
    with pytest.raises(ValueError, match="2 to 8"):
        new_game(players=9)
