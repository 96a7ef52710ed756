"""Story mode: chapters I to VIII in order, remembering who won (T2.2)."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import baumeister
from baumeister.play import Game, OptionError, Table
from baumeister.play.files import replace_file
from baumeister.play.story import ChapterResult, Story, StoryError

NAMES = ["Anna", "Bert"]


@pytest.fixture(scope="module")
def game() -> Game:
    return baumeister.game("tybor")


def play(table: Table, moves: int = 10_000) -> Table:
    """Go on with the first legal action, to the end or for so many moves."""
    while not table.over and moves > 0:
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
        moves -= 1
    return table


def story_won_by(game: Game, *winners: list[int]) -> Story:
    """A story whose chapters so far were won by these seats."""
    story = Story.new(game, NAMES, 1)
    for chapter, seats in enumerate(winners, 1):
        scores = [30 if seat in seats else 20 for seat in range(len(NAMES))]
        story.chapters.append(ChapterResult(chapter, "size-matters", "x", scores, seats))
    return story


def test_T2_2_the_story_goes_from_chapter_I_to_VIII(game: Game) -> None:
    story = Story.new(game, NAMES, 1)
    for chapter in range(1, 9):
        assert story.next_chapter == chapter
        assert not story.over
        table = story.open(game)
        assert table.options["chapter"] == chapter
        assert list(table.names) == NAMES
        story.keep(play(table))
    assert story.over
    assert [result.chapter for result in story.chapters] == list(range(1, 9))
    assert len({result.seed for result in story.chapters}) == 8


def test_the_scenario_is_drawn_for_each_chapter_or_fixed(game: Game) -> None:
    drawn = Story.new(game, NAMES, 1)
    fixed = Story.new(game, NAMES, 1, scenario="size-matters")
    for story in (drawn, fixed):
        for _ in range(8):
            story.keep(play(story.open(game)))
    assert len({result.scenario for result in drawn.chapters}) > 1
    assert {result.scenario for result in fixed.chapters} == {"size-matters"}


def test_the_same_seed_gives_the_same_story(game: Game) -> None:
    one, two, other = (Story.new(game, NAMES, seed) for seed in (1, "1", 2))
    assert one.open(game).seed == two.open(game).seed
    assert one.open(game).seed != other.open(game).seed
    assert Story.new(game, NAMES).seed != Story.new(game, NAMES).seed


def test_a_published_seed_tells_nothing_of_the_next_chapter(game: Game) -> None:
    story = Story.new(game, NAMES, "secret")
    assert "secret" not in story.chapter_seed(1)
    assert story.chapter_seed(1) not in story.chapter_seed(2)


def test_a_result_holds_winners_scores_and_seed(game: Game) -> None:
    story = Story.new(game, NAMES, 1)
    table = play(story.open(game))
    story.keep(table)
    [result] = story.chapters
    assert result.scores == [score["total"] for score in table.scores()]
    assert result.winners == table.winners
    assert result.seed == table.seed == story.chapter_seed(1)


def test_who_won_most_chapters(game: Game) -> None:
    story = story_won_by(game, [0], [1], [1], [0, 1])
    assert story.wins() == [2, 3]
    assert story.leaders() == [1]


def test_all_who_are_tied_win_the_story(game: Game) -> None:
    assert story_won_by(game, [0], [1]).leaders() == [0, 1]


# --- the file ---------------------------------------------------------------------------------
def test_a_story_is_the_same_after_loading(game: Game, tmp_path: Path) -> None:
    story = story_won_by(game, [0], [0, 1])
    story.save(tmp_path / "story.json")
    assert Story.load(tmp_path / "story.json") == story


def test_a_running_chapter_goes_on_where_it_was(game: Game, tmp_path: Path) -> None:
    story = Story.new(game, NAMES, 1)
    table = play(story.open(game), moves=25)
    story.keep(table)
    story.save(tmp_path / "story.json")
    again = Story.load(tmp_path / "story.json").open(game)
    assert again.moves == table.moves
    assert play(again).scores() == play(table).scores()


def saved(game: Game) -> dict[str, Any]:
    """The file of a story in its second chapter."""
    story = story_won_by(game, [0])
    story.keep(play(story.open(game), moves=3))
    text: dict[str, Any] = {"format": "baumeister-story", "version": 1, **vars(story)}
    text["chapters"] = [vars(result) for result in story.chapters]
    return text


def changed(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data[key] = value

    return change


def changed_row(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(data: dict[str, Any]) -> None:
        data["chapters"][0][key] = value

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (changed("format", "x"), "not a story"),
        (changed("version", 2), "version 2 of the story file is unknown, only 1 is known"),
        (changed("names", "Anna"), "names: a list of names is needed"),
        (changed("names", ["Anna", "anna"]), "names: the names must differ"),
        (changed("seed", 7), "seed: a text is needed, not 7"),
        (changed("rules_version", "1"), "rules_version: a whole number is needed"),
        (changed("rules_version", True), "rules_version: a whole number is needed"),
        (changed("chapters", {}), "chapters: a list of at most 8 is needed"),
        (changed("chapters", [{}] * 9), "chapters: a list of at most 8 is needed"),
        (changed("chapters", [1]), "chapters, row 1: an object is needed"),
        (changed("running", []), "running: a text is needed"),
        (changed_row("chapter", 2), "chapters, row 1, chapter: 1 is needed, not 2"),
        (changed_row("scores", [1]), "scores: 2 whole numbers are needed"),
        (changed_row("scores", [20, 30]), "winners: they do not have the most points"),
        (changed_row("winners", []), "winners: seats from 0 to 1 are needed"),
        (changed_row("winners", [2]), "winners: seats from 0 to 1 are needed"),
        (changed_row("winners", [0, 0]), "winners: seats from 0 to 1 are needed"),
        (changed_row("winners", ["0"]), "winners: seats from 0 to 1 are needed"),
        (changed_row("seed", None), "seed: a text is needed"),
    ],
)
def test_a_broken_story_is_refused_with_place_and_reason(
    game: Game, tmp_path: Path, change: Callable[[dict[str, Any]], None], reason: str
) -> None:
    data = saved(game)
    change(data)
    path = tmp_path / "story.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(StoryError, match=reason) as caught:
        Story.load(path)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.parametrize("text", ["", "{", "[]", "1", "[" * 100_000, "\x00"])
def test_what_is_no_story_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "story.json"
    path.write_text(text)
    with pytest.raises(StoryError):
        Story.load(path)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(StoryError, match="cannot be read"):
        Story.load(tmp_path)
    (tmp_path / "latin").write_bytes(b"\xff\xfe")
    with pytest.raises(StoryError, match="UTF-8"):
        Story.load(tmp_path / "latin")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (changed("rules_version", 99), "rules version 99"),
        (changed("data_version", "x"), "data x, not .*--data FILE"),
        (changed("running", "nonsense"), "running: line 1"),
    ],
)
def test_a_story_of_something_else_does_not_go_on(
    game: Game, change: Callable[[dict[str, Any]], None], reason: str
) -> None:
    data = saved(game)
    change(data)
    with pytest.raises(StoryError, match=reason):
        Story.parse(json.dumps(data)).open(game)


def test_a_running_game_of_another_chapter_does_not_go_on(game: Game) -> None:
    data = saved(game)
    data["chapters"] = []
    with pytest.raises(StoryError, match="a game of chapter 1 is needed"):
        Story.parse(json.dumps(data)).open(game)


def test_an_unknown_scenario(game: Game) -> None:
    with pytest.raises(OptionError, match="not a scenario"):
        Story.new(game, NAMES, 1, scenario="x").open(game)


# --- writing ----------------------------------------------------------------------------------
def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    replace_file(path, "old")

    def fail(_: object, __: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="Input/output error") as caught:
        replace_file(path, "new")
    assert caught.value.filename == str(path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["file"]


def test_permissions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o640)
    replace_file(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
