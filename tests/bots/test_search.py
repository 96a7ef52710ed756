"""The search: legal, repeatable, within its budget, and better when it may think longer."""

from __future__ import annotations

import re
from dataclasses import replace
from statistics import mean
from time import thread_time
from typing import Any

import pytest

from baumeister.bots.greedy_bot import GreedyBot
from baumeister.bots.search import Alternative, Analyst, Budget, analysis
from baumeister.bots.search_bot import SearchBot
from baumeister.games.tybor import state as tybor
from baumeister.kernel.rule import can_compile
from baumeister.play import SeatView, Table
from tests.another_process import in_another_process
from tests.bots.asking import GAMES, QUESTIONS, moments
from tests.bots.endings import Ending
from tests.bots.test_forced_wins import SCENES, ending_of
from tests.soaking import BOUNDS_CHECKS, times

pytestmark = pytest.mark.skipif(not can_compile(), reason="numba is not installed: no search")

FEW = Budget(iterations=100)
both_games = pytest.mark.parametrize("game", GAMES)


def found(seed: str, view: SeatView, budget: Budget = FEW) -> tuple[Alternative, ...]:
    return Analyst(seed).analyse(view, budget).alternatives


def some_moments(game: str) -> list[SeatView]:
    """Questions from games with few and with many players."""
    many = {"tybor": 5, "samara": 5}[game]
    return [*moments(game, 2, "some moments", 12), *moments(game, many, "some moments", 60)]


# --- what it answers ----------------------------------------------------------------------------
@both_games
def test_all_legal_actions_are_ranked_once(game: str) -> None:
    for view in some_moments(game):
        alternatives = found("ranked", view)
        assert sorted(one.action for one in alternatives) == list(view.legal)
        visits = [one.visits for one in alternatives]
        assert visits == sorted(visits, reverse=True)


@both_games
@pytest.mark.parametrize("iterations", [1, 7, 100, 333])
def test_visits_add_up_to_the_iterations(game: str, iterations: int) -> None:
    for view in some_moments(game):
        analysis = Analyst("sums").analyse(view, Budget(iterations=iterations))
        assert analysis.iterations == iterations
        assert sum(one.visits for one in analysis.alternatives) == iterations


@both_games
def test_whoever_is_asked_is_who_decides_where_several_have_to_choose(game: str) -> None:
    """T4.1 all choose at once; S7.5 all others choose for the Barracks."""
    table = next(found for deal in range(60) if (found := until_several_choose(game, deal)))
    assert len(table.waiting_for) > 1
    for seat in table.waiting_for:
        view = table.seat_view(seat)
        alternatives = Analyst("asked").analyse(view, Budget(iterations=200)).alternatives
        assert sum(one.visits for one in alternatives) == 200
        assert alternatives[0].action in view.legal


def until_several_choose(game: str, deal: int) -> Table | None:
    """A game up to a moment at which several seats have a choice."""
    table = GAMES[game].new(4, f"several {deal}")
    bot = GreedyBot(f"{deal}")
    while not table.over:
        seat = table.waiting_for[0]
        choices = [len(table.legal(waiting)) for waiting in table.waiting_for]
        if len(choices) > 1 and min(choices) > 1:
            return table
        table.play(seat, bot.decide(table.seat_view(seat)))
    return None


@both_games
def test_expectations_are_shares_and_points(game: str) -> None:
    for view in some_moments(game):
        for one in found("expectations", view):
            assert 0.0 <= one.win <= 1.0
            assert 0.0 <= one.value <= 1.0
            if one.visits == 0:
                assert (one.value, one.win, one.points) == (0.0, 0.0, 0.0)


@both_games
def test_what_the_last_answer_leads_to_is_known_exactly(game: str) -> None:
    known = 0
    for deal in range(3):
        table = GAMES[game].new(2, f"the last answer {deal}")
        bot = GreedyBot(f"{deal}")
        while not table.over:
            seat = table.waiting_for[0]
            view = table.seat_view(seat)
            if is_nearly_over(table):
                ending = Ending(table, seat)
                for one in found("last", view):
                    end = ending.after(table.snapshot(), seat, one.action)
                    if one.visits and ending.is_over(end):
                        scores = table.rules.scores(table.components, end)
                        assert one.points == scores[seat]["total"]
                        assert one.win == (1.0 if ending.has_won(end) else 0.0)
                        known += 1
            table.play(seat, bot.decide(view))
    assert known > 0


