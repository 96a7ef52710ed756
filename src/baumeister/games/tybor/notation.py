"""How players write and type actions: `choose Fa4G`, `build Mill great`, `pay So3GB`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from baumeister.games.tybor.actions import (
    ACTIONS,
    BUILD,
    CHOOSE_CARD,
    CITIZEN,
    DECLINE,
    DROP_CARD,
    GIVE_BUILDING,
    GIVE_CITIZEN,
    GIVE_WORKER,
    KEEP_CARD,
    PAY_WITH,
    WORKER,
)
from baumeister.games.tybor.components import CHARACTERS, Components
from baumeister.games.tybor.events import SIDES
from baumeister.kernel.errors import Message
from baumeister.kernel.notation import NotationError

BY_CARD = {
    "choose": CHOOSE_CARD,
    "pay": PAY_WITH,
    "keep": KEEP_CARD,
    "drop": DROP_CARD,
    "give citizen": GIVE_CITIZEN,
    "give worker": GIVE_WORKER,
}
BY_BUILDING = {"build": BUILD, "give building": GIVE_BUILDING}
SINGLE = {"citizen": CITIZEN, "worker": WORKER, "decline": DECLINE}


def write(components: Components, action: int) -> str:
    """The notation of an action."""
    if not 0 <= action < ACTIONS:
        raise NotationError("error.notation.no_action", action=action, last=ACTIONS - 1)
    for word, number in SINGLE.items():
        if action == number:
            return word
    for word, base in BY_BUILDING.items():
        if base <= action < base + 2 * len(components.buildings):
            building = components.buildings[(action - base) >> 1]
            return f"{word} {building.code} {SIDES[(action - base) & 1]}"
    for word, base in BY_CARD.items():
        if base <= action < base + CHARACTERS:
            return f"{word} {components.characters[action - base].code}"
    raise AssertionError(f"action {action} is in no range")


def read(components: Components, text: str) -> int:
    """The action of a notation; NotationError says what was wrong and what would be right."""
    words = text.split()
    plain = " ".join(words).lower()
    if plain in SINGLE:
        return SINGLE[plain]
    for verb, base in BY_BUILDING.items():
        if plain.startswith(verb + " ") and len(words) >= len(verb.split()) + 1:
            return base + _read_building(components, words[len(verb.split()) :])
    for verb, base in BY_CARD.items():
        if plain.startswith(verb + " "):
            return base + _read_character(components, words[len(verb.split()) :])
    verbs = [*SINGLE, *BY_BUILDING, *BY_CARD]
    raise NotationError("error.tybor.no_move", text=text, verbs=", ".join(verbs))


def _read_character(components: Components, words: list[str]) -> int:
    codes = [character.code for character in components.characters]
    return _find("".join(words), codes, "character")


def _read_building(components: Components, words: list[str]) -> int:
    side = words[-1].lower()
    if side not in SIDES or len(words) == 1:
        raise NotationError("error.tybor.which_side", text=" ".join(words))
    codes = [building.code for building in components.buildings]
    building = _find("".join(words[:-1]), codes, "building")
    return 2 * building + SIDES.index(side)


def _find(text: str, codes: list[str], what: str) -> int:
    lowered = [code.lower() for code in codes]
    if text.lower() in lowered:
        return lowered.index(text.lower())
    close = get_close_matches(text.lower(), lowered, n=3)
    names = ", ".join(codes[lowered.index(code)] for code in close)
    hint = Message("error.notation.did_you_mean", names=names) if close else ""
    raise NotationError(f"error.tybor.no_{what}", text=text, hint=hint)


def chance_lines(event: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """What chance brought and what follows from it, as lines of a text record."""
    kind = event["type"]
    if kind == "setup":
        lines = [f"first player {names[event['first_player']]}"]
        for name, colours in zip(names, event["secret_objectives"], strict=True):
            lines.append(f"secret objective of {name}: {' '.join(colours)}")
        return lines
    if kind == "shuffle":
        return [f"shuffle {event['pile']}: {' '.join(event['order'])}"]
    if kind == "deal":
        deals = [
            f"deal {name}: {' '.join(hand)}"
            for name, hand in zip(names, event["hands"], strict=True)
        ]
        return [f"stage {event['stage']}", *deals]
    if kind == "display":
        lines = [f"display: {' '.join(event['drawn'])}"]
        return lines + ([f"missing colours: {' '.join(event['added'])}"] if event["added"] else [])
    if kind == "look":
        return [f"{names[event['seat']]} draws {event['card']}"]
    if kind == "pass":
        return [f"pass {event['direction']}, first player {names[event['first_player']]}"]
    return []
