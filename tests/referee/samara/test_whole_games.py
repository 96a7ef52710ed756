"""Whole games of the naive Samara: the referee accepts them and what the format leaves open."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

from tests.referee.altered import rename
from tests.referee.naive_samara import NaiveSamara
from tests.referee.referee_samara import check, check_tape
from tests.referee.samara.playing import (
    CELLS,
    DATA,
    TILES,
    Record,
    a_game,
    anything,
    builder,
    cached_game,
    picture,
    pool,
)


@pytest.mark.parametrize("players", range(2, 6))
@pytest.mark.parametrize("specials", [True, False])
def test_games_of_every_kind_are_accepted(players: int, specials: bool) -> None:
    for month in range(1, 13):
        record = cached_game(players, month, specials, month % 2, month)
        check(record)
        check_tape(record)


def features(record: Record) -> Iterator[str]:
    """What happened in a game that does not happen in every game."""
    tiles = record["components"]["tiles"]
    now = 0
    where = {w["worker"]: 0 for w in record["events"][0]["workers"]}
    sexes = {w["worker"]: "woman" if w["women"] else "man" for w in record["events"][0]["workers"]}
    built = ""
    for event in record["events"][1:]:
        kind = event["type"]
        if kind == "turn":
            yield event["action"]
            yield f"{len(event['helpers'])} helpers"
            built = tiles[event["tile"]]["ability"] if event["action"] == "build" else ""
            if event["action"] == "newcomer":
                sexes[event["newcomer"]["worker"]] = event["newcomer"]["sex"]
                yield f"newcomer {event['newcomer']['sex']}"
            for move in event["moves"]:
                where[move["worker"]] = move["to"]
            if event["action"] == "wait" and event["moves"][0]["to"] > now + 1:
                yield "a hermit waits"
            if event["action"] == "build" and event["moves"][0]["to"] < now + event["column"]:
                yield "a short way to a far column"
            if event["action"] == "build" and record["options"]["specials"]:
                yield f"built {built}"
            if len({move["to"] for move in event["moves"]}) > 1:
                yield "training away from the group"
        elif kind == "train":
            own = "its own" if event["sex"] == sexes[event["worker"]] else "the other"
            yield f"train with {own} sex"
        elif kind == "lose_tool":
            yield f"{built} loses {event['tool'].split('_')[0]}"
        elif kind == "lose_figure":
            yield "dies" if event["dies"] else "lives"
            if event["sex"] != sexes[event["worker"]]:
                yield "a mixed stack loses the other sex"
        elif kind == "imprison":
            yield f"imprisoned for {min(event['to'] - where[event['worker']], 6)}"
            where[event["worker"]] = event["to"]
        elif kind == "slide":
            yield "slide" if event["now"] == now + 1 else "slide over several months"
            now = event["now"]
        else:
            yield kind
    yield record["end"]
    totals = [score["total"] for score in record["scores"]]
    if totals.count(max(totals)) > 1:
        yield "tie"


def test_the_games_show_everything_that_can_happen() -> None:
    seen: set[str] = set()
    for record in pool():
        seen |= set(features(record))
    for number in range(60):
        record = cached_game(3, 1 + number % 12, True, 1, 100 + number)
        check(record)
        seen |= set(features(record))
    abilities = {f"built {tile.ability or None}" for tile in TILES}
    assert seen >= abilities | {
        "wait",
        "holiday",
        "newcomer man",
        "newcomer woman",
        "0 helpers",
        "1 helpers",
        "2 helpers",
        "3 helpers",
        "a hermit waits",
        "a short way to a far column",
        "training away from the group",
        "train with its own sex",
        "train with the other sex",
        "boat loses saw",
        "boat loses trowel",
        "sculpture loses trowel",
        "vase loses glass",
        "ruin loses saw",
        "ruin loses trowel",
        "ruin loses glass",
        "barracks loses saw",
        "barracks loses trowel",
        "barracks loses glass",
        "dies",
        "lives",
        "a mixed stack loses the other sex",
        "lose_worker",
        "imprisoned for 0",
        "imprisoned for 3",
        "imprisoned for 5",
        "slide",
        "slide over several months",
        "S8.1",
        "S8.3",
        "tie",
    }


def test_record_survives_json() -> None:
    record = json.loads(json.dumps(a_game(5, 7)))
    check(record)
    check_tape(record)


def test_ids_may_have_any_form() -> None:
    record = a_game(4, 9, True, 1, 9)
    names = list(record["components"]["tiles"])
    new = {name: f"tile {(7 * i) % 36}" for i, name in enumerate(names)}
    new |= {f"W{i}": f"Willi {100 - i}" for i in range(1, 60)}
    renamed = rename(record, new)
    check(renamed)
    check_tape(renamed)


def test_what_the_format_leaves_open_is_accepted() -> None:
    for number in range(20):
        record = a_game(3, 5, True, 1, 100 + number)
        for event in record["events"]:
            event["note"] = "more"
            if "helpers" in event:
                event["helpers"].reverse()
            if len({move["to"] for move in event.get("moves", [])}) == 2:
                event["moves"].sort(key=lambda move: -move["to"])
        setup = record["events"][0]
        setup["spaces"].reverse()
        setup["unused"].reverse()
        setup["reserve"][0]["note"] = "more"
        for space in setup["spaces"] + record["final"]["spaces"]:
            space["tools"].reverse()
        record["final"]["spaces"].reverse()
        for seat in record["final"]["seats"]:
            for key in ("tiles", "tools", "workers"):
                seat[key].reverse()
        record["scores"][0]["lines"].append({"clause": "S8.2", "points": 0, "what": "nothing"})
        check(record)
        check_tape(record)


def test_copy_is_independent() -> None:
    rng = random.Random(1)
    game = NaiveSamara(DATA, 3, 11, True, "copy")
    while not game.over:
        twin = game.copy()
        state = json.dumps(game.events), game.waiting(), picture(game)
        for _ in range(6):
            if not twin.over:
                twin.play(twin.waiting()[0], anything(rng, sorted(twin.legal(twin.waiting()[0]))))
        assert (json.dumps(game.events), game.waiting(), picture(game)) == state
        game.play(game.waiting()[0], builder(rng, sorted(game.legal(game.waiting()[0]))))
    check_tape(game.record())


def test_illegal_answers_are_refused() -> None:
    game = NaiveSamara(DATA, 2, 1, True, "refused")
    seat = game.waiting()[0]
    with pytest.raises(ValueError, match="may not"):
        game.play(seat, "wait")
    with pytest.raises(ValueError, match="may not"):
        game.play(1 - seat, "newcomer man")
    assert game.legal(1 - seat) == set()
    with pytest.raises(ValueError, match="not over"):
        game.record()
    with pytest.raises(ValueError, match="2 to 5"):
        NaiveSamara(DATA, 6, 1, True, "refused")
    with pytest.raises(ValueError, match="1 to 12"):
        NaiveSamara(DATA, 2, 13, True, "refused")


def test_data_is_what_the_rulebook_says() -> None:
    assert len(TILES) == 36
    assert len(CELLS) == 30
    assert {tile.id for tile in TILES} >= {"WeightRoom/1", "WeightRoom/2", "Hut/2", "Palace"}
    assert [t.ability for t in TILES if t.permanent] == [
        "university",
        "school",
        "hermit_house",
        "bridge",
    ]
