"""OpenSpiel's algorithms run on both games, with small budgets."""
# ruff: noqa: E402 where OpenSpiel is missing the file ends at importorskip

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots.uniform_random import UniformRandomBot

import baumeister.envs.open_spiel_games  # noqa: F401 registers the games

GAMES = ["python_baumeister_tybor", "python_baumeister_samara"]


def first_question(game: Any, seed: int) -> Any:
    """A game dealt by lot."""
    lots = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(lots.choice(state.legal_actions()))
    return state


def searcher(game: Any, kind: str, simulations: int) -> Any:
    """OpenSpiel's MCTS or ISMCTS in Python."""
    lots = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, lots)
    if kind == "mcts":
        return mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=lots)
    return ismcts.ISMCTSBot(game, evaluator, 1.4, simulations, random_state=lots)


@pytest.mark.parametrize("kind", ["mcts", "ismcts"])
@pytest.mark.parametrize("name", GAMES)
def test_searches_play_whole_games(name: str, kind: str) -> None:
    game = pyspiel.load_game(name)
    bots = [searcher(game, kind, 2), UniformRandomBot(1, np.random.RandomState(2))]
    state, lots = first_question(game, 1), random.Random(3)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(lots.choice(state.legal_actions()))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", GAMES)
def test_ismcts_visits_every_answer_and_reaches_other_players_decisions(name: str) -> None:
    game = pyspiel.load_game(f"{name}(players=3)")
    state = first_question(game, 4)
    bot = searcher(game, "ismcts", 4 * len(state.legal_actions()))
    policy = bot.get_policy(state)
    assert sorted(action for action, _ in policy) == state.legal_actions()
    assert {player for player, _ in bot._nodes} > {state.current_player()}


@pytest.mark.parametrize("name", GAMES)
def test_mcts_in_cpp_searches_python_games(name: str) -> None:
    """By `mcts_search`: `step` lets go of the interpreter, which no Python game survives."""
    game = pyspiel.load_game(name)
    state = first_question(game, 5)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 20, 100, False, 1, False)
    root = bot.mcts_search(state)
    assert root.explore_count == 20
    assert root.best_child().action in state.legal_actions()


@pytest.mark.parametrize("name", GAMES)
def test_the_environment_for_learning_gives_rewards_at_the_end(name: str) -> None:
    env = rl_environment.Environment(name, players=3, enable_legality_check=True)
    lots = random.Random(6)
    env.seed(6)
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        action = lots.choice(step.observations["legal_actions"][player])
        step = env.step([action])
        assert step.last() or step.rewards == [0.0] * 3
    assert max(step.rewards) > 0
    assert sum(step.rewards) == pytest.approx(0)


@pytest.mark.parametrize("name", GAMES)
def test_dqn_learns_from_games(name: str) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    pytest.importorskip("tree", reason="dm-tree, which OpenSpiel's DQN needs, is not installed")
    from open_spiel.python.pytorch import dqn

    torch.manual_seed(7)
    np.random.seed(7)
    observation = rl_environment.ObservationType.OBSERVATION
    env = rl_environment.Environment(name, observation_type=observation)
    agents = [
        dqn.DQN(
            player_id=player,
            state_representation_size=env.observation_spec()["info_state"][0],
            num_actions=env.action_spec()["num_actions"],
            hidden_layers_sizes=[32],
            batch_size=16,
            min_buffer_size_to_learn=16,
        )
        for player in range(2)
    ]
    for _ in range(2):
        step = env.reset()
        while not step.last():
            output = agents[step.observations["current_player"]].step(step)
            step = env.step([output.action])
        for agent in agents:
            agent.step(step)
    assert all(np.isfinite(agent.loss) for agent in agents)


@pytest.mark.parametrize("name", GAMES)
def test_ppo_learns_from_games(name: str) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    from open_spiel.python.pytorch.ppo import PPO, PPOAgent

    torch.manual_seed(8)
    env, lots = rl_environment.Environment(name), random.Random(8)
    agent = PPO(
        input_shape=tuple(env.observation_spec()["info_state"]),
        num_actions=env.action_spec()["num_actions"],
        num_players=2,
        steps_per_batch=16,
        update_epochs=1,
        agent_fn=PPOAgent,
    )
    before = [weights.detach().clone() for weights in agent.network.parameters()]
    step = after_others(env, env.reset(), lots)
    for _ in range(16):
        step = env.step([agent.step([step])[0].action])
        step = after_others(env, step, lots)
        agent.post_step([step.rewards[0]], [step.last()])
        if step.last():
            step = after_others(env, env.reset(), lots)
    agent.learn([step])
    pairs = zip(before, agent.network.parameters(), strict=True)
    assert not all(torch.equal(old, new) for old, new in pairs)


def after_others(env: Any, step: Any, lots: random.Random) -> Any:
    """After random moves of all others: it is the turn of player 0, or the end."""
    while not step.last() and (player := step.observations["current_player"]) != 0:
        step = env.step([lots.choice(step.observations["legal_actions"][player])])
    return step
