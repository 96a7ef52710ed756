"""In lockstep with the slow second reading of the rulebook: same questions, answers and scores."""

from __future__ import annotations

import random
from typing import Any

import pytest

from baumeister.play import Table, records
from tests.games.samara.playing import (
    MONTHS,
    PLAYERS,
    POLICIES,
    SAMARA,
    new_table,
    notations,
)
from tests.referee.naive_samara import NaiveSamara, load_data
from tests.soaking import times

DATA = load_data()
WORKER_VERBS = ("take", "train", "bury", "imprison")  # the naive game's words for `worker`
Event = dict[str, Any]


def naive_twin(table: Table) -> NaiveSamara:
    """The same game, at its first question with several answers."""
    options = table.options
    naive = NaiveSamara(
        DATA, options["players"], options["start_month"], options["specials"], table.seed
    )
    settle(naive)
    return naive


def settle(naive: NaiveSamara) -> None:
    """Answer what has one answer only, also with whom; as a table does by itself."""
    while single := [seat for seat in naive.waiting() if len(naive.legal(seat)) == 1]:
        naive.play(single[0], *naive.legal(single[0]))


def ours(notation: str) -> str:
    """The naive game's move as a table writes it."""
    verb, _, rest = notation.partition(" ")
    return f"worker {rest}" if verb in WORKER_VERBS else notation


def follow(naive: NaiveSamara, seat: int, move: str) -> None:
    """Make a table's move in the naive game."""
    (theirs,) = [notation for notation in naive.legal(seat) if ours(notation) == move]
    naive.play(seat, theirs)
    settle(naive)


def followed(table: Table) -> NaiveSamara:
    """The naive game at the position of the table."""
    naive = naive_twin(table)
    for move in table.moves:
        if not move.forced:
            follow(naive, move.seat, SAMARA.notation(move.action))
    return naive


def same_position(table: Table, naive: NaiveSamara) -> None:
    """Who is asked what, and where everything is."""
    players = len(table.names)
    assert table.waiting_for == naive.waiting()
    for seat in range(players):
        assert set(notations(table, seat)) == {ours(move) for move in naive.legal(seat)}
    view = table.view(None)
    assert (view["now"], view["last_month"]) == (naive.now, naive.last_month())
    assert view["without_progress"] == naive.now - naive.progress
    for month in view["calendar"]:
        assert [
            (w["seat"], w["worker"], w["men"], w["women"], w["sex"]) for w in month["line"]
        ] == [(w.seat, w.letter, w.men, w.women, w.sex) for w in naive.line(month["month"])]
    assert sum(len(month["line"]) for month in view["calendar"]) == len(naive.calendar)
    for space, theirs in zip(view["spaces"], naive.spaces, strict=True):
        assert space["tile"] == (theirs.tile.id if theirs.tile else None)
        assert sorted(space["tools"]) == sorted(theirs.tools)
    for seat in range(players):
        assert sorted(view["seats"][seat]["tools"]) == sorted(naive.foremen[seat].tools)


@pytest.mark.parametrize("month", MONTHS)
@pytest.mark.parametrize("players", PLAYERS)
def test_lockstep_with_the_naive_game(players: int, month: int) -> None:
    for number in range(times(1, 2)):
        policy = POLICIES[(players + month + 3 * number) % len(POLICIES)]
        seed = f"lockstep {players} {month} {number}"
        rng = random.Random(seed)
        table = new_table(players, month, seed, specials=(players + month + number) % 5 > 0)
        naive = naive_twin(table)
        while not table.over:
            same_position(table, naive)
            seat = rng.choice(table.waiting_for)
            move = policy(rng, notations(table, seat))
            table.play(seat, SAMARA.action(move))
            follow(naive, seat, move)
        assert naive.over
        assert naive.waiting() == []
        compare_ends(records.to_json(table), naive.record())


def compare_ends(mine: Event, theirs: Event) -> None:
    """All that the record says about the game."""
    assert [normal(event) for event in mine["events"]] == [normal(e) for e in theirs["events"]]
    assert normal(mine["final"]["spaces"]) == normal(theirs["final"]["spaces"])
    for seat, other in zip(mine["final"]["seats"], theirs["final"]["seats"], strict=True):
        assert normal(by_age(seat)) == normal(by_age(other))
    for key in ("scores", "winners", "end", "seed", "commitment"):
        assert mine[key] == theirs[key]
    assert mine["components"]["tiles"] == theirs["components"]["tiles"]


def by_age(seat: Event) -> Event:
    """What a foreman has at the end, the oldest worker first."""
    return {**seat, "workers": sorted(seat["workers"], key=lambda w: int(w["worker"][1:]))}


def normal(thing: Any) -> Any:
    """Without what is free: the order of tools on a space, of helpers, of unused tiles."""
    if isinstance(thing, dict):
        plain = {key: normal(value) for key, value in thing.items()}
        for key in ("tools", "helpers", "unused", "spaces"):
            if key in plain:
                plain[key] = sorted(plain[key], key=str)
        return plain
    if isinstance(thing, list):
        return [normal(item) for item in thing]
    return thing
