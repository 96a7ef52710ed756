"""Gymnasium's vector interface."""

from __future__ import annotations

import copy
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="Gymnasium is an optional extra")
np = pytest.importorskip("numpy", reason="the batch is made of numpy arrays")

from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from baumeister.envs.errors import IllegalAction, OutOfOrder  # noqa: E402
from baumeister.envs.vector import VectorGames  # noqa: E402
from baumeister.kernel.options import OptionError  # noqa: E402
from baumeister.kernel.rule import can_compile  # noqa: E402

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed")


def first_legal(observations: Any, masks: Any, actors: Any) -> Any:
    return masks.argmax(axis=1)


def test_observations_are_in_their_space() -> None:
    envs = VectorGames("tybor", 6, players=(2, 4, 6), seed=1)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, info = envs.reset(seed=3)
    for _ in range(200):
        assert envs.observation_space.contains(observations)
        actions = info["action_mask"].argmax(axis=1)
        assert envs.action_space.contains(actions)
        observations, rewards, terminated, truncated, info = envs.step(actions)
        assert rewards.shape == terminated.shape == truncated.shape == (6,)
        assert not truncated.any()


def test_the_learner_holds_one_seat_and_gets_its_share() -> None:
    envs = VectorGames("samara", 8, players=3, opponents="random")
    _, info = envs.reset(seed=1)
    ends = 0
    while ends < 30:
        seats = envs._seats.copy()
        assert (info["actor"] == seats).all()
        _, rewards, terminated, _, info = envs.step(info["action_mask"].argmax(axis=1))
        assert (rewards[~terminated] == 0).all()
        for row in np.flatnonzero(terminated).tolist():
            ends += 1
            assert rewards[row] == info["final_info"]["shares"][row, seats[row]]
            assert info["final_info"]["shares"][row].sum() == pytest.approx(1)
            assert envs._seats[row] == (seats[row] + 1) % 3
            layout = envs.batch.layout
            final = info["final_obs"][row]
            assert final[layout.at("question") + 8] == 1
            scores = info["final_info"]["scores"][row]
            assert final[layout.at("seat0.prestige")] == scores[seats[row]]


def test_opponents_can_be_a_function() -> None:
    asked: list[int] = []

    def policy(observations: Any, masks: Any, actors: Any) -> Any:
        waiting = envs.batch.actors != envs._seats
        assert (actors == envs.batch.actors[waiting]).all()
        assert (observations == envs.batch.observations[waiting]).all()
        asked.append(len(masks))
        return first_legal(observations, masks, actors)

    envs = VectorGames("tybor", 4, players=2, opponents=policy)
    _, info = envs.reset(seed=1)
    for _ in range(60):
        _, _, _, _, info = envs.step(info["action_mask"].argmax(axis=1))
        assert (info["actor"] == envs._seats).all()
    assert min(asked) < 4


def test_an_illegal_action_of_an_opponent_is_told_as_such() -> None:
    wrong: list[int] = []

    def policy(observations: Any, masks: Any, actors: Any) -> Any:
        return np.full(len(masks), 9999) if wrong else masks.argmax(axis=1)

    envs = VectorGames("tybor", 4, players=2, opponents=policy)
    _, info = envs.reset(seed=1)
    wrong.append(9999)
    with pytest.raises(IllegalAction, match=r"9999 .* were carried out.* reset\(\)"):
        envs.step(info["action_mask"].argmax(axis=1))
    with pytest.raises(OutOfOrder, match="start over"):
        envs.step(info["action_mask"].argmax(axis=1))
    wrong.clear()
    _, info = envs.reset()
    envs.step(info["action_mask"].argmax(axis=1))


def test_after_a_failure_of_the_opponents_only_a_reset_helps() -> None:
    def policy(observations: Any, masks: Any, actors: Any) -> Any:
        raise RuntimeError("no answer")

    envs = VectorGames("tybor", 4, players=2, opponents=policy)
    with pytest.raises(RuntimeError, match="no answer"):
        envs.reset(seed=1)
    with pytest.raises(OutOfOrder, match=r"reset\(\)"):
        envs.step([0] * 4)


@pytest.mark.parametrize("opponents", [None, "random"])
def test_there_is_no_step_before_a_reset(opponents: str | None) -> None:
    envs = VectorGames("tybor", 4, players=2, opponents=opponents)
    with pytest.raises(OutOfOrder, match=r"step\(\) before reset\(\)"):
        envs.step(envs.batch.masks.argmax(axis=1))


