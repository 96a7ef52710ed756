"""Notation and words: what players of Samara read and type."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import baumeister
from baumeister.play import NotationError
from baumeister.rules.glossary import LANGUAGES, say

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


@pytest.mark.parametrize(("language", "month"), [("en", "December"), ("de", "Dezember")])
def test_months_are_told_by_name(language: str, month: str) -> None:
    table = SAMARA.new(2, 3, start_month=9)
    event = {"type": "slide", "now": 3}
    assert month in table.narrator(language).tell(event)


def test_sentences_say_where_workers_go_but_not_what_records_call_them() -> None:
    narrator = SAMARA.new(2, 3, start_month=9).narrator("en")
    turn = {"type": "turn", "seat": 0, "worker": "W1", "action": "holiday", "helpers": []}
    moves = [{"worker": "W1", "to": 3}, {"worker": "W4", "to": 3}, {"worker": "W5", "to": 4}]
    assert narrator.tell({**turn, "moves": moves[:2]}).endswith("; to December.")
    assert narrator.tell({**turn, "moves": moves}).endswith("; 2 to December and 1 to January.")
