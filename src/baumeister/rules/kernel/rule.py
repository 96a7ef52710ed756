"""`@rule` marks a function that reads and changes plain ints and lists, and can be compiled.

It stays the plain Python function it is: breakpoints, coverage and stack traces work.
`@entry` marks the few functions through which Python calls into compiled rules. Only this
module and rule_compiler.py know numba, which is imported when the first entry point is called.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, MutableSequence, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from math import ldexp, prod
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from baumeister.rules.glossary import LANGUAGES
from baumeister.rules.kernel.errors import Message, ToldError

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

_compiling = threading.RLock()
_waiting: list[Callable[..., Any]] = []  # rules that numba has not been told about yet
_said_compiling: set[str] = set()  # parts of the program, see _PARTS
_compiling_since: list[float] = []  # what is being compiled, one inside the other
_PARTS = {  # by module; all others are games of bots
    "baumeister.rules": "rules",
    "baumeister.envs": "envs",
    "baumeister.bots.search": "search",
    "baumeister.bots.network": "network",
    "baumeister.lab.outlook": "outlook",
}
_listening = False  # whether numba tells us when it compiles
_primitives_enabled = False
A_MONTH = 30 * 24 * 3600  # seconds
_PACKAGE = Path(__file__).resolve().parents[2]
_BESIDE_THE_RULES = ("bots", "lab")  # where further rules and entry points may stand
LANGUAGE = "BAUMEISTER_LANG"  # in the environment, so that processes started later know it


class NotCompiled(ToldError, RuntimeError):
    """Compiled rules were asked for, but numba is not installed."""


def rule(function: F) -> F:
    """Mark a function that may be called from compiled code. Returns it unchanged."""
    _waiting.append(function)
    return function


def lowest(mask: int) -> int:
    """Index of the lowest set bit."""
    return (mask & -mask).bit_length() - 1


@lru_cache(maxsize=4096)
def members(mask: int) -> tuple[int, ...]:
    """Index of every set bit, ascending."""
    found = []
    while mask != 0:
        bit = mask & -mask
        found.append(bit.bit_length() - 1)
        mask ^= bit
    return tuple(found)


def index(number: int) -> int:
    """A place in arrays of records, never negative. In loops over such arrays compiled code is
    faster with it: it asks for no sign, and keeps no pointer to every field that it may need."""
    return number


def contains(numbers: Sequence[int], n: int, number: int) -> bool:
    """Whether a number is among the first n of an array, which has room for 32 or more: compiled
    code compares 32 at once."""
    return number in numbers[:n]


def write_bits(mask: int, n: int, out: MutableSequence[int], start: int) -> None:
    """Write the lowest n bits of a mask as numbers 0 and 1; n must be a constant, at most 64."""
    for k in range(n):
        out[start + k] = (mask >> k) & 1


def n_members(mask: int) -> int:
    """How many bits are set; the mask must not be negative."""
    return mask.bit_count()


def power_of_2(exponent: int) -> float:
    """2 to the power of a whole number from -1022 to 1023."""
    return ldexp(1.0, exponent)


def copy_numbers(source: Sequence[int], n: int, out: MutableSequence[int], start: int) -> None:
    """Copy the first n numbers of at least n, a constant, into `out` from `start`."""
    out[start : start + n] = source[:n]


def copy_table(
    source: Sequence[Sequence[int]], rows: int, n: int, out: MutableSequence[int], start: int
) -> None:
    """Copy a whole table of so many rows of n numbers, row by row, into `out` from `start`."""
    for row in range(rows):
        out[start + n * row : start + n * (row + 1)] = source[row]


def read_now(numbers: Sequence[int], place: int) -> int:
    """A number as it is in memory now, where another thread may have written it; all that the
    other one wrote before can be read afterwards."""
    return numbers[place]


def exchange(numbers: MutableSequence[int], place: int, number: int) -> int:
    """Write a number for other threads, after all that was written before, and read what was there,
    in one instant. In plain Python it is none: threads must not share work there."""
    before, numbers[place] = numbers[place], number
    return before


def pause() -> None:
    """Tell the processor that somebody is waiting, looking at memory again and again."""


def can_compile() -> bool:
    """Whether numba and numpy are installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("numba", "numpy"))


