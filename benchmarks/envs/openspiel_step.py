"""How fast our games step inside OpenSpiel, beside games of its own, in one run on one core.

    python benchmarks/envs/openspiel_step.py            # a table
    python benchmarks/envs/openspiel_step.py --json     # the same for programs

Random games to the end. A step is one `apply_action`, of a player or of chance. Measured are steps
a second with nothing but legal actions, and decisions a second when whoever decides also gets the
observation as numbers, or the information state as numbers and as words. Each number is the median
of several rounds in which all games take turns, in processor time.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from statistics import median
from time import process_time
from typing import Any

import open_spiel.python.games  # noqa: F401 registers OpenSpiel's own Python games
import pyspiel

import baumeister.envs.open_spiel_games  # noqa: F401 registers ours

ROUNDS = 5
SECONDS = 0.5  # of each measurement, about
GAMES = [
    ("ours, Python", "python_baumeister_tybor(players=2)"),
    ("ours, Python", "python_baumeister_tybor(players=4)"),
    ("ours, Python", "python_baumeister_samara(players=2)"),
    ("ours, Python", "python_baumeister_samara(players=4)"),
    ("OpenSpiel, Python", "python_kuhn_poker"),
    ("OpenSpiel, Python", "python_block_dominoes"),
    ("OpenSpiel, Python", "python_liars_poker"),
    ("OpenSpiel, C++", "gin_rummy"),
    ("OpenSpiel, C++", "euchre"),
    ("OpenSpiel, C++", "hearts"),
]
Look = Callable[[Any], Any]


def nothing(state: Any) -> None:
    """No look at the state."""


def observation(state: Any) -> Any:
    """What the player sees, as numbers."""
    return state.observation_tensor(state.current_player())


def information_state(state: Any) -> Any:
    """What the player has seen, as numbers."""
    return state.information_state_tensor(state.current_player())


def words(state: Any) -> Any:
    """What the player has seen, in words."""
    return state.information_state_string(state.current_player())


@dataclass(frozen=True)
class Measured:
    """What one game can do; None for what it does not offer."""

    kind: str
    game: str
    decisions: float  # of a game
    lots: float
    steps: float  # a second
    with_observation: float | None  # decisions a second
    with_information_state: float | None
    with_words: float | None


@dataclass
class Pace:
    """Counts of a run."""

    games: int = 0
    decisions: int = 0
    lots: int = 0
    seconds: float = 0.0


def run(game: Any, look: Look, lots: random.Random) -> Pace:
    """Random games for about half a second."""
    pace = Pace()
    begin = process_time()
    while (seconds := process_time() - begin) < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(lots.choices(outcomes, weights)[0])
                pace.lots += 1
            else:
                look(state)
                state.apply_action(lots.choice(state.legal_actions()))
                pace.decisions += 1
        pace.games += 1
    pace.seconds = seconds
    return pace


def looks_of(game: Any) -> dict[str, Look | None]:
    """What can be measured."""
    kind = game.get_type()
    return {
        "steps": nothing,
        "observation": observation if kind.provides_observation_tensor else None,
        "state": information_state if kind.provides_information_state_tensor else None,
        "words": words if kind.provides_information_state_string else None,
    }


def measure(rounds: int) -> list[Measured]:
    """All games, in turns."""
    lots = random.Random(1)
    games = [pyspiel.load_game(name) for _, name in GAMES]
    paces: list[dict[str, list[Pace]]] = [{name: [] for name in looks_of(game)} for game in games]
    for _ in range(rounds):
        for game, found in zip(games, paces, strict=True):
            for name, look in looks_of(game).items():
                if look is not None:
                    found[name].append(run(game, look, lots))
    return [summed_up(kind, name, found) for (kind, name), found in zip(GAMES, paces, strict=True)]


def summed_up(kind: str, game: str, found: dict[str, list[Pace]]) -> Measured:
    """The medians of a game."""
    plain = found["steps"]
    games = sum(pace.games for pace in plain)

    def decisions(name: str) -> float | None:
        paces = [pace.decisions / pace.seconds for pace in found[name]]
        return round(median(paces)) if paces else None

    return Measured(
        kind,
        game,
        round(sum(pace.decisions for pace in plain) / games, 1),
        round(sum(pace.lots for pace in plain) / games, 1),
        round(median((pace.decisions + pace.lots) / pace.seconds for pace in plain)),
        decisions("observation"),
        decisions("state"),
        decisions("words"),
    )


def table(measured: list[Measured]) -> str:
    """The results as a table, in Markdown."""
    lines = [
        "| | game | decisions, lots of a game | steps/s | decisions/s with observation "
        "| with information state | in words |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in measured:
        cells = [one.with_observation, one.with_information_state, one.with_words]
        shown = " | ".join("–" if cell is None else f"{cell:,.0f}" for cell in cells)
        lines.append(
            f"| {one.kind} | `{one.game}` | {one.decisions:.0f}, {one.lots:.0f} "
            f"| {one.steps:,.0f} | {shown} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default {ROUNDS}")
    args = parser.parse_args()
    measured = measure(max(1, args.rounds))
    machine = {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "python": platform.python_version(),
        "open_spiel": version("open_spiel"),
    }
    if args.json:
        print(json.dumps({**machine, "measured": [asdict(one) for one in measured]}, indent=2))
    else:
        print(table(measured))
        print("\n" + ", ".join(f"{key} {value}" for key, value in machine.items()))


if __name__ == "__main__":
    main()
