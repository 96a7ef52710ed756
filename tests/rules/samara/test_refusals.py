"""Refusals: every illegal action gets the clause it breaks, in both languages."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import baumeister
from baumeister.kernel import glossary
from baumeister.kernel.clauses import clauses
from baumeister.kernel.refusal import Refusal
from baumeister.play.table import Table
from tests.samara_scene import Scene, scene, some_tiles

SAMARA = baumeister.game("samara")
ACTIONS = SAMARA.rules.actions
ALL = "saw saw trowel_compass trowel_square glass_a glass_b"


def acting() -> Scene:
    """Anna's woman acts, with a man beside her."""
    board = "1,1 Hut/1 saw glass_b; 1,2 LogHouse; 2,1 - trowel_square; 4,1 Cave glass_a"
    return scene(f"month 0: 0a W, 0b M, 1a W; {board}; foreman 0: saw saw trowel_square")


def acting_man() -> Scene:
    """Anna's man acts, and she has no figures in the reserve."""
    return scene("month 0: 0a M, 1a W; month 3: 0b MM, 0c WW; 1,1 Hut/1")


def acting_woman() -> Scene:
    """Anna's woman acts, and she has no figures in the reserve."""
    return scene("month 0: 0a W, 1a W; month 3: 0b MMM, 0c W; 1,1 Hut/1")


def acting_without_men() -> Scene:
    """Anna's woman acts, and there is only a woman in the reserve."""
    return scene("month 0: 0a W, 1a W; month 3: 0b MMM; 1,1 Hut/1")


def acting_without_women() -> Scene:
    """Anna's woman acts, and there is only a man in the reserve."""
    return scene("month 0: 0a W, 1a W; month 3: 0b MM, 0c W; 1,1 Hut/1")


def lacking() -> Scene:
    """Anna lacks saws."""
    return scene("month 0: 0a M, 1a W; 1,1 LogHouse; foreman 0: saw")


def acting_student() -> Scene:
    """Anna has the University."""
    return scene("month 0: 0a W, 1a W; 1,1 LogHouse; foreman 0: saw | University")


def helping() -> Scene:
    """Anna chooses who helps her at 3,2."""
    board = "month 0: 0a W, 1a W, 0b MM, 0c M, 0d W; 3,2 Hut/1"
    return scene(board).play(0, "build 3,2")


def losing() -> Scene:
    """Anna loses a saw to the Boat."""
    text = "month 0: 0a W, 1a W; 1,2 Boat; foreman 0: saw saw glass_a"
    return scene(text).play(0, "build 1,2")


def ruining() -> Scene:
    """Anna loses two tools to the Ruin."""
    return scene(f"month 0: 0a W, 1a W; 1,2 Ruin; foreman 0: {ALL}").play(0, "build 1,2")


def in_barracks() -> Scene:
    """Bert has chosen for the Barracks, Cora has not, Dirk has no tool."""
    text = "month 0: 0a W, 1a W, 2a W, 3a W; 1,2 Barracks; foreman 0: saw trowel_square"
    tools = "foreman 1: saw glass_a; foreman 2: saw glass_a glass_b"
    return scene(f"{text}; {tools}").play(0, "build 1,2").play(1, "lose saw")


def training() -> Scene:
    """Anna's a and c have built the Weight Room."""
    text = "month 0: 0a W, 0b M, 0c M, 1a W; 2,2 WeightRoom/1; foreman 0: saw"
    return scene(text).play(0, "build 2,2", "with c")


def in_hospital() -> Scene:
    """Bert loses a figure."""
    text = "month 0: 0a W, 1a W, 1b MM; 1,2 Hospital; foreman 0: trowel_square glass_a"
    return scene(text).play(0, "build 1,2")


def burying() -> Scene:
    """Anna loses a worker."""
    return scene("month 0: 0a W, 0b MM, 1a W; 1,2 Tombstone").play(0, "build 1,2")


def imprisoning() -> Scene:
    """Anna locks up one of Bert's workers."""
    text = f"month 0: 0a W, 1a W, 1b MM; 1,2 Prison; foreman 0: {ALL}"
    return scene(text).play(0, "build 1,2")


def over() -> Scene:
    """All tiles are taken."""
    tiles = some_tiles(29, without="Hut/1")
    return scene(f"month 0: 0a W, 1a W; 1,2 Hut/1; foreman 1: - | {tiles}").play(0, "build 1,2")