def test_a_copy_goes_on_with_the_same_games() -> None:
    envs = VectorGames("samara", 4, players=3, opponents="random")
    _, info = envs.reset(seed=1)
    other = copy.deepcopy(envs)
    for _ in range(60):
        actions = info["action_mask"].argmax(axis=1)
        observations, rewards, ended, _, info = envs.step(actions)
        others, its_rewards, its_ends, _, _ = other.step(actions)
        assert (observations == others).all()
        assert (rewards == its_rewards).all()
        assert (ended == its_ends).all()


@pytest.mark.parametrize("opponents", [None, "random"])
def test_a_closed_environment_says_so(opponents: str | None) -> None:
    envs = VectorGames("samara", 4, players=3, opponents=opponents)
    _, info = envs.reset(seed=1)
    envs.close()
    with pytest.raises(OutOfOrder, match="closed"):
        envs.step(info["action_mask"].argmax(axis=1))
    with pytest.raises(OutOfOrder, match="closed"):
        envs.reset()


def test_the_same_seed_is_the_same_game_in_a_larger_batch() -> None:
    def run(n: int) -> list[bytes]:
        envs = VectorGames("samara", n, players=4, opponents="random")
        observations, info = envs.reset(seed=9)
        shown = []
        for _ in range(120):
            shown.append(observations[:3].tobytes())
            observations, _, _, _, info = envs.step(info["action_mask"].argmax(axis=1))
        return shown

    assert run(3) == run(7)


def test_a_second_reset_brings_other_games_and_a_seed_brings_them_back() -> None:
    envs = VectorGames("tybor", 4, players=3)
    first, _ = envs.reset(seed=1)
    second, _ = envs.reset()
    again, _ = envs.reset(seed=1)
    assert (first != second).any(axis=1).all()
    assert (first == again).all()
    third, _ = envs.reset()
    assert envs.batch.seed == "1/1"
    assert (third == second).all()
    envs.reset()
    assert envs.batch.seed == "1/2"


def test_a_reset_that_fails_uses_no_seed_up() -> None:
    envs = VectorGames("tybor", 4, players=3)
    envs.reset(seed=1)
    for options in ({"chapter": 99}, {"colour": "red"}):
        with pytest.raises(OptionError):
            envs.reset(seed=7, options=options)
        with pytest.raises(OptionError):
            envs.reset(options=options)
    assert envs.batch.seed == "1"
    envs.reset()
    assert envs.batch.seed == "1/1"


@pytest.mark.parametrize("seed", [True, 1.5])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    envs = VectorGames("tybor", 1)
    with pytest.raises(OptionError, match="not a seed"):
        envs.reset(seed=seed)


def test_numbers_of_numpy_are_as_good_as_any() -> None:
    envs = VectorGames("tybor", np.int64(4), players=np.array([2, 3]))
    one, _ = envs.reset(seed=np.int64(5), options={"chapter": np.int64(3)})
    other, _ = envs.reset(seed=5, options={"chapter": 3})
    assert (one == other).all()


def test_options_of_a_reset() -> None:
    envs = VectorGames("samara", 8, players=3)
    observations, _ = envs.reset(seed=1, options={"start_month": 3})
    assert observations[:, envs.batch.layout.at("month") + 2].all()
    with pytest.raises(OptionError, match="colour"):
        envs.reset(options={"colour": "red"})


def test_an_illegal_action_is_refused() -> None:
    envs = VectorGames("tybor", 4, players=3)
    _, info = envs.reset(seed=1)
    actions = info["action_mask"].argmax(axis=1)
    actions[2] = -1
    with pytest.raises(IllegalAction, match="game 2: action -1 is not legal"):
        envs.step(actions)
    with pytest.raises(IllegalAction, match="whole numbers, not an array of float64"):
        envs.step(info["action_mask"].argmax(axis=1) + 0.5)


def test_unknown_opponents_are_refused() -> None:
    with pytest.raises(OptionError, match="random"):
        VectorGames("tybor", 1, opponents="strong")


def test_without_copies_the_arrays_are_those_of_the_batch() -> None:
    envs = VectorGames("samara", 4, players=2, copy=False)
    observations, info = envs.reset(seed=1)
    assert observations is envs.batch.observations
    kept, _ = VectorGames("samara", 4, players=2).reset(seed=1)
    assert not np.shares_memory(kept, observations)
    assert (kept == observations).all()
    assert info["action_mask"] is envs.batch.masks


def test_gymnasium_s_own_wrapper_counts_returns() -> None:
    envs = RecordEpisodeStatistics(VectorGames("samara", 8, players=2, opponents="random"))
    _, info = envs.reset(seed=1)
    returns: list[float] = []
    while len(returns) < 20:
        _, _, terminated, _, info = envs.step(info["action_mask"].argmax(axis=1))
        if terminated.any():
            returns += info["episode"]["r"][terminated].tolist()
    assert set(returns) <= {0.0, 1.0}
    envs.close()
