"""`baumeister replay` and `baumeister verify`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import baumeister as facade
from baumeister.bots import new_bot
from baumeister.kernel.chance import commitment
from baumeister.play import Table, records
from tests.cli.conftest import Baumeister


def played(players: int = 3, seed: str = "records", moves: int = 10_000) -> Table:
    """A game between bots, or its beginning."""
    table = facade.game("tybor").new(players, seed, ["Anna", "Bert", "Cleo"][:players])
    bots = [new_bot("greedy", f"{seed}/bot/{seat}") for seat in range(players)]
    while not table.over and moves > 0:
        seat = table.waiting_for[0]
        table.play(seat, bots[seat].decide(table.seat_view(seat)))
        moves -= 1
    return table


@pytest.fixture(scope="module")
def game() -> Table:
    return played()


@pytest.fixture
def text_file(game: Table, tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(records.to_text(game), encoding="utf-8")
    return path


# --- replay -----------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", [0, 2])
def test_json_of_a_running_game_is_what_the_seat_may_know(
    baumeister: Baumeister, tmp_path: Path, seat: int
) -> None:
    table = played(moves=20)
    path = tmp_path / "running.txt"
    path.write_text(records.to_text(table), encoding="utf-8")
    said = baumeister(f"replay --json --seat {seat}", path)
    assert json.loads(said.out) == json.loads(json.dumps(table.record(seat)))
    assert "seed" not in json.loads(said.out)


def test_json_is_the_structured_form(baumeister: Baumeister, game: Table, text_file: Path) -> None:
    said = baumeister("replay --json", text_file)
    assert said.code == 0
    assert json.loads(said.out) == json.loads(json.dumps(records.to_json(game)))
    assert said.out.count("\n") == 1


def test_many_games_are_one_per_line(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = [json.dumps(records.to_json(played(2, seed))) for seed in ("a", "b")]
    path.write_text("\n".join(lines), encoding="utf-8")
    said = baumeister("replay --json", path)
    assert [json.loads(line) for line in said.out.splitlines()] == [*map(json.loads, lines)]
    told = baumeister("replay", path).out
    assert "Game 1 of 2" in told
    assert "Game 2 of 2" in told


@pytest.fixture
def three_games(game: Table, tmp_path: Path) -> Path:
    """A file with two games and a broken line between them."""
    path = tmp_path / "games.jsonl"
    first, last = (json.dumps(records.to_json(table)) for table in (played(2, "first", 6), game))
    path.write_text(f"{first}\n{{broken\n\n{last}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_one_game_of_a_file_with_several(
    baumeister: Baumeister, three_games: Path, command: str
) -> None:
    assert baumeister(command, three_games).code == 2
    said = baumeister(f"{command} --game 3", three_games)
    assert said.code == 0
    assert "Game 1" not in said.out
    assert baumeister(f"{command} --game 2", three_games).code == 2


def test_the_third_game_is_the_third(
    baumeister: Baumeister, game: Table, three_games: Path
) -> None:
    said = baumeister("replay --json --game 3", three_games)
    assert json.loads(said.out)["seed"] == game.seed


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "there are only games 1 to 3"), ("de", "es gibt nur die Partien 1 bis 3")],
)
@pytest.mark.parametrize("command", ["replay", "verify", "review"])
def test_a_game_that_the_file_does_not_hold(
    baumeister: Baumeister, three_games: Path, command: str, language: str, words: str
) -> None:
    said = baumeister(f"{command} --game 4 --lang {language}", three_games)
    assert (said.code, said.out) == (2, "")
    assert words in said.err


def test_a_text_is_game_1(baumeister: Baumeister, text_file: Path) -> None:
    assert baumeister("verify --game 1", text_file).code == 0
    assert "there are only games 1 to 1" in baumeister("verify --game 2", text_file).err


def test_a_finished_game_is_told_openly(
    baumeister: Baumeister, game: Table, text_file: Path
) -> None:
    said = baumeister("replay", text_file)
    assert said.code == 0
    assert said.out.count("has chosen a card") == 0
    assert said.out.count(" has chosen the ") == sum(
        e.full["type"] == "choose" for e in game.events
    )
    assert f"wins with {max(score['total'] for score in game.scores())} points" in said.out


@pytest.mark.parametrize("seat", ["Bert", "bert", "1"])
def test_through_one_players_eyes(
    baumeister: Baumeister, game: Table, text_file: Path, seat: str
) -> None:
    said = baumeister("replay --seat", seat, text_file, "--lang", "de")
    chosen = [event.full["seat"] for event in game.events if event.full["type"] == "choose"]
    assert said.out.count("hat eine Karte gewählt") == sum(other != 1 for other in chosen)
    assert said.out.count("Bert hat den ") == chosen.count(1)


def test_a_running_game_stays_secret(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "running.txt"
    path.write_text(records.to_text(played(moves=30)), encoding="utf-8")
    said = baumeister("replay", path)
    assert said.code == 0
    assert " has chosen the " not in said.out
    assert "Waiting for " in said.out
    assert "has chosen the" in baumeister("replay --seat Anna", path).out


# --- verify -----------------------------------------------------------------------------------
@pytest.mark.parametrize("form", ["text", "json"])
def test_contributions_and_the_origin_of_a_game_are_told(
    baumeister: Baumeister, tmp_path: Path, form: str
) -> None:
    table, path = played(2, "share.annas.berts.", moves=20), tmp_path / "game"
    given = {"commitment": commitment("share"), "seats": ["annas", "berts"], "host": ""}
    table.provenance = {"contributions": given, "origin": {"kind": "record", "moves": 7}}
    json_text = json.dumps(records.to_json(table))
    path.write_text(records.to_text(table) if form == "text" else json_text, encoding="utf-8")
    said = baumeister("verify", path)
    assert said.code == 0
    assert "✓ The seed consists of the server's share" in said.out
    assert "this game goes on from a record, after 7 decisions" in said.out
    assert "setzt eine Aufzeichnung fort" in baumeister("verify --lang de", path).out
    assert json.loads(baumeister("replay --json", path).out) == json.loads(json_text)
    changed = commitment("another share")
    path.write_text(path.read_text().replace(str(given["commitment"]), changed), encoding="utf-8")
    assert baumeister("verify", path).code == 1


@pytest.mark.parametrize("write", [records.to_text, lambda t: json.dumps(records.to_json(t))])
def test_a_fair_game(
    baumeister: Baumeister, game: Table, tmp_path: Path, write: Callable[[Table], str]
) -> None:
    path = tmp_path / "game"
    path.write_text(write(game), encoding="utf-8")
    said = baumeister("verify", path)
    assert (said.code, said.err) == (0, "")
    assert said.out.count("✓") == 5
    assert "✓ Die Festlegung" in baumeister("verify --lang de", path).out


def test_a_running_game_can_be_checked(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "running.txt"
    path.write_text(records.to_text(played(moves=30)), encoding="utf-8")
    said = baumeister("verify", path)
    assert said.code == 0
    assert "not over yet" in said.out


def swap_shuffle(record: dict[str, Any]) -> None:
    event = next(event for event in record["events"] if event["type"] == "shuffle")
    event["order"][0], event["order"][1] = event["order"][1], event["order"][0]


def other_seed(record: dict[str, Any]) -> None:
    record["seed"] = "another"


def other_first_player(record: dict[str, Any]) -> None:
    record["events"][0]["first_player"] = (record["events"][0]["first_player"] + 1) % 3


def stacked_deal(record: dict[str, Any]) -> None:
    hands = next(event for event in record["events"] if event["type"] == "deal")["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


@pytest.mark.parametrize("change", [swap_shuffle, other_seed, other_first_player, stacked_deal])
def test_stacked_cards_are_unfair(
    baumeister: Baumeister,
    game: Table,
    tmp_path: Path,
    change: Callable[[dict[str, Any]], None],
) -> None:
    record = json.loads(json.dumps(records.to_json(game)))
    change(record)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    said = baumeister("verify", path)
    assert said.code == 1
    assert said.err.startswith(f"baumeister: {path}: not fair: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [("* deal Anna: ", "* deal Anna: Fa5 "), ("commitment: ", "commitment: 0")],
)
def test_a_text_with_other_chance_is_unfair(
    baumeister: Baumeister, text_file: Path, old: str, new: str
) -> None:
    text_file.write_text(text_file.read_text().replace(old, new, 1))
    said = baumeister("verify", text_file)
    assert said.code == 1
    assert "not fair" in said.err


def test_a_wrong_score_is_refused(baumeister: Baumeister, game: Table, tmp_path: Path) -> None:
    record = json.loads(json.dumps(records.to_json(game)))
    record["scores"][0]["total"] += 1
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    said = baumeister("verify", path)
    assert said.code == 2
    assert "scores differs when the game is replayed" in said.err


def test_one_unfair_game_among_many(baumeister: Baumeister, game: Table, tmp_path: Path) -> None:
    record = records.to_json(game)
    bad = json.loads(json.dumps(record))
    swap_shuffle(bad)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{json.dumps(record)}\n{json.dumps(bad)}\n", encoding="utf-8")
    said = baumeister("verify", path)
    assert said.code == 1
    assert "line 2: " in said.err


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "{", "{}", "[]", "null", '{"format": "baumeister-game/1"}', "[" * 100_000],
)
@pytest.mark.parametrize("command", ["verify", "replay", "play --resume"])
def test_a_broken_file_is_refused_in_one_line(
    baumeister: Baumeister, tmp_path: Path, text: str, command: str
) -> None:
    path = tmp_path / "broken"
    path.write_text(text)
    said = baumeister(command, path)
    assert said.code == 2
    assert said.err.startswith(f"baumeister: {path}: ")
    assert said.err.count("\n") == 1
    assert said.out == ""


def test_a_truncated_text_is_refused(baumeister: Baumeister, text_file: Path) -> None:
    lines = text_file.read_text().splitlines()
    text_file.write_text("\n".join(lines[:-5]))
    said = baumeister("verify", text_file)
    assert said.code == 2
    assert "ends too early" in said.err or "expected" in said.err


# --- former data ------------------------------------------------------------------------------
FORMER = Path(__file__).parents[1] / "games" / "samara" / "former" / "data-1.txt"


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_record_of_former_data_is_read_with_its_values_and_a_line_says_so(
    baumeister: Baumeister, command: str
) -> None:
    said = baumeister(command, FORMER)
    assert said.code == 0
    told = "This game was played with former data, 1-fa94f4afb859"
    assert said.out.count(told) == 1
    assert "mit früheren Daten gespielt" in baumeister(f"{command} --lang de", FORMER).out


def test_records_of_today_say_nothing_about_data(baumeister: Baumeister, text_file: Path) -> None:
    for command in ("verify", "replay"):
        assert "with former data" not in baumeister(command, text_file).out


def test_a_game_of_former_data_goes_on_with_its_values(
    baumeister: Baumeister, tmp_path: Path
) -> None:
    (whole,) = records.read_file(FORMER)
    table = whole.game.new(2, "former", ["Anna", "Bert (greedy)"])
    path = tmp_path / "game.txt"
    path.write_text(records.to_text(table), encoding="utf-8")
    said = baumeister("play --resume", path, typed=["1"] * 200)
    assert "with former data" in " ".join(said.out.split())
    (later,) = records.read_file(path)
    assert len(later.moves) > 9
    assert later.components is whole.components
