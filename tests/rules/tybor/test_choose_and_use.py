"""T4 Choose and use."""

from __future__ import annotations

import pytest

import baumeister
from baumeister.kernel.refusal import Refusal
from tests.tybor_scene import scene

ESCAPE = "escape-from-the-city"


# --- T4.1 choose --------------------------------------------------------------------------
def test_T4_1_all_players_choose_at_the_same_time() -> None:
    table = scene(["hand Fa5 Me5", "hand Cr5 Ca5", "hand Pr5 So5"])
    assert table.waiting_for == [0, 1, 2]
    table.play(1, "choose Cr5")
    assert table.waiting_for == [0, 2]


def test_T4_1_one_card_of_the_own_hand() -> None:
    table = scene(["hand Fa5 Me5", "hand Cr5 Ca5"])
    assert table.legal(0) == ["choose Fa5", "choose Me5"]
    table.play(0, "choose Me5")
    assert table.seat(0).hand == ["Fa5"]
    assert table.seat(0).chosen == "Me5"


def test_T4_1_the_order_of_the_choices_does_not_matter() -> None:
    one = scene(["hand Fa5 Me5", "hand Cr5 Ca5"]).play(0, "choose Fa5").play(1, "choose Cr5")
    two = scene(["hand Fa5 Me5", "hand Cr5 Ca5"]).play(1, "choose Cr5").play(0, "choose Fa5")
    assert one.state == two.state


def test_T4_1_nobody_learns_a_choice_before_it_is_used() -> None:
    table = scene(["hand Fa5 Me5", "hand Cr5 Ca5", "hand Pr5 So5"])
    table.all_choose("Fa5", "Cr5", "Pr5")
    assert table.revealed == "Fa5"
    assert "Cr5" not in str(table.table.view(0))
    assert "Cr5" not in str(table.table.view(None))
    table.play(0, "citizen")
    assert table.revealed == "Cr5"
    assert "Cr5" in str(table.table.view(0))


def test_T4_1_a_hand_of_one_card_is_chosen_by_itself() -> None:
    table = scene(["hand Fa5", "hand Me5"])
    assert table.revealed == "Fa5"
    assert table.seat(1).chosen == "Me5"


def test_T4_1_from_a_larger_hand_the_player_always_chooses() -> None:
    table = scene(["hand Fa5 Fa5", "hand Me5 Me5"], players=5)
    assert table.legal(0) == ["choose Fa5"]
    assert table.waiting_for == [0, 1, 2, 3, 4]


def test_T4_1_nobody_reveals_before_all_have_chosen() -> None:
    table = scene(["hand Fa5 Fa4G Fa4Y", "hand Me5 Me4B Me4R"])
    table.all_choose("Fa5", "Me5").all_use("worker", "worker")
    assert table.first == 1
    assert table.play(0, "choose Me4B").waiting_for == [1]
    assert table.play(1, "choose Fa4G").revealed == "Fa4G"


def test_T4_1_a_choice_may_be_changed_until_all_have_chosen() -> None:
    hands = ["hand Fa5 Me5", "hand Cr5 Ca5", "hand Pr5 So5"]
    table = scene(hands).play(0, "choose Fa5").play(1, "choose Ca5")
    assert table.table.rules.can_take_back(table.state, 1)
    table.table.rules.take_back(table.state, 1)
    assert table.state == scene(hands).play(0, "choose Fa5").state
    assert table.waiting_for == [1, 2]


def test_T4_1_a_choice_cannot_be_changed_after_that() -> None:
    table = scene(["hand Fa5 Me5", "hand Cr5 Ca5"]).all_choose("Fa5", "Cr5")
    assert not table.table.rules.can_take_back(table.state, 1)


# --- T4.2 reveal and use ------------------------------------------------------------------
def test_T4_2_the_holder_of_the_first_player_card_is_first() -> None:
    table = scene(["hand Fa5", "hand Me5", "hand Cr5"], first=1)
    assert table.waiting_for == [1]
    assert table.revealed == "Me5"


