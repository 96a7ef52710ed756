"""S7.3 to S7.6 The grey tiles: tools are lost, given up, or only counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from baumeister.games.samara import components
from baumeister.games.samara.components import Components
from baumeister.kernel.refusal import Refusal
from tests.samara_scene import Scene, scene

ALL = "saw saw trowel_compass trowel_square glass_a glass_b"
LINE = "month 0: 0a M, 1a M; month 9: 0b W, 1b W"


def builds(tile: str, tools: str, more: str = "") -> Scene:
    """Anna builds a tile at 1,2 with these tools."""
    return scene(f"{LINE}; 1,2 {tile}; foreman 0: {tools}; {more}").play(0, "build 1,2")


def university_builds(tile: str, tools: str) -> Scene:
    """The same with the University."""
    return builds(tile, f"{tools} | University")


# --- S7.3 Boat, Sculpture, Vase -----------------------------------------------------------------
def test_S7_3_the_boat_takes_a_saw() -> None:
    table = builds("Boat", ALL)
    assert table.legal(0) == ["lose saw"]
    table.play(0, "lose saw")
    assert table.tools(0) == ALL.split()[1:]
    assert table.waiting_for == [1]


def test_S7_3_the_sculpture_takes_a_trowel_of_ones_choice() -> None:
    table = builds("Sculpture", ALL)
    assert table.legal(0) == ["lose trowel_compass", "lose trowel_square"]
    table.play(0, "lose trowel_square")
    assert table.tools(0) == ["saw", "saw", "trowel_compass", "glass_a", "glass_b"]


def test_S7_3_the_vase_takes_glass_tool_b() -> None:
    table = builds("Vase", ALL)
    assert table.legal(0) == ["lose glass_b"]
    assert table.play(0, "lose glass_b").tools(0) == ALL.split()[:-1]


def test_S7_3_the_tool_lies_where_the_tile_was() -> None:
    table = builds("Boat", ALL).play(0, "lose saw")
    assert table.tools_at("1,2") == ["saw"]
    assert table.told("lose_tool") == [
        {"type": "lose_tool", "seat": 0, "tool": "saw", "row": 1, "column": 2, "why": "S7.3"}
    ]


def test_S7_3_anyone_can_take_it_again() -> None:
    table = builds("Boat", ALL).play(0, "lose saw")
    table.play(1, "tool 1,2 saw")
    assert table.tools(1) == ["saw"]


def test_S7_3_the_loser_too() -> None:
    table = builds("Boat", "saw saw").play(0, "lose saw").play(1, "tool 1,2 saw")
    assert table.tools(1) == ["saw"]
    again = scene(f"{LINE}; 1,2 - saw; foreman 0: saw")
    assert again.play(0, "tool 1,2 saw").tools(0) == ["saw", "saw"]


@pytest.mark.parametrize(
    ("tile", "tools", "choices"),
    [
        (
            "Boat",
            "trowel_compass trowel_square glass_a glass_b",
            ["lose trowel_compass", "lose trowel_square", "lose glass_b"],
        ),
        ("Boat", "trowel_compass glass_a", ["lose trowel_compass", "lose glass_a"]),
        ("Boat", "saw trowel_compass", ["lose saw"]),
        ("Sculpture", "saw saw glass_a glass_b", ["lose saw", "lose glass_b"]),
        ("Sculpture", "saw glass_a trowel_square", ["lose trowel_square"]),
        ("Vase", "saw trowel_compass", ["lose saw", "lose trowel_compass"]),
        ("Vase", "saw glass_a", ["lose saw", "lose glass_a"]),
        ("Vase", "saw glass_a glass_b", ["lose glass_b"]),
    ],
)
def test_S7_3_with_the_university_and_no_such_tool_another_is_lost(
    tile: str, tools: str, choices: list[str]
) -> None:
    table = university_builds(tile, tools)
    assert table.legal(0) == choices
    table.play(0, choices[-1])
    assert table.tools_at("1,2") == [choices[-1].removeprefix("lose ")]
    assert table.waiting_for == [1]


def free_of_tools(tile: str) -> Components:
    """Values of one's own: the tile needs no tools."""
    text = (Path(components.__file__).parent / "data.toml").read_text("utf-8")
    head, name, rest = text.partition(f'en = "{tile}"\n')
    own = re.sub('needs = ".*"', 'needs = ""', rest, count=1)
    return components.parse(head + name + own, "mine.toml")


