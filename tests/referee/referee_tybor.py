"""An independent referee for records of Tybor the Builder.

`check` follows a record from set-up to the winner. It knows the rulebook and the record
format and re-derives everything that is forced. Card values come from the record's own
`components`; scenarios, chapters and costs come from a data file. `check_components`
compares the card values with the data file, `check_tape` compares all chance with the seed.

Lists whose order the record format leaves open (hands, cards drawn for an effect, removed
buildings, final tableaus, winners) are compared without regard to order.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from .tape import Tape

DATA_FILE = Path(__file__).with_name("tybor.toml")

COLOURS = ("green", "yellow", "blue", "red")
LETTERS = {"G": "green", "Y": "yellow", "B": "blue", "R": "red"}
PROFESSIONS = ("farmer", "merchant", "craftsman", "captain", "priest", "soldier")
BONUSES = {"", "recruit", "majority", "set", "pair"} | {f"symbol {p}" for p in PROFESSIONS}
SIDES = ("little", "great")
CLAUSES = tuple(f"T6.{number}" for number in range(1, 19))


class Foul(Exception):
    """A record breaks a rule; the message names the place and the clause."""


def foul(where: str, clause: str, message: str) -> NoReturn:
    """Blow the whistle."""
    raise Foul(f"{where}: {clause}: {message}")


# ---------------------------------------------------------------------- reading JSON


def get(where: str, thing: object, key: str) -> Any:
    """A key that has to be there."""
    if not isinstance(thing, Mapping):
        foul(where, "RECORDS", f"an object with {key!r} was expected")
    if key not in thing:
        foul(where, "RECORDS", f"{key!r} is missing")
    return thing[key]


def get_int(where: str, thing: object, key: str) -> int:
    """A whole number; true and false are none."""
    value = get(where, thing, key)
    if not isinstance(value, int) or isinstance(value, bool):
        foul(where, "RECORDS", f"{key!r} is not a whole number")
    return value


def get_text(where: str, thing: object, key: str) -> str:
    """A text."""
    value = get(where, thing, key)
    if not isinstance(value, str):
        foul(where, "RECORDS", f"{key!r} is not a text")
    return value


def get_list(where: str, thing: object, key: str) -> list[Any]:
    """A list."""
    value = get(where, thing, key)
    if not isinstance(value, list):
        foul(where, "RECORDS", f"{key!r} is not a list")
    return value


def texts(where: str, values: object, what: str) -> list[str]:
    """A list of texts."""
    if not isinstance(values, list) or not all(isinstance(v, str) for v in values):
        foul(where, "RECORDS", f"{what} is not a list of texts")
    return values


def get_texts(where: str, thing: object, key: str) -> list[str]:
    """A list of texts under a key."""
    return texts(where, get(where, thing, key), repr(key))


def get_mapping(where: str, thing: object, key: str) -> Mapping[str, Any]:
    """An object under a key."""
    value = get(where, thing, key)
    if not isinstance(value, Mapping):
        foul(where, "RECORDS", f"{key!r} is not an object")
    return value


def same_cards(one: Iterable[str], other: Iterable[str]) -> bool:
    """The same cards, each as often, in any order."""
    return Counter(list(one)) == Counter(list(other))


def load_data(path: Path) -> dict[str, Any]:
    """Scenario, chapter and cost tables."""
    with path.open("rb") as file:
        return tomllib.load(file)


# ---------------------------------------------------------------------- the cards


class Cards:
    """The physical cards of a game, from the record's `components`."""

    def __init__(self, components: object, copies: int) -> None:
        self.where = "components"
        self.characters = get_mapping(self.where, components, "characters")
        self.buildings = get_mapping(self.where, components, "buildings")
        for card, face in self.characters.items():
            self._check_character(f"components: {card}", face)
        for card, face in self.buildings.items():
            self._check_building(f"components: {card}", face)
        self._check_numbers(copies)

    def _check_character(self, where: str, face: object) -> None:
        """T1.2."""
        if get_text(where, face, "profession") not in PROFESSIONS:
            foul(where, "T1.2", "no such profession")
        if get_int(where, face, "strength") < 0:
            foul(where, "T1.2", "negative strength")
        colours = get_texts(where, face, "colours")
        if len(colours) > 4 or not set(colours) <= set(COLOURS):
            foul(where, "T1.2", "0 to 4 colour symbols of the four colours")

    def _check_building(self, where: str, face: object) -> None:
        """T1.1."""
        get_text(where, face, "name")
        get_int(where, face, "points")
        if get_text(where, face, "colour") not in COLOURS:
            foul(where, "T1.1", "no such colour")
        if get_text(where, face, "bonus") not in BONUSES:
            foul(where, "RECORDS", "no such bonus")

    def _check_numbers(self, copies: int) -> None:
        """T1.1, T1.2, T1.5: how many cards there are."""
        if set(self.characters) & set(self.buildings):
            foul(self.where, "RECORDS", "an ID names a character and a building")
        if len(self.characters) != 59 * copies:
            foul(self.where, "T1.2/T1.5", f"{len(self.characters)} characters")
        colours = Counter(face["colour"] for face in self.buildings.values())
        if any(colours[colour] != 10 * copies for colour in COLOURS):
            foul(self.where, "T1.1/T1.5", f"buildings per colour {dict(colours)}")
        for faces in (self.characters, self.buildings):
            numbers = Counter(character_face(f) or building_face(f) for f in faces.values())
            if any(number % copies for number in numbers.values()):
                foul(self.where, "T1.5", "a card without its second copy")

    def strength(self, cards: Iterable[str]) -> int:
        """Total strength."""
        return sum(int(self.characters[card]["strength"]) for card in cards)

    def profession(self, card: str) -> str:
        """The profession of a character."""
        return str(self.characters[card]["profession"])

    def colour(self, building: str) -> str:
        """The colour of a building."""
        return str(self.buildings[building]["colour"])

    def bonus(self, building: str) -> str:
        """The bonus of a building."""
        return str(self.buildings[building]["bonus"])


