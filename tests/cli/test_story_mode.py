"""`baumeister play --story FILE`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from baumeister.play import records
from baumeister.play.story import Story
from tests.cli.conftest import Baumeister

LINE = "play tybor --players 2 --seed 3 --story"
ENOUGH = ["1"] * 2000


def test_all_eight_chapters(baumeister: Baumeister, tmp_path: Path) -> None:
    path, record = tmp_path / "story.json", tmp_path / "game.txt"
    said = baumeister(
        f"{LINE} {path} --scenario size-matters --lang de --save {record}", typed=ENOUGH
    )
    assert said.code == 0
    for title in ("I Der junge Baumeister", "VIII Glaube und Handwerk"):
        assert f"Kapitel: {title}" in said.out
    assert "Als das letzte Gerüst fällt" in said.out
    story = Story.load(path)
    assert story.over
    leaders = [story.names[seat] for seat in story.leaders()]
    assert f"von unten lesen: {' und '.join(leaders)}." in said.out
    for chapter in range(1, 9):
        [table] = records.read_file(tmp_path / f"game-{chapter}.txt")
        assert table.over
        assert table.options["chapter"] == chapter
    again = baumeister("play tybor --story", path)
    assert again.code == 0
    assert "When the last scaffold falls" in again.out


def test_a_story_goes_on_where_it_was(baumeister: Baumeister, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    one_chapter = ["1"] * 50
    baumeister(LINE, whole, typed=one_chapter)
    first = baumeister(LINE, parts, typed=one_chapter[:17])
    assert f"Continue with: baumeister play tybor --story {parts}" in first.out
    baumeister("play tybor --story", parts, typed=one_chapter[17:])
    assert Story.load(parts) == Story.load(whole)
    assert len(Story.load(whole).chapters) >= 1


def test_a_custom_bot_cannot_guess_the_seed_of_a_story(
    baumeister: Baumeister, tmp_path: Path
) -> None:
    path = tmp_path / "story.json"
    line = f"{LINE} {path} --bots tests.cli.test_hint:OwnBot"
    assert baumeister(line, typed=["1"] * 3).code == 0
    seed = Story.load(path).seed
    assert re.fullmatch(r"3\+[0-9a-f]{32}", seed)
    for given in ("3", seed):
        line = f"play tybor --seed {given} --story {path} --bots tests.cli.test_hint:OwnBot"
        assert baumeister(line, typed=["1"] * 3).code == 0


def test_stopping_between_chapters(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "story.json"
    baumeister(LINE, path, typed=["1"] * 43)
    story = Story.load(path)
    assert story.running is not None
    [table] = records.read(story.running)
    rest = 0
    while not table.over:
        seat = table.waiting_for[0]
        rest += seat == 0
        table.play(seat, table.legal(seat)[0])
    said = baumeister(LINE, path, typed=["1"] * rest + ["quit"] * 3)
    assert said.code == 0
    assert "Continue with: " in said.out


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ("--players 3", "begun with another --players"),
        ("--seed 9", "begun with another --seed"),
        ("--scenario size-matters", "begun with another --scenario"),
        ("--humans Zoe", "'Zoe' does not sit at this table; there are Player 1, Ada (greedy)"),
    ],
)
def test_a_story_keeps_its_players(
    baumeister: Baumeister, tmp_path: Path, arguments: str, hint: str
) -> None:
    path = tmp_path / "story.json"
    baumeister(LINE, path, typed=["1"])
    said = baumeister(f"play tybor --story {path} {arguments}")
    assert said.code == 2
    assert hint in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("text", ["", "{}", '{"format": "baumeister-story", "version": 7}'])
def test_a_broken_story_is_refused(baumeister: Baumeister, tmp_path: Path, text: str) -> None:
    path = tmp_path / "story.json"
    path.write_text(text)
    said = baumeister("play tybor --story", path)
    assert said.code == 2
    assert said.err.startswith(f"baumeister: {path}: ")
    assert said.err.count("\n") == 1


def test_a_running_chapter_that_was_changed_is_refused(
    baumeister: Baumeister, tmp_path: Path
) -> None:
    path = tmp_path / "story.json"
    baumeister(LINE, path, typed=["1"] * 5)
    data = json.loads(path.read_text(encoding="utf-8"))
    data["running"] = data["running"].replace("* deal", "* Deal")
    path.write_text(json.dumps(data), encoding="utf-8")
    said = baumeister("play tybor --story", path)
    assert said.code == 2
    assert said.err.startswith(f"baumeister: {path}: running: line ")


def test_records_of_chapters_never_overwrite_a_foreign_file(
    baumeister: Baumeister, tmp_path: Path
) -> None:
    path, foreign = tmp_path / "story.json", tmp_path / "game-3.txt"
    foreign.write_text("my diary")
    said = baumeister(LINE, path, "--save", tmp_path / "game.txt")
    assert said.code == 2
    assert f"{foreign} exists and is not a record of this game" in said.err
    assert not path.exists()
    foreign.unlink()
    said = baumeister(LINE, tmp_path / "game-2.txt", "--save", tmp_path / "game.txt")
    assert said.code == 2
    assert "the file of the story itself" in said.err


def test_a_chapter_in_progress_is_only_named(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "story.json"
    first = baumeister(f"{LINE} {path} --scenario size-matters", typed=["1"])
    again = baumeister("play tybor --story", path)
    assert "Chapter: I " in first.out
    assert "Chapter: I " in again.out
    assert len(again.out[: again.out.index("Type the")]) < len(first.out[: first.out.index("Type")])
