"""T5 End of stage."""

from __future__ import annotations

import pytest

from baumeister.kernel.refusal import Refusal
from tests.tybor_scene import Scene, scene

ESCAPE, CROWD, GROWS = "escape-from-the-city", "a-colourful-crowd", "the-town-grows"
HARBOUR = 7

TWO = "citizens Fa5 Me5"
THREE = f"{TWO} Cr5"
FOUR = f"{THREE} Ca5"
FIVE = f"{FOUR} Pr5"


def end_of_stage(
    *seats: str,
    stage: int = 1,
    scenario: str = "size-matters",
    chapter: int = 6,
    pile: str | None = None,
) -> Scene:
    """The end of a stage, before the first effect."""
    return scene(
        seats, step="end of stage", stage=stage, scenario=scenario, chapter=chapter, pile=pile
    )


# --- T5.1 the order of the effects --------------------------------------------------------
def test_T5_1_first_the_scenarios_effect_then_the_chapters() -> None:
    table = end_of_stage(
        "citizens Ca5 Me5",
        "citizens Fa5 Cr5",
        scenario=CROWD,
        chapter=HARBOUR,
        pile="So5 So4B Cr4G Pr4B",
    )
    assert table.legal(0) == ["keep So4B", "keep So5"]
    assert table.play(0, "keep So5").waiting_for == [1]
    table.play(1, "keep Pr4B")
    assert table.legal(0) == ["give citizen Ca5", "decline"]


def test_T5_1_in_play_order_from_the_new_holder_of_the_first_player_card() -> None:
    table = scene(
        ["citizens Ca5", "citizens Ca4B", "citizens Ca4Y | uses Fa5"], first=0, chapter=HARBOUR
    )
    table.play(2, "worker")
    assert table.first == 1
    assert table.waiting_for == [1]
    assert table.play(1, "decline").waiting_for == [2]
    assert table.play(2, "decline").waiting_for == [0]


def test_T5_1_in_this_stages_direction() -> None:
    captains = ["citizens Ca5", "citizens Ca4B", "citizens Ca4Y"]
    table = scene(captains, step="end of stage", scenario=ESCAPE, stage=2, chapter=HARBOUR, first=1)
    assert table.waiting_for == [1]
    assert table.play(1, "decline").waiting_for == [0]
    assert table.play(0, "decline").waiting_for == [2]


@pytest.mark.parametrize("stage", [1, 2, 3, 4])
def test_T5_1_the_harbour_strikes_in_all_four_stages(stage: int) -> None:
    table = end_of_stage("citizens Ca5", "", stage=stage, chapter=HARBOUR)
    assert table.legal(0) == ["give citizen Ca5", "decline"]


@pytest.mark.parametrize("stage", [1, 3])
def test_T5_1_exodus_strikes_after_I_and_III(stage: int) -> None:
    table = end_of_stage(TWO, "", stage=stage, scenario=ESCAPE)
    assert table.legal(0) == ["give citizen Fa5", "give citizen Me5"]


@pytest.mark.parametrize("stage", [2, 4])
def test_T5_1_exodus_does_not_strike_after_II_and_IV(stage: int) -> None:
    table = end_of_stage(TWO, "", stage=stage, scenario=ESCAPE)
    assert table.seat(0).citizens == ["Fa5", "Me5"]
    assert table.stage == stage + 1


def test_T5_1_a_draw_that_finds_one_card_keeps_it() -> None:
    table = end_of_stage(TWO, "", scenario=CROWD, pile="So5")
    assert table.seat(0).workers == ["So5"]
    assert table.pile == []


def test_T5_1_a_draw_that_finds_no_card_keeps_none() -> None:
    table = end_of_stage(TWO, "", stage=1, scenario=CROWD, pile="")
    assert table.seat(0).workers == []
    assert table.heard("SHUFFLED_CHARACTERS") == []
    assert table.heard("STAGE_ENDED")


def test_T5_1_a_harbour_that_finds_two_cards_keeps_both() -> None:
    table = end_of_stage("citizens Ca5", "", stage=4, chapter=HARBOUR, pile="So5")
    table.play(0, "give citizen Ca5")
    assert table.seat(0).workers == ["Ca5", "So5"]
    assert table.discard == []
    assert table.over


def test_T5_1_a_harbour_that_finds_one_card_keeps_it() -> None:
    table = end_of_stage("citizens Ca5", "", stage=4, chapter=HARBOUR, pile="")
    table.play(0, "give citizen Ca5")
    assert table.seat(0).workers == ["Ca5"]


