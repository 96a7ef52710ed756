"""docs/pettingzoo.md keeps its word, and the benchmark beside PettingZoo's own games runs."""

from __future__ import annotations

import json
import re
import sys
from importlib import util
from pathlib import Path

import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")

from baumeister.envs import tybor_v1

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "pettingzoo.md").read_text(encoding="utf-8")
RANDOM, LEARNING = (
    re.sub(r"(players=\d)", r"\1, compiled=False", code)
    for code in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
)
SCRIPT = ROOT / "benchmarks" / "envs" / "pettingzoo_step.py"


def test_random_play(capsys: pytest.CaptureFixture[str]) -> None:
    exec(RANDOM, {})
    out = capsys.readouterr().out
    assert out.count(" gets ") == 3
    assert "The game is over." in out


def test_the_training_loop(capsys: pytest.CaptureFixture[str]) -> None:
    short = LEARNING.replace("GAMES = 400", "GAMES = 6").replace("games=100", "games=3")
    names: dict[str, object] = {}
    exec(short, names)
    assert "wins after: " in capsys.readouterr().out
    assert names["weights"].any()  # type: ignore[attr-defined]


def test_the_benchmark(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    spec = util.spec_from_file_location("pettingzoo_step", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "pettingzoo_step", script)
    spec.loader.exec_module(script)
    plain = script.Contestant("tybor_v1", True, lambda: tybor_v1.env(compiled=False))
    four = script.Contestant("connect_four_v3", True, plain.make)
    monkeypatch.delattr("os.sched_setaffinity", raising=False)
    monkeypatch.setattr(script, "SECONDS", 0.01)
    monkeypatch.setattr(script, "contestants", lambda missing: iter([plain, four]))
    monkeypatch.setattr(sys, "argv", ["pettingzoo_step.py", "--rounds", "1"])
    script.main()
    assert "| connect_four_v3 | 2 | `env()` | " in capsys.readouterr().out
    monkeypatch.setattr(sys, "argv", ["pettingzoo_step.py", "--rounds", "1", "--json"])
    script.main()
    [first, _] = json.loads(capsys.readouterr().out)["measured"]
    assert (first["environment"], first["agents"]) == ("tybor_v1", 2)
    assert first["steps_a_second"] > 0
