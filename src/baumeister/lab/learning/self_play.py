"""Games of the search against itself, stored as observations, search results and outcomes.

A chunk of games depends only on its seed, its numbers and the network, so it has the same bytes
wherever it is played. Only the noise is drawn by numpy with functions of the C library, so other
versions of both may differ in the last bit there.
"""

from __future__ import annotations

import io
import random
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from baumeister.bots.network import Network, from_bytes
from baumeister.bots.network_layers import looker, new_workspace
from baumeister.bots.search.games import SETTINGS
from baumeister.bots.search.search_tree import SearchTree
from baumeister.bots.search.tree import results
from baumeister.kernel.chance import FAST, FastDealer
from baumeister.lab.learning.games import LEARNED
from baumeister.lab.learning.questions import Questions
from baumeister.lab.series import game_of

MOST_WALKS = 65_535  # of a decision: how often an action was tried is kept in 16 bits
NOISE = 0.15  # the part of the prior that is Dirichlet noise, so that everything is tried
CONCENTRATION = 8.0  # of the Dirichlet distribution, over all actions; smaller is more uneven
SAMPLED = 0.3  # the part of the decisions that are sampled by visits; others take the most visited


@dataclass(frozen=True)
class Chunk:
    """Some games of self-play: a task for a scheduler."""

    game: str
    seed: str
    first: int
    end: int
    walks: int  # iterations of the search for each decision
    network: bytes  # the prior of the search
    players: tuple[int, ...] = ()  # the numbers of players; empty: all

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.first:07d}-{self.end:07d}.npz"


def play_chunk(chunk: Chunk) -> bytes:
    """Play the games; the content of a file of such games (see `Notes`)."""
    notes = Notes()
    for number in range(chunk.first, chunk.end):
        _play(chunk, number, players_of(chunk.game, number, chunk.players), notes)
    return notes.to_bytes()


# The arrays of such a file and their types: those of the legal actions, and all.
BY_ACTION = {"actions": "i2", "worths": "f4", "visits": "u2", "values": "f2"}
TYPES = {"rows": "i2", **BY_ACTION, "wins": "f4", "shares": "f4", "leads": "f4", "games": "i4"}


class Notes:
    """What is stored of games, by decision: the observation, the legal actions with the greedy
    bot's worths, the visits and values of each in the search, the expected and the final share of
    the win, the final lead, and the number of the game. Lists of actions are padded with -1."""

    def __init__(self) -> None:
        self._noted: dict[str, list[Any]] = {name: [] for name in TYPES}
        self._seats: list[int] = []  # of the decisions of the game that is being played

    def decision(
        self, row: Any, actions: Any, worths: Any, visits: Any, sums: Any, seat: int
    ) -> None:
        """A decision of the game that is being played; `sums` as in `tree.results`."""
        values, win = sums[:, 0] / visits.clip(1), sums[:, 1].sum() / visits.sum()
        self._note(rows=row.copy(), actions=actions.copy(), worths=worths.copy())
        self._note(visits=visits.copy(), values=values, wins=win)
        self._seats.append(seat)

    def end(self, number: int, scores: Any, shares: Any, most: float) -> None:
        """The game has ended."""
        for seat in self._seats:
            others = max(score for other, score in enumerate(scores) if other != seat)
            lead = max(-1.0, min(1.0, (scores[seat] - others) / most))
            self._note(shares=shares[seat], leads=lead, games=number)
        self._seats = []

    def _note(self, **values: Any) -> None:
        for name, value in values.items():
            self._noted[name].append(value)

    def to_bytes(self) -> bytes:
        """All of it as a file."""
        import numpy as np

        shape = len(self._noted["rows"]), max(len(actions) for actions in self._noted["actions"])

        def array(name: str, kind: str) -> Any:
            if name not in BY_ACTION:
                return np.array(self._noted[name], kind)
            padded = np.full(shape, -1 if name == "actions" else 0, kind)
            for k, values in enumerate(self._noted[name]):
                padded[k, : len(values)] = values
            return padded

        arrays = {name: array(name, kind) for name, kind in TYPES.items()}
        out = io.BytesIO()
        np.savez_compressed(out, allow_pickle=False, **arrays)
        return out.getvalue()


def warm_up(chunk: Chunk) -> None:
    """Compile everything that such games need, once, before processes start."""
    core = game_of(chunk.game, None).rules.core
    counts = sorted(chunk.players or LEARNED[chunk.game].players, reverse=True)
    layouts = {repr(core.layout(players)): players for players in counts}
    for players in layouts.values():
        _play(replace(chunk, walks=1), 0, players, Notes())


@lru_cache(maxsize=2)
def _network(data: bytes) -> Network:
    return from_bytes(data)


@cache
def _tools(game: str, players: int) -> tuple[Questions, SearchTree]:
    played = game_of(game, None)
    return Questions(played, players), SearchTree(played.rules, played.components, players)


def players_of(game: str, number: int, allowed: tuple[int, ...] = ()) -> int:
    """The number of players of a game, by the number of the game."""
    every = LEARNED[game].players
    parts = {n: part for n, part in every.items() if n in (allowed or every)}
    drawn = random.Random(f"players {game} {number}").choices([*parts], [*parts.values()])
    return drawn[0]


def _play(chunk: Chunk, number: int, players: int, notes: Notes) -> None:
    """Play the game with this number."""
    import numpy as np

    game, network = chunk.game, _network(chunk.network)
    questions, tree = _tools(game, players)
    look, workspace = looker(game), new_workspace(network.layers)
    seed = f"{chunk.seed}/{number}"
    chance = random.Random(f"{seed} chance")
    noise = np.random.default_rng(FastDealer(f"{seed} noise").word())
    dealers = FastDealer(f"{seed} search").record().to_array(**FAST)
    settings = SETTINGS[game]._replace(prior=1.0, tries=0.0)
    sums = np.zeros((tree.work.worths.size, 3))
    visits = np.zeros(tree.work.worths.size, np.int64)

    def answer(seat: int) -> int:
        """Search, note, choose."""
        legal, worths, prior = questions.legal, tree.work.worths, tree.work.prior
        look(questions.box, questions.view, seat, network.layers, workspace, legal, worths, prior)
        n = int(legal["n"][0])
        actions = legal["actions"][0, :n].astype(np.int64)
        judged = worths[:n].copy()
        drawn = noise.dirichlet(np.full(n, CONCENTRATION / n))
        prior[actions] = (1 - NOISE) * prior[actions] + NOISE * drawn
        tree.plant(players, chunk.walks)
        tree.walk(questions.view, seat, dealers, chunk.walks, settings)
        root = 0 if settings.one_tree else seat
        results(tree.nodes, root, actions, visits[:n], sums[:n])
        notes.decision(workspace.row, actions, judged, visits[:n], sums[:n], seat)
        if chance.random() < SAMPLED:
            return int(chance.choices(actions.tolist(), visits[:n].tolist())[0])
        return int(actions[visits[:n].argmax()])

    scores, shares = questions.play(seed, answer)
    notes.end(number, scores, shares, settings.lead)
