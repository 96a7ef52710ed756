"""Hints: what they say, that they say it at every question, and that they know no secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from baumeister.bots.hints import Budget, Hint, hint, plain_points, runner_up, verdict
from baumeister.bots.hints.judging import Judge, Judged, ordered
from baumeister.bots.hints.reasons import ALWAYS, MOST_REASONS, HintReason, of_plan, told
from baumeister.games.samara import hints as samara
from baumeister.games.tybor import hints as hints_tybor
from baumeister.games.tybor import hints as tybor
from baumeister.games.tybor import scoring
from baumeister.games.tybor.actions import CITIZEN, WORKER
from baumeister.games.tybor.components import FARMER, MERCHANT, SOLDIER
from baumeister.games.tybor.state import State as TyborState
from baumeister.games.tybor.state import layout
from baumeister.kernel import rule
from baumeister.kernel.chance import FastDealer
from baumeister.kernel.glossary import LANGUAGES
from baumeister.play import SeatView, Table
from tests import samara_scene, tybor_scene
from tests.bots.asking import GAMES, QUESTIONS, moments

FEW = Budget(iterations=60)


@pytest.fixture
def by_the_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without numba."""
    monkeypatch.setattr(rule, "can_compile", lambda: False)


def reasons_for(table: Table, seat: int, move: str) -> list[HintReason]:
    """All reasons of a move, judged by the moment."""
    judge = Judge("test")
    judge.looks_ahead = False
    view = table.seat_view(seat)
    action = table.game.action(move)
    module = {"tybor": tybor, "samara": samara}[table.rules.name]
    return list(module.reasons(view, action, judge, FEW))


def why(table: Table, seat: int, move: str, language: str = "en") -> list[str]:
    """The sentences of all reasons."""
    return [reason.text(language) for reason in reasons_for(table, seat, move)]


# --- Tybor ------------------------------------------------------------------------------------
def test_T6_5_the_third_farmer_scores() -> None:
    seats = ["uses Fa5 | citizens Fa4G Fa4Y", ""]
    table = tybor_scene.scene(seats=seats, stage=2).table
    assert "Points at once: 5 for farmers, now 3 [T6.5]." in why(table, 0, "citizen")
    assert "Punkte sofort: 5 für Bauern, jetzt 3 [T6.5]." in why(table, 0, "citizen", "de")


def test_T6_5_the_second_farmer_is_nearly_there() -> None:
    table = tybor_scene.scene(seats=["uses Fa5 | citizens Fa4G", ""]).table
    assert "One farmer more then brings 5 points [T6.5]." in why(table, 0, "citizen")


def test_T6_18_a_building_completes_the_secret_set() -> None:
    seats = ["uses Fa5 | workers So5 | little Mill Market | objective GYB", ""]
    table = tybor_scene.scene(seats=seats, display="Fishery").table
    said = why(table, 0, "build Fishery little")
    assert "Points at once: 5 for the building [T6.1] and 5 for your secret set [T6.18]." in said


def test_T6_18_a_building_leaves_one_colour_missing() -> None:
    seats = ["uses Fa5 | workers So5 | little Mill | objective GYB", ""]
    table = tybor_scene.scene(seats=seats, display="Fishery").table
    said = why(table, 0, "build Fishery little")
    assert "Your next secret set then lacks only: yellow [T6.18]." in said


def test_T4_5_others_who_can_pay_for_the_building_are_named() -> None:
    seats = ["uses Fa5 | workers So5", "workers Me5", ""]
    table = tybor_scene.scene(seats=seats, players=3, display="Mill").table
    said = why(table, 0, "build Mill little")
    assert "Also able to pay for it: Bert." in said
    assert not [text for text in said if "Cora" in text]


def test_T4_6_a_discount_that_pays_all() -> None:
    seats = ["uses Fa5 | citizens Fa2GYR Fa2GBR So1GYBR", ""]
    table = tybor_scene.scene(seats=seats, display="Mill").table
    said = why(table, 0, "build Mill little")
    assert "It costs you nothing: your colour symbols cover it [T4.6]." in said


def test_T4_4_a_worker_makes_a_building_payable() -> None:
    table = tybor_scene.scene(seats=["uses Fa4G | hand Fa5 Me5", ""], display="Mill", stage=1).table
    said = why(table, 0, "worker")
    assert "Next round you can then pay for Mill (little), 6 points, if it is still there." in said


