"""The effect of a change in words: sentences, and tables for the terminal and the page."""

from __future__ import annotations

from itertools import chain

from baumeister.kernel.glossary import say
from baumeister.lab.balance.estimates import smallest_detectable
from baumeister.lab.balance.items import Cards
from baumeister.lab.balance.results import Comparison, Difference, ItemDifference
from baumeister.lab.balance.tables import (
    heading,
    interval,
    listed,
    marked,
    signed,
    without_empty,
)
from baumeister.lab.tables import Grid, say_number

PER_CENT = ("shared",)  # numbers that are shares
SIGNED = ("plain", "twin", "adjusted")  # columns that are differences themselves
SENTENCES = 12  # changed cards and tiles that have a sentence of their own
Part = tuple[str, Difference, float]  # the column, what has become of it, and its scale


def change_title(comparison: Comparison, language: str) -> str:
    """What is compared."""
    section = comparison.before
    return say("balance.change", language, players=section.players, games=section.games)


# --- items ------------------------------------------------------------------------------------
def changed_items(comparison: Comparison) -> list[ItemDifference]:
    """Cards and tiles with changed values, then items with a clear and large change: first those
    whose contribution to winning changed, and within each the most certain change first. Lines of
    the score sheet have a table of their own."""
    told = items_told(comparison)
    own = [item for item in told if comparison.is_changed(item)]
    others = [
        item
        for item in told
        if not comparison.is_changed(item)
        and any(d.is_large for _, d, _ in parts(item, comparison))
    ]

    def rank(item: ItemDifference) -> tuple[bool, float]:
        surest = max(_sureness(d) for _, d, _ in parts(item, comparison))
        return _large_of_winning(item, comparison) is None, -surest

    return [*own, *sorted(others, key=rank)]


def items_told(comparison: Comparison) -> list[ItemDifference]:
    """Everything that is taken, once: a twin belongs to the card or tile itself, and an item that
    repeats one of another group is left out."""
    every = {(item.item.group, item.item.columns) for item in comparison.items}
    return [
        item
        for item in comparison.items
        if not item.item.kind.is_score
        and not item.item.is_twin
        and (item.item.kind.repeats, item.item.columns) not in every
    ]


def parts(item: ItemDifference, comparison: Comparison) -> list[Part]:
    """The differences of an item that are known, by column."""
    beside = _beside(item, comparison)
    found: list[tuple[str, Difference | None, float]] = [
        ("each_game", item.per_game if item.rate is None else None, 1),
        ("rate", item.rate, 100),
        ("when", item.when, 1),
        ("plain", item.with_it, 100),
        ("twin", beside, 100),
        ("adjusted", item.adjusted, 100),
    ]
    return [(column, d, scale) for column, d, scale in found if d is not None]


def _beside(item: ItemDifference, comparison: Comparison) -> Difference | None:
    """The difference compared with items that are alike, if the item has a twin."""
    twins = (
        other
        for other in comparison.items
        if other.item.is_twin
        and (other.item.kind.twins_of, other.item.key) == (item.item.group, item.item.key)
    )
    return next((twin.with_it for twin in twins), None)


def of_winning(item: ItemDifference, comparison: Comparison) -> Part | None:
    """The best measure of how an item contributes to winning."""
    found = {part[0]: part for part in parts(item, comparison)}
    return found.get("twin") or found.get("adjusted") or found.get("plain")


def _sureness(difference: Difference) -> float:
    """How many standard errors a change is away from 0."""
    change = difference.change
    return abs(change.value) / change.error if change.error else 0.0


# --- tables -----------------------------------------------------------------------------------
def change_grids(comparison: Comparison, language: str, few: int | None = None) -> list[Grid]:
    """What a change does to numbers, places, objectives, lines of the score sheet and items."""
    columns = heading(["what", "before", "after", "difference", "its_interval"], language)
    numbers = [
        [say(f"balance.number.{d.key}", language), *_change(d, language)]
        for d in _numbers(comparison)
    ]
    by_place = [
        [say("balance.place", language, n=int(d.key) + 1), *_change(d, language, 100)]
        for d in comparison.places
    ]
    by_line = [
        [f"{item.item.key} {item.name(language)}", *_change(item.per_game, language, scale)]
        for item, scale in _lines(comparison)
    ]
    by_objective = [
        [
            one.setting.label(one.value, language),
            *_change(one.fulfilled, language, 100),
        ]
        for one in comparison.objectives
    ]
    tables = [
        Grid(say("balance.spreads", language), columns, numbers, key="spreads"),
        Grid(say("balance.change_places", language), columns, by_place),
        Grid(say("balance.change_objectives", language), columns, by_objective),
        Grid(say("balance.change_lines", language), columns, by_line),
        _items(comparison, language, few),
    ]
    return [table for table in tables if table.rows]


