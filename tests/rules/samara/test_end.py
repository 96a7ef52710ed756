"""S8 The end, and S9 who knows what."""

from __future__ import annotations

from typing import Any

import pytest

from baumeister.kernel.refusal import Refusal
from tests.samara_scene import Scene, scene, some_tiles

ALL = "saw saw trowel_compass trowel_square glass_a glass_b"


def last_tile(tile: str, line: str, more: str = "") -> Scene:
    """Anna, who has all tools, can build the last tile, at 1,2; Bert has all others."""
    bert = some_tiles(29, without=f"{tile} University School HermitHouse Bridge")
    foremen = f"foreman 0: {ALL}; foreman 1: saw glass_a | {bert}"
    return scene(f"month 0: {line}; 1,2 {tile}; {foremen}; {more}")


# --- S8.1 all tiles are taken -------------------------------------------------------------------
def test_S8_1_the_game_ends_as_soon_as_30_tiles_are_taken() -> None:
    table = last_tile("Hut/1", "0a W, 0b M, 1a W")
    assert table.waiting_for == [0]
    table.play(0, "build 1,2")
    assert table.over
    assert table.waiting_for == []
    assert table.table.ending == {"end": "S8.1"}
    assert table.view()["ended_by"] == "S8.1"


def test_S8_1_it_goes_on_while_a_tile_is_left() -> None:
    bert = some_tiles(28, without="Hut/1 Hut/2")
    text = f"month 0: 0a W, 1a W; 1,2 Hut/1; 1,3 Hut/2; foreman 1: - | {bert}"
    assert not scene(text).play(0, "build 1,2").over


def test_S8_1_most_prestige_wins() -> None:
    table = last_tile("Hut/1", "0a W, 0b M, 1a W").play(0, "build 1,2")
    assert table.table.winners == [1]
    assert table.prestige(0) == 2
    assert table.table.scores()[0]["lines"][0]["clause"] == "S8.1"


def test_S8_1_the_group_that_builds_the_last_tile_still_moves() -> None:
    table = last_tile("Hut/1", "0a W, 0b M, 1a W").play(0, "build 1,2")
    assert table.month("0a") == 2


@pytest.mark.parametrize(
    "tile", ["Boat", "Ruin", "Barracks", "Hospital", "WeightRoom/1", "Tombstone", "Prison"]
)
def test_S8_1_the_last_tiles_ability_is_not_carried_out(tile: str) -> None:
    table = last_tile(tile, "0a W, 0b M, 1a W, 1b MM").play(0, "build 1,2")
    assert table.over
    assert table.month("0a") == 2
    assert table.workers == {"0b": "M", "1a": "W", "1b": "MM", "0a": "W"}
    assert table.tools(0) == ALL.split()
    assert table.tools(1) == ["saw", "glass_a"]


def test_S8_1_nothing_can_be_done_afterwards() -> None:
    table = last_tile("Hut/1", "0a W, 0b M, 1a W").play(0, "build 1,2")
    assert [table.legal(seat) for seat in (0, 1)] == [[], []]
    with pytest.raises(Refusal, match=r"S8\.1"):
        table.play(1, "holiday")


# --- S8.2 a tie ---------------------------------------------------------------------------------
def tie(line: str, later: str) -> Scene:
    """The game ends with 2 prestige for everybody after Anna's worker has waited."""
    text = f"month 0: {line}; {later}; 4,6 Palace"
    foremen = "foreman 0: - | Hut/1; foreman 1: - | Hut/2; foreman 2: - | Cave"
    return scene(f"{text}; {foremen}", idle=23).play(0, "wait")


def test_S8_2_whose_worker_is_in_the_earliest_month_wins() -> None:
    table = tie("0a M", "month 2: 1a W; month 3: 2a W")
    assert table.over
    assert table.table.winners == [0]
    assert [score["tiebreak"] for score in table.table.scores()] == [0, 1, 2]


def test_S8_2_in_the_same_month_whoever_is_nearer_to_the_board() -> None:
    table = tie("0a M", "month 1: 2a W; month 2: 1a W")
    assert table.table.winners == [2]
    assert [score["tiebreak"] for score in table.table.scores()] == [1, 2, 0]


def test_S8_2_only_among_those_who_are_tied() -> None:
    text = "month 0: 0a M; month 1: 2a W; month 2: 1a W; 4,6 Palace"
    foremen = "foreman 0: - | Well; foreman 1: - | Stable; foreman 2: - | Cave"
    table = scene(f"{text}; {foremen}", idle=23).play(0, "wait")
    assert table.table.winners == [0]


def test_S8_2_after_the_last_tile_the_calendar_has_moved_on() -> None:
    bert = "Boat Sculpture Vase"  # 6 + 8 + 9, as much as Anna gets: 9 + 14
    cora = some_tiles(25, without=f"{bert} Church Cathedral University School HermitHouse Bridge")
    text = "month 0: 0a W; month 2: 1a W; month 3: 2a W; 1,2 Cathedral"
    foremen = f"foreman 0: {ALL} | Church; foreman 1: - | {bert}; foreman 2: - | {cora}"
    table = scene(f"{text}; {foremen}", first_game=True).play(0, "build 1,2")
    assert table.over
    assert (table.prestige(0), table.prestige(1)) == (23, 23)
    assert [score["tiebreak"] for score in table.table.scores()] == [1, 0, 2]


