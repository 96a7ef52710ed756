"""In lockstep with the compiled rules, bounds checks on: every byte of every state is the same."""

from __future__ import annotations

import re

import pytest

from baumeister.rules.kernel.rule import can_compile
from tests.another_process import in_another_process


@pytest.mark.skipif(not can_compile(), reason="numba is not installed: nothing to compare with")
def test_compiled_and_plain_rules_in_lockstep_with_bounds_checks() -> None:
    words = ["-m", "tests.games.tybor.lockstep_compiled", "10000"]
    run = in_another_process(words, NUMBA_BOUNDSCHECK="1")
    found = re.search(r"(\d+) actions in (\d+) games", run)
    assert found is not None
    assert int(found[1]) >= 10_000
    assert int(found[2]) >= 7
