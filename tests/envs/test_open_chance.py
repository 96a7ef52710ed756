"""Games with explicit chance are the games of the rules, lot by lot."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import baumeister
from baumeister.envs.open_chance import (
    DECISION,
    NeedsChance,
    OpenDealer,
    OpenPosition,
    PublicHistory,
    open_game_of,
    parts_of,
    word_of,
)
from baumeister.games import GAMES
from baumeister.games.samara.public_history import SamaraHistory
from baumeister.games.samara.state import CHOOSE_FOR_BARRACKS, left_of
from baumeister.games.tybor.actions import CITIZEN
from baumeister.games.tybor.public_history import TyborHistory
from baumeister.games.tybor.state import CHOOSE, KEEP
from baumeister.kernel.chance import WHOLE_GAME, FastDealer, TapeDealer, below, shuffle
from baumeister.kernel.legal import Legal
from baumeister.kernel.options import OptionError

HISTORIES: dict[str, type[PublicHistory]] = {"tybor": TyborHistory, "samara": SamaraHistory}
TABLES = [("tybor", players) for players in range(2, 9)]
TABLES += [("samara", players) for players in range(2, 6)]


def start(name: str, players: int, **options: Any) -> OpenPosition:
    """Before the first lot."""
    return open_game_of(HISTORIES[name], (("players", players), *options.items())).start


def decided(position: OpenPosition, lots: random.Random) -> OpenPosition:
    """With all lots drawn up to the next decision."""
    while position.outcomes:
        position = position.play(lots.randrange(position.outcomes))
    return position


def randomly(name: str, players: int, seed: int) -> list[OpenPosition]:
    """All decisions of a random game, and its end."""
    lots = random.Random(seed)
    path = [decided(start(name, players), lots)]
    while not path[-1].over:
        path.append(decided(path[-1].play(lots.choice(path[-1].legal)), lots))
    return path


def until(name: str, players: int, fits: Callable[[OpenPosition], bool]) -> OpenPosition:
    """The first decision of random games that fits."""
    for seed in range(400):
        for position in randomly(name, players, seed):
            if not position.over and fits(position):
                return position
    raise AssertionError("no game has such a decision")


# --- lots -------------------------------------------------------------------------------------
@pytest.mark.parametrize("outcomes", [2, 3, 7, 59, 118, 1000])
def test_every_outcome_of_a_lot_has_random_bits_that_bring_it(outcomes: int) -> None:
    words = tuple(word_of(outcome, outcomes) for outcome in range(outcomes))
    assert max(words) < 1 << 32
    dealer = OpenDealer(TyborHistory(), None, words)
    assert [below(dealer, outcomes) for _ in words] == list(range(outcomes))


def test_a_lot_that_is_not_drawn_yet_stops_the_rules_and_says_how_many_outcomes_it_has() -> None:
    dealer = OpenDealer(TyborHistory(), None, (word_of(1, 4),))
    with pytest.raises(NeedsChance) as needed:
        shuffle(dealer, [0, 1, 2, 3], 4)
    assert needed.value.outcomes == 3


def test_a_shuffle_is_a_lot_for_each_card_but_the_last() -> None:
    position = start("tybor", 2, scenario="size-matters", chapter=1)
    outcomes = []
    while position.outcomes:
        outcomes.append(position.outcomes)
        position = position.play(0)
    objectives, buildings, first = [4, 3, 2], list(range(40, 1, -1)), [2]
    assert outcomes[:101] == [*objectives, *buildings, *first, *range(59, 1, -1)]


def test_options_that_are_not_given_are_the_first_lots() -> None:
    position = start("tybor", 2)
    assert position.outcomes == 4
    assert position.play(1).outcomes == 8
    position = decided(position.play(1).play(6), random.Random(1))
    assert position.options == {"players": 2, "scenario": "size-matters", "chapter": 7}


def test_wrong_options_are_refused() -> None:
    with pytest.raises(OptionError, match="2 to 5 players"):
        start("samara", 6)


# --- the same game as the rules' ----------------------------------------------------------------
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_with_the_lots_of_a_seed_it_is_the_game_at_a_table(name: str, players: int) -> None:
    seed = f"lockstep {players}"
    table = baumeister.game(name).new(players, seed)
    tape, moves = TapeDealer(seed), random.Random(seed)
    position = start(name, players, **{k: v for k, v in table.options.items() if k != "players"})
    while not position.over:
        if position.outcomes:
            position = position.play(below(tape, position.outcomes))
            continue
        seat = position.seat
        assert seat == table.waiting_for[0]
        assert list(position.legal) == table.legal(seat)
        assert position.state == table.snapshot()
        action = moves.choice(position.legal)
        table.play(seat, action)
        position = position.play(action)
    assert table.over
    rules, components = position.open_game.rules, position.open_game.components
    assert rules.scores(components, position.state) == table.scores()
    assert [seat for seat, share in enumerate(position.shares()) if share] == table.winners


def test_S7_5_a_forced_choice_for_the_barracks_is_made_before_anybody_is_asked() -> None:
    position = until("samara", 5, after_the_asked_one_a_choice_is_made)
    rules, legal = position.open_game.rules, Legal(actions=position.open_game.rules.actions)
    assert position.seat == rules.waiting_for(position.state)[0]
    for seat in rules.waiting_for(position.state):
        rules.legal(position.open_game.components, position.state, seat, legal)
        assert legal.n > 1


def after_the_asked_one_a_choice_is_made(position: OpenPosition) -> bool:
    state = position.state
    later = [left_of(state, position.seat, k) for k in range(1, state.n_players)]
    later = later[: later.index(state.foreman)] if state.foreman in later else []
    return state.step == CHOOSE_FOR_BARRACKS and any(state.players[seat].chose for seat in later)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_game_exceeds_the_bounds(name: str, players: int) -> None:
    bounds = start(name, players).open_game.bounds
    lots, moves = 0, random.Random(5)
    position, decisions = start(name, players), 0
    while not position.over:
        assert position.outcomes <= bounds.outcomes
        lots += position.outcomes > 0
        decisions += position.outcomes == 0
        position = position.play(moves.choice(position.legal or range(position.outcomes)))
    assert lots <= bounds.lots
    assert decisions <= bounds.decisions
    assert len(position.seen) <= bounds.entries


@pytest.mark.parametrize("name", GAMES)
def test_the_tape_of_a_compiled_game_is_long_enough(name: str) -> None:
    rules = GAMES[name]
    for players in range(rules.least_players, rules.most_players + 1):
        assert start(name, players).open_game.bounds.lots < WHOLE_GAME


def test_a_position_never_changes_and_is_pickled_whole() -> None:
    for position in randomly("tybor", 3, 1)[::20]:
        key = position.state.key()
        assert copy.deepcopy(position) is position
        again = pickle.loads(pickle.dumps(position))
        assert again.open_game is position.open_game
        assert (again.state, again.seen, again.legal) == (
            position.state,
            position.seen,
            position.legal,
        )
        if not position.over:
            position.play(position.legal[0])
        assert position.state.key() == key


def test_a_setting_with_options_by_lot_is_always_the_same() -> None:
    by_lot = open_game_of(TyborHistory, (("players", 3), ("scenario", None), ("chapter", None)))
    assert open_game_of(TyborHistory, (("players", 3),)) is by_lot
    assert pickle.loads(pickle.dumps(by_lot)) is by_lot
    in_april = open_game_of(SamaraHistory, (("start_month", 4), ("players", 2)))
    assert pickle.loads(pickle.dumps(in_april)) is in_april


@pytest.mark.parametrize("name", HISTORIES)
def test_threads_can_play_from_the_same_position(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the middle of one thread's move another one asks what is legal elsewhere."""
    position, *_, later, _ = randomly(name, 2, 1)
    rules, forced_seat = position.open_game.rules, position.open_game.rules.forced_seat
    expected = position.play(position.legal[0]).legal
    assert later.legal != expected

    def interrupted(components: Any, state: Any, legal: Legal) -> int:
        seat = forced_seat(components, state, legal)
        assert thread.submit(later.open_game.legal, later.state).result() == later.legal
        return seat

    monkeypatch.setattr(rules, "forced_seat", interrupted)
    with ThreadPoolExecutor(1) as thread:
        assert position.play(position.legal[0]).legal == expected


