"""The table of Tybor as text: for environments, and its parts for the terminal's screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from baumeister.envs.render.shown import Shown
from baumeister.envs.render.tokens import NOTHING
from baumeister.games.tybor.labels import LETTER, STYLES, CardLabels, View
from baumeister.kernel.glossary import say

AFFORDABLE = "✓"
FIRST = "★"
ARROWS = {"clockwise": "↻", "counter-clockwise": "↺"}
WIDE = 124  # from so many columns on: professions in words, choices in three columns
NAME_WIDTH, HAND_WIDTH, WORKERS_WIDTH = 20, 4, 8  # columns in front of each player
BLOCK, MOST_BLOCKS = 39, 4  # columns that a building on display takes; blocks side by side


@dataclass
class Opened:
    """What an open table shows of each seat besides what everybody sees."""

    hands: dict[int, Sequence[str]] = field(default_factory=dict)
    chosen: dict[int, str | None] = field(default_factory=dict)
    objectives: dict[int, Sequence[str]] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)


def table(shown: Shown) -> list[RenderableType]:
    """Where the game is, the display, everybody's seat, the own hand, the question."""
    view, cards = shown.view, CardLabels(shown.game.components, shown.language)
    heading = f"{shown.say('name')} · {cards.story(view)} · {cards.moment(view)}"
    lines: list[RenderableType] = [
        Text(heading, "bold"),
        facts(cards, view),
        *display(cards, view),
        SeatsTable(cards, view),
        *(own(cards, view) if view["seat"] is not None else ()),
    ]
    return [*lines, *(Text(line, "bold") for line in shown.last_lines())]


def facts(cards: CardLabels, view: View) -> Text:
    """First player, direction of play, and how many cards lie where."""
    text = Text(f"{FIRST} {cards.title('first_player')} ", "dim")
    text.append(view["seats"][view["first_player"]]["name"], "bold not dim")
    text.append(f" {ARROWS[view['direction']]} {cards.direction(view)} · ")
    return text.append(cards.piles(view))


def display(cards: CardLabels, view: View) -> list[RenderableType]:
    """T3.4 A title and the buildings on display by colour, with their costs for the seat (T4.6)."""
    mine = view["seat"] is not None
    key = "cli.display_own" if mine else "cli.display_open"
    title = Text(cards.title("display"), "bold")
    title.append(f" · {say(key, cards.language, **view['cost'])}", "dim")
    rows = cards.display(view)
    return [title, _Display(cards, rows, mine) if rows else Text(NOTHING, "dim")]


