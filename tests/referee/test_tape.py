"""The tape: a seed becomes chance."""

from __future__ import annotations

from tests.referee.tape import Tape


def test_tape_reads_little_endian_words_of_shake_256() -> None:
    tape = Tape("")
    assert [tape.word(), tape.word()] == [0x2BDDB946, 0x138DA80B]


def test_tape_goes_on_as_long_as_needed() -> None:
    tape, twin = Tape("long"), Tape("long")
    words = [tape.word() for _ in range(2000)]
    assert words[:600] == [twin.word() for _ in range(600)]
    assert words[600] == twin.copy().word()
    assert words[600:] == [twin.word() for _ in range(1400)]


def test_tape_below_is_below_and_shuffle_is_a_permutation() -> None:
    tape = Tape("dice")
    assert {tape.below(6) for _ in range(200)} == set(range(6))
    items = list(range(59))
    tape.shuffle(items)
    assert sorted(items) == list(range(59)) != items
