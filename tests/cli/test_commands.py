"""Help, rules, and one clear line for everything that is wrong."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
from argparse import ArgumentTypeError
from pathlib import Path

import pytest
from rich.console import Console

import baumeister as package
from baumeister.cli import main as main_module
from baumeister.cli.arguments import Parser, number
from baumeister.cli.commands import simulate
from baumeister.cli.many_games import command_again
from baumeister.cli.screens.registry import screen_of
from baumeister.cli.screens.score_sheet import score_sheets
from baumeister.cli.screens.words import COMMANDS, default_language, language_of
from baumeister.cli.seats import Seats, new_seats, seats_of
from baumeister.games import GAMES
from baumeister.kernel.glossary import LANGUAGES, keys, say
from baumeister.kernel.texts import help_topics
from tests.cli.conftest import Baumeister

SOURCE = Path(package.__file__).parent
OWN = ["play", "replay", "verify", "rules", "bench", "fingerprint"]


# --- help -------------------------------------------------------------------------------------
@pytest.mark.parametrize("arguments", ["", "--help", "-h", "help", "--lang en"])
def test_the_overview(baumeister: Baumeister, arguments: str) -> None:
    said = baumeister(arguments)
    assert said.code == 0
    assert "baumeister play tybor" in said.out
    for command in COMMANDS:
        assert say(f"cli.brief.{command}", "en") in said.out


def test_the_overview_in_german(baumeister: Baumeister) -> None:
    assert "Zum Anfangen:" in baumeister("--lang de").out
    assert "Zum Anfangen:" in baumeister("--lang=de --help").out
    assert "Baumeister: Die Karte" in baumeister("--lang de rules T4.5").out


@pytest.mark.parametrize("command", OWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_teaches(baumeister: Baumeister, command: str, language: str) -> None:
    said = baumeister(f"{command} --help --lang {language}")
    assert said.code == 0
    assert say(f"cli.about.{command}", language) in said.out
    assert said.out.count(f"  baumeister {command}") >= 2
    assert said.out == baumeister(f"help {command} --lang {language}").out


def test_version(baumeister: Baumeister) -> None:
    assert baumeister("--version").out == f"baumeister {package.__version__}\n"


def test_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert default_language() == "en"
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert default_language() == "de"
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert default_language() == "en"
    assert language_of(["rules", "--lang", "de"]) == "de"
    assert language_of(["rules", "--lang"]) == "en"


# --- words ------------------------------------------------------------------------------------
def sources() -> str:
    """The code of the commands, and of what games bring along for them."""
    files = [*(SOURCE / "cli").rglob("*.py"), *(SOURCE / "games").glob("*/*.py")]
    return "".join(path.read_text(encoding="utf-8") for path in files)


def test_every_text_that_is_told_exists() -> None:
    told = re.findall(r'(?:\.tell|_word)\(\s*"([\w.]+)"', sources())
    assert len(told) > 20
    assert [key for key in told if f"cli.{key}" not in keys()] == []


def _argument(key: str) -> str:
    """The argument whose help a text is, as a pattern."""
    return "(--)?" + key.removeprefix("option.").replace("_", "[_-]")


def test_every_text_is_used() -> None:
    tables = ("command", "topic", "source", "source_kind", "about", "brief", "examples_of")
    of_a_game = ("unit", "undo_too_late", "not_explained", "prompt_help", "tool_letter", "how")
    words = ("more", "more_names", "replay_back", "replay_end", "replay_quit")
    code = sources()
    unused = [
        key
        for key in (key.removeprefix("cli.") for key in keys() if key.startswith("cli."))
        if key.partition(".")[0] not in (*tables, *of_a_game, *words, "verified")
        and not re.search(rf"""["'](cli\.)?({key}|{_argument(key)})["']""", code)
    ]
    assert unused == []


def test_every_word_that_is_explained_has_a_name() -> None:
    for name in GAMES:
        topics = [f"cli.topic.{name}.{topic}" for topic in help_topics(name)]
        sources = [f"cli.source.{key}" for key in package.game(name).components.source]
        assert [key for key in (*topics, *sources) if key not in keys()] == []


def test_several_cards_are_kept_as_workers() -> None:
    narrator = package.game("tybor").new(2, 1, ["Anna", "Bert"]).narrator("en")
    draw = {"type": "draw", "seat": 0, "why": "T5.3", "as": "worker", "discarded": []}
    assert narrator.tell({**draw, "kept": ["Fa4G"]}).endswith(" as a worker.")
    assert narrator.tell({**draw, "kept": ["Fa4G", "Fa4G"]}).endswith(" as workers.")


