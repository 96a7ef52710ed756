"""Stepping one game in an environment: the rules for it, and their compiled entry points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from baumeister.envs.observations import OBSERVERS
from baumeister.games import GAMES
from baumeister.kernel.forced import forced_seat_of
from baumeister.kernel.rule import CompiledFunction, compiled, rule
from baumeister.kernel.seats import NOBODY

NO_ACTION = -1  # in place of an action: go on to the next question
TAPE_READ = -2  # the game needed more chance than the dealer's tape holds


@dataclass(frozen=True)
class OneStep:
    """The rules take plain objects, the entry points arrays of one record."""

    go_on: Callable[..., int]  # (box, state, dealer, legal, skip_forced, action): a seat
    write_mask: Callable[..., None]  # (legal, mask)
    write_end: Callable[..., None]  # (box, state, shares, scores)
    step: CompiledFunction[..., int]
    results: CompiledFunction[..., None]


@cache
def one_step(game: str) -> OneStep:
    """The rules and entry points of a game."""
    core = GAMES[game].core
    forced_seat, apply, over = forced_seat_of(core), core.apply, core.over
    score, share_of_win, look = core.score, core.share_of_win, OBSERVERS[game].look

    @rule
    def go_on(box: Any, state: Any, dealer: Any, legal: Any, skip_forced: bool, action: int) -> int:
        """Carry out an action of the acting seat (or NO_ACTION) and, with `skip_forced`, all forced
        answers, as a table does; then collect what the next seat may do. Returns that seat, or
        NOBODY if the game is over."""
        seat = state.actor
        while seat != NOBODY:
            if action != NO_ACTION:
                apply(box, state, dealer, seat, action)
            seat = forced_seat(box, state, legal, skip_forced)
            action = legal.actions[0]
        return NOBODY if state.step == over else state.actor

    @rule
    def write_mask(legal: Any, mask: Any) -> None:
        """1 for every legal action, 0 for all others."""
        for action in range(len(mask)):
            mask[action] = 0
        for k in range(legal.n):
            mask[legal.actions[k]] = 1

    @rule
    def write_end(box: Any, state: Any, shares: Any, scores: Any) -> None:
        """Write the shares of the win and the points of every seat."""
        share_of_win(box, state, shares)
        for seat in range(state.n_players):
            scores[seat] = score(box, state, state.players[seat])

    @compiled
    def step(
        box: Any,
        states: Any,
        views: Any,
        dealers: Any,
        legal: Any,
        skip_forced: bool,
        action: int,
        out: Any,
        mask: Any,
    ) -> int:
        """Carry out an action of the acting seat (or NO_ACTION); write what the next seat knows and
        a mask of what it may do. Returns that seat, or NOBODY, or TAPE_READ."""
        seat = go_on(box[0], states[0], dealers[0], legal[0], skip_forced, action)
        write_mask(legal[0], mask)
        if dealers[0].position > dealers[0].length:
            return TAPE_READ
        if seat != NOBODY:
            look(box[0], states, 0, views, seat, out)
        return seat

    @compiled
    def results(box: Any, states: Any, shares: Any, scores: Any) -> None:
        """Write the shares of the win and the points of every seat."""
        write_end(box[0], states[0], shares, scores)

    return OneStep(go_on, write_mask, write_end, step, results)
