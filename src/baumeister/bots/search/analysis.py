"""The search from Python: budgets and ranked alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from baumeister.bots.search.games import SETTINGS, SearchSettings
from baumeister.bots.search.plain_search_tree import PlainSearchTree
from baumeister.bots.search.search_tree import SearchTree
from baumeister.kernel import rule
from baumeister.kernel.chance import FastDealer
from baumeister.play import SeatView

CHUNK = 64  # walks between two checks whether the answer is clear
CLOCK_SHARE = 0.02  # the share of the time that may pass between two looks at the clock
MOST_ITERATIONS = 10_000_000


@dataclass(frozen=True)
class Budget:
    """How long a search may run: walks through the tree, seconds, or whichever ends first."""

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
    value: float  # what the search maximises: winning, and a little for the lead
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
    """Analyses what a seat sees. It knows nothing else and remembers nothing.

    `network`: the bundled network suggests where to look first; `prior` and `tries` of the settings
    say how much that counts. `plain`: interpreted, with the same answers; it may change between two
    questions.
    """

    def __init__(
        self,
        seed: str,
        settings: SearchSettings | None = None,
        network: bool = False,
        plain: bool = False,
    ) -> None:
        self.plain = plain
        self._seed = seed
        self._settings = settings
        self._asks_network = network
        self._tree: SearchTree | None = None

    def analyse(self, view: SeatView, budget: Budget) -> Analysis:
        """The legal actions of the seat, the best first.

        With a budget of iterations the answer depends only on the seed and the view.
        """
        if view.seat is None or not view.legal:
            raise ValueError("this seat has nothing to decide")
        if not self.plain and not rule.can_compile():
            raise rule.NotCompiled("error.rule.needs_numba")
        players, kind = view.state.n_players, PlainSearchTree if self.plain else SearchTree
        tree = self._tree
        if type(tree) is not kind or not tree.fits(view.rules, view.components, players):
            self._tree = kind(view.rules, view.components, players)
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
            expected = min(most, 1 + int(tree.most_a_second * budget.seconds))
        settings = self._settings or SETTINGS[view.rules.name]
        state, dealers = tree.state_of(view), tree.dealers_of(dealer)
        if tree.network is None or not self._asks_network:
            settings = settings._replace(prior=0.0, tries=0.0)
        elif settings.prior > 0.0 or settings.tries > 0.0:
            tree.consult(tree.network, view, state)
        tree.plant(view.state.n_players, expected)
        root = 0 if settings.one_tree else view.seat
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
                step = max(1, int(CLOCK_SHARE * budget.seconds * done / elapsed))
            if budget.until_clear and done % CHUNK == 0:
                visits, _ = tree.results(root, view.legal)
                if is_clear(visits, most - done):
                    break
        found = ranked(view.legal, *tree.results(root, view.legal))
        return Analysis(found, done, perf_counter() - begin)


def is_clear(visits: Sequence[int], left: int) -> bool:
    """Whether no other action can overtake the one with the most visits."""
    most = sorted(visits)
    return len(most) == 1 or most[-1] - most[-2] > left


def ranked(
    actions: Sequence[int], visits: Sequence[int], sums: Sequence[Sequence[float]]
) -> tuple[Alternative, ...]:
    """All actions, most visits first."""
    found = [
        Alternative(action, tried, *(total / max(tried, 1) for total in totals))
        for action, tried, totals in zip(actions, visits, sums, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: (-one.visits, -one.value, one.action)))
