"""Files for results: checked before the work, and written whole after it."""

from __future__ import annotations

import argparse
import errno
import os
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from baumeister.kernel.errors import system_reason
from baumeister.play import OptionError
from baumeister.play.files import replace_file


def check_outputs(
    args: argparse.Namespace, written: Sequence[str], read: Sequence[str] = ()
) -> None:
    """OptionError if a file that these arguments name cannot be written, or if another argument
    names the same file, so that its content would be lost."""
    files = {
        name: Path(value)
        for name in (*written, *read)
        if (value := getattr(args, name)) is not None
    }
    for one, other in combinations(files, 2):
        if one in written and _is_plain(files[one]) and _same(files[one], files[other]):
            names = {"one": _shown(other), "other": _shown(one)}
            raise OptionError("error.file.twice", path=files[one], **names)
    for name in written:
        if name in files:
            _check_writable(files[name])


def write_output(path: Path, content: str | bytes) -> None:
    """Write a result: a file is replaced as a whole, a pipe or a device gets it appended."""
    place = Path(os.path.realpath(path))
    if _is_plain(path) and (not place.exists() or os.access(place.parent, os.W_OK)):
        replace_file(place, content)
        return
    raw = content.encode() if isinstance(content, str) else content
    try:
        with path.open("wb" if _is_plain(path) else "ab") as file:
            file.write(raw)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def _shown(name: str) -> str:
    """An argument as it is typed; the only one without dashes is FILE."""
    return "FILE" if name == "file" else "--" + name.replace("_", "-")


def _is_plain(path: Path) -> bool:
    """Whether it is a file or does not exist yet, and no pipe or device such as /dev/stdout."""
    return not path.absolute().is_relative_to("/dev") and (path.is_file() or not path.exists())


def _same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return os.path.realpath(one) == os.path.realpath(other)


def _check_writable(path: Path) -> None:
    if path.is_dir() or not path.parent.is_dir():
        raise OptionError("error.file.no_place", path=path)
    try:
        if not _is_plain(path):  # opening and closing a pipe would end its reader
            if not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        elif path.exists():
            path.open("ab").close()
        else:
            place = Path(os.path.realpath(path))
            place.touch(exist_ok=False)
            place.unlink()
    except OSError as error:
        reason = system_reason(error)
        raise OptionError("error.file.unwritable", path=path, reason=reason) from error
