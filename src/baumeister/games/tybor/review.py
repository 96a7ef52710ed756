"""How a review continues a game of Tybor, and how it names moves and chance."""

from __future__ import annotations

from baumeister.games.tybor.components import Components
from baumeister.games.tybor.events import SIDES
from baumeister.games.tybor.notation import BY_BUILDING, BY_CARD, SINGLE
from baumeister.games.tybor.state import State
from baumeister.games.tybor.texts import ROMAN, action_text, building_text, character_text
from baumeister.kernel.glossary import say
from baumeister.lab.review.games import Events, ReviewedGame

STAGES = ROMAN[:4]


def stage(state: State, language: str) -> str:
    """The stage of a move."""
    return say("review.stage", language, stage=STAGES[min(state.stage, 3)])


def deed(components: Components, state: State, action: int, language: str) -> str:
    """What a player did, to follow the name: built the little Mill."""
    for word, number in SINGLE.items():
        if action == number:
            text = character_text(components, max(state.revealed, 0), language)
            return say(f"review.deed.tybor.{word}", language, card=text)
    for word, base in BY_BUILDING.items():
        if base <= action < base + 2 * len(components.buildings):
            building = building_text(components, (action - base) >> 1, language)
            key = f"review.deed.tybor.{_key(word)}_{SIDES[(action - base) & 1]}"
            return say(key, language, building=building)
    word, base = next(
        (word, base)
        for word, base in BY_CARD.items()
        if base <= action < base + len(components.characters)
    )
    text = character_text(components, action - base, language)
    return say(f"review.deed.tybor.{_key(word)}", language, card=text)


def _key(words: str) -> str:
    """`give citizen` as a key of the glossary."""
    return words.replace(" ", "_")


def proposal(components: Components, state: State, action: int, language: str) -> str:
    """What a player could do, as on a button."""
    return action_text(components, action, language)


def stroke(events: Events) -> tuple[str, int | None]:
    """T3.1 Cards are dealt to all, or a seat draws some."""
    if any(event["type"] == "deal" for event in events):
        return "deal", None
    return "draw", events[0]["seat"]


def stroke_values(events: Events) -> dict[str, object]:
    """The stage that cards were dealt for."""
    stages = [event["stage"] for event in events if event["type"] == "deal"]
    return {"stage": STAGES[stages[0] - 1]} if stages else {}


REVIEWED = ReviewedGame(
    blur=4.0,
    when=stage,
    period=stage,
    deed=deed,
    proposal=proposal,
    silent_events=frozenset({"shuffle"}),
    story_events=frozenset({"look", "deal", "display"}),
    stroke=stroke,
    stroke_values=stroke_values,
)
