"""Looking back: every position as it was seen then, records, and reviews that are made once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import orjson
import pytest

from baumeister.kernel import rule
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.glossary import LANGUAGES
from baumeister.lab.review.review import Effort, review
from baumeister.play import Table
from baumeister.play.replay import Replay
from baumeister.server.api.replays import PositionFull, Replayed, ReviewInfo
from baumeister.server.bots import pool
from baumeister.server.bots import reviews as reviewing
from baumeister.server.bots.pool import BotPool, NoReview
from baumeister.server.bots.reviews import Busy, Pending, Reviews, in_language
from tests.server.live_server import bearer
from tests.server.scene import barracks, played, record_of, table, web
from tests.server.strange_bots import ShortReview

both_games = pytest.mark.parametrize("game", ["tybor", "samara"])
needs_numba = pytest.mark.skipif(not rule.can_compile(), reason="looking back needs numba")
Json = dict[str, Any]
SAMARA = Path(__file__).parents[1] / "games" / "samara"
FORMER = (SAMARA / "former" / "data-1.txt").read_text(encoding="utf-8")


def everybody(table: Table) -> list[int | None]:
    return [None, *range(len(table.names))]


# --- positions --------------------------------------------------------------------------------
@both_games
def test_every_position_is_what_everybody_saw_then(game: str) -> None:
    scene, chance = table(game, "Anna Bert Cora", seed="7"), Random(7)
    seen = []
    while not scene.table.over:
        seen.append([scene.table.view(eyes) for eyes in everybody(scene.table)])
        seat = scene.table.waiting_for[0]
        scene.move(seat, chance.choice(scene.table.legal(seat)))
    replay = Replay(scene.table)
    assert len(replay) == len(scene.state.choices) + 1
    for made, views in enumerate(seen):
        assert [replay[made].view(eyes) for eyes in everybody(scene.table)] == views
    assert replay[len(replay) - 1].view(0) == scene.table.view(0)


@both_games
def test_the_events_of_all_positions_are_the_events_of_the_game(game: str) -> None:
    whole = played(game, "Anna Bert Cora")
    replay = Replay(whole)
    told = [event for made in range(len(replay)) for event in replay[made].events]
    assert told == whole.canonical().events


def test_choices_come_in_play_order_whoever_was_first() -> None:
    scene = table("tybor", "Anna Bert Cora", seed="7")
    first, second, third = scene.table.waiting_for
    scene.move(third)
    scene.move(first)
    assert [move.seat for move in Replay(scene.table).decisions] == [first, third]
    scene.move(second)
    assert [move.seat for move in Replay(scene.table).decisions] == [first, second, third]


def test_a_card_that_lies_face_down_is_known_to_whoever_chose_it() -> None:
    scene = table("tybor", "Anna Bert Cora", seed="7")
    for seat in scene.table.waiting_for:
        scene.move(seat)
    replay = Replay(scene.table)
    for made in (1, 2, 3):
        chose = replay.decisions[made - 1].seat
        shown = [eyes for eyes in everybody(scene.table) if replay[made].shows_decision_to(eyes)]
        assert shown == [chose]
    use = scene.table.waiting_for[0]
    scene.move(use)
    assert all(Replay(scene.table)[4].shows_decision_to(eyes) for eyes in everybody(scene.table))


def test_S9_2_a_tool_chosen_for_the_barracks_is_known_to_whoever_chose_it() -> None:
    scene = barracks()
    seat = scene.table.waiting_for[0]
    scene.move(seat)
    last = Replay(scene.table)[len(scene.state.choices)]
    assert [e for e in everybody(scene.table) if last.shows_decision_to(e)] == [seat]


@pytest.mark.parametrize("seed", ["1", "2"])
def test_T7_2_no_position_tells_what_redealing_hidden_cards_would_change(seed: str) -> None:
    running = played("tybor", "Anna Bert Cora", seed, moves=60)
    replay = Replay(running)
    for made in range(len(replay)):
        for eyes in everybody(running):
            position = replay[made]
            view = running.rules.view_of(position._state, eyes)
            world = running.rules.redeal(view, eyes, FastDealer(f"{seed} {made} {eyes}"))
            other = type(position)(running, world, made, position.move, position.events)
            assert other.view(eyes) == position.view(eyes)
            assert other.question(eyes, "de") == position.question(eyes, "de")


# --- by HTTP ----------------------------------------------------------------------------------
class Opened:
    """A table by HTTP that went on from somewhere in a game, with everybody's tokens."""

    def __init__(self, client: httpx.AsyncClient, opened: Json) -> None:
        self.client = client
        self.path = f"/api/tables/{opened['table']}"
        self.tokens = {seat["seat"]: seat["token"] for seat in opened["seats"]}
        self.tokens |= {"host": opened["host"], "watch": opened["watch"]}

    async def get(self, who: Any, route: str, **query: Any) -> httpx.Response:
        headers = bearer(self.tokens[who])
        return await self.client.get(f"{self.path}{route}", headers=headers, params=query)

    async def position(self, who: Any, at: int, **query: Any) -> Json:
        answer = await self.get(who, f"/positions/{at}", **query)
        assert answer.status_code == 200, answer.text
        shown: Json = answer.json()
        PositionFull.model_validate(shown)
        return shown

    async def move(self, seat: int) -> None:
        seen = (await self.get(seat, "")).json()
        command = {"id": f"m{seen['seq']}", "action": seen["view"]["legal"][0]}
        headers = bearer(self.tokens[seat])
        answer = await self.client.post(f"{self.path}/moves", json=command, headers=headers)
        assert answer.status_code == 200, answer.text

    async def play_to_the_end(self) -> None:
        while waiting := (await self.get("host", "")).json()["table"]["waiting_for"]:
            await self.move(waiting[0])


