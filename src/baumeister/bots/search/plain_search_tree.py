"""The search interpreted, on plain objects: the same walks as the compiled ones, some hundred times
slower."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from baumeister.bots.network import Network, fitting
from baumeister.bots.search.games import IMAGINATION
from baumeister.bots.search.search_tree import SearchTree
from baumeister.bots.search.tree import LONGEST_PATH, ROOT, SearchWorkspace, find, table_size, walks
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.game import GameRules
from baumeister.kernel.legal import Legal
from baumeister.play import SeatView


class Node:
    """A node of the tree, with the fields of the compiled record."""

    __slots__ = ("key", "points", "value", "visits", "win")

    def __init__(self) -> None:
        self.key = self.visits = 0
        self.value = self.win = self.points = 0.0


class Records(list[Any]):
    """A list of structs whose items are assigned by copying, as in an array of records."""

    def __setitem__(self, place: Any, struct: Any) -> None:
        super().__setitem__(place, struct.copy())


class PlainSearchTree(SearchTree):
    """Like `SearchTree`, without compiled code."""

    most_a_second = 2_000

    def __init__(self, rules: GameRules, components: Any, players: int) -> None:
        self._rules, self._components = rules, components
        core, scratch = rules.core, IMAGINATION[rules.name].scratch
        self.layout = layout = core.layout(players)
        self._search = walks(rules.name).plain
        self.box = [components.box]
        seats = layout["seats"]
        self.work = SearchWorkspace(
            worlds=Records([core.state(**layout)]),
            legal=[Legal(actions=core.actions)],
            scratch=[scratch(**{size: layout[size] for size in scratch.SIZES})],
            worths=[0.0] * core.actions,
            prior=[0.0] * core.actions,
            shares=[0.0] * seats,
            scores=[0] * seats,
            values=[0.0] * seats,
            at=[0] * seats,
            path=[0] * LONGEST_PATH,
            path_seat=[0] * LONGEST_PATH,
        )
        self.nodes = []
        self._used = 0
        self.network = fitting(rules.name)

    def state_of(self, view: SeatView) -> Any:
        """The view of a seat in the form that `walk` takes."""
        return [view.state]

    def dealers_of(self, dealer: FastDealer) -> Any:
        """A dealer in the form that `walk` takes."""
        return [dealer]

    def consult(self, network: Network, view: SeatView, state: Any) -> None:
        """Ask the network which actions of the seat are promising."""
        for action, share in zip(view.legal, network.promises(view).tolist(), strict=True):
            self.work.prior[action] = share

    def plant(self, players: int, iterations: int) -> None:
        """An empty table with the roots."""
        self.nodes = [Node() for _ in range(table_size(players, iterations))]
        for root in self.nodes[:players]:
            root.key = ROOT
        self._used = players

    def results(self, root: int, legal: Sequence[int]) -> tuple[list[int], list[list[float]]]:
        """What is known of each action at a root: tries, and sums of value, win and points."""
        found = [self.nodes[find(self.nodes, root, action)] for action in legal]
        return [n.visits for n in found], [[n.value, n.win, n.points] for n in found]
