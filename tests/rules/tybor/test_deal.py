"""T3 Deal."""

from __future__ import annotations

import pytest

from tests.tybor_scene import Scene, scene

NO_GREEN = "Mint Brewery Lighthouse Shipyard Castle TownHall"
FIFTEEN = "Fa5 Me5 Cr5 Ca5 Pr5 So5 Fa4G Fa4Y Me4B Me4R Me4Y Cr4G Cr4R Ca4B Ca4Y"


def hands(table: Scene) -> list[int]:
    """How many cards each player holds."""
    return [len(table.seat(seat).hand) for seat in range(table.state.n_players)]


# --- T3.1 hands ---------------------------------------------------------------------------
@pytest.mark.parametrize("stage", [1, 2, 3, 4])
def test_T3_1_each_player_is_dealt_5_characters(stage: int) -> None:
    table = scene(players=4, stage=stage, step="deal")
    assert hands(table) == [5, 5, 5, 5]
    assert len(table.pile) == 59 - 20


@pytest.mark.parametrize(("stage", "cards"), [(1, 7), (2, 5), (3, 7), (4, 5)])
def test_T3_1_escape_from_the_city_deals_7_in_stages_I_and_III(stage: int, cards: int) -> None:
    table = scene(players=3, scenario="escape-from-the-city", stage=stage, step="deal")
    assert hands(table) == [cards, cards, cards]


def test_T3_1_the_cards_come_from_the_top_of_the_pile() -> None:
    table = scene(step="deal")
    assert table.seat(0).hand == ["Fa1GYBR", "Fa2GBR", "Fa2GYR", "Fa3BR", "Fa3GB"]
    assert table.seat(1).hand == ["Fa3YB", "Fa4G", "Fa4Y", "Fa5", "Me1GYBR"]


# --- T3.2 the draw pile runs out --------------------------------------------------------------
def test_T3_2_the_discard_pile_becomes_the_draw_pile_and_dealing_goes_on() -> None:
    table = scene(
        step="deal",
        pile="Fa5 Me5 Cr5 Ca5 Pr5 So5",
        discard="Fa4G Fa4Y Me4B Me4R Me4Y Cr4G Cr4R",
    )
    assert hands(table) == [5, 5]
    assert len(table.pile) == 3
    assert table.discard == []


def test_T3_2_the_discard_pile_is_shuffled_first() -> None:
    orders = {
        tuple(scene(step="deal", pile="", discard=FIFTEEN, seed=seed).pile) for seed in "abcdefgh"
    }
    assert len(orders) > 4


def test_T3_2_only_when_a_card_is_needed() -> None:
    table = scene(step="deal", pile="Fa5 Me5 Cr5 Ca5 Pr5 So5 Fa4G Fa4Y Me4B Me4R", discard="Me4Y")
    assert hands(table) == [5, 5]
    assert table.pile == []
    assert table.discard == ["Me4Y"]
    assert table.heard("SHUFFLED_CHARACTERS") == []


def test_T3_2_when_a_card_is_drawn_too() -> None:
    table = scene(
        ["uses Fa4G | workers So3GB", ""], display="Stable", pile="Me5", discard="Cr5"
    ).play(0, "build Stable little")
    assert table.seat(0).drawn[0] == "Me5"
    assert table.seat(0).drawn[1] in ("Cr5", "Fa4G", "So3GB")
    assert len(table.pile) == 2


# --- T3.3 too few cards ------------------------------------------------------------------------
def test_T3_3_everyone_gets_the_same_highest_number_and_the_rest_stays() -> None:
    table = scene(step="deal", pile="Fa5 Me5 Cr5 Ca5 Pr5 So5 Fa4G")
    assert hands(table) == [3, 3]
    assert table.pile == ["Fa4G"]


def test_T3_3_both_piles_together_count() -> None:
    table = scene(step="deal", players=3, pile="Fa5 Me5 Cr5 Ca5", discard="Pr5 So5 Fa4G")
    assert hands(table) == [2, 2, 2]
    assert len(table.pile) == 1
    assert table.discard == []


def test_T3_3_needed_are_the_hands_actually_dealt() -> None:
    table = scene(step="deal", pile="Fa5 Me5 Cr5 Ca5", discard="Pr5")
    assert hands(table) == [2, 2]
    assert table.discard == ["Pr5"]
    assert table.heard("SHUFFLED_CHARACTERS") == []


def test_T3_3_rounds_are_as_many_as_cards_dealt() -> None:
    table = scene(["", ""], stage=4, step="deal", pile="Fa5 Me5 Cr5 Ca5")
    table.all_choose("Fa5", "Cr5").all_use("citizen", "citizen")
    table.all_use("citizen", "citizen")
    assert table.over


def test_T3_3_fewer_cards_than_players_stay_in_the_draw_pile() -> None:
    table = scene(step="deal", stage=4, players=3, pile="Fa5 Me5")
    assert table.over
    assert table.pile == ["Fa5", "Me5"]


