"""The table of Tybor in a terminal: everything drawn here is what one seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from baumeister.cli.screens.score_sheet import score_sheets
from baumeister.cli.screens.screen import Screen, View
from baumeister.cli.screens.tokens import NOTHING
from baumeister.games.tybor import texts
from baumeister.games.tybor.components import COLOUR_KEYS
from baumeister.games.tybor.screen_cards import LETTER, SIDE, STYLES, Cards
from baumeister.games.tybor.screen_help import TyborExplainer
from baumeister.games.tybor.screen_news import news
from baumeister.games.tybor.texts import ROMAN
from baumeister.kernel.game import Narrator
from baumeister.play import Game, Table

AFFORDABLE = "✓"
FIRST = "★"
ARROWS = {"clockwise": "↻", "counter-clockwise": "↺"}
MANY_CHOICES = 8  # from here on in two columns
WIDE = 124  # professions in words, choices in three columns
NAME_WIDTH, HAND_WIDTH, WORKERS_WIDTH = 20, 4, 8  # columns in front of each player
NUMBER_WIDTH = 5  # of a choice, with the gaps
BLOCK = 39  # columns that a building on display takes


@dataclass
class Opened:
    """What an open table shows of each seat besides what everybody sees."""

    hands: dict[int, Sequence[str]] = field(default_factory=dict)
    chosen: dict[int, str | None] = field(default_factory=dict)
    objectives: dict[int, Sequence[str]] = field(default_factory=dict)
    totals: dict[int, int] = field(default_factory=dict)


class TyborScreen(Screen):
    """Draws views of Tybor."""

    def __init__(self, game: Game, language: str) -> None:
        super().__init__(game, language)
        self.cards = Cards(game.components, language)

    # --- before the game ------------------------------------------------------------------
    def opening(self, view: View, brief: bool = False) -> list[RenderableType]:
        """T2.2 The story of the scenario and the chapter, to be read aloud, and what they do."""
        shown: list[RenderableType] = []
        for kind, title in (("scenario", self._scenario(view)), ("chapter", self._chapter(view))):
            told = texts.story(kind, str(view["options"][kind]), self.language)
            heading = Text(f"{self._say(kind).capitalize()}: {title}", "bold underline")
            shown.append(Group(heading, *self._told(told, brief)))
        return shown

    def _scenario(self, view: View) -> str:
        card = next(
            c for c in self.game.components.scenarios if c.key == view["options"]["scenario"]
        )
        return str(getattr(card, self.language))

    def _chapter(self, view: View) -> str:
        number = view["options"]["chapter"]
        card = self.game.components.chapters[number - 1]
        return f"{ROMAN[number - 1]} {getattr(card, self.language)}"

    # --- the table ------------------------------------------------------------------------
    def table(
        self, view: View, width: int, opened: Opened | None = None, short: bool = False
    ) -> list[RenderableType]:
        """Header, display and what lies in front of each player; of others only the numbers
        where it has to be short."""
        above = [self.header(view), self.display(view, width)]
        if short and view["seat"] is not None:
            return [*above, self.own_seat(view, width), self.other_seats(view)]
        return [*above, self.seats(view, width, opened or Opened())]

    def header(self, view: View) -> RenderableType:
        """Stage, round, scenario, chapter, first player, direction, piles."""
        stage = f"{self._say('stage').capitalize()} {ROMAN[view['stage'] - 1]}"
        turn = self._word("round_of", round=view["round"], rounds=view["rounds"])
        where = self._word("over") if view["phase"] == "over" else f"{stage} · {turn}"
        chapter = f"{self._say('chapter').capitalize()} {self._chapter(view)}"
        bar = self._bar(f"{self._scenario(view)} · {chapter}", where)
        first = view["seats"][view["first_player"]]["name"]
        direction = self._say(view["direction"].replace("-", "_"))
        facts = Text(f"{FIRST} {self._say('first_player').capitalize()} ", "dim")
        facts.append(first, "bold not dim")
        facts.append(f" {ARROWS[view['direction']]} {direction} · ")
        piles = {"pile": view["pile"], "discard": len(view["discard"])}
        facts.append(self._word("piles", **piles, buildings=view["building_pile"]))
        return Group(bar, facts)

    def display(self, view: View, width: int) -> RenderableType:
        """T3.4 The buildings on display by colour, with what they cost this seat (T4.6)."""
        mine = view["seat"] is not None
        title = Text(self._say("display").capitalize(), "bold")
        key = "display_own" if mine else "display_open"
        title.append(" · " + self._word(key, **view["cost"]), "dim")
        rows = sorted(view["display"], key=lambda row: COLOUR_KEYS.index(row["colour"]))
        if not rows:
            return Group(title, Text(NOTHING, "dim"))
        blocks = max(1, min(width // BLOCK, 4))
        height = -(-len(rows) // blocks)
        grid = Grid.grid(padding=(0, 3, 0, 0))
        grid.add_row(
            *(self._block(rows[k : k + height], mine) for k in range(0, len(rows), height))
        )
        return Group(title, grid)

    def _block(self, rows: Sequence[Mapping[str, Any]], mine: bool) -> RenderableType:
        """Some buildings below each other: colour, name, points, bonus, cost on both sides."""
        grid = Grid.grid(padding=(0, 1, 0, 0))
        for width in (1, 14, 4, 9, 2, 3):
            grid.add_column(no_wrap=True, min_width=width)
        for row in rows:
            building = self.cards.building(row["card"])
            style = STYLES[building.colour]
            great = building.points + self.game.components.box.great_bonus
            grid.add_row(
                Text(LETTER[building.colour], f"bold {style}"),
                Text(self.cards.name(building), style),
                f"{building.points}/{great}",
                Text(self.cards.bonus(building), "" if building.bonus else "dim"),
                *((self._cost(row["little"]), self._cost(row["great"])) if mine else ()),
            )
        return grid

    @staticmethod
    def _cost(side: Mapping[str, Any]) -> Text:
        if side["affordable"]:
            return Text(f"{side['cost']}{AFFORDABLE}", "bold green")
        return Text(str(side["cost"]), "dim")

    def seats(self, view: View, width: int, opened: Opened) -> RenderableType:
        """T7.1 What lies in front of each player."""
        grid = self._seat_grid()
        for seat in range(len(view["seats"])):
            self._add_seat(grid, view, seat, width, opened)
        return grid

    def own_seat(self, view: View, width: int) -> RenderableType:
        """T7.1 What lies in front of the seat itself."""
        grid = self._seat_grid(self._longest_name(view))
        self._add_seat(grid, view, view["seat"], width, Opened())
        return grid

    def other_seats(self, view: View) -> RenderableType:
        """T7.1 The others in one line each: hand, strength, symbols, number of buildings."""
        grid = Grid.grid(padding=(0, 1, 0, 0))
        for least in (2, self._longest_name(view), HAND_WIDTH, WORKERS_WIDTH, 1, 1):
            grid.add_column(no_wrap=True, min_width=least, max_width=max(least, 40))
        for seat, row in enumerate(view["seats"]):
            if seat != view["seat"]:
                grid.add_row(
                    self._turn(view, seat),
                    self._player(row["name"], False, seat, Opened()),
                    self._hand(row, seat, Opened()),
                    Text(str(row["strength"]), "bold") if row["workers"] else Text(NOTHING),
                    self.cards.symbols(row["citizens"], row["symbols"]),
                    Text(f"{self._say('buildings').capitalize()} {len(row['buildings'])}"),
                )
        return grid

    def _longest_name(self, view: View) -> int:
        names = [
            self._player(row["name"], seat == view["seat"], seat, Opened())
            for seat, row in enumerate(view["seats"])
        ]
        return min(NAME_WIDTH, max(name.cell_len for name in names))

    def _seat_grid(self, name_width: int = 0) -> Grid:
        grid = Grid(box=None, padding=(0, 1, 0, 0), header_style="dim underline", expand=False)
        grid.add_column("", no_wrap=True, min_width=2)
        grid.add_column(self._word("player"), max_width=NAME_WIDTH, min_width=name_width or None)
        grid.add_column(self._say("hand").capitalize(), min_width=HAND_WIDTH)
        grid.add_column(self._say("workers").capitalize(), min_width=WORKERS_WIDTH)
        grid.add_column(self._say("citizens").capitalize(), ratio=None)
        grid.add_column(self._say("buildings").capitalize())
        return grid

    def _add_seat(self, grid: Grid, view: View, seat: int, width: int, opened: Opened) -> None:
        row = view["seats"][seat]
        grid.add_row(
            self._turn(view, seat),
            self._player(row["name"], seat == view["seat"], seat, opened),
            self._hand(row, seat, opened),
            self.cards.workers(row["workers"], row["strength"]),
            self.cards.citizens(row["citizens"], row["symbols"], words=width >= WIDE),
            self.cards.built(row["buildings"]),
        )

    @staticmethod
    def _turn(view: View, seat: int) -> Text:
        """Whether the seat is the first player's, and whether it has to decide."""
        first = FIRST if seat == view["first_player"] else " "
        return Text(f"{first}{'►' if seat in view['waiting_for'] else ' '}")

    def _player(self, name: str, me: bool, seat: int, opened: Opened) -> Text:
        text = Text(name, "bold" if me else "")
        if me:
            text.append(f" ({self._word('you')})", "bold")
        if seat in opened.objectives:
            text.append("\n" + " ".join(LETTER[c] for c in opened.objectives[seat]), "dim")
            text.append(f" · {opened.totals[seat]}", "bold")
        return text

    def _hand(self, row: Mapping[str, Any], seat: int, opened: Opened) -> Text:
        """How many cards; +1 is a card chosen face down. An open table shows them."""
        if seat not in opened.hands:
            return Text(f"{row['cards_in_hand']}{'+1' if row['has_chosen'] else ''}")
        text = Text(" ").join(self.cards.code(card) for card in opened.hands[seat])
        if chosen := opened.chosen.get(seat):
            text.append(" + " if text else "+ ").append_text(self.cards.code(chosen))
        return text or Text(NOTHING)

    # --- what is the seat's own -------------------------------------------------------------
    def own(self, view: View, memory: bool, short: bool = False) -> list[RenderableType]:
        """T7.2 Hand, chosen card, secret objective and score; T7.3 hands remembered.

        `short` leaves the hand out where the choices show it.
        """
        hand = Text(f"{self._say('hand').capitalize()}: ", "bold")
        hand.append_text(self.cards.codes(view["hand"]))
        for key, cards in (
            (self._say("chosen"), [view["chosen"]] if view["chosen"] else []),
            (self._word("drawn"), view["drawn"] or []),
        ):
            if cards:
                hand.append(f"   {key}: ", "bold").append_text(self.cards.codes(cards))
        goal = Text(f"{self._say('secret_objective').capitalize()}: ", "bold")
        goal.append_text(self.cards.colours(view["secret_objective"]))
        goal.append(f"   {self._word('score_now')}: {view['score']['total']}", "bold")
        lines: list[RenderableType] = [hand, goal]
        if short and view["phase"] == "choose":
            lines.remove(hand)
        if memory:
            for known in view["remembered"]:
                name = view["seats"][known["seat"]]["name"]
                text = Text(self._word("remembered", name=name) + " ", "dim")
                lines.append(text.append_text(self.cards.codes(known["cards"])))
        return lines

    def choices(
        self, view: View, legal: Sequence[int], width: int, short: bool = False
    ) -> RenderableType:
        """The numbered choices with their full text: a few with their notation, many side by
        side, and where it has to be short with signs for the sides of buildings."""
        brief = short and len(legal) >= MANY_CHOICES
        cells = [
            (self._number(k), self._choice(view, action, brief))
            for k, action in enumerate(legal, 1)
        ]
        grid = Grid.grid(padding=(0, 1, 0, 0))
        if len(legal) < MANY_CHOICES:
            for (number, text), action in zip(cells, legal, strict=True):
                grid.add_row(number, text, Text(f" {self.game.notation(action)}", "dim"))
            return grid
        columns = 3 if width >= WIDE or (brief and _fits([c for _, c in cells], 3, width)) else 2
        rows = -(-len(legal) // columns)
        for k in range(rows):
            grid.add_row(*(part for cell in cells[k::rows] for part in cell))
        return grid

    def _choice(self, view: View, action: int, brief: bool) -> Text:
        told = self.game.text(action, self.language)
        text = Text(told[0].upper() + told[1:])
        parts = self.game.notation(action).split()
        if parts[0] == "build":
            row = next(row for row in view["display"] if row["card"] == parts[1])
            cost = row[parts[2]]["cost"]
            if brief:
                building = self.cards.building(row["card"])
                name = f"{SIDE[parts[2]]} {self.cards.name(building)}"
                return Text(name, STYLES[building.colour]).append(f" ({cost})", "dim")
            text.append(f" ({self._word('cost')} {cost})", "dim")
        return text

    # --- words --------------------------------------------------------------------------------
    def news(
        self, narrator: Narrator, events: Sequence[Mapping[str, Any]], seat: int | None
    ) -> list[str]:
        """The sentences worth reading for a seat."""
        return news(narrator, events, seat)

    def is_secret(self, view: View) -> bool:
        """T7.2 The hand always is."""
        return True

    def explainer(self, view: View | None = None) -> TyborExplainer:
        """Somebody who explains the words of the game, and of this one if there is a view."""
        options = {} if view is None else view["options"]
        return TyborExplainer(self.game.components, self.language, options)

    def score(self, table: Table, seat: int) -> RenderableType:
        """T6 The score sheet of a seat so far."""
        sheet = table.view(seat)["score"]
        names = [table.names[seat]]
        return score_sheets(self, names, [sheet])

    def tiebreak(self) -> tuple[str, str]:
        """T6.19 More strength left on workers."""
        return "T6.19", self._word("strength_left")

    def opened(self, views: Sequence[View]) -> Opened:
        """All hands at once, from the views of all seats: for a finished game."""
        opened = Opened()
        for seat, view in enumerate(views):
            opened.hands[seat] = view["hand"]
            opened.chosen[seat] = view["chosen"]
            opened.objectives[seat] = view["secret_objective"]
            opened.totals[seat] = view["score"]["total"]
        return opened


def _fits(choices: Sequence[Text], columns: int, width: int) -> bool:
    """Whether numbered choices fit side by side in so many columns."""
    rows = -(-len(choices) // columns)
    blocks = [choices[k : k + rows] for k in range(0, len(choices), rows)]
    return sum(NUMBER_WIDTH + max(text.cell_len for text in block) for block in blocks) <= width


SCREEN = TyborScreen
