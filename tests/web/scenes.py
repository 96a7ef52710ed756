"""For tests: moments of games in which something is asked.

sit_in(server, page, "samara", "imprison", players=5)   # whoever is asked looks at this page
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page

import baumeister
from baumeister.play.records import to_text
from tests.server.live_server import Server
from tests.web.company import NAMES, open_table, sit, sits_at

QUESTIONS = {
    "tybor": ("choose", "use", "pay", "keep", "drop", "give_up"),
    "samara": (
        *("act", "help", "train", "lose_tool", "barracks", "take_figure", "bury", "imprison"),
    ),
}
# As a link of ours does it: another page, and nothing is loaded anew.
GO = """address => {
    history.pushState(null, "", address);
    dispatchEvent(new Event("popstate"));
}"""
SEEDS = range(40)  # among these games all questions are asked


class Scene(NamedTuple):
    """A moment of a game: after so many decisions of a record this seat is asked."""

    record: str
    at: int
    seat: int


@cache
def scenes(game: str, players: int = 3) -> dict[str, Scene]:
    """For each kind of question a moment, late in a game, in which it is asked."""
    found: dict[str, Scene] = {}
    for seed in SEEDS:
        options: dict[str, Any] = {"chapter": seed % 8 + 1} if game == "tybor" else {}
        table = baumeister.game(game).new(
            players=players, seed=seed, names=NAMES[:players], **options
        )
        chance, asked = Random(seed), dict[str, tuple[int, int]]()
        while not table.over:
            seat = table.waiting_for[0]
            made = sum(not move.forced for move in table.canonical().moves)
            asked[table.view(seat)["phase"]] = made, seat  # late: there is much on the table
            table.play(seat, chance.choice(table.legal(seat)))
        for phase, (at, seat) in asked.items():
            found.setdefault(phase, Scene(to_text(table), at, seat))
        if set(QUESTIONS[game]) <= set(found):
            return found
    raise AssertionError(f"never asked: {set(QUESTIONS[game]) - set(found)}")


def sit_in(server: Server, page: Page, game: str, phase: str, players: int = 3) -> None:
    """The table in such a moment, with the eyes of who is asked."""
    opened, seat = open_in(server, game, phase, players)
    sit(page, opened, seat)
    page.locator(asking(game, phase)).wait_for()


def sit_in_each(server: Server, page: Page, game: str, *phases: str) -> Iterator[str]:
    """Tables in these moments, one after the other; the page is loaded once."""
    opened = [open_in(server, game, phase, 3) for phase in phases]
    for table, seat in opened:
        page.add_init_script(sits_at(table, seat))
    page.goto(f"/t/{opened[0][0]['table']}")
    for phase, (table, _) in zip(phases, opened, strict=True):
        page.evaluate(GO, f"/t/{table['table']}")
        page.locator(asking(game, phase)).wait_for()
        yield phase


def open_in(server: Server, game: str, phase: str, players: int) -> tuple[dict[str, Any], int]:
    """A table in such a moment, and the seat that is asked."""
    record, at, seat = scenes(game, players)[phase]
    return open_table(server, game, people=players, bots=0, record=record, at=at), seat


def asking(game: str, phase: str) -> str:
    """The table on the page that asks for this."""
    asks = f"[data-asks={phase}]" if game == "tybor" else f"[data-phase={phase}]:has(.mine)"
    return f".{game}{asks}"
