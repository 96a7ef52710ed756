"""T6 Scoring."""

from __future__ import annotations

import pytest

from baumeister.games.tybor.scoring import STRENGTH_BASE, score, share_of_win
from tests.tybor_scene import scene

FARMERS = ["Fa1GYBR", "Fa2GBR", "Fa2GYR", "Fa3BR", "Fa3GB", "Fa3YB"]
MERCHANTS = ["Me1GYBR", "Me2GBR", "Me2GYB", "Me2GYR", "Me3GB", "Me3GR", "Me3YB", "Me3YR"]
SOLDIERS = ["So1GYBR", "So2GYB", "So2GYR", "So2YBR", "So3BR", "So3GB", "So3GY", "So3YR"]
CAPTAINS = ["Ca1GYBR", "Ca2GBR", "Ca2GYR", "Ca2YBR", "Ca3BR", "Ca3GR", "Ca3GY", "Ca4B"]


def points_of_citizens(citizens: list[str], clause: str) -> int:
    """What the first player scores with these citizens and nothing else."""
    return scene([f"citizens {' '.join(citizens)}", ""]).points(0, clause)


# --- buildings ----------------------------------------------------------------------------
def test_T6_1_the_printed_points() -> None:
    assert scene(["little Mill Castle", ""]).points(0, "T6.1") == 6 + 7


def test_T6_1_great_is_3_more() -> None:
    assert scene(["little Mill | great Castle", ""]).points(0, "T6.1") == 6 + 7 + 3


def test_T6_2_3_points_if_no_other_player_has_more_of_the_colour() -> None:
    table = scene(["little Barn Mill", "little Orchard"])
    assert table.points(0, "T6.2") == 3


def test_T6_2_ties_count() -> None:
    assert scene(["little Barn", "little Orchard"]).points(0, "T6.2") == 3


def test_T6_2_nothing_if_another_player_has_more() -> None:
    assert scene(["little Barn", "", "little Orchard Mill"]).points(0, "T6.2") == 0


def test_T6_2_only_the_given_colour_counts() -> None:
    assert scene(["little Barn", "little Castle Chapel Mint"]).points(0, "T6.2") == 3


def test_T6_2_each_building_scores_for_itself() -> None:
    table = scene(["little Barn | great GuildHall", "little Mill Vineyard Orchard"])
    assert table.points(0, "T6.2") == 0 + 3


def test_T6_2_both_copies_score() -> None:
    assert scene(["little Barn Barn"], players=5).points(0, "T6.2") == 6


def test_T6_3_3_points_for_every_complete_set_of_four_colours() -> None:
    table = scene(["little Apiary Mint Ferry Castle", ""])
    assert table.points(0, "T6.3") == 3


def test_T6_3_the_smallest_of_the_four_colour_counts() -> None:
    table = scene(["little Apiary Mill Mint Inn Ferry Fishery Castle Chapel Fence", ""])
    assert table.points(0, "T6.3") == 6


def test_T6_3_three_colours_are_no_set() -> None:
    assert scene(["little Apiary Mint Ferry", ""]).points(0, "T6.3") == 0


def test_T6_3_each_building_scores_for_itself() -> None:
    assert scene(["little Apiary CountingHouse Ferry Castle", ""]).points(0, "T6.3") == 6


def test_T6_3_without_the_sign_a_set_is_worth_nothing() -> None:
    assert scene(["little Mill Mint Ferry Castle", ""]).points(0, "T6.3") == 0


@pytest.mark.parametrize(
    ("buildings", "points"),
    [
        ("Sheepfold", 0),
        ("Sheepfold Mill", 2),
        ("Sheepfold Mill Barn", 2),
        ("Sheepfold Mill Barn Orchard", 4),
        ("Sheepfold Castle Mint", 0),
    ],
)
def test_T6_4_2_points_for_every_second_building_of_the_colour(buildings: str, points: int) -> None:
    assert scene([f"little {buildings}", ""]).points(0, "T6.4") == points


