"""Journals: an interrupted run continues, with the same results as an uninterrupted one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from baumeister.cli.main import main
from baumeister.kernel import rule
from baumeister.lab.distributed.journal import Journal, JournalCodec, JournalError, run
from baumeister.lab.distributed.scheduler import Here

ROOT = Path(__file__).resolve().parents[2]
ASKED = {"game": "tybor", "seed": "7", "bots": ["greedy", "random"]}
CODEC: JournalCodec[int, int] = JournalCodec(
    str, lambda result: [result], lambda task, kept: kept[0]
)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


# --- the file ---------------------------------------------------------------------------------
def test_results_are_kept_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal(path, ASKED) as journal:
        journal.add("0-2", {"points": [1.5, "ä"]})
        assert journal["0-2"] == {"points": [1.5, "ä"]}
        journal.add("2-4", None)
    with Journal(path, ASKED) as journal:
        assert len(journal) == 2
        assert "0-2" in journal
        assert "4-6" not in journal
        assert journal["0-2"] == {"points": [1.5, "ä"]}
        journal.add("4-6", 3)
        assert (journal["2-4"], journal["4-6"]) == (None, 3)
    header, *rest = lines(path)
    assert header == {"format": "baumeister-journal", "version": 1, "asked": ASKED}
    assert [line["key"] for line in rest] == ["0-2", "2-4", "4-6"]


@pytest.mark.parametrize("cut", range(1, 110, 4))
def test_a_file_that_was_cut_off_anywhere_goes_on(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "journal"
    with Journal(path, ASKED) as journal:
        journal.add("a", 1)
        journal.add("b", 2)
    path.write_bytes(path.read_bytes()[:-cut])
    with Journal(path, ASKED) as journal:
        for key, result in (("a", 1), ("b", 2)):
            if key not in journal:
                journal.add(key, result)
    with Journal(path, ASKED) as journal:
        assert (journal["a"], journal["b"], len(journal)) == (1, 2, 2)
    assert len(lines(path)) == 3


@pytest.mark.parametrize(
    ("asked", "english", "german"),
    [
        ({**ASKED, "seed": "8"}, "seed was 7 and is 8 now", "seed war 7 und ist jetzt 8"),
        (
            {**ASKED, "bots": ["greedy"]},
            r'bots was \["greedy", "random"\] and is \["greedy"\] now',
            'bots war ["greedy", "random"]',
        ),
        ({**ASKED, "plain": True}, "plain was not given and is true now", "ist jetzt true"),
    ],
)
def test_another_question_is_refused(
    tmp_path: Path, asked: dict[str, Any], english: str, german: str
) -> None:
    path = tmp_path / "journal"
    Journal(path, ASKED).close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match=english) as told:
        Journal(path, asked)
    assert german in told.value.text("de")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "hello\n",
        "[]\n",
        '{"seed": 7}\n',
        '{"format": "other", "asked": {}}\n',
        '{"format": "baumeister-journal", "asked": {}}\n',
    ],
)
def test_a_file_that_is_no_journal_stays_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(JournalError, match="is not a journal"):
        Journal(path, ASKED)
    assert path.read_text() == text


@pytest.mark.parametrize(
    "line", ['{"key": "b", "res', '{"key": "b"}', '{"key": 7, "result": 1}', "[]", "[" * 100_000]
)
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "journal"
    with Journal(path, ASKED) as journal:
        journal.add("a", 1)
    with path.open("a") as file:
        file.write(line + '\n{"key":"c","result":3}\n')
    with pytest.raises(JournalError, match="line 3 is damaged"):
        Journal(path, ASKED)


@pytest.mark.parametrize("result", ["5", "null", "[]", '[[[1], [1.0], 7], "x"]', '{"a": 1}'])
@pytest.mark.parametrize(
    "command",
    [
        "simulate samara --games 1 --plain",
        "tournament samara --bots greedy,random --games 2 --plain",
        "lab balance samara --players 2 --games 1 --bots random --plain",
    ],
)
def test_so_is_one_with_a_result_of_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, result: str
) -> None:
    pytest.importorskip("numpy", reason="lab balance needs numpy")
    path = tmp_path / "j"
    line = [*command.split(), "--journal", str(path), "--lang", "en"]
    assert main(line) == 0
    header, first, *rest = path.read_text(encoding="utf-8").splitlines()
    key = json.dumps(json.loads(first)["key"])
    damaged = f'{{"key": {key}, "result": {result}}}'
    path.write_text("\n".join([header, damaged, *rest, ""]), encoding="utf-8")
    capsys.readouterr()
    assert main(line) == 2
    assert "line 2 is damaged" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_journal_is_a_file() -> None:
    with pytest.raises(JournalError, match="must be a regular file") as told:
        Journal(Path("/dev/full"), ASKED)
    assert "muss eine Datei sein" in told.value.text("de")


@pytest.mark.skipif(os.name != "posix", reason="file locks are POSIX")
def test_two_runs_cannot_write_at_once(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "journal", ASKED),
        pytest.raises(JournalError, match="written by another process"),
    ):
        Journal(tmp_path / "journal", ASKED)


def test_only_what_is_not_there_is_done(tmp_path: Path) -> None:
    done: list[int] = []

    def double(task: int) -> int:
        if task == 3:
            raise ValueError("three")
        done.append(task)
        return 2 * task

    for _ in range(2):
        with Journal(tmp_path / "journal", ASKED) as journal:
            outcomes = list(run(Here(), double, range(6), journal, CODEC))
        assert sorted(o.result for o in outcomes if o.result is not None) == [0, 2, 4, 8, 10]
        assert sum(o.problem is not None for o in outcomes) == 2  # tried again in every run
    assert done == [0, 1, 2, 4, 5]


# --- the commands -----------------------------------------------------------------------------
def killed_in_the_middle(command: list[str], journal: Path) -> None:
    """Start a command and kill it without warning when the journal has a few lines."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen(
        [sys.executable, "-m", "baumeister", *command],
        cwd=journal.parent,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = monotonic() + 60
    while not journal.exists() or journal.read_bytes().count(b"\n") < 5:
        assert process.poll() is None
        assert monotonic() < deadline
        sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
