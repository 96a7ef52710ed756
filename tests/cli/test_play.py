"""`baumeister play`: whole games by typed lines, saving and resuming, hot-seat."""

from __future__ import annotations

import itertools
import json
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import baumeister as facade
from baumeister.cli.screens.terminal import Terminal
from baumeister.cli.session import Session
from baumeister.games.tybor.texts import character_text
from baumeister.kernel.glossary import LANGUAGES
from baumeister.play import Table, records
from tests.cli.conftest import Baumeister

ALWAYS_FIRST = ["1"] * 300
MIXED = [str(1 + k % 3 // 2) for k in range(300)]  # 1, 1, 2: there are always two choices


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_by_numbers(baumeister: Baumeister, language: str) -> None:
    said = baumeister(f"play tybor --seed 1 --lang {language}", typed=MIXED)
    assert said.code == 0
    assert said.err == ""
    assert {"en": "wins with", "de": "gewinnt mit"}[language] in said.out
    assert {"en": "Score sheet", "de": "Wertung"}[language] in said.out
    assert "T6.1 " in said.out
    assert "{" not in said.out


@pytest.mark.parametrize(
    ("players", "scenario", "chapter"),
    [
        (2, "escape-from-the-city", 7),
        (4, "size-matters", 1),
        (5, "a-colourful-crowd", 8),
        (8, "the-town-grows", 4),
    ],
)
def test_every_number_of_players_and_story(
    baumeister: Baumeister, players: int, scenario: str, chapter: int
) -> None:
    options = f"--players {players} --scenario {scenario} --chapter {chapter} --memory"
    said = baumeister(f"play tybor --seed 2 --lang de {options}", typed=MIXED)
    assert said.code == 0
    assert "Punkten" in said.out


def test_a_whole_game_in_notation(baumeister: Baumeister, tmp_path: Path) -> None:
    def moves() -> Iterator[str]:
        table = facade.game("tybor").new(2, "n", ["Anna", "Bert"])
        dice = random.Random(1)
        while not table.over:
            seat = table.waiting_for[0]
            action = dice.choice(table.legal(seat))
            table.play(seat, action)
            yield facade.game("tybor").notation(action)

    path = tmp_path / "game.txt"
    typed = [text for move in moves() for text in ("", move)]
    said = baumeister(
        "play tybor --seed n --humans Anna,Bert --save", path, typed=[*typed, *ALWAYS_FIRST]
    )
    assert said.code == 0
    [table] = records.read_file(path)
    assert table.over


def test_the_start_tells_the_story_and_what_is_reconstructed(baumeister: Baumeister) -> None:
    said = baumeister("play tybor --scenario size-matters --chapter 4")
    assert "Scenario: Size Matters" in said.out
    assert "Chapter: IV Many Hands" in said.out
    assert "The flood comes at night" in said.out
    assert "total strength of at least 10" in said.out
    assert "baumeister rules sources" in said.out


def test_T7_1_the_screen_shows_what_is_public(baumeister: Baumeister) -> None:
    said = baumeister("play tybor --seed 5 --scenario size-matters --chapter 4", typed=["1", "2"])
    screen = said.out[said.out.rindex("Size Matters · Chapter IV") :]
    assert "Stage I · round 2 of 5" in screen
    assert "First player Bruno (greedy) ↻ clockwise · pile 44, discard 0, buildings 31" in screen
    assert re.search(r"Market +4/7 +\+merchant +3✓ 7", screen)  # a worker of strength 3 pays 3
    assert re.search(r"► Player 1 \(you\) +4 +3 +– +–", screen)  # hand, workers
    assert re.search(r"Ada \(greedy\) +4 +– +Cr1 GYB +–", screen)  # hand, workers, citizens


def test_T7_2_the_screen_shows_what_is_the_players_own(baumeister: Baumeister) -> None:
    said = baumeister("play tybor --seed 5 --scenario size-matters --chapter 4")
    assert "Hand: " in said.out
    assert "Secret objective: yellow (Y) blue (B) red (R)   Score now: 0" in said.out
    assert re.search(r"  1 Choose the \w+ \(strength \d.*choose ", said.out)


# --- what can be typed ------------------------------------------------------------------------
def test_commands_at_the_prompt(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    typed = ["?", "? Mill", "? captain", "? T4.5", "score", "log", "table", f"save {path}", "undo"]
    said = baumeister("play tybor --seed 5", typed=[*typed, "? xyzzy", "save", "quit"])
    assert said.code == 0
    for words in (
        "A green building, 6 points little, 9 points great",
        "1/2/3/4/5 captain symbols",
        "Builder: the card is discarded",
        "no points yet",
        "On display: ",
        f"baumeister play tybor --resume {path}",
        "Nothing to take back",
        "“xyzzy” is not known",
        "Save where? Type save FILE",
        "The game was not saved.",
    ):
        assert words in said.out
    assert path.exists()


def test_commands_in_german(baumeister: Baumeister) -> None:
    typed = ["hilfe Mühle", "? Bauer", "punkte", "verlauf", "tisch", "zurück", "ende"]
    said = baumeister("play tybor --seed 5 --lang de", typed=typed)
    for words in (
        "Farbe grün, klein 6 Punkte, groß 9 Punkte",
        "Jedes dritte Bauernsymbol",
        "Wertung",
        "In der Auslage: ",
        "Nichts zurückzunehmen",
        "Das Spiel wurde nicht gespeichert.",
    ):
        assert words in said.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "0 is not one of the choices; they are 1 to 7."),
        ("8", "8 is not one of the choices; they are 1 to 7."),
        ("99999999999999999999", "999999999 is not one of the choices"),
        ("build Mill great", "✗ All choose a hand card now. [T4.1]"),
        ("choose So1GYBR", "is not in your hand. [T4.1]"),
        ("chose Me3GB", "“chose Me3GB” is not a move here. For example: choose Me3GB"),
        ("dance", "“dance” is not a move here"),
    ],
)
def test_what_is_not_possible_is_answered(baumeister: Baumeister, typed: str, answer: str) -> None:
    said = baumeister("play tybor --seed 5", typed=[typed])
    assert answer in said.out


