"""Matplotlib's plots as inline SVG, light or dark like the screen."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Sequence
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from baumeister.play import OptionError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

INK = "#123457"  # stands for the colour of the text around the picture
COLOURS = (
    "#3b82c4",
    "#e08a1e",
    "#3aa36b",
    "#c85a9b",
    "#8a6fd1",
    "#b0902a",
    "#2aa5b5",
    "#d0584f",
)  # readable on white and on black
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "font.size": 10.0,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "legend.frameon": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": INK,
    "grid.alpha": 0.15,
}


def check_plots() -> None:
    """OptionError with what to install if there is no matplotlib."""
    if find_spec("matplotlib") is None:
        raise OptionError("lab.no_matplotlib")


def svg_plot(draw: Callable[[Axes], None], title: str, width: float, height: float) -> str:
    """What `draw` puts on the axes, as SVG to be placed inside a page; sizes in inches."""
    import matplotlib
    from matplotlib.figure import Figure

    with matplotlib.rc_context({**STYLE, "svg.hashsalt": title}):
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure.add_subplot())
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None})
    text = out.getvalue()
    text = text[text.index("<svg") :].replace(INK, "currentColor")
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r' (width|height)="[\d.]+pt"', "", text, count=2)
    size = f"{title} {width} {height}"
    text = _with_own_ids(text, f"p{hashlib.sha256(size.encode()).hexdigest()[:8]}-")
    label = f'<svg role="img" aria-label="{escape(title, quote=True)}" '
    return text.replace("<svg ", f'{label}style="max-width: {width:.1f}in" ', 1)


def _with_own_ids(svg: str, prefix: str) -> str:
    """Give all ids, and what refers to them, a prefix: matplotlib uses the same ids in every
    picture, and several share a page. Links to other parts of the page stay."""
    ids = "|".join(map(re.escape, set(re.findall(r' id="([^"]+)"', svg))))
    return re.sub(rf'( id="|url\(#|href="#)({ids})(?=["\)])', rf"\g<1>{prefix}\g<2>", svg)


def decimals(axes: Axes, language: str, unit: str = "", y: bool = False) -> None:
    """The numbers of the x axis, or of the y axis, as the language writes them."""
    from matplotlib.ticker import FuncFormatter

    def told(value: float, _: object) -> str:
        text = f"{value:g}{unit}"
        return text.replace(".", ",") if language == "de" else text

    (axes.yaxis if y else axes.xaxis).set_major_formatter(FuncFormatter(told))


class Interval(NamedTuple):
    """A row of a picture: a value between its ends."""

    name: str
    value: float
    low: float
    high: float
    colour: str
    is_filled: bool = True


def draw_intervals(axes: Axes, rows: Sequence[Interval], axis: str) -> None:
    """Values with their intervals, one below the other."""
    for row, (_, value, low, high, colour, is_filled) in enumerate(rows):
        axes.errorbar(
            value,
            row,
            xerr=[[value - low], [high - value]],
            fmt="o",
            color=colour,
            markerfacecolor=colour if is_filled else "none",
            capsize=2,
            markersize=5,
            linewidth=1,
        )
    name_rows(axes, [row.name for row in rows])
    axes.grid(axis="x")
    axes.set_xlabel(axis)


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Rows with these names, the first on top."""
    axes.set_yticks(list(range(len(names))), names)
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(len(names) - 0.5, -0.5)
