"""Where compiled code is kept."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

A_MONTH = 30 * 24 * 3600  # seconds
PACKAGE = Path(__file__).resolve().parents[2]
LAYERS = ("games", "envs", "bots", "lab")  # that may define rules and entry points
MARK = b"from baumeister.kernel.rule import"
IMPORT = re.compile(rb"^from baumeister\.([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)


def cache_folder() -> Path:
    """A folder named after all source that compiled code may come from.

    Numba's own cache looks only at the file of the entry point: after an edit elsewhere it would
    silently use the old rules. Nor does it distinguish code with bounds checks from code without.
    """
    base = os.environ.get("BAUMEISTER_CACHE")
    if base is None:
        from platformdirs import user_cache_path

        former = Path.home() / ".cache" / "baumeister"  # of earlier versions, on every system
        found = user_cache_path("baumeister", appauthor=False)
        base = str(former if former.is_dir() and "XDG_CACHE_HOME" not in os.environ else found)
    digest = hashlib.sha256(sys.version.encode())
    for file in compiled_files():
        name = file.relative_to(PACKAGE) if file.is_relative_to(PACKAGE) else file.name
        digest.update(str(name).encode() + b"\0" + file.read_bytes())
    checks = os.environ.get("NUMBA_BOUNDSCHECK", "0")
    return Path(base) / f"compiled-{digest.hexdigest()[:16]}-{checks}"


def compiled_files() -> list[Path]:
    """The source that compiled code may come from: the kernel, every file that marks rules or
    entry points, and the modules that these import, because rules use numbers computed there.
    Screens and texts are not among them, so editing one compiles nothing again. Of a game from
    another distribution every module counts."""
    found = set((PACKAGE / "kernel").rglob("*.py"))
    files = [file for layer in LAYERS for file in (PACKAGE / layer).rglob("*.py")]
    waiting = [file for file in files if MARK in file.read_bytes()]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += _imported(file)
    return [*sorted(found), *_of_other_games()]


def _of_other_games() -> Iterator[Path]:
    """The modules of games that are registered by entry points, in a fixed order."""
    for entry in sorted(entry_points(group="baumeister.games"), key=lambda entry: entry.name):
        spec = find_spec(entry.module.rpartition(".")[0])
        for folder in (spec and spec.submodule_search_locations) or ():
            yield from sorted(Path(folder).rglob("*.py"))


def _imported(file: Path) -> Iterator[Path]:
    """The modules of these layers that a file imports from."""
    for module, names in IMPORT.findall(file.read_bytes()):
        if module.decode().startswith(LAYERS):
            path = PACKAGE.joinpath(*module.decode().split("."))
            candidates = [path, *(path / name for name in re.findall(r"\w+", names.decode()))]
            yield from filter(Path.is_file, (one.with_suffix(".py") for one in candidates))


def tidy_cache(base: Path) -> None:
    """Remove compiled code of versions that were not used for a month."""
    for old in base.glob("compiled-*"):
        with suppress(OSError):
            if time.time() - old.stat().st_mtime > A_MONTH:
                shutil.rmtree(old)


@contextmanager
def cache_at(folder: Path) -> Iterator[None]:
    """Numba chooses the folder of a function's cache when the function is decorated."""
    from numba.core import config

    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before
