"""docs/envs.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="observations are numpy arrays")

from baumeister import game
from baumeister.envs import layout_tables
from baumeister.kernel.rule import can_compile

EXAMPLES = re.compile(r"```python\n(.*?)```", re.DOTALL)
TEXT = (Path(__file__).parents[2] / "docs" / "envs.md").read_text(encoding="utf-8")


def example(words: str) -> str:
    """The one that has these words."""
    found: list[str] = [text for text in EXAMPLES.findall(TEXT) if words in text]
    assert len(found) == 1
    return found[0]


def test_the_tables_of_fields_are_those_of_the_layouts() -> None:
    assert layout_tables.written(TEXT) == TEXT


@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
def test_the_examples_run() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is an optional extra")
    pytest.importorskip("torch", reason="PyTorch is an optional extra")
    names: dict[str, Any] = {}
    exec(example("wins ="), names)
    assert sum(names["wins"]) == pytest.approx(names["env"].episodes.sum(), abs=1100)
    exec(example("network = torch"), names)
    assert names["observations"].data_ptr() == names["env"].observations.ctypes.data
    exec(example("envs.single_action_space"), names)
    assert names["observations"].shape == (256, 1046)


@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
def test_the_training_loop_learns_and_its_policy_plays_as_a_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is an optional extra")
    pytest.importorskip("torch", reason="PyTorch is an optional extra")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    loop, numbers = example("ROUNDS, GAMES"), "ROUNDS, GAMES, STEPS, BATCH = 30, 256, 160, 2048"
    assert numbers in loop
    exec(loop.replace(numbers, "ROUNDS, GAMES, STEPS, BATCH = 6, 64, 160, 1024"), names)
    assert names["win_rate"]("random") > 0.8
    exec(example("class Mine"), names)
    table, bot = game("samara").new(players=2, seed=1), names["Mine"]("seed")
    assert bot.decide(table.seat_view(table.waiting_for[0])) in table.legal(table.waiting_for[0])


def test_the_example_of_names_runs() -> None:
    names: dict[str, Any] = {}
    exec(example("layout.names()"), names)
    assert names["known"]["stage[0]"] == 1
    assert sorted(names["cards"]) == sorted(names["table"].view(0)["hand"])
