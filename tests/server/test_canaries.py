"""No byte that leaves the server tells anybody what they may not know.

Two proofs. The first plays whole games over real HTTP and sockets, with people in every role who
come and go, ask for everything and try what is forbidden; every byte that each role gets is kept.
Afterwards the truth is made from the store's log, seed and all, and says for every moment which
cards each role can have seen by then: no other card's code may be in the bytes. No token, no hash
of one and no seed is anywhere, nor in what the server writes about itself.

The second shows that there is no other way either to tell, in words, numbers, order or length. The
same seed is dealt at two tables of the same server (other_faces.py), and the same decisions are
made; but at one of them all the cards that a role has not seen by the end have exchanged their
faces. All that the role gets, refusals of moves with hidden cards included, has to be the same,
byte by byte: so it depends on nothing but what the role has seen. For choices that lie face down
the choice is another instead.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest

import baumeister
from baumeister.bots import bot_seed
from baumeister.games.tybor.components import CHARACTERS
from baumeister.kernel.cards import listed
from baumeister.play import Table
from baumeister.play.records import to_text
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.state import TableState
from tests.secrecy.test_tybor_canary import BUILDINGS, Witness, may_know, open_buildings, words_in
from tests.secrecy.test_tybor_canary import CHARACTERS as CODES
from tests.server.crashes import FEW, Cradle, Mortal
from tests.server.live_server import Player, Server, TestTable, bearer, client_of, open_table
from tests.server.other_faces import VARIABLE
from tests.soaking import SOAKING

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
GAMES = [("tybor", 3, 1), ("samara", 3, 0)]  # with so many people and bots
MORE_GAMES = [("tybor", 5, 0), ("tybor", 2, 0), ("tybor", 8, 0), ("samara", 2, 2)]

CARDS = {*CODES, *BUILDINGS}
CARD = re.compile(r"\b(" + "|".join(sorted(CARDS, key=len, reverse=True)) + r")(?![A-Za-z0-9])")
HASH = re.compile("[0-9a-f]{64}")
LONG = 600.0  # seconds: a hint may have to wait until code is compiled
Seat = int | None  # None for spectators and the host


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """More games in the soak."""
    if "people" in metafunc.fixturenames:
        games = [*GAMES, *(MORE_GAMES if SOAKING else [])]
        metafunc.parametrize(("game", "people", "bots"), games)


# --- keeping all that is received -------------------------------------------------------------
@dataclass
class Received:
    """Something that somebody got, at a time when the table had so many entries at most."""

    seat: Seat
    text: str
    seq: int | None


@dataclass
class Net:
    """All bytes of all roles."""

    server: Mortal
    table: TestTable
    caught: list[Received] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)

    async def ask(
        self,
        client: httpx.AsyncClient,
        method: str,
        path: str,
        *,
        seat: Seat = None,
        token: str | None = None,
        **more: Any,
    ) -> httpx.Response:
        """A request; headers and body of the answer are kept."""
        answer = await client.request(method, path, headers=bearer(token), **more)
        assert answer.status_code < 500, answer.text
        head = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        body = answer.text
        if '"components"' in body and "json" in answer.headers["content-type"]:
            body = json.dumps({k: v for k, v in answer.json().items() if k != "components"})
        self.caught.append(Received(seat, head + "\n" + body, self._seq()))
        return answer

    def hear(self, player: Player, seat: Seat) -> None:
        """All that came by a socket."""
        for text in player.raw:
            message = json.loads(text)
            snapshot = message if "seq" in message else message.get("now") or {}
            self.caught.append(Received(seat, text, snapshot.get("seq")))

    def _seq(self) -> int:
        store = sqlite3.connect(self.server.place, timeout=30)
        try:
            sql = "SELECT seq FROM tables WHERE id = ?"
            return int(store.execute(sql, (self.table.id,)).fetchone()[0])
        finally:
            store.close()


def entries(place: str, table: str) -> list[LogEntry]:
    """A table's log as the store has it."""
    store = sqlite3.connect(place, timeout=30)
    sql = "SELECT seq, at, kind, body, key FROM log WHERE table_id = ? ORDER BY seq"
    try:
        rows = store.execute(sql, (table,)).fetchall()
    finally:
        store.close()
    return [LogEntry(seq, at, kind, json.loads(body), key) for seq, at, kind, body, key in rows]


