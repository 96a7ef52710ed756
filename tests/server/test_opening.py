"""Opening a table: with options, from a record at any move, as a clone of another table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import httpx
import pytest

from baumeister.play import OptionError, Table
from baumeister.play.records import read
from baumeister.play.verify import verify
from baumeister.server.bots import pool
from baumeister.server.store.database import Database
from baumeister.server.store.store import Addition, AsItWas
from baumeister.server.tables import commands
from baumeister.server.tables.errors import Invalid, NotFound, Rejected
from baumeister.server.tables.seats import SEAT, Role, hashed
from tests.server.conftest import opened
from tests.server.live_server import bearer
from tests.server.postgres import Postgres
from tests.server.scene import (
    Hall,
    HallTable,
    as_record,
    barracks,
    hall,
    opening_of,
    played,
    record_of,
    refusal,
    seats_of,
    table,
    web,
)

GAMES = ("tybor", "samara")
CLAIM = "a-secret-of-twenty-letters"


def decisions(game: Table) -> list[tuple[int, int]]:
    return [(move.seat, move.action) for move in game.canonical().moves if not move.forced]


# --- with options -----------------------------------------------------------------------------
def test_a_table_is_opened_with_the_options_of_its_game() -> None:
    scene = table("tybor", "Anna Bert", chapter=4, scenario="size-matters")
    assert scene.table.options["chapter"] == 4
    assert scene.snapshot("watch")["table"]["options"]["scenario"] == "size-matters"


def test_options_that_no_game_can_be_made_of_are_refused() -> None:
    with pytest.raises(OptionError):
        table("tybor", "Anna Bert", chapter=99)
    with pytest.raises(Invalid, match="seats"):
        table("tybor", "Anna Bert", players=3)
    with pytest.raises(Invalid, match="2 to 5"):
        table("samara", "Anna Bert Cora Dirk Emma Fritz")
    with pytest.raises(Invalid, match="greedy"):
        table("tybor", "Anna nobody")


def test_the_server_has_a_share_of_256_bits_in_every_seed() -> None:
    seeds = {table("tybor", "Anna Bert").state.seed for _ in range(5)}
    assert len(seeds) == 5
    assert all(len(bytes.fromhex(seed.partition(".")[0])) == 32 for seed in seeds)


# --- from a record ----------------------------------------------------------------------------
@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_begins_from_a_record_at_any_move(game: str, form: str) -> None:
    (recorded,) = read(record_of(played(game), form))
    made = decisions(recorded)
    for at in (0, 1, len(made) // 2, len(made) - 1):
        scene = table(recorded, "Anna Bert", at=at)
        assert scene.state.choices == made[:at]
        origin = {"kind": "record", "moves": at, "known_deal": game == "tybor"}
        assert scene.snapshot("watch")["table"]["origin"] == origin
        scene.play()
        record = as_record(scene.table)
        assert verify(record)
        assert decisions(read(record_of(scene.table))[0])[:at] == made[:at]


@pytest.mark.parametrize("game", GAMES)
def test_the_same_decisions_at_the_new_table_lead_to_the_same_end(game: str) -> None:
    recorded = played(game)
    made = decisions(recorded)
    scene = table(recorded, "Anna Bert", at=len(made) // 2)
    for seat, action in made[len(made) // 2 :]:
        scene.move(seat, action)
    origin = {"kind": "record", "moves": len(made) // 2}
    assert as_record(scene.table) == {**as_record(recorded), "origin": origin}


def test_a_record_of_a_running_game_goes_on_where_it_was() -> None:
    recorded = read(record_of(played("samara", moves=9)))[0]
    scene = table(recorded, "Anna Bert")
    assert scene.state.choices == decisions(recorded)


@pytest.mark.parametrize("at", [None, 1])
def test_after_its_last_decision_a_game_is_over(at: int | None) -> None:
    recorded = played("samara")
    most = len(decisions(recorded)) - 1
    with pytest.raises(Invalid, match=f"from 0 to {most}"):
        table(recorded, "Anna Bert", at=None if at is None else most + at)


def test_a_move_that_the_record_does_not_have() -> None:
    recorded = played("samara", moves=9)
    assert refusal(lambda: table(recorded, "Anna Bert", at=10)) == "at"


def test_a_record_has_as_many_seats_as_its_table() -> None:
    recorded = played("samara")
    assert refusal(lambda: table(recorded, "Anna Bert Cora", at=3)) == "seats_of_record"
    scene = table(recorded, "", at=3, start=False)
    assert [seat.kind for seat in scene.state.seats] == ["open", "open"]
    assert refusal(lambda: scene.submit("host", commands.add_seat("x"))) == "origin_players"


def test_a_choice_that_came_with_the_record_is_not_taken_back_and_not_undone() -> None:
    recorded = played("tybor")
    scene = table(recorded, "Anna Bert", at=1)
    (chose,) = [seat for seat in (0, 1) if seat not in scene.table.waiting_for]
    assert scene.snapshot(chose)["can_take_back"] is False
    assert refusal(lambda: scene.submit(chose, commands.take_back())) == "no_take_back"
    assert refusal(lambda: scene.submit(chose, commands.ask_undo())) == "undo_nothing"
    assert len(scene.state.choices) == 1


def test_bots_sit_down_at_a_table_from_a_record() -> None:
    scene = table(played("tybor"), "greedy Bert", at=20)
    scene.play(chance=Random(1))
    assert scene.status() == "over"
    assert verify(as_record(scene.table))


# --- choices that nobody has seen --------------------------------------------------------------
def test_choices_that_nobody_has_seen_stay_behind() -> None:
    scene = barracks()
    before = len(scene.state.choices)
    scene.move(1)
    scene.move(0)
    opening = opening_of(scene.table, "")
    assert len(opening.body()["origin"]["moves"]) == before
    with pytest.raises(Invalid, match=f"from 0 to {before}"):
        opening_of(scene.table, "", at=before + 1)


# --- over HTTP --------------------------------------------------------------------------------
async def post(client: httpx.AsyncClient, path: str, token: str | None, **body: Any) -> Any:
    return await client.post(f"/api/tables{path}", json=body, headers=bearer(token))


def me(names: str) -> list[dict[str, Any]]:
    return [seat.model_dump(exclude_none=True) for seat in seats_of(names)]


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_table_is_opened_from_a_record_over_http(place: str, form: str) -> None:
    recorded = record_of(played("samara"), form)

    async def play() -> None:
        async with web(place) as client:
            answer = await post(
                client, "", None, record=recorded, at=7, seats=me("Anna Bert"), start=True
            )
            assert answer.status_code == 201
            opened = answer.json()
            token = opened["seats"][0]["token"]
            seen = await client.get(f"/api/tables/{opened['table']}", headers=bearer(token))
            assert seen.json()["table"]["moves"] == 7
            assert opened["commitment"] == read(recorded)[0].commitment
            for wrong in ({"at": 10_000}, {"at": None}, {"at": -1}, {"record": "{}"}):
                command = {"record": recorded, "at": 7, **wrong}
                assert (await post(client, "", None, **command)).status_code == 422

    asyncio.run(play())


def test_two_records_at_once_are_refused(place: str) -> None:
    one = record_of(played("samara"))

    async def play() -> None:
        async with web(place) as client:
            answer = await post(client, "", None, record=f"{one}\n{one}")
            assert (answer.status_code, answer.json()["error"]) == (422, "one_record")

    asyncio.run(play())


def test_a_table_that_starts_at_once_has_no_open_seats(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            command = {"game": "tybor", "seats": me("Anna -"), "start": True}
            answer = await post(client, "", None, **command)
            assert (answer.status_code, answer.json()["error"]) == (409, "start_open")

    asyncio.run(play())


def test_without_numba_a_bot_stands_in_that_does_not_search(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_can_compile", lambda: False)

    async def play() -> None:
        async with web(place) as client:
            command = {"game": "tybor", "seats": me("Anna -"), "public": True}
            answer = await post(client, "", None, **command)
            assert answer.status_code == 201
            seen = await client.get(f"/api/tables/{answer.json()['table']}")
            assert seen.json()["table"]["stand_in"] == "greedy"
            refused = await post(client, "", None, **command, stand_in="journeyman")
            assert (refused.status_code, refused.json()["error"]) == (422, "bot")

    asyncio.run(play())


async def finished(client: httpx.AsyncClient, game: str) -> dict[str, Any]:
    """A table whose game has been played to its end, opened just before."""
    recorded = played(game)
    at = len(decisions(recorded)) - 1
    command = {"record": record_of(recorded), "at": at, "seats": me("Anna Bert"), "start": True}
    opened: dict[str, Any] = (await post(client, "", None, **command)).json()
    for seat, action in decisions(recorded)[at:]:
        token = opened["seats"][seat]["token"]
        path = f"/{opened['table']}/moves"
        answer = await post(client, path, token, id="last", action=action)
        assert answer.status_code == 200
    return opened


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_is_cloned_at_any_move(place: str, game: str) -> None:
    made = decisions(played(game))

    async def play() -> None:
        async with web(place) as client:
            source = await finished(client, game)
            path = f"/{source['table']}/clone"
            for at in (0, 5, len(made) - 1):
                seats = {"seats": me("Cora Dirk"), "start": True}
                answer = await post(client, path, source["watch"], at=at, **seats)
                clone = answer.json()
                assert answer.status_code == 201
                assert clone["commitment"] == source["commitment"]
                token = clone["seats"][0]["token"]
                seen = await client.get(f"/api/tables/{clone['table']}", headers=bearer(token))
                origin = {"kind": "table", "moves": at, "known_deal": game == "tybor"}
                assert seen.json()["table"]["origin"] == origin
            refused = await post(client, path, source["watch"])
            assert (refused.status_code, refused.json()["error"]) == (422, "at_end")
            stranger = await post(client, path, None, at=0)
            assert stranger.status_code == 404

    asyncio.run(play())


def test_who_sat_at_a_finished_table_may_sit_down_at_the_next(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            before = await finished(client, "samara")
            anna, bert = (seat["token"] for seat in before["seats"])
            command = {"game": "samara", "seats": me("Anna -"), "follows": before["table"]}
            after = (await post(client, "", anna, **command)).json()["table"]
            told = await client.get(f"/api/tables/{before['table']}", headers=bearer(bert))
            assert told.json()["table"]["next"] == {"seat": 0, "table": after}
            stranger = await post(
                client, f"/{after}/join", None, invite=before["watch"], claim=CLAIM
            )
            assert stranger.status_code == 404
            joined = await post(client, f"/{after}/join", None, invite=bert, claim=CLAIM)
            assert joined.json()["seat"] == 1

    asyncio.run(play())


def test_a_table_follows_only_a_finished_one_of_ones_own(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            command = {"game": "samara", "seats": me("Anna Bert"), "start": True}
            running = (await post(client, "", None, **command)).json()
            over = await finished(client, "samara")
            for source, token, error in (
                (running, running["seats"][0]["token"], "not_over"),
                (over, over["watch"], "only_seats"),
                (over, running["seats"][0]["token"], "no_table"),
            ):
                answer = await post(client, "", token, **command, follows=source["table"])
                assert answer.json()["error"] == error

    asyncio.run(play())


async def once_more_at_once(one: httpx.AsyncClient, other: httpx.AsyncClient) -> None:
    """Both want a rematch in the same instant: one table opens, and both sit there."""
    before = await finished(one, "samara")
    tokens = [seat["token"] for seat in before["seats"]]
    command = {"game": "samara", "follows": before["table"]}
    requests = (
        post(one, "", tokens[0], **command, seats=me("Anna -")),
        post(other, "", tokens[1], **command, seats=me("- Bert")),
    )
    answers = await asyncio.gather(*requests)
    (first,) = [seat for seat, answer in enumerate(answers) if answer.status_code == 201]
    second, table = 1 - first, answers[first].json()["table"]
    refused = answers[second].json()
    assert (answers[second].status_code, refused["error"]) == (409, "followed")
    assert refused["table"] == table
    assert not {"host", "watch", "seats"} & set(refused)
    client = (one, other)[second]
    joined = await post(client, f"/{table}/join", None, invite=tokens[second], claim=CLAIM)
    assert joined.json()["seat"] == second
    for spy in (before["watch"], before["host"]):
        answer = await post(client, "", spy, **command, seats=me("- Bert"))
        assert (answer.status_code, answer.json()["error"]) == (403, "only_seats")
        assert table not in answer.text
        assert (await post(client, f"/{table}/join", None, invite=spy, claim=CLAIM)).is_error


async def tables_in(place: str) -> int:
    async with opened(place) as database:
        return len(await database.fetch("SELECT id FROM tables"))


def test_of_two_rematches_in_the_same_instant_one_opens_a_table(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            for _ in range(3):
                await once_more_at_once(client, client)
        assert await tables_in(place) == 6

    asyncio.run(play())


def test_of_two_rematches_at_two_servers_one_opens_a_table(postgres: Postgres) -> None:
    place = postgres.new_database()

    async def play() -> None:
        async with web(place) as one, web(place) as other:
            for _ in range(5):
                await once_more_at_once(one, other)
        assert await tables_in(place) == 10

    asyncio.run(play())


def test_whose_new_table_got_lost_may_open_another_in_its_place(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            before = await finished(client, "samara")
            anna, bert = (seat["token"] for seat in before["seats"])
            command = {"game": "samara", "seats": me("Anna -"), "follows": before["table"]}
            lost = (await post(client, "", anna, **command)).json()["table"]
            unasked = (await post(client, "", anna, **command)).json()
            assert (unasked["error"], unasked["table"]) == ("followed", lost)
            found = (await post(client, "", anna, **command, instead=lost)).json()["table"]
            assert await next_of(client, before["table"], bert) == found
            late = (await post(client, "", bert, **command, instead=lost)).json()
            assert (late["error"], late["table"]) == ("followed", found)

    asyncio.run(play())


def test_a_new_table_that_has_begun_is_not_given_up(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            before = await finished(client, "samara")
            anna, bert = (seat["token"] for seat in before["seats"])
            command = {"game": "samara", "seats": me("Anna -"), "follows": before["table"]}
            after = (await post(client, "", anna, **command)).json()
            path = f"/{after['table']}"
            await post(client, f"{path}/join", None, invite=bert, claim=CLAIM)
            assert (await post(client, f"{path}/start", after["host"])).is_success
            refused = await post(client, "", bert, **command, instead=after["table"])
            assert (refused.status_code, refused.json()["error"]) == (409, "followed")

    asyncio.run(play())


async def rematch(
    house: Hall, before: HallTable, seat: int, instead: str | None = None
) -> HallTable:
    """Another table for those who sat at one, opened by one of them."""
    opening = opening_of("samara", "Anna Bert")
    opening.follows = before.id
    opening.welcome = await house.service.company(before.id, before.token(seat), instead)
    token = before.token(seat)
    return HallTable(
        house, await house.service.open(opening.body(), False, token, instead), opening
    )


async def finished_at(house: Hall) -> HallTable:
    """A table at which the last move has just been made."""
    recorded = played("samara")
    made = decisions(recorded)
    oak = await house.table(recorded, "Anna Bert", at=len(made) - 1)
    await oak.move(*made[-1])
    return oak


def just_before_the_write(house: Hall, happens: Callable[[], Awaitable[object]]) -> None:
    """Let something happen after the server has judged a rematch, and before it is written."""
    store, waiting = house.service.store, [happens]
    append = store.append

    async def appends(added: Addition, *others: Addition | AsItWas) -> None:
        if others and waiting:
            await waiting.pop()()
        await append(added, *others)

    store.append = appends  # type: ignore[method-assign]


async def tables_of(house: Hall) -> set[str]:
    return {
        str(row[0]) for row in await house.service.store.database.fetch("SELECT id FROM tables")
    }


async def starts_while_another_takes_its_place(house: Hall, other: Hall) -> None:
    """Anna starts the new table, at another server maybe, in the instant in which Bert's command to
    give it up has been judged and is not written yet."""
    oak = await finished_at(house)
    elm = await rematch(house, oak, 0)
    just_before_the_write(house, lambda: elm.at(other).submit("host", commands.start()))
    with pytest.raises(Rejected) as refused:
        await rematch(house, oak, 1, instead=elm.id)
    assert (refused.value.name, refused.value.more) == ("followed", {"table": elm.id})
    assert (await oak.state()).followed == (0, elm.id)
    assert (await elm.state()).has_started
    assert await tables_of(house) == {oak.id, elm.id}


def test_a_new_table_that_starts_in_the_last_instant_stays(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            await starts_while_another_takes_its_place(house, house)

    asyncio.run(play())


def test_a_new_table_that_starts_at_another_server_stays(postgres: Postgres) -> None:
    place = postgres.new_database()

    async def play() -> None:
        async with hall(place) as house, hall(place) as other:
            await starts_while_another_takes_its_place(house, other)

    asyncio.run(play())


def test_what_happens_before_the_start_does_not_keep_a_new_table(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await finished_at(house)
            elm = await rematch(house, oak, 0)
            proof = hashed(elm.opening.tokens[1])
            just_before_the_write(
                house, lambda: house.service.new_token(elm.id, Role(SEAT, 1), proof)
            )
            fir = await rematch(house, oak, 1, instead=elm.id)
            assert (await oak.state()).followed == (1, fir.id)
            assert await tables_of(house) == {oak.id, elm.id, fir.id}

    asyncio.run(play())


def test_a_new_table_that_was_put_away_is_in_nobodys_way(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            before = await finished(client, "samara")
            anna, bert = (seat["token"] for seat in before["seats"])
            command = {"game": "samara", "follows": before["table"]}
            away = (await post(client, "", anna, **command, seats=me("Anna -"))).json()
            path, host = f"/api/tables/{away['table']}", bearer(away["host"])
            assert (await client.patch(path, json={"archived": True}, headers=host)).is_success
            opened = (await post(client, "", bert, **command, seats=me("- Bert"))).json()
            assert await next_of(client, before["table"], anna) == opened["table"]

    asyncio.run(play())


def test_a_new_table_whose_game_is_over_is_in_nobodys_way() -> None:
    recorded = played("samara")
    scene = table(recorded, "Anna Bert", at=len(decisions(recorded)) - 1)
    assert not commands.can_be_given_up(scene.state, is_wanted=True)
    scene.play()
    assert commands.can_be_given_up(scene.state, is_wanted=False)


async def next_of(client: httpx.AsyncClient, table: str, token: str) -> str:
    """The table that is told to those who are still at a finished one."""
    seen = await client.get(f"/api/tables/{table}", headers=bearer(token))
    told: str = seen.json()["table"]["next"]["table"]
    return told


def test_a_device_that_came_later_is_invited_to_the_next_table_too(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            recorded = played("samara")
            last = decisions(recorded)[-1]
            oak = await house.table(recorded, "Anna Bert", at=len(decisions(recorded)) - 1)
            await oak.move(*last)
            opening = opening_of("samara", "Anna -")
            opening.follows = oak.id
            opening.welcome = await oak.look(
                0, lambda state: commands.company(state, Role(SEAT, 0), None)
            )
            elm = await house.service.open(opening.body(), token=oak.token(0))
            proof = hashed(oak.opening.tokens[1])
            phone = await house.service.new_token(oak.id, Role(SEAT, 1), proof)
            await house.service.join(elm, phone, CLAIM, None, "t" * 20)
            assert await house.service.role_of(elm, "t" * 20) == Role(SEAT, 1)
            for spy in (oak.opening.watch, oak.opening.host, oak.opening.tokens[0]):
                with pytest.raises(NotFound):
                    await house.service.join(elm, spy, CLAIM, None, "s" * 20)

    asyncio.run(play())


def test_a_rematch_that_is_refused_does_not_count_as_a_table(place: str) -> None:
    async def play() -> None:
        async with web(place, tables_per_hour=3) as client:
            before = await finished(client, "samara")
            anna, bert = (seat["token"] for seat in before["seats"])
            command = {"game": "samara", "follows": before["table"]}
            assert (await post(client, "", anna, **command, seats=me("Anna -"))).is_success
            for _ in range(3):
                answer = await post(client, "", bert, **command, seats=me("- Bert"))
                assert answer.json()["error"] == "followed"
            assert (await post(client, "", None, game="samara", seats=me("Anna -"))).is_success

    asyncio.run(play())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("at", [None, 0])
def test_a_running_game_is_not_cloned(place: str, game: str, at: int | None) -> None:
    async def play() -> None:
        async with web(place) as client:
            command = {"game": game, "seats": me("Anna Bert"), "public": True, "start": True}
            opened = (await post(client, "", None, **command)).json()
            for token in (opened["host"], opened["watch"], opened["seats"][0]["token"], None):
                answer = await post(client, f"/{opened['table']}/clone", token, at=at)
                assert (answer.status_code, answer.json()["error"]) == (409, "clone_secrets")

    asyncio.run(play())


def test_a_table_that_has_not_started_has_nothing_to_clone(place: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            opened = (await post(client, "", None, game="samara", seats=me("Anna -"))).json()
            answer = await post(client, f"/{opened['table']}/clone", opened["host"])
            assert (answer.status_code, answer.json()["error"]) == (409, "not_started")

    asyncio.run(play())
