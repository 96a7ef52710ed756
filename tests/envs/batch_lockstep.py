"""A batch beside the same games at tables: every number of every row after every step.

As a program it goes through all that a batch can do, with games of every number of players:

    NUMBA_BOUNDSCHECK=1 python -m tests.envs.batch_lockstep tybor
"""

from __future__ import annotations

import sys
from dataclasses import fields
from typing import Any

import numpy as np

from baumeister.envs.batch import LEAVE, BatchEnv, Buffers
from baumeister.envs.observations import observation
from baumeister.envs.stepping import Slot, Terms, begin_chance, start_argument
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.seats import NOBODY
from baumeister.play import Table

MIXES = {"tybor": tuple(range(2, 9)), "samara": tuple(range(2, 6))}
STALE = 99  # in arrays that are to be written; no row consists of it


class _Asking(Table):
    """A table at which questions with one answer only are asked, too."""

    def _go_on(self) -> None:
        pass


class AtTable:
    """One row of a batch, played at a table with the same chance."""

    table: Table

    def __init__(self, env: BatchEnv, row: int) -> None:
        self.game = env._game
        self.row, self.players = row, int(env.players[row])
        self.terms = Terms.from_record(env._terms[0])
        group = next(g for g in env._groups if row in g.slots["row"])
        j = group.slots["row"].tolist().index(row)
        self.slot = Slot.from_record(group.slots[j])
        self.episode = 0
        self.begin()

    @property
    def seat(self) -> int:
        """Who decides."""
        return self.table.waiting_for[0]

    def begin(self) -> None:
        """The row's next game."""
        dealer, rules = FastDealer(""), self.game.rules
        begin_chance(dealer, self.terms.chance, self.row, self.episode)
        a, b, c = (start_argument(dealer, self.terms, self.slot, k) for k in range(3))
        at = Table if self.terms.skip_forced else _Asking
        self.table = at(self.game, {"players": self.players}, "any")
        state = rules.new_state({"players": self.players})
        rules.core.start(self.game.components.box, state, dealer, a, b, c)
        self.table._state, self.table._dealer = state, dealer  # type: ignore[assignment]
        self.table._go_on()

    def play(self, action: int) -> Table | None:
        """The table if the game has ended there; then the next one has begun."""
        table = self.table
        table.play(self.seat, action)
        if not table.over:
            return None
        self.episode += 1
        self.begin()
        return table


class Lockstep:
    """A batch and its games at tables. `step` and `reset` take the places of the batch's own."""

    def __init__(self, env: BatchEnv) -> None:
        self.env, self._step, self._reset = env, env.step, env.reset
        self.decisions = self.ends = 0
        self.met = np.zeros(env.layout.size, np.bool_)  # numbers that were not 0 in some row
        env.final_observations[:] = STALE
        self._final = env.final_observations.copy()
        self._begin()

    def reset(self, seed: int | str | None = None, options: Any = None) -> None:
        """Other games in the batch, and at other tables."""
        self.env.observations[:], self.env.masks[:] = STALE, STALE
        self._reset(seed, options)
        self._begin()

    def _begin(self) -> None:
        self.games = [AtTable(self.env, row) for row in range(self.env.n)]
        self.ended: dict[int, Table] = {}  # by row: the game that ended last
        self._expected = Buffers.make(self.env.game, self.env.n)
        for at in self.games:
            self._expect(at)
        self.check()

    def step(self, actions: Any, out: Buffers | None = None) -> None:
        """The same actions in the batch and at the tables, and a look at everything."""
        chosen, last_seats = np.array(actions), self.env.actors.copy()
        moving = chosen != LEAVE
        self.env.observations[moving], self.env.masks[moving] = STALE, STALE
        self._step(chosen, out)
        for row in np.flatnonzero(moving).tolist():
            ended = self.games[row].play(int(chosen[row]))
            self._expected.done[row] = ended is not None
            if ended is not None:
                self._expect_end(row, ended, int(last_seats[row]))
            self._expect(self.games[row])
        self._expected.done[~moving] = False
        self.decisions += int(moving.sum())
        self.check()

    def _expect(self, at: AtTable) -> None:
        row, seat, expected = at.row, at.seat, self._expected
        expected.actors[row] = seat
        expected.masks[row] = 0
        expected.masks[row, at.table.legal(seat)] = 1
        expected.observations[row] = self._row(at.table, seat)

    def _expect_end(self, row: int, table: Table, last_seat: int) -> None:
        players, box = len(table.names), table.components.box
        shares = [0.0] * players
        table.rules.core.share_of_win(box, table.snapshot(), shares)
        self._expected.scores[row, :players] = [sheet["total"] for sheet in table.scores()]
        self._expected.shares[row, :players] = shares
        if len(self._final):
            watched = int(self.env.watched[row])
            self._final[row] = self._row(table, last_seat if watched == NOBODY else watched)
        self.ended[row] = table
        self.ends += 1

    def _row(self, table: Table, seat: int) -> Any:
        row = observation(table.seat_view(seat))
        self.met |= row != 0
        return row

    def check(self) -> None:
        """All arrays of the batch, in full."""
        for field in fields(Buffers):
            found, expected = getattr(self.env, field.name), getattr(self._expected, field.name)
            assert np.argwhere(found != expected).tolist() == [], field.name
        assert np.argwhere(self.env.final_observations != self._final).tolist() == []

    def until_every_row_has_ended(self, times: int = 1) -> None:
        """By lot."""
        while self.env.episodes.min() < times:
            self.step(self.env.sample())


