"""What people may wish for at a table: each wish becomes an entry of the log, or is refused.

A wish is asked of the room as it is when its turn comes; nothing changes here. Moves are judged by
the rules: `Refusal` has clause and reason. Everything else is refused with one of the errors below.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from baumeister.kernel.errors import ToldError
from baumeister.play import NotationError, Refusal, Table
from baumeister.play.table import checked_names
from baumeister.server.tables.log import Entry
from baumeister.server.tables.seats import HOST, SEAT, SPECTATOR, WATCH, Role, hashed
from baumeister.server.tables.state import Room

Wish = Callable[[Room, Role, int], Entry]  # (room, who asks, now): what shall happen


class Repeatable:
    """A wish that may be sent again with the same id; `led_to` knows what it led to before."""

    def __init__(self, wish: Wish, led_to: Callable[[Room, Entry], bool]) -> None:
        self._wish = wish
        self._led_to = led_to

    def __call__(self, room: Room, role: Role, now: int) -> Entry:
        return self._wish(room, role, now)

    def check_repeat(self, room: Room, entry: Entry) -> None:
        """Refused if it was another wish that led to this entry."""
        if not self._led_to(room, entry):
            raise Refused("error.server.id_used")


class Refused(ToldError):
    """A wish that is not granted; nothing has changed."""

    status = 409
    more: Mapping[str, Any] = {}  # what programs are told besides

    @property
    def name(self) -> str:
        """The error's name for programs."""
        return self.key.rpartition(".")[2]


class NotYours(Refused):
    """Somebody else may do this, not you."""

    status = 403


class NotFound(Refused):
    """There is no such thing, or it is not for you."""

    status = 404


class Wrong(Refused):
    """What was sent makes no sense."""

    status = 422


def entry(room: Room, now: int, kind: str, /, **body: Any) -> Entry:
    """The next entry of a room."""
    return Entry(room.seq + 1, now, kind, body)


# --- before the start -------------------------------------------------------------------------
def fill_seat(seat: int, bot: str, name: str) -> Wish:
    """A bot sits down; whoever sat there or was invited is so no longer."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _only_host(room, role)
        _only_open(room)
        _known_seat(room, seat)
        return entry(room, now, "seat_filled", seat=seat, bot=bot, name=name)

    return wish


def free_seat(seat: int, invite: str) -> Wish:
    """The seat is open for whoever has the new link."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _only_host(room, role)
        _only_open(room)
        _known_seat(room, seat)
        return entry(room, now, "seat_freed", seat=seat, invite=hashed(invite))

    return wish


def add_seat(invite: str) -> Wish:
    """One more seat, at the end."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _only_host(room, role)
        _only_open(room)
        check_players(room, len(room.seats) + 1)
        return entry(room, now, "seat_added", invite=hashed(invite))

    return wish


def remove_seat(seat: int) -> Wish:
    """One seat less; later seats move up."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _only_host(room, role)
        _only_open(room)
        _known_seat(room, seat)
        check_players(room, len(room.seats) - 1)
        return entry(room, now, "seat_removed", seat=seat)

    return wish


def swap_seats(a: int, b: int) -> Wish:
    """Two seats change places, with whoever sits there."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _only_host(room, role)
        _only_open(room)
        _known_seat(room, a)
        _known_seat(room, b)
        return entry(room, now, "seats_swapped", seats=[a, b])

    return wish


def join(
    invite: str | None, claim: str, name: str | None, token: str, also: Collection[str] = ()
) -> Wish:
    """Sit down with an invite link, or at the first free seat of a public table. A link works once;
    whoever used it may repeat the request, if its answer got lost, with the same claim, which only
    that person knows. `also`: hashes of other tokens of whoever has this invite."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        if invite is None:
            number = _free_seat(room, hashed(claim))
        else:
            number = _invited(room, {hashed(invite), *also})
        seat = room.seats[number]
        if seat.claim not in (None, hashed(claim)):
            raise Refused("error.server.seat_taken")
        if room.archived:
            raise Refused("error.server.archived")
        called = seat.name if name is None or room.has_started else check_name(name)
        body = {"seat": number, "name": called, "token": hashed(token), "claim": hashed(claim)}
        return entry(room, now, "joined", **body)

    return wish