def test_T6_7_a_craftsman_takes_the_lead_from_somebody() -> None:
    seats = ["uses Cr5 | citizens Cr4G", "citizens Cr3GY"]
    table = tybor_scene.scene(seats=seats).table
    assert "Bert loses 4 points by it, as things stand [T6.7]." in why(table, 0, "citizen")


def test_T6_11_a_citizen_may_cost_points() -> None:
    table = tybor_scene.scene(seats=["uses So5", ""], chapter=1).table
    said = why(table, 0, "citizen")
    lost = "Points lost, as things stand: 5 for at least as many buildings as citizens [T6.11]."
    assert lost in said


def test_T4_7_paying_exactly_and_with_waste() -> None:
    seats = ["uses Fa4G | workers So5 Fa5 Me3GB", ""]
    scene = tybor_scene.scene(seats=seats, display="Mill", stage=1)
    scene.play(0, "build Mill little")
    assert "It pays exactly what is due: nothing is wasted [T4.7]." in why(
        scene.table, 0, "pay Me3GB"
    )
    said = why(scene.table, 0, "pay So5")
    assert "Strength 2 is wasted: no change is given [T4.7]." in said
    assert "Strength 8 is left on your workers." in said


def test_T4_1_a_hand_card_is_told_with_its_use_and_what_the_neighbour_would_make_of_it() -> None:
    seats = ["hand Pr5 Fa5 | citizens Fa4G Fa4Y", "hand Me5 Me4Y | citizens Fa3GB Fa2GYR"]
    table = tybor_scene.scene(seats=seats, stage=4).table
    said = why(table, 0, "choose Fa5")
    assert "For example as a citizen." in said
    assert "– Points at once: 5 for farmers, now 3 [T6.5]." in said
    assert "So it does not go to Bert, where it could bring 5 points [T6.5]." in said
    assert (
        "You pass on to Bert: priest (strength 5); that could bring 5 points there [T6.9]." in said
    )


def test_T5_5_exodus_says_what_is_lost() -> None:
    seats = ["citizens Fa5 Pr5 | workers So5", ""]
    table = tybor_scene.scene(
        seats=seats, scenario="escape-from-the-city", step="end of stage", stage=1
    ).table
    assert "It costs you no points as things stand." in why(table, 0, "give citizen Fa5")
    said = why(table, 0, "give citizen Pr5")
    assert "Points lost, as things stand: 5 for the first priest [T6.9]." in said
    assert "You lose strength 5." in why(table, 0, "give worker So5")


# --- Samara -----------------------------------------------------------------------------------
def test_S5_2_a_tool_opens_tiles() -> None:
    table = samara_scene.scene(
        "month 0: 0a W, 1a W, 0b MM; 1,1 - saw; 1,3 Stable; 2,4 Windmill; foreman 1: saw"
    ).table
    said = why(table, 0, "tool 1,1 saw")
    assert "It gives you all tools for: Stable (3)." in said
    assert "Then you lack only one tool for: Windmill (5)." in said
    assert "The saw is nowhere else as cheap, and these need one, too: Bert." in said
    assert "Worker a is away until February (1 month); before that you have b this month." in said


def test_S8_1_a_building_brings_prestige_and_others_have_the_tools() -> None:
    table = samara_scene.scene(
        "month 0: 0a W, 1a W; 1,3 Stable; 1,5 Hut/1; foreman 0: saw; foreman 1: saw"
    ).table
    said = why(table, 0, "build 1,3")
    assert "3 prestige for 3 months of work [S8.1]." in said
    assert "Others have the tools for it, too: Bert." in said
    assert "Worker a is away until April (3 months), and before that you have nobody." in said


def test_S2_1_who_acts_again_at_once_is_told() -> None:
    table = samara_scene.scene("month 0: 0a W, 0b MM; month 3: 1a W; 1,3 Hut/1; 1,5 Cave").table
    said = why(table, 0, "build 1,3", "de")
    assert "Arbeiter a ist bis April weg (3 Monate); du handelst gleich noch einmal, mit b." in said


def test_S3_2_the_helpers_are_part_of_the_plan() -> None:
    table = samara_scene.scene("month 0: 0a W, 0b M, 0c M, 1a W; 2,3 Hut/1; 1,5 Cave").table
    assert any(
        reason.kind == "plan" and reason.text().startswith("Then, for example: with ")
        for reason in reasons_for(table, 0, "build 2,3")
    )


