"""Broken records of Samara are refused: each known way, then a change anywhere."""

from __future__ import annotations

import copy

import pytest

from tests.referee.referee_samara import Foul, check
from tests.referee.samara.breaks import BREAKS, Break
from tests.referee.samara.playing import Event, Record, cached_game, pool
from tests.soaking import times


@pytest.mark.parametrize(("clause", "change"), BREAKS, ids=[b.__name__ for _, b in BREAKS])
def test_a_broken_record_is_refused(clause: str, change: Break) -> None:
    for game in pool():
        record = copy.deepcopy(game)
        try:
            change(record)
        except (LookupError, StopIteration):
            continue
        with pytest.raises(Foul, match=clause):
            check(record)
        return
    pytest.fail("no game shows this")


def with_event(original: Record, index: int) -> tuple[Record, Event]:
    """A record of which one event may be changed, and that event."""
    events = list(original["events"])
    events[index] = copy.deepcopy(events[index])
    return {**original, "events": events}, events[index]


@pytest.mark.parametrize("game", [(3, 6, True, 1, 6), (4, 10, True, 0, 10)])
def test_no_event_can_be_left_out_or_doubled(game: tuple[int, int, bool, int, int]) -> None:
    original = cached_game(*game)
    for index in range(1, len(original["events"]), times(4, 1)):
        before, after = original["events"][:index], original["events"][index:]
        with pytest.raises(Foul):
            check({**original, "events": before + after[1:]})
        with pytest.raises(Foul):
            check({**original, "events": before + after[:1] + after})


@pytest.mark.parametrize("game", [(3, 2, True, 1, 100), (5, 3, True, 1, 3)])
def test_no_number_in_an_event_can_be_changed(game: tuple[int, int, bool, int, int]) -> None:
    original = cached_game(*game)
    for index in range(1, len(original["events"]), times(5, 2)):
        for key, value in original["events"][index].items():
            if isinstance(value, int):
                record, event = with_event(original, index)
                event[key] = not value if isinstance(value, bool) else value + 1
                with pytest.raises(Foul):
                    check(record)
        for place in range(len(original["events"][index].get("moves", []))):
            record, event = with_event(original, index)
            event["moves"][place]["to"] += 1 - 2 * (index % 4 // 2)
            with pytest.raises(Foul, match=f"event {index} "):
                check(record)


def test_the_referee_forgets_no_key() -> None:
    original = cached_game(3, 2, True, 1, 100)
    seen = set()
    for index in range(len(original["events"])):
        for key in original["events"][index]:
            record, event = with_event(original, index)
            kind = event["type"], event.get("action"), key
            if kind not in seen:
                seen.add(kind)
                del event[key]
                with pytest.raises(Foul):
                    check(record)
    for key in original:
        with pytest.raises(Foul):
            check({name: value for name, value in original.items() if name != key})
