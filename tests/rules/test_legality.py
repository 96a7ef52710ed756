"""`legal_actions` decides; a refuser only explains. It never contradicts: whatever action anybody
may think of, there is a reason exactly if it is not legal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import baumeister
from baumeister import Refusal, Table
from baumeister.games import GAMES
from tests.soaking import times

CASES = [
    (name, players)
    for name, rules in GAMES.items()
    for players in range(rules.least_players, rules.most_players + 1)
]


def moments(table: Table, chance: Random, part: float) -> Iterator[Table]:
    """Play at random to the end; the table is handed out at some of the moments."""
    while not table.over:
        if chance.random() < part:
            yield table
        seat = chance.choice(table.waiting_for)
        table.play(seat, chance.choice(table.legal(seat)))
    yield table


@pytest.mark.parametrize(("name", "players"), CASES)
def test_a_refuser_never_contradicts(name: str, players: int) -> None:
    chance = Random(f"{name} {players}")
    for number in range(times(1, 20)):
        table = baumeister.game(name).new(players, f"legality {number}")
        for moment in moments(table, chance, 0.1):
            for seat in range(players):
                legal = set(moment.legal(seat))
                actions = range(-1, moment.rules.actions + 1)
                allowed = {one for one in actions if moment.why_not(seat, one) is None}
                assert allowed == legal, (moment.seed, seat, len(moment.moves))


@pytest.mark.parametrize("name", GAMES)
def test_positions_refuse_as_tables_do(name: str) -> None:
    chance = Random(name)
    table = baumeister.game(name).new(2, "positions")
    seat = table.waiting_for[0]
    position = table.position(chance)
    wrong = next(one for one in range(table.rules.actions) if one not in table.legal(seat))
    for moment in (table, position):
        with pytest.raises(Refusal) as refused:
            moment.play(seat, wrong)
        assert refused.value.reason == table.why_not(seat, wrong)


@pytest.mark.parametrize(("name", "players"), CASES)
def test_a_position_never_changes_and_goes_on_as_a_table_does(name: str, players: int) -> None:
    """Wherever no chance has a say, position and table come to the same moment."""
    chance = Random(f"{name} {players}")
    table = baumeister.game(name).new(players, "the same")
    while not table.over:
        seat = table.waiting_for[0]
        action = chance.choice(table.legal(seat))
        before = table.position(chance)
        views = [before.view(k) for k in range(players)]
        after = before.play(seat, action)
        assert [before.view(k) for k in range(players)] == views
        drawn = table.snapshot()
        table.play(seat, action)
        if table.rules.can_foresee(drawn):
            assert [after.view(k) for k in range(players)] == [
                table.view(k) for k in range(players)
            ]
        assert after.waiting_for == table.waiting_for or not table.rules.can_foresee(drawn)
    assert after.over == table.over


@pytest.mark.parametrize("name", GAMES)
def test_an_imagined_position_looks_the_same_to_the_seat(name: str) -> None:
    chance = Random(name)
    table = baumeister.game(name).new(3, "imagined")
    for moment in moments(table, chance, 0.1):
        for seat in range(3):
            world = moment.seat_view(seat).imagine(chance)
            assert world.view(seat) == moment.view(seat)
            assert world.redeal(seat, chance).view(seat) == moment.view(seat)
