"""T7 Re-dealing what a seat does not know changes nothing that the seat knows."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from baumeister.games.tybor import actions as act
from baumeister.games.tybor import knowledge
from baumeister.games.tybor.components import OBJECTIVE_CARDS
from baumeister.games.tybor.state import KEEP, State, layout
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.rule import can_compile, compiled
from baumeister.kernel.seats import SPECTATOR
from baumeister.play import Table
from tests.games.tybor.playing import (
    COMPONENTS,
    PLAYERS,
    POLICIES,
    RULES_OF_TYBOR,
    drawn,
    held,
    lost_or_doubled,
    new_table,
    pile,
    play_on,
    step,
)
from tests.secrecy.worlds import assert_looks_the_same, redealt, seats_and_spectator
from tests.soaking import SOAKING, times

GAMES = times(1, 2)  # per number of players and policy
LOOKS = 8  # states of a game that are looked at, about


def looked_at(players: int, policy: int, game: int) -> Iterator[Table]:
    """A game being played that is handed over at some of its states, at the end too."""
    seed = f"knowledge {players} {policy} {game}"
    rng = random.Random(seed)
    table = new_table(players, rng.randrange(32), seed)
    while not table.over:
        drawing = table.snapshot().n_drawn > 0 and rng.random() < 0.1
        if drawing or rng.random() < LOOKS / (45 * players):  # about 45 decisions a player
            yield table
        step(table, POLICIES[policy], rng)
    yield table


@pytest.mark.parametrize("policy", range(len(POLICIES)))
@pytest.mark.parametrize("players", PLAYERS)
def test_T7_a_redealt_world_looks_the_same_to_the_seat(players: int, policy: int) -> None:
    for game in range(GAMES):
        for number, table in enumerate(looked_at(players, policy, game)):
            for seat in seats_and_spectator(table):
                world = redealt(table, seat, f"{game} {number} {seat}")
                assert_looks_the_same(table, seat, world)


@pytest.mark.parametrize("players", PLAYERS)
def test_T7_a_redealt_world_has_every_card_once_and_every_hand_its_size(players: int) -> None:
    for policy in range(len(POLICIES)):
        for table in looked_at(players, policy, 10):
            truth: State = table.snapshot()
            for seat in seats_and_spectator(table):
                world = redealt(table, seat, "conservation")
                assert lost_or_doubled(world) == []
                assert sizes(world) == sizes(truth)
                objectives = [player.objective for player in world.players[:players]]
                for card in range(OBJECTIVE_CARDS):
                    assert objectives.count(card) <= world.n_copies


def sizes(state: State) -> list[int]:
    seats = range(state.n_players)
    return [
        *(len(held(state, seat)) for seat in seats),
        *(state.players[seat].chose for seat in seats),
        len(drawn(state)),
        len(pile(state)),
        state.n_building_pile,
    ]


@pytest.mark.parametrize("players", PLAYERS)
def test_T7_a_redealt_world_can_be_played_to_the_end(players: int) -> None:
    for policy in range(len(POLICIES)):
        for table in looked_at(players, policy, 11):
            for seat in seats_and_spectator(table)[::3]:
                world = redealt(table, seat, "play on")
                play_on(world, f"{seat}")
                assert lost_or_doubled(world) == []


@pytest.mark.parametrize("players", PLAYERS)
def test_T7_a_refusal_is_the_same_in_every_redealt_world(players: int) -> None:
    for policy in range(len(POLICIES)):
        for number, table in enumerate(looked_at(players, policy, 13)):
            truth: State = table.snapshot()
            for seat in range(players):
                world = redealt(table, seat, "refusals")
                for action in range(number % 9, act.ACTIONS, 9):
                    assert refusal(world, table, seat, action) == refusal(
                        truth, table, seat, action
                    )


def refusal(state: State, table: Table, seat: int, action: int) -> tuple[str, ...]:
    reason = RULES_OF_TYBOR.why_not(COMPONENTS, state, seat, action, table.names)
    if reason is None:
        return ()
    return reason.clause, reason.text("en"), reason.text("de")


def test_T7_2_the_other_seats_do_not_see_which_card_was_chosen() -> None:
    table = new_table(3, 0, "a choice")
    seat, other = table.waiting_for[0], table.waiting_for[1]
    before = table.view(other)["remembered"]
    table.play(seat, table.legal(seat)[0])
    assert table.view(other)["remembered"] == before
    assert table.view(other)["chosen"] is None
    assert table.view(other)["seats"][seat]["has_chosen"] is True


def test_T7_3_a_hand_passed_on_is_remembered() -> None:
    table = new_table(4, 10, "a pass")
    giver = table.waiting_for[0]
    held_back = table.view(giver)["hand"][1:]
    while table.view(giver)["round"] == 1:
        seat = table.waiting_for[0]
        table.play(seat, table.legal(seat)[0])
    clockwise = (giver + 1) % 4
    assert table.view(giver)["remembered"] == [{"seat": clockwise, "cards": held_back}]


# --- the same compiled ------------------------------------------------------------------------
@compiled
def compiled_redeal(states: Any, views: Any, seat: int, dealers: Any, unknown: Any) -> None:
    """State 0 hidden from the seat becomes view 0, re-dealt view 1."""
    views[0] = states[0]
    knowledge.hide(views[0], states[0], seat)
    views[1] = views[0]
    knowledge.redeal(views[1], seat, dealers[0], unknown[0])


@pytest.mark.skipif(not can_compile(), reason="numba is not installed: nothing to compare with")
@pytest.mark.parametrize("players", [2, 3, 4, *([5, 8] if SOAKING else [])])
def test_T7_compiled_redealing_is_the_same(players: int) -> None:
    import numpy as np

    sizes_of = layout(players)
    views = np.zeros(2, State.dtype(**sizes_of))
    unknown = np.zeros(1, knowledge.Unknown.dtype(characters=sizes_of["characters"]))
    for policy in range(len(POLICIES)):
        for table in looked_at(players, policy, 14):
            truth = table.snapshot().to_array(**sizes_of)
            for seat in (*range(players), SPECTATOR):
                dealer = FastDealer(f"compiled {seat}")
                dealers = dealer.record().to_array(tape=1)
                compiled_redeal(truth, views, seat, dealers, unknown)
                view = knowledge.view_of(table.snapshot(), seat)
                plain = RULES_OF_TYBOR.redeal(view, None if seat < 0 else seat, dealer)
                assert State.from_record(views[0], **sizes_of) == view
                assert State.from_record(views[1], **sizes_of) == plain
                assert dealers[0]["counter"] == dealer.counter


def test_the_games_looked_at_include_draws_seen_by_others() -> None:
    steps = [table.snapshot().step for players in (3, 6) for table in looked_at(players, 3, 1)]
    assert KEEP in steps