# --- the truth --------------------------------------------------------------------------------
class Truth:
    """From the log: what each seat may know at each entry, and what it has ever seen."""

    def __init__(self, log: Sequence[LogEntry]) -> None:
        self.state = TableState("truth")
        self.over_at = log[-1].seq + 1
        self.started_at = next(entry.seq for entry in log if entry.kind == "started")
        self.now: dict[tuple[int, Seat], set[str]] = {}
        self.ever: dict[tuple[int, Seat], set[str]] = {}
        seen: dict[Seat, set[str]] = {}
        eyes: Eyes | None = None
        for entry in log:
            self.state.fold(entry)
            table = self.state.table
            if table is None:
                continue
            if table.over:
                self.over_at = min(self.over_at, entry.seq)
            if eyes is None or entry.kind != "moved":  # something may have been taken back
                eyes = Eyes(table)
            state = table.snapshot()
            for seat, known in eyes.seen(table).items():
                seen[seat] = seen.get(seat, set()) | known
                self.ever[entry.seq, seat] = set(seen[seat])
                self.now[entry.seq, seat] = may_know(state, seat) | open_buildings(state)

    def seen_by(self, seat: Seat, seq: int | None) -> set[str]:
        """The codes of all cards that the seat has seen up to an entry."""
        last = self.state.seq if seq is None else seq
        return set() if last < self.started_at else self.ever[last, seat]


class Eyes:
    """All eyes at a table, from the deal on."""

    def __init__(self, table: Table) -> None:
        self._witness = Witness(table)
        self._ever: dict[Seat, set[str]] = {seat: set() for seat in self._witness.known}
        self._events = 0

    def seen(self, table: Table) -> dict[Seat, set[str]]:
        """By seat: the codes of all cards that have passed before its eyes."""
        for event in table.events[self._events :]:
            self._witness.see(event.full)
            for seat, known in self._witness.known.items():
                self._ever[seat] |= {card.partition("/")[0] for card in known}
        self._events = len(table.events)
        return self._ever


def ever_known(table: Table) -> dict[Seat, set[str]]:
    """By seat: the codes of all cards that have passed before its eyes."""
    return Eyes(table).seen(table)


def codes_in(text: str) -> set[str]:
    """All codes of cards in a text."""
    return set(CARD.findall(text))