async def opened(client: httpx.AsyncClient, game: Table, at: int) -> Opened:
    """A table that goes on after so many decisions of a game."""
    command = {"record": record_of(game, "text"), "at": at, "start": True}
    command["seats"] = [{"kind": "me", "name": name} for name in game.names]
    answer = await client.post("/api/tables", json=command)
    assert answer.status_code == 201, answer.text
    return Opened(client, answer.json())


def at_the_web(tmp_path: Path, scene: Callable[[httpx.AsyncClient], Any]) -> Any:
    """What happens in a scene with the whole application."""

    async def play() -> Any:
        async with web(str(tmp_path / "store.db")) as client:
            return await scene(client)

    return asyncio.run(play())


def test_while_it_runs_everybody_looks_with_their_own_eyes_or_a_spectators(tmp_path: Path) -> None:
    async def scene(client: httpx.AsyncClient) -> None:
        oak = await opened(client, played("tybor", "Anna Bert"), 30)
        mine = await oak.position(0, 20)
        assert mine["eyes"] == {"kind": "seat", "seat": 0}
        assert mine["view"]["hand"] is not None
        assert (mine["at"], mine["of"], mine["own"]) == (20, 30, None)
        for who in (0, 1, "host", "watch"):
            watched = await oak.position(who, 20, seat="watch")
            assert watched["view"]["hand"] is None
            assert (await oak.get(who, "/positions/20", seat="open")).status_code == 403
        assert (await oak.position("host", 20))["eyes"] == {"kind": "watch", "seat": None}
        refused = await oak.get(0, "/positions/20", seat="1", lang="de")
        assert (refused.status_code, refused.json()["error"]) == (403, "eyes")
        assert "aus deiner Sicht" in refused.json()["message"]
        assert (await oak.position(1, 20, seat="1"))["eyes"]["seat"] == 1
        beyond = await oak.get(0, "/positions/31")
        assert (beyond.status_code, beyond.json()["error"]) == (404, "at")
        nobody = await oak.get(0, "/positions/3", seat="7")
        assert (nobody.status_code, nobody.json()["error"]) == (404, "no_seat")

    at_the_web(tmp_path, scene)


def test_what_others_chose_face_down_is_in_no_position_while_it_runs(tmp_path: Path) -> None:
    whole = played("tybor", "Anna Bert Cora", "9")

    async def scene(client: httpx.AsyncClient) -> None:
        oak, chosen = await opened(client, whole, 40), 0
        for at in range(41):
            for who in (0, "watch"):
                shown = await oak.position(who, at)
                decision = shown["decision"]
                if any(event["type"] == "choose" for event in shown["events"][:1]):
                    known = decision["seat"] == who
                    assert (decision["move"] is not None) == known
                    assert ("card" in shown["events"][0]) == known
                    chosen += 1
                elif decision is not None:
                    assert decision["text"]
        assert chosen > 20

    at_the_web(tmp_path, scene)


