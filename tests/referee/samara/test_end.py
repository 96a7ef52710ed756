"""S8 Scenes: the end."""

from __future__ import annotations

from tests.referee.samara.playing import Table, kinds


def test_S8_1_the_last_group_moves_and_nothing_follows() -> None:
    for tile in ("Tombstone", "WeightRoom/1", "Prison", "Hospital"):
        tools = {0: "saw trowel_square trowel_compass glass_a"}
        table = Table("0w@0 0m@5 1w@5 1m@6", "4,6 -; 1,3 " + tile, tools)
        events = table.play("build 1,3; alone")
        assert kinds(events) == ["turn"]
        assert table.game.over
        assert table.game.end == "S8.1"
        assert table.month("0a") == 3
        assert table.asked() == []


def test_S8_2_of_the_tied_the_next_to_act_wins() -> None:
    tiles = {0: "Sandcastle", 1: "Cottage", 2: "Stable"}
    table = Table("0w@0 0m@6 2w@2 1m@3 1w@4", "4,6 -; 1,3 Hut/1", None, tiles, players=3)
    table.play("build 1,3; alone")
    record = table.game.record()
    assert [score["total"] for score in record["scores"]] == [3, 5, 3]
    assert [score["tiebreak"] for score in record["scores"]] == [2, 1, 0]
    tiles = {0: "Stable", 1: "Cottage", 2: "Windmill"}
    table = Table("0w@0 0m@6 2w@2 1m@3 1w@4", "4,6 -; 1,3 Hut/1", None, tiles, players=3)
    table.play("build 1,3; alone")
    assert table.game.record()["winners"] == [2]


def test_S8_3_after_24_months_without_progress() -> None:
    for progress, end in ((6, "S8.3"), (7, "")):
        table = Table("0m@29 0w@30 1w@30", now=29, progress=progress)
        table.play("holiday")
        assert table.game.end == end
    assert table.game.events[-1] == {"type": "slide", "now": 30}


def test_S8_3_a_newcomer_a_tool_and_a_tile_are_progress() -> None:
    for action in ("newcomer man", "tool 1,1 saw; alone", "build 1,1; alone"):
        table = Table("0w@29 0m@30 1w@30", "1,1 Hut/1 saw", now=29, progress=6)
        table.play(action)
        assert table.game.end == ""
        assert table.game.progress == 29
