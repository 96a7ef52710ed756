"""Custom bots in processes of their own: what they get, what they cannot do, and their seeds."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from baumeister.cli.main import main
from baumeister.lab.bot_process import BotLimits, BotProcess
from baumeister.lab.series import (
    BotFailure,
    Series,
    has_key,
    keyed_seed,
    known_bots,
    play_game,
    result_of,
    without_key,
)
from baumeister.play import OptionError, game, records

KEYED = "0+" + "7" * 32
BOTS = '''
import gc, json, os, random, re, sys, time
from pathlib import Path

import baumeister

SEATS = set()


class First:
    name = "first"

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def decide(self, view):
        return view.legal[0]


def everything():
    """All objects that can be reached: on stacks, by the garbage collector, in the environment."""
    yield from [*sys.argv, *os.environ.values(), os.environ]
    for frame in sys._current_frames().values():
        while frame is not None:
            yield from frame.f_locals.values()
            frame = frame.f_back
    for thing in gc.get_objects():
        yield thing
        yield from gc.get_referents(thing)


class Snoop(First):
    def decide(self, view):
        if not Path("found").exists():
            found = set()
            for thing in everything():
                if type(thing).__name__ in ("Table", "TapeDealer", "_Announcing", "Series"):
                    found.add(type(thing).__name__)
                if isinstance(thing, str) and re.search("0[+][0-9a-f]{32}", thing):
                    found.add(thing)
            Path("found").write_text(json.dumps(sorted(found)))
            Path("environment").write_text(json.dumps(sorted(os.environ)))
        return super().decide(view)


class Guesses(First):
    """Tries short seeds out, as those of a study were."""

    def decide(self, view):
        for seed in (f"{run}/{k}" for run in ("0", "1") for k in range(3)):
            table = baumeister.game(view.rules.name).new(seed=seed, **view.options)
            if table.seat_view(view.seat).json()["hand"] == view.json()["hand"]:
                Path("guessed").write_text(seed)
        return super().decide(view)


class Patches(First):
    def decide(self, view):
        from baumeister.games.tybor import flow, scoring
        from baumeister.kernel.game import GameRules
        from baumeister.play.position import Moment

        scoring.score = flow.score = lambda *_: 999
        Moment.scores = lambda self: [{"total": 999}] * len(self.names)
        Moment.winners = property(lambda self: [view.seat])
        GameRules.winners = lambda *_: [view.seat]
        Moment.check = lambda *_: None
        for thing in gc.get_objects():
            if type(thing).__name__ == "Table":
                thing.__class__.scores = Moment.scores
        return super().decide(view)


class Notes(First):
    """Writes down what it sees, and what it imagines."""

    def decide(self, view):
        SEATS.add(view.seat)
        imagined = str(view.imagine(random.Random(7))._state)
        seen = [view.json(), view.question(), str(view.state), imagined, sorted(SEATS)]
        with open(f"notes-{view.seat}", "a") as file:
            file.write(json.dumps(seen) + "\\n")
        return self.chance.choice(view.legal)


class Hangs(First):
    def __init__(self, seed):
        Path("pid").write_text(str(os.getpid()))

    def decide(self, view):
        Path("hanging").touch()
        while True:
            pass


class HangsAtBirth(First):
    def __init__(self, seed):
        time.sleep(1000)


class Grows(First):
    def decide(self, view):
        grown = []
        while True:
            grown.append(bytearray(10_000_000))


class Dies(First):
    def decide(self, view):
        os.kill(os.getpid(), 9)


class Prints(First):
    def decide(self, view):
        print("from Python")
        os.write(1, b"from below\\n")
        os.system("echo from a program")
        return super().decide(view)


def write_everywhere(text):
    for number in range(3, 20):
        try:
            os.write(number, text)
        except OSError:
            pass


class Babbles(First):
    def decide(self, view):
        write_everywhere(b"\\x1b[31m{nonsense\\n")
        return super().decide(view)


class Nests(First):
    def decide(self, view):
        write_everywhere(b"[" * 9000 + b"\\n")
        return super().decide(view)


class Halves(First):
    def decide(self, view):
        write_everywhere(b'{"action"')
        time.sleep(1000)


class Pickles(First):
    def decide(self, view):
        write_everywhere(b"cos\\nsystem\\n(S'touch unpickled'\\ntR.\\n")
        return super().decide(view)


class Boasts(First):
    def decide(self, view):
        write_everywhere(json.dumps({"action": 10**9}).encode() + b"\\n")
        return super().decide(view)
'''


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with bots of somebody else's."""
    (tmp_path / "spies.py").write_text(BOTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C.UTF-8")
    return tmp_path


def series_of(bot: str, name: str = "tybor", limits: BotLimits | None = None) -> Series:
    """A custom bot against greedy."""
    return Series(name, 2, (f"spies:{bot}", "greedy"), KEYED, limits=limits or BotLimits())


def failure_of(bot: str, limits: BotLimits | None = None) -> BotFailure:
    """How a game with this bot fails."""
    with pytest.raises(BotFailure) as caught:
        play_game(series_of(bot, limits=limits), game("tybor"), 0)
    assert caught.value.bot == f"spies:{bot}"
    assert f"spies:{bot} scheiterte auf Platz 0" in caught.value.text("de")
    return caught.value


# --- what a bot gets --------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["tybor", "samara"])
def test_neither_stack_nor_gc_nor_environment_has_table_or_seed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_TOKEN_OF_MINE", "secret")
    monkeypatch.setenv("BAUMEISTER_STORE", "postgresql://user:secret@host/db")
    monkeypatch.setattr(sys, "argv", ["baumeister", "simulate", "--seed", KEYED])
    play_game(series_of("Snoop", name), game(name), 0)
    assert json.loads(Path("found").read_text()) == []
    names = set(json.loads(Path("environment").read_text()))
    assert not names & {"A_TOKEN_OF_MINE", "BAUMEISTER_STORE"}
    assert "PATH" in names


@pytest.mark.parametrize(("name", "players"), [("tybor", 3), ("samara", 2)])
def test_it_gets_the_view_of_its_seat_and_imagines_from_that_alone(name: str, players: int) -> None:
    played = game(name)
    table = played.new(players, KEYED)
    bots = [BotProcess("spies:Notes", f"{seat}", BotLimits()) for seat in range(players)]
    expected: dict[int, list[list[object]]] = {seat: [] for seat in range(players)}
    for _ in range(24):
        seat = table.waiting_for[0]
        view = table.seat_view(seat)
        imagined = str(view.imagine(random.Random(7))._state)
        expected[seat].append([view.json(), view.question(), str(view.state), imagined, [seat]])
        table.play(seat, bots[seat].decide(view))
    for seat, notes in expected.items():
        lines = Path(f"notes-{seat}").read_text().splitlines()
        assert [json.loads(line) for line in lines] == json.loads(json.dumps(notes))
        bots[seat].close()


def test_two_seats_of_a_bot_share_nothing() -> None:
    series = Series("samara", 2, ("spies:Notes", "spies:Notes"), KEYED)
    play_game(series, game("samara"), 0)
    for seat in (0, 1):
        seats = {str(json.loads(n)[4]) for n in Path(f"notes-{seat}").read_text().splitlines()}
        assert seats == {f"[{seat}]"}


def test_it_plays_as_it_would_in_this_process() -> None:
    played = game("samara")
    names: dict[str, object] = {"__name__": "spies"}
    exec(BOTS, names)
    notes: Callable[[str], BotProcess] = names["Notes"]  # type: ignore[assignment]
    ended = []
    for make in (notes, lambda seed: BotProcess("spies:Notes", seed, BotLimits())):
        table = played.new(2, KEYED)
        bots = [make(f"{seat}") for seat in (0, 1)]
        while not table.over:
            seat = table.waiting_for[0]
            table.play(seat, bots[seat].decide(table.seat_view(seat)))
        ended.append(records.to_text(table))
    assert ended[0] == ended[1]


# --- what it cannot do ------------------------------------------------------------------------
def test_patched_rules_and_scores_change_nothing() -> None:
    expected = result_of(play_game(series_of("First"), game("tybor"), 0))
    assert result_of(play_game(series_of("Patches"), game("tybor"), 0)) == expected


def test_its_module_is_never_imported_here() -> None:
    Path("spies.py").write_text(BOTS + "\nPath('imported').write_text(str(os.getpid()))\n")
    path = list(sys.path)
    assert known_bots(["spies:First"]) == ("spies:First",)
    play_game(series_of("First"), game("tybor"), 0)
    assert "spies" not in sys.modules
    assert sys.path == path
    assert int(Path("imported").read_text()) != os.getpid()


def test_a_decision_that_takes_too_long_ends_the_game() -> None:
    told = failure_of("Hangs", BotLimits(seconds=0.2)).text("en")
    assert "there was no answer within 0.2 s; --bot-seconds 0.4 allows more" in told
    pid = int(Path("pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_so_does_a_start_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("baumeister.lab.bot_process.START", 0.2)
    told = failure_of("HangsAtBirth", BotLimits(seconds=0.2)).text("en")
    assert "there was no answer within 0.4 s" in told


def test_and_half_an_answer() -> None:
    assert "there was no answer within 0.2 s" in failure_of("Halves", BotLimits(seconds=0.2)).text()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit memory so")
def test_a_process_that_grows_too_large_ends_the_game() -> None:
    told = failure_of("Grows", BotLimits(megabytes=500)).text("en")
    assert "the process needed more than 500 MB of memory; --bot-memory 1000 allows more" in told


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
def test_so_does_a_process_that_dies() -> None:
    assert failure_of("Dies").text("en").endswith("the process was ended by signal 9")


@pytest.mark.parametrize(
    ("bot", "answer"),
    [("Babbles", r"\[31m{nonsense"), ("Nests", r"\[\[\["), ("Pickles", "cos"), ("Boasts", "10{9}")],
)
def test_nonsense_is_no_action(bot: str, answer: str) -> None:
    told = failure_of(bot).text("en")
    assert re.search(f"it answered {answer}.*, which is not an action$", told)
    assert told.isprintable()
    assert not Path("unpickled").exists()


def test_what_it_prints_goes_to_the_error_output(capfd: pytest.CaptureFixture[str]) -> None:
    play_game(series_of("Prints"), game("tybor"), 0)
    said = capfd.readouterr()
    assert said.out == ""
    for words in ("from Python", "from below", "from a program"):
        assert words in said.err


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")
def test_its_process_ends_with_the_command_however_that_ends() -> None:
    """Also in the middle of a decision."""
    line = "simulate tybor --bots spies:Hangs,greedy --games 1"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = subprocess.Popen([sys.executable, "-m", "baumeister", *line.split()], env=environment)
    wait_for(Path("hanging").exists)
    command.kill()
    command.wait()
    bot = int(Path("pid").read_text())
    wait_for(lambda: not is_running(bot))


def is_running(pid: int) -> bool:
    """Whether a process exists and has not ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_for(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    deadline = monotonic() + 60
    while not true():
        assert monotonic() < deadline
        sleep(0.01)


def test_names_that_are_no_bots_are_told_in_both_languages() -> None:
    for name, english, german in (
        ("nix:Bot", "No module named 'nix'", "Ein Modul 'nix' gibt es nicht"),
        ("spies:Nobody", "has no attribute 'Nobody'", "gibt es kein 'Nobody'"),
        ("spies:everything", "has no method decide", "hat keine Methode decide"),
    ):
        with pytest.raises(OptionError, match=english) as told:
            known_bots([name])
        assert german in told.value.text("de")


# --- seeds ------------------------------------------------------------------------------------
def test_only_custom_bots_need_a_key() -> None:
    assert keyed_seed("7", ["greedy", "master"]) == "7"
    first, second = (keyed_seed("7", ["greedy", "spies:First"]) for _ in range(2))
    assert first != second
    assert has_key(first)
    assert len(bytes.fromhex(first.removeprefix("7+"))) * 8 == 128
    assert without_key(first) == without_key("7") == "7"
    assert keyed_seed(first, ["spies:First"]) == first


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """`run("simulate tybor …")`: what it prints."""

    def run(line: str) -> str:
        capsys.readouterr()
        assert main([*line.split(), "--lang", "en"]) == 0
        return capsys.readouterr().out

    return run


def test_a_bot_cannot_try_the_seed_of_a_study_out(run: Callable[[str], str]) -> None:
    play_game(Series("tybor", 2, ("spies:Guesses", "greedy"), "1"), game("tybor"), 2)
    assert Path("guessed").read_text() == "1/2"  # a seed without a key
    Path("guessed").unlink()
    run("simulate tybor --bots spies:Guesses,greedy --games 2 --seed 1 --json")
    assert not Path("guessed").exists()


def test_a_run_is_repeated_with_the_seed_of_its_result(run: Callable[[str], str]) -> None:
    line = "simulate tybor --bots spies:Notes,greedy --games 3 --json --seed"
    first, second = run(f"{line} 4"), run(f"{line} 4")
    seeds = [json.loads(record)["seed"] for record in first.splitlines()]
    seed = seeds[0].removesuffix("/0")
    assert re.fullmatch(r"4\+[0-9a-f]{32}", seed)
    assert seeds == [f"{seed}/{k}" for k in range(3)]
    assert seed not in second
    assert run(f"{line} {seed}") == first
    assert run(f"{line} {seed} --jobs 2 --only 2") == first.splitlines(keepends=True)[2]


def test_a_tournament_is_repeated_by_its_command(run: Callable[[str], str]) -> None:
    run("tournament samara --bots spies:Notes,greedy --games 4 --json out.json")
    first = json.loads(Path("out.json").read_text())
    command = first["command"].removeprefix("baumeister ")
    assert f"--seed {first['seed']}" in command
    assert has_key(first["seed"])
    run(f"{command} --jobs 2 --json again.json")
    second = json.loads(Path("again.json").read_text())
    for data in (first, second):
        for played in data["tables"][0]["games"]:
            del played["seconds"]
    assert first["tables"][0]["games"] == second["tables"][0]["games"]


def test_a_run_that_goes_on_keeps_its_key(run: Callable[[str], str]) -> None:
    line = "simulate samara --bots spies:Notes,greedy --games 3 --json --journal kept"
    first = run(line)
    lines = Path("kept").read_bytes().splitlines(keepends=True)
    Path("kept").write_bytes(b"".join(lines[:2]))  # as if it had been killed after a game
    assert run(line) == first
