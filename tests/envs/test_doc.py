"""docs/envs.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numpy", reason="observations are numpy arrays")

from baumeister.envs import layout_tables
from baumeister.rules.kernel.rule import can_compile

TEXT = (Path(__file__).parents[2] / "docs" / "envs.md").read_text(encoding="utf-8")


def test_the_tables_of_fields_are_those_of_the_layouts() -> None:
    assert layout_tables.written(TEXT) == TEXT


@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
def test_the_examples_run() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is an optional extra")
    torch = pytest.importorskip("torch", reason="PyTorch is an optional extra")
    names: dict[str, Any] = {}
    examples = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    for example in examples[:3]:
        if "network(" in example:
            names["network"] = torch.nn.Linear(names["env"].layout.size, names["env"].actions)
        exec(example, names)
    assert sum(names["wins"]) == pytest.approx(names["env"].episodes.sum(), abs=1100)
    assert names["observations"].shape == (256, 1046)


def test_the_example_of_names_runs() -> None:
    names: dict[str, Any] = {}
    exec(re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)[3], names)
    assert names["known"]["stage[0]"] == 1
    assert sorted(names["cards"]) == sorted(names["table"].view(0)["hand"])
