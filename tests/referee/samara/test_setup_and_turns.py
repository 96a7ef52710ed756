"""S1, S2 Scenes: set-up, whose turn, and how the calendar slides."""

from __future__ import annotations

from collections import Counter

from tests.referee.naive_samara import NaiveSamara
from tests.referee.samara.playing import DATA, Table


def test_S1_3_tools_by_players() -> None:
    for players in range(2, 6):
        game = NaiveSamara(DATA, players, 1, True, "tools")
        lying = Counter(tool for space in game.spaces for tool in space.tools)
        assert lying == {
            "saw": 2 * players,
            "trowel_compass": players,
            "trowel_square": players,
            "glass_a": players,
            "glass_b": players,
        }
    assert [len(s.tools) for s in game.spaces if s.row == 1] == [3, 2, 3, 0, 0, 0, 0, 0, 0]


def test_S1_4_last_month() -> None:
    ahead = [NaiveSamara(DATA, 2, month, True, "last").last_month() for month in range(1, 13)]
    assert ahead == [11, 10, 9, 8, 7, 6, 11, 10, 9, 8, 7, 6]


def test_S1_6_women_in_start_order_then_men_in_reverse() -> None:
    game = NaiveSamara(DATA, 4, 1, True, "order")
    order = game.events[0]["order"]
    assert [w.seat for w in game.calendar] == order + order[::-1]
    assert [w.id for w in game.calendar] == [f"W{i}" for i in range(1, 9)]
    assert [w.letter for w in game.calendar] == list("aaaabbbb")


def test_S2_1_the_worker_nearest_to_the_board_acts() -> None:
    table = Table("1mm@0 0w@0 0mm@1 1w@1", "1,1 - saw")
    assert table.asked() == [1]
    assert table.play("tool 1,1 saw; alone")[0]["worker"] == "W1"
    assert table.asked() == [0]


def test_S2_2_wait_only_if_nothing_is_possible() -> None:
    table = Table("0m@0 0w@0 1w@0", "2,1 - saw; 3,1 Hut/1", {0: "saw saw"})
    assert table.legal() == {"wait"}
    events = table.play("wait")
    assert events[0]["action"] == "wait"
    assert events[0]["moves"] == [{"worker": "W1", "to": 1}]
    assert table.legal() == {"newcomer man", "newcomer woman", "holiday"}


def test_S2_3_a_slide_over_several_months_is_one_event() -> None:
    table = Table("0w@0 0mm@4 1w@6", "1,9 - saw")
    events = table.play("tool 1,9 saw; alone")
    assert events[1:] == [{"type": "slide", "now": 4}]


def test_S2_4_the_last_month_changes_with_the_slide() -> None:
    table = Table("0w@5 0mm@6 1w@7", "1,1 - saw", now=5)
    assert table.game.last_month() == 11
    events = table.play("newcomer woman")
    assert events[0]["moves"] == [{"worker": "W1", "to": 11}, {"worker": "W4", "to": 11}]
    assert table.game.last_month() == 17


def test_S2_5_together_they_keep_their_order_behind_those_already_there() -> None:
    table = Table("0w@0 1w@0 0m@0 1mm@0 0m@0 1m@2", "3,2 - saw")
    events = table.play("tool 3,2 saw; with b c")
    assert table.line(2) == "1c 0a 0b 0c"
    assert events[0]["helpers"] == ["W3", "W5"]
    assert table.line(0) == "1a 1b"