def test_T4_2_play_order_is_clockwise() -> None:
    table = scene(["hand Fa5", "hand Me5", "hand Cr5"], first=1, stage=2)
    assert table.direction == "clockwise"
    assert table.play(1, "worker").waiting_for == [2]
    assert table.play(2, "worker").waiting_for == [0]


@pytest.mark.parametrize("stage", [2, 4])
def test_T4_2_escape_from_the_city_is_counter_clockwise_in_II_and_IV(stage: int) -> None:
    table = scene(["hand Fa5", "hand Me5", "hand Cr5"], first=1, scenario=ESCAPE, stage=stage)
    assert table.play(1, "worker").waiting_for == [0]
    assert table.play(0, "worker").waiting_for == [2]


@pytest.mark.parametrize("stage", [1, 3])
def test_T4_2_escape_from_the_city_is_clockwise_in_I_and_III(stage: int) -> None:
    table = scene(["hand Fa5", "hand Me5", "hand Cr5"], first=1, scenario=ESCAPE, stage=stage)
    assert table.play(1, "worker").waiting_for == [2]


@pytest.mark.parametrize(
    ("stage", "direction"),
    [(1, "clockwise"), (2, "counter-clockwise"), (3, "clockwise"), (4, "counter-clockwise")],
)
def test_T4_2_the_direction_turns_with_the_deal(stage: int, direction: str) -> None:
    assert scene(step="deal", scenario=ESCAPE, stage=stage).direction == direction


def test_T4_2_the_card_is_used_in_one_of_three_ways() -> None:
    table = scene(["uses Fa5 | workers So3GB", ""], display="Mill")
    assert table.legal(0) == ["citizen", "worker", "build Mill little"]
    assert table.legal(1) == []


# --- T4.3 citizen -------------------------------------------------------------------------
def test_T4_3_the_card_joins_the_citizens() -> None:
    table = scene(["uses Fa3GB | citizens Me5", ""]).play(0, "citizen")
    assert table.seat(0).citizens == ["Fa3GB", "Me5"]
    assert table.seat(0).workers == []


def test_T4_3_symbol_and_colour_symbols_count_from_now_on() -> None:
    table = scene(["uses Fa3GB", ""], display="Mill").play(0, "citizen")
    assert table.seat(0).symbols == {"farmer": 1}
    assert table.seat(0).colour_symbols == {"G": 1, "B": 1}
    assert table.cost(0, "Mill", "little") == 2


def test_T4_3_a_citizen_brings_no_strength() -> None:
    assert scene(["uses Fa5", ""]).play(0, "citizen").seat(0).strength == 0


# --- T4.4 worker --------------------------------------------------------------------------
def test_T4_4_the_card_joins_the_workers() -> None:
    table = scene(["uses Fa3GB | workers Me5", ""]).play(0, "worker")
    assert table.seat(0).workers == ["Fa3GB", "Me5"]
    assert table.seat(0).citizens == []


def test_T4_4_only_its_strength_counts() -> None:
    table = scene(["uses Fa3GB", ""]).play(0, "worker")
    assert table.seat(0).strength == 3
    assert table.seat(0).symbols == {}
    assert table.seat(0).colour_symbols == {}


def test_T4_4_nothing_is_left_of_the_revealed_card() -> None:
    table = scene(["hand Fa5 Fa4G Fa4Y", "hand Me5 Me4B Me4R"]).all_choose("Fa5", "Me5")
    assert table.all_use("worker", "worker").revealed is None


# --- T4.5 builder -------------------------------------------------------------------------
def test_T4_5_the_builder_is_discarded() -> None:
    table = scene(["uses Fa4G | workers So3GB", ""], display="Mill")
    table.play(0, "build Mill little")
    assert table.discard == ["Fa4G", "So3GB"]


