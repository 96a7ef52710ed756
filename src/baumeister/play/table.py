"""One game being played, from the deal to the score sheet."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from baumeister.kernel.chance import FastDealer, TapeDealer, commitment
from baumeister.kernel.events import CHANCE, Announcer, Event
from baumeister.kernel.game import Narrator
from baumeister.kernel.options import OptionError
from baumeister.play.position import Moment, Position, SeatView

if TYPE_CHECKING:
    from baumeister.play.game import Game

MAX_NAME = 40


class Move(NamedTuple):
    """A decision of a seat; forced if there was only one answer."""

    seat: int
    action: int
    forced: bool


class _Announcing(TapeDealer):
    """A dealer that reads the seed's tape and passes on what the rules announce."""

    __slots__ = ("listener",)

    def __init__(self, seed: str, listener: Announcer) -> None:
        super().__init__(seed)
        self.listener = listener

    def announce(self, event: int, seat: int, value: int) -> None:
        self.listener.hear(event, seat, value)

    def __del__(self) -> None:
        self.listener.end()


class Table(Moment):
    """A game from the deal to the score sheet. `Game.new` creates one."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        seed: int | str | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.seed = secrets.token_hex(32) if seed is None else checked_seed(seed)
        self.commitment = commitment(self.seed)
        complete = game.complete_options(options, self.seed)
        players: int = complete["players"]
        state = game.rules.new_state(complete)
        super().__init__(game, complete, checked_names(names, players), state)
        self.moves: list[Move] = []
        self.log: list[Move | Event] = []
        self.provenance: Mapping[str, Any] = {}  # further keys of records: where the deal is from
        self._in_play_order = True
        self._announcer = self.rules.announcer(self.components, state, players)
        self._dealer = _Announcing(self.seed, self._announcer)
        self._narrators: dict[str, Narrator] = {}
        self._copies: dict[int | None, Game] = {}  # by seat, which may modify its own
        self.rules.start(self.components, state, self._dealer, complete)
        self._log_events()
        self._go_on()

    # --- asking ---------------------------------------------------------------------------
    @property
    def events(self) -> list[Event]:
        """All events so far; each knows who may see what of it."""
        return self._announcer.events

    def _copied_game(self, seat: int | None) -> Game:
        if seat not in self._copies:
            self._copies[seat] = super()._copied_game(seat)
        return self._copies[seat]

    def position(self, chance: random.Random) -> Position:
        """This moment with all its secrets, to try moves from. For tests and tools, never for
        seats: they use `seat_view(seat).imagine(chance)`."""
        dealer = FastDealer(f"{chance.getrandbits(64):x}")
        return self._position(self._state.copy(), dealer)

    def _position(self, state: Any, dealer: FastDealer) -> Position:
        return Position(self.game, self.options, self.names, state, dealer)

    def preview(self, seat: int, *actions: int) -> SeatView | None:
        """What the seat would see after these actions of its own and the forced ones that follow;
        None if that depends on chance or on a secret. Raises Refusal like `play`.

        It starts from the seat's view, so it cannot reveal more than the seat may know.
        """
        position = self._position(self.rules.view_of(self._state, seat), FastDealer("preview"))
        for action in actions:
            position.check(seat, action)
            if not position.can_foresee:
                return None
            position = position.play(seat, action)
        return position.seat_view(seat)

    def narrator(self, language: str = "en") -> Narrator:
        """The narrator, which tells this table's events in sentences."""
        if language not in self._narrators:
            self._narrators[language] = self.rules.narrator(
                self.components, self.names, language, self.options, self._announcer.called
            )
        return self._narrators[language]

    @property
    def ending(self) -> Mapping[str, Any]:
        """What a record says about the end of this game at its top level."""
        return self.rules.ending(self._state) if self.over else {}

    # --- playing --------------------------------------------------------------------------
    def play(self, seat: int, action: int) -> list[Event]:
        """Carry out an action and the forced ones that follow; return the new events.

        An illegal action raises Refusal and changes nothing.
        """
        self.check(seat, action)
        before = len(self.events)
        self._in_play_order &= seat == self.waiting_for[0]
        self._carry_out(Move(seat, action, forced=False))
        self._go_on()
        return self.events[before:]

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat has made a choice that nobody has seen yet, and that was not forced."""
        if not 0 <= seat < len(self.names) or not self.rules.can_take_back(self._state, seat):
            return False
        return not self._last_move(seat).forced

    def _last_move(self, seat: int) -> Move:
        return next(move for move in reversed(self.moves) if move.seat == seat)

    def chance_since(self, seat: int) -> list[Event]:
        """What chance has brought since the last decision of a seat: shuffled, dealt, drawn."""
        found: list[Event] = []
        for item in reversed(self.log):
            if isinstance(item, Event):
                found += [item] if item.undo == CHANCE else []
            elif item.seat == seat and not item.forced:
                break
        return found[::-1]

    def take_back(self, seat: int) -> None:
        """Take back a choice that nobody has seen yet; ValueError if there is none."""
        if not 0 <= seat < len(self.names) or not self.rules.can_take_back(self._state, seat):
            raise ValueError("only a choice that nobody has seen yet can be taken back")
        move = self._last_move(seat)
        if move.forced:
            raise ValueError("a forced choice cannot be taken back")
        self.rules.take_back(self._state, seat)
        event = self._announcer.take_back(seat)
        self.moves = [kept for kept in self.moves if kept is not move]
        self.log = [kept for kept in self.log if kept is not move and kept is not event]

    def _carry_out(self, move: Move) -> None:
        self.moves.append(move)
        self.log.append(move)
        self.game.apply(self._state, self._dealer, move.seat, move.action)
        self._log_events()

    def _go_on(self) -> None:
        """Answer questions that have only one answer."""
        while (answer := self._forced_answer()) is not None:
            self._carry_out(Move(*answer, forced=True))

    def _log_events(self) -> None:
        self.log.extend(self.events[len(self.log) - len(self.moves) :])

    # --- keeping --------------------------------------------------------------------------
    def final(self) -> dict[str, Any]:
        """What lies in front of each player, with physical cards, for records."""
        return self._announcer.final()

    def actions_of(self, event: Mapping[str, Any], made: bool) -> list[tuple[int, int]]:
        """The seat and action of each decision in the next recorded event; `made` says that the
        first of them was forced and has already been made."""
        return self._announcer.actions_of(event, made)

    def record(self, seat: int | None = None) -> dict[str, Any]:
        """The structured record for a seat or a spectator; complete once the game is over."""
        from baumeister.play.records import to_json_for

        self._check_seat(seat)
        return to_json_for(self, seat)

    def misplaced(self) -> list[str]:
        """Pieces that are not in exactly one place; empty unless a rule has a bug."""
        return self._announcer.misplaced()

    def canonical(self) -> Table:
        """This game with simultaneous choices in play order.

        They may arrive in any order; the game and its record do not depend on it.
        """
        if self._in_play_order:
            return self
        return replayed(self, self.moves)

    def snapshot(self) -> Any:
        """A copy of the whole state with all its secrets. For tests and tools, never for seats."""
        return self._state.copy()


def replayed(table: Table, moves: Sequence[Move]) -> Table:
    """A new table with the same seed and these moves, in play order."""
    new = Table(table.game, table.options, table.seed, table.names)
    new.provenance = table.provenance
    queues: dict[int, list[int]] = {seat: [] for seat in range(len(table.names))}
    for move in moves:
        if not move.forced:
            queues[move.seat].append(move.action)
    while ready := [seat for seat in new.waiting_for if queues[seat]]:
        new.play(ready[0], queues[ready[0]].pop(0))
    return new


def checked_seed(seed: int | str) -> str:
    """A seed as text; OptionError if it is neither a whole number nor a printable text."""
    whole = isinstance(seed, str) or (hasattr(seed, "__index__") and not isinstance(seed, bool))
    text = str(seed)
    if not whole or not text or not text.isprintable() or text != text.strip():
        raise OptionError("error.option.seed", seed=seed)
    return text


def checked_names(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """The players' names: one for each player, all different, without the marks of records."""
    if names is None:
        return tuple(f"Player {seat + 1}" for seat in range(players))
    if len(names) != players:
        raise OptionError("error.option.names", n=players, given=len(names))
    for name in names:
        good = name.isprintable() and name == name.strip() and 0 < len(name) <= MAX_NAME
        if not good or set(name) & set(":|,") or name[0] in "#*=":
            raise OptionError("error.option.name", name=name, most=MAX_NAME)
    if len({name.casefold() for name in names}) != players:
        raise OptionError("error.option.names_differ")
    return tuple(names)
