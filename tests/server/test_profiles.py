"""Names, personal pages and devices: scenes over HTTP with a real store and fake tables."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from baumeister.kernel.errors import UserError
from baumeister.server.api import me
from baumeister.server.profiles.profiles import (
    CODE_LASTS,
    CODE_LETTERS,
    COOKIE,
    COOKIE_LASTS,
    COOKIE_RENEWED,
    MOST_PLACES,
    Profile,
    Profiles,
    place_of,
    role_named,
)
from baumeister.server.settings import Settings
from baumeister.server.store.database import Statement, open_database
from baumeister.server.tables.errors import NotFound
from baumeister.server.tables.seats import Role, hashed
from tests.server.conftest import opened
from tests.server.postgres import Postgres

NOON = 1_790_000_000_000


class Tables:
    """Tables that consist of roles and a listing."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.roles: dict[str, dict[str, Role]] = {}
        self.asked = 0

    def lay(self, table: str, tokens: dict[str, str], **listing: Any) -> None:
        """A table as the store has it, and who holds which token."""
        self.roles[table] = {hashed(token): named(role) for token, role in tokens.items()}
        seats = [{"name": name, "kind": "person", "bot": None} for name in ("Anna", "Bert", "Cleo")]
        row = {
            **{"id": table, "game": "tybor", "name": table, "status": "running", "seats": seats},
            **{"waiting_for": [], "changed": NOON, "result": None},
            **listing,
        }
        changed = row.pop("changed")
        sql = (
            "INSERT INTO tables (id, seq, game, public, status, created, changed, listing)"
            " VALUES (?, 1, ?, 0, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
            " status = excluded.status, changed = excluded.changed, listing = excluded.listing"
        )
        values = (table, row["game"], row["status"], NOON, changed, json.dumps(row))
        self.scene.run(self.scene.database.write([Statement(sql, values)]))

    async def role_of_hash(self, table: str, token_hash: str) -> Role | None:
        self.asked += 1
        if table not in self.roles:
            raise NotFound("error.server.no_table")
        return self.roles[table].get(token_hash)

    async def new_token(self, table: str, role: Role, proof: str) -> str:
        assert self.roles[table][proof] == role
        token = f"{table}-new-{len(self.roles[table])}"
        self.roles[table][hashed(token)] = role
        return token

    async def renew_token(self, table: str, role: Role, proof: str, token: str) -> None:
        roles = self.roles[table]
        assert roles[proof] == role
        self.roles[table] = {one: found for one, found in roles.items() if found != role}
        self.roles[table][hashed(token)] = role


class Device:
    """A browser with its own cookies."""

    def __init__(self, scene: Scene, base: str) -> None:
        transport = httpx.ASGITransport(scene.app)
        self.client = httpx.AsyncClient(transport=transport, base_url=base)
        self.scene = scene

    def ask(self, method: str, path: str = "", **more: Any) -> httpx.Response:
        return self.scene.run(self.client.request(method, f"/api/me{path}", **more))

    def page(self, **query: str) -> dict[str, Any]:
        answer = self.ask("GET", params=query)
        assert answer.status_code == 200, answer.text
        page: dict[str, Any] = answer.json()
        return page

    def tables(self) -> list[str]:
        return [table["id"] for table in self.page()["tables"]]

    def name(self, name: str | None) -> httpx.Response:
        return self.ask("PUT", json={"name": name})

    def save(self, table: str, token: str) -> httpx.Response:
        return self.ask("PUT", f"/tables/{table}", headers={"Authorization": f"Bearer {token}"})

    def token(self, table: str, role: str) -> httpx.Response:
        return self.ask("POST", f"/tables/{table}/token", json={"role": role})

    def code(self) -> str:
        return str(self.ask("POST", "/code").json()["code"])

    def whose(self, code: str) -> httpx.Response:
        return self.ask("POST", "/code/whose", json={"code": code})

    def take(self, code: str, **command: bool) -> httpx.Response:
        return self.ask("POST", "/code/take", json={"code": code, **command})

    @property
    def cookie(self) -> str | None:
        return self.client.cookies.get(COOKIE)

    @cookie.setter
    def cookie(self, text: str) -> None:
        self.client.cookies.clear()
        self.client.headers["Cookie"] = f"{COOKIE}={text}"


