"""Samara for PettingZoo.

| | |
|---|---|
| Import | `from baumeister.envs import samara_v1` |
| Actions | Discrete |
| Parallel API | No |
| Manual control | No: `baumeister play samara` |
| Agents | `["player_0", "player_1", …]`, 2 to 5 |
| Action shape, values | (1,), Discrete(226) |
| Observation shape | (1046,) of int16, with a mask of (226,) |
| Observation values | bounds of their own for each number |

The worker at the head of the line takes a tool, builds, brings a newcomer or goes on holiday; the
more valuable the action, the more months pass until that worker can act again. When all 30 tiles
are taken, whoever has the most prestige wins. The rules: docs/rules/samara.md.

    from baumeister.envs import samara_v1

    env = samara_v1.env(players=3, render_mode="human")
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

`players` 2 to 5; `start_month` 1 to 12, drawn from the seed if not given; `specials`: False for
the first-game variant (S7.15); `open_scores`: whether renders show everybody's prestige during the
game (S9.1; observations have it always, for everybody may count it). All but players also in
`reset(options={"start_month": 3})` for one game. `data`: a file with other values on the tiles;
`skip_forced`: whether questions with one answer are answered at once, as at a table (True) or asked
like all others; `reward`: "win" or "margin"; `render_mode`: "human" (prints the table after every
step), "ansi", "rgb_array"; `eyes`: what renders show, see below; `language` of renders, "en" or
"de"; `compiled`: None for compiled rules if numba is installed; the games are the same without.
`env` also takes `illegal_reward`.

## Observation space

`{"observation": …, "action_mask": …}`. The observation is all that the seat knows: the board, the
calendar, what lies in front of everybody, the own seat first, the others clockwise.
`baumeister.envs.observations.OBSERVERS["samara"].layout` names every field with its place, bounds
and meaning (layout version "samara-1"); for networks, `layout.scales()` has factors that bring the
numbers to about -1 to 1. An agent that is not asked observes what it knows, with a mask that is all
zero.

Only the choices for the Barracks (S7.5) are made at once; they are asked one after the other,
clockwise, and none of the choosers observes what the others have chosen, only who has.

## Action space

One fixed space for all questions; `env.unwrapped.game.text(action)` says what each is called.

| action | what |
|---|---|
| 0 to 149 | take a tool: 5 x space + tool (S3); tools: saw, compass, square, glass A, glass B |
| 150 to 179 | build on this space (S5) |
| 180, 181 | bring a man, a woman from the reserve (S4) |
| 182, 183 | go on holiday (S6), wait (S2.2) |
| 184 to 215 | who helps: 184 + a bit for each slot of a helper; 184 is alone (S3.2) |
| 216 to 220 | lose this tool, or choose it for the Barracks (S7.3 to S7.5) |
| 221 to 225 | choose the worker in this slot (S7.7, S7.8, S7.10, S7.12) |

An illegal action in `env` ends the game with `illegal_reward` (-1, or -200 with reward="margin")
for that agent and 0 for the others; `raw_env` raises `IllegalAction`, which says why, and changes
nothing.

## Rewards

0 until the end. "win": 1 for the winner, -1/(players - 1) for all others, so with two players 1 and
-1. "margin": own prestige minus the average of the others. Both sum to 0.

## Seeds

`reset(seed=7)` deals the game that `baumeister play samara --seed 7` with as many players deals,
drawn options included. `reset()` after that deals 7/1, 7/2 …; without any seed, 256 random bits.
`env.unwrapped.game_seed` is the seed of the game being played.

## State and renders

`state()` is everybody's observation, one row for each seat: what all seats together know, for
centralised training only. Renders show what a spectator sees (`eyes="public"`); with
`eyes="acting"` also what the agent sees that is asked, its prestige for instance; with
`eyes="player_1"` what that one sees.
"rgb_array" is a picture of the shape (height, 1280, 3), uint8, with a legend; the height depends on
the number of players only (docs/pettingzoo.md).

## Version history

* v1: first version (rules version 1, observations samara-1)
"""

from __future__ import annotations

from typing import Any, ClassVar

from baumeister.envs.aec import GameEnv, guarded, metadata
from baumeister.games.samara.game import RULES

NAME = "samara_v1"


class raw_env(GameEnv):  # noqa: N801  # PettingZoo's name for it
    """The environment itself."""

    rules = RULES
    metadata: ClassVar[dict[str, Any]] = metadata(NAME)


env = guarded(raw_env)
