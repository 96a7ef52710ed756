"""T7, S9 Bots are honest: they get a seat's view, nothing leads from it to the rest, and what they
do not know plays no part in what they decide."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

import baumeister
from baumeister.bots import BOTS, LEVELS, Bot, bot_seed, new_bot
from baumeister.games.tybor.knowledge import remembers
from baumeister.kernel.chance import FastDealer, TapeDealer
from baumeister.kernel.events import Announcer
from baumeister.kernel.rule import CompiledFunction, can_compile
from baumeister.kernel.struct import HIDDEN, Array, Many, One, Struct
from baumeister.kernel.struct import OWN as OWNER_SEES
from baumeister.play import Event, Table
from tests.bots.asking import patient
from tests.games.samara import playing as samara
from tests.games.tybor import playing as tybor
from tests.soaking import times

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed: no search")

SEED = "a seed that nobody may know"
PLAYERS = [("tybor", n) for n in (2, 3, 4, 5, 8)] + [("samara", n) for n in (2, 3, 4, 5)]
each_bot = pytest.mark.parametrize("bot", BOTS)
each_game = pytest.mark.parametrize("game", ["tybor", "samara"])
each_number = pytest.mark.parametrize(("game", "players"), PLAYERS)


# --- moments ------------------------------------------------------------------------------------
def tables(game: str, players: int, looks: int, seed: str = SEED) -> Iterator[Table]:
    """Games of all kinds of players, handed over at about so many of their moments; in Samara
    always when somebody chooses for the Barracks, the only secret there."""
    policies = len(tybor.POLICIES if game == "tybor" else samara.POLICIES)
    for number in range(policies):
        rng = random.Random(f"{seed} {number}")
        if game == "tybor":
            table = tybor.new_table(players, 7 * number + players, f"{seed} {number}")
        else:
            table = samara.new_table(players, 1 + number, f"{seed} {number}")
        while not table.over:
            secret = game == "samara" and samara.phase(table) == "barracks"
            if secret or rng.random() < looks / (40 * players):
                yield table
            if game == "tybor":
                tybor.step(table, tybor.POLICIES[number], rng)
            else:
                samara.step(table, samara.POLICIES[number], rng)


@contextmanager
def another_truth(table: Table, seat: int, seed: str) -> Iterator[None]:
    """All that the seat does not know is dealt again, at the table itself: a bot that finds a way
    to the table finds another truth there."""
    truth = table._state
    table._state = table.seat_view(seat).redeal(FastDealer(seed))
    yield
    table._state = truth


# --- the unknown plays no part ------------------------------------------------------------------
@each_bot
@each_number
def test_a_bot_decides_the_same_whatever_it_does_not_know(
    game: str, players: int, bot: str
) -> None:
    moments = 0
    for table in tables(game, players, looks=times(2, 4)):
        for seat in table.waiting_for[:2]:
            decision = patient(bot, "its own", 40).decide(table.seat_view(seat))
            for number in range(2):
                with another_truth(table, seat, f"truth {number}"):
                    view = table.seat_view(seat)
                    assert patient(bot, "its own", 40).decide(view) == decision
            moments += 1
    assert moments >= times(5, 10)


@pytest.mark.parametrize("level", LEVELS)
@each_game
def test_a_level_does_so_with_all_its_iterations(game: str, level: str) -> None:
    moments = [next(tables(game, 3, looks=2, seed=f"{SEED} {k}")) for k in range(3)]
    for table in moments:
        seat = table.waiting_for[0]
        decision = patient(level, "its own").decide(table.seat_view(seat))
        with another_truth(table, seat, "another"):
            assert patient(level, "its own").decide(table.seat_view(seat)) == decision


def test_a_bot_that_peeks_would_be_found_out() -> None:
    """Otherwise the tests above would prove nothing."""
    same = []
    for table in tables("tybor", 3, looks=4):
        seat = table.waiting_for[0]
        honest = decided_by_peeking(table, seat)
        with another_truth(table, seat, "truth 0"):
            same.append(decided_by_peeking(table, seat) == honest)
    assert not all(same)


def decided_by_peeking(table: Table, seat: int) -> int:
    """A decision that depends on the next card of the pile."""
    legal, state = table.legal(seat), table._state
    next_card: int = state.pile[state.pile_end - state.n_pile]
    return legal[next_card % len(legal)]


def test_what_is_dealt_again_is_another_truth() -> None:
    for game, players in PLAYERS:
        if (game, players) == ("samara", 2):
            continue  # S7.5 one other foreman, who chooses alone: there is nothing to hide
        others = 0
        for table in tables(game, players, looks=4):
            seat = table.waiting_for[0]
            truth = table.snapshot()
            with another_truth(table, seat, "truth 0"):
                others += table.snapshot() != truth
        assert others > 0, (game, players)


# --- no way to the table ------------------------------------------------------------------------
def reachable(root: object) -> list[Any]:
    """All objects to which references lead from here. Modules and classes belong to everybody, and
    so do a function's globals; compiled code holds none of a table's objects."""
    found: dict[int, Any] = {}
    waiting = [root]
    while waiting:
        one = waiting.pop()
        if id(one) in found or isinstance(one, type | ModuleType | BuiltinFunctionType):
            continue
        found[id(one)] = one
        if isinstance(one, CompiledFunction):
            waiting.append(one.plain)
        elif isinstance(one, FunctionType):
            waiting += [one.__closure__, one.__defaults__, one.__kwdefaults__, one.__dict__]
        else:
            waiting += gc.get_referents(one)
    return list(found.values())


def secrets_in(root: object, table: Table, own: object) -> list[str]:
    """What a bot must not be able to get at: the table, who deals and tells there, its events and
    seed, and every part of its state. `own` is the state that the seat was given."""
    hidden = {id(part) for part in reachable(table._state) if isinstance(part, Struct | list)}
    secrets = []
    for one in reachable(root):
        told = isinstance(one, Table | TapeDealer | Announcer | Event)
        state = isinstance(one, table.rules.core.state) and one is not own
        if told or state or id(one) in hidden:
            secrets.append(type(one).__name__)
        elif isinstance(one, str) and SEED in one:
            secrets.append(f"the seed in {one!r}")
    return secrets


@each_number
def test_no_way_leads_from_a_view_to_the_table(game: str, players: int) -> None:
    for table in tables(game, players, looks=1):
        for seat in (None, *range(players)):
            view = table.seat_view(seat)
            assert secrets_in(view, table, view.state) == []


@each_bot
@each_game
def test_no_way_leads_from_a_bot_to_the_table(game: str, bot: str) -> None:
    """Nor to what it was shown earlier at the other seat."""
    table = baumeister.game(game).new(2, SEED)
    bots = [patient_at(table, bot, seat) for seat in range(2)]
    for _ in range(12):
        seat = table.waiting_for[0]
        table.play(seat, bots[seat].decide(table.seat_view(seat)))
    for one in bots:
        assert secrets_in(one, table, None) == []


def patient_at(table: Table, bot: str, seat: int) -> Bot:
    return patient(bot, bot_seed(table.seed, seat), 20)


def test_the_search_for_ways_finds_what_is_there() -> None:
    """A view that holds the table, or something of it, is found out."""
    table = baumeister.game("tybor").new(2, SEED)
    view = table.seat_view(0)

    def peeking() -> int:
        return len(table.moves)

    for leak in (
        table,
        table.legal,
        peeking,
        table._dealer,
        table._announcer,
        table._state,
        table._state.players[1].hand,
        table._state.pile,
        table.seed,
    ):
        leaking = replace(view, options={"leak": leak})
        assert secrets_in(leaking, table, view.state) != []


def test_the_seed_of_a_bot_does_not_lead_to_the_seed_of_the_table() -> None:
    assert SEED not in bot_seed(SEED, 0)
    assert len({bot_seed(seed, seat) for seed in (SEED, "other") for seat in range(8)}) == 16
    own, of_the_table = FastDealer(bot_seed(SEED, 0)), TapeDealer(SEED)
    assert [own.word() for _ in range(8)] != [of_the_table.word() for _ in range(8)]


# --- what is hidden is blank --------------------------------------------------------------------
CANARY = -77


def poisoned(item: Struct, name: str) -> None:
    """Write canaries into a field."""
    kind = item.FIELDS[name][0]
    if isinstance(kind, One):
        for inner in getattr(item, name).FIELDS:
            poisoned(getattr(item, name), inner)
    elif isinstance(kind, Array):
        setattr(item, name, [CANARY] * len(getattr(item, name)))
    else:
        setattr(item, name, CANARY)


def poison(state: Any, seat: int) -> int:
    """Write canaries into all that the seat may not see; how many fields that are."""
    fields = [(state, name) for name, (_, sees) in state.FIELDS.items() if sees == HIDDEN]
    for other in range(state.n_players):
        player = state.players[other]
        for name, (_, sees) in player.FIELDS.items():
            if sees == HIDDEN or (sees == OWNER_SEES and other != seat):
                fields.append((player, name))
    for item, name in fields:
        poisoned(item, name)
    return len(fields)


def numbers_in(data: Any) -> Iterator[int]:
    if isinstance(data, dict):
        for value in data.values():
            yield from numbers_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from numbers_in(value)
    else:
        yield data


@each_number
def test_no_canary_in_a_hidden_field_reaches_a_seat(game: str, players: int) -> None:
    hidden = 0
    for table in tables(game, players, looks=4):
        for seat in range(players):
            truth = table._state
            if game == "tybor" and any(
                remembers(truth, seat, other) for other in range(players) if other != seat
            ):
                continue  # T7.3 such a hand may be seen
            assert CANARY not in numbers_in(truth.to_json())
            table._state = truth.copy()
            hidden += poison(table._state, seat)
            assert CANARY in numbers_in(table._state.to_json())
            assert CANARY not in numbers_in(table.seat_view(seat).state.to_json())
            table._state = truth
    assert hidden > 0


def test_there_is_something_to_hide_in_both_games() -> None:
    hidden = {}
    for game in ("tybor", "samara"):
        state = baumeister.game(game).new(3, SEED).snapshot()
        fields = {**state.FIELDS, **state.players[0].FIELDS}
        hidden[game] = {name for name, (_, sees) in fields.items() if sees in (HIDDEN, OWNER_SEES)}
    assert hidden == {
        "tybor": {"pile", "building_pile", "hand", "drawn", "chosen", "objective"},
        "samara": {"chosen"},
    }


# --- what a bot does to its view, it does to itself ----------------------------------------------
def scribble(item: Struct) -> None:
    """Change every number."""
    for name, (kind, _) in item.FIELDS.items():
        if isinstance(kind, One):
            scribble(getattr(item, name))
        elif isinstance(kind, Many):
            for part in getattr(item, name):
                scribble(part)
        elif isinstance(kind, Array):
            values = getattr(item, name)
            for k in range(len(values)):
                values[k] = [3] * len(values[k]) if isinstance(values[k], list) else 3
        else:
            setattr(item, name, 3)


@each_game
def test_a_bot_cannot_change_the_table_by_changing_its_view(game: str) -> None:
    table = baumeister.game(game).new(3, SEED)
    bots = [new_bot("greedy", f"{seat}") for seat in range(3)]
    while not table.over:
        seat = table.waiting_for[0]
        view = table.seat_view(seat)
        action = bots[seat].decide(view)
        before = (table.snapshot(), dict(table.options), table.legal(seat))
        scribble(view.state)
        options: Any = view.options
        options.clear()
        assert (table.snapshot(), dict(table.options), table.legal(seat)) == before
        table.play(seat, action)
    assert [score["total"] for score in table.scores()] == undisturbed(game)


def undisturbed(game: str) -> list[int]:
    """How the same game ends among bots that leave their views alone."""
    table = baumeister.game(game).new(3, SEED)
    bots = [new_bot("greedy", f"{seat}") for seat in range(3)]
    while not table.over:
        seat = table.waiting_for[0]
        table.play(seat, bots[seat].decide(table.seat_view(seat)))
    return [score["total"] for score in table.scores()]


@each_game
def test_nor_by_changing_what_is_printed_on_the_components(game: str) -> None:
    data = Path(baumeister.__file__).parent / "games" / game / "data.toml"
    made = baumeister.game(game, data)  # components of its own: they will be scribbled over
    table = made.new(2, SEED)
    seat = table.waiting_for[0]
    before = (made.components.box.key(), table.legal(seat), table.scores())
    others = [table.seat_view(None), table.seat_view(1 - seat), made.new(2, SEED).seat_view(seat)]
    scribble(table.seat_view(seat).components.box)
    assert (made.components.box.key(), table.legal(seat), table.scores()) == before
    assert {view.components.box.key() for view in others} == {before[0]}
    assert table.seat_view(1 - seat).components.box.key() == before[0]


def test_a_view_itself_cannot_be_changed() -> None:
    view = baumeister.game("tybor").new(2, SEED).seat_view(0)
    with pytest.raises(AttributeError):
        view.legal = ()  # type: ignore[misc]
    assert isinstance(view.legal, tuple)
    assert isinstance(view.names, tuple)