def test_T4_5_the_values_of_the_builder_are_ignored() -> None:
    table = scene(["uses Fa4G | workers So2GYB", ""], display="Mill")
    assert table.cost(0, "Mill", "little") == 3
    assert table.legal(0) == ["citizen", "worker"]


def test_T4_5_one_building_of_the_display_is_built() -> None:
    table = scene(["uses Fa5 | workers So3GB", ""], display="Mill Castle")
    table.play(0, "build Mill little")
    assert table.seat(0).little == ["Mill"]
    assert table.display == ["Castle"]


def test_T4_5_little_or_great() -> None:
    table = scene(["uses Fa5 | workers So3GB So4B", ""], display="Mill")
    assert table.legal(0)[2:] == ["build Mill little", "build Mill great"]
    table.play(0, "build Mill great", "pay So3GB")
    assert table.seat(0).great == ["Mill"]
    assert table.seat(0).little == []


def test_T4_5_who_can_pay_for_no_building_cannot_choose_this_way() -> None:
    table = scene(["uses Fa5 | workers So2GYB", ""], display="Mill Castle")
    assert table.legal(0) == ["citizen", "worker"]
    with pytest.raises(Refusal, match=r"T4\.5"):
        table.play(0, "build Mill little")


def test_T4_5_only_buildings_of_the_display() -> None:
    table = scene(["uses Fa5 | workers So5", ""], display="Mill")
    with pytest.raises(Refusal, match=r"T4\.5"):
        table.play(0, "build Castle little")


def test_T4_5_one_of_two_copies_stays_on_display() -> None:
    table = scene(["uses Fa5 | workers So5"], players=5, display="Mill Mill")
    assert table.play(0, "build Mill little").display == ["Mill"]


def test_T4_5_everyone_sees_what_is_being_paid_for() -> None:
    table = scene(["uses Fa5 | workers So3GB So4B", ""], display="Mill")
    table.play(0, "build Mill great")
    view = table.table.view(None)
    assert (view["building"], view["side"], view["due"]) == ("Mill", "great", 7)
    view = table.play(0, "pay So3GB").table.view(None)
    assert (view["building"], view["side"], view["due"]) == (None, None, 0)


# --- T4.6 cost ----------------------------------------------------------------------------
@pytest.mark.parametrize(("stage", "cost"), [(1, 3), (2, 4), (3, 5), (4, 6)])
def test_T4_6_little_costs_3_4_5_6_by_stage(stage: int, cost: int) -> None:
    assert scene(stage=stage).cost(0, "Mill", "little") == cost


@pytest.mark.parametrize(("stage", "cost"), [(1, 7), (2, 8), (3, 9), (4, 10)])
def test_T4_6_great_costs_7_8_9_10_by_stage(stage: int, cost: int) -> None:
    assert scene(stage=stage).cost(0, "Mill", "great") == cost


def test_T4_6_minus_1_for_every_colour_symbol_of_the_colour() -> None:
    table = scene(["citizens Fa4G Me3GB So2GYR", ""])
    assert table.cost(0, "Mill", "great") == 7 - 3
    assert table.cost(0, "Lighthouse", "great") == 7 - 1
    assert table.cost(0, "Mint", "great") == 7 - 1
    assert table.cost(0, "Castle", "great") == 7 - 1


def test_T4_6_colour_symbols_make_a_building_affordable() -> None:
    table = scene(["uses Fa5 | citizens Me4B | workers So2GYB", ""], display="Mill Ferry")
    assert table.legal(0) == ["citizen", "worker", "build Ferry little"]


def test_T4_6_never_below_0() -> None:
    assert scene(["citizens Fa4G Me3GB So2GYR Cr4G", ""]).cost(0, "Mill", "little") == 0


def test_T4_6_colour_symbols_on_workers_do_not_count() -> None:
    assert scene(["workers Fa4G Me3GB", ""]).cost(0, "Mill", "little") == 3


