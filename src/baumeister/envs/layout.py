"""The layout of observations: a row of small numbers, described field by field."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple


class Part(NamedTuple):
    """A field without its place in the row."""

    name: str
    size: int
    low: int
    high: int
    meaning: str
    usual: int = 0  # a large value in usual games, if `high` is far above; for `scales`
    own: bool = False  # whether only the seat itself knows it


@dataclass(frozen=True)
class Field:
    """Numbers of a row that belong together."""

    name: str
    offset: int  # of the first number
    size: int  # how many numbers
    low: int  # the least value of a number
    high: int  # the greatest
    meaning: str
    usual: int  # a large value in usual games
    own: bool  # whether only the seat itself knows it; otherwise it is public

    @property
    def end(self) -> int:
        """The offset after the last number."""
        return self.offset + self.size

    @property
    def names(self) -> list[str]:
        """A name for each number: the field's own, or `hand[0]`, `hand[1]` … if it has several."""
        return [self.name] if self.size == 1 else [f"{self.name}[{k}]" for k in range(self.size)]


@dataclass(frozen=True)
class Layout:
    """All fields of a game's observations, in the order of the row.

    Everything that depends on the layout, such as trained weights, names its version. The version
    changes whenever a field changes.
    """

    version: str
    fields: tuple[Field, ...]

    @cached_property
    def size(self) -> int:
        """How many numbers a row has."""
        return self.fields[-1].end

    @cached_property
    def _by_name(self) -> dict[str, Field]:
        return {field.name: field for field in self.fields}

    def __getitem__(self, name: str) -> Field:
        return self._by_name[name]

    def at(self, name: str) -> int:
        """Where a field begins."""
        return self._by_name[name].offset

    @cached_property
    def digest(self) -> str:
        """A short hash of all that programs depend on: names, places, bounds, meanings, scales and
        visibility."""
        lines = [
            f"{f.name} {f.offset} {f.size} {f.low} {f.high} {f.usual} {f.own} {f.meaning}"
            for f in self.fields
        ]
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]

    def names(self) -> list[str]:
        """By number of the row: its name, such as `stage[2]` or `clockwise`."""
        return [name for field in self.fields for name in field.names]

    def own(self) -> Any:
        """By number of the row: True if only the seat itself knows it."""
        import numpy as np

        return self._by_number([field.own for field in self.fields], np.bool_)

    def scales(self) -> Any:
        """By number of the row: a float32 factor that scales usual values to about -1 to 1."""
        import numpy as np

        return self._by_number([1 / field.usual for field in self.fields], np.float32)

    def lows(self) -> Any:
        """By number of the row: the least it can be."""
        import numpy as np

        return self._by_number([field.low for field in self.fields], np.int16)

    def highs(self) -> Any:
        """By number of the row: the most it can be."""
        import numpy as np

        return self._by_number([field.high for field in self.fields], np.int16)

    def _by_number(self, values: Sequence[float], dtype: Any) -> Any:
        import numpy as np

        return np.repeat(np.array(values, dtype), [field.size for field in self.fields])


def layout(version: str, parts: Iterable[Part]) -> Layout:
    """The layout of these parts in their order."""
    fields: list[Field] = []
    offset = 0
    for part in parts:
        usual = part.usual or max(abs(part.low), part.high)
        bounds = (part.low, part.high)
        fields.append(Field(part.name, offset, part.size, *bounds, part.meaning, usual, part.own))
        offset += part.size
    if len({field.name for field in fields}) != len(fields):
        raise ValueError(f"{version}: two fields have the same name")
    return Layout(version, tuple(fields))


def per_seat(seats: int, parts: Sequence[Part]) -> list[Part]:
    """The same parts for every seat: seat0 is the own one, seat1 the next clockwise, and so on."""
    return [part._replace(name=f"seat{k}.{part.name}") for k in range(seats) for part in parts]
