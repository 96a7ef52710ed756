"""Every game that is installed: bots, levels, hints, series, tournaments, review, balance."""

from __future__ import annotations

from pathlib import Path

import pytest

import baumeister
from baumeister.bots import LEVELS, new_bot
from baumeister.bots.choosing import WEIGH
from baumeister.bots.hints import hint
from baumeister.bots.search import Budget
from baumeister.games import GAMES
from baumeister.games.plain import judgement
from baumeister.kernel.glossary import LANGUAGES
from baumeister.lab.learning.games import LEARNED
from tests.cli.conftest import Baumeister
from tests.new_game.test_play import INSTALLED, played

QUICK = "tests.new_game.quick:Quick"


@pytest.mark.parametrize("name", INSTALLED)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays(name: str, level: str) -> None:
    table = played(name, 2, moves=27)
    while not table.over:
        seat = table.waiting_for[0]
        view = table.seat_view(seat)
        action = new_bot(level, "level").decide(view)
        assert action in view.legal
        table.play(seat, action)


@pytest.mark.parametrize("name", INSTALLED)
def test_the_search_beats_random_clearly(baumeister: Baumeister, name: str) -> None:
    said = baumeister(f"tournament {name} --bots {QUICK},random --players 2 --games 16 --seed 1")
    assert said.code == 0, said
    assert "quick > random" in said.out.lower()


@pytest.mark.parametrize("name", INSTALLED)
def test_games_are_simulated_and_can_be_shown_one_by_one(
    baumeister: Baumeister, tmp_path: Path, name: str
) -> None:
    said = baumeister(
        f"simulate {name} --players 3 --games 60 --seed 1 --bots greedy,random,random"
    )
    assert said.code == 0
    won = float(said.out.partition("greedy")[2].split("│")[1])
    assert won > 40
    one = baumeister(f"simulate {name} --players 3 --seed 1 --only 17 --json")
    file = tmp_path / "game.json"
    file.write_text(one.out, encoding="utf-8")
    assert baumeister("verify", file).code == 0


@pytest.mark.parametrize("name", INSTALLED)
def test_a_hint_says_what_to_do_in_both_languages(name: str) -> None:
    table = played(name, 2, moves=4)
    view = table.seat_view(table.waiting_for[0])
    found = hint(view, Budget(iterations=400), "hint")
    assert found.action in view.legal
    for language in LANGUAGES:
        sentences = list(found.sentences(language))
        assert len(sentences) >= 2
        assert {"en": "points", "de": "Punkte"}[language] in " ".join(sentences)


@pytest.mark.parametrize("name", INSTALLED)
def test_balance_and_review_tell_of_the_game(
    baumeister: Baumeister, tmp_path: Path, name: str
) -> None:
    said = baumeister(f"lab balance {name} --players 2 --games 400 --seed 1")
    assert said.code == 0, said
    assert "Does it matter who begins?" in said.out
    file = tmp_path / "game.txt"
    baumeister(f"play {name} --players 2 --seed 4 --save", file, typed=["1"] * 200)
    for language in LANGUAGES:
        told = baumeister(f"review --quick --lang {language}", file)
        assert told.code == 0, told


@pytest.mark.parametrize("name", INSTALLED)
def test_self_play_has_all_numbers_of_players(name: str) -> None:
    assert sum(LEARNED[name].players.values()) == 100


def test_without_a_judgement_all_actions_are_worth_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = GAMES["cairn"]
    assert rules.part("judgement").weigh is WEIGH["cairn"]
    monkeypatch.setattr(type(rules), "has_part", lambda rules, name: False)
    monkeypatch.setattr(rules, "_modules", {})
    assert rules.part("judgement").weigh is judgement.weigh
    view = baumeister.game("cairn").new(2, 1).seat_view(0)
    assert {new_bot("greedy", str(k)).decide(view) for k in range(9)} <= set(view.legal)
