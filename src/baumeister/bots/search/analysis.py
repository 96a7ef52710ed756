"""The search from Python: budgets, and what it found as ranked alternatives."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from baumeister.bots.search.games import IMAGINATION
from baumeister.bots.search.tree import MOST_NODES, Knobs, Paper, walks
from baumeister.play import SeatView
from baumeister.rules.kernel.chance import FAST, FastDealer
from baumeister.rules.kernel.legal import Legal

CHUNK = 64  # walks between two looks at whether the answer is clear
MOST_ITERATIONS = 10_000_000
LONGEST_PATH = 512  # decisions; the longest game seen had 700, forced ones included, for 8 players

KNOBS: dict[str, Knobs] = {
    "tybor": Knobs(exploration=0.6, trust=3.0, blur=2.0, margin=0.3, lead=40.0),
    "samara": Knobs(exploration=0.6, trust=3.0, blur=2.0, margin=0.3, lead=30.0),
}  # by game


@dataclass(frozen=True)
class Budget:
    """How much a search may think: walks through the tree, seconds, or whichever ends first."""

    iterations: int | None = None
    seconds: float | None = None
    until_clear: bool = False  # stop when the rest could not change the answer

    def __post_init__(self) -> None:
        if self.iterations is None and self.seconds is None:
            raise ValueError("a budget needs iterations, seconds or both")
        if self.iterations is not None and self.iterations < 1:
            raise ValueError(f"{self.iterations} iterations: at least 1 is needed")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"{self.seconds} seconds: more than 0 is needed")


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
    """Somebody who thinks about what a seat sees. Knows nothing else, and forgets it again."""

    def __init__(self, seed: str, knobs: Knobs | None = None) -> None:
        self._seed = seed
        self._knobs = knobs
        self._desk: _Desk | None = None

    def analyse(self, view: SeatView, budget: Budget) -> Analysis:
        """The legal actions of the seat, the best first.

        With a budget of iterations the answer depends on the seed and the view alone.
        """
        if view.seat is None or not view.legal:
            raise ValueError("this seat has nothing to decide")
        if self._desk is None or not self._desk.fits(view):
            self._desk = _Desk(view)
        dealer = FastDealer(f"{self._seed}/{view.state.key()}")
        knobs = self._knobs or KNOBS[view.rules.name]
        return self._desk.think(view, budget, dealer, knobs)


class _Desk:
    """The arrays for one game with one layout, used again for every question."""

    def __init__(self, view: SeatView) -> None:
        import numpy as np

        self._np = np
        self._rules, self._components = view.rules, view.components
        parts = view.rules.parts
        self._layout = parts.layout(view.state.n_players)
        self._search = walks(view.rules.name)
        self._box = view.components.box.to_array()
        seats = self._layout["seats"]
        sizes = {"characters": self._layout.get("characters", 1)}
        self._paper = Paper(
            worlds=np.zeros(1, parts.state.dtype(**self._layout)),
            legal=np.zeros(1, Legal.dtype(actions=parts.actions)),
            scratch=np.zeros(1, IMAGINATION[view.rules.name].scratch.dtype(**sizes)),
            worths=np.zeros(parts.actions),
            shares=np.zeros(seats),
            scores=np.zeros(seats, np.int64),
            values=np.zeros(seats),
            at=np.zeros(seats, np.int64),
            path=np.zeros(LONGEST_PATH, np.int64),
            path_seat=np.zeros(LONGEST_PATH, np.int64),
        )
        self._node = np.dtype(
            [("key", "i8"), ("value", "f8"), ("win", "f8"), ("points", "f8"), ("visits", "i8")]
        )
        self._nodes = np.zeros(0, self._node)

    def fits(self, view: SeatView) -> bool:
        """Whether the question is about the same game with the same components."""
        layout = view.rules.parts.layout(view.state.n_players)
        same = view.rules is self._rules and view.components is self._components
        return same and layout == self._layout

    def think(
        self, view: SeatView, budget: Budget, dealer: FastDealer, knobs: Knobs
    ) -> Analysis:
        """Walk through the tree until the budget is used up."""
        begin = perf_counter()
        np, seat = self._np, view.seat
        most = budget.iterations if budget.iterations is not None else MOST_ITERATIONS
        self._clear(view, most)
        state = view.state.to_array(**self._layout)
        dealers = dealer.record().to_array(**FAST)
        actions = np.array(view.legal)
        size = len(self._nodes)
        used, done, chunk = view.state.n_players, 0, CHUNK
        while done < most:
            chunk = min(CHUNK, most - done)
            used = self._search(
                self._box, state, seat, dealers, self._nodes, used, size // 2, chunk, knobs,
                self._paper,
            )
            done += chunk
            if budget.seconds is not None and perf_counter() - begin >= budget.seconds:
                break
            if budget.until_clear and self._is_clear(view, most - done):
                break
        return Analysis(self._ranked(view), done, perf_counter() - begin)

    def _clear(self, view: SeatView, iterations: int) -> None:
        """An empty table, twice as large as there may be nodes."""
        wanted = min(MOST_NODES, view.state.n_players * iterations + 64)
        size = 1 << (2 * wanted - 1).bit_length()
        if len(self._nodes) != size:
            self._nodes = self._np.zeros(size, self._node)
        else:
            self._nodes[:] = self._np.zeros(1, self._node)
        self._nodes["key"][: view.state.n_players] = -1

    def _places(self, view: SeatView):
        root = 0 if IMAGINATION[view.rules.name].one_tree else view.seat

    def _is_clear(self, view: SeatView, left: int) -> bool:
        """Whether no other action can still overtake the one that was tried most."""
        visits = sorted(alternative.visits for alternative in self._ranked(view))
        return len(visits) == 1 or visits[-1] - visits[-2] > left

    def _ranked(self, view: SeatView) -> tuple[Alternative, ...]:
        from baumeister.bots.search.tree import find
        root = 0 if IMAGINATION[view.rules.name].one_tree else view.seat
        found = []
        for action in view.legal:
            node = self._nodes[find(_Rows(self._nodes), root, action)]
            n = int(node["visits"])
            d = max(n, 1)
            found.append(Alternative(action, n, float(node["value"])/d, float(node["win"])/d, float(node["points"])/d))
        found.sort(key=lambda a: (-a.visits, -a.value, a.action))
        return tuple(found)

class _Rows:
    def __init__(self, a): self.a=a
    def __len__(self): return len(self.a)
    def __getitem__(self, i):
        import types
        return types.SimpleNamespace(key=int(self.a[i]["key"]))