def _invited(room: Room, known: Collection[str]) -> int:
    mine = [k for k, s in enumerate(room.seats) if not {s.invite, *s.welcome}.isdisjoint(known)]
    if not mine:
        raise NotFound("error.server.invite")
    return mine[0]


def _free_seat(room: Room, claim: str) -> int:
    """The seat that was claimed before, or the first that is free, at a public table."""
    if not room.public:
        raise NotFound("error.server.no_table")
    mine = [k for k, seat in enumerate(room.seats) if seat.claim == claim]
    free = [k for k, seat in enumerate(room.seats) if seat.kind == "open"]
    if not mine + free or (room.has_started and not mine):
        raise Refused("error.server.no_free_seat")
    return (mine + free)[0]


def rename_seat(name: str) -> Wish:
    """A player's own name, until the game starts."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _only_open(room)
        return entry(room, now, "named", seat=_own_seat(role), name=check_name(name))

    return wish


def change_table(name: str | None, public: bool | None) -> Wish:
    """Another name for the table; listed in the lobby, or not."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _only_host(room, role)
        body = {
            "name": room.name if name is None else check_title(name),
            "public": room.public if public is None else public,
        }
        return entry(room, now, "changed", **body)

    return wish


def start() -> Wish:
    """Deal. Everybody has to be there."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _only_host(room, role)
        _only_open(room)
        missing = [k for k, seat in enumerate(room.seats) if seat.kind == "open"]
        if missing:
            places = ", ".join(str(k + 1) for k in missing)  # as people count
            refused = Refused("error.server.seats_open", seats=places, n=len(room.seats))
            refused.more = {"seats": missing}
            raise refused
        names = different_names([seat.name for seat in room.seats])
        if room.origin is not None and not room.is_current:
            raise _other_versions(room)
        check_options(room, len(names))
        rules = room.game.rules
        versions = {"rules": rules.rules_version, "data": rules.data_version(room.game.components)}
        return entry(room, now, "started", names=names, **versions)

    return wish


# --- playing ----------------------------------------------------------------------------------
def move(action: int | str, seen: int | None = None) -> Wish:
    """A decision: an action by its number or its notation. `seen`: the entry up to which the
    player had seen the table; if the question is another by now, the move is not meant for it."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        seat = _playing_seat(room, role)
        return entry(room, now, "moved", seat=seat, move=_checked_move(room, seat, action, seen))

    def led_to(room: Room, before: Entry) -> bool:
        if before.kind != "moved":
            return False
        try:
            meant = room.game.action(action) if isinstance(action, str) else action
            return meant == room.game.action(before.body["move"])
        except NotationError:
            return False

    return Repeatable(wish, led_to)


def bots_move(seat: int, question: str, action: int) -> Wish:
    """What a bot decided, if it is still asked that question."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        if seat not in room.bots_to_ask or room.question_of(seat) != question:
            raise Refused("error.server.stale")
        return entry(room, now, "moved", seat=seat, move=_checked_move(room, seat, action, None))

    return wish


def _checked_move(room: Room, seat: int, action: int | str, seen: int | None) -> str:
    table = _running(room)
    if seen is not None and room.asked.get(seat, 0) > seen:
        raise Refused("error.server.stale")
    if isinstance(action, str):
        try:
            action = room.game.action(action)
        except NotationError as error:
            raise Wrong("error.server.notation", problem=error) from None
    if not 0 <= action < room.game.rules.actions:
        raise Wrong("error.server.action", action=action, most=room.game.rules.actions - 1)
    reason = table.why_not(seat, action)
    if reason is not None:
        raise Refusal(reason)
    return room.game.notation(action)


def take_back() -> Wish:
    """Change a choice that nobody has seen yet."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        seat = _playing_seat(room, role)
        _running(room)
        if not room.can_take_back(seat):
            raise Refused("error.server.no_take_back")
        return entry(room, now, "took_back", seat=seat)

    return Repeatable(wish, lambda _, before: before.kind == "took_back")


