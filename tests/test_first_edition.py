"""What the first edition stored is opened, gone on with and replayed.

The files in tests/fixtures/first-edition were made by the commands of that edition
(tests/fixtures/make_fixtures.py) and are never made anew.
"""

from __future__ import annotations

import asyncio
import io
import json
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from baumeister.cli.main import main
from baumeister.play import Table, records
from baumeister.server.app import Platform, create_app
from baumeister.server.settings import Settings
from tests.fixtures.make_fixtures import JOURNALS

FIRST = Path(__file__).parent / "fixtures" / "first-edition"
MADE: dict[str, Any] = json.loads((FIRST / "tables.json").read_text(encoding="utf-8"))
MINUTE = 60_000
LOG = "SELECT table_id, seq, at, kind, body, key FROM log"
TIME = re.compile(r" *[0-9.,]+ (µs|ms|s)\b")  # as tables tell it


def copied(name: str, folder: Path) -> Path:
    """A file of the first edition that may be changed."""
    return Path(shutil.copy(FIRST / name, folder / name))


# --- records and stories ----------------------------------------------------------------------
FINISHED = ["samara-3-finished.txt", "samara-5-no-specials.json", "tybor-2-finished.txt"]
FINISHED += ["tybor-3.json"]
RUNNING = ["samara-3-running.txt", "tybor-2-running.txt", "tybor-8-running.txt"]


def read(name: str) -> Table:
    (table,) = records.read_file(FIRST / name)
    return table


@pytest.mark.parametrize("name", [*FINISHED, *RUNNING])
def test_a_record_is_written_again_as_it_was(name: str) -> None:
    table, text = read(name), (FIRST / name).read_text(encoding="utf-8")
    assert table.over == (name in FINISHED)
    if name.endswith(".txt"):
        assert records.to_text(table) == text
    else:
        assert records.to_json(table) == json.loads(text)


@pytest.mark.parametrize("name", FINISHED)
def test_a_finished_game_is_verified_and_replayed(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(FIRST / name), "--lang", "en"]) == 0
    assert main(["replay", str(FIRST / name), "--lang", "en"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 50


@pytest.mark.parametrize("name", RUNNING)
def test_a_running_game_goes_on_to_its_end(name: str) -> None:
    table = read(name)
    before = len(table.moves)
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
    assert len(table.moves) > before
    (again,) = records.read(records.to_text(table))
    assert again.scores() == table.scores()


def test_a_saved_game_is_resumed_at_the_terminal(
    tmp_path: Path, typed: Callable[[int], None]
) -> None:
    path = copied("samara-3-running.txt", tmp_path)
    typed(4)
    assert main(["play", "samara", "--resume", str(path), "--lang", "en"]) == 0
    (table,) = records.read_file(path)
    assert len(table.moves) > len(read("samara-3-running.txt").moves)


def test_a_story_goes_on(tmp_path: Path, typed: Callable[[int], None]) -> None:
    path = copied("story.json", tmp_path)
    before = json.loads(path.read_text(encoding="utf-8"))
    typed(4)
    assert main(["play", "tybor", "--story", str(path), "--lang", "en"]) == 0
    after = json.loads(path.read_text(encoding="utf-8"))
    assert after["chapters"][: len(before["chapters"])] == before["chapters"]
    assert after["running"] != before["running"]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """So many lines are typed: always the first thing that is offered."""

    def type_lines(n: int) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * n))

    return type_lines


# --- journals ---------------------------------------------------------------------------------
def run_with(name: str, journal: Path) -> int:
    return main([*map(str, JOURNALS[name]), "--journal", str(journal), "--lang", "en"])


