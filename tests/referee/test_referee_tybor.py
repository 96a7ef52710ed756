"""The naive game and the referee check each other; then records are broken on purpose."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise, permutations
from typing import Any, TypeVar

import pytest

from .naive_tybor import (
    Building,
    Built,
    Character,
    NaiveTybor,
    all_buildings,
    all_characters,
    load_data,
)
from .referee_tybor import Foul, Match, check, check_components, check_tape
from .tape import Tape

DATA = load_data()
ESCAPE, SIZE, CROWD, GROWS = range(4)
HARBOUR = 7

Record = dict[str, Any]
Policy = Callable[[random.Random, list[str]], str]
Item = TypeVar("Item")


# ---------------------------------------------------------------------- playing


def anything(rng: random.Random, answers: list[str]) -> str:
    """Any legal answer."""
    return rng.choice(answers)


def settler(rng: random.Random, answers: list[str]) -> str:
    """Never builds, so that the characters run out (T3.3)."""
    return rng.choice([a for a in answers if not a.startswith("build")])


def hirer(rng: random.Random, answers: list[str]) -> str:
    """Hires workers and builds greatly, so that the discards are shuffled often (T3.2)."""
    great = [a for a in answers if a.startswith("build") and a.endswith("great")]
    if great and rng.random() < 0.8:
        return rng.choice(great)
    return "worker" if "worker" in answers and rng.random() < 0.8 else rng.choice(answers)


def seafarer(rng: random.Random, answers: list[str]) -> str:
    """Settles captains and gives them up (T5.2)."""
    wanted = [a for a in answers if "Ca" in a or "Boardwalk" in a or "PortTavern" in a]
    if "citizen" in answers and rng.random() < 0.4:
        return "citizen"
    return rng.choice(wanted or answers)


POLICIES: list[Policy] = [anything, settler, hirer, seafarer]


def play_out(game: NaiveTybor, policy: Policy, rng: random.Random) -> Record:
    """Play to the end; the seats choose in any order."""
    while not game.over:
        seat = rng.choice(game.waiting())
        game.play(seat, policy(rng, sorted(game.legal(seat))))
    return game.record()


@cache
def cached_game(players: int, scenario: int, chapter: int, policy: int, number: int) -> Record:
    seed = f"{players} {scenario} {chapter} {policy} {number}"
    game = NaiveTybor(DATA, players, scenario, chapter, seed)
    return play_out(game, POLICIES[policy], random.Random(seed))


def a_game(players: int, scenario: int, chapter: int, policy: int = 0, number: int = 0) -> Record:
    """A record of one's own, to be changed at will."""
    return copy.deepcopy(cached_game(players, scenario, chapter, policy, number))


def new_game(players: int = 2, scenario: int = SIZE, chapter: int = 1) -> NaiveTybor:
    return NaiveTybor(DATA, players, scenario, chapter, "a scene")


class RiggedTape(Tape):
    """No chance at all: component order, but for the cards named on top and at the bottom.

    Shuffles count from 1: secret objectives, buildings, characters, then as they come.
    """

    def __init__(
        self,
        top: dict[int, list[str]] | None = None,
        bottom: dict[int, list[str]] | None = None,
        first_player: int = 0,
    ) -> None:
        super().__init__("rigged")
        self.top = top or {}
        self.bottom = bottom or {}
        self.first_player = first_player
        self.shuffles = 0

    def below(self, n: int) -> int:
        return self.first_player

    def shuffle(self, items: list[Item]) -> None:
        self.shuffles += 1
        top = self.top.get(self.shuffles, [])
        bottom = self.bottom.get(self.shuffles, [])
        named = {str(getattr(item, "code", item)): item for item in items}
        middle = [item for code, item in named.items() if code not in top + bottom]
        items[:] = [named[code] for code in top] + middle + [named[code] for code in bottom]


def characters(game: NaiveTybor, codes: str) -> list[Character]:
    cards = {card.id: card for card in all_characters(DATA, game.copies)}
    return [cards[code] for code in codes.split()]


def building(game: NaiveTybor, code: str) -> Building:
    return {card.id: card for card in all_buildings(DATA, game.copies)}[code]


def settle_first_round(game: NaiveTybor) -> None:
    """Everybody chooses some card; then seats are to use them."""
    while any(answer.startswith("choose") for answer in game.legal(game.waiting()[0])):
        seat = game.waiting()[0]
        game.play(seat, min(game.legal(seat)))


def answer_all(game: NaiveTybor, until: Callable[[], bool]) -> None:
    """Settle down without building until something is so."""
    while not until() and not game.over:
        seat = game.waiting()[0]
        game.play(seat, settler(random.Random(0), sorted(game.legal(seat))))


# ---------------------------------------------------------------------- the tape


def test_tape_reads_little_endian_words_of_shake_256() -> None:
    tape = Tape("")
    assert [tape.word(), tape.word()] == [0x2BDDB946, 0x138DA80B]


def test_tape_goes_on_as_long_as_needed() -> None:
    tape, twin = Tape("long"), Tape("long")
    words = [tape.word() for _ in range(2000)]
    assert words[:600] == [twin.word() for _ in range(600)]
    assert words[600] == twin.copy().word()
    assert words[600:] == [twin.word() for _ in range(1400)]


def test_tape_below_is_below_and_shuffle_is_a_permutation() -> None:
    tape = Tape("dice")
    assert {tape.below(6) for _ in range(200)} == set(range(6))
    items = list(range(59))
    tape.shuffle(items)
    assert sorted(items) == list(range(59)) != items


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("scenario", range(4))
def test_games_of_every_kind_are_accepted(players: int, scenario: int) -> None:
    for chapter in range(1, 9):
        record = cached_game(players, scenario, chapter, chapter % 4, 0)
        check(record)
        check_tape(record)


def features(record: Record) -> Iterator[str]:
    """What happened in a game that does not happen in every game."""
    events = record["events"]
    for before, event in pairwise(events[3:]):
        if before["type"] == "shuffle":
            yield f"{before['pile']} shuffled for {event['type']}"
    for event in events:
        kind = event["type"]
        if kind == "deal":
            yield f"hands of {len(event['hands'][0])}"
        if kind == "draw":
            yield f"{event['why']} with {len(event['drawn'])}"
        if kind == "give_up":
            place = "buildings" if event["card"] in record["components"]["buildings"] else "cards"
            yield f"{event['why']} gives {place}"
        if kind == "decline":
            yield "decline"
        if kind == "use" and event["as"] == "builder":
            yield f"paid with {min(len(event['paid']), 3)}"
    if len(record["winners"]) > 1:
        yield "several winners"


def test_the_games_show_everything_that_can_happen() -> None:
    seen: set[str] = set()
    for players in range(2, 9):
        for scenario in range(4):
            for chapter in range(1, 9):
                seen |= set(features(cached_game(players, scenario, chapter, chapter % 4, 0)))
    for scenario in (CROWD, GROWS):
        for policy in range(4):
            record = cached_game(4, scenario, HARBOUR, policy, 1)
            check(record)
            seen |= set(features(record))
    assert seen >= {
        "characters shuffled for deal",
        "characters shuffled for draw",
        "buildings shuffled for choose",
        "hands of 0",
        "hands of 4",
        "hands of 7",
        "T4.8 with 2",
        "T5.2 with 1",
        "T5.2 with 3",
        "T5.3 with 2",
        "T5.4 with 2",
        "T5.2 gives buildings",
        "T5.2 gives cards",
        "T5.5 gives cards",
        "decline",
        "paid with 0",
        "paid with 3",
    }


def test_record_survives_json() -> None:
    record = json.loads(json.dumps(a_game(5, ESCAPE, HARBOUR)))
    check(record)
    check_tape(record)


def test_ids_may_have_any_form() -> None:
    record = a_game(6, GROWS, HARBOUR, 3)
    parts = record["components"]
    names = [*parts["characters"], *parts["buildings"]]
    new = {name: f"card {(7 * i) % len(names)}" for i, name in enumerate(names)}
    renamed = rename(record, new)
    check(renamed)
    check_tape(renamed)


