"""Python programs in a process of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def in_another_process(words: list[str], **environment: str) -> str:
    """What a Python prints that is started with this environment."""
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, *words],
        env={**os.environ, **environment, "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def printed_with_every_hash_seed(code: str) -> set[str]:
    """What a program prints in processes that order sets and dictionaries in different ways."""
    seeds = ("0", "1", "4242", "random")
    return {in_another_process(["-c", code], PYTHONHASHSEED=seed) for seed in seeds}