class Entry(Generic[P, R]):
    """A door from Python into compiled rules: compiled at the first call, then from the cache."""

    def __init__(self, function: Callable[P, R]) -> None:
        self.plain = function
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self._compiled: Callable[P, R] | None = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self._compiled is None:
            with _compiling:  # one thread at a time
                if self._compiled is None:
                    self._compiled = _compile(self.plain)
        return self._compiled(*args, **kwargs)


def entry(function: Callable[P, R]) -> Entry[P, R]:
    """Mark an entry point. `function.plain` is the same code interpreted."""
    return Entry(function)


def cache_folder() -> Path:
    """Where compiled code is kept: a folder named after all source that may be in it.

    Numba's own cache looks only at the file of the entry point, so after an edit elsewhere
    the old rules would be played on silently; and it does not tell bounds checks on from off.
    """
    base = os.environ.get("BAUMEISTER_CACHE")
    if base is None:
        home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        base = str(Path(home) / "baumeister")
    digest = hashlib.sha256(sys.version.encode())
    for file in compiled_files():
        digest.update(str(file.relative_to(_PACKAGE)).encode() + b"\0" + file.read_bytes())
    checks = os.environ.get("NUMBA_BOUNDSCHECK", "0")
    return Path(base) / f"compiled-{digest.hexdigest()[:16]}-{checks}"


def compiled_files() -> list[Path]:
    """The source that compiled code may come from: all of rules/, the modules of envs/ (where
    rules use numbers that other modules work out, such as places in a row), and what marks rules
    or entry points elsewhere. A number that those use, and a function that works it out, must stand
    in one of these files, too."""
    files = sorted((_PACKAGE / "rules").rglob("*.py"))
    files += sorted((_PACKAGE / "envs").glob("*.py"))
    for folder in _BESIDE_THE_RULES:
        for file in sorted((_PACKAGE / folder).rglob("*.py")):
            if b"from baumeister.rules.kernel.rule import" in file.read_bytes():
                files.append(file)
    return files


def _compile(function: Callable[P, R]) -> Callable[P, R]:
    if not can_compile():
        raise NotCompiled("error.rule.needs_numba")
    import numba

    folder = cache_folder()
    if not folder.exists():
        _tidy_cache(folder.parent)
    with suppress(OSError):
        os.utime(folder)  # it is used
    _say_when_compiling()
    _enable_all()
    with _cache_at(folder):
        compiled: Callable[P, R] = numba.njit(cache=True, error_model="numpy", nogil=True)(function)
    return compiled