def _numbers(comparison: Comparison) -> list[Difference]:
    """Without the gap for two players: it is the margin."""
    two = comparison.before.players == 2
    return [d for d in comparison.numbers if not (two and d.key == "gap")]


def _lines(comparison: Comparison) -> list[tuple[ItemDifference, float]]:
    """The lines of the score sheet that bring points, and the scale that makes them per seat."""
    return [
        (item, 1 / comparison.before.players)
        for item in comparison.items
        if item.item.kind.is_score and (item.per_game.before or item.per_game.after)
    ]


def _items(comparison: Comparison, language: str, few: int | None) -> Grid:
    """One row for each column: all columns of cards and tiles with changed values, of other items
    those with a clear and large change."""
    rows, told = [], changed_items(comparison)
    title, most = say("balance.change_items", language), len(told) if few is None else 4 * few
    if len(told) > most:
        title = say("balance.changes_left_out", language, title=title, n=most, all=len(told))
    for item in told[:most]:
        is_changed = comparison.is_changed(item)
        name = item.name(language)
        name = say("balance.is_changed", language, name=name) if is_changed else name
        group = say(f"balance.group.{item.item.group}", language)
        for column, difference, scale in parts(item, comparison):
            if is_changed or difference.is_large:
                what = say(f"balance.column.{column}", language)
                ends = _change(difference, language, scale, column in SIGNED)
                rows.append([name, group, what, *ends])
                name = group = ""
    names = ["name", "group", "what", "before", "after", "difference", "its_interval"]
    spare = tuple(heading(["difference", "group"], language))
    return without_empty(Grid(title, heading(names, language), rows, 3, spare, key="items"))


def _change(
    difference: Difference, language: str, scale: float = 1.0, is_signed: bool = False
) -> list[str]:
    """Before, after, the difference and its interval."""
    if difference.key in PER_CENT:
        scale = 100
    digits = 1 if scale > 1 else 2
    change, tell = difference.change, signed if is_signed else say_number
    return [
        tell(scale * difference.before, digits, language),
        tell(scale * difference.after, digits, language),
        signed(scale * change.value, digits, language),
        marked(interval(change, digits, language, scale, signed), _sign(difference)),
    ]


def _sign(difference: Difference) -> str:
    if not difference.clear:
        return ""
    return "+" if difference.change.value > 0 else "-"


# --- sentences --------------------------------------------------------------------------------
def change_verdict(comparison: Comparison, language: str) -> list[str]:
    """In sentences: what became of the changed cards and tiles, the clear effects, and the smallest
    effects that could have been detected."""
    both = list(chain(_numbers(comparison), comparison.places))
    clear = [_goes(difference, language) for difference in both if difference.clear]
    games = comparison.before.games
    unclear = [
        _would_show(difference, comparison, language)
        for difference in both
        if not difference.clear and difference.change.error
    ]
    own = _about_changed(comparison, language)
    lines = list(own)
    if clear:
        lines.append(say("balance.does", language, what="; ".join(clear)))
    elif all(difference.change.low is None for difference in both):
        lines.append(say("balance.does_not_tell", language, games=games))
    else:
        lines.append(say("balance.does_nothing", language, games=games))
    if unclear:
        lines.append(say("balance.cannot_tell", language, games=games, what="; ".join(unclear)))
    return [
        *lines,
        *_about_lines(comparison, language),
        _about_taking(comparison, language),
        _about_winning(comparison, bool(own), language),
    ]


def _about_changed(comparison: Comparison, language: str) -> list[str]:
    """What became of each card and tile that has other values."""
    found = [
        item
        for item in comparison.items
        if item.item.kind.cards != Cards.NO
        and not item.item.kind.part_of
        and comparison.is_changed(item)
    ]
    lines = [
        say(
            "balance.changed_item",
            language,
            name=_with_changes(item, comparison, language),
            taken=_taken(item, language),
            winning=_winning(item, comparison, language),
        )
        for item in found[:SENTENCES]
    ]
    if len(found) > SENTENCES:
        lines.append(say("balance.more_changed", language, n=len(found) - SENTENCES))
    return lines


def _with_changes(item: ItemDifference, comparison: Comparison, language: str) -> str:
    """Tombstone (prestige 4 → 6); the name of a printed card already has its values."""
    name = item.name(language)
    if item.item.kind.cards == Cards.PRINTED:
        group = say(f"balance.group.{item.item.group}", language)
        return say("balance.as_group", language, name=name, group=group)
    values = [c.values_text(language) for c in comparison.changes if c.key == item.item.key]
    return say("balance.changed_with", language, name=name, what=", ".join(values))


