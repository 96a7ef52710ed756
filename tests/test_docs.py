"""The documents keep their word: links lead somewhere, and the README's example runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from baumeister.kernel.rule import can_compile

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    examples = PYTHON.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert examples
    for example in examples:
        if can_compile() or "'.[fast]'" not in example:  # numba may be missing
            exec(example, {})
    assert "'total'" in capsys.readouterr().out
