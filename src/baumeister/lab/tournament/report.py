"""The report of a tournament: one page with tables and pictures, that needs no other file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from baumeister.kernel.glossary import say
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
from baumeister.lab.tournament.results import Results, Standing
from baumeister.lab.tournament.tables import grids, notes, title_of, troubles, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, ROW = 8.0, 0.42  # inches


def report(
    finished: Sequence[Results], made: Mapping[str, Any], stopped: str, language: str
) -> str:
    """The whole page."""
    title = say("tournament.report", language, game=say(f"{made['game']}.name", language))
    parts = [f"<h1>{escape(title)}</h1>"]
    if stopped:
        text = say(f"tournament.{stopped}", language)
        parts.append(f"<p><strong>{escape(text)}</strong></p>")
    for results in finished:
        parts += _section(results, language)
    parts.append(f"<h2>{escape(say('lab.how_made', language))}</h2>")
    parts += how_made(made, "tournament.made_from", language)
    return page(title, "\n".join(parts), language)


def _section(results: Results, language: str) -> list[str]:
    tables = grids(results, language)
    explained = notes([results], language)
    return [
        f"<h2>{escape(title_of(results, language))}</h2>",
        *(table_html(table) for table in tables[:1]),
        *(f"<p>{escape(line)}</p>" for line in verdict(results, language)),
        *(f"<p>{escape(line)}</p>" for line in troubles(results.contest, language)),
        *([f'<p class="note">{escape(explained)}</p>'] if explained else []),
        *_pictures(results, language),
        *(f"<h3>{escape(table.title)}</h3>{table_html(table)}" for table in tables[1:]),
    ]


# --- pictures ---------------------------------------------------------------------------------
def _pictures(results: Results, language: str) -> list[str]:
    """Ratings, the matrix of pairs, places, points: whatever there is something to show of."""
    ranked = [standing for standing in results.standings if standing.seats]
    drawings: list[tuple[str, Callable[[Axes], None], float]] = []
    if not ranked:
        return []
    height = 1.1 + ROW * len(ranked)
    if all(standing.rating is not None for standing in ranked):
        drawings.append(("ratings", lambda axes: _draw_ratings(axes, ranked, language), height))
    drawings += [
        (
            "shares",
            lambda axes: _draw_shares(axes, ranked, results.contest.players, language),
            height,
        ),
        (
            "matrix",
            lambda axes: _draw_matrix(axes, ranked, results, language),
            1.2 + 0.6 * len(ranked),
        ),
        ("stacked", lambda axes: _draw_places(axes, ranked, language), height + 0.3),
        ("spread", lambda axes: _draw_points(axes, ranked, language), height),
    ]
    pictures = []
    for name, draw, tall in drawings:
        caption = say(f"tournament.picture.{name}", language)
        label = f"{caption} ({title_of(results, language)})"
        pictures.append(figure_html(svg_plot(draw, label, WIDTH, tall), caption))
    return pictures


def _rows(axes: Axes, ranked: Sequence[Standing]) -> range:
    """A row for each bot, the best on top."""
    rows = range(len(ranked))
    axes.set_yticks(list(rows), [standing.bot for standing in ranked])
    axes.invert_yaxis()
    axes.tick_params(axis="y", length=0)
    return rows


def _draw_ratings(axes: Axes, ranked: Sequence[Standing], language: str) -> None:
    for row, standing in zip(_rows(axes, ranked), ranked, strict=True):
        if standing.rating is not None:
            mu, error = standing.rating.mu, 2 * standing.rating.sigma
            axes.errorbar(mu, row, xerr=error, fmt="o", color=COLOURS[0], capsize=4, markersize=7)
    axes.set_ylim(len(ranked) - 0.5, -0.5)
    axes.grid(axis="x")
    axes.set_xlabel(say("tournament.column.rating", language))
    decimals(axes, language)


def _draw_shares(axes: Axes, ranked: Sequence[Standing], players: int, language: str) -> None:
    for row, standing in zip(_rows(axes, ranked), ranked, strict=True):
        if standing.share is not None:
            share = standing.share
            sides = [[100 * (share.value - share.low)], [100 * (share.high - share.value)]]
            colour = COLOURS[2]
            axes.errorbar(
                100 * share.value, row, xerr=sides, fmt="o", color=colour, capsize=4, markersize=7
            )
    axes.axvline(100 / players, color=INK, linewidth=1, linestyle=":")
    axes.set_ylim(len(ranked) - 0.5, -0.5)
    axes.grid(axis="x")
    axes.set_xlabel(say("tournament.column.win_share", language))
    decimals(axes, language, " %")


def _draw_matrix(axes: Axes, ranked: Sequence[Standing], results: Results, language: str) -> None:
    bots = [standing.bot for standing in ranked]
    for row, a in enumerate(bots):
        for column, b in enumerate(bots):
            share = None if a == b else results.pairs[a, b].share
            if share is None:
                continue
            colour = COLOURS[0] if share >= 0.5 else COLOURS[1]
            strength = min(1.0, 2 * abs(share - 0.5))
            axes.add_patch(_square(column, row, colour, 0.08 + 0.72 * strength))
            axes.text(column, row, f"{100 * share:.0f} %", ha="center", va="center", fontsize=10)
    axes.set_xlim(-0.5, len(bots) - 0.5)
    axes.set_xticks(range(len(bots)), bots, rotation=25 if len(bots) > 4 else 0)
    _rows(axes, ranked)
    axes.set_ylim(len(bots) - 0.5, -0.5)
    axes.xaxis.tick_top()
    axes.tick_params(axis="x", length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _square(column: int, row: int, colour: str, strength: float) -> Any:
    from matplotlib.patches import Rectangle

    corner = (column - 0.48, row - 0.46)
    return Rectangle(corner, 0.96, 0.92, facecolor=colour, alpha=strength, linewidth=0)


def _draw_places(axes: Axes, ranked: Sequence[Standing], language: str) -> None:
    rows = list(_rows(axes, ranked))
    left = [0.0] * len(ranked)
    players = len(ranked[0].places)
    for place in range(players):
        part = [100 * standing.places[place] / standing.seats for standing in ranked]
        label = f"{place + 1}."
        strength = 1.0 - 0.8 * place / max(1, players - 1)
        axes.barh(rows, part, left=left, label=label, color=COLOURS[4], alpha=strength, height=0.7)
        left = [before + more for before, more in zip(left, part, strict=True)]
    axes.set_xlim(0, 100)
    axes.set_ylim(len(ranked) - 0.5, -0.5)
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=8, columnspacing=1.2)
    decimals(axes, language, " %")


def _draw_points(axes: Axes, ranked: Sequence[Standing], language: str) -> None:
    line = {"color": INK, "linewidth": 1.2}
    boxes = axes.boxplot(
        [standing.points for standing in ranked],
        positions=list(_rows(axes, ranked)),
        orientation="horizontal",
        whis=(5, 95),
        widths=0.55,
        showfliers=False,
        patch_artist=True,
        manage_ticks=False,
        medianprops={**line, "linewidth": 2},
        whiskerprops={**line},
        capprops={**line},
        boxprops={**line},
    )
    for box in boxes["boxes"]:
        box.set_facecolor((*_rgb(COLOURS[5]), 0.55))
    axes.set_ylim(len(ranked) - 0.5, -0.5)
    axes.grid(axis="x")
    axes.set_xlabel(say("tournament.column.points", language))
    decimals(axes, language)


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return red, green, blue
