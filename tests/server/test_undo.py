"""Undo: at once exactly while it reveals nothing; beyond that if all other people agree."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from baumeister.play.records import read
from baumeister.play.verify import verify
from baumeister.server.tables import commands
from baumeister.server.tables.errors import Forbidden, Rejected
from baumeister.server.tables.log import LogEntry
from baumeister.server.tables.state import UNDO_LASTS, TableState
from tests.server.scene import (
    Scene,
    Who,
    as_record,
    barracks,
    record_of,
    refusal,
    role_of,
    snapshot,
    table,
)
from tests.soaking import times

GAMES = [("tybor", "Anna Bert Cora"), ("samara", "Anna Bert Cora Dirk")]
SEEDS = range(times(1, 10))
SINCE = ("after", "seq", "asked", "table", "type", "told", "can_take_back")  # not about the game


def shown(scene: Scene, but: int) -> list[dict[str, Any]]:
    """The game and its story as everybody but one seat is shown them."""
    seats: list[Who] = [seat for seat in range(len(scene.state.seats)) if seat != but]
    snapshots = [scene.snapshot(who) for who in [*seats, "host", "watch"]]
    return [{k: v for k, v in seen.items() if k not in SINCE} for seen in snapshots]


def own(scene: Scene, seat: int) -> dict[str, Any]:
    return {k: v for k, v in scene.snapshot(seat).items() if k not in SINCE}


# --- at once, while it reveals nothing --------------------------------------------------------
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_choice_is_taken_back_exactly_while_nobody_else_has_learnt_anything(
    game: str, seats: str, seed: int
) -> None:
    """In random games, for every decision: either it can be taken back, and others could not tell
    it from any other that the seat might have made; or others have seen something of it."""
    scene, chance = table(game, seats, seed=str(seed)), Random(seed)
    taken_back = 0
    while scene.status() == "running":
        seat = chance.choice(scene.table.waiting_for)
        legal = scene.table.legal(seat)
        before, mine = shown(scene, but=seat), own(scene, seat)
        scene.move(seat, chance.choice(legal))
        after = shown(scene, but=seat)
        if not scene.state.can_take_back(seat):
            assert after != before
            with pytest.raises(Rejected):
                scene.submit(seat, commands.take_back())
            continue
        taken_back += 1
        scene.submit(seat, commands.take_back())
        assert shown(scene, but=seat) == before
        assert own(scene, seat) == mine
        scene.move(seat, chance.choice(legal))
        assert shown(scene, but=seat) == after
    assert taken_back > 0 or game == "samara"
    assert verify(as_record(scene.table))


def test_secret_choices_of_samara_can_be_changed_until_all_have_chosen() -> None:
    scene = barracks()
    before = shown(scene, but=0)
    scene.move(0)
    scene.submit(0, commands.take_back())
    assert shown(scene, but=0) == before
    for seat in (0, 1, 2):
        scene.move(seat)
    assert refusal(lambda: scene.submit(0, commands.take_back())) == "no_take_back"


def test_a_chosen_card_can_be_changed_until_all_have_chosen() -> None:
    scene = table("tybor", "Anna Bert Cora")
    first, second = scene.table.legal(0)[:2]
    scene.move(0, first)
    scene.move(1)
    scene.submit(0, commands.take_back())
    scene.move(0, second)
    assert (0, second) in scene.state.choices
    assert (0, first) not in scene.state.choices
    scene.move(2)
    assert refusal(lambda: scene.submit(0, commands.take_back())) == "no_take_back"


def test_who_asks_for_an_undo_of_what_nobody_has_seen_has_it_at_once() -> None:
    scene = table("tybor", "Anna Bert Cora")
    scene.move(0)
    assert scene.submit(0, commands.ask_undo()).kind == "took_back"
    assert scene.state.undo is None
    assert 0 in scene.state.waiting_for


def test_nobody_takes_back_the_choice_of_somebody_else() -> None:
    scene = table("tybor", "Anna Bert Cora")
    scene.move(0)
    assert refusal(lambda: scene.submit(1, commands.take_back())) == "no_take_back"
    with pytest.raises(Forbidden):
        scene.submit("host", commands.take_back())


# --- with agreement ---------------------------------------------------------------------------
def moved(game: str = "samara", seats: str = "Anna Bert Cora", **wanted: Any) -> tuple[Scene, int]:
    """A game in which somebody has just made a move that all have seen; and who."""
    scene = table(game, seats, **wanted)
    seat = scene.table.waiting_for[0]
    while seat in scene.table.waiting_for or scene.state.can_take_back(seat):
        scene.move(scene.table.waiting_for[0])
    return scene, seat


def others(scene: Scene, seat: int) -> list[int]:
    return [other for other in scene.state.people if other != seat]


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_what_others_have_seen_is_undone_if_all_other_people_agree(game: str, seats: str) -> None:
    scene, seat = moved(game, seats, seed="5")
    last = scene.state.last_choice(seat)
    scene.submit(seat, commands.ask_undo())
    first, *more = others(scene, seat)
    scene.submit(first, commands.answer_undo(True))
    assert scene.snapshot("watch")["table"]["undo"] == {"seat": seat, "missing": more}
    for other in more:
        scene.submit(other, commands.answer_undo(True))
    assert scene.state.undo is None
    assert len(scene.state.choices) == last
    assert seat in scene.state.waiting_for


def test_one_who_does_not_agree_is_enough() -> None:
    scene, seat = moved()
    before = scene.state.choices[:]
    scene.submit(seat, commands.ask_undo())
    first, second = others(scene, seat)
    scene.submit(first, commands.answer_undo(True))
    scene.submit(second, commands.answer_undo(False))
    assert scene.state.undo is None
    assert scene.state.choices == before
    assert refusal(lambda: scene.submit(first, commands.answer_undo(True))) == "undo_not_asked"


def test_whoever_asked_withdraws() -> None:
    scene, seat = moved()
    scene.submit(seat, commands.ask_undo())
    assert scene.submit(seat, commands.answer_undo(False)).kind == "undo_dropped"
    assert scene.state.undo is None


def test_nobody_agrees_to_the_own_undo_nor_twice_nor_as_host() -> None:
    scene, seat = moved()
    scene.submit(seat, commands.ask_undo())
    first, second = others(scene, seat)
    assert refusal(lambda: scene.submit(seat, commands.answer_undo(True))) == "undo_not_asked"
    scene.submit(first, commands.answer_undo(True))
    assert refusal(lambda: scene.submit(first, commands.answer_undo(True))) == "undo_not_asked"
    with pytest.raises(Forbidden):
        scene.submit("host", commands.answer_undo(True))
    assert scene.state.undo is not None
    assert scene.state.undo.missing == {second}


def test_one_undo_at_a_time() -> None:
    scene, seat = moved()
    scene.submit(seat, commands.ask_undo())
    assert refusal(lambda: scene.submit(seat, commands.ask_undo())) == "undo_pending"


def test_a_move_of_somebody_ends_the_request() -> None:
    scene, seat = moved()
    scene.submit(seat, commands.ask_undo())
    scene.move(scene.table.waiting_for[0])
    assert scene.state.undo is None
    assert refusal(lambda: scene.submit(others(scene, seat)[0], commands.answer_undo(True))) == (
        "undo_not_asked"
    )


def test_people_for_whom_a_bot_stands_in_have_to_agree_too() -> None:
    scene, seat = moved()
    first, second = others(scene, seat)
    scene.submit(first, commands.hand(first, "greedy"))
    scene.submit(seat, commands.ask_undo())
    assert scene.state.undo is not None
    assert scene.state.undo.missing == {first, second}
    scene.submit(second, commands.answer_undo(True))
    assert scene.state.undo is not None
    scene.submit(first, commands.answer_undo(True))
    assert seat in scene.state.waiting_for


def test_bots_wait_while_an_undo_is_discussed_and_have_no_say() -> None:
    scene, seat = moved("samara", "Anna Bert greedy", seed="8")
    while scene.state.bots_to_ask == []:
        scene.move(scene.table.waiting_for[0])
    scene.submit(seat, commands.ask_undo())
    assert scene.state.undo is not None
    assert scene.state.undo.missing == {1 - seat}
    assert scene.state.bots_to_ask == []
    scene.submit(seat, commands.answer_undo(False))
    assert scene.state.bots_to_ask == [2]


def test_whoever_is_stood_in_for_does_not_ask_and_a_request_ends_with_the_hand_over() -> None:
    scene, seat = moved()
    scene.submit(seat, commands.ask_undo())
    scene.submit("host", commands.hand(seat, "greedy", lambda: commands.GRACE))
    assert scene.state.undo is None
    assert refusal(lambda: scene.submit(seat, commands.ask_undo())) == "stood_in"


def test_one_person_among_bots_undoes_at_once() -> None:
    scene = table("tybor", "Anna greedy random", seed="3")
    scene.move(0)
    scene.bot_moves(1)
    scene.bot_moves(2)  # all cards lie open
    assert not scene.state.can_take_back(0)
    scene.submit(0, commands.ask_undo())
    assert scene.state.choices == []
    assert sorted(scene.state.waiting_for) == [0, 1, 2]


def drawn(seats: str) -> tuple[Scene, int]:
    """A game of Tybor in which Anna, or somebody after her, has just drawn a card; and who."""
    scene, chance = table("tybor", seats, seed="2"), Random(2)
    begun = len(scene.table.events)
    scene.play(lambda: any(e.full["type"] == "look" for e in scene.table.events[begun:]), chance)
    (look,) = [event for event in scene.table.events if event.full["type"] == "look"][-1:]
    return scene, look.full["seat"]


@pytest.mark.parametrize("seats", ["Anna Bert", "Anna greedy"])
def test_nothing_is_undone_after_cards_were_drawn(seats: str) -> None:
    """T4.8 Otherwise people see cards, think again, and get the same cards."""
    scene, _ = drawn(seats)
    before = scene.state.choices[:]
    with pytest.raises(Rejected, match="draws") as refused:
        scene.submit(0, commands.ask_undo())
    assert refused.value.name == "undo_chance"
    assert "zieht" in refused.value.text("de")
    assert (scene.state.choices, scene.state.undo) == (before, None)


def test_what_somebody_else_has_drawn_is_not_told_by_the_refusal() -> None:
    scene, drawer = drawn("Anna Bert")
    other = 1 - drawer
    card = next(e for e in reversed(scene.table.events) if e.full["type"] == "look").full["card"]
    with pytest.raises(Rejected) as refused:
        scene.submit(other, commands.ask_undo())
    assert card not in refused.value.text("en")


@pytest.mark.parametrize("seed", SEEDS)
def test_an_undo_never_goes_back_past_chance(seed: int) -> None:
    """In a random game of one person against bots: whenever an undo is accepted, the person has
    been shown no new card that chance brought since."""
    scene, chance = table("tybor", "Anna greedy random", seed=str(seed)), Random(seed)
    accepted = refused = 0
    while not scene.table.over:
        turn = chance.choice(scene.table.waiting_for)
        if turn:
            scene.bot_moves(turn)
        else:
            scene.move(0, chance.choice(scene.table.legal(0)))
        if scene.status() == "over" or scene.state.last_choice(0) is None or chance.random() < 0.7:
            continue
        events = list(scene.table.events)
        if refusal_or_none(lambda: scene.submit(0, commands.ask_undo())) == "undo_chance":
            refused += 1
            continue
        kept = len([1 for a, b in zip(events, scene.table.events, strict=False) if a == b])
        kinds = {event.full["type"] for event in events[kept:]}
        assert kinds.isdisjoint({"shuffle", "deal", "display", "look"})
        accepted += 1
    assert accepted
    assert refused


def refusal_or_none(command: Callable[[], Any]) -> str | None:
    try:
        command()
    except Rejected as error:
        return error.name
    return None


def test_whoever_has_decided_nothing_has_nothing_to_undo() -> None:
    scene = table("tybor", "Anna Bert")
    assert refusal(lambda: scene.submit(0, commands.ask_undo())) == "undo_nothing"


@pytest.mark.parametrize("seats", ["Anna Bert", "Anna greedy"])
def test_nothing_is_undone_past_the_end(seats: str) -> None:
    scene = table("samara", seats)
    scene.play()
    for command in (commands.ask_undo(), commands.take_back(), commands.answer_undo(True)):
        assert refusal(lambda command=command: scene.submit(0, command)) == "over"  # type: ignore[misc]


def test_a_request_does_not_outlive_the_game() -> None:
    scene = table("samara", "Anna Bert", seed="1")
    scene.play()
    last = scene.log.pop()
    scene.state = scene.folded_again()
    (seat,) = scene.table.waiting_for
    asker = next(s for s in (1 - seat, seat) if scene.state.last_choice(s) is not None)
    scene.submit(asker, commands.ask_undo())
    scene.move(seat, last.body["move"])
    assert scene.state.undo is None
    assert scene.status() == "over"
    assert refusal(lambda: scene.submit(1 - asker, commands.answer_undo(True))) == "over"


# --- whatever happens -------------------------------------------------------------------------
def wild(game: str, seats: str, seed: int, then: Callable[[Scene], None]) -> Scene:
    """A game in which people take back, ask, agree, refuse, hand seats and put the table away."""
    scene, chance = table(game, seats, seed=str(seed)), Random(seed)
    for _ in range(2000):
        if scene.table.over:
            break
        _anything(scene, chance)
        then(scene)
    scene.play(chance=chance)
    return scene


def _anything(scene: Scene, chance: Random) -> None:
    state, seat = scene.state, chance.choice(scene.state.people)
    dice = chance.random()
    if state.undo is not None and dice < 0.7:
        voter = chance.choice([*state.undo.missing, state.undo.seat])
        scene.submit(voter, commands.answer_undo(voter != state.undo.seat and dice < 0.6))
    elif dice < 0.75 or state.undo is not None:
        turn = chance.choice(state.waiting_for)
        if state.bot_of(turn) is None:
            scene.move(turn, chance.choice(scene.table.legal(turn)))
        elif turn in state.bots_to_ask:
            scene.bot_moves(turn)
    elif state.seats[seat].stand_in is not None:
        scene.submit(seat, commands.hand(seat, None))
    elif dice < 0.78:
        scene.submit(seat, commands.hand(seat, "greedy"))
    elif dice < 0.8:
        scene.submit("host", commands.archive(True))
        scene.submit("host", commands.archive(False))
    elif state.last_choice(seat) is not None and not scene.table.chance_since(seat):
        scene.submit(seat, commands.ask_undo())


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_the_record_is_that_of_the_game_without_what_was_undone(
    game: str, seats: str, seed: int
) -> None:
    scene = wild(game, seats, seed, lambda scene: None)
    assert sum(entry.kind in ("took_back", "undo_asked") for entry in scene.log) > 5
    plain = table(game, seats, seed=str(seed))
    for seat, action in scene.state.choices:
        plain.move(seat, action)
    record = as_record(scene.table)
    assert record == as_record(plain.table)
    assert verify(record)
    assert read(record_of(scene.table, "text"))[0].winners == scene.table.winners


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_whoever_comes_back_has_the_story_as_it_is_now(game: str, seats: str, seed: int) -> None:
    """A client who knew the story up to some entry, and puts `events` after its first `told`."""
    knew: list[dict[Who, list[Any]]] = []
    everybody: list[Who] = [0, 1, "watch"]

    def check(scene: Scene) -> None:
        now = {who: scene.snapshot(who)["events"] for who in everybody}
        while len(knew) < scene.state.seq:  # nobody was there in between
            knew.append(now if len(knew) == scene.state.seq - 1 else {who: [] for who in everybody})
        for after in (Random(scene.state.seq).randrange(scene.state.seq) + 1, scene.state.seq - 1):
            for who in everybody:
                seen = scene.snapshot(who, after)
                assert (seen["after"], seen["seq"]) == (after, scene.state.seq)
                if known := knew[after - 1][who]:
                    assert known[: seen["told"]] + seen["events"] == now[who]

    wild(game, seats, seed, check)
    assert len(knew) > 50


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_another_server_makes_the_same_of_the_same_log(game: str, seats: str) -> None:
    scene = wild(game, seats, 11, lambda scene: None)
    again = scene.folded_again()
    for who in (0, 1, "host", "watch"):
        assert snapshot(again, scene.time.now, role_of(who)) == scene.snapshot(who)


def test_an_unknown_entry_of_a_story_is_told_from_the_beginning() -> None:
    scene = table("samara", "Anna Bert")
    scene.move(scene.table.waiting_for[0])
    assert scene.snapshot(0, after=10**6)["told"] == 0
    assert scene.snapshot(0, after=0)["told"] == 0
    assert scene.snapshot(0, after=scene.state.seq)["events"] == []


def test_entries_follow_each_other_without_gaps() -> None:
    state = TableState("oak")
    with pytest.raises(ValueError, match="does not follow"):
        state.fold(LogEntry(2, 0, "opened", {}))


def test_an_undo_that_nobody_answers_ends_and_bots_go_on() -> None:
    scene = table("samara", "Anna Bert greedy")
    scene.play(
        until=lambda: scene.state.waiting_for == [2] and scene.state.last_choice(0) is not None
    )
    scene.submit(0, commands.ask_undo())
    assert scene.state.bots_to_ask == []
    assert scene.state.due(scene.time.now) == scene.time.now + UNDO_LASTS
    assert refusal(lambda: scene.submit("host", commands.undo_lapsed())) == "undo_not_asked"
    scene.time.passes(UNDO_LASTS)
    scene.submit("host", commands.undo_lapsed())
    assert scene.state.undo is None
    assert scene.state.bots_to_ask == [2]
