"""The balance report as one page with tables and pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from baumeister.kernel.glossary import say
from baumeister.lab.balance.change_tables import change_grids, change_title, change_verdict
from baumeister.lab.balance.estimates import Estimate
from baumeister.lab.balance.results import Comparison, ItemDifference, Section, Spread
from baumeister.lab.balance.summary import summary_grid, summary_verdict
from baumeister.lab.balance.tables import grids, interruption, notes, ranked, title_of, verdict
from baumeister.lab.pages import Chapter, Part, Picture, how_made, picture, report_page
from baumeister.lab.plots import COLOURS, INK, Interval, decimals, draw_intervals

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TERMS = (  # columns that are explained on every page, before those of the game
    "place",
    "share",
    "interval",
    "margin",
    "gap",
    "deviation",
    "each_game",
    "rate",
    "when",
    "points",
    "plain",
    "adjusted",
    "trust",
)
TERMS_OF_CHANGES = ("before", "its_interval")
SIGNS = {"clear": "+  -", "large": "▲  ▼"}
ROW = 0.24  # inches
CHANGED = 20  # items in the picture of a change


def report(
    sections: Sequence[Section],
    comparisons: Sequence[Comparison],
    made: Mapping[str, Any],
    stopped: str,
    language: str,
) -> str:
    """The whole page; if the games were stopped (interrupted or terminated), it says how many
    had been played."""
    title = say("balance.report", language, game=say(f"{made['game']}.name", language))
    chapters = []
    if len(sections) > 1:
        table = summary_grid(sections, language)
        chapters.append(
            Chapter(table.title, table=table, lines=[summary_verdict(sections, language)])
        )
    chapters += [_change(one, made["changed"][language], language) for one in comparisons]
    chapters += [_section(section, language) for section in sections]
    if sections:
        chapters.append(_terms(sections, bool(comparisons), language))
    chapters.append(how_made(made, "balance.made_from", language))
    warning = interruption(sections, made, stopped, language) if stopped else ""
    return report_page(title, chapters, language, warning, say("balance.contents", language))


def _terms(sections: Sequence[Section], compared: bool, language: str) -> Chapter:
    """What columns and signs mean."""
    section = sections[-1]
    columns = [
        *TERMS,
        *section.catalogue.balance.explained,
        *(TERMS_OF_CHANGES if compared else ()),
    ]
    if any(item.copies > 1 for one in sections for item in one.catalogue.items):
        columns.append("copies")
    names = {name: say(f"balance.column.{name}", language) for name in columns} | SIGNS
    return Chapter(
        say("balance.explained", language),
        terms=[(term, say(f"balance.words.{name}", language)) for name, term in names.items()],
        note=notes(section, language),
    )


def _section(section: Section, language: str) -> Chapter:
    label = title_of(section, language)
    pictures = {
        "places": [_places_picture(section, label, language)],
        "spreads": [
            picture(
                say(f"balance.picture.{name}", language),
                partial(
                    _draw_histogram, spread=section.spreads[name], name=name, language=language
                ),
                2.8,
                label,
            )
            for name in ("points", "margin")
        ],
        **{
            group: _contributions(section, group, label, language)
            for group in section.catalogue.groups
        },
    }
    return Chapter(
        label,
        lines=verdict(section, language),
        see_terms=say("balance.explained_below", language),
        parts=[Part(table, pictures.get(table.key, ())) for table in grids(section, language)],
    )


def _change(comparison: Comparison, changed: str, language: str) -> Chapter:
    label = change_title(comparison, language)
    before, after = (s.spreads["points"] for s in (comparison.before, comparison.after))
    points = picture(
        say("balance.picture.change", language),
        partial(_draw_both, before=before, after=after, language=language),
        2.6,
        label,
    )
    pictures = {"spreads": [points], "items": _changes(comparison, label, language)}
    lines = change_verdict(comparison, language)
    return Chapter(
        label,
        lines=[say("balance.changed_to", language, what=changed), *lines],
        parts=[
            Part(table, pictures.get(table.key, ())) for table in change_grids(comparison, language)
        ],
    )


# --- pictures ---------------------------------------------------------------------------------
Shares = Sequence[tuple[str, Estimate, bool]]  # names, shares of the win, whether they are clear


def _forest(
    caption: str,
    axis: str,
    rows: Shares,
    label: str,
    language: str,
    *,
    middle: float = 0.0,
    height: float | None = None,
) -> Picture:
    """Shares with their intervals, if there are games enough for these."""
    if all(value.low is None for _, value, _ in rows):
        caption = f"{caption} {say('balance.picture.no_intervals', language)}"
    shown = [
        Interval(
            name,
            100 * share.value,
            100 * (share.value if share.low is None else share.low),
            100 * (share.value if share.high is None else share.high),
            COLOURS[0] if 100 * share.value > middle else COLOURS[1],
            is_clear,
        )
        for name, share, is_clear in rows
    ]

    def draw(axes: Axes) -> None:
        axes.axvline(middle, color=INK, linewidth=1, linestyle=":")
        draw_intervals(axes, shown, say(f"balance.axis.{axis}", language))
        decimals(axes, language)

    return picture(caption, draw, height or 0.9 + ROW * len(rows), label)


def _places_picture(section: Section, label: str, language: str) -> Picture:
    shares = [
        (say("balance.place", language, n=n), standing.share, standing.clear)
        for n, standing in enumerate(section.places, start=1)
    ]
    caption, height = say("balance.picture.places", language), 1.2 + 0.35 * section.players
    middle = 100 / section.players
    return _forest(caption, "share", shares, label, language, middle=middle, height=height)


def _contributions(section: Section, group: str, label: str, language: str) -> list[Picture]:
    """What the items of a group contribute; no picture if nothing is known."""
    of_group = ranked(section, group)
    kind, found = "adjusted", [(r.item, r.adjusted) for r in of_group if r.adjusted is not None]
    if not found:
        kind, found = "plain", [(r.item, r.with_it) for r in of_group if r.with_it is not None]
    if len(found) < 2:
        return []
    if found[0][0].is_twin:
        kind = "twin"
    elif kind == "adjusted" and section.catalogue.is_by_itself(group):
        kind = "adjusted_alone"
    group_name = say(f"balance.group.{group}", language)
    caption = say(f"balance.picture.{kind}", language, group=group_name)
    rows = [(item.label(language), c.share, c.clear) for item, c in found]
    return [_forest(caption, "contribution", rows, label, language)]


def _changes(comparison: Comparison, label: str, language: str) -> list[Picture]:
    """How adjusted contributions changed: of changed cards and tiles first, then what is clear."""
    shown = comparison.before.catalogue.with_twins
    found = [
        (item, item.adjusted, comparison.is_changed(item))
        for item in comparison.items
        if item.adjusted is not None and (item.item.group in shown or comparison.is_changed(item))
    ]
    found.sort(key=lambda row: (not row[2], not row[1].clear, -abs(row[1].change.value)))
    found = found[:CHANGED]
    found.sort(key=lambda row: (not row[2], -row[1].change.value))
    if not found:
        return []
    rows = [
        (_in_picture(item, language, is_changed), difference.change, difference.clear)
        for item, difference, is_changed in found
    ]
    caption = say("balance.picture.change_items", language, n=len(rows))
    return [_forest(caption, "change", rows, label, language)]


def _in_picture(item: ItemDifference, language: str, is_changed: bool) -> str:
    name = item.name(language)
    if item.item.kind.says_group:
        group = say(f"balance.group.{item.item.group}", language)
        name = say("balance.as_group", language, name=name, group=group)
    return say("balance.is_changed", language, name=name) if is_changed else name


def _draw_histogram(axes: Axes, spread: Spread, name: str, language: str) -> None:
    counts = spread.histogram
    axes.bar(range(len(counts)), _in_per_cent(counts), width=0.9, color=COLOURS[2])
    _name_axes(axes, counts, name, language)


def _draw_both(axes: Axes, before: Spread, after: Spread, language: str) -> None:
    for key, spread, colour in (("before", before, COLOURS[1]), ("after", after, COLOURS[0])):
        shares, label = _in_per_cent(spread.histogram), say(f"balance.column.{key}", language)
        axes.step(range(len(shares)), shares, where="mid", color=colour, linewidth=1.5, label=label)
    axes.legend()
    both = zip_longest(before.histogram, after.histogram, fillvalue=0)
    _name_axes(axes, [one + other for one, other in both], "points", language)


def _in_per_cent(counts: Sequence[int]) -> list[float]:
    total = max(1, sum(counts))
    return [100 * n / total for n in counts]


def _name_axes(axes: Axes, counts: Sequence[int], name: str, language: str) -> None:
    """Of a histogram: from the first count on, with what is counted and how often it happens."""
    axes.set_xlim(next((k for k, n in enumerate(counts) if n), 0) - 1, len(counts))
    axes.set_xlabel(say(f"balance.number.{name}", language))
    axes.set_ylabel(say(f"balance.axis.{name}", language))
    decimals(axes, language)
    decimals(axes, language, y=True)
