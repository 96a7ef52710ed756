"""Moves: refused with clause, reason and the true view; counted once; in any order; of bots."""

from __future__ import annotations

import asyncio
import gc
import weakref
from itertools import permutations
from random import Random
from typing import Any

import pytest

from baumeister.play import Refusal
from baumeister.server.store.database import Database, Statement, StoreUnavailable
from baumeister.server.store.store import Store
from baumeister.server.tables import commands
from baumeister.server.tables.errors import Forbidden, Rejected
from baumeister.server.tables.service import TableService
from baumeister.server.tables.state import game_named
from baumeister.server.tables.subscribers import Subscriber
from tests.server.live_server import bearer
from tests.server.postgres import Postgres
from tests.server.scene import (
    Bots,
    Hall,
    Scene,
    Time,
    as_record,
    barracks,
    hall,
    opening_of,
    refusal,
    table,
    web,
)


@pytest.fixture
def shared(postgres: Postgres) -> str:
    """A place that several servers share."""
    return postgres.new_database()


ANNA_FIRST = "8"  # a seed of Samara: seats 0, 1, 2 in this order


def illegal(scene: Scene, seat: int) -> int:
    legal = set(scene.table.legal(seat))
    return next(k for k in range(scene.state.game.rules.actions) if k not in legal)


# --- refusals ---------------------------------------------------------------------------------
@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_what_the_rules_forbid_is_refused_with_the_clause(game: str) -> None:
    scene = table(game, "Anna Bert")
    seat = scene.table.waiting_for[0]
    action = illegal(scene, seat)
    with pytest.raises(Refusal) as refused:
        scene.move(seat, action)
    reason = scene.table.why_not(seat, action)
    assert reason is not None
    assert refused.value.clause == reason.clause
    assert refused.value.text("de") == reason.text("de") != reason.text("en")


def test_a_move_out_of_turn_is_refused_with_the_clause() -> None:
    scene = table("samara", "Anna Bert")
    (other,) = {0, 1} - set(scene.table.waiting_for)
    assert refusal(lambda: scene.move(other, scene.table.legal(1 - other)[0])).startswith("S")


@pytest.mark.parametrize(
    ("move", "error"), [("nonsense", "notation"), (10**6, "action"), (-1, "action")]
)
def test_what_is_no_action_at_all(move: int | str, error: str) -> None:
    scene = table("samara", "Anna Bert")
    seat = scene.table.waiting_for[0]
    assert refusal(lambda: scene.move(seat, move)) == error


def test_a_move_is_written_as_a_number_or_in_notation() -> None:
    one, other = table("samara", "Anna Bert", seed="1"), table("samara", "Anna Bert", seed="1")
    seat = one.table.waiting_for[0]
    action = one.table.legal(seat)[-1]
    first, second = one.move(seat, action), other.move(seat, one.state.game.notation(action))
    assert first.body == second.body == {"seat": seat, "move": one.state.game.notation(action)}


@pytest.mark.parametrize("who", ["host", "watch"])
def test_only_seats_move(who: str) -> None:
    scene = table("samara", "Anna Bert")
    with pytest.raises(Forbidden):
        scene.submit(who, commands.move(0))


def test_nobody_moves_before_the_start_or_after_the_end() -> None:
    scene = table("samara", "Anna Bert", start=False)
    assert refusal(lambda: scene.submit(0, commands.move(0))) == "not_started"
    scene.start()
    scene.play()
    assert refusal(lambda: scene.submit(0, commands.move(0))) == "over"


def test_a_move_that_was_meant_for_an_earlier_question_is_refused() -> None:
    scene = table("tybor", "Anna Bert")
    seen = scene.state.seq
    scene.move(0, seen=seen)
    scene.move(1, seen=seen)  # Anna's choice does not change what Bert was asked
    for seat in scene.table.waiting_for:
        assert refusal(lambda seat=seat: scene.move(seat, seen=seen)) == "stale"  # type: ignore[misc]
        scene.move(seat, seen=scene.state.seq)
        break
    else:
        raise AssertionError


def test_after_a_choice_was_taken_back_it_is_asked_anew() -> None:
    scene = table("tybor", "Anna Bert")
    seen = scene.state.seq
    scene.move(0)
    scene.submit(0, commands.take_back())
    assert refusal(lambda: scene.move(0, seen=seen)) == "stale"
    assert scene.snapshot(0)["asked"] == scene.state.seq
    assert scene.snapshot(1)["asked"] == seen


