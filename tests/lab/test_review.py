"""The review of a game: mistakes by what a seat knew, luck by what really lay there."""

from __future__ import annotations

import json
from functools import cache

import pytest

from baumeister.bots import new_bot
from baumeister.games.tybor import announced
from baumeister.kernel.events import CHANCE, Event
from baumeister.kernel.rule import can_compile
from baumeister.lab.review.playouts import Playouts
from baumeister.lab.review.review import (
    EFFORTS,
    Decision,
    Effort,
    Review,
    ReviewError,
    Stroke,
    for_seconds,
    review,
    to_json,
)
from baumeister.play import Table, game
from tests import samara_scene, tybor_scene

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed")

QUICK = EFFORTS["quick"]
HASTY = Effort(search=64, compare=60, curve=60, chance=200)
WEAK_FIRST, STRONG_FIRST = "Ca1GYBR Pr1GYBR Ca5 Pr5", "Ca5 Pr5 Ca1GYBR Pr1GYBR"


def last_card_of_tybor() -> tybor_scene.Scene:
    """Anna has the last card of the game: with the Castle she wins, with anything else Bert."""
    seats = ["uses Fa5 | workers So5 Me5", "little Mill"]
    return tybor_scene.scene(seats, stage=4, first=1, display="Castle", building_pile="")


def last_draw_of_tybor(pile: str) -> tybor_scene.Scene:
    """The Inn brings Anna as many points as Bert has; what she draws for it breaks the tie."""
    seats = ["uses Fa5 | workers So5 Cr1GYBR", "little FarmHouse | workers Cr3GR"]
    return tybor_scene.scene(
        seats, stage=4, first=1, display="Inn", building_pile="", pile=pile
    ).play(0, "build Inn little", "pay So5")


def last_tile_of_samara() -> samara_scene.Scene:
    """Whoever takes the last tile wins, and it is Anna's turn."""
    anna = (
        "Palace WinterGarden Church Library LogHouse HermitHouse Windmill Greenhouse Prison Stable "
        "Well Cave Shed WeightRoom/2"
    )
    bert = (
        "Cathedral Observatory Monastery Manor TownWall Chapel Cottage Hospital Tombstone "
        "Inn School Bridge Hut/2 WeightRoom/1 Sandcastle"
    )
    return samara_scene.scene(
        f"month 0: 0a W, 1a W; 1,2 Hut/1; foreman 0: - | {anna}; foreman 1: - | {bert}"
    )


def playouts_of(table: Table) -> Playouts:
    return Playouts(table.rules, table.components, len(table.names), "test")


@cache
def played(name: str, players: int = 2) -> Table:
    """A whole game between greedy bots."""
    table = game(name).new(players, seed=5, names=["Anna", "Bert", "Cora"][:players])
    bots = [new_bot("greedy", f"bot {seat}") for seat in range(players)]
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, bots[seat].decide(table.seat_view(seat)))
    return table


@cache
def reviewed(name: str) -> Review:
    return review(played(name), HASTY)


# --- playouts -----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["tybor", "samara"])
def test_a_finished_game_belongs_to_its_winner(name: str) -> None:
    table = played(name, players=3)
    wins = playouts_of(table).now(table.snapshot(), 10).wins
    assert [seat for seat, win in enumerate(wins) if win == 1.0] == table.winners
    assert sum(wins) == pytest.approx(1)


@pytest.mark.parametrize("name", ["tybor", "samara"])
def test_the_chances_of_all_seats_add_up_to_1(name: str) -> None:
    table = game(name).new(3, seed=1)
    chances = playouts_of(table).now(table.snapshot(), 300)
    assert sum(chances.wins) == pytest.approx(1)
    assert all(0 < error < 0.05 for error in chances.errors)


def test_a_game_that_is_won_but_for_the_payment_is_won() -> None:
    table = last_card_of_tybor().play(0, "build Castle little").table
    assert playouts_of(table).now(table.snapshot(), 100).wins[0] == 1.0


def test_the_same_question_gets_the_same_answer() -> None:
    table = game("tybor").new(2, seed=1)
    view, actions = table.seat_view(0), table.legal(0)[:2]
    answers = [playouts_of(table).compare(view, actions, 50) for _ in range(2)]
    assert answers[0] == answers[1]


def test_actions_are_compared_with_the_first_one() -> None:
    scene = last_card_of_tybor()
    actions = [game("tybor").action(move) for move in ("worker", "build Castle little")]
    worker, castle = playouts_of(scene.table).compare(scene.table.seat_view(0), actions, 50)
    assert (worker.wins[0], worker.gains[0]) == (0.0, 0.0)
    assert (castle.wins[0], castle.gains[0]) == (1.0, 1.0)


def test_what_lies_in_the_pile_does_not_change_what_a_seat_expects() -> None:
    seats = ["hand Fa4G Me5 So5", "hand Ca5 Cr5 Fa5"]
    piles = ("Pr1GYBR Pr5 Ca1GYBR Me4B", "Me4B Ca1GYBR Pr5 Pr1GYBR")
    tables = [tybor_scene.scene(seats, stage=3, display="Mill Inn", pile=p).table for p in piles]
    views = [table.seat_view(0) for table in tables]
    answers = [playouts_of(t).compare(v, v.legal, 50) for t, v in zip(tables, views, strict=True)]
    assert answers[0] == answers[1]


