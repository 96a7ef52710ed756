"""`hint` at the prompt, and the levels of the bots."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from baumeister.bots import BOTS, hints
from baumeister.bots.search import Budget
from baumeister.cli import prompt, seats
from baumeister.cli.commands import play
from baumeister.cli.screens import terminal
from baumeister.cli.screens.terminal import CLEAR_LINE_ABOVE, Terminal
from baumeister.cli.seats import Seats, caught_up, known_bots, new_seats, seats_of
from baumeister.kernel import rule
from baumeister.kernel.glossary import LANGUAGES
from baumeister.lab.bot_process import BotLimits
from baumeister.play import OptionError, SeatView, game, records
from tests.cli.conftest import Baumeister

CHANCE = {
    "en": r"[Cc]hance of winning \d+% against strong players",
    "de": r"Gewinnchance \d+\s% gegen starke Spieler",
}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints that take no time."""
    monkeypatch.setattr(prompt, "THOUGHT", Budget(iterations=50))


@pytest.fixture
def without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule, "can_compile", lambda: False)
    monkeypatch.setattr(seats, "can_compile", lambda: False)
    monkeypatch.setattr(play, "can_compile", lambda: False)


# --- the command ------------------------------------------------------------------------------
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("played", ["tybor", "samara"])
def test_a_hint_names_a_choice_and_says_why(
    baumeister: Baumeister, played: str, language: str
) -> None:
    command, title = {"en": ("hint", "Hint:"), "de": ("tipp", "Tipp:")}[language]
    said = baumeister(f"play {played} --seed 5 --lang {language}", typed=[command])
    [line] = [line for line in said.out.splitlines() if line.startswith(title)]
    number, typed = re.fullmatch(rf"{title} (\d+) .+  ([\w ,]+)", line).groups()  # type: ignore[union-attr]
    after = said.out.partition(line)[2].splitlines()
    assert [text for text in after[1:] if text.startswith("  ")]
    assert re.search(CHANCE[language], said.out)
    assert "{" not in said.out
    for move in (number, typed):
        told = baumeister(f"play {played} --seed 5 --lang {language}", typed=[move]).out
        assert "✗" not in told
        assert {"en": "is not", "de": "ist hier kein"}[language] not in told


@pytest.mark.usefixtures("quick")
def test_the_same_question_gets_the_same_hint(baumeister: Baumeister) -> None:
    said = baumeister("play tybor --seed 5", typed=["hint", "hint"])
    first, second = re.findall(r"Player 1> hint\n(Hint: .+?)(?=Player 1> )", said.out, re.S)
    assert first == second


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("typed", "rows"), [("hint 3", 3), ("hint all", 7), ("hint 99", 7)])
def test_the_best_moves_beside_each_other(baumeister: Baumeister, typed: str, rows: int) -> None:
    line = "play tybor --seed 5 --scenario escape-from-the-city"  # seven cards
    said = baumeister(line, typed=[typed])
    shown = said.out.partition(f"> {typed}")[2]
    assert re.search(r"Move +Chance +Points", shown)
    assert len(re.findall(r"^ +\d+ +Choose the .+ (~?\d+%|–) +(~?\d+|–)", shown, re.M)) == rows


@pytest.mark.usefixtures("quick")
def test_all_moves_in_german(baumeister: Baumeister) -> None:
    shown = baumeister("play samara --seed 5 --lang de", typed=["tipp alles"]).out
    assert re.search(r"Zug +Chance +Ansehen", shown)


@pytest.mark.parametrize("typed", ["hint me", "hint 0", "hint -1", "hint " + "9" * 5000 + "x"])
def test_a_hint_of_something_else(baumeister: Baumeister, typed: str) -> None:
    assert "Type hint, or hint 3" in baumeister("play tybor --seed 5", typed=[typed]).out


def test_the_help_of_both_games_lists_it(baumeister: Baumeister) -> None:
    for played in ("tybor", "samara"):
        assert "\n  hint  " in baumeister(f"play {played} --seed 5", typed=["?"]).out
        assert "\n  tipp  " in baumeister(f"play {played} --seed 5 --lang de", typed=["?"]).out


@pytest.mark.parametrize("played", ["tybor", "samara"])
def test_a_question_mark_explains_it(baumeister: Baumeister, played: str) -> None:
    said = baumeister(f"play {played} --seed 5", typed=["? hint"]).out
    assert "hint 3 and hint all put the best moves beside each other" in said
    said = baumeister(f"play {played} --seed 5 --lang de", typed=["? tipp"]).out
    assert "tipp 3 und tipp alles stellen die besten Züge nebeneinander" in said


