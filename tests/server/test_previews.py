"""Looking ahead: what an action would lead to, why not, and the live score sheet. A preview tells
nothing that redealing hidden cards would change."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from baumeister.kernel.chance import FastDealer
from baumeister.play import Refusal, Table, game
from baumeister.play.score_sheet import preview, sheets, worth
from baumeister.server.api.previews import PreviewInfo, ScoreInfo
from tests import tybor_scene
from tests.server.live_server import bearer
from tests.server.scene import Scene, played, record_of, table, web

Json = dict[str, Any]
both_games = pytest.mark.parametrize("name", ["tybor", "samara"])


def in_another_world(table: Table, seat: int | None, seed: str) -> Table:
    """The same table, as this seat sees it, with everything hidden dealt again."""
    other = copy.copy(table)
    other._state = table.seat_view(seat).redeal(FastDealer(seed))
    return other


def outcome(table: Table, seat: int, action: int) -> Json | str:
    """A preview, or the clause and reason against it."""
    try:
        return preview(table, seat, [action], "en")
    except Refusal as refusal:
        return str(refusal)


@both_games
def test_T7_2_a_preview_tells_nothing_that_redealing_would_change(name: str) -> None:
    scene, chance = table(name, "Anna Bert Cora", seed="3"), Random(3)
    while not scene.table.over:
        here, seat = scene.table, scene.table.waiting_for[0]
        other = in_another_world(here, seat, f"{len(scene.state.choices)}")
        for action in [*here.legal(seat), *chance.sample(range(here.rules.actions), 5)]:
            assert outcome(other, seat, action) == outcome(here, seat, action)
        assert sheets(other, seat, "en") == sheets(here, seat, "en")
        assert worth(other.seat_view(seat)) == worth(here.seat_view(seat))
        watched = in_another_world(here, None, "watch")
        assert sheets(watched, None, "en") == sheets(here, None, "en")
        scene.move(seat, chance.choice(here.legal(seat)))


@both_games
def test_a_preview_changes_nothing(name: str) -> None:
    scene = table(name, "Anna Bert", seed="3")
    scene.play(lambda: len(scene.state.choices) == 21, Random(1))
    before, seat = scene.table.snapshot(), scene.table.waiting_for[0]
    for action in scene.table.legal(seat):
        preview(scene.table, seat, [action], "en")
    worth(scene.table.seat_view(seat))
    sheets(scene.table, seat, "en")
    assert scene.table.rules.view_of(before, seat) == scene.table.seat_view(seat).state


def points(table: Table, seat: int) -> dict[str, int]:
    return {line["clause"]: line["points"] for line in table.scores()[seat]["lines"]}


def test_T6_what_a_use_brings_is_what_the_sheet_says_afterwards() -> None:
    scene, chance, compared = table("tybor", "Anna Bert", seed="5"), Random(5), 0
    while not scene.table.over:
        here, seat = scene.table, scene.table.waiting_for[0]
        action = chance.choice(here.legal(seat))
        move = here.game.notation(action)
        shown, before = preview(here, seat, [action], "en"), points(here, seat)
        scene.move(seat, action)
        if move in ("citizen", "worker"):  # nothing else changes this sheet in the same breath
            after = {} if here.over else points(here, seat)
            clauses = sorted(set(before) | set(after))
            changed = [c for c in clauses if before.get(c, 0) != after.get(c, 0)]
            if here.waiting_for and here.view(None)["phase"] in ("use", "choose"):
                assert sorted(line["clause"] for line in shown["lines"]) == changed
                compared += 1
    assert compared > 10


def test_T4_7_a_building_names_its_cost_and_the_workers_that_lose_least() -> None:
    scene = tybor_scene.scene(
        stage=3, display="Mill", seats=["uses Fa4G | workers So1GYBR Fa5 So3BR So2GYB", ""]
    )
    cost = scene.cost(0, "Mill", "great")
    assert cost == 9
    shown = preview(scene.table, 0, [game("tybor").action("build Mill great")], "de")
    assert shown["cost"] == cost
    assert shown["payment"] == ["Fa5", "So1GYBR", "So3BR"]
    assert shown["strength"] == 2
    assert ("T6.1", "Gebäude") in [(line["clause"], line["what"]) for line in shown["lines"]]
    assert shown["view"] is None


def test_T4_7_what_is_left_to_pay_has_a_suggestion_too() -> None:
    scene = tybor_scene.scene(
        stage=3, display="Mill", seats=["uses Fa4G | workers So1GYBR Fa5 So3BR So2GYB", ""]
    )
    scene.play(0, "build Mill great", "pay So3BR")
    assert preview(scene.table, 0, [], "en")["payment"] == ["Fa5", "So1GYBR"]
    assert preview(scene.table, 1, [], "en")["payment"] == []


def test_T4_8_after_the_last_payment_chance_begins() -> None:
    scene = tybor_scene.scene(stage=3, display="Mill", seats=["uses Fa4G | workers Fa5 So4B", ""])
    build, pay = (game("tybor").action(text) for text in ("build Mill little", "pay Fa5"))
    assert preview(scene.table, 0, [build, pay], "en")["strength"] == 4
    assert preview(scene.table, 0, [build, pay, pay], "en")["total"] is None


def test_S9_1_who_goes_where_they_land_and_who_acts_next() -> None:
    scene = table("samara", "Anna Bert", seed="3")
    seat = scene.table.waiting_for[0]
    action = next(a for a in scene.table.legal(seat) if scene.table.preview(seat, a) is not None)
    shown = preview(scene.table, seat, [action], "en")
    scene.move(seat, action)
    assert shown["view"] == scene.table.view(seat)
    assert shown["question"] == scene.table.question(seat, "en")
    for worker in shown["workers"]:
        assert worker["from"] != worker["to"]


@pytest.mark.parametrize("open_scores", [False, True])
def test_S9_1_a_preview_of_the_last_move_keeps_the_scores_of_others_hidden(
    open_scores: bool,
) -> None:
    scene = table("samara", "Anna Bert Cora", seed="3", open_scores=open_scores)
    scene.play(chance=Random(3))
    last = scene.log.pop().body
    scene.state = scene.folded_again()
    seat, action = last["seat"], scene.state.game.action(last["move"])
    view = preview(scene.table, seat, [action], "en")["view"]
    assert view["phase"] == "over"
    shown = [k for k, other in enumerate(view["seats"]) if other["prestige"] is not None]
    assert shown == ([0, 1, 2] if open_scores else [seat])


def test_T6_5_a_line_says_what_is_missing_for_its_next_points() -> None:
    scene = tybor_scene.scene(seats=["citizens Fa4G Fa5 So1GYBR | hand Me5 Cr5", ""]).table
    lines = {line["clause"]: line for line in sheets(scene, 0, "en")[0]["lines"]}  # type: ignore[index]
    assert lines["T6.5"]["points"] == 0
    assert lines["T6.5"]["more"] == {"points": 5, "text": "1 more farmer: +5"}
    assert lines["T6.10"]["more"]["text"] == "3 more soldiers: +8"
    assert lines["T6.9"]["more"]["text"] == "1 more priest: +5"
    assert lines["T6.1"]["more"] is None
    german = {line["clause"]: line for line in sheets(scene, 0, "de")[0]["lines"]}  # type: ignore[index]
    assert german["T6.10"]["more"]["text"] == "noch 3 Soldaten: +8"


@pytest.mark.parametrize(
    ("citizens", "english", "german"),
    [
        ("", "4 more merchants as citizens: +4", "noch 4 Händler als Bürger: +4"),
        ("Me4B Me4R Me4Y Fa5", "1 more merchant as a citizen: +5", "noch 1 Händler als Bürger: +5"),
        ("Me4B Me4R Me4Y Me3GB", "1 more citizen: +1", "noch 1 Bürger: +1"),
    ],
)
def test_T6_6_a_merchant_is_one_of_the_citizens(citizens: str, english: str, german: str) -> None:
    scene = tybor_scene.scene(seats=[f"citizens {citizens} | hand Me5 Cr5", ""]).table
    for language, text in (("en", english), ("de", german)):
        lines = {line["clause"]: line for line in sheets(scene, 0, language)[0]["lines"]}  # type: ignore[index]
        assert lines["T6.6"]["more"]["text"] == text


def test_T2_1_the_secret_objective_is_in_the_own_sheet_only() -> None:
    scene = table("tybor", "Anna Bert", seed="3")
    mine, berts = sheets(scene.table, 0, "en")
    watched = sheets(scene.table, None, "en")
    assert mine is not None
    assert berts is not None
    assert (mine["complete"], berts["complete"]) == (True, False)
    assert "T6.18" in [line["clause"] for line in mine["lines"]]
    for sheet in (berts, *watched):
        assert sheet is not None
        assert "T6.18" not in [line["clause"] for line in sheet["lines"]]


def test_S9_1_the_running_score_of_others_is_hidden_unless_agreed() -> None:
    hidden = table("samara", "Anna Bert", seed="3").table
    shown = table("samara", "Anna Bert", seed="3", open_scores=True).table
    assert [sheet is None for sheet in sheets(hidden, 0, "en")] == [False, True]
    assert [sheet is None for sheet in sheets(hidden, None, "en")] == [True, True]
    assert None not in sheets(shown, None, "en")


@both_games
def test_at_the_end_the_sheets_are_those_of_the_game(name: str) -> None:
    whole = played(name, "Anna Bert Cora")
    found = sheets(whole, None, "en")
    assert [sheet and sheet["total"] for sheet in found] == [s["total"] for s in whole.scores()]
    assert all(sheet["lines"][0]["more"] is None for sheet in found if sheet)


def test_S8_1_what_is_left_on_the_board() -> None:
    scene = table("samara", "Anna Bert", seed="3").table
    sheet = sheets(scene, 0, "en")[0]
    assert sheet is not None
    view = scene.view(0)
    prestige = {tile.code: tile.prestige for tile in scene.components.tiles}
    left = [space["tile"] for space in view["spaces"] if space["tile"]]
    assert sheet["lines"][0]["more"]["points"] == sum(prestige[tile] for tile in left)
    assert str(len(left)) in sheet["lines"][0]["more"]["text"]


def test_T6_1_what_a_building_of_the_display_brings() -> None:
    scene = tybor_scene.scene(
        stage=3, display="Mill", seats=["uses Fa4G | workers Fa5 So5", ""]
    ).table
    (mill,) = worth(scene.seat_view(0))["display"]
    printed = next(b.points for b in scene.components.buildings if b.code == "Mill")
    assert mill["card"] == "Mill"
    assert mill["little"] >= printed
    assert mill["great"] == mill["little"] + 3


# --- by HTTP ----------------------------------------------------------------------------------
async def opened(client: httpx.AsyncClient, scene: Scene) -> tuple[str, list[str], Json]:
    """The table of a scene by HTTP: its path, the tokens of its seats, and how it was opened."""
    command: Json = {"record": record_of(scene.table, "text"), "start": True}
    command["seats"] = [{"kind": "me", "name": name} for name in scene.table.names]
    answer = await client.post("/api/tables", json=command)
    assert answer.status_code == 201, answer.text
    found = answer.json()
    return f"/api/tables/{found['table']}", [seat["token"] for seat in found["seats"]], found


def at_the_web(tmp_path: Path, scene: Callable[[httpx.AsyncClient], Any]) -> None:
    async def play() -> None:
        async with web(str(tmp_path / "store.db")) as client:
            await scene(client)

    asyncio.run(play())


def test_what_is_not_allowed_is_refused_with_clause_and_reason(tmp_path: Path) -> None:
    began = table("tybor", "Anna Bert", seed="3")

    async def scene(client: httpx.AsyncClient) -> None:
        path, (anna, _), found = await opened(client, began)
        mine = bearer(anna)
        body = {"actions": ["build Mill great"]}
        refused = await client.post(f"{path}/preview?lang=de", json=body, headers=mine)
        assert refused.status_code == 409
        assert refused.json()["clause"] == "T4.1"
        query = {"move": "build Mill great", "lang": "de"}
        why = (await client.get(f"{path}/why-not", params=query, headers=mine)).json()
        assert why == {"clause": "T4.1", "message": refused.json()["message"]}
        legal = began.table.legal(0)[0]
        allowed = await client.get(f"{path}/why-not", params={"action": legal}, headers=mine)
        assert allowed.json() == {"clause": None, "message": None}
        senseless: list[Json] = [{}, {"action": 100_000}, {"move": "dance"}]
        for both in (*senseless, {"action": 1, "move": "citizen"}):
            wrong = await client.get(f"{path}/why-not", params=both, headers=mine)
            assert wrong.status_code == 422
        watch = bearer(found["watch"])
        assert (await client.post(f"{path}/preview", json=body, headers=watch)).status_code == 403
        too_many = {"actions": [1] * 13}
        assert (
            await client.post(f"{path}/preview", json=too_many, headers=mine)
        ).status_code == 422

    at_the_web(tmp_path, scene)


def test_the_score_by_http_is_what_the_caller_may_know(tmp_path: Path) -> None:
    began = table("tybor", "Anna Bert", seed="3")

    async def scene(client: httpx.AsyncClient) -> None:
        path, (anna, _), found = await opened(client, began)
        mine = (await client.get(f"{path}/score?lang=de", headers=bearer(anna))).json()
        assert [sheet["complete"] for sheet in mine["seats"]] == [True, False]
        assert [worth["card"] for worth in mine["display"]] == [
            shown["card"] for shown in began.table.view(0)["display"]
        ]
        watched = (await client.get(f"{path}/score", headers=bearer(found["watch"]))).json()
        assert [sheet["complete"] for sheet in watched["seats"]] == [False, False]
        assert watched["display"] == []
        ScoreInfo.model_validate(mine)

    at_the_web(tmp_path, scene)


def test_a_preview_of_samara_shows_the_table_as_it_would_be(tmp_path: Path) -> None:
    began = table("samara", "Anna Bert", seed="3")
    seat = began.table.waiting_for[0]

    async def scene(client: httpx.AsyncClient) -> None:
        path, tokens, _ = await opened(client, began)
        body = {"actions": [began.table.legal(seat)[0]]}
        headers = bearer(tokens[seat])
        shown = (await client.post(f"{path}/preview", json=body, headers=headers)).json()
        PreviewInfo.model_validate(shown)
        began.move(seat)
        assert shown["view"] == began.table.view(seat)

    at_the_web(tmp_path, scene)
