"""S3 to S6 What the acting worker can do."""

from __future__ import annotations

import pytest

from tests.samara_scene import scene


# --- S3.1 the cost of a tool --------------------------------------------------------------------
@pytest.mark.parametrize("column", [1, 2, 5, 9])
def test_S3_1_a_tool_in_column_c_costs_c_months(column: int) -> None:
    table = scene(f"month 0: 0a W, 1a W; 1,{column} - saw")
    assert table.play(0, f"tool 1,{column} saw").month("0a") == column


@pytest.mark.parametrize(("row", "stack"), [(2, "W"), (3, "MM"), (4, "MMM")])
def test_S3_1_row_r_needs_strength_r(row: int, stack: str) -> None:
    weak = scene(f"month 0: 0b {stack}, 1a W; month 9: 0c W; {row},2 - saw")
    assert f"tool {row},2 saw" not in weak.legal(0)
    strong = scene(f"month 0: 0b {stack}W, 1a W; {row},2 - saw")
    assert f"tool {row},2 saw" in strong.legal(0)
    assert strong.play(0, f"tool {row},2 saw").month("0b") == 2


# --- S3.2 the group -----------------------------------------------------------------------------
def test_S3_2_the_whole_group_moves() -> None:
    table = scene("month 0: 0a W, 0b MM, 1a W; 3,4 - saw")
    table.play(0, "tool 3,4 saw")
    assert table.line(4) == ["0a", "0b"]
    assert table.told("turn")[0]["helpers"] == ["0b"]


def test_S3_2_others_may_stand_between_them() -> None:
    table = scene("month 0: 0a W, 1a W, 1b M, 0b MM; 3,4 - saw")
    assert table.play(0, "tool 3,4 saw").line(4) == ["0a", "0b"]


def test_S3_2_workers_of_a_later_month_do_not_help() -> None:
    table = scene("month 0: 0a M, 1a W; month 1: 0b MM; 3,4 - saw; 1,1 - saw")
    assert table.legal(0) == ["tool 1,1 saw", "holiday"]


def test_S3_2_workers_of_another_foreman_do_not_help() -> None:
    table = scene("month 0: 0a M, 1a W, 1b MM; 3,4 - saw; 1,1 - saw")
    assert table.legal(0) == ["tool 1,1 saw"]


def test_S3_2_nobody_helps_a_worker_who_is_strong_enough() -> None:
    table = scene("month 0: 0b MM, 0a W, 1a W; 2,4 - saw")
    table.play(0, "tool 2,4 saw")
    assert table.month("0b") == 4
    assert table.month("0a") == 0


def test_S3_2_every_helper_must_be_needed() -> None:
    table = scene("month 0: 0a W, 0b MM, 0c M, 1a W; 2,4 - saw")
    table.play(0, "tool 2,4 saw")
    assert table.legal(0) == ["with b", "with c"]


def test_S3_2_two_helpers_where_one_is_not_enough() -> None:
    table = scene("month 0: 0a W, 0b M, 0c M, 0d M, 1a W; 3,4 - saw")
    table.play(0, "tool 3,4 saw")
    assert table.legal(0) == ["with b c", "with b d", "with c d"]
    table.play(0, "with b d")
    assert table.line(4) == ["0a", "0b", "0d"]
    assert table.line(0) == ["0c", "1a"]


def test_S3_2_a_strong_helper_or_two_weak_ones() -> None:
    table = scene("month 0: 0a W, 0b MM, 0c M, 0d W, 1a W; 3,4 - saw")
    table.play(0, "tool 3,4 saw")
    assert table.legal(0) == ["with b", "with c d"]


def test_S3_2_the_acting_worker_takes_part_even_if_not_needed() -> None:
    table = scene("month 0: 0a W, 0b MMM, 1a W; 3,4 - saw")
    assert table.play(0, "tool 3,4 saw").line(4) == ["0a", "0b"]


def test_S3_2_with_whom_is_not_asked_if_one_group_fits() -> None:
    table = scene("month 0: 0a W, 0b MM, 1a W; 3,4 - saw")
    assert table.play(0, "tool 3,4 saw").waiting_for == [1]


def test_S3_2_the_same_for_building() -> None:
    table = scene("month 0: 0a W, 0b MM, 0c M, 1a W; 2,4 Hut/1")
    table.play(0, "build 2,4")
    assert table.legal(0) == ["with b", "with c"]
    assert table.play(0, "with c").line(4) == ["0a", "0c"]


# --- S3.3 limits --------------------------------------------------------------------------------
def test_S3_3_at_most_two_saws() -> None:
    board = "month 0: 0a M, 1a W; month 9: 0b W; 1,1 - saw"
    assert "tool 1,1 saw" in scene(f"{board}; foreman 0: saw").legal(0)
    assert scene(f"{board}; foreman 0: saw saw").legal(0) == ["holiday"]