def test_T6_4_each_building_scores_for_itself() -> None:
    table = scene(["little Sheepfold Mill Tailor | great Mint", ""])
    assert table.points(0, "T6.4") == 4


# --- symbols ------------------------------------------------------------------------------
@pytest.mark.parametrize(("farmers", "points"), [(2, 0), (3, 5), (5, 5), (6, 10)])
def test_T6_5_5_points_for_every_third_farmer(farmers: int, points: int) -> None:
    assert points_of_citizens(FARMERS[:farmers], "T6.5") == points


def test_T6_5_farmers_on_buildings_count_too() -> None:
    assert scene(["citizens Fa5 | little FarmHouse Granary", ""]).points(0, "T6.5") == 5


def test_T6_5_farmers_among_the_workers_never_count() -> None:
    assert scene(["citizens Fa5 Fa4G | workers Fa4Y", ""]).points(0, "T6.5") == 0


@pytest.mark.parametrize(("merchants", "points"), [(3, 0), (4, 4), (7, 7), (8, 16)])
def test_T6_6_the_number_of_citizens_for_every_fourth_merchant(merchants: int, points: int) -> None:
    assert points_of_citizens(MERCHANTS[:merchants], "T6.6") == points


def test_T6_6_all_citizens_count() -> None:
    assert points_of_citizens([*MERCHANTS[:4], "Fa5", "So5", "Pr5"], "T6.6") == 7


def test_T6_6_buildings_are_not_citizens() -> None:
    table = scene(["citizens Me5 Me4B | little Market Marketsquare Mill", ""])
    assert table.points(0, "T6.6") == 2


def test_T6_6_workers_are_not_citizens() -> None:
    table = scene(["citizens Me5 Me4B Me4R Me4Y | workers Me1GYBR Fa5", ""])
    assert table.points(0, "T6.6") == 4


def craftsmen(*seats: str) -> list[int]:
    """What each player scores for craftsmen."""
    table = scene([f"citizens {seat}" for seat in seats])
    return [table.points(seat, "T6.7") for seat in range(len(seats))]


def test_T6_7_most_6_points_second_most_2() -> None:
    assert craftsmen("Cr5 Cr4G Cr4R", "Cr3YR Cr3YB", "Cr3GY") == [6, 2, 0]


def test_T6_7_all_tied_for_first_get_6_and_there_is_no_second() -> None:
    assert craftsmen("Cr5 Cr4G", "Cr4R Cr3YR", "Cr3YB") == [6, 6, 0]


def test_T6_7_all_tied_for_second_get_2() -> None:
    assert craftsmen("Cr5 Cr4G", "Cr4R", "Cr3YR", "") == [6, 2, 2, 0]


def test_T6_7_it_takes_at_least_one_craftsman() -> None:
    assert craftsmen("Fa5", "Me5") == [0, 0]


def test_T6_7_it_takes_at_least_one_for_second_place_too() -> None:
    assert craftsmen("Cr5", "Me5") == [6, 0]


def test_T6_7_workers_do_not_count() -> None:
    table = scene(["workers Cr5 Cr4G", "citizens Cr4R"])
    assert table.points(0, "T6.7") == 0
    assert table.points(1, "T6.7") == 6


@pytest.mark.parametrize(
    ("captains", "points"),
    [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 18), (7, 21), (8, 24)],
)
def test_T6_8_captains_by_the_table_and_beyond_5_3_each(captains: int, points: int) -> None:
    assert points_of_citizens(CAPTAINS[:captains], "T6.8") == points


def test_T6_8_captains_on_buildings_count_too() -> None:
    assert scene(["citizens Ca5 | little Boardwalk | great PortTavern", ""]).points(0, "T6.8") == 6


@pytest.mark.parametrize(
    ("citizens", "points"), [("Fa5", 0), ("Pr5", 5), ("Pr5 Pr4B", 5), ("Pr5 Pr4B Pr3GY", 5)]
)
def test_T6_9_5_points_for_the_first_priest_nothing_for_more(citizens: str, points: int) -> None:
    assert points_of_citizens(citizens.split(), "T6.9") == points


