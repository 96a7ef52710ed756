"""Who sits where: invites, fill, free, swap, add, remove, names, hand to a bot and take back."""

from __future__ import annotations

import asyncio

import orjson
import pytest

from baumeister.kernel.chance import commitment
from baumeister.play import OptionError, UserError
from baumeister.server.store.database import Database
from baumeister.server.tables import commands
from baumeister.server.tables.commands import GRACE
from baumeister.server.tables.errors import Forbidden, NotFound, Rejected
from baumeister.server.tables.names import different_names
from baumeister.server.tables.seats import HOST, SEAT, SPECTATOR, Role, hashed
from baumeister.server.tables.subscribers import Subscriber
from tests.server.scene import SECOND, Scene, hall, opening_of, refusal, table


def holder(scene: Scene, token: str) -> Role | None:
    return scene.state.role_of(hashed(token))


# --- sitting down -----------------------------------------------------------------------------
def test_a_table_has_seats_for_me_for_guests_and_for_bots() -> None:
    scene = table("tybor", "Anna - greedy random")
    assert [seat.kind for seat in scene.state.seats] == ["person", "open", "bot", "bot"]
    assert [seat.name for seat in scene.state.seats] == ["Anna", None, "Greedy", "Random"]
    assert holder(scene, scene.opening.tokens[0]) == Role(SEAT, 0)
    assert holder(scene, scene.opening.host) == Role(HOST)
    assert holder(scene, scene.opening.watch) == SPECTATOR
    assert list(scene.opening.invites) == [1]


def test_the_log_holds_no_token_in_plain() -> None:
    scene = table("tybor", "Anna - -")
    token = scene.join(1, "Bert")
    opening = scene.opening
    secrets = [token, opening.host, opening.watch, *opening.tokens.values()]
    secrets += opening.invites.values()
    assert not [secret for secret in secrets if secret in str(scene.log)]


def test_whoever_has_the_invite_sits_down_and_has_a_token() -> None:
    scene = table("tybor", "Anna -")
    token = scene.join(1, "Bert")
    assert scene.state.seats[1].kind == "person"
    assert scene.state.seats[1].name == "Bert"
    assert holder(scene, token) == Role(SEAT, 1)


def test_an_invite_works_once() -> None:
    scene = table("tybor", "Anna -")
    token = scene.join(1, "Bert", claim="of Bert")
    assert refusal(lambda: scene.join(1, "Eve", claim="of Eve")) == "seat_taken"
    assert scene.state.seats[1].name == "Bert"
    assert holder(scene, token) == Role(SEAT, 1)


def test_the_host_who_knows_all_invites_cannot_use_one_that_was_claimed() -> None:
    scene = table("tybor", "Anna -")
    scene.join(1, "Bert", claim="of Bert")
    command = commands.join(scene.opening.invites[1], "of the host", "Bert", "a token")
    assert refusal(lambda: scene.submit("host", command)) == "seat_taken"


def test_who_joins_again_with_the_same_claim_gets_one_more_token() -> None:
    scene = table("tybor", "Anna -")
    first = scene.join(1, "Bert", claim="of Bert")
    again = scene.join(1, "Bert", claim="of Bert")
    assert holder(scene, first) == holder(scene, again) == Role(SEAT, 1)


def test_who_is_sent_away_has_no_token_left() -> None:
    scene = table("tybor", "Anna -")
    tokens = [scene.join(1, "Bert", claim="of Bert") for _ in range(2)]
    scene.submit("host", commands.free_seat(1, "another invite"))
    assert [holder(scene, token) for token in tokens] == [None, None]


def test_an_answer_that_got_lost_is_repeated_even_if_the_game_has_started() -> None:
    scene = table("tybor", "Anna -")
    scene.join(1, "Bert", claim="of Bert")
    scene.start()
    token = scene.join(1, "Somebody", claim="of Bert")
    assert holder(scene, token) == Role(SEAT, 1)
    assert scene.state.seats[1].name == scene.table.names[1] == "Bert"
    assert refusal(lambda: scene.join(1, "Eve", claim="of Eve")) == "seat_taken"


