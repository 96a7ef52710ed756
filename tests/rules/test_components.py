"""The data file: every wrong value is refused with file, row and reason."""

from __future__ import annotations

import copy
import datetime
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import baumeister
from baumeister.games.tybor import components as tybor
from baumeister.games.tybor.components import Box, load, parse, standard
from baumeister.kernel.data import SOURCES, DataError
from tests.tybor_scene import scene

STANDARD = Path(tybor.__file__).parent / "data.toml"
TEXT = STANDARD.read_text(encoding="utf-8")
DATA: dict[str, Any] = tomllib.loads(TEXT)

FARMER_1 = '{ profession = "farmer", strength = 1, colours = "GYBR" }'
MILL = '{ en = "Mill", de = "Mühle", colour = "G", points = 6, bonus = "" }'
CROWD = 'end_of_stage = { effect = "diversity", at_least = [2, 3, 4, 5] }'
EXODUS = 'end_of_stage = { effect = "exodus", stages = [1, 3] }'


def changed(old: str, new: str) -> str:
    """The standard file with one place changed."""
    assert TEXT.count(old) == 1, f"{old!r} stands {TEXT.count(old)} times in the file"
    return TEXT.replace(old, new)


# --- the standard file ------------------------------------------------------------------------
def test_the_standard_file_loads() -> None:
    components = standard()
    assert len(components.characters) == 59
    assert len(components.buildings) == 40
    assert components.version.startswith("1-")


def test_codes_are_unambiguous() -> None:
    characters = [card.code.lower() for card in standard().characters]
    buildings = [building.code.lower() for building in standard().buildings]
    assert len({*characters, *buildings}) == 99


def test_every_source_is_known() -> None:
    assert set(standard().source.values()) <= set(SOURCES)


