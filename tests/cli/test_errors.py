"""Whatever is wrong is told in German as well, as a whole."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import baumeister as package
from baumeister.play import Table, records
from baumeister.play.story import Story
from tests.cli.conftest import Baumeister

DATA = Path(package.__file__).parent / "games"
ENGLISH = re.compile(
    r"(?<![\w/-])(the|is|are|not|needed|there|such|line|row|must|cannot|this|has|and|or|for|of|no|"
    r"begins|stands|missing|directory|valid|expected|required|record|header|event|seat|move)(?![\w/-])"
)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|\[.*\]")  # what somebody typed, and what would be right


def in_german(said: str) -> str:
    """What was said, if it is one line without an English word."""
    line = said.strip()
    assert line.startswith("baumeister: ")
    assert "\n" not in line
    assert ENGLISH.findall(QUOTED.sub("", line)) == []
    return line.removeprefix("baumeister: ")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("play tybor --humans A,a", "die Namen müssen verschieden sein"),
        ("play tybor --humans A,", "'' ist kein Name: nötig sind 1 bis 40 druckbare Zeichen"),
        ("play tybor --seed= --bots greedy", "'' ist kein Startwert: nötig ist eine ganze Zahl"),
        ("play tybor --scenario nix", "'nix' ist kein Szenario; es gibt escape-from-the-city"),
        ("play tybor --seed", "--seed: hier fehlt ein Wert; siehe baumeister play --help"),
        (
            "play tybor --data /kein/ort",
            "/kein/ort: nicht lesbar: Datei oder Ordner nicht",
        ),
        ("play tybor --save /kein/ort", "/kein/ort: Datei oder Ordner nicht gefunden"),
        ("play tybor --resume /kein/ort", "/kein/ort: nicht lesbar: Datei oder Ordner nicht"),
        ("play tybor --bots nix:Bot", "nix:Bot: Ein Modul 'nix' gibt es nicht; ein eigener Bot"),
        ("play tybor --bots re:Bot", "re:Bot: Im Modul 're' gibt es kein 'Bot'; ein eigener Bot"),
        ("play tybor --bots re:compile", "compile hat keine Methode decide(view)"),
        ("replay", "es fehlt: FILE; siehe baumeister replay --help"),
        ("verify /", "/: nicht lesbar: Das ist ein Ordner"),
        ("rules sources --data /kein/ort", "/kein/ort: nicht lesbar"),
        ("review /kein/ort", "/kein/ort: nicht lesbar"),
        ("simulate chess", "'chess' ist kein Spiel; es gibt tybor, samara"),
        ("simulate tybor --players 9", "Tybor ist für 2 bis 8 Spieler, nicht 9"),
        ("simulate samara --players 9", "Samara ist für 2 bis 5 Spieler, nicht 9"),
        ("simulate samara --start-month 13", "13 ist kein Monat; es gibt 1 bis 12"),
        ("simulate tybor --chapter 9", "9 ist kein Kapitel; es gibt 1 bis 8"),
        ("simulate tybor --chapter neun", "--chapter: 'neun' ist keine ganze Zahl"),
        ("simulate tybor --json=3", "--json: '3' ist zu viel, diese Option nimmt keinen Wert"),
        ("simulate tybor --start-month 3", "--start-month ist keine Option von Tybor"),
        ("simulate samara --chapter 3", "--chapter ist keine Option von Samara"),
        ("simulate tybor --bots klug", "'klug' ist kein Bot; es gibt lehrling"),
        ("simulate tybor --bots :Klug", "':Klug' ist kein Bot; es gibt lehrling"),
        ("simulate tybor --players 3 --bots greedy,random", "--bots nennt 2 Bots für 3 Spieler"),
        ("tournament tybor --bots greedy,klug", "'klug' ist kein Bot"),
        ("tournament tybor --bots greedy", "--bots braucht mindestens zwei Bots"),
        ("bench --jsn", "--jsn ist hier keine Option; meintest du --json?"),
        ("tournament tybor --bot greedy", "--bot ist hier keine Option; meintest du --bots?"),
        ("learn tybor --ot=x", "--ot ist hier keine Option; meintest du --out?"),
    ],
)
def test_wrong_arguments(baumeister: Baumeister, arguments: str, told: str) -> None:
    said = baumeister(f"{arguments} --lang de")
    assert said.code == 2
    assert told in in_german(said.err)


# --- records ----------------------------------------------------------------------------------
def table_of(name: str = "tybor") -> Table:
    """A game of two that has just begun."""
    table = package.game(name).new(2, "7", ["Anna", "Bert"])
    for _ in range(6):
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
    return table


def first_move(move: str, game: str = "tybor") -> str:
    """A record with another first move."""
    lines = records.to_text(table_of(game)).splitlines()
    begun = next(k for k, line in enumerate(lines) if line.startswith("moves:"))
    k = next(k for k, line in enumerate(lines) if k > begun and re.match("Anna: |Bert: ", line))
    lines[k] = f"{lines[k].partition(':')[0]}: {move}"
    return "\n".join(lines)


def header(key: str, value: str) -> str:
    """A record whose header says something else."""
    return re.sub(f"(?m)^{key}: .*$", f"{key}: {value}", records.to_text(table_of()), count=1)


def structured(**changed: Any) -> str:
    """A structured record with something else in it."""
    return json.dumps(json.loads(json.dumps(records.to_json(table_of()))) | changed)


def without(key: str) -> str:
    """A structured record that lacks something."""
    return json.dumps({k: v for k, v in records.to_json(table_of()).items() if k != key})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "Zeile 1: Die Aufzeichnung ist leer"),
        ("Unfug", "Zeile 1: Eine Aufzeichnung beginnt mit '# Baumeister"),
        (records.FIRST_LINE, "Zeile 1: Im Kopf fehlt 'game'"),
        (header("game", "chess"), "game: 'chess' ist kein Spiel; es gibt tybor, samara"),
        (header("rules", "9"), "Die Aufzeichnung hat die Regelversion 9, dieses Programm hat 1"),
        (header("data", "mein-1"), "Die Aufzeichnung entstand mit den Daten mein-1, nicht 1-"),
        (header("seed", "8"), "Kopf: Die Festlegung passt nicht zum Startwert"),
        (header("moves", "99"), "Die Aufzeichnung endet zu früh: 6 Züge, nicht 99"),
        (header("moves", "2"), "Die Aufzeichnung hat zu viele Züge: 6, nicht 2"),
        (header("chapter", "9"), "Kopf: 9 ist kein Kapitel; es gibt 1 bis 8"),
        (header("players", "Anna"), "Kopf: Tybor ist für 2 bis 8 Spieler, nicht 1"),
        (header("status", "finished"), "Hier steht 'status: finished' statt 'status: running'"),
        (first_move("tanzen"), "'tanzen' ist kein Zug; Züge beginnen mit citizen, worker"),
        (first_move("citizen"), "nicht erlaubt (T4.1: Jetzt wählen alle eine Handkarte.)"),
        (first_move("pay Fa4"), "'Fa4' ist keine Person wie etwa Fa4G; meintest du"),
        (first_move("build Mill"), "'Mill': Sag nach dem Gebäude little (klein) oder great"),
        (first_move("tanzen", "samara"), "'tanzen' ist kein Zug; Züge sind tool 3,1 saw"),
        (first_move("build 9,9", "samara"), "'9,9' ist kein Feld des Spielplans; schreib Reihe"),
        (first_move("lose Axt", "samara"), "'axt' ist kein Werkzeug; es gibt saw"),
        (first_move("worker x", "samara"), "'x' ist kein Arbeiter; Arbeiter heißen a bis e"),
        ("{", "Aufzeichnung: kein gültiges JSON: Zeile 1, Spalte 2"),
        ("[" * 100_000, "Aufzeichnung: unbrauchbares JSON: eine Zahl ist zu lang, oder etwas"),
        ("[]", "Aufzeichnung: nötig ist ein JSON-Objekt"),
        ("{}", "Aufzeichnung: format ist None, nicht 'baumeister-game/1'"),
        (structured(game=3), "game: nötig ist ein Name"),
        (structured(seats=[{}]), "Aufzeichnung: Jeder Platz braucht einen Namen"),
        (structured(options={"seed": 1}), "Aufzeichnung: diese Optionen passen nicht"),
        (structured(events=[{}]), "Ereignis 0: kein Ereignis dieses Spiels (KeyError('type'))"),
        (structured(events=[3]), "Ereignis 0: kein Ereignis dieses Spiels (TypeError)"),
        (structured(events=[]), "Ereignis 0: Die Aufzeichnung endet zu früh"),
        (structured(winners=[0]), "Noch einmal gespielt ergibt die Partie bei winners etwas"),
        (structured(unrecorded=[{"seat": 0, "move": "tanzen"}]), "keine Züge dieses Spiels ('tan"),
        (without("final"), "Aufzeichnung: final fehlt"),
    ],
)
def test_broken_records(baumeister: Baumeister, tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "partie.txt"
    path.write_text(text, encoding="utf-8")
    said = baumeister("replay --lang de", path)
    assert said.code == 2
    assert told in in_german(said.err)
    assert said.err.startswith(f"baumeister: {path}: ")


def other_order(record: dict[str, Any]) -> None:
    record["events"][0]["order"].reverse()


def other_tools(record: dict[str, Any]) -> None:
    record["events"][0]["spaces"][0]["tools"] = ["saw"] * 4


def other_seed(record: dict[str, Any]) -> None:
    record["seed"] = "8"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (other_order, "nicht fair: Ereignis 0: Die Startreihenfolge ist nicht die des Startwerts"),
        (other_tools, "nicht fair: Ereignis 0: Was auf 1,1 liegt, passt nicht zum Startwert"),
        (other_seed, "nicht fair: die Festlegung ist nicht der SHA-256 des Startwerts"),
    ],
)
def test_stacked_tiles(
    baumeister: Baumeister,
    tmp_path: Path,
    change: Callable[[dict[str, Any]], None],
    told: str,
) -> None:
    record = json.loads(json.dumps(records.to_json(table_of("samara"))))
    change(record)
    path = tmp_path / "partien.jsonl"
    path.write_text(json.dumps(record), encoding="utf-8")
    assert told in in_german(baumeister("verify --lang de", path).err)
    path.write_text(f"{json.dumps(records.to_json(table_of()))}\n{json.dumps(record)}\n")
    said = baumeister("verify --lang de", path)
    assert said.code == 1
    assert told.replace("fair: ", "fair: Zeile 2: ") in in_german(said.err)


def test_a_text_with_another_deal_is_not_fair(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "partie.txt"
    text = records.to_text(table_of()).replace("* deal Anna: ", "* deal Anna: Fa5 ", 1)
    path.write_text(text, encoding="utf-8")
    said = baumeister("verify --lang de", path)
    assert said.code == 1
    assert re.search(r"nicht fair: Zeile \d+: Hier steht '", in_german(said.err))


# --- stories and data -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"version": 9}, "Version 9 dieser Datei ist unbekannt, bekannt ist nur 1"),
        ({"names": ["A", "a"]}, "names: die Namen müssen verschieden sein"),
        ({"seed": 3}, "seed: nötig ist ein Text, nicht 3"),
        ({"rules_version": 9}, "Die Geschichte hat die Regelversion 9, dieses Programm hat 1"),
        ({"data_version": "x"}, "Die Geschichte wurde mit den Daten x begonnen, nicht 1-"),
        ({"running": "Unfug"}, "running: Zeile 1: Eine Aufzeichnung beginnt mit '# Baumeister"),
        ({"chapters": [1]}, "chapters, Eintrag 1: nötig ist ein Objekt"),
        ({"chapters": [{"chapter": 2}]}, "chapters, Eintrag 1, chapter: nötig ist 1, nicht 2"),
    ],
)
def test_broken_stories(
    baumeister: Baumeister, tmp_path: Path, changed: dict[str, Any], told: str
) -> None:
    path = tmp_path / "geschichte.json"
    Story.new(package.game("tybor"), ["Anna", "Bert"], "7").save(path)
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | changed))
    said = baumeister("play tybor --humans Anna --bots greedy --lang de --story", path)
    assert said.code == 2
    assert told in in_german(said.err)


def test_a_story_that_is_no_json(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "geschichte.json"
    path.write_text("{")
    said = baumeister("play tybor --lang de --story", path)
    assert in_german(said.err) == f"{path}: Zeile 1: kein gültiges JSON: Spalte 2"


@pytest.mark.parametrize(
    ("game", "old", "new", "told"),
    [
        ("tybor", "strength = 5", "strength = 50", "strength: nötig ist eine ganze Zahl von 0 bis"),
        (
            "tybor",
            'colours = "G"',
            'colours = "X"',
            "nötig sind Buchstaben aus GYBR (Anzahl: 0",
        ),
        (
            "tybor",
            '"Münze", colour = "Y"',
            '"Münze", colour = "G"',
            "jeder Farbe (T1.1), aber 11",
        ),
        ("tybor", 'version = "1"', "version = 1", "version: nötig ist ein Text, nicht 1"),
        ("tybor", 'version = "1"', 'version = "1', "kein gültiges TOML: Zeile 6, Spalte"),
        ("tybor", 'version = "1"', "x = 1", "version: fehlt"),
        ("tybor", 'game = "tybor"', 'game = "chess"', 'nötig ist game = "tybor", diese Datei ist'),
        (
            "samara",
            'en = "Bridge"',
            'en = "B1"',
            "tile, Eintrag 13 ('Brücke'), en: nötig ist ein Name aus",
        ),
        ("samara", "per_space = [", "per_space = [3, ", "tools, per_space: nötig sind Tabellen"),
        ("samara", 'needs = "', 'needs = "SSS', "mehr als zwei Sägen, zwei Kellen, A und B kann"),
    ],
)
def test_broken_data(
    baumeister: Baumeister, tmp_path: Path, game: str, old: str, new: str, told: str
) -> None:
    text = (DATA / game / "data.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "meine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    said = baumeister(f"play {game} --lang de --data", path)
    assert said.code == 2
    assert told in in_german(said.err)


# --- bots and files ---------------------------------------------------------------------------
OWN = """
from baumeister.play import game

