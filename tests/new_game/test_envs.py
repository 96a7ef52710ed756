"""Every game that is installed, as an environment: batch, PettingZoo, OpenSpiel, renders."""

from __future__ import annotations

import importlib
import pickle
import random
from typing import Any

import numpy as np
import pytest

from baumeister import envs
from baumeister.envs.batch import BatchEnv
from baumeister.envs.observations import OBSERVERS, observation
from baumeister.games import GAMES
from tests.envs.batch_lockstep import Lockstep
from tests.new_game.test_play import INSTALLED, played
from tests.secrecy.worlds import redealt


@pytest.mark.parametrize("name", INSTALLED)
def test_a_batch_plays_what_tables_play(name: str) -> None:
    players = tuple(range(GAMES[name].least_players, GAMES[name].most_players + 1))
    env = BatchEnv(name, len(players), players, seed="new", final_observations=True)
    beside = Lockstep(env)
    beside.until_every_row_has_ended(2)
    assert beside.ends >= 2 * len(players)
    env.close()


@pytest.mark.parametrize("name", INSTALLED)
def test_an_observation_is_within_its_bounds_and_tells_no_secret(name: str) -> None:
    layout = OBSERVERS[name].layout
    assert layout.version.startswith(f"{name}-")
    for moves in (0, 5, 20, 1000):
        table = played(name, 3, moves)
        rows = [observation(table.seat_view(seat)) for seat in range(3)]
        assert all((layout.lows() <= row).all() and (row <= layout.highs()).all() for row in rows)
        own = layout.own()
        assert own.any()
        for seat, row in enumerate(rows):
            world = redealt(table, seat, f"{moves}")
            again = [0] * layout.size
            OBSERVERS[name].observe(table.components.box, world, seat, again)
            assert (np.array(again) == row).all()


@pytest.mark.parametrize("name", INSTALLED)
def test_pettingzoo_accepts_the_environment(name: str) -> None:
    from pettingzoo.test import api_test

    module = getattr(envs, f"{name}_v1")
    api_test(module.env(players=3, compiled=False), num_cycles=100)
    env = module.env(players=2, render_mode="ansi", compiled=False)
    env.reset(seed=7)
    assert "player_0" in env.agents
    assert "Player 1" in env.render() or "player_0" in env.render()
    picture = module.env(players=2, render_mode="rgb_array", compiled=False)
    picture.reset(seed=7)
    before = picture.render()
    picture.step(int(np.flatnonzero(picture.last()[0]["action_mask"])[0]))
    after = picture.render()
    assert before.shape == after.shape
    assert (before != after).any()


@pytest.mark.parametrize("name", INSTALLED)
def test_openspiel_accepts_the_game(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    importlib.import_module("baumeister.envs.open_spiel_games")
    game = pyspiel.load_game(f"python_baumeister_{name}", {"players": 3})
    pyspiel.random_sim_test(game, 1, False, True, True)
    lots, state, decisions = random.Random(1), game.new_initial_state(), 0
    while not state.is_terminal():
        decisions += state.is_player_node()
        state.apply_action(lots.choice(state.legal_actions()))
    assert decisions <= game.max_game_length()
    again = pickle.loads(pickle.dumps(state))
    assert again.returns() == state.returns()
    assert sum(state.returns()) == pytest.approx(0)
