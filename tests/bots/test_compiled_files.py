"""What compiled code is made of is known (kernel.backend.cache), so no edit is missed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from baumeister.kernel.backend.cache import PACKAGE, compiled_files

COMPILED = set(compiled_files())
WITH_RULES = sorted(file for file in COMPILED if PACKAGE / "kernel" not in file.parents)


def imports_of(file: Path) -> Iterator[tuple[str, str]]:
    """Every `from module import name` of our own in a file, also inside functions."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("baumeister"):
            assert node.module is not None
            for alias in node.names:
                yield node.module, alias.name


def called_at_import(file: Path) -> set[str]:
    """Names of functions and classes that are called while the module is imported."""
    called: set[str] = set()
    waiting: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called.add(node.func.id)
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            waiting += [
                *getattr(node, "decorator_list", []),
                node.args,
            ]  # what is inside runs later
        else:
            waiting += ast.iter_child_nodes(node)
    return called


def holds_numbers(value: Any) -> bool:
    """Whether numba could make a constant of the value."""
    if isinstance(value, tuple | list | set | frozenset):
        return any(holds_numbers(item) for item in value)
    if isinstance(value, dict):
        return any(holds_numbers(item) for item in [*value, *value.values()])
    return isinstance(value, int | float | complex)


def origin(module: str, name: str) -> Path:
    """The file in which a name gets its value, through re-exports."""
    file = Path(str(import_module(module).__file__))
    for source, imported in imports_of(file):
        if imported == name:
            return origin(source, name)
    return file.resolve()


def test_rules_are_found_in_games_and_bots() -> None:
    names = {str(file.relative_to(PACKAGE)) for file in WITH_RULES}
    assert {"bots/choosing.py", "games/tybor/judgement.py", "games/samara/judgement.py"} <= names


@pytest.mark.parametrize("file", WITH_RULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_every_number_that_a_rule_imports_stands_in_a_compiled_file(file: Path) -> None:
    missed = [
        f"{module}.{name}"
        for module, name in imports_of(file)
        if holds_numbers(getattr(import_module(module), name, None))
        and origin(module, name) not in COMPILED
    ]
    assert missed == []


@pytest.mark.parametrize("file", WITH_RULES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_whatever_is_called_to_work_a_number_out_stands_in_a_compiled_file(file: Path) -> None:
    called = called_at_import(file)
    missed = [
        f"{module}.{name}"
        for module, name in imports_of(file)
        if name in called and origin(module, name) not in COMPILED
    ]
    assert missed == []


def test_every_file_with_a_rule_or_an_entry_point_is_a_compiled_file() -> None:
    missed = [
        str(file.relative_to(PACKAGE))
        for file in PACKAGE.rglob("*.py")
        if file.resolve() not in COMPILED and marks_rules(file)
    ]
    assert missed == []


def marks_rules(file: Path) -> bool:
    """Whether @rule or @compiled stands in a file, in whatever way it was imported."""
    marks = {"rule", "compiled"}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Name) and mark.id in marks:
                    return True
                if isinstance(mark, ast.Attribute) and mark.attr in marks:
                    return True
    return False


def test_a_function_called_at_import_is_noticed() -> None:
    observation = PACKAGE / "games" / "tybor" / "observation.py"
    assert {"layout", "Part", "per_seat"} <= called_at_import(observation)
    assert "write_card" not in called_at_import(observation)
    assert origin("baumeister.envs.layout", "layout") in COMPILED


def test_a_number_from_elsewhere_would_be_noticed() -> None:
    assert holds_numbers({"a": (1.5,)})
    assert origin("baumeister.play", "SeatView") == PACKAGE / "play" / "position.py"
    assert origin("baumeister.play", "SeatView") not in COMPILED
