"""T7 Every re-dealt world has a history of its own in which the seat has seen the same.

From a re-dealt world, the order of every shuffle is worked out by which it would have come about.
Then the whole game is played again with these shuffles: at every step the seat must see what it
saw in the real game, and in the end the re-dealt world lies on the table.
"""

from __future__ import annotations

import random
from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from baumeister.games.tybor.actions import CHOOSE_CARD
from baumeister.games.tybor.components import OBJECTIVE_CARDS
from baumeister.games.tybor.state import CHOOSE, State
from baumeister.kernel import chance
from baumeister.kernel.chance import FastDealer
from baumeister.play import Table
from tests.games.tybor.playing import (
    COMPONENTS,
    PLAYERS,
    POLICIES,
    drawn,
    held,
    new_table,
    pile,
    step,
)

CHARACTER = {character.code: kind for kind, character in enumerate(COMPONENTS.characters)}
BUILDING = {building.code: kind for kind, building in enumerate(COMPONENTS.buildings)}
RETOLD = "a history retold"


def kinds(cards: Sequence[str]) -> list[int]:
    codes = [card.partition("/")[0] for card in cards]
    return [CHARACTER[c] if c in CHARACTER else BUILDING[c] for c in codes]


# --- the shuffles by which a world would have come about ------------------------------------
class Shuffles:
    """The order of every shuffle of a game, so that the world comes about."""

    def __init__(self, table: Table, seat: int | None, world: State) -> None:
        self.seat = seat
        self.events = [event.full for event in table.events]
        self.world = world
        self.players = world.n_players
        shuffles = [event for event in self.events if event["type"] == "shuffle"]
        self.originals = {
            name: [kinds(event["order"]) for event in shuffles if event["pile"] == name]
            for name in ("characters", "buildings")
        }
        self.in_order = [event["pile"] for event in shuffles]

    def characters(self) -> list[list[int]]:
        """Each pile of characters: what was taken from it, and what must still be in it."""
        taken: list[list[int]] = []
        rest_of_old: list[int] | None = None  # of a pile that ran out during a deal
        hands = self._hands_dealt()
        latest_deal = max(k for k, event in enumerate(self.events) if event["type"] == "deal")
        looks = [event for event in self.events[latest_deal:] if event["type"] == "look"]
        pending = drawn(self.world)
        first_pending = len(looks) - len(pending)
        looked = 0
        for k, event in enumerate(self.events):
            if event["type"] == "shuffle" and event["pile"] == "characters":
                if taken:
                    rest_of_old = self.originals["characters"][len(taken) - 1][len(taken[-1]) :]
                taken.append([])
            elif event["type"] == "deal":
                dealt = hands if k == latest_deal else [kinds(hand) for hand in event["hands"]]
                if rest_of_old:
                    dealt = in_dealt_order(dealt, rest_of_old)
                    cards = [card for hand in dealt for card in hand]
                    taken[-2] += cards[: len(rest_of_old)]
                    taken[-1] += cards[len(rest_of_old) :]
                else:
                    taken[-1] += [card for hand in dealt for card in hand]
                rest_of_old = None
            elif event["type"] == "look":
                rest_of_old = None
                if k > latest_deal and looked >= first_pending:
                    taken[-1].append(pending[looked - first_pending])
                else:
                    taken[-1] += kinds([event["card"]])
                looked += k > latest_deal
        taken[-1] += pile(self.world)
        return taken

    def _hands_dealt(self) -> list[list[int]]:
        """The hands at the start of the stage: what was played from them, and what is left."""
        world = self.world
        hands: list[list[int]] = [[] for _ in range(self.players)]
        owner = list(range(self.players))  # whose hand a seat holds
        latest_deal = max(k for k, event in enumerate(self.events) if event["type"] == "deal")
        for event in self.events[latest_deal:]:
            if event["type"] == "reveal":
                hands[owner[event["seat"]]] += kinds([event["card"]])
            elif event["type"] == "pass":
                step_ = 1 if event["direction"] == "clockwise" else -1
                owner = [owner[(seat - step_) % self.players] for seat in range(self.players)]
        for seat in range(self.players):
            hands[owner[seat]] += held(world, seat)
        if self.seat is not None:
            own = kinds(self.events[latest_deal]["hands"][self.seat])
            assert sorted(own) == sorted(hands[self.seat])
            hands[self.seat] = own  # in the order dealt
        return hands

    def buildings(self) -> list[list[int]]:
        """Only what is still in the pile can be otherwise."""
        *earlier, last = self.originals["buildings"]
        n = self.world.n_building_pile
        return [*earlier, self.world.building_pile[:n] + last[n:]]

    def objectives(self) -> list[int]:
        mine = [player.objective for player in self.world.players[: self.players]]
        left = Counter(dict.fromkeys(range(OBJECTIVE_CARDS), self.world.n_copies))
        left.subtract(mine)
        assert min(left.values()) >= 0
        return mine + list(left.elements())

    def words(self) -> Iterator[int]:
        """The tape on which all this stands."""
        piles = {"characters": self.characters(), "buildings": self.buildings()}
        for name, orders in piles.items():
            for order, original in zip(orders, self.originals[name], strict=True):
                assert sorted(order) == sorted(original), "not the cards that were shuffled"
        queues = {name: iter(orders) for name, orders in piles.items()}
        yield from words_for(self.objectives())
        yield from words_for(next(queues["buildings"]))
        yield word_for(self.events[0]["first_player"], self.players)
        yield from words_for(next(queues["characters"]))
        for name in self.in_order[2:]:
            yield from words_for(next(queues[name]))