def test_T6_9_a_priest_among_the_workers_does_not_count() -> None:
    assert scene(["workers Pr5", ""]).points(0, "T6.9") == 0


@pytest.mark.parametrize(("soldiers", "points"), [(3, 0), (4, 8), (7, 8), (8, 16)])
def test_T6_10_8_points_for_every_fourth_soldier(soldiers: int, points: int) -> None:
    assert points_of_citizens(SOLDIERS[:soldiers], "T6.10") == points


def test_T6_10_soldiers_on_buildings_count_too() -> None:
    assert scene(["citizens So5 So4B | great Border | little Fence", ""]).points(0, "T6.10") == 8


# --- public objectives --------------------------------------------------------------------
@pytest.mark.parametrize(
    ("seat", "points"),
    [
        ("", 5),
        ("citizens Fa5 Me5 | little Mill | great Mint", 5),
        ("citizens Fa5 Me5 | little Mill Mint Inn", 5),
        ("citizens Fa5 Me5 | little Mill | workers So5", 0),
    ],
)
def test_T6_11_at_least_as_many_buildings_as_citizens(seat: str, points: int) -> None:
    assert scene([seat, ""], chapter=1).points(0, "T6.11") == points


@pytest.mark.parametrize(
    ("seat", "points"),
    [
        ("citizens Fa4G Me3GB Cr4G So4G", 5),
        ("citizens Fa4G Me3GB Cr4G | workers So4G", 0),
        ("citizens Fa4G Me4B Cr4R Ca4Y", 0),
    ],
)
def test_T6_12_at_least_4_equal_colour_symbols_on_the_citizens(seat: str, points: int) -> None:
    assert scene([seat, ""], chapter=2).points(0, "T6.12") == points


@pytest.mark.parametrize(
    ("seat", "chapter", "points"),
    [
        ("citizens Fa5 Me5 Me4B", 3, 5),
        ("citizens Fa5 Me5", 3, 0),
        ("citizens Fa5 | little Granary Market", 3, 5),
        ("citizens Fa5 Me5 | workers Me4B", 3, 0),
        ("citizens Cr5 Pr5 Pr4B", 3, 0),
        ("citizens Cr5 Pr5 Pr4B", 8, 5),
        ("citizens Fa5 Me5 Me4B", 8, 0),
    ],
)
def test_T6_13_at_least_3_of_the_shown_symbols(seat: str, chapter: int, points: int) -> None:
    assert scene([seat, ""], chapter=chapter).points(0, "T6.13") == points


@pytest.mark.parametrize(
    ("seat", "points"),
    [("workers Fa5 Me5", 10), ("workers Fa5 Me4B", 0), ("workers Fa5 | citizens Me5", 0)],
)
def test_T6_14_workers_of_total_strength_at_least_10(seat: str, points: int) -> None:
    assert scene([seat, ""], chapter=4).points(0, "T6.14") == points


@pytest.mark.parametrize(
    ("seat", "points"),
    [
        ("citizens So5 So4B", 5),
        ("citizens So5 | little Border", 5),
        ("citizens So5", 0),
        ("citizens So5 | workers So4B", 0),
    ],
)
def test_T6_15_at_least_2_soldier_symbols(seat: str, points: int) -> None:
    assert scene([seat, ""], chapter=5).points(0, "T6.15") == points


@pytest.mark.parametrize(
    ("seat", "points"),
    [
        ("citizens Fa5 Me5 Cr5 Ca5 Pr5", 5),
        ("citizens Fa5 Me5 Cr5 Ca5 | workers Pr5 | little Mill", 0),
    ],
)
def test_T6_16_at_least_5_citizens(seat: str, points: int) -> None:
    assert scene([seat, ""], chapter=6).points(0, "T6.16") == points