# --- S8.3 no progress ---------------------------------------------------------------------------
def idle(months: int, board: str = "4,6 Palace") -> Scene:
    """So many months have passed without progress, and Anna's man acts alone."""
    text = f"month 30: 0a M; month 32: 1a W, 0b W; {board}; foreman 1: - | Hut/1"
    return scene(text, idle=months)


def test_S8_3_the_game_ends_after_24_months_without_progress() -> None:
    table = idle(22).play(0, "holiday")
    assert table.over
    assert table.now == 32
    assert table.table.ending == {"end": "S8.3"}
    assert table.view()["ended_by"] == "S8.3"


def test_S8_3_not_after_23_months() -> None:
    assert not idle(21).play(0, "holiday").over


def test_S8_3_prestige_counts() -> None:
    assert idle(22).play(0, "holiday").table.winners == [1]


@pytest.mark.parametrize(
    ("board", "move"), [("1,2 Hut/2", "build 1,2"), ("1,2 - saw", "tool 1,2 saw")]
)
def test_S8_3_a_tool_or_a_building_is_progress(board: str, move: str) -> None:
    assert not idle(23, board).play(0, move).over
    assert idle(23, board).play(0, "holiday").over


def test_S8_3_a_newcomer_is_progress() -> None:
    text = "month 30: 0a W; month 32: 1a W, 0b M; 4,6 Palace"
    assert not scene(text, idle=23).play(0, "newcomer man").over
    assert scene(text, idle=23).play(0, "holiday").over


def test_S8_3_the_months_without_progress_can_be_seen() -> None:
    assert idle(13).view()["without_progress"] == 13


# --- S9.1 what is public ------------------------------------------------------------------------
def test_S9_1_board_calendar_and_foreman_boards_are_public() -> None:
    table = scene("month 0: 0a W, 1a MM; 1,2 Hut/1 saw; foreman 0: glass_a | Bridge Hut/2")
    everybody: list[dict[str, Any]] = [table.view(seat) for seat in (None, 0, 1)]
    for view in everybody:
        assert view["calendar"] == everybody[0]["calendar"]
        assert view["seats"][0]["tools"] == ["glass_a"]
        assert view["seats"][0]["open_tiles"] == ["Bridge"]
        assert view["seats"][0]["tiles"] == 2
        assert view["spaces"][1]["tile"] == "Hut/1"
        assert view["spaces"][1]["tools"] == ["saw"]


def test_S9_1_the_group_is_shown_while_its_tile_asks_and_not_to_the_next() -> None:
    text = "month 0: 0a W, 0b M, 0c M, 1a W; 2,2 WeightRoom/1; 1,1 Hut/1; foreman 0: saw"
    table = scene(text).play(0, "build 2,2")
    assert table.view()["group"] == []
    assert table.play(0, "with c").view()["group"] == ["a", "c"]
    assert table.play(0, "worker a").view()["group"] == []


def test_S9_1_the_running_score_of_the_others_is_hidden() -> None:
    table = scene("month 0: 0a W, 1a MM; 1,2 Hut/1; foreman 0: - | Palace; foreman 1: - | Cave")
    shown = [[seat["prestige"] for seat in table.view(s)["seats"]] for s in (None, 0, 1)]
    assert shown == [[None, None], [12, None], [None, 2]]


def test_S9_1_unless_the_table_plays_with_open_scores() -> None:
    text = "month 0: 0a W, 1a MM; 1,2 Hut/1; foreman 0: - | Palace; foreman 1: - | Cave"
    table = scene(text, open_scores=True)
    assert [seat["prestige"] for seat in table.view(None)["seats"]] == [12, 2]


def test_S9_1_at_the_end_the_score_is_shown() -> None:
    table = last_tile("Hut/1", "0a W, 0b M, 1a W").play(0, "build 1,2")
    assert table.view(None)["seats"][0]["prestige"] == 2


# --- S9.2 the Barracks --------------------------------------------------------------------------
CAMP = "month 0: 0a M, 1a M, 2a M; month 9: 0b W, 1b W, 2b W; 1,2 Barracks"
TOOLS = "foreman 0: saw trowel_compass; foreman 1: saw glass_a; foreman 2: saw glass_a"


def test_S9_2_a_choice_is_secret_until_all_are_made() -> None:
    table = scene(f"{CAMP}; {TOOLS}").play(0, "build 1,2").play(1, "lose glass_a")
    assert table.view(1)["chosen"] == "glass_a"
    assert [table.view(seat)["chosen"] for seat in (None, 0, 2)] == [None] * 3
    assert table.tools(1) == ["saw", "glass_a"]
    assert table.tools_at("1,2") == []
    assert table.told("choose") == [{"type": "choose", "seat": 1}]


def test_S9_2_everybody_sees_who_has_chosen() -> None:
    table = scene(f"{CAMP}; {TOOLS}").play(0, "build 1,2").play(2, "lose saw")
    assert [seat["has_chosen"] for seat in table.view(0)["seats"]] == [False, False, True]


def test_S9_2_then_all_tools_are_shown() -> None:
    table = scene(f"{CAMP}; {TOOLS}").play(0, "build 1,2")
    table.play(2, "lose saw").play(1, "lose glass_a")
    assert [event["tool"] for event in table.told("lose_tool")] == ["glass_a", "saw"]
