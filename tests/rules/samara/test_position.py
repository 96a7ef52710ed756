"""Positions as text: what is written is read back, and what is no position is refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

import baumeister
from baumeister.games.samara import position
from baumeister.games.samara.components import standard
from baumeister.games.samara.position import PositionError
from baumeister.games.samara.state import State

SAMARA = baumeister.game("samara")

DRAWN = """\
samara players 2, start month 9, NOW 3
1,1 Hut/1 saw saw
1,2 - glass_a
month 3: 0a W, 1b MM
month 7: 0b MMW
foreman 0: saw glass_a | Bridge Hut/2
foreman 1: - | -
"""


def test_a_drawn_position_is_written_the_same() -> None:
    assert position.write(standard(), position.read(standard(), DRAWN)) == DRAWN


def test_order_and_spaces_of_the_lines_do_not_matter() -> None:
    head, *lines = DRAWN.splitlines()
    mixed = "\n\n".join([head, *(f"   {line}  " for line in reversed(lines))])
    assert position.read(standard(), mixed) == position.read(standard(), DRAWN)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_position_between_two_turns_is_written_and_read(players: int) -> None:
    for seed in range(4):
        dice = random.Random(f"{players}/{seed}")
        table = SAMARA.new(players, seed, specials=seed > 0)
        while not table.over:
            if table.view(None)["phase"] == "act":
                text = position.write(table.components, table.snapshot())
                again = position.read(table.components, text)
                assert position.write(table.components, again) == text
                seat = table.waiting_for[0]
                assert (again.foreman, again.slot) == (seat, table.snapshot().slot)
            seat = dice.choice(table.waiting_for)
            table.play(seat, dice.choice(table.legal(seat)))


OF_THE_TURN = ("progress", "deed", "space", "tool", "group", "tile", "to_lose", "victim")


def lasting(state: State) -> dict[str, Any]:
    """What a state holds between two turns: not the turn before, nor numbers of places in line."""
    data = {key: value for key, value in state.to_json().items() if key not in OF_THE_TURN}
    for key in ("for_saws", "for_trowels", "for_glass", "for_tools"):  # of spaces with a tile
        data[key] = [spaces & state.with_tile for spaces in data[key]]
    for player in data["players"]:
        del player["worker_line"]
        there = [month >= 0 for month in player["worker_month"]]
        player["worker_sex"] = [x for x, t in zip(player["worker_sex"], there, strict=True) if t]
    return data


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_position_read_is_the_state_it_was_taken_from(players: int) -> None:
    for seed in range(6):
        dice = random.Random(f"{players}/{seed}")
        table = SAMARA.new(players, seed, specials=seed > 0)
        while not table.over:
            if table.view(None)["phase"] == "act":
                state = table.snapshot()
                text = position.write(table.components, state)
                assert lasting(position.read(table.components, text)) == lasting(state)
            seat = dice.choice(table.waiting_for)
            table.play(seat, dice.choice(table.legal(seat)))


def test_a_position_read_plays_like_the_game_it_was_taken_from() -> None:
    dice = random.Random("play on")
    table = SAMARA.new(3, "play on", start_month=5)
    for _ in range(40):
        seat = table.waiting_for[0]
        table.play(seat, dice.choice(table.legal(seat)))
    while table.view(None)["phase"] != "act":
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
    text = position.write(table.components, table.snapshot())
    view = SAMARA.rules.view_json(
        table.components, position.read(table.components, text), None, table.names, table.options
    )
    same = ("spaces", "calendar", "seats", "now", "last_month", "foreman", "worker", "waiting_for")
    assert {key: view[key] for key in same} == {key: table.view(None)[key] for key in same}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("samara players 2", "tybor players 2", "line 1"),
        ("players 2", "players 6", "2 to 5 players"),
        ("start month 9", "start month 13", "1 to 12"),
        ("1,1 Hut/1 saw saw", "5,1 Hut/1", "no such space"),
        ("Hut/1", "Hat/1", "line 2"),
        ("glass_a\n", "glass_c\n", "line 3"),
        ("1b MM", "1f MM", "not a worker"),
        ("1b MM", "2b MM", "not a worker"),
        ("1b MM", "1b XX", "not a worker"),
        ("1b MM", "0a M", "stands twice"),
        ("0b MMW", "0b MMMM", "3 men and 2 women"),
        ("month 7", "month 2", "not a worker of this month"),
        ("month 7", "month 16", "not a worker of this month"),
        ("saw glass_a |", "saw saw saw |", "too many"),
        ("saw glass_a |", "saw glass_b |", "too many"),
        ("month 3: 0a W, 1b MM\n", "", "NOW"),
        ("foreman 1: - | -", "foreman 2: - | -", "no such foreman"),
        ("Bridge", "Brigde", "line 6"),
    ],
)
def test_what_is_no_position_is_refused_with_its_line(old: str, new: str, message: str) -> None:
    assert old in DRAWN
    with pytest.raises(PositionError, match=message):
        position.read(standard(), DRAWN.replace(old, new))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1,2 - glass_a", "1,2 Hut/1"),  # lies at 1,1 too
        ("1,2 - glass_a", "1,2 Hut/2"),  # belongs to foreman 0
        ("1,2 - glass_a", "1,1 Cave"),  # the space is written twice
        ("1,2 - glass_a", "1,2 - saw saw saw"),  # two players have 4 saws
        ("foreman 1", "foreman 0"),
    ],
)
def test_there_is_no_more_than_in_the_box(old: str, new: str) -> None:
    assert old in DRAWN
    with pytest.raises(PositionError):
        position.read(standard(), DRAWN.replace(old, new))


@pytest.mark.parametrize("text", ["", "\n", "samara"])
def test_no_head_no_position(text: str) -> None:
    with pytest.raises(PositionError, match="line 1"):
        position.read(standard(), text)