# --- mistakes -----------------------------------------------------------------------------------
def decisions_of(turns: Review) -> list[Decision]:
    return [turn.cause for turn in turns.turns() if isinstance(turn.cause, Decision)]


def test_throwing_away_a_clear_win_is_the_turning_point_in_tybor() -> None:
    table = last_card_of_tybor().play(0, "worker").table
    (mistake,) = decisions_of(review(table, QUICK))
    assert (mistake.seat, mistake.move) == (0, 1)
    assert mistake.better in [
        game("tybor").action(f"build Castle {s}") for s in ("little", "great")
    ]
    assert mistake.before == pytest.approx(1, abs=0.05)
    assert mistake.after == pytest.approx(0, abs=0.05)


def test_throwing_away_a_clear_win_is_the_turning_point_in_samara() -> None:
    table = last_tile_of_samara().play(0, "newcomer man").play(1, "build 1,2").table
    assert table.winners == [1]
    (mistake,) = decisions_of(review(table, QUICK))
    assert (mistake.seat, mistake.move) == (0, 1)
    assert mistake.better == game("samara").action("build 1,2")
    assert mistake.loss > 0.9


def test_taking_the_clear_win_is_no_mistake() -> None:
    table = last_tile_of_samara().play(0, "build 1,2").table
    assert table.winners == [0]
    assert [decision.better for decision in review(table, QUICK).decisions] == [None]


class Translatable(tybor_scene._Listener):
    """A listener of a scene that tells of draws, too."""

    def hear(self, event: int, seat: int, value: int) -> None:
        super().hear(event, seat, value)
        if event == announced.DREW:
            told = {"type": "look", "seat": seat, "card": self.components.characters[value].code}
            self.events.append(Event(told, told, undo=CHANCE))


@pytest.mark.parametrize(
    ("pile", "kept", "winner"), [(WEAK_FIRST, "Ca1GYBR", 1), (STRONG_FIRST, "Ca5", 0)]
)
def test_bad_luck_is_nobodys_mistake(
    monkeypatch: pytest.MonkeyPatch, pile: str, kept: str, winner: int
) -> None:
    monkeypatch.setattr(tybor_scene, "_Listener", Translatable)
    table = last_draw_of_tybor(pile).play(0, f"keep {kept}").table
    assert table.winners == [winner]
    result = review(table, QUICK)
    assert [decision.better for decision in result.decisions] == [None, None, None]
    luck = next(stroke for stroke in result.strokes if stroke.kind == "draw")
    assert luck.seat == 0
    assert luck.actual[winner] == 1.0
    assert luck.change(winner) > 0.1
    assert all(isinstance(turn.cause, Stroke) for turn in result.turns())


# --- whole games --------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["tybor", "samara"])
def test_the_curve_goes_from_the_set_up_to_the_winner(name: str) -> None:
    curve = reviewed(name).curve
    assert len(curve) == len(reviewed(name).moves) + 1
    assert all(sum(point.wins) == pytest.approx(1) for point in curve)
    assert curve[-1].wins[played(name).winners[0]] == 1.0


def test_chance_speaks_at_the_set_up_and_at_every_deal_of_tybor() -> None:
    kinds = [stroke.kind for stroke in reviewed("tybor").strokes]
    assert kinds[0] == "setup"
    assert kinds.count("deal") == 3
    assert reviewed("tybor").strokes[0].expected == (0.5, 0.5)


def test_only_the_set_up_of_samara_is_chance() -> None:
    assert [stroke.kind for stroke in reviewed("samara").strokes] == ["setup"]


def test_what_chance_brings_one_seat_it_takes_from_the_others() -> None:
    first, second = reviewed("tybor").sums()
    assert first.chance == pytest.approx(-second.chance)


def test_the_sums_are_those_of_the_decisions() -> None:
    result = reviewed("samara")
    own = [decision for decision in result.decisions if decision.seat == 1]
    total = result.sums()[1]
    assert total.decisions == len(own)
    assert total.lost == pytest.approx(sum(decision.loss for decision in own))
    assert total.mean_loss == pytest.approx(total.lost / len(own))


@pytest.mark.parametrize("name", ["tybor", "samara"])
def test_the_same_record_gets_the_same_review(name: str) -> None:
    again = review(played(name), HASTY)
    assert json.dumps(to_json(again)) == json.dumps(to_json(reviewed(name)))


def test_a_review_of_one_seat_judges_its_decisions_only() -> None:
    result = review(played("samara"), HASTY, seats=[1])
    assert {decision.seat for decision in result.decisions} == {1}
    assert [total.seat for total in result.sums()] == [1]
    assert {turn.seat for turn in result.turns()} <= {1}


def test_a_running_game_is_not_reviewed() -> None:
    with pytest.raises(ReviewError, match="still running"):
        review(game("tybor").new(2, seed=1), HASTY)


def test_seconds_become_an_effort() -> None:
    effort = for_seconds(played("tybor"), 0.2)
    assert effort.budget().seconds == pytest.approx(0.1)
    assert min(effort.compare, effort.curve, effort.chance) >= 200
