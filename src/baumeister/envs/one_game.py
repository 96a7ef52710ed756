"""One game inside an environment: compiled if numba is installed, otherwise interpreted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from baumeister.envs.observations import OBSERVERS
from baumeister.envs.one_step import NO_ACTION, TAPE_READ, one_step
from baumeister.games import GAMES
from baumeister.kernel.chance import WHOLE_GAME, DealerRecord, TapeDealer, tape
from baumeister.kernel.legal import Legal
from baumeister.kernel.seats import NOBODY
from baumeister.play import Game

Row = NDArray[np.int16]


class OneGame(ABC):
    """A game from the deal to the end, with the same chance as a table with the same seed."""

    def __init__(self, game: Game, players: int, skip_forced: bool) -> None:
        self.rules = game.rules
        self.components = game.components
        self.players = players
        self.skip_forced = skip_forced
        self.seat = NOBODY  # who is asked
        self.mask = np.zeros(game.rules.actions, np.int8)  # what that seat may do
        self.observation: Row = np.zeros(OBSERVERS[game.name].layout.size, np.int16)

    @abstractmethod
    def deal(self, seed: str, options: Mapping[str, Any]) -> None:
        """Start a new game, up to its first question."""

    @abstractmethod
    def play(self, action: int) -> None:
        """Carry out a legal action of the acting seat (or NO_ACTION), up to the next question."""

    @abstractmethod
    def observe(self, seat: int) -> Row:
        """What a seat knows now."""

    @abstractmethod
    def results(self) -> tuple[list[float], list[int]]:
        """The share of the win and the points of every seat."""

    @abstractmethod
    def state(self) -> Any:
        """The whole state as a plain object, secrets included: make a view before showing it."""

    def __getstate__(self) -> dict[str, Any]:
        """A copy looks its rules up by name."""
        return {**vars(self), "rules": self.rules.name}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self.rules = GAMES[kept["rules"]]


class InterpretedGame(OneGame):
    """Interpreted."""

    def __init__(self, game: Game, players: int, skip_forced: bool) -> None:
        super().__init__(game, players, skip_forced)
        self._legal = Legal(actions=game.rules.actions)
        self._state: Any = None
        self._dealer: TapeDealer | None = None

    def deal(self, seed: str, options: Mapping[str, Any]) -> None:
        self._state = self.rules.new_state(options)
        self._dealer = TapeDealer(seed)
        self.rules.start(self.components, self._state, self._dealer, options)
        self.play(NO_ACTION)

    def play(self, action: int) -> None:
        go_on, legal = one_step(self.rules.name).go_on, self._legal
        box, state, dealer = self.components.box, self._state, self._dealer
        self.seat = go_on(box, state, dealer, legal, self.skip_forced, action)
        self.mask[:] = 0
        self.mask[legal.actions[: legal.n]] = 1
        if self.seat != NOBODY:
            self.observation = self.observe(self.seat)

    def observe(self, seat: int) -> Row:
        row = [0] * len(self.observation)
        view = self.rules.glance(self._state, seat)
        OBSERVERS[self.rules.name].observe(self.components.box, view, seat, row)
        return np.array(row, np.int16)

    def results(self) -> tuple[list[float], list[int]]:
        box, state, core = self.components.box, self._state, self.rules.core
        shares = [0.0] * self.players
        core.share_of_win(box, state, shares)
        return shares, [core.score(box, state, state.players[k]) for k in range(self.players)]

    def state(self) -> Any:
        return self._state.copy()


class CompiledGame(OneGame):
    """Compiled; the game is an array of one record."""

    def __init__(self, game: Game, players: int, skip_forced: bool) -> None:
        super().__init__(game, players, skip_forced)
        self._make_arrays()

    def _make_arrays(self) -> None:
        core = self.rules.core
        self._layout = core.layout(self.players)
        self._blank = np.zeros(1, core.state.dtype(**self._layout))
        self._states, self._views = self._blank.copy(), self._blank.copy()
        self._dealers = np.zeros(1, DealerRecord.dtype(tape=WHOLE_GAME))
        self._legal = np.zeros(1, Legal.dtype(actions=core.actions))
        self._box = self.components.box.to_array()
        self._calls, self._see = one_step(self.rules.name), OBSERVERS[self.rules.name].see

    def deal(self, seed: str, options: Mapping[str, Any]) -> None:
        self._states[:] = self._blank
        self._dealers["tape"][0] = tape(seed, WHOLE_GAME)
        self._dealers["position"], self._dealers["length"] = 0, WHOLE_GAME
        arguments = self.rules.start_arguments(options)
        self.rules.compiled.new(self._box, self._states, 0, self._dealers, *arguments)
        self.play(NO_ACTION)

    def play(self, action: int) -> None:
        self.seat = self._calls.step(
            self._box,
            self._states,
            self._views,
            self._dealers,
            self._legal,
            self.skip_forced,
            action,
            self.observation,
            self.mask,
        )
        if self.seat == TAPE_READ:
            raise RuntimeError(
                f"a game needed more than {WHOLE_GAME} words of chance: raise WHOLE_GAME"
            )

    def observe(self, seat: int) -> Row:
        if seat == self.seat:
            return self.observation.copy()
        out: Row = np.empty_like(self.observation)
        self._see(self._box, self._states, 0, self._views, seat, out)
        return out

    def results(self) -> tuple[list[float], list[int]]:
        shares, scores = np.zeros(self.players), np.zeros(self.players, np.int64)
        self._calls.results(self._box, self._states, shares, scores)
        return shares.tolist(), scores.tolist()

    def state(self) -> Any:
        return self.rules.core.state.from_record(self._states[0], **self._layout)

    def __getstate__(self) -> dict[str, Any]:
        """Arrays of records as bytes: numba knows their types by identity (Struct.dtype)."""
        kept = super().__getstate__()
        for name in ("_layout", "_blank", "_views", "_legal", "_box", "_calls", "_see"):
            del kept[name]
        kept["_states"], kept["_dealers"] = self._states.tobytes(), self._dealers.tobytes()
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        super().__setstate__(kept)
        states, dealers = kept["_states"], kept["_dealers"]
        self._make_arrays()
        self._states[:] = np.frombuffer(states, self._states.dtype)
        self._dealers[:] = np.frombuffer(dealers, self._dealers.dtype)
