"""HTML pages of the lab, by Jinja2 from templates/. A page is one file that loads nothing.

`balance` and `tournament` report in chapters of tables and pictures (`report_page`); a review has
a template of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from baumeister.kernel.glossary import say
from baumeister.lab.plots import check_plots, svg_plot
from baumeister.lab.tables import Grid, say_number
from baumeister.play import OptionError

if TYPE_CHECKING:
    from jinja2 import Environment
    from matplotlib.axes import Axes

WIDTH = 8.0  # inches of a picture


def check_pages() -> None:
    """OptionError with what to install if pages cannot be made."""
    check_plots()
    if find_spec("jinja2") is None:
        raise OptionError("lab.no_jinja2")


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(Path(__file__).with_name("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(template: str, language: str, **values: object) -> str:
    """A page from a template."""
    return _environment().get_template(template).render(language=language, **values)


# --- reports ----------------------------------------------------------------------------------
@dataclass(frozen=True)
class Picture:
    """A plot, and what it shows."""

    svg: str
    caption: str


@dataclass(frozen=True)
class Part:
    """A heading, pictures of something, and the table of the same."""

    table: Grid
    pictures: Sequence[Picture] = ()


@dataclass(frozen=True)
class Chapter:
    """A chapter of a report; it shows what it has, in this order."""

    title: str
    command: str = ""
    table: Grid | None = None
    lines: Sequence[str] = ()
    terms: Sequence[tuple[str, str]] = ()  # words, and what they mean
    see_terms: str = ""  # a link to the chapter that has terms
    note: str = ""
    pictures: Sequence[Picture] = ()
    parts: Sequence[Part] = ()


def report_page(
    title: str,
    chapters: Sequence[Chapter],
    language: str,
    warning: str = "",
    contents: str = "",
) -> str:
    """A report; with the heading `contents` it begins with a list of its chapters."""
    values = {"title": title, "chapters": chapters, "warning": warning, "contents": contents}
    return render("report.html", language, **values)


def picture(caption: str, draw: Callable[[Axes], None], height: float, label: str) -> Picture:
    """What `draw` puts on the axes; the label tells readers who do not see it which games."""
    return Picture(svg_plot(draw, f"{caption} ({label})", WIDTH, height), caption)


def how_made(made: Mapping[str, Any], made_from: str, language: str) -> Chapter:
    """The last chapter: the command, what the numbers come from (a glossary key), versions."""
    versions = ", ".join(f"{name} {v}" for name, v in made["made_with"].items() if v is not None)
    made_with = say(
        "lab.made_with",
        language,
        versions=versions,
        rules=made["rules_version"],
        data=made["data_version"],
        seconds=say_number(made["seconds"], 1, language),
    )
    return Chapter(
        say("lab.how_made", language),
        command=made["command"],
        lines=[say(made_from, language, seed=made["seed"]), made_with],
    )
