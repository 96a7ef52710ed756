"""Thousands of games side by side, stepped in one compiled call.

    env = BatchEnv(game, 1024, players=4, seed=1)
    while learning:
        env.step(policy(env.observations, env.masks))

Every game waits for a decision of one seat: `actors` says which, `masks` what it may do,
`observations` what it knows. A game that ends begins anew in the same step: `done` says so, and
`scores` and `shares` keep how it ended until the next one there ends. All of these are numpy arrays
that are made once and written over by every step; `torch.from_numpy` looks at the same memory.
A copy of the batch (`copy.deepcopy`, `pickle`) goes on with the same games in arrays of its own.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any
from weakref import finalize

from baumeister.envs.arrays import zeros
from baumeister.envs.errors import IllegalAction, OutOfOrder
from baumeister.envs.exclusive import Exclusive, exclusive
from baumeister.envs.layout import Layout
from baumeister.envs.observations import OBSERVERS
from baumeister.envs.options import given, plain
from baumeister.envs.stepping import BEGIN, BY_LOT, LEAVE, NONE, Slot, Terms, stepping
from baumeister.envs.thread_team import ThreadTeam
from baumeister.kernel.chance import FAST, DealerRecord, FastDealer
from baumeister.kernel.legal import Legal
from baumeister.play import Game, OptionError
from baumeister.play import game as load_game
from baumeister.play.table import checked_seed

__all__ = ["LEAVE", "BatchEnv", "Buffers", "Games", "IllegalAction"]

MANY = 1024  # games of a thread, for which it is also worth sharing what is done at once


@dataclass(frozen=True)
class Buffers:
    """What a step writes: C-contiguous numpy arrays, by row of the batch.

    `Buffers.make` makes them; a caller may also put in parts of larger arrays of its own.
    """

    observations: Any  # (n, layout.size) int16: what the acting seat knows
    masks: Any  # (n, actions) int8: 1 for its legal actions
    actors: Any  # (n,) int8: which seat decides
    done: Any  # (n,) bool: whether the step ended a game, and a new one has begun
    scores: Any  # (n, seats) int16: final scores of the game that ended last
    shares: Any  # (n, seats) float32: its win: 1 for the winner, shared by several

    @classmethod
    def make(cls, game: str, n: int) -> Buffers:
        """New arrays for so many games."""
        return cls(**zeros(cls.shapes(game, n)))

    @staticmethod
    def shapes(game: str, n: int) -> dict[str, tuple[tuple[int, ...], str]]:
        """By name: the shape and the type that an array must have."""
        observer = OBSERVERS[game]
        seats = load_game(game).rules.most_players
        return {
            "observations": ((n, observer.layout.size), "int16"),
            "masks": ((n, observer.parts.actions), "int8"),
            "actors": ((n,), "int8"),
            "done": ((n,), "bool"),
            "scores": ((n, seats), "int16"),
            "shares": ((n, seats), "float32"),
        }

    @classmethod
    def check(cls, buffers: Buffers, game: str, n: int) -> None:
        """OptionError if they are none, or an array does not fit."""
        import numpy as np

        if not isinstance(buffers, cls):
            raise OptionError("error.batch.no_buffers", given=type(buffers).__name__)
        for name, (shape, dtype) in cls.shapes(game, n).items():
            array = getattr(buffers, name)
            right = {"name": name, "dtype": dtype, "shape": shape}
            if not isinstance(array, np.ndarray):
                raise OptionError("error.batch.no_array", **right, given=type(array).__name__)
            if array.shape != shape or array.dtype != dtype:
                wrong = {"given": array.dtype, "given_shape": array.shape}
                raise OptionError("error.batch.buffer", **right, **wrong)
            for flag in ("writeable", "aligned", "c_contiguous"):
                if not getattr(array.flags, flag):
                    raise OptionError(f"error.batch.not_{flag}", name=name)


@dataclass(frozen=True)
class _Group:
    """The games of one state layout."""

    slots: Any
    states: Any
    zero: Any
    memories: Any
    dealers: Any
    chances: Any  # for `sample`
    legal: Any


@dataclass(frozen=True)
class _Piece:
    """The games of a group from `first` to before `last`, which one thread goes through."""

    group: _Group
    first: int
    last: int


@dataclass(frozen=True)
class Games:
    """Some games as compiled code takes them: those from `first` to before `last` of arrays of
    records. They are the games themselves, secrets included: for code that hides them first."""

    box: Any
    slots: Any  # game j is row `slots[j].row` of the batch
    states: Any
    zero: Any  # one empty state, for work space of the same kind
    legal: Any  # what the acting seat may do
    chances: Any  # for actions by lot
    first: int
    last: int


class BatchEnv(Exclusive):
    """Many games of one kind, stepped together: docs/envs.md has all of it with examples."""

    def __init__(
        self,
        game: str,
        n: int,
        players: int | Sequence[int] = 2,
        *,
        seed: int | str | None = None,
        skip_forced: bool = True,
        threads: int = 1,
        final_observations: bool = False,
        buffers: Buffers | None = None,
        data: str | Path | None = None,
        **options: Any,
    ) -> None:
        """`players` may be a sequence: it is repeated over the batch, so (2, 3, 4) is an even mix.

        `seed`: the same one brings the same games; without one it is 256 random bits, which are
        in `env.seed`.
        `skip_forced`: questions with one answer only are answered inside the step, as at a table.
        `threads`: the batch is shared among so many; results do not depend on it.
        `final_observations`: at the end of a game keep what the seat that decided last knows (or
        the seat in `watched`) in the row of `final_observations`.
        `options` are those of the game; one by lot that is not given, or None, is drawn for every
        episode.
        """
        super().__init__()
        self.game = game
        self.n, self._threads = plain(n), plain(threads)
        for number in (self.n, self._threads):
            if type(number) is not int or number < 1:
                raise OptionError("error.batch.size", n=n, threads=threads)
        self._threads = min(self._threads, self.n)
        self._game = load_game(game, data)
        self._options = given(options)
        self._players = self._checked_players(players)
        self._skip_forced = bool(skip_forced)
        self._keeps_final = bool(final_observations)
        if buffers is not None:
            Buffers.check(buffers, game, self.n)
        self._make_arrays(buffers)
        self.closed = False
        self.seed = secrets.token_hex(32) if seed is None else checked_seed(seed)
        self.reset()

    # --- making ---------------------------------------------------------------------------
    def _checked_players(self, players: int | Sequence[int]) -> Any:
        """How many play in each row; OptionError if the rules know no such game."""
        import numpy as np

        try:
            counts = np.asarray(players)
        except ValueError as error:  # rows of different lengths
            raise OptionError("error.batch.players", given=players) from error
        if not counts.size:
            raise OptionError("error.batch.no_players")
        if counts.ndim > 1 or counts.dtype.kind not in "iu":
            raise OptionError("error.batch.players", given=players)
        for count in np.unique(counts).tolist():
            self._start(count, self._options)
        return np.resize(counts.astype(np.int8), self.n)

    def _make_arrays(self, buffers: Buffers | None) -> None:
        """Everything that is written to, and what compiled code needs besides."""
        import numpy as np

        n = self.n
        self._players.flags.writeable = False
        self._observer = OBSERVERS[self.game]
        self._calls = stepping(self.game)
        self._use(Buffers.make(self.game, n) if buffers is None else buffers)
        final = n if self._keeps_final else 0
        self._final_observations = np.zeros((final, self.layout.size), np.int16)
        self._final_rows = _rows(self._final_observations)
        self._watched = np.full(n, NONE, np.int8)
        self._chosen = np.zeros(n, np.int64)
        self._sampled = np.zeros(n, np.int64)
        self._asked = np.ones(n, np.bool_)
        self._illegal: list[int] = []  # rows
        self._rewrite = False
        self._box = self._game.components.box.to_array()
        self._terms = np.zeros(1, Terms.dtype())
        self._terms["skip_forced"] = self._skip_forced
        for k, (_, low, lots) in enumerate(self._game.rules.options.start_lots()):
            self._terms["low"][0, k], self._terms["lots"][0, k] = low, lots
        self._groups = list(self._make_groups())
        self._pieces = [list(self._cut(k, self._threads)) for k in range(self._threads)]
        self._team = ThreadTeam(self._threads, share_short=n >= MANY * self._threads)
        finalize(self, self._team.let_go).atexit = False

    def _make_groups(self) -> Iterator[_Group]:
        import numpy as np

        parts = self._observer.parts
        layouts: dict[tuple[tuple[str, int], ...], list[int]] = {}
        for row, players in enumerate(self._players.tolist()):
            sizes = tuple(parts.layout(players).items())
            layouts.setdefault(sizes, []).append(row)
        for sizes, rows in layouts.items():
            n, state = len(rows), parts.state.dtype(**dict(sizes))
            dealer = DealerRecord.dtype(**FAST)
            arrays = zeros(
                {
                    "slots": ((n,), Slot.dtype()),
                    "states": ((n,), state),
                    "memories": ((n,), self._observer.memory.dtype()),
                    "dealers": ((n,), dealer),
                    "chances": ((n,), dealer),
                    "legal": ((n,), Legal.dtype(actions=parts.actions)),
                }
            )
            arrays["slots"]["row"] = rows
            yield _Group(**arrays, zero=np.zeros(1, state))

    def _start(self, players: int, options: Mapping[str, Any]) -> list[int]:
        """What `start` takes; OptionError if the rules know no such game."""
        rules, wanted = self._game.rules, {**options, "players": players}
        complete = self._game.complete_options(wanted, "")
        arguments = rules.start_arguments(complete)
        return [
            BY_LOT if lots and name not in wanted else argument
            for (name, _, lots), argument in zip(rules.options.start_lots(), arguments, strict=True)
        ]

    def _cut(self, thread: int, threads: int) -> Iterator[_Piece]:
        for group in self._groups:
            n = len(group.states)
            first, last = n * thread // threads, n * (thread + 1) // threads
            if first < last:
                yield _Piece(group, first, last)

    def _use(self, buffers: Buffers) -> None:
        self._buffers = buffers
        self._observation_rows = _rows(buffers.observations)
        self._mask_rows = _rows(buffers.masks)

    # --- asking ---------------------------------------------------------------------------
    def __repr__(self) -> str:
        counts = sorted(set(self._players.tolist()))
        players = f"{counts[0]}" if len(counts) == 1 else f"{tuple(counts)}"
        return f"BatchEnv({self.game!r}, {self.n}, players={players}, seed={self.seed!r})"

    @property
    def layout(self) -> Layout:
        """What the numbers of an observation mean."""
        return self._observer.layout

    @property
    def actions(self) -> int:
        """The size of the action space."""
        return self._observer.parts.actions

    @property
    def players(self) -> Any:
        """(n,) int8: how many play in each game."""
        return self._players

    @property
    def buffers(self) -> Buffers:
        """What the next step writes to, unless it is told otherwise."""
        return self._buffers

    @property
    def observations(self) -> Any:
        """(n, layout.size) int16: what the acting seat of each game knows."""
        return self.buffers.observations

    @property
    def masks(self) -> Any:
        """(n, actions) int8: 1 for its legal actions."""
        return self.buffers.masks

    @property
    def actors(self) -> Any:
        """(n,) int8: which seat decides."""
        return self.buffers.actors

    @property
    def done(self) -> Any:
        """(n,) bool: whether the last step ended a game."""
        return self.buffers.done

    @property
    def scores(self) -> Any:
        """(n, seats) int16: final scores of the game that ended last in each row."""
        return self.buffers.scores

    @property
    def shares(self) -> Any:
        """(n, seats) float32: 1 for its winner, shared by several."""
        return self.buffers.shares

    @property
    def watched(self) -> Any:
        """(n,) int8, to be written to: whose knowledge `final_observations` keep, or -1 for the
        seat that decided last."""
        return self._watched

    @property
    def final_observations(self) -> Any:
        """(n, layout.size) int16: what that seat knew at the end of the game that ended last in
        each row; OutOfOrder unless the batch was made with `final_observations`."""
        if not self._keeps_final:
            raise OutOfOrder("error.batch.no_final")
        return self._final_observations

    @property
    def episodes(self) -> Any:
        """(n,) int64, a new array: how many games each row has seen to the end."""
        import numpy as np

        episodes = np.zeros(self.n, np.int64)
        for group in self._groups:
            episodes[group.slots["row"]] = group.slots["episode"]
        return episodes

    # --- playing --------------------------------------------------------------------------
    @exclusive
    def reset(
        self, seed: int | str | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        """Begin all games anew, from their first episode on; with another seed if there is one.

        `options` of the game count until the next reset, above those of the batch.
        The chance of an episode follows from the seed, the row and how many games were played
        there before, so it depends neither on other games nor on threads.
        """
        self._check_open()
        if "players" in (options or {}):
            raise OptionError("error.batch.players_stay")
        options = given({**self._options, **(options or {})})
        starts = {seats: self._start(seats, options) for seats in set(self._players.tolist())}
        if seed is not None:
            self.seed = checked_seed(seed)
        chance, sampling = FastDealer(f"batch {self.seed}"), FastDealer(f"sample {self.seed}")
        self._terms["chance"] = [chance.a, chance.b, chance.c]
        self._terms["sampling"] = [sampling.a, sampling.b, sampling.c]
        for group in self._groups:
            group.slots["episode"] = 0
            seats = self._players[group.slots["row"]]
            group.slots["start"] = [starts[players] for players in seats.tolist()]
        self.scores[:] = 0
        self.shares[:] = 0
        self._chosen[:] = BEGIN
        for pieces in self._pieces:
            self._begin_sampling(pieces)
        self._team.run(self._step)

    @exclusive
    def step(self, actions: Any, out: Buffers | None = None) -> None:
        """One action for every game; LEAVE for one that is to stay as it is.

        `out`: write there from now on, for example into the next rows of a caller's own storage.
        IllegalAction names the first game whose action is not legal, and nothing has changed.
        """
        import numpy as np

        self._check_open()
        self._rewrite = out is not None and out is not self._buffers
        if out is not None and out is not self._buffers:
            Buffers.check(out, self.game, self.n)
        np.copyto(self._chosen, whole(actions, self.n))
        if self._keeps_final:
            outside = (self._watched < NONE) | (self._watched >= self._players)
            if outside.any():
                row = int(outside.argmax())
                values = {"game": row, "seat": int(self._watched[row])}
                raise OptionError("error.batch.watched", **values, last=self._players[row] - 1)
        self._illegal.clear()
        self._team.run_short(self._check)
        if self._illegal:
            row = min(self._illegal)
            raise self.illegal(row, int(self._chosen[row]))
        if out is not None:
            if self._rewrite:  # how earlier games ended
                out.scores[:], out.shares[:] = self.scores, self.shares
            self._use(out)
        self._team.run(self._step)

    @exclusive
    def sample(self, where: Any = None) -> Any:
        """A legal action by lot for every game, or for those that are True in `where` and LEAVE for
        the others, in an array that is written over by the next call, and by nothing else."""
        self._check_open()
        self._asked[:] = True if where is None else where
        self._team.run_short(self._sample)
        return self._sampled

    @exclusive
    def for_all_games(self, task: Callable[[Games], None]) -> None:
        """Have compiled code look at all games, in pieces, each thread at its own."""
        self._check_open()

        def look(who: int) -> None:
            self._team.let_in(who)
            for piece in self._pieces[who]:
                g = piece.group
                arrays = g.slots, g.states, g.zero, g.legal, g.chances
                task(Games(self._box, *arrays, piece.first, piece.last))

        self._team.run(look)

    def _check_open(self) -> None:
        if self.closed:
            raise OutOfOrder("error.batch.closed")
        self._team.settle()

    def _begin_sampling(self, pieces: list[_Piece]) -> None:
        for piece in pieces:
            slots, chances = piece.group.slots, piece.group.chances
            self._calls.begin_sampling(self._terms, slots, chances, piece.first, piece.last)

    def _check(self, who: int) -> None:
        gate, chosen = self._team.gate, self._chosen
        for piece in self._pieces[who]:
            slots, legal = piece.group.slots, piece.group.legal
            row = self._calls.find_illegal(gate, who, slots, legal, chosen, piece.first, piece.last)
            if row != NONE:
                self._illegal.append(row)

    def illegal(self, row: int, action: int, opponent: bool = False) -> IllegalAction:
        """What is said of an action that the acting seat of a game may not take."""
        legal = ", ".join(map(str, self.masks[row].nonzero()[0].tolist()))
        seat = int(self.actors[row])
        if opponent:
            return IllegalAction(
                "error.batch.opponent", game=row, seat=seat, action=action, legal=legal
            )
        return IllegalAction("error.batch.illegal", game=row, seat=seat, action=action, legal=legal)

    def _step(self, who: int) -> None:
        b = self._buffers
        for piece in self._pieces[who]:
            group = piece.group
            self._calls.step(
                self._team.gate,
                who,
                self._box,
                self._terms,
                group.slots,
                group.states,
                group.zero,
                group.memories,
                group.dealers,
                group.legal,
                self._chosen,
                self._observation_rows,
                self._mask_rows,
                b.actors,
                b.done,
                b.scores,
                b.shares,
                self._final_rows,
                self._watched,
                self._rewrite,
                piece.first,
                piece.last,
            )

    def _sample(self, who: int) -> None:
        for piece in self._pieces[who]:
            group = piece.group
            self._calls.sample(
                self._team.gate,
                who,
                group.slots,
                group.legal,
                group.chances,
                self._asked,
                self._sampled,
                piece.first,
                piece.last,
            )

    @exclusive
    def close(self) -> None:
        """Let the threads go; no game can be played on."""
        self.closed = True
        self._team.dismiss()

    # --- copies ---------------------------------------------------------------------------
    def _arrays(self) -> list[Any]:
        """All that is written to and not made anew by every call."""
        buffers = [getattr(self._buffers, field.name) for field in fields(Buffers)]
        own = [self._final_observations, self._watched, self._sampled, self._terms]
        groups = [getattr(group, field.name) for group in self._groups for field in fields(_Group)]
        return [*buffers, *own, *groups]

    @exclusive
    def __getstate__(self) -> dict[str, Any]:
        """What it was made with, and its arrays as bytes: numba knows the types of records by
        identity (Struct.dtype), and some arrays are looked at in two ways."""
        self._team.settle()
        made = ("game", "n", "_players", "_options", "_skip_forced", "_keeps_final", "_threads")
        kept = {name: getattr(self, name) for name in (*made, "seed", "closed")}
        arrays = [array.tobytes() for array in self._arrays()]
        return {**kept, "components": self._game.components, "arrays": arrays}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        import numpy as np

        arrays, components = kept.pop("arrays"), kept.pop("components")
        super().__init__()
        vars(self).update(kept)
        self._game = Game(load_game(self.game).rules, components)
        self._make_arrays(None)
        for array, content in zip(self._arrays(), arrays, strict=True):
            array[...] = np.frombuffer(content, array.dtype).reshape(array.shape)


def whole(actions: Any, n: int) -> Any:
    """One action for each of n games, as whole numbers; IllegalAction if they are not that."""
    import numpy as np

    array = np.asarray(actions)
    if array.shape != (n,):
        raise IllegalAction("error.env.shape", n=n, shape=array.shape)
    if array.dtype.kind not in "iu":
        raise IllegalAction("error.batch.whole", given=array.dtype)
    return np.minimum(array, np.iinfo(np.int64).max) if array.dtype == np.uint64 else array


def _rows(array: Any) -> Any:
    """The rows of an array as records: compiled code takes them faster than slices."""
    dtype = _row_type(array.dtype.str, array.shape[1])
    return array.view(dtype).reshape(len(array))


@cache
def _row_type(dtype: str, size: int) -> Any:
    import numpy as np

    return np.dtype([("numbers", dtype, (size,))])
