"""Tournaments from the command line: the same games on any number of processes, whatever breaks."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from time import sleep
from typing import Any, NamedTuple

import pytest

from baumeister.cli.commands import tournament
from baumeister.cli.main import main
from baumeister.lab import plots
from baumeister.lab.distributed.scheduler import Here
from baumeister.lab.series import Series, play_game
from baumeister.lab.simulate import results
from baumeister.lab.tournament import games
from baumeister.lab.tournament import results as tournament_results
from baumeister.lab.tournament.games import Contest
from baumeister.lab.tournament.results import results_of
from baumeister.play import game

BOTS = """
import os, random
from pathlib import Path
from time import sleep


class Clever:
    name = "clever"

    def __init__(self, seed):
        self.lot = random.Random(seed)
        self.asked = 0

    def decide(self, view):
        self.asked += 1
        return self.lot.choice(view.legal)


class Raises(Clever):
    def decide(self, view):
        if self.asked == 3:
            return {}["nothing"]
        return super().decide(view)


class Cheats(Clever):
    def decide(self, view):
        return next(action for action in range(1000) if action not in view.legal)


class Mute(Clever):
    def decide(self, view):
        return None


class Half(Clever):
    def decide(self, view):
        return 3.5


class Other:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number


class OtherNumbers(Clever):
    def decide(self, view):
        return Other(super().decide(view))


class DiesOnce(Clever):
    def decide(self, view):
        if self.asked == 4 and not Path("died").exists():
            Path("died").touch()
            os._exit(7)
        return super().decide(view)


class Sleepy(Clever):
    def decide(self, view):
        Path("asleep").touch()
        sleep(0.02)
        return super().decide(view)


class GivesUp(Clever):
    def decide(self, view):
        if view.seat == 1:
            raise RuntimeError("I will not lose this one")
        return super().decide(view)


class NoBot:
    pass
