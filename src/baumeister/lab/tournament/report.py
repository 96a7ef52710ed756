"""The report of a tournament: one page with tables and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from baumeister.kernel.glossary import say
from baumeister.lab.pages import Chapter, Part, Picture, how_made, picture, report_page
from baumeister.lab.plots import COLOURS, INK, Interval, decimals, draw_intervals, name_rows
from baumeister.lab.tournament.results import Results, Standing
from baumeister.lab.tournament.tables import grids, notes, title_of, troubles, verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ROW = 0.42  # inches


def report(
    finished: Sequence[Results], made: Mapping[str, Any], stopped: str, language: str
) -> str:
    """The whole page."""
    title = say("tournament.report", language, game=say(f"{made['game']}.name", language))
    chapters = [_chapter(results, language) for results in finished]
    chapters.append(how_made(made, "tournament.made_from", language))
    warning = say(f"tournament.{stopped}", language) if stopped else ""
    return report_page(title, chapters, language, warning)


def _chapter(results: Results, language: str) -> Chapter:
    tables = grids(results, language)
    return Chapter(
        title_of(results, language),
        table=tables[0] if tables else None,
        lines=[*verdict(results, language), *troubles(results.contest, language)],
        note=notes([results], language),
        pictures=_pictures(results, language),
        parts=[Part(table) for table in tables[1:]],
    )


# --- pictures ---------------------------------------------------------------------------------
def _pictures(results: Results, language: str) -> list[Picture]:
    """Ratings, shares of the win, the matrix of pairs, places, points: what is known."""
    ranked = [standing for standing in results.standings if standing.seats]
    if not ranked:
        return []
    players, height = results.contest.players, 1.1 + ROW * len(ranked)
    drawings: dict[str, tuple[Callable[[Axes], None], float]] = {
        "ratings": (lambda axes: _draw_ratings(axes, ranked, language), height),
        "shares": (lambda axes: _draw_shares(axes, ranked, players, language), height),
        "matrix": (lambda axes: _draw_matrix(axes, ranked, results), 1.2 + 0.6 * len(ranked)),
        "stacked": (lambda axes: _draw_places(axes, ranked, language), height + 0.3),
        "spread": (lambda axes: _draw_points(axes, ranked, language), height),
    }
    if any(standing.rating is None for standing in ranked):
        del drawings["ratings"]
    label = title_of(results, language)
    return [
        picture(say(f"tournament.picture.{name}", language), draw, tall, label)
        for name, (draw, tall) in drawings.items()
    ]


def _names(ranked: Sequence[Standing]) -> list[str]:
    return [standing.bot for standing in ranked]


def _draw_ratings(axes: Axes, ranked: Sequence[Standing], language: str) -> None:
    rated = [(standing.bot, standing.rating) for standing in ranked if standing.rating is not None]
    rows = [
        Interval(bot, r.mu, r.mu - 2 * r.sigma, r.mu + 2 * r.sigma, COLOURS[0]) for bot, r in rated
    ]
    draw_intervals(axes, rows, say("tournament.column.rating", language))
    decimals(axes, language)


def _draw_shares(axes: Axes, ranked: Sequence[Standing], players: int, language: str) -> None:
    rows = [
        Interval(standing.bot, 100 * s.value, 100 * s.low, 100 * s.high, COLOURS[2])
        for standing in ranked
        if (s := standing.share) is not None
    ]
    draw_intervals(axes, rows, say("tournament.column.win_share", language))
    axes.axvline(100 / players, color=INK, linewidth=1, linestyle=":")
    decimals(axes, language, " %")


def _draw_matrix(axes: Axes, ranked: Sequence[Standing], results: Results) -> None:
    bots = _names(ranked)
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
    name_rows(axes, bots)
    axes.xaxis.tick_top()
    axes.tick_params(axis="x", length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _square(column: int, row: int, colour: str, strength: float) -> Any:
    from matplotlib.patches import Rectangle

    corner = (column - 0.48, row - 0.46)
    return Rectangle(corner, 0.96, 0.92, facecolor=colour, alpha=strength, linewidth=0)


def _draw_places(axes: Axes, ranked: Sequence[Standing], language: str) -> None:
    rows = list(range(len(ranked)))
    left = [0.0] * len(ranked)
    players = len(ranked[0].places)
    for place in range(players):
        part = [100 * standing.places[place] / standing.seats for standing in ranked]
        label = f"{place + 1}."
        strength = 1.0 - 0.8 * place / max(1, players - 1)
        axes.barh(rows, part, left=left, label=label, color=COLOURS[4], alpha=strength, height=0.7)
        left = [before + more for before, more in zip(left, part, strict=True)]
    axes.set_xlim(0, 100)
    name_rows(axes, _names(ranked))
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=8, columnspacing=1.2)
    decimals(axes, language, " %")


def _draw_points(axes: Axes, ranked: Sequence[Standing], language: str) -> None:
    line = {"color": INK, "linewidth": 1.2}
    boxes = axes.boxplot(
        [standing.points for standing in ranked],
        positions=range(len(ranked)),
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
        box.set_facecolor((COLOURS[5], 0.55))
    name_rows(axes, _names(ranked))
    axes.grid(axis="x")
    axes.set_xlabel(say("tournament.column.points", language))
    decimals(axes, language)
