"""Tybor for these tests: whole games of the naive game, and chance as a scene needs it."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from tests.referee.naive_tybor import (
    Building,
    Character,
    NaiveTybor,
    all_buildings,
    all_characters,
    load_data,
)
from tests.referee.referee_tybor import Foul, check
from tests.referee.tape import Tape

DATA = load_data()
ESCAPE, SIZE, CROWD, GROWS = range(4)
HARBOUR = 7

Record = dict[str, Any]
Policy = Callable[[random.Random, list[str]], str]
Item = TypeVar("Item")


def anything(rng: random.Random, answers: list[str]) -> str:
    """Any legal answer."""
    return rng.choice(answers)


def settler(rng: random.Random, answers: list[str]) -> str:
    """Never builds, so that the characters run out (T3.3)."""
    return rng.choice([a for a in answers if not a.startswith("build")])


def hirer(rng: random.Random, answers: list[str]) -> str:
    """Hires workers and builds greatly, so that the discards are shuffled often (T3.2)."""
    great = [a for a in answers if a.startswith("build") and a.endswith("great")]
    if great and rng.random() < 0.8:
        return rng.choice(great)
    return "worker" if "worker" in answers and rng.random() < 0.8 else rng.choice(answers)


def seafarer(rng: random.Random, answers: list[str]) -> str:
    """Settles captains and gives them up (T5.2)."""
    wanted = [a for a in answers if "Ca" in a or "Boardwalk" in a or "PortTavern" in a]
    if "citizen" in answers and rng.random() < 0.4:
        return "citizen"
    return rng.choice(wanted or answers)


POLICIES: list[Policy] = [anything, settler, hirer, seafarer]


def play_out(game: NaiveTybor, policy: Policy, rng: random.Random) -> Record:
    """Play to the end; the seats choose in any order."""
    while not game.over:
        seat = rng.choice(game.waiting())
        game.play(seat, policy(rng, sorted(game.legal(seat))))
    return game.record()


@cache
def cached_game(players: int, scenario: int, chapter: int, policy: int, number: int) -> Record:
    seed = f"{players} {scenario} {chapter} {policy} {number}"
    game = NaiveTybor(DATA, players, scenario, chapter, seed)
    return play_out(game, POLICIES[policy], random.Random(seed))


def a_game(players: int, scenario: int, chapter: int, policy: int = 0, number: int = 0) -> Record:
    """A record of one's own, to be changed at will."""
    return copy.deepcopy(cached_game(players, scenario, chapter, policy, number))


def new_game(players: int = 2, scenario: int = SIZE, chapter: int = 1) -> NaiveTybor:
    return NaiveTybor(DATA, players, scenario, chapter, "a scene")


class RiggedTape(Tape):
    """No chance at all: component order, but for the cards named on top and at the bottom.

    Shuffles count from 1: secret objectives, buildings, characters, then as they come.
    """

    def __init__(
        self,
        top: dict[int, list[str]] | None = None,
        bottom: dict[int, list[str]] | None = None,
        first_player: int = 0,
    ) -> None:
        super().__init__("rigged")
        self.top = top or {}
        self.bottom = bottom or {}
        self.first_player = first_player
        self.shuffles = 0

    def below(self, n: int) -> int:
        return self.first_player

    def shuffle(self, items: list[Item]) -> None:
        self.shuffles += 1
        top = self.top.get(self.shuffles, [])
        bottom = self.bottom.get(self.shuffles, [])
        named = {str(getattr(item, "code", item)): item for item in items}
        middle = [item for code, item in named.items() if code not in top + bottom]
        items[:] = [named[code] for code in top] + middle + [named[code] for code in bottom]


def characters(game: NaiveTybor, codes: str) -> list[Character]:
    cards = {card.id: card for card in all_characters(DATA, game.copies)}
    return [cards[code] for code in codes.split()]


def building(game: NaiveTybor, code: str) -> Building:
    return {card.id: card for card in all_buildings(DATA, game.copies)}[code]


def settle_first_round(game: NaiveTybor) -> None:
    """Everybody chooses some card; then seats are to use them."""
    while any(answer.startswith("choose") for answer in game.legal(game.waiting()[0])):
        seat = game.waiting()[0]
        game.play(seat, min(game.legal(seat)))


def answer_all(game: NaiveTybor, until: Callable[[], bool]) -> None:
    """Settle down without building until something is so."""
    while not until() and not game.over:
        seat = game.waiting()[0]
        game.play(seat, settler(random.Random(0), sorted(game.legal(seat))))


def rows(colour: str) -> list[str]:
    return [card.code for card in all_buildings(DATA, 1) if card.colour == colour]


def scarce_game() -> Record:
    """Three players; every display is of one colour, so that the pile runs short."""
    tape = RiggedTape(bottom={2: rows("R")[2:], 4: rows("G")[2:], 5: rows("Y")[2:]})
    game = NaiveTybor(DATA, 3, SIZE, 1, "rigged", tape)
    return play_out(game, settler, random.Random(3))


def foul_in(record: Record) -> str:
    """What the referee says, if anything."""
    try:
        check(record)
    except Foul as found:
        return str(found)
    return ""
