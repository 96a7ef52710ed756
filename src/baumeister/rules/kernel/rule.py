"""`@rule` marks a function that reads and changes plain ints and lists, and can be compiled.

It stays the plain Python function it is: breakpoints, coverage and stack traces work.
`@entry` marks the few functions through which Python calls into compiled rules. This is
the only module that knows numba; it is imported when the first entry point is called.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Generic, ParamSpec, TypeVar

from baumeister.rules.glossary import LANGUAGES, say
from baumeister.rules.kernel.errors import ToldError

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

_waiting: list[Callable[..., Any]] = []  # rules that numba has not been told about yet
_said_compiling = False
_listening = False  # whether numba tells us when it compiles
_primitives_enabled = False
A_MONTH = 30 * 24 * 3600  # seconds
_PACKAGE = Path(__file__).resolve().parents[2]
_BESIDE_THE_RULES = ("envs", "bots", "lab")  # where further rules and entry points may stand
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
    """The source that compiled code may come from: all of rules/, and what marks rules or entry
    points elsewhere. A number that those use must stand in one of these files, too."""
    files = sorted((_PACKAGE / "rules").rglob("*.py"))
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
        def on_start(self, event: object) -> None:
            _say_compiling()

        def on_end(self, event: object) -> None:
            pass

    event.register("numba:compile", Listener())


def _say_compiling() -> None:
    """Tell the person who waits, once in a process, in the language that the command has set."""
    global _said_compiling  # noqa: PLW0603
    if not _said_compiling and "BAUMEISTER_QUIET" not in os.environ:
        _said_compiling = True
        language = os.environ.get(LANGUAGE, "")
        text = say("rule.compiling", language if language in LANGUAGES else LANGUAGES[0])
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
    """
    from numba.extending import register_jitable

    _enable_primitives()
    while _waiting:
        register_jitable(error_model="numpy", nogil=True, forceinline=True)(_waiting.pop())


def _enable_primitives() -> None:
    """The compiled form of what plain Python does by a method or a big integer."""
    global _primitives_enabled  # noqa: PLW0603
    if _primitives_enabled:
        return
    _primitives_enabled = True
    _index_fields_from_zero()
    from numba.cpython.unsafe.numbers import trailing_zeros
    from numba.extending import overload

    from baumeister.rules.kernel import chance

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
