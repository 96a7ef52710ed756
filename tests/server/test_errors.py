"""What programs get: errors that say what was wrong, what can be chosen, and progress."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from pydantic import TypeAdapter, ValidationError

from baumeister.kernel.glossary import keys
from baumeister.play import OptionError
from baumeister.server.api.errors import validation_message
from baumeister.server.api.models import ClientMessage
from baumeister.server.api.options import options_of
from baumeister.server.app import create_app
from baumeister.server.settings import Settings
from baumeister.server.store.database import Database, StoreUnavailable
from baumeister.server.tables import commands
from baumeister.server.tables.errors import Unavailable
from baumeister.server.tables.state import game_named
from baumeister.server.tables.subscribers import Subscriber
from tests.server.live_server import bearer
from tests.server.scene import Bots, hall, opening_of

TABLE = {"game": "tybor", "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The whole application."""
    place = tmp_path_factory.mktemp("told") / "tables.sqlite"
    app = create_app(Settings(store=str(place), bot_workers=1))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield client


# --- what is wrong ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("sent", "english", "german"),
    [
        ({"type": "dance"}, "type: one of hello, move", "type: nötig ist eines von hello, move"),
        ({}, "type: missing", "type: fehlt"),
        (5, "an object is needed", "nötig ist ein Objekt"),
        ({"type": "undo"}, "id: missing", "id: fehlt"),
        ({"type": "undo", "id": "a b"}, "id: 1 to 64 letters", "id: nötig sind 1 bis 64 Buch"),
        ({"type": "undo", "id": 7}, "id: a text is needed", "id: nötig ist ein Text"),
        ({"type": "move", "id": "a"}, "give either action", "nenne entweder action oder move"),
        (
            {"type": "move", "id": "a", "action": -1},
            "action: at least 0",
            "action: mindestens 0",
        ),
        ({"type": "move", "id": "a", "move": ""}, "move: at least 1 char", "mindestens 1 Zeichen"),
        ({"type": "ping", "x": 1}, "x: there is no such field", "x: dieses Feld gibt es nicht"),
        (
            {"type": "hello", "lang": "fr"},
            "lang: one of en, de is needed",
            "lang: nötig ist eines von en, de",
        ),
    ],
)
def test_what_is_wrong_is_told_in_the_language_of_the_caller(
    sent: Any, english: str, german: str
) -> None:
    with pytest.raises(ValidationError) as found:
        TypeAdapter(ClientMessage).validate_python(sent)
    assert english in validation_message(found.value.errors(), "en")
    assert german in validation_message(found.value.errors(), "de")


def test_a_value_of_several_kinds_is_told_of_once(client: TestClient) -> None:
    answer = client.post("/api/tables", json={**TABLE, "options": {"chapter": 1.5}})
    wanted = "a text is needed, or a whole number is needed, or true or false is needed"
    assert answer.json()["message"].endswith(f"options.chapter: {wanted}")


def test_what_is_no_json_is_told_so(client: TestClient) -> None:
    answer = client.post("/api/tables?lang=de", content="{", headers={"Content-Type": "text/json"})
    assert answer.status_code == 422
    assert "JSON" in answer.json()["message"] or "Objekt" in answer.json()["message"]


def test_every_form_of_a_field_has_its_words(client: TestClient) -> None:
    def forms(name: str, shape: Any) -> Iterator[str]:
        if isinstance(shape, dict):
            if "pattern" in shape:
                yield name
            for key, part in shape.items():
                yield from forms(shape.get("name", name) if key == "schema" else key, part)
        elif isinstance(shape, list):
            for part in shape:
                yield from forms(name, part)

    document = client.get("/api/openapi.json").json()
    shapes = {**document["components"]["schemas"]}
    found = {
        name
        for shape in shapes.values()
        for field, part in shape.get("properties", {}).items()
        for name in ([field] if any(forms(field, part)) else [])
    }
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                if any(forms(parameter["name"], parameter)):
                    found.add(parameter["name"])
    assert {"id", "bot", "claim", "table", "objective"} <= found
    assert {name for name in found if f"error.server.wrong.looks.{name}" not in keys()} == set()


# --- the socket -------------------------------------------------------------------------------
def test_a_message_that_makes_no_sense_is_answered_with_its_id(client: TestClient) -> None:
    opened = client.post("/api/tables", json=TABLE).json()
    with client.websocket_connect(f"/api/tables/{opened['table']}/socket") as socket:
        socket.send_json({"type": "hello", "token": opened["host"]})
        assert {socket.receive_json()["type"], socket.receive_json()["type"]} == {"here", "update"}
        socket.send_json({"type": "move", "id": "mine", "action": "three"})
        answer = socket.receive_json()
        assert (answer["type"], answer["error"], answer["id"]) == ("error", "wrong", "mine")
        socket.send_json({"type": "move", "id": "mine", "action": 3})
        answer = socket.receive_json()
        assert (answer["type"], answer["clause"]) == ("refused", None)


def test_a_hello_with_wrong_values_is_told_what_was_wrong(client: TestClient) -> None:
    with client.websocket_connect("/api/tables/oak/socket?lang=de") as socket:
        socket.send_json({"type": "hello", "have": -1})
        answer = socket.receive_json()
        assert (answer["type"], answer["error"]) == ("error", "hello")
        assert answer["message"].endswith("have: mindestens 0")
        assert socket.receive()["code"] == 4400


def test_the_document_names_the_socket_and_how_it_ends(client: TestClient) -> None:
    text = client.get("/api/openapi.json").json()["info"]["description"]
    for word in ("/api/tables/{table}/socket", "4400", "4403", "4404", "4408", "1012", "1013"):
        assert word in text


