"""`baumeister compile`: a line for each piece, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from baumeister.cli.commands import compile as compile_command
from baumeister.kernel import rule
from baumeister.lab.compiling import PARTS, Piece
from tests.cli.conftest import Baumeister


def compiled_at_once(chosen: list[Piece], processes: int) -> Iterator[tuple[Piece, float]]:
    """In the place of compile_all."""
    assert processes >= 1
    for piece in chosen:
        yield piece, 1.5


@pytest.mark.parametrize(
    ("language", "line", "end"),
    [
        ("en", "Tybor the Builder, 5 to 8 players: search … 1.5 s\n", "Everything is compiled"),
        ("de", "Tybor der Baumeister, 5 bis 8 Spieler: Suche … 1,5 s\n", "Alles ist kompiliert"),
    ],
)
def test_the_command_has_a_line_for_each_piece(
    baumeister: Baumeister,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    line: str,
    end: str,
) -> None:
    monkeypatch.setattr(compile_command, "compile_all", compiled_at_once)
    both = baumeister(f"compile --lang {language}")
    assert both.code == 0
    assert line in both.out
    assert len(both.out.splitlines()) == 3 * len(PARTS) + 1
    one = baumeister(f"compile samara --lang {language}")
    assert len(one.out.splitlines()) == len(PARTS) + 1
    assert one.out.splitlines()[-1].startswith(end)


def test_a_game_that_does_not_exist(baumeister: Baumeister) -> None:
    said = baumeister("compile chess --lang en")
    assert (said.code, said.out) == (2, "")
    assert "'chess' is not a game; there are tybor, samara" in said.err


def test_without_numba_it_says_what_is_missing(
    baumeister: Baumeister,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rule, "can_compile", lambda: False)
    said = baumeister("compile --lang en")
    assert (said.code, said.out) == (2, "")
    assert "need numba and numpy: pip install numba numpy" in said.err
