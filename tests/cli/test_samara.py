"""Samara at the terminal: whole games, the screen, previews, hot-seat, records."""

from __future__ import annotations

import io
import random
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, RenderableType

import baumeister as facade
from baumeister.cli.screens.registry import SCREENS
from baumeister.cli.screens.terminal import Terminal
from baumeister.cli.seats import Seats
from baumeister.cli.session import Session
from baumeister.games import GAMES
from baumeister.games.samara.screen import SamaraScreen
from baumeister.kernel.glossary import LANGUAGES
from baumeister.play import Table, records
from tests.cli.conftest import Baumeister
from tests.samara_scene import Scene, scene

GAME = facade.game("samara")
ALWAYS_FIRST = ["1"] * 600
MIXED = [str(1 + k % 3 // 2) for k in range(600)]  # 1, 1, 2: there are always two choices
BARRACKS = """
month 0: 0a W, 1a W, 2a W, 0b MM; month 3: 1b M, 2b M; 1,1 Barracks; 1,2 Hut/1; 1,3 Palace
foreman 0: saw trowel_compass | -
foreman 1: saw glass_a | -
foreman 2: saw trowel_square | -
"""


def read(*things: RenderableType, width: int = 80) -> str:
    """What somebody reads on a screen of this width."""
    console = Console(file=io.StringIO(), width=width, markup=False, emoji=False)
    for thing in things:
        console.print(thing)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def screen(language: str = "en") -> SamaraScreen:
    return SamaraScreen(GAME, language)


def shown(table: Scene, seat: int = 0, width: int = 80, language: str = "en") -> str:
    """The table as a seat reads it."""
    return read(*screen(language).table(table.view(seat), width), width=width)


def test_every_game_has_a_screen() -> None:
    assert list(SCREENS) == list(GAMES)


# --- whole games ------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_by_numbers(baumeister: Baumeister, language: str, players: int) -> None:
    options = f"--players {players} --start-month {2 * players} --seed {players} --lang {language}"
    said = baumeister(f"play samara {options}", typed=MIXED)
    assert (said.code, said.err) == (0, "")
    assert {"en": "wins with", "de": "gewinnt mit"}[language] in said.out
    assert {"en": "prestige.", "de": "Ansehen."}[language] in said.out
    assert re.search(r"^ S8\.1 ", said.out, re.MULTILINE)
    assert "(S8.1)" in said.out
    assert "{" not in said.out


def test_a_whole_game_in_notation(baumeister: Baumeister, tmp_path: Path) -> None:
    table = GAME.new(2, "n", ["Anna", "Bert"], start_month=6)
    dice, typed = random.Random(1), []
    while not table.over:
        seat = table.waiting_for[0]
        action = dice.choice(table.legal(seat))
        table.play(seat, action)
        typed.append(GAME.notation(action))
    path = tmp_path / "game.txt"
    line = "play samara --seed n --start-month 6 --humans Anna,Bert --save"
    assert baumeister(line, path, typed=typed).code == 0
    assert path.read_text(encoding="utf-8") == records.to_text(table)


def test_S7_15_a_first_game(baumeister: Baumeister) -> None:
    said = baumeister("play samara --seed 4 --start-month 1 --no-specials", typed=ALWAYS_FIRST)
    assert "First-game variant: special abilities are ignored [S7.15]" in said.out
    assert "* special" not in said.out
    assert "wins with" in said.out


def test_the_start_tells_the_story(baumeister: Baumeister) -> None:
    said = baumeister("play samara --start-month 9")
    assert "When the ice on the Volga breaks" in said.out
    assert "➤ When all 30 tiles are taken" in said.out
    assert "Starting month: September" in said.out
    assert "baumeister rules sources --game samara" in said.out
    assert "Wolga" in baumeister("play samara --lang de").out


def test_S1_4_the_starting_month_is_todays(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    baumeister("play samara --save", path)
    [table] = records.read_file(path)
    assert abs(table.options["start_month"] - date.today().month) in (0, 1, 11)


# --- the screen -------------------------------------------------------------------------------
def test_S1_2_the_board_has_row_4_at_the_top() -> None:
    text = shown(scene("month 0: 0a W, 1a W; 4,6 Hut/1; 1,9 Palace; 2,1 Well saw"))
    rows = [line[0] for line in text.splitlines() if re.match(r"[1-4] ", line)]
    assert rows == ["4", "3", "2", "1"]
    assert "1→Feb   2→Mar   3→Apr" in text


def test_S5_2_a_cell_shows_needs_prestige_tools_and_what_is_possible() -> None:
    table = scene(
        "month 0: 0a W, 1a W; 1,1 Well saw saw trowel_compass; 1,2 Chapel; foreman 0: saw saw | -"
    )
    text = shown(table)
    assert "Well    Chapel" in text
    assert "T     3 TA    6" in text
    assert "2S Tc✓" in text  # two saws are enough, S3.3
    table = scene("month 0: 0a W, 1a W; 1,1 Well; foreman 0: trowel_square | -")
    assert "T    ✓3" in shown(table)


def test_S3_4_three_kinds_of_tools_fit_a_narrow_cell() -> None:
    tools = "trowel_compass trowel_square glass_b"
    text = shown(scene(f"month 0: 0a W, 1a W; 1,1 Well {tools}; 1,2 Hut/1 saw"))
    assert "\n  Tc✓Tq✓B S✓" in text


def test_S7_special_tiles_are_marked() -> None:
    text = shown(scene("month 0: 0a W, 1a W; 1,1 Boat; 1,2 Bridge; 1,3 Hut/1"))
    assert "Boat*   Bridge° Hut" in text


def test_S2_5_the_calendar_shows_lines_now_and_the_last_month() -> None:
    text = shown(scene("month 2: 1a W, 0a WM; month 5: 0b MM; month 8: 1b MMM; 1,1 Hut/1"))
    assert re.search(r"March NOW +►Ba♀ Aa♀♂ *\n", text)
    assert re.search(r"Apr – May +– *\n", text)
    assert re.search(r"June +Ab♂♂ *\n", text)
    assert re.search(r"Jul – Aug +– *\nSeptember +Bb♂♂♂ *\n", text)
    assert re.search(r"December \(last month\) +– *\n", text)


def test_S9_1_foremen_with_tools_reserve_and_open_tiles() -> None:
    table = (
        "month 0: 0a W, 1a W; 1,1 Hut/1; foreman 0: saw glass_a | Bridge Well; foreman 1: - | Cave"
    )
    hidden = shown(scene(table))
    assert re.search(r"►A Anna \(you\) S A   ♂♂♂♀    2     5        Bridge", hidden)
    assert re.search(r"B Bert +– +♂♂♂♀ +1 +\? +–", hidden)
    opened = shown(scene(table, open_scores=True))
    assert re.search(r"B Bert +– +♂♂♂♀ +1 +2 +–", opened)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100, 120, 140])
def test_nothing_that_matters_is_cut_off(language: str, width: int) -> None:
    for seed in range(2):
        table = GAME.new(5, seed, start_month=7)
        dice = random.Random(seed)
        while not table.over:
            seat = table.waiting_for[0]
            if dice.random() < 0.03:
                check_screen(table, seat, width, language)
            table.play(seat, dice.choice(table.legal(seat)))


def check_screen(table: Table, seat: int, width: int, language: str) -> None:
    """Everything of the view is on the screen, whole."""
    drawn, view = screen(language), table.view(seat)
    pieces = drawn.pieces
    text = read(*drawn.table(view, width), width=width)
    low = read(*drawn.table(view, width, short=True), width=width)
    for shape in (text, low):
        assert "…" not in shape
        assert max(map(len, shape.splitlines())) <= width
        tokens = re.findall(r"[A-E][a-e][♂♀]+", shape)
        there = [worker for entry in view["calendar"] for worker in entry["line"]]
        assert sorted(tokens) == sorted(pieces.worker(worker).plain for worker in there)
        for space in view["spaces"]:
            if space["tile"] is not None:
                tile = pieces.tiles[space["tile"]]
                assert pieces.name(tile.code)[:3].replace(" ", "") in shape.replace(" ", "")
                needs = pieces.needs(tile) or "-"
                assert re.search(rf"{needs} *✓?{tile.prestige}\b|\b{tile.prestige}\b", shape)
    choices = read(drawn.choices(view, view["legal"], width), width=width)
    numbers = [int(n) for n in re.findall(r"(?:^| ) ?(\d+) (?=[A-Z0-9])", choices)]
    assert set(range(1, len(view["legal"]) + 1)) <= set(numbers)


def test_S8_3_months_without_progress_are_shown() -> None:
    table = "month 30: 0a W, 1a W; 1,1 Hut/1"
    assert "13 of 24 months without a tool" in shown(scene(table, idle=13))
    assert "13 von 24 Monaten ohne" in shown(scene(table, idle=13), language="de")
    assert "of 24 months" not in shown(scene(table, idle=11))


def test_S8_3_the_end_names_its_clause(baumeister: Baumeister) -> None:
    golden = Path(__file__).parents[1] / "games" / "samara" / "golden"
    said = baumeister("replay", golden / "2-month-1-bachelors.txt")
    assert (
        "24 months without a tool, a newcomer or a building: the game is over (S8.3)." in said.out
    )


# --- what can be typed ------------------------------------------------------------------------
LINE = "play samara --players 2 --seed 3 --start-month 9"


def test_commands_at_the_prompt(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    typed = ["?", "? Bridge", "? Tc", "? barracks", "? S3.2", "score", "log", f"save {path}"]
    said = baumeister(LINE, typed=[*typed, "undo", "p", "? xyzzy", "? brige", "quit"])
    for words in (
        "preview 3   (or p 3",
        "A tile of 2 prestige. Needs: 2 × saw and 2 × trowel.",
        "one with compass and one with square",
        "every other foreman with a tool must give one up",
        "The group: the acting worker and",
        "no points yet",
        "The board is laid out; start order: ",
        f"baumeister play samara --resume {path}",
        "only a tool chosen for the Barracks can be changed",
        "Preview of what? Type preview 3",
        "“xyzzy” is not known; ? takes a tile",
        "Did you mean Bridge",
    ):
        assert words in said.out


def test_commands_in_german(baumeister: Baumeister) -> None:
    typed = ["hilfe Brücke", "? Urlaub", "punkte", "verlauf", "tisch", "vorschau 1", "zurück"]
    said = baumeister(f"{LINE} --lang de", typed=[*typed, "ende"])
    for words in (
        "Ein Plättchen mit 2 Ansehen. Nötig: 2 × Säge und 2 × Kelle.",
        "Der handelnde Arbeiter zieht allein",
        "Der Plan ist ausgelegt",
        "Vorschau: ",
        "Als Nächster handelt: ",
        "Nur ein für die Baracken gewähltes Werkzeug",
    ):
        assert words in said.out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("0", "0 is not one of the choices"),
        ("build 3,7", "✗ You lack tools for the Cathedral. [S5.2]"),
        ("build Cathedral", "✗ You lack tools for the Cathedral. [S5.2]"),
        ("wait", "✗ Waiting is only for a worker who can do nothing else. [S2.2]"),
        ("p wait", "✗ Waiting is only for a worker who can do nothing else. [S2.2]"),
        ("with b", "✗ Now the acting worker takes a tool"),
        ("dance", "“dance” is not a move here"),
        ("tool 9,9 saw", "“tool 9,9 saw” is not a move here"),
        ("Hut", "Player 1 builds the Hut at 1,7; worker a goes to April."),
        ("build hut", "Player 1 builds the Hut at 1,7; worker a goes to April."),
        ("Build at 1,7", "Player 1 builds the Hut at 1,7; worker a goes to April."),
        ("1,7", "Player 1 builds the Hut at 1,7; worker a goes to April."),
    ],
)
def test_what_is_typed_is_answered(baumeister: Baumeister, typed: str, answer: str) -> None:
    assert answer in baumeister(LINE, typed=[typed]).out