@pytest.mark.parametrize(
    ("tile", "tools", "choices"),
    [
        ("Boat", "trowel_compass glass_a", ["lose trowel_compass", "lose glass_a"]),
        ("Sculpture", "saw glass_a glass_b", ["lose saw", "lose glass_b"]),
        ("Vase", "saw glass_a", ["lose saw", "lose glass_a"]),
        ("Vase", "-", []),
        ("Ruin", "-", []),
    ],
)
def test_S7_3_with_values_of_ones_own_another_is_lost_without_the_university(
    tile: str, tools: str, choices: list[str]
) -> None:
    text = f"{LINE}; 1,2 {tile}; foreman 0: {tools}"
    table = scene(text, components=free_of_tools(tile)).play(0, "build 1,2")
    assert table.legal(0) == choices
    assert table.waiting_for == ([0] if choices else [1])


def test_S7_4_who_has_one_tool_loses_that() -> None:
    table = scene(f"{LINE}; 1,2 Ruin; foreman 0: saw", components=free_of_tools("Ruin"))
    assert table.play(0, "build 1,2", "lose saw").tools(0) == []
    assert table.waiting_for == [1]


# --- S7.4 Ruin ----------------------------------------------------------------------------------
def test_S7_4_the_ruin_takes_two_tools_of_ones_choice() -> None:
    table = builds("Ruin", "saw saw trowel_compass trowel_square")
    assert table.legal(0) == ["lose saw", "lose trowel_compass", "lose trowel_square"]
    table.play(0, "lose trowel_compass", "lose saw")
    assert table.tools(0) == ["saw", "trowel_square"]
    assert table.tools_at("1,2") == ["saw", "trowel_compass"]
    assert table.waiting_for == [1]


def test_S7_4_of_two_glass_tools_b_goes_first() -> None:
    table = builds("Ruin", ALL)
    assert "lose glass_a" not in table.legal(0)
    assert "lose glass_b" in table.legal(0)


def test_S7_4_both_glass_tools_may_go() -> None:
    table = builds("Ruin", ALL).play(0, "lose glass_b")
    assert "lose glass_a" in table.legal(0)
    table.play(0, "lose glass_a")
    assert table.tools_at("1,2") == ["glass_a", "glass_b"]
    assert [event["why"] for event in table.told("lose_tool")] == ["S7.4", "S7.4"]


def test_S7_4_two_of_the_same_kind_may_go() -> None:
    table = builds("Ruin", "saw saw trowel_compass trowel_square").play(0, "lose saw", "lose saw")
    assert table.tools(0) == ["trowel_compass", "trowel_square"]


# --- S7.5 Barracks ------------------------------------------------------------------------------
CAMP = "month 0: 0a M, 1a M, 2a M; month 9: 0b W, 1b W, 2b W"


def barracks(bert: str, cora: str) -> Scene:
    """Anna builds the Barracks at 1,2; the others have these tools."""
    foremen = f"foreman 0: saw saw trowel_square; foreman 1: {bert}; foreman 2: {cora}"
    return scene(f"{CAMP}; 1,2 Barracks; {foremen}").play(0, "build 1,2")


def test_S7_5_every_other_foreman_chooses_a_tool_at_the_same_time() -> None:
    table = barracks("saw glass_a", "trowel_compass trowel_square")
    assert table.waiting_for == [1, 2]
    assert table.legal(0) == []
    assert table.legal(1) == ["lose saw", "lose glass_a"]
    assert table.legal(2) == ["lose trowel_compass", "lose trowel_square"]


