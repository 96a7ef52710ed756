"""S7 Scenes: abilities that concern workers."""

from __future__ import annotations

from tests.referee.samara.playing import Table, kinds


def hospital(workers: str, players: int = 2) -> Table:
    table = Table(
        f"0m@0 {workers} 0w@9", "1,1 Hospital", {0: "trowel_square glass_a"}, None, players
    )
    table.play("build 1,1; alone")
    return table


def test_S7_7_from_the_left_of_the_builder_clockwise() -> None:
    table = hospital("2w@0 2mm@0 1w@0 1m@0", players=3)
    assert table.asked() == [1]
    assert table.legal() == {"take b"}
    table.play("take b")
    assert table.asked() == [2]
    assert table.game.events[-1]["dies"] is True
    events = table.play("take b")
    assert events[0] == {
        "type": "lose_figure",
        "seat": 2,
        "worker": "W3",
        "sex": "man",
        "dies": False,
        "why": "S7.7",
    }
    assert table.figures("2b") == "m"


def test_S7_2_a_last_woman_of_strength_1_is_spared() -> None:
    table = hospital("1w@0")
    assert kinds(table.game.events) == ["turn"]
    assert hospital("1w@0 1w@3").legal() == {"take a", "take b"}


def test_S7_2_a_last_woman_of_strength_2_may_lose_a_figure() -> None:
    table = hospital("1wm@0")
    assert table.legal() == {"take a"}
    table.play("take a")
    assert table.figures("1a") == "w"


def test_S7_16_a_mixed_stack_loses_the_other_sex_first() -> None:
    table = hospital("1mmw@0 1w@0")
    assert table.play("take a")[0]["sex"] == "woman"
    table = hospital("1wwmm@0 1m@0")
    assert table.play("take a")[0]["sex"] == "man"


def test_S7_7_the_calendar_slides_over_the_dead() -> None:
    table = hospital("1m@0 1w@4")
    assert kinds(table.play("take a")) == ["lose_figure", "slide"]
    assert table.game.now == 1


def test_S7_8_training_is_one_month_further_behind_those_there() -> None:
    table = Table("0w@0 1w@0 0m@0 0m@0 1m@3 1m@2", "3,2 WeightRoom/1", {0: "saw"})
    table.play("build 3,2; with b c")
    assert table.legal() == {"train a", "train b", "train c"}
    events = table.play("train a")
    assert table.line(2) == "1c 0b 0c"
    assert table.line(3) == "1b 0a"
    assert events[0]["moves"] == [
        {"worker": "W3", "to": 2},
        {"worker": "W4", "to": 2},
        {"worker": "W1", "to": 3},
    ]
    assert events[1] == {
        "type": "train",
        "seat": 0,
        "worker": "W1",
        "sex": "woman",
        "why": "S7.8",
    }
    assert table.figures("0a") == "ww"


def test_S7_8_the_other_sex_if_there_is_no_figure_of_its_own() -> None:
    table = Table("0w@0 0w@5 1w@0", "1,2 WeightRoom/2", {0: "saw"})
    assert table.play("build 1,2; alone; train a")[1]["sex"] == "man"
    assert table.game.lettered(0, "a").sex == "woman"


def test_S7_8_whom_the_last_month_stops_gains_all_the_same_and_keeps_its_place() -> None:
    table = Table("0w@5 0m@5 1w@5 1mm@11", "2,8 WeightRoom/1", {0: "saw"}, now=5)
    events = table.play("build 2,8; with b; train a")
    assert table.line(11) == "1b 0a 0b"
    assert [move["to"] for move in events[0]["moves"]] == [11, 11]
    assert table.figures("0a") == "ww"


def test_S7_8_nothing_happens_with_an_empty_reserve() -> None:
    table = Table("0wmmm@0 0w@3 1w@0", "1,2 WeightRoom/1", {0: "saw"})
    assert kinds(table.play("build 1,2; alone")) == ["turn"]
    assert table.line(2) == "0a"


def test_S7_8_with_the_bridge_training_costs_no_month() -> None:
    table = Table("0w@0 0m@0 1w@0 1m@2", "2,3 WeightRoom/1", {0: "saw"}, {0: "Bridge"})
    table.play("build 2,3; with b; train a")
    assert table.line(2) == "1b 0a 0b"
    assert table.figures("0a") == "ww"


def test_S7_8_the_hermit_trains_where_nobody_is() -> None:
    table = Table(
        "0w@0 0m@0 1w@0 1m@2 1m@4 1m@5", "2,2 WeightRoom/1", {0: "saw"}, {0: "HermitHouse"}
    )
    table.play("build 2,2; with b; train b")
    assert table.line(3) == "0a"
    assert table.line(6) == "0b"


def test_S7_8_the_hermit_bridge_trains_on_the_spot() -> None:
    tiles = {0: "HermitHouse Bridge"}
    table = Table("0w@0 0m@0 1w@0 1m@1", "2,2 WeightRoom/1", {0: "saw"}, tiles)
    table.play("build 2,2; with b; train a")
    assert table.line(2) == "0a 0b"


def test_S7_8_the_hermit_without_a_free_month_trains_on_the_last() -> None:
    table = Table(
        "0w@5 1w@11 1m@10 1m@9 0m@6", "1,3 WeightRoom/1", {0: "saw"}, {0: "HermitHouse"}, now=5
    )
    table.play("build 1,3; alone; train a")
    assert table.line(11) == "1a 0a"


def test_S7_9_school_adds_one_for_two_or_more() -> None:
    table = Table("0w@0 0m@0 0m@0 1w@0", "1,1 - saw; 3,1 - saw; 4,1 - saw", None, {0: "School"})
    assert table.legal() >= {"tool 1,1 saw", "tool 3,1 saw", "tool 4,1 saw"}
    copy_of_it = table.game.copy()
    copy_of_it.play(0, "tool 3,1 saw")
    assert copy_of_it.legal(0) == {"with b", "with c"}
    table.play("tool 4,1 saw")
    assert table.legal() == {"with b c"}


def test_S7_9_school_does_not_help_one_alone() -> None:
    table = Table("0m@0 0w@1 1w@0", "2,1 - saw", None, {0: "School"})
    assert table.legal() == {"holiday"}


def test_S7_10_tombstone_takes_any_own_worker_but_the_last_woman() -> None:
    table = Table("0w@0 0m@0 0mm@7 1w@0 1mm@0", "1,1 Tombstone")
    table.play("build 1,1; alone")
    assert table.legal() == {"bury b", "bury c"}
    events = table.play("bury c")
    assert events == [{"type": "lose_worker", "seat": 0, "worker": "W3", "why": "S7.10"}]
    assert (table.game.foremen[0].men, table.game.foremen[0].women) == (2, 1)


def test_S7_10_tombstone_may_take_the_builder_but_not_a_strong_last_woman() -> None:
    table = Table("0mm@0 0ww@7 1w@0", "1,1 Tombstone")
    table.play("build 1,1; alone")
    assert table.legal() == {"bury a"}
    table.play("bury a")
    assert table.line(1) == ""


def test_S7_10_with_no_other_choice_nothing_happens() -> None:
    table = Table("0wwmm@0 1w@0", "1,1 Tombstone")
    assert kinds(table.play("build 1,1; alone")) == ["turn"]
