"""How a game is likely to go on: many playouts from one state, compiled.

A playout plays to the end by the greedy bot's judgement, slightly blurred. What nobody knows, the
order of the piles, is shuffled anew for every playout, so that only what has happened counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from baumeister.bots.choosing import WEIGH, best_action
from baumeister.bots.search.games import IMAGINATION
from baumeister.games import GAMES
from baumeister.games.samara.state import State as SamaraState
from baumeister.games.tybor.state import State as TyborState
from baumeister.kernel.chance import FAST, Dealer, FastDealer, below, shuffle
from baumeister.kernel.game import GameRules
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import Entry, NotCompiled, can_compile, entry, rule
from baumeister.play import SeatView

ALL_KNOWING = -1  # in the place of a seat: the state is what it is, nothing is imagined
NO_ACTION = -1
BLUR = {"tybor": 4.0, "samara": 9.0}  # points by which actions are misjudged in playouts: those
# with which foretold chances fit the results best, see docs/review.md


@rule
def shuffle_tybor(state: TyborState, dealer: Dealer) -> None:
    """T7.4 The order of both piles."""
    start = state.pile_end - state.n_pile
    for left in range(state.n_pile - 1, 0, -1):
        other = start + below(dealer, left + 1)
        card = state.pile[start + left]
        state.pile[start + left] = state.pile[other]
        state.pile[other] = card
    shuffle(dealer, state.building_pile, state.n_building_pile)


@rule
def shuffle_samara(state: SamaraState, dealer: Dealer) -> None:
    """S9.1 After the set-up nothing is left to chance."""


SHUFFLE: dict[str, Callable[..., None]] = {"tybor": shuffle_tybor, "samara": shuffle_samara}


class Paper(NamedTuple):
    """Arrays that playouts write on. Sums are by action and seat."""

    worlds: Any  # two states
    legal: Any  # one Legal
    scratch: Any  # one record for imagining
    worths: Any  # by legal action
    won: Any  # by seat
    wins: Any
    win_squares: Any
    points: Any
    gains: Any  # wins less those of the first action in the same world
    gain_squares: Any


@cache
def playouts(game: str) -> Entry[..., None]:
    """The compiled playouts of a game."""
    parts = GAMES[game].parts
    apply, legal_actions, is_forced = parts.apply, parts.legal_actions, parts.is_forced
    share_of_win, score, over = parts.share_of_win, parts.score, parts.over
    imagine, shuffle_piles, weigh = IMAGINATION[game].imagine, SHUFFLE[game], WEIGH[game]

    @entry
    def outlook(
        box: Any, start: Any, knower: int, seat: int, actions: Any, dealers: Any, n: int,
        blur: float, paper: Paper,
    ) -> None:  # fmt: skip
        """In each of n worlds, carry out each action of the seat and play to the end.

        All actions of a world meet the same chance, as far as they ask for it alike.
        """
        dealer = dealers[0]
        legal = paper.legal[0]
        players = start[0].n_players
        for _ in range(n):
            paper.worlds[0] = start[0]
            if knower == ALL_KNOWING:
                shuffle_piles(paper.worlds[0], dealer)
            else:
                imagine(paper.worlds[0], knower, dealer, paper.scratch[0])
            dealers[1] = dealers[0]
            for k in range(len(actions)):
                dealers[0] = dealers[1]
                paper.worlds[1] = paper.worlds[0]
                world = paper.worlds[1]
                if actions[k] != NO_ACTION:
                    apply(box[0], world, dealer, seat, actions[k])
                while world.step != over:
                    actor = world.actor  # only, as in bots/search/tree.py
                    legal_actions(box[0], world, actor, legal)
                    if is_forced(world, legal):
                        action = legal.actions[0]
                    else:
                        weigh(box[0], world, actor, legal, paper.worths)
                        action = best_action(legal, paper.worths, blur, dealer)
                    apply(box[0], world, dealer, actor, action)
                share_of_win(box[0], world, paper.won)
                for s in range(players):
                    win = paper.won[s]
                    paper.wins[k, s] += win
                    paper.win_squares[k, s] += win * win
                    paper.points[k, s] += score(box[0], world, world.players[s])
                    if k == 0:
                        paper.gains[0, s] = win
                    else:
                        gain = win - paper.gains[0, s]
                        paper.gains[k, s] += gain
                        paper.gain_squares[k, s] += gain * gain

    return outlook


@dataclass(frozen=True)
class Prospects:
    """What playouts led to, by seat."""

    wins: tuple[float, ...]  # the shares of the win; they add up to 1
    errors: tuple[float, ...]  # their standard errors
    points: tuple[float, ...]
    gains: tuple[float, ...]  # wins less those of the first action compared
    gain_errors: tuple[float, ...]
    playouts: int


class Outlook:
    """Looks at the rest of a game. The same seed and question give the same answer."""

    def __init__(self, rules: GameRules, components: Any, players: int, seed: str) -> None:
        if not can_compile():
            raise NotCompiled("error.review.needs_numba")
        import numpy as np

        self._np = np
        self._seed = seed
        self._players = players
        self._play = playouts(rules.name)
        self._blur = BLUR[rules.name]
        self._box = components.box.to_array()
        self._parts = rules.parts
        self._layout = rules.parts.layout(players)
        self._state = rules.parts.state.dtype(**self._layout)
        self._legal = np.zeros(1, Legal.dtype(actions=rules.parts.actions))
        scratch = IMAGINATION[rules.name].scratch
        sizes = {size: self._layout[size] for size in scratch.SIZES}
        self._scratch = np.zeros(1, scratch.dtype(**sizes))

    def now(self, state: Any, n: int) -> Prospects:
        """From a whole state."""
        return self._look(state, ALL_KNOWING, 0, (NO_ACTION,), n)[0]

    def after(self, state: Any, seat: int, action: int, n: int) -> Prospects:
        """From a whole state after an action of a seat, with whatever chance may bring then."""
        return self._look(state, ALL_KNOWING, seat, (action,), n)[0]

    def compare(self, view: SeatView, actions: Sequence[int], n: int) -> list[Prospects]:
        """After each of these actions, in n worlds that the seat could be in, the same for all."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to decide")
        return self._look(view.state, view.seat, view.seat, actions, n)

    def _look(
        self, state: Any, knower: int, seat: int, actions: Sequence[int], n: int
    ) -> list[Prospects]:
        np = self._np
        dealer = FastDealer(f"{self._seed}/{knower}/{seat}/{tuple(actions)}/{state.key()}")
        dealers = np.repeat(dealer.record().to_array(**FAST), 2)
        sums = [np.zeros((len(actions), self._layout["seats"])) for _ in range(5)]
        paper = Paper(
            np.zeros(2, self._state), self._legal, self._scratch, np.zeros(self._parts.actions),
            np.zeros(self._layout["seats"]), *sums,
        )  # fmt: skip
        start = state.to_array(**self._layout)
        chosen = np.array(actions)
        self._play(self._box, start, knower, seat, chosen, dealers, n, self._blur, paper)
        return [self._prospects(paper, k, n) for k in range(len(actions))]

    def _prospects(self, paper: Paper, k: int, n: int) -> Prospects:
        seats = range(self._players)
        return Prospects(
            wins=tuple(float(paper.wins[k, s]) / n for s in seats),
            errors=tuple(_error(paper.wins[k, s], paper.win_squares[k, s], n) for s in seats),
            points=tuple(float(paper.points[k, s]) / n for s in seats),
            gains=tuple(float(paper.gains[k, s]) / n if k else 0.0 for s in seats),
            gain_errors=tuple(
                _error(paper.gains[k, s], paper.gain_squares[k, s], n) if k else 0.0 for s in seats
            ),
            playouts=n,
        )


def _error(total: float, squares: float, n: int) -> float:
    """The standard error of a mean, with half an observation against false certainty."""
    mean = total / n
    return sqrt(max(squares / n - mean * mean, 0.25 / n) / n)
