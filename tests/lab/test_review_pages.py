"""The review in words, as a page, as a picture and as a command."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest
from rich.console import Console

from baumeister.cli.commands.review import show
from baumeister.cli.main import main
from baumeister.cli.screens.terminal import Terminal
from baumeister.games.samara import actions as samara
from baumeister.games.samara.state import TRAIN
from baumeister.games.tybor import actions as tybor
from baumeister.kernel.glossary import LANGUAGES
from baumeister.kernel.rule import can_compile
from baumeister.lab.review import playouts
from baumeister.lab.review.games import REVIEWED
from baumeister.lab.review.page import page
from baumeister.lab.review.plot import draw, free_place, row_id
from baumeister.lab.review.review import EFFORTS, Moment, Review, review
from baumeister.lab.review.words import Words
from baumeister.play import Table, game, records
from tests.lab.test_review import HASTY, last_card_of_tybor, last_tile_of_samara, played, reviewed

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed")

NO_END = ("meta", "br", "input")  # tags without an end


# --- words --------------------------------------------------------------------------------------
def mistake(scene_move: str) -> Review:
    return review(last_card_of_tybor().play(0, scene_move).table, EFFORTS["quick"])


def test_a_mistake_is_told_in_a_sentence() -> None:
    result = mistake("citizen")
    text = Words(result, "en").turn(result.turns()[-1])
    assert text.startswith("Move 1, stage IV: Anna used the farmer (strength 5) as a citizen. ")
    assert re.search(r"As Anna could see it, .* fell from 100\s% to 0\s%. Better: build the ", text)


def test_a_mistake_is_told_in_german() -> None:
    result = mistake("citizen")
    text = Words(result, "de").turn(result.turns()[-1])
    assert text.startswith("Zug 1, Etappe IV: Anna setzte „Bauer (Stärke 5)“ als Bürger ein. So")
    assert "Besser: Burg " in text


def test_a_better_tile_of_samara_has_its_name() -> None:
    table = last_tile_of_samara().play(0, "newcomer man").play(1, "build 1,2").table
    result = review(table, EFFORTS["quick"])
    assert Words(result, "en").better(result.decisions[0]) == "build at 1,2 (Hut)"
    assert Words(result, "en").when(1) == "January of year 1"


def test_luck_is_told_as_good_or_bad() -> None:
    result = mistake("citizen")
    text = Words(result, "de").turn(result.turns()[0])
    assert text.startswith("Der Spielaufbau war gut für Anna: Offen gerechnet stiegen")


def test_a_turning_point_quotes_the_hint_that_would_have_been_given() -> None:
    result = mistake("citizen")
    (reason,) = result.reasons[1]
    text = Words(result, "en").turn(result.turns()[-1])
    assert text.endswith(f"A hint would have said: “{reason.text('en')}”")


def swinging(after: float) -> Review:
    """A sound move at which the curve goes from one half to somewhere."""
    result = review(last_tile_of_samara().play(0, "build 1,2").table, HASTY)
    first, *rest = result.curve
    curve = [replace(first, wins=(0.5, 0.5)), *(replace(p, wins=(after, 1 - after)) for p in rest)]
    return replace(result, curve=tuple(curve))


@pytest.mark.parametrize(
    ("after", "told"), [(0.2, "but it was no mistake"), (0.9, "would often have chosen otherwise")]
)
def test_a_swing_of_the_curve_that_was_no_mistake_is_told(after: float, told: str) -> None:
    result = swinging(after)
    swing = next(turn for turn in result.turns() if isinstance(turn.cause, Moment))
    assert (swing.seat, swing.move) == (0, 1)
    assert told in Words(result, "en").turn(swing)


def test_the_worst_moment_says_that_it_was_no_mistake() -> None:
    result = swinging(0.2)
    assert "no mistake as Anna could see it" in Words(result, "en").moment(result.sums()[0].worst)


def test_decisions_are_counted_apart_from_forced_moves() -> None:
    result = reviewed("samara")
    forced = sum(move.forced for move in result.table.moves)
    assert forced > 0
    decisions, moves = re.findall(r"\d+", Words(result, "en").counted)
    assert int(decisions) == int(moves) - forced == len(result.moves)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_of_tybor_is_a_deed(language: str) -> None:
    components, state = game("tybor").components, reviewed("tybor").curve[0].state
    deed = REVIEWED["tybor"].deed
    deeds = [deed(components, state, action, language) for action in range(tybor.ACTIONS)]
    assert len(set(deeds)) == tybor.ACTIONS
    assert not any("{" in deed for deed in deeds)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_of_samara_is_a_deed(language: str) -> None:
    components, state = game("samara").components, reviewed("samara").curve[0].state.copy()
    state.step = TRAIN
    deed = REVIEWED["samara"].deed
    deeds = [deed(components, state, action, language) for action in range(samara.ACTIONS)]
    assert len(set(deeds)) == samara.ACTIONS
    assert not any("{" in deed for deed in deeds)


def test_the_stages_of_the_game_stand_along_the_curve() -> None:
    parts = Words(reviewed("tybor"), "en").parts()
    assert [name for _, name in parts] == ["stage I", "stage II", "stage III", "stage IV"]
    assert parts[0][0] == 0


# --- the page -----------------------------------------------------------------------------------
class Balance(HTMLParser):
    """Notes which tags are open, and every id and link."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in NO_END:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids.add(values.get("id") or "")
        self.links |= {values.get("href") or "", values.get("xlink:href") or ""}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["tybor", "samara"])
