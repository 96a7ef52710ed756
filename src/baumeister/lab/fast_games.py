"""Whole games between bots in compiled code; the same games that a table would show.

Chance comes off the tape of each game's seed and every bot has its own stream, exactly as at
a table (play.Table, bots.bot_seed), so a game can be looked at afterwards by its seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from baumeister.bots import bot_seed
from baumeister.bots.policies import POLICIES, decider
from baumeister.games import GAMES
from baumeister.kernel.chance import FAST, WHOLE_GAME, DealerRecord, tape
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import CompiledFunction, compiled
from baumeister.lab.balance.counting import COUNTERS, Counts
from baumeister.play import Game

CHUNK = 256  # games that are set up and played in one call


@dataclass(frozen=True)
class GameResult:
    """How one game ended."""

    seed: str
    scores: tuple[int, ...]
    shares: tuple[float, ...]  # 1 for the winner, shared by several
    decisions: int  # forced ones included

    def row(self) -> list[Any]:
        """For a file that knows the seed."""
        return [list(self.scores), list(self.shares), self.decisions]

    @staticmethod
    def from_row(seed: str, row: Sequence[Any]) -> GameResult:
        """The result of the game with this seed."""
        scores, shares, decisions = row
        return GameResult(seed, tuple(scores), tuple(shares), decisions)


@cache
def _play_games(game: str) -> CompiledFunction[..., None]:
    """The compiled loop for one game."""
    core, counter = GAMES[game].core, COUNTERS[game]
    start, apply, is_forced = core.start, core.apply, core.is_forced
    legal_actions, hide = core.legal_actions, core.hide
    score, share_of_win, over = core.score, core.share_of_win, core.over
    notice, settle, shown_in = counter.notice, counter.settle, counter.shown
    place_of, ended_by, clock_of = counter.place, counter.ended, counter.clock
    decide = decider(game)

    @compiled
    def play_games(
        box: Any,
        states: Any,
        views: Any,
        dealers: Any,
        chances: Any,
        policies: Any,
        legal: Any,
        worths: Any,
        counts: Counts,
    ) -> None:
        """Play game g for every row of `counts.options`; state 1 must stay all zero."""
        options, rows = counts.options, counts.rows
        for g in range(len(options)):
            states[0] = states[1]
            state = states[0]
            start(box[0], state, dealers[g], options[g, 0], options[g, 1], options[g, 2])
            for seat in range(state.n_players):
                counts.places[g, seat] = place_of(state, seat)
            while state.step != over:
                # The acting seat only, not all who choose at once (kernel/forced.py): 2 % faster,
                # and the same games, because bots do not look at who has chosen (tests/lab).
                seat = state.actor
                legal_actions(box[0], state, seat, legal[0])
                if is_forced(state, legal[0]):
                    action = legal[0].actions[0]
                else:
                    views[0] = states[0]
                    hide(views[0], state, seat)
                    chance = chances[g, seat]
                    action = decide(
                        policies[seat], box[0], views[0], seat, legal[0], worths, chance
                    )
                notice(box[0], state, seat, action, rows[g, seat])
                apply(box[0], state, dealers[g], seat, action)
                counts.decisions[g] += 1
            for seat in range(state.n_players):
                counts.scores[g, seat] = score(box[0], state, state.players[seat])
                settle(box[0], state, seat, rows[g, seat])
            shown_in(state, counts.shown[g])
            share_of_win(box[0], state, counts.shares[g])
            counts.ended[g] = ended_by(state)
            counts.clock[g] = clock_of(state)

    return play_games


class FastGames:
    """Plays a game between bots that exist as rules."""

    def __init__(self, game: Game, players: int, bots: Sequence[str]) -> None:
        import numpy as np

        self._np = np
        self._rules = game.rules
        self._components = game.components
        self._players = players
        core = game.rules.core
        dtype = core.state.dtype(**core.layout(players))
        self._box = game.components.box.to_array()
        self._states = np.zeros(2, dtype)
        self._views = np.zeros(1, dtype)
        self._legal = np.zeros(1, Legal.dtype(actions=core.actions))
        self._worths = np.zeros(core.actions)
        self._policies = np.array([POLICIES[name] for name in bots])

    def play(self, seeds: Sequence[str], options: Mapping[str, Any]) -> list[GameResult]:
        """One game for each seed; options that are not given are drawn from it."""
        results: list[GameResult] = []
        for k, counts in enumerate(self.count(seeds, options)):
            ends = (counts.scores, counts.shares, counts.decisions)
            names = seeds[k * CHUNK : (k + 1) * CHUNK]
            rows = zip(names, *(column.tolist() for column in ends), strict=True)
            results += [GameResult(seed, tuple(s), tuple(w), n) for seed, s, w, n in rows]
        return results

    def count(self, seeds: Sequence[str], options: Mapping[str, Any]) -> Iterator[Counts]:
        """The same games, as what was counted in them, chunk by chunk."""
        for k in range(0, len(seeds), CHUNK):
            yield self._play_chunk(seeds[k : k + CHUNK], options)

    def _play_chunk(self, seeds: Sequence[str], options: Mapping[str, Any]) -> Counts:
        np = self._np
        dealers = np.zeros(len(seeds), DealerRecord.dtype(tape=WHOLE_GAME))
        chances = np.zeros((len(seeds), self._players), DealerRecord.dtype(**FAST))
        counts = Counts.empty(self._rules.name, self._players, len(seeds))
        given = {"players": self._players, **options}
        for g, seed in enumerate(seeds):
            complete = self._rules.complete_options(given, seed)
            counts.options[g] = self._rules.start_arguments(complete)
            dealers[g]["tape"] = tape(seed, WHOLE_GAME)
            for seat in range(self._players):
                chances[g, seat] = _fast_dealer(bot_seed(seed, seat))
        dealers["length"] = WHOLE_GAME
        _play_games(self._rules.name)(
            self._box,
            self._states,
            self._views,
            dealers,
            chances,
            self._policies,
            self._legal,
            self._worths,
            counts,
        )
        if (dealers["position"] > WHOLE_GAME).any():
            raise RuntimeError(
                f"a game needed more than {WHOLE_GAME} words of chance: raise WHOLE_GAME"
            )
        return counts


def _fast_dealer(seed: str) -> tuple[int, int, int, int, int, int, list[int]]:
    """chance.FastDealer(seed).record(), without making two objects for each seat of each game."""
    digest = hashlib.sha256(seed.encode()).digest()
    a, b, c = (int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8))
    return a, b, c, 1, 0, 0, [0]
