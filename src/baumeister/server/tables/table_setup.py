"""How a new table is set up: from options or from the start of another game, with its seats and
tokens."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol

from baumeister.kernel.chance import commitment
from baumeister.play import Table
from baumeister.server.bots.pool import available_bots
from baumeister.server.tables.commands import check_name, check_title
from baumeister.server.tables.errors import Invalid
from baumeister.server.tables.seats import hashed, new_chance, new_token
from baumeister.server.tables.snapshots import bot_name
from baumeister.server.tables.state import game_named


class SeatSetup(Protocol):
    """Who is to sit at a seat."""

    kind: Literal["me", "open", "bot"]
    bot: str | None
    name: str | None
    chance: str | None  # a contribution to the seed


class TableSetup:
    """A table that is about to be opened. It has the tokens in plain text; the log gets hashes."""

    def __init__(
        self, language: str, seats: Sequence[SeatSetup], *, name: str | None, public: bool
    ) -> None:
        self.seats = list(seats)
        self.clock: tuple[int, int] | None = None
        self.stand_in: str | None = "journeyman" if "journeyman" in available_bots() else "greedy"
        self.host, self.watch = new_token(), new_token()
        self.tokens: dict[int, str] = {}  # by seat, of the caller's own seats
        self.invites: dict[int, str] = {}  # by seat, of open seats
        self.follows: str | None = None  # a finished table whose players are invited
        self.welcome: dict[int, list[str]] = {}  # by seat: hashes of tokens that are invites, too
        self._language = language
        self._name = name
        self._public = public
        self._game = ""
        self._options: dict[str, Any] = {}
        self._origin: dict[str, Any] | None = None
        self._share = secrets.token_hex(32)  # 256 bits: the server's part of the seed
        self._seed: str | None = None  # of the game that the table goes on from

    @property
    def commitment(self) -> str:
        """The hash that commits the server to its part of the deal before people add theirs."""
        return commitment(self._seed or self._share)

    def from_options(self, game: str, options: Mapping[str, Any]) -> None:
        """A new game."""
        self._game = game
        self._options = dict(options)
        if "players" in self._options:
            raise Invalid("error.server.players_are_seats")
        rules = game_named(game).rules
        if not rules.least_players <= len(self.seats) <= rules.most_players:
            least, most = rules.least_players, rules.most_players
            raise Invalid("error.server.players", least=least, most=most)

    def from_table(self, kind: Literal["record", "table"], table: Table, at: int | None) -> None:
        """Begin from another game: with its deal, and its first `at` decisions."""
        table = table.canonical()  # counts decisions as its record does
        made = [move for move in table.moves if not move.forced]
        hidden = [seat for seat in range(len(table.names)) if table.can_take_back(seat)]
        while made and made[-1].seat in hidden:  # without choices that nobody has seen yet
            hidden.remove(made.pop().seat)
        if at is not None and at > len(made):
            raise Invalid("error.server.at", most=len(made))
        kept = made if at is None else made[:at]
        if kept == made and table.over:
            raise Invalid("error.server.at_end", most=len(made) - 1)
        game = game_named(table.rules.name)
        theirs, ours = table.game.data_version, game.data_version
        if theirs != ours:
            raise Invalid("error.server.former_record", theirs=theirs, ours=ours)
        moves = [[move.seat, game.notation(move.action)] for move in kept]
        self._game, self._seed = table.rules.name, table.seed
        self._options = {key: v for key, v in table.options.items() if key != "players"}
        self._origin = {"kind": kind, "moves": moves}
        if not self.seats:
            self.seats = [_OpenSeat() for _ in table.names]
        if len(self.seats) != len(table.names):
            raise Invalid("error.server.seats_of_record", n=len(table.names))

    def body(self) -> dict[str, Any]:
        """The body of the entry `opened`; OptionError or Rejected says what would be right."""
        game = game_named(self._game)
        wanted = {**self._options, "players": len(self.seats)}
        game.complete_options(wanted, self._seed or self._share)
        if self.stand_in is None and self.clock is not None:
            raise Invalid("error.server.clock_stand_in")
        title = self._game.title() if self._name is None else check_title(self._name)
        return {
            "game": self._game,
            "rules": game.rules.rules_version,
            "data": game.data_version,
            "name": title,
            "public": self._public,
            "options": self._options,
            **({"share": self._share} if self._seed is None else {"seed": self._seed}),
            "bots": secrets.token_hex(32),  # not the seed, which is published when a clone ends
            "stand_in": self.stand_in,
            "clock": self.clock,
            "origin": self._origin,
            "follows": self.follows,
            "seats": [self._seat(number) for number in range(len(self.seats))],
            "host": hashed(self.host),
            "watch": hashed(self.watch),
        }

    def _seat(self, number: int) -> dict[str, Any]:
        seat = self.seats[number]
        name = None if seat.name is None else check_name(seat.name)
        if seat.kind == "bot":
            bot = known_bot(seat.bot or "")
            return {"bot": bot, "name": name or bot_name(bot, self._language)}
        if seat.kind == "me":
            self.tokens[number] = new_token()
            chance = seat.chance or new_chance()
            return {"name": name, "token": hashed(self.tokens[number]), "chance": chance}
        self.invites[number] = new_token()
        known = {"welcome": self.welcome[number]} if self.welcome.get(number) else {}
        return {"name": name, "invite": hashed(self.invites[number]), **known}


class _OpenSeat:
    """A seat that somebody is invited to."""

    kind: Literal["me", "open", "bot"] = "open"
    bot: str | None = None
    name: str | None = None
    chance: str | None = None


def known_bot(name: str) -> str:
    """A bot that can play here; Invalid names those that can."""
    if name not in available_bots():
        raise Invalid("error.server.bot", name=name, names=", ".join(available_bots()))
    return name