def test_the_page_is_whole_and_loads_nothing(name: str, language: str) -> None:
    text = page(reviewed(name), language)
    read = Balance()
    read.feed(text)
    assert read.open == []
    assert set(re.findall(r"https?://([^/\"]+)", text)) == {"www.w3.org"}  # names of XML
    assert not re.search(r"src=|@import|url\((?!#)", text)
    links = {link.removeprefix("#") for link in read.links}
    assert links <= read.ids


def test_the_page_tells_every_turning_point_and_every_decision() -> None:
    result = reviewed("samara")
    words, text = Words(result, "en"), page(result, "en")
    assert [t for t in result.turns() if escape(words.turn(t)) not in text] == []
    assert text.count('<tr id="m') == len(result.decisions)


def test_names_cannot_become_html() -> None:
    table = game("samara").new(2, seed=1, names=["<b>Anna", 'Bert"&'])
    while not table.over:
        table.play(table.waiting_for[0], table.legal(table.waiting_for[0])[-1])
    text = page(review(table, HASTY, seats=[0]), "en")
    assert "<b>" not in text
    assert "&lt;b&gt;Anna" in text


def test_a_mark_of_the_curve_leads_to_its_move() -> None:
    result = reviewed("samara")
    text = page(result, "en")
    for turn in result.turns():
        assert text.count(f'xlink:href="#{row_id(turn.cause)}"') >= 2  # on both charts


def test_marks_do_not_cover_each_other() -> None:
    assert free_place(50, 50, [], 20, 0, 200) == (50, 50)
    x, y = free_place(50, 50, [(52, 50)], 20, 0, 200)
    assert x == 50
    assert abs(y - 50) >= 20


# --- the picture --------------------------------------------------------------------------------
@pytest.mark.parametrize(("kind", "start"), [("png", b"\x89PNG"), ("svg", b"<?xml")])
def test_a_picture_is_drawn(kind: str, start: bytes) -> None:
    if find_spec("matplotlib") is None:
        pytest.skip("matplotlib is not installed")
    assert draw(reviewed("tybor"), "de", f".{kind}").startswith(start)


# --- the command --------------------------------------------------------------------------------
@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(records.to_text(played("samara")), encoding="utf-8")
    return path


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """What the command complains about."""
    assert main(["review", "--lang", "en", *map(str, arguments)]) == 2
    return capsys.readouterr().err


