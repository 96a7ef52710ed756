"""A whole world in one thread: servers, their store, the network, bots and people.

    report = run(generate(7))
    assert report.violation is None

The server's code is the real one; only what surrounds it is simulated. The same scenario gives the
same run, to the byte: `report.digest` is the hash of everything that happened.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import logging
import secrets
import sys
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NoReturn

from baumeister.server.app import Platform, create_app
from baumeister.server.settings import Settings
from baumeister.server.store.store import OUTAGE
from baumeister.server.tables.clocks import Outage
from tests.world.bots import BotConditions, NoCompiler
from tests.world.checks import Checks, Violation
from tests.world.loop import OUTSIDE, PROCESS, Process, SimulatedLoop, Stuck
from tests.world.network import Conditions, Network
from tests.world.people import Person, Seat, open_table
from tests.world.scenario import KINDS, Fault, Scenario
from tests.world.storage import SimulatedDatabase, SimulatedStore

NOON = 1_800_000_000_000  # milliseconds since 1970, when every world begins
PLAY_ON = 30.0  # seconds that people go on after the last fault
RECOVERY = 150.0  # seconds within which everything has to go on after the last fault
SHOWN = 30.0  # seconds within which everybody sees an entry once all goes well
STORY = 60  # lines of the story that are kept
SETTINGS = Settings(
    store="world",
    page="none",
    bot_workers=2,
    requests_per_second=0,
    tables_per_hour=0,
    messages_per_second=0,
    requests_running=1_000_000,
    costly_per_minute=0,
    commands_per_second=0,
    listed_tables=0,
    listed_seats=0,
)


@dataclass
class Report:
    """How a world went."""

    scenario: Scenario
    violation: str | None
    kind: str | None  # of the violation: which check failed
    digest: str
    story: list[str]
    faults: Counter[str]
    counts: dict[str, int]
    simulated: float  # seconds
    seconds: float  # of processor time


@dataclass
class Slot:
    """A place where a server runs, and is started again when it has ended."""

    number: int
    process: Process
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    serving: bool = False
    down_until: float = 0.0


class World:
    """Everything, and the time."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.chance = Random(f"world {scenario.seed}")
        self.loop = SimulatedLoop(Random(f"order {scenario.seed}"))
        self.faults: Counter[str] = Counter()
        self.people: list[Person] = []
        self.started = 0  # tables
        self.quiet = False  # people begin nothing new
        self.violation: str | None = None
        self.kind: str | None = None  # … and which check found it
        self.story: deque[str] = deque(maxlen=STORY)
        self.checks = Checks(
            self.loop.time,
            self._outages,
            self._unavailable,
            self._is_there,
            self.tell,
            self.fail,
        )
        self.network = Network(
            self.loop,
            Conditions(Random(f"network {scenario.seed}"), self.injected),
            self.checks.durable,
        )
        self.store = SimulatedStore(
            self.loop,
            Random(f"store {scenario.seed}"),
            self.checks.committed,
            self.injected,
        )
        self.bots = BotConditions(Random(f"bots {scenario.seed}"), self.injected)
        self.slots: list[Slot] = []
        self._offset = 0.0  # seconds by which the machine's clock is wrong
        self._was_set_back = False
        self._digest = hashlib.sha256()
        self._down_since: float | None = 0.0  # since when nobody serves
        self._down: list[tuple[float, float]] = []
        self._healed = 0.0  # when the last fault was over
        self._tasks: dict[asyncio.Task[Any], None] = {}  # so that nothing ends as garbage
        self.loop.set_task_factory(self._new_task)
        self.loop.set_exception_handler(self._unhandled)

    # --- what happens -------------------------------------------------------------------------
    def tell(self, line: str) -> None:
        """A line of the story."""
        told = f"{self.loop.time():10.3f} {line}"
        self.story.append(told)
        self.hash(told)

    def hash(self, text: str | bytes) -> None:
        """Something that has to be the same in every run of this scenario."""
        self._digest.update(text.encode() if isinstance(text, str) else text)

    def injected(self, what: str) -> None:
        """A fault was injected."""
        self.faults[what] += 1
        self.tell(f"fault: {what}")

    def fail(self, what: str) -> NoReturn:
        """Stop the world because of a violation; its kind is the line that found it."""
        caller = sys._getframe(1)
        self.violated(what, f"{caller.f_code.co_qualname}:{caller.f_lineno}")
        raise Violation(what)

    def violated(self, what: str, kind: str) -> None:
        """Stop the world; of several violations the first counts."""
        if self.violation is None:
            self.violation, self.kind = what, kind
            self.tell(f"VIOLATION: {what}")
        self.loop.stop()

    def _unhandled(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, Violation) or self.violation is not None:
            return
        handle = context.get("handle")
        process = None if handle is None else handle._context.get(PROCESS)
        if error is not None and (process is None or process.alive):
            kind = f"unhandled {type(error).__name__}"
            self.violated(f"unhandled: {context['message']}: {error!r}", kind)

    def _new_task(self, loop: Any, work: Any, context: Any = None) -> Any:
        task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, context=context)
        self._tasks[task] = None
        task.add_done_callback(self._forget, context=OUTSIDE)
        return task

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(task, None)

    def _outages(self) -> list[Outage]:
        found = self.store.sql.execute("SELECT began, ended FROM outages").fetchall()
        return [Outage(*row) for row in found]

    def _is_there(self, table: str, seat: int) -> bool:
        """Whether the person of a seat is certainly there, as the only server must know."""
        return self.scenario.servers == 1 and any(
            person.is_there and person.seat.table == table and person.shown["you"]["seat"] == seat
            for person in self.people
        )

    # --- servers ------------------------------------------------------------------------------
    def now(self) -> int:
        """The clock of the machine, in milliseconds since 1970."""
        return NOON + round((self.loop.time() + self._offset) * 1000)

    def any_server(self) -> Process:
        """A server that somebody tries to reach."""
        return self.chance.choice(self.slots).process

    def all_seats(self) -> list[Seat]:
        """Everybody's places."""
        return [person.seat for person in self.people]

    def start_server(self, slot: Slot) -> None:
        """Start a server; if that fails, again a little later."""
        slot.process = Process(f"server-{slot.number}", lambda process: self._ended(slot, process))
        slot.stopped = asyncio.Event()
        self.loop.start(slot.process, self._serve(slot, slot.process, slot.stopped))

    async def _serve(self, slot: Slot, process: Process, stopped: asyncio.Event) -> None:
        platform = Platform(
            open_database=lambda place: SimulatedDatabase(self.store, process),
            new_process=self.bots.new_process,
            new_compiler=NoCompiler,
            now=self.now,
            steady=lambda: round(self.loop.time() * 1000),
        )
        app = create_app(SETTINGS, platform)
        try:
            async with app.router.lifespan_context(app):
                self.tell(f"{process.name} serves")
                self.network.apps[process] = app
                slot.serving = True
                self._availability()
                await stopped.wait()
                self.network.apps.pop(process, None)
        except Violation:
            raise
        except Exception as error:
            self.tell(f"{process.name} cannot serve: {error!r}")
        process.crash()

    def _ended(self, slot: Slot, process: Process) -> None:
        """A server is gone, however it ended."""
        self.tell(f"{process.name} is gone")
        slot.serving = False
        self.network.gone(process)
        self.store.connections = [
            one for one in self.store.connections if one._process is not process
        ]
        self._availability()
        pause = max(0.5, slot.down_until - self.loop.time())
        self.loop.call_later(pause, self.start_server, slot, context=OUTSIDE)

    # --- when nobody could play ---------------------------------------------------------------
    def _availability(self) -> None:
        serves = self.store.up and any(
            slot.serving and slot.process.frozen is None for slot in self.slots
        )
        if serves and self._down_since is not None:
            self._down.append((self._down_since, self.loop.time()))
            self._down_since = None
        elif not serves and self._down_since is None:
            self._down_since = self.loop.time()

    def _unavailable(self, since: float, now: float) -> float:
        """How long nobody could play within a span, in stretches that clocks have to leave out."""
        stretches = list(self._down)
        if self._down_since is not None:
            stretches.append((self._down_since, now))
        return sum(
            max(0.0, min(now, ended) - max(since, began))
            for began, ended in stretches
            if (ended - began) * 1000 > OUTAGE
        )

    # --- faults -------------------------------------------------------------------------------
    def _schedule(self, fault: Fault) -> None:
        self.loop.call_at(fault.at, self._begin, fault, context=OUTSIDE)

    def _begin(self, fault: Fault) -> None:
        begin, end = self._effect(fault)
        self.injected(fault.kind)
        begin()
        if end is not None:
            self.loop.call_later(fault.seconds, end, context=OUTSIDE)

    def _effect(self, fault: Fault) -> tuple[Callable[[], None], Callable[[], None] | None]:
        """What a fault does, and what ends it."""
        slot = self.slots[fault.server]
        network, store, bots = self.network.conditions, self.store, self.bots
        strength = fault.strength
        match fault.kind:
            case "crash":
                return lambda: self._crash(slot, fault), None
            case "stop":
                return lambda: self._stop(slot, fault), None
            case "freeze":
                process = slot.process
                return lambda: self._freeze([slot]), lambda: self._thaw([process])
            case "sleep":
                processes = [one.process for one in self.slots]
                return lambda: self._freeze(self.slots), lambda: self._thaw(processes)
            case "jump":
                return lambda: self._jump(strength), None
            case "store down":
                return self._store_down, self._store_up
            case "failing commits":
                return _set(store, failing=strength), _set(store, failing=0.0)
            case "ambiguous commits":
                return _set(store, ambiguous=strength), _set(store, ambiguous=0.0)
            case "failing queries":
                return _set(store, reading=strength), _set(store, reading=0.0)
            case "slow store":
                return _set(store, delay=strength), _set(store, delay=0.002)
            case "lost notifications":
                return self._deafen, self._reconnect
            case "bad notifications":
                return (
                    _set(store, notice_delay=2.0, doubled=strength),
                    _set(store, notice_delay=0.005, doubled=0.0),
                )
            case "bad network":
                return (
                    _set(network, loss=strength, cuts=strength / 3),
                    _set(network, loss=0.0, cuts=0.0),
                )
            case "slow network":
                return _set(network, delay=10 * strength), _set(network, delay=0.03)
            case "bad bots":
                third = strength / 3
                return (
                    _set(bots, dying=third, hanging=third, nonsense=third, seconds=3.0),
                    _set(bots, dying=0.0, hanging=0.0, nonsense=0.0, seconds=0.4),
                )

    def _crash(self, slot: Slot, fault: Fault) -> None:
        slot.down_until = self.loop.time() + fault.seconds
        slot.process.fuse = fault.steps

    def _stop(self, slot: Slot, fault: Fault) -> None:
        slot.down_until = self.loop.time() + fault.seconds
        slot.stopped.set()

    def _freeze(self, slots: list[Slot]) -> None:
        for slot in slots:
            if slot.process.alive and slot.process.frozen is None:
                slot.process.frozen = []
        self._availability()

    def _thaw(self, processes: list[Process]) -> None:
        for process in processes:
            self.loop.thaw(process)
        self._availability()

    def _jump(self, seconds: float) -> None:
        self._offset += seconds
        if seconds < 0:
            self._was_set_back = True
        elif self._was_set_back or seconds * 1000 <= OUTAGE:
            # After a set-back the server's time may have missed a short outage, which it makes up.
            self.checks.clock_jumps += min(seconds, OUTAGE / 1000)

    def _store_down(self) -> None:
        self.store.go_down()
        self._availability()

    def _store_up(self) -> None:
        self.store.come_back()
        self._availability()

    def _deafen(self) -> None:
        for connection in self.store.connections:
            connection.listens = False

    def _reconnect(self) -> None:
        for connection in self.store.connections:
            connection.reconnect()

    def _heal(self) -> None:
        """The end of all faults."""
        self._healed = self.loop.time()
        for kind in KINDS:
            _, end = self._effect(Fault(0, kind, 0))
            if end is not None:
                end()
        self._thaw([slot.process for slot in self.slots])
        for slot in self.slots:
            slot.process.fuse = None

    def _set_back_once_more(self) -> None:
        """If clocks are wrong in this world, nobody's move hides what a set-back stops."""
        late = [fault for fault in self.scenario.faults if fault.kind == "jump"][-1:]
        for fault in late:
            self._begin(replace(fault, strength=-3600.0))
            if fault.steps % 2:
                for server in range(self.scenario.servers):
                    self._begin(Fault(fault.at, "crash", 1.0, server))

    # --- the course of the world --------------------------------------------------------------
    async def _main(self) -> None:
        for number in range(self.scenario.servers):
            idle = Process(f"server-{number}", lambda process: None)
            self.slots.append(Slot(number, idle))
            self.start_server(self.slots[-1])
        for fault in self.scenario.faults:
            self._schedule(fault)
        actors = [
            self.loop.create_task(open_table(self, plan, number), context=OUTSIDE.copy())
            for number, plan in enumerate(self.scenario.tables)
        ]
        await asyncio.sleep(self.scenario.seconds)
        self.tell("no more faults")
        self._heal()
        await asyncio.sleep(PLAY_ON / 2)
        self._deafen()  # what is missed now is not repaired by a later notification
        await asyncio.sleep(PLAY_ON / 2)
        self.quiet = True
        self._reconnect()
        self.tell("no more commands")
        self._set_back_once_more()
        await asyncio.sleep(RECOVERY)
        self._all_goes_on()
        self.checks.compare(
            self.store.sql.execute(
                "SELECT table_id, seq, at, kind, body, key FROM log ORDER BY table_id, seq"
            ).fetchall()
        )
        for actor in actors:
            if actor.done():
                actor.result()

    def _all_goes_on(self) -> None:
        """Every table is where it has to be: answered, shown, and no bot or clock overdue."""
        if self.started < len(self.scenario.tables):
            self.fail(f"{len(self.scenario.tables) - self.started} tables could not be started")
        for person in self.people:
            table = self.checks.tables[person.seat.table]
            if person.pending is not None:
                self.fail(f"{person.name} got no answer to {person.pending.id}")
            latest = self.loop.time() - SHOWN
            due = sum(committed <= latest for committed in table.times)
            if person.seq < due and not person.over:
                self.fail(f"{person.name} sees entry {person.seq} of {len(table.entries)}")
        for table in self.checks.tables.values():
            silent = self.loop.time() - table.times[-1]
            if table.state.bots_to_ask and silent > RECOVERY / 2:
                self.fail(f"{table.id}: bots have not moved for {silent:.0f} s")
            if overdue := self.checks.overdue(table, self._healed):
                self.fail(f"{table.id}: the clocks of {overdue} have run out, and nothing happens")

    def run(self) -> Report:
        """From the beginning to the end, or to a violation."""
        began = time.process_time()
        with _seeded(self):
            main = self.loop.create_task(self._main(), context=OUTSIDE.copy())
            try:
                self.loop.run_until_complete(main)
            except Violation:
                pass
            except Stuck:
                self.violation = self.kind = "nothing happens any more"
            except RuntimeError:
                if self.violation is None:
                    raise
            simulated = self.loop.time()
        return Report(
            self.scenario,
            self.violation,
            self.kind,
            self._digest.hexdigest(),
            list(self.story),
            self.faults,
            self.checks.counts,
            simulated,
            time.process_time() - began,
        )

    def bury(self) -> None:
        """Let go of everything that was still going on."""
        for task in self._tasks:
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        self.loop.close()


