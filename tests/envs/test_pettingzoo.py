"""tybor_v1 and samara_v1: PettingZoo's own tests, and what its tests do not ask."""

from __future__ import annotations

import copy
import hashlib
import inspect
import pickle
import random
import re
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

import numpy as np
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as state_test
from pettingzoo.test.state_test import test_state_space as state_space_test

import baumeister
from baumeister import envs
from baumeister.envs import samara_v1, tybor_v1
from baumeister.envs.errors import IllegalAction, OutOfOrder, UnknownAgent, UnknownArgument
from baumeister.envs.observations import OBSERVERS, observation
from baumeister.envs.rewards import win_reward
from baumeister.games.tybor import components
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.options import OptionError
from baumeister.kernel.rule import can_compile

SIZES = [(tybor_v1, players) for players in range(2, 9)]
SIZES += [(samara_v1, players) for players in range(2, 6)]
GAMES = [tybor_v1, samara_v1]
every_size = pytest.mark.parametrize(
    ("module", "players"), SIZES, ids=[f"{m.NAME}-{players}" for m, players in SIZES]
)
both_games = pytest.mark.parametrize("module", GAMES, ids=lambda module: module.NAME)


def plain(module: ModuleType, players: Any = 2, **options: Any) -> Any:
    """The environment itself, by the plain rules."""
    return module.raw_env(players, compiled=False, **options)


def any_legal(env: Any, chance: random.Random) -> int:
    mask = env.observe(env.agent_selection)["action_mask"]
    return int(chance.choice(np.flatnonzero(mask).tolist()))


def decisions(env: Any, seed: int) -> Iterator[tuple[str, int]]:
    """Whoever is asked, and the random action that is played next, to the end of a game."""
    chance = random.Random(seed)
    env.reset(seed=seed)
    while not env.terminations[env.agent_selection]:
        action = any_legal(env, chance)
        yield env.agent_selection, action
        env.step(action)


def played(env: Any, seed: int, steps: int) -> Any:
    """The environment in the middle of a game."""
    for _ in zip(range(steps), decisions(env, seed), strict=False):
        pass
    return env


# --- PettingZoo's own tests -------------------------------------------------------------------
@every_size
def test_api(module: ModuleType, players: int) -> None:
    with warnings.catch_warnings(action="ignore"):
        api_test(module.env(players, compiled=False))
        api_test(plain(module, players))


@every_size
def test_seeds(module: ModuleType, players: int) -> None:
    seed_test(lambda: module.env(players, compiled=False))


@both_games
def test_renders(module: ModuleType) -> None:
    render_test(lambda render_mode: module.env(3, compiled=False, render_mode=render_mode))


@both_games
def test_state(module: ModuleType) -> None:
    env = module.env(3, compiled=False)
    with warnings.catch_warnings(action="ignore"):
        state_space_test(env)
        state_test(env, 10)


# --- whole games ------------------------------------------------------------------------------
@every_size
def test_a_game_ends_rewards_sum_to_zero_and_agents_leave(module: ModuleType, players: int) -> None:
    env = plain(module, players)
    for _ in decisions(env, 4):
        assert not any(env.rewards.values())
    assert env.agents == env.possible_agents == [f"player_{seat}" for seat in range(players)]
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert max(env.rewards.values()) > 0
    for left in range(players, 0, -1):
        assert len(env.agents) == left
        assert not env.observe(env.agent_selection)["action_mask"].any()
        env.step(None)
    assert env.agents == []


@both_games
@pytest.mark.parametrize("skip_forced", [True, False])
def test_it_is_the_game_of_a_table_with_the_same_seed(
    module: ModuleType, skip_forced: bool
) -> None:
    """The table asks, shows and deals the same; without skipping it asks more."""
    env = plain(module, 3, skip_forced=skip_forced)
    game = baumeister.game(module.raw_env.rules.name)
    table, asked = game.new(3, seed=11), 0
    for agent, action in decisions(env, 11):
        seat, asked = int(agent[-1]), asked + 1
        if skip_forced:
            assert seat == table.waiting_for[0]
            assert table.legal(seat) == np.flatnonzero(env.observe(agent)["action_mask"]).tolist()
            for other, name in enumerate(env.agents):
                seen = observation(table.seat_view(other))
                assert (env.observe(name)["observation"] == seen).all()
        if skip_forced or len(table.moves) == asked - 1:
            table.play(seat, action)
    assert env.game_options == table.options
    assert asked == len([move for move in table.moves if not (skip_forced and move.forced)])
    points = [sheet["total"] for sheet in table.scores()]
    winner = max(env.rewards, key=env.rewards.__getitem__)
    assert int(winner[-1]) in table.winners
    assert env.shown().totals == points


