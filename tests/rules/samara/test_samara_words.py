"""Notation and words: what players of Samara read and type."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import baumeister
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.play import NotationError
from tests.samara_scene import scene

SAMARA = baumeister.game("samara")
ACTIONS = range(SAMARA.rules.actions)


def test_every_action_is_written_and_read_back() -> None:
    written = [SAMARA.notation(action) for action in ACTIONS]
    assert [SAMARA.action(text) for text in written] == list(ACTIONS)
    assert len(set(written)) == len(ACTIONS)


@given(st.sampled_from(ACTIONS), st.randoms())
def test_case_and_spaces_do_not_matter(action: int, dice: random.Random) -> None:
    text = SAMARA.notation(action)
    mixed = "".join(dice.choice((c.lower(), c.upper())) for c in text)
    assert SAMARA.action("  " + mixed.replace(" ", "   ") + "\t") == action


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "moves are"),
        ("dance", "moves are"),
        ("build", "moves are"),
        ("with", "moves are"),
        ("with a a", "moves are"),
        ("with f", "a to e"),
        ("worker ab", "a to e"),
        ("build 5,1", "row,column"),
        ("build 1,10", "row,column"),
        ("build 4,7", "row,column"),
        ("build 1", "row,column"),
        ("build ²,1", "row,column"),
        ("tool 1,1 hammer", "there are saw"),
        ("lose hammer", "there are saw"),
        ("tool saw 1,1", "row,column"),
    ],
)
def test_a_text_that_is_no_move_says_what_would_be_right(text: str, hint: str) -> None:
    with pytest.raises(NotationError, match=hint):
        SAMARA.action(text)


WORDS = ["tool", "build", "with", "a", "b", "worker", "lose", "saw", "1,1", "newcomer", "man"]


@given(st.one_of(st.text(), st.lists(st.one_of(st.sampled_from(WORDS), st.text())).map(" ".join)))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        action = SAMARA.action(text)
    except NotationError:
        return
    assert action in ACTIONS


@pytest.mark.parametrize("action", [-1, len(ACTIONS), 10**9])
def test_an_action_that_does_not_exist_is_not_written(action: int) -> None:
    with pytest.raises(NotationError):
        SAMARA.notation(action)
    with pytest.raises(ValueError, match="there is no action"):
        SAMARA.text(action)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_has_a_name(language: str) -> None:
    names = [SAMARA.text(action, language) for action in ACTIONS]
    assert len(set(names)) == len(ACTIONS)
    assert not any("{" in name for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 4, 5])
def test_every_question_and_event_has_words(players: int, language: str) -> None:
    dice = random.Random(players)
    for seed in range(3):
        table = SAMARA.new(players, seed)
        while not table.over:
            seat = dice.choice(table.waiting_for)
            for asked in (*range(players), None):
                assert "{" not in table.question(asked, language)
            table.play(seat, dice.choice(table.legal(seat)))
        assert table.question(0, language) == say("samara.question.over", language)
        narrator = table.narrator(language)
        seen = [event.seen_by(seat) for event in table.events for seat in (*range(players), None)]
        assert not any("{" in narrator.tell(event) for event in seen)


@pytest.mark.parametrize(
    ("foreman", "month", "question"),
    [("saw", 0, "train"), ("saw | Bridge", 0, "train_here"), ("saw", 5, "train_here")],
)
def test_S7_8_the_question_says_whether_training_takes_a_month(
    foreman: str, month: int, question: str
) -> None:
    text = f"month {month}: 0a W, 0b M, 1a W; 2,6 WeightRoom/1; foreman 0: {foreman}"
    table = scene(text).play(0, "build 2,6").table
    assert table.question(0, "en") == say(f"samara.question.{question}", "en")


@pytest.mark.parametrize(("language", "month"), [("en", "December"), ("de", "Dezember")])
def test_months_are_told_by_name(language: str, month: str) -> None:
    table = SAMARA.new(2, 3, start_month=9)
    event = {"type": "slide", "now": 3}
    assert month in table.narrator(language).tell(event)


@pytest.mark.parametrize(
    ("language", "one", "both", "apart"),
    [
        (
            "en",
            "worker a goes to December.",
            "workers a and b go to December.",
            "workers a and b go to December and worker c goes to January.",
        ),
        (
            "de",
            "Arbeiter a geht in den Dezember.",
            "die Arbeiter a und b gehen in den Dezember.",
            "die Arbeiter a und b gehen in den Dezember und Arbeiter c geht in den Januar.",
        ),
    ],
)
def test_sentences_call_workers_as_the_calendar_does(
    language: str, one: str, both: str, apart: str
) -> None:
    table = SAMARA.new(2, 3, start_month=9)
    seat = table.waiting_for[0]
    table.play(seat, SAMARA.action("newcomer man"))
    turn = next(event.full for event in table.events if event.full["type"] == "turn")
    first, newcomer = turn["worker"], turn["newcomer"]["worker"]
    workers = table.events[0].full["workers"]
    second = next(w["worker"] for w in workers if w["seat"] == seat and w["worker"] != first)
    moves = [{"worker": second, "to": 3}, {"worker": first, "to": 3}, {"worker": newcomer, "to": 4}]
    narrator = table.narrator(language)
    for told, n in ((one, slice(1, 2)), (both, slice(0, 2)), (apart, slice(0, 3))):
        assert narrator.tell({**turn, "moves": moves[n]}).endswith(f"; {told}")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (
            {"type": "lose_tool", "tool": "saw", "row": 2, "column": 7, "why": "S7.3"},
            "Bert verliert für den Bau auf 2,7 die Säge; das Werkzeug bleibt dort liegen.",
        ),
        (
            {"type": "lose_tool", "tool": "glass_b", "row": 4, "column": 6, "why": "S7.4"},
            "Ruine: Bert verliert das Glaswerkzeug B; das Werkzeug bleibt auf 4,6 liegen.",
        ),
        (
            {"type": "lose_tool", "tool": "trowel_square", "row": 1, "column": 2, "why": "S7.5"},
            "Baracken: Bert gibt die Kelle mit Winkel ab; das Werkzeug kommt auf 1,2.",
        ),
        (
            {"type": "lose_figure", "worker": "b", "sex": "man", "dies": False, "why": "S7.7"},
            "Hospital: Arbeiter b von Bert verliert einen Mann.",
        ),
        (
            {"type": "lose_figure", "worker": "b", "sex": "man", "dies": True, "why": "S7.7"},
            "Hospital: Bert verliert Arbeiter b; die Figur kommt zurück in den Vorrat.",
        ),
        (
            {"type": "train", "worker": "b", "sex": "woman", "why": "S7.8"},
            "Kraftraum: Arbeiter b von Bert trainiert und gewinnt eine Frau.",
        ),
        (
            {"type": "lose_worker", "worker": "b", "why": "S7.10"},
            "Grabstein: Bert verliert Arbeiter b.",
        ),
        (
            {"type": "imprison", "worker": "b", "to": 3, "why": "S7.12"},
            "Gefängnis: Arbeiter b von Bert ist bis Dezember eingesperrt.",
        ),
    ],
)
def test_S7_sentences_say_which_tile_it_was(event: dict[str, Any], told: str) -> None:
    table = SAMARA.new(2, 3, ["Anna", "Bert"], start_month=9)
    assert table.narrator("de").tell({**event, "seat": 1}) == told