def test_the_command_writes_what_it_is_asked_for(
    record: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(EFFORTS, "quick", HASTY)
    numbers, html = tmp_path / "numbers.json", tmp_path / "page.html"
    line = ["review", str(record), "--quick", "--lang", "en", "--seat", "Bert"]
    assert main([*line, "--json", str(numbers), "--page", str(html)]) == 0
    out = capsys.readouterr().out
    assert out.index("Turning points") < out.index("All decisions")
    assert re.search(r"^move +player +own view +lost +what$", out, re.MULTILINE)
    assert "Anna" in out.splitlines()[1]
    assert json.loads(numbers.read_text(encoding="utf-8"))["format"] == "baumeister-review/1"
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_luck_that_moved_nobody_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    result = reviewed("tybor")
    calm = [replace(stroke, actual=stroke.expected) for stroke in result.strokes]
    show(replace(result, strokes=tuple(calm)), Terminal("en"))
    assert "(everything open):" not in capsys.readouterr().out
    show(result, Terminal("en"))
    assert "(everything open):" in capsys.readouterr().out


def test_rows_that_are_too_long_go_on_below_their_column(
    capsys: pytest.CaptureFixture[str],
) -> None:
    terminal = Terminal("en")
    terminal.console = Console(width=80, force_terminal=True, color_system=None, highlight=False)
    show(reviewed("tybor"), terminal)
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    rows = lines[lines.index("All decisions") + 1 :]
    column = rows[0].index("what")
    rows = rows[: rows.index("")]
    assert any(not row[:column].strip() for row in rows)
    assert {row[column - 1] for row in rows} == {" "}


def test_the_example_of_the_document_runs(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = Path(__file__).resolve().parents[2] / "docs" / "review.md"
    (example,) = re.findall(r"```python\n(.*?)```", document.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(record.parent)
    monkeypatch.setitem(EFFORTS, "quick", HASTY)
    exec(example, {})
    assert capsys.readouterr().out


def running() -> Table:
    return game("samara").new(2, seed=1)


def test_a_running_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "running.txt"
    path.write_text(records.to_text(running()), encoding="utf-8")
    assert "still running" in refused(capsys, path)


def test_one_of_several_games_must_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    line = json.dumps(records.to_json(played("samara")))
    path.write_text(f"{line}\n{line}\n", encoding="utf-8")
    assert "--game 1 to 2" in refused(capsys, path)
    assert "only games 1 to 2" in refused(capsys, path, "--game", 3)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--picture", "curve.bmp"], "ends in .png or .svg"),
        (["--page", "no/such/folder/page.html"], "cannot be written"),
        (["--time", "soon"], "is not a number of seconds"),
        (["--quick", "--thorough"], "use only one of --quick"),
        (["--seat", "Zoe"], "is not a seat"),
    ],
)
def test_wrong_options_are_refused_before_the_thinking(
    record: Path, options: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reason in refused(capsys, record, *options)


def test_the_record_itself_is_not_overwritten(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = record.read_bytes()
    assert "is named by FILE and by --json" in refused(capsys, record, "--json", record)
    assert record.read_bytes() == before


def test_without_numba_it_says_what_is_missing(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(playouts, "can_compile", lambda: False)
    assert "numba" in refused(capsys, record, "--quick")


def test_without_matplotlib_pictures_and_pages_are_refused(
    record: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("baumeister.lab.plots.find_spec", lambda name: None)
    assert "need matplotlib" in refused(capsys, record, "--picture", tmp_path / "curve.png")
    assert "need matplotlib" in refused(capsys, record, "--page", tmp_path / "page.html")


def test_without_jinja2_a_page_is_refused(
    record: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("baumeister.lab.pages.find_spec", lambda name: None)
    told = "pages need Jinja2: pip install jinja2"
    assert told in refused(capsys, record, "--page", tmp_path / "page.html")
