"""Errors that users are told of: in every language, whole, and in every process."""

from __future__ import annotations

import errno
import pickle
from pathlib import Path

import pytest

import baumeister
from baumeister.games.tybor import components
from baumeister.kernel.backend.progress import LANGUAGE, print_begin, print_end
from baumeister.kernel.data import DataError
from baumeister.kernel.errors import EnglishOnly, Message, UserError, system_reason, translated
from baumeister.kernel.glossary import say
from baumeister.kernel.notation import NotationError
from baumeister.kernel.rule import NotCompiled
from baumeister.play import OptionError, Refusal, records
from baumeister.play.records import RecordError
from baumeister.play.story import Story, StoryError

GAME = baumeister.game("tybor")


def refused(notation: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        GAME.action(notation)
    return caught.value


def test_an_error_is_told_in_both_languages() -> None:
    error = refused("build Mil great")
    assert str(error) == "'Mil' is not a building, such as Mill; did you mean Mill?"
    assert error.text("de") == "'Mil' ist kein Gebäude wie etwa Mill; meintest du Mill?"


def test_whoever_expects_a_ValueError_gets_one() -> None:
    for kind in (OptionError, DataError, NotationError, RecordError, StoryError):
        assert issubclass(kind, UserError)
        assert issubclass(kind, ValueError)
    assert issubclass(NotCompiled, RuntimeError)


def test_a_text_that_is_no_key_stays_as_it_is() -> None:
    assert OptionError("seats are taken {}").text("de") == "seats are taken {}"


def test_a_value_may_have_any_name() -> None:
    error = RecordError("error.record.twice", where=Message("error.record.line", n=3), key="seed")
    assert str(error) == "line 3: seed appears twice in the header"


# --- errors inside errors ---------------------------------------------------------------------
def record_with(move: str) -> str:
    """A record of a game that has just begun, with one move more."""
    table = GAME.new(2, seed=1, names=["Anna", "Bert"], scenario="size-matters", chapter=1)
    table.play(0, table.legal(0)[0])
    lines = records.to_text(table).splitlines()
    return "\n".join([*lines[:-1], f"Anna: {move}"])


def test_a_record_tells_a_notation_error_in_the_same_language() -> None:
    with pytest.raises(RecordError) as caught:
        records.read(record_with("dance"))
    where, _, rest = caught.value.text("de").partition(": ")
    assert where.startswith("Zeile ")
    assert rest == refused("dance").text("de")


def test_a_record_tells_a_refusal_in_the_same_language() -> None:
    with pytest.raises(RecordError) as caught:
        records.read(record_with("citizen"))
    reason = say("tybor.refusal.choose_first", "de")
    assert caught.value.text("de").endswith(f"nicht erlaubt (T4.1: {reason})")


def test_a_story_tells_its_record_in_the_same_language() -> None:
    story = Story.new(GAME, ["Anna", "Bert"], seed=1)
    story.running = "nonsense"
    with pytest.raises(StoryError) as caught:
        story.open(GAME)
    assert str(caught.value).startswith("running: line 1: a record begins with ")
    assert caught.value.text("de").startswith("running: Zeile 1: Eine Aufzeichnung beginnt mit ")


def test_a_data_file_is_told_with_its_place() -> None:
    file = Path(components.__file__).with_name("data.toml")
    text = file.read_text(encoding="utf-8").replace("strength = 5", "strength = 50", 1)
    with pytest.raises(DataError) as caught:
        components.parse(text, "mine.toml")
    place, _, problem = caught.value.text("de").rpartition(": ")
    assert place.startswith("mine.toml: characters, Eintrag ")
    assert problem == "nötig ist eine ganze Zahl von 0 bis 9, nicht 50"


# --- what others say --------------------------------------------------------------------------
def test_words_of_a_library_are_for_english_only() -> None:
    problem = EnglishOnly("Expecting value", Message("error.file.place", line=1, column=2))
    assert translated(problem, "en") == "Expecting value"
    assert translated(problem, "de") == "Zeile 1, Spalte 2"


def test_reasons_of_the_system_are_told_if_we_know_them() -> None:
    missing = system_reason(FileNotFoundError(errno.ENOENT, "No such file or directory"))
    assert translated(missing, "en") == "No such file or directory"
    assert translated(missing, "de") == "Datei oder Ordner nicht gefunden"
    assert translated(system_reason(OSError(errno.EXDEV, "Odd")), "de") == "Odd"
    assert translated(system_reason(OSError("no number")), "de") == "no number"


# --- other processes --------------------------------------------------------------------------
def test_errors_travel_between_processes() -> None:
    with pytest.raises(RecordError) as caught:
        records.read(record_with("dance"))
    for error in (caught.value, refused("pay Mill"), NotCompiled("error.rule.needs_numba")):
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is type(error)
        assert [copy.text("en"), copy.text("de")] == [error.text("en"), error.text("de")]
        assert str(copy) == str(error)


def test_a_refusal_says_clause_and_reason() -> None:
    table = GAME.new(2, seed=1)
    with pytest.raises(Refusal) as caught:
        table.play(0, GAME.action("citizen"))
    assert str(caught.value) == f"T4.1: {caught.value.text()}"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Für diesen Rechner wird kompiliert, einmal je Version: die Suche"),
        ("en", "Compiling the search"),
        ("fr", "Compiling the search"),
    ],
)
def test_whoever_waits_for_the_compiler_is_told_in_the_language_of_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str, words: str
) -> None:
    monkeypatch.setattr("baumeister.kernel.backend.progress._announced", set())
    monkeypatch.delenv("BAUMEISTER_QUIET", raising=False)
    monkeypatch.setenv(LANGUAGE, language)
    assert print_begin("baumeister.bots.search.tree")
    assert capsys.readouterr().err.startswith(words)
    assert not print_begin("baumeister.bots.search.tree")
    assert capsys.readouterr().err == ""  # once
    assert print_begin("baumeister.envs.stepping")
    assert capsys.readouterr().err != ""  # something else


@pytest.mark.parametrize(
    ("announced", "words"),
    [(True, "… done in 3 s.\n"), (False, "Also compiled the environments, in 3 s.\n")],
)
def test_the_end_of_compiling_says_what_it_was_unless_that_was_announced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], announced: bool, words: str
) -> None:
    monkeypatch.delenv("BAUMEISTER_QUIET", raising=False)
    monkeypatch.setenv(LANGUAGE, "en")
    print_end("baumeister.envs.stepping", 3, announced)
    assert capsys.readouterr().err == words
