"""One number for all behaviour: as expected, in every process, interpreted and compiled.

If a number changed on purpose, write the file anew and say why in the changelog:

    python3 run.py fingerprint --parts > tests/fingerprint.txt
"""

from __future__ import annotations

from pathlib import Path

import pytest

from baumeister.games import GAMES
from baumeister.kernel.rule import can_compile
from baumeister.lab.fingerprint import PARTS, Digest, fingerprint, tables, total
from baumeister.play import game
from tests.another_process import in_another_process

pytest.importorskip("numpy", reason="networks need numpy")
compiled = pytest.mark.skipif(not can_compile(), reason="numba is not installed")
EXPECTED = (Path(__file__).parents[1] / "fingerprint.txt").read_text(encoding="utf-8")
NUMBERS = {
    (name, part): number for name, part, number in map(str.split, EXPECTED.splitlines()[:-1])
}


@compiled
def test_nothing_has_changed() -> None:
    found = list(fingerprint())
    lines = [f"{part.game} {part.name} {part.number}" for part in found]
    assert [*lines, total(found)] == EXPECTED.splitlines()


def test_every_game_and_part_is_expected() -> None:
    assert list(NUMBERS) == [(name, part) for name in GAMES for part in PARTS]


def test_interpreted_rules_have_the_same_number() -> None:
    """A part that takes a second; tests/bots/test_search.py compares the searches of bots."""
    (part,) = fingerprint(["samara"], ["rules"], plain=True)
    assert part.number == NUMBERS["samara", "rules"]


def test_it_is_the_same_in_a_process_with_other_hashes_language_and_time_zone() -> None:
    environment = {"PYTHONHASHSEED": "4242", "LC_ALL": "de_DE.UTF-8", "TZ": "Asia/Tokyo"}
    parts = ("events", "views", "texts", "records", "observations")
    code = (
        "from baumeister.lab.fingerprint import fingerprint\n"
        f"for part in fingerprint(['samara'], {parts}, plain=True): print(part.name, part.number)"
    )
    expected = [f"{part} {NUMBERS['samara', part]}" for part in parts]
    assert in_another_process(["-c", code], **environment).splitlines() == expected


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_players_and_every_value_of_an_option_is_played(name: str) -> None:
    seen: dict[str, set[object]] = {}
    for table in tables(game(name)):
        for option, value in table.options.items():
            seen.setdefault(option, set()).add(value)
    rules = GAMES[name]
    assert seen["players"] == set(range(rules.least_players, rules.most_players + 1))
    values = {
        "tybor": {"scenario": 4, "chapter": 8},
        "samara": {"start_month": 12, "specials": 2, "open_scores": 2},
    }[name]
    assert {option: len(seen[option]) for option in values} == values


def test_the_order_of_keys_does_not_count_but_that_of_values_does() -> None:
    first, second, third = Digest(), Digest(), Digest()
    first.note({"a": 1, "b": [1, 2]})
    second.note({"b": [1, 2], "a": 1})
    third.note({"a": 1, "b": [2, 1]})
    assert first.number() == second.number() != third.number()
