"""Declare a game's state once; plain objects, numpy records, views and JSON follow from it.

    @struct
    class Player(Struct):
        hand: Own[CardSet]            # this seat alone sees it
        workers: Public[CardSet]      # everybody sees it

    @struct
    class State(Struct):
        stage: Public[i8]
        pile: Hidden[Annotated[list[int], Array(8, "characters")]]
        players: PerSeat[Annotated[list[Player], Many(Player, "seats")]]

    state = State(characters=59, seats=3, copies=1)     # plain ints and lists, all zero
    State.dtype(characters=59, seats=3, copies=1)       # the same fields as a numpy record

Every field declares who may see it, and `hide_from` blanks what a seat may not see. A field without
a visibility is an error at import, and so is a visibility that means nothing where the struct is
used: a new secret cannot be forgotten.
"""

from __future__ import annotations

import struct as binary
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Annotated, Any, ClassVar, Self, TypeVar, get_type_hints

from baumeister.kernel.rule import rule

T = TypeVar("T")
INTEGERS = {1: "b", 2: "h", 4: "i", 8: "q"}  # formats of Python's `struct`, by number of bytes


@dataclass(frozen=True)
class Visibility:
    """Who may see a field."""

    who: str


PUBLIC = Visibility("Public")
OWN = Visibility("Own")
HIDDEN = Visibility("Hidden")
PER_SEAT = Visibility("PerSeat")
AS_HOLDER = Visibility("AsHolder")

Public = Annotated[T, PUBLIC]  # everybody, spectators too
Own = Annotated[T, OWN]  # only the seat whose struct it is in
Hidden = Annotated[T, HIDDEN]  # no seat; only the table knows it
PerSeat = Annotated[T, PER_SEAT]  # one struct per seat, whose fields have visibilities of their own
AsHolder = Annotated[T, AS_HOLDER]  # in a struct that is a value: as visible as what holds it


@dataclass(frozen=True)
class Int:
    """A signed integer of so many bits. Signed only: numba's unsigned arithmetic surprises."""

    bits: int


@dataclass(frozen=True)
class Array:
    """A fixed-size array of integers, or a table of them with two sizes; a size may be a name that
    the layout fills in."""

    bits: int
    sizes: tuple[int | str, ...]

    def __init__(self, bits: int, *sizes: int | str) -> None:
        if not 1 <= len(sizes) <= 2:
            raise StructError(f"Array({bits}, {sizes}): an array has one or two sizes")
        object.__setattr__(self, "bits", bits)
        object.__setattr__(self, "sizes", sizes)


@dataclass(frozen=True)
class One:
    """A struct that is a value of its holder, such as a set of cards."""

    kind: type[Struct]


@dataclass(frozen=True)
class Many:
    """A fixed-size array of structs."""

    kind: type[Struct]
    size: int | str


i8 = Annotated[int, Int(8)]
i16 = Annotated[int, Int(16)]
i64 = Annotated[int, Int(64)]

Kind = Int | Array | One | Many


class StructError(TypeError):
    """A struct is declared wrongly, or values do not fit it."""


