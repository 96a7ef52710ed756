"""The options of a game: what can be chosen before it begins, besides the number of players.

A game declares each option once, in its `options.py`:

    OPTIONS = Options(
        Option("month", range(1, 13), first_number=0, value_text=month_name),
        Option("open_scores", YES_NO, default=False),
    )

Everything else follows from the declaration: checks, random values for options that are not given,
the command line, the server's list of options, the arguments of environments and the numbers that
`start` takes. The texts are in the glossary: `<game>.option.<name>.title` is what the option is
called, `.play` and `.many` are the help of commands that play one game or many, and
`error.<game>.option.<name>` is the message for an impossible value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any, Literal, TypedDict

from baumeister.kernel.chance import TapeDealer, below
from baumeister.kernel.errors import Translatable, UserError
from baumeister.kernel.glossary import join, say

Value = bool | int | str
YES_NO = (True, False)
START_ARGUMENTS = 3  # numbers that every game's `start` takes: players and two options


class OptionError(UserError, ValueError):
    """Options that no game can be made of; the message says what would be right."""


class Option:
    """One option of a game."""

    def __init__(
        self,
        name: str,
        values: Sequence[Value],
        default: Value | None = None,
        *,
        first_number: int | None = None,
        value_text: Callable[[Any, Any, str], str] | None = None,
        today: Callable[[date], Value] | None = None,
        example: Value | None = None,
    ) -> None:
        """`default` is the value if none is given; None: the value is drawn at random.

        `first_number`: the number that the game's `start` takes for the first value; the other
        values follow in order (yes is 1 more than no). None for an option that does not change how
        a game runs.
        `value_text`: what a value is called, by components, value and language.
        `today`: the value of games in the terminal if none is chosen there.
        `example`: the value in examples of command lines; the second one if there is none.
        """
        self.name = name
        self.values = tuple(values)
        self.default = default
        self.first_number = first_number
        self.today = today
        self.example = self.values[1] if example is None else example
        self._value_text = value_text

    @cached_property
    def kind(self) -> Literal["choice", "number", "yes_no"]:
        """How the option is entered."""
        if self.values == YES_NO:
            return "yes_no"
        return "number" if all(type(value) is int for value in self.values) else "choice"

    @property
    def is_random(self) -> bool:
        """Whether it is drawn at random if it is not given."""
        return self.default is None

    def allows(self, value: object) -> bool:
        """Whether the option can have this value."""
        if self.kind == "choice":
            return value in self.values
        return type(value) is type(self.values[0]) and value in self.values

    def start_number(self, value: Value) -> int:
        """What `start` takes for a value."""
        assert self.first_number is not None
        return self.first_number + (
            int(value) if self.kind == "yes_no" else self.values.index(value)
        )

    # --- the command line -----------------------------------------------------------------
    @property
    def argument(self) -> str:
        """The name of the parsed argument; an option that is on by default is switched off."""
        return f"no_{self.name}" if self.default is True else self.name

    @property
    def typed(self) -> str:
        """The same as it is typed, without the dashes before it."""
        return self.argument.replace("_", "-")

    # --- texts ----------------------------------------------------------------------------
    def value_text(self, components: Any, value: Value, language: str) -> str:
        """What a value is called."""
        if self.kind == "yes_no":
            return say("option.yes" if value else "option.no", language)
        if self._value_text is None:
            return str(value)
        return self._value_text(components, value, language)

    def impossible(self, game: str, value: object) -> OptionError:
        """The error for a value that the option cannot have."""
        if self.kind == "yes_no":
            return OptionError("error.option.flag", name=self.name, given=value)
        names, last = ", ".join(map(str, self.values)), self.values[-1]
        return OptionError(f"error.{game}.option.{self.name}", given=value, names=names, last=last)


class Options:
    """All options of a game, in order."""

    def __init__(self, *options: Option) -> None:
        self._by_name = {option.name: option for option in options}
        self.names = tuple(self._by_name)
        self.random = tuple(option for option in options if option.is_random)
        self.in_start = tuple(option for option in options if option.first_number is not None)
        if len(self.in_start) >= START_ARGUMENTS:
            raise ValueError(f"start takes {START_ARGUMENTS - 1} options, not {len(self.in_start)}")

    def __iter__(self) -> Iterator[Option]:
        return iter(self._by_name.values())

    def __getitem__(self, name: str) -> Option:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def complete(
        self, game: str, players: range, given: Mapping[str, Any], seed: str
    ) -> dict[str, Any]:
        """Check the options; draw missing ones that have no default from the seed."""
        title = game.capitalize()
        unknown = set(given) - {"players", *self.names}
        if unknown:
            names, known = ", ".join(sorted(unknown)), Listed("players", *self.names)
            raise OptionError("error.option.unknown", names=names, game=title, known=known)
        wanted = given.get("players")
        if type(wanted) is not int or wanted not in players:
            least, most = players[0], players[-1]
            values = {"game": title, "least": least, "most": most}
            raise OptionError("error.option.players", given=wanted, **values)
        lots = TapeDealer(f"{seed}/options")
        drawn = {o.name: o.values[below(lots, len(o.values))] for o in self.random}
        complete: dict[str, Any] = {"players": wanted}
        for option in self:
            value = given.get(option.name, option.default)
            if value is None and option.is_random:
                value = drawn[option.name]
            elif not option.allows(value):
                raise option.impossible(game, value)
            complete[option.name] = value
        return complete

    def start_arguments(self, complete: Mapping[str, Any]) -> tuple[int, int, int]:
        """Complete options as the numbers that `start` takes: players, options, then zeros."""
        numbers = [option.start_number(complete[option.name]) for option in self.in_start]
        first, second, *_ = [*numbers, 0, 0]
        return complete["players"], first, second

    def view_type(self, title: str) -> Any:
        """The TypedDict of complete options, as views have them."""
        keys = {"players": int, **{option.name: type(option.values[0]) for option in self}}
        made: Any = TypedDict(f"{title}Options", keys)  # type: ignore[misc]  # made at run time
        made.__doc__ = "How a game was set up."
        return made

    def start_lots(self) -> list[tuple[str, int, int]]:
        """For each number that `start` takes: the option it comes from and, if that can be random,
        the least number and how many numbers there are."""
        found = [("players", 0, 0)]
        for option in self.in_start:
            lots = len(option.values) if option.is_random else 0
            found.append((option.name, option.first_number or 0 if lots else 0, lots))
        return [*found, *[("", 0, 0)] * (START_ARGUMENTS - len(found))]


class Listed(Translatable):
    """A list of names as part of a sentence."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def text(self, language: str = "en") -> str:
        """a, b and c."""
        return join(list(self.names), language)
