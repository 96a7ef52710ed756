"""S7 Scenes: abilities that concern time; when abilities count."""

from __future__ import annotations

from tests.referee.samara.playing import TILES, Table, kinds


def test_S7_11_the_hermit_goes_on_to_a_month_without_strangers() -> None:
    table = Table("0w@0 0m@3 1m@1 1m@2 1m@3 1w@5", "1,1 - saw", None, {0: "HermitHouse"})
    table.play("tool 1,1 saw; alone")
    assert table.month("0a") == 4


def test_S7_11_own_workers_do_not_disturb_the_hermit() -> None:
    table = Table("0w@0 0m@1 1m@0 1w@2", "1,1 - saw", None, {0: "HermitHouse"})
    table.play("tool 1,1 saw; alone")
    assert table.line(1) == "0b 0a"


def test_S7_11_the_hermit_stops_at_the_last_month() -> None:
    table = Table("0w@5 1m@11 1m@10 1w@9 0m@5", "1,4 - saw", None, {0: "HermitHouse"}, now=5)
    table.play("tool 1,4 saw; alone")
    assert table.line(11) == "1a 0a"


def test_S7_11_not_for_holidays_but_for_waiting() -> None:
    table = Table("0m@0 0w@2 1w@2 1m@1", "", None, {0: "HermitHouse"})
    table.play("holiday")
    assert table.line(2) == "0b 1a 0a"
    table = Table("0m@0 0w@0 1w@2 1m@1", "", None, {0: "HermitHouse"})
    table.play("wait")
    assert table.line(3) == "0a"


def test_S7_11_a_hermit_with_a_bridge_makes_a_newcomer() -> None:
    table = Table("0w@0 0m@2 1w@10 1m@1", "", None, {0: "HermitHouse Bridge"})
    table.play("newcomer man")
    assert table.line(11) == "0a 0c"
    table = Table("0w@0 0m@2 1w@9 1m@1", "", None, {0: "HermitHouse Bridge"})
    table.play("newcomer man")
    assert table.line(10) == "0a 0c"


def prison(workers: str, players: int = 2, now: int = 0, tiles: str = "") -> Table:
    table = Table(
        f"0m@{now} {workers} 0w@{now + 3}",
        "1,1 Prison",
        {0: "trowel_square trowel_compass"},
        {1: tiles},
        players,
        now,
    )
    table.play("build 1,1; alone")
    return table


def test_S7_12_one_of_the_weakest_goes_five_months_ahead() -> None:
    table = prison("1w@0 1m@6 1mm@2 1w@7")
    assert table.asked() == [0]
    assert table.legal() == {"imprison a", "imprison b"}
    events = table.play("imprison b")
    assert events[0] == {
        "type": "imprison",
        "seat": 1,
        "worker": "W3",
        "to": 11,
        "why": "S7.12",
    }


def test_S7_12_the_second_weakest_if_none_of_the_weakest_can() -> None:
    table = prison("1w@7 1mm@2 1wm@7")
    assert table.legal() == {"imprison b"}
    table = prison("1w@7 1mmm@2")
    assert table.legal() == {"imprison b"}
    table.play("imprison b")
    assert table.month("1b") == 7


def test_S7_12_anybody_to_the_last_month_if_none_of_those_can() -> None:
    table = prison("1w@7 1mm@8 1wm@9")
    assert table.legal() == {"imprison a", "imprison b", "imprison c"}
    table.play("imprison b")
    assert table.month("1b") == 11


def test_S7_12_each_foreman_is_looked_at_alone() -> None:
    table = prison("1w@7 1mm@8 1wm@9 2w@1 2mm@2", players=3)
    table.play("imprison c")
    assert table.month("1c") == 11
    assert table.legal() == {"imprison a"}
    table.play("imprison a")
    assert table.month("2a") == 6


def test_S7_12_one_on_the_last_month_stays_in_its_place() -> None:
    table = prison("1w@11 1mm@11 1m@11")
    assert table.line(11) == "1a 1b 1c"
    events = table.play("imprison a")
    assert events[0]["to"] == 11
    assert table.line(11) == "1a 1b 1c"


def test_S7_12_goes_on_clockwise_and_lines_up() -> None:
    table = prison("1w@1 2w@1 2m@6", players=3)
    table.play("imprison a; imprison a")
    assert table.line(6) == "2b 1a 2a"


def test_S7_12_the_victims_own_tiles_play_no_part() -> None:
    table = prison("1w@1 0w@6", tiles="Bridge HermitHouse")
    table.play("imprison a")
    assert table.line(6) == "0b 1a"


def test_S7_13_bridge_one_month_less_but_at_least_one() -> None:
    board = "1,1 - saw; 1,9 - saw; 1,2 - saw"
    bridge = {0: "Bridge"}
    for cell, month in (("1,1", 1), ("1,2", 1), ("1,9", 8)):
        table = Table("0w@0 0m@0 1w@0", board, None, bridge)
        table.play(f"tool {cell} saw; alone")
        assert table.month("0a") == month
    table = Table("0w@5 0m@5 1w@5", board, None, bridge, now=5)
    table.play("tool 1,9 saw; alone")
    assert table.month("0a") == 10  # 9 months, at most 6 to the last month, minus 1


def test_S7_13_holidays_stay_as_they_are_and_newcomers_come_sooner() -> None:
    table = Table("0w@0 0m@4 1w@0", "", None, {0: "Bridge"})
    table.play("holiday")
    assert table.month("0a") == 4
    table = Table("0w@0 0m@4 1w@0", "", None, {0: "Bridge"})
    table.play("newcomer woman")
    assert table.line(10) == "0a 0c"


def test_S7_14_permanent_tiles_count_from_the_next_action_on() -> None:
    tools = {0: "saw saw trowel_square trowel_compass"}
    table = Table("0w@0 0mm@0 1w@5", "1,3 Bridge; 2,3 - glass_a", tools)
    table.play("build 1,3; alone")
    assert table.month("0a") == 3
    table.play("tool 2,3 glass_a; alone")
    assert table.month("0b") == 2
    table = Table("0w@0 0mm@0 1w@3", "1,3 HermitHouse; 2,3 - glass_a", tools)
    table.play("build 1,3; alone")
    assert table.month("0a") == 3
    table.play("tool 2,3 glass_a; alone")
    assert table.month("0b") == 4


def test_S7_15_without_specials_nothing_happens() -> None:
    everything = "saw trowel_compass trowel_square"
    for tile in TILES:
        if tile.ability and "A" not in tile.needs:
            table = Table(
                "0w@0 0m@0 1w@0 1m@0",
                f"1,3 {tile.id}; 2,1 Hut/1",
                {0: f"saw {everything}", 1: "saw"},
                specials=False,
            )
            assert kinds(table.play("build 1,3; alone")) == ["turn"]
            assert table.month("0a") == 3
    tiles = {0: "Bridge HermitHouse School University"}
    table = Table("0w@0 0m@0 1w@2", "1,2 - saw; 3,1 - saw; 1,1 Shed", None, tiles, specials=False)
    table.game.foremen[0].tools = []
    assert table.legal() == {"tool 1,2 saw", "newcomer man", "newcomer woman"}
    table.play("tool 1,2 saw; alone")
    assert table.line(2) == "1a 0a"