def test_tybor_has_no_preview(baumeister: Baumeister) -> None:
    said = baumeister("play tybor --seed 5", typed=["p 1"])
    assert "it would reveal what is hidden" in said.out


# --- previews ---------------------------------------------------------------------------------
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_preview_is_what_then_happens(players: int) -> None:
    table = GAME.new(players, players, start_month=3 * players % 12 + 1)
    dice = random.Random(players)
    while not table.over:
        seat = table.waiting_for[0]
        action = dice.choice(table.legal(seat))
        before = table.snapshot()
        preview = table.preview(seat, action)
        assert table.snapshot() == before
        secret = table.view(seat)["phase"] == "barracks"
        table.play(seat, action)
        assert secret == (preview is None)
        if preview is not None:
            assert preview.json() == table.view(seat)


def previewed(table: Scene, move: str, seat: int = 0, language: str = "en") -> str:
    return read(*screen(language).preview(table.table, seat, GAME.action(move)))


def test_a_preview_says_who_goes_where_and_who_acts_next() -> None:
    table = scene("month 0: 0a W, 1a W, 0b MM, 1b MM; month 2: 1c M; 3,2 Hut/1; 1,1 Cave saw")
    text = previewed(table, "build 3,2")
    assert "Preview: build at 3,2" in text
    assert "Aa♀ January → March" in text
    assert "Ab♂♂ January → March" in text
    assert "line in March: Bc♂ Aa♀ Ab♂♂" in text
    assert "Anna gets: Hut (2)" in text
    assert "Next to act: Ba♀ of Bert." in text
    german = previewed(table, "tool 1,1 saw", language="de")
    assert "Anna bekommt: Säge" in german
    assert "Als Nächster handelt: Ba♀ von Bert." in german


