"""The balance report as one page with tables and pictures, that needs no other file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from baumeister.kernel.glossary import say
from baumeister.lab.balance.change_tables import (
    change_grids,
    change_title,
    change_verdict,
)
from baumeister.lab.balance.estimates import Estimate
from baumeister.lab.balance.results import (
    Comparison,
    Contribution,
    ItemDifference,
    Section,
    Spread,
)
from baumeister.lab.balance.summary import summary_grid, summary_verdict
from baumeister.lab.balance.tables import (
    interruption,
    items,
    notes,
    places,
    ranked,
    seats,
    settings,
    spreads,
    title_of,
    verdict,
)
from baumeister.lab.plots import (
    COLOURS,
    INK,
    decimals,
    figure_html,
    how_made,
    page,
    svg_plot,
    table_html,
)
from baumeister.lab.tables import Grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WORDS = (  # columns that are explained on every page, before those of the game
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
WORDS_OF_CHANGES = ("before", "its_interval")
SIGNS = {"clear": "+  -", "large": "▲  ▼"}
WIDTH, ROW = 8.0, 0.24  # inches
CHANGED = 20  # items in the picture of a change


def report(
    sections: Sequence[Section],
    comparisons: Sequence[Comparison],
    made: Mapping[str, Any],
    stopped: str,
    language: str,
) -> str:
    """The whole page; one whose games were stopped (interrupted or terminated) says how far it
    came."""
    title = say("balance.report", language, game=say(f"{made['game']}.name", language))
    contents = Contents()
    parts = []
    if stopped:
        text = interruption(sections, made, stopped, language)
        parts.append(f"<p><strong>{escape(text)}</strong></p>")
    if len(sections) > 1:
        table = summary_grid(sections, language)
        parts.append(contents.heading(2, table.title))
        parts += [table_html(table), *_paragraphs([summary_verdict(sections, language)])]
    for comparison in comparisons:
        parts += _change(comparison, made["changed"][language], contents, language)
    for section in sections:
        parts += _section(section, contents, language)
    if sections:
        parts += _words(sections, bool(comparisons), contents, language)
    parts.append(contents.heading(2, say("lab.how_made", language)))
    parts += how_made(made, "balance.made_from", language)
    parts = [f"<h1>{escape(title)}</h1>", contents.html(language), *parts]
    return page(title, "\n".join(parts), language)


class Contents:
    """The headings of a page, and the list of them at its top."""

    def __init__(self) -> None:
        self._titles: list[tuple[int, str]] = []

    def heading(self, level: int, title: str) -> str:
        """A heading that the list leads to."""
        self._titles.append((level, title))
        return f'<h{level} id="h{len(self._titles)}">{escape(title)}</h{level}>'

    def html(self, language: str) -> str:
        """The list; headings of the third level are below those of the second."""
        lines, inside = [], False
        for number, (level, title) in enumerate(self._titles, start=1):
            if (level == 3) != inside:
                lines.append("<ul>" if level == 3 else "</ul>")
                inside = level == 3
            lines.append(f'<li><a href="#h{number}">{escape(title)}</a>')
        end = "</ul>" if inside else ""
        name = escape(say("balance.contents", language))
        entries = f"<nav><ul>{''.join(lines)}{end}</ul></nav>"
        return f"<details><summary>{name}</summary>{entries}</details>"


def _paragraphs(lines: Sequence[str]) -> list[str]:
    return [f"<p>{escape(line)}</p>" for line in lines]


def _told(table: Grid, pictures: Sequence[str], contents: Contents) -> list[str]:
    """A table under its heading, with the pictures of the same thing."""
    return [contents.heading(3, table.title), *pictures, table_html(table)]


def _where_explained(language: str) -> str:
    text = escape(say("balance.explained_below", language))
    return f'<p class="note"><a href="#words">{text}</a></p>'


def _words(
    sections: Sequence[Section], compared: bool, contents: Contents, language: str
) -> list[str]:
    """What columns and signs mean."""
    section = sections[-1]
    columns = [*WORDS, *section.catalogue.explained, *(WORDS_OF_CHANGES if compared else ())]
    if any(item.copies > 1 for one in sections for item in one.catalogue.items):
        columns.append("copies")
    terms = [(say(f"balance.column.{name}", language), name) for name in columns]
    terms += [(sign, name) for name, sign in SIGNS.items()]
    entries = [
        f"<dt>{escape(term)}</dt><dd>{escape(say(f'balance.words.{name}', language))}</dd>"
        for term, name in terms
    ]
    return [
        contents.heading(2, say("balance.explained", language)),
        f'<dl id="words">{"".join(entries)}</dl>',
        f'<p class="note">{escape(notes(section, language))}</p>',
    ]


def _section(section: Section, contents: Contents, language: str) -> list[str]:
    label = title_of(section, language)
    parts = [
        contents.heading(2, label),
        *_paragraphs(verdict(section, language)),
        _where_explained(language),
        *_told(places(section, language), [_places_picture(section, label, language)], contents),
    ]
    if len(set(section.series.bots)) > 1:
        parts += _told(seats(section, language), [], contents)
    parts += _told(spreads(section, language), _spread_pictures(section, label, language), contents)
    for table in settings(section, language):
        parts += _told(table, [], contents)
    for group in section.catalogue.groups:
        pictures = _forest_of(section, group, label, language)
        parts += _told(items(section, group, language), pictures, contents)
    return parts


def _change(comparison: Comparison, changed: str, contents: Contents, language: str) -> list[str]:
    label = change_title(comparison, language)
    before, after = (s.spreads["points"] for s in (comparison.before, comparison.after))
    points = _picture(
        "change", label, lambda axes: _draw_both(axes, before, after, language), 2.6, language
    )
    moves = _moves(comparison, label, language)
    first, *more = change_grids(comparison, language)
    parts = [
        contents.heading(2, label),
        f"<p>{escape(say('balance.changed_to', language, what=changed))}</p>",
        *_paragraphs(change_verdict(comparison, language)),
        points,
        table_html(first),
    ]
    for table in more:
        of_items = table.title == say("balance.change_items", language)
        parts += _told(table, moves if of_items else [], contents)
    return parts


def _moves(comparison: Comparison, label: str, language: str) -> list[str]:
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
    rows = [
        (
            _in_picture(item, language, is_changed),
            difference.change,
            difference.clear,
        )
        for item, difference, is_changed in found
    ]
    if not rows:
        return []
    axis = say("balance.axis.change", language)
    return [
        _forest("change_items", label, rows, axis, 0.9 + ROW * len(rows), language, n=len(rows))
    ]


def _in_picture(item: ItemDifference, language: str, is_changed: bool) -> str:
    name = item.name(language)
    if item.item.kind.says_group:
        group = say(f"balance.group.{item.item.group}", language)
        name = say("balance.as_group", language, name=name, group=group)
    return say("balance.is_changed", language, name=name) if is_changed else name


# --- pictures ---------------------------------------------------------------------------------
def _picture(
    name: str,
    label: str,
    draw: Callable[[Axes], None],
    height: float,
    language: str,
    remark: str = "",
    **values: object,
) -> str:
    caption = f"{say(f'balance.picture.{name}', language, **values)} {remark}".rstrip()
    return figure_html(svg_plot(draw, f"{caption} ({label})", WIDTH, height), caption)


def _forest(
    name: str,
    label: str,
    rows: Sequence[tuple[str, Estimate, bool]],
    axis: str,
    height: float,
    language: str,
    middle: float = 0.0,
    **values: object,
) -> str:
    """Shares with their intervals, if there are games enough for these."""
    without = all(value.low is None for _, value, _ in rows)
    return _picture(
        name,
        label,
        lambda axes: _draw_forest(axes, rows, language, axis, middle),
        height,
        language,
        say("balance.picture.no_intervals", language) if without else "",
        **values,
    )


def _places_picture(section: Section, label: str, language: str) -> str:
    shares = [
        (say("balance.place", language, n=n), standing.share, standing.clear)
        for n, standing in enumerate(section.places, start=1)
    ]
    middle, height = 100 / section.players, 1.2 + 0.35 * section.players
    axis = say("balance.axis.share", language)
    return _forest("places", label, shares, axis, height, language, middle)


def _spread_pictures(section: Section, label: str, language: str) -> list[str]:
    return [
        _picture(
            name,
            label,
            lambda axes, name=name: _draw_histogram(axes, section, name, language),  # type: ignore[misc]
            2.8,
            language,
        )
        for name in ("points", "margin")
    ]


def _forest_of(section: Section, group: str, label: str, language: str) -> list[str]:
    """What the items of a group contribute, as a picture; none if nothing is known."""
    found = [r for r in ranked(section, group) if r.adjusted is not None]
    kind = "adjusted"
    if not found:
        found, kind = [r for r in ranked(section, group) if r.plain is not None], "plain"
    pairs: list[tuple[str, Contribution | None]] = [
        (r.item.label(language), r.adjusted if kind == "adjusted" else r.plain) for r in found
    ]
    rows = [(name, c.share, c.clear) for name, c in pairs if c is not None]
    if len(rows) < 2:
        return []
    axis = say("balance.axis.contribution", language)
    if found and found[0].item.is_twin:
        kind = "twin"
    elif kind == "adjusted" and section.catalogue.is_by_itself(group):
        kind = "adjusted_alone"
    title = say(f"balance.group.{group}", language)
    height = 0.9 + ROW * len(rows)
    return [_forest(kind, label, rows, axis, height, language, group=title)]


def _draw_forest(
    axes: Axes,
    rows: Sequence[tuple[str, Estimate, bool]],
    language: str,
    axis: str,
    middle: float,
) -> None:
    """Shares with their intervals, one below the other."""
    axes.axvline(middle, color=INK, linewidth=1, linestyle=":")
    for row, (_, value, clear) in enumerate(rows):
        low = value.value if value.low is None else value.low
        high = value.value if value.high is None else value.high
        sides = [[100 * (value.value - low)], [100 * (high - value.value)]]
        above = 100 * value.value > middle
        colour = COLOURS[0] if above else COLOURS[1]
        axes.errorbar(
            100 * value.value,
            row,
            xerr=sides,
            fmt="o",
            color=colour,
            markerfacecolor=colour if clear else "none",
            capsize=2,
            markersize=5,
            linewidth=1,
        )
    axes.set_yticks(list(range(len(rows))), [name for name, _, _ in rows])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.grid(axis="x")
    axes.set_xlabel(axis)
    decimals(axes, language)


def _draw_histogram(axes: Axes, section: Section, name: str, language: str) -> None:
    counts = section.spreads[name].histogram
    axes.bar(range(len(counts)), _in_per_cent(counts), width=0.9, color=COLOURS[2])
    first = next((k for k, n in enumerate(counts) if n), 0)
    axes.set_xlim(first - 1, len(counts))
    _name_axes(axes, name, language)


def _draw_both(axes: Axes, before: Spread, after: Spread, language: str) -> None:
    for key, spread, colour in (("before", before, COLOURS[1]), ("after", after, COLOURS[0])):
        shares, label = _in_per_cent(spread.histogram), say(f"balance.column.{key}", language)
        axes.step(range(len(shares)), shares, where="mid", color=colour, linewidth=1.5, label=label)
    counts = [
        one + other for one, other in zip_longest(before.histogram, after.histogram, fillvalue=0)
    ]
    axes.set_xlim(next((k for k, n in enumerate(counts) if n), 0) - 1, len(counts))
    axes.legend()
    _name_axes(axes, "points", language)


def _in_per_cent(counts: Sequence[int]) -> list[float]:
    total = max(1, sum(counts))
    return [100 * n / total for n in counts]


def _name_axes(axes: Axes, name: str, language: str) -> None:
    """Of a histogram: what is counted, and how often it happens."""
    axes.set_xlabel(say(f"balance.number.{name}", language))
    axes.set_ylabel(say(f"balance.axis.{name}", language))
    decimals(axes, language)
    decimals(axes, language, y=True)
