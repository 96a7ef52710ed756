"""Who sits where. The name of a seat says which bot plays it, so a record can be resumed.

In a German game a level has its German name: Ada (Meister). Both names are understood everywhere.
A user's own bot, module:Class, is named Ada (bot Class).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from baumeister.bots import LEVELS, Bot, bot_named, bot_seed
from baumeister.cli.errors import UsageError
from baumeister.cli.screens.words import word
from baumeister.kernel.glossary import say
from baumeister.kernel.rule import can_compile
from baumeister.lab import series
from baumeister.lab.bot_process import BotLimits, BotProcess, BotProcessError, open_bot
from baumeister.lab.series import ask, keyed_seed
from baumeister.play import OptionError, Table
from baumeister.play.table import replayed

BOT_NAMES = ("Ada", "Bruno", "Cleo", "Dora", "Emil", "Frida", "Gustav", "Hanna", "Ida")
BOT_IN_NAME = re.compile(r".+ \((bot )?(\w+)\)")
DEFAULT_BOT, DEFAULT_WITHOUT_NUMBA = "journeyman", "greedy"
DEFAULT_PLAYERS = 3
LONGEST_TITLE = 25  # of a class, so that a name stays within 40 characters


@dataclass(frozen=True)
class Seats:
    """The names of all seats, and which bots play which of them."""

    names: list[str]
    bots: dict[int, str]

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.names)) if seat not in self.bots]

    def seed(self, given: str | None) -> str | None:
        """The seed of a new game; with a key if a custom bot could try it out."""
        return None if given is None else keyed_seed(given, self.bots.values())

    def new_bots(self, seed: str, limits: BotLimits) -> dict[int, Bot]:
        """The bots, each with its own random stream, derived from the table's seed; OptionError if
        one cannot be made."""
        bots = {s: open_bot(name, bot_seed(seed, s), limits) for s, name in self.bots.items()}
        for bot in bots.values():
            if isinstance(bot, BotProcess):
                try:
                    bot.start()
                except BotProcessError as error:
                    raise OptionError("error.bot.broken", name=bot.name, problem=error) from None
        return bots


def new_seats(
    players: int | None, humans: Sequence[str] | None, bots: Sequence[str] | None, language: str
) -> Seats:
    """The seats of a new game: people first, bots in the others."""
    people = list(humans) if humans else [word("default_name", language)]
    kinds = known_bots(bots or [default_bot()])
    if players is None:
        players = _how_many(len(people), kinds if bots else [])
    empty = players - len(people)
    if empty < 0:
        raise UsageError("cli.error.too_many_humans", humans=len(people), players=players)
    if len(kinds) == 1:
        kinds *= empty
    if len(kinds) != empty:
        raise UsageError("cli.error.bots", given=len(kinds), needed=empty)
    taken = {name.casefold() for name in people}
    free = [name for name in BOT_NAMES if name.casefold() not in taken]
    titles = [bot_title(kind, language) for kind in kinds]
    names = [f"{name} ({title})" for name, title in zip(free, titles, strict=False)]
    return Seats(people + names, {len(people) + k: kind for k, kind in enumerate(kinds)})


def _how_many(people: int, kinds: Sequence[str]) -> int:
    """How many play if --players is missing: three for one person, otherwise all who are named."""
    if len(kinds) > 1:
        return people + len(kinds)
    return max(people, DEFAULT_PLAYERS) if people == 1 or kinds else people


def seats_of(
    names: Sequence[str], humans: Sequence[str] | None, bots: Sequence[str] | None
) -> Seats:
    """The seats of a resumed game: bots by their names, unless people are named."""
    bots = known_bots(bots or [])
    by_name = {seat: _bot_in(name) for seat, name in enumerate(names)}
    if humans:
        for human in humans:
            if human not in names:
                known = ", ".join(names)
                raise UsageError("cli.error.not_at_table", name=human, names=known)
        seats = [seat for seat, name in enumerate(names) if name not in humans]
    else:
        seats = [seat for seat, kind in by_name.items() if kind]
    if not len(names) > len(seats):
        raise UsageError("cli.error.nobody")
    kinds = [by_name[seat] or default_bot() for seat in seats]
    if bots:
        kinds = bots * len(seats) if len(bots) == 1 else bots
    if len(kinds) != len(seats):
        raise UsageError("cli.error.bots", given=len(kinds), needed=len(seats))
    return Seats(list(names), dict(zip(seats, known_bots(kinds), strict=True)))


# --- which bot --------------------------------------------------------------------------------
def default_bot() -> str:
    """The bot that plays if none is named."""
    return DEFAULT_BOT if can_compile() else DEFAULT_WITHOUT_NUMBA


def bot_title(kind: str, language: str) -> str:
    """What a bot is called in its name at the table."""
    if kind in LEVELS:
        return say(f"level.{kind}", language)
    return f"bot {kind.rpartition(':')[2][:LONGEST_TITLE]}" if ":" in kind else kind


def known_bots(names: Sequence[str]) -> list[str]:
    """The bots that these names mean; an error for one that does not exist or cannot play."""
    for name in names:
        if name.startswith("bot "):
            raise UsageError("cli.error.own_bot", name=name.removeprefix("bot "))
    return list(series.known_bots(names))


def _bot_in(name: str) -> str | None:
    """The bot that a player's name says; `bot Class` for a user's own."""
    found = BOT_IN_NAME.fullmatch(name)
    if found is None:
        return None
    return f"bot {found[2]}" if found[1] else bot_named(found[2])


def caught_up(table: Table, seats: Seats, limits: BotLimits) -> dict[int, Bot]:
    """Bots that have made all their decisions of the game so far again, so that they go on as if
    it had not stopped; BotFailure if one of them fails."""
    bots = seats.new_bots(table.seed, limits)
    again = replayed(table, [])
    with_memory = {seat for seat, bot in bots.items() if not getattr(bot, "memoryless", False)}
    for move in table.moves:
        if move.forced:
            continue
        if move.seat in with_memory:
            ask(bots[move.seat], again, move.seat, seats.bots[move.seat])
        again.play(move.seat, move.action)
    return bots