def test_S3_2_a_preview_lists_every_group() -> None:
    text = previewed(scene("month 0: 0a W, 0b M, 0c M, 1a W; 2,4 Hut/1; 1,1 Cave"), "build 2,4")
    assert re.search(r"with b\s+Aa♀ January → May\s+Ab♂ January → May", text)
    assert re.search(r"with c\s+Aa♀ January → May\s+Ac♂ January → May", text)


def test_S4_1_a_preview_of_a_newcomer() -> None:
    text = previewed(scene("month 0: 0a W, 1a W; 1,1 Hut/1"), "newcomer man")
    assert "Aa♀ January → December" in text
    assert "Ab♂ comes to December" in text


def test_S7_10_a_preview_of_a_special_tile_says_what_is_asked() -> None:
    table = scene("month 0: 0a W, 1a W, 0b M; month 2: 0c M; 1,1 Tombstone; 1,2 Hut/1")
    text = previewed(table, "build 1,1")
    assert "Then you are asked: Tombstone: which worker do you lose?" in text


def test_S7_7_a_preview_says_when_others_decide_first() -> None:
    table = scene(
        "month 0: 0a W, 1a W, 1b M, 1c M; 1,1 Hospital; 1,2 Hut/1; "
        "foreman 0: trowel_compass glass_a | -"
    )
    assert "Then Bert must decide." in previewed(table, "build 1,1")


