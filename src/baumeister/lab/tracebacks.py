"""Exceptions in one line."""

from __future__ import annotations

import traceback
from pathlib import Path

from baumeister.kernel.errors import translated
from baumeister.lab.distributed.versions import PACKAGE, is_of_python


def what(error: BaseException, language: str = "en") -> str:
    """An exception in one line, with the last line of the bot author's code in its traceback."""
    lines = traceback.extract_tb(error.__traceback__)
    own = [(Path(line.filename), line.lineno) for line in lines if _is_own(Path(line.filename))]
    place = f" ({own[-1][0].name}:{own[-1][1]})" if own else ""
    text = " ".join(str(translated(error, language)).split())
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"


def _is_own(file: Path) -> bool:
    """Whether a file is neither ours nor Python's."""
    installed = "site-packages" in file.parts
    ours = file.resolve().is_relative_to(PACKAGE) or str(file).startswith("<")
    return not ours and (installed or not is_of_python(file))