def character_face(face: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values on a character card, comparable; nothing for a building."""
    if "profession" not in face:
        return ()
    return face["profession"], face["strength"], tuple(sorted(face["colours"]))


def building_face(face: Mapping[str, Any]) -> tuple[Any, ...]:
    """The values on a building card, comparable."""
    return face["name"], face["colour"], face["points"], face["bonus"]


# ---------------------------------------------------------------------- scenario, chapter


class Board:
    """What the options and the data file settle: players, scenario, chapter, costs."""

    def __init__(self, record: Mapping[str, Any], data: dict[str, Any]) -> None:
        options = get_mapping("record", record, "options")
        self.players = get_int("options", options, "players")
        if not 2 <= self.players <= 8:
            foul("options", "T1.5", "2 to 8 players")
        self.copies = 1 if self.players <= 4 else 2
        self.scenario = self._scenario(data, get_text("options", options, "scenario"))
        self.chapter = self._chapter(data, get_int("options", options, "chapter"))
        self.prices: Mapping[str, Any] = data["costs"]
        self.captains: Mapping[str, Any] = data["captains"]
        self.objectives = [sorted(LETTERS[c] for c in o) for o in data["secret_objectives"]]

    def _scenario(self, data: dict[str, Any], name: str) -> dict[str, Any]:
        for row in data["scenario"]:
            if "-".join(row["en"].lower().split()) == name:
                return dict(row)
        foul("options", "T1.3", f"no scenario {name!r}")

    def _chapter(self, data: dict[str, Any], number: int) -> dict[str, Any]:
        for row in data["chapter"]:
            if row["number"] == number:
                return dict(row)
        foul("options", "T1.3", f"no chapter {number}")

    def hand(self, stage: int) -> int:
        """T3.1."""
        if "hand_size" in self.scenario:
            return int(self.scenario["hand_size"][stage - 1])
        return 5

    def direction(self, stage: int) -> str:
        """T4.2."""
        turned = self.scenario.get("counter_clockwise")
        return "counter-clockwise" if turned and turned[stage - 1] else "clockwise"

    def next_seat(self, seat: int, stage: int, places: int = 1) -> int:
        """The seat so many places on in the direction of play; clockwise counts up."""
        if self.direction(stage) == "clockwise":
            return (seat + places) % self.players
        return (seat - places) % self.players

    def order(self, first: int, stage: int) -> list[int]:
        """T4.2: play order from the holder of the first-player card."""
        return [self.next_seat(first, stage, places) for places in range(self.players)]

    def price(self, side: str, stage: int) -> int:
        """T4.6, before the discount."""
        return int(self.prices[side][stage - 1])


# ---------------------------------------------------------------------- the table


class Seat:
    """The tableau and the hand of one player: sets of IDs."""

    def __init__(self) -> None:
        self.hand: set[str] = set()
        self.chosen: set[str] = set()
        self.citizens: set[str] = set()
        self.workers: set[str] = set()
        self.built: dict[str, str] = {}
        self.objective: list[str] = []


class Match:
    """One record under review. `at` is the index of the event being looked at."""

    def __init__(self, record: Mapping[str, Any], data: dict[str, Any]) -> None:
        self.record = record
        self.board = Board(record, data)
        self.cards = Cards(get("record", record, "components"), self.board.copies)
        self.events = get_list("record", record, "events")
        self.at = -1
        self.stage = 0
        self.first = 0
        self.seats = [Seat() for _ in range(self.board.players)]
        self.pile: list[str] = []
        self.discards: set[str] = set()
        self.building_pile: list[str] = []
        self.display: set[str] = set()
        self.gone: set[str] = set()

    # -- events

    def here(self) -> str:
        """Where the referee stands, for messages."""
        if 0 <= self.at < len(self.events):
            event = self.events[self.at]
            kind = event.get("type") if isinstance(event, Mapping) else None
            return f"event {self.at} ({kind})"
        return f"event {self.at} (none: the record ends here)"

    def foul(self, clause: str, message: str) -> NoReturn:
        """Blow the whistle at the current event."""
        foul(self.here(), clause, message)

    def peek(self) -> str:
        """The type of the next event, or nothing after the last."""
        if self.at + 1 >= len(self.events):
            return ""
        event = self.events[self.at + 1]
        return str(event.get("type")) if isinstance(event, Mapping) else ""

    def expect(self, clause: str, *kinds: str) -> Mapping[str, Any]:
        """Go on to the next event, which has to be of one of these types."""
        found = self.peek()
        self.at += 1
        if found not in kinds:
            self.foul(clause, f"expected {' or '.join(kinds)}, found {found or 'nothing'}")
        event: Mapping[str, Any] = self.events[self.at]
        return event

    def expect_seat(self, event: Mapping[str, Any], seat: int, clause: str) -> None:
        """The event has to be this seat's."""
        found = get_int(self.here(), event, "seat")
        if found != seat:
            self.foul(clause, f"it is seat {seat}'s turn, not seat {found}'s")

    def expect_value(self, event: Mapping[str, Any], key: str, value: object, clause: str) -> None:
        """A forced detail."""
        found = get(self.here(), event, key)
        if type(found) is not type(value) or found != value:
            self.foul(clause, f"{key} is {found!r}, not {value!r}")

    def ids(self, event: Mapping[str, Any], key: str) -> list[str]:
        """A list of IDs without repetition."""
        found = get_texts(self.here(), event, key)
        if len(set(found)) != len(found):
            self.foul("RECORDS", f"{key} names a card twice")
        return found

    # -- conservation

    def count_cards(self) -> None:
        """Every card is at exactly one place."""
        characters = self.pile + list(self.discards)
        buildings = self.building_pile + list(self.display) + list(self.gone)
        for seat in self.seats:
            for zone in (seat.hand, seat.chosen, seat.citizens, seat.workers):
                characters.extend(zone)
            buildings.extend(seat.built)
        if not same_cards(characters, self.cards.characters):
            self.foul("T1.2/T1.5", "a character is lost or doubled")
        if not same_cards(buildings, self.cards.buildings):
            self.foul("T1.1/T1.5", "a building is lost or doubled")

    # -- the whole game

    def follow(self) -> None:
        """From set-up to the last event."""
        self.set_up()
        for stage in (1, 2, 3, 4):
            self.stage = stage
            self.deal()
            self.lay_out()
            self.rounds()
            self.end_of_stage()
        if self.at + 1 != len(self.events):
            self.at += 1
            self.foul("T5.6", "the game has ended after stage IV")

    # -- T2

    def set_up(self) -> None:
        """T2.1, T2.3, T2.4."""
        event = self.expect("T2", "setup")
        self.first = get_int(self.here(), event, "first_player")
        if not 0 <= self.first < self.board.players:
            self.foul("T2.4", f"no seat {self.first}")
        self.hand_out_objectives(get_list(self.here(), event, "secret_objectives"))
        for _ in range(2):
            self.first_shuffle()
        self.count_cards()

    def hand_out_objectives(self, objectives: list[Any]) -> None:
        """T2.1, T1.5: each card at most once, or twice with two copies."""
        if len(objectives) != self.board.players:
            self.foul("T2.1", "one secret objective for each player")
        for seat, value in zip(self.seats, objectives, strict=True):
            seat.objective = sorted(texts(self.here(), value, "a secret objective"))
            if seat.objective not in self.board.objectives:
                self.foul("T2.1", f"no such secret objective: {value}")
        numbers = Counter(tuple(seat.objective) for seat in self.seats)
        if max(numbers.values()) > self.board.copies:
            self.foul("T2.1/T1.5", "a secret objective is out too often")

    def first_shuffle(self) -> None:
        """T2.3: both piles, in either order, once each."""
        event = self.expect("T2.3", "shuffle")
        order = self.ids(event, "order")
        pile = get_text(self.here(), event, "pile")
        if pile == "characters" and not self.pile:
            self.expect_permutation(order, self.cards.characters, "T2.3")
            self.pile = list(order)
        elif pile == "buildings" and not self.building_pile:
            self.expect_permutation(order, self.cards.buildings, "T2.3")
            self.building_pile = list(order)
        else:
            self.foul("T2.3", f"the pile {pile!r} is not to be shuffled now")

    def expect_permutation(self, order: list[str], cards: Iterable[str], clause: str) -> None:
        """A shuffle lists exactly the cards shuffled."""
        if not same_cards(order, cards):
            self.foul(clause, "the order is not one of the cards to be shuffled")

    # -- T3

    def deal(self) -> None:
        """T3.1 to T3.3."""
        everything = len(self.pile) + len(self.discards)
        size = min(self.board.hand(self.stage), everything // self.board.players)
        self.shuffle_in(size * self.board.players)
        event = self.expect("T3.1", "deal")
        self.expect_value(event, "stage", self.stage, "T3")
        hands = get_list(self.here(), event, "hands")
        if len(hands) != self.board.players:
            self.foul("T3.1", "one hand for each player")
        for seat, value in zip(self.seats, hands, strict=True):
            due = self.take(size)
            if not same_cards(texts(self.here(), value, "a hand"), due):
                self.foul("T3.1/T3.3", f"a hand is {value}, not {due}")
            seat.hand = set(due)
        self.count_cards()

    def shuffle_in(self, needed: int) -> None:
        """T3.2: the discards are shuffled in only when the draw pile is too small."""
        if needed <= len(self.pile) or not self.discards:
            return
        event = self.expect("T3.2", "shuffle")
        self.expect_value(event, "pile", "characters", "T3.2")
        order = self.ids(event, "order")
        self.expect_permutation(order, self.discards, "T3.2")
        self.pile = self.pile + order
        self.discards = set()
        self.count_cards()

    def take(self, number: int) -> list[str]:
        """The next cards of the draw pile."""
        taken, self.pile = self.pile[:number], self.pile[number:]
        return taken

    def lay_out(self) -> None:
        """T3.4 to T3.6."""
        event = self.expect("T3.4", "display")
        self.expect_value(event, "stage", self.stage, "T3.4")
        number = 2 + 2 * self.board.players
        drawn = self.building_pile[::-1][:number]
        self.expect_value(event, "drawn", drawn, "T3.4/T3.6")
        self.building_pile = self.building_pile[: len(self.building_pile) - len(drawn)]
        missing = self.missing_colours(drawn)
        added = self.search(missing)
        self.expect_value(event, "added", added, "T3.5")
        self.building_pile = [card for card in self.building_pile if card not in added]
        self.display = set(drawn) | set(added)
        self.count_cards()
        if missing:
            self.shuffle_after_search()

    def missing_colours(self, drawn: Sequence[str]) -> list[str]:
        """T3.5: with 2 or 3 players only."""
        if self.board.players >= 4:
            return []
        seen = {self.cards.colour(card) for card in drawn}
        return [colour for colour in COLOURS if colour not in seen]

    def search(self, missing: Sequence[str]) -> list[str]:
        """T3.5: the topmost building of each missing colour, where there is one."""
        tops: dict[str, str] = {}
        for card in self.building_pile:
            tops.setdefault(self.cards.colour(card), card)
        return [tops[colour] for colour in missing if colour in tops]

    def shuffle_after_search(self) -> None:
        """T3.5: a searched pile is shuffled; for an empty pile the event may be left out."""
        if not self.building_pile and self.peek() != "shuffle":
            return
        event = self.expect("T3.5", "shuffle")
        self.expect_value(event, "pile", "buildings", "T3.5")
        order = self.ids(event, "order")
        self.expect_permutation(order, self.building_pile, "T3.5")
        self.building_pile = list(order)
        self.count_cards()

    # -- T4

    def rounds(self) -> None:
        """T4: until the hands are empty; T3.3: none at all without cards."""
        while any(seat.hand for seat in self.seats):
            self.choose()
            for seat in self.board.order(self.first, self.stage):
                self.use(seat)
            self.pass_on()

    def choose(self) -> None:
        """T4.1: every seat once, in any order, a card of its hand."""
        for _ in self.seats:
            event = self.expect("T4.1", "choose")
            number = get_int(self.here(), event, "seat")
            if not 0 <= number < self.board.players:
                self.foul("T4.1", f"no seat {number}")
            seat = self.seats[number]
            if seat.chosen:
                self.foul("T4.1", f"seat {number} has chosen already")
            card = get_text(self.here(), event, "card")
            if card not in seat.hand:
                self.foul("T4.1", f"{card} is not in the hand of seat {number}")
            seat.hand.remove(card)
            seat.chosen.add(card)
            self.count_cards()

    def use(self, number: int) -> None:
        """T4.2: the chosen card, in one of three ways."""
        event = self.expect("T4.2", "use")
        self.expect_seat(event, number, "T4.2")
        seat = self.seats[number]
        card = get_text(self.here(), event, "card")
        if card not in seat.chosen:
            self.foul("T4.2", f"seat {number} has not chosen {card}")
        seat.chosen.clear()
        way = get_text(self.here(), event, "as")
        if way == "citizen":
            seat.citizens.add(card)
        elif way == "worker":
            seat.workers.add(card)
        elif way == "builder":
            self.discards.add(card)
            self.build(number, event)
        else:
            self.foul("T4.2", f"there is no way to use a card as {way!r}")
        self.count_cards()
        if way == "builder" and self.cards.bonus(event["building"]) == "recruit":
            self.draw(number, 2, 1, "T4.8")

    def build(self, number: int, event: Mapping[str, Any]) -> None:
        """T4.5 to T4.7."""
        seat = self.seats[number]
        building = get_text(self.here(), event, "building")
        if building not in self.display:
            self.foul("T4.5", f"{building} is not in the display")
        side = get_text(self.here(), event, "side")
        if side not in SIDES:
            self.foul("T1.1", f"no side {side!r}")
        cost = self.cost(seat, building, side)
        self.expect_value(event, "cost", cost, "T4.6")
        self.pay(seat, cost, self.ids(event, "paid"))
        self.display.remove(building)
        seat.built[building] = side

    def cost(self, seat: Seat, building: str, side: str) -> int:
        """T4.6: the colour symbols on the citizens are a discount."""
        discount = self.colour_symbols(seat, self.cards.colour(building))
        return max(self.board.price(side, self.stage) - discount, 0)

    def pay(self, seat: Seat, cost: int, paid: Sequence[str]) -> None:
        """T4.7: workers one at a time, until the cost is met and no longer."""
        owed = cost
        for card in paid:
            if card not in seat.workers:
                self.foul("T4.7", f"{card} is not a worker of this seat")
            if owed <= 0:
                self.foul("T4.7", f"{card} is paid although the cost {cost} is met")
            owed -= self.cards.strength([card])
            seat.workers.remove(card)
            self.discards.add(card)
        if owed > 0:
            self.foul("T4.7/T4.5", f"{owed} of the cost {cost} is not paid")

    def draw(self, number: int, cards: int, keep: int, why: str) -> None:
        """T4.8, T5.2 to T5.4: draw, keep as many as allowed, discard the rest (T5.1)."""
        seat = self.seats[number]
        self.shuffle_in(cards)
        due = self.take(cards)
        if not due:
            return
        event = self.expect(why, "draw")
        self.expect_seat(event, number, why)
        self.expect_value(event, "why", why, why)
        drawn, kept = self.ids(event, "drawn"), self.ids(event, "kept")
        discarded = self.ids(event, "discarded")
        if not same_cards(drawn, due):
            self.foul(f"{why}/T3.2", f"{drawn} are drawn, not {due}")
        if not same_cards(kept + discarded, drawn):
            self.foul(why, "kept and discarded together are not what was drawn")
        if len(kept) != min(keep, len(due)):
            self.foul(f"{why}/T5.1", f"{len(kept)} kept of {len(due)}")
        way = "citizen" if why == "T5.4" else "worker"
        self.expect_value(event, "as", way, why)
        (seat.citizens if way == "citizen" else seat.workers).update(kept)
        self.discards.update(discarded)
        self.count_cards()

    def pass_on(self) -> None:
        """T4.9, T4.10: hands and first-player card."""
        event = self.expect("T4.9", "pass")
        self.expect_value(event, "direction", self.board.direction(self.stage), "T4.9/T4.2")
        hands = {
            self.board.next_seat(number, self.stage): seat.hand
            for number, seat in enumerate(self.seats)
        }
        for number, seat in enumerate(self.seats):
            seat.hand = hands[number]
        stage_over = all(not hand for hand in hands.values())
        places = 2 if stage_over and self.board.players == 5 else 1
        self.first = self.board.next_seat(self.first, self.stage, places)
        self.expect_value(event, "first_player", self.first, "T4.9/T4.10")
        self.count_cards()

    # -- T5

    def end_of_stage(self) -> None:
        """T5.1: the scenario's effect, the chapter's effect; T5.6: the display is cleared."""
        for card in (self.board.scenario, self.board.chapter):
            if "end_of_stage" in card:
                self.effect(card["end_of_stage"])
        event = self.expect("T5.6", "stage_end")
        self.expect_value(event, "stage", self.stage, "T5.6")
        if not same_cards(self.ids(event, "removed"), self.display):
            self.foul("T5.6", "removed are exactly the unbuilt buildings")
        self.gone |= self.display
        self.display = set()
        self.count_cards()

    def effect(self, effect: Mapping[str, Any]) -> None:
        """T5.1: in play order from the new holder, in this stage's direction."""
        order = self.board.order(self.first, self.stage)
        if effect["effect"] == "exodus" and self.stage in effect["stages"]:
            self.exodus(order)
        if effect["effect"] == "diversity":
            self.diversity(order, int(effect["at_least"][self.stage - 1]))
        if effect["effect"] == "growth":
            self.growth(order, int(effect["at_least"][self.stage - 1]))
        if effect["effect"] == "harbour":
            self.harbour(order)

    def exodus(self, order: Sequence[int]) -> None:
        """T5.5: one citizen or worker each; who has neither is spared."""
        for number in order:
            seat = self.seats[number]
            if not seat.citizens and not seat.workers:
                continue
            event = self.expect("T5.5", "give_up")
            self.expect_seat(event, number, "T5.5/T5.1")
            self.expect_value(event, "why", "T5.5", "T5.5")
            card = get_text(self.here(), event, "card")
            if card not in seat.citizens | seat.workers:
                self.foul("T5.5", f"{card} is neither a citizen nor a worker of seat {number}")
            seat.citizens.discard(card)
            seat.workers.discard(card)
            self.discards.add(card)
            self.count_cards()

    def diversity(self, order: Sequence[int], at_least: int) -> None:
        """T5.3: different professions among the citizens."""
        for number in order:
            citizens = self.seats[number].citizens
            if len({self.cards.profession(card) for card in citizens}) >= at_least:
                self.draw(number, 2, 1, "T5.3")

    def growth(self, order: Sequence[int], at_least: int) -> None:
        """T5.4: number of buildings."""
        for number in order:
            if len(self.seats[number].built) >= at_least:
                self.draw(number, 2, 1, "T5.4")

    def harbour(self, order: Sequence[int]) -> None:
        """T5.2: all with the most captains, settled before the first decides."""
        captains = [self.symbols(seat, "captain") for seat in self.seats]
        entitled = [n for n in order if captains[n] == max(captains) and captains[n] >= 1]
        for number in entitled:
            event = self.expect("T5.2", "give_up", "decline")
            self.expect_seat(event, number, "T5.2/T5.1")
            self.expect_value(event, "why", "T5.2", "T5.2")
            if event["type"] == "give_up":
                self.give_captain(number, get_text(self.here(), event, "card"))
                self.count_cards()
                self.draw(number, 3, 2, "T5.2")

    def give_captain(self, number: int, card: str) -> None:
        """T5.2: a captain goes to the discards, a building leaves the game."""
        seat = self.seats[number]
        if card in seat.citizens and self.cards.profession(card) == "captain":
            seat.citizens.remove(card)
            self.discards.add(card)
        elif card in seat.built and self.cards.bonus(card) == "symbol captain":
            del seat.built[card]
            self.gone.add(card)
        else:
            self.foul("T5.2", f"{card} is no captain among the citizens or buildings")

    # -- what counts

    def symbols(self, seat: Seat, profession: str) -> int:
        """T4.3, T1.4: on citizens and buildings, never on workers."""
        citizens = sum(self.cards.profession(card) == profession for card in seat.citizens)
        buildings = sum(self.cards.bonus(card) == f"symbol {profession}" for card in seat.built)
        return citizens + buildings

    def colour_symbols(self, seat: Seat, colour: str) -> int:
        """T4.3, T4.6: on citizens only."""
        return sum(self.cards.characters[card]["colours"].count(colour) for card in seat.citizens)

    def colours(self, seat: Seat) -> Counter[str]:
        """How many buildings of each colour."""
        return Counter(self.cards.colour(card) for card in seat.built)

    def bonuses(self, seat: Seat, bonus: str) -> list[str]:
        """The buildings with a bonus."""
        return [card for card in seat.built if self.cards.bonus(card) == bonus]

    # -- T6

    def score(self, number: int) -> dict[str, int]:
        """The points of a seat by clause, T6.1 to T6.18."""
        seat = self.seats[number]
        points = dict.fromkeys(CLAUSES, 0)
        self.score_buildings(number, points)
        self.score_symbols(number, points)
        for card in (self.board.scenario, self.board.chapter):
            self.score_objective(seat, card, points)
        colours = self.colours(seat)
        points["T6.18"] = 5 * min(colours[colour] for colour in seat.objective)
        return points

    def score_buildings(self, number: int, points: dict[str, int]) -> None:
        """T6.1 to T6.4."""
        seat = self.seats[number]
        colours = self.colours(seat)
        great = list(seat.built.values()).count("great")
        printed = sum(int(self.cards.buildings[card]["points"]) for card in seat.built)
        points["T6.1"] = printed + great * int(self.board.prices["great_bonus"])
        for card in self.bonuses(seat, "majority"):
            colour = self.cards.colour(card)
            others = [self.colours(other)[colour] for other in self.seats if other is not seat]
            points["T6.2"] += 3 if all(count <= colours[colour] for count in others) else 0
        for _ in self.bonuses(seat, "set"):
            points["T6.3"] += 3 * min(colours[colour] for colour in COLOURS)
        for card in self.bonuses(seat, "pair"):
            points["T6.4"] += colours[self.cards.colour(card)] // 2 * 2

    def score_symbols(self, number: int, points: dict[str, int]) -> None:
        """T6.5 to T6.10."""
        seat = self.seats[number]
        count = {profession: self.symbols(seat, profession) for profession in PROFESSIONS}
        points["T6.5"] = count["farmer"] // 3 * 5
        points["T6.6"] = count["merchant"] // 4 * len(seat.citizens)
        points["T6.7"] = self.score_craftsmen(count["craftsman"])
        table = self.board.captains["points"]
        if count["captain"] < len(table):
            points["T6.8"] = int(table[count["captain"]])
        else:
            points["T6.8"] = count["captain"] * int(self.board.captains["beyond_each"])
        points["T6.9"] = min(count["priest"], 1) * 5
        points["T6.10"] = count["soldier"] // 4 * 8

    def score_craftsmen(self, mine: int) -> int:
        """T6.7: 6 for the most; 2 for the second most unless several share the first place."""
        ranking = sorted((self.symbols(s, "craftsman") for s in self.seats), reverse=True)
        if mine < 1:
            return 0
        if mine == ranking[0]:
            return 6
        tie_for_first = ranking[0] == ranking[1]
        return 2 if mine == ranking[1] and not tie_for_first else 0

    def score_objective(self, seat: Seat, card: Mapping[str, Any], points: dict[str, int]) -> None:
        """T6.11 to T6.17."""
        objective = card.get("objective")
        if objective == "buildings_at_least_citizens" and len(seat.built) >= len(seat.citizens):
            points["T6.11"] = 5
        if objective == "four_equal_colour_symbols":
            equal = max(self.colour_symbols(seat, colour) for colour in COLOURS)
            points["T6.12"] = 5 if equal >= 4 else 0
        if objective == "three_shown_symbols":
            shown = sum(self.symbols(seat, profession) for profession in card["symbols"])
            points["T6.13"] = 5 if shown >= 3 else 0
        if objective == "ten_strength_left" and self.cards.strength(seat.workers) >= 10:
            points["T6.14"] = 10
        if objective == "two_soldiers" and self.symbols(seat, "soldier") >= 2:
            points["T6.15"] = 5
        if objective == "five_citizens" and len(seat.citizens) >= 5:
            points["T6.16"] = 5
        if objective == "great_buildings":
            points["T6.17"] = list(seat.built.values()).count("great") // 4 * 2

    # -- the end of the record

    def check_final(self) -> None:
        """The final tableaus are those the events lead to."""
        final = get_list("final", get("record", self.record, "final"), "seats")
        if len(final) != self.board.players:
            foul("final", "RECORDS", "one entry for each seat")
        for number, (seat, shown) in enumerate(zip(self.seats, final, strict=True)):
            self.check_tableau(f"final seat {number}", seat, shown)

    def check_tableau(self, where: str, seat: Seat, shown: object) -> None:
        """Citizens, workers, buildings and secret objective of one seat."""
        if not same_cards(get_texts(where, shown, "citizens"), seat.citizens):
            foul(where, "T4.3", f"the citizens are {sorted(seat.citizens)}")
        if not same_cards(get_texts(where, shown, "workers"), seat.workers):
            foul(where, "T4.4", f"the workers are {sorted(seat.workers)}")
        built = [
            (get_text(where, row, "card"), get_text(where, row, "side"))
            for row in get_list(where, shown, "buildings")
        ]
        if sorted(built) != sorted(seat.built.items()):
            foul(where, "T4.5", f"the buildings are {seat.built}")
        if sorted(get_texts(where, shown, "secret_objective")) != seat.objective:
            foul(where, "T2.1", f"the secret objective is {seat.objective}")

    def check_scores(self) -> None:
        """Every line, total and tiebreak."""
        scores = get_list("scores", self.record, "scores")
        if len(scores) != self.board.players:
            foul("scores", "RECORDS", "one entry for each seat")
        for number, shown in enumerate(scores):
            self.check_score(f"scores seat {number}", number, shown)

    def check_score(self, where: str, number: int, shown: object) -> None:
        """T6.1 to T6.19 of one seat; lines of the same clause are added up."""
        due = self.score(number)
        found = dict.fromkeys(CLAUSES, 0)
        for line in get_list(where, shown, "lines"):
            clause = get_text(where, line, "clause")
            get_text(where, line, "what")
            if clause not in found:
                foul(where, clause, "there are no points for this clause")
            found[clause] += get_int(where, line, "points")
        for clause in CLAUSES:
            if found[clause] != due[clause]:
                foul(where, clause, f"{found[clause]} points, not {due[clause]}")
        if get_int(where, shown, "total") != sum(due.values()):
            foul(where, "T6.19", f"the total is {sum(due.values())}")
        if get_int(where, shown, "tiebreak") != self.strength_left(number):
            foul(where, "T6.19", f"the strength left is {self.strength_left(number)}")

    def strength_left(self, number: int) -> int:
        """T6.19."""
        return self.cards.strength(self.seats[number].workers)

    def check_winners(self) -> None:
        """T6.19: most points, then most strength left, then several winners."""
        totals = [sum(self.score(number).values()) for number in range(self.board.players)]
        best = [n for n, total in enumerate(totals) if total == max(totals)]
        most = max(self.strength_left(number) for number in best)
        due = [number for number in best if self.strength_left(number) == most]
        found = get_list("winners", self.record, "winners")
        if any(type(seat) is not int for seat in found) or sorted(found) != due:
            foul("winners", "T6.19", f"{found}, not {due}")


# ---------------------------------------------------------------------- the calls


def check_header(record: Mapping[str, Any]) -> None:
    """Format, game, versions, seats and commitment."""
    for key, value in (("format", "baumeister-game/1"), ("game", "tybor")):
        if get_text("record", record, key) != value:
            foul("record", "RECORDS", f"{key} is not {value!r}")
    if get_int("record", record, "rules_version") != 1:
        foul("record", "RECORDS", "rules_version is not 1")
    get("record", record, "data_version")
    seed = get_text("record", record, "seed")
    digest = hashlib.sha256(seed.encode("utf-8")).hexdigest()
    if get_text("record", record, "commitment") != digest:
        foul("record", "RECORDS", "the commitment is not the SHA-256 of the seed")
    players = get_int("options", get("record", record, "options"), "players")
    seats = get_list("record", record, "seats")
    if len(seats) != players:
        foul("record", "RECORDS", "one entry in seats for each player")
    for seat in seats:
        get_text("seats", seat, "name")


def check(record: Mapping[str, Any], data_file: Path = DATA_FILE) -> None:
    """Check the record of a finished game; raises Foul at the first thing that is wrong."""
    check_header(record)
    match = Match(record, load_data(data_file))
    match.follow()
    match.check_final()
    match.check_scores()
    match.check_winners()


def data_faces(data: dict[str, Any]) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """The faces of all kinds of the data file, in component order."""
    characters = [
        (row["profession"], row["strength"], tuple(sorted(LETTERS[c] for c in row["colours"])))
        for row in data["characters"]
    ]
    buildings = [
        (row["en"], LETTERS[row["colour"]], row["points"], row["bonus"])
        for row in data["buildings"]
    ]
    return characters, buildings


def check_components(record: Mapping[str, Any], data_file: Path = DATA_FILE) -> None:
    """T1.1, T1.2, T1.5: the record's cards are those of the data file."""
    data = load_data(data_file)
    board = Board(record, data)
    cards = Cards(get("record", record, "components"), board.copies)
    characters, buildings = data_faces(data)
    found = Counter(character_face(face) for face in cards.characters.values())
    if found != Counter(characters * board.copies):
        foul("components", "T1.2", "the characters are not those of the data file")
    found = Counter(building_face(face) for face in cards.buildings.values())
    if found != Counter(buildings * board.copies):
        foul("components", "T1.1", "the buildings are not those of the data file")


def component_order(record: Mapping[str, Any], data: dict[str, Any]) -> dict[str, int]:
    """ID -> place in component order; copies in the order in which the record lists them."""
    characters, buildings = data_faces(data)
    components = record["components"]
    ranked = [
        (characters.index(character_face(face)), card)
        for card, face in components["characters"].items()
    ]
    ranked += [
        (len(characters) + buildings.index(building_face(face)), card)
        for card, face in components["buildings"].items()
    ]
    ranked.sort(key=lambda pair: pair[0])
    return {card: place for place, (_, card) in enumerate(ranked)}


def check_tape(record: Mapping[str, Any], data_file: Path = DATA_FILE) -> None:
    """Recompute set-up and all shuffles from the seed. The record should pass `check` first."""
    check_components(record, data_file)
    data = load_data(data_file)
    place = component_order(record, data)
    tape = Tape(get_text("record", record, "seed"))
    shuffles = [(i, e) for i, e in enumerate(record["events"]) if e["type"] == "shuffle"]
    first_buildings = next(pair for pair in shuffles if pair[1]["pile"] == "buildings")
    first_characters = next(pair for pair in shuffles if pair[1]["pile"] == "characters")
    check_tape_objectives(record, data, tape)
    check_tape_shuffle(*first_buildings, tape, place)
    players = record["options"]["players"]
    if record["events"][0]["first_player"] != tape.below(players):
        foul("event 0 (setup)", "T2.4", "the first player is not the one of the tape")
    check_tape_shuffle(*first_characters, tape, place)
    for index, event in shuffles:
        if index not in (first_buildings[0], first_characters[0]):
            check_tape_shuffle(index, event, tape, place)


def check_tape_objectives(record: Mapping[str, Any], data: dict[str, Any], tape: Tape) -> None:
    """T2.1: seat i has the card at position i."""
    copies = Board(record, data).copies
    cards = [
        sorted(LETTERS[c] for c in o) for o in data["secret_objectives"] for _ in range(copies)
    ]
    tape.shuffle(cards)
    found = [sorted(colours) for colours in record["events"][0]["secret_objectives"]]
    if found != cards[: len(found)]:
        foul("event 0 (setup)", "T2.1", "the secret objectives are not those of the tape")


def check_tape_shuffle(
    index: int, event: Mapping[str, Any], tape: Tape, place: Mapping[str, int]
) -> None:
    """T2.3, T3.2, T3.5: component order, then shuffled."""
    due = sorted(event["order"], key=lambda card: place[card])
    tape.shuffle(due)
    if event["order"] != due:
        foul(f"event {index} (shuffle)", "T2.3/T3.2/T3.5", "not the order of the tape")
