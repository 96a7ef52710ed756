"""Tybor the Builder for PettingZoo.

| | |
|---|---|
| Import | `from baumeister.envs import tybor_v1` |
| Actions | Discrete |
| Parallel API | No |
| Manual control | No: `baumeister play tybor` |
| Agents | `["player_0", "player_1", …]`, 2 to 8 |
| Action shape, values | (1,), Discrete(517) |
| Observation shape | (945,) of int16, with a mask of (517,) |
| Observation values | bounds of their own for each number |

All players choose one card from their hands at the same time. It becomes a citizen or a worker, or
is discarded to build something; the rest of the hand goes to the neighbour. After four stages,
whoever has the most points wins. The rules: docs/rules/tybor.md.

    from baumeister.envs import tybor_v1

    env = tybor_v1.env(players=3, render_mode="human")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
    env.close()

## Arguments

`players` 2 to 8; `scenario` ("escape-from-the-city", "size-matters", "a-colourful-crowd",
"the-town-grows") and `chapter` (1 to 8), drawn from the seed if not given, also in
`reset(options={"chapter": 3})` for one game; `data`: a file with other values on the cards;
`skip_forced`: whether questions with one answer are answered at once, as at a table (True) or asked
like all others; `reward`: "win" or "margin"; `render_mode`: "human" (prints the table after every
step), "ansi", "rgb_array"; `eyes`: what renders show, see below; `language` of renders, "en" or
"de"; `compiled`: None for compiled rules if numba is installed; the games are the same without.
`env` also takes `illegal_reward`.

## Observation space

`{"observation": …, "action_mask": …}`. The observation is all that the seat knows, and nothing
else: hand, hands it has passed on and remembers, what lies open; the own seat first, the others
clockwise.
`baumeister.envs.observations.OBSERVERS["tybor"].layout` names every field with its place, bounds
and meaning (layout version "tybor-1"); for networks, `layout.scales()` has factors that bring the
numbers to about -1 to 1. An agent that is not asked observes what it knows, with a mask that is all
zero.

All choose at once (T4.1), so they are asked one after the other, from the first player on, and none
of them observes what the others have chosen, only who has.

## Action space

One fixed space for all questions; `env.unwrapped.game.text(action)` says what each is called.

| action | what |
|---|---|
| 0 to 58 | choose this character of the hand (T4.1), in printed order |
| 59, 60 | use it as citizen (T4.3), as worker (T4.4) |
| 61 to 140 | build: 61 + 2 x building, + 1 for great (T4.5) |
| 141 to 199 | pay with this worker (T4.7) |
| 200 to 258 | keep this character of those drawn (T4.8, T5.3, T5.4) |
| 259 to 317 | drop this character of those drawn (T5.2) |
| 318 to 376, 377 to 435 | give up this citizen, this worker (T5.2, T5.5) |
| 436 to 515 | give up a building: 436 + 2 x building, + 1 for great (T5.2) |
| 516 | decline (T5.2) |

An illegal action in `env` ends the game with `illegal_reward` (-1, or -200 with reward="margin")
for that agent and 0 for the others; `raw_env` raises `IllegalAction`, which says why, and changes
nothing.

## Rewards

0 until the end. "win": 1 for the winner, -1/(players - 1) for all others, so with two players 1 and
-1; several who win together share it: (players x share - 1)/(players - 1). "margin": own points
minus the average of the others. Both sum to 0.

## Seeds

`reset(seed=7)` deals the game that `baumeister play tybor --seed 7` with as many players deals,
drawn options included. `reset()` after that deals 7/1, 7/2 …; without any seed, 256 random bits.
`env.unwrapped.game_seed` is the seed of the game being played: it tells all that is hidden.

## State and renders

`state()` is everybody's observation, one row for each seat: what all seats together know, for
centralised training only. Renders show what a spectator sees, no hands (`eyes="public"`); with
`eyes="acting"` also what the agent sees that is asked, with `eyes="player_1"` what that one sees.
"rgb_array" is a picture of the shape (height, 1280, 3), uint8, with a legend; the height depends on
the number of players only (docs/pettingzoo.md).

## Version history

* v1: first version (rules version 1, observations tybor-1)
"""

from __future__ import annotations

from typing import Any, ClassVar

from baumeister.envs.aec import GameEnv, guarded, metadata
from baumeister.games.tybor.game import RULES

NAME = "tybor_v1"


class raw_env(GameEnv):  # noqa: N801  # PettingZoo's name for it
    """The environment itself."""

    rules = RULES
    metadata: ClassVar[dict[str, Any]] = metadata(NAME)


env = guarded(raw_env)
