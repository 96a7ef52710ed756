"""With a person at the keyboard: the screen is cleared, and nothing stays for the next player."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import baumeister
from baumeister.play import records

pty = pytest.importorskip("pty")
SOURCE = Path(baumeister.__file__).parent.parent
COMMAND = """
import signal, sys
from baumeister.cli.main import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # tests may run in the background
sys.exit(main())
"""
PATIENCE = 120  # seconds; the machine may be busy
FORGET = "\x1b[3J"  # clears what has scrolled off, too


class Keyboard:
    """A terminal with somebody in front of it."""

    def __init__(self, *arguments: str, lines: int = 50) -> None:
        self._mine, theirs = pty.openpty()
        environment = {**os.environ, "PYTHONPATH": str(SOURCE), "LANG": "C.UTF-8"}
        environment |= {"TERM": "xterm", "COLUMNS": "80", "LINES": str(lines)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
        )
        os.close(theirs)
        self._unread = ""

    def see(self, words: str) -> str:
        """All that appears until these words do."""
        end = time.monotonic() + PATIENCE
        while words not in self._unread:
            ready, _, _ = select.select([self._mine], [], [], max(0, end - time.monotonic()))
            assert ready, f"{words!r} did not appear after {self._unread[-500:]!r}"
            try:
                self._unread += os.read(self._mine, 65536).decode(errors="replace")
            except OSError:
                pytest.fail(f"{words!r} did not appear before the end: {self._unread[-500:]!r}")
        seen, found, self._unread = self._unread.partition(words)
        return seen + found

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self._mine, f"{text}\n".encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, again if nothing happens: between prompt and waiting it can get lost."""
        for _ in range(10):
            self.process.send_signal(signal.SIGINT)
            ready, _, _ = select.select([self._mine], [], [], 10)
            if ready:
                return

    def leave(self) -> int:
        """Wait for the end; the exit code."""
        try:
            return self.process.wait(timeout=PATIENCE)
        finally:
            self.process.kill()
            os.close(self._mine)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    table = baumeister.game("tybor").new(2, 5, ["Anna", "Bert"])
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
    path = tmp_path / "game.txt"
    path.write_text(records.to_text(table), encoding="utf-8")
    return path


def test_the_screen_forgets_a_hand_before_it_is_passed_on() -> None:
    screen = Keyboard("play", "tybor", "--seed", "6", "--humans", "Anna,Bert")
    screen.see("Press Enter to continue: ")
    screen.type("")
    assert FORGET in screen.see("Pass the screen to Bert")
    screen.see("Press Enter to continue: ")
    screen.type("")
    assert FORGET in screen.see("Bert> ")
    screen.type("1")
    assert FORGET in screen.see("Pass the screen to Anna")
    screen.see("Press Enter to continue: ")
    screen.type("undo")
    assert FORGET in screen.see("Pass the screen to Bert")
    screen.see("Press Enter to continue: ")
    screen.type("quit")
    screen.see("Save the game?")
    screen.type("")
    screen.see("The game was not saved.")
    assert screen.leave() == 0


def test_interrupting_saves(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    screen = Keyboard("play", "tybor", "--seed", "6", "--bots", "greedy", "--save", str(path))
    screen.see("Press Enter to continue: ")
    screen.type("")
    screen.see("Player 1> ")
    screen.type("1")
    screen.see("How do you use")
    screen.see("Player 1> ")
    screen.interrupt()
    screen.see("--resume")
    assert screen.leave() == 130
    [table] = records.read_file(path)
    assert table.moves


def test_stepping_through_a_record(saved: Path) -> None:
    screen = Keyboard("replay", str(saved))
    screen.see("Move 0 of ")
    screen.see("quit: ")
    screen.type("")
    screen.see("Move 1 of ")
    screen.see("quit: ")
    screen.type("7")
    screen.see("Move 7 of ")
    screen.see("quit: ")
    screen.type("b")
    screen.see("Move 6 of ")
    screen.see("quit: ")
    screen.type("?")
    screen.see("a number: go to that move")
    screen.see("quit: ")
    screen.type("dance")
    screen.see("“dance” is not known here.")
    screen.see("quit: ")
    screen.type("end")
    screen.see("Score sheet")
    screen.see("quit: ")
    screen.type("q")
    assert screen.leave() == 0


def test_a_low_screen_pauses_in_the_story_and_keeps_its_title() -> None:
    options = ("--scenario=size-matters", "--chapter=4", "--players=4", "--bots=greedy")
    screen = Keyboard("play", "tybor", "--seed", "6", *options, lines=24)
    assert "Chapter: IV" not in screen.see("Press Enter to continue: ")
    screen.type("")
    screen.see("Chapter: IV")
    screen.see("Press Enter to continue: ")
    screen.type("")
    screen.see("Player 1> ")
    screen.type("1")
    for _ in range(4):
        plain = re.sub(r"\x1b\[[\d;]*m", "", screen.see("Player 1> "))
        shown = plain.rpartition("\x1b[2J")[2].splitlines()[-24:]
        assert any("Size Matters · Chapter IV" in line for line in shown)
        assert any("Player 1 (you)" in line for line in shown)
        screen.type("1")
    screen.see("Player 1> ")
    screen.type("quit")
    screen.see("Save the game?")
    screen.type("")
    assert screen.leave() == 0