def test_S7_5_the_tools_are_put_on_the_space_of_the_barracks() -> None:
    table = barracks("saw glass_a", "trowel_compass trowel_square")
    table.play(1, "lose glass_a").play(2, "lose trowel_compass")
    assert table.tools_at("1,2") == ["trowel_compass", "glass_a"]
    assert (table.tools(1), table.tools(2)) == (["saw"], ["trowel_square"])
    assert table.tools(0) == ["saw", "saw", "trowel_square"]


def test_S7_5_in_any_order_with_the_same_result() -> None:
    one = barracks("saw glass_a", "trowel_compass trowel_square")
    one.play(1, "lose saw").play(2, "lose trowel_square")
    two = barracks("saw glass_a", "trowel_compass trowel_square")
    two.play(2, "lose trowel_square").play(1, "lose saw")
    assert one.table.snapshot() == two.table.snapshot()
    assert one.told("lose_tool") == two.told("lose_tool")


def test_S7_5_a_foreman_without_tools_is_not_asked() -> None:
    table = barracks("-", "saw glass_a")
    assert table.waiting_for == [2]


def test_S7_5_nobody_has_a_tool() -> None:
    table = barracks("-", "-")
    assert table.acting == "1a"
    assert table.told("lose_tool") == []


def test_S7_5_of_two_glass_tools_b_goes_first() -> None:
    table = barracks("glass_a glass_b saw", "saw glass_a")
    assert table.legal(1) == ["lose saw", "lose glass_b"]


def test_S7_5_a_choice_can_be_taken_back_until_all_have_chosen() -> None:
    table = barracks("saw glass_a", "trowel_compass trowel_square")
    table.play(2, "lose trowel_square")
    table.table.take_back(2)
    assert table.waiting_for == [1, 2]
    assert table.told("choose") == []
    table.play(2, "lose trowel_compass").play(1, "lose saw")
    assert table.tools_at("1,2") == ["saw", "trowel_compass"]


def test_S7_5_not_any_more_when_all_have_chosen() -> None:
    table = barracks("saw glass_a", "trowel_compass trowel_square")
    table.play(2, "lose trowel_square").play(1, "lose saw")
    with pytest.raises(ValueError, match="taken back"):
        table.table.take_back(2)


def test_S7_5_nobody_takes_back_what_was_not_chosen() -> None:
    table = barracks("saw glass_a", "trowel_compass trowel_square")
    table.play(1, "lose saw")
    for seat in (0, 2, 3, -1):
        with pytest.raises(ValueError, match="taken back"):
            table.table.take_back(seat)


def test_S7_5_a_foreman_chooses_once() -> None:
    table = barracks("saw glass_a", "trowel_compass trowel_square").play(1, "lose saw")
    with pytest.raises(Refusal, match=r"S7\.5"):
        table.play(1, "lose glass_a")


# --- S7.6 University ----------------------------------------------------------------------------
def test_S7_6_only_the_number_of_tools_counts() -> None:
    board = f"{LINE}; 1,1 Windmill; 1,2 Inn"
    assert scene(f"{board}; foreman 0: trowel_square glass_a").legal(0) == ["holiday"]
    table = scene(f"{board}; foreman 0: trowel_square glass_a | University")
    assert table.legal(0) == ["build 1,1", "holiday"]


def test_S7_6_for_its_owner_only() -> None:
    table = scene(
        f"{LINE}; 1,1 Windmill; foreman 0: trowel_square glass_a; foreman 1: | University"
    )
    assert table.legal(0) == ["holiday"]


def test_S7_6_the_limits_for_taking_tools_still_hold() -> None:
    tools = "1,1 - saw; 1,2 - trowel_square; 1,3 - glass_b"
    table = scene(f"{LINE}; {tools}; foreman 0: saw saw trowel_square | University")
    assert table.legal(0) == ["holiday"]
