"""The commands of a table: each becomes an entry of its log, or is rejected.

A command is checked against the state of the table when its turn comes, and changes nothing itself:
it returns the entry. A move that the rules forbid raises `Refusal`, with clause and reason.
Other commands that are not possible raise one of the errors in errors.py, or `OptionError`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from baumeister.kernel.errors import Message, Translatable
from baumeister.play import Event, NotationError, Refusal, Table
from baumeister.play.provenance import ORIGIN, Contributions, seed_of
from baumeister.play.table import checked_names
from baumeister.server.tables.errors import Forbidden, Invalid, NotFound, Rejected
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.names import check_visible, different_names
from baumeister.server.tables.seats import HOST, SEAT, SPECTATOR, WATCH, Role, hashed, new_chance
from baumeister.server.tables.state import TableState

Command = Callable[[TableState, Role, int], LogEntry]  # (state, who asks, now): the next entry
GRACE = 60.0  # seconds without a connection after which somebody is away


class NarratedEvents(Translatable):
    """Events in sentences, as a seat sees them."""

    def __init__(self, table: Table, seat: int, events: Sequence[Event]) -> None:
        self._table, self._seen = table, [event.seen_by(seat) for event in events]

    def text(self, language: str = "en") -> str:
        """In this language."""
        return " ".join(map(self._table.narrator(language).tell, self._seen))


class Repeatable:
    """A command that may be sent again with the same id. `led_to`: whether it led to an entry."""

    def __init__(self, command: Command, led_to: Callable[[TableState, LogEntry], bool]) -> None:
        self._command = command
        self._led_to = led_to

    def __call__(self, state: TableState, role: Role, now: int) -> LogEntry:
        return self._command(state, role, now)

    def check_repeat(self, state: TableState, entry: LogEntry) -> None:
        """Rejected if it was another command that led to this entry."""
        if not self._led_to(state, entry):
            raise Rejected("error.server.id_used")


def entry(state: TableState, now: int, kind: str, /, **body: Any) -> LogEntry:
    """The next entry of a table."""
    return LogEntry(state.seq + 1, now, kind, body)


# --- before the start -------------------------------------------------------------------------
def _arrange(kind: str, seats: Sequence[int] = (), more: int = 0, /, **body: Any) -> Command:
    """A host's command before the start that concerns these seats. `more`: how many seats there
    will be more than now."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        _only_host(state, role)
        _only_open(state)
        for seat in seats:
            _known_seat(state, seat)
        if more:
            check_players(state, len(state.seats) + more)
        return entry(state, now, kind, **body)

    return command


def fill_seat(seat: int, bot: str, name: str) -> Command:
    """A bot sits down; anybody who sat there, or was invited to, loses the seat."""
    return _arrange("seat_filled", [seat], seat=seat, bot=bot, name=name)


def free_seat(seat: int, invite: str) -> Command:
    """The seat is open for anybody who has the new link."""
    return _arrange("seat_freed", [seat], seat=seat, invite=hashed(invite))


def add_seat(invite: str) -> Command:
    """One more seat, at the end."""
    return _arrange("seat_added", (), 1, invite=hashed(invite))


def remove_seat(seat: int) -> Command:
    """One seat less; later seats move up."""
    return _arrange("seat_removed", [seat], -1, seat=seat)


def swap_seats(a: int, b: int) -> Command:
    """Two seats change places, and the players with them."""
    return _arrange("seats_swapped", [a, b], seats=[a, b])