def _tidy_cache(base: Path) -> None:
    """Remove compiled code of versions that nobody has used for a month."""
    for old in base.glob("compiled-*"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > A_MONTH:
                shutil.rmtree(old)


def _say_when_compiling() -> None:
    """Numba tells when it really compiles: not what it finds in its cache, but again for a table
    of another size."""
    global _listening  # noqa: PLW0603
    if _listening:
        return
    _listening = True
    from numba.core import event

    class Listener(event.Listener):  # type: ignore[misc]
        announced = False

        def on_start(self, event: Any) -> None:
            if not _compiling_since:
                self.announced = _say_compiling(event.data["dispatcher"].py_func.__module__)
            _compiling_since.append(time.monotonic())

        def on_end(self, event: Any) -> None:
            seconds = time.monotonic() - _compiling_since.pop()
            if not _compiling_since and seconds > 1:
                module = event.data["dispatcher"].py_func.__module__
                _say_compiled(module, round(seconds), self.announced)

    event.register("numba:compile", Listener())


def _say_compiling(module: str) -> bool:
    """Tell the person who waits what for, each part of the program once in a process; whether
    that was now."""
    part = _part_of(module)
    if part in _said_compiling:
        return False
    _said_compiling.add(part)
    _say(Message("rule.compiling", part=Message(f"rule.part.{part}")))
    return True


def _say_compiled(module: str, seconds: int, announced: bool) -> None:
    """Tell that it is done, and of what was not announced also what it was."""
    if announced:
        _say(Message("rule.compiled", seconds=seconds))
    else:
        part = Message(f"rule.part.{_part_of(module)}")
        _say(Message("rule.compiled_too", part=part, seconds=seconds))


def _part_of(module: str) -> str:
    """The part of the program that a module belongs to."""
    return next((part for name, part in _PARTS.items() if module.startswith(name)), "games")


def _say(message: Message) -> None:
    """A line beside the output, in the language that the command has set; or none."""
    if "BAUMEISTER_QUIET" in os.environ:
        return
    language = os.environ.get(LANGUAGE, "")
    text = message.text(language if language in LANGUAGES else LANGUAGES[0])
    print(text, file=sys.stderr, flush=True)


@contextmanager
def _cache_at(folder: Path) -> Iterator[None]:
    """Numba chooses the folder of a function's cache when the function is decorated."""
    from numba.core import config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def _enable_all() -> None:
    """Tell numba about the rules defined since the last time.

    `forceinline`: rules are many small functions, and LLVM by itself leaves most calls standing.
    With bounds checks it may: nobody waits for the games then, but for the compiler.
    """
    from numba.core import config
    from numba.extending import register_jitable

    from baumeister.rules.kernel.rule_compiler import RuleCompiler

    _enable_primitives()
    register = register_jitable(
        error_model="numpy",
        nogil=True,
        forceinline=not config.BOUNDSCHECK,
        pipeline_class=RuleCompiler,
    )
    while _waiting:
        register(_waiting.pop())


def _enable_primitives() -> None:
    """The compiled form of what plain Python does by a method, a big integer or a loop. Those that
    go through memory as vectors go through it place by place if places are to be checked."""
    global _primitives_enabled  # noqa: PLW0603
    if _primitives_enabled:
        return
    _primitives_enabled = True
    _index_fields_from_zero()
    from llvmlite import ir
    from numba import types
    from numba.core import config
    from numba.core.errors import TypingError
    from numba.cpython.unsafe.numbers import trailing_zeros
    from numba.extending import intrinsic, overload

    from baumeister.rules.kernel import chance

    def check_room(array: Any, n: int, what: str) -> None:
        """An array inside a record is known to have room or not; of others nothing is known."""
        if isinstance(array, types.NestedArray) and prod(array.shape) < n:
            raise TypingError(f"{what} needs an array of {n} numbers or more, not {array.shape}")

    @intrinsic
    def unforeseen(typing, number):  # type: ignore[no-untyped-def]
        """The same number, of which the compiler knows nothing."""

        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            kind = ir.FunctionType(args[0].type, [args[0].type])
            return builder.asm(kind, "", "=r,0", [args[0]], False)

        return types.uintp(types.intp), write

    @overload(index)
    def _index(number):  # type: ignore[no-untyped-def]
        return lambda number: unforeseen(number)

    @overload(lowest)
    def _lowest(mask):  # type: ignore[no-untyped-def]
        return lambda mask: trailing_zeros(mask)

    @overload(members)
    def _members(mask):  # type: ignore[no-untyped-def]
        def each(mask):  # type: ignore[no-untyped-def]
            while mask != 0:
                yield trailing_zeros(mask)
                mask &= mask - 1

        return each

    @intrinsic
    def equal(typing, numbers, start, number):  # type: ignore[no-untyped-def]
        """32 numbers from `start` on, compared at once: a bit for each that is equal."""

        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            item = context.get_data_type(numbers.dtype)
            vector, word = ir.VectorType(item, 32), ir.IntType(32)
            array = context.make_array(numbers)(context, builder, args[0])
            place = builder.bitcast(builder.gep(array.data, [args[1]]), vector.as_pointer())
            found = builder.load(place, align=context.get_abi_sizeof(item))
            one = builder.trunc(args[2], item)
            first = builder.insert_element(ir.Constant(vector, ir.Undefined), one, word(0))
            nowhere = ir.Constant(ir.VectorType(word, 32), [word(0)] * 32)
            all_alike = builder.shuffle_vector(first, first, nowhere)
            bits = builder.bitcast(builder.icmp_signed("==", found, all_alike), word)
            return builder.zext(bits, ir.IntType(64))

        check_room(numbers, 32, "contains")
        if numbers.layout == "C" and numbers.dtype == types.int16:
            return types.int64(numbers, types.int64, types.int64), write
        return None

    @overload(contains)
    def _contains(numbers, n, number):  # type: ignore[no-untyped-def]
        def find_checked(numbers, n, number):  # type: ignore[no-untyped-def]
            for k in range(n):
                if numbers[k] == number:
                    return True
            return False

        def find(numbers, n, number):  # type: ignore[no-untyped-def]
            if number != types.int16(number):
                return False
            for k in range(0, n, 32):
                start = min(k, len(numbers) - 32)
                left = min(n - start, 32)
                if equal(numbers, start, number) & ((1 << left) - 1) != 0:
                    return True
            return False

        return find_checked if config.BOUNDSCHECK else find

    @intrinsic(prefer_literal=True)
    def spread(typing, mask, n, out, start):  # type: ignore[no-untyped-def]
        """A mask as a vector of bits, widened and stored at once."""

        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            kind, size = signature.args[2], signature.args[1].literal_value
            array = context.make_array(kind)(context, builder, args[2])
            item = context.get_data_type(kind.dtype)
            place = builder.gep(array.data, [args[3]])
            bits = builder.trunc(args[0], ir.IntType(size)) if size < 64 else args[0]
            flags = builder.bitcast(bits, ir.VectorType(ir.IntType(1), size))
            numbers = builder.zext(flags, ir.VectorType(item, size))
            to = builder.bitcast(place, numbers.type.as_pointer())
            builder.store(numbers, to, align=context.get_abi_sizeof(item))
            return context.get_dummy_value()

        if isinstance(n, types.IntegerLiteral) and out.layout == "C":
            check_room(out, n.literal_value, "write_bits")
            return types.void(types.int64, n, out, types.int64), write
        return None

    @overload(write_bits, prefer_literal=True)
    def _write_bits(mask, n, out, start):  # type: ignore[no-untyped-def]
        def write_checked(mask, n, out, start):  # type: ignore[no-untyped-def]
            for k in range(n):
                out[start + k] = (mask >> k) & 1

        if config.BOUNDSCHECK:
            return write_checked
        return lambda mask, n, out, start: spread(mask, n, out, start)

    @intrinsic(prefer_literal=True)
    def move(typing, source, rows, n, out, start):  # type: ignore[no-untyped-def]
        """All numbers as one vector, widened if need be."""

        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            kind, size = signature.args[3], rows.literal_value * n.literal_value
            item, narrow = context.get_data_type(kind.dtype), context.get_data_type(source.dtype)
            array = context.make_array(source)(context, builder, args[0])
            whence = builder.bitcast(array.data, ir.VectorType(narrow, size).as_pointer())
            numbers = builder.load(whence, align=context.get_abi_sizeof(narrow))
            wide = ir.VectorType(item, size)
            if item != narrow:
                numbers = builder.sext(numbers, wide)
            array = context.make_array(kind)(context, builder, args[3])
            whither = builder.bitcast(builder.gep(array.data, [args[4]]), wide.as_pointer())
            builder.store(numbers, whither, align=context.get_abi_sizeof(item))
            return context.get_dummy_value()

        constant = isinstance(n, types.IntegerLiteral) and isinstance(rows, types.IntegerLiteral)
        side_by_side = source.layout == out.layout == "C"
        if constant and side_by_side and source.dtype.bitwidth <= out.dtype.bitwidth:
            shape = rows.literal_value, n.literal_value
            check_room(source, prod(shape), "a copy")
            check_room(out, prod(shape), "a copy")
            if isinstance(source, types.NestedArray) and source.ndim == 2 and source.shape != shape:
                raise TypingError(f"copy_table needs a table of {shape}, not {source.shape}")
            return types.void(source, rows, n, out, types.int64), write
        return None

    @overload(copy_numbers, prefer_literal=True)
    def _copy_numbers(source, n, out, start):  # type: ignore[no-untyped-def]
        def copy_checked(source, n, out, start):  # type: ignore[no-untyped-def]
            for k in range(n):
                out[start + k] = source[k]

        if config.BOUNDSCHECK:
            return copy_checked
        return lambda source, n, out, start: move(source, 1, n, out, start)

    @overload(copy_table, prefer_literal=True)
    def _copy_table(source, rows, n, out, start):  # type: ignore[no-untyped-def]
        def copy_checked(source, rows, n, out, start):  # type: ignore[no-untyped-def]
            for row in range(rows):
                for k in range(n):
                    out[start + n * row + k] = source[row][k]

        if config.BOUNDSCHECK:
            return copy_checked
        return lambda source, rows, n, out, start: move(source, rows, n, out, start)

    @intrinsic
    def count(typing, mask):  # type: ignore[no-untyped-def]
        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.int64(types.int64), write

    @overload(n_members)
    def _n_members(mask):  # type: ignore[no-untyped-def]
        return lambda mask: count(mask)

    @intrinsic
    def double_of(typing, bits):  # type: ignore[no-untyped-def]
        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.bitcast(args[0], ir.DoubleType())

        return types.float64(types.int64), write

    @overload(power_of_2)
    def _power_of_2(exponent):  # type: ignore[no-untyped-def]
        return lambda exponent: double_of((exponent + 1023) << 52)

    def in_memory(numbers: Any, *arguments: Any) -> bool:
        """Whether something is a row of words, one beside the other, and all else whole numbers."""
        is_row = isinstance(numbers, types.Array) and numbers.dtype == types.int64
        is_row = is_row and (numbers.ndim, numbers.layout) == (1, "C") and numbers.aligned
        return is_row and all(isinstance(one, types.Integer) for one in arguments)

    @intrinsic
    def load(typing, numbers, place):  # type: ignore[no-untyped-def]
        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            array = context.make_array(numbers)(context, builder, args[0])
            return builder.load_atomic(builder.gep(array.data, [args[1]]), "seq_cst", 8)

        if in_memory(numbers, place):
            return types.int64(numbers, types.int64), write
        return None

    @intrinsic
    def swap(typing, numbers, place, number):  # type: ignore[no-untyped-def]
        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            array = context.make_array(numbers)(context, builder, args[0])
            where = builder.gep(array.data, [args[1]])
            return builder.atomic_rmw("xchg", where, args[2], "seq_cst")

        if in_memory(numbers, place, number) and numbers.mutable:
            return types.int64(numbers, types.int64, types.int64), write
        return None

    @intrinsic
    def rest(typing):  # type: ignore[no-untyped-def]
        def write(context, builder, signature, args):  # type: ignore[no-untyped-def]
            if platform.machine() in ("x86_64", "AMD64"):
                kind = ir.FunctionType(ir.VoidType(), [])
                builder.call(builder.module.declare_intrinsic("llvm.x86.sse2.pause", (), kind), [])
            return context.get_dummy_value()

        return types.void(), write

    @overload(read_now)
    def _read_now(numbers, place):  # type: ignore[no-untyped-def]
        return lambda numbers, place: load(numbers, place)

    @overload(exchange)
    def _exchange(numbers, place, number):  # type: ignore[no-untyped-def]
        return lambda numbers, place, number: swap(numbers, place, number)

    @overload(pause)
    def _pause():  # type: ignore[no-untyped-def]
        return lambda: rest()

    @overload(chance.word)
    def _word(dealer):  # type: ignore[no-untyped-def]
        def draw(dealer):  # type: ignore[no-untyped-def]  # dealer: chance.DealerRecord
            position = dealer.position
            dealer.position = position + 1
            if position < dealer.length:
                return dealer.tape[position]
            t = (dealer.a + dealer.b + dealer.counter) & 0xFFFFFFFF
            dealer.counter = (dealer.counter + 1) & 0xFFFFFFFF
            dealer.a = dealer.b ^ (dealer.b >> 9)
            dealer.b = (dealer.c + (dealer.c << 3)) & 0xFFFFFFFF
            dealer.c = (((dealer.c << 21) & 0xFFFFFFFF | (dealer.c >> 11)) + t) & 0xFFFFFFFF
            return t

        return draw

    @overload(chance.announce)
    def _announce(dealer, event, seat, value=0):  # type: ignore[no-untyped-def]
        return lambda dealer, event, seat, value=0: None


def _index_fields_from_zero() -> None:
    """An array inside a record has no index -1 for its last item in compiled code: numba would
    test every index for that. With NUMBA_BOUNDSCHECK=1 a negative index is an IndexError."""
    import operator

    from numba import types
    from numba.extending import lower_builtin

    def plain(array: Any) -> Any:
        """The type whose indexing is numba's own; with an unsigned index it tests no sign."""
        return types.Array(array.dtype, array.ndim, array.layout)

    @lower_builtin(operator.getitem, types.NestedArray, types.Integer)
    def _get(context, builder, sig, args):  # type: ignore[no-untyped-def]
        array, index = sig.args
        place = context.cast(builder, args[1], index, types.intp)
        signature = sig.return_type(plain(array), types.uintp)
        return context.get_function(operator.getitem, signature)(builder, (args[0], place))

    @lower_builtin(operator.setitem, types.NestedArray, types.Integer, types.Any)
    def _set(context, builder, sig, args):  # type: ignore[no-untyped-def]
        array, index, value = sig.args
        place = context.cast(builder, args[1], index, types.intp)
        signature = sig.return_type(plain(array), types.uintp, value)
        return context.get_function(operator.setitem, signature)(builder, (args[0], place, args[2]))
