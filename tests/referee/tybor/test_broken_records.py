"""Broken records of Tybor are refused: each known way, then a change anywhere."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.referee.referee_tybor import Foul, check
from tests.referee.tybor.breaks import (
    BREAKS,
    GROWS_3,
    SIZE_6,
    Break,
    dearer,
    find,
    is_builder,
    searched_in_the_wrong_order,
)
from tests.referee.tybor.playing import ESCAPE, GROWS, HARBOUR, Record, a_game, foul_in, scarce_game
from tests.soaking import times


@pytest.mark.parametrize(
    ("clause", "game", "broken"), BREAKS, ids=[broken.__name__ for _, _, broken in BREAKS]
)
def test_a_broken_record_is_refused(
    clause: str, game: tuple[int, int, int, int], broken: Break
) -> None:
    record = a_game(*game)
    check(record)
    broken(record)
    with pytest.raises(Foul, match=rf": \S*({clause})"):
        check(record)


def test_T3_5_added_in_another_order_is_refused() -> None:
    record = scarce_game()
    searched_in_the_wrong_order(record)
    with pytest.raises(Foul, match=r"T3\.5"):
        check(record)


def test_a_foul_names_event_and_clause() -> None:
    record = a_game(*GROWS_3)
    at = find(record, "use", is_builder)
    dearer(record)
    with pytest.raises(Foul, match=rf"^event {at} \(use\): T4.6: cost is \d+, not \d+$"):
        check(record)


# ---------------------------------------------------------------------- broken everywhere


def refused(record: Record) -> bool:
    return foul_in(record) != ""


EVERYWHERE = pytest.mark.parametrize("game", [(2, GROWS, HARBOUR, 3), (3, ESCAPE, HARBOUR, 0)])


@EVERYWHERE
def test_no_event_may_be_missing_or_doubled(game: tuple[int, int, int, int]) -> None:
    record = a_game(*game)
    events = record["events"]
    for i in range(0, len(events), times(4, 1)):
        assert refused(record | {"events": events[:i] + events[i + 1 :]}), events[i]
        assert refused(record | {"events": events[: i + 1] + events[i:]}), events[i]


@EVERYWHERE
def test_no_two_events_may_change_places(game: tuple[int, int, int, int]) -> None:
    record = a_game(*game)
    events = record["events"]
    for i in range(0, len(events) - 1, times(3, 1)):
        pair = [events[i + 1], events[i]]
        free = pair[0]["type"] == pair[1]["type"] == "choose" or i == 1
        assert refused(record | {"events": events[:i] + pair + events[i + 2 :]}) is not free, pair


@EVERYWHERE
def test_no_key_may_be_missing_or_of_another_type(game: tuple[int, int, int, int]) -> None:
    record = a_game(*game)
    events = record["events"]
    rng = random.Random(5)
    keys = [(i, key) for i, one in enumerate(events) for key in one]
    for i, key in rng.sample(keys, times(40, 150)):
        less = {k: v for k, v in events[i].items() if k != key}
        assert refused(record | {"events": [*events[:i], less, *events[i + 1 :]]}), (i, key)
        odd = events[i] | {key: {"odd": None}}
        assert refused(record | {"events": [*events[:i], odd, *events[i + 1 :]]}), (i, key)


@EVERYWHERE
def test_no_number_may_change(game: tuple[int, int, int, int]) -> None:
    record = a_game(*game)
    events = record["events"]
    keys = [(i, k) for i, one in enumerate(events) for k, v in one.items() if type(v) is int]
    for i, key in random.Random(6).sample(keys, times(40, 120)):
        for change in (-1, 1):
            wrong = events[i] | {key: events[i][key] + change}
            assert refused(record | {"events": [*events[:i], wrong, *events[i + 1 :]]}), wrong


@EVERYWHERE
def test_no_card_may_be_another(game: tuple[int, int, int, int]) -> None:
    record = a_game(*game)
    rng = random.Random(7)
    parts = record["components"]
    for kind in ("characters", "buildings"):
        cards = list(parts[kind])
        for _ in range(times(50, 150)):
            i = rng.randrange(3, len(record["events"]))
            events = copy.deepcopy(record["events"])
            if replace_one(events[i], parts[kind], cards, rng):
                assert refused(record | {"events": events}), events[i]


def replace_one(thing: Any, known: dict[str, Any], cards: list[str], rng: random.Random) -> bool:
    """Replace one of the IDs in an event by another of its kind."""
    places = list(id_places(thing, known))
    if not places:
        return False
    holder, key = rng.choice(places)
    holder[key] = rng.choice([card for card in cards if card != holder[key]])
    return True


def id_places(thing: Any, known: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Where IDs stand: the list or object, and the index or key."""
    pairs = thing.items() if isinstance(thing, dict) else enumerate(thing)
    for key, value in list(pairs):
        if isinstance(value, str) and value in known:
            yield thing, key
        elif isinstance(value, list):
            yield from id_places(value, known)


def test_rubbish_is_refused_with_a_foul() -> None:
    record = a_game(*SIZE_6)
    for key in record:
        for rubbish in (None, 7, [], {}, "x", [None], {"seats": 3}):
            if record[key] != rubbish and key != "data_version":
                assert refused(record | {key: rubbish}), (key, rubbish)
        assert refused({k: v for k, v in record.items() if k != key}), key