def is_nearly_over(table: Table) -> bool:
    """Tybor: the last player uses the last card, and no effect follows. Samara: the last tile."""
    state = table.snapshot()
    if table.rules.name == "samara":
        return bool(state.n_taken == 29)
    last = state.stage == 3 and state.rounds_left == 1 and state.turn == 1
    return (
        last and state.step in (tybor.USE, tybor.PAY) and state.scenario < 2 and state.chapter < 10
    )


def test_who_has_nothing_to_decide_gets_no_analysis() -> None:
    table = GAMES["tybor"].new(2, "nothing")
    spectator, nothing_left = table.seat_view(None), replace(table.seat_view(0), legal=())
    for view in (spectator, nothing_left):
        with pytest.raises(ValueError, match="nothing to decide"):
            Analyst("x").analyse(view, FEW)


# --- thinking longer ----------------------------------------------------------------------------
@pytest.mark.parametrize("name", SCENES)
def test_a_forced_win_is_found_at_least_as_often_with_20_times_the_iterations(name: str) -> None:
    ending, answer = ending_of(name)

    def times_found(iterations: int) -> int:
        budget = Budget(iterations=iterations)
        best = [found(f"{k}", ending.view, budget)[0].action for k in range(5)]
        return [ending.write(action) for action in best].count(answer)

    assert times_found(1000) >= times_found(50)
    assert times_found(1000) == 5


@both_games
def test_in_the_middle_of_games_the_choice_is_worth_no_less_with_20_times(game: str) -> None:
    """Worth by the judgement of a search that thinks far longer than both."""
    short: list[float] = []
    long: list[float] = []
    views = [view for deal in range(times(2, 3)) for view in moments(game, 2, f"longer {deal}", 7)]
    for number, view in enumerate(views):
        judged = {one.action: one.value for one in found("judge", view, Budget(iterations=4000))}
        best = max(judged.values())
        for worths, iterations in ((short, 40), (long, 800)):
            action = found(f"{number}", view, Budget(iterations=iterations))[0].action
            worths.append(best - judged[action])
    assert mean(long) <= mean(short)


@both_games
def test_a_match_is_won_by_who_thinks_20_times_as_long(game: str) -> None:
    won = 0.0
    for deal in range(times(2, 5)):
        for seat_of_long in (0, 1):
            table = GAMES[game].new(2, f"match {deal}")
            budgets = [Budget(iterations=600 if seat == seat_of_long else 30) for seat in (0, 1)]
            bots = [SearchBot(f"{deal} {seat}", budgets[seat]) for seat in (0, 1)]
            while not table.over:
                seat = table.waiting_for[0]
                table.play(seat, bots[seat].decide(table.seat_view(seat)))
            won += (seat_of_long in table.winners) / len(table.winners)
    assert won >= times(3, 8)  # of 4 games, of 10 in the soak


# --- every question -----------------------------------------------------------------------------
@both_games
def test_every_question_of_whole_games_is_answered_legally(game: str) -> None:
    """With every number of players; in the soak with bounds checks."""
    run = in_another_process(["-m", "tests.bots.asking", game], **BOUNDS_CHECKS)
    asked = re.fullmatch(r"(\d+) questions of (\d+) kinds in (\d+) games\n", run)
    assert asked is not None
    assert int(asked[1]) > 500
    assert int(asked[2]) == len(QUESTIONS[game])
    assert int(asked[3]) == {"tybor": 7, "samara": 4}[game] * times(2, 4)


# --- interpreted ---------------------------------------------------------------------------------
@both_games
@pytest.mark.parametrize("network", [False, True])
@pytest.mark.parametrize("players", [2, 5])
def test_the_interpreted_search_finds_the_same_to_the_last_bit(
    game: str, network: bool, players: int
) -> None:
    """All numbers of the tree's root: a rounding that differs shows sooner or later."""
    for view in moments(game, players, "interpreted", 40):
        compiled, plain = (Analyst("0", network=network, plain=plain) for plain in (False, True))
        budget = Budget(iterations=70, until_clear=True)
        found, again = compiled.analyse(view, budget), plain.analyse(view, budget)
        assert found.alternatives == again.alternatives
        assert found.iterations == again.iterations


