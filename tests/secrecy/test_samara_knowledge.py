"""S9 Only the choices for the Barracks are secret, and only until all are made."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from baumeister.games.samara import knowledge
from baumeister.games.samara.components import TOOL_KEYS
from baumeister.games.samara.state import State
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.rule import can_compile, compiled
from baumeister.kernel.seats import SPECTATOR
from baumeister.play import Table, records
from tests.games.samara.playing import (
    COMPONENTS,
    PLAYERS,
    POLICIES,
    RULES_OF_SAMARA,
    anything,
    collector,
    legal,
    new_table,
    notations,
    phase,
    play_out,
    step,
)
from tests.samara_scene import Scene, scene
from tests.secrecy.worlds import assert_looks_the_same, redealt, seats_and_spectator


# --- games that are looked at -------------------------------------------------------------------
def looked_at(players: int, game: int) -> Iterator[Table]:
    """A game being played that is handed over at some of its states, always in the Barracks."""
    seed = f"knowledge {players} {game}"
    rng = random.Random(seed)
    table = new_table(players, 1 + game % 12, seed, specials=game % 5 > 0)
    while not table.over:
        if phase(table) == "barracks" or rng.random() < 0.1:
            yield table
        step(table, POLICIES[game % len(POLICIES)], rng)
    yield table


def in_barracks(players: int) -> list[Table]:
    """Games in the middle of the Barracks, when some have chosen and some have not."""
    found: list[Table] = []
    for game in range(60):
        rng = random.Random(f"{players} {game}")
        table = new_table(players, 1, f"barracks {players} {game}")
        while not table.over:
            chosen = [seat["has_chosen"] for seat in table.view(None)["seats"]]
            if phase(table) == "barracks" and any(chosen):
                found.append(table)
                break
            step(table, collector, rng)
        if len(found) == 4:
            break
    assert found
    return found


# --- re-dealing ---------------------------------------------------------------------------------
@pytest.mark.parametrize("players", PLAYERS)
def test_S9_a_redealt_world_looks_the_same_to_the_seat(players: int) -> None:
    for game in range(12):
        for number, table in enumerate(looked_at(players, game)):
            for seat in seats_and_spectator(table):
                world = redealt(table, seat, f"{game} {number} {seat}")
                assert_looks_the_same(table, seat, world)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_S9_a_refusal_is_the_same_in_every_redealt_world(players: int) -> None:
    for table in in_barracks(players):
        truth: State = table.snapshot()
        for seat in range(players):
            world = redealt(table, seat, "refusals")
            for action in range(RULES_OF_SAMARA.actions):
                assert refusal(world, table, seat, action) == refusal(truth, table, seat, action)


def refusal(state: State, table: Table, seat: int, action: int) -> tuple[str, ...]:
    reason = RULES_OF_SAMARA.why_not(COMPONENTS, state, seat, action, table.names)
    return () if reason is None else (reason.clause, reason.text("en"), reason.text("de"))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_S9_a_redealt_world_can_be_played_to_the_end(players: int) -> None:
    for table in in_barracks(players):
        for seat in seats_and_spectator(table):
            world = redealt(table, seat, "play on")
            rng = random.Random(f"{seat}")
            while not RULES_OF_SAMARA.is_over(world):
                who = RULES_OF_SAMARA.waiting_for(world)[0]
                action = rng.choice(legal(world, who))
                RULES_OF_SAMARA.apply(COMPONENTS, world, FastDealer("none"), who, action)


def test_S9_without_barracks_nothing_is_hidden() -> None:
    for table in looked_at(4, 6):
        if phase(table) != "barracks":
            for seat in seats_and_spectator(table):
                assert table.seat_view(seat).state == table.snapshot()


# --- every consistent choice, all equally likely ------------------------------------------------
def barracks(bert: str, cora: str, dirk: str = "-") -> Scene:
    """Anna has built the Barracks; the others have these tools and choose one each."""
    text = "month 0: 0a W, 1a W, 2a W, 3a W; 1,2 Barracks; foreman 0: saw trowel_square"
    tools = f"foreman 1: {bert}; foreman 2: {cora}; foreman 3: {dirk}"
    return scene(f"{text}; {tools}").play(0, "build 1,2")


def worlds(table: Scene, seat: int | None, n: int = 3000) -> Counter[tuple[str, ...]]:
    """What Bert and Cora have chosen in re-dealt worlds."""
    found: Counter[tuple[str, ...]] = Counter()
    dealer = FastDealer("worlds")
    view = table.table.seat_view(seat)
    for _ in range(n):
        world: State = view.redeal(dealer)
        chosen = [TOOL_KEYS[world.players[s].chosen] for s in (1, 2) if world.players[s].chose]
        found[tuple(chosen)] += 1
    return found


ALL = "saw saw trowel_compass trowel_square glass_a glass_b"
TWO_SAWS = "saw saw glass_a"


@pytest.mark.parametrize("seat", [None, 0, 3])
def test_S9_2_all_consistent_choices_occur_equally_often(seat: int | None) -> None:
    table = barracks(TWO_SAWS, ALL, "saw glass_a").play(1, "lose saw").play(2, "lose glass_b")
    expected = {
        (one, two)
        for one in ("saw", "glass_a")
        for two in ("saw", "trowel_compass", "trowel_square", "glass_b")
    }
    found = worlds(table, seat)
    assert set(found) == expected
    for times in found.values():
        assert abs(times - 3000 / 8) < 5 * (3000 / 8) ** 0.5  # five standard deviations


def test_S9_2_ones_own_choice_is_known() -> None:
    table = barracks(TWO_SAWS, ALL, "saw glass_a").play(1, "lose saw").play(2, "lose glass_b")
    assert {one for one, _ in worlds(table, 1)} == {"saw"}
    assert {two for _, two in worlds(table, 2)} == {"glass_b"}


def test_S9_2_who_has_not_chosen_has_chosen_nothing_in_any_world() -> None:
    table = barracks(TWO_SAWS, ALL, "saw glass_a").play(2, "lose saw")
    assert all(len(chosen) == 1 for chosen in worlds(table, None, 100))


# --- nothing shows ------------------------------------------------------------------------------
def everything_seen(table: Table, seat: int | None) -> str:
    """All that a seat or a spectator is given, as one text."""
    narrators = [table.narrator(language) for language in ("en", "de")]
    events = [dict(event.seen_by(seat)) for event in table.events]
    state = table.seat_view(seat).state.to_json()
    parts: list[Any] = [
        table.view(seat),
        table.record(seat),
        events,
        [narrator.tell(event) for narrator in narrators for event in events],
        [table.question(seat, language) for language in ("en", "de")],
        state,
    ]
    return json.dumps(parts)


@pytest.mark.parametrize("seat", [None, 0, 2, 3])
def test_S9_2_what_others_see_does_not_depend_on_the_choice(seat: int | None) -> None:
    seen = {
        everything_seen(barracks(ALL, "saw glass_a", "saw glass_a").play(1, move).table, seat)
        for move in ("lose saw", "lose trowel_compass", "lose trowel_square", "lose glass_b")
    }
    assert len(seen) == 1


def test_S9_2_the_chooser_sees_the_choice() -> None:
    seen = {
        everything_seen(barracks(ALL, "saw glass_a", "saw glass_a").play(1, move).table, 1)
        for move in ("lose saw", "lose trowel_compass", "lose trowel_square", "lose glass_b")
    }
    assert len(seen) == 4


@pytest.mark.parametrize("seat", [None, 0, 2, 3])
def test_S9_2_nor_does_it_after_the_choice_was_taken_back(seat: int | None) -> None:
    seen = set()
    for move in ("lose saw", "lose glass_b"):
        table = barracks(ALL, "saw glass_a", "saw glass_a").play(1, move).table
        table.take_back(1)
        seen.add(everything_seen(table, seat))
    seen.add(everything_seen(barracks(ALL, "saw glass_a", "saw glass_a").table, seat))
    assert len(seen) == 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_S9_2_in_real_games_too(players: int) -> None:
    for table in in_barracks(players):
        (chooser,) = table.waiting_for[-1:]
        if len(table.waiting_for) == 1:
            continue
        for seat in set(seats_and_spectator(table)) - {chooser}:
            seen = set()
            for action in table.legal(chooser):
                table.play(chooser, action)
                seen.add(everything_seen(table, seat))
                table.take_back(chooser)
            assert len(seen) == 1


def test_S9_2_the_seed_is_in_no_record_before_the_end() -> None:
    table = new_table(3, 1, "a secret seed")
    assert "a secret seed" not in json.dumps([table.record(seat) for seat in (None, 0, 1, 2)])
    play_out(table, anything, random.Random(1))
    assert table.record(0)["seed"] == "a secret seed"
    assert records.to_json(table) == table.record(None)


def test_the_games_looked_at_include_barracks_with_secrets() -> None:
    assert all(len(in_barracks(players)) == 4 for players in (3, 4, 5))
    assert notations(in_barracks(4)[0], in_barracks(4)[0].waiting_for[0])


# --- the same compiled ------------------------------------------------------------------------
@compiled
def compiled_redeal(states: Any, views: Any, seat: int, dealers: Any) -> None:
    """State 0 hidden from the seat becomes view 0, re-dealt view 1."""
    views[0] = states[0]
    knowledge.hide(views[0], states[0], seat)
    views[1] = views[0]
    knowledge.redeal(views[1], seat, dealers[0])


@pytest.mark.skipif(not can_compile(), reason="numba is not installed: nothing to compare with")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_S9_compiled_redealing_is_the_same(players: int) -> None:
    import numpy as np

    sizes = RULES_OF_SAMARA.core.layout(players)
    views = np.zeros(2, State.dtype(**sizes))
    for table in in_barracks(players):
        truth = table.snapshot().to_array(**sizes)
        for seat in (*range(players), SPECTATOR):
            dealer = FastDealer(f"compiled {seat}")
            dealers = dealer.record().to_array(tape=1)
            compiled_redeal(truth, views, seat, dealers)
            view = knowledge.view_of(table.snapshot(), seat)
            plain = RULES_OF_SAMARA.redeal(view, None if seat < 0 else seat, dealer)
            assert State.from_record(views[0], **sizes) == view
            assert State.from_record(views[1], **sizes) == plain
            assert dealers[0]["counter"] == dealer.counter