def test_once_it_is_over_everybody_sees_it_with_anybodys_eyes(tmp_path: Path) -> None:
    whole = played("tybor", "Anna Bert")
    last = sum(not move.forced for move in whole.moves)

    async def scene(client: httpx.AsyncClient) -> None:
        oak = await opened(client, whole, last - 1)
        await oak.play_to_the_end()
        for who in (0, "watch"):
            berts = await oak.position(who, 10, seat="1")
            assert berts["view"] == Replay(whole)[10].view(1)
            everything = await oak.position(who, 10, seat="open", lang="de")
            assert everything["eyes"] == {"kind": "open", "seat": None}
            assert [own["hand"] for own in everything["own"]] == [
                Replay(whole)[10].view(seat)["hand"] for seat in (0, 1)
            ]
            assert everything["decision"]["move"]
            assert all(event["text"] for event in everything["events"])
        assert (await oak.position(0, last))["view"]["phase"] == "over"

    at_the_web(tmp_path, scene)


def test_a_table_that_has_not_started_has_no_positions(tmp_path: Path) -> None:
    async def scene(client: httpx.AsyncClient) -> None:
        seats = [{"kind": "me"}, {"kind": "open"}]
        answer = await client.post("/api/tables", json={"game": "samara", "seats": seats})
        oak = Opened(client, answer.json())
        for route in ("/positions/0", "/review", "/score", "/why-not?action=1"):
            refused = await oak.get(0, route)
            assert (refused.status_code, refused.json()["error"]) == (409, "not_started")

    at_the_web(tmp_path, scene)


# --- records ----------------------------------------------------------------------------------
@both_games
@pytest.mark.parametrize("form", ["json", "text"])
def test_a_record_comes_position_by_position_as_what_changes(
    tmp_path: Path, game: str, form: str
) -> None:
    whole = played(game, "Anna Bert Cora")
    replay = Replay(whole)

    async def scene(client: httpx.AsyncClient) -> None:
        command = {"record": record_of(whole, form), "seat": "1"}
        shown = (await client.post("/api/replay", json=command)).json()
        Replayed.model_validate(shown)
        assert (shown["of"], shown["names"]) == (len(replay) - 1, ["Anna", "Bert", "Cora"])
        assert shown["scores"] == whole.scores()
        view: Json = {}
        for at, position in enumerate(shown["positions"]):
            view |= position["view"]
            assert view == orjson.loads(orjson.dumps(replay[at].view(1)))
        command = {"record": record_of(whole, form)}
        opened_up = (await client.post("/api/replay", json=command)).json()
        assert opened_up["eyes"]["kind"] == "open"
        owns: list[Json] = [{}, {}, {}]
        for at, position in enumerate(opened_up["positions"]):
            for own, changed in zip(owns, position["own"], strict=True):
                own.update(changed)
            assert owns[2] == orjson.loads(orjson.dumps(replay[at].own_view(2)))

    at_the_web(tmp_path, scene)


def test_a_record_of_former_data_comes_with_what_was_printed_then(tmp_path: Path) -> None:
    async def scene(client: httpx.AsyncClient) -> None:
        answer = await client.post("/api/replay?lang=de", json={"record": FORMER})
        former = Replayed.model_validate(answer.json()).former
        assert former is not None
        assert "Daten gespielt, 1-fa94f4afb859" in former.text
        printed = (await client.get("/api/games/samara")).json()["components"]
        assert printed.keys() == former.components.keys()
        hospitals = [part["tiles"]["Hospital"] for part in (former.components, printed)]
        assert [tile["prestige"] for tile in hospitals] == [4, 2]
        today = await client.post("/api/replay", json={"record": record_of(played("samara"))})
        assert today.json()["former"] is None

    at_the_web(tmp_path, scene)


def test_a_record_of_former_data_is_not_played_on(tmp_path: Path) -> None:
    async def scene(client: httpx.AsyncClient) -> None:
        answer = await client.post("/api/tables", json={"record": FORMER, "at": 3})
        assert (answer.status_code, answer.json()["error"]) == (422, "former_record")
        assert "it can be viewed, but not continued" in answer.json()["message"]

    at_the_web(tmp_path, scene)


