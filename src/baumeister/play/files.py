"""Files: reading with errors that name the file, and writing as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from baumeister.kernel.errors import UTF_8, Message, UserError, not_utf_8, system_reason


def text_of(path: Path, most: int, too_large: Message, error: type[UserError]) -> str:
    """The text of a file of at most `most` bytes; `too_large` is the message for a larger one."""
    try:
        if path.stat().st_size > most:
            raise error("error.file.at", path=path, problem=too_large)
        return path.read_text(encoding=UTF_8)
    except UnicodeDecodeError as reason:
        raise error("error.file.at", path=path, problem=not_utf_8(reason)) from None
    except OSError as reason:
        raise error("error.file.unreadable", path=path, reason=system_reason(reason)) from None


def replace_file(path: Path, content: str | bytes) -> None:
    """Write a file atomically: at any time it has the old or the new content."""
    name = ""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _mode(path))
        os.replace(name, path)
    except BaseException as error:
        if name:
            Path(name).unlink(missing_ok=True)
        if isinstance(error, OSError):  # name the file that the user knows
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def _mode(path: Path) -> int:
    """The permissions of an existing file; otherwise those of new files."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
