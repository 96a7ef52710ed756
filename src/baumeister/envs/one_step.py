"""One game stepped for an environment: the rules for it, and their compiled doors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from baumeister.envs.observations import OBSERVERS
from baumeister.play.games import RULES
from baumeister.rules.kernel.rule import Entry, entry, rule

NOBODY = -1  # no seat is asked: the game is over; as an action: none
TAPE_READ = -2  # the game needed more chance than the dealer's tape holds


@dataclass(frozen=True)
class OneStep:
    """What one game is stepped by; rules for plain objects, doors for arrays of one record."""

    go_on: Callable[..., int]  # (box, state, dealer, legal, skip_forced, action): a seat
    step: Entry[..., int]
    results: Entry[..., None]


@cache
def one_step(game: str) -> OneStep:
    """The rules and doors of a game."""
    parts = RULES[game].parts
    legal_actions, is_forced, apply = parts.legal_actions, parts.is_forced, parts.apply
    hide, score, share_of_win, over = parts.hide, parts.score, parts.share_of_win, parts.over
    observe = OBSERVERS[game].observe

    @rule
    def forced_seat(box: Any, state: Any, legal: Any) -> int:
        """A seat with one answer only, which is in `legal` then; or NOBODY."""
        for seat in range(state.n_players):
            legal_actions(box, state, seat, legal)
            if is_forced(state, legal):
                return seat
        return NOBODY

    @rule
    def go_on(box: Any, state: Any, dealer: Any, legal: Any, skip_forced: bool, action: int) -> int:
        """Carry out an action of the seat that is asked (NOBODY: none) and, if that is wanted, all
        answers that are the only ones, as a table does; then collect what the next seat may do.
        That seat, or NOBODY if the game is over."""
        seat = state.actor
        while True:
            if action != NOBODY:
                apply(box, state, dealer, seat, action)
            if state.step == over:
                legal.n = 0
                return NOBODY
            seat = forced_seat(box, state, legal) if skip_forced else NOBODY
            if seat == NOBODY:
                break
            action = legal.actions[0]
        legal_actions(box, state, state.actor, legal)
        return state.actor  # type: ignore[no-any-return]

    @entry
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
        """Carry out an action of the seat that is asked (NOBODY: none) and go on; write what the
        next one knows and a mask of what it may do. The seat, or NOBODY, or TAPE_READ."""
        seat = go_on(box[0], states[0], dealers[0], legal[0], skip_forced, action)
        for k in range(len(mask)):
            mask[k] = 0
        for k in range(legal[0].n):
            mask[legal[0].actions[k]] = 1
        if dealers[0].position > dealers[0].length:
            return TAPE_READ
        if seat != NOBODY:
            views[0] = states[0]
            hide(views[0], states[0], seat)
            observe(box[0], views[0], seat, out)
        return seat

    @entry
    def results(box: Any, states: Any, shares: Any, scores: Any) -> None:
        """Who has won, and how many points everybody has."""
        share_of_win(box[0], states[0], shares)
        for seat in range(states[0].n_players):
            scores[seat] = score(box[0], states[0], states[0].players[seat])

    return OneStep(go_on, step, results)