def test_a_wrong_invite_is_not_found() -> None:
    scene = table("tybor", "Anna -")
    command = commands.join("wrong", "claim", "Bert", "token")
    with pytest.raises(NotFound, match="invitation"):
        scene.submit("watch", command)


def test_a_name_that_no_record_could_hold_is_refused() -> None:
    scene = table("tybor", "Anna -")
    with pytest.raises(OptionError):
        scene.join(1, "Be|rt")
    assert scene.state.seats[1].kind == "open"


def test_nobody_sits_down_at_a_table_that_was_put_away() -> None:
    scene = table("tybor", "Anna -")
    scene.submit("host", commands.archive(True))
    assert refusal(lambda: scene.join(1)) == "archived"


# --- what the host does -----------------------------------------------------------------------
def test_the_host_puts_a_bot_on_an_open_seat_and_its_invite_ends() -> None:
    scene = table("tybor", "Anna -")
    scene.submit("host", commands.fill_seat(1, "greedy", "Greedy"))
    assert scene.state.seats[1].bot == "greedy"
    assert refusal(lambda: scene.join(1)) == "invite"


def test_the_token_of_a_freed_seat_ends_and_the_new_invite_is_good() -> None:
    scene = table("tybor", "Anna -")
    token = scene.join(1, "Bert")
    scene.submit("host", commands.free_seat(1, "another invite"))
    assert holder(scene, token) is None
    assert scene.state.seats[1].name is None
    assert refusal(lambda: scene.join(1)) == "invite"
    scene.submit("watch", commands.join("another invite", "of Cora", "Cora", "of Cora's"))
    assert holder(scene, "of Cora's") == Role(SEAT, 1)


def test_a_bot_in_the_place_of_somebody_ends_the_token() -> None:
    scene = table("tybor", "Anna Bert", start=False)
    scene.submit("host", commands.fill_seat(1, "greedy", "Greedy"))
    assert holder(scene, scene.opening.tokens[1]) is None
    assert holder(scene, scene.opening.tokens[0]) == Role(SEAT, 0)


def test_tokens_follow_swapped_seats() -> None:
    scene = table("tybor", "Anna - greedy")
    scene.submit("host", commands.swap_seats(0, 1))
    assert [seat.name for seat in scene.state.seats] == [None, "Anna", "Greedy"]
    assert holder(scene, scene.opening.tokens[0]) == Role(SEAT, 1)
    token = scene.join(1, "Bert")  # the invite that was made for seat 1 followed, too
    assert holder(scene, token) == Role(SEAT, 0)


def test_swapping_a_seat_with_itself_changes_nothing() -> None:
    scene = table("tybor", "Anna Bert", start=False)
    scene.submit("host", commands.swap_seats(1, 1))
    assert holder(scene, scene.opening.tokens[1]) == Role(SEAT, 1)
    assert [seat.name for seat in scene.state.seats] == ["Anna", "Bert"]


def test_a_seat_is_added_at_the_end() -> None:
    scene = table("tybor", "Anna Bert", start=False)
    scene.submit("host", commands.add_seat("a third invite"))
    assert [seat.kind for seat in scene.state.seats] == ["person", "person", "open"]


def test_later_seats_move_up_with_their_tokens_when_one_is_removed() -> None:
    scene = table("tybor", "Anna Bert Cora", start=False)
    scene.submit("host", commands.remove_seat(1))
    assert [seat.name for seat in scene.state.seats] == ["Anna", "Cora"]
    tokens = scene.opening.tokens
    assert [holder(scene, tokens[k]) for k in range(3)] == [Role(SEAT, 0), None, Role(SEAT, 1)]


def test_a_game_has_its_least_and_most_players() -> None:
    scene = table("samara", "Anna Bert Cora Dirk Emma", start=False)
    assert refusal(lambda: scene.submit("host", commands.add_seat("invite"))) == "players"
    scene = table("samara", "Anna Bert", start=False)
    assert refusal(lambda: scene.submit("host", commands.remove_seat(0))) == "players"


