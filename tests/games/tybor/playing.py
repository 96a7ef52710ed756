"""Whole games for tests: who plays how, and what is asked of a state without a table."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import baumeister
from baumeister.games import GAMES
from baumeister.games.tybor import actions as act
from baumeister.games.tybor.components import (
    BUILDINGS,
    CAPTAIN,
    CHAPTERS,
    CHARACTERS,
    SCENARIO_KEYS,
    standard,
)
from baumeister.games.tybor.state import NO_CARD, State
from baumeister.kernel.cards import CardSet, listed
from baumeister.kernel.chance import Dealer, FastDealer, below
from baumeister.kernel.legal import Legal
from baumeister.play import Table
from tests.soaking import times

TYBOR = baumeister.game("tybor")
RULES_OF_TYBOR = GAMES["tybor"]
COMPONENTS = standard()
BOX = COMPONENTS.box
PLAYERS = range(2, 9)
STORIES = [(key, chapter) for key in SCENARIO_KEYS for chapter in range(1, CHAPTERS + 1)]


def casts(first: int) -> list[tuple[int, int]]:
    """Numbers of players and stories. In every run each number of players has every scenario, and
    each story is played by some; in the soak all are played by all."""
    step = times(4, 1)
    return [(n, story) for n in PLAYERS for story in range((n + first) % step, len(STORIES), step)]


Policy = Callable[[random.Random, Sequence[int]], int]


# --- ways to play -----------------------------------------------------------------------------
def anything(rng: random.Random, actions: Sequence[int]) -> int:
    """Any legal action."""
    return rng.choice(actions)


def settler(rng: random.Random, actions: Sequence[int]) -> int:
    """Never builds, so that the characters run out (T3.3)."""
    return rng.choice([action for action in actions if not _builds(action)])


def hirer(rng: random.Random, actions: Sequence[int]) -> int:
    """Hires workers and builds greatly, so that the discards are shuffled often (T3.2)."""
    great = [action for action in actions if _builds(action) and (action - act.BUILD) & 1]
    if great and rng.random() < 0.8:
        return rng.choice(great)
    if act.WORKER in actions and rng.random() < 0.8:
        return act.WORKER
    return rng.choice(actions)


def recruiter(rng: random.Random, actions: Sequence[int]) -> int:
    """Builds what brings new cards wherever possible (T4.8)."""
    recruits = [
        a for a in actions if _builds(a) and COMPONENTS.buildings[_of(a)].bonus == "recruit"
    ]
    if recruits:
        return rng.choice(recruits)
    if act.WORKER in actions and rng.random() < 0.6:
        return act.WORKER
    return rng.choice(actions)


def seafarer(rng: random.Random, actions: Sequence[int]) -> int:
    """Settles captains and gives them up (T5.2)."""
    captains = [
        action
        for action in actions
        if (action < CHARACTERS and BOX.profession[action] == CAPTAIN)
        or act.GIVE_CITIZEN <= action < act.DECLINE
        or (_builds(action) and BOX.symbol[_of(action)] == CAPTAIN)
    ]
    if captains:
        return rng.choice(captains)
    if act.CITIZEN in actions and rng.random() < 0.5:
        return act.CITIZEN
    return rng.choice(actions)


def _builds(action: int) -> bool:
    return act.BUILD <= action < act.PAY_WITH


def _of(action: int) -> int:
    return (action - act.BUILD) >> 1


POLICIES: tuple[Policy, ...] = (anything, settler, hirer, recruiter, seafarer)


# --- tables -----------------------------------------------------------------------------------
def new_table(players: int, story: int, seed: str) -> Table:
    """A table with one of the 32 pairs of scenario and chapter."""
    scenario, chapter = STORIES[story % len(STORIES)]
    return TYBOR.new(players, seed, scenario=scenario, chapter=chapter)


def step(table: Table, policy: Policy, rng: random.Random) -> None:
    """One decision of somebody who has to decide."""
    seat = rng.choice(table.waiting_for)
    table.play(seat, policy(rng, table.legal(seat)))


def play_out(table: Table, policy: Policy, rng: random.Random) -> Table:
    """Play to the end; seats that choose at the same time do so in any order."""
    while not table.over:
        step(table, policy, rng)
    return table


def finished(players: int, story: int, policy: Policy, seed: str) -> Table:
    """A whole game."""
    return play_out(new_table(players, story, seed), policy, random.Random(seed))


# --- states without a table -------------------------------------------------------------------
def legal(state: State, seat: int) -> list[int]:
    """The legal actions of a seat."""
    found = Legal(actions=act.ACTIONS)
    RULES_OF_TYBOR.legal(COMPONENTS, state, seat, found)
    return found.actions[: found.n]


def play_on(state: State, seed: str) -> int:
    """Play random moves to the end; how many it took."""
    dealer: Dealer = FastDealer(seed)
    moves = 0
    while not RULES_OF_TYBOR.is_over(state):
        seat = RULES_OF_TYBOR.waiting_for(state)[0]
        actions = legal(state, seat)
        RULES_OF_TYBOR.apply(COMPONENTS, state, dealer, seat, actions[below(dealer, len(actions))])
        moves += 1
    return moves


def pile(state: State) -> list[int]:
    """The draw pile, next card first."""
    return state.pile[state.pile_end - state.n_pile : state.pile_end]


def held(state: State, seat: int) -> list[int]:
    """The cards a seat holds, the chosen one included."""
    player = state.players[seat]
    return sorted(listed(player.hand) + ([player.chosen] if player.chose else []))


def drawn(state: State) -> list[int]:
    """The cards just drawn for an effect, in the order drawn."""
    return state.players[state.actor].drawn[: state.n_drawn] if state.n_drawn else []


def lost_or_doubled(state: State) -> list[str]:
    """The kinds of cards that are not there as often as there are copies (T1.5)."""
    seats = range(state.n_players)
    tableaus = [state.players[seat] for seat in seats]
    characters = Counter(pile(state) + _all([state.discard]) + drawn(state))
    characters.update(_all([p.citizens for p in tableaus] + [p.workers for p in tableaus]))
    for seat in seats:
        characters.update(held(state, seat))
    if state.revealed != NO_CARD:
        characters[state.revealed] += 1
    buildings = Counter(state.building_pile[: state.n_building_pile])
    buildings.update(_all([state.display, state.removed]))
    buildings.update(_all([p.little for p in tableaus] + [p.great for p in tableaus]))
    wrong = [f"character {card}" for card in _wrong(characters, CHARACTERS, state.n_copies)]
    return wrong + [f"building {card}" for card in _wrong(buildings, BUILDINGS, state.n_copies)]


def _all(sets: Iterable[CardSet]) -> list[int]:
    return [card for cards in sets for card in listed(cards)]


def _wrong(found: Counter[int], kinds: int, copies: int) -> list[int]:
    return [
        card for card in range(max(kinds, *found) + 1) if found[card] != copies * (card < kinds)
    ]
