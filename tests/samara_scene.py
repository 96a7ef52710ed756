"""A table of Samara in the middle of a game, drawn as a position (games/samara/position.py).

    table = scene("month 0: 0a W, 1a W, 0b MM; 3,2 Hut/1 saw; foreman 0: glass_a | Bridge")
    table.play(0, "build 3,2")
    assert table.line(1) == ["0a", "0b"]

Lines stand between `;` or on lines of their own. A worker is seat and letter and its stack from
top to bottom. What is not written is not there: no tile and no tool on the board or with a
foreman, and figures of no worker are in the reserve. The first line of a position is left out:

- NOW is the earliest month written, and there are as many players as seats written, at least 2.
- The calendar starts in January, so month 11 is the last one up to month 5, then 17.
- With `first_game=True` special tiles do nothing; `idle` months have passed without progress.
- The tiles are those of `components`, if some are given.

A scene asks every question, also those with one answer, unless it is `forced=True`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from baumeister.games.samara import position
from baumeister.games.samara.components import FIGURES, Components, standard
from baumeister.games.samara.events import SamaraAnnouncer
from baumeister.games.samara.game import Samara
from baumeister.games.samara.state import NO_MONTH, State
from baumeister.kernel.chance import Dealer
from baumeister.kernel.legal import Legal
from baumeister.kernel.refusal import Reason
from baumeister.kernel.seats import NOBODY
from baumeister.play import Game, Table

NAMES = ("Anna", "Bert", "Cora", "Dirk", "Emma")
LETTERS = "abcde"


def scene(
    text: str,
    *,
    players: int = 0,
    start_month: int = 1,
    first_game: bool = False,
    idle: int = 0,
    forced: bool = False,
    open_scores: bool = False,
    components: Components | None = None,
) -> Scene:
    """A table as described above."""
    components = components or standard()
    lines = [line.strip() for line in re.split("[;\n]", text) if line.strip()]
    months = [int(month) for line in lines for month in re.findall(r"^month (\d+):", line)]
    seats = map(int, re.findall(r"foreman (\d)", text) + re.findall(r"(\d)[a-e] [MW]", text))
    players = players or max(2, max(seats) + 1)
    variant = ", first game" if first_game else ""
    head = f"samara players {players}, start month {start_month}, NOW {min(months)}{variant}"
    rules = _Staged(components, "\n".join([head, *lines]), idle, forced)
    options = {
        "players": players,
        "start_month": start_month,
        "specials": not first_game,
        "open_scores": open_scores,
    }
    return Scene(Table(Game(rules, components), options, "scene", NAMES[:players]))


def some_tiles(n: int, without: str = "") -> str:
    """So many tiles, in printed order, without those written; for what a foreman has."""
    codes = [tile.code for tile in standard().tiles if tile.code not in without.split()]
    return " ".join(codes[:n])


# --- looking and playing ----------------------------------------------------------------------
class Scene:
    """A table in the middle of a game; workers are written as seat and letter, 0a."""

    def __init__(self, table: Table) -> None:
        self.table = table

    # --- moves
    def play(self, seat: int, *moves: str) -> Scene:
        """Make moves, one after the other; Refusal if one is not allowed."""
        for move in moves:
            self.table.play(seat, self._action(move))
        return self

    def legal(self, seat: int) -> list[str]:
        """The moves that the seat may make."""
        write = self.table.rules.write_action
        return [write(self.table.components, action) for action in self.table.legal(seat)]

    def why_not(self, seat: int, move: str | int) -> Reason | None:
        """None if the move is legal, otherwise the reason."""
        return self.table.why_not(seat, self._action(move) if isinstance(move, str) else move)

    def _action(self, move: str) -> int:
        return self.table.game.action(move)

    # --- the calendar
    @property
    def waiting_for(self) -> list[int]:
        """Who has to decide now."""
        return self.table.waiting_for

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    @property
    def now(self) -> int:
        """The NOW month."""
        return int(self.view()["now"])

    @property
    def last_month(self) -> int:
        """The last month."""
        return int(self.view()["last_month"])

    @property
    def acting(self) -> str:
        """S2.1 The acting worker."""
        return f"{self.view()['foreman']}{self.view()['worker']}"

    @property
    def workers(self) -> dict[str, str]:
        """All workers on the calendar with their stacks, from the board outwards."""
        months = self.view()["calendar"]
        return {_name(worker): _stack(worker) for month in months for worker in month["line"]}

    def line(self, month: int) -> list[str]:
        """S2.5 The workers of a month, from the board outwards."""
        months = {entry["month"]: entry["line"] for entry in self.view()["calendar"]}
        return [_name(worker) for worker in months.get(month, [])]

    def month(self, worker: str) -> int | None:
        """The month a worker is in, or None if it is not on the calendar."""
        for entry in self.view()["calendar"]:
            if worker in map(_name, entry["line"]):
                return int(entry["month"])
        return None

    # --- the board and the foremen
    def tile_at(self, place: str) -> str | None:
        """The tile on a space."""
        tile: str | None = self._space(place)["tile"]
        return tile

    def tools_at(self, place: str) -> list[str]:
        """The tools on a space."""
        return list(self._space(place)["tools"])

    def tools(self, seat: int) -> list[str]:
        """A foreman's tools."""
        return list(self.view()["seats"][seat]["tools"])

    def reserve(self, seat: int) -> str:
        """The figures in a foreman's reserve, men first: MMW."""
        reserve: dict[str, int] = self.view()["seats"][seat]["reserve"]
        return "M" * reserve["men"] + "W" * reserve["women"]

    def tiles(self, seat: int) -> list[str]:
        """S5.3 The tiles a foreman has taken."""
        return list(self.table.final()["seats"][seat]["tiles"])

    def open_tiles(self, seat: int) -> list[str]:
        """S5.3 Those of them that lie face up."""
        return list(self.view()["seats"][seat]["open_tiles"])

    def prestige(self, seat: int) -> int:
        """S8.1 The prestige of a foreman."""
        return int(self.table.scores()[seat]["total"])

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat, or a spectator, sees."""
        return self.table.view(seat)

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The events of a type, as everybody sees them."""
        events = [dict(event.public) for event in self.table.events]
        return [event for event in events if event["type"] == kind]

    def _space(self, place: str) -> dict[str, Any]:
        spaces = self.view()["spaces"]
        return next(space for space in spaces if f"{space['row']},{space['column']}" == place)


