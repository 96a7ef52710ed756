"""S7.1, S7.2, S7.7 to S7.10, S7.16 The red tiles: workers die, train and help each other."""

from __future__ import annotations

import pytest

from tests.samara_scene import Scene, scene

ALL = "saw saw trowel_compass trowel_square glass_a glass_b"


def builds(tile: str, line: str, more: str = "", column: int = 2) -> Scene:
    """Anna, who has all tools, builds a tile in row 1; `line` is the NOW month."""
    text = f"month 0: {line}; 1,{column} {tile}; foreman 0: {ALL}; {more}"
    return scene(text).play(0, f"build 1,{column}")


# --- S7.1 the last month ------------------------------------------------------------------------
def test_S7_1_training_does_not_lead_beyond_the_last_month() -> None:
    table = scene(f"month 5: 0a W, 1a W; 1,6 WeightRoom/1; foreman 0: {ALL}")
    table.play(0, "build 1,6", "worker a")
    assert table.month("0a") == 11


def test_S7_1_the_prison_does_not_lead_beyond_the_last_month() -> None:
    text = "month 3: 0a W; month 7: 1a W; month 8: 1b M; 1,2 Prison"
    table = scene(f"{text}; foreman 0: {ALL}").play(0, "build 1,2", "worker b")
    assert table.month("1b") == 11


# --- S7.2 the last woman ------------------------------------------------------------------------
def test_S7_2_the_hospital_does_not_take_the_last_woman() -> None:
    table = builds("Hospital", "0a W, 1a W, 1b MM")
    assert table.legal(1) == ["worker b"]


def test_S7_2_one_of_two_women_may_go() -> None:
    table = builds("Hospital", "0a W, 1a W, 1b W")
    assert table.legal(1) == ["worker a", "worker b"]


def test_S7_2_a_last_woman_of_strength_2_may_lose_a_figure() -> None:
    table = builds("Hospital", "0a W, 1a WM, 1b MM")
    assert table.legal(1) == ["worker a", "worker b"]
    assert table.play(1, "worker a").workers["1a"] == "W"


def test_S7_2_with_no_other_choice_nothing_is_lost_to_the_hospital() -> None:
    table = builds("Hospital", "0a W, 1a W")
    assert table.told("lose_figure") == []
    assert table.acting == "1a"


def test_S7_2_a_woman_under_a_man_is_not_a_woman_worker() -> None:
    table = builds("Hospital", "0a W, 1a W, 1b MW")
    assert table.legal(1) == ["worker b"]


def test_S7_2_the_tombstone_does_not_take_the_last_woman() -> None:
    table = builds("Tombstone", "0a W, 0b MM, 1a W")
    assert table.legal(0) == ["worker b"]


def test_S7_2_the_tombstone_does_not_take_a_strong_last_woman_either() -> None:
    table = builds("Tombstone", "0a WM, 0b MM, 1a W")
    assert table.legal(0) == ["worker b"]


def test_S7_2_the_tombstone_takes_one_of_two_women() -> None:
    table = builds("Tombstone", "0a W, 0b W, 1a W")
    assert table.legal(0) == ["worker a", "worker b"]


def test_S7_2_with_no_other_choice_nothing_is_lost_to_the_tombstone() -> None:
    table = builds("Tombstone", "0a WM, 1a W")
    assert table.told("lose_worker") == []
    assert table.acting == "1a"


# --- S7.7 Hospital ------------------------------------------------------------------------------
def test_S7_7_a_worker_of_ones_choice_loses_a_figure() -> None:
    table = builds("Hospital", "0a W, 1a W, 1b MMM")
    table.play(1, "worker b")
    assert table.workers["1b"] == "MM"
    assert table.reserve(1) == "MW"


def test_S7_7_a_worker_of_strength_1_dies() -> None:
    table = builds("Hospital", "0a W, 1a W, 1b M")
    table.play(1, "worker b")
    assert table.month("1b") is None
    assert table.reserve(1) == "MMMW"
    assert table.told("lose_figure")[0]["dies"] is True


def test_S7_7_a_worker_of_any_month_may_be_chosen() -> None:
    table = builds("Hospital", "0a W, 1a W", "month 4: 1b M; month 7: 1c MM")
    assert table.legal(1) == ["worker b", "worker c"]