# --- who sees what ------------------------------------------------------------------------------
def test_T4_1_a_chosen_card_is_seen_by_all_when_it_is_revealed_and_not_before() -> None:
    position = until("tybor", 3, lambda at: at.state.step == CHOOSE)
    chosen = []
    while position.state.step == CHOOSE:
        chosen.append((DECISION, position.seat, position.legal[0]))
        before, position = position, position.play(position.legal[0])
        if position.state.step == CHOOSE:
            assert position.seen == before.seen
    assert [parts_of(number) for number in position.seen[len(before.seen) :]] == chosen[:1]
    position = decided(position.play(CITIZEN), random.Random(1))
    assert parts_of(position.seen[-1]) == chosen[1]


def test_T7_2_cards_drawn_are_seen_by_all_when_one_is_kept_in_the_order_drawn() -> None:
    position = until("tybor", 2, lambda at: at.state.step == KEEP and at.state.n_drawn == 2)
    seat, drawn = position.seat, position.state.players[position.seat].drawn[:2]
    after = decided(position.play(position.legal[0]), random.Random(1))
    told = [after.open_game.told(number) for number in after.seen[len(position.seen) :]]
    codes = [after.open_game.components.characters[card].code for card in drawn]
    assert told[1:3] == [f"{seat} drew {code}" for code in codes]