@pytest.mark.parametrize(
    ("seat", "points"),
    [
        ("great Mill Mint Ferry", 0),
        ("great Mill Mint Ferry Castle", 2),
        ("great Mill Mint Ferry Castle Barn Inn Chapel | little Fence", 2),
        ("great Mill Mint Ferry Castle Barn Inn Chapel Fence", 4),
    ],
)
def test_T6_17_size_matters_2_points_for_every_fourth_great_building(
    seat: str, points: int
) -> None:
    assert scene([seat, ""], scenario="size-matters").points(0, "T6.17") == points


def test_T6_17_in_other_scenarios_great_buildings_bring_nothing_more() -> None:
    table = scene(["great Mill Mint Ferry Castle", ""], scenario="the-town-grows")
    assert table.points(0, "T6.17") == 0


# --- secret objective ---------------------------------------------------------------------
@pytest.mark.parametrize(
    ("buildings", "points"),
    [
        ("little Mill Mint", 0),
        ("little Mill Mint Castle", 0),
        ("little Mill Mint Ferry", 5),
        ("little Mill Mint Ferry Barn Inn Castle Chapel", 5),
        ("little Mill Mint Ferry | great Barn Inn Fishery", 10),
    ],
)
def test_T6_18_5_points_for_every_set_of_the_three_colours(buildings: str, points: int) -> None:
    assert scene([f"objective GYB | {buildings}", ""]).points(0, "T6.18") == points


def test_T6_18_each_player_has_colours_of_their_own() -> None:
    table = scene(["objective YBR | little Mill Mint Ferry", "objective GBR | little Barn Fence"])
    assert table.points(0, "T6.18") == 0
    assert table.points(1, "T6.18") == 0


# --- winner -------------------------------------------------------------------------------
def test_T6_19_most_points_win() -> None:
    table = scene(["little Mill", "little Castle", "workers Fa5 Me5"])
    assert table.winners == [1]


def test_T6_19_the_lines_add_up() -> None:
    table = scene(
        ["citizens Pr5 Ca5 | great Mill | little Mint Ferry | objective GYB", ""], chapter=1
    )
    printed, captain, priest, buildings, secret = 6 + 3 + 7 + 4, 1, 5, 5, 5
    assert table.total(0) == printed + captain + priest + buildings + secret
    assert score(table.table.components.box, table.state, table.state.players[0]) == table.total(0)


def test_T6_19_a_tie_goes_to_more_strength_left_on_workers() -> None:
    table = scene(["little Mill | workers Fa5", "little Brewery | workers Me5 Cr1GYBR"])
    assert table.total(0) == table.total(1)
    assert table.winners == [1]


def test_T6_19_strength_does_not_outweigh_points() -> None:
    workers = "Fa5 Me5 Cr5 Ca5 Pr5 So5 Fa4G Fa4Y Me4B Me4R Me4Y Cr4G Cr4R Ca4B Ca4Y Pr4B So4B"
    table = scene([f"little Mill | workers {workers}", "little Castle"])
    assert table.total(1) == table.total(0) + 1
    assert table.winners == [1]


def test_T6_19_strength_can_never_outweigh_points() -> None:
    strengths = scene().table.components.box.strength
    assert 2 * sum(strengths) < STRENGTH_BASE


def test_T6_19_still_tied_there_are_several_winners() -> None:
    table = scene(["little Mill | workers Fa5", "little Brewery | workers Me5", "little Inn"])
    assert table.winners == [0, 1]


def test_T6_19_several_winners_share_the_win() -> None:
    table = scene(["little Mill | workers Fa5", "little Brewery | workers Me5", "little Inn"])
    shares = [0.0, 0.0, 0.0]
    share_of_win(table.table.components.box, table.state, shares)
    assert shares == [0.5, 0.5, 0.0]


def test_T6_19_one_winner_has_it_all() -> None:
    table = scene(["little Mill", "little Castle", ""])
    shares = [0.0, 0.0, 0.0]
    share_of_win(table.table.components.box, table.state, shares)
    assert shares == [0.0, 1.0, 0.0]


def test_T6_19_there_is_no_winner_before_the_end() -> None:
    assert scene(["hand Fa5 Me5", ""]).winners == []