SEATING = {
    "fill": commands.fill_seat(1, "greedy", "Greedy"),
    "free": commands.free_seat(1, "invite"),
    "swap": commands.swap_seats(0, 1),
    "add": commands.add_seat("invite"),
    "remove": commands.remove_seat(2),
}


@pytest.mark.parametrize("change", SEATING)
def test_seats_change_before_the_start_only(change: str) -> None:
    scene = table("tybor", "Anna Bert Cora")
    before = scene.snapshots()
    assert refusal(lambda: scene.submit("host", SEATING[change])) == "has_started"
    assert scene.snapshots() == before


@pytest.mark.parametrize("change", SEATING)
@pytest.mark.parametrize("who", [0, "watch"])
def test_seats_are_changed_by_the_host_only(change: str, who: int | str) -> None:
    scene = table("tybor", "Anna Bert Cora", start=False)
    with pytest.raises(Forbidden):
        scene.submit(who, SEATING[change])


@pytest.mark.parametrize(
    "command",
    [
        commands.fill_seat(9, "greedy", "Greedy"),
        commands.free_seat(9, "invite"),
        commands.swap_seats(0, 9),
        commands.remove_seat(9),
        commands.hand(9, "greedy"),
    ],
)
def test_a_seat_that_is_not_there(command: commands.Command) -> None:
    scene = table("tybor", "Anna Bert Cora", start=False)
    assert refusal(lambda: scene.submit("host", command)) == "no_seat"


# --- names and the start ----------------------------------------------------------------------
def test_players_have_different_names_once_the_game_starts() -> None:
    scene = table("tybor", "Anna - - -")
    scene.join(1, "ANNA")
    scene.join(2, "Anna 2")
    scene.join(3)
    scene.start()
    assert scene.table.names == ("Anna", "ANNA 2", "Anna 2 2", "Player 4")


def test_long_names_that_are_the_same_become_different() -> None:
    scene = table("tybor", "Anna - -")
    scene.join(1, "x" * 40)
    scene.join(2, "x" * 40)
    scene.start()
    assert scene.table.names[1:] == ("x" * 40, "x" * 36 + " 2")


def test_a_player_changes_the_own_name_until_the_start() -> None:
    scene = table("tybor", "Anna Bert", start=False)
    scene.submit(1, commands.rename_seat("Bruno"))
    assert scene.state.seats[1].name == "Bruno"
    scene.start()
    assert refusal(lambda: scene.submit(1, commands.rename_seat("Bert"))) == "has_started"
    assert refusal(lambda: scene.submit("host", commands.rename_seat("Bert"))) == "has_started"


def test_a_game_starts_when_everybody_is_there() -> None:
    scene = table("tybor", "Anna - -")
    scene.join(1)
    with pytest.raises(Rejected, match="3"):
        scene.start()
    scene.join(2)
    scene.start()
    assert scene.status() == "running"
    assert refusal(scene.start) == "has_started"


def test_only_the_host_starts() -> None:
    scene = table("tybor", "Anna Bert", start=False)
    with pytest.raises(Forbidden):
        scene.submit(0, commands.start())


def test_the_commitment_is_shown_before_the_deal_and_the_seed_after_the_end() -> None:
    scene = table("samara", "Anna Bert", start=False)
    promised = scene.snapshot(0)["table"]["commitment"]
    scene.start()
    assert scene.snapshot(0)["table"]["seed"] is None
    scene.play()
    shown = scene.snapshot("watch")["table"]
    assert shown["seed"] == scene.table.seed
    assert shown["commitment"] == promised == commitment(shown["seed"].partition(".")[0])


# --- hand to a bot and take back --------------------------------------------------------------
def test_a_player_hands_the_seat_to_a_bot_and_takes_it_back() -> None:
    scene = table("tybor", "Anna Bert")
    scene.submit(0, commands.hand(0, "random"))
    shown = scene.snapshot(1)["table"]["seats"][0]
    assert (shown["stand_in"], shown["why"], shown["kind"]) == ("random", "asked", "person")
    assert scene.state.bots_to_ask == [0]
    assert refusal(lambda: scene.move(0)) == "stood_in"
    scene.submit(0, commands.hand(0, None))
    shown = scene.snapshot(1)["table"]["seats"][0]
    assert (shown["stand_in"], shown["why"]) == (None, None)
    assert scene.state.bots_to_ask == []
    scene.move(0)