def test_margin_is_the_lead_over_the_average_of_the_others() -> None:
    env = plain(samara_v1, 3, reward="margin")
    for _ in decisions(env, 1):
        pass
    first, *others = env.shown().totals
    assert env.rewards["player_0"] == pytest.approx(first - sum(others) / 2)
    assert sum(env.rewards.values()) == pytest.approx(0)


def test_a_shared_win_lies_between_winning_and_losing() -> None:
    assert win_reward([0.0, 1.0, 0.0]) == [-0.5, 1.0, -0.5]
    assert win_reward([0.5, 0.5, 0.0]) == [0.25, 0.25, -0.5]
    assert win_reward([0.5, 0.5]) == [0.0, 0.0]


# --- knowing ----------------------------------------------------------------------------------
@both_games
@pytest.mark.parametrize("players", [2, 4, 5])
def test_observations_are_the_same_when_what_is_hidden_is_dealt_again(
    module: ModuleType, players: int
) -> None:
    env, dealer = plain(module, players), FastDealer("again")
    rules = env.game.rules
    for k, (asked, _) in enumerate(decisions(env, 5)):
        if k % 5 == 0:
            kept = env._play._state
            for seat, agent in enumerate(env.agents):
                seen = env.observe(agent)
                env._play._state = rules.redeal(rules.view_of(kept, seat), seat, dealer)
                again = env.observe(agent)
                env._play._state = kept
                assert (seen["observation"] == again["observation"]).all()
                assert seen["action_mask"].any() == (agent == asked)


def test_T4_1_nobody_observes_what_the_others_have_chosen() -> None:
    one, other = plain(tybor_v1), plain(tybor_v1)
    for env in (one, other):
        env.reset(seed=7)
    first = one.agent_selection
    low, *_, high = np.flatnonzero(one.observe(first)["action_mask"])
    one.step(int(low))
    other.step(int(high))
    second = one.agent_selection
    assert second != first
    for key in ("observation", "action_mask"):
        assert (one.observe(second)[key] == other.observe(second)[key]).all()
    assert (one.observe(first)["observation"] != other.observe(first)["observation"]).any()


def test_observations_are_the_callers_own() -> None:
    env = played(plain(tybor_v1), 3, 5)
    seen = env.observe(env.agent_selection)
    kept = {key: value.copy() for key, value in seen.items()}
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert all((seen[key] == kept[key]).all() for key in kept)
    seen["action_mask"][:] = 1
    seen["observation"][:] = 9
    assert env.observe(env.agent_selection)["action_mask"].sum() < len(seen["action_mask"])


def test_the_state_is_what_all_seats_observe() -> None:
    env = played(plain(samara_v1, 3), 2, 20)
    rows = [env.observe(agent)["observation"] for agent in env.agents]
    assert (env.state() == np.stack(rows)).all()
    assert env.state_space.contains(env.state())


# --- seeds and options ------------------------------------------------------------------------
def test_resets_without_a_seed_go_on_with_the_seed_that_was_given() -> None:
    env = plain(tybor_v1)
    env.reset()
    assert len(env.game_seed) == 64
    env.reset(seed=7)
    seeds = [env.game_seed]
    for _ in range(2):
        env.reset()
        seeds.append(env.game_seed)
    assert seeds == ["7", "7/1", "7/2"]


@both_games
def test_a_reset_that_fails_uses_no_seed_up(module: ModuleType) -> None:
    env = plain(module)
    env.reset(seed=7)
    wrong = {"chapter": 99} if module is tybor_v1 else {"start_month": 99}
    for seed in (8, None):
        with pytest.raises(OptionError, match="99"):
            env.reset(seed=seed, options=wrong)
    assert env.game_seed == "7"
    env.reset()
    assert env.game_seed == "7/1"


