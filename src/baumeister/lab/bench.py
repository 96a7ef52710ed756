"""How fast the rules are, beside a hand-written C program, in one run.

The C program (benchmarks/limit) plays one of the games, simplified, and is the limit of what a
machine can do. It is compiled and run here, in turns with our rules of each game, so that all meet
the same load. Decisions are counted as the C program counts them, forced ones included.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from baumeister.games import GAMES, ByGame
from baumeister.kernel.chance import FAST, DealerRecord, FastDealer, below
from baumeister.kernel.errors import Message, UserError, system_reason
from baumeister.kernel.game import GameRules
from baumeister.kernel.glossary import say
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import can_compile

N_GAMES, BATCH, STEPS, ROUNDS = 20_000, 1024, 90, 5
LARGEST = 4  # players whose states are measured
MAX_SEATS = 8


@dataclass(frozen=True)
class Measurement:
    """One measurement."""

    game: str
    what: str  # a key of the glossary's `bench.what`
    value: float
    unit: str  # and of `bench.unit`
    beside: float | None = None  # what the C program did

    @property
    def ratio(self) -> float | None:
        """Ours by that of the C program."""
        return None if self.beside is None else self.value / self.beside

    def name(self, language: str = "en") -> str:
        """What was measured."""
        return f"{self.game}: {say(f'bench.what.{self.what}', language, batch=BATCH)}"

    def as_json(self) -> dict[str, Any]:
        """For programs, in English."""
        return {
            "name": self.name(),
            "value": self.value,
            "unit": say(f"bench.unit.{self.unit}", "en"),
            "beside": self.beside,
            "ratio": self.ratio,
            "beside_name": "" if self.beside is None else say("bench.limit", "en"),
        }


@dataclass(frozen=True)
class CProgram:
    """A C program that plays a game for 2 to 4 players. It has the functions

    - `int64_t <prefix>_play_games(int64_t seed, int games, int players, int64_t *totals)`: random
      games, 0 players for 2 to 4 in turns; the number of decisions
    - `int <prefix>_sizeof(void)`: bytes of a state
    - `void <prefix>_reset(state, int64_t seed, int players)`: a new game
    - `void <prefix>_step_batch(states, int n, actions, masks, actors, done, results)`
    - `void <prefix>_copy_many(target, source, int n)`: of 64 states in turns
    """

    source: str  # its file in benchmarks/limit
    prefix: str
    actions: int  # the size of its action space


@dataclass(frozen=True)
class BenchedGame:
    """What a game's module `bench` declares."""

    options: Callable[[int], list[int]]  # game g of a measurement: what `start` takes
    c_program: CProgram | None = None


def drawn_options(rules: GameRules) -> Callable[[int], list[int]]:
    """Random options, with all numbers of players that are measured."""
    counts = range(rules.least_players, min(LARGEST, rules.most_players) + 1)

    def options(g: int) -> list[int]:
        given = {"players": counts[g % len(counts)]}
        return list(rules.start_arguments(rules.complete_options(given, str(g))))

    return options


BENCHED = ByGame[BenchedGame](lambda rules: rules.part("bench").BENCHED)


def c_program() -> CProgram | None:
    """The C program that all games are measured beside: the first that a game has."""
    return next((game.c_program for game in BENCHED.values() if game.c_program), None)


class NoLimitError(UserError):
    """The C program cannot be compiled here; says why."""


def limit_folder() -> Path:
    """Where the C program is: inside an installed package, or in the repository."""
    packaged = Path(__file__).resolve().parent / "limit"
    if packaged.is_dir():
        return packaged
    return Path(__file__).resolve().parents[3] / "benchmarks" / "limit"


class Limit:
    """The C program, compiled and loaded."""

    def __init__(self, folder: Path, program: CProgram) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            raise NoLimitError("error.bench.no_compiler")
        source = limit_folder() / program.source
        library = folder / f"{source.stem}.so"
        flags = ["-O3", "-march=native", "-shared", "-fPIC", "-o", str(library), str(source)]
        try:
            subprocess.run([compiler, *flags], check=True, capture_output=True)
            self.c = ctypes.CDLL(str(library))
        except subprocess.CalledProcessError as error:
            code = error.returncode
            raise NoLimitError("error.bench.failed", compiler=compiler, code=code) from error
        except OSError as error:
            raise NoLimitError("error.quote", problem=system_reason(error)) from error
        self._program = program
        self._function("play_games").restype = ctypes.c_int64

    def _function(self, name: str) -> Any:
        return getattr(self.c, f"{self._program.prefix}_{name}")

    def games(self) -> float:
        """Decisions a second in whole random games of 2 to 4 players."""
        totals = (ctypes.c_int64 * (N_GAMES * 5))()
        begin = perf_counter()
        decisions: int = self._function("play_games")(ctypes.c_int64(1), N_GAMES, 0, totals)
        return decisions / (perf_counter() - begin)

    def batch(self) -> float:
        """Decisions a second when 1024 games are stepped together, masks included."""
        import numpy as np

        size = self._function("sizeof")()
        states = np.zeros((BATCH, size), np.uint8)
        for i in range(BATCH):
            address = ctypes.c_void_p(states.ctypes.data + i * size)
            self._function("reset")(address, ctypes.c_int64(i), 2 + i % 3)
        chosen = np.full(BATCH, -1, np.int16)
        masks = np.zeros((BATCH, self._program.actions), np.uint8)
        actors, done = np.zeros(BATCH, np.int8), np.zeros(BATCH, np.uint8)
        rewards = np.zeros((BATCH, 4))
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (chosen, masks, actors, done, rewards)]

        step_batch = self._function("step_batch")

        def step() -> None:
            step_batch(ctypes.c_void_p(states.ctypes.data), BATCH, *pointers)

        return batch_rate(step, chosen, masks, done)

    def copy(self) -> float:
        """Nanoseconds to copy a state."""
        size, copy_many = self._function("sizeof")(), self._function("copy_many")
        buffer, other = (ctypes.c_char * (64 * size))(), (ctypes.c_char * (64 * size))()
        begin = perf_counter()
        copy_many(other, buffer, 1_000_000)
        return (perf_counter() - begin) * 1000


