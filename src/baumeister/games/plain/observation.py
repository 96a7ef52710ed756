"""Observations from the declaration of the state: every public field, and the seat's own.

They hold numbers of at most 16 bits. A game with wider fields, such as card sets, brings a module
`observation` of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from baumeister.envs.layout import Layout, Part, layout, per_seat
from baumeister.kernel.game import GameRules
from baumeister.kernel.rule import rule
from baumeister.kernel.struct import (
    OWN,
    PUBLIC,
    Array,
    Hidden,
    Int,
    Kind,
    Many,
    Struct,
    StructError,
    Visibility,
    i8,
    struct,
)

Shape = tuple[int, ...]


@struct
class NoMemory(Struct):
    """These observations are written anew each time."""

    unused: Hidden[i8]


@rule
def forget(memory: Any) -> None:
    """Nothing is remembered."""


def part_of(rules: GameRules) -> dict[str, Any]:
    """The module `observation` of a game."""
    found, observe = _layout_of(rules), _observe_of(rules)

    @rule
    def observe_again(box: Any, state: Any, seat: int, memory: Any, out: Any) -> None:
        """`observe` reads no field that the seat may not see, so the whole state will do."""
        observe(box, state, seat, out)

    return {
        "LAYOUT": found,
        "observe": observe,
        "observe_again": observe_again,
        "forget": forget,
        "Memory": NoMemory,
    }


def _shapes(
    rules: GameRules, kind: type[Struct], who: Visibility
) -> Iterator[tuple[str, Shape, int]]:
    """Name, shape and bits of the visible fields, besides those that every state has."""
    sizes = rules.core.layout(rules.most_players)
    for name, (field, visibility) in kind.FIELDS.items():
        if visibility == who and name not in ("n_players", "step", "actor"):
            yield name, _shape(name, field, sizes), field.bits  # type: ignore[union-attr]


def _shape(name: str, field: Kind, sizes: dict[str, int]) -> Shape:
    if not isinstance(field, Int | Array) or field.bits > 16:
        raise StructError(f"{name}: an observation has int16 numbers; bring an observation module")
    named = field.sizes if isinstance(field, Array) else ()
    return tuple(sizes[size] if isinstance(size, str) else size for size in named)


def _player_of(rules: GameRules) -> type[Struct]:
    kind, _ = rules.core.state.FIELDS["players"]
    assert isinstance(kind, Many)
    return kind.kind


def _layout_of(rules: GameRules) -> Layout:
    state, player = rules.core.state, _player_of(rules)
    parts = [
        Part("n_players", 1, 0, rules.most_players, "how many play"),
        Part("step", 1, 0, 127, "what is asked"),
        Part(
            "actor", 1, 0, rules.most_players - 1, "whose turn it is, from the own seat clockwise"
        ),
        *_parts(rules, state, PUBLIC, "of the table"),
        *(part._replace(own=True) for part in _parts(rules, player, OWN, "of the own seat")),
        *per_seat(
            rules.most_players,
            [
                Part("present", 1, 0, 1, "whether somebody sits there"),
                *_parts(rules, player, PUBLIC, "of the seat"),
            ],
        ),
    ]
    return layout(f"{rules.name}-{layout(rules.name, parts).digest}", parts)


def _parts(rules: GameRules, kind: type[Struct], who: Visibility, whose: str) -> Iterator[Part]:
    for name, shape, bits in _shapes(rules, kind, who):
        most = 1 << (bits - 1)
        yield Part(name, _size(shape), -most, most - 1, f"{name} {whose}", usual=min(most, 16))


def _size(shape: Shape) -> int:
    size = 1
    for one in shape:
        size *= one
    return size


def _observe_of(rules: GameRules) -> Callable[..., None]:
    """A rule `observe(box, view, seat, out)`, written from the declaration of the state."""
    player, seats = _player_of(rules), rules.most_players
    lines = [
        "def observe(box, view, seat, out):",
        '    """Write all that the seat knows."""',
        "    players = view.n_players",
        "    out[0] = players",
        "    out[1] = view.step",
        "    out[2] = (view.actor - seat + players) % players",
    ]
    at = 3
    for name, shape, _ in _shapes(rules, rules.core.state, PUBLIC):
        lines += _written(f"view.{name}", shape, f"{at}", 4)
        at += _size(shape)
    lines.append("    own = view.players[seat]")
    for name, shape, _ in _shapes(rules, player, OWN):
        lines += _written(f"own.{name}", shape, f"{at}", 4)
        at += _size(shape)
    public = list(_shapes(rules, player, PUBLIC))
    step = 1 + sum(_size(shape) for _, shape, _ in public)
    lines += [
        f"    for k in range({seats}):",
        f"        start = {at} + {step} * k",
        "        if k >= players:",
        f"            for i in range({step}):",
        "                out[start + i] = 0",
        "        else:",
        "            out[start] = 1",
        "            item = view.players[(seat + k) % players]",
    ]
    inside = 1
    for name, shape, _ in public:
        lines += _written(f"item.{name}", shape, f"start + {inside}", 12)
        inside += _size(shape)
    names: dict[str, Any] = {"__name__": rules.core.state.__module__}
    exec("\n".join(lines), names)
    observe: Callable[..., None] = rule(names["observe"])
    return observe


def _written(value: str, shape: Shape, at: str, indent: int) -> list[str]:
    """The lines that write a field: a number, a row, or a table row by row."""
    space = " " * indent
    if not shape:
        return [f"{space}out[{at}] = {value}"]
    if len(shape) == 1:
        loop = f"{space}for i in range({shape[0]}):"
        return [loop, f"{space}    out[{at} + i] = {value}[i]"]
    return [
        f"{space}for i in range({shape[0]}):",
        f"{space}    for j in range({shape[1]}):",
        f"{space}        out[{at} + {shape[1]} * i + j] = {value}[i][j]",
    ]
