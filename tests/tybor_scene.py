"""A table set up in one readable line, for tests of Tybor.

    table = scene(stage=3, display="Mill", seats=["uses Fa4G | workers So1GYBR Fa5", ""])
    table.play(0, "build Mill little", "pay So1GYBR")
    assert table.seat(0).workers == []

A seat is written as sections between `|`: citizens, workers, little, great, hand, uses,
chose, objective. Cards are written as players type them. The rest follows by itself:

- Who `uses` a card has just revealed it; all who come later have chosen some card.
- With a `hand` all choose; hands that are not written get other cards, as many as the largest.
- With neither nobody has anything to do. `step="deal"` deals the stage, and
  `step="end of stage"` begins its effects.
- `pile` and `building_pile` are the whole piles, the top first. Not written, they hold every
  card that is not mentioned, in printed order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from baumeister.games.tybor import actions, announced, flow, scoring
from baumeister.games.tybor import state as steps
from baumeister.games.tybor.components import PROFESSIONS, Components, standard
from baumeister.games.tybor.deal import discard_character, forget_origins
from baumeister.games.tybor.events import DIRECTIONS, SIDES, TyborAnnouncer
from baumeister.games.tybor.game import Tybor
from baumeister.games.tybor.state import NO_CARD, Player, State
from baumeister.kernel.cards import CardSet, add, listed
from baumeister.kernel.chance import Dealer
from baumeister.kernel.refusal import Reason
from baumeister.play import Game, Table

NAMES = ("Anna", "Bert", "Cora", "Dirk", "Emma", "Fritz", "Gina", "Hugo")
SECTIONS = ("citizens", "workers", "little", "great", "hand", "uses", "chose", "objective")
STEPS = {"deal": steps.DEAL, "end of stage": steps.NEXT_EFFECT, "over": steps.OVER}
ANNOUNCEMENTS = {
    value: name
    for name, value in vars(announced).items()
    if isinstance(value, int) and not name.startswith("WHY_")
}


def scene(
    seats: Sequence[str] = (),
    *,
    players: int = 0,
    stage: int = 1,
    scenario: str = "size-matters",
    chapter: int = 6,
    first: int | None = None,
    step: str | None = None,
    display: str = "",
    pile: str | None = None,
    discard: str = "",
    building_pile: str | None = None,
    removed: str = "",
    components: Components | None = None,
    seed: str = "scene",
) -> Scene:
    """A table as described above. Without `players` there are as many as seats, at least 2."""
    players = players or max(2, len(seats))
    written = _Written(
        seats=[_sections(text) for text in [*seats, *[""] * (players - len(seats))]],
        stage=stage,
        first=first,
        step=step,
        display=display.split(),
        pile=None if pile is None else pile.split(),
        discard=discard.split(),
        building_pile=None if building_pile is None else building_pile.split(),
        removed=removed.split(),
    )
    rules = _Staged(written)
    options = {"players": players, "scenario": scenario, "chapter": chapter}
    return Scene(
        rules, Table(Game(rules, components or standard()), options, seed, NAMES[:players])
    )


# --- looking and playing ----------------------------------------------------------------------
class Scene:
    """A table in the middle of a game; moves and cards are written as players write them."""

    def __init__(self, rules: _Staged, table: Table) -> None:
        self.table = table
        self.state = rules.state
        self._rules = rules
        self._codes = [card.code for card in table.components.characters]
        self._names = [building.code for building in table.components.buildings]

    # --- moves
    def play(self, seat: int, *moves: str) -> Scene:
        """Make moves, one after the other; Refusal if one is not allowed."""
        for move in moves:
            self.table.play(seat, self._action(move))
        return self

    def all_choose(self, *cards: str) -> Scene:
        """T4.1 Every seat, from 0 on, chooses its card."""
        for seat, card in enumerate(cards):
            self.play(seat, f"choose {card}")
        return self

    def all_use(self, *ways: str) -> Scene:
        """T4.2 Use cards, in play order, as long as there are ways."""
        for way in ways:
            self.play(self.waiting_for[0], way)
        return self

    def legal(self, seat: int) -> list[str]:
        """The moves that the seat may make."""
        return [self._write(action) for action in self.table.legal(seat)]

    def why_not(self, seat: int, move: str | int) -> Reason | None:
        """None if the move is legal, otherwise the reason."""
        return self.table.why_not(seat, self._action(move) if isinstance(move, str) else move)

    def _action(self, move: str) -> int:
        return self.table.game.action(move)

    def _write(self, action: int) -> str:
        return self.table.game.notation(action)

    # --- the table
    @property
    def waiting_for(self) -> list[int]:
        """Who has to decide now, in play order."""
        return self.table.waiting_for

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.over

    @property
    def stage(self) -> int:
        """The stage, 1 to 4."""
        return self.state.stage + 1

    @property
    def first(self) -> int:
        """Who holds the first-player card."""
        return self.state.first

    @property
    def direction(self) -> str:
        """The direction of play."""
        return DIRECTIONS[self.state.direction]

    @property
    def revealed(self) -> str | None:
        """The card being used."""
        return None if self.state.revealed == NO_CARD else self._codes[self.state.revealed]

    @property
    def due(self) -> int:
        """The strength that is still to be paid."""
        return self.state.due

    @property
    def display(self) -> list[str]:
        """The buildings on display, in printed order."""
        return [self._names[building] for building in listed(self.state.display)]

    @property
    def removed(self) -> list[str]:
        """The buildings that have left the game, in printed order."""
        return [self._names[building] for building in listed(self.state.removed)]

    @property
    def discard(self) -> list[str]:
        """The discard pile, in printed order."""
        return [self._codes[card] for card in listed(self.state.discard)]

    @property
    def pile(self) -> list[str]:
        """The draw pile, the next card first."""
        start = self.state.pile_end - self.state.n_pile
        return [self._codes[card] for card in self.state.pile[start : self.state.pile_end]]

    @property
    def building_pile(self) -> list[str]:
        """The building pile, the top first."""
        pile = self.state.building_pile[: self.state.n_building_pile]
        return [self._names[building] for building in pile]

    def seat(self, seat: int) -> Tableau:
        """What a player has."""
        return Tableau(self.state.players[seat], self._codes, self._names, self.state.n_drawn)

    def cost(self, seat: int, building: str, side: str) -> int:
        """T4.6 What a building costs the player."""
        box, player = self.table.components.box, self.state.players[seat]
        index = self._names.index(building)
        return actions.cost(box, self.state, player, index, SIDES.index(side))

    def heard(self, announcement: str) -> list[int]:
        """The seats that the rules announced this of, in order: `heard("DREW")`."""
        return [seat for name, seat in self._rules.listener.heard if name == announcement]

    # --- the score
    def points(self, seat: int, clause: str) -> int:
        """The points of one line of the score sheet."""
        box, player = self.table.components.box, self.state.players[seat]
        return scoring.points(box, self.state, player, int(clause.removeprefix("T6.")))

    def total(self, seat: int) -> int:
        """The sum of the score sheet."""
        total: int = self.table.scores()[seat]["total"]
        return total

    @property
    def winners(self) -> list[int]:
        """T6.19 Who has won."""
        return self.table.winners


class Tableau:
    """What lies in front of one player, and in their hand; always in printed order."""

    def __init__(self, player: Player, codes: list[str], names: list[str], n_drawn: int) -> None:
        self.hand = [codes[card] for card in listed(player.hand)]
        self.chosen = codes[player.chosen] if player.chose else None
        self.citizens = [codes[card] for card in listed(player.citizens)]
        self.workers = [codes[card] for card in listed(player.workers)]
        self.little = [names[building] for building in listed(player.little)]
        self.great = [names[building] for building in listed(player.great)]
        self.drawn = [codes[card] for card in player.drawn[:n_drawn]]
        self.strength = player.strength
        self.symbols = {p: n for p, n in zip(PROFESSIONS, player.symbols, strict=True) if n}
        self.colour_symbols = {c: n for c, n in zip("GYBR", player.discount, strict=True) if n}


# --- setting the table ------------------------------------------------------------------------
Sections = Mapping[str, list[str]]


@dataclass
class _Written:
    """A scene as it was written, cards still by name."""

    seats: list[Sections]
    stage: int
    first: int | None
    step: str | None
    display: list[str]
    pile: list[str] | None
    discard: list[str]
    building_pile: list[str] | None
    removed: list[str]


def _sections(text: str) -> Sections:
    sections: dict[str, list[str]] = {name: [] for name in SECTIONS}
    for part in filter(None, (part.split() for part in text.split("|"))):
        if part[0] not in SECTIONS:
            raise ValueError(f"{part[0]!r} is not one of {', '.join(SECTIONS)}")
        sections[part[0]] += part[1:]
    return sections


@dataclass
class _Deck:
    """The cards that have no place yet, in printed order."""

    codes: list[str]
    copies: int
    left: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = [card for card in range(len(self.codes)) for _ in range(self.copies)]

    def take(self, codes: list[str]) -> list[int]:
        cards = [self.codes.index(code) for code in codes]
        for card in cards:
            self.left.remove(card)  # ValueError: more of them than there are
        return cards

    def put(self, codes: list[str], cards: CardSet) -> None:
        for card in self.take(codes):
            add(cards, card)

    def take_any(self) -> int:
        return self.left.pop()

    def take_pile(self, codes: list[str] | None, pile: list[int]) -> int:
        cards = self.left if codes is None else self.take(codes)
        pile[: len(cards)] = cards
        return len(cards)


class _Listener(TyborAnnouncer):
    """Writes down what the rules announce, and makes no events of it."""

    def __init__(self, components: Components, state: State, copies: int) -> None:
        super().__init__(components, state, copies)
        self.heard: list[tuple[str, int]] = []

    def hear(self, event: int, seat: int, value: int) -> None:
        """Take one announcement."""
        self.heard.append((ANNOUNCEMENTS[event], seat))


class _Staged(Tybor):
    """Tybor that begins with the scene instead of the set-up; all other rules are the game's."""

    def __init__(self, written: _Written) -> None:
        super().__init__()
        self._written = written

    def new_state(self, options: Mapping[str, Any]) -> State:
        state: State = super().new_state(options)
        self.state = state
        return state

    def announcer(self, components: Components, state: State, players: int) -> TyborAnnouncer:
        self.listener = _Listener(components, state, copies=1 if players <= 4 else 2)
        return self.listener

    def start(
        self, components: Components, state: State, dealer: Dealer, options: Mapping[str, Any]
    ) -> None:
        state.n_players, state.scenario, state.chapter = self.start_arguments(options)
        _lay(components, state, self._written)
        flow.go_on(components.box, state, dealer)


