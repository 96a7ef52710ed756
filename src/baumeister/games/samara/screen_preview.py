"""What a move of Samara would lead to: who goes, where they land, who acts next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from baumeister.cli.screens.words import word
from baumeister.games.samara.labels import PieceLabels
from baumeister.kernel.glossary import join, say
from baumeister.play import Game, SeatView, Table

View = Mapping[str, Any]
Standing = dict[tuple[int, str], tuple[int, Mapping[str, Any]]]  # seat, letter: month, worker


class Preview:
    """Compares what a seat sees now with what it would see after a move."""

    def __init__(self, pieces: PieceLabels, table: Table, seat: int) -> None:
        self.pieces, self.table, self.seat = pieces, table, seat
        self.language = pieces.language
        self.before: View = table.view(seat)

    def _word(self, key: str, **values: object) -> str:
        return word(key, self.language, **values)

    def shown(self, action: int, game: Game) -> list[RenderableType]:
        """The preview of an action; of each group, if there are several."""
        then = self.table.preview(self.seat, action)
        if then is None:
            return [Text(self._word("preview_secret"), "yellow")]
        after = then.json()
        title = self._word("preview_of", move=game.text(action, self.language))
        lines: list[RenderableType] = [Text(title, "bold")]
        if after["phase"] != "help":
            return [*lines, *map(_below, self._changes(then))]
        for helpers in then.legal:
            group = self.table.preview(self.seat, action, helpers)
            if group is not None:
                lines.append(_below(Text(game.text(helpers, self.language), "bold")))
                lines += [_below(change, 4) for change in self._changes(group)]
        return lines

    def _changes(self, then: SeatView) -> Iterator[Text]:
        after = then.json()
        yield from self._moves(after)
        yield from self._tools(after)
        if after["phase"] == "over":
            yield Text(say("samara.question.over", self.language))
            return
        if after["now"] != self.before["now"]:
            month = self.pieces.month(after, after["now"])
            yield Text(self._word("preview_slides", month=month))
        if self.seat in after["waiting_for"] and after["phase"] != "act":
            question = then.question(self.language)
            yield Text(self._word("preview_question", question=question))
        else:
            yield self._next(after)

    def _moves(self, after: View) -> Iterator[Text]:
        """Who has gone where, and the line in each month where somebody has arrived."""
        was, stands = _standing(self.before), _standing(after)
        arrived: list[int] = []
        for key in sorted(was | stands, key=lambda key: (key[0] != self.seat, key)):
            if key not in stands:
                leaving = self.pieces.worker(was[key][1]).plain
                yield Text(self._word("preview_leaves", worker=leaving))
                continue
            month, worker = stands[key]
            if key not in was:
                comes = {"worker": self.pieces.worker(worker).plain}
                yield Text(
                    self._word("preview_comes", month=self.pieces.month(after, month), **comes)
                )
            elif was[key][0] != month:
                text = self.pieces.worker(worker)
                there = (self.pieces.month(after, m) for m in (was[key][0], month))
                yield text.append(f" {f' {self.pieces.arrow} '.join(there)}", "default")
            elif was[key][1] != worker:
                text = self.pieces.worker(was[key][1]).append(f" {self.pieces.arrow} ", "default")
                yield text.append_text(self.pieces.worker(worker))
                continue
            else:
                continue
            arrived.append(month)
        for entry in after["calendar"]:
            if entry["month"] in arrived and len(entry["line"]) > 1:
                line = self.pieces.workers(entry["line"]).plain
                month_name = self.pieces.month(after, entry["month"])
                yield Text(self._word("preview_line", month=month_name, line=line), "dim")

    def _tools(self, after: View) -> Iterator[Text]:
        """The tile that is built, and tools that change hands."""
        seats = list(zip(self.before["seats"], after["seats"], strict=True))
        spaces = zip(self.before["spaces"], after["spaces"], strict=True)
        taken = [old["tile"] for old, new in spaces if old["tile"] != new["tile"]]
        builders = [new["name"] for old, new in seats if old["tiles"] != new["tiles"]]
        if len(builders) == 1:
            tiles = [f"{self.pieces.name(t)} ({self.pieces.tiles[t].prestige})" for t in taken]
            named = join(tiles, self.language)
            yield Text(self._word("preview_gains", name=builders[0], tools=named))
        for old, new in seats:
            had, has = Counter(old["tools"]), Counter(new["tools"])
            for key, some in (("preview_gains", has - had), ("preview_loses", had - has)):
                if some:
                    yield Text(self._word(key, name=new["name"], tools=self._named(some)))

    def _named(self, tools: Counter[str]) -> str:
        return join(
            [say(f"samara.tool.{tool}", self.language) for tool in tools.elements()], self.language
        )

    def _next(self, after: View) -> Text:
        """S2.1 Who acts next; or who has to decide something first."""
        names: Sequence[str] = self.table.names
        if after["phase"] == "act":
            _, worker = _standing(after)[after["foreman"], after["worker"]]
            values = {"worker": self.pieces.worker(worker).plain, "name": names[after["foreman"]]}
            return Text(self._word("preview_next", **values))
        deciding = join([names[seat] for seat in after["waiting_for"]], self.language)
        return Text(self._word("preview_decides", names=deciding))


def _standing(view: View) -> Standing:
    return {
        (worker["seat"], worker["worker"]): (entry["month"], worker)
        for entry in view["calendar"]
        for worker in entry["line"]
    }


def _below(text: Text, by: int = 2) -> RenderableType:
    return Padding(text, (0, 0, 0, by))
