"""One game being played: the façade over the rules, the same for every game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from baumeister.kernel.chance import Dealer, FastDealer, TapeDealer, commitment
from baumeister.kernel.events import Announcer, Event
from baumeister.kernel.forced import NOBODY
from baumeister.kernel.game import GameRules, Narrator
from baumeister.kernel.legal import Legal
from baumeister.kernel.options import OptionError
from baumeister.kernel.refusal import Reason, Refusal

MAX_NAME = 40


class Move(NamedTuple):
    """What a seat decided; forced if the game went on by itself."""

    seat: int
    action: int
    forced: bool


@dataclass(frozen=True)
class SeatView:
    """All that a seat, or a spectator (None), may know, and what it may do.

    This is what bots get: there is no way from here to the table.
    """

    rules: GameRules
    components: Any
    seat: int | None
    names: tuple[str, ...]
    options: Mapping[str, Any]
    state: Any  # a state with everything secret blank
    legal: tuple[int, ...]

    def json(self) -> dict[str, Any]:
        """The view as JSON-ready data."""
        data = self.rules.view_json(
            self.components, self.state, self.seat, self.names, self.options
        )
        return {**data, "legal": list(self.legal)}

    def redeal(self, dealer: Dealer) -> Any:
        """A state in which all that is hidden has been dealt again."""
        return self.rules.redeal(self.state, self.seat, dealer)


class _Announcing(TapeDealer):
    """A dealer off the seed's tape who passes on what the rules announce."""

    __slots__ = ("listener",)

    def __init__(self, seed: str, listener: Announcer) -> None:
        super().__init__(seed)
        self.listener = listener

    def announce(self, event: int, seat: int, value: int) -> None:
        self.listener.hear(event, seat, value)


