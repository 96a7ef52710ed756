"""The entry points into compiled rules, the same for every game.

A game provides its `RulesCore`, the rules that compiled code calls; the entry points are made from
them. All arrays belong to the caller: nothing is allocated here.
A game is a record of an array and is passed as array and index, because numba unpacks an array ten
times faster than a single record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from baumeister.kernel.chance import below
from baumeister.kernel.rule import CompiledFunction, compiled, index, rule
from baumeister.kernel.struct import Struct


@dataclass(frozen=True)
class RulesCore:
    """The rules that compiled code needs to play a game."""

    state: type[Struct]
    layout: Callable[[int], dict[str, int]]  # the sizes of a state, by number of players
    actions: int  # the size of the action space
    over: int  # the step of a finished game
    start: Callable[..., None]  # (box, state, dealer, and three numbers: start_arguments)
    legal_actions: Callable[..., None]  # (box, state, seat, legal)
    is_forced: Callable[..., bool]  # (state, legal)
    may_force_others: Callable[..., bool]  # (state): whether it also forces seats that do not act
    apply: Callable[..., None]  # (box, state, dealer, seat, action)
    hide: Callable[..., None]  # (view, state, seat)
    score: Callable[..., int]  # (box, state, player)
    share_of_win: Callable[..., None]  # (box, state, out)


@dataclass(frozen=True)
class EntryPoints:
    """The compiled entry points of one game."""

    new: CompiledFunction[..., None]
    legal: CompiledFunction[..., None]
    apply: CompiledFunction[..., None]
    copies: CompiledFunction[..., None]
    shares: CompiledFunction[..., None]
    random_games: CompiledFunction[..., int]
    step: CompiledFunction[..., None]


def entry_points_of(core: RulesCore) -> EntryPoints:
    """The entry points of a game with these rules."""
    start, legal_actions, apply = core.start, core.legal_actions, core.apply
    share_of_win, over = core.share_of_win, core.over

    @compiled
    def new(box: Any, states: Any, i: int, dealers: Any, a: int, b: int, c: int) -> None:
        """Set a game up in the all-zero state i; a, b, c are what the game's `start` takes."""
        start(box[0], states[i], dealers[i], a, b, c)

    @compiled
    def legal(box: Any, states: Any, i: int, seat: int, choices: Any) -> None:
        """The legal actions of a seat, written into choices[0]."""
        legal_actions(box[0], states[i], seat, choices[0])

    @compiled
    def apply_one(box: Any, states: Any, i: int, dealers: Any, seat: int, action: int) -> None:
        """Carry out one action."""
        apply(box[0], states[i], dealers[i], seat, action)

    @compiled
    def copies(target: Any, source: Any, n: int) -> None:
        """Copy n games, for benchmarks."""
        for k in range(n):
            target[k & 63] = source[k & 63]

    @compiled
    def shares(box: Any, states: Any, i: int, out: Any) -> None:
        """Write the shares of the win of game i."""
        share_of_win(box[0], states[i], out)

    @rule
    def play_out(box: Any, state: Any, dealer: Any, choices: Any) -> int:
        """Play random moves to the end; how many decisions that took."""
        decisions = 0
        while state.step != over:
            legal_actions(box, state, state.actor, choices)
            action = choices.actions[below(dealer, choices.n)]
            apply(box, state, dealer, state.actor, action)
            decisions += 1
        return decisions

    @compiled
    def random_games(
        box: Any, states: Any, dealers: Any, options: Any, choices: Any, results: Any
    ) -> int:
        """Play whole random games one after the other in state 0; state 1 must stay all zero.
        Row g of `options` is what the game's `start` takes; row g of `results` gets the shares
        of the win. Returns the number of decisions."""
        decisions = 0
        for g in range(len(options)):
            states[0] = states[1]
            start(box[0], states[0], dealers[0], options[g, 0], options[g, 1], options[g, 2])
            decisions += play_out(box[0], states[0], dealers[0], choices[0])
            share_of_win(box[0], states[0], results[g])
        return decisions

    @compiled
    def step(
        box: Any,
        states: Any,
        dealers: Any,
        actions: Any,
        masks: Any,
        actors: Any,
        done: Any,
        results: Any,
        choices: Any,
    ) -> None:
        """Carry out one action in every game that is not over (-1: none), and write who decides
        next and a mask of the legal actions, or the shares of the win."""
        for place in range(len(states)):
            i = index(place)
            state = states[i]
            if actions[i] >= 0 and state.step != over:
                apply(box[0], state, dealers[i], state.actor, actions[i])
            row = masks[i]
            for k in range(len(row)):
                row[k] = 0
            legal_actions(box[0], state, state.actor, choices[0])
            for k in range(choices[0].n):
                row[choices[0].actions[k]] = 1
            actors[i] = state.actor
            done[i] = state.step == over
            if done[i]:
                share_of_win(box[0], state, results[i])

    return EntryPoints(new, legal, apply_one, copies, shares, random_games, step)
