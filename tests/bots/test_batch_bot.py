"""Bots that decide in all games of a batch at once."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the batch is made of numpy arrays")

from baumeister.bots.batch_bot import BatchBot  # noqa: E402
from baumeister.bots.choosing import TIE_BREAK  # noqa: E402
from baumeister.bots.greedy_bot import weighed  # noqa: E402
from baumeister.envs.batch import LEAVE, BatchEnv  # noqa: E402
from baumeister.kernel.rule import can_compile  # noqa: E402
from baumeister.play import OptionError  # noqa: E402
from tests.envs.batch_lockstep import MIXES, AtTable  # noqa: E402

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed")


@pytest.mark.parametrize("game", MIXES)
def test_greedy_does_what_seems_worth_most_from_the_seat_s_view(game: str) -> None:
    env = BatchEnv(game, len(MIXES[game]), MIXES[game], seed="view", threads=2)
    tables = [AtTable(env, row) for row in range(env.n)]
    for _ in range(60):
        actions = BatchBot("greedy").actions(env)
        for at, action in zip(tables, actions.tolist(), strict=True):
            legal, worths = weighed(at.table.seat_view(at.seat))
            worth = dict(zip(legal.actions, worths, strict=True))
            assert worth[action] == pytest.approx(max(worths), abs=TIE_BREAK)
            at.play(action)
        env.step(actions)


def test_only_the_games_that_are_asked_get_an_action() -> None:
    env = BatchEnv("samara", 3, seed=1)
    where = np.array([True, False, True])
    assert (BatchBot().actions(env, where) == LEAVE).tolist() == [False, True, False]


def test_the_same_seed_brings_the_same_games_on_any_number_of_threads() -> None:
    alone, shared = (BatchEnv("tybor", 40, (2, 6), seed=2, threads=n) for n in (1, 3))
    for _ in range(100):
        for env in (alone, shared):
            env.step(BatchBot("greedy").actions(env))
        assert (alone.observations == shared.observations).all()


@pytest.mark.parametrize("game", MIXES)
def test_greedy_wins_against_opponents_by_lot_and_not_against_its_like(game: str) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is an optional extra")
    from baumeister.envs.vector import VectorGames

    def wins(opponents: Any) -> float:
        envs = VectorGames(game, 64, players=2, opponents=opponents, copy=False)
        envs.reset(seed=3)
        rewards: list[float] = []
        while len(rewards) < 200:
            _, reward, ended, _, _ = envs.step(BatchBot("greedy").actions(envs.batch))
            rewards += reward[ended].tolist()
        return float(np.mean(rewards))

    assert wins("random") > 0.85
    assert 0.35 < wins(BatchBot("greedy")) < 0.65


def test_a_bot_that_exists_for_single_games_only_is_refused() -> None:
    with pytest.raises(OptionError, match="random, greedy"):
        BatchBot("master")
