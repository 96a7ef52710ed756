"""How fast the search walks, beside OpenSpiel's own searches, in one run on one core.

    python benchmarks/search/beside_openspiel.py            # a table
    python benchmarks/search/beside_openspiel.py --json     # the same for programs

A simulation is one walk: down the tree, then a playout to the end of the game. Measured are
simulations a second at the first question of a game, and averaged over all questions of a whole
game. Each number is the median of several rounds in which all take turns, in processor time, so
that other work on the machine counts little. Without open_spiel our own numbers are shown alone.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from statistics import mean, median
from time import process_time
from typing import Any

import baumeister
from baumeister.bots.search import Analyst, Budget

ROUNDS = 5
SECONDS = 1.5  # of each measurement, about
FEWEST = 4  # simulations for a question of a whole game
PLAYOUTS = 30  # random ones, to find out how long the games of OpenSpiel are
MISSING = "open_spiel is not installed (pip install open_spiel): our own numbers only"


@dataclass(frozen=True)
class Measured:
    """What one search can do in one game."""

    search: str
    game: str
    players: int
    decisions: float  # from the first question to the end of the game, chance not counted
    first: float  # simulations a second at the first question
    whole: float  # averaged over the questions of whole games
    decisions_a_second: float  # inside the simulations of the first question


class Contestant(ABC):
    """A search in a game."""

    search: str
    game: str
    players: int

    @abstractmethod
    def first(self, simulations: int) -> float:
        """Processor seconds for so many simulations at the first question."""

    @abstractmethod
    def whole(self, simulations: int) -> tuple[int, float]:
        """All simulations of a game with so many for each question, and processor seconds."""

    @abstractmethod
    def decisions(self) -> float:
        """How many decisions it is from the first question to the end, about."""


# --- ours -------------------------------------------------------------------------------------
class Ours(Contestant):
    """Our search: imagined worlds, playouts by judgement, compiled."""

    search = "Baumeister, compiled"
    players = 2

    def __init__(self, game: str) -> None:
        self.game = game
        self._made = baumeister.game(game)
        self._lengths: list[int] = []
        self._games = 0

    def first(self, simulations: int) -> float:
        """At the first question of the first deal."""
        table = self._made.new(self.players, "openspiel")
        view = table.seat_view(table.waiting_for[0])
        analyst = Analyst("first")
        analyst.analyse(view, Budget(iterations=1))  # compiles if need be
        begin = process_time()
        analyst.analyse(view, Budget(iterations=simulations))
        return process_time() - begin

    def whole(self, simulations: int) -> tuple[int, float]:
        """All seats play by the search."""
        self._games += 1
        table = self._made.new(self.players, f"openspiel {self._games}")
        analyst = Analyst("whole")
        asked, seconds = 0, 0.0
        while not table.over:
            seat = table.waiting_for[0]
            view = table.seat_view(seat)
            begin = process_time()
            best = analyst.analyse(view, Budget(iterations=simulations)).best
            seconds += process_time() - begin
            asked += 1
            table.play(seat, best.action)
        self._lengths.append(len(table.moves))
        return asked * simulations, seconds

    def decisions(self) -> float:
        """The length of the games that were played; forced decisions are counted."""
        return mean(self._lengths)


# --- OpenSpiel --------------------------------------------------------------------------------
class Theirs(Contestant):
    """A search of OpenSpiel with random playouts, one for each simulation."""

    def __init__(
        self, spiel: Any, search: str, game: str, bot: Callable[[Any, Any, int], Any]
    ) -> None:
        self.search, self.game = search, game
        self._spiel, self._bot = spiel, bot
        self._rules = spiel.load_game(game)
        self.players = self._rules.num_players()
        self._lots = random.Random(1)

    def first(self, simulations: int) -> float:
        """At the first question of a deal."""
        state = self._dealt()
        bot = self._bot(self._spiel, self._rules, simulations)
        begin = process_time()
        bot.step(state)
        return process_time() - begin

    def whole(self, simulations: int) -> tuple[int, float]:
        """All seats play by the search."""
        state, asked, seconds = self._dealt(), 0, 0.0
        bot = self._bot(self._spiel, self._rules, simulations)
        while not state.is_terminal():
            if len(state.legal_actions()) == 1:
                action = state.legal_actions()[0]  # as we do not ask either
            else:
                begin = process_time()
                action = bot.step(state)
                seconds += process_time() - begin
                asked += 1
            state.apply_action(action)
            self._chance(state)
        return asked * simulations, seconds

    def decisions(self) -> float:
        """The length of random playouts, which is what its simulations are."""
        lengths = []
        for _ in range(PLAYOUTS):
            state, length = self._dealt(), 0
            while not state.is_terminal():
                state.apply_action(self._lots.choice(state.legal_actions()))
                length += 1
                self._chance(state)
            lengths.append(length)
        return mean(lengths)

    def _dealt(self) -> Any:
        state = self._rules.new_initial_state()
        self._chance(state)
        return state

    def _chance(self, state: Any) -> None:
        while not state.is_terminal() and state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self._lots.choices(outcomes, weights)[0])


def cpp_ismcts(spiel: Any, rules: Any, simulations: int) -> Any:
    """OpenSpiel's ISMCTS in C++."""
    evaluator = spiel.RandomRolloutEvaluator(1, 42)
    most_visited = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return spiel.ISMCTSBot(42, evaluator, 1.0, simulations, -1, most_visited)


