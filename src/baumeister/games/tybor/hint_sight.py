"""What a seat can see at a table of Tybor: words, score sheets, who can pay."""

from __future__ import annotations

from collections.abc import Sequence

from baumeister.bots.hints.reasons import Phrase, phrase
from baumeister.games.tybor import actions as act
from baumeister.games.tybor import scoring
from baumeister.games.tybor.components import Box, Components
from baumeister.games.tybor.state import GREAT, LITTLE, State, seat_at
from baumeister.games.tybor.texts import building_text, character_text
from baumeister.kernel.cards import kinds
from baumeister.kernel.glossary import join, say
from baumeister.play import SeatView


class Sight:
    """What one seat sees."""

    def __init__(self, view: SeatView) -> None:
        assert view.seat is not None
        self.view = view
        self.components: Components = view.components
        self.box: Box = self.components.box
        self.state: State = view.state
        self.seat: int = view.seat
        self.me = self.state.players[self.seat]

    # --- words ------------------------------------------------------------------------------
    def seat_names(self, seats: Sequence[int]) -> Phrase:
        names = [self.view.names[seat] for seat in seats]
        return phrase(lambda language: join(names, language))

    def card(self, card: int) -> Phrase:
        return phrase(lambda language: character_text(self.components, card, language))

    def building(self, building: int, side: int) -> Phrase:
        def text(language: str) -> str:
            name = building_text(self.components, building, language)
            return f"{name} ({say('tybor.great' if side else 'tybor.little', language)})"

        return phrase(text)

    # --- the score sheet --------------------------------------------------------------------
    def sheet(self, state: State, seat: int) -> list[int]:
        """T6 The points of each line; the secret one (T6.18) only for the seat itself."""
        last = scoring.LINES if seat == self.seat else scoring.LINES - 1
        player = state.players[seat]
        return [0, *(scoring.points(self.box, state, player, n) for n in range(1, last + 1))]

    def changes(self, after: State, seat: int) -> dict[int, int]:
        """How each line of the sheet changes."""
        both = zip(self.sheet(self.state, seat), self.sheet(after, seat), strict=True)
        return {n: new - old for n, (old, new) in enumerate(both) if new != old}

    # --- who else ---------------------------------------------------------------------------
    def turn_of(self, seat: int) -> int:
        """T4.2 The place of a seat in the play order of this round."""
        turns = range(self.state.n_players)
        return next(turn for turn in turns if seat_at(self.state, turn) == seat)

    def before_next_turn(self) -> list[int]:
        """T4.2, T4.9 Who uses a card between this turn of the seat and its next in the stage."""
        mine = self.turn_of(self.seat)
        turns = [turn for turn in range(self.state.n_players) if turn > mine]
        if self.state.rounds_left > 1:
            turns += range(1, mine)
        return [seat_at(self.state, turn) for turn in turns]

    def who_can_pay(self, seats: Sequence[int], building: int) -> list[int]:
        """T4.5 Whose workers are strong enough for the little side now."""
        players = self.state.players
        return [
            seat
            for seat in sorted(seats)
            if act.can_pay(self.box, self.state, players[seat], building, LITTLE)
        ]

    def payable(self, state: State) -> list[tuple[int, int, int]]:
        """T4.5 What the seat can pay for: points, building and side, most points first."""
        player = state.players[self.seat]
        found = [
            (self.box.points[building] + side * self.box.great_bonus, building, side)
            for building in kinds(state.display)
            for side in (LITTLE, GREAT)
            if act.can_pay(self.box, state, player, building, side)
        ]
        return sorted(found, reverse=True)
