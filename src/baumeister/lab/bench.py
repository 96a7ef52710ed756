"""`baumeister bench`: how fast the rules are, beside a hand-written C program, in one run.

The C program (benchmarks/limit/tybor.c) plays a simplified Tybor and is the limit of what a
machine can do. It is compiled and run here, in turns with our rules, so that both meet the
same load. Decisions are counted as the C program counts them, forced ones included.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from baumeister.play.games import RULES
from baumeister.rules.kernel.chance import FAST, DealerRecord, FastDealer, below
from baumeister.rules.kernel.legal import Legal
from baumeister.rules.kernel.rule import NotCompiled, can_compile
from baumeister.rules.tybor import actions, flow
from baumeister.rules.tybor.components import standard
from baumeister.rules.tybor.state import OVER, State, layout

GAMES, BATCH, STEPS, ROUNDS = 20_000, 1024, 90, 5
C_ACTIONS = 259


@dataclass(frozen=True)
class Row:
    """One line of the report."""

    name: str
    value: float
    unit: str
    beside: float | None = None
    ratio: float | None = None
    beside_name: str = ""


def limit_folder() -> Path:
    """Where the C program is: inside an installed package, or in the repository."""
    packaged = Path(__file__).resolve().parent / "limit"
    if packaged.is_dir():
        return packaged
    return Path(__file__).resolve().parents[3] / "benchmarks" / "limit"


class Limit:
    """The C program, compiled and loaded."""

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            raise OSError("no C compiler found")
        library = folder / "tybor.so"
        source = limit_folder() / "tybor.c"
        flags = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
        subprocess.run([compiler, *flags], check=True, capture_output=True)
        self.c = ctypes.CDLL(str(library))
        self.c.tybor_play_games.restype = ctypes.c_int64

    def games(self) -> float:
        """Decisions a second in whole random games of 2 to 4 players."""
        totals = (ctypes.c_int64 * (GAMES * 5))()
        begin = perf_counter()
        decisions: int = self.c.tybor_play_games(ctypes.c_int64(1), GAMES, 0, totals)
        return decisions / (perf_counter() - begin)

    def batch(self) -> float:
        """Decisions a second when 1024 games are stepped together, masks included."""
        import numpy as np

        size = self.c.tybor_sizeof()
        states = np.zeros((BATCH, size), np.uint8)
        for i in range(BATCH):
            address = ctypes.c_void_p(states.ctypes.data + i * size)
            self.c.tybor_reset(address, ctypes.c_int64(i), 2 + i % 3)
        chosen = np.full(BATCH, -1, np.int16)
        masks = np.zeros((BATCH, C_ACTIONS), np.uint8)
        actors, done = np.zeros(BATCH, np.int8), np.zeros(BATCH, np.uint8)
        rewards = np.zeros((BATCH, 4))
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (chosen, masks, actors, done, rewards)]

        def step() -> None:
            self.c.tybor_step_batch(ctypes.c_void_p(states.ctypes.data), BATCH, *pointers)

        return batch_rate(step, chosen, masks, done)

    def copy(self) -> float:
        """Nanoseconds to copy a state."""
        buffer = (ctypes.c_char * (64 * self.c.tybor_sizeof()))()
        other = (ctypes.c_char * (64 * self.c.tybor_sizeof()))()
        begin = perf_counter()
        self.c.tybor_copy_many(other, buffer, 1_000_000)
        return (perf_counter() - begin) * 1000


class Ours:
    """Our rules, compiled."""

    def __init__(self) -> None:
        import numpy as np

        self.np = np
        self.compiled = RULES["tybor"].compiled
        self.box = standard().box.to_array()
        self.dtype = State.dtype(**layout(4))
        self.legal = np.zeros(1, Legal.dtype(actions=actions.ACTIONS))
        self.options = np.array(
            [[2 + g % 3, g % 4, 4 + (g // 4) % 8] for g in range(GAMES)], np.int64
        )

    def _dealers(self, n: int) -> Any:
        dealers = self.np.zeros(n, DealerRecord.dtype(**FAST))
        for i in range(n):
            FastDealer(str(i)).record().to_record(dealers[i])
        return dealers

    def games(self) -> float:
        """Decisions a second in whole random games of 2 to 4 players, full rules."""
        np = self.np
        states, results = np.zeros(2, self.dtype), np.zeros((GAMES, 4))
        dealers = self._dealers(1)
        play = self.compiled.random_games
        play(self.box, states, dealers, self.options[:1], self.legal, results)
        begin = perf_counter()
        decisions = play(self.box, states, dealers, self.options, self.legal, results)
        return decisions / (perf_counter() - begin)

    def batch(self) -> float:
        """Decisions a second when 1024 games are stepped together, masks included."""
        np = self.np
        states, dealers = np.zeros(BATCH, self.dtype), self._dealers(BATCH)
        for i in range(BATCH):
            a, b, c = self.options[i].tolist()
            self.compiled.new(self.box, states, i, dealers, a, b, c)
        chosen = np.full(BATCH, -1, np.int16)
        masks = np.zeros((BATCH, actions.ACTIONS), np.uint8)
        actors, done = np.zeros(BATCH, np.int8), np.zeros(BATCH, np.uint8)
        results = np.zeros((BATCH, 4))

        def step() -> None:
            self.compiled.step(
                self.box, states, dealers, chosen, masks, actors, done, results, self.legal
            )

        return batch_rate(step, chosen, masks, done)

    def copy(self) -> float:
        """Nanoseconds to copy a state."""
        np = self.np
        target, source = np.zeros(64, self.dtype), np.zeros(64, self.dtype)
        self.compiled.copies(target, source, 1)
        begin = perf_counter()
        self.compiled.copies(target, source, 1_000_000)
        return (perf_counter() - begin) * 1000


def batch_rate(step: Callable[[], None], chosen: Any, masks: Any, done: Any) -> float:
    """Decisions a second; choosing the random actions is not timed."""
    import numpy as np

    chance = np.random.default_rng(0)
    step()
    decisions, seconds = 0, 0.0
    for _ in range(STEPS):
        chosen[:] = (chance.random(masks.shape) * masks).argmax(1)
        playing = done == 0
        chosen[~playing] = -1
        begin = perf_counter()
        step()
        seconds += perf_counter() - begin
        decisions += int(playing.sum())
    return decisions / seconds


def interpreted() -> float:
    """Decisions a second of the same rules as plain Python, whole random games of 2 to 4."""
    box = standard().box
    legal = Legal(actions=actions.ACTIONS)
    decisions = 0
    begin = perf_counter()
    for g in range(150):
        state, dealer = State(**layout(4)), FastDealer(str(g))
        flow.start(box, state, dealer, 2 + g % 3, g % 4, 4 + (g // 4) % 8)
        while state.step != OVER:
            actions.legal_actions(box, state, state.actor, legal)
            action = legal.actions[below(dealer, legal.n)]
            flow.apply(box, state, dealer, state.actor, action)
            decisions += 1
    return decisions / (perf_counter() - begin)


def first_call_seconds(cache: Path) -> float:
    """Seconds until the first compiled game has been played in a new process."""
    code = "from baumeister.lab.bench import Ours; o = Ours(); o.options = o.options[:1]; o.games()"
    environment = {**os.environ, "BAUMEISTER_CACHE": str(cache), "BAUMEISTER_QUIET": "1"}
    begin = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return perf_counter() - begin


def rows(say: Callable[[str], None]) -> list[Row]:
    """Measure everything."""
    report = [Row("interpreted random play", interpreted(), "decisions/s")]
    if not can_compile():
        raise NotCompiled("bench needs numba and numpy: pip install 'baumeister[fast]'")
    with tempfile.TemporaryDirectory() as folder:
        say("compiling the rules from nothing …")
        cold = first_call_seconds(Path(folder) / "cache")
        warm = first_call_seconds(Path(folder) / "cache")
        ours = Ours()
        try:
            limit: Limit | None = Limit(Path(folder))
        except (OSError, subprocess.CalledProcessError) as error:
            say(f"without the C program beside it: {error}; install a C compiler such as gcc")
            limit = None
        say("playing …")
        report += _measure(ours, limit)
    report.append(Row("state, 4 players", ours.dtype.itemsize, "bytes"))
    report.append(Row("first game, compiling from nothing", cold, "s"))
    report.append(Row("first game, from the cache, program start included", warm, "s"))
    return report


def _measure(ours: Ours, limit: Limit | None) -> list[Row]:
    """Ours and theirs in turns; the best of several rounds of each."""
    wanted = (
        ("compiled random play, full rules, 2 to 4 players", "games", "decisions/s"),
        (f"batch of {BATCH} games with legal masks", "batch", "decisions/s"),
        ("copy of a state in compiled code", "copy", "ns"),
    )
    report = []
    for name, method, unit in wanted:
        best = min if unit == "ns" else max
        values: list[float] = []
        limits: list[float] = []
        for _ in range(ROUNDS):
            values.append(getattr(ours, method)())
            if limit is not None:
                limits.append(getattr(limit, method)())
        value = best(values)
        beside = best(limits) if limits else None
        ratio = None if beside is None else value / beside
        what = "C by hand, simplified rules" if limits else ""
        report.append(Row(name, value, unit, beside, ratio, what))
    return report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `baumeister bench`."""
    parser.add_argument("--json", action="store_true", help="print a list of measurements")


def run(args: argparse.Namespace) -> int:
    """Carry out `baumeister bench`."""
    from rich.console import Console
    from rich.table import Table as Grid

    errors = Console(stderr=True)
    report = rows(lambda text: errors.print(text, style="dim"))
    if args.json:
        print(json.dumps([asdict(row) for row in report]))
        return 0
    grid = Grid(title="Tybor")
    grid.add_column("what")
    for column in ("value", "beside", "ratio"):
        grid.add_column(column, justify="right")
    for row in report:
        beside = "" if row.beside is None else f"{_number(row.beside)} ({row.beside_name})"
        ratio = "" if row.ratio is None else f"{row.ratio:.2f}"
        grid.add_row(row.name, f"{_number(row.value)} {row.unit}", beside, ratio)
    Console().print(grid)
    return 0


def _number(value: float) -> str:
    if value >= 1_000_000:
        return f"{value / 1_000_000:.1f} M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"
