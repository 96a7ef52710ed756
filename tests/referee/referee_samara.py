"""An independent referee for records of Samara.

`check` follows a record from set-up to the winner. It knows the rulebook and the record
format and re-derives everything that is forced. Tiles come from the record's own
`components`; the shape of the board and the tools on it come from a data file.
`check_components` compares the tiles with the data file, `check_tape` compares the set-up
with the seed.

Lists whose order the record format leaves open (helpers, moves to different months, tools,
unused tiles, everything under `final`) are compared without regard to order.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

from .tape import Tape

DATA_FILE = Path(__file__).with_name("samara.toml")

KINDS = ("saw", "trowel_compass", "trowel_square", "glass_a", "glass_b")
PERMANENT = {"university", "school", "hermit_house", "bridge"}
ABILITIES = PERMANENT | {
    "boat",
    "sculpture",
    "vase",
    "ruin",
    "barracks",
    "hospital",
    "weight_room",
    "tombstone",
    "prison",
}
SEXES = ("man", "woman")
FIGURES = {"man": 3, "woman": 2}
PLURAL = {"man": "men", "woman": "women"}


class Foul(Exception):
    """A record breaks a rule; the message names the place and the clause."""


def foul(where: str, clause: str, message: str) -> NoReturn:
    """Blow the whistle."""
    raise Foul(f"{where}: {clause}: {message}")


# ---------------------------------------------------------------------- reading JSON


def get(where: str, thing: object, key: str) -> Any:
    """A key that has to be there."""
    if not isinstance(thing, Mapping):
        foul(where, "RECORDS", f"an object with {key!r} was expected")
    if key not in thing:
        foul(where, "RECORDS", f"{key!r} is missing")
    return thing[key]


def get_int(where: str, thing: object, key: str) -> int:
    """A whole number; true and false are none."""
    value = get(where, thing, key)
    if not isinstance(value, int) or isinstance(value, bool):
        foul(where, "RECORDS", f"{key!r} is not a whole number")
    return value


def get_bool(where: str, thing: object, key: str) -> bool:
    """True or false."""
    value = get(where, thing, key)
    if not isinstance(value, bool):
        foul(where, "RECORDS", f"{key!r} is neither true nor false")
    return value


def get_text(where: str, thing: object, key: str) -> str:
    """A text."""
    value = get(where, thing, key)
    if not isinstance(value, str):
        foul(where, "RECORDS", f"{key!r} is not a text")
    return value


def get_list(where: str, thing: object, key: str) -> list[Any]:
    """A list."""
    value = get(where, thing, key)
    if not isinstance(value, list):
        foul(where, "RECORDS", f"{key!r} is not a list")
    return value


def get_texts(where: str, thing: object, key: str) -> list[str]:
    """A list of texts."""
    values = get_list(where, thing, key)
    if not all(isinstance(value, str) for value in values):
        foul(where, "RECORDS", f"{key!r} is not a list of texts")
    return values


def get_mapping(where: str, thing: object, key: str) -> Mapping[str, Any]:
    """An object under a key."""
    value = get(where, thing, key)
    if not isinstance(value, Mapping):
        foul(where, "RECORDS", f"{key!r} is not an object")
    return value


def load_data(path: Path) -> dict[str, Any]:
    """Board, tools and tiles."""
    with path.open("rb") as file:
        return tomllib.load(file)


# ---------------------------------------------------------------------- components


class Tiles:
    """The tiles of a game, from the record's `components`."""

    def __init__(self, components: object) -> None:
        self.faces = get_mapping("components", components, "tiles")
        if len(self.faces) != 36:
            foul("components", "S1.1", f"{len(self.faces)} tiles, not 36")
        for tile, face in self.faces.items():
            self._check(f"components: {tile}", face)

    def _check(self, where: str, face: object) -> None:
        get_text(where, face, "name")
        get_int(where, face, "prestige")
        needs = get_mapping(where, face, "needs")
        for kind in ("saw", "trowel", "glass"):
            if not 0 <= get_int(where, needs, kind) <= 2:
                foul(where, "S3.3", f"{kind}: nobody can have so many")
        ability = get(where, face, "ability")
        if ability is not None and not (isinstance(ability, str) and ability in ABILITIES):
            foul(where, "S7", "no such ability")
        if get_bool(where, face, "permanent") != (ability in PERMANENT):
            foul(where, "S5.3", "permanent abilities are those of S7.6, S7.9, S7.11, S7.13")

    def needs(self, tile: str) -> Mapping[str, int]:
        """The tools printed on a tile."""
        needs: Mapping[str, int] = self.faces[tile]["needs"]
        return needs

    def ability(self, tile: str) -> str:
        """The ability of a tile, or nothing."""
        return str(self.faces[tile]["ability"] or "")

    def prestige(self, tile: str) -> int:
        """The prestige of a tile."""
        return int(self.faces[tile]["prestige"])


