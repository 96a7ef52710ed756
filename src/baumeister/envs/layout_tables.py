"""The tables of docs/envs.md: `python -m baumeister.envs.layout_tables docs/envs.md`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from baumeister.envs.layout import Layout
from baumeister.envs.observations import OBSERVERS

OTHER_SEATS = re.compile(r"seat[1-9]\.")


def table(layout: Layout) -> str:
    """A table of all fields; those of a seat once, because they are the same for every seat."""
    lines = ["| field | offset | size | from | to | meaning |", "|---|---|---|---|---|---|"]
    step = layout["seat1.present"].offset - layout["seat0.present"].offset
    for field in layout.fields:
        if not OTHER_SEATS.match(field.name):
            offset = str(field.offset)
            if field.name.startswith("seat0."):
                offset += f" + {step}·k"
            name = field.name.replace("seat0.", "seat*k*.")
            lines.append(
                f"| {name} | {offset} | {field.size} | {field.low} | {field.high} "
                f"| {field.meaning} |"
            )
    return "\n".join(lines)


def written(text: str) -> str:
    """The document with up-to-date tables between their marks."""
    for game, observer in OBSERVERS.items():
        begin, end = f"<!-- {game} -->\n", f"<!-- /{game} -->"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}{table(observer.layout)}\n{end}{after}"
    return text


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(written(file.read_text(encoding="utf-8")), encoding="utf-8")
