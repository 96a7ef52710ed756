"""The compiled search: its arrays and the table of nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from baumeister.bots.network import Network, fitting
from baumeister.bots.network_layers import looker, new_workspace
from baumeister.bots.search.games import IMAGINATION, SearchSettings
from baumeister.bots.search.tree import (
    LONGEST_PATH,
    ROOT,
    SearchWorkspace,
    results,
    table_size,
    walks,
)
from baumeister.kernel.chance import FAST, FastDealer
from baumeister.kernel.game import GameRules
from baumeister.kernel.legal import Legal
from baumeister.play import SeatView


class SearchTree:
    """The arrays of the compiled search for one game with one layout, used for every question."""

    most_a_second = 100_000  # walks; sizes the table of a budget without iterations

    def __init__(
        self, rules: GameRules, components: Any, players: int, network: Network | None = None
    ) -> None:
        import numpy as np

        self._np = np
        self._rules, self._components = rules, components
        core, imagination = rules.core, IMAGINATION[rules.name]
        self.layout = layout = core.layout(players)
        self._search: Callable[..., int] = walks(rules.name)
        self.box: Any = components.box.to_array()
        scratch = {size: layout[size] for size in imagination.scratch.SIZES}
        seats = layout["seats"]
        self.work = SearchWorkspace(
            worlds=np.zeros(1, core.state.dtype(**layout)),
            legal=np.zeros(1, Legal.dtype(actions=core.actions)),
            scratch=np.zeros(1, imagination.scratch.dtype(**scratch)),
            worths=np.zeros(core.actions),
            prior=np.zeros(core.actions),
            shares=np.zeros(seats),
            scores=np.zeros(seats, np.int64),
            values=np.zeros(seats),
            at=np.zeros(seats, np.int64),
            path=np.zeros(LONGEST_PATH, np.int64),
            path_seat=np.zeros(LONGEST_PATH, np.int64),
        )
        self._node = np.dtype(
            [("key", "i8"), ("visits", "i8"), ("value", "f8"), ("win", "f8"), ("points", "f8")]
        )
        self.nodes: Any = np.zeros(0, self._node)
        self._used = 0
        self.network = network or fitting(rules.name)
        self._workspace = None if self.network is None else new_workspace(self.network.layers)

    def fits(self, rules: GameRules, components: Any, players: int) -> bool:
        """Whether a question is about the same game with the same components."""
        same = rules is self._rules and components is self._components
        return same and rules.core.layout(players) == self.layout

    def state_of(self, view: SeatView) -> Any:
        """The view of a seat in the form that `walk` takes."""
        return view.state.to_array(**self.layout)

    def dealers_of(self, dealer: FastDealer) -> Any:
        """A dealer in the form that `walk` takes."""
        return dealer.record().to_array(**FAST)

    def consult(self, network: Network, view: SeatView, state: Any) -> None:
        """Ask the network which actions of the seat are promising; `state` holds the view."""
        work, workspace, seat = self.work, self._workspace, view.seat
        look = looker(self._rules.name)
        look(self.box, state, seat, network.layers, workspace, work.legal, work.worths, work.prior)

    def plant(self, players: int, iterations: int) -> None:
        """An empty table, at least twice as large as there will be nodes, with the roots."""
        size = table_size(players, iterations)
        if len(self.nodes) != size:
            self.nodes = self._np.zeros(size, self._node)
        else:
            self.nodes.view(self._np.int64).fill(0)
        self.nodes["key"][:players] = ROOT
        self._used = players

    def walk(
        self, state: Any, seat: int, dealers: Any, iterations: int, settings: SearchSettings
    ) -> None:
        """Walk so many times from what the seat sees; `state` holds its view."""
        self._used = self._search(
            self.box,
            state,
            seat,
            dealers,
            self.nodes,
            self._used,
            iterations,
            settings,
            self.work,
        )

    def results(self, root: int, legal: Sequence[int]) -> tuple[list[int], list[list[float]]]:
        """What is known of each action at a root: tries, and sums of value, win and points."""
        np = self._np
        visits, sums = np.zeros(len(legal), np.int64), np.zeros((len(legal), 3))
        results(self.nodes, root, np.array(legal), visits, sums)
        return visits.tolist(), sums.tolist()