def test_S7_7_everybody_else_from_the_builders_left() -> None:
    text = "month 0: 1a W, 0a W, 0b M, 2a W, 2b M, 3a W, 3b MM; 1,2 Hospital"
    table = scene(f"{text}; foreman 1: {ALL}").play(1, "build 1,2")
    assert table.waiting_for == [2]
    assert table.play(2, "worker b").waiting_for == [3]
    assert table.play(3, "worker b").waiting_for == [0]
    table.play(0, "worker b")
    assert [event["seat"] for event in table.told("lose_figure")] == [2, 3, 0]
    assert table.workers["1a"] == "W"


def test_S7_7_who_has_no_choice_is_left_out() -> None:
    text = "month 0: 0a W, 1a W, 2a W, 2b M; 1,2 Hospital"
    assert scene(f"{text}; foreman 0: {ALL}").play(0, "build 1,2").waiting_for == [2]


# --- S7.8 Weight Room ---------------------------------------------------------------------------
def test_S7_8_a_worker_moves_a_month_further_and_gains_a_figure() -> None:
    table = builds("WeightRoom/1", "0b MM, 1a W").play(0, "worker b")
    assert table.month("0b") == 3
    assert table.workers["0b"] == "MMM"
    assert table.reserve(0) == "WW"


def test_S7_8_one_worker_of_the_building_group() -> None:
    text = "month 0: 0a W, 0b M, 0c M, 1a W; 2,2 WeightRoom/1"
    table = scene(f"{text}; foreman 0: {ALL}").play(0, "build 2,2", "with c")
    assert table.legal(0) == ["worker a", "worker c"]
    table.play(0, "worker a")
    assert (table.month("0a"), table.month("0c"), table.month("0b")) == (3, 2, 0)
    assert table.told("turn")[0]["moves"] == [
        {"worker": "0c", "to": 2},
        {"worker": "0a", "to": 3},
    ]


def test_S7_8_a_figure_of_its_own_sex() -> None:
    table = builds("WeightRoom/1", "0a W, 1a W").play(0, "worker a")
    assert table.workers["0a"] == "WW"
    assert table.told("train")[0]["sex"] == "woman"


@pytest.mark.parametrize(
    ("line", "worker", "trained"),
    [("0a W, 0b MW, 1a W", "a", "WM"), ("0b MM, 1a W, 0c M", "b", "MMW")],
)
def test_S7_8_of_the_other_sex_if_there_is_none(line: str, worker: str, trained: str) -> None:
    table = builds("WeightRoom/1", line).play(0, f"worker {worker}")
    assert table.workers[f"0{worker}"] == trained


def test_S7_8_with_an_empty_reserve_nothing_happens() -> None:
    table = builds("WeightRoom/1", "0a W, 0b MMM, 0c W, 1a W")
    assert table.month("0a") == 2
    assert table.acting == "0b"
    assert table.told("train") == []


def test_S7_8_it_is_not_optional() -> None:
    assert builds("WeightRoom/1", "0a W, 1a W").legal(0) == ["worker a"]


def test_S7_8_it_happens_by_itself_if_one_worker_built() -> None:
    text = f"month 0: 0a M, 1a W; 1,2 WeightRoom/2; foreman 0: {ALL}"
    table = scene(text, forced=True)
    assert table.month("0a") == 3


def test_S7_8_who_trains_lines_up_a_month_later() -> None:
    table = builds("WeightRoom/1", "0a W, 1a W", "month 3: 1b M").play(0, "worker a")
    assert table.line(3) == ["1b", "0a"]


def test_S7_8_whom_the_last_month_stops_gains_the_figure_and_keeps_its_place() -> None:
    text = "month 5: 0a W, 0b M, 1a W; month 11: 1b M; 2,6 WeightRoom/1"
    table = scene(f"{text}; foreman 0: {ALL}").play(0, "build 2,6", "worker a")
    assert table.line(11) == ["1b", "0a", "0b"]
    assert table.workers["0a"] == "WW"


# --- S7.9 School --------------------------------------------------------------------------------
def test_S7_9_two_workers_together_are_stronger_by_1() -> None:
    board = "month 0: 0a W, 0b MM, 1a W; 4,2 Hut/1; 4,3 - saw"
    assert scene(board).legal(0) == ["newcomer man", "newcomer woman"]
    table = scene(f"{board}; foreman 0: | School")
    assert table.legal(0)[:2] == ["tool 4,3 saw", "build 4,2"]
    assert table.play(0, "build 4,2").line(2) == ["0a", "0b"]


