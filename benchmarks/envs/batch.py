"""How many decisions a second the batch environment serves, beside others, in one run on one core.

    python benchmarks/envs/batch.py

How it grows with cores: threads.py.

A decision is a question that a seat is asked: with a mask of its legal actions, with what the seat
knows as an array, and answered by lot. All take turns, several rounds in processor time. Shown are
medians of the rounds, and the best few milliseconds of all, when other work disturbed least. What
is not installed is left out: open_spiel, pgx (with jax), pettingzoo[classic].
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

from baumeister.envs.batch import BatchEnv
from baumeister.lab import bench

BATCH = 1024
ROUNDS = 7
SECONDS = 0.4  # of each contestant in each round, about


class Contestant(ABC):
    """Somebody who serves decisions."""

    name: str
    game: str
    players: int
    numbers: int  # in an observation
    best = 0.0  # decisions a second in the best moment so far

    @abstractmethod
    def play(self) -> int:
        """Go on for a moment; how many decisions that were."""

    def rate(self) -> float:
        """Decisions a second."""
        decisions, taken = 0, 0.0
        while taken < SECONDS:
            start = process_time()
            moment = self.play()
            time = process_time() - start
            self.best = max(self.best, moment / time)
            decisions, taken = decisions + moment, taken + time
        return decisions / taken


class Ours(Contestant):
    """The batch environment."""

    def __init__(self, game: str, players: int, forced: bool = False, sample: bool = True) -> None:
        self.env = BatchEnv(game, BATCH, players, seed=1, skip_forced=not forced)
        self.name = "Baumeister, batch"
        self.name += ", forced answers asked" if forced else ""
        self.name += "" if sample else ", without choosing"
        self.game, self.players, self.numbers = game, players, self.env.layout.size
        self._sample = sample
        self.play()

    def play(self) -> int:
        """16 steps of all games."""
        for _ in range(16):
            self.env.step(self.env.sample())
        return 16 * BATCH

    def rate(self) -> float:
        """Decisions a second; without the time for choosing them, if that is not to count."""
        if self._sample:
            return super().rate()
        decisions, taken = 0, 0.0
        while taken < SECONDS:
            time = 0.0
            for _ in range(16):
                actions = self.env.sample()
                start = process_time()
                self.env.step(actions)
                time += process_time() - start
            self.best = max(self.best, 16 * BATCH / time)
            decisions, taken = decisions + 16 * BATCH, taken + time
        return decisions / taken


class Yardstick(Contestant):
    """The C program of benchmarks/limit: a batch of a simplified Tybor for 2 to 4 players, with
    masks and without observations. What the machine can do at the moment."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        program = bench.c_program()
        assert program is not None
        self._limit = bench.Limit(Path(self._folder.name), program)
        self.name, self.game, self.players, self.numbers = "C, batch, masks only", "tybor", 4, 0

    def play(self) -> int:
        """Not needed: the C program is timed where it is called."""
        return 0

    def rate(self) -> float:
        """Decisions a second, in processor time like all others."""
        bench.perf_counter = process_time
        rate = self._limit.batch()
        self.best = max(self.best, rate)
        return rate


class OpenSpiel(Contestant):
    """A game of OpenSpiel in C++, called from Python, one state at a time."""

    def __init__(self, game: str) -> None:
        import random

        import pyspiel

        self._game = pyspiel.load_game(game)
        self._random = random.Random(1)
        kind = self._game.get_type()
        self._by_history = not kind.provides_observation_tensor
        self.name, self.game = "OpenSpiel, C++ game from Python", game
        self.players = self._game.num_players()
        shape = (
            self._game.information_state_tensor_shape()
            if self._by_history
            else self._game.observation_tensor_shape()
        )
        self.numbers = 1
        for size in shape:
            self.numbers *= size
        self._state = self._game.new_initial_state()

    def play(self) -> int:
        """64 decisions."""
        decisions = 0
        while decisions < 64:
            state = self._state
            if state.is_terminal():
                state.returns()
                self._state = self._game.new_initial_state()
            elif state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(self._random.choices(actions, weights)[0])
            else:
                seat = state.current_player()
                if self._by_history:
                    state.information_state_tensor(seat)
                else:
                    state.observation_tensor(seat)
                state.legal_actions_mask(seat)
                state.apply_action(self._random.choice(state.legal_actions()))
                decisions += 1
        return decisions