@pytest.mark.parametrize("game", ["tybor", "samara"])
def test_nothing_changes_when_a_command_is_refused(database: Database, game: str) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table(game, "Anna Bert Cora", seed="3")
            state = await oak.state()
            assert state.table is not None
            seat = state.waiting_for[0]
            bad = next(
                k for k in range(state.game.rules.actions) if k not in state.table.legal(seat)
            )
            everybody: list[Any] = [0, 1, 2, "host", "watch"]
            before = [await oak.snapshot(who) for who in everybody], await oak.log()
            refused: list[tuple[int | str, commands.Command]] = [
                (seat, commands.move(bad)),
                (seat, commands.move("nonsense")),
                (seat, commands.move(10**6)),
                (seat, commands.move(state.table.legal(seat)[0], seen=1)),
                (seat, commands.take_back()),
                (seat, commands.ask_undo()),
                (seat, commands.answer_undo(True)),
                (seat, commands.hand((seat + 1) % 3, "greedy")),
                (seat, commands.archive(True)),
                ("host", commands.start()),
                ("host", commands.hand(0, None)),
                ("watch", commands.join("x", "y", None, "z")),
            ]
            for who, command in refused:
                with pytest.raises((Refusal, Rejected)):
                    await oak.submit(who, command, "some-id")
            after = [await oak.snapshot(who) for who in everybody], await oak.log()
            assert after == before

    asyncio.run(play())


@pytest.mark.parametrize("lang", ["en", "de"])
def test_a_refusal_over_http_has_clause_reason_and_the_true_view(place: str, lang: str) -> None:
    async def play() -> None:
        async with web(place) as client:
            seats = [{"kind": "me", "name": name} for name in ("Anna", "Bert")]
            command = {"game": "samara", "seats": seats, "start": True}
            opened = (await client.post("/api/tables", json=command)).json()
            path, params = f"/api/tables/{opened['table']}", {"lang": lang}
            tokens = [bearer(seat["token"]) for seat in opened["seats"]]
            true = (await client.get(path, headers=tokens[0], params=params)).json()
            other = 1 - true["table"]["waiting_for"][0]
            true = (await client.get(path, headers=tokens[other], params=params)).json()
            asked = {"headers": tokens[other], "params": params}
            answer = await client.post(f"{path}/moves", json={"id": "x", "action": 0}, **asked)
            body = answer.json()
            assert answer.status_code == 409
            assert body["error"] == "refused"
            assert body["clause"].startswith("S")
            assert body["now"] == {key: value for key, value in true.items() if key != "type"}
            reason = body["message"]
            answer = await client.post(f"{path}/take-back", json={"id": "y"}, **asked)
            assert (answer.status_code, answer.json()["error"]) == (409, "no_take_back")
            assert answer.json()["now"]["you"] == {"role": "seat", "seat": other}
            german = {"en": "only a choice", "de": "nur eine Wahl"}
            assert answer.json()["message"].startswith(german[lang])
            assert reason != answer.json()["message"]

    asyncio.run(play())