class Worker:
    """A stack on the calendar. Where it stands is the calendar's business."""

    def __init__(self, seat: int, sex: str, men: int, women: int) -> None:
        self.seat = seat
        self.sex = sex
        self.figures = {"man": men, "woman": women}

    def strength(self) -> int:
        """The number of figures."""
        return sum(self.figures.values())


class Seat:
    """A foreman board."""

    def __init__(self) -> None:
        self.reserve = {"man": 0, "woman": 0}
        self.tools: Counter[str] = Counter()
        self.tiles: list[str] = []


# ---------------------------------------------------------------------- a match


class Match:
    """One record under review. `at` is the index of the event being looked at."""

    def __init__(self, record: Mapping[str, Any], data: dict[str, Any]) -> None:
        self.record = record
        self.data = data
        options = get_mapping("record", record, "options")
        self.players = get_int("options", options, "players")
        if not 2 <= self.players <= 5:
            foul("options", "S1", "2 to 5 players")
        self.start_month = get_int("options", options, "start_month")
        if not 1 <= self.start_month <= 12:
            foul("options", "S1.4", "a month is 1 to 12")
        self.specials = get_bool("options", options, "specials")
        self.tiles = Tiles(get("record", record, "components"))
        self.events = get_list("record", record, "events")
        self.at = -1
        self.now = 0
        self.progress = 0
        self.end = ""
        self.seats = [Seat() for _ in range(self.players)]
        self.workers: dict[str, Worker] = {}
        self.lines: dict[int, list[str]] = {}
        self.names: set[str] = set()
        self.standing: dict[tuple[int, int], str] = {}
        self.lying: dict[tuple[int, int], Counter[str]] = {}
        self.unused: list[str] = []

    # -- events

    def here(self) -> str:
        """Where the referee stands, for messages."""
        if 0 <= self.at < len(self.events):
            event = self.events[self.at]
            kind = event.get("type") if isinstance(event, Mapping) else None
            return f"event {self.at} ({kind})"
        return f"event {self.at} (none: the record ends here)"

    def foul(self, clause: str, message: str) -> NoReturn:
        """Blow the whistle at the current event."""
        foul(self.here(), clause, message)

    def peek(self) -> Mapping[str, Any]:
        """The next event, or an empty one."""
        if self.at + 1 < len(self.events) and isinstance(self.events[self.at + 1], Mapping):
            event: Mapping[str, Any] = self.events[self.at + 1]
            return event
        return {}

    def expect(self, clause: str, kind: str) -> Mapping[str, Any]:
        """Go on to the next event, which has to be of this type."""
        event = self.peek()
        self.at += 1
        if event.get("type") != kind:
            self.foul(clause, f"expected {kind}, found {event.get('type', 'nothing')}")
        return event

    def expect_value(self, event: Mapping[str, Any], key: str, value: object, clause: str) -> None:
        """A forced detail."""
        found = get(self.here(), event, key)
        if type(found) is not type(value) or found != value:
            self.foul(clause, f"{key} is {found!r}, not {value!r}")

    def expect_own_worker(self, event: Mapping[str, Any], seat: int, clause: str) -> str:
        """The worker an event names has to be on the calendar and this seat's."""
        name = get_text(self.here(), event, "worker")
        if name not in self.workers or self.workers[name].seat != seat:
            self.foul(clause, f"seat {seat} has no worker {name!r} on the calendar")
        return name

    # -- conservation

    def count_all(self) -> None:
        """Figures, tools, tiles: everything is at exactly one place."""
        self.count_figures()
        tools: Counter[str] = Counter()
        tiles = self.unused + list(self.standing.values())
        for lying in self.lying.values():
            tools.update(lying)
        for seat in self.seats:
            tools.update(seat.tools)
            tiles += seat.tiles
        for kind, number in self.data["tools"]["set"].items():
            if tools[kind] != number * self.players:
                self.foul("S1.3", f"{tools[kind]} of {kind}")
        if tools.total() != sum(self.data["tools"]["set"].values()) * self.players:
            self.foul("S1.3", "strange tools")
        if Counter(tiles) != Counter(list(self.tiles.faces)):
            self.foul("S1.1", "a tile is lost or doubled")

    def count_figures(self) -> None:
        """S1.5: 3 men and 2 women each; everybody on the calendar stands in one line."""
        standing = [name for line in self.lines.values() for name in line]
        if Counter(standing) != Counter(list(self.workers)):
            self.foul("S2.5", "a worker is lost or doubled")
        for number, seat in enumerate(self.seats):
            mine = [w for w in self.workers.values() if w.seat == number]
            for sex in SEXES:
                if seat.reserve[sex] + sum(w.figures[sex] for w in mine) != FIGURES[sex]:
                    self.foul("S1.5", f"seat {number} has lost or found a {sex}")
                if seat.reserve[sex] < 0:
                    self.foul("S1.5", f"seat {number} has no {sex} in the reserve")
            if any(w.strength() == 0 or w.figures[w.sex] == 0 for w in mine):
                self.foul("S7.16", "a worker without a figure of its sex")

    # -- the whole game

    def follow(self) -> None:
        """From set-up to the last event."""
        self.set_up()
        self.count_all()
        while not self.end:
            self.turn()
        if self.at + 1 != len(self.events):
            self.at += 1
            self.foul(self.end, "the game has ended")

    # -- S1

    def set_up(self) -> None:
        """S1.1 to S1.6."""
        event = self.expect("S1", "setup")
        order = get_list(self.here(), event, "order")
        if any(type(seat) is not int for seat in order) or sorted(order) != list(
            range(self.players)
        ):
            self.foul("S1.6", "start order is every seat once")
        self.lay_out(get_list(self.here(), event, "spaces"))
        self.unused = get_texts(self.here(), event, "unused")
        if len(self.unused) != 6:
            self.foul("S1.1", "6 tiles are not used")
        if Counter(self.unused + list(self.standing.values())) != Counter(list(self.tiles.faces)):
            self.foul("S1.1", "every tile lies on one space or is not used")
        self.line_up(order, get_list(self.here(), event, "workers"))
        reserves = get_list(self.here(), event, "reserve")
        if len(reserves) != self.players:
            self.foul("S1.5", "a reserve for every seat")
        for seat, reserve in zip(self.seats, reserves, strict=True):
            for sex in SEXES:
                self.expect_value(reserve, PLURAL[sex], 1, "S1.5")
            seat.reserve = {"man": 1, "woman": 1}

    def lay_out(self, spaces: list[Any]) -> None:
        """S1.1, S1.2, S1.3."""
        where = self.here()
        columns = self.data["board"]["columns"]
        cells = {(r + 1, c + 1) for r, width in enumerate(columns) for c in range(width)}
        for space in spaces:
            cell = get_int(where, space, "row"), get_int(where, space, "column")
            if cell not in cells or cell in self.standing:
                self.foul("S1.2", f"no free space {cell}")
            self.standing[cell] = get_text(where, space, "tile")
            self.lying[cell] = Counter(get_texts(where, space, "tools"))
        if set(self.standing) != cells:
            self.foul("S1.2", "a space is missing")
        numbers = Counter[tuple[int, int]]()
        for entry in self.data["tools"]["per_space"]:
            for row, column in entry["spaces"]:
                numbers[row, column] += entry["count"][self.players - 2]
        for cell, tools in self.lying.items():
            if tools.total() != numbers[cell]:
                self.foul("S1.3", f"{tools.total()} tools on {cell}, not {numbers[cell]}")

    def line_up(self, order: list[int], workers: list[Any]) -> None:
        """S1.5, S1.6: the women in start order, then the men in reverse start order."""
        due = [(seat, 0, 1) for seat in order] + [(seat, 2, 0) for seat in reversed(order)]
        if len(workers) != len(due):
            self.foul("S1.5", f"{len(due)} workers start")
        self.lines[0] = []
        for entry, (seat, men, women) in zip(workers, due, strict=True):
            name = get_text(self.here(), entry, "worker")
            self.expect_value(entry, "seat", seat, "S1.6")
            self.expect_value(entry, "men", men, "S1.5/S1.6")
            self.expect_value(entry, "women", women, "S1.5/S1.6")
            self.new_worker(name, Worker(seat, "woman" if women else "man", men, women), 0)

    def new_worker(self, name: str, worker: Worker, month: int) -> None:
        """A worker has an ID of its own for life."""
        if name in self.names:
            self.foul("RECORDS", f"worker {name!r} has been there before")
        self.names.add(name)
        self.workers[name] = worker
        self.lines.setdefault(month, []).append(name)

    # -- what is true at the moment

    def last(self) -> int:
        """S1.4: the next end of June or December that is six months ahead or more."""
        month = self.now + 6
        while (self.start_month + month) % 6 != 0:
            month += 1
        return month

    def place(self, name: str) -> int:
        """The month in which a worker stands."""
        return next(month for month, line in self.lines.items() if name in line)

    def owns(self, seat: int, ability: str) -> bool:
        """S7.14, S7.15: a permanent tile is on the foreman board and counts."""
        return self.specials and ability in map(self.tiles.ability, self.seats[seat].tiles)

    def crew(self, seat: int) -> dict[str, Worker]:
        """A foreman's workers on the calendar."""
        return {name: w for name, w in self.workers.items() if w.seat == seat}

    def months_of(self, seat: int) -> list[int]:
        """The months in which a foreman has workers."""
        return sorted(self.place(name) for name in self.crew(seat))

    def stranger_in(self, month: int, seat: int) -> bool:
        """Whether another foreman has a worker there."""
        return any(self.workers[name].seat != seat for name in self.lines.get(month, []))

    def only_woman(self, name: str) -> bool:
        """S7.2."""
        worker = self.workers[name]
        women = [w for w in self.crew(worker.seat).values() if w.sex == "woman"]
        return worker.sex == "woman" and len(women) == 1

    def clockwise(self, seat: int) -> list[int]:
        """The other seats from the left of this one."""
        return [*range(seat + 1, self.players), *range(seat)]

    # -- distances

    def arrival(self, seat: int, months: int, clause: str) -> tuple[int, str]:
        """Where so many months from NOW lead this seat, and by which clauses."""
        month = min(self.now + months, self.last())
        if self.owns(seat, "bridge"):
            month = max(month - 1, self.now + 1)
            clause += "/S7.13"
        if self.owns(seat, "hermit_house"):
            month = self.retreat(seat, month)
            clause += "/S7.11"
        return month, clause

    def retreat(self, seat: int, month: int) -> int:
        """S7.11: the first month from here on without a stranger, or the last month."""
        free = [m for m in range(month, self.last()) if not self.stranger_in(m, seat)]
        return free[0] if free else self.last()

    # -- S2

    def turn(self) -> None:
        """S2.1: one turn with everything that belongs to it."""
        event = self.expect("S2.1" if self.peek() else "S8.1/S8.3", "turn")
        name = self.lines[self.now][0]
        seat = self.workers[name].seat
        self.expect_value(event, "worker", name, "S2.1")
        self.expect_value(event, "seat", seat, "S2.1")
        actions = {
            "tool": self.take_tool,
            "newcomer": self.make_newcomer,
            "build": self.build,
            "holiday": self.take_holiday,
            "wait": self.wait,
        }
        action = get_text(self.here(), event, "action")
        if action not in actions:
            self.foul("S2.1", f"no such action: {action}")
        helpers = get_texts(self.here(), event, "helpers")
        if helpers and action not in ("tool", "build"):
            self.foul("S3.2", f"nobody helps with {action}")
        actions[action](event, name, seat)
        self.count_all()
        if not self.end and not self.lines.get(self.now):
            self.slide()

    def slide(self) -> None:
        """S2.3, S8.3."""
        event = self.expect("S2.3", "slide")
        due = min(month for month, line in self.lines.items() if line)
        self.expect_value(event, "now", due, "S2.3")
        self.now = due
        if self.now >= self.progress + 24:
            self.end = "S8.3"

    def wait(self, event: Mapping[str, Any], name: str, seat: int) -> None:
        """S2.2: only if nothing else is possible."""
        worker = self.workers[name]
        reach = self.force([n for n in self.lines[self.now] if self.workers[n].seat == seat])
        for cell, tools in self.lying.items():
            for tool in tools.elements():
                if cell[0] <= reach and self.room_for(seat, tool):
                    self.foul("S2.2", f"{tool} of {cell} could be taken")
        for cell, tile in self.standing.items():
            if cell[0] <= reach and self.equipped(seat, tile):
                self.foul("S2.2", f"{tile} could be built")
        if worker.sex == "woman" and any(self.seats[seat].reserve.values()):
            self.foul("S2.2", "a newcomer could be made")
        if self.months_of(seat)[-1] > self.now:
            self.foul("S2.2", "a holiday would be possible")
        month, clause = self.arrival(seat, 1, "S2.2")
        self.move(event, [name], {name: month}, clause)

    def move(
        self,
        event: Mapping[str, Any],
        movers: list[str],
        goals: Mapping[str, int],
        clause: str,
    ) -> None:
        """S2.5: check `moves`, then line everybody up. `movers` is in the order they stood."""
        moves = get_list(self.here(), event, "moves")
        found = [get_text(self.here(), entry, "worker") for entry in moves]
        if Counter(found) != Counter(movers):
            self.foul("S3.2/RECORDS", f"{sorted(movers)} move, not {sorted(found)}")
        for entry in moves:
            self.expect_value(entry, "to", goals[entry["worker"]], clause)
        for month in set(goals.values()):
            line = [name for name in movers if goals[name] == month]
            if [name for name in found if goals[name] == month] != line:
                self.foul("S2.5", f"they line up as {line}")
        for name in movers:
            self.put(name, goals[name])

    def put(self, name: str, month: int) -> None:
        """S2.5: behind those already there."""
        for line in self.lines.values():
            if name in line:
                line.remove(name)
        self.lines.setdefault(month, []).append(name)

    # -- S3

    def force(self, names: list[str]) -> int:
        """The strength of workers of one foreman together (S7.9)."""
        together = sum(self.workers[name].strength() for name in names)
        school = len(names) > 1 and self.owns(self.workers[names[0]].seat, "school")
        return together + 1 if school else together

    def group(self, event: Mapping[str, Any], name: str, seat: int, row: int) -> list[str]:
        """S3.1, S3.2: the group in the order it stands, if it is one."""
        helpers = get_texts(self.here(), event, "helpers")
        if len(set(helpers)) != len(helpers) or name in helpers:
            self.foul("S3.2", "a helper is named twice")
        for helper in helpers:
            if helper not in self.lines[self.now] or self.workers[helper].seat != seat:
                self.foul("S3.2", f"{helper!r} is no worker of seat {seat} in the NOW month")
        if self.force([name, *helpers]) < row:
            self.foul("S3.1/S3.2/S7.9", f"row {row} needs more strength")
        for helper in helpers:
            if self.force([n for n in [name, *helpers] if n != helper]) >= row:
                self.foul("S3.2", f"helper {helper!r} is not needed")
        return [n for n in self.lines[self.now] if n == name or n in helpers]

    def cell(self, event: Mapping[str, Any]) -> tuple[int, int]:
        """The space an event names."""
        cell = get_int(self.here(), event, "row"), get_int(self.here(), event, "column")
        if cell not in self.lying:
            self.foul("S1.2", f"no space {cell}")
        return cell

    def room_for(self, seat: int, tool: str) -> bool:
        """S3.3."""
        tools = self.seats[seat].tools
        limit = 2 if tool == "saw" else 1
        if tool == "glass_b" and tools["glass_a"] == 0:
            return False
        return tools[tool] < limit

    def take_tool(self, event: Mapping[str, Any], name: str, seat: int) -> None:
        """S3.1 to S3.4."""
        cell = self.cell(event)
        tool = get_text(self.here(), event, "tool")
        if self.lying[cell][tool] == 0:
            self.foul("S3.4", f"no {tool} lies on {cell}")
        if not self.room_for(seat, tool):
            self.foul("S3.3", f"seat {seat} may not have this {tool}")
        group = self.group(event, name, seat, cell[0])
        month, clause = self.arrival(seat, cell[1], "S3.1/S5.1")
        self.move(event, group, dict.fromkeys(group, month), clause)
        self.lying[cell][tool] -= 1
        self.seats[seat].tools[tool] += 1
        self.progress = self.now

    # -- S4

    def make_newcomer(self, event: Mapping[str, Any], name: str, seat: int) -> None:
        """S4.1, S4.2."""
        if self.workers[name].sex != "woman":
            self.foul("S4.1", "only a woman can")
        newcomer = get_mapping(self.here(), event, "newcomer")
        sex = get_text(self.here(), newcomer, "sex")
        if sex not in SEXES or self.seats[seat].reserve[sex] == 0:
            self.foul("S4.1/S4.2", f"no {sex} in the reserve")
        stranger = get_text(self.here(), newcomer, "worker")
        month, clause = self.arrival(seat, self.last() - self.now, "S4.1")
        self.seats[seat].reserve[sex] -= 1
        self.new_worker(stranger, Worker(seat, sex, int(sex == "man"), int(sex == "woman")), month)
        self.move(event, [name, stranger], {name: month, stranger: month}, clause)
        self.progress = self.now

    # -- S5

    def equipped(self, seat: int, tile: str) -> bool:
        """S5.2, S7.6."""
        tools, needs = self.seats[seat].tools, self.tiles.needs(tile)
        if self.owns(seat, "university"):
            return tools.total() >= needs["saw"] + needs["trowel"] + needs["glass"]
        if tools["trowel_compass"] + tools["trowel_square"] < needs["trowel"]:
            return False
        for number, glass in ((1, "glass_a"), (2, "glass_b")):
            if needs["glass"] >= number and not tools[glass]:
                return False
        return tools["saw"] >= needs["saw"]

    def build(self, event: Mapping[str, Any], name: str, seat: int) -> None:
        """S5.1 to S5.4, then the ability (S7), then perhaps the end (S8.1)."""
        cell = self.cell(event)
        tile = self.standing.get(cell)
        if tile is None:
            self.foul("S5.3", f"no tile is left on {cell}")
        self.expect_value(event, "tile", tile, "S5.3")
        if not self.equipped(seat, tile):
            self.foul("S5.2/S7.6", f"seat {seat} has not the tools for {tile}")
        group = self.group(event, name, seat, cell[0])
        month, clause = self.arrival(seat, cell[1], "S5.1")
        goals = dict.fromkeys(group, month)
        ability = self.tiles.ability(tile) if self.specials else ""
        last_tile = len(self.standing) == 1
        training = ability == "weight_room" and any(self.seats[seat].reserve.values())
        if training and not last_tile:
            trainee = self.trainee(group)
            goals[trainee] = self.further(seat, month)
            clause += "/S7.8"
        self.move(event, group, goals, clause)
        del self.standing[cell]
        self.seats[seat].tiles.append(tile)
        self.progress = self.now
        if last_tile:
            self.end = "S8.1"
            return
        self.count_all()
        if training:
            self.train(seat)
        elif ability in ("boat", "sculpture", "vase"):
            self.give_back(seat, cell, ability, "S7.3")
        elif ability == "ruin":
            self.give_back(seat, cell, ability, "S7.4")
            self.give_back(seat, cell, ability, "S7.4")
        elif ability == "barracks":
            for other in self.clockwise(seat):
                self.give_back(other, cell, ability, "S7.5")
        elif ability == "hospital":
            for other in self.clockwise(seat):
                self.hospital(other)
        elif ability == "tombstone":
            self.tombstone(seat)
        elif ability == "prison":
            for other in self.clockwise(seat):
                self.prison(other)

    # -- S6

    def take_holiday(self, event: Mapping[str, Any], name: str, seat: int) -> None:
        """S6.1."""
        later = [month for month in self.months_of(seat) if month > self.now]
        if not later:
            self.foul("S6.1", f"seat {seat} has no worker in a later month")
        self.move(event, [name], {name: later[0]}, "S6.1")

    # -- S7

    def trainee(self, group: list[str]) -> str:
        """S7.8: whom the next event trains."""
        event = self.peek()
        if event.get("type") != "train":
            self.at += 1
            self.foul("S7.8", "one worker of the group has to train")
        name = event.get("worker")
        if not isinstance(name, str) or name not in group:
            self.at += 1
            self.foul("S7.8", f"{name!r} is not of the building group")
        return name

    def further(self, seat: int, month: int) -> int:
        """S7.8: one month on from where the group landed (S7.1, S7.11, S7.13)."""
        if self.owns(seat, "bridge") or month == self.last():
            return month
        return self.retreat(seat, month + 1) if self.owns(seat, "hermit_house") else month + 1

    def train(self, seat: int) -> None:
        """S7.8: the figure is of the worker's sex if there is one."""
        event = self.expect("S7.8", "train")
        self.expect_value(event, "seat", seat, "S7.8")
        self.expect_value(event, "why", "S7.8", "RECORDS")
        worker = self.workers[get_text(self.here(), event, "worker")]
        reserve = self.seats[seat].reserve
        other = next(sex for sex in SEXES if sex != worker.sex)
        sex = worker.sex if reserve[worker.sex] else other
        self.expect_value(event, "sex", sex, "S7.8")
        reserve[sex] -= 1
        worker.figures[sex] += 1

    def give_back(self, seat: int, cell: tuple[int, int], ability: str, clause: str) -> None:
        """S7.3, S7.4, S7.5: a tool goes to the space the tile came from."""
        tools = self.seats[seat].tools
        if tools.total() == 0:
            return
        event = self.expect(clause, "lose_tool")
        self.expect_value(event, "seat", seat, clause)
        tool = get_text(self.here(), event, "tool")
        if tools[tool] == 0:
            self.foul(clause, f"seat {seat} has no {tool}")
        named = {
            "boat": ["saw"],
            "sculpture": ["trowel_compass", "trowel_square"],
            "vase": ["glass_b"],
        }.get(ability, [])
        if tool not in named and any(tools[kind] for kind in named):
            self.foul(clause, f"it has to be one of {named}")
        if tool == "glass_a" and tools["glass_b"]:
            self.foul(clause, "of two glass tools B goes first")
        self.expect_value(event, "row", cell[0], clause)
        self.expect_value(event, "column", cell[1], clause)
        self.expect_value(event, "why", clause, "RECORDS")
        tools[tool] -= 1
        self.lying[cell][tool] += 1
        self.count_all()

    def hospital(self, seat: int) -> None:
        """S7.7, S7.2, S7.16."""
        crew = self.crew(seat)
        if list(crew) == [name for name in crew if self.protected_figure(name)]:
            return
        event = self.expect("S7.7", "lose_figure")
        self.expect_value(event, "seat", seat, "S7.7")
        name = self.expect_own_worker(event, seat, "S7.7")
        if self.protected_figure(name):
            self.foul("S7.2", f"{name!r} is the last woman worker of seat {seat}")
        worker = crew[name]
        other = next(sex for sex in SEXES if sex != worker.sex)
        sex = other if worker.figures[other] else worker.sex
        self.expect_value(event, "sex", sex, "S7.16")
        self.expect_value(event, "dies", worker.strength() == 1, "S7.7")
        self.expect_value(event, "why", "S7.7", "RECORDS")
        worker.figures[sex] -= 1
        self.seats[seat].reserve[sex] += 1
        if worker.strength() == 0:
            self.remove(name)
        self.count_figures()

    def protected_figure(self, name: str) -> bool:
        """S7.2: a last woman of strength 2 or more may lose a figure."""
        return self.only_woman(name) and self.workers[name].strength() == 1

    def remove(self, name: str) -> None:
        """A worker leaves the calendar."""
        self.lines[self.place(name)].remove(name)
        del self.workers[name]

    def tombstone(self, seat: int) -> None:
        """S7.10, S7.2."""
        if len(self.crew(seat)) == 1 and self.only_woman(next(iter(self.crew(seat)))):
            return
        event = self.expect("S7.10", "lose_worker")
        self.expect_value(event, "seat", seat, "S7.10")
        name = self.expect_own_worker(event, seat, "S7.10")
        if self.only_woman(name):
            self.foul("S7.2", f"{name!r} is the last woman worker of seat {seat}")
        self.expect_value(event, "why", "S7.10", "RECORDS")
        for sex in SEXES:
            self.seats[seat].reserve[sex] += self.workers[name].figures[sex]
        self.remove(name)
        self.count_figures()

    def prison(self, seat: int) -> None:
        """S7.12: weakest who can, else second weakest who can, else anybody to the last month."""
        event = self.expect("S7.12", "imprison")
        self.expect_value(event, "seat", seat, "S7.12")
        name = self.expect_own_worker(event, seat, "S7.12")
        self.expect_value(event, "why", "S7.12", "RECORDS")
        able: dict[int, list[str]] = {}
        for mate, worker in self.crew(seat).items():
            able.setdefault(worker.strength(), [])
            if self.place(mate) <= self.last() - 5:
                able[worker.strength()].append(mate)
        weakest, second, *_ = [*(able[strength] for strength in sorted(able)), []]
        due = weakest or second
        if due and name not in due:
            self.foul("S7.12", f"one of {due} has to go")
        month = self.place(name)
        goal = month + 5 if due else self.last()
        self.expect_value(event, "to", goal, "S7.12")
        if goal != month:
            self.put(name, goal)
        self.count_figures()

    # -- S8

    def prestige(self, seat: int) -> int:
        """S8.1."""
        return sum(map(self.tiles.prestige, self.seats[seat].tiles))

    def ranks(self) -> list[int]:
        """S8.2: per seat 0 for the one next to act on the calendar, 1 for the next ..."""
        firsts = []
        for seat in range(self.players):
            spots = [(self.place(n), self.lines[self.place(n)].index(n)) for n in self.crew(seat)]
            firsts.append(min(spots))
        return [sorted(firsts).index(first) for first in firsts]

    def check_end(self) -> None:
        """Final state, scores and winners."""
        if get_text("record", self.record, "end") != self.end:
            foul("end", self.end, f"the game ended by {self.end}")
        final = get_mapping("record", self.record, "final")
        self.check_spaces(get_list("final", final, "spaces"))
        seats = get_list("final", final, "seats")
        if len(seats) != self.players:
            foul("final", "RECORDS", "one entry for each seat")
        for number, entry in enumerate(seats):
            self.check_final(f"final: seat {number}", self.seats[number], number, entry)
        self.check_scores()

    def check_spaces(self, spaces: list[Any]) -> None:
        """Tools left on the board."""
        found: dict[tuple[int, int], Counter[str]] = {}
        for entry in spaces:
            row, column = get_int("final", entry, "row"), get_int("final", entry, "column")
            if (row, column) in found:
                foul("final", "RECORDS", f"space {row}, {column} twice")
            found[row, column] = Counter(get_texts("final", entry, "tools"))
        due = {cell: +tools for cell, tools in self.lying.items() if tools.total()}
        if found != due:
            foul("final", "S3.4/S5.4", "other tools are left on the board")

    def check_final(self, where: str, seat: Seat, number: int, entry: object) -> None:
        """What is on a foreman board and on the calendar."""
        if Counter(get_texts(where, entry, "tiles")) != Counter(seat.tiles):
            foul(where, "S5.3", "other tiles were built")
        if Counter(get_texts(where, entry, "tools")) != +seat.tools:
            foul(where, "S3.4", "other tools were taken")
        reserve = get_mapping(where, entry, "reserve")
        for sex in SEXES:
            if get_int(where, reserve, PLURAL[sex]) != seat.reserve[sex]:
                foul(where, "S1.5", f"{seat.reserve[sex]} {PLURAL[sex]} are in the reserve")
        found = [
            (
                get_text(where, worker, "worker"),
                get_text(where, worker, "sex"),
                get_int(where, worker, "men"),
                get_int(where, worker, "women"),
                get_int(where, worker, "month"),
            )
            for worker in get_list(where, entry, "workers")
        ]
        due = [
            (name, w.sex, w.figures["man"], w.figures["woman"], self.place(name))
            for name, w in self.crew(number).items()
        ]
        if sorted(found) != sorted(due):
            foul(where, "S2.5", f"the workers are {due}")

    def check_scores(self) -> None:
        """S8.1, S8.2."""
        scores = get_list("record", self.record, "scores")
        if len(scores) != self.players:
            foul("scores", "RECORDS", "one score for each seat")
        ranks = self.ranks()
        for seat, score in enumerate(scores):
            where = f"scores: seat {seat}"
            due = self.prestige(seat)
            lines = get_list(where, score, "lines")
            clauses = [get_text(where, line, "clause") for line in lines]
            points = [get_int(where, line, "points") for line in lines]
            for line in lines:
                get_text(where, line, "what")
            if len(clauses) != len(set(clauses)):
                foul(where, "S8.1", "one line per clause")
            if any(p for c, p in zip(clauses, points, strict=True) if c != "S8.1"):
                foul(where, "S8.1", "only prestige counts")
            if sum(points) != due or get_int(where, score, "total") != due:
                foul(where, "S8.1", f"the prestige is {due}")
            if get_int(where, score, "tiebreak") != ranks[seat]:
                foul(where, "S8.2", f"the tiebreak is {ranks[seat]}")
        best = min(range(self.players), key=lambda seat: (-self.prestige(seat), ranks[seat]))
        winners = get_list("record", self.record, "winners")
        if winners != [best] or type(winners[0]) is not int:
            foul("winners", "S8.1/S8.2", f"seat {best} wins")


