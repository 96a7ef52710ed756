"""Tybor the Builder, played slowly and plainly, clause by clause.

Cards are objects in lists, questions are asked one at a time, and what is still to happen
stands in a to-do list. Clause numbers (T4.6) refer to the rules file.

Orders that the record format leaves open are settled here like this: hands and drawn cards
in the order drawn; `removed`, the final tableaus and the components in component order.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .tape import Tape

DATA_FILE = Path(__file__).with_name("tybor.toml")

COLOUR_NAMES = {"G": "green", "Y": "yellow", "B": "blue", "R": "red"}
PROFESSION_LETTERS = {
    "farmer": "Fa",
    "merchant": "Me",
    "craftsman": "Cr",
    "captain": "Ca",
    "priest": "Pr",
    "soldier": "So",
}

Event = dict[str, Any]
Step = tuple[str, int]


def load_data(path: Path = DATA_FILE) -> dict[str, Any]:
    """The component file."""
    with path.open("rb") as file:
        return tomllib.load(file)


@dataclass(frozen=True)
class Character:
    """A character card (T1.2). `kind` is its row in the data, `colours` are letters."""

    kind: int
    copy: int
    code: str
    id: str
    profession: str
    strength: int
    colours: str


@dataclass(frozen=True)
class Building:
    """A building card (T1.1). `points` is the little side."""

    kind: int
    copy: int
    code: str
    id: str
    name: str
    colour: str
    points: int
    bonus: str

    def symbol(self) -> str:
        """The profession whose symbol the building carries, or nothing (T1.4)."""
        return self.bonus.removeprefix("symbol ") if self.bonus.startswith("symbol ") else ""


@dataclass(frozen=True)
class Built:
    """A building in a tableau, little or great side up."""

    card: Building
    side: str


@dataclass
class Player:
    """What lies in front of one player, and the hand."""

    objective: str
    hand: list[Character] = field(default_factory=list)
    chosen: Character | None = None
    citizens: list[Character] = field(default_factory=list)
    workers: list[Character] = field(default_factory=list)
    built: list[Built] = field(default_factory=list)

    def copy(self) -> Player:
        """A player with lists of its own."""
        return Player(
            self.objective,
            list(self.hand),
            self.chosen,
            list(self.citizens),
            list(self.workers),
            list(self.built),
        )

    def strength(self) -> int:
        """Total strength of the workers (T4.4)."""
        return sum(worker.strength for worker in self.workers)

    def symbols(self, profession: str) -> int:
        """Symbols of a profession on citizens and buildings, never workers (T4.3, T1.4)."""
        on_citizens = [c for c in self.citizens if c.profession == profession]
        on_buildings = [b for b in self.built if b.card.symbol() == profession]
        return len(on_citizens) + len(on_buildings)

    def colour_symbols(self, colour: str) -> int:
        """Colour symbols of one colour on the citizens (T4.3)."""
        return sum(citizen.colours.count(colour) for citizen in self.citizens)

    def buildings_of(self, colour: str) -> int:
        """Buildings of one colour."""
        return len([b for b in self.built if b.card.colour == colour])

    def buildings_with(self, bonus: str) -> list[Building]:
        """The buildings that carry a bonus."""
        return [b.card for b in self.built if b.card.bonus == bonus]


def character_code(row: dict[str, Any]) -> str:
    """The short name of a character, e.g. Fa1GYBR."""
    return f"{PROFESSION_LETTERS[row['profession']]}{row['strength']}{row['colours']}"


def building_code(row: dict[str, Any]) -> str:
    """The short name of a building, e.g. FarmHouse."""
    return str(row["en"]).replace(" ", "")


def physical_id(code: str, copy: int, copies: int) -> str:
    """The name of one physical card in a record."""
    return code if copies == 1 else f"{code}/{copy}"


def all_characters(data: dict[str, Any], copies: int) -> list[Character]:
    """Every character card in component order (T1.2, T1.5)."""
    cards = []
    for kind, row in enumerate(data["characters"]):
        code = character_code(row)
        for copy in range(1, copies + 1):
            name = physical_id(code, copy, copies)
            strength, colours = row["strength"], row["colours"]
            cards.append(Character(kind, copy, code, name, row["profession"], strength, colours))
    return cards


def all_buildings(data: dict[str, Any], copies: int) -> list[Building]:
    """Every building card in component order (T1.1, T1.5)."""
    cards = []
    for kind, row in enumerate(data["buildings"]):
        code = building_code(row)
        for copy in range(1, copies + 1):
            name = physical_id(code, copy, copies)
            colour, points, bonus = row["colour"], row["points"], row["bonus"]
            cards.append(Building(kind, copy, code, name, row["en"], colour, points, bonus))
    return cards


def in_order(cards: list[Character]) -> list[Character]:
    """Characters in component order."""
    return sorted(cards, key=lambda card: (card.kind, card.copy))


def buildings_in_order(cards: list[Building]) -> list[Building]:
    """Buildings in component order."""
    return sorted(cards, key=lambda card: (card.kind, card.copy))


def pick(cards: list[Character], code: str) -> Character:
    """The card of that kind; of two copies the one with the lower number."""
    return min((c for c in cards if c.code == code), key=lambda card: card.copy)


def ids(cards: list[Character]) -> list[str]:
    """The physical names of characters."""
    return [card.id for card in cards]


def building_ids(cards: list[Building]) -> list[str]:
    """The physical names of buildings."""
    return [card.id for card in cards]


def colour_names(letters: str) -> list[str]:
    """GYB -> green, yellow, blue."""
    return [COLOUR_NAMES[letter] for letter in letters]


def slug(name: str) -> str:
    """The name of a scenario as records write it."""
    return name.lower().replace(" ", "-")


class NaiveTybor:
    """One game, from set-up to scoring."""

    def __init__(
        self,
        data: dict[str, Any],
        players: int,
        scenario: int,
        chapter: int,
        seed: str,
        tape: Tape | None = None,
    ) -> None:
        if not 2 <= players <= 8:
            raise ValueError("Tybor is for 2 to 8 players")
        self.data = data
        self.seed = seed
        self.tape = Tape(seed) if tape is None else tape
        self.scenario: dict[str, Any] = data["scenario"][scenario]
        self.chapter: dict[str, Any] = next(
            row for row in data["chapter"] if row["number"] == chapter
        )
        self.copies = 2 if players >= 5 else 1
        self.stage = 0
        self.over = False
        self.events: list[Event] = []
        self.discard: list[Character] = []
        self.display: list[Building] = []
        self._no_question()
        self._no_site()
        self._set_up(players)
        self.todo: list[Step] = [("stage", number) for number in (1, 2, 3, 4)]
        self.todo.append(("end", 0))
        self._go_on()

    # ------------------------------------------------------------------ the caller's side

    def waiting(self) -> list[int]:
        """The seats that have a question to answer, in play order."""
        return list(self._asked)

    def legal(self, seat: int) -> set[str]:
        """The answers a seat has; none if it is not asked."""
        if seat not in self._asked:
            return set()
        answers: dict[str, Callable[[int], set[str]]] = {
            "choose": self._choices,
            "use": self._uses,
            "pay": self._payments,
            "keep": self._keeps,
            "drop": self._drops,
            "exodus": self._exodus_gifts,
            "harbour": self._harbour_gifts,
        }
        return answers[self._asking](seat)

    def play(self, seat: int, notation: str) -> None:
        """Answer a seat's question and go on to the next one."""
        if notation not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {notation!r}")
        answer: dict[str, Callable[[int, str], None]] = {
            "choose": self._choose,
            "use": self._use,
            "pay": self._pay,
            "keep": self._keep,
            "drop": self._drop,
            "exodus": self._exodus_give,
            "harbour": self._harbour_give,
        }
        asking = self._asking
        self._asked.remove(seat)
        answer[asking](seat, notation)
        self._go_on()

    def copy(self) -> NaiveTybor:
        """An independent game in the same position."""
        twin = NaiveTybor.__new__(NaiveTybor)
        twin.__dict__.update(self.__dict__)
        twin.tape = self.tape.copy()
        twin.players = [player.copy() for player in self.players]
        for name in ("events", "discard", "display", "todo", "draw_pile", "building_pile"):
            setattr(twin, name, list(getattr(self, name)))
        twin._asked = list(self._asked)
        twin._drawn = list(self._drawn)
        twin._paid = list(self._paid)
        return twin

    def count(self, depth: int) -> int:
        """How many sequences of `depth` real questions follow; a finished game is one."""
        game = self.copy()
        while not game.over and depth > 0:
            seat = game.waiting()[0]
            answers = sorted(game.legal(seat))
            if game.is_real(seat):
                return sum(game._after(seat, answer).count(depth - 1) for answer in answers)
            game.play(seat, answers[0])
        return 1

    def is_real(self, seat: int) -> bool:
        """Whether a question costs a ply: two answers, or choosing from two cards or more."""
        if self._asking == "choose":
            return len(self.players[seat].hand) >= 2
        return len(self.legal(seat)) >= 2

    def _after(self, seat: int, notation: str) -> NaiveTybor:
        game = self.copy()
        game.play(seat, notation)
        return game

    # ------------------------------------------------------------------ questions and steps

    def _no_question(self) -> None:
        self._asking = ""
        self._asked: list[int] = []
        self._why = ""
        self._drawn: list[Character] = []

    def _no_site(self) -> None:
        self._site: Building | None = None
        self._side = ""
        self._cost = 0
        self._paid: list[Character] = []

    def _ask(self, question: str, seats: list[int]) -> None:
        self._asking = question
        self._asked = seats

    def _next(self, *steps: Step) -> None:
        """Put steps at the front of what is to be done."""
        self.todo[:0] = steps

    def _go_on(self) -> None:
        """Do what is to be done until somebody is asked."""
        steps: dict[str, Callable[[int], None]] = {
            "stage": self._begin_stage,
            "deal": self._deal,
            "display": self._lay_out,
            "round": self._round,
            "choose": lambda _: self._ask("choose", self.play_order()),
            "use": lambda seat: self._ask("use", [seat]),
            "pay": self._go_on_paying,
            "build": self._build,
            "recruit": self._recruit,
            "pass": self._pass,
            "scenario": self._scenario_effect,
            "chapter": self._chapter_effect,
            "exodus": self._exodus,
            "diversity": self._diversity,
            "growth": self._growth,
            "harbour": lambda seat: self._ask("harbour", [seat]),
            "harbour draw": lambda seat: self._draw_for(seat, 3, "T5.2"),
            "stage end": self._end_stage,
            "end": self._end,
        }
        while not self._asked and self.todo:
            name, number = self.todo.pop(0)
            steps[name](number)

    # ------------------------------------------------------------------ T2 set-up

    def _set_up(self, players: int) -> None:
        """T2.1, T2.3, T2.4, in the order in which the tape is read."""
        objectives = self._draw_objectives()
        self.players = [Player(objectives[seat]) for seat in range(players)]
        self.building_pile = all_buildings(self.data, self.copies)
        self.tape.shuffle(self.building_pile)
        self.first_player = self.tape.below(players)
        self.draw_pile = all_characters(self.data, self.copies)
        self.tape.shuffle(self.draw_pile)
        self.events.append(
            {
                "type": "setup",
                "first_player": self.first_player,
                "secret_objectives": [colour_names(p.objective) for p in self.players],
            }
        )
        self._tell_shuffle("buildings", building_ids(self.building_pile))
        self._tell_shuffle("characters", ids(self.draw_pile))

    def _draw_objectives(self) -> list[str]:
        """T2.1, T1.5: each secret objective once, or twice with two copies."""
        cards: list[str] = []
        for colours in self.data["secret_objectives"]:
            cards.extend([colours] * self.copies)
        self.tape.shuffle(cards)
        return cards

    def _tell_shuffle(self, pile: str, order: list[str]) -> None:
        self.events.append({"type": "shuffle", "pile": pile, "order": order})

    # ------------------------------------------------------------------ seats and directions

    def counter_clockwise(self) -> bool:
        """T4.2: the direction of play in this stage."""
        directions: list[bool] = self.scenario.get("counter_clockwise", [False] * 4)
        return directions[self.stage - 1]

    def neighbour(self, seat: int) -> int:
        """The next seat in the direction of play; seats count clockwise."""
        step = -1 if self.counter_clockwise() else 1
        return (seat + step) % len(self.players)

    def play_order(self) -> list[int]:
        """T4.2: all seats, from the holder of the first-player card."""
        order = [self.first_player]
        while len(order) < len(self.players):
            order.append(self.neighbour(order[-1]))
        return order

    # ------------------------------------------------------------------ T3 deal

    def _begin_stage(self, stage: int) -> None:
        """T3 to T5 of one stage."""
        self.stage = stage
        self._next(
            ("deal", 0),
            ("display", 0),
            ("round", 0),
            ("scenario", 0),
            ("chapter", 0),
            ("stage end", 0),
        )

    def hand_size(self) -> int:
        """T3.1, T3.3: what each player is dealt in this stage."""
        sizes: list[int] = self.scenario.get("hand_size", [5, 5, 5, 5])
        cards = len(self.draw_pile) + len(self.discard)
        return min(sizes[self.stage - 1], cards // len(self.players))

    def _deal(self, _: int) -> None:
        """T3.1 to T3.3: one whole hand at a time from seat 0."""
        size = self.hand_size()
        for player in self.players:
            for _card in range(size):
                player.hand.extend(self._draw_one())
        hands = [ids(player.hand) for player in self.players]
        self.events.append({"type": "deal", "stage": self.stage, "hands": hands})

    def _draw_one(self) -> list[Character]:
        """T3.2: the next card, if there is one. Shuffled only when needed."""
        if not self.draw_pile and self.discard:
            self.draw_pile = in_order(self.discard)
            self.discard = []
            self.tape.shuffle(self.draw_pile)
            self._tell_shuffle("characters", ids(self.draw_pile))
        return [self.draw_pile.pop(0)] if self.draw_pile else []

    def _lay_out(self, _: int) -> None:
        """T3.4, T3.6: the display, from the bottom of the pile."""
        number = min(2 + 2 * len(self.players), len(self.building_pile))
        drawn = [self.building_pile.pop() for _card in range(number)]
        missing = self._missing_colours(drawn)
        added = self._search(missing)
        self.display = drawn + added
        self.events.append(
            {
                "type": "display",
                "stage": self.stage,
                "drawn": building_ids(drawn),
                "added": building_ids(added),
            }
        )
        if missing:
            self.building_pile = buildings_in_order(self.building_pile)
            self.tape.shuffle(self.building_pile)
            self._tell_shuffle("buildings", building_ids(self.building_pile))

    def _missing_colours(self, drawn: list[Building]) -> list[str]:
        """T3.5: the colours to search for, with 2 or 3 players only."""
        if len(self.players) > 3:
            return []
        seen = [building.colour for building in drawn]
        return [colour for colour in "GYBR" if colour not in seen]

    def _search(self, missing: list[str]) -> list[Building]:
        """T3.5: the first building of each missing colour, from the top."""
        added = []
        for colour in missing:
            found = [b for b in self.building_pile if b.colour == colour][:1]
            for building in found:
                self.building_pile.remove(building)
            added.extend(found)
        return added

    # ------------------------------------------------------------------ T4 choose and use

    def _round(self, _: int) -> None:
        """T4: a round, as long as there are cards in hand (T3.3: maybe none at all)."""
        if not any(player.hand for player in self.players):
            return
        uses = [("use", seat) for seat in self.play_order()]
        self._next(("choose", 0), *uses, ("pass", 0), ("round", 0))

    def _choices(self, seat: int) -> set[str]:
        """T4.1: any hand card."""
        return {f"choose {card.code}" for card in self.players[seat].hand}

    def _choose(self, seat: int, notation: str) -> None:
        """T4.1."""
        player = self.players[seat]
        card = pick(player.hand, notation.split()[1])
        player.hand.remove(card)
        player.chosen = card
        self.events.append({"type": "choose", "seat": seat, "card": card.id})

    def _uses(self, seat: int) -> set[str]:
        """T4.2 to T4.5: the three ways to use the chosen card."""
        answers = {"citizen", "worker"}
        for building in self.display:
            for side in ("little", "great"):
                if self.cost(seat, building, side) <= self.players[seat].strength():
                    answers.add(f"build {building.code} {side}")
        return answers

    def cost(self, seat: int, building: Building, side: str) -> int:
        """T4.6: by stage and side, less the colour symbols on the citizens."""
        price: int = self.data["costs"][side][self.stage - 1]
        return max(0, price - self.players[seat].colour_symbols(building.colour))

    def _use(self, seat: int, notation: str) -> None:
        """T4.2."""
        if notation.startswith("build "):
            _, code, side = notation.split()
            self._begin_building(seat, code, side)
        else:
            self._join(seat, notation)

    def _join(self, seat: int, way: str) -> None:
        """T4.3 citizen, T4.4 worker."""
        player = self.players[seat]
        card = self._take_chosen(seat)
        (player.citizens if way == "citizen" else player.workers).append(card)
        self.events.append({"type": "use", "seat": seat, "card": card.id, "as": way})

    def _take_chosen(self, seat: int) -> Character:
        card = self.players[seat].chosen
        assert card is not None
        self.players[seat].chosen = None
        return card

    def _begin_building(self, seat: int, code: str, side: str) -> None:
        """T4.5: the building is named; T4.7 the workers follow."""
        copies = [building for building in self.display if building.code == code]
        self._site = min(copies, key=lambda building: building.copy)
        self._side = side
        self._cost = self.cost(seat, self._site, side)
        self._paid = []
        self._next(("pay", seat), ("build", seat))

    def _go_on_paying(self, seat: int) -> None:
        """T4.7: one worker at a time until the cost is met."""
        if sum(worker.strength for worker in self._paid) < self._cost:
            self._ask("pay", [seat])

    def _payments(self, seat: int) -> set[str]:
        """T4.7: any worker."""
        return {f"pay {worker.code}" for worker in self.players[seat].workers}

    def _pay(self, seat: int, notation: str) -> None:
        """T4.7."""
        workers = self.players[seat].workers
        worker = pick(workers, notation.split()[1])
        workers.remove(worker)
        self._paid.append(worker)
        self._next(("pay", seat))

    def _build(self, seat: int) -> None:
        """T4.5, T4.8: the builder and the paid workers are discarded, the building stands."""
        assert self._site is not None
        building = self._site
        card = self._take_chosen(seat)
        self.discard.append(card)
        self.discard.extend(self._paid)
        self.display.remove(building)
        self.players[seat].built.append(Built(building, self._side))
        self.events.append(
            {
                "type": "use",
                "seat": seat,
                "card": card.id,
                "as": "builder",
                "building": building.id,
                "side": self._side,
                "cost": self._cost,
                "paid": ids(self._paid),
            }
        )
        self._no_site()
        if building.bonus == "recruit":
            self._next(("recruit", seat))

    def _recruit(self, seat: int) -> None:
        """T4.8: draw 2, keep one as a worker."""
        self._draw_for(seat, 2, "T4.8")

    def _pass(self, _: int) -> None:
        """T4.9, T4.10: the hands and the first-player card go on."""
        hands = [player.hand for player in self.players]
        for seat, hand in enumerate(hands):
            self.players[self.neighbour(seat)].hand = hand
        last_of_stage = not any(hands)
        places = 2 if last_of_stage and len(self.players) == 5 else 1
        for _place in range(places):
            self.first_player = self.neighbour(self.first_player)
        direction = "counter-clockwise" if self.counter_clockwise() else "clockwise"
        self.events.append(
            {"type": "pass", "direction": direction, "first_player": self.first_player}
        )

    # ------------------------------------------------------------------ draws for an effect

    def _draw_for(self, seat: int, number: int, why: str) -> None:
        """T4.8, T5.2 to T5.4: draw, and ask if there is one card too many (T5.1)."""
        drawn: list[Character] = []
        for _card in range(number):
            drawn.extend(self._draw_one())
        self._drawn = drawn
        self._why = why
        if len(drawn) == number:
            self._ask("drop" if number == 3 else "keep", [seat])
        elif drawn:
            self._settle_draw(seat, drawn)

    def _keeps(self, _: int) -> set[str]:
        """T4.8, T5.3, T5.4: one of two is kept."""
        return {f"keep {card.code}" for card in self._drawn}

    def _keep(self, seat: int, notation: str) -> None:
        self._settle_draw(seat, [pick(self._drawn, notation.split()[1])])

    def _drops(self, _: int) -> set[str]:
        """T5.2: one of three is discarded."""
        return {f"drop {card.code}" for card in self._drawn}

    def _drop(self, seat: int, notation: str) -> None:
        dropped = pick(self._drawn, notation.split()[1])
        self._settle_draw(seat, [card for card in self._drawn if card != dropped])

    def _settle_draw(self, seat: int, kept: list[Character]) -> None:
        """The kept cards become workers, or a citizen (T5.4); the rest is discarded."""
        player = self.players[seat]
        way = "citizen" if self._why == "T5.4" else "worker"
        discarded = [card for card in self._drawn if card not in kept]
        (player.citizens if way == "citizen" else player.workers).extend(kept)
        self.discard.extend(discarded)
        self.events.append(
            {
                "type": "draw",
                "seat": seat,
                "why": self._why,
                "drawn": ids(self._drawn),
                "kept": ids(kept),
                "as": way,
                "discarded": ids(discarded),
            }
        )
        self._no_question()

    # ------------------------------------------------------------------ T5 end of stage

    def _effect(self, card: dict[str, Any]) -> str:
        """T5.1: the effect of a scenario or chapter that strikes in this stage, if any."""
        effect: dict[str, Any] = card.get("end_of_stage", {})
        if self.stage not in effect.get("stages", [1, 2, 3, 4]):
            return ""
        return str(effect.get("effect", ""))

    def _scenario_effect(self, _: int) -> None:
        """T5.1: first the scenario."""
        self._strike(self._effect(self.scenario))

    def _chapter_effect(self, _: int) -> None:
        """T5.1: then the chapter."""
        self._strike(self._effect(self.chapter))

    def _strike(self, effect: str) -> None:
        """T5.1: in play order from the new holder, in this stage's direction."""
        if effect == "harbour":
            self._next(*[("harbour", seat) for seat in self._harbour_seats()])
        elif effect:
            self._next(*[(effect, seat) for seat in self.play_order()])

    def _at_least(self) -> int:
        """T5.3, T5.4: the threshold of this stage."""
        return int(self.scenario["end_of_stage"]["at_least"][self.stage - 1])

    def _harbour_seats(self) -> list[int]:
        """T5.2: all with the most captain symbols, at least one; settled once."""
        most = max(player.symbols("captain") for player in self.players)
        if most == 0:
            return []
        return [s for s in self.play_order() if self.players[s].symbols("captain") == most]

    def _harbour_gifts(self, seat: int) -> set[str]:
        """T5.2: a captain among the citizens, a building with a captain, or nothing."""
        player = self.players[seat]
        answers = {"decline"}
        for citizen in player.citizens:
            if citizen.profession == "captain":
                answers.add(f"give citizen {citizen.code}")
        for built in player.built:
            if built.card.symbol() == "captain":
                answers.add(f"give building {built.card.code} {built.side}")
        return answers

    def _harbour_give(self, seat: int, notation: str) -> None:
        """T5.2: the captain is discarded before the draw, the building leaves the game."""
        if notation == "decline":
            self.events.append({"type": "decline", "seat": seat, "why": "T5.2"})
            return
        if notation.startswith("give citizen "):
            self._give_citizen(seat, notation.split()[2], "T5.2")
        else:
            _, _, code, side = notation.split()
            self._give_building(seat, code, side)
        self._next(("harbour draw", seat))

    def _give_building(self, seat: int, code: str, side: str) -> None:
        """T5.2: a building given up leaves the game."""
        built = self.players[seat].built
        copies = [b for b in built if b.card.code == code and b.side == side]
        gift = min(copies, key=lambda b: b.card.copy)
        built.remove(gift)
        self._tell_gift(seat, "T5.2", gift.card.id)

    def _give_citizen(self, seat: int, code: str, why: str) -> None:
        citizens = self.players[seat].citizens
        card = pick(citizens, code)
        citizens.remove(card)
        self.discard.append(card)
        self._tell_gift(seat, why, card.id)

    def _give_worker(self, seat: int, code: str, why: str) -> None:
        workers = self.players[seat].workers
        card = pick(workers, code)
        workers.remove(card)
        self.discard.append(card)
        self._tell_gift(seat, why, card.id)

    def _tell_gift(self, seat: int, why: str, card: str) -> None:
        self.events.append({"type": "give_up", "seat": seat, "why": why, "card": card})

    def _diversity(self, seat: int) -> None:
        """T5.3: different professions among the citizens."""
        professions = {citizen.profession for citizen in self.players[seat].citizens}
        if len(professions) >= self._at_least():
            self._draw_for(seat, 2, "T5.3")

    def _growth(self, seat: int) -> None:
        """T5.4: number of buildings."""
        if len(self.players[seat].built) >= self._at_least():
            self._draw_for(seat, 2, "T5.4")

    def _exodus(self, seat: int) -> None:
        """T5.5: one citizen or worker; who has neither is spared."""
        player = self.players[seat]
        if player.citizens or player.workers:
            self._ask("exodus", [seat])

    def _exodus_gifts(self, seat: int) -> set[str]:
        """T5.5."""
        player = self.players[seat]
        citizens = {f"give citizen {card.code}" for card in player.citizens}
        workers = {f"give worker {card.code}" for card in player.workers}
        return citizens | workers

    def _exodus_give(self, seat: int, notation: str) -> None:
        """T5.5."""
        _, place, code = notation.split()
        if place == "citizen":
            self._give_citizen(seat, code, "T5.5")
        else:
            self._give_worker(seat, code, "T5.5")

    def _end_stage(self, _: int) -> None:
        """T5.6: the unbuilt buildings leave the game."""
        removed = building_ids(buildings_in_order(self.display))
        self.display = []
        self.events.append({"type": "stage_end", "stage": self.stage, "removed": removed})

    def _end(self, _: int) -> None:
        """T5.6: the game ends after stage IV."""
        self.over = True

    # ------------------------------------------------------------------ T6 scoring

    def points(self, seat: int) -> dict[str, int]:
        """The points of a seat, clause by clause."""
        me = self.players[seat]
        points = {
            "T6.1": self._printed(me),
            "T6.2": self._majorities(seat),
            "T6.3": 3 * len(me.buildings_with("set")) * min(map(me.buildings_of, "GYBR")),
            "T6.4": sum(2 * (me.buildings_of(b.colour) // 2) for b in me.buildings_with("pair")),
            "T6.5": 5 * (me.symbols("farmer") // 3),
            "T6.6": len(me.citizens) * (me.symbols("merchant") // 4),
            "T6.7": self._craftsmen(seat),
            "T6.8": self._captains(me.symbols("captain")),
            "T6.9": 5 if me.symbols("priest") >= 1 else 0,
            "T6.10": 8 * (me.symbols("soldier") // 4),
            "T6.18": 5 * min(map(me.buildings_of, me.objective)),
        }
        for card in (self.scenario, self.chapter):
            if "objective" in card:
                clause, gain = self._public_objective(card, me)
                points[clause] = gain
        return points

    def _printed(self, me: Player) -> int:
        """T6.1: the printed points; great is worth 3 more."""
        bonus: int = self.data["costs"]["great_bonus"]
        total = 0
        for built in me.built:
            total += built.card.points
            if built.side == "great":
                total += bonus
        return total

    def _majorities(self, seat: int) -> int:
        """T6.2: nobody else has more buildings of the colour."""
        total = 0
        for building in self.players[seat].buildings_with("majority"):
            counts = [player.buildings_of(building.colour) for player in self.players]
            if counts[seat] == max(counts):
                total += 3
        return total

    def _craftsmen(self, seat: int) -> int:
        """T6.7: most 6, second most 2; a tie for first leaves no second."""
        counts = [player.symbols("craftsman") for player in self.players]
        mine = counts[seat]
        players_with_more = [count for count in counts if count > mine]
        if mine == 0:
            return 0
        if len(players_with_more) == 0:
            return 6
        if len(players_with_more) == 1:
            return 2
        return 0

    def _captains(self, number: int) -> int:
        """T6.8: the table for 1 to 5, then 3 each."""
        table: list[int] = self.data["captains"]["points"]
        each: int = self.data["captains"]["beyond_each"]
        return table[number] if number < len(table) else each * number

    def _public_objective(self, card: dict[str, Any], me: Player) -> tuple[str, int]:
        """T6.11 to T6.17."""
        shown = [me.symbols(profession) for profession in card.get("symbols", [])]
        great = [built for built in me.built if built.side == "great"]
        table = {
            "buildings_at_least_citizens": ("T6.11", 5 * (len(me.built) >= len(me.citizens))),
            "four_equal_colour_symbols": (
                "T6.12",
                5 * (max(map(me.colour_symbols, "GYBR")) >= 4),
            ),
            "three_shown_symbols": ("T6.13", 5 * (sum(shown) >= 3)),
            "ten_strength_left": ("T6.14", 10 * (me.strength() >= 10)),
            "two_soldiers": ("T6.15", 5 * (me.symbols("soldier") >= 2)),
            "five_citizens": ("T6.16", 5 * (len(me.citizens) >= 5)),
            "great_buildings": ("T6.17", 2 * (len(great) // 4)),
        }
        return table[card["objective"]]

    def totals(self) -> list[int]:
        """The points of every seat."""
        return [sum(self.points(seat).values()) for seat in range(len(self.players))]

    def winners(self) -> list[int]:
        """T6.19: most points, then most strength left, then several."""
        totals = self.totals()
        ranks = [(totals[s], player.strength()) for s, player in enumerate(self.players)]
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]

    # ------------------------------------------------------------------ the record

    def record(self) -> dict[str, Any]:
        """The structured record of a finished game."""
        if not self.over:
            raise ValueError("the game is not over")
        return {
            "format": "baumeister-game/1",
            "game": "tybor",
            "rules_version": 1,
            "data_version": "naive",
            "options": {
                "players": len(self.players),
                "scenario": slug(self.scenario["en"]),
                "chapter": self.chapter["number"],
            },
            "seed": self.seed,
            "commitment": hashlib.sha256(self.seed.encode("utf-8")).hexdigest(),
            "seats": [{"name": f"Player {seat + 1}"} for seat in range(len(self.players))],
            "components": self._components(),
            "events": list(self.events),
            "final": {"seats": [self._final(player) for player in self.players]},
            "scores": [self._score(seat) for seat in range(len(self.players))],
            "winners": self.winners(),
        }

    def _components(self) -> dict[str, Any]:
        characters = {
            card.id: {
                "profession": card.profession,
                "strength": card.strength,
                "colours": colour_names(card.colours),
            }
            for card in all_characters(self.data, self.copies)
        }
        buildings = {
            card.id: {
                "name": card.name,
                "colour": COLOUR_NAMES[card.colour],
                "points": card.points,
                "bonus": card.bonus,
            }
            for card in all_buildings(self.data, self.copies)
        }
        return {"characters": characters, "buildings": buildings}

    def _final(self, player: Player) -> dict[str, Any]:
        built = sorted(player.built, key=lambda b: (b.card.kind, b.card.copy))
        return {
            "citizens": ids(in_order(player.citizens)),
            "workers": ids(in_order(player.workers)),
            "buildings": [{"card": b.card.id, "side": b.side} for b in built],
            "secret_objective": colour_names(player.objective),
        }

    def _score(self, seat: int) -> dict[str, Any]:
        points = self.points(seat)
        lines = [
            {"clause": clause, "points": gain, "what": WHAT[clause]}
            for clause, gain in points.items()
            if gain
        ]
        return {
            "total": sum(points.values()),
            "tiebreak": self.players[seat].strength(),
            "lines": lines,
        }


WHAT = {
    "T6.1": "buildings",
    "T6.2": "majorities",
    "T6.3": "sets",
    "T6.4": "pairs",
    "T6.5": "farmers",
    "T6.6": "merchants",
    "T6.7": "craftsmen",
    "T6.8": "captains",
    "T6.9": "priests",
    "T6.10": "soldiers",
    "T6.11": "buildings and citizens",
    "T6.12": "equal colour symbols",
    "T6.13": "shown symbols",
    "T6.14": "strength left",
    "T6.15": "two soldiers",
    "T6.16": "five citizens",
    "T6.17": "great buildings",
    "T6.18": "secret objective",
}