class Scene:
    """A server with a store, a clock that stands still and devices."""

    def __init__(self, place: Path | str, settings: Settings | None = None) -> None:
        self.runner = asyncio.Runner()
        self.run = self.runner.run
        self.now = NOON
        self.database = open_database(str(place))
        self.run(self.database.open())
        secret = self.run(Profiles.secret(self.database))
        self.profiles = Profiles(self.database, secret, lambda: self.now)
        self.tables = Tables(self)
        self.app = FastAPI()
        self.app.include_router(me.router)
        self.app.add_exception_handler(UserError, tell)
        self.app.state.profiles = self.profiles
        self.app.state.service = self.tables
        self.app.state.settings = settings or Settings()
        self.base = self.app.state.settings.public or "http://games.test"

    def device(self) -> Device:
        return Device(self, self.base)

    def rows(self, sql: str) -> list[Any]:
        return self.run(self.database.fetch(sql))

    def close(self) -> None:
        self.run(self.database.close())
        self.runner.close()


async def tell(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, UserError)
    status = getattr(error, "status", 422)
    name = error.key.rpartition(".")[2]
    return JSONResponse({"error": name, "message": error.text("en")}, status)


def named(role: str) -> Role:
    found = role_named(role)
    assert found is not None
    return found


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    made = Scene(tmp_path / "tables.sqlite")
    yield made
    made.close()


@pytest.fixture
def each_scene(place: str) -> Iterator[Scene]:
    """The same with each kind of store, for tests of what is kept."""
    made = Scene(place)
    yield made
    made.close()


# --- nobody has to be known -------------------------------------------------------------------
def test_who_asked_for_nothing_gets_an_empty_page_and_no_cookie(scene: Scene) -> None:
    answer = scene.device().ask("GET")
    assert answer.json() == {
        **{"known": False, "name": None, "my_turns": 0, "tables": [], "before": None},
        "totals": [],
    }
    assert "set-cookie" not in answer.headers
    assert scene.rows("SELECT * FROM people") == []


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/code", None),
        ("POST", "/forget-devices", None),
        ("DELETE", "/tables/friday", None),
        ("POST", "/tables/friday/token", {"role": "host"}),
    ],
)
def test_what_needs_somebody_says_so(
    scene: Scene, method: str, path: str, body: dict[str, str] | None
) -> None:
    answer = scene.device().ask(method, path, json=body)
    assert (answer.status_code, answer.json()["error"]) == (401, "unknown")
    assert "set-cookie" not in answer.headers


def test_signing_out_without_a_cookie_is_no_error(scene: Scene) -> None:
    answer = scene.device().ask("DELETE")
    assert answer.status_code == 204
    assert "set-cookie" not in answer.headers


# --- names ------------------------------------------------------------------------------------
def test_a_name_makes_the_device_known(scene: Scene) -> None:
    anna = scene.device()
    assert anna.name("Anna").json() == {"known": True, "name": "Anna"}
    assert anna.page()["name"] == "Anna"
    anna.name("Anna B.")
    assert anna.page()["name"] == "Anna B."
    assert scene.rows("SELECT name FROM people") == [("Anna B.",)]


def test_a_name_can_be_taken_away(each_scene: Scene) -> None:
    anna = each_scene.device()
    anna.name("Anna")
    anna.name(None)
    assert (anna.page()["known"], anna.page()["name"]) == (True, None)


@pytest.mark.parametrize("name", ["", " Anna", "An:na", "A|B", "A,B", "#1", "x" * 41, "A\nB", "\0"])
def test_a_name_that_could_not_stand_at_a_table_is_refused(scene: Scene, name: str) -> None:
    answer = scene.device().name(name)
    assert (answer.status_code, answer.json()["error"]) == (422, "name")
    assert "set-cookie" not in answer.headers
    assert scene.rows("SELECT * FROM people") == []