# --- a lively table ---------------------------------------------------------------------------
class Guest(Player):
    """Somebody at the table in a role, with a token of any kind; tries what is forbidden."""

    def __init__(self, table: TestTable, seat: Seat, token: str | None, rng: random.Random) -> None:
        super().__init__(table, seat, rng.choice(["en", "de"]))
        self.token = token
        self.rng = rng
        self.undos = 1

    async def play_wildly(self, game: baumeister.Game) -> None:
        """Play to the end: with wrong moves, second thoughts and lost connections."""
        answered = None
        await self.connect()
        while not self.over:
            dice = self.rng.random()
            if dice < 0.04:
                await self.drop()
                if self.rng.random() < 0.3:
                    self.now, self.story = {}, []  # forgets all, and asks for all
                await self.connect()
                await self.until(lambda m: m["type"] == "update")
            elif dice < 0.12 and self.now:
                await self.submit("move", move=self._any_move(game))
            elif dice < 0.14 and self.now and self.undos:
                self.undos -= 1
                await self.submit("undo")
            elif self.legal and self.now["asked"] != answered:
                answered = self.now["asked"]
                action = self.rng.choice(self.legal)
                answer = await self.submit("move", action=action, seen=self.seq)
                if answer["type"] != "ack":  # somebody has taken something back, or ended the game
                    assert answer["error"] in ("stale", "over", "refused"), answer
                    answered = None
                elif self.rng.random() < 0.1:
                    await self.submit("take_back")
                    answered = None
            else:
                with suppress(TimeoutError):
                    await self.until(lambda m: m["type"] == "update", 0.1)
                if self.now["table"]["undo"] is not None:
                    await self.submit("answer_undo", agree=True)
                    answered = None

    async def watch(self) -> None:
        """Look on to the end, and try to play."""
        await self.connect()
        while not self.over:
            with suppress(TimeoutError):
                await self.until(lambda m: m["type"] == "update", 0.3)
            dice = self.rng.random()
            if dice < 0.05:
                await self.drop()
                await self.connect()
            elif dice < 0.2:
                answer = await self.submit("move", action=self.rng.randrange(60))
                assert answer["type"] == "refused"

    def _any_move(self, game: baumeister.Game) -> str:
        """Any move, most of them impossible; in Tybor usually with a card that is elsewhere."""
        size = CHARACTERS if game.name == "tybor" else game.rules.actions
        return game.notation(self.rng.choice([a for a in range(size) if a not in self.legal]))


async def ask_everything(net: Net, other: TestTable, done: asyncio.Event, hints: bool) -> None:
    """Every role asks for everything by HTTP, again and again, until the game is over."""
    table, rng = net.table, random.Random(7)
    people = [seat for seat, token in enumerate(table.seats) if token is not None]
    roles: list[tuple[Seat, str | None]] = [(None, table.host), (None, table.watch), (None, None)]
    roles += [(None, token) for token in (other.host, other.watch, other.seats[0])]
    roles += [(seat, table.seats[seat]) for seat in people]
    url = net.server.url
    async with client_of(url, LONG) as client:
        for turn in range(100_000):
            if done.is_set() and turn > 3:
                break
            for seat, token in roles:
                mine: dict[str, Any] = {"seat": seat, "token": token}
                lang = {"lang": rng.choice(["en", "de"])}
                await net.ask(client, "GET", table.path, params=lang, **mine)
                await net.ask(client, "GET", f"{table.path}/record", **mine)
                text = {"form": "text"}
                await net.ask(client, "GET", f"{table.path}/record", params=text, **mine)
                if seat is None:  # seats try by socket
                    command = {"id": f"x{turn}", "action": rng.randrange(60)}
                    await net.ask(client, "POST", f"{table.path}/moves", json=command, **mine)
                    await net.ask(client, "POST", f"{table.path}/clone", json={}, **mine)
                if hints and turn % 20 == 5:
                    await net.ask(client, "GET", f"{table.path}/hint", params=lang, **mine)
            for path in ("/api/lobby", "/api/me", "/metrics", "/health"):
                await net.ask(client, "GET", path)
            await asyncio.sleep(0.2)
        await net.ask(client, "GET", "/api/openapi.json")


async def remember(net: Net, client: httpx.AsyncClient) -> None:
    """Everybody puts the table on a page of their own; what is on it is kept."""
    for seat, token in enumerate(net.table.seats):
        if token is not None:
            client.cookies.clear()
            path = f"/api/me/tables/{net.table.id}"
            put = await client.put(path, headers=bearer(token))
            assert put.status_code == 204, put.text
            net.tokens += client.cookies.values()
            await net.ask(client, "GET", "/api/me", seat=seat)


