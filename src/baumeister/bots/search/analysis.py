"""The search from Python: a question, a budget, and the ranked alternatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from baumeister.bots.search.budget import CHUNK, Budget
from baumeister.bots.search.games import SETTINGS, SearchSettings
from baumeister.bots.search.plain_search_tree import PlainSearchTree
from baumeister.bots.search.search_tree import SearchTree
from baumeister.kernel import rule
from baumeister.kernel.chance import FastDealer
from baumeister.play import SeatView


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
        settings = self._settings or SETTINGS[view.rules.name]
        state, dealers = tree.state_of(view), tree.dealers_of(dealer)
        if tree.network is None or not self._asks_network:
            settings = settings._replace(prior=0.0, tries=0.0)
        elif settings.prior > 0.0 or settings.tries > 0.0:
            tree.consult(tree.network, view, state)
        tree.plant(view.state.n_players, budget.expected_walks(tree.most_a_second))
        root = 0 if settings.one_tree else view.seat
        done, walks = 0, 1
        while walks:
            tree.walk(state, view.seat, dealers, walks, settings)
            done += walks
            walks = budget.next_walks(done, perf_counter() - begin)
            if walks and budget.until_clear and done % CHUNK == 0:
                visits, _ = tree.results(root, view.legal)
                if is_clear(visits, budget.most_walks - done):
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
