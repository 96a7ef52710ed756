"""The naive Samara counts the ways a game can go on."""

from __future__ import annotations

import random

from tests.referee.naive_samara import NaiveSamara
from tests.referee.samara.playing import DATA, Table, builder, play_out


def test_count_asks_real_questions_only() -> None:
    table = Table("0w@0 0mm@0 1w@5 1mm@6", "1,1 - saw; 3,2 - saw")
    # newcomer man or woman, tool 1,1, tool 3,2 (with b), no holiday
    assert [table.game.count(depth) for depth in (0, 1)] == [1, 4]
    after = [table.game.copy() for _ in range(4)]
    for game, answer in zip(after, sorted(table.legal()), strict=True):
        game.play(0, answer)
    assert table.game.count(2) == sum(game.count(1) for game in after)


def test_count_takes_the_only_answer_for_free() -> None:
    table = Table("0m@0 0w@11 1m@0 1w@11")
    assert table.legal() == {"holiday"}
    # 0m and 1m join the women, who then make newcomers: man or woman
    assert [table.game.count(depth) for depth in (1, 2)] == [2, 4]


def test_count_of_a_finished_game_is_one() -> None:
    game = NaiveSamara(DATA, 2, 1, True, "over")
    play_out(game, builder, random.Random(0))
    assert game.count(3) == 1


def test_count_asks_barracks_clockwise() -> None:
    table = Table(
        "1mm@0 0w@1 2w@1 1w@1",
        "1,1 Barracks",
        {0: "saw glass_a", 1: "saw trowel_square", 2: "saw trowel_compass glass_a glass_b"},
        players=3,
    )
    table.play("build 1,1; alone")
    assert table.asked() == [2, 0]
    assert table.game.count(1) == 3
    assert table.game.count(2) == 6
