"""A score pad for games with real cards: what lies in front of each player, the sheets, the winner.

Any printed values can be entered; the module `score_pad` of a game's package takes the points from
the scoring functions of the rules.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from baumeister.games import GAMES
from baumeister.kernel.data import DataError, Row, read_text
from baumeister.kernel.errors import syntax_problem
from baumeister.kernel.glossary import say
from baumeister.play.table import checked_names


@dataclass(frozen=True)
class Result:
    """The sheets of all players, and who has won."""

    game: str
    names: tuple[str, ...]
    sheets: tuple[tuple[tuple[str, int], ...], ...]  # by player: clause and points
    tiebreaks: tuple[int | None, ...]
    winners: tuple[int, ...]
    undecided: bool = False  # a tie, without the values that would break it

    def total(self, seat: int) -> int:
        """The points of a player."""
        return sum(points for _, points in self.sheets[seat])

    def json(self, language: str) -> dict[str, Any]:
        """The result as JSON-ready data; sheets as tables have them."""
        return {
            "game": self.game,
            "names": list(self.names),
            "sheets": [
                {
                    "total": self.total(seat),
                    "tiebreak": self.tiebreaks[seat],
                    "lines": [
                        {
                            "clause": clause,
                            "what": say(f"{self.game}.score.{clause}", language),
                            "points": points,
                        }
                        for clause, points in lines
                    ],
                }
                for seat, lines in enumerate(self.sheets)
            ],
            "winners": list(self.winners),
            "undecided": self.undecided,
        }


def has_score_pad(game: str) -> bool:
    """Whether a game has a score pad."""
    return GAMES[game].has_part("score_pad")


def score(game: str, entered: Mapping[str, Any], source: str) -> Result:
    """Score what was entered; DataError names what is wrong, with its place in `source`."""
    top = Row(source, "", entered)
    if top.has("game") and top.choice("game", tuple(GAMES)) != game:
        raise DataError("error.data.other_game", file=source, game=game, given=entered["game"])
    result: Result = GAMES[game].part("score_pad").score(top)
    return result


def read_file(path: Path) -> dict[str, Any]:
    """The content of a file: JSON if its name ends in .json, otherwise TOML."""
    text = read_text(path)
    try:
        entered = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise DataError("error.score.file", file=path, problem=syntax_problem(error)) from None
    if not isinstance(entered, dict):
        raise DataError("error.score.table", file=path)
    return entered


# --- for the score pads of games --------------------------------------------------------------
def players_of(top: Row, game: str) -> tuple[list[Row], tuple[str, ...]]:
    """The rows of the players, and their names."""
    rules = GAMES[game]
    rows = top.rows("player")
    if not rules.least_players <= len(rows) <= rules.most_players:
        values = {"least": rules.least_players, "most": rules.most_players, "given": len(rows)}
        raise top.error("player", "error.score.players", **values)
    return rows, checked_names([row.text("name") for row in rows], len(rows))


def counts_of(row: Row, key: str, names: Sequence[str], most: int) -> list[int]:
    """The number entered for each name; 0 for those that are missing."""
    if not row.has(key):
        return [0] * len(names)
    table = row.table(key)
    counts = [table.number(name, 0, most) if table.has(name) else 0 for name in names]
    table.done()
    return counts
