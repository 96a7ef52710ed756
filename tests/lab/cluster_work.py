"""Work for clusters in tests: workers import it by this name."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep


def double(task: int) -> int:
    return 2 * task


def double_slowly(task: int) -> int:
    sleep(0.05)
    return 2 * task


def fail_at_three(task: int) -> int:
    if task == 3:
        raise ValueError("three")
    if task == 4:
        os._exit(7)
    return 2 * task


def text_of(task: tuple[int, Path]) -> str:
    number, path = task
    return f"{number}: {path.read_text(encoding='utf-8')}"