"""


KEYED = "0+" + "7" * 32  # a seed with a key, as runs with custom bots have it


class Said(NamedTuple):
    """What the command said."""

    code: int
    out: str
    err: str


Tournament = Callable[[str], Said]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A current directory with bots of somebody else's."""
    (tmp_path / "arena_bots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "broken_bots.py").write_text("def decide(:", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "110")
    for variable in ("LC_ALL", "LC_MESSAGES", "BAUMEISTER_COMMAND"):
        monkeypatch.delenv(variable, raising=False)
    yield tmp_path
    sys.modules.pop("arena_bots", None)


@pytest.fixture
def play(folder: Path, capsys: pytest.CaptureFixture[str]) -> Tournament:
    """`play("tybor --bots greedy,random")`; with custom bots the seed has always the same key."""

    def run(line: str) -> Said:
        seed = ["--seed", KEYED] if "arena_bots" in line else []
        code = main(["tournament", *line.split(), *seed])
        said = capsys.readouterr()
        return Said(code, said.out, " ".join(said.err.split()))

    return run


def written(path: str = "out.json") -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return data


def without_times(table: dict[str, Any]) -> list[dict[str, Any]]:
    return [{k: v for k, v in game.items() if k != "seconds"} for game in table["games"]]


# --- the games --------------------------------------------------------------------------------
def test_the_same_games_on_one_and_on_two_processes(play: Tournament) -> None:
    line = "tybor --bots greedy,random,arena_bots:Clever --players 2,3 --games 12 --json out.json"
    assert play(line).code == 0
    alone = written()
    assert play(f"{line} --jobs 2").code == 0
    together = written()
    for one, other in zip(alone["tables"], together["tables"], strict=True):
        assert without_times(one) == without_times(other)
        assert [row["rating"] for row in one["ranking"]] == [
            row["rating"] for row in other["ranking"]
        ]
    assert [table["players"] for table in alone["tables"]] == [2, 3]


def test_compiled_games_are_those_at_a_table(play: Tournament) -> None:
    line = "samara --bots greedy,random --games 8 --start-month 4 --json out.json"
    play(line)
    compiled = written()["tables"][0]["games"]
    play(f"{line} --plain")
    for fast, at_a_table in zip(compiled, written()["tables"][0]["games"], strict=True):
        for key in ("seed", "seats", "scores", "shares", "places", "decisions"):
            assert fast[key] == at_a_table[key]


def test_a_deal_is_a_game_of_simulate(play: Tournament) -> None:
    play("tybor --bots greedy,random --games 6 --seed 5 --json out.json")
    last = written()["tables"][0]["games"][-1]
    [again] = results(Series("tybor", 2, tuple(last["seats"]), "5"), last["deal"], last["deal"] + 1)
    assert last["seed"] == again.seed == "5/2"
    assert last["scores"] == list(again.scores)


def test_a_long_name_with_a_colon_sits_at_a_table(folder: Path) -> None:
    sys.path.append(str(folder))
    name = "arena_bots:" + "Clever"
    series = Series("tybor", 2, (name, "greedy"), "1")
    assert play_game(series, game("tybor"), 0).names == ("arena_bots.Clever 1", "greedy 2")
    long = Series("tybor", 2, ("a_package_with." * 5 + "m:C", "greedy"), "1")
    assert all(len(name) <= 40 for name in long.names())


# --- the tables -------------------------------------------------------------------------------
def test_the_tables_tell_who_is_better(play: Tournament) -> None:
    said = play("tybor --bots random,greedy --games 40")
    assert said.code == 0
    assert "Tybor the Builder, 2 players: 40 games, 20 deals, seed 0" in said.out
    assert re.search(r"1 │ greedy .*\n.*2 │ random", said.out)
    assert "Clear with 95 % confidence: greedy > random." in said.out
    for words in ("rating", "wins %", "95 % sure", "2.", "Head to head"):
        assert words in said.out


def test_one_deal_is_one_and_says_nothing_sure(play: Tournament) -> None:
    said = play("samara --bots greedy,random --games 2 --plain")
    assert "Samara, 2 players: 2 games, 1 deal, seed 0" in said.out
    assert "0.0 – 100.0" not in said.out
    said = play("samara --bots greedy,random --games 2 --plain --lang de")
    assert "Samara, 2 Spieler: 2 Partien, 1 Austeilung, Startwert 0" in said.out


def test_in_german(play: Tournament) -> None:
    said = play("samara --bots greedy,random --games 40 --lang de")
    assert "Samara, 2 Spieler: 40 Partien, 20 Austeilungen, Startwert 0" in said.out
    for words in ("Wertung", "Siege %", "Ränge", "im Mittel", "Direkter Vergleich", "klar: greedy"):
        assert words in said.out
    assert re.search(r"\d,\d │", said.out)
    assert "wins" not in said.out


def test_places_pairs_and_points_add_up() -> None:
    contest = Contest("samara", ("greedy", "random"), 4, "3", 40)
    contest.play(Here(), lambda outcome: None)
    found = results_of(contest)
    assert sum(standing.seats for standing in found.standings) == 4 * len(found.games)
    for standing in found.standings:
        assert sum(standing.places) == pytest.approx(standing.seats)
        assert standing.share is not None
        assert standing.share.value == pytest.approx(standing.places[0] / standing.seats)
    one, other = found.pairs["greedy", "random"], found.pairs["random", "greedy"]
    assert one.before + other.before == pytest.approx(one.meetings)
    assert found.standings[0].bot == "greedy"
    assert found.standings[0].mean_place == pytest.approx(5 - (found.standings[1].mean_place or 0))


def test_thinking_is_timed_at_tables(play: Tournament) -> None:
    play("tybor --bots greedy,random,arena_bots:Clever --games 6 --json out.json")
    ranking = written()["tables"][0]["ranking"]
    assert all(0 < row["seconds_per_decision"] < 60 for row in ranking)
    play("tybor --bots greedy,random --games 6 --plain --json out.json")
    assert all(row["seconds_per_decision"] > 0 for row in written()["tables"][0]["ranking"])


def test_without_openskill_there_are_no_ratings(
    play: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (tournament, tournament_results):
        monkeypatch.setattr(module, "can_rate", lambda: False)
    said = play("tybor --bots greedy,random --games 10 --json out.json")
    assert said.code == 0
    assert "ratings need openskill: pip install matplotlib openskill" in said.err
    assert "rating" not in said.out.replace("The ranking", "").casefold()
    assert written()["tables"][0]["ranking"][0]["rating"] is None


# --- until clear ------------------------------------------------------------------------------
def test_until_clear_stops_by_itself(play: Tournament) -> None:
    said = play("tybor --bots greedy,random --games 2000 --until-clear --json out.json")
    assert "Stopped after 16 deals, because the ranking is clear" in said.out
    table = written()["tables"][0]
    assert (table["stopped"], table["deals"], len(table["games"])) == ("clear", 16, 32)
    assert table["looks"] == [16, 32, 64, 128, 256, 512, 1000]
    assert table["risk"] == pytest.approx(0.05 / 7)


def test_until_clear_ends_with_the_games(play: Tournament) -> None:
    said = play("tybor --bots random,arena_bots:Clever --games 36 --until-clear --json out.json")
    bots = "(random or arena_bots:Clever|arena_bots:Clever or random)"
    assert re.search(rf"Not clear yet: {bots}\.", said.out)
    table = written()["tables"][0]
    assert (table["stopped"], len(table["games"])) == ("games", 36)


# --- whatever breaks --------------------------------------------------------------------------
def test_a_process_that_dies_once_loses_no_game(play: Tournament) -> None:
    line = "tybor --bots greedy,arena_bots:DiesOnce --games 10 --jobs 2 --json out.json"
    said = play(line)
    assert said.code == 0
    assert "arena_bots:DiesOnce failed in seat " in said.err
    assert "the process ended with exit code 7; tried again" in said.err
    assert "Games tried again after a failure: 1." in said.err
    table = written()["tables"][0]
    assert len(table["games"]) == 10
    assert table["left_out"] == []
    [lost] = table["tried_again"]
    assert (lost["bot"], lost["why"]) == (
        "arena_bots:DiesOnce",
        "the process ended with exit code 7",
    )
    play(line)  # the marker is there now: nobody dies
    assert without_times(written()["tables"][0]) == without_times(table)


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("Raises", r"of game 0\+7+/0: KeyError: 'nothing' \(arena_bots.py:22\)"),
        ("Half", r"of game 0\+7+/0: it answered 3\.5, which is not an action"),
        ("Cheats", r"of game 0\+7+/0: its answer “\S.*” is not legal here\. .* \[T4\.\d\]"),
        ("Mute", r"of game 0\+7+/0: it answered None, which is not an action"),
    ],
)
def test_a_bot_that_fails_is_reported_and_left_out(play: Tournament, bot: str, why: str) -> None:
    said = play(f"tybor --bots greedy,random,arena_bots:{bot} --games 6 --json out.json")
    assert said.code == 1
    left_out = f"Games left out of the tables: 4. First arena_bots:{bot} failed in seat"
    assert re.search(f"{re.escape(left_out)} . at move \\d+ {why}", said.err)
    assert "Traceback" not in said.err
    assert re.search(rf"arena_bots:{bot} .* 0 │ +4 │", said.out)
    table = written()["tables"][0]
    assert [set(played["seats"]) for played in table["games"]] == [{"greedy", "random"}] * 2
    assert {(lost["bot"], lost["seed"]) for lost in table["left_out"]} == {
        (f"arena_bots:{bot}", f"{KEYED}/0")
    }
    assert table["ranking"][2]["failures"] == 4


def test_a_game_in_which_a_bot_fails_is_lost_for_it(play: Tournament) -> None:
    bots = "arena_bots:GivesUp,arena_bots:Clever"
    assert play(f"tybor --bots {bots} --games 12 --json out.json").code == 1
    rows = {row["bot"].partition(":")[2]: row for row in written()["tables"][0]["ranking"]}
    assert (rows["GivesUp"]["seats"], rows["GivesUp"]["failures"]) == (6, 6)
    assert rows["GivesUp"]["win_share"] <= 0.5
    assert rows["Clever"]["failures"] == 0


def test_without_a_game_there_are_no_tables(play: Tournament) -> None:
    said = play("tybor --bots greedy,arena_bots:Mute --games 2")
    assert said.code == 1
    assert "2 players: 0 games" in said.out
    assert "No game was finished." in said.out
    for mark in ("│", "–", "Head to head", "The ranking goes"):
        assert mark not in said.out


def test_a_number_of_another_kind_is_an_answer(play: Tournament) -> None:
    line = "tybor --games 2 --json out.json --bots greedy,arena_bots"
    play(f"{line}:OtherNumbers")
    other = without_times(written()["tables"][0])
    play(f"{line}:Clever")
    plain = without_times(written()["tables"][0])
    assert [game["scores"] for game in other] == [game["scores"] for game in plain]


def test_a_level_is_known_by_its_german_name(play: Tournament) -> None:
    said = play("tybor --bots Lehrling,RANDOM --games 2 --json out.json")
    assert said.code == 0
    assert written()["bots"] == ["apprentice", "random"]


def test_failures_in_german(play: Tournament) -> None:
    said = play("tybor --bots greedy,arena_bots:Mute --games 2 --lang de")
    assert said.code == 1
    assert "Partien, die in den Tabellen fehlen: 2. Zuerst: arena_bots:Mute scheiterte" in said.err
    assert "die Antwort war None, und das ist keine Aktion" in said.err


def test_simulate_names_the_bot_that_fails(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "tybor", "--bots", "arena_bots:Raises", "--games", "2"]) == 2
    assert "arena_bots:Raises failed in seat" in capsys.readouterr().err
    assert main(["simulate", "tybor", "--bots", "arena_bots:Clever,greedy", "--games", "2"]) == 0
    assert "arena_bots:Clever" in capsys.readouterr().out