# --- damage -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("old", "new", "where", "why"),
    [
        (f"  {FARMER_1},\n", "", "characters", "59 rows are needed (T1.2), not 58"),
        (FARMER_1, FARMER_1.replace("farmer", "baker"), "characters, row 1, profession", "'baker'"),
        (FARMER_1, FARMER_1.replace("1,", '"1",'), "characters, row 1, strength", "not '1'"),
        (FARMER_1, FARMER_1.replace("1,", "1.0,"), "characters, row 1, strength", "not 1.0"),
        (FARMER_1, FARMER_1.replace("1,", "true,"), "characters, row 1, strength", "not True"),
        (FARMER_1, FARMER_1.replace("1,", "-1,"), "characters, row 1, strength", "not -1"),
        (FARMER_1, FARMER_1.replace("1,", f"{10**30},"), "characters, row 1, strength", "0 to 9"),
        (
            FARMER_1,
            FARMER_1.replace("strength = 1, ", ""),
            "characters, row 1, strength",
            "missing",
        ),
        (FARMER_1, FARMER_1.replace("GYBR", "GYBRG"), "characters, row 1, colours", "0 to 4"),
        (FARMER_1, FARMER_1.replace("GYBR", "GX"), "characters, row 1, colours", "GYBR"),
        (FARMER_1, FARMER_1.replace("stren", "muscle = 1, stren"), "row 1, muscle", "not known"),
        (FARMER_1, "7", "characters", "rows are needed"),
        (f"  {MILL},\n", "", "buildings", "40 rows are needed (T1.1), not 39"),
        (MILL, MILL.replace('"G"', '"Y"'), "buildings", "10 of each colour are needed (T1.1)"),
        (MILL, MILL.replace('"G"', '"GY"'), "buildings, row 4, colour", "1 letters"),
        (MILL, MILL.replace('"Mill"', '"Barn"'), "buildings, row 8, en", "'Barn'"),
        (MILL, MILL.replace('"Mill"', '"bArn"'), "buildings, row 8, en", "earlier row"),
        (MILL, MILL.replace('"Mill"', '"Mill 2"'), "buildings, row 4, en", "letters and spaces"),
        (MILL, MILL.replace('"Mill"', '" "'), "buildings, row 4, en", "a text is needed"),
        (MILL, MILL.replace('"Mühle"', "5"), "buildings, row 4, de", "a text is needed, not 5"),
        (MILL, MILL.replace("6", "21"), "buildings, row 4, points", "0 to 20"),
        (MILL, MILL.replace('""', '"dance"'), "buildings, row 4, bonus", "'dance'"),
        (MILL, MILL.replace('""', '"symbol baker"'), "buildings, row 4, bonus", "'symbol baker'"),
        ('"GYB", "GYR"', '"GYB", "GGR"', "secret_objectives, row 2", "three different colours"),
        ('"GYB", "GYR"', '"GYB", "GY"', "secret_objectives, row 2", "3 letters"),
        ('"GYB", "GYR"', '"GYB"', "secret_objectives", "a list of 4 is needed"),
        ('"GYB", "GYR"', '"GYB", 3', "secret_objectives, row 2", "3 letters"),
        ("little = [3, 4, 5, 6]", "little = [3, 4, 5]", "costs, little", "a list of 4"),
        ("little = [3, 4, 5, 6]", "little = 3", "costs, little", "a list of 4"),
        ("little = [3, 4, 5, 6]", "little = [3, 4, 5, 100]", "costs, little", "0 to 99"),
        ("little = [3, 4, 5, 6]", "tiny = 1", "costs, little", "missing"),
        ("great_bonus = 3", "great_bonus = 3\nfree = 1", "costs, free", "not known"),
        ("points = [0, 1, 3, 6, 10, 15]", "points = [0]", "captains, points", "a list of 6"),
        ("beyond_each = 3", "beyond_each = 10", "captains, beyond_each", "0 to 9"),
        ('key = "size-matters"', 'key = "size"', "scenario, row 2, key", "'size'"),
        ('key = "size-matters"', 'size = "matters"', "scenario, row 2, key", "missing"),
        ('"great_buildings"', '"huge_buildings"', "scenario, row 2, objective", "'huge_buildings'"),
        ("[7, 5, 7, 5]", "[8, 5, 7, 5]", "scenario, row 1, hand_size", "1 to 7"),
        ("[7, 5, 7, 5]", "[0, 5, 7, 5]", "scenario, row 1, hand_size", "1 to 7"),
        (
            "[false, true, false, true]",
            "[0, 1, 0, 1]",
            "row 1, counter_clockwise",
            "true and false",
        ),
        ("[false, true, false, true]", "[true]", "row 1, counter_clockwise", "a list of 4"),
        (EXODUS, EXODUS.replace("1, 3", "0"), "row 1, end_of_stage, stages", "from 1 to 4"),
        (EXODUS, EXODUS.replace("exodus", "plague"), "row 1, end_of_stage, effect", "'plague'"),
        (EXODUS, "end_of_stage = 5", "scenario, row 1, end_of_stage", "a table is needed"),
        (CROWD, CROWD.replace("2, 3", "2"), "row 3, end_of_stage, at_least", "a list of 4"),
        (CROWD, CROWD.replace("diversity", "harbour"), "row 3, end_of_stage, at_least", "known"),
        ("number = 1\n", "number = 2\n", "chapter, row 1, number", "1 is needed, not 2"),
        ('symbols = ["farmer", "merchant"]', "", "chapter, row 3, symbols", "missing"),
        ('["farmer", "merchant"]', '["baker"]', "chapter, row 3, symbols", "professions"),
        ('["farmer", "merchant"]', "[]", "chapter, row 3, symbols", "professions"),
        ('costs = "rulebook"', 'costs = "hearsay"', "source, costs", "'hearsay'"),
        ('game = "tybor"', 'game = "samara"', "game", "'samara'"),
        ('game = "tybor"', "", "game", "is missing"),
        ('version = "1"', "version = 1", "version", "a text is needed, not 1"),
        ('version = "1"', 'version = "1"\ndice = 6', "dice", "not known"),
        ('version = "1"', 'version = "1', "not valid TOML", "line 6"),
        ('version = "1"', "game = 3", "not valid TOML", "line 6"),
    ],
)
def test_damage_is_refused_with_file_row_and_reason(
    tmp_path: Path, old: str, new: str, where: str, why: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(changed(old, new), encoding="utf-8")
    with pytest.raises(DataError) as error:
        load(file)
    message = str(error.value)
    assert message.startswith(f"{file}: ")
    assert where in re.sub(r"(row \d+) \([^)]*\)", r"\1", message)  # without the name
    assert why in message


def test_an_eleventh_green_building_is_refused() -> None:
    text = changed('"Mint", de = "Münze", colour = "Y"', '"Mint", de = "Münze", colour = "G"')
    with pytest.raises(DataError, match=r"10 of each colour are needed \(T1\.1\), 11 are green"):
        parse(text, "mine.toml")


def test_a_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(TEXT.encode("latin-1"))
    with pytest.raises(DataError, match=r"mine\.toml: cannot be read"):
        load(file)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"mine\.toml: cannot be read"):
        load(tmp_path / "mine.toml")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        load(tmp_path)


@pytest.mark.parametrize("text", ["", "[", "\0", "\ufeff", "game", "game = [", "a.b.c = 1"])
def test_a_file_that_is_something_else_is_refused(text: str) -> None:
    with pytest.raises(DataError, match=r"^mine\.toml: "):
        parse(text, "mine.toml")


@pytest.mark.parametrize(
    "strength",
    ["9" * 5000, "0x" + "f" * 5000, "-" + "9" * 5000, "1e999", "nan", "1979-05-27", "[" * 5000],
    ids=["huge", "huge hex", "huge negative", "infinite", "nan", "date", "deep"],
)
def test_a_monstrous_value_is_refused(strength: str) -> None:
    text = changed(FARMER_1, FARMER_1.replace("strength = 1", f"strength = {strength}"))
    with pytest.raises(DataError, match=r"^mine\.toml: "):
        parse(text, "mine.toml")


