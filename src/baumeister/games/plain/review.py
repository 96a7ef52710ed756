"""Reviews: moves by their names, and the whole game as one period."""

from __future__ import annotations

from typing import Any

from baumeister.games.plain.game import PlainGame
from baumeister.games.plain.tables import text_of
from baumeister.kernel.glossary import say
from baumeister.lab.review.games import Events, ReviewedGame


def part_of(rules: PlainGame) -> dict[str, Any]:
    """The module `review` of a game."""

    def when(state: Any, language: str) -> str:
        """The question that was asked."""
        return text_of(rules.name, "phase", rules.questions[state.step].key, language)

    def period(state: Any, language: str) -> str:
        return say(f"{rules.name}.name", language)

    def deed(components: Any, state: Any, action: int, language: str) -> str:
        """What a player did, to follow the name."""
        text = rules.action_text(components, action, language)
        return say("plain.deed", language, action=text)

    def proposal(components: Any, state: Any, action: int, language: str) -> str:
        return rules.action_text(components, action, language)

    def stroke(events: Events) -> tuple[str, int | None]:
        """What a seat drew, or what came up for all."""
        seat = events[0].get("seat")
        return ("plain", None) if seat is None else ("draw", seat)

    told = frozenset(one.key for one in rules.told.values())
    return {
        "REVIEWED": ReviewedGame(
            blur=4.0,
            when=when,
            period=period,
            deed=deed,
            proposal=proposal,
            story_events=told,
            stroke=stroke,
        )
    }
