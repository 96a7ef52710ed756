"""Pages of the lab: tables, and matplotlib's plots as inline SVG, light or dark like the screen.

A page is one file that needs no other: no host, no script, no font.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from baumeister.kernel.glossary import say
from baumeister.lab.tables import Grid, say_number
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
PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark;
  --ink: #1d2430; --paper: #fdfcf9; --line: #d8d4ca; --dim: #68707c; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ink: #e6e3db; --paper: #16191e; --line: #363b44; --dim: #9aa1ac; }}
}}
body {{ color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif;
  max-width: 90rem; margin: 2rem auto; padding: 0 1rem; }}
p, nav, details, figure, h1, h2, h3 {{ max-width: 60rem; }}
nav ul {{ margin: .2rem 0; padding-left: 1.2rem; }}
h1, h2, h3 {{ line-height: 1.2; margin: 2rem 0 .6rem; }}
h1 {{ margin-top: 0; }}
p.note, figcaption {{ color: var(--dim); font-size: .9rem; }}
.wide {{ overflow-x: auto; background:
  linear-gradient(to right, var(--paper) 2rem, transparent) left / 4rem 100% no-repeat local,
  linear-gradient(to left, var(--paper) 2rem, transparent) right / 4rem 100% no-repeat local,
  linear-gradient(to right, var(--dim), transparent) left / 1rem 100% no-repeat scroll,
  linear-gradient(to left, var(--dim), transparent) right / 1rem 100% no-repeat scroll; }}
table {{ border-collapse: collapse; margin: .5rem 0 1rem; font-variant-numeric: tabular-nums; }}
th, td {{ padding: .3rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }}
th {{ font-weight: 600; vertical-align: bottom; }}
td {{ white-space: nowrap; }}
th.word, td.word {{ text-align: left; }}
td.remark {{ white-space: normal; min-width: 8rem; line-height: 1.25; }}
figure {{ margin: 1rem 0; }}
figure svg {{ width: 100%; min-width: 38rem; height: auto; display: block; }}
figure svg text {{ font-family: inherit !important; }}
code {{ overflow-wrap: anywhere; }}
summary {{ cursor: pointer; font-weight: 600; }}
dl {{ max-width: 60rem; display: grid; grid-template-columns: minmax(6rem, max-content) 1fr;
  gap: .3rem 1rem; }}
dt {{ font-weight: 600; max-width: 12rem; }}
dd {{ margin: 0; }}
@media (max-width: 40rem) {{ dl {{ display: block; }} dd {{ margin: 0 0 .5rem; }} }}
</style>
</head>
<body>
{body}
</body>
</html>
"""


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
    text = _with_own_ids(text, f"p{hashlib.sha256(title.encode()).hexdigest()[:8]}-")
    label = f'<svg role="img" aria-label="{escape(title, quote=True)}" '
    return text.replace("<svg ", f'{label}style="max-width: {width:.1f}in" ', 1)


def _with_own_ids(svg: str, prefix: str) -> str:
    """A picture whose ids, and what refers to them, begin so: matplotlib calls the parts of all
    pictures alike, and they share a page."""
    svg = re.sub(r'(?<= id=")', prefix, svg)
    return re.sub(r'(?<=url\(#)|(?<=href="#)', prefix, svg)


def decimals(axes: Axes, language: str, unit: str = "", y: bool = False) -> None:
    """The numbers of the x axis, or of the y axis, as the language writes them."""
    from matplotlib.ticker import FuncFormatter

    def told(value: float, _: object) -> str:
        text = f"{value:g}{unit}"
        return text.replace(".", ",") if language == "de" else text

    (axes.yaxis if y else axes.xaxis).set_major_formatter(FuncFormatter(told))


def figure_html(svg: str, caption: str) -> str:
    """A picture with what it shows; in a narrow window it is moved sideways, like a table."""
    picture = f'<div class="wide" tabindex="0">{svg}</div>'
    return f"<figure><figcaption>{escape(caption)}</figcaption>{picture}</figure>"


def page(title: str, body: str, language: str) -> str:
    """A whole page; `body` is HTML, `title` plain text."""
    return PAGE.format(title=escape(title), body=body, language=language)


def table_html(grid: Grid) -> str:
    """A table for a page; remarks may take several lines."""

    def kind(column: int) -> str:
        if not grid.is_text(column):
            return ""
        return ' class="word"' if column < grid.words else ' class="word remark"'

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(f"<{tag}{kind(k)}>{escape(cell)}</{tag}>" for k, cell in enumerate(row))

    body = "".join(f"<tr>{cells('td', row)}</tr>\n" for row in grid.rows)
    head = f"<thead><tr>{cells('th', grid.columns)}</tr></thead>"
    return f'<div class="wide" tabindex="0"><table>{head}\n<tbody>{body}</tbody></table></div>'


def how_made(made: Mapping[str, Any], made_from: str, language: str) -> list[str]:
    """Paragraphs of a page: the command, what it was made from (a glossary key), versions."""
    versions = ", ".join(f"{name} {v}" for name, v in made["made_with"].items() if v is not None)
    text = say(
        "lab.made_with",
        language,
        versions=versions,
        rules=made["rules_version"],
        data=made["data_version"],
        seconds=say_number(made["seconds"], 1, language),
    )
    return [
        f"<p><code>{escape(made['command'])}</code></p>",
        f"<p>{escape(say(made_from, language, seed=made['seed']))}</p>",
        f"<p>{escape(text)}</p>",
    ]
