"""Games with explicit chance: trees of decisions and chance nodes, whose outcomes the caller gives.

The rules ask a dealer for random numbers; each draw is a lot. This dealer knows the lots drawn so
far. At the next one it stops the rules and says how many outcomes there are, all equally likely.
Once the outcome is known, the rules run again from before the action, with one more lot, so they
need no changes. (In a shuffle the number of remaining lots is known, so the rules run again only
after the last one.)

A `OpenPosition` is immutable: playing returns a new one.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NoReturn

from baumeister.envs.options import given
from baumeister.kernel.chance import Dealer, below, shuffle
from baumeister.kernel.game import GameRules
from baumeister.kernel.legal import Legal
from baumeister.kernel.rule import can_compile
from baumeister.kernel.seats import NOBODY

# Everything that is public, one number for each entry: kind, seat (or NOBODY) and value.
DECISION = 1  # the seat's action, when it becomes public
TAKEN = 2  # what the seat took; the game defines the value
LAID = 3  # what was laid out for everybody
FIRST = 4  # the seat is first, or next, in the order at the start
TOOL = 5  # a tool on the board at the start
KINDS = 5


def number_of(kind: int, seat: int, value: int) -> int:
    """A public entry as a number."""
    return kind << 24 | (seat + 1) << 16 | value


def parts_of(number: int) -> tuple[int, int, int]:
    """Kind, seat and value of such a number."""
    return number >> 24, (number >> 16 & 0xFF) - 1, number & 0xFFFF


# --- chance -----------------------------------------------------------------------------------
def word_of(outcome: int, outcomes: int) -> int:
    """The 32 random bits that `below(dealer, outcomes)` turns into this outcome."""
    return (outcome << 32) // outcomes + 2


class NeedsChance(Exception):
    """The rules need a lot that is not drawn yet."""

    def __init__(self, outcomes: int) -> None:
        self.outcomes = outcomes


class Lot(int):
    """Random bits that are not drawn yet. They stop the rules when the outcomes are counted."""

    def __mul__(self, outcomes: int) -> NoReturn:
        raise NeedsChance(outcomes)


NOT_DRAWN = Lot()


def is_in_shuffle(needed: NeedsChance) -> bool:
    """Whether the rules were stopped in a shuffle: a lot with n outcomes is then followed by lots
    with n - 1, n - 2 and so on to 2, whatever the outcomes are."""
    trace = needed.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code is shuffle.__code__:
            return True
        trace = trace.tb_next
    return False


class OpenDealer:
    """Deals the lots drawn so far, and receives what the rules announce."""

    def __init__(self, history: PublicHistory, state: Any, words: tuple[int, ...]) -> None:
        self.history = history
        self.state = state
        self.words = words
        self.position = 0
        self.seen: list[int] = []  # what everybody sees
        self.held: list[int] = [] if state is None else history.held(state)

    def word(self) -> int:
        """The next 32 random bits."""
        if self.position == len(self.words):
            return NOT_DRAWN
        self.position += 1
        return self.words[self.position - 1]

    def announce(self, event: int, seat: int, value: int) -> None:
        """Receive what has just happened."""
        self.history.hear(self, event, seat, value)


# --- what a game provides ----------------------------------------------------------------------
@dataclass(frozen=True)
class Bounds:
    """What no game with these options exceeds; module `public_history` of the game proves it."""

    decisions: int
    lots: int
    outcomes: int  # of one lot
    entries: int  # public entries
    kept_entries: int  # how many of them, the latest, an information state keeps as numbers


class PublicHistory(ABC):
    """What a game adds to its rules to make chance explicit: what is public, what stays hidden, and
    how long a game can be."""

    rules: GameRules

    @abstractmethod
    def is_secret(self, state: Any) -> bool:
        """Whether the actions that answer the present question stay hidden for now."""

    @abstractmethod
    def held(self, state: Any) -> list[int]:
        """Cards that a seat is looking at and will have to show."""

    @abstractmethod
    def hear(self, dealer: OpenDealer, event: int, seat: int, value: int) -> None:
        """An announcement of the rules: add to `dealer.seen` what everybody sees."""

    @abstractmethod
    def told(self, components: Any, kind: int, value: int) -> str:
        """A public entry in a few words; the rules write decisions."""

    @abstractmethod
    def own(self, components: Any, view: Any, seat: int) -> str:
        """What the seat knows beyond what everybody has seen, in one line."""

    @abstractmethod
    def hidden(self, components: Any, state: Any) -> str:
        """What no seat knows, in one line."""

    @abstractmethod
    def bounds(self, components: Any, options: Mapping[str, Any]) -> Bounds:
        """Proven bounds; options that are drawn at random are missing."""


# --- playing ----------------------------------------------------------------------------------
class OpenPosition:
    """A place in the tree: a decision, a lot, or the end."""

    __slots__ = (
        "legal",
        "open_game",
        "options",
        "outcomes",
        "pending",
        "seen",
        "shuffling",
        "state",
        "words",
    )

    def __init__(
        self,
        open_game: OpenGame,
        options: Mapping[str, Any] | None,
        state: Any,
        seen: tuple[int, ...],
        legal: tuple[int, ...] = (),
        pending: tuple[int, int] | None = None,
        words: tuple[int, ...] = (),
        outcomes: int = 0,
        shuffling: bool = False,
    ) -> None:
        self.open_game = open_game
        self.options = options  # complete; None during set-up
        self.state = state  # as it was before the action in progress; None during set-up
        self.seen = seen  # entries, oldest first
        self.legal = legal  # actions of the seat that decides
        self.pending = pending  # the action in progress: seat, action
        self.words = words  # its lots so far, as random bits
        self.outcomes = outcomes  # how many the next lot has; 0 where there is none
        self.shuffling = shuffling  # whether that lot belongs to a shuffle

    def __deepcopy__(self, memo: Any) -> OpenPosition:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        place = (self.options, self.state, self.seen, self.legal)
        lot = (self.pending, self.words, self.outcomes, self.shuffling)
        return OpenPosition, (self.open_game, *place, *lot)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.legal and not self.outcomes

    @property
    def seat(self) -> int:
        """Who decides; NOBODY at a lot and at the end."""
        return self.state.actor if self.legal else NOBODY

    def play(self, action: int) -> OpenPosition:
        """The position after this action of the seat that decides, or this outcome of the lot."""
        if self.outcomes:
            words = (*self.words, word_of(action, self.outcomes))
            if self.shuffling and self.outcomes > 2:
                place = (self.options, self.state, self.seen, (), self.pending)
                return OpenPosition(self.open_game, *place, words, self.outcomes - 1, True)
            return self.open_game.run(self, self.pending, words)
        return self.open_game.run(self, (self.seat, action), ())

    def redeal(self, seat: int, dealer: Dealer) -> OpenPosition:
        """The same decision in another world that looks the same to the seat."""
        if self.outcomes or self.state is None:
            raise ValueError("only a decision or the end can be dealt again, not a lot")
        rules = self.open_game.rules
        state = rules.redeal(rules.view_of(self.state, seat), seat, dealer)
        legal = () if self.over else self.open_game.legal(state)
        return OpenPosition(self.open_game, self.options, state, self.seen, legal)

    def shares(self) -> list[float]:
        """Everybody's share of the win."""
        shares = [0.0] * self.open_game.players
        self.open_game.rules.core.share_of_win(self.open_game.components.box, self.state, shares)
        return shares

    def view(self, seat: int | None) -> Any:
        """What the seat, or a spectator (None), knows; only to be read."""
        return self.open_game.rules.glance(self.state, seat)