@pytest.mark.parametrize("status", ["open", "running", "over", "archived"])
def test_a_seat_is_handed_and_taken_back_at_any_time(status: str) -> None:
    scene = table("samara", "Anna Bert", start=status != "open")
    if status == "over":
        scene.play()
    if status == "archived":
        scene.submit("host", commands.archive(True))
    assert scene.status() == status
    scene.submit(0, commands.hand(0, "greedy"))
    assert scene.stand_in(0) == "greedy"
    scene.submit(0, commands.hand(0, None))
    assert scene.stand_in(0) is None


def test_the_host_lets_a_bot_stand_in_for_somebody_away_and_cannot_take_that_back() -> None:
    scene = table("tybor", "Anna Bert")
    scene.submit("host", commands.hand(1, "greedy", lambda: GRACE))
    assert scene.snapshot(0)["table"]["seats"][1]["why"] == "host"
    with pytest.raises(Forbidden):
        scene.submit("host", commands.hand(1, None))
    scene.submit(1, commands.hand(1, None))
    assert scene.stand_in(1) is None


def test_the_host_sees_what_spectators_see_whoever_stands_in() -> None:
    scene = table("tybor", "Anna Bert")
    scene.submit("host", commands.hand(1, "greedy", lambda: GRACE))
    host, watch = scene.snapshot("host"), scene.snapshot("watch")
    assert host["view"] == watch["view"] != scene.snapshot(1)["view"]
    assert host["events"] == watch["events"]


@pytest.mark.parametrize("who", [1, "watch"])
def test_nobody_else_hands_a_seat(who: int | str) -> None:
    scene = table("tybor", "Anna Bert")
    with pytest.raises(Forbidden):
        scene.submit(who, commands.hand(0, "greedy"))


def test_the_seat_of_a_bot_is_not_handed() -> None:
    scene = table("tybor", "Anna greedy")
    assert refusal(lambda: scene.submit("host", commands.hand(1, "random"))) == "no_person"


def test_the_host_does_not_play_for_somebody_who_is_there() -> None:
    scene = table("tybor", "Anna Bert")
    there = commands.hand(1, "greedy", lambda: 0.0)
    assert refusal(lambda: scene.submit("host", there)) == "not_away"
    just_gone = commands.hand(1, "greedy", lambda: GRACE - 1)
    assert refusal(lambda: scene.submit("host", just_gone)) == "not_away"
    assert scene.stand_in(1) is None


def test_the_host_lets_a_bot_play_for_somebody_whose_time_is_up() -> None:
    scene = table("samara", "Anna Bert", clock=(60 * SECOND, 0))
    (late,) = scene.state.waiting_for
    there = commands.hand(late, "greedy", lambda: 0.0)
    assert refusal(lambda: scene.submit("host", there)) == "not_away"
    scene.time.passes(60 * SECOND)
    scene.submit("host", there)
    assert scene.stand_in(late) == "greedy"


def test_the_host_chooses_no_other_bot_than_the_one_everybody_knows_of() -> None:
    scene = table("tybor", "Anna Bert")
    with pytest.raises(Rejected, match="greedy"):
        scene.submit("host", commands.hand(1, "random", lambda: GRACE))


def test_a_table_may_do_without_bots_that_stand_in() -> None:
    scene = table("tybor", "Anna Bert", stand_in=None)
    assert scene.snapshot(0)["table"]["stand_in"] is None
    host = commands.hand(1, "greedy", lambda: GRACE)
    assert refusal(lambda: scene.submit("host", host)) == "no_stand_in"
    scene.submit(1, commands.hand(1, "greedy"))
    assert scene.stand_in(1) == "greedy"