def _lay(components: Components, state: State, written: _Written) -> None:
    """Put everything into its place."""
    state.n_copies = 1 if state.n_players <= 4 else 2
    state.stage = written.stage - 1
    state.revealed = state.building = NO_CARD
    users = [seat for seat, sections in enumerate(written.seats) if sections["uses"]]
    default_first = users[0] if users else 0
    state.first = default_first if written.first is None else written.first
    counter_clockwise = components.box.counter_clockwise[state.scenario][state.stage]
    state.direction = -1 if counter_clockwise else 1
    forget_origins(state)
    characters = _Deck([card.code for card in components.characters], state.n_copies)
    buildings = _Deck([building.code for building in components.buildings], state.n_copies)
    for player, sections in zip(state.players, written.seats, strict=False):
        _lay_tableau(components, player, sections, characters, buildings)
    buildings.put(written.display, state.display)
    buildings.put(written.removed, state.removed)
    for card in characters.take(written.discard):
        discard_character(state, card)
    if written.pile is not None:
        state.n_pile = state.pile_end = characters.take_pile(written.pile, state.pile)
    _lay_step(state, written, users, characters)
    if written.pile is None:
        state.n_pile = state.pile_end = characters.take_pile(None, state.pile)
    state.n_building_pile = buildings.take_pile(written.building_pile, state.building_pile)


