"""What the balance report counts: groups of items, their columns and their names.

A game declares it in its module `balance` (`BALANCE`). An item is a sum of columns that the game's
`Counter` writes. Equal cards or tiles are one item: it is chance which of them a seat took. A
`Group` makes the items of one table of the report and says how to read them. A `Model` is a
regression: it says what is held fixed when the contribution of an item is adjusted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from typing import Any

from baumeister.games import ByGame
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.lab.balance.counting import COUNTERS
from baumeister.play import Game

Names = dict[str, str]  # by language


class Cards(Enum):
    """Whether the items of a group are kinds of cards or tiles, and if so, what their keys are."""

    NO = "no"
    NAMED = "named"  # the name of a row of the data file
    PRINTED = "printed"  # all that is printed: with another value it has another key


@dataclass(frozen=True)
class Group:
    """The items of one table. Its name is `balance.group.<key>` in the glossary."""

    key: str
    make: Callable[[Any, int], Iterable[Item]] = field(repr=False)  # (components, players)
    cards: Cards = Cards.NO
    is_fine: bool = False  # items of single columns: all others in a model are sums of these
    is_headline: bool = False  # outliers are named in a sentence
    has_time: bool = True  # how early an item is taken shows how much players want it
    is_dealt: bool = False  # at random: having one says nothing about the player
    is_score: bool = False  # lines of the score sheet: columns hold points, not how often
    says_group: bool = False  # another group has the same names: pictures add the group's
    part_of: str = ""  # the group of whole cards: a changed card has its sentence there
    repeats: str = ""  # a group: items with the same columns as one there are reported only there
    twins_of: str = ""  # a group: its items compared with those that are alike instead of all
    alike: str = ""  # of twins: why to trust them, `balance.trust` in the glossary


@dataclass(frozen=True)
class Item:
    """Something that seats take, or have."""

    key: str  # stays the same in every language
    names: Names
    columns: tuple[int, ...]  # of a seat's row, added up
    shown: tuple[int, ...] = ()  # how often it was there: these columns of what was laid out,
    used: tuple[int, ...] = ()  # or these columns of all seats,
    each: int = 0  # or so many for each player; all empty: unknown
    printed: Names | None = None  # what is printed on it
    beside: tuple[str, ...] = ()  # of a twin: the keys of the items that it is compared with
    is_blind: bool = False  # what it brings is held fixed when adjusting: it looks too weak
    copies: int = 1  # equal cards or tiles that it stands for
    kind: Group = field(default_factory=lambda: Group("", lambda _, __: ()), repr=False)

    @property
    def group(self) -> str:
        """The key of its group."""
        return self.kind.key

    @property
    def is_twin(self) -> bool:
        """Whether it is compared with items that are alike instead of all."""
        return bool(self.kind.twins_of)

    def label(self, language: str) -> str:
        """Its name in tables and pictures: Hut ×2 for two equal tiles."""
        name = self.names[language]
        return f"{name} ×{self.copies}" if self.copies > 1 else name

    @property
    def only_other(self) -> str:
        """The key of the only item that it is compared with; empty if there are several or none."""
        return self.beside[0] if len(self.beside) == 1 else ""


@dataclass(frozen=True)
class Model:
    """A regression: the groups it estimates, and what it holds fixed in addition to place and seat.

    What one of an item adds is relative to the average of its group: every turn brings something,
    so the question is what this card does in place of another one."""

    groups: tuple[str, ...]
    controls: tuple[str, ...] = ()
    alone: bool = False  # one item at a time, with the controls only
    also: tuple[str, ...] = ()  # groups that are in it but reported by another model
    by_itself: tuple[str, ...] = ()  # groups that are relative to having none instead


@dataclass(frozen=True)
class Setting:
    """Something that is the same for a whole game: an option. Its name is `balance.setting.<key>`
    in the glossary."""

    key: str
    argument: int  # which of the three that `start` takes
    first: int  # the number of its first value
    values: tuple[str, ...]
    names: tuple[Names, ...]
    objectives: tuple[str, ...] = ()  # by value the clause of its objective; empty: it has none
    fulfilled: int = -1  # the column of a seat's row that says whether it fulfilled it
    default: str | None = None  # the value if none is given; None: it is drawn
    is_numbered: bool = False  # people know its values by number, too

    def names_of(self, value: str) -> Names:
        """What a value is called."""
        return self.names[self.values.index(value)]

    def label(self, value: str, language: str) -> str:
        """What a value is called in tables and sentences."""
        name = self.names_of(value)[language]
        return f"{value}. {name}" if self.is_numbered else name


def names_in_row(row: Mapping[str, Any], place: str) -> Names:
    """The name of a row of a data file: the names in it, or its place in the file."""
    return {language: str(row.get(language, place)) for language in LANGUAGES}


@dataclass(frozen=True)
class Balance:
    """What is counted in a game, whatever the data file."""

    groups: tuple[Group, ...]  # in the order of the report
    models: tuple[Model, ...]
    settings: Callable[[Any], tuple[Setting, ...]]  # of components
    explained: tuple[str, ...]  # columns and tables that this game has, `balance.words`
    turns: tuple[int, ...] = ()  # columns that add up to the rounds of a game; none: its clock does
    clock: str = "rounds"  # what the clock counts, `balance.number` in the glossary
    endings: tuple[str, ...] = ("",)  # clauses by number; only one: not reported
    row_names: Callable[[Mapping[str, Any], str], Names] = names_in_row  # of a data file


BALANCES = ByGame[Balance](lambda rules: rules.part("balance").BALANCE)


@dataclass(frozen=True)
class Catalogue:
    """All that is counted in one game with one data file."""

    balance: Balance
    columns: int
    items: tuple[Item, ...]
    settings: tuple[Setting, ...] = ()

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The groups, in the order of the report."""
        return tuple(dict.fromkeys(item.group for item in self.items))

    @cached_property
    def fine_columns(self) -> tuple[int, ...]:
        """The columns of the regressions, before place and seat."""
        return tuple(column for item in self.items if item.kind.is_fine for column in item.columns)

    @cached_property
    def with_twins(self) -> set[str]:
        """The groups whose outliers are named, and those that twins among them are made of."""
        kinds = [item.kind for item in self.items if item.kind.is_headline]
        return {key for kind in kinds for key in (kind.key, kind.twins_of) if key}

    def is_by_itself(self, group: str) -> bool:
        """Whether adjusted contributions of a group are relative to none instead of its mean."""
        return any(group in model.by_itself for model in self.balance.models)

    def in_group(self, *groups: str) -> list[int]:
        """The numbers of the items of these groups."""
        return [k for k, item in enumerate(self.items) if item.group in groups]


def catalogue(game: Game, players: int) -> Catalogue:
    """What is counted in a game with so many players."""
    balance, components = BALANCES[game.name], game.components
    items = [
        replace(item, kind=group)
        for group in balance.groups
        for item in group.make(components, players)
    ]
    columns, settings = COUNTERS[game.name].columns, balance.settings(components)
    return Catalogue(balance, columns, tuple(items), settings)


# --- for the modules of games -----------------------------------------------------------------
def said(key: str, **values: object) -> Names:
    """A text of the glossary in all languages."""
    return {language: say(key, language, **values) for language in LANGUAGES}


def kinds_of(cards: Sequence[Any], mark: str) -> list[tuple[str, Any, list[int]]]:
    """Different cards or tiles: the key of each, the card, and the numbers of its copies. Copies
    have one code with a number behind the mark; what differs in anything printed stays apart."""
    found: dict[Any, list[int]] = {}
    for number, card in enumerate(cards):
        found.setdefault(replace(card, code=card.code.partition(mark)[0]), []).append(number)
    names = Counter(kind.code for kind in found)
    return [
        (kind.code if names[kind.code] == 1 else cards[which[0]].code, kind, which)
        for kind, which in found.items()
    ]
