"""Seats, roles and tokens."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from typing import Literal, NamedTuple

HOST: Literal["host"] = "host"
SEAT: Literal["seat"] = "seat"
WATCH: Literal["watch"] = "watch"
Kind = Literal["host", "seat", "watch"]
TOKEN_BYTES = 24  # 192 bits
CHANCE_BYTES = 12  # 96 bits


class Role(NamedTuple):
    """What somebody is at a table: its host, a seat, or a spectator."""

    kind: Kind
    seat: int | None = None


SPECTATOR = Role(WATCH)


@dataclass
class Seat:
    """A place at the table."""

    name: str | None = None
    bot: str | None = None  # the bot that has the seat
    invite: str | None = None  # the hash of the link that is still open
    welcome: tuple[str, ...] = ()  # hashes of tokens of a former table that are invites, too
    claim: str | None = None  # the hash of a secret of the person who sat down
    chance: str | None = None  # what that person contributes to the seed
    stand_in: str | None = None  # the bot that plays for the person at present
    why: str | None = None  # … and why: asked, clock, host

    @property
    def kind(self) -> Literal["open", "person", "bot"]:
        """Who sits here."""
        if self.bot is not None:
            return "bot"
        return "open" if self.claim is None else "person"

    @property
    def player(self) -> str | None:
        """The bot that decides here now; None if it is a person."""
        return self.bot or self.stand_in


def new_token() -> str:
    """A secret that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_chance() -> str:
    """A contribution to the seed for somebody who has sent none."""
    return secrets.token_urlsafe(CHANCE_BYTES)


def hashed(token: str) -> str:
    """The hash of a token, which is all that the server keeps of it."""
    return hashlib.sha256(token.encode()).hexdigest()