def join(
    invite: str | None,
    claim: str,
    name: str | None,
    token: str,
    also: Collection[str] = (),
    *,
    chance: str | None = None,
    accept_known_deal: bool = False,
) -> Command:
    """Sit down with an invite link, or on the first free seat of a public table. A link works once.
    If the answer got lost, the same person may repeat the request with the same claim, which
    nobody else knows. `also`: hashes of other tokens of that person. `chance`: a contribution to
    the seed. `accept_known_deal`: they know that others may know the deal."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        if invite is None:
            number = _free_seat(state, hashed(claim))
        else:
            number = _invited(state, {hashed(invite), *also})
        seat = state.seats[number]
        if seat.claim not in (None, hashed(claim)):
            raise Rejected("error.server.seat_taken")
        if state.archived:
            raise Rejected("error.server.archived")
        if state.has_known_deal and seat.claim is None and not accept_known_deal:
            raise _known_deal(state)
        called = seat.name if name is None or state.has_started else check_name(name)
        body = {"seat": number, "name": called, "token": hashed(token), "claim": hashed(claim)}
        brought = seat.chance if state.has_started else chance or seat.chance or new_chance()
        return entry(state, now, "joined", chance=brought, **body)

    return command


def _known_deal(state: TableState) -> Rejected:
    """The error for somebody who does not know yet that others may know the deal."""
    origin = state.provenance[ORIGIN]
    source = Message(f"error.server.source.{origin['kind']}")
    refused = Rejected("error.server.known_deal", source=source, moves=origin["moves"])
    refused.more = {"origin": {**origin, "known_deal": True}}
    return refused


def _invited(state: TableState, known: Collection[str]) -> int:
    mine = [k for k, s in enumerate(state.seats) if not {s.invite, *s.welcome}.isdisjoint(known)]
    if not mine:
        raise NotFound("error.server.invite")
    return mine[0]


def _free_seat(state: TableState, claim: str) -> int:
    """The seat that was claimed before, or the first that is free, at a public table."""
    if not state.public:
        raise NotFound("error.server.no_table")
    mine = [k for k, seat in enumerate(state.seats) if seat.claim == claim]
    free = [k for k, seat in enumerate(state.seats) if seat.kind == "open"]
    if not mine + free or (state.has_started and not mine):
        raise Rejected("error.server.no_free_seat")
    return (mine + free)[0]


def rename_seat(name: str) -> Command:
    """A player's own name, until the game starts."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        _only_open(state)
        return entry(state, now, "named", seat=_own_seat(role), name=check_name(name))

    return command


def change_table(name: str | None, public: bool | None) -> Command:
    """Another name for the table; listed in the lobby, or not."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        _only_host(state, role)
        body = {
            "name": state.name if name is None else check_title(name),
            "public": state.public if public is None else public,
        }
        return entry(state, now, "changed", **body)

    return command


def start(chance: str = "") -> Command:
    """Deal. No seat may be open. `chance`: the host's contribution to the seed, in addition to
    those of the seats."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        _only_host(state, role)
        _only_open(state)
        missing = [k for k, seat in enumerate(state.seats) if seat.kind == "open"]
        if missing:
            places = ", ".join(str(k + 1) for k in missing)  # as people count
            refused = Rejected("error.server.seats_open", seats=places, n=len(state.seats))
            refused.more = {"seats": missing}
            raise refused
        names = different_names([seat.name for seat in state.seats])
        if state.origin is not None and not state.is_current:
            raise _other_versions(state)
        game = state.game
        body: dict[str, Any] = {"rules": game.rules.rules_version, "data": game.data_version}
        seed = state.seed
        if state.share is not None:
            brought = [seat.chance or "" for seat in state.seats]
            body["contributions"] = contributions = Contributions(seats=brought, host=chance)
            seed = seed_of(state.share, contributions)
        game.complete_options({**state.options, "players": len(names)}, seed)
        return entry(state, now, "started", names=names, **body)

    return command


# --- playing ----------------------------------------------------------------------------------
def move(action: int | str, seen: int | None = None) -> Command:
    """A decision: an action by its number or its notation. `seen`: the entry up to which the
    player had seen the table; if the seat is asked something else by now, the move is rejected."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        seat = _playing_seat(state, role)
        return entry(state, now, "moved", seat=seat, move=_checked_move(state, seat, action, seen))

    def led_to(state: TableState, before: LogEntry) -> bool:
        if before.kind != "moved":
            return False
        try:
            meant = state.game.action(action) if isinstance(action, str) else action
            return meant == state.game.action(before.body["move"])
        except NotationError:
            return False

    return Repeatable(command, led_to)


def bots_move(seat: int, question: str, action: int) -> Command:
    """A bot's decision, if the bot is still asked the same question."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        if seat not in state.bots_to_ask or state.question_of(seat) != question:
            raise Rejected("error.server.stale")
        return entry(state, now, "moved", seat=seat, move=_checked_move(state, seat, action, None))

    return command


def _checked_move(state: TableState, seat: int, action: int | str, seen: int | None) -> str:
    table = _running(state)
    if seen is not None and state.asked.get(seat, 0) > seen:
        raise Rejected("error.server.stale")
    if isinstance(action, str):
        try:
            action = state.game.action(action)
        except NotationError as error:
            raise Invalid("error.server.notation", problem=error) from None
    if not 0 <= action < state.game.rules.actions:
        raise Invalid("error.server.action", action=action, most=state.game.rules.actions - 1)
    reason = table.why_not(seat, action)
    if reason is not None:
        raise Refusal(reason)
    return state.game.notation(action)


