"""The table of Tybor as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from baumeister.envs.render.shown import Shown
from baumeister.games.tybor.components import COLOUR_KEYS, COLOUR_LETTERS
from baumeister.games.tybor.picture_words import LETTER, SIDES, Cards

STYLES = {"green": "green", "yellow": "yellow", "blue": "bright_blue", "red": "red"}
BLOCKS = 3  # columns of buildings on display
NOTHING = "–"


def table(shown: Shown) -> list[RenderableType]:
    """Where the game is, the display, everybody's seat, the own hand, the question."""
    cards = Cards(shown)
    lines: list[RenderableType] = [
        Text(f"{shown.say('name')} · {cards.story()} · {cards.moment()}", "bold"),
        Text(cards.piles(), "dim"),
        Text(shown.say("display"), "bold").append(f" · {cards.costs()}", "not bold dim"),
        _display(cards),
        _seats(cards),
        *_own(cards),
        Text(shown.question, "bold"),
    ]
    ends = [shown.points, shown.ending] if shown.ending else []
    return [*lines, *(Text(line, "bold") for line in ends)]


def _display(cards: Cards) -> RenderableType:
    """T3.4 The buildings on display by colour."""
    rows = cards.display()
    if not rows:
        return Text(NOTHING)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    height = -(-len(rows) // BLOCKS)
    for k in range(height):
        grid.add_row(*(_building(cards, row) for row in rows[k::height]))
    return grid


def _building(cards: Cards, row: Mapping[str, Any]) -> Text:
    building = cards.building(row["card"])
    text = Text(f"{LETTER[building.colour]} ", f"bold {STYLES[building.colour]}")
    text.append(f"{cards.shown.name(building):<16}", f"not bold {STYLES[building.colour]}")
    points = f"{cards.points(building, False)}/{cards.points(building, True)}"
    return text.append(f" {points:<6}{cards.bonus(building)}", "not bold default")


def _seats(cards: Cards) -> RenderableType:
    """T7.1 What lies in front of each player. ★ is the first player, ► is asked."""
    shown = cards.shown
    grid = Grid(box=None, padding=(0, 1, 0, 0), header_style="dim underline")
    grid.add_column("", no_wrap=True, min_width=2)
    for key in ("player", "hand", "workers", "citizens", "buildings"):
        title = shown.table_say(key).capitalize() if key == "player" else shown.say(key)
        grid.add_column(title, no_wrap=key in ("player", "hand"))
    for seat, row in enumerate(shown.view["seats"]):
        first = "★" if seat == shown.view["first_player"] else " "
        grid.add_row(
            f"{first}{'►' if shown.asked(seat) else ' '}",
            row["name"],
            f"{row['cards_in_hand']}{'+1' if row['has_chosen'] else ''}",
            _workers(cards, row),
            codes(row["citizens"]),
            _built(cards, row["buildings"]),
        )
    return grid


def _workers(cards: Cards, row: Mapping[str, Any]) -> Text:
    """T4.4 Strength in all, and of each."""
    each = sorted((cards.character(code).strength for code in row["workers"]), reverse=True)
    text = Text(str(row["strength"]), "bold") if each else Text(NOTHING)
    return text.append(f" = {'+'.join(map(str, each))}", "not bold dim") if len(each) > 1 else text


def codes(characters: Iterable[str]) -> Text:
    """Characters as players write them, colours in colour: Fa3GB."""
    shown = []
    for code in characters:
        text = Text(code[:3], "bold")
        for letter in code[3:].partition(".")[0]:
            text.append(letter, STYLES[COLOUR_KEYS[COLOUR_LETTERS.index(letter)]])
        shown.append(text)
    return Text(" ").join(shown) or Text(NOTHING)


def _built(cards: Cards, buildings: Sequence[Mapping[str, Any]]) -> Text:
    """Buildings in their colour, with their side."""
    names = []
    for row in buildings:
        building = cards.building(row["card"])
        name = f"{cards.shown.name(building)}{SIDES[row['side']]}"
        names.append(Text(name, STYLES[building.colour]))
    return Text(", ").join(names) or Text(NOTHING)


def _own(cards: Cards) -> list[Text]:
    """T7.2 What only the seat sees through whose eyes the table is drawn."""
    shown, view = cards.shown, cards.shown.view
    if view["seat"] is None:
        return []
    name = view["seats"][view["seat"]]["name"]
    hand = Text(f"{name} · {shown.say('hand')}: ", "bold").append_text(codes(view["hand"]))
    for title, some in (
        (shown.say("chosen"), [view["chosen"]] if view["chosen"] else []),
        (shown.table_say("drawn").capitalize(), view["drawn"] or []),
    ):
        if some:
            hand.append(f"   {title}: ", "bold").append_text(codes(some))
    goal = Text(f"{name} · {shown.say('secret_objective')}: ", "bold")
    letters = [Text(LETTER[c], STYLES[c]) for c in view["secret_objective"]]
    goal.append_text(Text(" ").join(letters))
    return [hand, goal.append(f"   {shown.table_say('score_now')}: {view['score']['total']}")]