def rename(thing: Any, new: dict[str, str]) -> Any:
    """Every ID replaced, as a key too, but not the names of buildings."""
    if isinstance(thing, dict):
        return {
            new.get(key, key): value if key == "name" else rename(value, new)
            for key, value in thing.items()
        }
    if isinstance(thing, list):
        return [rename(value, new) for value in thing]
    return new.get(thing, thing) if isinstance(thing, str) else thing


def test_what_the_format_leaves_open_is_accepted() -> None:
    record = a_game(3, CROWD, HARBOUR, 3)
    events = record["events"]
    events[1], events[2] = events[2], events[1]
    for event in events:
        event["note"] = "more"
        for key in ("removed", "kept", "drawn"):
            if key in event and event["type"] != "display":
                event[key].reverse()
    for seat in record["final"]["seats"]:
        seat["citizens"].reverse()
        seat["buildings"].reverse()
        seat["secret_objective"].reverse()
    for score in record["scores"]:
        score["lines"].append({"clause": "T6.12", "points": 0, "what": "nothing"})
    record["winners"].reverse()
    check(record)
    check_tape(record)


def test_choices_of_a_round_may_come_in_any_order() -> None:
    record = a_game(4, SIZE, 1)
    choose = [i for i, event in enumerate(record["events"]) if event["type"] == "choose"][:4]
    chosen = [record["events"][i] for i in choose]
    for order in permutations(chosen):
        for i, event in zip(choose, order, strict=True):
            record["events"][i] = event
        check(record)


def test_copy_is_independent() -> None:
    rng = random.Random(1)
    game = NaiveTybor(DATA, 3, GROWS, HARBOUR, "copy")
    while not game.over:
        twin = game.copy()
        state = json.dumps(game.events), game.waiting(), len(game.draw_pile)
        for _ in range(6):
            if not twin.over:
                twin.play(twin.waiting()[0], anything(rng, sorted(twin.legal(twin.waiting()[0]))))
        assert (json.dumps(game.events), game.waiting(), len(game.draw_pile)) == state
        game.play(game.waiting()[0], anything(rng, sorted(game.legal(game.waiting()[0]))))
    check_tape(game.record())


def test_illegal_answers_are_refused() -> None:
    game = new_game()
    with pytest.raises(ValueError, match="may not"):
        game.play(0, "citizen")
    settle_first_round(game)
    waiting = game.waiting()[0]
    with pytest.raises(ValueError, match="may not"):
        game.play(1 - waiting, "citizen")
    assert game.legal(1 - waiting) == set()
    with pytest.raises(ValueError, match="not over"):
        game.record()
    with pytest.raises(ValueError, match="2 to 8"):
        new_game(players=9)


# ---------------------------------------------------------------------- counting


def test_count_of_the_first_plies() -> None:
    game = new_game()
    assert [game.count(depth) for depth in range(4)] == [1, 5, 25, 50]


def test_count_takes_one_answer_for_free_but_not_a_choice_from_two_equal_cards() -> None:
    game = new_game(players=5)
    order = game.play_order()
    for player in game.players:
        player.hand = characters(game, "Fa5/1 Fa5/2")
        player.workers = []
    assert game.legal(order[0]) == {"choose Fa5"}
    assert [game.count(depth) for depth in (1, 5, 6, 7)] == [1, 1, 2, 4]
    for player in game.players:
        player.hand = characters(game, "Fa5/1")
    assert [game.count(depth) for depth in (1, 2)] == [2, 4]


def test_count_of_a_finished_game_is_one() -> None:
    game = new_game()
    play_out(game, anything, random.Random(0))
    assert game.count(3) == 1


# ---------------------------------------------------------------------- scenes: T3


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


def rows(colour: str) -> list[str]:
    return [card.code for card in all_buildings(DATA, 1) if card.colour == colour]


def scarce_game() -> Record:
    """Three players; every display is of one colour, so that the pile runs short."""
    tape = RiggedTape(bottom={2: rows("R")[2:], 4: rows("G")[2:], 5: rows("Y")[2:]})
    game = NaiveTybor(DATA, 3, SIZE, 1, "rigged", tape)
    return play_out(game, settler, random.Random(3))


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


# ---------------------------------------------------------------------- scenes: T4


def builder_scene(citizens: str, workers: str, display: str, stage: int = 1) -> NaiveTybor:
    """Two players; the first is to use a soldier."""
    game = new_game()
    game.stage = stage
    settle_first_round(game)
    for player in game.players:
        player.citizens, player.workers = [], []
    me = game.players[game.waiting()[0]]
    me.chosen = characters(game, "So5")[0]
    me.citizens, me.workers = characters(game, citizens), characters(game, workers)
    game.display = [building(game, code) for code in display.split()]
    return game


def test_T4_5_who_cannot_pay_cannot_build() -> None:
    game = builder_scene("", "Fa1GYBR", "Mill")
    assert game.legal(game.waiting()[0]) == {"citizen", "worker"}


def test_T4_6_cost_rises_by_stage_and_citizens_give_a_discount() -> None:
    game = builder_scene("Fa4G Fa2GBR", "", "Mill Mint Castle", stage=4)
    seat = game.waiting()[0]
    assert game.cost(seat, building(game, "Mill"), "little") == 4
    assert game.cost(seat, building(game, "Mill"), "great") == 8
    assert game.cost(seat, building(game, "Mint"), "great") == 10
    assert game.cost(seat, building(game, "Castle"), "little") == 5


def test_T4_6_colour_symbols_on_workers_do_not_count() -> None:
    game = builder_scene("", "Fa1GYBR", "Mill")
    assert game.cost(game.waiting()[0], building(game, "Mill"), "little") == 3


def test_T4_6_cost_is_never_below_0_and_T4_7_then_nothing_is_paid() -> None:
    game = builder_scene("Fa1GYBR Fa2GBR Fa2GYR Fa4G Fa3GB", "Me5", "Mill")
    seat = game.waiting()[0]
    assert game.legal(seat) == {"citizen", "worker", "build Mill little", "build Mill great"}
    game.play(seat, "build Mill little")
    assert game.events[-1]["cost"] == 0
    assert game.events[-1]["paid"] == []
    assert [card.code for card in game.players[seat].workers] == ["Me5"]


def test_T4_7_one_then_five_may_pay_five() -> None:
    game = builder_scene("", "Fa1GYBR Me5 Cr5", "Mill", stage=3)
    seat = game.waiting()[0]
    game.play(seat, "build Mill little")
    assert game.legal(seat) == {"pay Fa1GYBR", "pay Me5", "pay Cr5"}
    game.play(seat, "pay Fa1GYBR")
    assert game.legal(seat) == {"pay Me5", "pay Cr5"}
    game.play(seat, "pay Me5")
    assert game.events[-1]["paid"] == ["Fa1GYBR", "Me5"]


def test_T4_7_five_then_one_may_not_pay_five() -> None:
    game = builder_scene("", "Fa1GYBR Me5", "Mill", stage=3)
    seat = game.waiting()[0]
    game.play(seat, "build Mill little")
    game.play(seat, "pay Me5")
    assert game.events[-1]["paid"] == ["Me5"]
    assert game.legal(seat) == set()


def test_T4_8_the_builder_card_may_come_back() -> None:
    game = builder_scene("Fa1GYBR Fa2GBR Fa4G", "", "Dairy")
    game.draw_pile, game.discard = [], []
    seat = game.waiting()[0]
    game.play(seat, "build Dairy little")
    shuffle, draw = game.events[-2:]
    assert shuffle == {"type": "shuffle", "pile": "characters", "order": ["So5"]}
    assert (draw["kept"], draw["discarded"]) == (["So5"], [])
    assert [card.code for card in game.players[seat].workers] == ["So5"]


