"""T6 Scenes: scoring."""

from __future__ import annotations

import copy

from tests.referee.naive_tybor import Built, NaiveTybor
from tests.referee.referee_tybor import Match
from tests.referee.tybor.playing import (
    CROWD,
    DATA,
    HARBOUR,
    SIZE,
    Record,
    building,
    cached_game,
    characters,
    new_game,
)


def tableau(citizens: str = "", workers: str = "", little: str = "", great: str = "") -> Record:
    return {"citizens": citizens, "workers": workers, "little": little, "great": great}


def points(
    clause: str, *tableaus: Record, scenario: int = CROWD, chapter: int = HARBOUR
) -> list[int]:
    """The points of all seats for one clause; game and referee have to agree on all clauses."""
    game = NaiveTybor(DATA, len(tableaus), scenario, chapter, "scoring")
    record = copy.deepcopy(cached_game(len(tableaus), scenario, chapter, 0, 0))
    match = Match(record, DATA)
    for seat, table in enumerate(tableaus):
        me, other = game.players[seat], match.seats[seat]
        me.objective = "GYB"
        me.citizens = characters(game, table["citizens"])
        me.workers = characters(game, table["workers"])
        for side in ("little", "great"):
            me.built += [Built(building(game, code), side) for code in table[side].split()]
        other.objective = ["blue", "green", "yellow"]
        other.citizens, other.workers = ({c.id for c in z} for z in (me.citizens, me.workers))
        other.built = {b.card.id: b.side for b in me.built}
    for seat in range(len(tableaus)):
        refereed = {key: value for key, value in match.score(seat).items() if value}
        assert refereed == {key: value for key, value in game.points(seat).items() if value}
    return [game.points(seat).get(clause, 0) for seat in range(len(tableaus))]


NOTHING = tableau()


def test_T6_1_great_is_worth_3_more() -> None:
    assert points("T6.1", tableau(little="Mill Mint", great="Castle"), NOTHING) == [23, 0]


def test_T6_2_majority_counts_with_a_tie_but_not_with_less() -> None:
    assert points("T6.2", tableau(little="Barn"), tableau(little="Mill")) == [3, 0]
    assert points("T6.2", tableau(little="Barn"), tableau(little="Mill Dairy")) == [0, 0]


def test_T6_3_each_set_building_counts_all_sets() -> None:
    one = tableau(little="Apiary CountingHouse Ferry Smithy", great="Mill Mint Inn Castle")
    assert points("T6.3", one, NOTHING) == [6, 0]
    two = tableau(little="Apiary CountingHouse Ferry Smithy Warehouse Mill Mint Castle")
    assert points("T6.3", two, NOTHING) == [18, 0]


def test_T6_4_every_second_building_of_the_colour() -> None:
    assert points("T6.4", tableau(little="Tailor Mint Inn Bakery Pottery"), NOTHING) == [4, 0]
    assert points("T6.4", tableau(little="Tailor Mill"), NOTHING) == [0, 0]


def test_T6_5_farmers_on_citizens_and_buildings_not_on_workers() -> None:
    assert points("T6.5", tableau("Fa5 Fa4G", "Fa4Y", "Granary"), NOTHING) == [5, 0]
    assert points("T6.5", tableau("Fa5 Fa4G", "Fa4Y"), NOTHING) == [0, 0]


def test_T6_6_merchants_score_the_citizens() -> None:
    me = tableau("Me5 Me4B Pr5 Ca5 Ca4B", little="Market Marketsquare")
    assert points("T6.6", me, NOTHING) == [5, 0]


def test_T6_7_craftsmen() -> None:
    one, two, three = tableau("Cr5"), tableau("Cr4G Cr4R"), tableau("Cr3GR Cr3GY Cr3YB")
    other = tableau("Cr3YR")
    pair = tableau("Cr2GBR Cr2GYB")
    assert points("T6.7", one, three, two, NOTHING) == [0, 6, 2, 0]
    assert points("T6.7", two, pair, one) == [6, 6, 0]
    assert points("T6.7", one, other, two, NOTHING) == [2, 2, 6, 0]
    assert points("T6.7", one, NOTHING, NOTHING) == [6, 0, 0]
    assert points("T6.7", NOTHING, NOTHING) == [0, 0]


def test_T6_8_captains_by_the_table_and_beyond() -> None:
    captains = ["Ca5", "Ca4B", "Ca4Y", "Ca3BR", "Ca3GR", "Ca3GY", "Ca2GBR"]
    found = [points("T6.8", tableau(" ".join(captains[:n])), NOTHING)[0] for n in range(8)]
    assert found == [0, 1, 3, 6, 10, 15, 18, 21]


def test_T6_9_only_the_first_priest() -> None:
    assert points("T6.9", tableau("Pr5 Pr4B"), tableau("Fa5", "Pr3GY")) == [5, 0]


def test_T6_10_every_fourth_soldier() -> None:
    assert points("T6.10", tableau("So5 So4B", little="Border", great="Fence"), NOTHING) == [8, 0]


def test_T6_11_as_many_buildings_as_citizens() -> None:
    found = points("T6.11", tableau("Fa5", little="Mill"), tableau("Me5"), NOTHING, chapter=1)
    assert found == [5, 0, 5]


def test_T6_12_four_equal_colour_symbols_on_citizens() -> None:
    me = tableau("Fa4G Fa3GB Fa2GBR Fa2GYR")
    assert points("T6.12", me, tableau("Me5", "Me1GYBR"), chapter=2) == [5, 0]


def test_T6_13_three_shown_symbols_together() -> None:
    me, other = tableau("Fa5 Me5", little="Granary"), tableau("Fa4G", "Me4B Me4R")
    assert points("T6.13", me, other, chapter=3) == [5, 0]
    assert points("T6.13", tableau("Cr5 Pr5 Pr4B"), NOTHING, chapter=8) == [5, 0]


def test_T6_14_strength_left() -> None:
    assert points("T6.14", tableau("", "Fa5 Me5"), tableau("", "Cr5 Fa4G"), chapter=4) == [10, 0]


def test_T6_15_two_soldiers_and_T6_16_five_citizens() -> None:
    assert points("T6.15", tableau("So5", little="Fence"), tableau("So4B"), chapter=5) == [5, 0]
    me = tableau("So5 So4B So4G So4R Fa5")
    assert points("T6.16", me, tableau("Ca5 Ca4B Ca4Y Ca3BR", "Pr5"), chapter=6) == [5, 0]


def test_T6_17_every_fourth_great_building() -> None:
    me = tableau(little="Inn", great="Mill Mint Castle Ferry")
    other = tableau(great="Dairy Stable Barn")
    assert points("T6.17", me, other, scenario=SIZE, chapter=1) == [2, 0]


def test_T6_18_sets_of_the_three_colours() -> None:
    me = tableau(little="Mill Mint Ferry Dairy Inn", great="Warehouse Castle")
    assert points("T6.18", me, tableau(little="Stable Pottery")) == [10, 0]


def test_T6_19_strength_left_breaks_the_tie() -> None:
    game = new_game(players=3, chapter=HARBOUR)
    game.players[0].citizens = characters(game, "Pr5")
    game.players[1].citizens = characters(game, "Pr4B")
    game.players[2].workers = characters(game, "Fa5")
    assert game.winners() == [0, 1]
    game.players[1].workers = characters(game, "Fa1GYBR")
    assert game.winners() == [1]