class Struct:
    """Base of all declared structs. `@struct` fills in the rest."""

    __slots__ = ()
    FIELDS: ClassVar[dict[str, tuple[Kind, Visibility]]] = {}
    SIZES: ClassVar[tuple[str, ...]] = ()
    _dtypes: ClassVar[dict[tuple[int, ...], Any]]
    _packers: ClassVar[dict[Any, binary.Struct]]

    def __init__(self, **sizes: int) -> None:
        raise StructError(f"{type(self).__name__} lacks @struct")

    def copy(self) -> Self:
        """An independent copy."""
        raise StructError(f"{type(self).__name__} lacks @struct")

    def key(self) -> tuple[Any, ...]:
        """All values as one tuple: equal states have equal keys."""
        raise StructError(f"{type(self).__name__} lacks @struct")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.key() == self.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.FIELDS)
        return f"{type(self).__name__}({values})"

    # --- JSON -----------------------------------------------------------------------------
    def to_json(self) -> dict[str, Any]:
        """All values as JSON-ready data."""
        result: dict[str, Any] = {}
        for name, (kind, _) in self.FIELDS.items():
            value = getattr(self, name)
            if isinstance(kind, Many):
                value = [item.to_json() for item in value]
            elif isinstance(kind, One):
                value = value.to_json()
            result[name] = value
        return result

    @classmethod
    def from_json(cls, data: Mapping[str, Any], **sizes: int) -> Self:
        """The struct with these values; StructError names the field that does not fit."""
        new = cls(**sizes)
        if not isinstance(data, Mapping):
            raise StructError(f"{cls.__name__}: a table of fields is needed")
        if set(data) != set(cls.FIELDS):
            odd = sorted(set(data) ^ set(cls.FIELDS))
            raise StructError(f"{cls.__name__}: missing or unknown fields {', '.join(odd)}")
        for name, (kind, _) in cls.FIELDS.items():
            where = f"{cls.__name__}.{name}"
            if isinstance(kind, Many):
                old = getattr(new, name)
                _check_list(where, data[name], len(old))
                inner = {size: sizes[size] for size in kind.kind.SIZES}
                setattr(new, name, [kind.kind.from_json(item, **inner) for item in data[name]])
            elif isinstance(kind, One):
                setattr(new, name, kind.kind.from_json(data[name]))
            else:
                shape = () if isinstance(kind, Int) else _shape(kind.sizes, sizes)
                setattr(new, name, _checked_ints(where, data[name], shape, kind.bits))
        return new

    # --- numpy records --------------------------------------------------------------------
    @classmethod
    def dtype(cls, **sizes: int) -> Any:
        """The numpy record type. One object per layout, because numba knows it by identity."""
        key = tuple(sizes[name] for name in cls.SIZES)
        if key not in cls._dtypes:
            import numpy as np

            spec: list[Any] = []
            for name, (kind, _) in cls.FIELDS.items():
                if isinstance(kind, Many):
                    inner = kind.kind.dtype(**{size: sizes[size] for size in kind.kind.SIZES})
                    spec.append((name, inner, _shape((kind.size,), sizes)))
                elif isinstance(kind, One):
                    spec.append((name, kind.kind.dtype()))
                elif isinstance(kind, Array):
                    spec.append((name, f"int{kind.bits}", _shape(kind.sizes, sizes)))
                else:
                    spec.append((name, f"int{kind.bits}"))
            cls._dtypes[key] = np.dtype(spec, align=True)
        return cls._dtypes[key]

    def numbers(self) -> list[int]:
        """All values, in the order of a record and without its structure."""
        raise StructError(f"{type(self).__name__} lacks @struct")

    def to_array(self, **sizes: int) -> Any:
        """A numpy array of one record with these values; OverflowError if one does not fit its
        field, StructError if the struct has other sizes."""
        import numpy as np

        dtype = self.dtype(**sizes)
        packer = self._packers.get(dtype)
        if packer is None:
            packer = self._packers[dtype] = binary.Struct("=" + _format(dtype))
        array, numbers = np.empty(dtype.itemsize, np.uint8), self.numbers()
        name = type(self).__name__
        try:
            packer.pack_into(array.data, 0, *numbers)
        except binary.error as error:
            if len(numbers) != len(packer.unpack(bytes(packer.size))):
                raise StructError(f"{name} does not have the sizes {sizes}") from None
            raise OverflowError(f"{name}: {error}") from error
        return array.view(dtype)

    @classmethod
    def from_record(cls, record: Any, **sizes: int) -> Self:
        """A plain object with the values of a numpy record."""
        new = cls(**sizes)
        for name, (kind, _) in cls.FIELDS.items():
            if isinstance(kind, Many):
                inner = {size: sizes[size] for size in kind.kind.SIZES}
                items = [kind.kind.from_record(item, **inner) for item in record[name]]
                setattr(new, name, items)
            elif isinstance(kind, One):
                setattr(new, name, kind.kind.from_record(record[name]))
            else:
                setattr(new, name, record[name].tolist())
        return new


def _format(dtype: Any) -> str:
    """The format of a record for Python's `struct`, padding included."""
    if dtype.subdtype is not None:
        item, shape = dtype.subdtype
        return "".join([_format(item)] * prod(shape))
    if dtype.names is None:
        return INTEGERS[dtype.itemsize]
    written, end = [], 0
    for name in dtype.names:
        inner, begin = dtype.fields[name][:2]
        written += ["x"] * (begin - end) + [_format(inner)]
        end = begin + inner.itemsize
    return "".join([*written, *["x"] * (dtype.itemsize - end)])


def _shape(sizes: tuple[int | str, ...], given: Mapping[str, int]) -> tuple[int, ...]:
    return tuple(given[size] if isinstance(size, str) else size for size in sizes)


def _check_list(where: str, value: object, length: int) -> None:
    if not isinstance(value, list) or len(value) != length:
        raise StructError(f"{where}: a list of {length} is needed")


def _checked_ints(where: str, value: Any, shape: tuple[int, ...], bits: int) -> Any:
    if not shape:
        low, high = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
        if type(value) is not int or not low <= value <= high:
            raise StructError(
                f"{where}: a whole number from {low} to {high} is needed, not {value!r}"
            )
        return value
    _check_list(where, value, shape[0])
    return [_checked_ints(where, item, shape[1:], bits) for item in value]


S = TypeVar("S", bound=Struct)