def test_numbers_of_numpy_are_as_good_as_any() -> None:
    env = plain(samara_v1, np.int64(3), start_month=np.int64(4), specials=np.True_)
    env.reset(seed=1)
    assert env.game_options["players"] == len(env.agents) == 3
    assert env.game_options["start_month"] == 4
    env = plain(tybor_v1)
    env.reset(seed=1, options={"chapter": np.int64(3)})
    assert env.game_options["chapter"] == 3


@pytest.mark.parametrize("players", [3.0, True, "3", None])
def test_players_are_a_whole_number(players: Any) -> None:
    with pytest.raises(OptionError, match="2 to 5 players"):
        samara_v1.raw_env(players)


@pytest.mark.parametrize("value", [3.0, True, "3", float("nan")])
def test_options_that_are_numbers_are_whole_numbers(value: Any) -> None:
    with pytest.raises(OptionError, match="is not a chapter; they are 1 to 8"):
        tybor_v1.env(chapter=value)
    with pytest.raises(OptionError, match="is not a month; they are 1 to 12"):
        samara_v1.env(start_month=value)
    env = plain(samara_v1)
    with pytest.raises(OptionError, match="is not a month; they are 1 to 12"):
        env.reset(options={"start_month": value})


def test_options_of_the_game() -> None:
    env = plain(tybor_v1, scenario="size-matters", chapter=4)
    env.reset(seed=1)
    assert env.game_options == {"players": 2, "scenario": "size-matters", "chapter": 4}
    env.reset(seed=1, options={"chapter": 2})
    assert env.game_options["chapter"] == 2
    env.reset(seed=1)
    assert env.game_options["chapter"] == 4
    with pytest.warns(UserWarning, match="no option chpater; its options: scenario, chapter"):
        env.reset(options={"chpater": 2})
    first_game = plain(samara_v1, start_month=3, specials=False)
    first_game.reset()
    assert (first_game.game_options["start_month"], first_game.game_options["specials"]) == (
        3,
        False,
    )