def ask_undo() -> Wish:
    """Take back a move that others have seen: happens if all other people agree, and at once if
    there are none."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        seat = _playing_seat(room, role)
        _running(room)
        if room.can_take_back(seat):
            return entry(room, now, "took_back", seat=seat)
        if room.undo is not None:
            raise Refused("error.server.undo_pending")
        if room.last_choice(seat) is None:
            raise Refused("error.server.undo_nothing")
        return entry(room, now, "undo_asked", seat=seat)

    return Repeatable(wish, lambda _, before: before.kind in ("took_back", "undo_asked"))


def answer_undo(agree: bool) -> Wish:
    """Agree to somebody's undo, or not. Whoever asked may withdraw."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        seat = _own_seat(role)
        _running(room)
        if room.undo is not None and room.undo.seat == seat and not agree:
            return entry(room, now, "undo_dropped", seat=seat)
        if room.undo is None or seat not in room.undo.missing:
            raise Refused("error.server.undo_not_asked")
        return entry(room, now, "undo_answered", seat=seat, agree=agree)

    def led_to(room: Room, before: Entry) -> bool:
        if before.kind == "undo_answered":
            return bool(before.body["agree"] == agree)
        return before.kind == "undo_dropped" and not agree

    return Repeatable(wish, led_to)


def undo_lapsed() -> Wish:
    """Nobody has answered for too long: the undo is off, and bots go on."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        if room.undo is None or now < room.undo.until:
            raise Refused("error.server.undo_not_asked")
        return entry(room, now, "undo_dropped", seat=room.undo.seat)

    return wish


def hand(seat: int, bot: str | None) -> Wish:
    """Let a bot play for a seat, or take the seat back. A player does so for the own seat; the
    host may let a bot stand in for somebody who is away, who can come back at any time."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _known_seat(room, seat)
        if room.seats[seat].kind != "person":
            raise Refused("error.server.no_person")
        if role != Role(SEAT, seat) and (role.kind != HOST or bot is None):
            raise NotYours("error.server.not_your_seat")
        why = "asked" if role.kind == SEAT else HOST
        return entry(room, now, "handed", seat=seat, bot=bot, why=why)

    def led_to(room: Room, before: Entry) -> bool:
        given = before.body.get("seat"), before.body.get("bot")
        return before.kind == "handed" and given == (seat, bot)

    return Repeatable(wish, led_to)


def time_up(seat: int) -> Wish:
    """A player's time is up: a bot stands in until the player comes back."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        if room.clock is None or not room.clock.is_up(seat, now):
            raise Refused("error.server.stale")
        return entry(room, now, "handed", seat=seat, bot=room.stand_in, why="clock")

    return wish


# --- after the end ------------------------------------------------------------------------------
def company(room: Room, role: Role, given_up: str | None) -> dict[int, list[str]]:
    """Who sits at a finished table, for whoever sat there and may open the next: hashes of their
    tokens, by seat."""
    _may_follow(room, role, given_up)
    found: dict[int, list[str]] = {}
    for token, one in room.roles.items():
        if one.kind == SEAT and one.seat is not None:
            found.setdefault(one.seat, []).append(token)
    return found


def follow(table: str, given_up: str | None) -> Wish:
    """Another table for the same company opens: all who are still here are told. `given_up`: the
    one that was opened before, and at which nobody will play any more."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        return entry(room, now, "followed", seat=_may_follow(room, role, given_up), table=table)

    return wish


def _may_follow(room: Room, role: Role, given_up: str | None) -> int:
    """The seat of somebody who may open the next table: nobody has, or that one was given up."""
    seat = _own_seat(role)
    if not room.is_over:
        raise Refused("error.server.not_over")
    if room.followed is not None and room.followed[1] != given_up:
        refused = Refused("error.server.followed")
        refused.more = {"table": room.followed[1]}
        raise refused
    return seat


def can_be_given_up(room: Room, is_wanted: bool) -> bool:
    """Whether another table may take the place of this one: its game is over, or it was put away,
    or it has not begun and somebody who was to sit here wants another."""
    return room.is_over or room.archived or room.is_kept or (is_wanted and not room.has_started)


def same_person(room: Room, token_hash: str) -> frozenset[str]:
    """The hashes of all tokens of whoever holds this one, at a seat; none if nobody does."""
    role = room.role_of(token_hash)
    if role is None or role.kind != SEAT:
        return frozenset()
    return frozenset(other for other, one in room.roles.items() if one == role)


