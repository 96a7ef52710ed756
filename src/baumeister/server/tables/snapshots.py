"""What each role sees of a table: the table itself, the game, and the events.

Everything here starts from the view of a seat or of a spectator. What everybody may see is rendered
once.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import orjson

from baumeister.bots import LEVELS
from baumeister.kernel.glossary import say
from baumeister.play import Event
from baumeister.play.provenance import ORIGIN
from baumeister.server.tables.seats import Role
from baumeister.server.tables.state import TableState

# Kept for others who have seen the same: all seats, host and spectators in both languages. Clients
# may say that they have seen any earlier entry; an update has up to 50 kB.
MOST_UPDATES = 20


def info(
    state: TableState, now: int, here: frozenset[int] = frozenset(), getting_ready: bool = False
) -> dict[str, Any]:
    """What everybody may know about the table. `here`: the seats of connected people;
    `getting_ready`: a bot's code is not compiled yet."""
    table = state.table
    over = table is not None and table.over
    undo, followed = state.undo, state.followed
    return {
        "id": state.id,
        "game": state.game.name,
        "name": state.name,
        "public": state.public,
        "status": state.status,
        "rules_version": state.rules_version,
        "data_version": state.data_version,
        "options": state.options if table is None else dict(table.options),
        "commitment": state.commitment,
        "contributions": state.contributions,
        "seed": state.seed if over else None,
        "opened": state.opened_at,
        "changed": state.changed_at,
        "seats": [_seat(state, number, number in here) for number in range(len(state.seats))],
        "waiting_for": state.waiting_for,
        "bots_getting_ready": getting_ready,
        "stand_in": state.stand_in,
        "clock": _clock(state, now),
        "undo": undo and {"seat": undo.seat, "missing": sorted(undo.missing)},
        "origin": _origin(state),
        "next": followed and {"seat": followed[0], "table": followed[1]},
        "moves": len(state.choices),
        "scores": table.scores() if table is not None and over else None,
        "winners": table.winners if table is not None else [],
    }


def _origin(state: TableState) -> dict[str, Any] | None:
    """Where the deal and the first moves come from: somebody may know that game."""
    if state.origin is None:
        return None
    return {**state.provenance[ORIGIN], "known_deal": state.has_known_deal}


def _seat(state: TableState, number: int, here: bool) -> dict[str, Any]:
    seat = state.seats[number]
    return {
        "name": seat.name,
        "kind": seat.kind,
        "bot": seat.bot,
        "stand_in": seat.stand_in,
        "why": seat.why,
        "here": here or seat.bot is not None,
    }


def _clock(state: TableState, now: int) -> dict[str, Any] | None:
    if state.limits is None:
        return None
    clock = state.clock
    shown: dict[str, Any] = {"per_move": state.limits.per_move, "reserve": state.limits.reserve}
    if clock is not None:
        left = [clock.left(seat, now) for seat in range(len(state.seats))]
        shown["seats"] = [
            {"move_left": move, "reserve_left": reserve, "runs": seat in clock.began}
            for seat, (move, reserve) in enumerate(left)
        ]
    return shown


def listing(state: TableState) -> dict[str, Any]:
    """What lists of tables show: the lobby, personal pages."""
    table = state.table
    shown: dict[str, Any] = {
        "id": state.id,
        "game": state.game.name,
        "name": state.name,
        "status": state.status,
        "opened": state.opened_at,
        "seats": [
            {"name": seat.name, "kind": seat.kind, "bot": seat.player} for seat in state.seats
        ],
        "waiting_for": state.waiting_for,
        "clock": None if state.limits is None else list(state.limits),
        "origin": _origin(state),
        "result": None,
    }
    if table is not None and table.over:
        shown["result"] = result(table.scores(), table.winners)
    return shown


def result(scores: list[dict[str, Any]], winners: list[int]) -> dict[str, Any]:
    """How a game ended, for lists."""
    return {"scores": [score["total"] for score in scores], "winners": winners}