def test_S7_9_by_1_only_with_three_workers_too() -> None:
    board = "month 0: 0a M, 0b M, 1a W; month 5: 0c W; foreman 0: | School"
    assert scene(f"{board}; 4,2 Hut/1").legal(0) == ["holiday"]
    three = "month 0: 0a M, 0b M, 0c M, 1a W; month 5: 0d W; foreman 0: | School; 4,2 Hut/1"
    assert scene(three).legal(0) == ["build 4,2", "holiday"]


def test_S7_9_not_for_a_worker_alone() -> None:
    table = scene("month 0: 0a M, 1a W; month 5: 0b W; 2,2 Hut/1; foreman 0: | School")
    assert table.legal(0) == ["holiday"]


def test_S7_9_not_for_other_foremen() -> None:
    table = scene("month 0: 0a M, 0b M, 1a W; month 5: 0c W; 3,2 Hut/1; foreman 1: | School")
    assert table.legal(0) == ["holiday"]


def test_S7_9_a_helper_whom_the_school_replaces_is_not_needed() -> None:
    line = "month 0: 0a W, 0b M, 0c M, 1a W; 3,2 Hut/1"
    without = scene(line).play(0, "build 3,2")
    assert without.line(2) == ["0a", "0b", "0c"]
    table = scene(f"{line}; foreman 0: | School").play(0, "build 3,2")
    assert table.legal(0) == ["with b", "with c"]


def test_S7_9_a_helper_is_not_needed_by_who_is_strong_enough_alone() -> None:
    table = scene("month 0: 0a MM, 0b M, 1a W; 2,2 Hut/1; foreman 0: | School")
    assert table.play(0, "build 2,2").line(2) == ["0a"]


def test_S7_9_a_strong_helper_or_two_weak_ones() -> None:
    table = scene("month 0: 0a W, 0b MM, 0c M, 0d W, 1a W; 4,2 Hut/1; foreman 0: | School")
    table.play(0, "build 4,2")
    assert table.legal(0) == ["with b", "with c d"]


# --- S7.10 Tombstone ----------------------------------------------------------------------------
def test_S7_10_a_whole_worker_is_lost_and_its_figures_return() -> None:
    table = builds("Tombstone", "0a W, 0b MMW, 1a W").play(0, "worker b")
    assert table.month("0b") is None
    assert table.reserve(0) == "MMMW"
    assert table.told("lose_worker") == [
        {"type": "lose_worker", "seat": 0, "worker": "0b", "why": "S7.10"}
    ]


def test_S7_10_not_necessarily_one_of_the_group() -> None:
    table = builds("Tombstone", "0b M, 1a W", "month 4: 0a W; month 7: 0c M")
    assert table.legal(0) == ["worker b", "worker c"]
    table.play(0, "worker c")
    assert (table.month("0b"), table.month("0c")) == (2, None)


def test_S7_10_it_is_not_optional() -> None:
    table = builds("Tombstone", "0b M, 1a W", "month 4: 0a W")
    assert table.legal(0) == ["worker b"]


def test_S7_10_the_other_foremen_lose_nobody() -> None:
    table = builds("Tombstone", "0a W, 0b M, 1a W, 1b M").play(0, "worker b")
    assert table.line(0) == ["1a", "1b"]


# --- S7.16 mixed stacks -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("stack", "left", "sex"),
    [
        ("WM", "W", "man"),
        ("MW", "M", "woman"),
        ("WMM", "WM", "man"),
        ("MMW", "MM", "woman"),
        ("WWM", "WW", "man"),
        ("MM", "M", "man"),
        ("WW", "W", "woman"),
    ],
)
def test_S7_16_a_mixed_stack_loses_the_other_sex_first(stack: str, left: str, sex: str) -> None:
    other = "W" if stack.count("W") < 2 else "M"
    table = builds("Hospital", f"0a W, 1a {other}, 1b {stack}").play(1, "worker b")
    assert table.workers["1b"] == left
    assert table.told("lose_figure")[0]["sex"] == sex
