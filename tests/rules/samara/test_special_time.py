"""S7.11 to S7.15 The blue tiles: Hermit House, Prison, Bridge; when abilities count."""

from __future__ import annotations

import pytest

from baumeister.games.samara.components import ABILITIES, PERMANENT
from baumeister.games.samara.specials import lay_open
from baumeister.games.samara.state import Player
from tests.samara_scene import Scene, scene

ALL = "saw saw trowel_compass trowel_square glass_a glass_b"
HERMIT = "foreman 0: saw | HermitHouse"
BRIDGE = "foreman 0: saw | Bridge"
BOTH = "foreman 0: saw | HermitHouse Bridge"


# --- S7.11 Hermit House -------------------------------------------------------------------------
def test_S7_11_on_to_the_next_month_without_another_foremans_worker() -> None:
    board = "month 0: 0a W, 1a W; month 3: 1b M; 1,3 Hut/1"
    assert scene(board).play(0, "build 1,3").month("0a") == 3
    assert scene(f"{board}; {HERMIT}").play(0, "build 1,3").month("0a") == 4


def test_S7_11_over_several_months() -> None:
    board = "month 0: 0a W, 1a W; month 3: 1b M; month 4: 2a W, 0b M; month 5: 2b M; 1,3 - saw"
    assert scene(f"{board}; {HERMIT}").play(0, "tool 1,3 saw").month("0a") == 6


def test_S7_11_ones_own_workers_do_not_matter() -> None:
    board = "month 0: 0a W, 1a W; month 3: 0b M; 1,3 Hut/1"
    assert scene(f"{board}; {HERMIT}").play(0, "build 1,3").line(3) == ["0b", "0a"]


def test_S7_11_the_whole_group_goes_on() -> None:
    board = "month 0: 0a W, 0b MM, 1a W; month 3: 1b M; 3,3 Hut/1"
    assert scene(f"{board}; {HERMIT}").play(0, "build 3,3").line(4) == ["0a", "0b"]


def test_S7_11_not_for_holidays() -> None:
    board = "month 0: 0a W, 1a W; month 3: 1b M, 0b M; 1,3 Hut/1"
    assert scene(f"{board}; {HERMIT}").play(0, "holiday").line(3) == ["1b", "0b", "0a"]


def test_S7_11_without_such_a_month_they_stop_at_the_last() -> None:
    board = "month 5: 0a W, 1a W; month 10: 1b M; month 11: 1c M; 1,5 Hut/1"
    assert scene(f"{board}; {HERMIT}").play(0, "build 1,5").line(11) == ["1c", "0a"]


def test_S7_11_for_waiting_too() -> None:
    board = "month 0: 0b M, 1a W; month 1: 1b M; 4,1 Hut/1"
    assert scene(f"{board}; {HERMIT}").play(0, "wait").month("0b") == 2


def test_S7_11_newcomers_stop_at_the_last_month() -> None:
    board = "month 0: 0a W, 1a W; month 11: 1b M"
    assert scene(f"{board}; {HERMIT}").play(0, "newcomer man").line(11) == ["1b", "0a", "0b"]


def test_S7_11_for_training_too() -> None:
    board = "month 0: 0a W, 1a W; month 3: 1b M; 1,2 WeightRoom/1"
    table = scene(f"{board}; {HERMIT}").play(0, "build 1,2", "worker a")
    assert table.month("0a") == 4


def test_S7_11_the_month_of_training_counts_from_where_the_group_landed() -> None:
    board = "month 0: 0a W, 1a W; month 2: 1b M; 1,2 WeightRoom/1"
    table = scene(f"{board}; {HERMIT}").play(0, "build 1,2", "worker a")
    assert table.month("0a") == 4


def test_S7_11_training_goes_on_to_the_last_month_at_most() -> None:
    board = "month 5: 0a W, 1a W; month 11: 1b M; 1,5 WeightRoom/1"
    table = scene(f"{board}; {HERMIT}").play(0, "build 1,5", "worker a")
    assert table.line(11) == ["1b", "0a"]


def test_S7_11_for_its_owner_only() -> None:
    board = "month 0: 1a W, 0a W; month 3: 0b M; 1,3 Hut/1"
    assert scene(f"{board}; {HERMIT}").play(1, "build 1,3").month("1a") == 3


# --- S7.12 Prison -------------------------------------------------------------------------------
def prison(line: str, later: str = "", now: int = 0) -> Scene:
    """Anna builds the Prison at 1,2."""
    text = f"month {now}: {line}; {later}; 1,2 Prison; foreman 0: {ALL}"
    return scene(text).play(0, "build 1,2")


def test_S7_12_one_of_the_weakest_moves_5_months_ahead() -> None:
    table = prison("0a W, 1a W, 1b MM", "month 3: 1c M")
    assert table.waiting_for == [0]
    assert table.legal(0) == ["worker a", "worker c"]
    table.play(0, "worker c")
    assert (table.month("1c"), table.month("1a"), table.month("1b")) == (8, 0, 0)
    assert table.told("imprison") == [
        {"type": "imprison", "seat": 1, "worker": "1c", "to": 8, "why": "S7.12"}
    ]


