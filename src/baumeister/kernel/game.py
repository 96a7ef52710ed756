"""The interface of a game: everything that the layers above the rules may ask of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Protocol

from baumeister.kernel.chance import Dealer
from baumeister.kernel.entry_points import EntryPoints, RulesCore, entry_points_of
from baumeister.kernel.events import Announcer
from baumeister.kernel.forced import forced_seat_of
from baumeister.kernel.legal import Legal
from baumeister.kernel.options import Options
from baumeister.kernel.refusal import Reason, Refuser


class Narrator(Protocol):
    """Tells events in sentences of one language."""

    def tell(self, event: Mapping[str, Any]) -> str:
        """One event, as a seat sees it."""


class GameRules(ABC):
    """One game. Only the game itself looks inside its states and components."""

    name: str
    rules_version: int  # raise it when the same choices lead to another game
    former_data: ClassVar[Mapping[str, str]] = {}  # former data versions: files beside data.toml
    least_players: int
    most_players: int
    has_secrets: bool  # whether it has hidden information or chance
    choice_changes_own_view_only: bool = False  # a hidden choice changes only its seat's own_json
    has_story: bool = False  # whether its chapters can be played as a story (`play --story`)
    has_memory: bool = False  # whether seats can be shown what they remember (`play --memory`)
    options: Options
    core: RulesCore  # the rules that compiled code calls
    refuser: type[Refuser]
    clause_letter: str  # before the numbers of its clauses: T for T4.5
    default_parts: str = ""  # the package that derives parts a game lacks; the registry sets it

    # --- the package -----------------------------------------------------------------------
    @property
    def package(self) -> str:
        """The package that the game is made of; a subclass of a game has the same."""
        games = [kind for kind in type(self).__mro__ if issubclass(kind, GameRules)]
        return games[-2].__module__.rpartition(".")[0]  # the last one is GameRules

    def part(self, name: str) -> ModuleType:
        """A module of the package, imported when it is first asked for: rules need none of what
        a screen or a bot needs. If the package has no such module, the module of the same name in
        `default_parts` derives one from the rules."""
        if name not in self._modules:
            own = f"{self.package}.{name}"
            self._modules[name] = import_module(own) if self.has_part(name) else self._derived(name)
        return self._modules[name]

    def has_part(self, name: str) -> bool:
        """Whether the package itself has such a module."""
        return find_spec(f"{self.package}.{name}") is not None

    @cached_property
    def _modules(self) -> dict[str, ModuleType]:
        return {}

    def _derived(self, name: str) -> ModuleType:
        module = ModuleType(f"{self.package}.{name}")
        module.__dict__.update(import_module(f"{self.default_parts}.{name}").part_of(self))
        return module

    @cached_property
    def folder(self) -> Path:
        """The folder of the package."""
        return Path(next(iter(import_module(self.package).__path__)))

    # --- what follows from the core, for every game ----------------------------------------
    @property
    def actions(self) -> int:
        """The size of the action space."""
        return self.core.actions

    @cached_property
    def compiled(self) -> EntryPoints:
        """The compiled entry points; nothing is compiled before one is called."""
        return entry_points_of(self.core)

    def data_version(self, components: Any) -> str:
        """The version of the data, as records name it."""
        version: str = components.version
        return version

    def sources(self, components: Any) -> Mapping[str, str]:
        """Where the printed values come from."""
        source: Mapping[str, str] = components.source
        return source

    def complete_options(self, given: Mapping[str, Any], seed: str) -> dict[str, Any]:
        """Check options, and draw those that are missing or None at random, from the seed."""
        players = range(self.least_players, self.most_players + 1)
        return self.options.complete(self.name, players, given, seed)

    def start_arguments(self, options: Mapping[str, Any]) -> tuple[int, int, int]:
        """Complete options as the three numbers that `core.start` takes."""
        return self.options.start_arguments(options)

    def new_state(self, options: Mapping[str, Any]) -> Any:
        """An empty state of the right size."""
        return self.core.state(**self.core.layout(options["players"]))

    def start(
        self, components: Any, state: Any, dealer: Dealer, options: Mapping[str, Any]
    ) -> None:
        """Set the game up, as far as the first question."""
        self.core.start(components.box, state, dealer, *self.start_arguments(options))

    def legal(self, components: Any, state: Any, seat: int, legal: Legal) -> None:
        """Collect the legal actions of a seat."""
        self.core.legal_actions(components.box, state, seat, legal)

    def forced_seat(self, components: Any, state: Any, legal: Legal) -> int:
        """The first seat that has exactly one answer, which `legal` then holds: it is played
        without asking. Otherwise NOBODY, and `legal` holds the actions of the acting seat."""
        return forced_seat_of(self.core)(components.box, state, legal, True)

    def apply(self, components: Any, state: Any, dealer: Dealer, seat: int, action: int) -> None:
        """Carry out a legal action."""
        self.core.apply(components.box, state, dealer, seat, action)

    def is_over(self, state: Any) -> bool:
        """Whether the game has ended."""
        return bool(state.step == self.core.over)

    def winners(self, components: Any, state: Any) -> list[int]:
        """Who wins; several if it is still a tie."""
        shares = [0.0] * state.n_players
        self.core.share_of_win(components.box, state, shares)
        return [seat for seat, share in enumerate(shares) if share > 0]

    def why_not(
        self, components: Any, state: Any, seat: int, action: int, names: Sequence[str]
    ) -> Reason | None:
        """None if the action is legal, otherwise clause and reason."""
        return self.refuser(components, state, names).why_not(seat, action)

    def ending(self, state: Any) -> Mapping[str, Any]:
        """What a record says about the end at its top level; nothing for most games."""
        return {}

    # --- components ------------------------------------------------------------------------
    @abstractmethod
    def load_components(self, path: Path | None) -> Any:
        """The components of a data file, or those that come with the program."""

    # --- playing ---------------------------------------------------------------------------
    @abstractmethod
    def announcer(self, components: Any, state: Any, players: int) -> Announcer:
        """An object that turns what the rules announce into events."""

    @abstractmethod
    def waiting_for(self, state: Any) -> list[int]:
        """The seats that have to decide now, in play order."""

    @abstractmethod
    def can_take_back(self, state: Any, seat: int) -> bool:
        """Whether the seat may still change a choice that nobody has seen."""

    @abstractmethod
    def take_back(self, state: Any, seat: int) -> None:
        """Take that choice back."""

    @abstractmethod
    def can_foresee(self, state: Any) -> bool:
        """Whether what an action leads to can be shown before it is made: no chance, no secret."""

    # --- knowledge -------------------------------------------------------------------------
    @abstractmethod
    def view_of(self, state: Any, seat: int | None) -> Any:
        """What a seat, or a spectator (None), knows, as a state with all secrets blank."""

    @abstractmethod
    def glance(self, state: Any, seat: int | None) -> Any:
        """The same as `view_of`, but it shares memory with the state: read it at once; do not
        change or keep it."""

    @abstractmethod
    def redeal(self, view: Any, seat: int | None, dealer: Dealer) -> Any:
        """A whole state, uniform over all those that look like the view."""

    @abstractmethod
    def shared_json(
        self, components: Any, view: Any, names: Sequence[str], options: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The part of a view that is the same for all, JSON-ready; `view` is a spectator's."""

    @abstractmethod
    def own_json(
        self,
        components: Any,
        view: Any,
        seat: int | None,
        names: Sequence[str],
        options: Mapping[str, Any],
    ) -> dict[str, Any]:
        """The rest of a seat's view, under other keys; `view` is that seat's."""

    def view_json(
        self,
        components: Any,
        view: Any,
        seat: int | None,
        names: Sequence[str],
        options: Mapping[str, Any],
    ) -> dict[str, Any]:
        """A whole view as JSON-ready data."""
        shared = self.shared_json(components, view, names, options)
        return {**shared, **self.own_json(components, view, seat, names, options)}

    # --- results ---------------------------------------------------------------------------
    @abstractmethod
    def scores(self, components: Any, state: Any) -> list[dict[str, Any]]:
        """The score sheet of every seat."""

    @abstractmethod
    def record_components(self, components: Any, options: Mapping[str, Any]) -> dict[str, Any]:
        """The `components` part of a record."""

    # --- notation and texts ----------------------------------------------------------------
    @abstractmethod
    def write_action(self, components: Any, action: int) -> str:
        """The notation of an action."""

    @abstractmethod
    def read_action(self, components: Any, text: str) -> int:
        """The action of a notation; NotationError says what would be right."""

    @abstractmethod
    def chance_lines(self, event: Mapping[str, Any], names: Sequence[str]) -> list[str]:
        """What chance brought and what follows from it, as lines of a text record."""

    @abstractmethod
    def action_text(self, components: Any, action: int, language: str) -> str:
        """What an action is called, as on a button."""

    @abstractmethod
    def question_text(
        self, components: Any, view: Any, seat: int | None, names: Sequence[str], language: str
    ) -> str:
        """What a seat is asked now, or whom it waits for."""

    @abstractmethod
    def narrator(
        self,
        components: Any,
        names: Sequence[str],
        language: str,
        options: Mapping[str, Any] | None = None,
        called: Mapping[str, str] | None = None,
    ) -> Narrator:
        """An object that tells events in sentences; `called`: the names that players see for
        pieces, by ID (`Announcer.called`)."""
