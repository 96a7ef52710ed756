"""`verify`: whether a game was dealt from its seed."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from baumeister.games import GAMES
from baumeister.kernel.chance import commitment
from baumeister.play import game, records, verify
from baumeister.play.verify import Unfair
from tests.games.tybor.playing import PLAYERS, POLICIES, finished

Record = dict[str, Any]


@cache
def _record(players: int) -> Record:
    return records.to_json(finished(players, 6 + 5 * players, POLICIES[3], f"fair {players}"))


def fair_record(players: int = 3) -> Record:
    return copy.deepcopy(_record(players))


def first(record: Record, kind: str, number: int = 0) -> Record:
    found: Record = [event for event in record["events"] if event["type"] == kind][number]
    return found


@pytest.mark.parametrize("players", PLAYERS)
def test_a_fair_game_is_accepted(players: int) -> None:
    assert any("shuffles" in sentence for sentence in verify.verify(fair_record(players)))


def test_a_running_game_is_accepted() -> None:
    record = fair_record()
    record["events"] = record["events"][:20]
    verify.verify(record)


def other_seed(record: Record) -> None:
    record["seed"] = "another"


def other_seed_and_commitment(record: Record) -> None:
    record["seed"] = "another"
    record["commitment"] = commitment("another")


def other_commitment(record: Record) -> None:
    record["commitment"] = commitment("another")


def other_first_player(record: Record) -> None:
    record["events"][0]["first_player"] = (record["events"][0]["first_player"] + 1) % 3


def other_objective(record: Record) -> None:
    objectives = record["events"][0]["secret_objectives"]
    objectives[0], objectives[1] = objectives[1], objectives[0]


def other_buildings(record: Record) -> None:
    order = record["events"][1]["order"]
    order[0], order[1] = order[1], order[0]


def other_characters(record: Record) -> None:
    order = record["events"][2]["order"]
    order[-1], order[-2] = order[-2], order[-1]


def other_reshuffle(record: Record) -> None:
    first(record, "shuffle", -1)["order"].reverse()


def other_hand(record: Record) -> None:
    hands = first(record, "deal")["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def other_hand_in_stage_four(record: Record) -> None:
    first(record, "deal", 3)["hands"][2].reverse()


def other_draw(record: Record) -> None:
    first(record, "draw")["drawn"].reverse()


def other_display(record: Record) -> None:
    first(record, "display")["drawn"].reverse()


def shuffle_left_out(record: Record) -> None:
    record["events"].remove(first(record, "shuffle", -1))


def no_such_game(record: Record) -> None:
    record["game"] = "chess"


CHANGES: list[Callable[[Record], None]] = [
    other_seed,
    other_seed_and_commitment,
    other_commitment,
    other_first_player,
    other_objective,
    other_buildings,
    other_characters,
    other_reshuffle,
    other_hand,
    other_hand_in_stage_four,
    other_draw,
    other_display,
    shuffle_left_out,
    no_such_game,
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("players", [3, 6])
def test_an_unfair_game_is_refused(players: int, change: Callable[[Record], None]) -> None:
    record = fair_record(players)
    change(record)
    assert record != fair_record(players)
    with pytest.raises(Unfair):
        verify.verify(record)


def test_a_refusal_names_the_event() -> None:
    record = fair_record()
    other_hand(record)
    with pytest.raises(Unfair, match=r"event \d+ \(deal\)"):
        verify.verify(record)


# What is not a record at all is told apart by reading it; here it only must not pass.
NOT_A_RECORD = (Unfair, KeyError, IndexError, TypeError, ValueError, AttributeError)


@pytest.mark.parametrize("key", ["seed", "commitment", "game", "events", "components"])
@pytest.mark.parametrize("rubbish", [None, 7, "x", [], {}, [None], [{}], [[]]])
def test_rubbish_does_not_pass(key: str, rubbish: object) -> None:
    record = fair_record() | {key: rubbish}
    with pytest.raises(NOT_A_RECORD):
        verify.verify(record)


@pytest.mark.parametrize("key", ["seed", "commitment", "game", "events", "components"])
def test_a_record_that_lacks_something_does_not_pass(key: str) -> None:
    record = fair_record()
    del record[key]
    with pytest.raises(NOT_A_RECORD):
        verify.verify(record)


@pytest.mark.parametrize("name", GAMES)
def test_the_check_is_short_and_knows_no_rules(name: str) -> None:
    files = Path(verify.__file__), GAMES[name].folder / "fairness.py"
    sources = [file.read_text(encoding="utf-8") for file in files]
    assert sum(len(source.splitlines()) for source in sources) < 180
    modules = set()
    for source in sources:
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                modules |= {name.name for name in node.names}
            elif isinstance(node, ast.ImportFrom):
                modules.add(str(node.module))
    modules -= {"__future__", "hashlib", "collections.abc", "typing"}
    assert modules == {"importlib", "importlib.metadata", "baumeister.play.verify"}


@pytest.mark.parametrize("game", ["chess", "tybor.x", "", 7, None, "os"])
def test_no_check_is_known_for_other_games(game: Any) -> None:
    record = {"seed": "a", "commitment": commitment("a"), "game": game}
    with pytest.raises(Unfair, match="no fairness check is known for the game"):
        verify.verify(record)


# --- forgeries that only somebody who knows the rules of laying out would notice ----------------
def test_a_building_added_for_a_missing_colour_must_be_the_first_of_the_pile() -> None:
    record = records.to_json(finished(2, 3, POLICIES[0], "added 1"))
    display = next(e for e in record["events"] if e["type"] == "display" and e["added"])
    colour = record["components"]["buildings"][display["added"][0]]["colour"]
    others = [
        card
        for card, row in record["components"]["buildings"].items()
        if row["colour"] == colour and card != display["added"][0]
    ]
    for forged in ([], [others[0], *display["added"][1:]]):
        display["added"] = forged
        with pytest.raises(Unfair, match="missing colours"):
            verify.verify(record)


def samara_record() -> Record:
    table = game("samara").new(players=3, seed="fair", start_month=4)
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
    return records.to_json(table)


def test_samara_is_accepted() -> None:
    assert len(verify.verify(samara_record())) == 2


@pytest.mark.parametrize("place", [0, 2, 29])
def test_tools_taken_away_or_invented_in_samara_are_refused(place: int) -> None:
    for tools in ([], ["saw", "saw", "saw", "saw"]):
        record = samara_record()
        space = record["events"][0]["spaces"][place]
        if space["tools"] != tools:
            space["tools"] = tools
            with pytest.raises(Unfair, match="is not that of the seed"):
                verify.verify(record)


def test_a_swapped_tile_or_start_order_in_samara_is_refused() -> None:
    record = samara_record()
    setup = record["events"][0]
    setup["unused"][0], setup["spaces"][5]["tile"] = setup["spaces"][5]["tile"], setup["unused"][0]
    with pytest.raises(Unfair, match="is not that of the seed"):
        verify.verify(record)
    record = samara_record()
    record["events"][0]["order"].reverse()
    with pytest.raises(Unfair, match="start order"):
        verify.verify(record)


# --- contributions ----------------------------------------------------------------------------
def with_contributions() -> Record:
    """A game of a server: its share, what two seats and the host brought, and another deal."""
    seats, host = ["annas", "", "coras"], "hosts"
    table = game("tybor").new(3, ".".join(["share", *seats, host]))
    given = {"commitment": commitment("share"), "seats": seats, "host": host}
    table.provenance = {"contributions": given, "origin": {"kind": "table", "moves": 7}}
    return records.to_json(table)


def test_a_seed_with_contributions_is_accepted() -> None:
    assert any("share" in sentence for sentence in verify.verify(with_contributions()))
    assert not any("share" in sentence for sentence in verify.verify(fair_record()))


def other_contribution(record: Record) -> None:
    record["contributions"]["seats"][1] = "berts"


def other_order(record: Record) -> None:
    record["contributions"]["seats"].reverse()


def contribution_of_nobody(record: Record) -> None:
    record["seats"].append({"name": "Dora"})


def other_host(record: Record) -> None:
    record["contributions"]["host"] = ""


def other_share(record: Record) -> None:
    record["contributions"]["commitment"] = commitment("another share")


def whole_seed_published(record: Record) -> None:
    record["contributions"]["commitment"] = record["commitment"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (other_contribution, "does not consist"),
        (other_order, "does not consist"),
        (contribution_of_nobody, "does not consist"),
        (other_host, "does not consist"),
        (other_share, "published"),
        (whole_seed_published, "published"),
    ],
)
def test_contributions_that_do_not_fit_are_noticed(
    change: Callable[[Record], None], says: str
) -> None:
    record = with_contributions()
    change(record)
    with pytest.raises(Unfair, match=says):
        verify.verify(record)


@pytest.mark.parametrize("given", [None, [], {}, {"seats": [], "host": ""}, "share"])
def test_contributions_that_say_nothing_are_noticed(given: Any) -> None:
    with pytest.raises(Unfair, match=r"complete|consist"):
        verify.verify({**with_contributions(), "contributions": given})
