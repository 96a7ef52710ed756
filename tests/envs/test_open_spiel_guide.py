"""docs/openspiel.md keeps its word: its scripts run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "openspiel.md").read_text(encoding="utf-8")
SCRIPTS = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
PRINTED = [
    r"player [012]: choose [\s\S]*\[.*\]",
    r"MCTS, random: \[.*\]",
    r"players=3 scenario=size-matters [\s\S]*\d\.\d\d choose ",
    r"games: \d+ mean return: ",
]


@pytest.mark.parametrize("number", range(len(PRINTED)))
def test_a_script_runs_and_prints_what_it_is_for(number: int) -> None:
    script = SCRIPTS[number]
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    if "pytorch" in script:
        pytest.importorskip("torch", reason="PyTorch is not installed")
    home = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(
        command, capture_output=True, text=True, env=home, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    assert re.search(PRINTED[number], done.stdout)


def test_every_script_is_tested() -> None:
    assert len(SCRIPTS) == len(PRINTED)