def test_every_command_is_described() -> None:
    for section in ("about", "brief", "examples_of"):
        assert [name for name in COMMANDS if f"cli.{section}.{name}" not in keys()] == []


# --- rules ------------------------------------------------------------------------------------
def test_a_clause(baumeister: Baumeister) -> None:
    said = baumeister("rules t4.5")
    assert said.out.startswith("T4.5\n  Builder: the card is discarded")
    assert "Baumeister: Die Karte wird abgeworfen" in baumeister("rules T4.5 --lang de").out


def test_a_section(baumeister: Baumeister) -> None:
    said = baumeister("rules T7")
    assert [line.split()[0] for line in said.out.splitlines()] == [
        "T7",
        "T7.1",
        "T7.2",
        "T7.3",
        "T7.4",
    ]


def test_all_the_rules(baumeister: Baumeister) -> None:
    said = baumeister("rules")
    assert said.out.startswith("T1 Components")
    assert "  T7.4 Nobody" in said.out
    assert "S1" in baumeister("rules --game samara").out


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("Fa4G", "Fa4G: farmer (strength 4, green)"),
        ("guild hall", "Guild Hall\n  A yellow building, 4 points little, 7 points great"),
        ("Zunfthaus", "Guild Hall"),
        ("merchants", "Every fourth merchant symbol"),
        ("Händler", "Every fourth merchant symbol"),
        ("size matters", "2 points for every fourth great building"),
        ("chapter IV", "total strength of at least 10"),
        ("give up", "Harbour: you may give up one captain"),
        ("reshuffle", "T4.8 A building with the recruit sign"),
        ("Bridge", "A tile of 2 prestige. Needs: 2 × saw and 2 × trowel."),
        ("Brücke", "everything takes your workers 1 month less"),
        ("trowel with compass", "one with compass and one with square"),
        ("last month", "The end of the half-year after the current one"),
        ("Urlaub", "to the next month in which you have a worker"),
        ("barracks --game samara", "every other foreman with a tool must give one up"),
        ("S6", "S6.1 The acting worker alone moves"),
        ("S7.12", "Prison: for each other foreman, clockwise"),
    ],
)
def test_a_word(baumeister: Baumeister, words: str, answer: str) -> None:
    said = baumeister(f"rules {words}")
    assert said.code == 0
    assert answer in said.out


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sources_say_what_is_reconstructed(
    baumeister: Baumeister, language: str, game: str
) -> None:
    said = baumeister(f"rules sources --game {game} --lang {language}")
    for key, kind in package.game(game).components.source.items():
        line = next(
            line for line in said.out.splitlines() if say(f"cli.source.{key}", language) in line
        )
        assert say(f"cli.source_kind.{kind}", language) in line


