"""T3 Scenes: deal."""

from __future__ import annotations

import random
from typing import Any

from tests.referee.naive_tybor import NaiveTybor, all_characters
from tests.referee.referee_tybor import check
from tests.referee.tybor.playing import (
    DATA,
    HARBOUR,
    POLICIES,
    SIZE,
    Record,
    RiggedTape,
    a_game,
    answer_all,
    characters,
    new_game,
    play_out,
    rows,
    scarce_game,
    settler,
)


def test_T1_5_copies_and_T3_4_display_by_players() -> None:
    for players in range(2, 9):
        game = NaiveTybor(DATA, players, SIZE, 1, "copies")
        copies = 1 if players <= 4 else 2
        assert len(game.draw_pile) == 59 * copies - 5 * players
        drawn = next(e["drawn"] for e in game.events if e["type"] == "display")
        assert len(drawn) == 2 + 2 * players
        assert len({card.code for card in all_characters(DATA, 1)}) == 59


def test_T3_2_only_the_discards_are_shuffled_and_only_when_needed() -> None:
    game = new_game()
    game.draw_pile = characters(game, "Fa5")
    game.discard = characters(game, "So5 Me5")
    game.events.clear()
    assert [card.code for card in game._draw_one()] == ["Fa5"]
    assert game.events == []
    second = game._draw_one()
    assert game.events[0]["type"] == "shuffle"
    assert sorted(game.events[0]["order"]) == ["Me5", "So5"]
    assert second[0].code == game.events[0]["order"][0]


def stage_events(record: Record, stage: int) -> list[dict[str, Any]]:
    """The events from a stage's deal to its end."""
    events = record["events"]
    first = next(i for i, e in enumerate(events) if e["type"] == "deal" and e["stage"] == stage)
    last = next(i for i, e in enumerate(events) if e["type"] == "stage_end" and i > first)
    return list(events[first : last + 1])


def test_T3_3_a_stage_without_cards_has_neither_choice_nor_pass() -> None:
    record = a_game(4, SIZE, 1, POLICIES.index(settler))
    stage = stage_events(record, 4)
    assert [event["type"] for event in stage] == ["deal", "display", "stage_end"]
    assert stage[0]["hands"] == [[], [], [], []]
    assert len(stage_events(record, 3)[0]["hands"][0]) == 4
    check(record)


def test_T3_3_after_a_stage_without_cards_T5_follows_from_the_same_holder() -> None:
    game = new_game(players=4, chapter=HARBOUR)
    answer_all(game, lambda: game.stage == 3)
    answer_all(game, lambda: bool(game.events[-1]["type"] == "pass" and not any_hand(game)))
    assert not any_hand(game)
    holder = next(e["first_player"] for e in reversed(game.events) if e["type"] == "pass")
    answer_all(game, lambda: game.over)
    check(game.record())
    asked = [e["seat"] for e in stage_events(game.record(), 4) if "seat" in e]
    assert game.first_player == holder
    assert asked == sorted(asked, key=lambda seat: (seat - holder) % 4)


def any_hand(game: NaiveTybor) -> bool:
    return any(player.hand for player in game.players)


def test_T3_5_missing_colours_are_added_from_the_top_in_colour_order() -> None:
    record = scarce_game()
    display = stage_events(record, 1)[1]
    assert display["drawn"] == rows("R")[:1:-1]
    assert display["added"] == ["FarmHouse", "Market", "Boardwalk"]
    assert stage_events(record, 1)[2]["pile"] == "buildings"
    assert len(stage_events(record, 1)[2]["order"]) == 29
    check(record)


def test_T3_6_a_short_pile_is_laid_out_and_T3_5_lost_colours_stay_missing() -> None:
    record = scarce_game()
    display, shuffle = stage_events(record, 4)[1:3]
    assert len(display["drawn"]) == 7
    assert display["added"] == []
    assert shuffle == {"type": "shuffle", "pile": "buildings", "order": []}
    record["events"].remove(shuffle)
    check(record)


def test_T3_5_not_with_four_players() -> None:
    tape = RiggedTape(bottom={2: rows("R")})
    game = NaiveTybor(DATA, 4, SIZE, 1, "rigged", tape)
    assert {card.colour for card in game.display} == {"R"}
    assert game.events[-1]["added"] == []
    check(play_out(game, settler, random.Random(4)))
