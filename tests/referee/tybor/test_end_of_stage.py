"""T5 Scenes: end of stage."""

from __future__ import annotations

from tests.referee.naive_tybor import Built, NaiveTybor
from tests.referee.tybor.playing import (
    CROWD,
    DATA,
    ESCAPE,
    GROWS,
    HARBOUR,
    SIZE,
    building,
    characters,
    new_game,
)


def harbour_scene(*citizens: str, scenario: int = SIZE, draw: str = "") -> NaiveTybor:
    """Nobody has anything but these citizens; the chapter's effect is next."""
    game = new_game(players=len(citizens), scenario=scenario, chapter=HARBOUR)
    for player, codes in zip(game.players, citizens, strict=True):
        player.citizens, player.workers = characters(game, codes), []
    game.draw_pile, game.discard = characters(game, draw), []
    game.events.clear()
    game.first_player = 0
    game.todo = [("chapter", 0), ("end", 0)]
    game._no_question()
    return game


def test_T5_1_harbour_counter_clockwise_from_the_new_holder_in_stage_II_of_escape() -> None:
    game = harbour_scene("Ca5", "Ca4B", "Ca4Y", scenario=ESCAPE)
    game.stage = 2
    game.first_player = 1
    game._go_on()
    order = []
    while not game.over:
        order += game.waiting()
        game.play(game.waiting()[0], "decline")
    assert order == [1, 0, 2]
    assert [event["type"] for event in game.events] == ["decline"] * 3


def test_T5_2_buildings_count_and_may_be_given_up() -> None:
    game = harbour_scene("Ca5", "Fa5", draw="Me5 Pr5 So5 Cr5")
    game.players[1].built = [Built(building(game, "Boardwalk"), "great")]
    game._go_on()
    assert game.legal(0) == {"give citizen Ca5", "decline"}
    game.play(0, "decline")
    assert game.legal(1) == {"give building Boardwalk great", "decline"}
    game.play(1, "give building Boardwalk great")
    assert game.legal(1) == {"drop Me5", "drop Pr5", "drop So5"}
    game.play(1, "drop Pr5")
    assert [card.code for card in game.players[1].workers] == ["Me5", "So5"]
    assert [card.code for card in game.discard] == ["Pr5"]
    assert game.players[1].built == []


def test_T5_2_who_has_the_most_is_settled_once() -> None:
    game = harbour_scene("Ca5 Ca4B", "Ca4Y Ca3BR", "Ca3GR", draw="Me5 Pr5 So5 Cr5 Fa5 Fa4G Fa4Y")
    game._go_on()
    assert game.waiting() == [0]
    game.play(0, "give citizen Ca5")
    game.play(0, "drop Me5")
    assert game.waiting() == [1]
    game.play(1, "decline")
    assert game.over


def test_T5_2_without_captains_nobody_is_asked() -> None:
    game = harbour_scene("Fa5", "Me5")
    game._go_on()
    assert game.over
    assert game.events == []


def test_T5_2_the_captain_is_in_the_discard_pile_before_the_draw() -> None:
    game = harbour_scene("Ca5", "Me5", draw="Fa5")
    game._go_on()
    game.play(0, "give citizen Ca5")
    assert [event["type"] for event in game.events] == ["give_up", "shuffle", "draw"]
    assert [card.code for card in game.players[0].workers] == ["Fa5", "Ca5"]
    assert game.over


def test_T5_2_a_building_given_up_for_nothing() -> None:
    game = harbour_scene("", "Me5")
    game.players[0].built = [Built(building(game, "Boardwalk"), "little")]
    game._go_on()
    game.play(0, "give building Boardwalk little")
    assert [event["type"] for event in game.events] == ["give_up"]
    assert game.over


def scenario_scene(scenario: int, stage: int) -> NaiveTybor:
    game = harbour_scene("", "", scenario=scenario, draw="Fa5 Me5 So5")
    game.todo = [("scenario", 0), ("end", 0)]
    game.stage = stage
    return game


def test_T5_3_professions_are_counted_among_citizens_only() -> None:
    game = scenario_scene(CROWD, 1)
    game.players[0].citizens = characters(game, "Fa4G Fa4Y")
    game.players[0].workers = characters(game, "Pr5")
    game.players[0].built = [Built(building(game, "Market"), "little")]
    game.players[1].citizens = characters(game, "Ca5 Pr4B")
    game._go_on()
    assert game.waiting() == [1]
    game.play(1, "keep Me5")
    assert [card.code for card in game.players[1].workers] == ["Me5"]
    assert game.over


def test_T5_4_growth_brings_a_citizen_for_enough_buildings() -> None:
    game = scenario_scene(GROWS, 2)
    game.players[0].built = [Built(building(game, "Market"), "little")]
    game.players[1].built = [Built(building(game, code), "great") for code in ("Mill", "Mint")]
    game._go_on()
    assert game.waiting() == [1]
    game.play(1, "keep Fa5")
    assert [card.code for card in game.players[1].citizens] == ["Fa5"]
    assert game.over


def test_T5_5_exodus_after_stages_I_and_III_spares_who_has_nothing() -> None:
    for stage, struck in ((1, True), (2, False), (3, True), (4, False)):
        game = scenario_scene(ESCAPE, stage)
        game.players[1].citizens = characters(game, "Ca5")
        game.players[1].workers = characters(game, "Pr5")
        game._go_on()
        assert game.over is not struck
        assert game.legal(1) == ({"give citizen Ca5", "give worker Pr5"} if struck else set())


def test_T5_5_the_same_kind_as_citizen_and_worker() -> None:
    game = NaiveTybor(DATA, 5, ESCAPE, 1, "two copies")
    me = game.players[0]
    me.citizens, me.workers = characters(game, "Ca5/2"), characters(game, "Ca5/1")
    game.stage = 1
    game._ask("exodus", [0])
    game.todo = [("end", 0)]
    assert game.legal(0) == {"give citizen Ca5", "give worker Ca5"}
    game.play(0, "give citizen Ca5")
    assert game.events[-1]["card"] == "Ca5/2"


def test_of_two_copies_the_lower_number_moves() -> None:
    game = NaiveTybor(DATA, 5, SIZE, 1, "two copies")
    seat = game.waiting()[0]
    game.players[seat].hand = characters(game, "Ca5/2 Fa5/2 Ca5/1")
    assert game.legal(seat) == {"choose Ca5", "choose Fa5"}
    game.play(seat, "choose Ca5")
    assert game.events[-1]["card"] == "Ca5/1"