def struct(cls: type[S]) -> type[S]:
    """Turn an annotated class into a struct; every field must name its visibility."""
    fields = _fields(cls)
    sizes: dict[str, None] = {}
    for name, (kind, _) in fields.items():
        named: tuple[int | str, ...] = ()
        if isinstance(kind, Many):
            named = (*kind.kind.SIZES, kind.size)
            _check_visibility(f"{cls.__name__}.{name}", kind.kind, (PUBLIC, OWN, HIDDEN))
        elif isinstance(kind, One):
            if kind.kind.SIZES:
                raise StructError(
                    f"{cls.__name__}: {kind.kind.__name__} cannot be a value, it has sizes"
                )
            _check_visibility(f"{cls.__name__}.{name}", kind.kind, (AS_HOLDER,))
        elif isinstance(kind, Array):
            named = kind.sizes
        sizes.update(dict.fromkeys(size for size in named if isinstance(size, str)))
    body: dict[str, Any] = {
        "__slots__": tuple(fields),
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__hash__": Struct.__hash__,
        "FIELDS": fields,
        "SIZES": tuple(sizes),
        "_dtypes": {},
        "_packers": {},
    }
    body.update(_methods(fields, tuple(sizes)))
    return type(cls.__name__, cls.__bases__, body)


def _fields(cls: type[Struct]) -> dict[str, tuple[Kind, Visibility]]:
    hints = get_type_hints(cls, include_extras=True)
    fields: dict[str, tuple[Kind, Visibility]] = {}
    for name in cls.__annotations__:
        notes = getattr(hints[name], "__metadata__", ())
        kinds = [note for note in notes if isinstance(note, Int | Array | One | Many)]
        seen_by = [note for note in notes if isinstance(note, Visibility)]
        where = f"{cls.__name__}.{name}"
        if len(seen_by) != 1:
            raise StructError(f"{where}: say who sees it: Public, Own, Hidden, PerSeat or AsHolder")
        if len(kinds) != 1:
            raise StructError(f"{where}: needs a size such as i8, an Array or Many")
        if isinstance(kinds[0], Many) != (seen_by[0] == PER_SEAT):
            raise StructError(f"{where}: PerSeat is for arrays of structs, and they need it")
        fields[name] = (kinds[0], seen_by[0])
    return fields


def _check_visibility(place: str, kind: type[Struct], allowed: tuple[Visibility, ...]) -> None:
    """StructError if a field has a visibility that `hide_from` cannot apply in this place."""
    for name, (_, visibility) in kind.FIELDS.items():
        if visibility not in allowed:
            names = ", ".join(one.who for one in allowed)
            field = f"{kind.__name__}.{name}"
            raise StructError(f"{field} is {visibility.who}; in {place} it can be: {names}")


def _methods(
    fields: Mapping[str, tuple[Kind, Visibility]], sizes: tuple[str, ...]
) -> dict[str, Callable[..., Any]]:
    """`__init__`, `copy`, `key` and `numbers`, generated field by field because they run often."""
    names: dict[str, Any] = {"new_object": object.__new__}
    init, copy, key, numbers = [], [], [], []
    for name, (kind, _) in fields.items():
        if isinstance(kind, Int):
            init.append(f"self.{name} = 0")
            copy.append(f"new.{name} = self.{name}")
            key.append(f"self.{name}")
            numbers.append(f"self.{name}")
        elif isinstance(kind, One):
            inner = kind.kind.__name__
            names[inner] = kind.kind
            init.append(f"self.{name} = {inner}()")
            copy.append(f"new.{name} = self.{name}.copy()")
            key.append(f"self.{name}.key()")
            numbers.append(f"*self.{name}.numbers()")
        elif isinstance(kind, Many):
            inner = kind.kind.__name__
            names[inner] = kind.kind
            call = ", ".join(f"{size}={size}" for size in kind.kind.SIZES)
            init.append(f"self.{name} = [{inner}({call}) for _ in range({kind.size})]")
            copy.append(f"new.{name} = [item.copy() for item in self.{name}]")
            key.append(f"tuple([item.key() for item in self.{name}])")
            numbers.append(f"*[one for item in self.{name} for one in item.numbers()]")
        else:
            zeros = f"[0] * {kind.sizes[-1]}"
            copied, keyed, flat = f"self.{name}[:]", f"tuple(self.{name})", f"*self.{name}"
            if len(kind.sizes) > 1:
                zeros = f"[{zeros} for _ in range({kind.sizes[0]})]"
                copied = f"[row[:] for row in self.{name}]"
                keyed = f"tuple([tuple(row) for row in self.{name}])"
                flat = f"*[one for row in self.{name} for one in row]"
            init.append(f"self.{name} = {zeros}")
            copy.append(f"new.{name} = {copied}")
            key.append(keyed)
            numbers.append(flat)
    parameters = f"self, *, {', '.join(sizes)}" if sizes else "self"
    source = (
        f"def __init__({parameters}):\n    " + "\n    ".join(init) + "\n"
        "def copy(self):\n    new = new_object(type(self))\n    "
        + "\n    ".join(copy)
        + "\n    return new\n"
        "def key(self):\n    return (" + ", ".join(key) + ",)\n"
        "def numbers(self):\n    return [" + ", ".join(numbers) + "]\n"
    )
    exec(source, names)
    return {name: names[name] for name in ("__init__", "copy", "key", "numbers")}