@pytest.mark.usefixtures("without_numba")
@pytest.mark.parametrize("played", ["tybor", "samara"])
def test_without_numba_a_hint_says_that_it_does_not_look_ahead(
    baumeister: Baumeister, played: str
) -> None:
    said = baumeister(f"play {played} --seed 5", typed=["hint", "hint all"])
    assert "without looking ahead: no chance of winning is known" in said.out
    assert "%" not in said.out


@pytest.mark.usefixtures("quick")
def test_T7_a_hint_is_for_the_seat_at_the_screen(
    baumeister: Baumeister, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int | None] = []

    def noted(view: SeatView, *rest: Any) -> object:
        asked.append(view.seat)
        return hints.hint(view, *rest)

    monkeypatch.setattr(prompt, "hint", noted)
    typed = ["", "hint", "1", "", "hint", "1"]
    said = baumeister("play tybor --seed 5 --humans Anna,Bert", typed=typed)
    names = re.findall(r"^(\w+)> hint$", said.out, re.M)
    assert [("Anna", "Bert")[seat or 0] for seat in asked] == names
    assert sorted(names) == ["Anna", "Bert"]


# --- thinking ---------------------------------------------------------------------------------
class AtOnce:
    """A timer that does not wait."""

    def __init__(self, seconds: float, function: Callable[[], None]) -> None:
        self.start = function

    def cancel(self) -> None:
        """Too late."""

    def join(self) -> None:
        """Done already."""


def test_who_thinks_for_longer_is_told_and_forgotten(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "Timer", AtOnce)
    screen = Terminal("en")
    screen.interactive = True
    with screen.thinking("Ada is thinking …"):
        assert capsys.readouterr().out == "Ada is thinking …\n"
    assert capsys.readouterr().out == CLEAR_LINE_ABOVE


def test_who_has_waited_for_others_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    class Noted(AtOnce):
        def __init__(self, seconds: float, function: Callable[[], None]) -> None:
            waits.append(seconds)
            super().__init__(seconds, function)

    clock = iter([100.0, 100.1, 101.0, 200.0])
    monkeypatch.setattr(terminal, "Timer", Noted)
    monkeypatch.setattr(terminal, "monotonic", lambda: next(clock))
    monkeypatch.setattr("builtins.input", lambda _: "1")
    screen = Terminal("en")
    screen.interactive = True
    for name in ("Ada", "Bruno", "Cleo"):
        with screen.thinking(name):
            pass
    screen.ask("> ")
    with screen.thinking("Ada"):
        pass
    assert waits == pytest.approx([0.3, 0.2, 0.0, 0.3])


def test_a_script_is_not_told_who_thinks(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(terminal, "Timer", AtOnce)
    with Terminal("en").thinking("Ada is thinking …"):
        pass
    assert capsys.readouterr().out == ""


# --- levels -----------------------------------------------------------------------------------
def test_a_level_is_named_in_the_language_of_the_game() -> None:
    assert new_seats(None, ["Zoe"], ["master", "Lehrling"], "en") == Seats(
        ["Zoe", "Ada (master)", "Bruno (apprentice)"], {1: "master", 2: "apprentice"}
    )
    assert new_seats(None, ["Zoe"], ["meister", "BAUMEISTER"], "de") == Seats(
        ["Zoe", "Ada (Meister)", "Bruno (Baumeister)"], {1: "master", 2: "baumeister"}
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [["Zoe", "Ada (Geselle)"], ["Zoe", "Ada (journeyman)"]])
def test_a_level_is_known_by_its_name_in_any_language(names: list[str], language: str) -> None:
    assert seats_of(names, None, None) == Seats(names, {1: "journeyman"})


def test_a_game_begun_in_german_goes_on_in_english(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    line = "play tybor --seed 5 --players 2 --bots lehrling --lang de --save"
    assert baumeister(line, path, typed=["1"] * 3).code == 0
    [table] = records.read_file(path)
    assert table.names == ("Spieler 1", "Ada (Lehrling)")
    said = baumeister("play --lang en --resume", path, typed=["1"] * 200)
    assert said.code == 0
    assert "Ada (Lehrling)" in said.out
    [table] = records.read_file(path)
    assert table.over


def test_a_bot_without_memory_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    played = game("tybor")
    table = played.new(2, "caught up", ["Zoe", "Ada (journeyman)"])
    for _ in range(6):
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])

    def asked(*_: object) -> int:
        raise AssertionError("it was asked again")

    monkeypatch.setattr("baumeister.bots.search_bot.SearchBot.decide", asked)
    assert list(caught_up(table, seats_of(table.names, None, None), BotLimits())) == [1]


class OwnBot:
    """Takes the first action."""

    name = "own"

    def __init__(self, seed: str) -> None:
        pass

    def decide(self, view: SeatView) -> int:
        """The first."""
        return view.legal[0]


