"""The four levels: each plays its own way, the same for the same seed."""

from __future__ import annotations

import pytest

from baumeister.bots import BOTS, LEVELS, bot_seed, new_bot
from baumeister.bots.search_bot import SearchBot
from baumeister.kernel.rule import can_compile
from baumeister.play import SeatView, Table
from tests.bots.asking import GAMES, QUESTIONS, Asked, moments, patient
from tests.soaking import SOAKING

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed: no search")

MOST = 300  # iterations: the Baumeister has many
each_level = pytest.mark.parametrize("level", LEVELS)
both_games = pytest.mark.parametrize("game", GAMES)


def played(game: str, level: str, seed: str, bots: str) -> Table:
    """A game of two of a level."""
    table = GAMES[game].new(2, seed)
    players = [patient(level, bot_seed(bots, seat), MOST) for seat in range(2)]
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, players[seat].decide(table.seat_view(seat)))
    return table


def some_moments(game: str) -> list[SeatView]:
    return [view for deal in range(2) for view in moments(game, 2, f"levels {deal}", 6)]


def test_there_are_four_and_they_are_bots() -> None:
    assert list(LEVELS) == ["apprentice", "journeyman", "master", "baumeister"]
    assert set(LEVELS) < set(BOTS)


@both_games
@each_level
def test_the_same_seed_is_the_same_game(game: str, level: str) -> None:
    first, again = (played(game, level, "levels", "bots") for _ in range(2))
    assert first.moves == again.moves


@both_games
@each_level
def test_another_seed_is_another_game(game: str, level: str) -> None:
    """On the same deal."""
    first, other = (played(game, level, "levels", bots) for bots in ("bots", "other bots"))
    assert first.events[0].full == other.events[0].full
    assert first.moves != other.moves


@both_games
def test_each_level_plays_its_own_way(game: str) -> None:
    views = some_moments(game)
    ways = {tuple(patient(level, "ways", 2000).decide(view) for view in views) for level in LEVELS}
    assert len(ways) == len(LEVELS)


@both_games
@each_level
def test_every_decision_is_legal(game: str, level: str) -> None:
    asked = Asked()
    for players in (2, GAMES[game].rules.most_players):
        table = GAMES[game].new(players, f"legal {level}")
        asked.play(table, patient(level, "legal", 20), f"legal {level}")
    assert asked.illegal == []
    assert set(asked.questions) <= QUESTIONS[game]


def test_a_level_never_takes_longer_than_people_wait() -> None:
    for level in LEVELS:
        bot = new_bot(level, "time")
        if isinstance(bot, SearchBot):
            assert bot.budget.seconds is not None
            assert bot.budget.seconds <= 3.0
            assert bot.budget.iterations is not None


def test_each_level_thinks_more_than_the_one_below() -> None:
    bots = [new_bot(level, "more") for level in LEVELS]
    iterations = [bot.budget.iterations or 0 for bot in bots if isinstance(bot, SearchBot)]
    assert len(iterations) == 3
    assert iterations == sorted(set(iterations))


@both_games
@pytest.mark.parametrize(
    ("level", "below", "deals", "most", "share"),
    [
        ("apprentice", "random", 6, None, 0.75),
        ("journeyman", "apprentice", 6, None, 0.75),
        ("master", "journeyman", 6, None, 0.75),
        # with a third of its walks; half a minute, so in the soak only
        *([("baumeister", "master", 8, 2500, 0.55)] if SOAKING else []),
    ],
)
def test_each_level_beats_the_one_below(
    game: str, level: str, below: str, deals: int, most: int | None, share: float
) -> None:
    """Every deal twice with seats swapped; the measurement with many games is in docs/bots.md."""
    won = 0.0
    for k in range(2 * deals):
        table = GAMES[game].new(2, f"stronger {k // 2}")
        names = (level, below) if k % 2 == 0 else (below, level)
        bots = [patient(name, f"{k}/{seat}", most) for seat, name in enumerate(names)]
        while not table.over:
            seat = table.waiting_for[0]
            table.play(seat, bots[seat].decide(table.seat_view(seat)))
        won += (k % 2 in table.winners) / len(table.winners)
    assert won >= share * 2 * deals