def test_T4_6_colour_symbols_of_other_players_do_not_count() -> None:
    assert scene(["", "citizens Fa4G Me3GB"]).cost(0, "Mill", "little") == 3


def test_T4_6_the_cost_is_asked_for() -> None:
    table = scene(["uses Fa5 | citizens Me4B | workers So3GB So4B", ""], stage=3, display="Ferry")
    assert table.play(0, "build Ferry little").due == 4


# --- T4.7 payment -------------------------------------------------------------------------
def test_T4_7_workers_of_at_least_the_cost_are_discarded() -> None:
    table = scene(["uses Fa5 | workers So1GYBR So2GYB Me5", ""], display="Mill")
    table.play(0, "build Mill little", "pay So1GYBR", "pay So2GYB")
    assert table.seat(0).workers == ["Me5"]
    assert table.seat(0).strength == 5
    assert table.discard == ["Fa5", "So1GYBR", "So2GYB"]


def test_T4_7_no_change_is_given() -> None:
    table = scene(["uses Fa4G | workers Me5", ""], display="Mill").play(0, "build Mill little")
    assert table.seat(0).workers == []
    assert table.seat(0).strength == 0


def test_T4_7_citizens_cannot_pay() -> None:
    table = scene(["uses Fa4G | citizens Me5 | workers So2GYB So4R", ""], display="Mill")
    table.play(0, "build Mill little")
    assert table.legal(0) == ["pay So2GYB", "pay So4R"]


def test_T4_7_at_cost_0_nothing_is_discarded() -> None:
    table = scene(["uses Fa5 | citizens Fa4G Me3GB Cr4G | workers So5", ""], display="Mill")
    table.play(0, "build Mill little")
    assert table.seat(0).workers == ["So5"]
    assert table.discard == ["Fa5"]


def test_T4_7_workers_are_discarded_one_at_a_time() -> None:
    table = scene(["uses Fa5 | workers So1GYBR Me5 Cr5", ""], stage=4, display="Mill")
    assert table.play(0, "build Mill little").due == 6
    assert table.play(0, "pay So1GYBR").due == 5
    assert table.waiting_for == [0]


def test_T4_7_1_then_5_may_pay_5() -> None:
    table = scene(["uses Fa4G | workers So1GYBR Me5", ""], stage=3, display="Mill")
    table.play(0, "build Mill little", "pay So1GYBR")
    assert table.seat(0).workers == []


def test_T4_7_stops_as_soon_as_the_cost_is_met() -> None:
    table = scene(["uses Fa4G | workers So1GYBR Me5", ""], stage=3, display="Mill")
    table.play(0, "build Mill little", "pay Me5")
    assert table.seat(0).workers == ["So1GYBR"]
    assert table.waiting_for == [1]


def test_T4_7_two_equal_workers_pay_one_after_the_other() -> None:
    table = scene(["uses Fa4G | workers So2GYB So2GYB"], players=5, display="Mill")
    table.play(0, "build Mill little")
    assert table.seat(0).workers == []
    assert table.discard == ["Fa4G", "So2GYB", "So2GYB"]


# --- T4.8 recruit -------------------------------------------------------------------------
def test_T4_8_after_paying_draw_2_and_keep_one_as_a_worker() -> None:
    table = scene(["uses Fa4G | workers So3GB", ""], display="Stable", pile="Me5 Cr5 Ca5")
    table.play(0, "build Stable little")
    assert table.legal(0) == ["keep Me5", "keep Cr5"]
    table.play(0, "keep Cr5")
    assert table.seat(0).drawn == []
    assert table.seat(0).workers == ["Cr5"]
    assert table.seat(0).strength == 5
    assert table.seat(0).citizens == []


