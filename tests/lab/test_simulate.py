"""Series of games: game k is the same whatever the number of games, processes and the path."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from baumeister.bots.search import Analyst, Budget
from baumeister.cli.commands import simulate
from baumeister.cli.main import main
from baumeister.games import GAMES
from baumeister.kernel import rule
from baumeister.kernel.errors import Message
from baumeister.kernel.rule import NotCompiled, can_compile
from baumeister.lab import bench
from baumeister.lab.distributed.scheduler import Here, LocalProcesses
from baumeister.lab.fast_games import GameResult
from baumeister.lab.series import BotFailure, Series, ask, compile_for, play_game, series_bots
from baumeister.lab.simulate import Summary, in_chunks, json_lines, results
from baumeister.play import OptionError, SeatView, game, records

TYBOR = Series("tybor", 3, ("greedy", "random", "greedy"), "7")
SAMARA = Series("samara", 3, ("random", "greedy", "random"), "7", {"specials": False})


@pytest.mark.parametrize("series", [TYBOR, SAMARA], ids=["tybor", "samara"])
def test_game_k_does_not_depend_on_the_number_of_games(series: Series) -> None:
    assert results(series, 0, 6)[3:] == results(series, 3, 6)
    assert json_lines(series, 1, 2) == json_lines(series, 0, 2)[1:]


@pytest.mark.parametrize(
    ("bots", "network"), [("search,journeyman", False), ("greedy,master", True)]
)
def test_all_that_games_need_is_compiled_before_processes_start(
    monkeypatch: pytest.MonkeyPatch, bots: str, network: bool
) -> None:
    """Bots that look ahead may ask the network, which is compiled code of its own."""
    if not can_compile():
        pytest.skip("numba is not installed on this machine")
    compiled: list[tuple[object, ...]] = []
    monkeypatch.setattr("baumeister.lab.series._look_ahead_once", lambda *a: compiled.append(a))
    compile_for(Series("tybor", 2, series_bots(bots, 2), "1"))
    assert compiled == [("tybor", 2, None, network)]


@pytest.mark.parametrize("series", [TYBOR, SAMARA], ids=["tybor", "samara"])
def test_compiled_games_are_those_that_a_table_shows(series: Series) -> None:
    if not can_compile():
        pytest.skip("numba is not installed on this machine")
    assert results(series, 0, 8) == results(replace(series, compiled=False), 0, 8)


def test_S7_5_compiled_games_are_the_same_where_others_have_one_tool_only() -> None:
    """A table answers first for those who have no choice (games 2, 4 and 5); compiled games of bots
    ask in turn, because bots do not look at who has chosen."""
    if not can_compile():
        pytest.skip("numba is not installed on this machine")
    series = Series("samara", 4, ("greedy", "random", "greedy", "random"), "7")
    assert results(series, 0, 6) == results(replace(series, compiled=False), 0, 6)


def test_processes_give_the_same_games_in_the_same_order() -> None:
    plain = replace(TYBOR, compiled=False)
    alone = list(in_chunks(results, plain, 6, 2, Here()))
    processes = LocalProcesses(2)
    together = list(in_chunks(results, plain, 6, 2, processes))
    processes.close()
    assert alone == together
    assert [len(chunk) for chunk in together] == [2, 2, 2]


def test_only_one_game_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["simulate", "samara", "--seed", "7", "--plain", "--json"]
    assert main([*line, "--games", "4"]) == 0
    all_lines = capsys.readouterr().out.splitlines()
    assert main([*line, "--only", "2"]) == 0
    assert capsys.readouterr().out.splitlines() == all_lines[2:3]
    assert main([*line[:-1], "--only", "2", "--lang", "en"]) == 0
    assert "Samara, 2 players: 1 game, seed 7" in capsys.readouterr().out


def test_a_line_is_the_record_of_the_game() -> None:
    table = play_game(TYBOR, game("tybor"), 4)
    assert json.loads(json_lines(TYBOR, 4, 5)[0]) == records.to_json(table)
    assert table.seed == "7/4"


def test_games_draw_their_own_options_unless_they_are_given() -> None:
    drawn = {play_game(TYBOR, game("tybor"), k).options["scenario"] for k in range(12)}
    given = replace(TYBOR, options={"scenario": "size-matters", "chapter": 2})
    assert len(drawn) == 4
    assert play_game(given, game("tybor"), 0).options["scenario"] == "size-matters"


def test_the_summary_counts_wins_points_and_the_longest_game() -> None:
    summary = Summary(TYBOR)
    played = results(TYBOR, 0, 20)
    for result in played:
        summary.add(result)
    assert sum(summary.wins) == pytest.approx(20)
    assert summary.points[1] == sum(result.scores[1] for result in played)
    assert summary.longest[0] == max(result.decisions for result in played)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("greedy,random", "names 2 bots for 3"),
        ("clever", "is not a bot; there are .*random, greedy"),
    ],
)
def test_bots_that_do_not_fit_are_refused(text: str, reason: str) -> None:
    with pytest.raises(OptionError, match=reason):
        series_bots(text, 3)


def test_one_bot_is_for_all_seats() -> None:
    assert series_bots("greedy", 3) == ("greedy", "greedy", "greedy")


def test_levels_have_their_names_in_both_languages() -> None:
    assert series_bots("Lehrling, apprentice,RANDOM", 3) == ("apprentice", "apprentice", "random")


def test_bench_prints_a_list_that_programs_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = [bench.Measurement("tybor", "games", 2e7, "decisions", 3e7)]
    monkeypatch.setattr(bench, "rows", lambda tell: measured)
    for language in ("en", "de"):
        assert main(["bench", "--json", "--lang", language]) == 0
        (row,) = json.loads(capsys.readouterr().out)
        assert (row["name"], row["unit"]) == ("tybor: compiled random play", "decisions/s")
        assert (row["value"], row["beside"], row["ratio"]) == (2e7, 3e7, pytest.approx(2 / 3))


def test_bench_prints_a_table_in_both_languages(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    row = bench.Measurement("tybor", "games", 2e7, "decisions", 3e7)
    monkeypatch.setattr(
        bench, "rows", lambda tell: [row, bench.Measurement("tybor", "state", 712, "bytes")]
    )
    assert main(["bench", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert "compiled random play" in said
    assert "20.0 M decisions/s" in said
    assert "0.67" in said
    assert main(["bench", "--lang", "de"]) == 0
    said = capsys.readouterr().out
    assert "zufälliges Spiel, kompiliert" in said
    assert "20,0 Mio. Entscheidungen/s" in said
    assert "0,67" in said
    assert "712 Byte" in said


def test_bench_goes_on_without_a_c_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    program = bench.c_program()
    assert program is not None
    with pytest.raises(bench.NoLimitError) as caught:
        bench.Limit(tmp_path, program)
    assert str(caught.value) == "no C compiler found"
    assert caught.value.text("de") == "kein C-Compiler gefunden"


def test_bench_without_numba_measures_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "can_compile", lambda: False)
    said: list[Message] = []
    report = bench.rows(said.append)
    assert [(row.game, row.what) for row in report] == [("tybor", "plain"), ("samara", "plain")]
    assert "compiled rules need numba" in said[0].text()
    assert "Kompilierte Regeln brauchen numba" in said[0].text("de")


@pytest.mark.parametrize("name", ["tybor", "samara"])
def test_bench_measures_something(name: str) -> None:
    assert bench.interpreted(name) > 0
    if not can_compile():
        pytest.skip("numba is not installed on this machine")
    ours = bench.Ours(name)
    ours.options = ours.options[:30]
    assert ours.games() > 0
    assert ours.copy() > 0


@pytest.mark.parametrize("name", ["tybor", "samara"])
def test_bench_draws_options_of_games_that_declare_none(name: str) -> None:
    rules = GAMES[name]
    options = bench.drawn_options(rules)
    assert [options(g)[0] for g in range(4)] == [2, 3, 4, 2]
    assert all(options(g) == options(g) for g in range(4))
    assert len({tuple(options(g)[1:]) for g in range(20)}) > 4


def test_the_summary_speaks_german(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "tybor", "--games", "2", "--lang", "de"]) == 0
    said = capsys.readouterr().out
    assert "2 Spieler: 2 Partien, Startwert 0" in " ".join(said.split())
    assert "Entscheidungen je Partie" in said


def test_it_says_who_plays_if_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside lab balance, which has others play."""
    told = "Without --bots, 2 random bots play: they choose any legal move."
    line = ["simulate", "samara", "--games", "1", "--plain", "--lang", "en"]
    assert main(line) == 0
    by_default = " ".join(capsys.readouterr().out.split())
    assert told in by_default
    assert main([*line, "--bots", "random", "--players", "2"]) == 0
    named = " ".join(capsys.readouterr().out.split())
    assert told not in named
    assert "Samara, 2 players: 1 game, seed 0" in named
    assert main(["lab", "balance", "--help", "--lang", "en"]) == 0
    assert "four greedy bots play (simulate: two random ones)" in " ".join(
        capsys.readouterr().out.split()
    )
    assert main(["simulate", "--help", "--lang", "en"]) == 0
    assert "two random bots play" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("seed", ["", "a\nb", " a", "\udcff"])
