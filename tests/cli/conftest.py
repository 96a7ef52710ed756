"""A terminal for tests: arguments and typed lines in, exit code and words out."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from baumeister.cli import seats
from baumeister.cli.main import main


class Said(NamedTuple):
    """What a command said."""

    code: int
    out: str
    err: str


Baumeister = Callable[..., Said]


@pytest.fixture
def baumeister(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Baumeister:
    """`baumeister("play tybor --seed 1", typed=["1", "citizen"])`.

    Bots that are not named are greedy here, which needs no compiling."""
    monkeypatch.setattr(seats, "DEFAULT_BOT", "greedy")
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.delenv("BAUMEISTER_COMMAND", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr(os, "fsync", lambda _: None)  # waiting for the disk takes most of the time

    def run(line: str, *more: object, typed: Sequence[str] = ()) -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{text}\n" for text in typed)))
        code = main([*line.split(), *map(str, more)])
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return run