def without_times(printed: str) -> str:
    """Tables without measured times, which make a column wider or narrower."""
    return re.sub(r"[^\w.,%±+-]+", " ", TIME.sub("", printed))


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", JOURNALS)
def test_a_journal_is_kept_and_refused_because_the_code_is_another(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games of two versions are not mixed: that is promised in docs/many-machines.md."""
    path = copied(f"{name}.jsonl", tmp_path)
    assert run_with(name, path) == 2
    assert "code was f7171a5482f8 and is" in capsys.readouterr().err
    assert path.read_bytes() == (FIRST / f"{name}.jsonl").read_bytes()


@pytest.mark.parametrize("name", JOURNALS)
def test_by_the_same_code_a_journal_would_go_on(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The question is asked in the same words, the kept results are taken, and what was missing is
    played as the first edition would have: the tables are those of a run that nobody disturbed."""
    whole, path = tmp_path / "whole.jsonl", copied(f"{name}.jsonl", tmp_path)
    assert run_with(name, whole) == 0
    undisturbed = capsys.readouterr().out
    header, *kept = lines_of(path)
    now = lines_of(whole)[0]
    asked, asked_now = json.loads(header)["asked"], json.loads(now)["asked"]
    assert {**asked, "code": "", "numba": ""} == {**asked_now, "code": "", "numba": ""}
    path.write_text("\n".join([now, *kept, ""]), encoding="utf-8")
    assert run_with(name, path) == 0
    assert without_times(capsys.readouterr().out) == without_times(undisturbed)
    assert lines_of(path)[1 : len(kept) + 1] == kept
    assert keys_of(path) == keys_of(whole)


def keys_of(path: Path) -> list[str]:
    """What was played, piece by piece."""
    return sorted(json.loads(line)["key"] for line in lines_of(path)[1:])


# --- a server's tables ------------------------------------------------------------------------
@asynccontextmanager
async def server(store: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A server of today on a store of the first edition, a minute after that one has ended."""
    platform = Platform(now=lambda: MADE["made"] + MINUTE)
    app = create_app(Settings(store=str(store), bot_workers=1), platform)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            yield client


class Seat:
    """Somebody at a table of the first edition, with the token they have kept."""

    def __init__(self, client: httpx.AsyncClient, table: str, who: str = "host") -> None:
        made = MADE["tables"][table]
        self._client, self._path = client, f"/api/tables/{made['table']}"
        token = made["host"] if who == "host" else made["tokens"][who]
        self._headers = {"Authorization": f"Bearer {token}"}
        self._ids = 0

    async def get(self, path: str = "") -> Any:
        answer = await self._client.get(self._path + path, headers=self._headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, **body: Any) -> Any:
        self._ids += 1
        wish = {"id": f"today-{self._ids}", **body}
        answer = await self._client.post(self._path + path, json=wish, headers=self._headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def patch(self, **body: Any) -> None:
        answer = await self._client.patch(self._path, json=body, headers=self._headers)
        assert answer.status_code == 200, answer.text

    async def move(self) -> int:
        """The first thing that is legal; the number of the entry."""
        now = await self.get()
        done = await self.post("/moves", action=now["view"]["legal"][0], seen=now["seq"])
        return int(done["seq"])


@pytest.mark.parametrize("store", ["tables.sqlite", "backup.sqlite"])
def test_tables_are_as_they_were(store: str, tmp_path: Path) -> None:
    async def look() -> None:
        async with server(copied(store, tmp_path)) as client:
            for name, made in MADE["tables"].items():
                now = (await Seat(client, name).get())["table"]
                same = {"id", "game", "name", "options", "commitment", "status", "seats"}
                same |= set() if (name, store) == ("tybor", "backup.sqlite") else {"moves", "undo"}
                assert {key: now[key] for key in same} == {key: made["now"][key] for key in same}

    asyncio.run(look())


def test_a_table_in_mid_game_goes_on_with_the_old_tokens(tmp_path: Path) -> None:
    """Bert answers the undo that Anna had asked for, Anna decides again, and the bot goes on."""

    async def play() -> None:
        async with server(copied("tables.sqlite", tmp_path)) as client:
            anna, bert = Seat(client, "tybor", "0"), Seat(client, "tybor", "1")
            assert (await bert.get())["table"]["undo"] == {"seat": 0, "missing": [1]}
            before = MADE["tables"]["tybor"]["now"]["clock"]["seats"][1]["move_left"]
            clock = (await bert.get())["table"]["clock"]["seats"][1]
            assert clock["move_left"] > before - 2 * MINUTE  # it stood while there was no server
            await bert.post("/undo/answer", agree=True)
            assert (await anna.get())["table"]["undo"] is None
            alone = Seat(client, "samara", "0")
            made = (await alone.get())["seq"]
            for _ in range(30):  # Anna has several workers
                now = await alone.get(f"?after={made}")
                if now["seq"] > made:  # the bot has answered
                    return
                if now["view"]["legal"]:
                    made = await alone.move()
                else:
                    await alone.get(f"?after={made}&wait=20")
            raise AssertionError("the bot did not go on")

    asyncio.run(play())


def test_a_finished_game_has_a_record_that_is_fair(tmp_path: Path) -> None:
    async def export() -> None:
        async with server(copied("tables.sqlite", tmp_path)) as client:
            record = await Seat(client, "finished").get("/record")
            (tmp_path / "record.json").write_text(json.dumps(record), encoding="utf-8")
            positions = await Seat(client, "finished").get("/positions/5")
            assert positions["view"]

    asyncio.run(export())
    assert main(["verify", str(tmp_path / "record.json"), "--lang", "en"]) == 0


def test_an_invite_is_still_good(tmp_path: Path) -> None:
    async def sit_down() -> None:
        async with server(copied("tables.sqlite", tmp_path)) as client:
            made = MADE["tables"]["open"]
            joining = {"invite": made["seats"][1]["invite"], "claim": "x" * 20, "name": "Dirk"}
            answer = await client.post(f"/api/tables/{made['table']}/join", json=joining)
            assert answer.status_code == 200, answer.text
            host = Seat(client, "open")
            await host.post("/start")
            assert (await host.get())["table"]["status"] == "running"

    asyncio.run(sit_down())


def test_an_archived_table_is_taken_out_again(tmp_path: Path) -> None:
    async def take_out() -> None:
        async with server(copied("tables.sqlite", tmp_path)) as client:
            await Seat(client, "archived").patch(archived=False)
            now = await Seat(client, "archived", "1").get()
            assert (now["you"], now["table"]["status"]) == ({"role": "seat", "seat": 1}, "open")
            assert now["table"]["seats"][1]["name"] == "Cora"

    asyncio.run(take_out())


def test_somebody_is_known_again_by_the_old_cookie(tmp_path: Path) -> None:
    async def ask() -> None:
        async with server(copied("tables.sqlite", tmp_path)) as client:
            answer = await client.get("/api/me", headers={"Cookie": MADE["cookie"]})
            page = answer.json()
            assert [table.pop("origin") for table in page["tables"]] == [None] * len(page["tables"])
            assert page == MADE["page"]

    asyncio.run(ask())


def test_a_store_is_backed_up_and_a_backup_restored(tmp_path: Path) -> None:
    store, backup = copied("tables.sqlite", tmp_path), copied("backup.sqlite", tmp_path)
    assert main(["backup", str(tmp_path / "new.sqlite"), "--store", str(store)]) == 0
    assert main(["restore", str(backup), "--store", str(tmp_path / "restored.sqlite")]) == 0
    assert logs(tmp_path / "new.sqlite") == logs(FIRST / "tables.sqlite")
    assert logs(tmp_path / "restored.sqlite") == logs(FIRST / "backup.sqlite")


def logs(path: Path) -> list[Any]:
    """Every entry of every table, and who has a page."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True)) as database:
        entries = database.execute(f"{LOG} ORDER BY table_id, seq").fetchall()
        return [*entries, *database.execute("SELECT * FROM people ORDER BY id").fetchall()]
