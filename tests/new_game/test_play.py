"""Every game that is installed: tables, views, secrets, records, replay, fairness."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path
from random import Random

import pytest

import baumeister
from baumeister.games import GAMES, OURS
from baumeister.kernel.backend.cache import cache_folder, compiled_files
from baumeister.kernel.glossary import LANGUAGES
from baumeister.play import NotationError, Table, records
from baumeister.play.replay import Replay
from baumeister.play.score_sheet import preview, sheets
from baumeister.play.verify import Unfair, verify
from baumeister.server.api.views import VIEWS
from tests.secrecy.worlds import assert_looks_the_same, redealt, seats_and_spectator

INSTALLED = [name for name in GAMES if name not in OURS]
TABLES = [
    (name, players)
    for name in INSTALLED
    for players in range(GAMES[name].least_players, GAMES[name].most_players + 1)
]


def played(name: str, players: int, moves: int = 1000) -> Table:
    """A game by lot, as far as so many moves."""
    table, lot = baumeister.game(name).new(players, f"{name} {players}"), Random(players)
    while not table.over and len(table.moves) < moves:
        seat = table.waiting_for[0]
        table.play(seat, lot.choice(table.legal(seat)))
    return table


def test_there_is_one() -> None:
    assert "cairn" in INSTALLED


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_game_ends_is_recorded_and_replayed(name: str, players: int) -> None:
    table = played(name, players)
    assert table.over
    for text in (records.to_text(table), json.dumps(records.to_json(table))):
        [again] = records.read(text)
        assert again.scores() == table.scores()
        assert again.winners == table.winners
    replay = Replay(table)
    assert replay[0].view(None) == baumeister.game(name).new(players, table.seed).view(None)
    assert replay[len(replay) - 1].view(0) == table.view(0)
    assert max(sheet["total"] for sheet in table.scores()) > 0


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_running_game_is_recorded_and_resumed(name: str, players: int) -> None:
    table = played(name, players, moves=9)
    [again] = records.read(records.to_text(table))
    assert again.view(0) == table.view(0)
    assert "seed" not in table.record(0)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_seat_cannot_tell_its_world_from_another(name: str, players: int) -> None:
    differ = 0
    for moves in range(0, 24, 3):
        table = played(name, players, moves)
        for seat in seats_and_spectator(table):
            world = redealt(table, seat, f"{moves} {seat}")
            assert_looks_the_same(table, seat, world)
            differ += world != table.snapshot()
            events = [json.dumps(event.seen_by(seat)) for event in table.events]
            assert not [told for told in events if '"deck"' in told]
    assert differ > 20


@pytest.mark.parametrize("name", INSTALLED)
def test_who_stacks_the_deck_is_found_out(name: str) -> None:
    record = records.to_json(played(name, 2))
    assert "Every shuffle is that of the seed." in verify(record)
    stacked = copy.deepcopy(record)
    deck = stacked["events"][0]["deck"]
    deck[0], deck[-1] = deck[-1], deck[0]
    if deck != record["events"][0]["deck"]:
        with pytest.raises(Unfair, match="the deck is not that of the seed"):
            verify(stacked)


@pytest.mark.parametrize("name", INSTALLED)
def test_a_record_with_another_move_is_refused(name: str) -> None:
    record = records.to_json(played(name, 2))
    move = next(event for event in record["events"] if event["type"] == "lay")
    move["n"] = move["n"] % 12 + 1
    with pytest.raises(records.RecordError):
        records.read(json.dumps(record))


@pytest.mark.parametrize("name", INSTALLED)
def test_views_have_the_keys_that_are_declared(name: str) -> None:
    model = VIEWS[name]
    for moves in (0, 7, 1000):
        table = played(name, 2, moves)
        for seat in seats_and_spectator(table):
            view = table.view(seat)
            assert set(view) == set(model.model_fields)
            assert model.model_validate(view).model_dump() == view


@pytest.mark.parametrize("name", INSTALLED)
def test_every_action_event_and_question_has_its_words(name: str) -> None:
    table, game = played(name, 3), baumeister.game(name)
    for language in LANGUAGES:
        assert (
            len({game.text(k, language) for k in range(game.rules.actions)}) == game.rules.actions
        )
        narrator = table.narrator(language)
        for seat in seats_and_spectator(table):
            assert all(narrator.tell(event.seen_by(seat)) for event in table.events)
            assert table.question(seat, language)
    for action in range(game.rules.actions):
        assert game.action(game.notation(action)) == action
    with pytest.raises(NotationError, match="moves are written like this"):
        game.action("fly 3")


@pytest.mark.parametrize("name", INSTALLED)
def test_the_score_sheet_is_live(name: str) -> None:
    table = played(name, 3, moves=8)
    for eyes in seats_and_spectator(table):
        totals = [sheet["total"] for sheet in table.scores()]
        assert [sheet and sheet["total"] for sheet in sheets(table, eyes, "de")] == totals
    seat = table.waiting_for[0]
    assert preview(table, seat, [table.legal(seat)[0]], "en")["total"] is None


@pytest.mark.parametrize("name", INSTALLED)
def test_rules_are_the_same_object_in_another_process(name: str) -> None:
    assert pickle.loads(pickle.dumps(GAMES[name])) is GAMES[name]


@pytest.mark.parametrize("name", INSTALLED)
def test_compiled_code_is_kept_by_the_rules_of_the_game(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = [file for file in compiled_files() if GAMES[name].folder in file.parents]
    assert {file.name for file in own} == {file.name for file in GAMES[name].folder.glob("*.py")}
    before, read_bytes = cache_folder(), Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: read_bytes(file) + b"#" * (file == own[0]))
    assert cache_folder() != before
