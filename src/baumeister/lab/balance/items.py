"""What the balance report counts: groups of items, what each consists of, and what it is called.

An item is a sum of columns of balance_counting.py. Equal cards or tiles are one item: which of them
somebody took is chance. A `Model` says together with what an item is looked at when its
contribution is adjusted for the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from baumeister.games.samara.components import ABILITIES, KINDS, SET_OF_TOOLS, TOOL_KEYS
from baumeister.games.tybor.components import (
    COLOUR_KEYS,
    NO_OBJECTIVE,
    OBJECTIVE_CARDS,
    PROFESSIONS,
    SCENARIO_KEYS,
)
from baumeister.games.tybor.state import copies_for
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.lab.balance import counting as counted
from baumeister.play import Game

Names = dict[str, str]  # by language
NEEDS = {0: "balance.item.needs_none", 1: "balance.item.needs_one"}  # glossary keys
TYBOR_CARDS = ("building", "little", "great", "citizen", "worker")  # groups of single cards
GLASS = ("", "A", "AB")  # the letters of the glass tools that a tile needs


@dataclass(frozen=True)
class Item:
    """Something that seats take, or have."""

    group: str
    key: str  # stays the same in every language
    names: Names
    columns: tuple[int, ...]  # of a seat's row, added up
    shown: tuple[int, ...] = ()  # how often it was there: these columns of what was laid out,
    used: tuple[int, ...] = ()  # or these columns of all seats,
    each: int = 0  # or so many for each player; all empty: it cannot be told
    printed: Names | None = None  # what stands on it
    beside: tuple[str, ...] = ()  # keys of the tiles that it is told beside, instead of all
    is_blind: bool = False  # what it brings is held fixed when adjusting: it looks too weak
    copies: int = 1  # equal cards or tiles that it stands for

    def label(self, language: str) -> str:
        """Its name in tables and pictures: Hut ×2 for two equal tiles."""
        name = self.names[language]
        return f"{name} ×{self.copies}" if self.copies > 1 else name

    @property
    def only_other(self) -> str:
        """The key of the one tile that it is told beside; empty if there are several or none."""
        return self.beside[0] if len(self.beside) == 1 else ""

    @property
    def has_time(self) -> bool:
        """Whether it is taken at a moment that says how much it is wanted."""
        return self.group not in ("objective", "line", "idle", "twin")


@dataclass(frozen=True)
class Model:
    """A regression: the groups it estimates, and what it holds fixed beside place and seat.

    What one of an item adds is told beside the average of its group: every turn brings something,
    so the question is what this card does in the place of another one."""

    groups: tuple[str, ...]
    controls: tuple[str, ...] = ()
    alone: bool = False  # one item at a time, with the controls only
    also: tuple[str, ...] = ()  # groups that are in it but told by another model
    by_itself: tuple[str, ...] = ()  # groups that are told beside nothing instead


@dataclass(frozen=True)
class Setting:
    """Something that is the same for a whole game."""

    key: str
    argument: int  # which of the three that `start` takes
    first: int  # the number of its first value
    values: tuple[str, ...]
    names: tuple[Names, ...]
    objectives: tuple[str, ...] = ()  # by value the clause of its objective; empty: it has none
    fulfilled: int = -1  # the column of a seat's row that says whether it fulfilled it


@dataclass(frozen=True)
class Catalogue:
    """All that is counted in one game with one data file."""

    game: str
    columns: int
    items: tuple[Item, ...]
    settings: tuple[Setting, ...]
    models: tuple[Model, ...]
    fine: tuple[str, ...]  # groups of single columns: all others in a model are sums of these
    turns: tuple[int, ...]  # columns that add up to the rounds of a game; none: its clock counts
    clock: str  # what the clock counts: rounds, months
    endings: tuple[str, ...]  # by number; one: nothing to tell
    headline: tuple[str, ...]  # groups whose outliers are named in a sentence

    @cached_property
    def groups(self) -> tuple[str, ...]:
        """The groups, in the order of the report."""
        return tuple(dict.fromkeys(item.group for item in self.items))

    @cached_property
    def fine_columns(self) -> tuple[int, ...]:
        """The columns of the regressions, before place and seat."""
        return tuple(
            column for item in self.items if item.group in self.fine for column in item.columns
        )

    def is_by_itself(self, group: str) -> bool:
        """Whether adjusted contributions of a group are told beside none instead of its average."""
        return any(group in model.by_itself for model in self.models)

    def in_group(self, *groups: str) -> list[int]:
        """The numbers of the items of these groups."""
        return [k for k, item in enumerate(self.items) if item.group in groups]


def catalogue(game: Game, players: int) -> Catalogue:
    """What is counted in a game with so many players."""
    return _MAKERS[game.name](game.components, players)


def _said(key: str, **values: object) -> Names:
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


# --- Tybor ------------------------------------------------------------------------------------
def _tybor(components: Any, players: int) -> Catalogue:
    buildings = range(len(components.buildings))
    characters = range(len(components.characters))
    kinds = kinds_of(components.characters, ".")
    box = components.box
    little, great = counted.LITTLE, counted.GREAT
    citizen, worker, builder = counted.CITIZEN, counted.WORKER, counted.BUILDER

    def built(group: str, key: str, names: Names, which: Sequence[int]) -> Item:
        columns = tuple(side + b for side in (little, great) for b in which)
        return Item(group, key, names, columns, shown=tuple(which))

    def used_as(group: str, key: str, names: Names, first: int, which: Sequence[int]) -> Item:
        columns = tuple(first + c for c in which)
        used = tuple(way + c for way in (citizen, worker, builder) for c in which)
        return Item(group, key, names, columns, used=used)

    items = [
        *(
            replace(
                built("building", b.code, {"en": b.en, "de": b.de}, [k]),
                printed=_building_print(b),
                is_blind=b.bonus == "recruit",
            )
            for k, b in _rows(components)
        ),
        *(
            Item(
                side,
                b.code,
                {"en": b.en, "de": b.de},
                (first + k,),
                shown=(k,),
                printed=_building_print(b) if side == "little" else None,
                is_blind=b.bonus == "recruit",
            )
            for side, first in (("little", little), ("great", great))
            for k, b in _rows(components)
        ),
        *(
            built("colour", key, _said(f"tybor.colour.{key}"), _of(box.colour, colour))
            for colour, key in enumerate(COLOUR_KEYS)
        ),
        *_signs(components, built),
        Item(
            "side",
            "great",
            _said("balance.item.great"),
            tuple(great + b for b in buildings),
            used=tuple(side + b for side in (little, great) for b in buildings),
        ),
        *(
            used_as(
                "profession", key, _said(f"tybor.profession.{key}"), citizen, _of(box.profession, k)
            )
            for k, key in enumerate(PROFESSIONS)
        ),
        *(
            replace(used_as("citizen", key, _character(c, key), citizen, which), copies=len(which))
            for key, c, which in kinds
        ),
        *(
            used_as(
                "strength",
                str(s),
                _said("balance.item.strength", n=s),
                worker,
                _of(box.strength, s),
            )
            for s in sorted(set(box.strength))
        ),
        *(
            replace(used_as("worker", key, _character(c, key), worker, which), copies=len(which))
            for key, c, which in kinds
        ),
        *(_objective(components, card) for card in range(OBJECTIVE_CARDS)),
        *(
            Item("line", f"T6.{n}", _said(f"tybor.score.T6.{n}"), (counted.LINE + n - 1,))
            for n in range(1, counted.LINES + 1)
        ),
    ]
    boxes = copies_for(players)  # T1.5: then every building and every character is there twice
    items = [
        replace(item, copies=boxes * item.copies) if item.group in TYBOR_CARDS else item
        for item in items
    ]
    turns = tuple(way + c for way in (citizen, worker, builder) for c in characters)
    models = (
        Model(("little", "great", "citizen", "worker", "objective")),
        Model(("building",), ("side",), also=("citizen", "worker")),
        Model(("sign", "profession", "strength"), ("side",)),
        Model(("colour", "side"), also=("profession", "strength"), by_itself=("side",)),
    )
    chapters = [card.key for card in components.chapters]
    clauses = tuple("" if n == NO_OBJECTIVE else f"T6.{n}" for n in box.objective)
    first = len(SCENARIO_KEYS)
    settings = (
        Setting(
            "scenario",
            1,
            0,
            SCENARIO_KEYS,
            _titles(components.scenarios),
            clauses[:first],
            counted.FULFILLED,
        ),
        Setting(
            "chapter",
            2,
            first,
            tuple(chapters),
            _titles(components.chapters),
            clauses[first:],
            counted.FULFILLED + 1,
        ),
    )
    fine = ("little", "great", "citizen", "worker", "objective")
    columns = counted.COUNTERS["tybor"].columns
    return Catalogue(
        "tybor",
        columns,
        tuple(items),
        settings,
        models,
        fine,
        turns,
        "rounds",
        ("",),
        ("building", "citizen", "profession", "objective"),
    )


def _rows(components: Any) -> list[tuple[int, Any]]:
    return list(enumerate(components.buildings))


def _building_print(building: Any) -> Names:
    """Points of the little side, and the bonus."""
    kind, _, profession = building.bonus.partition(" ")
    texts = {}
    for language in LANGUAGES:
        words = [str(building.points)]
        if kind:
            sign = say(f"balance.sign.{kind}", language)
            more = say(f"tybor.profession.{profession}", language) if profession else ""
            words.append(f"{sign} {more}".strip())
        texts[language] = ", ".join(words)
    return texts


def _of(values: Sequence[int], wanted: int) -> list[int]:
    """The numbers of the cards that have this value."""
    return [k for k, value in enumerate(values) if value == wanted]


def _titles(cards: Sequence[Any]) -> tuple[Names, ...]:
    return tuple({"en": card.en, "de": card.de} for card in cards)


def _character(character: Any, key: str) -> Names:
    names = _said(f"tybor.profession.{character.profession}")
    return {language: f"{names[language]} {key}" for language in LANGUAGES}


def _signs(components: Any, built: Any) -> list[Item]:
    """Buildings by what their sign does: no bonus, symbol, recruit …"""
    signs: dict[str, list[int]] = {}
    for k, building in _rows(components):
        sign = "symbol" if building.bonus.startswith("symbol") else building.bonus or "none"
        signs.setdefault(sign, []).append(k)
    return [
        replace(
            built("sign", sign, _said(f"balance.sign.{sign}"), which), is_blind=sign == "recruit"
        )
        for sign, which in sorted(signs.items())
    ]


def _objective(components: Any, card: int) -> Item:
    colours = components.objective_colours(card)
    names = {
        language: ", ".join(say(f"tybor.colour.{colour}", language) for colour in colours)
        for language in LANGUAGES
    }
    letters = "".join(colour[0].upper() for colour in colours)
    column = counted.OBJECTIVE + card
    return Item("objective", f"{card + 1}-{letters}", names, (column,), used=(column,))


# --- Samara -----------------------------------------------------------------------------------
def _samara(components: Any, _: int) -> Catalogue:
    tiles = list(enumerate(components.tiles))
    kinds = kinds_of(components.tiles, "/")

    def laid(group: str, key: str, names: Names, which: Sequence[int]) -> Item:
        columns = tuple(counted.TILE + k for k in which)
        return Item(group, key, names, columns, shown=tuple(which))

    def needed(tile: Any) -> int:
        total: int = tile.saws + tile.trowels + tile.glass
        return total

    def ability_names(ability: str) -> Names:
        tile = next(tile for tile in components.tiles if tile.ability == ability)
        return {"en": tile.en, "de": tile.de}

    there = {tile.ability for tile in components.tiles}
    items = [
        *(
            replace(
                laid("tile", key, {"en": t.en, "de": t.de}, which),
                printed=_print(t),
                copies=len(which),
            )
            for key, t, which in kinds
        ),
        *(
            replace(
                laid("twin", key, {"en": t.en, "de": t.de}, which),
                printed=_print(t),
                beside=tuple(beside),
                copies=len(which),
            )
            for key, t, which in kinds
            if (beside := [other for other, o, _ in kinds if other != key and _alike(o, t)])
        ),
        *(
            laid("special", key, ability_names(key), [k for k, t in tiles if t.ability == key])
            for key in ABILITIES
            if key and key in there
        ),
        *(
            laid(
                "kind",
                key or "plain",
                _said(f"balance.kind.{key or 'plain'}"),
                [k for k, t in tiles if t.kind == key],
            )
            for key in KINDS
            if any(t.kind == key for t in components.tiles)
        ),
        *(
            laid("needs", str(n), _said(NEEDS.get(n, "balance.item.needs"), n=n), which)
            for n in range(7)
            if (which := [k for k, t in tiles if needed(t) == n])
        ),
        *(
            Item(
                "tool",
                key,
                _said(f"samara.tool.{key}"),
                (counted.TOOL + k,),
                each=SET_OF_TOOLS[k],
            )
            for k, key in enumerate(TOOL_KEYS)
        ),
        Item("newcomer", "man", _said("samara.man"), (counted.NEWCOMER,), each=1),
        Item("newcomer", "woman", _said("samara.woman"), (counted.NEWCOMER + 1,), each=1),
        Item("idle", "holiday", _said("balance.item.holiday"), (counted.HOLIDAY,)),
        Item("idle", "wait", _said("balance.item.wait"), (counted.WAIT,)),
    ]
    controls = ("tool", "newcomer")
    models = (
        Model(("tile", "special", "kind", "needs"), controls, alone=True),
        Model(("tool", "newcomer"), by_itself=("newcomer",)),
    )
    months = tuple(_said(f"samara.month.{n}") for n in range(1, 13))
    settings = (
        Setting("start_month", 1, 0, tuple(str(n) for n in range(1, 13)), months),
        Setting(
            "specials",
            2,
            0,
            ("false", "true"),
            (_said("balance.item.no_specials"), _said("balance.item.specials")),
        ),
    )
    columns = counted.COUNTERS["samara"].columns
    endings = ("", "S8.1", "", "S8.3")
    return Catalogue(
        "samara",
        columns,
        tuple(items),
        settings,
        models,
        ("tile", "tool", "newcomer"),
        (),
        "months",
        endings,
        ("twin", "tool"),
    )


def _alike(one: Any, other: Any) -> bool:
    """Whether two tiles need the same tools."""
    return (one.saws, one.trowels, one.glass) == (other.saws, other.trowels, other.glass)


def _print(tile: Any) -> Names:
    """The tools that it needs, and its prestige."""
    letters = "S" * tile.saws + "T" * tile.trowels + GLASS[tile.glass]
    return dict.fromkeys(LANGUAGES, f"{letters or '–'} {tile.prestige}")


_MAKERS = {"tybor": _tybor, "samara": _samara}