# --- tables -----------------------------------------------------------------------------------
def test_who_has_seen_more_than_there_is_gets_everything(client: TestClient) -> None:
    opened = client.post("/api/tables", json=TABLE).json()
    path, me = f"/api/tables/{opened['table']}", bearer(opened["host"])
    snapshot = client.get(path, params={"after": 99, "wait": 30}, headers=me).json()
    assert (snapshot["after"], snapshot["seq"], snapshot["told"]) == (0, 1, 0)


def test_a_refused_command_has_a_clause_even_if_no_rule_forbids_it(client: TestClient) -> None:
    opened = client.post("/api/tables", json=TABLE).json()
    path, me = f"/api/tables/{opened['table']}", bearer(opened["seats"][0]["token"])
    answer = client.post(f"{path}/moves", json={"id": "1", "action": 1}, headers=me)
    assert (answer.status_code, answer.json()["error"]) == (409, "not_started")
    assert answer.json()["clause"] is None


def test_open_seats_are_told_as_people_and_as_programs_count(client: TestClient) -> None:
    opened = client.post("/api/tables", json=TABLE).json()
    path, me = f"/api/tables/{opened['table']}", bearer(opened["host"])
    answer = client.post(f"{path}/start", headers=me).json()
    assert answer["message"].startswith("of the 3 seats these are still open: 2, 3;")
    assert answer["seats"] == [1, 2]


def test_who_comes_with_an_old_token_is_told_that_it_may_be_the_reason(client: TestClient) -> None:
    opened = client.post("/api/tables", json=TABLE).json()
    answer = client.get(f"/api/tables/{opened['table']}", headers=bearer("x" * 32))
    assert (answer.status_code, answer.json()["error"]) == (404, "no_table")
    assert "no longer valid" in answer.json()["message"]


@pytest.mark.parametrize(("name", "bonus"), [("tybor", 3), ("samara", None)])
def test_the_worth_of_a_great_side_is_told(
    client: TestClient, name: str, bonus: int | None
) -> None:
    assert client.get(f"/api/games/{name}").json()["great_bonus"] == bonus


# --- options ----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["tybor", "samara"])
def test_the_options_are_those_of_the_rules(client: TestClient, name: str) -> None:
    game = game_named(name)

    def complete(seed: str = "7", **given: Any) -> dict[str, Any]:
        return game.complete_options({"players": 2, **given}, seed)

    options = client.get(f"/api/games/{name}?lang=de").json()["options"]
    assert options == [option.model_dump() for option in options_of(game, "de")]
    assert {option["name"] for option in options} == complete().keys() - {"players"}
    for option in options:
        values = [one["value"] for one in option["values"]]
        for value in values:
            assert complete(**{option["name"]: value})[option["name"]] == value
        beyond: list[Any] = [0, len(values) + 1] if option["kind"] == "number" else ["x", 1]
        for value in beyond:
            with pytest.raises(OptionError):
                complete(**{option["name"]: value})
        drawn = {complete(str(seed))[option["name"]] for seed in range(200)}
        assert drawn == (set(values) if option["default"] is None else {option["default"]})


# --- the store is away ------------------------------------------------------------------------
def test_who_cannot_be_told_whether_it_happened_is_told_so(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object, **__: object) -> None:
        raise StoreUnavailable("gone")

    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert")
            monkeypatch.setattr(house.service.store, "append", away)
            with pytest.raises(Unavailable, match="open another table"):
                await house.service.open(opening_of("tybor", "Anna Bert").body())
            with pytest.raises(Unavailable, match="look at the table"):
                await oak.submit("host", commands.archive(True))
            with pytest.raises(Unavailable, match="it counts only once"):
                await oak.move(0)
            monkeypatch.undo()

    asyncio.run(play())


def test_the_log_tells_when_the_store_goes_away_and_why_and_when_it_is_back(
    database: Database, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(now: int) -> None:
        raise StoreUnavailable("the cable is out")

    async def play() -> None:
        monkeypatch.setattr("baumeister.server.tables.service.HEARTBEAT", 0.01)
        async with hall(database) as house:
            with monkeypatch.context() as patch:
                patch.setattr(house.service.store, "live", away)
                await house.until(lambda: bool(caplog.messages))
            await house.until(lambda: len(caplog.messages) > 1)

    with caplog.at_level(logging.WARNING, "baumeister.server.tables.heartbeat"):
        asyncio.run(play())
    assert caplog.messages == [
        "the store cannot be reached: the cable is out",
        "the store can be reached again",
    ]


# --- bots that get ready ----------------------------------------------------------------------
def test_people_are_told_while_a_bot_gets_ready(tmp_path: Path) -> None:
    async def play() -> None:
        bots = Bots(slow=True)
        async with hall(str(tmp_path / "tables.sqlite"), bots=bots) as house:
            oak = await house.table("tybor", "Anna greedy")
            assert not (await oak.snapshot(0))["table"]["bots_getting_ready"]
            subscriber = Subscriber(oak.token(0), "en", 0)
            await house.service.subscribe(oak.id, subscriber)
            await subscriber.take()
            for ready in (True, False):
                bots.getting_ready = ready
                await house.tick()
                told = [message for message in await subscriber.take() if b'"update"' in message]
                assert (f'"bots_getting_ready":{str(ready).lower()}').encode() in told[-1]
                assert (await oak.snapshot(0))["table"]["bots_getting_ready"] == ready

    asyncio.run(play())