# --- cookies ----------------------------------------------------------------------------------
def test_the_cookie_is_for_this_server_only_and_lasts_a_year(scene: Scene) -> None:
    set_cookie = scene.device().name("Anna").headers["set-cookie"]
    attributes = set(set_cookie.lower().split("; ")[1:])
    assert attributes == {"httponly", "samesite=lax", "path=/", "max-age=31536000"}


def test_the_cookie_is_for_https_only_if_the_server_is(tmp_path: Path) -> None:
    scene = Scene(tmp_path / "tables.sqlite", Settings(public="https://games.example.org"))
    assert "Secure" in scene.device().name("Anna").headers["set-cookie"]
    scene.close()


def test_answers_are_not_kept_by_anybody_between(scene: Scene) -> None:
    assert scene.device().ask("GET").headers["cache-control"] == "no-store"


def test_a_forged_or_damaged_cookie_is_nobodys(scene: Scene) -> None:
    anna, mallory = scene.device(), scene.device()
    anna.name("Anna")
    good = str(anna.cookie)
    version, profile, generation, nonce, issued, signature = good.split(".")
    foreign = Profiles(scene.database, b"x" * 32, lambda: NOON)
    whole = scene.run(scene.profiles.recognised(good))
    assert whole is not None
    forged = [
        "",
        ".",
        "." * 9,
        "x" * 5000,
        good[:-1],
        good[1:],
        good + "=",
        good + ".",
        good.rpartition(".")[0],
        f"{good[:-1]}ä",
        ".".join([version, "A" * 22, generation, nonce, issued, signature]),
        ".".join([version, profile, "1", nonce, issued, signature]),
        ".".join([version, profile, generation, nonce, str(NOON + 1), signature]),
        ".".join(["2", profile, generation, nonce, issued, signature]),
        foreign.cookie(whole),
    ]
    for text in forged:
        assert scene.run(scene.profiles.recognised(text)) is None
    for text in [text for text in forged if text.isascii()]:
        mallory.cookie = text
        assert mallory.page()["known"] is False
    mallory.cookie = good
    assert mallory.page()["known"] is True


def test_a_cookie_of_another_version_is_nobodys_though_we_signed_it(scene: Scene) -> None:
    signed = "2.whatever"
    text = f"{signed}.{scene.profiles._signature(signed)}"
    assert scene.run(scene.profiles.recognised(text)) is None


def test_a_signed_cookie_of_nobody_is_nobodys(scene: Scene) -> None:
    gone = scene.profiles.new_device(Profile("A" * 22, None, 0))
    assert scene.run(scene.profiles.recognised(scene.profiles.cookie(gone))) is None


def test_a_cookie_is_renewed_after_a_month_and_ends_after_a_year(scene: Scene) -> None:
    anna, old = scene.device(), scene.device()
    anna.name("Anna")
    first = str(anna.cookie)
    old.cookie = first
    scene.now += COOKIE_RENEWED
    assert "set-cookie" not in anna.ask("GET").headers
    scene.now += 1
    assert "set-cookie" in anna.ask("GET").headers
    assert anna.cookie != first
    assert "set-cookie" not in anna.ask("GET").headers
    scene.now = NOON + COOKIE_LASTS + 1
    assert old.page()["known"] is False
    assert anna.page()["name"] == "Anna"


def test_signing_out_is_for_this_device_only(scene: Scene) -> None:
    laptop, phone = scene.device(), scene.device()
    laptop.name("Anna")
    phone.take(laptop.code())
    assert laptop.ask("DELETE").status_code == 204
    assert (laptop.cookie, laptop.page()["known"]) == (None, False)
    assert phone.page()["name"] == "Anna"


def test_a_lost_phone_can_be_forgotten(each_scene: Scene) -> None:
    laptop, phone, late = each_scene.device(), each_scene.device(), each_scene.device()
    laptop.name("Anna")
    phone.take(laptop.code())
    code = phone.code()
    assert laptop.ask("POST", "/forget-devices").status_code == 200
    assert phone.page()["known"] is False
    assert late.take(code).status_code == 404
    assert laptop.page()["name"] == "Anna"


