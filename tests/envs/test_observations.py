"""Observations: everything a seat knows, nothing else, as the layout describes it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="observations are numpy arrays")

from baumeister.envs.layout import Part, layout  # noqa: E402
from baumeister.envs.observations import OBSERVERS, observation  # noqa: E402
from baumeister.games.samara import observation as samara_observation  # noqa: E402
from baumeister.games.tybor import observation as tybor_observation  # noqa: E402
from baumeister.games.tybor.components import CHAPTERS, SCENARIO_KEYS, SCENARIOS  # noqa: E402
from baumeister.kernel.chance import FastDealer  # noqa: E402
from baumeister.kernel.rule import can_compile, members  # noqa: E402
from baumeister.play import SeatView, Table, game  # noqa: E402

TABLES = [("tybor", players) for players in range(2, 9)]
TABLES += [("samara", players) for players in range(2, 6)]
PINNED = {"tybor-1": "745b0ddd66a71645", "samara-1": "028b676537f248df"}


def played(
    name: str, players: int, seed: str, looks: float = 1.0, **options: Any
) -> Iterator[Table]:
    """A random game that is handed over at its questions, or at some of them, and at its end."""
    rng = random.Random(seed)
    table = game(name).new(players=players, seed=seed, **options)
    while not table.over:
        if rng.random() < looks:
            yield table
        seat = rng.choice(table.waiting_for)
        table.play(seat, rng.choice(table.legal(seat)))
    yield table


def field(row: Any, name: str, table: Table) -> list[int]:
    part = OBSERVERS[table.rules.name].layout[name]
    numbers: list[int] = row[part.offset : part.end].tolist()
    return numbers


# --- the layout -------------------------------------------------------------------------------
@pytest.mark.parametrize("name", OBSERVERS)
def test_a_change_of_the_layout_needs_a_new_version(name: str) -> None:
    layout = OBSERVERS[name].layout
    assert layout.digest == PINNED[layout.version]


@pytest.mark.parametrize(
    ("name", "module"), [("tybor", tybor_observation), ("samara", samara_observation)]
)
def test_every_question_has_a_place_of_its_own_and_the_end_has_the_last(
    name: str, module: Any
) -> None:
    field, over = module.LAYOUT["question"], OBSERVERS[name].core.over
    places = [module.question_number(step) for step in (*members(module.QUESTIONS), over)]
    assert places == list(range(field.size))
    assert len(field.meaning.split(", ")) == field.size


@pytest.mark.parametrize("change", [{"usual": 7}, {"own": True}, {"high": 7}, {"name": "other"}])
def test_every_change_of_a_field_changes_the_digest(change: dict[str, Any]) -> None:
    part = Part("place", 1, 0, 9, "place in play order")
    assert layout("t", [part]).digest != layout("t", [part._replace(**change)]).digest


@pytest.mark.parametrize("name", OBSERVERS)
def test_every_number_of_a_row_has_a_name_of_its_own(name: str) -> None:
    layout = OBSERVERS[name].layout
    names = layout.names()
    assert len(set(names)) == layout.size
    assert names[layout.at("question")] == "question[0]"
    assert names[layout.at("seat1.present")] == "seat1.present"
    for field in layout.fields:
        assert names[field.offset : field.end] == field.names


@pytest.mark.parametrize("name", OBSERVERS)
def test_fields_follow_each_other_without_gaps(name: str) -> None:
    layout = OBSERVERS[name].layout
    assert [f.offset for f in layout.fields[1:]] == [f.end for f in layout.fields[:-1]]
    assert layout.scales().shape == (layout.size,)
    assert layout.scales().dtype == np.float32


# --- values -----------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_number_is_within_its_bounds(name: str, players: int) -> None:
    layout = OBSERVERS[name].layout
    lows, highs = layout.lows(), layout.highs()
    for table in played(name, players, f"bounds {players}", looks=0.4):
        for seat in range(players):
            row = observation(table.seat_view(seat))
            assert row.dtype == np.int16
            assert ((lows <= row) & (row <= highs)).all()


@pytest.mark.parametrize("chapter", range(1, 9))
def test_every_number_is_within_its_bounds_in_every_chapter(chapter: int) -> None:
    layout = OBSERVERS["tybor"].layout
    lows, highs = layout.lows(), layout.highs()
    scenario = SCENARIO_KEYS[chapter % len(SCENARIO_KEYS)]
    for table in played("tybor", 3, "c", looks=0.3, chapter=chapter, scenario=scenario):
        row = observation(table.seat_view(table.waiting_for[0] if not table.over else 0))
        assert ((lows <= row) & (row <= highs)).all()


@pytest.mark.parametrize("start_month", [1, 6, 7, 12])
def test_every_number_is_within_its_bounds_without_specials(start_month: int) -> None:
    layout = OBSERVERS["samara"].layout
    lows, highs = layout.lows(), layout.highs()
    for table in played("samara", 3, "m", start_month=start_month, specials=False):
        row = observation(table.seat_view(0))
        assert ((lows <= row) & (row <= highs)).all()


@pytest.mark.parametrize("players", [2, 4, 7])
def test_T6_points_and_secret_points_are_the_score(players: int) -> None:
    for table in played("tybor", players, f"score {players}", looks=0.2):
        rows = [observation(table.seat_view(seat)) for seat in range(players)]
        for seat, sheet in enumerate(table.scores()):
            points = field(rows[seat], "seat0.points", table)[0]
            assert points + field(rows[seat], "secret_points", table)[0] == sheet["total"]
            neighbour = rows[(seat - 1) % players]
            assert field(neighbour, "seat1.points", table)[0] == points


def test_the_own_seat_comes_first_and_absent_seats_are_zero() -> None:
    table = next(played("tybor", 3, "first"))
    row = observation(table.seat_view(2))
    assert [field(row, f"seat{k}.present", table)[0] for k in range(8)] == [1, 1, 1, 0, 0, 0, 0, 0]
    first = table.view(2)["first_player"]
    assert field(row, f"seat{(first - 2) % 3}.first", table) == [1]
    start = OBSERVERS["tybor"].layout["seat3.present"].offset
    assert not row[start:].any()


def test_T7_1_the_hand_is_the_own_one() -> None:
    table = next(played("tybor", 4, "hand"))
    codes = [character.code for character in table.components.characters]
    for seat in range(4):
        hand = field(observation(table.seat_view(seat)), "hand", table)
        shown = [code for code, n in zip(codes, hand, strict=True) for _ in range(n)]
        assert shown == table.view(seat)["hand"]


def test_S2_the_calendar_is_relative_to_now() -> None:
    for table in played("samara", 4, "calendar", looks=0.3):
        view, row = table.view(0), observation(table.seat_view(0))
        for shown in view["calendar"]:
            for before, worker in enumerate(shown["line"]):
                at, slot = f"seat{worker['seat']}.", "abcde".index(worker["worker"])
                assert field(row, f"{at}worker_month", table)[slot] == shown["month"] - view["now"]
                assert field(row, f"{at}worker_line", table)[slot] == before
                assert field(row, f"{at}worker_men", table)[slot] == worker["men"]


def test_a_spectator_has_no_observation() -> None:
    table = next(played("samara", 2, "nobody"))
    with pytest.raises(ValueError, match="spectator"):
        observation(table.seat_view(None))


# --- secrecy ----------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_dealing_again_what_is_hidden_leaves_the_observation(name: str, players: int) -> None:
    observer = OBSERVERS[name]
    memory = observer.memory()
    observer.forget(memory)
    for number, table in enumerate(played(name, players, f"redeal {players}", looks=0.5)):
        for seat in range(players):
            view = table.seat_view(seat)
            world = view.redeal(FastDealer(f"{number} {seat}"))
            row = [0] * observer.layout.size
            seen = table.rules.view_of(world, seat)
            observer.observe(view.components.box, seen, seat, row)
            assert row == observation(view).tolist()
            row = [99] * observer.layout.size  # the fast way, from the whole state
            observer.observe_again(view.components.box, world, seat, memory, row)
            assert row == observation(view).tolist()


def looked_at_again(memory: Any, state: Any, view: SeatView) -> list[int]:
    """The row of a view's seat by the fast way."""
    observer = OBSERVERS[view.rules.name]
    assert view.seat is not None
    row = [99] * observer.layout.size
    observer.observe_again(view.components.box, state, view.seat, memory, row)
    return row


