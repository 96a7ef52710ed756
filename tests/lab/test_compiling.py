"""Compiling everything beforehand: what there is, and that nothing is left for later."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from baumeister.kernel import rule
from baumeister.lab.compiling import (
    PARTS,
    WITH_A_TAPE,
    Piece,
    compile_all,
    compile_piece,
    groups,
    pieces,
    same_size,
)
from baumeister.lab.series import Series, how_they_end

needs_numba = pytest.mark.skipif(not rule.can_compile(), reason="numba is not installed")
SAMARA = range(2, 6)


@contextmanager
def compiled_meanwhile() -> Iterator[list[str]]:
    """What numba compiles, by name."""
    from numba.core import event

    found: list[str] = []

    class Listener(event.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            found.append(event.data["dispatcher"].py_func.__qualname__)

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield found


def test_there_is_a_piece_for_every_part_and_every_size_of_states() -> None:
    assert same_size("tybor") == [range(2, 5), range(5, 9)]
    assert same_size("samara") == [SAMARA]
    assert pieces(["samara"]) == [Piece(part, "samara", SAMARA) for part in PARTS]
    assert len(pieces(["tybor", "samara"])) == 3 * len(PARTS)


def test_a_group_has_one_size_of_states_and_one_kind_of_dealers() -> None:
    every = pieces(["tybor", "samara"])
    found = groups(every)
    assert sorted((piece for group in found for piece in group), key=str) == sorted(every, key=str)
    assert len(found) == 3 * 2
    for group in found:
        assert len({(piece.game, piece.players) for piece in group}) == 1
        assert len({piece.part in WITH_A_TAPE for piece in group}) == 1


@needs_numba
def test_afterwards_nothing_is_left_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BAUMEISTER_QUIET", raising=False)
    compiled = [piece for piece, _ in compile_all(pieces(["samara"]), 2)]
    assert sorted(compiled, key=str) == sorted(pieces(["samara"]), key=str)
    compile_piece(compiled[0])
    assert "BAUMEISTER_QUIET" not in os.environ
    from baumeister.envs.batch import BatchEnv

    with compiled_meanwhile() as found:
        how_they_end(Series("samara", 4, ("greedy", "random") * 2, "1"), [0])
        batch = BatchEnv("samara", 3, (2, 5), seed=1, threads=2, final_observations=True)
        batch.step(batch.sample())
        for piece in pieces(["samara"]):
            compile_piece(piece)
    assert found == []


@needs_numba
def test_a_process_that_fails_is_noticed(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError, match="a process that compiles has failed"):
        list(compile_all([Piece("nothing", "samara", SAMARA)], 1))
    assert "KeyError: 'nothing'" in capfd.readouterr().err