async def wild_game(net: Net, game: str, seed: int) -> None:
    """A whole game with everybody there."""
    table, server = net.table, net.server
    other = await open_table(server, game, 2)
    rules, rng = baumeister.game(game), random.Random(seed)
    people = [seat for seat, token in enumerate(table.seats) if token is not None]
    players = [
        Guest(table, seat, table.seats[seat], random.Random(rng.random())) for seat in people
    ]
    watchers = [Guest(table, None, t, random.Random(1)) for t in (table.host, table.watch, None)]
    net.tokens += [table.host, table.watch, other.host, other.watch]
    net.tokens += [token for token in (*table.seats, *other.seats) if token]
    done = asyncio.Event()
    asking = asyncio.create_task(ask_everything(net, other, done, hints=game == "tybor"))
    watching = [asyncio.create_task(watcher.watch()) for watcher in watchers]
    async with client_of(server.url) as client:
        await remember(net, client)
        await asyncio.gather(*(player.play_wildly(rules) for player in players))
        done.set()
        await asyncio.gather(asking, *watching)
        await remember(net, client)
    for guest in (*players, *watchers):
        net.hear(guest, guest.seat)
        await guest.drop()


@needs_fork
def test_no_byte_of_a_whole_game_names_what_its_reader_may_not_know(
    cradle: Cradle, tmp_path: Path, game: str, people: int, bots: int
) -> None:
    async def play() -> tuple[Net, str]:
        async with Mortal(cradle, tmp_path / "t.sqlite", *FEW, "--log-level", "debug") as server:
            assert await server.start()
            table = await open_table(server, game, people, bots=["greedy"] * bots, public=True)
            net = Net(server, table)
            async with asyncio.timeout(LONG):
                await wild_game(net, game, people)
            await server.stop()
            return net, server.output.decode()

    net, written = asyncio.run(play())
    assert written.rstrip().endswith("Stopped.")
    log = entries(net.server.place, net.table.id)
    truth = Truth(log) if game == "tybor" else None
    assert len(net.caught) > 300
    if truth is not None:
        check_cards(net.caught, truth)
        assert not codes_in(written)
    check_secrets(net, log, written)


def check_cards(caught: Iterable[Received], truth: Truth) -> None:
    """No code of a card that was not seen; views name only what can be known now."""
    for one in caught:
        if one.seq is not None and one.seq >= truth.over_at:
            continue
        assert codes_in(one.text) <= truth.seen_by(one.seat, one.seq), one.text
        start = one.text.find("{")
        with suppress(json.JSONDecodeError):
            message = json.loads(one.text[max(0, start) :]) if start >= 0 else None
            check_view(message, one.seat, truth)


def check_view(message: Any, seat: Seat, truth: Truth) -> None:
    """The view in a message, if there is one."""
    for snapshot in (message, message.get("now") if isinstance(message, dict) else None):
        if not isinstance(snapshot, dict) or not snapshot.get("view"):
            continue
        view = snapshot["view"]
        assert set(words_in(view)) & CARDS <= truth.now[snapshot["seq"], seat]
        assert (view["seat"], snapshot["table"]["seed"]) == (seat, None)
        others = [e["secret_objectives"] for e in snapshot["events"] if e["type"] == "setup"]
        for objectives in others:
            assert all(goal is None for k, goal in enumerate(objectives) if k != seat)


def check_secrets(net: Net, log: Sequence[LogEntry], written: str) -> None:
    """Neither seeds nor tokens nor hashes of tokens, in nothing that was sent or written."""
    seed = log[0].body["share"]
    state = TableState("end")
    over_at = log[-1].seq + 1
    for entry in log:
        state.fold(entry)
        if state.status == "over":
            over_at = min(over_at, entry.seq)
    bots = log[0].body["bots"]
    seeds = [seed, bots, *(bot_seed(bots, seat) for seat in range(len(state.seats)))]
    asked = [
        f"{s}/{e}.{k}.{n}" for k, s in enumerate(seeds[2:]) for e in range(20) for n in range(90)
    ]
    seeds += [sha256(text.encode()).hexdigest() for text in asked]
    tokens = [*net.tokens, *(sha256(token.encode()).hexdigest() for token in net.tokens)]
    kept = {
        word for entry in log for word in words_in(entry.body) if re.fullmatch("[0-9a-f]{64}", word)
    }
    assert {sha256(net.table.host.encode()).hexdigest(), seed} <= kept
    texts = [*seeds[: len(state.seats) + 2], *tokens]
    words = {*seeds, *kept}
    for one in net.caught:
        found = secrets_in(one.text, texts, words)
        over = one.seq is not None and one.seq >= over_at
        assert found <= ({seed} if over else set()), one.text
    assert '"request"' in written
    assert not secrets_in(written, texts, words)


