"""T7, S9 A view has a part that is the same for all and a part of the seat's own."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from baumeister.games.tybor import actions, scoring
from baumeister.games.tybor.state import GREAT, LITTLE, State
from baumeister.kernel.chance import FastDealer
from baumeister.play import Table
from tests.games.samara import playing as samara
from tests.games.tybor import playing as tybor

TABLES = [("tybor", n) for n in tybor.PLAYERS] + [("samara", n) for n in samara.PLAYERS]
whole_games = pytest.mark.parametrize(("game", "players"), TABLES)


def positions(game: str, players: int, number: int = 0) -> Iterator[Table]:
    """A table at every position of a game."""
    rng = random.Random(f"{game} {players} {number}")
    move: Callable[[], None]
    if game == "tybor":
        table = tybor.new_table(players, rng.randrange(32), f"parts {number}")
        move = partial(tybor.step, table, tybor.POLICIES[(players + number) % 5], rng)
    else:
        options: dict[str, Any] = {"start_month": 1 + players, "open_scores": number == 1}
        table = samara.SAMARA.new(players, f"parts {number}", **options)
        move = partial(samara.step, table, samara.collector, rng)
    while not table.over:
        yield table
        move()
    yield table


def seats_and_spectator(table: Table) -> list[int | None]:
    return [None, *range(len(table.names))]


def text(data: dict[str, Any]) -> bytes:
    return json.dumps(data).encode()


def shared_of(table: Table, world: Any) -> dict[str, Any]:
    """The shared part, were this the state of the table."""
    view = table.rules.glance(world, None)
    return table.rules.shared_json(table.components, view, table.names, table.options)


def own_of(table: Table, world: Any, seat: int | None) -> dict[str, Any]:
    """A seat's own part, were this the state of the table."""
    rules, components = table.rules, table.components
    own = rules.own_json(components, rules.glance(world, seat), seat, table.names, table.options)
    return {**own, "legal": [] if seat is None else list(table.game.legal(world, seat))}


# --- two parts are the whole --------------------------------------------------------------------
@whole_games
def test_both_parts_together_are_the_view(game: str, players: int) -> None:
    for table in positions(game, players):
        shared = table.shared_view()
        for seat in seats_and_spectator(table):
            own = table.own_view(seat)
            assert not shared.keys() & own.keys()
            assert {**shared, **own} == table.view(seat) == table.seat_view(seat).json()


@whole_games
def test_a_glance_shows_what_a_view_holds(game: str, players: int) -> None:
    for table in positions(game, players):
        state = table.snapshot()
        for seat in seats_and_spectator(table):
            assert table.rules.glance(state, seat) == table.rules.view_of(state, seat)


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_who_looks_changes_nothing(game: str) -> None:
    for table in positions(game, 4):
        before = table.snapshot()
        for seat in seats_and_spectator(table):
            spoil(table.view(seat))
        assert table.snapshot() == before


def spoil(thing: Any) -> None:
    """Empty all lists and dictionaries in JSON-ready data."""
    if isinstance(thing, dict | list):
        for item in list(thing.values() if isinstance(thing, dict) else thing):
            spoil(item)
        thing.clear()


def test_there_is_no_own_part_of_a_seat_that_does_not_exist() -> None:
    table = tybor.new_table(3, 0, "seats")
    for seat in (-1, 3):
        with pytest.raises(ValueError, match="there is no seat"):
            table.own_view(seat)


def phases(game: str, players: int) -> set[str]:
    """The phases of the games that are looked at here."""
    tables = (table for number in range(3) for table in positions(game, players, number))
    return {table.shared_view()["phase"] for table in tables}


def test_all_questions_of_tybor_are_met_on_the_way() -> None:
    met = {phase for players in tybor.PLAYERS for phase in phases("tybor", players)}
    assert met == {"choose", "use", "pay", "keep", "drop", "give_up", "over"}


def test_secret_choices_of_samara_are_met_on_the_way() -> None:
    for players in samara.PLAYERS:
        assert "barracks" in phases("samara", players)


# --- neither part tells a secret ----------------------------------------------------------------
@whole_games
def test_the_shared_part_is_the_same_whatever_is_hidden(game: str, players: int) -> None:
    for number, table in enumerate(positions(game, players, 1)):
        shared = text(table.shared_view())
        world = table.seat_view(None).redeal(FastDealer(f"shared {number}"))
        assert text(shared_of(table, world)) == shared
        for seat in range(players):
            assert text(shared_of(table, table.seat_view(seat).state)) == shared


@whole_games
def test_an_own_part_is_the_same_whatever_is_hidden_from_the_seat(game: str, players: int) -> None:
    for number, table in enumerate(positions(game, players, 2)):
        for seat in seats_and_spectator(table):
            world = table.seat_view(seat).redeal(FastDealer(f"own {number} {seat}"))
            assert text(own_of(table, world, seat)) == text(table.own_view(seat))


def test_S9_1_the_shared_part_holds_no_prestige() -> None:
    for table in positions("samara", 4):
        assert "prestige" not in json.dumps(table.shared_view())


# --- what the parts are computed from in a quicker way ------------------------------------------
@pytest.mark.parametrize("players", tybor.PLAYERS)
def test_T4_5_a_building_is_affordable_if_the_player_can_pay(players: int) -> None:
    for table in positions("tybor", players):
        state: State = table.snapshot()
        numbers = {building.code: k for k, building in enumerate(tybor.COMPONENTS.buildings)}
        for seat in range(players):
            player = state.players[seat]
            for shown in table.own_view(seat)["display"]:
                for side, name in ((LITTLE, "little"), (GREAT, "great")):
                    asked = tybor.BOX, state, player, numbers[shown["card"]], side
                    assert shown[name]["cost"] == actions.cost(*asked)
                    assert shown[name]["affordable"] == actions.can_pay(*asked)


@pytest.mark.parametrize("players", tybor.PLAYERS)
def test_T6_the_sheet_of_a_running_game_has_every_line_with_points(players: int) -> None:
    for number in range(3):
        for table in positions("tybor", players, number):
            state: State = table.snapshot()
            for seat in range(players):
                sheet = table.own_view(seat)["score"]
                player = state.players[seat]
                lines = {
                    f"T6.{line}": points
                    for line in range(1, scoring.LINES + 1)
                    if (points := scoring.points(tybor.BOX, state, player, line))
                }
                assert {line["clause"]: line["points"] for line in sheet["lines"]} == lines
                assert sheet["total"] == scoring.score(tybor.BOX, state, player)
