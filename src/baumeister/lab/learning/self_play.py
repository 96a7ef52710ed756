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


class Notes:
    """What is stored of games, by decision: the observation, the legal actions with the greedy
    bot's worths, the visits and values of each in the search, the seat's final share of the win
    and lead, and the number of the game. Lists of actions are padded with -1."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self.actions: list[Any] = []
        self.worths: list[Any] = []
        self.visits: list[Any] = []
        self.values: list[Any] = []
        self.wins: list[float] = []
        self.seats: list[int] = []
        self.shares: list[float] = []
        self.leads: list[float] = []
        self.games: list[int] = []

    def decision(
        self, row: Any, actions: Any, worths: Any, visits: Any, sums: Any, seat: int
    ) -> None:
        """A decision of the game that is being played; `sums` as in `tree.results`."""
        self.rows.append(row.copy())
        self.actions.append(actions.copy())
        self.worths.append(worths.copy())
        self.visits.append(visits.copy())
        self.values.append(sums[:, 0] / visits.clip(1))
        self.wins.append(sums[:, 1].sum() / visits.sum())
        self.seats.append(seat)

    def end(self, number: int, scores: Any, shares: Any, most: float) -> None:
        """The game has ended."""
        for seat in self.seats[len(self.games) :]:
            others = max(score for other, score in enumerate(scores) if other != seat)
            self.shares.append(shares[seat])
            self.leads.append(max(-1.0, min(1.0, (scores[seat] - others) / most)))
            self.games.append(number)

    def to_bytes(self) -> bytes:
        """All of it as a file."""
        import numpy as np

        widest = max(len(actions) for actions in self.actions)
        shape = len(self.rows), widest
        actions, visits = np.full(shape, -1, np.int16), np.zeros(shape, np.uint16)
        worths, values = np.zeros(shape, np.float32), np.zeros(shape, np.float16)
        for k, legal in enumerate(self.actions):
            actions[k, : len(legal)] = legal
            worths[k, : len(legal)] = self.worths[k]
            visits[k, : len(legal)] = self.visits[k]
            values[k, : len(legal)] = self.values[k]
        out = io.BytesIO()
        np.savez_compressed(
            out,
            allow_pickle=False,
            rows=np.array(self.rows, np.int16),
            actions=actions,
            worths=worths,
            visits=visits,
            values=values,
            wins=np.array(self.wins, np.float32),
            shares=np.array(self.shares, np.float32),
            leads=np.array(self.leads, np.float32),
            games=np.array(self.games, np.int32),
        )
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