def test_T4_8_one_of_two_becomes_a_worker() -> None:
    game = builder_scene("", "Me3GB", "Dairy")
    game.draw_pile = characters(game, "Fa5 Pr5 Ca5")
    seat = game.waiting()[0]
    game.play(seat, "build Dairy little")
    game.play(seat, "pay Me3GB")
    assert game.legal(seat) == {"keep Fa5", "keep Pr5"}
    game.play(seat, "keep Pr5")
    assert [card.code for card in game.discard] == ["So5", "Me3GB", "Fa5"]
    assert [card.code for card in game.players[seat].workers] == ["Pr5"]


def passes(record: Record) -> list[int]:
    events = record["events"]
    return [events[0]["first_player"]] + [e["first_player"] for e in events if e["type"] == "pass"]


def test_T4_9_the_hand_goes_to_the_left_and_in_escape_to_the_right_in_stage_II() -> None:
    game = new_game(players=3, scenario=ESCAPE)
    answer_all(game, lambda: game.stage == 2)
    assert game.play_order()[1] == (game.first_player - 1) % 3
    settle_first_round(game)
    hands = [set(player.hand) for player in game.players]
    answer_all(game, lambda: game.events[-1]["type"] == "pass")
    assert [set(player.hand) for player in game.players] == [hands[1], hands[2], hands[0]]
    assert game.events[-1]["direction"] == "counter-clockwise"


def test_T4_10_with_five_players_two_places_after_the_last_card_of_a_stage() -> None:
    holders = passes(a_game(5, SIZE, 1))[:12]
    steps = [(b - a) % 5 for a, b in pairwise(holders)]
    assert steps == [1, 1, 1, 1, 2, 1, 1, 1, 1, 2, 1]


def test_T4_10_with_six_players_one_place() -> None:
    holders = passes(a_game(6, SIZE, 1))
    assert {(b - a) % 6 for a, b in pairwise(holders)} == {1}


# ---------------------------------------------------------------------- scenes: T5


def harbour_scene(*citizens: str, scenario: int = SIZE, draw: str = "") -> NaiveTybor:
    """Nobody has anything but these citizens; the chapter's effect is next."""
    game = new_game(players=len(citizens), scenario=scenario, chapter=HARBOUR)
    for player, codes in zip(game.players, citizens, strict=True):
        player.citizens, player.workers = characters(game, codes), []
    game.draw_pile, game.discard = characters(game, draw), []
    game.events.clear()
    game.first_player = 0
    game.todo = [("chapter", 0), ("end", 0)]
    game._no_question()
    return game


def test_T5_1_harbour_counter_clockwise_from_the_new_holder_in_stage_II_of_escape() -> None:
    game = harbour_scene("Ca5", "Ca4B", "Ca4Y", scenario=ESCAPE)
    game.stage = 2
    game.first_player = 1
    game._go_on()
    order = []
    while not game.over:
        order += game.waiting()
        game.play(game.waiting()[0], "decline")
    assert order == [1, 0, 2]
    assert [event["type"] for event in game.events] == ["decline"] * 3


def test_T5_2_buildings_count_and_may_be_given_up() -> None:
    game = harbour_scene("Ca5", "Fa5", draw="Me5 Pr5 So5 Cr5")
    game.players[1].built = [Built(building(game, "Boardwalk"), "great")]
    game._go_on()
    assert game.legal(0) == {"give citizen Ca5", "decline"}
    game.play(0, "decline")
    assert game.legal(1) == {"give building Boardwalk great", "decline"}
    game.play(1, "give building Boardwalk great")
    assert game.legal(1) == {"drop Me5", "drop Pr5", "drop So5"}
    game.play(1, "drop Pr5")
    assert [card.code for card in game.players[1].workers] == ["Me5", "So5"]
    assert [card.code for card in game.discard] == ["Pr5"]
    assert game.players[1].built == []


def test_T5_2_who_has_the_most_is_settled_once() -> None:
    game = harbour_scene("Ca5 Ca4B", "Ca4Y Ca3BR", "Ca3GR", draw="Me5 Pr5 So5 Cr5 Fa5 Fa4G Fa4Y")
    game._go_on()
    assert game.waiting() == [0]
    game.play(0, "give citizen Ca5")
    game.play(0, "drop Me5")
    assert game.waiting() == [1]
    game.play(1, "decline")
    assert game.over


def test_T5_2_without_captains_nobody_is_asked() -> None:
    game = harbour_scene("Fa5", "Me5")
    game._go_on()
    assert game.over
    assert game.events == []


def test_T5_2_the_captain_is_in_the_discard_pile_before_the_draw() -> None:
    game = harbour_scene("Ca5", "Me5", draw="Fa5")
    game._go_on()
    game.play(0, "give citizen Ca5")
    assert [event["type"] for event in game.events] == ["give_up", "shuffle", "draw"]
    assert [card.code for card in game.players[0].workers] == ["Fa5", "Ca5"]
    assert game.over


def test_T5_2_a_building_given_up_for_nothing() -> None:
    game = harbour_scene("", "Me5")
    game.players[0].built = [Built(building(game, "Boardwalk"), "little")]
    game._go_on()
    game.play(0, "give building Boardwalk little")
    assert [event["type"] for event in game.events] == ["give_up"]
    assert game.over


def scenario_scene(scenario: int, stage: int) -> NaiveTybor:
    game = harbour_scene("", "", scenario=scenario, draw="Fa5 Me5 So5")
    game.todo = [("scenario", 0), ("end", 0)]
    game.stage = stage
    return game


def test_T5_3_professions_are_counted_among_citizens_only() -> None:
    game = scenario_scene(CROWD, 1)
    game.players[0].citizens = characters(game, "Fa4G Fa4Y")
    game.players[0].workers = characters(game, "Pr5")
    game.players[0].built = [Built(building(game, "Market"), "little")]
    game.players[1].citizens = characters(game, "Ca5 Pr4B")
    game._go_on()
    assert game.waiting() == [1]
    game.play(1, "keep Me5")
    assert [card.code for card in game.players[1].workers] == ["Me5"]
    assert game.over


def test_T5_4_growth_brings_a_citizen_for_enough_buildings() -> None:
    game = scenario_scene(GROWS, 2)
    game.players[0].built = [Built(building(game, "Market"), "little")]
    game.players[1].built = [Built(building(game, code), "great") for code in ("Mill", "Mint")]
    game._go_on()
    assert game.waiting() == [1]
    game.play(1, "keep Fa5")
    assert [card.code for card in game.players[1].citizens] == ["Fa5"]
    assert game.over


def test_T5_5_exodus_after_stages_I_and_III_spares_who_has_nothing() -> None:
    for stage, struck in ((1, True), (2, False), (3, True), (4, False)):
        game = scenario_scene(ESCAPE, stage)
        game.players[1].citizens = characters(game, "Ca5")
        game.players[1].workers = characters(game, "Pr5")
        game._go_on()
        assert game.over is not struck
        assert game.legal(1) == ({"give citizen Ca5", "give worker Pr5"} if struck else set())


def test_T5_5_the_same_kind_as_citizen_and_worker() -> None:
    game = NaiveTybor(DATA, 5, ESCAPE, 1, "two copies")
    me = game.players[0]
    me.citizens, me.workers = characters(game, "Ca5/2"), characters(game, "Ca5/1")
    game.stage = 1
    game._ask("exodus", [0])
    game.todo = [("end", 0)]
    assert game.legal(0) == {"give citizen Ca5", "give worker Ca5"}
    game.play(0, "give citizen Ca5")
    assert game.events[-1]["card"] == "Ca5/2"


def test_of_two_copies_the_lower_number_moves() -> None:
    game = NaiveTybor(DATA, 5, SIZE, 1, "two copies")
    seat = game.waiting()[0]
    game.players[seat].hand = characters(game, "Ca5/2 Fa5/2 Ca5/1")
    assert game.legal(seat) == {"choose Ca5", "choose Fa5"}
    game.play(seat, "choose Ca5")
    assert game.events[-1]["card"] == "Ca5/1"


# ---------------------------------------------------------------------- scenes: T6


