"""Every clause of the rules is cited by a test and by the code, and no other clause is.

A test cites a clause in its name, `test_T4_7_no_change_is_given`, and one clause only. The code
cites it in a docstring under `rules/<game>`; "T6.2 to T6.4" cites all three. Files are read, not
imported. A game takes part as soon as it can be played, that is, when it has a `game.py`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BOOKS = ROOT / "docs" / "rules"
RULES = ROOT / "src" / "baumeister" / "games"
TESTS = ROOT / "tests"

CLAUSE = re.compile(r"^- ([A-Z]\d+\.\d+) ", re.MULTILINE)
CITED = re.compile(r"\b([A-Z]\d+)\.(\d+)(?:(?: to |-|–)(?:\1\.)?(\d+)\b)?")
IN_NAME = re.compile(r"(?<![A-Za-z0-9])([A-Z]\d+)_(\d+)(?![0-9])")

EXAMPLES = {"cairn": ROOT / "examples" / "cairn" / "cairn"}  # with the book in the package
GAMES = sorted(book.stem for book in BOOKS.glob("*.md") if (RULES / book.stem / "game.py").exists())
GAMES += EXAMPLES


# --- reading ----------------------------------------------------------------------------------
def clauses(game: str, language: str = "") -> list[str]:
    """The numbers of the clauses in the book, in its order."""
    home = EXAMPLES.get(game)
    book = BOOKS / f"{game}{language}.md" if home is None else home / f"rules{language}.md"
    return CLAUSE.findall(book.read_text(encoding="utf-8"))


def rules_of(game: str) -> Path:
    """The folder of a game."""
    return EXAMPLES.get(game, RULES / game)


def letter(game: str) -> str:
    """The letter that all clauses of a game begin with."""
    return clauses(game)[0][0]


def cited(text: str) -> set[str]:
    """The clauses that a text cites, all within a range included."""
    found: set[str] = set()
    for section, first, last in CITED.findall(text):
        found.update(f"{section}.{n}" for n in range(int(first), int(last or first) + 1))
    return found


def cited_in_name(name: str) -> list[str]:
    """The clauses in the name of a test."""
    return [f"{section}.{number}" for section, number in IN_NAME.findall(name)]


def docstrings(source: str) -> Iterator[str]:
    """All docstrings of a file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


def names_of_tests(source: str) -> Iterator[str]:
    """The names of all tests in a file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name


def sources(folder: Path, pattern: str) -> dict[str, str]:
    """The files of a folder, by path."""
    files = sorted(folder.rglob(pattern))
    return {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8") for file in files}


@cache
def all_tests() -> list[tuple[str, str]]:
    """The file and name of every test."""
    files = sources(TESTS, "test_*.py")
    return [(file, name) for file, source in files.items() for name in names_of_tests(source)]


def names_of_rules_tests() -> list[str]:
    """The names of all tests, except those that check the referee: it has rules of its own."""
    return [name for file, name in all_tests() if "referee" not in Path(file).parts]


# --- the check --------------------------------------------------------------------------------
def test_there_is_a_game() -> None:
    assert "tybor" in GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_one_number(game: str) -> None:
    book = clauses(game)
    assert len(set(book)) == len(book)
    assert {clause[0] for clause in book} == {letter(game)}


@pytest.mark.parametrize("game", GAMES)
def test_the_german_book_has_the_same_clauses(game: str) -> None:
    assert clauses(game, ".de") == clauses(game)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_cited_by_a_test(game: str) -> None:
    proved = {clause for name in names_of_rules_tests() for clause in cited_in_name(name)}
    missing = [clause for clause in clauses(game) if clause not in proved]
    assert not missing, f"no test has these clauses in its name: {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_is_cited_by_a_docstring_of_the_rules(game: str) -> None:
    files = sources(rules_of(game), "*.py").values()
    written = {clause for source in files for text in docstrings(source) for clause in cited(text)}
    missing = [clause for clause in clauses(game) if clause not in written]
    assert not missing, f"no docstring of rules/{game} cites {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES)
def test_no_test_cites_a_clause_that_does_not_exist(game: str) -> None:
    book = clauses(game)
    dangling = [
        f"{file}: {name}"
        for file, name in all_tests()
        for clause in cited_in_name(name)
        if clause[0] == letter(game) and clause not in book
    ]
    assert not dangling, "\n".join(["clauses that do not exist:", *dangling])


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_cites_a_clause_that_does_not_exist(game: str) -> None:
    """Comments and texts of the game included."""
    book = clauses(game)
    files = sources(rules_of(game), "*.py") | sources(rules_of(game), "*.toml")
    dangling = [
        f"{file}: {clause}"
        for file, source in files.items()
        for clause in sorted(cited(source))
        if clause[0] == letter(game) and clause not in book
    ]
    assert not dangling, "\n".join(["clauses that do not exist:", *dangling])


def test_a_test_cites_one_clause_only() -> None:
    several = [name for name in names_of_rules_tests() if len(cited_in_name(name)) > 1]
    assert not several, f"one clause in a name: {', '.join(several)}"


# --- the check, checked -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("T4.7 No change is given.", {"T4.7"}),
        ("T6.2 to T6.4 Each building.", {"T6.2", "T6.3", "T6.4"}),
        ("Objectives, T6.15-T6.17.", {"T6.15", "T6.16", "T6.17"}),
        ("T4.8, T5.2 to T5.4 Draw.", {"T4.8", "T5.2", "T5.3", "T5.4"}),
        ("T4.1 to T5.2 is no range.", {"T4.1", "T5.2"}),
        ("T4 is a section.", set()),
    ],
)
def test_citations_in_a_text(text: str, found: set[str]) -> None:
    assert cited(text) == found


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("test_T4_7_no_change", ["T4.7"]),
        ("test_T4_10_one_place", ["T4.10"]),
        ("test_T4_7_1_then_5_may_pay_5", ["T4.7"]),
        ("test_T4_7_and_T4_8", ["T4.7", "T4.8"]),
        ("test_T7_every_world", []),
        ("test_sha_256", []),
    ],
)
def test_citations_in_a_name(name: str, found: list[str]) -> None:
    assert cited_in_name(name) == found


def test_docstrings_are_found_everywhere() -> None:
    source = '"""T1.1"""\nclass A:\n    """T1.2"""\n    def f(self):\n        """T1.3"""\n# T1.4\n'
    assert {clause for text in docstrings(source) for clause in cited(text)} == {
        "T1.1",
        "T1.2",
        "T1.3",
    }
