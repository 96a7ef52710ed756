"""The balance report in words: tables for the terminal and for the page, and sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from math import isfinite
from typing import Any

from baumeister.lab.balance_results import (
    LARGE,
    Comparison,
    Contribution,
    Difference,
    ItemDifference,
    ItemResult,
    Section,
    SettingResult,
    Spread,
    Standing,
)
from baumeister.lab.balance_statistics import Estimate, least_clear
from baumeister.lab.tables import NOTHING, Grid, percent, say_number
from baumeister.rules.glossary import join, say

FEW = 5  # strongest and weakest items of a group that the terminal shows
NAMED = 6  # items that a sentence names
PER_CENT = ("shared",)  # numbers that are shares


# --- numbers ----------------------------------------------------------------------------------
def interval(value: Estimate, digits: int, language: str, scale: float = 1.0) -> str:
    """[low, high], or nothing if it is not known."""
    if value.low is None or value.high is None:
        return NOTHING
    low, high = (say_number(scale * end, digits, language) for end in (value.low, value.high))
    return f"[{low}; {high}]"


def with_interval(
    value: Estimate | None, digits: int, language: str, scale: float = 1.0, signed: bool = False
) -> str:
    """A number and its interval."""
    if value is None or not isfinite(value.value):
        return NOTHING
    text = say_number(scale * value.value, digits, language)
    if signed and value.value > 0:
        text = f"+{text}"
    return f"{text} {interval(value, digits, language, scale)}"


def mark(contribution: Contribution | None) -> str:
    """▲ ▼ clear and large, + - clear."""
    if contribution is None or not contribution.clear:
        return ""
    up = contribution.share.value > 0
    if contribution.is_large:
        return "▲" if up else "▼"
    return "+" if up else "-"


def _marked(text: str, sign: str) -> str:
    """A number with its mark right beside it."""
    return f"{text} {sign}" if sign else text


def _contribution(contribution: Contribution | None, language: str) -> str:
    if contribution is None:
        return NOTHING
    text = with_interval(contribution.share, 1, language, 100, signed=True)
    return _marked(text, mark(contribution))


def heading(names: Sequence[str], language: str) -> list[str]:
    """The headings of columns."""
    return [say(f"balance.column.{name}", language) for name in names]


def title_of(section: Section, language: str) -> str:
    """Which games these are."""
    series = section.series
    bots = list(dict.fromkeys(series.bots)) if len(set(series.bots)) == 1 else list(series.bots)
    return say(
        "balance.title",
        language,
        game=say(f"{series.game}.name", language),
        players=section.players,
        games=section.games,
        bots=", ".join(bots),
        seed=series.seed,
    )


# --- tables -----------------------------------------------------------------------------------
def grids(section: Section, language: str, few: int | None = None) -> list[Grid]:
    """All tables of a section; of long groups only the `few` strongest and weakest."""
    return [
        places(section, language),
        *([] if len(set(section.series.bots)) == 1 else [seats(section, language)]),
        spreads(section, language),
        *settings(section, language),
        *(items(section, group, language, few) for group in section.catalogue.groups),
    ]


def places(section: Section, language: str) -> Grid:
    """How the places in the order of the start fare."""
    rows = [
        [say("balance.place", language, n=n), *_standing(standing, section.players, language)]
        for n, standing in enumerate(section.places, start=1)
    ]
    columns = heading(["place", "share", "interval", "points", "interval"], language)
    return Grid(say("balance.places", language), columns, rows)


def seats(section: Section, language: str) -> Grid:
    """How the seats fare, with their bots."""
    rows = [
        [str(seat), section.series.bots[seat], *_standing(standing, section.players, language)]
        for seat, standing in enumerate(section.seats)
    ]
    columns = heading(["seat", "bot", "share", "interval", "points", "interval"], language)
    return Grid(say("balance.seats", language), columns, rows, words=2)


def _standing(standing: Standing, players: int, language: str) -> list[str]:
    sign = ""
    if standing.clear:
        sign = "+" if standing.share.value > 1 / players else "-"
    return [
        percent(standing.share.value, language),
        _marked(interval(standing.share, 1, language, 100), sign),
        say_number(standing.points.value, 1, language),
        interval(standing.points, 1, language),
    ]


def spreads(section: Section, language: str) -> Grid:
    """Points, margins, length: mean, spread and quantiles."""
    rows = [
        [say(f"balance.number.{name}", language), *_spread(spread, language)]
        for name, spread in section.spreads.items()
        if name != "gap" or section.players > 2  # of two the gap is the margin
    ]
    some = next(iter(section.spreads.values()))
    columns = heading(["what", "mean", "interval", "deviation"], language)
    shares = [say("balance.percent", language, value=round(100 * q)) for q in some.quantiles]
    spare = (shares[1], shares[3], *heading(["deviation"], language))
    return Grid(say("balance.spreads", language), columns + shares, rows, spare=spare)


def _spread(spread: Spread, language: str) -> list[str]:
    return [
        say_number(spread.mean.value, 1, language),
        interval(spread.mean, 1, language),
        say_number(spread.deviation, 1, language),
        *(str(value) for value in spread.quantiles.values()),
    ]


def settings(section: Section, language: str) -> list[Grid]:
    """Games with the same scenario, chapter, month; a table for each kind."""
    names = ["name", "games", "points", "margin", "gap", "decisions", "shared", "first"]
    spare = heading(["shared", "decisions", "gap", "margin"], language)
    return [
        _without(
            "gap" if section.players == 2 else "",
            language,
            f"{say('balance.settings', language)}: {say(f'balance.setting.{key}', language)}",
            heading(names, language),
            [_setting(r, language) for r in section.settings if r.key == key],
            tuple(spare),
        )
        for key in dict.fromkeys(result.key for result in section.settings)
    ]


def _without(
    name: str,
    language: str,
    title: str,
    columns: list[str],
    rows: list[list[str]],
    spare: tuple[str, ...],
) -> Grid:
    """A table without a column, if one is named."""
    left_out = heading([name], language) if name else []
    kept = [k for k, column in enumerate(columns) if column not in left_out]
    rows = [[row[k] for k in kept] for row in rows]
    return Grid(title, [columns[k] for k in kept], rows, spare=spare)


def _setting(result: SettingResult, language: str) -> list[str]:
    name = result.names[language]
    if result.key == "chapter":
        name = f"{result.value}. {name}"
    sign = ("+" if result.points_beside.value > 0 else "-") if result.clear else ""
    return [
        name,
        str(result.games),
        _marked(with_interval(result.points, 1, language), sign),
        with_interval(result.margin, 1, language),
        with_interval(result.gap, 1, language),
        say_number(result.decisions.value, 1, language),
        percent(result.shared.value, language),
        with_interval(result.first, 1, language, 100),
    ]


def strength_of(result: ItemResult) -> float:
    """By what items are ranked: the adjusted contribution, or the plain one."""
    contribution = result.adjusted or result.plain
    if contribution is None or not isfinite(contribution.share.value):
        return 0.0
    return contribution.share.value


def ranked(section: Section, group: str) -> list[ItemResult]:
    """The items of a group, the strongest first; lines stay in the order of the sheet."""
    found = [result for result in section.items if result.item.group == group]
    return found if group == "line" else sorted(found, key=strength_of, reverse=True)


def items(section: Section, group: str, language: str, few: int | None = None) -> Grid:
    """The items of a group."""
    found, title = ranked(section, group), say(f"balance.group.{group}", language)
    if few is not None and len(found) > 2 * few + 2 and group != "line":
        values = {"title": title, "n": few, "all": len(found)}
        title = say("balance.rest_left_out", language, **values)
        found = [*found[:few], *found[-few:]]
    names = ["name", "printed", "each_game", "rate", "when", "points", "plain", "adjusted"]
    columns = heading([*names, "adjusted_points"], language)
    rows = [_item(result, language) for result in found]
    if group == "twin":
        columns[names.index("plain")] = say("balance.column.twin", language)
        rows = [[*row[:2], NOTHING, NOTHING, *row[4:]] for row in rows]
    words = 2 if any(result.item.printed for result in found) else 1
    spare = heading(["each_game", "points", "adjusted_points", "rate", "when"], language)
    return _without_empty(Grid(title, columns, rows, words, tuple(spare)))


def _item(result: ItemResult, language: str) -> list[str]:
    plain, fair = result.plain, result.adjusted
    name = result.item.names[language]
    if result.item.group == "line":
        name = f"{result.item.key} {name}"
    printed = result.item.printed
    return [
        name,
        "" if printed is None else printed[language],
        say_number(result.each_game.value, 2, language),
        percent(None if result.rate is None else result.rate.value, language),
        say_number(None if result.when is None else result.when.value, 2, language),
        say_number(None if result.points is None else result.points.value, 1, language),
        _contribution(plain, language),
        _contribution(fair, language),
        with_interval(None if fair is None else fair.points, 2, language, signed=True),
    ]


def _without_empty(grid: Grid) -> Grid:
    """A table without the columns that say nothing in any row."""
    kept = [
        k
        for k in range(len(grid.columns))
        if k == 0 or any(row[k] not in ("", NOTHING) for row in grid.rows)
    ]
    rows = [[row[k] for k in kept] for row in grid.rows]
    return Grid(
        grid.title,
        [grid.columns[k] for k in kept],
        rows,
        sum(k < grid.words for k in kept),
        grid.spare,
    )


# --- sentences --------------------------------------------------------------------------------
def verdict(section: Section, language: str) -> list[str]:
    """What stands out."""
    return [
        *_about_places(section, language),
        *_about_ends(section, language),
        *_about_items(section, language),
    ]


def _about_places(section: Section, language: str) -> list[str]:
    first = section.places[0].share
    if first.low is None or first.high is None:
        return []
    lines = [
        say(
            "balance.begins",
            language,
            share=percent(first.value, language),
            low=percent(first.low, language),
            high=percent(first.high, language),
            players=section.players,
            fair=percent(1 / section.players, language),
        )
    ]
    if not any(standing.clear for standing in section.places):
        error = max(standing.share.error or 0.0 for standing in section.places)
        least = least_clear(error, len(section.places), section.blocks)
        return [*lines, say("balance.even_places", language, least=percent(least, language))]
    place, worst = min(
        enumerate(section.places, start=1), key=lambda numbered: numbered[1].share.value
    )
    low, high = worst.share.low, worst.share.high
    values = {"share": percent(worst.share.value, language), "place": place}
    ends = {"low": percent(low, language), "high": percent(high, language)}
    return [*lines, say("balance.worst_place", language, **values, **ends)]


def _about_ends(section: Section, language: str) -> list[str]:
    shared, level = (percent(value.value, language) for value in (section.shared, section.level))
    lines = [say("balance.ties", language, shared=shared, level=level)]
    clauses = [
        say("balance.end", language, share=percent(share.value, language), clause=clause)
        for share, clause in zip(section.ended, section.catalogue.endings, strict=False)
        if clause and share.value > 0
    ]
    if clauses:
        lines.append(say("balance.ended", language, ways=join(clauses, language)))
    return lines


def _about_items(section: Section, language: str) -> list[str]:
    named = [r for r in section.items if r.item.group in section.catalogue.headline]
    if all(_telling(result) is None for result in named):
        return [say("balance.too_few", language)]
    large = [r for r in named if (told := _telling(r)) is not None and told.is_large]
    blind = [r for r in large if r.item.is_blind]
    large = [r for r in large if not r.item.is_blind]
    if not large and not blind:
        return [say("balance.nothing_off", language)]
    lines = []
    for kind in ("", "twin_"):
        of_kind = [r for r in large if (r.item.group == "twin") == bool(kind)]
        for key, up in (("strong", True), ("weak", False)):
            side = [result for result in of_kind if (strength_of(result) > 0) == up]
            side.sort(key=lambda result: -abs(strength_of(result)))
            if side:
                names = [_named(result, language) for result in side[:NAMED]]
                more = [f"… ({len(side)})"] if len(side) > NAMED else []
                text = ", ".join(names + more)
                lines.append(say(f"balance.{kind}{key}", language, names=text))
    if blind:
        texts = ", ".join(result.item.names[language] for result in blind)
        lines.append(say("balance.blind", language, names=texts))
    return lines


def _telling(result: ItemResult) -> Contribution | None:
    """What a sentence tells of an item."""
    return result.plain if result.item.group == "twin" else result.adjusted


def _named(result: ItemResult, language: str) -> str:
    group = say(f"balance.group.{result.item.group}", language)
    value = say_number(100 * strength_of(result), 1, language)
    sign = "+" if strength_of(result) > 0 else ""
    if result.item.group == "twin":
        return f"{result.item.names[language]} ({sign}{value})"
    return f"{result.item.names[language]} ({group}, {sign}{value})"


def interruption(sections: Sequence[Section], made: Mapping[str, Any], language: str) -> str:
    """How far a run came that was interrupted."""
    played = sum(section.games for section in sections)
    whole = made["games"] * len(made["bots"])
    came = say("balance.interrupted" if sections else "lab.no_games", language)
    return f"{came} {say('balance.games_of', language, n=played, all=whole)}"


def notes(section: Section, language: str) -> str:
    """What the columns mean."""
    adjusted = say(f"balance.fixed.{section.series.game}", language)
    large = say_number(100 * LARGE, 0, language)
    return say("balance.notes", language, blocks=section.blocks, large=large, adjusted=adjusted)


# --- comparing --------------------------------------------------------------------------------
def change_title(comparison: Comparison, language: str) -> str:
    """What is compared."""
    section = comparison.before
    return say("balance.change", language, players=section.players, games=section.games)


def change_grids(comparison: Comparison, language: str, few: int | None = None) -> list[Grid]:
    """What a change does to numbers, places and items."""
    columns = heading(["what", "before", "after", "difference", "its_interval"], language)
    numbers = [
        [say(f"balance.number.{d.key}", language), *_change(d, language)]
        for d in _numbers(comparison)
    ]
    by_place = [
        [say("balance.place", language, n=int(d.key) + 1), *_change(d, language, 100)]
        for d in comparison.places
    ]
    tables = [
        Grid(change_title(comparison, language), columns, numbers),
        Grid(say("balance.change_places", language), columns, by_place),
    ]
    changed = changed_items(comparison)
    if changed:
        names = ["name", "group", "rate", "when", "plain", "adjusted"]
        shown = changed[: None if few is None else 4 * few]
        rows = [_item_change(item, comparison.is_changed(item), language) for item in shown]
        title = say("balance.change_items", language)
        spare = heading(["rate", "group", "when"], language)
        grid = Grid(title, heading(names, language), rows, 2, tuple(spare))
        tables.append(_without_empty(grid))
    return tables


def _numbers(comparison: Comparison) -> list[Difference]:
    """Those that are told; of two players the gap is the margin."""
    two = comparison.before.players == 2
    return [d for d in comparison.numbers if not (two and d.key == "gap")]


def changed_items(comparison: Comparison) -> list[ItemDifference]:
    """Cards and tiles that have other values, then items of which something has clearly and much
    changed, the surest change first."""
    own = [item for item in comparison.items if comparison.is_changed(item)]
    others = [
        item
        for item in comparison.items
        if not comparison.is_changed(item) and any(d.is_large for d in _parts(item))
    ]
    others.sort(key=lambda item: -max(_sureness(d) for d in _parts(item)))
    return [*own, *others]


def _parts(item: ItemDifference) -> list[Difference]:
    if item.item.group == "twin":
        return [] if item.plain is None else [item.plain]
    found = (item.rate or item.each_game, item.when, item.plain, item.adjusted)
    return [difference for difference in found if difference is not None]


def _sureness(difference: Difference) -> float:
    """How many standard errors a change is away from none."""
    change = difference.change
    return abs(change.value) / change.error if change.error else 0.0


def _change(difference: Difference, language: str, scale: float = 1.0) -> list[str]:
    if difference.key in PER_CENT:
        scale = 100
    digits = 1 if scale > 1 else 2
    change = difference.change
    return [
        say_number(scale * difference.before, digits, language),
        say_number(scale * difference.after, digits, language),
        ("+" if change.value > 0 else "") + say_number(scale * change.value, digits, language),
        _marked(interval(change, digits, language, scale), _sign(difference)),
    ]


def _sign(difference: Difference | None) -> str:
    if difference is None or not difference.clear:
        return ""
    return "+" if difference.change.value > 0 else "-"


def _item_change(item: ItemDifference, is_changed: bool, language: str) -> list[str]:
    taken = item.rate or item.each_game
    name = item.name(language)

    def ends(difference: Difference | None, scale: float) -> str:
        """Before and after; of an item that has no other values only what has changed much."""
        if difference is None or not (is_changed or difference.is_large):
            return NOTHING
        before, after, _, its_interval = _change(difference, language, scale)
        return f"{before} → {after} {its_interval}"

    if item.item.group == "twin":
        return [
            name,
            say("balance.group.twin", language),
            NOTHING,
            NOTHING,
            ends(item.plain, 100),
            NOTHING,
        ]
    return [
        say("balance.is_changed", language, name=name) if is_changed else name,
        say(f"balance.group.{item.item.group}", language),
        ends(taken, 100 if item.rate is not None else 1),
        ends(item.when, 1),
        ends(item.plain, 100),
        ends(item.adjusted, 100),
    ]


def change_verdict(comparison: Comparison, language: str) -> list[str]:
    """In sentences: what the change does, and what cannot be told from so many games."""
    both = list(chain(_numbers(comparison), comparison.places))
    clear = [_goes(difference, language) for difference in both if difference.clear]
    games = comparison.before.games
    unclear = [
        _would_show(difference, comparison, language)
        for difference in both
        if not difference.clear and difference.change.error
    ]
    lines = []
    if clear:
        lines.append(say("balance.does", language, what="; ".join(clear)))
    else:
        lines.append(say("balance.does_nothing", language, games=games))
    if unclear:
        lines.append(say("balance.cannot_tell", language, games=games, what="; ".join(unclear)))
    taken = sum(
        any(d is not None and d.is_large for d in (item.rate or item.each_game, item.when))
        for item in comparison.items
    )
    values = {"n": taken, "all": len(comparison.items)}
    lines.append(say("balance.items_changed", language, **values))
    won = [item for item in changed_items(comparison) if _of_winning(item) is not None]
    if not won:
        return [*lines, say("balance.none_wins", language)]
    names = [_wins_otherwise(item, language) for item in won[:NAMED]]
    more = [f"… ({len(won)})"] if len(won) > NAMED else []
    return [*lines, say("balance.wins_otherwise", language, names="; ".join(names + more))]


def _of_winning(item: ItemDifference) -> Difference | None:
    """What has clearly and much changed of its contribution."""
    found = (d for d in (item.adjusted, item.plain) if d is not None and d.is_large)
    return next(found, None)


def _wins_otherwise(item: ItemDifference, language: str) -> str:
    difference = _of_winning(item)
    assert difference is not None
    before, after, _, its_interval = _change(difference, language, 100)
    values = {
        "name": item.name(language),
        "group": say(f"balance.group.{item.item.group}", language),
        "column": say(f"balance.column.{difference.key}", language),
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
        say_number(None if end is None else scale * end, digits, language)
        for end in (difference.change.low, difference.change.high)
    )
    values = {"before": before, "after": after, "change": change, "low": low, "high": high}
    return say("balance.goes", language, name=name, **values)


def _would_show(difference: Difference, comparison: Comparison, language: str) -> str:
    name, scale = _name(difference, language)
    tests = sum(d.change.p is not None for d in chain(comparison.numbers, comparison.places))
    least = least_clear(difference.change.error or 0.0, tests, comparison.before.blocks)
    told = say_number(scale * least, 2, language)
    return say("balance.would_show", language, name=name, least=told)