class Table:
    """A game from the deal to the score sheet. `Game.new` makes one."""

    def __init__(
        self,
        rules: GameRules,
        components: Any,
        options: Mapping[str, Any],
        seed: int | str | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        self.rules = rules
        self.components = components
        self.seed = secrets.token_hex(32) if seed is None else checked_seed(seed)
        self.commitment = commitment(self.seed)
        self.options = rules.complete_options(components, options, self.seed)
        players: int = self.options["players"]
        self.names = checked_names(names, players)
        self.moves: list[Move] = []
        self.log: list[Move | Event] = []
        self._in_play_order = True
        self._state = rules.new_state(self.options)
        self._announcer = rules.announcer(components, self._state, players)
        self._dealer = _Announcing(self.seed, self._announcer)
        self._legal = Legal(actions=rules.actions)
        self._narrators: dict[str, Narrator] = {}
        self._shown: dict[int | None, Any] = {}  # by seat: components to look at, and to spoil
        rules.start(components, self._state, self._dealer, self.options)
        self._log_events()
        self._go_on()

    # --- asking ---------------------------------------------------------------------------
    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.is_over(self._state)

    @property
    def waiting_for(self) -> list[int]:
        """The seats that have to decide, in play order; several while all choose at once."""
        return self.rules.waiting_for(self._state)

    @property
    def events(self) -> list[Event]:
        """All that has happened; each event says who may see what of it."""
        return self._announcer.events

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat, ascending."""
        if not 0 <= seat < len(self.names):
            return []
        self.rules.legal(self.components, self._state, seat, self._legal)
        return list(self._legal.actions[: self._legal.n])

    def why_not(self, seat: int, action: int) -> Reason | None:
        """None if the action is legal, otherwise the clause it breaks and the reason."""
        return self.rules.why_not(self.components, self._state, seat, action, self.names)

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat may know, JSON-ready; None for spectators."""
        return {**self.shared_view(), **self.own_view(seat)}

    def shared_view(self) -> dict[str, Any]:
        """The part of `view` that is the same for all, made from what a spectator may know."""
        view = self.rules.glance(self._state, None)
        return self.rules.shared_json(self.components, view, self.names, self.options)

    def own_view(self, seat: int | None) -> dict[str, Any]:
        """The rest of `view`, made from what the seat may know. No key is in both parts, so a
        program that sends every seat its view can write the shared part once."""
        self._check_seat(seat)
        view = self.rules.glance(self._state, seat)
        own = self.rules.own_json(self.components, view, seat, self.names, self.options)
        own["legal"] = [] if seat is None else self.legal(seat)
        return own

    def seat_view(self, seat: int | None) -> SeatView:
        """What a seat may know, for bots."""
        self._check_seat(seat)
        legal = () if seat is None else tuple(self.legal(seat))
        return self._seen(self._state, seat, legal)

    def _seen(self, state: Any, seat: int | None, legal: tuple[int, ...]) -> SeatView:
        view, options = self.rules.view_of(state, seat), dict(self.options)
        if seat not in self._shown:
            self._shown[seat] = replace(self.components, box=self.components.box.copy())
        return SeatView(self.rules, self._shown[seat], seat, self.names, options, view, legal)

    def preview(self, seat: int, *actions: int) -> SeatView | None:
        """What the seat would see after these actions of its own and all that is forced then;
        None where chance or somebody's secret has a say. Raises Refusal like `play`.

        It starts from what the seat sees, so it cannot tell more than the seat may know.
        """
        rules, components = self.rules, self.components
        state, dealer = rules.view_of(self._state, seat), FastDealer("preview")
        for action in actions:
            reason = rules.why_not(components, state, seat, action, self.names)
            if reason is not None:
                raise Refusal(reason)
            if not rules.can_foresee(state):
                return None
            rules.apply(components, state, dealer, seat, action)
            while (forced := self._forced(state)) is not None:
                rules.apply(components, state, dealer, forced.seat, forced.action)
        rules.legal(components, state, seat, self._legal)
        return self._seen(state, seat, tuple(self._legal.actions[: self._legal.n]))

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < len(self.names):
            raise ValueError(f"there is no seat {seat}; seats go from 0 to {len(self.names) - 1}")

    def question(self, seat: int | None, language: str = "en") -> str:
        """What the seat is asked now, or for whom it waits."""
        view = self.rules.glance(self._state, seat)
        return self.rules.question_text(self.components, view, seat, self.names, language)

    def narrator(self, language: str = "en") -> Narrator:
        """Somebody who tells this table's events in sentences."""
        if language not in self._narrators:
            self._narrators[language] = self.rules.narrator(
                self.components, self.names, language, self.options, self._announcer.called
            )
        return self._narrators[language]

    @property
    def ending(self) -> Mapping[str, Any]:
        """What a record says about the end of this game at its top level."""
        return self.rules.ending(self._state) if self.over else {}

    def scores(self) -> list[dict[str, Any]]:
        """The score sheet of every seat, line by line with clauses."""
        return self.rules.scores(self.components, self._state)

    @property
    def winners(self) -> list[int]:
        """Who has won; empty while the game is going on."""
        return self.rules.winners(self.components, self._state) if self.over else []

    # --- playing --------------------------------------------------------------------------
    def play(self, seat: int, action: int) -> list[Event]:
        """Carry out an action and all that follows from it; the new events.

        Raises Refusal, and changes nothing, if the rules do not allow it.
        """
        reason = self.why_not(seat, action)
        if reason is not None:
            raise Refusal(reason)
        before = len(self.events)
        self._in_play_order &= seat == self.waiting_for[0]
        self._carry_out(Move(seat, action, forced=False))
        self._go_on()
        return self.events[before:]

    def can_take_back(self, seat: int) -> bool:
        """Whether a seat has made a choice that nobody has seen yet, and had another."""
        if not 0 <= seat < len(self.names) or not self.rules.can_take_back(self._state, seat):
            return False
        return not self._last_move(seat).forced

    def _last_move(self, seat: int) -> Move:
        return next(move for move in reversed(self.moves) if move.seat == seat)

    def take_back(self, seat: int) -> None:
        """Take back a choice that nobody has seen yet; ValueError if there is none."""
        if not 0 <= seat < len(self.names) or not self.rules.can_take_back(self._state, seat):
            raise ValueError("only a choice that nobody has seen yet can be taken back")
        move = self._last_move(seat)
        if move.forced:
            raise ValueError("there was one answer only: it cannot be taken back")
        self.rules.take_back(self._state, seat)
        event = self._announcer.take_back(seat)
        self.moves = [kept for kept in self.moves if kept is not move]
        self.log = [kept for kept in self.log if kept is not move and kept is not event]

    def _carry_out(self, move: Move) -> None:
        self.moves.append(move)
        self.log.append(move)
        self.rules.apply(self.components, self._state, self._dealer, move.seat, move.action)
        self._log_events()

    def _go_on(self) -> None:
        """Answer questions that have one answer only."""
        while (forced := self._forced(self._state)) is not None:
            self._carry_out(forced)

    def _forced(self, state: Any) -> Move | None:
        seat = self.rules.forced_seat(self.components, state, self._legal)
        return None if seat == NOBODY else Move(seat, self._legal.actions[0], forced=True)

    def _log_events(self) -> None:
        self.log.extend(self.events[len(self.log) - len(self.moves) :])

    # --- keeping --------------------------------------------------------------------------
    def final(self) -> dict[str, Any]:
        """What lies in front of each player, with physical cards, as records have it."""
        return self._announcer.final()

    def actions_of(self, event: Mapping[str, Any], made: bool) -> list[tuple[int, int]]:
        """The seat and action of each decision in the recorded event that comes next; `made` if
        the first of them was forced and has been made already."""
        return self._announcer.actions_of(event, made)

    def record(self, seat: int | None = None) -> dict[str, Any]:
        """The structured record as the seat, or a spectator, may have it; all once it is over."""
        from baumeister.play.records import to_json_for

        self._check_seat(seat)
        return to_json_for(self, seat)

    def misplaced(self) -> list[str]:
        """Pieces that are not in exactly one place; empty unless a rule is broken."""
        return self._announcer.misplaced()

    def canonical(self) -> Table:
        """This game with choices made at the same time put into play order.

        They may arrive in any order; the game, and its record, do not depend on it.
        """
        if self._in_play_order:
            return self
        return replayed(self, self.moves)

    def snapshot(self) -> Any:
        """A copy of the whole state, secrets and all. For tests and tools, never for seats."""
        return self._state.copy()


def replayed(table: Table, moves: Sequence[Move]) -> Table:
    """A new table with the same seed on which these moves are made, in play order."""
    new = Table(table.rules, table.components, table.options, table.seed, table.names)
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
    """The players' names: as many as players, all different, fit for a line of a record."""
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