def test_a_seed_that_no_game_takes_is_refused(
    seed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", "samara", "--games", "1", "--lang", "en", f"--seed={seed}"]) == 2
    assert "seed" in capsys.readouterr().err


def test_a_bot_that_ends_its_process_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = "import os\nclass Bot:\n    name = 'x'\n    __init__ = lambda self, seed: None\n"
    (tmp_path / "dying_bots.py").write_text(bot + "    decide = lambda self, view: os._exit(7)\n")
    monkeypatch.chdir(tmp_path)
    for jobs in ("1", "2"):
        line = ["simulate", "samara", "--bots", "dying_bots:Bot", "--games", "4", "--jobs", jobs]
        assert main([*line, "--lang", "en"]) == 2
        told = r"dying_bots:Bot failed in seat \d at move 1 of game 0\+\w{32}/\d: the process ended"
        assert re.search(f"{told} with exit code 7", capsys.readouterr().err)


def test_what_a_bot_prints_does_not_mix_with_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    bot = "class Bot:\n    name = 'x'\n    __init__ = lambda self, seed: print('hello')\n"
    decide = "    def decide(self, view):\n        print('hmm')\n        return view.legal[0]\n"
    (tmp_path / "talking_bots.py").write_text(f"print('imported')\n{bot}{decide}")
    monkeypatch.chdir(tmp_path)
    seed = "0+" + "7" * 32
    line = ["simulate", "tybor", "--bots", "talking_bots:Bot", "--games", "2", "--json"]
    assert main([*line, "--seed", seed]) == 0
    said = capfd.readouterr()
    seeds = [json.loads(record)["seed"] for record in said.out.splitlines()]
    assert seeds == [f"{seed}/0", f"{seed}/1"]
    for word in ("imported", "hello", "hmm"):
        assert word in said.err


def test_interrupted_it_shows_what_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(series: Series, first: int, end: int) -> list[GameResult]:
        if first == 3:
            raise KeyboardInterrupt
        return results(series, first, end)

    monkeypatch.setattr(simulate, "results", stop)
    assert main(["simulate", "tybor", "--games", "10", "--plain", "--lang", "en"]) == 130
    said = capsys.readouterr()
    assert "3 games, seed 0" in said.out
    assert "Interrupted: the table shows what was played until then." in said.err


# --- asking a bot -----------------------------------------------------------------------------
class Says:
    """A bot that always gives the same answer."""

    name = "says"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def decide(self, view: SeatView) -> int:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (3.0, "it answered 3.0, which is not an action"),
        (True, "it answered True, which is not an action"),
        ([1], r"it answered \[1\], which is not an action"),
        (10**9, "it answered 1000000000, which is not an action"),
        (KeyError("x"), "KeyError: 'x'"),
        (NotCompiled("error.rule.needs_numba"), "pip install numba numpy"),
    ],
)
def test_what_is_no_action_is_the_failure_of_a_bot(answer: object, why: str) -> None:
    table = game("tybor").new(2, "secret")
    seat = table.waiting_for[0]
    with pytest.raises(BotFailure, match=f"^says failed in seat {seat} at move 1: .*{why}") as told:
        ask(Says(answer), table, seat)
    assert "secret" not in told.value.text("en") + told.value.text("de")
    assert told.value.text("de").startswith(f"says scheiterte auf Platz {seat} bei Zug 1: ")


def test_a_number_of_numpy_is_an_action() -> None:
    numpy = pytest.importorskip("numpy")
    table = game("samara").new(2, "1")
    seat = table.waiting_for[0]
    action = ask(Says(numpy.int64(table.legal(seat)[0])), table, seat)
    assert (action, type(action)) == (table.legal(seat)[0], int)


# --- without numba ----------------------------------------------------------------------------
@pytest.mark.parametrize("command", ["simulate", "tournament"])
def test_without_numba_a_bot_that_looks_ahead_is_refused_at_once(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rule, "can_compile", lambda: False)
    assert main([command, "tybor", "--bots", "meister,random", "--lang", "en"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "meister looks ahead, which needs numba and numpy: pip install numba numpy" in said.err
    assert "without it there are apprentice, random, greedy" in said.err


def test_without_numba_an_analyst_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule, "can_compile", lambda: False)
    table = game("tybor").new(2, "1")
    with pytest.raises(NotCompiled, match="need numba and numpy"):
        Analyst("1").analyse(table.seat_view(table.waiting_for[0]), Budget(iterations=1))
