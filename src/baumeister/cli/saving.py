"""Whether a record may be written to a file: only a record of the same game is overwritten."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

from baumeister.play.records import FIRST_LINE

HEADER_BYTES = 65_536  # a header is far shorter


def may_write(path: Path, game: str, commitment: str) -> bool:
    """Whether the file does not exist, or is a record of the game with this commitment."""
    if not path.exists() and not path.is_symlink():
        return True
    if not path.is_file():
        return False
    with path.open("rb") as file:
        text = file.read(HEADER_BYTES).decode("utf-8", errors="replace")
    first, *rest = text.splitlines() or [""]
    header = [line.rstrip() for line in takewhile(str.strip, rest)]
    own = {f"game: {game}", f"commitment: {commitment}"}
    return first.rstrip() == FIRST_LINE and own <= set(header)