class Ours:
    """Our rules of a game, compiled."""

    def __init__(self, game: str) -> None:
        import numpy as np

        self.np = np
        rules = GAMES[game]
        self.compiled = rules.compiled
        core = rules.core
        self.box = rules.load_components(None).box.to_array()
        self.dtype = core.state.dtype(**core.layout(min(LARGEST, rules.most_players)))
        self.actions = core.actions
        self.legal = np.zeros(1, Legal.dtype(actions=core.actions))
        self.options = np.array([BENCHED[game].options(g) for g in range(N_GAMES)], np.int64)

    def _dealers(self, n: int) -> Any:
        dealers = self.np.zeros(n, DealerRecord.dtype(**FAST))
        for i in range(n):
            dealers[i] = FastDealer(str(i)).record().to_array(**FAST)[0]
        return dealers

    def games(self) -> float:
        """Decisions a second in whole random games, full rules."""
        np = self.np
        states, results = np.zeros(2, self.dtype), np.zeros((N_GAMES, MAX_SEATS))
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
        masks = np.zeros((BATCH, self.actions), np.uint8)
        actors, done = np.zeros(BATCH, np.int8), np.zeros(BATCH, np.uint8)
        results = np.zeros((BATCH, MAX_SEATS))

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


def interpreted(game: str) -> float:
    """Decisions a second of the same rules as plain Python, whole random games."""
    core = GAMES[game].core
    box = GAMES[game].load_components(None).box
    legal = Legal(actions=core.actions)
    decisions = 0
    begin = perf_counter()
    for g in range(150):
        options = BENCHED[game].options(g)
        state: Any = core.state(**core.layout(options[0]))
        dealer = FastDealer(str(g))
        core.start(box, state, dealer, *options)
        while state.step != core.over:
            core.legal_actions(box, state, state.actor, legal)
            action = legal.actions[below(dealer, legal.n)]
            core.apply(box, state, dealer, state.actor, action)
            decisions += 1
    return decisions / (perf_counter() - begin)


def first_call_seconds(game: str, cache: Path) -> float:
    """Seconds until the first compiled game has been played in a new process."""
    code = (
        "from baumeister.lab.bench import Ours; "
        f"ours = Ours({game!r}); ours.options = ours.options[:1]; ours.games()"
    )
    environment = {**os.environ, "BAUMEISTER_CACHE": str(cache), "BAUMEISTER_QUIET": "1"}
    begin = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)
    return perf_counter() - begin


def rows(tell: Callable[[Message], None]) -> list[Measurement]:
    """Measure everything; about a minute and a half. Without numba, plain Python only."""
    if not can_compile():
        tell(Message("bench.only_plain"))
        return [Measurement(game, "plain", interpreted(game), "decisions") for game in GAMES]
    report: list[Measurement] = []
    with tempfile.TemporaryDirectory() as folder:
        program, limit = c_program(), None
        try:
            limit = None if program is None else Limit(Path(folder), program)
        except NoLimitError as error:
            tell(Message("bench.without_limit", problem=error))
        for game in GAMES:
            tell(Message("bench.compiling", game=game))
            cold = first_call_seconds(game, Path(folder) / "cache")
            warm = first_call_seconds(game, Path(folder) / "cache")
            tell(Message("bench.playing", game=game))
            ours = Ours(game)
            plain = max(interpreted(game) for _ in range(3))
            report += _measure(game, ours, limit)
            report += [
                Measurement(game, "plain", plain, "decisions"),
                Measurement(game, "state", ours.dtype.itemsize, "bytes"),
                Measurement(game, "cold", cold, "seconds"),
                Measurement(game, "warm", warm, "seconds"),
            ]
    return report


def _measure(game: str, ours: Ours, limit: Limit | None) -> list[Measurement]:
    """Ours and theirs in turns; the best of several rounds of each."""
    report = []
    for what, unit in (("games", "decisions"), ("batch", "decisions"), ("copy", "nanoseconds")):
        best = min if unit == "nanoseconds" else max
        values: list[float] = []
        limits: list[float] = []
        for _ in range(ROUNDS):
            values.append(getattr(ours, what)())
            if limit is not None:
                limits.append(getattr(limit, what)())
        report.append(Measurement(game, what, best(values), unit, best(limits) if limits else None))
    return report