# ---------------------------------------------------------------------- whole records


def check(record: Mapping[str, Any], data_file: Path = DATA_FILE) -> None:
    """Check a finished game's record; raises Foul."""
    for key, value in (("format", "baumeister-game/1"), ("game", "samara")):
        if get_text("record", record, key) != value:
            foul("record", "RECORDS", f"{key} is not {value!r}")
    if get_int("record", record, "rules_version") != 1:
        foul("record", "RECORDS", "rules_version is not 1")
    get_text("record", record, "data_version")
    seed = get_text("record", record, "seed").encode("utf-8")
    if get_text("record", record, "commitment") != hashlib.sha256(seed).hexdigest():
        foul("record", "RECORDS", "the commitment does not fit the seed")
    match = Match(record, load_data(data_file))
    names = [get_text("seats", seat, "name") for seat in get_list("record", record, "seats")]
    if len(names) != match.players:
        foul("seats", "RECORDS", "one entry for each seat")
    match.follow()
    match.check_end()


Face = tuple[str, int, int, int, int, str, bool]


def face_of(face: Mapping[str, Any]) -> Face:
    """What is printed on a tile of a record, comparable."""
    needs = face["needs"]
    return (
        face["name"],
        needs["saw"],
        needs["trowel"],
        needs["glass"],
        face["prestige"],
        face["ability"] or "",
        face["permanent"],
    )


