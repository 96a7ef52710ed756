"""S3 to S6 Scenes: what the acting worker can do."""

from __future__ import annotations

from tests.referee.samara.playing import Table


def test_S3_2_every_helper_is_needed() -> None:
    table = Table("0w@0 0m@0 1w@0 0mm@0 0w@0", "3,1 - saw; 1,1 - saw; 4,1 - saw")
    table.play("tool 3,1 saw")
    assert table.legal() == {"with b d", "with c"}
    table.play("with c")
    assert table.line(1) == "0a 0c"


def test_S3_2_alone_if_the_acting_worker_suffices() -> None:
    table = Table("0mm@0 0w@0 1w@0", "2,1 - saw; 4,1 - saw")
    assert table.legal() == {"tool 2,1 saw"}
    table.play("tool 2,1 saw")
    assert table.legal() == {"alone"}


def test_S3_2_helpers_stand_in_the_NOW_month() -> None:
    table = Table("0w@0 0mm@1 1w@1", "2,1 - saw")
    assert table.legal() == {"newcomer man", "newcomer woman", "holiday"}


def test_S3_3_limits() -> None:
    everything = "saw trowel_compass trowel_square glass_a glass_b"
    table = Table("0m@0 0w@0 1w@0", f"1,1 - {everything}", {0: "saw saw trowel_square"})
    assert table.legal() == {"tool 1,1 trowel_compass", "tool 1,1 glass_a"}
    table = Table("0m@0 0w@0 1w@0", f"1,1 - {everything}", {0: "glass_a trowel_compass saw"})
    assert table.legal() == {"tool 1,1 saw", "tool 1,1 trowel_square", "tool 1,1 glass_b"}
    table = Table("0m@0 0w@0 1w@0", f"1,1 - {everything}", {0: f"saw {everything}"})
    assert table.legal() == {"wait"}


def test_S4_1_the_newcomer_lines_up_behind_her_on_the_last_month() -> None:
    table = Table("0ww@0 0m@3 1w@11")
    assert table.legal() == {"newcomer man", "holiday"}
    events = table.play("newcomer man")
    assert table.line(11) == "1a 0a 0c"
    assert events[0]["newcomer"] == {"worker": "W4", "sex": "man"}


def test_S4_1_only_a_woman_can_and_the_top_figure_counts() -> None:
    assert Table("0mw@0 0w@0 1w@0").legal() == {"wait"}
    assert Table("0wm@0 0m@0 1w@0").legal() == {"newcomer man", "newcomer woman"}


def test_S4_2_not_with_an_empty_reserve() -> None:
    assert Table("0w@0 0wmmm@0 1w@0").legal() == {"wait"}


def test_letters_become_free() -> None:
    table = Table("0w@0 0m@0 0mm@0 0w@0 1w@0", "1,1 Tombstone")
    table.play("build 1,1; alone")
    assert table.legal() == {"bury a", "bury b", "bury c", "bury d"}
    table.play("bury b")
    table.play("holiday")
    table.play("newcomer man")
    assert table.line(11) == "0d 0b"


def test_S5_1_a_far_column_costs_only_up_to_the_last_month() -> None:
    table = Table("0w@5 0mm@6 1w@7", "1,9 Hut/1 saw", now=5)
    table.play("build 1,9; alone")
    assert table.month("0a") == 11
    table = Table("0w@5 0mm@6 1w@7", "1,9 - saw", now=5)
    table.play("tool 1,9 saw; alone")
    assert table.month("0a") == 11


def test_S5_2_the_tools_printed_on_the_tile() -> None:
    board = "1,1 Palace; 1,2 Chapel; 1,3 Vase; 1,4 Well; 1,5 Hut/1; 1,6 Boat"
    table = Table("0m@0 0w@0 1w@0", board, {0: "saw trowel_square glass_a"})
    assert table.legal() == {"build 1,2", "build 1,4", "build 1,5"}


def test_S5_4_tools_stay_on_the_space() -> None:
    table = Table("0w@0 0mm@6 1w@0", "1,1 Hut/1 saw glass_b")
    table.play("build 1,1; alone")
    assert table.tools_on(1, 1) == ["saw", "glass_b"]
    assert "tool 1,1 saw" in table.legal()


def test_S6_1_to_the_next_month_with_an_own_worker() -> None:
    table = Table("0w@0 0m@0 0m@7 0w@4 1w@2")
    table.play("holiday")
    assert table.line(4) == "0d 0a"