def test_a_table_with_a_clock_needs_a_bot_that_stands_in() -> None:
    opening = opening_of("tybor", "Anna Bert", stand_in=None, clock=(60 * SECOND, 0))
    assert refusal(opening.body) == "clock_stand_in"


# --- putting away, links ----------------------------------------------------------------------
def test_a_table_is_put_away_and_taken_out_again() -> None:
    scene = table("tybor", "Anna greedy")
    scene.submit("host", commands.archive(True))
    assert scene.status() == "archived"
    assert scene.state.waiting_for == scene.state.bots_to_ask == []
    assert scene.state.due(scene.time.now) is None
    assert refusal(lambda: scene.move(0)) == "archived"
    scene.submit("host", commands.archive(False))
    assert scene.status() == "running"
    assert scene.state.bots_to_ask == [1]
    scene.move(0)
    with pytest.raises(Forbidden):
        scene.submit(0, commands.archive(True))


def test_a_new_link_for_spectators_ends_the_old_one() -> None:
    scene = table("tybor", "Anna Bert")
    with pytest.raises(Forbidden):
        scene.submit(0, commands.new_watch_link("mine"))
    scene.submit("host", commands.new_watch_link("a new one"))
    assert holder(scene, scene.opening.watch) is None
    assert holder(scene, "a new one") == SPECTATOR
    assert holder(scene, scene.opening.tokens[0]) == Role(SEAT, 0)