# --- several people on one screen -------------------------------------------------------------
class Typist:
    """Types answers, and keeps what was on the screen before each."""

    def __init__(self, answers: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        self.answers = iter(answers)
        self.capsys = capsys
        self.seen: list[tuple[str, str]] = []  # prompt, and what was read since the last one

    def ask(self, prompt: str) -> str:
        self.seen.append((prompt, self.capsys.readouterr().out))
        return next(self.answers)


def at_one_screen(
    answers: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[Typist, Table]:
    """Anna, Bert and Cora, where Anna can build the Barracks; until no answer is left."""
    table = scene(BARRACKS).table
    typist = Typist(answers, capsys)
    monkeypatch.setattr(Terminal, "ask", lambda _, prompt: typist.ask(prompt))
    seats = Seats(list(table.names), {})
    session = Session(table, seats, {}, Terminal("en"), lambda _: None)
    with pytest.raises(StopIteration):
        session.run()
    return typist, table


def test_S9_2_nobody_sees_what_is_chosen_for_the_barracks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    screens: list[Any] = []
    for choice in ("lose saw", "lose glass_a"):
        answers = ["build 1,1", "", choice, "", "log", "p 1", "score", "table"]
        typist, table = at_one_screen(answers, monkeypatch, capsys)
        assert [prompt for prompt, _ in typist.seen] == [
            "Anna> ",
            "Press Enter to continue: ",
            "Bert> ",
            "Press Enter to continue: ",
            *["Cora> "] * 5,
        ]
        assert "Pass the screen to Cora" in typist.seen[3][1]
        assert table.waiting_for == [2]
        screens.append(typist.seen[3:])
    assert screens[0] == screens[1]


def test_S7_5_a_choice_for_the_barracks_can_be_taken_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = ["build 1,1", "", "lose saw", "undo", "", "lose glass_a", "", "lose saw"]
    typist, table = at_one_screen(answers, monkeypatch, capsys)
    assert "(Bert: type undo to take your choice back.)" in typist.seen[3][1]
    assert table.view(None)["seats"][1]["tools"] == ["saw"]


def test_S9_1_without_secrets_there_is_no_curtain(baumeister: Baumeister) -> None:
    line = "play samara --humans Anna,Bert --seed 3 --start-month 9 --no-specials"
    said = baumeister(line, typed=["1", "1", "1"])
    assert "Pass the screen" not in said.out
    assert "Anna, your turn. What does worker a do?" in said.out
    assert "Bert, your turn. What does worker a do?" in said.out
    assert re.search(r"►A Anna \(you\) +– +♂♀ +0 +\?", said.out)
    assert re.search(r"►A Anna \(you\) +– +♂♀ +0 +0", baumeister(f"{line} --open-scores").out)


# --- records ----------------------------------------------------------------------------------
@pytest.mark.parametrize(("bots", "stop"), [("random", 0), ("random", 17), ("greedy", 8)])
def test_resuming_gives_the_same_game(
    baumeister: Baumeister, tmp_path: Path, bots: str, stop: int
) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    options = f"--players 4 --bots {bots} --seed 77 --start-month 11 --open-scores"
    assert baumeister(f"play samara {options} --save", whole, typed=MIXED).code == 0
    first = baumeister(f"play samara {options} --save", parts, typed=MIXED[:stop])
    assert f"baumeister play samara --resume {parts}" in first.out
    assert baumeister("play --resume", parts, typed=MIXED[stop:]).code == 0
    assert parts.read_text() == whole.read_text()


def test_options_of_tybor_do_not_resume_samara(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    baumeister("play samara --seed 1 --save", path, typed=["1"])
    said = baumeister("play --memory --resume", path)
    assert (said.code, said.err) == (2, "baumeister: --memory is not an option of Samara\n")
    assert "this is a game of samara" in baumeister("play tybor --resume", path).err


@pytest.mark.parametrize("language", LANGUAGES)
def test_replay_and_verify(baumeister: Baumeister, tmp_path: Path, language: str) -> None:
    path = tmp_path / "game.txt"
    baumeister("play samara --seed 8 --start-month 2 --save", path, typed=MIXED)
    told = baumeister(f"replay --lang {language}", path).out
    assert {"en": "; worker a goes to ", "de": "; Arbeiter a geht in den "}[language] in told
    assert {"en": "(S8.1).", "de": "Das Spiel ist zu Ende (S8.1)."}[language] in told
    said = baumeister(f"verify --lang {language}", path)
    assert said.out.count("✓") == 4
    assert {"en": "start order follow", "de": "Startreihenfolge folgen"}[language] in said.out


def test_simulate(baumeister: Baumeister) -> None:
    assert baumeister("simulate samara --players 2 --games 2 --bots random --seed 1").code == 0
