"""The balance report as one page with tables and pictures, that needs no other file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from baumeister.lab.balance_change_tables import (
    change_grids,
    change_title,
    change_verdict,
)
from baumeister.lab.balance_results import (
    Comparison,
    Contribution,
    Section,
    Spread,
)
from baumeister.lab.balance_statistics import Estimate
from baumeister.lab.balance_summary import summary_grid, summary_verdict
from baumeister.lab.balance_tables import (
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
from baumeister.rules.glossary import say

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, ROW = 8.0, 0.24  # inches
CHANGED = 20  # items in the picture of a change


def report(
    sections: Sequence[Section],
    comparisons: Sequence[Comparison],
    made: Mapping[str, Any],
    interrupted: bool,
    language: str,
) -> str:
    """The whole page; one that was interrupted says how far it came."""
    title = say("balance.report", language, game=say(f"{made['game']}.name", language))
    contents = Contents()
    parts = []
    if interrupted:
        text = interruption(sections, made, language)
        parts.append(f"<p><strong>{escape(text)}</strong></p>")
    if len(sections) > 1:
        table = summary_grid(sections, language)
        parts.append(contents.heading(2, table.title))
        parts += [table_html(table), *_paragraphs([summary_verdict(sections, language)])]
    for comparison in comparisons:
        parts += _change(comparison, made["changed"][language], contents, language)
    for section in sections:
        parts += _section(section, contents, language)
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
        return f"<nav><strong>{name}</strong><ul>{''.join(lines)}{end}</ul></nav>"


def _paragraphs(lines: Sequence[str]) -> list[str]:
    return [f"<p>{escape(line)}</p>" for line in lines]


def _told(table: Grid, pictures: Sequence[str], contents: Contents) -> list[str]:
    """A table under its heading, with the pictures of the same thing."""
    return [contents.heading(3, table.title), *pictures, table_html(table)]


def _section(section: Section, contents: Contents, language: str) -> list[str]:
    label = title_of(section, language)
    parts = [
        contents.heading(2, label),
        *_paragraphs(verdict(section, language)),
        f'<p class="note">{escape(notes(section, language))}</p>',
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
    moves = []
    named = ("tile", *comparison.before.catalogue.headline)
    moved = [i for i in comparison.items if i.adjusted is not None and i.item.group in named]
    moved.sort(key=lambda item: -abs(0.0 if item.adjusted is None else item.adjusted.change.value))
    rows = [
        (item.name(language), item.adjusted.change, item.adjusted.clear)
        for item in moved[:CHANGED]
        if item.adjusted is not None
    ]
    if rows:
        rows.sort(key=lambda row: -row[1].value)
        height = 0.9 + ROW * len(rows)
        moves.append(
            _picture(
                "change_items",
                label,
                lambda axes: _draw_forest(axes, rows, language),
                height,
                language,
                n=len(rows),
            )
        )
    first, *more = change_grids(comparison, language)
    parts = [
        contents.heading(2, label),
        f"<p>{escape(say('balance.changed_to', language, what=changed))}</p>",
        *_paragraphs(change_verdict(comparison, language)),
        points,
        table_html(first),
    ]
    for k, table in enumerate(more):
        parts += _told(table, moves if k else [], contents)
    return parts


# --- pictures ---------------------------------------------------------------------------------
def _picture(
    name: str,
    label: str,
    draw: Callable[[Axes], None],
    height: float,
    language: str,
    **values: object,
) -> str:
    caption = say(f"balance.picture.{name}", language, **values)
    return figure_html(svg_plot(draw, f"{caption} ({label})", WIDTH, height), caption)


def _places_picture(section: Section, label: str, language: str) -> str:
    shares = [
        (say("balance.place", language, n=n), standing.share, standing.clear)
        for n, standing in enumerate(section.places, start=1)
    ]
    middle, height = 100 / section.players, 1.0 + 0.35 * section.players
    return _picture(
        "places",
        label,
        lambda axes: _draw_forest(axes, shares, language, middle),
        height,
        language,
    )


def _spread_pictures(section: Section, label: str, language: str) -> list[str]:
    return [
        _picture(
            name,
            label,
            lambda axes, s=section.spreads[name]: _draw_histogram(axes, s),  # type: ignore[misc]
            2.4,
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
        (r.item.names[language], r.adjusted if kind == "adjusted" else r.plain) for r in found
    ]
    rows = [(name, c.share, c.clear) for name, c in pairs if c is not None]
    if len(rows) < 2:
        return []
    if group == "twin":
        kind = "twin"
    title = say(f"balance.group.{group}", language)
    height = 0.9 + ROW * len(rows)
    return [
        _picture(
            kind,
            label,
            lambda axes: _draw_forest(axes, rows, language),
            height,
            language,
            group=title,
        )
    ]


def _draw_forest(
    axes: Axes,
    rows: Sequence[tuple[str, Estimate, bool]],
    language: str,
    middle: float = 0.0,
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
    decimals(axes, language, " %")


def _draw_histogram(axes: Axes, spread: Spread) -> None:
    counts = spread.histogram
    axes.bar(range(len(counts)), counts, width=0.9, color=COLOURS[2])
    first = next((k for k, n in enumerate(counts) if n), 0)
    axes.set_xlim(first - 1, len(counts))
    axes.set_yticks([])


def _draw_both(axes: Axes, before: Spread, after: Spread, language: str) -> None:
    for spread, colour in ((before, COLOURS[1]), (after, COLOURS[0])):
        counts, total = spread.histogram, max(1, sum(spread.histogram))
        shares = [100 * n / total for n in counts]
        axes.step(range(len(shares)), shares, where="mid", color=colour, linewidth=1.5)
    axes.set_yticks([])
    decimals(axes, language)