# --- what is wrong ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ("plya tybor", "'plya' is not a command; there are play,"),
        ("plya tybor", "Did you mean play?"),
        ("--lang fr rules", "--lang: 'fr' is not one of en, de"),
        ("--lang", "--lang: '' is not one of en, de"),
        ("--language de", "'--language' is not a command"),
        ("play", "name a game after baumeister play: tybor"),
        ("play chess", "'chess' is not a game; there are tybor, samara"),
        ("play tybor --players 9", "--players: '9' is not a whole number from 2 to 8"),
        ("play tybor --players two", "--players: 'two' is not a whole number from 2 to 8"),
        ("play tybor --chapter 0", "--chapter: '0' is not a whole number from 1 to 8"),
        ("play samara --players 6", "Samara is for 2 to 5 players, not 6"),
        ("play samara --start-month 13", "--start-month: '13' is not a whole number from 1 to 12"),
        ("play samara --scenario size-matters", "--scenario is not an option of Samara"),
        ("play samara --memory", "--memory is not an option of Samara"),
        ("play samara --story x", "--story is not an option of Samara"),
        ("play tybor --start-month 3", "--start-month is not an option of Tybor the Builder"),
        ("play tybor --no-specials", "--no-specials is not an option of Tybor the Builder"),
        ("play samara --resume x --open-scores", "--open-scores cannot be used with --resume"),
        ("play tybor --scenario no", "'no' is not a scenario; there are escape-from-the-city"),
        ("play tybor --bots clever", "'clever' is not a bot; there are apprentice, journeyman"),
        ("play tybor --bots random,greedy,random --players 3", "3 bots for 2 seats"),
        ("play tybor --humans A,B,C --players 2", "3 people do not fit at a table for 2"),
        ("play tybor --humans A,a", "the names must differ"),
        ("play tybor --humans A,", "'' is not a name"),
        ("play tybor --sed 1", "--sed is not an option here; did you mean --seed?"),
        ("play tybor chess", "unexpected argument 'chess'"),
        ("play tybor --lang fr", "--lang: 'fr' is not one of en, de"),
        ("play tybor --seed", "--seed: expected one argument"),
        ("play tybor --data /no/file", "/no/file: cannot be read"),
        ("play tybor --save /no/place/file", "/no/place/file: No such file or directory"),
        ("play tybor --resume /no/file", "/no/file: cannot be read: No such file"),
        ("play tybor --resume x --seed 1", "--seed cannot be used with --resume"),
        ("play tybor --resume x --story y", "--resume and --story cannot be used together"),
        ("play tybor --story x --chapter 2", "--chapter cannot be used with --story"),
        ("play tybor --story /no/place/x", "/no/place/x: No such file or directory"),
        ("replay", "FILE"),
        ("replay /no/file", "/no/file: cannot be read: No such file or directory"),
        ("verify /", "/: cannot be read: Is a directory"),
        ("rules T9.9", "there is no clause T9.9; the sections are T1, T2"),
        ("rules S99", "there is no clause S99; the sections are S1, S2"),
        ("rules frmer", "'frmer' does not occur in the rules. Did you mean farmer"),
        ("rules --game chess", "--game: 'chess' is not one of tybor, samara"),
        ("rules sources --game samara --data /no/file", "/no/file"),
    ],
)
def test_one_line_says_what_would_be_right(
    baumeister: Baumeister, arguments: str, hint: str
) -> None:
    said = baumeister(arguments)
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("baumeister: ")
    assert said.err.count("\n") == 1
    assert hint in said.err


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1", 1),
        ("100000000", 100_000_000),
        ("0000000000012", 12),
        ("0" * 5000 + "7", 7),
        ("0", None),
        ("100000001", None),
        ("1000000000", None),
        ("9" * 5000, None),
        ("1.5", None),
        ("-1", None),
        ("", None),
    ],
)
def test_a_whole_number_in_a_range(text: str, found: int | None) -> None:
    read = number(1, 100_000_000, "en")
    if found is None:
        with pytest.raises(ArgumentTypeError, match="is not a whole number from 1 to 100000000"):
            read(text)
    else:
        assert read(text) == found


def test_the_command_that_does_it_again_is_understood() -> None:
    """Also with a value that begins like an option."""

    def again(*options: str) -> str:
        parser = Parser("simulate", "en")
        simulate.add_arguments(parser)
        args = parser.read(["samara", *options])
        return command_again("simulate", simulate.add_arguments, args, ())

    command = again("--seed=-x", "--bots", "greedy", "--plain")
    assert command == "baumeister simulate samara --seed=-x --bots greedy --plain"
    assert again(*shlex.split(command)[3:]) == command


def test_errors_in_german(baumeister: Baumeister) -> None:
    said = baumeister("play tybor --bots klug --lang de")
    assert said.err.startswith("baumeister: 'klug' ist kein Bot; es gibt lehrling, geselle")


def test_a_data_file_with_a_wrong_row(baumeister: Baumeister, tmp_path: Path) -> None:
    data = (SOURCE / "games" / "tybor" / "data.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(data.replace("strength = 5", "strength = 50", 1), encoding="utf-8")
    said = baumeister("play tybor --data", path)
    assert said.code == 2
    assert "characters, row " in said.err
    assert said.err.count("\n") == 1


def test_a_record_of_other_data_names_the_option(baumeister: Baumeister, tmp_path: Path) -> None:
    data = (SOURCE / "games" / "tybor" / "data.toml").read_text(encoding="utf-8")
    mine, path = tmp_path / "mine.toml", tmp_path / "game.txt"
    mine.write_text(data.replace('version = "1"', 'version = "mine"', 1), encoding="utf-8")
    typed = ["1"] * 3
    assert baumeister("play tybor --data", mine, "--save", path, typed=typed).code == 0
    said = baumeister("play tybor --resume", path)
    assert said.code == 2
    assert "--data FILE" in said.err
    assert baumeister("play tybor --data", mine, "--resume", path, typed=typed).code == 0


def test_an_interrupted_command(baumeister: Baumeister, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object, __: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(main_module, "_dispatch", interrupt)
    assert baumeister("rules").code == 130


# --- who sits where ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("players", "humans", "bots", "names"),
    [
        (None, None, None, ["Player 1", "Ada (journeyman)", "Bruno (journeyman)"]),
        (2, None, ["random"], ["Player 1", "Ada (random)"]),
        (None, ["Ada", "Bert"], None, ["Ada", "Bert"]),
        (None, ["Ada", "Bert"], ["random"], ["Ada", "Bert", "Bruno (random)"]),
        (None, ["Zoe"], ["random", "greedy"], ["Zoe", "Ada (random)", "Bruno (greedy)"]),
    ],
)
def test_seats(
    players: int | None, humans: list[str] | None, bots: list[str] | None, names: list[str]
) -> None:
    seats = new_seats(players, humans, bots, "en")
    assert seats.names == names
    assert seats_of(names, None, None) == seats


def test_bots_are_known_by_their_names() -> None:
    names = ["Anna", "Ada (random)", "Carl (the Great)"]
    assert seats_of(names, None, None) == Seats(names, {1: "random"})
    assert seats_of(names, ["Anna"], None) == Seats(names, {1: "random", 2: "journeyman"})


# --- as a process -----------------------------------------------------------------------------
def process(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent), "LANG": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "baumeister.cli", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment,
        timeout=300,
        check=False,
    )


