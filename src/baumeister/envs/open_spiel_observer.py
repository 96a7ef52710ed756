"""Observations of OpenSpiel states: tensors and strings, with and without perfect recall.

Without perfect recall they are the observation of `observations.py` and the view of docs/views.md.
With it they include the public history since the start. Hidden things either become public later or
stay in the player's own view, so this is perfect recall.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from baumeister.envs.observations import OBSERVERS
from baumeister.envs.open_chance import KINDS, OpenGame, OpenPosition
from baumeister.kernel.options import OptionError

NAMES = tuple(f"Player {seat}" for seat in range(8))  # as OpenSpiel counts them


def make_observer(open_game: OpenGame, kind: Any, params: Any) -> SpielObserver | None:
    """An observer for this kind of observation; None for kinds that do not exist here: the private
    information of all players, and perfect recall of private information only."""
    if params:
        raise OptionError("error.openspiel.observer", given=", ".join(map(str, params)))
    kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
    if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
        return None
    if kind.perfect_recall and not kind.public_info:
        return None
    return SpielObserver(open_game, kind)


class SpielObserver:
    """Fills `tensor`, and the same numbers by name in `dict`:

    - `player`: the observer's seat, one-hot
    - `observation`: the fields of `observations.py`, scaled to about -1 to 1; with public
      information only, the fields that only the seat knows (`Field.own`) are 0; with private
      information only, all others
    - `history`: with perfect recall, a row for each public entry, oldest first, then rows of
      zeros: kind, seat counted from the observer's, value, all from 0 to 1
    """

    def __init__(self, open_game: OpenGame, kind: Any) -> None:
        self.open_game = open_game
        self.public: bool = kind.public_info
        self.private: bool = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recalls: bool = kind.perfect_recall
        layout = OBSERVERS[open_game.rules.name].layout
        self._scales, self._own = layout.scales(), layout.own()
        self._told: tuple[OpenPosition | None, int, str] = (None, 0, "")
        shapes: dict[str, tuple[int, ...]] = {
            "player": (open_game.players,),
            "observation": (layout.size,),
        }
        if self.recalls:
            shapes["history"] = (open_game.bounds.kept_entries, 3)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, Any] = {}
        begin = 0
        for (name, shape), length in zip(shapes.items(), sizes, strict=True):
            self.dict[name] = self.tensor[begin : begin + length].reshape(shape)
            begin += length

    def set_from(self, state: Any, player: int) -> None:
        """Write what the player sees of the state; during set-up there is nothing to see."""
        position: OpenPosition = state.position
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        if position.state is not None:
            np.multiply(self._row(position, player), self._scales, out=self.dict["observation"])
            if self.recalls:
                self._write_history(position.seen, player)

    def _row(self, position: OpenPosition, player: int) -> Any:
        """The whole row, or its private part, or its public part; the first is the sum of the
        others."""
        if not self.private:
            return np.where(self._own, 0, written(position, player, None)) if self.public else 0
        seen = written(position, player, player)
        return seen if self.public else np.where(self._own, seen, 0)

    def _write_history(self, seen: tuple[int, ...], player: int) -> None:
        history = self.dict["history"]
        numbers = np.array(seen[-len(history) :], np.int64)
        players = self.open_game.players
        seats = numbers >> 16 & 0xFF  # counted from 1, nobody is 0
        rows = history[: len(numbers)]
        rows[:, 0] = (numbers >> 24) / KINDS
        rows[:, 1] = np.where(seats > 0, (seats - 1 - player) % players + 1, 0) / players
        rows[:, 2] = ((numbers & 0xFFFF) + 1) / self.open_game.rules.actions

    def string_from(self, state: Any, player: int) -> str:
        """What the player sees of the state, as text. The last one is kept, because searches ask
        for it several times."""
        position: OpenPosition = state.position
        if self._told[:2] != (position, player):
            self._told = (position, player, self._words(position, player))
        return self._told[2]

    def _words(self, position: OpenPosition, player: int) -> str:
        if position.state is None:
            return f"seat {player}: set-up" if self.private else "set-up"
        lines = []
        if self.recalls:
            lines = [options_line(position), history_line(position), decides_line(position)]
        elif self.public:
            lines = [view_line(position, player if self.private else None)]
        if self.private and (self.recalls or not self.public):
            own = self.open_game.history.own(
                self.open_game.components, position.view(player), player
            )
            lines.append(f"seat {player}: {own}")
        return "\n".join(lines)


@lru_cache(maxsize=1)  # the same row serves several kinds of observations in turn
def written(position: OpenPosition, player: int, seat: int | None) -> Any:
    """The row of the player's place with what the seat, or a spectator (None), knows. In a
    spectator's row the private fields have no meaning."""
    open_game, view = position.open_game, position.view(seat)
    observer = OBSERVERS[open_game.rules.name]
    if open_game.packed_box is None:
        plain = [0] * observer.layout.size
        observer.observe(open_game.components.box, view, player, plain)
        return np.array(plain, np.int16)
    row = np.empty(observer.layout.size, np.int16)
    packed = view.to_array(**observer.core.layout(open_game.players))
    observer.write(open_game.packed_box, packed, player, row)
    return row


def view_line(position: OpenPosition, seat: int | None) -> str:
    """What the seat, or a spectator, sees: the view as docs/views.md describes it."""
    open_game, names = position.open_game, NAMES[: position.open_game.players]
    view, options = position.view(seat), position.options or {}
    shown = open_game.rules.view_json(open_game.components, view, seat, names, options)
    return json.dumps(shown, ensure_ascii=False)


def options_line(position: OpenPosition) -> str:
    """The options of the game, random ones included."""
    return " ".join(f"{key}={value}" for key, value in (position.options or {}).items())


def decides_line(position: OpenPosition) -> str:
    """Who decides; in a simultaneous choice this also shows who has chosen."""
    return "over" if position.over else f"{position.state.actor} decides"


def history_line(position: OpenPosition) -> str:
    """The public history, oldest first."""
    return "; ".join(map(position.open_game.told, position.seen))
