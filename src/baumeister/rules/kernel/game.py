"""What a game must offer so that everything above the rules can play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from baumeister.rules.kernel.chance import Dealer
from baumeister.rules.kernel.compiled import Compiled, Parts
from baumeister.rules.kernel.events import Event
from baumeister.rules.kernel.legal import Legal
from baumeister.rules.kernel.refusal import Reason


class OptionError(ValueError):
    """Options that no game can be made of; the message says what would be right."""


class Announcer(Protocol):
    """Turns what the rules announce into events."""

    events: list[Event]

    def hear(self, event: int, seat: int, value: int) -> None:
        """Take one announcement."""

    def take_back(self, seat: int) -> Event:
        """Forget the choice that this seat takes back; the event that is no more."""

    def final(self) -> dict[str, Any]:
        """The `final` part of a record."""

    def misplaced(self) -> list[str]:
        """Pieces that are not where the state has them."""

    def actions_of(self, event: Mapping[str, Any], made: bool) -> list[tuple[int, int]]:
        """The seat and action of each decision in a recorded event that comes next; `made` if the
        first of them was forced and has been made. ValueError or KeyError if senseless."""


class Narrator(Protocol):
    """Tells events in sentences."""

    def tell(self, event: Mapping[str, Any]) -> str:
        """One event, as a seat sees it."""


class GameRules(Protocol):
    """One game. States and components are the game's own; nobody else looks inside."""

    name: str
    rules_version: int
    actions: int  # the size of the action space
    least_players: int
    most_players: int
    parts: Parts  # the rules, for compiled code

    @property
    def compiled(self) -> Compiled:
        """The compiled entry points; nothing is compiled before one is called."""

    def start_arguments(self, options: Mapping[str, Any]) -> tuple[int, int, int]:
        """Complete options as the three numbers that `parts.start` takes."""

    def load_components(self, path: Path | None) -> Any:
        """The components of a data file, or those that come with the program."""

    def data_version(self, components: Any) -> str:
        """What records call this data."""

    def complete_options(
        self, components: Any, given: Mapping[str, Any], seed: str
    ) -> dict[str, Any]:
        """Check options and draw by lot, from the seed, those that are not given."""

    def new_state(self, options: Mapping[str, Any]) -> Any:
        """An empty state of the right size."""

    def start(
        self, components: Any, state: Any, dealer: Dealer, options: Mapping[str, Any]
    ) -> None:
        """Set the game up and go on to the first question."""

    def announcer(self, components: Any, state: Any, players: int) -> Announcer:
        """Somebody who makes events of what the rules announce."""

    def waiting_for(self, state: Any) -> list[int]:
        """The seats that have to decide now."""

    def legal(self, components: Any, state: Any, seat: int, legal: Legal) -> None:
        """Collect the legal actions of a seat."""

    def is_forced(self, state: Any, legal: Legal) -> bool:
        """Whether the game goes on by itself, because there is one answer only."""

    def apply(self, components: Any, state: Any, dealer: Dealer, seat: int, action: int) -> None:
        """Carry out a legal action."""

    def is_over(self, state: Any) -> bool:
        """Whether the game has ended."""

    def can_take_back(self, state: Any, seat: int) -> bool:
        """Whether the seat may still change a choice that nobody has seen."""

    def take_back(self, state: Any, seat: int) -> None:
        """Take that choice back."""

    def why_not(
        self, components: Any, state: Any, seat: int, action: int, names: Sequence[str]
    ) -> Reason | None:
        """None if the action is legal, otherwise clause and reason."""

    def view_of(self, state: Any, seat: int | None) -> Any:
        """What a seat, or a spectator (None), knows, as a state with all secrets blank."""

    def redeal(self, view: Any, seat: int | None, dealer: Dealer) -> Any:
        """A whole state, uniform over all those that look like the view."""

    def view_json(
        self,
        components: Any,
        view: Any,
        seat: int | None,
        names: Sequence[str],
        options: Mapping[str, Any],
    ) -> dict[str, Any]:
        """A view as JSON-ready data."""

    def scores(self, components: Any, state: Any) -> list[dict[str, Any]]:
        """The score sheet of every seat."""

    def winners(self, components: Any, state: Any) -> list[int]:
        """Who wins; several if it is still a tie."""

    def ending(self, state: Any) -> Mapping[str, Any]:
        """What a record says about the end at its top level; nothing for most games."""

    def record_components(self, components: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        """The `components` part of a record."""

    def write_action(self, components: Any, action: int) -> str:
        """The notation of an action."""

    def read_action(self, components: Any, text: str) -> int:
        """The action of a notation."""

    def action_text(self, components: Any, action: int, language: str) -> str:
        """What an action is called."""

    def question_text(
        self, components: Any, view: Any, seat: int | None, names: Sequence[str], language: str
    ) -> str:
        """What a seat is asked now."""

    def narrator(
        self,
        components: Any,
        names: Sequence[str],
        language: str,
        options: Mapping[str, Any] | None = None,
    ) -> Narrator:
        """Somebody who tells events in sentences."""

    def chance_lines(self, event: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """What chance brought, as lines of a text record; empty for other events."""

    def sources(self, components: Any) -> Mapping[str, str]:
        """Where the printed values come from."""
