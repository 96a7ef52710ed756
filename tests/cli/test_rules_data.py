"""`baumeister rules data GAME`: the data file, for whoever wants values of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from baumeister.play.data_files import former_file, standard_data
from tests.cli.conftest import Baumeister


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_it_writes_the_data_file(baumeister: Baumeister, game: str) -> None:
    assert baumeister(f"rules data {game}").out == standard_data(game)
    assert baumeister(f"rules Daten --game {game} --lang de").out == standard_data(game)


def test_it_writes_the_file_itself(baumeister: Baumeister, tmp_path: Path) -> None:
    said = baumeister("rules data samara --lang en --out", tmp_path / "mine.toml")
    assert (said.code, said.out) == (0, f"The data file is in {tmp_path / 'mine.toml'}.\n")
    assert (tmp_path / "mine.toml").read_bytes() == standard_data("samara").encode()


@pytest.mark.parametrize("version", ["1", "1-fa94f4afb859"])
def test_it_writes_former_values(baumeister: Baumeister, version: str) -> None:
    former = former_file("samara", "1-fa94f4afb859")
    assert former is not None
    said = baumeister(f"rules data samara --of {version}")
    assert said.out == former.read_text(encoding="utf-8")
    assert said.out != baumeister("rules data samara --of 2").out == standard_data("samara")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("rules data samara --of 9", "eine Datenversion '9' gibt es nicht; es gibt 1-fa94f4afb859"),
        ("rules data samara --out /kein/ort", "kann nicht geschrieben werden"),
        ("rules T4.7 --out x.toml", "--of und --out gehören zur Datendatei"),
        ("rules --of 1", "--of und --out gehören zur Datendatei"),
    ],
)
def test_what_cannot_be_written_is_told(baumeister: Baumeister, line: str, words: str) -> None:
    said = baumeister(f"{line} --lang de")
    assert (said.code, said.out) == (2, "")
    assert words in said.err


# --- files from Windows -----------------------------------------------------------------------
def test_a_mark_before_the_text_does_not_matter(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(standard_data("samara"), encoding="utf-8-sig", newline="\r\n")
    said = baumeister("simulate samara --games 1 --plain --json --data", path)
    assert said.code == 0
    assert said.out == baumeister("simulate samara --games 1 --plain --json").out
    record = tmp_path / "game.jsonl"
    record.write_text(said.out, encoding="utf-8-sig")
    for command in ("verify", "replay"):
        assert baumeister(command, record).code == 0


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "in UTF-16, as > of PowerShell writes it; save it as UTF-8"),
        ("de", "in UTF-16, wie > der PowerShell ihn schreibt; speichere ihn als UTF-8"),
    ],
)
def test_a_file_in_utf_16_is_named_as_one(
    baumeister: Baumeister, tmp_path: Path, encoding: str, language: str, words: str
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("\ufeff" * (encoding != "utf-16") + standard_data("samara"), encoding)
    for line in ("replay", "simulate samara --games 1 --data"):
        said = baumeister(f"{line} {path} --lang {language}")
        assert said.code == 2
        assert words in said.err