def data_faces(data: dict[str, Any]) -> list[Face]:
    """The tiles of the data file in component order, copies adjacent."""
    faces: list[Face] = []
    for row in data["tile"]:
        letters = Counter(row["needs"])
        face = (
            row["en"],
            letters["S"],
            letters["T"],
            letters["A"] + letters["B"],
            row["prestige"],
            row.get("ability", ""),
            row.get("permanent", False),
        )
        faces += [face] * row.get("copies", 1)
    return faces


def check_components(record: Mapping[str, Any], data_file: Path = DATA_FILE) -> None:
    """Compare the tiles of a record with the data file."""
    faces = Tiles(get("record", record, "components")).faces
    if Counter(map(face_of, faces.values())) != Counter(data_faces(load_data(data_file))):
        foul("components", "S1.1", "the tiles are not those of the data file")


def check_tape(record: Mapping[str, Any], data_file: Path = DATA_FILE) -> None:
    """Recompute the set-up from the seed. The record should pass `check` first."""
    check_components(record, data_file)
    data = load_data(data_file)
    setup = record["events"][0]
    spaces = {(space["row"], space["column"]): space for space in setup["spaces"]}
    tape = Tape(get_text("record", record, "seed"))
    check_tape_tiles(record, data, tape, spaces)
    check_tape_tools(record, data, tape, spaces)
    order = list(range(record["options"]["players"]))
    tape.shuffle(order)
    if setup["order"] != order:
        foul("event 0 (setup)", "S1.6", f"the tape says {order}")