def test_all_processes_sign_with_the_same_secret(place: str) -> None:
    async def at_once() -> list[bytes]:
        async with opened(place) as database:
            return await asyncio.gather(*(Profiles.secret(database) for _ in range(5)))

    made = asyncio.run(at_once())
    assert len(set(made)) == 1
    assert len(made[0]) == 32
    assert asyncio.run(at_once()) == made


def test_processes_that_start_together_agree_on_the_secret(postgres: Postgres) -> None:
    place = postgres.new_database()

    async def start() -> bytes:
        async with opened(place) as database:
            return await Profiles.secret(database)

    async def both() -> tuple[bytes, bytes]:
        return await asyncio.gather(start(), start())

    one, other = asyncio.run(both())
    assert one == other


# --- another device ---------------------------------------------------------------------------
def test_a_code_brings_the_person_to_another_device(each_scene: Scene) -> None:
    laptop, phone = each_scene.device(), each_scene.device()
    each_scene.tables.lay("friday", {"t": "seat:0"})
    laptop.name("Anna")
    laptop.save("friday", "t")
    assert phone.take(laptop.code()).json() == {"known": True, "name": "Anna"}
    assert phone.cookie != laptop.cookie
    assert phone.tables() == laptop.tables() == ["friday"]


def test_a_code_has_more_than_128_bits_and_is_kept_as_a_hash(scene: Scene) -> None:
    laptop = scene.device()
    laptop.name("Anna")
    code = laptop.code()
    assert [len(group) for group in code.split("-")] == [4] * 7
    assert set(code) <= set(CODE_LETTERS) | {"-"}
    assert 32**28 > 2**128
    ((kept, expires),) = scene.rows("SELECT hash, expires FROM codes")
    assert kept == hashed(code.replace("-", ""))
    assert expires == NOON + CODE_LASTS


@pytest.mark.parametrize(
    "typed",
    [
        "01AB-Z0K1-01AB-Z0K1-01AB-Z0K1-01AB",
        "01abz0k101abz0k101abz0k101ab",
        "  01AB Z0K1 01AB Z0K1 01AB Z0K1 01AB\n",
        "01AB–Z0K1–01AB–Z0K1–01AB–Z0K1–01AB",
        "OIAB-ZOKL-OIAB-ZOKL-OIAB-ZOKL-OIAB",
        "olab-zoki-olab-zoki-olab-zoki-olab",
    ],
)
def test_a_code_may_be_typed_carelessly(scene: Scene, typed: str) -> None:
    anna = scene.run(scene.profiles.new_profile("Anna"))
    values = (hashed("01ABZ0K101ABZ0K101ABZ0K101AB"), anna.id, NOON + CODE_LASTS)
    given = Statement("INSERT INTO codes (hash, person, expires) VALUES (?, ?, ?)", values)
    scene.run(scene.database.write([given]))
    assert scene.device().take(typed).json()["name"] == "Anna"


def test_a_bad_code_gets_one_and_the_same_answer(each_scene: Scene) -> None:
    laptop, phone = each_scene.device(), each_scene.device()
    laptop.name("Anna")
    used, replaced = laptop.code(), laptop.code()
    last = laptop.code()
    assert phone.take(last).status_code == 200
    expired = laptop.code()
    each_scene.now += CODE_LASTS
    wrong = [used, replaced, last, expired, "0000-" * 6 + "0000", "", "x", "ä" * 28, "U" * 28, "\0"]
    answers = {(answer.status_code, answer.text) for answer in map(each_scene.device().take, wrong)}
    assert len(answers) == 1
    assert answers.pop()[0] == 404


def test_a_code_is_good_until_its_last_moment(scene: Scene) -> None:
    laptop, phone = scene.device(), scene.device()
    laptop.name("Anna")
    code = laptop.code()
    scene.now += CODE_LASTS - 1
    assert phone.take(code).status_code == 200


