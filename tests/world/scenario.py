"""What happens in a world: who plays, and which faults come when. All of it follows from a seed.

A scenario is plain data, so that a failing one can be made smaller: faults and tables are left out
one after the other, as long as the same check still fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Literal, TypeVar

T = TypeVar("T")

Kind = Literal[
    "crash",  # a server ends as by kill -9, in the middle of anything
    "stop",  # a server ends in good order
    "freeze",  # a server's process stands still
    "sleep",  # all servers stand still, as on a machine that sleeps
    "jump",  # the clock of the machine is set, forwards or backwards
    "store down",
    "failing commits",
    "ambiguous commits",
    "failing queries",
    "slow store",
    "lost notifications",
    "bad notifications",  # late and twice
    "bad network",
    "slow network",
    "bad bots",
]


@dataclass(frozen=True)
class Fault:
    """Something that goes wrong, from a time on, for so many seconds."""

    at: float
    kind: Kind
    seconds: float
    server: int = 0
    strength: float = 0.1
    steps: int = 1  # how far a server gets before it crashes

    def __str__(self) -> str:
        where = f" of server {self.server}" if self.kind in ("crash", "stop", "freeze") else ""
        return (
            f"{self.at:8.1f} s  {self.kind}{where} for {self.seconds:.1f} s ({self.strength:.2f})"
        )


@dataclass(frozen=True)
class TablePlan:
    """A table, and how people behave there."""

    game: str
    people: int
    bots: int
    clock: tuple[int, int] | None
    public: bool
    begins: float
    pace: float = 3.0  # seconds that a decision takes on average
    stays: float = 60.0  # seconds until somebody leaves, to come back later
    repeats: float = 0.05  # how often a command is sent twice
    undoes: float = 0.05
    hands: float = 0.02
    second_device: bool = False
    cheats: bool = False
    polls: bool = False
    reads: float = 0.0  # seconds a message: spectators and half of the players
    record: bool = False  # whether the game goes on from a record

    def __str__(self) -> str:
        return f"{self.game}: {self.people} people, {self.bots} bots, clock {self.clock}"


@dataclass(frozen=True)
class Scenario:
    """A world to be run."""

    seed: int
    seconds: float
    servers: int
    tables: tuple[TablePlan, ...]
    faults: tuple[Fault, ...] = field(default=())

    def __str__(self) -> str:
        lines = [f"{self.servers} servers, {self.seconds:.0f} s"]
        lines += [f"  table {number}: {plan}" for number, plan in enumerate(self.tables)]
        return "\n".join(lines + [f"  {fault}" for fault in self.faults])


def generate(seed: int) -> Scenario:
    """The scenario of a seed."""
    chance = Random(f"scenario {seed}")
    servers = chance.choice((1, 2, 2, 3))
    seconds = chance.uniform(60, 240)
    tables = tuple(_table(chance, seconds) for _ in range(chance.randint(1, 3)))
    kinds = chance.sample(KINDS, chance.randint(2, len(KINDS)))
    number = chance.randint(3, 30)
    faults = sorted(
        (_fault(chance, chance.choice(kinds), seconds, servers) for _ in range(number)),
        key=lambda fault: fault.at,
    )
    faults += _restarts(Random(f"restarts {seed}"), faults, servers)
    return Scenario(seed, seconds, servers, tables, tuple(faults))


KINDS: tuple[Kind, ...] = Kind.__args__  # type: ignore[attr-defined]


def _table(chance: Random, seconds: float) -> TablePlan:
    game = chance.choice(("tybor", "samara"))
    people = chance.randint(1, 4 if game == "tybor" else 3)
    bots = chance.randint(1 if people == 1 else 0, 2)
    clock = chance.choice((None, None, (20, 0), (10, 30), (60, 60)))
    return TablePlan(
        game=game,
        people=people,
        bots=bots,
        clock=clock,
        public=chance.random() < 0.3,
        begins=chance.uniform(0, seconds / 4),
        pace=chance.choice((0.5, 2.0, 5.0)),
        stays=chance.choice((20.0, 60.0, 600.0)),
        repeats=chance.choice((0.0, 0.1)),
        undoes=chance.choice((0.0, 0.1)),
        hands=chance.choice((0.0, 0.05)),
        second_device=chance.random() < 0.2,
        cheats=chance.random() < 0.3,
        polls=chance.random() < 0.2,
        reads=chance.choice((0.0, 0.0, 0.0, 0.7)),
        record=chance.random() < 0.15,
    )


def _fault(chance: Random, kind: Kind, seconds: float, servers: int) -> Fault:
    lasts = chance.choice((chance.uniform(0.1, 3), chance.uniform(1, 20), chance.uniform(10, 60)))
    strength = chance.choice((0.02, 0.1, 0.5))
    if kind == "jump":
        strength = chance.choice((-3600.0, -100.0, -5.0, 3.0, 20.0, 3600.0))
    elif kind in ("failing commits", "ambiguous commits") and chance.random() < 0.2:
        strength = 1.0
    return Fault(
        at=chance.uniform(1, seconds),
        kind=kind,
        seconds=lasts,
        server=chance.randrange(servers),
        strength=strength,
        steps=chance.randint(1, 400),
    )


def _restarts(chance: Random, faults: Sequence[Fault], servers: int) -> list[Fault]:
    """After some changes of the clock all servers start anew, as after a machine's restart."""
    kind: Kind = chance.choice(("crash", "stop"))
    return [
        Fault(jump.at + chance.uniform(0, 3), kind, chance.uniform(0.1, 20), server)
        for jump in faults
        if jump.kind == "jump" and chance.random() < 0.5
        for server in range(servers)
    ]


def shrink(scenario: Scenario, fails: Callable[[Scenario], bool], tries: int = 60) -> Scenario:
    """A smaller scenario that fails, too: fewer faults, fewer tables, one server."""
    left = tries

    def still_fails(smaller: Scenario) -> bool:
        nonlocal left
        left -= 1
        return left >= 0 and fails(smaller)

    faults = _fewest(
        scenario.faults, lambda some: still_fails(replace(scenario, faults=tuple(some)))
    )
    scenario = replace(scenario, faults=tuple(faults))
    tables = _fewest(
        scenario.tables,
        lambda some: bool(some) and still_fails(replace(scenario, tables=tuple(some))),
    )
    scenario = replace(scenario, tables=tuple(tables))
    for servers in range(1, scenario.servers):
        fewer = replace(scenario, servers=servers)
        if all(fault.server < servers for fault in scenario.faults) and still_fails(fewer):
            return fewer
    return scenario


def _fewest(items: Sequence[T], fails: Callable[[Sequence[T]], bool]) -> list[T]:
    """Leave out halves, then quarters, and so on, as long as it still fails."""
    kept, size = list(items), max(1, len(items) // 2)
    while size:
        start = 0
        while start < len(kept):
            fewer = kept[:start] + kept[start + size :]
            if fails(fewer):
                kept = fewer
            else:
                start += size
        size //= 2
    return kept
