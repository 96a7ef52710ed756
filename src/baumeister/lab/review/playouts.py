"""How a game is likely to go on: many playouts from one state, compiled.

A playout plays to the end by the greedy bot's judgement, slightly blurred. What nobody knows, such
as the order of a pile, is shuffled anew for every playout, so that only what has happened counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

from baumeister.bots.choosing import WEIGH, best_action
from baumeister.bots.search.games import IMAGINATION
from baumeister.games import GAMES
from baumeister.kernel.chance import FAST, FastDealer
from baumeister.kernel.game import GameRules
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import CompiledFunction, NotCompiled, can_compile, compiled
from baumeister.lab.review.games import REVIEWED
from baumeister.play import SeatView

ALL_KNOWING = -1  # in the place of a seat: the state is what it is, nothing is imagined
NO_ACTION = -1


class Workspace(NamedTuple):
    """Arrays that playouts write to. Sums are by action and seat."""

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
def compiled_playouts(game: str) -> CompiledFunction[..., None]:
    """The compiled playouts of a game."""
    core = GAMES[game].core
    apply, legal_actions, is_forced = core.apply, core.legal_actions, core.is_forced
    share_of_win, score, over = core.share_of_win, core.score, core.over
    imagination, weigh = IMAGINATION[game], WEIGH[game]
    imagine, shuffle_hidden = imagination.imagine, imagination.shuffle_hidden

    @compiled
    def play_out(
        box: Any, start: Any, knower: int, seat: int, actions: Any, dealers: Any, n: int,
        blur: float, work: Workspace,
    ) -> None:  # fmt: skip
        """In each of n worlds, carry out each action of the seat and play to the end.

        All actions of a world meet the same chance, as far as they ask for it alike.
        """
        dealer = dealers[0]
        legal = work.legal[0]
        players = start[0].n_players
        for _ in range(n):
            work.worlds[0] = start[0]
            if knower == ALL_KNOWING:
                shuffle_hidden(work.worlds[0], dealer)
            else:
                imagine(work.worlds[0], knower, dealer, work.scratch[0])
            dealers[1] = dealers[0]
            for k in range(len(actions)):
                dealers[0] = dealers[1]
                work.worlds[1] = work.worlds[0]
                world = work.worlds[1]
                if actions[k] != NO_ACTION:
                    apply(box[0], world, dealer, seat, actions[k])
                while world.step != over:
                    actor = world.actor  # only, as in bots/search/tree.py
                    legal_actions(box[0], world, actor, legal)
                    if is_forced(world, legal):
                        action = legal.actions[0]
                    else:
                        weigh(box[0], world, actor, legal, work.worths)
                        action = best_action(legal, work.worths, blur, dealer)
                    apply(box[0], world, dealer, actor, action)
                share_of_win(box[0], world, work.won)
                for s in range(players):
                    win = work.won[s]
                    work.wins[k, s] += win
                    work.win_squares[k, s] += win * win
                    work.points[k, s] += score(box[0], world, world.players[s])
                    if k == 0:
                        work.gains[0, s] = win
                    else:
                        gain = win - work.gains[0, s]
                        work.gains[k, s] += gain
                        work.gain_squares[k, s] += gain * gain

    return play_out


@dataclass(frozen=True)
class Prospects:
    """What playouts led to, by seat."""

    wins: tuple[float, ...]  # the shares of the win; they add up to 1
    errors: tuple[float, ...]  # their standard errors
    points: tuple[float, ...]
    gains: tuple[float, ...]  # wins less those of the first action compared
    gain_errors: tuple[float, ...]
    playouts: int


class Playouts:
    """Plays a game on, many times. The same seed and question give the same answer."""

    def __init__(
        self,
        rules: GameRules,
        components: Any,
        players: int,
        seed: str,
        blur: float | None = None,
    ) -> None:
        if not can_compile():
            raise NotCompiled("error.review.needs_numba")
        import numpy as np

        self._np = np
        self._seed = seed
        self._players = players
        self._play = compiled_playouts(rules.name)
        self._blur = REVIEWED[rules.name].blur if blur is None else blur
        self._box = components.box.to_array()
        self._core = rules.core
        self._layout = rules.core.layout(players)
        self._state = rules.core.state.dtype(**self._layout)
        self._legal = np.zeros(1, Legal.dtype(actions=rules.core.actions))
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
        work = Workspace(
            np.zeros(2, self._state), self._legal, self._scratch, np.zeros(self._core.actions),
            np.zeros(self._layout["seats"]), *sums,
        )  # fmt: skip
        start = state.to_array(**self._layout)
        chosen = np.array(actions)
        self._play(self._box, start, knower, seat, chosen, dealers, n, self._blur, work)
        return [self._prospects(work, k, n) for k in range(len(actions))]

    def _prospects(self, work: Workspace, k: int, n: int) -> Prospects:
        seats = range(self._players)
        return Prospects(
            wins=tuple(float(work.wins[k, s]) / n for s in seats),
            errors=tuple(_error(work.wins[k, s], work.win_squares[k, s], n) for s in seats),
            points=tuple(float(work.points[k, s]) / n for s in seats),
            gains=tuple(float(work.gains[k, s]) / n if k else 0.0 for s in seats),
            gain_errors=tuple(
                _error(work.gains[k, s], work.gain_squares[k, s], n) if k else 0.0 for s in seats
            ),
            playouts=n,
        )


def _error(total: float, squares: float, n: int) -> float:
    """The standard error of a mean, with half an observation against false certainty."""
    mean = total / n
    return sqrt(max(squares / n - mean * mean, 0.25 / n) / n)
