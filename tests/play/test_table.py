"""The table: asking, playing, taking back, and what it refuses."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import baumeister
from baumeister.games.tybor.actions import ACTIONS
from baumeister.kernel.chance import commitment
from baumeister.play import NotationError, OptionError, Refusal, Table
from baumeister.play.table import checked_names
from tests.games.tybor.playing import PLAYERS, POLICIES, STORIES, TYBOR, new_table, step


def choosing_table(players: int = 3) -> Table:
    return TYBOR.new(players, seed=7, scenario="size-matters", chapter=4)


# --- playing ----------------------------------------------------------------------------------
def test_the_example_of_the_package_plays_a_game() -> None:
    table = baumeister.game("tybor").new(players=3, seed=7, scenario="size-matters", chapter=4)
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
    assert len(table.scores()) == 3
    assert table.winners


@pytest.mark.parametrize("players", PLAYERS)
def test_a_refusal_changes_nothing_and_names_a_clause(players: int) -> None:
    table = new_table(players, 6 + players, f"refusals {players}")
    rng = random.Random(players)
    while not table.over:
        if rng.random() < 0.2:
            for _ in range(5):
                refused_unless_legal(table, rng.randrange(players), rng.randrange(ACTIONS))
        step(table, POLICIES[4], rng)
    refused_unless_legal(table, 0, 0)


def refused_unless_legal(table: Table, seat: int, action: int) -> None:
    before = table.snapshot(), list(table.moves), len(table.events), len(table.log)
    legal = action in table.legal(seat)
    reason = table.why_not(seat, action)
    assert (reason is None) == legal
    if reason is None:
        return
    with pytest.raises(Refusal) as refusal:
        table.play(seat, action)
    assert refusal.value.clause == reason.clause
    assert refusal.value.clause.startswith("T")
    assert refusal.value.text("de") == reason.text("de")
    assert (table.snapshot(), list(table.moves), len(table.events), len(table.log)) == before


@pytest.mark.parametrize(("seat", "action"), [(-1, 0), (3, 0), (0, -1), (0, ACTIONS), (99, 10**30)])
def test_a_seat_or_action_that_does_not_exist_is_refused(seat: int, action: int) -> None:
    table = choosing_table()
    before = table.snapshot()
    with pytest.raises(Refusal):
        table.play(seat, action)
    assert table.snapshot() == before


def test_T5_6_nothing_is_allowed_after_the_end() -> None:
    table = choosing_table(2)
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
    reason = table.why_not(0, 0)
    assert reason is not None
    assert reason.clause == "T5.6"


def test_play_returns_the_new_events() -> None:
    table = choosing_table()
    before = len(table.events)
    events = table.play(0, table.legal(0)[0])
    assert events == table.events[before:]
    assert events[0].full["type"] == "choose"


# --- taking back ------------------------------------------------------------------------------
def test_T4_1_a_choice_that_nobody_has_seen_can_be_taken_back() -> None:
    table = choosing_table()
    seat = table.waiting_for[1]
    before = table.snapshot(), list(table.moves), list(table.log), list(table.events)
    table.play(seat, table.legal(seat)[2])
    table.take_back(seat)
    assert (table.snapshot(), list(table.moves), list(table.log), list(table.events)) == before
    assert table.misplaced() == []


def test_T4_1_a_choice_taken_back_leaves_no_trace_in_the_game() -> None:
    one, two = choosing_table(), choosing_table()
    first, second, third = one.waiting_for
    one.play(second, one.legal(second)[0])
    one.play(first, one.legal(first)[1])
    one.take_back(second)
    one.play(second, one.legal(second)[3])
    one.play(third, one.legal(third)[0])
    two.play(first, two.legal(first)[1])
    two.play(second, two.legal(second)[3])
    two.play(third, two.legal(third)[0])
    assert one.snapshot() == two.snapshot()
    assert one.canonical().events == two.events
    assert one.canonical().log == two.log


def test_T4_1_a_choice_that_was_revealed_cannot_be_taken_back() -> None:
    table = choosing_table(2)
    for seat in list(table.waiting_for):
        table.play(seat, table.legal(seat)[0])
    before = table.snapshot()
    for seat in range(2):
        with pytest.raises(ValueError, match="nobody has seen"):
            table.take_back(seat)
    assert table.snapshot() == before


@pytest.mark.parametrize("seat", [0, -1, 3, 99])
def test_there_is_nothing_to_take_back(seat: int) -> None:
    table = choosing_table()
    with pytest.raises(ValueError, match="nobody has seen"):
        table.take_back(seat)


# --- views ------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_there_is_no_view_of_a_seat_that_does_not_exist(seat: int) -> None:
    table = choosing_table()
    with pytest.raises(ValueError, match="seats go from 0 to 2"):
        table.view(seat)
    with pytest.raises(ValueError, match="seats go from 0 to 2"):
        table.seat_view(seat)
    assert table.legal(seat) == []


def test_a_spectator_has_nothing_to_decide() -> None:
    view = choosing_table().view(None)
    assert view["legal"] == []
    assert view["hand"] is None


def test_nobody_wins_before_the_end() -> None:
    assert choosing_table().winners == []


# --- options, seeds, names --------------------------------------------------------------------
@pytest.mark.parametrize("players", [-1, 0, 1, 9, 10**9, True, 2.0, "3", None])
def test_the_number_of_players_must_be_right(players: object) -> None:
    with pytest.raises(OptionError, match="2 to 8 players"):
        TYBOR.new(players)  # type: ignore[arg-type]


@pytest.mark.parametrize("scenario", ["", "Size Matters", 1, ["size-matters"], {}, "size-matters "])
def test_a_wrong_scenario_is_told_the_right_ones(scenario: object) -> None:
    with pytest.raises(OptionError, match="escape-from-the-city"):
        TYBOR.new(2, scenario=scenario)


@pytest.mark.parametrize("chapter", [0, 9, -1, "1", 1.0, True, [], 10**50])
def test_a_wrong_chapter_is_told_the_right_ones(chapter: object) -> None:
    with pytest.raises(OptionError, match="1 to 8"):
        TYBOR.new(2, chapter=chapter)


def test_an_unknown_option_is_told_which_there_are() -> None:
    with pytest.raises(OptionError, match="players, scenario and chapter"):
        TYBOR.new(2, specials=True)


def test_an_unknown_game_is_told_which_there_are() -> None:
    with pytest.raises(OptionError, match="tybor"):
        baumeister.game("chess")


@pytest.mark.parametrize("seed", ["", " 7", "7 ", "a\nb", "\0", True, False, "\ud800", "a\u2028b"])
def test_a_seed_must_be_printable(seed: int | str) -> None:
    with pytest.raises(OptionError, match="is not a seed"):
        TYBOR.new(2, seed)


@pytest.mark.parametrize("seed", [0, -5, 10**100, "7", "grüne Wiese 🌳", "a: b | c, d"])
def test_a_seed_may_be_any_number_or_text(seed: int | str) -> None:
    table = TYBOR.new(2, seed)
    assert table.seed == str(seed)
    assert table.commitment == commitment(str(seed))


def test_the_same_number_and_text_are_the_same_seed() -> None:
    assert TYBOR.new(3, 7).snapshot() == TYBOR.new(3, "7").snapshot()


def test_T2_2_scenario_and_chapter_are_drawn_by_lot_from_the_seed() -> None:
    drawn = {tuple(TYBOR.new(2, seed).options.values())[1:] for seed in range(600)}
    assert drawn == set(STORIES)
    assert TYBOR.new(2, 7).options == TYBOR.new(2, 7).options


@pytest.mark.parametrize(
    "names",
    [
        ["Anna"],
        ["Anna", "Bert", "Cleo"],
        ["Anna", "anna"],
        ["Anna", ""],
        ["Anna", " Bert"],
        ["Anna", "Be:rt"],
        ["Anna", "Be|rt"],
        ["Anna", "Be,rt"],
        ["Anna", "#Bert"],
        ["Anna", "*Bert"],
        ["Anna", "B\nert"],
        ["Anna", "B" * 41],
    ],
)
def test_names_that_would_spoil_a_record_are_refused(names: list[str]) -> None:
    with pytest.raises(OptionError):
        TYBOR.new(2, 7, names)


@given(st.lists(st.text(max_size=45), max_size=9), st.integers(0, 9))
def test_names_are_refused_or_kept_as_they_are(names: list[str], players: int) -> None:
    try:
        kept = checked_names(names, players)
    except OptionError:
        return
    assert list(kept) == names
    assert len(kept) == players


@given(st.text(max_size=30))
def test_any_text_is_an_action_or_refused_as_a_notation(text: str) -> None:
    try:
        action = TYBOR.action(text)
    except NotationError:
        return
    assert 0 <= action < ACTIONS


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_action_has_a_text_and_a_notation_that_can_be_read(language: str) -> None:
    for action in range(ACTIONS):
        assert TYBOR.text(action, language)
        assert TYBOR.action(TYBOR.notation(action)) == action


@pytest.mark.parametrize("action", [-1, ACTIONS, 10**9])
def test_there_is_no_text_for_an_action_that_does_not_exist(action: int) -> None:
    with pytest.raises(ValueError, match="actions go from 0"):
        TYBOR.text(action)
    with pytest.raises(ValueError, match="actions go from 0"):
        TYBOR.notation(action)
