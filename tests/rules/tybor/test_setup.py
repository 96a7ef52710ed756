"""T1 Components and T2 Set-up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import baumeister
from baumeister.games.tybor.components import COLOUR_KEYS, PROFESSIONS, SCENARIO_KEYS, standard
from baumeister.games.tybor.deal import set_up
from baumeister.games.tybor.state import State, layout
from baumeister.kernel.chance import TapeDealer
from baumeister.kernel.options import OptionError
from tests.tybor_scene import scene

SEEDS = range(60)  # enough to see every lot of up to 8: (7/8) ** 60 is 1 in 3000, and it is fixed


def fresh(players: int, seed: int) -> State:
    """A game that is set up and not yet dealt."""
    state = State(**layout(players))
    set_up(state, TapeDealer(str(seed)), players, 0, 4)
    return state


# --- T1 -----------------------------------------------------------------------------------
def test_T1_1_forty_buildings_ten_in_each_colour() -> None:
    colours = [building.colour for building in standard().buildings]
    assert Counter(colours) == dict.fromkeys(COLOUR_KEYS, 10)


def test_T1_1_the_great_side_is_worth_exactly_3_points_more() -> None:
    table = scene(["little Mill", "great Mill"], players=5)
    assert table.total(1) - table.total(0) == 3


def test_T1_1_the_great_side_is_the_same_in_everything_else() -> None:
    table = scene(["little FarmHouse", "great FarmHouse"], players=5)
    assert table.seat(0).symbols == table.seat(1).symbols == {"farmer": 1}


def test_T1_2_fifty_nine_characters() -> None:
    assert len(standard().characters) == 59


def test_T1_2_a_character_has_profession_strength_and_0_to_4_colour_symbols() -> None:
    characters = standard().characters
    assert {character.profession for character in characters} == set(PROFESSIONS)
    assert {character.strength for character in characters} == {1, 2, 3, 4, 5}
    assert {len(character.colours) for character in characters} == {0, 1, 2, 3, 4}


def test_T1_3_four_scenarios_eight_chapters_four_secret_objectives() -> None:
    components = standard()
    assert len(components.scenarios) == 4
    assert len(components.chapters) == 8
    assert len({components.objective_colours(card) for card in range(4)}) == 4


def test_T1_3_there_is_one_first_player_card() -> None:
    views = [scene(players=3, step="deal").table.view(seat) for seat in range(3)]
    assert [view["first_player"] for view in views] == [0, 0, 0]


@pytest.mark.parametrize(
    ("en", "de", "profession"),
    [
        ("Farm House", "Bauernhaus", "farmer"),
        ("Granary", "Speicher", "farmer"),
        ("Market", "Markt", "merchant"),
        ("Marketsquare", "Marktplatz", "merchant"),
        ("Boardwalk", "Promenade", "captain"),
        ("Port Tavern", "Seeschenke", "captain"),
        ("Border", "Grenze", "soldier"),
        ("Fence", "Zaun", "soldier"),
    ],
)
def test_T1_4_eight_buildings_carry_a_symbol(en: str, de: str, profession: str) -> None:
    table = scene([f"little {en.title().replace(' ', '')}", ""])
    assert table.seat(0).symbols == {profession: 1}
    assert (en, de) in [(building.en, building.de) for building in standard().buildings]


def test_T1_4_no_other_building_carries_a_symbol() -> None:
    symbols = [b.en for b in standard().buildings if b.bonus.startswith("symbol")]
    assert len(symbols) == 8


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_T1_5_with_5_to_8_players_two_copies_are_shuffled_together(players: int) -> None:
    state = fresh(players, seed=1)
    characters, buildings = Counter(state.pile), Counter(state.building_pile)
    assert (state.n_pile, state.n_building_pile) == (118, 80)
    assert characters == dict.fromkeys(range(59), 2)
    assert buildings == dict.fromkeys(range(40), 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_T1_5_up_to_4_players_need_one_copy(players: int) -> None:
    state = fresh(players, seed=1)
    assert (state.n_pile, state.n_building_pile) == (59, 40)


def test_T1_5_with_8_players_each_secret_objective_is_there_twice() -> None:
    objectives = [player.objective for player in fresh(8, seed=1).players]
    assert Counter(objectives) == {0: 2, 1: 2, 2: 2, 3: 2}


def test_T1_5_both_copies_of_a_card_may_lie_in_one_tableau() -> None:
    table = scene(["citizens Fa4G Fa4G | great Mill | little Mill"], players=5)
    assert table.seat(0).colour_symbols == {"G": 2}
    assert table.points(0, "T6.1") == 6 + 6 + 3


# --- T2 -----------------------------------------------------------------------------------
def test_T2_1_each_player_takes_a_different_overview_card() -> None:
    objectives = [player.objective for player in fresh(4, seed=1).players]
    assert sorted(objectives) == [0, 1, 2, 3]


def test_T2_1_the_overview_cards_are_random() -> None:
    assert {fresh(2, seed).players[0].objective for seed in SEEDS} == {0, 1, 2, 3}


def test_T2_1_a_player_alone_looks_at_the_secret_objective() -> None:
    table = scene(["objective GBR", "objective YBR"], step="deal")
    assert table.table.view(0)["secret_objective"] == ["green", "blue", "red"]
    assert table.table.view(1)["secret_objective"] == ["yellow", "blue", "red"]
    assert table.table.view(None)["secret_objective"] is None


def test_T2_2_scenario_and_chapter_may_be_chosen() -> None:
    table = baumeister.game("tybor").new(2, seed=1, scenario="the-town-grows", chapter=3)
    assert table.options == {"players": 2, "scenario": "the-town-grows", "chapter": 3}
    assert table.view(None)["options"] == table.options


def test_T2_2_scenario_and_chapter_are_otherwise_random() -> None:
    game = baumeister.game("tybor")
    options = [game.new(2, seed=seed).options for seed in SEEDS]
    assert {o["scenario"] for o in options} == set(SCENARIO_KEYS)
    assert {o["chapter"] for o in options} == {1, 2, 3, 4, 5, 6, 7, 8}


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 9},
        {"players": True},
        {"players": 2, "chapter": 0},
        {"players": 2, "chapter": 9},
        {"players": 2, "chapter": "1"},
        {"players": 2, "scenario": "samara"},
        {"players": 2, "dice": 3},
    ],
)
def test_T2_2_options_that_do_not_exist_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        baumeister.game("tybor").new(**options)


def test_T2_3_characters_are_shuffled() -> None:
    piles = {tuple(fresh(2, seed).pile) for seed in SEEDS}
    assert len(piles) == len(SEEDS)
    assert {tuple(sorted(pile)) for pile in piles} == {tuple(range(59))}


def test_T2_3_buildings_are_shuffled_separately() -> None:
    piles = {tuple(fresh(2, seed).building_pile) for seed in SEEDS}
    assert len(piles) == len(SEEDS)
    assert {tuple(sorted(pile)) for pile in piles} == {tuple(range(40))}


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_T2_4_the_first_player_is_drawn_by_lot(players: int) -> None:
    assert {fresh(players, seed).first for seed in SEEDS} == set(range(players))