def test_interrupted_it_shows_what_was_played(
    play: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(task: Any) -> Any:
        if task.fixtures[0].number == 3:
            raise KeyboardInterrupt
        return whole(task)

    whole = games.play
    monkeypatch.setattr(games, "play", stop)
    said = play("tybor --bots greedy,random --games 10 --plain --json out.json")
    assert said.code == 130
    assert "2 players: 3 games" in said.out
    assert "Interrupted: the tables show what was played until then." in said.err
    assert written()["finished"] is False
    assert written()["tables"][0]["stopped"] == "interrupted"


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C as a signal is POSIX")
def test_ctrl_c_reaches_nobody_but_the_tables(folder: Path) -> None:
    line = "tournament tybor --bots greedy,arena_bots:Sleepy --games 500 --jobs 2"
    hearing = "signal.signal(signal.SIGINT, signal.default_int_handler)"  # also under nohup
    code = f"import signal, sys; {hearing}\nfrom baumeister.cli.main import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *line.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    while not Path("asleep").exists() and process.poll() is None:
        sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted" in err
    assert "Traceback" not in err
    assert "Played in" in out


# --- JSON and report --------------------------------------------------------------------------
def test_json_has_all_that_others_need(play: Tournament) -> None:
    play("tybor --bots greedy,random --games 6 --seed 4 --chapter 2 --json out.json")
    data = written()
    assert (data["format"], data["version"]) == ("baumeister-tournament", 1)
    assert data["command"] == (
        "baumeister tournament tybor --bots greedy,random --games 6 --seed 4 --chapter 2"
    )
    assert (data["game"], data["seed"], data["options"]) == ("tybor", "4", {"chapter": 2})
    assert data["bots"] == ["greedy", "random"]
    first = data["tables"][0]["games"][0]
    assert first["seed"] == "4/0"
    assert sorted(first["seats"]) == ["greedy", "random"]
    assert sum(first["shares"]) == 1
    assert sorted(first["places"]) == [1, 2]
    winner = first["places"].index(1)
    assert first["scores"][winner] == max(first["scores"])


class Page(HTMLParser):
    """The tags of a page, and whether they are closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [str(v) for k, v in attrs if k in ("src", "href") and v]
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [str(v) for k, v in attrs if k in ("src", "href", "xlink:href") and v]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_one_page_without_another_host(play: Tournament) -> None:
    pytest.importorskip("matplotlib")
    play("tybor --bots greedy,random,arena_bots:Clever --players 3 --games 12 --report out.html")
    text = Path("out.html").read_text(encoding="utf-8")
    page = Page(text)
    assert page.open == []
    assert page.seen.count("svg") == 5
    assert "script" not in page.seen
    assert [link for link in page.links if not link.startswith("#")] == []
    assert set(re.findall(r"https?://([^/\"]+)", text)) <= {"www.w3.org"}  # names of XML
    assert "prefers-color-scheme: dark" in text
    assert plots.INK not in text
    assert "baumeister tournament tybor --bots greedy,random,arena_bots:Clever" in text
    assert "arena_bots:Clever</td>" in text
    assert "openskill" in text


def test_the_report_speaks_german(play: Tournament) -> None:
    pytest.importorskip("matplotlib")
    play("samara --bots greedy,random --games 4 --report out.html --lang de")
    text = Path("out.html").read_text(encoding="utf-8")
    assert '<html lang="de">' in text
    assert "Wie das entstanden ist" in text


def test_a_report_of_nothing_but_failures(play: Tournament) -> None:
    pytest.importorskip("matplotlib")
    assert play("tybor --bots greedy,arena_bots:Mute --games 2 --report out.html").code == 1
    assert "arena_bots:Mute failed" in Path("out.html").read_text(encoding="utf-8")


def test_without_matplotlib_a_report_is_refused_at_once(
    play: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda name: None)
    said = play("tybor --bots greedy,random --report out.html")
    assert said.code == 2
    assert "pictures need matplotlib: pip install matplotlib openskill" in said.err


# --- what cannot be played --------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("tybor --bots greedy,greedy", "--bots names greedy twice"),
        ("tybor --bots greedy", "--bots needs at least two bots; there are apprentice"),
        ("tybor --bots greedy,clever", "'clever' is not a bot; there are apprentice"),
        ("tybor --bots greedy,arena_bots:NoBot", "has no method decide"),
        ("tybor --bots greedy,arena_bots:None1", "has no attribute 'None1'"),
        ("tybor --bots greedy,no_such:Bot", "No module named 'no_such'"),
        ("tybor --bots greedy,broken_bots:Bot", "broken_bots:Bot: SyntaxError"),
        ("tybor --bots greedy,random --players 2,x", "a number such as 2"),
        ("tybor --bots greedy,random --players 9", "2 to 8 players"),
        ("tybor --bots greedy,random --games 0", "'0' is not a whole number from 1"),
        ("tybor --bots greedy,random --jobs -1", "--jobs"),
        ("tybor --bots greedy,random --json no/such.json", "its folder does not exist"),
        ("tybor --bots greedy,random --start-month 3", "--start-month is not an option of Tybor"),
        ("samara --bots greedy,random --scenario x", "--scenario is not an option of Samara"),
        ("samara --bots greedy,random --chapter 1 --lang de", "--chapter ist keine Option von"),
        ("tybor --bots apprentice,lehrling", "--bots names apprentice twice"),
        ("tybor --bots greedy,clever --lang de", "es gibt lehrling, geselle, meister"),
        ("chess --bots greedy,random", "'chess' is not a game"),
        ("tybor --bots greedy,random --lang fr", "'fr' is not one of en, de"),
        ("tybor --bots greedy,greedy --lang de", "--bots nennt greedy zweimal"),
        ("tybor", "--bots"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(
    play: Tournament, line: str, reason: str
) -> None:
    said = play(line)
    assert said.code == 2
    assert reason in said.err
    assert said.err.count("baumeister: ") == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_teaches(play: Tournament, language: str) -> None:
    said = play(f"--help --lang {language}")
    assert said.code == 0
    assert said.out.count("  baumeister tournament") >= 3
    assert "95 %" in said.out
