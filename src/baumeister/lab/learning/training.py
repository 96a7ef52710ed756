"""A network learns from games of self-play. The only module that knows PyTorch.

The policy learns the visits of the search and the advantage of each action; the value head learns
who won, from the result and the search's expectation, and by how much. Games that are held out
decide when to stop, and which pass was best. The same games, seed and network give the same
weights: training runs on one thread and begins with a fresh optimiser.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from math import cos, pi
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baumeister.bots.network import VALUES, Fit, Network
from baumeister.bots.network_layers import BETTER, FURTHEST, Layers
from baumeister.envs.observations import OBSERVERS
from baumeister.lab.learning.games import LEARNED
from baumeister.play import OptionError

if TYPE_CHECKING:
    from torch import Tensor

HELD_OUT = 16  # one game in so many is held out
BATCH = 512
RATE = 2.0e-3  # the learning rate at the start of a training; falls to 0
DECAY = 0.02  # of weights
VALUE_PART = 0.3  # weight of the value loss: who wins, and the lead
DROPOUT = 0.1  # after the first hidden layer
RESULTS_PART = 0.5  # weight of the advantages in the policy's loss
PATIENCE = 2  # passes over the games without progress before a training ends


def check_torch() -> None:
    """OptionError with what to install if there is no PyTorch."""
    if find_spec("torch") is None:
        raise OptionError("learn.error.no_torch")


@dataclass(frozen=True)
class Progress:
    """The losses after one pass over the games, for training and held-out games. Without held-out
    games both are those of the training games."""

    policy: float
    value: float
    held_policy: float
    held_value: float

    @property
    def held(self) -> float:
        """What decides which pass was best."""
        return self.held_policy


class SelfPlayGames:
    """Games of self-play from files, as arrays."""

    def __init__(self, files: Sequence[Path]) -> None:
        import numpy as np

        shards = []
        for file in files:
            with np.load(file, allow_pickle=False) as shard:
                shards.append({name: shard[name] for name in shard.files})
        widest = max(shard["actions"].shape[1] for shard in shards)
        for shard in shards:
            more = ((0, 0), (0, widest - shard["actions"].shape[1]))
            shard["actions"] = np.pad(shard["actions"], more, constant_values=-1)
            for name in ("worths", "visits", "values"):
                shard[name] = np.pad(shard[name], more)
        self.arrays: dict[str, Any] = {
            name: np.concatenate([shard[name] for shard in shards]) for name in shards[0]
        }
        held = self.arrays["games"] % HELD_OUT == 0
        self.held_out, self.learned = held.nonzero()[0], (~held).nonzero()[0]


def empty(fit: Fit, hidden: tuple[int, int], seed: int, residual: bool = True) -> Network:
    """An untrained network: it plays like the greedy bot, or at random."""
    import numpy as np

    layout = OBSERVERS[fit.game].layout
    first, second = hidden
    rng = np.random.default_rng(seed)

    def drawn(*shape: int) -> Any:
        """Random weights, the smaller the more are added up."""
        return (rng.standard_normal(shape) * np.sqrt(2 / shape[0])).astype(np.float32)

    def zeros(*shape: int) -> Any:
        return np.zeros(shape, np.float32)

    layers = Layers(
        scales=np.asarray(layout.scales(), np.float32),
        first=drawn(layout.size, first) * np.float32(2),  # most of the observation is 0
        first_bias=zeros(first),
        second=drawn(first, second),
        second_bias=zeros(second),
        policy=zeros(fit.actions, second),
        policy_bias=zeros(fit.actions),
        value=zeros(VALUES, second),
        value_bias=zeros(VALUES),
        sharpness=np.full(1, LEARNED[fit.game].sharpness if residual else 0, np.float32),
    )
    return Network(fit, layers)


def train(
    network: Network,
    games: SelfPlayGames,
    passes: int,
    seed: int,
    report: Callable[[Progress], None] = lambda _: None,
) -> tuple[Network, list[Progress]]:
    """The network after the best of so many passes over the games, by those held out."""
    import numpy as np
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(seed)
    parameters = {
        name: torch.tensor(array, requires_grad=name != "scales")
        for name, array in network.layers._asdict().items()
    }
    if not network.layers.sharpness[0]:
        parameters["sharpness"].requires_grad_(False)
    learning = [tensor for tensor in parameters.values() if tensor.requires_grad]
    optimiser = torch.optim.AdamW(learning, lr=RATE, weight_decay=DECAY)
    rng = np.random.default_rng(seed)
    batches = -(-len(games.learned) // BATCH)
    best, best_layers, history = float("inf"), network.layers, list[Progress]()
    waited = step = 0
    for _ in range(passes):
        order = rng.permutation(games.learned)
        sums = np.zeros(2)
        for k in range(0, len(order), BATCH):
            for group in optimiser.param_groups:
                group["lr"] = RATE * 0.5 * (1 + cos(pi * step / (passes * batches)))
            step += 1
            losses = _losses(parameters, games.arrays, order[k : k + BATCH], learning=True)
            optimiser.zero_grad()
            (losses[0] + losses[1]).backward()
            optimiser.step()
            sums += [loss.item() * len(order[k : k + BATCH]) for loss in losses]
        policy, value = (sums / max(1, len(order))).tolist()
        held = _held_losses(parameters, games) if len(games.held_out) else (policy, value)
        history.append(Progress(policy, value, *held))
        report(history[-1])
        if history[-1].held < best:
            best, waited = history[-1].held, 0
            arrays = {name: one.detach().numpy().copy() for name, one in parameters.items()}
            best_layers = Layers(**arrays)
        else:
            waited += 1
            if waited >= PATIENCE:
                break
    return Network(network.fit, best_layers), history


def _held_losses(parameters: dict[str, Tensor], games: SelfPlayGames) -> tuple[float, float]:
    """Policy and value loss of the games held out."""
    import numpy as np
    import torch

    sums = np.zeros(2)
    with torch.no_grad():
        for k in range(0, len(games.held_out), BATCH):
            which = games.held_out[k : k + BATCH]
            losses = _losses(parameters, games.arrays, which, learning=False)
            sums += [loss.item() * len(which) for loss in losses]
    policy, value = sums / len(games.held_out)
    return float(policy), float(value)


def _losses(
    p: dict[str, Tensor], arrays: dict[str, Any], which: Any, learning: bool
) -> tuple[Tensor, Tensor]:
    """The losses of some decisions: policy, and value."""
    import torch
    from torch.nn import functional

    def taken(name: str) -> Tensor:
        return torch.from_numpy(arrays[name][which])

    rows = taken("rows").float() * p["scales"]
    logits, values = forward(p, rows, DROPOUT if learning else 0.0)
    actions = taken("actions").long()
    legal = actions >= 0
    behind = taken("worths") + torch.where(legal, 0.0, -1.0e9)
    behind = behind - behind.max(1, keepdim=True).values
    behind = (behind * p["sharpness"]).clamp(min=-FURTHEST)
    own = torch.where(legal, logits.gather(1, actions.clamp(min=0)) + behind, -1.0e9)
    visits = torch.from_numpy(arrays["visits"][which].astype("float32"))
    tried = visits / visits.sum(1, keepdim=True)
    policy = -(tried * own.log_softmax(1)).sum(1)
    results = taken("values").float() / BETTER
    missed = _centred(results, tried) - _centred(own, tried)
    policy = policy + RESULTS_PART * (tried * missed**2).sum(1)
    share = (taken("shares") + taken("wins")) / 2
    won = functional.binary_cross_entropy_with_logits(values[:, 0], share)
    lead = functional.mse_loss(values[:, 1], taken("leads"))
    return policy.mean(), VALUE_PART * (won + lead)


def _centred(values: Tensor, weights: Tensor) -> Tensor:
    """The numbers of each row minus their weighted mean."""
    return values - (weights * values).sum(1, keepdim=True)


def forward(p: dict[str, Tensor], rows: Tensor, dropout: float = 0.0) -> tuple[Tensor, Tensor]:
    """The network in PyTorch, as network.Network has it: logits of all actions, and values."""
    from torch.nn import functional

    first = functional.relu(rows @ p["first"] + p["first_bias"])
    first = functional.dropout(first, dropout, training=dropout > 0)
    second = functional.relu(first @ p["second"] + p["second_bias"])
    logits = second @ p["policy"].T + p["policy_bias"]
    values = second @ p["value"].T + p["value_bias"]
    return logits, values
