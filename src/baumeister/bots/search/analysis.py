"""The search from Python: budgets, and what it found as ranked alternatives."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from baumeister.bots.search.games import IMAGINATION
from baumeister.bots.search.tree import MOST_NODES, ROOT, Knobs, Paper, results, walks
from baumeister.play import SeatView
from baumeister.rules.kernel import rule
from baumeister.rules.kernel.chance import FAST, FastDealer
from baumeister.rules.kernel.legal import Legal

CHUNK = 64  # walks between two looks at whether the answer is clear
PATIENCE = 0.02  # the part of the time that may pass between two looks at the clock
MOST_ITERATIONS = 10_000_000
MOST_A_SECOND = 100_000  # walks; what a table is made for when there is only a clock
LONGEST_PATH = 1024  # decisions of a game; eight players of Tybor make less than 8 x 70

KNOBS: dict[str, Knobs] = {
    "tybor": Knobs(exploration=1.1, trust=3.0, blur=2.0, margin=0.5, lead=25.0, one_tree=False),
    "samara": Knobs(exploration=1.2, trust=6.0, blur=8.0, margin=0.3, lead=30.0, one_tree=True),
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
        if not rule.can_compile():
            raise rule.NotCompiled("error.rule.needs_numba")
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
        parts, imagination = view.rules.parts, IMAGINATION[view.rules.name]
        self._layout = layout = parts.layout(view.state.n_players)
        self._search = walks(view.rules.name)
        self._box = view.components.box.to_array()
        scratch = {size: layout[size] for size in imagination.scratch.SIZES}
        seats = layout["seats"]
        self._paper = Paper(
            worlds=np.zeros(1, parts.state.dtype(**layout)),
            legal=np.zeros(1, Legal.dtype(actions=parts.actions)),
            scratch=np.zeros(1, imagination.scratch.dtype(**scratch)),
            worths=np.zeros(parts.actions),
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
        self._nodes = np.zeros(0, self._node)
        self.think(view, Budget(iterations=1), FastDealer(""), KNOBS[view.rules.name])  # compiles

    def fits(self, view: SeatView) -> bool:
        """Whether the question is about the same game with the same components."""
        layout = view.rules.parts.layout(view.state.n_players)
        same = view.rules is self._rules and view.components is self._components
        return same and layout == self._layout

    def think(self, view: SeatView, budget: Budget, dealer: FastDealer, knobs: Knobs) -> Analysis:
        """Walk through the tree until the budget is used up."""
        begin = perf_counter()
        most = budget.iterations or MOST_ITERATIONS
        expected = most
        if budget.seconds is not None:
            expected = min(most, 1 + int(MOST_A_SECOND * budget.seconds))
        used = self._plant(view.state.n_players, expected)
        state = view.state.to_array(**self._layout)
        dealers = dealer.record().to_array(**FAST)
        found = _Found(view, 0 if knobs.one_tree or view.seat is None else view.seat)
        done, step = 0, 1
        while done < most:
            walks_now = min(step, CHUNK - done % CHUNK, most - done)
            used = self._search(
                self._box,
                state,
                view.seat,
                dealers,
                self._nodes,
                used,
                walks_now,
                knobs,
                self._paper,
            )
            done += walks_now
            elapsed = perf_counter() - begin
            if budget.seconds is None:
                step = CHUNK
            elif elapsed >= budget.seconds:
                break
            else:
                step = max(1, int(PATIENCE * budget.seconds * done / elapsed))
            if (
                budget.until_clear
                and done % CHUNK == 0
                and found.is_clear(self._nodes, most - done)
            ):
                break
        ranked = found.ranked(self._nodes)
        return Analysis(ranked, done, perf_counter() - begin)

    def _plant(self, players: int, iterations: int) -> int:
        """An empty table, at least twice as large as there will be nodes; the number of roots."""
        wanted = min(MOST_NODES, players * (iterations + 1))
        size = 1 << (2 * wanted - 1).bit_length()
        if len(self._nodes) != size:
            self._nodes = self._np.zeros(size, self._node)
        else:
            self._nodes.view(self._np.int64).fill(0)
        self._nodes["key"][:players] = ROOT
        return players


class _Found:
    """What is known of the actions at the root."""

    def __init__(self, view: SeatView, root: int) -> None:
        import numpy as np

        self._root = root
        self._actions = np.array(view.legal)
        self._visits = np.zeros(len(view.legal), np.int64)
        self._sums = np.zeros((len(view.legal), 3))

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