def test_T5_1_a_harbour_that_finds_no_card_keeps_none() -> None:
    table = end_of_stage("little Boardwalk", "", stage=4, chapter=HARBOUR, pile="")
    table.play(0, "give building Boardwalk little")
    assert table.seat(0).workers == []
    assert table.over


# --- T5.2 harbour -------------------------------------------------------------------------
def test_T5_2_who_has_the_most_captain_symbols_may_give_up_a_captain() -> None:
    table = end_of_stage("citizens Ca5 Ca4B Fa5", "citizens Ca4Y", chapter=HARBOUR)
    assert table.waiting_for == [0]
    assert table.legal(0) == ["give citizen Ca4B", "give citizen Ca5", "decline"]


def test_T5_2_nobody_else_may() -> None:
    table = end_of_stage("citizens Ca5 Ca4B", "citizens Ca4Y", stage=4, chapter=HARBOUR)
    assert table.play(0, "decline").over


def test_T5_2_captains_among_the_workers_do_not_count() -> None:
    table = end_of_stage("workers Ca5 Ca4B", "citizens Ca4Y", chapter=HARBOUR)
    assert table.waiting_for == [1]


def test_T5_2_captain_symbols_on_buildings_count() -> None:
    table = end_of_stage("citizens Ca5 | little Boardwalk", "citizens Ca4Y", chapter=HARBOUR)
    assert table.waiting_for == [0]
    assert table.legal(0) == ["give citizen Ca5", "give building Boardwalk little", "decline"]


def test_T5_2_it_takes_at_least_one() -> None:
    table = end_of_stage(TWO, "workers Ca5", stage=4, chapter=HARBOUR)
    assert table.over


def test_T5_2_nothing_need_be_given_up() -> None:
    table = end_of_stage("citizens Ca5", "", stage=4, chapter=HARBOUR).play(0, "decline")
    assert table.seat(0).citizens == ["Ca5"]
    assert table.seat(0).workers == []
    assert table.over


def test_T5_2_draw_3_keep_two_as_workers_and_discard_the_third() -> None:
    table = end_of_stage("citizens Ca5", "", stage=4, chapter=HARBOUR, pile="Fa5 Me5 Cr5 So5")
    table.play(0, "give citizen Ca5")
    assert table.legal(0) == ["drop Fa5", "drop Me5", "drop Cr5"]
    table.play(0, "drop Me5")
    assert table.seat(0).drawn == []
    assert table.seat(0).workers == ["Fa5", "Cr5"]
    assert table.seat(0).citizens == []
    assert table.discard == ["Me5", "Ca5"]
    assert table.pile == ["So5"]


def test_T5_2_the_first_card_of_the_book_can_be_discarded() -> None:
    table = end_of_stage("citizens Ca5", "", stage=4, chapter=HARBOUR, pile="Me5 Fa1GYBR So5")
    table.play(0, "give citizen Ca5", "drop Fa1GYBR")
    assert table.seat(0).workers == ["Me5", "So5"]


def test_T5_2_of_three_equal_kinds_one_copy_is_discarded() -> None:
    table = scene(
        ["citizens Ca5"],
        players=5,
        step="end of stage",
        stage=4,
        chapter=HARBOUR,
        pile="Fa5 Fa5 Cr5",
    ).play(0, "give citizen Ca5", "drop Fa5")
    assert table.seat(0).workers == ["Fa5", "Cr5"]
    assert table.discard == ["Fa5", "Ca5"]


def test_T5_2_all_tied_players_may() -> None:
    table = end_of_stage("citizens Ca5", "citizens Ca4Y", "", stage=4, chapter=HARBOUR)
    assert table.waiting_for == [0]
    assert table.play(0, "decline").waiting_for == [1]
    assert table.play(1, "decline").over


def test_T5_2_who_has_the_most_is_settled_before_the_first_decides() -> None:
    table = end_of_stage("citizens Ca5", "citizens Ca4Y", chapter=HARBOUR)
    table.play(0, "give citizen Ca5", "drop Fa1GYBR")
    assert table.legal(1) == ["give citizen Ca4Y", "decline"]


def test_T5_2_who_draws_level_afterwards_may_not() -> None:
    table = end_of_stage("citizens Ca5 Ca4B", "citizens Ca4Y", stage=4, chapter=HARBOUR)
    table.play(0, "give citizen Ca5", "drop Fa1GYBR")
    assert table.over


def test_T5_2_who_has_the_most_is_settled_after_the_scenarios_effect() -> None:
    table = end_of_stage(
        "citizens Ca5 | little Mill", "citizens Ca4Y", scenario=GROWS, chapter=HARBOUR, stage=1,
        pile="Ca4B Fa5",
    )  # fmt: skip
    table.play(0, "keep Ca4B")
    assert table.legal(0) == ["give citizen Ca4B", "give citizen Ca5", "decline"]
    table.play(0, "decline")
    assert table.waiting_for != [1]


