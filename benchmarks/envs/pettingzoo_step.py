"""Steps a second of tybor_v1 and samara_v1, beside PettingZoo's classic games, in one run.

    python benchmarks/envs/pettingzoo_step.py            # a table
    python benchmarks/envs/pettingzoo_step.py --json     # the same for programs

A step is one turn of PettingZoo's loop: `last()` with observation and mask, a random legal action,
`step()`. Resets, and the steps of agents whose game is over, are counted in. Each number is the
median of several rounds in which all take turns, in processor time on one core, so that other work
on the machine counts little. Classic games whose packages are missing are left out, and named;
pygame, which they import for drawing only, may be missing.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median
from time import process_time
from types import ModuleType
from typing import Any

from baumeister.envs import samara_v1, tybor_v1

ROUNDS = 5
SECONDS = 0.6  # of each measurement
CLASSIC = ("connect_four_v3", "tictactoe_v3", "hanabi_v5", "chess_v6", "leduc_holdem_v4")


@dataclass(frozen=True)
class Measured:
    """What one environment can do."""

    environment: str
    wrapped: bool  # env(), otherwise raw_env()
    agents: int
    steps_a_second: int


@dataclass(frozen=True)
class Contestant:
    """An environment to be measured."""

    name: str
    wrapped: bool
    make: Callable[[], Any]


def contestants(missing: list[str]) -> Iterator[Contestant]:
    """Ours with two and four players, by the plain rules too, then the classic games."""
    for module in (tybor_v1, samara_v1):
        for players in (2, 4):
            for wrapped in (False, True):
                make = module.env if wrapped else module.raw_env
                yield Contestant(module.NAME, wrapped, lambda make=make, n=players: make(n))
        yield Contestant(
            f"{module.NAME} without numba", True, lambda m=module: m.env(4, compiled=False)
        )
    if find_spec("pygame") is None:
        sys.modules["pygame"] = ModuleType("pygame")
    for name in CLASSIC:
        try:
            classic = import_module(f"pettingzoo.classic.{name}")
            for make in (classic.raw_env, classic.env):
                make().reset()
                yield Contestant(name, make is classic.env, make)
        except ImportError as error:
            missing.append(f"{name} ({error.name or error})")


def steps_a_second(env: Any, seconds: float) -> float:
    """PettingZoo's loop for so long."""
    steps, begin = 0, process_time()
    while process_time() - begin < seconds:
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            action = None
            if not (termination or truncation):
                legal = observation["action_mask"].nonzero()[0]
                action = int(legal[int(random.random() * len(legal))])
            env.step(action)
            steps += 1
    return steps / (process_time() - begin)


def measure(rounds: int, missing: list[str]) -> list[Measured]:
    """All environments, in turns."""
    each = list(contestants(missing))
    envs = [contestant.make() for contestant in each]
    for env in envs:
        steps_a_second(env, 0)  # compiles if need be
    found: list[list[float]] = [[] for _ in each]
    for _ in range(rounds):
        for k, env in enumerate(envs):
            found[k].append(steps_a_second(env, SECONDS))
    return [
        Measured(one.name, one.wrapped, len(env.possible_agents), round(median(speeds)))
        for one, env, speeds in zip(each, envs, found, strict=True)
    ]


def machine() -> dict[str, str]:
    """On what, with what and when."""
    made = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "python": platform.python_version()}
    for package in ("numba", "pettingzoo", "open_spiel"):
        with suppress(Exception):
            made[package] = version(package)
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as lines:
        made["processor"] = next(line for line in lines if "model name" in line).split(": ")[1]
    return {key: value.strip() for key, value in made.items()}


def table(measured: list[Measured]) -> str:
    """The results as a table, in Markdown; the ratio is to Connect Four in the same form."""
    four = {one.wrapped: one for one in measured if one.environment == "connect_four_v3"}
    lines = ["| environment | agents | form | steps/s | ratio |", "|---|---|---|---|---|"]
    for one in measured:
        beside = four.get(one.wrapped)
        ratio = f"{one.steps_a_second / beside.steps_a_second:.2f}" if beside else ""
        form = "`env()`" if one.wrapped else "`raw_env()`"
        speed = f"{one.steps_a_second:,}"
        lines.append(f"| {one.environment} | {one.agents} | {form} | {speed} | {ratio} |")
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default {ROUNDS}")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    missing: list[str] = []
    measured = measure(max(1, args.rounds), missing)
    if args.json:
        rows = [asdict(one) for one in measured]
        print(json.dumps({**machine(), "missing": missing, "measured": rows}, indent=2))
        return
    print(table(measured))
    if missing:
        print(f"\nnot measured, a package is missing: {', '.join(missing)}")
    print("\n" + ", ".join(f"{key} {value}" for key, value in machine().items()))


if __name__ == "__main__":
    main()
