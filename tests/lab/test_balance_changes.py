"""What differs between two data files, in words."""

from __future__ import annotations

from pathlib import Path

from baumeister.lab.balance.changes import changes, said
from baumeister.play.data_files import standard_data


def with_text(name: str, path: Path, *replacements: tuple[str, str]) -> Path:
    """A copy of a data file with other words in it."""
    text = standard_data(name)
    for before, after in replacements:
        assert before in text
        text = text.replace(before, after, 1)
    path.write_text(text, encoding="utf-8")
    return path


def test_changes_are_told_by_the_names_on_the_tiles(tmp_path: Path) -> None:
    boat = ('needs = "SS"\nprestige = 6', 'needs = "S"\nprestige = 4')
    path = with_text("samara", tmp_path / "mine.toml", boat)
    found = changes("samara", None, path)
    assert said(found, "en") == "Boat: needs SS → S; Boat: prestige 6 → 4"
    assert said(found, "de") == "Boot: braucht SS → S; Boot: Ansehen 6 → 4"
    assert [change.key for change in found] == ["Boat", "Boat"]
    assert said(found, "en", most=1) == "Boat: needs SS → S; 1 more"


def test_a_new_order_of_rows_is_no_change_and_a_new_name_is_one(tmp_path: Path) -> None:
    lines = standard_data("tybor").splitlines(keepends=True)
    one, two = (next(line for line in lines if name in line) for name in ("Farm House", "Granary"))
    path = with_text("tybor", tmp_path / "order.toml", (one + two, two + one))
    assert changes("tybor", None, path) == []
    path = with_text("tybor", tmp_path / "name.toml", ("Granary", "Silo"))
    assert said(changes("tybor", None, path), "en") == "Granary: English name Granary → Silo"


def test_a_new_order_of_characters_is_no_change(tmp_path: Path) -> None:
    one, two = 'strength = 2, colours = "GBR"', 'strength = 2, colours = "GYR"'
    path = with_text("tybor", tmp_path / "order.toml", (one, "?"), (two, one), ("?", two))
    assert changes("tybor", None, path) == []


def test_characters_and_other_values_have_no_name(tmp_path: Path) -> None:
    farmer = ('strength = 1, colours = "GYBR"', 'strength = 2, colours = "GYBR"')
    path = with_text("tybor", tmp_path / "mine.toml", farmer)
    assert said(changes("tybor", None, path), "en") == "farmer (characters 1): strength 1 → 2"
    board = ("columns = [9, 8, 7, 6]", "columns = [8, 8, 8, 6]")
    path = with_text("samara", tmp_path / "board.toml", board, ('version = "2"', 'version = "x"'))
    found = said(changes("samara", None, path), "de")
    assert found == "board.columns: [9, 8, 7, 6] → [8, 8, 8, 6]"