@dataclass
class _Display:
    """Buildings in as many blocks as there is room for."""

    cards: CardLabels
    rows: Sequence[Mapping[str, Any]]
    mine: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        blocks = max(1, min(options.max_width // BLOCK, MOST_BLOCKS))
        height = -(-len(self.rows) // blocks)
        grid = Grid.grid(padding=(0, 3, 0, 0))
        starts = range(0, len(self.rows), height)
        grid.add_row(*(self._block(self.rows[k : k + height]) for k in starts))
        yield grid

    def _block(self, rows: Sequence[Mapping[str, Any]]) -> RenderableType:
        """Some buildings below each other: colour, name, points, bonus, cost on both sides."""
        cards, grid = self.cards, Grid.grid(padding=(0, 1, 0, 0))
        for width in (1, 14, 4, 9, 2, 3):
            grid.add_column(no_wrap=True, min_width=width)
        for row in rows:
            building = cards.building(row["card"])
            style = STYLES[building.colour]
            grid.add_row(
                Text(LETTER[building.colour], f"bold {style}"),
                Text(cards.name(building), style),
                f"{cards.points(building, False)}/{cards.points(building, True)}",
                Text(cards.bonus(building)) if building.bonus else Text(NOTHING, "dim"),
                *((_cost(row["little"]), _cost(row["great"])) if self.mine else ()),
            )
        return grid


def _cost(side: Mapping[str, Any]) -> Text:
    if side["affordable"]:
        return Text(f"{side['cost']}{AFFORDABLE}", "bold green")
    return Text(str(side["cost"]), "dim")


class SeatsTable:
    """T7.1 What lies in front of each player, or of one only. ★ is the first player, ► is asked."""

    def __init__(
        self, cards: CardLabels, view: View, opened: Opened | None = None, only: int | None = None
    ) -> None:
        self.cards, self.view, self.opened, self.only = cards, view, opened or Opened(), only

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        cards, view = self.cards, self.view
        least = 0 if self.only is None else _longest_name(cards, view)
        grid = Grid(box=None, padding=(0, 1, 0, 0), header_style="dim underline", expand=False)
        grid.add_column("", no_wrap=True, min_width=2)
        player = say("cli.player", cards.language)
        grid.add_column(player, max_width=NAME_WIDTH, min_width=least or None)
        grid.add_column(cards.title("hand"), min_width=HAND_WIDTH)
        grid.add_column(cards.title("workers"), min_width=WORKERS_WIDTH)
        grid.add_column(cards.title("citizens"), ratio=None)
        grid.add_column(cards.title("buildings"))
        for seat, row in enumerate(view["seats"]):
            if self.only in (None, seat):
                grid.add_row(
                    _turn(view, seat),
                    _player(cards, view, seat, self.opened),
                    self._hand(row, seat),
                    cards.workers(row["workers"], row["strength"]),
                    cards.citizens(
                        row["citizens"], row["symbols"], words=options.max_width >= WIDE
                    ),
                    cards.built(row["buildings"]),
                )
        yield grid

    def _hand(self, row: Mapping[str, Any], seat: int) -> Text:
        """How many cards; +1 is a card chosen face down. An open table shows them."""
        if seat not in self.opened.hands:
            return _number_of_cards(row)
        text = Text(" ").join(self.cards.code(card) for card in self.opened.hands[seat])
        if chosen := self.opened.chosen.get(seat):
            text.append(" + " if text else "+ ").append_text(self.cards.code(chosen))
        return text or Text(NOTHING)


def other_seats(cards: CardLabels, view: View) -> RenderableType:
    """T7.1 The others in one line each: hand, strength, symbols, number of buildings."""
    grid = Grid.grid(padding=(0, 1, 0, 0))
    for least in (2, _longest_name(cards, view), HAND_WIDTH, WORKERS_WIDTH, 1, 1):
        grid.add_column(no_wrap=True, min_width=least, max_width=max(least, 40))
    for seat, row in enumerate(view["seats"]):
        if seat != view["seat"]:
            grid.add_row(
                _turn(view, seat),
                _player(cards, view, seat, Opened()),
                _number_of_cards(row),
                Text(str(row["strength"]), "bold") if row["workers"] else Text(NOTHING),
                cards.symbols(row["citizens"], row["symbols"]),
                Text(f"{cards.title('buildings')} {len(row['buildings'])}"),
            )
    return grid


def _turn(view: View, seat: int) -> Text:
    """Whether the seat is the first player's, and whether it has to decide."""
    first = FIRST if seat == view["first_player"] else " "
    return Text(f"{first}{'►' if seat in view['waiting_for'] else ' '}")


def _player(cards: CardLabels, view: View, seat: int, opened: Opened) -> Text:
    name = view["seats"][seat]["name"]
    text = Text(name)
    if seat == view["seat"]:
        text = Text(f"{name} ({say('cli.you', cards.language)})", "bold")
    if seat in opened.objectives:
        text.append("\n" + " ".join(LETTER[c] for c in opened.objectives[seat]), "dim")
        text.append(f" · {opened.totals[seat]}", "bold")
    return text


def _longest_name(cards: CardLabels, view: View) -> int:
    names = [_player(cards, view, seat, Opened()) for seat in range(len(view["seats"]))]
    return min(NAME_WIDTH, max(name.cell_len for name in names))


def _number_of_cards(row: Mapping[str, Any]) -> Text:
    return Text(f"{row['cards_in_hand']}{'+1' if row['has_chosen'] else ''}")


def own(cards: CardLabels, view: View) -> tuple[Text, Text]:
    """T7.2 What only the seat sees: hand, chosen and drawn cards; secret objective and score."""
    hand = Text(f"{cards.title('hand')}: ", "bold").append_text(cards.codes(view["hand"]))
    for key, some in (
        ("tybor.chosen", [view["chosen"]] if view["chosen"] else []),
        ("cli.drawn", view["drawn"] or []),
    ):
        if some:
            hand.append(f"   {say(key, cards.language)}: ", "bold").append_text(cards.codes(some))
    goal = Text(f"{cards.title('secret_objective')}: ", "bold")
    goal.append_text(cards.colours(view["secret_objective"]))
    score = say("cli.score_now", cards.language)
    return hand, goal.append(f"   {score}: {view['score']['total']}", "bold")