def over_without_progress() -> Scene:
    """24 months have passed."""
    return scene("month 0: 0a M; month 9: 1a W; 4,6 Palace", idle=23).play(0, "wait")


CASES: list[tuple[str, Callable[[], Scene], int, str | int, str, str, str]] = [
    ("unknown_action", acting, 0, -1, "S2.1", "0 to", "0 bis"),
    ("unknown_action", acting, 0, ACTIONS, "S2.1", f"{ACTIONS - 1}", f"{ACTIONS - 1}"),
    ("unknown_seat", acting, 2, "holiday", "S1.5", "0 to 1", "0 bis 1"),
    ("unknown_seat", acting, -1, "holiday", "S1.5", "0 to 1", "0 bis 1"),
    ("over", over, 0, "holiday", "S8.1", "30 tiles", "30 Plättchen"),
    ("over_without_progress", over_without_progress, 0, "wait", "S8.3", "24 months", "24 Monate"),
    ("not_your_turn", acting, 1, "build 1,1", "S2.1", "Anna", "Anna"),
    ("not_your_turn", in_hospital, 0, "worker a", "S7.7", "Bert", "Bert"),
    ("not_your_turn", training, 1, "worker a", "S7.8", "Anna", "Anna"),
    ("not_your_turn", burying, 1, "worker a", "S7.10", "Anna", "Anna"),
    ("not_your_turn", imprisoning, 1, "worker a", "S7.12", "Anna", "Anna"),
    ("already_chosen", in_barracks, 1, "lose glass_a", "S7.5", "already", "schon"),
    ("no_tool_to_choose", in_barracks, 3, "lose saw", "S7.5", "no tool", "kein Werkzeug"),
    ("no_tool_to_choose", in_barracks, 0, "lose saw", "S7.5", "yourself", "selbst"),
    ("act_now", acting, 0, "with b", "S2.1", "acting worker", "handelnde Arbeiter"),
    ("act_now", acting, 0, "lose saw", "S2.1", "acting worker", "handelnde Arbeiter"),
    ("act_now", acting, 0, "worker a", "S2.1", "acting worker", "handelnde Arbeiter"),
    ("no_such_tool", acting, 0, "tool 1,1 glass_a", "S3.4", "glass tool A", "Glaswerkzeug A"),
    ("too_weak", acting, 0, "tool 4,1 glass_a", "S3.1", "strength 4", "Stärke 4"),
    ("too_weak", acting, 0, "build 4,1", "S3.1", "have 2", "haben 2"),
    ("enough_saws", acting, 0, "tool 1,1 saw", "S3.3", "two saws", "zwei Sägen"),
    ("have_it", acting, 0, "tool 2,1 trowel_square", "S3.3", "trowel with square", "Winkel"),
    ("a_first", acting, 0, "tool 1,1 glass_b", "S3.3", "A comes before B", "A kommt vor B"),
    ("no_tile", acting, 0, "build 2,1", "S5.3", "2,1", "2,1"),
    ("lacks_tools", lacking, 0, "build 1,1", "S5.2", "Log House", "Blockhaus"),
    ("lacks_number", acting_student, 0, "build 1,1", "S7.6", "2; you have 1", "2; du hast 1"),
    ("only_women", acting_man, 0, "newcomer man", "S4.1", "woman", "Frau"),
    ("empty_reserve", acting_woman, 0, "newcomer man", "S4.2", "empty", "leer"),
    ("empty_reserve", acting_woman, 0, "newcomer woman", "S4.2", "empty", "leer"),
    ("no_man", acting_without_men, 0, "newcomer man", "S4.1", "no man", "kein Mann"),
    ("no_woman", acting_without_women, 0, "newcomer woman", "S4.1", "no woman", "keine Frau"),
    ("no_later_worker", acting, 0, "holiday", "S6.1", "later month", "späteren Monat"),
    ("can_act", acting, 0, "wait", "S2.2", "nothing else", "nichts anderes"),
    ("help_now", helping, 0, "build 3,2", "S3.2", "who takes part", "wer mitmacht"),
    ("not_there", helping, 0, "with e", "S3.2", "helper", "Helfen"),
    ("not_there", helping, 0, "with a b", "S3.2", "another worker", "anderer"),
    ("group_too_weak", helping, 0, "with c", "S3.2", "strength 2, 3", "Stärke 2, nötig ist 3"),
    ("group_too_weak", helping, 0, "alone", "S3.2", "strength 1, 3", "Stärke 1, nötig ist 3"),
    ("helper_not_needed", helping, 0, "with b c", "S3.2", "worker c", "Arbeiter c"),
    ("lose_now", losing, 0, "holiday", "S7.3", "tool is chosen", "Werkzeug gewählt"),
    ("lose_now", ruining, 0, "worker a", "S7.4", "tool is chosen", "Werkzeug gewählt"),
    ("lose_now", in_barracks, 2, "alone", "S7.5", "tool is chosen", "Werkzeug gewählt"),
    ("not_owned", losing, 0, "lose trowel_square", "S7.3", "square", "Winkel"),
    ("not_owned", in_barracks, 2, "lose trowel_square", "S7.5", "square", "Winkel"),
    ("b_goes_first", ruining, 0, "lose glass_a", "S7.4", "B goes first", "B zuerst"),
    ("b_goes_first", in_barracks, 2, "lose glass_a", "S7.5", "B goes first", "B zuerst"),
    ("other_tool_first", losing, 0, "lose glass_a", "S7.3", "Boat", "Boot"),
    ("worker_now", training, 0, "holiday", "S7.8", "worker is chosen", "Arbeiter gewählt"),
    ("worker_now", in_hospital, 1, "lose saw", "S7.7", "worker is chosen", "Arbeiter gewählt"),
    ("no_worker", burying, 0, "worker e", "S7.10", "worker e", "Arbeiter e"),
    ("no_worker", imprisoning, 0, "worker c", "S7.12", "worker c", "Arbeiter c"),
    ("not_in_group", training, 0, "worker b", "S7.8", "group that built", "mitgebaut"),
    ("last_woman", in_hospital, 1, "worker a", "S7.2", "last woman", "letzte Frau"),
    ("last_woman", burying, 0, "worker a", "S7.2", "last woman", "letzte Frau"),
    ("not_weakest", imprisoning, 0, "worker b", "S7.12", "weakest", "schwächsten"),
]  # fmt: skip
SCENES = sorted({case[1] for case in CASES}, key=lambda at: at.__name__)