class Pgx(Contestant):
    """A game of pgx: many games in one compiled call, by JAX on the processor."""

    def __init__(self, game: str) -> None:
        import jax
        import pgx
        from pgx.experimental import auto_reset

        env = pgx.make(game)
        init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

        def go_on(state: Any, key: Any) -> tuple[Any, Any]:
            key, choosing, chance = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
            actions = jax.random.categorical(choosing, logits, axis=1)
            return step(state, actions, jax.random.split(chance, BATCH)), key

        self._jax, self._go_on = jax, jax.jit(go_on)
        self.name, self.game, self.players = "pgx, batch", game, env.num_players
        self._key = jax.random.PRNGKey(1)
        self._state = jax.jit(init)(jax.random.split(self._key, BATCH))
        self.numbers = int(self._state.observation[0].size)
        self.play()

    def play(self) -> int:
        """4 steps of all games."""
        for _ in range(4):
            self._state, self._key = self._go_on(self._state, self._key)
        self._jax.block_until_ready(self._state.observation)
        return 4 * BATCH


class PettingZoo(Contestant):
    """A classic environment of PettingZoo."""

    def __init__(self) -> None:
        from pettingzoo.classic import connect_four_v3

        self._env = connect_four_v3.env()
        self.name, self.game, self.players = "PettingZoo, classic", "connect four", 2
        self._env.reset(seed=1)
        self.numbers = int(self._env.observe(self._env.agents[0])["observation"].size)

    def play(self) -> int:
        """64 decisions."""
        decisions = 0
        while decisions < 64:
            observation, _, terminated, truncated, _ = self._env.last()
            if terminated or truncated:
                self._env.reset()
                continue
            space = self._env.action_space(self._env.agent_selection)
            self._env.step(space.sample(observation["action_mask"]))
            decisions += 1
        return decisions


def contestants(alone: bool) -> Iterator[Contestant]:
    """All that can be had here, or ours and the yardstick."""
    for game in ("tybor", "samara"):
        yield Ours(game, 4)
        yield Ours(game, 4, sample=False)
        yield Ours(game, 4, forced=True)
    with suppress(bench.NoLimitError):
        yield Yardstick()
    makers: list[Callable[[], Contestant]] = [
        lambda: OpenSpiel("euchre"),
        lambda: OpenSpiel("backgammon"),
        lambda: OpenSpiel("connect_four"),
        lambda: Pgx("backgammon"),
        lambda: Pgx("connect_four"),
        PettingZoo,
    ]
    for make in [] if alone else makers:
        with suppress(ImportError):
            yield make()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--alone", action="store_true", help="ours, beside the C program only")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    all_of_them = list(contestants(options.alone))
    rates: list[list[float]] = [[] for _ in all_of_them]
    for number in range(options.rounds):
        print(f"round {number + 1} of {options.rounds}", file=sys.stderr, flush=True)
        for contestant, found in zip(all_of_them, rates, strict=True):
            found.append(contestant.rate())
    print(f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, batches of {BATCH}\n")
    print(
        "| environment | game | players | numbers | decisions/s | best moment "
        "| ratio | ratio of best |"
    )
    print("|---|---|---|---|---|---|---|---|")
    first = median(rates[0])
    for contestant, found in zip(all_of_them, rates, strict=True):
        print(
            f"| {contestant.name} | {contestant.game} | {contestant.players} "
            f"| {contestant.numbers} | {median(found):,.0f} "
            f"| {contestant.best:,.0f} | {median(found) / first:.3g} "
            f"| {contestant.best / all_of_them[0].best:.3g} |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
