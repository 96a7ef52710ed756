"""The search from Python: budgets, and what it found as ranked alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from baumeister.bots.network import Network, fitting
from baumeister.bots.network_layers import looker, new_sheet
from baumeister.bots.search.games import IMAGINATION, SETTINGS, SearchSettings
from baumeister.bots.search.tree import MOST_NODES, ROOT, Workspace, results, walks
from baumeister.kernel import rule
from baumeister.kernel.chance import FAST, FastDealer
from baumeister.kernel.game import GameRules
from baumeister.kernel.legal import Legal
from baumeister.play import SeatView

CHUNK = 64  # walks between two looks at whether the answer is clear
PATIENCE = 0.02  # the part of the time that may pass between two looks at the clock
MOST_ITERATIONS = 10_000_000
MOST_A_SECOND = 100_000  # walks; what a table is made for when there is only a clock
LONGEST_PATH = 1024  # decisions of a game, at most


@dataclass(frozen=True)
class Budget:
    """How much a search may think: walks through the tree, seconds, or whichever ends first."""

    iterations: int | None = None
    seconds: float | None = None
    until_clear: bool = False  # stop when the rest could not change the answer

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise ValueError("a budget needs iterations, seconds or both")
        if self.iterations is not None:
            if type(self.iterations) is not int:
                raise ValueError(f"{self.iterations!r} iterations: a whole number is needed")
            if self.iterations < 1:
                raise ValueError(f"{self.iterations} iterations: at least 1 is needed")
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise ValueError(f"{self.seconds} seconds: more than 0 is needed, and an end")


@dataclass(frozen=True)
class Alternative:
    """One legal action, and what the search expects of it."""

    action: int
    visits: int
    value: float  # what the search goes by: winning, and a little for the lead
    win: float  # the expected share of the win, 0 to 1
    points: float  # the expected points of the seat at the end


@dataclass(frozen=True)
class Analysis:
    """What a search found for one question."""

    alternatives: tuple[Alternative, ...]  # the best first; all legal actions
    iterations: int
    seconds: float

    @property
    def best(self) -> Alternative:
        """The action to take."""
        return self.alternatives[0]


class Analyst:
    """Somebody who thinks about what a seat sees. Knows nothing else, and forgets it again.

    If asked to, the network that comes with the program tells where to look first; `prior` and
    `tries` of the settings say how much that counts.
    """

    def __init__(
        self, seed: str, settings: SearchSettings | None = None, network: bool = False
    ) -> None:
        self._seed = seed
        self._settings = settings
        self._asks_network = network
        self._tree: SearchTree | None = None

    def analyse(self, view: SeatView, budget: Budget) -> Analysis:
        """The legal actions of the seat, the best first.

        With a budget of iterations the answer depends on the seed and the view alone.
        """
        if view.seat is None or not view.legal:
            raise ValueError("this seat has nothing to decide")
        if not rule.can_compile():
            raise rule.NotCompiled("error.rule.needs_numba")
        players = view.state.n_players
        if self._tree is None or not self._tree.fits(view.rules, view.components, players):
            self._tree = SearchTree(view.rules, view.components, players)
            self._think(view, Budget(iterations=1), FastDealer(""))  # compiles
        return self._think(view, budget, FastDealer(f"{self._seed}/{view.state.key()}"))

    def _think(self, view: SeatView, budget: Budget, dealer: FastDealer) -> Analysis:
        """Walk through the tree until the budget is used up."""
        assert self._tree is not None
        assert view.seat is not None
        begin, tree = perf_counter(), self._tree
        most = budget.iterations or MOST_ITERATIONS
        expected = most
        if budget.seconds is not None:
            expected = min(most, 1 + int(MOST_A_SECOND * budget.seconds))
        settings = self._settings or SETTINGS[view.rules.name]
        state = view.state.to_array(**tree.layout)
        if tree.network is None or not self._asks_network:
            settings = settings._replace(prior=0.0, tries=0.0)
        elif settings.prior > 0.0 or settings.tries > 0.0:
            tree.consult(tree.network, state, view.seat)
        tree.plant(view.state.n_players, expected)
        dealers = dealer.record().to_array(**FAST)
        found = Found(view.legal, 0 if settings.one_tree else view.seat)
        done, step = 0, 1
        while done < most:
            walks_now = min(step, CHUNK - done % CHUNK, most - done)
            tree.walk(state, view.seat, dealers, walks_now, settings)
            done += walks_now
            elapsed = perf_counter() - begin
            if budget.seconds is None:
                step = CHUNK
            elif elapsed >= budget.seconds:
                break
            else:
                step = max(1, int(PATIENCE * budget.seconds * done / elapsed))
            if budget.until_clear and done % CHUNK == 0 and found.is_clear(tree.nodes, most - done):
                break
        ranked = found.ranked(tree.nodes)
        return Analysis(ranked, done, perf_counter() - begin)


class SearchTree:
    """The tree and the workspace for one game with one layout, used again for every question."""

    def __init__(
        self, rules: GameRules, components: Any, players: int, network: Network | None = None
    ) -> None:
        import numpy as np

        self._np = np
        self._rules, self._components = rules, components
        parts, imagination = rules.parts, IMAGINATION[rules.name]
        self.layout = layout = parts.layout(players)
        self._search = walks(rules.name)
        self.box = components.box.to_array()
        scratch = {size: layout[size] for size in imagination.scratch.SIZES}
        seats = layout["seats"]
        self.work = Workspace(
            worlds=np.zeros(1, parts.state.dtype(**layout)),
            legal=np.zeros(1, Legal.dtype(actions=parts.actions)),
            scratch=np.zeros(1, imagination.scratch.dtype(**scratch)),
            worths=np.zeros(parts.actions),
            prior=np.zeros(parts.actions),
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
        self.nodes = np.zeros(0, self._node)
        self._used = 0
        self.network = network or fitting(rules.name)
        self._sheet = None if self.network is None else new_sheet(self.network.layers)

    def fits(self, rules: GameRules, components: Any, players: int) -> bool:
        """Whether a question is about the same game with the same components."""
        same = rules is self._rules and components is self._components
        return same and rules.parts.layout(players) == self.layout

    def consult(self, network: Network, state: Any, seat: int) -> None:
        """Ask the network which actions of the seat are promising; `state` holds a view."""
        work, sheet = self.work, self._sheet
        look = looker(self._rules.name)
        look(self.box, state, seat, network.layers, sheet, work.legal, work.worths, work.prior)

    def plant(self, players: int, iterations: int) -> None:
        """An empty table, at least twice as large as there will be nodes, with the roots."""
        wanted = min(MOST_NODES, players * (iterations + 1))
        size = 1 << (2 * wanted - 1).bit_length()
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


class Found:
    """What is known of the actions at the root."""

    def __init__(self, legal: Sequence[int], root: int) -> None:
        import numpy as np

        self._root = root
        self._actions = np.array(legal)
        self._visits = np.zeros(len(legal), np.int64)
        self._sums = np.zeros((len(legal), 3))

    def is_clear(self, nodes: Any, left: int) -> bool:
        """Whether no other action can still overtake the one that was tried most."""
        results(nodes, self._root, self._actions, self._visits, self._sums)
        visits = sorted(self._visits)
        return len(visits) == 1 or bool(visits[-1] - visits[-2] > left)

    def ranked(self, nodes: Any) -> tuple[Alternative, ...]:
        """All actions, those that were tried most first."""
        results(nodes, self._root, self._actions, self._visits, self._sums)
        rows = zip(self._actions.tolist(), self._visits.tolist(), self._sums.tolist(), strict=True)
        found = [
            Alternative(action, visits, *(total / max(visits, 1) for total in sums))
            for action, visits, sums in rows
        ]
        return tuple(sorted(found, key=lambda one: (-one.visits, -one.value, one.action)))