def take_back() -> Command:
    """Change a choice that nobody has seen yet."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        seat = _playing_seat(state, role)
        _running(state)
        if not state.can_take_back(seat):
            raise Rejected("error.server.no_take_back")
        return entry(state, now, "took_back", seat=seat)

    return Repeatable(command, lambda _, before: before.kind == "took_back")


def ask_undo() -> Command:
    """Take back a move that others have seen, if all other people agree; at once if there are no
    others. Not if cards were drawn or dealt since: the same ones would come again."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        seat = _playing_seat(state, role)
        table = _running(state)
        if state.can_take_back(seat):
            return entry(state, now, "took_back", seat=seat)
        if state.undo is not None:
            raise Rejected("error.server.undo_pending")
        if state.last_choice(seat) is None:
            raise Rejected("error.server.undo_nothing")
        if chance := table.chance_since(seat):
            raise Rejected("error.server.undo_chance", events=NarratedEvents(table, seat, chance))
        return entry(state, now, "undo_asked", seat=seat)

    return Repeatable(command, lambda _, before: before.kind in ("took_back", "undo_asked"))


def answer_undo(agree: bool) -> Command:
    """Agree to an undo or not. The player who asked may withdraw the request."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        seat = _own_seat(role)
        _running(state)
        if state.undo is not None and state.undo.seat == seat and not agree:
            return entry(state, now, "undo_dropped", seat=seat)
        if state.undo is None or seat not in state.undo.missing:
            raise Rejected("error.server.undo_not_asked")
        return entry(state, now, "undo_answered", seat=seat, agree=agree)

    def led_to(state: TableState, before: LogEntry) -> bool:
        if before.kind == "undo_answered":
            return bool(before.body["agree"] == agree)
        return before.kind == "undo_dropped" and not agree

    return Repeatable(command, led_to)


def undo_lapsed() -> Command:
    """A request to undo that was not answered in time ends, and bots play again."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        if state.undo is None or now < state.undo.until:
            raise Rejected("error.server.undo_not_asked")
        return entry(state, now, "undo_dropped", seat=state.undo.seat)

    return command


def hand(seat: int, bot: str | None, away: Callable[[], float] = lambda: 0.0) -> Command:
    """Let a bot play for a seat, or take the seat back. Players do so for their own seat. The host
    may let the table's bot stand in for somebody who has been `away` for the grace period, in
    seconds, or whose time is up; that person can come back at any time."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        _known_seat(state, seat)
        if state.seats[seat].kind != "person":
            raise Rejected("error.server.no_person")
        if role != Role(SEAT, seat):
            if role.kind != HOST or bot is None:
                raise Forbidden("error.server.not_your_seat")
            _may_stand_in(state, seat, bot, away(), now)
        why = "asked" if role.kind == SEAT else HOST
        return entry(state, now, "handed", seat=seat, bot=bot, why=why)

    def led_to(state: TableState, before: LogEntry) -> bool:
        given = before.body.get("seat"), before.body.get("bot")
        return before.kind == "handed" and given == (seat, bot)

    return Repeatable(command, led_to)


def _may_stand_in(state: TableState, seat: int, bot: str, away: float, now: int) -> None:
    """Rejected unless the host may let this bot play for a seat."""
    if state.stand_in is None:
        raise Rejected("error.server.no_stand_in")
    if bot != state.stand_in:
        raise Rejected("error.server.other_stand_in", bot=state.stand_in)
    clock = state.clock
    is_late = clock is not None and (clock.is_up(seat, now) or clock.has_run_out(seat))
    if away < GRACE and not is_late:
        raise Rejected("error.server.not_away", name=state.seats[seat].name, seconds=int(GRACE))


def time_up(seat: int) -> Command:
    """A player's time is up: a bot stands in until the player comes back."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        if state.clock is None or not state.clock.is_up(seat, now):
            raise Rejected("error.server.stale")
        return entry(state, now, "handed", seat=seat, bot=state.stand_in, why="clock")

    return command


# --- after the end ------------------------------------------------------------------------------
def company(state: TableState, role: Role, given_up: str | None) -> dict[int, list[str]]:
    """The hashes of all tokens of seats at a finished table, by seat, for a player who may open the
    rematch."""
    _may_follow(state, role, given_up)
    found: dict[int, list[str]] = {}
    for token, one in state.roles.items():
        if one.kind == SEAT and one.seat is not None:
            found.setdefault(one.seat, []).append(token)
    return found