def test_S7_12_the_prison_says_who_is_delayed_and_until_when() -> None:
    scene = samara_scene.scene(
        "month 0: 0a W; month 2: 1a W, 1b M; 1,2 Prison; 1,5 Cave;"
        "foreman 0: trowel_compass trowel_square"
    )
    said = why(scene.table, 0, "build 1,2")
    assert "The Prison can delay a worker of each of these: Bert [S7.12]." in said
    scene.play(0, "build 1,2")
    said = why(scene.table, 0, "worker b")
    assert "Worker b of Bert, strength 1, acts in August instead of March." in said


def test_S7_10_what_a_tile_takes_away_is_told_first() -> None:
    table = samara_scene.scene(
        "month 0: 0a W, 0b M; month 1: 0c W; month 2: 1a W; 1,2 Tombstone; 1,5 Cave;"
        "foreman 0: trowel_square saw"
    ).table
    said = [reason.text() for reason in told(reasons_for(table, 0, "build 1,2"))]
    assert said[0] == "You lose a whole worker: the Tombstone costs you one [S7.10]."
    view = table.seat_view(0)
    build = table.game.action("build 1,2")
    assert samara.action_text(view, build, "en") == "build the Tombstone at 1,2"


def test_S7_3_losing_a_tool_says_what_is_closed() -> None:
    scene = samara_scene.scene(
        "month 0: 0a W, 1a W; 1,1 Ruin; 1,5 Well; 1,6 Shed;"
        "foreman 0: saw trowel_compass trowel_square"
    )
    scene.play(0, "build 1,1")
    assert "You can then no longer build: Shed (2)." in why(scene.table, 0, "lose saw")
    said = why(scene.table, 0, "lose trowel_square")
    assert "All that you have the tools for now stays open to you." in said
    assert "It then lies at 1,1, for anyone to take." in said


def test_S8_1_the_last_tile_ends_the_game() -> None:
    table = samara_scene.scene(
        f"month 0: 0a W, 1a W; 1,3 Cave; foreman 0: - | {samara_scene.some_tiles(29, 'Cave')}"
    ).table
    assert "It is the last tile: the game ends with it [S8.1]." in why(table, 0, "build 1,3")


# --- how good it is ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("best", "other", "text"),
    [
        ((0.5, 60), (0.3, 55), "By far the best: chance of winning 50% against strong players"),
        ((0.5, 60), (0.42, 55), "Clearly best: chance of winning 50%"),
        ((0.5, 60), (0.48, 60), "Better than the rest: chance of winning 50%"),
        ((0.5, 60), (0.49, 60), "Hardly better than the next: chance of winning 50%"),
        ((0.5, 60), (0.51, 60), "About as good as the next: chance of winning 50%"),
        (
            (0.5, 60),
            (0.52, 57),
            "Not quite the best chance of winning (50% against strong",
        ),
        ((0.01, 40), (0.01, 39), "Against strong players winning has become unlikely (1%)"),
        ((1.0, 90), (0.99, 90), "You win almost for certain (100% against strong players), about"),
        ((1.0, 90), (0.99, 88), "You win almost for certain (100% against strong players); this"),
    ],
)
def test_the_best_is_compared_with_the_next(
    best: tuple[float, float], other: tuple[float, float], text: str
) -> None:
    table = tybor_scene.scene(seats=["uses Fa5", ""]).table
    judged = (Judged(CITIZEN, 0.0, 9000, *best), Judged(WORKER, 0.0, 9000, *other))
    assert verdict(table.seat_view(0), judged).text().startswith(text)


def test_a_difference_that_may_be_noise_is_told_as_such() -> None:
    table = tybor_scene.scene(seats=["uses Fa5", ""]).table
    judged = (Judged(CITIZEN, 0.0, 9000, 0.5, 60), Judged(WORKER, 0.0, 150, 0.45, 60))
    assert verdict(table.seat_view(0), judged).text().startswith("Probably better than the rest")


def test_the_next_is_told_in_words_and_as_it_is_typed() -> None:
    table = tybor_scene.scene(seats=["uses Fa5", ""]).table
    judged = (Judged(CITIZEN, 0.0, 9000, 0.5, 60), Judged(WORKER, 0.0, 9000, 0.4, 60))
    found = verdict(table.seat_view(0), judged)
    assert found.text().endswith("next: use the card as a worker (worker), 40%.")
    assert "; danach: Karte als Arbeiter einsetzen (worker), 40" in found.text("de")


