"""What all tests share."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# There is a process of tests on every core. Threads of numpy and PyTorch beside it would only wait
# for each other, and they do that busily.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

# The same examples in every run: a red build is red on every machine.
settings.register_profile(
    "baumeister",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("baumeister")

# --- the files that take longest come first, so that all processes end together -----------------
SECONDS = Path(__file__).with_name("seconds.json")  # by file; `pytest --note-seconds` writes it
_taken: defaultdict[str, float] = defaultdict(float)


def pytest_addoption(parser: pytest.Parser) -> None:
    text = f"write down in tests/{SECONDS.name} how long each file takes; it orders the files"
    parser.addoption("--note-seconds", action="store_true", help=text)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    seconds = json.loads(SECONDS.read_text(encoding="utf-8"))
    longest = max(seconds.values(), default=0)  # a new file may take as long as that
    items.sort(key=lambda item: -seconds.get(file_of(item.nodeid), longest))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _taken[file_of(report.nodeid)] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("--note-seconds") and not hasattr(session.config, "workerinput"):
        seconds = {file: round(taken, 1) for file, taken in sorted(_taken.items())}
        SECONDS.write_text(json.dumps(seconds, indent=1) + "\n", encoding="utf-8")


def file_of(nodeid: str) -> str:
    return nodeid.partition("::")[0]
