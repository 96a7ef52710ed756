"""Many games stepped in one compiled call: what `BatchEnv` calls. All arrays belong to it.

A group is the games of one state layout. Game j of a group is row `slots[j].row` of everything that
the caller sees. A call goes through the games from `first` to before `last`, so that threads can
share a group; it first lets the next thread enter (see thread_team.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from baumeister.envs.observations import OBSERVERS
from baumeister.envs.one_step import one_step
from baumeister.envs.thread_team import come_in
from baumeister.kernel.chance import MASK, below, word
from baumeister.kernel.forced import NOBODY
from baumeister.kernel.rule import CompiledFunction, compiled, contains, index, rule
from baumeister.kernel.struct import Array, Nobody, Struct, i64, struct

LEAVE = NOBODY  # instead of an action: this game stays as it is
BEGIN = -2  # the slot's episode begins
BY_LOT = -1  # instead of a number that `start` takes: drawn anew for each episode
NONE = NOBODY  # no row, no seat
WARM_UP = 16  # words thrown away, so that neighbouring episodes have nothing in common


@struct
class Terms(Struct):
    """What all games of a batch have in common."""

    chance: Nobody[Annotated[list[int], Array(64, 3)]]  # three words of the seed
    sampling: Nobody[Annotated[list[int], Array(64, 3)]]  # the same for actions by lot
    low: Nobody[Annotated[list[int], Array(64, 3)]]  # of what `start` takes by lot
    lots: Nobody[Annotated[list[int], Array(64, 3)]]
    skip_forced: Nobody[i64]


@struct
class Slot(Struct):
    """One game of a batch."""

    row: Nobody[i64]  # in the batch, by which it is seeded
    episode: Nobody[i64]  # how many games were played out here before this one
    start: Nobody[Annotated[list[int], Array(64, 3)]]  # what `start` takes, or BY_LOT


@rule
def begin_chance(dealer: Any, words: list[int], row: int, episode: int) -> None:
    """Chance for one episode: it depends on seed, row and episode, and on nothing else."""
    dealer.a = words[0] ^ ((row * 0x9E3779B1) & MASK)
    dealer.b = words[1] ^ ((episode * 0x85EBCA6B) & MASK)
    dealer.c = words[2]
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

    begin_sampling: CompiledFunction[..., None]
    find_illegal: CompiledFunction[..., int]
    step: CompiledFunction[..., None]
    sample: CompiledFunction[..., None]


@cache
def stepping(game: str) -> Stepping:
    """The calls for a game."""
    observer, one = OBSERVERS[game], one_step(game)
    start, observe_again, forget = observer.parts.start, observer.observe_again, observer.forget
    go_on, write_mask, write_end = one.go_on, one.write_mask, one.write_end

    @rule
    def begin_episode(box: Any, terms: Terms, slot: Slot, state: Any, dealer: Any) -> None:
        """Set the slot's episode up in an all-zero state."""
        begin_chance(dealer, terms.chance, slot.row, slot.episode)
        a = start_argument(dealer, terms, slot, 0)
        b = start_argument(dealer, terms, slot, 1)
        c = start_argument(dealer, terms, slot, 2)
        start(box, state, dealer, a, b, c)

    @compiled
    def find_illegal(
        gate: Any, who: int, slots: Any, legal: Any, chosen: Any, first: int, last: int
    ) -> int:
        """The row of the first game whose action is not legal, or NONE."""
        come_in(gate, who)
        for place in range(first, last):
            j = index(place)
            action = chosen[index(slots[j].row)]
            if action != LEAVE and not contains(legal[j].actions, legal[j].n, action):
                return slots[j].row  # type: ignore[no-any-return]
        return NONE

    @compiled
    def step(
        gate: Any,
        who: int,
        box: Any,
        terms: Any,
        slots: Any,
        states: Any,
        zero: Any,
        memories: Any,
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
        rewrite: bool,
        first: int,
        last: int,
    ) -> None:
        """Carry out the chosen actions, which are legal; begin the next episode of finished games;
        write who decides now, what may be done and what that seat knows. Of games that are left as
        they are only if the buffers are new (`rewrite`).

        Every rule is called at one place only: it is compiled into each place anew.
        """
        come_in(gate, who)
        for place in range(first, last):
            j = index(place)
            row = index(slots[j].row)
            state, action = states[j], chosen[row]
            done[row] = False
            if action == LEAVE and not rewrite:
                continue
            last_seat, asked, skip_forced = state.actor, NONE, terms[0].skip_forced
            while asked == NONE:
                if action == BEGIN:
                    states[j] = zero[0]
                    begin_episode(box[0], terms[0], slots[j], state, dealers[j])
                    forget(memories[j])
                    action = LEAVE
                asked = go_on(box[0], state, dealers[j], legal[j], skip_forced, action)
                seen, target = asked, observations[row]
                if asked == NONE:
                    write_end(box[0], state, shares[row], scores[row])
                    done[row] = True
                    slots[j].episode += 1
                    action = BEGIN
                    if len(final) == 0:
                        continue
                    seen, target = last_seat if watched[row] == NONE else watched[row], final[row]
                observe_again(box[0], state, seen, memories[j], target.numbers)
            actors[row] = asked
            write_mask(legal[j], masks[row].numbers)

    @compiled
    def begin_sampling(terms: Any, slots: Any, chances: Any, first: int, last: int) -> None:
        """Actions by lot from the beginning."""
        for j in range(first, last):
            begin_chance(chances[j], terms[0].sampling, slots[j].row, 0)

    @compiled
    def sample(
        gate: Any,
        who: int,
        slots: Any,
        legal: Any,
        chances: Any,
        asked: Any,
        chosen: Any,
        first: int,
        last: int,
    ) -> None:
        """Choose a legal action by lot in the games that are asked."""
        come_in(gate, who)
        for place in range(first, last):
            j = index(place)
            row, action = index(slots[j].row), LEAVE
            if asked[row]:
                action = legal[j].actions[below(chances[j], legal[j].n)]
            chosen[row] = action

    return Stepping(begin_sampling, find_illegal, step, sample)
