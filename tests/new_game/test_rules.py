"""The rules of Cairn, clause by clause."""

from __future__ import annotations

from collections import Counter

import pytest

from baumeister import Refusal
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.clauses import clauses
from tests.new_game.scene import GAME, Scene, scene


def test_C1_1_there_are_48_stones_and_all_are_somewhere() -> None:
    state = GAME.new(4, "begin").snapshot()
    found = Counter(state.pile[: state.n_pile]) + Counter(state.display)
    for player in state.players:
        found += Counter(player.hand)
    assert found == dict.fromkeys(range(1, 13), 4)


def test_C1_3_three_stones_lie_in_the_display() -> None:
    view = GAME.new(4, "begin").view(None)
    assert len(view["display"]) == 3
    assert view["n_pile"] == 48 - 12 - 3


def test_C1_4_it_goes_clockwise_from_the_first_player() -> None:
    table = scene(["5 9 3 |", "1 1 2 |"])
    assert table.table.waiting_for == [0]
    table.play(0, "lay 5", "take 1")
    assert table.table.waiting_for == [1]


def test_C3_1_a_stone_is_taken_from_the_display_or_drawn() -> None:
    table = scene(["5 9 3 |", "1 1 2 |"], display="4 4 8")
    table.play(0, "lay 5")
    offered = [GAME.notation(action) for action in table.table.legal(0)]
    assert offered == ["take 4", "take 8", "draw"]


def test_C1_2_everybody_begins_with_three_stones_that_others_do_not_see() -> None:
    table = GAME.new(3, "begin")
    assert len(table.view(0)["hand"]) == 3
    assert table.view(0)["seats"][1]["known"] == [0, 0, 0]
    assert table.view(None)["hand"] is None


def test_C2_2_a_narrower_stone_goes_on_top() -> None:
    table = scene(["5 9 3 | 12 7", "1 1 2 |"])
    table.play(0, "lay 5")
    assert table.seat(0)["cairn"] == [12, 7, 5]


@pytest.mark.parametrize("stone", [7, 9])
def test_C2_3_a_stone_as_wide_or_wider_begins_a_new_cairn(stone: int) -> None:
    table = scene([f"5 {stone} 3 | 12 7", "1 1 2 |"])
    table.play(0, f"lay {stone}")
    assert table.seat(0)["cairn"] == [stone]
    assert table.seat(0)["tallest"] == 2


def test_C3_2_all_know_what_is_taken_from_the_display() -> None:
    table = scene(["5 9 3 |", "1 1 2 |"], display="4 4 8")
    table.play(0, "lay 9", "take 8")
    assert table.seat(0)["known"] == [0, 8, 0]


def test_C3_2_nobody_else_knows_what_is_drawn() -> None:
    table = scene(["5 9 3 |", "1 1 2 |"], pile="11 2")
    table.play(0, "lay 9", "draw")
    assert table.table.view(0)["hand"] == [5, 11, 3]
    assert table.seat(0)["known"] == [0, 0, 0]
    drew = table.table.events[-1]
    assert (drew.seen_by(0)["n"], "n" in drew.seen_by(1)) == (11, False)


def test_C3_2_of_two_equal_stones_the_one_that_all_know_is_laid() -> None:
    table = scene(["5 ?5 3 |", "1 1 2 |"])
    table.play(0, "lay 5")
    assert table.seat(0)["known"] == [0, -1, 0]


def test_C3_3_the_display_is_filled_at_once() -> None:
    table = scene(["5 9 3 |", "1 1 2 |"], display="4 6 8", pile="10 2")
    table.play(0, "lay 9", "take 6")
    assert table.table.view(1)["display"] == [4, 10, 8]


def test_C4_1_after_the_eighth_stone_nobody_gets_a_new_one() -> None:
    table = scene(["1 5 5 | 12 11 10 9 8 7 6", "1 2 2 | 12 11 10 9 8 7 6"])
    table.play(0, "lay 5")
    assert table.table.waiting_for == [1]
    table.play(1, "lay 2")
    assert table.table.over


def points(table: Scene, seat: int, clause: str) -> int:
    """The points of a line of the score sheet."""
    lines = table.table.scores()[seat]["lines"]
    return sum(line["points"] for line in lines if line["clause"] == clause)


def test_C4_2_stones_score_their_place_in_the_cairn() -> None:
    table = scene(["5 5 9 | 12 7", "1 1 2 |"])
    table.play(0, "lay 5")
    assert points(table, 0, "C4.2") == 1 + 2 + 3


def test_C4_3_the_only_tallest_cairn_scores_five_more() -> None:
    table = scene(["5 5 9 | 12 7", "1 1 2 | 3"])
    assert (points(table, 0, "C4.3"), points(table, 1, "C4.3")) == (5, 0)


def test_C4_3_two_cairns_of_one_height_are_no_landmark() -> None:
    table = scene(["5 5 9 | 12 7", "1 1 2 | 9 8"])
    assert [sheet["total"] for sheet in table.table.scores()] == [3, 3]


def test_C4_4_the_tallest_cairn_breaks_a_tie() -> None:
    table = scene(["1 5 5 | 12 11 10 9", "1 2 2 | 12 11 10"])
    state = table.table.snapshot()
    state.players[1].points = 15  # with older cairns: 10 points and the landmark of Anna's
    assert [sheet["total"] for sheet in GAME.rules.scores(GAME.components, state)] == [15, 15]
    assert GAME.rules.winners(GAME.components, state) == [0]


def test_C4_4_if_that_is_equal_too_the_win_is_shared() -> None:
    table = scene(["1 5 5 | 12 11 10 9 8 7 6", "1 2 2 | 12 11 10 9 8 7 6"])
    table.play(0, "lay 5")
    table.play(1, "lay 2")
    assert table.table.winners == [0, 1]


@pytest.mark.parametrize(
    ("move", "clause", "reason"),
    [
        ("lay 4", "C2.1", "You have no stone of width 4 in your hand."),
        ("take 1", "C2.1", "That is not possible now: take the stone of width 1."),
    ],
)
def test_C2_1_a_refusal_quotes_the_clause(move: str, clause: str, reason: str) -> None:
    table = scene(["5 9 3 |", "1 1 2 |"])
    with pytest.raises(Refusal) as refused:
        table.play(0, move)
    assert (refused.value.clause, refused.value.text()) == (clause, reason)
    assert clause in clauses("cairn")
    with pytest.raises(Refusal, match="It is Anna's turn"):
        table.play(1, "lay 1")


def test_the_book_has_the_same_clauses_in_both_languages() -> None:
    english, german = clauses("cairn"), clauses("cairn", "de")
    assert list(english) == list(german)
    assert english != german


def test_hidden_stones_are_dealt_again_as_often_as_they_are_left() -> None:
    table = GAME.new(2, "uniform")
    view, rules = table.seat_view(0), GAME.rules
    left = Counter(dict(enumerate(table.view(0)["unseen"], 1)))
    left.subtract(table.view(0)["hand"])
    worlds = [rules.redeal(view.state, 0, FastDealer(str(k))) for k in range(3000)]
    found = Counter(world.players[1].hand[0] for world in worlds)
    for width, n in left.items():
        expected = 3000 * n / left.total()
        assert abs(found[width] - expected) < 5 * max(expected, 1) ** 0.5, width
    for world in worlds[:50]:
        hidden = Counter(world.players[1].hand) + Counter(world.pile[: world.n_pile])
        assert hidden == +left
