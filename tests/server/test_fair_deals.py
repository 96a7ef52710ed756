"""Nobody chooses a deal: everybody contributes to the seed, and a deal that somebody may know is
announced. docs/fairness.md."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import orjson
import pytest

from baumeister.kernel.chance import commitment
from baumeister.play.records import read
from baumeister.play.verify import verify
from baumeister.server.tables import commands
from baumeister.server.tables.errors import Rejected
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.snapshots import listing
from baumeister.server.tables.state import TableState
from tests.server.live_server import bearer
from tests.server.scene import as_record, opening_of, played, record_of, refusal, table, web

CLAIM = "a-secret-of-twenty-letters"


# --- the seed ---------------------------------------------------------------------------------
def test_the_seed_has_the_servers_share_and_what_everybody_brings() -> None:
    scene = table("tybor", "Anna - greedy -")
    promised = scene.snapshot("watch")["table"]["commitment"]
    scene.join(1, "Bert", chance="berts-dice")
    scene.join(3, "Cora", claim="of Cora", chance="coras_dice")
    scene.start("hosts-dice")
    share, anna, *others = scene.state.seed.split(".")
    assert commitment(share) == promised
    assert anna
    assert others == ["berts-dice", "", "coras_dice", "hosts-dice"]
    assert scene.table.seed == scene.state.seed


def test_the_same_share_deals_other_cards_if_somebody_brings_something_else() -> None:
    hands = []
    for chance in ("one", "two"):
        scene = table("tybor", "Anna -", start=False)
        scene.state.share = "the same share"
        scene.state.seats[0].chance = "of Anna"
        scene.join(1, "Bert", chance=chance)
        scene.start()
        hands.append(scene.snapshot(0)["view"]["hand"])
    assert hands[0] != hands[1]


def test_for_whoever_brings_nothing_the_server_draws() -> None:
    scene = table("tybor", "Anna - greedy")
    scene.join(1, "Bert")
    scene.start()
    _, anna, bert, bot, host = scene.state.seed.split(".")
    assert (bot, host) == ("", "")
    assert len({anna, bert}) == 2
    assert min(len(anna), len(bert)) >= 16


def test_contributions_are_shown_from_the_start_on() -> None:
    scene = table("tybor", "Anna -")
    scene.join(1, "Bert", chance="berts-dice")
    assert "berts-dice" not in str(scene.snapshots())
    assert scene.snapshot(0)["table"]["contributions"] is None
    scene.start("hosts-dice")
    shown = scene.snapshot("watch")["table"]
    assert shown["contributions"]["seats"][1] == "berts-dice"
    assert shown["contributions"]["host"] == "hosts-dice"
    assert shown["seed"] is None
    assert str(scene.state.share) not in str(scene.snapshots())


def test_a_contribution_goes_with_its_person() -> None:
    scene = table("tybor", "Anna - -")
    scene.join(1, "Bert", chance="berts-dice")
    scene.join(2, "Cora", claim="of Cora", chance="coras-dice")
    scene.submit("host", commands.swap_seats(0, 1))
    scene.submit("host", commands.free_seat(2, "another invite"))
    scene.submit("watch", commands.join("another invite", "of Dora", "Dora", "t", chance="doras"))
    scene.start()
    assert scene.state.contributions is not None
    assert scene.state.contributions["seats"][0] == "berts-dice"
    assert scene.state.contributions["seats"][2] == "doras"


def test_whoever_sits_down_again_changes_nothing_after_the_start() -> None:
    scene = table("tybor", "Anna -")
    scene.join(1, "Bert", chance="first")
    scene.join(1, "Bert", chance="second")
    scene.join(1, "Bert")
    scene.start()
    seed = scene.state.seed
    scene.join(1, "Bert", chance="third")
    assert scene.state.seed == seed == scene.folded_again().seed
    assert seed.split(".")[2] == "second"


def test_a_table_of_an_earlier_version_keeps_its_seed() -> None:
    body = opening_of("tybor", "Anna -", seed="from 2025").body()
    del body["seats"][0]["chance"]
    state = TableState("oak")
    joined = {"seat": 1, "name": "Bert", "token": "t", "claim": "c"}
    versions = {"rules": body["rules"], "data": body["data"]}
    state.fold(LogEntry(1, 0, "opened", body))
    state.fold(LogEntry(2, 0, "joined", joined))
    state.fold(LogEntry(3, 0, "started", {"names": ["Anna", "Bert"], **versions}))
    assert state.table is not None
    assert state.table.seed == "from 2025"
    assert state.commitment == commitment("from 2025")
    assert state.contributions is None


# --- records ----------------------------------------------------------------------------------
@pytest.mark.parametrize("form", ["json", "text"])
def test_a_record_has_the_contributions_and_keeps_them(form: str) -> None:
    scene = table("samara", "Anna -")
    promised = scene.state.commitment
    scene.join(1, "Bert", chance="berts-dice")
    scene.start("hosts-dice")
    scene.play()
    (again,) = read(record_of(scene.table, form))
    record = as_record(again)
    assert record == as_record(scene.table)
    assert record["contributions"]["commitment"] == promised
    assert record["contributions"]["seats"][1] == "berts-dice"
    assert record["contributions"]["host"] == "hosts-dice"
    assert record["commitment"] == commitment(record["seed"])
    assert any("share" in sentence for sentence in verify(record))


# --- a deal that somebody may know ------------------------------------------------------------
def test_whoever_sits_down_where_the_deal_is_known_has_to_accept_that() -> None:
    scene = table(played("tybor"), "Anna -", at=0, public=True)
    with pytest.raises(Rejected, match=r'the host.*"accept_known_deal": true') as refused:
        scene.join(1, "Bert")
    assert refused.value.name == "known_deal"
    assert refused.value.more["origin"] == {"kind": "record", "moves": 0, "known_deal": True}
    assert "Gastgeber" in refused.value.text("de")
    stranger = commands.join(None, "claim", "Bert", "token")
    assert refusal(lambda: scene.submit("watch", stranger)) == "known_deal"
    assert scene.state.people == [0]
    scene.join(1, "Bert", accept_known_deal=True)
    assert scene.state.people == [0, 1]
    scene.join(1, "Bert")  # the answer got lost


def test_a_game_without_secrets_needs_no_warning() -> None:
    scene = table(played("samara"), "Anna -", at=3)
    scene.join(1, "Bert")
    assert scene.snapshot(1)["table"]["origin"]["known_deal"] is False


def test_lists_and_records_say_where_a_game_comes_from() -> None:
    scene = table(played("tybor"), "Anna Bert", at=3)
    origin = {"kind": "record", "moves": 3}
    assert listing(scene.state)["origin"] == {**origin, "known_deal": True}
    assert scene.table.record(0)["origin"] == origin
    scene.play()
    assert as_record(scene.table)["origin"] == origin
    assert "\norigin: record 3\n" in record_of(scene.table, "text")
    assert "contributions" not in as_record(scene.table)
    assert listing(table("tybor", "Anna Bert").state)["origin"] is None


# --- over HTTP --------------------------------------------------------------------------------
async def post(client: httpx.AsyncClient, path: str, token: str | None, **body: Any) -> Any:
    return await client.post(f"/api/tables{path}", json=body, headers=bearer(token))


def test_everybody_brings_something_over_http(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            seats = [{"kind": "me", "name": "Anna", "chance": "annas"}, {"kind": "open"}]
            opened = (await post(client, "", None, game="samara", seats=seats)).json()
            path, invite = f"/{opened['table']}", opened["seats"][1]["invite"]
            body = {"invite": invite, "claim": CLAIM, "chance": "berts"}
            assert (await post(client, f"{path}/join", None, **body)).status_code == 200
            assert (await post(client, f"{path}/start", opened["host"], chance="hosts")).is_success
            seen = await client.get(f"/api/tables{path}", headers=bearer(opened["watch"]))
            shown = seen.json()["table"]
            assert shown["contributions"] == {"seats": ["annas", "berts"], "host": "hosts"}
            assert shown["commitment"] == opened["commitment"]

    asyncio.run(play())


@pytest.mark.parametrize("chance", ["", "x" * 65, "a.b", "a b", 7])
def test_a_contribution_is_a_short_plain_text(place: str, chance: Any) -> None:
    async def play() -> None:
        async with web(place) as client:
            seats = [{"kind": "me", "chance": chance}, {"kind": "open"}]
            answer = await post(client, "", None, game="samara", seats=seats)
            assert answer.status_code == 422
            bots = [{"kind": "me"}, {"kind": "bot", "bot": "greedy", "chance": "mine"}]
            answer = await post(client, "", None, game="samara", seats=bots)
            assert answer.status_code == 422

    asyncio.run(play())


def test_the_warning_over_http_and_in_the_lobby(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            seats = [{"kind": "me", "name": "Anna"}, {"kind": "open"}]
            record = record_of(played("tybor"))
            command = {"record": record, "at": 0, "seats": seats, "public": True}
            opened = (await post(client, "", None, **command)).json()
            path = f"/{opened['table']}"
            answer = await post(client, f"{path}/join", None, claim=CLAIM)
            assert (answer.status_code, answer.json()["error"]) == (409, "known_deal")
            assert answer.json()["origin"]["known_deal"] is True
            (listed,) = (await client.get("/api/lobby")).json()
            assert listed["origin"] == answer.json()["origin"]
            accepted = {"claim": CLAIM, "accept_known_deal": True}
            joined = await post(client, f"{path}/join", None, **accepted)
            assert joined.status_code == 200
            token = joined.json()["token"]
            await client.put(f"/api/me/tables{path}", headers=bearer(token))
            (mine,) = (await client.get("/api/me")).json()["tables"]
            assert mine["origin"] == listed["origin"]

    asyncio.run(play())


def test_a_table_may_forbid_bots_that_stand_in_over_http(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            seats = [{"kind": "me"}, {"kind": "me"}]
            command = {"game": "samara", "seats": seats, "stand_in": None}
            opened = (await post(client, "", None, **command)).json()
            seen = await client.get(
                f"/api/tables/{opened['table']}", headers=bearer(opened["host"])
            )
            assert orjson.loads(seen.content)["table"]["stand_in"] is None
            refused = await post(client, "", None, **command, clock={"per_move": 60})
            assert (refused.status_code, refused.json()["error"]) == (422, "clock_stand_in")

    asyncio.run(play())
