"""In lockstep with the compiled rules, bounds checks on: every byte of every state is the same."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from baumeister.rules.kernel.rule import can_compile

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.skipif(not can_compile(), reason="numba is not installed: nothing to compare with")
def test_compiled_and_plain_rules_in_lockstep_with_bounds_checks() -> None:
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    run = subprocess.run(
        [sys.executable, "-m", "tests.games.tybor.lockstep_compiled", "10000"],
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found = re.search(r"(\d+) actions in (\d+) games", run.stdout)
    assert found is not None
    assert int(found[1]) >= 10_000
    assert int(found[2]) >= 7