def test_T5_2_who_has_the_most_is_settled_anew_in_every_stage() -> None:
    table = end_of_stage("citizens Ca5", "little Boardwalk", chapter=HARBOUR, pile="")
    table.play(0, "give citizen Ca5").play(1, "decline")
    assert table.stage == 2
    assert table.waiting_for == [1]
    assert table.heard("DECLINED") == [1]


def test_T5_2_a_captain_given_up_is_discarded_before_the_draw() -> None:
    table = end_of_stage("citizens Ca5", "", stage=4, chapter=HARBOUR, pile="Fa5 Me5")
    table.play(0, "give citizen Ca5")
    assert table.legal(0) == ["drop Fa5", "drop Me5", "drop Ca5"]
    assert table.discard == []


def test_T5_2_a_building_given_up_leaves_the_game() -> None:
    table = end_of_stage("great PortTavern", "", stage=4, chapter=HARBOUR)
    table.play(0, "give building PortTavern great", "drop Fa1GYBR")
    assert table.seat(0).great == []
    assert table.removed == ["PortTavern"]
    assert table.points(0, "T6.1") == 0
    assert table.points(0, "T6.8") == 0


def test_T5_2_of_two_copies_the_side_given_up_goes() -> None:
    table = scene(
        ["little Boardwalk | great Boardwalk"],
        players=5,
        step="end of stage",
        stage=4,
        chapter=HARBOUR,
    )
    assert table.legal(0)[:2] == ["give building Boardwalk little", "give building Boardwalk great"]
    table.play(0, "give building Boardwalk great", "drop Fa1GYBR")
    assert table.seat(0).little == ["Boardwalk"]
    assert table.seat(0).great == []


# --- T5.3 diversity -----------------------------------------------------------------------
@pytest.mark.parametrize(("stage", "seat"), [(1, TWO), (2, THREE), (3, FOUR), (4, FIVE)])
def test_T5_3_with_N_professions_draw_2_and_keep_one(stage: int, seat: str) -> None:
    table = end_of_stage(seat, "", stage=stage, scenario=CROWD, pile="So5 So4B So4G")
    assert table.legal(0) == ["keep So4B", "keep So5"]


@pytest.mark.parametrize(("stage", "seat"), [(1, "citizens Fa5"), (2, TWO), (3, THREE), (4, FOUR)])
def test_T5_3_with_one_profession_less_nothing_is_drawn(stage: int, seat: str) -> None:
    table = end_of_stage(seat, "", stage=stage, scenario=CROWD)
    assert table.heard("DREW") == []
    assert table.stage == stage + 1


def test_T5_3_one_is_kept_as_a_worker_the_other_discarded() -> None:
    table = end_of_stage(FIVE, "", stage=4, scenario=CROWD, pile="So5 So4B").play(0, "keep So5")
    assert table.seat(0).workers == ["So5"]
    assert table.seat(0).strength == 5
    assert table.discard == ["So4B"]


def test_T5_3_different_means_of_different_professions() -> None:
    table = end_of_stage("citizens Fa5 Fa4G Fa4Y", "", scenario=CROWD)
    assert table.heard("DREW") == []


def test_T5_3_one_profession_is_one_whichever_it_is() -> None:
    table = end_of_stage("citizens Me5", "citizens So5", scenario=CROWD)
    assert table.heard("DREW") == []


def test_T5_3_only_citizens_count() -> None:
    table = end_of_stage("citizens Fa5 | workers Me5 | little Boardwalk", "", scenario=CROWD)
    assert table.heard("DREW") == []


# --- T5.4 growth --------------------------------------------------------------------------
BUILT = {1: "Mill", 2: "Mill Mint", 4: "Mill Mint Ferry Castle"}
BUILT[6] = f"{BUILT[4]} Barn Chapel"


@pytest.mark.parametrize(("stage", "n"), [(1, 1), (2, 2), (3, 4), (4, 6)])
def test_T5_4_with_N_buildings_draw_2_and_keep_one(stage: int, n: int) -> None:
    table = end_of_stage(f"little {BUILT[n]}", "", stage=stage, scenario=GROWS, pile="So5 So4B")
    assert table.legal(0) == ["keep So4B", "keep So5"]


@pytest.mark.parametrize(
    ("stage", "buildings"),
    [(1, ""), (2, "Mill"), (3, "Mill Mint Ferry"), (4, "Mill Mint Ferry Castle Barn")],
)
def test_T5_4_with_one_building_less_nothing_is_drawn(stage: int, buildings: str) -> None:
    table = end_of_stage(f"little {buildings}", "", stage=stage, scenario=GROWS)
    assert table.heard("DREW") == []


