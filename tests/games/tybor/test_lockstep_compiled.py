"""In lockstep with the compiled rules: every byte of every state is the same. In the soak with
bounds checks."""

from __future__ import annotations

import re

import pytest

from baumeister.kernel.rule import can_compile
from tests.another_process import in_another_process
from tests.soaking import BOUNDS_CHECKS, times


@pytest.mark.skipif(not can_compile(), reason="numba is not installed: nothing to compare with")
def test_compiled_and_plain_rules_in_lockstep() -> None:
    wanted = times(2_000, 10_000)
    words = ["-m", "tests.games.tybor.lockstep_compiled", str(wanted)]
    run = in_another_process(words, **BOUNDS_CHECKS)
    found = re.search(r"(\d+) actions in (\d+) games", run)
    assert found is not None
    assert int(found[1]) >= wanted
    assert int(found[2]) >= 7
