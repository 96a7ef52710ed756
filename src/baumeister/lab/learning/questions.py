"""Whole games from Python at compiled speed: the next real question, then its answer.

Chance comes off the tape of the game's seed, as at a table (play.Table): the same answers make
the same game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from baumeister.games import GAMES
from baumeister.kernel.chance import WHOLE_GAME, DealerRecord, tape
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import CompiledFunction, compiled
from baumeister.play import Game

OVER = -1  # instead of a seat


@cache
def _go_on(game: str) -> CompiledFunction[..., int]:
    """The compiled way to the next question of one game."""
    core = GAMES[game].core
    apply, is_forced, over = core.apply, core.is_forced, core.over
    legal_actions, hide = core.legal_actions, core.hide

    @compiled
    def go_on(box: Any, states: Any, dealers: Any, views: Any, legal: Any) -> int:
        """Answer what has one answer only; then the seat that decides, with its view."""
        state = states[0]
        while state.step != over:
            # The acting seat only: with kernel/forced.py networks would see who of those who choose
            # at once (S7.5) had no choice, and the shipped weights were trained without.
            seat: int = state.actor
            legal_actions(box[0], state, seat, legal[0])
            if not is_forced(state, legal[0]):
                views[0] = states[0]
                hide(views[0], state, seat)
                return seat
            apply(box[0], state, dealers[0], seat, legal[0].actions[0])
        return OVER

    return go_on


@cache
def _end(game: str) -> CompiledFunction[..., None]:
    """The compiled result of one game."""
    core = GAMES[game].core
    score, share_of_win = core.score, core.share_of_win

    @compiled
    def end(box: Any, states: Any, scores: Any, shares: Any) -> None:
        for seat in range(states[0].n_players):
            scores[seat] = score(box[0], states[0], states[0].players[seat])
        share_of_win(box[0], states[0], shares)

    return end


class Questions:
    """Plays games of one number of players. `view` and `legal` belong to the present question."""

    def __init__(self, game: Game, players: int) -> None:
        import numpy as np

        self._np = np
        self._rules, self._components = game.rules, game.components
        self.players = players
        core = game.rules.core
        dtype = core.state.dtype(**core.layout(players))
        self.box = game.components.box.to_array()
        self.view = np.zeros(1, dtype)
        self.legal = np.zeros(1, Legal.dtype(actions=core.actions))
        self._states = np.zeros(1, dtype)
        self._dealers = np.zeros(1, DealerRecord.dtype(tape=WHOLE_GAME))
        self._go_on = _go_on(game.name)

    def play(self, seed: str, answer: Callable[[int], int]) -> tuple[Any, Any]:
        """A whole game; `answer(seat)` is asked for an action. Scores and shares of the win."""
        np, rules = self._np, self._rules
        options = rules.complete_options({"players": self.players}, seed)
        self._dealers[0]["tape"] = tape(seed, WHOLE_GAME)
        for name in ("a", "b", "c", "counter", "position"):
            self._dealers[name] = 0
        self._dealers["length"] = WHOLE_GAME
        self._states.view(np.uint8).fill(0)
        doors = rules.compiled
        doors.new(self.box, self._states, 0, self._dealers, *rules.start_arguments(options))
        while True:
            seat = self._go_on(self.box, self._states, self._dealers, self.view, self.legal)
            if seat == OVER:
                break
            doors.apply(self.box, self._states, 0, self._dealers, seat, answer(seat))
        if self._dealers["position"][0] > WHOLE_GAME:
            raise RuntimeError(f"a game needed more words of chance than {WHOLE_GAME=}")
        scores, shares = np.zeros(self.players, np.int64), np.zeros(self.players)
        _end(rules.name)(self.box, self._states, scores, shares)
        return scores, shares
