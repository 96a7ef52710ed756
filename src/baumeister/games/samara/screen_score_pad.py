"""`baumeister score samara`: asks for what lies on a real table."""

from __future__ import annotations

from baumeister.cli.screens.score_pad import Entry, PadPrompt, number, numbers
from baumeister.games.samara.score_pad import MOST_LINE, MOST_MONTHS, MOST_PRESTIGE
from baumeister.kernel.data import DataError
from baumeister.play.score_pad import Result, score


class SamaraPadPrompt(PadPrompt):
    """Asks for prestige, and in a tie for the calendar."""

    game = "samara"

    def result(self) -> Result:
        """Ask for everything, and score it."""
        names = self.names()
        players: list[Entry] = []
        for name in names:
            tiles = self.ask("tiles", numbers(None, 0, MOST_PRESTIGE), name=name)
            players.append({"name": name, "tiles": tiles})
        while True:
            try:
                result = score(self.game, {"player": players}, self.game)
            except DataError as error:
                self.terminal.line(error.text(self.language), "yellow")
            else:
                if not result.undecided:
                    return result
            best = max(sum(player["tiles"]) for player in players)
            for player in players:
                if sum(player["tiles"]) == best:
                    name = player["name"]
                    month = self.ask("month", number(0, MOST_MONTHS), name=name)
                    place = self.ask("place", number(1, MOST_LINE), name=name)
                    player["next"] = {"month": month, "place": place}


PAD = SamaraPadPrompt