def test_S7_12_the_prisoner_lines_up_behind() -> None:
    table = prison("0a W, 1a W, 1b MM", "month 5: 0b M").play(0, "worker a")
    assert table.line(5) == ["0b", "1a"]


def test_S7_12_for_each_other_foreman_clockwise() -> None:
    text = f"month 0: 1a W, 0a W, 0b MM, 2a W, 2b M; 1,2 Prison; foreman 1: {ALL}"
    table = scene(text).play(1, "build 1,2")
    assert table.legal(1) == ["worker a", "worker b"]
    table.play(1, "worker b")
    assert table.legal(1) == ["worker a"]
    table.play(1, "worker a")
    assert [event["worker"] for event in table.told("imprison")] == ["2b", "0a"]


def test_S7_12_a_worker_can_move_if_all_5_months_fit() -> None:
    table = prison("0a W, 1a W, 1c MM", "month 6: 1b M; month 7: 1d W")
    assert table.legal(0) == ["worker a", "worker b"]


def test_S7_12_of_the_weakest_one_who_can_not_of_the_stronger() -> None:
    table = prison("0a W, 1b MM", "month 6: 1a W; month 7: 1c M")
    assert table.legal(0) == ["worker a"]


def test_S7_12_if_none_of_the_weakest_can_one_of_the_second_weakest() -> None:
    table = prison("0a W, 1b MM", "month 7: 1a W; month 8: 1c M")
    assert table.legal(0) == ["worker b"]
    assert table.play(0, "worker b").month("1b") == 5


def test_S7_12_second_weakest_is_the_second_lowest_strength_that_occurs() -> None:
    table = prison("0a W, 1b MMM", "month 7: 1a W")
    assert table.legal(0) == ["worker b"]
    assert table.play(0, "worker b").month("1b") == 5


def test_S7_12_the_second_weakest_must_be_able_to_move_as_well() -> None:
    table = prison("0a W, 1b MM", "month 7: 1a W, 1d WM")
    assert table.legal(0) == ["worker b"]


def test_S7_12_if_nobody_can_a_worker_of_ones_choice_goes_to_the_last_month() -> None:
    table = prison("0a W", "month 7: 1a W; month 9: 1b MM", now=3)
    assert table.legal(0) == ["worker a", "worker b"]
    table.play(0, "worker a")
    assert (table.month("1a"), table.month("1b")) == (11, 9)


def test_S7_12_who_stands_on_the_last_month_stays_in_its_place() -> None:
    table = prison("0a W", "month 11: 1a W, 0b M, 1b M")
    table.play(0, "worker a")
    assert table.line(11) == ["1a", "0b", "1b"]
    assert table.told("imprison")[0]["to"] == 11


@pytest.mark.parametrize("tile", ["Bridge", "HermitHouse"])
def test_S7_12_the_victims_own_tiles_play_no_part(tile: str) -> None:
    text = f"month 0: 0a W, 1a W, 1b MM; month 5: 0b M; 1,2 Prison; foreman 0: {ALL}"
    table = scene(f"{text}; foreman 1: | {tile}").play(0, "build 1,2", "worker a")
    assert table.line(5) == ["0b", "1a"]


# --- S7.13 Bridge -------------------------------------------------------------------------------
@pytest.mark.parametrize(("column", "month"), [(1, 1), (2, 1), (3, 2), (9, 8)])
def test_S7_13_one_month_less_but_at_least_one(column: int, month: int) -> None:
    board = f"month 0: 0a W, 1a W; 1,{column} Hut/1 saw"
    assert scene(f"{board}; {BRIDGE}").play(0, f"build 1,{column}").month("0a") == month
    assert scene(f"{board}; {BRIDGE}").play(0, f"tool 1,{column} saw").month("0a") == month


def test_S7_13_what_it_would_cost_normally_minus_1() -> None:
    table = scene(f"month 5: 0a W, 1a W; 1,9 Hut/1; {BRIDGE}")
    assert table.play(0, "build 1,9").month("0a") == 10


def test_S7_13_new_workers_too() -> None:
    table = scene(f"month 0: 0a W, 1a W; {BRIDGE}")
    assert table.play(0, "newcomer man").line(10) == ["0a", "0b"]


def test_S7_13_waiting_takes_one_month_all_the_same() -> None:
    table = scene(f"month 0: 0b M, 1a W; 4,1 Hut/1; {BRIDGE}")
    assert table.play(0, "wait").month("0b") == 1


def test_S7_13_holidays_stay_as_they_are() -> None:
    table = scene(f"month 0: 0a W, 1a W; month 4: 0b M; {BRIDGE}")
    assert table.play(0, "holiday").month("0a") == 4


def test_S7_13_training_costs_no_extra_month() -> None:
    board = "month 0: 0a W, 1a W; 1,4 WeightRoom/1"
    table = scene(f"{board}; {BRIDGE}").play(0, "build 1,4", "worker a")
    assert table.month("0a") == 3
    assert table.workers["0a"] == "WW"


