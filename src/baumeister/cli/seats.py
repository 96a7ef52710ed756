"""Who sits where. A bot says in its name what it is, so a record can be resumed as it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from baumeister.bots import BOTS, Bot, bot_seed, new_bot
from baumeister.cli.errors import UsageError
from baumeister.cli.words import word
from baumeister.play import Game, Table

BOT_NAMES = ("Ada", "Bruno", "Cleo", "Dora", "Emil", "Frida", "Gustav", "Hanna", "Ida")
BOT_IN_NAME = re.compile(r".+ \((\w+)\)")
DEFAULT_BOT = "greedy"
DEFAULT_PLAYERS = 3


@dataclass(frozen=True)
class Seats:
    """The names of all seats, and which of them bots sit in."""

    names: list[str]
    bots: dict[int, str]

    @property
    def humans(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.names)) if seat not in self.bots]

    def new_bots(self, seed: str) -> dict[int, Bot]:
        """The bots, each with a random stream of its own that follows from the table's seed."""
        return {seat: new_bot(name, bot_seed(seed, seat)) for seat, name in self.bots.items()}


def new_seats(
    players: int | None, humans: Sequence[str] | None, bots: Sequence[str] | None, language: str
) -> Seats:
    """The seats of a new game: people first, bots in the others."""
    people = list(humans) if humans else [word("default_name", language)]
    kinds = list(bots) if bots else [DEFAULT_BOT]
    check_bots(kinds, language)
    if players is None:
        players = _how_many(len(people), kinds if bots else [])
    empty = players - len(people)
    if empty < 0:
        raise UsageError(
            word("error.too_many_humans", language, humans=len(people), players=players)
        )
    if len(kinds) == 1:
        kinds *= empty
    if len(kinds) != empty:
        raise UsageError(word("error.bots", language, given=len(kinds), needed=empty))
    taken = {name.casefold() for name in people}
    free = [name for name in BOT_NAMES if name.casefold() not in taken]
    names = [f"{name} ({kind})" for name, kind in zip(free, kinds, strict=False)]
    return Seats(people + names, {len(people) + k: kind for k, kind in enumerate(kinds)})


def _how_many(people: int, kinds: Sequence[str]) -> int:
    """Players when nobody said: three for one person, otherwise all that were named."""
    if len(kinds) > 1:
        return people + len(kinds)
    return max(people, DEFAULT_PLAYERS) if people == 1 or kinds else people


def seats_of(
    names: Sequence[str],
    humans: Sequence[str] | None,
    bots: Sequence[str] | None,
    language: str,
) -> Seats:
    """The seats of a game that is resumed: bots by their names, unless people are named."""
    check_bots(bots or [], language)
    by_name = {seat: _bot_in(name) for seat, name in enumerate(names)}
    if humans:
        for human in humans:
            if human not in names:
                known = ", ".join(names)
                raise UsageError(word("error.not_at_table", language, name=human, names=known))
        seats = [seat for seat, name in enumerate(names) if name not in humans]
    else:
        seats = [seat for seat, kind in by_name.items() if kind]
    if not len(names) > len(seats):
        raise UsageError(word("error.nobody", language))
    kinds = [by_name[seat] or DEFAULT_BOT for seat in seats]
    if bots:
        kinds = list(bots) * len(seats) if len(bots) == 1 else list(bots)
    if len(kinds) != len(seats):
        raise UsageError(word("error.bots", language, given=len(kinds), needed=len(seats)))
    return Seats(list(names), dict(zip(seats, kinds, strict=True)))


def _bot_in(name: str) -> str | None:
    found = BOT_IN_NAME.fullmatch(name)
    return found[1] if found and found[1] in BOTS else None


def check_bots(kinds: Sequence[str], language: str) -> None:
    """UsageError for a bot that does not exist."""
    for kind in kinds:
        if kind not in BOTS:
            raise UsageError(word("error.bot", language, name=kind, names=", ".join(BOTS)))


def caught_up(game: Game, table: Table, seats: Seats) -> dict[int, Bot]:
    """Bots that have lived through the game so far, and go on as if it had not stopped."""
    bots = seats.new_bots(table.seed)
    again = game.new(
        len(table.names),
        table.seed,
        table.names,
        **{key: value for key, value in table.options.items() if key != "players"},
    )
    with_memory = {seat for seat, bot in bots.items() if not getattr(bot, "memoryless", False)}
    for move in table.moves:
        if move.forced:
            continue
        if move.seat in with_memory:
            bots[move.seat].decide(again.seat_view(move.seat))
        again.play(move.seat, move.action)
    return bots
