"""T4 Scenes: choose and use."""

from __future__ import annotations

from itertools import pairwise

from tests.referee.naive_tybor import NaiveTybor
from tests.referee.tybor.playing import (
    ESCAPE,
    SIZE,
    Record,
    a_game,
    answer_all,
    building,
    characters,
    new_game,
    settle_first_round,
)


def builder_scene(citizens: str, workers: str, display: str, stage: int = 1) -> NaiveTybor:
    """Two players; the first is to use a soldier."""
    game = new_game()
    game.stage = stage
    settle_first_round(game)
    for player in game.players:
        player.citizens, player.workers = [], []
    me = game.players[game.waiting()[0]]
    me.chosen = characters(game, "So5")[0]
    me.citizens, me.workers = characters(game, citizens), characters(game, workers)
    game.display = [building(game, code) for code in display.split()]
    return game


def test_T4_5_who_cannot_pay_cannot_build() -> None:
    game = builder_scene("", "Fa1GYBR", "Mill")
    assert game.legal(game.waiting()[0]) == {"citizen", "worker"}


def test_T4_6_cost_rises_by_stage_and_citizens_give_a_discount() -> None:
    game = builder_scene("Fa4G Fa2GBR", "", "Mill Mint Castle", stage=4)
    seat = game.waiting()[0]
    assert game.cost(seat, building(game, "Mill"), "little") == 4
    assert game.cost(seat, building(game, "Mill"), "great") == 8
    assert game.cost(seat, building(game, "Mint"), "great") == 10
    assert game.cost(seat, building(game, "Castle"), "little") == 5


def test_T4_6_colour_symbols_on_workers_do_not_count() -> None:
    game = builder_scene("", "Fa1GYBR", "Mill")
    assert game.cost(game.waiting()[0], building(game, "Mill"), "little") == 3


def test_T4_6_cost_is_never_below_0_and_T4_7_then_nothing_is_paid() -> None:
    game = builder_scene("Fa1GYBR Fa2GBR Fa2GYR Fa4G Fa3GB", "Me5", "Mill")
    seat = game.waiting()[0]
    assert game.legal(seat) == {"citizen", "worker", "build Mill little", "build Mill great"}
    game.play(seat, "build Mill little")
    assert game.events[-1]["cost"] == 0
    assert game.events[-1]["paid"] == []
    assert [card.code for card in game.players[seat].workers] == ["Me5"]


def test_T4_7_one_then_five_may_pay_five() -> None:
    game = builder_scene("", "Fa1GYBR Me5 Cr5", "Mill", stage=3)
    seat = game.waiting()[0]
    game.play(seat, "build Mill little")
    assert game.legal(seat) == {"pay Fa1GYBR", "pay Me5", "pay Cr5"}
    game.play(seat, "pay Fa1GYBR")
    assert game.legal(seat) == {"pay Me5", "pay Cr5"}
    game.play(seat, "pay Me5")
    assert game.events[-1]["paid"] == ["Fa1GYBR", "Me5"]


def test_T4_7_five_then_one_may_not_pay_five() -> None:
    game = builder_scene("", "Fa1GYBR Me5", "Mill", stage=3)
    seat = game.waiting()[0]
    game.play(seat, "build Mill little")
    game.play(seat, "pay Me5")
    assert game.events[-1]["paid"] == ["Me5"]
    assert game.legal(seat) == set()


def test_T4_8_the_builder_card_may_come_back() -> None:
    game = builder_scene("Fa1GYBR Fa2GBR Fa4G", "", "Dairy")
    game.draw_pile, game.discard = [], []
    seat = game.waiting()[0]
    game.play(seat, "build Dairy little")
    shuffle, draw = game.events[-2:]
    assert shuffle == {"type": "shuffle", "pile": "characters", "order": ["So5"]}
    assert (draw["kept"], draw["discarded"]) == (["So5"], [])
    assert [card.code for card in game.players[seat].workers] == ["So5"]


def test_T4_8_one_of_two_becomes_a_worker() -> None:
    game = builder_scene("", "Me3GB", "Dairy")
    game.draw_pile = characters(game, "Fa5 Pr5 Ca5")
    seat = game.waiting()[0]
    game.play(seat, "build Dairy little")
    game.play(seat, "pay Me3GB")
    assert game.legal(seat) == {"keep Fa5", "keep Pr5"}
    game.play(seat, "keep Pr5")
    assert [card.code for card in game.discard] == ["So5", "Me3GB", "Fa5"]
    assert [card.code for card in game.players[seat].workers] == ["Pr5"]


def passes(record: Record) -> list[int]:
    events = record["events"]
    return [events[0]["first_player"]] + [e["first_player"] for e in events if e["type"] == "pass"]


def test_T4_9_the_hand_goes_to_the_left_and_in_escape_to_the_right_in_stage_II() -> None:
    game = new_game(players=3, scenario=ESCAPE)
    answer_all(game, lambda: game.stage == 2)
    assert game.play_order()[1] == (game.first_player - 1) % 3
    settle_first_round(game)
    hands = [set(player.hand) for player in game.players]
    answer_all(game, lambda: game.events[-1]["type"] == "pass")
    assert [set(player.hand) for player in game.players] == [hands[1], hands[2], hands[0]]
    assert game.events[-1]["direction"] == "counter-clockwise"


def test_T4_10_with_five_players_two_places_after_the_last_card_of_a_stage() -> None:
    holders = passes(a_game(5, SIZE, 1))[:12]
    steps = [(b - a) % 5 for a, b in pairwise(holders)]
    assert steps == [1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1]


def test_T4_10_with_six_players_one_place() -> None:
    holders = passes(a_game(6, SIZE, 1))
    assert {(b - a) % 6 for a, b in pairwise(holders)} == {1}