def test_a_building_that_is_too_expensive(baumeister: Baumeister) -> None:
    said = baumeister("play tybor --seed 5 --lang de", typed=["1", "build Castle great"])
    assert "✗ Burg kostet dich 7, deine Arbeiter haben Stärke 0. [T4.5]" in said.out


def test_a_card_alone_is_enough(baumeister: Baumeister) -> None:
    said = baumeister("play tybor --seed 5", typed=["me3gb"])
    assert "How do you use the merchant (strength 3, green and blue)?" in said.out


# --- saving and resuming ----------------------------------------------------------------------
@pytest.mark.parametrize(("bots", "stop"), [("random", 0), ("random", 17), ("greedy", 8)])
def test_resuming_gives_the_same_game(
    baumeister: Baumeister, tmp_path: Path, bots: str, stop: int
) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    options = f"--players 3 --bots {bots} --seed 77"
    assert baumeister(f"play tybor {options} --save", whole, typed=MIXED).code == 0
    first = baumeister(f"play tybor {options} --save", parts, typed=MIXED[:stop])
    assert first.code == 0
    assert "No more input" in first.out
    assert f"baumeister play tybor --resume {parts}" in first.out
    second = baumeister("play tybor --resume", parts, typed=MIXED[stop:])
    assert second.code == 0
    assert parts.read_text() == whole.read_text()