def test_somebody_brings_a_bot_along(baumeister: Baumeister, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    own = f"{__name__}:OwnBot"
    line = f"play tybor --seed 5 --players 2 --bots {own} --save"
    assert baumeister(line, path, typed=["1"] * 3).code == 0
    [table] = records.read_file(path)
    assert table.names[1] == "Ada (bot OwnBot)"
    assert re.fullmatch(r"5\+[0-9a-f]{32}", table.seed)  # a seed that a bot cannot try out
    said = baumeister("play --resume", path)
    assert said.code == 2
    assert "name it with --bots module:OwnBot" in said.err
    said = baumeister(f"play --bots {own} --resume", path, typed=["1"] * 200)
    assert said.code == 0


class Broken(OwnBot):
    """Raises in its third decision."""

    asked = 0

    def decide(self, view: SeatView) -> int:
        """The first, twice."""
        self.asked += 1
        if self.asked > 2:
            raise KeyError("mill")
        return super().decide(view)


class Illegal(OwnBot):
    """Answers with what is not legal."""

    def decide(self, view: SeatView) -> int:
        """The first that is not."""
        return next(action for action in range(view.rules.actions) if action not in view.legal)


class Unborn(OwnBot):
    """Cannot begin."""

    def __init__(self, seed: str) -> None:
        raise RuntimeError("no weights")


def test_a_bot_that_fails_is_named_and_the_game_is_kept(
    baumeister: Baumeister, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    own = f"{__name__}:Broken"
    line = f"play tybor --seed 5 --players 2 --bots {own} --save"
    said = baumeister(line, path, typed=["1"] * 200)
    assert said.code == 2
    assert re.fullmatch(
        rf"baumeister: {own} failed in seat 1 at move \d+: KeyError: 'mill' .+\n", said.err
    )
    assert f"Continue with: baumeister play tybor --resume {path}" in said.out
    assert "--bots BOT" in said.out.splitlines()[-1]
    [table] = records.read_file(path)
    assert sum(move.seat == 1 and not move.forced for move in table.moves) == 2
    again = baumeister(f"play --bots {own} --lang de --resume", path, typed=["1"] * 200)
    assert again.code == 2
    assert "scheiterte auf Platz 1" in again.err
    assert baumeister("play --bots random --resume", path, typed=["1"] * 200).code == 0


def test_a_bot_that_answers_with_something_illegal(baumeister: Baumeister) -> None:
    seed = "5+" + "7" * 32
    said = baumeister(f"play tybor --seed {seed} --bots {__name__}:Illegal", typed=["1"] * 9)
    assert said.code == 2
    assert "Illegal failed in seat 1 at move" in said.err
    assert "is not legal here" in said.err
    assert "The game was not saved." in said.out


def test_a_bot_that_cannot_begin(baumeister: Baumeister) -> None:
    said = baumeister(f"play tybor --seed 5 --bots {__name__}:Unborn", typed=["1"])
    assert said.code == 2
    assert re.fullmatch(r"baumeister: \S+:Unborn: RuntimeError: no weights .+\n", said.err)


def test_the_help_names_all_bots(baumeister: Baumeister) -> None:
    said = " ".join(baumeister("play --help").out.split())
    assert [name for name in BOTS if name not in said] == []


@pytest.mark.parametrize("name", ["no.such.module:Bot", "baumeister.bots:Nobody", "re:compile"])
def test_a_bot_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(OptionError, match=name):
        known_bots([name])


# --- without numba ----------------------------------------------------------------------------
@pytest.mark.usefixtures("without_numba")
def test_without_numba_a_newcomer_meets_greedy_bots() -> None:
    assert new_seats(2, None, None, "en").bots == {1: "greedy"}


@pytest.mark.usefixtures("without_numba")
def test_without_numba_it_is_said_who_plays(baumeister: Baumeister) -> None:
    line = "Without numba the bots are greedy"
    assert line in baumeister("play tybor --seed 5", typed=["1"]).out
    assert line not in baumeister("play tybor --seed 5 --bots greedy", typed=["1"]).out


def test_with_numba_a_newcomer_meets_journeymen() -> None:
    assert new_seats(2, None, None, "en").bots == {1: "journeyman"}


@pytest.mark.usefixtures("without_numba")
@pytest.mark.parametrize("level", ["journeyman", "master", "Baumeister", "geselle", "search"])
def test_without_numba_a_level_that_looks_ahead_says_what_it_needs(level: str) -> None:
    with pytest.raises(OptionError, match=r"pip install numba numpy.*apprentice, random"):
        known_bots([level])
    assert known_bots(["lehrling", "greedy"]) == ["apprentice", "greedy"]


@pytest.mark.usefixtures("without_numba")
def test_without_numba_it_is_said_before_the_game_begins(baumeister: Baumeister) -> None:
    said = baumeister("play tybor --bots meister --lang de", typed=["1"])
    assert (said.code, said.out) == (2, "")
    assert "meister schaut voraus, und das braucht numba" in said.err