def test_T4_8_the_other_one_is_discarded() -> None:
    table = scene(["uses Fa4G | workers So3GB", ""], display="Stable", pile="Me5 Cr5 Ca5")
    table.play(0, "build Stable little", "keep Cr5")
    assert table.discard == ["Fa4G", "Me5", "So3GB"]
    assert table.pile == ["Ca5"]


def test_T4_8_the_great_side_recruits_too() -> None:
    table = scene(["uses Fa4G | workers So3GB So4B", ""], display="Stable", pile="Me5 Cr5")
    table.play(0, "build Stable great", "pay So3GB")
    assert table.legal(0) == ["keep Me5", "keep Cr5"]


def test_T4_8_a_building_without_the_sign_does_not_recruit() -> None:
    table = scene(["uses Fa4G | workers So3GB", ""], display="Mill", pile="Me5 Cr5")
    table.play(0, "build Mill little")
    assert table.seat(0).workers == []
    assert table.waiting_for == [1]


def test_T4_8_builder_and_paid_workers_are_discarded_before_the_draw() -> None:
    table = scene(["uses Fa4G | workers So3GB", ""], display="Stable", pile="")
    table.play(0, "build Stable little")
    assert table.legal(0) == ["keep Fa4G", "keep So3GB"]
    assert table.discard == []


def test_T4_8_a_reshuffle_between_the_two_cards() -> None:
    table = scene(["uses Fa4G | workers So3GB", ""], display="Stable", pile="Me5")
    table.play(0, "build Stable little")
    assert table.seat(0).drawn[0] == "Me5"
    assert table.seat(0).drawn[1] in ("Fa4G", "So3GB")
    assert len(table.pile) == 1


def test_T4_8_a_single_card_becomes_a_worker() -> None:
    table = scene(["uses So5 | citizens Fa4G Me3GB Cr4G", ""], display="Stable", pile="")
    table.play(0, "build Stable little")
    assert table.seat(0).workers == ["So5"]
    assert table.discard == []
    assert table.waiting_for == [1]


def test_T4_8_of_two_equal_cards_one_is_discarded() -> None:
    table = scene(["uses Fa4G | workers So3GB"], players=5, display="Stable", pile="Me5 Me5")
    table.play(0, "build Stable little")
    assert table.seat(0).workers == ["Me5"]
    assert table.discard == ["Fa4G", "Me5", "So3GB"]


def test_T4_8_what_is_drawn_is_the_drawers_own_until_one_is_kept() -> None:
    table = scene(["uses Fa4G | workers So3GB", "", ""], display="Stable", pile="Me5 Cr5 Ca5")
    table.play(0, "build Stable little")
    assert table.table.view(0)["drawn"] == ["Me5", "Cr5"]
    assert "Me5" not in str(table.table.view(1))
    table.play(0, "keep Cr5")
    assert table.table.view(1)["seats"][0]["workers"] == ["Cr5"]
    assert "Me5" in table.table.view(1)["discard"]


def test_T4_8_both_cards_become_public_in_the_order_drawn() -> None:
    table = baumeister.game("tybor").new(players=2, seed=3)
    while not (draws := [e for e in table.events if e.full["type"] == "draw"]):
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[-1])
    looks = [event.full["card"] for event in table.events if event.full["type"] == "look"]
    assert draws[0].seen_by(None)["drawn"] == looks


# --- T4.9 pass on -------------------------------------------------------------------------
def test_T4_9_the_hands_pass_to_the_next_player() -> None:
    table = scene(["hand Fa5 Fa4G Fa4Y", "hand Me5 Me4B Me4R", "hand Cr5 Cr4G Cr4R"])
    table.all_choose("Fa5", "Me5", "Cr5").all_use("worker", "worker", "worker")
    assert table.seat(1).hand == ["Fa4G", "Fa4Y"]
    assert table.seat(2).hand == ["Me4B", "Me4R"]
    assert table.seat(0).hand == ["Cr4G", "Cr4R"]