class Bot:
    name = "own"
    __init__ = lambda self, seed: None
    decide = lambda self, view: game("chess")
"""


def test_a_bot_that_fails(
    baumeister: Baumeister, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing_bot_of_mine.py").write_text(OWN)
    monkeypatch.syspath_prepend(tmp_path)
    said = baumeister("simulate tybor --bots failing_bot_of_mine:Bot --games 1 --lang de")
    assert re.search("scheiterte auf Platz [01]", in_german(said.err))
    assert "OptionError: 'chess' ist kein Spiel; es gibt tybor, samara" in said.err


@pytest.mark.parametrize("init", ["pass", "__init__ = lambda self: None"])
@pytest.mark.parametrize(
    "line",
    [
        "simulate tybor --games 1 --bots",
        "tournament tybor --games 2 --bots greedy,",
        "play tybor --bots",
    ],
)
def test_a_bot_that_takes_no_seed_is_found_at_once(
    baumeister: Baumeister, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, init: str
) -> None:
    name = f"seedless_bot_{len(init)}"
    text = f"class NoInit:\n    {init}\n    decide = lambda self, view: view.legal[0]\n"
    (tmp_path / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    *words, last = line.split(" ")
    asked = f"{last}{name}:NoInit" if last.endswith(",") else f"{last} {name}:NoInit"
    said = baumeister(f"{' '.join(words)} {asked} --lang de")
    assert (said.code, said.out) == (2, "")
    assert "NoInit lässt sich nicht nur aus einem Startwert erzeugen" in in_german(said.err)


def test_a_game_that_cannot_be_saved(baumeister: Baumeister) -> None:
    line = "play tybor --players 2 --bots greedy --seed 1 --lang de"
    said = baumeister(line, typed=["speichern /kein/ort/partie.txt", "ende"])
    assert "konnte nicht geschrieben werden: Datei oder Ordner nicht gefunden." in said.out


def test_errors_of_the_system_speak_english_too(baumeister: Baumeister) -> None:
    said = baumeister("verify / --lang en")
    assert said.err == "baumeister: /: cannot be read: Is a directory\n"
