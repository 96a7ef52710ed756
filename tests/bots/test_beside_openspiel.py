"""benchmarks/search/beside_openspiel.py runs, also without OpenSpiel."""

from __future__ import annotations

import json
import sys
from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from baumeister.kernel.rule import can_compile

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed: no search")

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "search" / "beside_openspiel.py"


@pytest.fixture
def benchmark(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, in a hurry, on a machine without OpenSpiel."""
    spec = util.spec_from_file_location("beside_openspiel", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "beside_openspiel", module)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    monkeypatch.delattr("os.sched_setaffinity", raising=False)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "SECONDS", 0.02)
    return module


def test_without_openspiel_it_says_so_and_shows_our_numbers(
    benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["beside_openspiel.py", "--rounds", "1"])
    benchmark.main()
    said = capsys.readouterr()
    assert "pip install open_spiel" in said.err
    assert "| Baumeister, compiled | tybor | 2 |" in said.out
    assert "| Baumeister, compiled | samara | 2 |" in said.out


def test_json_has_the_same_numbers(
    benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["beside_openspiel.py", "--rounds", "1", "--json"])
    benchmark.main()
    data = json.loads(capsys.readouterr().out)
    assert [row["game"] for row in data["measured"]] == ["tybor", "samara"]
    assert all(row["first"] > 0 and row["whole"] > 0 for row in data["measured"])