def _lay_tableau(
    components: Components, player: Player, sections: Sections, characters: _Deck, buildings: _Deck
) -> None:
    box = components.box
    for card in characters.take(sections["citizens"]):
        actions.add_citizen(box, player, card)
    for card in characters.take(sections["workers"]):
        actions.add_worker(box, player, card)
    for side, name in enumerate(SIDES):
        for building in buildings.take(sections[name]):
            actions.add_building(box, player, building, side)
    characters.put(sections["hand"], player.hand)
    player.chosen = NO_CARD
    for card in characters.take(sections["chose"]):
        player.chosen, player.chose = card, 1
    for colours in sections["objective"]:
        flags = [int(letter in colours) for letter in "GYBR"]
        player.objective = box.secret_colours.index(flags)


def _lay_step(state: State, written: _Written, users: list[int], characters: _Deck) -> None:
    """What happens now, and the cards that this takes."""
    hands = [len(s["hand"]) + len(s["chose"]) * (not users) for s in written.seats]
    if written.step is not None:
        state.step = STEPS[written.step]
    elif users:
        state.step = steps.USE
        _lay_use(state, written, users[0], characters)
    elif any(hands):
        state.step = steps.CHOOSE
    else:
        state.step = steps.OVER
    for seat, held in enumerate(hands):
        for _ in range(max(hands) - held):
            add(state.players[seat].hand, characters.take_any())
    state.rounds_left = state.dealt = max(hands) + len(users)
    if state.step == steps.CHOOSE:
        while state.players[steps.seat_at(state, state.turn)].chose:
            state.turn += 1
        state.actor = steps.seat_at(state, state.turn)


def _lay_use(state: State, written: _Written, user: int, characters: _Deck) -> None:
    state.actor = user
    state.revealed = characters.take(written.seats[user]["uses"])[0]
    state.turn = ((user - state.first) * state.direction) % state.n_players
    for turn in range(state.turn + 1, state.n_players):
        player = state.players[steps.seat_at(state, turn)]
        if not player.chose:
            player.chosen, player.chose = characters.take_any(), 1
