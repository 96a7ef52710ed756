"""S1 Components and set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import baumeister
from baumeister.games.samara.components import standard
from baumeister.play import OptionError, Table

SAMARA = baumeister.game("samara")
ONE_SET = {"saw": 2, "trowel_compass": 1, "trowel_square": 1, "glass_a": 1, "glass_b": 1}


def new(players: int = 3, seed: int = 1, month: int = 1, **options: Any) -> Table:
    return SAMARA.new(players, seed, start_month=month, **options)


def setup(table: Table) -> dict[str, Any]:
    return dict(table.events[0].public)


def space_of_tools(table: Table) -> dict[tuple[int, int], int]:
    spaces = setup(table)["spaces"]
    return {(s["row"], s["column"]): len(s["tools"]) for s in spaces if s["tools"]}


# --- S1.1 tiles ---------------------------------------------------------------------------------
def test_S1_1_30_of_36_tiles_lie_on_the_30_spaces() -> None:
    laid = [space["tile"] for space in setup(new())["spaces"]]
    assert len(standard().tiles) == 36
    assert len(set(laid)) == 30


def test_S1_1_6_tiles_are_not_used() -> None:
    event = setup(new())
    laid = [space["tile"] for space in event["spaces"]]
    assert len(event["unused"]) == 6
    assert {*laid, *event["unused"]} == {tile.code for tile in standard().tiles}


def test_S1_1_every_tile_can_be_left_out() -> None:
    unused = {tile for seed in range(60) for tile in setup(new(seed=seed))["unused"]}
    assert unused == {tile.code for tile in standard().tiles}


def test_S1_1_the_tiles_are_shuffled() -> None:
    boards = {tuple(s["tile"] for s in setup(new(seed=seed))["spaces"]) for seed in range(5)}
    assert len(boards) == 5


# --- S1.2 the board -----------------------------------------------------------------------------
def test_S1_2_rows_1_to_4_and_columns_up_to_9() -> None:
    spaces = [(space["row"], space["column"]) for space in setup(new())["spaces"]]
    assert Counter(row for row, _ in spaces) == {1: 9, 2: 8, 3: 7, 4: 6}
    assert {column for _, column in spaces} == set(range(1, 10))
    assert len(set(spaces)) == 30


# --- S1.3 tools ---------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_S1_3_one_tool_set_for_each_player(players: int) -> None:
    spaces = setup(new(players))["spaces"]
    tools = Counter(tool for space in spaces for tool in space["tools"])
    assert tools == {tool: n * players for tool, n in ONE_SET.items()}


@pytest.mark.parametrize(
    ("players", "first", "second"), [(2, 1, 1), (3, 2, 1), (4, 2, 2), (5, 3, 2)]
)
def test_S1_3_as_many_tools_on_a_space_as_the_board_prints(
    players: int, first: int, second: int
) -> None:
    more = [(1, 1), (1, 3), (2, 2), (3, 1), (3, 3), (4, 1)]
    less = [(1, 2), (2, 1), (2, 3), (3, 2), (4, 2), (4, 3)]
    printed = {**dict.fromkeys(more, first), **dict.fromkeys(less, second)}
    assert space_of_tools(new(players)) == printed


def test_S1_3_the_tools_are_mixed() -> None:
    def tools(seed: int) -> list[list[str]]:
        return [space["tools"] for space in setup(new(seed=seed))["spaces"]]

    assert tools(1) != tools(2)


def test_S1_3_tools_lie_on_top_of_tiles() -> None:
    assert all(space["tile"] for space in setup(new())["spaces"] if space["tools"])


# --- S1.4 the calendar --------------------------------------------------------------------------
HALF_YEAR = [11, 10, 9, 8, 7, 6]  # months ahead in January … June, and in July … December


@pytest.mark.parametrize(("month", "ahead"), [*enumerate(HALF_YEAR * 2, 1)])
def test_S1_4_the_last_month_is_the_end_of_the_next_half_year(month: int, ahead: int) -> None:
    view = new(month=month).view(None)
    assert (view["now"], view["last_month"]) == (0, ahead)


def test_S1_4_the_starting_month_can_be_left_to_chance() -> None:
    months = {SAMARA.new(2, seed).options["start_month"] for seed in range(80)}
    assert months == set(range(1, 13))


@pytest.mark.parametrize("month", [0, 13, -1, "May", 1.0, True])
def test_S1_4_there_are_twelve_months(month: Any) -> None:
    with pytest.raises(OptionError, match="month"):
        SAMARA.new(2, 1, start_month=month)


# --- S1.5 figures -------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_S1_5_a_woman_and_a_stack_of_two_men_in_the_now_month(players: int) -> None:
    (month,) = new(players).view(None)["calendar"]
    stacks = Counter((worker["seat"], worker["men"], worker["women"]) for worker in month["line"])
    assert month["month"] == 0
    assert stacks == {(s, *stack): 1 for s in range(players) for stack in ((0, 1), (2, 0))}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_S1_5_one_man_and_one_woman_in_the_reserve(players: int) -> None:
    reserves = [seat["reserve"] for seat in new(players).view(None)["seats"]]
    assert reserves == [{"men": 1, "women": 1}] * players


@pytest.mark.parametrize("players", [1, 6, 0, "2", None, True])
def test_2_to_5_play(players: Any) -> None:
    with pytest.raises(OptionError, match="2 to 5"):
        SAMARA.new(players, 1)


# --- S1.6 start order ---------------------------------------------------------------------------
def test_S1_6_the_women_in_start_order_then_the_men_in_reverse() -> None:
    table = new(4)
    order = setup(table)["order"]
    line = table.view(None)["calendar"][0]["line"]
    assert [worker["seat"] for worker in line] == order + order[::-1]
    assert [worker["sex"] for worker in line] == ["woman"] * 4 + ["man"] * 4


def test_S1_6_the_start_order_is_by_lot() -> None:
    orders = {tuple(setup(new(3, seed))["order"]) for seed in range(60)}
    assert len(orders) == 6


def test_S1_6_the_first_of_the_start_order_acts_first() -> None:
    table = new(5)
    assert table.waiting_for == setup(table)["order"][:1]


# --- options ------------------------------------------------------------------------------------
def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(OptionError, match="scenario"):
        SAMARA.new(2, 1, scenario="size-matters")


@pytest.mark.parametrize("option", ["specials", "open_scores"])
def test_yes_or_no_is_needed(option: str) -> None:
    given: dict[str, Any] = {option: 1}
    with pytest.raises(OptionError, match=option):
        SAMARA.new(2, 1, **given)