class ThreadLegal(threading.local):
    """Where legal actions are collected; one for each thread, because threads share positions."""

    def __init__(self, actions: int) -> None:
        self.legal = Legal(actions=actions)


class OpenGame:
    """A game with its options; random ones are still open. `open_game_of` makes them."""

    def __init__(self, history: PublicHistory, options: Mapping[str, Any]) -> None:
        self.history = history
        self.rules = history.rules
        self.components = self.rules.load_components(None)
        self.given = dict(options)
        self.players: int = self.given["players"]
        self.lots = [o for o in self.rules.options.random if o.name not in self.given]
        self.bounds = history.bounds(self.components, self.given)
        self._work = ThreadLegal(self.rules.actions)

    def __reduce__(self) -> tuple[Any, ...]:
        return open_game_of, (type(self.history), tuple(self.given.items()))

    def __deepcopy__(self, memo: Any) -> OpenGame:
        return self

    @cached_property
    def start(self) -> OpenPosition:
        """Before the first lot."""
        return self.run(OpenPosition(self, None, None, ()), None, ())

    @cached_property
    def packed_box(self) -> Any:
        """The components for compiled code; None where nothing can be compiled."""
        return self.components.box.to_array() if can_compile() else None

    def run(
        self, before: OpenPosition, pending: tuple[int, int] | None, words: tuple[int, ...]
    ) -> OpenPosition:
        """Carry out an action, or set up the game, with these lots: up to the next decision or the
        first missing lot."""
        dealer = OpenDealer(self.history, before.state, words)
        options = before.options
        try:
            if pending is None:
                options, state = self._set_up(dealer)
            else:
                state = dealer.state = before.state.copy()
                self._act(state, dealer, *pending)
            legal = self._go_on(state, dealer)
        except NeedsChance as needed:
            place = (before.options, before.state, before.seen, (), pending)
            return OpenPosition(self, *place, words, needed.outcomes, is_in_shuffle(needed))
        return OpenPosition(self, options, state, before.seen + tuple(dealer.seen), legal)

    def _set_up(self, dealer: OpenDealer) -> tuple[Mapping[str, Any], Any]:
        drawn = {o.name: o.values[below(dealer, len(o.values))] for o in self.lots}
        whole = {**self.given, **drawn}
        options = self.rules.complete_options(whole, "complete already")
        state = dealer.state = self.rules.new_state(options)
        self.rules.start(self.components, state, dealer, options)
        return options, state

    def _act(self, state: Any, dealer: OpenDealer, seat: int, action: int) -> None:
        if not self.history.is_secret(state):
            dealer.seen.append(number_of(DECISION, seat, action))
        self.rules.apply(self.components, state, dealer, seat, action)

    def _go_on(self, state: Any, dealer: OpenDealer) -> tuple[int, ...]:
        """Answer forced questions; the legal actions of the next question."""
        legal = self._work.legal
        while (seat := self.rules.forced_seat(self.components, state, legal)) != NOBODY:
            self._act(state, dealer, seat, legal.actions[0])
        return tuple(legal.actions[: legal.n])

    def legal(self, state: Any) -> tuple[int, ...]:
        """The legal actions of the acting seat, ascending."""
        legal = self._work.legal
        self.rules.legal(self.components, state, state.actor, legal)
        return tuple(legal.actions[: legal.n])

    @lru_cache(maxsize=1 << 14)  # noqa: B019 settings are few and live as long as the program
    def told(self, number: int) -> str:
        """A public entry in a few words."""
        kind, seat, value = parts_of(number)
        if kind == DECISION:
            words = self.rules.write_action(self.components, value)
        else:
            words = self.history.told(self.components, kind, value)
        return words if seat == NOBODY else f"{seat} {words}"


def open_game_of(history: type[PublicHistory], options: Iterable[tuple[str, Any]]) -> OpenGame:
    """The one game with these options; OptionError says what would be right. They are checked
    before the lookup, because 3.0 and True would be found under 3 and 1."""
    wanted = given(dict(options))
    history.rules.complete_options(wanted, "check")
    return _open_game(history, tuple(sorted(wanted.items())))


@lru_cache(maxsize=256)
def _open_game(history: type[PublicHistory], options: tuple[tuple[str, Any], ...]) -> OpenGame:
    return OpenGame(history(), dict(options))