def tableau(citizens: str = "", workers: str = "", little: str = "", great: str = "") -> Record:
    return {"citizens": citizens, "workers": workers, "little": little, "great": great}


def points(
    clause: str, *tableaus: Record, scenario: int = CROWD, chapter: int = HARBOUR
) -> list[int]:
    """The points of all seats for one clause; game and referee have to agree on all clauses."""
    game = NaiveTybor(DATA, len(tableaus), scenario, chapter, "scoring")
    record = copy.deepcopy(cached_game(len(tableaus), scenario, chapter, 0, 0))
    match = Match(record, DATA)
    for seat, table in enumerate(tableaus):
        me, other = game.players[seat], match.seats[seat]
        me.objective = "GYB"
        me.citizens = characters(game, table["citizens"])
        me.workers = characters(game, table["workers"])
        for side in ("little", "great"):
            me.built += [Built(building(game, code), side) for code in table[side].split()]
        other.objective = ["blue", "green", "yellow"]
        other.citizens, other.workers = ({c.id for c in z} for z in (me.citizens, me.workers))
        other.built = {b.card.id: b.side for b in me.built}
    for seat in range(len(tableaus)):
        refereed = {key: value for key, value in match.score(seat).items() if value}
        assert refereed == {key: value for key, value in game.points(seat).items() if value}
    return [game.points(seat).get(clause, 0) for seat in range(len(tableaus))]


NOTHING = tableau()


def test_T6_1_great_is_worth_3_more() -> None:
    assert points("T6.1", tableau(little="Mill Mint", great="Castle"), NOTHING) == [23, 0]


def test_T6_2_majority_counts_with_a_tie_but_not_with_less() -> None:
    assert points("T6.2", tableau(little="Barn"), tableau(little="Mill")) == [3, 0]
    assert points("T6.2", tableau(little="Barn"), tableau(little="Mill Dairy")) == [0, 0]


def test_T6_3_each_set_building_counts_all_sets() -> None:
    one = tableau(little="Apiary CountingHouse Ferry Smithy", great="Mill Mint Inn Castle")
    assert points("T6.3", one, NOTHING) == [6, 0]
    two = tableau(little="Apiary CountingHouse Ferry Smithy Warehouse Mill Mint Castle")
    assert points("T6.3", two, NOTHING) == [18, 0]


def test_T6_4_every_second_building_of_the_colour() -> None:
    assert points("T6.4", tableau(little="Tailor Mint Inn Bakery Pottery"), NOTHING) == [4, 0]
    assert points("T6.4", tableau(little="Tailor Mill"), NOTHING) == [0, 0]


def test_T6_5_farmers_on_citizens_and_buildings_not_on_workers() -> None:
    assert points("T6.5", tableau("Fa5 Fa4G", "Fa4Y", "Granary"), NOTHING) == [5, 0]
    assert points("T6.5", tableau("Fa5 Fa4G", "Fa4Y"), NOTHING) == [0, 0]


def test_T6_6_merchants_score_the_citizens() -> None:
    me = tableau("Me5 Me4B Pr5 Ca5 Ca4B", little="Market Marketsquare")
    assert points("T6.6", me, NOTHING) == [5, 0]


def test_T6_7_craftsmen() -> None:
    one, two, three = tableau("Cr5"), tableau("Cr4G Cr4R"), tableau("Cr3GR Cr3GY Cr3YB")
    other = tableau("Cr3YR")
    pair = tableau("Cr2GBR Cr2GYB")
    assert points("T6.7", one, three, two, NOTHING) == [0, 6, 2, 0]
    assert points("T6.7", two, pair, one) == [6, 6, 0]
    assert points("T6.7", one, other, two, NOTHING) == [2, 2, 6, 0]
    assert points("T6.7", one, NOTHING, NOTHING) == [6, 0, 0]
    assert points("T6.7", NOTHING, NOTHING) == [0, 0]


def test_T6_8_captains_by_the_table_and_beyond() -> None:
    captains = ["Ca5", "Ca4B", "Ca4Y", "Ca3BR", "Ca3GR", "Ca3GY", "Ca2GBR"]
    found = [points("T6.8", tableau(" ".join(captains[:n])), NOTHING)[0] for n in range(8)]
    assert found == [0, 1, 3, 6, 10, 15, 18, 21]


def test_T6_9_only_the_first_priest() -> None:
    assert points("T6.9", tableau("Pr5 Pr4B"), tableau("Fa5", "Pr3GY")) == [5, 0]


def test_T6_10_every_fourth_soldier() -> None:
    assert points("T6.10", tableau("So5 So4B", little="Border", great="Fence"), NOTHING) == [8, 0]


def test_T6_11_as_many_buildings_as_citizens() -> None:
    found = points("T6.11", tableau("Fa5", little="Mill"), tableau("Me5"), NOTHING, chapter=1)
    assert found == [5, 0, 5]


def test_T6_12_four_equal_colour_symbols_on_citizens() -> None:
    me = tableau("Fa4G Fa3GB Fa2GBR Fa2GYR")
    assert points("T6.12", me, tableau("Me5", "Me1GYBR"), chapter=2) == [5, 0]


def test_T6_13_three_shown_symbols_together() -> None:
    me, other = tableau("Fa5 Me5", little="Granary"), tableau("Fa4G", "Me4B Me4R")
    assert points("T6.13", me, other, chapter=3) == [5, 0]
    assert points("T6.13", tableau("Cr5 Pr5 Pr4B"), NOTHING, chapter=8) == [5, 0]


def test_T6_14_strength_left() -> None:
    assert points("T6.14", tableau("", "Fa5 Me5"), tableau("", "Cr5 Fa4G"), chapter=4) == [10, 0]


def test_T6_15_two_soldiers_and_T6_16_five_citizens() -> None:
    assert points("T6.15", tableau("So5", little="Fence"), tableau("So4B"), chapter=5) == [5, 0]
    me = tableau("So5 So4B So4G So4R Fa5")
    assert points("T6.16", me, tableau("Ca5 Ca4B Ca4Y Ca3BR", "Pr5"), chapter=6) == [5, 0]


def test_T6_17_every_fourth_great_building() -> None:
    me = tableau(little="Inn", great="Mill Mint Castle Ferry")
    other = tableau(great="Dairy Stable Barn")
    assert points("T6.17", me, other, scenario=SIZE, chapter=1) == [2, 0]


def test_T6_18_sets_of_the_three_colours() -> None:
    me = tableau(little="Mill Mint Ferry Dairy Inn", great="Warehouse Castle")
    assert points("T6.18", me, tableau(little="Stable Pottery")) == [10, 0]


def test_T6_19_strength_left_breaks_the_tie() -> None:
    game = new_game(players=3, chapter=HARBOUR)
    game.players[0].citizens = characters(game, "Pr5")
    game.players[1].citizens = characters(game, "Pr4B")
    game.players[2].workers = characters(game, "Fa5")
    assert game.winners() == [0, 1]
    game.players[1].workers = characters(game, "Fa1GYBR")
    assert game.winners() == [1]


# ---------------------------------------------------------------------- broken records


def find(record: Record, kind: str, where: Callable[[Record], bool] = bool) -> int:
    """The index of the first event like that."""
    events = enumerate(record["events"])
    return next(i for i, event in events if event["type"] == kind and where(event))


def event(record: Record, kind: str, where: Callable[[Record], bool] = bool) -> Record:
    found: Record = record["events"][find(record, kind, where)]
    return found


def is_builder(event: Record) -> bool:
    return bool(event["as"] == "builder")


def strength(record: Record, card: str) -> int:
    return int(record["components"]["characters"][card]["strength"])


Break = Callable[[Record], None]


def dearer(record: Record) -> None:
    event(record, "use", is_builder)["cost"] += 1


def cheaper_side(record: Record) -> None:
    event(record, "use", lambda e: is_builder(e) and e["side"] == "great")["side"] = "little"


def no_such_side(record: Record) -> None:
    event(record, "use", is_builder)["side"] = "grand"


