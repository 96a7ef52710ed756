"""Whole games between bots in compiled code; the same games that a table would show.

Chance comes off the tape of each game's seed and every bot has its own stream, exactly as at
a table (play.Table, bots.bot_seed), so a game can be looked at afterwards by its seed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from baumeister.bots import bot_seed
from baumeister.bots.policies import POLICIES, decider
from baumeister.play import Game
from baumeister.play.games import RULES
from baumeister.rules.kernel.chance import FAST, DealerRecord, tape
from baumeister.rules.kernel.legal import Legal
from baumeister.rules.kernel.rule import Entry, entry, rule

CHUNK = 256  # games that are set up and played in one call
TAPE = 1024  # words of chance for one game; the longest seen needed 700


@dataclass(frozen=True)
class GameResult:
    """How one game ended."""

    seed: str
    scores: tuple[int, ...]
    shares: tuple[float, ...]  # 1 for the winner, shared by several
    decisions: int  # forced ones included


@rule
def unnoticed(box: Any, state: Any, seat: int, action: int, row: Any) -> None:
    """Somebody who looks on and notes nothing."""


def game_loop(game: str, notice: Callable[..., None]) -> Callable[..., int]:
    """The rule that plays a game that has been dealt to its end and returns the number of
    decisions. `notice` is told of every action before it is carried out, and may write into row
    `seat` of `notes`."""
    parts = RULES[game].parts
    apply, is_forced, over = parts.apply, parts.is_forced, parts.over
    legal_actions, hide = parts.legal_actions, parts.hide
    decide = decider(game)

    @rule
    def play_on(
        box: Any,
        state: Any,
        view: Any,
        dealer: Any,
        chances: Any,
        policies: Any,
        legal: Any,
        worths: Any,
        notes: Any,
    ) -> int:
        decisions = 0
        while state.step != over:
            seat = state.actor
            legal_actions(box, state, seat, legal[0])
            if is_forced(state, legal[0]):
                action = legal[0].actions[0]
            else:
                view[0] = state
                hide(view[0], state, seat)
                chance = chances[seat]
                action = decide(policies[seat], box, view[0], seat, legal[0], worths, chance)
            notice(box, state, seat, action, notes[seat])
            apply(box, state, dealer, seat, action)
            decisions += 1
        return decisions

    return play_on


@cache
def _play_games(game: str) -> Entry[..., None]:
    """The compiled loop for one game."""
    parts = RULES[game].parts
    start, score, share_of_win = parts.start, parts.score, parts.share_of_win
    play_on = game_loop(game, unnoticed)

    @entry
    def play_games(
        box: Any,
        states: Any,
        views: Any,
        dealers: Any,
        chances: Any,
        policies: Any,
        options: Any,
        legal: Any,
        worths: Any,
        scores: Any,
        shares: Any,
        decisions: Any,
    ) -> None:
        """Play game g for every row of `options`; state 1 must stay all zero."""
        for g in range(len(options)):
            states[0] = states[1]
            state, dealer = states[0], dealers[g]
            start(box[0], state, dealer, options[g, 0], options[g, 1], options[g, 2])
            decisions[g] = play_on(
                box[0], state, views, dealer, chances[g], policies, legal, worths, scores
            )
            for seat in range(state.n_players):
                scores[g, seat] = score(box[0], state, state.players[seat])
            share_of_win(box[0], state, shares[g])

    return play_games


@dataclass(frozen=True)
class Deals:
    """Games that are about to be played: what `start` takes, and the chance of each."""

    options: Any  # a row for each game
    dealers: Any
    chances: Any  # by game and seat

    def check(self) -> None:
        """RuntimeError if the tapes were too short for the games that have been played."""
        if (self.dealers["position"] > TAPE).any():
            raise RuntimeError(f"a game needed more than {TAPE} words of chance: raise TAPE")


class FastGames:
    """Plays a game between bots that exist as rules."""

    def __init__(self, game: Game, players: int, bots: Sequence[str]) -> None:
        import numpy as np

        self._np = np
        self._rules = game.rules
        self._components = game.components
        self.players = players
        parts = game.rules.parts
        dtype = parts.state.dtype(**parts.layout(players))
        self.box = game.components.box.to_array()
        self.states = np.zeros(2, dtype)
        self.views = np.zeros(1, dtype)
        self.legal = np.zeros(1, Legal.dtype(actions=parts.actions))
        self.worths = np.zeros(parts.actions)
        self.policies = np.array([POLICIES[name] for name in bots])

    def play(self, seeds: Sequence[str], options: Mapping[str, Any]) -> list[GameResult]:
        """One game for each seed; options that are not given are drawn from it."""
        results: list[GameResult] = []
        for k in range(0, len(seeds), CHUNK):
            results += self._play_chunk(seeds[k : k + CHUNK], options)
        return results

    def deal(self, seeds: Sequence[str], options: Mapping[str, Any]) -> Deals:
        """What the games of these seeds begin with."""
        np = self._np
        dealers = np.zeros(len(seeds), DealerRecord.dtype(tape=TAPE))
        chances = np.zeros((len(seeds), self.players), DealerRecord.dtype(**FAST))
        starts = np.zeros((len(seeds), 3), np.int64)
        given = {"players": self.players, **options}
        for g, seed in enumerate(seeds):
            complete = self._rules.complete_options(self._components, given, seed)
            starts[g] = self._rules.start_arguments(complete)
            dealers[g]["tape"] = tape(seed, TAPE)
            for seat in range(self.players):
                chances[g, seat] = _fast_dealer(bot_seed(seed, seat))
        dealers["length"] = TAPE
        return Deals(starts, dealers, chances)

    def _play_chunk(self, seeds: Sequence[str], options: Mapping[str, Any]) -> list[GameResult]:
        np = self._np
        deals = self.deal(seeds, options)
        scores = np.zeros((len(seeds), self.players), np.int64)
        shares = np.zeros((len(seeds), self.players))
        decisions = np.zeros(len(seeds), np.int64)
        _play_games(self._rules.name)(
            self.box,
            self.states,
            self.views,
            deals.dealers,
            deals.chances,
            self.policies,
            deals.options,
            self.legal,
            self.worths,
            scores,
            shares,
            decisions,
        )
        deals.check()
        rows = zip(seeds, scores.tolist(), shares.tolist(), decisions.tolist(), strict=True)
        return [GameResult(seed, tuple(s), tuple(w), n) for seed, s, w, n in rows]


def _fast_dealer(seed: str) -> tuple[int, int, int, int, int, int, list[int]]:
    """chance.FastDealer(seed).record(), without making two objects for each seat of each game."""
    digest = hashlib.sha256(seed.encode()).digest()
    a, b, c = (int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8))
    return a, b, c, 1, 0, 0, [0]
