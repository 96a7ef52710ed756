"""`baumeister serve` with other faces on the cards of Tybor: a server for tests.

The variable FACES names a file; whenever a table is opened it is read anew. It says by number which
character, building and secret objective each card shows instead. The deal of a seed is the same, as
are the numbers of all actions: only what is printed on the cards is exchanged. An empty file leaves
everything as it is.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from baumeister.cli.main import main
from baumeister.play import Game, game
from baumeister.server.tables import state

VARIABLE = "FACES"


def turned(tybor: Game, faces: dict[str, list[int]]) -> Game:
    """The same game with these faces."""
    old, box = tybor.components, tybor.components.box.copy()
    people, houses, goals = faces["characters"], faces["buildings"], faces["objectives"]
    for name in ("profession", "strength", "discount"):
        setattr(box, name, _shown(getattr(old.box, name), people))
    for name in ("colour", "points", "bonus", "symbol"):
        setattr(box, name, _shown(getattr(old.box, name), houses))
    box.secret_colours = _shown(old.box.secret_colours, goals)
    components = replace(
        old,
        box=box,
        characters=tuple(_shown(old.characters, people)),
        buildings=tuple(_shown(old.buildings, houses)),
    )
    return Game(tybor.rules, components)


def _shown(rows: Any, faces: list[int]) -> list[Any]:
    return [rows[face] for face in faces]


@cache
def _game(name: str, faces: str) -> Game:
    return turned(game(name), json.loads(faces)) if faces and name == "tybor" else game(name)


def game_of_the_file(name: str) -> Game:
    """The game with the faces of the file."""
    return _game(name, Path(os.environ[VARIABLE]).read_text())


if __name__ == "__main__":
    state.game_named = game_of_the_file  # type: ignore[assignment]
    sys.exit(main(["serve", *sys.argv[1:]]))
