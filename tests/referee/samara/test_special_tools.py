"""S7 Scenes: abilities that concern tools."""

from __future__ import annotations

from tests.referee.samara.playing import Table, kinds


def test_S7_3_boat_takes_a_saw_to_its_space() -> None:
    table = Table("0w@0 0m@6 1w@0", "1,3 Boat glass_a", {0: "saw saw trowel_square"})
    table.play("build 1,3; alone")
    assert table.legal() == {"lose saw"}
    events = table.play("lose saw")
    assert events == [
        {"type": "lose_tool", "seat": 0, "tool": "saw", "row": 1, "column": 3, "why": "S7.3"}
    ]
    assert sorted(table.tools_on(1, 3)) == ["glass_a", "saw"]


def test_S7_3_sculpture_takes_either_trowel() -> None:
    table = Table("0w@0 0m@6 1w@0", "1,1 Sculpture", {0: "saw trowel_compass trowel_square"})
    table.play("build 1,1; alone")
    assert table.legal() == {"lose trowel_compass", "lose trowel_square"}


def test_S7_3_vase_takes_glass_b() -> None:
    table = Table("0w@0 0m@6 1w@0", "1,1 Vase", {0: "glass_a glass_b saw"})
    table.play("build 1,1; alone")
    assert table.legal() == {"lose glass_b"}


def test_S7_3_with_the_university_another_tool_may_go() -> None:
    university = {0: "University"}
    table = Table("0w@0 0m@6 1w@0", "1,1 Boat", {0: "trowel_square glass_a glass_b"}, university)
    table.play("build 1,1; alone")
    assert table.legal() == {"lose trowel_square", "lose glass_b"}
    table = Table("0w@0 0m@6 1w@0", "1,1 Vase", {0: "saw glass_a"}, university)
    table.play("build 1,1; alone")
    assert table.legal() == {"lose saw", "lose glass_a"}
    table = Table("0w@0 0m@6 1w@0", "1,1 Sculpture", {0: "saw trowel_square"}, university)
    table.play("build 1,1; alone")
    assert table.legal() == {"lose trowel_square"}


def test_S7_4_ruin_takes_two_and_both_glass_tools_may_go() -> None:
    tools = {0: "saw trowel_compass trowel_square glass_a glass_b"}
    table = Table("0w@0 0m@6 1w@0", "1,2 Ruin", tools)
    table.play("build 1,2; alone")
    assert "lose glass_a" not in table.legal()
    table.play("lose glass_b")
    assert "lose glass_a" in table.legal()
    table.play("lose glass_a")
    assert table.tools_on(1, 2) == ["glass_b", "glass_a"]


def test_S7_5_barracks_are_answered_in_any_order_and_told_clockwise() -> None:
    tools = {0: "saw", 1: "saw trowel_square", 2: "", 3: "glass_a glass_b"}
    table = Table("1w@0 1m@5 0w@0 2w@0 3w@0", "1,1 Barracks", tools, players=4)
    table.play("build 1,1; alone")
    assert table.asked() == [3, 0]
    assert table.game.legal(3) == {"lose glass_b"}
    table.game.play(0, "lose saw")
    assert table.game.events[-1]["type"] == "turn"
    events = table.play("lose glass_b")
    assert [(e["seat"], e["tool"]) for e in events] == [(3, "glass_b"), (0, "saw")]


def test_S7_5_nobody_has_a_tool() -> None:
    table = Table("0w@0 0m@5 1w@0", "1,1 Barracks", {0: "saw trowel_square"})
    assert kinds(table.play("build 1,1; alone")) == ["turn"]
    assert table.asked() == [1]


def test_S7_6_university_counts_tools_only_but_S3_3_holds() -> None:
    board = "1,1 Palace; 1,2 Chapel; 1,3 Vase; 1,4 - glass_b saw"
    table = Table("0m@0 0w@0 1w@0", board, {0: "saw saw"}, {0: "University"})
    assert table.legal() == {"build 1,2", "build 1,3"}
