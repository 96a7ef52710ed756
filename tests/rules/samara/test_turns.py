"""S2 Whose turn, and how the calendar slides."""

from __future__ import annotations

import pytest

from baumeister.kernel.refusal import Refusal
from tests.samara_scene import scene


# --- S2.1 who acts ------------------------------------------------------------------------------
def test_S2_1_the_worker_nearest_to_the_board_acts() -> None:
    table = scene("month 0: 1b MM, 0a W, 1a W; 1,1 Hut/1")
    assert table.acting == "1b"
    assert table.waiting_for == [1]


def test_S2_1_a_worker_of_a_later_month_does_not_act() -> None:
    table = scene("month 3: 0b M, 1a W; month 4: 0a W; 1,1 Hut/1; 1,2 Hut/2")
    table.play(0, "build 1,1")
    assert table.acting == "1a"


def test_S2_1_after_a_turn_the_next_in_line_acts() -> None:
    table = scene("month 0: 1b MM, 0a W, 1a W; 1,1 Hut/1; 1,2 Hut/2")
    table.play(1, "build 1,1")
    assert table.acting == "0a"


def test_S2_1_nobody_else_may_act() -> None:
    table = scene("month 0: 0a W, 1a W; 1,1 Hut/1")
    assert table.legal(1) == []
    with pytest.raises(Refusal, match=r"S2\.1"):
        table.play(1, "build 1,1")


def test_S2_1_an_action_must_be_chosen() -> None:
    table = scene("month 0: 0a W, 1a W; 1,1 Hut/1")
    assert table.legal(0) == ["build 1,1", "newcomer man", "newcomer woman"]


# --- S2.2 nothing is possible -------------------------------------------------------------------
def test_S2_2_who_can_do_nothing_moves_one_month_ahead() -> None:
    table = scene("month 0: 0a M, 1a W; 1,5 Stable")
    assert table.legal(0) == ["wait"]
    assert table.play(0, "wait").month("0a") == 1


def test_S2_2_it_happens_by_itself() -> None:
    table = scene("month 0: 0a M, 1a W; 1,5 Stable", forced=True)
    assert table.told("turn")[0]["action"] == "wait"
    assert table.waiting_for == [1]


def test_S2_2_only_one_worker_waits() -> None:
    table = scene("month 0: 0a M, 0b M, 1a W; 4,1 Hut/1")
    assert table.play(0, "wait").line(0) == ["0b", "1a"]


def test_S2_2_waiting_is_not_allowed_to_who_can_act() -> None:
    table = scene("month 0: 0a M, 1a W; month 2: 0b MM; 1,5 Stable")
    assert table.legal(0) == ["holiday"]


# --- S2.3 sliding -------------------------------------------------------------------------------
def test_S2_3_the_calendar_slides_when_nobody_is_left() -> None:
    table = scene("month 0: 0a M; month 1: 1a W; 1,3 Hut/1; 1,1 Hut/2")
    table.play(0, "build 1,3")
    assert table.now == 1
    assert table.acting == "1a"


def test_S2_3_it_does_not_slide_while_somebody_is_left() -> None:
    table = scene("month 0: 0a M, 1a W; 1,3 Hut/1; 1,1 Hut/2")
    table.play(0, "build 1,3")
    assert table.now == 0


def test_S2_3_it_slides_over_several_empty_months_at_once() -> None:
    table = scene("month 2: 0a M; month 9: 1a W; 1,9 Hut/1; 1,1 Hut/2")
    table.play(0, "build 1,9")
    assert table.now == 9
    assert table.told("slide") == [{"type": "slide", "now": 9}]


# --- S2.4 the last month ------------------------------------------------------------------------
def test_S2_4_the_turn_that_empties_a_half_is_finished_with_the_old_last_month() -> None:
    table = scene("month 5: 0a W; month 6: 1a W; 1,1 Hut/1")
    table.play(0, "newcomer man")
    assert table.line(11) == ["0a", "0b"]
    assert (table.now, table.last_month) == (6, 17)


def test_S2_4_the_last_month_stays_while_now_is_in_the_same_half() -> None:
    table = scene("month 0: 0a W; month 5: 1a W; 1,6 Hut/1; 1,1 Hut/2")
    assert table.last_month == 11
    table.play(0, "build 1,6")
    assert (table.now, table.last_month) == (5, 11)


def test_S2_4_a_half_year_is_joined_when_now_slides_into_the_other_half() -> None:
    table = scene("month 5: 0a W; month 6: 1a W; 1,6 Hut/1; 1,1 Hut/2")
    table.play(0, "build 1,6")
    assert (table.now, table.last_month) == (6, 17)


def test_S2_4_halves_are_those_of_the_year_not_of_the_game() -> None:
    table = scene("month 0: 0a W; month 2: 1a W; 1,3 Hut/1; 1,1 Hut/2", start_month=5)
    assert table.last_month == 7
    table.play(0, "build 1,3")
    assert (table.now, table.last_month) == (2, 13)


def test_S2_4_over_the_turn_of_the_year() -> None:
    table = scene("month 0: 0a W; month 4: 1a W; 1,5 Hut/1; 1,1 Hut/2", start_month=9)
    assert table.last_month == 9
    table.play(0, "build 1,5")
    assert (table.now, table.last_month) == (4, 15)


# --- S2.5 lines ---------------------------------------------------------------------------------
def test_S2_5_who_arrives_lines_up_behind_those_already_there() -> None:
    table = scene("month 0: 0a W, 1a W; month 3: 1b M, 0b M; 1,3 Hut/1")
    assert table.play(0, "build 1,3").line(3) == ["1b", "0b", "0a"]


def test_S2_5_workers_moved_together_keep_their_order() -> None:
    table = scene("month 0: 0c M, 1a W, 0a W, 0b M; month 2: 1b M; 3,2 Hut/1")
    assert table.play(0, "build 3,2").line(2) == ["1b", "0c", "0a", "0b"]


def test_S2_5_the_line_of_those_who_stay_is_the_same() -> None:
    table = scene("month 0: 0c M, 1a W, 0a W, 1b M; 2,2 Hut/1")
    assert table.play(0, "build 2,2").line(0) == ["1a", "1b"]


def test_S2_5_who_waits_lines_up_too() -> None:
    table = scene("month 0: 0a M; month 1: 1a W; 4,6 Hut/1")
    assert table.play(0, "wait").line(1) == ["1a", "0a"]
