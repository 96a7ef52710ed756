"""All worlds that a seat could be in, by brute force, for games with a handful of hidden cards.

`SmallGame` plays a little with the real rules, most cards lying in a tableau. It keeps a history
of what happened. `all_worlds` knows nothing of the rules' bookkeeping: it deals the same history
in every possible way, with physical cards, and keeps the ways that look the same to the seat.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from baumeister.games.tybor.actions import (
    choose_card,
    draw_for_effect,
    end_draw,
    reveal,
    use_as_citizen,
)
from baumeister.games.tybor.components import BUILDINGS, CHARACTERS
from baumeister.games.tybor.deal import deal_hands, discard_character, set_up
from baumeister.games.tybor.effects import end_harbour
from baumeister.games.tybor.flow import begin_round, pass_on
from baumeister.games.tybor.state import DROP, KEEP, NO_CARD, TURN_END, State, layout, seat_at
from baumeister.kernel.cards import add, clear, listed
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.seats import NOBODY
from tests.games.tybor.playing import BOX, drawn, held, pile

SIZE_MATTERS, CHAPTER_ONE = 1, 4  # story cards without an effect at the end of a stage

Card = tuple[int, int]  # a physical card: its kind, and which copy
Kinds = tuple[int, ...]


class Happened(NamedTuple):
    """One thing of the history; what is secret in it only the owner's seat has seen."""

    what: str
    seat: int = NOBODY
    cards: Kinds = ()
    hands: tuple[Kinds, ...] = ()
    kept: Kinds = ()
    discarded: bool = False


class SmallGame:
    """A stage with few cards, played with the real rules."""

    def __init__(self, players: int, pile_kinds: Kinds, discard_kinds: Kinds, seed: str) -> None:
        self.rng = random.Random(seed)
        self.dealer = FastDealer(seed)
        self.state = state = State(**layout(players))
        self.history: list[Happened] = []
        set_up(state, self.dealer, players, SIZE_MATTERS, CHAPTER_ONE)
        order = list(pile_kinds)
        self.rng.shuffle(order)
        state.pile[: len(order)] = order
        state.n_pile = state.pile_end = len(order)
        clear(state.discard)
        for card in discard_kinds:
            discard_character(state, card)
        lying = Counter(dict.fromkeys(range(CHARACTERS), state.n_copies))
        lying.subtract(pile_kinds + discard_kinds)
        assert min(lying.values()) >= 0
        for card in lying.elements():
            add(state.players[0].citizens, card)
        for building in range(BUILDINGS * state.n_copies):
            add(state.removed, building % BUILDINGS)
        state.n_building_pile = 0
        self.pile0, self.discard0 = pile_kinds, discard_kinds

    def hands(self) -> tuple[Kinds, ...]:
        return tuple(tuple(held(self.state, seat)) for seat in range(self.state.n_players))

    def deal(self) -> None:
        deal_hands(BOX, self.state, self.dealer)
        self.history.append(Happened("deal", hands=self.hands()))
        begin_round(self.state)

    def choose(self, choosers: int) -> None:
        """So many players choose, in play order."""
        for turn in range(choosers):
            seat = seat_at(self.state, turn)
            card = self.rng.choice(listed(self.state.players[seat].hand))
            choose_card(self.state, self.dealer, seat, card)
            self.history.append(Happened("choose", seat, (card,)))

    def play(self, discards: bool) -> int:
        """The next player reveals, and uses the card as a citizen or discards it; who it was."""
        state = self.state
        reveal(state, self.dealer)
        seat, card = state.actor, state.revealed
        self.history.append(Happened("play", seat, (card,), discarded=discards))
        if discards:
            discard_character(state, card)
            state.revealed = NO_CARD
            state.step = TURN_END
        else:
            use_as_citizen(BOX, state, self.dealer, seat)
        state.turn += 1
        return seat

    def draw(self, seat: int, number: int) -> None:
        self.state.actor = seat
        draw_for_effect(self.state, self.dealer, seat, number)
        self.state.step = DROP if number == 3 else KEEP
        self.history.append(Happened("draw", seat, tuple(drawn(self.state))))

    def keep(self) -> None:
        """One is discarded, the others are kept; all become public."""
        state = self.state
        seat, cards = state.actor, tuple(drawn(state))
        chosen = self.rng.choice(cards)
        if len(cards) == 3:
            kept = _without(cards, chosen)
            end_harbour(BOX, state, self.dealer, seat, chosen)
        else:
            kept = (chosen,)
            add(state.players[seat].workers, chosen)
            end_draw(state, self.dealer, seat, chosen, 0)
        state.step = TURN_END
        self.history.append(Happened("keep", seat, cards, kept=kept))

    def pass_on(self) -> None:
        pass_on(self.state, self.dealer)
        self.history.append(Happened("pass", hands=self.hands()))
        if self.state.rounds_left:
            begin_round(self.state)

    def shuffled_during_draw(self) -> bool:
        return self.state.drawn_before > 0


