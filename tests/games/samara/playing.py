"""Whole games of Samara for tests: who plays how."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import baumeister
from baumeister.games import GAMES
from baumeister.games.samara.components import standard
from baumeister.games.samara.state import State
from baumeister.kernel.legal import Legal
from baumeister.play import Table

SAMARA = baumeister.game("samara")
RULES_OF_SAMARA = GAMES["samara"]
COMPONENTS = standard()
PLAYERS = range(2, 6)
MONTHS = range(1, 13)
SPECIAL = [tile.code for tile in COMPONENTS.tiles if tile.ability]

Policy = Callable[[random.Random, Sequence[str]], str]


# --- ways to play -----------------------------------------------------------------------------
def anything(rng: random.Random, moves: Sequence[str]) -> str:
    """Any legal move."""
    return rng.choice(moves)


def idler(rng: random.Random, moves: Sequence[str]) -> str:
    """Goes on holiday wherever possible."""
    return rng.choice(preferred(moves, "holiday"))


def bachelor(rng: random.Random, moves: Sequence[str]) -> str:
    """Brings no newcomers, so that row 4 may stay out of reach with nothing left to do (S8.3)."""
    others = [move for move in moves if not move.startswith("newcomer")] or moves
    return rng.choice(preferred(others, "holiday") if rng.random() < 0.2 else others)


def mother(rng: random.Random, moves: Sequence[str]) -> str:
    """Brings newcomers first, so that there are many workers and groups to choose from."""
    return rng.choice(preferred(moves, "newcomer"))


def collector(rng: random.Random, moves: Sequence[str]) -> str:
    """Takes all tools first, so that everything can be built and lost."""
    return rng.choice(preferred(moves, "tool"))


def builder(rng: random.Random, moves: Sequence[str]) -> str:
    """Builds first, so that the calendar is slow to move."""
    return rng.choice(preferred(moves, "build"))


def preferred(moves: Sequence[str], verb: str) -> Sequence[str]:
    return [move for move in moves if move.startswith(verb)] or moves


POLICIES: tuple[Policy, ...] = (anything, idler, bachelor, mother, collector, builder)


# Games of bachelors that S8.3 ends: players, and the number in the seed.
ENDLESS = [(2, 0), (3, 141), (4, 36), (5, 856)]


# --- tables -----------------------------------------------------------------------------------
def new_table(players: int, month: int, seed: str, specials: bool = True) -> Table:
    """A table that starts in this month."""
    return SAMARA.new(players, seed, start_month=month, specials=specials)


def notations(table: Table, seat: int) -> list[str]:
    """The legal moves of a seat, as players write them."""
    return [SAMARA.notation(action) for action in table.legal(seat)]


def step(table: Table, policy: Policy, rng: random.Random) -> None:
    """One decision of somebody who has to decide."""
    seat = rng.choice(table.waiting_for)
    table.play(seat, SAMARA.action(policy(rng, notations(table, seat))))


def play_out(table: Table, policy: Policy, rng: random.Random) -> Table:
    """Play to the end; seats that choose at the same time do so in any order."""
    while not table.over:
        step(table, policy, rng)
    return table


def finished(players: int, month: int, policy: Policy, seed: str, specials: bool = True) -> Table:
    """A whole game."""
    return play_out(new_table(players, month, seed, specials), policy, random.Random(seed))


def endless(players: int, number: int) -> Table:
    """A game that would not end by itself."""
    return finished(players, 1 + number % 12, bachelor, f"idle {number}")


def phase(table: Table) -> str:
    """The question that is asked: act, help, train …"""
    return str(table.view(None)["phase"])


# --- states without a table -------------------------------------------------------------------
def legal(state: State, seat: int) -> list[int]:
    """The legal actions of a seat."""
    found = Legal(actions=RULES_OF_SAMARA.actions)
    RULES_OF_SAMARA.legal(COMPONENTS, state, seat, found)
    return found.actions[: found.n]
