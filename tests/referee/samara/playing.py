"""Samara for these tests: whole games of the naive game, and scenes watched by the referee."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from tests.referee.naive_samara import NaiveSamara, all_cells, all_tiles, load_data
from tests.referee.referee_samara import Match, Worker

DATA = load_data()
TILES = all_tiles(DATA)
CELLS = all_cells(DATA)
NOWHERE = (99, 99)  # tools that a scene does not mention lie out of everybody's reach

Record = dict[str, Any]
Event = dict[str, Any]
Policy = Callable[[random.Random, list[str]], str]


# ---------------------------------------------------------------------- playing


def anything(rng: random.Random, answers: list[str]) -> str:
    """Any legal answer."""
    return rng.choice(answers)


def builder(rng: random.Random, answers: list[str]) -> str:
    """Builds when it can, else takes tools."""
    for word in ("build", "tool"):
        wanted = [answer for answer in answers if answer.startswith(word)]
        if wanted and rng.random() < 0.8:
            return rng.choice(wanted)
    return rng.choice(answers)


def idler(rng: random.Random, answers: list[str]) -> str:
    """Keeps away from row 4 and from newcomers, so that some games never end (S8.3)."""

    def dislike(answer: str) -> int:
        words = answer.split()
        if words[0] in ("build", "tool") and words[1].startswith("4"):
            return 4
        return {"build": 0, "tool": 1, "newcomer": 3}.get(words[0], 2)

    least = min(map(dislike, answers))
    return rng.choice([answer for answer in answers if dislike(answer) == least])


POLICIES: list[Policy] = [anything, builder, idler]
IDLE_GAME = (2, 4, True, 2, 3)  # ends by S8.3


def play_out(game: NaiveSamara, policy: Policy, rng: random.Random) -> Record:
    """Play to the end; Barracks are answered in any order."""
    while not game.over:
        seat = rng.choice(game.waiting())
        game.play(seat, policy(rng, sorted(game.legal(seat))))
    return game.record()


@cache
def cached_game(players: int, month: int, specials: bool, policy: int, number: int) -> Record:
    game = NaiveSamara(DATA, players, month, specials, f"{players} {number}")
    return play_out(game, POLICIES[policy], random.Random(number))


def a_game(
    players: int, month: int, specials: bool = True, policy: int = 0, number: int = 0
) -> Record:
    """A record of one's own, to be changed at will."""
    return copy.deepcopy(cached_game(players, month, specials, policy, number))


def pool() -> Iterator[Record]:
    """Many finished games, the more varied ones first; not to be changed."""
    for players in (3, 4, 5, 2):
        for month in range(1, 13):
            yield cached_game(players, month, True, month % 2, month)
    yield cached_game(*IDLE_GAME)
    for players in (2, 3, 4, 5):
        for month in range(1, 13):
            yield cached_game(players, month, False, month % 2, month)


# ---------------------------------------------------------------------- scenes


def referee_at(game: NaiveSamara) -> Match:
    """A referee who looks at the same table; the events to come are the game's."""
    options = {
        "players": len(game.foremen),
        "start_month": game.start_month,
        "specials": game.specials,
    }
    entries = cached_game(2, 1, False, 0, 1)["components"]
    match = Match({"options": options, "components": entries, "events": []}, DATA)
    match.events = game.events
    match.at = len(game.events) - 1
    match.now, match.progress = game.now, game.progress
    for seat, foreman in enumerate(game.foremen):
        match.seats[seat].reserve = {"man": foreman.men, "woman": foreman.women}
        match.seats[seat].tools = Counter(foreman.tools)
        match.seats[seat].tiles = [tile.id for tile in foreman.tiles]
    for worker in game.calendar:
        match.workers[worker.id] = Worker(worker.seat, worker.sex, worker.men, worker.women)
        match.lines.setdefault(worker.month, []).append(worker.id)
    match.names = set(match.workers)
    seen = [tile for seat in match.seats for tile in seat.tiles]
    tools = Counter({kind: n * match.players for kind, n in DATA["tools"]["set"].items()})
    for space in game.spaces:
        match.lying[space.row, space.column] = Counter(space.tools)
        if space.tile is not None:
            match.standing[space.row, space.column] = space.tile.id
            seen.append(space.tile.id)
        tools.subtract(space.tools)
    for seat in range(match.players):
        tools.subtract(match.seats[seat].tools)
    match.lying[NOWHERE] = tools
    match.unused = [tile.id for tile in TILES if tile.id not in seen]
    return match