def _without(cards: Kinds, card: int) -> Kinds:
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)


# --- all ways to deal the same history --------------------------------------------------------
class Way(NamedTuple):
    """Where the physical cards are that nobody sees, and the discards."""

    pile: frozenset[Card]
    discard: frozenset[Card]
    hands: tuple[frozenset[Card], ...]
    chosen: tuple[Card | None, ...]
    drawn: tuple[Card, ...]


Ways = Counter[Way]  # with the number of histories that lead there, all equally likely


def all_ways(game: SmallGame, seat: int) -> Ways:
    """Every way to deal and play that looks to the seat (-1: a spectator) like the history."""
    players = game.state.n_players
    cards = _physical(game.pile0, ())
    start = Way(
        frozenset(cards),
        frozenset(_physical(game.discard0, game.pile0)),
        (frozenset(),) * players,
        (None,) * players,
        (),
    )
    ways: Ways = Counter({start: 1})
    played = {k: _is_played(game.history, k) for k in range(len(game.history))}
    for k, event in enumerate(game.history):
        if event.what == "deal":
            ways = _dealt(ways, event, _seen_later(game, seat))
        elif event.what == "choose" and not played[k]:
            own = event.cards if event.seat == seat else None
            ways = _each(ways, lambda way, e=event, o=own: _choose(way, e.seat, o))
        elif event.what == "play":
            ways = _each(ways, lambda way, e=event: _play(way, e))
        elif event.what == "pass":
            step = game.state.direction
            ways = _each(ways, lambda way, s=step: [_passed(way, s)])
            ways = _only(ways, seat, event.hands)
        elif event.what == "draw":
            public = any(later.what == "keep" for later in game.history[k:])
            for place in range(len(event.cards)):
                known = event.cards[place] if event.seat == seat or public else None
                ways = _each(ways, lambda way, kind=known: _draw_for_effect(way, kind))
        elif event.what == "keep":
            ways = _each(ways, lambda way, e=event: _keep(way, e))
    return ways


def _physical(kinds: Kinds, others: Kinds) -> list[Card]:
    """Physical cards of these kinds; the copies in `others` are taken."""
    taken = Counter(others)
    cards = []
    for kind in kinds:
        cards.append((kind, taken[kind]))
        taken[kind] += 1
    return cards


def _is_played(history: list[Happened], k: int) -> bool:
    later = history[k + 1 :]
    return any(event.what == "play" and event.seat == history[k].seat for event in later)


def _each(ways: Ways, follow: object) -> Ways:
    result: Ways = Counter()
    for way, number in ways.items():
        for after in follow(way):  # type: ignore[operator]
            result[after] += number
    return result


def _only(ways: Ways, seat: int, hands: tuple[Kinds, ...]) -> Ways:
    """The seat sees its own hand."""
    if seat < 0:
        return ways
    return Counter({w: n for w, n in ways.items() if _kinds(w.hands[seat]) == hands[seat]})


def _kinds(cards: Iterable[Card]) -> Kinds:
    return tuple(sorted(kind for kind, _ in cards))


def _next_cards(way: Way) -> Iterator[tuple[Way, Card]]:
    """T3.2 Any card of the pile may be the next; an empty pile is made from the discards."""
    if not way.pile:
        way = way._replace(pile=way.discard, discard=frozenset())
    for card in way.pile:
        yield way._replace(pile=way.pile - {card}), card


def _seen_later(game: SmallGame, seat: int) -> list[Counter[int]]:
    """By whom it was dealt to: the cards of a hand that the seat has seen by now, played or held.

    A way that does not deal them would be thrown away later; this throws it away at once."""
    players = game.state.n_players
    seen: list[Counter[int]] = [Counter() for _ in range(players)]
    played: list[Counter[int]] = [Counter() for _ in range(players)]
    dealt_to = list(range(players))  # by who holds it now
    for event in game.history:
        if event.what == "pass":
            dealt_to = [dealt_to[(s - game.state.direction) % players] for s in range(players)]
        elif event.what == "play":
            played[dealt_to[event.seat]][event.cards[0]] += 1
        if event.hands and seat >= 0:
            origin = dealt_to[seat]
            seen[origin] |= played[origin] + Counter(event.hands[seat])
    return [one | two for one, two in zip(seen, played, strict=True)]


