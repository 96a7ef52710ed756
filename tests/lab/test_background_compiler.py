"""The search is compiled in the background, for what is wanted first."""

from __future__ import annotations

import os
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest

from baumeister.kernel import rule
from baumeister.lab import background_compiler, compiling
from baumeister.lab.background_compiler import BackgroundCompiler, missing
from baumeister.lab.compiling import LOOKING_AHEAD, Piece, is_compiled, mark_complete

pytestmark = pytest.mark.skipif(not rule.can_compile(), reason="numba is not installed")


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Piece]:
    """An empty cache, and a list of what is compiled instead of the compiler."""
    pieces = list[Piece]()
    monkeypatch.setenv("BAUMEISTER_CACHE", str(tmp_path))
    monkeypatch.setattr(compiling, "compile_piece", pieces.append)
    monkeypatch.setattr(background_compiler, "compile_piece", pieces.append)
    monkeypatch.setattr(os, "nice", lambda niceness: None)
    return pieces


def test_nothing_of_an_empty_cache_is_compiled(compiled: list[Piece]) -> None:
    assert [game for game, _ in missing()] == ["tybor", "samara", "tybor"]
    assert not is_compiled("tybor", 4)


def test_what_a_table_wants_comes_first(compiled: list[Piece]) -> None:
    everything = missing()
    ours, theirs = Pipe()
    ours.send(("tybor", 8))
    background_compiler._compile(everything, theirs)
    assert [piece.game for piece in compiled[:2]] == ["tybor", "tybor"]
    assert [piece.part for piece in compiled[:2]] == list(LOOKING_AHEAD)
    assert 8 in compiled[0].players
    assert len(compiled) == len(LOOKING_AHEAD) * len(everything)
    assert missing() == []


def test_one_part_is_not_enough(compiled: list[Piece]) -> None:
    game, size = missing()[0]
    mark_complete([Piece("search", game, size)])
    assert not is_compiled(game, size.start)
    mark_complete([Piece(part, game, size) for part in LOOKING_AHEAD])
    assert is_compiled(game, size.start)


def test_without_numba_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule, "can_compile", lambda: False)
    assert missing() == []


def test_a_compiler_with_nothing_to_do_can_be_asked_and_closed() -> None:
    compiler = BackgroundCompiler([])
    compiler.want("tybor", 2)
    compiler.close()


def test_a_compiler_is_stopped_in_the_middle(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("BAUMEISTER_CACHE", str(tmp_path))
    compiler = BackgroundCompiler(missing())
    process = compiler._process
    compiler.want("samara", 2)
    compiler.close()
    assert not process.is_alive()
    compiler.want("samara", 2)
    assert not is_compiled("samara", 2)