def test_the_next_is_one_that_was_looked_into() -> None:
    best, often = Judged(CITIZEN, 0.0, 9000, 0.5, 60), Judged(WORKER, 0.0, 900, 0.3, 60)
    rarely = Judged(WORKER + 1, 0.0, 6, 0.9, 70)
    assert ordered([best, often, rarely]) == (best, rarely, often)
    assert runner_up((best, rarely, often)) == often
    table = tybor_scene.scene(seats=["uses Fa5", ""]).table
    alone = verdict(table.seat_view(0), (best, rarely)).text()
    assert alone.endswith("all other moves fell behind early.")


def test_the_others_come_by_their_chances_not_by_how_often_they_were_tried() -> None:
    best, tried, good = (
        Judged(action, 0.0, visits, win, 60)
        for action, visits, win in ((1, 9000, 0.5), (2, 2000, 0.33), (3, 900, 0.48))
    )
    assert ordered([best, tried, good]) == (best, good, tried)


@pytest.mark.parametrize("win", [1.0, 0.0])
def test_when_it_is_decided_points_count(win: float) -> None:
    most_tried, more_points, hardly_tried, other_chance = (
        Judged(1, 0.0, 9000, win, 60),
        Judged(2, 0.0, 1500, win, 64),
        Judged(3, 0.0, 50, win, 70),
        Judged(4, 0.0, 900, 0.5, 80),
    )
    found = ordered([most_tried, more_points, other_chance, hardly_tried])
    assert found[:2] == (more_points, most_tried)


def test_without_a_reason_the_points_are_told() -> None:
    table = tybor_scene.scene(seats=["uses Fa5", ""]).table
    judged = (Judged(CITIZEN, 0.0, 9000, 1.0, 64), Judged(WORKER, 0.0, 9000, 1.0, 60))
    [reason] = plain_points(table.seat_view(0), judged)
    assert reason.text() == "It is expected to bring 64 points, the next 60."


def test_what_belongs_to_the_plan_follows_it() -> None:
    plan, sure = HintReason("plan", "only", ALWAYS), HintReason("scores", "a", 2.0)
    [risk] = of_plan([HintReason("risks", "b", 1.0)])
    assert told([sure, risk, plan]) == (plan, risk, sure)


def test_tiles_that_are_not_named_are_counted() -> None:
    table = samara_scene.scene(
        "month 0: 0a W, 1a W; 1,1 - saw; 1,3 Stable; 1,5 Shed; 1,6 WeightRoom/1"
    ).table
    assert [text for text in why(table, 0, "tool 1,1 saw", "de") if "und 1 weiteres." in text]


def test_the_reasons_that_matter_most_are_told_in_order() -> None:
    plan = HintReason("plan", "only", ALWAYS)
    risk, score, small, tiny = (
        HintReason(kind, key, weight)
        for kind, key, weight in (
            ("risks", "a", 3.0),
            ("scores", "b", 2.0),
            ("denies", "c", 1.0),
            ("tempo", "d", 0.5),
        )
    )
    assert MOST_REASONS == 3
    assert told([tiny, small, risk, score, plan]) == (plan, score, small, risk)


def test_a_smaller_budget() -> None:
    assert Budget(iterations=10, seconds=1.0).part(20) == Budget(iterations=1, seconds=0.05)


# --- every question ---------------------------------------------------------------------------
def hints_of(game: str, players: int, every: int, budget: Budget) -> Iterator[Hint]:
    for seed in ("1", "2"):
        for view in moments(game, players, seed, every):
            yield hint(view, budget, "test")


def check(found: Hint) -> None:
    view = found.view
    assert sorted(judged.action for judged in found.alternatives) == sorted(view.legal)
    assert found.action == found.alternatives[0].action
    assert len(found.reasons) <= MOST_REASONS + 1
    for language in LANGUAGES:
        sentences = list(found.sentences(language))
        assert found.notation(found.action) in sentences[0]
        assert not [text for text in sentences if "{" in text or not text.strip()]


