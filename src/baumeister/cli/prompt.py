"""One question to a person: a number, a move in notation, or a command."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from baumeister.bots.hints import hint
from baumeister.bots.search_bot import interpreted
from baumeister.cli.errors import Quit
from baumeister.cli.hinting import SEED, THOUGHT, moves_wanted, ranked, show_hint
from baumeister.cli.saving import may_write
from baumeister.cli.screens.explain import Explained, is_how
from baumeister.cli.screens.terminal import Terminal
from baumeister.cli.screens.words import with_data, word, word_of_game
from baumeister.kernel import rule
from baumeister.kernel.errors import system_reason
from baumeister.play import NotationError, records
from baumeister.play.files import replace_file

if TYPE_CHECKING:
    from baumeister.cli.session import Session

COMMANDS = ("help", "hint", "preview", "score", "log", "table", "save", "undo", "quit")
LOG_LINES = 20


def command_of(text: str, language: str) -> str:
    """The command that a word stands for in this language; the word itself if none."""
    plain = text.casefold()
    for name in COMMANDS:
        if plain in (name, *word(f"command.{name}", language).split()):
            return name
    return text


class Prompt:
    """Asks one seat until it has made a legal move."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session = session
        self.seat = seat
        self.terminal = session.terminal
        self.language = session.language

    def move(self) -> int:
        """A legal action."""
        while True:
            text = self.terminal.ask(f"{self.session.table.names[self.seat]}> ")
            action = self._answer(text)
            if action is not None:
                return action

    def _answer(self, text: str) -> int | None:
        if text.startswith("?"):
            self._help(text[1:].strip())
            return None
        first, _, rest = text.partition(" ")
        name = command_of(first, self.language)
        if not text:
            self.session.draw(self.seat)
        elif name == "table":
            self.session.draw(self.seat, whole=True)
        elif is_how(text):
            self._help(text)
        elif name == "help":
            self._help(rest.strip())
        elif name == "hint":
            self._hint(rest.strip())
        elif name == "preview":
            self._preview(rest.strip())
        elif name == "score":
            self.terminal.show(self.session.screen.score(self.session.table, self.seat))
        elif name == "log":
            self._log()
        elif name == "save":
            self._save(rest.strip())
        elif name == "undo":
            self.terminal.line(self._of_game("undo_too_late"), "yellow")
        elif name == "quit":
            raise Quit
        else:
            return self._move(text)
        return None

    def _of_game(self, key: str, **values: object) -> str:
        """A text that each game has its own of."""
        return word_of_game(key, self.session.game.name, self.language, **values)

    # --- moves --------------------------------------------------------------------------------
    def _move(self, text: str) -> int | None:
        """The legal action that was typed; if there is none, print the reason and return None."""
        return self._numbered(text) if text.isdecimal() else self._typed(text)

    def _numbered(self, text: str) -> int | None:
        legal = self.session.table.legal(self.seat)
        if len(text) > 3 or not 1 <= int(text) <= len(legal):
            self.terminal.tell("no_choice", style="yellow", text=text[:9], last=len(legal))
            return None
        return legal[int(text) - 1]

    def _typed(self, text: str) -> int | None:
        """A move in notation, or in the words of the list of choices."""
        table, game = self.session.table, self.session.game
        legal = table.legal(self.seat)
        written = self.session.screen.written(table.view(self.seat), text)
        plain = " ".join(written.casefold().split())
        by_rest = [a for a in legal if plain == game.notation(a).casefold().split(" ", 1)[-1]]
        if len(by_rest) == 1:
            return by_rest[0]
        try:
            action = game.action(written)
        except NotationError:
            self._not_a_move(text, [game.notation(action) for action in legal])
            return None
        reason = table.why_not(self.seat, action)
        if reason is None:
            return action
        refusal = f"✗ {reason.text(self.language)} [{reason.clause}]"
        hint = word("see_clause", self.language, clause=reason.clause)
        self.terminal.line(f"{refusal} {hint}", "yellow")
        return None

    def _not_a_move(self, text: str, moves: list[str]) -> None:
        words = [*moves, *COMMANDS]
        close = get_close_matches(text, words, n=2, cutoff=0.5) or [moves[0]]
        self.terminal.tell("not_a_move", style="yellow", text=text[:60], close=" · ".join(close))

    # --- commands -----------------------------------------------------------------------------
    def _help(self, topic: str) -> None:
        if not topic:
            self.terminal.show(Text(self._of_game("prompt_help")))
            return
        session = self.session
        explainer = session.screen.explainer(session.table.view(self.seat))
        explained = explainer.explain(topic)
        if explained is None:
            close = explainer.close_to(topic)
            hint = word("error.did_you_mean", self.language, close=", ".join(close))
            self.terminal.line(
                self._of_game("not_explained", topic=topic[:60]) + (hint if close else ""),
                "yellow",
            )
            return
        show_explained(self.terminal, explained)

    def _hint(self, how_many: str) -> None:
        """A hint with its reasons, or a table of the best moves; it uses only this seat's view."""
        wanted = moves_wanted(how_many, self.language)
        if wanted is None:
            self.terminal.tell("hint_what", style="yellow")
            return
        with self.terminal.thinking(word("hint_thinks", self.language)):
            plain = rule.can_compile() and not self.session.is_compiled
            budget = interpreted(THOUGHT) if plain else THOUGHT
            found = hint(self.session.table.seat_view(self.seat), budget, SEED, plain)
        if wanted:
            self.terminal.show(*ranked(found, wanted, self.language))
        else:
            show_hint(self.terminal, found)

    def _preview(self, move: str) -> None:
        if not move:
            self.terminal.tell("preview_what", style="yellow")
            return
        action = self._move(move)
        if action is not None:
            session = self.session
            self.terminal.show(*session.screen.preview(session.table, self.seat, action))

    def _log(self) -> None:
        table = self.session.table
        narrator = self.session.screen.narrator(table)
        seen = [event.seen_by(self.seat) for event in table.events[-LOG_LINES:]]
        for event in seen:
            self.terminal.item(narrator.tell(event))

    def _save(self, name: str) -> None:
        if not name:
            self.terminal.tell("save_where", style="yellow")
            return
        save_record(self.session, Path(name))


def save_record(session: Session, path: Path) -> bool:
    """Write the record of the game so far, and say how to continue it.

    A file that is not a record of this game is not overwritten.
    """
    table = session.table
    try:
        if not may_write(path, session.game.name, table.commitment):
            session.terminal.tell("foreign", style="yellow", path=path)
            return False
        replace_file(path, records.to_text(table))
    except OSError as error:
        session.terminal.tell("not_saved", style="red", path=path, reason=system_reason(error))
        return False
    key = "saved" if table.over else "saved_running"
    data = with_data(session.data)
    session.terminal.tell(key, path=path, game=session.game.name, data=data)
    return True


def show_explained(terminal: Terminal, explained: Explained) -> None:
    """Print an explanation."""
    terminal.line(Text(explained.title, "bold"))
    for line in explained.lines:
        terminal.item(line)