@pytest.mark.parametrize("kind", ["trowel_compass", "trowel_square"])
def test_S3_3_one_trowel_of_each_kind(kind: str) -> None:
    other = {"trowel_compass": "trowel_square", "trowel_square": "trowel_compass"}[kind]
    board = f"month 0: 0a M, 1a W; month 9: 0b W; 1,1 - {kind}"
    assert scene(f"{board}; foreman 0: {other}").legal(0) == [f"tool 1,1 {kind}", "holiday"]
    assert scene(f"{board}; foreman 0: {kind}").legal(0) == ["holiday"]


def test_S3_3_glass_tool_a_comes_before_b() -> None:
    table = scene("month 0: 0a M, 1a W; 1,1 - glass_a glass_b")
    assert table.legal(0) == ["tool 1,1 glass_a"]


def test_S3_3_b_follows_a_and_there_is_one_of_each() -> None:
    table = scene("month 0: 0a M, 1a W; 1,1 - glass_a glass_b; foreman 0: glass_a")
    assert table.legal(0) == ["tool 1,1 glass_b"]


def test_S3_3_at_most_two_glass_tools() -> None:
    table = scene("month 0: 0a M, 1a W; 1,1 - glass_a glass_b; foreman 0: glass_a glass_b")
    assert table.legal(0) == ["wait"]


def test_S3_3_a_is_taken_again_before_b_when_both_were_lost() -> None:
    table = scene("month 0: 0a M, 1a W; 1,1 - glass_b; foreman 0: saw")
    assert table.legal(0) == ["wait"]


# --- S3.4 where the tool goes -------------------------------------------------------------------
def test_S3_4_the_tool_goes_to_the_foreman() -> None:
    table = scene("month 0: 0a W, 1a W; 1,2 - saw saw; foreman 0: glass_a")
    table.play(0, "tool 1,2 saw")
    assert table.tools(0) == ["saw", "glass_a"]
    assert table.tools_at("1,2") == ["saw"]


def test_S3_4_any_tool_on_the_space_may_be_chosen() -> None:
    table = scene("month 0: 0a M, 1a W; 1,2 Hut/1 saw trowel_square glass_a")
    assert table.legal(0) == [
        "tool 1,2 saw",
        "tool 1,2 trowel_square",
        "tool 1,2 glass_a",
        "build 1,2",
    ]
    table.play(0, "tool 1,2 trowel_square")
    assert table.tools_at("1,2") == ["saw", "glass_a"]
    assert table.tile_at("1,2") == "Hut/1"


# --- S4 new worker ------------------------------------------------------------------------------
def test_S4_1_only_a_woman_can() -> None:
    assert scene("month 0: 0a W, 1a W").legal(0) == ["newcomer man", "newcomer woman"]
    assert scene("month 0: 0a M, 1a W").legal(0) == ["wait"]


def test_S4_1_a_stack_is_a_woman_if_a_woman_is_on_top() -> None:
    assert scene("month 0: 0a WM, 1a W").legal(0) == ["newcomer man", "newcomer woman"]
    assert scene("month 0: 0a MW, 1a W").legal(0) == ["wait"]


def test_S4_1_she_and_the_newcomer_go_to_the_last_month_she_first() -> None:
    table = scene("month 0: 0a W, 1a W; month 11: 1b MM")
    table.play(0, "newcomer man")
    assert table.line(11) == ["1b", "0a", "0b"]


@pytest.mark.parametrize(("sex", "figure", "left"), [("man", "M", "MMW"), ("woman", "W", "MMM")])
def test_S4_1_the_newcomer_is_one_figure_of_the_reserve(sex: str, figure: str, left: str) -> None:
    table = scene("month 0: 0a W, 1a W")
    table.play(0, f"newcomer {sex}")
    assert table.workers["0b"] == figure
    assert table.reserve(0) == left
    assert table.told("turn")[0]["newcomer"]["sex"] == sex


def test_S4_1_her_mates_of_the_month_stay() -> None:
    table = scene("month 0: 0a W, 0b MM, 1a W")
    assert table.play(0, "newcomer man").line(0) == ["0b", "1a"]


def test_S4_1_a_newcomer_acts_when_its_month_comes() -> None:
    table = scene("month 5: 0a W; month 11: 1a W; 1,1 Hut/1; 1,2 Hut/2; 1,3 Cave")
    table.play(0, "newcomer woman")
    table.play(1, "build 1,1")
    table.play(0, "build 1,2")
    assert table.acting == "0b"
    assert "newcomer man" in table.legal(0)


def test_S4_2_not_with_an_empty_reserve() -> None:
    table = scene("month 0: 0a W, 1a W; month 1: 0b MM, 0c MW")
    assert table.legal(0) == ["holiday"]


def test_S4_1_only_figures_of_the_reserve() -> None:
    assert "newcomer man" not in scene("month 0: 0a W, 1a W; month 1: 0b MMM").legal(0)
    assert "newcomer woman" not in scene("month 0: 0a W, 1a W; month 1: 0b WMM").legal(0)


# --- S5.1 the cost of building ------------------------------------------------------------------
def test_S5_1_a_tile_costs_months_and_strength_like_a_tool() -> None:
    table = scene("month 0: 0b MM, 1a W; 2,7 Hut/1; 3,1 Hut/2; month 9: 0a W")
    assert table.legal(0) == ["build 2,7", "holiday"]
    assert table.play(0, "build 2,7").month("0b") == 7


