"""Write the golden playthroughs anew: python -m tests.games.samara.make_golden

They change when the rules, the data, the records or the bots' choices change. Look at the
difference before keeping it: old records of players must still replay.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

from baumeister.bots import new_bot
from baumeister.play import Table, records
from tests.games.samara.playing import ENDLESS, SAMARA, bachelor, play_out

GOLDEN = Path(__file__).with_name("golden")
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil")
BACHELORS = "bachelors"


class Playthrough(NamedTuple):
    """A game that is kept as a file."""

    players: int
    month: int
    bots: str  # by seat, from the start again when there are more seats; or bachelors
    seed: str
    specials: bool = True

    @property
    def file(self) -> Path:
        kinds = self.bots.replace(",", "-")
        variant = "" if self.specials else "-first-game"
        return GOLDEN / f"{self.players}-month-{self.month}-{kinds}{variant}.txt"

    def play(self) -> Table:
        """Play it; bots decide in play order."""
        names = NAMES[: self.players]
        options = {"start_month": self.month, "specials": self.specials}
        table = SAMARA.new(self.players, self.seed, names, **options)
        if self.bots == BACHELORS:
            return play_out(table, bachelor, random.Random(self.seed))
        kinds = self.bots.split(",")
        bots = [
            new_bot(kinds[seat % len(kinds)], f"{self.seed}/bot/{seat}")
            for seat in range(self.players)
        ]
        while not table.over:
            seat = table.waiting_for[0]
            table.play(seat, bots[seat].decide(table.seat_view(seat)))
        return table


# Every number of players and every starting month, the first game, and games that S8.3 ends.
PLAYTHROUGHS = [
    Playthrough(2, 1, "greedy", "golden 1"),
    Playthrough(3, 2, "random,greedy", "golden 2"),
    Playthrough(4, 3, "random", "golden 3"),
    Playthrough(5, 4, "greedy", "golden 4"),
    Playthrough(2, 5, "random", "golden 5"),
    Playthrough(3, 6, "greedy", "golden 6"),
    Playthrough(4, 7, "greedy,random", "golden 7"),
    Playthrough(5, 8, "random", "golden 8"),
    Playthrough(2, 9, "greedy,random", "golden 9"),
    Playthrough(3, 10, "random", "golden 10"),
    Playthrough(4, 11, "greedy", "golden 11"),
    Playthrough(5, 12, "greedy,random", "golden 12"),
    Playthrough(3, 4, "greedy", "golden 13", specials=False),
    Playthrough(5, 9, "random", "golden 14", specials=False),
    *(Playthrough(p, 1 + n % 12, BACHELORS, f"idle {n}") for p, n in ENDLESS[:2]),
]


def main() -> None:
    """Write every file."""
    GOLDEN.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        text = records.to_text(playthrough.play())
        playthrough.file.write_text(text, encoding="utf-8", newline="\n")
        print(playthrough.file.name)


if __name__ == "__main__":
    main()