def test_a_new_game_of_samara_brings_nothing_of_the_old_one() -> None:
    """On the same spaces lie other tiles."""
    old, new = (game("samara").new(players=3, seed=seed) for seed in ("old", "new"))
    memory, forget = OBSERVERS["samara"].memory(), OBSERVERS["samara"].forget
    forget(memory)
    stale = looked_at_again(memory, old.snapshot(), old.seat_view(1))
    forget(memory)
    row = looked_at_again(memory, new.snapshot(), new.seat_view(1))
    assert row == observation(new.seat_view(1)).tolist()
    assert field(np.array(row), "worth", new) != field(np.array(stale), "worth", old)


def test_a_new_game_of_tybor_brings_nothing_of_the_old_one() -> None:
    """The same lies in front of everybody, and brings other points by other story cards."""
    *_, table = played("tybor", 3, "old", scenario="size-matters", chapter=1)
    memory, forget = OBSERVERS["tybor"].memory(), OBSERVERS["tybor"].forget
    forget(memory)
    stale = looked_at_again(memory, table.snapshot(), table.seat_view(1))
    for scenario, chapter in product(range(SCENARIOS), range(SCENARIOS, SCENARIOS + CHAPTERS)):
        table._state.scenario, table._state.chapter = scenario, chapter
        forget(memory)
        row = looked_at_again(memory, table.snapshot(), table.seat_view(1))
        assert row == observation(table.seat_view(1)).tolist()
    assert field(np.array(row), "seat0.points", table) != field(
        np.array(stale), "seat0.points", table
    )