def _dealt(ways: Ways, event: Happened, seen_later: list[Counter[int]]) -> Ways:
    for owner, hand in enumerate(event.hands):
        for _ in hand:
            needed, spare = seen_later[owner], len(hand) - seen_later[owner].total()
            ways = _each(ways, lambda way, o=owner, n=needed, s=spare: _deal_one(way, o, n, s))
    return ways


def _deal_one(way: Way, owner: int, needed: Counter[int], spare: int) -> Iterator[Way]:
    for after, card in _next_cards(way):
        hand = after.hands[owner] | {card}
        others = Counter(kind for kind, _ in hand) - needed
        if others.total() <= spare:
            yield after._replace(hands=_set(after.hands, owner, hand))


def _choose(way: Way, owner: int, kinds: Kinds | None) -> Iterator[Way]:
    for card in way.hands[owner]:
        if kinds is None or card[0] == kinds[0]:
            hands = _set(way.hands, owner, way.hands[owner] - {card})
            chosen = (*way.chosen[:owner], card, *way.chosen[owner + 1 :])
            yield way._replace(hands=hands, chosen=chosen)


def _play(way: Way, event: Happened) -> Iterator[Way]:
    for card in way.hands[event.seat]:
        if card[0] == event.cards[0]:
            hands = _set(way.hands, event.seat, way.hands[event.seat] - {card})
            discard = way.discard | {card} if event.discarded else way.discard
            yield way._replace(hands=hands, discard=discard)


def _passed(way: Way, step: int) -> Way:
    n = len(way.hands)
    return way._replace(hands=tuple(way.hands[(seat - step) % n] for seat in range(n)))


def _draw_for_effect(way: Way, kind: int | None) -> Iterator[Way]:
    for after, card in _next_cards(way):
        if kind is None or card[0] == kind:
            yield after._replace(drawn=(*after.drawn, card))


def _keep(way: Way, event: Happened) -> Iterator[Way]:
    """All cards drawn become public, in the order drawn; those not kept are discarded."""
    if tuple(kind for kind, _ in way.drawn) != event.cards:
        return
    gone = Counter(event.cards)
    gone.subtract(event.kept)
    choices = [card for card in way.drawn if gone[card[0]] > 0]
    for card in choices:
        yield way._replace(drawn=(), discard=way.discard | {card})


def _set(
    hands: tuple[frozenset[Card], ...], seat: int, hand: frozenset[Card]
) -> tuple[frozenset[Card], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


# --- what is compared: kinds only -------------------------------------------------------------
class World(NamedTuple):
    """What is hidden, by kinds."""

    hands: tuple[Kinds, ...]
    chosen: Kinds
    drawn: Kinds
    pile: Kinds


def all_worlds(game: SmallGame, seat: int) -> dict[World, float]:
    """Every world that looks like this to the seat, with its probability."""
    ways = all_ways(game, seat)
    worlds: Counter[World] = Counter()
    for way, number in ways.items():
        world = _world_of_way(way)
        if not (game.state.step == KEEP and _is_pair(world.drawn)):
            worlds[world] += number
    total = sum(worlds.values())
    return {world: number / total for world, number in worlds.items()}


def _is_pair(cards: Kinds) -> bool:
    """T4.8 One of two equal cards is kept without a question: who is asked has two that differ."""
    return len(cards) == 2 and cards[0] == cards[1]


def _world_of_way(way: Way) -> World:
    return World(
        tuple(_kinds(hand) for hand in way.hands),
        tuple(NO_CARD if card is None else card[0] for card in way.chosen),
        tuple(kind for kind, _ in way.drawn),
        _kinds(way.pile),
    )


def world_of_state(state: State) -> World:
    """What is hidden in a state."""
    players = state.players[: state.n_players]
    return World(
        tuple(tuple(listed(player.hand)) for player in players),
        tuple(player.chosen if player.chose else NO_CARD for player in players),
        tuple(drawn(state)),
        tuple(sorted(pile(state))),
    )
