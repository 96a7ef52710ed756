"""Options of games: what follows from one declaration."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from baumeister.games import GAMES
from baumeister.kernel.glossary import LANGUAGES, say
from baumeister.kernel.options import YES_NO, Option, OptionError, Options

OPTIONS = Options(
    Option("harbour", ("north", "south"), first_number=0),
    Option("storms", range(2, 6), first_number=10, today=lambda day: 2 + day.month % 4),
    Option("hurry", YES_NO, True),
    Option("open_hands", YES_NO, False),
)
PLAYERS = range(2, 5)


def complete(seed: str = "7", **given: Any) -> dict[str, Any]:
    return OPTIONS.complete("tortuga", PLAYERS, {"players": 3, **given}, seed)


def test_what_is_not_given_is_the_default_or_drawn_from_the_seed() -> None:
    drawn = [complete(str(seed)) for seed in range(60)]
    assert {(one["hurry"], one["open_hands"]) for one in drawn} == {(True, False)}
    assert {one["harbour"] for one in drawn} == {"north", "south"}
    assert {one["storms"] for one in drawn} == {2, 3, 4, 5}
    assert drawn[7] == complete("7")


def test_a_given_option_changes_no_other_lot() -> None:
    for seed in map(str, range(20)):
        drawn = complete(seed)
        assert complete(seed, harbour="north") == {**drawn, "harbour": "north"}
        assert complete(seed, harbour=None, storms=2, hurry=False) == {
            **drawn,
            "storms": 2,
            "hurry": False,
        }


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"storm": 3}, "storm: not an option of Tortuga; it has players, harbour, storms, hurry"),
        ({"players": 5}, "Tortuga is for 2 to 4 players, not 5"),
        ({"players": True}, "Tortuga is for 2 to 4 players, not True"),
        ({"hurry": 1}, "hurry is true or false, not 1"),
        ({"open_hands": None}, "open_hands is true or false, not None"),
        ({"storms": 3.0}, "error.tortuga.option.storms"),
        ({"harbour": "west"}, "error.tortuga.option.harbour"),
    ],
)
def test_what_is_not_possible_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as refused:
        complete(**given)
    assert str(refused.value).startswith(message)


def test_what_start_takes() -> None:
    assert OPTIONS.start_arguments(complete(harbour="south", storms=4)) == (3, 1, 12)
    assert OPTIONS.start_lots() == [("players", 0, 0), ("harbour", 0, 2), ("storms", 10, 4)]
    assert Options().start_arguments({"players": 4}) == (4, 0, 0)
    assert Options(Option("hurry", YES_NO, True, first_number=0)).start_lots() == [
        ("players", 0, 0),
        ("hurry", 0, 0),
        ("", 0, 0),
    ]


def test_start_takes_three_numbers() -> None:
    options = [Option(name, range(3), first_number=0) for name in "abc"]
    with pytest.raises(ValueError, match="start takes 2 options, not 3"):
        Options(*options)


def test_how_options_are_typed() -> None:
    assert [option.typed for option in OPTIONS] == ["harbour", "storms", "no-hurry", "open-hands"]
    assert [option.kind for option in OPTIONS] == ["choice", "number", "yes_no", "yes_no"]
    today = OPTIONS["storms"].today
    assert today is not None
    assert today(date(2026, 5, 1)) == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_option_of_a_game_has_its_texts(name: str, language: str) -> None:
    rules = GAMES[name]
    components = rules.load_components(None)
    for option in rules.options:
        texts = [option.value_text(components, value, language) for value in option.values]
        assert len(set(texts)) == len(option.values)
        kinds = ("title", "play", "many") if option in rules.options.in_start else ("title", "play")
        assert all(say(f"{name}.option.{option.name}.{kind}", language) for kind in kinds)
        if option.kind != "yes_no":
            message = option.impossible(name, "nothing").text(language)
            assert message.startswith("'nothing' ")
