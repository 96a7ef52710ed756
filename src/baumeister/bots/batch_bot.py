"""Bots that decide in all games of a batch at once, in compiled code: opponents for training.

    env.step(BatchBot("greedy").actions(env))
    envs = VectorGames(game, 256, players=3, opponents=BatchBot("greedy"))

Like every bot they see only what the acting seat may know.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from baumeister.bots.policies import POLICIES, decider
from baumeister.envs.batch import LEAVE, BatchEnv, GameArrays
from baumeister.games import GAMES
from baumeister.kernel.rule import CompiledFunction, compiled, index
from baumeister.play import OptionError


@cache
def _choosing(game: str) -> CompiledFunction[..., None]:
    """The compiled loop for one game."""
    hide, decide = GAMES[game].core.hide, decider(game)

    @compiled
    def choose(
        policy: int,
        box: Any,
        slots: Any,
        states: Any,
        views: Any,
        legal: Any,
        worths: Any,
        chances: Any,
        asked: Any,
        chosen: Any,
    ) -> None:
        """Choose in the games that are asked, and LEAVE the others."""
        for place in range(len(slots)):
            j = index(place)
            row, action = index(slots[j].row), LEAVE
            if asked[row]:
                seat = states[j].actor
                views[0] = states[j]
                hide(views[0], states[j], seat)
                chance = chances[j]
                action = decide(policy, box[0], views[0], seat, legal[j], worths, chance)
            chosen[row] = action

    return choose


class BatchBot:
    """`random` or `greedy`, for all games of a batch. Ties are broken at random, from the same
    stream as `BatchEnv.sample`: the same seed and the same calls give the same games."""

    def __init__(self, name: str = "greedy") -> None:
        if name not in POLICIES:
            raise OptionError("error.batch.bot", given=name, known=", ".join(POLICIES))
        self.name = name

    def actions(self, env: BatchEnv, where: Any = None) -> Any:
        """An action for every game, or for those that are True in `where` and LEAVE for the
        others; a new array."""
        import numpy as np

        choose, policy = _choosing(env.game), POLICIES[self.name]
        chosen = np.full(env.n, LEAVE, np.int64)
        asked = np.empty(env.n, np.bool_)
        asked[:] = True if where is None else where

        def decide(games: GameArrays) -> None:
            views, worths = games.zero.copy(), np.zeros(env.actions)
            choose(
                policy,
                games.box,
                games.slots,
                games.states,
                views,
                games.legal,
                worths,
                games.chances,
                asked,
                chosen,
            )

        env.for_all_games(decide)
        return chosen