# --- once, and in order -----------------------------------------------------------------------
def test_the_same_id_counts_once(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert Cora")
            action = (await oak.snapshot(0))["view"]["legal"][0]
            first = await oak.submit(0, commands.move(action), "once")
            second = await oak.submit(0, commands.move(action), "once")
            assert (first.again, second.again) == (False, True)
            assert first.seq == second.seq
            other = await oak.submit(
                1, commands.move((await oak.snapshot(1))["view"]["legal"][0]), "once"
            )
            assert not other.again  # the id of another role is another command
            assert len((await oak.state()).choices) == 2
            assert [entry.seq for entry in await oak.log()] == [1, 2, 3, 4]

    asyncio.run(play())


def test_the_same_id_counts_once_across_a_restart(place: str) -> None:
    async def play() -> None:
        time = Time()
        async with hall(place, time) as house:
            oak = await house.table("tybor", "Anna Bert")
            action = (await oak.snapshot(0))["view"]["legal"][0]
            first = await oak.submit(0, commands.move(action), "once")
        async with hall(place, time) as house:
            again = await oak.at(house).submit(0, commands.move(action), "once")
            assert (again.again, again.seq) == (True, first.seq)

    asyncio.run(play())


def test_the_same_id_counts_once_at_two_servers_at_once(shared: str) -> None:
    async def play() -> None:
        time = Time()
        async with hall(shared, time) as one, hall(shared, time) as two:
            oak = await one.table("tybor", "Anna Bert")
            action = (await oak.snapshot(0))["view"]["legal"][0]
            houses = [oak, oak.at(two)] * 5
            sent = [there.submit(0, commands.move(action), "once") for there in houses]
            accepted = await asyncio.gather(*sent)
            assert sum(not here.again for here in accepted) == 1
            assert len({here.seq for here in accepted}) == 1

    asyncio.run(play())


def test_the_same_command_sent_many_times_at_once_counts_once(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert")
            action = (await oak.snapshot(0))["view"]["legal"][0]
            sent = [oak.submit(0, commands.move(action), "once") for _ in range(100)]
            accepted = await asyncio.gather(*sent)
            assert sum(not one.again for one in accepted) == 1
            assert len({one.seq for one in accepted}) == 1

    asyncio.run(play())


def test_an_id_is_good_for_one_command_also_after_a_restart(place: str) -> None:
    async def play() -> None:
        async with hall(place) as house:
            oak = await house.table("tybor", "Anna Bert")
            first, other = (await oak.snapshot(0))["view"]["legal"][:2]
            made = await oak.move(0, first, "mine")
        async with hall(place) as house:
            oak = oak.at(house)
            notation = game_named("tybor").notation
            for same in (first, notation(first)):
                again = await oak.submit(0, commands.move(same), "mine")
                assert (again.seq, again.again) == (made.seq, True)
            for another in (
                commands.move(other),
                commands.move(notation(other)),
                commands.take_back(),
            ):
                with pytest.raises(Rejected, match="give each command its own"):
                    await oak.submit(0, another, "mine")
            await oak.submit(0, commands.hand(0, "greedy"), "hand")
            assert (await oak.submit(0, commands.hand(0, "greedy"), "hand")).again
            with pytest.raises(Rejected) as refused:
                await oak.submit(0, commands.hand(0, None), "hand")
            assert (refused.value.name, refused.value.status) == ("id_used", 409)

    asyncio.run(play())


def test_a_command_that_was_refused_may_be_sent_again_with_its_id(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert")
            with pytest.raises(Rejected):
                await oak.submit(0, commands.take_back(), "later")
            await oak.move(0)
            assert not (await oak.submit(0, commands.take_back(), "later")).again

    asyncio.run(play())


@pytest.mark.parametrize("players", [3, 8])
def test_choices_of_all_players_in_any_order_give_the_same_game(players: int) -> None:
    names = ["Anna", "Bert", "Cora", "Dirk", "Emma", "Fritz", "Gina", "Hugo"][:players]
    orders = list(permutations(range(players)))
    wanted = Random(1).sample(orders, min(len(orders), 24))
    ends = []
    for order in wanted:
        scene = table("tybor", " ".join(names), seed="7")
        for _ in range(2):
            while sorted(scene.table.waiting_for) == list(range(players)):
                for seat in order:
                    scene.move(seat)
            scene.play(lambda: len(scene.table.waiting_for) == players)  # noqa: B023
        ends.append((as_record(scene.table), scene.snapshots()))
    assert all(record == ends[0][0] for record, _ in ends)
    views = [[shown["view"] for shown in snapshots] for _, snapshots in ends]
    assert all(view == views[0] for view in views)


def test_secret_choices_of_samara_in_any_order_give_the_same_game() -> None:
    ends = []
    for order in permutations((0, 1, 2)):
        scene = barracks()
        for seat in order:
            scene.move(seat)
        ends.append([shown["view"] for shown in scene.snapshots()])
        assert scene.table.waiting_for != [0, 1, 2]
    assert all(end == ends[0] for end in ends)


def test_choices_sent_in_the_same_instant_all_count(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert Cora Dirk Emma Fritz Gina Hugo")
            legal = [(await oak.snapshot(seat))["view"]["legal"][0] for seat in range(8)]
            seats = Random(2).sample(range(8), 8)
            sent = [oak.submit(seat, commands.move(legal[seat]), "same-id") for seat in seats]
            accepted = await asyncio.gather(*sent)
            assert sorted(one.seq for one in accepted) == list(range(3, 11))
            chosen = dict((await oak.state()).choices[:8])
            assert chosen == dict(enumerate(legal))

    asyncio.run(play())


def seen(house: Hall, table: str) -> int:
    """The last entry of a table that a server knows."""
    loaded = house.service.tables.get(table)
    return 0 if loaded is None or loaded.state is None else loaded.state.seq


def test_two_servers_that_get_moves_for_one_table_at_once(shared: str) -> None:
    """Of every two moves one conflicts, is checked again, and counts."""

    async def play() -> None:
        time = Time()
        async with hall(shared, time) as one, hall(shared, time) as two:
            oak = await one.table("tybor", "Anna Bert Cora Dirk Emma Fritz")
            for _ in range(3):
                state = await oak.state()
                assert state.table is not None
                legal = {seat: state.table.legal(seat)[0] for seat in state.waiting_for}
                tables = [oak if seat % 2 else oak.at(two) for seat in legal]
                sent = [
                    there.submit(seat, commands.move(action), f"round-{state.seq}")
                    for there, (seat, action) in zip(tables, legal.items(), strict=True)
                ]
                last = max(accepted.seq for accepted in await asyncio.gather(*sent))
                await one.until(lambda last=last: seen(one, oak.id) == last)  # type: ignore[misc]
                await two.until(lambda last=last: seen(two, oak.id) == last)  # type: ignore[misc]
            log = await oak.log()
            assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
            views = [await there.snapshot(0) for there in (oak, oak.at(two))]
            assert views[0] == views[1]

    asyncio.run(play())


def test_a_listener_at_one_server_is_told_what_happens_at_another(shared: str) -> None:
    async def play() -> None:
        time = Time()
        async with hall(shared, time) as one, hall(shared, time) as two:
            oak = await one.table("tybor", "Anna Bert")
            subscriber = Subscriber(oak.token(1), "en", 0)
            await two.service.subscribe(oak.id, subscriber)
            await subscriber.take()
            await oak.move(0)
            await two.until(lambda: seen(two, oak.id) == 3)
            (update,) = await asyncio.wait_for(subscriber.take(), 30)
            assert b'"seq":3' in update

    asyncio.run(play())


# --- save first, then tell --------------------------------------------------------------------
class Broken(Store):
    """A store that can be made to fail before or after it has written."""

    fails: str | None = None

    async def append(self, *given: Any, **values: Any) -> None:
        if self.fails == "before":
            raise StoreUnavailable
        await super().append(*given, **values)
        if self.fails == "after":
            raise StoreUnavailable


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_move_whose_writing_failed_is_sent_again_and_counts_once(
    database: Database, when: str
) -> None:
    async def play() -> None:
        store = Broken(database)
        async with hall(database, store=store) as house:
            oak = await house.table("tybor", "Anna Bert")
            subscriber = Subscriber(oak.token(1), "en", 0)
            await house.service.subscribe(oak.id, subscriber)
            await subscriber.take()
            store.fails = when
            action = (await oak.snapshot(0))["view"]["legal"][0]
            with pytest.raises(Exception, match="store"):
                await oak.submit(0, commands.move(action), "once")
            store.fails = None
            accepted = await oak.submit(0, commands.move(action), "once")
            assert (accepted.seq, accepted.again) == (3, when == "after")
            assert len((await oak.state()).choices) == 1
            (update,) = await subscriber.take()
            assert b'"seq":3' in update

    asyncio.run(play())


# --- tables in hand ---------------------------------------------------------------------------
def test_more_tables_than_there_is_room_for_are_all_kept_up_to_date(database: Database) -> None:
    async def play() -> None:
        async with hall(database, most_tables=2) as house:
            tables = [await house.table("tybor", "Anna Bert") for _ in range(6)]
            subscribers = []
            for oak in tables:
                subscribers.append(Subscriber(oak.token(1), "en", 0))
                await house.service.subscribe(oak.id, subscribers[-1])
                await subscribers[-1].take()
            for oak, subscriber in zip(tables, subscribers, strict=True):
                await oak.move(0)
                (update,) = await asyncio.wait_for(subscriber.take(), 30)
                assert b'"seq":3' in update
                house.service.unsubscribe(oak.id, subscriber)
            await house.service.sweeper.sweep()
            assert len(house.service.cache) == 2

    asyncio.run(play())


def test_who_waits_for_news_hears_of_them_although_tables_are_put_away(database: Database) -> None:
    async def play() -> None:
        async with hall(database, most_tables=1) as house:
            oak = await house.table("tybor", "Anna Bert")
            waiting = asyncio.create_task(house.service.wait(oak.id, 2, 60))
            await house.quiet()
            for _ in range(3):
                await house.table("tybor", "Anna Bert")
            await oak.move(0)
            await asyncio.wait_for(waiting, 30)

    asyncio.run(play())


# --- bots -------------------------------------------------------------------------------------
def test_a_bot_is_asked_once_per_question(database: Database) -> None:
    async def play() -> None:
        bots = Bots(slow=True)
        async with hall(database, bots=bots) as house:
            oak = await house.table("tybor", "Anna Bert greedy random")
            await oak.move(0)
            await oak.submit("host", commands.change_table("Another name", None))
            await house.service.sweeper.sweep()
            await house.quiet()
            asked = sorted((one.kind, one.seat) for one in bots.asked)
            assert asked == [("greedy", 2), ("random", 3)]
            assert len({one.seed for one in bots.asked}) == 2

    asyncio.run(play())


def test_a_bots_answer_becomes_its_move(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("samara", "greedy random")
            await house.until(lambda: len(house.bots.asked) > 3)
            for _ in range(12_000):
                state = await oak.state()
                if state.status == "over":
                    break
                await asyncio.sleep(0.005)
            assert state.status == "over"
            asked = [one.seed for one in house.bots.asked]
            assert len(asked) == len(set(asked)) == len(state.choices)

    asyncio.run(play())


@pytest.mark.parametrize("when", ["before it is asked again", "after"])
def test_an_answer_to_a_question_that_was_undone_is_dropped(database: Database, when: str) -> None:
    """Anna is alone with a bot, and takes back what she did while it thinks."""

    async def play() -> None:
        bots = Bots(slow=True)
        async with hall(database, bots=bots) as house:
            oak = await house.table("samara", "Anna greedy", seed=ANNA_FIRST)
            state = await oak.state()
            while not bots.asked:
                await oak.move(0)
                await house.quiet()
            question = state.question_of(1)
            await oak.submit(0, commands.ask_undo(), "undo")
            state = await oak.state()
            assert state.waiting_for == [0]
            assert state.question_of(1) != question
            before = len(state.choices)
            if when == "after":
                await oak.move(0)
                await house.until(lambda: len(bots.asked) == 2)
            bots.say(0)
            await house.quiet()
            assert (1, bots.asked[0].legal[0]) not in (await oak.state()).choices[before:]
            if when != "after":
                await oak.move(0)
                await house.until(lambda: len(bots.asked) == 2)
            assert bots.asked[0].seed != bots.asked[1].seed
            bots.say(1)
            await house.quiet()
            assert len((await oak.state()).choices) == before + 2

    asyncio.run(play())


def test_whoever_takes_the_seat_back_decides_and_the_bots_answer_is_dropped(
    database: Database,
) -> None:
    async def play() -> None:
        bots = Bots(slow=True)
        async with hall(database, bots=bots) as house:
            oak = await house.table("tybor", "Anna Bert")
            await oak.submit(0, commands.hand(0, "greedy"), "hand")
            await house.until(lambda: len(bots.asked) == 1)
            await oak.submit(0, commands.hand(0, None), "back")
            bots.say(0)
            await house.quiet()
            assert (await oak.state()).choices == []
            await oak.move(0)
            assert len((await oak.state()).choices) == 1
            assert len(bots.asked) == 1

    asyncio.run(play())


def test_a_bot_that_was_interrupted_by_an_undo_is_asked_again(database: Database) -> None:
    async def play() -> None:
        bots = Bots(slow=True)
        async with hall(database, bots=bots) as house:
            oak = await house.table("samara", "Anna Bert greedy", seed=ANNA_FIRST)
            anna = (await oak.state()).waiting_for[0]
            while not bots.asked:
                await oak.move((await oak.state()).waiting_for[0])
                await house.quiet()
            await oak.submit(anna, commands.ask_undo(), "undo")
            bots.say()  # nobody wants to know just now
            await house.quiet()
            assert (await oak.state()).bots_to_ask == []
            await oak.submit(1 - anna, commands.answer_undo(False), "no")
            await house.until(lambda: len(bots.asked) == 2)
            assert bots.asked[0].seed == bots.asked[1].seed

    asyncio.run(play())


def test_a_bot_whose_answer_came_just_before_the_undo_was_refused_is_asked_again(
    database: Database,
) -> None:
    """Both wait in the queue together: the answer is checked while the undo is still pending."""

    async def play() -> None:
        bots = Bots(slow=True)
        async with hall(database, bots=bots) as house:
            oak = await house.table("samara", "Anna Bert greedy", seed=ANNA_FIRST)
            while not bots.asked:
                await oak.move((await oak.state()).waiting_for[0])
                await house.quiet()
            await oak.submit(0, commands.ask_undo(), "undo")
            loaded = house.service.tables[oak.id]
            async with loaded.lock:
                bots.say()
                await house.until(lambda: len(loaded.queue) == 1)
                no = asyncio.create_task(oak.submit(1, commands.answer_undo(False), "no"))
                await house.until(lambda: len(loaded.queue) == 2)
            await no
            await house.until(lambda: len(bots.asked) == 2)
            bots.say()
            await house.quiet()
            assert (await oak.state()).last_choice(2) is not None

    asyncio.run(play())


def test_after_a_restart_a_bot_is_asked_again_and_with_the_same_seed(place: str) -> None:
    async def play() -> None:
        time, bots = Time(), Bots(slow=True)
        async with hall(place, time, bots) as house:
            await house.table("tybor", "Anna Bert greedy")
            await house.until(lambda: len(bots.asked) == 1)
        async with hall(place, time, bots) as house:
            await house.until(lambda: len(bots.asked) == 2)
            assert bots.asked[0].seed == bots.asked[1].seed
            assert bots.asked[0].legal == bots.asked[1].legal

    asyncio.run(play())


def test_a_table_that_cannot_be_read_does_not_stop_the_others(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        time, bots = Time(), Bots(slow=True)
        async with hall(database, time, bots) as house:
            bad = await house.table("tybor", "Anna greedy")
            good = await house.table("tybor", "Anna greedy")
            await house.until(lambda: len(bots.asked) == 2)
            await database.write([_spoil(bad.id)])
            other = TableService(house.service.store, Bots(), now=time.of_a_server())
            await other.sweeper.sweep()
            for _ in range(12_000):
                await asyncio.sleep(0.005)
                if len([e for e in await good.log() if e.kind == "moved"]) == 1:
                    break
            else:
                raise AssertionError("nobody asked the bot")
            await other.end()

    asyncio.run(play())
    assert caplog.text.count("a table is damaged") == 1


def _spoil(oak: str) -> Statement:
    return Statement("UPDATE log SET kind = 'nonsense' WHERE table_id = ? AND seq = 2", (oak,))


def test_a_hint_is_for_a_seat_that_has_to_decide(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert")
            assert (await house.service.hint(oak.id, oak.token(0), "de"))[0].startswith("de")
            await oak.move(0)
            with pytest.raises(Rejected, match="nothing to decide"):
                await house.service.hint(oak.id, oak.token(0), "de")
            with pytest.raises(Forbidden):
                await house.service.hint(oak.id, oak.token("host"), "de")

    asyncio.run(play())


def test_an_opening_has_tokens_of_at_least_128_bits() -> None:
    opening = opening_of("tybor", "Anna -")
    opening.body()
    tokens = [opening.host, opening.watch, opening.tokens[0], opening.invites[1]]
    assert len(set(tokens)) == 4
    assert all(len(token) * 6 >= 128 for token in tokens)


def test_a_table_that_was_evicted_is_freed_without_the_garbage_collector() -> None:
    """The server lets the collector run rarely: a reference cycle would keep tables in memory."""
    scene = table("tybor", "Anna Bert")
    assert scene.state.table is not None
    parts: list[weakref.ref[Any]] = [weakref.ref(scene.state), weakref.ref(scene.state.table)]
    gc.disable()
    try:
        del scene
        assert [part() for part in parts] == [None, None]
    finally:
        gc.enable()