def test_of_two_devices_with_one_code_one_gets_in(each_scene: Scene) -> None:
    anna = each_scene.run(each_scene.profiles.new_profile("Anna"))
    code = each_scene.run(each_scene.profiles.new_code(anna)).text

    async def both() -> list[Profile | BaseException]:
        takers = (each_scene.profiles.take_code(code, None) for _ in range(2))
        return await asyncio.gather(*takers, return_exceptions=True)

    assert sorted(isinstance(taken, Profile) for taken in each_scene.run(both())) == [False, True]


def test_a_strange_page_cannot_make_a_browser_take_a_code(scene: Scene) -> None:
    laptop, phone = scene.device(), scene.device()
    laptop.name("Mallory")
    body, plain = json.dumps({"code": laptop.code()}), {"Content-Type": "text/plain"}
    answer = phone.ask("POST", "/code/take", content=body, headers=plain)
    assert answer.status_code == 422
    assert phone.cookie is None


def test_what_the_new_device_had_comes_along(each_scene: Scene) -> None:
    laptop, phone, tablet = each_scene.device(), each_scene.device(), each_scene.device()
    each_scene.tables.lay("friday", {"a": "seat:0", "b": "seat:1"}, changed=NOON + 1)
    each_scene.tables.lay("sunday", {"c": "host"})
    laptop.name("Anna")
    laptop.save("friday", "a")
    phone.name("Annie")
    phone.save("friday", "b")
    phone.save("sunday", "c")
    tablet.take(phone.code())
    assert phone.take(laptop.code(), bring=True).json()["name"] == "Anna"
    assert laptop.tables() == phone.tables() == ["friday", "sunday"]
    assert laptop.page()["tables"][0]["roles"] == ["seat:0", "seat:1"]
    assert (tablet.page()["name"], len(tablet.tables())) == ("Annie", 2)


def test_a_name_comes_along_if_there_was_none(each_scene: Scene) -> None:
    laptop, phone = each_scene.device(), each_scene.device()
    laptop.name(None)
    phone.name("Anna")
    assert phone.take(laptop.code(), bring=True).json()["name"] == "Anna"
    assert laptop.page()["name"] == "Anna"


@pytest.mark.parametrize("command", [{}, {"bring": False}])
def test_nothing_comes_along_that_was_not_asked_for(
    each_scene: Scene, command: dict[str, bool]
) -> None:
    mallory, phone, tablet = each_scene.device(), each_scene.device(), each_scene.device()
    each_scene.tables.lay("friday", {"a": "seat:0"})
    mallory.name(None)
    phone.name("Anna")
    phone.save("friday", "a")
    tablet.take(phone.code())
    assert phone.take(mallory.code(), **command).json() == {"known": True, "name": None}
    assert mallory.tables() == phone.tables() == []
    assert mallory.token("friday", "seat:0").status_code == 403
    assert (tablet.page()["name"], tablet.tables()) == ("Anna", ["friday"])


def test_whose_a_code_is_can_be_asked_before(each_scene: Scene) -> None:
    laptop, phone = each_scene.device(), each_scene.device()
    laptop.name("Anna")
    code = laptop.code()
    assert phone.whose(code.lower()).json() == {"name": "Anna", "here": False}
    assert phone.cookie is None
    assert laptop.whose(code).json() == {"name": "Anna", "here": True}
    assert phone.take(code).status_code == 200
    assert [phone.whose(bad).status_code for bad in (code, "x", "")] == [404] * 3


def test_taking_a_code_on_the_same_device_changes_nothing(scene: Scene) -> None:
    laptop = scene.device()
    scene.tables.lay("friday", {"a": "seat:0"})
    laptop.name("Anna")
    laptop.save("friday", "a")
    assert laptop.take(laptop.code()).status_code == 200
    assert (laptop.page()["name"], laptop.tables()) == ("Anna", ["friday"])


# --- places -----------------------------------------------------------------------------------
def test_saving_a_table_makes_the_device_known(scene: Scene) -> None:
    scene.tables.lay("friday", {"t": "seat:0"})
    anna = scene.device()
    answer = anna.save("friday", "t")
    assert answer.status_code == 204
    assert "set-cookie" in answer.headers
    assert anna.tables() == ["friday"]
    assert anna.page()["name"] is None


