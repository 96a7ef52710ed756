"""The layers of a network, compiled: from an observation to the promise of each legal action.

Most numbers of an observation are 0 and are skipped. Sums run in a fixed order and `exp` is our
own, so the same view gives the same answer on every machine. `Network.promises` gives the same bits
without numba.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from baumeister.bots.choosing import WEIGH
from baumeister.envs.observations import OBSERVERS
from baumeister.games import GAMES
from baumeister.kernel.exact_math import exp
from baumeister.kernel.rule import CompiledFunction, compiled, rule

BETTER = 0.05  # by how much a result of the search must be better to be e times as promising
FURTHEST = 6.0  # how far behind the best the greedy bot's judgement may put an action


class Layers(NamedTuple):
    """The numbers of a network; all float32."""

    scales: Any  # by number of the observation: what it is multiplied with
    first: Any  # observation x hidden
    first_bias: Any
    second: Any  # hidden x hidden
    second_bias: Any
    policy: Any  # actions x hidden
    policy_bias: Any
    value: Any  # 2 x hidden: chances of winning (before the sigmoid), lead
    value_bias: Any
    sharpness: Any  # one number: the weight of a point of the greedy bot's judgement


class NetworkWorkspace(NamedTuple):
    """Arrays that a network writes to, allocated once by the caller."""

    row: Any  # the observation
    first: Any
    second: Any
    promises: Any  # by legal action: adds up to 1


@rule
def hidden(layers: Layers, workspace: NetworkWorkspace) -> None:
    """Both hidden layers, from the observation."""
    first, second = workspace.first, workspace.second
    for j in range(len(first)):
        first[j] = layers.first_bias[j]
    for i in range(len(workspace.row)):
        if workspace.row[i] != 0:
            x = workspace.row[i] * layers.scales[i]
            weights = layers.first[i]
            for j in range(len(first)):
                first[j] += x * weights[j]
    for j in range(len(second)):
        second[j] = layers.second_bias[j]
    for i in range(len(first)):
        x = first[i]
        if x > 0:
            weights = layers.second[i]
            for j in range(len(second)):
                second[j] += x * weights[j]
    for j in range(len(second)):
        second[j] = max(second[j], 0)


@rule
def promise_of_network(
    layers: Layers, workspace: NetworkWorkspace, legal: Any, worths: Any
) -> None:
    """The promise of each legal action: the network's output plus the greedy bot's judgement."""
    hidden(layers, workspace)
    most = worths[0]
    for k in range(1, legal.n):
        most = max(most, worths[k])
    highest = -1.0e9
    for k in range(legal.n):
        behind = max((worths[k] - most) * layers.sharpness[0], -FURTHEST)
        weights = layers.policy[legal.actions[k]]
        total = layers.policy_bias[legal.actions[k]] + behind
        for j in range(len(weights)):
            total += workspace.second[j] * weights[j]
        workspace.promises[k] = total
        highest = max(highest, total)
    total = 0.0
    for k in range(legal.n):
        workspace.promises[k] = exp(workspace.promises[k] - highest)
        total += workspace.promises[k]
    for k in range(legal.n):
        workspace.promises[k] /= total


def new_workspace(layers: Layers) -> NetworkWorkspace:
    """Empty arrays for a network to write to."""
    import numpy as np

    size, first = layers.first.shape
    actions, second = layers.policy.shape
    return NetworkWorkspace(
        row=np.zeros(size, np.int16),
        first=np.zeros(first, np.float32),
        second=np.zeros(second, np.float32),
        promises=np.zeros(actions),
    )


@cache
def looker(game: str) -> CompiledFunction[..., None]:
    """The compiled function of one game that judges the legal actions of a view."""
    observe, weigh = OBSERVERS[game].observe, WEIGH[game]
    legal_actions = GAMES[game].core.legal_actions

    @compiled
    def look(
        box: Any,
        view: Any,
        seat: int,
        layers: Layers,
        workspace: NetworkWorkspace,
        legal: Any,
        worths: Any,
        prior: Any,
    ) -> None:
        """Write the legal actions of the seat, their worths to the greedy bot, and how promising
        the network finds each: in the workspace by place, in `prior` by action."""
        choices = legal[0]
        legal_actions(box[0], view[0], seat, choices)
        weigh(box[0], view[0], seat, choices, worths)
        observe(box[0], view[0], seat, workspace.row)
        promise_of_network(layers, workspace, choices, worths)
        for k in range(choices.n):
            prior[choices.actions[k]] = workspace.promises[k]

    return look