def _set(target: Any, **values: float) -> Callable[[], None]:
    def change() -> None:
        for name, value in values.items():
            setattr(target, name, value)

    return change


class _Errors(logging.Handler):
    """What the server logs as an error is a violation."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.ERROR)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        world = self._world
        process = PROCESS.get()
        if world.violation is None and (process is None or process.alive):
            why = record.exc_info[1] if record.exc_info else ""
            what = f"the server logged an error: {record.getMessage()} {why!r}"
            world.violated(what, f"logged {record.msg}")


@contextmanager
def _seeded(world: World) -> Iterator[None]:
    """Chance from the seed for everything, and errors in the logs noticed."""
    chance = Random(f"secrets {world.scenario.seed}")
    original = secrets.token_bytes
    logger = logging.getLogger("baumeister")
    handler, propagate = _Errors(world), logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    secrets.token_bytes = lambda nbytes=None: chance.randbytes(nbytes or 32)
    try:
        yield
    finally:
        secrets.token_bytes = original
        logger.removeHandler(handler)
        logger.propagate = propagate


def run(scenario: Scenario) -> Report:
    """Run a scenario."""
    gc.disable()  # garbage would be collected, and its `finally` blocks run, at a moment of its own
    gc.freeze()  # what was there before is not looked through in the end
    world = World(scenario)
    report = world.run()
    # What was still going on ends as garbage: its `finally` blocks run now, and cannot do anything.
    hook, sys.unraisablehook = sys.unraisablehook, lambda _: None
    logging.disable()
    try:
        with warnings.catch_warnings(action="ignore"):
            world.bury()
            del world
            while gc.collect():
                pass
    finally:
        logging.disable(logging.NOTSET)
        sys.unraisablehook = hook
        gc.unfreeze()
        gc.enable()
    return report