def hider(state: type[Struct]) -> Callable[[Any, int], None]:
    """A rule `hide_from(state, seat)` that blanks all that the seat may not see.

    It is generated from the visibility of each field, so it can neither forget one nor
    disagree with the declaration, and it runs interpreted and compiled like any rule.
    A spectator is seat -1.
    """
    _check_visibility("a state", state, (PUBLIC, HIDDEN, PER_SEAT))
    lines = ["def hide_from(state, seat):", '    """Blank what the seat may not see."""']
    for name, (kind, visibility) in state.FIELDS.items():
        if visibility == PER_SEAT and isinstance(kind, Many):
            lines.append(f"    for index in range(len(state.{name})):")
            lines.append("        if index != seat:")
            lines.append(f"            item = state.{name}[index]")
            for inner, (inner_kind, inner_visibility) in kind.kind.FIELDS.items():
                if inner_visibility == OWN:
                    lines += _blank(f"item.{inner}", inner_kind, 12)
            for inner, (inner_kind, inner_visibility) in kind.kind.FIELDS.items():
                if inner_visibility == HIDDEN:
                    lines.append(f"        item = state.{name}[index]")
                    lines += _blank(f"item.{inner}", inner_kind, 8)
            lines.append("        pass")
        elif visibility != PUBLIC:
            lines += _blank(f"state.{name}", kind, 4)
    lines.append("    return None")
    names: dict[str, Any] = {"__name__": state.__module__}
    exec("\n".join(lines), names)
    hide: Callable[[Any, int], None] = rule(names["hide_from"])
    return hide


def glancer(state: type[Struct]) -> Callable[[Any, int], Any]:
    """A function `glance_at(state, seat)`: what `hide_from` leaves of a copy, in a third of the
    time. Visible parts are not copied: read it at once and do not change it.

    Like `hider`, it is generated from the visibility of each field.
    """
    _check_visibility("a state", state, (PUBLIC, HIDDEN, PER_SEAT))
    names: dict[str, Any] = {"new_object": object.__new__, state.__name__: state}
    lines = ["def glance_at(state, seat):", f"    view = new_object({state.__name__})"]
    for name, (kind, visibility) in state.FIELDS.items():
        if isinstance(kind, Many):
            inner = kind.kind.__name__
            names[inner] = kind.kind
            lines.append(f"    view.{name} = []")
            lines.append(f"    for index, item in enumerate(state.{name}):")
            lines.append(f"        seen = new_object({inner})")
            for field, (field_kind, field_visibility) in kind.kind.FIELDS.items():
                value = f"item.{field}"
                if field_visibility != PUBLIC:
                    blank = _blank_value(value, field_kind, names)
                    own = field_visibility == OWN
                    value = f"{value} if index == seat else {blank}" if own else blank
                lines.append(f"        seen.{field} = {value}")
            lines.append(f"        view.{name}.append(seen)")
        else:
            value = f"state.{name}"
            if visibility != PUBLIC:
                value = _blank_value(value, kind, names)
            lines.append(f"    view.{name} = {value}")
    lines.append("    return view")
    exec("\n".join(lines), names)
    glance: Callable[[Any, int], Any] = names["glance_at"]
    return glance


def _blank_value(target: str, kind: Kind, names: dict[str, Any]) -> str:
    if isinstance(kind, Array):
        _check_one_dimension(target, kind)
        return f"[0] * len({target})"
    if isinstance(kind, One):
        names[kind.kind.__name__] = kind.kind
        return f"{kind.kind.__name__}()"
    return "0"


def _blank(target: str, kind: Kind, indent: int) -> list[str]:
    space = " " * indent
    if isinstance(kind, Array):
        _check_one_dimension(target, kind)
        return [f"{space}for k in range(len({target})):", f"{space}    {target}[k] = 0"]
    if isinstance(kind, One):
        inner = kind.kind.FIELDS.items()
        return [line for name, (k, _) in inner for line in _blank(f"{target}.{name}", k, indent)]
    return [f"{space}{target} = 0"]


def _check_one_dimension(target: str, kind: Array) -> None:
    if len(kind.sizes) > 1:
        raise StructError(f"{target}: a secret array has one dimension")
