"""Trained networks: their weights, what they fit, and how they judge a view.

A network reads an observation (`baumeister.envs.observations`) and adds what it has learned to the
greedy bot's judgement of each legal action: a network of zeros plays like the greedy bot. Weights
are float16 in an .npz file, without pickle; the model card next to it says how they were trained
and how strong they are. Trained by `baumeister learn` (docs/learning.md); playing needs numpy only.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from baumeister.bots.greedy_bot import weighed
from baumeister.bots.network_layers import FURTHEST, Layers
from baumeister.envs.observations import OBSERVERS, observation
from baumeister.games import GAMES
from baumeister.kernel.errors import UserError
from baumeister.kernel.exact_math import exp
from baumeister.play import SeatView

FORMAT = "baumeister-network-1"
FOLDER = Path(__file__).parent / "weights"
VALUES = 2  # outputs of the value head: chance of winning, lead


class NetworkError(UserError, ValueError):
    """Weights that cannot be used here; the message says what would be right."""


@dataclass(frozen=True)
class Fit:
    """What a network was trained for. It also works with other data files: what it has learned is
    added to the greedy bot's judgement, which uses the values of the file."""

    game: str
    layout: str  # the version of the observations
    actions: int

    @staticmethod
    def of(game: str) -> Fit:
        """What a network for this game has to fit."""
        return Fit(game, OBSERVERS[game].layout.version, GAMES[game].actions)


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of a network and what they fit."""

    fit: Fit
    layers: Layers

    def check(self, fit: Fit) -> None:
        """NetworkError if the network was trained for something else."""
        for name in ("game", "layout", "actions"):
            theirs, ours = getattr(self.fit, name), getattr(fit, name)
            if theirs != ours:
                raise NetworkError(f"error.network.{name}", theirs=theirs, ours=ours)

    # --- thinking -------------------------------------------------------------------------
    def promises(self, view: SeatView) -> Any:
        """How promising each legal action of a view is; adds up to 1. The order of operations is
        that of `network_layers.promise_of_network`: the same bits on every machine."""
        import numpy as np

        self.check(Fit.of(view.rules.name))
        layers, legal = self.layers, list(view.legal)
        row = np.asarray(observation(view))
        seen = np.flatnonzero(row)
        first = _in_order(layers.first_bias, row[seen] * layers.scales[seen], layers.first[seen])
        alive = np.flatnonzero(first > 0)
        second = _in_order(layers.second_bias, first[alive], layers.second[alive])
        learned = layers.policy[legal] * np.maximum(second, 0)
        worths = np.array(weighed(view)[1])
        behind = np.maximum((worths - worths.max()) * layers.sharpness[0], -FURTHEST)
        totals = np.column_stack([layers.policy_bias[legal] + behind, learned])
        logits = np.add.accumulate(totals, axis=1)[:, -1]
        powers = np.array([exp(logit) for logit in (logits - logits.max()).tolist()])
        return powers / np.add.accumulate(powers)[-1]

    def hidden(self, rows: Any) -> Any:
        """The last hidden layer for many observations at once, one in each row. This and the
        following methods are for studying networks: the last bits depend on the machine's BLAS, so
        no bot uses them."""
        import numpy as np

        layers = self.layers
        first = (rows * layers.scales) @ layers.first + layers.first_bias
        second = np.maximum(first, 0) @ layers.second + layers.second_bias
        return np.maximum(second, 0)

    def logits(self, rows: Any) -> Any:
        """What the network has learned of every action, before the greedy bot's judgement."""
        return self.hidden(rows) @ self.layers.policy.T + self.layers.policy_bias

    def values(self, rows: Any) -> Any:
        """The chance of winning and the lead (relative to `SearchSettings.lead`) that the network
        expects for the seat of each row."""
        import numpy as np

        out = self.hidden(rows) @ self.layers.value.T + self.layers.value_bias
        out[:, 0] = 1 / (1 + np.exp(-out[:, 0]))
        return out

    # --- keeping --------------------------------------------------------------------------
    def to_bytes(self, exact: bool = False) -> bytes:
        """The network as a file: in half precision, or exact, to resume training."""
        import numpy as np

        about = json.dumps({"format": FORMAT, **vars(self.fit)})
        arrays = {
            name: array if exact or name == "scales" else array.astype(np.float16)
            for name, array in self.layers._asdict().items()
        }
        out = io.BytesIO()
        np.savez_compressed(out, allow_pickle=False, about=np.array(about), **arrays)
        return out.getvalue()


def _in_order(bias: Any, factors: Any, weights: Any) -> Any:
    """`bias + factors @ weights`, summed row after row; the order of BLAS is not defined."""
    import numpy as np

    return np.add.accumulate(np.vstack([bias, factors[:, None] * weights]))[-1]


def from_bytes(data: bytes, where: object = "weights") -> Network:
    """A network from the bytes of a file; NetworkError if it is not a network."""
    if find_spec("numpy") is None:
        raise NetworkError("error.network.needs_numpy")
    import numpy as np

    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            about = json.loads(str(file["about"]))
            arrays = {name: np.asarray(file[name], np.float32) for name in Layers._fields}
        if about.pop("format") != FORMAT:
            raise ValueError("format")
        network = Network(Fit(**about), Layers(**arrays))
        _check_shapes(network)
    except (ValueError, TypeError, KeyError, EOFError, OSError, BadZipFile) as error:
        raise NetworkError("error.network.file", path=where, format=FORMAT) from error
    return network


def _check_shapes(network: Network) -> None:
    """ValueError if the arrays do not belong together."""
    layers = network.layers
    size, first = layers.first.shape
    _, second = layers.second.shape
    expected = Layers(
        scales=(size,),
        first=(size, first),
        first_bias=(first,),
        second=(first, second),
        second_bias=(second,),
        policy=(network.fit.actions, second),
        policy_bias=(network.fit.actions,),
        value=(VALUES, second),
        value_bias=(VALUES,),
        sharpness=(1,),
    )
    if tuple(array.shape for array in layers) != tuple(expected):
        raise ValueError("shapes")
    observer = OBSERVERS.get(network.fit.game)
    if observer and observer.layout.version == network.fit.layout and size != observer.layout.size:
        raise ValueError("size")  # compiled code would write beyond it


def load(path: Path) -> Network:
    """A network from a file; NetworkError if it is not a network."""
    return from_bytes(path.read_bytes(), path)


@cache
def shipped(game: str) -> Network | None:
    """The bundled network of a game; None if there is none, or no numpy."""
    path = FOLDER / f"{game}.npz"
    if find_spec("numpy") is None or not path.exists():
        return None
    return load(path)


@cache
def fitting(game: str) -> Network | None:
    """The bundled network of a game, unless it was trained on other observations."""
    network = shipped(game)
    return network if network is not None and network.fit == Fit.of(game) else None