def test_T4_9_counter_clockwise_they_pass_the_other_way() -> None:
    seats = ["hand Fa5 Fa4G Fa4Y", "hand Me5 Me4B Me4R", "hand Cr5 Cr4G Cr4R"]
    table = scene(seats, scenario=ESCAPE, stage=2)
    table.all_choose("Fa5", "Me5", "Cr5").all_use("worker", "worker", "worker")
    assert table.seat(2).hand == ["Fa4G", "Fa4Y"]
    assert table.seat(0).hand == ["Me4B", "Me4R"]
    assert table.seat(1).hand == ["Cr4G", "Cr4R"]


def test_T4_9_the_first_player_card_passes_with_them() -> None:
    table = scene(["hand Fa5 Fa4G Fa4Y", "hand Me5 Me4B Me4R", "hand Cr5 Cr4G Cr4R"], first=1)
    table.all_choose("Fa5", "Me5", "Cr5").all_use("worker", "worker", "worker")
    assert table.first == 2


def test_T4_9_the_first_player_card_passes_counter_clockwise_too() -> None:
    seats = ["hand Fa5 Fa4G Fa4Y", "hand Me5 Me4B Me4R", "hand Cr5 Cr4G Cr4R"]
    table = scene(seats, scenario=ESCAPE, stage=2, first=0)
    table.all_choose("Fa5", "Me5", "Cr5").all_use("worker", "worker", "worker")
    assert table.first == 2


def test_T4_9_after_everyone_has_used_a_card() -> None:
    table = scene(["hand Fa5 Fa4G Fa4Y", "hand Me5 Me4B Me4R"])
    table.all_choose("Fa5", "Me5").all_use("worker")
    assert table.seat(0).hand == ["Fa4G", "Fa4Y"]
    assert table.first == 0


def test_T4_9_the_last_card_passes_too() -> None:
    table = scene(["hand Fa5 Fa4G", "hand Me5 Me4B", "hand Cr5 Cr4G"])
    table.all_choose("Fa5", "Me5", "Cr5").all_use("worker", "worker", "worker")
    assert table.first == 1
    assert table.revealed == "Fa4G"
    assert table.seat(2).chosen == "Me4B"
    assert table.seat(0).chosen == "Cr4G"


def test_T4_9_two_copies_pass_together() -> None:
    hands = ["Fa5 Fa4G Fa4G", "Me5 Me4B Me4B", "Cr5 Cr4G Cr4G", "Ca5 Ca4B Ca4B", "Pr5 Pr4B Pr4B"]
    table = scene([f"hand {hand}" for hand in hands])
    table.all_choose("Fa5", "Me5", "Cr5", "Ca5", "Pr5").all_use(*["worker"] * 5)
    assert table.seat(1).hand == ["Fa4G", "Fa4G"]
    assert table.seat(2).hand == ["Me4B", "Me4B"]
    assert table.seat(0).hand == ["Pr4B", "Pr4B"]


# --- T4.10 the last card of the stage -----------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4, 6, 7, 8])
def test_T4_10_after_the_last_card_it_passes_one_place_too(players: int) -> None:
    table = scene(["uses Fa5"], players=players).all_use(*["worker"] * players)
    assert table.stage == 2
    assert table.first == 1


def test_T4_10_with_5_players_it_passes_two_places_then() -> None:
    table = scene(["uses Fa5"], players=5).all_use(*["worker"] * 5)
    assert table.stage == 2
    assert table.first == 2


def test_T4_10_with_5_players_two_places_counter_clockwise() -> None:
    table = scene(["uses Fa5"], players=5, scenario=ESCAPE, stage=2).all_use(*["worker"] * 5)
    assert table.stage == 3
    assert table.first == 3


def test_T4_10_with_5_players_it_passes_one_place_before() -> None:
    table = scene(["uses Fa5 | hand Me5 Cr5"], players=5).all_use(*["worker"] * 5)
    assert table.stage == 1
    assert table.first == 1
