"""Cairn as the framework sees it: everything that is declared, in one object."""

from __future__ import annotations

from baumeister.games.plain.declare import Deck, Question, ScoreLine, Told
from baumeister.games.plain.game import PlainGame
from cairn import rules
from cairn.state import COPIES, LAY, MOST_PLAYERS, OVER, TAKE, TURNS, WIDTHS, State

RULES = PlainGame(
    __package__,
    "cairn",
    clause_letter="C",
    players=range(2, MOST_PLAYERS + 1),
    state=State,
    actions=rules.ACTIONS,
    questions={
        LAY: Question("lay", "C2.1", ("lay",)),
        TAKE: Question("take", "C3.1", ("take", "draw")),
    },
    over=OVER,
    over_clause="C4.1",
    start=rules.start,
    legal_actions=rules.legal_actions,
    apply=rules.apply,
    redeal=rules.redeal,
    shuffle_hidden=rules.shuffle_hidden,
    score=(ScoreLine("C4.2", rules.points), ScoreLine("C4.3", rules.landmark)),
    tiebreak=ScoreLine("C4.4", rules.tallest),
    most_decisions=lambda players: 2 * TURNS * players,
    deck=Deck("pile", tuple(1 + k // COPIES for k in range(WIDTHS * COPIES))),
    told={rules.SHOWED: Told("showed"), rules.DREW: Told("drew", own=True)},
)
