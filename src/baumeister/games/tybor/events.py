"""Turns what the rules announce into events as records have them, with physical cards.

The rules know kinds of cards, because copies are alike to the players. Records name physical
cards, so the ledger here keeps every one of them in its place; of two copies in the same
place the one with the lower number goes first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from baumeister.games.tybor import actions as act
from baumeister.games.tybor import announced as a
from baumeister.games.tybor.components import (
    BUILDINGS,
    CHARACTERS,
    EFFECTS,
    Components,
)
from baumeister.games.tybor.state import NO_CARD, State
from baumeister.kernel.cards import listed
from baumeister.kernel.events import CHANCE, FREE, SHOWN, Announcer, Event

SIDES = ("little", "great")
BY_CLAUSE = {effect.clause: effect for effect in EFFECTS}
DIRECTIONS = {1: "clockwise", -1: "counter-clockwise"}


def ids_of(code: str, copies: int) -> list[str]:
    """The physical cards of a kind, as records name them."""
    return [code] if copies == 1 else [f"{code}/{copy + 1}" for copy in range(copies)]


class Ledger:
    """Where every physical card is. A place is a name such as "pile" or ("hand", 2)."""

    def __init__(self, codes: list[str], copies: int) -> None:
        ids = enumerate(ids_of(code, copies) for code in codes)
        self._kind = {card: kind for kind, row in ids for card in row}
        self._places: dict[Any, list[str]] = {"box": list(self._kind)}

    def kind(self, card: str) -> int:
        """The kind of a physical card; KeyError if there is no such card."""
        return self._kind[card]

    def at(self, place: Any) -> list[str]:
        """The cards at a place, those of the same kind in ascending order."""
        return self._places.setdefault(place, [])

    def move(self, kind: int, source: Any, target: Any) -> str:
        """Move one card of the kind and return which one."""
        card = min(card for card in self.at(source) if self._kind[card] == kind)
        self.at(source).remove(card)
        self.at(target).append(card)
        return card

    def move_all(self, source: Any, target: Any) -> None:
        """Move everything."""
        self.at(target).extend(self.at(source))
        self.at(source).clear()


def alike(value: Any) -> Any:
    """The same without the numbers of copies: players cannot tell copies apart (T7.3), and of two
    copies in one place the lower number goes first, so it would reveal where the other went."""
    if isinstance(value, str):
        return value.partition("/")[0]
    if isinstance(value, Mapping):
        return {key: alike(part) for key, part in value.items()}
    return [alike(part) for part in value] if isinstance(value, list) else value


class TyborAnnouncer(Announcer):
    """Turns what the rules announce into events."""

    def __init__(self, components: Components, state: State, copies: int) -> None:
        self.components = components
        self.state = state
        self.characters = Ledger([c.code for c in components.characters], copies)
        self.buildings = Ledger([b.code for b in components.buildings], copies)
        self._drawn: list[str] = []
        self._kept: list[str] = []
        self._discarded: list[str] = []
        self._removed: list[str] = []
        self._display: list[str] = []
        self._added: list[str] = []
        self._builder: dict[str, Any] = {}
        hearers: dict[int, Callable[[int, int], None]] = {
            a.SET_UP: self._set_up,
            a.SHUFFLED_CHARACTERS: self._shuffled_characters,
            a.SHUFFLED_BUILDINGS: self._shuffled_buildings,
            a.DEALT_CARD: self._dealt_card,
            a.DEALT: self._dealt,
            a.DREW_BUILDING: self._drew_building,
            a.ADDED_TO_DISPLAY: self._added_to_display,
            a.LAID_OUT: self._laid_out,
            a.CHOSE: self._chose,
            a.REVEALED: self._revealed,
            a.USED_AS_CITIZEN: self._used_as_citizen,
            a.USED_AS_WORKER: self._used_as_worker,
            a.USED_AS_BUILDER: self._used_as_builder,
            a.PAID: self._paid,
            a.BUILT: self._built,
            a.DREW: self._drew,
            a.KEPT: self._kept_card,
            a.DROPPED: self._dropped,
            a.DRAW_DONE: self._draw_done,
            a.GAVE_UP_CITIZEN: self._gave_up_citizen,
            a.GAVE_UP_WORKER: self._gave_up_worker,
            a.GAVE_UP_BUILDING: self._gave_up_building,
            a.DECLINED: self._declined,
            a.PASSED: self._passed,
            a.REMOVED: self._removed_building,
            a.STAGE_ENDED: self._stage_ended,
        }
        super().__init__(hearers)

    def tell(self, undo: str = SHOWN, **values: Any) -> None:
        """An event whose only secret is the numbers of copies."""
        self.events.append(Event(values, alike(values), undo=undo))

    # --- set-up and deal ------------------------------------------------------------------
    def _set_up(self, first: int, _: int) -> None:
        colours = [
            list(self.components.objective_colours(player.objective)) for player in self._players()
        ]
        hidden: list[Any] = [None] * len(colours)
        base = {"type": "setup", "first_player": first}
        own = {
            seat: {**base, "secret_objectives": [*hidden[:seat], mine, *hidden[seat + 1 :]]}
            for seat, mine in enumerate(colours)
        }
        full = {**base, "secret_objectives": colours}
        event = Event(full, {**base, "secret_objectives": hidden}, own, CHANCE)
        # Records begin with the set-up; the building pile was shuffled just before.
        self.events.insert(0, event)

    def _shuffled(self, pile: str, order: list[str]) -> None:
        base = {"type": "shuffle", "pile": pile}
        public = {**base, "size": len(order)}
        self.events.append(Event({**base, "order": order}, public, {}, CHANCE))

    def _shuffled_characters(self, _: int, __: int) -> None:
        state, ledger = self.state, self.characters
        ledger.move_all("box", "discard")
        start = state.pile_end - state.n_pile
        order = [
            ledger.move(kind, "discard", "pile") for kind in state.pile[start : state.pile_end]
        ]
        self._shuffled("characters", order)

    def _shuffled_buildings(self, _: int, __: int) -> None:
        state, ledger = self.state, self.buildings
        ledger.move_all("pile", "box")
        kinds_in_order = state.building_pile[: state.n_building_pile]
        order = [ledger.move(kind, "box", "pile") for kind in kinds_in_order]
        self._shuffled("buildings", order)

    def _next_of_pile(self, kind: int, target: Any) -> str:
        ledger = self.characters
        card = ledger.at("pile").pop(0)
        assert ledger.kind(card) == kind
        ledger.at(target).append(card)
        return card

    def _dealt_card(self, seat: int, card: int) -> None:
        self._next_of_pile(card, ("hand", seat))

    def _dealt(self, _: int, stage: int) -> None:
        hands = [list(self.characters.at(("hand", seat))) for seat in self._seats()]
        hidden: list[Any] = [None] * len(hands)
        base = {"type": "deal", "stage": stage + 1}
        own = {  # sorted: the order of the deal could tell which cards came after a reshuffle
            seat: {**base, "hands": [*hidden[:seat], sorted(alike(hand)), *hidden[seat + 1 :]]}
            for seat, hand in enumerate(hands)
        }
        public = {**base, "hands": hidden, "cards_each": self.state.dealt}
        self.events.append(Event({**base, "hands": hands}, public, own, CHANCE))

    def _drew_building(self, _: int, building: int) -> None:
        card = self.buildings.at("pile").pop()
        assert self.buildings.kind(card) == building
        self.buildings.at("display").append(card)
        self._display.append(card)

    def _added_to_display(self, _: int, building: int) -> None:
        pile = self.buildings.at("pile")
        card = next(card for card in pile if self.buildings.kind(card) == building)
        pile.remove(card)
        self.buildings.at("display").append(card)
        self._added.append(card)

    def _laid_out(self, _: int, stage: int) -> None:
        self.tell(CHANCE, type="display", stage=stage + 1, drawn=self._display, added=self._added)
        self._display, self._added = [], []

    # --- choose and use -------------------------------------------------------------------
    def _chose(self, seat: int, card: int) -> None:
        physical = self.characters.move(card, ("hand", seat), ("chosen", seat))
        full = {"type": "choose", "seat": seat, "card": physical}
        public = {"type": "choose", "seat": seat}
        self.events.append(Event(full, public, {seat: alike(full)}, FREE))

    def take_back(self, seat: int) -> Event:
        """T4.1 Take the chosen card back into the hand; returns the withdrawn event."""
        self.characters.move_all(("chosen", seat), ("hand", seat))
        return super().take_back(seat)

    def _revealed(self, seat: int, card: int) -> None:
        values = {"type": "reveal", "seat": seat, "card": self.characters.at(("chosen", seat))[0]}
        self.events.append(Event(values, alike(values), recorded=False))

    def _use(self, seat: int, card: int, way: str, place: str) -> None:
        physical = self.characters.move(card, ("chosen", seat), (place, seat))
        self.tell(type="use", seat=seat, card=physical, **{"as": way})

    def _used_as_citizen(self, seat: int, card: int) -> None:
        self._use(seat, card, "citizen", "citizens")

    def _used_as_worker(self, seat: int, card: int) -> None:
        self._use(seat, card, "worker", "workers")

    def _used_as_builder(self, seat: int, cost: int) -> None:
        state = self.state
        card = self.characters.at(("chosen", seat))[0]
        self.characters.move(self.characters.kind(card), ("chosen", seat), "discard")
        side = SIDES[state.side]
        building = self.buildings.move(state.building, "display", (side, seat))
        self._builder = {
            "type": "use",
            "seat": seat,
            "card": card,
            "as": "builder",
            "building": building,
            "side": side,
            "cost": cost,
            "paid": [],
        }

    def _paid(self, seat: int, card: int) -> None:
        self._builder["paid"].append(self.characters.move(card, ("workers", seat), "discard"))

    def _built(self, _: int, __: int) -> None:
        self.tell(**self._builder)

    # --- draws ----------------------------------------------------------------------------
    def _drew(self, seat: int, card: int) -> None:
        physical = self._next_of_pile(card, ("drawn", seat))
        self._drawn.append(physical)
        base = {"type": "look", "seat": seat}
        full = {**base, "card": physical}
        self.events.append(Event(full, base, {seat: alike(full)}, CHANCE, recorded=False))

    def _kept_card(self, seat: int, card: int) -> None:
        self._kept.append(self.characters.move(card, ("drawn", seat), ("kept", seat)))

    def _dropped(self, seat: int, card: int) -> None:
        self._discarded.append(self.characters.move(card, ("drawn", seat), "discard"))

    def _draw_done(self, seat: int, number: int) -> None:
        effect = EFFECTS[number]
        self.characters.move_all(("kept", seat), (f"{effect.keeps_as}s", seat))
        if self._drawn:
            self.tell(
                type="draw",
                seat=seat,
                why=effect.clause,
                drawn=self._drawn,
                kept=self._kept,
                discarded=self._discarded,
                **{"as": effect.keeps_as},
            )
        self._drawn, self._kept, self._discarded = [], [], []

    # --- the end of the stage -------------------------------------------------------------
    def _gave_up(self, seat: int, card: str) -> None:
        effect = act.effect_in_progress(self.components.box, self.state)
        self.tell(type="give_up", seat=seat, why=EFFECTS[effect].clause, card=card)

    def _gave_up_citizen(self, seat: int, card: int) -> None:
        physical = self.characters.move(card, ("citizens", seat), "discard")
        self._gave_up(seat, physical)

    def _gave_up_worker(self, seat: int, card: int) -> None:
        physical = self.characters.move(card, ("workers", seat), "discard")
        self._gave_up(seat, physical)

    def _gave_up_building(self, seat: int, value: int) -> None:
        side = SIDES[value & 1]
        physical = self.buildings.move(value >> 1, (side, seat), "removed")
        self._gave_up(seat, physical)

    def _declined(self, seat: int, effect: int) -> None:
        self.tell(type="decline", seat=seat, why=EFFECTS[effect].clause)

    def _passed(self, first: int, _: int) -> None:
        if self.state.rounds_left > 0:
            self._pass_hands()
        direction = DIRECTIONS[self.state.direction]
        self.tell(type="pass", direction=direction, first_player=first)

    def _pass_hands(self) -> None:
        hands = [list(self.characters.at(("hand", seat))) for seat in self._seats()]
        for seat, hand in enumerate(hands):
            target = (seat + self.state.direction) % len(hands)
            self.characters.at(("hand", target))[:] = hand

    def _removed_building(self, _: int, building: int) -> None:
        self._removed.append(self.buildings.move(building, "display", "removed"))

    def _stage_ended(self, _: int, stage: int) -> None:
        self.tell(type="stage_end", stage=stage + 1, removed=self._removed)
        self._removed = []

    # --- where everything is --------------------------------------------------------------
    def _seats(self) -> range:
        return range(self.state.n_players)

    def _players(self) -> list[Any]:
        return self.state.players[: self.state.n_players]

    def final(self) -> dict[str, Any]:
        """The `final` part of a record: what lies in front of each player."""
        return {"seats": [self._final_seat(seat) for seat in self._seats()]}

    def _final_seat(self, seat: int) -> dict[str, Any]:
        characters, buildings = self.characters, self.buildings
        objective = self.state.players[seat].objective
        return {
            "citizens": sorted(characters.at(("citizens", seat)), key=characters.kind),
            "workers": sorted(characters.at(("workers", seat)), key=characters.kind),
            "buildings": [
                {"card": card, "side": side}
                for side in SIDES
                for card in sorted(buildings.at((side, seat)), key=buildings.kind)
            ],
            "secret_objective": list(self.components.objective_colours(objective)),
        }

    def actions_of(self, event: Mapping[str, Any], made: bool) -> list[tuple[int, int]]:
        """The seat and action of each decision in a recorded event; none if chance made it."""
        kind = event["type"]
        if kind not in ("choose", "use", "draw", "give_up", "decline"):
            return []
        seat: int = event["seat"]
        if kind == "choose":
            return [(seat, act.CHOOSE_CARD + self.characters.kind(event["card"]))]
        if kind == "use":
            return [(seat, action) for action in self._actions_of_use(event)]
        if kind == "draw":
            keeps_one = BY_CLAUSE[event["why"]].keeps == 1  # otherwise it is asked what to drop
            base = act.KEEP_CARD if keeps_one else act.DROP_CARD
            cards = event["kept"] if keeps_one else event["discarded"]
            return [(seat, base + self.characters.kind(card)) for card in cards]
        if kind == "give_up":
            return [(seat, self._action_of_give_up(seat, event["card"]))]
        return [(seat, act.DECLINE)]

    def _actions_of_use(self, event: Mapping[str, Any]) -> list[int]:
        way = event["as"]
        if way != "builder":
            return [{"citizen": act.CITIZEN, "worker": act.WORKER}[way]]
        building = self.buildings.kind(event["building"])
        build = act.BUILD + 2 * building + SIDES.index(event["side"])
        return [build, *(act.PAY_WITH + self.characters.kind(card) for card in event["paid"])]

    def _action_of_give_up(self, seat: int, card: str) -> int:
        for side, name in enumerate(SIDES):
            if card in self.buildings.at((name, seat)):
                return act.GIVE_BUILDING + 2 * self.buildings.kind(card) + side
        if card in self.characters.at(("workers", seat)):
            return act.GIVE_WORKER + self.characters.kind(card)
        return act.GIVE_CITIZEN + self.characters.kind(card)

    def misplaced(self) -> list[str]:
        """Cards that are not where the state has them; empty unless a rule is broken."""
        state = self.state
        start = state.pile_end - state.n_pile
        places: dict[Any, list[int]] = {
            "pile": state.pile[start : state.pile_end],
            "discard": listed(state.discard),
        }
        houses: dict[Any, list[int]] = {
            "pile": state.building_pile[: state.n_building_pile],
            "display": listed(state.display),
            "removed": listed(state.removed),
        }
        for seat, player in enumerate(self._players()):
            hidden = player.chosen if player.chose else NO_CARD
            if state.actor == seat and state.revealed != NO_CARD:
                hidden = state.revealed
            places["chosen", seat] = [] if hidden == NO_CARD else [hidden]
            places["hand", seat] = listed(player.hand)
            places["citizens", seat] = listed(player.citizens)
            places["workers", seat] = listed(player.workers)
            places["drawn", seat] = player.drawn[: state.n_drawn] if state.actor == seat else []
            houses["little", seat] = listed(player.little)
            houses["great", seat] = listed(player.great)
        wrong = _differences(self.characters, places, CHARACTERS * state.n_copies)
        return wrong + _differences(self.buildings, houses, BUILDINGS * state.n_copies)


def _differences(ledger: Ledger, places: dict[Any, list[int]], total: int) -> list[str]:
    wrong = [
        f"{place}: {ledger.at(place)}"
        for place, kinds_there in places.items()
        if sorted(map(ledger.kind, ledger.at(place))) != sorted(kinds_there)
    ]
    if sum(len(kinds_there) for kinds_there in places.values()) != total:
        wrong.append(f"{total} cards are not in one place each")
    return wrong
