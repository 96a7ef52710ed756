"""A game at the terminal: people and bots in turn, each person seeing what their seat may see."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from baumeister.bots import Bot
from baumeister.bots.search_bot import SearchBot
from baumeister.cli.errors import Quit
from baumeister.cli.prompt import Prompt, command_of
from baumeister.cli.screens.registry import screen_of
from baumeister.cli.screens.score_sheet import score_sheets
from baumeister.cli.screens.screen import Screen, View
from baumeister.cli.screens.terminal import Terminal, item
from baumeister.cli.screens.words import word, word_of_game
from baumeister.cli.seats import Seats
from baumeister.kernel.errors import system_reason
from baumeister.kernel.events import FREE
from baumeister.kernel.glossary import join
from baumeister.lab.bot_process import close_bot
from baumeister.lab.compiling import is_compiled
from baumeister.lab.series import BotFailure, ask
from baumeister.play import Table
from baumeister.play.position import Moment

LEAST_NEWS = 5  # a title and four lines


class Session:
    """One game from the first question to the score sheets."""

    def __init__(
        self,
        table: Table,
        seats: Seats,
        bots: dict[int, Bot],
        terminal: Terminal,
        keep: Callable[[Table], None],
        memory: bool = False,
        data: Path | None = None,
    ) -> None:
        """`data` is the data file that the game was started with, for hints."""
        self.data = data
        self._short = False  # whether the screen has turned out too low for the whole table
        self.game, self.table, self.seats, self.terminal = table.game, table, seats, terminal
        self.language = terminal.language
        self.screen = screen_of(self.game, self.language)
        self.memory = memory
        self._bots = bots
        self._keep = keep
        self._kept = list(table.moves)
        self._hot_seat = len(seats.humans) > 1
        self._looking: int | None = None if self._hot_seat else seats.humans[0]
        self._chose: int | None = None  # who made the latest move
        self._again: int | None = None  # who has taken a choice back
        self._told = dict.fromkeys(seats.humans, len(table.events) if table.moves else 0)

    # --- the course of the game -----------------------------------------------------------
    def run(self) -> None:
        """Play until the game is over. Any question may raise Quit or EndOfInputError, any
        decision of a bot BotFailure.

        Moves are saved before they are shown: a person's move at once, moves of bots before the
        next question.
        """
        try:
            self._play()
        finally:
            for bot in self._bots.values():
                close_bot(bot)

    def _play(self) -> None:
        while not self.table.over:
            seat = self._next()
            if seat in self._bots:
                try:
                    action = self._decided(seat)
                except BotFailure:
                    self._save()
                    raise
                self.table.play(seat, action)
                continue
            self._save()
            if self._at_the_screen(seat):
                self._ask(seat)
        self._save()

    def _decided(self, seat: int) -> int:
        """The bot's decision."""
        text = word("bot_thinks", self.language, name=self.table.names[seat])
        bot = self._bots[seat]
        if isinstance(bot, SearchBot):
            bot.plain = not self.is_compiled
        with self.terminal.thinking(text):
            return ask(bot, self.table, seat, self.seats.bots[seat])

    @property
    def is_compiled(self) -> bool:
        """Whether bots and hints can look ahead with compiled code; nobody waits for it."""
        return is_compiled(self.game.name, len(self.table.names))

    def _next(self) -> int:
        """Who decides next. While all choose at once, people come before bots, so that they can
        change their choices as long as possible, and the person at the screen comes first."""
        waiting = self.table.waiting_for
        people = [seat for seat in waiting if seat not in self._bots]
        for seat in (self._again, self._looking):
            if seat in people:
                return seat
        return people[0] if people else waiting[0]

    def _save(self) -> None:
        """Save the record if it has changed; a full disk does not end the game."""
        if self._kept == self.table.moves:
            return
        try:
            self._keep(self.table)
            self._kept = list(self.table.moves)
        except OSError as error:
            values = {"path": error.filename, "reason": system_reason(error)}
            self.terminal.tell("not_saved", style="red", **values)

    def _at_the_screen(self, seat: int) -> bool:
        """Get a person to the screen: where something is secret, ask for the screen to be passed
        on. False if the previous person takes a choice back instead."""
        secret = self.screen.is_secret(self.table.view(seat))
        if not secret and self._hot_seat:  # all are looking
            self._looking, self._again, self._chose = None, None, None
            return True
        if seat == self._looking:
            return True
        before, self._looking, self._again = self._can_change(), None, None
        self.terminal.clear(everything=True)
        self.terminal.line("─" * min(self.terminal.width, 60), "dim")
        self.terminal.tell("curtain", style="bold", name=self.table.names[seat])
        if before is not None:
            self.terminal.tell("curtain_undo", style="dim", name=self.table.names[before])
        answer = self.terminal.wait(word("press_enter", self.language))
        wanted = command_of(answer, self.language)
        if wanted == "quit":
            raise Quit
        if before is not None and wanted == "undo":
            self.terminal.forget_answer()
            self.table.take_back(before)
            self._save()
            self._again = before
            return False
        self._looking = seat
        return True

    def _can_change(self) -> int | None:
        """T4.1 Who made the latest move, if nobody has learned anything from it yet."""
        seat, self._chose = self._chose, None
        since = self.table.events[self._told[seat] :] if seat is not None else []
        return seat if since and all(event.undo == FREE for event in since) else None

    def _ask(self, seat: int) -> None:
        """Put the question to a person until there is a move."""
        self.draw(seat)
        action = Prompt(self, seat).move()
        self._told[seat] = len(self.table.events)
        self.table.play(seat, action)
        self._save()
        self._chose = seat

    # --- what is shown ----------------------------------------------------------------------
    def draw(self, seat: int, whole: bool = False) -> None:
        """The table as the seat sees it, what happened, its own cards, the question, choices.

        If the screen is too low, the table is drawn in its short form from then on. If that does
        not fit either, the other players and what happened may scroll off, and so may the table
        with `whole`.
        """
        view: View = self.table.view(seat)
        terminal = self.terminal
        terminal.clear(everything=self._hot_seat)
        question = Text(self.table.question(seat, self.language), "bold")
        if self._hot_seat and not self.screen.is_secret(view):
            view, name = self.screen.in_public(view), self.table.names[seat]
            question = Text(f"{word('your_turn', self.language, name=name)} ").append(question)
        least = terminal.height_of(*self._news(seat, LEAST_NEWS))
        for short in (False, True):
            top = self.screen.table(view, terminal.width, short=short)
            own = self.screen.own(view, self.memory, short=short)
            choices = self.screen.choices(view, view["legal"], terminal.width, short=short)
            room = terminal.room_for(*top, *own, question, choices)
            if whole or (room >= least and self._short == short):
                break
        self._short = self._short or short
        told = self._news(seat, max(LEAST_NEWS, room))
        if whole or room >= least:
            terminal.show(*top, *told, *own, question, choices)
        elif room > 1:
            terminal.show(*top, *self._news(seat, room), *own, question, choices)
        elif room >= 0:
            terminal.show(*told, *top, *own, question, choices)
        else:
            *always, others = top
            terminal.show(*told, others, *always, *own, question, choices)

    def _news(self, seat: int, room: int) -> list[RenderableType]:
        """What happened since the seat's last move, the latest if there is not room for all."""
        told = self.news_for(seat, self._told[seat])
        shown: list[RenderableType] = []
        height = 1
        while told and height + self.terminal.height_of(item(told[-1])) <= room:
            shown.insert(0, item(told.pop()))
            height += self.terminal.height_of(shown[0])
        if not shown:
            return []
        more = word("news_more", self.language, n=len(told)) if told else ""
        title = word("news" if self._told[seat] else "news_first", self.language)
        return [Text(f"{title} {more}".strip(), "bold"), *shown]

    def news_for(self, seat: int, start: int) -> list[str]:
        """The news from an event on, as the seat may see it."""
        table = self.table
        narrator = self.screen.narrator(table)
        seen = [event.seen_by(seat) for event in table.events[start:]]
        return self.screen.news(narrator, seen, seat)

    def finish(self) -> None:
        """The end: what happened last, the score sheets, who wins."""
        table, terminal = self.table, self.terminal
        terminal.clear(everything=self._hot_seat)
        views = [table.view(seat) for seat in range(len(table.names))]
        terminal.show(*self.screen.table(views[0], terminal.width, self.screen.opened(views)))
        watcher = self._looking if self._looking is not None else self.seats.humans[0]
        for sentence in self.news_for(watcher, self._told[watcher]):
            terminal.item(sentence)
        show_result(table, self.screen, terminal)


def show_result(table: Moment, screen: Screen, terminal: Terminal) -> None:
    """The score sheets side by side, and who wins."""
    language = terminal.language
    sheets = table.scores()
    terminal.show(score_sheets(screen, table.names, sheets, table.winners, terminal.width))
    names = join([table.names[seat] for seat in table.winners], language)
    best = sheets[table.winners[0]]["total"]
    key = "winner" if len(table.winners) == 1 else "winners"
    unit = word_of_game("unit", table.rules.name, language)
    terminal.tell(key, style="bold", names=names, points=best, unit=unit)
