"""Compiles everything ahead of time: calls each part of the program once, with little work, for
each size of a state. Parts that are in the cache already take a moment."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from baumeister.bots.batch_bot import BatchBot
from baumeister.bots.policies import POLICIES
from baumeister.bots.search import Budget
from baumeister.bots.search_bot import SearchBot
from baumeister.games import GAMES
from baumeister.kernel import rule
from baumeister.kernel.backend.cache import cache_folder
from baumeister.kernel.chance import FAST, FastDealer
from baumeister.kernel.legal import Legal
from baumeister.lab.distributed.worker_process import start_worker
from baumeister.lab.review.playouts import Playouts
from baumeister.lab.series import Series, game_of, how_they_end

SEED = "warm-up"
QUIET = "BAUMEISTER_QUIET"


class Piece(NamedTuple):
    """A part of the program for a game and the numbers of players whose states have one size."""

    part: str  # compile.part in the glossary
    game: str
    players: range


def pieces(games: Iterable[str]) -> list[Piece]:
    """All that can be compiled for these games."""
    return [
        Piece(part, game, players)
        for game in games
        for players in same_size(game)
        for part in PARTS
    ]


def same_size(game: str) -> list[range]:
    """Numbers of players, together where their states have the same size."""
    rules, found = GAMES[game], list[range]()
    for players in range(rules.least_players, rules.most_players + 1):
        layout = rules.core.layout(players)
        if found and rules.core.layout(found[-1].start) == layout:
            found[-1] = range(found[-1].start, players + 1)
        else:
            found.append(range(players, players + 1))
    return found


def compile_all(chosen: Sequence[Piece], processes: int) -> Iterator[tuple[Piece, float]]:
    """Compile pieces, in so many processes at once; each as soon as it is done, and the seconds
    that took. NotCompiled without numba."""
    if not rule.can_compile():
        raise rule.NotCompiled("error.rule.needs_numba")
    waiting = groups(chosen)
    running: dict[Connection, BaseProcess] = {}
    while waiting or running:
        while waiting and len(running) < processes:
            process, connection = start_worker(partial(_compile_group, waiting.pop(0)))
            running[connection] = process
        for end in wait(running):
            assert isinstance(end, Connection)
            try:
                yield end.recv()
            except EOFError:  # the group is done
                process = running.pop(end)
                process.join()
                if process.exitcode:
                    raise RuntimeError("a process that compiles has failed") from None


def groups(chosen: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces that share the rules they are made of: what numba has found out about a rule counts
    for all pieces with the same states and dealers that are compiled in the same process."""
    found = dict[tuple[str, range, bool], list[Piece]]()
    for piece in chosen:
        key = piece.game, piece.players, piece.part in WITH_A_TAPE
        found.setdefault(key, []).append(piece)
    return sorted(found.values(), key=len, reverse=True)


def _compile_group(group: list[Piece], done: Connection) -> None:
    """Compile pieces, and report each when it is done."""
    for piece in group:
        done.send((piece, compile_piece(piece)))
    mark_complete(group)


def compile_piece(piece: Piece) -> float:
    """Compile a piece unless it has been; the seconds that took. NotCompiled without numba."""
    if not rule.can_compile():
        raise rule.NotCompiled("error.rule.needs_numba")
    begin = perf_counter()
    with _quietly():
        PARTS[piece.part](piece.game, piece.players.start)
    return perf_counter() - begin


# --- what is in the cache ---------------------------------------------------------------------
def is_compiled(game: str, players: int) -> bool:
    """Whether the search for so many players is in the cache, so that it is loaded and not
    compiled; False without numba."""
    size = next(size for size in same_size(game) if players in size)
    return rule.can_compile() and _mark(game, size).exists()


def mark_complete(group: Iterable[Piece]) -> None:
    """Note that the search is in the cache, if all its parts are among these pieces."""
    group = list(group)
    for game, size in {(piece.game, piece.players) for piece in group}:
        if all(Piece(part, game, size) in group for part in LOOKING_AHEAD):
            mark = _mark(game, size)
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()


def _mark(game: str, players: range) -> Path:
    """A file that exists once the search for these numbers of players is complete."""
    folder = _folder(os.environ.get("BAUMEISTER_CACHE"), os.environ.get("NUMBA_BOUNDSCHECK"))
    return folder / f"looking-ahead-{game}-{players.start}"


@cache
def _folder(*variables: str | None) -> Path:
    """The folder of the cache. Its name depends on these variables and on many files."""
    return cache_folder()


