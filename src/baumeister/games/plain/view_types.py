"""The keys of views, from the declaration of the state."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from baumeister.games.plain.game import PlainGame, shown_fields
from baumeister.kernel.struct import Array, Kind, Many


def part_of(rules: PlainGame) -> dict[str, Any]:
    """The module `view_types` of a game."""
    title, state = rules.name.capitalize(), rules.core.state
    per_seat, _ = state.FIELDS["players"]
    assert isinstance(per_seat, Many)
    player = per_seat.kind.FIELDS
    shown = shown_fields(rules.public_fields_of_seats())
    seat = {"name": str, **{field: _type(player[field][0]) for field in shown}}
    steps = (*(question.key for question in rules.questions.values()), "over")
    keys = {
        "game": Literal[rules.name],
        "options": rules.options.view_type(title),
        "phase": Literal[steps],
        "waiting_for": list[int],
        **{field: _type(state.FIELDS[field][0]) for field in shown_fields(rules.public_fields())},
        "seats": list[_dict(f"{title}Seat", "What everybody sees of a player.", seat)],  # type: ignore[misc]
        "seat": int | None,
        **{field: _type(player[field][0]) | None for field in rules.own_fields()},
        "legal": list[int],
    }
    return {"VIEW": _dict(f"{title}View", f"{title} as a role sees it.", keys)}


def _type(kind: Kind) -> Any:
    """The type of the values of a field in JSON."""
    if not isinstance(kind, Array):
        return int
    return list[int] if len(kind.sizes) == 1 else list[list[int]]


def _dict(name: str, meaning: str, keys: dict[str, Any]) -> Any:
    made: Any = TypedDict(name, keys)  # type: ignore[misc]  # made at run time
    made.__doc__ = meaning
    return made