def swapped_hand_cards(record: Record) -> None:
    hands = event(record, "deal")["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def short_hands(record: Record) -> None:
    for hand in event(record, "deal")["hands"]:
        hand.pop()


def missing_hand(record: Record) -> None:
    event(record, "deal")["hands"].pop()


def missing_decline(record: Record) -> None:
    del record["events"][find(record, "decline")]


def undue_decline(record: Record) -> None:
    at = find(record, "stage_end")
    record["events"].insert(at, {"type": "decline", "seat": 0, "why": "T5.2"})


def foreign_gift(record: Record) -> None:
    gift = event(record, "give_up", lambda e: e["why"] == "T5.2")
    other = record["final"]["seats"][(gift["seat"] + 1) % record["options"]["players"]]
    gift["card"] = other["citizens"][0]


def gift_of_no_captain(record: Record) -> None:
    gift = event(record, "give_up", lambda e: e["why"] == "T5.2")
    faces = record["components"]["characters"]
    at = record["events"].index(gift)
    citizens = [
        e["card"]
        for e in record["events"][:at]
        if e["type"] == "use" and e["seat"] == gift["seat"] and e["as"] == "citizen"
    ]
    gift["card"] = next(c for c in citizens if faces[c]["profession"] != "captain")


def wrong_line(record: Record) -> None:
    record["scores"][0]["lines"][0]["points"] += 1


def missing_line(record: Record) -> None:
    record["scores"][1]["lines"].pop()


def unknown_line(record: Record) -> None:
    record["scores"][0]["lines"].append({"clause": "T6.19", "points": 0, "what": "luck"})


def wrong_total(record: Record) -> None:
    record["scores"][0]["total"] += 1


def wrong_tiebreak(record: Record) -> None:
    record["scores"][0]["tiebreak"] += 1


def wrong_winner(record: Record) -> None:
    record["winners"] = [(record["winners"][0] + 1) % record["options"]["players"]]


def too_many_winners(record: Record) -> None:
    record["winners"] = list(range(record["options"]["players"]))


def no_winner(record: Record) -> None:
    record["winners"] = []


def wrong_first_player(record: Record) -> None:
    setup = record["events"][0]
    setup["first_player"] = (setup["first_player"] + 1) % record["options"]["players"]


def first_player_from_nowhere(record: Record) -> None:
    record["events"][0]["first_player"] = record["options"]["players"]


def unpayable_order(record: Record) -> None:
    for use in record["events"]:
        if use["type"] == "use" and use["as"] == "builder" and len(use["paid"]) > 1:
            for order in permutations(use["paid"]):
                if sum(strength(record, card) for card in order[:-1]) >= use["cost"]:
                    use["paid"] = list(order)
                    return
    raise AssertionError("no such payment in this game")


def change_given(record: Record) -> None:
    event(record, "use", lambda e: is_builder(e) and len(e["paid"]) > 0)["paid"].pop()


def paid_twice(record: Record) -> None:
    use = event(record, "use", lambda e: is_builder(e) and len(e["paid"]) > 0)
    use["paid"].append(use["paid"][0])


def paid_with_the_builder(record: Record) -> None:
    use = event(record, "use", lambda e: is_builder(e) and len(e["paid"]) > 0)
    use["paid"][0] = use["card"]


def building_from_the_pile(record: Record) -> None:
    use = event(record, "use", is_builder)
    use["building"] = event(record, "shuffle", lambda e: e["pile"] == "buildings")["order"][0]


def building_built_twice(record: Record) -> None:
    first = event(record, "use", is_builder)
    second = event(record, "use", lambda e: is_builder(e) and e is not first)
    second["building"] = first["building"]


def character_as_building(record: Record) -> None:
    use = event(record, "use", is_builder)
    use["building"] = use["card"]


def use_another_card(record: Record) -> None:
    at = find(record, "use")
    record["events"][at]["card"] = record["events"][at + 1]["card"]


def use_as_tourist(record: Record) -> None:
    event(record, "use")["as"] = "tourist"


def worker_not_citizen(record: Record) -> None:
    event(record, "use", lambda e: e["as"] == "citizen")["as"] = "worker"


def choose_from_the_neighbour(record: Record) -> None:
    one, two = record["events"][(at := find(record, "choose"))], record["events"][at + 1]
    one["card"], two["card"] = two["card"], one["card"]


def choose_twice(record: Record) -> None:
    at = find(record, "choose")
    record["events"][at + 1] = dict(record["events"][at])


def choose_too_late(record: Record) -> None:
    events, at = record["events"], find(record, "use")
    events[at - 1], events[at] = events[at], events[at - 1]


def use_out_of_turn(record: Record) -> None:
    events, at = record["events"], find(record, "use")
    events[at], events[at + 1] = events[at + 1], events[at]


def nobody_chooses(record: Record) -> None:
    event(record, "choose")["seat"] = -1


def missing_first_shuffle(record: Record) -> None:
    del record["events"][1]


def characters_shuffled_twice(record: Record) -> None:
    record["events"][1] = copy.deepcopy(record["events"][2])


def later_shuffle(record: Record, pile: str) -> int:
    events = record["events"]
    return next(
        i for i in range(3, len(events)) if events[i].get("pile") == pile and events[i]["order"]
    )


def missing_reshuffle(record: Record) -> None:
    del record["events"][later_shuffle(record, "characters")]


def reshuffle_loses_a_card(record: Record) -> None:
    record["events"][later_shuffle(record, "characters")]["order"].pop()


def reshuffle_doubles_a_card(record: Record) -> None:
    order = record["events"][later_shuffle(record, "characters")]["order"]
    order[0] = order[-1]


def reshuffle_too_early(record: Record) -> None:
    events = record["events"]
    shuffle = events.pop(at := later_shuffle(record, "characters"))
    events.insert(at - 1, shuffle)


def needless_reshuffle(record: Record) -> None:
    at = find(record, "deal", lambda e: e["stage"] == 2)
    record["events"].insert(at, {"type": "shuffle", "pile": "characters", "order": []})


def missing_search_shuffle(record: Record) -> None:
    del record["events"][later_shuffle(record, "buildings")]


def needless_search_shuffle(record: Record) -> None:
    at = find(record, "display")
    order = record["events"][1]["order"][: -len(record["events"][at]["drawn"])]
    record["events"].insert(at + 1, {"type": "shuffle", "pile": "buildings", "order": order})


def searched_in_the_wrong_order(record: Record) -> None:
    event(record, "display", lambda e: len(e["added"]) > 1)["added"].reverse()


def nothing_added(record: Record) -> None:
    event(record, "display", lambda e: len(e["added"]) > 0)["added"] = []


def drawn_from_the_top(record: Record) -> None:
    display = event(record, "display")
    display["drawn"] = record["events"][1]["order"][: len(display["drawn"])]


def display_too_small(record: Record) -> None:
    event(record, "display")["drawn"].pop()


def pass_the_wrong_way(record: Record) -> None:
    event(record, "pass")["direction"] = "counter-clockwise"


def pass_too_far(record: Record) -> None:
    players = record["options"]["players"]
    one = event(record, "pass")
    one["first_player"] = (one["first_player"] + 1) % players


def pass_one_place_at_the_end(record: Record) -> None:
    at = find(record, "stage_end")
    last = [e for e in record["events"][:at] if e["type"] == "pass"][-1]
    last["first_player"] = (last["first_player"] - 1) % 5


def two_passes(record: Record) -> None:
    at = find(record, "pass")
    record["events"].insert(at, dict(record["events"][at]))


def missing_pass(record: Record) -> None:
    del record["events"][find(record, "pass")]


def wrong_draw(record: Record) -> None:
    draw = event(record, "draw")
    draw["drawn"][0] = draw["kept"][0] = draw["drawn"][1]


def keep_everything(record: Record) -> None:
    draw = event(record, "draw", lambda e: len(e["discarded"]) > 0)
    draw["kept"], draw["discarded"] = draw["drawn"], []


def keep_the_other(record: Record) -> None:
    draw = event(record, "draw", lambda e: len(e["kept"]) == len(e["discarded"]) == 1)
    draw["kept"], draw["discarded"] = draw["discarded"], draw["kept"]


def keep_as_the_wrong_kind(record: Record) -> None:
    draw = event(record, "draw")
    draw["as"] = "worker" if draw["as"] == "citizen" else "citizen"


def draw_for_another_reason(record: Record) -> None:
    event(record, "draw", lambda e: e["why"] == "T4.8")["why"] = "T5.3"


def missing_draw(record: Record) -> None:
    del record["events"][find(record, "draw")]


def undue_draw(record: Record) -> None:
    draw = copy.deepcopy(event(record, "draw"))
    record["events"].insert(find(record, "stage_end"), draw)


def exodus_out_of_order(record: Record) -> None:
    events, at = record["events"], find(record, "give_up", lambda e: e["why"] == "T5.5")
    events[at], events[at + 1] = events[at + 1], events[at]


def exodus_refused(record: Record) -> None:
    del record["events"][find(record, "give_up", lambda e: e["why"] == "T5.5")]


def exodus_of_a_stranger(record: Record) -> None:
    at = find(record, "give_up", lambda e: e["why"] == "T5.5")
    record["events"][at]["card"] = record["events"][at + 1]["card"]


def something_stays_in_the_display(record: Record) -> None:
    event(record, "stage_end", lambda e: len(e["removed"]) > 0)["removed"].pop()


def a_built_building_is_removed(record: Record) -> None:
    built = event(record, "use", is_builder)["building"]
    event(record, "stage_end")["removed"].append(built)


def wrong_stage(record: Record) -> None:
    event(record, "stage_end", lambda e: e["stage"] == 3)["stage"] = 4


def display_before_deal(record: Record) -> None:
    events, at = record["events"], find(record, "deal")
    events[at], events[at + 1] = events[at + 1], events[at]


def goes_on_after_the_end(record: Record) -> None:
    record["events"].append(dict(record["events"][-1]))


def ends_early(record: Record) -> None:
    del record["events"][find(record, "stage_end", lambda e: e["stage"] == 3) + 1 :]


def no_setup(record: Record) -> None:
    del record["events"][0]


def unknown_event(record: Record) -> None:
    record["events"].insert(5, {"type": "chat"})


def events_that_are_no_objects(record: Record) -> None:
    record["events"][4] = "deal"


def objective_of_two_colours(record: Record) -> None:
    record["events"][0]["secret_objectives"][0] = ["green", "blue"]


def objective_out_too_often(record: Record) -> None:
    objectives = record["events"][0]["secret_objectives"]
    for seat in range(1, len(objectives)):
        objectives[seat] = objectives[0]


def other_objective_at_the_end(record: Record) -> None:
    seats = record["final"]["seats"]
    shown = [sorted(seat["secret_objective"]) for seat in seats]
    other = next(s for s in range(1, len(seats)) if shown[s] != shown[0])
    seats[0]["secret_objective"] = seats[other]["secret_objective"]


def final_side_flipped(record: Record) -> None:
    one = next(seat for seat in record["final"]["seats"] if seat["buildings"])["buildings"][0]
    one["side"] = "great" if one["side"] == "little" else "little"


def final_citizen_missing(record: Record) -> None:
    next(seat for seat in record["final"]["seats"] if seat["citizens"])["citizens"].pop()


def final_worker_invented(record: Record) -> None:
    seat = next(seat for seat in record["final"]["seats"] if seat["citizens"])
    seat["workers"].append(seat["citizens"][0])


def final_seat_missing(record: Record) -> None:
    record["final"]["seats"].pop()


def score_missing(record: Record) -> None:
    record["scores"].pop()


def wrong_commitment(record: Record) -> None:
    record["seed"] += "!"


def wrong_format(record: Record) -> None:
    record["format"] = "baumeister-game/2"


def wrong_game(record: Record) -> None:
    record["game"] = "samara"


def wrong_rules_version(record: Record) -> None:
    record["rules_version"] = 2


def seat_missing(record: Record) -> None:
    record["seats"].pop()


def unknown_scenario(record: Record) -> None:
    record["options"]["scenario"] = "the-town-shrinks"


def unknown_chapter(record: Record) -> None:
    record["options"]["chapter"] = 9


def one_character_less(record: Record) -> None:
    record["components"]["characters"].popitem()


def one_building_repainted(record: Record) -> None:
    face = next(iter(record["components"]["buildings"].values()))
    face["colour"] = "red" if face["colour"] != "red" else "blue"


def strange_bonus(record: Record) -> None:
    next(iter(record["components"]["buildings"].values()))["bonus"] = "gold"


def strange_profession(record: Record) -> None:
    next(iter(record["components"]["characters"].values()))["profession"] = "king"


def copies_that_differ(record: Record) -> None:
    next(iter(record["components"]["characters"].values()))["strength"] += 1


ESCAPE_5 = (5, ESCAPE, HARBOUR, 3)
GROWS_3 = (3, GROWS, HARBOUR, 3)
CROWD_4 = (4, CROWD, HARBOUR, 2)
SIZE_6 = (6, SIZE, 4, 0)

BREAKS: list[tuple[str, tuple[int, int, int, int], Break]] = [
    ("T4.6", GROWS_3, dearer),
    ("T4.6|T4.7", CROWD_4, cheaper_side),
    ("T1.1", CROWD_4, no_such_side),
    ("T3.1", GROWS_3, swapped_hand_cards),
    ("T3.1", GROWS_3, short_hands),
    ("T3.1", GROWS_3, missing_hand),
    ("T5.2", CROWD_4, missing_decline),
    ("T5.6", SIZE_6, undue_decline),
    ("T5.2", GROWS_3, foreign_gift),
    ("T5.2", ESCAPE_5, gift_of_no_captain),
    ("T6.", GROWS_3, wrong_line),
    ("T6.", GROWS_3, missing_line),
    ("T6.19", GROWS_3, unknown_line),
    ("T6.19", GROWS_3, wrong_total),
    ("T6.19", GROWS_3, wrong_tiebreak),
    ("T6.19", GROWS_3, wrong_winner),
    ("T6.19", GROWS_3, too_many_winners),
    ("T6.19", GROWS_3, no_winner),
    ("T4.2", SIZE_6, wrong_first_player),
    ("T2.4", SIZE_6, first_player_from_nowhere),
    ("T4.7", CROWD_4, unpayable_order),
    ("T4.7", CROWD_4, change_given),
    ("RECORDS", CROWD_4, paid_twice),
    ("T4.7", CROWD_4, paid_with_the_builder),
    ("T4.5", CROWD_4, building_from_the_pile),
    ("T4.5", CROWD_4, building_built_twice),
    ("T4.5", CROWD_4, character_as_building),
    ("T4.2", SIZE_6, use_another_card),
    ("T4.2", SIZE_6, use_as_tourist),
    ("T", SIZE_6, worker_not_citizen),
    ("T4.1", SIZE_6, choose_from_the_neighbour),
    ("T4.1", SIZE_6, choose_twice),
    ("T4.1", SIZE_6, choose_too_late),
    ("T4.2", SIZE_6, use_out_of_turn),
    ("T4.1", SIZE_6, nobody_chooses),
    ("T2.3", SIZE_6, missing_first_shuffle),
    ("T2.3", SIZE_6, characters_shuffled_twice),
    ("T3.2", CROWD_4, missing_reshuffle),
    ("T3.2", CROWD_4, reshuffle_loses_a_card),
    ("RECORDS", CROWD_4, reshuffle_doubles_a_card),
    ("T", CROWD_4, reshuffle_too_early),
    ("T3.1", SIZE_6, needless_reshuffle),
    ("T3.5", GROWS_3, missing_search_shuffle),
    ("T4.1", SIZE_6, needless_search_shuffle),
    ("T3.5", GROWS_3, nothing_added),
    ("T3.4", SIZE_6, drawn_from_the_top),
    ("T3.4", SIZE_6, display_too_small),
    ("T4.9", SIZE_6, pass_the_wrong_way),
    ("T4.9", SIZE_6, pass_too_far),
    ("T4.10", ESCAPE_5, pass_one_place_at_the_end),
    ("T4.1", SIZE_6, two_passes),
    ("T4.9", SIZE_6, missing_pass),
    ("RECORDS", GROWS_3, wrong_draw),
    ("T5.1", GROWS_3, keep_everything),
    ("T", GROWS_3, keep_the_other),
    ("T", GROWS_3, keep_as_the_wrong_kind),
    ("T4.8", CROWD_4, draw_for_another_reason),
    ("T", GROWS_3, missing_draw),
    ("T", CROWD_4, undue_draw),
    ("T5.5/T5.1", ESCAPE_5, exodus_out_of_order),
    ("T5.5", ESCAPE_5, exodus_refused),
    ("T5.5", ESCAPE_5, exodus_of_a_stranger),
    ("T5.6", SIZE_6, something_stays_in_the_display),
    ("T5.6", SIZE_6, a_built_building_is_removed),
    ("T5.6", SIZE_6, wrong_stage),
    ("T3.1", SIZE_6, display_before_deal),
    ("T5.6", SIZE_6, goes_on_after_the_end),
    ("T3", SIZE_6, ends_early),
    ("T2", SIZE_6, no_setup),
    ("T", SIZE_6, unknown_event),
    ("T", SIZE_6, events_that_are_no_objects),
    ("T2.1", SIZE_6, objective_of_two_colours),
    ("T2.1", SIZE_6, objective_out_too_often),
    ("T2.1", SIZE_6, other_objective_at_the_end),
    ("T4.5", SIZE_6, final_side_flipped),
    ("T4.3", SIZE_6, final_citizen_missing),
    ("T4.4", SIZE_6, final_worker_invented),
    ("RECORDS", SIZE_6, final_seat_missing),
    ("RECORDS", SIZE_6, score_missing),
    ("RECORDS", SIZE_6, wrong_commitment),
    ("RECORDS", SIZE_6, wrong_format),
    ("RECORDS", SIZE_6, wrong_game),
    ("RECORDS", SIZE_6, wrong_rules_version),
    ("RECORDS", SIZE_6, seat_missing),
    ("T1.3", SIZE_6, unknown_scenario),
    ("T1.3", SIZE_6, unknown_chapter),
    ("T1.2", SIZE_6, one_character_less),
    ("T1.1", SIZE_6, one_building_repainted),
    ("RECORDS", SIZE_6, strange_bonus),
    ("T1.2", SIZE_6, strange_profession),
    ("T1.5", SIZE_6, copies_that_differ),
]


@pytest.mark.parametrize(
    ("clause", "game", "broken"), BREAKS, ids=[broken.__name__ for _, _, broken in BREAKS]
)
def test_a_broken_record_is_refused(
    clause: str, game: tuple[int, int, int, int], broken: Break
) -> None:
    record = a_game(*game)
    check(record)
    broken(record)
    with pytest.raises(Foul, match=rf": \S*({clause})"):
        check(record)


def test_T3_5_added_in_another_order_is_refused() -> None:
    record = scarce_game()
    searched_in_the_wrong_order(record)
    with pytest.raises(Foul, match=r"T3\.5"):
        check(record)


def test_a_foul_names_event_and_clause() -> None:
    record = a_game(*GROWS_3)
    at = find(record, "use", is_builder)
    dearer(record)
    with pytest.raises(Foul, match=rf"^event {at} \(use\): T4.6: cost is \d+, not \d+$"):
        check(record)


# ---------------------------------------------------------------------- wrong rules


class WorkersGiveDiscount(NaiveTybor):
    def cost(self, seat: int, building: Building, side: str) -> int:
        colours = "".join(worker.colours for worker in self.players[seat].workers)
        return max(0, super().cost(seat, building, side) - colours.count(building.colour))


class NoFloor(NaiveTybor):
    def cost(self, seat: int, building: Building, side: str) -> int:
        price: int = self.data["costs"][side][self.stage - 1]
        return price - self.players[seat].colour_symbols(building.colour)


class AlwaysFiveCards(NaiveTybor):
    def hand_size(self) -> int:
        return min(5, super().hand_size())


class AlwaysClockwise(NaiveTybor):
    def counter_clockwise(self) -> bool:
        return False


class ShuffledTooEarly(NaiveTybor):
    def _draw_one(self) -> list[Character]:
        drawn = super()._draw_one()
        if not self.draw_pile:
            first = super()._draw_one()
            self.draw_pile = first + self.draw_pile
        return drawn


class HandsOneAfterTheOther(NaiveTybor):
    def _deal(self, _: int) -> None:
        size = self.hand_size()
        for _card in range(size):
            for player in self.players:
                player.hand.extend(self._draw_one())
        hands = [[card.id for card in player.hand] for player in self.players]
        self.events.append({"type": "deal", "stage": self.stage, "hands": hands})


class SearchesForEverybody(NaiveTybor):
    def _missing_colours(self, drawn: list[Building]) -> list[str]:
        seen = [building.colour for building in drawn]
        return [colour for colour in "GYBR" if colour not in seen]


class SearchesFromTheBottom(NaiveTybor):
    def _search(self, missing: list[str]) -> list[Building]:
        self.building_pile.reverse()
        added = super()._search(missing)
        self.building_pile.reverse()
        return added


class OnePlaceForFive(NaiveTybor):
    def _pass(self, _: int) -> None:
        holder = self.neighbour(self.first_player)
        super()._pass(0)
        self.first_player = self.events[-1]["first_player"] = holder


class ChapterFirst(NaiveTybor):
    def _scenario_effect(self, _: int) -> None:
        super()._chapter_effect(0)

    def _chapter_effect(self, _: int) -> None:
        super()._scenario_effect(0)


class EffectsFromSeatZero(NaiveTybor):
    def _strike(self, effect: str) -> None:
        holder, self.first_player = self.first_player, 0
        super()._strike(effect)
        self.first_player = holder


class ExodusEveryStage(NaiveTybor):
    def _effect(self, card: dict[str, Any]) -> str:
        return str(card.get("end_of_stage", {}).get("effect", ""))


class HarbourForEveryCaptain(NaiveTybor):
    def _harbour_seats(self) -> list[int]:
        return [s for s in self.play_order() if self.players[s].symbols("captain")]


class HarbourForCitizensOnly(NaiveTybor):
    def _harbour_seats(self) -> list[int]:
        built = [player.built for player in self.players]
        for player in self.players:
            player.built = []
        seats = super()._harbour_seats()
        for player, buildings in zip(self.players, built, strict=True):
            player.built = buildings
        return seats


class WorkersAreDiverse(NaiveTybor):
    def _diversity(self, seat: int) -> None:
        player = self.players[seat]
        professions = {card.profession for card in player.citizens + player.workers}
        if len(professions) >= self._at_least():
            self._draw_for(seat, 2, "T5.3")


class ThresholdMissed(NaiveTybor):
    def _at_least(self) -> int:
        return super()._at_least() + 1


class NoSecondWithTwoSeconds(NaiveTybor):
    def _craftsmen(self, seat: int) -> int:
        counts = [player.symbols("craftsman") for player in self.players]
        return super()._craftsmen(seat) if counts.count(counts[seat]) == 1 else 0


class MajorityWithoutTies(NaiveTybor):
    def _majorities(self, seat: int) -> int:
        total = 0
        for one in self.players[seat].buildings_with("majority"):
            counts = sorted(player.buildings_of(one.colour) for player in self.players)
            mine = self.players[seat].buildings_of(one.colour)
            total += 3 if mine == counts[-1] > counts[-2] else 0
        return total


class SeveralWinners(NaiveTybor):
    def winners(self) -> list[int]:
        totals = self.totals()
        return [seat for seat, total in enumerate(totals) if total == max(totals)]


WRONG: list[tuple[str, type[NaiveTybor], int, int, int, Policy]] = [
    ("T4.6", WorkersGiveDiscount, 3, SIZE, 1, anything),
    ("T4.6", NoFloor, 2, GROWS, 1, anything),
    ("T3.1", AlwaysFiveCards, 3, ESCAPE, 1, anything),
    ("T4.2", AlwaysClockwise, 3, ESCAPE, 1, anything),
    ("T3.2|T4.8|T4.1|T4.2|T4.9", ShuffledTooEarly, 4, SIZE, 1, hirer),
    ("T3.1", HandsOneAfterTheOther, 2, SIZE, 1, anything),
    ("T3.5|T4.1", SearchesForEverybody, 4, SIZE, 1, anything),
    ("T3.5", SearchesFromTheBottom, 2, SIZE, 1, anything),
    ("T4.10", OnePlaceForFive, 5, SIZE, 1, anything),
    ("T5.2|T5.4", ChapterFirst, 3, GROWS, HARBOUR, seafarer),
    ("T5.5/T5.1", EffectsFromSeatZero, 4, ESCAPE, 1, anything),
    ("T5.6", ExodusEveryStage, 4, ESCAPE, 1, anything),
    ("T5.2|T5.6", HarbourForEveryCaptain, 4, SIZE, HARBOUR, seafarer),
    ("T5.2|T5.6", HarbourForCitizensOnly, 4, SIZE, HARBOUR, seafarer),
    ("T5.3|T5.6", WorkersAreDiverse, 4, CROWD, 1, anything),
    ("T5.3", ThresholdMissed, 4, CROWD, 1, anything),
    ("T5.4", ThresholdMissed, 4, GROWS, 1, hirer),
    ("T6.7", NoSecondWithTwoSeconds, 5, SIZE, 1, settler),
    ("T6.2", MajorityWithoutTies, 4, SIZE, 1, hirer),
    ("T6.19", SeveralWinners, 8, SIZE, 1, settler),
]


@pytest.mark.parametrize(
    ("clause", "wrong", "players", "scenario", "chapter", "policy"),
    WRONG,
    ids=[wrong.__name__ for _, wrong, *_ in WRONG],
)
def test_a_game_with_one_wrong_rule_is_refused(
    clause: str,
    wrong: type[NaiveTybor],
    players: int,
    scenario: int,
    chapter: int,
    policy: Policy,
) -> None:
    for number in range(60):
        game = wrong(DATA, players, scenario, chapter, f"wrong {number}")
        found = foul_in(play_out(game, policy, random.Random(number)))
        if found:
            break
    assert re.search(rf": \S*({clause})", found)


def foul_in(record: Record) -> str:
    """What the referee says, if anything."""
    try:
        check(record)
    except Foul as found:
        return str(found)
    return ""


# ---------------------------------------------------------------------- broken everywhere


def refused(record: Record) -> bool:
    return foul_in(record) != ""


EVERYWHERE = pytest.mark.parametrize("game", [(2, GROWS, HARBOUR, 3), (3, ESCAPE, HARBOUR, 0)])


@EVERYWHERE
def test_no_event_may_be_missing_or_doubled(game: tuple[int, int, int, int]) -> None:
    record = a_game(*game)
    events = record["events"]
    for i in range(len(events)):
        assert refused(record | {"events": events[:i] + events[i + 1 :]}), events[i]
        assert refused(record | {"events": events[: i + 1] + events[i:]}), events[i]


@EVERYWHERE
def test_no_two_events_may_change_places(game: tuple[int, int, int, int]) -> None:
    record = a_game(*game)
    events = record["events"]
    for i in range(len(events) - 1):
        pair = [events[i + 1], events[i]]
        free = pair[0]["type"] == pair[1]["type"] == "choose" or i == 1
        assert refused(record | {"events": events[:i] + pair + events[i + 2 :]}) is not free, pair


@EVERYWHERE
def test_no_key_may_be_missing_or_of_another_type(game: tuple[int, int, int, int]) -> None:
    record = a_game(*game)
    events = record["events"]
    rng = random.Random(5)
    keys = [(i, key) for i, one in enumerate(events) for key in one]
    for i, key in rng.sample(keys, 150):
        less = {k: v for k, v in events[i].items() if k != key}
        assert refused(record | {"events": [*events[:i], less, *events[i + 1 :]]}), (i, key)
        odd = events[i] | {key: {"odd": None}}
        assert refused(record | {"events": [*events[:i], odd, *events[i + 1 :]]}), (i, key)


@EVERYWHERE
def test_no_number_may_change(game: tuple[int, int, int, int]) -> None:
    record = a_game(*game)
    events = record["events"]
    keys = [(i, k) for i, one in enumerate(events) for k, v in one.items() if type(v) is int]
    for i, key in random.Random(6).sample(keys, 120):
        for change in (-1, 1):
            wrong = events[i] | {key: events[i][key] + change}
            assert refused(record | {"events": [*events[:i], wrong, *events[i + 1 :]]}), wrong


@EVERYWHERE
def test_no_card_may_be_another(game: tuple[int, int, int, int]) -> None:
    record = a_game(*game)
    rng = random.Random(7)
    parts = record["components"]
    for kind in ("characters", "buildings"):
        cards = list(parts[kind])
        for _ in range(150):
            i = rng.randrange(3, len(record["events"]))
            events = copy.deepcopy(record["events"])
            if replace_one(events[i], parts[kind], cards, rng):
                assert refused(record | {"events": events}), events[i]


def replace_one(thing: Any, known: dict[str, Any], cards: list[str], rng: random.Random) -> bool:
    """Replace one of the IDs in an event by another of its kind."""
    places = list(id_places(thing, known))
    if not places:
        return False
    holder, key = rng.choice(places)
    holder[key] = rng.choice([card for card in cards if card != holder[key]])
    return True


def id_places(thing: Any, known: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    """Where IDs stand: the list or object, and the index or key."""
    pairs = thing.items() if isinstance(thing, dict) else enumerate(thing)
    for key, value in list(pairs):
        if isinstance(value, str) and value in known:
            yield thing, key
        elif isinstance(value, list):
            yield from id_places(value, known)


def test_rubbish_is_refused_with_a_foul() -> None:
    record = a_game(*SIZE_6)
    for key in record:
        for rubbish in (None, 7, [], {}, "x", [None], {"seats": 3}):
            if record[key] != rubbish and key != "data_version":
                assert refused(record | {key: rubbish}), (key, rubbish)
        assert refused({k: v for k, v in record.items() if k != key}), key


# ---------------------------------------------------------------------- tape and components


def test_check_tape_refuses_other_chance() -> None:
    game = NaiveTybor(DATA, 4, SIZE, 1, "rigged", RiggedTape())
    record = play_out(game, anything, random.Random(8))
    check(record)
    with pytest.raises(Foul, match="not those of the tape"):
        check_tape(record)


def test_check_tape_refuses_another_first_player() -> None:
    record = a_game(4, SIZE, 1)
    wrong_first_player(record)
    with pytest.raises(Foul, match=r"T2\.4"):
        check_tape(record)


@pytest.mark.parametrize("pile", ["characters", "buildings"])
def test_check_tape_refuses_another_order(pile: str) -> None:
    record = a_game(3, GROWS, HARBOUR, 2)
    last = [e for e in record["events"] if e["type"] == "shuffle" and e["pile"] == pile][-1]
    last["order"].reverse()
    with pytest.raises(Foul, match="not the order of the tape"):
        check_tape(record)


def test_check_components_refuses_cards_that_are_not_in_the_data() -> None:
    record = a_game(4, SIZE, 1)
    check_components(record)
    record["components"]["characters"]["Fa5"]["strength"] = 6
    with pytest.raises(Foul, match=r"T1\.2"):
        check_components(record)
    record = a_game(4, SIZE, 1)
    record["components"]["buildings"]["Mill"]["points"] = 9
    with pytest.raises(Foul, match=r"T1\.1"):
        check_components(record)