def test_S5_1_a_column_beyond_the_last_month_costs_only_up_to_it() -> None:
    table = scene("month 5: 0a W, 1a W; 1,9 Hut/1")
    assert table.play(0, "build 1,9").month("0a") == 11


def test_S5_1_the_same_for_a_tool_on_such_a_space() -> None:
    table = scene("month 5: 0a W, 1a W; 1,8 - saw")
    assert table.play(0, "tool 1,8 saw").month("0a") == 11


# --- S5.2 tools for building --------------------------------------------------------------------
@pytest.mark.parametrize(
    ("tile", "enough", "lacking"),
    [
        ("LogHouse", "saw saw", "saw trowel_compass trowel_square glass_a glass_b"),
        ("Well", "trowel_compass", "saw saw glass_a glass_b"),
        ("Well", "trowel_square", "saw saw glass_a glass_b"),
        ("TownWall", "trowel_compass trowel_square", "trowel_compass saw saw glass_a"),
        ("Greenhouse", "saw glass_a", "saw saw trowel_compass trowel_square"),
        ("Observatory", "trowel_square glass_a glass_b", "trowel_compass trowel_square glass_a"),
        (
            "Cathedral",
            "saw saw trowel_compass trowel_square glass_a glass_b",
            "saw saw trowel_compass trowel_square glass_a",
        ),
    ],
)
def test_S5_2_the_tools_printed_on_the_tile_are_needed(
    tile: str, enough: str, lacking: str
) -> None:
    board = f"month 0: 0a M, 1a W; 1,1 {tile}"
    assert scene(f"{board}; foreman 0: {enough}").legal(0) == ["build 1,1"]
    assert scene(f"{board}; foreman 0: {lacking}").legal(0) == ["wait"]


def test_S5_2_tools_are_not_used_up() -> None:
    table = scene("month 0: 0a M, 1a W; 1,1 LogHouse; foreman 0: saw saw")
    assert table.play(0, "build 1,1").tools(0) == ["saw", "saw"]


def test_S5_2_tools_lying_on_the_tile_do_not_count() -> None:
    table = scene("month 0: 0a M, 1a W; 1,1 Stable saw")
    assert table.legal(0) == ["tool 1,1 saw"]


# --- S5.3 and S5.4 the tile ---------------------------------------------------------------------
def test_S5_3_the_tile_goes_to_the_foreman_and_its_space_is_empty() -> None:
    table = scene("month 0: 0a M, 1a W; 1,1 Hut/1; foreman 0: | Cave")
    table.play(0, "build 1,1")
    assert table.tiles(0) == ["Cave", "Hut/1"]
    assert table.tile_at("1,1") is None


def test_S5_3_a_tile_can_be_built_once() -> None:
    table = scene("month 0: 0a M, 1a M; 1,1 Hut/1")
    assert table.play(0, "build 1,1").legal(1) == ["wait"]


@pytest.mark.parametrize(
    ("tile", "open_tiles"),
    [
        ("Bridge", ["Bridge"]),
        ("University", ["University"]),
        ("School", ["School"]),
        ("HermitHouse", ["HermitHouse"]),
        ("Cottage", []),
        ("WeightRoom/1", []),
    ],
)
def test_S5_3_only_permanent_tiles_lie_face_up(tile: str, open_tiles: list[str]) -> None:
    tools = "saw saw trowel_compass trowel_square glass_a"
    table = scene(f"month 0: 0a M, 1a W; 1,1 {tile}; foreman 0: {tools}", forced=True)
    assert table.tiles(0) == [tile]
    assert table.open_tiles(0) == open_tiles
    assert table.view()["seats"][0]["tiles"] == 1


def test_S5_4_tools_that_lay_on_the_tile_stay_on_its_space() -> None:
    table = scene("month 0: 0a M, 1a M; 1,1 Hut/1 saw glass_a")
    table.play(0, "build 1,1")
    assert table.tools_at("1,1") == ["saw", "glass_a"]
    assert table.legal(1) == ["tool 1,1 saw", "tool 1,1 glass_a"]


# --- S6 holiday ---------------------------------------------------------------------------------
def test_S6_1_to_the_next_month_in_which_the_foreman_has_a_worker() -> None:
    table = scene("month 0: 0a M, 1a W; month 2: 1b M; month 4: 0b M; month 7: 0c W")
    table.play(0, "holiday")
    assert table.line(4) == ["0b", "0a"]


def test_S6_1_the_acting_worker_goes_alone() -> None:
    table = scene("month 0: 0a M, 0d M, 1a W; month 4: 0b M")
    assert table.play(0, "holiday").line(0) == ["0d", "1a"]


def test_S6_1_not_possible_without_a_worker_in_a_later_month() -> None:
    table = scene("month 0: 0a M, 0b M, 1a W; month 2: 1b M; 1,1 Hut/1")
    assert table.legal(0) == ["build 1,1"]
