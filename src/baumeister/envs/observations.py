"""Observations of games: rows of int16 with exactly what a seat knows.

The same rules write them in plain Python and in compiled code. `OBSERVERS` names them by game.

| of an Observer | takes | called from |
|---|---|---|
| observe | a view, one struct with all secrets blank | rules, and plain Python |
| write | the same view as an array of one record | Python (compiled) |
| look | an array of whole states and an index; it makes the view itself | rules |
| see | the same | Python (compiled) |
| observe_again | a whole state, one struct, and its memory; faster | rules of the batch |
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from baumeister.envs.layout import Layout
from baumeister.games import ByGame
from baumeister.kernel.entry_points import RulesCore
from baumeister.kernel.game import GameRules
from baumeister.kernel.rule import CompiledFunction, compiled, rule
from baumeister.kernel.struct import Struct
from baumeister.play import SeatView


@dataclass(frozen=True)
class Observer:
    """How observations of one game are written."""

    layout: Layout
    observe: Callable[..., None]  # a rule: (box, view, seat, out), `out` is a whole row
    core: RulesCore
    # The same, faster, for games that are observed many times, each with its own memory.
    memory: type[Struct]
    observe_again: Callable[..., None]  # (box, state, seat, memory, out): from the whole state
    forget: Callable[..., None]  # (memory), before the first observation of a game

    @cached_property
    def look(self) -> Callable[..., None]:
        """A rule: (box, states, i, views, seat, out) writes what a seat knows of state i.
        `views` is work space of at least one state."""
        hide, observe = self.core.hide, self.observe

        @rule
        def look(box: Any, states: Any, i: int, views: Any, seat: int, out: Any) -> None:
            views[0] = states[i]
            hide(views[0], states[i], seat)
            observe(box, views[0], seat, out)

        return look

    @cached_property
    def see(self) -> CompiledFunction[..., None]:
        """The compiled form of `look`."""
        look = self.look

        @compiled
        def see(box: Any, states: Any, i: int, views: Any, seat: int, out: Any) -> None:
            look(box[0], states, i, views, seat, out)

        return see

    @cached_property
    def write(self) -> CompiledFunction[..., None]:
        """The compiled form of `observe`: (box, view, seat, out) with arrays of one record."""
        observe = self.observe

        @compiled
        def write(box: Any, views: Any, seat: int, out: Any) -> None:
            observe(box[0], views[0], seat, out)

        return write


def _observer(rules: GameRules) -> Observer:
    module = rules.part("observation")
    return Observer(
        module.LAYOUT,
        module.observe,
        rules.core,
        module.Memory,
        module.observe_again,
        module.forget,
    )


OBSERVERS = ByGame[Observer](_observer)


def observation(view: SeatView) -> Any:
    """What the seat knows, as an int16 array, in plain Python; a spectator has none."""
    import numpy as np

    if view.seat is None:
        raise ValueError("a spectator has no observation; take the view of a seat")
    observer = OBSERVERS[view.rules.name]
    row = [0] * observer.layout.size
    observer.observe(view.components.box, view.state, view.seat, row)
    return np.array(row, np.int16)