def secrets_in(text: str, texts: Iterable[str], words: set[str]) -> set[str]:
    """Which of these are in a text, as a part of it or as a word."""
    return {one for one in texts if one in text} | (set(HASH.findall(text)) & words)


# --- the same with other faces ----------------------------------------------------------------
SCENE = {"scenario": "size-matters", "chapter": 4}
NAMES = ["Anna", "Bert", "Cleo", "Dora", "Emil"]


class Course:
    """The first decisions of a game, and what each seat has seen by then."""

    def __init__(self, players: int, seed: str, moves: int) -> None:
        rng, table = (
            random.Random(seed),
            baumeister.game("tybor").new(players, seed, NAMES[:players], **SCENE),
        )
        self.record = to_text(table)
        self.moves: list[tuple[int, int]] = []
        while len(self.moves) < moves:
            seat = rng.choice(table.waiting_for)
            action = rng.choice(table.legal(seat))
            table.play(seat, action)
            self.moves.append((seat, action))
        self.seen = ever_known(table)
        state = table.snapshot()
        self.objectives = [player.objective for player in state.players[:players]]
        self.display = {card.code for card in table.components.buildings} - open_buildings(state)
        self.hands = [listed(player.hand) for player in state.players[:players]]

    def hidden(self, seat: Seat) -> list[str]:
        """The codes of characters that the seat has not seen."""
        return [code for code in CODES if code not in self.seen[seat]]

    def faces(self, seat: Seat, rng: random.Random) -> dict[str, list[int]]:
        """Other faces for all cards that the seat has not seen."""
        own = None if seat is None else self.objectives[seat]
        return {
            "characters": exchanged([code not in self.seen[seat] for code in CODES], rng),
            "buildings": exchanged([code not in self.seen[seat] for code in BUILDINGS], rng),
            "objectives": exchanged([card != own for card in range(4)], rng),
        }


def exchanged(hidden: Sequence[bool], rng: random.Random) -> list[int]:
    """Numbers in which every hidden one is another: they go round in a random order."""
    turning = [number for number, hides in enumerate(hidden) if hides]
    rng.shuffle(turning)
    after = dict(zip(turning, [*turning[1:], *turning[:1]], strict=True))
    return [after.get(number, number) for number in range(len(hidden))]


MASKED = re.compile(
    rb'"(id|opened|changed|table|host|watch|request)":("[^"]*"|\d+)|(x-request-id|date): [^\n]*'
)


def masked(text: str, table: TestTable) -> bytes:
    """The text without what is another at every table, its number and the time, length kept."""
    return MASKED.sub(lambda m: b"*", text.replace(table.id, "*" * len(table.id)).encode())


