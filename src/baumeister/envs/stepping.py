"""Many games stepped in one compiled call: what `BatchEnv` calls. All arrays belong to it.

A call takes games of one state layout as arrays with an item for each game. Game j is row
`slots[j].row` of everything that the caller of the batch sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from baumeister.envs.observations import OBSERVERS
from baumeister.envs.one_step import NO_ACTION, one_step
from baumeister.kernel.chance import MASK, below, word
from baumeister.kernel.rule import CompiledFunction, compiled, contains, index, rule
from baumeister.kernel.seats import NOBODY
from baumeister.kernel.struct import Array, Hidden, Struct, i64, struct

LEAVE = NO_ACTION  # in place of an action: this game does not change
BEGIN = -2  # in place of an action: the slot's episode begins
RANDOM = -1  # in place of a number that `start` takes: drawn for each episode
NO_ROW = -1
WARM_UP = 16  # words thrown away, so that neighbouring episodes are independent


@struct
class Terms(Struct):
    """What all games of a batch have in common."""

    chance: Hidden[Annotated[list[int], Array(64, 3)]]  # three words of the seed
    sampling: Hidden[Annotated[list[int], Array(64, 3)]]  # the same for `sample`
    low: Hidden[
        Annotated[list[int], Array(64, 3)]
    ]  # the least value of each number that `start` takes, if it is RANDOM
    lots: Hidden[Annotated[list[int], Array(64, 3)]]  # how many values there are
    skip_forced: Hidden[i64]


@struct
class Slot(Struct):
    """One game of a batch."""

    row: Hidden[i64]  # in the batch, by which it is seeded
    episode: Hidden[i64]  # how many games have ended here
    start: Hidden[Annotated[list[int], Array(64, 3)]]  # what `start` takes, or RANDOM


@rule
def begin_chance(dealer: Any, words: list[int], row: int, episode: int) -> None:
    """Seed the chance of one episode: it depends only on seed, row and episode."""
    dealer.a = words[0] ^ ((row * 0x9E3779B1) & MASK)
    dealer.b = words[1] ^ ((episode * 0x85EBCA6B) & MASK)
    dealer.c = words[2]
    dealer.counter = 1
    for _ in range(WARM_UP):
        word(dealer)


@rule
def start_argument(dealer: Any, terms: Terms, slot: Slot, k: int) -> int:
    """Number k that `start` takes: as given, or drawn."""
    if slot.start[k] == RANDOM:
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
    start, observe_again, forget = observer.core.start, observer.observe_again, observer.forget
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
    def find_illegal(slots: Any, legal: Any, chosen: Any) -> int:
        """The row of the first game whose action is not legal, or NO_ROW."""
        for place in range(len(slots)):
            j = index(place)
            action = chosen[index(slots[j].row)]
            if action != LEAVE and not contains(legal[j].actions, legal[j].n, action):
                return slots[j].row  # type: ignore[no-any-return]
        return NO_ROW

    @compiled
    def step(
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
    ) -> None:
        """Carry out the chosen actions, which are legal; begin the next episode of finished games;
        write who decides now, what is legal and what that seat knows. A game with LEAVE is written
        only if the buffers are new (`rewrite`).

        Every rule is called at one place only, because each call is inlined.
        """
        for place in range(len(slots)):
            j = index(place)
            row = index(slots[j].row)
            state, action = states[j], chosen[row]
            done[row] = False
            if action == LEAVE and not rewrite:
                continue
            last_seat, asked, skip_forced = state.actor, NOBODY, terms[0].skip_forced
            while asked == NOBODY:
                if action == BEGIN:
                    states[j] = zero[0]
                    begin_episode(box[0], terms[0], slots[j], state, dealers[j])
                    forget(memories[j])
                    action = LEAVE
                asked = go_on(box[0], state, dealers[j], legal[j], skip_forced, action)
                seen, target = asked, observations[row]
                if asked == NOBODY:
                    write_end(box[0], state, shares[row], scores[row])
                    done[row] = True
                    slots[j].episode += 1
                    action = BEGIN
                    if len(final) == 0:
                        continue
                    seen, target = last_seat if watched[row] == NOBODY else watched[row], final[row]
                observe_again(box[0], state, seen, memories[j], target.numbers)
            actors[row] = asked
            write_mask(legal[j], masks[row].numbers)

    @compiled
    def begin_sampling(terms: Any, slots: Any, chances: Any) -> None:
        """Seed the random actions of `sample`."""
        for j in range(len(slots)):
            begin_chance(chances[j], terms[0].sampling, slots[j].row, 0)

    @compiled
    def sample(slots: Any, legal: Any, chances: Any, asked: Any, chosen: Any) -> None:
        """Choose a random legal action in the games that are asked, and LEAVE the others."""
        for place in range(len(slots)):
            j = index(place)
            row, action = index(slots[j].row), LEAVE
            if asked[row]:
                action = legal[j].actions[below(chances[j], legal[j].n)]
            chosen[row] = action

    return Stepping(begin_sampling, find_illegal, step, sample)