def test_a_killed_tournament_goes_on_and_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    line = "tournament tybor --bots greedy,random,apprentice --players 2,3 --games 36 --lang en"
    command = [*line.split(), "--plain"]
    journal = tmp_path / "games.jsonl"
    killed_in_the_middle([*command, "--journal", str(journal)], journal)
    before = len(lines(journal)) - 1 if journal.read_bytes().endswith(b"\n") else None
    assert before is None or 4 <= before < 72
    tables, shown = [], []
    for options in (["--journal", str(journal)], []):
        assert main([*command, *options, "--json", "out.json"]) == 0
        said = capsys.readouterr()
        assert ("Continuing with" in said.err) == bool(options)
        written = json.loads(Path("out.json").read_text(encoding="utf-8"))
        for table in written["tables"]:
            for row in table["games"]:
                del row["seconds"]
            for row in table["ranking"]:
                del row["seconds_per_decision"]
        tables.append((written["command"], written["tables"]))
        shown.append([line for line in said.out.splitlines() if line.startswith("Clear")])
    assert tables[0] == tables[1]
    assert shown[0] == shown[1]
    assert len(tables[0][1][1]["games"]) == 36


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["summary", "records"])
def test_killed_simulations_go_on_and_end_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: list[str]
) -> None:
    line = "simulate samara --players 3 --bots greedy,random,greedy --games 60 --plain --lang en"
    command = [*line.split(), *form]
    journal = tmp_path / "games.jsonl"
    killed_in_the_middle([*command, "--journal", str(journal)], journal)
    said = []
    for options in (["--journal", str(journal)], []):
        assert main([*command, *options]) == 0
        said.append(capsys.readouterr().out.rpartition(";")[0])  # without how long it took
    assert said[0] == said[1]
    assert len(lines(journal)) == 61


def test_a_finished_journal_gives_the_tables_without_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not rule.can_compile():
        pytest.skip("numba is not installed on this machine")
    monkeypatch.chdir(tmp_path)
    command = "tournament samara --bots greedy,random --games 600 --journal j --json out.json"
    assert main(command.split()) == 0
    first = Path("out.json").read_text(encoding="utf-8")
    size = Path("j").stat().st_size
    monkeypatch.setattr("baumeister.lab.tournament.games.play", None)
    assert main(command.split()) == 0
    again = json.loads(Path("out.json").read_text(encoding="utf-8"))
    assert again["tables"] == json.loads(first)["tables"]
    assert Path("j").stat().st_size == size
    capsys.readouterr()
    assert main([*command.split(), "--seed", "1", "--lang", "de"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "j ist das Journal eines anderen Laufs: seed war 0 und ist jetzt 1" in said


def test_the_last_of_several_quick_lines_is_synced_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No further line has to come for that."""
    sizes: list[int] = []
    monkeypatch.setattr(
        "baumeister.lab.distributed.journal.os.fsync",
        lambda file: sizes.append(os.fstat(file).st_size),
    )
    with Journal(tmp_path / "j", {"games": 3}) as journal:
        for key in "abc":
            journal.add(key, 1)
        whole = (tmp_path / "j").stat().st_size
        while whole not in sizes:  # the timer comes by itself
            sleep(0.01)
    assert sizes[-1] == whole