@pytest.mark.parametrize("symbols", ["[['farmer']]", "[{}]", "[1]", "'farmer'"])
def test_shown_symbols_that_are_no_professions_are_refused(symbols: str) -> None:
    text = changed('["farmer", "merchant"]', symbols)
    with pytest.raises(DataError, match=r"^mine\.toml: chapter, row 3 .*, symbols: "):
        parse(text, "mine.toml")


# --- any damage -------------------------------------------------------------------------------
def emit(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(k)} = {emit(v)}" for k, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(emit(item) for item in value) + "]"
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value).replace("Infinity", "inf").replace("NaN", "nan")


def emit_file(data: dict[str, Any]) -> str:
    """A data file."""
    return "\n".join(f"{json.dumps(key)} = {emit(value)}" for key, value in data.items())


Place = tuple[str | int, ...]


def places(value: Any, here: Place = ()) -> list[Place]:
    """The places of all values in a file."""
    inside: list[tuple[str | int, Any]] = []
    if isinstance(value, dict | list):
        inside = list(value.items() if isinstance(value, dict) else enumerate(value))
    below = [place for key, inner in inside for place in places(inner, (*here, key))]
    return [*([here] if here else []), *below]


PLACES = places(DATA)
JUNK = st.one_of(
    st.integers(min_value=-(2**70), max_value=2**70),
    st.integers(min_value=-1, max_value=12),
    st.booleans(),
    st.floats(),
    st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=5),
    st.sampled_from(["", "G", "GYBR", "farmer", "symbol farmer", "recruit", "harbour", "owner"]),
    st.dates(),
    st.lists(st.one_of(st.integers(0, 5), st.booleans(), st.text("GY", max_size=2)), max_size=6),
    st.just({}),
    st.just([[]]),
    st.just({"effect": "growth"}),
    st.just([{"profession": "farmer"}]),
)


def put(data: Any, path: Place, value: Any) -> None:
    """Replace the value at a place; None takes it away."""
    for key in path[:-1]:
        data = data[key]
    if value is None:
        del data[path[-1]]
    else:
        data[path[-1]] = value


def test_the_emitter_writes_what_the_file_says() -> None:
    assert tomllib.loads(emit_file(DATA)) == DATA
    assert parse(emit_file(DATA), "mine.toml").version == standard().version


@settings(max_examples=300)
@given(place=st.sampled_from(PLACES), value=st.one_of(st.none(), JUNK))
@example(place=("scenario", 0, "end_of_stage", "stages"), value=[True])
@example(place=("source", "costs"), value=["rulebook"])
def test_any_damage_is_refused_or_harmless(place: Place, value: Any) -> None:
    data = copy.deepcopy(DATA)
    put(data, place, value)
    refusal = refusal_of(emit_file(data))
    assert refusal is None or refusal.startswith("mine.toml: ")
    assert refusal is None or str(place[0]) in refusal


def refusal_of(text: str) -> str | None:
    """Why a data file is refused; None if it is not, and then every value fits its field."""
    try:
        box = parse(text, "mine.toml").box
    except DataError as error:
        return str(error)
    assert box == Box.from_json(box.to_json())
    return None


# --- an owner's file --------------------------------------------------------------------------
def test_an_owners_costs_are_played() -> None:
    mine = parse(changed("little = [3, 4, 5, 6]", "little = [1, 4, 5, 6]"), "mine.toml")
    table = scene(["uses Fa5 | workers So1GYBR", ""], display="Mill", components=mine)
    assert table.cost(0, "Mill", "little") == 1
    assert table.play(0, "build Mill little").seat(0).little == ["Mill"]


def test_an_owners_points_are_scored() -> None:
    mine = parse(changed(MILL, MILL.replace("6", "9")), "mine.toml")
    assert scene(["little Mill", ""], components=mine).points(0, "T6.1") == 9


def test_an_owners_cards_have_their_own_codes() -> None:
    mine = parse(changed(FARMER_1, FARMER_1.replace("1,", "9,")), "mine.toml")
    assert mine.characters[0].code == "Fa9GYBR"
    table = scene(["workers Fa9GYBR", ""], components=mine)
    assert table.seat(0).strength == 9


def test_two_equal_characters_get_different_codes() -> None:
    twin = '{ profession = "farmer", strength = 2, colours = "GBR" }'
    mine = parse(changed(FARMER_1, twin), "mine.toml")
    assert [card.code for card in mine.characters[:2]] == ["Fa2GBR", "Fa2GBR.2"]


def test_an_owners_file_has_its_own_version() -> None:
    mine = parse(changed(MILL, MILL.replace("6", "9")), "mine.toml")
    assert mine.version != standard().version


def test_the_version_does_not_depend_on_comments_or_layout() -> None:
    assert parse(emit_file(DATA), "mine.toml").version == standard().version


def test_a_game_with_an_owners_file_plays_through(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(changed("great = [7, 8, 9, 10]", "great = [1, 1, 1, 1]"), encoding="utf-8")
    table = baumeister.game("tybor", data=file).new(players=3, seed=1)
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[-1])
    assert any(building["side"] == "great" for building in table.view(0)["seats"][0]["buildings"])
