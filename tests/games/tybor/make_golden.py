"""Write the golden playthroughs anew: python -m tests.games.tybor.make_golden

They change when the rules, the data, the records or the bots' choices change. Look at the
difference before keeping it: old records of players must still replay.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from baumeister.bots import new_bot
from baumeister.play import Table, records
from tests.games.tybor.playing import TYBOR

GOLDEN = Path(__file__).with_name("golden")
NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo")


class Playthrough(NamedTuple):
    """A game between bots that is kept as a file."""

    players: int
    scenario: str
    chapter: int
    bots: str  # by seat, from the start again when there are more seats

    @property
    def file(self) -> Path:
        kinds = self.bots.replace(",", "-")
        return GOLDEN / f"{self.players}-{self.scenario}-{self.chapter}-{kinds}.txt"

    def play(self) -> Table:
        """Play it; seats decide in play order."""
        seed = f"golden {self.players} {self.scenario} {self.chapter}"
        names = NAMES[: self.players]
        table = TYBOR.new(self.players, seed, names, scenario=self.scenario, chapter=self.chapter)
        kinds = self.bots.split(",")
        bots = [
            new_bot(kinds[seat % len(kinds)], f"{seed}/bot/{seat}") for seat in range(self.players)
        ]
        while not table.over:
            seat = table.waiting_for[0]
            table.play(seat, bots[seat].decide(table.seat_view(seat)))
        return table


# Every number of players, every scenario and every chapter at least twice.
PLAYTHROUGHS = [
    Playthrough(2, "escape-from-the-city", 1, "greedy"),
    Playthrough(2, "a-colourful-crowd", 7, "greedy,random"),
    Playthrough(2, "the-town-grows", 6, "random"),
    Playthrough(3, "size-matters", 2, "greedy"),
    Playthrough(3, "the-town-grows", 7, "random,greedy"),
    Playthrough(3, "escape-from-the-city", 8, "random"),
    Playthrough(4, "a-colourful-crowd", 3, "greedy"),
    Playthrough(4, "size-matters", 4, "random,greedy"),
    Playthrough(4, "escape-from-the-city", 7, "greedy"),
    Playthrough(5, "the-town-grows", 4, "greedy"),
    Playthrough(5, "a-colourful-crowd", 5, "random"),
    Playthrough(5, "escape-from-the-city", 2, "greedy,random"),
    Playthrough(6, "escape-from-the-city", 5, "greedy"),
    Playthrough(6, "size-matters", 7, "random"),
    Playthrough(7, "the-town-grows", 8, "greedy,random"),
    Playthrough(7, "a-colourful-crowd", 6, "greedy"),
    Playthrough(8, "size-matters", 1, "random"),
    Playthrough(8, "the-town-grows", 3, "greedy"),
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
