"""A moment of a game, to inspect and to try moves from.

position = view.imagine(random.Random(7))  # fits everything that a seat knows
after = position.play(seat, action)        # another position; the first one does not change
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from baumeister.kernel.chance import Dealer, FastDealer
from baumeister.kernel.game import GameRules
from baumeister.kernel.legal import Legal
from baumeister.kernel.refusal import Reason, Refusal
from baumeister.kernel.seats import NOBODY

if TYPE_CHECKING:
    from baumeister.play.game import Game


@dataclass(frozen=True)
class SeatView:
    """What a seat, or a spectator (None), may know, and what it may do.

    Bots get this object and nothing else: it does not lead to the table.
    """

    game: Game
    seat: int | None
    names: tuple[str, ...]
    options: Mapping[str, Any]
    state: Any  # a state with everything secret blank
    legal: tuple[int, ...]

    @property
    def rules(self) -> GameRules:
        """The rules of the game."""
        return self.game.rules

    @property
    def components(self) -> Any:
        """The components that the game is played with."""
        return self.game.components

    def json(self) -> dict[str, Any]:
        """The view as JSON-ready data."""
        data = self.rules.view_json(
            self.components, self.state, self.seat, self.names, self.options
        )
        return {**data, "legal": list(self.legal)}

    def question(self, language: str = "en") -> str:
        """What the seat is asked, or whom it waits for."""
        return self.rules.question_text(
            self.components, self.state, self.seat, self.names, language
        )

    def why_not(self, action: int) -> Reason | None:
        """None if the action is legal, otherwise the clause it breaks and the reason."""
        assert self.seat is not None, "spectators have no actions"
        return self.rules.why_not(self.components, self.state, self.seat, action, self.names)

    def redeal(self, dealer: Dealer) -> Any:
        """A state in which everything hidden has been dealt again."""
        return self.rules.redeal(self.state, self.seat, dealer)

    def imagine(self, chance: random.Random) -> Position:
        """A position to try moves from, drawn uniformly from all that fit what the seat knows."""
        dealer = FastDealer(f"{chance.getrandbits(64):x}")
        return Position(self.game, self.options, self.names, self.redeal(dealer), dealer)


class Moment:
    """What can be asked about a game at any moment: the common part of tables and positions."""

    def __init__(
        self, game: Game, options: Mapping[str, Any], names: tuple[str, ...], state: Any
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.components = game.components
        self.options = options
        self.names = names
        self._state = state

    @cached_property
    def _legal(self) -> Legal:
        return Legal(actions=self.rules.actions)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.is_over(self._state)

    @property
    def waiting_for(self) -> list[int]:
        """The seats that have to decide, in play order; several while all choose at once."""
        return self.rules.waiting_for(self._state)

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
        """The part of `view` that is the same for all seats: what a spectator may know."""
        view = self.rules.glance(self._state, None)
        return self.rules.shared_json(self.components, view, self.names, self.options)

    def own_view(self, seat: int | None) -> dict[str, Any]:
        """The rest of `view`: what only the seat may know. No key is in both parts, so a program
        that sends every seat its view can serialise the shared part once."""
        self._check_seat(seat)
        view = self.rules.glance(self._state, seat)
        own = self.rules.own_json(self.components, view, seat, self.names, self.options)
        own["legal"] = [] if seat is None else self.legal(seat)
        return own

    def seat_view(self, seat: int | None) -> SeatView:
        """What a seat may know, for bots: a copy, which the bot may modify."""
        self._check_seat(seat)
        return SeatView(
            self._copied_game(seat),
            seat,
            self.names,
            dict(self.options),
            self.rules.view_of(self._state, seat),
            () if seat is None else tuple(self.legal(seat)),
        )

    def _copied_game(self, seat: int | None) -> Game:
        box = self.components.box.copy()
        return replace(self.game, components=replace(self.components, box=box))

    def question(self, seat: int | None, language: str = "en") -> str:
        """What the seat is asked now, or whom it waits for."""
        view = self.rules.glance(self._state, seat)
        return self.rules.question_text(self.components, view, seat, self.names, language)

    def scores(self) -> list[dict[str, Any]]:
        """The score sheet of every seat, line by line with clauses."""
        return self.rules.scores(self.components, self._state)

    @property
    def winners(self) -> list[int]:
        """Who has won; empty while the game is going on."""
        return self.rules.winners(self.components, self._state) if self.over else []

    def check(self, seat: int, action: int) -> None:
        """Raise Refusal, which says why, if the action is not legal."""
        if action not in self.legal(seat):
            reason = self.why_not(seat, action)
            assert reason is not None, (seat, action)
            raise Refusal(reason)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and not 0 <= seat < len(self.names):
            raise ValueError(f"there is no seat {seat}; seats go from 0 to {len(self.names) - 1}")

    def _forced_answer(self) -> tuple[int, int] | None:
        """The seat and the action of a question with only one answer, or None."""
        seat = self.rules.forced_seat(self.components, self._state, self._legal)
        return None if seat == NOBODY else (seat, self._legal.actions[0])


class Position(Moment):
    """A moment that never changes: `play` returns another one. Chance comes from its dealer."""

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        names: tuple[str, ...],
        state: Any,
        dealer: FastDealer,
    ) -> None:
        super().__init__(game, options, names, state)
        self._dealer = dealer
        self._known: dict[int, list[int]] = {}  # legal actions by seat, as far as asked for

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat, ascending."""
        if seat not in self._known:
            self._known[seat] = super().legal(seat)
        return list(self._known[seat])

    def play(self, seat: int, action: int) -> Position:
        """The position after an action and the forced ones that follow; raises Refusal if the
        action is illegal."""
        self.check(seat, action)
        return self._after(seat, action)

    @property
    def can_foresee(self) -> bool:
        """Whether the result of an action is certain: no chance, no secret."""
        return self.rules.can_foresee(self._state)

    def redeal(self, seat: int | None, chance: random.Random) -> Position:
        """A position that looks the same to a seat, drawn uniformly from all that do."""
        return self.seat_view(seat).imagine(chance)

    def _after(self, seat: int, action: int) -> Position:
        state, dealer = self._state.copy(), self._dealer.copy()
        after = Position(self.game, self.options, self.names, state, dealer)
        after._legal = self._legal
        answer: tuple[int, int] | None = (seat, action)
        while answer is not None:
            self.rules.apply(self.components, state, dealer, *answer)
            answer = after._forced_answer()
        return after