def in_dealt_order(hands: list[list[int]], old: list[int]) -> list[list[int]]:
    """Hands with the cards of the old pile first; whole hands must be of it until it ends."""
    left = Counter(old)
    ordered = []
    for hand in hands:
        if left.total() >= len(hand):
            assert not Counter(hand) - left, "a card dealt before the reshuffle was not in the pile"
            first, later = Counter(hand), Counter[int]()
            ordered.append(hand)
        else:
            first = left
            later = Counter(hand)
            later.subtract(first)
            assert min(later.values(), default=0) >= 0, "the interrupted hand lacks an old card"
            fits = Counter(hand[: first.total()]) == first
            ordered.append(hand if fits else [*first.elements(), *later.elements()])
        left = left - first
    return ordered


def words_for(order: Sequence[int]) -> Iterator[int]:
    """The words with which a shuffle of these cards, lying in printed order, gives this order."""
    items = sorted(order)
    for i in range(len(items) - 1, 0, -1):
        j = items.index(order[i], 0, i + 1)
        items[i], items[j] = items[j], items[i]
        yield word_for(j, i + 1)


def word_for(lot: int, n: int) -> int:
    """A word that draws this lot of n."""
    return -(-(lot << 32) // n) + 1


# --- playing it again -------------------------------------------------------------------------
def tell(table: Table, seed: str, choices: Mapping[int, int]) -> Iterator[Table]:
    """The table's moves at a new table, step by step; choices that lie face down replaced."""
    twin = Table(table.game, table.options, seed, table.names)
    yield twin
    real = [move for move in table.moves if not move.forced]
    last_of = {move.seat: k for k, move in enumerate(real)}
    for k, move in enumerate(real):
        hidden = move.seat in choices and last_of[move.seat] == k
        twin.play(move.seat, choices[move.seat] if hidden else move.action)
        yield twin


def compare_histories(
    monkeypatch: pytest.MonkeyPatch, table: Table, seat: int | None, world: State, exactly: bool
) -> None:
    choices = {
        other: CHOOSE_CARD + player.chosen
        for other, player in enumerate(world.players[: world.n_players])
        if player.chose and other != seat and world.rounds_left > 1  # the last card goes by itself
    }
    words = array("I", Shuffles(table, seat, world).words())
    real_tape = chance.tape

    def tape(seed: str, n: int) -> array[int]:
        return words + array("I", [0] * n) if seed == RETOLD else real_tape(seed, n)

    monkeypatch.setattr(chance, "tape", tape)
    told = tell(table, table.seed, {})
    retold = tell(table, RETOLD, choices)
    shown = 0
    for real, other in zip(told, retold, strict=True):
        mine, theirs = real.seat_view(seat), other.seat_view(seat)
        assert theirs.components.box == mine.components.box
        assert replace(theirs, game=mine.game) == mine
        assert len(other.events) == len(real.events)
        for one, two in zip(real.events[shown:], other.events[shown:], strict=True):
            assert seen(two.seen_by(seat), exactly) == seen(one.seen_by(seat), exactly)
        shown = len(real.events)
    monkeypatch.undo()
    assert hidden_part(other.snapshot()) == hidden_part(world)


def seen(event: Any, exactly: bool) -> Any:
    """What was seen; unless exactly, without the number of a card's copy and a hand's order."""
    if isinstance(event, Mapping):
        if not exactly and event.get("type") == "deal":
            return [sorted(seen(hand, exactly) or []) for hand in event["hands"]]
        return {key: seen(value, exactly) for key, value in event.items()}
    if isinstance(event, list | tuple):
        return [seen(item, exactly) for item in event]
    return event.partition("/")[0] if isinstance(event, str) and not exactly else event


def hidden_part(state: State) -> list[Any]:
    seats = range(state.n_players)
    return [
        pile(state),
        state.building_pile[: state.n_building_pile],
        drawn(state),
        [held(state, seat) for seat in seats],
        [state.players[seat].chosen for seat in seats if state.players[seat].chose],
        [state.players[seat].objective for seat in seats],
    ]


def places(players: int, policy: int, looks: float) -> Iterator[Table]:
    """Games being played, handed over now and then; in play order, as `tell` tells it."""
    seed = f"histories {players} {policy}"
    rng = random.Random(seed)
    table = new_table(players, rng.randrange(32), seed)
    while not table.over:
        state: State = table.snapshot()
        drawing = state.n_drawn > 0 and state.drawn_before > 0
        if drawing or rng.random() < looks / (45 * players):
            yield table
        step(table, POLICIES[policy], rng)


def seems_alike(world: State) -> bool:
    """Whether two cards of the same kind are being looked at: no question would be asked."""
    return len(drawn(world)) == 2 and len(set(drawn(world))) == 1


@pytest.mark.parametrize("policy", range(len(POLICIES)))
@pytest.mark.parametrize("players", PLAYERS)
def test_T7_every_redealt_world_has_a_history_that_looks_the_same(
    players: int, policy: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, table in enumerate(places(players, policy, 3)):
        for seat in (None, number % players, (number + players // 2) % players):
            world = table.seat_view(seat).redeal(FastDealer(f"{number}"))
            if not seems_alike(world):
                compare_histories(monkeypatch, table, seat, world, exactly=False)


@pytest.mark.parametrize("players", [2, 4, 5, 8])
def test_T7_the_names_of_physical_cards_tell_nothing(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which copy of a card it is must not tell a seat where the other copy is."""
    for number, table in enumerate(places(players, 0, 3)):
        seat = number % players
        world = table.seat_view(seat).redeal(FastDealer(f"{number}"))
        if not seems_alike(world):
            compare_histories(monkeypatch, table, seat, world, exactly=True)


def test_T4_8_a_player_who_is_asked_what_to_keep_has_drawn_two_different_cards() -> None:
    """Of two copies one is kept without a question, so a question tells that the cards differ."""
    alike = asked = 0
    for policy in (2, 3):
        for players in (5, 6, 7, 8):
            table = new_table(players, 19 + players, f"alike {policy} {players}")
            rng = random.Random(table.seed)
            while not table.over:
                state: State = table.snapshot()
                if len(drawn(state)) == 2:
                    other = (state.actor + 1) % players
                    for number in range(20):
                        world = table.seat_view(other).redeal(FastDealer(f"alike {number}"))
                        alike += seems_alike(world)
                        asked += 1
                step(table, POLICIES[policy], rng)
    assert asked > 500
    assert alike == 0


def test_the_histories_include_choices_that_lie_face_down() -> None:
    tables = [table.snapshot() for players in (3, 6) for table in places(players, 0, 20)]
    assert any(
        state.step == CHOOSE and any(player.chose for player in state.players) for state in tables
    )