# --- all that a batch can do --------------------------------------------------------------------
def on_threads(game: str) -> Lockstep:
    """Rows of every number of players shared among threads, seats watched by lot, now and then
    games that are left as they are, other buffers, and all begun anew in the middle."""
    rng, mix = np.random.default_rng(1), MIXES[game]
    env = BatchEnv(game, len(mix), mix, seed="threads", threads=3, final_observations=True)
    beside = Lockstep(env)
    for _ in range(40):
        beside.step(env.sample())
    beside.reset("another")
    while len(beside.ended) < env.n:
        env.watched[:] = rng.integers(NOBODY, env.players)
        out = None
        if rng.random() < 0.1:
            out = Buffers.make(game, env.n)
            out.observations[:], out.masks[:], out.scores[:] = STALE, STALE, STALE
        beside.step(env.sample(rng.random(env.n) < 0.9), out)
    env.close()
    return beside


def with_forced_questions(game: str) -> Lockstep:
    """Also questions with one answer only."""
    few, many = MIXES[game][0], MIXES[game][-1]
    env = BatchEnv(game, 2, (few, many), seed=1, skip_forced=False, final_observations=True)
    beside = Lockstep(env)
    beside.until_every_row_has_ended()
    return beside


def in_a_vector(game: str, opponents: Any) -> Lockstep:
    """Under Gymnasium's interface, which has to say of an end what the learner's seat knows."""
    from baumeister.envs.vector import VectorGames

    players = {"tybor": (2, 6), "samara": (2, 5)}[game]  # Tybor: both sizes of states
    envs = VectorGames(game, 2, players, opponents=opponents)
    beside = Lockstep(envs.batch)
    vars(envs.batch).update(step=beside.step, reset=beside.reset)
    rng = np.random.default_rng(2)
    observations, info = envs.reset(seed=1)
    while len(beside.ended) < 2:
        seats = info["actor"]
        actions = [rng.choice(np.flatnonzero(mask)) for mask in info["action_mask"]]
        observations, rewards, terminated, _, info = envs.step(actions)
        assert (observations == envs.batch.observations).all()
        for row in np.flatnonzero(terminated).tolist():
            seen = beside.ended[row].seat_view(int(seats[row]))
            assert (info["final_obs"][row] == observation(seen)).all()
            assert rewards[row] == envs.batch.shares[row, seats[row]]
    return beside


def first_legal(observations: Any, masks: Any, actors: Any) -> Any:
    """Opponents as a function."""
    return masks.argmax(axis=1)


def main(game: str) -> None:
    """Play; a wrong index in compiled code is an IndexError."""
    played = [on_threads(game), with_forced_questions(game)]
    played += [in_a_vector(game, opponents) for opponents in ("random", first_legal, None)]
    decisions, ends = sum(b.decisions for b in played), sum(b.ends for b in played)
    print(f"{decisions} decisions in {ends} games")


if __name__ == "__main__":
    main(sys.argv[1])