def test_a_data_file_of_ones_own(tmp_path: Path) -> None:
    text = (Path(components.__file__).parent / "data.toml").read_text(encoding="utf-8")
    own = tmp_path / "cards.toml"
    own.write_text(text.replace("great_bonus = 3", "great_bonus = 4"), encoding="utf-8")
    env = plain(tybor_v1, data=own)
    assert plain(tybor_v1).game.components.box.great_bonus == 3
    assert copy.deepcopy(env).game.components.box.great_bonus == 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 9}, "2 to 8"),
        ({"reward": "points"}, "reward is 'points'; it has to be one of win, margin"),
        ({"eyes": "player_5"}, "eyes is 'player_5'; it has to be one of public, acting, player_0"),
        ({"render_mode": "window"}, "it has to be one of human, ansi, rgb_array"),
        ({"scenario": "nowhere"}, "nowhere"),
    ],
)
def test_wrong_options_are_told(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        tybor_v1.env(**options)


@both_games
def test_env_is_of_its_module_and_shows_the_arguments_of_raw_env(module: ModuleType) -> None:
    arguments = inspect.signature(module.env).parameters
    assert [*arguments] == [*inspect.signature(module.raw_env).parameters, "illegal_reward"]
    assert arguments["players"].default == 2
    assert import_module(module.env.__module__).env is module.env
    assert pickle.loads(pickle.dumps(module.env)) is module.env
    assert module.env(3, illegal_reward=-5.0, compiled=False)._illegal_value == -5.0
    assert module.raw_env.metadata["name"] == module.NAME


@pytest.mark.parametrize("make", [tybor_v1.env, tybor_v1.raw_env])
def test_an_argument_that_does_not_exist_is_told_with_those_that_do(make: Any) -> None:
    message = "tybor_v1 has no argument player; it has players, scenario, chapter, data, skip_fo"
    with pytest.raises(UnknownArgument, match=message) as told:
        make(player=3)
    assert isinstance(told.value, TypeError | OptionError)
    assert told.value.text("de").startswith("tybor_v1 kennt kein Argument player; es gibt players")


def test_every_game_brings_its_environment_along() -> None:
    assert envs.tybor_v1 is import_module("baumeister.envs.tybor_v1")
    assert (envs.tybor_v1.NAME, envs.samara_v1.NAME) == ("tybor_v1", "samara_v1")
    assert envs.tybor_v1.__doc__ == baumeister.game("tybor").rules.part("pettingzoo_v1").__doc__
    for name in ("tybor_v2", "samara", "nothing_v1"):
        with pytest.raises((AttributeError, ImportError)):
            getattr(envs, name)


def test_an_environment_of_a_game_without_a_file_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(envs, "find_spec", lambda name: None)
    made = envs.__getattr__("samara_v1")
    assert made.__name__ == "baumeister.games.samara.pettingzoo_v1"
    assert made.env is samara_v1.env


def test_options_may_be_given_in_order() -> None:
    env = tybor_v1.raw_env(2, "size-matters", compiled=False)
    assert env.options == {"players": 2, "scenario": "size-matters"}
    with pytest.raises(TypeError, match="multiple values"):
        tybor_v1.raw_env(2, "size-matters", scenario="size-matters")
    with pytest.raises(TypeError, match="too many positional arguments"):
        tybor_v1.raw_env(2, "size-matters", 3, "more")


# --- calls in the wrong order -----------------------------------------------------------------
CALLS: dict[str, Callable[[Any], object]] = {
    "step()": lambda env: env.step(0),
    "last()": lambda env: env.last(),
    "observe()": lambda env: env.observe("player_0"),
    "state()": lambda env: env.state(),
    "render()": lambda env: env.render(),
    "agent_iter()": lambda env: list(env.agent_iter()),
}


@pytest.mark.parametrize("compiled", [False, can_compile()])
@pytest.mark.parametrize("call", CALLS)
def test_before_the_first_reset_there_is_no_game(call: str, compiled: bool) -> None:
    env = samara_v1.raw_env(compiled=compiled, render_mode="ansi")
    message = f"{call} before reset(): no game has been dealt yet; call reset() first"
    with pytest.raises(OutOfOrder, match=f"^{re.escape(message)}$") as told:
        CALLS[call](env)
    assert "zuerst reset() aufrufen" in told.value.text("de")
    with pytest.raises((AssertionError, AttributeError), match="reset"):
        CALLS[call](samara_v1.env(compiled=compiled, render_mode="ansi"))


@both_games
def test_after_the_end_nobody_is_asked_but_all_can_be_seen(module: ModuleType) -> None:
    env = plain(module)
    for _ in decisions(env, 4):
        pass
    for _ in env.possible_agents:
        env.step(None)
    for call in ("step()", "last()"):
        message = f"{call} after the end: the game is over and all agents have left; reset() deals"
        with pytest.raises(OutOfOrder, match=re.escape(message)):
            CALLS[call](env)
    assert list(env.agent_iter()) == []
    assert (env.observe("player_1")["observation"] == env.state()[1]).all()
    env.reset()
    assert env.last()[0]["action_mask"].any()


def test_after_the_end_of_a_wrapped_game() -> None:
    env = samara_v1.env(compiled=False)
    for _ in decisions(env, 4):
        pass
    for _ in env.possible_agents:
        env.step(None)
    env.step(0)  # a warning of PettingZoo's wrapper
    with pytest.raises(OutOfOrder, match="after the end"):
        env.last()


def test_an_agent_that_does_not_play_is_told_with_those_that_do() -> None:
    env = plain(tybor_v1, 3)
    env.reset()
    for look in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(UnknownAgent, match="'player_3' does not play; the agents are player_0"):
            look("player_3")


# --- illegal actions --------------------------------------------------------------------------
def test_T4_1_an_illegal_action_says_why_and_changes_nothing() -> None:
    env = plain(tybor_v1)
    env.reset(seed=7)
    before, agent = env.state(), env.agent_selection
    illegal = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    with pytest.raises(IllegalAction, match=rf"{agent} may not play {illegal} \(choose .*T4\.1: "):
        env.step(illegal)
    assert (env.state() == before).all()
    assert env.agent_selection == agent


@pytest.mark.parametrize("action", [517, -1, None, "5", 1.0, True])
def test_what_is_no_action_is_refused(action: Any) -> None:
    env = plain(tybor_v1)
    env.reset(seed=7)
    with pytest.raises(IllegalAction, match=r"whole numbers from 0 to 516\. Legal now: ") as told:
        env.step(action)
    assert "Erlaubt sind jetzt" in told.value.text("de")


def test_every_reason_against_an_action_is_told_in_both_languages() -> None:
    for module in GAMES:
        env, chance = plain(module, 3), random.Random(1)
        for _ in decisions(env, 6):
            mask = env.observe(env.agent_selection)["action_mask"]
            illegal = int(chance.choice(np.flatnonzero(mask == 0).tolist()))
            with pytest.raises(IllegalAction) as told:
                env.step(illegal)
            assert told.value.text("de") != told.value.text("en")


@both_games
def test_an_illegal_action_ends_the_wrapped_game(module: ModuleType) -> None:
    env = module.env(3, compiled=False)
    env.reset(seed=7)
    culprit = env.agent_selection
    illegal = int(np.flatnonzero(env.observe(culprit)["action_mask"] == 0)[0])
    env.step(illegal)
    assert all(env.terminations.values())
    assert env.rewards == {agent: -1.0 if agent == culprit else 0 for agent in env.agents}
    assert not env.observe(culprit)["action_mask"].any()  # nobody is asked any more
    for _ in range(3):
        env.step(None)
    assert not env.observe(culprit)["action_mask"].any()
    assert env.agents == []
    env.reset(seed=7)
    assert env.agent_selection == culprit


def test_wrapped_calls_in_the_wrong_order_are_errors() -> None:
    env = tybor_v1.env(compiled=False)
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        env.agent_selection  # noqa: B018
    env.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(517)
    assert str(env) == "tybor_v1"


# --- copies -----------------------------------------------------------------------------------
@both_games
@pytest.mark.parametrize("wrapped", [True, False])
def test_copies_go_on_with_the_same_game(module: ModuleType, wrapped: bool) -> None:
    make = module.env if wrapped else module.raw_env
    env = played(make(3, compiled=False), 9, 40)
    copies = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    ends = []
    for one in copies:
        chance = random.Random(3)
        while not one.terminations[one.agent_selection]:
            one.step(any_legal(one, chance))
        ends.append((one.rewards, one.state().tobytes()))
    assert ends[0] == ends[1] == ends[2]


# --- compiled ---------------------------------------------------------------------------------
@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
@both_games
def test_compiled_and_plain_play_the_same_games(module: ModuleType) -> None:
    for players, seed, skip_forced in ((3, 21, True), (4, 22, False), (2, 23, True)):
        slow = plain(module, players, skip_forced=skip_forced)
        fast = module.raw_env(players, skip_forced=skip_forced)
        fast.reset(seed=seed)
        for k, (agent, action) in enumerate(decisions(slow, seed)):
            assert fast.agent_selection == agent
            for name in slow.agents if k % 7 == 0 else [agent]:
                one, other = slow.observe(name), fast.observe(name)
                assert all((one[key] == other[key]).all() for key in one)
            if k == 30:
                assert fast._play.state() == slow._play.state()
                fast = pickle.loads(pickle.dumps(copy.deepcopy(fast)))
            fast.step(action)
        assert fast.rewards == slow.rewards
        assert fast._play.results() == slow._play.results()
        assert (fast.state() == slow.state()).all()


def test_without_numba_the_plain_rules_play() -> None:
    code = """
import sys
sys.modules["numba"] = None
from baumeister.envs import samara_v1
env = samara_v1.env()
env.reset(seed=5)
known = env.observe("player_0")["observation"].sum()
print(type(env.unwrapped._play).__name__, env.agent_selection, known)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    env = plain(samara_v1)
    env.reset(seed=5)
    known = env.observe("player_0")["observation"].sum()
    assert run.stdout.split() == ["InterpretedGame", env.agent_selection, str(known)]


# --- the version ------------------------------------------------------------------------------
GOLDEN = {
    ("tybor_v1", 2): "0faa709a662e8058",
    ("tybor_v1", 5): "96f586be23001b64",
    ("samara_v1", 2): "507d0c28f239c81b",
    ("samara_v1", 4): "5af73ecc75a9899c",
}


@pytest.mark.parametrize(("name", "players"), GOLDEN)
def test_whoever_changes_behaviour_raises_the_version(name: str, players: int) -> None:
    """If this fails, the environment is no longer what it was: it needs a new module with the next
    number in its name (tybor_v2), a line in its version history, and these numbers anew."""
    module = next(module for module in GAMES if name == module.NAME)
    digest = hashlib.sha256()
    env = plain(module, players)
    for seed in range(3):
        for agent, action in decisions(env, seed):
            seen = env.observe(agent)
            digest.update(f"{agent} {action} ".encode())
            digest.update(seen["observation"].astype("<i2").tobytes())
            digest.update(seen["action_mask"].tobytes())
        rewards = [round(reward, 6) for reward in env.rewards.values()]
        digest.update(str(rewards).encode())
    assert digest.hexdigest()[:16] == GOLDEN[name, players]


# --- the documentation in the modules ---------------------------------------------------------
@both_games
def test_the_docstring_names_the_spaces_as_they_are(module: ModuleType) -> None:
    env = plain(module)
    space, text = env.observation_space("player_0"), str(module.__doc__)
    assert f"({space['observation'].shape[0]},) of int16" in text
    assert f"mask of ({space['action_mask'].shape[0]},)" in text
    assert f"Discrete({env.action_space('player_0').n})" in text
    rules = env.game.rules
    assert f"{rules.least_players} to {rules.most_players}" in text
    layout = OBSERVERS[rules.name].layout.version
    assert (
        f"* v1: first version (rules version {rules.rules_version}, observations {layout})" in text
    )
    assert env.metadata["name"] == module.NAME


@both_games
def test_the_example_of_the_docstring_runs(
    module: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    example = str(module.__doc__).partition("    from baumeister")[2].partition("\n## ")[0]
    lines = ("    from baumeister" + example).splitlines()
    code = "\n".join(line[4:] for line in lines)
    exec(code.replace("players=3", "players=3, compiled=False"), {})
    assert "player_2" in capsys.readouterr().out


@both_games
def test_the_table_of_actions_of_the_docstring_is_right(module: ModuleType) -> None:
    game = baumeister.game(module.raw_env.rules.name)
    words = {
        "choose ": "choose", "citizen": "use it", "worker": "use it", "build": "build",
        "pay": "pay", "keep": "keep", "drop": "drop", "give citizen": "give up this",
        "give worker": "give up this", "give building": "give up a building",
        "decline": "decline", "tool": "take a tool", "newcomer": "bring", "holiday": "go on",
        "wait": "go on", "with": "who helps", "alone": "who helps", "lose": "lose",
        "worker ": "choose the worker",
    }  # fmt: skip
    rows = []
    for line in str(module.__doc__).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 2 and cells[0][:1].isdigit():
            for part in cells[0].split(", "):
                low, _, high = part.partition(" to ")
                rows.append((int(low), int(high or low), cells[1]))
    assert [row[0] for row in rows[1:]] == [row[1] + 1 for row in rows[:-1]]
    assert (rows[0][0], rows[-1][1]) == (0, game.rules.actions - 1)
    for first, last, what in rows:
        for action in (first, last):
            written = game.notation(action)
            fits = [word for start, word in words.items() if written.startswith(start)]
            assert any(what.startswith(word) for word in fits), (action, written, what)


# --- missing packages -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("package", "code", "packages"),
    [
        ("pettingzoo", "import baumeister.envs.tybor_v1", "pettingzoo gymnasium"),
        ("gymnasium", "import baumeister.envs.samara_v1", "pettingzoo gymnasium"),
        (
            "matplotlib",
            "from baumeister.envs import tybor_v1; tybor_v1.env(render_mode='rgb_array')",
            "matplotlib",
        ),
    ],
)
def test_what_is_missing_is_named_with_what_brings_it(
    package: str, code: str, packages: str
) -> None:
    hidden = f"import sys; sys.modules[{package!r}] = None; {code}"
    run = subprocess.run(
        [sys.executable, "-c", hidden], capture_output=True, text=True, check=False
    )
    last = run.stderr.strip().splitlines()[-1]
    how = f"pip install {packages}"
    assert last.endswith(f"{package} is not installed: {how}")
