"""T7 No byte that goes to a seat names a card that the seat may not know."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from baumeister.games.tybor.state import NO_CARD, State
from baumeister.kernel.cards import listed
from baumeister.play import Event, Table
from tests.games.tybor.playing import (
    COMPONENTS,
    PLAYERS,
    POLICIES,
    drawn,
    finished,
    held,
    new_table,
    step,
)

CHARACTERS = [character.code for character in COMPONENTS.characters]
BUILDINGS = [building.code for building in COMPONENTS.buildings]


def words_in(thing: Any) -> Iterator[str]:
    """Every text in JSON-ready data, keys included."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield from words_in(key)
            yield from words_in(value)
    elif isinstance(thing, list | tuple):
        for item in thing:
            yield from words_in(item)


class Witness:
    """Follows the whole truth, event by event, and keeps which cards each seat has seen.

    A card that is shuffled is hidden again from everybody.
    """

    def __init__(self, table: Table) -> None:
        parts = table.game.record_components(table.options)
        self.cards = {*parts["characters"], *parts["buildings"]}
        self.players = len(table.names)
        self.known: dict[int | None, set[str]] = {None: set()}
        self.known |= {seat: set() for seat in range(self.players)}
        self.hands: list[list[str]] = [[] for _ in range(self.players)]

    def see(self, event: Mapping[str, Any]) -> None:
        kind = event["type"]
        if kind == "shuffle":
            for known in self.known.values():
                known.difference_update(event["order"])
        elif kind == "deal":
            self.hands = [list(hand) for hand in event["hands"]]
            self._see_hands()
        elif kind == "choose":
            self.hands[event["seat"]].remove(event["card"])
        elif kind == "look":
            self.known[event["seat"]].add(event["card"])
        elif kind == "pass":
            move = 1 if event["direction"] == "clockwise" else -1
            self.hands = [self.hands[(seat - move) % self.players] for seat in self._seats()]
            self._see_hands()
        elif kind != "setup":
            shown = {word for word in words_in(event) if word in self.cards}
            for known in self.known.values():
                known.update(shown)

    def _seats(self) -> range:
        return range(self.players)

    def _see_hands(self) -> None:
        for seat in self._seats():
            self.known[seat] |= set(self.hands[seat])

    def told(self, event: Event, seat: int | None) -> set[str]:
        """The physical cards that the seat's version of the event names; with two copies of the
        game it may name a card without saying which copy."""
        return {word for word in words_in(event.seen_by(seat)) if word in self.cards}


@pytest.mark.parametrize("players", PLAYERS)
def test_T7_no_event_names_a_card_that_the_seat_may_not_know(players: int) -> None:
    for policy in range(len(POLICIES)):
        table = finished(players, 7 * policy + players, POLICIES[policy], f"canary {policy}")
        witness = Witness(table)
        for event in table.events:
            witness.see(event.full)
            for seat in (None, *range(players)):
                assert witness.told(event, seat) <= witness.known[seat]


@pytest.mark.parametrize("players", PLAYERS)
def test_T2_1_no_event_tells_another_seat_a_secret_objective(players: int) -> None:
    table = new_table(players, 3, "objectives")
    setup = table.events[0]
    for seat in range(players):
        for other in (None, *range(players)):
            shown = setup.seen_by(other)["secret_objectives"][seat]
            assert shown == (setup.full["secret_objectives"][seat] if other == seat else None)


# --- views and records of running games -------------------------------------------------------
def may_know(state: State, seat: int | None) -> set[str]:
    """T7.1 to T7.3, from the whole truth: what lies open, one's own, and hands passed on."""
    players = state.players[: state.n_players]
    cards = listed(state.discard) + [c for p in players for c in listed(p.citizens)]
    cards += [card for player in players for card in listed(player.workers)]
    if state.revealed != NO_CARD:
        cards.append(state.revealed)
    if seat is not None:
        cards += held(state, seat)
        cards += drawn(state) if state.actor == seat else []
        held_since_deal = state.dealt - state.rounds_left
        for passes in range(1, min(held_since_deal, state.n_players - 1) + 1):
            cards += held(state, (seat + passes * state.direction) % state.n_players)
    return {CHARACTERS[card] for card in cards}


def open_buildings(state: State) -> set[str]:
    players = state.players[: state.n_players]
    cards = listed(state.display) + listed(state.removed)
    cards += [card for player in players for card in listed(player.little) + listed(player.great)]
    return {BUILDINGS[card] for card in cards}


@pytest.mark.parametrize("players", PLAYERS)
def test_T7_no_view_names_a_card_that_the_seat_may_not_know(players: int) -> None:
    for policy in range(len(POLICIES)):
        table = new_table(players, 5 * policy + players, f"a secret seed {policy}")
        rng = random.Random(policy)
        while not table.over:
            if rng.random() < 0.15:
                state: State = table.snapshot()
                for seat in (None, *range(players)):
                    view = table.view(seat)
                    named = set(words_in(view))
                    assert named & set(CHARACTERS) <= may_know(state, seat)
                    assert named & set(BUILDINGS) <= open_buildings(state)
                    assert table.seed not in json.dumps(view)
            step(table, POLICIES[policy], rng)


@pytest.mark.parametrize("players", PLAYERS)
def test_T7_no_record_of_a_running_game_tells_what_the_seat_may_not_know(players: int) -> None:
    table = new_table(players, 4 + 3 * players, "a secret seed")
    rng = random.Random(players)
    witness = Witness(table)
    ever: dict[int | None, set[str]] = {seat: set() for seat in (None, *range(players))}
    seen = 0
    while not table.over:
        for event in table.events[seen:]:
            witness.see(event.full)
            for seat, known in witness.known.items():
                ever[seat] |= known
        seen = len(table.events)
        if rng.random() < 0.1:
            for seat in (None, *range(players)):
                record = table.record(seat)
                named = {word for word in words_in(record["events"]) if word in witness.cards}
                assert named <= ever[seat]
                assert table.seed not in json.dumps(record)
                assert not {"seed", "final", "scores", "winners"} & set(record)
        step(table, POLICIES[0], rng)


def test_T7_once_the_game_is_over_everybody_may_have_everything() -> None:
    table = finished(3, 2, POLICIES[0], "over")
    assert table.record(None) == table.record(0)
    assert table.record(1)["seed"] == "over"
