"""The score pad for the real table: any printed values, the scoring of the rules."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest

from baumeister.kernel.glossary import LANGUAGES
from baumeister.play import DataError, Table
from baumeister.play.score_pad import Result, read_file, score
from tests.server.scene import played, web

Json = dict[str, Any]


# --- what a game of ours comes to -------------------------------------------------------------
def tybor_pad(table: Table) -> Json:
    """What lies on a table of Tybor, as somebody would enter it."""
    characters = {card.code: card for card in table.components.characters}
    buildings = {card.code: card for card in table.components.buildings}
    players = []
    for seat, name in enumerate(table.names):
        view = table.view(seat)
        shown = view["seats"][seat]
        citizens = [characters[code].profession for code in shown["citizens"]]
        colours = [colour for code in shown["citizens"] for colour in characters[code].colours]
        players.append(
            {
                "name": name,
                "strength": shown["strength"],
                "citizens": {kind: citizens.count(kind) for kind in citizens},
                "colours": {colour: colours.count(colour) for colour in colours},
                "objective": "".join(colour[0].upper() for colour in view["secret_objective"]),
                "building": [
                    {
                        "points": buildings[built["card"]].points,
                        "colour": buildings[built["card"]].colour,
                        "bonus": buildings[built["card"]].bonus,
                        "side": built["side"],
                    }
                    for built in shown["buildings"]
                ],
            }
        )
    options = {key: table.options[key] for key in ("scenario", "chapter")}
    return {**options, "player": players}


def samara_pad(table: Table) -> Json:
    """What lies on a table of Samara."""
    state, tiles = table.snapshot(), table.components.tiles
    view = table.view(None)
    players: list[Json] = []
    for seat, name in enumerate(table.names):
        owned = [tile.prestige for k, tile in enumerate(tiles) if state.owner[k] == seat]
        months = [
            (entry["month"] - view["now"], place)
            for entry in view["calendar"]
            for place, worker in enumerate(entry["line"], 1)
            if worker["seat"] == seat and entry["month"] >= view["now"]
        ]
        player: Json = {"name": name, "tiles": owned}
        if months:
            player["next"] = dict(zip(("month", "place"), min(months), strict=True))
        players.append(player)
    return {"player": players}


PADS = {"tybor": tybor_pad, "samara": samara_pad}


@pytest.mark.parametrize("seed", ["1", "2", "3"])
@pytest.mark.parametrize(
    ("game", "seats"),
    [("tybor", "Anna Bert"), ("tybor", "A B C D E F"), ("samara", "Anna Bert Cora")],
)
def test_what_lies_there_at_the_end_scores_as_the_game_says(
    game: str, seats: str, seed: str
) -> None:
    whole = played(game, seats, seed)
    result = score(game, PADS[game](whole), "here")
    assert result.names == whole.names
    assert list(result.winners) == whole.winners
    for seat, sheet in enumerate(whole.scores()):
        lines = [(line["clause"], line["points"]) for line in sheet["lines"]]
        assert list(result.sheets[seat]) == lines
        assert result.total(seat) == sheet["total"]


# --- other printed values ---------------------------------------------------------------------
def anna_and_bert(anna: Json, bert: Json | None = None, **top: Any) -> Result:
    players = [{"name": "Anna", **anna}, {"name": "Bert", **(bert or {})}]
    return score("tybor", {"player": players, **top}, "here")


def test_T6_1_any_printed_points_count_and_a_great_side_as_printed() -> None:
    great = {"points": 41, "colour": "red", "side": "great"}
    assert dict(anna_and_bert({"building": [great]}).sheets[0]) == {"T6.1": 44}
    assert dict(anna_and_bert({"building": [great]}, great_bonus=5).sheets[0]) == {"T6.1": 46}


def test_T6_8_another_table_of_captains() -> None:
    captains = {"citizens": {"captain": 3}}
    assert dict(anna_and_bert(captains).sheets[0]) == {"T6.8": 6}
    other = anna_and_bert(captains, captains=[0, 2, 4, 9, 9, 9], captain_beyond=2)
    assert dict(other.sheets[0]) == {"T6.8": 9}


def test_T6_4_every_one_of_many_like_buildings_scores_its_pair() -> None:
    pairs = [{"points": 1, "colour": "green", "bonus": "pair"}] * 4
    assert dict(anna_and_bert({"building": pairs}).sheets[0]) == {"T6.1": 4, "T6.4": 16}


def test_T1_4_a_symbol_on_a_building_counts_with_the_citizens() -> None:
    soldier = {"points": 0, "colour": "red", "bonus": "symbol soldier"}
    anna = {"citizens": {"soldier": 3}, "building": [soldier]}
    assert dict(anna_and_bert(anna).sheets[0]) == {"T6.10": 8}


def test_T6_13_the_symbols_that_the_chapter_shows_can_be_entered() -> None:
    anna = {"citizens": {"priest": 3}}

    def bring_points(*shown: str) -> bool:
        results = [anna_and_bert(anna, chapter=n, shown=list(shown)) for n in range(1, 9)]
        return any(("T6.13", 5) in result.sheets[0] for result in results)

    assert bring_points("farmer", "priest")
    assert not bring_points("farmer", "soldier")


def test_without_scenario_chapter_and_objective_those_lines_are_empty() -> None:
    building = [{"points": 0, "colour": colour} for colour in ("green", "yellow", "blue", "red")]
    assert anna_and_bert({"building": building, "strength": 50}).sheets[0] == ()
    with_objective = anna_and_bert({"building": building, "objective": "GYB"})
    assert dict(with_objective.sheets[0]) == {"T6.18": 5}


def test_T6_19_a_tie_goes_to_more_strength_and_is_shared_if_that_is_equal() -> None:
    assert anna_and_bert({"strength": 3}, {"strength": 2}).winners == (0,)
    assert anna_and_bert({"strength": 3}, {"strength": 3}).winners == (0, 1)
    nothing = [{"points": 0, "colour": "green"}] * 9
    assert anna_and_bert({"strength": 3}, {"strength": 2, "building": nothing}).winners == (0,)


def samara(*players: Json) -> Result:
    named = [{"name": name, **player} for name, player in zip("ABCDE", players, strict=False)]
    return score("samara", {"player": named}, "here")


def test_S8_2_a_tie_goes_to_whose_worker_acts_next() -> None:
    one, two = {"month": 2, "place": 1}, {"month": 1, "place": 4}
    assert samara({"tiles": [7]}, {"tiles": [3, 4]}).undecided
    assert samara({"tiles": [7], "next": one}, {"tiles": [3, 4], "next": two}).winners == (1,)
    assert samara({"tiles": [8]}, {"tiles": [3, 4]}).winners == (0,)
    first, second = {"month": 1, "place": 3}, {"month": 1, "place": 4}
    assert samara({"tiles": [7], "next": first}, {"tiles": [7], "next": second}).winners == (0,)
    with pytest.raises(DataError, match="same month and place"):
        samara({"tiles": [7], "next": first}, {"tiles": [7], "next": first})


# --- what is wrong ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("entered", "named"),
    [
        ({}, "player: is missing"),
        ({"player": []}, "player: 2 to 8 players"),
        ({"player": [{"name": "A"}]}, "player: 2 to 8 players"),
        ({"player": [{"name": "A"}, {"name": "a"}]}, "names must differ"),
        ({"player": [{"name": "A"}, {"name": "B", "hat": 1}]}, "player, row 2, hat: is not known"),
        ({"player": [{"name": "A"}, {"name": "B"}], "chapter": 9}, "chapter: a whole number"),
        (
            {"player": [{"name": "A", "citizens": {"farmer": -1}}, {"name": "B"}]},
            "player, row 1, citizens, farmer: a whole number from 0",
        ),
        (
            {"player": [{"name": "A", "building": [{"points": 1}]}, {"name": "B"}]},
            "player, row 1, building, row 1, colour: is missing",
        ),
        (
            {"player": [{"name": "A", "objective": "GGB"}, {"name": "B"}]},
            "player, row 1, objective: three different colours",
        ),
        ({"game": "samara", "player": []}, "tybor"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(entered: Json, named: str) -> None:
    with pytest.raises(ValueError, match=named) as told:
        score("tybor", entered, "table.toml")
    assert isinstance(told.value, Exception)


def test_a_file_may_be_toml_or_json(tmp_path: Path) -> None:
    toml, broken = tmp_path / "table.toml", tmp_path / "table.json"
    toml.write_text('[[player]]\nname = "Anna"\ntiles = [3]\n[[player]]\nname = "B"\ntiles = []\n')
    assert score("samara", read_file(toml), "here").winners == (0,)
    for text in ("{", "[1]"):
        broken.write_text(text)
        with pytest.raises(DataError, match=r"table\.json"):
            read_file(broken)


# --- by HTTP ----------------------------------------------------------------------------------
def asked(tmp_path: Path, *asked: tuple[str, Json]) -> list[httpx.Response]:
    async def ask() -> list[httpx.Response]:
        async with web(str(tmp_path / "store.db")) as client:
            return [await client.post(f"/api/score/{path}", json=body) for path, body in asked]

    return asyncio.run(ask())


def test_by_http_everybody_may_use_it_in_both_languages(tmp_path: Path) -> None:
    whole = played("tybor", "Anna Bert Cora")
    body = tybor_pad(whole)
    answers = asked(tmp_path, *((f"tybor?lang={language}", body) for language in LANGUAGES))
    english, german = [answer.json() for answer in answers]
    assert english["winners"] == german["winners"] == whole.winners
    assert [sheet["total"] for sheet in english["sheets"]] == [s["total"] for s in whole.scores()]
    assert english["sheets"][0]["lines"][0]["what"] == "buildings"
    assert german["sheets"][0]["lines"][0]["what"] == "Gebäude"


def test_by_http_errors_name_what_is_wrong(tmp_path: Path) -> None:
    two = [{"name": "A"}, {"name": "B"}]
    many, twice, other, unknown = asked(
        tmp_path,
        ("tybor", {"player": [{"name": "A", "strength": 10**6}, {"name": "B"}]}),
        ("tybor?lang=de", {"player": [{"name": "A"}, {"name": "A"}]}),
        ("tybor", {"player": two, "hat": 1}),
        ("chess", {"player": two}),
    )
    assert (many.status_code, "player.0.strength" in many.json()["message"]) == (422, True)
    assert twice.status_code == 422
    assert twice.json()["message"] == "die Namen müssen verschieden sein"
    assert (other.status_code, "hat" in other.json()["message"]) == (422, True)
    assert unknown.status_code == 404