# --- at any time ------------------------------------------------------------------------------
def archive(archived: bool) -> Wish:
    """Put a table away, or out again."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _only_host(room, role)
        return entry(room, now, "archived", archived=archived)

    return wish


def add_token(token: str, proof: str) -> Wish:
    """One more token for the caller's role, on another device of the same person. `proof`: the
    hash of a token that a personal page knows; it has to be good for the role at this moment."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        if room.role_of(proof) != role or role.kind == WATCH:
            raise NotYours("error.server.token")
        return _token_added(room, now, role, token)

    return wish


def new_watch_link(token: str) -> Wish:
    """A new link for spectators; the old one works no longer."""

    def wish(room: Room, role: Role, now: int) -> Entry:
        _only_host(room, role)
        return _token_added(room, now, SPECTATOR, token)

    return wish


def _token_added(room: Room, now: int, role: Role, token: str) -> Entry:
    body = {"role": role.kind, "seat": role.seat, "token": hashed(token)}
    return entry(room, now, "token_added", **body)


# --- checks -----------------------------------------------------------------------------------
def check_name(name: str) -> str:
    """A player's name; OptionError says what would be right."""
    return checked_names([name], 1)[0]


def check_title(title: str) -> str:
    """A table's name: one line of printable text."""
    title = " ".join(title.split())
    if not 0 < len(title) <= 80 or not title.isprintable():
        raise Wrong("error.server.title", most=80)
    return title


def check_players(room: Room, players: int) -> None:
    """So many can play this game, and the record that the table began from."""
    rules = room.game.rules
    if room.origin is not None and players != len(room.seats):
        raise Refused("error.server.origin_players")
    if not rules.least_players <= players <= rules.most_players:
        least, most = rules.least_players, rules.most_players
        raise Refused("error.server.players", least=least, most=most)


def check_options(room: Room, players: int) -> None:
    """OptionError if no game can be made of the options."""
    rules = room.game.rules
    rules.complete_options(room.game.components, {**room.options, "players": players}, room.seed)


def played(room: Room) -> Table:
    """The game of a table, running or over; Refused if there is none to look at."""
    if room.is_kept:
        raise _other_versions(room)
    if room.table is None:
        raise Refused("error.server.not_started")
    return room.table


def _other_versions(room: Room) -> Refused:
    """What to raise for a game of other rules or data than this program has."""
    ours = room.game.rules
    return Refused(
        "error.server.kept",
        rules=room.rules_version,
        data=room.data_version,
        our_rules=ours.rules_version,
        our_data=ours.data_version(room.game.components),
    )


def different_names(names: Sequence[str | None]) -> list[str]:
    """Names for all seats: those who gave none get one, and no two are the same."""
    taken: list[str] = []
    for number, name in enumerate(names, 1):
        wanted, k = name or f"Player {number}", 1
        base = wanted[:36]
        while wanted.casefold() in {other.casefold() for other in taken}:
            k += 1
            wanted = f"{base} {k}"
        taken.append(wanted)
    return taken


def _only_host(room: Room, role: Role) -> None:
    if role.kind != HOST:
        raise NotYours("error.server.only_host")


def _only_open(room: Room) -> None:
    if room.has_started:
        raise Refused("error.server.has_started")
    if room.archived:
        raise Refused("error.server.archived")


def _known_seat(room: Room, seat: int) -> None:
    if not 0 <= seat < len(room.seats):
        raise NotFound("error.server.no_seat", seat=seat, most=len(room.seats) - 1)


def _own_seat(role: Role) -> int:
    if role.kind != SEAT or role.seat is None:
        raise NotYours("error.server.only_seats")
    return role.seat


def _playing_seat(room: Room, role: Role) -> int:
    seat = _own_seat(role)
    if room.seats[seat].stand_in is not None:
        raise Refused("error.server.stood_in")
    return seat


def _running(room: Room) -> Table:
    if room.archived:
        raise Refused("error.server.archived")
    table = played(room)
    if table.over:
        raise Refused("error.server.over")
    return table