def _taken(item: ItemDifference, language: str) -> str:
    """How often, and when."""
    rate, when = item.rate, item.when
    if rate is None:
        is_taken = item.per_game.before or item.per_game.after
        return say(f"balance.became.{'too_few' if is_taken else 'never'}", language)
    if rate.before == rate.after == 1:
        words = [say("balance.became.always", language)]
    else:
        words = [_became(rate, ("more_often", "less_often", "as_often"), 100, language)]
    if when is not None:
        words.append(_became(when, ("later", "earlier", "as_early"), 1, language))
    return ", ".join(words)


def _winning(item: ItemDifference, comparison: Comparison, language: str) -> str:
    told = of_winning(item, comparison)
    if told is None:
        return say("balance.became.wins_unknown", language)
    column, difference, scale = told
    return _became(difference, ("wins_more", "wins_less", "wins_same"), scale, language, column)


def _became(
    difference: Difference,
    keys: tuple[str, str, str],
    scale: float,
    language: str,
    column: str = "",
) -> str:
    """More, less, or not clearly either."""
    more, less, same = keys
    key, change = same, difference.change
    if difference.clear:
        key = more if change.value > 0 else less
    elif column and change.is_beyond(0):
        key = "wins_same_among_many"
    before, after, *_ = _change(difference, language, scale, column in SIGNED)
    values = {"before": before, "after": after}
    if column:
        values["column"] = say(f"balance.winning.{column}", language)
        values["interval"] = interval(difference.change, 1, language, scale, signed)
    return say(f"balance.became.{key}", language, **values)


def _about_lines(comparison: Comparison, language: str) -> list[str]:
    names = []
    for item, scale in _lines(comparison):
        if item.per_game.is_large:
            before, after, *_ = _change(item.per_game, language, scale)
            values = {"name": item.name(language), "before": before, "after": after}
            names.append(say("balance.line_change", language, **values))
    return [say("balance.lines_changed", language, names=", ".join(names))] if names else []


def _about_taking(comparison: Comparison, language: str) -> str:
    """How many items are taken more or less often, earlier or later."""
    told = items_told(comparison)
    taken = sum(
        any(d.is_large for column, d, _ in parts(item, comparison) if column not in SIGNED)
        for item in told
    )
    return say("balance.items_changed", language, n=taken, all=len(told))


def _about_winning(comparison: Comparison, without_own: bool, language: str) -> str:
    """Other items whose contribution changed, without those that have their own sentences."""
    names = [
        _wins_otherwise(item, part, language)
        for item in changed_items(comparison)
        if not comparison.is_changed(item)
        and (part := _large_of_winning(item, comparison)) is not None
    ]
    if not names:
        return say("balance.none_else_wins" if without_own else "balance.none_wins", language)
    key = "balance.else_wins_otherwise" if without_own else "balance.wins_otherwise"
    return say(key, language, names=listed(names, language, "; "))


def _large_of_winning(item: ItemDifference, comparison: Comparison) -> Part | None:
    """The clear and large change of its contribution, if any; the plain column counts least."""
    found = {part[0]: part for part in parts(item, comparison) if part[1].is_large}
    return found.get("twin") or found.get("adjusted") or found.get("plain")


def _wins_otherwise(item: ItemDifference, part: Part, language: str) -> str:
    column, difference, scale = part
    before, after, *_ = _change(difference, language, scale, is_signed=True)
    its_interval = interval(difference.change, 1, language, scale, signed)
    values = {
        "name": item.name(language),
        "group": say(f"balance.group.{item.item.group}", language),
        "column": say(f"balance.column.{column}", language),
    }
    change = {"before": before, "after": after, "interval": its_interval}
    return say("balance.win_change", language, **values, **change)


def _name(difference: Difference, language: str) -> tuple[str, float]:
    """What it is called, and its scale."""
    if difference.key.isdecimal():
        return say("balance.number.place", language, n=int(difference.key) + 1), 100
    return say(f"balance.number.{difference.key}", language), (
        100 if difference.key in PER_CENT else 1
    )


def _goes(difference: Difference, language: str) -> str:
    name, scale = _name(difference, language)
    before, after, change, _ = _change(difference, language, scale)
    digits = 1 if scale > 1 else 2
    low, high = (
        "" if end is None else signed(scale * end, digits, language)
        for end in (difference.change.low, difference.change.high)
    )
    values = {"before": before, "after": after, "change": change, "low": low, "high": high}
    return say("balance.goes", language, name=name, **values)


def _would_show(difference: Difference, comparison: Comparison, language: str) -> str:
    name, scale = _name(difference, language)
    tests = sum(d.change.p is not None for d in chain(comparison.numbers, comparison.places))
    least = smallest_detectable(difference.change.error or 0.0, tests, comparison.before.blocks)
    told = say_number(scale * least, 2, language)
    return say("balance.would_show", language, name=name, least=told)
