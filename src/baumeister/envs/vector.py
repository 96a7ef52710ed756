"""Gymnasium's vector interface over a batch of games.

With `opponents` it is an ordinary single-agent problem: the learner has one seat in every game. The
others are played at random ("random"), by a bot (`BatchBot("greedy")` of baumeister.bots.batch_bot)
or by a function, and a step ends at the learner's next decision. The reward is the learner's share
of the win, given with the last step of a game.

    envs = VectorGames(game, 256, players=3, opponents="random")
    observations, info = envs.reset(seed=1)
    observations, rewards, terminated, truncated, info = envs.step(choose(observations, info))

Without opponents the learner plays every seat: a step is one decision of the acting seat
(`info["actor"]`), and the reward, at the end only, is that of the seat that decided last. The
rewards of all seats are in `info["final_info"]["shares"]`.

When a game ends, the next one begins in the same step (`AutoresetMode.SAME_STEP`): the observation
is the first of the next game, `info["final_obs"]` the last of the old one. No game is truncated.
Legal actions are in `info["action_mask"]`, also for the first observation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

from baumeister.envs.batch import LEAVE, BatchEnv, checked_actions
from baumeister.envs.errors import MissingPackage, OutOfOrder
from baumeister.envs.options import Seeds, plain
from baumeister.kernel.options import OptionError

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise MissingPackage("error.batch.gymnasium") from error

# (observations, masks, actors), with a row for every game that waits, to an action for each
Policy = Callable[[Any, Any, Any], Any]
RANDOM = "random"


@runtime_checkable
class Chooser(Protocol):
    """Decides in many games of a batch at once."""

    def actions(self, env: BatchEnv, where: Any) -> Any:
        """A legal action for every game that is True in `where`, and LEAVE for the others."""


class VectorGames(VectorEnv[Any, Any, Any]):
    """Many games of one kind as a vector environment."""

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int | Sequence[int] = 2,
        *,
        opponents: str | Chooser | Policy | None = None,
        copy: bool = True,
        **batch: Any,
    ) -> None:
        """`copy=False`: the next step overwrites what a step returns, which saves time.

        Further arguments are those of BatchEnv: seed, threads, data, options of the game. A
        function for `opponents` gets only the games in which an opponent decides. The learner's
        seat changes from game to game, so that it has every seat equally often.
        """
        kinds = callable(opponents) or isinstance(opponents, Chooser)
        if not (opponents is None or opponents == RANDOM or kinds):
            raise OptionError("error.batch.opponents", given=opponents)
        self.batch = BatchEnv(game, num_envs, players, final_observations=True, **batch)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.num_envs = num_envs = self.batch.n
        layout = self.batch.layout
        self.single_observation_space = spaces.Box(layout.lows(), layout.highs(), dtype=np.int16)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponents: Any = opponents
        self._copy = copy
        self._seats = np.zeros(num_envs, np.int64)  # of the learner
        self._played = np.zeros(num_envs, np.int64)  # finished games
        self._rewards = np.zeros(num_envs, np.float64)
        self._ended = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)
        self._chosen = np.zeros(num_envs, np.int64)
        self._rows = np.arange(num_envs)
        self._seeds = Seeds(self.batch.seed)
        self._ready = False  # whether all games wait for the learner

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start all games over. Resets without a seed use seed/1, seed/2 … of the last seed that
        was given. `options` of the game apply until the next reset."""
        next_seed, seeds = self._seeds.deal(seed)
        super().reset(seed=plain(seed))
        self.batch.reset(next_seed, options)
        self._played[:] = 0
        self._ended[:] = False
        self._take_seats(self._rows)
        self._let_opponents_play()
        self._seeds = seeds
        return self._shown(self.batch.observations), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision in every game; after IllegalAction no game has changed."""
        batch = self.batch
        if not self._ready:
            if self._seeds.dealt:
                raise OutOfOrder("error.batch.reset_first", what="step()")
            raise OutOfOrder("error.env.before_reset", what="step()")
        if self._opponents is None:
            self._seats[:] = batch.actors
        self._chosen[:] = checked_actions(actions, batch.n)
        if (left := np.flatnonzero(self._chosen == LEAVE)).size:  # it is no action of the space
            raise batch.illegal(int(left[0]), LEAVE)
        batch.step(self._chosen)
        self._ended[:] = False
        self._rewards[:] = 0
        self._note_ends()
        self._let_opponents_play()
        shown = self._shown
        return (
            shown(batch.observations),
            shown(self._rewards),
            shown(self._ended),
            shown(self._truncated),
            self._info(),
        )

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads of the batch."""
        self.batch.close()

    # --- games that end -------------------------------------------------------------------
    def _note_ends(self) -> None:
        rows = np.flatnonzero(self.batch.done)
        if len(rows):
            self._ended[rows] = True
            self._rewards[rows] = self.batch.shares[rows, self._seats[rows]]
            self._played[rows] += 1
            self._take_seats(rows)

    def _take_seats(self, rows: Any) -> None:
        """Assign the learner's seat in the games that begin."""
        if self._opponents is not None:
            self._seats[rows] = (rows + self._played[rows]) % self.batch.players[rows]
            self.batch.watched[rows] = self._seats[rows]

    def _let_opponents_play(self) -> None:
        """Step until all games wait for the learner; after an error only a reset helps."""
        self._ready = False
        if self._opponents is not None:
            while (waiting := self.batch.actors != self._seats).any():
                self._step_opponents(waiting)
                self._note_ends()
        self._ready = True

    def _step_opponents(self, waiting: Any) -> None:
        batch = self.batch
        if isinstance(self._opponents, str):
            batch.step(batch.sample(waiting))
            return
        if not callable(self._opponents):
            batch.step(self._opponents.actions(batch, waiting))
            return
        rows = np.flatnonzero(waiting)
        seen = batch.observations[rows], batch.masks[rows], batch.actors[rows]
        self._chosen[:] = LEAVE
        self._chosen[rows] = checked_actions(self._opponents(*seen), len(rows))
        wrong = rows[~_are_legal(batch.masks[rows], self._chosen[rows])]
        if wrong.size:
            row = int(wrong[0])
            raise batch.illegal(row, int(self._chosen[row]), opponent=True)
        batch.step(self._chosen)

    # --- showing --------------------------------------------------------------------------
    def _shown(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        batch, shown = self.batch, self._shown
        info = {"action_mask": shown(batch.masks), "actor": shown(batch.actors)}
        if self._ended.any():
            ended = self._ended.copy()
            info["final_obs"], info["_final_obs"] = shown(batch.final_observations), ended
            info["final_info"] = {"shares": batch.shares.copy(), "scores": batch.scores.copy()}
            info["_final_info"] = ended
        return info


def _are_legal(masks: Any, actions: Any) -> Any:
    """By row: whether the action is one that the mask allows."""
    known = (actions >= 0) & (actions < masks.shape[1])
    return known & (masks[np.arange(len(masks)), np.where(known, actions, 0)] == 1)