def test_S9_2_choices_for_the_barracks_are_seen_when_all_are_made() -> None:
    position = until("samara", 4, lambda at: at.state.step == CHOOSE_FOR_BARRACKS)
    seen, seats = position.seen, []
    while position.state.step == CHOOSE_FOR_BARRACKS:
        assert position.seen == seen
        seats.append(position.seat)
        position = position.play(position.legal[0])
    told = [position.open_game.told(number) for number in position.seen[len(seen) :]]
    assert {f"{seat} lose" for seat in seats} <= {" ".join(words.split()[:2]) for words in told}


@pytest.mark.parametrize("players", [2, 3, 5])
def test_T7_3_past_hands_follow_from_what_everybody_saw(players: int) -> None:
    """So what all have seen, with the present view, is perfect recall."""
    hands: dict[tuple[int, int, int], Counter[int]] = {}  # by stage, round and seat
    for position in (path := randomly("tybor", players, 3)):
        state = position.state
        if state.step == CHOOSE and not position.over:
            key = (state.stage, state.dealt - state.rounds_left, position.seat)
            hands[key] = Counter(position.legal)
    last = path[-1]
    choices = [parts_of(number) for number in last.seen]
    cards = [(seat, card) for kind, seat, card in choices if kind == DECISION and card < CITIZEN]
    box, scenario = last.open_game.components.box, last.state.scenario
    for stage in range(4):
        rounds = box.hand_size[scenario][stage]
        direction = -1 if box.counter_clockwise[scenario][stage] else 1
        played = [dict(cards[k * players : (k + 1) * players]) for k in range(rounds)]
        cards = cards[rounds * players :]
        for first in range(rounds - 1):
            for seat in range(players):
                holders = [(seat + k * direction) % players for k in range(rounds - first)]
                held = {played[first + k][holder] for k, holder in enumerate(holders)}
                assert held == set(hands[stage, first, seat])


@pytest.mark.parametrize(("name", "players"), [("tybor", 3), ("tybor", 6), ("samara", 4)])
def test_a_world_dealt_again_asks_the_same_seat_and_goes_on(name: str, players: int) -> None:
    lots = random.Random(7)
    for number, position in enumerate(randomly(name, players, 7)[:-1:9]):
        for seat in range(players):
            world = position.redeal(seat, FastDealer(f"{number} {seat}"))
            assert (world.seat, world.seen) == (position.seat, position.seen)
            if seat == position.seat:
                assert world.legal == position.legal
        while not world.over:
            world = decided(world.play(lots.choice(world.legal)), lots)


def test_a_lot_cannot_be_dealt_again() -> None:
    with pytest.raises(ValueError, match="not a lot"):
        start("tybor", 2).redeal(0, FastDealer("any"))
