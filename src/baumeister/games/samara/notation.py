"""How players write and type actions: `tool 3,1 saw`, `build 2,4`, `with a c`, `lose saw`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from baumeister.games.samara.actions import (
    ACTIONS,
    BUILD,
    CHOOSE_WORKER,
    HOLIDAY,
    LOSE,
    NEWCOMER,
    WAIT,
    WITH,
)
from baumeister.games.samara.components import FIGURES, TOOL_KEYS, TOOLS, Components
from baumeister.games.samara.state import MAN, WOMAN
from baumeister.kernel.notation import NotationError

LETTERS = "abcde"  # a worker's slot
SEXES = ("man", "woman")
SINGLE = {
    "newcomer man": NEWCOMER + MAN,
    "newcomer woman": NEWCOMER + WOMAN,
    "holiday": HOLIDAY,
    "wait": WAIT,
    "alone": WITH,
}
EXAMPLES = ("tool 3,1 saw", "build 2,4", *SINGLE, "with a c", "lose saw", "worker b")


def letters_of(group: int) -> list[str]:
    """The letters of a group of slots."""
    return [LETTERS[slot] for slot in range(FIGURES) if (group >> slot) & 1]


def place(components: Components, space: int) -> str:
    """A space as row,column."""
    return f"{components.box.row[space]},{components.box.column[space]}"


def write(components: Components, action: int) -> str:
    """The notation of an action."""
    if not 0 <= action < ACTIONS:
        raise NotationError("error.notation.no_action", action=action, last=ACTIONS - 1)
    for words, number in SINGLE.items():
        if action == number:
            return words
    if action < BUILD:
        return f"tool {place(components, action // TOOLS)} {TOOL_KEYS[action % TOOLS]}"
    if action < NEWCOMER:
        return f"build {place(components, action - BUILD)}"
    if action < LOSE:
        return f"with {' '.join(letters_of(action - WITH))}"
    if action < CHOOSE_WORKER:
        return f"lose {TOOL_KEYS[action - LOSE]}"
    return f"worker {LETTERS[action - CHOOSE_WORKER]}"


def read(components: Components, text: str) -> int:
    """The action of a notation; NotationError says what was wrong and what would be right."""
    words = text.lower().replace(", ", ",").split()
    plain = " ".join(words)
    if plain in SINGLE:
        return SINGLE[plain]
    verb, rest = (words[0], words[1:]) if words else ("", [])
    if verb == "tool" and len(rest) == 2:
        return TOOLS * _read_space(components, rest[0]) + _read_tool(rest[1])
    if verb == "build" and len(rest) == 1:
        return BUILD + _read_space(components, rest[0])
    if verb == "lose" and len(rest) == 1:
        return LOSE + _read_tool(rest[0])
    if verb == "worker" and len(rest) == 1:
        return CHOOSE_WORKER + _read_slot(rest[0])
    if verb == "with" and rest:
        slots = [_read_slot(letter) for letter in rest]
        if len(set(slots)) == len(slots):
            return WITH + sum(1 << slot for slot in slots)
    raise NotationError("error.samara.no_move", text=text, moves=", ".join(EXAMPLES))


def _read_space(components: Components, text: str) -> int:
    row, comma, column = text.partition(",")
    numbers = [int(part) for part in (row, column) if part.isdecimal() and len(part) == 1]
    space = components.space(*numbers) if comma and len(numbers) == 2 else None
    if space is None:
        raise NotationError("error.samara.no_space", text=text)
    return space


def _read_tool(text: str) -> int:
    if text not in TOOL_KEYS:
        raise NotationError("error.samara.no_tool", text=text, names=", ".join(TOOL_KEYS))
    return TOOL_KEYS.index(text)


def _read_slot(text: str) -> int:
    if len(text) != 1 or text not in LETTERS:
        raise NotationError("error.samara.no_worker", text=text)
    return LETTERS.index(text)


def chance_lines(event: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """What chance brought and what follows from decisions, as lines of a text record."""
    kind = event["type"]
    if kind == "setup":
        return _setup_lines(event, names)
    if kind == "turn":
        return ["; ".join(f"{move['worker']} to month {move['to']}" for move in event["moves"])]
    if kind == "slide":
        return [f"NOW is month {event['now']}"]
    if kind not in ("train", "lose_tool", "lose_figure", "lose_worker", "imprison"):
        return []
    name = names[event["seat"]]
    if kind == "lose_tool":
        return [f"{name} loses {event['tool']} to {event['row']},{event['column']}"]
    if kind == "imprison":
        return [f"{name}: {event['worker']} to month {event['to']}"]
    if kind == "train":
        return [f"{name}: {event['worker']} gains a {event['sex']}"]
    if kind == "lose_figure":
        return [f"{name}: {event['worker']} loses a {event['sex']}"]
    return [f"{name}: {event['worker']} is gone"]


def _setup_lines(event: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    lines = [f"start order: {' | '.join(names[seat] for seat in event['order'])}"]
    for space in event["spaces"]:
        tools = "".join(f" {tool}" for tool in space["tools"])
        lines.append(f"{space['row']},{space['column']} {space['tile']}{tools}")
    lines.append(f"unused: {' '.join(event['unused'])}")
    return lines