def follow(match: Match) -> None:
    """Let the referee look at everything that has happened."""
    while match.at + 1 < len(match.events):
        if match.end:
            match.foul(match.end, "the game has ended")
        match.turn()


def picture(game: NaiveSamara) -> dict[str, Any]:
    """The table as the game sees it."""
    return {
        "now": game.now,
        "lines": {w.month: [v.id for v in game.line(w.month)] for w in game.calendar},
        "reserve": [(f.men, f.women) for f in game.foremen],
        "tools": [Counter(f.tools) for f in game.foremen],
        "tiles": [[tile.id for tile in f.tiles] for f in game.foremen],
        "board": {(s.row, s.column): Counter(s.tools) for s in game.spaces if s.tools},
        "end": game.end,
    }


def referee_picture(match: Match) -> dict[str, Any]:
    """The table as the referee sees it."""
    lying = {cell: +tools for cell, tools in match.lying.items() if cell != NOWHERE}
    return {
        "now": match.now,
        "lines": {month: line for month, line in match.lines.items() if line},
        "reserve": [(s.reserve["man"], s.reserve["woman"]) for s in match.seats],
        "tools": [+s.tools for s in match.seats],
        "tiles": [s.tiles for s in match.seats],
        "board": {cell: tools for cell, tools in lying.items() if tools},
        "end": match.end,
    }


def finish_turn(game: NaiveSamara, rng: random.Random) -> None:
    """Answer until a new turn begins or the game is over."""
    while not game.over and game._asking != "act":
        seat = game.waiting()[0]
        game.play(seat, rng.choice(sorted(game.legal(seat))))


class Table:
    """A scene: a position, played by the naive game and watched by the referee.

    Workers are written `0wm@3`: seat 0, a woman on top of a man, in month 3. The board is
    written `1,2 Hut saw saw; 3,1 - glass_a`; a Cathedral on 4,6 is always there unless the
    board names that space. January is the default start: the last month is 11.
    """

    def __init__(
        self,
        workers: str,
        board: str = "",
        tools: dict[int, str] | None = None,
        tiles: dict[int, str] | None = None,
        players: int = 2,
        now: int = 0,
        start_month: int = 1,
        specials: bool = True,
        progress: int | None = None,
    ) -> None:
        self.game = NaiveSamara(DATA, players, start_month, specials, "a scene")
        stacks = [re.fullmatch(r"(\d)([mw]+)@(\d+)", word) for word in workers.split()]
        spaces = {(4, 6): ("Cathedral", "")}
        for part in filter(None, board.split(";")):
            cell, tile, *lying = part.split()
            row, column = map(int, cell.split(","))
            spaces[row, column] = (tile.strip("-"), " ".join(lying))
        self.game.arrange(
            [(int(m[1]), m[2], int(m[3])) for m in stacks if m],
            now,
            spaces,
            tools,
            tiles,
            progress,
        )
        self.match = referee_at(self.game)

    def legal(self) -> set[str]:
        """The answers of the seat that is asked first."""
        return self.game.legal(self.game.waiting()[0])

    def asked(self) -> list[int]:
        return self.game.waiting()

    def play(self, answers: str) -> list[Event]:
        """Answers of whoever is asked first, separated by semicolons; what happened."""
        before = len(self.game.events)
        for answer in answers.split(";"):
            self.game.play(self.game.waiting()[0], answer.strip())
        if self.game.over or self.game._asking == "act":
            follow(self.match)
            assert referee_picture(self.match) == picture(self.game)
            if self.game.over:
                self.match.record = self.game.record()
                self.match.lying.pop(NOWHERE)
                self.match.check_end()
        return self.game.events[before:]

    def line(self, month: int) -> str:
        """Who stands in a month, from the board outwards: seat and letter."""
        return " ".join(f"{w.seat}{w.letter}" for w in self.game.line(month))

    def month(self, name: str) -> int:
        """Where a worker stands: seat and letter."""
        return self.game.lettered(int(name[0]), name[1]).month

    def figures(self, name: str) -> str:
        worker = self.game.lettered(int(name[0]), name[1])
        return "m" * worker.men + "w" * worker.women

    def tools_on(self, row: int, column: int) -> list[str]:
        return self.game.space((row, column)).tools


def kinds(events: list[Event]) -> list[str]:
    return [event["type"] for event in events]
