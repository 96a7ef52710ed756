"""Files for results: what cannot be written is told before anything is played."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from typing import IO, Any

import pytest

from baumeister.cli.output_files import write_output
from tests.cli.conftest import Baumeister

GAMES = "tournament samara --bots greedy,random --games 2 --plain"
SIMULATE = "simulate samara --games 1 --plain"
devices = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("option", ["--json", "--report", "--journal"])
@pytest.mark.parametrize(
    ("path", "english", "german"),
    [
        ("folder", "it is a folder", "Es ist ein Ordner"),
        ("no/such.json", "its folder does not exist", "der Ordner dafür fehlt"),
        ("n" * 300, "File name too long", "Der Dateiname ist zu lang"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_games(
    baumeister: Baumeister, folder: Path, option: str, path: str, english: str, german: str
) -> None:
    (folder / "folder").mkdir()
    for language, words in (("en", english), ("de", german)):
        said = baumeister(f"{GAMES} {option} {path} --lang {language}")
        assert (said.code, said.out) == (2, "")
        assert words in said.err
    assert [file.name for file in folder.iterdir()] == ["folder"]


def test_a_file_without_permission_is_refused_before_the_games(
    baumeister: Baumeister, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "out.json").touch()
    opened = Path.open

    def refusing(self: Path, mode: str = "r", *more: Any, **others: Any) -> IO[Any]:
        """Nobody may write this file, not even root."""
        if self.name == "out.json" and mode != "r":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return opened(self, mode, *more, **others)

    monkeypatch.setattr(Path, "open", refusing)
    said = baumeister(f"{GAMES} --json out.json --lang en")
    assert (said.code, said.out) == (2, "")
    assert "out.json cannot be written: Permission denied" in said.err


@pytest.mark.parametrize(
    ("line", "one", "other"),
    [
        (f"{GAMES} --json same --report same", "--report", "--json"),
        (f"{GAMES} --journal same --json ./same", "--journal", "--json"),
        (f"{GAMES} --data own.toml --json own.toml", "--data", "--json"),
        (f"{GAMES} --data own.toml --report link", "--data", "--report"),
        (f"{SIMULATE} --data own.toml --journal own.toml", "--data", "--journal"),
        ("lab balance samara --compare own.toml --json own.toml", "--compare", "--json"),
        (f"{GAMES} --cluster own.toml --json own.toml", "--cluster", "--json"),
    ],
)
def test_no_file_serves_two_ends(
    baumeister: Baumeister, folder: Path, line: str, one: str, other: str
) -> None:
    pytest.importorskip("numpy", reason="lab balance needs numpy")
    own = Path(__file__).parents[2] / "src" / "baumeister" / "games" / "samara" / "data.toml"
    changed = own.read_text(encoding="utf-8").replace("prestige = 6", "prestige = 9")
    (folder / "own.toml").write_text(changed, encoding="utf-8")
    (folder / "link").symlink_to("own.toml")
    said = baumeister(f"{line} --lang en")
    assert said.code == 2
    assert f"is named by {one} and by {other}; each needs a file of its own" in said.err
    assert (folder / "own.toml").read_text(encoding="utf-8") == changed
    assert not (folder / "same").exists()


def test_a_file_that_was_there_is_replaced_and_a_link_stays_one(
    baumeister: Baumeister, folder: Path
) -> None:
    (folder / "real.json").write_text("old")
    (folder / "link.json").symlink_to("real.json")
    assert baumeister(f"{GAMES} --json link.json").code == 0
    assert (folder / "link.json").is_symlink()
    assert json.loads((folder / "real.json").read_text())["finished"]
    assert {file.name for file in folder.iterdir()} == {"real.json", "link.json"}


@devices
def test_a_full_disk_is_told_with_the_name_of_the_file(baumeister: Baumeister) -> None:
    said = baumeister(f"{GAMES} --json /dev/full --report /dev/null --lang en")
    assert said.code == 2
    assert "/dev/full: No space left on device" in said.err
    assert "greedy" in said.out  # the table is printed all the same


@devices
def test_a_device_may_be_named_twice(baumeister: Baumeister) -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    assert baumeister(f"{GAMES} --json /dev/null --report /dev/null").code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_written_to_once(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    reader = os.open(folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    write_output(folder / "pipe", "all of it")
    assert os.read(reader, 100) == b"all of it"
    os.close(reader)
    assert (folder / "pipe").is_fifo()