@contextmanager
def _quietly() -> Iterator[None]:
    """Print nothing about compiling: the caller does."""
    before = os.environ.get(QUIET)
    os.environ[QUIET] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[QUIET]
        else:
            os.environ[QUIET] = before


# --- the parts --------------------------------------------------------------------------------
def _rules(game: str, players: int) -> None:
    """A random game, and the entry points of kernel/entry_points.py."""
    import numpy as np

    played = game_of(game, None)
    core, doors, box = played.rules.core, played.rules.compiled, played.components.box.to_array()
    dtype = core.state.dtype(**core.layout(players))
    states, legal = np.zeros(2, dtype), np.zeros(1, Legal.dtype(actions=core.actions))
    dealers = np.repeat(FastDealer(SEED).record().to_array(**FAST), 2)
    options = _options(game, players)
    shares = np.zeros((1, core.layout(players)["seats"]))
    doors.random_games(box, states, dealers, np.array([options]), legal, shares)
    games = np.zeros(2, dtype)
    for i in range(2):
        doors.new(box, games, i, dealers, *options)
    doors.legal(box, games, 0, int(games[0]["actor"]), legal)
    doors.apply(box, games, 0, dealers, int(games[0]["actor"]), int(legal[0]["actions"][0]))
    doors.copies(np.zeros(64, dtype), np.zeros(64, dtype), 1)
    doors.shares(box, states, 0, shares[0])
    chosen, masks = np.full(2, -1, np.int16), np.zeros((2, core.actions), np.uint8)
    actors, done = np.zeros(2, np.int8), np.zeros(2, np.uint8)
    results = np.zeros((2, shares.shape[1]))
    doors.step(box, games, dealers, chosen, masks, actors, done, results, legal)


def _environment(game: str, players: int) -> None:
    """PettingZoo's steps, and OpenSpiel's observations."""
    import numpy as np

    from baumeister.envs.observations import OBSERVERS
    from baumeister.envs.one_game import CompiledGame

    played = game_of(game, None)
    one = CompiledGame(played, players, True)
    one.deal(SEED, played.complete_options({"players": players}, SEED))
    one.observe((one.seat + 1) % players)
    one.play(int(np.flatnonzero(one.mask)[0]))
    one.results()
    view = played.new(players, SEED).seat_view(0)
    packed = view.state.to_array(**played.rules.core.layout(players))
    box = played.components.box.to_array()
    OBSERVERS[game].write(box, packed, 0, np.zeros_like(one.observation))


def _batch(game: str, players: int) -> None:
    """The batch, which Gymnasium's vector environment steps, too, and its opponents."""
    from baumeister.envs.batch import BatchEnv

    batch = BatchEnv(game, 2, players, seed=SEED, threads=2)
    batch.step(batch.sample())
    batch.step(BatchBot().actions(batch))
    batch.close()


def _games(game: str, players: int) -> None:
    """Games of bots that exist as rules, with all that is counted in them."""
    bot = next(iter(POLICIES))
    how_they_end(Series(game, players, (bot,) * players, SEED), [0])


def _search(game: str, players: int) -> None:
    """The search."""
    _look_ahead(game, players, False)


def _network(game: str, players: int) -> None:
    """The search that asks the network."""
    _look_ahead(game, players, True)


def _look_ahead(game: str, players: int, network: bool) -> None:
    table = game_of(game, None).new(players, SEED)
    bot = SearchBot(SEED, Budget(iterations=1), network)
    bot.decide(table.seat_view(table.waiting_for[0]))


def _playouts(game: str, players: int) -> None:
    """The playouts of a review."""
    table = game_of(game, None).new(players, SEED)
    seat = table.waiting_for[0]
    view = table.seat_view(seat)
    playouts = Playouts(table.rules, table.components, players, SEED)
    playouts.compare(view, view.legal[:1], 1)


def _self_play(game: str, players: int) -> None:
    """Games to learn from."""
    from baumeister.lab.learning.questions import Questions

    questions = Questions(game_of(game, None), players)
    questions.play(SEED, lambda _: int(questions.legal["actions"][0, 0]))


def _options(game: str, players: int) -> list[int]:
    """What `start` takes."""
    played = game_of(game, None)
    complete = played.complete_options({"players": players}, SEED)
    return list(played.rules.start_arguments(complete))


PARTS: dict[str, Callable[[str, int], Any]] = {
    "rules": _rules,
    "environment": _environment,
    "batch": _batch,
    "games": _games,
    "search": _search,
    "network": _network,
    "playouts": _playouts,
    "self_play": _self_play,
}
LOOKING_AHEAD = ("search", "network")  # what bots at a table use
WITH_A_TAPE = {"environment", "games", "self_play"}  # their dealers read chance off a tape
