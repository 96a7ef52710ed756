"""Refusals: every illegal action gets the clause it breaks, in both languages."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import baumeister
from baumeister.games.tybor.actions import ACTIONS
from baumeister.kernel import glossary
from baumeister.kernel.clauses import clauses
from baumeister.kernel.refusal import Refusal
from baumeister.play.table import Table
from tests.soaking import times
from tests.tybor_scene import Scene, scene

ESCAPE = "escape-from-the-city"


def choosing() -> Scene:
    """Anna has chosen, Bert has not."""
    return scene(["chose Fa5 | hand Me5", "hand Cr5 Ca5"])


def shopping() -> Scene:
    """All choose; only Anna has workers for the Mill."""
    seats = ["workers So5 | hand Me5 Fa5", "workers So1GYBR | hand Cr5 Ca5"]
    return scene(seats, display="Mill")


def using() -> Scene:
    """Anna uses a card; her workers can pay for the Mill, little."""
    return scene(["uses Fa4G | citizens Pr5 | workers So1GYBR So2GYB", ""], display="Mill")


def paying() -> Scene:
    """Anna pays for the Mill."""
    return using().play(0, "build Mill little")


def recruiting() -> Scene:
    """Anna has drawn Me5 and Cr5 for her Stable."""
    table = scene(["uses Fa4G | workers So3GB", ""], display="Stable", pile="Me5 Cr5")
    return table.play(0, "build Stable little")


def growing() -> Scene:
    """Anna has drawn Me5 and Cr5 because the town grows."""
    grows = "the-town-grows"
    return scene(["little Mill", ""], step="end of stage", scenario=grows, pile="Me5 Cr5")


def mingling() -> Scene:
    """Anna has drawn Me5 and Cr5 for her colourful crowd."""
    crowd = "a-colourful-crowd"
    return scene(["citizens Fa5 Pr5", ""], step="end of stage", scenario=crowd, pile="Me5 Cr5")


def exodus() -> Scene:
    """Anna must give up a citizen or worker; Bert must wait."""
    seats = ["citizens Fa5 | workers Me5 | little Boardwalk", "citizens Cr5"]
    return scene(seats, step="end of stage", scenario=ESCAPE)


def harbour() -> Scene:
    """Anna may give up a captain."""
    seats = ["citizens Ca5 Fa5 | workers Ca4B | little Mill", ""]
    return scene(seats, step="end of stage", chapter=7, pile="Me5 Cr5 So5")


def in_harbour() -> Scene:
    """Anna has drawn Me5, Cr5 and So5 in the harbour."""
    return harbour().play(0, "give citizen Ca5")


def over() -> Scene:
    """The game has ended."""
    return scene()


Case = tuple[str, Callable[[], Scene], int, str | int, str, str, str]
CASES: list[Case] = [
    ("unknown_seat", choosing, 2, "choose Fa5", "T2.1", "0 to 1", "0 bis 1"),
    ("unknown_seat", choosing, -1, "choose Fa5", "T2.1", "no such seat", "Diesen Platz"),
    ("unknown_action", choosing, 1, ACTIONS, "T4.2", f"0 to {ACTIONS - 1}", f"0 bis {ACTIONS - 1}"),
    ("unknown_action", choosing, 1, -1, "T4.2", "no such action", "Diese Aktion"),
    ("over", over, 0, "citizen", "T5.6", "game is over", "zu Ende"),
    ("not_your_turn", using, 1, "citizen", "T4.2", "Anna", "Anna entscheidet"),
    ("not_your_turn", recruiting, 1, "keep Me5", "T4.2", "Anna", "Anna entscheidet"),
    ("not_your_turn", exodus, 1, "give citizen Cr5", "T5.1", "Anna", "Anna entscheidet"),
    ("not_your_turn", growing, 1, "keep Me5", "T5.1", "Anna", "Anna entscheidet"),
    ("not_your_turn", in_harbour, 1, "drop Me5", "T5.1", "Anna", "Anna entscheidet"),
    ("already_chosen", choosing, 0, "choose Me5", "T4.1", "take it back", "zurücknehmen"),
    ("choose_first", choosing, 1, "citizen", "T4.1", "All choose", "wählen alle"),
    ("choose_first", choosing, 1, "build Mill little", "T4.1", "All choose", "wählen alle"),
    ("too_expensive", shopping, 1, "build Mill little", "T4.5", "strength 1", "Stärke 1"),
    ("choose_first", shopping, 0, "build Mill little", "T4.1", "All choose", "wählen alle"),
    ("not_in_hand", choosing, 1, "choose So5", "T4.1", "soldier", "Soldat"),
    ("use_now", using, 0, "pay So1GYBR", "T4.2", "revealed card", "Karte eingesetzt"),
    ("use_now", using, 0, "choose Fa4G", "T4.2", "revealed card", "aufgedeckte Karte"),
    ("not_on_display", using, 0, "build Castle little", "T4.5", "Castle", "Burg"),
    ("too_expensive", using, 0, "build Mill great", "T4.5", "7 for you", "kostet dich 7"),
    ("pay_now", paying, 0, "citizen", "T4.7", "strength 3", "Stärke 3"),
    ("not_a_worker", paying, 0, "pay Pr5", "T4.7", "priest", "Priester"),
    ("keep_now", recruiting, 0, "drop Me5", "T4.8", "kept", "behalten"),
    ("keep_now", mingling, 0, "decline", "T5.3", "kept", "behalten"),
    ("keep_now", growing, 0, "citizen", "T5.4", "kept", "behalten"),
    ("not_drawn", recruiting, 0, "keep So5", "T4.8", "soldier", "Soldat"),
    ("not_drawn", mingling, 0, "keep So5", "T5.3", "soldier", "Soldat"),
    ("not_drawn", growing, 0, "keep So5", "T5.4", "soldier", "Soldat"),
    ("not_drawn", in_harbour, 0, "drop Ca5", "T5.2", "captain", "Kapitän"),
    ("drop_now", in_harbour, 0, "keep Me5", "T5.2", "discarded", "abgeworfen"),
    ("give_up_now", harbour, 0, "citizen", "T5.2", "given up", "abgegeben"),
    ("give_up_now", exodus, 0, "choose Fa5", "T5.5", "given up", "abgegeben"),
    ("must_give_up", exodus, 0, "decline", "T5.5", "must go", "muss gehen"),
    (
        "no_building_for_exodus", exodus, 0, "give building Boardwalk little",
        "T5.5", "not a building", "kein Gebäude",
    ),
    ("not_your_citizen", exodus, 0, "give citizen Cr5", "T5.5", "craftsman", "Handwerker"),
    ("not_your_citizen", harbour, 0, "give citizen Ca4B", "T5.2", "captain", "Kapitän"),
    ("not_your_worker", exodus, 0, "give worker Fa5", "T5.5", "farmer", "Bauer"),
    ("not_a_captain", harbour, 0, "give citizen Fa5", "T5.2", "captain", "Kapitän"),
    ("not_a_captain", harbour, 0, "give worker Ca4B", "T5.2", "of your citizens", "deinen Bürgern"),
    ("not_a_captain", harbour, 0, "give building Mill little", "T5.2", "captain", "Kapitän"),
    ("not_your_building", harbour, 0, "give building Mill great", "T5.2", "Mill", "Mühle"),
]  # fmt: skip


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
    assert (reason.key, reason.clause) == (f"tybor.refusal.{key}", clause)
    assert english in reason.text("en")
    assert german in reason.text("de")
    assert clause in clauses("tybor")


def test_every_refusal_of_the_glossary_has_a_scene() -> None:
    in_glossary = {key for key in glossary.keys() if key.startswith("tybor.refusal.")}
    assert in_glossary == {f"tybor.refusal.{case[0]}" for case in CASES}


def test_a_refused_move_changes_nothing() -> None:
    table = using()
    before = table.state.copy()
    with pytest.raises(Refusal) as refused:
        table.play(0, "build Mill great")
    assert table.state == before
    assert refused.value.clause == "T4.5"
    assert str(refused.value).startswith("T4.5: The Mill costs 7 for you")
    assert refused.value.text("de") == "Mühle kostet dich 7, deine Arbeiter haben Stärke 3."


# --- the refusals and the legal actions agree ---------------------------------------------------
def assert_agreement(table: Table) -> None:
    """why_not is None for the legal actions of each seat, and for no others."""
    for seat in range(len(table.names)):
        allowed = [a for a in range(ACTIONS) if table.why_not(seat, a) is None]
        assert allowed == table.legal(seat)


@pytest.mark.parametrize("at", [case[1] for case in CASES])
def test_refusals_and_legal_actions_agree_in_every_scene(at: Callable[[], Scene]) -> None:
    assert_agreement(at().table)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8])
def test_refusals_and_legal_actions_agree_in_random_games(players: int) -> None:
    for seed in range(times(5, 20)):
        dice = random.Random(f"{players}/{seed}")
        chapter = 7 if seed % 2 else None
        table = baumeister.game("tybor").new(players, seed=seed, chapter=chapter)
        while not table.over:
            if dice.random() < 0.08:
                assert_agreement(table)
            seat = dice.choice(table.waiting_for)
            table.play(seat, dice.choice(table.legal(seat)))
        assert_agreement(table)