def test_T3_3_in_a_stage_without_cards_the_display_is_laid_out() -> None:
    table = scene(step="deal", stage=4, pile="")
    assert table.over
    assert len(table.heard("DREW_BUILDING")) == 6
    assert table.heard("CHOSE") == []


def test_T3_3_in_a_stage_without_cards_the_first_player_card_stays() -> None:
    table = scene(step="deal", stage=4, pile="", first=1)
    assert table.over
    assert table.first == 1


def test_T3_3_in_a_stage_without_cards_the_end_of_the_stage_follows() -> None:
    table = scene(
        ["citizens Fa5 Me5", "citizens Cr5 Ca5"],
        scenario="escape-from-the-city",
        stage=3,
        step="deal",
        pile="",
        first=1,
    )
    assert table.waiting_for == [1]
    assert table.legal(1) == ["give citizen Cr5", "give citizen Ca5"]


# --- T3.4 the display --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("players", "buildings"), [(2, 6), (3, 8), (4, 10), (5, 12), (6, 14), (7, 16), (8, 18)]
)
def test_T3_4_two_and_two_for_each_player_are_laid_out(players: int, buildings: int) -> None:
    table = scene(players=players, step="deal")
    assert len(table.heard("DREW_BUILDING")) == buildings
    assert len(table.display) == buildings + len(table.heard("ADDED_TO_DISPLAY"))


def test_T3_4_from_the_bottom_of_the_pile() -> None:
    table = scene(
        step="deal", building_pile="Vineyard Barn Mill Mint Brewery Lighthouse Castle Chapel"
    )
    assert table.display == ["Mill", "Mint", "Brewery", "Lighthouse", "Castle", "Chapel"]
    assert table.building_pile == ["Vineyard", "Barn"]


def test_T3_4_sorted_by_colour() -> None:
    table = scene(step="deal", building_pile="Castle Lighthouse Mint Mill Chapel Barn")
    colours = [building["colour"] for building in table.table.view(0)["display"]]
    assert colours == ["green", "green", "yellow", "blue", "red", "red"]


# --- T3.5 missing colours ----------------------------------------------------------------------
def test_T3_5_the_first_building_of_a_missing_colour_from_the_top_is_added() -> None:
    table = scene(step="deal", building_pile=f"Chapel Orchard Mill {NO_GREEN}")
    assert table.display == ["Orchard", *NO_GREEN.split()]
    assert sorted(table.building_pile) == ["Chapel", "Mill"]


def test_T3_5_for_every_missing_colour() -> None:
    reds = "Castle TownHall Chapel Garrison Smithy Gatehouse Armoury Watchtower"
    table = scene(players=3, step="deal", building_pile=f"Mill Mint Lighthouse Barn {reds}")
    assert table.display == ["Mill", "Mint", "Lighthouse", *reds.split()]
    assert table.building_pile == ["Barn"]


def test_T3_5_then_the_pile_is_shuffled() -> None:
    pile = f"Mill Orchard Vineyard Barn Apiary Dairy Stable Granary {NO_GREEN}"
    orders = {tuple(scene(step="deal", building_pile=pile, seed=s).building_pile) for s in "abcdef"}
    assert len(orders) > 3
    assert {len(order) for order in orders} == {7}


def test_T3_5_a_colour_that_the_pile_no_longer_holds_stays_missing() -> None:
    table = scene(step="deal", building_pile=f"Chapel {NO_GREEN}")
    assert table.display == NO_GREEN.split()


def test_T3_5_a_pile_that_was_searched_is_shuffled_all_the_same() -> None:
    table = scene(step="deal", building_pile=f"Chapel Armoury {NO_GREEN}")
    assert len(table.heard("SHUFFLED_BUILDINGS")) == 1


def test_T3_5_a_pile_that_was_not_searched_is_not_shuffled() -> None:
    table = scene(step="deal", building_pile="Chapel Armoury Castle Mill Mint Barn Ferry Inn")
    assert table.building_pile == ["Chapel", "Armoury"]
    assert table.heard("SHUFFLED_BUILDINGS") == []


def test_T3_5_with_4_players_a_missing_colour_stays_missing() -> None:
    reds = "Border Fence Castle TownHall Chapel Garrison Smithy Gatehouse Armoury Watchtower"
    table = scene(players=4, step="deal", building_pile=f"Mill Mint Lighthouse {reds}")
    assert table.display == reds.split()
    assert table.building_pile == ["Mill", "Mint", "Lighthouse"]


# --- T3.6 too few buildings --------------------------------------------------------------------
def test_T3_6_a_pile_with_too_few_buildings_is_laid_out_completely() -> None:
    table = scene(step="deal", building_pile="Mill Mint Lighthouse Castle")
    assert table.display == ["Mill", "Mint", "Lighthouse", "Castle"]
    assert table.building_pile == []


def test_T3_6_an_empty_pile_leaves_an_empty_display() -> None:
    table = scene(step="deal", building_pile="")
    assert table.display == []
    assert len(table.waiting_for) == 2
