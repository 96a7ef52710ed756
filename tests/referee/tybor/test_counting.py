"""The naive Tybor counts the ways a game can go on."""

from __future__ import annotations

import random

from tests.referee.tybor.playing import anything, characters, new_game, play_out


def test_count_of_the_first_plies() -> None:
    game = new_game()
    assert [game.count(depth) for depth in range(4)] == [1, 5, 25, 50]


def test_count_takes_one_answer_for_free_but_not_a_choice_from_two_equal_cards() -> None:
    game = new_game(players=5)
    order = game.play_order()
    for player in game.players:
        player.hand = characters(game, "Fa5/1 Fa5/2")
        player.workers = []
    assert game.legal(order[0]) == {"choose Fa5"}
    assert [game.count(depth) for depth in (1, 5, 6, 7)] == [1, 1, 2, 4]
    for player in game.players:
        player.hand = characters(game, "Fa5/1")
    assert [game.count(depth) for depth in (1, 2)] == [2, 4]


def test_count_of_a_finished_game_is_one() -> None:
    game = new_game()
    play_out(game, anything, random.Random(0))
    assert game.count(3) == 1