class Follower:
    """Plays a course at a table, move by move, while somebody takes down all that one role gets."""

    def __init__(self, table: TestTable, seat: Seat, token: str, tries: Sequence[str]) -> None:
        self.table, self.seat, self.token = table, seat, token
        self.tries = tries  # moves that the role tries: refused
        self.got: list[bytes] = []

    async def follow(self, moves: Sequence[tuple[int, int]], looks: set[int]) -> list[bytes]:
        """All that the role has got by socket and HTTP, after the moves of these numbers."""
        table, rng = self.table, random.Random(3)
        async with client_of(table.url) as client:
            for turn, (seat, action) in enumerate([(-1, -1), *moves]):
                if seat >= 0:
                    command = {"id": f"m{turn}", "action": action}
                    answer = await client.post(
                        f"{table.path}/moves", json=command, headers=bearer(table.seats[seat])
                    )
                    assert answer.status_code == 200, answer.text
                if turn in looks:
                    await self._look(client, turn, rng)
        return self.got

    async def _look(self, client: httpx.AsyncClient, turn: int, rng: random.Random) -> None:
        path, headers = self.table.path, bearer(self.token)
        lang = {"lang": ("en", "de")[turn % 2]}
        player = Player(self.table, self.seat, lang["lang"])
        player.token = self.token
        await player.connect()
        await player.until(lambda m: m["type"] == "here")
        await player.send({"type": "move", "id": "x", "move": rng.choice(self.tries)})
        await player.until(lambda m: m["type"] == "refused")
        self.got += [masked(text, self.table) for text in player.raw]
        answers = [
            await client.get(path, headers=headers, params=lang),
            await client.get(path, headers=headers, params={**lang, "after": turn}),
            await client.get(f"{path}/record", headers=headers),
            await client.post(f"{path}/clone", headers=headers, json={}),
            await client.post(
                f"{path}/moves", headers=headers, json={"id": "y", "move": rng.choice(self.tries)}
            ),
        ]
        await player.drop()  # not before: the server notices a little later that nobody is here
        for answer in answers:
            body = answer.json()
            body.pop("components", None)  # what there is, in another order
            self.got.append(masked(orjson.dumps(body).decode(), self.table))


async def from_record(server: Server, record: str, players: int, at: int) -> TestTable:
    """A table with the seed of a record."""
    seats = [{"kind": "me", "name": name} for name in NAMES[:players]]
    command = {"record": record, "at": at, "seats": seats, "start": True}
    async with client_of(server.url) as client:
        answer = await client.post("/api/tables", json=command)
    assert answer.status_code == 201, answer.text
    opened = answer.json()
    tokens = [seat["token"] for seat in opened["seats"]]
    return TestTable(server.url, opened["table"], opened["host"], opened["watch"], tokens, opened)


