"""Every game that is installed, at the terminal: whole games, help, hints, rules, records."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

from baumeister.cli.screens.registry import screen_of
from baumeister.kernel.glossary import LANGUAGES
from tests.cli.conftest import Baumeister
from tests.new_game.test_play import INSTALLED, TABLES, played

FIRST = ["1"] * 200


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_by_numbers(
    baumeister: Baumeister, name: str, players: int, language: str
) -> None:
    said = baumeister(f"play {name} --players {players} --seed 1 --lang {language}", typed=FIRST)
    assert (said.code, said.err) == (0, "")
    assert {"en": " points", "de": " Punkten"}[language] in said.out
    assert "★" in said.out
    assert "{" not in said.out
    assert "reconstructed" not in said.out


@pytest.mark.parametrize("name", INSTALLED)
def test_two_people_share_a_screen_and_the_curtain_falls(baumeister: Baumeister, name: str) -> None:
    said = baumeister(f"play {name} --humans Anna,Bert --seed 1", typed=["", *["1", "1", ""] * 50])
    assert said.code == 0
    assert said.out.count("Bert") > 10
    assert re.search(r"Anna.* wins? |Bert.* wins? |win together", said.out)


def test_what_is_typed_is_explained(baumeister: Baumeister) -> None:
    asked = [
        "?",
        "? rules",
        "? C2.3",
        "? nothing",
        "fly",
        "take 1",
        "score",
        "log",
        "undo",
        "table",
    ]
    said = baumeister("play cairn --players 2 --seed 1", typed=[*asked, "quit", ""])
    for part in (
        "? CLAUSE    explains a clause",
        "any other begins a new cairn",
        "is the first stone of a new cairn",
        "“nothing” is not known",
        "“fly” is not a move here",
        "That is not possible now: take the stone of width 1. [C2.1]",
        "no points yet",
        "Everything is shuffled.",
        "decisions of this game are open",
    ):
        assert part in said.out, part


@pytest.mark.parametrize("name", INSTALLED)
def test_a_saved_game_is_resumed_replayed_and_verified(
    baumeister: Baumeister, tmp_path: Path, name: str
) -> None:
    file = tmp_path / "game.txt"
    said = baumeister(f"play {name} --players 2 --seed 4 --save", file, typed=[*FIRST[:6], "quit"])
    assert file.exists(), said
    assert baumeister("play --resume", file, typed=FIRST).code == 0
    assert "with" in baumeister("replay", file).out
    checked = baumeister("verify", file)
    assert checked.code == 0
    assert "The set-up and all 1 shuffles follow from the seed." in checked.out
    text = file.read_text(encoding="utf-8")
    first, second = re.search(r"\* shuffle (\d+) (\d+)", text).groups()  # type: ignore[union-attr]
    if first != second:
        stacked = text.replace(f"shuffle {first} {second}", f"shuffle {second} {first}")
        file.write_text(stacked, encoding="utf-8")
        assert baumeister("verify", file).code == 1


def test_the_rules_are_read_by_clause_and_by_word(baumeister: Baumeister) -> None:
    assert "C4.4 The most points win." in baumeister("rules --game cairn").out
    assert "Auslage" in baumeister("rules C1.3 --lang de").out
    assert "C4.3" in baumeister("rules landmark").out
    data = baumeister("play cairn --data nowhere.toml", typed=FIRST)
    assert (data.code, "cairn has no data file" in data.err) == (2, True)


@pytest.mark.parametrize("name", INSTALLED)
def test_the_screen_shows_no_more_than_the_view(name: str) -> None:
    table = played(name, 3, moves=12)
    screen = screen_of(table.game, "en")
    view = {**table.view(0), "hand": [91, 92, 93]}
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(*screen.table(view, 100))
    assert "91" not in console.export_text()
    console.print(*screen.own(view, memory=False))
    assert "Hand: 91 92 93" in console.export_text()