# --- the budget ---------------------------------------------------------------------------------
@both_games
def test_seconds_are_kept_within_10_percent(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the first question, for few and for many players."""
    for players in (2, GAMES[game].rules.most_players):
        table = GAMES[game].new(players, "seconds")
        view = table.seat_view(table.waiting_for[0])
        assert 0.5 <= time_taken(view, Budget(seconds=0.5), monkeypatch) <= 0.55


@pytest.mark.parametrize("name", ["patience", "prison"])
def test_seconds_are_no_less_kept_when_walks_are_short(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ending, _ = ending_of(name)
    assert time_taken(ending.view, Budget(seconds=0.5), monkeypatch) <= 0.55


def time_taken(view: SeatView, budget: Budget, monkeypatch: pytest.MonkeyPatch) -> float:
    """Seconds that an analysis takes. The clock is the processor time of this thread: it stands
    still while others use the machine."""
    analyst = Analyst("seconds")
    analyst.analyse(view, Budget(iterations=1))  # compiles if need be
    monkeypatch.setattr(analysis, "perf_counter", thread_time)
    begin = thread_time()
    found = analyst.analyse(view, budget)
    taken = thread_time() - begin
    assert found.seconds <= taken
    return taken


@both_games
def test_whichever_ends_first_ends_the_search(game: str) -> None:
    view = next(moments(game, 2, "whichever", 10))
    analyst = Analyst("whichever")
    assert analyst.analyse(view, Budget(iterations=50, seconds=60.0)).iterations == 50
    assert analyst.analyse(view, Budget(iterations=5_000_000, seconds=0.05)).iterations < 5_000_000


@both_games
def test_a_search_until_clear_gives_the_same_answer_sooner(game: str) -> None:
    sooner = 0
    for view in some_moments(game):
        full = Analyst("clear").analyse(view, Budget(iterations=1000))
        short = Analyst("clear").analyse(view, Budget(iterations=1000, until_clear=True))
        assert short.best.action == full.best.action
        sooner += short.iterations < full.iterations
    assert sooner > 0


@pytest.mark.parametrize(
    ("iterations", "seconds", "message"),
    [
        (None, None, "iterations, seconds or both"),
        (0, None, "0 iterations: at least 1"),
        (-5, 1.0, "-5 iterations: at least 1"),
        (2.5, None, "2.5 iterations: a whole number"),
        (True, None, "True iterations: a whole number"),
        (None, 0.0, "0.0 seconds: more than 0"),
        (10, -1.0, "-1.0 seconds: more than 0"),
        (None, float("nan"), "nan seconds: more than 0"),
        (None, float("inf"), "inf seconds: .* an end"),
    ],
)
def test_a_budget_that_is_none_is_refused(
    iterations: Any, seconds: float | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Budget(iterations=iterations, seconds=seconds)


# --- the same again -----------------------------------------------------------------------------
SAME = """
from tests.bots.test_search import found, some_moments
for game in ("tybor", "samara"):
    for view in some_moments(game):
        print(found("the same", view))
"""


def test_another_process_finds_the_same() -> None:
    there = in_another_process(["-c", SAME], PYTHONHASHSEED="12345")
    here = [str(found("the same", view)) for game in GAMES for view in some_moments(game)]
    assert there.splitlines() == here


def test_what_was_asked_before_plays_no_part() -> None:
    views = [view for game in GAMES for view in some_moments(game)]
    used = Analyst("before")
    answers = [used.analyse(view, FEW).alternatives for view in reversed(views)]
    assert answers[::-1] == [found("before", view) for view in views]


@both_games
def test_another_seed_plays_otherwise(game: str) -> None:
    views = some_moments(game)
    few = Budget(iterations=30)
    plays = {tuple(found(f"{k}", view, few)[0].action for view in views) for k in range(5)}
    assert len(plays) > 1


@both_games
def test_the_view_is_left_as_it_was(game: str) -> None:
    for view in some_moments(game):
        before = (view.state.key(), view.components.box.key(), dict(view.options))
        found("left", view)
        assert before == (view.state.key(), view.components.box.key(), dict(view.options))