def cpp_mcts(spiel: Any, rules: Any, simulations: int) -> Any:
    """OpenSpiel's MCTS in C++."""
    evaluator = spiel.RandomRolloutEvaluator(1, 42)
    return spiel.MCTSBot(rules, evaluator, 1.0, simulations, 1000, False, 42, False)


def python_ismcts(spiel: Any, rules: Any, simulations: int) -> Any:
    """OpenSpiel's ISMCTS in Python."""
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(42))
    return ismcts.ISMCTSBot(rules, evaluator, 1.0, simulations)


def python_mcts(spiel: Any, rules: Any, simulations: int) -> Any:
    """OpenSpiel's MCTS in Python."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    lots = np.random.RandomState(42)
    evaluator = mcts.RandomRolloutEvaluator(1, lots)
    return mcts.MCTSBot(rules, 1.0, simulations, evaluator, solve=False, random_state=lots)


THEIRS: list[tuple[str, list[str], Callable[[Any, Any, int], Any]]] = [
    ("OpenSpiel ISMCTS, C++", ["gin_rummy", "euchre"], cpp_ismcts),
    ("OpenSpiel MCTS, C++", ["breakthrough", "backgammon"], cpp_mcts),
    ("OpenSpiel ISMCTS, Python", ["gin_rummy", "euchre"], python_ismcts),
    ("OpenSpiel MCTS, Python", ["breakthrough", "backgammon"], python_mcts),
]


def contestants() -> Iterator[Contestant]:
    """Ours, and theirs if they are installed."""
    yield Ours("tybor")
    yield Ours("samara")
    try:
        import pyspiel
    except ImportError:
        print(MISSING, file=sys.stderr)
        return
    for search, games, bot in THEIRS:
        for game in games:
            yield Theirs(pyspiel, search, game, bot)


# --- measuring --------------------------------------------------------------------------------
def simulations_for(contestant: Contestant) -> tuple[int, int]:
    """How many simulations fill the time: at the first question, and at each of a whole game."""
    simulations = 2
    while (seconds := contestant.first(simulations)) < SECONDS / 20:
        simulations *= 2
    first = max(2, int(simulations * SECONDS / seconds))
    _, seconds = contestant.whole(FEWEST)
    return first, max(FEWEST, int(FEWEST * SECONDS / seconds))


def measure(rounds: int) -> list[Measured]:
    """All contestants, in turns."""
    each = list(contestants())
    fitting = [simulations_for(contestant) for contestant in each]
    first: list[list[float]] = [[] for _ in each]
    whole: list[list[float]] = [[] for _ in each]
    for _ in range(rounds):
        for k, contestant in enumerate(each):
            at_first, at_each = fitting[k]
            first[k].append(at_first / contestant.first(at_first))
            total, seconds = contestant.whole(at_each)
            whole[k].append(total / seconds)
    measured = []
    for k, contestant in enumerate(each):
        decisions = contestant.decisions()
        measured.append(
            Measured(
                contestant.search,
                contestant.game,
                contestant.players,
                round(decisions, 1),
                round(median(first[k]), 1),
                round(median(whole[k]), 1),
                round(median(first[k]) * decisions),
            )
        )
    return measured


def machine() -> dict[str, str]:
    """On what, with what and when."""
    made = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "python": platform.python_version()}
    for package in ("numba", "open_spiel"):
        with suppress(Exception):
            made[package] = version(package)
    with suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as lines:
        made["processor"] = next(line for line in lines if "model name" in line).split(": ")[1]
    return {key: value.strip() for key, value in made.items()}


def table(measured: list[Measured]) -> str:
    """The results as a table, in Markdown."""
    lines = [
        "| search | game | players | decisions to the end | simulations/s, first question "
        "| over a whole game | decisions/s in them |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in measured:
        lines.append(
            f"| {one.search} | {one.game} | {one.players} | {one.decisions:.0f} "
            f"| {one.first:,.0f} | {one.whole:,.0f} | {one.decisions_a_second:,.0f} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0] if __doc__ else "")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"default {ROUNDS}")
    args = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    measured = measure(max(1, args.rounds))
    if args.json:
        print(json.dumps({**machine(), "measured": [asdict(one) for one in measured]}, indent=2))
    else:
        print(table(measured))
        print("\n" + ", ".join(f"{key} {value}" for key, value in machine().items()))


if __name__ == "__main__":
    main()
