"""Profiles: a name and a page with one's own tables. A signed cookie ties a profile to a device,
and a code takes it to another device. Nobody needs a profile to play."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from baumeister.server.store.database import Conflict, Database, Statement
from baumeister.server.store.store import listing_of
from baumeister.server.tables.commands import check_name
from baumeister.server.tables.errors import NotFound, Rejected
from baumeister.server.tables.seats import HOST, SEAT, WATCH, Role, hashed, new_token

COOKIE = "baumeister_me"
COOKIE_VERSION = "1"
SECOND = 1000
DAY = 24 * 60 * 60 * SECOND
COOKIE_LASTS = 365 * DAY
COOKIE_RENEWED = 30 * DAY
CODE_LASTS = 10 * 60 * SECOND
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford: no I, L, O, U
CODE_LENGTH = 28  # 140 bits
CODE_GROUP = 4
MOST_PLACES = 500  # on one page, which is read as a whole
STARTED = ("running", "over", "kept")  # seats no longer move; at an archived table they may


class Unauthenticated(Rejected):
    """This needs a profile, and the caller has none."""

    status = 401


@dataclass(frozen=True)
class Profile:
    """A person, as the store knows them."""

    id: str
    name: str | None
    generation: int  # goes up when all devices are signed out: older cookies end
    claim: str | None = None  # the hash of a secret of the device that did so last


@dataclass(frozen=True)
class Device:
    """A profile on a device, as its cookie says."""

    profile: Profile
    nonce: str
    issued: int


@dataclass(frozen=True)
class Code:
    """A code that takes a profile to another device."""

    text: str
    expires: int


@dataclass(frozen=True)
class OwnTable:
    """A table on a personal page."""

    listing: dict[str, Any]
    roles: tuple[str, ...]
    my_turn: bool
    place: int | None = None  # 1 for the first; None until the game is over, and for spectators
    won: bool | None = None

    @property
    def rank(self) -> tuple[int, int, str]:
        """Its order on the page: my turn, running, open, over; the latest first."""
        order = {"running": 1, "open": 2, "over": 3}.get(self.listing["status"], 4)
        return 0 if self.my_turn else order, -self.listing["changed"], self.listing["id"]


@dataclass(frozen=True)
class Total:
    """How many games of a kind were played and won."""

    game: str
    played: int
    won: int


@dataclass(frozen=True)
class OwnToken:
    """A new token for a role at a table."""

    table: str
    role: Role
    token: str


RoleOf = Callable[[str, str], Awaitable[Role | None]]  # of a table and the hash of a token
Renew = Callable[[str, Role, str, str], Awaitable[None]]  # table, role, proof, the new token


class Profiles:
    """All profiles."""

    def __init__(self, database: Database, secret: bytes, now: Callable[[], int]) -> None:
        self._database = database
        self._secret = secret
        self._now = now

    # --- cookies ------------------------------------------------------------------------------
    @staticmethod
    async def secret(database: Database) -> bytes:
        """The key that signs cookies: made once, the same for every process."""
        made = "INSERT INTO meta (key, value) VALUES ('cookie_secret', ?) ON CONFLICT DO NOTHING"
        await database.write([Statement(made, (secrets.token_hex(32),))])
        rows = await database.fetch("SELECT value FROM meta WHERE key = 'cookie_secret'")
        return bytes.fromhex(str(rows[0][0]))

    def new_device(self, profile: Profile) -> Device:
        """The profile on another device."""
        return Device(profile, secrets.token_urlsafe(9), self._now())

    def renewed(self, device: Device) -> Device | None:
        """The device with a new cookie, if the old one is old enough."""
        now = self._now()
        return replace(device, issued=now) if now - device.issued > COOKIE_RENEWED else None

    def cookie(self, device: Device) -> str:
        """The signed cookie of a device."""
        profile = device.profile
        signed = (
            f"{COOKIE_VERSION}.{profile.id}.{profile.generation}.{device.nonce}.{device.issued}"
        )
        return f"{signed}.{self._signature(signed)}"

    async def recognised(self, cookie: str | None) -> Device | None:
        """The device of a cookie; None if it is forged, expired or was signed out."""
        found = await self._signed(cookie)
        if found is None or found[0].profile.generation != found[1]:
            return None
        return found[0]

    async def repeats(self, cookie: str | None, claim: str | None) -> Device | None:
        """The device that has signed out all others, if the answer got lost: its cookie has ended,
        too, but only this device knows the claim."""
        found = await self._signed(cookie)
        if found is None or claim is None or found[0].profile.generation != found[1] + 1:
            return None
        return found[0] if found[0].profile.claim == hashed(claim) else None

    async def _signed(self, cookie: str | None) -> tuple[Device, int] | None:
        """The device of a cookie that we have signed, and the generation that it is of."""
        signed, _, signature = (cookie or "").rpartition(".")
        ours = self._signature(signed).encode()
        if not hmac.compare_digest(ours, signature.encode("utf-8", "replace")):
            return None
        version, _, rest = signed.partition(".")
        if version != COOKIE_VERSION:
            return None
        profile_id, generation, nonce, issued = rest.split(".")
        if self._now() - int(issued) > COOKIE_LASTS:
            return None
        profile = await self._profile(profile_id, nonce)
        return None if profile is None else (Device(profile, nonce, int(issued)), int(generation))

    def _signature(self, signed: str) -> str:
        message = f"{COOKIE} {signed}".encode("utf-8", "replace")
        digest = hmac.digest(self._secret, message, "sha256")
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")

    # --- profiles -----------------------------------------------------------------------------
    async def new_profile(self, name: str | None = None) -> Profile:
        """A new profile; OptionError if the name cannot be used."""
        checked = None if name is None else check_name(name)
        profile = Profile(secrets.token_urlsafe(16), checked, generation=0)
        sql = "INSERT INTO people (id, name, created, generation) VALUES (?, ?, ?, ?)"
        values = (profile.id, profile.name, self._now(), profile.generation)
        await self._database.write([Statement(sql, values)])
        return profile

    async def rename(self, profile: Profile, name: str | None) -> Profile:
        """The profile with another name, or without one."""
        named = replace(profile, name=None if name is None else check_name(name))
        sql = "UPDATE people SET name = ? WHERE id = ?"
        await self._database.write([Statement(sql, (named.name, profile.id))])
        return named

    async def sign_out(self, device: Device) -> None:
        """End the cookie of a device, and all copies of it."""
        now = self._now()
        old = "DELETE FROM signed_out WHERE at < ?"
        new = "INSERT INTO signed_out (device, at) VALUES (?, ?) ON CONFLICT DO NOTHING"
        values = (now - COOKIE_LASTS,), (device.nonce, now)
        await self._database.write([Statement(old, values[0]), Statement(new, values[1])])

    async def forget_devices(self, profile: Profile, claim: str | None = None) -> Profile:
        """End all cookies of the profile, and its codes that were not taken yet. Who knows the
        claim may do the same again with the cookie that ends now."""
        ended = "UPDATE people SET generation = generation + 1, claim = ? WHERE id = ?"
        secret = None if claim is None else hashed(claim)
        codes = "DELETE FROM codes WHERE person = ?"
        await self._database.write(
            [Statement(ended, (secret, profile.id)), Statement(codes, (profile.id,))]
        )
        return await self._profile(profile.id) or profile

    async def _profile(self, profile_id: str, device: str = "") -> Profile | None:
        sql = (
            "SELECT name, generation, claim FROM people WHERE id = ?"
            " AND NOT EXISTS (SELECT 1 FROM signed_out WHERE device = ?)"
        )
        for name, generation, claim in await self._database.fetch(sql, profile_id, device):
            called, secret = (None if one is None else str(one) for one in (name, claim))
            return Profile(profile_id, called, int(generation or 0), secret)
        return None

    # --- codes --------------------------------------------------------------------------------
    async def new_code(self, profile: Profile) -> Code:
        """A code for another device. It works once, for ten minutes, and ends earlier ones."""
        now = self._now()
        letters = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        old = "DELETE FROM codes WHERE person = ? OR expires <= ?"
        new = "INSERT INTO codes (hash, person, expires) VALUES (?, ?, ?)"
        await self._database.write(
            [
                Statement(old, (profile.id, now)),
                Statement(new, (_code_hash(letters), profile.id, now + CODE_LASTS)),
            ]
        )
        return Code("-".join(re.findall(f".{{{CODE_GROUP}}}", letters)), now + CODE_LASTS)

    async def whose_code(self, text: str) -> Profile:
        """The profile of a code that is still valid."""
        rows = []
        if (letters := _code_letters(text)) is not None:
            sql = "SELECT person FROM codes WHERE hash = ? AND expires > ?"
            rows = await self._database.fetch(sql, _code_hash(letters), self._now())
        profile = await self._profile(str(rows[0][0])) if rows else None
        if profile is None:
            raise NotFound("error.server.profiles.code")
        return profile

    async def take_code(self, text: str, bringing: Profile | None = None) -> Profile:
        """The profile of a code, which is used up. The profile gets the places of `bringing`, and
        its name if it has none; `bringing` stays as it is on other devices."""
        profile = await self.whose_code(text)
        code = _code_hash(_code_letters(text) or "")
        used = "DELETE FROM codes WHERE hash = ? AND expires > ?"
        once = Statement(used, (code, self._now()), changes=1)
        try:
            await self._database.write([once, *_merge(bringing, profile)])
        except Conflict:
            raise NotFound("error.server.profiles.code") from None
        return await self._profile(profile.id) or profile

    # --- places -------------------------------------------------------------------------------
    async def remember(self, profile: Profile, table: str, role: Role, token_hash: str) -> None:
        """Put a place on the personal page. The token's hash is kept: the table knows whether it is
        still valid, and which seat it is for by now."""
        sql = "SELECT COUNT(*) FROM places WHERE person = ? AND token <> ?"
        ((count,),) = await self._database.fetch(sql, profile.id, token_hash)
        if int(count or 0) >= MOST_PLACES:
            raise Rejected("error.server.profiles.full", most=MOST_PLACES)
        await self._database.write([_place(profile, table, role, token_hash)])

    async def forget(self, profile: Profile, table: str) -> None:
        """Take a table off the personal page."""
        sql = "DELETE FROM places WHERE person = ? AND table_id = ?"
        await self._database.write([Statement(sql, (profile.id, table))])

    async def proof(self, profile: Profile, table: str, role: Role, role_of: RoleOf) -> str | None:
        """The hash of a token that proves that the role is theirs; None if there is none."""
        sql = "SELECT token FROM places WHERE person = ? AND table_id = ?"
        for (token_hash,) in await self._database.fetch(sql, profile.id, table):
            if await role_of(table, str(token_hash)) == role:
                return str(token_hash)
        return None

    async def renew_tokens(self, profile: Profile, role_of: RoleOf, renew: Renew) -> list[OwnToken]:
        """Replace all tokens of all roles on the personal page, also those that other devices have.
        The new one is on the page before the old ones end, so none gets lost in between."""
        sql = "SELECT table_id, token FROM places WHERE person = ?"
        rows = await self._database.fetch(sql, profile.id)
        proofs: dict[tuple[str, Role], list[str]] = {}
        for table, token_hash in rows:
            role = await role_of(str(table), str(token_hash))
            if role is not None and role.kind != WATCH:
                proofs.setdefault((str(table), role), []).append(str(token_hash))
        renewed = []
        for (table, role), hashes in proofs.items():
            new = OwnToken(table, role, new_token())
            await self._database.write([_place(profile, table, role, hashed(new.token))])
            try:
                await renew(table, role, hashes[0], new.token)
            except Rejected:  # no longer theirs
                continue
            gone = "DELETE FROM places WHERE person = ? AND table_id = ? AND token = ?"
            others = Statement("UPDATE places SET settled = 0 WHERE table_id = ?", (table,))
            old = [Statement(gone, (profile.id, table, token_hash)) for token_hash in hashes]
            await self._database.write([*old, others])
            renewed.append(new)
        return renewed

    async def tables(self, profile: Profile, role_of: RoleOf) -> list[OwnTable]:
        """The tables of the personal page, in its order."""
        sql = (
            "SELECT p.token, p.role, p.settled, t.id, t.status, t.changed, t.listing FROM places p"
            " JOIN tables t ON t.id = p.table_id WHERE p.person = ?"
        )
        listings: dict[str, dict[str, Any]] = {}
        roles: dict[str, set[Role]] = {}
        settled: list[Statement] = []
        settle = (
            "UPDATE places SET role = ?, settled = 1"
            " WHERE person = ? AND table_id = ? AND token = ?"
        )
        for row in await self._database.fetch(sql, profile.id):
            token_hash, name, is_settled, table, status, changed, listing = row
            role = role_named(str(name))
            if not is_settled:
                role = await role_of(str(table), str(token_hash))
            shown = listing_of(listing)
            if role is None or shown is None:  # no longer theirs, or damaged
                continue
            if not is_settled and status in STARTED and role.kind != WATCH:
                values = (role_name(role), profile.id, table, token_hash)
                settled.append(Statement(settle, values))
            listings[str(table)] = {**shown, "changed": changed}
            roles.setdefault(str(table), set()).add(role)
        if settled:
            await self._database.write(settled)
        own = [_own_table(listings[table], roles[table]) for table in listings]
        return sorted(own, key=lambda table: table.rank)


def _place(profile: Profile, table: str, role: Role, token_hash: str) -> Statement:
    """Put a place on a personal page."""
    sql = (
        "INSERT INTO places (person, table_id, token, role, settled) VALUES (?, ?, ?, ?, 0)"
        " ON CONFLICT (person, table_id, token) DO UPDATE SET role = excluded.role, settled = 0"
    )
    return Statement(sql, (profile.id, table, token_hash, role_name(role)))


def _merge(own: Profile | None, profile: Profile) -> list[Statement]:
    """Copy what `own` has to the profile."""
    if own is None or own.id == profile.id:
        return []
    places = (
        "INSERT INTO places (person, table_id, token, role, settled)"
        " SELECT CAST(? AS TEXT), table_id, token, role, settled FROM places WHERE person = ?"
        " ON CONFLICT DO NOTHING"
    )
    name = "UPDATE people SET name = ? WHERE id = ? AND name IS NULL"
    return [
        Statement(places, (profile.id, own.id)),
        Statement(name, (own.name, profile.id)),
    ]


def _own_table(listing: dict[str, Any], roles: set[Role]) -> OwnTable:
    names = tuple(role_name(role) for role in sorted(roles, key=lambda r: (r.kind, r.seat or 0)))
    seats = {role.seat for role in roles if role.kind == SEAT and role.seat is not None}
    asked = [k for k in listing["waiting_for"] if listing["seats"][k].get("bot") is None]
    my_turn = listing["status"] == "running" and not seats.isdisjoint(asked)
    result = listing.get("result")
    if result is None or not seats:
        return OwnTable(listing, names, my_turn)
    place = min(place_of(seat, result["scores"], result["winners"]) for seat in seats)
    won = not seats.isdisjoint(result["winners"])
    return OwnTable(listing, names, my_turn, place, won)


def place_of(seat: int, scores: Sequence[int], winners: Sequence[int]) -> int:
    """The place of a seat: 1 for all winners, the same for the same points."""
    if seat in winners:
        return 1
    others = range(len(scores))
    return 1 + sum(other in winners or scores[other] > scores[seat] for other in others)


def totals(tables: Sequence[OwnTable]) -> list[Total]:
    """Totals of the finished games, by game."""
    counted: dict[str, list[bool]] = {}
    for table in tables:
        if table.won is not None:
            counted.setdefault(table.listing["game"], []).append(table.won)
    return [Total(game, len(won), sum(won)) for game, won in sorted(counted.items())]


def role_name(role: Role) -> str:
    """A role in one word: host, seat:2, watch."""
    return f"{SEAT}:{role.seat}" if role.kind == SEAT else role.kind


def role_named(name: str) -> Role | None:
    """The role of such a word; None if it is not one."""
    seat = re.fullmatch(rf"{SEAT}:([0-9])", name)
    if seat is not None:
        return Role(SEAT, int(seat[1]))
    return {HOST: Role(HOST), WATCH: Role(WATCH)}.get(name)


def _code_letters(text: str) -> str | None:
    """The letters of a code, however it was typed; None if it cannot be one."""
    typed = re.sub(r"[\s\-‐‑‒–—_.]", "", text).upper()
    letters = typed.translate(str.maketrans("OIL", "011"))
    good = len(letters) == CODE_LENGTH and set(letters) <= set(CODE_LETTERS)
    return letters if good else None


def _code_hash(letters: str) -> str:
    return hashlib.sha256(letters.encode()).hexdigest()