def follow(table: str, given_up: str | None) -> Command:
    """A rematch is opened, and everybody at this table gets a link to it. `given_up`: an earlier
    rematch that it replaces."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        return entry(state, now, "followed", seat=_may_follow(state, role, given_up), table=table)

    return command


def _may_follow(state: TableState, role: Role, given_up: str | None) -> int:
    """The seat of a player who may open the rematch: there is none yet, or it was given up."""
    seat = _own_seat(role)
    if not state.is_over:
        raise Rejected("error.server.not_over")
    if state.followed is not None and state.followed[1] != given_up:
        refused = Rejected("error.server.followed")
        refused.more = {"table": state.followed[1]}
        raise refused
    return seat


def can_be_given_up(state: TableState, is_wanted: bool) -> bool:
    """Whether another rematch may replace this one: it is over or archived, or it has not started
    and an invited player wants another."""
    return state.is_over or state.archived or state.is_kept or (is_wanted and not state.has_started)


def same_person(state: TableState, token_hash: str) -> frozenset[str]:
    """The hashes of all tokens of the seat that this token is for, also of those that it has
    replaced; none if it is for no seat."""
    role = state.role_of(token_hash)
    if role is None or role.kind != SEAT:
        return frozenset()
    tokens = {**state.ended, **state.roles}
    return frozenset(other for other, one in tokens.items() if one == role)


# --- at any time ------------------------------------------------------------------------------
def archive(archived: bool) -> Command:
    """Archive a table, or bring it back."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        _only_host(state, role)
        return entry(state, now, "archived", archived=archived)

    return command


def add_token(token: str, proof: str) -> Command:
    """One more token for the caller's role, on another device of the same person. `proof`: the hash
    of a token from the personal page, which must still be valid for the role."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        if state.role_of(proof) != role or role.kind == WATCH:
            raise Forbidden("error.server.token")
        return _token_added(state, now, role, token)

    return command


def renew_token(token: str, proof: str) -> Command:
    """The only token for the caller's role from now on: all others end, and so does the claim of
    the person who sat down. `proof`: as for `add_token`."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        added = add_token(token, proof)(state, role, now)
        return added._replace(kind="token_renewed")

    return command


def new_watch_link(token: str) -> Command:
    """A new link for spectators; the old one is no longer valid."""

    def command(state: TableState, role: Role, now: int) -> LogEntry:
        _only_host(state, role)
        return _token_added(state, now, SPECTATOR, token)

    return command


def _token_added(state: TableState, now: int, role: Role, token: str) -> LogEntry:
    body = {"role": role.kind, "seat": role.seat, "token": hashed(token)}
    return entry(state, now, "token_added", **body)


# --- checks -----------------------------------------------------------------------------------
def check_name(name: str) -> str:
    """A player's name; OptionError or Invalid if it cannot be one."""
    return check_visible(checked_names([name], 1)[0])


def check_title(title: str) -> str:
    """A table's name: one line of printable text."""
    title = " ".join(title.split())
    if not 0 < len(title) <= 80 or not title.isprintable():
        raise Invalid("error.server.title", most=80)
    return check_visible(title)


def check_players(state: TableState, players: int) -> None:
    """Rejected if the game, or the record that the table began from, is not for so many players."""
    rules = state.game.rules
    if state.origin is not None and players != len(state.seats):
        raise Rejected("error.server.origin_players")
    if not rules.least_players <= players <= rules.most_players:
        least, most = rules.least_players, rules.most_players
        raise Rejected("error.server.players", least=least, most=most)


def played(state: TableState) -> Table:
    """The game of a table, running or over; Rejected if there is none."""
    if state.is_kept:
        raise _other_versions(state)
    if state.table is None:
        raise Rejected("error.server.not_started")
    return state.table


def _other_versions(state: TableState) -> Rejected:
    """The error for a game of another rules or data version than this program has."""
    return Rejected(
        "error.server.kept",
        rules=state.rules_version,
        data=state.data_version,
        our_rules=state.game.rules.rules_version,
        our_data=state.game.data_version,
    )


def _only_host(state: TableState, role: Role) -> None:
    if role.kind != HOST:
        raise Forbidden("error.server.only_host")


def _only_open(state: TableState) -> None:
    if state.has_started:
        raise Rejected("error.server.has_started")
    if state.archived:
        raise Rejected("error.server.archived")


def _known_seat(state: TableState, seat: int) -> None:
    if not 0 <= seat < len(state.seats):
        raise NotFound("error.server.no_seat", seat=seat, most=len(state.seats) - 1)


def _own_seat(role: Role) -> int:
    if role.kind != SEAT or role.seat is None:
        raise Forbidden("error.server.only_seats")
    return role.seat


def _playing_seat(state: TableState, role: Role) -> int:
    seat = _own_seat(role)
    if state.seats[seat].stand_in is not None:
        raise Rejected("error.server.stood_in")
    return seat


def _running(state: TableState) -> Table:
    if state.archived:
        raise Rejected("error.server.archived")
    table = played(state)
    if table.over:
        raise Rejected("error.server.over")
    return table