def test_T5_4_little_and_great_buildings_count_alike() -> None:
    table = end_of_stage("little Mill | great Mint", "", stage=2, scenario=GROWS)
    assert table.heard("DREW") == [0, 0]


def test_T5_4_one_is_kept_as_a_citizen_the_other_discarded() -> None:
    table = end_of_stage(f"little {BUILT[6]}", "", stage=4, scenario=GROWS, pile="So5 So4B")
    table.play(0, "keep So4B")
    assert table.seat(0).citizens == ["So4B"]
    assert table.seat(0).symbols == {"soldier": 1}
    assert table.seat(0).colour_symbols == {"B": 1}
    assert table.seat(0).workers == []
    assert table.discard == ["So5"]


# --- T5.5 exodus --------------------------------------------------------------------------
def test_T5_5_one_citizen_or_worker_must_be_discarded() -> None:
    table = end_of_stage("citizens Fa5 | workers Me5 So5", "", scenario=ESCAPE)
    assert table.legal(0) == ["give citizen Fa5", "give worker Me5", "give worker So5"]
    with pytest.raises(Refusal, match=r"T5\.5"):
        table.play(0, "decline")


def test_T5_5_a_citizen_goes_with_symbol_and_colour_symbols() -> None:
    table = end_of_stage("citizens Fa4G | workers Me5", "", scenario=ESCAPE)
    table.play(0, "give citizen Fa4G")
    assert table.seat(0).citizens == []
    assert table.seat(0).symbols == {}
    assert table.seat(0).colour_symbols == {}
    assert table.discard == ["Fa4G"]


def test_T5_5_a_citizen_who_has_gone_is_not_counted() -> None:
    table = end_of_stage(FIVE, "", scenario=ESCAPE, stage=3, chapter=6)
    assert table.points(0, "T6.16") == 5
    assert table.play(0, "give citizen Fa5").points(0, "T6.16") == 0


def test_T5_5_a_worker_goes_with_the_strength() -> None:
    table = end_of_stage("citizens Fa4G | workers Me5", "", scenario=ESCAPE)
    table.play(0, "give worker Me5")
    assert table.seat(0).workers == []
    assert table.seat(0).strength == 0
    assert table.discard == ["Me5"]


def test_T5_5_every_player() -> None:
    table = end_of_stage(TWO, "workers Cr5 Ca5", "citizens Pr5 So5", scenario=ESCAPE)
    assert table.play(0, "give citizen Fa5").waiting_for == [1]
    assert table.play(1, "give worker Ca5").waiting_for == [2]
    table.play(2, "give citizen Pr5")
    assert table.discard == ["Fa5", "Ca5", "Pr5"]


def test_T5_5_a_player_with_neither_is_spared() -> None:
    table = end_of_stage("little Mill", "citizens Fa5 Me5", scenario=ESCAPE)
    assert table.waiting_for == [1]


@pytest.mark.parametrize("card", ["Fa1GYBR", "So5"])
@pytest.mark.parametrize("place", ["citizens", "workers"])
def test_T5_5_a_player_with_a_single_card_is_not_spared(place: str, card: str) -> None:
    table = end_of_stage(f"{place} {card}", "", scenario=ESCAPE)
    assert table.seat(0).citizens == table.seat(0).workers == []
    assert table.discard == [card]


# --- T5.6 the next stage ------------------------------------------------------------------
def test_T5_6_unbuilt_buildings_leave_the_game() -> None:
    table = scene(step="end of stage", stage=4, display="Mill Castle", removed="Mint")
    assert table.display == []
    assert table.removed == ["Mill", "Mint", "Castle"]


def test_T5_6_both_copies_of_an_unbuilt_building_leave() -> None:
    table = scene(players=5, step="end of stage", stage=4, display="Mill Mill")
    assert table.removed == ["Mill", "Mill"]


def test_T5_6_after_the_effects() -> None:
    table = scene([TWO, ""], step="end of stage", scenario=ESCAPE, display="Mill")
    assert table.display == ["Mill"]
    table.play(0, "give citizen Fa5")
    assert "Mill" in table.removed


def test_T5_6_the_next_stage_begins() -> None:
    table = scene(step="end of stage", stage=2, display="Mill")
    assert table.stage == 3
    assert len(table.display) >= 6
    assert table.waiting_for == [0, 1]


def test_T5_6_the_game_ends_after_stage_IV() -> None:
    assert end_of_stage(stage=4).over
    assert not end_of_stage(stage=3).over
