"""Many games stepped in one compiled call: what `BatchEnv` calls. All arrays belong to it.

A group is the games of one state layout. Game j of a group is row `slots[j].row` of everything that
the caller sees. A call goes through the games from `first` to before `last`, so that threads can
share a group.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from baumeister.envs.observations import OBSERVERS
from baumeister.rules.kernel.chance import MASK, below, word
from baumeister.rules.kernel.rule import Entry, entry, rule
from baumeister.rules.kernel.struct import Array, Nobody, Struct, i64, struct

LEAVE = -1  # instead of an action: this game stays as it is
BY_LOT = -1  # instead of a number that `start` takes: drawn anew for each episode
NONE = -1  # no row, no seat
WARM_UP = 16  # words thrown away, so that neighbouring episodes have nothing in common


@struct
class Terms(Struct):
    """What all games of a batch have in common."""

    words: Nobody[Annotated[list[int], Array(64, 3)]]  # three words of the seed
    low: Nobody[Annotated[list[int], Array(64, 3)]]  # of what `start` takes by lot
    lots: Nobody[Annotated[list[int], Array(64, 3)]]
    skip_forced: Nobody[i64]


@struct
class Slot(Struct):
    """One game of a batch."""

    row: Nobody[i64]  # its place in the batch, by which it is seeded
    episode: Nobody[i64]  # how many games were played out here before this one
    start: Nobody[Annotated[list[int], Array(64, 3)]]  # what `start` takes, or BY_LOT


@rule
def begin_chance(dealer: Any, terms: Terms, row: int, episode: int) -> None:
    """Chance for one episode: it depends on seed, row and episode, and on nothing else."""
    dealer.a = terms.words[0] ^ ((row * 0x9E3779B1) & MASK)
    dealer.b = terms.words[1] ^ ((episode * 0x85EBCA6B) & MASK)
    dealer.c = terms.words[2]
    dealer.counter = 1
    for _ in range(WARM_UP):
        word(dealer)


@rule
def start_argument(dealer: Any, terms: Terms, slot: Slot, k: int) -> int:
    """What was given, or drawn by lot."""
    if slot.start[k] == BY_LOT:
        return terms.low[k] + below(dealer, terms.lots[k])
    return slot.start[k]


@dataclass(frozen=True)
class Stepping:
    """The compiled calls of one game."""

    reset: Entry[..., None]
    find_illegal: Entry[..., int]
    step: Entry[..., None]
    sample: Entry[..., None]


@cache
def stepping(game: str) -> Stepping:
    """The calls for a game."""
    observer = OBSERVERS[game]
    observe, parts = observer.observe, observer.parts
    start, legal_actions, is_forced = parts.start, parts.legal_actions, parts.is_forced
    apply, hide, over, actions = parts.apply, parts.hide, parts.over, parts.actions
    score, share_of_win = parts.score, parts.share_of_win

    @rule
    def begin_episode(box: Any, terms: Terms, slot: Slot, state: Any, dealer: Any) -> None:
        """Set the slot's episode up in an all-zero state."""
        begin_chance(dealer, terms, slot.row, slot.episode)
        a = start_argument(dealer, terms, slot, 0)
        b = start_argument(dealer, terms, slot, 1)
        c = start_argument(dealer, terms, slot, 2)
        start(box, state, dealer, a, b, c)

    @rule
    def go_on(box: Any, terms: Terms, state: Any, dealer: Any, legal: Any) -> None:
        """To the next question, or to the end of the game."""
        legal_actions(box, state, state.actor, legal)
        while terms.skip_forced and state.step != over and is_forced(state, legal):
            apply(box, state, dealer, state.actor, legal.actions[0])
            legal_actions(box, state, state.actor, legal)

    @rule
    def write_mask(legal: Any, mask: Any) -> None:
        """1 for every legal action, 0 for all others."""
        for action in range(actions):
            mask[action] = 0
        for k in range(legal.n):
            mask[legal.actions[k]] = 1

    @entry
    def reset(
        box: Any,
        terms: Any,
        slots: Any,
        states: Any,
        zero: Any,
        views: Any,
        dealers: Any,
        legal: Any,
        observations: Any,
        masks: Any,
        actors: Any,
        first: int,
        last: int,
    ) -> None:
        """Begin the slots' episodes."""
        for j in range(first, last):
            states[j] = zero[0]
            state, row = states[j], slots[j].row
            begin_episode(box[0], terms[0], slots[j], state, dealers[j])
            go_on(box[0], terms[0], state, dealers[j], legal[j])
            actors[row] = state.actor
            write_mask(legal[j], masks[row])
            views[0] = states[j]
            hide(views[0], state, state.actor)
            observe(box[0], views[0], state.actor, observations[row])

    @entry
    def find_illegal(slots: Any, legal: Any, chosen: Any, first: int, last: int) -> int:
        """The row of the first game whose action is not legal, or NONE."""
        for j in range(first, last):
            action = chosen[slots[j].row]
            if action != LEAVE:
                k = 0
                while k < legal[j].n and legal[j].actions[k] < action:
                    k += 1
                if k == legal[j].n or legal[j].actions[k] != action:
                    return slots[j].row  # type: ignore[no-any-return]
        return NONE

    @entry
    def step(
        box: Any,
        terms: Any,
        slots: Any,
        states: Any,
        zero: Any,
        views: Any,
        dealers: Any,
        legal: Any,
        chosen: Any,
        observations: Any,
        masks: Any,
        actors: Any,
        done: Any,
        scores: Any,
        shares: Any,
        final: Any,
        watched: Any,
        first: int,
        last: int,
    ) -> None:
        """Carry out the chosen actions, which are legal; begin the next episode of finished games;
        write who decides now, what may be done and what that seat knows."""
        for j in range(first, last):
            state, row = states[j], slots[j].row
            done[row] = False
            if chosen[row] != LEAVE:
                seat = state.actor
                apply(box[0], state, dealers[j], seat, chosen[row])
                go_on(box[0], terms[0], state, dealers[j], legal[j])
                if state.step == over:
                    done[row] = True
                    for other in range(state.n_players):
                        scores[row, other] = score(box[0], state, state.players[other])
                    share_of_win(box[0], state, shares[row])
                    if len(final) > 0:
                        if watched[row] != NONE:
                            seat = watched[row]
                        views[0] = states[j]
                        hide(views[0], state, seat)
                        observe(box[0], views[0], seat, final[row])
                    slots[j].episode += 1
                    states[j] = zero[0]
                    begin_episode(box[0], terms[0], slots[j], state, dealers[j])
                    go_on(box[0], terms[0], state, dealers[j], legal[j])
            actors[row] = state.actor
            write_mask(legal[j], masks[row])
            views[0] = states[j]
            hide(views[0], state, state.actor)
            observe(box[0], views[0], state.actor, observations[row])

    @entry
    def sample(
        slots: Any, legal: Any, chances: Any, chosen: Any, first: int, last: int
    ) -> None:
        """Choose a legal action by lot in every game."""
        for j in range(first, last):
            pick = below(chances[j], legal[j].n)
            chosen[slots[j].row] = legal[j].actions[pick]

    return Stepping(reset, find_illegal, step, sample)
