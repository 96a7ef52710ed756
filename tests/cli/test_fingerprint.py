"""`baumeister fingerprint`: one number, and those that it is made of."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from baumeister.kernel import rule
from baumeister.lab.fingerprint import PartNumber, total
from tests.cli.conftest import Baumeister

COMMAND = "baumeister.cli.commands.fingerprint.fingerprint"


def test_the_number_is_the_last_line_and_parts_come_before(
    baumeister: Baumeister, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [PartNumber("tybor", "rules", "1" * 16), PartNumber("samara", "rules", "2" * 16)]
    monkeypatch.setattr(COMMAND, lambda games, plain: iter(found))
    alone, with_parts = baumeister("fingerprint"), baumeister("fingerprint --parts --lang de")
    assert (alone.code, alone.out) == (0, f"{total(found)}\n")
    lines = with_parts.out.splitlines()
    assert lines == ["tybor rules 1111111111111111", "samara rules 2222222222222222", total(found)]


@pytest.mark.parametrize(
    ("line", "has_numba", "games", "plain"),
    [
        ("fingerprint", True, ["tybor", "samara"], False),
        ("fingerprint samara", True, ["samara"], False),
        ("fingerprint --plain", True, ["tybor", "samara"], True),
        ("fingerprint", False, ["tybor", "samara"], True),
    ],
)
def test_it_is_interpreted_if_asked_for_or_without_numba(
    baumeister: Baumeister,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    has_numba: bool,
    games: list[str],
    plain: bool,
) -> None:
    asked: list[tuple[list[str], bool]] = []

    def listen(games: list[str], plain: bool) -> Iterator[PartNumber]:
        asked.append((games, plain))
        yield from ()

    monkeypatch.setattr(rule, "can_compile", lambda: has_numba)
    monkeypatch.setattr(COMMAND, listen)
    assert baumeister(line).code == 0
    assert asked == [(games, plain)]


def test_a_game_that_does_not_exist(baumeister: Baumeister) -> None:
    said = baumeister("fingerprint chess --lang en")
    assert (said.code, said.out) == (2, "")
    assert "'chess' is not a game" in said.err