@pytest.mark.parametrize(
    ("table", "headers"),
    [
        ("friday", {}),
        ("friday", {"Authorization": "Bearer wrong"}),
        ("friday", {"Authorization": "Bearer "}),
        ("friday", {"Authorization": "Basic dDo="}),
        ("sunday", {"Authorization": "Bearer t"}),
        ("nowhere", {"Authorization": "Bearer t"}),
    ],
)
def test_a_place_is_proved_by_a_token_of_that_table(
    scene: Scene, table: str, headers: dict[str, str]
) -> None:
    scene.tables.lay("friday", {"t": "seat:0"})
    scene.tables.lay("sunday", {"u": "seat:0"})
    answer = scene.device().ask("PUT", f"/tables/{table}", headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (403, "no_place")
    assert "set-cookie" not in answer.headers
    assert scene.rows("SELECT * FROM people") == []


@pytest.mark.parametrize("table", ["a%00b", "x" * 65, "a%20b", "ä"])
def test_a_table_that_cannot_be_is_refused(scene: Scene, table: str) -> None:
    assert scene.device().save(table, "t").status_code == 422


def test_nothing_of_other_peoples_tables_is_on_the_page(each_scene: Scene) -> None:
    each_scene.tables.lay("friday", {"a": "seat:0", "b": "seat:1"})
    each_scene.tables.lay("sunday", {"c": "seat:0"})
    anna, bert = each_scene.device(), each_scene.device()
    anna.save("friday", "a")
    anna.save("sunday", "c")
    bert.save("friday", "b")
    page = bert.page()
    assert [(table["id"], table["roles"]) for table in page["tables"]] == [("friday", ["seat:1"])]
    assert "sunday" not in bert.ask("GET").text
    bert.ask("DELETE", "/tables/friday")
    assert (bert.tables(), len(anna.tables())) == ([], 2)


def test_a_table_saved_twice_stands_there_once(each_scene: Scene) -> None:
    each_scene.tables.lay("friday", {"a": "seat:0", "again": "seat:0", "h": "host", "w": "watch"})
    anna = each_scene.device()
    for token in ("a", "a", "again", "h", "w"):
        anna.save("friday", token)
    (table,) = anna.page()["tables"]
    assert table["roles"] == ["host", "seat:0", "watch"]
    assert each_scene.rows("SELECT COUNT(*) FROM places") == [(4,)]  # one for each token


def test_tokens_are_kept_as_hashes_only(scene: Scene) -> None:
    scene.tables.lay("friday", {"very-secret": "seat:0"})
    scene.device().save("friday", "very-secret")
    ((token,),) = scene.rows("SELECT token FROM places")
    assert token == hashed("very-secret")


def test_a_table_that_is_gone_is_left_out(scene: Scene) -> None:
    scene.tables.lay("friday", {"t": "seat:0"})
    anna = scene.device()
    anna.save("friday", "t")
    del scene.tables.roles["friday"]
    assert anna.tables() == []


def test_a_page_holds_only_so_many_tables(scene: Scene) -> None:
    anna = scene.run(scene.profiles.new_profile("Anna"))
    sql = "INSERT INTO places (person, table_id, token, role, settled) VALUES (?, ?, ?, 'host', 1)"
    full = [Statement(sql, (anna.id, f"t{k}", f"h{k}")) for k in range(MOST_PLACES)]
    scene.run(scene.database.write(full))
    with pytest.raises(UserError, match="full"):
        scene.run(scene.profiles.remember(anna, "new", Role("host"), "hash"))
    scene.run(scene.profiles.remember(anna, "t0", Role("host"), "h0"))


# --- a token for the new device ---------------------------------------------------------------
def test_the_new_device_gets_a_token_that_works(scene: Scene) -> None:
    scene.tables.lay("friday", {"t": "seat:1"})
    laptop, phone = scene.device(), scene.device()
    laptop.save("friday", "t")
    phone.take(laptop.code())
    answer = phone.token("friday", "seat:1").json()
    assert answer["role"] == "seat:1"
    assert scene.tables.roles["friday"][hashed(answer["token"])] == Role("seat", 1)
    assert scene.tables.roles["friday"][hashed("t")] == Role("seat", 1)


@pytest.mark.parametrize("role", ["host", "seat:0", "seat:2"])
def test_a_token_is_for_own_places_only(scene: Scene, role: str) -> None:
    scene.tables.lay("friday", {"t": "seat:1", "h": "host", "z": "seat:0"})
    scene.tables.lay("sunday", {"x": "seat:1"})
    anna = scene.device()
    anna.save("friday", "t")
    answers = [anna.token("friday", role), anna.token("sunday", "seat:1"), anna.token("no", role)]
    assert [answer.status_code for answer in answers] == [403] * 3


@pytest.mark.parametrize("role", ["watch", "seat", "seat:", "seat:-1", "seat:10", "HOST", ""])
def test_there_are_no_tokens_for_other_roles(scene: Scene, role: str) -> None:
    scene.tables.lay("friday", {"t": "watch"})
    anna = scene.device()
    anna.save("friday", "t")
    assert anna.token("friday", role).status_code == 422


def test_who_was_sent_away_gets_no_token_for_the_seat(scene: Scene) -> None:
    scene.tables.lay("friday", {"t": "seat:1"}, status="open")
    anna = scene.device()
    anna.save("friday", "t")
    scene.tables.lay("friday", {"of-somebody-else": "seat:1"}, status="open")
    assert anna.token("friday", "seat:1").status_code == 403
    assert anna.tables() == []


def test_a_seat_that_was_swapped_is_found_where_it_is_now(each_scene: Scene) -> None:
    each_scene.tables.lay("friday", {"t": "seat:1"}, status="open")
    anna = each_scene.device()
    anna.save("friday", "t")
    assert anna.page()["tables"][0]["roles"] == ["seat:1"]
    each_scene.tables.lay("friday", {"t": "seat:2"}, waiting_for=[2])
    (table,) = anna.page()["tables"]
    assert (table["roles"], table["my_turn"]) == (["seat:2"], True)
    assert anna.token("friday", "seat:2").status_code == 200
    assert anna.token("friday", "seat:1").status_code == 403


def test_a_table_that_was_put_away_before_the_start_may_still_swap_its_seats(scene: Scene) -> None:
    scene.tables.lay("friday", {"t": "seat:1"}, status="archived")
    anna = scene.device()
    anna.save("friday", "t")
    assert anna.page()["tables"][0]["roles"] == ["seat:1"]
    scene.tables.lay("friday", {"t": "seat:2"}, status="open")
    assert anna.page()["tables"][0]["roles"] == ["seat:2"]


def test_after_the_start_a_table_is_asked_once(scene: Scene) -> None:
    scene.tables.lay("friday", {"t": "seat:1"})
    anna = scene.device()
    anna.save("friday", "t")
    anna.page()
    asked = scene.tables.asked
    assert anna.tables() == ["friday"]
    assert scene.tables.asked == asked


def test_a_spectator_whose_link_has_ended_sees_the_table_no_more(scene: Scene) -> None:
    scene.tables.lay("friday", {"w": "watch"})
    anna = scene.device()
    anna.save("friday", "w")
    assert anna.tables() == ["friday"]
    scene.tables.lay("friday", {"new": "watch"})
    assert anna.tables() == []


# --- the page ---------------------------------------------------------------------------------
def test_tables_that_wait_for_me_come_first(scene: Scene) -> None:
    over = {"scores": [9, 7, 8], "winners": [0]}
    laid: list[tuple[str, dict[str, Any]]] = [
        ("away", {"status": "archived", "changed": NOON + 9}),
        ("over", {"status": "over", "result": over, "changed": NOON + 8}),
        ("open", {"status": "open", "changed": NOON + 7}),
        ("theirs", {"waiting_for": [0], "changed": NOON + 5}),
        ("older", {"waiting_for": [0], "changed": NOON + 4}),
        ("mine", {"waiting_for": [0, 1], "changed": NOON}),
    ]
    anna = scene.device()
    for table, listing in laid:
        scene.tables.lay(table, {"t": "seat:1"}, **listing)
        anna.save(table, "t")
    page = anna.page()
    assert [t["id"] for t in page["tables"]] == ["mine", "theirs", "older", "open", "over", "away"]
    assert [t["my_turn"] for t in page["tables"]] == [True] + [False] * 5
    assert page["my_turns"] == 1


def test_it_is_not_my_turn_while_a_bot_stands_in(scene: Scene) -> None:
    seats = [{"name": "Anna", "kind": "person", "bot": "master"}, {"name": "Bert", "kind": "open"}]
    scene.tables.lay("friday", {"t": "seat:0"}, waiting_for=[0], seats=seats)
    anna = scene.device()
    anna.save("friday", "t")
    assert anna.page()["tables"][0]["my_turn"] is False


def test_it_is_not_my_turn_as_a_host_or_spectator(scene: Scene) -> None:
    scene.tables.lay("friday", {"h": "host", "w": "watch"}, waiting_for=[0, 1, 2])
    anna = scene.device()
    anna.save("friday", "h")
    anna.save("friday", "w")
    assert anna.page()["my_turns"] == 0


def test_results_and_totals_by_game(each_scene: Scene) -> None:
    games = [
        ("won", "tybor", {"scores": [30, 40, 20], "winners": [1]}),
        ("second", "tybor", {"scores": [40, 30, 20], "winners": [0]}),
        ("shared", "samara", {"scores": [12, 12, 3], "winners": [0, 1]}),
        ("running", "samara", None),
    ]
    anna = each_scene.device()
    for table, game, result in games:
        status = "running" if result is None else "over"
        each_scene.tables.lay(table, {"t": "seat:1"}, game=game, result=result, status=status)
        anna.save(table, "t")
    each_scene.tables.lay("seen", {"w": "watch"}, result=games[0][2], status="over")
    anna.save("seen", "w")
    page = anna.page()
    assert {t["id"]: (t["place"], t["won"]) for t in page["tables"]} == {
        **{"won": (1, True), "second": (2, False), "shared": (1, True)},
        **{"running": (None, None), "seen": (None, None)},
    }
    assert page["totals"] == [
        {"game": "samara", "played": 1, "won": 1},
        {"game": "tybor", "played": 2, "won": 1},
    ]


def test_places_are_shared_by_those_with_the_same_points() -> None:
    scores, winners = [20, 30, 20, 30, 5], [3]
    assert [place_of(seat, scores, winners) for seat in range(5)] == [3, 2, 3, 1, 5]


def test_a_long_list_comes_in_pages(scene: Scene) -> None:
    anna = scene.device()
    for k in range(me.PAGE + 3):
        scene.tables.lay(f"t{k}", {"t": "seat:0"}, changed=NOON + k // 2)
        anna.save(f"t{k}", "t")
    first = anna.page()
    second = anna.page(before=first["before"])
    both = [t["id"] for t in first["tables"] + second["tables"]]
    assert (len(first["tables"]), len(both), len(set(both))) == (me.PAGE, me.PAGE + 3, me.PAGE + 3)
    assert second["before"] is None


@pytest.mark.parametrize("before", ["", "x", "1.2", "1.-2.t", "1.2.\0", "9" * 5000])
def test_a_page_that_cannot_be_is_refused(scene: Scene, before: str) -> None:
    assert scene.device().ask("GET", params={"before": before}).status_code == 422


# --- the documented face ----------------------------------------------------------------------
def test_every_route_has_a_name_and_a_sentence(scene: Scene) -> None:
    paths = scene.app.openapi()["paths"]
    operations = [operation for path in paths.values() for operation in path.values()]
    assert len(operations) == 10
    assert len({operation["operationId"] for operation in operations}) == 10
    assert all(operation["description"] for operation in operations)
