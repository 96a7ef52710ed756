"""T2.2 The options of Tybor: scenario and chapter."""

from __future__ import annotations

from baumeister.games.tybor.components import CHAPTERS, SCENARIO_KEYS, SCENARIOS, Components
from baumeister.kernel.options import Option, Options


def _scenario_name(components: Components, key: str, language: str) -> str:
    name: str = getattr(components.scenarios[SCENARIO_KEYS.index(key)], language)
    return name


def _chapter_name(components: Components, number: int, language: str) -> str:
    name: str = getattr(components.chapters[number - 1], language)
    return name


# `start` takes numbers of story cards: scenarios from 0, chapters from SCENARIOS.
OPTIONS = Options(
    Option("scenario", SCENARIO_KEYS, first_number=0, value_text=_scenario_name),
    Option("chapter", range(1, CHAPTERS + 1), first_number=SCENARIOS, value_text=_chapter_name),
)