def test_whoever_was_there_with_an_ended_token_is_sent_away(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert", start=False)
            gone, stays = Subscriber(oak.token(1), "en", 0), Subscriber(oak.token(0), "en", 0)
            await house.service.subscribe(oak.id, gone)
            await house.service.subscribe(oak.id, stays)
            await oak.submit("host", commands.free_seat(1, "another invite"))
            assert gone.closed == "not_valid"
            assert stays.closed is None
            with pytest.raises(NotFound):
                await oak.snapshot(1)

    asyncio.run(play())


def test_who_is_here_is_told_to_newcomers_and_to_all_when_it_changes(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert", start=False)
            anna, guest = Subscriber(oak.token(0), "en", 0), Subscriber(oak.token("watch"), "en", 0)
            await house.service.subscribe(oak.id, anna)
            here, update = map(orjson.loads, await anna.take())
            assert here == {"type": "here", "seats": [0]}
            assert [seat["here"] for seat in update["table"]["seats"]] == [True, False]
            await house.service.subscribe(oak.id, guest)
            assert orjson.loads((await guest.take())[0]) == here
            await oak.submit("host", commands.swap_seats(0, 1))  # the guest's coming was not told
            here, update = map(orjson.loads, await anna.take())
            assert here == {"type": "here", "seats": [1]}
            assert [seat["here"] for seat in update["table"]["seats"]] == [False, True]

    asyncio.run(play())


def test_whoever_waits_for_a_table_finds_it_though_it_could_have_been_put_away(
    database: Database,
) -> None:
    async def play() -> None:
        async with hall(database, most_tables=1) as house:
            oak = await house.table("tybor", "Anna Bert")
            loaded, anna = house.service.tables[oak.id], Subscriber(oak.token(0), "en", 0)
            await loaded.lock.acquire()
            listening = asyncio.create_task(house.service.subscribe(oak.id, anna))
            await asyncio.sleep(0)
            loaded.lock.release()  # it is promised to Anna, who does not have it yet
            house.service.tables["another"] = type(loaded)("another")
            house.service.cache.evict(house.service.tables["another"])
            await listening
            assert house.service.tables[oak.id] is loaded

    asyncio.run(play())


def test_another_token_is_given_for_a_place_that_is_still_the_persons(database: Database) -> None:
    """A personal page knows the hash of Anna's token; meanwhile the host swaps the seats."""

    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert", start=False)
            service, proof = house.service, hashed(oak.token(0) or "")
            token = await service.new_token(oak.id, Role(SEAT, 0), proof)
            assert await service.role_of(oak.id, token) == Role(SEAT, 0)
            await oak.submit("host", commands.swap_seats(0, 1))
            with pytest.raises(Forbidden):
                await service.new_token(oak.id, Role(SEAT, 0), proof)
            other = await service.new_token(oak.id, Role(SEAT, 1), proof)
            assert await service.role_of(oak.id, other) == Role(SEAT, 1)
            with pytest.raises(Forbidden):
                await service.new_token(oak.id, Role(HOST), proof)
            with pytest.raises(Forbidden):
                await service.new_token(oak.id, SPECTATOR, hashed(oak.opening.watch))

    asyncio.run(play())


@pytest.mark.parametrize("status", ["open", "running"])
def test_strangers_do_not_find_a_private_table(database: Database, status: str) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert", start=status == "running")
            for stranger in (None, "a wrong token"):
                with pytest.raises(NotFound) as hidden:
                    await house.service.look(oak.id, stranger, lambda *seen: None)
                with pytest.raises(NotFound) as absent:
                    await house.service.look("no-such-table", stranger, lambda *seen: None)
                assert hidden.value.text("en") == absent.value.text("en")
                with pytest.raises(NotFound):
                    await house.service.submit(oak.id, stranger, commands.start())

    asyncio.run(play())


def test_a_public_table_shows_strangers_what_spectators_see(database: Database) -> None:
    async def play() -> None:
        async with hall(database) as house:
            oak = await house.table("tybor", "Anna Bert", public=True)
            seen = await oak.snapshot(None)
            assert seen["you"] == {"role": "watch", "seat": None}
            assert seen["view"] == (await oak.snapshot("watch"))["view"]
            with pytest.raises(Forbidden):
                await oak.submit(None, commands.move(0))
            with pytest.raises(Forbidden):
                await house.service.look(oak.id, "a wrong token", lambda *seen: None)
            await oak.submit("host", commands.change_table(None, False))
            with pytest.raises(NotFound):
                await oak.snapshot(None)

    asyncio.run(play())


# --- public tables ----------------------------------------------------------------------------
def test_whoever_comes_sits_down_at_a_free_seat_of_a_public_table() -> None:
    scene = table("samara", "Anna - -", public=True)
    scene.submit("watch", commands.join(None, "cora's claim", "Cora", "cora's token"))
    scene.submit("watch", commands.join(None, "cora's claim", "Cora", "once more"))
    scene.submit("watch", commands.join(None, "dirk's claim", "Dirk", "dirk's token"))
    assert [seat.name for seat in scene.state.seats] == ["Anna", "Cora", "Dirk"]
    full = commands.join(None, "emil's claim", "Emil", "emil's token")
    assert refusal(lambda: scene.submit("watch", full)) == "no_free_seat"


def test_a_private_table_has_no_free_seats_for_strangers() -> None:
    scene = table("samara", "Anna -")
    stranger = commands.join(None, "claim", "Cora", "token")
    assert refusal(lambda: scene.submit("watch", stranger)) == "no_table"


# --- names that look alike ----------------------------------------------------------------------
@pytest.mark.parametrize(
    "name",
    ["Аnna", "Ａnna", "An na", "ANNA", "ᴬnna", "Aոոa", "Anna\ufe0f"],
    ids=["Cyrillic", "full width", "space", "case", "superscript", "Armenian", "variant"],
)
def test_two_names_that_look_alike_are_told_apart_at_the_start(name: str) -> None:
    assert different_names(["Anna", name]) == ["Anna", f"{name} 2"]


def test_names_that_people_can_tell_apart_stay() -> None:
    names = [
        "Anna",
        "Änna",
        "Hanna",
        "Anne",
        "Ваня",
        "Νίκος",
        "Jo",
        "Bo",
        "Al",
        "Ali",
        "李明",
        "Player 7",
    ]
    assert different_names(names) == names


@pytest.mark.parametrize("name", ["An\u2800na", "\u3164", "Anna\u115f", "Anna\u200b", "\u0301"])
def test_a_name_has_no_invisible_characters(name: str) -> None:
    with pytest.raises(UserError):
        commands.check_name(name)
    with pytest.raises(UserError):
        commands.check_title(name)