def test_S7_13_who_trains_keeps_its_place_in_line() -> None:
    board = "month 0: 0a W, 0b M, 1a W; 2,4 WeightRoom/1"
    table = scene(f"{board}; {BRIDGE}").play(0, "build 2,4", "worker a")
    assert table.line(3) == ["0a", "0b"]


def test_S7_13_with_the_hermit_house_first_a_month_less_then_on() -> None:
    board = "month 0: 0a W, 1a W; month 3: 1b M; 1,4 Hut/1"
    assert scene(f"{board}; {BRIDGE}").play(0, "build 1,4").month("0a") == 3
    assert scene(f"{board}; {BOTH}").play(0, "build 1,4").month("0a") == 4


def test_S7_13_with_hermit_house_and_weight_room() -> None:
    board = "month 0: 0a W, 1a W; month 3: 1b M; month 5: 1c M; 1,4 WeightRoom/1"
    table = scene(f"{board}; {BOTH}").play(0, "build 1,4", "worker a")
    assert table.month("0a") == 4
    assert table.workers["0a"] == "WW"


def test_S7_13_newcomers_with_the_hermit_house() -> None:
    board = "month 0: 0a W, 1a W; month 10: 1b M"
    assert scene(f"{board}; {BOTH}").play(0, "newcomer man").line(11) == ["0a", "0b"]


def test_S7_13_for_its_owner_only() -> None:
    table = scene(f"month 0: 1a W, 0a W; 1,4 Hut/1; {BRIDGE}")
    assert table.play(1, "build 1,4").month("1a") == 4


# --- S7.14 from the next action on --------------------------------------------------------------
def test_S7_14_the_bridge_does_not_shorten_its_own_building() -> None:
    board = f"month 0: 0a W, 0b M, 1a W; 1,4 Bridge; 1,6 Hut/1; foreman 0: {ALL}"
    table = scene(board).play(0, "build 1,4")
    assert table.month("0a") == 4
    assert table.play(0, "build 1,6").month("0b") == 5


def test_S7_14_the_hermit_house_does_not_lead_on_its_builders() -> None:
    board = "month 0: 0a W, 0b M, 1a W; month 4: 1b M; 1,4 HermitHouse; 1,3 Hut/1; 1,1 - saw"
    tools = "foreman 0: saw trowel_compass trowel_square"
    table = scene(f"{board}; {tools}").play(0, "build 1,4")
    assert table.line(4) == ["1b", "0a"]
    again = scene(f"{board}; month 3: 1c M; {tools}").play(0, "build 1,4", "build 1,3")
    assert again.month("0b") == 5


def test_S7_14_the_school_does_not_help_to_build_itself() -> None:
    board = f"month 0: 0a M, 0b M, 1a W; month 5: 0c W; 3,2 School; foreman 0: {ALL}"
    assert scene(board).legal(0) == ["holiday"]


def test_S7_14_the_university_does_not_count_for_itself() -> None:
    board = "month 0: 0a M, 1a W; month 5: 0c W; 1,2 University; foreman 0: saw saw glass_a"
    assert scene(board).legal(0) == ["holiday"]


# --- S7.15 the first game -----------------------------------------------------------------------
SPECIAL = (
    "Boat Sculpture Vase Ruin Barracks University Hospital WeightRoom/1 WeightRoom/2 School "
    "Tombstone HermitHouse Prison Bridge"
)


@pytest.mark.parametrize("tile", SPECIAL.split())
def test_S7_15_in_the_first_game_abilities_are_ignored(tile: str) -> None:
    text = f"month 0: 0a W, 1a M, 1b W; month 8: 0b M; 1,2 {tile}"
    tools = f"foreman 0: {ALL}; foreman 1: saw glass_a"
    table = scene(f"{text}; {tools}", first_game=True).play(0, "build 1,2")
    assert table.acting == "1a"
    assert table.month("0a") == 2
    assert table.workers == {"1a": "M", "1b": "W", "0a": "W", "0b": "M"}
    assert table.tools(0) == ALL.split()
    assert table.tools(1) == ["saw", "glass_a"]


def test_S7_15_the_tiles_count_their_prestige() -> None:
    text = f"month 0: 0a W, 1a M; 1,2 Ruin; foreman 0: {ALL}"
    assert scene(text, first_game=True).play(0, "build 1,2").prestige(0) == 10


def test_S7_15_permanent_tiles_do_nothing() -> None:
    owned = "foreman 0: saw | Bridge HermitHouse School University"
    text = f"month 0: 0a M, 0b M, 1a W; month 3: 1b M; 1,3 Hut/1; 3,1 Cave; 1,1 Well; {owned}"
    table = scene(text, first_game=True)
    assert table.legal(0) == ["build 1,3"]
    assert table.play(0, "build 1,3").month("0a") == 3


def test_S7_14_every_permanent_ability_has_its_field_of_a_foreman() -> None:
    for ability in PERMANENT:
        player = Player()
        lay_open(player, ability)
        lying = [one for one in PERMANENT if getattr(player, ABILITIES[one].key)]
        assert lying == [ability]