@pytest.mark.parametrize("places", [(0, 1, 64), (3, 3, 7)])
def test_S2_5_unusual_places_in_a_line(places: tuple[int, ...]) -> None:
    """Places beyond 63 and equal ones, which the fast way leaves to the other."""
    table = game("samara").new(players=3, seed="line")
    view, observer = table.seat_view(1), OBSERVERS["samara"]
    state = view.state.copy()
    for seat, place in enumerate(places):
        state.players[seat].worker_line[0] = place
    memory, rows = observer.memory(), ([0] * observer.layout.size, [9] * observer.layout.size)
    observer.forget(memory)
    observer.observe(view.components.box, state, 1, rows[0])
    observer.observe_again(view.components.box, state, 1, memory, rows[1])
    assert rows[0] == rows[1]


def test_S9_2_a_secret_choice_is_in_the_own_observation_only() -> None:
    seen = 0
    for game_number in range(40):
        rng = random.Random(game_number)
        table = game("samara").new(players=4, seed=game_number)
        while not table.over:
            seat = rng.choice(table.waiting_for)
            if table.view(seat)["phase"] == "barracks" and len(table.waiting_for) > 1:
                others = [other for other in range(4) if other != seat]
                choices = set()
                for action in table.legal(seat):
                    table.play(seat, action)
                    if table.view(seat)["phase"] != "barracks":
                        break
                    seen += 1
                    rows = [observation(table.seat_view(other)).tobytes() for other in others]
                    choices.add(tuple(rows))
                    assert sum(field(observation(table.seat_view(seat)), "chosen", table)) == 1
                    if not table.can_take_back(seat):
                        break
                    table.take_back(seat)
                assert len(choices) <= 1
                if seat not in table.waiting_for:
                    continue
            table.play(seat, rng.choice(table.legal(seat)))
    assert seen > 5


# --- compiled ---------------------------------------------------------------------------------
@pytest.mark.skipif(not can_compile(), reason="numba is not installed")
@pytest.mark.parametrize(("name", "players"), [("tybor", 4), ("tybor", 7), ("samara", 5)])
def test_compiled_code_writes_the_same(name: str, players: int) -> None:
    observer = OBSERVERS[name]
    layout = observer.core.layout(players)
    views = np.zeros(1, observer.core.state.dtype(**layout))
    row = np.zeros(observer.layout.size, np.int16)
    box = game(name).components.box.to_array()
    for table in played(name, players, "compiled", looks=0.3):
        states = table.snapshot().to_array(**layout)
        for seat in range(players):
            view = table.seat_view(seat)
            wanted = observation(view)
            observer.see(box, states, 0, views, seat, row)
            assert (row == wanted).all()
            observer.write(box, view.state.to_array(**layout), seat, row)
            assert (row == wanted).all()