def test_resuming_in_the_middle_of_choosing(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    line = "play tybor --seed 3 --humans Anna,Bert --save"
    baumeister(line, path, typed=["", "1"])
    [table] = records.read_file(path)
    assert len(table.moves) == 1
    said = baumeister("play --resume", path, typed=ALWAYS_FIRST)
    assert said.code == 0
    [table] = records.read_file(path)
    assert table.over


def test_resuming_can_save_elsewhere(baumeister: Baumeister, tmp_path: Path) -> None:
    first, second = tmp_path / "first.txt", tmp_path / "second.txt"
    baumeister("play tybor --seed 3 --save", first, typed=["1"])
    before = first.read_text()
    baumeister("play tybor --resume", first, "--save", second, typed=["1", "1"])
    assert first.read_text() == before
    assert second.read_text() != before


def test_a_structured_record_can_be_resumed(baumeister: Baumeister, tmp_path: Path) -> None:
    text, structured = tmp_path / "game.txt", tmp_path / "game.json"
    baumeister("play tybor --seed 3 --save", text, typed=["1", "1", "1"])
    structured.write_text(baumeister("replay --json", text).out)
    before = structured.read_text()
    said = baumeister("play --resume", structured, typed=["1"])
    assert "The game was not saved." in said.out
    assert structured.read_text() == before


def test_somebody_else_goes_on(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    baumeister("play tybor --seed 3 --humans Anna,Bert --save", path, typed=["1"])
    said = baumeister("play --resume", path, "--humans", "Bert", "--bots", "random", typed=MIXED)
    assert said.code == 0
    assert "Pass the screen" not in said.out


def test_quit_offers_to_save(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    said = baumeister("play tybor --seed 3", typed=["1", "quit", "/no/such/place", str(path)])
    assert said.code == 0
    assert "/no/such/place could not be written: No such file or directory." in said.out
    assert f"Continue with: baumeister play tybor --resume {path}" in said.out
    [table] = records.read_file(path)
    assert not table.over


def test_a_full_disk_does_not_end_the_game(
    baumeister: Baumeister, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = itertools.count()
    replace = os.replace

    def fails_later(source: str, target: Path) -> None:
        if next(calls) > 3:
            raise OSError(28, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", fails_later)
    said = baumeister("play tybor --seed 3 --save", tmp_path / "game.txt", typed=ALWAYS_FIRST)
    assert said.code == 0
    assert "could not be written: No space left on device" in said.out
    assert "wins with" in said.out


# --- files that are not this game's own ---------------------------------------------------------
FOREIGN = "my diary\n"


def test_save_never_overwrites_a_foreign_file(baumeister: Baumeister, tmp_path: Path) -> None:
    foreign, own = tmp_path / "diary.txt", tmp_path / "game.txt"
    foreign.write_text(FOREIGN)
    typed = [f"save {foreign}", f"save {own}", "1", f"save {own}", "quit", str(foreign), str(own)]
    said = baumeister("play tybor --seed 3", typed=typed)
    assert said.code == 0
    assert said.out.count(f"{foreign} exists and is not a record of this game") == 2
    assert said.out.count(f"Continue with: baumeister play tybor --resume {own}") == 3
    assert foreign.read_text() == FOREIGN


@pytest.mark.parametrize("line", ["play tybor --seed 4", "play samara --seed 3"])
def test_save_onto_a_foreign_file_is_refused(
    baumeister: Baumeister, tmp_path: Path, line: str
) -> None:
    other = tmp_path / "other.txt"
    baumeister("play tybor --seed 3 --save", other)
    before = other.read_text()
    diary, folder = tmp_path / "diary.txt", tmp_path / "folder"
    diary.write_text(FOREIGN)
    folder.mkdir()
    for path in (other, diary, folder):
        said = baumeister(line, "--save", path)
        assert said.code == 2
        assert said.out == ""
        assert said.err.startswith(f"baumeister: --save: {path} exists and is not a record")
        assert said.err.count("\n") == 1
    assert other.read_text() == before
    assert diary.read_text() == FOREIGN
    assert baumeister("play tybor --seed 3 --save", other, typed=["1"]).code == 0
    resumed = baumeister("play --resume", other, "--save", diary)
    assert resumed.code == 2
    assert diary.read_text() == FOREIGN


def test_hints_name_the_data_file(baumeister: Baumeister, tmp_path: Path) -> None:
    data, path = tmp_path / "mine.toml", tmp_path / "game.txt"
    data.write_bytes((Path(facade.__file__).parent / "games/tybor/data.toml").read_bytes())
    said = baumeister("play tybor --seed 3 --data", data, typed=[f"save {path}", "quit"])
    assert f"baumeister play tybor --resume {path} --data {data}" in said.out
    assert f"baumeister rules sources --game tybor --data {data}" in said.out
    said = baumeister("play --resume", path, "--data", data)
    assert f"baumeister play tybor --resume {path} --data {data}" in said.out


def test_the_end_says_what_can_be_done_with_the_record(
    baumeister: Baumeister, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    said = baumeister("play tybor --seed 3 --players 2 --save", path, typed=["1"] * 200).out
    for command in ("replay", "review", "verify"):
        assert f"baumeister {command} {path}" in said


# --- help for newcomers -------------------------------------------------------------------------
def test_a_game_that_goes_on_is_only_named(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    options = "--seed 3 --scenario size-matters --chapter 4"
    first = baumeister(f"play tybor {options} --save", path, typed=["1"])
    again = baumeister("play --resume", path)
    assert "The flood comes at night" in first.out
    assert "The flood comes at night" not in again.out
    for said in (first, again):
        assert "Chapter: IV Many Hands" in said.out
        assert "total strength of at least 10" in said.out


@pytest.mark.parametrize("game", ["tybor", "samara"])
@pytest.mark.parametrize(
    ("language", "typed", "title", "sign"),
    [
        ("en", ["? rules", "? how", "how to play", "help rules"], "How to play", "? rules"),
        ("de", ["? regeln", "? spielablauf", "regeln"], "So wird gespielt", "? regeln"),
    ],
)
def test_how_to_play(
    baumeister: Baumeister, game: str, language: str, typed: list[str], title: str, sign: str
) -> None:
    said = baumeister(f"play {game} --seed 5 --lang {language}", typed=["?", *typed])
    assert said.out.count(title) == len(typed)
    assert f"> ?\n  {sign}" in said.out


def test_words_of_the_table_are_explained(baumeister: Baumeister) -> None:
    words = ["great", "little", "objective", "undo", "scenario", "chapter"]
    line = "play tybor --seed 5 --scenario size-matters --chapter 4"
    said = baumeister(line, typed=[f"? {word}" for word in words])
    assert "is not known" not in said.out
    assert "Only you know it." in said.out
    assert said.out.count("Scenario: Size Matters") == 2
    assert said.out.count("total strength of at least 10") == 2
    assert "is not known" not in baumeister("play samara --seed 5", typed=["? undo"]).out


# --- several people on one screen ---------------------------------------------------------------
def test_undo_at_the_curtain(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    line = "play tybor --seed 6 --humans Anna,Bert --save"
    said = baumeister(line, path, typed=["", "1", "undo", "", "2", "", "1"])
    assert "(Bert: type undo to take your choice back.)" in said.out
    [table] = records.read_file(path)
    choice = next(move for move in table.moves if move.seat == 1)
    fresh = facade.game("tybor").new(2, "6", ["Anna", "Bert"])
    assert choice.action == fresh.legal(1)[1]


def test_undo_is_too_late_when_the_card_was_seen(baumeister: Baumeister) -> None:
    typed = ["", "1", "", "1", "undo", "undo"]
    said = baumeister("play tybor --seed 6 --humans Anna,Bert", typed=typed)
    assert said.out.count("type undo to take") == 1
    assert "Nothing to take back" in said.out


class Watcher:
    """Sits at every screen and looks for what its seat may not know."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.dice = random.Random(4)
        self.sessions: list[Session] = []
        self.screen = ""
        self.seen_by: list[str] = []
        self.curtains = 0

    def answer(self, prompt: str) -> str:
        """What is typed; before that everything on the screen is looked at."""
        self.screen += self.capsys.readouterr().out
        name = prompt.removesuffix("> ")
        if name == prompt:
            self.curtains += 1
            self.screen = ""
            return ""
        table = self.sessions[-1].table
        seat = table.names.index(name)
        self.seen_by.append(name)
        read = " ".join(self.screen.split())
        for code in hidden_from(table, seat):
            assert not re.search(rf"\b{code}\b", self.screen), f"{name} sees {code}"
            index = [card.code for card in table.components.characters].index(code)
            text = character_text(table.components, index, "en")
            assert text not in read or text not in without_events(read, table, seat), code
        self.screen = ""
        if self.dice.random() < 0.3:
            return self.dice.choice(["log", "score", "table", "? Fa", "undo"])
        return str(self.dice.randint(1, len(table.legal(seat))))


def without_events(read: str, table: Table, seat: int) -> str:
    """What is read besides events: cards that were seen may have been dealt again since."""
    narrator = table.rules.narrator(table.components, table.names, "en")
    for event in table.events[-60:]:
        read = read.replace(narrator.tell(event.seen_by(seat)), "")
    return read


def hidden_from(table: Table, seat: int) -> set[str]:
    """Cards in the hands of others, and chosen or drawn by them, that the seat cannot see."""
    mine = json.dumps(table.view(seat))
    others: list[dict[str, Any]] = [
        table.view(other) for other in range(len(table.names)) if other != seat
    ]
    cards = [
        card
        for view in others
        for card in (*view["hand"], *(view["drawn"] or []), *filter(None, [view["chosen"]]))
    ]
    return {card for card in cards if f'"{card}"' not in mine}


def test_T7_2_nobody_sees_the_hand_of_another(
    baumeister: Baumeister,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    watcher = Watcher(capsys)
    begin = Session.__init__

    def remember(self: Session, *args: Any, **values: Any) -> None:
        begin(self, *args, **values)
        watcher.sessions.append(self)

    monkeypatch.setattr(Session, "__init__", remember)
    monkeypatch.setattr(Terminal, "ask", lambda _, prompt: watcher.answer(prompt))
    for scenario, chapter in (("a-colourful-crowd", 7), ("escape-from-the-city", 2)):
        options = f"--seed 9 --scenario {scenario} --chapter {chapter}"
        line = f"play tybor --humans Anna,Bert,Cleo --players 4 --bots random {options}"
        assert baumeister(line).code == 0
    assert watcher.curtains > 100
    assert {"Anna", "Bert", "Cleo"} == set(watcher.seen_by)


def test_T7_2_the_watcher_would_notice(baumeister: Baumeister) -> None:
    table = facade.game("tybor").new(3, 1)
    assert len(hidden_from(table, 0)) == 10


def test_T7_3_memory_is_shown_only_when_asked_for(baumeister: Baumeister) -> None:
    typed = ["1", "1", "1"]
    assert "You remember the hand of" not in baumeister("play tybor --seed 5", typed=typed).out
    assert "You remember the hand of" in baumeister("play tybor --seed 5 --memory", typed=typed).out