def test_help_needs_no_large_library() -> None:
    code = (
        "import sys; from baumeister.cli.main import main; main(['--help']);"
        "print(sorted({'rich', 'numpy', 'numba'} & set(sys.modules)), file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stderr == "[]\n"


def test_a_game_by_a_pipe(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    line = ("play", "tybor", "--seed", "1", "--bots", "greedy", "--save", path)
    done = process(*line, typed="1\n" * 200)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert process("verify", path).returncode == 0


def unread(*arguments: str, errors_too: bool = False) -> tuple[int, bytes]:
    """The exit code of a command whose output nobody reads, and what it said beside it."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE.parent), "BAUMEISTER_QUIET": "1"}
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "baumeister.cli", *arguments],
        stdout=writer,
        stderr=writer if errors_too else subprocess.PIPE,
        env=environment,
        check=False,
    )
    os.close(writer)
    return done.returncode, (done.stderr or b"").strip()


@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "rules",
        "rules data samara",
        "play samara --bots greedy --humans Anna",
        "simulate samara --games 2 --plain",
        "simulate samara --games 2 --plain --json",
        "simulate samara --games 2 --plain --jobs 2",
    ],
)
def test_a_reader_that_leaves_early(line: str) -> None:
    assert unread(*line.split()) == (141, b"")


def test_nobody_reads_the_complaint_either() -> None:
    assert unread("play", "chess", errors_too=True) == (141, b"")


def test_files_are_there_though_nobody_reads_the_table(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="pictures need matplotlib")
    out, page = tmp_path / "out.json", tmp_path / "page.html"
    line = "tournament samara --bots greedy,random --games 2 --plain"
    assert unread(*line.split(), "--json", str(out), "--report", str(page)) == (141, b"")
    assert json.loads(out.read_text(encoding="utf-8"))["finished"]
    assert "</html>" in page.read_text(encoding="utf-8")


def test_a_terminal_without_the_letters() -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(SOURCE.parent),
        "PYTHONIOENCODING": "ascii",
        "COLUMNS": "40",
    }
    done = subprocess.run(
        [sys.executable, "-m", "baumeister.cli", "play", "tybor", "--lang=de", "--bots=greedy"],
        input=b"1\n\xff\xfe\n\n1\n",
        capture_output=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""


# --- the command that hints name ----------------------------------------------------------------
def test_hints_name_the_command_that_started_the_program(
    baumeister: Baumeister, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("BAUMEISTER_COMMAND", "python3 run.py")
    for line in ("", "play --help", "rules --help", "--lang de"):
        said = baumeister(line)
        assert "python3 run.py play" in said.out or "python3 run.py rules" in said.out
        assert not re.search("baumeister [a-z]", said.out)  # it is a level, too
    path = tmp_path / "game.txt"
    said = baumeister("play tybor --seed 1 --save", path)
    assert f"Continue with: python3 run.py play tybor --resume {path}" in said.out
    assert "python3 run.py rules sources --game tybor" in said.out
    assert baumeister("play").err.startswith("baumeister: name a game after python3 run.py play: ")
    assert baumeister("play tybor --players x").err.endswith("; see python3 run.py play --help\n")


@pytest.mark.parametrize("players", [2, 5, 8])
def test_score_sheets_of_many_players_on_a_narrow_screen(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"Somebody{k} (bot)" for k in range(players)]
    sheet = {"lines": [{"clause": "T6.1", "points": 12}], "total": 12, "tiebreak": 3}
    screen = screen_of(package.game("tybor"), "en")
    monkeypatch.setattr(screen, "score_name", lambda _: "a line with a rather long name")
    shown = score_sheets(screen, names, [sheet] * players, [1], 80)
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(shown)
    text = console.export_text()
    assert "…" not in text
    assert text.count("Total") == (1 if players == 2 else 2)
    for k in range(players):
        assert f"Somebody{k}" in text