def test_a_record_that_is_wrong_is_refused_with_its_place(tmp_path: Path) -> None:
    text = record_of(played("samara", "Anna Bert"), "text").replace("\nAnna: ", "\nAnna: no ", 1)

    async def scene(client: httpx.AsyncClient) -> None:
        answer = await client.post("/api/replay?lang=de", json={"record": text})
        assert answer.status_code == 422
        assert answer.json()["message"].startswith("Zeile ")
        for nonsense in ("", "[]", "{}", "x" * 1000):
            answer = await client.post("/api/replay", json={"record": nonsense})
            assert answer.status_code == 422

    at_the_web(tmp_path, scene)


def test_a_record_of_a_running_game_is_seen_as_spectators_do_unless_a_seat_is_named(
    tmp_path: Path,
) -> None:
    running = played("tybor", "Anna Bert", moves=9)

    async def scene(client: httpx.AsyncClient) -> None:
        record = record_of(running, "text")
        shown = (await client.post("/api/replay", json={"record": record})).json()
        assert (shown["eyes"]["kind"], shown["over"]) == ("watch", False)
        mine = await client.post("/api/replay", json={"record": record, "seat": "0"})
        assert mine.json()["positions"][0]["view"]["hand"]
        all_eyes = await client.post("/api/replay", json={"record": record, "seat": "open"})
        assert all_eyes.status_code == 403

    at_the_web(tmp_path, scene)


# --- reviews ----------------------------------------------------------------------------------
class Slow(BotPool):
    """A pool that finishes a review when the test says so."""

    go = asyncio.Event()
    fails = 0
    asked = 0

    async def review_game(self, table: Table, progress: Any = None) -> Json:
        type(self).asked += 1
        progress(3, 84)
        await self.go.wait()
        if self.fails:
            type(self).fails -= 1
            raise NoReview("error.server.bots.no_review")
        return {language: {"about": language} for language in LANGUAGES}


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> type[Slow]:
    monkeypatch.setattr(reviewing, "BotPool", Slow)
    monkeypatch.setattr(rule, "can_compile", lambda: True)
    Slow.go, Slow.fails, Slow.asked = asyncio.Event(), 0, 0
    return Slow


async def made(reviews: Reviews, table: str, whole: Table) -> dict[str, Any]:
    """The review, once it is there; or why it is not."""
    async with asyncio.timeout(60):
        while isinstance(found := reviews.ask(table, whole), Pending):
            await asyncio.sleep(0.001)
    return found


def test_a_review_is_made_once_and_tells_how_far_it_is(slow: type[Slow]) -> None:
    whole = played("tybor")

    async def scene() -> None:
        reviews = Reviews()
        assert reviews.ask("oak", whole) == Pending(0, 0)
        await asyncio.sleep(0)
        assert reviews.ask("oak", whole) == Pending(3, 84)
        slow.go.set()
        found = await made(reviews, "oak", whole)
        assert reviews.ask("oak", whole) == found
        assert found["de"] == {"about": "de"}
        assert slow.asked == 1
        await reviews.close()

    asyncio.run(scene())


def test_a_review_that_failed_says_so_once_and_is_tried_again(slow: type[Slow]) -> None:
    whole = played("tybor")

    async def scene() -> None:
        reviews, slow.fails = Reviews(), 1
        slow.go.set()
        with pytest.raises(Busy, match="the review failed"):
            await made(reviews, "oak", whole)
        assert isinstance(reviews.ask("oak", whole), Pending)
        assert await made(reviews, "oak", whole)
        await reviews.close()

    asyncio.run(scene())


