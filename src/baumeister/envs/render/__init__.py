"""The table as text, as a picture and in the terminal, as a spectator or one seat sees it.

Everything starts from a view (docs/views.md), in which all secrets are blank.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rich.console import Console, RenderableType

from baumeister.envs.errors import MissingPackage
from baumeister.envs.render.shown import Shown
from baumeister.games import GAMES, ByGame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Shown", "check_pictures", "picture", "printed", "text"]

WIDTH = 120  # columns of a text
TEXTS = ByGame[Callable[[Shown], Iterable[RenderableType]]](
    lambda rules: rules.part("board_text").table
)


def text(shown: Shown) -> str:
    """The table as plain text; colours have a letter as well."""
    out = io.StringIO()
    console = Console(file=out, width=WIDTH, color_system=None, highlight=False, emoji=False)
    console.print(*TEXTS[shown.game.name](shown), sep="\n")
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def printed(shown: Shown) -> None:
    """The table in the terminal, in colour if it has any."""
    console = Console(highlight=False, emoji=False)
    console.print(*TEXTS[shown.game.name](shown), "", sep="\n")


def check_pictures() -> None:
    """MissingPackage if a package for pictures is missing."""
    for package in ("matplotlib", "PIL"):  # the one brings the other, and a font
        if find_spec(package) is None:
            raise MissingPackage("error.env.missing", package=package, packages="matplotlib")


def picture(shown: Shown) -> NDArray[np.uint8]:
    """The table as an image: height x width x RGB, the same size through a whole game."""
    import numpy as np

    check_pictures()
    draw = GAMES[shown.game.name].part("picture").table
    return np.asarray(draw(shown), np.uint8)
