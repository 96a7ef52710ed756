"""`baumeister play --story FILE`: chapter after chapter with the same players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from baumeister.cli.errors import Quit, UsageError
from baumeister.cli.prompt import command_of
from baumeister.cli.screens.words import word
from baumeister.cli.seats import caught_up, new_seats, seats_of
from baumeister.cli.session import Session
from baumeister.kernel.chance import commitment
from baumeister.kernel.glossary import join
from baumeister.lab.series import without_key
from baumeister.play import Game, Table
from baumeister.play.story import CHAPTERS, Story, StoryError

if TYPE_CHECKING:
    from baumeister.cli.commands.play import PlayCommand


class StoryMode:
    """A new story, or one that is continued."""

    def __init__(self, command: PlayCommand) -> None:
        self.command = command
        self.terminal = command.terminal
        self.language = command.language
        self.path: Path = command.args.story
        self.game: Game = command.game()
        self.texts = self.game.rules.part("texts")
        self.session: Session | None = None
        args = command.args
        if self.path.exists():
            self.story = Story.load(self.path)
            self._check_same(self.story)
            self.seats = seats_of(self.story.names, args.humans, args.bots)
        else:
            self.seats = new_seats(args.players, args.humans, args.bots, self.language)
            seed = self.seats.seed(args.seed)
            self.story = Story.new(self.game, self.seats.names, seed, args.scenario)
        self._check_records()

    def _check_records(self) -> None:
        """UsageError if the record of a chapter to come would overwrite another file."""
        for chapter in range(self.story.next_chapter, CHAPTERS + 1):
            path = self._record_of(chapter)
            if path is not None and path.absolute() == self.path.absolute():
                raise UsageError("cli.error.story_record", path=path)
            promised = commitment(self.story.chapter_seed(chapter))
            self.command.check_own(path, self.game.name, promised)

    def _check_same(self, story: Story) -> None:
        """UsageError for arguments that contradict the story in the file."""
        args = self.command.args
        given = {"players": args.players, "seed": args.seed, "scenario": args.scenario}
        fixed = {"players": len(story.names), "seed": story.seed, "scenario": story.scenario}
        if args.seed == without_key(story.seed):
            given["seed"] = story.seed
        for name, value in given.items():
            if value is not None and value != fixed[name]:
                raise UsageError("cli.error.story_fixes", path=self.path, name=name)
        if story.game != self.game.name:
            raise UsageError("cli.error.other_game", path=self.path, game=story.game)

    def play(self) -> None:
        """Play the chapters that are left, and tell how the story ended."""
        while not self.story.over:
            self._play_chapter()
            self._standings()
            if not self.story.over:
                self._next_chapter()
        self._ending()

    def _play_chapter(self) -> None:
        command = self.command
        try:
            table = self.story.open(self.game, command.args.data)
        except StoryError as error:
            raise StoryError("error.file.at", path=self.path, problem=error) from None
        bots = caught_up(table, self.seats, command.limits)
        begun = self.story.running is not None
        command.save = self._record_of(table.options["chapter"])
        self.keep(table)
        self.session = command.session(table, self.seats, bots, self.keep, begun)
        self.session.run()
        self.session.finish()
        if command.save is not None:
            self.terminal.tell("saved", path=command.save, data=command.data)

    def _record_of(self, chapter: int) -> Path | None:
        """Each chapter has its own record: game.txt becomes game-1.txt, game-2.txt, …"""
        chosen: Path | None = self.command.args.save
        if chosen is None:
            return None
        return chosen.with_name(f"{chosen.stem}-{chapter}{chosen.suffix}")

    def keep(self, table: Table) -> None:
        """Write the story, and the record if one was asked for."""
        if len(self.story.chapters) < table.options["chapter"]:
            self.story.keep(table)
            self.story.save(self.path)
        self.command.keep(table)

    def _next_chapter(self) -> None:
        roman = self.texts.ROMAN[self.story.next_chapter - 1]
        answer = self.terminal.wait(word("next_chapter", self.language, chapter=roman))
        self.session = None
        if command_of(answer, self.language) == "quit":
            raise Quit

    def _standings(self) -> None:
        """How many chapters everybody has won."""
        story = self.story
        won = [f"{name} {wins}" for name, wins in zip(story.names, story.wins(), strict=True)]
        chapter = self.texts.ROMAN[len(story.chapters) - 1]
        self.terminal.tell("standings", style="bold", chapter=chapter, wins=" · ".join(won))

    def _ending(self) -> None:
        """Who won most chapters; all who are tied."""
        names = join([self.story.names[seat] for seat in self.story.leaders()], self.language)
        self.terminal.line("")
        self.terminal.line(self.texts.ending(names, self.language).strip(), "italic")
        self.terminal.tell("story_over", path=self.path)

    def quit(self, offer: bool) -> None:
        """Say how to continue the story."""
        name, data = self.game.name, self.command.data
        self.terminal.tell("story_kept", path=self.path, game=name, data=data)