@pytest.mark.usefixtures("by_the_moment")
@pytest.mark.parametrize(("game", "players"), [("tybor", 2), ("tybor", 5), ("samara", 3)])
def test_every_question_gets_a_hint_without_numba(game: str, players: int) -> None:
    for found in hints_of(game, players, 2, FEW):
        check(found)
        assert not found.looked_ahead
        assert not [text for text in found.sentences() if "%" in text]
        if len(found.alternatives) > 1:
            assert "without looking ahead" in found.verdict.text()


@pytest.mark.parametrize(("game", "players"), [("tybor", 3), ("samara", 2)])
def test_hints_that_look_ahead_know_chances(game: str, players: int) -> None:
    for found in hints_of(game, players, 12, FEW):
        check(found)
        if len(found.alternatives) > 1:
            assert found.looked_ahead
            assert all(0.0 <= (judged.win or 0.0) <= 1.0 for judged in found.alternatives)


@pytest.mark.usefixtures("by_the_moment")
@pytest.mark.parametrize("game", list(GAMES))
def test_each_kind_of_question_has_reasons(game: str) -> None:
    missing = set(QUESTIONS[game])
    for seed in range(40):
        options = {"scenario": "escape-from-the-city", "chapter": 7} if game == "tybor" else {}
        for view in moments(game, 3, str(seed), 1, **options):
            if view.state.step in missing and hint(view, FEW, "test").reasons:
                missing.discard(view.state.step)
        if not missing:
            return
    assert missing == set()


def test_a_spectator_gets_no_hint() -> None:
    table = GAMES["tybor"].new(2, 1)
    with pytest.raises(ValueError, match="nothing to decide"):
        hint(table.seat_view(None), FEW, "test")


# --- secrets ----------------------------------------------------------------------------------
def again(view: SeatView, number: int) -> SeatView:
    """What the seat sees at a table where all that is hidden from it was dealt again."""
    world = view.redeal(FastDealer(f"secret {number}"))
    seen = view.rules.view_of(world, view.seat)
    return replace(view, state=seen)


@pytest.mark.parametrize(("game", "players"), [("tybor", 2), ("tybor", 3), ("samara", 3)])
def test_T7_S9_a_hint_is_the_same_whatever_is_hidden(game: str, players: int) -> None:
    for view in moments(game, players, "secret", 25):
        found = hint(view, FEW, "test")
        for number in range(2):
            other = hint(again(view, number), FEW, "test")
            assert other.alternatives == found.alternatives
            for language in LANGUAGES:
                assert list(other.sentences(language)) == list(found.sentences(language))


def test_T7_a_hint_does_not_depend_on_what_is_left_in_the_table() -> None:
    """The same question at tables with other hands and piles gets the same bytes."""
    seats = ["hand Pr5 Fa5", "hand Me5 Me4Y"]
    others = ["hand Pr5 Fa5", "hand So5 Cr5"]
    first, second = (
        tybor_scene.scene(seats=written, stage=1, display="Mill").table
        for written in (seats, others)
    )
    texts = [
        "\n".join(hint(table.seat_view(0), FEW, "test").sentences("de")).encode()
        for table in (first, second)
    ]
    assert texts[0] == texts[1]


def test_the_thresholds_that_hints_name_are_those_of_scoring() -> None:
    """T6.5, T6.6, T6.10 every so many; T6.12, T6.13, T6.15, T6.16 how many are needed."""
    box = GAMES["tybor"].components.box
    lines = {FARMER: 5, MERCHANT: 6, SOLDIER: 10}
    for profession, every in hints_tybor.EVERY.items():
        state = TyborState(**layout(2))
        player = state.players[0]
        player.n_citizens = 9
        for have, scores in ((every - 1, False), (every, True)):
            player.symbols[profession] = have
            assert (scoring.points(box, state, player, lines[profession]) > 0) == scores
    assert list(hints_tybor.GATHERED) == [12, 13, 15, 16]
    for line, objective in hints_tybor.GATHERED.items():
        need = objective.need
        for card in [card for card in range(len(box.objective)) if box.objective[card] == line]:
            for have, scores in ((need - 1, False), (need, True)):
                player = TyborState(**layout(2)).players[0]
                player.discount[0] = player.n_citizens = have
                shown = next((k for k in range(6) if box.shown[card][k]), SOLDIER)
                player.symbols[shown] = have
                assert (scoring.objective_points(box, player, card, line) > 0) == scores
