"""The balance report in words: sentences, and tables for the terminal and the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from baumeister.kernel.glossary import join, key_for, say
from baumeister.lab.balance.estimates import Estimate, smallest_detectable
from baumeister.lab.balance.items import Item
from baumeister.lab.balance.results import (
    LARGE,
    Contribution,
    ItemResult,
    Section,
    SettingResult,
    Spread,
    Standing,
)
from baumeister.lab.tables import NOTHING, Grid, percent, say_number

FEW = 5  # strongest and weakest items of a group that the terminal shows
NAMED = 6  # items that a sentence names
EASY, HARD = 0.9, 0.1  # seats that fulfil an objective: what a sentence names
SIZES = {"great": 0.15, "moderate": 0.05, "small": 0.0}  # of a place, as a part of an equal share


# --- numbers ----------------------------------------------------------------------------------
def interval(
    value: Estimate,
    digits: int,
    language: str,
    scale: float = 1.0,
    tell: Callable[[float, int, str], str] = say_number,
) -> str:
    """[low, high], or nothing if it is not known."""
    if value.low is None or value.high is None:
        return NOTHING
    low, high = (tell(scale * end, digits, language) for end in (value.low, value.high))
    return f"[{low}; {high}]"


def signed(value: float, digits: int, language: str) -> str:
    """A number with its sign, unless it is rounded to 0."""
    text = say_number(value, digits, language)
    return f"+{text}" if round(value, digits) > 0 else text


def with_interval(
    value: Estimate | None,
    digits: int,
    language: str,
    scale: float = 1.0,
    tell: Callable[[float, int, str], str] = say_number,
) -> str:
    """A number and its interval; `tell` is `signed` for differences."""
    if value is None or not isfinite(value.value):
        return NOTHING
    ends = interval(value, digits, language, scale, tell)
    return f"{tell(scale * value.value, digits, language)} {ends}"


def mark(contribution: Contribution | None) -> str:
    """▲ ▼ clear and large, + - clear."""
    if contribution is None or not contribution.clear:
        return ""
    up = contribution.share.value > 0
    if contribution.is_large:
        return "▲" if up else "▼"
    return "+" if up else "-"


def marked(text: str, sign: str) -> str:
    """A number followed by its mark."""
    return f"{text} {sign}" if sign else text


def _contribution(contribution: Contribution | None, language: str) -> str:
    if contribution is None:
        return NOTHING
    text = with_interval(contribution.share, 1, language, 100, tell=signed)
    return marked(text, mark(contribution))


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
    """How the places in the starting order do."""
    rows = [
        [say("balance.place", language, n=n), *_standing(standing, section.players, language)]
        for n, standing in enumerate(section.places, start=1)
    ]
    columns = heading(["place", "share", "interval", "points", "interval"], language)
    return Grid(say("balance.places", language), columns, rows, key="places")


def seats(section: Section, language: str) -> Grid:
    """How the seats do, with their bots."""
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
        marked(interval(standing.share, 1, language, 100), sign),
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
    title = say("balance.spreads", language)
    return Grid(title, columns + shares, rows, spare=spare, key="spreads")


def _spread(spread: Spread, language: str) -> list[str]:
    return [
        say_number(spread.mean.value, 1, language),
        interval(spread.mean, 1, language),
        say_number(spread.deviation, 1, language),
        *(str(value) for value in spread.quantiles.values()),
    ]


def settings(section: Section, language: str) -> list[Grid]:
    """Games with the same value of a setting; a table for each setting."""
    names = ["name", "games", "points", "margin", "gap", "decisions", "shared", "first"]
    spare = heading(["shared", "decisions", "gap", "margin"], language)
    return [
        without_empty(
            Grid(
                f"{say('balance.settings', language)}: {say(f'balance.setting.{key}', language)}",
                heading([*names, "fulfilled"], language),
                [
                    _setting(r, section.players, language)
                    for r in section.settings
                    if r.setting.key == key
                ],
                spare=tuple(spare),
            )
        )
        for key in dict.fromkeys(result.setting.key for result in section.settings)
    ]


def _setting(result: SettingResult, players: int, language: str) -> list[str]:
    sign = ("+" if result.points_beside_all.value > 0 else "-") if result.clear else ""
    return [
        result.name(language),
        str(result.games),
        marked(with_interval(result.points, 1, language), sign),
        with_interval(result.margin, 1, language),
        with_interval(result.gap, 1, language) if players > 2 else NOTHING,  # it is the margin
        say_number(result.decisions.value, 1, language),
        percent(result.shared_wins.value, language),
        with_interval(result.first_place_wins, 1, language, 100),
        with_interval(result.fulfilled, 1, language, 100),
    ]


def strength_of(result: ItemResult) -> float:
    """The number that ranks items: the adjusted contribution, or the plain one."""
    contribution = result.adjusted or result.with_it
    if contribution is None or not isfinite(contribution.share.value):
        return 0.0
    return contribution.share.value


def ranked(section: Section, group: str) -> list[ItemResult]:
    """The items of a group, the strongest first; lines stay in the order of the score sheet."""
    found = [result for result in section.items if result.item.group == group]
    return found if is_score(found) else sorted(found, key=strength_of, reverse=True)


def is_score(found: Sequence[ItemResult]) -> bool:
    """Whether these are lines of the score sheet."""
    return bool(found) and found[0].item.kind.is_score


def items(section: Section, group: str, language: str, few: int | None = None) -> Grid:
    """The items of a group."""
    found, title = ranked(section, group), say(f"balance.group.{group}", language)
    if few is not None and len(found) > 2 * few + 2 and not is_score(found):
        values = {"title": title, "n": few, "all": len(found)}
        title = say("balance.rest_left_out", language, **values)
        found = [*found[:few], *found[-few:]]
    names = ["name", "printed", "each_game", "rate", "when", "points", "plain", "adjusted"]
    columns = heading([*names, "adjusted_points", "trust"], language)
    rows = [_item(result, language) for result in found]
    if section.catalogue.is_by_itself(group):
        columns[-3:-1] = heading(["adjusted_alone", "adjusted_alone_points"], language)
    if found and found[0].item.is_twin:
        columns[names.index("plain")] = say("balance.column.twin", language)
        rows = [[*row[:2], NOTHING, NOTHING, *row[4:]] for row in rows]
    words = 2 if any(result.item.printed for result in found) else 1
    names = ["each_game", "points", "adjusted_points", "adjusted_alone_points", "rate", "when"]
    spare = heading([*names, "printed", "trust", "plain"], language)
    return without_empty(Grid(title, columns, rows, words, tuple(spare), 1, group))


def _item(result: ItemResult, language: str) -> list[str]:
    plain, fair = result.with_it, result.adjusted
    name = result.item.label(language)
    if result.item.kind.is_score:
        name = f"{result.item.key} {name}"
    printed = result.item.printed
    return [
        name,
        "" if printed is None else printed[language],
        say_number(result.per_game.value, 2, language),
        percent(_value(result.rate), language),
        say_number(_value(result.when), 2, language),
        say_number(_value(result.points_of_takers), 1, language),
        _contribution(plain, language),
        _contribution(fair, language),
        with_interval(None if fair is None else fair.points, 2, language, tell=signed),
        "" if result.trust is None else say(f"balance.trust.{result.trust.why}", language),
    ]


def _value(estimate: Estimate | None) -> float | None:
    return None if estimate is None else estimate.value


def without_empty(grid: Grid) -> Grid:
    """A table without the columns that are empty in every row."""
    kept = [
        k
        for k in range(len(grid.columns))
        if k == 0 or any(row[k] not in ("", NOTHING) for row in grid.rows)
    ]
    first_remark = len(grid.columns) - grid.remarks
    return replace(
        grid,
        columns=[grid.columns[k] for k in kept],
        rows=[[row[k] for k in kept] for row in grid.rows],
        words=sum(k < grid.words for k in kept),
        remarks=sum(k >= first_remark for k in kept),
    )


# --- sentences --------------------------------------------------------------------------------
def verdict(section: Section, language: str) -> list[str]:
    """What stands out."""
    return [
        *_about_places(section, language),
        *_about_ends(section, language),
        *_about_objectives(section, language),
        *_about_items(section, language),
        *_about_opposed(section, language),
    ]


def _about_places(section: Section, language: str) -> list[str]:
    """The first player, and the weakest and the strongest place if that is clear."""
    places = section.places
    if places[0].share.low is None:
        return []
    order = sorted(range(len(places)), key=lambda k: places[k].share.value)
    worst, best = order[0], order[-1]
    if not any(standing.clear for standing in places):
        error = max(standing.share.error or 0.0 for standing in places)
        least = smallest_detectable(error, len(places), section.blocks)
        even = say("balance.even_places", language, least=percent(least, language))
        return [_about_place(section, 0, "begins", language), even]
    key = "begins"
    if places[0].clear and worst == 0:
        key = "begins_least"
    elif places[0].clear and best == 0:
        key = "begins_most"
    elif places[0].clear:
        above = places[0].share.value > 1 / section.players
        key = "begins_more" if above else "begins_less"
    lines = [_about_place(section, 0, key, language)]
    for place, name in ((worst, "worst_place"), (best, "best_place")):
        if (
            place > 0 and places[place].clear and section.players > 2
        ):  # of two the rest is the other
            lines.append(_about_place(section, place, name, language))
    return lines


def _about_place(section: Section, place: int, key: str, language: str) -> str:
    share, fair = section.places[place].share, 1 / section.players
    beside = abs(share.value / fair - 1)
    size = next(name for name, least in SIZES.items() if beside >= least)
    return say(
        f"balance.{key}",
        language,
        place=place + 1,
        share=percent(share.value, language),
        low=percent(share.low, language),
        high=percent(share.high, language),
        fair=percent(fair, language),
        by=say_number(100 * beside, 0, language),
        size=say(f"balance.size.{size}", language),
    )


def _about_ends(section: Section, language: str) -> list[str]:
    shared, level = (percent(value.value, language) for value in (section.shared, section.level))
    lines = [say("balance.ties", language, shared=shared, level=level)]
    clauses = [
        say("balance.end", language, share=percent(share.value, language), clause=clause)
        for share, clause in zip(section.ended, section.catalogue.balance.endings, strict=False)
        if clause and share.value > 0
    ]
    if clauses:
        lines.append(say("balance.ended", language, ways=join(clauses, language)))
    return lines


def _about_objectives(section: Section, language: str) -> list[str]:
    """Objectives of settings that are too easy or too hard."""
    found = [(r, r.fulfilled) for r in section.settings if r.fulfilled is not None]
    easy = [(r, f) for r, f in found if f.low is not None and f.low >= EASY]
    hard = [(r, f) for r, f in found if f.high is not None and f.high <= HARD]
    lines = []
    for key, some in (("easy", easy), ("hard", hard)):
        names = [
            say(
                "balance.objective",
                language,
                setting=say(f"balance.setting.{r.setting.key}", language),
                name=r.name(language),
                clause=r.objective,
                share=percent(f.value, language),
            )
            for r, f in some
        ]
        if names:
            values = {"easy": round(100 * EASY), "hard": round(100 * HARD)}
            text = "; ".join(names)
            lines.append(say(f"balance.objectives_{key}", language, names=text, **values))
    return lines


def _about_opposed(section: Section, language: str) -> list[str]:
    """Items that look strong and are not, or the opposite; blind spots have another sentence."""
    groups = section.catalogue.with_twins
    found = [r for r in section.items if r.trust is not None and r.item.group in groups]
    by_reason: dict[str, list[str]] = {}
    for result in found:
        if result.trust is not None and result.trust.why != "held_fixed":
            by_reason.setdefault(result.trust.why, []).append(result.item.names[language])
    return [
        say(f"balance.opposed.{why}", language, names=listed(names, language))
        for why, names in by_reason.items()
    ]


def _about_items(section: Section, language: str) -> list[str]:
    leading = [r for r in section.items if r.item.kind.is_headline]
    told_of = [told for result in leading if (told := main_contribution(result)) is not None]
    if all(told.share.low is None for told in told_of):  # no item has an interval
        return [say("balance.too_few", language)]
    large = [r for r in leading if (told := main_contribution(r)) is not None and told.is_large]
    blind = [r for r in large if looks_too_weak(r)]
    large = [r for r in large if not looks_too_weak(r)]
    if not large and not blind:
        return [say("balance.nothing_off", language)]
    lines = []
    for kind in ("", "twin_"):
        of_kind = [r for r in large if r.item.is_twin == bool(kind)]
        for key, up in (("strong", True), ("weak", False)):
            side = [result for result in of_kind if (strength_of(result) > 0) == up]
            side.sort(key=lambda result: -abs(strength_of(result)))
            if not up:  # two twins are one finding
                large_items = [result.item for result in of_kind]
                side = [result for result in side if not is_mirrored(result.item, large_items)]
            names = [
                named(r.item, signed(100 * strength_of(r), 1, language), section, language)
                for r in side
            ]
            if names:
                text = listed(names, language)
                lines.append(say(f"balance.{kind}{key}", language, names=text))
    if blind:
        texts = ", ".join(result.item.names[language] for result in blind)
        lines.append(say("balance.blind", language, names=texts))
    return lines


def looks_too_weak(result: ItemResult) -> bool:
    """Whether it may be below its group only because adjusting holds fixed what it brings."""
    return result.item.is_blind and strength_of(result) < 0


def main_contribution(result: ItemResult) -> Contribution | None:
    """The contribution of an item that sentences are about."""
    return result.with_it if result.item.is_twin else result.adjusted


def is_mirrored(item: Item, named_already: Sequence[Item]) -> bool:
    """Whether the only other twin, whose contribution is the opposite, is named already."""
    return any(
        other.key == item.only_other and other.only_other == item.key for other in named_already
    )


def named(item: Item, value: str, section: Section, language: str) -> str:
    """An item in a sentence: its name, its group and its contribution."""
    name, other = item.names[language], item.only_other
    if other:
        names = next(r.item.names for r in section.items if r.item.key == other)
        return say("balance.beside_one", language, name=name, value=value, other=names[language])
    if item.is_twin:
        return f"{name} ({value})"
    return f"{name} ({say(f'balance.group.{item.group}', language)}, {value})"


def listed(names: Sequence[str], language: str, mark: str = ", ") -> str:
    """The first of them, and how many more there are."""
    if len(names) <= NAMED:
        return mark.join(names)
    more = say("balance.and_more", language, n=len(names) - NAMED)
    return f"{mark.join(names[:NAMED])}{mark}{more}"


def interruption(
    sections: Sequence[Section], made: Mapping[str, Any], stopped: str, language: str
) -> str:
    """How many games were played before a run was stopped: interrupted or terminated."""
    played = sum(section.games for section in sections)
    whole = made["games"] * len(made["bots"])
    came = [
        say(f"balance.{stopped}" if sections else f"lab.no_games_{stopped}", language),
        say("balance.games_of", language, n=played, all=whole),
    ]
    missing = sorted({len(bots) for bots in made["bots"]} - {one.players for one in sections})
    if sections and missing:
        players = join([str(count) for count in missing], language)
        came.append(say("balance.none_with", language, players=players))
    return " ".join(came)


def notes(section: Section, language: str) -> str:
    """What the columns mean."""
    adjusted = say(key_for("balance.fixed", section.series.game), language)
    large = say_number(100 * LARGE, 0, language)
    return say("balance.notes", language, blocks=section.blocks, large=large, adjusted=adjusted)