class Snapshots:
    """The table as it is now, for each role. Parts are rendered once, when they are first needed;
    after the next entry there is a new object."""

    def __init__(
        self, state: TableState, now: int, here: frozenset[int], getting_ready: bool = False
    ) -> None:
        self.now = now
        self._state = state
        self._here = here
        self._getting_ready = getting_ready
        self._shared = b""  # the part that all views share
        self._views: dict[int | None, orjson.Fragment] = {}
        self._questions: dict[tuple[int | None, str], str] = {}
        self._events: dict[tuple[int, int | None, str], orjson.Fragment] = {}
        self._updates: dict[tuple[Role, str, int], bytes] = {}

    def renewed(self, now: int, here: frozenset[int], getting_ready: bool) -> Snapshots:
        """The same entry at another time, or with other people connected. What the game shows is
        not rendered again."""
        renewed = Snapshots(self._state, now, here, getting_ready)
        renewed._shared, renewed._views = self._shared, self._views
        renewed._questions, renewed._events = self._questions, self._events
        return renewed

    @cached_property
    def _info(self) -> orjson.Fragment:
        shown = info(self._state, self.now, self._here, self._getting_ready)
        return orjson.Fragment(orjson.dumps(shown))

    def update(self, role: Role, language: str, after: int) -> bytes:
        """The message for a client that has seen entries up to `after`."""
        wanted = (role, language, after)
        update = self._updates.pop(wanted, None)
        if update is None:
            update = orjson.dumps({"type": "update", **self.snapshot(*wanted)})
        self._updates[wanted] = update
        if len(self._updates) > MOST_UPDATES:
            del self._updates[next(iter(self._updates))]  # the one unused for longest
        return update

    def snapshot(self, role: Role, language: str, after: int) -> dict[str, Any]:
        """What a role sees, ready for orjson. A client that has seen entries up to `after` knows
        the first `told` events; `events` are those that follow."""
        state, seat = self._state, role.seat
        table, told = state.table, state.events_known_at(after)
        can_take_back = seat is not None and not state.archived and state.can_take_back(seat)
        return {
            "after": after,
            "seq": state.seq,
            "you": {"role": role.kind, "seat": seat},
            "table": self._info,
            "view": None if table is None else self._view(seat),
            "question": None if table is None else self._question(seat, language),
            "asked": None if seat is None else state.asked.get(seat),
            "can_take_back": can_take_back,
            "told": told,
            "events": self._story(seat, language, told),
        }

    def _view(self, seat: int | None) -> orjson.Fragment:
        table = self._state.table
        if seat not in self._views and table is not None:
            if not self._shared:
                self._shared = orjson.dumps(table.shared_view())[:-1]
            own = self._state.views.get(seat)
            if own is None:
                own = self._state.views[seat] = orjson.dumps(table.own_view(seat))[1:]
            self._views[seat] = orjson.Fragment(self._shared + b"," + own)
        return self._views[seat]

    def _question(self, seat: int | None, language: str) -> str:
        """The question as text; all who are not asked get the same text."""
        key = (seat if seat in self._state.asked else None, language)
        if key not in self._questions:
            assert self._state.table is not None
            self._questions[key] = self._state.table.question(*key)
        return self._questions[key]

    def _story(self, seat: int | None, language: str, told: int) -> list[orjson.Fragment]:
        events = self._state.events
        return [self._event(events[k], k, seat, language) for k in range(told, len(events))]

    def _event(self, event: Event, number: int, seat: int | None, language: str) -> orjson.Fragment:
        """An event with its text, rendered once for all who see only its public part."""
        key = (number, seat if seat in event.own else None, language)
        if key not in self._events:
            assert self._state.table is not None
            seen = event.seen_by(key[1])
            text = self._state.table.narrator(language).tell(seen)
            self._events[key] = orjson.Fragment(orjson.dumps({**seen, "text": text}))
        return self._events[key]


def bot_name(bot: str, language: str) -> str:
    """What a bot is called at the table."""
    name = say(f"level.{bot}", language) if bot in LEVELS else bot
    return name.capitalize()