@pytest.fixture(scope="module")
def faces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file with the faces of the next table."""
    file = tmp_path_factory.mktemp("faces") / "faces.json"
    file.write_text("")
    return file


@pytest.fixture(scope="module")
def faced_server(faces: Path) -> Iterator[Server]:
    """A server whose cards can have other faces."""
    program = ("-m", "tests.server.other_faces")
    place = faces.with_name("tables.sqlite")
    with Server(place, program=program, environment={VARIABLE: str(faces)}) as server:
        yield server


@pytest.mark.parametrize(("players", "moves", "every"), [(2, 9, 2), (3, 40, 10), (5, 23, 6)])
def test_what_a_role_gets_depends_on_nothing_that_it_has_not_seen(
    faced_server: Server, faces: Path, players: int, moves: int, every: int
) -> None:
    looks = {turn for turn in range(moves + 1) if turn % every == 0 or turn == moves or SOAKING}
    course, rng = Course(players, f"course {players} {moves}", moves), random.Random(moves)

    async def got(seat: Seat, token: str, faces_now: Mapping[str, list[int]] | None) -> list[bytes]:
        faces.write_text("" if faces_now is None else json.dumps(faces_now))
        table = await from_record(faced_server, course.record, players, 0)
        role = {"host": table.host, "watch": table.watch}.get(token) or table.seats[seat or 0]
        tries = [f"choose {code}" for code in course.hidden(seat)]
        follower = Follower(table, seat, str(role), tries)
        return await follower.follow(course.moves, looks)

    async def compare() -> None:
        roles: list[tuple[Seat, str]] = [(None, "host"), (None, "watch")]
        for seat, token in roles + [(seat, "seat") for seat in range(players)]:
            other = course.faces(seat, rng)
            assert sum(a != b for a, b in enumerate(other["characters"])) >= 5
            before, after = await got(seat, token, None), await got(seat, token, other)
            assert len(before) == len(after) > 7 * len(looks)
            for one, two in zip(before, after, strict=True):
                assert one == two

    asyncio.run(compare())


def test_other_faces_show_where_they_may_be_seen(faced_server: Server, faces: Path) -> None:
    course = Course(3, "seen", 6)
    turned = course.faces(None, random.Random(1))

    async def hand(text: str) -> Any:
        faces.write_text(text)
        table = await from_record(faced_server, course.record, 3, 0)
        async with Player(table, 0) as anna:
            return anna.now["view"]["hand"]

    async def compare() -> None:
        plain, other = await hand(""), await hand(json.dumps(turned))
        assert other == [CODES[turned["characters"][CODES.index(code)]] for code in plain]
        assert other != plain

    asyncio.run(compare())


# --- another choice ---------------------------------------------------------------------------
async def others_of_a_choice(table: TestTable, seat: int, choices: Sequence[int]) -> list[bytes]:
    """All that everybody else gets while a seat chooses, changes its mind, and chooses again."""
    tokens = [table.host, table.watch, *(str(t) for k, t in enumerate(table.seats) if k != seat)]
    guests = []
    for token in tokens:
        guest = Player(table, None)
        guest.token = token
        await guest.connect()
        await guest.until(lambda m: m["type"] == "update")
        guests.append(guest)
    chooser = Player(table, seat)
    await chooser.connect()
    await chooser.until(lambda m: m["type"] == "update")
    for number, action in enumerate(choices):
        if number:
            assert (await chooser.submit("take_back"))["type"] == "ack"
        assert (await chooser.submit("move", action=action))["type"] == "ack"
        for guest in guests:
            await guest.until(lambda m: m.get("seq") == chooser_seq(chooser))
    for guest in guests:
        await guest.submit("move", action=10_000)
        await guest.drop()
    await chooser.drop()
    return [
        masked(text, table) for guest in guests for text in guest.raw if '"here"' not in text[:20]
    ]


def chooser_seq(chooser: Player) -> int:
    """The entry of the last decision that was acknowledged."""
    return max(int(m["seq"]) for m in chooser.messages if m["type"] == "ack")


def barracks() -> tuple[str, int, int, list[int]]:
    """S7.5 A game of Samara as a record, the move before several choose at once, a seat that can
    choose in two ways and need not be the last, and its choices."""
    game = baumeister.game("samara")
    for number in range(2000):
        rng, table, made = random.Random(number), game.new(4, f"barracks {number}", NAMES[:4]), 0
        while not table.over:
            waiting = table.waiting_for
            open_choices = [seat for seat in waiting if len(table.legal(seat)) > 1]
            if len(waiting) > 1 and len(open_choices) > 1:
                return to_text(table), made, open_choices[0], table.legal(open_choices[0])
            table.play(waiting[0], rng.choice(table.legal(waiting[0])))
            made += 1
    raise AssertionError("no game with Barracks")


def test_a_choice_face_down_sends_the_others_the_same_whatever_it_is(server: Server) -> None:
    course = Course(3, "choices", 0)
    cards = [CODES.index(code) for code in CODES]
    mine = [card for card in cards if card in course.hands[1]]
    record, at, seat, tools = barracks()

    async def compare() -> None:
        got = []
        for choices in ([mine[0], mine[1]], [mine[2], mine[2]], [mine[-1], mine[0]]):
            table = await from_record(server, course.record, 3, 0)
            got.append(await others_of_a_choice(table, 1, choices))
        assert got[0] == got[1] == got[2]
        got = []
        for choices in ([tools[0], tools[1]], [tools[1], tools[0]]):
            table = await from_record(server, record, 4, at)
            got.append(await others_of_a_choice(table, seat, choices))
        assert got[0] == got[1]

    asyncio.run(compare())
