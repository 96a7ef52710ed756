"""The state of a table: a pure fold over its log.

Only `TableState.fold(entry)` changes anything; the same log gives the same state in every process.
commands.py decides what may happen next and what is rejected, snapshots.py what each role sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Literal

from baumeister.kernel.chance import commitment
from baumeister.play import Event, Game, Table, game
from baumeister.server.tables.clocks import Clock, Limits, Outage
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.seats import HOST, SEAT, WATCH, Role, Seat

Status = Literal["open", "running", "over", "archived", "kept"]
GAME_KINDS = ("moved", "took_back", "undo_asked", "undo_answered", "undo_dropped")
UNDO_LASTS = 10 * 60 * 1000  # milliseconds in which an undo is answered, or a move's time if longer
Choice = tuple[int, int]  # a seat and its action


class Undo:
    """A request to take back a move that others have seen, until it is decided."""

    def __init__(self, seat: int, voters: Iterable[int], until: int) -> None:
        self.seat = seat
        self.missing = set(voters)
        self.until = until  # bots wait for the answers until then


class TableState:
    """Everything about one table."""

    def __init__(self, table_id: str, outages: Sequence[Outage] = ()) -> None:
        self.id = table_id
        self.seq = 0
        self.opened_at = self.changed_at = 0
        self.roles: dict[str, Role] = {}  # by hash of the token
        self.ended: dict[str, Role] = {}  # those that their owner has replaced
        self.keys: dict[str, LogEntry] = {}  # accepted commands, and what they led to
        self.seats: list[Seat] = []
        self.table: Table | None = None
        self.choices: list[Choice] = []  # decisions that stand, in order of arrival
        self.given = 0  # how many of them came with the record that the table began from
        self.asked: dict[int, int] = {}  # by waiting seat: the entry since which it is asked
        self.epoch = 0  # goes up whenever something is taken back
        self.undo: Undo | None = None
        self.clock: Clock | None = None
        self.has_started = False
        self.archived = False
        self.followed: tuple[int, str] | None = None  # who has opened another table, and which
        self._outages = outages
        self._unchanged: list[int] = []  # by entry: how many earlier events it left as they were
        # by seat: the JSON of what only it sees, as last rendered (snapshots.py)
        self.views: dict[int | None, bytes] = {}

    # --- reading ------------------------------------------------------------------------------
    @property
    def status(self) -> Status:
        """How far the table is."""
        if self.archived:
            return "archived"
        if self.is_kept:
            return "kept"
        if self.table is None:
            return "open"
        return "over" if self.is_over else "running"

    @property
    def is_over(self) -> bool:
        """Whether the game has been played to its end."""
        return self.table is not None and self.table.over

    @property
    def is_kept(self) -> bool:
        """Whether the game was begun with other rules or cards than this program has: it is kept,
        but cannot be continued."""
        return self.has_started and self.table is None

    @property
    def is_current(self) -> bool:
        """Whether this program has the rules and the cards of the table: those that it was opened
        with, or started with once it has started."""
        ours = self.game.rules.rules_version, self.game.data_version
        return (self.rules_version, self.data_version) == ours

    @property
    def waiting_for(self) -> list[int]:
        """The seats that have to decide now."""
        return list(self.asked)

    @property
    def bots_to_ask(self) -> list[int]:
        """Waiting seats for which a bot decides; none while an undo is being discussed."""
        if self.undo is not None:
            return []
        return [seat for seat in self.waiting_for if self.bot_of(seat) is not None]

    @property
    def people(self) -> list[int]:
        """Seats of people, whether or not a bot stands in for them."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == "person"]

    @property
    def events(self) -> list[Event]:
        """All that has happened in the game."""
        return [] if self.table is None else self.table.events

    def role_of(self, token_hash: str) -> Role | None:
        """What the holder of a token is here."""
        return self.roles.get(token_hash)

    def bot_of(self, seat: int) -> str | None:
        """The bot that decides for a seat now. A person who has come back after the time was up may
        decide, too: the first decision counts."""
        is_late = self.clock is not None and self.clock.has_run_out(seat)
        return self.seats[seat].player or (self.stand_in if is_late else None)

    def question_of(self, seat: int) -> str:
        """An id of the question that a seat is asked now."""
        made = sum(other == seat for other, _ in self.choices)
        return f"{self.epoch}.{seat}.{made}"

    def last_choice(self, seat: int) -> int | None:
        """The index in `choices` of the last decision that a seat made at this table."""
        here = range(len(self.choices) - 1, self.given - 1, -1)
        return next((k for k in here if self.choices[k][0] == seat), None)

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat has made a choice, here, that nobody has seen yet."""
        if self.table is None or not self.table.can_take_back(seat):
            return False
        return self.last_choice(seat) is not None

    def events_known_at(self, seq: int) -> int:
        """How many of the first events a client knows that has seen the table up to this entry.
        Events that were taken back since do not count."""
        if not 0 <= seq <= self.seq:
            return 0
        return min(self._unchanged[seq:], default=len(self.events))

    def out_of_time(self, now: int) -> list[int]:
        """Seats whose time is up."""
        clock = self.clock
        return [] if clock is None else [seat for seat in clock.began if clock.is_up(seat, now)]

    def due(self, now: int) -> int | None:
        """When the server has to act here on its own: 0 means at once."""
        if self.bots_to_ask:
            return 0
        if self.archived:
            return None
        times = [] if self.undo is None else [self.undo.until]
        if self.clock is not None:
            times += [self.clock.due(seat, now) for seat in self.clock.began]
        return min(times, default=None)

    # --- folding ------------------------------------------------------------------------------
    def fold(self, entry: LogEntry) -> None:
        """Apply the next entry; `_moved` folds an entry of the kind `moved`, and so on."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} does not follow {self.seq}")
        self._unchanged_now = len(self.events)
        if self.seq == 0 or self.is_current or entry.kind not in GAME_KINDS:
            getattr(self, f"_{entry.kind}")(entry.body, entry)
        if entry.kind == "moved" and self.table is not None:
            self._forget_views(entry.body["seat"])
        else:
            self.views.clear()
        self.seq = entry.seq
        self.changed_at = entry.at
        if entry.key is not None:
            self.keys[entry.key] = entry
        self._ask(entry)
        self._unchanged.append(self._unchanged_now)

    def _forget_views(self, seat: int) -> None:
        """Drop the cached parts of views that have changed. A hidden choice leaves the own parts of
        all other seats as they were, if the game says so."""
        if self.game.rules.choice_changes_own_view_only and self._table().can_take_back(seat):
            self.views.pop(seat, None)
        else:
            self.views.clear()

    def _ask(self, entry: LogEntry) -> None:
        """Note who is asked since when, and run the clocks of waiting people and no others."""
        none = self.table is None or self.is_over or self.archived
        waiting = [] if none else self._table().waiting_for
        self.asked = {seat: self.asked.get(seat, entry.seq) for seat in waiting}
        if self.clock is not None:
            self.clock.run([seat for seat in waiting if self.bot_of(seat) is None], entry.at)

    def _opened(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        self.opened_at = entry.at
        self.game = game_named(body["game"])
        self.rules_version: int = body["rules"]
        self.data_version: str = body["data"]
        self.name: str = body["name"]
        self.public: bool = body["public"]
        self.options: dict[str, Any] = body["options"]
        self.seed: str = body["seed"]
        self.bots_seed: str = body.get("bots", self.seed)  # older tables have none
        self.commitment = commitment(self.seed)
        self.stand_in: str = body["stand_in"]
        self.limits = None if body["clock"] is None else Limits(*body["clock"])
        self.origin: Mapping[str, Any] | None = body["origin"]
        self.follows: str | None = body.get("follows")  # a table whose players are invited
        for number, seat in enumerate(body["seats"]):
            token = seat.get("token")  # of the person who opens the table and sits down
            self.seats.append(
                Seat(
                    name=seat.get("name"),
                    bot=seat.get("bot"),
                    invite=seat.get("invite"),
                    welcome=tuple(seat.get("welcome", ())),
                )
            )
            if token is not None:
                self.seats[number].claim = token
                self.roles[token] = Role(SEAT, number)
        self.roles[body["host"]] = Role(HOST)
        self.roles[body["watch"]] = Role(WATCH)

    def _seat_filled(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        self._leave(body["seat"])
        self.seats[body["seat"]] = Seat(name=body["name"], bot=body["bot"])

    def _seat_freed(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        self._leave(body["seat"])
        self.seats[body["seat"]] = Seat(invite=body["invite"])

    def _seat_added(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        self.seats.append(Seat(invite=body["invite"]))

    def _seat_removed(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        gone = body["seat"]
        self._leave(gone)
        del self.seats[gone]
        self._move_roles({k: k - 1 for k in range(gone + 1, len(self.seats) + 1)})

    def _seats_swapped(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        a, b = body["seats"]
        self.seats[a], self.seats[b] = self.seats[b], self.seats[a]
        self._move_roles({a: b, b: a})

    def _leave(self, seat: int) -> None:
        """Make the tokens of the seat invalid."""
        self.roles, self.ended = (
            {token: r for token, r in tokens.items() if r != Role(SEAT, seat)}
            for tokens in (self.roles, self.ended)
        )

    def _move_roles(self, to: Mapping[int, int]) -> None:
        self.roles, self.ended = (
            {
                token: role if role.seat is None else Role(role.kind, to.get(role.seat, role.seat))
                for token, role in tokens.items()
            }
            for tokens in (self.roles, self.ended)
        )

    def _joined(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        seat = self.seats[body["seat"]]
        seat.claim = body["claim"]
        seat.name = body["name"]
        self.roles[body["token"]] = Role(SEAT, body["seat"])

    def _named(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        self.seats[body["seat"]].name = body["name"]

    def _token_added(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        role = Role(body["role"], body["seat"])
        if role.kind == WATCH:  # a new link for spectators ends the old one
            self.roles = {token: r for token, r in self.roles.items() if r.kind != WATCH}
        self.roles[body["token"]] = role

    def _token_renewed(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        role = Role(body["role"], body["seat"])
        self.ended |= {token: role for token, r in self.roles.items() if r == role}
        self.roles = {token: r for token, r in self.roles.items() if r != role}
        self.roles[body["token"]] = role
        if role.seat is not None:  # the link and the claim that it was taken with end, too
            seat = self.seats[role.seat]
            seat.claim, seat.invite, seat.welcome = body["token"], None, ()

    def _changed(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        self.name = body["name"]
        self.public = body["public"]

    def _started(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        for seat, name in zip(self.seats, body["names"], strict=True):
            seat.name = name
        self.rules_version, self.data_version = body["rules"], body["data"]
        self.has_started = True
        if not self.is_current:
            return
        given = [] if self.origin is None else self.origin["moves"]
        self.choices = [(seat, self.game.action(move)) for seat, move in given]
        self.given = len(self.choices)
        self._replay()
        if self.limits is not None:
            reserves = [self.limits.reserve] * len(self.seats)
            self.clock = Clock(self.limits, reserves, self._outages)

    def _moved(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        table, seat, action = self._table(), body["seat"], self.game.action(body["move"])
        table.play(seat, action)
        self.choices.append((seat, action))
        self.undo = None
        self.asked.pop(seat, None)
        if self.clock is not None:
            self.clock.decided(seat, entry.at)

    def _took_back(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        table, seat = self._table(), body["seat"]
        events = list(table.events)
        table.take_back(seat)
        self._unchanged_now = _common(events, table.events)
        last = self.last_choice(seat)
        assert last is not None
        del self.choices[last]
        self.epoch += 1
        self.asked.pop(seat, None)
        if self.clock is not None:
            self.clock.resume(seat)

    def _undo_asked(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        others = [seat for seat in self.people if seat != body["seat"]]
        longest = UNDO_LASTS if self.limits is None else max(UNDO_LASTS, self.limits.per_move)
        self.undo = Undo(body["seat"], others, entry.at + longest)
        if not self.undo.missing:
            self._take_back_beyond(entry)

    def _undo_answered(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        assert self.undo is not None
        self.undo.missing.discard(body["seat"])
        if not body["agree"]:
            self.undo = None
        elif not self.undo.missing:
            self._take_back_beyond(entry)

    def _undo_dropped(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        self.undo = None

    def _take_back_beyond(self, entry: LogEntry) -> None:
        """All agree: the game goes back to before the last decision of the seat that asked."""
        assert self.undo is not None
        last = self.last_choice(self.undo.seat)
        assert last is not None
        events = self.events
        self.choices = self.choices[:last]
        self.undo = None
        self.epoch += 1
        self.asked = {}
        self._replay()
        self._unchanged_now = _common(events, self.events)
        if self.clock is not None:
            self.clock.forget(entry.at)

    def _handed(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        seat = self.seats[body["seat"]]
        seat.stand_in = body["bot"]
        seat.why = body["why"] if body["bot"] else None
        if self.undo is not None and self.undo.seat == body["seat"]:
            self.undo = None

    def _followed(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        self.followed = (body["seat"], body["table"])

    def _archived(self, body: Mapping[str, Any], entry: LogEntry) -> None:
        self.archived = body["archived"]

    def _table(self) -> Table:
        assert self.table is not None
        return self.table

    def _replay(self) -> None:
        """Play the game again from the deal, with the choices that were not taken back."""
        names = [str(seat.name) for seat in self.seats]
        self.table = self.game.new(len(names), self.seed, names, **self.options)
        for seat, action in self.choices:
            self.table.play(seat, action)


def _common(before: Sequence[Event], after: Sequence[Event]) -> int:
    """The length of the common beginning."""
    both = zip(before, after, strict=False)
    return next((k for k, (a, b) in enumerate(both) if a != b), min(len(before), len(after)))


@cache
def game_named(name: str) -> Game:
    """A game with the components that come with the program."""
    return game(name)