@pytest.mark.parametrize(
    ("key", "at", "seat", "move", "clause", "english", "german"),
    CASES,
    ids=[f"{key}-{at.__name__}-{move}" for key, at, _, move, *_ in CASES],
)
def test_a_refusal_quotes_the_clause_in_both_languages(
    key: str, at: Callable[[], Scene], seat: int, move: str | int, clause: str, english: str,
    german: str,
) -> None:  # fmt: skip
    reason = at().why_not(seat, move)
    assert reason is not None
    assert (reason.key, reason.clause) == (f"samara.refusal.{key}", clause)
    assert english in reason.text("en")
    assert german in reason.text("de")
    assert clause in clauses("samara")


def test_every_refusal_of_the_glossary_has_a_scene() -> None:
    in_glossary = {key for key in glossary.keys() if key.startswith("samara.refusal.")}
    assert in_glossary == {f"samara.refusal.{case[0]}" for case in CASES}


@pytest.mark.parametrize("at", SCENES)
def test_a_refused_move_changes_nothing(at: Callable[[], Scene]) -> None:
    table = at().table
    before = table.snapshot()
    events = len(table.events)
    for seat in range(len(table.names)):
        for action in set(range(ACTIONS)) - set(table.legal(seat)):
            with pytest.raises(Refusal):
                table.play(seat, action)
    assert table.snapshot() == before
    assert len(table.events) == events


# --- the refusals and the legal actions agree ---------------------------------------------------
def assert_agreement(table: Table) -> None:
    """why_not is None for the legal actions of each seat, and for no others."""
    for seat in range(len(table.names)):
        allowed = [a for a in range(ACTIONS) if table.why_not(seat, a) is None]
        assert allowed == table.legal(seat)


@pytest.mark.parametrize("at", SCENES)
def test_refusals_and_legal_actions_agree_in_every_scene(at: Callable[[], Scene]) -> None:
    assert_agreement(at().table)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_refusals_and_legal_actions_agree_in_random_games(players: int) -> None:
    for seed in range(12):
        dice = random.Random(f"{players}/{seed}")
        table = SAMARA.new(players, seed, specials=seed % 4 > 0)
        while not table.over:
            if table.view(None)["phase"] != "act" or dice.random() < 0.1:
                assert_agreement(table)
            seat = dice.choice(table.waiting_for)
            table.play(seat, dice.choice(table.legal(seat)))
        assert_agreement(table)
