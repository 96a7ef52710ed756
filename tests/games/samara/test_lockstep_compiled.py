"""In lockstep with the compiled rules: every byte of every state is the same. In the soak with
bounds checks."""

from __future__ import annotations

import re

import pytest

from baumeister.kernel.rule import can_compile
from baumeister.lab.series import Series
from baumeister.lab.simulate import results
from tests.another_process import in_another_process
from tests.soaking import BOUNDS_CHECKS, times

needs_numba = pytest.mark.skipif(
    not can_compile(), reason="numba is not installed: nothing to compare with"
)


@needs_numba
def test_compiled_and_plain_rules_in_lockstep() -> None:
    wanted = times(2_000, 6_000)
    words = ["-m", "tests.games.samara.lockstep_compiled", str(wanted)]
    run = in_another_process(words, **BOUNDS_CHECKS)
    found = re.search(r"(\d+) actions in (\d+) games", run)
    assert found is not None
    assert int(found[1]) >= wanted
    assert int(found[2]) >= times(12, 24)


@needs_numba
@pytest.mark.parametrize(
    ("bots", "specials"),
    [
        ("random random", True),
        ("greedy greedy", False),
        ("random greedy random", True),
        ("greedy greedy greedy greedy", True),
        ("greedy random greedy random greedy", True),
        ("random random random random random", False),
    ],
)
def test_simulated_games_are_the_same_compiled_and_at_tables(bots: str, specials: bool) -> None:
    names = tuple(bots.split())
    series = Series("samara", len(names), names, "the same", {"specials": specials})
    plain = Series("samara", len(names), names, "the same", {"specials": specials}, compiled=False)
    assert results(series, 0, 12) == results(plain, 0, 12)
