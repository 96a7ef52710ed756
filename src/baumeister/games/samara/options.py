"""The options of Samara: starting month (S1.4), special tiles (S7.15) and open scores (S9.1)."""

from __future__ import annotations

from datetime import date

from baumeister.games.samara.components import Components
from baumeister.games.samara.state import YEAR
from baumeister.kernel.glossary import say
from baumeister.kernel.options import YES_NO, Option, Options


def _month_name(components: Components, month: int, language: str) -> str:
    return say(f"samara.month.{month}", language)


def _month_of(today: date) -> int:
    return today.month


OPTIONS = Options(
    Option(
        "start_month",
        range(1, YEAR + 1),
        first_number=0,
        value_text=_month_name,
        today=_month_of,
        example=6,
    ),
    Option("specials", YES_NO, True, first_number=0),
    Option("open_scores", YES_NO, False),
)
