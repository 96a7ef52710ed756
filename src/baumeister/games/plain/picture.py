"""The table as a picture: the facts of the view, and a row for each seat."""

from __future__ import annotations

from typing import Any

from PIL import Image

from baumeister.envs.render.canvas import ASKED, PALE, Canvas
from baumeister.envs.render.shown import Shown
from baumeister.games.plain.game import PlainGame
from baumeister.games.plain.tables import facts, own_facts, seat_rows

WIDTH, HEAD, LINE, EDGE = 1280, 84, 30, 16


def part_of(rules: PlainGame) -> dict[str, Any]:
    """The module `picture` of a game."""
    own = rules.own_fields()

    def table(shown: Shown) -> Image.Image:
        """Its height depends on the number of fields and seats, not on whose view it is."""
        view, language = shown.view, shown.language
        known = facts(view, own, language)
        pairs = [*known, *own_facts(view, own, language)]
        top = HEAD + LINE * (len(known) + len(own))
        canvas = Canvas(WIDTH, top + LINE * (len(view["seats"]) + 2))
        ending = " · ".join(filter(None, (shown.points, shown.ending)))
        canvas.bar(shown.say("name"), ending, shown.question)
        for k, (name, value) in enumerate(pairs):
            canvas.text(EDGE, HEAD + LINE * k, name, 14, PALE)
            canvas.text(WIDTH // 4, HEAD + LINE * k, value)
        columns, rows = seat_rows(view, language)
        wide = (WIDTH - 2 * EDGE) / (len(columns) + 1)
        for k, title in enumerate(columns, 1):
            canvas.text(EDGE + wide * k, top, canvas.fitted(title, wide - 8), 14, PALE)
        for seat, cells in enumerate(rows):
            y = top + LINE * (seat + 1)
            if shown.asked(seat):
                canvas.pointer(EDGE - 12, y + 9, ASKED)
            for k, cell in enumerate([view["seats"][seat]["name"], *cells]):
                canvas.text(EDGE + 4 + wide * k, y, canvas.fitted(cell, wide - 8))
        return canvas.finished()

    return {"table": table}