def test_a_review_asked_for_while_the_process_of_others_ends_is_made(
    slow: type[Slow], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played("tybor")

    async def scene() -> None:
        reviews, ending, may_end = Reviews(), asyncio.Event(), asyncio.Event()

        async def close(_: Slow) -> None:
            ending.set()
            await may_end.wait()

        monkeypatch.setattr(slow, "close", close)
        slow.go.set()
        reviews.ask("oak", whole)
        await ending.wait()
        reviews.ask("elm", whole)
        may_end.set()
        assert await made(reviews, "elm", whole)
        await reviews.close()

    asyncio.run(scene())


def test_a_review_that_breaks_does_not_stop_the_others(
    slow: type[Slow], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, original = played("tybor"), slow.review_game

    async def breaks_once(self: Slow, table: Table, progress: Any = None) -> Json:
        monkeypatch.setattr(slow, "review_game", original)
        raise ZeroDivisionError

    async def scene() -> None:
        monkeypatch.setattr(slow, "review_game", breaks_once)
        reviews = Reviews()
        slow.go.set()
        reviews.ask("oak", whole)
        reviews.ask("elm", whole)
        with pytest.raises(Busy, match="the review failed"):
            await made(reviews, "oak", whole)
        assert await made(reviews, "elm", whole)
        await reviews.close()

    asyncio.run(scene())


def test_not_too_many_reviews_wait(slow: type[Slow]) -> None:
    whole = played("tybor")

    async def scene() -> None:
        reviews = Reviews()
        for number in range(reviewing.MOST_WAITING):
            reviews.ask(f"table {number}", whole, f"10.0.0.{number}")
        with pytest.raises(Busy, match="many reviews"):
            reviews.ask("one more", whole, "10.0.0.99")
        assert isinstance(reviews.ask("table 3", whole, "10.0.0.99"), Pending)
        await reviews.close()

    asyncio.run(scene())


def test_addresses_take_turns_with_their_reviews(slow: type[Slow]) -> None:
    whole = played("tybor")

    async def scene() -> None:
        reviews = Reviews()
        for number in range(reviewing.MOST_OF_ONE):
            reviews.ask(f"table {number}", whole, "10.0.0.1")
        with pytest.raises(Busy, match="many reviews"):
            reviews.ask("one more", whole, "10.0.0.1")
        reviews.ask("oak", whole, "10.0.0.2")
        slow.go.set()
        assert reviews._worker is not None
        await reviews._worker
        order = list(reviews._kept)
        assert order == ["table 0", "oak", "table 1", "table 2", "table 3"]
        await reviews.close()

    asyncio.run(scene())


def test_a_running_game_is_not_reviewed(tmp_path: Path) -> None:
    async def scene(client: httpx.AsyncClient) -> None:
        oak = await opened(client, played("tybor", "Anna Bert"), 30)
        for who in (0, "host", "watch"):
            refused = await oak.get(who, "/review")
            assert (refused.status_code, refused.json()["error"]) == (409, "review_running")

    at_the_web(tmp_path, scene)


@needs_numba
@both_games
def test_a_review_is_told_with_numbers_and_sentences_of_each_language(game: str) -> None:
    whole = played(game, "Anna Bert", "3")
    reviewed = review(whole, Effort(search=60, compare=200, curve=200, chance=200))
    english, german = in_language(reviewed, "en"), in_language(reviewed, "de")
    moves = sum(not move.forced for move in whole.moves)
    assert [point["move"] for point in english["curve"]] == list(range(moves + 1))
    assert english["curve"] == german["curve"]
    assert english["result"] != german["result"]
    assert {decision["seat"] for decision in english["decisions"]} == {0, 1}
    assert all(decision["text"] for decision in german["decisions"])
    assert all(turn["text"] for turn in german["turning_points"])
    assert len(orjson.dumps({"en": english, "de": german})) < 1 << 20


@needs_numba
def test_a_review_is_thought_out_in_a_process_and_shown_to_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "ReviewTask", ShortReview)
    whole = played("samara", "Anna Bert", "5")
    last = sum(not move.forced for move in whole.moves)

    async def scene(client: httpx.AsyncClient) -> None:
        oak = await opened(client, whole, last - 1)
        await oak.play_to_the_end()
        answer = await oak.get(0, "/review")
        async with asyncio.timeout(600):
            while answer.status_code == 202:
                assert answer.json()["done"] <= answer.json()["total"]
                await asyncio.sleep(0.05)
                answer = await oak.get("watch", "/review", lang="de")
        assert answer.status_code == 200, answer.text
        shown = answer.json()
        assert shown["names"] == ["Anna", "Bert"]
        assert len(shown["curve"]) == (await oak.position(0, 0))["of"] + 1
        assert shown["result"].startswith("Gewonnen: ")
        ReviewInfo.model_validate(shown)

    at_the_web(tmp_path, scene)
