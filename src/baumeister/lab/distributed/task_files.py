"""Ships the files that tasks name, and custom bots, to workers that do not have them.

A task is pickled here and unpickled on the worker. Every `Path` in it that is a file here is sent
as content and arrives as the path of a copy, so code that reads `series.data` need not know.
"""

from __future__ import annotations

import ast
import hashlib
import io
import os
import pickle
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from baumeister.bots import BOTS
from baumeister.lab.distributed.versions import PACKAGE, is_of_python
from baumeister.play import OptionError

MOST_BYTES = 50_000_000  # of own modules: more is a folder sent by mistake
_sent: list[str] = []  # folders with modules of own bots that were sent to this process


# --- tasks and the files they name ------------------------------------------------------------
def pack(what: object, send: Callable[[Path], str]) -> bytes:
    """Pickle anything; `send` is called with each file in it and returns its name."""
    out = io.BytesIO()
    _Packer(out, send).dump(what)
    return out.getvalue()


def unpack(packed: bytes, files: Mapping[str, Path]) -> Any:
    """Unpickle it, with the paths that the files have here."""
    return _Unpacker(io.BytesIO(packed), files).load()


class _Packer(pickle.Pickler):
    def __init__(self, out: io.BytesIO, send: Callable[[Path], str]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self._send = send

    def persistent_id(self, obj: Any) -> str | None:
        """The name of a file that is sent with the task."""
        return self._send(obj) if isinstance(obj, Path) and obj.is_file() else None


class _Unpacker(pickle.Unpickler):
    def __init__(self, packed: io.BytesIO, files: Mapping[str, Path]) -> None:
        super().__init__(packed)
        self._files = files

    def persistent_load(self, pid: str) -> Path:
        """The path of that file here."""
        return self._files[pid]


# --- bots of one's own ------------------------------------------------------------------------
def use_sent_modules(folder: str) -> None:
    """Find the modules of own bots in this folder, too. It is not on the path of this process,
    which has the tables and never imports them: their own processes do."""
    if folder not in _sent:
        _sent.append(folder)


def path_of_bots() -> list[str]:
    """Where the modules of own bots are looked for: what was sent, all that Python finds, and the
    current folder."""
    return [*_sent, *sys.path, os.getcwd()]


def own_modules(bots: Iterable[str]) -> dict[str, bytes]:
    """The files that own bots consist of, by their paths below a folder of modules.

    These are the module of each bot and what it imports, unless it is installed.
    Packages go as a whole, with whatever else lies in their folders.
    """
    waiting = [name.partition(":")[0].partition(".")[0] for name in bots if name not in BOTS]
    seen: set[str] = set()
    files: dict[str, bytes] = {}
    size = 0
    while waiting:
        module = waiting.pop()
        if module in seen:
            continue
        seen.add(module)
        for place in _own_places(module):
            for file in _files_of(place):
                content = file.read_bytes()
                files[file.relative_to(place.parent).as_posix()] = content
                size += len(content)
                if size > MOST_BYTES:
                    raise OptionError("cluster.error.heavy", place=place, n=MOST_BYTES // 1_000_000)
                if file.suffix == ".py":
                    waiting += _imported(content)
    return files


def digest_of(files: Mapping[str, bytes]) -> str:
    """A short name for these files; empty if there are none."""
    digest = hashlib.sha256()
    for name, content in sorted(files.items()):
        digest.update(b"%s\0%d\0%s" % (name.encode(), len(content), content))
    return digest.hexdigest()[:16] if files else ""


def _own_places(module: str) -> list[Path]:
    """The file of a module, or the folders of a package; none if it is installed."""
    spec = PathFinder.find_spec(module, path_of_bots())
    if spec is None:
        return []
    if spec.submodule_search_locations is not None:
        places = [Path(place).resolve() for place in spec.submodule_search_locations]
    else:
        places = [Path(spec.origin).resolve()] if spec.has_location and spec.origin else []
    return [place for place in places if not _is_installed(place)]


def _is_installed(place: Path) -> bool:
    libraries = {"site-packages", "dist-packages"} & set(place.parts)
    return bool(libraries) or place.is_relative_to(PACKAGE) or is_of_python(place)


def _files_of(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    return [
        file
        for file in sorted(place.rglob("*"))
        if file.is_file()
        and not any(
            part.startswith(".") or part == "__pycache__" for part in file.relative_to(place).parts
        )
    ]


def _imported(source: bytes) -> set[str]:
    """The top-level modules that a source imports anywhere."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError:
        return set()
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {
        node.module
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module and not node.level
    }
    return {name.partition(".")[0] for name in names}