def _name(worker: Mapping[str, Any]) -> str:
    return f"{worker['seat']}{worker['worker']}"


def _stack(worker: Mapping[str, Any]) -> str:
    men, women = "M" * int(worker["men"]), "W" * int(worker["women"])
    return women + men if worker["sex"] == "woman" else men + women


# --- setting the table ------------------------------------------------------------------------
class _Witness(SamaraAnnouncer):
    """Makes events in which a worker is called by seat and letter."""

    def adopt(self) -> _Witness:
        """Get to know the workers of the position."""
        for seat in range(self.state.n_players):
            for slot in range(FIGURES):
                if self.state.players[seat].worker_month[slot] != NO_MONTH:
                    self._new_worker(seat, slot)
        return self

    def _new_worker(self, seat: int, slot: int) -> str:
        worker = self.worker_ids[seat, slot] = f"{seat}{LETTERS[slot]}"
        return worker


class _Staged(Samara):
    """Samara that begins with a position instead of the set-up; all other rules are the game's."""

    def __init__(self, components: Components, text: str, idle: int, forced: bool) -> None:
        super().__init__()
        self._components = components
        self._text = text
        self._idle = idle
        self._forced = forced

    def new_state(self, options: Mapping[str, Any]) -> State:
        state = position.read(self._components, self._text)
        state.progress -= self._idle
        return state

    def announcer(self, components: Components, state: State, players: int) -> SamaraAnnouncer:
        return _Witness(components, state).adopt()

    def start(
        self, components: Components, state: State, dealer: Dealer, options: Mapping[str, Any]
    ) -> None:
        """The position is there already."""

    def forced_seat(self, components: Components, state: State, legal: Legal) -> int:
        return super().forced_seat(components, state, legal) if self._forced else NOBODY
