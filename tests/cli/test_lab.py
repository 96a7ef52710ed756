"""`baumeister lab balance`: tables, files, errors, Ctrl-C; what the numbers are worth is tested in
tests/lab."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="lab balance needs numpy")

from baumeister.cli.commands import lab_balance as command
from baumeister.cli.commands import simulate
from baumeister.kernel.glossary import say
from baumeister.lab import plots
from baumeister.lab.balance import games
from baumeister.lab.distributed.scheduler import WorkerDied
from tests.cli.conftest import Baumeister

SMALL = "lab balance samara --players 2 --games 10 --bots random --plain"
DATA = Path(__file__).parents[2] / "src" / "baumeister" / "games"
ESTIMATE = {"value", "low", "high"}


# --- tables -----------------------------------------------------------------------------------
def test_it_tells_about_every_number_of_players(baumeister: Baumeister) -> None:
    said = baumeister("lab balance tybor --players 2,3 --games 9 --bots random --plain")
    assert said.code == 0
    assert said.out.lstrip().startswith("By number of players")
    assert "Tybor the Builder, 2 players: 9 games of random, seed 0" in said.out
    assert "Tybor the Builder, 3 players: 9 games of random, seed 0" in said.out
    for group in ("Buildings", "Professions, as citizens", "Secret objectives", "score sheet"):
        assert group in said.out
    assert "who begins" in said.out.lower()
    assert "jackknife over 9 blocks" in " ".join(said.out.split())


def test_it_speaks_german(baumeister: Baumeister) -> None:
    said = baumeister(f"{SMALL} --lang de --compare-options no-specials")
    assert said.code == 0
    assert "Samara, 2 Spieler: 10 Partien von random, Startwert 0" in said.out
    assert "Plättchen nach nötigen Werkzeugen" in said.out
    assert "Die Änderung: Sonderfähigkeiten: mit Sonderfähigkeiten → Variante für" in said.out
    assert "Aus 10 Partien nicht klar" in said.out
    assert re.search(r"\d,\d", said.out)


def test_long_tables_are_shortened_unless_all_is_asked_for(baumeister: Baumeister) -> None:
    short = baumeister(SMALL)
    assert "Tiles; the 5 strongest and weakest, --all shows 34" in short.out
    whole = baumeister(f"{SMALL} --all")
    assert "--all shows" not in whole.out
    assert len(whole.out.splitlines()) > len(short.out.splitlines())


def test_different_bots_have_a_table_of_seats(baumeister: Baumeister) -> None:
    said = baumeister("lab balance samara --players 2 --games 8 --bots greedy,random --plain")
    assert "Seats at the table" in said.out
    assert "8 games of greedy, random" in said.out


def test_a_bot_of_ones_own_plays_at_tables(
    baumeister: Baumeister, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = "class Last:\n    name = 'last'\n    __init__ = lambda self, seed: None\n"
    decide = "    def decide(self, view):\n        return view.legal[-1]\n"
    (tmp_path / "lab_bots.py").write_text(bot + decide)
    monkeypatch.chdir(tmp_path)
    said = baumeister("lab balance samara --players 2 --games 3 --bots lab_bots:Last")
    assert said.code == 0
    assert "3 games of lab_bots:Last" in said.out


def test_the_group_has_help(baumeister: Baumeister) -> None:
    said = baumeister("lab --help --lang en")
    assert said.code == 0
    assert "lab balance" in said.out


def test_of_two_players_the_gap_is_the_margin(baumeister: Baumeister) -> None:
    assert "gap" not in baumeister(f"{SMALL} --lang en").out


def test_help_teaches(baumeister: Baumeister) -> None:
    for language in ("en", "de"):
        said = baumeister(f"lab balance --help --lang {language}")
        assert said.code == 0
        assert say("cli.about.lab balance", language) in said.out
        assert said.out.count("  baumeister lab balance") >= 4
        assert said.out == baumeister(f"help lab balance --lang {language}").out


# --- files ------------------------------------------------------------------------------------
def test_the_json_file_has_what_the_document_says(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "out.json"
    line = f"{SMALL} --seed 4 --compare-options start-month=6 --jobs 1"
    assert baumeister(line, "--json", path).code == 0
    data = json.loads(path.read_text(encoding="utf-8"))
    document = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    assert (data["format"], data["version"]) == ("baumeister-balance", 1)
    assert data["command"] == (
        "baumeister lab balance samara --players 2 --games 10 --seed 4 --bots random"
        " --compare-options start-month=6 --plain"
    )
    (section,), (comparison,) = data["sections"], data["comparisons"]
    assert (section["players"], section["games"], data["finished"]) == (2, 10, True)
    assert set(section["places"][0]["win_share"]) == ESTIMATE
    assert set(section["numbers"]) == {"points", "margin", "gap", "decisions", "months"}
    assert len(section["items"]) == len(comparison["items"]) == 92
    item, changed = section["items"][0], comparison["items"][0]
    keys = (data, section, section["places"][0], section["settings"][0], item, comparison, changed)
    for part in keys:
        for key in part:
            assert f"`{key}`" in document, key
    assert comparison["after"]["games"] == 10
    months = {s["value"] for s in comparison["after"]["settings"] if s["setting"] == "start_month"}
    assert months == set()  # given, so there is nothing to compare


def test_the_page_needs_nothing_else(baumeister: Baumeister, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    path = tmp_path / "page.html"
    line = "lab balance samara --players 2 --games 40 --bots random --plain"
    assert baumeister(f"{line} --compare-options no-specials --lang de", "--report", path).code == 0
    text = path.read_text(encoding="utf-8")
    hosts = set(re.findall(r"(?:https?:)?//[\w.-]+", text))
    assert hosts <= {"http://www.w3.org"}  # names of XML, nothing that is fetched
    assert "<script" not in text
    assert "<link" not in text
    assert text.count("<svg") >= 6
    assert '<html lang="de">' in text
    assert "Was die Änderung bewirkt" in text
    headings = set(re.findall(r'<h\d id="(h[\d-]+)"', text))
    assert set(re.findall(r'href="#(h[\d-]+)"', text)) == headings
    tiles = text.index(">Plättchen</h3>")
    assert text.index("<table>", tiles) < text.index("<h3", tiles)  # its own, right below
    assert "baumeister lab balance samara --players 2 --games 40" in text
    assert text.index("<details><summary>Inhalt</summary>") < text.index("Die Änderung: ")
    assert '<a href="#words">' in text
    assert "<dt>Aufdruck</dt><dd>Die Werkzeuge, die ein Plättchen braucht" in text
    for words in ("Anteil am Sieg, %", "% der Plätze", "% der Partien"):
        assert f">{words}</text>" in text  # titles of axes
    assert "`" not in text
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', text)) <= set(ids)


def test_what_a_change_does_comes_before_the_game_as_it_is(baumeister: Baumeister) -> None:
    said = baumeister(f"{SMALL} --lang en --compare-options no-specials")
    assert said.out.index("What the change does") < said.out.index("10 games of random")


def test_a_folder_gets_a_file_for_each_table(baumeister: Baumeister, tmp_path: Path) -> None:
    path, folder = tmp_path / "out.json", tmp_path / "tables"
    line = "lab balance samara --players 2,3 --games 10 --bots random --plain --lang en"
    line += " --compare-options no-specials"
    said = baumeister(line, "--json", path, "--csv", folder)
    assert said.code == 0
    assert f"Written: {path}, {folder}" in said.err
    names = ["change_items", "change_numbers", "change_places", "items", "numbers", "places"]
    assert sorted(file.stem for file in folder.iterdir()) == [*names, "settings", "summary"]
    rows = {
        file.stem: list(csv.DictReader(file.read_text(encoding="utf-8-sig").splitlines()))
        for file in folder.iterdir()
    }
    section = json.loads(path.read_text(encoding="utf-8"))["sections"][0]
    item, told = rows["items"][0], section["items"][0]
    assert (item["players"], item["key"], item["name"]) == ("2", told["key"], told["names"]["en"])
    assert float(item["per_game"]) == told["per_game"]["value"]
    assert float(item["per_game_low"]) == told["per_game"]["low"]
    assert [row["place"] for row in rows["places"]] == ["1", "2", "1", "2", "3"]
    assert rows["summary"][0]["weakest_place"] in ("1", "2")
    assert "when_difference_low" in rows["change_items"][0]


def test_a_german_spreadsheet_gets_its_own_commas(baumeister: Baumeister, tmp_path: Path) -> None:
    assert baumeister(f"{SMALL} --lang de", "--csv", tmp_path).code == 0
    text = (tmp_path / "items.csv").read_text(encoding="utf-8-sig")
    assert text.startswith("players;group;key;name;")
    assert re.search(r";Boot;SS 6;\d+;\d+;\d+;\d,\d", text)
    assert not (tmp_path / "summary.csv").exists()  # one number of players


def test_files_are_written_and_named_although_nobody_reads_the_tables(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    files = [tmp_path / "out.json", tmp_path / "page.html"]
    line = [*SMALL.split(), "--lang", "en", "--json", files[0], "--report", files[1]]
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "baumeister", *map(str, line)]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert done.returncode == 141
    assert all(path.stat().st_size > 1000 for path in files)
    assert f"Written: {files[0]}, {files[1]}" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr


# --- what is wrong ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "english", "german"),
    [
        ("lab", "lab needs a subcommand: balance", "lab braucht einen Unterbefehl: balance"),
        ("lab ballance", "lab ballance is not a command", "lab ballance ist kein Befehl"),
        ("lab balance chess", "'chess' is not a game", "'chess' ist kein Spiel"),
        ("lab balance tybor --players 9", "2 to 8 players, not 9", "2 bis 8 Spieler, nicht 9"),
        ("lab balance tybor --players two", "a number such as 2", "eine Zahl wie 2"),
        ("lab balance tybor --games 0", "--games: ", "--games: "),
        ("lab balance tybor --bots clever", "'clever' is not a bot", "'clever' ist kein Bot"),
        ("lab balance tybor --players 3 --bots greedy,random", "names 2 bots", "nennt 2 Bots"),
        (
            "lab balance tybor --start-month 3",
            "is not an option of Tybor",
            "keine Option von Tybor",
        ),
        ("lab balance tybor --compare no.toml", "no.toml", "no.toml"),
        (
            "lab balance tybor --compare-options stage=3",
            "options of Tybor the Builder are scenario, chapter",
            "Optionen von Tybor der Baumeister sind scenario, chapter",
        ),
        ("lab balance tybor --compare-options chapter=x", "write scenario=", "schreibe scenario="),
        ("lab balance tybor --compare-options chapter=9", "1 to 8", "1 bis 8"),
        (f"lab balance tybor --compare-options chapter={'9' * 4500}", "write sc", "schreibe sc"),
        (
            "lab balance tybor --compare-options chapter=1,--chapter=2",
            "--chapter is named twice",
            "--chapter ist zweimal genannt",
        ),
        (f"lab balance tybor --players {'9' * 4500}", "a number such as 2", "eine Zahl wie 2"),
        ("lab balance samara --compare-options no-specials=1", "write start-", "schreibe start-"),
        (
            "lab balance samara --start-month 6 --compare-options start-month=6",
            "that is what is played anyway",
            "Das wird ohnehin gespielt",
        ),
        (
            f"lab balance samara --compare {DATA / 'samara' / 'data.toml'}",
            "the file has the same values",
            "in der Datei stehen dieselben Werte",
        ),
        (
            "lab balance tybor --csv /nowhere/x",
            "not a writable folder",
            "In diesen Ordner kann nicht",
        ),
        ("lab balance tybor --json /nowhere/x.json", "cannot be written", "nicht geschrieben"),
    ],
)
def test_what_is_wrong_is_told_in_both_languages(
    baumeister: Baumeister, line: str, english: str, german: str
) -> None:
    for language, words in (("en", english), ("de", german)):
        said = baumeister(f"{line} --lang {language}")
        assert said.code == 2
        assert words in said.err
        assert said.out == ""
        assert len(said.err.splitlines()) == 1


def test_without_numpy_it_says_what_to_install(
    baumeister: Baumeister, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    said = baumeister("lab balance tybor --lang en")
    assert said.code == 2
    assert "lab balance needs numpy: pip install numba numpy" in said.err


def test_without_matplotlib_a_page_is_refused_before_anything_is_played(
    baumeister: Baumeister, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    said = baumeister(f"{SMALL} --lang en", "--report", tmp_path / "page.html")
    assert said.code == 2
    assert "pictures need matplotlib" in said.err


def test_a_bot_that_fails_is_named(
    baumeister: Baumeister, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = "class Bad:\n    name = 'bad'\n    __init__ = lambda self, seed: None\n"
    (tmp_path / "bad_lab_bots.py").write_text(bot + "    decide = lambda self, view: 1 / 0\n")
    monkeypatch.chdir(tmp_path)
    said = baumeister("lab balance samara --players 2 --games 2 --bots bad_lab_bots:Bad --lang en")
    assert said.code == 2
    assert "bad_lab_bots:Bad failed in seat" in said.err
    assert "ZeroDivisionError" in said.err


@pytest.mark.parametrize(
    ("code", "english", "german"),
    [
        (None, "the worker was lost", "der Worker ging verloren"),
        (-9, "the process was ended by signal 9", "der Prozess wurde durch Signal 9 beendet"),
        (7, "the process ended with exit code 7", "der Prozess endete mit Rückgabewert 7"),
    ],
)
def test_a_process_that_died_is_told(
    baumeister: Baumeister,
    monkeypatch: pytest.MonkeyPatch,
    code: int | None,
    english: str,
    german: str,
) -> None:
    def die(*_: object) -> None:
        raise WorkerDied(code)

    monkeypatch.setattr(games.Plan, "play", die)
    monkeypatch.setattr(simulate, "in_chunks", die)
    for line in (SMALL, "simulate samara --games 2 --plain"):
        for language, words in (("en", english), ("de", german)):
            said = baumeister(f"{line} --lang {language}")
            assert said.code == 2
            assert words in said.err


def test_interrupted_it_reports_what_was_played(
    baumeister: Baumeister, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = games.play

    def stop(task: games.Task) -> games.Counted:
        if task.first == 9:
            raise KeyboardInterrupt
        return whole(task)

    monkeypatch.setattr(games, "play", stop)
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    path, page = tmp_path / "out.json", tmp_path / "page.html"
    said = baumeister(f"{SMALL} --lang en", "--json", path, "--report", page)
    assert said.code == 130
    assert "9 games of random" in said.out
    told = "Interrupted: this is what was played until then. 9 of 10 games."
    for where in (said.out, said.err):
        assert told in " ".join(where.split())
    assert f"<strong>{told}</strong>" in page.read_text(encoding="utf-8")
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["finished"], data["sections"][0]["games"]) == (False, 9)


def test_interrupted_it_names_the_numbers_of_players_that_are_missing(
    baumeister: Baumeister, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = games.play

    def stop(task: games.Task) -> games.Counted:
        if task.series.players == 3:
            raise KeyboardInterrupt
        return whole(task)

    monkeypatch.setattr(games, "play", stop)
    line = "lab balance samara --players 2,3,4 --games 10 --bots random --plain"
    for language, words in (
        ("en", "10 of 30 games. None with 3 and 4 players."),
        ("de", "10 von 30 Partien. Keine mit 3 und 4 Spielern."),
    ):
        said = baumeister(f"{line} --lang {language}")
        assert words in " ".join(said.out.split())


def test_interrupted_at_once_it_says_so(
    baumeister: Baumeister, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(task: games.Task) -> games.Counted:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "play", stop)
    said = baumeister(f"{SMALL} --lang en")
    assert said.code == 130
    assert "No game was finished." in said.err
