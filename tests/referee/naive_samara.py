"""Samara, played slowly and plainly, clause by clause.

Workers are objects in one list, the calendar, in the order in which they lined up: whoever
moves goes to the end of the list, so a month's line is the workers of that month in list
order. Questions are asked one at a time, and what is still to happen stands in a to-do list.
Clause numbers (S3.2) refer to the rules file.

Orders that the record format leaves open are settled here like this: helpers and moves in the
order of the calendar (a worker sent one month further by the Weight Room comes last), tools in
the order of `TOOLS`, tiles in component order, workers of a seat by age.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from .tape import Tape

DATA_FILE = Path(__file__).with_name("samara.toml")

TOOLS = ("saw", "trowel_compass", "trowel_square", "glass_a", "glass_b")
TROWELS = {"trowel_compass", "trowel_square"}
LETTERS = "abcde"

Event = dict[str, Any]
Step = tuple[str, int]
Cell = tuple[int, int]


def load_data(path: Path = DATA_FILE) -> dict[str, Any]:
    """The component file."""
    with path.open("rb") as file:
        return tomllib.load(file)


@dataclass(frozen=True)
class Tile:
    """A building tile (S1.1). `needs` is letters: S saw, T trowel, A and B glass tools."""

    place: int
    id: str
    name: str
    needs: str
    prestige: int
    ability: str
    permanent: bool


@dataclass
class Worker:
    """A stack of figures acting as one; its sex is that of the top figure."""

    id: str
    seat: int
    letter: str
    sex: str
    men: int
    women: int
    month: int

    def strength(self) -> int:
        """The number of figures."""
        return self.men + self.women


@dataclass
class Space:
    """A space of the board: a tile, or none any more, and tools."""

    row: int
    column: int
    tile: Tile | None
    tools: list[str]


@dataclass
class Foreman:
    """A foreman board: the reserve, tools and tiles."""

    men: int = 1
    women: int = 1
    tools: list[str] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)


@dataclass(frozen=True)
class Plan:
    """The action under way: a tool or a tile of a space, and the IDs of the group."""

    action: str
    worker: str
    row: int
    column: int
    tool: str
    group: tuple[str, ...] = ()


def all_tiles(data: dict[str, Any]) -> list[Tile]:
    """The 36 tiles in component order (S1.1)."""
    tiles: list[Tile] = []
    for row in data["tile"]:
        copies = row.get("copies", 1)
        code = row["en"].replace(" ", "")
        for copy in range(1, copies + 1):
            name = code if copies == 1 else f"{code}/{copy}"
            ability, permanent = row.get("ability", ""), row.get("permanent", False)
            needs, prestige = row["needs"], row["prestige"]
            tiles.append(Tile(len(tiles), name, row["en"], needs, prestige, ability, permanent))
    return tiles


def all_cells(data: dict[str, Any]) -> list[Cell]:
    """The 30 spaces, row by row (S1.2)."""
    columns = data["board"]["columns"]
    return [(r, c) for r in range(1, len(columns) + 1) for c in range(1, columns[r - 1] + 1)]


def tools_in_order(tools: Iterable[str]) -> list[str]:
    """Tools in the order of `TOOLS`."""
    return sorted(tools, key=TOOLS.index)


class NaiveSamara:
    """One game, from set-up to the winner."""

    def __init__(
        self,
        data: dict[str, Any],
        players: int,
        start_month: int,
        specials: bool,
        seed: str,
    ) -> None:
        if not 2 <= players <= 5:
            raise ValueError("Samara is for 2 to 5 players")
        if not 1 <= start_month <= 12:
            raise ValueError("months are 1 to 12")
        self.data = data
        self.start_month = start_month
        self.specials = specials
        self.seed = seed
        self.now = 0
        self.progress = 0
        self.end = ""
        self.over = False
        self.events: list[Event] = []
        self.calendar: list[Worker] = []
        self._workers_so_far = 0
        self._asking = ""
        self._asked: list[int] = []
        self._plan: Plan | None = None
        self._builder = 0
        self._victim = 0
        self._site: Cell = (0, 0)
        self._ability = ""
        self._hidden: dict[int, str] = {}
        self._set_up(players)
        self.todo: list[Step] = [("turn", 0)]
        self._go_on()

    # ------------------------------------------------------------------ the caller's side

    def waiting(self) -> list[int]:
        """The seats that have a question to answer; several for Barracks, clockwise."""
        return list(self._asked)

    def legal(self, seat: int) -> set[str]:
        """The answers a seat has; none if it is not asked."""
        if seat not in self._asked:
            return set()
        answers: dict[str, Callable[[int], set[str]]] = {
            "act": self._actions,
            "help": self._help_answers,
            "train": self._train_answers,
            "lose": self._lose_answers,
            "barracks": self._lose_answers,
            "take": self._take_answers,
            "bury": self._bury_answers,
            "imprison": self._imprison_answers,
        }
        return answers[self._asking](seat)

    def play(self, seat: int, notation: str) -> None:
        """Answer a seat's question and go on to the next one."""
        if notation not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {notation!r}")
        self._answer(seat, notation)

    def _answer(self, seat: int, notation: str) -> None:
        answer: dict[str, Callable[[int, str], None]] = {
            "act": self._act,
            "help": self._help,
            "train": self._train,
            "lose": self._lose,
            "barracks": self._hide,
            "take": self._take,
            "bury": self._bury,
            "imprison": self._imprison,
        }
        asking = self._asking
        self._asked.remove(seat)
        answer[asking](seat, notation)
        self._go_on()

    def copy(self) -> NaiveSamara:
        """An independent game in the same position."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.calendar = [replace(worker) for worker in self.calendar]
        twin.spaces = [replace(space, tools=list(space.tools)) for space in self.spaces]
        twin.foremen = [Foreman(f.men, f.women, list(f.tools), list(f.tiles)) for f in self.foremen]
        twin.events = list(self.events)
        twin.todo = list(self.todo)
        twin._asked = list(self._asked)
        twin._hidden = dict(self._hidden)
        return twin

    def count(self, depth: int) -> int:
        """How many sequences of `depth` real questions follow; a finished game is one."""
        game = self.copy()
        while not game.over and depth > 0:
            seat = game.waiting()[0]
            answers = sorted(game.legal(seat))
            if len(answers) >= 2:
                return sum(game._after(seat, answer).count(depth - 1) for answer in answers)
            game.play(seat, answers[0])
        return 1

    def _after(self, seat: int, notation: str) -> NaiveSamara:
        game = self.copy()
        game.play(seat, notation)
        return game

    # ------------------------------------------------------------------ questions and steps

    def _ask(self, question: str, *seats: int) -> None:
        self._asking = question
        self._asked = list(seats)

    def _next(self, *steps: Step) -> None:
        """Put steps at the front of what is to be done."""
        self.todo[:0] = steps

    def _go_on(self) -> None:
        """Do what is to be done until somebody is asked."""
        steps: dict[str, Callable[[int], None]] = {
            "turn": self._turn,
            "slide": self._slide,
            "lose": self._ask_to_lose,
            "barracks": self._ask_barracks,
            "reveal": self._reveal,
            "hospital": self._ask_hospital,
            "tombstone": self._ask_tombstone,
            "prison": self._ask_prison,
        }
        while not self._asked and not self.over:
            name, number = self.todo.pop(0)
            steps[name](number)

    # ------------------------------------------------------------------ S1 set-up

    def _set_up(self, players: int) -> None:
        """S1, in the order in which the tape is read: tiles, tools, start order."""
        tape = Tape(self.seed)
        tiles = all_tiles(self.data)
        cells = all_cells(self.data)
        tape.shuffle(tiles)
        self.spaces = [
            Space(row, column, tile, [])
            for (row, column), tile in zip(cells, tiles[: len(cells)], strict=True)
        ]
        unused = tiles[len(cells) :]
        self._lay_tools(tape, players)
        order = list(range(players))
        tape.shuffle(order)
        self.foremen = [Foreman() for _ in range(players)]
        for seat in order:
            self._put_worker(seat, "w", 0)
        for seat in reversed(order):
            self._put_worker(seat, "mm", 0)
        self.events.append(
            {
                "type": "setup",
                "order": order,
                "spaces": [
                    {"row": s.row, "column": s.column, "tile": s.tile.id, "tools": list(s.tools)}
                    for s in self.spaces
                    if s.tile is not None
                ],
                "unused": [tile.id for tile in unused],
                "workers": [
                    {"worker": w.id, "seat": w.seat, "men": w.men, "women": w.women}
                    for w in self.calendar
                ],
                "reserve": [{"men": f.men, "women": f.women} for f in self.foremen],
            }
        )

    def _lay_tools(self, tape: Tape, players: int) -> None:
        """S1.3."""
        tools: list[str] = []
        for tool in TOOLS:
            tools += [tool] * (self.data["tools"]["set"][tool] * players)
        tape.shuffle(tools)
        for entry in self.data["tools"]["per_space"]:
            for row, column in entry["spaces"]:
                for _ in range(entry["count"][players - 2]):
                    self.space((row, column)).tools.append(tools.pop(0))
        if tools:
            raise ValueError("tools are left over")

    def _put_worker(self, seat: int, figures: str, month: int) -> Worker:
        """A worker joins the end of a month's line. `figures` is from the top: wm, mm, w."""
        self._workers_so_far += 1
        letter = min(set(LETTERS) - {w.letter for w in self.workers_of(seat)})
        sex = "woman" if figures[0] == "w" else "man"
        worker = Worker(
            f"W{self._workers_so_far}",
            seat,
            letter,
            sex,
            figures.count("m"),
            figures.count("w"),
            month,
        )
        self.calendar.append(worker)
        return worker

    def arrange(
        self,
        workers: Iterable[tuple[int, str, int]],
        now: int = 0,
        spaces: Mapping[Cell, tuple[str, str]] | None = None,
        tools: Mapping[int, str] | None = None,
        tiles: Mapping[int, str] | None = None,
        progress: int | None = None,
    ) -> None:
        """Set up a position directly, for scenes; the events start anew.

        `workers`: (seat, figures from the top, month) in the order of the calendar, letters
        a, b, c ... in that order; figures are m and w, the reserve is what is left of 3 men
        and 2 women. `spaces`: a tile's ID or nothing, and tools. What is not named is empty.
        """
        named = {tile.id: tile for tile in all_tiles(self.data)}
        self.now = now
        self.progress = now if progress is None else progress
        self.events = []
        self.calendar = []
        self._workers_so_far = 0
        for seat, foreman in enumerate(self.foremen):
            foreman.men, foreman.women = 3, 2
            foreman.tools = (tools or {}).get(seat, "").split()
            foreman.tiles = [named[code] for code in (tiles or {}).get(seat, "").split()]
        for seat, figures, month in workers:
            worker = self._put_worker(seat, figures, month)
            self.foremen[seat].men -= worker.men
            self.foremen[seat].women -= worker.women
        for space in self.spaces:
            code, lying = (spaces or {}).get((space.row, space.column), ("", ""))
            space.tile = named[code] if code else None
            space.tools = lying.split()
        self._check_arrangement()
        self.over = False
        self.end = ""
        self._asked = []
        self._hidden = {}
        self._plan = None
        self.todo = [("turn", 0)]
        self._go_on()

    def _check_arrangement(self) -> None:
        """A scene has no more figures, tools and tiles than the box, and somebody to act."""
        tools = [tool for foreman in self.foremen for tool in foreman.tools]
        tools += [tool for space in self.spaces for tool in space.tools]
        tiles = [tile for foreman in self.foremen for tile in foreman.tiles]
        tiles += [space.tile for space in self.spaces if space.tile is not None]
        sets = self.data["tools"]["set"]
        if any(min(foreman.men, foreman.women) < 0 for foreman in self.foremen):
            raise ValueError("too many figures")
        if any(tools.count(tool) > sets[tool] * len(self.foremen) for tool in tools):
            raise ValueError("too many tools")
        if len(tiles) != len(set(tiles)):
            raise ValueError("a tile is there twice")
        months = [worker.month for worker in self.calendar]
        if min(months) != self.now or max(months) > self.last_month():
            raise ValueError("workers stand from the NOW month to the last month")

    # ------------------------------------------------------------------ looking at the table

    def space(self, cell: Cell) -> Space:
        """The space of that row and column."""
        return next(s for s in self.spaces if (s.row, s.column) == cell)

    def workers_of(self, seat: int) -> list[Worker]:
        """A foreman's workers on the calendar."""
        return [worker for worker in self.calendar if worker.seat == seat]

    def line(self, month: int) -> list[Worker]:
        """The workers of a month, from the board outwards (S2.5)."""
        return [worker for worker in self.calendar if worker.month == month]

    def worker(self, worker_id: str) -> Worker:
        """The worker of that ID."""
        return next(worker for worker in self.calendar if worker.id == worker_id)

    def lettered(self, seat: int, letter: str) -> Worker:
        """A foreman's worker of that letter."""
        return next(w for w in self.workers_of(seat) if w.letter == letter)

    def last_month(self) -> int:
        """S1.4, S2.4: the end of the half-year after the one NOW is in."""
        calendar_month = (self.start_month - 1 + self.now) % 12
        return self.now + 11 - calendar_month % 6

    def others(self, seat: int) -> list[int]:
        """The other seats, clockwise from the left."""
        return [(seat + i) % len(self.foremen) for i in range(1, len(self.foremen))]

    def has(self, seat: int, ability: str) -> bool:
        """Whether a permanent ability is at work (S7.14, S7.15)."""
        return self.specials and any(t.ability == ability for t in self.foremen[seat].tiles)

    def is_last_woman(self, worker: Worker) -> bool:
        """S7.2: the only one of the foreman's workers with a woman on top."""
        women = [w for w in self.workers_of(worker.seat) if w.sex == "woman"]
        return women == [worker]

    # ------------------------------------------------------------------ S2 whose turn

    def _turn(self, _: int) -> None:
        """S2.1."""
        acting = self.line(self.now)[0]
        self._ask("act", acting.seat)

    def _slide(self, _: int) -> None:
        """S2.3, S8.3."""
        if not self.line(self.now):
            self.now = min(worker.month for worker in self.calendar)
            self.events.append({"type": "slide", "now": self.now})
            if self.now - self.progress >= 24:
                self.end = "S8.3"
                self.over = True
                return
        self._next(("turn", 0))

    def _actions(self, seat: int) -> set[str]:
        """S2.1, S2.2: everything the acting worker can do; only if nothing, wait."""
        worker = self.line(self.now)[0]
        actions = set()
        for space in self.spaces:
            if not self._groups(worker, space.row):
                continue
            for tool in space.tools:
                if self._may_take(seat, tool):
                    actions.add(f"tool {space.row},{space.column} {tool}")
            if space.tile is not None and self._has_tools_for(seat, space.tile):
                actions.add(f"build {space.row},{space.column}")
        if worker.sex == "woman" and self.foremen[seat].men > 0:
            actions.add("newcomer man")
        if worker.sex == "woman" and self.foremen[seat].women > 0:
            actions.add("newcomer woman")
        if self._holiday_months(seat):
            actions.add("holiday")
        return actions or {"wait"}

    def _act(self, seat: int, notation: str) -> None:
        worker = self.line(self.now)[0]
        words = notation.split()
        if words[0] in ("tool", "build"):
            row, column = map(int, words[1].split(","))
            tool = words[2] if words[0] == "tool" else ""
            self._plan = Plan(words[0], worker.id, row, column, tool)
            self._ask("help", seat)
            return
        self._next(("slide", 0))
        if words[0] == "newcomer":
            self._newcomer(worker, words[1])
        elif words[0] == "holiday":
            self._go_alone(worker, "holiday", min(self._holiday_months(seat)))
        else:
            self._go_alone(worker, "wait", self._destination(seat, 1))

    def _go_alone(self, worker: Worker, action: str, month: int) -> None:
        """S2.2, S6.1."""
        self._move([worker], month)
        self._tell_turn(worker, action, [], [worker])

    # ------------------------------------------------------------------ moving

    def _move(self, workers: list[Worker], month: int) -> None:
        """S2.5: behind those already there, in the order they stood."""
        for worker in workers:
            self.calendar.remove(worker)
            worker.month = month
            self.calendar.append(worker)

    def _destination(self, seat: int, months: int) -> int:
        """From NOW: at most to the last month (S5.1), Bridge (S7.13), Hermit House (S7.11)."""
        months = min(months, self.last_month() - self.now)
        if self.has(seat, "bridge"):
            months = max(1, months - 1)
        return self._past_strangers(seat, self.now + months)

    def _past_strangers(self, seat: int, month: int) -> int:
        """S7.11: on to the next month without another foreman's worker, or the last month."""
        if not self.has(seat, "hermit_house"):
            return month
        while month < self.last_month() and any(w.seat != seat for w in self.line(month)):
            month += 1
        return month

    # ------------------------------------------------------------------ S3 and S5: the group

    def _strength(self, seat: int, workers: list[Worker]) -> int:
        """The strength of workers acting together (S7.9)."""
        strength = sum(worker.strength() for worker in workers)
        if len(workers) >= 2 and self.has(seat, "school"):
            strength += 1
        return strength

    def _groups(self, acting: Worker, row: int) -> list[list[Worker]]:
        """S3.2: every choice of helpers that suffices and in which every helper is needed."""
        mates = [w for w in self.line(self.now) if w.seat == acting.seat and w is not acting]
        groups = []
        for number in range(len(mates) + 1):
            for helpers in combinations(mates, number):
                if self._is_group(acting, list(helpers), row):
                    groups.append(list(helpers))
        return groups

    def _is_group(self, acting: Worker, helpers: list[Worker], row: int) -> bool:
        """S3.1, S3.2."""
        if self._strength(acting.seat, [acting, *helpers]) < row:
            return False
        for helper in helpers:
            rest = [w for w in helpers if w is not helper]
            if self._strength(acting.seat, [acting, *rest]) >= row:
                return False
        return True

    def _help_answers(self, seat: int) -> set[str]:
        plan = self._planned()
        answers = set()
        for helpers in self._groups(self.worker(plan.worker), plan.row):
            letters = sorted(worker.letter for worker in helpers)
            answers.add("with " + " ".join(letters) if letters else "alone")
        return answers

    def _help(self, seat: int, notation: str) -> None:
        plan = self._planned()
        letters = notation.split()[1:]
        group = [
            w
            for w in self.line(self.now)
            if w.seat == seat and (w.id == plan.worker or w.letter in letters)
        ]
        self._plan = replace(plan, group=tuple(w.id for w in group))
        self._next(("slide", 0))
        self.progress = self.now
        if plan.action == "tool":
            self._take_tool(seat, group)
        else:
            self._build(seat, group)

    def _planned(self) -> Plan:
        if self._plan is None:
            raise ValueError("no action is under way")
        return self._plan

    def _tell_turn(
        self, worker: Worker, action: str, helpers: list[Worker], moved: list[Worker], **more: Any
    ) -> None:
        """The turn, told when all have moved; `moves` in the order they line up."""
        in_line = [w for w in self.calendar if w in moved]
        self.events.append(
            {
                "type": "turn",
                "seat": worker.seat,
                "worker": worker.id,
                "action": action,
                "helpers": [w.id for w in helpers],
                "moves": [{"worker": w.id, "to": w.month} for w in in_line],
                **more,
            }
        )

    # ------------------------------------------------------------------ S3 tools

    def _may_take(self, seat: int, tool: str) -> bool:
        """S3.3."""
        tools = self.foremen[seat].tools
        if tool == "saw":
            return tools.count("saw") < 2
        if tool == "glass_b":
            return "glass_a" in tools and "glass_b" not in tools
        return tool not in tools

    def _take_tool(self, seat: int, group: list[Worker]) -> None:
        """S3.1, S3.4, and the ruling of S5.1."""
        plan = self._planned()
        self._move(group, self._destination(seat, plan.column))
        self.space((plan.row, plan.column)).tools.remove(plan.tool)
        self.foremen[seat].tools.append(plan.tool)
        acting = self.worker(plan.worker)
        helpers = [w for w in group if w is not acting]
        place = {"row": plan.row, "column": plan.column, "tool": plan.tool}
        self._tell_turn(acting, "tool", helpers, group, **place)

    # ------------------------------------------------------------------ S4 newcomers

    def _newcomer(self, worker: Worker, sex: str) -> None:
        """S4.1: she and the newcomer go to the last month (S7.11, S7.13)."""
        self.progress = self.now
        foreman = self.foremen[worker.seat]
        if sex == "man":
            foreman.men -= 1
        else:
            foreman.women -= 1
        month = self._destination(worker.seat, self.last_month() - self.now)
        self._move([worker], month)
        newcomer = self._put_worker(worker.seat, "m" if sex == "man" else "w", month)
        told = {"worker": newcomer.id, "sex": sex}
        self._tell_turn(worker, "newcomer", [], [worker, newcomer], newcomer=told)

    # ------------------------------------------------------------------ S5 building

    def _has_tools_for(self, seat: int, tile: Tile) -> bool:
        """S5.2, S7.6."""
        tools = self.foremen[seat].tools
        if self.has(seat, "university"):
            return len(tools) >= len(tile.needs)
        trowels = [tool for tool in tools if tool in TROWELS]
        return (
            tools.count("saw") >= tile.needs.count("S")
            and len(trowels) >= tile.needs.count("T")
            and ("glass_a" in tools or "A" not in tile.needs)
            and ("glass_b" in tools or "B" not in tile.needs)
        )

    def _build(self, seat: int, group: list[Worker]) -> None:
        """S5.1, S5.3, S5.4; the tile counts from the next action on (S7.14)."""
        plan = self._planned()
        space = self.space((plan.row, plan.column))
        if space.tile is None:
            raise ValueError("no tile to build")
        tile = space.tile
        self._move(group, self._destination(seat, plan.column))
        space.tile = None
        self.foremen[seat].tiles.append(tile)
        self._builder = seat
        self._site = (plan.row, plan.column)
        self._ability = tile.ability
        last = all(s.tile is None for s in self.spaces)
        reserve = self.foremen[seat].men + self.foremen[seat].women
        if self._ability == "weight_room" and self.specials and not last and reserve > 0:
            self._ask("train", seat)
            return
        self._tell_build(tile)
        if last:
            self.end = "S8.1"
            self.over = True
        elif self.specials:
            self._next(*self._ability_steps(seat))

    def _tell_build(self, tile: Tile) -> None:
        plan = self._planned()
        acting = self.worker(plan.worker)
        group = [self.worker(name) for name in plan.group]
        helpers = [w for w in group if w is not acting]
        place = {"row": plan.row, "column": plan.column, "tile": tile.id}
        self._tell_turn(acting, "build", helpers, group, **place)

    # ------------------------------------------------------------------ S6 holidays

    def _holiday_months(self, seat: int) -> set[int]:
        """S6.1: later months in which the foreman has a worker."""
        return {w.month for w in self.workers_of(seat) if w.month > self.now}

    # ------------------------------------------------------------------ S7 special tiles

    def _ability_steps(self, seat: int) -> list[Step]:
        """What the tile just built sets off."""
        others = self.others(seat)
        steps: dict[str, list[Step]] = {
            "boat": [("lose", seat)],
            "sculpture": [("lose", seat)],
            "vase": [("lose", seat)],
            "ruin": [("lose", seat), ("lose", seat)],
            "barracks": [("barracks", seat)],
            "hospital": [("hospital", other) for other in others],
            "tombstone": [("tombstone", seat)],
            "prison": [("prison", other) for other in others],
        }
        return steps.get(self._ability, [])

    # -- S7.3, S7.4, S7.5

    def _ask_to_lose(self, seat: int) -> None:
        if self.foremen[seat].tools:
            self._ask("lose", seat)

    def _lose_answers(self, seat: int) -> set[str]:
        """S7.3: the kind the tile names, else any; of two glass tools B goes first."""
        tools = set(self.foremen[seat].tools)
        if "glass_b" in tools:
            tools.discard("glass_a")
        kinds = {"boat": {"saw"}, "sculpture": TROWELS, "vase": {"glass_b"}}
        named = tools & kinds.get(self._ability, set())
        return {f"lose {tool}" for tool in named or tools}

    def _lose(self, seat: int, notation: str) -> None:
        """The tool is put on the space the tile came from."""
        tool = notation.split()[1]
        why = {"ruin": "S7.4", "barracks": "S7.5"}.get(self._ability, "S7.3")
        row, column = self._site
        self.foremen[seat].tools.remove(tool)
        self.space(self._site).tools.append(tool)
        event = {"type": "lose_tool", "seat": seat, "tool": tool, "row": row, "column": column}
        self.events.append({**event, "why": why})

    def _ask_barracks(self, builder: int) -> None:
        """S7.5: all at the same time."""
        asked = [seat for seat in self.others(builder) if self.foremen[seat].tools]
        self._hidden = {}
        self._next(("reveal", builder))
        self._ask("barracks", *asked)

    def _hide(self, seat: int, notation: str) -> None:
        """S9.2: secret until all have chosen."""
        self._hidden[seat] = notation

    def _reveal(self, builder: int) -> None:
        for seat in self.others(builder):
            if seat in self._hidden:
                self._lose(seat, self._hidden[seat])

    # -- S7.7

    def _may_lose_figure(self, worker: Worker) -> bool:
        """S7.2: a last woman of strength 2 or more may, of strength 1 may not."""
        return worker.strength() >= 2 or not self.is_last_woman(worker)

    def _ask_hospital(self, seat: int) -> None:
        if any(self._may_lose_figure(w) for w in self.workers_of(seat)):
            self._ask("take", seat)

    def _take_answers(self, seat: int) -> set[str]:
        return {f"take {w.letter}" for w in self.workers_of(seat) if self._may_lose_figure(w)}

    def _take(self, seat: int, notation: str) -> None:
        """S7.7, S7.16: of a mixed stack a figure of the other sex."""
        worker = self.lettered(seat, notation.split()[1])
        if worker.sex == "man":
            lost = "woman" if worker.women else "man"
        else:
            lost = "man" if worker.men else "woman"
        foreman = self.foremen[seat]
        if lost == "man":
            worker.men -= 1
            foreman.men += 1
        else:
            worker.women -= 1
            foreman.women += 1
        dies = worker.strength() == 0
        if dies:
            self.calendar.remove(worker)
        event = {"type": "lose_figure", "seat": seat, "worker": worker.id, "sex": lost}
        self.events.append({**event, "dies": dies, "why": "S7.7"})

    # -- S7.8

    def _train_answers(self, seat: int) -> set[str]:
        return {f"train {self.worker(name).letter}" for name in self._planned().group}

    def _train(self, seat: int, notation: str) -> None:
        """S7.8: one month further (S7.1, S7.11, S7.13), and a figure of its own sex if any."""
        worker = self.lettered(seat, notation.split()[1])
        if worker.month < self.last_month() and not self.has(seat, "bridge"):
            self._move([worker], self._past_strangers(seat, worker.month + 1))
        tile = self.foremen[seat].tiles[-1]
        self._tell_build(tile)
        foreman = self.foremen[seat]
        gains_man = foreman.men > 0 if worker.sex == "man" else foreman.women == 0
        if gains_man:
            foreman.men -= 1
            worker.men += 1
        else:
            foreman.women -= 1
            worker.women += 1
        sex = "man" if gains_man else "woman"
        event = {"type": "train", "seat": seat, "worker": worker.id, "sex": sex}
        self.events.append({**event, "why": "S7.8"})

    # -- S7.10

    def _ask_tombstone(self, seat: int) -> None:
        if not all(self.is_last_woman(w) for w in self.workers_of(seat)):
            self._ask("bury", seat)

    def _bury_answers(self, seat: int) -> set[str]:
        """S7.2."""
        return {f"bury {w.letter}" for w in self.workers_of(seat) if not self.is_last_woman(w)}

    def _bury(self, seat: int, notation: str) -> None:
        """S7.10: its figures return to the reserve."""
        worker = self.lettered(seat, notation.split()[1])
        self.calendar.remove(worker)
        self.foremen[seat].men += worker.men
        self.foremen[seat].women += worker.women
        event = {"type": "lose_worker", "seat": seat, "worker": worker.id, "why": "S7.10"}
        self.events.append(event)

    # -- S7.12

    def _ask_prison(self, victim: int) -> None:
        self._victim = victim
        self._ask("imprison", self._builder)

    def _prisoners(self, victim: int) -> list[Worker]:
        """S7.12: of the weakest, else the second weakest, who can; else anybody."""
        workers = self.workers_of(victim)
        strengths = sorted({w.strength() for w in workers})
        for strength in strengths[:2]:
            can = [w for w in workers if w.strength() == strength and self._five_fit(w)]
            if can:
                return can
        return workers

    def _five_fit(self, worker: Worker) -> bool:
        return worker.month + 5 <= self.last_month()

    def _imprison_answers(self, seat: int) -> set[str]:
        return {f"imprison {w.letter}" for w in self._prisoners(self._victim)}

    def _imprison(self, seat: int, notation: str) -> None:
        """S7.12: 5 months, or to the last month; who stands there stays in its place."""
        worker = self.lettered(self._victim, notation.split()[1])
        strengths = sorted({w.strength() for w in self.workers_of(self._victim)})
        if worker.strength() in strengths[:2] and self._five_fit(worker):
            self._move([worker], worker.month + 5)
        elif worker.month < self.last_month():
            self._move([worker], self.last_month())
        event = {"type": "imprison", "seat": self._victim, "worker": worker.id}
        self.events.append({**event, "to": worker.month, "why": "S7.12"})

    # ------------------------------------------------------------------ S8 end

    def points(self, seat: int) -> int:
        """S8.1: prestige."""
        return sum(tile.prestige for tile in self.foremen[seat].tiles)

    def next_to_act(self) -> list[int]:
        """S8.2: the seats in the order in which the calendar lets them act."""
        seats: list[int] = []
        for month in sorted({worker.month for worker in self.calendar}):
            for worker in self.line(month):
                if worker.seat not in seats:
                    seats.append(worker.seat)
        return seats

    def winners(self) -> list[int]:
        """S8.1, S8.2."""
        most = max(self.points(seat) for seat in range(len(self.foremen)))
        tied = [seat for seat in self.next_to_act() if self.points(seat) == most]
        return tied[:1]

    # ------------------------------------------------------------------ the record

    def record(self) -> dict[str, Any]:
        """The structured record of a finished game."""
        if not self.over:
            raise ValueError("the game is not over")
        seats = range(len(self.foremen))
        return {
            "format": "baumeister-game/1",
            "game": "samara",
            "rules_version": 1,
            "data_version": "naive",
            "options": {
                "players": len(self.foremen),
                "start_month": self.start_month,
                "specials": self.specials,
            },
            "seed": self.seed,
            "commitment": hashlib.sha256(self.seed.encode("utf-8")).hexdigest(),
            "seats": [{"name": f"Player {seat + 1}"} for seat in seats],
            "components": {"tiles": {t.id: tile_entry(t) for t in all_tiles(self.data)}},
            "events": list(self.events),
            "final": {
                "spaces": [
                    {"row": s.row, "column": s.column, "tools": tools_in_order(s.tools)}
                    for s in self.spaces
                    if s.tools
                ],
                "seats": [self._final(seat) for seat in seats],
            },
            "scores": [self._score(seat) for seat in seats],
            "winners": self.winners(),
            "end": self.end,
        }

    def _final(self, seat: int) -> dict[str, Any]:
        foreman = self.foremen[seat]
        tiles = sorted(foreman.tiles, key=lambda tile: tile.place)
        workers = sorted(self.workers_of(seat), key=lambda w: int(w.id[1:]))
        return {
            "tiles": [tile.id for tile in tiles],
            "tools": tools_in_order(foreman.tools),
            "reserve": {"men": foreman.men, "women": foreman.women},
            "workers": [
                {"worker": w.id, "sex": w.sex, "men": w.men, "women": w.women, "month": w.month}
                for w in workers
            ],
        }

    def _score(self, seat: int) -> dict[str, Any]:
        points = self.points(seat)
        line = {"clause": "S8.1", "points": points, "what": "prestige"}
        return {
            "total": points,
            "tiebreak": self.next_to_act().index(seat),
            "lines": [line] if points else [],
        }


def tile_entry(tile: Tile) -> dict[str, Any]:
    """A tile as records describe it."""
    needs = tile.needs
    return {
        "name": tile.name,
        "needs": {
            "saw": needs.count("S"),
            "trowel": needs.count("T"),
            "glass": needs.count("A") + needs.count("B"),
        },
        "prestige": tile.prestige,
        "ability": tile.ability or None,
        "permanent": tile.permanent,
    }
