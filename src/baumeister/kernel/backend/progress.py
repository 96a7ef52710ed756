"""Progress messages while code is compiled, on standard error."""

from __future__ import annotations

import os
import sys
import time
from typing import Any

from baumeister.kernel.errors import Message
from baumeister.kernel.glossary import LANGUAGES

LANGUAGE = "BAUMEISTER_LANG"  # an environment variable, so that child processes inherit it
PARTS = {  # the part of the program that a module belongs to; by default "games"
    "kernel": "rules",
    "envs": "envs",
    "bots.search": "search",
    "bots.network": "network",
    "lab.review.playouts": "review",
}
_announced: set[str] = set()  # parts of the program
_since: list[float] = []  # when each of the nested compilations began
_listening = False  # whether the listener is registered with numba


def print_progress() -> None:
    """Print what numba compiles from now on. Code from the cache is not printed. A function is
    compiled once more for a table of another size."""
    global _listening  # noqa: PLW0603
    if _listening:
        return
    _listening = True
    from numba.core import event

    class Listener(event.Listener):  # type: ignore[misc]
        announced = False

        def on_start(self, event: Any) -> None:
            if not _since:
                self.announced = print_begin(event.data["dispatcher"].py_func.__module__)
            _since.append(time.monotonic())

        def on_end(self, event: Any) -> None:
            seconds = time.monotonic() - _since.pop()
            if not _since and seconds > 1:
                module = event.data["dispatcher"].py_func.__module__
                print_end(module, round(seconds), self.announced)

    event.register("numba:compile", Listener())


def print_begin(module: str) -> bool:
    """Print that a part of the program is being compiled, once per process. Returns
    whether it was printed now."""
    part = _part_of(module)
    if part in _announced:
        return False
    _announced.add(part)
    _print(Message("rule.compiling", part=Message(f"rule.part.{part}")))
    return True


def print_end(module: str, seconds: int, announced: bool) -> None:
    """Print how long compiling took, and of what, unless `print_begin` has printed that."""
    if announced:
        _print(Message("rule.compiled", seconds=seconds))
    else:
        part = Message(f"rule.part.{_part_of(module)}")
        _print(Message("rule.compiled_too", part=part, seconds=seconds))


def _part_of(module: str) -> str:
    """The part of the program that a module belongs to."""
    inside = module.removeprefix("baumeister.")
    return next((part for name, part in PARTS.items() if inside.startswith(name)), "games")


def _print(message: Message) -> None:
    """Print a line in the language that the command has set, unless BAUMEISTER_QUIET is set."""
    if "BAUMEISTER_QUIET" in os.environ:
        return
    language = os.environ.get(LANGUAGE, "")
    text = message.text(language if language in LANGUAGES else LANGUAGES[0])
    print(text, file=sys.stderr, flush=True)