def check_tape_tiles(
    record: Mapping[str, Any],
    data: dict[str, Any],
    tape: Tape,
    spaces: Mapping[tuple[int, int], Any],
) -> None:
    """S1.1: copies count in the order in which the record lists them."""
    printed = data_faces(data)
    faces = record["components"]["tiles"]
    tiles = sorted(faces, key=lambda tile: printed.index(face_of(faces[tile])))
    tape.shuffle(tiles)
    cells = sorted(spaces)
    for cell, tile in zip(cells, tiles[: len(cells)], strict=True):
        if spaces[cell]["tile"] != tile:
            foul("event 0 (setup)", "S1.1", f"the tape lays {tile} on {cell}")
    if sorted(record["events"][0]["unused"]) != sorted(tiles[len(cells) :]):
        foul("event 0 (setup)", "S1.1", "other tiles are not used")


def check_tape_tools(
    record: Mapping[str, Any],
    data: dict[str, Any],
    tape: Tape,
    spaces: Mapping[tuple[int, int], Any],
) -> None:
    """S1.3."""
    players = record["options"]["players"]
    numbers = data["tools"]["set"]
    tools = [kind for kind in KINDS for _ in range(players * numbers[kind])]
    tape.shuffle(tools)
    start = 0
    for entry in data["tools"]["per_space"]:
        number = entry["count"][players - 2]
        for row, column in entry["spaces"]:
            due = tools[start : start + number]
            if Counter(spaces[row, column]["tools"]) != Counter(due):
                foul("event 0 (setup)", "S1.3", f"the tape lays {due} on {row}, {column}")
            start += number
