"""The world finds the bugs that it should: each is planted, and found by the world that found it
before, or, if the server has changed since, by one of sixty others."""

from __future__ import annotations

import pytest

from tests.world.planted import BUGS, FOUND_BY
from tests.world.scenario import generate
from tests.world.world import run

OTHERS = range(10_000, 10_060)


def test_every_planted_bug_is_looked_for() -> None:
    assert set(FOUND_BY) == set(BUGS)
    assert len(BUGS) >= 15


@pytest.mark.parametrize("name", BUGS)
def test_a_planted_bug_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    BUGS[name](monkeypatch)
    found = (run(generate(seed)).violation for seed in (FOUND_BY[name], *OTHERS))
    violation = next(filter(None, found), None)
    assert violation is not None
    assert not violation.startswith("unhandled")  # a patch that breaks the server proves nothing


def test_a_violation_names_the_check_that_found_it(monkeypatch: pytest.MonkeyPatch) -> None:
    BUGS["last_writer_wins"](monkeypatch)
    report = run(generate(FOUND_BY["last_writer_wins"]))
    assert str(report.kind).startswith("Checks._commit:")
